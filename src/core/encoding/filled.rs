//! Nonzero inputs of a position, and the destinations to which they are written.

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
    /// True if the part was omitted because it equals the same part of the previous position.
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

    /// Adds the next part. The part is filled in unless it is the `same` as in the previous position.
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

    /// Sets a value if `counts` is true. `counts` must be true exactly if the value is not 0.
    fn value_if(&mut self, counts: bool, number: usize, value: f32);

    /// Adds the next part, which may be omitted if it is the `same` as in the previous position.
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

/// Dense row of some inputs, including zeros.
#[derive(Debug)]
pub struct SelectedRow<'a> {
    values: &'a mut [f32],
    /// Column of each input; at least the number of values if the input is not selected.
    columns: &'a [u16],
    /// Receives the values of unselected inputs, which avoids a conditional jump.
    other: f32,
}

impl<'a> SelectedRow<'a> {
    /// Creates a row and sets all values to 0.
    pub fn new(values: &'a mut [f32], columns: &'a [u16]) -> SelectedRow<'a> {
        values.fill(0.0);
        let other = 0.0;
        SelectedRow {
            values,
            columns,
            other,
        }
    }
}

impl Fill for SelectedRow<'_> {
    #[inline]
    fn flag_if(&mut self, some: u32, number: usize) {
        self.value_if(true, number, (some as f32).min(1.0));
    }

    #[inline]
    fn value_if(&mut self, _: bool, number: usize, value: f32) {
        let column = usize::from(self.columns[number]);
        let place = self.values.get_mut(column).unwrap_or(&mut self.other);
        *place = value + 0.0;
    }

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
