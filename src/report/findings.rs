//! Answer in one sentence, and the limitations that a reader should know.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::page::Sure;
use super::words::{
    capital, count, counted, fixed, listed, p_value, percent, thousands, title, titled,
};
use portolan_run::results::manifest::Manifest;
use portolan_stats::paired::ENOUGH_FOR_T;
use portolan_stats::sequence::FEWEST;
use portolan_stats::{Estimate, Performance, Unit};
use portolan_study::conditions::against_fair;
use portolan_study::tally::Tally;
use portolan_study::warnings;

/// Returns the research question of a run.
pub fn question(tally: &Tally, manifest: &Manifest) -> String {
    let game = title(&manifest.experiment.game);
    let titled = titled(&manifest.experiment.game, tally.seat_count(), tally.automa);
    if tally.seat_count() == 0 {
        format!("Who wins at {game}?")
    } else if tally.seat_count() == 1 {
        format!("How well do the bots play {game} alone?")
    } else if is_solo(tally) {
        format!("{titled}: how often does the player beat the automa?")
    } else if tally.mirror() {
        format!("{titled}: which seat wins most often, if one bot plays in every seat?")
    } else {
        format!("{titled}: which bot wins most often, on the same deals?")
    }
}

/// Returns true if one player faces an automa.
fn is_solo(tally: &Tally) -> bool {
    tally.automa && tally.seat_count() == 2
}

/// A bot or seat whose win rate may differ from its fair share.
struct Candidate {
    name: String,
    fair: f64,
    wins: Estimate,
    /// p-value of the distance from the fair share, corrected for the number of candidates.
    p: f64,
}

impl Candidate {
    fn is_above(&self) -> bool {
        self.p < 0.05 && self.wins.value > self.fair
    }

    fn is_below(&self) -> bool {
        self.p < 0.05 && self.wins.value < self.fair
    }
}

/// Returns the bots or, if one bot plays in every seat, the seats, in order of their shares of wins.
fn candidates(tally: &Tally) -> Vec<Candidate> {
    let cells: Vec<(String, &Performance)> = if tally.mirror() {
        let seats = tally.seats.iter().enumerate();
        seats
            .map(|(seat, cell)| (format!("seat {}", seat + 1), cell))
            .collect()
    } else {
        let bots = tally.entrants.iter();
        bots.map(|bot| (bot.name.clone(), &bot.all)).collect()
    };
    let tested: Vec<&Performance> = cells.iter().map(|(_, cell)| *cell).collect();
    let tests = against_fair(&tested);
    let mut found: Vec<Candidate> = cells
        .into_iter()
        .zip(tests)
        .filter_map(|((name, cell), p)| {
            Some(Candidate {
                name,
                fair: cell.fair_share(),
                wins: cell.share_of_wins()?,
                p,
            })
        })
        .collect();
    found.sort_by_key(|candidate| Reverse(OrderedFloat(candidate.wins.value)));
    found
}

/// Returns the certainty of [`answer`].
pub fn sure(tally: &Tally) -> Sure {
    let candidates = candidates(tally);
    match (candidates.first(), candidates.last()) {
        (Some(_), Some(_)) if tally.seat_count() == 1 => Sure::Measured,
        (Some(best), Some(worst)) => Sure::certain_if(best.is_above() || worst.is_below()),
        _ => Sure::Open,
    }
}

/// Returns the answer in one sentence.
pub fn answer(tally: &Tally) -> String {
    let candidates = candidates(tally);
    let (Some(best), Some(worst)) = (candidates.first(), candidates.last()) else {
        return "No deal group is complete yet, so there is no result to report.".to_string();
    };
    if tally.seat_count() == 1 {
        return alone(tally);
    }
    let place = match is_solo(tally) {
        true => "In solo games".to_string(),
        false => format!("With {}", counted(tally.seat_count(), "player")),
    };
    if best.p.is_nan() {
        return format!(
            "{place}, wins are not distinguishable: the highest share is that of {}, {} of {}, but a single deal does \
             not show how much is due to chance.",
            best.name,
            best.wins.words(1),
            count(tally.games, "game"),
        );
    }
    let wins = |who: &Candidate| format!("{} wins {} of games", who.name, who.wins.words(1));
    let share = |who: &Candidate| match tally.automa {
        true => format!("the {} of an even game", percent(who.fair)),
        false => format!("the fair share of {}", percent(who.fair)),
    };
    if best.is_above() {
        return format!("{place}, {}, more than {}.", wins(best), share(best));
    }
    if worst.is_below() {
        return format!(
            "{place}, {}, less than {}; no bot or seat is significantly above its fair share.",
            wins(worst),
            share(worst),
        );
    }
    format!(
        "{place}, wins are not distinguishable: the highest share is that of {}, {} of games, which does not differ \
         significantly from {}.",
        best.name,
        best.wins.words(1),
        share(best)
    )
}

fn alone(tally: &Tally) -> String {
    let best = tally
        .entrants
        .iter()
        .filter_map(|bot| Some((bot, bot.all.score()?)));
    best.max_by_key(|(_, score)| OrderedFloat(score.value))
        .map_or(String::new(), |(bot, score)| {
            format!(
                "Alone, {} scores {} points on average.",
                bot.name,
                score.words(1)
            )
        })
}

/// Describes the lead of the best bot over the next. Returns `None` if the answer already contains this
/// information.
pub fn ahead_of_next(tally: &Tally) -> Option<String> {
    if tally.mirror() || tally.entrants.len() < 3 {
        return None;
    }
    let candidates = candidates(tally);
    let [best, next, ..] = candidates.as_slice() else {
        return None;
    };
    let index = |name: &str| tally.entrants.iter().position(|bot| bot.name == name);
    let (one, other) = (index(&best.name)?, index(&next.name)?);
    let ahead = tally.ahead(one, other)?;
    ahead.interval()?;
    let pair = (one.min(other), one.max(other));
    let mut tests = tally.pairs.keys().zip(tally.pair_tests());
    let (_, p) = tests.find(|(key, _)| **key == pair)?;
    let clear = if p < 0.05 { "" } else { "not " };
    Some(format!(
        "On the same deals, the difference between the shares of wins of {} and {}, the next best, is {} percentage points, \
         which is {clear}significant (p after correction {}).",
        best.name,
        next.name,
        ahead.words(1),
        p_value(p)
    ))
}

/// Describes the direction of a difference if its p-value is below 5 %.
pub fn verdict(difference: f64, p: f64) -> &'static str {
    match p {
        p if p.is_nan() => "–",
        p if p >= 0.05 => "not significant",
        _ if difference > 0.0 => "more",
        _ => "less",
    }
}

/// Describes the shares of the component data from published sources and in placeholder rows.
pub fn data_sentence(manifest: &Manifest) -> String {
    let data = &manifest.data;
    let rows = data.rows();
    if rows == 0 {
        return format!(
            "The game has no component data of its own (data set {}).",
            data.hash
        );
    }
    let share = |rows_of: usize| percent(rows_of as f64 / rows as f64);
    let reading = if data.reconstructed > 0 || data.recalled > 0 {
        "Conclusions about single cards or tiles apply to this data set and not to the published game."
    } else {
        "Conclusions about single cards or tiles apply to this data set."
    };
    let sources = match data.owner {
        0 => "a rulebook or a public source".to_string(),
        rows => format!(
            "a rulebook, a public source or an owner of the game, who entered {} of the rows",
            thousands(rows as u64)
        ),
    };
    let designed = match data.designed {
        0 => String::new(),
        rows => format!(
            ", and {} inventions of a designer",
            match rows {
                1 => "1 row is".to_string(),
                rows => format!("{} rows are", thousands(rows as u64)),
            }
        ),
    };
    format!(
        "Of {} of component data, {} come from {sources}, {} are recalled from memory and {} are \
         placeholders{designed} (data set {}). {reading}",
        count(rows as u64, "row"),
        share(data.fact()),
        share(data.recalled),
        share(data.reconstructed),
        data.hash,
    )
}

/// Returns the limitations specific to one line-up, in addition to the warnings of the run.
pub fn line_up_warnings(tally: &Tally, manifest: &Manifest) -> Vec<String> {
    let mut warnings = Vec::new();
    if tally.mirror() && tally.seat_count() > 1 {
        warnings.push(warnings::ONLY_SEATS.to_string());
    }
    let names = &manifest.experiment.bots;
    let several = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    if !tally.mirror() && names.iter().any(several) {
        warnings.push(warnings::SEVERAL_PLACES.to_string());
    }
    warnings.extend(wide(tally));
    warnings.extend(one_way(tally));
    let unbalanced = |bot: &&portolan_study::tally::Entrant| {
        let games = |seat: usize| bot.seats.get(seat).map_or(0, |cell| cell.games);
        names.contains(&bot.name) && (0..tally.seat_count()).any(|seat| games(seat) != games(0))
    };
    if !tally.mirror() && tally.entrants.iter().any(|bot| unbalanced(&bot)) {
        warnings.push(
            "The bots did not play equally often in every seat, so part of the difference between bots may be \
             a difference between seats."
                .to_string(),
        );
    }
    warnings.extend(comparisons(tally));
    warnings
}

/// Describes bots that won no game or every game.
fn one_way(tally: &Tally) -> Vec<String> {
    let tell = |candidate: &Candidate| {
        let (what, rest) = match candidate.wins.value {
            0.0 => ("won no game", candidate.wins.high?),
            1.0 if tally.seat_count() > 1 => ("won every game", 1.0 - candidate.wins.low?),
            _ => return None,
        };
        Some(format!(
            "{} {what}. Because all games of a deal may have the same outcome, the interval is based on the \
             number of deals and allows up to {} for the other outcome.",
            capital(&candidate.name),
            percent(rest)
        ))
    };
    candidates(tally).iter().filter_map(tell).collect()
}

/// Warns about intervals that are wider than the effects to be shown.
fn wide(tally: &Tally) -> Option<String> {
    if tally.seat_count() < 2 {
        return None;
    }
    let effects = candidates(tally).into_iter().map(|candidate| {
        let effect = candidate.wins.value - candidate.fair;
        let interval = candidate.wins.interval();
        let effect = Estimate::new(effect, interval, Unit::ShareDifference);
        (candidate.name, effect)
    });
    let distance = match tally.automa {
        true => "the distance from an even game",
        false => "the distance from the fair share",
    };
    wider_than_effect(effects, distance)
}

/// Warns about comparisons of mean scores in which few deals differ. Returns `None` if there are no such
/// comparisons.
pub fn few_differ(comparisons: usize) -> Option<String> {
    (comparisons > 0).then(|| {
        format!(
            "In {} of mean scores, fewer than {ENOUGH_FOR_T} deal groups differ, and most groups do \
             not. The intervals of these comparisons allow for rare differences that did not \
             occur. With fewer than {FEWEST} deal groups, or if no group differs, there is no \
             interval.",
            count(comparisons as u64, "comparison")
        )
    })
}

/// Warns about effects on win rates whose interval half-width exceeds the effect.
pub fn wider_than_effect(
    effects: impl Iterator<Item = (String, Estimate)>,
    what: &str,
) -> Option<String> {
    let mut wide: Vec<String> = effects
        .filter_map(|(name, effect)| {
            let reach = effect.interval()?.half_width();
            (reach > effect.value.abs()).then(|| {
                format!(
                    "{name} ({} points, ±\u{a0}{})",
                    effect.value_words(1),
                    fixed(100.0 * reach, 1)
                )
            })
        })
        .collect();
    let more = wide.len().saturating_sub(8);
    if more > 0 {
        wide.truncate(8);
        wide.push(format!("{more} more"));
    }
    (!wide.is_empty()).then(|| {
        format!(
            "The interval is wider than the effect for {}: {what} may be due to chance. More deals \
             give narrower intervals; half the width requires four times as many deals.",
            listed(&wide)
        )
    })
}

/// Warns about the number of comparisons on the page.
fn comparisons(tally: &Tally) -> Option<String> {
    let bots = if tally.mirror() {
        0
    } else {
        tally.entrants.len()
    };
    let held = |bot: &portolan_study::tally::Entrant| {
        bot.seats.iter().filter(|cell| cell.games > 0).count()
    };
    let seats: usize = tally.entrants.iter().map(held).sum();
    let shares = bots + seats;
    let compared = tally.blocks > 1 && !tally.is_stopped_by_results();
    (compared && tally.seat_count() > 1 && shares > 2).then(|| {
        let pairs = tally.pairs.len() as u64;
        format!(
            "The page compares {shares} shares of wins with the {}{}. Their 95\u{a0}% intervals are not \
             corrected for multiple comparisons, so one in twenty misses its true value by chance. The p-values, \
             the verdicts and the sentences at the top are corrected.",
            tally.fair_name(),
            match pairs {
                0 => String::new(),
                pairs => format!(" and compares {} of bots", count(pairs, "pair")),
            }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::results::record::Record;

    /// Creates deal groups of three games between the bots `a`, `b` and `c`; `winners` contains the winner of
    /// each game.
    fn tally(winners: &[[usize; 3]]) -> Tally {
        let names = ["a", "b", "c"].map(String::from);
        let mut tally = Tally::new(&names, &[]);
        for (block, games) in winners.iter().enumerate() {
            let mut rows = Vec::new();
            for (game, &winner) in games.iter().enumerate() {
                for seat in 0..3 {
                    let bot = (seat + game) % 3;
                    rows.push(Record {
                        game_id: (3 * block + game + 1) as u64,
                        seed: block as u64,
                        seat,
                        bot: &names[bot],
                        score: if bot == winner { 10 } else { 5 },
                        win: f64::from(bot == winner),
                        rank: if bot == winner { 1 } else { 2 },
                        ..Record::default()
                    });
                }
            }
            tally.add_block(&rows);
        }
        tally
    }

    #[test]
    fn clear_winner_is_named() {
        let tally = tally(&[[0, 0, 1], [0, 0, 2]].repeat(20));
        assert_eq!(
            answer(&tally).replace('\u{a0}', " "),
            "With three players, a wins 66.7 % (59.2–74.0) of games, more than the fair share of 33.3 %."
        );
        assert_eq!(sure(&tally), Sure::Certain);
        let ahead = ahead_of_next(&tally).unwrap();
        assert!(ahead.contains("which is significant"), "{ahead}");
    }

    #[test]
    fn indistinguishable_bots_have_no_winner() {
        let tally = tally(&[[0, 1, 2], [0, 0, 1], [1, 2, 2], [1, 1, 0], [2, 0, 0]]);
        let told = answer(&tally);
        assert!(
            told.contains("wins are not distinguishable: the highest share is that of a"),
            "{told}"
        );
        assert!(
            ahead_of_next(&tally)
                .unwrap()
                .contains("which is not significant")
        );
        assert!(wide(&tally).unwrap().contains("a (+6.7 points"));
        assert_eq!(sure(&tally), Sure::Open);
    }

    #[test]
    fn clear_loser_is_named_without_a_clear_winner() {
        let tally = tally(&[[0, 0, 0], [1, 1, 1]].repeat(20));
        let told = answer(&tally);
        assert!(told.contains("c wins 0.0"), "{told}");
        assert!(told.contains("less than the fair share"), "{told}");
    }

    #[test]
    fn single_deal_group_gives_no_finding() {
        assert!(answer(&tally(&[[0, 0, 0]])).contains("a single deal does not show"));
        assert!(answer(&tally(&[])).contains("no result to report"));
        assert_eq!(ahead_of_next(&tally(&[[0, 0, 0]])), None);
    }
}
