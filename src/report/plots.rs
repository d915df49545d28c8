//! The three basic plots: values with intervals, distributions and stacked bars.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::svg::{
    Anchor, Drawing, GREY, INK, LETTER, MOST_COLOURS, NARROW, QUIET, Scale, Sheet, WIDE, colour,
    part_colour, shortened,
};
use super::words::{count, fixed, percent, range, thousands};
use portolan_stats::{Estimate, Interval};
use portolan_study::tally::{Counts, quantile};

/// Title and description of a plot. `id` must be unique on the page.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'text> {
    /// Element id.
    pub id: &'text str,
    pub title: &'text str,
    /// Text description for screen readers.
    pub text: &'text str,
}

/// Axis labels of a plot. A plain string converts to the unit alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axes<'text> {
    /// Label of the horizontal axis.
    pub across: &'text str,
    /// Label of the vertical axis.
    pub up: &'text str,
    /// Unit printed after each number.
    pub unit: &'text str,
}

impl<'text> Axes<'text> {
    /// Creates axes with a label on the horizontal axis.
    pub fn across(across: &'text str) -> Axes<'text> {
        Axes {
            across,
            ..Axes::default()
        }
    }

    /// Creates a horizontal axis for shares in percent.
    pub fn shares(across: &'text str) -> Axes<'text> {
        Axes {
            across,
            unit: "%",
            ..Axes::default()
        }
    }
}

impl<'text> From<&'text str> for Axes<'text> {
    fn from(unit: &'text str) -> Axes<'text> {
        Axes {
            across: unit,
            up: unit,
            unit,
        }
    }
}

/// One row of an interval plot.
#[derive(Clone, Debug)]
pub struct Mark {
    pub label: String,
    /// Label of the table row to which the mark links: the leading cells of the row, joined by spaces.
    pub row: String,
    /// Value in the unit of the axis.
    pub value: f64,
    pub interval: Option<Interval>,
    /// Colour index.
    pub colour: usize,
}

impl Mark {
    /// Creates a mark for an estimate.
    pub fn of(label: impl Into<String>, estimate: Estimate, colour: usize) -> Mark {
        let (value, interval) = estimate.drawn();
        let label = label.into();
        Mark {
            row: label.clone(),
            label,
            value,
            interval,
            colour,
        }
    }

    /// Sets the label of the linked table row, if it differs from the label of the mark.
    pub fn leading_to(self, row: impl Into<String>) -> Mark {
        Mark {
            row: row.into(),
            ..self
        }
    }

    /// Creates a text-only mark for items that are not drawn.
    pub fn left_out(label: String) -> Mark {
        Mark {
            label,
            row: String::new(),
            value: f64::NAN,
            interval: None,
            colour: GREY,
        }
    }
}

/// Colour of a band.
const BAND: &str = "#e7f3ea";

/// Height below the plot area for tick labels and the axis label.
pub const FOOT: f64 = 45.0;

const MARGIN: f64 = 12.0;
/// Maximum length of a row label in characters, on a narrow and on a broad sheet.
const LABEL: [usize; 2] = [19, 32];

/// Plots values with their intervals, one per row, against a reference value.
///
/// A mark without a value ([`Mark::left_out`]) is drawn as a line of text.
pub fn intervals<'text>(
    caption: Caption,
    marks: &[Mark],
    axes: impl Into<Axes<'text>>,
    reference: (f64, &str),
) -> Drawing {
    intervals_in_band(caption, marks, axes, reference, None)
}

/// Plots values like [`intervals`], with a shaded band on the axis.
pub fn intervals_in_band<'text>(
    caption: Caption,
    marks: &[Mark],
    axes: impl Into<Axes<'text>>,
    reference: (f64, &str),
    band: Option<Interval>,
) -> Drawing {
    let axes = axes.into();
    Drawing::at_both_widths(|width| intervals_on(width, caption, marks, axes, reference, band))
}

fn intervals_on(
    width: f64,
    caption: Caption,
    marks: &[Mark],
    axes: Axes,
    reference: (f64, &str),
    band: Option<Interval>,
) -> Drawing {
    const ROW: f64 = 26.0;
    let Axes { across, unit, .. } = axes;
    let drawn = || marks.iter().filter(|mark| mark.value.is_finite());
    let most = LABEL[usize::from(width > NARROW)];
    let letters = drawn().map(|mark| mark.label.chars().count().min(most));
    let left = MARGIN + WIDE * letters.max().unwrap_or(0) as f64 + 6.0;
    let right = width - 64.0;
    let (low, high) = reach(marks, reference.0);
    let (low, high) = band.map_or((low, high), |band| (low.min(band.low), high.max(band.high)));
    // The axis spans at least one unit, so that tiny differences do not look large.
    let high = high.max(low + 1.0);
    let scale = Scale::new(low, high, left, right);
    let top = LETTER + 10.0;
    let bottom = top + ROW * marks.len() as f64 + 4.0;
    let mut sheet = Sheet::new(width);
    if let Some(band) = band {
        let [from, to] = [band.low, band.high].map(|end| scale.place(end));
        sheet.bar((from, top), (to - from, bottom - top), BAND, "");
    }
    sheet.axis(&scale, top, bottom, unit);
    let line = scale.place(reference.0);
    sheet.reference(line, top - 4.0, bottom);
    // Clamps the label of the reference line to the sheet.
    let half = 3.6 * reference.1.chars().count() as f64;
    let place = line.clamp(half + 2.0, width - half - 2.0);
    sheet.text((place, LETTER), Anchor::Middle, INK, reference.1);
    for (index, mark) in marks.iter().enumerate() {
        let y = top + ROW * (index as f64 + 0.5) + 2.0;
        let ink = colour(mark.colour);
        if !mark.value.is_finite() {
            sheet.text((width / 2.0, y + 4.5), Anchor::Middle, QUIET, &mark.label);
            continue;
        }
        let label = shortened(&mark.label, most);
        sheet.text((left - 8.0, y + 4.5), Anchor::End, INK, &label);
        let mut tip = format!("{}: {}{unit}", mark.label, fixed(mark.value, 1));
        if let Some(interval) = mark.interval {
            let (low, high) = (scale.place(interval.low), scale.place(interval.high));
            sheet.line((low, y), (high, y), ink, 3.0);
            for (end, place, to_the_right) in
                [(interval.low, low, false), (interval.high, high, true)]
            {
                if scale.holds(end) {
                    sheet.line((place, y - 5.0), (place, y + 5.0), ink, 2.0);
                } else {
                    sheet.goes_on((place, y), to_the_right, ink);
                }
            }
            tip.push_str(&format!(" ({})", range(Some(interval), 1)));
        }
        sheet.dot((scale.place(mark.value), y), ink, &tip, &mark.row);
        let value = format!("{}{unit}", fixed(mark.value, 1));
        sheet.text((width - 2.0, y + 4.5), Anchor::End, INK, &value);
    }
    sheet.axis_name(right, bottom, across);
    sheet.finish(caption.id, bottom + FOOT, caption.title, caption.text)
}

/// Returns the ends of an axis that covers all values and the reference. Very long intervals do not extend
/// the axis; they end in arrowheads instead.
fn reach(marks: &[Mark], reference: f64) -> (f64, f64) {
    let drawn = || marks.iter().filter(|mark| mark.value.is_finite());
    let values = drawn().map(|mark| mark.value);
    let (low, high) = values.fold((reference, reference), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let intervals = || drawn().filter_map(|mark| mark.interval);
    let mut widths: Vec<f64> = intervals()
        .map(|interval| interval.high - interval.low)
        .collect();
    widths.sort_by_key(|&width| OrderedFloat(width));
    let usual = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
    let most = (high - low).max(2.0 * usual);
    intervals().fold((low, high), |(least, greatest), interval| {
        (
            least.min(interval.low.max(low - most)),
            greatest.max(interval.high.min(high + most)),
        )
    })
}

/// One distribution in a plot.
#[derive(Clone, Debug)]
pub struct Shape<'counts> {
    /// Label, or an empty string if there is only one distribution.
    pub label: String,
    /// Integer values and their frequencies.
    pub counts: &'counts Counts,
    /// Colour index.
    pub colour: usize,
}

/// Plots distributions of integers on a shared axis, one below the other, with their means. `across` is the
/// label of the horizontal axis. All distributions share one vertical scale.
pub fn distributions(caption: Caption, shapes: &[Shape], across: &str, zero_line: bool) -> Drawing {
    Drawing::at_both_widths(|width| distributions_on(width, caption, shapes, across, zero_line))
}

fn distributions_on(
    sheet_width: f64,
    caption: Caption,
    shapes: &[Shape],
    across: &str,
    zero_line: bool,
) -> Drawing {
    const FIELD: f64 = 64.0;
    let ends = shapes.iter().flat_map(|shape| {
        let (first, last) = (
            shape.counts.first_key_value(),
            shape.counts.last_key_value(),
        );
        first.into_iter().chain(last).map(|(&value, _)| value)
    });
    let (least, most) = (ends.clone().min().unwrap_or(0), ends.max().unwrap_or(0));
    let (low, high) = core(shapes, least, most);
    // Each bin covers the same number of integers; otherwise rounding would create a comb pattern.
    let width = bin_width(low, high);
    let (first, last) = (low.div_euclid(width), high.div_euclid(width));
    let (left, right) = (MARGIN + 4.0, sheet_width - MARGIN - 4.0);
    let scale = Scale::exact(
        (first * width) as f64 - 0.5,
        ((last + 1) * width) as f64 - 0.5,
        left,
        right,
    );
    let head = LETTER + 10.0;
    let bottom = (head + FIELD) * shapes.len() as f64 + 4.0;
    let mut sheet = Sheet::new(sheet_width);
    sheet.axis(&scale, 0.0, bottom, "");
    let binned: Vec<Vec<u64>> = shapes
        .iter()
        .map(|shape| {
            let mut bins = vec![0; (last - first + 1) as usize];
            for (value, count) in shape.counts {
                let bin = value.div_euclid(width).clamp(first, last);
                bins[(bin - first) as usize] += count;
            }
            bins
        })
        .collect();
    let share = |bins: &[u64], count: u64| count as f64 / bins.iter().sum::<u64>().max(1) as f64;
    let tallest = binned
        .iter()
        .flat_map(|bins| bins.iter().map(|&count| share(bins, count)))
        .fold(0.0, f64::max);
    for (index, (shape, bins)) in shapes.iter().zip(&binned).enumerate() {
        let base = (head + FIELD) * (index + 1) as f64;
        let ink = colour(shape.colour);
        for (bin, &count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = (first + bin as i64) * width;
            let (x, end) = (
                scale.place(from as f64 - 0.5),
                scale.place((from + width) as f64 - 0.5),
            );
            let height = (FIELD * share(bins, count) / tallest).max(0.5);
            // The outer bins also count the values beyond them.
            let number = first + bin as i64;
            let lowest = if number == first {
                from.min(least)
            } else {
                from
            };
            let highest = from + width - 1;
            let highest = if number == last {
                highest.max(most)
            } else {
                highest
            };
            let tip = if lowest == highest {
                format!("{lowest}: {}", thousands(count))
            } else {
                format!("{lowest} to {highest}: {}", thousands(count))
            };
            sheet.bar((x, base - height), (end - x - 0.6, height), ink, &tip);
        }
        sheet.line((left, base), (right, base), QUIET, 0.6);
        let total: u64 = shape.counts.values().sum();
        if total > 0 {
            let sum: f64 = shape
                .counts
                .iter()
                .map(|(&v, &n)| v as f64 * n as f64)
                .sum();
            let mean = sum / total as f64;
            sheet.reference(scale.place(mean), base - FIELD - 2.0, base);
            let mean = format!("mean {}", fixed(mean, 1));
            let label = if shape.label.is_empty() {
                mean
            } else {
                format!("{} · {mean}", shortened(&shape.label, 24))
            };
            sheet.text((left, base - FIELD - 7.0), Anchor::Start, INK, &label);
        }
    }
    // The vertical axis has no tick labels, so the caption states its full height.
    let full = format!("full height: {} of all", percent(tallest));
    sheet.text((right, LETTER + 3.0), Anchor::End, QUIET, &full);
    if zero_line && low <= 0 && high >= 0 {
        let zero = scale.place(0.0);
        sheet.line((zero, 0.0), (zero, bottom), INK, 1.2);
    }
    let mut tails = Vec::new();
    if least < first * width {
        tails.push(format!("◂ down to {least}"));
        sheet.goes_on((left - 8.0, bottom - 4.0), false, QUIET);
    }
    if most >= (last + 1) * width {
        tails.push(format!("▸ up to {most}"));
        sheet.goes_on((right + 8.0, bottom - 4.0), true, QUIET);
    }
    if !tails.is_empty() {
        let note = format!("end bars: {}", tails.join(", "));
        let place = (left, bottom + 2.0 * LETTER + 10.0);
        sheet.text(place, Anchor::Start, QUIET, &note);
    }
    sheet.axis_name(right, bottom, across);
    sheet.finish(caption.id, bottom + FOOT, caption.title, caption.text)
}

/// Returns the range of values that is drawn bin by bin. Sparse tails are excluded if they would compress the
/// rest of the plot.
fn core(shapes: &[Shape], least: i64, most: i64) -> (i64, i64) {
    const TAIL: f64 = 0.005;
    let of = |share: f64| {
        let counts = shapes.iter().map(|shape| shape.counts);
        counts.filter_map(move |counts| quantile(counts, share))
    };
    let (Some(low), Some(high)) = (of(TAIL).min(), of(1.0 - TAIL).max()) else {
        return (least, most);
    };
    let is_long = |tail: i64| 3 * tail > (high - low).max(1) && tail > 10;
    (
        if is_long(low - least) { low } else { least },
        if is_long(most - high) { high } else { most },
    )
}

/// Returns the smallest round bin width that gives at most 40 bins.
fn bin_width(low: i64, high: i64) -> i64 {
    let span = (high - low).max(0) + 1;
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            let width = factor * power;
            if span <= width * 40 {
                return width;
            }
        }
        power *= 10;
    }
}

/// One stacked bar.
#[derive(Clone, Debug)]
pub struct Stack {
    pub label: String,
    /// Value of each part. Negative parts extend to the other side of zero.
    pub parts: Vec<f64>,
}

/// Plots stacked bars with a legend. `across` is the axis label. If there are more parts than colours, the
/// smallest parts are merged into one.
pub fn stacks(caption: Caption, stacks: &[Stack], parts: &[String], across: &str) -> Drawing {
    if parts.len() > MOST_COLOURS + 1 {
        let (stacks, parts) = pooled(stacks, parts);
        return Drawing::at_both_widths(|width| {
            drawn_stacks(width, caption, &stacks, &parts, across)
        });
    }
    Drawing::at_both_widths(|width| drawn_stacks(width, caption, stacks, parts, across))
}

/// Returns the largest parts, with all other parts merged at the end.
fn pooled(stacks: &[Stack], parts: &[String]) -> (Vec<Stack>, Vec<String>) {
    let size = |part: usize| -> f64 {
        let all = stacks.iter().filter_map(|stack| stack.parts.get(part));
        all.map(|points| points.abs()).sum()
    };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&part| Reverse(OrderedFloat(size(part))));
    let mut kept = order[..MOST_COLOURS].to_vec();
    kept.sort_unstable();
    let of_kept = |stack: &Stack| {
        // A condition without games has no parts.
        let of = |&part: &usize| stack.parts.get(part).copied().unwrap_or(0.0);
        let mut own: Vec<f64> = kept.iter().map(of).collect();
        let all: f64 = stack.parts.iter().sum();
        own.push(all - own.iter().sum::<f64>());
        Stack {
            label: stack.label.clone(),
            parts: own,
        }
    };
    let mut names: Vec<String> = kept.iter().map(|&part| parts[part].clone()).collect();
    let rest = (parts.len() - kept.len()) as u64;
    names.push(format!("{}, see the table", count(rest, "smaller part")));
    (stacks.iter().map(of_kept).collect(), names)
}

fn drawn_stacks(
    width: f64,
    caption: Caption,
    stacks: &[Stack],
    parts: &[String],
    across: &str,
) -> Drawing {
    const BAR: f64 = 24.0;
    let row = LETTER + 10.0 + BAR + 8.0;
    let (left, right) = (MARGIN, width - MARGIN - 8.0);
    let side = |stack: &Stack, sign: f64| -> f64 {
        stack.parts.iter().map(|part| (part * sign).max(0.0)).sum()
    };
    let most = |sign: f64| {
        stacks
            .iter()
            .map(|stack| side(stack, sign))
            .fold(0.0, f64::max)
    };
    let scale = Scale::exact(-most(-1.0), most(1.0), left, right);
    let bottom = row * stacks.len() as f64;
    let mut sheet = Sheet::new(width);
    sheet.axis(&scale, 0.0, bottom, "");
    for (index, stack) in stacks.iter().enumerate() {
        let top = row * index as f64;
        let total: f64 = stack.parts.iter().sum();
        let label = format!("{} · {}", shortened(&stack.label, 34), fixed(total, 1));
        sheet.text((left, top + LETTER + 3.0), Anchor::Start, INK, &label);
        let (mut above, mut below) = (0.0, 0.0);
        for (part, &points) in stack.parts.iter().enumerate() {
            let end: &mut f64 = if points < 0.0 { &mut below } else { &mut above };
            let (from, to) = (scale.place(*end), scale.place(*end + points));
            *end += points;
            if (to - from).abs() < 0.05 {
                continue;
            }
            let name = parts.get(part).map_or("", String::as_str);
            let tip = format!("{}, {name}: {}", stack.label, fixed(points, 2));
            let corner = (from.min(to), top + LETTER + 10.0);
            let size = ((to - from).abs(), BAR);
            sheet.bar(corner, size, part_colour(part), &tip);
            if size.0 > 1.5 {
                // A thin white edge separates adjacent parts for all readers.
                let edge = (from.max(to), corner.1);
                sheet.line(edge, (edge.0, edge.1 + BAR), "#ffffff", 1.0);
            }
        }
    }
    sheet.axis_name(right, bottom, across);
    let drawing = sheet.finish(caption.id, bottom + FOOT, caption.title, caption.text);
    let parts = parts.iter().map(String::as_str).enumerate();
    drawing.with_legend(parts.map(|(part, name)| (part_colour(part), name)))
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
    fn bins_have_round_widths_and_are_few() {
        assert_eq!(bin_width(0, 0), 1);
        assert_eq!(bin_width(0, 39), 1);
        assert_eq!(bin_width(-30, 60), 5);
        assert_eq!(bin_width(0, 4000), 200);
    }

    #[test]
    fn interval_plot_draws_every_mark() {
        let mark = |label: &str, value, interval| Mark {
            label: label.to_string(),
            row: label.to_string(),
            value,
            interval,
            colour: 0,
        };
        let wide = Interval {
            low: 0.0,
            high: 100.0,
        };
        let marks = [
            mark("a", 40.0, Some(wide)),
            mark("a name that is much too long for this", 60.0, None),
        ];
        let svg = intervals(
            CAPTION,
            &marks,
            Axes::shares("share of wins"),
            (50.0, "fair share"),
        )
        .picture();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains(">share of wins</text>"), "{svg}");
        assert!(svg.contains("fair share") && svg.contains("<title id=\"plot-title\">A title"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    /// A mark without a value is replaced by text.
    #[test]
    fn omitted_marks_are_replaced_by_text() {
        let mark = Mark {
            label: "a".to_string(),
            row: "a".to_string(),
            value: 2.0,
            interval: None,
            colour: 0,
        };
        let gap = Mark::left_out("3 more are not drawn".to_string());
        let svg = intervals(CAPTION, &[mark.clone(), gap, mark], "points", (0.0, "none")).picture();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(
            svg.contains(">3 more are not drawn<") && !svg.contains("NaN"),
            "{svg}"
        );
        assert!(svg.contains(">points</text>"), "{svg}");
    }

    #[test]
    fn equal_values_have_a_readable_axis() {
        let mark = Mark {
            label: "a".to_string(),
            row: "a".to_string(),
            value: 50.0,
            interval: None,
            colour: 0,
        };
        let svg = intervals(CAPTION, &[mark], "%", (50.0, "fair share")).picture();
        assert!(svg.contains(">50.0%<") && svg.contains(">51.0%<"), "{svg}");
    }

    #[test]
    fn distribution_counts_every_value_once() {
        let counts = Counts::from([(-3, 2), (0, 5), (4, 1)]);
        let shape = Shape {
            label: "a".to_string(),
            counts: &counts,
            colour: 1,
        };
        let svg = distributions(CAPTION, &[shape], "points", true).picture();
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains(">points</text>") && svg.contains("full height: 62.5\u{a0}% of all"));
        assert!(svg.contains("<title>-3: 2</title>") && svg.contains("mean −0.2"));
        let empty = Shape {
            label: "a".to_string(),
            counts: &Counts::new(),
            colour: 1,
        };
        assert!(
            !distributions(CAPTION, &[empty], "points", false)
                .picture()
                .contains("NaN")
        );
    }

    #[test]
    fn long_tail_is_one_bar_labelled_with_its_end() {
        let drawn = |counts: &Counts| {
            let shape = Shape {
                label: String::new(),
                counts,
                colour: 0,
            };
            distributions(CAPTION, &[shape], "points", false).picture()
        };
        let mut counts: Counts = (0..40).map(|value| (value, 100)).collect();
        assert!(!drawn(&counts).contains("end bars"));
        counts.insert(900, 3);
        let svg = drawn(&counts);
        assert!(svg.contains(">end bars: ▸ up to 900</text>"), "{svg}");
        assert!(svg.contains("<title>39 to 900: 103</title>"), "{svg}");
    }

    #[test]
    fn much_longer_interval_extends_beyond_the_axis() {
        let interval = |half: f64| Interval {
            low: -half,
            high: half,
        };
        let mark = |half| Mark {
            interval: Some(interval(half)),
            ..Mark::left_out("a".to_string())
        };
        let marks: Vec<Mark> = [1.0, 1.0, 1.2, 300.0]
            .map(|half| Mark {
                value: 0.5,
                ..mark(half)
            })
            .into();
        assert_eq!(reach(&marks, 0.0), (-4.8, 5.3));
        let svg = intervals(CAPTION, &marks, "", (0.0, "none")).picture();
        assert_eq!(svg.matches("<path").count(), 2, "{svg}");
        assert!(svg.contains("(−300.0 to 300.0)"), "{svg}");
    }

    #[test]
    fn parts_beyond_the_colours_are_combined() {
        let stack = Stack {
            label: "a".to_string(),
            parts: (1..=10).map(f64::from).collect(),
        };
        let parts: Vec<String> = (1..=10).map(|part| format!("part {part}")).collect();
        let svg = stacks(CAPTION, &[stack], &parts, "mean points").html();
        assert_eq!(svg.matches("<li>").count(), 8);
        assert!(
            svg.contains("3 smaller parts, see the table: 6.00"),
            "{svg}"
        );
        assert!(!svg.contains("part 3<") && svg.contains("part 4<"), "{svg}");
        let none = Stack {
            label: "b".to_string(),
            parts: Vec::new(),
        };
        let svg = stacks(CAPTION, &[none], &parts, "mean points").picture();
        assert!(svg.contains("b · 0.0"), "{svg}");
    }

    #[test]
    fn stacks_show_positive_and_negative_parts() {
        let stack = Stack {
            label: "a".to_string(),
            parts: vec![5.0, -2.0, 0.0],
        };
        let parts = ["x", "y", "z"].map(String::from);
        let svg = stacks(CAPTION, &[stack], &parts, "mean points").html();
        assert!(svg.contains(">mean points</text>"), "{svg}");
        // Counts both the narrow and the broad sheet.
        assert_eq!(svg.matches("<rect").count(), 2 * 2);
        assert!(svg.contains("a · 3.0") && svg.contains("<li>"));
    }
}
