//! Combat (M-7), U7 (M-17.1) and combat actions of cards (M-21.4).

use std::collections::BTreeMap;

use portolan::games::GameSetup;
use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::{PendingKind, PendingStep};
use portolan::games::maracaibo::{ENTRY, Maracaibo};

use crate::support::Table;

/// Returns a 3-player table without markers on the map, where seat 0 has no CP and no figures.
fn table() -> Table {
    let mut table = Table::bare(3, &[]);
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table.player(0).general = 5;
    table
}

/// M-7.1: A combat reveals one of the remaining tokens, which has a value for each nation.
#[test]
fn combat_reveals_a_token() {
    let mut table = table();
    table.at("11", 3);
    let before = table.state.tokens_len;
    assert_eq!(before, 25);
    table.act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.state.tokens_len, 24);
    let PendingStep::Nation { token } = table.state.top().expect("a nation to choose").work else {
        unreachable!("the choice of a nation is open")
    };
    assert!(!table.state.tokens[..24].contains(&token.expect("one is left")));
}

/// M-7.1, M-7.9: Without tokens, every nation has a value of 3 without cost, and no token is
/// gained.
#[test]
fn nations_have_value_3_when_tokens_run_out() {
    for nation in ["france", "spain", "england"] {
        let mut table = table();
        table.state.tokens_len = 0;
        table.marker(Nation::France, "1").at("11", 3);
        table.act("city").act(&format!("fight {nation}"));
        assert_eq!(table.combat_value(), 3);
        table.act("end");
        assert_eq!(table.player(0).token_count, 0);
        assert_eq!(table.player(0).tokens, 0);
        assert_eq!(table.player(0).doubloons, 0);
    }
}

/// M-7.6: Only flags can be annexed: those of cities, but not villages, Havana or 20-22 (M-A58).
#[test]
fn only_cities_can_be_annexed() {
    let mut table = table();
    table.combat("25").act("fight france");
    let annexed: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|action| action.starts_with("annex"))
        .collect();
    let cities = ["1", "4", "5", "11", "13", "14"];
    assert_eq!(annexed, cities.map(|city| format!("annex {city}")));
}

/// M-7.8, M-A10: Each kind is possible once per combat, and different kinds can be combined.
#[test]
fn each_combat_action_can_be_used_once_per_combat() {
    let mut table = Table::bare(3, &["legacy=L6,L9"]);
    table.upgrade(0, 7);
    table.own(0, "A020");
    table.explorer(0, "5");
    table.combat("25").act("fight france");
    for action in [
        "gain 1",
        "annex 1",
        "occupy 2",
        "strike A020",
        "silver 10",
        "gold",
    ] {
        table.player(0).cp = 8;
        table.player(0).figures = 3;
        table.player(0).general = 0;
        table.act(action);
        while table.decision() == PendingKind::PayCombat {
            table.act_first();
        }
    }
    table.player(0).cp = 4;
    table.player(0).figures = 3;
    table.player(0).general = 3;
    assert_eq!(table.legal(), ["end"]);
}

/// M-A8: If no cost can be paid, the player chooses no nation, the combat ends and the token is
/// taken.
#[test]
fn combat_ends_without_an_affordable_nation() {
    let mut table = table();
    let mut data = crate::support::data();
    let tokens = data.files.get_mut("combat_tokens.csv").expect("the file");
    let dear = tokens.replace("\n25,4,,4,,4,,,", "\n25,4,-3d,4,-2d,4,-3d,,");
    assert_ne!(*tokens, dear);
    *tokens = dear;
    table.game = Maracaibo::new(&GameSetup {
        game: ENTRY.name.to_string(),
        players: 3,
        options: BTreeMap::new(),
        data,
    })
    .expect("the data are accepted");
    table.player(0).doubloons = 1;
    table.combat("25");
    assert_eq!(table.legal(), ["fight none"]);
    let start = table.state;
    table.act("fight none");
    assert_ne!(table.decision(), PendingKind::Combat);
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.player(0).token_count, 1);

    table.state = start;
    table.player(0).doubloons = 2;
    assert_eq!(table.legal(), ["fight spain"]);
}

/// M-A60, M-22.10: With 8 CP and 2 figures that a card converts to 2 CP each, the cost of 11 for
/// the silver fleet can be paid without combat value. CP are paid first, to make room for the
/// converted figures.
#[test]
fn cp_paid_first_make_room_for_converted_figures() {
    let mut table = Table::bare(3, &["legacy=L6"]);
    table.own(0, "B042");
    table.player(0).cp = 8;
    table.player(0).figures = 2;
    table.player(0).general = 3;
    table.combat("25").act("fight france");
    let top = usize::from(table.state.stack_len) - 1;
    if let PendingStep::Combat(combat) = &mut table.state.stack[top].work {
        combat.value = 0;
    }
    assert!(!table.can("silver 11"));
    table.play(&["spend cp", "spend cp", "figure to cp"]);
    assert!(table.can("silver 11"));
    table.act("silver 11");
    table.while_legal(&["pay 0 figures"]);
    assert_eq!(table.state.silver_fleet[1], Some(Nation::France));
    assert_eq!(table.player(0).influence[0], 3);
}
