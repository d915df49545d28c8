//! Random games with random rules, with all checks at every action.
//!
//! A unit draws a game, a number of players and rule options, and sometimes perturbed placeholder rows,
//! prices, and terms for taking items. It then plays a few deals, each with another style of random play.

mod cartagena;
mod endeavor;
pub mod maracaibo;
pub mod options;
mod puerto_rico;

use std::collections::{BTreeMap, BTreeSet};
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
use portolan_run::play::panics::catch;

use crate::contract::terms::{any_terms, keeps_to};
use crate::contract::{Conduct, Kept, Secrets, any, check_game};
use crate::units::{Counts, Progress, Soak, Tally};
use options::{Knowledge, Options, draw, one, words};

/// Number of deals in a unit.
const DEALS: u64 = 4;
/// One in this many units has perturbed placeholder rows, which take as long as hundreds of checked
/// actions.
const PERTURBED: u32 = 8;
/// One in this many units has other prices, and one in this many units has terms for its seats.
const TREATED: u32 = 3;

/// Style of random play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// All actions are equally likely.
    Even,
    /// All kinds of action are equally likely.
    Kinds,
    /// Mostly the choices of `greedy`.
    Skilled,
    /// Prefers actions to passing.
    Eager,
    /// Prefers actions to passing and takes short turns, so that games are long.
    Slow,
    /// Prefers actions to passing, and starts from a position that few games would reach.
    Ahead,
}

/// Game with the checks of the soak test.
pub trait Soaked: Game<State: PartialEq + Debug> {
    /// State of the game's invariant checks.
    type Laws;

    /// Styles of play for this game.
    const TEMPERS: &'static [Temper];

    /// Creates the game with these rules.
    fn open(setup: &GameSetup) -> Result<Self, SetupError>;

    /// Kind of information that the game hides from its players.
    fn secrets(&self) -> Secrets;

    /// Starts the checks for a game with the deal `seed`. The style of play may change the initial position.
    fn begin(&self, state: &mut Self::State, temper: Temper, seed: u64) -> Self::Laws;

    /// Chooses an action in a style that is specific to this game.
    fn prefer(
        &self,
        _state: &Self::State,
        _temper: Temper,
        actions: &[Self::Action],
        rng: &mut Rng,
    ) -> Self::Action {
        any(actions, rng)
    }

    /// Checks the invariants after an action.
    fn acted(
        &self,
        laws: &mut Self::Laws,
        before: &Self::State,
        action: Self::Action,
        after: &Self::State,
        events: &[Event],
    );

    /// Checks the invariants at the end of a game.
    fn ended(&self, laws: &mut Self::Laws, state: &Self::State);
}

/// Soak test of games.
pub struct Games {
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of actions to play.
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

/// Name of the count of actions.
const ACTIONS: &str = "actions";
/// Name of the count of games.
const PLAYED: &str = "games";

/// Returns the name of the count of actions in a game.
fn of_game(entry: &GameEntry) -> String {
    format!("{ACTIONS} of {}", entry.name)
}

/// Returns the rules for drawing the options of a game.
///
/// # Panics
/// If the soak test does not support the game.
pub fn knowledge(game: &str) -> &'static Knowledge {
    match game {
        "maracaibo" => &maracaibo::KNOWLEDGE,
        "cartagena" => &cartagena::KNOWLEDGE,
        "puerto_rico" => &puerto_rico::KNOWLEDGE,
        "endeavor" => &endeavor::KNOWLEDGE,
        other => panic!("the soak does not know {other}"),
    }
}

/// Content of a unit.
pub struct Plan {
    seed: u64,
    unit: u64,
    entry: &'static GameEntry,
    players: usize,
    options: Options,
    /// Seed and strength of the perturbation of placeholder rows.
    perturbed: Option<(u64, f64)>,
    /// Seed of other prices.
    prices: Option<u64>,
    /// Seed of the terms.
    terms: Option<u64>,
}

impl Plan {
    /// Draws the content of the unit with this number.
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

    /// Returns true if the rules are fully described by options.
    pub fn is_by_the_book(&self) -> bool {
        self.perturbed.is_none() && self.prices.is_none() && self.terms.is_none()
    }

    /// Returns the setup with the shipped data.
    pub fn setup_as_shipped(&self) -> GameSetup {
        GameSetup {
            game: self.entry.name.to_string(),
            players: self.players,
            options: self.options.clone(),
            data: DataSet::embedded(self.entry.files),
        }
    }

    /// Returns the setup of the game.
    fn setup(&self) -> GameSetup {
        let mut setup = self.setup_as_shipped();
        if let Some((seed, strength)) = self.perturbed {
            let (variations, check) = (self.entry.variations, self.entry.check);
            setup.data = perturb(&setup.data, variations, check, seed, strength).data;
        }
        setup
    }

    /// Describes the rules.
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

/// Game with its prices and terms.
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
                // Items without a price, or that cannot have this price, do not change.
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

/// Game in progress.
struct Course<'a, G: Soaked> {
    table: &'a Table<G>,
    temper: Temper,
    seed: u64,
    greedy: Box<dyn Bot<G>>,
    laws: Option<G::Laws>,
    /// Seat and notation of all actions so far.
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
                let mut kinds: BTreeMap<String, Vec<G::Action>> = BTreeMap::new();
                for &action in actions {
                    let text = game.action_text(state, action);
                    let verb = text.split(' ').next().unwrap_or_default();
                    kinds.entry(verb.to_string()).or_default().push(action);
                }
                let kinds: Vec<&[G::Action]> = kinds.values().map(Vec::as_slice).collect();
                one(one(&kinds, rng), rng)
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
