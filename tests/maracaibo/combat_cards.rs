//! Effects of own cards on combats: M-21.4, and ongoing effects related to combats.

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a 3-player table without markers on the map, where seat 0 has these cards but no CP and
/// no figures.
fn table(cards: &[&str]) -> Table {
    let mut table = Table::bare(3, &[]);
    for card in cards {
        table.own(0, card);
    }
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table.player(0).points = [0; 15];
    table
}

/// M-21.4: `cv1>d3` costs 1 combat value; the 2 VP require the synergy.
#[test]
fn mercenary_gives_vp_only_with_its_synergy() {
    let mut table = table(&["A020"]);
    table.combat("25").act("fight spain").act("strike A020");
    assert_eq!(table.player(0).doubloons, 3);
    assert_eq!(table.score(0), 0);
    assert_eq!(table.combat_value(), 3);
    assert!(!table.can("strike A020"), "once per combat");
    assert!(table.can("gain 1"));

    let mut table = self::table(&["A038", "A020"]);
    table.combat("25").act("fight spain").act("strike A020");
    assert_eq!(table.player(0).doubloons, 3);
    assert_eq!(table.points(0, "combat"), 2);
}

/// M-21.4: The bonus requires exactly the synergy shown.
#[test]
fn boarding_crew_bonus_requires_the_anchor() {
    for (synergy_card, bonus) in [("A036", 2), ("A038", 0)] {
        let mut table = table(&[synergy_card, "B058"]);
        table.combat("25").act("fight france").act("strike B058");
        assert_eq!(table.player(0).doubloons, 3);
        assert_eq!(table.points(0, "combat"), bonus);
    }
}

/// M-21.4: `cv2>inf1+vpX` gives influence with the chosen nation, in addition to M-7.5.
#[test]
fn marquis_and_duke_give_influence_beyond_the_normal_gain() {
    let mut table = table(&["B055", "B057"]);
    table.player(0).cp = 2;
    table.combat("25").act("fight england");
    table.play(&["strike B055", "strike B057", "gain 1"]);
    assert_eq!(table.player(0).influence, [0, 0, 3]);
    assert_eq!(table.points(0, "combat"), 5);
    assert_eq!(table.player(0).cp, 0);
    assert_eq!(table.legal(), ["end"]);
}

/// M-21.4: Without enough combat value, the action of the card is impossible.
#[test]
fn strike_requires_enough_combat_value() {
    let mut table = table(&["B055"]);
    table.combat("25").act("fight france").act("annex 1");
    assert!(!table.can("strike B055"));
}

/// M-21.4: Only the owner of the card can use its action.
#[test]
fn only_the_owner_can_strike_with_a_card() {
    let mut table = Table::bare(3, &[]);
    table.own(1, "A020");
    table.combat("25").act("fight france");
    assert!(!table.can("strike A020"));
}

/// M-A10: Two copies of a card are two kinds of combat action, each once.
#[test]
fn two_copies_of_a_card_strike_once_each() {
    let mut table = table(&["A020", "A021"]);
    table.combat("25").act("fight france");
    table.act("strike A020").act("strike A021");
    assert_eq!(table.player(0).doubloons, 6);
    assert!(!table.can("strike A020"));
    assert!(!table.can("strike A021"));
}

/// M-A44: A second combat in a turn has a new token, and all kinds are available again.
#[test]
fn second_combat_offers_all_actions_again() {
    let mut table = table(&["A020"]);
    table.player(0).cp = 8;
    table.combat("25").act("fight france");
    table.play(&["annex 1", "gain 1", "strike A020"]);
    assert_eq!(table.legal(), ["end"]);
    table.act("end").combat("19").act("fight france");
    for action in ["gain 1", "annex 4", "strike A020"] {
        assert!(table.can(action), "{action}");
    }
    assert!(!table.can("annex 1"), "France is there");
    table.act("end");
    assert_eq!(table.player(0).token_count, 2);
}

/// Returns a table where seat 0 can fight twice in one turn: in Maracaibo, followed by village
/// actions, and through quest 24 on the explorer track.
fn two_combats(cards: &[&str], options: &[&str]) -> Table {
    let mut table = Table::bare(3, options);
    for card in cards {
        table.own(0, card);
    }
    table.track_quest(0, "24").explorer(0, "1a").at("11", 4);
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table
}

/// Chooses the first possible nation and ends the combat.
fn fight_and_end(table: &mut Table) {
    let fight = table.legal()[0].clone();
    assert!(fight.starts_with("fight"));
    table.act(&fight).act("end");
}

/// M-A45: The CP of `cp_before_combat` come before the token is revealed, once per turn and card.
#[test]
fn cp_before_combat_is_gained_once_per_turn() {
    let mut table = two_combats(&["A038", "B033"], &[]);
    table.act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.player(0).cp, 2, "before the nation is chosen");
    fight_and_end(&mut table);
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2, "no more in this turn");
}

/// M-A45, option `cp_before_combat=combat`: The CP come in every combat.
#[test]
fn cp_before_combat_option_applies_to_every_combat() {
    let mut table = two_combats(&["A038"], &["cp_before_combat=combat"]);
    table.act("city");
    assert_eq!(table.player(0).cp, 1);
    fight_and_end(&mut table);
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2);
}

/// M-A45: The limit applies per card, so a card bought after the first combat still gives its CP.
#[test]
fn cp_before_combat_counts_a_card_bought_between_combats() {
    let mut table = two_combats(&["A038"], &[]);
    table.act("city");
    fight_and_end(&mut table);
    assert_eq!(table.player(0).cp, 1);
    table.hand(0, &["B033"]).village(1);
    table.player(0).doubloons = 4;
    table.act("buy B033");
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2);
}

/// M-A45, M-A12: The limit is reset in the next turn, and the maximum of 8 applies.
#[test]
fn cp_before_combat_resets_in_the_next_turn() {
    let mut table = two_combats(&["A038"], &[]);
    table.act("city");
    fight_and_end(&mut table);
    while table.state.active == 0 {
        table.while_legal(&["end", "draw"]);
    }
    while table.state.active != 0 {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
    table.player(0).cp = 8;
    table.at("11", 1).act("city");
    assert_eq!(table.player(0).cp, 8);
    assert!(table.state.tokens_len <= 23);

    let mut table = two_combats(&["A038"], &[]);
    table.player(0).cp = 7;
    table.act("city");
    assert_eq!(table.player(0).cp, 8);
}

/// M-21.2, M-A73: `expel_vp` gives 3 VP per card for expelling, but not for annexing.
#[test]
fn gravediggers_score_expulsions_but_not_annexing() {
    let mut table = table(&["A022", "A023"]);
    table.marker(Nation::Spain, "4").player(0).cp = 2;
    table.combat("25").act("fight france").act("expel 4");
    // Twice 3, and 3 for the flag.
    assert_eq!(table.points(0, "combat"), 9);

    let mut table = self::table(&["A022"]);
    table.combat("25").act("fight france").act("annex 1");
    assert_eq!(table.points(0, "combat"), 0);
}

/// M-A73, M-17.1: `expel_vp` also counts expulsions by U7.
#[test]
fn gravediggers_score_expulsions_from_villages() {
    let mut table = table(&["A022"]);
    table.upgrade(0, 7).marker(Nation::Spain, "6").player(0).cp = 1;
    table.combat("25").act("fight france").act("occupy 6");
    assert_eq!(table.points(0, "combat"), 3);
    let village = usize::from(table.place("6"));
    assert_eq!(table.state.markers[village], Some(Nation::France));
}

/// M-A11, M-A60: In a combat, a figure can be returned for 2 CP, one figure per card.
#[test]
fn figures_convert_to_cp_in_a_combat() {
    let mut table = table(&["B042", "B043"]);
    table.player(0).figures = 1;
    table.player(0).general = 4;
    table
        .marker(Nation::Spain, "4")
        .combat("25")
        .act("fight france");
    assert!(!table.can("expel 4"), "4 + 1 figure");
    table.act("figure to cp");
    assert_eq!(table.player(0).cp, 2);
    assert_eq!(table.player(0).figures, 0);
    assert_eq!(table.player(0).general, 5);
    assert!(!table.can("figure to cp"));
    table.act("expel 4");
    assert_eq!(table.player(0).cp, 0);
}

/// M-4.2, M-A11: The figure of a career task completed in a combat can be used in it.
#[test]
fn career_task_figure_is_usable_in_the_combat() {
    let mut table = table(&[]);
    // Career task of K3: 2 influence with each of two nations.
    table.career(0, "K3").player(0).influence = [2, 1, 0];
    table.combat("25").act("fight spain");
    assert!(!table.can("task 3"));
    table.act("gain 1").act("task 3");
    assert_eq!(table.player(0).figures, 1);
    assert!(!table.can("annex 1"), "2 + 1 < 4");
    table.player(0).cp = 1;
    assert!(table.can("annex 1"));
}
