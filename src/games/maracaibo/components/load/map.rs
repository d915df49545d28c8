//! `map_locations.csv`: the printed map. Compiles its locations and the locations of legacy tiles
//! into the location table.

use std::collections::BTreeMap;

use super::effects::{city_action, homeward_action, market, plain_effects};
use super::graph;
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    CityAction, Effects, LAST_STOP, Labels, Location, LocationId, LocationKind, Places,
};
use crate::sheet::{Problems, Row, Sheet, SheetCell, name};

const FILE: &str = "map_locations.csv";

const HOMEWARD: [&str; 4] = ["20", "21a", "21b", "22"];
const TILE_CITIES: [&str; 4] = ["4", "5", "13", "14"];
const MARACAIBO: &str = "11";
const STARTING_MARKERS: [&str; 3] = ["6", "7", "8"];

/// Maximum number of arrows from a location; the third entry of `Location::next` is reserved for
/// legacy tiles.
const MOST_ARROWS: usize = 2;

/// A location as read from the file, without its index.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) no: String,
    pub(super) name: String,
    /// Numbers of the successors, as text.
    pub(super) next: Vec<String>,
    /// Location data; `rank` and `next` are not yet filled in.
    pub(super) location: Location,
}

impl Place {
    /// Returns the sort key: number, then letter.
    fn key(&self) -> (u8, &str) {
        let letter = self.no.trim_start_matches(|c: char| c.is_ascii_digit());
        (self.location.number, letter)
    }
}

/// A location with default properties.
pub(super) const BARE: Location = Location {
    number: 0,
    rank: 0,
    kind: LocationKind::Village,
    next: [None; 3],
    action: CityAction::None,
    market: None,
    flag: false,
    flag_reward: Effects::NOTHING,
};

/// Parses the number of a location between the start and the homeward spaces, as used on cards and
/// tiles.
pub(super) fn stop(text: &str) -> Result<u8, String> {
    crate::sheet::number(text, 1..=LAST_STOP)
        .map_err(|_| format!("the number of a location from 1 to {LAST_STOP}"))
}

/// Reads the printed map; returns `None` if the map has problems.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Option<Vec<Place>> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let places: Vec<Place> = sheet.rows().map(|row| place(row, problems)).collect();
    if problems.len() > before {
        return None;
    }
    let missing: Vec<String> = (0..=LAST_STOP)
        .map(|number| number.to_string())
        .chain(HOMEWARD.map(str::to_string))
        .filter(|no| !places.iter().any(|place| place.no == *no))
        .collect();
    if !missing.is_empty() {
        problems.push(sheet.problem("", format!("a row for location {}", missing.join(", "))));
        return None;
    }
    problems.extend(arrows(&sheet, &places));
    (problems.len() == before).then_some(places)
}

fn place(row: Row<'_>, problems: &mut Problems) -> Place {
    let before = problems.len();
    let no = row.cell("no");
    let number = no.read(problems, 0, number);
    let kind = kind(row, no.text, problems);
    let mut location = Location {
        number,
        kind,
        ..BARE
    };
    if problems.len() == before {
        // Without a valid kind, the expected contents of the other cells are unknown.
        stop_here(row, &mut location, problems);
    }
    Place {
        no: no.text.to_string(),
        name: row.cell("name").text.to_string(),
        next: successors(row.cell("next")),
        location,
    }
}

/// Reads the actions, market and flag of the location.
fn stop_here(row: Row<'_>, location: &mut Location, problems: &mut Problems) {
    let no = row.cell("no").text;
    let [action, goods, flag] = ["action", "market", "flag_reward"].map(|column| row.cell(column));
    match location.kind {
        LocationKind::City if TILE_CITIES.contains(&no) => {
            location.action = CityAction::Tile;
            for cell in [action, goods] {
                if cell.text != "tile" {
                    problems
                        .push(cell.problem("tile: a city tile lies on 4, 5, 13 and 14 (M-1.4)"));
                }
            }
        }
        LocationKind::City => {
            location.action = action.read(problems, CityAction::None, city_action);
            location.market = goods.read(problems, None, |text| market(text).map(Some));
        }
        LocationKind::Homeward => {
            location.action = action.read(problems, CityAction::None, |text| {
                homeward_action(text)
                    .filter(|action| {
                        (no == "20") == matches!(action, CityAction::CombatOrExplore(_))
                    })
                    .ok_or_else(|| {
                        "combat|explore<n> on 20, vp<n> on 21a, 21b and 22 (M-13.1)".to_string()
                    })
            });
            goods.nothing(problems, "only cities have a market (M-13.1)");
        }
        LocationKind::Start | LocationKind::Village => {
            action.nothing(
                problems,
                "only cities and homeward spaces have an action (M-6.3, M-13.1)",
            );
            goods.nothing(problems, "only cities have a market (M-6.2)");
        }
    }
    if location.kind == LocationKind::City {
        location.flag = !flag.is_empty();
        location.flag_reward = flag.optional(problems, Effects::NOTHING, plain_effects);
    } else {
        flag.nothing(problems, "only cities have a flag (M-7.6)");
    }
}

fn number(text: &str) -> Result<u8, String> {
    match HOMEWARD.iter().position(|no| *no == text) {
        Some(place) => Ok([20, 21, 21, 22][place]),
        None => crate::sheet::number(text, 0..=LAST_STOP).map_err(|_| {
            format!(
                "0 to {LAST_STOP}, {} (9a and 16a come from legacy_tiles.csv)",
                HOMEWARD.join(", ")
            )
        }),
    }
}

fn kind(row: Row<'_>, no: &str, problems: &mut Problems) -> LocationKind {
    let accepted: &[&str] = match no {
        "0" => &["start"],
        "17" => &["village"],
        no if HOMEWARD.contains(&no) => &["homeward"],
        no if no == MARACAIBO || TILE_CITIES.contains(&no) => &["city"],
        no if STARTING_MARKERS.contains(&no) => &["village"],
        _ => &["city", "village"],
    };
    row.cell("kind")
        .read(problems, LocationKind::Village, |text| {
            name(text, accepted)?;
            Ok(match text {
                "start" => LocationKind::Start,
                "homeward" => LocationKind::Homeward,
                "city" => LocationKind::City,
                _ => LocationKind::Village,
            })
        })
}

/// Splits a cell at `;`; an empty cell has no successors.
pub(super) fn successors(cell: SheetCell<'_>) -> Vec<String> {
    if cell.is_empty() {
        Vec::new()
    } else {
        cell.text.split(';').map(str::to_string).collect()
    }
}

/// Returns the problems with the arrows of a map that contains every location exactly once.
fn arrows(sheet: &Sheet, places: &[Place]) -> Vec<DataProblem> {
    let mut problems = Vec::new();
    for (row, place) in sheet.rows().zip(places) {
        let cell = row.cell("next");
        let fixed: Option<&[&str]> = match place.no.as_str() {
            "20" => Some(&["21a", "21b"]),
            "21a" | "22" => Some(&[]),
            "21b" => Some(&["22"]),
            _ => None,
        };
        if let Some(fixed) = fixed {
            if place.next != fixed {
                let expected = if fixed.is_empty() {
                    "an empty cell".to_string()
                } else {
                    fixed.join(";")
                };
                problems.push(cell.problem(format!("{expected} on {} (M-13.2)", place.no)));
            }
        } else {
            let known = |no: &String| {
                no != "0"
                    && (no == "20"
                        || (places.iter()).any(|p| p.no == *no && p.location.number <= LAST_STOP))
            };
            let twice = place.next.len() == 2 && place.next[0] == place.next[1];
            if place.next.is_empty()
                || place.next.len() > MOST_ARROWS
                || twice
                || !place.next.iter().all(known)
            {
                problems.push(cell.problem(format!(
                    "1 or {MOST_ARROWS} different locations from 1 to 20, separated by ; (M-3.2)"
                )));
            }
        }
    }
    if problems.is_empty() {
        problems.extend(shape(sheet, places));
    }
    problems
}

/// Returns the problems with the shape of a map whose arrows all have a destination.
fn shape(sheet: &Sheet, places: &[Place]) -> Vec<DataProblem> {
    let next = graph(places);
    if let Err(cycle) = graph::order(&next) {
        let names: Vec<&str> = cycle
            .iter()
            .map(|&place| places[place].no.as_str())
            .collect();
        return vec![sheet.problem(
            names.join(", "),
            "arrows on which no ship comes back to a location before Havana (M-3.2)",
        )];
    }
    let Some(start) = places.iter().position(|place| place.no == "0") else {
        return Vec::new();
    };
    graph::cut_off(&next, start)
        .into_iter()
        .filter_map(|place| sheet.rows().nth(place))
        .map(|row| {
            row.cell("no")
                .problem("a location that arrows lead to from 0 (M-3.2)")
        })
        .collect()
}

/// Returns the arrows from every location, as indices in the list.
fn graph(places: &[Place]) -> Vec<Vec<usize>> {
    let index: BTreeMap<&str, usize> = (places.iter().enumerate())
        .map(|(index, place)| (place.no.as_str(), index))
        .collect();
    places
        .iter()
        .map(|place| {
            let to = |no: &String| index.get(no.as_str()).copied();
            place.next.iter().filter_map(to).collect()
        })
        .collect()
}

/// The location table with the numbers and names of its entries.
pub(super) struct Map {
    pub(super) locations: Vec<Location>,
    /// Numbers of the locations, as text.
    pub(super) labels: Vec<String>,
    pub(super) names: Vec<String>,
}

impl Map {
    /// Builds the table from all locations, including legacy cities, in sorted order.
    pub(super) fn new(mut places: Vec<Place>) -> Map {
        places.sort_by(|a, b| a.key().cmp(&b.key()));
        let next = graph(&places);
        let mut locations: Vec<Location> = Vec::with_capacity(places.len());
        for (place, next) in places.iter().zip(next) {
            let mut location = place.location;
            for (entry, to) in location.next.iter_mut().zip(next) {
                *entry = Some(LocationId::new(to as u8));
            }
            location.rank = locations.last().map_or(0, |last: &Location| {
                let both_homeward =
                    last.kind == LocationKind::Homeward && location.kind == LocationKind::Homeward;
                last.rank + u8::from(!(both_homeward && last.number == location.number))
            });
            locations.push(location);
        }
        let (labels, names) = places
            .into_iter()
            .map(|place| (place.no, place.name))
            .unzip();
        Map {
            locations,
            labels,
            names,
        }
    }

    /// Returns the location with this number, given as text.
    pub(super) fn find(&self, no: &str) -> Option<LocationId> {
        let place = self.labels.iter().position(|label| label == no);
        place.map(|place| LocationId::new(place as u8))
    }

    /// Returns the location with this number, given as text.
    ///
    /// # Panics
    ///
    /// Panics if the map has no such location.
    pub(super) fn id(&self, no: &str) -> LocationId {
        self.find(no).expect("the map has been checked")
    }

    /// Sets the locations that the rules refer to; does not change the explorer spaces.
    pub(super) fn places(&self, places: &mut Places) {
        places.havana = self.id("0");
        places.tile_cities = TILE_CITIES.map(|no| self.id(no));
        places.maracaibo = self.id(MARACAIBO);
        places.round_end = self.id("21a");
        places.game_end = self.id("22");
        places.starting_markers = STARTING_MARKERS.map(|no| self.id(no));
    }

    /// Copies the numbers and names to the labels.
    pub(super) fn label(&self, labels: &mut Labels) {
        labels.locations.clone_from(&self.labels);
        labels.location_names.clone_from(&self.names);
    }
}
