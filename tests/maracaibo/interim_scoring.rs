//! Interim scoring (M-14).

use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table without careers, quests on the map and cards, where seat 0 is about to sail.
fn table(players: usize) -> Table {
    let mut table = Table::bare(players, &[]);
    for seat in 0..players {
        table.player(seat).career = None;
    }
    table.no_quests();
    table
}

/// Returns the seat to choose.
fn chooser(table: &Table) -> u8 {
    assert_eq!(table.decision(), PendingKind::Interim);
    table.state.top().expect("a choice").seat
}

/// M-14.1: Starting clockwise with the player who ended the round, players take 2 VP or buy a card.
#[test]
fn players_choose_2_vp_in_turn_order() {
    let mut table = table(3);
    table.end_round();
    for seat in [0, 1, 2] {
        assert_eq!(chooser(&table), seat);
        let doubloons = table.player(usize::from(seat)).doubloons;
        table.act("take vp");
        assert_eq!(table.points(usize::from(seat), "interim"), 2);
        if seat < 2 {
            assert_eq!(table.player(usize::from(seat)).doubloons, doubloons);
        }
    }
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-A45: CP before a combat in the turn that ended the round do not affect later purchases of other players
/// or of the same player.
#[test]
fn scoring_choice_resets_cp_before_combat() {
    let mut table = table(2);
    table.end_round();
    for _ in 0..2 {
        table.state.cp_before_combat_paid = 1;
        let seat = chooser(&table);
        table.act("take vp");
        assert_eq!(table.state.cp_before_combat_paid, 0, "seat {}", seat + 1);
    }
}

/// M-14.1: A purchase from hand or planning area at the normal price is followed by drawing to the limit,
/// where a display card costs 1 doubloon.
#[test]
fn purchase_in_scoring_is_followed_by_drawing() {
    let mut table = table(3);
    table.hand(1, &["A009"]).planned(1, "A036");
    table.display(&["A001", "A002", "A003", "A004"]);
    table.end_round().act("take vp");
    assert_eq!(chooser(&table), 1);
    table.player(1).doubloons = table.price("A036");
    assert!(table.can("buy A009"));
    assert!(!table.can("doubloon"), "M-A63: it is no village action");
    assert!(!table.can("discard hand"));
    assert!(!table.can("plan A009"));
    table.act("buy A036");
    assert_eq!(table.player(1).doubloons, 0);
    assert_eq!(table.player(1).income_doubloons, 9);
    assert_eq!(table.points(1, "interim"), 0, "no 2 VP beside a purchase");
    assert_eq!(table.decision(), PendingKind::Draw);
    assert_eq!(table.player(1).hand_len, 1);
    assert!(!table.can("take A001"), "it costs 1");
    table.player(1).doubloons = 1;
    table.act("take A001").act("draw").act("draw");
    assert_eq!(table.player(1).doubloons, 0);
    assert_eq!(table.player(1).hand_len, 4);
    assert_eq!(chooser(&table), 2, "one purchase only");
    assert!(table.state.display.iter().all(Option::is_some), "refilled");
}

/// M-14.1: A player may also invest in a face-up prestige building.
#[test]
fn scoring_choice_allows_an_investment() {
    let mut table = table(3);
    table.end_round();
    table.player(0).doubloons = 20;
    let shown = usize::from(table.state.prestige[0]);
    let hidden = usize::from(table.state.prestige[1]);
    let labels = table.components().labels.prestige.clone();
    assert!(!table.can(&format!("invest {}", labels[hidden])));
    table.act(&format!("invest {}", labels[shown]));
    assert_eq!(table.player(0).prestige, 1 << shown);
    assert_eq!(table.player(0).figures, 1);
    assert_eq!(table.points(0, "prestige"), 2);
    assert_eq!(table.points(0, "interim"), 0);
}

/// M-14.3: The discs in the markets leave the game.
#[test]
fn interim_scoring_empties_the_markets() {
    let mut table = table(3);
    let city = usize::from(table.place("1"));
    table.hand(0, &["A012"]).at("1", 1);
    table.play(&["deliver A012", "disc U1", "skip"]);
    table.while_legal(&["end", "draw"]);
    while table.state.active != 0 {
        table.act_first();
    }
    table.end_round();
    assert_eq!(table.state.market[city], 1, "not before step 3");
    table.nobody_buys();
    assert_eq!(table.state.market[city], 0);
    assert!(table.state.discs_gone >= 1);
    assert!(
        table.player(0).discs[0] == 1,
        "it does not come back to the ship"
    );
}

/// M-14.4: The display is discarded and replaced by four new cards.
#[test]
fn interim_scoring_replaces_the_display() {
    let mut table = table(3);
    table.hand(0, &["B001", "B002", "B003", "B004"]);
    let old = ["A001", "A002", "A003", "A004"];
    table.display(&old).end_round();
    let cards = old.map(|id| table.card(id));
    assert_eq!(table.state.display, cards.map(Some));
    table.nobody_buys();
    for card in cards {
        assert!(table.state.discards.contains(card));
        assert!(!table.state.display.contains(&Some(card)));
    }
    assert!(!table.state.display.contains(&None));
}

/// M-14.5: The next prestige building is revealed after each round.
#[test]
fn interim_scoring_reveals_a_prestige_building() {
    let mut table = table(3);
    for shown in [1, 2, 3] {
        assert_eq!(table.state.prestige_shown, shown);
        table.state.active = 0;
        let top = usize::from(table.state.stack_len) - 1;
        for task in &mut table.state.stack[..=top] {
            task.seat = 0;
        }
        table.end_round();
        assert_eq!(table.state.prestige_shown, shown, "not before step 5");
        table.nobody_buys();
        assert_eq!(table.state.prestige_shown, shown + 1);
    }
}

/// Returns the locations of new quests after a round.
fn new_quests(players: usize, round: u8) -> Vec<String> {
    let mut table = table(players);
    table.state.round = round;
    table.end_round();
    assert_eq!(table.state.map_quests_len, 0);
    table.nobody_buys();
    let labels = &table.components().labels.locations;
    table.state.map_quests[..usize::from(table.state.map_quests_len)]
        .iter()
        .map(|&(place, _)| labels[usize::from(place)].clone())
        .collect()
}

/// M-14.6, M-11.6, M-E17: New quests depend on the round and the number of players (card 75).
#[test]
fn new_quests_depend_on_round_and_player_count() {
    let sorted = |players, round| {
        let mut places = new_quests(players, round);
        places.sort_by_key(|place| place.parse::<u8>().expect("a number"));
        places
    };
    assert_eq!(sorted(2, 1), ["6", "12"]);
    assert_eq!(sorted(3, 1), ["6", "12", "16"]);
    assert_eq!(sorted(4, 1), ["6", "12", "16"]);
    assert_eq!(sorted(2, 2), ["9", "17"]);
    assert_eq!(sorted(3, 2), ["3", "9", "17"]);
    assert_eq!(sorted(4, 2), ["3", "9", "10", "17"]);
    assert_eq!(sorted(2, 3), ["7", "19"]);
    assert_eq!(sorted(3, 3), ["7", "15", "19"]);
    assert_eq!(sorted(4, 3), ["2", "7", "15", "19"]);
}

/// M-14.6, M-A70: A quest that is still there stays, and the new one is added.
#[test]
fn new_quest_is_added_to_an_old_quest_on_its_location() {
    let mut table = table(2);
    table.lay_quest("6", "17").end_round().nobody_buys();
    let place = table.place("6");
    let quests: Vec<_> = table.state.quests_at(place).collect();
    assert_eq!(quests.len(), 2);
    assert_eq!(quests[0], table.quest("17"), "the older first");
}

/// M-14.7: All ships return to Havana, and the player to the left of the one who ended the round starts.
#[test]
fn ships_return_and_the_next_player_starts() {
    let mut table = table(4);
    let ship = table.place("9");
    table.player(2).ship = ship;
    table.end_round();
    assert_eq!(table.player(2).ship, ship);
    table.nobody_buys();
    let havana = table.place("0");
    assert!(
        table
            .state
            .seated()
            .iter()
            .all(|player| player.ship == havana)
    );
    assert_eq!(table.state.round, 2);
    assert_eq!(table.state.active, 1);
    assert_eq!(table.decision(), PendingKind::Sail);
}
