//! What a player has, and as much of the hand as the observer knows.

use super::super::categories::CATEGORY_NAMES;
use super::super::components::{CardId, CareerId, GOOD_NAMES, Nation, OBJECT_NAMES, SYNERGY_NAMES};
use super::super::state::{Phase, Player};
use super::super::texts::cards::{combat_action_words, village_action_words};
use super::super::texts::own::task_words;
use super::super::texts::terms::count;
use super::page::Page;
use super::table::amounts;
use super::tasks::compasses;
use super::{SEAT, TABLE, View, bits, doubloons, joined, listed, nation_name, seat_name};
use crate::game::Seat;

impl View<'_> {
    /// A seat of a player.
    pub(super) fn seat(&self, page: &mut Page, seat: Seat) {
        let player = self.player(seat);
        let labels = &self.game.components.labels;
        let heading = format!(
            "{}: {} VP, {}, {} CP; ship at {}, explorer at {}",
            seat_name(seat),
            player.score(),
            doubloons(player.doubloons),
            player.cp,
            self.game.location_name(player.ship),
            labels.spaces[usize::from(player.explorer)],
        );
        page.line(TABLE, &heading);
        let mut figures = vec![
            format!("{} own", player.figures),
            format!("{} general", player.general),
        ];
        if player.figures_on_cards > 0 {
            figures.push(format!("{} on cards", player.figures_on_cards));
        }
        page.entry(SEAT, "figures", &listed(figures));
        page.entry(SEAT, "income", &income(player));
        page.entry(SEAT, "influence", &self.influence(player));
        self.trophies(page, player);
        self.hand(page, seat);
        self.planned(page, seat);
        self.career(page, seat);
        self.cards(page, player);
        self.upgrades(page, player);
        if player.synergies != 0 {
            let names = SYNERGY_NAMES.into_iter().zip(0..);
            let own = names.filter(|&(_, kind)| player.has_synergy(kind));
            page.entry(
                SEAT,
                "synergies",
                &listed(own.map(|(name, _)| name.to_string())),
            );
        }
        if player.prestige != 0 {
            let buildings = bits(player.prestige);
            let names = buildings.map(|index| labels.prestige_names[index].clone());
            page.entry(SEAT, "prestige", &listed(names));
        }
        let quests = player.card_quests.into_iter().flatten();
        let quests: Vec<String> = quests
            .map(|quest| self.game.quest_line(self.state, quest))
            .collect();
        page.list(SEAT, "on cards", &quests);
        let lasting = lasting(player);
        if !lasting.is_empty() {
            page.entry(SEAT, "lasting", &listed(lasting));
        }
        let components = &self.game.components;
        let actions = bits(player.village_actions).filter_map(|index| {
            let action = components.village_actions.get(index)?;
            Some(village_action_words(action))
        });
        let combats = bits(player.combat_actions).filter_map(|index| {
            let action = components.combat_actions.get(index)?;
            let name = self.game.card_name(action.card);
            Some(format!("{name}: {}", combat_action_words(action)))
        });
        let actions: Vec<String> = actions.chain(combats).collect();
        page.list(SEAT, "actions", &actions);
        self.points(page, &player.points, &CATEGORY_NAMES);
    }

    /// Points by category, as far as there are any.
    pub(super) fn points(&self, page: &mut Page, points: &[i16], names: &[&str]) {
        let named = names.iter().zip(points);
        let some = named.filter(|&(_, &points)| points != 0);
        let some: Vec<String> = some
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        if !some.is_empty() {
            page.entry(SEAT, "points", &listed(some));
        }
    }

    /// Steps and noble ranks.
    pub(super) fn influence(&self, player: &Player) -> String {
        listed(Nation::ALL.map(|nation| {
            let step = player.influence[usize::from(nation)];
            let rank = self.game.noble_rank(step);
            let rank = match rank {
                0 => String::new(),
                rank => format!(" (rank {rank})"),
            };
            format!("{} {step}{rank}", nation_name(nation))
        }))
    }

    /// Compasses, combat tokens and quest tiles.
    fn trophies(&self, page: &mut Page, player: &Player) {
        let parts = [
            compasses(player.compasses),
            self.tokens(player),
            self.quest_tiles(player),
        ];
        page.entry(SEAT, "trophies", &joined(parts, "; "));
    }

    /// The combat tokens of a seat.
    pub(super) fn tokens(&self, player: &Player) -> String {
        let labels = &self.game.components.labels.tokens;
        with_ids("combat tokens", player.token_count, player.tokens, labels)
    }

    /// The quest tiles of a seat.
    pub(super) fn quest_tiles(&self, player: &Player) -> String {
        let labels = &self.game.components.labels.quests;
        with_ids("quest tiles", player.quest_count, player.quests, labels)
    }

    fn hand(&self, page: &mut Page, seat: Seat) {
        let player = self.player(seat);
        let label = format!("hand {}", player.hand_len);
        let names = |cards: &mut dyn Iterator<Item = CardId>| -> Vec<String> {
            cards.map(|card| self.game.card_name(card)).collect()
        };
        if !self.knows_secrets_of(seat) {
            let hidden = player.hand.minus(player.hand_public).len();
            let mut cards = names(&mut player.hand_public.iter());
            cards.extend(std::iter::repeat_n("?".to_string(), hidden));
            if player.kept_a_cards > 0 {
                let kept = count(player.kept_a_cards, "A card");
                cards.push(format!("{kept} among them since the set-up"));
            }
            page.entry(SEAT, &label, &listed(cards));
            return;
        }
        let mut shown = amounts(&player.hand_goods, &GOOD_NAMES);
        shown.extend(amounts(&player.hand_objects, &OBJECT_NAMES));
        let known = names(&mut player.hand_public.iter());
        let known = match known.is_empty() {
            true => String::new(),
            false => format!("; all have seen {}", listed(known)),
        };
        page.entry(SEAT, &label, &format!("shows {}{known}", listed(shown)));
        match self.observer {
            None => page.line(SEAT + 2, &listed(names(&mut player.hand.iter()))),
            Some(_) => {
                for card in player.hand.iter() {
                    page.line(SEAT + 2, &self.card(card));
                }
            }
        }
    }

    /// A card with what it costs and does.
    fn card(&self, card: CardId) -> String {
        format!(
            "{}: {}",
            self.game.card_name(card),
            self.game.card_words(card)
        )
    }

    fn planned(&self, page: &mut Page, seat: Seat) {
        let player = self.player(seat);
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

    fn career(&self, page: &mut Page, seat: Seat) {
        let player = self.player(seat);
        let hidden = self.choices_are_hidden(seat);
        match player.career {
            Some(_) if hidden => page.entry(SEAT, "career", "chosen, ?"),
            Some(career) => {
                page.entry(SEAT, "career", &self.career_name(career));
                self.tasks(page, player, career);
            }
            None => page.entry(SEAT, "career", "not chosen"),
        }
        if self.state.phase == Phase::Setup && !hidden {
            let dealt = player.careers_dealt.into_iter().flatten();
            let others = dealt.filter(|&career| player.career != Some(career));
            for career in others {
                let words = self.game.career_words(career);
                let name = self.career_name(career);
                page.entry(SEAT, "dealt", &format!("{name}: {words}"));
            }
        }
    }

    fn career_name(&self, career: CareerId) -> String {
        let labels = &self.game.components.labels;
        let index = usize::from(career);
        format!("{} {}", labels.careers[index], labels.career_names[index])
    }

    /// Tasks of the career, with how far the player is.
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

    /// Bought cards, and where their assistants stand.
    fn cards(&self, page: &mut Page, player: &Player) {
        let bought = player.bought.iter().map(|card| self.game.card_name(card));
        page.entry(SEAT, "bought", &listed(bought));
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

    /// Upgrades, begun areas, and what can be begun.
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
        let begun: Vec<String> = begun.map(|(area, _)| format!("U{}", area + 1)).collect();
        if !begun.is_empty() {
            page.entry(SEAT, "half", &listed(begun));
        }
    }
}

/// A number of things with their ids: `combat tokens 2 (7, 12)`.
fn with_ids(what: &str, number: u8, set: u32, labels: &[String]) -> String {
    let ids: Vec<&str> = bits(set)
        .filter_map(|index| labels.get(index).map(String::as_str))
        .collect();
    match ids.is_empty() {
        true => format!("{what} {number}"),
        false => format!("{what} {number} ({})", ids.join(", ")),
    }
}

/// Income, and what of it waits for synergy tokens.
fn income(player: &Player) -> String {
    let mut parts = vec![format!(
        "{}, {} VP",
        doubloons(player.income_doubloons.into()),
        player.income_vp
    )];
    for (kind, name) in SYNERGY_NAMES.into_iter().enumerate() {
        let (doubloons, vp) = (player.waiting_doubloons[kind], player.waiting_vp[kind]);
        if doubloons > 0 {
            let doubloons = count(doubloons, "doubloon");
            parts.push(format!("+{doubloons} with the token {name}"));
        }
        if vp > 0 {
            parts.push(format!("+{vp} VP with the token {name}"));
        }
    }
    joined(parts, "; ")
}

/// Lasting effects of own cards.
fn lasting(player: &Player) -> Vec<String> {
    let mut parts = Vec::new();
    let mut add = |amount: u8, words: String| {
        if amount > 0 {
            parts.push(words);
        }
    };
    let some = |amount: u8, what: &str| count(amount, what);
    add(
        player.discount,
        format!("{} off every purchase", some(player.discount, "doubloon")),
    );
    for (kind, &amount) in player.permanent_objects.iter().enumerate() {
        add(
            amount,
            format!("always {}", some(amount, OBJECT_NAMES[kind])),
        );
    }
    let cp = player.cp_before_combat;
    add(cp, format!("{cp} CP before a combat"));
    for nation in Nation::ALL {
        let cp = player.ally_cp[usize::from(nation)];
        add(
            cp,
            format!("{cp} CP when fighting for {}", nation_name(nation)),
        );
    }
    let vp = player.expel_vp;
    add(vp, format!("{vp} VP for each marker expelled"));
    let cp = player.figure_to_cp;
    add(cp, format!("{cp} CP for a figure at any time"));
    let steps = player.explore_plus;
    add(steps, format!("explorations go {steps} further"));
    let vp = player.jump_steal;
    add(vp, format!("{vp} VP from each explorer jumped"));
    let times = player.visitor;
    add(
        times,
        format!("{} when an own assistant is visited", some(times, "reward")),
    );
    parts
}
