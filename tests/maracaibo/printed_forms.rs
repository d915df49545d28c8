//! Forms of components that no placeholder row has: markets with different goods (M-6.2), costs of two
//! different components (M-11.2), quests with one part of a reward (M-11.3), and several immediate effects
//! (M-A47).

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::components::Cost;
use portolan::games::maracaibo::pending::{PendingKind, PendingStep};
use portolan::games::maracaibo::state::State;
use portolan::random::{Streams, deal_seed, stream};

use crate::eager::{Temper, play_on};
use crate::entered::{CARDS, CITIES, EVERY_FORM, Entry, LEGACY, QUESTS, bare_with, rules_of};
use crate::jean_support::JEAN;
use crate::laws::Laws;
use crate::observation_support::{Observed, inputs_of};
use crate::support::Table;

/// Returns a 3-player table with seat 0 in Puerto Plata on a tile with this market, before its main action.
/// A009 shows corn, A011 sugar and A012 tobacco.
fn market(goods: &'static str) -> Table {
    let mut table = bare_with(&[(CITIES, "C10", "market", goods)], 3, &[]);
    table.no_quests().tile("4", "C10").at("4", 4);
    table
}

fn full(table: &Table) -> u8 {
    table.state.market[usize::from(table.place("4"))]
}

/// M-6.2: Each space takes its own good, and the disc is put on it.
#[test]
fn disc_goes_to_the_market_space_of_its_good() {
    let mut table = market("corn+sugar");
    table.hand(0, &["A009", "A011", "A012"]);
    assert!(table.can("deliver A009") && table.can("deliver A011"));
    assert!(!table.can("deliver A012"), "no space for tobacco");
    table.play(&["deliver A011", "disc U4"]);
    assert_eq!(full(&table), 0b10);
    let mut table = market("corn+sugar");
    table.hand(0, &["A009"]).play(&["deliver A009", "disc U4"]);
    assert_eq!(full(&table), 0b01);
}

/// M-6.2: A good whose spaces are full cannot be delivered, even if other spaces are free.
#[test]
fn good_without_free_space_cannot_use_spaces_of_other_goods() {
    for (taken, corn, sugar) in [
        (0b001, true, true),
        (0b010, true, false),
        (0b101, false, true),
        (0b110, true, false),
        (0b111, false, false),
    ] {
        let mut table = market("corn+sugar+corn");
        table.hand(0, &["A009", "A011"]);
        let place = usize::from(table.place("4"));
        table.state.market[place] = taken;
        let can = (table.can("deliver A009"), table.can("deliver A011"));
        assert_eq!(can, (corn, sugar), "{taken:03b}");
        if corn {
            table.play(&["deliver A009", "disc U4"]);
            let first = if taken & 1 == 0 { 1 } else { 0b100 };
            assert_eq!(full(&table), taken | first);
        }
    }
}

/// M-6.2, M-22.5: The same applies to the market of a legacy tile.
#[test]
fn market_of_a_legacy_city_takes_different_goods() {
    let options = &["legacy=L1"];
    let mut table = bare_with(&[(LEGACY, "L1", "market", "corn+sugar")], 3, options);
    table.no_quests().at("17", 4).hand(0, &["A009", "A011"]);
    table.play(&["deliver A011", "disc U4"]);
    let place = usize::from(table.place("17"));
    assert_eq!(table.state.market[place], 0b10);
}

/// M-24.5: Jean puts her disc on the first free space from the left, regardless of its good.
#[test]
fn jean_fills_the_first_free_market_space() {
    for (before, after) in [
        (0b000, 0b001),
        (0b001, 0b011),
        (0b010, 0b011),
        (0b011, 0b111),
    ] {
        let mut table = bare_with(&[(CITIES, "C02", "market", "corn+sugar+corn")], 1, &[]);
        table.no_quests().tile("5", "C02");
        let place = usize::from(table.place("5"));
        table.state.market[place] = before;
        // A2 leads from 1 to 5.
        table.jean_ship("1").jean_turn("A2");
        assert_eq!(table.state.players[JEAN].ship, table.place("5"));
        assert_eq!(table.state.market[place], after);
    }
}

/// M-14.3: The discs are removed from all spaces of a market.
#[test]
fn interim_scoring_empties_all_market_spaces() {
    let mut table = bare_with(&[(CITIES, "C10", "market", "corn+sugar+corn")], 3, &[]);
    table.tile("4", "C10");
    let place = usize::from(table.place("4"));
    table.state.market[place] = 0b110;
    table.end_round().nobody_buys();
    assert_eq!((full(&table), table.state.discs_gone), (0, 2));
}

/// The text of a city, the map and the position describe all spaces.
#[test]
fn mixed_market_appears_in_texts_and_positions() {
    let mut table = market("corn+sugar");
    let place = usize::from(table.place("4"));
    table.state.market[place] = 0b10;
    let page = table.game.describe(&table.state, Some(0));
    assert!(page.contains("market for corn free, sugar full"), "{page}");
    let position = table.game.position(&table.state, Some(0));
    let places = position["board"]["locations"].as_array().expect("a list");
    let city = places.iter().find(|place| place["id"] == "4").expect("4");
    let told = serde_json::json!({
        "good": null, "spaces": 2, "discs": 1, "goods": ["corn", "sugar"], "full": [false, true],
    });
    assert_eq!(city["market"], told);
    let tile = words(&table.game, "city tile", "C10");
    assert!(
        tile.contains("market for corn, sugar, 1 space each"),
        "{tile}"
    );
}

/// Returns the text of a component.
fn words(game: &Maracaibo, kind: &str, id: &str) -> String {
    let all = game.catalog();
    let found = all.iter().find(|one| one.kind == kind && one.id == id);
    found.expect("a component").text.clone()
}

/// Returns the features of seat 0.
fn inputs(table: &Table) -> Vec<(String, u32)> {
    let names = table.game.input_names();
    let inputs = inputs_of(&table.game, &table.state, 0).into_iter();
    let named = inputs.map(|(index, value)| (names[usize::from(index)].clone(), value));
    named.collect()
}

/// The occupied space affects the features only where it matters.
#[test]
fn features_show_which_market_space_is_full() {
    let told = |goods, full| {
        let mut table = market(goods);
        let place = usize::from(table.place("4"));
        table.state.market[place] = full;
        inputs(&table)
    };
    assert_ne!(told("corn+sugar", 0b01), told("corn+sugar", 0b10));
    let spaces = told("corn x2", 0b01);
    assert!(
        spaces
            .iter()
            .all(|(name, _)| !name.starts_with("market space"))
    );
}

/// Cards by their contents, one for each pair of some goods and objects.
const SHOWING: [(&str, &str); 6] = [
    ("A006", "corn+map"),
    ("A016", "corn+map"),
    ("A022", "corn+book"),
    ("A001", "sugar+map"),
    ("A017", "sugar+book"),
    ("A019", "corn+sextant"),
];

/// Returns a table with seat 0 at quest 1, which has this cost.
fn at_quest(cost: &'static str) -> Table {
    let entries: [Entry; 1] = [(QUESTS, "1", "cost", cost)];
    let mut table = bare_with(&entries, 3, &[]);
    table.no_quests().lay_quest("2", "1").at("2", 3);
    table.player(0).career = None;
    table
}

/// Returns true if two different cards can pay, found by trying both orders.
fn two_cards_pay(hand: &[(&str, &str)], [one, other]: [&str; 2]) -> bool {
    let shows = |card: usize, what: &str| hand[card].1.split('+').any(|shown| shown == what);
    (0..hand.len()).any(|first| {
        let second = |second| first != second && shows(first, one) && shows(second, other);
        (0..hand.len()).any(second)
    })
}

/// Tries all ways to pay and returns the sets of discarded cards.
fn ways(
    table: &mut Table,
    cards: usize,
    paid: &BTreeSet<String>,
    found: &mut BTreeSet<BTreeSet<String>>,
) {
    if table.decision() != PendingKind::PayCards {
        // There is no permanent object, so two cards are discarded, by choice or because there was no
        // alternative.
        assert_eq!(usize::from(table.player(0).hand_len), cards - 2, "{paid:?}");
        found.insert(paid.clone());
        return;
    }
    let legal = table.legal();
    assert!(!legal.is_empty(), "a dead end behind {paid:?}");
    let state = table.state;
    for action in legal {
        table.act(&action);
        let mut paid = paid.clone();
        paid.insert(action);
        ways(table, cards, &paid, found);
        table.state = state;
    }
}

/// M-11.2, M-A48: Two different components require two cards, each of which pays for one. After any first
/// discard, the rest can be paid.
#[test]
fn two_different_components_require_two_cards() {
    for (cost, things) in [
        ("map1+book1", ["map", "book"]),
        ("corn1+sugar1", ["corn", "sugar"]),
        ("map1+corn1", ["map", "corn"]),
        ("corn1+map1", ["corn", "map"]),
    ] {
        for chosen in 0..1_u32 << SHOWING.len() {
            let bit = |index: &usize| chosen >> index & 1 == 1;
            let hand: Vec<(&str, &str)> = (0..SHOWING.len())
                .filter(bit)
                .map(|index| SHOWING[index])
                .collect();
            let ids: Vec<&str> = hand.iter().map(|card| card.0).collect();
            let mut table = at_quest(cost);
            table.hand(0, &ids);
            let payable = two_cards_pay(&hand, things);
            assert_eq!(table.can("quest 1"), payable, "{cost} with {hand:?}");
            if payable {
                table.act("quest 1");
                let mut found = BTreeSet::new();
                ways(&mut table, hand.len(), &BTreeSet::new(), &mut found);
                assert!(!found.is_empty());
            }
        }
    }
}

/// M-A48: A card that could pay for either component is reserved for the one that only it can pay for.
#[test]
fn card_is_reserved_for_the_cost_that_only_it_can_pay() {
    let mut table = at_quest("map1+corn1");
    table.hand(0, &["A006", "A001"]).act("quest 1");
    // A006 shows corn and a map, and A001 shows sugar and a map.
    assert_eq!(table.legal(), ["discard A001"]);
    table.act("discard A001");
    assert_eq!(table.player(0).hand_len, 0, "A006 is the only corn");
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-21.2, M-A48: A permanent object pays its part of a cost without a discarded card.
#[test]
fn permanent_object_pays_its_part_of_the_cost() {
    // B025 is a permanent map.
    for (cost, hand, left) in [("map1+corn1", "A022", 0), ("map1+book1", "A017", 0)] {
        let mut table = at_quest(cost);
        table.hand(0, &[hand]);
        assert!(!table.can("quest 1"), "{cost}");
        table.own(0, "B025");
        table.act("quest 1");
        assert_eq!(
            (table.player(0).hand_len, table.player(0).quest_count),
            (left, 1)
        );
    }
}

/// M-11.3: A reward only per compass, and only a flat reward.
#[test]
fn quest_may_have_only_one_part_of_a_reward() {
    // Quest 17 costs 2 doubloons.
    let played = |column, text| {
        let mut table = bare_with(&[(QUESTS, "17", column, text)], 3, &[]);
        table.no_quests().lay_quest("2", "17").at("2", 3);
        table.player(0).doubloons = 2;
        table.player(0).compasses = 3;
        table.act("quest 17");
        table
    };
    let table = played("reward_flat", "");
    let quest = table.components().quest(table.quest("17"));
    let each = (
        i32::from(quest.vp_per_compass),
        u16::from(quest.doubloons_per_compass),
    );
    assert!(each != (0, 0) && quest.effects.len == 0);
    let player = &table.state.players[0];
    assert_eq!((player.score(), player.doubloons), (3 * each.0, 3 * each.1));
    let table = played("reward_per_compass", "");
    let player = &table.state.players[0];
    assert_eq!((player.score(), player.doubloons), (0, 0));
    assert!(player.cp > 1 || player.figures > 2, "the flat part");
}

/// Returns a 3-player table where seat 0 has a village action and A009 with these cells changed in hand.
fn buyer(entries: &[Entry]) -> Table {
    let mut table = bare_with(entries, 3, &[]);
    table.no_quests().village(1).hand(0, &["A009"]);
    table
}

/// M-18.2: A card without a price is free, and an expensive one costs its full price.
#[test]
fn cards_may_be_free_or_expensive() {
    for (cost, price) in [("", 0), ("0", 0), ("45", 45)] {
        let mut table = buyer(&[(CARDS, "A009", "cost", cost)]);
        if price > 0 {
            table.player(0).doubloons = price - 1;
            assert!(!table.can("buy A009"), "{cost:?}");
        }
        table.player(0).doubloons = price;
        table.act("buy A009");
        assert_eq!(table.player(0).doubloons, 0);
    }
}

/// M-15.3: All VP of a card count, however many.
#[test]
fn all_vp_of_a_card_count() {
    let points = |vp| {
        let mut table = bare_with(&[(CARDS, "A009", "vp", vp)], 3, &[]);
        table.own(0, "A009").end_game().nobody_buys();
        table.score(0)
    };
    assert_eq!(points("30") - points("0"), 30);
}

/// M-A47: Several immediate effects are resolved in printed order.
#[test]
fn immediate_effects_are_resolved_in_order() {
    let mut table = buyer(&[(CARDS, "A009", "immediate", "cp:2+influence_any:1")]);
    table.player(0).doubloons = 9;
    table.act("buy A009");
    assert_eq!(
        (table.player(0).cp, table.decision()),
        (3, PendingKind::Influence)
    );
    table.act("influence spain");
    assert_eq!(table.player(0).influence, [0, 1, 0]);
    let mut table = buyer(&[(CARDS, "A009", "immediate", "influence_any:1+disc:1+cp:1")]);
    table.player(0).doubloons = 9;
    table.act("buy A009");
    assert_eq!(
        (table.player(0).cp, table.decision()),
        (1, PendingKind::Influence)
    );
    table.act("influence france");
    assert_eq!(
        (table.player(0).cp, table.decision()),
        (1, PendingKind::Disc)
    );
    table.act("disc U8");
    assert_eq!(table.player(0).cp, 2);
    assert_ne!(table.decision(), PendingKind::Disc);
}

/// The pending effects of a card affect the features: a choice with more or fewer effects after it.
#[test]
fn features_count_pending_effects() {
    let told = |effects| {
        let mut table = buyer(&[
            (CARDS, "A009", "immediate", effects),
            (CARDS, "A010", "immediate", "cp:1+cp:1+cp:1"),
        ]);
        table.player(0).doubloons = 9;
        table.act("buy A009");
        let inputs = inputs(&table).into_iter();
        inputs
            .filter(|(name, _)| name.starts_with("immediate effect"))
            .count()
    };
    assert_eq!(told("influence_any:1+cp:1"), 1);
    assert_eq!(told("influence_any:1+cp:1+cp:1"), 2);
}

/// The texts of a card and a quest describe all effects, costs and rewards.
#[test]
fn texts_describe_new_forms() {
    let game = rules_of(EVERY_FORM, 3, &[]);
    for (kind, id, text) in [
        ("card", "A012", "at once: 2 CP, 1 influence of your choice"),
        ("card", "A009", "costs 0 doubloons"),
        ("quest", "2", "pay 1 card with a map and 1 card with corn: "),
        ("quest", "8", "for each compass"),
    ] {
        let told = words(&game, kind, id);
        assert!(told.contains(text), "{told}");
    }
}

/// M-6.2, M-11.2, M-11.3, M-A47: Random games with all new forms satisfy all invariants, also against Jean
/// and with legacy tiles, and use the new forms.
fn games_with_every_form(blocks: u64) {
    let (mut mixed, mut pairs, mut waiting) = (0, 0, 0);
    for players in 1..=4 {
        for options in [&[][..], &["scenario=77", "legacy=L1,L4,L16"]] {
            let game = rules_of(EVERY_FORM, players, options);
            let mut observed = Observed::new(&game);
            for temper in [Temper::Eager, Temper::Slow] {
                for block in 0..blocks {
                    let seed = deal_seed(players as u64, block);
                    let mut chance = Streams::new(seed);
                    let mut events = Vec::new();
                    let mut state = game.new_state(&mut chance, &mut events);
                    let mut rng = stream(seed, &[2, temper as u64]);
                    let mut laws = Laws::new(&game, &state, seed);
                    play_on(
                        &game,
                        &mut state,
                        temper,
                        &mut chance,
                        &mut events,
                        &mut rng,
                        |before, action, after, events| {
                            laws.acted(&game, before, action, after, events);
                            observed.actions(&game, before, &[action]);
                            if game.to_move(after).is_some() {
                                observed.position(&game, after, 0);
                            }
                            mixed += u32::from(has_gap(after));
                            pairs += u32::from(pays_two(&game, after));
                            waiting += u32::from(waits(after));
                        },
                    );
                }
            }
        }
    }
    assert!(
        mixed > 0 && pairs > 0 && waiting > 0,
        "{mixed} {pairs} {waiting}"
    );
}

#[test]
fn random_games_with_every_form_satisfy_invariants() {
    games_with_every_form(1);
}

#[test]
#[ignore = "nightly: 96 games"]
fn many_random_games_with_every_form_satisfy_invariants() {
    games_with_every_form(6);
}

/// Returns true if a market space is occupied although one before it is free.
fn has_gap(state: &State) -> bool {
    state.market.iter().any(|full| full & (full + 1) != 0)
}

/// Returns true if a quest with two costs is being paid with a choice.
fn pays_two(game: &Maracaibo, state: &State) -> bool {
    let open = &state.stack[..usize::from(state.stack_len)];
    let costs_two = open.iter().any(|task| match task.work {
        PendingStep::QuestReward { quest } => {
            matches!(game.components().quest(quest).cost, Cost::Two(_))
        }
        _ => false,
    });
    let paying = state.top().map(|task| task.kind()) == Some(PendingKind::PayCards);
    costs_two && paying
}

/// Returns true if an immediate effect waits for an earlier one of its card.
fn waits(state: &State) -> bool {
    let open = &state.stack[..usize::from(state.stack_len)];
    open.iter()
        .any(|task| task.kind() == PendingKind::Immediate)
}
