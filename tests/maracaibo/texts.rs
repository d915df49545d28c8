//! Texts of components: every component has one, and it agrees with the data.

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::state::State;
use portolan::random::Streams;

use crate::support::{Table, rules};

#[test]
fn every_component_has_one_text() {
    let legacy = "legacy=L1,L2,L3,L4,L7,L11,L20,L25";
    let games = (1..=4).flat_map(|players| {
        [[legacy, "scenario=75"], [legacy, "scenario=campaign"]].map(|options| (players, options))
    });
    for (players, options) in games {
        let all = rules(players, &options).catalog();
        let mut ids = BTreeSet::new();
        for one in &all {
            assert!(ids.insert((one.kind, one.id.clone())), "{one:?} twice");
            assert!(!one.name.is_empty() && !one.text.is_empty(), "{one:?}");
            let debug = ["Some", "None", "{", "::", "_"];
            assert!(!debug.iter().any(|sign| one.text.contains(sign)), "{one:?}");
            let doubled = ["; ;", ", ,", ": ;", "  ", ",;", ".;"];
            assert!(
                !doubled.iter().any(|sign| one.text.contains(sign)),
                "{one:?}"
            );
        }
        let automa = all.iter().filter(|one| one.kind == "automa card").count();
        assert_eq!(automa, if players == 1 { 15 } else { 0 });
    }
}

/// Compares the texts of one component of every kind, and of all components with composed texts.
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
            "city: as a main action, deliver a card with a good of the market for 1 disc off your ship, \
             then use the action of the city; market for corn, 2 spaces; main action: fulfil a quest here; \
             flag: in a combat, a marker here brings 1 influence and 3 VP; \
             L1: 17 Puerto Cabezas is a city: market for corn, 2 spaces; fulfil a quest here; \
             flag: in a combat, a marker here brings 1 influence and 3 VP",
        ),
        (
            "location",
            "6",
            "San Juan",
            "village: as a main action, 1 village action, 2 if you spent at least 4 movement points, \
             3 if you spent 7; each buys a card, gives 1 doubloon or discards your hand for 2 doubloons",
        ),
        (
            "location",
            "21a",
            "Homeward 2 (rounds 1-3)",
            "homeward space: every ship stops here; no deliveries and no village actions; \
             main action: 3 VP; the round ends after the turn",
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
            "an explorer that stops here brings 5 VP; others jump over it without a step; \
             for crossing the red border on the way here: 3 influence of your choice",
        ),
        (
            "upgrade",
            "U6",
            "U6: 6 VP",
            "after U5: 6 VP; complete when both of its discs are off the ship",
        ),
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
            "at the end, a player scores the noble rank times the weighting of the nation: the values \
             of its emptied supply spaces, and 2 for the most or 1 for the second most markers on the map; \
             the most influence gives 3 VP; noble ranks by influence: 1 at 2, 2 at 4, 3 at 7, 4 at 10, 5 at 14; \
             14 steps of influence; 13 markers",
        ),
        (
            "synergy token",
            "medal",
            "Medal",
            "medal token, once for each player: from 7 cards, Fortress, Military Base",
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

/// The explanation of every place, nation, supply and upgrade says more than its label on the picture.
#[test]
fn explanations_add_words_to_labels() {
    let game = rules(2, &["legacy=L1,L4"]);
    let mut streams = Streams::new(7);
    let state = game.new_state(&mut streams, &mut ());
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.to_lowercase();
        let words = words.split(|letter: char| !letter.is_alphanumeric());
        words.map(str::to_string).collect()
    };
    for panel in game.picture(&state, Some(0)).panels {
        for cell in panel.cells {
            let pieces = cell.pieces.iter().map(|piece| piece.label.clone());
            let label: Vec<String> = [cell.name.clone(), cell.note.clone()]
                .into_iter()
                .chain(pieces)
                .collect();
            let said = words(&label.join(" "));
            let new = words(&cell.about).difference(&said).count();
            assert!(new >= 3, "{cell:?}");
        }
    }
}

/// M-22.7, M-22.14: A closed city or village is not explained as open, also if its tile came into play during the game, and
/// a covered market is not explained.
#[test]
fn explanations_of_locations_follow_the_tiles_in_play() {
    let about = |game: &Maracaibo, state: &State, place: &str| -> String {
        let panels = game.picture(state, None).panels;
        let mut cells = panels.into_iter().flat_map(|panel| panel.cells);
        cells.find(|cell| cell.name == place).unwrap().about
    };
    let game = rules(2, &[]);
    let open = game.new_state(&mut Streams::new(7), &mut ());
    let mut closed = open;
    closed.legacy |= 1 << 20;
    let riohacha = [&open, &closed].map(|state| about(&game, state, "12 Riohacha"));
    assert!(riohacha[0].starts_with("village: as a main action"));
    assert_eq!(riohacha[1], "L20: no village actions at 12 Riohacha");
    let covered = about(&game, &open, "11 Maracaibo");
    assert_eq!(covered.matches("market for sugar").count(), 1, "{covered}");

    let game = rules(2, &["legacy=L3"]);
    let state = game.new_state(&mut Streams::new(7), &mut ());
    let cartagena = about(&game, &state, "14 Cartagena");
    assert!(
        cartagena.starts_with("L3: 14 Cartagena has no city action"),
        "{cartagena}"
    );
}

/// The map and the mats show names or effects instead of the ids of city tiles and upgrades.
#[test]
fn pictures_show_names_instead_of_ids() {
    let game = rules(3, &[]);
    let mut streams = Streams::new(7);
    let state = game.new_state(&mut streams, &mut ());
    let panels = game.picture(&state, Some(0)).panels;
    let cells = || panels.iter().flat_map(|panel| &panel.cells);
    let tiles = game.catalog();
    let tiles: Vec<_> = tiles.iter().filter(|one| one.kind == "city tile").collect();
    let shown = |text: &str| cells().filter(|cell| cell.note.contains(text)).count();
    assert_eq!(tiles.iter().map(|tile| shown(&tile.id)).sum::<usize>(), 0);
    let named: BTreeSet<&str> = tiles.iter().map(|tile| tile.name.as_str()).collect();
    let named: usize = named.into_iter().map(shown).sum();
    assert_eq!(named, 4);
    let upgrades = cells().filter(|cell| cell.name == "U4: 5 doubloons");
    assert_eq!(upgrades.count(), 3);
    let noted = |note: &str| cells().filter(|cell| cell.note.starts_with(note)).count();
    assert_eq!(noted("tobacco: 2 free"), 2);
    assert_eq!(noted("6 in the general supply"), 3);
}

/// `look story1` finds the story tiles of a campaign.
#[test]
fn story_tiles_are_described() {
    let described = |options: &[&str]| {
        let all = rules(2, options).catalog();
        let tiles = all.into_iter().filter(|one| one.kind == "story tile");
        tiles.map(|one| one.id).collect::<Vec<_>>()
    };
    let tiles = ["story1", "story2", "story3", "story4"];
    assert_eq!(described(&["scenario=campaign"]), tiles);
    assert!(described(&[]).is_empty());
}
