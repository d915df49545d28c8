//! Draws the table: the map, the explorer track, the nations, and the supplies and upgrades of each player. The picture
//! shows only information that the observer has.

use super::describe::{doubloons, nation_name, seat_name};
use super::position::{Own, PlayerView, Position, Seated};
use super::texts::terms::{count, effects};
use crate::game::Phrase;
use crate::maracaibo::components::{
    BORDER_NAMES, CityAction, GOOD_NAMES, GOODS, LocationId, LocationKind, NATION_NAMES, QuestId,
    SpaceId, SpaceKind,
};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::quests::{FOURTH_TILE, LATER_TILE};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;
use crate::phrase::Part;
use crate::picture::{Cell, Ground, Panel, Picture, Piece, Shape, Spot};
use crate::prose::{listed, plural};

/// Column and row of each printed location, arranged as on the board with Havana at the origin.
const SPOTS: [(&str, u8, u8); 24] = [
    ("0", 0, 0),
    ("1", 1, 0),
    ("2", 2, 0),
    ("3", 3, 0),
    ("4", 4, 0),
    ("5", 4, 1),
    ("6", 5, 0),
    ("7", 6, 0),
    ("8", 7, 0),
    ("9", 7, 1),
    ("10", 7, 2),
    ("11", 7, 3),
    ("12", 7, 4),
    ("13", 6, 4),
    ("14", 7, 5),
    ("15", 7, 6),
    ("16", 6, 6),
    ("17", 5, 6),
    ("18", 4, 6),
    ("19", 3, 6),
    ("20", 2, 6),
    ("21a", 1, 6),
    ("21b", 1, 5),
    ("22", 0, 5),
];
/// Size of the map in columns and rows.
const COLUMNS: u8 = 8;
const ROWS: u8 = 7;
/// Width of the explorer track, which winds from row to row, in columns.
const TRACK_COLUMNS: u8 = 7;
/// Indices of the panels of the picture.
const ROUND_WAY: usize = 0;
const EXPLORER_TRACK: usize = 1;
const INFLUENCE: usize = 2;
const FIRST_MAT: usize = 3;
/// Number of cells in a row of a player's mat.
const MAT_COLUMNS: usize = 4;
/// Number of discs on an untouched upgrade area.
const DISCS: u8 = 2;
/// Width of a nation in columns.
const NATION_WIDTH: u8 = 3;

impl Ruleset {
    /// Returns the spot in the picture that an action refers to: the destination of a ship or
    /// explorer, the location of a marker or quest, the nation that gains influence, or the upgrade area.
    pub(super) fn spot_of(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        let mut phrase = Phrase::brief();
        self.phrase(state, action, &mut phrase);
        let component = phrase.parts().iter().find_map(|part| match part {
            Part::Component(kind, id) => Some((*kind, &**id)),
            _ => None,
        });
        let own = Some(usize::from(state.active));
        let (panel, id) = match (action, component) {
            (Action::City | Action::Village | Action::Combat | Action::Expedition, _) => {
                let ship = usize::from(state.players[usize::from(state.active)].ship);
                (ROUND_WAY, &*self.components.labels.locations[ship])
            }
            (Action::Quest(quest), _) => {
                let label = self.quest_label(quest);
                let lies = |cell: &Cell| cell.pieces.iter().any(|piece| piece.label == label);
                let panels = [ROUND_WAY, EXPLORER_TRACK].into_iter();
                return panels.filter_map(|panel| picture.spot(panel, lies)).next();
            }
            (_, Some(("location", id))) => (ROUND_WAY, id),
            (_, Some(("nation", id))) => (INFLUENCE, id),
            (_, Some(("explorer space", id))) => (EXPLORER_TRACK, id),
            (_, Some(("upgrade", id))) => {
                let mut mats = FIRST_MAT..picture.panels.len();
                (mats.find(|&mat| picture.panels[mat].owner == own)?, id)
            }
            _ => return None,
        };
        picture.spot(panel, |cell| {
            let word = cell.name.split([' ', ':']).next();
            word.is_some_and(|word| word.eq_ignore_ascii_case(id))
        })
    }

    /// Returns the label of a quest or story tile.
    pub(crate) fn quest_label(&self, quest: QuestId) -> String {
        let id = &self.components.labels.quests[usize::from(quest)];
        match usize::from(quest).checked_sub(self.board.quest_tiles.into()) {
            Some(tile) => format!("story tile {}", tile + 1),
            None => format!("quest {id}"),
        }
    }

    /// Returns the label of an explorer space, followed by the border before it.
    fn space_name(&self, space: SpaceId) -> String {
        let label = &self.components.labels.spaces[usize::from(space)];
        match self.components.space(space).border_before {
            None => label.clone(),
            Some(border) => format!("{label} {} border", BORDER_NAMES[usize::from(border)]),
        }
    }

    /// Draws the locations with ships, markers, quests, assistants and discs.
    pub(super) fn round_way(&self, state: &State) -> Panel {
        let on_map = |&location: &LocationId| self.is_on_the_map(state, location);
        let locations: Vec<LocationId> = self.components.location_ids().filter(on_map).collect();
        let place = |wanted: LocationId| locations.iter().position(|&other| other == wanted);
        let ways = locations.iter().enumerate().flat_map(|(from, &location)| {
            let next = self.location(state, location).next;
            let to = next.into_iter().flatten().filter_map(place);
            to.map(move |to| (from, to)).collect::<Vec<_>>()
        });
        let mut cells: Vec<Cell> = Vec::new();
        for &location in &locations {
            let spot = self.spot(location, &cells);
            cells.push(self.location_cell(state, location, spot));
        }
        Panel {
            title: format!("Round {}", state.round),
            ways: ways.collect(),
            cells,
            ..Panel::default()
        }
    }

    /// Returns the column and row of a location. A city added by a legacy tile is drawn at a free
    /// spot between the two locations that it connects.
    fn spot(&self, location: LocationId, drawn: &[Cell]) -> (u8, u8) {
        let labels = &self.components.labels.locations;
        let printed = |label: &str| {
            let spot = SPOTS.iter().find(|(known, _, _)| *known == label);
            spot.map(|&(_, column, row)| (column, row))
        };
        if let Some(spot) = printed(&labels[usize::from(location)]) {
            return spot;
        }
        let place = &self.components.locations[usize::from(location)];
        let next = place.next[0].map(|next| labels[usize::from(next)].as_str());
        let joined = [printed(&place.number.to_string()), next.and_then(printed)];
        let free = |&(column, row): &(u8, u8)| {
            let taken = SPOTS.iter().map(|&(_, column, row)| (column, row));
            let taken = taken.chain(drawn.iter().map(|cell| (cell.column, cell.row)));
            !taken.into_iter().any(|spot| spot == (column, row))
        };
        let spots = (0..ROWS).flat_map(|row| (0..COLUMNS).rev().map(move |column| (column, row)));
        let far = |&(column, row): &(u8, u8)| -> u8 {
            let joined = joined.into_iter().flatten();
            joined
                .map(|(to, down)| column.abs_diff(to).max(row.abs_diff(down)))
                .sum()
        };
        spots.filter(free).min_by_key(far).unwrap_or_default()
    }

    fn location_cell(&self, state: &State, location: LocationId, (column, row): (u8, u8)) -> Cell {
        Cell {
            column,
            row,
            width: 1,
            name: self.location_name(location),
            note: self.location_note(state, location),
            pieces: self.location_pieces(state, location),
            ground: match self.location(state, location).kind {
                _ if self.is_closed(location, |number| state.has_legacy(number)) => Ground::Closed,
                LocationKind::Start | LocationKind::City => Ground::Town,
                LocationKind::Village => Ground::Land,
                LocationKind::Homeward => Ground::Water,
            },
            about: self.location_about(state, location),
        }
    }

    /// Explains a location with its city tile, legacy tile and quests.
    fn location_about(&self, state: &State, location: LocationId) -> String {
        let labels = &self.components.labels;
        let mut parts = vec![self.location_words(location, Some(state))];
        if let Some(tile) = state.tiles[usize::from(location)] {
            let name = &labels.city_tile_names[usize::from(tile)];
            parts.push(format!("{name}: {}", self.city_tile_words(tile)));
        }
        let quests = state.quests_at(location);
        parts.extend(quests.map(|quest| self.quest_line(state, quest)));
        let marker = state.markers[usize::from(location)];
        parts.extend(marker.map(|nation| {
            let name = nation_name(nation);
            format!("marker of {name}: counts for the weighting of {name} at the end, unless another nation expels it")
        }));
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// Returns the note of a location: goods and free spaces of a market, the city tile, the action
    /// of a homeward space, and the discs on a legacy tile.
    fn location_note(&self, state: &State, location: LocationId) -> String {
        let index = usize::from(location);
        let mut parts = Vec::new();
        if let Some(market) = self.market_at(state, location) {
            let full = state.market[index];
            for good in 0..GOODS as u8 {
                let takes = market.takes[usize::from(good)];
                let free = (takes & !full).count_ones();
                if takes != 0 {
                    let good = GOOD_NAMES[usize::from(good)];
                    parts.push(match free {
                        0 => format!("{good}: full"),
                        _ => format!("{good}: {free} free"),
                    });
                }
            }
        }
        if let Some(tile) = state.tiles[index] {
            let names = &self.components.labels.city_tile_names;
            let is_cover = self.components.city_tiles[usize::from(tile)].cover;
            parts.extend((!is_cover).then(|| names[usize::from(tile)].clone()));
        }
        match self.location(state, location).action {
            CityAction::Vp(points) => parts.push(format!("{points} VP")),
            CityAction::CombatOrExplore(steps) => parts.push(format!("combat or explore {steps}")),
            _ => {}
        }
        if let Some(tile) = self.disc_tile_at(state, location) {
            parts.push(format!("tile L{}", 10 + u16::from(tile)));
        }
        parts.join(", ")
    }

    fn location_pieces(&self, state: &State, location: LocationId) -> Vec<Piece> {
        let index = usize::from(location);
        let seats = || state.seated().iter().enumerate();
        let mut pieces: Vec<Piece> = seats()
            .filter(|(_, player)| player.ship == location)
            .map(|(seat, _)| Piece::of(Shape::Ship, seat, 1))
            .collect();
        let marker = state.markers[index];
        pieces.extend(marker.map(|nation| Piece::named(Shape::Token, nation_name(nation), 1)));
        let quests = state
            .quests_at(location)
            .map(|quest| Piece::named(Shape::Token, self.quest_label(quest), 1));
        pieces.extend(quests);
        for (seat, player) in seats() {
            let there = player.assistants().iter();
            let there =
                there.filter(|&&card| self.components[card].assistant_location == Some(location));
            let number = there.count() as u16;
            pieces.extend((number > 0).then(|| Piece::of(Shape::Figure, seat, number)));
        }
        let on_tile = self.disc_tile_at(state, location);
        let on_tile = on_tile.map_or(0, |tile| state.tile_discs[usize::from(tile)]);
        let discs = u16::from(state.market[index].count_ones() as u8 + on_tile);
        pieces.extend((discs > 0).then(|| Piece::named(Shape::Disc, "", discs)));
        pieces
    }

    /// Draws the spaces with explorers and quests, in rows of alternating direction.
    pub(super) fn explorer_track(&self, state: &State) -> Panel {
        let spaces = self.components.explorer.iter().enumerate();
        let ways = spaces.clone().flat_map(|(from, space)| {
            let next = space.next.into_iter().flatten();
            next.map(move |to| (from, usize::from(to)))
        });
        Panel {
            title: "Explorer track".to_string(),
            ways: ways.collect(),
            cells: spaces
                .map(|(index, _)| self.space_cell(state, SpaceId::new(index as u8)))
                .collect(),
            ..Panel::default()
        }
    }

    fn space_cell(&self, state: &State, index: SpaceId) -> Cell {
        let space = self.components.space(index);
        let (row, along) = (index.index() / TRACK_COLUMNS, index.index() % TRACK_COLUMNS);
        let column = match row % 2 {
            0 => along,
            _ => TRACK_COLUMNS - 1 - along,
        };
        let quest = self.track_quest_at(state, index);
        let seats = state.seated().iter().enumerate();
        let explorers = seats.filter(|(_, player)| player.explorer == index);
        let explorers = explorers.map(|(seat, _)| Piece::of(Shape::Figure, seat, 1));
        let quest_piece = quest.map(|quest| Piece::named(Shape::Token, self.quest_label(quest), 1));
        let reward = match space.kind {
            SpaceKind::Start => "start".to_string(),
            SpaceKind::Reward => effects(&space.reward),
            SpaceKind::Quest => String::new(),
            SpaceKind::End => "end".to_string(),
        };
        Cell {
            column,
            row,
            width: 1,
            name: self.space_name(index),
            note: reward,
            pieces: explorers.chain(quest_piece).collect(),
            ground: match space.kind {
                SpaceKind::Quest if quest.is_none() => Ground::Closed,
                SpaceKind::Start | SpaceKind::End => Ground::Town,
                SpaceKind::Reward | SpaceKind::Quest => Ground::Land,
            },
            about: {
                let quest = quest.map(|quest| self.quest_line(state, quest));
                let words = [Some(self.space_words(index)), quest];
                let words: Vec<String> = words.into_iter().flatten().collect();
                words.join("\n")
            },
        }
    }

    /// Draws supplies, incomes, trophies and upgrade areas of a player; `None` for Jean.
    pub(super) fn mat(&self, player: &PlayerView) -> Option<Panel> {
        let Seated::Player(own) = &player.seated else {
            return None;
        };
        let seat = player.seat - 1;
        let upgrades = own.discs.0.iter().zip(1..).map(|((_, left), number)| Cell {
            name: self.upgrade_name(number),
            note: match *left {
                0 => "complete".to_string(),
                DISCS => String::new(),
                left => count(left, "disc"),
            },
            ground: match *left {
                0 => Ground::Town,
                DISCS => Ground::Closed,
                _ => Ground::Plain,
            },
            about: self.upgrade_about(number),
            ..Cell::default()
        });
        let mut cells: Vec<Cell> = supplies(player, own).into_iter().chain(upgrades).collect();
        for (place, cell) in cells.iter_mut().enumerate() {
            cell.column = (place % MAT_COLUMNS) as u8;
            cell.row = (place / MAT_COLUMNS) as u8;
            cell.width = 1;
        }
        Some(Panel {
            title: format!("{}: supplies and upgrades", seat_name(seat)),
            cells,
            owner: Some(seat),
            in_words: true,
            ..Panel::default()
        })
    }

    /// Draws the influence with every nation and its markers.
    pub(super) fn nation_tracks(&self, view: &Position) -> Panel {
        let cells = view.board.nations.iter().zip(0..).map(|(nation, place)| {
            let steps = view.players.iter().map(|player| {
                let steps = player.influence.get(NATION_NAMES[usize::from(nation.id)]);
                Piece::of(
                    Shape::Disc,
                    player.seat - 1,
                    steps.copied().unwrap_or_default().into(),
                )
            });
            Cell {
                column: NATION_WIDTH * place,
                row: 0,
                width: NATION_WIDTH,
                name: nation_name(nation.id),
                note: format!(
                    "{}, {} left",
                    count(nation.markers_in_caribbean, "marker"),
                    nation.markers_in_supply
                ),
                pieces: steps.filter(|piece| piece.count > 0).collect(),
                ground: Ground::Plain,
                about: self.nation_words(),
            }
        });
        Panel {
            title: "Influence".to_string(),
            cells: cells.collect(),
            ..Panel::default()
        }
    }
}

/// Lists the ids of tiles or tokens after their noun; empty if there are none.
fn numbered(thing: &str, ids: &[String]) -> String {
    match ids.is_empty() {
        true => String::new(),
        false => format!("{} {}", plural(ids.len() as u64, thing), listed(ids)),
    }
}

/// Draws the supplies, incomes and trophies of a player.
fn supplies(player: &PlayerView, own: &Own) -> Vec<Cell> {
    let cell = |name: String, note: String, about: &str| Cell {
        name,
        note,
        about: about.to_string(),
        ..Cell::default()
    };
    let general = own.figures_in_general_supply;
    vec![
        cell(
            doubloons(own.doubloons),
            format!("income {}", own.doubloon_income),
            "Doubloons in the player's supply. Every round except the last ends with the income.",
        ),
        cell(
            format!("{} VP", player.score),
            format!("income {}", own.vp_income),
            "The current score. Every round ends with the income.",
        ),
        cell(
            format!("{} CP", own.cp),
            String::new(),
            "Combat points, which are spent in combats for more combat value.",
        ),
        cell(
            count(own.figures, "figure"),
            format!("{general} in the general supply"),
            "Figures in the player's supply, and the player's figures that are still in the general supply.",
        ),
        cell(
            count(own.compasses, "compass"),
            String::new(),
            "Many quests give a reward for each compass.",
        ),
        cell(
            count(player.quest_tiles.len() as u8, "quest tile"),
            numbered("quest", &player.quest_tiles),
            &format!(
                "Quest tiles taken. The fourth gives {FOURTH_TILE} VP, each later one {LATER_TILE} VP."
            ),
        ),
        cell(
            count(player.combat_tokens.len() as u8, "combat token"),
            numbered("token", &player.combat_tokens),
            "Combat tokens taken, which count for careers and some cards.",
        ),
        cell(
            own.career
                .as_ref()
                .map_or("no career".to_string(), |career| career.name.clone()),
            String::new(),
            own.career
                .as_ref()
                .map_or("The career card is not known yet.", |career| {
                    career.text.as_str()
                }),
        ),
    ]
}
