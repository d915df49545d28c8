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

/// M-21.2 `compass`, M-11.4: Quests count the compasses of cards in addition to the printed compass.
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
            extra: None,
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

/// M-A73: The effects of two `ally_cp` cards of one nation add up.
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
