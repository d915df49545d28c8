//! Items for studies: project cards, careers, prestige buildings and city tiles.
//!
//! A seat that may not take a card can still use the card as a good or object, or discard it. The
//! rule thus does not change hands, deck or tempo: the card is a placebo for this seat.

use std::sync::Arc;

use super::action::Action;
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::setup::DEALT;
use super::state::{MAX_PLAYERS, State};
use super::valuation::CardWorth;
use crate::game::{Chance, EventLog, Items};
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::maracaibo::Maracaibo;
use crate::maracaibo::components::{CardId, CareerId};

/// Kinds of items, in the order of [`Items::items`].
const KINDS: &[ItemKind] = &[
    ItemKind {
        name: "cards",
        events: &["dealt", "drawn", "taken", "kept", "planned", "bought"],
    },
    ItemKind {
        name: "careers",
        events: &["career"],
    },
    ItemKind {
        name: "prestige",
        events: &["prestige"],
    },
    ItemKind {
        name: "city_tiles",
        events: &[],
    },
];

const CARDS: usize = 0;
const CAREERS: usize = 1;
const PRESTIGE: usize = 2;
const CITY_TILES: usize = 3;

impl Items for Maracaibo {
    const ITEM_KINDS: &'static [ItemKind] = KINDS;

    /// Returns all cards, careers, prestige buildings and city tiles. C cards are included only if
    /// they can enter the game.
    fn items(&self) -> Vec<Item> {
        let labels = &self.ruleset.components.labels;
        let item = |kind: usize, label: &String, price: Option<u8>| Item {
            kind,
            label: label.clone(),
            price: price.map(i32::from),
            design: label.clone(),
        };
        let cards = (self.ruleset.components.cards.iter().zip(&labels.cards))
            .zip(&labels.card_designs)
            .take(self.ruleset.listed_cards())
            .map(|((card, label), design)| Item {
                design: design.clone(),
                ..item(CARDS, label, Some(card.cost))
            });
        let careers = labels
            .careers
            .iter()
            .map(|label| item(CAREERS, label, None));
        let prestige = (self
            .ruleset
            .components
            .prestige
            .iter()
            .zip(&labels.prestige))
        .map(|(building, label)| item(PRESTIGE, label, Some(building.cost)));
        let tiles = labels
            .city_tiles
            .iter()
            .map(|label| item(CITY_TILES, label, None));
        cards.chain(careers).chain(prestige).chain(tiles).collect()
    }

    /// Returns true if the item can be in play: C cards require certain scenarios or a campaign,
    /// and city tiles depend on the number of players.
    fn item_in_play(&self, item: usize) -> bool {
        match self.ruleset.place_of(item) {
            (CARDS, card) => {
                let card = CardId::new(card as u8);
                self.ruleset.board.cards.contains(card) || self.ruleset.board.c_cards.contains(card)
            }
            (CITY_TILES, tile) => {
                self.ruleset.components.city_tiles[tile].two_players == (self.ruleset.seats() <= 2)
            }
            _ => true,
        }
    }

    fn item_action(&self, state: &State, action: Action) -> Option<ItemAction> {
        let (item, takes) = match action {
            Action::Buy(card) => (usize::from(card), true),
            Action::Plan(card) => (usize::from(card), false),
            Action::Career(career) => (self.ruleset.first_of(CAREERS) + usize::from(career), true),
            Action::Invest(building) => (
                self.ruleset.first_of(PRESTIGE) + usize::from(building),
                true,
            ),
            Action::City => {
                let ship = state.players[usize::from(state.top()?.seat)].ship;
                let tile = state.tiles[usize::from(ship)]?;
                (self.ruleset.first_of(CITY_TILES) + usize::from(tile), true)
            }
            _ => return None,
        };
        Some(ItemAction { item, takes })
    }

    fn terms(&self) -> &Terms {
        &self.ruleset.terms
    }

    fn set_terms(&mut self, terms: Terms) {
        Arc::make_mut(&mut self.ruleset).terms = terms;
    }

    fn reprice(&mut self, item: usize, by: i32) -> Result<(), String> {
        let game = Arc::make_mut(&mut self.ruleset);
        let (kind, within) = game.place_of(item);
        let (label, cost) = match kind {
            CARDS => (
                &game.components.labels.cards[within],
                &mut game.components.cards[within].cost,
            ),
            PRESTIGE => (
                &game.components.labels.prestige[within],
                &mut game.components.prestige[within].cost,
            ),
            _ => {
                let kind = KINDS[kind].name;
                return Err(format!("{kind} have no price; expected cards or prestige"));
            }
        };
        let changed = i32::from(*cost) + by;
        *cost = u8::try_from(changed)
            .ok()
            .filter(|&cost| cost < u8::MAX)
            .ok_or_else(|| format!("{label} cannot cost {changed} doubloons"))?;
        // The estimated card values depend on the price.
        game.card_worths = CardWorth::of_all(&game.components);
        Ok(())
    }

    fn can_handicap(&self) -> Result<(), String> {
        Ok(())
    }

    fn can_grant(&self, item: usize) -> Result<(), String> {
        match self.ruleset.place_of(item) {
            (CARDS | CAREERS, _) => Ok(()),
            (kind, _) => Err(format!(
                "{} are open to all seats; expected cards or careers",
                KINDS[kind].name
            )),
        }
    }
}

impl Ruleset {
    /// Returns the number of cards that are items; C cards come last.
    fn listed_cards(&self) -> usize {
        match self.board.c_cards.is_empty() {
            true => self.components.main_cards(),
            false => self.components.cards.len(),
        }
    }

    /// Returns the index of the first item of a kind.
    fn first_of(&self, kind: usize) -> usize {
        let sizes = [
            self.listed_cards(),
            self.components.careers.len(),
            self.components.prestige.len(),
            self.components.city_tiles.len(),
        ];
        sizes[..kind].iter().sum()
    }

    /// Returns the kind of an item and its index within the kind.
    fn place_of(&self, item: usize) -> (usize, usize) {
        let kind = (1..KINDS.len())
            .rev()
            .find(|&kind| item >= self.first_of(kind))
            .unwrap_or(CARDS);
        (kind, item - self.first_of(kind))
    }

    /// Returns true if a seat may not buy a card.
    #[inline]
    pub(crate) fn forbids_card(&self, seat: u8, card: CardId) -> bool {
        self.terms.is_active() && self.terms.forbids(usize::from(seat), usize::from(card))
    }

    /// Returns true if a seat may not use the action of the tile in the city where its ship is.
    #[inline]
    pub(crate) fn forbids_city(&self, state: &State, seat: u8) -> bool {
        if !self.terms.is_active() {
            return false;
        }
        let ship = state.players[usize::from(seat)].ship;
        state.tiles[usize::from(ship)].is_some_and(|tile| {
            let item = self.first_of(CITY_TILES) + usize::from(tile);
            self.terms.forbids(usize::from(seat), item)
        })
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Adds the granted item to the deal: exchanges it with the last card, or the second career, that
    /// was dealt to the seat.
    pub(crate) fn grant(&mut self, dealt: &mut [[CardId; DEALT]; MAX_PLAYERS]) {
        let game = self.game;
        let Some((seat, item)) = game.terms.granted() else {
            return;
        };
        match game.place_of(item) {
            (CARDS, card) => {
                let card = CardId::new(card as u8);
                if dealt[seat].contains(&card) {
                    return;
                }
                let given = dealt[seat][DEALT - 1];
                let mut swap = |place: &mut CardId| {
                    if *place == card {
                        *place = given;
                    }
                };
                dealt.iter_mut().flatten().for_each(&mut swap);
                self.state.pile.iter_mut().for_each(&mut swap);
                dealt[seat][DEALT - 1] = card;
            }
            (_, career) => {
                let career = Some(CareerId::new(career as u8));
                let players = &mut self.state.players;
                let given = players[seat].careers_dealt[1];
                if players[seat].careers_dealt.contains(&career) {
                    return;
                }
                for place in players.iter_mut().flat_map(|one| &mut one.careers_dealt) {
                    if *place == career {
                        *place = given;
                    }
                }
                players[seat].careers_dealt[1] = career;
            }
        }
    }

    /// Gives the dealt cards to the players.
    pub(crate) fn hand_out(&mut self, dealt: &[[CardId; DEALT]; MAX_PLAYERS]) {
        let game = self.game;
        for (seat, cards) in dealt.iter().enumerate().take(game.players) {
            for &card in cards {
                self.player(seat as u8).take(card, &game.components);
                self.event(seat as u8, EventKind::Dealt, card, 0);
            }
        }
    }
}
