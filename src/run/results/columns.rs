//! Columns of the result tables, each declared once with name, type and description. Headers, column indices, the
//! types of exported tables and the reference page are derived from these declarations.

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name in the header.
    pub name: &'static str,
    /// Type of the values.
    pub holds: Holds,
    /// Description for users.
    pub meaning: &'static str,
}

/// Type of the values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Game numbers, which fit exactly in JSON numbers.
    Id,
    /// Seeds below 2^63. They are text in JSON, where numbers are exact only up to 2^53.
    Seed,
    /// Counts and points.
    Number,
    /// Shares and other fractional numbers.
    Share,
    /// Names with few distinct values.
    Text,
}

impl Holds {
    /// Returns a description for users.
    pub fn in_words(self) -> &'static str {
        match self {
            Holds::Id | Holds::Seed => "64-bit integer",
            Holds::Number => "whole number",
            Holds::Share => "floating-point number",
            Holds::Text => "text",
        }
    }
}

/// Generates the header of a table and the list of its columns.
macro_rules! columns {
    ($(
        $(#[$attribute:meta])* $header:ident, $columns:ident {
            $first:ident: $first_holds:ident, $first_meaning:literal;
            $($name:ident: $holds:ident, $meaning:literal;)*
        }
    )*) => {$(
        $(#[$attribute])*
        pub const $columns: &[Column] = &[
            Column { name: stringify!($first), holds: Holds::$first_holds, meaning: $first_meaning },
            $(Column { name: stringify!($name), holds: Holds::$holds, meaning: $meaning },)*
        ];

        #[doc = concat!("The names of [`", stringify!($columns), "`] as a header has them.")]
        pub const $header: &str = concat!(stringify!($first) $(, ",", stringify!($name))*);
    )*};
}

columns! {
    /// Columns of `games.csv` before the score categories.
    GAME_COLUMNS, OF_GAMES {
        game_id: Id, "number of the game in the run; the games of a deal group have consecutive ids";
        seed: Seed, "seed of the deal, equal for all games of a deal group";
        game: Text, "the game";
        players: Number, "number of players";
        seat: Number, "place in turn order of the first round; seat 1 begins";
        bot: Text, "the bot in this seat";
        score: Number, "final score";
        rank: Number, "rank 1 is best; ties share the better rank";
        win: Share, "1 for the winner, shared in a tie for first; 0 for all seats in a game that \
                     was capped (stopped for its length) or forfeited by all seats";
        turns: Number, "turns that the seat began";
        decisions: Number, "decisions of the seat, including forced ones";
    }
    /// Columns of `games.csv` after the score categories, in runs that evaluate luck.
    LUCK_COLUMNS, OF_LUCK {
        luck_lead: Share, "the network's estimate of the points of lead that chance brought the seat, compared with the average; empty for an automa";
        luck_win: Share, "the same estimate as a probability of winning";
    }
    /// Columns of `events.csv`.
    EVENT_COLUMNS, OF_EVENTS {
        game_id: Id, "number of the game in the run";
        seat: Number, "seat, from 1";
        round: Number, "round, from 1";
        turn: Number, "turn of the seat, from 1; 0 for set-up";
        event: Text, "what happened";
        item: Text, "card, tile or other item of the event";
        value: Number, "amount, depending on the event";
    }
    /// Columns of `crashes.csv`.
    CRASH_COLUMNS, OF_CRASHES {
        game_id: Id, "number of the game in the run";
        seed: Seed, "seed of the deal";
        message: Text, "error message of the program";
        moves: Text, "the moves so far";
    }
    /// Columns of `programs.csv`.
    PROGRAM_COLUMNS, OF_PROGRAMS {
        game_id: Id, "number of the game in the run";
        seat: Number, "seat, from 1";
        bot: Text, "the program";
        moves: Number, "moves that it answered";
        milliseconds: Share, "total time for them";
        worst: Share, "the longest of these times, in milliseconds";
        late: Number, "moves that came too late or not at all";
        illegal: Number, "illegal moves";
        garbled: Number, "unreadable answers";
        crashed: Number, "number of exits";
        flooded: Number, "unexpected lines";
        forfeited: Number, "1 if the seat forfeited the game, otherwise 0";
        first_failure: Text, "its first failure, with its output";
        times: Text, "histogram of times, `step:count`; step 0 ends at a sixteenth of a millisecond, and the limit doubles every four steps";
    }
}

/// Returns the type of a column, given the file name of the uncompressed table, the column index and the column name.
/// Returns `None` for an unknown table.
pub fn holds(table: &str, place: usize, name: &str) -> Option<Holds> {
    let declared = |columns: &[Column]| {
        let here = columns.get(place).filter(|column| column.name == name);
        here.map(|column| column.holds)
    };
    let texts = |texts: &[&str], others: Holds| match texts.contains(&name) {
        true => Holds::Text,
        false => others,
    };
    let of_a_mean = |names: &[&str]| match name {
        "seat" | "games" | "blocks" | "cell" => Holds::Number,
        _ => texts(names, Holds::Share),
    };
    Some(match table {
        // The common columns are followed by score categories, luck and the condition.
        "games.csv" => {
            let luck = OF_LUCK.iter().find(|column| column.name == name);
            let luck = luck.map(|column| column.holds);
            declared(OF_GAMES).or(luck).unwrap_or(Holds::Number)
        }
        "events.csv" => declared(OF_EVENTS).unwrap_or(Holds::Number),
        "crashes.csv" => declared(OF_CRASHES).unwrap_or(Holds::Number),
        "programs.csv" => declared(OF_PROGRAMS).unwrap_or(Holds::Number),
        "treatments.csv" => match name {
            "seed" => Holds::Id,
            "cell" | "place" => Holds::Number,
            _ => Holds::Text,
        },
        "cells.csv" => match name {
            "cell" | "players" => Holds::Number,
            _ => Holds::Text,
        },
        "summary.csv" => of_a_mean(&["bot", "note"]),
        "luck.csv" => of_a_mean(&["bot", "of"]),
        "effects.csv" => texts(
            &["question", "section", "of", "against", "measure", "unit"],
            Holds::Share,
        ),
        "report.csv" => match name {
            "data_set" | "price" | "rank_low" | "rank_high" => Holds::Number,
            _ => texts(
                &["bot", "item", "kind", "question", "tested", "name"],
                Holds::Share,
            ),
        },
        _ => return None,
    })
}

/// Returns the index of a column. An unknown name is a compile-time error in constant contexts.
pub const fn place(columns: &[Column], name: &str) -> usize {
    let mut place = 0;
    while !same(columns[place].name.as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_indices_match_the_column_lists() {
        for (header, columns) in [
            (GAME_COLUMNS, OF_GAMES),
            (LUCK_COLUMNS, OF_LUCK),
            (EVENT_COLUMNS, OF_EVENTS),
            (CRASH_COLUMNS, OF_CRASHES),
            (PROGRAM_COLUMNS, OF_PROGRAMS),
        ] {
            let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
            assert_eq!(header, names.join(","));
            for (at, name) in names.iter().enumerate() {
                assert_eq!(place(columns, name), at);
            }
        }
        assert_eq!(holds("games.csv", 5, "bot"), Some(Holds::Text));
        // A score category may have the same name as another column.
        assert_eq!(holds("games.csv", 12, "bot"), Some(Holds::Number));
        assert_eq!(holds("games.csv", 20, "luck_win"), Some(Holds::Share));
        assert_eq!(holds("events.csv", 7, "cell"), Some(Holds::Number));
        assert_eq!(holds("summary.csv", 1, "seat"), Some(Holds::Number));
        assert_eq!(holds("summary.csv", 8, "win_rate"), Some(Holds::Share));
        assert_eq!(holds("cells.csv", 5, "set.legacy"), Some(Holds::Text));
        assert_eq!(holds("other.csv", 0, "bot"), None);
        // Existing readers depend on these names.
        assert_eq!(
            GAME_COLUMNS,
            "game_id,seed,game,players,seat,bot,score,rank,win,turns,decisions"
        );
        assert_eq!(EVENT_COLUMNS, "game_id,seat,round,turn,event,item,value");
        assert_eq!(place(OF_PROGRAMS, "forfeited"), 11);
        assert_eq!(place(OF_GAMES, "game"), 2);
    }
}
