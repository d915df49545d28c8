//! Declarations of the keys of settings files. Each declaration defines the type of a key, its default, the range of
//! a number and the entry on the reference page.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Documentation of a key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Name of the key.
    pub name: &'static str,
    /// Kinds of experiment that have the key; empty if all kinds do.
    pub kinds: &'static [&'static str],
    /// Description of the default.
    pub default: &'static str,
    /// Description of the setting.
    pub meaning: &'static str,
}

/// A table of a settings file.
pub trait KeyTable {
    /// Documentation of the keys, in the order of the reference page.
    const KEYS: &'static [Key];

    /// Returns the first number that is out of range, with the problem.
    fn out_of_range(&self) -> Option<(&'static str, String)>;
}

/// Returns true if a value is the default of its type and may therefore be omitted from a file.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns the problem with a number, or `None` if it is in the range.
pub fn outside<T: PartialOrd + Display>(
    key: &'static str,
    number: &T,
    range: &RangeInclusive<T>,
) -> Option<(&'static str, String)> {
    let (least, most) = (range.start(), range.end());
    let problem = || format!("{key} = {number}: expected {least} to {most}");
    (!range.contains(number)).then(|| (key, problem()))
}

/// Declares the keys of a table as a struct: type, default, range of a number, kinds of experiment that have the key,
/// the default in words, and the meaning. The fields after `with` are not keys.
///
/// In a `struct`, keys without a default are required unless their type is an `Option`. In a `default struct`, all
/// keys are optional, and a key without a default has the default of its type.
#[macro_export]
macro_rules! file_keys {
    ($(#[$on_struct:meta])* pub default struct $Keys:ident {$(
        $(#[$on_key:meta])*
        $key:ident: $type:ty $(= $default:expr $(, in $range:expr)?)?, $(for [$($kind:literal),*],)?
            $shown:literal, $meaning:literal;
    )*} $(with {$($rest:tt)*})?) => {
        $crate::file_keys! {
            #[serde(default)]
            $(#[$on_struct])*
            pub struct $Keys {$(
                $(#[$on_key])*
                $key: $type $(= [$($range)?])?, $(for [$($kind),*],)? $shown, $meaning;
            )*} $(with {$($rest)*})?
        }

        impl $Keys {
            /// Returns the names of the keys whose values differ from the default.
            pub fn given(&self) -> Vec<&'static str> {
                let default = $Keys::default();
                let given = [$((self.$key != default.$key).then_some(stringify!($key))),*];
                given.into_iter().flatten().collect()
            }
        }

        impl Default for $Keys {
            #[allow(clippy::needless_update)]
            fn default() -> $Keys {
                $crate::file_keys!(@default $Keys [$($key $(= $default)?;)*] $([$($rest)*])?)
            }
        }
    };
    ($(#[$on_struct:meta])* pub struct $Keys:ident {$(
        $(#[$on_key:meta])*
        $key:ident: $type:ty $(= [$($range:expr)?])?, $(for [$($kind:literal),*],)?
            $shown:literal, $meaning:literal;
    )*} $(with {$($(#[$on_field:meta])* $field:ident: $field_type:ty,)*})?) => {
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $(#[$on_struct])*
        pub struct $Keys {
            $(
                #[doc = concat!($meaning, ".")]
                $(#[$on_key])*
                pub $key: $type,
            )*
            $($(
                $(#[$on_field])*
                #[serde(skip)]
                pub $field: $field_type,
            )*)?
        }

        impl $crate::setting_keys::KeyTable for $Keys {
            const KEYS: &'static [$crate::setting_keys::Key] = &[$($crate::setting_keys::Key {
                name: stringify!($key),
                kinds: &[$($($kind),*)?],
                default: $shown,
                meaning: $meaning,
            },)*];

            fn out_of_range(&self) -> Option<(&'static str, String)> {
                let found = None;
                $($($(
                    let found = found.or_else(|| {
                        $crate::setting_keys::outside(stringify!($key), &self.$key, &$range)
                    });
                )?)?)*
                found
            }
        }
    };
    (@default $Keys:ident [$($key:ident $(= $default:expr)?;)*] $([$($(#[$m:meta])* $field:ident: $t:ty,)*])?) => {
        $Keys {
            $($key: $crate::file_keys!(@value $($default)?),)*
            $($($field: Default::default(),)*)?
        }
    };
    (@value $default:expr) => { $default };
    (@value) => { Default::default() };
}
