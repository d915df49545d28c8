//! Parses the seats of players and of Jean.

use super::super::position::{JeanView, Own, PlayerView, Seated};
use super::cards::draw;
use super::pieces::Pieces;
use crate::entering::{named, within};
use crate::game::Chance;
use crate::maracaibo::components::{
    AUTOMA_LETTERS, AUTOMA_SPACES, AutomaId, CardId, CardSet, CareerId, DOUBLOON_INCOME_END,
    FIGURES, MAX_CARD_QUESTS, MAX_CP, NATION_NAMES, SYNERGY_NAMES, UPGRADES, VP_INCOME_END,
    automa_cards_of,
};
use crate::maracaibo::rules::cards::start_lasting;
use crate::maracaibo::rules::categories::SOLO_CATEGORY_NAMES;
use crate::maracaibo::rules::jean::pieces::Jean;
use crate::maracaibo::rules::setup::{AUTOMA_CARDS, CAREERS};
use crate::maracaibo::rules::state::{Player, State};
use crate::view::Described;

/// Maximum of values that the rules do not limit: turns, doubloons, points.
const MOST: u16 = 999;
/// Maximum absolute value of the points in a category.
const MOST_POINTS: i16 = 999;
/// Maximum hand size with any options.
const MOST_CARDS: u8 = 16;
/// Maximum number of planned cards.
const MOST_PLANNED: usize = 3;
/// Number of figures on a career card at the start, one per task.
const ON_CAREER: u8 = 3;

/// Returns the ids of components.
fn ids(list: &[Described]) -> impl Iterator<Item = &String> {
    list.iter().map(|component| &component.id)
}

impl Pieces<'_> {
    /// Sets the components of a seat. Cards that the view does not show are not set.
    pub fn set_seat(
        &mut self,
        state: &mut State,
        seat: usize,
        view: &PlayerView,
    ) -> Result<(), String> {
        let at = |key: &str| format!("players, {}, {key}", seat + 1);
        let mut player = Player {
            turns: within(at("turns"), view.turns, 0..=MOST)?,
            ship: self.locations.find(at("ship"), &view.ship)?,
            explorer: self.spaces.find(at("explorer"), &view.explorer)?,
            ..Player::EMPTY
        };
        let end = self.game.components.tracks.influence_end;
        for (nation, name) in NATION_NAMES.iter().enumerate() {
            player.influence[nation] = named(at("influence"), &view.influence, name, 0..=end)?;
        }
        for token in self
            .tokens
            .take_all(at("combat_tokens"), &view.combat_tokens)?
        {
            player.tokens |= token.bit();
            player.token_count += 1;
        }
        for quest in self.quests.take_all(at("quest_tiles"), &view.quest_tiles)? {
            player.quests |= quest.bit();
            player.quest_count += 1;
        }
        match (&view.seated, self.game.is_jean(seat as u8)) {
            (Seated::Player(own), false) => self.set_own(state, &mut player, own, at)?,
            (Seated::Jean(jean), true) => state.jean = self.jean(jean, at)?,
            (_, true) => return Err(at("taken_cards: expected the key at the seat of Jean")),
            (_, false) => return Err(at("taken_cards: expected no such key: only Jean has it")),
        }
        for (category, name) in SOLO_CATEGORY_NAMES.into_iter().enumerate() {
            let (place, points) = (at("score_by_category"), &view.score_by_category);
            let points = named(place, points, name, -MOST_POINTS..=MOST_POINTS)?;
            match category.checked_sub(player.points.len()) {
                None => player.points[category] = points,
                Some(hers) if self.game.is_jean(seat as u8) => state.jean.points[hers] = points,
                Some(_) => {}
            }
        }
        state.players[seat] = player;
        Ok(())
    }

    /// Sets the components that Jean does not have.
    fn set_own(
        &mut self,
        state: &State,
        player: &mut Player,
        own: &Own,
        at: impl Fn(&str) -> String,
    ) -> Result<(), String> {
        let figures = FIGURES as u8;
        player.doubloons = within(at("doubloons"), own.doubloons, 0..=MOST)?;
        player.cp = within(at("cp"), own.cp, 0..=MAX_CP)?;
        player.figures = within(at("figures"), own.figures, 0..=figures)?;
        player.figures_on_cards =
            within(at("figures_on_cards"), own.figures_on_cards, 0..=figures)?;
        let income = own.doubloon_income;
        player.income_doubloons = within(at("doubloon_income"), income, 0..=DOUBLOON_INCOME_END)?;
        player.income_vp = within(at("vp_income"), own.vp_income, 0..=VP_INCOME_END - 1)?;
        for area in 0..UPGRADES {
            let name = format!("U{}", area + 1);
            player.discs[area] = named(at("discs"), &own.discs, &name, 0..=2)?;
            player.upgrades |= u16::from(player.discs[area] == 0) << area;
        }
        for (kind, name) in SYNERGY_NAMES.iter().enumerate() {
            let is_own = own.synergy_tokens.iter().any(|token| token == name);
            player.synergies |= u8::from(is_own) << kind;
        }
        let quests = &own.quests_on_cards;
        within(at("quests_on_cards"), quests.len(), 0..=MAX_CARD_QUESTS)?;
        let quests = self.quests.take_all(at("quests_on_cards"), ids(quests))?;
        for (place, quest) in player.card_quests.iter_mut().zip(quests) {
            *place = Some(quest);
        }
        for id in ids(&own.prestige) {
            let building = self.buildings.find(at("prestige"), id)?;
            if !state.prestige[..usize::from(state.prestige_shown)].contains(&building) {
                return Err(at(&format!(
                    "prestige: \"{id}\": expected a building of board, prestige"
                )));
            }
            player.prestige |= 1 << building;
        }
        let bought = self.cards.take_all(at("bought"), ids(&own.bought))?;
        player.bought = bought.into_iter().collect();
        self.set_assistants(player, own, &at)?;
        for &task in &own.tasks_done {
            player.tasks_done |= 1 << (within(at("tasks_done"), task, 1..=3)? - 1);
        }
        self.set_careers(player, own, &at)?;
        let planned = own.planned.as_deref().unwrap_or_default();
        within(at("planned"), planned.len(), 0..=MOST_PLANNED)?;
        let planned = self.cards.take_all(at("planned"), ids(planned))?;
        for (place, card) in player.planned.iter_mut().zip(planned) {
            *place = Some(card);
        }
        self.set_hand(player, own, &at)?;
        self.start_bought(player, &at)?;
        // M-1.11, M-16.1: all other figures are in the general supply.
        let elsewhere = player.figures
            + player.figures_on_cards
            + player.assistant_count
            + player.prestige.count_ones() as u8
            + (ON_CAREER - player.tasks_done.count_ones() as u8);
        player.general = figures.checked_sub(elsewhere).ok_or_else(|| {
            at(&format!(
                "figures: {elsewhere} in the own supply, on cards, on the map and on prestige buildings; expected at \
                 most {figures}"
            ))
        })?;
        Ok(())
    }

    /// M-12.1: sets the assistants. The assistant of every bought card must be on the map.
    fn set_assistants(
        &self,
        player: &mut Player,
        own: &Own,
        at: &impl Fn(&str) -> String,
    ) -> Result<(), String> {
        within(at("assistants"), own.assistants.len(), 0..=FIGURES)?;
        for (place, assistant) in player.assistants.iter_mut().zip(&own.assistants) {
            *place = self.cards.find(at("assistants"), &assistant.card)?;
            player.assistant_count += 1;
        }
        let has_one = |card: &CardId| self.game.components[*card].assistant_location.is_some();
        let expected: CardSet = player.bought.iter().filter(has_one).collect();
        let placed: CardSet = player.assistants().iter().copied().collect();
        match placed == expected && placed.len() == own.assistants.len() {
            true => Ok(()),
            false => Err(at(
                "assistants: expected the bought cards with an assistant, each once",
            )),
        }
    }

    /// M-1.15: sets the career, which is one of two that were dealt.
    fn set_careers(
        &mut self,
        player: &mut Player,
        own: &Own,
        at: &impl Fn(&str) -> String,
    ) -> Result<(), String> {
        let career = own.career.as_ref();
        let career = career.ok_or_else(|| at("career: expected the career card"))?;
        player.career = Some(self.careers.find(at("career"), &career.id)?);
        let dealt = match &own.careers_dealt {
            Some(dealt) => ids(dealt).collect(),
            None => vec![&career.id],
        };
        within(at("careers_dealt"), dealt.len(), 1..=2)?;
        let dealt = self.careers.take_all(at("career"), dealt)?;
        for (place, career) in player.careers_dealt.iter_mut().zip(dealt) {
            *place = Some(career);
        }
        match player.careers_dealt.contains(&player.career) {
            true => Ok(()),
            false => Err(at("career: expected one of careers_dealt")),
        }
    }

    /// Sets the hand, or the part of the hand that all players have seen.
    fn set_hand(
        &mut self,
        player: &mut Player,
        own: &Own,
        at: &impl Fn(&str) -> String,
    ) -> Result<(), String> {
        within(at("hand_size"), own.hand_size, 0..=MOST_CARDS)?;
        player.kept_a_cards = within(at("a_cards_kept"), own.a_cards_kept, 0..=MOST_CARDS)?;
        let known = ids(&own.known_cards);
        let Some(hand) = &own.hand else {
            let known = self.cards.take_all(at("known_cards"), known)?;
            player.hand_public = known.into_iter().collect();
            player.hand = player.hand_public;
            return Ok(());
        };
        let hand = self.cards.take_all(at("hand"), ids(hand))?;
        player.hand = hand.into_iter().collect();
        for id in known {
            let card = self.cards.find(at("known_cards"), id)?;
            if !player.hand.contains(card) {
                return Err(at(&format!(
                    "known_cards: \"{id}\": expected a card of the hand"
                )));
            }
            player.hand_public.insert(card);
        }
        Ok(())
    }

    /// Starts the lasting effects of bought cards, and checks that the player has the synergy tokens
    /// of all purchases (M-19.1, M-20).
    fn start_bought(
        &self,
        player: &mut Player,
        at: &impl Fn(&str) -> String,
    ) -> Result<(), String> {
        let components = &self.game.components;
        player.compasses = 1;
        for card in player.bought.iter() {
            start_lasting(player, &components[card]);
        }
        let of_cards = player.bought.iter();
        let of_cards = of_cards.filter_map(|card| components[card].synergy);
        let buildings = components.prestige.iter().enumerate();
        let of_buildings = buildings
            .filter(|(index, _)| player.prestige >> index & 1 == 1)
            .map(|(_, building)| building.synergy);
        let mut brought = of_cards.chain(of_buildings);
        match brought.find(|&kind| !player.has_synergy(kind)) {
            None => Ok(()),
            Some(kind) => Err(at(&format!(
                "synergy_tokens: expected also \"{}\", because of the purchases",
                SYNERGY_NAMES[usize::from(kind)]
            ))),
        }
    }

    /// Draws the careers that were dealt but not chosen, if the view does not show them.
    pub fn draw_careers<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let mut left: Vec<CareerId> = self.careers.left().collect();
        for player in &mut state.players[..self.game.players] {
            let [_, other] = &mut player.careers_dealt;
            if other.is_none() {
                *other = Some(draw(&mut left, CAREERS, chance));
            }
        }
    }

    /// Returns the components that only Jean has, with the known cards of her deck.
    fn jean(&mut self, view: &JeanView, at: impl Fn(&str) -> String) -> Result<Jean, String> {
        let bits = |cards: Vec<AutomaId>| cards.iter().fold(0, |bits, card| bits | card.bit());
        let known = view.ever_turned.iter();
        let known = known.map(|id| self.automa.find(at("ever_turned"), id));
        let known = known.collect::<Result<_, _>>()?;
        let deck = view.deck_cards.as_ref().unwrap_or(&view.deck);
        let cards = self.cards.take_all(at("taken_cards"), &view.taken_cards)?;
        Ok(Jean {
            cards: cards.into_iter().collect(),
            discs: within(at("discs"), view.discs, 0..=AUTOMA_SPACES as u8)?,
            deck: bits(self.automa.take_all(at("deck"), deck)?),
            discards: bits(self.automa.take_all(at("turned"), &view.turned)?),
            known: bits(known),
            ..Jean::ABSENT
        })
    }

    /// M-24.2: draws the unknown cards of Jean's deck, and checks its cards.
    pub fn set_deck<C: Chance>(
        &self,
        state: &mut State,
        players: &[PlayerView],
        chance: &mut C,
    ) -> Result<(), String> {
        let jean = &mut state.jean;
        let Some(opponent) = &self.game.opponent else {
            return Ok(());
        };
        let of_letter = |letter| automa_cards_of(&self.game.components.automa, letter);
        for view in players {
            let Seated::Jean(view) = &view.seated else {
                continue;
            };
            let unknown = view.deck_unknown.0.iter();
            for &(letter, number) in unknown.filter(|_| view.deck_cards.is_none()) {
                let letter = AUTOMA_LETTERS.iter().position(|other| *other == letter);
                let cards = letter.map_or(0, of_letter) & !jean.known;
                let left = self.automa.left();
                let mut left: Vec<AutomaId> = left.filter(|card| cards & card.bit() != 0).collect();
                within("players, 2, deck_unknown", number as usize, 0..=left.len())?;
                for _ in 0..number {
                    jean.deck |= draw(&mut left, AUTOMA_CARDS, chance).bit();
                }
            }
        }
        let all = jean.deck | jean.discards;
        let agrees = match opponent.exactly {
            0 => (opponent.counts.iter().enumerate())
                .all(|(letter, &count)| (all & of_letter(letter)).count_ones() == u32::from(count)),
            exactly => all == exactly && jean.known == exactly,
        };
        let turned_are_known = jean.discards & !jean.known == 0 && jean.known & !all == 0;
        match agrees && turned_are_known {
            true => Ok(()),
            false => Err(format!(
                "players, 2: the deck and the turned cards are not those of {}; expected its number of cards of each \
                 letter, each once, and in ever_turned all that were turned",
                opponent.name
            )),
        }
    }
}
