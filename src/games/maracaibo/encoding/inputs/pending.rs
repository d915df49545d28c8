//! Inputs of the open tasks: the deciding seat and its decision, and the tasks below it, by kind
//! and argument.

use super::combats::{CombatsInputs, combat_kinds};
use super::view::{SEAT_NAMES, View};
use crate::encoding::{Flag, Flags, Inputs, Number, Numbers, Steps, from_one};
use crate::maracaibo::components::load::effects::input_names;
use crate::maracaibo::components::{
    AutomaId, Card, CardId, Components, EffectKind, GOOD_NAMES, GOODS, Immediate, MAX_IMMEDIATE,
    OBJECT_NAMES, Requirement, Shown,
};
use crate::maracaibo::rules::options::Options;
use crate::maracaibo::rules::pending::{DiscTarget, Pending, PendingKind, PendingStep};
use crate::maracaibo::rules::state::{DISC_TILES, MAX_PLAYERS, Phase};
use portolan_core::inputs;

/// Number of kinds of task that are encoded here. The kinds after them, which depend on the phase or occur only in a
/// campaign, are inputs of the story or have no inputs.
const TASKS: usize = PendingKind::NextRound as usize;
/// Tasks that are always open in their phase, as bits; the phase already implies them.
const IMPLIED: u64 = 1 << PendingKind::EndTurn as u8
    | 1 << PendingKind::EndSetup as u8
    | 1 << PendingKind::InterimRest as u8
    | 1 << PendingKind::FinalRest as u8;
/// Tasks that are encoded here, as bits.
const TOLD: u64 = !IMPLIED & ((1 << TASKS) - 1);
/// Number of kinds of effect that occur in every game; kinds of story cards come after them.
const EFFECTS: usize = EffectKind::InfluenceFrance as usize;
/// Destinations of removed discs, in the order of `DiscTarget`.
const DISC_TARGETS: [&str; 3] = ["box", "market", "tile"];

/// Name prefix of the combat actions used this turn, with the option that limits each kind to once
/// per turn (M-A44).
const USED_THIS_TURN: &str = "combat action this turn";

/// Returns the names of the kinds of task in inputs, in the order of [`PendingKind`].
fn task_names() -> impl Iterator<Item = String> {
    PendingKind::ALL[..TASKS].iter().map(|kind| match kind {
        PendingKind::SetupPlan => "first plan".to_string(),
        PendingKind::SetupDiscard => "first discards".to_string(),
        PendingKind::Immediate => "immediate effect".to_string(),
        PendingKind::EndSetup => "end of set-up".to_string(),
        kind => kind.name().replace('_', " "),
    })
}

inputs! {
    /// Inputs of the open tasks.
    pub struct PendingInputs {
        new(layout, components: &Components, options: &Options) {
            let kinds = match options.combat_actions_per_turn {
                true => combat_kinds(components),
                false => Vec::new(),
            };
        }
        active: Flags = layout.flags("turn of", SEAT_NAMES);
        decides: Flags = layout.flags("decides", SEAT_NAMES);
        decision: Flags = layout.flags("decision", task_names());
        next: Flags = layout.flags("then", task_names());
        waiting: [Flags; MAX_PLAYERS] =
            SEAT_NAMES.map(|seat| layout.flags(&format!("{seat} waiting"), task_names()));
        again: Flags = layout.flags("twice", task_names());
        arguments: ArgumentInputs = ArgumentInputs::new(layout, components);
        combats: CombatsInputs = CombatsInputs::new(layout, components);
        turn: TurnInputs = TurnInputs::new(layout, kinds);
    }
}

inputs! {
    /// Inputs of the state of the current turn.
    struct TurnInputs {
        new(layout, combat_actions: Vec<&str>)
        fill(inputs, view: View<'_>) {
            let state = view.state;
            let unused = state.assistants_here & !state.assistants_used;
            let used_actions = match view.game.options.combat_actions_per_turn {
                true => state.combat_actions_used.bits().into(),
                false => 0,
            };
        }
        points_spent: Steps = layout.steps("points spent", 10) => fill(state.points_spent);
        compasses_at_start: Number = layout.number("compasses at start", 2.0)
            => fill(state.compasses_at_start.saturating_sub(1));
        cp_paid: Number = layout.number("cp before combat paid", 1.0)
            => fill(state.cp_before_combat_paid);
        combat_actions_used: Flags = layout.flags(USED_THIS_TURN, combat_actions)
            => fill_bits(used_actions);
        unused_assistants: Steps = layout.steps("assistants here unused", 4)
            => fill(unused.count_ones() as usize);
        used_assistant: Flag = layout.flag("assistant used") => fill(state.assistants_used != 0);
    }
}

impl PendingInputs {
    /// Returns true if an input of this name exists only with an option.
    pub fn is_of_some_games(name: &str) -> bool {
        name.starts_with(USED_THIS_TURN)
    }

    /// Fills the inputs; does nothing once the game is over.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        let open = &state.stack[..usize::from(state.stack_len)];
        let Some((top, below)) = open.split_last() else {
            return;
        };
        self.active.fill(inputs, view.away(state.active));
        self.decides.fill(inputs, view.away(top.seat));
        let told = |task: &Pending| Some(task.kind() as usize).filter(|&kind| kind < TASKS);
        if let Some(kind) = told(top) {
            self.decision.fill(inputs, kind);
        }
        if let Some(kind) = below.last().and_then(told) {
            self.next.fill(inputs, kind);
        }
        let (mut waiting, mut again) = ([0u64; MAX_PLAYERS], 0u64);
        for task in below {
            let kind = 1 << task.kind() as u8 & TOLD;
            let seat = &mut waiting[view.away(task.seat)];
            again |= *seat & kind;
            *seat |= kind;
        }
        for (flags, kinds) in self.waiting.iter().zip(waiting) {
            flags.fill_bits(inputs, kinds);
        }
        self.again.fill_bits(inputs, again);
        self.arguments.fill(inputs, top, below);
        self.combats.fill(inputs, view, open);
        if state.phase == Phase::Turn {
            self.turn.fill(inputs, view);
        }
    }
}

inputs! {
    /// Inputs of the arguments of tasks.
    struct ArgumentInputs {
        new(layout, components: &Components) {
            let labels = &components.labels;
            let id = |card: CardId| &labels.cards[usize::from(card)];
            let herbs = |card: &Card| card.requirement == Requirement::Herbs3;
            let herb_list = cards_with(components, herbs);
            let several = cards_with(components, |card| card.immediate[1] != Immediate::None);
            let later = if several.is_empty() { 0..0 } else { 2..MAX_IMMEDIATE + 1 };
            // The name of a village action is the first card that adds it.
            let village_actions = (0..components.village_actions.len()).map(|action| {
                let adds = |card: &Card| card.village_action.map(usize::from) == Some(action);
                cards_with(components, adds).first().map_or("", |&card| id(card))
            });
            let mixed = components.largest_mixed_market();
            let assistant_actions = 0..components.assistant_actions.len();
        }
        first_discards: Steps = layout.steps("first discards left", 3);
        sail: Steps = layout.steps("points to sail", 7);
        main: Steps = layout.steps("points of main", 7);
        extra: Flag = layout.flag("extra main");
        village: Steps = layout.steps("village actions left", 5);
        village_below: Steps = layout.steps("village actions then", 5);
        same_goods: Steps = layout.steps("same goods to pay", 4);
        influence: Steps = layout.steps("influence to choose", 4);
        influence_below: Number = layout.number("influence then", 2.0);
        discs: Steps = layout.steps("discs to remove", 4);
        discs_below: Number = layout.number("discs then", 2.0);
        disc_target: Flags = layout.flags("disc to", DISC_TARGETS);
        disc_market: Flags = layout.flags("disc to market", &labels.locations);
        disc_spaces: usize = mixed;
        /// Space of the market for the disc; only present if a market accepts different goods.
        disc_space: Flags = layout.flags("disc to space", from_one(mixed));
        disc_tile: Flags =
            layout.flags("disc tile", (0..DISC_TILES).map(|tile| format!("L{}", 10 + tile)));
        explore: Steps = layout.steps("steps to explore", 8);
        pay_cards: Flags = layout.flags("pays with", GOOD_NAMES.iter().chain(&OBJECT_NAMES));
        cards_to_pay: Steps = layout.steps("cards to pay", 4);
        with_rank: Flag = layout.flag("marker with rank");
        marker_at: Flags = layout.flags("marker to", &labels.locations);
        income_each: Number = layout.number("income for each figure", 2.0);
        effects: Numbers = layout.numbers("effect then", input_names(), 3.0);
        quests_paid: Flags = layout.flags("quest paid", &labels.quests);
        quest_tiles: Flags = layout.flags("quest tile then", &labels.quests);
        assistant_effects: Flags = layout.flags(
            "assistant then",
            assistant_actions.map(|action| components.assistant_label(action)),
        );
        village_effects: Flags = layout.flags("village action then", village_actions);
        card: Flags = layout.flags("card then", herb_list.iter().map(|&card| id(card)));
        /// Cards with a cost in herbs, in order of ids; their effects can wait for the payment.
        herb_cards: Vec<CardId> = herb_list;
        immediate: Vec<Flags> = later
            .map(|number| {
                let cards = several.iter().map(|&card| id(card));
                layout.flags(&format!("immediate effect {number} then"), cards)
            })
            .collect();
        /// Cards with several immediate effects, in order of ids; later effects can wait for the first.
        cards_with_more: Vec<CardId> = several;
        automa_card: Flags = layout.flags("jean arrives with", &labels.automa);
    }
}

/// Returns the cards with a property, in order of ids.
fn cards_with(components: &Components, has: impl Fn(&Card) -> bool) -> Vec<CardId> {
    let cards = components.card_ids().zip(&components.cards);
    cards
        .filter(|(_, card)| has(card))
        .map(|(card, _)| card)
        .collect()
}

impl ArgumentInputs {
    /// Fills the inputs for the decision on top and the tasks below it.
    fn fill(&self, inputs: &mut Inputs, top: &Pending, below: &[Pending]) {
        self.fill_decision(inputs, top);
        let mut waits = Waiting::default();
        for task in below.iter().chain([top]) {
            waits.add(task);
        }
        // The current choice and the tasks after it have separate inputs.
        let (mut village, mut influence, mut discs) = (0, 0, 0);
        match top.work {
            PendingStep::Village { left } => village = left,
            PendingStep::Influence { steps } => influence = steps,
            PendingStep::Disc { count, .. } => discs = count,
            _ => {}
        }
        self.main.fill(inputs, waits.main);
        self.extra.fill(inputs, waits.extra);
        if waits.village > 0 {
            self.village_below.fill(inputs, waits.village - village);
        }
        self.influence_below
            .fill(inputs, waits.influence - influence);
        self.discs_below.fill(inputs, waits.discs - discs);
        self.disc_market.fill_bits(inputs, waits.disc_market);
        if let Some(space) = waits.disc_space
            && usize::from(space) < self.disc_spaces
        {
            self.disc_space.fill(inputs, space);
        }
        self.disc_tile.fill_bits(inputs, waits.disc_tiles);
        self.quests_paid
            .fill_bits(inputs, u64::from(waits.quests_paid));
        self.quest_tiles
            .fill_bits(inputs, u64::from(waits.quest_tiles));
        self.assistant_effects.fill_bits(inputs, waits.assistants);
        self.village_effects
            .fill_bits(inputs, waits.village_effects);
        if waits.has_effects {
            self.effects.fill(inputs, waits.effects);
        }
        if let Some(card) = waits.card {
            let index = self.herb_cards.iter().position(|&other| other == card);
            self.card.fill_each(inputs, index);
        }
        if !self.cards_with_more.is_empty() {
            self.fill_immediates(inputs, below);
        }
        self.automa_card.fill_each(inputs, waits.automa_card);
    }

    /// Fills the immediate effects that wait for an earlier effect of their card.
    fn fill_immediates(&self, inputs: &mut Inputs, below: &[Pending]) {
        for task in below {
            let PendingStep::Immediate { card, number } = task.work else {
                continue;
            };
            let index = self.cards_with_more.iter().position(|&other| other == card);
            if let Some(index) = index
                && let Some(flags) = usize::from(number).checked_sub(1)
            {
                self.immediate[flags].fill(inputs, index);
            }
        }
    }

    fn fill_decision(&self, inputs: &mut Inputs, top: &Pending) {
        match top.work {
            PendingStep::SetupDiscard { left } => self.first_discards.fill(inputs, left),
            PendingStep::Sail { points, .. } => self.sail.fill(inputs, points),
            PendingStep::Village { left } => self.village.fill(inputs, left),
            PendingStep::SameGoods { count } => self.same_goods.fill(inputs, count),
            PendingStep::Influence { steps } => self.influence.fill(inputs, steps),
            PendingStep::Disc { count, target } => {
                self.discs.fill(inputs, count);
                let target = match target {
                    DiscTarget::Box => 0usize,
                    DiscTarget::Market(..) => 1,
                    DiscTarget::Tile(_) => 2,
                };
                self.disc_target.fill(inputs, target);
            }
            PendingStep::Explore { steps } => self.explore.fill(inputs, steps),
            PendingStep::PayCards { shown, count } => {
                let shown = match shown {
                    Shown::Good(good) => usize::from(good),
                    Shown::Object(object) => GOODS + usize::from(object),
                };
                self.pay_cards.fill(inputs, shown);
                self.cards_to_pay.fill(inputs, count);
            }
            PendingStep::MarkerVillage { with_rank } => self.with_rank.fill(inputs, with_rank),
            PendingStep::MarkerNation { village, with_rank } => {
                self.with_rank.fill(inputs, with_rank);
                self.marker_at.fill_each(inputs, village);
            }
            PendingStep::FiguresOnCard { income_each } => {
                self.income_each.fill(inputs, income_each)
            }
            _ => {}
        }
    }
}

/// Sums over the open tasks.
#[derive(Default)]
struct Waiting {
    main: u8,
    extra: bool,
    village: u8,
    influence: u8,
    discs: u8,
    disc_market: u64,
    disc_space: Option<u8>,
    disc_tiles: u64,
    quests_paid: u32,
    quest_tiles: u32,
    assistants: u64,
    village_effects: u64,
    has_effects: bool,
    effects: [u8; EFFECTS],
    card: Option<CardId>,
    automa_card: Option<AutomaId>,
}

impl Waiting {
    #[inline]
    fn add(&mut self, task: &Pending) {
        match task.work {
            PendingStep::Main { points, extra } => {
                self.main = points;
                self.extra |= extra;
            }
            PendingStep::Sail { extra, .. } => self.extra |= extra,
            PendingStep::Village { left } => self.village = self.village.saturating_add(left),
            PendingStep::Influence { steps } => {
                self.influence = self.influence.saturating_add(steps)
            }
            PendingStep::Disc { count, target } => {
                self.discs = self.discs.saturating_add(count);
                match target {
                    DiscTarget::Box => {}
                    DiscTarget::Market(city, space) => {
                        self.disc_market |= u64::from(city.bit());
                        self.disc_space = Some(space);
                    }
                    DiscTarget::Tile(tile) => self.disc_tiles |= 1 << tile,
                }
            }
            PendingStep::DiscTile { tile } | PendingStep::DiscTileReward { tile } => {
                self.disc_tiles |= 1 << tile
            }
            PendingStep::Effect { effect, .. } => {
                self.has_effects = true;
                if let Some(sum) = self.effects.get_mut(effect.kind as usize) {
                    *sum = sum.saturating_add(effect.amount);
                }
            }
            PendingStep::QuestReward { quest } => self.quests_paid |= quest.bit(),
            PendingStep::QuestTile { quest } => self.quest_tiles |= quest.bit(),
            PendingStep::AssistantEffects { action } => self.assistants |= 1 << action,
            PendingStep::VillageEffects { action } => self.village_effects |= 1 << action,
            PendingStep::CardResolve { card } => self.card = Some(card),
            PendingStep::JeanArrive { card } => self.automa_card = Some(card),
            _ => {}
        }
    }
}

const _: () =
    assert!(PendingKind::FinalAfter as usize == 30 && PendingKind::EndPhaseB as usize == 43);
