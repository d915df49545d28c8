//! Names of bots and experiments: the file that a name refers to, in any folder.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use portolan_players::bots::strengths::STRENGTHS;

use super::program::{fails, succeeds};

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

/// Runs the program, which must fail with exit code 2. Returns the message.
fn refuses(folder: &Path, arguments: &[&str]) -> String {
    fails(folder, 2, arguments)
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn each_game_lists_its_own_and_the_common_bots() {
    let folder = TempDir::new().unwrap();
    let names = |game: &str| -> Vec<String> {
        let listed = succeeds(folder.path(), &["bots", "--game", game]);
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
    let folder = TempDir::new().unwrap();
    let about = |name: &str| {
        let shown = succeeds(folder.path(), &["bots", name, "--game", "cartagena"]);
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
        let text = format!("kind = \"random\"\nabout = \"{number}\"\n");
        write(folder.path(), &format!("bots/{place}.toml"), &text);
        assert_eq!(about("racer"), number.to_string());
    }
    let listed = succeeds(folder.path(), &["bots", "--game", "cartagena"]);
    assert_eq!(listed.matches("\nracer ").count(), 1, "{listed}");
    // Shipped bots also inherit from bots in the working directory.
    let mine = "kind = \"greedy\"\n[weights]\nhand = 77\n";
    write(folder.path(), "bots/cartagena/greedy.toml", mine);
    write(folder.path(), "heir.toml", "inherits = \"flat\"\n");
    let shown = succeeds(folder.path(), &["bots", "heir.toml", "--game", "cartagena"]);
    assert!(shown.contains("hand = 77"), "{shown}");
}

#[test]
fn bot_of_another_game_is_rejected_with_its_game() {
    let folder = TempDir::new().unwrap();
    let told = |name: &str| refuses(folder.path(), &["bots", name, "--game", "endeavor"]);
    for name in ["explorer", "maracaibo-explorer", "maracaibo-greedy"] {
        let told = told(name);
        assert!(
            told.contains(&format!("\"{name}\" plays maracaibo, not endeavor")),
            "{told}"
        );
    }
    // Two other games have a bot with this name.
    assert!(
        told("tuned").contains("unknown bot \"tuned\""),
        "{}",
        told("tuned")
    );
}

#[test]
fn shipped_network_is_found_in_any_working_directory() {
    let folder = TempDir::new().unwrap();
    let play = [
        "simulate",
        "--game",
        "cartagena",
        "--bots",
        "net,random",
        "--games",
        "2",
    ];
    succeeds(
        folder.path(),
        &[&play[..], &["--out", "out", "--quiet"]].concat(),
    );
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(
        manifest.contains("path = \"shipped:/bots/cartagena/net.safetensors\""),
        "{manifest}"
    );
    // A replay uses the network that the manifest names.
    let again = ["replay", "--run", "out", "--game-id", "1"];
    assert!(succeeds(folder.path(), &again).contains("net"));
}

#[test]
fn shipped_experiment_can_be_inherited_by_name() {
    let folder = TempDir::new().unwrap();
    let heir = "inherits = \"cards-quick\"\nseed = 7\n";
    write(folder.path(), "deep/mine.toml", heir);
    let run = |more: &[&str]| succeeds(folder.path(), &[&["run", "deep/mine.toml"], more].concat());
    assert_eq!(run(&["--list-files"]), "deep/mine.toml\n");
    run(&["--games", "1", "--quiet"]);
    let manifest = std::fs::read_to_string(folder.path().join("results/mine/manifest.toml"));
    let manifest = manifest.unwrap();
    assert!(
        manifest.contains("kind = \"factorial\"") && manifest.contains("seed = 7"),
        "{manifest}"
    );
    write(
        folder.path(),
        "deep/mine.toml",
        &heir.replace("quick", "quikc"),
    );
    let told = refuses(folder.path(), &["run", "deep/mine.toml"]);
    let wanted = [
        "deep/mine.toml, line 1: key \"inherits\": ",
        "did you mean \"cards-quick\"?",
    ];
    assert!(wanted.iter().all(|part| told.contains(part)), "{told}");
}

#[test]
fn experiments_are_listed_by_game_with_their_questions() {
    let folder = TempDir::new().unwrap();
    let json = succeeds(folder.path(), &["experiments", "--format", "json"]);
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
        assert_eq!(
            rows.iter().filter(|[_, other, _]| other == name).count(),
            1,
            "{name}"
        );
        assert_eq!(
            rows.iter()
                .filter(|[_, _, other]| other == question)
                .count(),
            1,
            "{question}"
        );
    }
    let games = portolan::games::GAMES.iter().map(|entry| entry.name);
    let mut order: Vec<&str> = rows.iter().map(|[game, ..]| *game).collect();
    order.dedup();
    assert_eq!(order, games.collect::<Vec<_>>());
    let table = succeeds(folder.path(), &["experiments", "--game", "cartagena"]);
    let of_game: Vec<_> = rows
        .iter()
        .filter(|[game, ..]| *game == "cartagena")
        .collect();
    assert_eq!(table.lines().count(), 1 + of_game.len());
    assert!(table.starts_with("game       name "), "{table}");
    for [_, name, question] in of_game {
        assert!(
            table
                .lines()
                .any(|line| line.contains(name) && line.ends_with(question)),
            "{name}"
        );
    }
    let csv = succeeds(folder.path(), &["experiments", "--format", "csv"]);
    assert!(csv.starts_with("game,name,question\n"), "{csv}");
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
    let folder = TempDir::new().unwrap();
    let few = ["--games", "4", "--quiet"];
    succeeds(folder.path(), &[&["run", "cards"], &few[..]].concat());
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/experiments/maracaibo/cards-quick.toml"
    );
    succeeds(
        folder.path(),
        &[&["run", file, "--out", "by-path"], &few[..]].concat(),
    );
    let read = |out: &str, name: &str| std::fs::read(folder.path().join(out).join(name)).unwrap();
    for name in ["games.csv", "treatments.csv", "summary.csv"] {
        assert!(
            read("results/cards-quick", name) == read("by-path", name),
            "{name}"
        );
    }
    let plan = [
        "plan",
        "cartagena-morgan",
        "--shards",
        "2",
        "--seconds",
        "1",
    ];
    let told = succeeds(folder.path(), &plan);
    assert!(
        told.contains(
            "portolan run cartagena-morgan --shard 1/2 --out shards/cartagena-morgan/shard=1"
        ),
        "{told}"
    );
    // A shipped experiment is embedded in the program and needs no files.
    assert_eq!(
        succeeds(folder.path(), &["run", "cards-quick", "--list-files"]),
        ""
    );
    // Bots in the folder of a shipped experiment are embedded as well.
    let listed = ["run", "hidden-information", "--list-files"];
    assert_eq!(succeeds(folder.path(), &listed), "");
}

#[test]
fn local_experiment_takes_precedence_over_shipped_one() {
    let folder = TempDir::new().unwrap();
    let games = |seed: u32| {
        format!(
            "# Mine?\nkind = \"simulate\"\ngame = \"cartagena\"\nbots = [\"random\", \"racer\"]\ngames = 2\nseed = {seed}\n"
        )
    };
    let seed = || {
        succeeds(folder.path(), &["run", "best-plan", "--force", "--quiet"]);
        let manifest =
            std::fs::read_to_string(folder.path().join("results/best-plan/manifest.toml")).unwrap();
        let line = manifest
            .lines()
            .find(|line| line.starts_with("seed = "))
            .unwrap();
        line["seed = ".len()..].parse::<u32>().unwrap()
    };
    // From lowest to highest precedence. A folder with this name is ignored.
    write(
        folder.path(),
        "experiments/cartagena/best-plan.toml",
        &games(77),
    );
    write(folder.path(), "best-plan/best-plan.toml", &games(76));
    assert_eq!(seed(), 77);
    write(folder.path(), "experiments/best-plan.toml", &games(78));
    write(
        folder.path(),
        "experiments/heir.toml",
        "inherits = \"best-plan.toml\"\nseed = 79\n",
    );
    assert_eq!(seed(), 78);
    let listed = succeeds(folder.path(), &["experiments", "--game", "cartagena"]);
    assert!(
        listed.contains("best-plan") && listed.contains("heir"),
        "{listed}"
    );
    assert!(listed.contains("Mine?"), "{listed}");
    let files = succeeds(folder.path(), &["run", "heir", "--list-files"]);
    assert_eq!(files, "experiments/heir.toml\nexperiments/best-plan.toml\n");
    succeeds(
        folder.path(),
        &[
            "run",
            "./best-plan/best-plan.toml",
            "--out",
            "by-path",
            "--quiet",
        ],
    );
}

#[test]
fn misspelled_experiment_gets_a_suggestion() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        &["run", "cards-quik"][..],
        &["plan", "cards-quikc"],
        &["tune", "card-quick"],
        &["learn", "cards-quick2"],
    ] {
        let told = refuses(folder.path(), arguments);
        assert!(
            told.contains("(did you mean \"cards-quick\"?)"),
            "{arguments:?}: {told}"
        );
    }
    let told = refuses(folder.path(), &["run", "factorial"]);
    let known = "factorial-boards and factorial-cards begin with this name";
    assert!(told.contains(known), "{told}");
    let told = refuses(folder.path(), &["experiments", "--game", "cartagna"]);
    assert!(told.contains("did you mean \"cartagena\"?"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
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
            let there = std::fs::read(tree.join(inside)).unwrap();
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
    write(folder, file, &format!("kind = \"mcts\"\n{text}"));
    let out = format!("{file}-{players}");
    succeeds(
        folder,
        &[
            "simulate",
            "--game",
            "maracaibo",
            "--players",
            players,
            "--bots",
            &vec![file; players.parse().unwrap()].join(","),
            "--games",
            "2",
            "--seed",
            "3",
            "--events",
            "none",
            "--out",
            &out,
        ],
    );
    std::fs::read_to_string(folder.join(out).join("games.csv")).unwrap()
}

/// At a table with an automa, the parameters in `[solo]` apply; at other tables, those at the top
/// level.
#[test]
fn solo_section_overrides_search_parameters() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let games = |place: &str, text: &str, players: &str| {
        games_of(folder, &format!("{place}/bot.toml"), text, players)
    };
    let common = "rollout = \"decisions\"\nrollout_length = 2\nevaluation = \"score\"\n";
    let four = games("four", &format!("{common}iterations = 4\n"), "1");
    let nine = games("nine", &format!("{common}iterations = 9\n"), "1");
    assert_ne!(four, nine);
    let both = format!("{common}iterations = 4\n[solo]\niterations = 9\n");
    assert_eq!(games("both", &both, "1"), nine);
    assert_eq!(
        games("both", &both, "2"),
        games("four", &format!("{common}iterations = 4\n"), "2")
    );
    let told = succeeds(folder, &["bots", "both/bot.toml"]);
    assert!(
        told.contains("parameters in games with an automa:\n    iterations = 9"),
        "{told}"
    );
    write(
        folder,
        "wrong.toml",
        "kind = \"mcts\"\n[solo]\nnetwork = \"a.safetensors\"\n",
    );
    let told = refuses(folder, &["bots", "wrong.toml"]);
    assert!(
        told.contains("wrong.toml, line 3: unknown field `network` in [solo]"),
        "{told}"
    );
}
