//! `legacy_tiles.csv`: the legacy tiles and the cities that L4 and L7 add to the map.

use super::effects::{cost, market, plain_effects};
use super::graph;
use super::map::{BARE, Map, Place, stop};
use crate::dataset::DataSet;
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    CityAction, Cost, Effects, LAST_STOP, LegacyKind, LegacyTile, LocationKind,
};
use crate::sheet::{Problems, Row, Sheet, SheetCell, number};

const FILE: &str = "legacy_tiles.csv";

/// Numbers of the tiles; L19 and L24 do not exist.
const NUMBERS: [u8; 23] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 25,
];

/// A tile whose locations are still location numbers as text.
pub(super) struct Tile {
    tile: LegacyTile,
    location: String,
    route_to: String,
}

/// The tiles in numerical order, and the locations that they add to the map.
pub(super) struct Legacy {
    tiles: Vec<Tile>,
    pub(super) cities: Vec<Place>,
}

impl Legacy {
    /// Returns the tiles with location numbers replaced by indices.
    pub(super) fn resolve(&self, map: &Map) -> Vec<LegacyTile> {
        let tile = |tile: &Tile| LegacyTile {
            location: map.find(&tile.location),
            route_to: map.find(&tile.route_to),
            ..tile.tile
        };
        self.tiles.iter().map(tile).collect()
    }
}

/// Parses a tile id such as `L4` and returns the number.
pub(super) fn tile_number(text: &str) -> Result<u8, String> {
    text.strip_prefix('L')
        .and_then(|digits| number(digits, 1..=25).ok())
        .filter(|tile| NUMBERS.contains(tile))
        .ok_or_else(|| "L1 to L18, L20 to L23 or L25".to_string())
}

/// Reads the legacy tiles. `places` are the locations of the printed map, or `None` if the map has
/// problems.
pub(super) fn read(data: &DataSet, places: Option<&[Place]>, problems: &mut Problems) -> Legacy {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let mut legacy = Legacy {
        tiles: Vec::new(),
        cities: Vec::new(),
    };
    for row in sheet.rows() {
        if let Some(tile) = tile(row, places, &mut legacy.cities, problems) {
            legacy.tiles.push(tile);
        }
    }
    let found = |number: u8| legacy.tiles.iter().any(|tile| tile.tile.number == number);
    let missing: Vec<String> = (NUMBERS.iter())
        .filter(|number| !found(**number))
        .map(|number| format!("L{number}"))
        .collect();
    if problems.len() == before && !missing.is_empty() {
        problems.push(sheet.problem("", format!("a row for {}", missing.join(", "))));
    }
    if problems.len() == before
        && let Some(places) = places
    {
        branches(&sheet, places, &legacy.cities, problems);
    }
    if problems.len() == before {
        disc_tiles(&sheet, problems);
    }
    legacy.tiles.sort_by_key(|tile| tile.tile.number);
    legacy
}

fn tile(
    row: Row<'_>,
    places: Option<&[Place]>,
    cities: &mut Vec<Place>,
    problems: &mut Problems,
) -> Option<Tile> {
    let number = row.cell("id").read(problems, 0, tile_number);
    if number == 0 {
        return None;
    }
    let kind = LegacyKind::of(number);
    let location = row.cell("location");
    let [route_to, next, spaces, goods, price, reward] =
        ["route_to", "next", "spaces", "market", "cost", "reward"].map(|column| row.cell(column));
    let mut unused = |cells: &[SheetCell<'_>]| {
        for cell in cells {
            cell.nothing(problems, &format!("L{number} does not have this value"));
        }
    };
    match kind {
        LegacyKind::Settled => unused(&[route_to, next, spaces, price]),
        LegacyKind::NewCity => unused(&[route_to, spaces, price]),
        LegacyKind::Route => unused(&[next, spaces, goods, price, reward]),
        LegacyKind::Closed | LegacyKind::Figure | LegacyKind::Skull => {
            unused(&[route_to, next, spaces, goods, price, reward])
        }
        LegacyKind::SilverFleet | LegacyKind::GoldMine => {
            unused(&[location, route_to, next, spaces, goods, price, reward])
        }
        LegacyKind::Discs => unused(&[route_to, next, goods]),
        LegacyKind::Gift => unused(&[route_to, next, spaces, goods, price]),
    }
    let mut tile = LegacyTile {
        number,
        location: None,
        route_to: None,
        spaces: 0,
        cost: Cost::Free,
        reward: Effects::NOTHING,
        market: None,
    };
    if matches!(kind, LegacyKind::Settled | LegacyKind::NewCity) {
        tile.market = goods.read(problems, None, |text| market(text).map(Some));
    }
    if kind == LegacyKind::Discs {
        tile.spaces = spaces.ranged(problems);
        tile.cost = price.optional(problems, Cost::Free, cost);
    }
    if matches!(
        kind,
        LegacyKind::Settled | LegacyKind::NewCity | LegacyKind::Discs | LegacyKind::Gift
    ) {
        tile.reward = reward.read(problems, Effects::NOTHING, plain_effects);
    }
    match kind {
        LegacyKind::SilverFleet | LegacyKind::GoldMine => {}
        LegacyKind::NewCity => cities.extend(new_city(row, &tile, problems)),
        _ => lies_on(kind, location, places, problems),
    }
    if kind == LegacyKind::Route {
        let from = places.and_then(|places| places.iter().find(|place| place.no == location.text));
        let arrow = from.is_none_or(|from| from.next.iter().any(|to| to == route_to.text));
        if !arrow {
            let to = from.map_or(String::new(), |from| from.next.join(" or "));
            problems.push(route_to.problem(format!(
                "{to}: the end of an arrow of the map from {} (M-22.6)",
                location.text
            )));
        }
    }
    Some(Tile {
        tile,
        location: location.text.to_string(),
        route_to: route_to.text.to_string(),
    })
}

/// Reports two disc tiles at one location: a ship that stops there could use only one, but a story
/// may require both.
fn disc_tiles(sheet: &Sheet, problems: &mut Problems) {
    let is_disc_tile = |row: &Row| {
        tile_number(row.cell("id").text)
            .is_ok_and(|number| LegacyKind::of(number) == LegacyKind::Discs)
    };
    let mut lying: Vec<Row> = Vec::new();
    for row in sheet.rows().filter(is_disc_tile) {
        let place = row.cell("location");
        match lying
            .iter()
            .find(|other| other.cell("location").text == place.text)
        {
            Some(other) => problems.push(place.problem(format!(
                "a different location for each of L10 to L17; {} is already there (M-A91)",
                other.cell("id").text
            ))),
            None => lying.push(row),
        }
    }
}

/// Reports a tile whose location is not allowed for its kind.
fn lies_on(
    kind: LegacyKind,
    cell: SheetCell<'_>,
    places: Option<&[Place]>,
    problems: &mut Problems,
) {
    let before = problems.len();
    cell.read(problems, 0, stop);
    let place = places.and_then(|places| places.iter().find(|place| place.no == cell.text));
    let Some(place) = place.filter(|_| problems.len() == before) else {
        return;
    };
    let location = &place.location;
    if kind == LegacyKind::Settled && location.kind != LocationKind::Village {
        problems.push(cell.problem("the number of a village of the map (M-22.5)"));
    }
    if kind == LegacyKind::Closed && location.action != CityAction::Tile {
        problems.push(cell.problem("4, 5, 13 or 14: a city with a city tile (M-22.7)"));
    }
}

/// Reads the city that L4 or L7 adds.
fn new_city(row: Row<'_>, tile: &LegacyTile, problems: &mut Problems) -> Option<Place> {
    let before = problems.len();
    let location = row.cell("location");
    let beside = location.read(problems, 0, |text| {
        text.strip_suffix(|c: char| c.is_ascii_lowercase())
            .and_then(|digits| stop(digits).ok())
            .ok_or_else(|| {
                format!(
                    "a number from 1 to {LAST_STOP} and a letter: a branch beside that location"
                )
            })
    });
    let next = row.cell("next");
    next.read(problems, 0, |text| {
        number(text, beside + 1..=LAST_STOP + 1)
            .map_err(|expected| format!("{expected}: the location where the branch ends"))
    });
    (problems.len() == before).then(|| Place {
        no: location.text.to_string(),
        name: row.cell("name").text.to_string(),
        next: vec![next.text.to_string()],
        location: crate::maracaibo::components::Location {
            number: beside,
            kind: LocationKind::City,
            action: if tile.number == 4 {
                CityAction::TwoVillageActionsAndFigureForVp
            } else {
                CityAction::ThreeCpThenCombat
            },
            market: tile.market,
            flag: true,
            flag_reward: tile.reward,
            ..BARE
        },
    })
}

/// Reports new cities at the same location and arrows that lead a ship back.
fn branches(sheet: &Sheet, places: &[Place], cities: &[Place], problems: &mut Problems) {
    if let [one, other] = cities
        && one.no == other.no
    {
        problems.push(sheet.problem(
            &*one.no,
            "different locations for L4 and L7 (M-22.8, M-22.11)",
        ));
        return;
    }
    let all: Vec<&Place> = places.iter().chain(cities).collect();
    let index = |no: &str| all.iter().position(|place| place.no == no);
    let mut next: Vec<Vec<usize>> = all
        .iter()
        .map(|place| place.next.iter().filter_map(|no| index(no)).collect())
        .collect();
    for (city, place) in cities.iter().enumerate() {
        if let Some(beside) = index(&place.location.number.to_string()) {
            next[beside].push(places.len() + city);
        }
    }
    if let Err(cycle) = graph::order(&next) {
        let names: Vec<&str> = cycle.iter().map(|&place| all[place].no.as_str()).collect();
        problems.push(sheet.problem(
            names.join(", "),
            "branches on which no ship comes back to a location before Havana (M-3.2)",
        ));
    }
}
