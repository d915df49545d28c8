//! Ongoing effects and village actions of cards (M-21.2, M-21.3).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table where seat 0 owns and holds these cards.
fn owner(owned: &[&str], hand: &[&str]) -> Table {
    let mut table = Table::bare(3, &[]);
    table.no_quests();
    for card in owned {
        table.own(0, card);
    }
    table.hand(0, hand);
    for seat in 0..3 {
        table.player(seat).points = [0; 15];
        table.player(seat).career = None;
    }
    table
}

/// M-21.2 `obj`, M-A48: A permanent object reduces each payment by one object and is never
/// discarded.
#[test]
fn permanent_object_pays_one_object_of_each_cost() {
    let mut table = owner(&["B025"], &["A011", "B003"]);
    table.lay_quest("2", "1").at("2", 2).act("quest 1");
    // Only one of the two maps in hand is discarded, and the player chooses which.
    assert_eq!(table.legal(), ["discard A011", "discard B003"]);
    table.act("discard A011");
    assert_eq!(table.player(0).hand_len, 1);
    assert_eq!(table.player(0).permanent_objects, [1, 0, 0, 0]);
    // It also applies to a village action, but does not suffice for two objects.
    let mut table = owner(&["B025", "A042"], &[]);
    table.village(1);
    assert!(!table.can("use A042"));
    table.hand(0, &["A011"]);
    assert!(table.can("use A042"));
}

/// M-A48, M-A73: Two permanent objects pay for two.
#[test]
fn two_permanent_objects_pay_for_two() {
    let mut table = owner(&["B025", "B026"], &[]);
    table.lay_quest("2", "1").at("2", 2).act("quest 1");
    assert_eq!(table.player(0).quest_count, 1);
    assert_eq!(table.player(0).permanent_objects, [2, 0, 0, 0]);
    // A permanent object is neither a good nor a different object.
    let mut table = owner(&["B025", "B026"], &[]);
    table.lay_quest("2", "4").at("2", 2);
    assert!(!table.can("quest 4"));
}

/// M-21.2 `discount`: It applies to cards and buildings.
#[test]
fn discount_applies_to_cards_and_buildings() {
    let mut table = owner(&["B031"], &["A013"]);
    let building = usize::from(table.state.prestige[0]);
    let name = table.components().labels.prestige[building].clone();
    let cost = u16::from(table.components().prestige[building].cost);
    let left = table.price("A013") - 2;
    table.player(0).doubloons = cost - 2 + left;
    table.village(2).act(&format!("invest {name}"));
    assert_eq!(table.player(0).doubloons, left);
    table.act("buy A013");
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-21.2 `cp_before_combat`, M-A45: 1 CP comes before the token is revealed, once per turn.
#[test]
fn cp_before_combat_precedes_the_token() {
    let mut table = owner(&["A038"], &[]);
    table.at("11", 7).act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.player(0).cp, 2, "before the nation is chosen");
    table.open_combat_effect();
    assert_eq!(table.player(0).cp, 2, "not again this turn");
}

/// M-21.2 `cp_before_combat`: Other actions give no CP.
#[test]
fn other_actions_give_no_cp_before_combat() {
    let mut table = owner(&["A038"], &[]);
    table.at("2", 2).play(&["village", "doubloon"]);
    assert_eq!(table.player(0).cp, 1);
}

/// M-A73: Several copies of `cp_before_combat` all count.
#[test]
fn copies_of_cp_before_combat_add_up() {
    let mut table = owner(&["A038", "B033"], &[]);
    table.at("11", 7).act("city");
    assert_eq!(table.player(0).cp, 3);
}

/// M-21.2 `compass`, M-11.4: Quests count it in addition to the printed one.
#[test]
fn compass_cards_add_to_the_printed_compass() {
    // Quest 21: 1 CP, 2 doubloons per compass, 2 VP.
    for (cards, compasses) in [(&[][..], 1), (&["A028"][..], 2), (&["A028", "B037"][..], 4)] {
        let mut table = owner(cards, &[]);
        table.lay_quest("2", "21").at("2", 2).act("quest 21");
        assert_eq!(table.player(0).doubloons, 2 * compasses);
        assert_eq!(table.score(0), 2);
    }
}

/// M-21.2 `explore_plus`, M-A52, M-A73: Each card adds 1 step to every exploration.
#[test]
fn explore_plus_adds_a_step_per_card() {
    for (cards, last) in [(&[][..], 2), (&["A025"][..], 3), (&["A025", "B038"][..], 4)] {
        let mut table = owner(cards, &[]);
        table.at("20", 1).act("explore");
        assert!(table.can(&format!("advance {last}")));
        assert!(!table.can(&format!("advance {}", last + 1)));
    }
}

/// M-21.2 `jump_steal`, M-A29: Each player whose explorer is skipped loses 1 VP, unless at 0 VP.
#[test]
fn jump_steal_takes_1_vp_from_each_skipped_player() {
    let mut table = owner(&["B040"], &[]);
    let (one, two) = (table.space("1"), table.space("2"));
    table.player(1).explorer = one;
    table.player(2).explorer = two;
    table.player(1).points[0] = 5;
    table.open_exploration(1);
    table.act("advance 3 over 2 3");
    assert_eq!((table.score(0), table.score(1), table.score(2)), (1, 4, 0));
}

/// M-21.2 `jump_steal`: It applies only to explorers that are skipped, and only for its owner.
#[test]
fn jump_steal_requires_a_skipped_explorer() {
    let mut table = owner(&["B040"], &[]);
    let three = table.space("3");
    table.player(1).explorer = three;
    table.player(1).points[0] = 5;
    table.open_exploration(3).act("advance 2");
    assert_eq!(table.score(1), 5);
    let mut table = owner(&[], &[]);
    let one = table.space("1");
    table.player(1).explorer = one;
    table.player(1).points[0] = 5;
    table.open_exploration(1).act("advance 2");
    assert_eq!(table.score(1), 5);
}

/// M-21.2 `jump_steal`: It also applies on an emptied quest space.
#[test]
fn jump_steal_applies_on_an_emptied_quest_space() {
    let mut table = owner(&["B040"], &[]);
    let (here, quest) = (table.space("1a"), table.space("1b"));
    table.state.emptied_spaces = quest.bit();
    table.state.track_quests[0] = None;
    table.player(0).explorer = here;
    table.player(1).explorer = quest;
    table.player(1).points[0] = 5;
    table.open_exploration(1).act("advance 1c over 2");
    assert_eq!((table.score(0), table.score(1)), (1, 4));
}

/// M-A73: Two copies of `jump_steal` steal 2 VP.
#[test]
fn two_copies_of_jump_steal_take_2_vp() {
    let mut table = owner(&["B040"], &[]);
    let one = table.space("1");
    table.player(0).jump_steal = 2;
    for (points, stolen) in [(5, 2), (1, 1)] {
        let mut table = Table {
            game: table.game.clone(),
            state: table.state,
            rng: table.rng.clone(),
            events: Vec::new(),
        };
        table.player(1).explorer = one;
        table.player(1).points[0] = points;
        table.open_exploration(1).act("advance 2 over 2");
        assert_eq!(
            table.points(0, "explorer"),
            i32::from(stolen) + 2,
            "2 VP are the space's"
        );
        assert_eq!(table.score(1), i32::from(points - stolen));
    }
}

/// M-21.2 `visitor`: 1 VP or 2 doubloons when the own ship stops at own assistants.
#[test]
fn visitor_pays_when_the_own_ship_stops() {
    for (choice, doubloons, points) in [("take vp", 0, 1), ("take doubloons", 2, 0)] {
        // A051 and B087 are both on 2: the effect applies once, regardless of their number.
        let mut table = owner(&["A018", "A051", "B087"], &[]);
        table.act("sail 2");
        assert_eq!(table.decision(), PendingKind::Visitor);
        assert_eq!(table.legal(), ["take doubloons", "take vp"]);
        table.act(choice);
        assert_eq!(table.player(0).doubloons, doubloons);
        assert_eq!(table.score(0), points);
        assert_eq!(table.decision(), PendingKind::Main);
    }
}

/// M-21.2 `visitor`, M-A28: It also applies to ships of other players; the owner of the assistants
/// gains.
#[test]
fn visitor_pays_when_another_ship_stops() {
    let mut table = owner(&[], &[]);
    table.own(1, "A018").own(1, "A051");
    table.act("sail 2");
    assert_eq!(table.state.top().map(|task| task.seat), Some(1));
    table.act("take doubloons");
    assert_eq!(
        (table.player(0).doubloons, table.player(1).doubloons),
        (0, 2)
    );
}

/// M-21.2 `visitor`: It does not apply when passing, or to assistants of other players.
#[test]
fn visitor_requires_a_stop_at_own_assistants() {
    let mut table = owner(&["A018", "A051"], &[]);
    table.act("sail 3");
    assert_eq!(table.decision(), PendingKind::Main);
    let mut table = owner(&["A018"], &[]);
    table.own(1, "A051");
    table.act("sail 2");
    assert_eq!(table.decision(), PendingKind::Main);
}

/// M-A73: Two copies apply twice, and several owners are paid clockwise from the active player.
#[test]
fn copies_of_visitor_pay_each_owner_in_turn_order() {
    let mut table = owner(&["A018", "A051"], &[]);
    table.own(2, "A019").own(2, "B041").own(2, "B087");
    table.player(2).doubloons = 0;
    table.act("sail 2");
    let seats = [0, 2, 2].map(|seat| {
        let top = *table.state.top().expect("a decision");
        table.act("take doubloons");
        (top.kind(), top.seat) == (PendingKind::Visitor, seat)
    });
    assert_eq!(seats, [true; 3]);
    assert_eq!(
        (table.player(0).doubloons, table.player(2).doubloons),
        (2, 4)
    );
    assert_eq!(table.decision(), PendingKind::Main);
}

/// M-A73, M-A28: An extra sail counts as a visit, but the return to Havana does not.
#[test]
fn visitor_applies_after_an_extra_sail() {
    let mut table = owner(&["A018", "A051"], &[]);
    table.open_sail("1", 3).act("sail 2");
    assert_eq!(table.decision(), PendingKind::Visitor);
}

/// M-21.2 `figure_to_cp`, M-A60: A figure can be returned for 2 CP at any time in the own turn.
#[test]
fn figure_to_cp_is_possible_throughout_the_own_turn() {
    let mut table = owner(&["B042"], &["A009"]);
    table.at("2", 4).act("figure to cp");
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 4));
    assert_eq!(table.player(0).cp, 3);
    table.play(&["village", "figure to cp"]);
    assert_eq!((table.player(0).figures, table.player(0).cp), (0, 5));
    assert!(!table.can("figure to cp"), "no figure is left");
}

/// M-A60: It is also possible in a combat. One figure counts for one card, even with two copies.
#[test]
fn figure_to_cp_is_possible_in_combat() {
    let mut table = owner(&["B042", "B043"], &[]);
    table.combat("25").act("fight france");
    assert!(table.can("annex 4"));
    table.act("figure to cp");
    assert_eq!((table.player(0).figures, table.player(0).cp), (1, 3));
}

/// M-A60: It requires the card, and the own turn.
#[test]
fn figure_to_cp_requires_the_own_card() {
    let mut table = owner(&[], &[]);
    table.at("2", 4);
    assert!(!table.can("figure to cp"));
    let mut table = owner(&[], &[]);
    table.own(1, "B042").at("2", 4);
    assert!(!table.can("figure to cp"));
}

/// M-21.2 `ally_cp`, M-A12: 2 CP for fighting with that nation, which can be used immediately.
#[test]
fn ally_cp_applies_only_to_its_nation() {
    for (nation, cp) in [("france", 3), ("spain", 1), ("england", 1)] {
        let mut table = owner(&["B044"], &[]);
        table.combat("25").act(&format!("fight {nation}"));
        assert_eq!(table.player(0).cp, cp, "{nation}");
    }
}

/// M-A73: Two `ally_cp` of one nation.
#[test]
fn copies_of_ally_cp_add_up() {
    let mut table = owner(&["B044"], &[]);
    table.player(0).ally_cp[0] += 2;
    table.combat("25").act("fight france");
    assert_eq!(table.player(0).cp, 5);
}

/// M-21.2 `expel_vp`, M-A73: 3 VP per card for expelling, but none for annexing.
#[test]
fn expel_vp_scores_expelling_but_not_annexing() {
    for (cards, points) in [(&[][..], 0), (&["A022"][..], 3), (&["A022", "B047"][..], 6)] {
        let mut table = owner(cards, &[]);
        table.marker(Nation::Spain, "14").player(0).cp = 8;
        // Token 25 has a combat value of 4, and expelling costs 6. The flag of Cartagena gives
        // doubloons but no VP.
        table.combat("25").act("fight france");
        table.while_legal(&["expel 14", "pay 0 figures"]);
        let place = usize::from(table.place("14"));
        assert_eq!(
            table.state.markers[place],
            Some(Nation::France),
            "France has expelled Spain"
        );
        assert_eq!(table.score(0), points);
        let mut table = owner(cards, &[]);
        table.combat("25").play(&["fight france", "annex 14"]);
        assert_eq!(table.score(0), 0);
    }
}

/// M-A73: `expel_vp` also counts expulsions with U7.
#[test]
fn expel_vp_scores_expulsions_by_u7() {
    let mut table = owner(&["A022"], &[]);
    table.marker(Nation::Spain, "9").player(0).upgrades = 1 << 6;
    table.player(0).cp = 8;
    table.combat("25").act("fight france");
    table.while_legal(&["occupy 9", "pay 0 figures"]);
    assert_eq!(table.score(0), 3);
}

/// M-21.3: Two maps for 2 VP and an exploration of up to 2, as a last village action.
#[test]
fn map_action_gives_2_vp_and_an_exploration() {
    let mut table = owner(&["A042"], &["A011", "B003"]);
    table.village(3).act("use A042");
    assert_eq!(table.points(0, "cards"), 2);
    assert_eq!(table.legal(), ["advance 1", "advance 2", "skip"]);
    table.act("advance 1");
    assert_eq!(table.player(0).doubloons, 2);
    assert_eq!(table.player(0).hand_len, 0);
    assert_ne!(table.decision(), PendingKind::Village, "it was the last");
}

/// M-21.3: Two maps for 3 doubloons and an exploration of up to 2, as a last village action.
#[test]
fn map_action_gives_3_doubloons_and_an_exploration() {
    let mut table = owner(&["B050"], &["A011", "B003"]);
    table.village(3).play(&["use B050", "skip"]);
    assert_eq!(table.player(0).doubloons, 3);
    assert_eq!(table.score(0), 0);
    assert_ne!(table.decision(), PendingKind::Village);
}

/// M-21.3: two books for X doubloons and X VP, as a last village action.
#[test]
fn book_actions_give_doubloons_and_vp() {
    for (card, amount) in [("A043", 3), ("B052", 2), ("B053", 4)] {
        let mut table = owner(&[card], &["A010"]);
        table.village(3);
        assert!(!table.can(&format!("use {card}")), "one book");
        table.hand(0, &["B019"]).act(&format!("use {card}"));
        assert_eq!(table.player(0).doubloons, amount);
        assert_eq!(table.points(0, "cards"), i32::from(amount));
        assert_ne!(table.decision(), PendingKind::Village);
    }
}

/// M-21.3: Two identical goods, not objects, for 4 doubloons; the action can be repeated.
#[test]
fn same_goods_action_can_be_repeated() {
    // Two cocoa and two sugar; both cocoa cards show books.
    let mut table = owner(&["A040"], &["A010", "B036", "A011", "A014"]);
    table.village(3).act("use A040");
    assert_eq!(table.legal(), ["good sugar", "good cocoa"]);
    table.act("good cocoa");
    assert_eq!(table.player(0).doubloons, 4);
    table.play(&["use A040", "good sugar"]);
    assert_eq!(table.player(0).doubloons, 8);
    assert!(!table.can("use A040"));
    // Identical objects do not count: A009 and A014 both show herbs, but corn and sugar.
    let mut table = owner(&["A040"], &["A009", "A014"]);
    table.village(1);
    assert!(!table.can("use A040"));
}

/// M-21.3: Only the owner of a card has its village action.
#[test]
fn only_the_owner_has_the_village_action_of_a_card() {
    let mut table = owner(&[], &["A010", "B036"]);
    table.own(1, "A040").village(1);
    assert!(!table.can("use A040"));
}
