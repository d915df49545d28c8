//! The table as a picture: the layout of pieces and places in a form that a terminal can draw as text and a web page
//! as SVG.

use serde::Serialize;

use crate::seat::Seat;

/// Maximum number of columns of a panel, so that every cell has room for its name at 80 characters per line.
pub const MOST_COLUMNS: u8 = 10;

/// The table: a list of panels stacked vertically. Empty for a game without a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Panels, from top to bottom.
    pub panels: Vec<Panel>,
}

/// Reference to a cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Index of the panel.
    pub panel: usize,
    /// Index of the cell in the panel.
    pub cell: usize,
}

impl Picture {
    /// Returns the first cell of a panel for which `fits` returns true.
    pub fn spot(&self, panel: usize, fits: impl Fn(&Cell) -> bool) -> Option<Spot> {
        let cell = self.panels.get(panel)?.cells.iter().position(fits)?;
        Some(Spot { panel, cell })
    }
}

/// A part of the table, such as the main board or the board of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// Short title.
    pub title: String,
    /// Cells on a grid with at most [`MOST_COLUMNS`] columns; cells do not overlap.
    pub cells: Vec<Cell>,
    /// Pairs of connected cells, by index.
    pub ways: Vec<(usize, usize)>,
    /// Seat to which the panel belongs; `None` for the common parts of the table.
    pub owner: Option<Seat>,
    /// True if a terminal does not draw the panel, because the position in words has the same content.
    pub in_words: bool,
}

/// A place on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Column from the left, from 0.
    pub column: u8,
    /// Row from the top, from 0.
    pub row: u8,
    /// Width in columns, at least 1.
    pub width: u8,
    /// Name of the place; a terminal truncates names that do not fit.
    pub name: String,
    /// Additional information about the place, such as a good, a price or a tile.
    pub note: String,
    /// Pieces in the cell.
    pub pieces: Vec<Piece>,
    /// Type of ground, which determines the background.
    pub ground: Ground,
    /// Explanation of the place and of the components in it; may be empty.
    #[serde(skip)]
    pub about: String,
}

/// Type of ground of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// No special ground.
    #[default]
    Plain,
    /// A city or a building.
    Town,
    /// Land, a field or a village.
    Land,
    /// Sea or river.
    Water,
    /// Not in use: a closed region or an empty space.
    Closed,
}

/// Pieces of one kind and owner in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Shape of the pieces.
    pub shape: Shape,
    /// Seat that owns the pieces; `None` for neutral pieces.
    pub owner: Option<Seat>,
    /// Number of pieces.
    pub count: u16,
    /// Label of neutral pieces, such as a good, a nation or a token; may be empty.
    pub label: String,
}

/// Shape of a piece.
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
    /// Returns the character that represents the shape in a terminal.
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
    /// Creates pieces owned by a seat.
    pub fn of(shape: Shape, owner: Seat, count: u16) -> Piece {
        Piece {
            shape,
            owner: Some(owner),
            count,
            label: String::new(),
        }
    }

    /// Creates neutral pieces with a label.
    pub fn named(shape: Shape, label: impl Into<String>, count: u16) -> Piece {
        Piece {
            shape,
            owner: None,
            count,
            label: label.into(),
        }
    }
}

/// A component that has an id, described in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// Kind of component, in the singular: `card`, `upgrade`, `city`.
    pub kind: &'static str,
    /// Id as used in the notation, the data files and positions; if the notation and the data differ, as in the
    /// notation.
    pub id: String,
    /// Name, or the id if the component has no name.
    pub name: String,
    /// Cost and effect in one or two sentences; may be empty.
    pub text: String,
}
