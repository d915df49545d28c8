//! Forms for entering the printed components, file by file. The loader checks the entries.

use super::load::words::WORDS;
use super::{AREA_NAMES, SIDE_NAMES};
use crate::column_schema::{Column, Form, Rows};
use crate::dataset::EmbeddedFile;
use crate::sheet::{DataFiles, embedded};

/// Files of a data set, with the default contents embedded in the program.
pub static FILES: &[EmbeddedFile] = embedded![
    "areas.csv",
    "asset_cards.csv",
    "buildings.csv",
    "levels.csv",
    "links.csv",
    "sites.csv",
    "steps.csv",
    "tokens.csv",
];

/// The shipped files with their forms.
pub(super) const DATA_FILES: DataFiles = DataFiles {
    files: FILES,
    forms: FORMS,
    reserved: WORDS,
};

const FLAG: &[&str] = &["0", "1"];
const SHAPES: &[&str] = &["round", "square"];
const SITES: &[&str] = &["city", "fleet"];

/// Returns a column for the icons of one attribute. The maximum of 6 prevents an overflow of the attribute.
const fn icons(name: &'static str) -> Column {
    Column::number(name, 0..=6, "icons on it")
}

/// Forms, in the order in which users fill them in.
pub(crate) const FORMS: &[Form] = &[
    Form {
        file: "buildings.csv",
        holds: "a building tile",
        key: Some("id"),
        given: &["id"],
        columns: &[
            Column::text("name", "the name printed on the tile"),
            Column::number("level", 0..=5, "its level; the start tile has level 0"),
            Column::number("copies", 1..=5, "tiles of it"),
            icons("industry"),
            icons("culture"),
            icons("wealth"),
            icons("influence"),
            Column::number("glory", 0..=9, "glory on it"),
            Column::words(
                "actions",
                "ship, occupy, attack, pay, draw, joined by + (all) or / (one)",
                "its actions",
            )
            .or_empty(),
            Column::one_of("no_pay", FLAG, "1 if it shows the no-pay mark"),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "asset_cards.csv",
        holds: "a card",
        key: Some("id"),
        given: &["id", "kind", "deck", "draw_number"],
        columns: &[
            icons("industry"),
            icons("culture"),
            icons("wealth"),
            icons("influence"),
            Column::number("glory", 0..=9, "glory on it"),
            Column::one_of("plus_disc", FLAG, "1 if it shows a disc"),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "tokens.csv",
        holds: "a kind of token",
        key: Some("id"),
        given: &["id", "kind", "effect"],
        columns: &[Column::words(
            "count",
            "a whole number",
            "tokens of this kind",
        )],
        rows: Rows::Fixed,
    },
    Form {
        file: "areas.csv",
        holds: "an area of the board",
        key: None,
        given: &["side", "area"],
        columns: &[Column::words(
            "track",
            "a whole number",
            "length of the shipping track",
        )],
        rows: Rows::Fixed,
    },
    Form {
        file: "sites.csv",
        holds: "a city or a fleet",
        key: None,
        given: &["side", "id"],
        columns: &[
            Column::one_of("side", &SIDE_NAMES, "side of the board"),
            Column::one_of("kind", SITES, "what it is"),
            Column::text("name", "the name printed on the board"),
            Column::one_of("area", &AREA_NAMES, "where it lies"),
            Column::number("glory", 1..=2, "glory of a city").or_empty(),
        ],
        rows: Rows::Open,
    },
    Form {
        file: "links.csv",
        holds: "a link between two sites",
        key: None,
        given: &["side"],
        columns: &[
            Column::one_of("side", &SIDE_NAMES, "side of the board"),
            Column::words("a", "a site of this side", "one end"),
            Column::words("b", "a site of this side", "the other end"),
            Column::one_of("shape", SHAPES, "the space of its token"),
        ],
        rows: Rows::Open,
    },
];
