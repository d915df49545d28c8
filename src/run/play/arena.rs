//! Playing a game from the deal to the final score.

use std::sync::Arc;

use thiserror::Error;

use crate::bots::program::supervisor::Conduct;
use crate::bots::{Bot, BotError, BotSpec};
use crate::game::{EventLog, Game, MAX_SEATS, Rng, Seat, Sequel};
use crate::item::Terms;
use crate::net::Network;
use crate::play::live::{Counter, Live};
use crate::play::luck::LuckMeter;
use crate::play::ongoing::{Dealt, OngoingGame, record};
use crate::play::panics;
use crate::play::plan::NumberedGame;
use crate::play::treatment::Treatment;
use crate::random::{Streams, bot_stream};
use crate::results::record::Record;

/// Maximum number of decisions in a game. Longer games are treated as endless and counted as crashed.
pub const MOST_DECISIONS: usize = 1_000_000;

/// A game that panicked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}, after {moves}")]
pub struct Crash {
    /// Message and source location of the panic.
    pub message: String,
    /// All moves including the one that panicked, as `seat action; seat action …`.
    pub moves: String,
}

/// Plays games with a fixed line-up, without the static type of the game.
pub trait GamePlayer<'run> {
    /// Plays one game and returns the records of its seats.
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked.
    fn play(&mut self, numbered: &NumberedGame) -> Result<&[Record<'run>], Crash>;

    /// Returns the indices of the chosen legal actions in the last game, up to its end or crash.
    fn choices(&self) -> &[usize];

    /// Returns a deal with the same prices and terms as the last game.
    fn deal(&self, deal_seed: u64) -> Box<dyn OngoingGame>;
}

impl<'run, G: Game> GamePlayer<'run> for Arena<'run, G> {
    fn play(&mut self, numbered: &NumberedGame) -> Result<&[Record<'run>], Crash> {
        Arena::play(self, numbered, &mut ())
    }

    fn choices(&self) -> &[usize] {
        &self.choices
    }

    fn deal(&self, deal_seed: u64) -> Box<dyn OngoingGame> {
        let game = self.treated.as_ref().map_or(self.game, |(game, _)| game);
        Box::new(Dealt::new(game.clone(), deal_seed))
    }
}

/// Everything that determines a game in which no bot used chance: the seed of the deal, the terms, and for every seat the
/// first place with an equal bot.
type Causes = (u64, Option<Terms>, [Option<usize>; MAX_SEATS]);

/// A bot and its name in records.
pub type Named<'run, G> = (&'run str, Box<dyn Bot<G>>);

/// Plays games with a fixed line-up and reuses its buffers.
pub struct Arena<'run, G: Game> {
    game: &'run G,
    /// The game with adjustable terms, and the treatment that determines them.
    treated: Option<(G, Treatment<'run>)>,
    /// Specifications of the bots, or `None` if the bots were built by the caller.
    line_up: Option<&'run [BotSpec]>,
    bots: Vec<Named<'run, G>>,
    /// For every place, the first place with an equal bot.
    equal: Vec<usize>,
    /// Games of the current deal in which no bot used chance, with their choices.
    settled: Vec<(Causes, Vec<usize>)>,
    /// True if the last game repeated a game in `settled`.
    repeated: bool,
    generators: Vec<Rng>,
    legal: Vec<G::Action>,
    choices: Vec<usize>,
    records: Vec<Record<'run>>,
    conducts: Vec<(Seat, Conduct)>,
    sequel: Option<Sequel>,
    counter: Arc<Counter>,
    /// Meter for the luck of the games, if enabled.
    luck: Option<LuckMeter<G>>,
}

impl<'run, G: Game> Arena<'run, G> {
    /// Creates an arena for a line-up with one bot per place.
    ///
    /// # Errors
    /// [`BotError`] if a bot does not fit the game.
    pub fn new(game: &'run G, line_up: &'run [BotSpec]) -> Result<Arena<'run, G>, BotError> {
        let bots = build(game, line_up)?;
        let first = |bot: &BotSpec| line_up.iter().position(|other| other.plays_as(bot));
        Ok(Arena {
            line_up: Some(line_up),
            equal: line_up.iter().filter_map(first).collect(),
            ..Arena::with_bots(game, bots)
        })
    }

    /// Creates an arena for bots that the caller has built, one per place. After a panic, the arena calls
    /// [`Bot::forget`] and reuses the bots.
    pub fn with_bots(game: &'run G, bots: Vec<Named<'run, G>>) -> Arena<'run, G> {
        Arena {
            game,
            treated: None,
            line_up: None,
            equal: (0..bots.len()).collect(),
            settled: Vec::new(),
            repeated: false,
            bots,
            generators: Vec::new(),
            legal: Vec::new(),
            choices: Vec::new(),
            records: Vec::new(),
            conducts: Vec::new(),
            sequel: None,
            counter: Arc::default(),
            luck: None,
        }
    }

    /// Enables the evaluation of luck, if a network is given. This does not affect the games.
    pub fn valued(mut self, network: Option<Arc<Network>>) -> Self {
        self.luck = network.map(LuckMeter::new);
        self
    }

    /// Enables counting of the games in `live`.
    pub fn counted(mut self, live: &Live) -> Self {
        self.counter = live.counter();
        self
    }

    /// Sets the treatment, or `None` for the unchanged game.
    ///
    /// # Errors
    /// The reason why the game does not support the treatment.
    pub fn treated(mut self, treatment: Option<Treatment<'run>>) -> Result<Self, String> {
        self.treated = match treatment {
            None => None,
            Some(treatment) => {
                let game = treatment.prepare(self.game)?;
                Some((game, treatment))
            }
        };
        Ok(self)
    }

    /// Plays one game and returns the records of its seats. Events are written to the log.
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked. The arena remains usable.
    pub fn play<L: EventLog>(
        &mut self,
        numbered: &NumberedGame,
        log: &mut L,
    ) -> Result<&[Record<'run>], Crash> {
        let played = panics::catch(|| self.play_unguarded(numbered, log));
        self.counter.ended();
        match played {
            Ok(()) => Ok(&self.records),
            Err(message) => {
                let moves = moves_text(self, numbered.deal_seed);
                match self.line_up.map(|line_up| build(self.game, line_up)) {
                    Some(Ok(bots)) => self.bots = bots,
                    _ => self.bots.iter_mut().for_each(|(_, bot)| bot.forget()),
                }
                Err(Crash { message, moves })
            }
        }
    }

    fn play_unguarded<L: EventLog>(&mut self, numbered: &NumberedGame, log: &mut L) {
        let terms = self.treated.as_mut().map(|(game, treatment)| {
            let terms = treatment.terms(numbered);
            game.set_terms(terms);
            terms
        });
        let game = self.treated.as_ref().map_or(self.game, |(game, _)| game);
        self.choices.clear();
        let original = self.game;
        let bot = |seat: Seat| match numbered.seating[seat] {
            Some(place) => self.bots[place].0,
            None => original.automa(seat).unwrap_or_default(),
        };
        self.records.clear();
        self.records.extend((0..game.seats()).map(|seat| Record {
            game_id: numbered.id,
            seed: numbered.deal_seed,
            cell: numbered.cell,
            bot: bot(seat),
            ..Record::default()
        }));
        self.generators.clear();
        self.generators.extend(
            (0..game.seats())
                .map(|seat| bot_stream(numbered.deal_seed, numbered.seating_index, seat)),
        );
        let place = |seat: Seat| *numbered.seating.get(seat)?;
        let bots = std::array::from_fn(|seat| Some(self.equal[place(seat)?]));
        let causes: Causes = (numbered.deal_seed, terms, bots);
        self.settled.retain(|(other, _)| other.0 == causes.0);
        let settled = self.settled.iter().find(|(other, _)| *other == causes);
        self.repeated = settled.is_some();
        self.conducts.clear();
        let placed = numbered.seating.iter().enumerate();
        for (seat, place) in placed.filter_map(|(seat, &place)| Some((seat, place?))) {
            self.bots[place].1.begin(seat, &mut self.generators[seat]);
        }
        let mut chance = Streams::new(numbered.deal_seed);
        let mut state = game.new_state(&mut chance, log);
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut self.legal);
            assert!(!self.legal.is_empty(), "no legal action before the end");
            assert!(self.choices.len() < MOST_DECISIONS, "the game does not end");
            let choice = match (self.legal.len(), numbered.seating[seat], settled) {
                (1, ..) => 0,
                (_, Some(_), Some((_, choices))) => choices[self.choices.len()],
                (_, Some(place), None) => {
                    let generator = &mut self.generators[seat];
                    self.bots[place]
                        .1
                        .choose(game, &state, &self.legal, generator)
                }
                (_, None, _) => panic!("seat {} is an automa but has a decision to make", seat + 1),
            };
            let action = self.legal[choice];
            self.records[seat].decisions += 1;
            self.choices.push(choice);
            self.counter.decided(self.choices.len());
            game.apply(&mut state, action, &mut chance, log);
        }
        record(game, &state, &mut self.records);
        if let Some(meter) = &mut self.luck {
            if self.treated.is_some() {
                meter.forget_deal();
            }
            let luck = meter.of_game(game, numbered, &self.choices);
            for (record, luck) in self.records.iter_mut().zip(luck) {
                record.luck = *luck;
            }
        }
        self.sequel = game.sequel(&state);
        let placed = numbered.seating.iter().enumerate();
        for (seat, place) in placed.filter_map(|(seat, &place)| Some((seat, place?))) {
            let conduct = self.bots[place].1.end(game, &state);
            self.conducts.extend(conduct.map(|conduct| (seat, conduct)));
        }
        // Every bot is called, so that each begins to track the next game.
        let used_chance = |any, bot: &mut Named<'_, G>| any | bot.1.used_chance();
        if !self.bots.iter_mut().fold(self.repeated, used_chance) {
            self.settled.push((causes, self.choices.clone()));
        }
        let forfeited = self
            .conducts
            .iter()
            .filter(|(_, conduct)| conduct.forfeited);
        let forfeited: Vec<Seat> = forfeited.map(|(seat, _)| *seat).collect();
        if !forfeited.is_empty() {
            forfeit(&mut self.records, &forfeited, game.capped(&state));
        }
    }

    /// Returns the behaviour of the external programs in the last game, by seat.
    pub fn conducts(&self) -> &[(Seat, Conduct)] {
        &self.conducts
    }

    /// Returns true if the last game took its choices from an earlier game of the deal, because equal bots had the same
    /// seats and no bot used chance.
    pub fn repeated(&self) -> bool {
        self.repeated
    }

    /// Returns the state that the last game passes on to the next game of its campaign.
    pub fn sequel(&self) -> Option<&Sequel> {
        self.sequel.as_ref()
    }
}

/// Ranks the seats that forfeited below all others. The scores do not change.
fn forfeit(records: &mut [Record], forfeited: &[Seat], capped: bool) {
    let ranks: Vec<u32> = records.iter().map(|record| record.rank).collect();
    let in_play = |seat: &Seat| !forfeited.contains(seat);
    let others = (0..records.len()).filter(in_play).count();
    for (seat, record) in records.iter_mut().enumerate() {
        record.rank = match in_play(&seat) {
            true => {
                let better =
                    (0..ranks.len()).filter(|other| in_play(other) && ranks[*other] < ranks[seat]);
                1 + better.count() as u32
            }
            false => 1 + others as u32,
        };
    }
    let first = |record: &Record| record.rank == 1 && !forfeited.contains(&record.seat);
    let winners = records.iter().filter(|record| first(record)).count();
    for record in records.iter_mut() {
        record.win = match first(record) && !capped {
            true => 1.0 / winners as f64,
            false => 0.0,
        };
    }
}

/// Returns the notation of the moves in the last game, up to its end or crash. The game is replayed to obtain it.
pub fn moves_text(player: &dyn GamePlayer, deal_seed: u64) -> String {
    let mut text = String::new();
    // The last move may panic again. In that case the text up to then is returned.
    let _ = panics::catch(|| {
        let mut ongoing = player.deal(deal_seed);
        for &choice in player.choices() {
            let separator = if text.is_empty() { "" } else { "; " };
            let seat = ongoing.to_move().map_or(0, |seat| seat + 1);
            text.push_str(&format!("{separator}{seat} {}", ongoing.notation(choice)));
            ongoing.make(choice);
        }
    });
    text
}

fn build<'run, G: Game>(
    game: &G,
    line_up: &'run [BotSpec],
) -> Result<Vec<Named<'run, G>>, BotError> {
    let named = |spec: &'run BotSpec| Ok((spec.name.as_str(), spec.build(game)?));
    line_up.iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plan::Plan;
    use crate::play::toy::Toy;

    fn line_up(players: usize) -> Vec<BotSpec> {
        vec![BotSpec::random(); players]
    }

    #[test]
    fn wins_sum_to_one_and_decisions_are_counted() {
        let toy = Toy::new(3);
        let line_up = line_up(3);
        let plan = Plan::of(&toy, 1, 300);
        let mut arena = Arena::new(&toy, &line_up).unwrap();
        for numbered in (0..plan.blocks).flat_map(|step| plan.step(step)) {
            let mut events = Vec::new();
            let seats = arena.play(&numbered, &mut events).unwrap();
            let wins: f64 = seats.iter().map(|seat| seat.win).sum();
            assert!((wins - 1.0).abs() < 1e-12);
            assert!(seats.iter().all(|seat| seat.decisions == 4));
            assert!(seats.iter().all(|seat| seat.turns == 4));
            assert_eq!(events.len(), 12);
        }
    }

    #[test]
    fn game_does_not_depend_on_earlier_games() {
        let toy = Toy::new(2);
        let line_up = line_up(2);
        let plan = Plan::of(&toy, 1, 20);
        let mut warm = Arena::new(&toy, &line_up).unwrap();
        for numbered in (0..plan.blocks).flat_map(|step| plan.step(step)) {
            let mut cold = Arena::new(&toy, &line_up).unwrap();
            assert_eq!(warm.play(&numbered, &mut ()), cold.play(&numbered, &mut ()));
        }
    }

    #[test]
    fn supplied_bots_play_like_built_bots_even_after_a_panic() {
        let mut toy = Toy::new(2);
        toy.panic_on = Some(3);
        let line_up = line_up(2);
        let mut own = Arena::with_bots(&toy, build(&toy, &line_up).unwrap());
        let plan = Plan::of(&toy, 1, 200);
        let mut built = Arena::new(&toy, &line_up).unwrap();
        let mut crashes = 0;
        for numbered in (0..plan.blocks).flat_map(|step| plan.step(step)) {
            let played = own.play(&numbered, &mut ());
            crashes += usize::from(played.is_err());
            assert_eq!(played, built.play(&numbered, &mut ()));
        }
        assert!(crashes > 0);
    }

    #[test]
    fn panic_is_recorded_as_a_crash_with_its_moves() {
        let mut toy = Toy::new(2);
        toy.panic_on = Some(3);
        let line_up = line_up(2);
        let plan = Plan::of(&toy, 1, 200);
        let mut arena = Arena::new(&toy, &line_up).unwrap();
        let crashes: Vec<Crash> = (0..plan.blocks)
            .flat_map(|step| plan.step(step))
            .filter_map(|numbered| arena.play(&numbered, &mut ()).err())
            .collect();
        assert!(!crashes.is_empty());
        for crash in crashes {
            assert!(crash.message.starts_with("the toy broke"), "{crash:?}");
            assert_eq!(crash.moves.split("; ").count(), 5, "{crash:?}");
            assert!(crash.moves.starts_with("1 "), "{crash:?}");
        }
    }
}
