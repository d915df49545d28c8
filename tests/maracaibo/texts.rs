//! Texts of components: every component has one, and it agrees with the data.

use std::collections::BTreeSet;

use portolan::game::prelude::*;

use crate::support::{Table, rules};

#[test]
fn every_component_has_one_text() {
    for players in 1..=4 {
        let all = rules(players, &["legacy=L1,L2,L3,L4,L7,L11,L20,L25"]).catalog();
        let mut ids = BTreeSet::new();
        for one in &all {
            assert!(ids.insert((one.kind, one.id.clone())), "{one:?} twice");
            assert!(!one.name.is_empty() && !one.text.is_empty(), "{one:?}");
            let debug = ["Some", "None", "{", "::", "_"];
            assert!(!debug.iter().any(|sign| one.text.contains(sign)), "{one:?}");
            let doubled = ["; ;", ", ,", ": ;", "  ", ",;"];
            assert!(
                !doubled.iter().any(|sign| one.text.contains(sign)),
                "{one:?}"
            );
        }
        let automa = all.iter().filter(|one| one.kind == "automa card").count();
        assert_eq!(automa, if players == 1 { 15 } else { 0 });
    }
}

/// One component of every kind, including all components with composed texts.
#[test]
fn texts_match_the_data() {
    let all = rules(1, &["legacy=L1,L7"]).catalog();
    for (kind, id, name, text) in [
        (
            "card",
            "A051",
            "Boatwright",
            "costs 5 doubloons; shows corn and a book; \
             assistant at 2 Baracoa: 2 doubloons, 1 disc off the ship, 2 village actions; 2 VP at the end",
        ),
        (
            "card",
            "B016",
            "Guard Post",
            "costs 7 doubloons; shows corn and a sextant; +2 doubloons and +1 VP income; \
             +1 VP income with the token medal; 2 VP at the end",
        ),
        (
            "card",
            "B013",
            "Governor's Residence",
            "costs 11 doubloons, requires 3 markers of Spain in the Caribbean; shows corn and a map; \
             +4 VP income; 4 VP at the end",
        ),
        (
            "card",
            "A020",
            "Mercenary",
            "costs 4 doubloons; shows cocoa and a herb; \
             combat action: 1 combat value for 3 doubloons, and 2 VP with the token medal; 1 VP at the end",
        ),
        (
            "location",
            "17",
            "Puerto Cabezas",
            "city; market for corn, 2 spaces; fulfil a quest here; flag: 3 VP; \
             L1: 17 Puerto Cabezas is a city: market for corn, 2 spaces; fulfil a quest here; flag: 3 VP",
        ),
        (
            "city tile",
            "C02",
            "Expedition Camp",
            "market for corn, 1 space; an exploration of up to 3; for 2 players and solo; \
             ship's wheel: always used",
        ),
        (
            "quest",
            "9",
            "9",
            "pay 2 cards with a herb: 1 VP for each compass, 1 influence of your choice, 2 doubloons",
        ),
        (
            "combat token",
            "7",
            "7",
            "France 7, costs 3 doubloons; Spain 3, gives 1 figure; England 4; \
             3 more for the nation with the fewest markers",
        ),
        (
            "explorer space",
            "16",
            "16",
            "5 VP; for crossing the red border on the way here: 3 influence of your choice",
        ),
        ("upgrade", "U6", "U6", "after U5: 6 VP"),
        (
            "career",
            "K5",
            "Courage",
            "2 quest tiles for 2 doubloons, 4 for 3 VP as well; \
             3 influence with each of two nations for 3 doubloons, 5 for 4 VP as well; \
             1 border crossed by the explorer for 3 doubloons, 2 for 3 VP as well",
        ),
        (
            "prestige building",
            "P4",
            "Fortress",
            "costs 10 doubloons, 1 figure; synergy token medal; \
             at the end: 2 VP for each figure in your supply and each CP",
        ),
        (
            "legacy tile",
            "L11",
            "L11",
            "stopping at 3 Tortuga, 3 spaces: pay 2 doubloons: 2 VP, and 1 disc off the ship onto it; \
             passing it costs 2 doubloons until it is full",
        ),
        (
            "nation",
            "spain",
            "Spain",
            "noble ranks by influence: 1 at 2, 2 at 4, 3 at 7, 4 at 10, 5 at 14; \
             14 steps of influence; 13 markers",
        ),
        (
            "automa card",
            "B6",
            "B6",
            "sails 2 spaces, lower branch at forks; takes display card 4; combat for 3 influence; 2 VP",
        ),
        (
            "automa card",
            "B2",
            "B2",
            "sails 2 spaces, upper branch at forks; takes display card 3; \
             takes the top quest of the pile; from round 3 on 4 VP",
        ),
    ] {
        let mut found = all.iter().filter(|one| one.kind == kind && one.id == id);
        let one = found.next().unwrap_or_else(|| panic!("no {kind} {id}"));
        assert_eq!((one.name.as_str(), one.text.as_str()), (name, text));
    }
}

/// The texts of modified components change as well.
#[test]
fn texts_of_changed_cards_change() {
    let mut table = Table::new(2);
    table.change_card("A009", "Sailor,2", "Sailor,3");
    let all = table.game.catalog();
    let sailor = all.iter().find(|one| one.id == "A009").unwrap();
    let text = "costs 3 doubloons; shows corn and a herb; +2 doubloons income";
    assert_eq!(sailor.text, text);
}
