//! Parsing of the board.

use super::pieces::{Pieces, nation};
use crate::entering::Part;
use crate::maracaibo::components::{DISPLAY, LocationId, SpaceId};
use crate::maracaibo::rules::state::{DISC_TILES, State, TRACK_QUESTS};

impl Pieces<'_> {
    /// Parses locations, nations, explorer track, display, buildings and legacy tiles.
    pub fn board(&mut self, state: &mut State, board: &Part) -> Result<(), String> {
        self.locations(state, &board.key("locations")?)?;
        self.legacy_tiles(state, board)?;
        let nations = board.key("nations")?;
        let all = self.game.markers_of_each();
        let mut found = [false; 3];
        for view in nations.list()? {
            let id = view.key("id")?;
            let nation = usize::from(nation(&id)?);
            if std::mem::replace(&mut found[nation], true) {
                return Err(id.wrong("every nation once"));
            }
            let left = view.key("markers_in_supply")?;
            state.supply[nation] = left.within(0..=all[nation])?;
        }
        if found != [true; 3] {
            return Err(format!("{}: expected all three nations", nations.path()));
        }
        self.explorer_track(state, &board.key("explorer_track")?)?;
        let display = board.key("display")?;
        let cards = display.list()?;
        if cards.len() != DISPLAY {
            return Err(format!(
                "{}: {} cards; expected {DISPLAY}, null for a gap",
                display.path(),
                cards.len()
            ));
        }
        for (place, card) in state.display.iter_mut().zip(cards) {
            *place = match card.is_null() {
                true => None,
                false => Some(self.lay_card(&card)?),
            };
        }
        self.prestige(state, &board.key("prestige")?)
    }

    fn locations(&mut self, state: &mut State, list: &Part) -> Result<(), String> {
        let game = self.game;
        let mut found = 0u32;
        for view in list.list()? {
            let id = view.key("id")?;
            let place = self.location(&id)?;
            if !game.is_on_the_map(state, place) || found & place.bit() != 0 {
                return Err(id.wrong("every location of the map once"));
            }
            found |= place.bit();
            let index = usize::from(place);
            state.tiles[index] = (view.optional("city_tile"))
                .map(|tile| self.city_tile(&tile))
                .transpose()?;
            state.markers[index] = (view.optional("marker"))
                .map(|marker| nation(&marker))
                .transpose()?;
            state.market[index] = self.market(state, place, &view)?;
            for quest in view.key("quests")?.list()? {
                let quest = self.lay_quest(&quest)?;
                // Every quest has only one place, so the list cannot overflow.
                let at = usize::from(state.map_quests_len);
                state.map_quests[at] = (place, quest);
                state.map_quests_len += 1;
                state.quest_locations |= place.bit();
            }
        }
        let mut all = game.components.location_ids();
        let missing =
            all.find(|place| game.is_on_the_map(state, *place) && found & place.bit() == 0);
        match missing {
            None => Ok(()),
            Some(place) => Err(format!(
                "{}: location {} is missing",
                list.path(),
                game.components.labels.locations[usize::from(place)]
            )),
        }
    }

    /// Parses the market spaces with a disc and returns them as bits.
    fn market(&self, state: &State, place: LocationId, view: &Part) -> Result<u8, String> {
        let Some(market) = self.game.market_at(state, place) else {
            return Ok(0);
        };
        let here = view.key("market")?;
        let spaces = market.spaces;
        // If all spaces accept the same good, discs are placed from the left.
        let Some(full) = here.optional("full") else {
            let discs = here.key("discs")?.within(0..=spaces)?;
            return Ok(((1u16 << discs) - 1) as u8);
        };
        let list = full.list()?;
        if list.len() != usize::from(spaces) {
            return Err(full.wrong(&format!("{spaces} spaces")));
        }
        let mut bits = 0;
        for (space, full) in list.iter().enumerate() {
            bits |= u8::from(full.flag()?) << space;
        }
        Ok(bits)
    }

    /// Parses the discs and markers on legacy tiles. The options determine the tiles in play.
    fn legacy_tiles(&self, state: &mut State, board: &Part) -> Result<(), String> {
        if state.has_legacy(6) {
            let fleet = board.key("silver_fleet")?;
            for (place, name) in state.silver_fleet.iter_mut().zip(["10", "11"]) {
                *place = fleet
                    .optional(name)
                    .map(|marker| nation(&marker))
                    .transpose()?;
            }
        }
        if let Some(marker) = board.optional("gold_mine") {
            if !state.has_legacy(9) {
                return Err(marker.wrong("null without L9"));
            }
            state.gold_mine = Some(nation(&marker)?);
        }
        let names: Vec<String> = (10..10 + DISC_TILES)
            .map(|number| format!("L{number}"))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for (tile, discs) in board.key("discs_on_tiles")?.by_name(&names)? {
            let lying = self.game.board.disc_tiles[tile];
            let Some(lying) = lying.filter(|_| state.has_legacy(10 + tile as u8)) else {
                return Err(discs.wrong("a tile that is in play"));
            };
            state.tile_discs[tile] = discs.within(0..=lying.spaces)?;
        }
        Ok(())
    }

    fn explorer_track(&mut self, state: &mut State, track: &Part) -> Result<(), String> {
        let quest_spaces = &self.game.board.quest_spaces;
        let mut found = 0u64;
        for view in track.list()? {
            let id = view.key("id")?;
            let space = self.space(&id)?;
            if found & space.bit() != 0 {
                return Err(id.wrong("every space once"));
            }
            found |= space.bit();
            let number = quest_spaces.iter().position(|&other| other == space);
            let emptied = view.key("emptied")?;
            if emptied.flag()? {
                state.emptied_spaces |= space.bit();
            }
            if let Some(quest) = view.optional("quest") {
                let here = number.filter(|&number| number < TRACK_QUESTS);
                let here = here.ok_or_else(|| quest.wrong("null: no quest belongs here"))?;
                state.track_quests[here] = Some(self.lay_quest(&quest)?);
            }
            let there = number.is_some_and(|number| state.track_quests[number].is_some());
            let gone = number.is_some() && !there;
            if emptied.flag()? != gone {
                return Err(emptied.wrong(&format!(
                    "{gone}, because {}",
                    match (number, there) {
                        (None, _) => "this space never has a quest",
                        (Some(_), true) => "a quest is there",
                        (Some(_), false) => "no quest is there",
                    }
                )));
            }
        }
        let all = 0..self.game.components.explorer.len() as u8;
        let missing = all.map(SpaceId::new).find(|space| found & space.bit() == 0);
        match missing {
            None => Ok(()),
            Some(space) => Err(format!(
                "{}: space {} is missing",
                track.path(),
                self.game.components.labels.spaces[usize::from(space)]
            )),
        }
    }

    /// M-20.1, M-14: parses the face-up buildings; one more is revealed in every round.
    fn prestige(&self, state: &mut State, list: &Part) -> Result<(), String> {
        let shown = match self.game.options.prestige_open {
            true => state.prestige.len(),
            false => usize::from(state.round).min(state.prestige.len()),
        };
        let open = list.list()?;
        if open.len() != shown {
            return Err(format!(
                "{}: {} buildings; expected {shown} in round {}",
                list.path(),
                open.len(),
                state.round
            ));
        }
        for (index, view) in open.iter().enumerate() {
            let building = self.building(view)?;
            if state.prestige[..index].contains(&building) {
                return Err(view.wrong("every building once"));
            }
            state.prestige[index] = building;
        }
        state.prestige_shown = shown as u8;
        Ok(())
    }

    /// Sets the face-down buildings: the given ones, or all remaining ones.
    pub fn hidden_prestige(&self, state: &mut State, hidden: Option<&Part>) -> Result<(), String> {
        let shown = usize::from(state.prestige_shown);
        let buildings = match hidden {
            None => {
                let all = 0..self.game.components.prestige.len() as u8;
                let open = &state.prestige[..shown];
                all.filter(|building| !open.contains(building)).collect()
            }
            Some(list) => {
                let mut buildings = Vec::new();
                for part in list.list()? {
                    let building = self.building(&part)?;
                    if buildings.contains(&building) || state.prestige[..shown].contains(&building)
                    {
                        return Err(part.wrong("every building once"));
                    }
                    buildings.push(building);
                }
                if buildings.len() + shown != state.prestige.len() {
                    let left = state.prestige.len() - shown;
                    return Err(list.wrong(&format!("{left} buildings")));
                }
                buildings
            }
        };
        for (place, building) in state.prestige[shown..].iter_mut().zip(buildings) {
            *place = building;
        }
        Ok(())
    }

    /// Checks the city tiles and their locations for this number of players (M-1.4).
    pub fn city_tiles_are_right(&self, state: &State, dealt: &State) -> Result<(), String> {
        let components = &self.game.components;
        let two_players = state.seats <= 2;
        let mut seen: Vec<u8> = Vec::new();
        for place in components.location_ids() {
            let index = usize::from(place);
            let drawn =
                components.places.tile_cities.contains(&place) && dealt.tiles[index].is_some();
            let right = match state.tiles[index] {
                Some(tile) if drawn => {
                    let number = tile.index();
                    let fresh = !seen.contains(&number);
                    seen.push(number);
                    let tile = &components.city_tiles[usize::from(tile)];
                    fresh && tile.two_players == two_players && !tile.cover
                }
                tile => !drawn && tile == dealt.tiles[index],
            };
            if !right {
                return Err(format!(
                    "board, locations, {}, city_tile: expected {}",
                    components.labels.locations[index],
                    match drawn {
                        true => "a tile for this number of players, each tile once".to_string(),
                        false => match dealt.tiles[index] {
                            None => "null".to_string(),
                            Some(tile) => components.labels.city_tiles[usize::from(tile)].clone(),
                        },
                    }
                ));
            }
        }
        Ok(())
    }
}
