//! Parsing of the seats.

use super::pieces::{Pieces, bits_of};
use crate::entering::Part;
use crate::maracaibo::components::{
    CardId, CardSet, DOUBLOON_INCOME_END, FIGURES, MAX_CARD_QUESTS, MAX_CP, NATION_NAMES, NATIONS,
    SYNERGY_NAMES, UPGRADES, VP_INCOME_END,
};
use crate::maracaibo::rules::cards::start_lasting;
use crate::maracaibo::rules::categories::{
    CATEGORY_NAMES, JEAN_CATEGORY_NAMES, SOLO_CATEGORY_NAMES,
};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::Player;

/// Maximum of values that the rules do not limit: turns, doubloons, points.
const MOST: u16 = 999;
/// Maximum absolute value of the points in a category.
const MOST_POINTS: i16 = 999;
/// Maximum hand size with any options.
const MOST_CARDS: u8 = 16;
/// Number of cards discarded in set-up, and maximum number of planned cards.
const THREE: usize = 3;

/// VP by category: common categories, then Jean's own.
pub type Points = (
    [i16; CATEGORY_NAMES.len()],
    [i16; JEAN_CATEGORY_NAMES.len()],
);

impl Pieces<'_> {
    /// Parses the components that every seat has, including Jean's.
    pub fn seat(&mut self, view: &Part) -> Result<(Player, Points), String> {
        let mut player = Player {
            turns: view.key("turns")?.within(0..=MOST)?,
            ship: self.location(&view.key("ship")?)?,
            explorer: self.space(&view.key("explorer")?)?,
            ..Player::EMPTY
        };
        let end = self.game.components.tracks.influence_end;
        let influence = view.key("influence")?;
        for (nation, name) in NATION_NAMES.iter().enumerate() {
            player.influence[nation] = influence.key(name)?.within(0..=end)?;
        }
        for token in view.key("combat_tokens")?.list()? {
            player.tokens |= self.lay_token(&token)?.bit();
            player.token_count += 1;
        }
        for quest in view.key("quest_tiles")?.list()? {
            player.quests |= self.lay_quest(&quest)?.bit();
            player.quest_count += 1;
        }
        let points = self.points(&view.key("score_by_category")?)?;
        player.points = points.0;
        Ok((player, points))
    }

    fn points(&self, by_category: &Part) -> Result<Points, String> {
        let names = match self.game.opponent {
            None => &CATEGORY_NAMES[..],
            Some(_) => &SOLO_CATEGORY_NAMES,
        };
        let mut points = Points::default();
        for (place, part) in by_category.by_name(names)? {
            let number = part.within(-MOST_POINTS..=MOST_POINTS)?;
            match place.checked_sub(CATEGORY_NAMES.len()) {
                None => points.0[place] = number,
                Some(hers) => points.1[hers] = number,
            }
        }
        Ok(points)
    }

    /// Parses a player. The hand is the one given in the data, or otherwise its public part.
    pub fn player(&mut self, view: &Part, seat: usize, shuffles: u8) -> Result<Player, String> {
        let (mut player, _) = self.seat(view)?;
        let figures = FIGURES as u8;
        player.doubloons = view.key("doubloons")?.within(0..=MOST)?;
        player.cp = view.key("cp")?.within(0..=MAX_CP)?;
        player.figures = view.key("figures")?.within(0..=figures)?;
        player.general = view.key("figures_in_general_supply")?.within(0..=figures)?;
        player.figures_on_cards = view.key("figures_on_cards")?.within(0..=figures)?;
        let income = view.key("doubloon_income")?;
        player.income_doubloons = income.within(0..=DOUBLOON_INCOME_END)?;
        player.income_vp = view.key("vp_income")?.within(0..=VP_INCOME_END - 1)?;
        let discs = view.key("discs")?;
        for area in 0..UPGRADES {
            let left = discs.key(&format!("U{}", area + 1))?.within(0..=2)?;
            player.discs[area] = left;
            player.upgrades |= u16::from(left == 0) << area;
        }
        player.synergies = bits_of(&view.key("synergy_tokens")?, &SYNERGY_NAMES)? as u8;
        let quests = view.key("quests_on_cards")?;
        let list = quests.list()?;
        if list.len() > MAX_CARD_QUESTS {
            return Err(quests.wrong(&format!("at most {MAX_CARD_QUESTS} quests")));
        }
        for (place, quest) in player.card_quests.iter_mut().zip(list) {
            *place = Some(self.lay_quest(&quest)?);
        }
        for building in view.key("prestige")?.list()? {
            player.prestige |= 1 << self.building(&building)?;
        }
        player.bought = self.lay_cards(&view.key("bought")?)?;
        self.assistants(&mut player, &view.key("assistants")?)?;
        player.career = view
            .optional("career")
            .map(|career| self.career(&career))
            .transpose()?;
        for task in view.key("tasks_done")?.list()? {
            player.tasks_done |= 1 << (task.within(1..=3)? - 1);
        }
        if let Some(dealt) = view.optional("careers_dealt") {
            let list = dealt.list()?;
            let [one, other] = &list[..] else {
                return Err(dealt.wrong("the two career cards that were dealt"));
            };
            player.careers_dealt = [Some(self.career(one)?), Some(self.career(other)?)];
        }
        if let Some(planned) = view.optional("planned") {
            self.three(&planned, &mut player.planned, false)?;
        }
        if let Some(discarded) = view.optional("set_aside") {
            self.three(&discarded, &mut player.set_aside, true)?;
        }
        self.hand(&mut player, view, (seat, shuffles))?;
        Ok(player)
    }

    /// Parses at most three cards into the first or the last of the three places.
    fn three(
        &mut self,
        list: &Part,
        places: &mut [Option<CardId>; THREE],
        at_end: bool,
    ) -> Result<(), String> {
        let cards = list.list()?;
        let skipped = match at_end {
            true => THREE.saturating_sub(cards.len()),
            false => 0,
        };
        if cards.len() > THREE {
            return Err(list.wrong("at most three cards"));
        }
        for (place, card) in places[skipped..].iter_mut().zip(cards) {
            *place = Some(self.lay_card(&card)?);
        }
        Ok(())
    }

    /// M-12.1: parses the assistants; every bought card with an assistant has it on the map.
    fn assistants(&self, player: &mut Player, list: &Part) -> Result<(), String> {
        let components = &self.game.components;
        let mut placed = CardSet::EMPTY;
        for assistant in list.list()? {
            let part = assistant.key("card")?;
            let card = self.card(&part)?;
            let has_one = components[card].assistant_location.is_some();
            if !player.bought.contains(card) || placed.contains(card) || !has_one {
                return Err(part.wrong("bought cards with an assistant, each at most once"));
            }
            placed.insert(card);
            let index = player.assistant_count;
            if usize::from(index) == FIGURES {
                return Err(part.wrong(&format!("at most {FIGURES} assistants")));
            }
            player.assistants[usize::from(index)] = card;
            player.assistant_count += 1;
            let new = assistant.optional("new");
            if new.map_or(Ok(false), |new| new.flag())? {
                player.assistants_new |= 1 << index;
            }
        }
        let bought = player.bought.minus(placed);
        let mut without = bought
            .iter()
            .filter(|&card| components[card].assistant_location.is_some());
        match without.next() {
            None => Ok(()),
            Some(card) => Err(format!(
                "{}: expected the assistant of {}, which was bought",
                list.path(),
                self.called(card)
            )),
        }
    }

    /// Parses the hand, or its public part.
    fn hand(
        &mut self,
        player: &mut Player,
        view: &Part,
        (seat, shuffles): (usize, u8),
    ) -> Result<(), String> {
        let size = view.key("hand_size")?;
        player.hand_len = size.within(0..=MOST_CARDS)?;
        let kept = view.optional("a_cards_kept");
        player.kept_a_cards = kept.map_or(Ok(0), |kept| kept.within(0..=MOST_CARDS))?;
        let known = view.key("known_cards")?;
        if let Some(hand) = view.optional("hand") {
            player.hand = self.lay_cards(&hand)?;
            if player.hand.len() != usize::from(player.hand_len) {
                return Err(size.wrong(&player.hand.len().to_string()));
            }
            for part in known.list()? {
                let card = self.card(&part)?;
                if !player.hand.contains(card) || player.hand_public.contains(card) {
                    return Err(part.wrong("cards of the hand, each once"));
                }
                player.hand_public.insert(card);
            }
        } else {
            player.hand_public = self.lay_cards(&known)?;
            player.hand = player.hand_public;
        }
        let others = usize::from(player.hand_len).checked_sub(player.hand_public.len());
        let others = others.ok_or_else(|| size.wrong("not fewer than known_cards"))?;
        let Some(by_pile) = view.optional("unseen_by_pile") else {
            // Before the first shuffle there is only one pile.
            if shuffles > 0 {
                view.key("unseen_by_pile")?;
            }
            self.unseen[seat] = vec![others as u8];
            return Ok(());
        };
        let numbers =
            by_pile.list_of(usize::from(shuffles) + 1, "numbers, one more than shuffles")?;
        let mut unseen = Vec::new();
        for number in numbers {
            unseen.push(number.within(0..=MOST_CARDS)?);
        }
        let hidden: usize = unseen.iter().map(|&number| usize::from(number)).sum();
        if hidden != others {
            return Err(by_pile.wrong(&format!("numbers that sum to {others}")));
        }
        self.unseen[seat] = unseen;
        Ok(())
    }
}

impl Ruleset {
    /// Applies the lasting effects of bought cards, except for cards that are paid for but not yet
    /// carried out.
    pub(crate) fn count_bought(&self, player: &mut Player, waiting: CardSet) {
        player.compasses = 1;
        for card in player.bought.minus(waiting).iter() {
            start_lasting(player, &self.components[card]);
        }
    }

    /// Returns the total number of markers of each nation.
    pub(crate) fn markers_of_each(&self) -> [u8; NATIONS] {
        [self.components.tracks.supply.iter().sum(); NATIONS]
    }
}
