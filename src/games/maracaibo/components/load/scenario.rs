//! `scenarios.csv`: the locations of quests, and the legacy tiles and C cards of each scenario.

use super::legacy::tile_number;
use super::map::{Map, stop};
use crate::dataset::DataSet;
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    Card, CardId, CardLetter, CardSet, LocationId, QuestPlacement, Scenario,
};
use crate::sheet::{Problems, Row, SheetCell, name};

const FILE: &str = "scenarios.csv";
/// Name of the optional column with C cards. If it is missing, cards 76 and 77 add all C cards
/// of the data set.
const C_CARD: &str = "project_card";

const CARDS: [&str; 3] = ["75", "76", "77"];
/// Number of quest tiles that scenarios can place: all quest tiles except the 3 on the explorer
/// track.
const QUESTS_LEFT: usize = 21;

/// Reads the scenario cards. Locations are still location numbers.
pub(super) fn read(
    data: &DataSet,
    cards: &[Card],
    card_ids: &[String],
    problems: &mut Problems,
) -> Vec<Scenario> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let names_cards = sheet.has(C_CARD);
    let all_c_cards: CardSet = (0u8..)
        .map(CardId::new)
        .zip(cards)
        .filter(|(_, card)| card.set == CardLetter::C)
        .map(|(id, _)| id)
        .collect();
    let c_card = |cell: SheetCell<'_>, problems: &mut Problems| {
        // Problems with the card file have already been reported.
        if cards.is_empty() {
            return None;
        }
        let known = all_c_cards.iter();
        let known: Vec<&str> = known.map(|id| card_ids[usize::from(id)].as_str()).collect();
        let index = cell.read(problems, 0, |text| {
            name(text, &known).map_err(|_| match known.is_empty() {
                true => "an empty cell: project_cards.csv has no C card".to_string(),
                false => format!("a C card of project_cards.csv: {}", known.join(", ")),
            })
        });
        all_c_cards.iter().nth(usize::from(index))
    };
    let mut scenarios: Vec<Scenario> = CARDS
        .iter()
        .map(|id| Scenario {
            id: (*id).to_string(),
            quests: Vec::new(),
            legacy: 0,
            cards: match *id {
                "76" | "77" if !names_cards => all_c_cards,
                _ => CardSet::EMPTY,
            },
        })
        .collect();
    for row in sheet.rows() {
        let card = row.cell("card").choice(problems);
        let Some(scenario) = scenarios.get_mut(usize::from(card)) else {
            continue;
        };
        if !row.cell(C_CARD).is_empty() {
            let card = c_card(row.cell(C_CARD), problems);
            card_row(row, card, scenario, problems);
        } else {
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
            after_round: when.choice(problems),
            location: LocationId::new(location.read(problems, 1, stop)),
            min_players: 2 + players.choice(problems),
        };
        let same = |other: &QuestPlacement| {
            other.after_round == quest.after_round && other.location == quest.location
        };
        if scenario.quests.iter().any(same) {
            problems.push(
                location.problem("a location that occurs only once on this card at that time"),
            );
        }
        scenario.quests.push(quest);
        return;
    }
    let bit = 1_u32 << tile.read(problems, 0, tile_number);
    if scenario.legacy & bit != 0 {
        problems.push(tile.problem("a legacy tile that occurs only once on this card"));
    }
    scenario.legacy |= bit;
    when.read(problems, 0, |text| {
        name(text, &["setup"]).map_err(|_| "setup, when legacy tiles enter (M-1.13)".to_string())
    });
    location.nothing(problems, "the legacy tile determines the location");
    players.nothing(problems, "legacy tiles enter with any number of players");
}

/// Reads a C card that the scenario adds.
fn card_row(row: Row<'_>, card: Option<CardId>, scenario: &mut Scenario, problems: &mut Problems) {
    let cell = row.cell(C_CARD);
    if scenario.id == CARDS[0] {
        problems.push(cell.problem("an empty cell: card 75 brings no C cards"));
    }
    if let Some(card) = card {
        if scenario.cards.contains(card) {
            problems.push(cell.problem("a C card that occurs only once on this card"));
        }
        scenario.cards.insert(card);
    }
    row.cell("when").read(problems, 0, |text| {
        name(text, &["setup"]).map_err(|_| "setup, when C cards enter".to_string())
    });
    for (column, why) in [
        ("location", "C cards go into the pile"),
        ("legacy_tile", "the row brings a C card"),
        ("min_players", "C cards enter with any number of players"),
    ] {
        row.cell(column).nothing(problems, why);
    }
}

/// Replaces location numbers with indices.
pub(super) fn resolve(scenarios: &mut [Scenario], map: &Map) {
    for quest in scenarios.iter_mut().flat_map(|card| &mut card.quests) {
        quest.location = map.id(&quest.location.index().to_string());
    }
}
