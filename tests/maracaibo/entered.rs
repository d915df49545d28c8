//! Component data as entered by an owner of the game: the set of the rule tests with some changed cells.

use portolan::dataset::DataSet;
use portolan::games::GameSetup;
use portolan::games::maracaibo::Maracaibo;

use crate::support::{Table, data, setup};

/// File, first cell of the row, column and new text.
pub type Entry = (&'static str, &'static str, &'static str, &'static str);

pub const CARDS: &str = "project_cards.csv";
pub const CITIES: &str = "city_tiles.csv";
pub const QUESTS: &str = "quest_tiles.csv";
pub const MAP: &str = "map_locations.csv";
pub const LEGACY: &str = "legacy_tiles.csv";

/// Returns the set with these cells changed.
pub fn entered(entries: &[Entry]) -> DataSet {
    let mut data = data();
    for &(file, first, column, text) in entries {
        let old = data.text(file).to_string();
        let mut reader = csv::Reader::from_reader(old.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let place = header.iter().position(|name| name == column);
        let place = place.expect("a column of the file");
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&header).expect("memory");
        let mut found = 0;
        for record in reader.records() {
            let record = record.expect("a row");
            let mut cells: Vec<&str> = record.iter().collect();
            if cells[0] == first {
                cells[place] = text;
                found += 1;
            }
            writer.write_record(cells).expect("memory");
        }
        assert_eq!(found, 1, "{first} of {file}");
        let text = String::from_utf8(writer.into_inner().expect("memory")).expect("text");
        data.files.insert(file.to_string(), text);
    }
    data
}

/// Returns the rules with this set.
pub fn rules_of(entries: &[Entry], players: usize, options: &[&str]) -> Maracaibo {
    Maracaibo::new(&GameSetup {
        data: entered(entries),
        ..setup(players, options)
    })
    .expect("the set is accepted")
}

/// Returns a bare table with this set.
pub fn bare_with(entries: &[Entry], players: usize, options: &[&str]) -> Table {
    let mut table = Table::bare(players, options);
    table.game = rules_of(entries, players, options);
    table
}

/// Examples of all new forms: markets with different goods on the map, on city tiles and on legacy tiles,
/// costs of two components, quests with one part of a reward, cards with several effects, free and
/// expensive cards, and cards with many VP.
pub const EVERY_FORM: &[Entry] = &[
    (MAP, "1", "market", "tobacco+corn"),
    (MAP, "11", "market", "sugar x2+corn x3"),
    (CITIES, "C01", "market", "sugar+cocoa"),
    (CITIES, "C02", "market", "corn+sugar"),
    (CITIES, "C03", "market", "tobacco+corn+tobacco"),
    (CITIES, "C08", "market", "corn+sugar+corn"),
    (CITIES, "C09", "market", "cocoa+tobacco"),
    (LEGACY, "L1", "market", "corn+sugar"),
    (LEGACY, "L4", "market", "cocoa+sugar"),
    (LEGACY, "L16", "cost", "book1+corn1"),
    (QUESTS, "1", "cost", "map1+book1"),
    (QUESTS, "2", "cost", "map1+corn1"),
    (QUESTS, "3", "cost", "corn1+sugar1"),
    (QUESTS, "4", "cost", "herb1+sextant1"),
    (QUESTS, "5", "cost", "cocoa1+herb1"),
    (QUESTS, "6", "cost", "tobacco1+book2"),
    (QUESTS, "7", "reward_per_compass", ""),
    (QUESTS, "8", "reward_flat", ""),
    (QUESTS, "17", "reward_flat", ""),
    (QUESTS, "19", "reward_per_compass", ""),
    (CARDS, "A009", "cost", ""),
    (CARDS, "A010", "cost", "0"),
    (CARDS, "A011", "cost", "45"),
    (CARDS, "A011", "vp", "25"),
    (CARDS, "A012", "immediate", "cp:2+influence_any:1"),
    (
        CARDS,
        "A013",
        "immediate",
        "influence_any:1+disc:2+figures:1",
    ),
    (CARDS, "A014", "immediate", "disc:1+synergy_choice"),
    (
        CARDS,
        "A018",
        "immediate",
        "marker_village_next_rank+vp_per_compass:2",
    ),
    (
        CARDS,
        "A021",
        "immediate",
        "influence_any:1+influence_any:2",
    ),
    (CARDS, "A040", "village_action", "corn1+book1>d4"),
    (
        CARDS,
        "A041",
        "village_action",
        "last:map1+sugar1>vp3+explore2",
    ),
    (
        CARDS,
        "B003",
        "immediate",
        "vp_per_quest:1+figures_on_card_income:2+vp_per_synergy:2",
    ),
];
