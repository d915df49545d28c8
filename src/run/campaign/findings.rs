//! Results of simulated campaigns with 95 % intervals: course of the story, and wins by game.

use serde::Serialize;

use super::one_campaign::Entrants;
use super::story;
use super::tally::{Share, Sum, Tally};
use crate::results::fields::quoted;
use crate::stats::{Estimate, Unit};

/// Results of simulated campaigns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// Number of campaigns.
    pub campaigns: u64,
    /// Number of blocks. The campaigns of a block share a seed, so blocks are the independent units for the intervals.
    pub blocks: u64,
    /// Mean number of games per campaign.
    pub games: Option<Estimate>,
    /// Distribution of the number of games until the story is over.
    pub lengths: Vec<Length>,
    /// Statistics of the story cards.
    pub cards: Vec<Card>,
    /// Choices of the group.
    pub choices: Vec<Choice>,
    /// Results by bot and by game number.
    pub by_game: Vec<ByGame>,
    /// Later results of the winners of the first game.
    pub first_winners: Vec<FirstWinner>,
    /// Expected share of wins if all players are equal.
    pub fair_share: f64,
}

/// Share of the campaigns with a given length.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Length {
    /// Number of the last game, or `None` if the story did not end.
    pub game: Option<u64>,
    /// Share of campaigns.
    pub campaigns: Estimate,
}

/// Statistics of a story card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Card {
    /// Number of the card.
    pub card: String,
    /// Share of campaigns in which the card came into play.
    pub reached: Estimate,
    /// Mean number of the game in which the card first came into play.
    pub game: Option<Estimate>,
    /// Mean number of readings per campaign in which the card came into play.
    pub read: Option<Estimate>,
}

/// Frequency of a choice on a story card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Number of the card.
    pub card: String,
    /// Number of the choice, from 1.
    pub choice: i32,
    /// Share of the readings of the card.
    pub share: Estimate,
}

/// Results of an entrant in games with a given number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ByGame {
    /// Number of the game in its campaign.
    pub game: u64,
    pub bot: String,
    /// Number of seats that the entrant played in these games.
    pub seats: u64,
    /// Mean score.
    pub points: Estimate,
    /// Share of games won.
    pub wins: Estimate,
}

/// Results of an entrant in later games, by the result of the first game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstWinner {
    /// Name of the bot, or `None` for all bots together.
    pub bot: Option<String>,
    /// Share of later games won by winners of the first game.
    pub after_win: Option<Estimate>,
    /// Share of later games won by losers of the first game.
    pub after_loss: Option<Estimate>,
    /// `after_win` minus `after_loss`. For identical bots this is the effect of winning the first game.
    pub difference: Option<Estimate>,
}

impl Findings {
    /// Returns the findings of campaigns of up to `most` games, whose first games have the number `first`.
    pub fn of(tally: &Tally, entrants: &Entrants, first: u64, most: u64) -> Findings {
        let within = |number: Estimate| possible(number, first, first + most.max(1) - 1);
        let sums = tally.ratios();
        let mut cards = Vec::new();
        let mut lengths = Vec::new();
        for share in tally.shares() {
            let Some(estimate) = tally.share(share) else {
                continue;
            };
            match share {
                Share::Reached(card) => {
                    let reached = Sum::Reached(card.clone());
                    cards.push(Card {
                        card: card.clone(),
                        reached: estimate,
                        game: (sums.mean(&Sum::ReachedIn(card.clone()), &reached, Unit::Times))
                            .map(within),
                        read: sums.share(&Sum::Read(card.clone()), &reached, Unit::Times),
                    });
                }
                Share::Ended(game) => lengths.push(Length {
                    game: Some(*game),
                    campaigns: estimate,
                }),
                Share::Unended => lengths.push(Length {
                    game: None,
                    campaigns: estimate,
                }),
            }
        }
        cards.sort_by(|one, other| story::place_of(&one.card).cmp(&story::place_of(&other.card)));
        let mut choices = Vec::new();
        let mut by_game = Vec::new();
        for sum in tally.sums() {
            match sum {
                // Choice 0 means that the card has no choice.
                Sum::Chosen(card, choice @ 1..) => {
                    let share = sums.share(sum, &Sum::Read(card.clone()), Unit::Share);
                    choices.extend(share.map(|share| Choice {
                        card: card.clone(),
                        choice: *choice,
                        share,
                    }));
                }
                Sum::Seats(entrant, game) => {
                    let points = Sum::Points(*entrant, *game);
                    let wins = Sum::Wins(*entrant, *game);
                    let points = sums.mean(&points, sum, Unit::Points);
                    let wins = sums.share(&wins, sum, Unit::Share);
                    if let (Some(points), Some(wins)) = (points, wins) {
                        by_game.push(ByGame {
                            game: *game,
                            bot: entrants.names[*entrant].clone(),
                            seats: sums.sum(sum) as u64,
                            points,
                            wins,
                        });
                    }
                }
                _ => {}
            }
        }
        choices.sort_by(|one, other| {
            let place = |choice: &Choice| (story::place_of(&choice.card).0, choice.choice);
            place(one).cmp(&place(other))
        });
        by_game.sort_by_key(|row| row.game);
        let bots = (0..entrants.names.len()).map(Some);
        let first_winners = [None].into_iter().chain(bots).map(|who| {
            let later = |won: bool| [Sum::LaterWins(who, won), Sum::Later(who, won)];
            let ([wins, won], [losses, lost]) = (later(true), later(false));
            let unit = Unit::ShareDifference;
            FirstWinner {
                bot: who.map(|who| entrants.names[who].clone()),
                after_win: sums.share(&wins, &won, Unit::Share),
                after_loss: sums.share(&losses, &lost, Unit::Share),
                difference: sums.difference([&wins, &won], [&losses, &lost], unit),
            }
        });
        Findings {
            campaigns: tally.campaigns(),
            blocks: tally.blocks(),
            games: sums
                .mean(&Sum::Games, &Sum::Campaigns, Unit::Times)
                .map(|games| within(from(games, first - 1))),
            lengths,
            cards,
            choices,
            by_game,
            first_winners: first_winners.collect(),
            fair_share: 1.0 / entrants.seat_count().max(1) as f64,
        }
    }

    /// Returns all estimates as one CSV table, one row each.
    pub fn csv(&self) -> String {
        let mut text = "what,card,choice,game,bot,value,low,high\n".to_string();
        let mut row = |what: &str, key: [&str; 4], estimate: Option<&Estimate>| {
            let Some(estimate) = estimate else {
                return;
            };
            let end = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
            let [card, choice, game, bot] = key.map(quoted);
            text.push_str(&format!(
                "{what},{card},{choice},{game},{bot},{},{},{}\n",
                estimate.value,
                end(estimate.low),
                end(estimate.high)
            ));
        };
        row("games", ["", "", "", ""], self.games.as_ref());
        for length in &self.lengths {
            let game = length
                .game
                .map_or("later".to_string(), |game| game.to_string());
            row("ended", ["", "", &game, ""], Some(&length.campaigns));
        }
        for card in &self.cards {
            let key = [card.card.as_str(), "", "", ""];
            row("reached", key, Some(&card.reached));
            row("reached_in_game", key, card.game.as_ref());
            row("read", key, card.read.as_ref());
        }
        for choice in &self.choices {
            let number = choice.choice.to_string();
            row(
                "chosen",
                [&choice.card, &number, "", ""],
                Some(&choice.share),
            );
        }
        for by_game in &self.by_game {
            let game = by_game.game.to_string();
            let key = ["", "", &game, &by_game.bot];
            row("points", key, Some(&by_game.points));
            row("wins", key, Some(&by_game.wins));
        }
        for winner in &self.first_winners {
            let key = ["", "", "", winner.bot.as_deref().unwrap_or("")];
            row("later_wins_after_win", key, winner.after_win.as_ref());
            row("later_wins_after_loss", key, winner.after_loss.as_ref());
            row("later_wins_difference", key, winner.difference.as_ref());
        }
        text
    }
}

/// Adds the number of earlier games, `before`, to an estimate and its interval.
fn from(games: Estimate, before: u64) -> Estimate {
    let before = before as f64;
    Estimate {
        value: games.value + before,
        low: games.low.map(|low| low + before),
        high: games.high.map(|high| high + before),
        ..games
    }
}

/// Clamps the interval of a mean game number to the range of possible numbers.
fn possible(number: Estimate, first: u64, last: u64) -> Estimate {
    let within = |end: f64| end.clamp(first as f64, last as f64);
    Estimate {
        low: number.low.map(within),
        high: number.high.map(within),
        ..number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    /// The interval of a mean can extend beyond the 20 games of the longest campaign, here to −9.4 and 41.4.
    #[test]
    fn interval_of_mean_game_number_is_limited_to_possible_games() {
        let interval = Interval {
            low: -9.4,
            high: 41.4,
        };
        let found = possible(Estimate::new(16.0, Some(interval), Unit::Times), 1, 20);
        assert_eq!(
            (found.value, found.low, found.high),
            (16.0, Some(1.0), Some(20.0))
        );
    }
}
