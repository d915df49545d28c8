//! Reads `buildings.csv`: the start tile and the 19 kinds of building (EN-1.8, EN-2.5, EN-2.6,
//! EN-8).

use super::cells::{deeds, flag, icons, pays};
use crate::dataset::{DataSet, is_designed};
use crate::endeavor::components::column_schema::DATA_FILES;
use crate::endeavor::components::{BUILDINGS, Building, DRAW, OCCUPY, SHIP, START_SIDES};
use crate::sheet::{Problems, Row, Sheet};

/// Number of copies of each kind, by level. The start tile has five copies.
const COPIES: [u8; 6] = [5, 5, 4, 3, 2, 1];
/// Number of kinds, by level. The start tile has two sides.
const KINDS: [usize; 6] = [START_SIDES, 3, 3, 3, 3, 7];

/// Reads the sides of the start tile, then the kinds of building by level.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Vec<Building> {
    let sheet = DATA_FILES.open(data, "buildings.csv", problems);
    let mut buildings: Vec<Building> = sheet.rows().map(|row| building(row, problems)).collect();
    for (level, wanted) in KINDS.into_iter().enumerate() {
        let of_level = |building: &&Building| usize::from(building.level) == level;
        let found = buildings.iter().filter(of_level).count();
        if found != wanted {
            let expected = match level {
                0 => "2 sides of the start tile, level 0 (EN-2.9)".to_string(),
                _ => format!("{wanted} kinds of level {level}: 19 kinds, 49 tiles (EN-1.7)"),
            };
            problems.push(sheet.problem(format!("{found} rows of level {level}"), expected));
        }
    }
    named(&sheet, &buildings, problems);
    // The requirements of the rulebook for the whole set do not apply if a designer has added a row.
    let designed = sheet
        .rows()
        .any(|row| is_designed(row.cell("provenance").text));
    let mut some = |what: &str, is: fn(&Building) -> bool| {
        if !designed && !buildings.iter().any(is) {
            problems.push(sheet.problem("none", format!("at least one building with {what}")));
        }
    };
    some("+ (EN-5.5)", |building| {
        building.deeds.count_ones() > 1 && !building.either
    });
    some("/ (EN-5.6)", |building| building.either);
    some("the no-pay mark (EN-8.4)", |building| building.no_pay);
    some("a glory icon (EN-1.8)", |building| building.glory > 0);
    // The sort is stable, so kinds of one level stay in file order.
    buildings.sort_by_key(|building| building.level);
    buildings.resize(BUILDINGS, Building::default());
    buildings
}

fn building(row: Row, problems: &mut Problems) -> Building {
    let level = row.cell("level").ranged(problems);
    let copies = COPIES[usize::from(level)];
    row.cell("copies").number(problems, copies..=copies);
    let (deeds, either) = row.cell("actions").read(problems, (0, false), deeds);
    let no_pay = flag(row, "no_pay", problems);
    if pays(deeds) && !no_pay {
        let expected = "1: a building that pays needs the mark; otherwise the Action phase might \
                        never end (EN-A11)";
        problems.push(row.cell("no_pay").problem(expected));
    }
    let special = row.cell("special").name(
        problems,
        &["", "glory_per_draw_icon", "casualties_become_attributes"],
    );
    Building {
        id: row.cell("id").text.to_string(),
        name: row.cell("name").text.to_string(),
        level,
        copies,
        icons: icons(row, problems),
        glory: row.cell("glory").ranged(problems),
        deeds,
        either,
        no_pay,
        town_hall: special == 1,
        monument: special == 2,
    }
}

/// Columns that a designer may change.
const PRINTED: [&str; 3] = ["wealth", "culture", "actions"];

/// Checks the buildings that the rulebook describes individually.
fn named(sheet: &Sheet, buildings: &[Building], problems: &mut Problems) {
    let designed = |row: Row| is_designed(row.cell("provenance").text);
    let mut demand =
        |id: &str, column: &'static str, expected: &str, holds: fn(&Building) -> bool| {
            let mut rows = sheet.rows().zip(buildings);
            match rows.find(|(_, building)| building.id == id) {
                Some((_, building)) if holds(building) => {}
                Some((row, _)) if PRINTED.contains(&column) && designed(row) => {}
                Some((row, _)) => problems.push(row.cell(column).problem(expected)),
                None => problems.push(sheet.problem(format!("no {id}"), format!("a row {id}"))),
            }
        };
    demand("colonial_house", "level", "0 (EN-2.9)", |house| {
        house.level == 0
    });
    demand("merchant_dock", "level", "0 (EN-2.9)", |dock| {
        dock.level == 0
    });
    let one_wealth = "one wealth and no other icon on the Merchant Dock (EN-2.10)";
    demand("merchant_dock", "wealth", one_wealth, |dock| {
        dock.icons == [0, 0, 1, 0]
    });
    demand(
        "market",
        "level",
        "1: there are five markets (EN-E19)",
        |market| market.level == 1,
    );
    demand("theater", "level", "at most 3 (EN-E1)", |theater| {
        (1..=3).contains(&theater.level)
    });
    let culture = "two culture and no other icon on the Theater (EN-E1)";
    demand("theater", "culture", culture, |theater| {
        theater.icons == [0, 2, 0, 0]
    });
    demand("dock", "actions", "ship + occupy (EN-8.3)", |dock| {
        dock.deeds == SHIP | OCCUPY && !dock.either
    });
    let town_hall = "glory_per_draw_icon (EN-8.2)";
    demand("town_hall", "special", town_hall, |hall| hall.town_hall);
    demand("town_hall", "actions", "draw among them (EN-8.2)", |hall| {
        hall.deeds & DRAW != 0
    });
    let monument = "casualties_become_attributes (EN-8.1)";
    demand("monument", "special", monument, |monument| {
        monument.monument
    });
    for (row, building) in sheet.rows().zip(buildings) {
        let special = building.town_hall || building.monument;
        if special && !["town_hall", "monument"].contains(&building.id.as_str()) {
            let expected = "an empty cell: only Town Hall and Monument have a special rule (EN-8)";
            problems.push(row.cell("special").problem(expected));
        }
    }
}
