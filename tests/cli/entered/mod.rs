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

use super::follow::{by_itself, follow};
use crate::folder::Workdir;
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

/// Asserts that the log of a table contains its initial position, and that it leads to the same position.
fn is_logged(table: &Table, game: &dyn DynGame, own: Option<usize>, position: Value) {
    let (moves, followed) = table.logged();
    assert_eq!(followed.position, Some(position));
    let mut again = Table::new(game, 1, own, followed.position.clone()).unwrap();
    if !followed.drawn[&0].is_empty() {
        again.read_deal(&followed.drawn[&0]).unwrap();
    }
    for (index, logged) in moves.iter().enumerate() {
        let drawn = &followed.drawn[&(index + 1)];
        again.read_move(&logged.action, drawn).unwrap();
    }
    let [here, there] = [table, &again].map(|table| table.ongoing().unwrap().describe(None));
    assert_eq!(here, there);
    assert_eq!(again.logged(), (moves, followed));
}

/// Writes the form of a game. Asserts that the printed command contains all given options.
#[track_caller]
fn form_of(folder: &Path, arguments: &str) -> Value {
    let (code, out) = follow(folder, &format!("{arguments} --form form.json"), "");
    assert_eq!(code, 0, "{out}");
    let wanted = format!("`portolan follow {arguments} --position form.json`");
    flat(&out).assert_contains(&wanted);
    serde_json::from_str(&folder.read("form.json")).unwrap()
}

/// Returns the error message for an invalid position.
#[track_caller]
fn refused(folder: &Path, arguments: &str, position: &Value) -> String {
    folder.write("wrong.json", position.to_string());
    flat(&folder.refuses(format!("follow {arguments} --position wrong.json")))
}

/// Asserts that a log can be resumed without changes, and that its replay contains this text.
#[track_caller]
fn is_kept(folder: &Path, log: &str, wanted: &str) {
    let before = folder.read(log);
    let (code, out) = follow(folder, &format!("--load {log} --no-hints"), "");
    assert_eq!(code, 0, "{out}");
    assert_eq!(folder.read(log), before);
    folder.prints(&format!("replay --log {log} => {wanted}"));
}
