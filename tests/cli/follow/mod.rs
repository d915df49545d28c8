//! `portolan follow`: known draws are typed in, and draws that the own seat did not see are guessed.

mod another_engine;
mod dialogue;
mod random_games;

use std::path::Path;
use std::process::Output;

use portolan::dataset::DataSet;
use portolan::game::Game;
use portolan::games::{GameSetup, Visitor, entry, open};
use portolan_cli::follow::table::{Answer, Table};
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::given::Drawn;

/// Lets the game make all draws by itself.
pub fn by_itself() -> Drawn {
    Drawn {
        things: Vec::new(),
        rest: true,
    }
}

struct Opened;

impl Visitor for Opened {
    type Out = Box<dyn DynGame>;

    fn visit<G: Game>(self, game: G) -> Box<dyn DynGame> {
        Box::new(game)
    }
}

/// Returns the setup of a game with the embedded data.
pub fn setup(game: &str, players: usize, options: &[(&str, &str)]) -> GameSetup {
    let options = options.iter();
    GameSetup {
        game: game.to_string(),
        players,
        options: options
            .map(|(option, value)| (option.to_string(), value.to_string()))
            .collect(),
        data: DataSet::embedded(entry(game).unwrap().files),
    }
}

pub fn set_up(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
) -> (GameSetup, Box<dyn DynGame>) {
    let setup = setup(game, players, options);
    let opened = open(&setup, Opened).unwrap();
    (setup, opened)
}

/// Answers all questions with the draws at the table.
pub fn answer_all(table: &mut Table, fell: &[String]) {
    while let Some(question) = table.question() {
        let name = fell[question.number - 1].clone();
        table.answer(&Answer::Name(name)).unwrap();
    }
}

pub fn command(folder: &Path, arguments: &str) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::cargo_bin("portolan").unwrap();
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    command
}

/// Runs `follow` with this input. Returns the exit code and the output without line breaks from wrapping.
pub fn follow(folder: &Path, arguments: &str, input: &str) -> (i32, String) {
    let mut command = command(folder, &format!("follow {arguments}"));
    let Output { status, stdout, .. } = command.write_stdin(input).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap())
}
