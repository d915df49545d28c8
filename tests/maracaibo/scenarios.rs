//! Scenario cards (M-1.13, M-25.2).

use std::collections::BTreeMap;

use portolan::dataset::DataSet;
use portolan::games::GameSetup;
use portolan::games::maracaibo::{ENTRY, Maracaibo};

use crate::support::{Table, rules};

/// Returns the error message for an option.
fn refusal(name: &str, value: &str) -> String {
    let setup = GameSetup {
        game: ENTRY.name.to_string(),
        players: 3,
        options: BTreeMap::from([(name.to_string(), value.to_string())]),
        data: DataSet::embedded(ENTRY.files),
    };
    match Maracaibo::new(&setup) {
        Ok(_) => panic!("{name}={value} is accepted"),
        Err(error) => error.to_string(),
    }
}

/// Returns the locations with a quest in numerical order, after setup and after each round.
fn quests(players: usize, scenario: &str) -> [Vec<String>; 4] {
    let mut table = Table::bare(players, &[&format!("scenario={scenario}")]);
    [0, 1, 2, 3].map(|round| {
        if round > 0 {
            table = Table::bare(players, &[&format!("scenario={scenario}")]);
            table.no_quests();
            table.state.round = round;
            table.end_round().nobody_buys();
        }
        let labels = &table.components().labels.locations;
        let laid = &table.state.map_quests[..usize::from(table.state.map_quests_len)];
        let mut places: Vec<_> = laid.iter().map(|&(place, _)| place).collect();
        places.sort_unstable();
        places
            .into_iter()
            .map(|place| labels[usize::from(place)].clone())
            .collect()
    })
}

/// Returns true for each of L1, L4, L7, L6 and L9 if the scenario has the city or combat action of
/// this legacy tile.
fn extensions(scenario: &str) -> [bool; 5] {
    let mut table = Table::bare(3, &[&format!("scenario={scenario}")]);
    table.explorer(0, "11").player(0).cp = 8;
    table.combat("25").act("fight spain");
    ["annex 17", "annex 9a", "annex 16a", "silver 10", "gold"].map(|action| table.can(action))
}

/// M-1.13, M-25.3: Other scenarios are rejected with the accepted values.
#[test]
fn unknown_scenarios_are_rejected() {
    for value in ["1", "80", "campaigns"] {
        let message = refusal("scenario", value);
        assert!(message.contains("75, 76, 77 or campaign"), "{message}");
    }
}

/// M-1.13: Outside a campaign there are no story tiles, only the 24 quest tiles.
#[test]
fn scenarios_have_no_story_tiles() {
    for scenario in ["75", "76", "77"] {
        let table = Table::dealt(4, &[&format!("scenario={scenario}")], 7);
        let labels: Vec<String> = (1..=24).map(|number: u8| number.to_string()).collect();
        assert_eq!(table.components().labels.quests, labels);
        let state = &table.state;
        let on_track = state.track_quests.iter().flatten().count();
        let everywhere = usize::from(state.quest_pile_len)
            + usize::from(state.map_quests_len)
            + on_track
            + usize::from(state.quest_top.is_some());
        assert_eq!(everywhere, 24);
    }
}

/// M-22: The legacy tiles L1-L18, L20-L23 and L25 exist, and others are rejected.
#[test]
fn unknown_legacy_tiles_are_rejected() {
    for number in 1..=25 {
        let name = format!("L{number}");
        if [19, 24].contains(&number) {
            assert!(refusal("legacy", &name).contains(&name));
        } else {
            rules(3, &[&format!("legacy={name}")]);
        }
    }
    assert!(refusal("legacy", "L26").contains("L26"));
}

/// M-1.13, M-E16: "15 (1-4), 18 (3-4), 19 (4)": quests by number of players on card 75.
#[test]
fn quests_at_setup_depend_on_the_player_count() {
    assert_eq!(quests(2, "75")[0], ["15"]);
    assert_eq!(quests(3, "75")[0], ["15", "18"]);
    assert_eq!(quests(4, "75")[0], ["15", "18", "19"]);
}

/// M-25.2: Card 76 places its quests in addition to the quest on L1.
#[test]
fn scenario_76_places_its_quests() {
    assert_eq!(
        quests(2, "76"),
        [vec!["15", "17"], vec!["6"], vec!["10"], vec!["7"]]
    );
    assert_eq!(
        quests(3, "76"),
        [
            vec!["15", "17", "18"],
            vec!["6", "16"],
            vec!["3", "10"],
            vec!["7", "18"]
        ]
    );
    assert_eq!(
        quests(4, "76"),
        [
            vec!["15", "17", "18"],
            vec!["6", "16"],
            vec!["3", "10", "12"],
            vec!["7", "18"]
        ]
    );
}

/// M-25.2: Card 77 places its quests in addition to the quest on L1.
#[test]
fn scenario_77_places_its_quests() {
    assert_eq!(
        quests(2, "77"),
        [vec!["15", "17"], vec!["6"], vec!["10"], vec!["7"]]
    );
    assert_eq!(
        quests(3, "77"),
        [
            vec!["15", "17", "18"],
            vec!["6", "12"],
            vec!["3", "10"],
            vec!["7", "19"]
        ]
    );
    assert_eq!(
        quests(4, "77"),
        [
            vec!["15", "17", "18"],
            vec!["6", "12"],
            vec!["3", "10", "16"],
            vec!["7", "19"]
        ]
    );
}

/// M-25.2: Scenario 76 has L1, L4, L5 and L6; 77 has L1 and L4 to L9; 75 has none.
#[test]
fn scenarios_include_their_legacy_tiles() {
    assert_eq!(extensions("75"), [false; 5]);
    assert_eq!(extensions("76"), [true, true, false, true, false]);
    assert_eq!(extensions("77"), [true; 5]);
    for (scenario, figures, points) in [("75", 0, 1), ("76", 1, 1), ("77", 1, 3)] {
        // L5 gives a figure for stopping on 3.
        let mut table = Table::bare(3, &[&format!("scenario={scenario}")]);
        table.player(0).figures = 0;
        let start = table.state;
        table.act("sail 3");
        assert_eq!(table.player(0).figures, figures, "{scenario}");
        // L8 concerns the road from 13 to 18.
        table.state = start;
        table.player(0).ship = table.place("13");
        table.act("sail 18");
        assert_eq!(table.state.points_spent, points, "{scenario}");
    }
}

/// M-25.2: A scenario can be combined with further tiles.
#[test]
fn scenario_can_be_combined_with_more_tiles() {
    let mut table = Table::bare(3, &["scenario=76", "legacy=L25"]);
    table.ship(0, "18");
    table.act("sail 19");
    assert_eq!(table.score(0), 6);
}
