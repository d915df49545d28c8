//! User-defined games have all commands. Tested with Nim from `portolan new game`, and with a drafting game with hidden
//! cards and chance.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::folder::{Folder, Workdir};
use super::program::{self, words};
use super::text::TextAssert;

/// User-defined game with its folder.
struct Own {
    game: &'static str,
    players: usize,
    folder: Folder,
}

impl Own {
    fn new(game: &'static str, players: usize) -> Own {
        Own {
            game,
            players,
            folder: Folder::new(),
        }
    }

    fn both() -> [Own; 2] {
        [Own::new("nim", 2), Own::new("draft", 3)]
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("GAME", self.game)).unwrap();
    }

    /// Returns a line-up with these bots first and `random` in the remaining places.
    fn bots(&self, first: &str) -> String {
        let mut bots: Vec<&str> = first.split_whitespace().collect();
        bots.resize(self.players, "random");
        bots.join(",")
    }

    /// Runs a command in which GAME stands for the game. Returns the exit code, stdout and stderr.
    fn ends(&self, line: &str, input: &str) -> (i32, String, String) {
        let typed = self.path().join("typed");
        fs::write(&typed, input).unwrap();
        let words = words(&line.replace("GAME", self.game));
        let mut command = program::example(self.game);
        command.current_dir(self.path()).args(words);
        command.stdin(Stdio::from(fs::File::open(typed).unwrap()));
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap();
        (code, text(output.stdout), text(output.stderr))
    }

    #[track_caller]
    fn succeeds(&self, words: &str) -> String {
        let (code, printed, said) = self.ends(words, "");
        assert_eq!(code, 0, "{} {words:?}: {said}", self.game);
        printed
    }
}

#[test]
fn own_game_is_listed_with_its_inputs() {
    for own in Own::both() {
        let listed = own.succeeds("games");
        listed.assert_contains([own.game, "maracaibo"]);
        let inputs = own.succeeds("games GAME --inputs");
        let some = if own.game == "nim" {
            "heap:1"
        } else {
            "hand:red1"
        };
        inputs.assert_contains(some);
        own.succeeds("bots --game GAME").assert_contains("random");
    }
}

#[test]
fn own_game_is_simulated_reported_replayed_and_analyzed() {
    for own in Own::both() {
        own.write(
            "bots/GAME/thinker.toml".replace("GAME", own.game).as_str(),
            "kind = 'mcts'\niterations = 60\nobjective = 'win'\nformula = 'ucb1'\n\
             exploration = 1.4\n",
        );
        let bots = own.bots("thinker greedy");
        let simulate = format!("simulate --game GAME --bots {bots} --games 60");
        let more = "--seed 3 --quiet --out run";
        let table = own.succeeds(&format!("{simulate} {more}"));
        table.assert_contains("thinker");
        own.succeeds("report run");
        let page = own.path().read("run/report.md");
        page.assert_contains("thinker");
        let moves = own.succeeds("replay --run run --game-id 1");
        let word = if own.game == "nim" { "take" } else { "keep" };
        moves.assert_contains(word);
        own.succeeds("replay --run run --game-id 1 --html game.html");
        let analyze = "analyze --run run --game-id 1 --move 1";
        let best = own.succeeds(&format!("{analyze} --bot thinker"));
        best.assert_contains(word);
        let rows = own.succeeds("export run --table games --format csv");
        assert!(rows.lines().count() > 60, "{rows}");
        own.succeeds("perf GAME --seconds 0.05")
            .assert_contains("games a second");
    }
}

#[test]
fn experiments_of_own_game_run_by_name() {
    for own in Own::both() {
        let bots = own.bots("greedy").replace(',', "', '");
        let line_up = format!("bots = ['{bots}']\n");
        let pair = "bots = ['greedy', 'random']\n".to_string();
        let designs = [
            (
                "tournament",
                format!("kind = 'tournament'\nplayers = PLAYERS\n{pair}"),
            ),
            (
                "gauntlet",
                "kind = 'gauntlet'\nplayers = PLAYERS\nchallenger = 'greedy'\nbots = ['random']\n"
                    .to_string(),
            ),
            ("duel", format!("kind = 'duel'\nplayers = PLAYERS\n{pair}")),
            ("simulate", format!("kind = 'simulate'\n{line_up}")),
        ];
        for (name, text) in designs {
            let text = text.replace("PLAYERS", "2");
            let file = format!("experiments/{0}/{0}-{name}.toml", own.game);
            own.write(
                &file,
                &format!("# A question?\ngame = 'GAME'\ngames = 60\nseed = 5\n{text}"),
            );
            let (experiment, folder) = (format!("GAME-{name}"), format!("{name}-run"));
            own.succeeds(&format!("run {experiment} --quiet --out {folder}"));
            own.succeeds(&format!("report {folder}"));
        }
        own.succeeds("experiments").assert_contains("A question?");
    }
}

/// A game without items is rejected where items are studied, with the reason.
#[test]
fn item_study_of_game_without_items_is_rejected() {
    let own = Own::new("nim", 2);
    own.write(
        "items.toml",
        "kind = 'factorial'\ngame = 'GAME'\nbots = ['random', 'random']\ngames = 20\n",
    );
    let (code, _, said) = own.ends("run items.toml --quiet", "");
    assert_eq!(code, 2, "{said}");
    said.assert_contains("item");
    let (code, _, said) = own.ends("simulate --game nym --bots random", "");
    assert_eq!(code, 2, "{said}");
    said.assert_contains("did you mean \"nim\"?");
}

#[test]
fn rule_options_of_own_game_are_listed_and_checked() {
    let own = Own::new("draft", 2);
    let (code, listed, said) = own.ends("games draft", "");
    assert_eq!(code, 0, "{said}");
    let line = listed.lines().find(|line| line.starts_with("hand "));
    assert!(line.is_some_and(|line| line.contains("4 to 7")), "{listed}");
    let simulate = |hand: &str| {
        let line = "simulate --game draft --bots random,random --games 2 --quiet --out four";
        own.ends(&format!("{line} --set {hand}"), "")
    };
    let (code, _, said) = simulate("hand=9");
    assert_eq!(code, 2, "{said}");
    said.assert_contains("a number from 4 to 7");
    let (code, _, said) = simulate("hand=4");
    assert_eq!(code, 0, "{said}");
    let games = own.path().read("four/games.csv");
    let mut rows = games.lines().skip(1);
    assert_eq!(rows.clone().count(), 4);
    let decisions = |row: &str| row.split(',').nth(10) == Some("4");
    assert!(rows.all(decisions), "{games}");
}

#[test]
fn own_game_supports_play_and_serve() {
    for own in Own::both() {
        let bots = own.bots("human");
        let play = format!("play --game GAME --bots {bots} --seed 2");
        let (code, printed, said) = own.ends(&play, &"1\n".repeat(40));
        assert_eq!(code, 0, "{said}");
        printed.assert_contains("1 ");
        let requests = "{\"request\": \"legal\"}\n{\"request\": \"choose\"}\n";
        let serve = "serve --game GAME --bot greedy";
        let (code, answers, said) = own.ends(serve, requests);
        assert_eq!(code, 0, "{said}");
        let word = if own.game == "nim" { "take" } else { "keep" };
        assert_eq!(answers.matches("\"ok\":true").count(), 2, "{answers}");
        answers.assert_contains(word);
    }
}

#[test]
fn bot_of_own_game_can_be_tuned() {
    let own = Own::new("nim", 2);
    own.write(
        "tune.toml",
        "game = 'GAME'\nbase = 'thinker.toml'\nmethod = 'ntbea'\nevaluations = 12\nblocks = 2\n\
         confirm = 4\nseed = 1\n[space.parameters]\nexploration = [0.5, 1.0, 2.0]\n",
    );
    own.write(
        "thinker.toml",
        "kind = 'mcts'\niterations = 10\nobjective = 'win'\nformula = 'ucb1'\nexploration = 1.4\n",
    );
    let (code, printed, said) = own.ends("tune tune.toml --quiet --out tuned", "");
    assert_eq!(code, 0, "{said}{printed}");
    assert!(own.path().join("tuned").is_dir());
}

#[test]
fn network_for_own_game_can_be_trained() {
    for own in Own::both() {
        own.write(
            "learn.toml",
            "game = \"GAME\"\nplayers = [PLAYERS]\nunits = 64\nrounds = 2\ngames = 60\n\
             teacher = \"random\"\n"
                .replace("PLAYERS", &own.players.to_string())
                .as_str(),
        );
        own.succeeds("learn learn.toml --quiet --out learnt");
        let bots = own.bots("learnt/net.toml");
        let simulate = format!("simulate --game GAME --bots {bots} --games 20");
        own.succeeds(&format!("{simulate} --seed 1 --quiet --out run"));
    }
}

#[test]
fn new_game_writes_a_template_only_once() {
    let folder = Folder::new();
    let new = |words: &str| {
        let output = folder
            .command(format!("new game {words}"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    };
    let library = env!("CARGO_MANIFEST_DIR");
    assert_eq!(new(&format!("tea_house --library {library}")).0, 0);
    let text = |name: &str| folder.join("tea_house").read(name);
    text("src/main.rs").assert_contains("portolan::registration::<TeaHouse>()");
    text("Cargo.toml").assert_contains("path = ");
    text("experiments/tea_house/tea_house-first.toml").assert_contains("game = \"tea_house\"");
    let (code, said) = new(&format!("tea_house --library {library}"));
    assert_eq!(code, 2);
    said.assert_contains("already exists");
    for (name, wanted) in [
        ("Tea", "lowercase letters"),
        ("maracaibo", "is already a game of this program"),
    ] {
        let (code, said) = new(name);
        assert!(code == 2 && said.contains(wanted), "{said}");
    }
    let (code, said) = new("nim --library nowhere");
    assert!(code == 2 && said.contains("--library nowhere"), "{said}");
}
