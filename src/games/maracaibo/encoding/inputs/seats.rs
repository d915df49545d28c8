//! Inputs of the public information about a seat: its components, its face-up cards and its score.

use crate::maracaibo::components::{
    BORDER_NAMES, CardSet, Components, GOODS, NATION_NAMES, NATIONS, OBJECT_NAMES, SYNERGIES,
    SYNERGY_NAMES, UPGRADES,
};

use super::blocks::{Steps, numbers};
use super::changes::Same;
use super::effects::{EFFECT_NAMES, effects};
use super::nations::NationValues;
use super::reach::Reach;
use super::view::View;
use crate::encoding::{Flags, Inputs, Layout, Number};
use crate::game::Seat;
use crate::maracaibo::rules::state::{Phase, Player};

/// Divisor of points.
const POINTS: f32 = 50.0;
/// Divisor of small numbers.
const SMALL: f32 = 4.0;
/// Number of piles that are distinguished by the shuffle that created them.
const PILES: usize = 4;
/// Largest number of turns to the end of a round with a flag of its own.
const TURNS: usize = 6;
/// Starting position of the doubloon income marker (M-1.10).
const BASE_INCOME: f32 = 8.0;

/// Inputs of one seat.
#[derive(Clone, Debug)]
pub struct SeatInputs {
    score: Number,
    standing: Number,
    doubloons: Number,
    cp: Number,
    figures: Number,
    general: Number,
    income_doubloons: Number,
    income_vp: Number,
    influence: Vec<Number>,
    majorities: Flags,
    explorer: Flags,
    borders: Flags,
    ship: Flags,
    turns_home: Steps,
    upgrades: Flags,
    half: Flags,
    synergies: Flags,
    waiting_doubloons: Vec<Number>,
    waiting_vp: Vec<Number>,
    tokens: Number,
    quests: Number,
    career: Flags,
    tasks_done: Flags,
    prestige: Flags,
    assistants: Flags,
    second_assistants: Flags,
    new_assistants: Flags,
    assistant_count: Number,
    figures_on_cards: Number,
    effects: Vec<Number>,
    objects: Vec<Number>,
    ally_cp: Vec<Number>,
    card_quests: Flags,
    hand: Number,
    kept_a_cards: Number,
    since_pile: Vec<Number>,
    shown: Flags,
    planned: Flags,
    bought: Flags,
}

impl SeatInputs {
    /// Adds the inputs of a seat to the layout, with names that start with `seat`.
    pub fn new(layout: &mut Layout, seat: &str, components: &Components) -> SeatInputs {
        let name = |what: &str| format!("{seat} {what}");
        let labels = &components.labels;
        let areas: Vec<String> = (1..=UPGRADES).map(|number| format!("U{number}")).collect();
        let tasks = labels
            .careers
            .iter()
            .flat_map(|career| (1..=3).map(move |task| format!("{career} task {task}")));
        SeatInputs {
            score: layout.number(&name("score"), POINTS),
            standing: layout.number(&name("standing"), POINTS),
            doubloons: layout.number(&name("doubloons"), 10.0),
            cp: layout.number(&name("cp"), SMALL),
            figures: layout.number(&name("figures"), SMALL),
            general: layout.number(&name("figures in general supply"), SMALL),
            income_doubloons: layout.number(&name("doubloon income"), 10.0),
            income_vp: layout.number(&name("vp income"), 10.0),
            influence: numbers(layout, &name("influence"), NATION_NAMES, 5.0),
            majorities: layout.flags(&name("most influence"), NATION_NAMES),
            explorer: layout.flags(&name("explorer"), &labels.spaces),
            borders: layout.flags(&name("border"), BORDER_NAMES),
            ship: layout.flags(&name("ship"), &labels.locations),
            turns_home: Steps::new(layout, &name("fewest turns"), TURNS),
            upgrades: layout.flags(&name("upgrade"), &areas),
            half: layout.flags(&name("half"), &areas),
            synergies: layout.flags(&name("synergy"), SYNERGY_NAMES),
            waiting_doubloons: numbers(layout, &name("waiting doubloons"), SYNERGY_NAMES, SMALL),
            waiting_vp: numbers(layout, &name("waiting vp"), SYNERGY_NAMES, SMALL),
            tokens: layout.number(&name("combat tokens"), SMALL),
            quests: layout.number(&name("quests"), SMALL),
            career: layout.flags(&name("career"), &labels.careers),
            tasks_done: layout.flags(&name("done"), tasks),
            prestige: layout.flags(&name("prestige"), &labels.prestige),
            assistants: layout.flags(&name("assistant at"), &labels.locations),
            second_assistants: layout.flags(&name("second assistant at"), &labels.locations),
            new_assistants: layout.flags(&name("new assistant at"), &labels.locations),
            assistant_count: layout.number(&name("assistants"), SMALL),
            figures_on_cards: layout.number(&name("figures on cards"), SMALL),
            effects: numbers(layout, &name("effect"), EFFECT_NAMES, 2.0),
            objects: numbers(layout, &name("permanent"), OBJECT_NAMES, 1.0),
            ally_cp: numbers(layout, &name("ally cp"), NATION_NAMES, 2.0),
            card_quests: layout.flags(&name("quest on card"), &labels.quests),
            hand: layout.number(&name("cards in hand"), SMALL),
            kept_a_cards: layout.number(&name("cards kept"), SMALL),
            since_pile: numbers(
                layout,
                &name("cards since pile"),
                (1..=PILES).map(|pile| pile.to_string()),
                SMALL,
            ),
            shown: layout.flags(&name("shown"), &labels.cards),
            planned: layout.flags(&name("planned"), &labels.cards),
            bought: layout.flags(&name("bought"), &labels.cards),
        }
    }

    /// Fills the inputs, part by part. `standing` is the seat's score if the final scoring took
    /// place now.
    pub fn fill(
        &self,
        inputs: &mut Inputs,
        view: View<'_>,
        seat: Seat,
        (nations, reach): (&NationValues, &Reach),
        standing: i32,
        same: &Same<'_>,
    ) {
        let player = &view.state.players[seat];
        inputs.part(same.seat_tracks(seat), |inputs| {
            self.fill_tracks(inputs, view, player, nations, reach);
        });
        inputs.part(same.ship_board(seat), |inputs| {
            self.fill_ship_board(inputs, player);
        });
        inputs.part(same.assistants(seat), |inputs| {
            self.fill_assistants(inputs, view, seat);
        });
        inputs.part(same.cards(seat), |inputs| {
            self.fill_cards(inputs, view, seat)
        });
        inputs.part(false, |inputs| {
            let score = view.game.score_of(view.state, seat as u8);
            self.score.fill(inputs, score as f32);
            self.standing.fill(inputs, standing as f32);
        });
    }

    /// Fills doubloons, income, nations, explorer and ship.
    fn fill_tracks(
        &self,
        inputs: &mut Inputs,
        view: View<'_>,
        player: &Player,
        nations: &NationValues,
        reach: &Reach,
    ) {
        self.doubloons.fill(inputs, player.doubloons);
        self.cp.fill(inputs, player.cp);
        self.figures.fill(inputs, player.figures);
        self.general.fill(inputs, player.general);
        let beyond = f32::from(player.income_doubloons) - BASE_INCOME;
        self.income_doubloons.fill(inputs, beyond);
        self.income_vp.fill(inputs, player.income_vp);
        for (number, step) in self.influence.iter().zip(player.influence) {
            number.fill(inputs, step);
        }
        self.majorities
            .fill_bits(inputs, nations.majorities(player));
        self.explorer.fill(inputs, player.explorer);
        let space = view.game.components.space(player.explorer);
        self.borders
            .fill_bits(inputs, u64::from(space.borders_crossed));
        self.ship.fill(inputs, player.ship);
        let turns = reach.fewest_turns(view.state.round, player.ship);
        self.turns_home.fill(inputs, turns);
    }

    /// Fills upgrades, tokens, tiles, career and buildings.
    fn fill_ship_board(&self, inputs: &mut Inputs, player: &Player) {
        self.upgrades.fill_bits(inputs, u64::from(player.upgrades));
        for (area, _) in (player.discs.iter().enumerate()).filter(|(_, discs)| **discs == 1) {
            self.half.fill(inputs, area);
        }
        self.synergies
            .fill_bits(inputs, u64::from(player.synergies));
        if player.waiting_doubloons != [0; SYNERGIES] || player.waiting_vp != [0; SYNERGIES] {
            for kind in 0..SYNERGIES {
                self.waiting_doubloons[kind].fill(inputs, player.waiting_doubloons[kind]);
                self.waiting_vp[kind].fill(inputs, player.waiting_vp[kind]);
            }
        }
        self.tokens.fill(inputs, player.token_count);
        self.quests.fill(inputs, player.quest_count);
        self.prestige.fill_bits(inputs, u64::from(player.prestige));
        for (number, count) in self.effects.iter().zip(effects(player)) {
            number.fill(inputs, count);
        }
        if player.permanent_objects != [0; GOODS] {
            for (number, count) in self.objects.iter().zip(player.permanent_objects) {
                number.fill(inputs, count);
            }
        }
        if player.ally_cp != [0; NATIONS] {
            for (number, count) in self.ally_cp.iter().zip(player.ally_cp) {
                number.fill(inputs, count);
            }
        }
        for quest in player.card_quests.into_iter().flatten() {
            self.card_quests.fill(inputs, quest);
        }
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
        self.assistants.fill_bits(inputs, once);
        self.second_assistants.fill_bits(inputs, twice);
        self.new_assistants.fill_bits(inputs, new);
        self.assistant_count.fill(inputs, player.assistant_count);
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
            for card in player.planned.into_iter().flatten() {
                self.planned.fill(inputs, card);
            }
        }
        (player.bought.iter()).for_each(|card| self.bought.fill(inputs, card));
        self.hand.fill(inputs, player.hand_len);
        self.kept_a_cards.fill(inputs, player.kept_a_cards);
        (player.hand_public.iter()).for_each(|card| self.shown.fill(inputs, card));
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
        for (number, count) in self.since_pile.iter().zip(counts) {
            number.fill(inputs, count);
        }
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

/// Returns the VP that a seat would still score if the state did not change any more, excluding
/// current points and cards.
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
