//! What everybody has: open to all, but for hands, careers not chosen and the choices of set-up.

use serde_json::{Map, Value, json};

use super::super::categories::{CATEGORY_NAMES, SOLO_CATEGORY_NAMES};
use super::super::components::{
    BORDER_NAMES, CardSet, CareerId, NATION_NAMES, OBJECT_NAMES, SYNERGY_NAMES, UPGRADES,
};
use super::super::state::{Phase, Player};
use super::view::{View, component, members, some_by_name};
use crate::game::Seat;

impl View<'_> {
    /// What a seat has.
    pub fn player(&self, seat: Seat) -> Value {
        let player = &self.state.players[seat];
        let mut told = self.pieces(seat, player);
        if self.game.is_jean(seat as u8) {
            told.append(&mut self.jean());
        } else {
            for mut part in [
                self.ship_board(seat, player),
                self.career(seat, player),
                self.project_cards(seat, player),
            ] {
                told.append(&mut part);
            }
        }
        Value::Object(told)
    }

    /// What Jean has, too.
    fn pieces(&self, seat: Seat, player: &Player) -> Map<String, Value> {
        let components = &self.game.components;
        let labels = &components.labels;
        let ranks = player.influence.map(|step| self.game.noble_rank(step));
        let space = components.space(player.explorer);
        let borders = BORDER_NAMES.map(String::from);
        object(json!({
            "seat": seat + 1,
            "score": self.game.score_of(self.state, seat as u8),
            "score_by_category": self.categories(seat),
            "turns": player.turns,
            "ship": self.place(player.ship),
            "explorer": self.space_id(player.explorer),
            "borders_crossed": members(space.borders_crossed.into(), &borders),
            "influence": NATION_NAMES.into_iter().zip(player.influence).collect::<Value>(),
            "noble_ranks": NATION_NAMES.into_iter().zip(ranks).collect::<Value>(),
            "combat_tokens": members(player.tokens.into(), &labels.tokens),
            "quest_tiles": members(player.quests.into(), &labels.quests),
        }))
    }

    fn categories(&self, seat: Seat) -> Value {
        let points = self.state.players[seat].points.into_iter();
        if self.game.opponent.is_none() {
            return CATEGORY_NAMES.into_iter().zip(points).collect();
        }
        let is_jean = self.game.is_jean(seat as u8);
        let hers = self.state.jean.points.into_iter();
        let hers = hers.map(|points| if is_jean { points } else { 0 });
        let names = SOLO_CATEGORY_NAMES.into_iter();
        names.zip(points.chain(hers)).collect()
    }

    /// Money, figures, income, upgrades, tokens and what cards have added to them.
    fn ship_board(&self, seat: Seat, player: &Player) -> Map<String, Value> {
        let areas: Vec<String> = (1..=UPGRADES).map(|area| format!("U{area}")).collect();
        let discs: Value = areas.iter().map(String::as_str).zip(player.discs).collect();
        let synergies = SYNERGY_NAMES.map(String::from);
        let prestige = (0..self.game.components.prestige.len() as u8)
            .filter(|building| player.prestige >> building & 1 == 1)
            .map(|building| self.building(building));
        let card_quests = player.card_quests.into_iter().flatten();
        object(json!({
            "doubloons": player.doubloons,
            "cp": player.cp,
            "figures": player.figures,
            "figures_in_general_supply": player.general,
            "figures_on_cards": player.figures_on_cards,
            "doubloon_income": player.income_doubloons,
            "vp_income": player.income_vp,
            "waiting_doubloon_income": some_by_name(&SYNERGY_NAMES, &player.waiting_doubloons),
            "waiting_vp_income": some_by_name(&SYNERGY_NAMES, &player.waiting_vp),
            "discs": discs,
            "upgrades": members(player.upgrades.into(), &areas),
            "synergy_tokens": members(player.synergies.into(), &synergies),
            "compasses": player.compasses,
            "effects": effects(player),
            "permanent_objects": some_by_name(&OBJECT_NAMES, &player.permanent_objects),
            "ally_cp": some_by_name(&NATION_NAMES, &player.ally_cp),
            "quests_on_cards": card_quests.map(|quest| self.quest(quest)).collect::<Vec<Value>>(),
            "prestige": prestige.collect::<Vec<Value>>(),
            "assistants": self.assistants(seat, player),
        }))
    }

    /// The assistants on the map, in the order of placement. New ones matter in the turn that placed them and in
    /// scoring.
    fn assistants(&self, seat: Seat, player: &Player) -> Value {
        let state = self.state;
        let current = seat == usize::from(state.active) || state.phase == Phase::Scoring;
        let placed = player.assistants().iter().enumerate();
        let placed = placed.map(|(index, &card)| {
            let location = self.game.components[card].assistant_location;
            json!({
                "card": self.card_id(card),
                "location": location.map(|location| self.place(location)),
                "new": current && player.assistants_new >> index & 1 == 1,
            })
        });
        placed.collect()
    }

    fn career(&self, seat: Seat, player: &Player) -> Map<String, Value> {
        let chosen = player.career.filter(|_| !self.is_secret(seat));
        let tasks = (0..3).filter(|task| player.tasks_done >> task & 1 == 1);
        let mut told = object(json!({
            "career": chosen.map(|career| self.career_card(career)),
            "tasks_done": tasks.map(|task| task + 1).collect::<Vec<u8>>(),
        }));
        if self.sees(seat) {
            let dealt = player.careers_dealt.into_iter().flatten();
            let dealt = dealt.map(|career| self.career_card(career));
            told.insert("careers_dealt".to_string(), dealt.collect());
        }
        told
    }

    fn career_card(&self, career: CareerId) -> Value {
        let labels = &self.game.components.labels;
        let index = usize::from(career);
        let text = self.game.career_words(career);
        component(&labels.careers[index], &labels.career_names[index], &text)
    }

    /// Cards in hand, planned and bought.
    fn project_cards(&self, seat: Seat, player: &Player) -> Map<String, Value> {
        let planned = player.planned.into_iter().flatten();
        let planned = (!self.is_secret(seat)).then(|| self.cards(planned));
        let mut told = object(json!({
            "planned": planned,
            "bought": self.cards(player.bought.iter()),
            "hand_size": player.hand_len,
            "known_cards": self.cards(player.hand_public.iter()),
            "a_cards_kept": player.kept_a_cards,
            "unseen_by_pile": self.hand_by_pile(player.hand.minus(player.hand_public)),
        }));
        if self.sees(seat) {
            told.insert("hand".to_string(), self.cards(player.hand.iter()));
            let set_aside = player.set_aside.into_iter().flatten();
            told.insert("set_aside".to_string(), self.cards(set_aside));
        }
        told
    }

    /// How many of these cards come from the first pile, from that of the first shuffle, and so on: everybody could
    /// count that.
    fn hand_by_pile(&self, cards: CardSet) -> Vec<usize> {
        let from = |pile: u8| {
            let cards = cards.iter();
            cards.filter(|&card| self.pile_of(card) == pile).count()
        };
        (0..=self.state.shuffles).map(from).collect()
    }
}

/// Lasting effects of own cards that are numbers.
fn effects(player: &Player) -> Value {
    json!({
        "discount": player.discount,
        "explorer_steps": player.explore_plus,
        "cp_before_combat": player.cp_before_combat,
        "vp_stolen": player.jump_steal,
        "visitor": player.visitor,
        "cp_for_figure": player.figure_to_cp,
        "vp_for_expelling": player.expel_vp,
    })
}

/// The keys of an object.
pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(keys) => keys,
        other => unreachable!("{other} is no object"),
    }
}
