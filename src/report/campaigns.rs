//! Report on simulated campaigns: length of the story, order of the story cards, choices of the group, and
//! winners of each game.

use std::cmp::Reverse;
use std::path::Path;

use ordered_float::OrderedFloat;

use super::curves::{Series, lines};
use super::error::ReportError;
use super::learning::rows;
use super::names::data_of;
use super::page::{Line, Page, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::words::count;
use portolan_core::registry::entry;
use portolan_run::campaign::manifest::CampaignsManifest;
use portolan_run::campaign::names::StoryNames;
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Status;
use portolan_run::results::names::SUMMARY;
use portolan_stats::{Estimate, Unit};
use portolan_study::error::ReadError;

/// One row of `summary.csv`.
#[derive(Clone, serde::Deserialize)]
struct Row {
    what: String,
    card: String,
    choice: String,
    game: String,
    bot: String,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl Row {
    fn estimate(&self) -> Estimate {
        let unit = match self.what.as_str() {
            "games" | "reached_in_game" | "read" => Unit::Times,
            "points" => Unit::Points,
            "later_wins_difference" => Unit::ShareDifference,
            _ => Unit::Share,
        };
        Estimate {
            low: self.low,
            high: self.high,
            ..Estimate::new(self.value, None, unit)
        }
    }
}

/// Contents of `summary.csv`.
struct Summary(Vec<Row>);

impl Summary {
    fn of<'rows>(&'rows self, what: &'rows str) -> impl Iterator<Item = &'rows Row> {
        self.0.iter().filter(move |row| row.what == what)
    }

    /// Returns the `what` statistic that has the same card, choice, game and bot as `other`.
    fn beside(&self, what: &str, other: &Row) -> Option<Estimate> {
        let key = |row: &Row| [&row.card, &row.choice, &row.game, &row.bot].map(String::clone);
        let same = self.of(what).find(|row| key(row) == key(other));
        same.map(Row::estimate)
    }
}

/// Builds the report page of a folder of simulated campaigns.
///
/// # Errors
/// Returns [`ReportError`] if the campaigns are still running or their files are invalid.
pub fn page(folder: &Path) -> Result<Page, ReportError> {
    let manifest = CampaignsManifest::read(folder)?;
    let manifest = manifest.ok_or_else(|| ReadError::NoManifest(folder.to_path_buf()))?;
    if manifest.status == Status::Running {
        let (path, problem) = (
            folder.to_path_buf(),
            "its campaigns are still being played or were interrupted: wait until they end, or continue with --resume"
                .to_string(),
        );
        return Err(RunError::Folder { path, problem }.into());
    }
    for file in &manifest.file {
        file.check(folder)?;
    }
    let summary = Summary(rows(folder, SUMMARY)?);
    let settings = &manifest.campaigns;
    let data = data_of(&settings.game, &manifest.data);
    let names = data.map_or(StoryNames::default(), |data| StoryNames::of(&data));
    let title = entry(&settings.game).map_or(settings.game.as_str(), |entry| entry.title);
    let mut notices = Vec::new();
    if manifest.status == Status::Stopped {
        notices.push(format!(
            "The simulation was stopped: {} of {} were played.",
            manifest.campaigns_done,
            count(settings.campaigns, "campaign")
        ));
    }
    if manifest.games_crashed > 0 {
        notices.push(format!(
            "{} crashed, which ended the campaign: see crashes.csv.",
            count(manifest.games_crashed, "game")
        ));
    }
    let mut sections = vec![lengths(&summary), cards(&summary, &names)];
    if summary.of("chosen").next().is_some() {
        sections.push(choices(&summary, &names));
    }
    sections.extend([by_game(&summary), later_games(&summary), method(&manifest)]);
    Ok(Page {
        title: format!("{title}, simulated campaigns"),
        question: "How long is the story, when do its cards appear, and who wins which games?"
            .to_string(),
        answer: answer(&summary, settings.most_games),
        sure: Some(Sure::Measured),
        more: findings(&summary, &names),
        is_provisional: manifest.status != Status::Complete,
        notices,
        sections,
        ..Page::default()
    })
}

fn answer(summary: &Summary, most_games: u64) -> String {
    let Some(games) = summary.of("games").next().map(Row::estimate) else {
        return "No campaign was played.".to_string();
    };
    let within = count(most_games, "game");
    let unended = summary.of("ended").find(|row| row.game == "later");
    let rest = match unended.map(Row::estimate) {
        Some(share) => format!(
            "in {} of campaigns, the story does not end within {within}",
            share.words(2)
        ),
        None => format!("every story ends within {within}"),
    };
    format!(
        "A campaign has {} games on average; {rest}.",
        games.words(2)
    )
}

/// Returns sentences on the story cards that enter play most and least often, and on the winner of the first
/// game.
fn findings(summary: &Summary, names: &StoryNames) -> Vec<String> {
    let mut cards: Vec<&Row> = summary.of("reached").collect();
    cards.sort_by_key(|row| Reverse(OrderedFloat(row.estimate().value)));
    let ends = [
        ("highest", cards.first()),
        ("lowest", cards.last().filter(|_| cards.len() > 1)),
    ];
    let ends = ends.into_iter().filter_map(|(word, row)| {
        let row = row?;
        Some(format!(
            "{} ({}) comes into play in {} of the campaigns, the {word} share of all story cards.",
            names.card(&row.card),
            row.card,
            row.estimate().words(1)
        ))
    });
    let points = summary.of("points");
    let points = points.map(|row| (row.estimate().value, row));
    let best = points.max_by_key(|(points, _)| OrderedFloat(*points));
    let best = best.map(|(_, row)| {
        format!(
            "The mean score is highest in game {}, for {}: {} points.",
            row.game,
            row.bot,
            row.estimate().words(1)
        )
    });
    ends.chain(best).collect()
}

fn lengths(summary: &Summary) -> Section {
    let mut section = Section::new(
        "length",
        "End of the story",
        "Share of campaigns whose story ends in each game. An unfinished story counts in the \
         average with the number of games played. The intervals are 95 % intervals.",
    );
    let mut table = Table::new("lrr", &["in game", "campaigns", "95 % interval"]);
    let mut marks = Vec::new();
    for row in summary.of("ended") {
        let (game, label) = match row.game.as_str() {
            "later" => ("not ended", "not ended".to_string()),
            game => (game, format!("game {game}")),
        };
        marks.push(Mark::of(label, row.estimate(), 0).leading_to(game));
        table.push(Line::of([game]).estimate(Some(row.estimate()), 1));
    }
    let mean = summary.of("games").next().map(Row::estimate);
    let mut average = Table::new("lrr", &["", "games", "95 % interval"]);
    average.push(Line::of(["on average"]).estimate(mean, 2));
    section.tables = vec![table, average];
    section.plots.push(intervals(
        Caption {
            id: "plot-length",
            title: "Game in which the story ends",
            text: "Share of campaigns by the game in which their story ends, with 95 % intervals.",
        },
        &marks,
        Axes::shares("share of campaigns"),
        (0.0, ""),
    ));
    section
}

fn cards(summary: &Summary, names: &StoryNames) -> Section {
    let mut section = Section::new(
        "cards",
        "Story cards",
        "Share of campaigns in which a card comes into play, the game in which it first does so, and how often \
         its back is read in a campaign with the card.",
    );
    let header = [
        "card",
        "name",
        "campaigns",
        "95 % interval",
        "in game",
        "95 % interval",
        "read",
        "95 % interval",
    ];
    let mut table = Table::new("rlrrrrrr", &header);
    for row in summary.of("reached") {
        table.push(
            Line::of([row.card.as_str(), names.card(&row.card)])
                .estimate(Some(row.estimate()), 1)
                .estimate(summary.beside("reached_in_game", row), 2)
                .estimate(summary.beside("read", row), 2),
        );
    }
    section.tables.push(table);
    section
}

fn choices(summary: &Summary, names: &StoryNames) -> Section {
    let mut section = Section::new(
        "choices",
        "Choices of the group",
        "How often each choice is made when the back of a card is read, as a share.",
    );
    let header = ["card", "choice", "words", "readings", "95 % interval"];
    let mut table = Table::new("rrlrr", &header);
    for row in summary.of("chosen") {
        let choice = row.choice.parse().unwrap_or_default();
        let words = names.choice(&row.card, choice);
        table.push(
            Line::of([row.card.as_str(), row.choice.as_str(), words])
                .estimate(Some(row.estimate()), 1),
        );
    }
    section.tables.push(table);
    section
}

fn by_game(summary: &Summary) -> Section {
    let mut section = Section::new(
        "games",
        "Game by game",
        "Points and wins in the first game, the second game and so on. Later games come only from campaigns \
         that lasted long enough.",
    );
    let header = [
        "game",
        "bot",
        "points",
        "95 % interval",
        "wins",
        "95 % interval",
    ];
    let mut table = Table::new("rlrrrr", &header);
    let (mut games, mut bots): (Vec<String>, Vec<String>) = Default::default();
    for row in summary.of("points") {
        if !games.contains(&row.game) {
            games.push(row.game.clone());
        }
        if !bots.contains(&row.bot) {
            bots.push(row.bot.clone());
        }
        table.push(
            Line::of([row.game.as_str(), row.bot.as_str()])
                .estimate(Some(row.estimate()), 1)
                .estimate(summary.beside("wins", row), 1),
        );
    }
    let series: Vec<Series> = (bots.iter().enumerate())
        .map(|(colour, bot)| {
            let point = |game: &String| {
                let mut points = summary.of("points");
                let row = points.find(|row| row.game == *game && row.bot == *bot);
                row.map(|row| row.estimate().drawn())
            };
            Series {
                label: bot.clone(),
                points: games.iter().map(point).collect(),
                colour,
            }
        })
        .collect();
    let caption = Caption {
        id: "plot-points",
        title: "Points game by game",
        text: "points by game of the campaign, with intervals",
    };
    let axes = Axes {
        across: "game",
        up: "points",
        unit: "",
    };
    section
        .plots
        .push(lines(caption, &games, &series, axes, (0.0, "")));
    section.tables.push(table);
    section
}

fn later_games(summary: &Summary) -> Section {
    let mut section = Section::new(
        "later",
        "Later games",
        "Share of later games won by the winner of the first game and by the other players, and the difference. The \
         row for all bots also contains differences between strong and weak bots; the row of a single bot shows only \
         the effect of the win.",
    );
    let header = [
        "bot",
        "after a win",
        "95 % interval",
        "after no win",
        "95 % interval",
        "difference",
        "95 % interval",
    ];
    let mut table = Table::new("lrrrrrr", &header);
    for row in summary.of("later_wins_after_win") {
        let bot = match row.bot.as_str() {
            "" => "everybody",
            bot => bot,
        };
        table.push(
            Line::of([bot])
                .estimate(Some(row.estimate()), 1)
                .estimate(summary.beside("later_wins_after_loss", row), 1)
                .estimate(summary.beside("later_wins_difference", row), 1),
        );
    }
    section.tables.push(table);
    section
}

fn method(manifest: &CampaignsManifest) -> Section {
    let settings = &manifest.campaigns;
    let bots: Vec<&str> = settings.bot.iter().map(|bot| bot.name.as_str()).collect();
    let mut section = Section::new(
        "method",
        "How it was played",
        &format!(
            "{} of at most {} each, starting with game {}, played by {}; seed {}. Each deal group contains {} \
             with the same deals, one for every seating. Intervals come from the variance between deal groups. \
             Component data {}.",
            count(manifest.campaigns_done, "campaign"),
            count(settings.most_games, "game"),
            settings.first_game,
            bots.join(", "),
            settings.seed,
            count(settings.block_size, "campaign"),
            manifest.data.hash
        ),
    );
    section.command = vec![manifest.command.clone()];
    section
}
