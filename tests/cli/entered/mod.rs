//! Positions entered as data, and games that start from them.

mod cartagena_and_endeavor;
mod maracaibo;
mod puerto_rico;

use std::path::Path;

use portolan::random::{below, stream};
use portolan_cli::follow::table::Table;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::ongoing::OngoingGame;
use serde_json::Value;
use tempfile::TempDir;

use super::follow::{by_itself, command, follow};
use crate::text::{TextAssert, flat};

/// Returns a game after this number of random moves, and after the rest of a turn in which no position can be entered.
fn under_way(game: &dyn DynGame, moves: usize, seed: u64) -> Box<dyn OngoingGame> {
    let mut there = game.deal_given(seed, by_itself()).ok().unwrap();
    let mut rng = stream(seed, &[6]);
    let mut made = 0;
    while made < moves || game.place(seed, &there.position(None)).is_err() {
        made += 1;
        let choice = below(&mut rng, there.choices() as u32) as usize;
        there.make_given(choice, by_itself()).ok().unwrap();
    }
    there
}

/// Asserts that the log of a table contains its initial position and the guesses for the missing
/// parts.
fn is_logged(table: &Table, game: &dyn DynGame, own: Option<usize>, position: Value) {
    let (moves, followed) = table.logged();
    assert_eq!(followed.position, Some(position));
    let mut again = Table::new(game, 1, own, followed.position.clone()).unwrap();
    if !followed.drawn[&0].is_empty() {
        again.read_deal(&followed.drawn[&0]).unwrap();
    }
    for (index, logged) in moves.iter().enumerate() {
        let drawn = &followed.drawn[&(index + 1)];
        again.read_move(&logged.action, false, drawn).unwrap();
    }
    let [here, there] = [table, &again].map(|table| table.ongoing().unwrap().describe(None));
    assert_eq!(here, there);
    assert_eq!(again.logged(), (moves, followed));
}

/// Folder with the forms, positions and logs of a test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path().join(file)).unwrap()
    }

    fn write(&self, file: &str, position: &Value) {
        std::fs::write(self.path().join(file), position.to_string()).unwrap();
    }

    /// Writes the form of a game. Asserts that the printed command contains all given options.
    #[track_caller]
    fn form(&self, arguments: &str) -> Value {
        let (code, out) = follow(self.path(), &format!("{arguments} --form form.json"), "");
        assert_eq!(code, 0, "{out}");
        let wanted = format!("`portolan follow {arguments} --position form.json`");
        flat(&out).assert_contains(&wanted);
        serde_json::from_str(&self.text("form.json")).unwrap()
    }

    /// Returns the error message for an invalid position.
    #[track_caller]
    fn refused(&self, arguments: &str, position: &Value) -> String {
        self.write("wrong.json", position);
        let arguments = format!("follow {arguments} --position wrong.json");
        let output = command(self.path(), &arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{position}");
        flat(&String::from_utf8(output.stderr).unwrap())
    }

    /// Asserts that the replay of a log contains this text.
    #[track_caller]
    fn is_replayed(&self, log: &str, wanted: &str) {
        let output = command(self.path(), &format!("replay --log {log}")).output();
        let output = output.unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && shown.contains(wanted), "{shown}");
    }

    /// Asserts that a log can be resumed without changes, and that its replay contains this text.
    #[track_caller]
    fn is_kept(&self, log: &str, wanted: &str) {
        let before = self.text(log);
        let (code, out) = follow(self.path(), &format!("--load {log} --no-hints"), "");
        assert_eq!(code, 0, "{out}");
        assert_eq!(self.text(log), before);
        self.is_replayed(log, wanted);
    }
}
