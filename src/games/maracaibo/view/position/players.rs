//! The seats in the data view of a position. All their components are public, except for hands,
//! careers not chosen and the choices of set-up.

use serde::{Deserialize, Serialize};

use super::jean::JeanView;
use super::view::{View, labelled, members};
use crate::game::Seat;
use crate::maracaibo::components::{
    BORDER_NAMES, CardSet, CareerId, NATION_NAMES, OBJECT_NAMES, SYNERGY_NAMES, UPGRADES,
};
use crate::maracaibo::rules::categories::{CATEGORY_NAMES, SOLO_CATEGORY_NAMES};
use crate::maracaibo::rules::state::{Phase, Player};
use crate::view::{ByName, Described};

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
    /// score by category, as in `games.csv`: `cards`, `doubloon_track`, `vp_track`, `nations`, `majorities`,
    /// `explorer`, `quests`, `upgrades`, `prestige`, `careers`, `combat`, `assistants`, `homeward`, `interim`, `other`;
    /// in a solo game also Jean's `jean_actions`, `jean_income`, `jean_cards`, `jean_quests`, `jean_quest_lead`,
    /// `jean_upgrade_lead`, `jean_explorer_lead`
    pub score_by_category: ByName<i16, String>,
    /// number of turns begun
    pub turns: u16,
    /// location of the seat's ship
    pub ship: String,
    /// space of the seat's explorer
    pub explorer: String,
    /// borders that the seat's explorer has crossed
    #[serde(skip_deserializing)]
    pub borders_crossed: Vec<String>,
    /// steps on the influence tracks, by nation
    pub influence: ByName<u8, String>,
    /// noble ranks, by nation
    #[serde(skip_deserializing)]
    pub noble_ranks: ByName,
    /// combat tokens taken
    pub combat_tokens: Vec<String>,
    /// quest tiles taken
    pub quest_tiles: Vec<String>,
    #[serde(flatten, skip_deserializing)]
    pub seated: Seated,
}

/// Player or automa in the seat.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Seated {
    /// at the seat of a player
    Player(Box<Own>),
    /// at Jean's seat
    Jean(JeanView),
}

impl Default for Seated {
    fn default() -> Seated {
        Seated::Jean(JeanView::default())
    }
}

/// Components of a player that Jean does not have.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Own {
    /// number of doubloons
    pub doubloons: u16,
    /// number of combat points
    pub cp: u8,
    /// number of figures in the player's supply
    pub figures: u8,
    /// number of the player's figures in the general supply
    #[serde(skip_deserializing)]
    pub figures_in_general_supply: u8,
    /// number of the player's figures on project cards
    pub figures_on_cards: u8,
    /// position of the doubloon income marker
    pub doubloon_income: u8,
    /// position of the VP income marker
    pub vp_income: u8,
    /// doubloon income that still needs a synergy token, by kind of token
    #[serde(skip_deserializing)]
    pub waiting_doubloon_income: ByName,
    /// VP income that still needs a synergy token, by kind of token
    #[serde(skip_deserializing)]
    pub waiting_vp_income: ByName,
    /// number of discs left, by upgrade area
    pub discs: ByName<u8, String>,
    /// completed upgrade areas
    #[serde(skip_deserializing)]
    pub upgrades: Vec<String>,
    /// synergy tokens
    pub synergy_tokens: Vec<String>,
    /// number of compasses, including the printed one
    #[serde(skip_deserializing)]
    pub compasses: u8,
    /// lasting effects of the player's cards
    #[serde(skip_deserializing)]
    pub effects: Effects,
    /// number of permanent objects, by kind
    #[serde(skip_deserializing)]
    pub permanent_objects: ByName,
    /// CP gained when fighting for each nation
    #[serde(skip_deserializing)]
    pub ally_cp: ByName,
    /// quests on the player's cards
    pub quests_on_cards: Vec<Described>,
    /// prestige buildings in which the player has invested
    pub prestige: Vec<Described>,
    /// assistants on the map, in the order of placement
    pub assistants: Vec<Assistant>,
    /// the career card; null until it is known
    pub career: Option<Described>,
    /// numbers of the completed career tasks
    pub tasks_done: Vec<u8>,
    /// for its owner: both career cards that were dealt
    #[serde(skip_serializing_if = "Option::is_none")]
    pub careers_dealt: Option<Vec<Described>>,
    /// planned cards; null while they are secret
    pub planned: Option<Vec<Described>>,
    /// bought cards
    pub bought: Vec<Described>,
    /// number of cards in hand
    pub hand_size: u8,
    /// cards of the hand that every seat has seen
    pub known_cards: Vec<Described>,
    /// number of A cards kept in set-up that are certainly still in hand
    #[serde(default)]
    pub a_cards_kept: u8,
    /// number of the other cards in hand from each pile: from the deal and the first pile, from the pile of the first
    /// shuffle, and so on
    #[serde(default)]
    pub unseen_by_pile: Vec<usize>,
    /// for its owner: the hand
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Described>>,
    /// for its owner: the cards discarded in set-up
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub set_aside: Option<Vec<Described>>,
}

/// Lasting effects of a player's cards, as numbers.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effects {
    /// discount on every purchase, in doubloons
    pub discount: u8,
    /// number of additional steps of explorations
    pub explorer_steps: u8,
    /// CP gained before a combat
    pub cp_before_combat: u8,
    /// VP stolen for each explorer that is jumped over
    pub vp_stolen: u8,
    /// number of cards that give a reward when a ship visits an assistant of the player
    pub visitor: u8,
    /// CP for returning a figure
    pub cp_for_figure: u8,
    /// VP for each marker expelled
    pub vp_for_expelling: u8,
}

/// An assistant on the map.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assistant {
    /// card of the assistant
    pub card: String,
    /// location of the assistant
    #[serde(skip_deserializing)]
    pub location: Option<String>,
    /// true if the assistant was placed in this turn or scoring
    #[serde(skip_deserializing)]
    pub new: bool,
}

impl View<'_> {
    /// Describes the components of a seat.
    pub fn player(&self, seat: Seat) -> PlayerView {
        let player = &self.state.players[seat];
        let components = &self.game.components;
        let labels = &components.labels;
        let nations = NATION_NAMES.map(String::from);
        let ranks = player.influence.map(|step| self.game.noble_rank(step));
        let space = components.space(player.explorer);
        PlayerView {
            seat: seat + 1,
            score: self.game.score_of(self.state, seat as u8),
            score_by_category: self.categories(seat),
            turns: player.turns,
            ship: self.place(player.ship).to_string(),
            explorer: self.space_id(player.explorer).to_string(),
            borders_crossed: members(space.borders_crossed.into(), BORDER_NAMES),
            influence: nations.into_iter().zip(player.influence).collect(),
            noble_ranks: NATION_NAMES.into_iter().zip(ranks).collect(),
            combat_tokens: labelled(player.tokens.into(), &labels.tokens),
            quest_tiles: labelled(player.quests.into(), &labels.quests),
            seated: match self.game.is_jean(seat as u8) {
                true => Seated::Jean(self.jean()),
                false => Seated::Player(Box::new(self.own(seat, player))),
            },
        }
    }

    fn categories(&self, seat: Seat) -> ByName<i16, String> {
        let points = self.state.players[seat].points.into_iter();
        if self.game.opponent.is_none() {
            return CATEGORY_NAMES
                .map(String::from)
                .into_iter()
                .zip(points)
                .collect();
        }
        let is_jean = self.game.is_jean(seat as u8);
        let hers = self.state.jean.points.into_iter();
        let hers = hers.map(|points| if is_jean { points } else { 0 });
        let names = SOLO_CATEGORY_NAMES.map(String::from).into_iter();
        names.zip(points.chain(hers)).collect()
    }

    /// Describes the components that Jean does not have. Choices of the set-up are hidden, and
    /// hands are visible only to their owners.
    fn own(&self, seat: Seat, player: &Player) -> Own {
        let (open, sees) = (!self.is_secret(seat), self.sees(seat));
        let areas: Vec<String> = (1..=UPGRADES).map(|area| format!("U{area}")).collect();
        let buildings = 0..self.game.components.prestige.len() as u8;
        let invested = buildings.filter(|building| player.prestige >> building & 1 == 1);
        let card_quests = player.card_quests.into_iter().flatten();
        let chosen = player.career.filter(|_| open);
        let tasks = (1..=3).filter(|task| player.tasks_done >> (task - 1) & 1 == 1);
        let dealt = player.careers_dealt.into_iter().flatten();
        let planned = player.planned.into_iter().flatten();
        let set_aside = player.set_aside.into_iter().flatten();
        Own {
            doubloons: player.doubloons,
            cp: player.cp,
            figures: player.figures,
            figures_in_general_supply: player.general,
            figures_on_cards: player.figures_on_cards,
            doubloon_income: player.income_doubloons,
            vp_income: player.income_vp,
            waiting_doubloon_income: ByName::some(&player.waiting_doubloons, &SYNERGY_NAMES),
            waiting_vp_income: ByName::some(&player.waiting_vp, &SYNERGY_NAMES),
            discs: areas.iter().cloned().zip(player.discs).collect(),
            upgrades: labelled(player.upgrades.into(), &areas),
            synergy_tokens: members(player.synergies.into(), SYNERGY_NAMES),
            compasses: player.compasses,
            effects: Effects {
                discount: player.discount,
                explorer_steps: player.explore_plus,
                cp_before_combat: player.cp_before_combat,
                vp_stolen: player.jump_steal,
                visitor: player.visitor,
                cp_for_figure: player.figure_to_cp,
                vp_for_expelling: player.expel_vp,
            },
            permanent_objects: ByName::some(&player.permanent_objects, &OBJECT_NAMES),
            ally_cp: ByName::some(&player.ally_cp, &NATION_NAMES),
            quests_on_cards: card_quests.map(|quest| self.quest(quest)).collect(),
            prestige: invested.map(|building| self.building(building)).collect(),
            assistants: self.assistants(seat, player),
            career: chosen.map(|career| self.career(career)),
            tasks_done: tasks.collect(),
            careers_dealt: sees.then(|| dealt.map(|career| self.career(career)).collect()),
            planned: open.then(|| self.cards(planned)),
            bought: self.cards(player.bought.iter()),
            hand_size: player.hand_len,
            known_cards: self.cards(player.hand_public.iter()),
            a_cards_kept: player.kept_a_cards,
            unseen_by_pile: self.hand_by_pile(player.hand.minus(player.hand_public)),
            hand: sees.then(|| self.cards(player.hand.iter())),
            set_aside: sees.then(|| self.cards(set_aside)),
        }
    }

    /// Describes the assistants on the map. New assistants matter only in the turn in which they
    /// were placed and in scoring.
    fn assistants(&self, seat: Seat, player: &Player) -> Vec<Assistant> {
        let state = self.state;
        let current = seat == usize::from(state.active) || state.phase == Phase::Scoring;
        let placed = player.assistants().iter().enumerate();
        let placed = placed.map(|(index, &card)| {
            let location = self.game.components[card].assistant_location;
            Assistant {
                card: self.card_id(card).to_string(),
                location: location.map(|location| self.place(location).to_string()),
                new: current && player.assistants_new >> index & 1 == 1,
            }
        });
        placed.collect()
    }

    fn career(&self, career: CareerId) -> Described {
        let labels = &self.game.components.labels;
        let index = usize::from(career);
        let text = self.game.career_words(career);
        Described::new(&labels.careers[index], &labels.career_names[index], &text)
    }

    /// Returns the number of these cards from each pile: from the first pile, from the pile of the
    /// first shuffle, and so on. Every player could count these numbers.
    fn hand_by_pile(&self, cards: CardSet) -> Vec<usize> {
        let from = |pile: u8| {
            let cards = cards.iter();
            cards.filter(|&card| self.pile_of(card) == pile).count()
        };
        (0..=self.state.shuffles).map(from).collect()
    }
}
