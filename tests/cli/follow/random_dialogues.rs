//! Random dialogues with moves, draws, `undo` and `correct`. The saved game must equal the game that results from taking the
//! same steps directly at a [`Table`].

use portolan::random::{Rng, below, stream};
use portolan_cli::follow::table::{Answer, Table};
use portolan_run::experiment::gamelog::GameLog;

use super::{follow, set_up};
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, flat};

/// Games with dialogues, and their numbers of players.
const GAMES: [(&str, usize); 4] = [
    ("maracaibo", 2),
    ("puerto_rico", 3),
    ("endeavor", 2),
    ("cartagena", 3),
];

fn one_of<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    let count = u32::try_from(all.len()).unwrap();
    (count > 0).then(|| &all[below(rng, count) as usize])
}

/// Makes the secret choices of other seats, as the program does.
fn choose_in_secret(table: &mut Table) {
    while !table.is_correcting() && table.is_secret() {
        if table.make(None, true).is_err() {
            return;
        }
    }
}

/// Makes a random move. Returns its notation, or `None` if no move is possible.
fn move_at_random(table: &mut Table, rng: &mut Rng) -> Option<String> {
    if table.is_secret() {
        table.make(None, true).ok()?;
        table.replace_later();
        return Some("-".to_string());
    }
    let moves = table.possible();
    let notation = one_of(rng, &moves)?.notation();
    table.make(Some(&notation), false).ok()?;
    table.replace_later();
    Some(notation)
}

/// Answers the open question at random. Returns the answer.
fn answer_at_random(table: &mut Table, rng: &mut Rng) -> Option<String> {
    let question = table.question()?.clone();
    let chance = below(rng, 4);
    let (answer, text) = match one_of(rng, &question.among) {
        Some((id, _)) if chance > 0 || question.is_required => {
            (Answer::Name(id.clone()), id.clone())
        }
        _ if chance == 1 => (Answer::UnseenRest, "rest".to_string()),
        _ => (Answer::Unseen, "-".to_string()),
    };
    table.answer(&answer).ok()?;
    Some(text)
}

/// Takes a random step at the table. Returns the line that has this effect in the dialogue, or `None` if the table did not
/// change.
fn step(table: &mut Table, rng: &mut Rng) -> Option<String> {
    let chance = below(rng, 20);
    if chance == 0 || table.is_correcting() && chance < 4 {
        return table.undo().map(|_| "undo".to_string());
    }
    let line = if table.question().is_some() {
        answer_at_random(table, rng)?
    } else if chance == 1 {
        let dealt: Vec<String> = table.dealt().map(str::to_string).collect();
        let number = 1 + below(rng, 8) as usize;
        let name = one_of(rng, &dealt)?;
        table.correct_deal(number, name).ok()?;
        format!("correct deal {number} {name}")
    } else if chance < 6 {
        let number = 1 + below(rng, table.steps().len().max(1) as u32) as usize;
        table.correct(number).ok()?;
        match move_at_random(table, rng) {
            Some(notation) => format!("correct {number} {notation}"),
            None => {
                table.undo();
                return None;
            }
        }
    } else {
        move_at_random(table, rng)?
    };
    if table.is_correcting() {
        table.go_on_correcting();
    }
    Some(line)
}

/// Runs a random dialogue with this number of lines after the deal. Returns the output of the program.
fn dialogue((game, players): (&str, usize), seed: u64, lines: usize) -> String {
    let (setup, opened) = set_up(game, players, &[]);
    let mut rng = stream(seed, &[players as u64]);
    let own = below(&mut rng, players as u32) as usize;
    let mut table = Table::new(&*opened, 1, Some(own), None).unwrap();
    let mut input = String::new();
    let mut left = lines;
    while left > 0 {
        choose_in_secret(&mut table);
        left -= usize::from(table.ongoing().is_some());
        if let Some(line) = step(&mut table, &mut rng) {
            input += &format!("{line}\n");
        }
    }
    choose_in_secret(&mut table);
    let (moves, followed) = table.logged();
    let log = GameLog {
        game: game.to_string(),
        players,
        deal_seed: 1,
        moves,
        followed: Some(followed),
        ..GameLog::default()
    };
    let body = |log: &str| log.split_once("\n\n").unwrap().1.to_string();
    let what = format!("{game}, seed {seed}, seat {}", own + 1);
    let folder = &Folder::new();
    let arguments = format!(
        "{game} --players {players} --seat {} --no-hints --log g.log",
        own + 1
    );
    let (code, out) = follow(folder, &arguments, &input);
    // The program has also compared the position with the position at the end of the replayed log.
    assert_eq!(code, 0, "{what}: {out}");
    if !folder.join("g.log").exists() {
        assert!(table.is_untouched(), "{what}: {out}");
        return out;
    }
    let saved = folder.read("g.log");
    let entries: Vec<&str> = saved
        .lines()
        .filter(|line| line.starts_with("# correction:"))
        .collect();
    let without = saved.replace(&(entries.join("\n") + "\n"), "");
    let moves_saved = if entries.is_empty() { &saved } else { &without };
    assert_eq!(body(moves_saved), body(&log.write()), "{what}: {input}");
    assert_eq!(
        !entries.is_empty(),
        table.is_correcting(),
        "{what}: {input}"
    );
    log.check(&setup, table.ongoing().filter(|_| entries.is_empty()))
        .unwrap();
    // Loading the game does not change it.
    let (code, loaded) = follow(folder, "--load g.log --no-hints", "");
    assert_eq!(code, 0, "{what}: {loaded}");
    loaded.assert_contains("The game is saved");
    assert_eq!(folder.read("g.log"), saved, "{what}: {input}");
    out
}

/// Runs dialogues in each game, and asserts that they include corrections and `undo`.
fn dialogues(counts: [u64; 4], lines: usize) {
    let mut all = String::new();
    for (game, count) in GAMES.into_iter().zip(counts) {
        for seed in 0..count {
            all += &dialogue(game, seed, lines);
        }
    }
    flat(&all).assert_contains([
        "corrected; all later moves fit.",
        "no longer fits",
        "taken back: the correction",
        "with the unfinished correction",
    ]);
}

#[test]
fn random_dialogues_are_saved_as_entered() {
    dialogues([3; 4], 20);
}

/// Maracaibo has the fewest dialogues, because its corrections sample the hidden cards for every later move.
#[test]
#[ignore = "nightly: 1,000 dialogues"]
fn thousand_random_dialogues_are_saved_as_entered() {
    dialogues([100, 300, 300, 300], 40);
}
