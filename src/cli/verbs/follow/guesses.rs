//! Searches for other guesses that fit the reports when the current guesses do not.

use portolan_core::random::{below, guess_stream};
use portolan_run::play::given::DrawError;
use portolan_run::play::ongoing::OngoingGame;

use super::history::{Draw, History, Slot, Step, given, make};
use super::table::{Played, Question, Table};
use super::views::view;

/// Maximum number of changed guesses to try before a move is rejected.
const MOST_TRIED: usize = 600;

impl Table<'_> {
    /// Replays a history with its guesses. Secret moves that are no longer legal are guessed again.
    pub(super) fn played(&self, history: &History) -> Option<Played> {
        let (history, ongoing) = self.replayed(history)?;
        let views = self.views_of(&history)?;
        Some((history, ongoing, views))
    }

    pub(super) fn replayed(&self, history: &History) -> Option<(History, Box<dyn OngoingGame>)> {
        let mut history = history.clone();
        let mut ongoing = self.begin(given(&history.deal)).ok()?;
        for (index, step) in history.steps.iter_mut().enumerate() {
            let legal = ongoing.parse(&step.action);
            let choice = match legal {
                Ok(choice) => choice,
                Err(_) if step.secret && ongoing.choices() > 0 => {
                    let mut rng = guess_stream(self.seed, index, 0);
                    let choice = below(&mut rng, ongoing.choices() as u32) as usize;
                    step.action = ongoing.notation(choice);
                    choice
                }
                Err(_) => return None,
            };
            (ongoing.to_move() == Some(step.seat)).then_some(())?;
            ongoing.make_given(choice, given(&step.drawn)).ok()?;
        }
        Some((history, ongoing))
    }

    /// Returns hashes of the own seat's view after the deal and after every move.
    pub(super) fn views_of(&self, history: &History) -> Option<Vec<u64>> {
        let mut ongoing = self.begin(given(&history.deal)).ok()?;
        let mut views = vec![view(&*ongoing, self.own)];
        for step in &history.steps {
            let choice = ongoing.parse(&step.action).ok()?;
            ongoing.make_given(choice, given(&step.drawn)).ok()?;
            views.push(view(&*ongoing, self.own));
        }
        Some(views)
    }

    /// Returns all guesses, the latest first; guesses about the seat to move come before others.
    pub(super) fn slots(&self, history: &History) -> Vec<Slot> {
        let to_move = self.ongoing.as_ref().and_then(|game| game.to_move());
        let of = |step: Option<usize>, drawn: &[Draw]| -> Vec<Slot> {
            let guessed = drawn.iter().enumerate().filter(|(_, draw)| draw.guessed);
            guessed.map(|(draw, _)| Slot { step, draw }).collect()
        };
        let mut slots = of(None, &history.deal);
        for (index, step) in history.steps.iter().enumerate() {
            slots.extend(of(Some(index), &step.drawn));
        }
        slots.reverse();
        let is_own = |slot: &Slot| {
            slot.step
                .is_some_and(|index| Some(history.steps[index].seat) == to_move)
        };
        slots.sort_by_key(|slot| !is_own(slot));
        slots
    }

    /// Searches for guesses with which the seat to move has this action and the own seat's earlier views do not
    /// change. Views of the latest secret moves are ignored, since these are guesses themselves.
    pub(super) fn other_guesses(&self, action: &str) -> Option<Played> {
        let reported = self.history.steps.iter().rposition(|step| !step.secret);
        let known = reported.map_or(1, |last| last + 2);
        let fits = |history: &History| {
            let (history, ongoing) = self.replayed(history)?;
            ongoing.parse(action).ok()?;
            let views = self.views_of(&history)?;
            (views[..known] == self.views[..known]).then_some((history, ongoing, views))
        };
        self.searched(&self.history, action, &fits)
            .or_else(|| self.tried(&fits))
    }

    /// Searches for a fitting history by changing one guess to any other value, since a move may need a card
    /// that its notation does not name.
    fn tried(&self, fits: &dyn Fn(&History) -> Option<Played>) -> Option<Played> {
        let mut left = MOST_TRIED;
        for slot in self.slots(&self.history) {
            for (name, other) in self.exchanges(slot) {
                left -= 1;
                let mut changed = self.history.clone();
                let before = std::mem::replace(&mut changed.at(slot).name, name);
                if let Some(other) = other {
                    changed.at(other).name = before;
                }
                let found = fits(&changed);
                if found.is_some() || left == 0 {
                    return found;
                }
            }
        }
        None
    }

    /// Returns possible replacements for a guess: other values that can be drawn there, or values of other
    /// guessed draws, with which it is swapped.
    fn exchanges(&self, slot: Slot) -> Vec<(String, Option<Slot>)> {
        let history = &self.history;
        let of = |slot: Slot| history.drawn(slot)[slot.draw].of;
        let free = self.among(slot).into_iter().map(|name| (name, None));
        let held = self.slots(history).into_iter();
        let held = held.filter(|other| of(*other) == of(slot));
        let held = held.map(|other| (history.name(other).to_string(), Some(other)));
        let guess = history.name(slot);
        free.chain(held).filter(|(name, _)| name != guess).collect()
    }

    /// Searches for a fitting history with another guess for a component of the action.
    pub(super) fn searched(
        &self,
        history: &History,
        action: &str,
        fits: &dyn Fn(&History) -> Option<Played>,
    ) -> Option<Played> {
        let slots = self.slots(history);
        let pairs = self.named_by_two(action, &slots);
        let pairs = pairs.iter().map(String::as_str);
        // The main component of a move is the last word of its notation.
        for wanted in pairs.chain(action.split_whitespace().rev()) {
            // A secret move may have discarded the required component.
            for (index, step) in history.steps.iter().enumerate() {
                if step.secret && step.action.split_whitespace().any(|word| word == wanted) {
                    let mut changed = history.clone();
                    changed.steps[index].action.clear();
                    if let Some(found) = fits(&changed) {
                        return Some(found);
                    }
                }
            }
            for &slot in &slots {
                let mut changed = history.clone();
                let before = std::mem::replace(&mut changed.at(slot).name, wanted.to_string());
                if before == wanted {
                    continue;
                }
                if let Some(found) = fits(&changed) {
                    return Some(found);
                }
                // A component that is assumed to be in a deck may have been drawn.
                if let Some(found) = fits(&history.renamed(&before, wanted)) {
                    return Some(found);
                }
                for &other in &slots {
                    if history.name(other) == wanted {
                        let mut swapped = changed.clone();
                        swapped.at(other).name.clone_from(&before);
                        if let Some(found) = fits(&swapped) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }

    /// Returns names of two words, which need not be adjacent in the action: `play rum 5 black`.
    fn named_by_two(&self, action: &str, slots: &[Slot]) -> Vec<String> {
        let Some(first) = slots.iter().min_by_key(|slot| (slot.step, slot.draw)) else {
            return Vec::new();
        };
        let mut known = self.among(*first);
        let names = slots
            .iter()
            .map(|slot| self.history.name(*slot).to_string());
        known.extend(names);
        let words: Vec<&str> = action.split_whitespace().collect();
        let firsts = words.iter().enumerate();
        let pairs = firsts.flat_map(|(at, first)| {
            let seconds = words[at + 1..].iter();
            seconds.map(move |second| format!("{first} {second}"))
        });
        pairs.filter(|pair| known.contains(pair)).collect()
    }

    /// Changes a guess so that the last of these draws, which is known, becomes possible. Returns true on
    /// success.
    pub(super) fn set_free(
        &mut self,
        step: Option<&Step>,
        drawn: &mut [Draw],
        question: &Question,
    ) -> bool {
        let Some((last, before)) = drawn.split_last_mut() else {
            return false;
        };
        let replacements = || question.among.iter().map(|(name, _)| name);
        // Guessed draws of this move either had another value, or had this value and are swapped with it.
        for at in (0..before.len()).filter(|&at| before[at].guessed) {
            let holds = before[at].name == last.name;
            let others = replacements().filter(|_| holds);
            let others = others.chain((!holds).then_some(&last.name));
            for other in others {
                let mut names: Vec<Draw> = before.to_vec();
                names[at].name.clone_from(other);
                names.push(last.clone());
                let refused = self.attempt(step, given(&names));
                if !matches!(refused, Err(DrawError::Refused(_))) {
                    before[at].name.clone_from(other);
                    return true;
                }
            }
        }
        let mut all: Vec<Draw> = before.to_vec();
        all.push(last.clone());
        let slots = self.slots(&self.history);
        // Swaps the draw with a guess elsewhere that has its value, or guesses that it was still in the deck.
        let holding = slots
            .iter()
            .filter(|slot| self.history.name(**slot) == last.name);
        let freed =
            holding.flat_map(|slot| replacements().map(move |other| (*slot, other.as_str())));
        let others = slots
            .iter()
            .filter(|slot| self.history.name(**slot) != last.name);
        let placed = others.map(|slot| (*slot, last.name.as_str()));
        let possible = |changed: &History| {
            let (history, ongoing) = self.replayed(changed)?;
            let after = match step {
                Some(step) => make(ongoing.copy(), &step.action, given(&all)),
                None => self.begin(given(&all)),
            };
            let possible = !matches!(after, Err(DrawError::Refused(_)));
            (possible && self.views_of(&history)? == self.views).then_some((history, ongoing))
        };
        let with = |changes: &[(Slot, &str)]| {
            let mut changed = self.history.clone();
            for (slot, name) in changes {
                changed.at(*slot).name = (*name).to_string();
            }
            possible(&changed)
        };
        let found = freed.chain(placed).find_map(|change| with(&[change]));
        // The component that makes room for it moves elsewhere.
        let pairs = slots
            .iter()
            .flat_map(|slot| slots.iter().map(move |other| (*slot, *other)));
        let pairs = pairs.filter(|(slot, other)| slot != other).take(MOST_TRIED);
        let found = found.or_else(|| {
            pairs.into_iter().find_map(|(slot, other)| {
                with(&[(slot, last.name.as_str()), (other, self.history.name(slot))])
            })
        });
        if let Some((history, ongoing)) = found {
            self.take((history, ongoing, self.views.clone()));
            return true;
        }
        false
    }
}
