//! Dot plot of values from several players, arranged in rows.

use super::plots::{Caption, FOOT};
use super::svg::{Anchor, Drawing, INK, Scale, Sheet, WIDE, colour, shortened};
use super::words::fixed;

/// Values of one player.
#[derive(Clone, Debug)]
pub struct Dots {
    /// Name of the player.
    pub label: String,
    /// Value in each row, or `None` if there is no value.
    pub values: Vec<Option<f64>>,
    /// Colour index.
    pub colour: usize,
}

/// Plots the values of several players on an axis that starts at zero, with a legend if there are several
/// players.
pub fn dots(caption: Caption, rows: &[String], players: &[Dots], across: &str) -> Drawing {
    Drawing::at_both_widths(|width| dots_on(width, caption, rows, players, across))
}

fn dots_on(
    width: f64,
    caption: Caption,
    rows: &[String],
    players: &[Dots],
    across: &str,
) -> Drawing {
    const ROW: f64 = 24.0;
    const TOP: f64 = 4.0;
    // Maximum length of a row label, in characters: a third of the width.
    let most_letters = (width / 20.0) as usize;
    let letters = rows.iter().map(|row| row.chars().count().min(most_letters));
    let left = 12.0 + WIDE * letters.max().unwrap_or(0) as f64 + 6.0;
    let right = width - 16.0;
    let values = || {
        players
            .iter()
            .flat_map(|player| player.values.iter().flatten())
    };
    let most = values().copied().fold(0.0, f64::max);
    let scale = Scale::new(0.0, most.max(1e-6), left, right);
    let bottom = TOP + ROW * rows.len() as f64 + 4.0;
    let mut sheet = Sheet::new(width);
    sheet.axis(&scale, TOP, bottom, "");
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5) + 2.0;
        let label = shortened(row, most_letters);
        sheet.text((left - 8.0, y + 4.5), Anchor::End, INK, &label);
        for player in players {
            let Some(value) = player.values.get(index).copied().flatten() else {
                continue;
            };
            let tip = format!("{}, {row}: {}", player.label, fixed(value, 2));
            let of = format!("{} {row}", player.label);
            sheet.dot((scale.place(value), y), colour(player.colour), &tip, &of);
        }
    }
    sheet.axis_name(right, bottom, across);
    let drawing = sheet.finish(caption.id, bottom + FOOT, caption.title, caption.text);
    if players.len() < 2 {
        return drawing;
    }
    let names = players.iter();
    drawing.with_legend(names.map(|player| (colour(player.colour), player.label.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::LETTER as SIZE;

    #[test]
    fn dot_plot_draws_one_dot_per_value() {
        let rows = ["bought", "sold"].map(String::from);
        let player = |label: &str, colour, values: [Option<f64>; 2]| Dots {
            label: label.to_string(),
            values: values.to_vec(),
            colour,
        };
        let players = [
            player("a", 0, [Some(1.0), None]),
            player("b", 1, [Some(2.0), Some(4.0)]),
        ];
        let caption = Caption {
            id: "plot",
            title: "",
            text: "",
        };
        let svg = dots(caption, &rows, &players, "a game").picture();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("<title>b, sold: 4.00</title>"), "{svg}");
        assert!(svg.contains(">bought</text>") && svg.contains(&format!("font-size=\"{SIZE}\"")));
        assert!(!svg.contains("NaN"), "{svg}");
        let none = dots(caption, &rows, &[], "a game").picture();
        assert!(!none.contains("NaN") && !none.contains("<circle"), "{none}");
    }
}
