//! Networks see the numbers in the component data: changing a number changes a trait of a component or an input in some
//! position, unless the column is listed in `NOT_SEEN` with a reason.

use std::collections::BTreeSet;

use portolan::encoding::Inputs;
use portolan::game::Game;
use portolan::games::{GAMES, GameEntry, GameSetup, SetUpsVisitor, open_all};
use portolan::random::{Streams, below, stream};
use portolan_core::csv_text::CsvText;

use crate::table::setup;

/// Columns whose numbers need not affect an input, by game and file, with the reason.
#[rustfmt::skip]
const NOT_SEEN: &[(&str, &str, &[&str], &str)] = &[
    ("maracaibo", "city_tiles.csv", &["action"], "the code of an action determines it, not the numbers in its text"),
    ("maracaibo", "legacy_tiles.csv", &["id", "cost", "market", "reward"], "most tiles are rarely used in random games"),
    ("maracaibo", "map_locations.csv", &["no", "market"], "the deliveries to a market depend on its spaces"),
    ("maracaibo", "prestige_buildings.csv", &["end_vp"], "the words name one of the effects of the rules"),
    ("maracaibo", "story_cards.csv", &["card", "chapter", "front", "front_text", "requirement", "back", "back_text", "choices"], "the numbers refer to places, cards and tiles"),
    ("maracaibo", "story_cards.csv", &["quest_cost", "quest_per_compass", "quest_flat"], "these numbers are seen only while a seat can pay for the quest"),
    ("maracaibo", "tracks.csv", &["position"], "the standing contains ranks and VP"),
    ("puerto_rico", "buildings.csv", &["effect"], "the words name one of the effects of the rules"),
    ("endeavor", "steps.csv", &["glory_symbol"], "the score contains glory"),
];

/// Columns that only describe a row.
const ABOUT: [&str; 4] = ["name", "note", "provenance", "provenance_note"];

/// Set-ups that together use the data of each game.
#[rustfmt::skip]
const SET_UPS: &[(&str, usize, &[&str])] = &[
    ("maracaibo", 2, &[]),
    ("maracaibo", 4, &["scenario=76"]),
    ("maracaibo", 3, &["scenario=77"]),
    ("maracaibo", 1, &[]),
    ("puerto_rico", 2, &[]),
    ("puerto_rico", 3, &[]),
    ("puerto_rico", 4, &[]),
    ("puerto_rico", 5, &[]),
    ("endeavor", 2, &["silent_fleets=on"]),
    ("endeavor", 3, &[]),
    ("endeavor", 4, &["side=B"]),
    ("endeavor", 5, &[]),
];

/// A number in a component file.
struct Cell {
    file: &'static str,
    column: String,
    row: String,
    /// Set-ups with the number increased by 1 and decreased by 1; the first valid one is compared.
    changed: Vec<GameSetup>,
}

/// Compares the components of two games, and then the inputs in random positions. Returns true if they differ.
struct Compare;

impl SetUpsVisitor for Compare {
    type Out = bool;

    fn visit<G: Game>(self, games: Vec<G>) -> bool {
        games[0].composition() != games[1].composition()
            || games[0].input_names() != games[1].input_names()
            || (0..3).any(|deal| inputs_differ(&games[0], &games[1], deal))
    }
}

/// Plays the same moves in two games until an input or the legal moves differ. Returns true if an input differs.
fn inputs_differ<G: Game>(one: &G, other: &G, deal: u64) -> bool {
    let mut moves = stream(deal, &[1]);
    let mut chance = [Streams::new(deal), Streams::new(deal)];
    let mut states = [
        one.new_state(&mut chance[0], &mut ()),
        other.new_state(&mut chance[1], &mut ()),
    ];
    let mut inputs = [Inputs::default(), Inputs::default()];
    let mut legal = [Vec::new(), Vec::new()];
    while one.to_move(&states[0]).is_some() && one.to_move(&states[0]) == other.to_move(&states[1])
    {
        for seat in 0..one.seats() {
            one.observe(&states[0], seat, &mut inputs[0]);
            other.observe(&states[1], seat, &mut inputs[1]);
            if inputs[0].list() != inputs[1].list() {
                return true;
            }
        }
        one.legal_actions(&states[0], &mut legal[0]);
        other.legal_actions(&states[1], &mut legal[1]);
        if legal[0] != legal[1] {
            return false;
        }
        let action = legal[0][below(&mut moves, legal[0].len() as u32) as usize];
        one.apply(&mut states[0], action, &mut chance[0], &mut ());
        other.apply(&mut states[1], action, &mut chance[1], &mut ());
    }
    false
}

/// Returns a cell for every number in one text of each form in each column; `d3+vp1` and `d5+vp2` have the same form.
fn cells(entry: &'static GameEntry, usual: &GameSetup) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &(file, _) in entry
        .files
        .iter()
        .filter(|(file, _)| file.ends_with(".csv"))
    {
        let table = CsvText::read(usual.data.text(file));
        let mut forms = BTreeSet::new();
        let is_about = |column: &str| {
            let not_seen = NOT_SEEN.iter().any(|(game, of, columns, _)| {
                *game == entry.name && *of == file && columns.contains(&column)
            });
            ABOUT.contains(&column) || not_seen
        };
        let columns = table.columns.iter().filter(|column| !is_about(column));
        for column in columns {
            for row in 0..table.rows.len() {
                let text = table.cell(row, column).to_string();
                let form = text.replace(|letter: char| letter.is_ascii_digit(), "");
                let is_new = forms.insert((column.clone(), form));
                for at in (0..text.len()).filter(|_| is_new) {
                    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
                    let is_within = at > 0 && text.as_bytes()[at - 1].is_ascii_digit();
                    if digits == 0 || is_within {
                        continue;
                    }
                    let number: i32 = text[at..at + digits].parse().expect("digits");
                    let changed = [number + 1, number - 1]
                        .into_iter()
                        .filter(|number| *number >= 0);
                    let changed = changed.map(|number| {
                        let new = format!("{}{number}{}", &text[..at], &text[at + digits..]);
                        let mut table = table.clone();
                        let place = table.place(column).expect("a column");
                        table.set(row, [(place, new.as_str())].into_iter());
                        let mut setup = usual.clone();
                        setup.data.files.insert(file.to_string(), table.text());
                        setup
                    });
                    let changed: Vec<GameSetup> = changed.collect();
                    let row = table.rows[row].cells[0].clone();
                    cells.push(Cell {
                        file,
                        column: column.clone(),
                        row,
                        changed,
                    });
                }
            }
        }
    }
    cells
}

#[test]
fn every_number_in_the_data_changes_an_input_or_is_listed() {
    let mut problems = Vec::new();
    for entry in GAMES {
        let of_game = SET_UPS.iter().filter(|(game, ..)| *game == entry.name);
        let usual: Vec<GameSetup> = of_game
            .map(|(_, players, options)| setup(entry, *players, options))
            .collect();
        let Some(first) = usual.first() else { continue };
        for cell in cells(entry, first) {
            let is_seen = |usual: &GameSetup| {
                cell.changed.iter().find_map(|changed| {
                    let changed = GameSetup {
                        data: changed.data.clone(),
                        ..usual.clone()
                    };
                    open_all(&[usual.clone(), changed], Compare).ok()
                })
            };
            let mut accepted = usual.iter().filter_map(is_seen).peekable();
            // Skips numbers for which no set-up accepts another value.
            if accepted.peek().is_some() && !accepted.any(|seen| seen) {
                problems.push(format!(
                    "{} {} {} {}",
                    entry.name, cell.file, cell.row, cell.column
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
