//! False findings and coverage of studies of items and settings. Games with random scores are passed to the code
//! that analyses the games of a study. The numbers in `docs/findings/validity.md` come from
//!
//! `cargo test --release --test coverage -- --ignored --nocapture`

use std::collections::BTreeMap;

use portolan::random::{Rng, standard_normal, stream, unit};
use portolan::results::manifest::Manifest;
use portolan::results::record::Record;
use portolan::stats::repetition::{SharedErrors, p_of_repetition};
use portolan::stats::shrinkage::{Measured, rank_intervals, shrunk, variance_between};
use portolan::study::items::{ItemFindings, ItemGames};
use portolan::study::settings;
use portolan_run::settings::Access;
use portolan_testing::program;

/// Number of null reports for each kind and size. Experiments with 157 cards take long, so they have a third of
/// this number.
const REPORTS: u64 = 900;

/// Returns the manifest of a study of this kind with a single deal group.
fn manifest(text: &str) -> Manifest {
    let folder = portolan_testing::folder::temporary();
    let text = format!("game = \"maracaibo\"\nevents = \"none\"\ngames = 1\n{text}");
    std::fs::write(folder.path().join("study.toml"), text).unwrap();
    program::succeeds(folder.path(), "run study.toml --quiet --out study");
    Manifest::read(&folder.path().join("study"))
        .unwrap()
        .unwrap()
}

/// Returns random games of a study in which only `effect` matters, the number of points that a condition adds to
/// the score of a place in a seat. Scores contain random effects of the deal, of the seat on the deal, of the
/// place on the deal (in one data set and in all of them), and of the game; some of them are skewed.
fn games(
    manifest: &Manifest,
    blocks: u64,
    rng: &mut Rng,
    effect: &dyn Fn(usize, usize, usize) -> f64,
    mut take: impl FnMut(&[Record]),
) {
    let players = manifest.experiment.players;
    let orders = portolan_run::settings::seating::orders(players);
    let cells = &manifest.experiment.cells;
    let mut id = 0;
    for _ in 0..blocks {
        let seats: Vec<f64> = (0..players).map(|_| 5.0 * standard_normal(rng)).collect();
        let places: Vec<f64> = (0..players).map(|_| 4.0 * standard_normal(rng)).collect();
        let mut of_set: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for (index, cell) in cells.iter().enumerate() {
            let own = of_set
                .entry(cell.perturbation)
                .or_insert_with(|| (0..players).map(|_| 4.0 * standard_normal(rng)).collect());
            let own = own.clone();
            for order in &orders {
                let scores: Vec<f64> = (order.iter().enumerate())
                    .map(|(seat, &place)| {
                        let game = 8.0 * standard_normal(rng) - 6.0 * (1.0 - unit(rng)).ln();
                        let luck = seats[seat] + places[place] + own[place] + game;
                        120.0 + luck + effect(index, place, seat)
                    })
                    .collect();
                let best = scores.iter().copied().fold(f64::MIN, f64::max);
                id += 1;
                let of_seat = |&score: &f64| Record {
                    game_id: id,
                    cell: index,
                    bot: &cell.bots[0],
                    score: score.round() as i32,
                    win: f64::from(u8::from(score == best)),
                    ..Record::default()
                };
                take(&scores.iter().map(of_seat).collect::<Vec<_>>());
            }
        }
    }
}

fn items<'run>(
    manifest: &'run Manifest,
    blocks: u64,
    rng: &mut Rng,
    effect: &dyn Fn(usize, usize, usize) -> f64,
) -> ItemFindings<'run> {
    let mut collector = ItemGames::new(manifest).unwrap();
    games(manifest, blocks, rng, effect, |game| {
        collector.add_game(game);
    });
    collector.finish()
}

/// Returns true if a report of items contains any finding: an item, a constraint or a pair.
fn names_anything(found: &ItemFindings) -> bool {
    found.first_set().any(|bot| {
        let judged = bot.items.iter().chain(&bot.must);
        let mut judged = judged.chain(bot.pairs.iter().map(|(_, judged)| judged));
        judged.any(|judged| judged.direction() != 0)
    })
}

/// Returns the share of null reports with any finding, and the coverage of their 95 % intervals for zero.
fn null_rate(name: &str, text: &str, blocks: u64, reports: u64) -> (f64, f64) {
    let manifest = manifest(text);
    let (mut named, mut held, mut intervals) = (0, 0, 0);
    for report in 0..reports {
        let mut rng = stream(2027, &[blocks, report]);
        let found = items(&manifest, blocks, &mut rng, &|_, _, _| 0.0);
        named += u64::from(names_anything(&found));
        for judged in found.first_set().flat_map(|bot| &bot.items) {
            let interval = judged.excess_interval().unwrap();
            intervals += 1;
            held += u64::from(interval.low <= 0.0 && interval.high >= 0.0);
        }
    }
    // With very few deal groups, each of them could determine the effect of an item, so no findings are reported.
    assert!(intervals > 0 || blocks < 6, "{name}: nothing was judged");
    let (rate, coverage) = (
        named as f64 / reports as f64,
        if intervals == 0 {
            1.0
        } else {
            held as f64 / intervals as f64
        },
    );
    println!(
        "{name}, {blocks} blocks: {:.1} % of null reports name something, intervals hold {:.1} %",
        100.0 * rate,
        100.0 * coverage
    );
    (rate, coverage)
}

const CARDS: &str = "kind = \"factorial\"\nplayers = 2\nbots = [\"random\"]\nitems = \"cards\"";
const COUPLE: &str =
    "kind = \"factorial\"\nplayers = 2\nbots = [\"random\"]\nitems = [\"P4\", \"P7\"]";
const PRESTIGE: &str =
    "kind = \"factorial\"\nplayers = 3\nbots = [\"random\"]\nitems = \"prestige\"";
const FIXED: &str = "kind = \"factorial\"\nplayers = 2\nbots = [\"random\", \"greedy\"]\n\
                     items = [\"prestige\", \"careers\"]\n[factorial]\nwithhold = 4\ninteractions = 5";
const GRANT: &str = "kind = \"grant\"\nplayers = 2\nbots = [\"random\", \"greedy\"]\n\
                     items = [\"A001\", \"A002\", \"A003\", \"A004\", \"A005\", \"A006\"]";
const CONSTRAINT: &str =
    "kind = \"constraint\"\nplayers = 2\nbots = [\"random\", \"greedy\"]\nitems = \"prestige\"";
const SETTINGS: &str = "kind = \"settings\"\nbots = [\"random\", \"greedy\"]\n[settings]\n\
                        start_doubloons = [8, 6, 10, 12]\nhand_limit = [4, 3, 5, 6]";

/// Asserts that at most 6 % of the null reports of a kind have any finding, at several sizes.
fn hold_the_null_rate(name: &str, text: &str, sizes: [u64; 3], reports: u64) {
    let rates = sizes.map(|blocks| null_rate(name, text, blocks, reports));
    for ((rate, coverage), blocks) in rates.into_iter().zip(sizes) {
        assert!(rate <= 0.06, "{name}, {blocks} blocks: {rate}");
        assert!(coverage >= 0.94, "{name}, {blocks} blocks: {coverage}");
    }
}

/// Tests every allowed size, from two deal groups per effect on.
#[test]
#[ignore = "nightly: 300 null reports of 157 effects at each size, ten minutes"]
fn report_of_157_cards_rarely_has_false_findings() {
    hold_the_null_rate("factorial, 157 cards", CARDS, [314, 500, 1500], REPORTS / 3);
}

#[test]
#[ignore = "nightly: 900 null reports of each size"]
fn factorial_reports_rarely_have_false_findings() {
    for (name, text, sizes) in [
        ("factorial, 2 buildings", COUPLE, [4, 6, 100]),
        ("factorial, 8 buildings, 3 players", PRESTIGE, [16, 24, 300]),
        (
            "factorial, fixed number, pairs, 2 bots",
            FIXED,
            [42, 63, 400],
        ),
    ] {
        hold_the_null_rate(name, text, sizes, REPORTS);
    }
}

#[test]
#[ignore = "nightly: 900 null reports of each size"]
fn grant_and_constraint_reports_rarely_have_false_findings() {
    for (name, text) in [("grant", GRANT), ("constraint", CONSTRAINT)] {
        hold_the_null_rate(name, text, [10, 30, 300], REPORTS);
    }
}

#[test]
fn item_reports_rarely_have_false_findings_in_short_run() {
    for (name, text, blocks) in [
        ("factorial, 3 players", PRESTIGE, 16),
        ("factorial, fixed number", FIXED, 42),
        ("grant", GRANT, 30),
        ("constraint", CONSTRAINT, 30),
    ] {
        let (rate, coverage) = null_rate(name, text, blocks, 20);
        // At a rate of 5 %, four or more of 20 have a probability of 1 in 60.
        assert!(rate <= 0.15 && coverage > 0.9, "{name}: {rate}, {coverage}");
    }
}

/// Returns the share of null reports of settings with a changed or fairer setting. The first seat has the same
/// advantage in all settings.
fn settings_null_rate(players: usize, first_seat: f64, blocks: u64, reports: u64) -> f64 {
    let manifest = manifest(&format!("players = {players}\n{SETTINGS}"));
    let worth = |_: usize, _: usize, seat: usize| if seat == 0 { first_seat } else { 0.0 };
    let mut named = 0;
    for report in 0..reports {
        let mut rng = stream(2028, &[players as u64, blocks, report]);
        let mut collector = settings::SettingGames::new(&manifest);
        games(&manifest, blocks, &mut rng, &worth, |game| {
            collector.add_game(game);
        });
        let found = collector.finish();
        let any = found.changes.iter().any(settings::SettingChange::is_told)
            || found.evenness.iter().any(|one| one.direction() != 0);
        named += u64::from(any);
    }
    let rate = named as f64 / reports as f64;
    println!(
        "settings, {players} players, first seat {first_seat} points, {blocks} blocks: {:.1} % of null \
         reports name something",
        100.0 * rate
    );
    rate
}

#[test]
#[ignore = "nightly: 900 null reports of each size"]
fn settings_reports_rarely_have_false_findings() {
    for players in [2, 3, 4] {
        for first_seat in [0.0, 6.0] {
            for blocks in [10, 30, 300] {
                let rate = settings_null_rate(players, first_seat, blocks, REPORTS);
                assert!(rate <= 0.06, "{players} players, {blocks} blocks: {rate}");
            }
        }
    }
}

#[test]
fn settings_reports_rarely_have_false_findings_in_short_run() {
    assert!(settings_null_rate(2, 6.0, 30, 40) <= 0.15);
}

/// Returns true if a finding in the first data set is confirmed by the other sets, or `None` if it cannot be
/// tested. All errors have variance 1, the errors of two sets on the same deals are correlated, and the true
/// effects of the sets differ with the standard deviation `between`.
fn survival(
    rng: &mut Rng,
    effect: f64,
    sets: usize,
    correlation: f64,
    between: f64,
) -> Option<bool> {
    let errors = SharedErrors {
        first: 1.0,
        each: 1.0,
        mean: correlation + (1.0 - correlation) / sets as f64,
        with_first: correlation,
        degrees: 500.0,
    };
    // Two-sided level of the findings in a family in which a fifth of the effects are findings.
    let chosen_below = 0.01;
    loop {
        let shared = correlation.sqrt() * standard_normal(rng);
        let mut value = || {
            let own = (1.0 - correlation).sqrt() * standard_normal(rng);
            effect + between * standard_normal(rng) + shared + own
        };
        let first = value();
        let others: Vec<f64> = (0..sets).map(|_| value()).collect();
        if first.abs() > 2.576 {
            let p = p_of_repetition(first, &others, errors, chosen_below)?;
            return Some(p < 0.025);
        }
    }
}

fn survival_rate(effect: f64, sets: usize, correlation: f64, between: f64, times: u64) -> f64 {
    let passed = (0..times).filter(|&time| {
        let mut rng = stream(2029, &[time]);
        survival(&mut rng, effect, sets, correlation, between) == Some(true)
    });
    let rate = passed.count() as f64 / times as f64;
    println!(
        "{sets} data sets, correlation {correlation}, deviation between sets {between}: of items told at \
         1% with an effect of {effect} errors {:.1} % survive",
        100.0 * rate
    );
    rate
}

#[test]
#[ignore = "nightly: 4,000 chosen findings of each sort"]
fn only_true_findings_are_confirmed_in_other_data_sets() {
    for sets in [2, 4, 8] {
        for correlation in [0.0, 0.2, 0.5, 0.9, 1.0] {
            for between in [0.0, 0.5, 1.0, 3.0] {
                let rate = survival_rate(0.0, sets, correlation, between, 4000);
                assert!(rate <= 0.05, "{sets}, {correlation}, {between}: {rate}");
            }
        }
    }
    for (sets, correlation, between) in [(4, 0.2, 0.5), (4, 0.5, 1.0), (4, 1.0, 0.0), (8, 0.2, 0.5)]
    {
        let rate = survival_rate(8.0, sets, correlation, between, 1000);
        assert!(rate > 0.9, "{rate}");
    }
}

#[test]
fn only_true_findings_are_confirmed_in_other_data_sets_in_short_run() {
    assert!(survival_rate(0.0, 4, 0.5, 0.5, 400) <= 0.05);
    assert!(survival_rate(0.0, 4, 1.0, 0.0, 400) <= 0.05);
    assert!(survival_rate(8.0, 4, 0.5, 0.5, 200) > 0.9);
}

/// One building costs players without it ten points in every data set, and another
/// building only in the first data set. The four other data sets confirm only the first finding.
#[test]
fn finding_in_only_one_data_set_is_not_confirmed() {
    let manifest = manifest(&format!("{CONSTRAINT}\nperturbed = 4"));
    let cells = &manifest.experiment.cells;
    let effect = |cell: usize, place: usize, _: usize| {
        let never = cells[cell]
            .arm
            .filter(|arm| arm.access == Access::Never && place == 0);
        match never.map(|arm| arm.item) {
            Some(0) => -10.0,
            Some(1) if cells[cell].perturbation == 0 => -10.0,
            _ => 0.0,
        }
    };
    let found = items(&manifest, 200, &mut stream(2032, &[]), &effect);
    assert_eq!(found.conclusions[0].directions, [1, 1]);
    assert_eq!(found.conclusions[0].survives, [Some(true), Some(true)]);
    assert_eq!(found.conclusions[1].directions, [1, 1]);
    assert_eq!(found.conclusions[1].survives, [Some(false), Some(false)]);
    assert!(found.conclusions[0].holds() && !found.conclusions[1].holds());
    assert_eq!(found.conclusions[2].survives, [None, None]);
}

/// Returns the mean squared raw and shrunken errors, and the coverage of rank intervals.
fn families(name: &str, spread: impl Fn(f64) -> f64, count: u64) -> (f64, f64, f64) {
    let (mut raw, mut pulled, mut held, mut ranks) = (0.0, 0.0, 0.0, 0.0);
    for family in 0..count {
        let mut rng = stream(2031, &[family]);
        let items: Vec<(f64, Measured)> = (0..24)
            .map(|_| {
                let error = 0.03 * 100f64.powf(unit(&mut rng));
                let truth = spread(error) * standard_normal(&mut rng);
                let value = truth + error * standard_normal(&mut rng);
                (truth, Measured { value, error })
            })
            .collect();
        let estimates: Vec<Measured> = items.iter().map(|&(_, estimate)| estimate).collect();
        let between = variance_between(&estimates);
        let intervals = rank_intervals(&estimates, &mut || standard_normal(&mut rng));
        for (&(truth, estimate), (low, high)) in items.iter().zip(intervals) {
            raw += (estimate.value - truth).powi(2);
            pulled += (shrunk(estimate, between).value - truth).powi(2);
            let above = items.iter().filter(|other| other.0 > truth).count() + 1;
            held += f64::from(u8::from(low <= above && above <= high));
            ranks += 1.0;
        }
    }
    println!(
        "shrinking, {name}: root mean square error {:.3} of the raw one; {:.1} % of rank intervals hold",
        (pulled / raw).sqrt(),
        100.0 * held / ranks
    );
    (raw, pulled, held / ranks)
}

#[test]
#[ignore = "nightly: 200 families of each sort"]
fn shrinkage_reduces_error_and_rank_intervals_cover_the_ranks() {
    for (name, spread) in [
        ("true values spread by 0.1", (|_| 0.1) as fn(f64) -> f64),
        ("by 1", |_| 1.0),
        ("by 5", |_| 5.0),
        ("by three times their error", |error| 3.0 * error),
        ("by the square of their error", |error| error * error),
    ] {
        let (raw, pulled, held) = families(name, spread, 200);
        assert!(pulled < raw, "{name}");
        assert!(held > 0.9, "{name}: {held}");
    }
}
