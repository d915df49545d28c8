//! Line plots with a vertical axis: values over ordered settings, and the course of a sequential test.

use ordered_float::OrderedFloat;

use super::plots::{Axes, Caption, FOOT};
use super::svg::{Anchor, Drawing, INK, LETTER, QUIET, Scale, Sheet, WIDE, colour, shortened};
use super::words::{fixed, range, thousands};
use portolan_stats::Interval;

const LEFT: f64 = 52.0;
/// Margin to the right of the plot area.
const MARGIN: f64 = 12.0;
/// Maximum length of the label at the end of a line, in characters.
const LETTERS: usize = 16;
/// Distance between the end of a line and its label.
const LEADER: f64 = 16.0;
/// Height of one line of text above the plot area. The axis label comes first, then the reference label.
const ROW: f64 = 18.0;
const TOP: f64 = 24.0 + ROW;
const BOTTOM: f64 = 220.0 + ROW;

/// Values over ordered settings, connected by a line.
#[derive(Clone, Debug)]
pub struct Series {
    pub label: String,
    /// Value and interval for each setting, or `None` without data.
    pub points: Vec<Option<(f64, Option<Interval>)>>,
    /// Colour index.
    pub colour: usize,
}

/// Plots one or more series over ordered settings. Several series are labelled at their line ends, or in a
/// legend if the labels do not fit. `reference` is a reference value and its label.
pub fn lines<'text>(
    caption: Caption,
    settings: &[String],
    series: &[Series],
    axes: impl Into<Axes<'text>>,
    reference: (f64, &str),
) -> Drawing {
    let axes = axes.into();
    Drawing::at_both_widths(|width| lines_on(width, caption, settings, series, axes, reference))
}

fn lines_on(
    width: f64,
    caption: Caption,
    settings: &[String],
    series: &[Series],
    axes: Axes,
    reference: (f64, &str),
) -> Drawing {
    let Axes { across, up, unit } = axes;
    let is_named = series.len() > 1 && series.len() as f64 * LETTER <= BOTTOM - TOP;
    let longest = series.iter().map(|one| one.label.chars().count());
    let longest = longest.max().unwrap_or(0).min(LETTERS);
    let right = width
        - match is_named {
            true => LEADER + WIDE * longest as f64 + 4.0,
            false => MARGIN,
        };
    let values = series.iter().flat_map(|one| one.points.iter().flatten());
    let ends = values.flat_map(|&(value, interval)| {
        let ends = interval.map_or([value, value], |interval| [interval.low, interval.high]);
        [ends[0], value, ends[1]]
    });
    let (low, high) = ends.fold((reference.0, reference.0), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let scale = Scale::new(low, high.max(low + 1.0), BOTTOM, TOP);
    let mut sheet = Sheet::new(width);
    sheet.upright_axis(&scale, LEFT, right, unit);
    let level = scale.place(reference.0);
    sheet.level(level, LEFT, right);
    sheet.text((LEFT, LETTER - 2.0), Anchor::Start, QUIET, up);
    sheet.text((right, LETTER - 2.0 + ROW), Anchor::End, QUIET, reference.1);
    let step = (right - LEFT) / settings.len().max(1) as f64;
    let letters = (step / 8.0).max(1.0) as usize;
    // If there is too little space for readable labels, only every n-th setting is labelled.
    let every = if letters < 4 {
        (32.0 / step).ceil() as usize
    } else {
        1
    };
    let middle = |index: usize| LEFT + step * (index as f64 + 0.5);
    for (index, setting) in settings.iter().enumerate().step_by(every) {
        let label = shortened(setting, letters * every);
        let place = (middle(index), BOTTOM + LETTER + 4.0);
        sheet.text(place, Anchor::Middle, QUIET, &label);
    }
    // Offsets the series horizontally so that their intervals do not overlap.
    let apart = (step / (series.len() + 1) as f64).min(9.0);
    let mut ends: Vec<(&Series, (f64, f64))> = Vec::new();
    for (number, one) in series.iter().enumerate() {
        let shift = apart * (number as f64 - (series.len() as f64 - 1.0) / 2.0);
        let ink = colour(one.colour);
        let mut before: Option<(f64, f64)> = None;
        for (index, point) in one.points.iter().enumerate() {
            let Some((value, interval)) = point else {
                before = None;
                continue;
            };
            let here = (middle(index) + shift, scale.place(*value));
            if let Some(before) = before.replace(here) {
                sheet.line(before, here, ink, 1.4);
            }
            let setting = settings.get(index).map_or("", String::as_str);
            let mut tip = format!("{}, {setting}: {}{unit}", one.label, fixed(*value, 1));
            if let Some(interval) = interval {
                let (low, high) = (scale.place(interval.low), scale.place(interval.high));
                sheet.line((here.0, low), (here.0, high), ink, 2.4);
                for end in [low, high] {
                    sheet.line((here.0 - 4.0, end), (here.0 + 4.0, end), ink, 2.0);
                }
                tip.push_str(&format!(" ({})", range(Some(*interval), 1)));
            }
            sheet.dot(here, ink, &tip, &format!("{} {setting}", one.label));
        }
        ends.extend(before.map(|end| (one, end)));
    }
    if is_named {
        name_ends(&mut sheet, ends, right);
    }
    sheet.axis_name(right, BOTTOM, across);
    let drawing = sheet.finish(caption.id, BOTTOM + FOOT, caption.title, caption.text);
    if series.len() < 2 || is_named {
        return drawing;
    }
    drawing.with_legend(
        series
            .iter()
            .map(|one| (colour(one.colour), one.label.as_str())),
    )
}

/// Draws the labels at the line ends, moved apart vertically so that they do not overlap.
fn name_ends(sheet: &mut Sheet, mut ends: Vec<(&Series, (f64, f64))>, right: f64) {
    ends.sort_by_key(|(_, (_, y))| OrderedFloat(*y));
    let mut places: Vec<f64> = Vec::new();
    for (_, (_, y)) in &ends {
        let above = places.last().map_or(TOP, |last| last + LETTER);
        places.push(y.max(above));
    }
    // Labels that would extend below the plot area push the labels above them up.
    let mut lowest = BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(lowest);
        lowest = *place - LETTER;
    }
    for ((one, end), y) in ends.into_iter().zip(places) {
        let ink = colour(one.colour);
        sheet.line((end.0 + 5.0, end.1), (right + LEADER - 3.0, y), ink, 1.4);
        let label = shortened(&one.label, LETTERS);
        sheet.text((right + LEADER, y + 4.5), Anchor::Start, INK, &label);
    }
}

/// Plots a test statistic over the deal groups, between the two limits that end the test.
pub fn trace(
    caption: Caption,
    points: &[(u64, f64)],
    limits: (f64, f64),
    names: (&str, &str),
) -> Drawing {
    Drawing::at_both_widths(|width| trace_on(width, caption, points, limits, names))
}

fn trace_on(
    width: f64,
    caption: Caption,
    points: &[(u64, f64)],
    limits: (f64, f64),
    names: (&str, &str),
) -> Drawing {
    let right = width - MARGIN;
    let (low, high) = points.iter().fold(limits, |(low, high), &(_, value)| {
        (low.min(value), high.max(value))
    });
    let room = 0.1 * (high - low);
    let scale = Scale::exact(low - room, high + room, BOTTOM, TOP);
    let last = points.last().map_or(1, |&(block, _)| block.max(1));
    let across = Scale::exact(0.0, last as f64, LEFT, right - 8.0);
    let mut sheet = Sheet::new(width);
    sheet.upright_axis(&scale, LEFT, right, "");
    let up = "log-likelihood ratio";
    sheet.text((LEFT, LETTER - 2.0), Anchor::Start, QUIET, up);
    for (limit, name, below) in [(limits.0, names.0, 1.0), (limits.1, names.1, -0.4)] {
        let y = scale.place(limit);
        sheet.level(y, LEFT, right);
        sheet.text((LEFT + 4.0, y + below * LETTER), Anchor::Start, INK, name);
    }
    let path: Vec<(f64, f64)> = points
        .iter()
        .map(|&(block, value)| (across.place(block as f64), scale.place(value)))
        .collect();
    sheet.path(&path, colour(0));
    if let (Some(&end), Some(&(block, value))) = (path.last(), points.last()) {
        let tip = format!("deal group {}: {}", thousands(block), fixed(value, 2));
        sheet.dot(end, colour(0), &tip, "");
    }
    for (block, anchor) in [(0, Anchor::Start), (last, Anchor::End)] {
        let x = if block == 0 { LEFT } else { right };
        let label = format!("deal group {}", thousands(block));
        sheet.text((x, BOTTOM + LETTER + 4.0), anchor, QUIET, &label);
    }
    sheet.axis_name(right, BOTTOM, "deal groups played");
    sheet.finish(caption.id, BOTTOM + FOOT, caption.title, caption.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTION: Caption = Caption {
        id: "plot",
        title: "A title",
        text: "A text",
    };

    #[test]
    fn curve_draws_every_point_and_leaves_gaps() {
        let interval = Interval {
            low: 10.0,
            high: 90.0,
        };
        let series = Series {
            label: "a".to_string(),
            points: vec![Some((50.0, Some(interval))), None, Some((40.0, None))],
            colour: 0,
        };
        let settings = ["x", "y", "z"].map(String::from);
        let one = std::slice::from_ref(&series);
        let axes = Axes {
            across: "setting",
            up: "share of wins",
            unit: "%",
        };
        let svg = lines(CAPTION, &settings, one, axes, (50.0, "fair")).picture();
        assert!(svg.contains(">setting</text>") && svg.contains(">share of wins</text>"));
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains(">fair<") && svg.contains("a, x: 50.0% (10.0–90.0)"));
        assert!(!svg.contains("NaN") && !svg.contains("<ul"), "{svg}");
        let both = lines(CAPTION, &settings, &[series.clone(), series], "", (0.0, "")).picture();
        assert_eq!(both.matches(">a</text>").count(), 2, "{both}");
    }

    #[test]
    fn trace_shows_its_limits_and_may_be_empty() {
        let points = [(1, 0.5), (2, -1.0), (3, 3.2)];
        let svg = trace(CAPTION, &points, (-2.9, 2.9), ("fails", "passes")).picture();
        assert!(svg.contains(">fails<") && svg.contains(">passes<"), "{svg}");
        assert!(svg.contains("deal group 3: 3.20") && svg.contains("<path"));
        assert!(
            svg.contains(">log-likelihood ratio</text>")
                && svg.contains(">deal groups played</text>")
        );
        let empty = trace(CAPTION, &[], (-2.9, 2.9), ("fails", "passes")).picture();
        assert!(
            !empty.contains("NaN") && !empty.contains("<circle"),
            "{empty}"
        );
    }
}
