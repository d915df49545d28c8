//! Resolves the description of an experiment to the settings that determine the result files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::challengers::{conditions, distinct, of_change};
use super::change::changed_items;
use super::conditions::{cells, own_keys};
use super::identity::{different_cells, different_players, different_values};
use super::items::item_study;
use super::parameters::{changed, leaves};
use super::parts::{bot, once_each, one_per_player, read_data, seats};
use crate::bots::{BotError, BotSpec, UnknownInputs};
use crate::data_changes::data_changes;
use crate::dataset::DataSet;
use crate::play::dyn_game::{DynGame, fingerprint, set_up};
use crate::play::treatment::Treatment;
use crate::random::data_seed;
use crate::registry::entry;
use crate::results::manifest::{DataRecord, Perturbation};
use crate::setting_tree::SettingError;
use crate::settings::keys::{DEFAULT_DUEL, DEFAULT_GAMES};
use crate::settings::seating::orders;
use crate::settings::{
    Audit, AuditTest, Cell, Change, ConditionSpec, DuelBounds, Experiment, HANDICAP, ItemStudy,
    Kind, MOST_GAMES, Settings,
};
use crate::setup::{GameEntry, GameSetup, SetupError};
use crate::stats::sprt::MOST_ELO;

/// Share of the values of placeholder rows that a perturbed data set changes.
const PERTURBATION_STRENGTH: f64 = 1.0;

/// An experiment that is ready to be played.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub experiment: Experiment,
    /// Set-up of the game in each condition.
    pub setups: Vec<GameSetup>,
    /// Component data sets without duplicates; the first condition uses the first one.
    pub data: Vec<DataRecord>,
}

/// Turns a description into settings: looks up bots and data, and checks them with the game.
///
/// # Errors
/// [`SettingError`], with its place if the key comes from a file.
pub fn resolve(spec: &Settings) -> Result<Resolved, SettingError> {
    let entry = entry(&spec.game).map_err(spec.at("game"))?;
    let mut sets = DataSets::new(spec, entry);
    own_keys(spec)?;
    let mut experiment = of_kind(&mut sets)?;
    // The number of conditions is checked before any bots or data are looked up.
    let mut cells = cells(spec, entry, &experiment)?;
    different_players(spec, entry)?;
    if spec.kind == Kind::Audit {
        cells = audit(&mut sets, &cells, &mut experiment)?;
    }
    different_settings(&mut sets)?;
    let variance = valuing(spec, entry)?;
    let (mut specs, mut setups, mut line_ups) = (Vec::new(), Vec::new(), Vec::new());
    let mut columns = None;
    for cell in cells {
        let (one, setup, bots, game) = resolve_cell(&mut sets, &cell, experiment.items.as_ref())?;
        if let Some(bot) = &variance {
            bot.network_for(&*game).map_err(spec.at("variance"))?;
        }
        specs.push(one);
        setups.push(setup);
        line_ups.push(bots);
        // All conditions share the header of games.csv.
        let own = game.score_categories();
        if *columns.get_or_insert(own) != own {
            return Err(spec.at("kind")(format!(
                "conditions \"{}\" and \"{}\" have different score categories, like solo games and \
                 other games; expected conditions with the same categories",
                specs[0].name, cell.name
            )));
        }
    }
    if matches!(spec.kind, Kind::Sweep | Kind::Audit) {
        let cells: Vec<_> = specs.iter().zip(&line_ups).collect();
        let (players, data) = (specs[0].players, &setups[0].data);
        different_cells(&cells, spec, players, data).map_err(spec.at(spec.kind.name()))?;
    }
    let seatings = specs.iter().map(|one| orders(one.players).len() as u64);
    let fewest = seatings.min().unwrap_or(1);
    let default = match spec.kind {
        Kind::Duel => DEFAULT_DUEL,
        _ => DEFAULT_GAMES,
    };
    let (key, games) = match spec.blocks {
        None => ("games", spec.games.unwrap_or(default)),
        Some(blocks) => ("blocks", blocks.saturating_mul(fewest)),
    };
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(spec.at(key)(format!(
            "{games} games; expected 1 to {MOST_GAMES}"
        )));
    }
    let mut data: Vec<DataRecord> = Vec::new();
    for (one, setup) in specs.iter().zip(&setups) {
        let counts = entry.rows_by_provenance(&setup.data);
        let perturbation = sets.perturbation(one.perturbation);
        let record = DataRecord::new(&setup.data, counts).perturbed(perturbation);
        if !data.iter().any(|known| known.hash == record.hash) {
            let shipped = DataSet::embedded(entry.files);
            data.push(record.departing(&setup.data, &shipped));
        }
    }
    let bot = once_each(&line_ups.concat()).map_err(spec.at("bots"))?;
    let has_cells = spec.kind.traits().has_cells;
    let experiment = Experiment {
        game: entry.name.to_string(),
        players: specs[0].players,
        bots: match has_cells {
            true => bot.iter().map(|bot| bot.name.clone()).collect(),
            false => specs[0].bots.clone(),
        },
        games,
        seed: spec.seed,
        events: spec.events,
        compress: spec.compress,
        data: specs[0].data.clone(),
        set: spec.set.clone(),
        bot,
        variance,
        cells: if has_cells { specs } else { Vec::new() },
        ..experiment
    };
    Ok(Resolved {
        experiment,
        setups,
        data,
    })
}

/// Returns the bot whose network values luck, if the experiment names one.
fn valuing(spec: &Settings, entry: &'static GameEntry) -> Result<Option<BotSpec>, SettingError> {
    let Some(name) = &spec.variance else {
        return Ok(None);
    };
    let found = bot(entry, name).map_err(spec.at("variance"))?;
    if found.network.is_none() {
        return Err(spec.at("variance")(format!(
            "variance = \"{name}\": the bot \"{}\" has no network to estimate luck; expected a bot that has one, such \
             as kind = \"net\"",
            found.name
        )));
    }
    Ok(Some(found))
}

/// Creates the experiment with the settings of its kind.
fn of_kind(sets: &mut DataSets) -> Result<Experiment, SettingError> {
    let (spec, entry) = (sets.spec, sets.entry);
    if spec.perturbed > 0 && entry.variations.is_empty() {
        return Err(spec.at("perturbed")(format!(
            "no row of {} is a placeholder, so there is nothing to vary",
            spec.game
        )));
    }
    let mut experiment = Experiment {
        kind: spec.kind,
        perturbed: spec.perturbed,
        ..Experiment::default()
    };
    match spec.kind {
        Kind::Simulate | Kind::Tournament | Kind::Gauntlet | Kind::Sweep => {}
        Kind::Audit => {
            let audit = spec.audit.as_ref().filter(|audit| !audit.change.is_empty());
            let what = "[[audit.change]] is missing; each of these tables needs name = \"NAME\" and data or set";
            experiment.audit = Some(Audit {
                points: needed(spec, audit, what)?.points,
                test: Vec::new(),
            });
        }
        Kind::Duel => experiment.duel = Some(duel(spec)?),
        Kind::Ladder => {
            let what = "[ladder] is missing; expected option = \"NAME\" and values = [\"EASIEST\", … \"HARDEST\"]";
            experiment.ladder = Some(needed(spec, spec.ladder.as_ref(), what)?.clone());
        }
        Kind::Mixture => {
            let what = "[mixture] is missing; expected option, items, smallest, largest and draws";
            experiment.mixture = Some(needed(spec, spec.mixture.as_ref(), what)?.clone());
        }
        Kind::Change => change(sets, &mut experiment)?,
        Kind::Settings => {
            let given = Some(&spec.settings).filter(|settings| !settings.is_empty());
            let what =
                "[settings] is missing; expected for each option OPTION = [REFERENCE, VALUE …]";
            experiment.settings = needed(spec, given, what)?.clone();
        }
        Kind::Factorial | Kind::Grant | Kind::PriceFactorial | Kind::Constraint => {
            let game = ask(sets)?;
            experiment.items = Some(item_study(spec, &*game)?);
        }
    }
    Ok(experiment)
}

/// Returns the settings of the kind, or an error if they are missing.
fn needed<'spec, T>(
    spec: &Settings,
    given: Option<&'spec T>,
    what: &str,
) -> Result<&'spec T, SettingError> {
    given.ok_or_else(|| spec.at("kind")(what))
}

/// Adds the settings of a study of a change, with one bot and two different games.
fn change(sets: &mut DataSets, experiment: &mut Experiment) -> Result<(), SettingError> {
    let spec = sets.spec;
    let what = "[change] is missing; expected data = \"FOLDER OR FILE OF CHANGES\" or set = { OPTION = VALUE }";
    let change = needed(spec, spec.change.as_ref(), what)?;
    let [_] = spec.bots.as_slice() else {
        return Err(spec.at("bots")(format!(
            "a change is studied with one bot in every seat, not {}",
            spec.bots.len()
        )));
    };
    let games = before_and_after(sets, &change.after(spec.places.under("change")), "change")?;
    experiment.items = changed_items(spec, &*games[0], &*games[1])?;
    experiment.change = Some(Change {
        data: None,
        set: BTreeMap::new(),
        ..change.clone()
    });
    Ok(())
}

/// Returns the game before and after a change.
fn before_and_after(
    sets: &mut DataSets,
    after: &Cell,
    key: &str,
) -> Result<[Box<dyn DynGame>; 2], SettingError> {
    let spec = sets.spec;
    let cells = [&Cell::default(), after];
    let players = sets.players;
    let mut setup = |cell| sets.setup(cell, players, key);
    let mut setups = [setup(cells[0])?, setup(cells[1])?];
    let game = |index: usize| {
        set_up(&setups[index]).map_err(|error| at_option(spec, cells[index], &error))
    };
    let games = [game(0)?, game(1)?];
    // The provenance of rows does not affect play.
    if data_changes(&setups[0].data, &setups[1].data).is_empty() {
        setups[1].data = setups[0].data.clone();
    }
    if fingerprint(&setups[0]).ok() == fingerprint(&setups[1]).ok() {
        return Err(spec.at(key)(
            "the game is the same before and after the change; expected different data or options",
        ));
    }
    Ok(games)
}

/// Adds the tests of an audit. Returns the conditions of the tests, one for every challenger of each bot after
/// each change; solo games also have one condition for the bot itself.
fn audit(
    sets: &mut DataSets,
    changes: &[Cell],
    experiment: &mut Experiment,
) -> Result<Vec<Cell>, SettingError> {
    let (spec, entry) = (sets.spec, sets.entry);
    let players = sets.players;
    let (mut cells, mut test, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for (index, change) in changes.iter().enumerate() {
        let named = |error: SettingError| SettingError {
            problem: format!("change \"{}\": {}", change.name, error.problem),
            ..error
        };
        if changes[..index]
            .iter()
            .any(|other| other.name == change.name)
        {
            return Err(named(spec.at("audit")("another change has the same name")));
        }
        let games = before_and_after(sets, change, "audit");
        let [before, after] = games.map_err(named)?;
        for written in &spec.bots {
            let at = spec.at_bot(change, written);
            let bot = bot(entry, written).map_err(&at)?;
            let challengers = of_change(entry, &bot, &*before, &*after);
            if challengers.is_empty() {
                let problem = format!(
                    "\"{written}\" has no challengers; expected a bot with a network, such as net"
                );
                return Err(at(SettingError::new(problem)));
            }
            let challengers = challengers.into_iter().map(|one| distinct(one, &mut known));
            let own = conditions(change, written, players, challengers.collect());
            test.push(AuditTest {
                change: change.name.clone(),
                bot: bot.name,
                cells: own.len(),
            });
            cells.extend(own);
        }
    }
    experiment
        .audit
        .iter_mut()
        .for_each(|audit| audit.test.append(&mut test));
    Ok(cells)
}

/// Checks that the levels of a ladder and the values of settings are different games.
fn different_settings(sets: &mut DataSets) -> Result<(), SettingError> {
    let spec = sets.spec;
    let ladder = spec
        .ladder
        .iter()
        .filter(|ladder| ladder.option != HANDICAP);
    let ladder = ladder.map(|ladder| (&ladder.option, &ladder.values));
    let varied: Vec<(&String, &Vec<String>)> = ladder.chain(&spec.settings).collect();
    if varied.is_empty() {
        return Ok(());
    }
    let setup = sets.setup(&Cell::default(), sets.players, "data")?;
    for (option, values) in varied {
        let key = match spec.ladder {
            Some(_) => "ladder".to_string(),
            None => format!("settings.{option}"),
        };
        different_values(option, values, &setup).map_err(spec.at(&key))?;
    }
    Ok(())
}

/// Returns the game with the options that all conditions share.
fn ask(sets: &mut DataSets) -> Result<Box<dyn DynGame>, SettingError> {
    let (spec, cell) = (sets.spec, Cell::default());
    let setup = sets.setup(&cell, sets.players, "data")?;
    set_up(&setup).map_err(|error| at_option(spec, &cell, &error))
}

/// Returns the hypotheses of a duel.
fn duel(spec: &Settings) -> Result<DuelBounds, SettingError> {
    let bounds = spec.duel.unwrap_or_default();
    if bounds.sprt().valid() {
        return Ok(bounds);
    }
    Err(spec.at("duel")(format!(
        "[duel]: expected elo0 below elo1, both from -{MOST_ELO} to {MOST_ELO}, and alpha and beta above 0 \
         with a sum below 1"
    )))
}

/// An experiment and its game, with a cache of the data sets by folder and number.
struct DataSets<'spec> {
    spec: &'spec Settings,
    entry: &'static GameEntry,
    players: usize,
    known: BTreeMap<(Option<PathBuf>, u32), DataSet>,
}

impl<'spec> DataSets<'spec> {
    fn new(spec: &'spec Settings, entry: &'static GameEntry) -> DataSets<'spec> {
        DataSets {
            spec,
            entry,
            players: spec.players.unwrap_or(entry.default_players()),
            known: BTreeMap::new(),
        }
    }

    /// Returns the perturbation of data set `number`; `None` for data set 0, which is unchanged.
    fn perturbation(&self, number: u32) -> Option<Perturbation> {
        (number > 0).then(|| Perturbation {
            seed: data_seed(self.spec.seed, number),
            strength: PERTURBATION_STRENGTH,
        })
    }

    /// Returns the set-up of the game with the data and options of a condition. `key` is the key to which errors in the
    /// data refer.
    fn setup(&mut self, cell: &Cell, players: usize, key: &str) -> Result<GameSetup, SettingError> {
        let folder = cell.data.as_deref().or(self.spec.data.as_deref());
        let data = self.get(folder, cell.perturbation);
        let options = self.spec.set.iter().chain(&cell.set);
        Ok(GameSetup {
            game: self.entry.name.to_string(),
            players,
            options: options
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            data: data.map_err(self.spec.at_cell(cell, &[key]))?,
        })
    }

    fn get(&mut self, folder: Option<&Path>, number: u32) -> Result<DataSet, SettingError> {
        let key = (folder.map(Path::to_path_buf), number);
        if let Some(data) = self.known.get(&key) {
            return Ok(data.clone());
        }
        let data = match self.perturbation(number) {
            None => read_data(self.entry, folder)?,
            Some(perturbation) => perturbation.apply(&self.get(folder, 0)?, self.entry),
        };
        self.known.insert(key, data.clone());
        Ok(data)
    }
}

/// A condition as a manifest records it, with its set-up, bots and game.
type Part = (ConditionSpec, GameSetup, Vec<BotSpec>, Box<dyn DynGame>);

fn resolve_cell(
    sets: &mut DataSets,
    cell: &Cell,
    items: Option<&ItemStudy>,
) -> Result<Part, SettingError> {
    let (spec, entry) = (sets.spec, sets.entry);
    let names = cell.bots.as_ref().unwrap_or(&spec.bots);
    let players_key = if spec.players.is_some() {
        "players"
    } else {
        "bots"
    };
    let asked = spec.players.filter(|_| !spec.kind.traits().has_totals);
    let players = seats(entry, names, asked).map_err(spec.at_cell(cell, &[players_key]))?;
    one_per_player(names, players).map_err(spec.at_cell(cell, &["bots"]))?;
    let found = names
        .iter()
        .map(|name| bot(entry, name).map_err(spec.at_bot(cell, name)));
    let mut bots = found.collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = &cell.first {
        bots[0] = first.clone();
    }
    once_each(&bots).map_err(spec.at_cell(cell, &["bots"]))?;
    let known: Vec<(String, String)> = bots
        .iter()
        .zip(names)
        .map(|(bot, written)| (bot.name.clone(), written.trim().to_string()))
        .collect();
    for (name, parameters) in &cell.parameters {
        let key = format!("parameters.{name}");
        // A bot that is given by path may also be referred to by its file name.
        let named = |(own, written): &(String, String)| own == name || written == name;
        if !known.iter().any(named) {
            return Err(spec.at_cell(cell, &[&key, "parameters"])(format!(
                "condition \"{}\" changes parameters of \"{name}\", which is not in its line-up: {}",
                cell.name,
                names.join(",")
            )));
        }
        for (bot, _) in bots
            .iter_mut()
            .zip(&known)
            .filter(|(_, known)| named(known))
        {
            *bot = changed(bot.clone(), parameters)
                .map_err(spec.at_cell(cell, &[&key, "parameters"]))?;
        }
    }
    let setup = sets.setup(cell, players, "data")?;
    let game = set_up(&setup).map_err(|error| at_option(spec, cell, &error))?;
    if cell.perturbation > 0 {
        leave_unknown_inputs_out(&mut bots);
    }
    // External programs are not checked here: only the user can permit them, on the command line.
    let told = |bot: &BotSpec| bot.program.is_none();
    for (index, bot) in bots.iter().enumerate().filter(|(_, bot)| told(bot)) {
        bot.fits(&*game)
            .map_err(|error| match changing(cell, &known[index], &error) {
                Some(key) => spec.at_cell(cell, &[&key, "parameters"])(error),
                None => spec.at_bot(cell, &names[index])(error),
            })?;
    }
    if spec.perturbed > 0 {
        leave_unknown_inputs_out(&mut bots);
    }
    if let Some(items) = items {
        let treatment = Treatment::of_items(items, cell.arm).priced(&cell.prices);
        game.takes(&treatment).map_err(spec.at("items"))?;
    }
    if cell.handicap > 0 {
        let refused = |problem| format!("a handicap in {}: {problem}", entry.name);
        game.can_handicap()
            .map_err(refused)
            .map_err(spec.at("ladder"))?;
    }
    let resolved = ConditionSpec {
        name: cell.name.clone(),
        players,
        bots: bots.iter().map(|bot| bot.name.clone()).collect(),
        data: setup.data.hash(),
        set: setup.options.clone(),
        perturbation: cell.perturbation,
        arm: cell.arm,
        handicap: cell.handicap,
        prices: cell.prices.clone(),
    };
    Ok((resolved, setup, bots, game))
}

/// Allows networks to play perturbed data sets by ignoring inputs that are unknown to them, since perturbed
/// cards may have effects that do not occur in the training data. All data sets of a study are played by equal
/// bots.
fn leave_unknown_inputs_out(bots: &mut [BotSpec]) {
    for bot in bots.iter_mut().filter(|bot| bot.network.is_some()) {
        bot.unknown_inputs = UnknownInputs::Nothing;
    }
}

/// Returns the key of a condition that changed a bot parameter to an invalid value. `known` contains the bot's own
/// name and the name as written.
fn changing(cell: &Cell, known: &(String, String), error: &BotError) -> Option<String> {
    let (own, written) = known;
    let mut changes = cell.parameters.iter();
    let (name, parameters) = changes.find(|(name, _)| *name == own || *name == written)?;
    let is_changed = match error.problem() {
        BotError::UnknownFeature { feature, .. } => {
            let leaves = leaves(parameters);
            leaves.iter().any(|(path, _)| path.last() == Some(feature))
        }
        _ => true,
    };
    is_changed.then(|| format!("parameters.{name}"))
}

/// Adds the location of the option or key to an error in the set-up of a condition.
fn at_option(spec: &Settings, cell: &Cell, error: &SetupError) -> SettingError {
    let key = error.key();
    let option = key.strip_prefix("set.").unwrap_or_default();
    let settings = format!("settings.{option}");
    let of_ladder = spec
        .ladder
        .as_ref()
        .is_some_and(|ladder| ladder.option == option);
    let varied = if of_ladder { "ladder" } else { "mixture" };
    let keys: &[&str] = match &*key {
        "players" => &["players", "bots"],
        "game" | "data" => &[&key],
        _ => &[&key, &settings, varied],
    };
    spec.at_cell(cell, keys)(error)
}
