//! Luck of every seat in a game: the value of the actual chance outcomes minus the mean value of alternative outcomes.
//!
//! This is AIVAT (Burch, Schmid, Moravčík, Morrill & Bowling, *AIVAT: a new variance reduction technique for agent
//! evaluation in imperfect information games*, 2018), restricted to chance. After every draw, a network evaluates the
//! resulting position and also positions that follow from the same action with other draws. Given the history, the
//! difference has expectation zero for any players and any evaluation function, because actual and alternative draws
//! have the same distribution. Luck can therefore serve as a control variate: a multiple of it that was fixed in
//! advance can be subtracted from the result without changing the mean.
//!
//! The alternative draws must start from the actual position with all its hidden cards, not from a determinization. The
//! values are computed from what each seat knows.

use std::sync::Arc;

use crate::game::{Game, Rng, Seat};
use crate::net::lookahead::Lookahead;
use crate::net::{Network, Value};
use crate::play::plan::NumberedGame;
use crate::random::{Streams, redraw_stream};
use crate::results::record::Luck;

/// Number of alternative draws. The variance of luck is (1 + 1/16) times its limit for infinitely many draws.
const REDRAWS: usize = 16;

/// Number of alternative deals. All games of a deal group share them.
const DEALS: usize = 64;

/// Luck of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    lead: f64,
    win: f64,
}

impl Sums {
    /// Adds the first value minus the mean of the others.
    fn add(&mut self, values: &[Value]) {
        let Some((happened, others)) = values.split_first() else {
            return;
        };
        let mean = |part: fn(&Value) -> f32| {
            let sum: f64 = others.iter().map(|value| f64::from(part(value))).sum();
            sum / others.len() as f64
        };
        self.lead += f64::from(happened.lead) - mean(|value| value.lead);
        self.win += f64::from(happened.win) - mean(|value| value.win);
    }
}

/// Luck of a deal.
struct DealLuck {
    seed: u64,
    seats: Vec<Sums>,
}

/// Computes the luck of games after they were played.
pub struct LuckMeter<G: Game> {
    lookahead: Lookahead<G>,
    deal: Option<DealLuck>,
    /// Buffers: the position before an action, and the actual position after it followed by the alternatives.
    before: Option<G::State>,
    after: Vec<G::State>,
    legal: Vec<G::Action>,
    values: Vec<Value>,
    sums: Vec<Sums>,
    luck: Vec<Option<Luck>>,
}

impl<G: Game> LuckMeter<G> {
    /// Creates a meter that evaluates positions with this network.
    pub fn new(network: Arc<Network>) -> LuckMeter<G> {
        LuckMeter {
            lookahead: Lookahead::new(network),
            deal: None,
            before: None,
            after: Vec::new(),
            legal: Vec::new(),
            values: Vec::new(),
            sums: Vec::new(),
            luck: Vec::new(),
        }
    }

    /// Discards the luck of the deal, because the next game may have other terms.
    pub fn forget_deal(&mut self) {
        self.deal = None;
    }

    /// Returns the luck of every bot's seat in a game with these choices of legal actions. The game is replayed, so the
    /// computation cannot influence it.
    pub fn of_game(
        &mut self,
        game: &G,
        numbered: &NumberedGame,
        choices: &[usize],
    ) -> &[Option<Luck>] {
        let seed = numbered.deal_seed;
        let mut chance = Streams::new(seed);
        let undrawn = chance.clone();
        let mut state = game.new_state(&mut chance, &mut ());
        self.sums.clear();
        self.sums.resize(game.seats(), Sums::default());
        if chance != undrawn {
            self.add_deal(game, seed, &state);
        }
        let mut redraws = redraw_stream(seed, Some(numbered.seating_index));
        let mut drawn = chance.clone();
        let mut before = self.before.take().unwrap_or_else(|| state.clone());
        for &choice in choices {
            game.legal_actions(&state, &mut self.legal);
            let action = self.legal[choice];
            before.clone_from(&state);
            game.apply(&mut state, action, &mut chance, &mut ());
            // The position and the action determine if anything is drawn, so the outcome does not bias the selection of
            // events.
            if chance != drawn {
                drawn.clone_from(&chance);
                self.add_event(game, &before, action, &state, &mut redraws);
            }
        }
        self.before = Some(before);
        let told = self.sums.iter().enumerate().map(|(seat, sums)| {
            (game.automa(seat).is_none()).then_some(Luck {
                lead: told(sums.lead),
                win: told(sums.win),
            })
        });
        self.luck.clear();
        self.luck.extend(told);
        &self.luck
    }

    /// Adds the luck of the deal for every seat.
    fn add_deal(&mut self, game: &G, seed: u64, dealt: &G::State) {
        if self.deal.as_ref().is_none_or(|known| known.seed != seed) {
            let mut redraws = redraw_stream(seed, None);
            self.after.clear();
            self.after.push(dealt.clone());
            let others = (0..DEALS).map(|_| game.new_state(&mut redraws, &mut ()));
            self.after.extend(others);
            let mut seats = vec![Sums::default(); game.seats()];
            for seat in bots(game) {
                self.values.clear();
                for state in &self.after {
                    self.values.push(self.lookahead.value(game, state, seat));
                }
                seats[seat].add(&self.values);
            }
            self.deal = Some(DealLuck { seed, seats });
        }
        if let Some(known) = &self.deal {
            self.sums.clone_from(&known.seats);
        }
    }

    /// Adds the luck of the draws after an action for every seat.
    fn add_event(
        &mut self,
        game: &G,
        before: &G::State,
        action: G::Action,
        happened: &G::State,
        redraws: &mut Rng,
    ) {
        self.after.resize_with(1 + REDRAWS, || before.clone());
        self.after[0].clone_from(happened);
        for other in &mut self.after[1..] {
            other.clone_from(before);
            game.apply(other, action, redraws, &mut ());
        }
        for seat in bots(game) {
            let values = self.lookahead.values_after(game, before, &self.after, seat);
            self.sums[seat].add(values);
        }
    }
}

/// Returns the seats of bots.
fn bots<G: Game>(game: &G) -> impl Iterator<Item = Seat> {
    (0..game.seats()).filter(|&seat| game.automa(seat).is_none())
}

/// Rounds a sum to the precision of the values, and replaces negative zero by zero.
fn told(sum: f64) -> f32 {
    sum as f32 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotSpec;
    use crate::net::Weights;
    use crate::net::weights::SECOND;
    use crate::play::arena::Arena;
    use crate::play::plan::Plan;
    use crate::play::toy::Toy;
    use crate::results::record::luck_beside_others;
    use crate::stats::{Controlled, Moments, lead};

    /// Returns a network with constant output, so that only final positions of the toy game differ in value.
    fn blank() -> Arc<Network> {
        let weights = Weights {
            first_units: 64,
            scale: 1.0,
            first_bias: vec![0.0; 64],
            second: vec![0.0; 64 * SECOND],
            second_bias: vec![0.0; SECOND],
            heads: [vec![0.0; SECOND], vec![0.0; SECOND]],
            ..Weights::default()
        };
        Arc::new(Network::new(&weights, &[]).unwrap().0)
    }

    /// Calls `each` with the records of every game.
    fn toys(
        players: usize,
        blocks: u64,
        mut each: impl FnMut(&NumberedGame, &[crate::results::record::Record]),
    ) {
        let toy = Toy::new(players);
        let line_up = vec![BotSpec::random(); players];
        let plan = Plan::of(&toy, 11, blocks);
        let mut plain = Arena::new(&toy, &line_up).unwrap();
        let mut arena = Arena::new(&toy, &line_up).unwrap().valued(Some(blank()));
        for numbered in (0..plan.blocks).flat_map(|step| plan.step(step)) {
            let valued = arena.play(&numbered, &mut ()).unwrap().to_vec();
            let mut without = valued.clone();
            without.iter_mut().for_each(|record| record.luck = None);
            assert_eq!(without, plain.play(&numbered, &mut ()).unwrap());
            each(&numbered, &valued);
        }
    }

    /// The last draw, 0 to 3, is added to the score of the last seat, and no earlier draw changes the network's values.
    /// The luck of the last seat is therefore the draw minus its mean of 1.5, up to the error of the alternative draws.
    #[test]
    fn luck_of_the_last_draw_is_its_deviation_from_the_mean() {
        let (mut own, mut other, mut spread) =
            (Moments::default(), Moments::default(), Moments::default());
        toys(2, 2000, |_, game| {
            let [first, last] = [0, 1].map(|seat| game[seat].luck.unwrap());
            assert_eq!(first.lead, -last.lead);
            own.push(f64::from(last.lead));
            spread.push(f64::from(last.lead).powi(2));
            other.push(f64::from(last.win));
        });
        for luck in [own, other] {
            let error = luck.standard_error().unwrap();
            assert!(
                error > 0.0 && luck.mean().unwrap().abs() < 4.0 * error,
                "{luck:?}"
            );
        }
        // Variance of a draw plus the variance of the mean of the alternative draws.
        let wanted = 1.25 * (1.0 + 1.0 / REDRAWS as f64);
        let error = spread.standard_error().unwrap();
        assert!(
            (spread.mean().unwrap() - wanted).abs() < 4.0 * error,
            "{spread:?}"
        );
    }

    /// The true mean lead of the first seat is 0. Each run has 40 deals.
    #[test]
    fn control_variate_intervals_are_narrower_and_cover_the_true_value() {
        const RUN: u64 = 40;
        let (mut runs, mut held, mut narrower) = (0, 0, 0);
        let mut blocks = Controlled::default();
        let mut open = (0.0, 0.0, 0);
        toys(2, RUN * 400, |numbered, game| {
            let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
            open.0 += lead(&scores, 0).unwrap() / 2.0;
            open.1 += luck_beside_others(game, 0).unwrap().0 / 2.0;
            open.2 += 1;
            if open.2 < 2 {
                return;
            }
            let block = (numbered.id - 1) / 2;
            blocks.push(block, open.0, open.1);
            open = (0.0, 0.0, 0);
            if block % RUN == RUN - 1 {
                let found = std::mem::take(&mut blocks).adjusted().unwrap();
                held += u32::from((found.low..found.high).contains(&0.0));
                narrower += u32::from(found.pays());
                runs += 1;
            }
        });
        // Three standard errors of a proportion of 95 % with 200 runs.
        let share = f64::from(held) / f64::from(runs);
        assert!(
            runs >= 200 && (share - 0.95).abs() < 0.047,
            "{share} of {runs}"
        );
        assert!(narrower > runs / 2, "{narrower} of {runs}");
    }

    #[test]
    fn luck_is_measured_relative_to_the_opponents() {
        let record = |luck: Option<f32>| crate::results::record::Record {
            luck: luck.map(|lead| Luck {
                lead,
                win: lead / 8.0,
            }),
            ..Default::default()
        };
        let game = [record(Some(4.0)), record(Some(1.0)), record(Some(-2.0))];
        assert_eq!(luck_beside_others(&game, 0), Some((4.5, 0.5625)));
        assert_eq!(luck_beside_others(&game, 2), Some((-4.5, -0.5625)));
        // An automa has no luck of its own; it gets the negated luck of its opponents.
        let alone = [record(Some(4.0)), record(None)];
        assert_eq!(luck_beside_others(&alone, 0), Some((4.0, 0.5)));
        assert_eq!(luck_beside_others(&alone, 1), Some((-4.0, -0.5)));
        assert_eq!(luck_beside_others(&[record(None)], 0), None);
    }
}
