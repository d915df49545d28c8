//! Project cards: their three uses and their costs (M-18).

use portolan::games::maracaibo::components::{CareerId, Nation};
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table where seat 0 has this money and these cards in hand, and one village action.
fn shop(doubloons: u16, hand: &[&str]) -> Table {
    let mut table = Table::bare(2, &[]);
    table.hand(0, hand);
    table.player(0).doubloons = doubloons;
    table.village(1);
    table
}

/// M-18.1: A card can be used as a good, as an object, or be bought.
#[test]
fn card_can_be_a_good_an_object_or_a_purchase() {
    // A010 shows cocoa and a book. Used as a good:
    let mut table = Table::bare(2, &[]);
    table
        .no_quests()
        .tile("4", "C04")
        .hand(0, &["A010"])
        .at("4", 4);
    table.act("deliver A010");
    let card = table.card("A010");
    assert!(table.state.discards.contains(card));
    // Used as an object, with the book of B019:
    let mut table = Table::bare(2, &[]);
    table
        .no_quests()
        .lay_quest("2", "4")
        .hand(0, &["A010", "B019"]);
    table.at("2", 2).act("quest 4");
    assert!(table.state.discards.contains(card));
    assert_eq!(table.player(0).hand_len, 0);
    // Bought:
    let mut table = shop(2, &["A010"]);
    table.act("buy A010");
    assert!(table.player(0).bought.contains(card));
    assert!(!table.state.discards.contains(card));
}

/// M-18.1: Bought cards are no longer goods or objects.
#[test]
fn bought_cards_cannot_pay() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().lay_quest("4", "4").tile("4", "C04");
    // A010 and B036 show cocoa and a book.
    table.own(0, "A010").own(0, "B036").at("4", 4);
    assert_eq!(table.legal(), ["city", "pass"]);
    // In hand, these cards can pay.
    table.hand(0, &["B049", "B065", "B071"]);
    assert!(table.can("deliver B049") && table.can("quest 4"));
}

/// M-A48: A discarded card pays one good or one object, not both.
#[test]
fn discarded_card_pays_one_good_or_object() {
    let mut table = Table::bare(2, &[]);
    // Quest 16 requires two cocoa: A010 and B036, which also show books.
    table.no_quests().lay_quest("2", "16").lay_quest("2", "4");
    table.hand(0, &["A010", "B036"]).at("2", 2);
    table.play(&["quest 16", "influence spain"]);
    assert_eq!(table.player(0).hand_len, 0);
    assert_eq!(table.player(0).quest_count, 1);
    assert!(!table.can("quest 4"));
}

/// M-A48: If there are more suitable cards than needed, the player chooses which to discard.
#[test]
fn player_chooses_which_cards_to_discard() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().lay_quest("2", "16");
    table.hand(0, &["A010", "A013", "A020", "A009"]).at("2", 2);
    table.act("quest 16");
    assert_eq!(
        table.legal(),
        ["discard A010", "discard A013", "discard A020"]
    );
    table.play(&["discard A013", "discard A020"]);
    let kept = table.card("A010");
    assert!(table.player(0).hand.contains(kept));
    assert_eq!(table.player(0).hand_len, 2);
}

/// M-18.2: The player needs enough doubloons for the price.
#[test]
fn purchase_costs_the_full_price() {
    let mut table = shop(0, &["A013"]);
    let price = table.price("A013");
    table.player(0).doubloons = price - 1;
    assert!(!table.can("buy A013"), "a doubloon is missing");
    table.player(0).doubloons = price + 1;
    table.act("buy A013");
    assert_eq!(table.player(0).doubloons, 1);
}

/// M-18.2: Cards are bought only with a village action or in scoring step 1.
#[test]
fn cards_are_bought_only_with_village_actions() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().hand(0, &["A009"]);
    table.player(0).doubloons = 20;
    assert!(!table.can("buy A009"), "while sailing");
    table.at("2", 2);
    assert!(!table.can("buy A009"), "before choosing the village");
    table.act("pass");
    assert!(!table.can("buy A009"), "among the free actions");
    table.act("end");
    assert!(!table.can("buy A009"), "while drawing");
}

/// M-18.2: A figure next to the price returns to the general supply.
#[test]
fn figure_in_the_price_returns_to_the_general_supply() {
    let mut table = shop(9, &["B057"]);
    table.act("buy B057");
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 4));
    assert_eq!(table.player(0).doubloons, 0);
    let mut table = shop(9, &["B057"]);
    table.player(0).figures = 0;
    assert!(!table.can("buy B057"));
}

/// M-18.2, M-12.1: A figure above a number becomes an assistant there, and is required for the
/// purchase.
#[test]
fn figure_in_the_price_becomes_an_assistant() {
    let mut table = shop(9, &["A051"]);
    table.act("buy A051");
    let card = table.card("A051");
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 3));
    assert_eq!(table.player(0).assistants(), [card]);
    let mut table = shop(9, &["A051"]);
    table.player(0).figures = 0;
    assert!(!table.can("buy A051"));
}

/// M-18.2: Three herbs must be discarded.
#[test]
fn price_of_three_herbs_discards_three_herb_cards() {
    // A009, A014 and A020 show herbs; A010 does not.
    let table = shop(14, &["B012", "A009", "A014", "A010"]);
    assert!(!table.can("buy B012"));
    let mut table = shop(0, &["B012", "A009", "A014", "A020", "A010"]);
    table.player(0).doubloons = table.price("B012");
    table.act("buy B012");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).hand_len, 1);
    assert_eq!(table.player(0).income_vp, 4);
    for card in ["A009", "A014", "A020"] {
        let card = table.card(card);
        assert!(table.state.discards.contains(card));
    }
}

/// M-18.2: With more than three herbs the player chooses, and the effects follow after the payment.
#[test]
fn player_chooses_herbs_before_the_effects() {
    let mut table = shop(14, &["B012", "A009", "A014", "A020", "A021"]);
    table.act("buy B012");
    assert_eq!(table.player(0).income_vp, 0);
    table.play(&["discard A021", "discard A020", "discard A014"]);
    let kept = table.card("A009");
    assert!(table.player(0).hand.contains(kept));
    assert_eq!(table.player(0).income_vp, 4);
}

/// M-A48: A permanent herb counts as one and is not discarded, even for a planned card.
#[test]
fn permanent_herb_pays_one_herb() {
    let mut table = Table::bare(2, &[]);
    table
        .own(0, "B027")
        .hand(0, &["A009", "A014"])
        .planned(0, "B012");
    table.player(0).doubloons = 28;
    table.village(1).act("buy B012");
    assert_eq!(table.player(0).hand_len, 0);
    assert_eq!(table.player(0).permanent_objects[2], 1);
    assert_eq!(table.player(0).income_vp, 4);
}

/// M-18.2: Three markers of a nation must be in the Caribbean.
#[test]
fn card_requires_three_markers_of_its_nation() {
    // There is one Spanish marker from the start.
    let mut table = shop(17, &["B013"]);
    table.marker(Nation::Spain, "4");
    assert!(!table.can("buy B013"));
    table.marker(Nation::Spain, "9");
    assert!(table.can("buy B013"), "cities and villages both count");
    table.act("buy B013");
    assert_eq!(table.state.marker_count[1], 3, "nothing is taken away");
    let mut table = shop(17, &["B013"]);
    for place in ["4", "5", "11"] {
        table.marker(Nation::France, place);
    }
    assert!(!table.can("buy B013"), "the nation has to be Spain");
}

/// M-18.2, M-A62: A figure on the card belongs neither to the own supply nor to the assistants.
#[test]
fn figure_on_a_card_leaves_the_own_supply() {
    let mut table = shop(16, &["B020"]);
    table.act("buy B020");
    let player = table.player(0);
    assert_eq!(
        (player.figures, player.general, player.figures_on_cards),
        (1, 3, 1)
    );
    assert_eq!(player.assistant_count, 0);
    let mut table = shop(16, &["B020"]);
    table.player(0).figures = 0;
    assert!(!table.can("buy B020"));
}

/// M-18.2: A CP requirement cannot be paid with figures.
#[test]
fn figures_cannot_pay_a_cp_requirement() {
    let mut table = shop(10, &["B075"]);
    table.player(0).figures = 4;
    assert!(!table.can("buy B075"), "1 CP and figures");
    table.player(0).cp = 2;
    table.play(&["buy B075", "skip"]);
    assert_eq!((table.player(0).cp, table.player(0).figures), (0, 4));
}

/// M-18.2: All requirements must be met at once.
#[test]
fn purchase_requires_cp_and_doubloons() {
    let mut table = shop(0, &["B075"]);
    let price = table.price("B075");
    table.player(0).cp = 2;
    table.player(0).doubloons = price - 1;
    assert!(!table.can("buy B075"), "a doubloon is missing");
    table.player(0).doubloons = price;
    assert!(table.can("buy B075"));
}

/// M-18.3: Effects apply from the purchase on.
#[test]
fn card_effects_apply_from_the_purchase_on() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A001", "A013"]);
    // The second card costs 1 less.
    table.player(0).doubloons = table.price("A001") + table.price("A013") - 1;
    table.village(2).act("buy A001");
    table.act("buy A013");
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-18.4: Equal effects add up.
#[test]
fn equal_effects_add_up() {
    let mut table = Table::bare(2, &[]);
    for card in ["A001", "A002", "B031"] {
        table.own(0, card);
    }
    table.hand(0, &["A013"]);
    table.player(0).doubloons = table.price("A013") - 4;
    table.village(1).act("buy A013");
    assert_eq!(table.player(0).doubloons, 0, "1, 1 and 2 less");
}

/// M-18.4: Effects may be skipped.
#[test]
fn card_effects_may_be_skipped() {
    let mut table = shop(7, &["B063"]);
    table.act("buy B063");
    assert!(table.can("skip") && table.can("marker 9"));
    table.act("skip");
    assert_eq!(table.state.marker_count, [1; 3]);
}

/// M-A24, M-18.2: The price never drops below 0, and figures and requirements are not discounted.
#[test]
fn discounts_stop_at_0_and_apply_only_to_doubloons() {
    let mut table = Table::bare(2, &[]);
    table.own(0, "B031").own(0, "A001");
    table.hand(0, &["A009"]).village(1).act("buy A009");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).income_doubloons, 10);
    let mut table = Table::bare(2, &[]);
    table.own(0, "B031").own(0, "A001");
    table.hand(0, &["B057", "B075", "B012"]);
    table.player(0).doubloons = 50;
    table.player(0).figures = 0;
    table.player(0).cp = 1;
    table.village(1);
    for card in ["B057", "B075", "B012"] {
        assert!(!table.can(&format!("buy {card}")), "{card}");
    }
}

/// M-A47: The discount of a card does not lower its own price.
#[test]
fn discount_does_not_lower_its_own_price() {
    let table = shop(4, &["A001"]);
    assert!(!table.can("buy A001"));
    let mut table = shop(5, &["A001"]);
    table.act("buy A001");
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-A47: The synergy token and the income unlocked by it come before the immediate effect.
#[test]
fn synergy_and_income_precede_the_immediate_effect() {
    let mut table = Table::bare(2, &[]);
    // B007 has a VP income of 2, and 2 more with tools. A031 gives tools and removes a disc.
    table.own(0, "B007").hand(0, &["A031"]);
    table.player(0).doubloons = 6;
    assert_eq!(table.player(0).income_vp, 2);
    table.village(1).act("buy A031");
    assert_eq!(table.decision(), PendingKind::Disc);
    assert_eq!(table.player(0).income_vp, 4);
    assert_eq!(table.player(0).synergy_count(), 1);
}

/// M-A47: The VP per synergy of a card depend on the tokens owned at the purchase.
#[test]
fn synergies_are_counted_at_the_purchase() {
    let mut table = Table::bare(2, &[]);
    table
        .own(0, "A031")
        .own(0, "B041")
        .hand(0, &["B078", "A043"]);
    table.while_legal(&["skip", "disc U1"]);
    let before = table.score(0);
    table.player(0).doubloons = 18;
    table.village(2).act("buy B078");
    assert_eq!(table.score(0) - before, 4);
    table.act("buy A043");
    assert_eq!(table.score(0) - before, 4, "later tokens add nothing");
}

/// M-A40: A figure gained in the same effect can be used for the purchase.
#[test]
fn figure_of_the_same_effect_can_pay() {
    let mut table = Table::bare(2, &[]);
    // A054: 1 figure, 1 disc and 1 village action, on 3.
    table.no_quests().own(0, "A054").hand(0, &["A051"]);
    table.player(0).figures = 0;
    table.player(0).general = 4;
    table.player(0).doubloons = 9;
    table
        .at("3", 3)
        .play(&["assistant A054", "disc U1", "buy A051"]);
    assert_eq!((table.player(0).figures, table.player(0).general), (0, 3));
    assert_eq!(table.player(0).assistant_count, 2);
}

/// M-A40: The same holds for the figure of a career task completed before the purchase.
#[test]
fn figure_of_a_career_task_can_pay() {
    let mut table = shop(9, &["A051"]);
    table.player(0).career = Some(CareerId::new(0));
    table.player(0).figures = 0;
    assert!(!table.can("buy A051"));
    table.player(0).token_count = 3;
    table.play(&["task 1", "buy A051"]);
    assert_eq!(table.player(0).assistant_count, 1);
}

/// M-A62: Figures on careers, cards and buildings cannot pay.
#[test]
fn figures_outside_the_own_supply_cannot_pay() {
    let mut table = shop(30, &["A051", "B057", "B020"]);
    table.player(0).figures = 0;
    table.player(0).figures_on_cards = 2;
    // There are three figures on the career.
    assert_eq!(table.player(0).tasks_done, 0);
    for card in ["A051", "B057", "B020"] {
        assert!(!table.can(&format!("buy {card}")), "{card}");
    }
    let building = usize::from(table.state.prestige[0]);
    let name = table.components().labels.prestige[building].clone();
    assert!(!table.can(&format!("invest {name}")));
}

/// M-18.1, M-18.2: Only cards in hand or in the planning area can be bought.
#[test]
fn only_own_cards_can_be_bought() {
    let mut table = shop(30, &["A009"]);
    table.display(&["A013"]).hand(1, &["A014"]);
    assert!(table.can("buy A009"));
    assert!(!table.can("buy A013") && !table.can("buy A014"));
    table.act("buy A009");
    assert!(table.state.display[0].is_some());
}

/// M-A48: The herb on a card does not pay for the card itself; planned cards are no herbs anyway.
#[test]
fn card_cannot_pay_for_itself() {
    let table = |planned: bool, herbs: &[&str]| {
        let mut table = Table::bare(2, &[]);
        table.change_card("B012", "tobacco+book", "tobacco+herb");
        if planned {
            table.planned(0, "B012");
        } else {
            table.hand(0, &["B012"]);
        }
        table.hand(0, herbs).player(0).doubloons = 14;
        table.village(1);
        table
    };
    for planned in [false, true] {
        assert!(!table(planned, &["A009", "A014"]).can("buy B012"));
        let mut table = table(planned, &["A009", "A014", "A020"]);
        table.act("buy B012");
        assert_eq!(table.player(0).hand_len, 0);
        assert_eq!(table.player(0).income_vp, 4);
    }
}

/// M-A47: A card's synergy token counts for its own conditional income.
#[test]
fn own_synergy_unlocks_own_income() {
    let mut table = Table::bare(2, &[]);
    table.change_card("A013", "cocoa+sextant,,", "cocoa+sextant,medal,");
    table.hand(0, &["A013"]).player(0).doubloons = 9;
    table.village(1).act("buy A013");
    assert!(table.player(0).has_synergy(2));
    assert_eq!(
        (table.player(0).income_doubloons, table.player(0).income_vp),
        (10, 2)
    );
    assert_eq!(table.player(0).waiting_vp, [0; 5]);
}

/// M-A47: A card's synergy token counts for its own VP per synergy.
#[test]
fn own_synergy_counts_for_own_vp() {
    let mut table = Table::bare(2, &[]);
    table.change_card("B078", "sugar+book,,", "sugar+book,medal,");
    table.hand(0, &["B078"]).player(0).doubloons = 11;
    table.village(1).act("buy B078");
    assert_eq!(table.points(0, "cards"), 2);
}

/// Of two cards that are equal in every use, only one is offered for any choice; once it is gone,
/// the other one is offered.
#[test]
fn identical_cards_are_offered_once() {
    let mut table = Table::bare(2, &[]);
    table.change_card("A002", "tobacco+sextant", "sugar+map");
    table.hand(0, &["A001", "A002", "A003"]).player(0).doubloons = 10;
    table.village(2);
    let of = |table: &Table, verb: &str| -> Vec<String> {
        let legal = table.legal();
        legal.into_iter().filter(|l| l.starts_with(verb)).collect()
    };
    assert_eq!(of(&table, "buy"), ["buy A001", "buy A003"]);
    assert_eq!(of(&table, "plan"), ["plan A001", "plan A003"]);
    table.act("buy A001");
    assert_eq!(of(&table, "buy"), ["buy A002", "buy A003"]);
}
