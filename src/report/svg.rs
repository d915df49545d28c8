//! Drawing: a sheet that collects shapes, and a scale from values to places on it.
//!
//! A sheet is stretched to the width of the text beside it. A page holds each drawing twice, on a narrow sheet for
//! telephones and on a broad one, so that letters are readable on both.

use std::fmt::Write;

/// Width of a sheet for telephones, and of a picture of its own.
pub const NARROW: f64 = 440.0;
/// Width of a sheet for wider windows: that of the text, so that letters keep their size.
pub const BROAD: f64 = 720.0;
/// Size of letters.
pub const LETTER: f64 = 14.0;
/// Width of a letter, if it is a wide one.
pub const WIDE: f64 = 8.4;
/// The same of digits and signs.
const WIDE_DIGIT: f64 = 9.8;
/// Colour of text and of marks that stand for themselves.
pub const INK: &str = "#1a1a1a";
/// Colour of axes and of text beside them.
pub const QUIET: &str = "#555555";
const GRID: &str = "#dddddd";

/// So many things have a colour of their own; those after them have the same colours again.
pub const MOST_COLOURS: usize = 7;

/// The number of the colour for what does not stand out, or for the rest of many.
pub const GREY: usize = usize::MAX;

/// Colours that keep apart for most eyes, also beside one another (after Okabe and Ito, *Color universal design*, 2008).
const COLOURS: [&str; MOST_COLOURS] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#6a51a3",
];

/// Colours of the parts of a whole, none of which is that of a player (after Tol, *Colour schemes*, 2021, "muted").
const PART_COLOURS: [&str; MOST_COLOURS] = [
    "#44aa99", "#ddcc77", "#cc6677", "#88ccee", "#999933", "#aa4499", "#117733",
];

/// Numbers from here on are those of the colours of parts of a whole, of rungs and of groups: of what is no player.
pub const PARTS: usize = 1000;

/// The colour of the thing with this number.
pub fn colour(index: usize) -> &'static str {
    match index {
        GREY => "#7f7f7f",
        PARTS.. => PART_COLOURS[(index - PARTS) % MOST_COLOURS],
        _ => COLOURS[index % MOST_COLOURS],
    }
}

/// Number of the colour for an item that is significantly too strong (1), too weak (−1) or neither, in every plot.
pub fn significance_colour(direction: i8) -> usize {
    match direction {
        1 => PARTS + 2,
        -1 => PARTS,
        _ => GREY,
    }
}

/// The colour of the part of a whole with this number; grey for what comes after all colours.
pub fn part_colour(part: usize) -> &'static str {
    PART_COLOURS.get(part).copied().unwrap_or(colour(GREY))
}

/// Where text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In its middle.
    Middle,
    /// At its right end.
    End,
}

/// Text as it may stand in XML.
pub fn escape(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut out, letter| {
            match letter {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                letter => out.push(letter),
            }
            out
        })
}

/// A text cut to so many letters.
pub fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_string();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Something that leads nowhere.
    Plain(String),
    /// A mark that stands for what a line of a table is of.
    Mark { of: String, svg: String },
}

/// Shapes on a drawing under way.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its width.
    pub width: f64,
    shapes: Vec<Shape>,
}

impl Sheet {
    /// An empty sheet of this width.
    pub fn new(width: f64) -> Sheet {
        Sheet {
            width,
            shapes: Vec::new(),
        }
    }

    /// Where shapes that lead nowhere are written.
    fn plain(&mut self) -> &mut String {
        if !matches!(self.shapes.last(), Some(Shape::Plain(_))) {
            self.shapes.push(Shape::Plain(String::new()));
        }
        match self.shapes.last_mut() {
            Some(Shape::Plain(svg)) => svg,
            _ => unreachable!("it was just pushed"),
        }
    }

    /// A line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let _ = write!(
            self.plain(),
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>",
            from.0,
            from.1,
            to.0,
            to.1
        );
    }

    /// An upright broken line: something to compare with.
    pub fn reference(&mut self, x: f64, top: f64, bottom: f64) {
        let _ = write!(
            self.plain(),
            "<line x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" \
             stroke=\"{INK}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>"
        );
    }

    /// A filled rectangle with a text that is shown when pointed at.
    pub fn bar(&mut self, corner: (f64, f64), size: (f64, f64), colour: &str, tip: &str) {
        let _ = write!(
            self.plain(),
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\">",
            corner.0,
            corner.1,
            size.0.max(0.0),
            size.1.max(0.0)
        );
        if !tip.is_empty() {
            let _ = write!(self.plain(), "<title>{}</title>", escape(tip));
        }
        self.plain().push_str("</rect>");
    }

    /// A dot with a text that is shown when pointed at. It leads to the line of a table that is of the same (`of`).
    pub fn dot(&mut self, centre: (f64, f64), colour: &str, tip: &str, of: &str) {
        let svg = format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"{colour}\"><title>{}</title></circle>",
            centre.0,
            centre.1,
            escape(tip)
        );
        self.mark(of, svg);
    }

    /// An arrowhead upwards, for what lies beyond the field, with a text that is shown when pointed at. It leads
    /// where a dot would.
    pub fn beyond(&mut self, tip_at: (f64, f64), colour: &str, tip: &str, of: &str) {
        let (x, y) = tip_at;
        let svg = format!(
            "<path d=\"M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{colour}\"><title>{}</title></path>",
            x + 5.0,
            y + 9.0,
            x - 5.0,
            y + 9.0,
            escape(tip)
        );
        self.mark(of, svg);
    }

    fn mark(&mut self, of: &str, svg: String) {
        self.shapes.push(Shape::Mark {
            of: of.to_string(),
            svg,
        });
    }

    /// An arrowhead to the left or to the right, at the end of what goes on beyond the field.
    pub fn goes_on(&mut self, tip_at: (f64, f64), to_the_right: bool, colour: &str) {
        let (x, y) = tip_at;
        let back = if to_the_right { x - 8.0 } else { x + 8.0 };
        let _ = write!(
            self.plain(),
            "<path d=\"M{x:.1} {y:.1}L{back:.1} {:.1}L{back:.1} {:.1}Z\" fill=\"{colour}\"/>",
            y - 5.0,
            y + 5.0
        );
    }

    /// A line of text.
    pub fn text(&mut self, place: (f64, f64), anchor: Anchor, colour: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = write!(
            self.plain(),
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
            place.0,
            place.1,
            escape(text)
        );
    }

    /// A broken line across: something to compare with.
    pub fn level(&mut self, y: f64, left: f64, right: f64) {
        let _ = write!(
            self.plain(),
            "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\" \
             stroke=\"{INK}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>"
        );
    }

    /// A line through many points.
    pub fn path(&mut self, points: &[(f64, f64)], colour: &str) {
        let shapes = self.plain();
        shapes.push_str("<path d=\"");
        for (index, (x, y)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(shapes, "{letter}{x:.1} {y:.1}");
        }
        let _ = write!(
            shapes,
            "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>"
        );
    }

    /// A scale beside a field (from its bottom to its top), with lines across the field.
    pub fn upright_axis(&mut self, scale: &Scale, left: f64, right: f64, unit: &str) {
        for tick in scale.ticks() {
            let y = scale.place(tick);
            self.line((left, y), (right, y), GRID, 1.0);
            let label = format!("{}{unit}", scale.label(tick));
            self.text((left - 6.0, y + 4.5), Anchor::End, QUIET, &label);
        }
        self.line((left, scale.left), (left, scale.right), QUIET, 1.0);
    }

    /// A scale under a field, with lines up through the field.
    pub fn axis(&mut self, scale: &Scale, top: f64, bottom: f64, unit: &str) {
        for tick in scale.ticks() {
            let x = scale.place(tick);
            self.line((x, top), (x, bottom), GRID, 1.0);
            let label = format!("{}{unit}", scale.label(tick));
            // Kept inside the sheet, and below the numbers of an upright scale.
            let half = WIDE_DIGIT * label.chars().count() as f64 / 2.0;
            let x = x.clamp(half, self.width - half);
            let place = (x, bottom + LETTER + 6.0);
            self.text(place, Anchor::Middle, QUIET, &label);
        }
        self.line((scale.left, bottom), (scale.right, bottom), QUIET, 1.0);
    }

    /// What a scale under a field measures, below its numbers at the right end.
    pub fn axis_name(&mut self, right: f64, bottom: f64, name: &str) {
        if !name.is_empty() {
            let place = (right, bottom + 2.0 * LETTER + 10.0);
            self.text(place, Anchor::End, QUIET, name);
        }
    }

    /// The drawing, so many units high. `id` is unique on the page.
    pub fn finish(self, id: &str, height: f64, title: &str, description: &str) -> Drawing {
        Drawing {
            id: id.to_string(),
            width: self.width,
            height,
            title: escape(title),
            description: escape(description),
            shapes: self.shapes,
            legend: Vec::new(),
            broad: None,
        }
    }
}

/// A drawing that is done: part of a page, or a picture of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    id: String,
    width: f64,
    height: f64,
    title: String,
    description: String,
    shapes: Vec<Shape>,
    /// Colours, and what they stand for.
    legend: Vec<(&'static str, String)>,
    /// The same for a wider window.
    broad: Option<Box<Drawing>>,
}

impl Drawing {
    /// What is drawn for a sheet of any width, on a narrow and on a broad one.
    pub fn at_both_widths(draw: impl Fn(f64) -> Drawing) -> Drawing {
        Drawing {
            broad: Some(Box::new(draw(BROAD))),
            ..draw(NARROW)
        }
    }

    /// With what its colours stand for.
    pub fn with_legend<'text>(
        mut self,
        labels: impl Iterator<Item = (&'static str, &'text str)>,
    ) -> Drawing {
        self.legend = labels
            .map(|(colour, label)| (colour, label.to_string()))
            .collect();
        self
    }

    /// For a page. The legend flows with it: lists of parts are long, and telephones narrow.
    pub fn html(&self) -> String {
        self.linked(|_| None)
    }

    /// The same, where `row` gives the address of the line that a mark leads to, by what it is of.
    pub fn linked(&self, row: impl Fn(&str) -> Option<String>) -> String {
        let mut svg = match &self.broad {
            Some(broad) => {
                let narrow = self.svg(&self.id, "class=\"narrow\" ", self.height, &row, "");
                let id = format!("{}-broad", self.id);
                narrow + &broad.svg(&id, "class=\"broad\" ", broad.height, &row, "")
            }
            None => self.svg(&self.id, "", self.height, &row, ""),
        };
        if self.legend.is_empty() {
            return svg;
        }
        let item = |(colour, label): &(&str, String)| {
            let label = escape(label);
            format!("<li><span style=\"background:{colour}\"></span>{label}</li>")
        };
        let items: String = self.legend.iter().map(item).collect();
        svg.push_str(&format!("<ul class=\"legend\">{items}</ul>"));
        svg
    }

    /// As a file of its own, with its legend below: on white, whatever it is shown on.
    pub fn picture(&self) -> String {
        const COLUMNS: usize = 3;
        const LETTERS: usize = 17;
        let mut below = Sheet::new(self.width);
        for (place, (colour, label)) in self.legend.iter().enumerate() {
            let x = 12.0 + (place % COLUMNS) as f64 * (self.width - 16.0) / COLUMNS as f64;
            let y = self.height + (place / COLUMNS) as f64 * (LETTER + 6.0);
            below.bar((x, y), (10.0, 10.0), colour, "");
            let label = shortened(label, LETTERS);
            below.text((x + 15.0, y + 10.0), Anchor::Start, INK, &label);
        }
        let rows = self.legend.len().div_ceil(COLUMNS);
        let height = self.height + rows as f64 * (LETTER + 6.0);
        let own = "xmlns=\"http://www.w3.org/2000/svg\" style=\"background: #ffffff\" ";
        let legend = written(&below.shapes, |_| None);
        self.svg(&self.id, own, height, |_| None, &legend) + "\n"
    }

    /// The identifier, in letters that may stand in a file's name everywhere.
    pub fn file_stem(&self) -> String {
        let safe = |letter: char| match letter {
            letter if letter.is_ascii_alphanumeric() || "-_".contains(letter) => letter,
            _ => '-',
        };
        self.id.chars().map(safe).collect()
    }

    fn svg(
        &self,
        id: &str,
        attributes: &str,
        height: f64,
        row: impl Fn(&str) -> Option<String>,
        more: &str,
    ) -> String {
        let Drawing {
            title,
            description,
            width,
            ..
        } = self;
        let (id, shapes) = (identifier(id), written(&self.shapes, row));
        // What is an image to those who hear the page has no links for them.
        let role = if shapes.contains("<a ") {
            "group"
        } else {
            "img"
        };
        format!(
            "<svg {attributes}viewBox=\"0 0 {width} {height:.0}\" role=\"{role}\" \
             aria-labelledby=\"{id}-title {id}-text\" font-family=\"sans-serif\" \
             font-size=\"{LETTER}\"><title id=\"{id}-title\">{title}</title>\
             <desc id=\"{id}-text\">{description}</desc>{shapes}{more}</svg>"
        )
    }
}

/// The shapes one after the other, marks as links if `row` knows where they lead.
fn written(shapes: &[Shape], row: impl Fn(&str) -> Option<String>) -> String {
    let shape = |shape: &Shape| match shape {
        Shape::Plain(svg) => svg.clone(),
        Shape::Mark { of, svg } => match row(of) {
            Some(address) => format!("<a href=\"#{}\">{svg}</a>", escape(&address)),
            None => svg.clone(),
        },
    };
    shapes.iter().map(shape).collect()
}

/// A text as it may name an element of a page: without spaces and what an address cannot hold.
pub fn identifier(text: &str) -> String {
    let safe = |letter: char| match letter {
        letter if letter.is_alphanumeric() || "-_.:()=,+".contains(letter) => letter,
        _ => '-',
    };
    text.chars().map(safe).collect()
}

/// From values to places across a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
    /// Left end on the sheet.
    pub left: f64,
    /// Right end.
    pub right: f64,
}

impl Scale {
    /// A scale that holds all of `low ..= high`, from one round number to another.
    pub fn new(low: f64, high: f64, left: f64, right: f64) -> Scale {
        let span = (high - low).max(1e-9);
        let rough = span / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= rough * 0.999)
            .unwrap_or(rough);
        Scale {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            left,
            right,
        }
    }

    /// A scale of just `low ..= high`, marked at the round numbers in between.
    pub fn exact(low: f64, high: f64, left: f64, right: f64) -> Scale {
        Scale {
            low,
            high,
            ..Scale::new(low, high, left, right)
        }
    }

    /// Where a value is.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low).max(1e-12);
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Whether a value lies on it.
    pub fn holds(&self, value: f64) -> bool {
        let room = 1e-9 * (self.high - self.low);
        (self.low - room..=self.high + room).contains(&value)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        // A little room, because the ends of a scale are sums of fractions.
        let first = (self.low / self.step - 1e-6).ceil();
        let count = ((self.high / self.step + 1e-6).floor() - first).max(0.0) as usize;
        let step = self.step;
        (0..=count).map(move |index| (first + index as f64) * step)
    }

    fn label(&self, tick: f64) -> String {
        let decimals = (-self.step.log10()).ceil().clamp(0.0, 6.0) as usize;
        super::words::fixed(tick, decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_begin_and_end_at_round_numbers() {
        let scale = Scale::new(27.3, 43.9, 100.0, 300.0);
        let ticks: Vec<String> = scale.ticks().map(|tick| scale.label(tick)).collect();
        assert_eq!(ticks, ["25", "30", "35", "40", "45"]);
        assert_eq!((scale.place(25.0), scale.place(45.0)), (100.0, 300.0));
        assert_eq!(scale.place(35.0), 200.0);
    }

    #[test]
    fn a_single_value_has_a_scale() {
        let scale = Scale::new(3.0, 3.0, 0.0, 1.0);
        assert!(scale.place(3.0).is_finite());
    }

    #[test]
    fn names_cannot_break_the_drawing() {
        let mut sheet = Sheet::new(NARROW);
        sheet.text((0.0, 0.0), Anchor::Start, INK, "<script>&\"");
        let svg = sheet.finish("a", 10.0, "t", "d").html();
        assert!(svg.contains("&lt;script&gt;&amp;&quot;"), "{svg}");
        assert!(svg.starts_with("<svg viewBox=\"0 0 440 10\""), "{svg}");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }

    #[test]
    fn marks_lead_to_lines_that_are_there() {
        let mut sheet = Sheet::new(NARROW);
        sheet.dot((1.0, 2.0), colour(0), "a: 1", "a");
        sheet.dot((1.0, 2.0), colour(0), "b: 1", "b");
        sheet.beyond((1.0, 2.0), colour(0), "a: 9", "a");
        let drawing = sheet.finish("a plot", 10.0, "t", "d");
        let svg = drawing.linked(|of| (of == "a").then(|| "row-1".to_string()));
        assert_eq!(svg.matches("<a href=\"#row-1\"><").count(), 2);
        assert_eq!(svg.matches("</a>").count(), 2);
        assert!(svg.contains("id=\"a-plot-title\""), "{svg}");
        assert!(!drawing.html().contains("<a ") && !drawing.picture().contains("<a "));
    }

    #[test]
    fn a_picture_holds_its_legend_and_has_a_name_for_a_file() {
        let drawing = Sheet::new(NARROW).finish("of a/../ä", 10.0, "t", "d");
        assert_eq!(drawing.file_stem(), "of-a-----");
        let labels = ["<one>", "two", "three", "four"];
        let drawing = drawing.with_legend(labels.into_iter().map(|label| (colour(0), label)));
        let picture = drawing.picture();
        assert!(
            picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "),
            "{picture}"
        );
        // Two lines of twenty units each below the drawing.
        assert!(picture.contains("viewBox=\"0 0 440 50\""), "{picture}");
        assert!(picture.contains(">&lt;one&gt;</text>") && picture.ends_with("</svg>\n"));
        assert!(drawing.html().contains("viewBox=\"0 0 440 10\""));
        assert!(drawing.html().ends_with("four</li></ul>"));
    }
}
