//! Draws the table: cities, fleets and links, the shipping tracks, the tokens on links, and the mats of the
//! players.

use super::texts::{area_name, title};
use crate::endeavor::components::{
    AREAS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, Bits, CULTURE, DECKS, INDUSTRY, INFLUENCE, REGIONS,
    deck_area, deck_name, deck_size, deck_start, governor_of,
};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{COAST, NEUTRAL, NONE, State};
use crate::game::Seat;
use crate::picture::{Cell, Ground, Panel, Picture, Piece, Shape, Spot};
use crate::prose::count;

/// Number of sites in a row, to the right of the area name.
const SITES_IN_ROW: usize = 4;
/// Number of track spaces in a row, to the right of the region name.
const SPACES_IN_ROW: u8 = 8;
/// Number of links in a row.
const LINKS_IN_ROW: usize = 3;
/// Width of a name, in columns.
const WIDE: u8 = 2;
/// Number of mat cells in a row.
const MAT_CELLS: usize = 5;

/// Panel index of the sites.
const SITES: usize = 0;
/// Panel index of the shipping tracks. The mats of the seats are the last panels.
const TRACKS: usize = 1;
/// Name of the place with the action tokens on a mat.
const TOKENS: &str = "tokens";

/// Returns the discs of an owner as pieces. The list is empty if there are none.
fn discs(owner: usize, number: u8) -> Vec<Piece> {
    match (owner, number) {
        (_, 0) => Vec::new(),
        (NEUTRAL, _) => vec![Piece::named(Shape::Disc, "silent fleets", number.into())],
        _ => vec![Piece::of(Shape::Disc, owner, number.into())],
    }
}

/// Arranges the cells of a mat in rows of [`MAT_CELLS`].
fn in_rows(cells: &mut [Cell], first_row: u8) {
    for (place, cell) in cells.iter_mut().enumerate() {
        cell.column = WIDE * (place % MAT_CELLS) as u8;
        cell.row = first_row + (place / MAT_CELLS) as u8;
        cell.width = WIDE;
    }
}

impl Ruleset {
    /// Returns the site of an action, the next space on its track, or the place on the active player's mat.
    pub(super) fn spot_of(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        let number = usize::from(action.target);
        let called = |panel, name: &str| picture.spot(panel, |cell| cell.name == name);
        let mat = (picture.panels.len() + usize::from(state.active)).checked_sub(self.players)?;
        match action.kind {
            ActionKind::Salary | ActionKind::Use | ActionKind::Pay => {
                called(mat, &self.components.buildings[number].name)
            }
            ActionKind::Build | ActionKind::Scrap => called(
                mat - usize::from(state.active) - 1,
                &self.components.buildings[number].name,
            ),
            ActionKind::Token => called(mat, TOKENS),
            ActionKind::ShipTrack | ActionKind::FleetsTrack => {
                let area = called(TRACKS, &area_name(number))?;
                // The spaces follow the cell with the region name.
                let next = usize::from(state.shipped[number]) + 1;
                Some(Spot {
                    cell: area.cell + next,
                    ..area
                })
            }
            ActionKind::ShipSeas => called(TRACKS, &area_name(number)),
            ActionKind::ShipFleet
            | ActionKind::Occupy
            | ActionKind::Attack
            | ActionKind::FleetsFleet
            | ActionKind::FleetsOccupy => called(SITES, &self.board.sites[number].name),
            ActionKind::Casualty => called(mat, ATTRIBUTE_NAMES[number]),
            ActionKind::Governor if action.target == NONE => None,
            ActionKind::Governor | ActionKind::Discard => called(mat, &self.card_name(number)),
            ActionKind::Start
            | ActionKind::Pass
            | ActionKind::Draw
            | ActionKind::Stop
            | ActionKind::FleetsRemove
            | ActionKind::FleetsRest => None,
        }
    }

    /// Returns the token on a round space.
    fn token_at(&self, state: &State, space: usize) -> Piece {
        Piece::named(Shape::Token, self.token_label(state.tokens[space]), 1)
    }

    /// Draws cities and fleets area by area, connected by links.
    pub(super) fn sites_panel(&self, state: &State) -> Panel {
        let mut cells = Vec::new();
        let mut cell_of = vec![0; self.board.sites.len()];
        let mut row = 0;
        for area in 0..AREAS {
            let open = state.open >> area & 1 == 1;
            cells.push(Cell {
                row,
                width: WIDE,
                name: area_name(area),
                note: if open { "open" } else { "closed" }.to_string(),
                ground: if open { Ground::Plain } else { Ground::Closed },
                about: self.area_about(state, area),
                ..Cell::default()
            });
            let mut rows = 1;
            for (place, site) in Bits(self.board.area(area)).enumerate() {
                cell_of[site] = cells.len();
                rows = 1 + (place / SITES_IN_ROW) as u8;
                let cell = self.site_cell(state, site);
                cells.push(Cell {
                    column: WIDE * (1 + place % SITES_IN_ROW) as u8,
                    row: row + rows - 1,
                    ..cell
                });
            }
            row += rows;
        }
        let ways = self.board.links.iter();
        let ways = ways.map(|link| (cell_of[usize::from(link.a)], cell_of[usize::from(link.b)]));
        Panel {
            title: "cities, fleets and links".to_string(),
            cells,
            ways: ways.collect(),
            ..Panel::default()
        }
    }

    /// Describes an area with its decks and, for a closed region, its governor.
    fn area_about(&self, state: &State, area: usize) -> String {
        let mut parts = vec![self.area_words(area)];
        for deck in (0..DECKS).filter(|&deck| deck_area(deck) == area) {
            let (drawn, size) = (usize::from(state.drawn[deck]), deck_size(deck));
            let top = match drawn < size {
                true => {
                    let card = deck_start(deck) + drawn;
                    let words = self.card_words(card);
                    format!("{} ({words}), {} left", self.card_name(card), size - drawn)
                }
                false => "empty".to_string(),
            };
            parts.push(format!("deck {}: {top}", title(deck_name(deck))));
        }
        if REGIONS.contains(&area) && state.open >> area & 1 == 0 {
            let governor = governor_of(area);
            let words = self.card_words(governor);
            parts.push(format!("{}: {words}", self.card_name(governor)));
        }
        parts.join("\n")
    }

    fn site_cell(&self, state: &State, number: usize) -> Cell {
        let site = &self.board.sites[number];
        let pieces = match state.holder(number) {
            Some(owner) => discs(owner, 1),
            None => {
                let space = usize::from(self.board.site_token) + number;
                vec![self.token_at(state, space)]
            }
        };
        Cell {
            width: WIDE,
            name: site.name.clone(),
            note: match site.glory {
                0 => String::new(),
                glory => format!("{glory} glory"),
            },
            pieces,
            ground: if site.city {
                Ground::Town
            } else {
                Ground::Water
            },
            about: match state.holder(number) {
                Some(_) => self.site_words(number),
                None => {
                    let token = state.tokens[usize::from(self.board.site_token) + number];
                    format!(
                        "{}\ntoken: {}",
                        self.site_words(number),
                        self.token_words(token)
                    )
                }
            },
            ..Cell::default()
        }
    }

    /// Draws the shipping tracks with their governors, and the high seas of open regions.
    pub(super) fn tracks_panel(&self, state: &State) -> Panel {
        let mut cells = Vec::new();
        let mut row = 0;
        for area in REGIONS {
            let open = state.open >> area & 1 == 1;
            let at_sea = (0..=NEUTRAL).flat_map(|owner| {
                let number = state.players[owner].high_seas[area];
                discs(owner, number)
            });
            cells.push(Cell {
                row,
                width: WIDE,
                name: area_name(area),
                note: match open {
                    true => "high seas".to_string(),
                    false => self.card_name(governor_of(area)),
                },
                pieces: at_sea.collect(),
                ground: if open { Ground::Water } else { Ground::Closed },
                about: self.area_about(state, area),
                ..Cell::default()
            });
            for space in 0..self.board.track[area] {
                let pieces = match space < state.shipped[area] {
                    true => discs(state.track[area][usize::from(space)].into(), 1),
                    false => {
                        let token = usize::from(self.board.track_token[area] + space);
                        vec![self.token_at(state, token)]
                    }
                };
                cells.push(Cell {
                    column: WIDE + space % SPACES_IN_ROW,
                    row: row + space / SPACES_IN_ROW,
                    width: 1,
                    name: (space + 1).to_string(),
                    pieces,
                    ground: Ground::Water,
                    about: match space < state.shipped[area] {
                        true => "a disc, which counts as presence in the region".to_string(),
                        false => {
                            let token =
                                state.tokens[usize::from(self.board.track_token[area] + space)];
                            format!("token: {}", self.token_words(token))
                        }
                    },
                    ..Cell::default()
                });
            }
            row += self.board.track[area].div_ceil(SPACES_IN_ROW).max(1);
        }
        Panel {
            title: "shipping tracks".to_string(),
            cells,
            ..Panel::default()
        }
    }

    /// Draws the tokens on round links.
    pub(super) fn links_panel(&self, state: &State) -> Panel {
        let links = Bits(state.link_tokens).enumerate();
        let cells = links.map(|(place, link)| {
            let ends = self.board.links[link];
            let [a, b] = [ends.a, ends.b].map(|end| &self.board.sites[usize::from(end)].name);
            let space = usize::from(self.board.link_token[link]);
            Cell {
                column: 3 * (place % LINKS_IN_ROW) as u8,
                row: (place / LINKS_IN_ROW) as u8,
                width: 3,
                name: a.clone(),
                note: b.clone(),
                pieces: vec![self.token_at(state, space)],
                ground: Ground::Plain,
                about: format!(
                    "for the player who has both ends; token: {}",
                    self.token_words(state.tokens[space])
                ),
            }
        });
        Panel {
            title: "tokens on links".to_string(),
            cells: cells.collect(),
            ..Panel::default()
        }
    }

    /// Draws the buildings in the supply.
    pub(super) fn supply_panel(&self, state: &State) -> Panel {
        let cells = Bits(state.in_supply.into()).map(|kind| {
            let building = &self.components.buildings[kind];
            Cell {
                name: building.name.clone(),
                note: format!("level {}, {} left", building.level, state.supply[kind]),
                ground: Ground::Town,
                about: self.building_words(building),
                ..Cell::default()
            }
        });
        let mut cells: Vec<Cell> = cells.collect();
        in_rows(&mut cells, 0);
        Panel {
            title: "buildings in the supply".to_string(),
            cells,
            in_words: true,
            ..Panel::default()
        }
    }

    /// Draws harbor, supply, attributes, coast and cards of a seat.
    pub(super) fn mat_panel(&self, state: &State, seat: Seat) -> Panel {
        let player = &state.players[seat];
        let plain = |name: &str, note: String, pieces, about: String| Cell {
            name: name.to_string(),
            note,
            pieces,
            about,
            ..Cell::default()
        };
        let harbor =
            "Discs for actions: one disc to use a building, one to ship or occupy, two to attack.";
        let supply = "Discs that move to the harbor by growth.";
        let mut cells = vec![
            plain(
                "harbor",
                String::new(),
                discs(seat, player.harbor),
                harbor.to_string(),
            ),
            plain(
                "supply",
                String::new(),
                discs(seat, player.supply),
                supply.to_string(),
            ),
        ];
        let kinds = (ATTRIBUTE_TOKENS as u8..).zip(player.actions);
        let held = kinds.filter(|(_, held)| *held > 0);
        let held = held
            .map(|(kind, held)| Piece::named(Shape::Token, self.token_label(kind), held.into()));
        let about = "Each token gives one action without a building.".to_string();
        cells.push(plain(TOKENS, String::new(), held.collect(), about));
        for (attribute, name) in ATTRIBUTE_NAMES.iter().enumerate() {
            let value = player.attributes[attribute].to_string();
            let monument = discs(seat, player.monument[attribute]);
            let level = self.components.level(player.attributes[attribute]);
            let about = match attribute {
                INDUSTRY => format!("builds up to level {}", self.components.build_level[level]),
                CULTURE => {
                    let discs = count(self.components.growth[level].into(), "disc");
                    format!("growth: {discs} from the supply to the harbor")
                }
                INFLUENCE => {
                    let cards = count(self.components.card_limit[level].into(), "card");
                    format!("card limit: {cards}")
                }
                _ => {
                    let discs = count(self.components.payments[level].into(), "disc");
                    format!("salary: {discs} back from the buildings to the harbor")
                }
            };
            cells.push(plain(name, value, monument, about));
        }
        in_rows(&mut cells, 0);
        let next = |cells: &[Cell]| cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let mut coast: Vec<Cell> = (0..COAST)
            .map(|slot| match player.coast().get(slot) {
                Some(&kind) => Cell {
                    ground: Ground::Town,
                    ..plain(
                        &self.components.buildings[usize::from(kind)].name,
                        String::new(),
                        discs(seat, player.busy >> slot & 1),
                        self.building_words(&self.components.buildings[usize::from(kind)]),
                    )
                },
                None => Cell {
                    ground: Ground::Closed,
                    ..Cell::default()
                },
            })
            .collect();
        in_rows(&mut coast, next(&cells));
        cells.extend(coast);
        let mut cards: Vec<Cell> = Bits(player.cards)
            .map(|card| {
                let space = match card == usize::from(player.governor) {
                    true => "governor space",
                    false => "card",
                };
                plain(
                    &self.card_name(card),
                    space.to_string(),
                    Vec::new(),
                    self.card_words(card),
                )
            })
            .collect();
        in_rows(&mut cards, next(&cells));
        cells.extend(cards);
        Panel {
            title: format!("seat {}", seat + 1),
            cells,
            owner: Some(seat),
            ..Panel::default()
        }
    }
}
