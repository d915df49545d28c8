//! One game move by move, whichever game it is: for all that looks at positions and is no hot path.

use super::given::{DrawError, Drawn, GivenChance};
use crate::bots::{Bot, BotError, BotSpec};
use crate::game::{About, ActionError, Event, Game, MAX_SEATS, Rng, Rules, Seat, Sequel};
use crate::message::{self, ObservationData};
use crate::net::lookahead::Lookahead;
use crate::picture::{Picture, Spot};
use crate::placing::difference;
use crate::random::{Streams, concealment_stream};
use crate::results::record::{Categories, Record};
use crate::search::analysis::{Analysis, Depth, analyze};
use crate::search::exhaustive::{Exact, Refusal, solve};
use crate::search::guide::Guide;
use crate::search::settings::{Objective, Settings};

/// Records how the game stands for every seat, which at its end is how it ended.
///
/// # Panics
/// If the categories of a seat do not sum to its score: the game is broken.
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

/// A counted event by the names that result files give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEvent {
    /// The seat that did it or to which it happened.
    pub seat: Seat,
    /// What happened.
    pub kind: &'static str,
    /// To which card, tile or place.
    pub item: String,
    /// A number that belongs to it.
    pub value: i32,
}

/// The events of a game by their names.
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
    /// Who made it.
    pub seat: Seat,
    /// The turn of that seat.
    pub turn: u32,
    /// Its index among the legal moves.
    pub choice: usize,
    /// Its notation.
    pub notation: String,
    /// How many legal moves there were.
    pub choices: usize,
    /// By seat, whether that seat did not see which move it was.
    pub hidden: [bool; MAX_SEATS],
    /// What it does, in words; may be empty.
    pub explained: String,
    /// What came of it that no move tells, in words for everybody.
    pub followed: Vec<String>,
    /// What came of it, counted.
    events: Vec<Event>,
    /// What it drew, if that was given.
    drawn: Option<Drawn>,
    /// By name what it drew, whether that was given or left to chance; empty in a game that draws by itself.
    pub fell: Vec<String>,
}

/// A game from its deal to the position now, whichever game it is. Legal moves go by their index.
pub trait OngoingGame {
    /// The game.
    fn game(&self) -> &dyn About;
    /// Seed of the deal.
    fn deal_seed(&self) -> u64;
    /// All moves from the deal on.
    fn moves(&self) -> &[PlayedMove];
    /// Who decides; nobody if the game is over.
    fn to_move(&self) -> Option<Seat>;
    /// The round under way.
    fn round(&self) -> u32;
    /// The turn of a seat.
    fn turn(&self, seat: Seat) -> u32;
    /// Whether the game was stopped without an outcome.
    fn capped(&self) -> bool;
    /// Number of legal moves.
    fn choices(&self) -> usize;
    /// The notation of one of them.
    fn notation(&self, choice: usize) -> String;
    /// What it does, in words; may be empty.
    fn explain(&self, choice: usize) -> String;
    /// Its number, as networks are told it.
    fn action_number(&self, choice: usize) -> u32;
    /// The one with this notation.
    ///
    /// # Errors
    /// [`ActionError`] if it is none of them.
    fn parse(&self, notation: &str) -> Result<usize, ActionError>;
    /// The position as a seat knows it; everything for `None`.
    fn describe(&self, observer: Option<Seat>) -> String;
    /// What lies on the table as that seat knows it; everything for `None`.
    fn picture(&self, observer: Option<Seat>) -> Picture;
    /// The cell of such a picture to which a legal move belongs, if one does.
    fn spot(&self, choice: usize, picture: &Picture) -> Option<Spot>;
    /// The position as data.
    fn position(&self, observer: Option<Seat>) -> serde_json::Value;
    /// What a seat knows, as the inputs of a network.
    fn observation(&self, observer: Seat) -> ObservationData;
    /// The final lead of every seat, as the network of a bot expects it from what that seat knows. The first bot that
    /// is named stays the one that is asked.
    ///
    /// # Errors
    /// [`BotError`] if the bot has no network for this game.
    fn expected_leads(&mut self, bot: &BotSpec) -> Result<Vec<f32>, BotError>;
    /// How the game stands, seat by seat.
    fn records(&self) -> Vec<Record<'static>>;
    /// What was counted of the deal and of all moves so far.
    fn events(&self) -> Vec<NamedEvent>;
    /// What happened in the deal, in words for everybody.
    fn dealt_words(&self) -> Vec<String>;
    /// What this game leaves for the next one of its campaign, once it is over.
    fn sequel(&self) -> Option<Sequel>;
    /// Makes a legal move. If the rules break, the position is as before.
    fn make(&mut self, choice: usize);
    /// By name what the deal drew, if chance is given; empty in a game that draws by itself.
    fn fell_in_deal(&self) -> &[String];
    /// Whether chance is given: moves are made by [`OngoingGame::make_given`].
    fn is_given(&self) -> bool;
    /// Makes a move whose chance falls as given.
    ///
    /// # Errors
    /// [`DrawError`] if something is missing or cannot be; nothing has changed.
    fn make_given(&mut self, choice: usize, drawn: Drawn) -> Result<(), DrawError>;
    /// Takes all but the first `kept` moves back: the deal is played again up to there, so that
    /// chance falls as it fell.
    fn take_back(&mut self, kept: usize);
    /// The same game once more, at the same position, without its bots.
    fn copy(&self) -> Box<dyn OngoingGame>;
    /// Replaces everything that `seat` cannot know, and all chance that is to come, by what follows from the
    /// seed. The game begins here: no move was made before.
    fn imagine(&mut self, seat: Seat, seed: u64);
    /// Lets a bot play; its number.
    ///
    /// # Errors
    /// [`BotError`] if it does not fit the game.
    fn add_bot(&mut self, bot: &BotSpec) -> Result<usize, BotError>;
    /// The legal move that the bot of this number chooses.
    fn choose(&mut self, bot: usize, rng: &mut Rng) -> usize;
    /// The same of a bot that forgets what it kept and is shown the position with everything that `seat`
    /// does not know drawn anew, so that there is nothing to peek at.
    fn advise(&mut self, bot: usize, seat: Seat, unseen: &mut Rng, rng: &mut Rng) -> usize;
    /// The legal move that a bot would choose.
    ///
    /// # Errors
    /// [`BotError`] if it does not fit the game.
    fn hint(&self, bot: &BotSpec, rng: &mut Rng) -> Result<usize, BotError>;
    /// What a search thinks of the position ([`analyze`]); of the moves the best ones, and `also`.
    fn analyze(
        &self,
        search: (Settings, &Guide),
        depth: Depth,
        also: Option<usize>,
        seed: u64,
    ) -> Option<Analysis>;
    /// What every legal move is worth exactly ([`solve`]).
    ///
    /// # Errors
    /// [`Refusal`] if the tree has more than `limit` positions, or what is hidden matters in it.
    fn solve(&self, objective: Objective, limit: u64) -> Result<Vec<Exact>, Refusal>;
}

impl dyn OngoingGame + '_ {
    /// The notations of all legal moves.
    pub fn notations(&self) -> Vec<String> {
        let choices = 0..self.choices();
        choices.map(|choice| self.notation(choice)).collect()
    }

    /// What each of them does, in words.
    pub fn explanations(&self) -> Vec<String> {
        let choices = 0..self.choices();
        choices.map(|choice| self.explain(choice)).collect()
    }

    /// The index of the last move that `seat` chose, rather than having no choice.
    pub fn last_choice(&self, seat: Seat) -> Option<usize> {
        self.moves()
            .iter()
            .rposition(|made| made.seat == seat && made.choices > 1)
    }
}

/// A game from a deal on, and the bots in it.
pub struct Dealt<G: Game> {
    game: G,
    deal_seed: u64,
    /// The position that it begins with, if that is not the deal.
    imagined: Option<G::State>,
    /// What was drawn for the deal, if chance is given.
    given: Option<Drawn>,
    /// By name what the deal drew, if chance is given.
    fell: Vec<String>,
    /// What was counted of the deal.
    dealt: Vec<Event>,
    chance: Streams,
    state: G::State,
    legal: Vec<G::Action>,
    moves: Vec<PlayedMove>,
    bots: Vec<Box<dyn Bot<G>>>,
    /// By the network that leads are expected by, once they are asked for.
    lookahead: Option<Lookahead<G>>,
}

impl<G: Game> Dealt<G> {
    /// A new deal.
    pub fn new(game: G, deal_seed: u64) -> Dealt<G> {
        let (mut chance, mut events) = (Streams::new(deal_seed), Vec::new());
        let state = game.new_state(&mut chance, &mut events);
        Dealt::begin(game, deal_seed, None, chance, (state, events))
    }

    /// A new deal whose chance is given; what is drawn at random comes from the seed.
    ///
    /// # Errors
    /// [`DrawError`] if something of the deal is missing or cannot be.
    pub fn given(game: G, deal_seed: u64, drawn: Drawn) -> Result<Dealt<G>, DrawError> {
        let (mut chance, mut events) = (Streams::new(deal_seed), Vec::new());
        let (state, fell) = deal_given(&game, &mut chance, &drawn, &mut events)?;
        let dealt = (state, events);
        let begun = Dealt::begin(game, deal_seed, Some(drawn), chance, dealt);
        Ok(Dealt { fell, ..begun })
    }

    /// A game that begins with a position instead of a deal; its chance is given, beginning with what the data lack.
    ///
    /// # Errors
    /// [`DrawError`] if something that the data lack is missing or cannot be, or where they are not those of a position of
    /// this game.
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
        let completed = game.completed(dealt, position, &mut given);
        let (state, fell) = match (completed, given.finish()) {
            // What follows from a draw that is missing is no position.
            (_, Err(missing @ DrawError::Missing(_))) => return Err(missing),
            (Err(problem), _) => return Err(DrawError::Refused(problem)),
            (Ok(state), fell) => (state, fell?),
        };
        let made = game.position(&state, game.viewer(position));
        if let Some(difference) = difference(position, &made) {
            return Err(DrawError::Refused(difference));
        }
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
            bots: Vec::new(),
            lookahead: None,
        }
    }

    /// Makes a move; chance falls as given, if it is.
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
        self.moves.push(PlayedMove {
            seat,
            turn: game.turns(state, seat),
            choice,
            notation: game.action_text(state, action),
            choices: self.legal.len(),
            explained: game.explain(state, action),
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
    fn game(&self) -> &dyn About {
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

    fn explain(&self, choice: usize) -> String {
        self.game.explain(&self.state, self.legal[choice])
    }

    fn action_number(&self, choice: usize) -> u32 {
        self.game.action_number(&self.state, self.legal[choice])
    }

    fn parse(&self, notation: &str) -> Result<usize, ActionError> {
        let action = self.game.parse_action(&self.state, notation)?;
        let index = self.legal.iter().position(|&legal| legal == action);
        Ok(index.expect("what has a notation is one of the legal moves"))
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
        message::position(&self.game, &self.state, observer)
    }

    fn observation(&self, observer: Seat) -> ObservationData {
        message::observation(&self.game, &self.state, observer)
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

    fn dealt_words(&self) -> Vec<String> {
        let words = |event: &Event| self.game.event_words(event);
        self.dealt.iter().filter_map(words).collect()
    }

    fn sequel(&self) -> Option<Sequel> {
        self.game.sequel(&self.state)
    }

    fn make(&mut self, choice: usize) {
        // Chance that is not given misses nothing.
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

    fn take_back(&mut self, kept: usize) {
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
        self.state = dealt.expect("it was dealt so before");
        self.game.legal_actions(&self.state, &mut self.legal);
        for PlayedMove { choice, drawn, .. } in made {
            self.advance(choice, drawn).expect("it was drawn so before");
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
            bots: Vec::new(),
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
