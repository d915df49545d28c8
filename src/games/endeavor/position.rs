//! The position as data for a program. Nothing is hidden in this game, so that everybody is told the same.
//!
//! What the keys mean stands in `docs/reference/positions.md`.

use serde_json::{Value, json};

use super::components::{
    AREA_NAMES, AREAS, ATTRIBUTE_NAMES, Bits, CULTURE, CardSet, DECKS, DEED_NAMES, Deeds, INDUSTRY,
    INFLUENCE, REGIONS, SIDE_NAMES, WEALTH, deck_name, deck_size, deck_start, governor_of,
};
use super::ruleset::Ruleset;
use super::scoring::CATEGORIES;
use super::sites::{ATTACKER, VICTIM};
use super::state::{NEUTRAL, NONE, PHASE_NAMES, Phase, Player, State};
use crate::game::Seat;

/// Numbers by attribute.
fn by_attribute(numbers: &[u8; 4]) -> Value {
    ATTRIBUTE_NAMES.into_iter().zip(*numbers).collect()
}

/// Numbers by area.
fn by_area(numbers: &[u8; AREAS]) -> Value {
    AREA_NAMES.into_iter().zip(*numbers).collect()
}

/// The names of some actions.
fn deeds(deeds: Deeds) -> Value {
    Bits(deeds.into()).map(|deed| DEED_NAMES[deed]).collect()
}

/// An owner of discs: the seat from 1, or the silent fleets.
fn owner(owner: usize) -> Value {
    match owner {
        NEUTRAL => json!("silent_fleets"),
        seat => json!(seat + 1),
    }
}

impl Ruleset {
    /// The position.
    pub(super) fn position_data(&self, state: &State) -> Value {
        let players = (0..self.players).map(|seat| self.player_data(state, seat));
        let mut position = json!({
            "phase": PHASE_NAMES[state.phase as usize],
            "round": state.round,
            "turn": state.player().turns,
            "turn_of": state.active + 1,
            "active": state.decides().map(|seat| seat + 1),
            "crown": state.crown + 1,
            "choice": self.choice_data(state),
            "players": players.collect::<Vec<Value>>(),
            "board": self.board_data(state),
            "supplies": self.supplies_data(state),
        });
        if self.options.silent_fleets {
            let fleets = &state.players[NEUTRAL];
            position["silent_fleets"] = json!({
                "supply": fleets.supply,
                "discs": self.discs_data(fleets),
            });
        }
        position
    }

    /// What is being decided, beside the phase; nothing when the game is over.
    fn choice_data(&self, state: &State) -> Value {
        match state.phase {
            Phase::Act => self.turn_data(state),
            Phase::Casualty => {
                let mut choice = self.turn_data(state);
                let seats = [(ATTACKER, state.active), (VICTIM, state.victim)].into_iter();
                let open = seats.filter(|(part, _)| state.casualties & part != 0);
                choice["casualties_of"] = open.map(|(_, seat)| seat + 1).collect();
                choice
            }
            Phase::Reaction => json!({
                "done": deeds(state.done),
                "occupied": self.occupied(state),
            }),
            Phase::Salary => json!({
                "payments_left": state.left,
                "pays_from": self.components.buildings[usize::from(state.paid)].id,
            }),
            Phase::Governor | Phase::Discard => json!({"card_limit": self.limit_read(state)}),
            Phase::StartTile | Phase::Scarce | Phase::Build | Phase::Turn => json!({}),
            Phase::Over => Value::Null,
        }
    }

    /// The turn under way after its source is chosen.
    fn turn_data(&self, state: &State) -> Value {
        json!({
            "offers": deeds(state.menu),
            "one_action_only": state.either,
            "by_token": state.by_token,
            "done": deeds(state.done),
            "occupied": self.occupied(state),
        })
    }

    /// The area that was occupied in the turn under way.
    fn occupied(&self, state: &State) -> Option<&str> {
        AREA_NAMES.get(usize::from(state.occupied)).copied()
    }

    fn player_data(&self, state: &State, seat: Seat) -> Value {
        let player = &state.players[seat];
        let buildings = player.coast().iter().enumerate().map(|(slot, &kind)| {
            let mut building = self.building_data(kind.into());
            building["disc"] = json!(player.busy >> slot & 1 == 1);
            building
        });
        let governor = (player.governor != NONE).then(|| usize::from(player.governor));
        let tokens = self.components.action_tokens.iter().zip(player.actions);
        let categories = CATEGORIES.into_iter().zip(self.glory(state, seat));
        json!({
            "seat": seat + 1,
            "score": self.score_of(state, seat),
            "score_by_category": categories.collect::<Value>(),
            "turns": player.turns,
            "passed": state.in_action_phase() && state.passed >> seat & 1 == 1,
            "attributes": by_attribute(&player.attributes),
            "attribute_tokens": by_attribute(&player.tokens),
            "monument_discs": by_attribute(&player.monument),
            "levels": self.levels_data(state, seat),
            "harbor": player.harbor,
            "supply": player.supply,
            "buildings": buildings.collect::<Vec<Value>>(),
            "action_tokens": tokens.map(|(token, held)| (&*token.id, held)).collect::<Value>(),
            "cards": self.cards_data(player.cards),
            "governor_space": governor.map(|card| &self.components.cards[card].id),
            "set_aside": self.cards_data(player.set_aside),
            "discs": self.discs_data(player),
        })
    }

    /// What the four tracks allow (EN-4.1, EN-4.4, EN-4.5, EN-7.1).
    fn levels_data(&self, state: &State, seat: Seat) -> Value {
        let components = &self.components;
        let level = |attribute: usize| components.level(state.players[seat].attributes[attribute]);
        json!({
            "build_level": components.build_level[level(INDUSTRY)],
            "growth": components.growth[level(CULTURE)],
            "payments": components.payments[level(WEALTH)],
            "card_limit": components.card_limit[level(INFLUENCE)],
        })
    }

    /// The discs of an owner that are on the board.
    fn discs_data(&self, player: &Player) -> Value {
        let sites = Bits(player.sites).map(|site| &*self.board.sites[site].id);
        json!({
            "sites": sites.collect::<Vec<&str>>(),
            "high_seas": by_area(&player.high_seas),
            "areas": by_area(&player.discs),
        })
    }

    fn building_data(&self, kind: usize) -> Value {
        let building = &self.components.buildings[kind];
        json!({
            "id": building.id,
            "name": building.name,
            "text": self.building_words(building),
        })
    }

    fn card_data(&self, card: usize) -> Value {
        json!({
            "id": self.components.cards[card].id,
            "name": self.card_name(card),
            "text": self.card_words(card),
        })
    }

    fn cards_data(&self, cards: CardSet) -> Value {
        Bits(cards).map(|card| self.card_data(card)).collect()
    }

    fn board_data(&self, state: &State) -> Value {
        let areas = (0..AREAS).map(|area| self.area_data(state, area));
        let links = (0..self.board.links.len()).map(|link| self.link_data(state, link));
        json!({
            "side": SIDE_NAMES[self.options.side],
            "areas": areas.collect::<Vec<Value>>(),
            "links": links.collect::<Vec<Value>>(),
            "slavery_abolished": state.abolished,
        })
    }

    fn area_data(&self, state: &State, area: usize) -> Value {
        let open = state.open >> area & 1 == 1;
        let track = (0..self.board.track[area]).map(|space| self.space_data(state, area, space));
        let sites = Bits(self.board.area(area)).map(|site| self.site_data(state, site));
        // It is taken, or leaves the game, when the region opens.
        let governor = (REGIONS.contains(&area) && !open).then(|| governor_of(area));
        json!({
            "id": AREA_NAMES[area],
            "open": open,
            "track": track.collect::<Vec<Value>>(),
            "governor": governor.map(|card| self.card_data(card)),
            "sites": sites.collect::<Vec<Value>>(),
        })
    }

    /// A space of a shipping track: a disc, or the token that the next one there brings.
    fn space_data(&self, state: &State, area: usize, space: u8) -> Value {
        let disc = (space < state.shipped[area]).then(|| state.track[area][usize::from(space)]);
        let token = state.tokens[usize::from(self.board.track_token[area] + space)];
        json!({
            "disc_of": disc.map(|disc| owner(disc.into())),
            "token": disc.is_none().then(|| self.token_name(token)),
        })
    }

    fn site_data(&self, state: &State, number: usize) -> Value {
        let site = &self.board.sites[number];
        let holder = state.holder(number);
        let token = state.tokens[usize::from(self.board.site_token) + number];
        json!({
            "id": site.id,
            "name": site.name,
            "kind": if site.city { "city" } else { "fleet" },
            "glory": site.glory,
            "disc_of": holder.map(owner),
            "token": holder.is_none().then(|| self.token_name(token)),
        })
    }

    fn link_data(&self, state: &State, number: usize) -> Value {
        let link = self.board.links[number];
        let ends = [link.a, link.b].map(|end| &self.board.sites[usize::from(end)].id);
        let controls = |seat: &Seat| {
            let own = state.players[*seat].sites;
            own >> link.a & own >> link.b & 1 == 1
        };
        let seat = (0..self.players).find(controls);
        let with_token = state.link_tokens >> number & 1 == 1;
        let token = state.tokens[usize::from(self.board.link_token[number])];
        json!({
            "sites": ends,
            "token": with_token.then(|| self.token_name(token)),
            "controlled_by": seat.map(|seat| seat + 1),
        })
    }

    /// What lies beside the board.
    fn supplies_data(&self, state: &State) -> Value {
        let buildings = Bits(state.in_supply.into()).map(|kind| {
            let mut building = self.building_data(kind);
            building["count"] = json!(state.supply[kind]);
            building
        });
        let decks = (0..DECKS).map(|deck| {
            let left = usize::from(state.drawn[deck])..deck_size(deck);
            let cards = left.map(|place| self.card_data(deck_start(deck) + place));
            json!({"id": deck_name(deck), "cards": cards.collect::<Vec<Value>>()})
        });
        json!({
            "buildings": buildings.collect::<Vec<Value>>(),
            "decks": decks.collect::<Vec<Value>>(),
            "discard_pile": self.cards_data(state.pile),
            "removed_cards": self.cards_data(state.removed),
            "removed_tokens": state.tokens_gone,
        })
    }
}
