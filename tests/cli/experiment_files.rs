//! `portolan run`: plays experiment files as written, and reports errors with their line numbers.

use std::collections::BTreeMap;

use portolan_run::experiment::resolve::{Resolved, read_file, resolve};
use portolan_run::play::dyn_game::set_up_all;
use portolan_run::play::treatment::Treatment;

use super::folder::{Folder, Workdir, assert_same, files, names};
use super::named::shipped;
use super::text::{TextAssert, parse_table};

#[test]
fn experiment_file_plays_the_same_games_as_simulate() {
    let folder = Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nplayers = 2\nbots = ['greedy', 'random']\n\
                blocks = 6\nseed = 7\n[set]\nmodules = ['morgan', 'hindrance']\nmorgan_jail = false\n";
    let run = folder.plays("mine", text, "");
    folder.succeeds(
        "simulate --game cartagena --bots greedy,random --games 12 --seed 7 \
         --set modules=morgan,hindrance --set morgan_jail=off --quiet --out out",
    );
    assert!(files(&run) == files(&folder.join("out")));
    let set = "modules = \"morgan,hindrance\"\nmorgan_jail = \"off\"";
    let manifest = run.read("manifest.toml");
    manifest.assert_contains(["kind = \"simulate\"", "games = 12", set]);
}

#[test]
fn command_line_options_override_the_file() {
    let folder = Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'random']\n\
                blocks = 1000\nseed = 7\nevents = 'none'\n";
    folder.write("mine.toml", text);
    let printed =
        folder.succeeds("run mine.toml --games 3 --seed 8 --threads 1 --out out --format json");
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(rows[0]["games"], 8);
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains(["seed = 8\n", "games_done = 4\n"]);
    assert_eq!(folder.read("out/events.csv").lines().count(), 1);
}

#[test]
fn players_and_bots_options_override_the_file() {
    let folder = Folder::new();
    let start = "kind = 'tournament'\ngame = 'cartagena'\ngames = 1\n";
    folder.write("mine.toml", "inherits = 'racer'\n");
    let others = "--players 3 --bots greedy,random,racer,mine.toml";
    let sorted = "--bots greedy,random,racer,mine.toml --players 3";
    let two = format!("{start}players = 2\nbots = ['random', 'racer']\n");
    let three = format!("{start}players = 3\nbots = ['greedy', 'random', 'racer', 'mine.toml']\n");
    folder.plays("two", &two, others);
    folder.plays("three", &three, "");
    assert_same(&folder, "two", "three");

    // The commands for shards that `plan` prints include these options.
    folder.prints(&format!(
        "plan two.toml --shards 2 --seconds 1 {others} => run two.toml {sorted} --shard 1/2"
    ));
    let listed = folder.succeeds(format!("run two.toml --list-files {others}"));
    assert_eq!(listed, "two.toml\nmine.toml\n");

    // Errors in command-line values are not attributed to the file.
    let message = folder.refuses("run two.toml --bots random,raser");
    message.assert_starts_with("error: unknown bot \"raser\"");
    // The option `--bots` is rejected if every condition has its own line-up.
    folder.rejects(
        "
        run two.toml --players 9 => 2 to 5 players, not 9
        run cartagena-seats --bots racer,racer
            => --bots: every condition of this sweep already has its own line-up
    ",
    );
}

#[test]
fn paths_are_relative_to_the_file() {
    let folder = Folder::new();
    folder.succeeds("data export cartagena study/cards");
    folder.write("study/own.toml", "inherits = 'greedy'\n");
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['own.toml', 'random']\ngames = 2\n\
                data = 'cards'\n";
    let manifest = folder.plays("study/mine", text, "").read("manifest.toml");
    manifest.assert_contains(["study/cards", "name = \"own\""]);
}

#[test]
fn set_and_data_options_override_the_file() {
    let folder = Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'random']\nblocks = 1\n\
                [set]\npirates = 5\nlayout = 'fixed'\n";
    folder.succeeds("data export cartagena other");
    let changed = "--set pirates=4 --set modules=morgan --data other";
    let manifest = folder.plays("mine", text, changed).read("manifest.toml");
    let manifest: toml::Table = manifest.parse().unwrap();
    let set = &manifest["experiment"]["set"];
    let values = ["pirates", "modules", "layout"].map(|option| set[option].as_str().unwrap());
    assert_eq!(values, ["4", "morgan", "fixed"]);
    assert_eq!(manifest["data"]["folder"].as_str(), Some("other"));
    let message = folder.refuses("run mine.toml --set pirates=9 --force");
    message.assert_starts_with("error: option pirates=9");
}

#[test]
fn errors_name_the_line_and_no_file_is_written() {
    let folder = Folder::new();
    for [rest, line, wanted] in &parse_table(
        r#"
        => => key "bots" is missing
        bots = ["gredy", "random"]\n => line 3 => did you mean "greedy"?
        {bots}players = 3\n => line 3 => 3 players need 3 bots
        {bots}players = 9\n => line 4 => 2 to 5 players, not 9
        {bots}[set]\nmoduls = "morgan"\n => line 5 => did you mean "modules"?
        {bots}[set]\npirates = 99\n => line 5 => pirates=99
        {bots}data = "nowhere"\n => line 4: nowhere => data export
        {bots}blocks = 0\n => line 4 => expected 1 to
        {bots}seeds = 1\n => line 4 => did you mean "seed"?
    "#,
    ) {
        let rest = rest.replace("{bots}", "bots = ['greedy', 'random']\n");
        let text = format!("kind = 'simulate'\ngame = 'cartagena'\n{rest}");
        folder.write("mine.toml", text);
        let message = folder.refuses("run mine.toml");
        message.assert_starts_with("error: mine.toml");
        message.assert_contains([line, wanted]);
        assert_eq!(names(&folder), ["mine.toml"]);
    }
    let text = "kind = 'simulate'\ngame = 'cartagenna'\nbots = []\n";
    folder.write("mine.toml", text);
    folder.rejects(
        r#"
        run mine.toml => line 2 => did you mean "cartagena"?
        run nowhere.toml => experiment file nowhere.toml
    "#,
    );
}

/// Shipped experiments with many conditions or data sets, which take long even to read because each of them sets up a
/// game.
const LARGE: [&str; 11] = [
    "audit-cartagena",
    "audit-endeavor",
    "audit-maracaibo",
    "audit-puerto_rico",
    "constraint",
    "factorial-boards",
    "factorial-cards",
    "grant",
    "jean-decks",
    "jean-strengths",
    "settings",
];

/// Returns the shipped experiments that `portolan run` plays: either the large ones, or all others.
fn shipped_runs(large: bool) -> Vec<(String, Resolved)> {
    let mut found = Vec::new();
    for path in shipped("") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let others = ["tune-", "learn-", "balance-"]
            .iter()
            .any(|begin| name.starts_with(begin));
        if !others && LARGE.contains(&name.as_str()) == large {
            let resolved = read_file(&path).and_then(|spec| resolve(&spec)).unwrap();
            found.push((name, resolved));
        }
    }
    found
}

fn could_begin(
    name: &str,
    Resolved {
        experiment, setups, ..
    }: &Resolved,
) {
    let games = set_up_all(setups).unwrap();
    assert_eq!(experiment.cells().len(), games.len(), "{name}");
    for (cell, game) in experiment.cells().iter().zip(&games) {
        for bot in experiment.line_up(cell) {
            bot.fits(&**game).unwrap();
        }
        if let Some(treatment) = Treatment::of_cell(experiment, cell) {
            game.takes(&treatment).unwrap();
        }
    }
}

fn runs(name: &str) {
    let folder = Folder::new();
    let few = "--games 1 --perturbed 0 --quiet";
    folder.prints(&format!("run {name} {few} => results/{name}"));
}

/// All experiments can be set up. Of each kind, the one with the fewest conditions is played; those with search bots
/// would take too long.
#[test]
fn shipped_experiments_can_be_set_up() {
    let searches = ["search-", "hidden-information"];
    let mut smallest: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for (name, resolved) in shipped_runs(false) {
        could_begin(&name, &resolved);
        if !searches.iter().any(|begin| name.starts_with(begin)) {
            let size = (resolved.experiment.cells().len(), name);
            let of_kind = smallest.entry(resolved.experiment.kind.name());
            let least = of_kind.or_insert_with(|| size.clone());
            *least = least.clone().min(size);
        }
    }
    assert!(smallest.len() >= 6, "{smallest:?}");
    for (_, name) in smallest.values() {
        runs(name);
    }
}

/// The tests of the commands in the docs play smaller versions of these every day.
#[test]
#[ignore = "nightly: half a minute"]
fn large_shipped_experiments_can_be_played() {
    for (name, resolved) in shipped_runs(true) {
        assert!(resolved.experiment.cells().len() > 10, "{name}");
        could_begin(&name, &resolved);
        runs(&name);
    }
}

#[test]
fn bot_parameters_use_the_name_of_the_bot_file() {
    let folder = Folder::new();
    folder.write("plain.toml", "inherits = 'greedy'\n");
    folder.write(
        "mine.toml",
        "kind = 'sweep'\ngame = 'cartagena'\nbots = ['plain.toml', 'random']\nblocks = 1\n\
         [[cell]]\nname = 'more'\nparameters.plain.weights.hand = 2\n",
    );
    folder.prints("run mine.toml --quiet => plain(weights.hand=2)");
}

#[test]
fn missing_or_invalid_keys_of_a_kind_are_reported() {
    let folder = &Folder::new();
    for [kind, rest, wanted] in &parse_table(
        r#"
        gauntlet => => line 1: key "challenger" is missing
        gauntlet => challenger = "greedy"
            => "greedy" is the challenger and would play against itself: list only its opponents
        simulate => challenger = "engine" => line 4: key "challenger"
        tournament => players = 3 => line 3: a tournament of 3 players
        sweep => => line 1: 0 conditions; expected 1
        sweep => [sweep.set]\nlegaci = ["L1"] => line 5:
        sweep => [sweep]\nbot = [] => did you mean "bots"?
        sweep => [sweep.parameters.greedy.weights]\nscore = 2
            => line 4: parameters.greedy: expected weights.score = [VALUE
        sweep => [sweep.parameters.greedy]\nweihgts.score = [2]
            => line 4: parameters of bot "greedy": unknown field `weihgts`
        sweep => [sweep.parameters.greedy.weights]\nscoer = [2] => did you mean "score"?
        sweep => [sweep.parameters.engine.weights]\nscore = [2]
            => which is not in its line-up: greedy,random
        duel => players = 1 => line 4: a duel needs 2 players
        duel => [duel]\nelo0 = 5\nelo1 = 1 => line 4: [duel]: expected elo0 below elo1
        duel => [duel]\nelo1 = 1001 => expected elo0 below elo1, both from -1000 to 1000, and alpha
        duel => [duel]\nelo0 = -1e9\nelo1 = 0 => both from -1000 to 1000
        duel => [duel]\nelo = 5 => did you mean "elo0"?
        simulate => [duel]\nelo0 = 5 => "duel" is for kind = "duel"
        tournament => items = "cards" => line 4: key "items" is for kind = "factorial"
        ladder => players = 2 => line 1: [ladder] is missing
        mixture => players = 1 => line 1: [mixture] is missing
        mixture
            => {mixture}items = ["A1", "B1"]\nsmallest = 1\nlargest = 3\ndraws = 2
            => line 5: [mixture]: smallest = 1 and largest = 3; expected numbers from 1 to 2
        mixture
            => {mixture}items = ["A1", "B1"]\nsmallest = 1\nlargest = 2\ndraws = 2
            => draws = 2; expected 2 to 1, half of all mixtures
        mixture
            => {mixture}items = ["A1", "B1", "A1"]\nsmallest = 1\nlargest = 2\ndraws = 2
            => item "A1" is named twice
        mixture
            => {mixture}items = ["A1", "B1", "D1"]\nsmallest = 1\nlargest = 2\ndraws = 3
            => "D1" is not one of them
        simulate => opponent = "engine" => is for kind = "ladder" or "mixture"
        ladder => players = 2\n[ladder]\noption = "scenario"\nvalues = [75, 76]
            => key "opponent" is missing
        ladder => players = 2\nopponent = "random"\n[ladder]\noption = "scenario"\nvalues = [75, 76]
            => line 5: "random" is in bots and cannot also be
        ladder => {ladder}option = "scenario"\nvalues = [75]
            => expected two values or more
        ladder => {ladder}option = "scenarii"\nvalues = [75, 76]
            => did you mean "scenario"?
        ladder
            => {ladder}option = "handicap"\nvalues = ["012", 0]
            => handicap "012"; expected a whole number from 0 to 500, without sign or leading zero
        ladder => {ladder}option = "handicap"\nvalues = [501, 0]
            => handicap "501"; expected a whole number from 0 to 500
        ladder => players = 1\n[ladder]\noption = "handicap"\nvalues = [30, 0]
            => a handicap needs opponents: expected 2 players or more
        ladder
            => {ladder}option = "scenario"\nvalues = [75, 76]\n[set]\nscenario = 75
            => line 10: option "scenario" is varied by the ladder
        sweep => [[cell]]\nbots = ["greedy"]\n[[cell]]\nname = "two"
            => "two" have different score categories
        simulate => [[cell]]\nname = "a" => line 4: key "cell" is for kind = "sweep"
    "#,
    ) {
        let mixture = "players = 1\n[mixture]\noption = 'jean_cards'\n";
        let ladder = "players = 2\nopponent = 'engine'\n[ladder]\n";
        let rest = rest
            .replace("{mixture}", mixture)
            .replace("{ladder}", ladder);
        let start = format!("kind = '{kind}'\ngame = 'maracaibo'\nbots = ['greedy', 'random']\n");
        folder.write("mine.toml", format!("{start}{rest}\n"));
        let message = folder.refuses("run mine.toml");
        assert!(message.contains(wanted), "{kind} {rest}: {message}");
    }
    assert_eq!(names(folder), ["mine.toml"]);
}

/// The reported line is the one that contains the wrong word.
#[test]
fn error_names_the_line_of_the_wrong_word() {
    let folder = Folder::new();
    let heavy = "kind = 'greedy'\n\n[weights]\nscore = 1\nscoer = 2\n";
    folder.write("heavy.toml", heavy);
    let other = "kind = 'random'\nabout = 'x'\ngame = 'chess'\n";
    folder.write("other.toml", other);
    let sweep = "kind = 'sweep'\ngame = 'maracaibo'\n";
    let two = "bots = ['greedy', 'random']\n";
    for [text, wanted] in &parse_table(
        r#"
        kind = "gauntlet"\ngame = "maracaibo"\n{two}\nchallenger = "nobody"\n
            => line 5: unknown bot "nobody"
        kind = "gauntlet"\ngame = "maracaibo"\n{two}\nchallenger = "heavy.toml"\n
            => line 5: heavy.toml, line 5: bot "heavy" has a weight for "scoer"
        {ladder}opponent = "nobody"\n[ladder]\noption = "scenario"\nvalues = [75, 76]\n
            => line 5: unknown bot "nobody"
        {ladder}opponent = "engine"\n\n[ladder]\noption = "scenarii"\nvalues = [75, 76]\n
            => line 7: maracaibo has no option "scenarii"
        kind = "simulate"\ngame = "maracaibo"\nbots = [\n  "greedy",\n  "gredy",\n]\n
            => line 5: unknown bot "gredy"
        {sweep}\n[sweep]\nbots = [\n  ["greedy", "random"],\n  ["greedy", "radnom"],\n]\n
            => line 7: unknown bot "radnom"
        {sweep}\n[sweep]\nbots = [\n  ["greedy", "random"],\n  ["greedy", "other.toml"],\n]\n
            => line 7: other.toml, line 3: bot "other" plays chess, not maracaibo
        {sweep}[[cell]]\n{two}[[cell]]\nbots = ["greedy", "radnom"]\n[[cell]]\n{two}
            => line 6: unknown bot "radnom"
        {sweep}players = 2\n[[cell]]\n{two}[[cell]]\nbots = ["greedy"]\n
            => line 7: 2 players need 2 bots
        {sweep}{two}[[cell]]\nset.scenario = 99\n[[cell]]\nset.scenario = 76\n
            => line 5: option scenario=99 is not accepted
        {sweep}{two}[[cell]]\nset.scenario = 76\n[[cell]]\ndata = "nowhere"\n
            => line 7: nowhere: no such folder
        {sweep}{two}[sweep]\ndata = [\n  "nowhere",\n]\n => line 6: nowhere: no such folder
        {sweep}{two}[sweep.set]\nscenario = [\n  75,\n  99,\n]\n
            => line 7: option scenario=99 is not accepted
        {sweep}{two}[sweep.set]\nscenario = [\n  75,\n  2020-01-01,\n]\n
            => line 7: sweep.set.scenario.1: expected a string
        {sweep}{two}[[cell]]\n[[cell]]\n\nparameters.greedy.weights.scoer = 2\n
            => line 7: bot "greedy(weights.scoer=2)" has a weight for "scoer"
        {sweep}bots = ["heavy.toml", "random"]\n[[cell]]\nparameters.heavy.weights.score = 2\n
            => line 3: heavy.toml, line 5: bot "heavy(weights.score=2)" has a weight for "scoer"
        {sweep}{two}[[cell]]\nparameters.greedy.weihgts.score = 2\n
            => line 5: parameters of bot "greedy": unknown field `weihgts`
        {sweep}{two}[[cell]]\nparameters.greedy.weights.score = inf\n
            => line 5: parameters of bot "greedy": weight score = inf
    "#,
    ) {
        let ladder = sweep.replace("sweep", "ladder") + two + "players = 2\n";
        let text = text.replace("{ladder}", &ladder);
        let text = text.replace("{sweep}", sweep).replace("{two}", two);
        folder.write("mine.toml", &text);
        let message = folder.refuses("run mine.toml");
        message.assert_starts_with(&format!("error: mine.toml, {wanted}"));
    }
    assert!(!folder.join("results").exists());
}

#[test]
fn file_name_of_only_dots_requires_out() {
    let folder = Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'random']\ngames = 2\n";
    let tuning = "game = 'cartagena'\nbase = 'greedy'\n[space.weights]\n\
                  hand = [0, 1]\n";
    for name in ["..toml", "...toml"] {
        for (verb, text) in [("run", text), ("tune", tuning)] {
            folder.write(name, text);
            folder.rejects(&format!("{verb} {name} => name it with --out"));
        }
        assert!(!folder.join("results").exists());
        folder.write(name, text);
        folder.succeeds(format!(
            "run {name} --out {} --quiet --force",
            name.trim_matches('.')
        ));
    }
    folder.succeeds("run ...toml --shard 1/2 --out part --quiet");
}

#[test]
fn tournament_prints_the_line_ups_it_covers() {
    let folder = Folder::new();
    let text = "kind = 'tournament'\ngame = 'cartagena'\ngames = 2\n\
                bots = ['random', 'greedy', 'racer']\n";
    folder.write("mine.toml", text);
    folder.prints("run mine.toml --quiet => all line-ups of 2 of the 3 bots (3 of them)");
}

/// Runs an experiment file with this text. Returns the output and the content of a results file.
fn played(text: &str, file: &str) -> (String, String) {
    let folder = Folder::new();
    folder.write("mine.toml", text);
    let printed = folder.succeeds("run mine.toml --quiet");
    (printed, folder.join("results/mine").read(file))
}

#[test]
fn duel_stops_at_its_verdict() {
    let text = "kind = 'duel'\ngame = 'cartagena'\nplayers = 3\nevents = 'none'\n\
                bots = ['greedy', 'random']\n";
    let (printed, manifest) = played(text, "manifest.toml");
    printed.assert_contains("Greedy is stronger than random");
    let manifest: toml::Table = manifest.parse().unwrap();
    let number = |key: &str| manifest[key].as_integer().unwrap();
    assert_eq!(manifest["status"].as_str(), Some("complete"));
    assert!(number("games_done") < number("games_planned"));
    assert_eq!(number("games_done"), 6 * number("blocks_done"));
    let test = &manifest["test"];
    assert_eq!(test["verdict"].as_str(), Some("passed"));
    assert_eq!(test["blocks"].as_integer(), Some(number("blocks_done")));
    let bots = manifest["experiment"]["bots"].to_string();
    assert_eq!(bots, "[\"greedy\", \"random\", \"random\"]");
}

#[test]
fn duel_without_verdict_is_reported() {
    let text = "kind = 'duel'\ngame = 'cartagena'\nblocks = 3\nevents = 'none'\n\
                bots = ['racer', 'greedy']\n[duel]\nelo1 = 1\n";
    let (printed, manifest) = played(text, "manifest.toml");
    printed.assert_contains([
        "No verdict: after 3 deal groups",
        "increase the number of games, or the distance",
    ]);
    manifest.assert_lacks("verdict");
}

/// With bounds far from equality, the verdict comes after a few deals, with few and with many players.
#[test]
fn duel_with_distant_bounds_stops_early() {
    for (game, players, bounds, wins) in [
        ("cartagena", 2, "elo1 = 240", true),
        ("cartagena", 2, "elo1 = 1000", true),
        ("cartagena", 5, "elo0 = -80\nelo1 = 0", true),
        ("cartagena", 5, "elo0 = -1000\nelo1 = -500", true),
        ("cartagena", 2, "elo1 = 240", false),
        ("cartagena", 5, "elo0 = -80\nelo1 = 0", false),
    ] {
        let bots = match wins {
            true => "\"greedy\", \"random\"",
            false => "\"random\", \"greedy\"",
        };
        let text = format!(
            "kind = 'duel'\ngame = '{game}'\nplayers = {players}\nevents = 'none'\ngames = 4000\n\
             bots = [{bots}]\n[duel]\n{bounds}\n"
        );
        let (printed, manifest) = played(&text, "manifest.toml");
        let manifest: toml::Table = manifest.parse().unwrap();
        let verdict = manifest["test"]["verdict"].as_str();
        let wanted = if wins { "passed" } else { "failed" };
        assert_eq!(verdict, Some(wanted), "{text}{printed}");
        let blocks = manifest["blocks_done"].as_integer().unwrap();
        assert!(blocks < 200, "{text}: {blocks}");
    }
}

#[test]
fn ladder_plays_every_bot_at_every_level() {
    let text = "kind = 'ladder'\ngame = 'cartagena'\nplayers = 2\nblocks = 1\n\
                bots = ['racer', 'greedy']\nopponent = 'random'\n[ladder]\noption = 'pirates'\n\
                values = [6, 4]\n";
    let (_, cells) = played(text, "cells.csv");
    let rows: Vec<&str> = cells.lines().map(|row| row.trim_end()).collect();
    assert_eq!(rows[0], "cell,name,players,bots,data,set.pirates");
    let cells = [
        "racer pirates=6",
        "racer pirates=4",
        "greedy pirates=6",
        "greedy pirates=4",
    ];
    assert_eq!(rows.len(), 1 + cells.len());
    for (number, (cell, row)) in (1..).zip(cells.iter().zip(&rows[1..])) {
        let (bot, level) = cell.split_once(" pirates=").unwrap();
        row.assert_starts_with(&format!("{number},{cell},2,{bot}+random,"));
        row.assert_ends_with(&format!(",{level}"));
    }
}

#[test]
fn sweep_varies_bot_parameters() {
    let head = "kind = 'sweep'\ngame = 'cartagena'\nblocks = 2\nbots = ['racer', 'greedy']\n";
    let grid = format!("{head}[sweep.parameters.greedy.weights]\nhand = [1, 50]\n");
    let (_, cells) = played(&grid, "cells.csv");
    cells.assert_contains("2,weights.hand=50,2,racer+greedy(weights.hand=50),");
    let list = format!(
        "{head}[[cell]]\nname = 'as shipped'\n[[cell]]\nname = 'cards only'\n\
         parameters.greedy.weights.hand = 50\n"
    );
    let (_, games) = played(&list, "games.csv");
    let rows: Vec<Vec<&str>> = games.lines().map(|row| row.split(',').collect()).collect();
    let scores = |bot: &str| -> Vec<&str> {
        let own = rows.iter().filter(|row| row[5] == bot);
        own.map(|row| row[6]).collect()
    };
    assert_eq!(scores("greedy").len(), 4);
    assert_ne!(scores("greedy"), scores("greedy(weights.hand=50)"));
}

#[test]
fn composition_closest_to_the_target_is_played() {
    let folder = Folder::new();
    let text = "kind = 'mixture'\ngame = 'maracaibo'\nplayers = 1\nblocks = 6\nevents = 'none'\n\
                bots = ['greedy']\n[mixture]\noption = 'jean_cards'\n\
                items = ['A1', 'A2', 'A3', 'C1', 'C2', 'C3']\nsmallest = 2\nlargest = 4\n\
                draws = 16\ncomposition = 'jean_deck'\n";
    folder.write("mine.toml", text);
    let arguments = "run mine.toml --target 0.4 --target-games 20";
    folder.prints(&format!(
        "{arguments} --dry-run => compositions, 20 games each"
    ));
    assert!(!folder.join("results/mine").exists());
    let printed = folder.succeeds(arguments);
    printed.assert_contains("the target of 40.0 %");
    // The cards of letter C are the hard ones, and there are only two letters.
    let items: Vec<char> = printed
        .lines()
        .skip_while(|line| !line.starts_with("item"))
        .skip(1)
        .take(6)
        .filter_map(|line| line.chars().next())
        .collect();
    assert_eq!(items, ['C', 'C', 'C', 'A', 'A', 'A'], "{printed}");
    let rows = folder.read("results/mine-target-greedy/games.csv");
    assert_eq!(rows.lines().count(), 1 + 2 * 20);
    printed.assert_contains("results/mine-target-greedy");
    let seed = |rows: &str| {
        let first = rows.lines().nth(1).unwrap();
        first.split(',').nth(1).map(str::to_string)
    };
    let study = folder.read("results/mine/games.csv");
    assert_ne!(seed(&rows), seed(&study));

    // A target that no composition reaches is given up after the maximum number of tries.
    let missed = "run mine.toml --target 0.999 --target-games 20 --target-size 2-3 --out far";
    let printed = folder.succeeds(missed);
    let is_missed = |line: &&str| line.contains("misses the target");
    let tries: Vec<&str> = printed.lines().filter(is_missed).collect();
    assert!(tries.len() > 1, "{printed}");
    assert!(folder.join("far-target-greedy-2").is_dir(), "{printed}");
    let size = |line: &&str| -> u32 {
        let (_, composition) = line.split_once(" against ").unwrap();
        let (composition, _) = composition.split_once(':').unwrap();
        let digits = composition.chars();
        digits.filter_map(|letter| letter.to_digit(10)).sum()
    };
    assert!(
        tries.iter().all(|line| (2..=3).contains(&size(line))),
        "{printed}"
    );

    // The reference level is played on the same deals, and every composition played is predicted to be easier.
    let easier = "run mine.toml --target 0.4 --target-games 20 --target-easier-than jean_deck=4C \
                  --out easier";
    let printed = folder.succeeds(easier);
    printed.assert_contains([
        "against jean_deck=4C\n",
        ", easier than jean_deck=4C",
        "; to play it: --set jean_deck=",
    ]);
    let level = folder.read("easier-easier-greedy/games.csv");
    assert_eq!(seed(&level), seed(&rows));
    let impossible = easier.replace("=4C", "=4A").replace("0.4", "0.1") + "-2 --target-size 4-4";
    let output = folder.command(impossible).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    let reason =
        "a composition with the target of 10.0 % would not be easier for greedy than jean_deck=4A";
    printed.assert_contains(reason);

    let simulate = text.replace("'mixture'", "'simulate'");
    let simulate = simulate.split("[mixture]").next().unwrap();
    folder.write("other.toml", simulate);
    folder.rejects("run other.toml --target 0.4 => kind = \"mixture\"");
}
