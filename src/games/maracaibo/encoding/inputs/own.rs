//! Inputs of the observer's private information and derived values: hand, resources, career and the
//! locations in reach of its ship.

use super::changes::Same;
use super::facts::{CardFacts, FactInputs};
use super::reach::{OFFER_NAMES, Reach};
use super::track_ahead::TrackAheadInputs;
use super::view::View;
use crate::encoding::{Flags, Inputs, Numbers, StepGroup, Steps};
use crate::game::Seat;
use crate::maracaibo::components::{
    CardId, Components, Cost, Counted, GOOD_NAMES, GOODS, LocationId, NATION_NAMES, OBJECT_NAMES,
    QuestId,
};
use crate::maracaibo::rules::state::{Phase, Player};
use crate::maracaibo::rules::valuation::{cost_worth, effects_worth, quest_worth};
use portolan_core::inputs;

/// Largest numbers of doubloons, influence, and tokens or quest tiles that have separate flags.
const DOUBLOONS: usize = 24;
const INFLUENCE: usize = 14;
const TILES: usize = 8;
/// Number of quantities that career tasks count.
const TASKS: usize = Counted::ALL.len();
/// Targets in reach, in addition to the offers of cities.
const AIMS: [&str; 3] = ["delivery", "quest", "assistant"];
/// Indices of the other targets, which follow the offers.
const OFFERS: usize = OFFER_NAMES.len();
const DELIVERY: usize = OFFERS;
const QUEST: usize = OFFERS + 1;
const ASSISTANT: usize = OFFERS + 2;
const KINDS: usize = OFFERS + AIMS.len();

inputs! {
    /// Inputs of the resources of the observer.
    struct MeansInputs {
        new(layout)
        fill(inputs, me: &Player)
        doubloons: Steps = layout.steps("my doubloons", DOUBLOONS) => fill(me.doubloons);
        cp: Steps = layout.steps("my cp", 8) => fill(me.cp);
        figures: Steps = layout.steps("my figures", 6) => fill(me.figures);
        income_vp: Steps = layout.steps("my vp income", 19) => fill(me.income_vp);
        influence: StepGroup = layout.step_group("my influence", NATION_NAMES, INFLUENCE)
            => fill(me.influence);
        tokens: Steps = layout.steps("my combat tokens", TILES) => fill(me.token_count);
        quests: Steps = layout.steps("my quests", TILES) => fill(me.quest_count);
    }
}

inputs! {
    /// Inputs of the observer.
    pub struct OwnInputs {
        new(layout, components: &Components) {
            let labels = &components.labels;
            let tasks = Counted::ALL.map(|(_, _, name, _)| name);
            let offers_and_aims = || OFFER_NAMES.iter().chain(&AIMS);
        }
        hand: Flags = layout.flags("hand", &labels.cards);
        can_buy: Flags = layout.flags("can buy", &labels.cards);
        /// Cards of the observer that a study withholds from it.
        withheld: Flags = layout.flags("withheld", &labels.cards);
        facts: FactInputs = FactInputs::new(layout, "own cards");
        goods: StepGroup = layout.step_group("my good", GOOD_NAMES, 4);
        objects: StepGroup = layout.step_group("my object", OBJECT_NAMES, 4);
        means: MeansInputs = MeansInputs::new(layout);
        dealt: Flags = layout.flags("dealt", &labels.careers);
        ready: [Flags; 2] =
            ["task ready", "task ready in full"].map(|name| layout.flags(name, tasks));
        lacks: [Numbers; 2] =
            ["task lacks", "task lacks in full"].map(|name| layout.numbers(name, tasks, 3.0));
        invest: Flags = layout.flags("can invest", &labels.prestige);
        building_vp: Numbers = layout.numbers("building gives", &labels.prestige, 10.0);
        quest_payable: Flags = layout.flags("can pay quest", &labels.quests);
        delivery: Flags = layout.flags("can deliver at", &labels.locations);
        offers_within: Flags = layout.flags("within reach", OFFER_NAMES);
        offers_ahead: Numbers = layout.numbers("ahead", OFFER_NAMES, 3.0);
        aims_within: Flags = layout.flags("within reach", AIMS);
        aims_ahead: Numbers = layout.numbers("ahead", AIMS, 3.0);
        /// Largest amount of each offer, and highest estimated value of a quest or an assistant.
        most_within: Numbers = layout.numbers("most within reach", offers_and_aims(), 5.0);
        most_ahead: Numbers = layout.numbers("most ahead", offers_and_aims(), 5.0);
        ready_gains: Numbers = layout.numbers("ready tasks give", ["doubloons", "vp"], 5.0);
        track: TrackAheadInputs = TrackAheadInputs::new(layout);
    }
}

impl OwnInputs {
    /// Fills all inputs, part by part.
    pub fn fill<'a>(
        &self,
        inputs: &mut Inputs,
        view: View<'_>,
        facts: &CardFacts,
        reach: &Reach,
        same: Option<&Same<'a>>,
    ) {
        let unchanged =
            |part: fn(&Same<'a>, Seat) -> bool| same.is_some_and(|same| part(same, view.observer));
        inputs.part(unchanged(Same::own_cards), |inputs| {
            self.fill_cards(inputs, view, facts);
        });
        inputs.part(unchanged(Same::own_purchases), |inputs| {
            self.fill_purchases(inputs, view);
        });
        inputs.part(unchanged(Same::own_means), |inputs| {
            self.means.fill(inputs, view.me());
        });
        inputs.part(unchanged(Same::own_career), |inputs| {
            self.fill_career(inputs, view);
        });
        inputs.part(unchanged(Same::own_buildings), |inputs| {
            self.fill_buildings(inputs, view);
        });
        inputs.part(unchanged(Same::own_reach), |inputs| {
            self.fill_reach(inputs, view, reach);
        });
        inputs.part(unchanged(Same::own_track), |inputs| {
            self.track.fill(inputs, view);
        });
    }

    /// Fills the cards in hand and in the planning area.
    fn fill_cards(&self, inputs: &mut Inputs, view: View<'_>, facts: &CardFacts) {
        let me = view.me();
        self.hand.fill_each(inputs, me.hand.iter());
        self.facts.fill(inputs, facts, own_cards(me));
        for kind in 0..GOODS {
            self.goods[kind].fill(inputs, me.hand_goods[kind]);
            self.objects[kind].fill(inputs, me.objects(kind as u8));
        }
    }

    /// Fills the cards of the observer that it can buy.
    fn fill_purchases(&self, inputs: &mut Inputs, view: View<'_>) {
        let me = view.me();
        let cards = own_cards(me).filter(|&card| view.game.can_buy(view.state, me, card));
        self.can_buy.fill_each(inputs, cards);
    }

    /// Fills the cards of the observer that it may not buy.
    #[inline]
    pub fn fill_withheld(&self, inputs: &mut Inputs, view: View<'_>) {
        if view.game.terms.is_active() {
            let cards = own_cards(view.me());
            let cards = cards.filter(|&card| view.game.forbids_card(view.observer as u8, card));
            self.withheld.fill_each(inputs, cards);
        }
    }

    /// Fills the careers that can be chosen during set-up. Afterwards, fills the amounts still
    /// missing for the open tasks of the chosen career, by the quantity counted.
    fn fill_career(&self, inputs: &mut Inputs, view: View<'_>) {
        let me = view.me();
        if view.state.phase == Phase::Setup {
            let dealt = me.careers_dealt.into_iter().flatten();
            self.dealt.fill_each(inputs, dealt);
        }
        let Some(career) = me.career else { return };
        let career = &view.game.components.careers[usize::from(career)];
        let progress = view.game.progress(me);
        // If two tasks count the same quantity, the one closer to completion is used.
        let mut lacks = [[None; TASKS]; 2];
        let mut gains = [0u16; 2];
        for (index, task) in career.tasks.iter().enumerate() {
            if me.tasks_done >> index & 1 == 1 {
                continue;
            }
            let kind = task.kind as usize;
            let reached = progress[kind];
            gains[0] += u16::from(task.doubloons) * u16::from(reached >= task.lower);
            gains[1] += u16::from(task.vp) * u16::from(reached >= task.upper);
            for (lacks, needed) in lacks.iter_mut().zip([task.lower, task.upper]) {
                let lack = needed.saturating_sub(progress[kind]);
                lacks[kind] = Some(lacks[kind].map_or(lack, |nearer: u8| nearer.min(lack)));
            }
        }
        for (level, lacks) in lacks.iter().enumerate() {
            for (kind, &lack) in lacks.iter().enumerate() {
                match lack {
                    None => {}
                    Some(0) => self.ready[level].fill(inputs, kind),
                    Some(lack) => self.lacks[level][kind].fill(inputs, lack),
                }
            }
        }
        self.ready_gains.fill(inputs, gains);
    }

    /// Fills the VP that the face-up buildings would give now.
    fn fill_buildings(&self, inputs: &mut Inputs, view: View<'_>) {
        let (game, state, me) = (view.game, view.state, view.me());
        for &index in &state.prestige[..usize::from(state.prestige_shown)] {
            if me.prestige >> index & 1 == 1 {
                continue;
            }
            let building = &game.components.prestige[usize::from(index)];
            let points = game.prestige_points(me, building.kind);
            self.building_vp[usize::from(index)].fill(inputs, points as f32);
            let price = me.price(building.cost);
            if me.figures > 0 && price <= me.doubloons {
                self.invest.fill(inputs, index);
            }
        }
    }

    fn fill_reach(&self, inputs: &mut Inputs, view: View<'_>, reach: &Reach) {
        let (game, state, me) = (view.game, view.state, view.me());
        let l4 = game.is_opened(game.chart(state).l4, state, me.explorer);
        let l7 = game.is_opened(game.chart(state).l7, state, me.explorer);
        let within = reach.within(state.round, l4, l7, me.ship);
        let ahead = reach.ahead(state.round, me.ship);
        let (mut places, mut most) = ([0u32; KINDS], [[0.0f32; KINDS]; 2]);
        let mut lay = |kind: usize, at: u32, amount: f32| {
            places[kind] |= at;
            for (most, area) in most.iter_mut().zip([within, ahead]) {
                if at & area != 0 {
                    most[kind] = most[kind].max(amount);
                }
            }
        };
        lay(DELIVERY, self.fill_deliveries(inputs, view, reach), 1.0);
        self.fill_quests(inputs, view, |place, worth| lay(QUEST, place, worth));
        for &card in me.assistants() {
            let place = game.components[card].assistant_location;
            let action = game.assistant(card);
            let worth = effects_worth(me, &action.effects) - cost_worth(action.cost);
            lay(ASSISTANT, place.map_or(0, LocationId::bit), worth);
        }
        let offers = reach.offers(state, |state, city| game.city_action_at(state, city));
        for (place, offers) in offers.iter().enumerate() {
            for (kind, &amount) in offers.iter().enumerate().filter(|(_, amount)| **amount > 0) {
                lay(kind, 1 << place, amount.into());
            }
        }
        for (kind, places) in places.into_iter().enumerate() {
            let (flags, numbers, kind) = match kind.checked_sub(OFFERS) {
                None => (self.offers_within, &self.offers_ahead, kind),
                Some(aim) => (self.aims_within, &self.aims_ahead, aim),
            };
            if places & within != 0 {
                flags.fill(inputs, kind);
            }
            numbers[kind].fill(inputs, (places & ahead).count_ones() as u8);
        }
        self.most_within.fill(inputs, most[0]);
        self.most_ahead.fill(inputs, most[1]);
    }

    /// Fills the cities whose market has a space for a good in hand, and returns them as bits. The
    /// cities may be ahead of the ship or behind it.
    fn fill_deliveries(&self, inputs: &mut Inputs, view: View<'_>, reach: &Reach) -> u32 {
        let (game, state, me) = (view.game, view.state, view.me());
        if me.hand_len == 0 || game.removable_discs(me) == 0 {
            return 0;
        }
        let mut places = 0;
        for &city in reach.markets() {
            let Some(market) = game.market_at(state, city) else {
                continue;
            };
            if market.takes_any(state.market[usize::from(city)], &me.hand_goods) {
                places |= city.bit();
            }
        }
        self.delivery.fill_bits(inputs, u64::from(places));
        places
    }

    /// Fills the payable quests on the map, on the explorer track and on the observer's cards. Calls `lay` for each
    /// payable quest on the map, with the location as a bit and the estimated value of the quest.
    fn fill_quests(&self, inputs: &mut Inputs, view: View<'_>, mut lay: impl FnMut(u32, f32)) {
        let (state, me) = (view.state, view.me());
        let payable = |quest| can_pay(view, quest);
        let mut quests = 0;
        for &(place, quest) in state.quests_on_map() {
            if payable(quest) {
                let tile = view.game.quest(state, quest);
                lay(place.bit(), quest_worth(me, tile) - cost_worth(tile.cost));
                quests |= quest.bit();
            }
        }
        let own = state.track_quests.into_iter().chain(me.card_quests);
        for quest in own.flatten() {
            if payable(quest) {
                quests |= quest.bit();
            }
        }
        self.quest_payable.fill_bits(inputs, u64::from(quests));
    }
}

/// Returns the hand and planned cards, which the player can buy with enough doubloons.
fn own_cards(me: &Player) -> impl Iterator<Item = CardId> {
    let planned = me.planned.into_iter().flatten();
    me.hand.iter().chain(planned)
}

/// Returns true if the observer can pay for a quest. Costs in movement points count as payable,
/// because they depend on the turn.
fn can_pay(view: View<'_>, quest: QuestId) -> bool {
    let cost = view.game.quest(view.state, quest).cost;
    matches!(cost, Cost::Moved(_)) || view.game.can_pay(view.state, view.me(), cost)
}
