//! Page of a game in progress: draws the positions received from the server and sends back the user's clicks.

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
/// The replay styles, followed by the styles specific to this page.
const STYLE: &str = concat!(
    include_str!("templates/replay.css"),
    include_str!("templates/live.css")
);

/// A page and its content security policy.
pub struct LivePage {
    pub html: String,
    /// Content security policy. It must be sent as a response header, because browsers ignore
    /// `frame-ancestors` in a `<meta>` element.
    pub policy: String,
}

#[derive(Serialize)]
struct Shown<'a> {
    game: &'a str,
    whence: &'a str,
    names: &'a [String],
    style: String,
    script: String,
}

/// Renders the page of a game from its title, the source of the deal and the names of the players.
///
/// # Errors
/// Returns [`ReportError`] if rendering fails.
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
    fn live_page_allows_only_its_own_style_script_and_origin() {
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
