//! Differences between runs for each item: items are matched by kind and label, bots by name.
//!
//! Runs on the same deals are compared deal by deal: for a treated place, its difference from the control in one run
//! minus that in the other. For a factorial experiment, the differences between the outcomes of the two runs are
//! regressed on the withheld items, which are the same in both.

use super::arms::{ArmOutcome, arms, is_studied};
use super::confirmation;
use super::error::ReadError;
use super::factorial::{Outcomes, estimands, fit};
use super::items::{BotItems, ItemFindings, ItemGames};
use super::judgement::{FALSE_DISCOVERIES, ItemEffect, Judgement};
use super::places::{CellBlock, Means, Places};
use super::source::Source;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_run::settings::{Access, Arm, ItemDesign, ItemStudy, StudiedItem};
use portolan_stats::{Differences, Estimate, Interval, Moments, benjamini_hochberg, t_test};

/// A run of a study of items, with its findings and its blocks.
pub struct ItemRun<'run> {
    manifest: &'run Manifest,
    /// Findings about the items.
    pub found: ItemFindings<'run>,
    bots: Vec<BotBlocks>,
}

/// Block results of one bot, with the original data set.
struct BotBlocks {
    bot: String,
    /// The condition of a factorial experiment.
    cell: usize,
    /// In a factorial experiment, results of the places by block.
    places: Vec<(u64, Vec<Means>)>,
    /// In other studies, the arm that measures each item.
    arms: Vec<Option<ArmOutcome>>,
    /// For each item and block, the effect on the margin and on the share of wins.
    effects: Vec<Vec<(u64, [f64; 2])>>,
}

impl<'run> ItemRun<'run> {
    /// Reads a run; `None` if it is not a study of items.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &'run Source) -> Result<Option<ItemRun<'run>>, ReadError> {
        let manifest = &source.manifest;
        let study = manifest.experiment.design.items.as_ref();
        let (Some(study), Some(games)) = (study, ItemGames::new(manifest)) else {
            return Ok(None);
        };
        let mut games = games.with_takings(source.takings()?);
        let mut places = Places::new(manifest);
        let mut bots = bots(manifest, study);
        let mut take = |block: u64, cells: &[Option<CellBlock>]| {
            bots.iter_mut()
                .for_each(|bot| bot.take(study, block, cells));
        };
        source.blocks()?.each_game(|game: &[Record]| {
            games.add_game(game);
            places.add_game(game, &mut take);
        })?;
        places.finish(&mut take);
        let mut found = games.finish();
        let mut parts = source.parts();
        if let (Some((folder, _)), None) = (parts.next(), parts.next()) {
            found.whole_game = confirmation::beside(folder, manifest)?;
        }
        Ok(Some(ItemRun {
            manifest,
            found,
            bots,
        }))
    }

    fn bot(&self, name: &str) -> Option<(&BotItems, &BotBlocks)> {
        let found = self.found.first_set().find(|bot| bot.bot == name)?;
        Some((found, self.bots.iter().find(|bot| bot.bot == name)?))
    }
}

/// Returns every bot of a study once, with its conditions of the original data set.
fn bots(manifest: &Manifest, study: &ItemStudy) -> Vec<BotBlocks> {
    let cells = &manifest.experiment.design.cells;
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let is_first = cell.perturbation == 0 && is_studied(study, cells, index);
        let Some(bot) = cell.bots.first().filter(|_| is_first) else {
            continue;
        };
        match found.iter_mut().find(|(name, _)| name == bot) {
            Some((_, of_bot)) => of_bot.push(index),
            None => found.push((bot.clone(), vec![index])),
        }
    }
    let of_bot = |(bot, set): (String, Vec<usize>)| {
        let mut all = arms(cells, std::slice::from_ref(&set));
        let mut of_item = |item: usize| {
            let tells = |arm: &ArmOutcome| arm.arm.item == item && tells_of_item(study, &arm.arm);
            let at = all.iter().position(tells)?;
            Some(all.swap_remove(at))
        };
        let items = study.item.len();
        BotBlocks {
            bot,
            cell: set[0],
            places: Vec::new(),
            arms: (0..items).map(&mut of_item).collect(),
            effects: vec![Vec::new(); items],
        }
    };
    found.into_iter().map(of_bot).collect()
}

/// Returns true if the difference between an arm and its control measures the value of its item.
fn tells_of_item(study: &ItemStudy, arm: &Arm) -> bool {
    match study.design {
        ItemDesign::Factorial(_) | ItemDesign::PriceFactorial(_) => false,
        ItemDesign::Grant => arm.granted,
        ItemDesign::Change => true,
        ItemDesign::Constraint(_) => arm.access == Access::Never,
    }
}

impl BotBlocks {
    fn take(&mut self, study: &ItemStudy, block: u64, cells: &[Option<CellBlock>]) {
        if study.factorial().is_some() {
            let cell = cells.get(self.cell).and_then(Option::as_ref);
            self.places
                .extend(cell.map(|cell| (block, cell.places.clone())));
            return;
        }
        for (arm, effects) in self.arms.iter().zip(&mut self.effects) {
            // The loss from never taking an item is the value of access to it.
            let is_loss = |arm: &ArmOutcome| match study.design {
                ItemDesign::Constraint(_) => true,
                ItemDesign::Change => arm.arm.access == Access::Never,
                _ => false,
            };
            let sign = if arm.as_ref().is_some_and(is_loss) {
                -1.0
            } else {
                1.0
            };
            let change = arm.as_ref().and_then(|arm| arm.changes(0, cells));
            effects.extend(change.map(|(margin, win)| (block, [sign * margin, sign * win])));
        }
    }
}

/// Type of games in which an item was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Games of the study.
    Study,
    /// Games on fresh deals, without other restrictions.
    WholeGame,
}

/// Difference for an item between the first run and another one.
#[derive(Clone, Debug)]
pub struct ItemChange {
    /// Label of the other run.
    pub run: String,
    /// Name of the bot.
    pub bot: String,
    /// The item, as in the first run.
    pub item: StudiedItem,
    /// Type of games in which it was measured.
    pub measured: Measured,
    /// True if deals were compared pair by pair.
    pub paired: bool,
    /// Judgement in the first run.
    pub before: Judgement,
    /// Judgement in the other run.
    pub after: Judgement,
    /// Pick rate among the seats with access in both runs, if known.
    pub taken: [Option<f64>; 2],
    /// Difference in the effect on the margin.
    pub margin: Estimate,
    /// Difference in the effect on the share of wins.
    pub wins: Estimate,
    /// The difference with its errors.
    effect: ItemEffect,
}

impl ItemChange {
    /// Returns true if a difference is significant among all comparisons, both by its q-value and by its interval.
    pub fn is_clear(&self, change: &Estimate) -> bool {
        let tested = self.before.tested || self.after.tested;
        let clear = |interval: Interval| interval.low > 0.0 || interval.high < 0.0;
        tested
            && change.q.is_some_and(|q| q < FALSE_DISCOVERIES)
            && change.interval().is_some_and(clear)
    }
}

/// Returns the differences for every item that both runs study, for every bot that plays in both. The q-values are not
/// adjusted yet. `label` is the label of the other run.
pub fn item_changes(first: &ItemRun, other: &ItemRun, label: &str) -> Vec<ItemChange> {
    let mut changes = Vec::new();
    for before in first.found.first_set() {
        let Some((_, blocks)) = first.bot(&before.bot) else {
            continue;
        };
        let Some((after, others)) = other.bot(&before.bot) else {
            continue;
        };
        let same_deals = on_same_deals(first.manifest, other.manifest);
        let fitted = same_deals
            .then(|| fitted(first, other, blocks, others))
            .flatten();
        for (item, studied) in first.found.study.item.iter().enumerate() {
            let Some(partner) = other.found.study.find(studied) else {
                continue;
            };
            let judged = before.items.get(item).zip(after.items.get(partner));
            if let Some((&one, &two)) = judged {
                let pair = match &fitted {
                    Some(effects) => effects.get(item).map(|&effect| Change::of(effect)),
                    None if same_deals => paired(&blocks.effects[item], &others.effects[partner]),
                    None => None,
                };
                let taken = [(before, item), (after, partner)];
                let taken = taken.map(|(bot, item)| *bot.taken.as_ref()?.get(item)?);
                let of = (label, before.bot.as_str(), studied);
                changes.push(ItemChange {
                    taken,
                    ..change(of, Measured::Study, (one, two), pair)
                });
            }
            let whole = |run: &ItemRun, item: usize| {
                let whole = run.found.whole_game.as_ref()?;
                whole.of(&before.bot, item).copied()
            };
            if let Some(judged) = whole(first, item).zip(whole(other, partner)) {
                let of = (label, before.bot.as_str(), studied);
                changes.push(change(of, Measured::WholeGame, judged, None));
            }
        }
    }
    changes
}

/// Adjusts the q-values (Benjamini & Hochberg 1995) in two families: one for the items that were changed, and one for
/// all others, each with the margin and the share of wins of every difference. Changed items form a separate family
/// because they are planned comparisons, which need no adjustment for the search among all others.
pub fn correct(changes: &mut [ItemChange], was_changed: impl Fn(&ItemChange) -> bool) {
    let p = |estimate: &Estimate| estimate.p.unwrap_or(f64::NAN);
    for wanted in [true, false] {
        let mut family: Vec<&mut ItemChange> = changes
            .iter_mut()
            .filter(|change| was_changed(change) == wanted)
            .collect();
        let all: Vec<f64> = family
            .iter()
            .flat_map(|change| [p(&change.margin), p(&change.wins)])
            .collect();
        let corrected = benjamini_hochberg(&all);
        for (change, q) in family.iter_mut().zip(corrected.chunks_exact(2)) {
            change.margin = change.margin.corrected(q[0]);
            change.wins = change.wins.corrected(q[1]);
        }
    }
}

/// A difference with the p-value of the difference in the share of wins.
struct Change {
    effect: ItemEffect,
    win_p: f64,
}

impl Change {
    /// Creates a difference whose wins are tested by Student's t test.
    fn of(effect: ItemEffect) -> Change {
        Change {
            win_p: t_test(effect.win, effect.win_error, effect.degrees),
            effect,
        }
    }
}

/// Returns the difference for an item. For runs on different deals, or without usable paired deals, it is the
/// difference of two independent effects.
fn change(
    (run, bot, item): (&str, &str, &StudiedItem),
    measured: Measured,
    (before, after): (Judgement, Judgement),
    pair: Option<Change>,
) -> ItemChange {
    let paired = pair.is_some();
    let Change { effect, win_p } =
        pair.unwrap_or_else(|| Change::of(independent(&before.effect, &after.effect)));
    ItemChange {
        run: run.to_string(),
        bot: bot.to_string(),
        item: item.clone(),
        measured,
        paired,
        before,
        after,
        taken: [None; 2],
        margin: effect.margin_estimate(),
        wins: effect.win_estimate().tested(win_p),
        effect,
    }
}

/// Returns the difference of two independent effects; the degrees of freedom are Welch's for the margin.
fn independent(before: &ItemEffect, after: &ItemEffect) -> ItemEffect {
    let variances = [before, after].map(|effect| effect.margin_error.powi(2));
    let sum = variances[0] + variances[1];
    let spent = variances[0].powi(2) / before.degrees + variances[1].powi(2) / after.degrees;
    let degrees = match spent > 0.0 {
        true => sum * sum / spent,
        false => before.degrees.min(after.degrees),
    };
    ItemEffect::new(
        (after.margin - before.margin, sum.sqrt()),
        (
            after.win - before.win,
            before.win_error.hypot(after.win_error),
        ),
        degrees,
    )
}

/// Returns true if two runs have the same deals in the same seatings.
fn on_same_deals(one: &Manifest, other: &Manifest) -> bool {
    let seatings = |manifest: &Manifest| manifest.roster.first().map(|cell| cell.seatings);
    let (a, b) = (&one.experiment, &other.experiment);
    a.seed == b.seed && a.players == b.players && seatings(one) == seatings(other)
}

/// For two factorial experiments that withhold the same items from the same places, returns the increase in the value
/// of access to each item. `None` for other studies, or if the effects are not identified.
fn fitted(
    first: &ItemRun,
    other: &ItemRun,
    blocks: &BotBlocks,
    others: &BotBlocks,
) -> Option<Vec<ItemEffect>> {
    let (one, two) = (first.found.study, other.found.study);
    let share = |study: &ItemStudy| Some(study.factorial()?.withhold);
    let same_items = one.item.len() == two.item.len()
        && (one.item.iter().enumerate()).all(|(index, item)| two.find(item) == Some(index));
    if share(one)? != share(two)? || !same_items {
        return None;
    }
    let mut outcomes = Outcomes::default();
    let mut after = others.places.iter().peekable();
    for (block, before) in &blocks.places {
        while after.next_if(|(other, _)| other < block).is_some() {}
        if let Some((_, after)) = after.next_if(|(other, _)| other == block) {
            let less = |(after, before): (&Means, &Means)| Means {
                margin: after.margin - before.margin,
                win: after.win - before.win,
                score: after.score - before.score,
            };
            let places = after.iter().zip(before).map(less).collect();
            outcomes.push(*block, vec![places]);
        }
    }
    let seed = first.manifest.experiment.seed;
    let all = estimands(one.item.len(), &[]);
    Some(fit(one, seed, &outcomes, &all)?.sets.remove(0))
}

/// Returns the difference between two runs, deal by deal; `None` for fewer than two common deals.
fn paired(before: &[(u64, [f64; 2])], after: &[(u64, [f64; 2])]) -> Option<Change> {
    let (mut margins, mut wins) = (Differences::default(), Differences::default());
    let mut after = after.iter().peekable();
    for (block, before) in before {
        while after.next_if(|(other, _)| other < block).is_some() {}
        if let Some((_, after)) = after.next_if(|(other, _)| other == block) {
            margins.push(after[0] - before[0]);
            wins.push(after[1] - before[1]);
        }
    }
    let both = |moments: &Moments| Some((moments.mean()?, moments.standard_error()?));
    let telling = (margins.better + margins.worse) as f64;
    let effect = ItemEffect {
        p: margins.p_value(),
        ..ItemEffect::new(
            both(&margins.moments)?,
            both(&wins.moments)?,
            (telling - 1.0).max(1.0),
        )
    };
    Some(Change {
        effect,
        win_p: wins.p_value(),
    })
}

/// Pooled difference for the copies of a design.
#[derive(Clone, Debug)]
pub struct DesignChange {
    /// Label of the other run.
    pub run: String,
    pub bot: String,
    pub design: String,
    pub copies: Vec<String>,
    /// Mean difference in the value of a copy, with the q-value among the designs.
    pub margin: Estimate,
    /// Mean difference in the effect on the share of wins.
    pub wins: Estimate,
}

impl DesignChange {
    /// Returns true if a difference is significant among all comparisons, both by its q-value and by its interval.
    pub fn is_clear(&self, change: &Estimate) -> bool {
        let clear = |interval: Interval| interval.low > 0.0 || interval.high < 0.0;
        change.q.is_some_and(|q| q < FALSE_DISCOVERIES) && change.interval().is_some_and(clear)
    }
}

/// Returns the designs with several copies compared in the games of the study. Copies are withheld independently of
/// each other, so their errors are independent.
pub fn design_changes(changes: &[ItemChange]) -> Vec<DesignChange> {
    let mut groups: Vec<Vec<&ItemChange>> = Vec::new();
    for change in changes {
        if change.item.design.is_none() || change.measured != Measured::Study {
            continue;
        }
        let of = |change: &ItemChange| {
            let design = change.item.design.clone();
            (change.run.clone(), change.bot.clone(), design)
        };
        match groups.iter_mut().find(|group| of(group[0]) == of(change)) {
            Some(group) => group.push(change),
            None => groups.push(vec![change]),
        }
    }
    groups.retain(|copies| copies.len() > 1);
    let mut designs: Vec<DesignChange> = groups.iter().map(|copies| together(copies)).collect();
    let p = |estimate: &Estimate| estimate.p.unwrap_or(f64::NAN);
    let all: Vec<f64> = designs
        .iter()
        .flat_map(|design| [p(&design.margin), p(&design.wins)])
        .collect();
    for (design, q) in designs.iter_mut().zip(benjamini_hochberg(&all).chunks(2)) {
        design.margin = design.margin.corrected(q[0]);
        design.wins = design.wins.corrected(q[1]);
    }
    designs
}

fn together(copies: &[&ItemChange]) -> DesignChange {
    let number = copies.len() as f64;
    let mean = |value: fn(&ItemEffect) -> f64| {
        copies.iter().map(|copy| value(&copy.effect)).sum::<f64>() / number
    };
    let error = |value: fn(&ItemEffect) -> f64| {
        let squares = copies.iter().map(|copy| value(&copy.effect).powi(2));
        squares.sum::<f64>().sqrt() / number
    };
    let degrees = copies.iter().map(|copy| copy.effect.degrees);
    let effect = ItemEffect::new(
        (
            mean(|effect| effect.margin),
            error(|effect| effect.margin_error),
        ),
        (mean(|effect| effect.win), error(|effect| effect.win_error)),
        degrees.fold(f64::INFINITY, f64::min),
    );
    let Change { effect, win_p } = Change::of(effect);
    let first = copies[0];
    DesignChange {
        run: first.run.clone(),
        bot: first.bot.clone(),
        design: first.item.design.clone().unwrap_or_default(),
        copies: copies.iter().map(|copy| copy.item.label.clone()).collect(),
        margin: effect.margin_estimate(),
        wins: effect.win_estimate().tested(win_p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(margin: f64, error: f64) -> Judgement {
        Judgement {
            effect: ItemEffect::new((margin, error), (margin / 50.0, error / 50.0), 100.0),
            expected: 0.0,
            excess_error: error,
            p: 1.0,
            q: 1.0,
            shrunk: margin,
            ranks: (1, 2),
            tested: true,
            expected_win: 0.0,
            win_excess_error: error / 50.0,
        }
    }

    fn item(label: &str, design: Option<&str>) -> StudiedItem {
        StudiedItem {
            label: label.to_string(),
            design: design.map(str::to_string),
            ..StudiedItem::default()
        }
    }

    fn changed(label: &str, design: Option<&str>, by: f64) -> ItemChange {
        let judged = (judged(1.0, 0.3), judged(1.0 + by, 0.4));
        change(
            ("after", "net", &item(label, design)),
            Measured::Study,
            judged,
            None,
        )
    }

    /// Errors of 0.3 and 0.4 combine to 0.5; Welch: 0.25² / (0.09² / 100 + 0.16² / 100) degrees of freedom.
    #[test]
    fn change_is_the_difference_of_independent_effects() {
        let change = changed("A1", None, 3.0);
        assert!((change.margin.value - 3.0).abs() < 1e-12 && !change.paired);
        assert!((change.effect.margin_error - 0.5).abs() < 1e-12);
        let degrees = 0.25f64.powi(2) / (0.09f64.powi(2) / 100.0 + 0.16f64.powi(2) / 100.0);
        assert!((change.effect.degrees - degrees).abs() < 1e-9);
        assert!((change.wins.value - 0.06).abs() < 1e-12);
    }

    /// Deal effects common to both runs cancel out, and deals of only one run are ignored.
    #[test]
    fn change_is_computed_from_paired_deals() {
        let noise = |block: u64| (block * 37 % 101) as f64;
        let before: Vec<_> = (0..60).map(|block| (block, [noise(block), 0.0])).collect();
        let after: Vec<_> = (10..80)
            .map(|block| (block, [noise(block) + 2.0 + (block % 2) as f64, 0.5]))
            .collect();
        let found = paired(&before, &after).unwrap();
        assert!((found.effect.margin - 2.5).abs() < 1e-12);
        assert!(found.effect.margin_error < 0.1 && found.effect.p < 1e-6);
        assert!(found.effect.win == 0.5 && found.win_p < 1e-6);
        assert!(paired(&before, &after[55..]).is_none());
    }

    #[test]
    fn comparisons_are_corrected_as_one_family() {
        let mut changes: Vec<ItemChange> = (0..20)
            .map(|number| {
                changed(
                    &format!("A{number}"),
                    None,
                    if number == 3 { 1.4 } else { 0.0 },
                )
            })
            .collect();
        let p = changes[3].margin.p.unwrap();
        correct(&mut changes, |_| false);
        assert!(p < 0.05 && changes[3].margin.q.unwrap() > 0.05);
        assert!(!changes[3].is_clear(&changes[3].margin));
        // An item that was changed on purpose forms a separate family.
        correct(&mut changes, |change| change.item.label == "A3");
        assert!(changes[3].is_clear(&changes[3].margin));
        let mut one = vec![changed("A1", None, 1.4)];
        correct(&mut one, |_| false);
        assert!(one[0].is_clear(&one[0].margin));
        one[0].before.tested = false;
        one[0].after.tested = false;
        assert!(!one[0].is_clear(&one[0].margin), "hardly anybody took it");
    }

    #[test]
    fn copies_of_a_design_are_pooled() {
        let copies = ["A1", "A2", "A3", "A4"].map(|label| changed(label, Some("Sailor"), 0.8));
        let alone = changed("B1", Some("Armourer"), 9.0);
        let mut changes = copies.to_vec();
        changes.push(alone);
        correct(&mut changes, |_| false);
        let designs = design_changes(&changes);
        assert_eq!(designs.len(), 1);
        assert_eq!(designs[0].copies, ["A1", "A2", "A3", "A4"]);
        assert!((designs[0].margin.value - 0.8).abs() < 1e-12);
        let reach = |estimate: &Estimate| estimate.interval().unwrap().half_width();
        let one = reach(&changes[0].margin);
        assert!((reach(&designs[0].margin) - one / 2.0).abs() < 1e-9);
        assert!(
            designs[0].is_clear(&designs[0].margin) && !changes[0].is_clear(&changes[0].margin)
        );
    }
}
