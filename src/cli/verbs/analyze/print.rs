//! Prints an analysis as a table, JSON or CSV.

use serde_json::{Value, json};

use super::answer::Answer;
use crate::ui::advice::{PLUS_MINUS, plus_minus, reasons, win_rate};
use crate::ui::drawing::WIDTH;
use crate::ui::failure::Failure;
use crate::ui::table::{aligned, thousands};
use crate::verbs::play::hint::{conditions, contradiction};
use crate::verbs::play::indented;
use portolan_core::game::{Phrase, Seat};
use portolan_core::prose::{count, wrapped};
use portolan_players::search::analysis::{Finding, Step};
use portolan_players::search::settings::Objective;

/// Formats an analysis as a table for the terminal.
pub fn table(answer: &Answer<'_>, position: Option<&str>) -> String {
    let (analysis, seats) = (&answer.analysis, answer.names.len());
    let seat = analysis.seat;
    let moves = match answer.phrases.len() {
        1 => "one legal move".to_string(),
        several => format!("{several} legal moves"),
    };
    let mut text = format!(
        "{}, {}, before move {}: seat {} ({}), turn {}, has {moves}\n",
        answer.game,
        answer.whence,
        answer.at,
        seat + 1,
        answer.names[seat],
        answer.turn
    );
    text.extend(position.map(|position| format!("\n{}", indented(position))));
    text.push('\n');
    let mut header = vec![String::new(), "move".to_string(), "visits".to_string()];
    let titles = |title: &str, seats: std::ops::Range<Seat>| -> Vec<String> {
        seats.map(|seat| format!("{title} {}", seat + 1)).collect()
    };
    header.extend(titles("value", 0..seats));
    if answer.depth.playouts > 0 {
        header.extend(titles("score", 0..seats));
        header.extend(titles("wins", seat..seat + 1));
    }
    if answer.exact.is_some() {
        header.extend(titles("exact", seat..seat + 1));
    }
    let rows = analysis
        .findings
        .iter()
        .enumerate()
        .map(|(place, finding)| {
            let mut row = vec![
                format!("{}{}", place + 1, mark(answer, finding)),
                answer.listed[finding.index].0.clone(),
                thousands(finding.visits),
            ];
            let values = finding.values[..seats].iter();
            row.extend(values.map(|value| plus_minus(value, 1.0, "")));
            if answer.depth.playouts > 0 {
                let scores = finding.scores[..seats].iter();
                row.extend(scores.map(|score| plus_minus(score, 1.0, "")));
                row.push(win_rate(&finding.wins[seat]));
            }
            if let Some(exact) = &answer.exact {
                row.push(format!("{:.3}", exact[finding.index].values[seat]));
            }
            row
        })
        .collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let alignment = format!("ll{}", "r".repeat(header.len() - 2));
    text.push_str(&aligned(&alignment, &header, rows));
    text.push('\n');
    text.push_str(&explanations(answer));
    if answer.depth.playouts > 0 {
        for reason in reasons(&answer.categories, &analysis.findings) {
            text.push_str(&wrapped(&reason, WIDTH, 2));
        }
        if let Some(note) = contradiction(&analysis.findings) {
            text.push_str(&wrapped(note, WIDTH, 2));
        }
        if analysis.findings.len() > 1 {
            text.push('\n');
        }
    }
    for (place, finding) in analysis.findings.iter().enumerate() {
        if finding.line.len() > 1 {
            let title = |notation: &str| answer.glossary.notation_in_words(notation);
            let line = format!("{}  {}", place + 1, line(&finding.line, seat, &title));
            text.push_str(&wrapped(&line, WIDTH, 3));
        }
    }
    if analysis.findings.iter().any(|found| found.line.len() > 1) {
        text.push('\n');
    }
    text.push_str(&wrapped(&remarks(answer), WIDTH, 2));
    text
}

/// Describes the effects of the listed moves, except for moves whose titles already describe them.
fn explanations(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    for (place, finding) in answer.analysis.findings.iter().enumerate() {
        let (title, effect) = &answer.listed[finding.index];
        if !effect.is_empty() {
            let line = format!("{}  {title} · {effect}", place + 1);
            text.push_str(&wrapped(&line, WIDTH, 3));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn mark(answer: &Answer<'_>, finding: &Finding) -> &'static str {
    match answer.played == Some(finding.index) {
        true => "*",
        false => "",
    }
}

fn remarks(answer: &Answer<'_>) -> String {
    let value = match (answer.win_points, answer.objective) {
        (None, measured) => format!(
            "objective \"{}\", measured at the end of each rollout",
            measured.word()
        ),
        (Some(_), Objective::Win) => {
            "probability of winning, as estimated by the network".to_string()
        }
        (Some(points), _) => format!(
            "lead plus {points} points times the probability of winning, as estimated by the \
             network"
        ),
    };
    let mut text = format!(
        "{}: {} in {}. {PLUS_MINUS}.\nvalue: {value}.\n",
        answer.bot.name,
        count(answer.analysis.iterations, "iteration"),
        count(u64::from(answer.depth.trees), "tree"),
    );
    if answer.depth.playouts > 0 {
        text.push_str(&format!(
            "score, wins: means over {} that the rollout policy played to the end after the move, \
             {}.\n",
            count(u64::from(answer.depth.playouts), "game"),
            conditions(&answer.analysis),
        ));
    }
    if answer.depth.playouts > 0 && answer.analysis.findings.len() > 1 {
        text.push_str(
            "1 and 2: gain of move 1 over move 2 in these games, in lead and in points by \
             category, and the best opponent's gain.\n",
        );
    }
    if answer.exact.is_some() {
        text.push_str(&format!(
            "exact: expected \"{}\" if every seat plays optimally, computed from all possible \
             endings.\n",
            answer.objective.word()
        ));
    }
    if answer.played.is_some() {
        text.push_str("* marks the move that was played.\n");
    }
    if answer.analysis.iterations == 0 {
        text.push_str("There is nothing to search: the move is forced.\n");
    }
    text
}

/// Formats a line of play, with `text` of each notation: other seats' moves have their seat number, and moves that
/// were not searched are in parentheses.
fn line(steps: &[Step], seat: Seat, text: &dyn Fn(&str) -> String) -> String {
    let steps: Vec<String> = steps
        .iter()
        .map(|step| {
            let action = text(&step.action);
            let text = match step.seat == seat {
                true => action,
                false => format!("seat {}: {action}", step.seat + 1),
            };
            match step.visits {
                Some(_) => text,
                None => format!("({text})"),
            }
        })
        .collect();
    steps.join("; ")
}

/// Formats an analysis as JSON.
pub fn json(answer: &Answer<'_>) -> Result<String, Failure> {
    let moves: Vec<Value> = answer
        .analysis
        .findings
        .iter()
        .enumerate()
        .map(|(place, finding)| {
            let seats: Vec<Value> = (0..answer.names.len())
                .map(|seat| {
                    let exact = answer.exact.as_ref().map(|exact| &exact[finding.index]);
                    json!({
                        "seat": seat + 1,
                        "value": finding.values[seat].mean(),
                        "value_se": finding.values[seat].standard_error(),
                        "score": finding.scores[seat].mean(),
                        "score_se": finding.scores[seat].standard_error(),
                        "wins": finding.wins[seat].mean(),
                        "wins_se": finding.wins[seat].standard_error(),
                        "exact_value": exact.map(|exact| exact.values[seat]),
                        "exact_score": exact.map(|exact| exact.scores[seat]),
                    })
                })
                .collect();
            let named = answer.categories.iter().zip(&finding.categories);
            let categories: Value = named
                .map(|(name, points)| ((*name).to_string(), json!(points.mean())))
                .collect();
            let line: Vec<Value> = finding
                .line
                .iter()
                .map(|step| {
                    json!({"seat": step.seat + 1, "action": step.action, "visits": step.visits})
                })
                .collect();
            json!({
                "place": place + 1,
                "action": answer.phrases[finding.index].notation(),
                "words": answer.glossary.explained(&answer.phrases[finding.index]),
                "lead": finding.leads.mean(),
                "lead_se": finding.leads.standard_error(),
                "categories": categories,
                "played": answer.played == Some(finding.index),
                "visits": finding.visits,
                "seats": seats,
                "line": line,
            })
        })
        .collect();
    let legal: Vec<String> = answer.phrases.iter().map(Phrase::notation).collect();
    let all = json!({
        "game": answer.game,
        "source": answer.whence,
        "deal_seed": answer.deal_seed.to_string(),
        "move": answer.at,
        "seat": answer.analysis.seat + 1,
        "turn": answer.turn,
        "bots": answer.names,
        "legal": legal,
        "bot": answer.bot.name,
        "objective": answer.objective.word(),
        "win_points": answer.win_points,
        "trees": answer.depth.trees,
        "iterations": answer.analysis.iterations,
        "playouts": answer.depth.playouts,
        "reproducible": answer.bot.is_reproducible(),
        "moves": moves,
    });
    let mut text = serde_json::to_string_pretty(&all).map_err(Failure::work)?;
    text.push('\n');
    Ok(text)
}

/// Formats an analysis as CSV, with one row per move and seat.
pub fn csv(answer: &Answer<'_>) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let header = [
        "place",
        "action",
        "played",
        "visits",
        "seat",
        "value",
        "value_se",
        "score",
        "score_se",
        "wins",
        "wins_se",
        "exact_value",
        "exact_score",
        "line",
    ];
    writer.write_record(header).map_err(Failure::work)?;
    for (place, finding) in answer.analysis.findings.iter().enumerate() {
        let exact = answer.exact.as_ref().map(|exact| &exact[finding.index]);
        for seat in 0..answer.names.len() {
            let mut row = vec![
                (place + 1).to_string(),
                answer.phrases[finding.index].notation(),
                u8::from(answer.played == Some(finding.index)).to_string(),
                finding.visits.to_string(),
                (seat + 1).to_string(),
            ];
            for moments in [
                &finding.values[seat],
                &finding.scores[seat],
                &finding.wins[seat],
            ] {
                row.push(number(moments.mean()));
                row.push(number(moments.standard_error()));
            }
            row.push(number(exact.map(|exact| exact.values[seat])));
            row.push(number(exact.map(|exact| exact.scores[seat])));
            row.push(line(&finding.line, answer.analysis.seat, &str::to_string));
            writer.write_record(&row).map_err(Failure::work)?;
        }
    }
    let bytes = writer.into_inner().map_err(Failure::work)?;
    String::from_utf8(bytes).map_err(Failure::work)
}
