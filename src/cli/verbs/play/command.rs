//! Parses the input of a person.

use std::path::PathBuf;

use crate::ui::drawing::width;
use portolan_core::prose::wrapped;
use portolan_core::suggestion::did_you_mean;

/// Commands of the dialogue about a game, other than moves. Each dialogue accepts some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the help text.
    Help,
    /// Undo up to the previous decision of the person.
    Undo,
    Save {
        file: PathBuf,
        /// True to overwrite an existing file.
        overwrite: bool,
    },
    /// Print the choice of a bot, or the best moves without a bot name.
    Hint(Option<String>),
    /// Print the scores so far.
    Score,
    /// Print the position and the moves again.
    Show,
    /// Print only the moves.
    Moves,
    /// Print the hand of the seat.
    Hand,
    /// Print the costliest moves of the person.
    Costliest,
    /// Print a picture of the table.
    Board,
    /// Print the history of the game.
    Log,
    /// Print the description of a component.
    Look(String),
    /// Print the position as data.
    Position,
    Quit,
}

/// The command words.
pub const WORDS: [&str; 14] = [
    "help",
    "undo",
    "hint",
    "show",
    "moves",
    "board",
    "hand",
    "score",
    "log",
    "look",
    "costliest",
    "save",
    "save!",
    "quit",
];

/// Help text, with one paragraph per line.
pub const HELP: &str = "\
To make a move, enter its number or text from the list, with the name or the id of a component. Case does not matter, \
and you can abbreviate every word as long as only one move matches: `b b041` for `buy B041`. You can enter several moves, separated by commas or \
semicolons: `1, 3; pass`. They are made in order, but only if all of them are possible.
  undo          take back your last decision and everything after it; later random events stay the same
  hint          the three best moves, with their values and the reasons
  hint BOT      the move that a bot would make
  show          the whole position and your moves
  moves         your moves
  board         a picture of the table
  hand          your hand, or everything that you have in a game without hands
  score         the scores so far, by category
  log           all events that you have seen so far
  look NAME     describe a card, tile, place …, by id, name or part of a name: `look A012`
  costliest     your three costliest moves so far, found by a search
  save FILE     save the game; `portolan play --load FILE` resumes it. `save! FILE` overwrites
  quit          leave; Ctrl-C and the end of the input do so, too
A line that begins with # is a comment.
";
/// Column in which the description of a command begins.
const MEANING: usize = 16;

/// Returns a help text, wrapped to the width of the screen.
pub fn help(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("  ") {
        Some(_) => wrapped(line, width(), MEANING - 2),
        None => wrapped(line, width(), 0),
    };
    text.lines().map(line).collect()
}

/// Parsed input line.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// The move with this index.
    Move(usize),
    Command(Command),
    /// Empty line or comment.
    Nothing,
}

/// Legal moves, as a person can type them.
#[derive(Clone, Default)]
pub struct Spelled {
    pub notations: Vec<String>,
    /// The notations with names instead of ids, as listed.
    pub titles: Vec<String>,
    /// The notations with names and ids.
    pub full_titles: Vec<String>,
}

impl Spelled {
    /// Returns the move with this notation or title, ignoring case.
    pub fn whole(&self, wanted: &str) -> Option<usize> {
        let fits = |text: &String| text.to_lowercase() == wanted.to_lowercase();
        let mut spellings = [&self.notations, &self.titles, &self.full_titles].into_iter();
        spellings.find_map(|texts| texts.iter().position(fits))
    }

    /// Returns the moves whose words begin with the given words; by title only if no notation fits.
    fn fitting(&self, words: &[&str]) -> Vec<usize> {
        let fitting = |texts: &[String]| -> Vec<usize> {
            let all = 0..texts.len();
            all.filter(|&index| begins(&texts[index], words)).collect()
        };
        let by_notation = fitting(&self.notations);
        match by_notation.is_empty() {
            // A listed title is the beginning of a full title.
            true => fitting(&self.full_titles),
            false => by_notation,
        }
    }
}

/// Parses a line; `moves` are the legal moves.
///
/// Numbers always refer to the list. A complete notation or title takes precedence over a command, and a command over an
/// abbreviated one.
pub fn read(line: &str, moves: &Spelled) -> Result<Input, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first().filter(|word| !word.starts_with('#')) else {
        return Ok(Input::Nothing);
    };
    if words.len() == 1 && is_number(first) {
        return numbered(first, moves.notations.len());
    }
    let wanted = words.join(" ");
    if let Some(index) = moves.whole(&wanted) {
        return Ok(Input::Move(index));
    }
    if let Some(command) = command(line, &WORDS)? {
        return Ok(Input::Command(command));
    }
    let here = "here";
    let listed_by = "`show` lists the moves, `?` the commands";
    cut_short(&words, moves, &WORDS, (here, listed_by)).map(Input::Move)
}

/// Returns the only move whose words begin with the given words. `commands` are other possible words. The
/// remaining texts are used in messages, for moves of another seat and for the way to list moves.
///
/// # Errors
/// A message with the candidates.
pub fn cut_short(
    words: &[&str],
    moves: &Spelled,
    commands: &[&str],
    (whose, listed_by): (&str, &str),
) -> Result<usize, String> {
    let wanted = words.join(" ");
    match moves.fitting(words).as_slice() {
        [index] => Ok(*index),
        [] => {
            let lower = wanted.to_lowercase();
            let known = moves.notations.iter().chain(&moves.titles);
            let known: Vec<String> = known.map(|text| text.to_lowercase()).collect();
            let known = known.iter().map(String::as_str);
            let suggestion = did_you_mean(&lower, known.chain(commands.iter().copied()));
            Err(format!(
                "\"{wanted}\" is neither a move {whose} nor a command{suggestion}; {listed_by}"
            ))
        }
        several => {
            let several: Vec<&str> = several
                .iter()
                .map(|&at| moves.full_titles[at].as_str())
                .collect();
            Err(format!(
                "\"{wanted}\" fits {} moves: {}",
                several.len(),
                several.join(", ")
            ))
        }
    }
}

/// Splits a line with several moves, separated by commas or semicolons; `None` for a line with a single move.
pub fn listed_moves(line: &str) -> Option<Vec<&str>> {
    let separators = [',', ';'];
    line.contains(separators).then(|| {
        let moves = line.split(separators).map(str::trim);
        moves.filter(|text| !text.is_empty()).collect()
    })
}

/// Returns true if the text is a number, which refers to the list of moves.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn numbered(number: &str, moves: usize) -> Result<Input, String> {
    match number.parse::<usize>() {
        Ok(number) if (1..=moves).contains(&number) => Ok(Input::Move(number - 1)),
        _ if moves == 0 => Err(format!("no move {number}: the game is over")),
        _ => Err(format!("no move {number}: expected 1 to {moves}")),
    }
}

/// Returns true if every word is a prefix of the word at the same place in the notation.
fn begins(notation: &str, words: &[&str]) -> bool {
    let mut parts = notation.split_whitespace();
    words.iter().all(|word| {
        parts
            .next()
            .and_then(|part| part.get(..word.len()))
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    })
}

/// Parses a command. Returns `None` if the line does not begin with one of `words`, the command words of the dialogue.
///
/// # Errors
/// A message if the argument of the command is invalid.
pub fn command(line: &str, words: &[&str]) -> Result<Option<Command>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    let needs = |what: &str| match rest {
        "" => Err(format!("`{word}` needs {what}")),
        rest => Ok(rest.to_string()),
    };
    let name = match word.as_str() {
        "?" => "help",
        "exit" => "quit",
        word => word,
    };
    let command = match name {
        name if !words.contains(&name) => return Ok(None),
        "help" => Command::Help,
        "undo" => Command::Undo,
        "show" => Command::Show,
        "board" => Command::Board,
        "moves" => Command::Moves,
        "hand" => Command::Hand,
        "costliest" => Command::Costliest,
        "score" => Command::Score,
        "log" => Command::Log,
        "position" => Command::Position,
        "quit" => Command::Quit,
        "hint" => {
            let bot = (!rest.is_empty()).then(|| rest.to_string());
            return Ok(Some(Command::Hint(bot)));
        }
        "look" => {
            return needs("an id or a name, such as `look A012`")
                .map(|name| Some(Command::Look(name)));
        }
        "save" | "save!" => {
            let file = PathBuf::from(needs("a file, such as `save evening.log`")?);
            let overwrite = name.ends_with('!');
            return Ok(Some(Command::Save { file, overwrite }));
        }
        _ => return Ok(None),
    };
    match rest {
        "" => Ok(Some(command)),
        rest => Err(format!("`{word}` takes no argument; found \"{rest}\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Spelled {
        let spelled = |texts: [&str; 7]| texts.map(str::to_string).to_vec();
        Spelled {
            notations: spelled([
                "sail 1",
                "sail 10",
                "buy B041",
                "end",
                "score 3",
                "take A001",
                "take A002",
            ]),
            titles: spelled([
                "sail 1",
                "sail 10",
                "buy Große Mühle",
                "end",
                "score 3",
                "take Mill (A001)",
                "take Mill (A002)",
            ]),
            full_titles: spelled([
                "sail 1",
                "sail 10",
                "buy Große Mühle (B041)",
                "end",
                "score 3",
                "take Mill (A001)",
                "take Mill (A002)",
            ]),
        }
    }

    /// No line of the help exceeds the screen, and descriptions of commands are in a column of their own.
    #[test]
    fn help_fits_the_screen_and_is_wrapped_once() {
        let text = help(HELP);
        assert!(text.lines().all(|line| line.chars().count() <= width()));
        let short = |line: &&str| line.chars().count() < 30;
        let commands = text.lines().filter(|line| line.starts_with("  "));
        assert!(commands.filter(short).count() <= 4, "{text}");
        assert!(text.contains(
            "\n  undo          take back your last decision and everything after it; later\n"
        ));
        assert!(text.contains(&format!(
            "\n{}random events stay the same\n",
            " ".repeat(MEANING)
        )));
    }

    #[test]
    fn moves_match_by_number_notation_or_prefix() {
        for (typed, index) in [
            ("1", 0),
            (" 5 ", 4),
            ("sail 1", 0),
            ("SAIL  10", 1),
            ("b b041", 2),
            ("buy", 2),
            ("buy große mühle", 2),
            ("buy große mühle (b041)", 2),
            ("b große", 2),
            ("take mill (a002)", 6),
            ("e", 3),
            ("score 3", 4),
        ] {
            assert_eq!(read(typed, &moves()), Ok(Input::Move(index)), "{typed}");
        }
    }

    #[test]
    fn commands_are_distinguished_from_moves() {
        for (typed, command) in [
            ("?", Command::Help),
            ("Undo", Command::Undo),
            ("score", Command::Score),
            ("hint", Command::Hint(None)),
            (
                "hint bots/My Bot.toml",
                Command::Hint(Some("bots/My Bot.toml".to_string())),
            ),
            ("look b041", Command::Look("b041".to_string())),
        ] {
            assert_eq!(
                read(typed, &moves()),
                Ok(Input::Command(command)),
                "{typed}"
            );
        }
        let save = Command::Save {
            file: PathBuf::from("my game.log"),
            overwrite: true,
        };
        assert_eq!(
            read("save! my game.log", &moves()),
            Ok(Input::Command(save))
        );
        assert_eq!(read("# sail 1", &moves()), Ok(Input::Nothing));
        assert_eq!(read("", &moves()), Ok(Input::Nothing));
    }

    #[test]
    fn line_may_contain_several_moves() {
        for (typed, moves) in [
            ("sail 1", None),
            ("1, 2", Some(vec!["1", "2"])),
            (
                " sail 1;buy b041 ,; end;",
                Some(vec!["sail 1", "buy b041", "end"]),
            ),
            (";", Some(vec![])),
        ] {
            assert_eq!(listed_moves(typed), moves, "{typed}");
        }
    }

    #[test]
    fn input_errors_name_accepted_values() {
        for (typed, wanted) in [
            ("0", "no move 0: expected 1 to 7"),
            ("99999999999999999999", "expected 1 to 7"),
            ("sail", "fits 2 moves: sail 1, sail 10"),
            (
                "take mill",
                "fits 2 moves: take Mill (A001), take Mill (A002)",
            ),
            ("bye b041", "did you mean \"buy b041\"?"),
            ("undp", "did you mean \"undo\"?"),
            ("undo 3", "`undo` takes no argument"),
            ("save", "`save` needs a file"),
            ("säil 1", "is neither a move here nor a command"),
        ] {
            let told = read(typed, &moves()).unwrap_err();
            assert!(told.contains(wanted), "{typed}: {told}");
        }
        let over = read("1", &Spelled::default()).unwrap_err();
        assert!(over.contains("the game is over"), "{over}");
    }
}
