//! Text for a player's components, including the part of the hand that the observer knows.

use super::super::position::{Own, PlayerView};
use super::super::texts::own::task_words;
use super::super::texts::terms::{count, title};
use super::page::Page;
use super::table::amounts;
use super::{
    SEAT, TABLE, View, bits, called, doubloons, explained, joined, listed, quest, seat_name,
};
use crate::maracaibo::components::{CardId, CareerId, GOOD_NAMES, OBJECT_NAMES, SYNERGY_NAMES};
use crate::maracaibo::rules::state::{Phase, Player};

impl View<'_> {
    /// Adds the seat of a player.
    pub(super) fn seat(&self, page: &mut Page, seat: &PlayerView, own: &Own) {
        let player = self.player(seat);
        let heading = format!(
            "{}: {} VP, {}, {} CP; ship at {}, explorer at {}",
            seat_name(seat.seat - 1),
            seat.score,
            doubloons(own.doubloons),
            own.cp,
            self.game.location_name(player.ship),
            seat.explorer,
        );
        page.line(TABLE, &heading);
        let mut figures = vec![
            format!("{} own", own.figures),
            format!("{} general", own.figures_in_general_supply),
        ];
        if own.figures_on_cards > 0 {
            figures.push(format!("{} on cards", own.figures_on_cards));
        }
        page.entry(SEAT, "figures", &listed(figures));
        page.entry(SEAT, "income", &income(own));
        page.entry(SEAT, "influence", &influence(seat));
        let trophies = [
            count(own.compasses, "compass"),
            self.tokens(seat),
            self.quest_tiles(seat),
        ];
        page.entry(SEAT, "trophies", &joined(trophies, "; "));
        self.hand(page, player, own);
        self.planned(page, seat);
        self.career(page, player, own);
        page.entry(SEAT, "bought", &listed(called(&own.bought)));
        self.assistants(page, player);
        self.upgrades(page, player);
        if !own.synergy_tokens.is_empty() {
            page.entry(SEAT, "synergies", &own.synergy_tokens.join(", "));
        }
        if !own.prestige.is_empty() {
            let names = own.prestige.iter().map(|building| building.name.clone());
            page.entry(SEAT, "prestige", &listed(names));
        }
        let quests: Vec<String> = own.quests_on_cards.iter().map(quest).collect();
        page.list(SEAT, "on cards", &quests);
        let lasting = lasting(own);
        if !lasting.is_empty() {
            page.entry(SEAT, "lasting", &listed(lasting));
        }
        let components = &self.game.components;
        let actions = bits(player.village_actions).filter_map(|index| {
            let action = components.village_actions.get(index)?;
            Some(self.game.village_action_words(action))
        });
        let combats = bits(player.combat_actions).filter_map(|index| {
            let action = components.combat_actions.get(index)?;
            let name = self.game.card_name(action.card);
            Some(format!("{name}: {}", self.game.combat_action_words(action)))
        });
        let actions: Vec<String> = actions.chain(combats).collect();
        page.list(SEAT, "actions", &actions);
        points(page, seat);
    }

    /// Formats the combat tokens of a seat.
    pub(super) fn tokens(&self, seat: &PlayerView) -> String {
        let number = self.player(seat).token_count;
        with_ids("combat tokens", number, &seat.combat_tokens)
    }

    /// Formats the quest tiles of a seat.
    pub(super) fn quest_tiles(&self, seat: &PlayerView) -> String {
        let number = self.player(seat).quest_count;
        with_ids("quest tiles", number, &seat.quest_tiles)
    }

    fn hand(&self, page: &mut Page, player: &Player, own: &Own) {
        let label = format!("hand {}", own.hand_size);
        let known = called(&own.known_cards);
        let Some(hand) = &own.hand else {
            let mut cards = known;
            let hidden = own.unseen_by_pile.iter().sum();
            cards.extend(std::iter::repeat_n("?".to_string(), hidden));
            if own.a_cards_kept > 0 {
                let kept = count(own.a_cards_kept, "A card");
                cards.push(format!("{kept} of them since set-up"));
            }
            page.entry(SEAT, &label, &listed(cards));
            return;
        };
        let mut shown = amounts(&player.hand_goods, &GOOD_NAMES);
        shown.extend(amounts(&player.hand_objects, &OBJECT_NAMES));
        let known = match known.is_empty() {
            true => String::new(),
            false => format!("; all have seen {}", listed(known)),
        };
        page.entry(SEAT, &label, &format!("shows {}{known}", listed(shown)));
        match self.observer {
            None => page.line(SEAT + 2, &listed(called(hand))),
            Some(_) => {
                for card in hand {
                    page.line(SEAT + 2, &explained(card));
                }
            }
        }
    }

    /// Formats a card with its cost and effects.
    fn card(&self, card: CardId) -> String {
        format!(
            "{}: {}",
            self.game.card_name(card),
            self.game.card_words(card)
        )
    }

    fn planned(&self, page: &mut Page, seat: &PlayerView) {
        let player = self.player(seat);
        let seat = seat.seat - 1;
        let hidden = self.choices_are_hidden(seat);
        let own = self.observer == Some(seat);
        for (label, cards) in [("planned", player.planned), ("set aside", player.set_aside)] {
            let cards = cards.into_iter().flatten();
            let words: Vec<String> = cards
                .map(|card| match (hidden, own) {
                    (true, _) => "?".to_string(),
                    (_, true) => self.card(card),
                    _ => self.game.card_name(card),
                })
                .collect();
            match own {
                true => page.list(SEAT, label, &words),
                false if words.is_empty() => {}
                false => page.entry(SEAT, label, &listed(words)),
            }
        }
    }

    /// Adds the chosen career, or both dealt careers before the choice.
    fn career(&self, page: &mut Page, player: &Player, own: &Own) {
        match (&own.career, player.career) {
            (Some(card), Some(career)) => {
                page.entry(SEAT, "career", &card.called());
                self.tasks(page, player, career);
            }
            (None, Some(_)) => page.entry(SEAT, "career", "chosen, ?"),
            (_, None) => page.entry(SEAT, "career", "not chosen"),
        }
        if self.state.phase == Phase::Setup {
            let dealt = own.careers_dealt.iter().flatten();
            let others = dealt.filter(|&career| own.career.as_ref() != Some(career));
            for career in others {
                page.entry(SEAT, "dealt", &explained(career));
            }
        }
    }

    /// Adds the tasks of the career with the player's progress.
    fn tasks(&self, page: &mut Page, player: &Player, career: CareerId) {
        let progress = self.game.progress(player);
        let tasks = self.game.components.careers[usize::from(career)].tasks;
        for (index, task) in tasks.iter().enumerate() {
            let words = if player.tasks_done >> index & 1 == 1 {
                "done".to_string()
            } else {
                let reached = progress[task.kind as usize];
                format!("{}; {reached} so far", task_words(task))
            };
            page.line(SEAT + 2, &format!("task {}: {words}", index + 1));
        }
    }

    /// Adds the assistants with their locations.
    fn assistants(&self, page: &mut Page, player: &Player) {
        let components = &self.game.components;
        let places: Vec<String> = (player.assistants().iter().enumerate())
            .map(|(index, &card)| {
                let name = self.game.card_name(card);
                let words = self.game.assistant_words(&components[card]);
                let new = match player.assistants_new >> index & 1 {
                    1 => "; new",
                    _ => "",
                };
                format!("{name}: {}{new}", words.unwrap_or_default())
            })
            .collect();
        page.list(SEAT, "assistants", &places);
    }

    /// Adds completed upgrades, started areas, and areas that can be started.
    fn upgrades(&self, page: &mut Page, player: &Player) {
        let complete: Vec<String> = bits(player.upgrades)
            .map(|area| {
                let number = area as u8 + 1;
                format!("U{number}: {}", self.game.upgrade_words(number))
            })
            .collect();
        page.list(SEAT, "upgrades", &complete);
        let discs = player.discs.iter().enumerate();
        let begun = discs.filter(|&(_, &discs)| discs == 1);
        let begun: Vec<String> = begun
            .map(|(area, _)| self.game.upgrade_name(area as u8 + 1))
            .collect();
        if !begun.is_empty() {
            page.entry(SEAT, "half", &begun.join("; "));
        }
    }
}

/// Adds the points by category, without the categories that are 0.
pub(super) fn points(page: &mut Page, seat: &PlayerView) {
    let named = seat.score_by_category.0.iter();
    let some = named.filter(|&(_, points)| *points != 0);
    let some: Vec<String> = some
        .map(|(name, points)| format!("{name} {points}"))
        .collect();
    if !some.is_empty() {
        page.entry(SEAT, "points", &listed(some));
    }
}

/// Formats the influence and noble rank of each nation.
pub(super) fn influence(seat: &PlayerView) -> String {
    let steps = seat.influence.0.iter().zip(&seat.noble_ranks.0);
    listed(steps.map(|((nation, step), (_, rank))| {
        let rank = match rank {
            0 => String::new(),
            rank => format!(" (rank {rank})"),
        };
        format!("{} {step}{rank}", title(nation))
    }))
}

/// Formats a number of components with their ids: `combat tokens 2 (7, 12)`.
fn with_ids(what: &str, number: u8, ids: &[String]) -> String {
    match ids.is_empty() {
        true => format!("{what} {number}"),
        false => format!("{what} {number} ({})", ids.join(", ")),
    }
}

/// Formats the income, including the income that waits for synergy tokens.
fn income(own: &Own) -> String {
    let mut parts = vec![format!(
        "{}, {} VP",
        doubloons(own.doubloon_income.into()),
        own.vp_income
    )];
    for name in SYNERGY_NAMES {
        if let Some(&waits) = own.waiting_doubloon_income.get(name) {
            let doubloons = count(waits, "doubloon");
            parts.push(format!("+{doubloons} with the token {name}"));
        }
        if let Some(vp) = own.waiting_vp_income.get(name) {
            parts.push(format!("+{vp} VP with the token {name}"));
        }
    }
    joined(parts, "; ")
}

/// Formats the lasting effects of own cards.
fn lasting(own: &Own) -> Vec<String> {
    let effects = &own.effects;
    let off = count(effects.discount, "doubloon");
    let visitor = count(effects.visitor, "reward");
    let first = [(effects.discount, format!("{off} off every purchase"))];
    let objects = own.permanent_objects.0.iter();
    let objects =
        objects.map(|&(object, amount)| (amount, format!("always {}", count(amount, object))));
    let allies = own.ally_cp.0.iter();
    let allies =
        allies.map(|&(nation, cp)| (cp, format!("{cp} CP when fighting for {}", title(nation))));
    let cp = effects.cp_before_combat;
    let before = [(cp, format!("{cp} CP before a combat"))];
    let (vp, cp) = (effects.vp_for_expelling, effects.cp_for_figure);
    let (steps, stolen) = (effects.explorer_steps, effects.vp_stolen);
    let others = [
        (vp, format!("{vp} VP for each expelled marker")),
        (cp, format!("{cp} CP for a figure at any time")),
        (
            steps,
            format!("explorations go {} further", count(steps, "space")),
        ),
        (
            stolen,
            format!("{stolen} VP from each player whose explorer is jumped over"),
        ),
        (
            effects.visitor,
            format!("{visitor} when one of their assistants is visited"),
        ),
    ];
    let all = first.into_iter().chain(objects).chain(before);
    let all = all.chain(allies).chain(others);
    let some = all.filter(|(amount, _)| *amount > 0);
    some.map(|(_, words)| words).collect()
}
