//! Plot of item value against item price.

use std::collections::BTreeMap;

use ordered_float::OrderedFloat;

use super::names::Names;
use super::plots::{Caption, FOOT};
use super::svg::{Anchor, Drawing, INK, LETTER, QUIET, Scale, Sheet, WIDE, colour, shortened};
use super::svg::{GREY, significance_colour};
use super::words::{fixed, signed};
use portolan_run::settings::StudiedItem;
use portolan_study::judgement::Judgement;

const LEFT: f64 = 52.0;
/// Margin to the right of the plot area.
const MARGIN: f64 = 16.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 380.0;
/// Distance between the centres of dots that would otherwise overlap.
const APART: f64 = 7.0;
/// Maximum number of labelled significant items in each direction.
const NAMED: usize = 8;
/// Distance from the middle of a label to its baseline.
const BASELINE: f64 = 4.5;
/// Vertical label offsets relative to the dot, in order of preference.
const SHIFTS: [f64; 7] = [0.0, -15.0, 15.0, -30.0, 30.0, -45.0, 45.0];
/// Maximum label length, in characters.
const LETTERS: usize = 20;

#[derive(Clone, Debug)]
pub struct Priced {
    /// Name and id.
    pub name: String,
    /// Short name, for labels.
    pub short: String,
    /// Label of the table row to which the dot links.
    pub of: String,
    pub price: i32,
    /// Effect on the score margin, in points.
    pub worth: f64,
    /// Expected value at this price, in points.
    pub expected: f64,
    /// 1 if the value is significantly above the expected value, −1 if significantly below, otherwise 0.
    pub direction: i8,
    /// Design of which this item is a copy.
    pub design: Option<String>,
}

impl Priced {
    /// Returns the price and value of an item of a study; `None` without a price.
    pub fn of(names: &Names, studied: &StudiedItem, judged: &Judgement) -> Option<Priced> {
        Some(Priced {
            name: names.full(&studied.label),
            short: names.short(&studied.label),
            of: studied.label.clone(),
            price: studied.price?,
            worth: judged.effect.margin,
            expected: judged.expected,
            direction: judged.direction(),
            design: studied.design.clone(),
        })
    }
}

/// Returns the colour for a significance direction.
fn colour_of(direction: i8) -> &'static str {
    colour(significance_colour(direction))
}

/// Plots the value of each item against its price, with the expected value at each price. Items with equal
/// prices are drawn side by side, copies of a design are connected, and the significant items furthest from
/// the expected value are labelled.
pub fn price_against_worth(caption: Caption, items: &[Priced], up: &str) -> Drawing {
    price_against_worth_in(Frame::around(items), caption, items, up)
}

/// Draws the items as [`price_against_worth`] does, with the axes of a frame that other plots share.
pub fn price_against_worth_in(
    frame: Frame,
    caption: Caption,
    items: &[Priced],
    up: &str,
) -> Drawing {
    Drawing::at_both_widths(|width| on_a_sheet(width, frame, caption, items, up))
}

/// Ranges of the axes.
#[derive(Clone, Copy)]
pub struct Frame {
    prices: (f64, f64),
    values: (f64, f64),
}

impl Frame {
    /// Returns the ranges that contain all items, and the values 0 and 1.
    pub fn around<'items>(items: impl IntoIterator<Item = &'items Priced>) -> Frame {
        let start = Frame {
            prices: (f64::INFINITY, f64::NEG_INFINITY),
            values: (0.0, 1.0),
        };
        let wider = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        items.into_iter().fold(start, |frame, item| Frame {
            prices: wider(frame.prices, f64::from(item.price)),
            values: wider(wider(frame.values, item.worth), item.expected),
        })
    }
}

fn on_a_sheet(width: f64, frame: Frame, caption: Caption, items: &[Priced], up: &str) -> Drawing {
    let right = width - MARGIN;
    let (low, high) = frame.prices;
    let x = Scale::exact(low - 0.6, high + 0.6, LEFT, right);
    let (least, most) = frame.values;
    let y = Scale::new(least, most, BOTTOM, TOP);
    let mut sheet = Sheet::new(width);
    sheet.upright_axis(&y, LEFT, right, "");
    sheet.axis(&x, BOTTOM, BOTTOM, "");
    sheet.text((LEFT, LETTER - 2.0), Anchor::Start, QUIET, up);
    sheet.axis_name(right, BOTTOM, "price");
    let named_line = expectations(&mut sheet, items, &x, &y);
    let places = side_by_side(items, &x, &y);
    let mut copies: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (item, &place) in items.iter().zip(&places) {
        if let Some(design) = &item.design {
            copies.entry(design).or_default().push(place);
        }
    }
    for places in copies.values_mut() {
        places.sort_by_key(|place| OrderedFloat(place.1));
        for pair in places.windows(2) {
            sheet.line(pair[0], pair[1], colour(GREY), 1.0);
        }
    }
    for (item, &place) in items.iter().zip(&places) {
        let tip = format!(
            "{}: costs {}, {} points from the value expected at its price",
            item.name,
            item.price,
            signed(item.worth - item.expected, 1)
        );
        sheet.dot(place, colour_of(item.direction), &tip, &item.of);
    }
    name_the_ends(&mut sheet, items, &places, right, named_line);
    let foot = BOTTOM + 2.0 * LETTER + 10.0;
    let mut at = LEFT;
    for (direction, words) in [(1, "too strong"), (-1, "too weak")] {
        sheet.dot((at + 5.0, foot - 5.0), colour_of(direction), words, "");
        sheet.text((at + 14.0, foot), Anchor::Start, INK, words);
        at += 14.0 + WIDE * words.len() as f64 + 8.0;
    }
    sheet.finish(caption.id, BOTTOM + FOOT, caption.title, caption.text)
}

/// Draws the expected value at each price as one line. Returns the left end, right end and vertical middle of
/// the line's label.
fn expectations(sheet: &mut Sheet, items: &[Priced], x: &Scale, y: &Scale) -> Option<[f64; 3]> {
    let mut by_price: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
    for item in items {
        by_price.entry(item.price).or_default().push(item.expected);
    }
    let points: Vec<(f64, f64)> = by_price
        .iter()
        .map(|(&price, values)| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (x.place(f64::from(price)), y.place(mean))
        })
        .collect();
    sheet.path(&points, INK);
    let &(end, level) = points.last()?;
    let name = "expected at this price";
    let middle = level - 12.5;
    sheet.text((end, middle + BASELINE), Anchor::End, INK, name);
    Some([end - WIDE * name.len() as f64, end, middle])
}

/// Returns the dot positions. Dots that would overlap are shifted horizontally.
fn side_by_side(items: &[Priced], x: &Scale, y: &Scale) -> Vec<(f64, f64)> {
    let room = 0.45 * (x.place(1.0) - x.place(0.0)).abs();
    let steps = (room / APART).floor().max(0.0) as i32;
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&item| (items[item].price, OrderedFloat(items[item].worth)));
    let mut places = vec![(0.0, 0.0); items.len()];
    let mut placed: Vec<(i32, f64, f64)> = Vec::new();
    for item in order {
        let (price, height) = (items[item].price, y.place(items[item].worth));
        let middle = x.place(f64::from(price));
        // Tries positions from the middle outwards, right before left.
        let shifts = (0..=2 * steps).map(|step| match step % 2 {
            1 => f64::from(step / 2 + 1) * APART,
            _ => -f64::from(step / 2) * APART,
        });
        let is_free = |shift: &f64| {
            let others = placed.iter().filter(|other| other.0 == price);
            let mut others = others.map(|other| (other.1 - middle - shift, other.2 - height));
            others.all(|(across, up)| across * across + up * up >= APART * APART)
        };
        let shift = shifts.clone().find(is_free).unwrap_or(0.0);
        places[item] = (middle + shift, height);
        placed.push((price, middle + shift, height));
    }
    places
}

/// Labels the significant items that are furthest from the expected value, as long as the labels do not
/// overlap.
fn name_the_ends(
    sheet: &mut Sheet,
    items: &[Priced],
    places: &[(f64, f64)],
    right: f64,
    named_line: Option<[f64; 3]>,
) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&item| OrderedFloat(-(items[item].worth - items[item].expected).abs()));
    let mut taken: Vec<[f64; 3]> = named_line.into_iter().collect();
    for direction in [1, -1] {
        let ends = order
            .iter()
            .filter(|&&item| items[item].direction == direction);
        for &item in ends.take(NAMED) {
            let label = shortened(&items[item].short, LETTERS);
            let length = WIDE * label.chars().count() as f64;
            let (x, dot) = places[item];
            let spots = SHIFTS.iter().flat_map(|shift| {
                let y = dot + shift;
                [
                    (x + 9.0, x + 9.0 + length, y, Anchor::Start),
                    (x - 9.0 - length, x - 9.0, y, Anchor::End),
                ]
            });
            let fits = |&(from, to, y, _): &(f64, f64, f64, Anchor)| {
                let is_free = |other: &[f64; 3]| {
                    to < other[0] || other[1] < from || (y - other[2]).abs() > LETTER
                };
                let inside = from >= LEFT && to <= right && (TOP..BOTTOM - 6.0).contains(&y);
                inside && taken.iter().all(is_free)
            };
            // A label may cover dots only if every other place is taken.
            let hides = |&(from, to, y, _): &(f64, f64, f64, Anchor)| {
                let under = |&&(across, up): &&(f64, f64)| {
                    (from..=to).contains(&across) && (up - y).abs() < LETTER / 2.0
                };
                places.iter().filter(under).count()
            };
            let Some((from, to, y, anchor)) = spots.filter(fits).min_by_key(hides) else {
                continue;
            };
            if y != dot {
                let near = if anchor == Anchor::Start { from } else { to };
                sheet.line((x, dot), (near, y), QUIET, 0.6);
            }
            let place = if anchor == Anchor::Start { from } else { to };
            sheet.text((place, y + BASELINE), anchor, INK, &label);
            taken.push([from, to, y]);
        }
    }
}

/// Describes the plot in text, for screen readers.
pub fn described(items: &[Priced]) -> String {
    let above = items.iter().filter(|item| item.direction > 0).count();
    let below = items.iter().filter(|item| item.direction < 0).count();
    let widest = items
        .iter()
        .map(|item| (item.worth - item.expected).abs())
        .fold(0.0, f64::max);
    format!(
        "{} items by price and effect: {above} significantly above the value expected at their \
         price, {below} below; the largest difference is {} points.",
        items.len(),
        fixed(widest, 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, price: i32, worth: f64, direction: i8) -> Priced {
        Priced {
            name: name.to_string(),
            short: name.to_string(),
            of: name.to_string(),
            price,
            worth,
            expected: f64::from(price),
            direction,
            design: None,
        }
    }

    const CAPTION: Caption = Caption {
        id: "worth",
        title: "Effect by price",
        text: "",
    };

    #[test]
    fn every_item_is_a_dot_and_significant_items_are_labelled() {
        let mut items = vec![
            item("strong", 3, 12.0, 1),
            item("weak", 5, -4.0, -1),
            item("fair", 4, 4.0, 0),
        ];
        items.extend((0..40).map(|_| item("crowd", 4, 4.1, 0)));
        let svg = price_against_worth(CAPTION, &items, "points").picture();
        // The legend contains two more circles.
        assert_eq!(svg.matches("<circle").count(), 45);
        assert!(svg.contains(">strong</text>") && svg.contains(">weak</text>"));
        assert!(
            !svg.contains(">fair</text>") && !svg.contains("NaN"),
            "{svg}"
        );
        assert!(
            svg.contains("strong: costs 3, +9.0 points from the value expected at its price"),
            "{svg}"
        );
    }

    /// Labels of dots that are close together move up or down instead of being omitted.
    #[test]
    fn crowded_significant_items_are_all_labelled() {
        let names = ["one", "two", "three", "four", "five", "six", "seven"];
        let items: Vec<Priced> = names
            .iter()
            .enumerate()
            .map(|(number, name)| item(name, 3 + number as i32 % 2, 12.0 + 0.1 * number as f64, 1))
            .chain([item("low", 0, -20.0, -1)])
            .collect();
        let svg = price_against_worth(CAPTION, &items, "points").picture();
        for name in names {
            assert!(svg.contains(&format!(">{name}</text>")), "{name}: {svg}");
        }
    }

    #[test]
    fn copies_of_a_design_are_joined_by_lines() {
        let lines = |design: Option<&str>| {
            let copies = [1.0, 2.0, 3.0].map(|worth| Priced {
                design: design.map(str::to_string),
                ..item("copy", 2, worth, 0)
            });
            let svg = price_against_worth(CAPTION, &copies, "points").picture();
            svg.matches("<line").count()
        };
        assert_eq!(lines(Some("design")), lines(None) + 2);
    }

    #[test]
    fn overlapping_dots_are_placed_side_by_side() {
        let items = [
            item("a", 4, 4.0, 0),
            item("b", 4, 4.0, 0),
            item("c", 9, 4.0, 0),
        ];
        let (x, y) = (
            Scale::exact(0.0, 10.0, 0.0, 400.0),
            Scale::exact(0.0, 10.0, 100.0, 0.0),
        );
        let places = side_by_side(&items, &x, &y);
        assert_eq!(places[0].0, 160.0);
        assert!((places[1].0 - 160.0).abs() >= APART && places[2].0 == 360.0);
    }

    #[test]
    fn plot_has_a_text_description() {
        let text = described(&[item("a", 1, 3.5, 1), item("b", 2, 2.0, 0)]);
        assert!(
            text.starts_with("2 items") && text.ends_with("2.5 points."),
            "{text}"
        );
    }
}
