//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::endeavor::Endeavor;
use portolan::games::endeavor::action::Action;
use portolan::games::endeavor::components::SLAVERY;
use portolan::games::endeavor::state::{DISCS, NEUTRAL, NONE, Phase, Player, State};
use portolan::picture::{Picture, Shape};
use portolan::random::{Streams, below, stream};

use super::shown_support::{every_field_is_shown, fields};
use super::support::{Table, rules};

/// Calls `each` for all positions of a random game.
fn walk(game: &Endeavor, deal: u64, mut each: impl FnMut(&State, &[Action])) {
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

/// Returns a position late in a random game that fulfils a condition.
fn position(game: &Endeavor, wished: impl Fn(&State) -> bool) -> State {
    let mut found = None;
    for deal in 0..400 {
        walk(game, deal, |state, _| {
            if found.is_none() && state.round > 3 && wished(state) {
                found = Some(state.clone());
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("the position comes up in some deal")
}

/// Returns the names of the fields of a position.
pub fn fields_of_state() -> Vec<&'static str> {
    fields!(State {
        players,
        taken,
        link_tokens,
        pile,
        removed,
        in_supply,
        supply,
        tokens,
        track,
        shipped,
        drawn,
        open,
        abolished,
        tokens_gone,
        seats,
        phase,
        round,
        crown,
        active,
        passed,
        menu,
        either,
        done,
        by_token,
        occupied,
        casualties,
        victim,
        left,
        paid,
    })
    .to_vec()
}

/// Returns the names of the fields of a player.
pub fn fields_of_player() -> Vec<&'static str> {
    fields!(Player {
        sites,
        cards,
        set_aside,
        kinds,
        turns,
        attributes,
        supply,
        harbor,
        buildings,
        built,
        busy,
        tokens,
        monument,
        actions,
        governor,
        discs,
        high_seas,
        present,
    })
    .to_vec()
}

#[test]
fn description_reflects_every_field() {
    let game = rules(3, &[]);
    let mut turn = position(&game, |state| {
        let player = &state.players[0];
        state.phase == Phase::Turn
            && state.passed == 0
            && player.cards != 0
            && state.open != 1
            && state.open != 0b111_1111
            && state.drawn[7] < 5
    });
    turn.shipped[1] = 1;
    turn.track[1][0] = 0;
    turn.open &= !2;
    let act = position(&game, |state| {
        state.phase == Phase::Act && state.menu.count_ones() == 2
    });
    let mut casualty = act.clone();
    casualty.phase = Phase::Casualty;
    casualty.casualties = 3;
    casualty.victim = (casualty.active + 1) % 3;
    let salary = position(&game, |state| state.phase == Phase::Salary);
    every_field_is_shown(
        &game,
        &fields_of_state(),
        &[
            ("players", &turn, |state| state.players.swap(0, 1)),
            ("link_tokens", &turn, |state| state.link_tokens ^= 1),
            ("pile", &turn, |state| state.pile ^= 1 << 20),
            ("removed", &turn, |state| state.removed ^= 1 << 21),
            ("in_supply", &turn, |state| state.in_supply ^= 1 << 6),
            ("supply", &turn, |state| {
                state.in_supply |= 1 << 6;
                state.supply[6] += 1;
            }),
            // The next space of a track that is not full.
            ("tokens", &turn, |state| {
                state.tokens[1] = (state.tokens[1] + 1) % 8
            }),
            ("track", &turn, |state| state.track[1][0] = 2),
            ("shipped", &turn, |state| state.shipped[1] = 0),
            ("drawn", &turn, |state| state.drawn[7] += 1),
            ("open", &turn, |state| state.open ^= 2),
            ("abolished", &turn, |state| state.abolished ^= true),
            ("tokens_gone", &turn, |state| state.tokens_gone += 1),
            ("phase", &turn, |state| state.phase = Phase::Build),
            ("round", &turn, |state| state.round += 1),
            ("crown", &turn, |state| state.crown = (state.crown + 1) % 3),
            ("active", &turn, |state| {
                state.active = (state.active + 1) % 3
            }),
            ("passed", &turn, |state| state.passed = 2),
            ("menu", &act, |state| state.menu &= state.menu - 1),
            ("either", &act, |state| state.either ^= true),
            ("done", &act, |state| state.done ^= 1 << 2),
            ("by_token", &act, |state| state.by_token ^= true),
            ("occupied", &act, |state| {
                state.occupied = match state.occupied {
                    NONE => 3,
                    _ => NONE,
                }
            }),
            ("casualties", &casualty, |state| state.casualties = 2),
            ("victim", &casualty, |state| {
                state.victim = (state.victim + 1) % 3
            }),
            ("left", &salary, |state| state.left += 1),
            ("paid", &salary, |state| state.paid += 1),
        ],
        &[
            ("taken", "the sites of all players together"),
            ("seats", "the table has a line for every seat"),
        ],
    );
    every_field_is_shown(
        &game,
        &fields_of_player(),
        &[
            ("sites", &turn, |state| {
                let free = (!state.taken).trailing_zeros();
                state.players[1].sites |= 1 << free;
            }),
            ("cards", &turn, |state| {
                state.players[0].cards &= state.players[0].cards - 1
            }),
            ("set_aside", &turn, |state| {
                state.players[1].set_aside ^= SLAVERY
            }),
            ("turns", &turn, |state| state.players[2].turns += 1),
            ("attributes", &turn, |state| {
                state.players[2].attributes[3] += 1
            }),
            ("supply", &turn, |state| state.players[1].supply += 1),
            ("harbor", &turn, |state| state.players[1].harbor += 1),
            ("buildings", &turn, |state| {
                state.players[1].buildings[1] ^= 1
            }),
            ("built", &turn, |state| state.players[1].built -= 1),
            ("busy", &turn, |state| state.players[1].busy ^= 1),
            ("tokens", &turn, |state| state.players[1].tokens[2] += 1),
            ("monument", &turn, |state| state.players[1].monument[2] += 1),
            ("actions", &turn, |state| state.players[1].actions[3] += 1),
            ("governor", &turn, |state| {
                let governor = &mut state.players[0].governor;
                *governor = if *governor == NONE { 43 } else { NONE };
            }),
            ("discs", &turn, |state| state.players[1].discs[2] += 1),
            ("high_seas", &turn, |state| {
                state.players[1].high_seas[2] += 1
            }),
        ],
        &[
            ("kinds", "the kinds of the buildings"),
            ("present", "the areas where there are discs, and Europe"),
        ],
    );
}

/// EN-1.6, EN-6.2, EN-6.8: The tokens of closed regions, and links that never had a token.
#[test]
fn description_shows_closed_regions_and_square_links() {
    let mut table = Table::building(2, &[]);
    table.lay("bombay", "attack");
    let text = table.game.describe(&table.state, None);
    assert!(text.contains("bombay=attack"), "{text}");
    assert!(
        text.contains("square links, never with a token: genoa-venice"),
        "{text}"
    );
    let links = &table.game.board().links;
    let sites = &table.game.board().sites;
    for link in links {
        let [a, b] = [link.a, link.b].map(|end| &sites[usize::from(end)].id);
        assert!(text.contains(&format!("{a}-{b}")), "{a}-{b} in {text}");
    }
}

#[test]
fn description_lines_fit_80_columns() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &[])] {
        let game = rules(players, options);
        walk(&game, 3, |state, actions| {
            let text = game.describe(state, None);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
            for &action in actions {
                let explained = game.explain(state, action);
                let notation = game.action_text(state, action);
                assert!(!explained.is_empty(), "{notation}");
                assert!(explained.chars().count() <= 130, "{notation} · {explained}");
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
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "amsterdam")
        .rested(1)
        .lay("london", "culture")
        .lay_link("london", "amsterdam", "wealth")
        .house(1, "dock")
        .track("caribbean", &[2, 2, 1])
        .lay_track("caribbean", 4, "ship")
        .lay_track("africa", 1, "industry");
    assert_eq!(
        explained(&table, "use dock"),
        "ship and/or occupy · 4 discs left in the harbor"
    );
    assert_eq!(explained(&table, "pass"), "no further turn in this round");
    table.play("use dock");
    assert_eq!(
        explained(&table, "occupy london"),
        "+1 culture · 1 glory · 1 link: +1 wealth"
    );
    assert_eq!(
        explained(&table, "ship africa"),
        "space 1 of 5 → +1 industry"
    );
    assert_eq!(
        explained(&table, "ship caribbean"),
        "opens the region · a token to ship · governor to seat 1"
    );
    let mut table = Table::acting(2, &[]);
    table
        .disc(2, "venice")
        .house(1, "barracks")
        .play("use barracks");
    assert_eq!(
        explained(&table, "attack venice"),
        "from seat 2 for 2 discs · 1 glory"
    );
    let table = Table::building(2, &[]);
    assert_eq!(
        explained(&table, "build workshop"),
        "level 1 · 1 industry · 4 left"
    );
    assert_eq!(explained(&table, "build market"), "level 1 · draw · 4 left");
}

/// Events that no move describes are shown when they occur.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::acting(2, &[]);
    table
        .rested(1)
        .house(1, "dock")
        .track("caribbean", &[2, 2, 1])
        .act("use dock")
        .act("ship caribbean");
    let events = table.events.iter();
    let words: Vec<String> = events
        .filter_map(|event| table.game.event_words(event))
        .collect();
    assert_eq!(
        words,
        ["caribbean opens; governor_caribbean goes to seat 1"]
    );
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = rules(2, &["silent_fleets=on", "scarce_buildings=on"]);
    let catalog = game.catalog();
    let has = |id: &str| catalog.iter().any(|component| component.id == id);
    let text = |id: &str| {
        let found = catalog.iter().find(|component| component.id == id);
        found.map(|component| (component.kind, component.text.as_str()))
    };
    assert_eq!(
        text("dock"),
        Some(("building", "level 3; ship and/or occupy"))
    );
    assert_eq!(
        text("pay_or_draw"),
        Some(("token", "a token to pay or draw"))
    );
    assert_eq!(text("cape_town"), Some(("city", "city in Africa; 2 glory")));
    assert_eq!(text("guinea_fleet"), Some(("fleet", "fleet in Africa")));
    let governor = "governor, for the most discs on the track; 2 wealth, 1 influence";
    let told = text("governor_africa").unwrap();
    assert_eq!(told.0, "governor");
    assert_eq!(
        told.1
            .replace("; 1 influence", ", 1 influence")
            .split("; 1 glory")
            .next(),
        Some(governor)
    );
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let known = notation.split(' ').any(has);
            let plain = ["pass", "stop", "governor none", "fleets rest"];
            assert!(known || plain.contains(&notation.as_str()), "{notation}");
        }
    });
}

/// Returns the number of discs of an owner, or of tokens without an owner, in panels whose titles
/// have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, owner: Option<usize>) -> u16 {
    let panels = picture
        .panels
        .iter()
        .filter(|panel| panel.title.starts_with(title));
    let cells = panels.flat_map(|panel| &panel.cells);
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape && piece.owner == owner);
    counted.map(|piece| piece.count).sum()
}

/// EN-1.7: Each disc is in exactly one place.
#[test]
fn every_disc_appears_in_one_cell() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &[])] {
        let game = rules(players, options);
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                for seat in 0..players {
                    let discs = pieces(&picture, "", Shape::Disc, Some(seat));
                    assert_eq!(discs, u16::from(DISCS), "seat {}", seat + 1);
                    let sites = pieces(&picture, "cities", Shape::Disc, Some(seat));
                    assert_eq!(u32::from(sites), state.players[seat].sites.count_ones());
                }
                let fleets = pieces(&picture, "", Shape::Disc, None);
                assert_eq!(
                    fleets + u16::from(state.players[NEUTRAL].supply),
                    u16::from(DISCS)
                );
                let free = game.board().sites.len() as u32 - state.taken.count_ones();
                let tokens = pieces(&picture, "cities", Shape::Token, None);
                assert_eq!(u32::from(tokens), free);
                let tokens = pieces(&picture, "tokens on links", Shape::Token, None);
                assert_eq!(u32::from(tokens), state.link_tokens.count_ones());
            });
        }
    }
}
