//! Reasons to doubt the answer: the player misreads the change, or a second player disagrees.

use super::super::audit::challenger_words;
use super::super::names::Names;
use super::super::words::{capital, listed, signed};
use super::data::DataDifference;
use super::measures::{bound, items, quantity};
use portolan_core::data_changes::direction;
use portolan_core::prose::count;
use portolan_core::registry::entry;
use portolan_run::experiment::change::{ChangeEffect, Measure};
use portolan_run::results::manifest::Manifest;
use portolan_stats::{Estimate, Shown};
use portolan_study::before_after::{ChangeFindings, SecondPlayer};
use portolan_study::challengers::Challengers;

/// A trial with the checks of its answer.
pub struct Trial<'page> {
    pub manifest: &'page Manifest,
    pub names: &'page Names,
    /// See [`direction_of_change`].
    pub direction: Option<i8>,
    pub second: Option<&'page SecondPlayer>,
    pub challengers: Option<&'page Challengers>,
}

impl Trial<'_> {
    pub fn bot(&self) -> &str {
        let bot = self.manifest.experiment.bots.first();
        bot.map_or("the player", String::as_str)
    }

    /// Returns the main effects of the study: the effects on items or, without items, the effect on scores.
    pub fn asked<'found>(
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

    pub fn quantity(&self, measure: Measure) -> String {
        match measure {
            Measure::Worth(item) => quantity(&items(self.manifest)[item], self.names),
            _ => "mean score".to_string(),
        }
    }

    /// Returns true if the effect contradicts the direction of the change.
    pub fn is_contradiction(&self, effect: &ChangeEffect) -> bool {
        match self.direction {
            Some(1) => effect.change_shows() == Shown::Below,
            Some(_) => effect.change_shows() == Shown::Above,
            None => false,
        }
    }

    /// Returns true if an upper bound of the effect would be misleading: the change has a known direction that the player
    /// may not see, or a second player finds another effect.
    pub fn is_doubtful(&self, effect: &ChangeEffect) -> bool {
        self.direction.is_some() || self.second.is_some_and(|second| second.differs(effect))
    }

    /// Joins the answer with its warnings. A blind spot of the player comes first; the other warnings come before the answer
    /// unless the player clearly shows all effects.
    pub fn with_doubts(
        &self,
        answer: String,
        mut doubts: Vec<String>,
        found: &ChangeFindings,
    ) -> String {
        let is_clear = self.asked(found).all(|effect| {
            matches!(effect.change_shows(), Shown::Above | Shown::Below)
                && !self.is_contradiction(effect)
        });
        let blind = usize::from(self.challengers.is_some_and(|all| all.best().is_some()));
        let place = if is_clear { blind } else { doubts.len() };
        doubts.insert(place, answer);
        doubts.join(" ")
    }

    /// Returns the warnings about the answer.
    pub fn doubts(&self, found: &ChangeFindings) -> Vec<String> {
        let mut doubts = Vec::new();
        doubts.extend(self.challengers.and_then(blind_spot));
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
                    first.words(1),
                    second.bot,
                    other.words(1)
                ));
            }
        }
        doubts
    }

    /// Describes the main effects on which the second player does not differ significantly from the first.
    pub fn agreement(&self, found: &ChangeFindings) -> Option<String> {
        let second = self.second?;
        let effects = self.asked(found).filter(|effect| !second.differs(effect));
        let told = effects.filter_map(|effect| {
            let other = second.of(effect.measure)?.deciding()?;
            let quantity = self.quantity(effect.measure);
            Some(match effect.change {
                Some(_) => format!("a change of the {quantity} by {} points", other.words(1)),
                None => format!("a {quantity} of {} points", other.words(1)),
            })
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| {
            format!(
                "{} also played {} and finds {}; the difference between the players is not significant.",
                capital(&second.bot),
                count(second.deals, "deal"),
                listed(&told)
            )
        })
    }

    /// Describes an undecided effect with its bound or, if the bound is doubtful, with its estimate.
    pub fn undecided(&self, effect: &ChangeEffect, estimate: Estimate) -> String {
        let points = format!("{} points", estimate.words(1));
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

/// Returns a warning that a challenger is better than the player, or `None` if no challenger is significantly better.
pub fn blind_spot(challengers: &Challengers) -> Option<String> {
    challengers.best().map(|best| {
        format!(
            "{} does not play the changed game well: {} scores {} points more at the same table. The effects apply to \
             players who miss these points; `--adapt` first trains the player on the change.",
            capital(&challengers.bot),
            challenger_words(&challengers.bot, best),
            best.gain.words(1)
        )
    })
}

/// Returns a sentence which states that no challenger gains `points` or more over the player, or that this is undecided. Returns
/// `None` if a challenger is significantly better, or if no challenger played.
pub fn no_blind_spot(challengers: &Challengers, points: f64) -> Option<String> {
    if challengers.best().is_some() {
        return None;
    }
    let highest = challengers.bound()?;
    let played = format!(
        "each of {} played one seat in {} after the change and did not score significantly more",
        count(challengers.all.len() as u64, "challenger"),
        count(challengers.deals, "deal")
    );
    let (bot, most) = (&challengers.bot, signed(highest, 1));
    Some(match highest < points {
        true => format!(
            "No blind spot of {bot} was found: {played}; the largest upper bound of their gains is {most} points."
        ),
        false => format!(
            "Blind spots of {bot} are undecided: {played}, but gains of up to {most} points are not excluded."
        ),
    })
}

/// Returns 1 if the change can only raise the value of the only changed item, −1 if it can only lower it, and `None`
/// otherwise.
pub fn direction_of_change(manifest: &Manifest) -> Option<i8> {
    let experiment = &manifest.experiment;
    let [item] = items(manifest) else {
        return None;
    };
    let [before, after, ..] = &experiment.cells[..] else {
        return None;
    };
    let after_data = manifest.data_set(&after.data)?;
    let difference = DataDifference::of(&experiment.game, &manifest.data, after_data);
    let cells = difference.cells();
    let is_alone = before.set == after.set
        && cells
            .iter()
            .all(|cell| cell.row == item.label && cell.file == cells[0].file);
    let improved_by = entry(&experiment.game).ok()?.improved_by;
    direction(cells, improved_by).filter(|_| is_alone)
}
