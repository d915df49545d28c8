//! What a seat knows of a position, as the inputs of a network: a sparse list of numbered inputs, most of
//! them flags, each with a name.
//!
//! A game lays its inputs out block by block when it is set up ([`Layout`]) and keeps the blocks; to observe
//! a position it fills them ([`Inputs`]). Names hold the ids of components (`hand:A026`), so that a network
//! knows which inputs it was trained on.

use std::ops::Range;

/// An input that is not zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(8))]
pub struct Input {
    /// Its value: 1 for flags, otherwise of the order of 1.
    pub value: f32,
    /// Its number in the layout.
    pub number: u16,
    /// No gap, so that two inputs are compared as one number each.
    zero: u16,
}

impl Input {
    /// The input of this number.
    #[inline]
    pub fn new(number: u16, value: f32) -> Input {
        let zero = 0;
        Input {
            value,
            number,
            zero,
        }
    }

    /// Number and value in one: the same for the same input.
    #[inline]
    pub fn bits(self) -> u64 {
        let value = u64::from(self.value.to_bits());
        value | u64::from(self.number) << 32 | u64::from(self.zero) << 48
    }
}

/// The inputs of one position that are not zero: at most one of each number, in the order in which the
/// game fills them.
///
/// A game may fill them part by part, always the same parts in the same order, so that a part that is as it
/// was in another position can be left out ([`Observation::observe_after`](crate::game::Observation::observe_after)).
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The inputs, and room for more of them behind.
    list: Vec<Input>,
    filled: usize,
    parts: Vec<InputPart>,
}

/// Some of the inputs of a position, one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPart {
    start: u32,
    end: u32,
    /// Whether they are left out, because they are those of the position before.
    pub same: bool,
}

impl InputPart {
    /// Which they are of the list.
    #[inline]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Inputs {
    /// Forgets the position before.
    #[inline]
    pub fn clear(&mut self) {
        self.filled = 0;
        self.parts.clear();
    }

    /// The inputs.
    #[inline]
    pub fn list(&self) -> &[Input] {
        &self.list[..self.filled]
    }

    /// The parts that they were filled in; none if the game makes no parts.
    #[inline]
    pub fn parts(&self) -> &[InputPart] {
        &self.parts
    }

    /// The next part: filled, unless it is the `same` as before.
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

/// Where inputs are filled in.
///
/// Whether an input counts is hard to foretell, so that something is written in any case: the number of one that
/// does not count is filled in nowhere else.
pub trait Fill {
    /// Fills in a flag if there are `some`: a whole number that is not 0.
    fn flag_if(&mut self, some: u32, number: usize);

    /// Fills in a value if it `counts`, which is to say that it is not 0.
    fn value_if(&mut self, counts: bool, number: usize, value: f32);

    /// The next part, which may be left out if it is the `same` as before.
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

/// All inputs of a position by number, those that are zero, too.
#[derive(Debug)]
pub struct Row<'a>(&'a mut [f32]);

impl<'a> Row<'a> {
    /// A row in which nothing is filled in yet.
    pub fn new(values: &'a mut [f32]) -> Row<'a> {
        values.fill(0.0);
        Row(values)
    }
}

impl Fill for Row<'_> {
    #[inline]
    fn flag_if(&mut self, some: u32, number: usize) {
        // Asking whether it is 0 would be compiled to a branch.
        self.0[number] = (some as f32).min(1.0);
    }

    #[inline]
    fn value_if(&mut self, _: bool, number: usize, value: f32) {
        // What is not filled in is 0, never -0.
        self.0[number] = value + 0.0;
    }

    /// A row holds all inputs.
    #[inline]
    fn next_part(&mut self, _: bool, fill: impl FnOnce(&mut Self)) {
        fill(self);
    }
}

/// A list with one input more, and room behind it.
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

/// Names of the seats in turn order from the observer on: `me`, `next1`, `next2` …
pub fn seat_names<const SEATS: usize>() -> [String; SEATS] {
    std::array::from_fn(|distance| match distance {
        0 => "me".to_string(),
        _ => format!("next{distance}"),
    })
}

/// The names of all inputs, while blocks are added to it.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    names: Vec<String>,
}

impl Layout {
    /// The names, by number.
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

    /// One input, for a number that is divided by `scale`.
    pub fn number(&mut self, name: &str, scale: f32) -> Number {
        let input = self.block(std::iter::once(name.to_string()));
        Number {
            input,
            inverse: inverse(scale),
        }
    }

    /// One input that is on or off.
    pub fn flag(&mut self, name: &str) -> Flag {
        let input = self.block(std::iter::once(name.to_string()));
        Flag { input }
    }

    /// One flag for each of these labels: `name:label`.
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

    /// A whole number: a flag for each value from 1 to `most` (`name=value`), the last one for more than
    /// that, too, and the number divided by `most` (`name`), so that both steps and slopes can be learnt.
    pub fn count(&mut self, name: &str, most: usize) -> Count {
        let values = (1..=most).map(|value| format!("{name}={value}"));
        let first = self.block(values.chain(std::iter::once(name.to_string())));
        Count {
            first,
            most,
            inverse: inverse(most as f32),
        }
    }

    /// A [`Layout::count`] for each of these labels: `name:label`.
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

/// The inverse of a scale. A value times it, rounded to 32 bits, is to the last bit the value divided by the
/// scale, which takes longer: such a quotient is never nearer to the middle between two numbers of 32 bits than
/// 2^-49 of it, and the product is off by less than 2^-51.
fn inverse(scale: f32) -> f64 {
    1.0 / f64::from(scale)
}

/// An input that holds a scaled number.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    input: usize,
    inverse: f64,
}

impl Number {
    /// Fills it.
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
    /// Turns it on if `on`.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, on: bool) {
        inputs.flag_if(on.into(), self.input);
    }
}

/// A block of flags.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    first: usize,
    count: usize,
}

impl Flags {
    /// Turns on the flag of the label at `index`.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill, index: impl Into<usize>) {
        self.fill_if(inputs, 1, index.into());
    }

    /// Turns on the flag of the label at `index` if there are `some`: a whole number that is not 0.
    #[inline]
    pub fn fill_if(&self, inputs: &mut impl Fill, some: u8, index: usize) {
        debug_assert!(index < self.count, "{index} of {} flags", self.count);
        inputs.flag_if(some.into(), self.first + index);
    }

    /// Turns on the flags whose bits are set, the lowest bit for the first label.
    #[inline]
    pub fn fill_bits(&self, inputs: &mut impl Fill, mut bits: u64) {
        while bits != 0 {
            self.fill(inputs, bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Rules that are not at their default. Some have an input in every game. Any other one has an input in games in
/// which it holds, so that networks that learnt without it still fit all the others.
#[derive(Clone, Copy, Debug)]
pub struct ChangedRules {
    everywhere: (Flags, u64),
    here: Flags,
}

impl ChangedRules {
    /// Lays out the flags `GROUP:RULE` of the rules that have one in every game, `everywhere`, and of those that
    /// hold in this game, `changed`.
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

    /// Turns them on.
    #[inline]
    pub fn fill(&self, inputs: &mut impl Fill) {
        let (flags, bits) = self.everywhere;
        flags.fill_bits(inputs, bits);
        for index in 0..self.here.count {
            self.here.fill(inputs, index);
        }
    }

    /// Whether a name of an input is that of a rule that only some games have an input for.
    pub fn is_of_some_games(group: &str, everywhere: &[&str], name: &str) -> bool {
        let rule = name
            .strip_prefix(group)
            .and_then(|name| name.strip_prefix(':'));
        rule.is_some_and(|rule| !everywhere.contains(&rule))
    }
}

/// A whole number as flags and as a number.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    first: usize,
    most: usize,
    inverse: f64,
}

impl Count {
    /// Fills it.
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
    fn a_rule_without_an_input_everywhere_has_one_where_it_holds() {
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
    fn blocks_are_named_and_filled() {
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
    fn scaling_is_dividing_to_the_last_bit() {
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
