//! Report on a change of the game: its effect on items, seats, scores and game length, measured on the same
//! deals.

use std::collections::BTreeSet;

use super::compare::data::DataDifference;
use super::error::ReportError;
use super::names::{Names, data_of};
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::words::{capital, fixed, listed, percent, range, signed, title};
use portolan_core::data_changes::direction;
use portolan_core::prose::{count, fair_share_name};
use portolan_core::registry::entry;
use portolan_run::experiment::change::Measure;
use portolan_run::play::dyn_game::set_up;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::StudiedItem;
use portolan_stats::{Estimate, Shown, Unit};
use portolan_study::before_after::{
    ChangeEffect, ChangeFindings, ItemTakings, SecondPlayer, read, second_player,
};
use portolan_study::source::Source;

/// Computes the findings of a study of a change.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let found = read(source)?;
    let second = second_player(source)?;
    let names = Names::of(manifest);
    let changes = changes_in_words(manifest, &names);
    let page = Trial {
        manifest,
        names: &names,
        direction: direction_of_change(manifest),
        second: second.as_ref(),
    };
    let doubts = page.doubts(&found);
    let mut more = Vec::new();
    more.extend(
        found
            .effects
            .iter()
            .filter_map(|effect| verdict_on_item(manifest, effect, &names)),
    );
    for (item, takings) in items(manifest).iter().zip(&found.takings) {
        more.extend(takings.and_then(|takings| taken(item, takings, &names)));
    }
    more.extend(side_effects(manifest, &found, doubts.is_empty()));
    more.extend(trust(manifest, &names));
    more.extend(page.agreement(&found));
    more.push(origin(&found));
    let mut sections = vec![table(manifest, &found, &names)];
    sections.extend(page.second_section(&found));
    sections.extend(fresh_deals(manifest, &found, &names));
    sections.push(points_of_winners(manifest, &found));
    Ok(Findings {
        extent: found.extent,
        question: format!(
            "{}: what changes if {}?",
            title(&manifest.experiment.game),
            listed(&changes)
        ),
        sure: match doubts.is_empty() {
            true => sure(&found, items(manifest).is_empty()),
            false => Sure::Open,
        },
        answer: page.with_doubts(answer(&page, &found), doubts, &found),
        more,
        sections,
        warnings: Vec::new(),
        names,
        ..Findings::default()
    })
}

/// Describes which deals the verdicts and estimates come from, and the error probability of the verdicts.
fn origin(found: &ChangeFindings) -> String {
    let Some(settled) = found.settled_after else {
        return "The run ended before all questions were decided. More games (`--time` or `--games`) narrow the \
                intervals."
            .to_string();
    };
    let settled = count(settled, "deal");
    let all = match found.questions {
        1 => "The verdict is".to_string(),
        questions => format!("The verdicts on all {questions} questions together are"),
    };
    let verdicts = format!(
        "All questions were decided after {settled}. {all} wrong in at most 5 % of studies."
    );
    let fresh = found
        .effects
        .iter()
        .any(|effect| effect.fresh_after.is_some());
    let numbers = match fresh {
        true => format!(
            "The estimates come from {} played after the decision, because estimates from the deals \
             that decided the questions are biased away from zero.",
            count(found.fresh_deals, "fresh deal")
        ),
        false => "The estimates come from the deals that decided the questions and are therefore biased away \
                  from zero. With more games (`--time` or `--games`), the study also plays fresh deals, which \
                  give unbiased estimates."
            .to_string(),
    };
    format!("{verdicts} {numbers}")
}

/// Returns the certainty of the answer, depending on whether all effects under study are settled, some, or
/// none.
fn sure(found: &ChangeFindings, without_items: bool) -> Sure {
    let asked = |effect: &&ChangeEffect| match effect.measure {
        Measure::Worth(_) => true,
        Measure::Score | Measure::Wins(_) => without_items,
        Measure::Turns | Measure::WinnersPoints(_) => false,
    };
    let open = |effect: &ChangeEffect| match effect.change {
        None => effect.after_shows == Shown::Open,
        Some(_) => effect.change_shows == Shown::Open,
    };
    let asked: Vec<&ChangeEffect> = found.effects.iter().filter(asked).collect();
    let settled = asked.iter().filter(|effect| !open(effect)).count();
    match settled {
        0 => Sure::Open,
        all if all == asked.len() => Sure::Certain,
        _ => Sure::Likely,
    }
}

/// Returns the items under study.
fn items(manifest: &Manifest) -> &[StudiedItem] {
    let study = manifest.experiment.design.items.as_ref();
    study.map_or(&[], |study| &study.item)
}

/// Describes how well the bot's network can infer the value of changed components. Returns `None` if it does
/// not have to infer any.
fn trust(manifest: &Manifest, names: &Names) -> Option<String> {
    let experiment = &manifest.experiment;
    let after = experiment.design.cells.get(1)?;
    let records = std::iter::once(&manifest.data).chain(&manifest.more_data);
    let record = records
        .into_iter()
        .find(|record| record.hash == after.data)?;
    let data = data_of(&experiment.game, record)?;
    let game = set_up(&experiment.setup(after, data)).ok()?;
    let bot = experiment.bot.first()?;
    let unlearnt = bot.unlearnt_components(&*game).ok()?;
    let first = unlearnt.first()?;
    let ids: BTreeSet<&str> = unlearnt.iter().map(|one| one.id.as_str()).collect();
    let called: Vec<String> = ids.into_iter().map(|id| names.full(id)).collect();
    let (it, its) = match called.len() {
        1 => ("it", "its"),
        _ => ("them", "their"),
    };
    Some(format!(
        "{} was not trained with the changed {} and evaluates {it} by {its} traits, which explain {} of the differences \
         between known components. `portolan try --adapt` first trains it on the change.",
        bot.name,
        listed(&called),
        percent(first.explained.max(0.0))
    ))
}

/// Describes the change: `Armourer (A055) costs 9 instead of 6`.
fn changes_in_words(manifest: &Manifest, names: &Names) -> Vec<String> {
    let experiment = &manifest.experiment;
    let [before, after, ..] = &experiment.design.cells[..] else {
        return Vec::new();
    };
    let mut words = Vec::new();
    if before.data != after.data {
        let records = || std::iter::once(&manifest.data).chain(&manifest.more_data);
        let record = |hash: &str| records().find(|record| record.hash == hash);
        if let Some((one, other)) = record(&before.data).zip(record(&after.data)) {
            words.extend(DataDifference::of(&experiment.game, one, other).words(names));
        }
    }
    for (option, value) in &after.set {
        let was = before
            .set
            .get(option)
            .or_else(|| experiment.set.get(option));
        if was != Some(value) {
            let instead = was.map_or(String::new(), |was| format!(" instead of {was}"));
            words.push(format!("{option} is {value}{instead}"));
        }
    }
    words
}

/// Formats an estimate with its interval: `+2.1 (0.8 to 3.4)`.
fn both(estimate: Estimate) -> String {
    estimate.words(1)
}

/// Formats the size of a change without its sign, for sentences that name the direction: `5.7 (3.1 to 8.3)`.
fn size(estimate: Estimate) -> String {
    let (value, interval) = estimate.drawn();
    let sign = if value < 0.0 { -1.0 } else { 1.0 };
    let interval = interval.map(|interval| interval.times(sign));
    format!("{} ({})", fixed(sign * value, 1), range(interval, 1))
}

/// Formats the largest absolute value in the interval, or returns `None` without an interval.
fn at_most(estimate: Estimate) -> Option<String> {
    let interval = estimate.interval()?;
    let reach = interval.low.abs().max(interval.high.abs());
    Some(amount(reach, estimate.unit))
}

/// Formats a difference with its unit: `3.2 points`.
fn amount(difference: f64, unit: Unit) -> String {
    match unit {
        Unit::Share | Unit::ShareDifference => {
            format!("{} percentage points", fixed(100.0 * difference, 1))
        }
        _ if difference == 1.0 => "1 point".to_string(),
        _ => format!("{} points", fixed(difference, 1)),
    }
}

/// Formats the upper bound of an undecided effect.
fn bound(estimate: Estimate) -> String {
    match at_most(estimate) {
        Some(bound) => format!("at most {bound}"),
        None => "too few deals differ to give an upper bound".to_string(),
    }
}

fn of_item(found: &ChangeFindings) -> impl Iterator<Item = (usize, &ChangeEffect)> {
    found
        .effects
        .iter()
        .filter_map(|effect| match effect.measure {
            Measure::Worth(item) => Some((item, effect)),
            _ => None,
        })
}

/// Returns the measured quantity of an item: its value or, if a seat begins with it, the value of beginning with it.
fn quantity(item: &StudiedItem, names: &Names) -> String {
    let name = names.full(&item.label);
    match item.grantable {
        true => format!("value of beginning with {name}"),
        false => format!("value of {name}"),
    }
}

/// Returns 1 if the change can only raise the value of the only changed item, −1 if it can only lower it, and `None`
/// otherwise.
fn direction_of_change(manifest: &Manifest) -> Option<i8> {
    let experiment = &manifest.experiment;
    let [item] = items(manifest) else {
        return None;
    };
    let [before, after, ..] = &experiment.design.cells[..] else {
        return None;
    };
    let mut records = std::iter::once(&manifest.data).chain(&manifest.more_data);
    let after_data = records.find(|record| record.hash == after.data)?;
    let difference = DataDifference::of(&experiment.game, &manifest.data, after_data);
    let cells = difference.cells();
    let is_alone = before.set == after.set
        && cells
            .iter()
            .all(|cell| cell.row == item.label && cell.file == cells[0].file);
    let improved_by = entry(&experiment.game).ok()?.improved_by;
    direction(cells, improved_by).filter(|_| is_alone)
}

/// A trial with the checks of its answer.
struct Trial<'page> {
    manifest: &'page Manifest,
    names: &'page Names,
    /// See [`direction_of_change`].
    direction: Option<i8>,
    second: Option<&'page SecondPlayer>,
}

impl Trial<'_> {
    fn bot(&self) -> &str {
        let bot = self.manifest.experiment.bots.first();
        bot.map_or("the player", String::as_str)
    }

    /// Returns the effects whose questions the study is about: those on items or, without items, the effect on scores.
    fn asked<'found>(
        &self,
        found: &'found ChangeFindings,
    ) -> impl Iterator<Item = &'found ChangeEffect> {
        let with_items = !items(self.manifest).is_empty();
        let effects = found.effects.iter();
        effects.filter(move |effect| match effect.measure {
            Measure::Worth(_) => true,
            Measure::Score => !with_items,
            _ => false,
        })
    }

    fn quantity(&self, measure: Measure) -> String {
        match measure {
            Measure::Worth(item) => quantity(&items(self.manifest)[item], self.names),
            _ => "mean score".to_string(),
        }
    }

    /// Returns true if the effect contradicts the direction of the change.
    fn is_contradiction(&self, effect: &ChangeEffect) -> bool {
        match self.direction {
            Some(1) => effect.change_shows == Shown::Below,
            Some(_) => effect.change_shows == Shown::Above,
            None => false,
        }
    }

    /// Returns true if an upper bound of the effect would be misleading: the change has a known direction that the player
    /// may not see, or a second player finds another effect.
    fn is_doubtful(&self, effect: &ChangeEffect) -> bool {
        self.direction.is_some() || self.second.is_some_and(|second| second.differs(effect))
    }

    /// Joins the answer with its warnings, which come first unless the player clearly shows all effects.
    fn with_doubts(
        &self,
        answer: String,
        mut doubts: Vec<String>,
        found: &ChangeFindings,
    ) -> String {
        let is_clear = self.asked(found).all(|effect| {
            matches!(effect.change_shows, Shown::Above | Shown::Below)
                && !self.is_contradiction(effect)
        });
        let place = if is_clear { 0 } else { doubts.len() };
        doubts.insert(place, answer);
        doubts.join(" ")
    }

    /// Returns the warnings about the answer.
    fn doubts(&self, found: &ChangeFindings) -> Vec<String> {
        let mut doubts = Vec::new();
        for effect in self.asked(found) {
            let Some(first) = effect.deciding() else {
                continue;
            };
            let quantity = self.quantity(effect.measure);
            let better = match self.direction {
                Some(1) => "improves",
                _ => "weakens",
            };
            if self.is_contradiction(effect) {
                doubts.push(format!(
                    "{} probably misreads the change, which only {better} the item: its estimate has the wrong sign, so \
                     the result does not show the effect of the change.",
                    capital(self.bot())
                ));
            }
            let second = self.second.filter(|second| second.differs(effect));
            let of_second = second.and_then(|second| second.of(effect.measure)?.deciding());
            if let Some((second, other)) = second.zip(of_second) {
                doubts.push(format!(
                    "Two players disagree about the {quantity}: {} finds {} points, {} finds {}. The effect depends on the \
                     player, or one of them misreads the change.",
                    self.bot(),
                    both(first),
                    second.bot,
                    both(other)
                ));
            }
        }
        doubts
    }

    /// Describes the effects that a second player finds without a significant difference.
    fn agreement(&self, found: &ChangeFindings) -> Option<String> {
        let second = self.second?;
        let effects = self.asked(found).filter(|effect| !second.differs(effect));
        let told = effects.filter_map(|effect| {
            let other = second.of(effect.measure)?.deciding()?;
            let quantity = self.quantity(effect.measure);
            Some(match effect.change {
                Some(_) => format!("a change of the {quantity} by {} points", both(other)),
                None => format!("a {quantity} of {} points", both(other)),
            })
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| {
            format!(
                "{} also played {} and finds {}, which does not differ significantly.",
                capital(&second.bot),
                count(second.deals, "deal"),
                listed(&told)
            )
        })
    }

    /// Builds the section that compares the effects that both players find.
    fn second_section(&self, found: &ChangeFindings) -> Option<Section> {
        let second = self.second?;
        let mut section = Section::new(
            "second-player",
            "What a second player finds",
            &format!(
                "{} played {} of the game before and after the change in every seat. The players differ if the 95 % \
                 interval of the difference between their effects excludes zero.",
                capital(&second.bot),
                count(second.deals, "deal")
            ),
        );
        let columns = [
            "what",
            self.bot(),
            "95 % interval",
            second.bot.as_str(),
            "95 % interval",
            "shown",
        ];
        let mut rows = Table::new("lrrrrl", &columns);
        for effect in self.asked(found) {
            let other = second.of(effect.measure).and_then(ChangeEffect::deciding);
            let shown = match second.differs(effect) {
                true => "differ",
                false => "not significant",
            };
            rows.push(
                Line::of([self.quantity(effect.measure)])
                    .estimate(effect.deciding(), 2)
                    .estimate(other, 2)
                    .cell(shown),
            );
        }
        section.tables.push(rows);
        Some(section)
    }

    /// Describes an undecided effect with its bound or, if the bound is doubtful, with its estimate.
    fn undecided(&self, effect: &ChangeEffect, estimate: Estimate) -> String {
        let points = format!("{} points", both(estimate));
        match self.direction {
            Some(direction) if f64::from(direction) * estimate.value < 0.0 => format!(
                "{points}, although the change only {} the item, so {} may misread it",
                if direction > 0 { "improves" } else { "weakens" },
                self.bot()
            ),
            _ if self.is_doubtful(effect) => points,
            _ => bound(estimate),
        }
    }
}

/// Describes the main effect of the change: on its items or, if it affects no items, on scores and seats.
fn answer(page: &Trial, found: &ChangeFindings) -> String {
    let Trial {
        manifest, names, ..
    } = *page;
    let items = items(manifest);
    let sentences: Vec<String> = of_item(found)
        .map(|(item, effect)| {
            let quantity = quantity(&items[item], names);
            match effect.change {
                None => new_item(&names.full(&items[item].label), &quantity, effect),
                Some(change) => {
                    let best = effect.best_change().unwrap_or(change);
                    match effect.change_shows {
                        Shown::Above => {
                            format!("The {quantity} rises: {} points.", both(best))
                        }
                        Shown::Below => {
                            format!("The {quantity} falls: {} points.", both(best))
                        }
                        Shown::Negligible => format!(
                            "The change alters the {quantity} by less than {}: {} points.",
                            amount(effect.interest, change.unit),
                            both(best)
                        ),
                        Shown::Open => {
                            format!(
                                "The effect of the change on the {quantity} is undecided: {}.",
                                page.undecided(effect, change)
                            )
                        }
                    }
                }
            }
        })
        .collect();
    if !sentences.is_empty() {
        return sentences.join(" ");
    }
    let shown: Vec<String> = found
        .effects
        .iter()
        .filter(|effect| matches!(effect.measure, Measure::Score | Measure::Wins(_)))
        .filter_map(|effect| shown_change(manifest, effect))
        .collect();
    match shown.is_empty() {
        false => capital(&format!("{}.", listed(&shown))),
        true => {
            let mut scores = found.effects.iter();
            let scores = scores.find(|effect| effect.measure == Measure::Score);
            let Some((effect, change)) = scores.and_then(|one| Some((one, one.change?))) else {
                return "No effect on scores or seats was found.".to_string();
            };
            match (effect.change_shows, at_most(change)) {
                (Shown::Negligible, _) => format!(
                    "No effect on scores or seats was found; scores change by less than {}.",
                    amount(effect.interest, change.unit)
                ),
                (_, Some(_)) if page.is_doubtful(effect) => {
                    "No significant effect on scores or seats was found.".to_string()
                }
                (_, Some(bound)) => format!(
                    "No effect on scores or seats was found; scores change by at most {bound}."
                ),
                (_, None) => {
                    "No effect on scores or seats is significant, and too few deals differ to give an upper bound."
                        .to_string()
                }
            }
        }
    }
}

fn new_item(name: &str, quantity: &str, effect: &ChangeEffect) -> String {
    match (effect.after, effect.after_shows) {
        (Some(after), Shown::Open) => {
            format!("The {quantity} is undecided: {}.", bound(after))
        }
        (Some(after), _) => format!(
            "{name} is new; the {quantity} is {} points.",
            both(effect.best_after().unwrap_or(after))
        ),
        (None, _) => format!("The games so far do not show the {quantity}."),
    }
}

/// Describes the value of an item after the change and says whether the item is too strong.
fn verdict_on_item(manifest: &Manifest, effect: &ChangeEffect, names: &Names) -> Option<String> {
    let Measure::Worth(item) = effect.measure else {
        return None;
    };
    let item = &items(manifest)[item];
    let name = names.full(&item.label);
    let after = effect.best_after()?;
    let before = effect.best_before().map_or(String::new(), |before| {
        format!("; before the change {}", before.value_words(1))
    });
    if !item.grantable {
        return Some(format!(
            "The value of {name}, the gain of a seat that may take it compared with one that may not, is {} \
             points{before}.",
            both(after)
        ));
    }
    let verdict = match effect.after_shows {
        Shown::Above => "It is stronger than a random card of its kind".to_string(),
        Shown::Below => "It is weaker than a random card of its kind".to_string(),
        Shown::Negligible => format!(
            "It differs from a random card of its kind by less than {}",
            amount(effect.interest, after.unit)
        ),
        Shown::Open => "It may or may not be stronger than a random card of its kind".to_string(),
    };
    Some(format!(
        "{verdict}: a seat that begins with {name} instead of one gains {} points{before}.",
        both(after)
    ))
}

/// Describes the pick rate of an item.
fn taken(item: &StudiedItem, takings: ItemTakings, names: &Names) -> Option<String> {
    let after = takings.after.share()?;
    let of = if item.met_by.is_empty() {
        "of the seats"
    } else {
        "of the seats that could take it"
    };
    let before = takings.before.share();
    let before = before.map_or(String::new(), |before| {
        format!(", before {}", percent(before))
    });
    Some(format!(
        "{} {of} take {}{before}.",
        percent(after),
        names.full(&item.label)
    ))
}

/// Describes a change that is significant.
fn shown_change(manifest: &Manifest, effect: &ChangeEffect) -> Option<String> {
    if !matches!(effect.change_shows, Shown::Above | Shown::Below) {
        return None;
    }
    let change = effect.best_change()?;
    let up = effect.change_shows == Shown::Above;
    Some(match effect.measure {
        Measure::Worth(_) => return None,
        Measure::Score => format!("scores {} by {} points", rise(up), size(change)),
        Measure::Wins(seat) => {
            let name = match manifest.experiment.players {
                1 => "the share of games won".to_string(),
                _ => format!("the share of wins of seat {}", seat + 1),
            };
            format!("{name} {} by {} percentage points", rises(up), size(change))
        }
        Measure::Turns => format!(
            "games {} by {} turns per seat",
            if up { "lengthen" } else { "shorten" },
            size(change)
        ),
        Measure::WinnersPoints(category) => format!(
            "winners score {} points {} from {}",
            size(change),
            if up { "more" } else { "less" },
            category_name(manifest, category)
        ),
    })
}

fn rise(up: bool) -> &'static str {
    if up { "rise" } else { "fall" }
}

fn rises(up: bool) -> &'static str {
    if up { "rises" } else { "falls" }
}

fn category_name(manifest: &Manifest, category: usize) -> String {
    let name = manifest.score_categories.get(category);
    name.map_or(String::new(), |name| name.replace('_', " "))
}

/// Describes the other significant effects of the change, most certain first, followed by the measures
/// without an effect, with their bounds unless the player is in doubt.
fn side_effects(manifest: &Manifest, found: &ChangeFindings, with_bounds: bool) -> Vec<String> {
    let with_items = !items(manifest).is_empty();
    let side = |effect: &&ChangeEffect| match effect.measure {
        Measure::Worth(_) => false,
        // Without items, these effects form the main answer.
        Measure::Score | Measure::Wins(_) => with_items,
        Measure::Turns | Measure::WinnersPoints(_) => true,
    };
    let shown: Vec<String> = found
        .effects
        .iter()
        .filter(side)
        .filter_map(|effect| shown_change(manifest, effect))
        .collect();
    let mut sentences = Vec::new();
    if !shown.is_empty() {
        sentences.push(capital(&format!("{}.", listed(&shown))));
    }
    if with_items {
        let quiet: Vec<String> = found
            .effects
            .iter()
            .filter(|effect| matches!(effect.measure, Measure::Score | Measure::Wins(_)))
            .filter(|effect| matches!(effect.change_shows, Shown::Open | Shown::Negligible))
            .filter_map(|effect| {
                let change = effect.change?;
                let what = match effect.measure {
                    Measure::Score => "scores".to_string(),
                    Measure::Wins(seat) => format!("the wins of seat {}", seat + 1),
                    _ => return None,
                };
                Some(match at_most(change).filter(|_| with_bounds) {
                    Some(bound) => format!("{what} (at most {bound})"),
                    None => what,
                })
            })
            .collect();
        if !quiet.is_empty() {
            sentences.push(format!("No change was found in {}.", listed(&quiet)));
        }
    }
    sentences
}

/// Builds the section on effects in the deals played after all verdicts were settled. Returns `None` if there
/// are too few such deals.
fn fresh_deals(manifest: &Manifest, found: &ChangeFindings, names: &Names) -> Option<Section> {
    let mut section = Section::new(
        "fresh-deals",
        "Estimates from fresh deals",
        "The study plays as many fresh deals as it needed to decide all questions, or as many as the limit of \
         games allows. Their number is fixed before the first fresh deal is played, so the means are unbiased. \
         Each 95 % interval is for one mean.",
    );
    let columns = ["what", "after", "95 % interval", "change", "95 % interval"];
    let mut rows = Table::new("lrrrr", &columns);
    for effect in &found.effects {
        let wanted = !matches!(effect.measure, Measure::WinnersPoints(_));
        if let Some(after) = effect.fresh_after.filter(|_| wanted) {
            let name = measure_name(manifest, effect.measure, names);
            let line = Line::of([name]);
            rows.push(
                line.estimate(Some(after), 2)
                    .estimate(effect.fresh_change, 2),
            );
        }
    }
    let is_empty = rows.rows.is_empty();
    section.tables.push(rows);
    (!is_empty).then_some(section)
}

/// Returns all measures of a change except the winners' points, each with its name.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn main_effects(
    source: &Source,
    names: &Names,
) -> Result<Vec<(String, ChangeEffect)>, ReportError> {
    let effects = read(source)?.effects.into_iter();
    let main = effects.filter(|effect| !matches!(effect.measure, Measure::WinnersPoints(_)));
    Ok(main
        .map(|effect| {
            (
                measure_name(&source.manifest, effect.measure, names),
                effect,
            )
        })
        .collect())
}

/// Returns the name of a measure in tables.
fn measure_name(manifest: &Manifest, measure: Measure, names: &Names) -> String {
    let items = items(manifest);
    match measure {
        Measure::Worth(item) => quantity(&items[item], names),
        Measure::Score => "score".to_string(),
        Measure::Wins(_) if manifest.experiment.players == 1 => "games won".to_string(),
        Measure::Wins(seat) => format!("wins of seat {}", seat + 1),
        Measure::Turns => "turns per seat".to_string(),
        Measure::WinnersPoints(category) => category_name(manifest, category),
    }
}

/// Formats a measure as a table row that begins with these labels.
pub fn line<L: Into<String>>(labels: impl IntoIterator<Item = L>, effect: &ChangeEffect) -> Line {
    let shown = match effect.change_shows {
        _ if effect.change.is_none() => "new",
        Shown::Above => "more",
        Shown::Below => "less",
        Shown::Negligible => "below bound",
        Shown::Open => "open",
    };
    Line::of(labels)
        .value(effect.before, 2)
        .value(effect.after, 2)
        .estimate(effect.change, 2)
        .cell(shown)
}

/// Columns of the tables of effects.
pub const COLUMNS: [&str; 6] = [
    "what",
    "before",
    "after",
    "change",
    "95 % interval",
    "shown",
];

/// Builds the section on the winners' points by category, before and after the change.
fn points_of_winners(manifest: &Manifest, found: &ChangeFindings) -> Section {
    let mut section = Section::new(
        "winners-points",
        "Where the winners' points come from",
        "Mean points of the winners by category, before and after the change.",
    );
    let mut rows = Table::new("lrrrrl", &COLUMNS);
    for effect in &found.effects {
        if let Measure::WinnersPoints(category) = effect.measure {
            rows.push(line([category_name(manifest, category)], effect));
        }
    }
    section.tables.push(rows);
    section
}

/// Builds the section with all other measures and a plot of the first ones.
fn table(manifest: &Manifest, found: &ChangeFindings, names: &Names) -> Section {
    let mut section = Section::new(
        "before-after",
        "Before and after",
        "Means over all deals up to the one that decided the study. The 95 % intervals are valid at every \
         interim look and for all questions of one kind together, so the study may stop as soon as the results \
         are clear. One kind of question ends the study; the other measures are side effects. `open` means not \
         yet decided; `below bound` means less than the smallest difference that matters.",
    );
    let mut rows = Table::new("lrrrrl", &COLUMNS);
    let mut marks = Vec::new();
    let items = items(manifest);
    let measures = found.effects.iter();
    let measures = measures.filter(|effect| !matches!(effect.measure, Measure::WinnersPoints(_)));
    for effect in measures {
        let name = measure_name(manifest, effect.measure, names);
        if let Measure::Worth(item) = effect.measure {
            let label = names.short(&items[item].label);
            let before = effect
                .before
                .map(|one| Mark::of(format!("{label}, before"), one, 0));
            let after = effect
                .after
                .map(|one| Mark::of(format!("{label}, after"), one, 1));
            marks.extend(
                before
                    .into_iter()
                    .chain(after)
                    .map(|mark| mark.leading_to(name.clone())),
            );
        } else if items.is_empty() && matches!(effect.measure, Measure::Wins(_)) {
            let before = effect
                .before
                .map(|one| Mark::of(format!("{name}, before"), one, 0));
            let after = effect
                .after
                .map(|one| Mark::of(format!("{name}, after"), one, 1));
            marks.extend(
                before
                    .into_iter()
                    .chain(after)
                    .map(|mark| mark.leading_to(name.clone())),
            );
        }
        rows.push(line([name], effect));
    }
    let (across, reference) = match items.is_empty() {
        false => (Axes::across("points of margin"), (0.0, "nothing")),
        true => {
            let seats = manifest
                .roster
                .first()
                .map_or(1, |roster| roster.seats.max(1));
            let even = fair_share_name(manifest.has_automa());
            (Axes::shares("share of wins"), (100.0 / seats as f64, even))
        }
    };
    if !marks.is_empty() {
        section.plots.push(intervals(
            Caption {
                id: "plot-before-after",
                title: "Before and after the change",
                text: &format!(
                    "Each mean with its 95 % interval: {}.",
                    marks
                        .iter()
                        .map(|mark| format!("{} {}", mark.label, signed(mark.value, 1)))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            },
            &marks,
            across,
            reference,
        ));
    }
    section.tables.push(rows);
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::Interval;

    /// The verb states the direction, so the number has no sign.
    #[test]
    fn size_of_a_decrease_is_positive() {
        let interval = Interval {
            low: -8.0,
            high: -2.5,
        };
        let fall = Estimate::new(-5.7, Some(interval), Unit::PointsDifference);
        assert_eq!(size(fall), "5.7 (2.5–8.0)");
    }

    #[test]
    fn change_without_an_interval_has_no_bound() {
        let open = Estimate::new(1.0, None, Unit::PointsDifference);
        assert!(at_most(open).is_none());
    }
}
