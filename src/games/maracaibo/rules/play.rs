//! Execution of actions: the stack of open tasks, and the gains and payments that all parts of the
//! rules share.

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{DiscTarget, Pending, PendingStep};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use crate::game::{Chance, Event, EventLog};
use crate::maracaibo::components::{
    CardId, Cost, Effect, EffectKind, Effects, LocationId, MAX_CP, Nation, Shown,
};

/// VP for each step of influence beyond the end of a track (M-8.1).
pub(crate) const BEYOND_VP: u8 = 2;

/// A running game: rules, state, source of chance and event log.
pub(crate) struct Play<'a, C, L> {
    pub game: &'a Ruleset,
    pub state: &'a mut State,
    pub chance: &'a mut C,
    pub log: &'a mut L,
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Carries out a legal action and everything that follows without a choice.
    pub fn apply(&mut self, action: Action) {
        let task = *self.state.top().expect("the game is not over");
        match action {
            // Free actions do not close the decision that they precede (M-4.2).
            Action::Task(index) => self.complete_task(task.seat, index),
            Action::FigureToCp => self.figure_to_cp(task.seat),
            Action::Plan(card) if task.work != PendingStep::SetupPlan => self.plan(task.seat, card),
            _ => {
                self.state.stack_len -= 1;
                self.decide(task, action);
            }
        }
        self.advance();
    }

    #[inline]
    fn decide(&mut self, task: Pending, action: Action) {
        let seat = task.seat;
        match (task.work, action) {
            (PendingStep::SetupCareer, Action::Career(career)) => {
                self.player(seat).career = Some(career)
            }
            (PendingStep::SetupPlan, Action::Plan(card)) => self.first_plan(seat, card),
            (PendingStep::SetupDiscard { left }, Action::Discard(card)) => {
                self.set_aside(seat, card, left);
            }
            (PendingStep::Sail { extra, .. }, Action::Sail(journey)) => {
                self.sail(seat, journey, extra)
            }
            (PendingStep::DiscTile { tile }, Action::Accept) => self.use_disc_tile(seat, tile),
            (PendingStep::Main { points, extra }, _) => {
                self.decide_main(seat, points, extra, action)
            }
            (PendingStep::City, Action::City) => self.city_action(seat, action),
            (PendingStep::City, Action::Quest(quest)) => self.map_quest(seat, quest),
            (PendingStep::Village { left }, _) => self.decide_village(seat, left, action),
            (PendingStep::Draw, _) => self.decide_draw(seat, action),
            (PendingStep::Nation { token }, Action::Fight(nation)) => {
                self.fight(seat, token, nation)
            }
            (PendingStep::Nation { token }, Action::FightNone) => {
                self.end_combat(seat, token, None)
            }
            (PendingStep::Combat(combat), _) => self.decide_combat(seat, combat, action),
            (PendingStep::PayCombat { missing, .. }, Action::PayFigures(figures)) => {
                self.pay_combat(seat, missing, figures);
            }
            (PendingStep::PayCards { shown, count }, Action::Discard(card)) => {
                self.discard_in_payment(seat, shown, card);
                self.pay_cards(seat, shown, count - 1);
            }
            (PendingStep::SameGoods { count }, Action::Good(good)) => {
                self.pay_cards(seat, Shown::Good(good), count);
            }
            (PendingStep::Influence { steps }, Action::Influence(nation)) => {
                self.influence(seat, nation, steps);
            }
            (PendingStep::Disc { count, target }, Action::Disc(area)) => {
                self.remove_disc(seat, count, target, area);
            }
            (PendingStep::Explore { .. }, Action::Advance { space, robbed }) => {
                self.advance_explorer(seat, space, robbed);
            }
            (PendingStep::TrackQuest, Action::Quest(quest)) => self.track_quest(seat, quest),
            (PendingStep::MarkerVillage { with_rank }, Action::MarkerVillage(village)) => {
                let village = Some(village);
                self.push(Pending::new(
                    seat,
                    PendingStep::MarkerNation { village, with_rank },
                ));
            }
            (PendingStep::MarkerVillage { with_rank: true }, Action::Skip)
                if self.game.options.declined_marker_rank =>
            {
                self.rank_without_marker(seat);
            }
            (PendingStep::MarkerNation { village, with_rank }, Action::MarkerNation(nation)) => {
                self.marker_of_nation(seat, nation, village, with_rank);
            }
            (PendingStep::Upgrade11, _) => self.decide_upgrade11(seat, action),
            (PendingStep::SynergyChoice, Action::Synergy(kind)) => self.gain_synergy(seat, kind),
            (PendingStep::FiguresOnCard { income_each }, Action::Figures(figures)) => {
                self.figures_onto_card(seat, figures, income_each);
            }
            (PendingStep::DiscardHand, Action::DiscardHand) => self.sell_hand(seat),
            (PendingStep::DoubloonsOrAssistants, _) => {
                self.decide_doubloons_or_assistants(seat, action)
            }
            (PendingStep::FigureForVp, Action::Accept) => self.figure_for_vp(seat),
            (PendingStep::Visitor, _) => self.decide_visitor(seat, action),
            (PendingStep::Interim, _) => self.decide_interim(seat, action),
            (PendingStep::Final, _) => self.purchase_in_scoring(seat, action),
            (PendingStep::SkullTile { left }, Action::RemoveTile(tile)) => {
                self.remove_tile(tile);
                self.skull_tiles(seat, left - 1);
            }
            (PendingStep::StoryVote { .. }, Action::Vote(choice)) => self.vote(choice),
            (PendingStep::StoryTie { card }, Action::Vote(choice)) => {
                self.choose(seat, card, choice)
            }
            (_, Action::Skip | Action::Stay | Action::End) => {}
            _ => unreachable!("{action:?} does not answer {task:?}"),
        }
    }

    /// Carries out tasks from the top of the stack until one needs a choice.
    pub fn advance(&mut self) {
        while let Some(top) = self.state.top() {
            // Only the kind is read here. Copying the whole task would be slower, because a task that
            // was just written field by field must first be stored to memory.
            if !top.kind().is_decision() {
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

    fn carry_out(&mut self, task: Pending) {
        let seat = task.seat;
        match task.work {
            PendingStep::Arrive => self.arrive(seat),
            PendingStep::Effect { effect, category } => self.effect(seat, effect, category),
            PendingStep::CombatResolve { action, nation } => {
                self.resolve_combat_action(seat, action, nation);
            }
            PendingStep::QuestReward { quest } => self.quest_reward(seat, quest),
            PendingStep::QuestTile { quest } => self.take_quest_tile(seat, quest),
            PendingStep::CardResolve { card } => self.resolve_card(seat, card),
            PendingStep::Immediate { card, number } => self.immediate_effect(seat, card, number),
            PendingStep::ExplorerArrive => self.explorer_arrives(seat),
            PendingStep::AssistantEffects { action } => {
                let effects = self.game.components.assistant_actions[usize::from(action)].effects;
                self.effects(seat, &effects, Category::Cards);
            }
            PendingStep::VillageEffects { action } => {
                let effects = self.game.components.village_actions[usize::from(action)].effects;
                self.effects(seat, &effects, Category::Cards);
            }
            PendingStep::Upgrade9Effects => self.upgrade_9(seat),
            PendingStep::DiscTileReward { tile } => self.disc_tile_reward(seat, tile),
            PendingStep::EndPhaseB => self.end_phase_b(seat),
            PendingStep::DrawCards => self.start_draws(seat),
            PendingStep::EndTurn => self.end_turn(),
            PendingStep::EndSetup => self.end_setup(),
            PendingStep::InterimRest => self.rest_of_interim_scoring(),
            PendingStep::FinalRest => self.rest_of_final_scoring(),
            PendingStep::JeanArrive { card } => self.jean_arrives(card),
            PendingStep::NextRound => self.next_round(),
            PendingStep::EndGame => self.state.phase = Phase::Over,
            PendingStep::StoryNext => self.read_next(),
            PendingStep::StoryCount { card } => self.count_votes(seat, card),
            _ => unreachable!("{task:?} is a decision"),
        }
    }

    /// Pushes a task onto the stack.
    #[inline]
    pub fn push(&mut self, task: Pending) {
        self.state.stack[usize::from(self.state.stack_len)] = task;
        self.state.stack_len += 1;
    }

    /// Returns the state of a player.
    #[inline]
    pub fn player(&mut self, seat: u8) -> &mut Player {
        &mut self.state.players[usize::from(seat)]
    }

    /// Logs an event.
    #[inline]
    pub fn event(&mut self, seat: u8, kind: EventKind, item: impl Into<u16>, value: i32) {
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
            item: item.into(),
            value,
        });
    }

    /// Applies the terms of an effect from left to right, up to the first term that needs a choice.
    /// Pushes all later terms onto the stack.
    pub fn effects(&mut self, seat: u8, effects: &Effects, category: Category) {
        let mut terms = effects.iter();
        while let Some(&term) = terms.next() {
            if term.kind.is_choice() {
                let rest = terms.as_slice();
                for &effect in rest.iter().rev() {
                    self.push(Pending::new(seat, PendingStep::Effect { effect, category }));
                }
                self.effect(seat, term, category);
                return;
            }
            self.effect(seat, term, category);
        }
    }

    /// Applies one term of an effect.
    pub fn effect(&mut self, seat: u8, effect: Effect, category: Category) {
        let amount = effect.amount;
        match effect.kind {
            EffectKind::Doubloons => self.earn(seat, category.into(), amount),
            EffectKind::Vp => self.vp(seat, category, i32::from(amount)),
            EffectKind::Cp => self.cp(seat, amount),
            EffectKind::Figures => self.figures(seat, amount),
            EffectKind::Influence => {
                self.push(Pending::new(seat, PendingStep::Influence { steps: amount }));
            }
            EffectKind::Discs => self.discs(seat, amount),
            EffectKind::Explore => self.explore(seat, amount),
            EffectKind::VillageActions => {
                self.push(Pending::new(seat, PendingStep::Village { left: amount }));
            }
            EffectKind::Combat => self.start_combat(seat),
            EffectKind::SailAndMain => {
                let (points, extra) = (amount, true);
                self.push(Pending::new(seat, PendingStep::Sail { points, extra }));
            }
            EffectKind::InfluenceFrance => self.influence(seat, Nation::France, amount),
            EffectKind::InfluenceSpain => self.influence(seat, Nation::Spain, amount),
            EffectKind::InfluenceEngland => self.influence(seat, Nation::England, amount),
            EffectKind::SkullTiles => self.skull_tiles(seat, amount),
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

    /// Queues the removal of discs from the ship board; they leave the game (M-17.2).
    pub fn discs(&mut self, seat: u8, count: u8) {
        let target = DiscTarget::Box;
        self.push(Pending::new(seat, PendingStep::Disc { count, target }));
    }

    /// Adds VP; the amount is negative for victims of `jump_steal`.
    #[inline]
    pub fn vp(&mut self, seat: u8, category: Category, amount: i32) {
        let points = &mut self.player(seat).points[category as usize];
        *points = points.saturating_add(amount as i16);
    }

    /// Adds doubloons.
    #[inline]
    pub fn earn(&mut self, seat: u8, from: Money, amount: u8) {
        let player = self.player(seat);
        player.doubloons = player.doubloons.saturating_add(u16::from(amount));
        if amount > 0 {
            self.event(seat, EventKind::Earned, from, i32::from(amount));
        }
    }

    /// Pays doubloons.
    #[inline]
    pub fn spend(&mut self, seat: u8, on: Money, amount: u16) {
        self.player(seat).doubloons -= amount;
        if amount > 0 {
            self.event(seat, EventKind::Spent, on, i32::from(amount));
        }
    }

    /// Adds CP, up to 8 in total; any excess is lost (M-7.10).
    #[inline]
    pub fn cp(&mut self, seat: u8, amount: u8) {
        let player = self.player(seat);
        player.cp = player.cp.saturating_add(amount).min(MAX_CP);
    }

    /// Takes figures from the general supply, up to the number available (M-A42).
    #[inline]
    pub fn figures(&mut self, seat: u8, amount: u8) {
        let player = self.player(seat);
        let taken = amount.min(player.general);
        player.general -= taken;
        player.figures += taken;
    }

    /// Returns figures from the player's supply to the general supply.
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

    /// M-8.1: advances on a nation's track; each step beyond the last space gives 2 VP.
    pub fn influence(&mut self, seat: u8, nation: Nation, steps: u8) {
        let end = self.game.components.tracks.influence_end;
        let step = &mut self.player(seat).influence[usize::from(nation)];
        let reached = (*step + steps).min(end);
        let beyond = *step + steps - reached;
        *step = reached;
        self.vp(seat, Category::Other, i32::from(BEYOND_VP * beyond));
    }

    /// M-8.2, M-A13: advances to the next noble rank, or to the end of the track after the last
    /// rank.
    pub fn next_rank(&mut self, seat: u8, nation: Nation) {
        let game = self.game;
        let step = &mut self.player(seat).influence[usize::from(nation)];
        *step = game.components.tracks.next_rank[usize::from(*step)];
    }

    /// Moves a marker of a nation from its supply to the map or a legacy tile.
    pub fn take_marker(&mut self, nation: Nation) {
        self.state.supply[usize::from(nation)] -= 1;
        self.state.marker_count[usize::from(nation)] += 1;
    }

    /// Places a marker of a nation at a location. Another nation's marker there leaves the game.
    /// Returns true if a marker was expelled.
    pub fn place_marker(&mut self, nation: Nation, location: LocationId) -> bool {
        let old = self.state.markers[usize::from(location)].replace(nation);
        if let Some(old) = old {
            self.state.marker_count[usize::from(old)] -= 1;
        }
        self.take_marker(nation);
        old.is_some()
    }

    /// Discards a hand card.
    #[inline]
    pub fn discard(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        self.player(seat)
            .lose(card, &game.components, game.board.a_cards);
        self.state.discards.insert(card);
    }

    /// Discards the whole hand; planned cards stay (M-A20).
    pub fn discard_hand(&mut self, seat: u8) {
        for card in self.player(seat).hand.iter() {
            self.discard(seat, card);
            self.event(seat, EventKind::Discarded, card, 0);
        }
    }

    /// M-4.2: moves a hand card to the planning area.
    fn plan(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let player = self.player(seat);
        player.lose(card, &game.components, game.board.a_cards);
        let space = player.planned_count();
        player.planned[space] = Some(card);
        self.event(seat, EventKind::Planned, card, 0);
    }

    /// Discards `count` hand cards that show a good or object. If the hand has more such cards, the
    /// player chooses the cards; otherwise they are discarded immediately.
    pub fn pay_cards(&mut self, seat: u8, shown: Shown, count: u8) {
        if count == 0 {
            self.pay_later_cards();
            return;
        }
        let game = self.game;
        let player = self.player(seat);
        if player.showing(shown) > count {
            self.push(Pending::new(seat, PendingStep::PayCards { shown, count }));
            return;
        }
        for card in player.hand.iter() {
            if game.components[card].shows(shown) {
                self.discard_in_payment(seat, shown, card);
            }
        }
        self.pay_later_cards();
    }

    /// Continues with the second part of a cost if it is on top of the stack.
    fn pay_later_cards(&mut self) {
        if let Some(&Pending { seat, work }) = self.state.top()
            && let PendingStep::PayCards { shown, count } = work
        {
            self.state.stack_len -= 1;
            self.pay_cards(seat, shown, count);
        }
    }

    fn discard_in_payment(&mut self, seat: u8, shown: Shown, card: CardId) {
        let kind = match shown {
            Shown::Good(_) => EventKind::UsedGood,
            Shown::Object(_) => EventKind::UsedObject,
        };
        self.discard(seat, card);
        self.event(seat, kind, card, 0);
    }

    /// Pays an object `count` times. Permanent objects count and are not discarded (M-A48).
    pub fn pay_objects(&mut self, seat: u8, object: u8, count: u8) {
        let shown = Shown::Object(object);
        let owed = self.player(seat).owed(shown, count);
        self.pay_cards(seat, shown, owed);
    }

    /// Pays a cost for which [`Ruleset::can_pay`] returns true. Pushes choices onto the stack.
    pub fn pay(&mut self, seat: u8, cost: Cost, on: Money) {
        match cost {
            Cost::Free | Cost::Moved(_) => {}
            Cost::Doubloons(n) => self.spend(seat, on, u16::from(n)),
            Cost::Cp(n) => self.player(seat).cp -= n,
            Cost::Figures(n) => self.return_figures(seat, n),
            Cost::Goods(good, n) => self.pay_cards(seat, Shown::Good(good), n),
            Cost::Objects(object, n) => self.pay_objects(seat, object, n),
            Cost::Two([first, (shown, n)]) => {
                let count = self.player(seat).owed(shown, n);
                if count > 0 {
                    self.push(Pending::new(seat, PendingStep::PayCards { shown, count }));
                }
                let (shown, n) = first;
                let count = self.player(seat).owed(shown, n);
                self.pay_cards(seat, shown, count);
            }
            Cost::SameGoods(n) => {
                self.push(Pending::new(seat, PendingStep::SameGoods { count: n }))
            }
        }
    }
}

impl EffectKind {
    /// Returns true if the kind of effect may need a decision.
    fn is_choice(self) -> bool {
        matches!(
            self,
            EffectKind::Influence
                | EffectKind::Discs
                | EffectKind::Explore
                | EffectKind::VillageActions
                | EffectKind::Combat
                | EffectKind::SailAndMain
                | EffectKind::SkullTiles
        )
    }
}
