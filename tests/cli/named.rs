//! Names of bots and experiments: the file that a name refers to, in any folder.

use std::path::{Path, PathBuf};

use portolan_players::bots::strengths::STRENGTHS;

use super::folder::{Folder, Workdir, assert_same};
use super::text::TextAssert;

/// Returns the files of the shipped experiments whose names begin with this text.
pub fn shipped(begin: &str) -> Vec<PathBuf> {
    portolan::register();
    let of_game = |path: &PathBuf| {
        let folder = path.parent().unwrap().file_name().unwrap();
        let mut games = portolan::games::GAMES.iter();
        games.any(|entry| folder == entry.name)
    };
    let begins = |path: &PathBuf| {
        let name = path.file_name().unwrap();
        name.to_str().unwrap().starts_with(begin)
    };
    let found: Vec<PathBuf> = portolan_core::shipped::files("experiments")
        .filter(|path| of_game(path) && begins(path))
        .collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn each_game_lists_its_own_and_the_common_bots() {
    let folder = Folder::new();
    let names = |game: &str| -> Vec<String> {
        let listed = folder.succeeds(format!("bots --game {game}"));
        let rows = listed.lines().skip(1);
        rows.map(|row| row.split(' ').next().unwrap().to_string())
            .collect()
    };
    let everywhere = "fast flat mcts mcts-rollouts net policy strong";
    let everywhere = || everywhere.split(' ').chain(STRENGTHS).map(str::to_string);
    for entry in portolan::games::GAMES {
        let mut expected: Vec<String> = everywhere().collect();
        let own = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("bots")
            .join(entry.name);
        for file in super::folder::names(&own) {
            if let Some(name) = file.strip_suffix(".toml").filter(|name| *name != "greedy") {
                own.read(&file)
                    .assert_contains(&format!("game = \"{}\"\n", entry.name));
                expected.push(name.to_string());
            }
        }
        expected.sort();
        expected.dedup();
        expected.splice(0..0, ["random", "greedy"].map(str::to_string));
        assert_eq!(names(entry.name), expected);
    }
}

#[test]
fn bot_name_refers_to_the_most_specific_file() {
    let folder = Folder::new();
    let about = |name: &str| {
        let shown = folder.succeeds(format!("bots {name} --game cartagena"));
        let line = shown.lines().find(|line| line.starts_with("  about: "));
        line.unwrap()["  about: ".len()..].to_string()
    };
    let shipped = about("racer");
    assert_eq!(about("cartagena-racer"), shipped);
    // From lowest to highest precedence.
    for (number, place) in (0..).zip(["racer", "cartagena-racer", "cartagena/racer"]) {
        let text = format!("kind = 'random'\nabout = '{number}'\n");
        folder.write(format!("bots/{place}.toml"), &text);
        assert_eq!(about("racer"), number.to_string());
    }
    let listed = folder.succeeds("bots --game cartagena");
    assert_eq!(listed.matches("\nracer ").count(), 1, "{listed}");
    // Shipped bots also inherit from bots in the working directory.
    let greedy = "kind = 'greedy'\n[weights]\nhand = 77\n";
    folder.write("bots/cartagena/greedy.toml", greedy);
    folder.write("heir.toml", "inherits = 'flat'\n");
    folder.prints("bots heir.toml --game cartagena => hand = 77");
}

#[test]
fn bot_shows_its_lean() {
    let folder = Folder::new();
    folder.write("shy.toml", "inherits = 'net'\n[lean]\n'built.wharf' = -2\n");
    let shown = folder.succeeds("bots shy.toml --game puerto_rico");
    shown.assert_contains("  lean, in points:\n    built.wharf = -2\n");
    folder.prints("bots --explain net => lean            table: points added to actions");
}

#[test]
fn bot_of_another_game_is_rejected_with_its_game() {
    let folder = Folder::new();
    // Two other games have a bot `tuned`.
    folder.rejects(
        r#"
        bots explorer --game endeavor => "explorer" plays maracaibo, not endeavor
        bots maracaibo-explorer --game endeavor
            => "maracaibo-explorer" plays maracaibo, not endeavor
        bots maracaibo-greedy --game endeavor => "maracaibo-greedy" plays maracaibo, not endeavor
        bots tuned --game endeavor => unknown bot "tuned"
    "#,
    );
}

#[test]
fn shipped_network_is_found_in_any_working_directory() {
    let folder = Folder::new();
    let play = "simulate --game cartagena --bots net,random --games 2";
    folder.succeeds(format!("{play} --out out --quiet"));
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains("path = \"shipped:/bots/cartagena/net.safetensors\"");
    // A replay uses the network that the manifest names.
    folder.prints("replay --run out --game-id 1 => net");
}

#[test]
fn shipped_experiment_can_be_inherited_by_name() {
    let folder = Folder::new();
    let heir = "inherits = 'cards-quick'\nseed = 7\n";
    folder.write("deep/mine.toml", heir);
    let run = |more: &str| folder.succeeds(format!("run deep/mine.toml {more}"));
    assert_eq!(run("--list-files"), "deep/mine.toml\n");
    run("--games 1 --quiet");
    let manifest = folder.read("results/mine/manifest.toml");
    manifest.assert_contains(["kind = \"factorial\"", "seed = 7"]);
    folder.write("deep/mine.toml", heir.replace("quick", "quikc"));
    folder.rejects(
        r#"
        run deep/mine.toml => deep/mine.toml, line 1: key "inherits":
            => did you mean "cards-quick"?
    "#,
    );
}

#[test]
fn experiments_are_listed_by_game_with_their_questions() {
    let folder = Folder::new();
    let json = folder.succeeds("experiments --format json");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let keys = ["game", "name", "question"];
    let rows = listed
        .iter()
        .map(|row| keys.map(|key| row[key].as_str().unwrap()));
    let rows: Vec<[&str; 3]> = rows.collect();
    assert_eq!(rows.len(), shipped("").len());
    for [game, name, question] in &rows {
        let path = format!("experiments/{game}/{name}.toml");
        let path = Path::new(portolan_core::shipped::ROOT).join(path);
        assert!(
            portolan_core::shipped::content(&path).is_some(),
            "{}",
            path.display()
        );
        let ends = question.ends_with('?') && question.matches(['?', '.', ';']).count() == 1;
        assert!(ends && question.len() < 118, "{name}: {question}");
        let same = rows.iter().filter(|[_, other, _]| other == name);
        assert_eq!(same.count(), 1, "{name}");
        let same = rows.iter().filter(|[_, _, other]| other == question);
        assert_eq!(same.count(), 1, "{question}");
    }
    let games = portolan::games::GAMES.iter().map(|entry| entry.name);
    let mut order: Vec<&str> = rows.iter().map(|[game, ..]| *game).collect();
    order.dedup();
    assert_eq!(order, games.collect::<Vec<_>>());
    let table = folder.succeeds("experiments --game cartagena");
    let of_game = rows.iter().filter(|[game, ..]| *game == "cartagena");
    assert_eq!(table.lines().count(), 1 + of_game.clone().count());
    table.assert_starts_with("game       name ");
    for [_, name, question] in of_game {
        let is_its = |line: &str| line.contains(name) && line.ends_with(question);
        assert!(table.lines().any(is_its), "{name}");
    }
    let csv = folder.succeeds("experiments --format csv");
    csv.assert_starts_with("game,name,question\n");
    let mut read = csv::Reader::from_reader(csv.as_bytes());
    let read: Vec<csv::StringRecord> = read.records().map(Result::unwrap).collect();
    assert_eq!(read.len(), rows.len());
    for (row, wanted) in read.iter().zip(&rows) {
        assert!(row.iter().eq(wanted.iter().copied()), "{row:?}");
    }
}

#[test]
fn shipped_experiment_runs_by_name_in_any_directory() {
    portolan::register();
    let folder = Folder::new();
    let few = "--games 4 --quiet";
    folder.succeeds(format!("run cards {few}"));
    let file = "experiments/maracaibo/cards-quick.toml";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    folder.succeeds(format!("run {} --out by-path {few}", file.display()));
    assert_same(&folder, "results/cards-quick", "by-path");
    folder.prints(
        "plan cartagena-morgan --shards 2 --seconds 1
            => portolan run cartagena-morgan --shard 1/2 --out shards/cartagena-morgan/shard=1",
    );
    // A shipped experiment is embedded in the program and needs no files.
    assert_eq!(folder.succeeds("run cards-quick --list-files"), "");
    // Bots in the folder of a shipped experiment are embedded as well.
    assert_eq!(folder.succeeds("run hidden-information --list-files"), "");
}

#[test]
fn local_experiment_takes_precedence_over_shipped_one() {
    let folder = Folder::new();
    let games = |seed: u32| {
        format!(
            "# Mine?\nkind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'racer']\n\
             games = 2\nseed = {seed}\n"
        )
    };
    let seed = || {
        folder.succeeds("run best-plan --force --quiet");
        let manifest = folder.read("results/best-plan/manifest.toml");
        let mut lines = manifest.lines();
        let seed = lines.find_map(|line| line.strip_prefix("seed = "));
        seed.unwrap().parse::<u32>().unwrap()
    };
    // From lowest to highest precedence. A folder with this name is ignored.
    folder.write("experiments/cartagena/best-plan.toml", games(77));
    folder.write("best-plan/best-plan.toml", games(76));
    assert_eq!(seed(), 77);
    folder.write("experiments/best-plan.toml", games(78));
    let heir = "inherits = 'best-plan.toml'\nseed = 79\n";
    folder.write("experiments/heir.toml", heir);
    assert_eq!(seed(), 78);
    folder.prints("experiments --game cartagena => best-plan => heir => Mine?");
    let files = folder.succeeds("run heir --list-files");
    assert_eq!(files, "experiments/heir.toml\nexperiments/best-plan.toml\n");
    folder.succeeds("run ./best-plan/best-plan.toml --out by-path --quiet");
}

#[test]
fn misspelled_experiment_gets_a_suggestion() {
    let folder = &Folder::new();
    folder.rejects(
        r#"
        run cards-quik => (did you mean "cards-quick"?)
        plan cards-quikc => (did you mean "cards-quick"?)
        tune card-quick => (did you mean "cards-quick"?)
        learn cards-quick2 => (did you mean "cards-quick"?)
        run factorial => factorial-boards and factorial-cards begin with this name
        experiments --game cartagna => did you mean "cartagena"?
    "#,
    );
}

/// The shipped files equal those in the source tree, regardless of when the program was built.
#[test]
fn shipped_files_equal_the_source_tree() {
    portolan::register();
    let tree = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for folder in ["bots", "experiments"] {
        for path in portolan_core::shipped::files(folder) {
            let inside = path.strip_prefix(portolan_core::shipped::ROOT).unwrap();
            let there = tree.bytes(inside);
            let content = portolan_core::shipped::content(&path);
            assert!(content == Some(&*there), "{inside:?}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Returns the games of a bot file with a search bot, for this number of players.
fn games_of(folder: &Path, file: &str, text: &str, players: &str) -> String {
    // The bots have the same name, so that only the games can differ.
    folder.write(file, format!("kind = 'mcts'\n{text}"));
    let out = format!("{file}-{players}");
    folder.succeeds(format!(
        "simulate --game maracaibo --players {players} --bots {} --games 2 --seed 3 --events none \
         --out {out}",
        vec![file; players.parse().unwrap()].join(",")
    ));
    folder.join(out).read("games.csv")
}

/// At a table with an automa, the parameters in `[solo]` apply; at other tables, those at the top
/// level.
#[test]
fn solo_section_overrides_search_parameters() {
    let folder = &Folder::new();
    let games = |place: &str, text: &str, players: &str| {
        games_of(folder, &format!("{place}/bot.toml"), text, players)
    };
    let common = "rollout = 'decisions'\nrollout_length = 2\nevaluation = 'score'\n";
    let short = format!("{common}iterations = 4\n");
    let four = games("four", &short, "1");
    let nine = games("nine", &format!("{common}iterations = 9\n"), "1");
    assert_ne!(four, nine);
    let both = format!("{short}[solo]\niterations = 9\n");
    assert_eq!(games("both", &both, "1"), nine);
    assert_eq!(games("both", &both, "2"), games("four", &short, "2"));
    let told = folder.succeeds("bots both/bot.toml");
    told.assert_contains("parameters in games with an automa:\n    iterations = 9");
    let wrong = "kind = 'mcts'\n[solo]\nnetwork = 'a.safetensors'\n";
    folder.write("wrong.toml", wrong);
    folder.rejects("bots wrong.toml => wrong.toml, line 3: unknown field `network` in [solo]");
}
