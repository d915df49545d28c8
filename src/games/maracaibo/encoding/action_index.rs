//! Action indices: each notation has a unique index below a bound that depends only on the set-up.

use std::collections::BTreeMap;

use crate::maracaibo::components::{
    Components, FIGURES, GOODS, MAX_CHOICES, NATIONS, SYNERGIES, UPGRADES,
};
use crate::maracaibo::rules::action::{Action, ActionKind};
use crate::maracaibo::rules::map_graph::MapGraph;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;
use crate::maracaibo::rules::story::pieces::STORY_TILES;

const KINDS: usize = ActionKind::ALL.len();

/// Indices of the actions of a set-up, ordered by kind and then by arguments. Journeys, explorer
/// moves, actions with C cards and quests of story cards come last, so that all other actions have
/// the same index in every set-up of a data set.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// First index of each kind.
    first: [u32; KINDS],
    bound: u32,
    /// Number of seats; the robbed seats of an explorer move are encoded in this many bits.
    seats: u32,
    /// Number of spaces on the explorer track.
    spaces: u32,
    /// Indices of the journeys, in a list of all distinct notations, by map.
    journeys: Vec<ByRound>,
    /// Number of A and B cards, excluding cards added by custom data sets.
    main_cards: u32,
    /// Number of all other cards in this set-up: C cards and added cards.
    c_cards: u32,
    /// First index of actions with C cards.
    first_of_c_cards: u32,
    /// Number of quests outside story cards, and number of quests on story cards.
    quests: u32,
    story_quests: u32,
    /// Policy indices of the journeys, counted from the first journey.
    policy_journeys: Vec<u32>,
    /// Number of policy indices of journeys: the journeys on the map without legacy tiles.
    map_journeys: u32,
}

impl Numbers {
    /// Computes the indices of a set-up.
    pub fn new(game: &Ruleset) -> Numbers {
        let Ruleset {
            components, board, ..
        } = game;
        let (journeys, notations) = number_journeys(game.charts.all());
        let plain = game.charts.plain();
        let (_, map_notations) = number_journeys(std::slice::from_ref(plain));
        let policy_journeys = policy_journeys(&notations, &map_notations);
        let (notations, map_journeys) = (notations.len() as u32, map_notations.len() as u32);
        let main_cards = components.main_cards().min(MAIN_CARDS);
        let cards = match board.c_cards.is_empty() {
            true => components.main_cards(),
            false => components.cards.len(),
        };
        let c_cards = cards - main_cards;
        let last = [ActionKind::Advance, ActionKind::Sail];
        let story_quests = if game.story.is_some() { STORY_TILES } else { 0 };
        let others = (ActionKind::ALL.iter().copied()).filter(|kind| !last.contains(kind));
        let mut numbers = Numbers {
            first: [0; KINDS],
            bound: 0,
            seats: game.seats() as u32,
            spaces: components.explorer.len() as u32,
            journeys,
            main_cards: main_cards as u32,
            c_cards: c_cards as u32,
            first_of_c_cards: 0,
            quests: (components.quests.len() - story_quests) as u32,
            story_quests: story_quests as u32,
            policy_journeys,
            map_journeys,
        };
        for kind in others.chain(last) {
            numbers.first[kind as usize] = numbers.bound;
            numbers.bound += match kind {
                ActionKind::Sail => notations,
                ActionKind::Advance => numbers.spaces << numbers.seats,
                ActionKind::Quest => numbers.quests,
                _ if CARD_KINDS.contains(&kind) => numbers.main_cards,
                _ => arguments(kind, components, game.story.is_some()) as u32,
            };
        }
        numbers.first_of_c_cards = numbers.bound;
        numbers.bound += CARD_KINDS.len() as u32 * numbers.c_cards + numbers.story_quests;
        numbers
    }

    /// Returns the exclusive upper bound of the action indices.
    pub fn bound(&self) -> u32 {
        self.bound
    }

    /// Returns the exclusive upper bound of the policy indices.
    pub fn policy_slots(&self) -> u32 {
        self.policy_first_of_story_quests() + self.story_quests
    }

    /// Returns the policy index of an action: the index from [`Numbers::of`] without the parts that depend on the
    /// set-up. Explorer moves do not encode the robbed seats, and a journey that exists only with legacy tiles has the
    /// index of the first journey to its destination on the map without tiles.
    #[inline]
    pub fn to_policy(&self, action: Action, state: &State) -> u32 {
        let number = self.of(action, state);
        let first = self.first[FIRST_OF_STORY as usize];
        match action {
            Action::Advance { space, robbed } => {
                first + (u32::from(space) << 1 | u32::from(robbed != 0))
            }
            Action::Sail(_) => {
                let journey = number - self.first[ActionKind::Sail as usize];
                first + 2 * self.spaces + self.policy_journeys[journey as usize]
            }
            Action::Quest(_) if number >= self.first_of_c_cards => {
                self.policy_first_of_story_quests() + number - self.first_of_story_quests()
            }
            _ if number >= self.first_of_c_cards => {
                let number = number - self.first_of_c_cards;
                self.policy_of_c_card(number / self.c_cards, number % self.c_cards)
            }
            _ if number >= first => number + 2 * self.spaces + self.map_journeys,
            _ => number,
        }
    }

    /// Returns the first policy index of actions with C cards.
    fn policy_first_of_c_cards(&self) -> u32 {
        let first = self.first[FIRST_OF_STORY as usize];
        first + 2 * self.spaces + self.map_journeys + (MAX_CHOICES + TILES) as u32
    }

    /// Returns the first index of quests on story cards.
    fn first_of_story_quests(&self) -> u32 {
        self.first_of_c_cards + CARD_KINDS.len() as u32 * self.c_cards
    }

    /// Returns the first policy index of quests on story cards.
    fn policy_first_of_story_quests(&self) -> u32 {
        self.policy_first_of_c_cards() + CARD_KINDS.len() as u32 * self.c_cards
    }

    /// Returns the policy index of an action with a C card. The kind is given by its index in [`CARD_KINDS`], the card by its
    /// index among the C cards.
    fn policy_of_c_card(&self, kind: u32, card: u32) -> u32 {
        self.policy_first_of_c_cards() + CARD_KINDS.len() as u32 * card + kind
    }

    /// Returns the index of an action in a state.
    #[inline]
    pub fn of(&self, action: Action, state: &State) -> u32 {
        let argument = match action {
            Action::Sail(journey) => {
                let ship = state.players[usize::from(state.active)].ship;
                let by_round = &self.journeys[usize::from(state.chart)];
                by_round[usize::from(state.round == 4)][usize::from(ship)][usize::from(journey)]
            }
            Action::Advance { space, robbed } => u32::from(space) << self.seats | u32::from(robbed),
            Action::GainInfluence(steps) => u32::from(steps) - 1,
            Action::Plan(card)
            | Action::Discard(card)
            | Action::Deliver(card)
            | Action::Assistant(card)
            | Action::Buy(card)
            | Action::UseCard(card)
            | Action::Take(card)
            | Action::Strike(card) => {
                let card = u32::from(card);
                if card >= self.main_cards {
                    return self.of_c_card(action.kind(), card - self.main_cards);
                }
                card
            }
            Action::Annex(location)
            | Action::Expel(location)
            | Action::Occupy(location)
            | Action::MarkerVillage(location) => u32::from(location),
            Action::Quest(quest) => match u32::from(quest).checked_sub(self.quests) {
                Some(of_story) => return self.first_of_story_quests() + of_story,
                None => u32::from(quest),
            },
            Action::Upgrade10(nation)
            | Action::Fight(nation)
            | Action::Influence(nation)
            | Action::MarkerNation(nation)
            | Action::RewardRank(nation) => nation as u32,
            Action::Career(career) => u32::from(career),
            Action::Vote(choice) => u32::from(choice),
            Action::RemoveTile(tile) => u32::from(tile),
            Action::Task(index)
            | Action::Invest(index)
            | Action::SilverFleet(index)
            | Action::Disc(index)
            | Action::Good(index)
            | Action::Synergy(index)
            | Action::PayFigures(index)
            | Action::Figures(index) => u32::from(index),
            _ => 0,
        };
        self.first[action.kind() as usize] + argument
    }

    /// Returns the policy index of an action with a component (a card, quest or building), given by
    /// its index.
    pub fn of_component(&self, kind: ActionKind, index: u32) -> u32 {
        match CARD_KINDS.iter().position(|&other| other == kind) {
            Some(kind) if index >= self.main_cards => {
                self.policy_of_c_card(kind as u32, index - self.main_cards)
            }
            None if kind == ActionKind::Quest && index >= self.quests => {
                self.policy_first_of_story_quests() + index - self.quests
            }
            _ => self.first[kind as usize] + index,
        }
    }

    /// Returns the index of an action with a C card, given by its index among the C cards.
    fn of_c_card(&self, kind: ActionKind, card: u32) -> u32 {
        let kinds = CARD_KINDS.iter().take_while(|&&other| other != kind);
        self.first_of_c_cards + kinds.count() as u32 * self.c_cards + card
    }
}

/// The first kind of action that exists only in campaigns. These kinds come last in [`ActionKind::ALL`].
const FIRST_OF_STORY: ActionKind = ActionKind::Vote;
/// Number of indices for removed legacy tiles, which are numbered from 1 to 25.
const TILES: usize = 26;

/// Number of A and B cards in the game (M-1.5).
const MAIN_CARDS: usize = 157;

/// Kinds of action whose argument is a card.
pub(crate) const CARD_KINDS: [ActionKind; 8] = [
    ActionKind::Plan,
    ActionKind::Discard,
    ActionKind::Deliver,
    ActionKind::Assistant,
    ActionKind::Buy,
    ActionKind::UseCard,
    ActionKind::Take,
    ActionKind::Strike,
];

/// Returns the number of possible arguments of a kind of action without cards. It does not depend
/// on the set-up, except for the story.
fn arguments(kind: ActionKind, components: &Components, has_story: bool) -> usize {
    match kind {
        ActionKind::Annex | ActionKind::Expel | ActionKind::Occupy | ActionKind::MarkerVillage => {
            components.locations.len()
        }
        ActionKind::Career => components.careers.len(),
        ActionKind::Invest => components.prestige.len(),
        ActionKind::Upgrade10
        | ActionKind::Fight
        | ActionKind::Influence
        | ActionKind::MarkerNation
        | ActionKind::RewardRank => NATIONS,
        ActionKind::Task => 3,
        ActionKind::GainInfluence | ActionKind::SilverFleet => 2,
        ActionKind::PayFigures | ActionKind::Figures => FIGURES + 1,
        ActionKind::Disc => UPGRADES,
        ActionKind::Good => GOODS,
        ActionKind::Synergy => SYNERGIES,
        ActionKind::Vote if has_story => MAX_CHOICES,
        ActionKind::RemoveTile if has_story => TILES,
        ActionKind::Vote | ActionKind::RemoveTile => 0,
        _ => 1,
    }
}

/// Indices of the journeys on one map, in rounds 1 to 3 and in round 4, by location.
type ByRound = [Vec<Vec<u32>>; 2];

/// Returns the index in `map` of each journey in `notations`. For a journey that is not in `map`, returns the index of
/// the first journey in `map` to its destination.
fn policy_journeys(notations: &[&str], map: &[&str]) -> Vec<u32> {
    let destination = |notation: &str| notation.split(" via ").next().map(str::to_string);
    let place = |notation: &&str| {
        let same = map.iter().position(|other| other == notation);
        let near = || {
            let to = destination(notation);
            map.iter().position(|other| destination(other) == to)
        };
        same.or_else(near).unwrap_or_default() as u32
    };
    notations.iter().map(place).collect()
}

/// Numbers the distinct notations of all journeys on all maps in order of first occurrence, and
/// returns them.
fn number_journeys(charts: &[MapGraph]) -> (Vec<ByRound>, Vec<&str>) {
    let mut notations: BTreeMap<&str, u32> = BTreeMap::new();
    let mut list = Vec::new();
    let mut numbers = Vec::with_capacity(charts.len());
    for chart in charts {
        numbers.push(chart.journeys.each_ref().map(|by_place| {
            let from = by_place.iter().map(|journeys| {
                let numbers = journeys.iter().map(|journey| {
                    let next = notations.len() as u32;
                    *notations
                        .entry(journey.notation.as_str())
                        .or_insert_with(|| {
                            list.push(journey.notation.as_str());
                            next
                        })
                });
                numbers.collect()
            });
            from.collect()
        }));
    }
    (numbers, list)
}
