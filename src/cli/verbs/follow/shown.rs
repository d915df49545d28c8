//! Detects guesses whose true values have become visible, so that the user can be asked for them.

use std::collections::{BTreeSet, VecDeque};

use portolan_run::play::given::DrawError;
use portolan_run::play::ongoing::OngoingGame;

use super::history::{Guess, History, Slot, given, make};
use super::table::{Played, Table, misfit};
use super::views::COUNTED;

/// Maximum number of other results of a draw to try when its visibility is tested.
const MOST_REPLACED: usize = 60;
/// Number of possible results among them that are compared.
const ASKED: usize = 3;

/// Guessed value that is now visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Index of the secret move, or of the move with the draw; `None` for the deal.
    pub step: Option<usize>,
    /// Index of the draw; `None` for a secret move.
    pub draw: Option<usize>,
    /// Kind of component; empty for a move, or if the draw comes from a log.
    pub of: &'static str,
    /// Possible values.
    pub among: Vec<String>,
    /// Guessed value.
    pub guess: String,
}

impl Table<'_> {
    /// Returns guesses about components that have moved since the last move, unless the move names them.
    pub(super) fn come_out(
        &self,
        before: &BTreeSet<(String, String)>,
        action: &str,
    ) -> VecDeque<Guess> {
        let steps = &self.history.steps;
        let new = || self.seen.difference(before);
        let named = new().filter(|(place, _)| !place.contains(COUNTED));
        let named: BTreeSet<&str> = named.map(|(_, text)| text.as_str()).collect();
        let new: BTreeSet<&str> = new().map(|(_, text)| text.as_str()).collect();
        let last = steps.last().map_or(&self.history.deal, |step| &step.drawn);
        let drawn_now = |name: &str| last.iter().any(|draw| draw.name == name);
        let secret = steps.last().is_some_and(|step| step.secret);
        let named_now = |name: &str| !secret && action.split_whitespace().any(|word| word == name);
        let made = steps.len();
        let choices = steps.iter().enumerate().filter(|(index, step)| {
            let name = step
                .action
                .split_whitespace()
                .next_back()
                .unwrap_or_default();
            let repeated = index + 1 < made && step.action == action;
            step.secret && named.contains(name) && !repeated && self.choice_lies_open(*index)
        });
        let choices = choices.map(|(index, _)| Guess::Choice(index));
        let mut slots = self.slots(&self.history);
        slots.retain(|slot| {
            let name = self.history.name(*slot);
            new.contains(name) && !drawn_now(name) && !named_now(name) && self.lies_open(*slot)
        });
        let mut found: VecDeque<Guess> = choices.collect();
        // A card that was chosen in secret is asked for as a choice.
        let chosen = |slot: &Slot| {
            let name = self.history.name(*slot);
            found.iter().any(|guess| match guess {
                Guess::Choice(index) => steps[*index]
                    .action
                    .split_whitespace()
                    .any(|word| word == name),
                Guess::Draw(_) => false,
            })
        };
        let draws: Vec<Guess> = slots
            .into_iter()
            .filter(|slot| !chosen(slot))
            .map(Guess::Draw)
            .collect();
        found.extend(draws);
        found
    }

    /// Returns true if the last move has revealed a draw, which means that the own seat would now, but not
    /// before, see a different value.
    fn lies_open(&self, slot: Slot) -> bool {
        let among = self.among(slot).into_iter();
        let others = among.filter(|name| name != self.history.name(slot));
        self.differs(others.map(|other| {
            let mut changed = self.history.clone();
            changed.at(slot).name = other;
            changed
        }))
    }

    /// Returns true if the last move has revealed a secret move, as [`Table::lies_open`] for draws.
    fn choice_lies_open(&self, index: usize) -> bool {
        let before = self.before(index);
        let others = before.map_or(Vec::new(), |game| game.notations());
        let action = &self.history.steps[index].action;
        let others = others.into_iter().filter(|other| other != action);
        self.differs(others.map(|other| {
            let mut changed = self.history.clone();
            changed.steps[index].action = other;
            changed
        }))
    }

    /// Returns true if the own seat would now, but not before, see the difference if this had happened instead.
    /// The majority among the first possible alternatives decides.
    fn differs(&self, instead: impl Iterator<Item = History>) -> bool {
        let known = self.views.len() - 1;
        let views = instead.take(MOST_REPLACED).filter_map(|changed| {
            let (history, _, views) = self.played(&changed)?;
            // Later guesses may have compensated for the change.
            let is_other = history.guesses() != self.history.guesses();
            (is_other && views[..known] == self.views[..known]).then_some(views)
        });
        let differs: Vec<bool> = views.take(ASKED).map(|views| views != self.views).collect();
        2 * differs.iter().filter(|differs| **differs).count() > differs.len()
    }

    /// Returns the position before the step with this index.
    pub(super) fn before(&self, step: usize) -> Option<Box<dyn OngoingGame>> {
        let deal = self.history.deal.clone();
        let steps = self.history.steps[..step].to_vec();
        Some(self.replayed(&History { deal, steps })?.1)
    }

    /// Returns the possible values of a draw in the history.
    pub(super) fn among(&self, slot: Slot) -> Vec<String> {
        let drawn = self.history.drawn(slot);
        let before = given(&drawn[..slot.draw]);
        let missing = match slot.step {
            None => Some(self.begin(before)),
            Some(index) => {
                let action = &self.history.steps[index].action;
                self.before(index).map(|game| make(game, action, before))
            }
        };
        let mut among = BTreeSet::from([drawn[slot.draw].name.clone()]);
        if let Some(Err(DrawError::Missing(missing))) = missing {
            among.extend(missing.among.into_iter().map(|(name, _)| name));
        }
        among.into_iter().collect()
    }

    /// Returns the values that a draw could have with other guesses elsewhere: values of other guessed draws,
    /// and the possible values of the latest draws of the same kind or of kinds with the same components, such
    /// as the cards of a pile.
    fn among_guesses(&self, slot: Slot) -> Vec<String> {
        let history = &self.history;
        let kind = |slot: Slot| history.drawn(slot)[slot.draw].of;
        let slots = self.slots(history);
        let latest = |of: &str| {
            let alike = slots.iter().filter(|other| kind(**other) == of);
            let latest = alike.max_by_key(|other| (other.step, other.draw));
            latest.map_or(Vec::new(), |latest| self.among(*latest))
        };
        let mut among: BTreeSet<String> = self.among(slot).into_iter().collect();
        let alike = slots.iter().filter(|other| kind(**other) == kind(slot));
        among.extend(alike.map(|other| history.name(*other).to_string()));
        among.extend(latest(kind(slot)));
        let shares =
            |other: &&Slot| kind(**other) != kind(slot) && among.contains(history.name(**other));
        let others: BTreeSet<&str> = slots
            .iter()
            .filter(shares)
            .map(|other| kind(*other))
            .collect();
        for of in others {
            among.extend(latest(of));
        }
        among.into_iter().collect()
    }

    /// Returns a guess that the last event has revealed and that the user must be asked for.
    pub fn shown(&self) -> Option<Shown> {
        Some(match *self.shown.front()? {
            Guess::Choice(index) => Shown {
                step: Some(index),
                draw: None,
                of: "",
                among: self.imagined(&*self.before(index)?),
                guess: self.history.steps[index].action.clone(),
            },
            Guess::Draw(slot) => Shown {
                step: slot.step,
                draw: Some(slot.draw),
                of: self.history.drawn(slot)[slot.draw].of,
                among: self.among_guesses(slot),
                guess: self.history.name(slot).to_string(),
            },
        })
    }

    /// Searches for a consistent history in which a draw has a different value, taken from another guess or from a
    /// deck. The new value remains a guess, constrained by the views of the user's seat, because the next revealed
    /// component may turn out to be this draw.
    fn replaced(
        &self,
        history: &History,
        (slot, name): (Slot, &str),
        fits: &dyn Fn(&History) -> Option<Played>,
    ) -> Option<Played> {
        let guess = history.name(slot);
        let with = |changes: &[(Slot, &str)]| {
            let mut changed = history.clone();
            for (at, name) in changes {
                changed.at(*at).name = (*name).to_string();
            }
            fits(&changed)
        };
        let slots = self.slots(history);
        let others = || slots.iter().copied().filter(|other| *other != slot);
        let holder = others().find(|other| history.name(*other) == name);
        let swapped = || with(&[(slot, name), (holder?, guess)]);
        // Components in one location, such as a hand, may have been drawn in another order.
        let rotated = |other: Slot| {
            let turned = [(slot, history.name(other)), (other, name)];
            with(&turned).or_else(|| {
                let holder = holder.filter(|holder| *holder != other)?;
                with(&[turned[0], turned[1], (holder, guess)])
            })
        };
        // A component that is assumed to be in a deck was drawn from it.
        let renamed = || fits(&history.renamed(guess, name));
        with(&[(slot, name)])
            .or_else(swapped)
            .or_else(renamed)
            .or_else(|| others().find_map(rotated))
    }

    /// Returns the history with one guess changed, so that a component that is not in any guess can have been
    /// drawn.
    fn within_reach(&self, name: &str) -> Option<History> {
        let history = &self.history;
        let slots = self.slots(history);
        if slots.iter().any(|slot| history.name(*slot) == name) {
            return None;
        }
        slots.iter().find_map(|&slot| {
            let mut changed = history.clone();
            changed.at(slot).name = name.to_string();
            let (history, _, views) = self.played(&changed)?;
            (views == self.views).then_some(history)
        })
    }

    /// Sets the true value of a revealed guess; `None` if it is still unknown.
    ///
    /// # Errors
    /// A message if the value does not fit earlier reports; the table is not changed.
    pub fn show(&mut self, name: Option<&str>) -> Result<(), String> {
        let (Some(&guess), Some(name)) = (self.shown.front(), name) else {
            self.shown.pop_front();
            return Ok(());
        };
        let known = self.views.len() - 1;
        let fits = |history: &History| {
            let played = self.played(history)?;
            (played.2[..known] == self.views[..known]).then_some(played)
        };
        let mut base = self.history.clone();
        let found = match guess {
            Guess::Choice(index) => {
                let step = &mut base.steps[index];
                (step.action, step.secret) = (name.to_string(), false);
                fits(&base).or_else(|| self.searched(&base, name, &fits))
            }
            Guess::Draw(slot) => self.replaced(&base, (slot, name), &fits).or_else(|| {
                let base = self.within_reach(name)?;
                self.replaced(&base, (slot, name), &fits)
            }),
        };
        let found = found.ok_or_else(|| misfit(name))?;
        self.take(found);
        self.shown.pop_front();
        Ok(())
    }
}
