//! Games that are played move by move, without the static type of the game. This interface is not used in hot paths.

use super::erased_game;
use super::given::{DrawError, Drawn, GivenChance};
use super::reported::{Fitted, Report, Samples, Search, Unfit};
use crate::bots::{Bot, BotError, BotSpec};
use crate::game::{
    ActionError, Event, Game, GameInfo, MAX_SEATS, Phrase, Rng, Rules, Seat, Sequel,
};
use crate::net::lookahead::Lookahead;
use crate::picture::{Picture, Spot};
use crate::random::{Streams, concealment_stream};
use crate::results::record::{Categories, Record};
use crate::search::analysis::{Analysis, Depth, analyze};
use crate::search::exhaustive::{Exact, Refusal, solve};
use crate::search::guide::Guide;
use crate::search::settings::{Objective, Settings};
use crate::wire_protocol::{self, ObservationData};

/// Fills the records of all seats from the current position. At the end of the game, this is the final result.
///
/// # Panics
/// If the score categories of a seat do not sum to its score, which is a bug in the game.
pub fn record<G: Game>(game: &G, state: &G::State, seats: &mut [Record]) {
    let ranks = game.ranks(state);
    let winners = ranks.iter().filter(|&&rank| rank == 1).count();
    let capped = game.capped(state);
    for (seat, record) in seats.iter_mut().enumerate() {
        record.seat = seat;
        record.categories = Categories::new(game.score_categories().len());
        game.score_breakdown(state, seat, &mut record.categories);
        record.score = game.score(state, seat);
        assert_eq!(
            record.categories.iter().sum::<i32>(),
            record.score,
            "the categories of seat {} do not sum to its score",
            seat + 1
        );
        record.rank = u32::from(ranks[seat]);
        record.win = match ranks[seat] {
            1 if !capped => 1.0 / winners as f64,
            _ => 0.0,
        };
        record.turns = game.turns(state, seat);
    }
}

/// An event with the names that result files use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEvent {
    /// Seat that caused the event or is affected by it.
    pub seat: Seat,
    /// Kind of event.
    pub kind: &'static str,
    /// Name of the card, tile or place involved.
    pub item: String,
    /// Value of the event; its meaning depends on the kind.
    pub value: i32,
}

/// Converts events to named events.
pub fn named_events<'event, G: Game>(
    game: &G,
    events: impl IntoIterator<Item = &'event Event>,
) -> Vec<NamedEvent> {
    let named = |event: &Event| NamedEvent {
        seat: usize::from(event.seat),
        kind: G::EVENT_KINDS[usize::from(event.kind)],
        item: game.event_item(event),
        value: event.value,
    };
    events.into_iter().map(named).collect()
}

/// A move that was made.
#[derive(Clone)]
pub struct PlayedMove {
    /// Seat that made the move.
    pub seat: Seat,
    /// Turn number of this seat.
    pub turn: u32,
    /// Index of the move among the legal moves.
    pub choice: usize,
    /// Text of the move.
    pub phrase: Phrase,
    /// Number of legal moves.
    pub choices: usize,
    /// For each seat, true if the move was hidden from it.
    pub hidden: [bool; MAX_SEATS],
    /// Public consequences that the move itself does not state, as text.
    pub followed: Vec<String>,
    /// Events caused by the move.
    events: Vec<Event>,
    /// Reported draws of the move, if the game uses reported chance.
    drawn: Option<Drawn>,
    /// Names of the results of all draws; empty if the game does not use reported chance.
    pub fell: Vec<String>,
}

/// A game from the deal to the current position. Legal moves are referred to by index.
pub trait OngoingGame {
    /// Returns the game.
    fn game(&self) -> &dyn GameInfo;
    /// Returns the seed of the deal.
    fn deal_seed(&self) -> u64;
    /// Returns all moves since the deal.
    fn moves(&self) -> &[PlayedMove];
    /// Returns the seat that decides, or `None` if the game is over.
    fn to_move(&self) -> Option<Seat>;
    /// Returns the current round.
    fn round(&self) -> u32;
    /// Returns the turn number of a seat.
    fn turn(&self, seat: Seat) -> u32;
    /// Returns true if the game was stopped at its length limit, without a winner.
    fn capped(&self) -> bool;
    /// Returns the number of legal moves.
    fn choices(&self) -> usize;
    /// Returns the notation of a legal move.
    fn notation(&self, choice: usize) -> String;
    /// Returns the phrase of a legal move.
    fn phrase(&self, choice: usize) -> Phrase;
    /// Returns the action index of a legal move in the encoding for networks.
    fn action_index(&self, choice: usize) -> u32;
    /// Returns the legal move with this notation.
    ///
    /// # Errors
    /// [`ActionError`] if no legal move has this notation.
    fn parse(&self, notation: &str) -> Result<usize, ActionError>;
    /// Describes the position as a seat sees it, or with all information if `observer` is `None`.
    fn describe(&self, observer: Option<Seat>) -> String;
    /// Returns a picture of the table as a seat sees it, or with all information if `observer` is `None`.
    fn picture(&self, observer: Option<Seat>) -> Picture;
    /// Returns the place in the picture that a legal move belongs to, if there is one.
    fn spot(&self, choice: usize, picture: &Picture) -> Option<Spot>;
    /// Returns the position as data, as a seat sees it, or with all information if `observer` is `None`.
    fn position(&self, observer: Option<Seat>) -> serde_json::Value;
    /// Returns the network inputs for a seat.
    fn observation(&self, observer: Seat) -> ObservationData;
    /// Returns the expected final lead of every seat according to the bot's network, based on what this seat knows. The
    /// network of the bot in the first call is used in all later calls.
    ///
    /// # Errors
    /// [`BotError`] if the bot has no network for this game.
    fn expected_leads(&mut self, bot: &BotSpec) -> Result<Vec<f32>, BotError>;
    /// Returns the current records of all seats.
    fn records(&self) -> Vec<Record<'static>>;
    /// Returns all events since and including the deal.
    fn events(&self) -> Vec<NamedEvent>;
    /// Returns the events of the move with the index `made`.
    fn events_of(&self, made: usize) -> Vec<NamedEvent>;
    /// Describes the public events of the deal.
    fn dealt_words(&self) -> Vec<String>;
    /// Returns the state that a finished game passes on to the next game of its campaign.
    fn sequel(&self) -> Option<Sequel>;
    /// Makes a legal move. If the rules panic, the position does not change.
    fn make(&mut self, choice: usize);
    /// Returns the names of the results drawn in the deal. The list is empty without reported chance.
    fn fell_in_deal(&self) -> &[String];
    /// Returns true if the game uses reported chance. Moves must then be made by [`OngoingGame::make_given`].
    fn is_given(&self) -> bool;
    /// Makes a move with reported draws.
    ///
    /// # Errors
    /// [`DrawError`] if a draw is missing or impossible. The position does not change.
    fn make_given(&mut self, choice: usize, drawn: Drawn) -> Result<(), DrawError>;
    /// Resamples the information hidden from `observer` so that a reported move is possible and shows what was reported.
    /// [`OngoingGame::make_given`] then makes the move. The view of the observer does not change.
    ///
    /// # Errors
    /// [`Unfit`] if the report is incomplete or impossible. The position does not change.
    fn fit(&mut self, observer: Option<Seat>, report: &Report) -> Result<Fitted, Unfit>;
    /// Returns the phrase of every move that is possible given what `observer` knows.
    fn possible(&self, observer: Option<Seat>) -> Vec<Phrase>;
    /// Returns true if `observer` does not see the next choice.
    fn is_secret(&self, observer: Option<Seat>) -> bool;
    /// Takes back all moves except the first `kept` ones. The game is replayed from the deal, with the same chance
    /// outcomes.
    fn take_back(&mut self, kept: usize);
    /// Returns a copy of the game at the current position, without its bots.
    fn copy(&self) -> Box<dyn OngoingGame>;
    /// Replaces all information that is hidden from `seat`, and all future chance outcomes, by random values derived
    /// from `seed`. The result is a new starting position without earlier moves.
    fn imagine(&mut self, seat: Seat, seed: u64);
    /// Adds a bot and returns its number.
    ///
    /// # Errors
    /// [`BotError`] if the bot does not fit the game.
    fn add_bot(&mut self, bot: &BotSpec) -> Result<usize, BotError>;
    /// Returns the index of the legal move that a bot chooses.
    fn choose(&mut self, bot: usize, rng: &mut Rng) -> usize;
    /// Like [`OngoingGame::choose`], but the bot discards its state and sees a determinization for `seat`, so that it
    /// cannot use hidden information.
    fn advise(&mut self, bot: usize, seat: Seat, unseen: &mut Rng, rng: &mut Rng) -> usize;
    /// Returns the index of the legal move that a new bot would choose.
    ///
    /// # Errors
    /// [`BotError`] if the bot does not fit the game.
    fn hint(&self, bot: &BotSpec, rng: &mut Rng) -> Result<usize, BotError>;
    /// Analyses the position by search ([`analyze`]). The result includes the best moves and the move `also`.
    fn analyze(
        &self,
        search: (Settings, &Guide),
        depth: Depth,
        also: Option<usize>,
        seed: u64,
    ) -> Option<Analysis>;
    /// Returns the exact value of every legal move ([`solve`]).
    ///
    /// # Errors
    /// [`Refusal`] if the tree has more than `limit` positions, or if hidden information matters in it.
    fn solve(&self, objective: Objective, limit: u64) -> Result<Vec<Exact>, Refusal>;
}

impl dyn OngoingGame + '_ {
    /// Returns the notations of all legal moves.
    pub fn notations(&self) -> Vec<String> {
        let choices = 0..self.choices();
        choices.map(|choice| self.notation(choice)).collect()
    }

    /// Returns the phrases of all legal moves.
    pub fn phrases(&self) -> Vec<Phrase> {
        let choices = 0..self.choices();
        choices.map(|choice| self.phrase(choice)).collect()
    }

    /// Returns the index of the last move for which `seat` had a choice.
    pub fn last_choice(&self, seat: Seat) -> Option<usize> {
        self.moves()
            .iter()
            .rposition(|made| made.seat == seat && made.choices > 1)
    }
}

/// A game in progress and its bots.
pub struct Dealt<G: Game> {
    game: G,
    deal_seed: u64,
    /// Starting position, if the game does not start with the deal.
    imagined: Option<G::State>,
    /// Reported draws of the deal, if the game uses reported chance.
    given: Option<Drawn>,
    /// Names of the results drawn in the deal, if the game uses reported chance.
    fell: Vec<String>,
    /// Events of the deal.
    dealt: Vec<Event>,
    chance: Streams,
    state: G::State,
    legal: Vec<G::Action>,
    moves: Vec<PlayedMove>,
    /// State and streams before each move with given draws, because hidden information may have been resampled between moves.
    before: Vec<(G::State, Streams)>,
    bots: Vec<Box<dyn Bot<G>>>,
    /// Samples for the reported move that waits for an answer.
    samples: Samples,
    /// Lookahead with the network for expected leads, created on first use.
    lookahead: Option<Lookahead<G>>,
}

impl<G: Game> Dealt<G> {
    /// Starts a game with a random deal.
    pub fn new(game: G, deal_seed: u64) -> Dealt<G> {
        let (mut chance, mut events) = (Streams::new(deal_seed), Vec::new());
        let state = game.new_state(&mut chance, &mut events);
        Dealt::begin(game, deal_seed, None, chance, (state, events))
    }

    /// Starts a game with given draws. Unknown draws are sampled from the seed.
    ///
    /// # Errors
    /// [`DrawError`] if a draw of the deal is missing or impossible.
    pub fn given(game: G, deal_seed: u64, drawn: Drawn) -> Result<Dealt<G>, DrawError> {
        let (mut chance, mut events) = (Streams::new(deal_seed), Vec::new());
        let (state, fell) = deal_given(&game, &mut chance, &drawn, &mut events)?;
        let dealt = (state, events);
        let begun = Dealt::begin(game, deal_seed, Some(drawn), chance, dealt);
        Ok(Dealt { fell, ..begun })
    }

    /// Starts a game at a position, with given draws. The first draws supply the information that is missing from the
    /// position.
    ///
    /// # Errors
    /// [`DrawError`] if a required draw is missing or impossible, or if the data do not describe a position of this
    /// game.
    pub fn placed(
        game: G,
        deal_seed: u64,
        position: &serde_json::Value,
        drawn: Drawn,
    ) -> Result<Dealt<G>, DrawError> {
        let mut chance = Streams::new(deal_seed);
        let dealt = game.new_state(&mut chance, &mut ());
        let mut chance = Streams::new(deal_seed);
        let mut given = GivenChance::new(&game, &mut chance, &drawn);
        let entered = game.entered(dealt, position, &mut given);
        let (state, fell) = match (entered, given.finish()) {
            // A position that depends on a missing draw is invalid. Complete it at random first, so that an impossible
            // position is rejected before a draw is requested.
            (_, Err(missing @ DrawError::Missing(_))) => {
                let things = drawn.things;
                let guessed = Drawn { things, rest: true };
                return Err(match Dealt::placed(game, deal_seed, position, guessed) {
                    Err(problem) => problem,
                    Ok(_) => missing,
                });
            }
            (Err(problem), _) => return Err(DrawError::Refused(problem)),
            (Ok(state), fell) => (state, fell?),
        };
        let chance = Streams::new(deal_seed);
        let imagined = Some(state.clone());
        let begun = Dealt::begin(game, deal_seed, Some(drawn), chance, (state, Vec::new()));
        Ok(Dealt {
            imagined,
            fell,
            ..begun
        })
    }

    fn begin(
        game: G,
        deal_seed: u64,
        given: Option<Drawn>,
        chance: Streams,
        (state, dealt): (G::State, Vec<Event>),
    ) -> Dealt<G> {
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        Dealt {
            game,
            deal_seed,
            imagined: None,
            given,
            fell: Vec::new(),
            dealt,
            chance,
            state,
            legal,
            moves: Vec::new(),
            before: Vec::new(),
            bots: Vec::new(),
            samples: Samples::default(),
            lookahead: None,
        }
    }

    /// Makes a move, with reported draws if the game uses reported chance.
    fn advance(&mut self, choice: usize, drawn: Option<Drawn>) -> Result<(), DrawError> {
        let (game, state) = (&self.game, &self.state);
        let Some(seat) = game.to_move(state) else {
            return Ok(());
        };
        let action = self.legal[choice];
        let (mut after, mut chance, mut legal) = (state.clone(), self.chance.clone(), Vec::new());
        let mut events: Vec<Event> = Vec::new();
        let fell = match &drawn {
            None => {
                game.apply(&mut after, action, &mut chance, &mut events);
                Vec::new()
            }
            Some(drawn) => {
                let mut given = GivenChance::new(game, &mut chance, drawn);
                game.apply(&mut after, action, &mut given, &mut events);
                given.finish()?
            }
        };
        game.legal_actions(&after, &mut legal);
        let before = || (state.clone(), self.chance.clone());
        self.before.extend(drawn.is_some().then(before));
        self.moves.push(PlayedMove {
            seat,
            turn: game.turns(state, seat),
            choice,
            phrase: game.phrase_of(state, action),
            choices: self.legal.len(),
            followed: (events.iter())
                .filter_map(|event| game.event_words(event))
                .collect(),
            events,
            hidden: std::array::from_fn(|observer| {
                observer != seat
                    && observer < Rules::seats(game)
                    && game.hidden_from(state, action, observer)
            }),
            drawn,
            fell,
        });
        (self.state, self.chance, self.legal) = (after, chance, legal);
        Ok(())
    }
}

fn deal_given<G: Game>(
    game: &G,
    chance: &mut Streams,
    drawn: &Drawn,
    events: &mut Vec<Event>,
) -> Result<(G::State, Vec<String>), DrawError> {
    let mut given = GivenChance::new(game, chance, drawn);
    let state = game.new_state(&mut given, events);
    Ok((state, given.finish()?))
}

impl<G: Game> OngoingGame for Dealt<G> {
    fn game(&self) -> &dyn GameInfo {
        &self.game
    }

    fn deal_seed(&self) -> u64 {
        self.deal_seed
    }

    fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    fn to_move(&self) -> Option<Seat> {
        self.game.to_move(&self.state)
    }

    fn round(&self) -> u32 {
        self.game.round(&self.state)
    }

    fn turn(&self, seat: Seat) -> u32 {
        self.game.turns(&self.state, seat)
    }

    fn capped(&self) -> bool {
        self.game.capped(&self.state)
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn notation(&self, choice: usize) -> String {
        self.game.action_text(&self.state, self.legal[choice])
    }

    fn phrase(&self, choice: usize) -> Phrase {
        self.game.phrase_of(&self.state, self.legal[choice])
    }

    fn action_index(&self, choice: usize) -> u32 {
        self.game.action_index(&self.state, self.legal[choice])
    }

    fn parse(&self, notation: &str) -> Result<usize, ActionError> {
        let action = self.game.parse_action(&self.state, notation)?;
        let index = self.legal.iter().position(|&legal| legal == action);
        Ok(index.expect("a move with a notation is legal"))
    }

    fn describe(&self, observer: Option<Seat>) -> String {
        self.game.describe(&self.state, observer)
    }

    fn picture(&self, observer: Option<Seat>) -> Picture {
        self.game.picture(&self.state, observer)
    }

    fn spot(&self, choice: usize, picture: &Picture) -> Option<Spot> {
        self.game.spot(&self.state, self.legal[choice], picture)
    }

    fn position(&self, observer: Option<Seat>) -> serde_json::Value {
        wire_protocol::position(&self.game, &self.state, observer)
    }

    fn observation(&self, observer: Seat) -> ObservationData {
        wire_protocol::observation(&self.game, &self.state, observer)
    }

    fn expected_leads(&mut self, bot: &BotSpec) -> Result<Vec<f32>, BotError> {
        if self.lookahead.is_none() {
            let (network, _) = bot.network_for(&self.game)?;
            self.lookahead = Some(Lookahead::new(network));
        }
        let seats = 0..Rules::seats(&self.game);
        let lookahead = self.lookahead.iter_mut();
        let values = lookahead.flat_map(|lookahead| {
            let value = |seat| lookahead.value(&self.game, &self.state, seat).lead;
            seats.clone().map(value).collect::<Vec<f32>>()
        });
        Ok(values.collect())
    }

    fn records(&self) -> Vec<Record<'static>> {
        let mut seats = vec![Record::default(); Rules::seats(&self.game)];
        for made in &self.moves {
            seats[made.seat].decisions += 1;
        }
        record(&self.game, &self.state, &mut seats);
        seats
    }

    fn events(&self) -> Vec<NamedEvent> {
        let moves = self.moves.iter().flat_map(|made| &made.events);
        named_events(&self.game, self.dealt.iter().chain(moves))
    }

    fn events_of(&self, made: usize) -> Vec<NamedEvent> {
        let made = self.moves.get(made).into_iter();
        named_events(&self.game, made.flat_map(|made| &made.events))
    }

    fn dealt_words(&self) -> Vec<String> {
        let words = |event: &Event| self.game.event_words(event);
        self.dealt.iter().filter_map(words).collect()
    }

    fn sequel(&self) -> Option<Sequel> {
        self.game.sequel(&self.state)
    }

    fn make(&mut self, choice: usize) {
        // Without given draws, this cannot fail.
        let _ = self.advance(choice, None);
    }

    fn fell_in_deal(&self) -> &[String] {
        &self.fell
    }

    fn is_given(&self) -> bool {
        self.given.is_some()
    }

    fn make_given(&mut self, choice: usize, drawn: Drawn) -> Result<(), DrawError> {
        self.advance(choice, Some(drawn))
    }

    fn fit(&mut self, observer: Option<Seat>, report: &Report) -> Result<Fitted, Unfit> {
        let at = (self.deal_seed, self.moves.len());
        let state = erased_game::state(self.state.clone());
        let mut search = Search::new(&self.game, &state, observer, at);
        let (state, fitted) = search.fit(report, &mut self.samples)?;
        self.state.clone_from(erased_game::typed::<G>(&state));
        self.game.legal_actions(&self.state, &mut self.legal);
        Ok(fitted)
    }

    fn possible(&self, observer: Option<Seat>) -> Vec<Phrase> {
        let at = (self.deal_seed, self.moves.len());
        let state = erased_game::state(self.state.clone());
        Search::new(&self.game, &state, observer, at).possible()
    }

    fn is_secret(&self, observer: Option<Seat>) -> bool {
        let hidden = |observer, &action| self.game.hidden_from(&self.state, action, observer);
        observer.is_some_and(|observer| {
            self.to_move().is_some_and(|seat| seat != observer)
                && self.legal.iter().all(|action| hidden(observer, action))
        })
    }

    fn take_back(&mut self, kept: usize) {
        if self.before.len() == self.moves.len() {
            if let Some((state, chance)) = self.before.get(kept) {
                (self.state, self.chance) = (state.clone(), chance.clone());
                self.game.legal_actions(&self.state, &mut self.legal);
                self.before.truncate(kept);
                self.moves.truncate(kept);
            }
            return;
        }
        self.before.clear();
        let mut made = std::mem::take(&mut self.moves);
        made.truncate(kept);
        self.chance = Streams::new(self.deal_seed);
        let dealt = match (&self.imagined, &self.given) {
            (Some(state), _) => Ok(state.clone()),
            (None, Some(drawn)) => {
                let (game, chance) = (&self.game, &mut self.chance);
                deal_given(game, chance, drawn, &mut Vec::new()).map(|(state, _)| state)
            }
            (None, None) => Ok(self.game.new_state(&mut self.chance, &mut ())),
        };
        self.state = dealt.expect("the deal was accepted before");
        self.game.legal_actions(&self.state, &mut self.legal);
        for PlayedMove { choice, drawn, .. } in made {
            self.advance(choice, drawn)
                .expect("the draws were accepted before");
        }
    }

    fn copy(&self) -> Box<dyn OngoingGame> {
        Box::new(Dealt {
            game: self.game.clone(),
            deal_seed: self.deal_seed,
            imagined: self.imagined.clone(),
            given: self.given.clone(),
            fell: self.fell.clone(),
            dealt: self.dealt.clone(),
            chance: self.chance.clone(),
            state: self.state.clone(),
            legal: self.legal.clone(),
            moves: self.moves.clone(),
            before: self.before.clone(),
            bots: Vec::new(),
            samples: Samples::default(),
            lookahead: None,
        })
    }

    fn imagine(&mut self, seat: Seat, seed: u64) {
        let unseen = &mut concealment_stream(seed, 0);
        self.game.determinize(&mut self.state, seat, unseen);
        self.game.legal_actions(&self.state, &mut self.legal);
        self.deal_seed = seed;
        self.chance = Streams::new(seed);
        self.imagined = Some(self.state.clone());
        self.given = None;
        self.fell.clear();
        self.dealt.clear();
        self.moves.clear();
        self.before.clear();
    }

    fn add_bot(&mut self, bot: &BotSpec) -> Result<usize, BotError> {
        self.bots.push(bot.build(&self.game)?);
        Ok(self.bots.len() - 1)
    }

    fn choose(&mut self, bot: usize, rng: &mut Rng) -> usize {
        self.bots[bot].choose(&self.game, &self.state, &self.legal, rng)
    }

    fn advise(&mut self, bot: usize, seat: Seat, unseen: &mut Rng, rng: &mut Rng) -> usize {
        let mut known = self.state.clone();
        self.game.determinize(&mut known, seat, unseen);
        self.bots[bot].forget();
        self.bots[bot].choose(&self.game, &known, &self.legal, rng)
    }

    fn hint(&self, bot: &BotSpec, rng: &mut Rng) -> Result<usize, BotError> {
        let mut bot = bot.build(&self.game)?;
        Ok(bot.choose(&self.game, &self.state, &self.legal, rng))
    }

    fn analyze(
        &self,
        (settings, guide): (Settings, &Guide),
        depth: Depth,
        also: Option<usize>,
        seed: u64,
    ) -> Option<Analysis> {
        let also = also.map(|choice| self.legal[choice]);
        analyze(&self.game, &self.state, settings, guide, depth, also, seed)
    }

    fn solve(&self, objective: Objective, limit: u64) -> Result<Vec<Exact>, Refusal> {
        solve(&self.game, &self.state, objective, limit)
    }
}
