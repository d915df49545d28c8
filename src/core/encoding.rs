//! Encoding of a position as network inputs, from the view of one seat: a sparse list of numbered and named inputs,
//! most of which are flags.
//!
//! A game lays out its input groups once during set-up ([`Layout`]); encoding a position fills them in ([`Inputs`]).
//! Names contain component ids (`hand:A026`), so that a network can match the inputs that it was trained on.

use std::ops::Range;

/// A nonzero input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(8))]
pub struct Input {
    /// Value: 1 for flags, otherwise of magnitude about 1.
    pub value: f32,
    /// Index in the layout.
    pub number: u16,
    /// Explicit padding, always 0, so that two inputs can be compared as single 64-bit numbers.
    zero: u16,
}

impl Input {
    /// Creates an input from its index and value.
    #[inline]
    pub fn new(number: u16, value: f32) -> Input {
        let zero = 0;
        Input {
            value,
            number,
            zero,
        }
    }

    /// Packs index and value into one number that is equal for equal inputs.
    #[inline]
    pub fn bits(self) -> u64 {
        let value = u64::from(self.value.to_bits());
        value | u64::from(self.number) << 32 | u64::from(self.zero) << 48
    }
}

/// The nonzero inputs of one position, at most one per index, in the order in which the game fills them in.
///
/// A game may fill them in as a fixed sequence of parts, so that a part that is unchanged from another position can
/// be omitted ([`Encoding::observe_after`](crate::game::Encoding::observe_after)).
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The inputs, followed by spare capacity.
    list: Vec<Input>,
    filled: usize,
    parts: Vec<InputPart>,
}

/// A contiguous range of the inputs of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPart {
    start: u32,
    end: u32,
    /// True if the part was omitted because it equals the part of the position before.
    pub same: bool,
}

impl InputPart {
    /// Returns the range of the part in the list of inputs.
    #[inline]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Inputs {
    /// Removes all inputs and parts.
    #[inline]
    pub fn clear(&mut self) {
        self.filled = 0;
        self.parts.clear();
    }

    /// Returns the nonzero inputs.
    #[inline]
    pub fn list(&self) -> &[Input] {
        &self.list[..self.filled]
    }

    /// Returns the parts; empty if the game does not divide its inputs into parts.
    #[inline]
    pub fn parts(&self) -> &[InputPart] {
        &self.parts
    }

    /// Adds the next part. It is filled in unless it is the `same` as in the position before.
    #[inline]
    pub fn part(&mut self, same: bool, fill: impl FnOnce(&mut Inputs)) {
        let start = self.filled as u32;
        debug_assert_eq!(start, self.parts.last().map_or(0, |part| part.end));
        if !same {
            fill(self);
        }
        let end = self.filled as u32;
        self.parts.push(InputPart { start, end, same });
    }
}

/// Destination of inputs.
///
/// The conditions of these methods are hard to predict for the processor, so implementations may write the value
/// unconditionally. An index whose condition is false must therefore not be filled in elsewhere.
pub trait Fill {
    /// Sets a flag if the whole number `some` is not 0.
    fn flag_if(&mut self, some: u32, number: usize);

    /// Sets a value if `counts` is true, which must be the case exactly if the value is not 0.
    fn value_if(&mut self, counts: bool, number: usize, value: f32);

    /// Adds the next part, which may be omitted if it is the `same` as in the position before.
    fn next_part(&mut self, same: bool, fill: impl FnOnce(&mut Self));
}

impl Fill for Inputs {
    #[inline]
    fn flag_if(&mut self, some: u32, number: usize) {
        self.value_if(some > 0, number, 1.0);
    }

    #[inline]
    fn value_if(&mut self, counts: bool, number: usize, value: f32) {
        let input = Input::new(number as u16, value);
        match self.list.get_mut(self.filled) {
            Some(place) => *place = input,
            None => self.list = longer(std::mem::take(&mut self.list), input),
        }
        self.filled += usize::from(counts);
    }

    #[inline]
    fn next_part(&mut self, same: bool, fill: impl FnOnce(&mut Inputs)) {
        self.part(same, fill);
    }
}

/// Dense row of all inputs by index, including zeros.
#[derive(Debug)]
pub struct Row<'a>(&'a mut [f32]);

impl<'a> Row<'a> {
    /// Creates a row and sets all values to 0.
    pub fn new(values: &'a mut [f32]) -> Row<'a> {
        values.fill(0.0);
        Row(values)
    }
}

impl Fill for Row<'_> {
    #[inline]
    fn flag_if(&mut self, some: u32, number: usize) {
        // A comparison with 0 would be compiled to a branch.
        self.0[number] = (some as f32).min(1.0);
    }

    #[inline]
    fn value_if(&mut self, _: bool, number: usize, value: f32) {
        // Adding 0.0 turns -0.0 into 0.0.
        self.0[number] = value + 0.0;
    }

    /// A dense row contains all inputs, so no part is omitted.
    #[inline]
    fn next_part(&mut self, _: bool, fill: impl FnOnce(&mut Self)) {
        fill(self);
    }
}

/// Appends an input and extends the list by spare capacity.
#[cold]
#[inline(never)]
fn longer(mut list: Vec<Input>, input: Input) -> Vec<Input> {
    list.push(input);
    list.resize(2 * list.len() + 62, Input::default());
    list
}

impl PartialEq for Inputs {
    fn eq(&self, other: &Inputs) -> bool {
        self.list() == other.list() && self.parts == other.parts
    }
}

/// Returns names of the seats in turn order, starting with the observer: `me`, `next1`, `next2` …
pub fn seat_names<const SEATS: usize>() -> [String; SEATS] {
    std::array::from_fn(|distance| match distance {
        0 => "me".to_string(),
        _ => format!("next{distance}"),
    })
}

/// Builder for the list of all input names.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    names: Vec<String>,
}

impl Layout {
    /// Returns the input names by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn block(&mut self, names: impl Iterator<Item = String>) -> usize {
        let first = self.names.len();
        self.names.extend(names);
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
    ) -> Vec<Count> {
        labels
            .into_iter()
            .map(|label| self.count(&format!("{name}:{}", label.as_ref()), most))
            .collect()
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

    /// Sets the flags whose bits are set; the lowest bit belongs to the first label.
    #[inline]
    pub fn fill_bits(&self, inputs: &mut impl Fill, mut bits: u64) {
        while bits != 0 {
            self.fill(inputs, bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

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
    use super::*;

    #[test]
    fn changed_rule_without_a_common_input_gets_its_own_input() {
        let everywhere = ["wharf", "hacienda"];
        let told = |changed: &[&str]| {
            let changed: Vec<String> = changed.iter().map(|name| name.to_string()).collect();
            let mut layout = Layout::default();
            let rules = ChangedRules::new(&mut layout, "changed", &everywhere, &changed);
            let mut inputs = Inputs::default();
            rules.fill(&mut inputs);
            let on = |input: &Input| layout.names()[usize::from(input.number)].clone();
            let on: Vec<String> = inputs.list().iter().map(on).collect();
            (layout.names().len(), on.join(" "))
        };
        assert_eq!(told(&[]), (2, String::new()));
        assert_eq!(told(&["hacienda"]), (2, "changed:hacienda".to_string()));
        let more = (3, "changed:wharf changed:new".to_string());
        assert_eq!(told(&["wharf", "new"]), more);
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
        inputs.part(true, |_| unreachable!("it is the same"));
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
