//! Points in the plane.

use super::plots::Caption;
use super::svg::{Anchor, QUIET, Scale, Sheet, WIDTH, colour};
use super::words::fixed;

const LEFT: f64 = 52.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 260.0;

/// One point.
#[derive(Clone, Debug)]
pub struct Point {
    /// What it stands for.
    pub label: String,
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Number of its colour.
    pub colour: usize,
}

/// Points with both axes named, beside a line where `x` is zero.
pub fn scatter(caption: Caption, points: &[Point], across: &str, up: &str) -> String {
    let ends = |value: fn(&Point) -> f64| {
        points
            .iter()
            .map(value)
            .fold((0.0f64, 0.0f64), |(low, high), value| {
                (low.min(value), high.max(value))
            })
    };
    let ((left, right), (low, high)) = (ends(|point| point.x), ends(|point| point.y));
    let x = Scale::new(left, right.max(left + 1e-6), LEFT, RIGHT);
    let y = Scale::new(low, high.max(low + 1.0), BOTTOM, TOP);
    let mut sheet = Sheet::default();
    sheet.upright_axis(&y, LEFT, RIGHT, "");
    sheet.axis(&x, TOP, BOTTOM, "");
    sheet.reference(x.place(0.0), TOP, BOTTOM);
    sheet.text((LEFT, TOP - 8.0), Anchor::Start, QUIET, up);
    sheet.text((RIGHT, BOTTOM + 36.0), Anchor::End, QUIET, across);
    for point in points {
        let tip = format!(
            "{}: {}, {}",
            point.label,
            fixed(point.x, 2),
            fixed(point.y, 1)
        );
        sheet.dot(
            (x.place(point.x), y.place(point.y)),
            colour(point.colour),
            &tip,
        );
    }
    sheet.finish(caption.id, BOTTOM + 44.0, caption.title, caption.text)
}
