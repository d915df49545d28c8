//! Draws the table: the path, in rows of alternating direction, and the cards.

use super::notation::harbor;
use crate::cartagena::components::{SYMBOL_NAMES, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, kind_name};
use crate::cartagena::rules::path::{HOME, Place, SLOOP, START, bit};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::State;
use crate::game::Seat;
use crate::picture::{Cell, Ground, Panel, Piece, Shape};
use crate::prose::count;

/// Number of spaces in a row. Paths of six strips, and both paths of the full escape, fill their rows
/// completely.
const COLUMNS: u8 = 9;
/// Width of the places at the ends of paths, in columns.
const WIDE: u8 = 3;

/// Returns the cards as pieces, one per kind.
fn pieces(cards: &Cards) -> Vec<Piece> {
    let kinds = cards.kinds();
    kinds
        .map(|kind| Piece::named(Shape::Token, kind_name(kind), cards.of(kind).into()))
        .collect()
}

impl Ruleset {
    /// Draws the path from the start to the goal, with connections between consecutive places.
    pub(super) fn path_panel(&self, state: &State) -> Panel {
        let mut cells = Vec::new();
        let mut row = 0;
        self.add_end(state, START, &mut row, &mut cells);
        self.add_spaces(state, 1..=self.path.first_length, &mut row, &mut cells);
        if self.path.full_escape {
            self.add_end(state, SLOOP, &mut row, &mut cells);
            let island = self.path.first_length + 1..=self.path.length;
            self.add_spaces(state, island, &mut row, &mut cells);
        }
        self.add_end(state, HOME, &mut row, &mut cells);
        Panel {
            title: "path".to_string(),
            ways: (1..cells.len()).map(|cell| (cell - 1, cell)).collect(),
            cells,
            ..Panel::default()
        }
    }

    /// Returns the pirates in a place, grouped by owner.
    fn pirates_at(&self, state: &State, place: Place) -> Vec<Piece> {
        let seated = state.seated().iter().enumerate();
        let there = seated.map(|(seat, pirates)| (seat, pirates.at(place)));
        there
            .filter(|(_, number)| *number > 0)
            .map(|(seat, number)| Piece::of(Shape::Figure, seat, number.into()))
            .collect()
    }

    /// Adds a place at the end of a path, in a separate row.
    fn add_end(&self, state: &State, place: Place, row: &mut u8, cells: &mut Vec<Cell>) {
        let note = match place {
            SLOOP => format!("at {}", harbor(state.at_tortuga)),
            _ => String::new(),
        };
        cells.push(Cell {
            row: *row,
            width: WIDE,
            name: self.place_words(place),
            note,
            pieces: self.pirates_at(state, place),
            ground: match place {
                START => Ground::Town,
                SLOOP => Ground::Water,
                _ => Ground::Land,
            },
            about: match place {
                START => "All pirates start here.".to_string(),
                SLOOP => "Pirates go aboard, and the sloop takes them to the island.".to_string(),
                _ => "The first player with all pirates here wins.".to_string(),
            },
            ..Cell::default()
        });
        *row += 1;
    }

    /// Adds consecutive spaces. Every second row runs from right to left.
    fn add_spaces(
        &self,
        state: &State,
        spaces: std::ops::RangeInclusive<Place>,
        row: &mut u8,
        cells: &mut Vec<Cell>,
    ) {
        let first = *row;
        for (place, space) in (0..).zip(spaces) {
            let (down, along) = (place / COLUMNS, place % COLUMNS);
            let shows = |symbol: &usize| state.symbols[*symbol] & bit(space) != 0;
            let symbol = (0..SYMBOL_NAMES.len()).find(shows);
            let mut pieces = self.pirates_at(state, space);
            if state.chests & bit(space) != 0 {
                pieces.push(Piece::named(Shape::Token, "chest tile", 1));
            }
            cells.push(Cell {
                column: match down % 2 {
                    0 => along,
                    _ => COLUMNS - 1 - along,
                },
                row: first + down,
                width: 1,
                name: space.to_string(),
                note: symbol.map_or("", |symbol| SYMBOL_NAMES[symbol]).to_string(),
                pieces,
                ground: Ground::Plain,
                about: symbol.map_or(String::new(), |symbol| self.space_words(symbol)),
            });
            *row = first + down + 1;
        }
    }

    /// Explains the spaces with a symbol.
    fn space_words(&self, symbol: usize) -> String {
        let name = SYMBOL_NAMES[symbol];
        let mut words = format!(
            "A card with a {name} moves a pirate to the next empty {name}. A pirate that goes back to a space with one or \
             two pirates draws as many cards."
        );
        let power = self.power_of_card(symbol as u8);
        words.extend(power.map(|power| format!(" The card can also be used to: {power}.")));
        words
    }

    /// Draws pile, discards, hands, drawn cards and closed chest tiles.
    pub(super) fn cards_panel(&self, state: &State, observer: Option<Seat>) -> Panel {
        let mut cells = Vec::new();
        let mut add = |name: String, note: String, pieces, about: &str| {
            cells.push(Cell {
                about: about.to_string(),
                row: cells.len() as u8,
                width: COLUMNS,
                name,
                note,
                pieces,
                ..Cell::default()
            });
        };
        let cards = |number: u8| count(number.into(), "card");
        let pile = state.pile.len() + state.top_len;
        let about = "Cards are drawn from here. The discards become the new pile.";
        add("pile".to_string(), cards(pile), Vec::new(), about);
        let discards = pieces(&state.discards);
        add(
            "discards".to_string(),
            cards(state.discards.len()),
            discards,
            "Cards that were played, visible to all players.",
        );
        for seat in 0..self.players {
            let (known, _) = state.known_hand(seat, observer.unwrap_or(seat));
            let name = format!("hand of seat {}", seat + 1);
            let hand = cards(state.hands[seat].len());
            add(
                name,
                hand,
                pieces(&known),
                "You know the cards that are shown.",
            );
        }
        if !state.drawn.is_empty() {
            let active = usize::from(state.active);
            let drawn = match observer.is_none_or(|observer| observer == active) {
                true => pieces(&state.drawn),
                false => Vec::new(),
            };
            let name = format!("drawn by seat {}", active + 1);
            let about = "Cards from which a player is choosing.";
            add(name, cards(state.drawn.len()), drawn, about);
        }
        if self.options.magician {
            let tiles = state.closed_tiles.iter().zip(TILE_NAMES);
            let tiles = tiles.filter(|(number, _)| **number > 0);
            let tiles =
                tiles.map(|(&number, name)| Piece::named(Shape::Token, name, number.into()));
            let name = "chest tiles not yet seen".to_string();
            let about = "Tiles that may lie on the path, face down.";
            add(name, String::new(), tiles.collect(), about);
        }
        Panel {
            title: "cards".to_string(),
            cells,
            ..Panel::default()
        }
    }
}
