//! Optional effects with `optional_bonuses=all` (PR-A31): production, the VP of harbor and captain, and warehouses.

use std::collections::BTreeMap;

use portolan::game::prelude::*;
use portolan::games::puerto_rico::state::{Phase, ending};
use portolan::random::{Streams, below, stream};
use serde_json::json;

use super::observation_support::inputs_of;
use super::support::{Table, goods, rules};

const ALL: &str = "optional_bonuses=all";

fn table() -> Table {
    Table::dealt(3, &[ALL], 7)
}

/// PR-3.3, PR-A31: Each player who can produce is asked. A player who declines gets no goods, and the owner then gets
/// no good from the privilege either (PR-7.5).
#[test]
fn production_can_be_declined() {
    let mut table = table();
    table.staffed_tiles(1, "2 corn").staffed_tiles(2, "1 corn");
    table.act("craftsman");
    assert_eq!(table.legal(), ["production", "no production"]);
    let position = table.game.position(&table.state, Some(1));
    assert_eq!(position["phase"], "produce");
    assert_eq!(
        position["choice"],
        json!({ "produced": [], "would_produce": { "corn": 2 } })
    );
    let text = table.game.describe(&table.state, Some(0));
    let words: Vec<&str> = text.split_whitespace().collect();
    let question = "seat 1 may produce 2 corn; by the craftsman so far none";
    assert!(words.join(" ").contains(question), "{text}");
    table.act("no production");
    assert_eq!(table.player(1).goods, goods(""));
    assert_eq!(table.to_move(), 2);
    table.act("production");
    assert_eq!(table.player(2).goods, goods("1 corn"));
    // Seat 3 has nothing to produce, and seat 1 has produced nothing.
    assert_eq!(table.state.phase, Phase::Role);
}

/// PR-A31, PR-7.3, PR-7.4: Goods that a player declines are available to the following players, and a factory pays
/// for the goods actually produced.
#[test]
fn declined_goods_are_available_to_later_players() {
    let mut table = table();
    for seat in [1, 2] {
        table.staffed_tiles(seat, "2 corn, 1 indigo");
        table.buildings(seat, &["small_indigo_plant", "factory"]);
    }
    table.goods(3, "9 corn").money(1, 0).money(2, 0);
    let mut other = Table::dealt(3, &[ALL], 7);
    other.state = table.state.clone();
    table.acts(&["craftsman", "no production", "production"]);
    assert_eq!(table.player(1).goods, goods(""));
    assert_eq!(table.player(2).goods, goods("1 corn, 1 indigo"));
    assert_eq!(
        (table.player(1).doubloons, table.player(2).doubloons),
        (0, 1)
    );
    other.acts(&["craftsman", "production", "production"]);
    assert_eq!(other.player(1).goods, goods("1 corn, 1 indigo"));
    assert_eq!(other.player(2).goods, goods("1 indigo"));
    assert_eq!(
        (other.player(1).doubloons, other.player(2).doubloons),
        (1, 0)
    );
    assert_eq!(other.legal(), ["take indigo", "pass"]);
}

/// PR-A31: In the order of the other profile, the owner's additional good must also be one that the owner produced.
#[test]
fn production_by_seat_limits_the_owners_extra_good() {
    let mut table = Table::dealt(3, &[ALL, "craftsman_by_seat=on"], 7);
    table.staffed_tiles(1, "1 corn").staffed_tiles(2, "1 corn");
    table.acts(&["trader", "craftsman"]);
    assert_eq!(table.to_move(), 1);
    table.acts(&["no production", "production"]);
    assert_eq!(table.to_move(), 2);
    assert_eq!(table.legal(), ["take corn", "pass"]);
}

/// PR-11.1, PR-9.7, PR-9.8, PR-A31: The VP of harbor and privilege may be declined, so that the last chip is not used
/// up.
#[test]
fn vp_of_harbor_and_captain_can_be_declined() {
    let mut ready = table();
    ready.goods(1, "3 corn").buildings(1, &["harbor"]);
    let left = ready.state.pool - 4;
    ready.chips(3, left as u16);
    let begun = |last: &str| {
        let mut table = table();
        table.state = ready.state.clone();
        table.act("captain");
        assert_eq!(
            table.legal(),
            [
                "load corn 4",
                "load corn 4 no harbor",
                "load corn 4 no privilege",
                "load corn 4 no harbor no privilege",
                "load corn 5",
                "load corn 5 no harbor",
                "load corn 5 no privilege",
                "load corn 5 no harbor no privilege",
                "load corn 6",
                "load corn 6 no harbor",
                "load corn 6 no privilege",
                "load corn 6 no harbor no privilege",
            ]
        );
        table.act(last);
        table
    };
    for (action, vp, ends) in [
        ("load corn 4", [3, 1, 1], true),
        ("load corn 4 no harbor", [3, 0, 1], true),
        ("load corn 4 no privilege", [3, 1, 0], true),
        ("load corn 4 no harbor no privilege", [3, 0, 0], false),
    ] {
        let table = begun(action);
        let got = ["goods", "harbor", "captain"].map(|category| table.vp(1, category));
        assert_eq!(got, vp, "{action}");
        let sum: i32 = vp.iter().sum();
        assert_eq!(i32::from(table.state.pool), 4 - sum, "{action}");
        assert_eq!(table.state.endings & ending::VP != 0, ends, "{action}");
        assert_eq!(table.happened("loaded"), [("corn".to_string(), sum)]);
    }
}

/// PR-9.7, PR-A31: The privilege applies to the first load, including a load on the wharf, whether its VP is taken or
/// not.
#[test]
fn captain_privilege_applies_only_to_the_first_load() {
    let mut table = table();
    table.goods(1, "1 corn, 2 sugar").buildings(1, &["wharf"]);
    table.act("captain").act("wharf corn no privilege");
    assert_eq!(table.player(1).chips(), 1);
    assert_eq!(
        table.legal(),
        ["load sugar 4", "load sugar 5", "load sugar 6"]
    );
    let explained = |table: &Table, notation: &str| {
        let mut actions = Vec::new();
        table.game.legal_actions(&table.state, &mut actions);
        let is = |action: &&_| table.game.action_text(&table.state, **action) == notation;
        let action = actions.iter().find(is).copied();
        let action = action.unwrap_or_else(|| panic!("{notation} is not legal"));
        table.game.explain(&table.state, action)
    };
    assert_eq!(explained(&table, "load sugar 4"), "2 barrels → 2 VP");
    let mut table = self::table();
    table.goods(1, "3 corn").buildings(1, &["harbor"]);
    table.act("captain");
    let text = explained(&table, "load corn 4 no harbor");
    assert_eq!(text, "3 barrels → 4 VP · without the VP of the harbor");
}

/// Returns a position in which only storage is left: two ships are full, and the third one carries tobacco.
fn stored(list: &str, warehouses: &[&str]) -> Table {
    let mut table = table();
    table
        .ship(1, "4 indigo")
        .ship(2, "5 coffee")
        .ship(3, "6 tobacco");
    table.goods(1, list).buildings(1, warehouses);
    table.act("captain");
    table
}

/// PR-11.1, PR-9.12, PR-A24, PR-A31: A warehouse may remain unused even if it could store everything. The single
/// barrel is always stored.
#[test]
fn warehouses_can_stay_unused() {
    let mut table = stored("3 corn, 1 sugar", &["small_warehouse"]);
    assert_eq!(table.legal(), ["store corn", "store sugar", "pass"]);
    table.act("pass");
    assert_eq!(table.legal(), ["keep corn", "keep sugar"]);
    table.act("keep sugar");
    assert_eq!(table.player(1).goods, goods("1 sugar"));

    let mut table = stored("3 corn, 1 sugar", &["small_warehouse"]);
    table.act("store corn");
    assert_eq!(
        table.player(1).goods,
        goods("3 corn, 1 sugar"),
        "nothing is left to ask"
    );
    assert_eq!(table.state.phase, Phase::Role);

    let mut table = stored("2 corn, 2 sugar", &["large_warehouse"]);
    table.act("store sugar");
    assert_eq!(table.state.phase, Phase::Role, "corn comes before sugar");
    assert_eq!(table.player(1).goods, goods("1 corn, 2 sugar"));

    let mut table = stored("2 corn, 2 sugar", &["large_warehouse"]);
    table.act("store corn");
    assert_eq!(table.legal(), ["store sugar", "pass"]);
    table.act("pass");
    assert_eq!(table.player(1).goods, goods("2 corn, 1 sugar"));

    for list in ["1 corn", ""] {
        let table = stored(list, &["large_warehouse"]);
        assert_eq!(
            table.state.phase,
            Phase::Role,
            "nothing can be lost: {list}"
        );
    }
}

/// PR-A23, PR-A25: Without the option, these effects are automatic.
#[test]
fn optional_bonuses_are_automatic_by_default() {
    for options in [&[][..], &["optional_bonuses=off"]] {
        let mut table = Table::dealt(3, options, 7);
        table.staffed_tiles(1, "2 corn").buildings(1, &["harbor"]);
        table.act("craftsman").finish();
        assert_eq!(
            table.player(1).goods[0],
            if options.is_empty() { 2 } else { 3 }
        );
    }
    let mut table = Table::of(3);
    table.goods(1, "3 corn").buildings(1, &["harbor"]);
    table.act("captain");
    assert_eq!(table.legal(), ["load corn 4", "load corn 5", "load corn 6"]);
}

/// New actions have indices after all others, so that existing indices do not change.
#[test]
fn option_does_not_change_existing_action_indices() {
    let numbers = |options: &[&str]| {
        let game = rules(4, options);
        let mut numbers = BTreeMap::new();
        for seed in 0..40 {
            let (mut chance, mut dice) = (Streams::new(seed), stream(seed, &[9]));
            let mut state = game.new_state(&mut chance, &mut ());
            let mut actions = Vec::new();
            loop {
                game.legal_actions(&state, &mut actions);
                if actions.is_empty() {
                    break;
                }
                for &action in &actions {
                    let number = game.action_index(&state, action);
                    assert!(number < game.action_bound());
                    let known = numbers.insert(game.action_text(&state, action), number);
                    assert!(known.is_none_or(|known| known == number));
                }
                let action = actions[below(&mut dice, actions.len() as u32) as usize];
                game.apply(&mut state, action, &mut chance, &mut ());
            }
        }
        numbers
    };
    let (plain, all) = (numbers(&[]), numbers(&[ALL]));
    // Passing is the last action.
    let bound = plain["pass"] + 1;
    assert_eq!(rules(4, &[]).action_bound(), bound);
    assert!(plain.values().all(|&number| number < bound));
    for (notation, number) in &plain {
        assert!(
            all.get(notation).is_none_or(|other| other == number),
            "{notation}"
        );
    }
    let new = all
        .iter()
        .filter(|(notation, _)| !plain.contains_key(*notation));
    let waives =
        |notation: &str| notation.contains("no harbor") || notation.contains("no privilege");
    let mut waived = 0;
    for (notation, &number) in new {
        let is_new = waives(notation) || notation.ends_with("production");
        assert_eq!(is_new, number >= bound, "{notation}");
        waived += u32::from(waives(notation));
    }
    assert!(waived > 20, "{waived}");
    assert_eq!(
        (all["production"], all["no production"]),
        (bound, bound + 1)
    );
}

/// A network trained without the option can play with it. The only features that it does not know are those for games
/// with the option, which describe the option and the question.
#[test]
fn networks_can_play_with_the_unknown_option() {
    let (plain, all) = (rules(3, &[]), rules(3, &[ALL]));
    let known = plain.input_names();
    let kept = all.input_names().iter();
    let (of_some_games, kept): (Vec<_>, Vec<_>) = kept.partition(|name| all.is_of_some_games(name));
    assert!(kept.into_iter().eq(known));
    assert_eq!(of_some_games.len(), 2, "{of_some_games:?}");
    assert!(!known.iter().any(|name| plain.is_of_some_games(name)));

    let mut table = table();
    table.staffed_tiles(1, "1 corn").staffed_tiles(2, "1 corn");
    table.acts(&["craftsman", "production"]);
    assert_eq!(table.state.phase, Phase::Produce);
    let told = inputs_of(&table.game, &table.state, 1);
    let name = |name: &str| all.input_names().iter().position(|known| known == name);
    let on = |wanted: &str| {
        let number = name(wanted).unwrap_or_else(|| panic!("no input {wanted}"));
        told.iter().any(|&(input, _)| usize::from(input) == number)
    };
    assert!(on("phase:produce") && on("bonus:corn"));
    assert!(of_some_games.iter().all(|name| on(name)));
    // The goods produced by the craftsman are still relevant.
    let mut changed = table.state.clone();
    changed.scratch = 0;
    assert_ne!(inputs_of(&table.game, &changed, 1), told);
}
