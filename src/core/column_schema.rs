//! Forms for entering component data: the columns of each data file, the values they accept and their
//! meaning. Each game defines a table of forms next to its loader; the loader performs the final
//! validation.

use std::ops::RangeInclusive;

/// Form for one data file.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Name of the data file.
    pub file: &'static str,
    /// Description of what a row represents.
    pub holds: &'static str,
    /// Column that identifies a row; `None` if rows are identified by number.
    pub key: Option<&'static str>,
    /// Columns that are displayed but cannot be edited: they identify the component or are notes.
    pub given: &'static [&'static str],
    /// Columns that accept something more specific than free text.
    pub columns: &'static [Column],
    /// Rows that may be added or removed.
    pub rows: Rows,
}

/// Describes which rows of a file may be added and removed.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// The set of rows is fixed.
    Fixed,
    /// Any row may be added or removed.
    Open,
    /// Only rows with the value of the second field in the column named by the first field may be added or removed.
    OpenWhere(&'static str, &'static str),
}

/// One column of a form.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name in the header of the file.
    pub name: &'static str,
    /// Accepted values.
    pub accepts: Accepts,
    /// True if the cell may be empty.
    pub may_be_empty: bool,
    /// True if a file may omit the column; its cells are then treated as empty.
    pub may_be_missing: bool,
    /// Smallest and largest likely number; a number outside gives a warning.
    pub likely: Option<(u8, u8)>,
    /// Words, each of which should begin at least one cell of the column, and the rule that lists them. Without
    /// words, at least one cell should have a value other than 0. The data set gets a warning otherwise.
    pub on_some_row: Option<(&'static [&'static str], &'static str)>,
    /// Meaning of the column, for users.
    pub help: &'static str,
}

/// Accepted values of a column, as far as a form can express them; the check of the game is
/// authoritative.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// Free text.
    Text,
    /// Any value that fits this description.
    Words(&'static str),
    /// Any value that fits the description that the function returns.
    Described(fn() -> String),
    /// A whole number between two bounds, inclusive.
    Number(u8, u8),
    /// One value of the list.
    OneOf(&'static [&'static str]),
    /// One value of each list, joined by `+`.
    Pair(&'static [&'static str], &'static [&'static str]),
}

impl Form {
    /// Creates a form without column descriptions: every column is free text.
    pub const fn plain(file: &'static str) -> Form {
        Form {
            file,
            holds: "",
            key: None,
            given: &[],
            columns: &[],
            rows: Rows::Fixed,
        }
    }

    /// Returns the column with this name, or `None` for a free-text column.
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Column {
    /// Creates a column that accepts any value fitting the description `words`.
    pub const fn words(name: &'static str, words: &'static str, help: &'static str) -> Column {
        Column::new(name, Accepts::Words(words), help)
    }

    /// Creates a column that accepts any value fitting the description that a function returns.
    pub const fn described(
        name: &'static str,
        words: fn() -> String,
        help: &'static str,
    ) -> Column {
        Column::new(name, Accepts::Described(words), help)
    }

    /// Creates a column of whole numbers.
    pub const fn number(
        name: &'static str,
        range: RangeInclusive<u8>,
        help: &'static str,
    ) -> Column {
        Column::new(name, Accepts::Number(*range.start(), *range.end()), help)
    }

    /// Creates a column that accepts one value of a list.
    pub const fn one_of(
        name: &'static str,
        values: &'static [&'static str],
        help: &'static str,
    ) -> Column {
        Column::new(name, Accepts::OneOf(values), help)
    }

    /// Creates a free-text column, which may be empty.
    pub const fn text(name: &'static str, help: &'static str) -> Column {
        Column::new(name, Accepts::Text, help).or_empty()
    }

    /// Creates a column that must not be empty.
    pub const fn new(name: &'static str, accepts: Accepts, help: &'static str) -> Column {
        Column {
            name,
            accepts,
            may_be_empty: false,
            may_be_missing: false,
            likely: None,
            on_some_row: None,
            help,
        }
    }

    /// Returns the column with empty cells allowed.
    pub const fn or_empty(mut self) -> Column {
        self.may_be_empty = true;
        self
    }

    /// Returns the column for files that may lack it, with empty cells allowed.
    pub const fn or_missing(mut self) -> Column {
        self.may_be_missing = true;
        self.or_empty()
    }

    /// Returns the column with a warning for numbers outside this range.
    pub const fn likely(mut self, range: RangeInclusive<u8>) -> Column {
        self.likely = Some((*range.start(), *range.end()));
        self
    }

    /// Returns the column with a warning for each word that begins no cell or, without words, for a column without
    /// values.
    pub const fn on_some_row(
        mut self,
        words: &'static [&'static str],
        rule: &'static str,
    ) -> Column {
        self.on_some_row = Some((words, rule));
        self
    }

    /// Describes the accepted values in words.
    pub fn accepted(&self) -> String {
        let words = match self.accepts {
            Accepts::Text => "any text".to_string(),
            Accepts::Words(words) => words.to_string(),
            Accepts::Described(words) => words(),
            Accepts::Number(from, to) => format!("{from} to {to}"),
            Accepts::OneOf(values) => values.join(", "),
            Accepts::Pair(first, second) => {
                format!(
                    "one of {}, + and one of {}",
                    first.join(", "),
                    second.join(", ")
                )
            }
        };
        match self.may_be_empty && !matches!(self.accepts, Accepts::Text) {
            true => format!("{words}, or empty"),
            false => words,
        }
    }

    /// Returns the listed values; empty for numbers and free text.
    pub fn listed(&self) -> Vec<String> {
        match self.accepts {
            Accepts::Text | Accepts::Words(_) | Accepts::Described(_) | Accepts::Number(..) => {
                Vec::new()
            }
            Accepts::OneOf(values) => values.iter().map(|value| value.to_string()).collect(),
            Accepts::Pair(first, second) => first
                .iter()
                .flat_map(|first| second.iter().map(move |second| format!("{first}+{second}")))
                .collect(),
        }
    }
}
