//! A volcano plot: how large each of many effects is, and how sure that it is one.

use super::plots::Caption;
use super::svg::{Anchor, INK, LETTER, QUIET, Scale, Sheet, WIDTH, colour};
use super::words::{p_value, signed};

const LEFT: f64 = 40.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 240.0;

/// Surer than this is drawn as this: −log₁₀ q.
const SUREST: f64 = 10.0;

/// Effects that are named on each side.
const NAMED: usize = 3;

/// One effect.
#[derive(Clone, Debug)]
pub struct Point {
    /// What it is an effect of.
    pub label: String,
    /// Its size.
    pub effect: f64,
    /// Its q-value.
    pub q: f64,
}

/// Effects from left to right, −log₁₀ of their q-values upwards, with a line at `level`.
pub fn volcano(caption: Caption, points: &[Point], unit: &str, level: f64) -> String {
    let points: Vec<&Point> = points.iter().filter(|point| point.q.is_finite()).collect();
    let height = |q: f64| (-q.max(f64::MIN_POSITIVE).log10()).clamp(0.0, SUREST);
    let reach = points
        .iter()
        .map(|point| point.effect.abs())
        .fold(1.0, f64::max);
    let across = Scale::new(-reach, reach, LEFT, RIGHT);
    let highest = points
        .iter()
        .map(|point| height(point.q))
        .fold(height(level) + 0.5, f64::max);
    let up = Scale::new(0.0, highest, BOTTOM, TOP);
    let mut sheet = Sheet::default();
    sheet.axis(&across, TOP, BOTTOM, "");
    sheet.upright_axis(&up, LEFT, RIGHT, "");
    sheet.level(up.place(height(level)), LEFT, RIGHT);
    let name = format!("−log₁₀ q; broken line: q = {level}");
    sheet.text((LEFT, LETTER), Anchor::Start, QUIET, &name);
    sheet.text((RIGHT, BOTTOM + 36.0), Anchor::End, QUIET, unit);
    for point in &points {
        let ink = if point.q < level { colour(0) } else { QUIET };
        let tip = format!(
            "{}: {} {unit}, q {}",
            point.label,
            signed(point.effect, 2),
            p_value(point.q)
        );
        let place = (across.place(point.effect), up.place(height(point.q)));
        sheet.dot(place, ink, &tip);
    }
    for sign in [-1.0, 1.0] {
        let mut side: Vec<&&Point> = points
            .iter()
            .filter(|point| point.q < level && point.effect * sign > 0.0)
            .collect();
        side.sort_by(|a, b| (b.effect * sign).total_cmp(&(a.effect * sign)));
        for point in side.into_iter().take(NAMED) {
            let x = across.place(point.effect);
            let y = up.place(height(point.q)) + 5.0;
            // Towards the middle, where there is room.
            let (x, anchor) = if sign > 0.0 {
                (x - 8.0, Anchor::End)
            } else {
                (x + 8.0, Anchor::Start)
            };
            sheet.text((x, y), anchor, INK, &point.label);
        }
    }
    sheet.finish(caption.id, BOTTOM + 42.0, caption.title, caption.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_with_a_q_value_is_drawn_and_the_clear_ones_are_named() {
        let point = |label: &str, effect, q| Point {
            label: label.to_string(),
            effect,
            q,
        };
        let points = [
            point("clear", 4.0, 1e-30),
            point("none", 0.1, 0.9),
            point("missing", 1.0, f64::NAN),
            point("worse", -2.0, 0.01),
        ];
        let caption = Caption {
            id: "v",
            title: "t",
            text: "d",
        };
        let svg = volcano(caption, &points, "points", 0.05);
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains(">clear<") && svg.contains(">worse<") && !svg.contains(">none<"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(!volcano(caption, &[], "points", 0.05).contains("NaN"));
    }
}
