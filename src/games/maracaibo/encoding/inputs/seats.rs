//! Inputs of the public information about a seat: its components, its face-up cards and its score.

use crate::maracaibo::components::{
    BORDER_NAMES, CardSet, Components, NATION_NAMES, OBJECT_NAMES, SYNERGIES, SYNERGY_NAMES,
    UPGRADES,
};

use super::changes::Same;
use super::effects::{EFFECT_NAMES, effects};
use super::nations::NationValues;
use super::reach::Reach;
use super::track_ahead::{RewardsAhead, sums_ahead};
use super::view::View;
use crate::encoding::{Flags, Inputs, Number, Numbers, Steps, from_one};
use crate::game::Seat;
use crate::maracaibo::rules::state::{Phase, Player};
use portolan_core::inputs;

/// Divisor of points.
const POINTS: f32 = 50.0;
/// Divisor of small numbers.
const SMALL: f32 = 4.0;
/// Number of piles that are distinguished by the shuffle that created them.
const PILES: usize = 4;
/// Largest number of turns to the end of a round that has a separate flag.
const TURNS: usize = 6;
/// Starting position of the doubloon income marker (M-1.10).
const BASE_INCOME: f32 = 8.0;

/// Values of the nations, distances on the map, and rewards ahead on the explorer track.
pub type Board<'a> = (&'a NationValues, &'a Reach, &'a RewardsAhead);

inputs! {
    /// Inputs of doubloons, income, nations, explorer and ship.
    struct TrackInputs {
        new(layout, components: &Components) { let labels = &components.labels; }
        fill(inputs, view: View<'_>, player: &Player, board: Board<'_>) {
            let (nations, reach, track) = board;
        }
        doubloons: Number = layout.number("doubloons", 10.0) => fill(player.doubloons);
        cp: Number = layout.number("cp", SMALL) => fill(player.cp);
        figures: Number = layout.number("figures", SMALL) => fill(player.figures);
        general: Number = layout.number("figures in general supply", SMALL)
            => fill(player.general);
        income_doubloons: Number = layout.number("doubloon income", 10.0)
            => fill(f32::from(player.income_doubloons) - BASE_INCOME);
        income_vp: Number = layout.number("vp income", 10.0) => fill(player.income_vp);
        influence: Numbers = layout.numbers("influence", NATION_NAMES, 5.0)
            => fill(player.influence);
        majorities: Flags = layout.flags("most influence", NATION_NAMES)
            => fill_bits(nations.majorities(player));
        explorer: Flags = layout.flags("explorer", &labels.spaces) => fill(player.explorer);
        borders: Flags = layout.flags("border", BORDER_NAMES)
            => fill_bits(view.game.components.space(player.explorer).borders_crossed.into());
        ship: Flags = layout.flags("ship", &labels.locations) => fill(player.ship);
        turns_home: Steps = layout.steps("fewest turns", TURNS)
            => fill(reach.fewest_turns(view.state.round, player.ship));
        ahead: Numbers = sums_ahead(layout) => fill(track.of(player.explorer));
    }
}

inputs! {
    /// Inputs of upgrades and synergy tokens.
    struct UpgradeInputs {
        new(layout) {
            let areas: &Vec<String> = &(1..=UPGRADES).map(|area| format!("U{area}")).collect();
        }
        fill(inputs, player: &Player) {
            let halves = player.discs.iter().enumerate().filter(|(_, discs)| **discs == 1);
        }
        upgrades: Flags = layout.flags("upgrade", areas) => fill_bits(player.upgrades.into());
        half: Flags = layout.flags("half", areas) => fill_each(halves.map(|(area, _)| area));
        synergies: Flags = layout.flags("synergy", SYNERGY_NAMES)
            => fill_bits(player.synergies.into());
    }
}

inputs! {
    /// Inputs of the locations of assistants.
    struct AssistantInputs {
        new(layout, locations: &[String])
        fill(inputs, once: u64, twice: u64, recent: u64, count: u8)
        assistants: Flags = layout.flags("assistant at", locations) => fill_bits(once);
        second: Flags = layout.flags("second assistant at", locations) => fill_bits(twice);
        recent: Flags = layout.flags("new assistant at", locations) => fill_bits(recent);
        count: Number = layout.number("assistants", SMALL) => fill(count);
    }
}

inputs! {
    /// Inputs of the lasting effects of cards.
    struct LastingInputs {
        new(layout, components: &Components)
        fill(inputs, player: &Player)
        effects: Numbers = layout.numbers("effect", EFFECT_NAMES, 2.0) => fill(effects(player));
        objects: Numbers = layout.numbers("permanent", OBJECT_NAMES, 1.0)
            => fill(player.permanent_objects);
        ally_cp: Numbers = layout.numbers("ally cp", NATION_NAMES, 2.0) => fill(player.ally_cp);
        card_quests: Flags = layout.flags("quest on card", &components.labels.quests)
            => fill_each(player.card_quests.into_iter().flatten());
    }
}

inputs! {
    /// Inputs of one seat.
    pub struct SeatInputs {
        new(layout, components: &Components) {
            let labels = &components.labels;
            let tasks = (labels.careers.iter())
                .flat_map(|career| (1..=3).map(move |task| format!("{career} task {task}")));
        }
        score: Number = layout.number("score", POINTS);
        standing: Number = layout.number("standing", POINTS);
        tracks: TrackInputs = TrackInputs::new(layout, components);
        upgrades: UpgradeInputs = UpgradeInputs::new(layout);
        waiting_doubloons: Numbers = layout.numbers("waiting doubloons", SYNERGY_NAMES, SMALL);
        waiting_vp: Numbers = layout.numbers("waiting vp", SYNERGY_NAMES, SMALL);
        tokens: Number = layout.number("combat tokens", SMALL);
        quests: Number = layout.number("quests", SMALL);
        career: Flags = layout.flags("career", &labels.careers);
        tasks_done: Flags = layout.flags("done", tasks);
        prestige: Flags = layout.flags("prestige", &labels.prestige);
        assistants: AssistantInputs = AssistantInputs::new(layout, &labels.locations);
        figures_on_cards: Number = layout.number("figures on cards", SMALL);
        lasting: LastingInputs = LastingInputs::new(layout, components);
        hand: Number = layout.number("cards in hand", SMALL);
        kept_a_cards: Number = layout.number("cards kept", SMALL);
        since_pile: Numbers = layout.numbers("cards since pile", from_one(PILES), SMALL);
        shown: Flags = layout.flags("shown", &labels.cards);
        planned: Flags = layout.flags("planned", &labels.cards);
        bought: Flags = layout.flags("bought", &labels.cards);
    }
}

impl SeatInputs {
    /// Fills the inputs, part by part. `standing` is the seat's score if the final scoring took
    /// place now.
    pub fn fill<'a>(
        &self,
        inputs: &mut Inputs,
        view: View<'_>,
        seat: Seat,
        board: Board<'_>,
        standing: i32,
        same: Option<&Same<'a>>,
    ) {
        let player = &view.state.players[seat];
        let unchanged =
            |part: fn(&Same<'a>, Seat) -> bool| same.is_some_and(|same| part(same, seat));
        inputs.part(unchanged(Same::seat_tracks), |inputs| {
            self.tracks.fill(inputs, view, player, board);
        });
        inputs.part(unchanged(Same::ship_board), |inputs| {
            self.fill_ship_board(inputs, player);
        });
        inputs.part(unchanged(Same::assistants), |inputs| {
            self.fill_assistants(inputs, view, seat);
        });
        inputs.part(unchanged(Same::cards), |inputs| {
            self.fill_cards(inputs, view, seat)
        });
        inputs.part(false, |inputs| {
            let score = view.game.score_of(view.state, seat as u8);
            self.score.fill(inputs, score as f32);
            self.standing.fill(inputs, standing as f32);
        });
    }

    /// Fills upgrades, tokens, tiles, buildings and lasting effects.
    fn fill_ship_board(&self, inputs: &mut Inputs, player: &Player) {
        self.upgrades.fill(inputs, player);
        if player.waiting_doubloons != [0; SYNERGIES] || player.waiting_vp != [0; SYNERGIES] {
            for kind in 0..SYNERGIES {
                self.waiting_doubloons[kind].fill(inputs, player.waiting_doubloons[kind]);
                self.waiting_vp[kind].fill(inputs, player.waiting_vp[kind]);
            }
        }
        self.tokens.fill(inputs, player.token_count);
        self.quests.fill(inputs, player.quest_count);
        self.prestige.fill_bits(inputs, u64::from(player.prestige));
        self.lasting.fill(inputs, player);
        self.figures_on_cards.fill(inputs, player.figures_on_cards);
    }

    /// Fills the locations of assistants. New assistants matter only in the turn in which they were
    /// placed and in scoring.
    fn fill_assistants(&self, inputs: &mut Inputs, view: View<'_>, seat: Seat) {
        let player = &view.state.players[seat];
        let current = seat == usize::from(view.state.active) || view.state.phase == Phase::Scoring;
        let (mut once, mut twice, mut new) = (0u64, 0u64, 0u64);
        for (index, &card) in player.assistants().iter().enumerate() {
            let location = view.game.components[card].assistant_location;
            let place = location.map_or(0, |location| u64::from(location.bit()));
            twice |= once & place;
            once |= place;
            if current && player.assistants_new >> index & 1 == 1 {
                new |= place;
            }
        }
        let count = player.assistant_count;
        self.assistants.fill(inputs, once, twice, new, count);
    }

    /// Fills the career and project cards.
    fn fill_cards(&self, inputs: &mut Inputs, view: View<'_>, seat: Seat) {
        let player = &view.state.players[seat];
        if !view.is_secret(seat) {
            if let Some(career) = player.career {
                self.career.fill(inputs, career);
                let first = 3 * usize::from(career);
                for task in (0..3).filter(|task| player.tasks_done >> task & 1 == 1) {
                    self.tasks_done.fill(inputs, first + task);
                }
            }
            let planned = player.planned.into_iter().flatten();
            self.planned.fill_each(inputs, planned);
        }
        self.bought.fill_each(inputs, player.bought.iter());
        self.hand.fill(inputs, player.hand_len);
        self.kept_a_cards.fill(inputs, player.kept_a_cards);
        self.shown.fill_each(inputs, player.hand_public.iter());
        if view.state.shuffles > 0 {
            self.fill_origins(inputs, view, player.hand.minus(player.hand_public));
        }
    }

    /// Fills the number of hidden hand cards from each earlier pile, which every player could
    /// count.
    fn fill_origins(&self, inputs: &mut Inputs, view: View<'_>, hidden: CardSet) {
        let mut counts = [0u8; PILES];
        for card in hidden.iter() {
            let pile = view.state.recycled[usize::from(card)];
            if pile < view.state.shuffles {
                counts[usize::from(pile).min(PILES - 1)] += 1;
            }
        }
        self.since_pile.fill(inputs, counts);
    }
}

/// Returns the score that a seat would have if the final scoring took place now.
pub fn standing(view: View<'_>, seat: Seat, nations: &NationValues) -> i32 {
    let score = view.game.score_of(view.state, seat as u8);
    if view.state.phase == Phase::Over {
        return score;
    }
    let bought = view.state.players[seat].bought.iter();
    let card_vp: i32 = bought
        .map(|card| i32::from(view.game.components[card].vp))
        .sum();
    score + card_vp + outlook(view, seat, nations)
}

/// Returns the VP that a seat would gain until the end of the game if the position did not change,
/// excluding current points and cards.
fn outlook(view: View<'_>, seat: Seat, nations: &NationValues) -> i32 {
    let (game, state) = (view.game, view.state);
    let player = &state.players[seat];
    let payouts = 5 - i32::from(state.round);
    let nations = nations.points(view, player);
    if game.is_jean(seat as u8) {
        let track = &game.components.automa_track;
        let income = i32::from(track.income[state.jean.discs_gone()]);
        let bonuses: i32 = game.jean_bonuses(state).iter().sum();
        let cards = state.jean.cards.len() as i32;
        return nations + (income + cards) * payouts + bonuses;
    }
    let mut prestige = 0;
    if player.prestige != 0 {
        for (index, building) in game.components.prestige.iter().enumerate() {
            if player.prestige >> index & 1 == 1 {
                prestige += game.prestige_points(player, building.kind);
            }
        }
    }
    let doubloon_track = i32::from(game.doubloon_track_points(player));
    nations + i32::from(player.income_vp) * payouts + doubloon_track + prestige
}
