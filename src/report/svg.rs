//! SVG drawing: a sheet that collects shapes, and a scale that maps values to coordinates.
//!
//! A sheet is stretched to the width of the surrounding text. A page contains each drawing twice, as a narrow
//! sheet for phones and as a broad sheet, so that the text is readable on both.

use std::fmt::Write;

/// Width of a sheet for phones and of a standalone picture.
pub const NARROW: f64 = 440.0;
/// Width of a sheet for wider windows. It equals the text width, so that letters are not scaled.
pub const BROAD: f64 = 720.0;
/// Font size.
pub const LETTER: f64 = 14.0;
/// Upper estimate of the width of a letter.
pub const WIDE: f64 = 8.4;
/// Upper estimate of the width of a digit or sign.
const WIDE_DIGIT: f64 = 9.8;
/// Colour of text and of marks without a category.
pub const INK: &str = "#1a1a1a";
/// Colour of axes and of their labels.
pub const QUIET: &str = "#555555";
const GRID: &str = "#dddddd";

/// Number of distinct colours. Further items reuse the colours from the start.
pub const MOST_COLOURS: usize = 7;

/// Colour index for marks that should not stand out and for a "rest" category.
pub const GREY: usize = usize::MAX;

/// Player colours, distinguishable with most forms of colour blindness (after Okabe and Ito, *Color universal
/// design*, 2008).
const COLOURS: [&str; MOST_COLOURS] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#6a51a3",
];

/// Colours for the parts of a whole, distinct from all player colours (after Tol, *Colour schemes*, 2021,
/// "muted").
const PART_COLOURS: [&str; MOST_COLOURS] = [
    "#44aa99", "#ddcc77", "#cc6677", "#88ccee", "#999933", "#aa4499", "#117733",
];

/// First colour index of the parts palette, used for parts of a whole, levels and groups.
pub const PARTS: usize = 1000;

/// Returns the colour with this index.
pub fn colour(index: usize) -> &'static str {
    match index {
        GREY => "#7f7f7f",
        PARTS.. => PART_COLOURS[(index - PARTS) % MOST_COLOURS],
        _ => COLOURS[index % MOST_COLOURS],
    }
}

/// Returns the colour index for an item that is significantly too strong (1), too weak (−1) or neither (0).
/// All plots use these colours.
pub fn significance_colour(direction: i8) -> usize {
    match direction {
        1 => PARTS + 2,
        -1 => PARTS,
        _ => GREY,
    }
}

/// Returns the colour of the part with this index, or grey once the palette is exhausted.
pub fn part_colour(part: usize) -> &'static str {
    PART_COLOURS.get(part).copied().unwrap_or(colour(GREY))
}

/// Horizontal alignment of text relative to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Escapes text for use in XML.
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

/// Shortens a text to at most `letters` characters.
pub fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_string();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// An element of a drawing.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// SVG without links.
    Plain(String),
    /// A mark that links to the table row whose label is `of`.
    Mark { of: String, svg: String },
}

/// A drawing in progress.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub width: f64,
    shapes: Vec<Shape>,
}

impl Sheet {
    /// Creates an empty sheet.
    pub fn new(width: f64) -> Sheet {
        Sheet {
            width,
            shapes: Vec::new(),
        }
    }

    /// Returns the buffer for shapes without links.
    fn plain(&mut self) -> &mut String {
        if !matches!(self.shapes.last(), Some(Shape::Plain(_))) {
            self.shapes.push(Shape::Plain(String::new()));
        }
        match self.shapes.last_mut() {
            Some(Shape::Plain(svg)) => svg,
            _ => unreachable!("it was just pushed"),
        }
    }

    /// Draws a straight line.
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

    /// Draws a dashed vertical reference line.
    pub fn reference(&mut self, x: f64, top: f64, bottom: f64) {
        let _ = write!(
            self.plain(),
            "<line x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" \
             stroke=\"{INK}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>"
        );
    }

    /// Draws a filled rectangle with a tooltip.
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

    /// Draws a dot with a tooltip. The dot links to the table row whose label is `of`.
    pub fn dot(&mut self, centre: (f64, f64), colour: &str, tip: &str, of: &str) {
        let svg = format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"{colour}\"><title>{}</title></circle>",
            centre.0,
            centre.1,
            escape(tip)
        );
        self.mark(of, svg);
    }

    /// Draws an upward arrowhead for a value above the plot area, with a tooltip and the same link as
    /// [`Sheet::dot`].
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

    /// Draws an arrowhead to the left or right, at the end of a line that continues outside the plot area.
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

    /// Draws one line of text.
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

    /// Draws a dashed horizontal reference line.
    pub fn level(&mut self, y: f64, left: f64, right: f64) {
        let _ = write!(
            self.plain(),
            "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\" \
             stroke=\"{INK}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>"
        );
    }

    /// Draws a line through all points.
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

    /// Draws a vertical axis at the left edge of the plot area, with horizontal grid lines.
    pub fn upright_axis(&mut self, scale: &Scale, left: f64, right: f64, unit: &str) {
        for tick in scale.ticks() {
            let y = scale.place(tick);
            self.line((left, y), (right, y), GRID, 1.0);
            let label = format!("{}{unit}", scale.label(tick));
            self.text((left - 6.0, y + 4.5), Anchor::End, QUIET, &label);
        }
        self.line((left, scale.left), (left, scale.right), QUIET, 1.0);
    }

    /// Draws a horizontal axis below the plot area, with vertical grid lines.
    pub fn axis(&mut self, scale: &Scale, top: f64, bottom: f64, unit: &str) {
        for tick in scale.ticks() {
            let x = scale.place(tick);
            self.line((x, top), (x, bottom), GRID, 1.0);
            let label = format!("{}{unit}", scale.label(tick));
            // Clamps the label to the sheet and places it below the labels of a vertical axis.
            let half = WIDE_DIGIT * label.chars().count() as f64 / 2.0;
            let x = x.clamp(half, self.width - half);
            let place = (x, bottom + LETTER + 6.0);
            self.text(place, Anchor::Middle, QUIET, &label);
        }
        self.line((scale.left, bottom), (scale.right, bottom), QUIET, 1.0);
    }

    /// Draws the name of a horizontal axis, right-aligned below its labels.
    pub fn axis_name(&mut self, right: f64, bottom: f64, name: &str) {
        if !name.is_empty() {
            let place = (right, bottom + 2.0 * LETTER + 10.0);
            self.text(place, Anchor::End, QUIET, name);
        }
    }

    /// Returns the finished drawing with this height. `id` must be unique on the page.
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

/// A finished drawing, for use on a page or as a standalone picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    id: String,
    width: f64,
    height: f64,
    title: String,
    description: String,
    shapes: Vec<Shape>,
    /// Colours and their labels.
    legend: Vec<(&'static str, String)>,
    /// Version of this drawing for wider windows.
    broad: Option<Box<Drawing>>,
}

impl Drawing {
    /// Draws a plot on both a narrow and a broad sheet.
    pub fn at_both_widths(draw: impl Fn(f64) -> Drawing) -> Drawing {
        Drawing {
            broad: Some(Box::new(draw(BROAD))),
            ..draw(NARROW)
        }
    }

    /// Sets the legend from pairs of colour and label.
    pub fn with_legend<'text>(
        mut self,
        labels: impl Iterator<Item = (&'static str, &'text str)>,
    ) -> Drawing {
        self.legend = labels
            .map(|(colour, label)| (colour, label.to_string()))
            .collect();
        self
    }

    /// Returns the drawing as HTML. The legend is HTML text, so that long legends wrap on narrow screens.
    pub fn html(&self) -> String {
        self.linked(|_| None)
    }

    /// Returns the drawing as HTML. `row` maps the label of a mark to the address of its table row.
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

    /// Returns the drawing as a standalone SVG file with a white background and the legend below.
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

    /// Returns the identifier with all characters replaced that are not portable in file names.
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
        // Screen readers do not expose links inside an element with the role `img`.
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

/// Concatenates all shapes. Marks become links if `row` returns an address for them.
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

/// Turns a text into an element id, without spaces and other characters that are invalid in an address.
pub fn identifier(text: &str) -> String {
    let safe = |letter: char| match letter {
        letter if letter.is_alphanumeric() || "-_.:()=,+".contains(letter) => letter,
        _ => '-',
    };
    text.chars().map(safe).collect()
}

/// A linear scale that maps values to coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
    /// Coordinate of the low end.
    pub left: f64,
    /// Coordinate of the high end.
    pub right: f64,
}

impl Scale {
    /// Creates a scale that covers `low ..= high` and starts and ends at round numbers.
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

    /// Creates a scale that covers exactly `low ..= high`, with ticks at the round numbers in between.
    pub fn exact(low: f64, high: f64, left: f64, right: f64) -> Scale {
        Scale {
            low,
            high,
            ..Scale::new(low, high, left, right)
        }
    }

    /// Returns the coordinate of a value, clamped to the scale.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low).max(1e-12);
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Returns true if the value lies on the scale.
    pub fn holds(&self, value: f64) -> bool {
        let room = 1e-9 * (self.high - self.low);
        (self.low - room..=self.high + room).contains(&value)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        // The tolerance absorbs rounding errors at the ends of the scale.
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
    fn scales_start_and_end_at_round_numbers() {
        let scale = Scale::new(27.3, 43.9, 100.0, 300.0);
        let ticks: Vec<String> = scale.ticks().map(|tick| scale.label(tick)).collect();
        assert_eq!(ticks, ["25", "30", "35", "40", "45"]);
        assert_eq!((scale.place(25.0), scale.place(45.0)), (100.0, 300.0));
        assert_eq!(scale.place(35.0), 200.0);
    }

    #[test]
    fn scale_of_a_single_value_is_finite() {
        let scale = Scale::new(3.0, 3.0, 0.0, 1.0);
        assert!(scale.place(3.0).is_finite());
    }

    #[test]
    fn drawing_escapes_markup_in_names() {
        let mut sheet = Sheet::new(NARROW);
        sheet.text((0.0, 0.0), Anchor::Start, INK, "<script>&\"");
        let svg = sheet.finish("a", 10.0, "t", "d").html();
        assert!(svg.contains("&lt;script&gt;&amp;&quot;"), "{svg}");
        assert!(svg.starts_with("<svg viewBox=\"0 0 440 10\""), "{svg}");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }

    #[test]
    fn marks_link_only_to_existing_rows() {
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
    fn picture_contains_its_legend_and_has_a_safe_file_name() {
        let drawing = Sheet::new(NARROW).finish("of a/../ä", 10.0, "t", "d");
        assert_eq!(drawing.file_stem(), "of-a-----");
        let labels = ["<one>", "two", "three", "four"];
        let drawing = drawing.with_legend(labels.into_iter().map(|label| (colour(0), label)));
        let picture = drawing.picture();
        assert!(
            picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "),
            "{picture}"
        );
        // The legend adds two lines of 20 units each.
        assert!(picture.contains("viewBox=\"0 0 440 50\""), "{picture}");
        assert!(picture.contains(">&lt;one&gt;</text>") && picture.ends_with("</svg>\n"));
        assert!(drawing.html().contains("viewBox=\"0 0 440 10\""));
        assert!(drawing.html().ends_with("four</li></ul>"));
    }
}
