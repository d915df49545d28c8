//! Rule options of a game, each declared once with its name, target fields, default, accepted values and meaning. The
//! option list, the parser, the error messages and the reference pages are generated from this declaration.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::prose::count;
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::SetupError;
use crate::suggestion::did_you_mean;

/// A keyword option with its value in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name of the option.
    pub name: &'static str,
    /// The word set in this game.
    pub word: &'static str,
    /// Index of the word among the accepted words, from 0.
    pub index: usize,
    /// True if the word is the default.
    pub is_default: bool,
}

/// Declares the rule options of a game. The macro creates the table `OPTIONS` for
/// [`GameEntry`](crate::setup::GameEntry) and a struct whose `read` function parses the option values:
///
/// ```
/// use std::collections::BTreeMap;
///
/// portolan_core::options! {
///     /// The parsed options of one game.
///     #[derive(Debug)]
///     pub struct Options(given, players: usize);
///
///     heaps: u8 = 3, [1 to 9], "heaps at the start";
///     last(last_wins: bool) = "wins", {"wins" = true, "loses" = false}, "what taking the last piece does";
///     pass: bool = "off", switch, "who cannot move well may pass",
///         needs players > 2, or "off: it is for three or more";
///     sizes: Vec<u8> = "even", ("numbers joined by +, or even", |text| sizes(text, heaps)), "sizes of the heaps";
/// }
///
/// /// Reads sizes such as `3+4+5`.
/// fn sizes(text: &str, heaps: u8) -> Result<Vec<u8>, String> {
///     if text == "even" {
///         return Ok(vec![5; heaps.into()]);
///     }
///     let sizes: Option<Vec<u8>> = text.split('+').map(|size| size.parse().ok()).collect();
///     sizes
///         .filter(|sizes| sizes.len() == usize::from(heaps))
///         .ok_or_else(|| format!("{heaps} numbers joined by +, or even"))
/// }
///
/// let given = |name: &str, value: &str| BTreeMap::from([(name.to_string(), value.to_string())]);
/// let options = Options::read(&given("last", "loses"), 2)?;
/// assert_eq!((options.heaps, options.last_wins, options.sizes), (3, false, vec![5, 5, 5]));
/// let refused = |name, value| Options::read(&given(name, value), 2).unwrap_err().to_string();
/// assert_eq!(
///     refused("last", "lose"),
///     "option last=lose is not accepted: expected wins or loses (did you mean \"loses\"?)"
/// );
/// assert_eq!(refused("heaps", "0"), "option heaps=0 is not accepted: expected a number from 1 to 9");
/// assert_eq!(refused("pass", "on"), "option pass=on is not accepted: expected off: it is for three or more");
/// assert_eq!((OPTIONS[1].accepts, OPTIONS[1].default), ("wins or loses", "wins"));
/// # Ok::<(), portolan_core::setup::SetupError>(())
/// ```
///
/// Each line has the form `FIELD: TYPE = DEFAULT, ACCEPTS, MEANING;`. The option has the name of its field;
/// `NAME(FIELD: TYPE)` sets a different name, several fields are filled from a tuple, and `NAME() = …` only adds the
/// option to the list: the game parses it itself. The accepted values are
///
/// | | |
/// | --- | --- |
/// | `switch` | `on` for `true` and `off` for `false` |
/// | `{"WORD" = VALUE, …}` | one of these words |
/// | `[LEAST to MOST]` | a number in this range |
/// | `("IN WORDS", FUNCTION)` | any text that the function converts to a value; its error describes what is accepted |
/// | `"IN WORDS"` | any text; the game parses it itself |
///
/// Options are parsed in declaration order, so functions may use the fields above them and the arguments of `read`.
/// The default may be followed by a second default for a given value of an option above:
/// `("off" with profile = "tag")`. At the end of a line, `needs CONDITION, or "WHAT IS EXPECTED"` states a condition
/// for all values other than the default.
#[macro_export]
macro_rules! options {
    (
        $(#[$attribute:meta])*
        $visible:vis struct $Options:ident($given:ident $(, $argument:ident: $of:ty)* $(,)?);
        $($lines:tt)*
    ) => {
        $crate::options! {
            @line [$(#[$attribute])* $visible $Options $given [$($argument: $of),*]] [] $($lines)*
        }
    };

    // Each line becomes {name [fields] [default] [other default] [accepts] [meaning] [needs]}.
    (@line $head:tt [$($done:tt)*] $name:ident: $type:ty = $($rest:tt)*) => {
        $crate::options! { @line $head [$($done)*] $name($name: $type) = $($rest)* }
    };
    (
        @line $head:tt [$($done:tt)*]
        $name:ident($($field:ident: $type:ty),*) = $default:literal $($rest:tt)*
    ) => {
        $crate::options! { @other $head [$($done)*] [$name [$($field: $type),*] [$default]] $($rest)* }
    };
    (@other $head:tt $done:tt [$($line:tt)*] ($($other:tt)*), $($rest:tt)*) => {
        $crate::options! { @accepts $head $done [$($line)* [$($other)*]] $($rest)* }
    };
    (@other $head:tt $done:tt [$($line:tt)*], $($rest:tt)*) => {
        $crate::options! { @accepts $head $done [$($line)* []] $($rest)* }
    };
    (@accepts $head:tt $done:tt $line:tt switch, $($rest:tt)*) => {
        $crate::options! { @accepts $head $done $line {"on" = true, "off" = false}, $($rest)* }
    };
    (
        @accepts $head:tt [$($done:tt)*] [$($line:tt)*] $accepts:tt, $meaning:literal
        $(, needs $needed:expr, or $expected:literal)?; $($rest:tt)*
    ) => {
        $crate::options! {
            @line $head
            [$($done)* {$($line)* $accepts [$meaning] [$($needed, $expected)?]}]
            $($rest)*
        }
    };

    (
        @line
        [$(#[$attribute:meta])* $visible:vis $Options:ident $given:ident [$($argument:ident: $of:ty),*]]
        [$({
            $name:ident [$($field:ident: $type:ty),*] [$default:literal] $other:tt $accepts:tt
            [$meaning:literal] $needs:tt
        })*]
    ) => {
        /// The options as listed by the program.
        $visible static OPTIONS: &[$crate::setup::OptionSpec] = &[$($crate::setup::OptionSpec {
            name: stringify!($name),
            accepts: $crate::options!(@in_words $accepts),
            default: $crate::options!(@default $default $other),
            meaning: $meaning,
        },)*];

        $(#[$attribute])*
        $visible struct $Options {$($(
            #[doc = concat!("Option `", stringify!($name), "`: ", $meaning, ".")]
            pub $field: $type,
        )*)*}

        impl $Options {
            /// Parses options by name; missing options get their defaults.
            ///
            /// # Errors
            /// [`SetupError::OptionValue`]($crate::setup::SetupError::OptionValue) for the first value, or combination
            /// of values, that is not accepted.
            $visible fn read(
                $given: &::std::collections::BTreeMap<String, String>,
                $($argument: $of,)*
            ) -> Result<$Options, $crate::setup::SetupError> {
                $($crate::options! { @read $given $name [$($field: $type),*] $default $other $accepts })*
                $($crate::options! { @check $given $name $default $needs })*
                Ok($Options {$($($field,)*)*})
            }

            /// Returns the keyword options with their values in this game.
            #[allow(dead_code, reason = "only games whose networks have rule options as inputs call this")]
            $visible fn choices(&self) -> Vec<$crate::options::Choice> {
                let mut choices = Vec::new();
                $($crate::options! { @choice self choices $name [$($field: $type),*] $default $accepts })*
                choices
            }
        }
    };

    (@in_words {$($word:literal = $value:expr),* $(,)?}) => { $crate::options!(@or $($word)*) };
    (@in_words [$least:literal to $most:literal]) => { concat!($least, " to ", $most) };
    (@in_words ($words:literal, $function:expr)) => { $words };
    (@in_words $words:literal) => { $words };
    (@or $last:literal) => { $last };
    (@or $word:literal $last:literal) => { concat!($word, " or ", $last) };
    (@or $word:literal $($more:literal)*) => { concat!($word, ", ", $crate::options!(@or $($more)*)) };
    (@default $default:literal []) => { concat!($default) };
    (@default $default:literal [$other:literal with $option:ident = $value:literal]) => {
        concat!($default, "; ", $other, " with ", stringify!($option), "=", $value)
    };
    (@chosen $given:ident $default:literal []) => { concat!($default) };
    (@chosen $given:ident $default:literal [$other:literal with $option:ident = $value:literal]) => {
        match $crate::options::text($given, stringify!($option), "") == $value {
            true => concat!($other),
            false => concat!($default),
        }
    };

    // Options without fields are only listed.
    (@read $given:ident $name:ident [] $default:literal [] $accepts:literal) => {};
    (@read $given:ident $name:ident [$($field:ident: $type:ty),+] $default:literal $other:tt $accepts:tt) => {
        #[allow(unused_parens, reason = "most options have one field")]
        let ($($field),+): ($($type),+) = {
            let text = $crate::options::text(
                $given,
                stringify!($name),
                $crate::options!(@chosen $given $default $other),
            );
            $crate::options!(@value $name text $accepts)
        };
    };
    (@value $name:ident $text:ident {$($word:literal = $value:expr),* $(,)?}) => {
        match $text {
            $($word => $value,)*
            _ => {
                let accepts = $crate::options!(@or $($word)*);
                return Err($crate::options::no_such_word(stringify!($name), $text, accepts, &[$($word),*]));
            }
        }
    };
    (@value $name:ident $text:ident [$least:literal to $most:literal]) => {
        $crate::options::number(stringify!($name), $text, $least..=$most)?
    };
    (@value $name:ident $text:ident ($words:literal, $function:expr)) => {
        ($function)($text)
            .map_err(|expected| $crate::options::refused(stringify!($name), $text, &expected))?
    };

    (@check $given:ident $name:ident $default:literal []) => {};
    (@check $given:ident $name:ident $default:literal [$needed:expr, $expected:literal]) => {
        let text = $crate::options::text($given, stringify!($name), concat!($default));
        if text != concat!($default) && !($needed) {
            return Err($crate::options::refused(stringify!($name), text, $expected));
        }
    };

    (
        @choice $self:ident $choices:ident $name:ident [$($field:ident: $type:ty),+] $default:literal
        {$($word:literal = $value:expr),* $(,)?}
    ) => {
        #[allow(unused_parens, reason = "most options have one field")]
        let value = ($($self.$field.clone()),+);
        let words = [$(($word, value == $value)),*];
        if let Some(index) = words.iter().position(|(_, has)| *has) {
            $choices.push($crate::options::Choice {
                name: stringify!($name),
                word: words[index].0,
                index,
                is_default: words[index].0 == $default,
            });
        }
    };
    (
        @choice $self:ident $choices:ident $name:ident [$($field:ident: $type:ty),*] $default:literal
        $accepts:tt
    ) => {};
}

/// Returns the value given for an option, or its default.
pub fn text<'given>(
    given: &'given BTreeMap<String, String>,
    name: &str,
    default: &'given str,
) -> &'given str {
    given.get(name).map_or(default, String::as_str).trim()
}

/// Creates the error for an option value, with the accepted values.
pub fn refused(name: &str, value: &str, expected: &str) -> SetupError {
    SetupError::OptionValue {
        name: name.to_string(),
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

/// Creates the error for an unknown word, with the nearest accepted word as a suggestion.
pub fn no_such_word(name: &str, value: &str, accepts: &str, words: &[&str]) -> SetupError {
    let hint = did_you_mean(value, words.iter().copied());
    refused(name, value, &format!("{accepts}{hint}"))
}

/// Parses a number within a range.
///
/// # Errors
/// [`SetupError::OptionValue`] with the range.
pub fn number<T: FromStr + PartialOrd + Display>(
    name: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, SetupError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        refused(name, text, &format!("a number from {least} to {most}"))
    })
}

/// Adds the numbers in the options `seat_1_WHAT`, `seat_2_WHAT` and so on to the amounts with which the seats start.
///
/// # Errors
/// [`SetupError::OptionValue`] if a number is outside the range or leaves less than 0, and for a seat without an amount.
pub fn add_by_seat(
    given: &BTreeMap<String, String>,
    what: &str,
    range: RangeInclusive<i8>,
    amounts: &mut [u8],
) -> Result<(), SetupError> {
    let seats = amounts.len();
    for seat in 0..MAX_SEATS {
        let name = format!("seat_{}_{what}", seat + 1);
        let text = text(given, &name, "0");
        if let Some(amount) = amounts.get_mut(seat) {
            let least = 0i8.saturating_sub_unsigned(*amount).max(*range.start());
            let more = number(&name, text, least..=*range.end())?;
            *amount = amount.saturating_add_signed(more);
        } else if text != "0" {
            let expected = format!("0, because the game has {}", count(seats as u64, "player"));
            return Err(refused(&name, text, &expected));
        }
    }
    Ok(())
}

/// Parses `all`, which returns `None`, or a seat number counted from 1.
///
/// # Errors
/// Returns a description of the accepted values.
pub fn seat_or_all(text: &str, players: usize) -> Result<Option<Seat>, String> {
    if text == "all" {
        return Ok(None);
    }
    match text.parse::<usize>() {
        Ok(seat) if (1..=players).contains(&seat) => Ok(Some(seat - 1)),
        _ => Err(format!("all, or a seat from 1 to {players}")),
    }
}
