//! Random rule options of any game: read from what the game says that it accepts, or drawn by what the
//! soak knows of the game.

use std::collections::BTreeMap;

use portolan::game::Rng;
use portolan::games::GameEntry;
use portolan::random::below;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// What the soak knows of the options of one game.
pub struct Knowledge {
    /// A random value of an option that needs more than its description; none for the others.
    pub special: fn(&str, usize, &Options, &mut Rng) -> Option<String>,
    /// Whether an option may be set for so many players, beside the options before it.
    pub fits: fn(&str, usize, &Options) -> bool,
}

/// One of several.
pub fn one<T: Copy>(of: &[T], rng: &mut Rng) -> T {
    of[below(rng, of.len() as u32) as usize]
}

/// A number from `least` to `most`, quite often one of them.
pub fn number(least: i64, most: i64, rng: &mut Rng) -> i64 {
    match below(rng, 6) {
        0 => least,
        1 => most,
        _ => least + i64::from(below(rng, (most - least + 1) as u32)),
    }
}

/// Some of these names, joined: few or many.
pub fn some(names: &[String], separator: &str, rng: &mut Rng) -> String {
    let one_in = one(&[1, 2, 3, 8], rng);
    let chosen = names.iter().filter(|_| below(rng, one_in) == 0);
    chosen.cloned().collect::<Vec<_>>().join(separator)
}

/// Random options: each that fits with the same probability, from few to all of them.
pub fn draw(entry: &GameEntry, knowledge: &Knowledge, players: usize, rng: &mut Rng) -> Options {
    let of_ten = one(&[1, 3, 6, 10], rng);
    let mut options = Options::new();
    for option in entry.options {
        if below(rng, 10) >= of_ten || !(knowledge.fits)(option.name, players, &options) {
            continue;
        }
        let value = (knowledge.special)(option.name, players, &options, rng)
            .or_else(|| described(option.accepts, rng))
            .unwrap_or_else(|| panic!("nobody says how {} is drawn", option.name));
        options.insert(option.name.to_string(), value);
    }
    options
}

/// A value of what is described like `on or off`, `75, 76 or 77` or `0 to 30`.
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

/// Options as `--set` takes them.
pub fn words(options: &Options) -> String {
    let words = options
        .iter()
        .map(|(name, value)| format!("--set {name}={value}"));
    words.collect::<Vec<_>>().join(" ")
}
