//! Ratings, and who finished ahead of whom: for studies whose cells differ in who plays.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ordered_float::OrderedFloat;

use super::cells::corrected;
use super::page::{Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::source::Row;
use super::tally::Tally;
use super::words::{CONFIDENCE, count, fixed, p_value, percent, percent_range, range};
use crate::experiment::manifest::Manifest;
use crate::experiment::ratings::{FEWEST_BLOCKS, Rated, Ratings};
use crate::stats::{Differences, Shares};

/// Bots up to which the meetings are also shown as a square.
const MOST_SQUARE: usize = 16;
/// Most meetings in the list.
const MOST_LISTED: usize = 120;

/// What two bots did to each other.
#[derive(Clone, Debug, Default)]
pub struct Meeting {
    /// Times that they sat at one table, counted once per pair of seats.
    pub games: u64,
    /// By block: the share of meetings in which the first finished ahead (ties half), less a half.
    pub ahead: Differences,
    /// The same shares.
    pub shares: Shares,
    open: (u64, f64),
}

/// Games as a source of ratings and meetings, fed block by block.
pub struct Strengths {
    /// Everyone, in the order of the cells.
    pub names: Vec<String>,
    ratings: Ratings,
    /// By two entrants, the lower number first.
    pub meetings: BTreeMap<(usize, usize), Meeting>,
}

impl Strengths {
    /// Of everyone who takes part in a run.
    pub fn new(manifest: &Manifest) -> Strengths {
        let mut names: Vec<String> = Vec::new();
        for name in manifest.roster.iter().flat_map(|cell| &cell.entrants) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Strengths {
            ratings: Ratings::new(&names),
            names,
            meetings: BTreeMap::new(),
        }
    }

    /// Takes the rows of one block.
    pub fn add_block(&mut self, rows: &[Row]) {
        for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
            let seated: Vec<(usize, u32)> = game
                .iter()
                .filter_map(|row| {
                    let entrant = self.names.iter().position(|name| *name == row.bot)?;
                    Some((entrant, row.rank))
                })
                .collect();
            for (place, &(one, rank)) in seated.iter().enumerate() {
                self.ratings.add(place, one, rank);
                for &(other, other_rank) in &seated[place + 1..] {
                    if one == other {
                        continue;
                    }
                    let ahead = match rank.cmp(&other_rank) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    let of_first = if one < other { ahead } else { 1.0 - ahead };
                    let pair = (one.min(other), one.max(other));
                    let meeting = self.meetings.entry(pair).or_default();
                    meeting.games += 1;
                    meeting.open.0 += 1;
                    meeting.open.1 += of_first;
                }
            }
        }
        self.ratings.close_block();
        for meeting in self.meetings.values_mut() {
            let (games, ahead) = std::mem::take(&mut meeting.open);
            if games > 0 {
                meeting.ahead.push(ahead / games as f64 - 0.5);
                meeting.shares.push(ahead / games as f64, games);
            }
        }
    }

    /// The ratings; `None` if there are none.
    pub fn rated(&self) -> Option<Rated> {
        self.ratings.fit()
    }

    /// Entrants from the highest rating to the lowest.
    pub fn order(&self, rated: &Rated) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&entrant| Reverse(OrderedFloat(rated.rating(entrant))));
        order
    }

    /// The section of ratings.
    pub fn rating_section(&self, rated: &Rated, tally: &Tally) -> Section {
        let zero = rated.zero_words(&self.names);
        let mut section = Section::new(
            "ratings",
            "Ratings",
            &format!(
                "Plackett–Luce ratings from all places of all games, on the scale of Elo: {zero}; \
                 who is rated 400 points higher finishes ahead with odds of ten to one. Bars are \
                 95 % intervals from 1,000 bootstrap resamples of the blocks, stretched for their number; \
                 they are of each rating by itself. Below {FEWEST_BLOCKS} blocks there are none."
            ),
        );
        let order = self.order(rated);
        // Who is not placed would squeeze all others into a corner.
        let mut marks: Vec<Mark> = order
            .iter()
            .filter(|&&entrant| rated.placed(entrant))
            .map(|&entrant| Mark {
                label: self.names[entrant].clone(),
                value: rated.rating(entrant),
                interval: rated.interval(entrant, CONFIDENCE),
                colour: entrant,
            })
            .collect();
        let caption = Caption {
            id: "plot-ratings",
            title: "Ratings",
            text: "One line per bot, the highest rating first: rating and its interval.",
        };
        let undrawn = (0..self.names.len()).filter(|&entrant| !rated.placed(entrant));
        marks.extend(undrawn.map(|entrant| {
            Mark::left_out(format!(
                "{} is not placed and not drawn",
                self.names[entrant]
            ))
        }));
        let axes = Axes::across("rating, points on the scale of Elo");
        section
            .plots
            .push(intervals(caption, &marks, axes, (0.0, "0")));
        let names = [
            "bot",
            "rating",
            "95 % interval",
            "first in",
            "wins",
            "95 % interval",
            "mean score",
            "95 % interval",
        ];
        let mut table = Table::new("lrrrrrrr", &names);
        for entrant in order {
            let name = &self.names[entrant];
            let bot = tally.entrants.iter().find(|bot| bot.name == *name);
            let number =
                |of: Option<f64>, as_text: fn(f64) -> String| of.map_or("–".to_string(), as_text);
            let mut row = vec![
                name.clone(),
                fixed(rated.rating(entrant), 0),
                range(rated.interval(entrant, CONFIDENCE), 0),
                number(rated.first_share(entrant), percent),
            ];
            if let Some(bot) = bot {
                let scores = &bot.all.scores;
                row.extend([
                    number(bot.all.wins.mean(), percent),
                    percent_range(bot.all.win_interval(CONFIDENCE)),
                    number(scores.mean(), |mean| fixed(mean, 1)),
                    range(bot.all.score_interval(CONFIDENCE), 1),
                ]);
            }
            table.rows.push(row);
        }
        section.tables.push(table);
        section.text.push(
            "«First in» is the share of resamples in which nobody is rated higher.".to_string(),
        );
        section
    }

    /// A warning about those whose rating the games do not hold.
    pub fn unplaced(&self, rated: &Rated) -> Option<String> {
        let names: Vec<String> = (0..self.names.len())
            .filter(|&entrant| !rated.placed(entrant))
            .map(|entrant| self.names[entrant].clone())
            .collect();
        (!names.is_empty()).then(|| {
            format!(
                "{} always finished ahead of all others, or always behind: on which side is known, \
                 but not how far off, so there is no interval and no place in the plot.",
                super::words::capital(&super::words::listed(&names))
            )
        })
    }

    /// The section of meetings.
    pub fn meeting_section(&self) -> Section {
        let p_values: Vec<f64> = self.meetings.values().map(|m| m.ahead.p_value()).collect();
        let (adjusted, method) = corrected(&p_values);
        let mut section = Section::new(
            "meetings",
            "Head to head",
            &format!(
                "How often one finished ahead of the other where both sat at a table, ties half. \
                 p is of the test, paired by deal, that both are ahead equally often, {method}-\
                 adjusted for {}. A star in the square: p below 0.05.",
                count(self.meetings.len() as u64, "pair")
            ),
        );
        if self.names.len() <= MOST_SQUARE {
            section.tables.push(self.square(&adjusted));
        }
        let names = ["bot", "against", "meetings", "ahead", "95 % interval", "p"];
        let mut table = Table::new("llrrrr", &names);
        let listed = self.meetings.iter().zip(&adjusted).take(MOST_LISTED);
        for ((&(one, other), meeting), &p) in listed {
            table.rows.push(vec![
                self.names[one].clone(),
                self.names[other].clone(),
                super::words::thousands(meeting.games),
                meeting.shares.mean().map_or("–".to_string(), percent),
                percent_range(meeting.shares.interval(CONFIDENCE)),
                p_value(p),
            ]);
        }
        section.tables.push(table);
        if self.meetings.len() > MOST_LISTED {
            section.text.push(format!(
                "The first {MOST_LISTED} of {} pairs are listed.",
                self.meetings.len()
            ));
        }
        section
    }

    fn square(&self, adjusted: &[f64]) -> Table {
        let columns: Vec<String> = std::iter::once("ahead of →".to_string())
            .chain(self.names.iter().cloned())
            .collect();
        let alignment = format!("l{}", "r".repeat(self.names.len()));
        let mut table = Table::new(&alignment, &columns);
        for one in 0..self.names.len() {
            let mut row = vec![self.names[one].clone()];
            for other in 0..self.names.len() {
                let pair = (one.min(other), one.max(other));
                let found = self
                    .meetings
                    .iter()
                    .zip(adjusted)
                    .find(|((meeting, _), _)| **meeting == pair);
                row.push(
                    match found.and_then(|((_, m), p)| Some((m.shares.mean()?, *p))) {
                        Some((share, p)) => {
                            let share = if one < other { share } else { 1.0 - share };
                            let star = if p < 0.05 { "*" } else { "" };
                            format!("{}{star}", percent(share))
                        }
                        None => String::new(),
                    },
                );
            }
            table.rows.push(row);
        }
        table
    }
}
