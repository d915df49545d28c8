//! Items that studies compare: buildings and asset cards.
//!
//! Items are neither dealt nor bought. A player who is allowed to take an item simply takes it.

use std::sync::Arc;

use super::action::{Action, ActionKind};
use super::ruleset::Ruleset;
use super::state::State;
use crate::endeavor::Endeavor;
use crate::endeavor::components::{ASSETS, BUILDINGS, START_SIDES, deck_of, deck_start};
use crate::game::Items;
use crate::item::{Item, ItemAction, ItemKind, Terms};

/// Index of the first asset card among the items. All buildings except the start tile come before
/// the cards.
const FIRST_CARD: usize = BUILDINGS - START_SIDES;

impl Items for Endeavor {
    const ITEM_KINDS: &'static [ItemKind] = &[
        ItemKind {
            name: "buildings",
            events: &["built"],
        },
        ItemKind {
            name: "asset_cards",
            events: &["drawn"],
        },
    ];

    /// Returns all buildings except the start tile, followed by all asset cards.
    fn items(&self) -> Vec<Item> {
        let item = |kind: usize, label: &String| Item {
            kind,
            label: label.clone(),
            price: None,
            design: label.clone(),
        };
        let components = &self.ruleset.components;
        let buildings = components.buildings[START_SIDES..].iter();
        let cards = components.cards[..ASSETS].iter();
        buildings
            .map(|building| item(0, &building.id))
            .chain(cards.map(|card| item(1, &card.id)))
            .collect()
    }

    fn item_action(&self, _state: &State, action: Action) -> Option<ItemAction> {
        let target = usize::from(action.target);
        let item = match action.kind {
            ActionKind::Build => target - START_SIDES,
            ActionKind::Draw => FIRST_CARD + target,
            _ => return None,
        };
        Some(ItemAction { item, takes: true })
    }

    fn terms(&self) -> &Terms {
        &self.ruleset.terms
    }

    fn set_terms(&mut self, terms: Terms) {
        let game = Arc::make_mut(&mut self.ruleset);
        game.terms = terms;
        game.forbidden = std::array::from_fn(|seat| {
            let buildings = (0..FIRST_CARD).filter(|&item| terms.forbids(seat, item));
            let cards = (0..ASSETS).filter(|&card| terms.forbids(seat, FIRST_CARD + card));
            (
                buildings.fold(0, |set, item| set | 1 << (START_SIDES + item)),
                cards.fold(0, |set, card| set | 1 << card),
            )
        });
    }

    fn reprice(&mut self, item: usize, _by: i32) -> Result<(), String> {
        Err(format!(
            "{} has no price: buildings and cards are free",
            self.ruleset.item_label(item)
        ))
    }

    fn can_grant(&self, item: usize) -> Result<(), String> {
        let label = self.ruleset.item_label(item);
        match item.checked_sub(FIRST_CARD) {
            None => Err(format!(
                "{label} cannot be given to a seat, because a coast has only one space for a building per \
                 round; expected an asset card"
            )),
            Some(card) if deck_start(deck_of(card)) == card => Ok(()),
            Some(card) => Err(format!(
                "{label} is below other cards; expected the first card of a deck, such as {}",
                self.ruleset.components.cards[deck_start(deck_of(card))].id
            )),
        }
    }
}

impl Ruleset {
    fn item_label(&self, item: usize) -> &str {
        match item.checked_sub(FIRST_CARD) {
            Some(card) => &self.components.cards[card].id,
            None => &self.components.buildings[START_SIDES + item].id,
        }
    }

    /// Gives a granted card to its owner at the start. The deck then starts with the next card.
    pub(crate) fn grant(&self, state: &mut State) {
        let granted = self.terms.granted();
        let granted = granted.and_then(|(seat, item)| Some((seat, item.checked_sub(FIRST_CARD)?)));
        let Some((seat, card)) = granted else {
            return;
        };
        state.drawn[deck_of(card)] += 1;
        let player = &mut state.players[seat];
        player.cards |= 1 << card;
        player.gain(&self.components.cards[card].icons);
        player.grow(self.components.cards[card].plus.into());
    }
}
