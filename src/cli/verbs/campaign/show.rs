//! `portolan campaign show`: describes the content of an archive.

use std::path::PathBuf;

use clap::Args;

use super::component_data::component_data;
use super::next_game::require_sound;
use super::store::read;
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::aligned;
use crate::verbs::play::story::printed;
use crate::verbs::run::launch::quote;
use portolan_core::dataset::DataSet;
use portolan_core::prose::{count, listed as in_a_row, plural};
use portolan_run::campaign::archive::{Archive, PlayedGame};
use portolan_run::campaign::names::StoryNames;
use portolan_run::campaign::rules::{
    C_CARDS, LEGACY, RuleOptions, SCENARIO, STORY, STORY_DECK, listed,
};
use portolan_run::campaign::story::{Reading, in_play};
use portolan_run::play::ongoing::NamedEvent;

/// Arguments of `portolan campaign show`.
#[derive(Args)]
#[command(after_help = "Example:
  portolan campaign show jamaica.campaign.toml")]
pub struct ShowArgs {
    /// Archive file of the campaign
    file: PathBuf,
}

impl ShowArgs {
    pub fn run(self) -> Result<(), Failure> {
        let (archive, text) = read(&self.file)?;
        let file = self.file.display().to_string();
        let names = match component_data(&self.file, &text, &archive) {
            Ok((data, None)) => {
                require_sound(&self.file, &text, &archive, &data)?;
                StoryNames::of(&data)
            }
            Ok((data, Some(change))) => {
                let warning = match change.is_accepted() {
                    true => {
                        let sound = require_sound(&self.file, &text, &archive, &data).is_ok();
                        let next = match (&archive.next, sound) {
                            (_, false) => {
                                ", and the archive does not fit the changed cards".to_string()
                            }
                            (Some(_), true) => format!(
                                "; `portolan campaign play {}` continues with the changed cards",
                                quote(&file)
                            ),
                            (None, true) => String::new(),
                        };
                        format!(
                            "{file}: {} since the archive was written{next}",
                            change.words()
                        )
                    }
                    false => change.problem(),
                };
                tell(&format!("warning: {warning}"));
                StoryNames::of(&data)
            }
            // Without its data, an archive is shown without names.
            Err(Failure::Usage(problem)) => {
                tell(&format!("warning: {problem}"));
                StoryNames::default()
            }
            Err(failure) => return Err(failure),
        };
        print(&format!(
            "{}{}",
            told(&file, &archive, &names),
            what_comes_next(&quote(&file), &archive, &names)
        ))
    }
}

/// Describes the archive, except for the next step.
pub fn told(file: &str, archive: &Archive, names: &StoryNames) -> String {
    let data = match &archive.data.folder {
        Some(folder) => format!("data {} ({})", archive.data.hash, folder.display()),
        None => format!("data {}", archive.data.hash),
    };
    let mut text = format!(
        "{file}: a campaign of {}, {}, seed {}, {data}\n",
        archive.game,
        in_a_row(&archive.players),
        archive.seed,
    );
    if !archive.played.is_empty() {
        text.push('\n');
        text.push_str(&games(&archive.played));
    }
    if let Some(rules) = archive.next.as_ref().or(archive.left.as_ref()) {
        text.push('\n');
        text.push_str(&holdings(rules, names));
    }
    text.push('\n');
    text
}

/// Returns a table of the games played, one per row.
fn games(played: &[PlayedGame]) -> String {
    let seats = played.iter().map(|game| game.bots.len()).max().unwrap_or(0);
    let mut header = vec!["game".to_string(), "began with".to_string()];
    header.extend((1..=seats).map(|seat| format!("seat {seat}")));
    header.extend(["won by", "story read", "tiles", "C cards"].map(str::to_string));
    let rows = (1..).zip(played).map(|(number, game)| {
        let mut row = vec![number.to_string(), began_with(&game.rules)];
        let of_seats = game.bots.iter().zip(&game.scores);
        row.extend(of_seats.map(|(bot, score)| format!("{bot} {score}")));
        row.resize(2 + seats, String::new());
        let readings: Vec<String> = game.read.iter().map(reading).collect();
        row.push(match game.winners.as_slice() {
            [] => "nobody".to_string(),
            winners => {
                let winners: Vec<String> = winners.iter().map(usize::to_string).collect();
                let seats = plural(winners.len() as u64, "seat");
                format!("{seats} {}", in_a_row(&winners))
            }
        });
        row.push(or_none(readings.join(", ")));
        row.push(or_none(game.legacy.join(" ")));
        row.push(or_none(game.c_cards.join(" ")));
        row
    });
    let alignment = format!("rl{}llll", "l".repeat(seats));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    aligned(&alignment, &header, rows.collect())
}

fn began_with(rules: &RuleOptions) -> String {
    or_none(listed(rules, STORY).join(" "))
}

/// Formats a story card that was read: `12 by seat 2 (choice 1)`.
fn reading(reading: &Reading) -> String {
    let choice = match reading.choice {
        0 => String::new(),
        choice => format!(" (choice {choice})"),
    };
    format!("{} by seat {}{choice}", reading.card, reading.seat)
}

fn or_none(text: String) -> String {
    match text.is_empty() {
        true => "–".to_string(),
        false => text,
    }
}

/// Returns a table of the settings for the next game.
fn holdings(rules: &RuleOptions, names: &StoryNames) -> String {
    let of = |option: &str| in_a_row(&words(&listed(rules, option)));
    let mut rows = Vec::new();
    if rules.contains_key(STORY) {
        let deck = match rules.get(STORY_DECK).map(String::as_str) {
            None => "all other cards in order".to_string(),
            Some(deck) => deck.replace('+', ", ").replace('-', " to "),
        };
        let active = or_none(active(rules, names));
        rows.push(vec!["active story cards".to_string(), active]);
        rows.push(vec!["story deck, top first".to_string(), deck]);
    }
    rows.extend([
        vec!["legacy tiles".to_string(), or_none(of(LEGACY))],
        vec!["C cards".to_string(), or_none(of(C_CARDS))],
    ]);
    let told = [SCENARIO, STORY, STORY_DECK, LEGACY, C_CARDS];
    for (option, value) in rules {
        if !told.contains(&option.as_str()) {
            rows.push(vec![format!("option {option}"), value.clone()]);
        }
    }
    aligned("ll", &["the archive", "holds"], rows)
}

/// Lists the story cards at the start of a game, by number and name.
fn active(rules: &RuleOptions, names: &StoryNames) -> String {
    let cards = listed(rules, STORY);
    let cards: Vec<String> = cards.iter().map(|card| names.with_name(card)).collect();
    in_a_row(&cards)
}

fn words(things: &[&str]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}

/// Lists the story cards that were read in a game, one per line, with the texts of their backs if `data` is
/// given.
pub fn story_of(game: Option<&PlayedGame>, names: &StoryNames, data: Option<&DataSet>) -> String {
    let Some(game) = game else {
        return String::new();
    };
    if game.read.is_empty() {
        return "No story card was read.\n".to_string();
    }
    let lines = game.read.iter().map(|reading| {
        let choice = match (reading.choice, names.choice(&reading.card, reading.choice)) {
            (0, _) => String::new(),
            (choice, "") => format!("; the group took choice {choice}"),
            (_, words) => format!("; the group chose: {words}"),
        };
        let bot = game.bots.get(reading.seat.wrapping_sub(1));
        let bot = bot.map_or("", String::as_str);
        let card = names.with_name(&reading.card);
        let back = data.and_then(|data| printed(data, &reading.card, "back_text"));
        let back = back.map_or(String::new(), |back| format!("  {back}\n"));
        format!(
            "Seat {} ({bot}) read story card {card}{choice}.\n{back}",
            reading.seat
        )
    });
    lines.collect()
}

/// Lists the story cards that came into play in a game, with the texts of their fronts.
pub fn cards_that_came(
    events: &[NamedEvent],
    rules: &RuleOptions,
    names: &StoryNames,
    data: &DataSet,
) -> String {
    let began_with = listed(rules, STORY);
    let cards = in_play(rules, events).into_iter();
    let came = cards.filter(|card| !began_with.contains(&card.as_str()));
    came.map(|card| {
        let front = printed(data, &card, "front_text");
        let front = front.map_or(String::new(), |front| format!("  {front}\n"));
        format!(
            "Story card {} came into play.\n{front}",
            names.with_name(&card)
        )
    })
    .collect()
}

/// Describes the next step of the campaign.
pub fn what_comes_next(file: &str, archive: &Archive, names: &StoryNames) -> String {
    let Some(rules) = &archive.next else {
        let games = count(archive.played.len() as u64, "game");
        let left = archive.left.iter().flat_map(|left| {
            let kept = [LEGACY, C_CARDS].into_iter();
            kept.filter_map(|option| Some(format!(" --set {option}={}", left.get(option)?)))
        });
        let left: String = left.collect();
        let again = match left.is_empty() {
            true => String::new(),
            false => format!(
                "`portolan campaign new FILE{left}` begins another campaign with the remaining \
                 tiles and C cards.\n"
            ),
        };
        return format!("The story ended after {games}.\n{again}");
    };
    let cards = listed(rules, STORY).len() as u64;
    let with = match cards {
        0 => String::new(),
        _ => format!(
            ", with {} {}",
            plural(cards, "story card"),
            active(rules, names)
        ),
    };
    let number = archive.next_number();
    let moves = archive.under_way.as_ref();
    let moves = moves.map_or(0, |game| game.moves.lines().count());
    match moves {
        0 => format!("Next is game {number}{with}: `portolan campaign play {file}`.\n"),
        moves => format!(
            "Game {number} is under way{with}, after {}: `portolan campaign play {file}` resumes it.\n",
            count(moves as u64, "move")
        ),
    }
}
