//! Games with people, played through a pipe.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Stdio;

use portolan::dataset::DataSet;
use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::GameSetup;
use portolan::games::maracaibo::state::{Phase, State};
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::Streams;
use portolan_run::experiment::gamelog::GameLog;

use super::campaign::first_moves;
use super::folder::{Folder, Workdir};
use super::text::{TextAssert, flat};

/// Number of moves that is larger than the number of decisions of a person in any of these games.
const TO_THE_END: usize = 700;
const OVER: &str = "\nThe game is over.\n";

/// Plays a game with this input, which must succeed. Returns the output.
#[track_caller]
fn play(folder: &Path, arguments: &str, input: &str) -> String {
    folder.fed(format!("play {arguments}"), input)
}

fn ending(out: &str) -> &str {
    let (_, end) = out.split_once(OVER).expect("the game is over");
    end.split_once("\n> ").unwrap().0
}

/// A killed program has saved everything that it has shown.
#[test]
fn save_option_saves_after_every_decision() {
    let path = &Folder::new();
    let save = |moves, name: &str| {
        let input = format!("{}save {name}\n", first_moves(moves));
        play(path, "--seed 7", &input);
        path.read(name)
    };
    let mut command = path.command("play --seed 7 --save killed.log");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    input.write_all(first_moves(12).as_bytes()).unwrap();
    let lines = std::io::BufReader::new(output).lines().map(Result::unwrap);
    let answered = lines.filter(|line| line.starts_with("> "));
    assert_eq!(answered.take(12).count(), 12);
    child.kill().unwrap();
    child.wait().unwrap();
    // The twelfth decision may already have been saved when the program was killed.
    let saved = path.read("killed.log");
    assert!(saved.starts_with(&save(11, "eleven.log")), "{saved}");
    assert!(save(12, "twelve.log").starts_with(&saved), "{saved}");
}

#[test]
fn categories_sum_to_the_score_and_highest_score_wins() {
    let folder = &Folder::new();
    let line_up = "--seed 7 --bots random,human,greedy";
    let out = play(folder, line_up, &first_moves(TO_THE_END));
    let mut columns: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for line in ending(&out).lines().skip(1) {
        let mut cells = line.split_whitespace();
        if let Some(title) = cells.next() {
            columns.insert(title, cells.filter_map(|cell| cell.parse().ok()).collect());
        }
    }
    let scores = columns["score"].clone();
    let best = (0..3).max_by_key(|&seat| scores[seat]).unwrap();
    assert_eq!(columns["rank"][best], 1);
    for more in [
        "score",
        "rank",
        "turns",
        "decisions",
        "seat",
        "seats",
        "category",
    ] {
        columns.remove(more);
    }
    for seat in 0..3 {
        let sum: i64 = columns.values().map(|cells| cells[seat]).sum();
        assert_eq!(sum, scores[seat]);
    }
    let name = ["random", "human", "greedy"][best];
    out.assert_contains(&format!("seat {} ({name}) wins.", best + 1));
}

/// Numbers, notations in any case, and abbreviations refer to the same moves.
#[test]
fn numbers_and_notations_name_the_same_moves() {
    let folder = &Folder::new();
    let numbers = first_moves(TO_THE_END) + "save numbers.log\n";
    play(folder, "--seed 5", &numbers);
    let text = folder.read("numbers.log");
    let log = GameLog::parse("numbers.log", &text).unwrap();
    let game = rules(2);
    let mut input = String::new();
    along(&game, &log, |state, seat, notation| {
        if seat == 0 && legal(&game, state) > 1 {
            input.push_str(&notation.to_uppercase());
            input.push('\n');
        }
    });
    play(folder, "--seed 5", &format!("{input}save words.log\n"));
    assert_eq!(folder.read("words.log"), text);
}

/// Only moves that would otherwise have equal texts show ids, and events show names only.
#[test]
fn ids_are_listed_only_for_cards_with_equal_names() {
    let folder = &Folder::new();
    let played = |seed: &str| play(folder, seed, &first_moves(TO_THE_END));
    let out = played("--seed 3") + "\n> 1\n" + &played("--seed 14");
    let id = |line: &str| {
        let (title, _) = line.split_once(" · ").unwrap_or((line, ""));
        let (name, id) = title.split_once(" (")?;
        let is_id = id.starts_with(['A', 'B']) && id.ends_with(')');
        is_id.then(|| name.to_string())
    };
    let (mut with_ids, mut events) = (0, 0);
    for screen in out.split("\n> 1\n") {
        let (news, moves) = screen.split_once("Your moves\n").unwrap_or((screen, ""));
        let numbered = |line: &str| Some(line.trim_start().split_once("  ")?.1.to_string());
        let moves: Vec<String> = moves.lines().filter_map(numbered).collect();
        let names: Vec<String> = moves.iter().filter_map(|line| id(line)).collect();
        for name in &names {
            let equal = names.iter().filter(|other| *other == name);
            assert!(equal.count() > 1, "{name}:\n{screen}");
        }
        with_ids += names.len();
        let lines = news.lines().filter_map(|line| line.strip_prefix("    "));
        for line in lines {
            events += 1;
            assert_eq!(id(line), None, "{screen}");
        }
    }
    assert!(with_ids > 5 && events > 50, "{with_ids}, {events}");
}

#[test]
fn hints_are_legal_and_do_not_change_the_game() {
    let path = &Folder::new();
    play(path, "--seed 7", &(first_moves(30) + "save plain.log\n"));
    let hinted = "hint greedy\nhint explorer\n1\n".repeat(30) + "save hinted.log\n";
    let out = play(path, "--seed 7", &hinted);
    assert_eq!(path.read("plain.log"), path.read("hinted.log"));
    let segments: Vec<&str> = out.split("\n> ").collect();
    let mut hints = 0;
    for (index, segment) in segments.iter().enumerate() {
        let Some(hint) = segment.strip_prefix("hint greedy\ngreedy would choose ") else {
            continue;
        };
        let listed = segments[index - 1].split_once("Your moves\n").unwrap().1;
        // Long moves are wrapped, and long lists are in columns.
        let listed = format!(" {} ", flat(listed));
        listed.assert_contains(&format!(" {} ", flat(hint)));
        hints += 1;
    }
    assert_eq!(hints, 30);
    let out = play(path, "--seed 7", "hint gredy\nhint human\n");
    out.assert_contains(["did you mean \"greedy\"?", "\"human\" stands for a person"]);
}

fn rules(players: usize) -> Maracaibo {
    Maracaibo::new(&GameSetup {
        game: "maracaibo".to_string(),
        players,
        options: BTreeMap::new(),
        data: DataSet::embedded(ENTRY.files),
    })
    .unwrap()
}

fn legal(game: &Maracaibo, state: &State) -> usize {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions.len()
}

/// Replays a log, calling `see` for every position with the next move.
fn along(game: &Maracaibo, log: &GameLog, mut see: impl FnMut(&State, Seat, &str)) {
    let mut chance = Streams::new(log.deal_seed);
    let mut state = game.new_state(&mut chance, &mut ());
    for logged in &log.moves {
        see(&state, logged.seat, &logged.action);
        let action = game.parse_action(&state, &logged.action).unwrap();
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Returns ids that must not be shown to a seat: hidden cards in other hands, careers dealt to others, and during
/// setup their choices.
fn secrets(game: &Maracaibo, state: &State, observer: Seat) -> BTreeSet<String> {
    let labels = &game.components().labels;
    let setup = state.phase == Phase::Setup;
    let mut ids = BTreeSet::new();
    for (seat, player) in state.seated().iter().enumerate() {
        if seat == observer {
            continue;
        }
        let mut cards: Vec<_> = player.hand.minus(player.hand_public).iter().collect();
        let mut careers = player.careers_dealt.to_vec();
        if setup {
            cards.extend(player.planned.into_iter().chain(player.set_aside).flatten());
        } else {
            careers.retain(|&career| career != player.career);
        }
        let cards = cards.into_iter();
        ids.extend(cards.map(|card| labels.cards[usize::from(card)].clone()));
        let careers = careers.into_iter().flatten();
        ids.extend(careers.map(|career| labels.careers[usize::from(career)].clone()));
    }
    ids
}

/// Returns the words of a text, separated by single spaces.
fn separated(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Returns the names of the hidden components, without names that occur in the name of a visible component. Cards in
/// the pile count as neither hidden nor visible, unless the seat has seen them.
fn secret_names(
    game: &Maracaibo,
    state: &State,
    hidden: &BTreeSet<String>,
    seen: &BTreeSet<String>,
) -> BTreeSet<String> {
    let components = game.components();
    let labels = &components.labels;
    let pile = state.pile[..usize::from(state.pile_len)].iter();
    let pile: BTreeSet<usize> = pile.map(|&card| usize::from(card)).collect();
    let cards = labels.cards.iter().zip(&labels.card_names).enumerate();
    let cards = cards.map(|(card, (id, name))| (id, name, pile.contains(&card)));
    let careers = labels.careers.iter().zip(&labels.career_names);
    let careers = careers.map(|(id, name)| (id, name, false));
    let (mut secret, mut open) = (BTreeSet::new(), BTreeSet::new());
    for (id, name, is_in_pile) in cards.chain(careers) {
        let names = match hidden.contains(id) && !seen.contains(id) {
            true => &mut secret,
            false if is_in_pile && !seen.contains(id) => continue,
            false => &mut open,
        };
        names.insert(separated(name));
    }
    let places = [
        &labels.location_names,
        &labels.city_tile_names,
        &labels.prestige_names,
    ];
    open.extend(places.into_iter().flatten().map(|name| separated(name)));
    let is_secret = |name: &String| !open.iter().any(|other| other.contains(name));
    secret.into_iter().filter(is_secret).collect()
}

/// Plays a whole game and checks that no screen shows information hidden from its reader.
fn nothing_hidden_is_shown(bots: &str, seed: u64) {
    let folder = &Folder::new();
    let names: Vec<&str> = bots.split(',').collect();
    let input = first_moves(TO_THE_END) + "save! whole.log\n";
    let out = play(folder, &format!("--bots {bots} --seed {seed}"), &input);
    out.assert_contains(OVER);
    let log = GameLog::parse("whole.log", &folder.read("whole.log")).unwrap();
    let game = rules(names.len());
    let mut screens = out.split("\n> 1\n");
    let (mut decisions, mut kept, mut kept_names) = (0, 0, 0);
    // Ids that everyone has seen since the last screen of each seat. A card that was discarded may return to a hand
    // through the pile and may still be named.
    let mut open = vec![BTreeSet::new(); names.len()];
    along(&game, &log, |state, seat, notation| {
        let seen = std::mem::take(&mut open[seat]);
        if state.phase != Phase::Setup {
            for words in &mut open {
                words.extend(notation.split(' ').map(str::to_string));
            }
        }
        if names[seat] != "human" || legal(&game, state) == 1 {
            open[seat].extend(seen);
            return;
        }
        let screen = screens.next().expect("a screen for every decision");
        let words: BTreeSet<&str> = screen
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .collect();
        let components = game.components();
        for (card, id) in components.card_ids().zip(&components.labels.cards) {
            if state.players[seat].hand.contains(card) && decisions == 0 {
                assert!(words.contains(&**id), "the own hand is shown:\n{screen}");
            }
        }
        let hidden = secrets(&game, state, seat);
        for secret in hidden.difference(&seen) {
            assert!(!words.contains(&**secret), "{secret} is hidden:\n{screen}");
            kept += 1;
        }
        let all = format!(" {} ", separated(screen));
        for name in secret_names(&game, state, &hidden, &seen) {
            let name = format!(" {name} ");
            assert!(!all.contains(&name), "{name} is hidden:\n{screen}");
            kept_names += 1;
        }
        decisions += 1;
    });
    assert!(
        decisions > 60 && kept > 3 * decisions && kept_names > decisions / 2,
        "{kept} secrets with {kept_names} names in {decisions} decisions"
    );
}

#[test]
fn first_seat_sees_no_hidden_information() {
    nothing_hidden_is_shown("human,greedy", 17);
    nothing_hidden_is_shown("human,random,greedy", 8);
}

#[test]
fn later_seats_see_no_hidden_information() {
    nothing_hidden_is_shown("greedy,human", 9);
    nothing_hidden_is_shown("greedy,random,greedy,human", 10);
}

#[test]
fn two_people_see_no_hidden_information() {
    nothing_hidden_is_shown("human,human", 11);
    nothing_hidden_is_shown("human,greedy,human", 12);
}

/// The log of the game in progress omits the secret choices of others.
#[test]
fn log_omits_secret_choices_of_others() {
    let folder = &Folder::new();
    let input = first_moves(TO_THE_END) + "log\nsave whole.log\n";
    let out = play(folder, "--bots greedy,human --seed 7", &input);
    let message = out.split_once("\n> log\n").unwrap().1;
    let log = GameLog::parse("whole.log", &folder.read("whole.log")).unwrap();
    let moves = log.moves.iter();
    for secret in moves.clone().filter(|logged| logged.seat == 0).take(5) {
        message.assert_lacks(&secret.action);
    }
    assert_eq!(message.matches("a choice in secret").count(), 5);
    let sailed = moves.filter(|logged| logged.action.starts_with("sail"));
    assert_eq!(message.matches(" sail ").count(), sailed.count());
}
