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
    fn fed(&self, words: &str, input: &str) -> String {
        let (code, printed, said) = self.ends(words, input);
        assert_eq!(code, 0, "{} {words:?}: {said}", self.game);
        printed
    }

    #[track_caller]
    fn succeeds(&self, words: &str) -> String {
        self.fed(words, "")
    }

    #[track_caller]
    fn refuses(&self, words: &str, wanted: &str) {
        let (code, _, said) = self.ends(words, "");
        assert_eq!(code, 2, "{} {words:?}: {said}", self.game);
        said.assert_contains(wanted);
    }
}

#[test]
fn own_game_is_listed_with_its_inputs() {
    for own in Own::both() {
        let listed = own.succeeds("games");
        listed.assert_contains([own.game, "maracaibo"]);
        let inputs = own.succeeds("games GAME --inputs");
        let is_nim = own.game == "nim";
        inputs.assert_contains(if is_nim { "heap:1" } else { "hand:red1" });
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
        let speed = own.succeeds("perf GAME --seconds 0.05");
        speed.assert_contains("games a second");
    }
}

#[test]
fn experiments_of_own_game_run_by_name() {
    for own in Own::both() {
        let bots = own.bots("greedy").replace(',', "', '");
        let line_up = format!("bots = ['{bots}']");
        let pair = "players = 2\nbots = ['greedy', 'random']";
        for (kind, keys) in [
            ("tournament", pair),
            (
                "gauntlet",
                "players = 2\nchallenger = 'greedy'\nbots = ['random']",
            ),
            ("duel", pair),
            ("simulate", &line_up),
        ] {
            let file = format!("experiments/{0}/{0}-{kind}.toml", own.game);
            let head = "# A question?\ngame = 'GAME'\ngames = 60\nseed = 5\n";
            own.write(&file, &format!("{head}kind = '{kind}'\n{keys}\n"));
            own.succeeds(&format!("run GAME-{kind} --quiet --out {kind}-run"));
            own.succeeds(&format!("report {kind}-run"));
        }
        own.succeeds("experiments").assert_contains("A question?");
    }
}

/// A game without items is rejected where items are studied, with the reason.
#[test]
fn item_study_of_game_without_items_is_rejected() {
    let own = Own::new("nim", 2);
    let study = "kind = 'factorial'\ngame = 'GAME'\nbots = ['random', 'random']\ngames = 20\n";
    own.write("items.toml", study);
    own.refuses("run items.toml --quiet", "item");
    own.refuses("simulate --game nym --bots random", "did you mean \"nim\"?");
}

#[test]
fn rule_options_of_own_game_are_listed_and_checked() {
    let own = Own::new("draft", 2);
    let listed = own.succeeds("games draft");
    let line = listed.lines().find(|line| line.starts_with("hand "));
    line.unwrap().assert_contains("4 to 7");
    let simulate = "simulate --game draft --bots random,random --games 2 --quiet --out four --set";
    own.refuses(&format!("{simulate} hand=9"), "a number from 4 to 7");
    own.succeeds(&format!("{simulate} hand=4"));
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
        own.fed(&play, &"1\n".repeat(40)).assert_contains("1 ");
        let requests = "{\"request\": \"legal\"}\n{\"request\": \"choose\"}\n";
        let answers = own.fed("serve --game GAME --bot greedy", requests);
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
        "game = 'GAME'\nbase = 'thinker.toml'\nevaluations = 12\nblocks = 2\n\
         confirm = 4\nseed = 1\n[space.parameters]\nexploration = [0.5, 1.0, 2.0]\n",
    );
    own.write(
        "thinker.toml",
        "kind = 'mcts'\niterations = 10\nobjective = 'win'\nformula = 'ucb1'\nexploration = 1.4\n",
    );
    own.succeeds("tune tune.toml --quiet --out tuned");
    assert!(own.path().join("tuned").is_dir());
}

#[test]
fn network_for_own_game_can_be_trained() {
    for own in Own::both() {
        let players = own.players;
        let keys = "units = 64\nrounds = 2\ngames = 60\nteacher = 'random'\n";
        own.write(
            "learn.toml",
            &format!("game = 'GAME'\nplayers = [{players}]\n{keys}"),
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
    let new = format!(
        "new game tea_house --library '{}'",
        env!("CARGO_MANIFEST_DIR")
    );
    folder.succeeds(&new);
    let text = |name: &str| folder.join("tea_house").read(name);
    text("src/main.rs").assert_contains("portolan::registration::<TeaHouse>()");
    text("Cargo.toml").assert_contains("path = ");
    text("experiments/tea_house/tea_house-first.toml").assert_contains("game = \"tea_house\"");
    folder.rejects(&format!(
        "
        {new} => already exists
        new game Tea => lowercase letters
        new game maracaibo => is already a game of this program
        new game nim --library nowhere => --library nowhere
    "
    ));
}
