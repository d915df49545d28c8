//! Extracts the first picture of an existing report for the card of its run.

use super::policy::base64;

/// Maximum size of a drawing, in bytes. A card omits larger drawings.
const LARGEST: usize = 150_000;

/// Returns the first drawing of a report as a data URL, or `None` if the report has no drawing. Because the
/// page shows it as an image, the drawing cannot run scripts or load resources, even if the report file is
/// malicious.
pub fn thumbnail(report: &str) -> Option<String> {
    let figure = &report[report.find("<figure")?..];
    let start = figure.find("<svg ")? + "<svg ".len();
    let length = figure[start..].find("</svg>")? + "</svg>".len();
    let drawing = &figure[start..start + length];
    if drawing.len() > LARGEST {
        return None;
    }
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\" style=\"background:#ffffff\" ";
    let image = base64(format!("{own}{drawing}").as_bytes());
    Some(format!("data:image/svg+xml;base64,{image}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thumbnail_is_the_first_drawing_of_a_figure() {
        let report = "<svg a></svg><figure><svg viewBox=\"0 0 9 9\"><path/></svg></figure><figure><svg b></svg>";
        let whole = "<svg xmlns=\"http://www.w3.org/2000/svg\" style=\"background:#ffffff\" \
                     viewBox=\"0 0 9 9\"><path/></svg>";
        let expected = format!("data:image/svg+xml;base64,{}", base64(whole.as_bytes()));
        assert_eq!(thumbnail(report), Some(expected));
    }

    #[test]
    fn report_without_a_usable_drawing_has_no_thumbnail() {
        assert_eq!(thumbnail("<figure>no drawing</figure>"), None);
        assert_eq!(thumbnail("<figure><svg viewBox=\"\">cut off"), None);
        let large = format!("<figure><svg viewBox=\"\">{}</svg>", "x".repeat(LARGEST));
        assert_eq!(thumbnail(&large), None);
    }
}
