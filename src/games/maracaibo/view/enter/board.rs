//! Parses the board, and the tiles next to it.

use super::super::position::{Board, SILVER_SPACES, Supplies};
use super::pieces::Pieces;
use crate::entering::{number_of, within};
use crate::game::Chance;
use crate::maracaibo::components::{DISPLAY, MAX_QUESTS, NATION_NAMES, QuestId, TokenId};
use crate::maracaibo::rules::setup::PRESTIGE;
use crate::maracaibo::rules::state::{DISC_TILES, State};

impl Pieces<'_> {
    /// Sets locations, nations, explorer track, display, face-up buildings and legacy tiles.
    pub fn set_board(&mut self, state: &mut State, board: &Board) -> Result<(), String> {
        self.set_locations(state, board)?;
        let all = self.game.markers_of_each();
        for view in &board.nations {
            let place = format!(
                "board, nations, {}, markers_in_supply",
                NATION_NAMES[usize::from(view.id)]
            );
            state.supply[usize::from(view.id)] = within(place, view.markers_in_supply, 0..=all)?;
        }
        self.set_track(state, board)?;
        number_of("board, display", board.display.len(), DISPLAY)?;
        for (space, card) in board.display.iter().enumerate() {
            let place = format!("board, display, {}", space + 1);
            let card = card.as_ref().map(|card| self.cards.take(place, &card.id));
            state.display[space] = card.transpose()?;
        }
        self.set_open_prestige(state, board)?;
        self.set_legacy_tiles(state, board)
    }

    fn set_locations(&mut self, state: &mut State, board: &Board) -> Result<(), String> {
        let game = self.game;
        for view in &board.locations {
            let at = |key: &str| format!("board, locations, {}, {key}", view.id);
            let place = self.locations.find(at("id"), &view.id)?;
            let index = usize::from(place);
            let drawn = game.components.places.tile_cities.contains(&place);
            if let (Some(tile), true) = (&view.city_tile, drawn && state.tiles[index].is_some()) {
                state.tiles[index] = Some(self.city_tiles.take(at("city_tile"), tile)?);
            }
            state.markers[index] = view.marker;
            let market = game.market_at(state, place).zip(view.market.as_ref());
            if let Some((market, view)) = market {
                let discs = within(at("market, discs"), view.discs, 0..=market.spaces.into())?;
                // If all spaces accept the same good, discs are placed from the left.
                let from_left = (0..market.spaces).map(|space| u32::from(space) < discs);
                let full = match &view.full {
                    None => from_left.collect(),
                    Some(full) => full.clone(),
                };
                number_of(at("market, full"), full.len(), market.spaces.into())?;
                let bits = full.iter().rev();
                state.market[index] = bits.fold(0, |bits, &full| bits << 1 | u8::from(full));
            }
            let quests = view.quests.iter().map(|quest| &quest.id);
            for quest in self.quests.take_all(at("quests"), quests)? {
                // Every quest occurs only once, so the list cannot overflow.
                state.map_quests[usize::from(state.map_quests_len)] = (place, quest);
                state.map_quests_len += 1;
                state.quest_locations |= place.bit();
            }
        }
        Ok(())
    }

    /// Sets the quests of the explorer track; a quest space without a quest is empty (M-9.5).
    fn set_track(&mut self, state: &mut State, board: &Board) -> Result<(), String> {
        let quest_spaces = &self.game.board.quest_spaces;
        for view in &board.explorer_track {
            let at = format!("board, explorer_track, {}", view.id);
            let space = self.spaces.find(&at, &view.id)?;
            let number = quest_spaces.iter().position(|&other| other == space);
            let place = number.and_then(|number| state.track_quests.get_mut(number));
            if let (Some(quest), Some(place)) = (&view.quest, place) {
                *place = Some(self.quests.take(format!("{at}, quest"), &quest.id)?);
            }
        }
        for (space, quest) in quest_spaces.iter().zip(state.track_quests) {
            if quest.is_none() {
                state.emptied_spaces |= space.bit();
            }
        }
        Ok(())
    }

    /// M-20.1, M-14: sets the face-up buildings; one more is revealed in every round.
    fn set_open_prestige(&mut self, state: &mut State, board: &Board) -> Result<(), String> {
        let shown = match self.game.options.prestige_open {
            true => state.prestige.len(),
            false => usize::from(state.round).min(state.prestige.len()),
        };
        let place = format!("board, prestige in round {}", state.round);
        number_of(place, board.prestige.len(), shown)?;
        let ids = board.prestige.iter().map(|view| &view.building.id);
        let open = self.buildings.take_all("board, prestige", ids)?;
        state.prestige[..shown].copy_from_slice(&open);
        state.prestige_shown = shown as u8;
        Ok(())
    }

    /// Sets the face-down buildings. Buildings that the view does not show are drawn.
    pub fn set_hidden_prestige<C: Chance>(
        &mut self,
        state: &mut State,
        supplies: &Supplies,
        chance: &mut C,
    ) -> Result<(), String> {
        let hidden = &mut state.prestige[usize::from(state.prestige_shown)..];
        if let Some(shown) = &supplies.prestige_cards {
            const PLACE: &str = "supplies, prestige_cards";
            number_of(PLACE, shown.len(), hidden.len())?;
            hidden.copy_from_slice(&self.buildings.take_all(PLACE, shown)?);
            return Ok(());
        }
        let mut left: Vec<u8> = self.buildings.left().collect();
        for building in hidden {
            *building = super::cards::draw(&mut left, PRESTIGE, chance);
        }
        Ok(())
    }

    /// Sets the discs and markers on legacy tiles. The options determine the tiles in play.
    fn set_legacy_tiles(&self, state: &mut State, board: &Board) -> Result<(), String> {
        (state.silver_fleet, state.gold_mine) = ([None; 2], None);
        if let Some(fleet) = board.silver_fleet.as_ref().filter(|_| state.has_legacy(6)) {
            let spaces = SILVER_SPACES.map(|space| fleet.get(space).copied().flatten());
            state.silver_fleet = spaces;
        }
        if state.has_legacy(9) {
            state.gold_mine = board.gold_mine;
        }
        for tile in 0..DISC_TILES {
            let name = format!("L{}", 10 + tile);
            let spaces = self.game.board.disc_tiles[tile].map_or(0, |tile| tile.spaces);
            if let Some(&discs) = board.discs_on_tiles.get(&name) {
                let place = format!("board, discs_on_tiles, {name}");
                state.tile_discs[tile] = within(place, discs, 0..=spaces)?;
            }
        }
        Ok(())
    }

    /// Sets the piles of quests and combat tokens, which contain all components without another place.
    pub fn set_tiles(&mut self, state: &mut State, supplies: &Supplies) -> Result<(), String> {
        let next = supplies.next_quest.as_ref();
        let next = next.map(|quest| self.quests.take("supplies, next_quest", &quest.id));
        state.quest_top = next.transpose()?;
        let quests: Vec<QuestId> = self.quests.left().collect();
        if state.quest_top.is_none() && !quests.is_empty() {
            return Err(
                "supplies, next_quest: expected a quest as long as the pile is not empty"
                    .to_string(),
            );
        }
        state.quest_pile = [QuestId::FIRST; MAX_QUESTS];
        state.quest_pile[..quests.len()].copy_from_slice(&quests);
        state.quest_pile_len = quests.len() as u8;
        let tokens: Vec<TokenId> = self.tokens.left().collect();
        state.tokens = [TokenId::FIRST; _];
        state.tokens[..tokens.len()].copy_from_slice(&tokens);
        state.tokens_len = tokens.len() as u8;
        Ok(())
    }
}
