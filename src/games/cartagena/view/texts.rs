//! Names and descriptions of cards, chest tiles, places and strips.

use crate::cartagena::components::{EMPTY, SNAKE, SYMBOL_NAMES, SYMBOLS, Side, Symbol, TILE_NAMES};
use crate::cartagena::rules::action::place_name;
use crate::cartagena::rules::cards::{all_kinds, is_black, kind_name, symbol};
use crate::cartagena::rules::options::{Layout, Story};
use crate::cartagena::rules::path::{HOME, Place, SLOOP, START};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::picture::Component;
use crate::prose::capital;

/// Powers of the symbols (CA-8.3).
const POWERS: [&str; SYMBOLS] = [
    "look at a hand, take a card; its owner draws another",
    "draw a card for every seat and one more, keep 2, give the others 1 each",
    "draw 4 cards, keep 1, put the others back on the pile",
    "two parrots count as a card of another symbol",
    "two pirates on a space move together with a second card; takes 2 actions",
    "turn up the chest tile below one of your pirates",
];

/// Returns the power of a symbol in words (CA-8.3).
pub(crate) fn power_words(symbol: Symbol) -> &'static str {
    POWERS[usize::from(symbol)]
}

/// Returns the effect of a chest tile in words (CA-8.4, CA-8.5).
pub(crate) fn tile_words(tile: usize) -> &'static str {
    match tile {
        EMPTY => "nothing",
        SNAKE => "a pirate flees back to the nearest empty rum space; all tiles are placed again",
        _ => "drawn by the player who turns it up",
    }
}

impl Ruleset {
    /// Returns the name of a place in this part of the story (CA-2.1, CA-4, CA-5.1).
    pub(crate) fn place_words(&self, place: Place) -> String {
        let words = match (place, self.options.story) {
            (START, Story::Tortuga) => "the sunken sloop",
            (START, _) => "the jail",
            (SLOOP, _) | (HOME, Story::Escape) => "the sloop",
            (HOME, _) => "the cove",
            _ => return place.to_string(),
        };
        words.to_string()
    }

    /// Returns all components that have an id.
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let component = |kind, id: String, text: String| Component {
            kind,
            name: capital(&id),
            id,
            text,
        };
        let kinds = all_kinds().filter(|&kind| self.deck.of(kind) > 0);
        let cards = kinds.map(|kind| {
            let symbol = symbol(kind);
            let name = SYMBOL_NAMES[usize::from(symbol)];
            let mut text = format!("a pirate moves to the next empty {name}");
            if self.options.magician {
                text.push_str("; or: ");
                text.push_str(power_words(symbol));
            }
            if is_black(kind) {
                text.push_str("; everybody else discards down to ");
                text.push_str(&format!("{} cards", self.components.hand_limit));
            }
            component("card", kind_name(kind), text)
        });
        let tiles = TILE_NAMES.iter().enumerate();
        let tiles = tiles.filter(|_| self.options.magician);
        let tiles = tiles.map(|(tile, name)| {
            component("chest tile", name.to_string(), tile_words(tile).to_string())
        });
        let places = [START, SLOOP, HOME].into_iter();
        let places = places.filter(|&place| place != SLOOP || self.path.full_escape);
        let places = places.map(|place| {
            let words = self.place_words(place);
            component("place", place_name(place), words)
        });
        let strips = self.components.strips.iter().zip(1..);
        let strips = strips.filter(|_| self.options.layout == Layout::ShuffledStrips);
        let strips = strips.map(|([path, island], number)| {
            let symbols = |side: &Side| {
                let names = side.map(|symbol| SYMBOL_NAMES[usize::from(symbol)]);
                names.join(", ")
            };
            let words = match (symbols(path), symbols(island)) {
                (path, island) if path == island => path,
                (path, island) => format!("{path}; on the island: {island}"),
            };
            component("strip", number.to_string(), words)
        });
        cards.chain(tiles).chain(places).chain(strips).collect()
    }
}
