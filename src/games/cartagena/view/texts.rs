//! Names and descriptions of cards, chest tiles, places and strips.

use crate::cartagena::components::{
    EMPTY, HOOK, LANTERN, PARROT, PISTOL, RUM, SNAKE, SYMBOL_NAMES, Side, Symbol, TILE_NAMES,
};
use crate::cartagena::rules::action::place_name;
use crate::cartagena::rules::cards::{all_kinds, is_black, kind_name, symbol};
use crate::cartagena::rules::magician::{LANTERN_CARDS, RUM_KEPT};
use crate::cartagena::rules::options::{Layout, Story};
use crate::cartagena::rules::path::{HOME, Place, SLOOP, START};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::picture::Component;
use crate::prose::capital;

/// Returns the effect of a chest tile in words (CA-8.4, CA-8.5).
pub(crate) fn tile_words(tile: usize) -> &'static str {
    match tile {
        EMPTY => "nothing",
        SNAKE => "a pirate moves back to the nearest empty rum space; all tiles are placed again",
        _ => "drawn by the player who turns it up",
    }
}

impl Ruleset {
    /// Returns the power of a symbol in words (CA-8.3).
    #[rustfmt::skip]
    pub(crate) fn power_words(&self, symbol: Symbol) -> String {
        match symbol {
            PISTOL => "look at a hand, take a card; its owner draws another".into(),
            RUM => format!("draw a card for every seat and one more, keep {RUM_KEPT}, give the others 1 each"),
            LANTERN => format!("draw {LANTERN_CARDS} cards, keep 1, put the others back on the pile"),
            PARROT if self.options.parrot_power => "two parrots count as a card of another symbol or use its power".into(),
            PARROT => "two parrots count as a card of another symbol".into(),
            HOOK => {
                let other = if self.options.hook_pair_mixed { ", or one of yours and one of another player," } else { "" };
                format!("two of your pirates{other} on a space move together with a second card; takes 2 actions")
            }
            _ => "turn up the chest tile below one of your pirates".into(),
        }
    }

    /// Describes the power of a card, or returns `None` if the card has no power in this game.
    pub(crate) fn power_of_card(&self, symbol: Symbol) -> Option<String> {
        let options = &self.options;
        let words = options.magician.then(|| self.power_words(symbol));
        match (options.powers[usize::from(symbol)], options.powers_for) {
            (true, _) => words,
            (false, None) => None,
            (false, Some(seat)) => words.map(|words| format!("{words} (not seat {})", seat + 1)),
        }
    }

    /// Returns the rule of a place that depends on the options (CA-5.4, CA-5.5, CA-6.1).
    #[rustfmt::skip]
    fn place_rule(&self, place: Place) -> String {
        let options = &self.options;
        match place {
            START if options.morgan && options.morgan_jail => "; Morgan may move pirates out of it".into(),
            START if options.morgan => "; Morgan may not move pirates out of it".into(),
            SLOOP => {
                let aboard = if options.sail_out_needs_own_aboard { " with a pirate aboard" } else { "" };
                let jail = if options.sail_back_counts_jail { "jail or " } else { "" };
                format!("; a player{aboard} may sail it to Tortuga, and one with a pirate in the {jail}tunnel may sail it back")
            }
            _ => String::new(),
        }
    }

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
            let power = self.power_of_card(symbol);
            text.extend(power.map(|power| format!("; or: {power}")));
            if is_black(kind) {
                let limit = self.components.hand_limit;
                text.push_str(&format!("; everybody else discards down to {limit} cards"));
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
            let words = self.place_words(place) + &self.place_rule(place);
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
