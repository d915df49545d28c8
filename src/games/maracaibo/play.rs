//! Carrying out actions: the stack of open tasks, and the gains and payments that every chapter
//! of the rules uses.

use super::action::{Action, ActionKind};
use super::categories::{CATEGORIES, Category};
use super::components::{CardId, Cost, EffectKind, Effects, NONE};
use super::events::EventKind;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use super::task::{Task, TaskKind};
use crate::game::{Chance, Event, EventLog};

/// CP that the ship board holds (M-7.10).
pub const MAX_CP: u8 = 8;

/// A game in motion: rules, position, chance and event log together.
pub(super) struct Play<'a, C, L> {
    pub game: &'a Ruleset,
    pub state: &'a mut State,
    pub chance: &'a mut C,
    pub log: &'a mut L,
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Carries out a legal action and whatever follows without a choice.
    pub fn apply(&mut self, action: Action) {
        let task = *self.state.top().expect("the game is not over");
        match action.kind {
            // Free actions leave the decision that they precede open (M-4.2).
            ActionKind::Task => self.complete_task(task.seat, action.a),
            ActionKind::FigureToCp => self.figure_to_cp(task.seat),
            ActionKind::Plan if task.kind != TaskKind::SetupPlan => {
                self.plan(task.seat, action.a);
            }
            _ => {
                self.state.stack_len -= 1;
                self.decide(task, action);
            }
        }
        self.advance();
    }

    #[inline]
    fn decide(&mut self, task: Task, action: Action) {
        match task.kind {
            TaskKind::SetupCareer | TaskKind::SetupPlan | TaskKind::SetupDiscard => {
                self.decide_setup(task, action);
            }
            TaskKind::Sail => self.decide_sail(task, action),
            TaskKind::DiscTile => self.decide_disc_tile(task, action),
            TaskKind::Main => self.decide_main(task, action),
            TaskKind::City => self.decide_city(task, action),
            TaskKind::Village => self.decide_village(task, action),
            TaskKind::Free => {}
            TaskKind::Draw => self.decide_draw(task, action),
            TaskKind::Nation => self.decide_nation(task, action),
            TaskKind::Combat => self.decide_combat(task, action),
            TaskKind::PayCombat => self.pay_combat(task, action.a),
            TaskKind::PayCards => self.decide_pay_cards(task, action),
            TaskKind::SameGoods => self.pay_cards(task.seat, 0, action.a, task.a),
            TaskKind::Influence => self.influence(task.seat, action.a, task.a),
            TaskKind::Disc => self.decide_disc(task, action),
            TaskKind::Explore => self.decide_explore(task, action),
            TaskKind::TrackQuest => self.decide_track_quest(task, action),
            TaskKind::MarkerVillage => self.decide_marker_village(task, action),
            TaskKind::MarkerNation => self.decide_marker_nation(task, action),
            TaskKind::Upgrade11 => self.decide_upgrade11(task, action),
            TaskKind::SynergyChoice => self.gain_synergy(task.seat, action.a),
            TaskKind::FiguresOnCard => self.figures_onto_card(task.seat, action.a, task.a),
            TaskKind::DiscardHand => self.decide_discard_hand(task, action),
            TaskKind::DoubloonsOrAssistants => self.decide_doubloons_or_assistants(task, action),
            TaskKind::FigureForVp => self.decide_figure_for_vp(task, action),
            TaskKind::Visitor => self.decide_visitor(task, action),
            TaskKind::Interim => self.decide_interim(task, action),
            TaskKind::Final => self.purchase_in_scoring(task.seat, action),
            TaskKind::FinalAfter => {}
            _ => unreachable!("{:?} is no decision", task.kind),
        }
    }

    /// Carries out tasks from the top of the stack until one needs a choice.
    pub fn advance(&mut self) {
        while let Some(top) = self.state.top() {
            // Only the kind is read here: a task that has just been written field by field would
            // have to reach memory before it could be copied whole.
            if top.kind > TaskKind::FinalAfter {
                let task = *top;
                self.state.stack_len -= 1;
                self.carry_out(task);
            } else if self.game.is_open(self.state, top) {
                return;
            } else {
                self.state.stack_len -= 1;
            }
        }
    }

    fn carry_out(&mut self, task: Task) {
        let seat = task.seat;
        match task.kind {
            TaskKind::Arrive => self.arrive(seat),
            TaskKind::Effect => {
                let kind = EFFECT_KINDS[usize::from(task.a)];
                let category = CATEGORIES[task.c as usize];
                self.effect(seat, kind, task.b, category);
            }
            TaskKind::CombatResolve => self.resolve_combat_action(task),
            TaskKind::QuestReward => self.quest_reward(seat, task.a),
            TaskKind::QuestTile => self.take_quest_tile(seat, task.a),
            TaskKind::CardResolve => self.resolve_card(seat, task.a),
            TaskKind::Immediate => self.immediate_effect(seat, task.a),
            TaskKind::ExplorerArrive => self.explorer_arrives(seat),
            TaskKind::AssistantEffects => {
                let effects = self.game.components.assistant_actions[usize::from(task.a)].effects;
                self.effects(seat, &effects, Category::Cards);
            }
            TaskKind::VillageEffects => {
                let effects = self.game.components.village_actions[usize::from(task.a)].effects;
                self.effects(seat, &effects, Category::Cards);
            }
            TaskKind::Upgrade9Effects => {
                self.doubloons(seat, 2);
                self.vp(seat, Category::Upgrades, 2);
            }
            TaskKind::DiscTileReward => self.disc_tile_reward(seat, task.a),
            TaskKind::EndPhaseB => self.end_phase_b(seat),
            TaskKind::DrawCards => self.start_draws(seat),
            TaskKind::EndTurn => self.end_turn(),
            TaskKind::EndSetup => self.end_setup(),
            TaskKind::InterimRest => self.rest_of_interim_scoring(),
            TaskKind::FinalRest => self.rest_of_final_scoring(),
            TaskKind::JeanArrive => self.jean_arrives(task.a),
            _ => unreachable!("{:?} is a decision", task.kind),
        }
    }

    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.state.stack[usize::from(self.state.stack_len)] = task;
        self.state.stack_len += 1;
    }

    /// A player.
    #[inline]
    pub fn player(&mut self, seat: u8) -> &mut Player {
        &mut self.state.players[usize::from(seat)]
    }

    /// Reports an event.
    #[inline]
    pub fn event(&mut self, seat: u8, kind: EventKind, item: u8, value: i32) {
        let turn = if self.state.phase == Phase::Setup {
            0
        } else {
            self.state.players[usize::from(seat)].turns
        };
        self.log.push(Event {
            seat,
            round: self.state.round,
            turn,
            kind: kind as u8,
            item: u16::from(item),
            value,
        });
    }

    /// Terms of an effect, left to right: those without a choice at once, the others through the
    /// stack.
    pub fn effects(&mut self, seat: u8, effects: &Effects, category: Category) {
        let mut terms = effects.iter();
        while let Some(term) = terms.next() {
            if term.kind.is_choice() {
                let rest = terms.as_slice();
                for later in rest.iter().rev() {
                    let task = Task::with(
                        TaskKind::Effect,
                        seat,
                        later.kind as u8,
                        later.amount,
                        category as u32,
                    );
                    self.push(task);
                }
                self.effect(seat, term.kind, term.amount, category);
                return;
            }
            self.effect(seat, term.kind, term.amount, category);
        }
    }

    /// One term of an effect.
    pub fn effect(&mut self, seat: u8, kind: EffectKind, amount: u8, category: Category) {
        match kind {
            EffectKind::Doubloons => self.doubloons(seat, amount),
            EffectKind::Vp => self.vp(seat, category, i32::from(amount)),
            EffectKind::Cp => self.cp(seat, amount),
            EffectKind::Figures => self.figures(seat, amount),
            EffectKind::Influence => {
                self.push(Task::with(TaskKind::Influence, seat, amount, 0, 0));
            }
            EffectKind::Discs => self.push(Task::with(TaskKind::Disc, seat, amount, 0, 0)),
            EffectKind::Explore => self.explore(seat, amount),
            EffectKind::VillageActions => {
                self.push(Task::with(TaskKind::Village, seat, amount, 0, 0));
            }
            EffectKind::Combat => self.start_combat(seat),
            EffectKind::SailAndMain => self.push(Task::with(TaskKind::Sail, seat, amount, 1, 0)),
            EffectKind::VpPerAssistant => {
                let count = self.player(seat).assistant_count;
                self.vp(seat, category, i32::from(amount) * i32::from(count));
            }
            EffectKind::VpPerCombatToken => {
                let count = self.player(seat).token_count;
                self.vp(seat, category, i32::from(amount) * i32::from(count));
            }
        }
    }

    /// Gains (or, for `jump_steal`, loses) VP.
    #[inline]
    pub fn vp(&mut self, seat: u8, category: Category, amount: i32) {
        self.player(seat).points[category as usize] += amount as i16;
    }

    /// Gains doubloons.
    #[inline]
    pub fn doubloons(&mut self, seat: u8, amount: u8) {
        self.player(seat).doubloons += u16::from(amount);
    }

    /// Gains CP; what is beyond 8 is lost (M-7.10).
    #[inline]
    pub fn cp(&mut self, seat: u8, amount: u8) {
        let player = self.player(seat);
        player.cp = (player.cp + amount).min(MAX_CP);
    }

    /// Takes figures from the general supply, as far as there are any (M-A42).
    #[inline]
    pub fn figures(&mut self, seat: u8, amount: u8) {
        let player = self.player(seat);
        let taken = amount.min(player.general);
        player.general -= taken;
        player.figures += taken;
    }

    /// Returns figures from the own to the general supply.
    #[inline]
    pub fn return_figures(&mut self, seat: u8, amount: u8) {
        let player = self.player(seat);
        player.figures -= amount;
        player.general += amount;
    }

    /// M-21.2, M-A60: returns one figure for CP.
    fn figure_to_cp(&mut self, seat: u8) {
        self.return_figures(seat, 1);
        let amount = self.player(seat).figure_to_cp;
        self.cp(seat, amount);
    }

    /// M-8.1: steps on a nation's track, 2 VP for each beyond the last space.
    pub fn influence(&mut self, seat: u8, nation: u8, steps: u8) {
        let end = self.game.components.tracks.influence_end;
        let step = &mut self.player(seat).influence[usize::from(nation)];
        let reached = (*step + steps).min(end);
        let beyond = *step + steps - reached;
        *step = reached;
        self.vp(seat, Category::Other, 2 * i32::from(beyond));
    }

    /// M-8.2, M-A13: to the next noble rank; the end of the track beyond the last one.
    pub fn next_rank(&mut self, seat: u8, nation: u8) {
        let game = self.game;
        let step = &mut self.player(seat).influence[usize::from(nation)];
        *step = game.components.tracks.next_rank[usize::from(*step)];
    }

    /// Puts a marker of a nation from its supply on the map or a legacy tile.
    pub fn take_marker(&mut self, nation: u8) {
        self.state.supply[usize::from(nation)] -= 1;
        self.state.marker_count[usize::from(nation)] += 1;
    }

    /// Puts a marker of a nation on a location; another nation's marker there leaves the game.
    /// Returns whether one was expelled.
    pub fn place_marker(&mut self, nation: u8, location: u8) -> bool {
        let old = self.state.markers[usize::from(location)];
        if old != NONE {
            self.state.marker_count[usize::from(old)] -= 1;
        }
        self.state.markers[usize::from(location)] = nation;
        self.take_marker(nation);
        old != NONE
    }

    /// Discards a hand card.
    #[inline]
    pub fn discard(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        self.player(seat).lose(card, &game.components);
        self.state.discards.insert(card);
    }

    /// Discards the whole hand (M-A20: planned cards stay).
    pub fn discard_hand(&mut self, seat: u8) {
        for card in self.player(seat).hand.iter() {
            self.discard(seat, card);
            self.event(seat, EventKind::Discarded, card, 0);
        }
    }

    /// M-4.2: puts a hand card into the planning area.
    fn plan(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let player = self.player(seat);
        player.lose(card, &game.components);
        let space = player.planned_count();
        player.planned[space] = card;
        self.event(seat, EventKind::Planned, card, 0);
    }

    /// Discards `count` hand cards that show the good (`object` = 0) or object (1) `which`: by
    /// choice if there are more, at once otherwise.
    pub fn pay_cards(&mut self, seat: u8, object: u8, which: u8, count: u8) {
        if count == 0 {
            return;
        }
        let game = self.game;
        let player = self.player(seat);
        let shown = if object == 0 {
            player.hand_goods
        } else {
            player.hand_objects
        };
        if shown[usize::from(which)] > count {
            let count = u32::from(count);
            self.push(Task::with(TaskKind::PayCards, seat, object, which, count));
            return;
        }
        for card in player.hand.iter() {
            let shows = &game.components[card];
            if which
                == if object == 0 {
                    shows.good
                } else {
                    shows.object
                }
            {
                self.discard_in_payment(seat, object, card);
            }
        }
    }

    fn discard_in_payment(&mut self, seat: u8, object: u8, card: CardId) {
        let kind = if object == 0 {
            EventKind::UsedGood
        } else {
            EventKind::UsedObject
        };
        self.discard(seat, card);
        self.event(seat, kind, card, 0);
    }

    /// Pays `count` of an object; permanent objects count and stay (M-A48).
    pub fn pay_objects(&mut self, seat: u8, object: u8, count: u8) {
        let permanent = self.player(seat).permanent_objects[usize::from(object)];
        self.pay_cards(seat, 1, object, count.saturating_sub(permanent));
    }

    fn decide_pay_cards(&mut self, task: Task, action: Action) {
        self.discard_in_payment(task.seat, task.a, action.a);
        self.pay_cards(task.seat, task.a, task.b, task.c as u8 - 1);
    }

    /// Pays a cost that [`Ruleset::can_pay`]; what is to be chosen goes through the stack.
    pub fn pay(&mut self, seat: u8, cost: Cost) {
        match cost {
            Cost::Free | Cost::Moved(_) => {}
            Cost::Doubloons(n) => self.player(seat).doubloons -= u16::from(n),
            Cost::Cp(n) => self.player(seat).cp -= n,
            Cost::Figures(n) => self.return_figures(seat, n),
            Cost::Goods(good, n) => self.pay_cards(seat, 0, good, n),
            Cost::Objects(object, n) => self.pay_objects(seat, object, n),
            Cost::SameGoods(n) => self.push(Task::with(TaskKind::SameGoods, seat, n, 0, 0)),
        }
    }
}

/// Effect kinds by number.
const EFFECT_KINDS: [EffectKind; 12] = [
    EffectKind::Doubloons,
    EffectKind::Vp,
    EffectKind::Cp,
    EffectKind::Influence,
    EffectKind::Figures,
    EffectKind::Discs,
    EffectKind::Explore,
    EffectKind::VillageActions,
    EffectKind::Combat,
    EffectKind::SailAndMain,
    EffectKind::VpPerAssistant,
    EffectKind::VpPerCombatToken,
];

impl EffectKind {
    /// Whether it may need a decision.
    fn is_choice(self) -> bool {
        matches!(
            self,
            EffectKind::Influence
                | EffectKind::Discs
                | EffectKind::Explore
                | EffectKind::VillageActions
                | EffectKind::Combat
                | EffectKind::SailAndMain
        )
    }
}
