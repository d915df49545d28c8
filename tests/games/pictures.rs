//! Pictures of the table: cells do not overlap, and only information known to the observer is shown.

use std::collections::BTreeSet;

use crate::contract::any;
use crate::table::setup;
use portolan::game::Game;
use portolan::games::{Visitor, entry, open};
use portolan::picture::{MOST_COLUMNS, Picture};
use portolan::random::{Streams, stream};
use portolan_core::prose::{LINE, set_line};

/// Name of a game that draws its table, true if it has hidden information, and options for every number of players.
type Drawn = (&'static str, bool, &'static [&'static [&'static str]]);

const DRAWN: &[Drawn] = &[
    ("maracaibo", true, &[&[], &["legacy=L1,L4,L6,L9"]]),
    ("puerto_rico", true, &[&[], &["vp_visibility=hidden"]]),
    (
        "endeavor",
        false,
        &[&[], &["side=B"], &["silent_fleets=on"]],
    ),
    (
        "cartagena",
        true,
        &[
            &["turn_cap=25"],
            &["turn_cap=25", "story=tortuga", "strips=8"],
            &[
                "turn_cap=40",
                "story=full-escape",
                "modules=morgan,hindrance,black-magician",
            ],
        ],
    ),
];

/// Asserts that cells do not overlap and that every path connects two of them.
fn check_layout(picture: &Picture) {
    assert!(!picture.panels.is_empty());
    for panel in &picture.panels {
        let mut places = BTreeSet::new();
        assert!(!panel.title.is_empty() && !panel.cells.is_empty());
        for cell in &panel.cells {
            assert!(cell.width > 0, "{cell:?}");
            // Each named cell has an explanation.
            assert!(cell.name.is_empty() || !cell.about.is_empty(), "{cell:?}");
            assert!(cell.column + cell.width <= MOST_COLUMNS, "{cell:?}");
            for column in cell.column..cell.column + cell.width {
                let free = places.insert((cell.row, column));
                assert!(free, "{}: {cell:?} is on another one", panel.title);
            }
            let pieces = &cell.pieces;
            assert!(pieces.iter().all(|piece| piece.count > 0), "{cell:?}");
        }
        for &(one, other) in &panel.ways {
            assert!(one != other && one.max(other) < panel.cells.len());
        }
    }
}

/// Asserts that the lines of a description fit screens of different widths, and that its words do not depend on the width.
fn check_lines(describe: &dyn Fn() -> String) {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let usual = words(&describe());
    for width in [64, 120] {
        set_line(width);
        let text = describe();
        set_line(LINE);
        assert_eq!(words(&text), usual);
        let narrow = |line: &str| line.chars().count() <= width;
        let whole = |line: &str| line.split_whitespace().count() == 1;
        for line in text.lines() {
            assert!(narrow(line) || whole(line), "{width} characters: {line}");
        }
    }
}

/// Checks all positions of a random game, including the last one. Returns the number of determinizations that differ
/// from the current state, and the first words of moves with a location.
struct Looking(u64);

impl Visitor for Looking {
    type Out = (usize, BTreeSet<String>);

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let seed = self.0;
        let (mut chance, mut moves) = (Streams::new(seed), stream(seed, &[1]));
        let mut state = game.new_state(&mut chance, &mut ());
        let (mut actions, mut other_worlds) = (Vec::new(), 0);
        let mut placed = BTreeSet::new();
        for ply in 0.. {
            check_layout(&game.picture(&state, None));
            let observer = ply as usize % game.seats();
            let picture = game.picture(&state, Some(observer));
            check_layout(&picture);
            if ply % 16 == 0 {
                check_lines(&|| game.describe(&state, Some(observer)));
            }
            let mut world = state.clone();
            game.determinize(&mut world, observer, &mut stream(seed, &[2, ply]));
            other_worlds += usize::from(world != state);
            let imagined = game.picture(&world, Some(observer));
            assert_eq!(
                imagined, picture,
                "seat {observer} sees what it cannot know"
            );
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let seen = game.picture(&state, game.to_move(&state));
            for &action in &actions {
                if let Some(spot) = game.spot(&state, action, &seen) {
                    let notation = game.action_text(&state, action);
                    assert!(
                        spot.cell < seen.panels[spot.panel].cells.len(),
                        "{notation}"
                    );
                    placed.extend(notation.split(' ').next().map(str::to_string));
                }
            }
            let action = any(&actions, &mut moves);
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        (other_worlds, placed)
    }
}

/// Moves with a location that occur in every sufficiently long game.
const PLACED: &[(&str, &[&str])] = &[
    (
        "maracaibo",
        &["advance", "city", "fight", "sail", "village"],
    ),
    (
        "puerto_rico",
        &["build", "load", "mayor", "plant", "sell", "staff"],
    ),
    ("endeavor", &["occupy", "salary", "ship", "use"]),
    ("cartagena", &["back", "play"]),
];

#[test]
fn pictures_show_only_what_the_observer_knows() {
    for &(game, hides, all_options) in DRAWN {
        let entry = entry(game).unwrap();
        let (mut seed, mut other_worlds) = (0, 0);
        let mut all_placed = BTreeSet::new();
        for players in entry.players.clone() {
            for options in all_options {
                seed += 1;
                // Some options are for other numbers of players.
                match open(&setup(entry, players, options), Looking(seed)) {
                    Ok((worlds, placed)) => {
                        other_worlds += worlds;
                        all_placed.extend(placed);
                    }
                    Err(error) => assert!(!options.is_empty(), "{game}: {error}"),
                }
            }
        }
        assert_eq!(other_worlds > 0, hides, "{game}");
        let wanted = PLACED.iter().find(|(name, _)| *name == game).unwrap().1;
        for verb in wanted {
            assert!(
                all_placed.contains(*verb),
                "{game}: no place for {verb}: {all_placed:?}"
            );
        }
    }
}
