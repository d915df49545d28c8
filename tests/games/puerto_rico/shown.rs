//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::action::Action;
use portolan::games::puerto_rico::components::QUARRY;
use portolan::games::puerto_rico::state::{Phase, Player, Ship, State};
use portolan::games::puerto_rico::violet;
use portolan::picture::{Picture, Shape};
use portolan::random::{Streams, below, stream};

use super::shown_support::{every_field_is_shown, fields};
use super::support::{Table, building, rules};

/// Calls `each` for all positions of a random game.
fn walk(game: &PuertoRico, deal: u64, mut each: impl FnMut(&State, &[Action])) {
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
fn position(game: &PuertoRico, wished: impl Fn(&State) -> bool) -> State {
    let mut found = None;
    for deal in 0..400 {
        walk(game, deal, |state, _| {
            if found.is_none() && state.round > 4 && wished(state) {
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
        in_stock,
        pool,
        seats,
        phase,
        round,
        governor,
        picks,
        roles_taken,
        role,
        owner,
        active,
        role_doubloons,
        stock,
        supply,
        ships,
        house,
        stack,
        discards,
        row,
        quarries,
        colonists,
        colonist_ship,
        endings,
        scratch,
        class,
        later,
        idle,
        wharves_used,
        privilege,
    })
    .to_vec()
}

/// Returns the names of the fields of a player.
pub fn fields_of_player() -> Vec<&'static str> {
    fields!(Player {
        owned,
        staffed,
        doubloons,
        vp_goods,
        vp_harbor,
        vp_captain,
        vp_buildings,
        goods,
        tiles,
        workers,
        artisans,
        san_juan,
    })
    .to_vec()
}

#[test]
fn description_reflects_every_field() {
    let game = rules(4, &["vp_visibility=tracked"]);
    let of = |phase: Phase| position(&game, |state| state.phase == phase);
    let build = position(&game, |state| {
        let player = &state.players[0];
        let owns = player.owned & violet::OFFICE == 0 && player.artisans[1] > 0;
        let table = state.row[2] > 0 && state.stack[0] > 0 && state.stock[building("office")] == 1;
        state.phase == Phase::Build && owns && table && state.roles_taken & 1 == 0
    });
    let (staff, load) = (of(Phase::Staff), of(Phase::Load));
    let keep = of(Phase::Keep);
    every_field_is_shown(
        &game,
        &fields_of_state(),
        &[
            ("players", &build, |state| state.players.swap(0, 1)),
            ("in_stock", &build, |state| state.in_stock ^= violet::OFFICE),
            ("pool", &build, |state| state.pool -= 1),
            ("phase", &build, |state| state.phase = Phase::Sell),
            ("round", &build, |state| state.round += 1),
            ("governor", &build, |state| {
                state.governor = (state.governor + 1) % 4
            }),
            ("picks", &build, |state| state.picks ^= 1),
            ("roles_taken", &build, |state| state.roles_taken ^= 1),
            ("role", &build, |state| state.role = 4),
            ("owner", &build, |state| state.owner = (state.owner + 1) % 4),
            ("active", &build, |state| {
                state.active = (state.active + 1) % 4
            }),
            ("role_doubloons", &build, |state| {
                state.role_doubloons[0] += 1
            }),
            ("stock", &build, |state| {
                state.stock[building("office")] += 1
            }),
            ("supply", &build, |state| state.supply[2] += 1),
            ("ships", &build, |state| {
                state.ships[0] = Ship {
                    good: 3,
                    barrels: 4,
                }
            }),
            ("ships", &load, |state| {
                state.ships[1] = Ship {
                    good: 4,
                    barrels: 5,
                }
            }),
            ("house", &build, |state| state.house[4] += 1),
            ("stack", &build, |state| state.stack[0] -= 1),
            // The same number of tiles, but of other kinds.
            ("stack", &build, |state| {
                state.stack[0] -= 1;
                state.stack[1] += 1;
            }),
            ("discards", &build, |state| state.discards[1] += 1),
            ("row", &build, |state| state.row[2] -= 1),
            ("quarries", &build, |state| state.quarries += 1),
            ("colonists", &build, |state| state.colonists += 1),
            ("colonist_ship", &build, |state| state.colonist_ship += 1),
            ("endings", &build, |state| state.endings ^= 2),
            ("scratch", &keep, |state| state.scratch ^= 1),
            ("class", &staff, |state| state.class += 1),
            ("later", &staff, |state| state.later += 1),
            ("idle", &load, |state| state.idle += 1),
            ("wharves_used", &load, |state| state.wharves_used ^= 1),
            ("privilege", &load, |state| state.privilege ^= true),
        ],
        &[("seats", "the table has a line for every seat")],
    );
    every_field_is_shown(
        &game,
        &fields_of_player(),
        &[
            ("owned", &build, |state| {
                state.players[0].owned ^= violet::OFFICE
            }),
            ("staffed", &build, |state| {
                let player = state.players.iter_mut().find(|player| player.violet() != 0);
                let player = player.expect("somebody has a violet building");
                player.staffed ^= 1 << player.violet().trailing_zeros();
            }),
            ("doubloons", &build, |state| state.players[1].doubloons += 1),
            ("vp_goods", &build, |state| state.players[1].vp_goods += 1),
            ("vp_harbor", &build, |state| state.players[1].vp_harbor += 1),
            ("vp_captain", &build, |state| {
                state.players[1].vp_captain += 1
            }),
            ("vp_buildings", &build, |state| {
                state.players[1].vp_buildings += 1
            }),
            // The same number of chips, but of other kinds.
            ("vp_goods", &build, |state| {
                state.players[1].vp_goods -= 1;
                state.players[1].vp_harbor += 1;
            }),
            ("goods", &build, |state| state.players[2].goods[3] += 1),
            ("tiles", &build, |state| state.players[2].tiles[QUARRY] += 1),
            ("workers", &build, |state| {
                let player = &mut state.players[2];
                let tile = (0..6)
                    .find(|&tile| player.tiles[tile] > 0)
                    .expect("it has a tile");
                player.workers[tile] += 1;
            }),
            ("artisans", &build, |state| {
                state.players[0].artisans[1] -= 1
            }),
            ("san_juan", &build, |state| state.players[3].san_juan += 1),
        ],
        &[],
    );
}

/// Questions name their subject.
#[test]
fn questions_name_their_subject() {
    let game = rules(4, &[]);
    for phase in [
        Phase::Hospice,
        Phase::University,
        Phase::Bonus,
        Phase::Store,
    ] {
        let state = position(&game, |state| state.phase == phase);
        let mut changed = state.clone();
        changed.scratch ^= 1;
        assert_ne!(
            game.describe(&state, None),
            game.describe(&changed, None),
            "{phase:?}"
        );
    }
}

#[test]
fn description_lines_fit_80_columns() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        walk(&game, 3, |state, actions| {
            let text = game.describe(state, None);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
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
    let mut table = Table::of(3);
    table.state.role_doubloons[2] = 2;
    table.money(1, 9).staffed_tiles(1, "1 quarry");
    assert_eq!(
        explained(&table, "builder"),
        "+2 doubloons · everybody may build; its owner pays 1 doubloon less"
    );
    table.act("builder");
    assert_eq!(
        explained(&table, "build office"),
        "for 3 doubloons · 2 VP · you may sell a kind of good already in the trading house"
    );
    assert_eq!(
        explained(&table, "build sugar_mill"),
        "for 2 doubloons · 2 VP · 3 circles for sugar"
    );
    assert_eq!(
        explained(&table, "build residence"),
        "for 8 doubloons · 4 VP · currently 4 more VP, with a colonist"
    );
    assert_eq!(explained(&table, "pass"), "no building");

    let mut table = Table::of(3);
    table.goods(1, "5 corn, 2 sugar").buildings(1, &["harbor"]);
    table.ship(1, "1 corn").act("captain");
    assert_eq!(
        explained(&table, "load corn 4"),
        "3 barrels → 5 VP · 2 left · the ship is then full"
    );
    assert_eq!(explained(&table, "load sugar 6"), "2 barrels → 4 VP");

    let mut table = Table::of(3);
    table
        .goods(1, "1 coffee")
        .house("1 corn, 1 indigo, 1 sugar");
    table.buildings(1, &["small_market"]).act("trader");
    assert_eq!(
        explained(&table, "sell coffee"),
        "+6 doubloons · the trading house is then full"
    );

    let mut table = Table::of(3);
    table.row("1 corn, 2 sugar, 1 coffee").act("settler");
    assert_eq!(explained(&table, "plant sugar"), "no building for it yet");
    assert_eq!(explained(&table, "plant corn"), "corn needs no building");
}

/// Events that no move describes are shown when they occur; others are not repeated.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::of(3);
    table.staffed_tiles(2, "2 corn").act("craftsman");
    let words = |table: &Table| -> Vec<String> {
        let events = table.events.iter();
        events
            .filter_map(|event| table.game.event_words(event))
            .collect()
    };
    assert_eq!(words(&table), ["seat 2 gets 2 corn"]);
    let colonists = std::mem::take(&mut table.state.colonists);
    table.player(1).san_juan += colonists;
    table.act("mayor").finish();
    let told = words(&table);
    assert_eq!(
        told.last().map(String::as_str),
        Some("the game ends after this round: too few colonists for the ship")
    );
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = rules(5, &[]);
    let catalog = game.catalog();
    let has = |id: &str| catalog.iter().any(|component| component.id == id);
    assert!(
        ["settler", "prospector 2", "corn", "quarry", "sugar_mills"]
            .into_iter()
            .all(has)
    );
    let office = catalog
        .iter()
        .find(|component| component.id == "office")
        .unwrap();
    assert_eq!(office.name, "Office");
    assert!(
        office
            .text
            .starts_with("costs 5 doubloons, at most 2 less with quarries; 2 VP. You may")
    );
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let known = notation.split(' ').any(has);
            let plain = ["pass", "colonist", "no colonist"].contains(&notation.as_str());
            assert!(known || plain, "{notation}");
        }
    });
}

/// Returns the number of pieces with a shape in panels whose titles have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, label: Option<&str>) -> u16 {
    let panels = picture
        .panels
        .iter()
        .filter(|panel| panel.title.starts_with(title));
    let cells = panels.flat_map(|panel| &panel.cells);
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape);
    let counted = counted.filter(|piece| label.is_none_or(|label| piece.label == label));
    counted.map(|piece| piece.count).sum()
}

/// Returns the total over all kinds.
fn sum(counts: &[u8]) -> u16 {
    counts.iter().map(|&count| u16::from(count)).sum()
}

#[test]
fn every_piece_appears_in_one_cell() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                let main = |shape, label| pieces(&picture, "main", shape, label);
                for (seat, player) in state.seated().iter().enumerate() {
                    let title = format!("seat {}:", seat + 1);
                    let on_board = pieces(&picture, &title, Shape::Figure, None);
                    assert_eq!(on_board, sum(&[player.colonists()]), "{title}");
                    let goods = pieces(&picture, &title, Shape::Token, None);
                    assert_eq!(goods, sum(&player.goods), "{title}");
                }
                let waiting = sum(&[state.colonists, state.colonist_ship]);
                assert_eq!(main(Shape::Figure, None), waiting);
                let sale = pieces(&picture, "buildings", Shape::Token, None);
                assert_eq!(sale, sum(&state.stock));
                let doubloons = main(Shape::Token, Some("doubloon"));
                assert_eq!(doubloons, sum(&state.role_doubloons));
            });
        }
    }
}
