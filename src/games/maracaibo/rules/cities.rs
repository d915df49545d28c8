//! City actions and deliveries (M-6), and the homeward spaces (M-13).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{DiscTarget, Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{CardId, CityAction, LocationId, Market};

/// Doubloons of CA4.
pub(crate) const CA4_DOUBLOONS: u8 = 2;
/// CP cost of CA9, and its doubloons.
pub(crate) const CA9_CP: u8 = 2;
pub(crate) const CA9_DOUBLOONS: u8 = 6;
/// Doubloons for the whole hand (CA7, M-A41).
pub(crate) const HAND_IN_CITY: u8 = 4;
/// Doubloons, or VP for each assistant of the player (CA8).
pub(crate) const DOUBLOONS_OR_VP: [u8; 2] = [4, 2];
/// VP for a figure (M-22.8).
pub(crate) const FIGURE_VP: u8 = 5;

impl Ruleset {
    /// Returns the action of a city: the action of its tile if it has one, otherwise the printed
    /// action.
    #[inline]
    pub(crate) fn city_action_at(&self, state: &State, location: LocationId) -> CityAction {
        match state.tiles[usize::from(location)] {
            None => self.location(state, location).action,
            Some(tile) => self.components.city_tiles[usize::from(tile)].action,
        }
    }

    /// Returns the market of a city: the market of its tile if it has one, otherwise the printed
    /// market.
    #[inline]
    pub(crate) fn market_at(&self, state: &State, location: LocationId) -> Option<Market> {
        match state.tiles[usize::from(location)] {
            None => self.location(state, location).market,
            Some(tile) => Some(self.components.city_tiles[usize::from(tile)].market),
        }
    }

    /// M-6.2: adds the hand cards that can be delivered at the ship's location.
    pub(crate) fn legal_deliveries(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        let Some(market) = self.market_at(state, player.ship) else {
            return;
        };
        let full = state.market[usize::from(player.ship)];
        if !market.takes_any(full, &player.hand_goods) || self.removable_discs(player) == 0 {
            return;
        }
        self.each_hand_card(player, |card| {
            if market.free_for(full, self.components[card].good).is_some() {
                actions.push(Action::Deliver(card));
            }
        });
    }

    /// Returns true if the action of the city would have an effect.
    pub(crate) fn city_action_possible(&self, state: &State, player: &Player) -> bool {
        match self.city_action_at(state, player.ship) {
            CityAction::None | CityAction::Tile => false,
            CityAction::Exploration(_) => player.explorer != self.components.places.explorer_end,
            CityAction::PayCpForInfluenceAndDoubloons => player.cp >= CA9_CP,
            // The quests of L1 are separate actions.
            CityAction::QuestHere => false,
            _ => true,
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-6.2: discards the card, moves a disc to the market, and then carries out the action of
    /// the city.
    pub fn deliver(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let ship = self.player(seat).ship;
        let full = self.state.market[usize::from(ship)];
        let space = (game.market_at(self.state, ship))
            .and_then(|market| market.free_for(full, game.components[card].good))
            .expect("a card is delivered to a free space for its good");
        self.discard(seat, card);
        self.event(seat, EventKind::UsedGood, card, 0);
        self.event(seat, EventKind::Delivered, ship, 0);
        self.push(Pending::new(seat, PendingStep::City));
        self.push(Pending::new(
            seat,
            PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(ship, space),
            },
        ));
    }

    /// Carries out the action of the city or homeward space. `choice` selects combat or exploration
    /// where the homeward space offers both.
    pub fn city_action(&mut self, seat: u8, choice: Action) {
        let ship = self.player(seat).ship;
        self.event(seat, EventKind::City, ship, 0);
        if let Some(tile) = self.state.tiles[usize::from(ship)] {
            self.event(seat, EventKind::CityTile, tile, 0);
        }
        let village_actions = |count| Pending::new(seat, PendingStep::Village { left: count });
        let influence = Pending::new(seat, PendingStep::Influence { steps: 1 });
        match self.game.city_action_at(self.state, ship) {
            CityAction::None | CityAction::Tile | CityAction::QuestHere => {}
            CityAction::Combat => self.start_combat(seat),
            CityAction::Exploration(steps) => self.explore(seat, steps),
            CityAction::CombatOrExplore(steps) => {
                if choice == Action::Combat {
                    self.start_combat(seat);
                } else {
                    self.explore(seat, steps);
                }
            }
            CityAction::Vp(amount) => self.vp(seat, Category::Homeward, i32::from(amount)),
            CityAction::InfluenceThenVillageAction => {
                self.push(village_actions(1));
                self.push(influence);
            }
            CityAction::CpThenDisc => {
                self.cp(seat, 1);
                self.discs(seat, 1);
            }
            CityAction::ThreeCp => self.cp(seat, 3),
            CityAction::DoubloonsThenVillageAction => {
                self.earn(seat, Money::Cities, CA4_DOUBLOONS);
                self.push(village_actions(1));
            }
            CityAction::CpAndInfluence => {
                self.cp(seat, 1);
                self.push(influence);
            }
            CityAction::VillageActionPerCompass => {
                self.push(village_actions(self.state.compasses_at_start));
            }
            CityAction::VpPerTokenThenDiscardHand => {
                let tokens = self.player(seat).token_count;
                self.vp(seat, Category::Other, i32::from(tokens));
                self.push(Pending::new(seat, PendingStep::DiscardHand));
            }
            CityAction::DoubloonsOrVpPerAssistant => {
                self.push(Pending::new(seat, PendingStep::DoubloonsOrAssistants));
            }
            CityAction::PayCpForInfluenceAndDoubloons => {
                self.player(seat).cp -= CA9_CP;
                self.earn(seat, Money::Cities, CA9_DOUBLOONS);
                self.push(influence);
            }
            CityAction::FigureThenVillageAction => {
                self.figures(seat, 1);
                self.push(village_actions(1));
            }
            CityAction::TwoVillageActionsAndFigureForVp => {
                self.push(Pending::new(seat, PendingStep::FigureForVp));
                self.push(village_actions(2));
            }
            CityAction::ThreeCpThenCombat => {
                self.cp(seat, 3);
                self.start_combat(seat);
            }
            CityAction::Effects(effects) => self.effects(seat, &effects, Category::Other),
        }
    }

    /// CA7, M-A41: discards the whole hand for doubloons.
    pub fn sell_hand(&mut self, seat: u8) {
        self.discard_hand(seat);
        self.earn(seat, Money::Cities, HAND_IN_CITY);
    }

    /// CA8: gains doubloons, or VP per assistant of the player.
    pub fn decide_doubloons_or_assistants(&mut self, seat: u8, action: Action) {
        let [doubloons, each] = DOUBLOONS_OR_VP;
        if action == Action::TakeDoubloons {
            self.earn(seat, Money::Cities, doubloons);
        } else {
            let assistants = self.player(seat).assistant_count;
            self.vp(seat, Category::Other, i32::from(each * assistants));
        }
    }

    /// M-22.8: returns a figure for VP.
    pub fn figure_for_vp(&mut self, seat: u8) {
        self.return_figures(seat, 1);
        self.vp(seat, Category::Other, FIGURE_VP.into());
    }
}
