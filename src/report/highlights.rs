//! Additional findings for one line-up: seats, main source of points and game length.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::words::{fixed, percent};
use portolan_stats::Performance;
use portolan_study::conditions::against_fair;
use portolan_study::tally::{Entrant, Tally};

/// Returns all additional findings, most useful first.
pub fn highlights(tally: &Tally) -> Vec<String> {
    let seats = (!tally.mirror()).then(|| seats(tally)).flatten();
    let points = points(tally);
    seats
        .into_iter()
        .chain(points)
        .chain(length(tally))
        .collect()
}

/// Describes the seat that wins more than its share, if the effect is significant after correction for the
/// number of seats.
fn seats(tally: &Tally) -> Option<String> {
    let number = tally.seats.len();
    // Against an automa, the bot always has the same seat.
    if number < 2 || tally.automa || tally.is_stopped_by_results() {
        return None;
    }
    let tests = against_fair(&tally.seats.iter().collect::<Vec<_>>());
    let share = |seat: &Performance| seat.wins.mean().unwrap_or(0.0);
    let best = tally.seats.iter().zip(tests).enumerate();
    let (place, (best, p)) =
        best.max_by_key(|(place, (seat, _))| (OrderedFloat(share(seat)), Reverse(*place)))?;
    Some(match p < 0.05 && share(best) > best.fair_share() {
        true => format!(
            "Seat {} wins {} of games, significantly more than the fair share of {}.",
            place + 1,
            best.share_of_wins()?.words(1),
            percent(best.fair_share())
        ),
        false => "No seat wins significantly more than its fair share.".to_string(),
    })
}

/// Describes the category in which the bot with the highest win rate scores most.
fn points(tally: &Tally) -> Option<String> {
    if tally.categories.len() < 2 {
        return None;
    }
    let wins = |bot: &&Entrant| OrderedFloat(bot.all.wins.mean().unwrap_or(0.0));
    // Ties go to the first bot in the line-up.
    let best = tally.entrants.iter().rev().max_by_key(wins)?;
    let means = best.categories.iter().map(|category| category.mean());
    let means: Vec<f64> = means.collect::<Option<_>>()?;
    let (most, points) = means
        .iter()
        .enumerate()
        .max_by_key(|(place, points)| (OrderedFloat(**points), Reverse(*place)))?;
    Some(format!(
        "The largest part of the points of {} comes from {}: {} of {} per game.",
        best.name,
        tally.categories[most].replace('_', " "),
        fixed(*points, 1),
        fixed(best.all.score()?.value, 1)
    ))
}

/// Describes the average game length.
fn length(tally: &Tally) -> Option<String> {
    Some(format!(
        "A game lasts {} turns on average.",
        fixed(tally.turns.mean()?, 1)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::results::record::{Categories, Record};

    fn categories(points: &[i32]) -> Categories {
        let mut categories = Categories::new(points.len());
        for (place, &points) in points.iter().enumerate() {
            categories[place] = points;
        }
        categories
    }

    /// Creates games between two bots; `winners` contains the index of the winning seat of each game.
    fn tally(winners: &[usize]) -> Tally {
        let names = ["a", "b"].map(String::from);
        let mut tally = Tally::new(&names, &["cards".to_string(), "vp_track".to_string()]);
        for (block, &winner) in winners.iter().enumerate() {
            let points = [[3, 7], [2, 1]];
            let rows: Vec<Record> = [0, 1, 2, 3]
                .map(|row| {
                    let (game, seat) = (row / 2, row % 2);
                    let bot = (seat + game) % 2;
                    Record {
                        game_id: (2 * block + game + 1) as u64,
                        seed: block as u64,
                        seat,
                        bot: &names[bot],
                        score: points[bot].iter().sum(),
                        win: f64::from(u8::from(seat == winner)),
                        rank: if seat == winner { 1 } else { 2 },
                        turns: 9,
                        categories: categories(&points[bot]),
                        ..Record::default()
                    }
                })
                .into();
            tally.add_block(&rows);
        }
        tally
    }

    #[test]
    fn good_seat_is_named_only_if_significant() {
        let found = highlights(&tally(&[0; 40]));
        assert_eq!(
            found[0].replace('\u{a0}', " "),
            "Seat 1 wins 100.0 % (91.2–100.0) of games, significantly more than the fair share of 50.0 %."
        );
        let even = highlights(&tally(&[0, 1].repeat(20)));
        assert_eq!(
            even[0],
            "No seat wins significantly more than its fair share."
        );
    }

    #[test]
    fn highlights_contain_main_source_of_points_and_length() {
        let found = highlights(&tally(&[0, 1]));
        assert_eq!(
            found[1..],
            [
                "The largest part of the points of a comes from vp track: 7.0 of 10.0 per game.",
                "A game lasts 9.0 turns on average."
            ]
        );
    }

    #[test]
    fn tally_without_games_has_no_highlights() {
        assert!(highlights(&Tally::new(&["a".to_string()], &[])).is_empty());
    }
}
