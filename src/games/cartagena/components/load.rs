//! Reads `boards.toml` and reports all problems with their locations.

use serde::Deserialize;
use toml::Spanned;

use super::{
    Components, EMPTY, MOST_CARDS, SNAKE, STRIPS, SYMBOL_NAMES, SYMBOLS, Side, TILE_KINDS,
};
use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts, Severity};
use crate::suggestion::did_you_mean;
use crate::toml_text::{Lines, on_one_line};

const BOARDS: &str = "boards.toml";

/// Files of a data set, with the default contents embedded in the program.
pub static FILES: &[EmbeddedFile] = &[(BOARDS, include_str!("data/boards.toml"))];

/// Number of chest tiles (CA-1.4), and number of chest tiles that give cards (CA-8.4).
const TILES: u8 = 8;
const CARD_TILES: u8 = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    schema: Spanned<u8>,
    symbols: Vec<SymbolRow>,
    deck: DeckRow,
    chest_tiles: Vec<TileRow>,
    fixed_layout: LayoutRow,
    strips: Vec<StripRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolRow {
    id: Spanned<String>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckRow {
    cards_per_symbol: Spanned<u8>,
    black_per_symbol: Spanned<u8>,
    starting_hand: Spanned<u8>,
    hindrance_hand_limit: Spanned<u8>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileRow {
    kind: Spanned<String>,
    value: Option<Spanned<u8>>,
    count: Spanned<u8>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutRow {
    path: Spanned<Vec<u8>>,
    tunnel: Spanned<Vec<u8>>,
    island: Spanned<Vec<u8>>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StripRow {
    id: Spanned<u8>,
    tunnel: Spanned<Vec<String>>,
    island: Spanned<Vec<String>>,
    provenance: Spanned<String>,
}

/// Collects the problems with the file.
struct Checker {
    lines: Lines,
    problems: Vec<DataProblem>,
}

impl Checker {
    fn wrong<T>(&mut self, at: &Spanned<T>, key: &str, found: &str, expected: &str) {
        let line = self.lines.line(&at.span());
        self.problems.push(DataProblem {
            file: BOARDS.to_string(),
            line,
            column: key.to_string(),
            value: found.to_string(),
            expected: expected.to_string(),
            severity: Severity::Error,
        });
    }

    fn missing(&mut self, key: &str, found: String, expected: &str) {
        self.problems.push(DataProblem {
            file: BOARDS.to_string(),
            line: 0,
            column: key.to_string(),
            value: found,
            expected: expected.to_string(),
            severity: Severity::Error,
        });
    }

    fn number(&mut self, key: &str, value: &Spanned<u8>, least: u8, most: u8, rule: &str) -> u8 {
        let number = *value.get_ref();
        if !(least..=most).contains(&number) {
            let expected = format!("a number from {least} to {most} ({rule})");
            self.wrong(value, key, &number.to_string(), &expected);
        }
        number
    }

    fn provenance(&mut self, key: &str, value: &Spanned<String>) {
        if !ProvenanceCounts::default().count(value.get_ref()) {
            let expected = "rulebook, public:SOURCE, owner, recalled, reconstructed or designed";
            self.wrong(
                value,
                &format!("{key}.provenance"),
                value.get_ref(),
                expected,
            );
        }
    }

    /// Reads one side of a strip, which must contain each of the six symbols once (CA-1.1, CA-1.2).
    fn side(&mut self, key: &str, names: &Spanned<Vec<String>>) -> Side {
        let mut side = [0; SYMBOLS];
        let found = names.get_ref();
        if found.len() != SYMBOLS {
            let expected = "six symbols, each once (CA-1.1)";
            self.wrong(names, key, &format!("{} symbols", found.len()), expected);
            return side;
        }
        for (index, name) in found.iter().enumerate() {
            match SYMBOL_NAMES.iter().position(|symbol| symbol == name) {
                None => {
                    let hint = did_you_mean(name, SYMBOL_NAMES.into_iter());
                    let expected = format!("one of {}{hint}", SYMBOL_NAMES.join(", "));
                    self.wrong(names, key, name, &expected);
                }
                Some(_) if found[..index].contains(name) => {
                    let missing: Vec<&str> = SYMBOL_NAMES
                        .into_iter()
                        .filter(|symbol| !found.iter().any(|name| name == symbol))
                        .collect();
                    let expected = format!(
                        "each of the six symbols once (CA-1.1); this symbol occurs twice, and {} is \
                         missing",
                        missing.join(", ")
                    );
                    self.wrong(names, key, name, &expected);
                }
                Some(symbol) => side[index] = symbol as u8,
            }
        }
        side
    }

    /// Reads a list of distinct strips and returns their indices.
    fn order(&mut self, key: &str, order: &Spanned<Vec<u8>>, least: usize) -> Vec<u8> {
        let found = order.get_ref();
        for (index, &id) in found.iter().enumerate() {
            if !(1..=STRIPS as u8).contains(&id) || found[..index].contains(&id) {
                let expected = "ids of strips from 1 to 8, each at most once (CA-1.1)";
                self.wrong(order, key, &id.to_string(), expected);
                return Vec::new();
            }
        }
        if found.len() < least {
            let expected = format!("at least {least} strips, enough for every length");
            self.wrong(order, key, &format!("{} strips", found.len()), &expected);
            return Vec::new();
        }
        found.iter().map(|id| id - 1).collect()
    }

    fn symbols(&mut self, rows: &[SymbolRow]) {
        for (index, row) in rows.iter().enumerate() {
            let id = row.id.get_ref();
            let again = rows[..index].iter().any(|other| other.id.get_ref() == id);
            if again || !SYMBOL_NAMES.contains(&id.as_str()) {
                let expected = format!("each of {} once (CA-1.2)", SYMBOL_NAMES.join(", "));
                self.wrong(&row.id, "symbols.id", id, &expected);
            }
            self.provenance("symbols", &row.provenance);
        }
        if rows.len() < SYMBOLS {
            let found = format!("{} rows", rows.len());
            self.missing(
                "symbols",
                found,
                "a row for each of the six symbols (CA-1.2)",
            );
        }
    }

    fn tiles(&mut self, rows: &[TileRow]) -> [u8; TILE_KINDS] {
        let mut tiles = [0u8; TILE_KINDS];
        for row in rows {
            self.provenance("chest_tiles", &row.provenance);
            let value = row.value.as_ref().map(|value| *value.get_ref());
            let kind = match (row.kind.get_ref().as_str(), value) {
                ("cards", Some(value @ 1..=3)) => usize::from(value) - 1,
                ("empty", None) => EMPTY,
                ("snake", None) => SNAKE,
                (kind, _) => {
                    let expected =
                        "cards with a value from 1 to 3, or empty or snake without one (CA-8.4)";
                    self.wrong(&row.kind, "chest_tiles.kind", kind, expected);
                    continue;
                }
            };
            let count = self.number("chest_tiles.count", &row.count, 1, TILES, "CA-1.4");
            tiles[kind] = tiles[kind].saturating_add(count);
        }
        let of_cards = tiles[..EMPTY]
            .iter()
            .fold(0u8, |sum, &count| sum.saturating_add(count));
        let counts = (of_cards, tiles[EMPTY], tiles[SNAKE]);
        if counts != (CARD_TILES, 1, 1) {
            let found = format!(
                "{} with cards, {} empty, {} snakes",
                counts.0, counts.1, counts.2
            );
            let expected = "6 tiles with cards, 1 empty, 1 snake (CA-8.4)";
            self.missing("chest_tiles", found, expected);
        }
        tiles
    }

    fn strips(&mut self, rows: &[StripRow]) -> [[Side; 2]; STRIPS] {
        let mut strips = [[[0; SYMBOLS]; 2]; STRIPS];
        for (index, row) in rows.iter().enumerate() {
            let id = *row.id.get_ref();
            let again = rows[..index].iter().any(|other| *other.id.get_ref() == id);
            if again || !(1..=STRIPS as u8).contains(&id) {
                let expected = "each number from 1 to 8 once: there are eight strips (CA-1.1)";
                self.wrong(&row.id, "strips.id", &id.to_string(), expected);
                continue;
            }
            self.provenance(&format!("strips.{id}"), &row.provenance);
            strips[usize::from(id) - 1] = [
                self.side(&format!("strips.{id}.tunnel"), &row.tunnel),
                self.side(&format!("strips.{id}.island"), &row.island),
            ];
        }
        if rows.len() < STRIPS {
            let found = format!("{} rows", rows.len());
            self.missing(
                "strips",
                found,
                "a row for each of the eight strips (CA-1.1)",
            );
        }
        strips
    }

    /// Reads the fixed layout. The full escape uses the first strips of two lists, which must not
    /// overlap (CA-3.3).
    fn fixed(&mut self, row: &LayoutRow) -> [Vec<u8>; 3] {
        self.provenance("fixed_layout", &row.provenance);
        let path = self.order("fixed_layout.path", &row.path, STRIPS);
        let tunnel = self.order("fixed_layout.tunnel", &row.tunnel, 5);
        let island = self.order("fixed_layout.island", &row.island, 5);
        if tunnel.len() >= 5 && island.len() >= 5 {
            let shared = (3..=5).find_map(|strips| {
                let others = &island[..STRIPS - strips];
                tunnel[..strips].iter().find(|strip| others.contains(strip))
            });
            if let Some(strip) = shared {
                let expected = "only strips that the island does not need at the same time among the first 3 \
                                to 5, because a strip shows one side only (CA-3.3)";
                let found = (strip + 1).to_string();
                self.wrong(&row.tunnel, "fixed_layout.tunnel", &found, expected);
            }
        }
        [path, tunnel, island]
    }
}

fn parse(text: &str) -> Result<Boards, DataProblem> {
    toml::from_str(text).map_err(|error| {
        let line = (error.span()).map_or(0, |span| Lines::of(text).line(&span));
        DataProblem {
            file: BOARDS.to_string(),
            line,
            column: String::new(),
            value: on_one_line(error.message()),
            expected: "the tables and keys of the file that ships with the program \
                       (portolan data show cartagena boards.toml)"
                .to_string(),
            severity: Severity::Error,
        }
    })
}

/// Reads a data set.
///
/// # Errors
/// All problems with the data set.
pub fn load(data: &DataSet) -> Result<Components, Vec<DataProblem>> {
    let text = data.text(BOARDS);
    let boards = parse(text).map_err(|problem| vec![problem])?;
    let mut checker = Checker {
        lines: Lines::of(text),
        problems: Vec::new(),
    };
    checker.number("schema", &boards.schema, 1, 1, "version of the format");
    checker.symbols(&boards.symbols);
    let deck = &boards.deck;
    checker.provenance("deck", &deck.provenance);
    let cards = checker.number(
        "deck.cards_per_symbol",
        &deck.cards_per_symbol,
        10,
        MOST_CARDS / SYMBOLS as u8,
        "CA-1.3",
    );
    let components = Components {
        cards_per_symbol: cards,
        black_per_symbol: checker.number(
            "deck.black_per_symbol",
            &deck.black_per_symbol,
            0,
            cards,
            "CA-1.3",
        ),
        starting_hand: checker.number("deck.starting_hand", &deck.starting_hand, 1, 10, "CA-2.3"),
        hand_limit: checker.number(
            "deck.hindrance_hand_limit",
            &deck.hindrance_hand_limit,
            1,
            20,
            "CA-7.1",
        ),
        tiles: checker.tiles(&boards.chest_tiles),
        fixed: checker.fixed(&boards.fixed_layout),
        strips: checker.strips(&boards.strips),
    };
    if checker.problems.is_empty() {
        Ok(components)
    } else {
        Err(checker.problems)
    }
}

/// Returns all problems with a data set. The list is empty if the data set is valid.
pub fn check(data: &DataSet) -> Vec<DataProblem> {
    load(data).err().unwrap_or_default()
}

/// Counts the rows by provenance class. A strip counts as one row.
pub fn provenance(data: &DataSet) -> Vec<(&'static str, ProvenanceCounts)> {
    let mut counts = ProvenanceCounts::default();
    if let Ok(boards) = parse(data.text(BOARDS)) {
        let symbols = boards.symbols.iter().map(|row| &row.provenance);
        let tiles = boards.chest_tiles.iter().map(|row| &row.provenance);
        let strips = boards.strips.iter().map(|row| &row.provenance);
        let single = [&boards.deck.provenance, &boards.fixed_layout.provenance];
        for provenance in symbols.chain(tiles).chain(strips).chain(single) {
            counts.count(provenance.get_ref());
        }
    }
    vec![(BOARDS, counts)]
}
