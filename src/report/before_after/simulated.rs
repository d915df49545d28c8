//! Tests of sentences, badges and tables with simulated studies: every claim agrees with the interval in the table.

use std::collections::BTreeMap;

use super::described;
use crate::page::Sure;
use crate::study::Findings;
use portolan_core::dataset::DataSet;
use portolan_core::random::{Rng, below, standard_normal, stream};
use portolan_run::experiment::change::ChangeGames;
use portolan_run::results::manifest::{DataRecord, ExperimentRecord, Manifest, WorkManifest};
use portolan_run::results::reader::Extent;
use portolan_run::results::record::Record;
use portolan_run::settings::roster::Roster;
use portolan_run::settings::seating::orders;
use portolan_run::settings::{
    Access, Arm, Change, ConditionSpec, EventLevel, Experiment, ItemDesign, ItemStudy, Kind,
    StudiedItem,
};
use portolan_stats::{Estimate, Interval, Unit};
use portolan_study::before_after::ChangeFindings;
use portolan_study::challengers::{Challenger, Challengers};

/// True effects of a simulated change.
#[derive(Clone, Copy, Debug)]
struct Truth {
    /// Change of the mean score.
    score: f64,
    /// Effect of the item before and after the change; `None` for a study without items.
    item: Option<[f64; 2]>,
    /// Advantage in points of the first seat before and after the change.
    seat: [f64; 2],
}

const INTEREST: Change = Change {
    data: None,
    set: BTreeMap::new(),
    points: 2.0,
    wins: 0.1,
    fixed: false,
};

fn manifest(players: usize, with_item: bool, fixed: bool) -> Manifest {
    let arm = Arm {
        item: 0,
        granted: true,
        access: Access::Free,
    };
    let cell = |arm: Option<Arm>| ConditionSpec {
        name: String::new(),
        players,
        bots: vec!["bot".to_string(); players],
        data: String::new(),
        set: Default::default(),
        perturbation: 0,
        arm,
        handicap: 0,
        prices: Vec::new(),
    };
    let arms = if with_item { 2 } else { 0 };
    let cells = [None, None].into_iter().chain(vec![Some(arm); arms]);
    let item = StudiedItem {
        label: "A1".to_string(),
        grantable: true,
        ..StudiedItem::default()
    };
    let experiment = Experiment {
        change: Some(Change { fixed, ..INTEREST }),
        cells: cells.map(cell).collect(),
        items: with_item.then_some(ItemStudy {
            design: ItemDesign::Change,
            item: vec![item],
            by_strength: false,
        }),

        game: "none".to_string(),
        players,
        bots: vec!["bot".to_string()],
        games: 1000,
        seed: 1,
        events: EventLevel::None,
        kind: Kind::Change,
        ..Experiment::default()
    };
    let roster = Roster {
        seats: players,
        seatings: orders(players).len() as u64,
        entrants: vec!["bot".to_string()],
    };
    let record = ExperimentRecord {
        reproducible: true,
        games_planned: 0,
        games_done: 0,
        games_crashed: 0,
        games_capped: 0,
        games_forfeited: 0,
        games_repeated: 0,
        blocks_planned: 0,
        blocks_done: 0,
        block_size: 0,
        command: String::new(),
        shard: None,
        score_categories: Vec::new(),
        experiment,
        roster: vec![roster],
        data: DataRecord::new(&DataSet::embedded(&[]), Default::default()),
        more_data: Vec::new(),
        ended_early: false,
        test: None,
    };
    WorkManifest::new(1, record)
}

/// Plays a study with normal noise up to its end, or up to this number of deals.
fn played(manifest: &Manifest, truth: Truth, seed: u64, deals: u64) -> ChangeFindings {
    let experiment = &manifest.experiment;
    let players = manifest.experiment.players;
    let (roster, items) = (&manifest.roster[0], experiment.items.as_ref());
    let mut games = ChangeGames::new(
        experiment.change.clone().unwrap(),
        items,
        &experiment.cells,
        roster,
        0,
    )
    .unwrap();
    let mut rng = stream(seed, &[]);
    let width = experiment.cells.len() as u64;
    let mut blocks = 0;
    while blocks < deals && games.ended_at().is_none() {
        let deal = 6.0 * standard_normal(&mut rng);
        for (cell, spec) in experiment.cells.iter().enumerate() {
            // Untreated conditions come first, then those with the item before and after the change.
            let after = cell % 2;
            let step = blocks * width + cell as u64;
            let mut records = Vec::new();
            for (order, places) in orders(players).iter().enumerate() {
                let score = |seat: usize, rng: &mut Rng| {
                    let treated = spec.arm.is_some() && places[seat] == 0;
                    let item = truth
                        .item
                        .filter(|_| treated)
                        .map_or(0.0, |item| item[after]);
                    let first = if seat == 0 { truth.seat[after] } else { 0.0 };
                    let all = truth.score * after as f64;
                    (50.0 + deal + all + item + first + 4.0 * standard_normal(rng)).round() as i32
                };
                let scores: Vec<i32> = (0..players).map(|seat| score(seat, &mut rng)).collect();
                let best = scores.iter().max().copied().unwrap();
                let winners = scores.iter().filter(|&&score| score == best).count() as f64;
                records.extend(scores.iter().enumerate().map(|(seat, &score)| Record {
                    game_id: step * orders(players).len() as u64 + order as u64 + 1,
                    seat,
                    bot: "bot",
                    score,
                    win: if score == best { 1.0 / winners } else { 0.0 },
                    turns: 9 + below(&mut rng, 3),
                    ..Record::default()
                }));
            }
            games.add_step(step, &records);
        }
        blocks += 1;
    }
    ChangeFindings {
        extent: Extent {
            blocks,
            ..Extent::default()
        },
        effects: games.effects(),
        takings: Vec::new(),
        settled_after: games.settled_after().filter(|_| games.is_settled()),
        asks_about_seats: games.asks_about_seats(),
    }
}

/// A row of the table: the change, its bound and the words of the last column.
struct Row {
    of: String,
    change: Estimate,
    word: String,
}

fn rows(page: &Findings) -> Vec<Row> {
    let mut found = Vec::new();
    for table in page.sections.iter().flat_map(|section| &section.tables) {
        for (of, _, measure, estimate) in table.estimates() {
            if measure == "after" && of.starts_with("value of") {
                check_value(page, estimate);
            }
            if measure == "change" {
                let row = table.rows.iter().find(|row| row[0] == of).unwrap();
                let word = row.last().unwrap().clone();
                found.push(Row {
                    of,
                    change: estimate,
                    word,
                });
            }
        }
    }
    found
}

/// Checks the verdict on the value of an item after the change.
fn check_value(page: &Findings, after: Estimate) {
    let interval = after.low.zip(after.high);
    let is_small = |(low, high): (f64, f64)| -INTEREST.points < low && high < INTEREST.points;
    let words = match interval {
        Some((low, _)) if low > 0.0 => "It is stronger than a random card",
        Some((_, high)) if high < 0.0 => "It is weaker than a random card",
        Some(ends) if is_small(ends) => {
            "It differs from a random card of its kind by less than 2.0 points"
        }
        _ => "It may or may not be stronger",
    };
    let told = &page.more[0];
    assert!(told.starts_with(words), "{after:?}: {told}");
}

/// Formats a number and its interval as a reader expects them: in percentage points for shares.
fn printed(estimate: Estimate, sign: f64) -> String {
    let factor = if estimate.unit == Unit::ShareDifference {
        100.0
    } else {
        1.0
    };
    let ends = [estimate.low, estimate.high].map(|end| sign * factor * end.unwrap());
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let between = if format!("{low:.1}").starts_with('-') {
        " to "
    } else {
        "–"
    };
    let number = format!(
        "{:.1} ({low:.1}{between}{high:.1})",
        sign * factor * estimate.value
    );
    number.replace('-', "−").replace("−0.0", "0.0")
}

/// Checks all words about a change of the game against the intervals of the table. Returns the number of directions that
/// are claimed.
fn check(page: &Findings, with_item: bool) -> usize {
    let text = format!("{} {}", page.answer, page.more.join(" ")).to_lowercase();
    let rows = rows(page);
    let mut claims = 0;
    for Row { of, change, word } in &rows {
        let shares = change.unit == Unit::ShareDifference;
        let bound = if shares {
            INTEREST.wins
        } else {
            INTEREST.points
        };
        let interval = change.low.zip(change.high);
        let up = interval.is_some_and(|(low, _)| low > 0.0);
        let down = interval.is_some_and(|(_, high)| high < 0.0);
        let is_small = interval.is_some_and(|(low, high)| -bound < low && high < bound);
        let context = format!("{of} {change:?} \"{word}\": {text}");
        assert_eq!(word.starts_with("more"), up, "{context}");
        assert_eq!(word.starts_with("less"), down, "{context}");
        assert_eq!(word.ends_with("below bound"), is_small, "{context}");
        assert_eq!(word == "open", !up && !down && !is_small, "{context}");
        let seat = of.strip_prefix("wins of ").unwrap_or_default();
        let (claim, small) = match of.as_str() {
            "score" => ("scores rise by|scores fall by".to_string(), None),
            "turns per seat" => ("games lengthen by|games shorten by".to_string(), None),
            "largest gap to the fair share" => {
                let small = "by less than 10.0 percentage points: the largest gap";
                (
                    "makes the seats less fair|makes the seats fairer".to_string(),
                    Some(small),
                )
            }
            "value of beginning with A1" => {
                let small = "a1 by less than 2.0 points: |a1 rises by less than 2.0 points: |\
                             a1 falls by less than 2.0 points: ";
                (
                    format!("{} rises|{0} falls", of.to_lowercase()),
                    Some(small),
                )
            }
            _ => (
                format!("wins of {seat} rises by|wins of {seat} falls by"),
                None,
            ),
        };
        let claim: Vec<&str> = claim.split('|').collect();
        assert_eq!(claim.len(), 2);
        let claimed = [text.contains(claim[0]), text.contains(claim[1])];
        assert_eq!(claimed, [up, down], "{claim:?}: {context}");
        if let Some(words) = small {
            let is_told = words.split('|').any(|words| text.contains(words));
            assert_eq!(is_told, is_small, "{context}");
        }
        if up || down {
            claims += 1;
            let sign = match small {
                Some(_) => 1.0,
                None => change.value.signum(),
            };
            let number = printed(*change, sign);
            assert!(text.contains(&number), "{number}: {context}");
        }
    }
    let answers = |of: &str| match with_item {
        true => of.starts_with("value of"),
        false => of != "turns per seat",
    };
    let answered: Vec<&Row> = rows.iter().filter(|row| answers(&row.of)).collect();
    let open = answered.iter().filter(|row| row.word == "open").count();
    let wanted = match open {
        0 => Sure::Certain,
        open if open == answered.len() => Sure::Open,
        _ => Sure::Likely,
    };
    assert_eq!(page.sure, wanted, "{text}");
    claims
}

#[test]
fn sentences_badges_and_verdicts_follow_the_printed_intervals() {
    let mut claims = Vec::new();
    let mut settled = 0;
    for players in [2, 3] {
        for (score, seat) in [
            (0.0, [0.0, 0.0]),
            (0.8, [1.0, 3.0]),
            (8.0, [7.0, 0.0]),
            (-3.0, [0.0, 7.0]),
        ] {
            for item in [None, Some([3.0, 3.2]), Some([9.0, 1.0]), Some([0.0, 0.0])] {
                let truth = Truth { score, item, seat };
                for (seed, deals, fixed) in [
                    (1, 15, false),
                    (2, 60, false),
                    (3, 700, false),
                    (4, 80, true),
                ] {
                    let manifest = manifest(players, item.is_some(), fixed);
                    let found = played(&manifest, truth, seed, deals);
                    settled += usize::from(found.settled_after.is_some());
                    claims.push(check(
                        &described(&manifest, &found, (None, None)),
                        item.is_some(),
                    ));
                }
            }
        }
    }
    // Some studies make no claim, and some end early because all questions are settled.
    let silent = claims.iter().filter(|&&claims| claims == 0).count();
    assert!(
        silent > 20 && claims.len() - silent > 20 && settled > 8,
        "{silent}, {settled}"
    );
}

#[test]
fn blind_spot_of_the_player_precedes_a_clear_effect() {
    let manifest = manifest(2, false, false);
    let truth = Truth {
        score: 8.0,
        item: None,
        seat: [0.0, 0.0],
    };
    let found = played(&manifest, truth, 3, 700);
    let interval = Interval {
        low: 2.0,
        high: 6.0,
    };
    let challenger = Challenger {
        bot: "explorer".to_string(),
        lean: Vec::new(),
        is_toward: true,
        gain: Estimate::new(4.0, Some(interval), Unit::PointsDifference),
        wins: None,
    };
    let challengers = Challengers {
        change: "after".to_string(),
        bot: "net".to_string(),
        deals: 40,
        all: vec![challenger],
    };
    let clear = described(&manifest, &found, (None, None)).answer;
    let doubted = described(&manifest, &found, (None, Some(&challengers))).answer;
    assert!(clear.starts_with("Scores rise by"), "{clear}");
    assert!(
        doubted.starts_with("Net does not play the changed game well: "),
        "{doubted}"
    );
    assert!(doubted.ends_with(&clear), "{doubted}");
}
