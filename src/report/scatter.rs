//! Scatter plot.

use super::plots::{Caption, FOOT};
use super::svg::{Anchor, Drawing, LETTER, QUIET, Scale, Sheet, colour};
use super::words::{count, fixed, verb};

const LEFT: f64 = 52.0;
/// Margin to the right of the plot area.
const MARGIN: f64 = 12.0;
const TOP: f64 = 42.0;
const BOTTOM: f64 = 278.0;

/// Upper limit of the vertical axis. Higher values, such as the logarithm of an extremely small p-value, are
/// drawn as arrowheads at this height.
pub const HIGHEST: f64 = 12.0;

#[derive(Clone, Debug)]
pub struct Point {
    pub label: String,
    /// Label of the table row to which the point links.
    pub of: String,
    /// Horizontal value.
    pub x: f64,
    /// Vertical value, possibly infinite.
    pub y: f64,
    /// Colour index.
    pub colour: usize,
}

/// Plots points with labels on both axes and a reference line at `x = 0`. Points above [`HIGHEST`] are drawn
/// as arrowheads at that height, and points without a value are counted below the plot. The drawing explains
/// both.
pub fn scatter(caption: Caption, points: &[Point], across: &str, up: &str) -> Drawing {
    Drawing::at_both_widths(|width| scatter_on(width, caption, points, across, up))
}

fn scatter_on(width: f64, caption: Caption, points: &[Point], across: &str, up: &str) -> Drawing {
    let right_end = width - MARGIN;
    let known = |point: &&Point| point.x.is_finite() && !point.y.is_nan();
    let drawn: Vec<&Point> = points.iter().filter(known).collect();
    let ends = |value: fn(&Point) -> f64| {
        drawn
            .iter()
            .map(|point| value(point))
            .fold((0.0f64, 0.0f64), |(low, high), value| {
                (low.min(value), high.max(value))
            })
    };
    let height = |point: &Point| point.y.min(HIGHEST);
    let ((left, right), (low, high)) = (ends(|point| point.x), ends(|point| point.y.min(HIGHEST)));
    let x = Scale::new(left, right.max(left + 1e-6), LEFT, right_end);
    let y = Scale::new(low, high.max(low + 1.0), BOTTOM, TOP);
    let mut sheet = Sheet::new(width);
    sheet.upright_axis(&y, LEFT, right_end, "");
    sheet.axis(&x, TOP, BOTTOM, "");
    sheet.reference(x.place(0.0), TOP, BOTTOM);
    sheet.text((LEFT, LETTER - 2.0), Anchor::Start, QUIET, up);
    sheet.axis_name(right_end, BOTTOM, across);
    let mut clipped = 0;
    for point in &drawn {
        let beyond = point.y >= HIGHEST;
        let tip = format!(
            "{}: {}, {}",
            point.label,
            fixed(point.x, 2),
            if beyond {
                format!("{HIGHEST} or more")
            } else {
                fixed(point.y, 1)
            }
        );
        let (place, ink) = (
            (x.place(point.x), y.place(height(point))),
            colour(point.colour),
        );
        if beyond {
            clipped += 1;
            sheet.beyond(place, ink, &tip, &point.of);
        } else {
            sheet.dot(place, ink, &tip, &point.of);
        }
    }
    let mut notes = Vec::new();
    if clipped > 0 {
        notes.push(format!("▲ {HIGHEST} or more"));
    }
    let missing = (points.len() - drawn.len()) as u64;
    if missing > 0 {
        let are = verb(missing, "is", "are");
        notes.push(format!(
            "{} without a test {are} not shown",
            count(missing, "item")
        ));
    }
    let note = notes.join("; ");
    sheet.text((right_end, 2.0 * LETTER + 2.0), Anchor::End, QUIET, &note);
    sheet.finish(caption.id, BOTTOM + FOOT, caption.title, caption.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipped_and_missing_points_are_marked() {
        let point = |y| Point {
            label: "a".to_string(),
            of: "a".to_string(),
            x: 1.0,
            y,
            colour: 0,
        };
        let caption = Caption {
            id: "plot",
            title: "A title",
            text: "A text",
        };
        let all = [
            point(3.0),
            point(f64::INFINITY),
            point(40.0),
            point(f64::NAN),
        ];
        let svg = scatter(caption, &all, "points", "evidence").picture();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert_eq!(svg.matches("<path").count(), 2);
        assert!(
            svg.contains("▲ 12 or more; 1 item without a test is not shown"),
            "{svg}"
        );
        assert!(svg.contains(">points</text>") && svg.contains(">evidence</text>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let plain = scatter(caption, &all[..1], "points", "evidence").picture();
        assert!(
            !plain.contains('▲') && !plain.contains("not shown"),
            "{plain}"
        );
    }
}
