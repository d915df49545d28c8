//! The table as a picture: what a game says of where things lie, so that a terminal draws it in characters and a page
//! as SVG.

use serde::Serialize;

use crate::seat::Seat;

/// Most columns of a panel, so that every cell has room for its name in 80 characters.
pub const MOST_COLUMNS: u8 = 10;

/// What lies on the table: panels below each other. A game without a board has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The panels, from the top.
    pub panels: Vec<Panel>,
}

/// A cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Index of its panel.
    pub panel: usize,
    /// Its index in the panel.
    pub cell: usize,
}

impl Picture {
    /// The first cell of a panel that fits.
    pub fn spot(&self, panel: usize, fits: impl Fn(&Cell) -> bool) -> Option<Spot> {
        let cell = self.panels.get(panel)?.cells.iter().position(fits)?;
        Some(Spot { panel, cell })
    }
}

/// A part of the table, such as the main board or the board of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// What it is, in a few words.
    pub title: String,
    /// Its cells on a grid of at most [`MOST_COLUMNS`]; no two overlap.
    pub cells: Vec<Cell>,
    /// Pairs of cells, by index, that a way joins.
    pub ways: Vec<(usize, usize)>,
}

/// A place on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Column from the left, from 0.
    pub column: u8,
    /// Row from the top, from 0.
    pub row: u8,
    /// Columns that it takes, 1 or more.
    pub width: u8,
    /// What the place is called; a terminal cuts what does not fit.
    pub name: String,
    /// What else belongs there, such as a good, a price or a tile.
    pub note: String,
    /// What stands on it.
    pub pieces: Vec<Piece>,
    /// How the ground looks.
    pub ground: Ground,
}

/// How the ground of a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A city or a building.
    Town,
    /// Land, a field or a village.
    Land,
    /// Water.
    Water,
    /// Not in use: a closed region, an empty space.
    Closed,
}

/// Pieces of one kind and owner in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// What they are.
    pub shape: Shape,
    /// Whose they are; nobody's for `None`.
    pub owner: Option<Seat>,
    /// How many.
    pub count: u16,
    /// What they are called, for pieces of nobody: a good, a nation, a token; may be empty.
    pub label: String,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A ship.
    Ship,
    /// A figure: a pirate, a colonist, an explorer, an assistant.
    Figure,
    /// A disc.
    Disc,
    /// A marker, token, tile or barrel.
    Token,
}

impl Shape {
    /// Its sign in characters.
    pub fn sign(self) -> char {
        match self {
            Shape::Ship => '▲',
            Shape::Figure => '♟',
            Shape::Disc => '●',
            Shape::Token => '◆',
        }
    }
}

impl Piece {
    /// Pieces of a seat.
    pub fn of(shape: Shape, owner: Seat, count: u16) -> Piece {
        Piece {
            shape,
            owner: Some(owner),
            count,
            label: String::new(),
        }
    }

    /// Pieces of nobody.
    pub fn named(shape: Shape, label: impl Into<String>, count: u16) -> Piece {
        Piece {
            shape,
            owner: None,
            count,
            label: label.into(),
        }
    }
}

/// A component that has an id, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// What it is, in the singular: `card`, `upgrade`, `city`.
    pub kind: &'static str,
    /// Its id, as the notation, the data files and positions call it; where notation and data differ, the notation.
    pub id: String,
    /// Its name; the id again if it has none.
    pub name: String,
    /// What it costs, brings and does, in a sentence or two; empty if there is nothing to say.
    pub text: String,
}
