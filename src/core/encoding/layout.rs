//! Groups of inputs: their names in the layout, and how they are filled in.

use super::filled::Fill;
use crate::component_encoding::ID;

/// Returns a bit set of the flags that are true; the lowest bit belongs to the first flag.
#[inline]
pub fn bits(flags: impl IntoIterator<Item = bool>) -> u64 {
    let flags = flags.into_iter().enumerate();
    flags.fold(0, |bits, (index, on)| bits | u64::from(on) << index)
}

/// Returns names of the seats in turn order, starting with the observer: `me`, `next1`, `next2` …
pub fn seat_names<const SEATS: usize>() -> [String; SEATS] {
    std::array::from_fn(|distance| match distance {
        0 => "me".to_string(),
        _ => format!("next{distance}"),
    })
}

/// Returns input names for the components of every seat in turn order: `me name:{}`, `next1 name:{}` …
pub fn of_seats<const SEATS: usize>(names: &[&str]) -> Vec<String> {
    let of_seat = |name| seat_names::<SEATS>().map(|seat| format!("{seat} {name}:{ID}"));
    names.iter().flat_map(of_seat).collect()
}

/// Returns labels for the integers from 1 to `most`.
pub fn from_one(most: usize) -> impl Iterator<Item = String> {
    (1..=most).map(|value| value.to_string())
}

/// Builder for the list of all input names.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    names: Vec<String>,
    prefix: String,
}

impl Layout {
    /// Returns the input names by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the input names by index.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    /// Adds inputs whose names start with `prefix`.
    pub fn prefixed<T>(&mut self, prefix: &str, add: impl FnOnce(&mut Layout) -> T) -> T {
        let outer = self.prefix.len();
        self.prefix.push_str(prefix);
        let added = add(self);
        self.prefix.truncate(outer);
        added
    }

    fn block(&mut self, names: impl Iterator<Item = String>) -> usize {
        let first = self.names.len();
        let prefix = &self.prefix;
        self.names
            .extend(names.map(|name| format!("{prefix}{name}")));
        assert!(
            self.names.len() <= usize::from(u16::MAX),
            "inputs are numbered by 16 bits"
        );
        first
    }

    /// Adds one input for a number divided by `scale`.
    pub fn number(&mut self, name: &str, scale: f32) -> Number {
        let input = self.block(std::iter::once(name.to_string()));
        Number {
            input,
            inverse: inverse(scale),
        }
    }

    /// Adds one flag.
    pub fn flag(&mut self, name: &str) -> Flag {
        let input = self.block(std::iter::once(name.to_string()));
        Flag { input }
    }

    /// Adds one flag for each label: `name:label`.
    pub fn flags<T: AsRef<str>>(
        &mut self,
        name: &str,
        labels: impl IntoIterator<Item = T>,
    ) -> Flags {
        let labels = labels.into_iter();
        let first = self.block(labels.map(|label| format!("{name}:{}", label.as_ref())));
        Flags {
            first,
            count: self.names.len() - first,
        }
    }

    /// Adds the inputs for a whole number: one flag for each value from 1 to `most` (`name=value`; the last flag also
    /// covers larger values) and the number divided by `most` (`name`), so that a network can learn both steps and
    /// slopes.
    pub fn count(&mut self, name: &str, most: usize) -> Count {
        let values = (1..=most).map(|value| format!("{name}={value}"));
        let first = self.block(values.chain(std::iter::once(name.to_string())));
        Count {
            first,
            most,
            inverse: inverse(most as f32),
        }
    }

    /// Adds a [`Layout::count`] for each label: `name:label`.
    pub fn counts<T: AsRef<str>>(
        &mut self,
        name: &str,
        labels: impl IntoIterator<Item = T>,
        most: usize,
    ) -> Counts {
        let count = |label: T| self.count(&format!("{name}:{}", label.as_ref()), most);
        labels.into_iter().map(count).collect()
    }

    /// Adds a [`Layout::number`] for each label: `name:label`.
    pub fn numbers<T: AsRef<str>>(
        &mut self,
        name: &str,
        labels: impl IntoIterator<Item = T>,
        scale: f32,
    ) -> Numbers {
        let number = |label: T| self.number(&format!("{name}:{}", label.as_ref()), scale);
        labels.into_iter().map(number).collect()
    }

    /// Adds the features of a game, `feature:name`, with a scale for each name.
    pub fn features(&mut self, names: &[&str], scale: impl Fn(&str) -> f32) -> Numbers {
        let number = |name: &&str| self.number(&format!("feature:{name}"), scale(name));
        names.iter().map(number).collect()
    }

    /// Adds one flag for each value from 1 to `most`: `name:value`. The last flag also covers larger values.
    pub fn steps(&mut self, name: &str, most: usize) -> Steps {
        Steps {
            flags: self.flags(name, from_one(most)),
        }
    }

    /// Adds [`Layout::steps`] for each label: `name label`.
    pub fn step_group<T: AsRef<str>>(
        &mut self,
        name: &str,
        labels: impl IntoIterator<Item = T>,
        most: usize,
    ) -> StepGroup {
        let steps = |label: T| self.steps(&format!("{name} {}", label.as_ref()), most);
        labels.into_iter().map(steps).collect()
    }
}

/// Returns the reciprocal of a scale. The product with the 64-bit reciprocal, rounded to 32 bits, equals the (slower)
/// division bit for bit: such a quotient is never closer than a relative 2^-49 to the midpoint between two 32-bit
/// numbers, and the relative error of the product is below 2^-51.
fn inverse(scale: f32) -> f64 {
    1.0 / f64::from(scale)
}

/// An input for a scaled number.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    input: usize,
    inverse: f64,
}

impl Number {
    /// Sets the input to the scaled value.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, value: impl Into<f32>) {
        let value = value.into();
        let scaled = (f64::from(value) * self.inverse) as f32;
        inputs.value_if(scaled != 0.0, self.input, scaled);
    }
}

/// An input that is on or off.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    input: usize,
}

impl Flag {
    /// Sets the flag if `on` is true.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, on: bool) {
        inputs.flag_if(on.into(), self.input);
    }
}

/// A group of flags.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    first: usize,
    count: usize,
}

impl Flags {
    /// Sets the flag of the label at `index`.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, index: impl Into<usize>) {
        self.fill_if(inputs, 1, index.into());
    }

    /// Sets the flag of the label at `index` if the whole number `some` is not 0.
    #[inline]
    pub fn fill_if(&self, inputs: &mut impl Fill, some: u8, index: usize) {
        debug_assert!(index < self.count, "{index} of {} flags", self.count);
        inputs.flag_if(some.into(), self.first + index);
    }

    /// Sets the flags of the labels at these indices.
    #[inline]
    pub fn fill_each(
        &self,
        inputs: &mut impl Fill,
        indices: impl IntoIterator<Item = impl Into<usize>>,
    ) {
        (indices.into_iter()).for_each(|index| self.fill(inputs, index));
    }

    /// Sets the flags whose bits are set; the lowest bit belongs to the first label.
    #[inline]
    pub fn fill_bits(&self, inputs: &mut impl Fill, mut bits: u64) {
        while bits != 0 {
            self.fill(inputs, bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// A small number as one flag per value from 1; the last flag also covers larger values.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    flags: Flags,
}

impl Steps {
    /// Sets the flag of this value; sets no flag for 0.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, value: impl Into<usize>) {
        let value = value.into();
        let step = value.min(self.flags.count).saturating_sub(1);
        inputs.flag_if(value as u32, self.flags.first + step);
    }
}

/// A group of [`Steps`].
#[derive(Clone, Debug)]
pub struct StepGroup(Vec<Steps>);

/// A group of scaled numbers.
#[derive(Clone, Debug)]
pub struct Numbers(Vec<Number>);

/// A group of [`Count`]s.
#[derive(Clone, Debug)]
pub struct Counts(Vec<Count>);

/// Implements indexing of the members of a group, and a method that fills them in order.
macro_rules! group {
    ($group:ident of $member:ident, $value:ident) => {
        impl $group {
            /// Sets the inputs of the first members to these values.
            #[inline]
            pub fn fill<T: Into<$value>>(
                &self,
                inputs: &mut impl Fill,
                values: impl IntoIterator<Item = T>,
            ) {
                for (member, value) in self.0.iter().zip(values) {
                    member.fill(inputs, value);
                }
            }
        }

        impl FromIterator<$member> for $group {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $group {
                $group(members.into_iter().collect())
            }
        }

        impl std::ops::Index<usize> for $group {
            type Output = $member;

            #[inline]
            fn index(&self, index: usize) -> &$member {
                &self.0[index]
            }
        }
    };
}

group!(Numbers of Number, f32);
group!(StepGroup of Steps, usize);
group!(Counts of Count, usize);

/// Flags for rules that differ from their defaults. Some rules have an input in every game. The other rules have an
/// input only in games in which they apply, so that networks trained without them still fit all other games.
#[derive(Clone, Copy, Debug)]
pub struct ChangedRules {
    everywhere: (Flags, u64),
    here: Flags,
}

impl ChangedRules {
    /// Adds the flags `GROUP:RULE` for the rules in `everywhere` and for the remaining rules in `changed`, the rules
    /// that apply in this game.
    pub fn new(
        layout: &mut Layout,
        group: &str,
        everywhere: &[&str],
        changed: &[String],
    ) -> ChangedRules {
        let is_changed = |rule: &&str| changed.iter().any(|name| name == rule);
        let bits = (everywhere.iter().enumerate()).fold(0, |bits, (index, rule)| {
            bits | u64::from(is_changed(rule)) << index
        });
        let here = changed.iter().map(String::as_str);
        let here: Vec<&str> = here.filter(|name| !everywhere.contains(name)).collect();
        ChangedRules {
            everywhere: (layout.flags(group, everywhere), bits),
            here: layout.flags(group, here),
        }
    }

    /// Sets the flags of the rules that apply.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill) {
        let (flags, bits) = self.everywhere;
        flags.fill_bits(inputs, bits);
        for index in 0..self.here.count {
            self.here.fill(inputs, index);
        }
    }

    /// Returns true if an input name belongs to a rule of the group that has an input only in some games.
    pub fn is_of_some_games(group: &str, everywhere: &[&str], name: &str) -> bool {
        let rule = name
            .strip_prefix(group)
            .and_then(|name| name.strip_prefix(':'));
        rule.is_some_and(|rule| !everywhere.contains(&rule))
    }
}

/// A whole number encoded as flags and as a scaled number.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    first: usize,
    most: usize,
    inverse: f64,
}

impl Count {
    /// Sets the inputs for a count.
    #[inline(always)]
    pub fn fill(&self, inputs: &mut impl Fill, count: impl Into<usize>) {
        let count = count.into();
        let step = count.min(self.most).saturating_sub(1);
        let some = count as u32;
        let scaled = (f64::from(some) * self.inverse) as f32;
        inputs.flag_if(some, self.first + step);
        inputs.value_if(some > 0, self.first + self.most, scaled);
    }
}

#[cfg(test)]
mod tests {
    use super::super::filled::{Input, Inputs, Row};
    use super::*;

    #[test]
    fn changed_rule_without_a_common_input_gets_its_own_input() {
        let everywhere = ["wharf", "hacienda"];
        let filled = |changed: &[&str]| {
            let changed: Vec<String> = changed.iter().map(|name| name.to_string()).collect();
            let mut layout = Layout::default();
            let rules = ChangedRules::new(&mut layout, "changed", &everywhere, &changed);
            let mut inputs = Inputs::default();
            rules.fill(&mut inputs);
            let on = |input: &Input| layout.names()[usize::from(input.number)].clone();
            let on: Vec<String> = inputs.list().iter().map(on).collect();
            (layout.names().len(), on.join(" "))
        };
        assert_eq!(filled(&[]), (2, String::new()));
        assert_eq!(filled(&["hacienda"]), (2, "changed:hacienda".to_string()));
        let more = (3, "changed:wharf changed:new".to_string());
        assert_eq!(filled(&["wharf", "new"]), more);
        let some = |name: &str| ChangedRules::is_of_some_games("changed", &everywhere, name);
        assert!(some("changed:new"));
        assert!(!some("changed:wharf") && !some("new") && !some("changed"));
    }

    #[test]
    fn feature_groups_are_named_and_filled() {
        let mut layout = Layout::default();
        let money = layout.number("money", 10.0);
        let first = layout.flag("first");
        let hand = layout.flags("hand", ["A", "B", "C"]);
        let ships = layout.count("ships", 2);
        assert_eq!(
            layout.names(),
            [
                "money", "first", "hand:A", "hand:B", "hand:C", "ships=1", "ships=2", "ships"
            ]
        );
        let mut inputs = Inputs::default();
        money.fill(&mut inputs, 5u8);
        first.fill(&mut inputs, true);
        hand.fill_bits(&mut inputs, 0b101);
        ships.fill(&mut inputs, 3usize);
        let found: Vec<(u16, f32)> = (inputs.list().iter())
            .map(|input| (input.number, input.value))
            .collect();
        assert_eq!(
            found,
            [(0, 0.5), (1, 1.0), (2, 1.0), (4, 1.0), (6, 1.0), (7, 1.5)]
        );
        assert!(inputs.parts().is_empty());
        inputs.clear();
        money.fill(&mut inputs, 0u8);
        first.fill(&mut inputs, false);
        ships.fill(&mut inputs, 0usize);
        assert!(inputs.list().is_empty());
        inputs.part(false, |inputs| hand.fill_bits(inputs, 0b11));
        inputs.part(true, |_| unreachable!("the part is unchanged"));
        inputs.part(false, |inputs| money.fill(inputs, 1u8));
        let parts = inputs.parts().iter().map(|part| (part.range(), part.same));
        let parts: Vec<_> = parts.collect();
        assert_eq!(parts, [(0..2, false), (2..2, true), (2..3, false)]);
    }

    #[test]
    fn scaling_equals_division_bit_for_bit() {
        let mut layout = Layout::default();
        for scale in 1..=120u8 {
            let scale = f32::from(scale);
            let number = layout.number("number", scale);
            for value in 0..=2000u16 {
                for value in [f32::from(value), 0.1 + f32::from(value) / 7.0] {
                    let mut row = [0.0; 121];
                    number.fill(&mut Row::new(&mut row), value);
                    let scaled = row[number.input];
                    assert_eq!(scaled.to_bits(), (value / scale).to_bits());
                }
            }
        }
    }
}
