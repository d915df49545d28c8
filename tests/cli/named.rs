//! Names of bots and experiments: the file that a name refers to, in any folder.

use std::path::{Path, PathBuf};

use portolan_players::bots::strengths::STRENGTHS;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Returns the files of the shipped experiments whose names begin with this text.
pub fn shipped(begin: &str) -> Vec<PathBuf> {
    portolan::register();
    let of_game = |path: &PathBuf| {
        let folder = path.parent().unwrap().file_name().unwrap();
        portolan::games::GAMES
            .iter()
            .any(|entry| folder == entry.name)
    };
    let begins = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with(begin)
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
    let everywhere = [
        "fast",
        "flat",
        "mcts",
        "mcts-rollouts",
        "net",
        "policy",
        "strong",
    ];
    let everywhere: Vec<&str> = everywhere.into_iter().chain(STRENGTHS).collect();
    for entry in portolan::games::GAMES {
        let mut expected: Vec<String> = everywhere.iter().map(ToString::to_string).collect();
        let own = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("bots")
            .join(entry.name);
        for file in std::fs::read_dir(own).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|end| end == "toml") && name != "greedy" {
                let text = std::fs::read_to_string(&path).unwrap();
                let game = format!("game = \"{}\"\n", entry.name);
                assert!(text.contains(&game), "{}", path.display());
                expected.push(name);
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
    for (number, place) in ["racer", "cartagena-racer", "cartagena/racer"]
        .iter()
        .enumerate()
    {
        let text = format!("kind = 'random'\nabout = '{number}'\n");
        folder.write(format!("bots/{place}.toml"), &text);
        assert_eq!(about("racer"), number.to_string());
    }
    let listed = folder.succeeds("bots --game cartagena");
    assert_eq!(listed.matches("\nracer ").count(), 1, "{listed}");
    // Shipped bots also inherit from bots in the working directory.
    folder.write(
        "bots/cartagena/greedy.toml",
        "kind = 'greedy'\n[weights]\nhand = 77\n",
    );
    folder.write("heir.toml", "inherits = 'flat'\n");
    folder.prints("bots heir.toml --game cartagena => hand = 77");
}

#[test]
fn bot_of_another_game_is_rejected_with_its_game() {
    let folder = Folder::new();
    let told = |name: &str| folder.refuses(format!("bots {name} --game endeavor"));
    for name in ["explorer", "maracaibo-explorer", "maracaibo-greedy"] {
        let told = told(name);
        told.assert_contains(&format!("\"{name}\" plays maracaibo, not endeavor"));
    }
    // Two other games have a bot with this name.
    told("tuned").assert_contains("unknown bot \"tuned\"");
}

#[test]
fn shipped_network_is_found_in_any_working_directory() {
    let folder = Folder::new();
    let play = "simulate --game cartagena --bots net,random --games 2";
    folder.succeeds(format!("{play} --out out --quiet"));
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains("path = \"shipped:/bots/cartagena/net.safetensors\"");
    // A replay uses the network that the manifest names.
    folder
        .succeeds("replay --run out --game-id 1")
        .assert_contains("net");
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
    let listed: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows: Vec<[&str; 3]> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|row| ["game", "name", "question"].map(|key| row[key].as_str().unwrap()))
        .collect();
    assert_eq!(rows.len(), shipped("").len());
    for [game, name, question] in &rows {
        let path =
            Path::new(portolan_core::shipped::ROOT).join(format!("experiments/{game}/{name}.toml"));
        assert!(
            portolan_core::shipped::content(&path).is_some(),
            "{name} is not in the folder of {game}"
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
    let of_game: Vec<_> = rows
        .iter()
        .filter(|[game, ..]| *game == "cartagena")
        .collect();
    assert_eq!(table.lines().count(), 1 + of_game.len());
    table.assert_starts_with("game       name ");
    for [_, name, question] in of_game {
        assert!(
            table
                .lines()
                .any(|line| line.contains(name) && line.ends_with(question)),
            "{name}"
        );
    }
    let csv = folder.succeeds("experiments --format csv");
    csv.assert_starts_with("game,name,question\n");
    let mut read = csv::Reader::from_reader(csv.as_bytes());
    let read: Vec<_> = read.records().map(|row| row.unwrap()).collect();
    assert!(
        read.iter()
            .zip(&rows)
            .all(|(row, expected)| row == expected.as_slice())
    );
    assert_eq!(read.len(), rows.len());
}

#[test]
fn shipped_experiment_runs_by_name_in_any_directory() {
    portolan::register();
    let folder = Folder::new();
    let few = "--games 4 --quiet";
    folder.succeeds(format!("run cards {few}"));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/experiments/maracaibo/cards-quick.toml"
    );
    folder.succeeds(format!("run {file} --out by-path {few}"));
    let read = |out: &str, name: &str| folder.join(out).bytes(name);
    for name in ["games.csv", "treatments.csv", "summary.csv"] {
        assert!(
            read("results/cards-quick", name) == read("by-path", name),
            "{name}"
        );
    }
    let told = folder.succeeds("plan cartagena-morgan --shards 2 --seconds 1");
    told.assert_contains(
        "portolan run cartagena-morgan --shard 1/2 --out shards/cartagena-morgan/shard=1",
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
        let line = manifest
            .lines()
            .find(|line| line.starts_with("seed = "))
            .unwrap();
        line["seed = ".len()..].parse::<u32>().unwrap()
    };
    // From lowest to highest precedence. A folder with this name is ignored.
    folder.write("experiments/cartagena/best-plan.toml", games(77));
    folder.write("best-plan/best-plan.toml", games(76));
    assert_eq!(seed(), 77);
    folder.write("experiments/best-plan.toml", games(78));
    folder.write(
        "experiments/heir.toml",
        "inherits = 'best-plan.toml'\nseed = 79\n",
    );
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
            assert!(
                portolan_core::shipped::content(&path) == Some(&*there),
                "{inside:?}"
            );
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
    let four = games("four", &format!("{common}iterations = 4\n"), "1");
    let nine = games("nine", &format!("{common}iterations = 9\n"), "1");
    assert_ne!(four, nine);
    let both = format!("{common}iterations = 4\n[solo]\niterations = 9\n");
    assert_eq!(games("both", &both, "1"), nine);
    assert_eq!(
        games("both", &both, "2"),
        games("four", &format!("{common}iterations = 4\n"), "2")
    );
    let told = folder.succeeds("bots both/bot.toml");
    told.assert_contains("parameters in games with an automa:\n    iterations = 9");
    folder.write(
        "wrong.toml",
        "kind = 'mcts'\n[solo]\nnetwork = 'a.safetensors'\n",
    );
    folder.rejects("bots wrong.toml => wrong.toml, line 3: unknown field `network` in [solo]");
}
