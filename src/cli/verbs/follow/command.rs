//! Parses the input of `portolan follow`.

use super::table::Answer;
use crate::verbs::play;
use crate::verbs::play::command::{Command, Spelled, cut_short, is_number};
use portolan_core::game::Seat;

/// The command words.
pub const WORDS: [&str; 15] = [
    "help", "undo", "correct", "hint", "moves", "show", "board", "hand", "score", "log", "look",
    "position", "save", "save!", "quit",
];

/// Help text, with one paragraph per line.
pub const HELP: &str = "\
Enter every move that is made at the table, as in the list, with names or ids of components, or by its number. Case does \
not matter, and you can abbreviate every word as long as only one move matches. Tab completes words. If only one move is possible, Enter \
alone makes it. You can enter several moves or draws in one line, separated by commas. The form used in logs, such as \
`2 settler`, is also accepted.
After a move that draws, enter the drawn components in order: `corn, sugar`. `-` stands for a component that your seat \
did not see, and `rest` for this component and all later hidden draws of the move. If a move can show hidden components, \
such as discarded hand cards, enter these first; `-` stands for no further one. Secret choices of the other seats need no \
entry.
  undo          take back the last entry, the last move with its draws, or an unfinished correction
  correct N MOVE  replace move N; `log` lists the numbers
  correct deal N NAME  replace the Nth draw that you entered for the deal
  hint          the three best moves for your seat, or for the seat that decides if no cards are hidden
  moves         the possible moves
  show          the position as your seat knows it
  board         a picture of the table
  hand          your hand, or everything that you have in a game without hands
  score         the scores so far, by category
  log           the draws of the deal and all moves so far
  look NAME     describe a card, tile, place …, by id, name or part of a name
  position      the position as data (see docs/reference/positions.md)
  save FILE     also save the game to this file; `save! FILE` overwrites
  quit          leave; Ctrl-C and the end of the input do so, too
Everything is saved as soon as you enter it; `portolan follow --load FILE` resumes it. A line that begins with # is a \
comment.
";
/// Parses a command. Returns `None` if the line is not a command.
///
/// # Errors
/// A message if the argument of the command is invalid.
pub fn command(line: &str) -> Result<Option<Command>, String> {
    match play::command::command(line, &WORDS)? {
        Some(Command::Hint(Some(bot))) => Err(format!("`hint` takes no argument; found \"{bot}\"")),
        command => Ok(command),
    }
}

/// Returns the index of a possible move, given by number, notation or abbreviation, with an optional prefix for
/// the seat that decides, one of `players`.
///
/// # Errors
/// A message with the candidates.
pub fn choice(
    line: &str,
    moves: &Spelled,
    (seat, players): (Seat, usize),
) -> Result<usize, String> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if let [number, _, ..] = words[..]
        && number == (seat + 1).to_string()
    {
        words.remove(0);
    }
    let wanted = words.join(" ");
    if let [number] = words[..]
        && is_number(number)
    {
        let index = number
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let number_of_moves = moves.notations.len();
        return index
            .filter(|&index| index < number_of_moves)
            .ok_or_else(|| {
                format!("no move {number}: expected 1 to {number_of_moves}; `moves` lists them")
            });
    }
    if let Some(index) = moves.whole(&wanted) {
        return Ok(index);
    }
    if let [number, _, ..] = words[..]
        && (1..=players).any(|other| number == other.to_string())
    {
        return Err(format!("seat {} decides here, not seat {number}", seat + 1));
    }
    let whose = format!("of seat {} here", seat + 1);
    let listed_by = "`moves` lists the moves, `?` the commands";
    cut_short(&words, moves, &WORDS, (&whose, listed_by))
}

/// Returns the id for a text that is an id, the beginning of an id, or the name of the components with the ids `named`.
/// `among` contains the possible ids; if `is_open`, other ids may be possible, too. Returns `None` for an unknown
/// component.
///
/// # Errors
/// The matching ids if the text is ambiguous.
pub fn meant<'a>(
    text: &str,
    named: Vec<&'a str>,
    among: &[&'a str],
    is_open: bool,
) -> Result<Option<&'a str>, Vec<&'a str>> {
    if let Some(id) = among.iter().find(|id| id.eq_ignore_ascii_case(text)) {
        return Ok(Some(id));
    }
    let begins = |id: &&str| {
        let start = id.get(..text.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(text))
    };
    let mut fitting: Vec<&str> = among.iter().copied().filter(begins).collect();
    if fitting.is_empty() {
        fitting.clone_from(&named);
        fitting.retain(|id| is_open || among.contains(id));
    }
    match (fitting.as_slice(), named.as_slice()) {
        ([id], _) | ([], [id]) => Ok(Some(id)),
        ([], _) => Ok(None),
        _ => Err(fitting),
    }
}

/// Splits a line with several moves or draws.
pub fn parts(line: &str) -> Vec<String> {
    let parts = line.split([',', ';']).map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(String::from)
        .collect()
}

/// Parses a part of a line as one component, or as several components separated by spaces. `component` returns the id
/// for the user's name of a component, or `None` if it is unknown. `unknown` returns the error message for an unknown
/// component.
///
/// # Errors
/// A message if a component is unknown or ambiguous.
pub fn answers(
    part: &str,
    component: &dyn Fn(&str) -> Result<Option<String>, String>,
    unknown: &dyn Fn(&str) -> String,
) -> Result<Vec<Answer>, String> {
    let part = part.strip_prefix("drawn ").unwrap_or(part).trim();
    let one = |text: &str| -> Result<Option<Answer>, String> {
        Ok(match text {
            "-" => Some(Answer::Unseen),
            "rest" => Some(Answer::UnseenRest),
            guess if guess.starts_with('?') => Some(Answer::Unseen),
            text => component(text)?.map(Answer::Name),
        })
    };
    if let Some(answer) = one(part)? {
        return Ok(vec![answer]);
    }
    let mut several = Vec::new();
    for word in part.split_whitespace() {
        let Some(answer) = one(word)? else {
            return Err(unknown(if several.is_empty() { part } else { word }));
        };
        several.push(answer);
    }
    Ok(several)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::drawing::WIDTH;
    use crate::verbs::play::command::help;
    use portolan_core::ids::RESERVED;

    fn moves() -> Spelled {
        let notations = ["plant corn", "plant coffee", "quarry", "pass"].map(String::from);
        Spelled {
            titles: notations.to_vec(),
            full_titles: notations.to_vec(),
            notations: notations.to_vec(),
        }
    }

    #[test]
    fn moves_match_by_number_notation_or_prefix() {
        for (typed, index) in [
            ("1", 0),
            ("PLANT  coffee", 1),
            ("pl cof", 1),
            ("2 quarry", 2),
            ("pa", 3),
        ] {
            assert_eq!(choice(typed, &moves(), (1, 3)), Ok(index), "{typed}");
        }
        for (typed, wanted) in [
            ("5", "expected 1 to 4"),
            ("plant", "fits 2 moves: plant corn, plant coffee"),
            ("plnt corn", "did you mean \"plant corn\"?"),
            ("3 quarry", "seat 2 decides here, not seat 3"),
            ("4 quarry", "is neither a move of seat 2 here nor a command"),
        ] {
            let problem = choice(typed, &moves(), (1, 3)).unwrap_err();
            assert!(problem.contains(wanted), "{typed}: {problem}");
        }
    }

    #[test]
    fn commands_are_parsed_with_their_arguments() {
        assert_eq!(command("?"), Ok(Some(Command::Help)));
        assert_eq!(command("quarry"), Ok(None));
        let save = Command::Save {
            file: "my game.log".into(),
            overwrite: true,
        };
        assert_eq!(command("SAVE! my game.log"), Ok(Some(save)));
        assert!(command("undo 3").unwrap_err().contains("takes no argument"));
        assert!(command("save").unwrap_err().contains("needs a file"));
    }

    #[test]
    fn component_is_found_by_id_prefix_or_name() {
        let among = ["A1", "A2", "corn", "coffee", "sugar"];
        let named = |text: &str| match text {
            "the dog" => vec!["A1"],
            "the cat" => vec!["A2", "A7"],
            "the cow" => vec!["A8"],
            "the pig" => vec!["A1", "A2"],
            "the hen" => vec!["A8", "A9"],
            _ => Vec::new(),
        };
        let read = |text| meant(text, named(text), &among, false);
        for (text, id) in [
            ("Corn", Some("corn")),
            ("su", Some("sugar")),
            ("the dog", Some("A1")),
            // Only one of two components with this name is possible.
            ("the cat", Some("A2")),
            // The table rejects impossible components with its own message.
            ("the cow", Some("A8")),
            ("the hen", None),
            ("cron", None),
        ] {
            assert_eq!(read(text), Ok(id), "{text}");
        }
        assert_eq!(read("co"), Err(vec!["corn", "coffee"]));
        assert_eq!(read("the pig"), Err(vec!["A1", "A2"]));
        let open = meant("the cat", named("the cat"), &among, true);
        assert_eq!(open, Err(vec!["A2", "A7"]));
    }

    #[test]
    fn line_may_contain_several_draws() {
        let component = |text: &str| match text {
            "co" => Err("ambiguous".to_string()),
            "corn" | "turned round" => Ok(Some(text.to_string())),
            _ => Ok(None),
        };
        let read = |part: &str| answers(part, &component, &|text| format!("no {text}"));
        let name = |name: &str| Answer::Name(name.to_string());
        assert_eq!(read("turned round"), Ok(vec![name("turned round")]));
        assert_eq!(
            read("drawn corn - ?A1 rest"),
            Ok(vec![
                name("corn"),
                Answer::Unseen,
                Answer::Unseen,
                Answer::UnseenRest
            ])
        );
        for (part, problem) in [
            ("co", "ambiguous"),
            ("corn co", "ambiguous"),
            ("corn cron", "no cron"),
            ("red cron", "no red cron"),
        ] {
            assert_eq!(read(part), Err(problem.to_string()), "{part}");
        }
        assert_eq!(parts("corn, -;;sugar"), ["corn", "-", "sugar"]);
    }

    #[test]
    fn command_words_are_reserved_ids() {
        let words = (play::command::WORDS.iter())
            .chain(&WORDS)
            .chain(&["exit", "rest"]);
        // No id contains an exclamation mark.
        for word in words.filter(|word| **word != "save!") {
            assert!(RESERVED.contains(word), "{word}");
        }
    }

    #[test]
    fn help_lists_every_command_and_fits_the_screen() {
        let text = help(HELP);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        for word in WORDS.iter().filter(|word| **word != "help") {
            assert!(text.contains(word), "{word}");
        }
    }
}
