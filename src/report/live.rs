//! The page of a game that is being played: it draws what a program sends it, and sends back what is clicked.

use serde::Serialize;

use super::error::ReportError;
use super::policy::policy;
use super::render::{element, render};

const PAGE: &str = include_str!("templates/live.html");
const SCRIPT: &str = concat!(
    include_str!("templates/picture.js"),
    "\n",
    include_str!("templates/live.js")
);
/// The looks of a game that was played, then what only this page has.
const STYLE: &str = concat!(
    include_str!("templates/replay.css"),
    include_str!("templates/live.css")
);

/// A page, and what a browser is to be asked for when it is sent.
pub struct LivePage {
    /// The page.
    pub html: String,
    /// Its content security policy. It belongs into the header of the answer: only there it keeps the page out of the
    /// frames of others.
    pub policy: String,
}

/// What the template takes.
#[derive(Serialize)]
struct Shown<'a> {
    game: &'a str,
    whence: &'a str,
    names: &'a [String],
    style: String,
    script: String,
}

/// The page of a game: its title, which deal it is, and who sits where.
///
/// # Errors
/// [`ReportError`] if it cannot be rendered.
pub fn live_page(game: &str, whence: &str, names: &[String]) -> Result<LivePage, ReportError> {
    let (style, script) = (element(STYLE), element(SCRIPT));
    let policy = format!(
        "{}; connect-src 'self'; frame-ancestors 'none'",
        policy(&style, &script)
    );
    let shown = Shown {
        game,
        whence,
        names,
        style,
        script,
    };
    let html = render("live.html", PAGE, &shown)?;
    Ok(LivePage { html, policy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_allows_its_own_style_script_and_origin_alone() {
        let names = ["</script><b>".to_string()];
        let page = live_page("nim", "seed 7", &names).unwrap();
        let between = |open: &str, close: &str| {
            let start = page.html.find(open).unwrap() + open.len();
            let length = page.html[start..].find(close).unwrap();
            page.html[start..start + length].to_string()
        };
        let own = policy(
            &between("<style>", "</style>"),
            &between("<script>", "</script>"),
        );
        assert!(page.policy.starts_with(&own), "{}", page.policy);
        assert!(page.policy.contains("default-src 'none'"));
        assert!(page.policy.contains("connect-src 'self'"));
        assert!(page.html.contains("&lt;b&gt;") && !page.html.contains("<b>seat"));
        assert_eq!(page.html.matches("<script").count(), 1);
    }
}
