//! Text for the components on the board.

use super::terms::{bargain, count, effects, exploration, listed, market, title};
use crate::maracaibo::components::load::effects::token_effect_words;
use crate::maracaibo::components::{
    BORDER_NAMES, Card, CityAction, CityTileId, Effects, GOOD_NAMES, LegacyKind, LegacyTile,
    LocationId, LocationKind, NATION_NAMES, Nation, OBJECT_NAMES, QuestId, QuestTile, RED_BORDER,
    SYNERGY_NAMES, SpaceId, SpaceKind, TokenId,
};
use crate::maracaibo::rules::cities::{
    CA4_DOUBLOONS, CA9_CP, CA9_DOUBLOONS, DOUBLOONS_OR_VP, FIGURE_VP, HAND_IN_CITY,
};
use crate::maracaibo::rules::combat::{
    FEWEST, GOLD, GOLD_DOUBLOONS, MOST, SILVER, SILVER_DOUBLOONS,
};
use crate::maracaibo::rules::explorer::{ARRIVALS, FIRST_ACROSS, LATER_ACROSS, RED_INFLUENCE};
use crate::maracaibo::rules::legacy::TOLL_TILE;
use crate::maracaibo::rules::map_graph::LONG_ROAD;
use crate::maracaibo::rules::roads::TOLL;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::scoring::{MAJORITY, MOST_INFLUENCE};
use crate::maracaibo::rules::state::State;
use crate::maracaibo::rules::villages::{HAND_IN_VILLAGE, POINTS};

/// Describes the action of a city or homeward space (M-6.3, M-13.1); returns `None` if no action is
/// printed.
#[rustfmt::skip]
pub fn city_action_words(action: CityAction) -> Option<String> {
    let [money, vp] = DOUBLOONS_OR_VP;
    Some(match action {
        CityAction::None => return None,
        CityAction::Tile => "the market and the action of its tile".into(),
        CityAction::Combat => "a combat".into(),
        CityAction::Exploration(steps) => exploration(steps),
        CityAction::InfluenceThenVillageAction => "1 influence of your choice, then 1 village action".into(),
        CityAction::CpThenDisc => "1 CP, then 1 disc off the ship".into(),
        CityAction::ThreeCp => "3 CP".into(),
        CityAction::DoubloonsThenVillageAction => format!("{CA4_DOUBLOONS} doubloons, then 1 village action"),
        CityAction::CpAndInfluence => "1 CP and 1 influence of your choice".into(),
        CityAction::VillageActionPerCompass => "1 village action for each compass that the turn began with".into(),
        CityAction::VpPerTokenThenDiscardHand => format!(
            "1 VP for each of your combat tokens, then you may discard your whole hand for {HAND_IN_CITY} doubloons"
        ),
        CityAction::DoubloonsOrVpPerAssistant => format!("{money} doubloons, or {vp} VP for each of your assistants on the map"),
        CityAction::PayCpForInfluenceAndDoubloons => {
            format!("pay {CA9_CP} CP: 1 influence of your choice, {CA9_DOUBLOONS} doubloons")
        }
        CityAction::FigureThenVillageAction => "1 figure, then 1 village action".into(),
        CityAction::CombatOrExplore(steps) => format!("a combat or {}", exploration(steps)),
        CityAction::Vp(amount) => format!("{amount} VP"),
        CityAction::TwoVillageActionsAndFigureForVp => format!("2 village actions, then 1 figure for {FIGURE_VP} VP"),
        CityAction::ThreeCpThenCombat => "3 CP, then a combat".into(),
        CityAction::QuestHere => "fulfil a quest here".into(),
        CityAction::Effects(composed) => effects(&composed),
    })
}

/// Describes the cost and reward of a quest (M-11.2, M-11.3).
pub fn quest_tile_words(quest: &QuestTile) -> String {
    let compass =
        |amount: u8, what: String| (amount > 0).then(|| format!("{what} for each compass"));
    let vp = compass(quest.vp_per_compass, format!("{} VP", quest.vp_per_compass));
    let money = compass(
        quest.doubloons_per_compass,
        count(quest.doubloons_per_compass, "doubloon"),
    );
    let flat = (quest.effects.len > 0).then(|| effects(&quest.effects));
    bargain(quest.cost, &listed(vp.into_iter().chain(money).chain(flat)))
}

/// Actions in a city (M-6.1, M-6.2).
const CITY_WORDS: &str = "city: as a main action, deliver a card with a good of the market for 1 disc off your \
                          ship, then use the action of the city";

/// Describes the actions in a village (M-10.1, M-10.2).
fn village_words() -> String {
    let [[two, three], _] = POINTS;
    format!(
        "village: as a main action, 1 village action, 2 if you spent at least {two} movement points, \
         3 if you spent {three}; each buys a card, gives 1 doubloon or discards your hand for \
         {HAND_IN_VILLAGE} doubloons"
    )
}

/// Describes the flag of a city (M-7.6).
fn flag_words(reward: &Effects) -> String {
    format!(
        "flag: in a combat, a marker here brings 1 influence and {}",
        effects(reward)
    )
}

impl Ruleset {
    /// Returns the number and name of a location.
    pub fn location_name(&self, location: LocationId) -> String {
        let labels = &self.components.labels;
        let index = usize::from(location);
        format!(
            "{} {}",
            labels.locations[index], labels.location_names[index]
        )
    }

    /// Returns true if a legacy tile in play removes the actions of a city or village (M-22.7, M-22.14).
    pub fn is_closed(&self, location: LocationId, has_legacy: impl Fn(u8) -> bool) -> bool {
        self.components.legacy.iter().any(|tile| {
            let closes = matches!(
                LegacyKind::of(tile.number),
                LegacyKind::Closed | LegacyKind::Skull
            );
            closes && tile.location == Some(location) && has_legacy(tile.number)
        })
    }

    /// Describes a location: the actions offered there, its flag, and the legacy tiles in play. Without a state, the
    /// description is valid at the start of the game.
    pub fn location_words(&self, location: LocationId, state: Option<&State>) -> String {
        let place = match state {
            Some(state) => self.location(state, location),
            None => &self.components.locations[usize::from(location)],
        };
        let has_legacy = |number| match state {
            Some(state) => state.has_legacy(number),
            None => self.board.has_legacy(number),
        };
        let legacy = || {
            self.components
                .legacy
                .iter()
                .filter(|tile| tile.location == Some(location))
        };
        let kind = match place.kind {
            LocationKind::Start => "every ship starts each round here",
            LocationKind::City => CITY_WORDS,
            LocationKind::Village => &village_words(),
            LocationKind::Homeward => {
                "homeward space: every ship stops here; no deliveries and no village actions"
            }
        };
        let mut parts = Vec::new();
        // If the location is closed, the text of a legacy tile below explains it.
        if !self.is_closed(location, has_legacy) {
            parts.push(kind.to_string());
            let cover = state.and_then(|state| state.tiles[usize::from(location)]);
            parts.extend(place.market.filter(|_| cover.is_none()).map(market));
            let action = city_action_words(place.action);
            parts.extend(action.map(|words| format!("main action: {words}")));
        }
        parts.extend(place.flag.then(|| flag_words(&place.flag_reward)));
        let places = &self.components.places;
        let ends = [(places.round_end, "round"), (places.game_end, "game")];
        let ends = ends.into_iter().find(|(end, _)| *end == location);
        parts.extend(ends.map(|(_, what)| format!("the {what} ends after the turn")));
        let here = legacy().filter(|tile| has_legacy(tile.number));
        parts.extend(here.map(|tile| format!("L{}: {}", tile.number, self.legacy_words(tile))));
        let mut added = legacy().filter(|tile| LegacyKind::of(tile.number) == LegacyKind::NewCity);
        if let Some(tile) = added.find(|tile| !has_legacy(tile.number)) {
            parts.push(format!("not in play without L{}", tile.number));
        }
        parts.join("; ")
    }

    /// Describes the action and market of a city tile.
    pub fn city_tile_words(&self, tile: CityTileId) -> String {
        let tile = &self.components.city_tiles[usize::from(tile)];
        let mut parts = vec![market(tile.market)];
        parts.extend(city_action_words(tile.action));
        parts.push(match tile.two_players {
            true => "for 2 players and solo".to_string(),
            false => "for 3 and 4 players".to_string(),
        });
        parts.extend(tile.wheel.then(|| "ship's wheel: always used".to_string()));
        parts.extend(tile.cover.then(|| "covers Maracaibo".to_string()));
        parts.join("; ")
    }

    /// Describes the cost and reward of a quest. A story tile has the cost and reward of its story card.
    pub fn quest_words(&self, state: &State, quest: QuestId) -> String {
        quest_tile_words(self.quest(state, quest))
    }

    /// Describes the combat values, costs and rewards of a combat token (M-7.1 to M-7.3).
    pub fn token_words(&self, token: TokenId) -> String {
        let token = &self.components.tokens[usize::from(token)];
        let side = |nation: Nation| {
            let index = usize::from(nation);
            let (name, value) = (title(NATION_NAMES[index]), token.combat_value[index]);
            format!("{name} {value}{}", token_effect_words(token.effect[index]))
        };
        let mut parts: Vec<String> = Nation::ALL.into_iter().map(side).collect();
        let changes = [
            (
                token.most,
                format!("{} less for the nation with the most markers", -MOST),
            ),
            (
                token.fewest,
                format!("{FEWEST} more for the nation with the fewest markers"),
            ),
        ];
        let changes = changes.into_iter().filter(|(has, _)| *has);
        parts.extend(changes.map(|(_, words)| words));
        parts.join("; ")
    }

    /// Describes the reward for stopping on a space, and the border before it (M-9.4 to M-9.7).
    pub fn space_words(&self, space: SpaceId) -> String {
        let space = self.components.space(space);
        let what = match space.kind {
            SpaceKind::Start => "every explorer starts here".to_string(),
            SpaceKind::Reward => format!(
                "an explorer that stops here brings {}; others jump over it without a step",
                effects(&space.reward)
            ),
            SpaceKind::Quest => {
                "an explorer that stops here can fulfil the quest at once; without its \
                                 quest, explorers jump over the space"
                    .to_string()
            }
            SpaceKind::End => {
                let [first, second, third, last] = ARRIVALS;
                format!(
                    "end: {first}, {second}, {third} or {last} VP by order of arrival, then 1 village action"
                )
            }
        };
        match space.border_before {
            None => what,
            Some(border) => {
                let name = BORDER_NAMES[usize::from(border)];
                let gain = match border {
                    RED_BORDER => format!("{RED_INFLUENCE} influence of your choice"),
                    _ => format!("{FIRST_ACROSS} VP for the first, {LATER_ACROSS} VP for others"),
                };
                format!("{what}; for crossing the {name} border on the way here: {gain}")
            }
        }
    }

    /// Describes the steps of the noble ranks and the number of markers, which are equal for every
    /// nation (M-8, M-15.5).
    pub fn nation_words(&self) -> String {
        let tracks = &self.components.tracks;
        let end = usize::from(tracks.influence_end);
        let steps = (1..=end).filter(|&step| tracks.rank[step] > tracks.rank[step - 1]);
        let ranks = steps.map(|step| format!("{} at {step}", tracks.rank[step]));
        let markers: u8 = tracks.supply.iter().sum();
        let options = &self.options;
        let spaces = match options.weighting_spaces {
            true => "the number of its emptied supply spaces",
            false => "the values of its emptied supply spaces",
        };
        let [most, second] = MAJORITY;
        let without = match options.majority_zero_none {
            true => " (nothing without markers)",
            false => "",
        };
        format!(
            "at the end, a player scores the noble rank times the weighting of the nation: {spaces}, and {most} for \
             the most or {second} for the second most markers on the map{without}; the most influence \
             gives {MOST_INFLUENCE} VP; noble ranks by influence: {}; {} of influence; {}",
            listed(ranks),
            count(tracks.influence_end, "step"),
            count(markers, "marker")
        )
    }

    /// Returns the number of cards in the game that satisfy a condition.
    fn cards_like(&self, such: impl Fn(&Card) -> bool) -> usize {
        let cards = self.board.cards.iter();
        cards.filter(|&card| such(&self.components[card])).count()
    }

    /// Describes the uses of a good.
    pub fn good_words(&self, good: u8) -> String {
        let name = GOOD_NAMES[usize::from(good)];
        let number = self.cards_like(|card| card.good == good);
        format!(
            "a good, shown by {number} cards: cards in hand with {name} can be delivered and used \
             as payment"
        )
    }

    /// Describes the uses of an object.
    pub fn object_words(&self, object: u8) -> String {
        let name = OBJECT_NAMES[usize::from(object)];
        let number = self.cards_like(|card| card.object == object);
        format!(
            "an object, shown by {number} cards: cards in hand with a {name} can be used as \
                 payment"
        )
    }

    /// Describes the cards and buildings that give a synergy token.
    pub fn synergy_words(&self, kind: u8) -> String {
        let cards = self.cards_like(|card| card.synergy == Some(kind));
        let buildings = (self
            .components
            .prestige
            .iter()
            .zip(&self.components.labels.prestige_names))
        .filter(|(building, _)| building.synergy == kind)
        .map(|(_, name)| name.clone());
        let name = SYNERGY_NAMES[usize::from(kind)];
        let from = std::iter::once(format!("{cards} cards")).chain(buildings);
        format!("{name} token, once for each player: from {}", listed(from))
    }

    /// Returns the name of a legacy tile.
    pub fn legacy_name(&self, tile: &LegacyTile) -> String {
        let labels = &self.components.labels;
        match (LegacyKind::of(tile.number), tile.location) {
            (LegacyKind::Settled | LegacyKind::NewCity, Some(city)) => {
                labels.location_names[usize::from(city)].clone()
            }
            (LegacyKind::SilverFleet, _) => "Silver fleet".to_string(),
            (LegacyKind::GoldMine, _) => "Gold mine".to_string(),
            (LegacyKind::Skull, _) => "Skull".to_string(),
            _ => format!("L{}", tile.number),
        }
    }

    /// Describes the function of a legacy tile (M-22.5 to M-22.15).
    #[rustfmt::skip]
    pub fn legacy_words(&self, tile: &LegacyTile) -> String {
        let at = |place: Option<LocationId>| place.map_or(String::new(), |place| self.location_name(place));
        let space = |space: SpaceId| &self.components.labels.spaces[usize::from(space)];
        let (here, places) = (at(tile.location), &self.components.places);
        let city = |action: CityAction| {
            let market = tile.market.map_or(String::new(), |its| format!("{}; ", market(its)));
            let action = city_action_words(action).unwrap_or_default();
            format!("{market}{action}; {}", flag_words(&tile.reward))
        };
        let new_city = |opened_at, roads: String, action| {
            let opened_at = space(opened_at);
            format!("new city {here} for players whose explorer has reached space {opened_at}{roads}: {}", city(action))
        };
        match LegacyKind::of(tile.number) {
            LegacyKind::Settled => format!("{here} is a city: {}", city(CityAction::QuestHere)),
            LegacyKind::Route => format!("the road from {here} to {} costs {LONG_ROAD} points", at(tile.route_to)),
            LegacyKind::Closed => format!("{here} has no city action, no village actions and no flag"),
            LegacyKind::NewCity if tile.number == 4 => {
                let roads = format!("; every road to and from it costs {LONG_ROAD} points");
                new_city(places.explorer_4, roads, CityAction::TwoVillageActionsAndFigureForVp)
            }
            LegacyKind::NewCity => new_city(places.explorer_11, String::new(), CityAction::ThreeCpThenCombat),
            LegacyKind::Figure => format!("stopping at {here}: 1 figure"),
            LegacyKind::SilverFleet => {
                let ([left, right], influence) = (SILVER, self.options.silver_fleet_influence);
                let gains = format!("{influence} influence and {SILVER_DOUBLOONS} doubloons");
                format!("combat actions for {left} and {right} combat value, once each: {gains}")
            }
            LegacyKind::GoldMine => format!(
                "combat action for {GOLD} combat value, once, for players whose explorer has reached space {}: \
                 {GOLD_DOUBLOONS} doubloons",
                space(places.explorer_5)
            ),
            LegacyKind::Discs => {
                let gains = format!("{}, and 1 disc off the ship onto it", effects(&tile.reward));
                let toll = format!("; passing it costs {TOLL} doubloons until it is full");
                let toll = if tile.number == TOLL_TILE { &toll } else { "" };
                let spaces = count(tile.spaces, "space");
                format!("stopping at {here}, {spaces}: {}{toll}", bargain(tile.cost, &gains))
            }
            LegacyKind::Skull => format!("no village actions at {here}"),
            LegacyKind::Gift => format!("stopping at {here}: {}", effects(&tile.reward)),
        }
    }
}
