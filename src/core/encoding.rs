//! Encoding of a position as network inputs, from the view of one seat: a sparse list of numbered and named inputs,
//! most of which are flags.
//!
//! A game lays out its input groups once during set-up ([`Layout`]); encoding a position fills them in ([`Inputs`]).
//! Names contain component ids (`hand:A026`), so that a network can match the inputs that it was trained on.

mod filled;
mod layout;
mod offsets;

pub use filled::{Fill, Input, InputPart, Inputs, Row, SelectedRow};
pub use layout::{
    ChangedRules, Count, Counts, Flag, Flags, Layout, Number, Numbers, StepGroup, Steps, bits,
    from_one, of_seats, seat_names,
};
pub use offsets::Offsets;

/// The inputs of a game and their names.
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// Names of the inputs, by index.
    pub names: Vec<String>,
    /// Groups of inputs that the game fills in.
    pub groups: T,
}

impl<T> Named<T> {
    /// Creates the inputs. `add` adds them to the layout.
    pub fn new(add: impl FnOnce(&mut Layout) -> T) -> Named<T> {
        let mut layout = Layout::default();
        let groups = add(&mut layout);
        let names = layout.into_names();
        Named { names, groups }
    }
}

/// Declares the features of a game: their names, and the method that computes them in this order. The statements in
/// braces run first.
#[macro_export]
macro_rules! features {
    (
        $(#[$meta:meta])*
        $visible:vis fn $game:ident::$name:ident(&$self:ident $(, $known:ident: $known_type:ty)* $(,)?)
        { $($first:tt)* }
        $($(#[$doc:meta])* $feature:ident: $value:expr;)*
    ) => {
        /// Names of the features.
        pub const FEATURE_NAMES: [&str; [$(stringify!($feature)),*].len()] =
            [$(stringify!($feature)),*];

        impl $game {
            $(#[$meta])*
            $visible fn $name(&$self $(, $known: $known_type)*, values: &mut [f32]) {
                $($first)*
                values.copy_from_slice(&[$($value),*]);
            }
        }
    };
}

/// Declares a group of inputs: a struct, its constructor, which adds the inputs to the layout in the order of the fields,
/// and optionally a method that fills them in this order.
///
/// `field: Type = inputs;` declares a field and the inputs that the constructor adds for it.
/// `field: Type = inputs => method(values);` also fills it, by calling a method of the type with the values.
/// Statements in braces after `fill(…)` run first. Fields without a method are filled elsewhere.
#[macro_export]
macro_rules! inputs {
    (
        $(#[$meta:meta])*
        $visible:vis struct $name:ident {
            new($layout:ident $(, $part:ident: $part_type:ty)* $(,)?) $({ $($setup:tt)* })?
            fill($inputs:ident $(, $known:ident: $known_type:ty)* $(,)?) $({ $($first:tt)* })?
            $(
                $(#[$doc:meta])*
                $field:ident: $type:ty = $new:expr $(=> $method:ident($($value:expr),*))?;
            )*
        }
    ) => {
        $crate::inputs! {
            $(#[$meta])*
            $visible struct $name {
                new($layout $(, $part: $part_type)*) $({ $($setup)* })?
                $($(#[$doc])* $field: $type = $new;)*
            }
        }

        impl $name {
            /// Sets the inputs in the order of the fields.
            #[inline]
            $visible fn fill(
                &self,
                $inputs: &mut impl $crate::encoding::Fill
                $(, $known: $known_type)*
            ) {
                $($($first)*)?
                $($(self.$field.$method($inputs, $($value),*);)?)*
            }
        }
    };
    (
        $(#[$meta:meta])*
        $visible:vis struct $name:ident {
            new($layout:ident $(, $part:ident: $part_type:ty)* $(,)?) $({ $($setup:tt)* })?
            $($(#[$doc:meta])* $field:ident: $type:ty = $new:expr;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $visible struct $name {
            $($(#[$doc])* $field: $type,)*
        }

        impl $name {
            /// Adds the inputs to the layout.
            $visible fn new(
                $layout: &mut $crate::encoding::Layout
                $(, $part: $part_type)*
            ) -> $name {
                $($($setup)*)?
                $name { $($field: $new,)* }
            }
        }
    };
}
