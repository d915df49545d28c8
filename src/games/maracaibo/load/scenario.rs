//! `scenarios.csv`: where quests are placed and which legacy tiles take part.

use super::super::components::{LocationId, QuestPlacement, Scenario};
use super::legacy::tile_number;
use super::map::{Map, stop};
use crate::dataset::DataSet;
use crate::games::sheet::{Problems, Row, Sheet, name};

const FILE: &str = "scenarios.csv";
const COLUMNS: &[&str] = &[
    "card",
    "when",
    "location",
    "legacy_tile",
    "min_players",
    "provenance",
];

const CARDS: [&str; 3] = ["75", "76", "77"];
const TIMES: [&str; 4] = ["setup", "1", "2", "3"];
/// Quest tiles that there are, of which the explorer track holds 3.
const QUESTS_LEFT: usize = 21;

/// Reads the scenario cards; locations are still numbers.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Vec<Scenario> {
    let before = problems.len();
    let sheet = Sheet::open(data, FILE, COLUMNS, problems);
    let mut scenarios: Vec<Scenario> = CARDS
        .iter()
        .map(|id| Scenario {
            id: (*id).to_string(),
            quests: Vec::new(),
            legacy: 0,
        })
        .collect();
    for row in sheet.rows() {
        let card = row.cell("card").name(problems, &CARDS);
        if let Some(scenario) = scenarios.get_mut(usize::from(card)) {
            scenario_row(row, scenario, problems);
        }
    }
    if problems.len() > before {
        return scenarios;
    }
    for scenario in &mut scenarios {
        scenario.quests.sort_by_key(|quest| quest.after_round);
        let quests = scenario.quests.len();
        if !(1..=QUESTS_LEFT).contains(&quests) {
            problems.push(sheet.problem(
                format!("{quests} quests on card {}", scenario.id),
                format!("1 to {QUESTS_LEFT}, as many as the explorer track leaves (M-1.3)"),
            ));
        }
    }
    scenarios
}

fn scenario_row(row: Row<'_>, scenario: &mut Scenario, problems: &mut Problems) {
    let when = row.cell("when");
    let [location, tile, players] =
        ["location", "legacy_tile", "min_players"].map(|column| row.cell(column));
    if tile.is_empty() {
        let quest = QuestPlacement {
            after_round: when.name(problems, &TIMES),
            location: LocationId::new(location.read(problems, 1, stop)),
            min_players: 2 + players.name(problems, &["2", "3", "4"]),
        };
        let same = |other: &QuestPlacement| {
            other.after_round == quest.after_round && other.location == quest.location
        };
        if scenario.quests.iter().any(same) {
            problems.push(location.problem("a location that this card does not name twice then"));
        }
        scenario.quests.push(quest);
        return;
    }
    let bit = 1_u32 << tile.read(problems, 0, tile_number);
    if scenario.legacy & bit != 0 {
        problems.push(tile.problem("a legacy tile that this card does not name twice"));
    }
    scenario.legacy |= bit;
    when.read(problems, 0, |text| {
        name(text, &TIMES[..1]).map_err(|_| "setup, when legacy tiles enter (M-1.13)".to_string())
    });
    location.nothing(problems, "the legacy tile says where it lies");
    players.nothing(problems, "legacy tiles enter with any number of players");
}

/// Replaces the numbers of locations by indices.
pub(super) fn resolve(scenarios: &mut [Scenario], map: &Map) {
    for quest in scenarios.iter_mut().flat_map(|card| &mut card.quests) {
        quest.location = map.id(&quest.location.index().to_string());
    }
}
