//! `portolan report`: contents of the pages for complete and unfinished runs, and errors for damaged folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::consistent;
use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir};
use super::sentences;
use super::text::TextAssert;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays a run and returns its folder.
fn play(folder: &Folder, name: &str, bots: &str, games: u64, seed: u64) -> PathBuf {
    let line_up = format!("simulate --game maracaibo --bots '{bots}'");
    let size = format!("--games {games} --seed {seed} --events none");
    folder.succeeds(format!("{line_up} {size} --quiet --out '{name}'"));
    folder.join(name)
}

/// Writes the report of a run. Returns the output, the Markdown page and the HTML page.
pub fn report(out: &Path) -> (String, String, String) {
    let name = out.file_name().unwrap().to_str().unwrap();
    report_at(
        out.parent().unwrap(),
        &format!("'{name}'"),
        &format!("{name}/report"),
    )
}

/// Writes a report, which must succeed, to the files with this name. Returns the output, the Markdown page and the
/// HTML page.
pub fn report_at(folder: &Path, arguments: &str, name: &str) -> (String, String, String) {
    let plain = |text: String| text.replace('\u{a0}', " ");
    let printed = folder.succeeds(format!("report {arguments}"));
    let page = folder.read(format!("{name}.json"));
    consistent::check(&serde_json::from_str(&page).unwrap());
    sentences::check(&page, &folder.read(format!("{name}.md")));
    let [markdown, html] = ["md", "html"].map(|end| plain(folder.read(format!("{name}.{end}"))));
    (plain(printed), markdown, html)
}

/// Asserts that the page contains plots with these names.
pub fn has_plots(html: &str, names: &[&str]) {
    for name in names {
        html.assert_contains(&format!("<title id=\"plot-{name}-title\">"));
    }
}

/// Asserts that the page makes no requests and has a single small script. Returns the page without the script.
pub fn asks_for_nothing(html: &str) -> &str {
    for forbidden in [
        "http", "<script ", "src=", "@import", "url(", "fetch(", "import(", "inf\"",
    ] {
        // The attribute of the content security policy is not an address.
        let rest = html.replacen("http-equiv=", "", 1);
        rest.assert_lacks(forbidden);
    }
    let (page, script) = html.split_once("<script>").unwrap();
    page.assert_lacks("NaN");
    assert!(script.len() < 8000, "{} bytes of script", script.len());
    page
}

#[test]
fn page_is_self_contained() {
    let folder = Folder::new();
    let run = play(&folder, "run", "greedy,random", 4, 7);
    let (_, _, html) = report(&run);
    let page = asks_for_nothing(&html);
    page.assert_contains("<a href=\"games.csv\">games.csv</a>");
    page.assert_contains("<li><a href=\"#wins\">Share of wins</a></li>");
    html.assert_contains("<meta name=\"viewport\"");
    let count = |part: &str| html.matches(part).count();
    assert_eq!(count("<svg "), count("viewBox="));
    assert_eq!(count("<svg "), count("</svg>"));
    assert_eq!(count("<table>"), count("<div class=\"scroll\">"));
}

/// The page and summary.csv compute the same numbers in two ways.
#[test]
fn report_numbers_agree_with_the_summary() {
    let folder = Folder::new();
    let run = play(&folder, "run", "greedy,random", 20, 3);
    let (_, markdown, _) = report(&run);
    let mut summary = csv::Reader::from_path(run.join("summary.csv")).unwrap();
    for row in summary.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let seat = match &row[1] {
            "" => String::new(),
            seat => format!(" {seat} |"),
        };
        let [wins, low, high] = [8, 9, 10].map(|column| 100.0 * number(column));
        let (bot, games) = (&row[0], &row[2]);
        let line = format!("| {bot} |{seat} {games} | {wins:.1} % | {low:.1}–{high:.1} % |");
        markdown.assert_contains(&line);
    }
}

/// A run stops between deal groups, so that only some conditions have played the last deal.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn unplayed_games_of_stopped_run_do_not_count_as_crashed() {
    let folder = &Folder::new();
    let caps: Vec<String> = (20..32).map(|cap| cap.to_string()).collect();
    let study = format!(
        "kind = 'sweep'\ngame = 'cartagena'\nbots = ['random', 'random']\nblocks = 400\n\
         [sweep.set]\nturn_cap = [{}]\n",
        caps.join(", ")
    );
    folder.write("study.toml", study);
    let run = "run study.toml --quiet --threads 1 --out stopped";
    end_at(folder, run, Ending::Interrupt, 24);
    let stopped = folder.join("stopped");
    let (printed, markdown, _) = report(&stopped);
    for page in [&printed, &markdown] {
        page.assert_contains("was stopped before its end");
        page.assert_lacks("crashed and");
    }
    markdown.assert_contains("planned; 0 crashed");
}

/// A report of an unfinished run, or a report older than its run, is replaced unless one of its files was edited.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn outdated_report_is_replaced_unless_it_was_edited() {
    let folder = &Folder::new();
    let run = "simulate --game cartagena --bots random,random --games 4000 --seed 5 --quiet --out run --threads 1";
    end_at(folder, run, Ending::Interrupt, 24);
    folder.succeeds("report run");
    folder
        .read("run/report.md")
        .assert_contains("The run was stopped");
    folder.succeeds(format!("{run} --resume"));
    let page = folder.read("run/report.md");
    folder.write("run/report.md", page.clone() + "My remark.\n");
    folder.rejects("report run => report.md exists; --force replaces it");
    folder.write("run/report.md", &page);
    let json = folder.read("run/report.json");
    folder.write(
        "run/report.json",
        json.replacen("\"title\": \"", "\"title\": \"My ", 1),
    );
    folder.rejects("report run => report.md exists");
    folder.write("run/report.json", &json);
    folder.succeeds("report run");
    folder
        .read("run/report.md")
        .assert_lacks("The run was stopped");
    // This report is complete and newer than the run.
    folder.rejects("report run => report.md exists; --force replaces it");
    let manifest = std::fs::File::options()
        .append(true)
        .open(folder.join("run/manifest.toml"))
        .unwrap();
    let written = folder.join("run/report.json").metadata().unwrap();
    let later = written.modified().unwrap() + std::time::Duration::from_secs(3600);
    manifest.set_modified(later).unwrap();
    folder.succeeds("report run");
}

/// The shares of favourite items are shares of the games of the bot, which has three seats in each game.
#[test]
fn report_lists_favourite_items_with_their_shares_of_games() {
    let folder = &Folder::new();
    folder.succeeds(
        "simulate --game endeavor --bots greedy,greedy,greedy --games 12 --events all --quiet --out run",
    );
    folder.succeeds("report run --ask habits");
    let mut seats: BTreeMap<(String, String), BTreeSet<[String; 2]>> = BTreeMap::new();
    let events = folder.read("run/events.csv");
    for row in events.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let of_item = seats.entry((cells[4].to_string(), cells[5].to_string()));
        let seat = [cells[0], cells[1]].map(str::to_string);
        of_item.or_default().insert(seat);
    }
    let page: serde_json::Value = serde_json::from_str(&folder.read("run/report.json")).unwrap();
    let findings = page["more"].as_array().unwrap().iter();
    let favourites = findings.filter_map(|found| {
        let (share, rest) = found.as_str()?.split_once(" (")?;
        let (_, words) = rest.split_once(" among their ")?;
        Some((words.split_once(';')?.0, share))
    });
    let kinds = portolan::games::entry("endeavor").unwrap().events;
    let mut checked = 0;
    for (words, found) in favourites {
        let event = kinds.iter().find(|event| event.words == words).unwrap();
        let of_event = seats.iter().filter(|((known, _), _)| *known == event.name);
        let most = of_event.map(|(_, seats)| seats.len()).max().unwrap();
        let share = 100.0 * most as f64 / 36.0;
        let found = found.replace('\u{a0}', " ");
        assert_eq!(found, format!("{share:.1} %"));
        checked += 1;
    }
    assert_eq!(checked, 3, "{page}");
}

/// Names from files, and folders from the command line, are escaped.
#[cfg(unix)]
#[test]
fn names_are_escaped_on_pages() {
    let folder = Folder::new();
    let names = ["<script>alert(1)<script>", "a|b", "two lines", "<!-- &lt;"];
    let about = "kind = \"random\"\nabout = \"<i>x</i> | \\n\\n# y\"\n";
    let paths = names.map(|name| format!("{name}.toml"));
    for path in &paths {
        folder.write(path, about);
    }
    let bots = paths.join(",");
    play(&folder, "<b>run|<b>", &bots, 8, 7);
    let (_, markdown, html) = report_at(&folder, "'<b>run|<b>'", "<b>run|<b>/report");
    markdown.assert_contains(r"&lt;script\>alert(1)&lt;script\>");
    // The page's own markup contains the command, and therefore the name.
    let rest = markdown.replace("<pre><code>", "");
    let rest = rest.replace("</code></pre>", "");
    assert!(!rest.replace("\\<", "").contains('<'), "{rest}");
    rest.assert_lacks(["<script", "<!--"]);
    html.assert_lacks(["<script>alert", "<i>"]);
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let is_rule = |line: &str| line.starts_with("| :-") || line.starts_with("| --");
    let lines: Vec<&str> = markdown.lines().collect();
    let mut rows = 0;
    for at in (0..lines.len()).filter(|&at| is_rule(lines[at])) {
        let table = lines[at - 1..].iter();
        for row in table.take_while(|line| line.starts_with('|')) {
            assert_eq!(cells(row), cells(lines[at]), "{row}");
            row.assert_ends_with("|");
            rows += 1;
        }
    }
    assert!(rows > 10, "{markdown}");
    let (shown, _) = markdown.split_once("<pre>").unwrap();
    shown.assert_contains("two lines");
    shown.assert_lacks("two\n");
}

/// Each plot of the page is also written as a picture with the same shapes, and no picture is overwritten.
#[test]
fn plots_can_be_written_as_pictures() {
    let folder = Folder::new();
    play(&folder, "run", "greedy,random", 40, 3);
    let pictures = folder.join("slides/mine");
    let (printed, _, page) = report_at(&folder, "run --pictures slides/mine", "run/report");
    // Returns the shapes of a drawing, without the legend and the links, which exist only on the page.
    let shapes = |drawing: &str| {
        let (_, rest) = drawing.split_once("<title").unwrap();
        let mut parts = rest.split_once("</svg>").unwrap().0.split("<a ");
        let mut shapes = parts.next().unwrap().to_string();
        parts.for_each(|link| shapes.push_str(link.split_once('>').unwrap().1));
        shapes.replace("</a>", "")
    };
    // The page contains each plot twice, the second time for wide windows.
    let drawings = page.split("<svg ").skip(1);
    let narrow = drawings.filter(|drawing| !drawing.starts_with("class=\"broad\""));
    let drawn: Vec<String> = narrow.map(shapes).collect();
    let mut written = 0;
    for entry in std::fs::read_dir(&pictures).unwrap() {
        let path = entry.unwrap().path();
        let picture = std::fs::read_to_string(&path).unwrap();
        let picture = picture.replace('\u{a0}', " ");
        picture.assert_starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
        assert!(picture.ends_with("</svg>\n") && !picture.contains("<ul"));
        let own = shapes(&picture);
        let same = |drawn: &&String| own.starts_with(drawn.as_str());
        assert_eq!(drawn.iter().filter(same).count(), 1, "{}", path.display());
        written += 1;
    }
    assert!(written > 3 && written == drawn.len(), "{written}");
    printed.assert_contains(&format!("{written} pictures in slides/mine"));
    // An existing picture is not overwritten, and then no other file is written either.
    let again = "report run --out other --pictures slides/mine";
    folder.rejects(&format!(
        "{again} => plot- => .svg exists; --force replaces it"
    ));
    folder.succeeds(format!("{again} --force"));
}

/// Returns true if Chromium is installed; prints a message otherwise.
pub fn has_browser() -> bool {
    let version = std::process::Command::new("chromium")
        .arg("--version")
        .output();
    let found = version.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: no chromium on the PATH");
    }
    found
}

/// Opens a page in a browser without network access. Returns the rendered page, and true if the page made a
/// request.
pub fn browse(folder: &Path, page: &Path) -> (String, bool) {
    let log = folder.join("net.json");
    let output = std::process::Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--disable-background-networking", "--no-first-run"])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--log-net-log={}", text(&log)))
        .arg(format!("--user-data-dir={}", text(&folder.join("profile"))))
        .arg(format!("file://{}", text(&page.canonicalize().unwrap())))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    // The browser makes requests of its own. Requests of the page have its origin.
    let log = std::fs::read_to_string(&log).unwrap();
    let asked = log.contains("SiteForCookies: {site=file:");
    let shown = String::from_utf8_lossy(&output.stdout).replace("&nbsp;", " ");
    (shown, asked)
}

#[test]
fn page_opens_in_a_browser_offline() {
    if !has_browser() {
        return;
    }
    let folder = &Folder::new();
    let run = play(folder, "run", "greedy,random,random", 24, 7);
    let (_, _, html) = report(&run);
    let (shown, asked) = browse(folder, &run.join("report.html"));
    shown.assert_contains("With three players, ");
    for mark in ["<svg ", "<table>", "<rect ", "<circle "] {
        let (shown, written) = (shown.matches(mark).count(), html.matches(mark).count());
        assert_eq!(shown, written, "{mark}");
    }
    assert!(!asked, "the page asked for something");
    // A page that makes a request is detected, which validates the check above.
    folder.write(
        "control.html",
        "<img src=\"http://portolan.invalid/x.png\">",
    );
    assert!(browse(folder, &folder.join("control.html")).1);
}

/// If the browser does not exist, the page is still written and the message contains its path.
#[cfg(target_os = "linux")]
#[test]
fn open_shows_the_page_in_a_browser_or_prints_its_path() {
    let folder = Folder::new();
    let run = play(&folder, "run", "random,random", 4, 7);
    let programs = folder.join("programs");
    std::fs::create_dir(&programs).unwrap();
    let report = |display: &str| {
        let mut command = folder.command(format!("report '{}' --open --force", run.display()));
        command.env("PATH", &programs).env("DISPLAY", display);
        for name in ["WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER"] {
            command.env_remove(name);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let page = folder.canonicalize().unwrap().join("run/report.html");
    let place = format!("open this file in a browser: {}", page.display());
    for (display, why) in [("", "there is no desktop session"), (":0", "")] {
        let message = report(display);
        message.assert_contains(["no browser could be started", why]);
        message.trim_end().assert_ends_with(&place);
    }
    let asked = folder.join("asked");
    let opener = format!("#!/bin/sh\necho \"$1\" >{}\n", text(&asked));
    super::processes::write_script(&programs.join("xdg-open"), &opener);
    assert_eq!(report(":0"), "");
    assert_eq!(folder.read("asked").trim_end(), page.display().to_string());
}
