//! Random games of random rules: every promise and every law is checked at every action.
//!
//! A unit draws a game, a number of players, rule options, and at times stand-ins of the component data that
//! vary, prices, and terms on which seats take items; then it plays a few deals, each in another temper.

mod cartagena;
mod endeavor;
pub mod maracaibo;
pub mod options;
mod puerto_rico;

use std::collections::BTreeSet;
use std::fmt::{Debug, Write};

use portolan::bots::{Bot, find};
use portolan::dataset::DataSet;
use portolan::game::{Event, Game, Rng};
use portolan::games::cartagena::Cartagena;
use portolan::games::endeavor::Endeavor;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::{GAMES, GameEntry, GameSetup, SetupError};
use portolan::item::Terms;
use portolan::random::{below, deal_seed, derive_seed, stream};
use portolan_core::perturbation::perturb;
use portolan_core::prose::thousands;
use portolan_engine::play::panics::catch;

use crate::contract::terms::{any_terms, keeps_to};
use crate::contract::{Conduct, Kept, Secrets, any, check_game};
use crate::units::{Counts, Progress, Soak, Tally};
use options::{Knowledge, Options, draw, one, words};

/// Deals of a unit.
const DEALS: u64 = 4;
/// One unit in so many has stand-ins of its data vary, where there are any: that takes as long as hundreds
/// of checked actions.
const PERTURBED: u32 = 8;
/// One unit in so many has other prices, and one in so many binds its seats to terms.
const TREATED: u32 = 3;

/// How a random player weighs the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// All actions alike.
    Even,
    /// All kinds of action alike.
    Kinds,
    /// Mostly what greedy would do.
    Skilled,
    /// Rather acts than passes.
    Eager,
    /// The same in short turns, so that games are long.
    Slow,
    /// The same with a start that few games would reach.
    Ahead,
}

/// A game as the soak plays it.
pub trait Soaked: Game<State: PartialEq + Debug> {
    /// What is kept of a game under way, to hold it to the game's own laws.
    type Laws;

    /// Tempers in which it is played.
    const TEMPERS: &'static [Temper];

    /// The rules.
    fn open(setup: &GameSetup) -> Result<Self, SetupError>;

    /// What it keeps from its players.
    fn secrets(&self) -> Secrets;

    /// A game of the deal `seed` begins, in a position that a temper may change.
    fn begin(&self, state: &mut Self::State, temper: Temper, seed: u64) -> Self::Laws;

    /// What a player in a temper of this game's own picks.
    fn prefer(
        &self,
        _state: &Self::State,
        _temper: Temper,
        actions: &[Self::Action],
        rng: &mut Rng,
    ) -> Self::Action {
        any(actions, rng)
    }

    /// The laws after an action.
    fn acted(
        &self,
        laws: &mut Self::Laws,
        before: &Self::State,
        action: Self::Action,
        after: &Self::State,
        events: &[Event],
    );

    /// The laws of a game that is over.
    fn ended(&self, laws: &mut Self::Laws, state: &Self::State);
}

/// The soak of games.
pub struct Games {
    /// Seed of everything.
    pub seed: u64,
    /// Actions to be taken.
    pub actions: u64,
}

impl Soak for Games {
    type Worker = ();

    fn name(&self) -> String {
        "games".to_string()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn worker(&self) {}

    fn unit(&self, (): &mut (), number: u64) -> Tally {
        Plan::draw(self.seed, number).carry_out()
    }

    fn share(&self, counts: &Counts) -> f64 {
        counts.get(ACTIONS).copied().unwrap_or(0) as f64 / self.actions as f64
    }

    fn summary(&self, progress: &Progress) -> String {
        let of = |name: &str| progress.counts.get(name).copied().unwrap_or(0);
        let sets: BTreeSet<String> = (0..progress.next_unit)
            .map(|unit| Plan::draw(self.seed, unit).rules())
            .collect();
        let by_game = GAMES.iter().map(|entry| {
            let share = of(&of_game(entry)) as f64 / of(ACTIONS).max(1) as f64;
            format!("{} {:.0} %", entry.name, 100.0 * share)
        });
        format!(
            "{} actions ({}) in {} games of {} different sets of rules",
            thousands(of(ACTIONS)),
            by_game.collect::<Vec<_>>().join(", "),
            thousands(of(PLAYED)),
            thousands(sets.len() as u64)
        )
    }
}

/// Count of actions taken.
const ACTIONS: &str = "actions";
/// Count of games played.
const PLAYED: &str = "games";

/// Name of the count of actions of a game.
fn of_game(entry: &GameEntry) -> String {
    format!("{ACTIONS} of {}", entry.name)
}

/// What the soak knows of the options of a game.
///
/// # Panics
/// If the soak does not know the game.
pub fn knowledge(game: &str) -> &'static Knowledge {
    match game {
        "maracaibo" => &maracaibo::KNOWLEDGE,
        "cartagena" => &cartagena::KNOWLEDGE,
        "puerto_rico" => &puerto_rico::KNOWLEDGE,
        "endeavor" => &endeavor::KNOWLEDGE,
        other => panic!("the soak does not know {other}"),
    }
}

/// What a unit plays.
pub struct Plan {
    seed: u64,
    unit: u64,
    entry: &'static GameEntry,
    players: usize,
    /// Rule options.
    options: Options,
    /// Seed and strength with which stand-ins of the data vary.
    perturbed: Option<(u64, f64)>,
    /// Seed of other prices.
    prices: Option<u64>,
    /// Seed of terms.
    terms: Option<u64>,
}

impl Plan {
    /// What the unit of this number plays.
    pub fn draw(seed: u64, unit: u64) -> Plan {
        let mut rng = stream(seed, &[unit]);
        let entry = one(GAMES, &mut rng);
        let (fewest, most) = (*entry.players.start(), *entry.players.end());
        let players = fewest + below(&mut rng, (most - fewest + 1) as u32) as usize;
        let mut at_times = |one_in: u32, part: u64| {
            let drawn = below(&mut rng, one_in) == 0;
            drawn.then(|| derive_seed(seed, &[unit, part]))
        };
        let perturbed = at_times(PERTURBED, 1).filter(|_| !entry.variations.is_empty());
        let (prices, terms) = (at_times(TREATED, 2), at_times(TREATED, 3));
        Plan {
            seed,
            unit,
            entry,
            players,
            perturbed: perturbed.map(|seed| (seed, one(&[0.1, 0.4, 1.0], &mut rng))),
            prices,
            terms,
            options: draw(entry, knowledge(entry.name), players, &mut rng),
        }
    }

    /// Whether options say all of the rules.
    pub fn is_by_the_book(&self) -> bool {
        self.perturbed.is_none() && self.prices.is_none() && self.terms.is_none()
    }

    /// The game as it is set up, with the data that ships with the program.
    pub fn setup_as_shipped(&self) -> GameSetup {
        GameSetup {
            game: self.entry.name.to_string(),
            players: self.players,
            options: self.options.clone(),
            data: DataSet::embedded(self.entry.files),
        }
    }

    /// The game as it is set up.
    fn setup(&self) -> GameSetup {
        let mut setup = self.setup_as_shipped();
        if let Some((seed, strength)) = self.perturbed {
            let (variations, check) = (self.entry.variations, self.entry.check);
            setup.data = perturb(&setup.data, variations, check, seed, strength).data;
        }
        setup
    }

    /// The rules in words.
    pub fn rules(&self) -> String {
        let mut text = format!(
            "{} --players {} {}",
            self.entry.name,
            self.players,
            words(&self.options)
        );
        // Writing to a String cannot fail.
        if let Some((seed, strength)) = self.perturbed {
            let _ = write!(text, "; stand-ins vary by seed {seed}, strength {strength}");
        }
        if let Some(seed) = self.prices {
            let _ = write!(text, "; prices of seed {seed}");
        }
        if let Some(seed) = self.terms {
            let _ = write!(text, "; terms of seed {seed}");
        }
        text
    }

    /// Plays the deals.
    pub fn carry_out(&self) -> Tally {
        match self.entry.name {
            "maracaibo" => self.play::<Maracaibo>(),
            "cartagena" => self.play::<Cartagena>(),
            "puerto_rico" => self.play::<PuertoRico>(),
            "endeavor" => self.play::<Endeavor>(),
            other => panic!("the soak does not know {other}"),
        }
    }

    fn play<G: Soaked>(&self) -> Tally {
        let mut tally = Tally::default();
        let table = catch(|| {
            let game = G::open(&self.setup()).unwrap_or_else(|refused| panic!("{refused}"));
            Table::new(self, game)
        });
        let table = match table {
            Ok(table) => table,
            Err(panic) => {
                tally.failures.push(self.failure("at set-up", &panic, &[]));
                return tally;
            }
        };
        let mut rng = stream(self.seed, &[self.unit, 4]);
        let mut kept = Kept::new(&table.game);
        for number in 0..DEALS {
            let seed = deal_seed(derive_seed(self.seed, &[self.unit, 5]), number);
            let mut course = Course {
                table: &table,
                temper: one(G::TEMPERS, &mut rng),
                seed,
                greedy: find("greedy", self.entry.name)
                    .and_then(|bot| bot.build(&table.game))
                    .expect("every game has a greedy bot"),
                laws: None,
                moves: Vec::new(),
            };
            let secrets = table.game.secrets();
            let checked = catch(|| {
                let varied = check_game(&table.game, secrets, seed, &mut kept, &mut course);
                assert!(!varied || secrets != Secrets::None, "worlds differ");
            });
            if let Err(panic) = checked {
                let when = format!("{:?}, deal {seed}", course.temper);
                tally
                    .failures
                    .push(self.failure(&when, &panic, &course.moves));
            }
            tally.count(ACTIONS, course.moves.len());
            tally.count(&of_game(self.entry), course.moves.len());
            tally.count(PLAYED, 1);
        }
        tally
    }

    fn failure(&self, when: &str, panic: &str, moves: &[String]) -> String {
        let (unit, seed, rules) = (self.unit, self.seed, self.rules());
        format!(
            "unit {unit} of the games of seed {seed}: {rules}; {when}, after {} moves\n{panic}\n\
             To repeat it: PORTOLAN_SOAK_SEED={seed} PORTOLAN_SOAK_UNIT={unit} cargo test --profile soak \
             --test soak soak_of_games -- --ignored --nocapture\n\n{}\n",
            moves.len(),
            moves.join("\n")
        )
    }
}

/// A game with its prices and terms.
struct Table<G> {
    game: G,
    /// The game without terms, and the terms.
    bound: Option<(G, Terms)>,
}

impl<G: Soaked> Table<G> {
    fn new(plan: &Plan, mut game: G) -> Table<G> {
        let items = game.items().len();
        if let Some(seed) = plan.prices {
            let mut rng = stream(seed, &[0]);
            for item in 0..items {
                // What cannot have the price, or has none, stays as it is.
                let _ = game.reprice(item, below(&mut rng, 5) as i32 - 2);
            }
        }
        let Some(seed) = plan.terms.filter(|_| items > 0) else {
            return Table { game, bound: None };
        };
        let terms = any_terms(&game, seed);
        let free = game.clone();
        game.set_terms(terms);
        Table {
            game,
            bound: Some((free, terms)),
        }
    }
}

/// A game under way.
struct Course<'a, G: Soaked> {
    table: &'a Table<G>,
    temper: Temper,
    seed: u64,
    greedy: Box<dyn Bot<G>>,
    laws: Option<G::Laws>,
    /// Seat and notation of every action so far.
    moves: Vec<String>,
}

impl<G: Soaked> Course<'_, G> {
    fn pick(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        match self.temper {
            Temper::Even => any(actions, rng),
            Temper::Kinds => {
                let kinds: BTreeSet<u8> = actions
                    .iter()
                    .map(|&action| game.action_kind(action))
                    .collect();
                let kinds: Vec<u8> = kinds.into_iter().collect();
                let kind = one(&kinds, rng);
                let of_kind = actions
                    .iter()
                    .filter(|&&action| game.action_kind(action) == kind);
                one(&of_kind.copied().collect::<Vec<_>>(), rng)
            }
            Temper::Skilled if below(rng, 4) > 0 => {
                actions[self.greedy.choose(game, state, actions, rng)]
            }
            Temper::Skilled => any(actions, rng),
            own => game.prefer(state, own, actions, rng),
        }
    }
}

impl<G: Soaked> Conduct<G> for Course<'_, G> {
    fn dealt(&mut self, game: &G, state: &mut G::State, _events: &[Event]) {
        self.moves.clear();
        self.laws = Some(game.begin(state, self.temper, self.seed));
    }

    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        if let Some((free, terms)) = &self.table.bound {
            keeps_to(free, terms, state, actions);
        }
        let action = self.pick(game, state, actions, rng);
        let seat = game.to_move(state).map_or(0, |seat| seat + 1);
        let text = game.action_text(state, action);
        self.moves.push(format!("{seat} {text}"));
        action
    }

    fn acted(
        &mut self,
        game: &G,
        before: &G::State,
        action: G::Action,
        after: &G::State,
        events: &[Event],
    ) {
        let laws = self.laws.as_mut().expect("the game was dealt");
        game.acted(laws, before, action, after, events);
    }

    fn ended(&mut self, game: &G, state: &G::State) {
        let laws = self.laws.as_mut().expect("the game was dealt");
        game.ended(laws, state);
    }
}
