//! On which data the figures of a page were measured: a line that the program writes into every page of
//! findings, between two comments, the first of which names the games and the hashes of their data.
//!
//! `PORTOLAN_BLESS=1 cargo test --test docs data` writes the lines anew; the hashes in the comment stay, as only a
//! new measurement changes on which data a page was measured.

use std::fmt::Write;

use portolan::dataset::{DataSet, ProvenanceCounts};
use portolan::games::{GAMES, GameEntry};

use super::run::{Page, pages};

/// How the comment before the lines begins, up to the hashes: `maracaibo 0123456789abcdef, …`, and
/// [`EARLIER_PLAYERS`] at the end where those played.
const BEGIN: &str = "<!-- data: ";
/// What a comment says of a page whose `net` and `mcts` are those that shipped before they had a policy.
const EARLIER_PLAYERS: &str = "earlier players";
/// The line about them.
const PLAYERS_LINE: &str = "- Played by the `net` and `mcts` that shipped before networks had a policy: \
    [how today's players differ](strength.md#earlier-players).";
/// The comment behind them.
const END: &str = "<!-- end of data -->";

/// Pages whose figures are not of games of the shipped data, and of what else they are.
const OTHER: [(&str, &str); 2] = [
    ("docs/findings/coverage.md", "simulated numbers"),
    (
        "docs/findings/tests-of-statistics.md",
        "changes of the program",
    ),
];

/// A data set that was shipped before and on which some page was measured.
struct Earlier {
    game: &'static str,
    hash: &'static str,
    rows: usize,
    stand_ins: usize,
    /// What it is beside the shipped one.
    is: &'static str,
}

const EARLIER: [Earlier; 3] = [
    Earlier {
        game: "maracaibo",
        hash: "6d1fbf6f1636cce7",
        rows: 424,
        stand_ins: 358,
        is: "without C cards and story",
    },
    Earlier {
        game: "maracaibo",
        hash: "b3ae455ebee4873b",
        rows: 424,
        stand_ins: 358,
        is: "with other prices of cards, without C cards and story",
    },
    Earlier {
        game: "puerto_rico",
        hash: "b02f91ef341f0da7",
        rows: 35,
        stand_ins: 0,
        is: "with other notes on sources",
    },
];

/// What a game ships.
struct Shipped {
    hash: String,
    counts: ProvenanceCounts,
}

fn shipped(entry: &GameEntry) -> Shipped {
    let data = DataSet::embedded(entry.files);
    let mut counts = ProvenanceCounts::default();
    for (_, file) in (entry.provenance)(&data) {
        counts.rulebook += file.rulebook;
        counts.public += file.public;
        counts.owner += file.owner;
        counts.recalled += file.recalled;
        counts.reconstructed += file.reconstructed;
    }
    Shipped {
        hash: data.hash(),
        counts,
    }
}

/// The page that a page of findings links to: what is known of the components of every game.
const LINK: &str = "../reference/data.md";

/// `358 of 424 rows (84 %) are`, `none of 35 rows is`.
fn share(stand_ins: usize, rows: usize) -> String {
    match stand_ins {
        0 => format!("none of {rows} rows is"),
        1 => format!("1 of {rows} rows is"),
        _ => {
            let percent = 100.0 * stand_ins as f64 / rows as f64;
            format!("{stand_ins} of {rows} rows ({percent:.0} %) are")
        }
    }
}

/// What a page says of a data set that it was measured on.
///
/// # Errors
/// What is wrong with the game or the hash.
fn line(game: &str, measured: &str) -> Result<String, String> {
    let entry = GAMES.iter().find(|entry| entry.name == game);
    let entry = entry.ok_or_else(|| format!("{game} is no game"))?;
    let (title, now) = (entry.title, shipped(entry));
    let (rows, stand_ins) = (now.counts.total(), now.counts.reconstructed);
    let noun = |stand_ins: usize| match stand_ins {
        0 | 1 => "a stand-in",
        _ => "stand-ins",
    };
    if measured == now.hash {
        let (share, noun) = (share(stand_ins, rows), noun(stand_ins));
        return Ok(format!(
            "- Measured on the shipped data of {title}, {measured}: {share} [{noun}]({LINK}).",
        ));
    }
    let earlier = EARLIER
        .iter()
        .find(|set| set.game == game && set.hash == measured);
    let earlier = earlier.ok_or_else(|| {
        format!(
            "{measured} is neither the shipped data of {game}, {}, nor in EARLIER of tests/docs/data.rs, where \
             rows and stand-ins of a set belong that is shipped no longer",
            now.hash
        )
    })?;
    Ok(format!(
        "- Measured on earlier data of {title}, {measured} ({}): {} [{}]({}). The shipped data are {}: {} {}.",
        earlier.is,
        share(earlier.stand_ins, earlier.rows),
        noun(earlier.stand_ins),
        LINK,
        now.hash,
        share(stand_ins, rows),
        noun(stand_ins),
    ))
}

/// A page with its lines about data written anew.
///
/// # Errors
/// What is wrong with its comments.
fn written(text: &str) -> Result<String, String> {
    let (mut new, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (sets, inside) = after.split_once(" -->\n").ok_or("the comment has no end")?;
        let (_, behind) = inside
            .split_once(END)
            .ok_or_else(|| format!("{END} is missing"))?;
        let _ = writeln!(new, "{before}{BEGIN}{sets} -->");
        for set in sets.split(", ") {
            if set == EARLIER_PLAYERS {
                let _ = writeln!(new, "{PLAYERS_LINE}");
                continue;
            }
            let (game, hash) = set
                .split_once(' ')
                .ok_or_else(|| format!("\"{set}\" is no game with a hash"))?;
            let _ = writeln!(new, "{}", line(game, hash)?);
        }
        new.push_str(END);
        rest = behind;
    }
    new.push_str(rest);
    Ok(new)
}

/// The text outside the lines about data.
fn outside(text: &str) -> String {
    let mut parts = text.split(BEGIN);
    let mut outside = parts.next().unwrap_or_default().to_string();
    for part in parts {
        outside.push_str(part.split_once(END).map_or("", |(_, behind)| behind));
    }
    outside
}

/// Words that look like the hash of a data set.
fn hashes(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| {
        let hexadecimal = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        word.len() == 16
            && word.bytes().all(hexadecimal)
            && word.bytes().any(|digit| digit.is_ascii_alphabetic())
            && word.bytes().any(|digit| digit.is_ascii_digit())
    })
}

/// What is wrong with what a page of findings says of data.
fn wrong(text: &str) -> Option<String> {
    let written = match written(text) {
        Ok(written) => written,
        Err(error) => return Some(error),
    };
    if !text.contains(BEGIN) {
        return Some(format!("it has no comment {BEGIN}GAME HASH -->"));
    }
    if let Some(hash) = hashes(&outside(text)).next() {
        return Some(format!("{hash} stands outside the lines about data"));
    }
    (written != text).then(|| {
        let line = text.lines().zip(written.lines());
        let line = line.filter(|(found, expected)| found != expected);
        let lines = line.map(|(found, expected)| format!("found    {found}\nexpected {expected}"));
        let lines: Vec<String> = lines.take(1).collect();
        format!(
            "PORTOLAN_BLESS=1 cargo test --test docs data writes it anew\n{}",
            lines.join("")
        )
    })
}

fn is_of_findings(page: &Page) -> bool {
    let other = OTHER.iter().any(|(name, _)| *name == page.name);
    page.name.starts_with("docs/findings/") && !other
}

#[test]
fn every_finding_names_the_data_that_it_was_measured_on() {
    let mut of_findings = 0;
    for page in pages().iter().filter(|page| is_of_findings(page)) {
        of_findings += 1;
        let mut text = page.text.clone();
        if std::env::var_os("PORTOLAN_BLESS").is_some() {
            text = written(&text).unwrap_or_else(|error| panic!("{}: {error}", page.name));
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&page.name);
            std::fs::write(path, &text).unwrap();
        }
        if let Some(wrong) = wrong(&text) {
            panic!("{}: {wrong}", page.name);
        }
    }
    assert!(of_findings > 30, "{of_findings}");
    for (name, _) in OTHER {
        let page = pages().into_iter().find(|page| page.name == name);
        let page = page.unwrap_or_else(|| panic!("{name} is gone"));
        assert_eq!(hashes(&page.text).next(), None, "{name}");
    }
}

/// README prints what the program says of the shipped data; other pages name sets that are known.
#[test]
fn every_hash_of_data_in_other_pages_is_known() {
    let shipped: Vec<String> = GAMES.iter().map(|entry| shipped(entry).hash).collect();
    let mut seen = 0;
    for page in pages() {
        if page.name.starts_with("docs/findings/") {
            continue;
        }
        for hash in hashes(&page.text) {
            seen += 1;
            let now = shipped.iter().any(|known| known == hash);
            let earlier = page.name != "README.md" && EARLIER.iter().any(|set| set.hash == hash);
            assert!(now || earlier, "{}: {hash} is shipped no longer", page.name);
        }
    }
    assert!(seen > 1, "README and the reference name hashes");
}

/// The data that README's first run names, with the share of stand-ins that the program prints.
#[test]
fn the_first_run_names_the_shipped_data() {
    let readme = pages().into_iter().find(|page| page.name == "README.md");
    let entry = GAMES
        .iter()
        .find(|entry| entry.name == "maracaibo")
        .unwrap();
    let Shipped { hash, counts } = shipped(entry);
    let printed = format!(
        "Components: {:.0}% of {} rows are reconstructed, not known; data {hash}.",
        100.0 * counts.reconstructed as f64 / counts.total() as f64,
        counts.total()
    );
    assert!(readme.unwrap().text.contains(&printed), "{printed}");
}

#[test]
fn stale_and_unmarked_data_are_noticed() {
    let entry = GAMES
        .iter()
        .find(|entry| entry.name == "maracaibo")
        .unwrap();
    let now = shipped(entry).hash;
    let page = |set: &str, text: &str| format!("# A question\n{BEGIN}{set} -->\n{text}\n{END}\n");
    let shipped_line = line("maracaibo", &now).unwrap();
    assert_eq!(
        wrong(&page(&format!("maracaibo {now}"), &shipped_line)),
        None
    );

    let earlier = &EARLIER[0];
    assert_ne!(earlier.hash, now);
    let set = format!("maracaibo {}", earlier.hash);
    let earlier_line = line("maracaibo", earlier.hash).unwrap();
    for said in [
        earlier.hash,
        now.as_str(),
        "358 of 424 rows (84 %)",
        "earlier data",
    ] {
        assert!(earlier_line.contains(said), "{earlier_line}: {said}");
    }
    assert_eq!(wrong(&page(&set, &earlier_line)), None);
    let stale = earlier_line.replace(&now, "0123456789abcdef");
    assert!(
        wrong(&page(&set, &stale))
            .unwrap()
            .contains("PORTOLAN_BLESS")
    );
    let as_if_shipped = shipped_line.replace(&now, earlier.hash);
    assert!(wrong(&page(&set, &as_if_shipped)).is_some());

    let played = page(
        &format!("{set}, {EARLIER_PLAYERS}"),
        &format!("{earlier_line}\n{PLAYERS_LINE}"),
    );
    assert_eq!(wrong(&played), None);
    assert!(wrong(&played.replace(PLAYERS_LINE, "")).is_some());

    let unknown = wrong(&page("maracaibo 0123456789abcdef", "")).unwrap();
    assert!(unknown.contains("neither the shipped data"), "{unknown}");
    assert!(wrong("# A question\n").unwrap().contains("has no comment"));
    let unmarked = format!("{}{}\n", page(&set, &earlier_line), earlier.hash);
    assert!(wrong(&unmarked).unwrap().contains("outside"), "{unmarked}");
    assert!(
        wrong(&page("chess 0123456789abcdef", ""))
            .unwrap()
            .contains("no game")
    );
    assert!(
        wrong(&format!("{BEGIN}{set} -->\n"))
            .unwrap()
            .contains("missing")
    );
}
