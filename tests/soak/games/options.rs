//! Draws random rule options of any game, from the accepted values that the game describes or from
//! game-specific rules.

use std::collections::BTreeMap;

use portolan::game::Rng;
use portolan::games::GameEntry;
use portolan::random::below;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// Rules for drawing the options of a game.
pub struct Knowledge {
    /// Draws the value of an option whose description is not sufficient; returns `None` for other
    /// options.
    pub special: fn(&str, usize, &Options, &mut Rng) -> Option<String>,
    /// Returns true if an option is compatible with this number of players and the options already
    /// drawn.
    pub fits: fn(&str, usize, &Options) -> bool,
}

/// Draws one of several values.
pub fn one<T: Copy>(of: &[T], rng: &mut Rng) -> T {
    of[below(rng, of.len() as u32) as usize]
}

/// Draws a number from `least` to `most`, with an increased probability of both ends.
pub fn number(least: i64, most: i64, rng: &mut Rng) -> i64 {
    match below(rng, 6) {
        0 => least,
        1 => most,
        _ => least + i64::from(below(rng, (most - least + 1) as u32)),
    }
}

/// Draws some of these names, few or many, and joins them.
pub fn some(names: &[String], separator: &str, rng: &mut Rng) -> String {
    let one_in = one(&[1, 2, 3, 8], rng);
    let chosen = names.iter().filter(|_| below(rng, one_in) == 0);
    chosen.cloned().collect::<Vec<_>>().join(separator)
}

/// Returns the seat of an option such as `seat_2_cards`, from 1.
pub fn seat_of(option: &str) -> Option<usize> {
    option
        .strip_prefix("seat_")?
        .split('_')
        .next()?
        .parse()
        .ok()
}

/// Draws options. All options that fit are set with one common probability, which is drawn first: 0.1, 0.3, 0.6 or 1.
pub fn draw(entry: &GameEntry, knowledge: &Knowledge, players: usize, rng: &mut Rng) -> Options {
    let of_ten = one(&[1, 3, 6, 10], rng);
    let mut options = Options::new();
    for option in entry.options {
        let absent = seat_of(option.name).is_some_and(|seat| seat > players);
        if below(rng, 10) >= of_ten || absent || !(knowledge.fits)(option.name, players, &options) {
            continue;
        }
        let value = (knowledge.special)(option.name, players, &options, rng)
            .or_else(|| described(option.accepts, rng))
            .unwrap_or_else(|| panic!("nobody says how {} is drawn", option.name));
        options.insert(option.name.to_string(), value);
    }
    options
}

/// Draws a value from a description such as `on or off`, `75, 76 or 77` or `0 to 30`.
fn described(accepts: &str, rng: &mut Rng) -> Option<String> {
    if let Some((least, most)) = accepts.split_once(" to ") {
        let (least, most) = (least.parse().ok()?, most.parse().ok()?);
        return Some(number(least, most, rng).to_string());
    }
    let words: Vec<&str> = accepts
        .split(", ")
        .flat_map(|part| part.split(" or "))
        .collect();
    let plain = words.len() > 1 && words.iter().all(|word| !word.contains(' '));
    plain.then(|| one(&words, rng).to_string())
}

/// Formats options for `--set`.
pub fn words(options: &Options) -> String {
    let words = options
        .iter()
        .map(|(name, value)| format!("--set {name}={value}"));
    words.collect::<Vec<_>>().join(" ")
}
