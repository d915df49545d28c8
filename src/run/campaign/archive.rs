//! Archive of a campaign, stored as human-readable text:
//!
//! ```text
//! # A campaign of maracaibo. …
//! checksum = "2c26b46b68ff…"
//!
//! format = 1
//! version = "0.1.0"
//! game = "maracaibo"
//! players = ["human", "greedy"]
//! seed = 7
//!
//! [data]
//! hash = "0123456789abcdef"
//!
//! [next]
//! scenario = "campaign"
//! story = "5+12"
//!
//! [[played]]
//! seed = 4851971771885906508
//! …
//! ```
//!
//! The checksum is the SHA-256 of the lines below it, with line endings normalized.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Spanned;

use super::rules::RuleOptions;
use super::story::Reading;
use crate::dataset::DataSet;
use crate::game::Sequel;
use crate::random::deal_seed;
use crate::results::checksum::Checksum;
use crate::results::manifest::VERSION;
use crate::settings::locations::line_and_column;

/// Version of the archive format.
pub const FORMAT: u32 = 1;

const KEY: &str = "checksum = ";

/// State and history of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// Verified before the rest is parsed.
    #[serde(default, skip_serializing)]
    checksum: IgnoredAny,
    /// Must equal [`FORMAT`].
    format: u32,
    /// Version of the program that wrote the archive.
    pub version: String,
    pub game: String,
    /// Players by seat, in the notation of `--bots`, without automas.
    pub players: Vec<String>,
    /// Master seed, from which the seeds of all deals are derived.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    pub data: DataNote,
    /// Rule options of the next game, or `None` if the story is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<RuleOptions>,
    /// Final state of the table as rule options, once the story is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<RuleOptions>,
    /// The current game, if it is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_way: Option<UnderWay>,
    /// Completed games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<PlayedGame>,
}

/// Component data of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataNote {
    /// Hash of all files together.
    pub hash: String,
    /// Folder relative to the folder of the archive, or `None` for the data that ships with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Hash of each file in the folder, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl DataNote {
    /// Creates the entry for a data set. `folder` is its path relative to the folder of the archive.
    pub fn of(data: &DataSet, folder: Option<PathBuf>) -> DataNote {
        let files = folder.as_ref().map(|_| data.hashes());
        DataNote {
            hash: data.hash(),
            files: files.unwrap_or_default(),
            folder,
        }
    }
}

/// A game that is not over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderWay {
    /// Version of the program that plays the game.
    pub version: String,
    /// Moves, one per line: a seat and its action.
    pub moves: String,
}

/// A completed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Seed of the deal.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Players by seat, including automas.
    pub bots: Vec<String>,
    /// Final scores by seat.
    pub scores: Vec<i32>,
    /// Winning seats, counted from 1; empty if the game was stopped at its length limit.
    pub winners: Vec<usize>,
    /// Number of decisions of all seats.
    pub decisions: u32,
    /// Legacy tiles that remain for later games.
    #[serde(default)]
    pub legacy: Vec<String>,
    /// C cards that remain among the project cards.
    #[serde(default)]
    pub c_cards: Vec<String>,
    /// Rule options at the start of the game.
    pub rules: RuleOptions,
    /// Story cards that were read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<Reading>,
}

/// Error in an archive, with its location.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}{}: {problem}", column.map_or(String::new(), |column| format!(", column {column}")))]
pub struct Damage {
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, if it is known.
    pub column: Option<usize>,
    /// Description of the problem and of the accepted values.
    pub problem: String,
}

/// The key `format`, which is parsed first because it determines how to parse the other keys.
#[derive(Deserialize)]
struct Head {
    format: Option<Spanned<i64>>,
}

impl Archive {
    /// Creates a campaign without games. `rules` are the rule options of the first game.
    pub fn new(
        game: String,
        players: Vec<String>,
        seed: u64,
        data: DataNote,
        rules: RuleOptions,
    ) -> Archive {
        Archive {
            checksum: IgnoredAny,
            format: FORMAT,
            version: VERSION.to_string(),
            game,
            players,
            seed,
            data,
            next: Some(rules),
            left: None,
            under_way: None,
            played: Vec::new(),
        }
    }

    /// Returns the number of the next game, from 1.
    pub fn next_number(&self) -> u64 {
        self.played.len() as u64 + 1
    }

    /// Returns the deal seed of the next game.
    pub fn next_seed(&self) -> u64 {
        self.seed_of(self.played.len())
    }

    /// Returns the deal seed of a game, by index from 0.
    pub fn seed_of(&self, index: usize) -> u64 {
        deal_seed(self.seed, index as u64)
    }

    /// Adds a completed game and sets the state for the next one.
    pub fn enter(&mut self, game: PlayedGame, sequel: Sequel) {
        self.played.push(game);
        (self.next, self.left) = match sequel.goes_on {
            true => (Some(sequel.options), None),
            false => (None, Some(sequel.options)),
        };
        self.under_way = None;
        self.version = VERSION.to_string();
    }

    /// Serializes the archive.
    ///
    /// # Panics
    /// Never: every archive can be serialized.
    pub fn write(&self) -> String {
        let content =
            toml::to_string(self).expect("an archive contains only text, numbers and lists");
        let content = format!("\n{content}");
        format!(
            "# A campaign of {}: `portolan campaign play` continues it, `portolan campaign show` shows it.\n\
             {KEY}\"{}\"\n{content}",
            self.game,
            checksum(&content)
        )
    }

    /// Parses an archive. `file` is its name in error messages.
    ///
    /// # Errors
    /// [`Damage`] with the file, the line and a description of the first problem.
    pub fn parse(file: &str, text: &str) -> Result<Archive, Damage> {
        let damage = |span: Option<Range<usize>>, problem: String| {
            let (line, column) = line_and_column(text, span.map_or(0, |span| span.start));
            Damage {
                file: file.to_string(),
                line,
                column: Some(column),
                problem,
            }
        };
        let head: Head = toml::from_str(text).map_err(|error| {
            let message = error.message().trim().replace('\n', " ");
            damage(
                error.span(),
                format!("{message}; expected an archive written by `portolan campaign new`"),
            )
        })?;
        match head.format {
            None => {
                return Err(damage(
                    None,
                    format!(
                        "the key format is missing, so this is not an archive of a campaign; expected format = \
                 {FORMAT}"
                    ),
                ));
            }
            Some(format) if *format.get_ref() != i64::from(FORMAT) => {
                let found = format.get_ref();
                return Err(damage(
                    Some(format.span()),
                    format!(
                        "the archive has format {found}, but this program reads format {FORMAT}; read it with the \
                         version that wrote it"
                    ),
                ));
            }
            Some(_) => {}
        }
        check(text).map_err(|(line, problem)| Damage {
            file: file.to_string(),
            line,
            column: None,
            problem,
        })?;
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let message = error.message().trim().replace('\n', " ");
            let place = error.span().map_or(0, |span| span.start);
            let key = key_on(text, line_and_column(text, place).0);
            damage(
                error.span(),
                key.map_or(String::new(), |key| format!("{key}: ")) + &message,
            )
        })
    }
}

/// Returns the key at the start of a line, if there is one.
fn key_on(text: &str, line: usize) -> Option<&str> {
    let (key, _) = text.lines().nth(line - 1)?.split_once('=')?;
    let key = key.trim();
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (!key.is_empty() && key.chars().all(is_bare)).then_some(key)
}

/// Returns the SHA-256 of a text with normalized line endings.
fn checksum(content: &str) -> String {
    let mut checksum = Checksum::default();
    checksum.update(content.replace("\r\n", "\n").as_bytes());
    checksum.sha256()
}

/// Verifies the checksum.
///
/// # Errors
/// The line number of the checksum and a message, if the checksum is missing or wrong.
fn check(text: &str) -> Result<(), (usize, String)> {
    let mut before = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        before += line.len();
        let Some(told) = line.strip_prefix(KEY) else {
            continue;
        };
        let content = checksum(&text[before..]);
        let told = told.trim().trim_matches('"');
        return match told == content {
            true => Ok(()),
            false => Err((
                index + 1,
                format!(
                    "the checksum does not match the lines below it: the file was damaged or \
                     changed by hand. Use an intact copy; if you changed it on purpose, change \
                     this line to {KEY}\"{content}\""
                ),
            )),
        };
    }
    Err((
        1,
        format!(
            "there is no line {KEY}\"…\" before the content; expected an archive written by `portolan campaign new`"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::locations::first_line;

    fn archive() -> Archive {
        let rules = RuleOptions::from([("story".to_string(), "1".to_string())]);
        let mut archive = Archive::new(
            "toy".to_string(),
            vec!["human".to_string(), "greedy".to_string()],
            7,
            DataNote {
                hash: "00".to_string(),
                folder: None,
                files: BTreeMap::new(),
            },
            rules.clone(),
        );
        let played = PlayedGame {
            seed: 5,
            bots: vec!["human".to_string(), "greedy".to_string()],
            scores: vec![80, -3],
            winners: vec![1],
            decisions: 90,
            legacy: vec!["L1".to_string()],
            c_cards: Vec::new(),
            rules: rules.clone(),
            read: vec![Reading {
                card: "1".to_string(),
                seat: 2,
                choice: 1,
            }],
        };
        let sequel = Sequel {
            options: rules,
            goes_on: true,
        };
        archive.enter(played, sequel);
        archive.under_way = Some(UnderWay {
            version: VERSION.to_string(),
            moves: "1 sail 7\n2 buy \"041\"\n".to_string(),
        });
        archive
    }

    #[test]
    fn written_archive_is_read_back_unchanged() {
        let text = archive().write();
        assert_eq!(Archive::parse("x", &text), Ok(archive()));
        let moves = ["under_way".into(), "moves".into()];
        let told = text.lines().nth(first_line(&text, &moves) - 1);
        assert_eq!(told, Some("1 sail 7"), "{text}");
        // Mail programs and checkouts may change line endings.
        let other = text.replace('\n', "\r\n");
        assert!(Archive::parse("x", &other).is_ok());
    }

    #[test]
    fn next_game_seed_is_reproducible_and_changes_per_game() {
        let (before, mut after) = (archive(), archive());
        after.played.push(before.played[0].clone());
        assert_eq!(before.next_number(), 2);
        assert_eq!(before.next_seed(), archive().next_seed());
        assert_ne!(before.next_seed(), after.next_seed());
    }

    #[test]
    fn changed_archive_is_rejected_until_its_checksum_is_updated() {
        let text = archive().write().replace("scores = [80,", "scores = [81,");
        let error = Archive::parse("x.toml", &text).unwrap_err();
        assert_eq!(error.line, 2);
        let told = error.to_string();
        assert!(
            told.starts_with("x.toml, line 2: the checksum does not match the lines below it"),
            "{told}"
        );
        let (_, line) = told.split_once("change this line to ").unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1] = line;
        let accepted = Archive::parse("x.toml", &(lines.join("\n") + "\n")).unwrap();
        assert_eq!(accepted.played[0].scores, [81, -3]);
    }

    #[test]
    fn invalid_archive_is_rejected_with_its_location() {
        let text = archive().write();
        let cut = &text[..text.len() / 2];
        for (text, wanted) in [
            (
                text.replace("format = 1", "format = 2"),
                "x.toml, line 4, column 10: the archive has format 2, but this program reads format 1; \
                 read it with the version that wrote it",
            ),
            (
                "game = \"toy\"\n".to_string(),
                "x.toml, line 1, column 1: the key format is missing",
            ),
            (
                "format = 1\n".to_string(),
                "x.toml, line 1: there is no line checksum",
            ),
            ("game = [\n".to_string(), "x.toml, line "),
            (cut.to_string(), "x.toml, line "),
        ] {
            let told = Archive::parse("x.toml", &text).unwrap_err().to_string();
            assert!(told.starts_with(wanted), "{told}");
        }
    }
}
