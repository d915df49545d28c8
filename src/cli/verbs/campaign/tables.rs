//! Formats the results of simulated campaigns as tables.

use crate::ui::table::aligned;
use portolan_core::prose::{count, fair_share_name, listed, thousands};
use portolan_run::campaign::findings::{Findings, FirstWinner};
use portolan_run::campaign::names::StoryNames;
use portolan_run::campaign::simulation::CampaignJob;
use portolan_stats::Estimate;
use portolan_stats::words::percent;

/// Returns an estimate and its interval as text, or dashes if there is no estimate.
fn cells(estimate: Option<&Estimate>, decimals: usize) -> [String; 2] {
    match estimate {
        None => ["–".to_string(), "–".to_string()],
        Some(estimate) => [
            estimate.value_words(decimals),
            estimate.range_words(decimals),
        ],
    }
}

/// Returns all tables with their titles.
pub fn table(findings: &Findings, job: &CampaignJob) -> String {
    let bots = job.line_up.iter().map(|bot| bot.name.clone());
    let bots: Vec<String> = bots.collect();
    let mut text = format!(
        "{} of {}, {}, at most {} each, from game {} on; data {}\nIntervals are 95 % intervals from \
         {}.\n",
        count(findings.campaigns, "campaign"),
        job.setup.game,
        listed(&bots),
        count(job.most_games, "game"),
        job.first_game,
        job.data.hash,
        count(findings.blocks, "seed")
    );
    let names = StoryNames::of(&job.setup.data);
    let mut add = |title: &str, table: String| {
        text.push_str(&format!("\n{title}\n{table}"));
    };
    add("End of the story", lengths(findings));
    add("Story cards", cards(findings, &names));
    if !findings.choices.is_empty() {
        add("Choices of the group", choices(findings, &names));
    }
    add("Game by game", by_game(findings));
    let name = fair_share_name(job.setup.players == 1);
    let fair = percent(findings.fair_share);
    add(
        &format!("Later games of the first winner and of the other players ({name} {fair})"),
        first_winners(findings),
    );
    text
}

fn lengths(findings: &Findings) -> String {
    let [mean, range] = cells(findings.games.as_ref(), 2);
    let rows = findings.lengths.iter().map(|length| {
        let mut row = vec![match length.game {
            Some(game) => game.to_string(),
            None => "not ended".to_string(),
        }];
        row.extend(cells(Some(&length.campaigns), 1));
        row
    });
    let table = aligned("lrr", &["with game", "campaigns", "95 %"], rows.collect());
    format!(
        "{table}{mean} games on average ({range}); an unfinished story counts with the games played \
         so far\n"
    )
}

fn cards(findings: &Findings, names: &StoryNames) -> String {
    let rows = findings.cards.iter().map(|card| {
        let mut row = vec![card.card.clone(), names.card(&card.card).to_string()];
        row.extend(cells(Some(&card.reached), 1));
        row.extend(cells(card.game.as_ref(), 2));
        row.extend(cells(card.read.as_ref(), 2));
        row
    });
    let header = [
        "card",
        "",
        "campaigns",
        "95 %",
        "in game",
        "95 %",
        "read",
        "95 %",
    ];
    aligned("rlrrrrrr", &header, rows.collect())
}

fn choices(findings: &Findings, names: &StoryNames) -> String {
    let rows = findings.choices.iter().map(|choice| {
        let words = names.choice(&choice.card, choice.choice);
        let mut row = vec![
            choice.card.clone(),
            choice.choice.to_string(),
            words.to_string(),
        ];
        row.extend(cells(Some(&choice.share), 1));
        row
    });
    let header = ["card", "choice", "", "readings", "95 %"];
    aligned("rrlrr", &header, rows.collect())
}

fn by_game(findings: &Findings) -> String {
    let rows = findings.by_game.iter().map(|row| {
        let mut cells_of_row = vec![row.game.to_string(), row.bot.clone(), thousands(row.seats)];
        cells_of_row.extend(cells(Some(&row.points), 1));
        cells_of_row.extend(cells(Some(&row.wins), 1));
        cells_of_row
    });
    let header = ["game", "bot", "seats", "points", "95 %", "wins", "95 %"];
    aligned("rlrrrrr", &header, rows.collect())
}

fn first_winners(findings: &Findings) -> String {
    let rows = findings.first_winners.iter().map(|row: &FirstWinner| {
        let mut cells_of_row = vec![row.bot.clone().unwrap_or_else(|| "everybody".to_string())];
        for estimate in [&row.after_win, &row.after_loss, &row.difference] {
            cells_of_row.extend(cells(estimate.as_ref(), 1));
        }
        cells_of_row
    });
    let header = [
        "bot",
        "after a win",
        "95 %",
        "after no win",
        "95 %",
        "difference",
        "95 %",
    ];
    aligned("lrrrrrr", &header, rows.collect())
}
