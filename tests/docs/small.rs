//! Reduces the size of commands and of the files that they use.

use super::tables::{FILE_SIZES, PLACEHOLDERS, SIZES, When};

/// Separators between commands.
const JOINTS: &[&str] = &["&&", "||", "&", ";", "|"];

/// Splits a line into words: quoted text is part of a word, and separators of commands are separate
/// words.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        let joint = |letter: char| "&;|".contains(letter);
        let last = words.last_mut().unwrap();
        if quote.is_some() || letter == '\'' || letter == '"' {
            last.push(letter);
            match quote {
                Some(open) if open == letter => quote = None,
                Some(_) => {}
                None => quote = Some(letter),
            }
        } else if letter.is_whitespace() {
            words.push(String::new());
        } else if !last.is_empty() && joint(letter) != last.ends_with(joint) {
            words.push(letter.to_string());
        } else {
            last.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the commands of a line, each with the separator after it.
pub fn parts(line: &str) -> Vec<Vec<String>> {
    let words = words(line);
    let parts = words.split_inclusive(|word| JOINTS.contains(&word.as_str()));
    parts.map(<[String]>::to_vec).collect()
}

/// Replaces the placeholders in a word. Returns a placeholder without a value as the error.
fn filled(word: &str) -> Result<String, String> {
    let value = |name: &str| {
        PLACEHOLDERS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
    };
    if let Some(value) = value(word) {
        return Ok(value.to_string());
    }
    let ends = |letter: char| "/,=:".contains(letter);
    let mut filled = String::new();
    for part in word.split_inclusive(ends) {
        let name = part.trim_end_matches(ends);
        let stands_for_others =
            name.len() > 1 && name.chars().all(|letter| letter.is_ascii_uppercase());
        if stands_for_others && value(name).is_none() {
            return Err(format!("{name} stands for nothing in PLACEHOLDERS"));
        }
        filled += value(name).unwrap_or(name);
        filled += &part[name.len()..];
    }
    Ok(filled)
}

/// Returns the smaller of two numbers, or `written` if it is not a number.
fn smaller<'a>(written: &'a str, small: &'a str) -> &'a str {
    match (written.parse::<f64>(), small.parse::<f64>()) {
        (Ok(written_number), Ok(small_number)) if written_number <= small_number => written,
        _ => small,
    }
}

/// Returns a command of the program in its smallest size.
fn shrunk(mut command: Vec<String>) -> Vec<String> {
    let joint = command.pop_if(|word| JOINTS.contains(&word.as_str()));
    let verb = command.get(1).cloned().unwrap_or_default();
    for size in SIZES.iter().filter(|size| size.verb == verb) {
        let has = |option: &str| command.iter().position(|word| word == option);
        let at = has(size.option);
        let is_asked = match size.when {
            When::Always => true,
            When::Given => at.is_some(),
            When::Beside(other) => has(other).is_some(),
        };
        match at.and_then(|at| command.get_mut(at + 1)) {
            _ if !is_asked => {}
            Some(value) => *value = smaller(value, size.small).to_string(),
            None => command.extend([size.option.to_string(), size.small.to_string()]),
        }
    }
    command.extend(joint);
    command
}

/// Returns a line in its smallest size with values for placeholders.
///
/// # Errors
/// A message if the line cannot be run.
pub fn line(typed: &str) -> Result<String, String> {
    let mut small = Vec::new();
    for part in parts(typed) {
        match part[0].as_str() {
            "portolan" => {
                let filled = part.iter().map(|word| filled(word));
                small.extend(shrunk(filled.collect::<Result<_, _>>()?));
            }
            script if script.starts_with("scripts/") => {
                for word in &part {
                    small.push(filled(word)?);
                }
            }
            _ => small.extend(part),
        }
    }
    Ok(small.join(" "))
}

/// Returns a file of an experiment, training, tuning or bot in its smallest size.
pub fn file(text: &str) -> String {
    let mut small = String::new();
    let mut has_iterations = false;
    let mut is_search = false;
    for line in text.lines() {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        let (key, value) = (key.trim(), value.split('#').next().unwrap().trim());
        has_iterations |= key == "iterations";
        is_search |= key == "kind" && ["\"mcts\"", "\"flat\""].contains(&value);
        match FILE_SIZES.iter().find(|(known, _)| *known == key) {
            // Search bots with different budgets must remain different players.
            Some((_, most)) if key == "iterations" && value.parse::<u32>().is_ok() => {
                let (budget, most): (u32, u32) = (value.parse().unwrap(), most.parse().unwrap());
                let few = most + budget.max(1).ilog2();
                small += &format!("{key} = {}\n", budget.min(few));
            }
            Some((_, most)) if value.parse::<f64>().is_ok() => {
                small += &format!("{key} = {}\n", smaller(value, most));
            }
            _ => small += &format!("{line}\n"),
        }
    }
    if is_search && !has_iterations {
        let (_, most) = FILE_SIZES
            .iter()
            .find(|(key, _)| *key == "iterations")
            .unwrap();
        small.insert_str(0, &format!("iterations = {most}\n"));
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(typed: &str, expected: &str) {
        assert_eq!(line(typed).as_deref(), Ok(expected));
    }

    #[test]
    fn options_of_commands_are_reduced_or_added() {
        becomes(
            "portolan simulate --games 9000 --seed 7",
            "portolan simulate --games 4 --seed 7",
        );
        becomes("portolan simulate --games 2", "portolan simulate --games 2");
        becomes("portolan run luck", "portolan run luck --games 2");
        becomes(
            "portolan run decks --target 0.5",
            "portolan run decks --target 0.5 --games 2 --target-games 2",
        );
        becomes(
            "portolan perf cartagena",
            "portolan perf cartagena --seconds 0.01",
        );
        becomes(
            "portolan replay --game-id 17 --run r",
            "portolan replay --game-id 1 --run r",
        );
        becomes(
            "portolan replay --game-id 17",
            "portolan replay --game-id 17",
        );
        becomes("portolan games", "portolan games");
    }

    #[test]
    fn sizes_in_all_commands_of_a_line_are_reduced() {
        becomes(
            "portolan run a --shard 1/2& portolan run a --games 9; wait",
            "portolan run a --shard 1/2 --games 2 & portolan run a --games 2 ; wait",
        );
        becomes(
            "printf 'games = 9; --games 9\\n' | portolan play --seed 7",
            "printf 'games = 9; --games 9\\n' | portolan play --seed 7",
        );
    }

    #[test]
    fn placeholders_are_replaced_by_values() {
        becomes(
            "portolan learn FILE --rounds 0",
            "portolan learn learn-cartagena --rounds 0",
        );
        becomes(
            "portolan games --set side=B,A026",
            "portolan games --set side=B,A026",
        );
        assert!(
            line("portolan games --data x/NOTHING")
                .unwrap_err()
                .contains("NOTHING")
        );
    }

    #[test]
    fn sizes_in_files_are_reduced() {
        let text = "# games = 100\nkind = \"duel\"\ngames = 100 # many\nblocks=1\nseed = 800\nplayers = [2, 3]\n";
        let expected =
            "# games = 100\nkind = \"duel\"\ngames = 4\nblocks = 1\nseed = 800\nplayers = [2, 3]\n";
        assert_eq!(file(text), expected);
        assert_eq!(
            file("kind = \"mcts\"\n[weights]\n"),
            "iterations = 8\nkind = \"mcts\"\n[weights]\n"
        );
        assert_eq!(
            file("kind = \"flat\"\niterations = 900"),
            "kind = \"flat\"\niterations = 17\n"
        );
    }
}
