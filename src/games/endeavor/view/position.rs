//! View of a position, from which the JSON data is written. This game has no hidden information, so all seats share
//! one view.
//!
//! Each field is a key of the data, and its doc comment defines the meaning of the key: the schema and
//! `docs/reference/positions.md` are generated from them. Fields with `skip_deserializing` follow from the others.

use serde::{Deserialize, Serialize};

use crate::endeavor::components::{
    AREA_NAMES, AREAS, ATTRIBUTE_NAMES, Bits, CULTURE, CardSet, DECKS, DEED_NAMES, Deeds, INDUSTRY,
    INFLUENCE, REGIONS, SIDE_NAMES, WEALTH, deck_name, deck_size, deck_start, governor_of,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::scoring::CATEGORIES;
use crate::endeavor::rules::sites::{ATTACKER, VICTIM};
use crate::endeavor::rules::state::{NEUTRAL, NONE, Phase, Player, State};
use crate::game::Seat;
use crate::view::{ByName, Described};

/// A position.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// the decision
    pub phase: Phase,
    /// number of rounds begun
    pub round: u8,
    /// number of turns begun by the seat whose turn it is
    #[serde(skip_deserializing)]
    pub turn: u16,
    /// the seat whose turn it is; another seat may decide about a casualty
    pub turn_of: u8,
    /// the seat that decides; null when the game is over
    #[serde(skip_deserializing)]
    pub active: Option<usize>,
    /// the seat with the crown
    pub crown: u8,
    /// further details of the decision; null when the game is over
    #[serde(skip_deserializing)]
    pub choice: Option<Choice>,
    /// one object per seat, in seating order
    pub players: Vec<PlayerView>,
    /// the silent fleets, if they play
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent_fleets: Option<SilentFleets>,
    /// the components on the board
    pub board: Board,
    /// the components next to the board
    pub supplies: Supplies,
}

/// Discs of the silent fleets.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SilentFleets {
    /// number of discs in the supply of the silent fleets
    pub supply: u8,
    /// discs of the silent fleets on the board
    #[serde(skip_deserializing)]
    pub discs: Discs,
}

/// Details of the current decision in addition to the phase.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Choice {
    /// in `act`, `casualty`
    Act {
        /// actions that the building or token still offers
        offers: Vec<&'static str>,
        /// true if only one of the offered actions is performed
        one_action_only: bool,
        /// true if the turn uses a token
        by_token: bool,
        /// actions performed in this turn
        done: Vec<&'static str>,
        /// the area where a city was occupied in this turn, or null
        occupied: Option<&'static str>,
        /// in `casualty`: seats whose casualty becomes an attribute, in order of decision
        #[serde(skip_serializing_if = "Option::is_none")]
        casualties_of: Option<Vec<u8>>,
    },
    /// in `reaction`
    Reaction {
        /// actions performed in this turn
        done: Vec<&'static str>,
        /// the area where a city was occupied in this turn, or null
        occupied: Option<&'static str>,
    },
    /// in `salary`
    Salary {
        /// number of discs still to be paid
        payments_left: u8,
        /// the earliest kind of building, in the order of the data, whose disc can be paid next
        pays_from: String,
    },
    /// in `governor`, `discard`
    Cards {
        /// number of cards that may be kept, according to the influence track
        card_limit: u32,
    },
    /// in all other phases
    Nothing {},
}

/// Components and score of a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// number of the seat, from 1
    #[serde(skip_deserializing)]
    pub seat: usize,
    /// current score of the seat
    #[serde(skip_deserializing)]
    pub score: i32,
    /// score by category, as in `games.csv`: `industry`, `culture`, `wealth`, `influence`, `cities`, `links`,
    /// `buildings`, `cards`, `governor_space`, `population`, `slavery`
    #[serde(skip_deserializing)]
    pub score_by_category: ByName<i32>,
    /// number of turns begun
    pub turns: u16,
    /// true if the seat has passed in this Action phase
    pub passed: bool,
    /// steps on the tracks, by attribute
    #[serde(skip_deserializing)]
    pub attributes: ByName<u8, String>,
    /// number of tokens next to the tracks, by attribute
    pub attribute_tokens: ByName<u8, String>,
    /// number of discs of the Monument next to the tracks, by attribute
    pub monument_discs: ByName<u8, String>,
    /// limits set by the tracks
    #[serde(skip_deserializing)]
    pub levels: Levels,
    /// number of discs in the harbor
    pub harbor: u8,
    /// number of discs in the supply
    pub supply: u8,
    /// buildings on the coast from the left
    pub buildings: Vec<OwnBuilding>,
    /// number of action tokens by kind: `ship`, `occupy`, `attack`, `pay_or_draw`
    pub action_tokens: ByName<u8, String>,
    /// cards of the seat, including governors
    pub cards: Vec<Described>,
    /// id of the governor in the governor space, or null; the space is emptied when its owner starts to discard
    pub governor_space: Option<String>,
    /// slavery cards set aside
    pub set_aside: Vec<Described>,
    /// discs on the board
    pub discs: Discs,
}

/// Limits set by the four tracks (EN-4.1, EN-4.4, EN-4.5, EN-7.1).
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Levels {
    /// the highest level of a building
    pub build_level: u8,
    /// number of discs gained by growth
    pub growth: u8,
    /// number of discs returned by payment
    pub payments: u8,
    /// number of cards that may be kept
    pub card_limit: u8,
}

/// A building on a coast.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnBuilding {
    #[serde(flatten)]
    pub building: Described,
    /// true if a disc is on the building
    pub disc: bool,
}

/// Discs on the board.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "`discs`"))]
pub struct Discs {
    /// ids of occupied cities and fleets
    #[serde(skip_deserializing)]
    pub sites: Vec<String>,
    /// number of discs on the high seas, by area
    pub high_seas: ByName<u8, String>,
    /// number of discs in each area, which the requirements of cards count
    #[serde(skip_deserializing)]
    pub areas: ByName<u8, String>,
}

/// Components on the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// side of the board: `A` or `B`
    #[serde(skip_deserializing)]
    pub side: &'static str,
    /// the seven areas
    pub areas: Vec<Area>,
    /// links between cities
    pub links: Vec<Link>,
    /// true if slavery is abolished
    #[serde(skip_deserializing)]
    pub slavery_abolished: bool,
}

/// An area.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Area {
    /// name of the area
    #[serde(skip_deserializing)]
    pub id: &'static str,
    /// true if the area is open
    #[serde(skip_deserializing)]
    pub open: bool,
    /// spaces of the shipping track, the farthest from the deck first
    pub track: Vec<Space>,
    /// the governor next to the deck of a closed region, or null
    #[serde(skip_deserializing)]
    pub governor: Option<Described>,
    /// cities and fleets of the area
    pub sites: Vec<Site>,
}

/// A space of a shipping track.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Space {
    /// owner of the disc on the space, or null
    pub disc_of: Option<Owner>,
    /// the token that the next disc on the space takes, or null
    pub token: Option<String>,
}

/// A city or a fleet.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    /// id in the data files
    #[serde(skip_deserializing)]
    pub id: String,
    /// printed name
    #[serde(skip_deserializing)]
    pub name: String,
    /// kind of site: `city` or `fleet`
    #[serde(skip_deserializing)]
    pub kind: &'static str,
    /// value in glory
    #[serde(skip_deserializing)]
    pub glory: u8,
    /// owner of the disc on the site, or null
    pub disc_of: Option<Owner>,
    /// the token on the site, or null
    pub token: Option<String>,
}

/// A link between two cities.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// ids of the sites at both ends
    #[serde(skip_deserializing)]
    pub sites: [String; 2],
    /// the token on the link, or null
    pub token: Option<String>,
    /// the seat that occupies both ends, or null
    #[serde(skip_deserializing)]
    pub controlled_by: Option<usize>,
}

/// An owner of discs.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Owner {
    /// A seat, from 1.
    Seat(usize),
    /// The text `silent_fleets`.
    SilentFleets(String),
}

/// Components next to the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supplies {
    /// kinds of building that can be built
    pub buildings: Vec<StockBuilding>,
    /// the decks of cards
    pub decks: Vec<Deck>,
    /// cards in the discard pile next to Europe
    pub discard_pile: Vec<Described>,
    /// cards that have left the game
    pub removed_cards: Vec<Described>,
    /// number of tokens that have left the game
    #[serde(skip_deserializing)]
    pub removed_tokens: u8,
}

/// A kind of building in the stock.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StockBuilding {
    #[serde(flatten)]
    pub building: Described,
    /// number of tiles in the supply
    pub count: u8,
}

/// A deck of cards.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deck {
    /// name of the deck
    #[serde(skip_deserializing)]
    pub id: &'static str,
    /// the remaining cards, from the top
    pub cards: Vec<Described>,
}

/// Maps attribute names to numbers.
fn by_attribute(numbers: &[u8; 4]) -> ByName<u8, String> {
    ATTRIBUTE_NAMES
        .map(String::from)
        .into_iter()
        .zip(*numbers)
        .collect()
}

/// Maps area names to numbers.
fn by_area(numbers: &[u8; AREAS]) -> ByName<u8, String> {
    AREA_NAMES
        .map(String::from)
        .into_iter()
        .zip(*numbers)
        .collect()
}

/// Returns the names of the actions in a set.
fn deeds(deeds: Deeds) -> Vec<&'static str> {
    Bits(deeds.into()).map(|deed| DEED_NAMES[deed]).collect()
}

/// Returns the view of an owner of discs: the seat, from 1, or the silent fleets.
fn owner(owner: usize) -> Owner {
    match owner {
        NEUTRAL => Owner::SilentFleets("silent_fleets".to_string()),
        seat => Owner::Seat(seat + 1),
    }
}

impl Ruleset {
    /// Returns the view of the whole position.
    pub(crate) fn view(&self, state: &State) -> Position {
        let players = (0..self.players).map(|seat| self.player_view(state, seat));
        Position {
            phase: state.phase,
            round: state.round,
            turn: state.player().turns,
            turn_of: state.active + 1,
            active: state.decides().map(|seat| seat + 1),
            crown: state.crown + 1,
            choice: self.choice(state),
            players: players.collect(),
            silent_fleets: self.options.silent_fleets.then(|| {
                let fleets = &state.players[NEUTRAL];
                SilentFleets {
                    supply: fleets.supply,
                    discs: self.discs_view(fleets),
                }
            }),
            board: self.board_view(state),
            supplies: self.supplies_view(state),
        }
    }

    /// Returns the pending choice, or `None` if the game is over.
    fn choice(&self, state: &State) -> Option<Choice> {
        Some(match state.phase {
            Phase::Act | Phase::Casualty => Choice::Act {
                offers: deeds(state.menu),
                one_action_only: state.either,
                by_token: state.by_token,
                done: deeds(state.done),
                occupied: occupied(state),
                casualties_of: (state.phase == Phase::Casualty).then(|| casualties_of(state)),
            },
            Phase::Reaction => Choice::Reaction {
                done: deeds(state.done),
                occupied: occupied(state),
            },
            Phase::Salary => Choice::Salary {
                payments_left: state.left,
                pays_from: self.components.buildings[usize::from(state.paid)]
                    .id
                    .clone(),
            },
            Phase::Governor | Phase::Discard => Choice::Cards {
                card_limit: self.limit_read(state),
            },
            Phase::StartTile | Phase::Scarce | Phase::Build | Phase::Turn => Choice::Nothing {},
            Phase::Over => return None,
        })
    }

    fn player_view(&self, state: &State, seat: Seat) -> PlayerView {
        let player = &state.players[seat];
        let buildings = player.coast().iter().enumerate();
        let buildings = buildings.map(|(slot, &kind)| OwnBuilding {
            building: self.building_view(kind.into()),
            disc: player.busy >> slot & 1 == 1,
        });
        let governor = (player.governor != NONE).then(|| usize::from(player.governor));
        let tokens = self.components.action_tokens.iter().zip(player.actions);
        let categories = CATEGORIES.into_iter().zip(self.glory(state, seat));
        PlayerView {
            seat: seat + 1,
            score: self.score_of(state, seat),
            score_by_category: categories.collect(),
            turns: player.turns,
            passed: state.in_action_phase() && state.passed >> seat & 1 == 1,
            attributes: by_attribute(&player.attributes),
            attribute_tokens: by_attribute(&player.tokens),
            monument_discs: by_attribute(&player.monument),
            levels: self.levels_view(player),
            harbor: player.harbor,
            supply: player.supply,
            buildings: buildings.collect(),
            action_tokens: tokens
                .map(|(token, held)| (token.id.clone(), held))
                .collect(),
            cards: self.cards_view(player.cards),
            governor_space: governor.map(|card| self.components.cards[card].id.clone()),
            set_aside: self.cards_view(player.set_aside),
            discs: self.discs_view(player),
        }
    }

    fn levels_view(&self, player: &Player) -> Levels {
        let components = &self.components;
        let level = |attribute: usize| components.level(player.attributes[attribute]);
        Levels {
            build_level: components.build_level[level(INDUSTRY)],
            growth: components.growth[level(CULTURE)],
            payments: components.payments[level(WEALTH)],
            card_limit: components.card_limit[level(INFLUENCE)],
        }
    }

    /// Returns the discs of an owner on the board.
    fn discs_view(&self, player: &Player) -> Discs {
        let sites = Bits(player.sites).map(|site| self.board.sites[site].id.clone());
        Discs {
            sites: sites.collect(),
            high_seas: by_area(&player.high_seas),
            areas: by_area(&player.discs),
        }
    }

    fn building_view(&self, kind: usize) -> Described {
        let building = &self.components.buildings[kind];
        Described::new(&building.id, &building.name, &self.building_words(building))
    }

    fn card_view(&self, card: usize) -> Described {
        Described::new(
            &self.components.cards[card].id,
            &self.card_name(card),
            &self.card_words(card),
        )
    }

    fn cards_view(&self, cards: CardSet) -> Vec<Described> {
        Bits(cards).map(|card| self.card_view(card)).collect()
    }

    fn board_view(&self, state: &State) -> Board {
        let links = 0..self.board.links.len();
        Board {
            side: SIDE_NAMES[self.options.side],
            areas: (0..AREAS).map(|area| self.area_view(state, area)).collect(),
            links: links.map(|link| self.link_view(state, link)).collect(),
            slavery_abolished: state.abolished,
        }
    }

    fn area_view(&self, state: &State, area: usize) -> Area {
        let open = state.open >> area & 1 == 1;
        let track = (0..self.board.track[area]).map(|space| self.space_view(state, area, space));
        let sites = Bits(self.board.area(area)).map(|site| self.site_view(state, site));
        // When the region opens, a player takes the governor or it leaves the game.
        let governor = (REGIONS.contains(&area) && !open).then(|| governor_of(area));
        Area {
            id: AREA_NAMES[area],
            open,
            track: track.collect(),
            governor: governor.map(|card| self.card_view(card)),
            sites: sites.collect(),
        }
    }

    /// Returns the view of a space on a shipping track: a disc, or the token that the next disc there gains.
    fn space_view(&self, state: &State, area: usize, space: u8) -> Space {
        let disc = (space < state.shipped[area]).then(|| state.track[area][usize::from(space)]);
        let token = state.tokens[usize::from(self.board.track_token[area] + space)];
        Space {
            disc_of: disc.map(|disc| owner(disc.into())),
            token: disc.is_none().then(|| self.token_name(token).to_string()),
        }
    }

    fn site_view(&self, state: &State, number: usize) -> Site {
        let site = &self.board.sites[number];
        let holder = state.holder(number);
        let token = state.tokens[usize::from(self.board.site_token) + number];
        Site {
            id: site.id.clone(),
            name: site.name.clone(),
            kind: if site.city { "city" } else { "fleet" },
            glory: site.glory,
            disc_of: holder.map(owner),
            token: holder.is_none().then(|| self.token_name(token).to_string()),
        }
    }

    fn link_view(&self, state: &State, number: usize) -> Link {
        let link = self.board.links[number];
        let controls = |seat: &Seat| {
            let own = state.players[*seat].sites;
            own >> link.a & own >> link.b & 1 == 1
        };
        let seat = (0..self.players).find(controls);
        let with_token = state.link_tokens >> number & 1 == 1;
        let token = state.tokens[usize::from(self.board.link_token[number])];
        Link {
            sites: [link.a, link.b].map(|end| self.board.sites[usize::from(end)].id.clone()),
            token: with_token.then(|| self.token_name(token).to_string()),
            controlled_by: seat.map(|seat| seat + 1),
        }
    }

    /// Returns the view of the supplies.
    fn supplies_view(&self, state: &State) -> Supplies {
        let buildings = Bits(state.in_supply.into()).map(|kind| StockBuilding {
            building: self.building_view(kind),
            count: state.supply[kind],
        });
        let decks = (0..DECKS).map(|deck| {
            let left = usize::from(state.drawn[deck])..deck_size(deck);
            let cards = left.map(|place| self.card_view(deck_start(deck) + place));
            Deck {
                id: deck_name(deck),
                cards: cards.collect(),
            }
        });
        Supplies {
            buildings: buildings.collect(),
            decks: decks.collect(),
            discard_pile: self.cards_view(state.pile),
            removed_cards: self.cards_view(state.removed),
            removed_tokens: state.tokens_gone,
        }
    }
}

/// Returns the seats with a casualty that becomes an attribute.
fn casualties_of(state: &State) -> Vec<u8> {
    let seats = [(ATTACKER, state.active), (VICTIM, state.victim)].into_iter();
    let open = seats.filter(|(part, _)| state.casualties & part != 0);
    open.map(|(_, seat)| seat + 1).collect()
}

/// Returns the area that was occupied in the current turn.
fn occupied(state: &State) -> Option<&'static str> {
    AREA_NAMES.get(usize::from(state.occupied)).copied()
}
