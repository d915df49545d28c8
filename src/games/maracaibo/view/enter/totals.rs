//! Checks that the total numbers of figures, discs, markers, careers and ships match the rules.

use crate::maracaibo::components::{
    AUTOMA_SPACES, CardSet, FIGURES, NATION_NAMES, NATIONS, UPGRADES,
};
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{DISC_TILES, Phase, Player, State};

/// Number of figures on a career card at the start, one per task.
const ON_CAREER: u8 = 3;
/// Number of discs on each upgrade area at the start (M-1.10).
const DISCS: usize = 2;

impl Ruleset {
    /// Checks all totals of a position.
    pub(crate) fn totals_are_right(
        &self,
        state: &State,
        discs_gone: Option<u8>,
    ) -> Result<(), String> {
        for (seat, player) in state.players[..self.players].iter().enumerate() {
            self.figures_are_right(state, player)
                .and_then(|()| self.cards_are_right(state, player))
                .and_then(|()| self.prestige_is_right(state, player))
                .map_err(|problem| format!("players, {}, {problem}", seat + 1))?;
        }
        for (seat, player) in state.seated().iter().enumerate() {
            self.ship_is_right(state, seat, player)
                .map_err(|problem| format!("players, {}, {problem}", seat + 1))?;
        }
        self.careers_are_right(state)?;
        let all = self.markers_of_each();
        for nation in 0..NATIONS {
            let (left, placed) = (state.supply[nation], state.marker_count[nation]);
            // Expelled markers have left the game.
            if u16::from(left) + u16::from(placed) > u16::from(all[nation]) {
                return Err(format!(
                    "board, nations, {}: {left} markers in the supply and {placed} on the map; expected at most {} together",
                    NATION_NAMES[nation], all[nation]
                ));
            }
        }
        let gone = self.discs_gone(state)?;
        if discs_gone.is_some_and(|number| number != gone) {
            return Err(format!(
                "supplies, discs_out_of_game: {}: expected {gone}, from the discs on ships, markets \
                 and tiles",
                discs_gone.unwrap_or_default()
            ));
        }
        Ok(())
    }

    /// M-1.11, M-16.1: checks that every player has 8 figures in total.
    fn figures_are_right(&self, state: &State, player: &Player) -> Result<(), String> {
        let on_career = match state.phase {
            Phase::Setup => 0,
            _ => ON_CAREER - player.tasks_done.count_ones() as u8,
        };
        let here = [
            player.figures,
            player.general,
            player.figures_on_cards,
            player.assistant_count,
            player.prestige.count_ones() as u8,
            on_career,
        ];
        let sum: u8 = here.iter().sum();
        if usize::from(sum) != FIGURES {
            let [own, general, cards, assistants, prestige, career] = here;
            return Err(format!(
                "figures: {own} own, {general} in the general supply, {cards} on cards, {assistants} assistants, {prestige} on prestige buildings and {career} on the career; expected {FIGURES} together"
            ));
        }
        if state.phase == Phase::Setup && player.general < ON_CAREER {
            return Err(format!(
                "figures_in_general_supply: {}: expected at least {ON_CAREER} in set-up",
                player.general
            ));
        }
        if state.phase != Phase::Setup && player.career.is_none() {
            return Err("career: null: expected the career card".to_string());
        }
        Ok(())
    }

    /// Checks the kept A cards, the cards of the deal, and the synergy tokens of bought cards and
    /// buildings.
    fn cards_are_right(&self, state: &State, player: &Player) -> Result<(), String> {
        let a_cards = self.board.a_cards;
        let hidden = player.hand.minus(player.hand_public);
        let from_deal = hidden
            .iter()
            .filter(|&card| a_cards.contains(card) && state.recycled[usize::from(card)] == 0);
        if usize::from(player.kept_a_cards) > from_deal.count() {
            return Err(format!(
                "a_cards_kept: {}: expected at most the number of A cards from the deal in the hand",
                player.kept_a_cards
            ));
        }
        if state.phase == Phase::Setup {
            let chosen = player.planned.iter().chain(&player.set_aside).flatten();
            let all: CardSet = player.hand.iter().chain(chosen.copied()).collect();
            if !all.minus(a_cards).is_empty() {
                return Err("hand: expected A cards in set-up".to_string());
            }
        } else if player.set_aside.iter().any(Option::is_some) {
            return Err("set_aside: expected none after set-up".to_string());
        }
        let waiting: CardSet = self.cards_waiting(state).into_iter().collect();
        let cards = player.bought.minus(waiting);
        let of_cards = cards
            .iter()
            .filter_map(|card| self.components[card].synergy);
        let buildings = self.components.prestige.iter().enumerate();
        let of_buildings = buildings
            .filter(|(index, _)| player.prestige >> index & 1 == 1)
            .map(|(_, building)| building.synergy);
        match of_cards
            .chain(of_buildings)
            .find(|&kind| !player.has_synergy(kind))
        {
            None => Ok(()),
            Some(kind) => Err(format!(
                "synergy_tokens: expected also \"{}\", because of the purchases",
                crate::maracaibo::components::SYNERGY_NAMES[usize::from(kind)]
            )),
        }
    }

    /// Checks that only face-up buildings have investors.
    fn prestige_is_right(&self, state: &State, player: &Player) -> Result<(), String> {
        let shown = &state.prestige[..usize::from(state.prestige_shown)];
        let open = shown
            .iter()
            .fold(0u8, |bits, building| bits | 1 << building);
        match player.prestige & !open {
            0 => Ok(()),
            hidden => Err(format!(
                "prestige: \"{}\": expected a building of board, prestige",
                self.components.labels.prestige[hidden.trailing_zeros() as usize]
            )),
        }
    }

    /// Checks that the ship is on the map and can continue if it is about to sail.
    fn ship_is_right(&self, state: &State, seat: usize, player: &Player) -> Result<(), String> {
        let ship = player.ship;
        let name = &self.components.labels.locations[usize::from(ship)];
        if !self.is_on_the_map(state, ship) {
            return Err(format!("ship: \"{name}\": expected a location of the map"));
        }
        if !self.city_is_open(ship, state, player.explorer) {
            return Err(format!(
                "ship: \"{name}\": expected another location: the explorer has not opened this city"
            ));
        }
        let sails = matches!(
            state.top().map(|task| task.work),
            Some(PendingStep::Sail { .. })
        );
        let active = seat == usize::from(state.active);
        let is_to_sail = state.phase == Phase::Turn && (!active || sails);
        if is_to_sail && self.journeys(state, ship).is_empty() {
            return Err(format!(
                "ship: \"{name}\": expected a location from which it can sail on"
            ));
        }
        Ok(())
    }

    /// M-1.15: checks that every player was dealt two different careers and has chosen one of them.
    fn careers_are_right(&self, state: &State) -> Result<(), String> {
        let mut seen = Vec::new();
        for (seat, player) in state.players[..self.players].iter().enumerate() {
            let dealt = player.careers_dealt;
            if player.career.is_some() && !dealt.contains(&player.career) {
                return Err(format!(
                    "players, {}, career: expected one of careers_dealt",
                    seat + 1
                ));
            }
            for career in dealt.into_iter().flatten() {
                if seen.contains(&career) {
                    let name = &self.components.labels.careers[usize::from(career)];
                    return Err(format!(
                        "players, {}, career: \"{name}\": expected every career card once",
                        seat + 1
                    ));
                }
                seen.push(career);
            }
        }
        Ok(())
    }

    /// M-17.2: returns the number of discs that have left the game, computed from all discs still
    /// in play.
    pub(crate) fn discs_gone(&self, state: &State) -> Result<u8, String> {
        let on_ships = state.players[..self.players]
            .iter()
            .flat_map(|player| player.discs)
            .map(usize::from)
            .sum::<usize>();
        let in_markets: usize = (state.market.iter())
            .map(|full| full.count_ones() as usize)
            .sum();
        let on_tiles: usize = state.tile_discs.iter().copied().map(usize::from).sum();
        let at_first: usize = (0..DISC_TILES as u8)
            .filter(|tile| state.has_legacy(10 + tile))
            .map(|tile| usize::from(self.first_discs_of(state, tile)))
            .sum();
        let (hers, her_all) = match self.opponent {
            None => (0, 0),
            Some(_) => (usize::from(state.jean.discs), AUTOMA_SPACES),
        };
        let all = self.players * UPGRADES * DISCS + her_all + at_first;
        let here = on_ships + in_markets + on_tiles + hers;
        let gone = all
            .checked_sub(here)
            .and_then(|gone| u8::try_from(gone).ok());
        gone.ok_or_else(|| {
            format!(
                "discs: {on_ships} on ships, {in_markets} in markets, {on_tiles} on legacy tiles and {hers} with Jean; expected at most {all} together"
            )
        })
    }
}
