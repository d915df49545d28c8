//! Precomputed lookup tables for the rules.

use crate::endeavor::components::{
    ASSETS, ATTRIBUTE_TOKENS, BUILDINGS, CardSet, Components, DRAW, Deeds, Kinds, TOKEN_KINDS,
};

/// Lookup tables derived from the components.
#[derive(Clone, Debug)]
pub struct Lookups {
    /// Actions of each kind of building.
    pub deeds: [Deeds; BUILDINGS],
    /// Actions of each kind of action token.
    pub token_deeds: [Deeds; TOKEN_KINDS - ATTRIBUTE_TOKENS],
    /// Set of the kinds of building that perform exactly one of their actions per use.
    pub either: Kinds,
    /// Set of the kinds of building with the no-pay mark.
    pub no_pay: Kinds,
    /// Set that contains the Monument (EN-8.1).
    pub monument: Kinds,
    /// Set that contains the Town Hall (EN-8.2).
    pub town_hall: Kinds,
    /// Set of the kinds of building with a draw icon, including start tiles (EN-A18).
    pub draws: Kinds,
    /// Set of the kinds of building of levels 1 to n, indexed by n.
    pub up_to_level: [Kinds; 6],
    /// Set of the asset cards with draw numbers up to n, indexed by n.
    pub up_to_number: [CardSet; 6],
}

impl Lookups {
    /// Computes the tables for these components.
    pub fn new(components: &Components) -> Lookups {
        let buildings = &components.buildings;
        let kinds = |wanted: &dyn Fn(usize) -> bool| -> Kinds {
            let kinds = (0..BUILDINGS).filter(|&kind| wanted(kind));
            kinds.fold(0, |kinds, kind| kinds | 1 << kind)
        };
        Lookups {
            deeds: std::array::from_fn(|kind| buildings[kind].deeds),
            token_deeds: std::array::from_fn(|token| components.action_tokens[token].deeds),
            either: kinds(&|kind| buildings[kind].either),
            no_pay: kinds(&|kind| buildings[kind].no_pay),
            monument: kinds(&|kind| buildings[kind].monument),
            town_hall: kinds(&|kind| buildings[kind].town_hall),
            draws: kinds(&|kind| buildings[kind].deeds & DRAW != 0),
            up_to_level: std::array::from_fn(|level| {
                kinds(&|kind| (1..=level).contains(&usize::from(buildings[kind].level)))
            }),
            up_to_number: std::array::from_fn(|number| {
                let cards = components.cards[..ASSETS].iter().enumerate();
                let within = cards.filter(|(_, card)| usize::from(card.number) <= number);
                within.fold(0, |cards, (card, _)| cards | 1 << card)
            }),
        }
    }
}
