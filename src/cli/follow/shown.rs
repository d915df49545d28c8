//! Guesses that come out: what lies open now and was guessed before is asked for.

use std::collections::{BTreeSet, VecDeque};

use portolan_engine::play::given::DrawError;
use portolan_engine::play::ongoing::OngoingGame;

use super::history::{Guess, History, Slot, given, make};
use super::table::{Played, Table, misfit};
use super::views::COUNTED;

/// Other results of a draw that are tried to find out whether it lies open.
const MOST_REPLACED: usize = 60;
/// Of these, how many that can have been are compared.
const ASKED: usize = 3;

/// Something that was guessed and lies open now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The index of the move in secret, or of the move that drew; `None` for the deal.
    pub step: Option<usize>,
    /// Which draw of it, from 0; `None` for a move in secret.
    pub draw: Option<usize>,
    /// What was drawn; empty for a move, or if a log has it.
    pub of: &'static str,
    /// What it may be.
    pub among: Vec<String>,
    /// What it is guessed to be.
    pub guess: String,
}

impl Table<'_> {
    /// Guesses about what lies now where it did not lie before the last move, which does not name it.
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
        // A card that somebody chose in secret is asked for as that choice.
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

    /// Whether the last move has shown a draw: the own seat would see now, and not before, if it had been another.
    fn lies_open(&self, slot: Slot) -> bool {
        let among = self.among(slot).into_iter();
        let others = among.filter(|name| name != self.history.name(slot));
        self.differs(others.map(|other| {
            let mut changed = self.history.clone();
            changed.at(slot).name = other;
            changed
        }))
    }

    /// The same of a move in secret.
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

    /// Whether the own seat would see now, and not before, if this had happened instead: by most of the first of these
    /// that can have.
    fn differs(&self, instead: impl Iterator<Item = History>) -> bool {
        let known = self.views.len() - 1;
        let views = instead.take(MOST_REPLACED).filter_map(|changed| {
            let (history, _, views) = self.played(&changed)?;
            // Other guesses after it may have made up for it.
            let is_other = history.guesses() != self.history.guesses();
            (is_other && views[..known] == self.views[..known]).then_some(views)
        });
        let differs: Vec<bool> = views.take(ASKED).map(|views| views != self.views).collect();
        2 * differs.iter().filter(|differs| **differs).count() > differs.len()
    }

    /// The position before the step with this index.
    pub(super) fn before(&self, step: usize) -> Option<Box<dyn OngoingGame>> {
        let deal = self.history.deal.clone();
        let steps = self.history.steps[..step].to_vec();
        Some(self.replayed(&History { deal, steps })?.1)
    }

    /// What a draw of the history could have been.
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

    /// What a draw could have been, too, if other guesses were others: what is guessed to have been drawn elsewhere, and
    /// what the latest draws of its kind and of kinds with the same things can be, such as the cards of a pile.
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

    /// What was guessed, was shown by what happened last, and is to be asked for.
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

    /// A history that fits where a draw is another thing: one that is guessed to lie elsewhere, or in a deck. It stays a
    /// guess, which what the own seat has seen holds fast: the next thing that is shown may turn out to be this draw.
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
        // Things that lie together, as in a hand, may have been drawn in another order.
        let rotated = |other: Slot| {
            let turned = [(slot, history.name(other)), (other, name)];
            with(&turned).or_else(|| {
                let holder = holder.filter(|holder| *holder != other)?;
                with(&[turned[0], turned[1], (holder, guess)])
            })
        };
        // What is guessed to be in a deck was drawn from it.
        let renamed = || fits(&history.renamed(guess, name));
        with(&[(slot, name)])
            .or_else(swapped)
            .or_else(renamed)
            .or_else(|| others().find_map(rotated))
    }

    /// The same guesses but for one, so that a thing can have been drawn that is in none of them.
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

    /// Takes in what it was that was guessed and is shown now; `None` if it is still not known.
    ///
    /// # Errors
    /// If it does not fit what was reported before; nothing has changed.
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
