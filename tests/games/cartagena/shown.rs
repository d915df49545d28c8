//! Texts and pictures for people: all fields of a position that a seat knows, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::action::Action;
use portolan::games::cartagena::cards::{Cards, kind};
use portolan::games::cartagena::components::{HOOK, RUM};
use portolan::games::cartagena::path::START;
use portolan::games::cartagena::state::{Knowledge, Phase, Pirates, State};
use portolan::picture::{Picture, Shape};
use portolan::random::{Streams, below, stream};

use super::shown_support::{Change, every_field_is_shown, fields, is_shown_to};
use super::support::{Table, rules};

const ALL_MODULES: &str = "modules=morgan,hindrance,black-magician";

/// Returns the rules for three players in the full escape with all modules.
fn full_escape() -> Cartagena {
    rules(3, &["story=full-escape", ALL_MODULES, "turn_cap=40"])
}

/// Calls `each` for all positions of a random game.
fn walk(game: &Cartagena, deal: u64, mut each: impl FnMut(&State, &[Action])) {
    let (mut chance, mut rng) = (Streams::new(deal), stream(deal, &[1]));
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    loop {
        game.legal_actions(&state, &mut actions);
        each(&state, &actions);
        if actions.is_empty() {
            return;
        }
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Returns a position of a random game, from the third turn on, that fulfils a condition.
fn position(game: &Cartagena, wished: impl Fn(&State) -> bool) -> State {
    let mut found = None;
    for deal in 0..400 {
        walk(game, deal, |state, _| {
            if found.is_none() && state.turns[0] > 2 && wished(state) {
                found = Some(state.clone());
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("the position comes up in some deal")
}

/// Replaces a card with another one.
fn exchange(cards: &mut Cards) {
    let first = cards.kinds().next().expect("a card");
    cards.remove(first);
    cards.add(match first == kind(HOOK, true) {
        true => kind(RUM, true),
        false => kind(HOOK, true),
    });
}

/// Returns the names of the fields of a position.
pub fn fields_of_state() -> Vec<&'static str> {
    fields!(State {
        seats,
        phase,
        active,
        actions_left,
        fresh,
        acted,
        black_played,
        at_tortuga,
        other,
        discarded,
        turns,
        symbols,
        crowd,
        pirates,
        hands,
        pile,
        top,
        top_len,
        top_known_to,
        discards,
        drawn,
        chests,
        closed_tiles,
        knowledge,
    })
    .to_vec()
}

#[test]
fn description_reflects_every_field() {
    let game = full_escape();
    let turn = position(&game, |state| {
        state.phase == Phase::Turn && state.top_len > 0 && state.chests != 0
    });
    let gives = position(&game, |state| state.phase == Phase::RumGive);
    let discards = position(&game, |state| {
        state.phase == Phase::Hindrance && state.discarded == 0
    });
    let secret = "secret: the test below";
    every_field_is_shown(
        &game,
        &fields_of_state(),
        &[
            ("phase", &turn, |state| state.phase = Phase::Pistol),
            ("active", &turn, |state| {
                state.active = (state.active + 1) % 3
            }),
            ("actions_left", &turn, |state| state.actions_left += 1),
            ("fresh", &turn, |state| state.fresh ^= true),
            ("acted", &turn, |state| state.acted ^= true),
            ("black_played", &turn, |state| state.black_played ^= true),
            ("at_tortuga", &turn, |state| state.at_tortuga ^= true),
            ("other", &gives, |state| state.other = (state.other + 1) % 3),
            ("discarded", &discards, |state| state.discarded = HOOK),
            ("turns", &turn, |state| state.turns[2] += 1),
            ("symbols", &turn, |state| state.symbols.swap(0, 1)),
            ("pirates", &turn, |state| state.pirates.swap(0, 1)),
            // The sizes of hidden piles and hands; the cards are secret.
            ("hands", &turn, |state| state.hands[2].add(kind(RUM, false))),
            ("pile", &turn, |state| state.pile.add(kind(RUM, false))),
            ("top_len", &turn, |state| state.top_len -= 1),
            ("top_known_to", &turn, |state| {
                state.top_known_to = (state.top_known_to + 1) % 3
            }),
            ("discards", &turn, |state| {
                state.discards.add(kind(RUM, false))
            }),
            ("drawn", &gives, |state| state.drawn.add(kind(RUM, false))),
            ("chests", &turn, |state| state.chests &= state.chests - 1),
            ("closed_tiles", &turn, |state| state.closed_tiles[0] ^= 1),
        ],
        &[
            ("seats", "the table has a line for every seat"),
            ("crowd", "the pirates of all seats together"),
            ("top", secret),
            ("knowledge", secret),
        ],
    );
    let of_pirates = fields!(Pirates {
        path,
        start,
        aboard,
        home
    });
    every_field_is_shown(
        &game,
        &of_pirates,
        &[
            ("path", &turn, |state| state.pirates[1].path.0[0] ^= 1 << 9),
            ("start", &turn, |state| state.pirates[1].start += 1),
            ("aboard", &turn, |state| state.pirates[1].aboard += 1),
            ("home", &turn, |state| state.pirates[1].home += 1),
        ],
        &[],
    );
}

/// CA-1.6, CA-A34: Own cards, cards put on the pile or drawn, and known cards of others are shown.
#[test]
fn description_shows_secrets_only_to_their_seats() {
    let game = full_escape();
    let mut turn = position(&game, |state| {
        let hands = state.hands.iter().take(3).all(|hand| hand.len() > 1);
        state.phase == Phase::Turn && state.top_len > 0 && hands
    });
    turn.knowledge = Default::default();
    turn.top_known_to = 2;
    let gives = position(&game, |state| state.phase == Phase::RumGive);
    let active = usize::from(gives.active);
    let secrets: [(Change<State>, usize); 5] = [
        (("hands", &turn, |state| exchange(&mut state.hands[1])), 1),
        (
            ("top", &turn, |state| {
                state.top[usize::from(state.top_len) - 1] ^= 1;
            }),
            2,
        ),
        (
            ("drawn", &gives, |state| exchange(&mut state.drawn)),
            active,
        ),
        (
            ("hands", &turn, |state| {
                let card = state.hands[1].kinds().next().expect("a card");
                state.knowledge[0].hands[1].add(card);
            }),
            0,
        ),
        (
            ("together", &turn, |state| {
                state.knowledge[0].together.add(kind(RUM, false));
            }),
            0,
        ),
    ];
    let _ = fields!(Knowledge { hands, together });
    for (change, knows) in secrets {
        let to_all = !matches!(change.0, "together") && knows != 0;
        is_shown_to(&game, change, |observer| {
            observer.map_or(to_all, |observer| observer == knows)
        });
    }
    is_shown_to(
        &game,
        ("pile", &turn, |state| exchange(&mut state.pile)),
        |observer| observer.is_none(),
    );
}

#[test]
fn description_lines_fit_80_columns() {
    for game in [full_escape(), rules(5, &["turn_cap=20"])] {
        walk(&game, 3, |state, actions| {
            for observer in [None, Some(0)] {
                let text = game.describe(state, observer);
                for line in text.lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
            for &action in actions {
                let explained = game.explain(state, action);
                let notation = game.action_text(state, action);
                assert!(!explained.is_empty(), "{notation}");
                assert!(explained.chars().count() <= 110, "{notation} · {explained}");
            }
        });
    }
}

/// Returns the explanation of an action.
fn explained(table: &Table, notation: &str) -> String {
    let action = table.game.parse_action(&table.state, notation);
    table.game.explain(&table.state, action.expect(notation))
}

#[test]
fn moves_explain_their_effects() {
    let mut table = Table::bare(3, &[ALL_MODULES]);
    let rum = table.first("rum", 0);
    let hook = table.first("hook", rum);
    table
        .hand(1, "rum black, hook, lantern")
        .hand(2, "rum, hook")
        .pirates(1, &[rum, rum])
        .pirates(2, &[rum, hook]);
    let told = [
        ("play lantern 2", "to 6, 4 spaces on"),
        (
            "play rum start black",
            "to 11, 11 spaces on · the others keep 7 cards",
        ),
        ("morgan 2 start", "to 9, draws 1 card"),
        ("morgan 2 9", "to the sloop, draws 2 cards"),
        ("hook lantern 2", "both to 6, 4 spaces on, for 2 actions"),
        (
            "lantern",
            "draw 4 cards, keep 1, put the others back on the pile",
        ),
    ];
    for (notation, words) in told {
        assert_eq!(explained(&table, notation), words, "{notation}");
    }
    let mut table = Table::bare(2, &["modules=black-magician"]);
    let chest = table.first("chest", 1);
    table
        .hand(1, "pistol, chest")
        .hand(2, "rum, hook")
        .pirates(1, &[chest])
        .pirates(2, &[1, 1]);
    let [back, tile] = ["back", "chest"].map(|verb| format!("{verb} {chest}"));
    assert_eq!(explained(&table, &back), "to 1, draws 2 cards");
    assert_eq!(explained(&table, "pistol 2"), "look at 2 cards, take one");
    let words = "turn up the chest tile below one of your pirates";
    assert_eq!(explained(&table, &tile), words);
    table.act("pistol 2");
    assert_eq!(explained(&table, "take rum"), "seat 2 draws another card");
}

/// CA-8.4: The revealed tile and the winner are described when they occur.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::bare(2, &["modules=black-magician"]);
    let chest = table.first("chest", 0);
    table.pirates(1, &[chest]).hand(1, "chest");
    table.act(&format!("chest {chest}"));
    let events = table.events.iter();
    let words: Vec<String> = events
        .filter_map(|event| table.game.event_words(event))
        .collect();
    assert_eq!(words.len(), 1);
    assert!(words[0].starts_with("the chest tile is: "), "{words:?}");
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = full_escape();
    let catalog = game.catalog();
    let text = |id: &str| {
        let found = catalog.iter().find(|component| component.id == id);
        found.map(|component| (component.kind, component.text.as_str()))
    };
    assert_eq!(
        text("parrot"),
        Some((
            "card",
            "a pirate moves to the next empty parrot; or: two parrots count as a card of another symbol"
        ))
    );
    assert_eq!(text("start"), Some(("place", "the jail")));
    assert_eq!(text("empty"), Some(("chest tile", "nothing")));
    assert!(
        text("rum black")
            .unwrap()
            .1
            .ends_with("discards down to 7 cards")
    );
    let plain = ["back", "morgan", "sail", "captain", "rest", "end"];
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let mut words = notation.split(' ');
            let known = words
                .clone()
                .any(|word| text(word).is_some() || word == "parrots");
            let verb = words.next().unwrap();
            assert!(known || plain.contains(&verb), "{notation}");
        }
    });
    assert!(
        rules(2, &[])
            .catalog()
            .iter()
            .all(|component| component.id != "snake")
    );
}

/// Returns the number of pieces with a shape and owner in cells whose names have this prefix.
fn pieces(picture: &Picture, name: &str, shape: Shape, owner: Option<usize>) -> u16 {
    let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
    let cells = cells.filter(|cell| cell.name.starts_with(name));
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape && piece.owner == owner);
    counted.map(|piece| piece.count).sum()
}

/// CA-1.3, CA-1.4: Each pirate and each visible card is in exactly one place.
#[test]
fn every_piece_appears_in_one_cell() {
    for game in [
        full_escape(),
        rules(2, &["story=tortuga", "turn_cap=30", "pirates=4"]),
    ] {
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                for seat in 0..game.seats() {
                    let pirates = pieces(&picture, "", Shape::Figure, Some(seat));
                    assert_eq!(pirates, u16::from(game.options().pirates));
                    let hand = format!("hand of seat {}", seat + 1);
                    let hand = pieces(&picture, &hand, Shape::Token, None);
                    assert_eq!(hand, u16::from(state.hands[seat].len()));
                }
                let discards = pieces(&picture, "discards", Shape::Token, None);
                assert_eq!(discards, u16::from(state.discards.len()));
                let tiles = pieces(&picture, "chest tiles", Shape::Token, None);
                let closed = match game.options().magician {
                    true => state
                        .closed_tiles
                        .iter()
                        .map(|&tiles| u16::from(tiles))
                        .sum(),
                    false => 0u16,
                };
                assert_eq!(tiles, closed);
            });
        }
    }
}

/// The path turns at the end of each row, and adjacent spaces are connected.
#[test]
fn picture_draws_the_path_in_connected_rows() {
    let mut table = Table::bare(2, &[]);
    table.pirates(2, &[10]);
    let picture = table.game.picture(&table.state, Some(0));
    let path = &picture.panels[0];
    let places: Vec<(u8, u8)> = path
        .cells
        .iter()
        .map(|cell| (cell.row, cell.column))
        .collect();
    assert_eq!(places[..2], [(0, 0), (1, 0)]);
    assert_eq!(
        (places[9], places[10], places[18], places[19]),
        ((1, 8), (2, 8), (2, 0), (3, 0))
    );
    assert_eq!(path.ways[10], (10, 11));
    assert_eq!(path.cells[0].name, "the jail");
    assert_eq!(path.cells[0].pieces[0].count, u16::from(table.at(1, START)));
    let tenth = &path.cells[10];
    assert_eq!(
        (tenth.name.as_str(), tenth.pieces[0].owner),
        ("10", Some(1))
    );
}
