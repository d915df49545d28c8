//! Reads `buildings.csv`, `goods.csv` and `setup.csv` and reports all problems with their
//! locations.

use super::functions::Functions;
use super::{
    BUILDING_IDS, BUILDINGS, BuildingCard, Components, GOOD_NAMES, GOODS, HIGHEST_COST, LARGE,
    LARGEST_SHIP, MOST_COPIES, MOST_ROLES_EACH, MOST_SLOTS, Profile, ROLE_CARDS, SHIPS,
    SMALL_PRODUCTION, SetupRow, VIOLET, good_of, only,
};
use crate::column_schema::{Column, Form};
use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts};
use crate::game::MAX_SEATS;
use crate::sheet::{self, DataFiles, Problems, Row, embedded, plain};

const BUILDINGS_FILE: &str = "buildings.csv";
const GOODS_FILE: &str = "goods.csv";
const SETUP_FILE: &str = "setup.csv";

/// Files of a data set, with the default contents embedded in the program.
pub static FILES: &[EmbeddedFile] = embedded!["buildings.csv", "goods.csv", "setup.csv"];

/// Column with the functions of the small violet buildings. A file without it gives all buildings their rulebook functions.
const FUNCTION: &str = "function";

/// The shipped files, with the column that they do not contain.
const DATA_FILES: DataFiles = DataFiles {
    files: FILES,
    forms: &[
        Form {
            key: Some("id"),
            columns: &[Column::text(FUNCTION, "function of a small violet building").or_missing()],
            ..Form::plain(BUILDINGS_FILE)
        },
        Form {
            key: Some("id"),
            ..Form::plain(GOODS_FILE)
        },
    ],
    reserved: &[],
};
/// A row of the set-up table, with its profile and number of players.
type SetupLine = (Profile, usize, SetupRow);

/// Contents of the files, for all profiles and numbers of players.
struct Box {
    buildings: [BuildingCard; BUILDINGS],
    building_texts: Vec<(String, String)>,
    prices: [u8; GOODS],
    setups: Vec<SetupLine>,
}

fn read(data: &DataSet) -> Result<Box, Vec<DataProblem>> {
    let mut problems = Problems::new();
    functions(data, &mut problems);
    let read = Box {
        buildings: buildings(data, &mut problems),
        building_texts: building_texts(data),
        prices: goods(data, &mut problems),
        setups: setups(data, &mut problems),
    };
    if problems.is_empty() {
        Ok(read)
    } else {
        Err(problems)
    }
}

/// Loads the components for a profile and number of players.
///
/// # Errors
/// All problems with the data set.
pub fn load(
    data: &DataSet,
    profile: Profile,
    players: usize,
) -> Result<Components, Vec<DataProblem>> {
    let read = read(data)?;
    let setup = read
        .setups
        .iter()
        .find(|(of, seats, _)| *of == profile && *seats == players)
        .expect("a missing line is reported as a problem");
    Ok(Components {
        buildings: read.buildings,
        building_texts: read.building_texts,
        prices: read.prices,
        setup: setup.2,
    })
}

/// Returns the functions of the small violet buildings in a data set. Ignores problems, which
/// [`load`] reports.
pub fn functions_of(data: &DataSet) -> Functions {
    functions(data, &mut Problems::new())
}

/// Returns all problems with a data set. The list is empty if the data set is valid.
pub fn check(data: &DataSet) -> Vec<DataProblem> {
    read(data).err().unwrap_or_default()
}

/// Counts the rows of each file by provenance class.
pub fn provenance(data: &DataSet) -> Vec<(&'static str, ProvenanceCounts)> {
    DATA_FILES.provenance(data)
}

/// Returns the values of the columns `kind` and `city_spaces` that the data must contain for a
/// building.
fn kind_of(building: usize) -> (&'static str, &'static str) {
    let set = only(building);
    if set & SMALL_PRODUCTION != 0 {
        ("production_small", "1")
    } else if set & LARGE != 0 {
        ("violet_large", "2")
    } else if set & VIOLET != 0 {
        ("violet_small", "1")
    } else {
        ("production_large", "1")
    }
}

/// Reads one row for each of the 23 buildings (PR-1.4, PR-11). The id determines the function of a
/// building.
fn buildings(data: &DataSet, problems: &mut Problems) -> [BuildingCard; BUILDINGS] {
    let sheet = DATA_FILES.open(data, BUILDINGS_FILE, problems);
    let mut cards = [BuildingCard::default(); BUILDINGS];
    sheet.exactly(BUILDINGS, "of the 23 buildings (PR-11.1)", problems);
    for row in sheet.rows() {
        let building = usize::from(row.cell("id").name(problems, &BUILDING_IDS));
        let (kind, spaces) = kind_of(building);
        let good = good_of(building).map_or("", |good| GOOD_NAMES[good]);
        for (column, is) in [("kind", kind), ("city_spaces", spaces), ("good", good)] {
            let cell = row.cell(column);
            if cell.text != is {
                let id = BUILDING_IDS[building];
                let is = if is.is_empty() { "an empty cell" } else { is };
                problems.push(cell.problem(format!("{is}, the fixed value of {id} (PR-11)")));
            }
        }
        let violet = only(building) & VIOLET != 0;
        let mut number = |column, most| row.cell(column).number(problems, 0..=most);
        cards[building] = BuildingCard {
            cost: number("cost", HIGHEST_COST),
            vp: number("vp", 20),
            slots: number("slots", MOST_SLOTS),
            column: number("column", 4),
            discount: number("max_quarry_discount", 4),
            quantity: [
                number("qty_2p", MOST_COPIES),
                number("qty_3to5p", MOST_COPIES),
            ],
        };
        let slots = row.cell("slots");
        match (violet, cards[building].slots) {
            (true, 1) | (false, 1..) => {}
            (true, _) => problems.push(slots.problem("1: violet buildings have one circle")),
            (false, _) => problems.push(slots.problem("a whole number from 1 to 4 (PR-1.3)")),
        }
        if cards[building].column == 0 {
            let column = row.cell("column");
            problems.push(column.problem("a whole number from 1 to 4 (PR-6.2)"));
        }
    }
    cards
}

/// Reads the names and effect texts of the buildings. [`buildings`] reads the other columns.
fn building_texts(data: &DataSet) -> Vec<(String, String)> {
    let mut texts = vec![(String::new(), String::new()); BUILDINGS];
    let sheet = DATA_FILES.open(data, BUILDINGS_FILE, &mut Problems::new());
    for row in sheet.rows() {
        let building = usize::from(row.cell("id").name(&mut Problems::new(), &BUILDING_IDS));
        let [name, text] = ["name", "effect"].map(|column| row.cell(column).text.to_string());
        texts[building] = (name, text);
    }
    texts
}

/// Reads the functions of the small violet buildings from the optional column.
fn functions(data: &DataSet, problems: &mut Problems) -> Functions {
    let sheet = DATA_FILES.open(data, BUILDINGS_FILE, &mut Problems::new());
    let mut functions = Functions::default();
    for row in sheet.rows() {
        let building = usize::from(row.cell("id").name(&mut Problems::new(), &BUILDING_IDS));
        let cell = row.cell(FUNCTION);
        if let Err(expected) = functions.add(building, cell.text) {
            problems.push(cell.problem(expected));
        }
    }
    functions
}

/// Reads one row for each good (PR-1.2).
fn goods(data: &DataSet, problems: &mut Problems) -> [u8; GOODS] {
    let sheet = DATA_FILES.open(data, GOODS_FILE, problems);
    sheet.exactly(GOODS, "of the five goods (PR-1.2)", problems);
    let mut prices = [0; GOODS];
    for row in sheet.rows() {
        let good = usize::from(row.cell("id").name(problems, &GOOD_NAMES));
        prices[good] = row.cell("price").number(problems, 0..=10);
    }
    prices
}

/// Reads one row for each profile and number of players (PR-2.1).
fn setups(data: &DataSet, problems: &mut Problems) -> Vec<SetupLine> {
    let sheet = DATA_FILES.open(data, SETUP_FILE, problems);
    let mut lines: Vec<SetupLine> = Vec::new();
    for row in sheet.rows() {
        let profile = match row.cell("profile").name(problems, &["rulebook", "tag"]) {
            0 => Profile::Rulebook,
            _ => Profile::Tag,
        };
        let players = usize::from(row.cell("players").number(problems, 2..=MAX_SEATS as u8));
        if lines
            .iter()
            .any(|line| (line.0, line.1) == (profile, players))
        {
            let expected = format!("no second line for profile {}", profile.name());
            problems.push(row.cell("players").problem(expected));
        }
        let line = setup_row(&row, players, problems);
        lines.push((profile, players, line));
    }
    let wanted = (2..=MAX_SEATS).map(|players| (Profile::Rulebook, players));
    for (profile, players) in wanted.chain((3..=MAX_SEATS).map(|players| (Profile::Tag, players))) {
        if !lines
            .iter()
            .any(|line| (line.0, line.1) == (profile, players))
        {
            let name = profile.name();
            problems.push(sheet.problem(
                "",
                format!("a line for profile {name} and {players} players (PR-2.1)"),
            ));
        }
    }
    lines
}

fn setup_row(row: &Row, players: usize, problems: &mut Problems) -> SetupRow {
    let mut number = |column: &str, least, most| row.cell(column).number(problems, least..=most);
    let mut line = SetupRow {
        doubloons: number("doubloons", 0, 20),
        plantations: [0; MAX_SEATS],
        vp_chips: number("vp_chips", 1, 200),
        colonists: number("colonists", 0, 120),
        colonist_ship: number("colonist_ship", 0, 20),
        ships: [0; SHIPS],
        face_up: number("face_up", 1, 12),
        quarries: number("quarries", 0, 30),
        tiles: GOOD_NAMES.map(|good| number(&format!("{good}_tiles"), 0, 30)),
        goods: GOOD_NAMES.map(|good| number(&format!("{good}_goods"), 1, 30)),
        prospectors: number("prospectors", 0, 2),
        roles_each: number("roles_each", 1, MOST_ROLES_EACH),
    };
    line.plantations = row
        .cell("plantations")
        .read(problems, [0; MAX_SEATS], |text| {
            let names: Vec<&str> = text.split('+').collect();
            if names.len() != players {
                return Err(format!("{players} plantations joined with +, one per seat"));
            }
            let mut plantations = [0; MAX_SEATS];
            for (place, name) in plantations.iter_mut().zip(names) {
                *place = sheet::name(name, &GOOD_NAMES)?;
            }
            Ok(plantations)
        });
    line.ships = row.cell("ships").read(problems, [4; SHIPS], |text| {
        let expected = || "up to three different capacities from 1 to 11 joined with +".to_string();
        let mut ships = [0; SHIPS];
        let capacities: Vec<&str> = text.split('+').collect();
        if capacities.len() > SHIPS {
            return Err(expected());
        }
        for (index, capacity) in capacities.into_iter().enumerate() {
            let capacity = plain(capacity).filter(|capacity| (1..=LARGEST_SHIP).contains(capacity));
            let capacity = capacity.ok_or_else(expected)?;
            if ships.contains(&capacity) {
                return Err(expected());
            }
            ships[index] = capacity;
        }
        Ok(ships)
    });
    let taken = line.roles_each * players as u8;
    let roles = ROLE_CARDS as u8 - 2 + line.prospectors;
    if taken > roles {
        let cell = row.cell("roles_each");
        problems.push(cell.problem(format!(
            "at most {} of {roles} role cards for each of {players} players",
            roles / players as u8
        )));
    }
    for (good, name) in GOOD_NAMES.into_iter().enumerate() {
        let starts = line.plantations[..players].iter();
        let starts = starts.filter(|&&start| usize::from(start) == good).count();
        if usize::from(line.tiles[good]) < starts {
            let cell = row.cell(&format!("{name}_tiles"));
            problems.push(cell.problem(format!(
                "at least {starts}, the number with which the \
                                                players start"
            )));
        }
    }
    line
}

/// Returns the set of role cards in play.
pub(crate) fn roles(setup: &SetupRow) -> u8 {
    u8::MAX >> (2 - setup.prospectors)
}
