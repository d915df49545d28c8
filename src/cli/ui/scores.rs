//! Formats the scores of a game as a table.

use super::table::aligned;
use portolan_core::game::{GameInfo, Seat};
use portolan_run::results::record::Record;

/// Row of the table that is not a score category: its title, and its value for a seat.
type Line = (&'static str, fn(&Record) -> String);

/// Returns the final scores by category, after an empty line.
pub fn final_scores(game: &dyn GameInfo, names: &[String], seats: &[Record]) -> String {
    let more: [Line; 4] = [
        ("score", |seat| seat.score.to_string()),
        ("rank", |seat| seat.rank.to_string()),
        ("turns", |seat| seat.turns.to_string()),
        ("decisions", |seat| seat.decisions.to_string()),
    ];
    score_table(game, names, seats, &more)
}

/// Returns the current scores by category, after an empty line.
pub fn scores_so_far(game: &dyn GameInfo, names: &[String], seats: &[Record]) -> String {
    score_table(
        game,
        names,
        seats,
        &[("score", |seat| seat.score.to_string())],
    )
}

fn score_table(game: &dyn GameInfo, names: &[String], seats: &[Record], more: &[Line]) -> String {
    let categories = game.score_categories();
    let mut header = vec!["category".to_string()];
    header.extend(
        names
            .iter()
            .enumerate()
            .map(|(seat, name)| format!("{} {name}", seat + 1)),
    );
    let line = |title: &str, cell: &dyn Fn(Seat) -> String| {
        let mut row = vec![title.to_string()];
        row.extend((0..seats.len()).map(cell));
        row
    };
    let mut rows: Vec<Vec<String>> = categories
        .iter()
        .enumerate()
        .map(|(index, category)| {
            let title = category.replace('_', " ");
            line(&title, &|seat| seats[seat].categories[index].to_string())
        })
        .collect();
    rows.push(vec![String::new(); names.len() + 1]);
    for (title, cell) in more {
        rows.push(line(title, &|seat| cell(&seats[seat])));
    }
    let alignment = format!("l{}", "r".repeat(names.len()));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    format!("\n{}", aligned(&alignment, &header, rows))
}
