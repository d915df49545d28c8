//! The board in the data view of a position.

use serde::{Deserialize, Deserializer, Serialize};

use super::super::texts::board::city_action_words;
use super::super::texts::terms::effects;
use super::story::Story;
use super::view::{View, members};
use crate::maracaibo::components::{
    BORDER_NAMES, GOOD_NAMES, LocationId, LocationKind, Market, NATION_NAMES, Nation, SpaceId,
};
use crate::maracaibo::rules::state::DISC_TILES;
use crate::view::{ByName, Described};

/// Spaces of L6.
pub const SILVER_SPACES: [&str; 2] = ["10", "11"];

/// Components on the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// the scenario card
    #[serde(skip_deserializing)]
    pub scenario: String,
    /// legacy tiles in play
    #[serde(skip_deserializing)]
    pub legacy_tiles: Vec<Described>,
    /// the locations of the map
    pub locations: Vec<Location>,
    /// the three nations
    pub nations: Vec<NationView>,
    /// spaces of the explorer track
    pub explorer_track: Vec<ExplorerSpace>,
    /// borders that an explorer has crossed
    #[serde(skip_deserializing)]
    pub borders_crossed: Vec<String>,
    /// number of explorers on the last space
    #[serde(skip_deserializing)]
    pub explorers_at_end: u8,
    /// cards from left to right; null for a gap
    pub display: Vec<Option<Described>>,
    /// face-up prestige buildings
    pub prestige: Vec<OpenBuilding>,
    /// the nations on the spaces `10` and `11` of L6; null without the tile
    pub silver_fleet: Option<ByName<Option<Nation>, String>>,
    /// the nation on L9, or null
    pub gold_mine: Option<Nation>,
    /// number of discs on each of `L10`, `L11`, `L12`, `L13`, `L14`, `L15`, `L16` and `L17` that is in play
    pub discs_on_tiles: ByName<u8, String>,
    /// the story; null outside a campaign
    #[serde(skip_deserializing)]
    pub story: Option<Story>,
}

/// A location of the map.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// number of the location
    pub id: String,
    /// printed name
    #[serde(skip_deserializing)]
    pub name: String,
    /// kind of location: `start`, `city`, `village` or `homeward`
    #[serde(skip_deserializing)]
    pub kind: &'static str,
    /// destinations of the arrows; at location 20, the first applies in rounds 1 to 3 and the second in round 4
    #[serde(skip_deserializing)]
    pub leads_to: Vec<String>,
    /// the city tile on the location, or null
    pub city_tile: Option<String>,
    /// the action in words, or null
    #[serde(skip_deserializing)]
    pub action: Option<String>,
    /// the market, or null
    pub market: Option<MarketView>,
    /// reward of the flag; null without a flag
    #[serde(skip_deserializing)]
    pub flag: Option<String>,
    /// the nation of the marker, or null
    pub marker: Option<Nation>,
    /// quests on the location, oldest first
    pub quests: Vec<Described>,
}

/// A market. If its spaces take different goods, every space is shown from the left.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketView {
    /// the good of all spaces; null if the spaces take different goods
    #[serde(skip_deserializing)]
    pub good: Option<&'static str>,
    /// number of spaces
    #[serde(skip_deserializing)]
    pub spaces: u8,
    /// number of discs in the market
    pub discs: u32,
    /// if the goods differ: the good of each space
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub goods: Option<Vec<&'static str>>,
    /// if the goods differ: for each space, true if a disc is on it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<Vec<bool>>,
}

/// A nation.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NationView {
    /// name of the nation
    pub id: Nation,
    /// number of markers in the supply
    pub markers_in_supply: u8,
    /// number of markers on the map and on legacy tiles
    #[serde(skip_deserializing)]
    pub markers_in_caribbean: u8,
    /// factor of the noble ranks in final scoring, if the game ended now
    #[serde(skip_deserializing)]
    pub weighting: i32,
}

/// A space of the explorer track.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplorerSpace {
    /// name of the space
    pub id: String,
    /// reward of the space, in words
    #[serde(skip_deserializing)]
    pub text: String,
    /// the spaces that follow
    #[serde(skip_deserializing)]
    pub leads_to: Vec<String>,
    /// the border before the space, or null
    #[serde(skip_deserializing)]
    pub border: Option<&'static str>,
    /// the quest on the space, or null
    pub quest: Option<Described>,
    /// true if the quest has been taken, so that all explorers jump over the space
    #[serde(skip_deserializing)]
    pub emptied: bool,
}

/// A prestige building face up.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenBuilding {
    #[serde(flatten)]
    pub building: Described,
    /// seats that have invested in the building
    pub investors: Vec<u8>,
}

impl<'de> Deserialize<'de> for OpenBuilding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(OpenBuilding {
            building: Described::deserialize(deserializer)?,
            investors: Vec::new(),
        })
    }
}

/// Returns the name of a kind of location.
fn kind_name(kind: LocationKind) -> &'static str {
    match kind {
        LocationKind::Start => "start",
        LocationKind::City => "city",
        LocationKind::Village => "village",
        LocationKind::Homeward => "homeward",
    }
}

/// Returns the name of a nation.
pub fn nation_name(nation: Nation) -> &'static str {
    NATION_NAMES[usize::from(nation)]
}

impl View<'_> {
    /// Describes locations, nations, explorer track, display and buildings.
    pub fn board(&self) -> Board {
        let (game, state) = (self.game, self.state);
        let components = &game.components;
        let locations = components.location_ids();
        let locations = locations.filter(|&place| game.is_on_the_map(state, place));
        let spaces = (0..components.explorer.len() as u8).map(SpaceId::new);
        let display = state.display.into_iter();
        let shown = state.prestige[..usize::from(state.prestige_shown)].iter();
        let legacy = components.legacy.iter();
        let legacy = legacy.filter(|tile| state.has_legacy(tile.number));
        let legacy = legacy.map(|tile| {
            let id = format!("L{}", tile.number);
            Described::new(&id, &game.legacy_name(tile), &game.legacy_words(tile))
        });
        Board {
            scenario: game.options.scenario.to_string(),
            legacy_tiles: legacy.collect(),
            locations: locations.map(|place| self.location(place)).collect(),
            nations: Nation::ALL.map(|nation| self.nation(nation)).into(),
            explorer_track: spaces.map(|space| self.space(space)).collect(),
            borders_crossed: members(state.borders_crossed.into(), BORDER_NAMES),
            explorers_at_end: state.explorers_at_end,
            display: display
                .map(|card| card.map(|card| self.card(card)))
                .collect(),
            prestige: shown
                .map(|&building| self.open_building(building))
                .collect(),
            silver_fleet: self.silver_fleet(),
            gold_mine: state.gold_mine,
            discs_on_tiles: self.discs_on_tiles(),
            story: self.story(),
        }
    }

    fn location(&self, place: LocationId) -> Location {
        let (game, state) = (self.game, self.state);
        let index = usize::from(place);
        let shown = game.location(state, place);
        let labels = &game.components.labels;
        let next = shown.next.into_iter().flatten();
        let tile = state.tiles[index].map(|tile| labels.city_tiles[usize::from(tile)].clone());
        Location {
            id: labels.locations[index].clone(),
            name: labels.location_names[index].clone(),
            kind: kind_name(shown.kind),
            leads_to: next.map(|next| self.place(next).to_string()).collect(),
            city_tile: tile,
            action: city_action_words(game.city_action_at(state, place)),
            market: (game.market_at(state, place)).map(|its| market(its, state.market[index])),
            flag: shown.flag.then(|| effects(&shown.flag_reward)),
            marker: state.markers[index],
            quests: (state.quests_at(place))
                .map(|quest| self.quest(quest))
                .collect(),
        }
    }

    fn nation(&self, nation: Nation) -> NationView {
        NationView {
            id: nation,
            markers_in_supply: self.state.supply[usize::from(nation)],
            markers_in_caribbean: self.state.marker_count[usize::from(nation)],
            weighting: self.game.weighting(self.state, nation.into()),
        }
    }

    fn space(&self, space: SpaceId) -> ExplorerSpace {
        let shown = self.game.components.space(space);
        let next = shown.next.into_iter().flatten();
        let border = shown.border_before;
        let quest = self.game.track_quest_at(self.state, space);
        ExplorerSpace {
            id: self.space_id(space).to_string(),
            text: self.game.space_words(space),
            leads_to: next.map(|next| self.space_id(next).to_string()).collect(),
            border: border.map(|border| BORDER_NAMES[usize::from(border)]),
            quest: quest.map(|quest| self.quest(quest)),
            emptied: self.state.emptied_spaces & space.bit() != 0,
        }
    }

    /// Describes a face-up prestige building and its investors.
    fn open_building(&self, building: u8) -> OpenBuilding {
        let seated = self.state.seated().iter().zip(1u8..);
        let investors = seated.filter(|(player, _)| player.prestige >> building & 1 == 1);
        OpenBuilding {
            building: self.building(building),
            investors: investors.map(|(_, seat)| seat).collect(),
        }
    }

    /// Returns the nations on the spaces of L6, or `None` without the tile.
    fn silver_fleet(&self) -> Option<ByName<Option<Nation>, String>> {
        let spaces = SILVER_SPACES.map(String::from).into_iter();
        let spaces = spaces.zip(self.state.silver_fleet);
        self.state.has_legacy(6).then(|| spaces.collect())
    }

    /// Returns the number of discs on each of L10 to L17 that is in play.
    fn discs_on_tiles(&self) -> ByName<u8, String> {
        let tiles = (10..).zip(self.state.tile_discs).take(DISC_TILES);
        let tiles = tiles.filter(|&(number, _)| self.state.has_legacy(number));
        tiles
            .map(|(number, discs)| (format!("L{number}"), discs))
            .collect()
    }
}

/// Describes a market with its discs.
fn market(market: Market, full: u8) -> MarketView {
    let name = |good: u8| GOOD_NAMES[usize::from(good)];
    let only = market.only_good().map(name);
    let differ = only.is_none();
    let full_spaces = (0..market.spaces).map(|space| full >> space & 1 == 1);
    MarketView {
        good: only,
        spaces: market.spaces,
        discs: full.count_ones(),
        goods: differ.then(|| market.goods().map(name).collect()),
        full: differ.then(|| full_spaces.collect()),
    }
}
