//! Random mutations of texts: typing errors, damaged copies and arbitrary nonsense.

use std::collections::BTreeSet;
use std::ops::Range;

use portolan::game::Rng;
use portolan::random::below;

use crate::games::options::one;

/// Maximum size of inputs in bytes, far more than any real file of these kinds.
const LONGEST: usize = 1 << 18;

/// Numbers at the limits of number types, and texts similar to numbers.
const NUMBERS: [&str; 34] = [
    "0",
    "-0",
    "00",
    "1",
    "-1",
    "2",
    "7",
    "99",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "65535",
    "65536",
    "100000000",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "999999999999999999999999999999",
    "0.5",
    "1e308",
    "-1e308",
    "1e-308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "0x7f",
];

/// Characters with a meaning in file formats.
const SIGNS: [&str; 25] = [
    "\"", "'", "\"\"\"", "'''", "\\", "[", "]", "[[", "]]", "{", "}", "(", ")", "=", ":", ",", ";",
    ".", "#", "\n", "\r\n", "\t", "\0", " ", "-",
];

/// Invalid UTF-8, and text outside of ASCII.
const BYTES: [&[u8]; 9] = [
    b"\xff",
    b"\xc3\x28",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80",
    "\u{feff}".as_bytes(),
    "ä".as_bytes(),
    "\u{202e}".as_bytes(),
    "😀".as_bytes(),
];

/// Words of a format: its keys, and values in the texts.
pub struct Words(Vec<String>);

impl Words {
    /// Returns all words of these texts without duplicates.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Words {
        let mut words = BTreeSet::new();
        for text in texts {
            let mut rest = text;
            while let Some(start) = rest.iter().position(|&byte| in_word(byte)) {
                rest = &rest[start..];
                let end = rest.iter().position(|&byte| !in_word(byte));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                words.insert(String::from_utf8_lossy(word).into_owned());
                rest = after;
            }
        }
        Words(words.into_iter().collect())
    }

    /// Removes the words that contain one of these parts.
    pub fn without(mut self, parts: &[&str]) -> Words {
        self.0
            .retain(|word| parts.iter().all(|part| !word.contains(part)));
        self
    }

    fn any(&self, rng: &mut Rng) -> &[u8] {
        match self.0.is_empty() {
            true => b"",
            false => self.0[below(rng, self.0.len() as u32) as usize].as_bytes(),
        }
    }
}

/// Returns true if a byte is part of a word or a number.
fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.+-".contains(&byte) || byte >= 0x80
}

/// Returns the text with one or more random changes, half of the time only of whole lines and words, so that
/// more of the text can be parsed. Some changes insert parts of another text.
pub fn mutated(text: &[u8], other: &[u8], words: &Words, rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let kinds = one(&[WELL_FORMED, KINDS], rng);
    loop {
        change(below(rng, kinds), &mut text, other, words, rng);
        text.truncate(LONGEST);
        if below(rng, 2) == 0 {
            return text;
        }
    }
}

/// Number of kinds of change, and number of kinds that tend to preserve the syntax.
const KINDS: u32 = 24;
const WELL_FORMED: u32 = 15;

fn change(kind: u32, text: &mut Vec<u8>, other: &[u8], words: &Words, rng: &mut Rng) {
    match kind {
        0 => put(text, line(text, rng), b""),
        1 => {
            let own = text[line(text, rng)].to_vec();
            let times = one(&[1, 1, 1, 2, 5, 100], rng);
            let at = line(text, rng).start;
            put(text, at..at, &own.repeat(times));
        }
        2 => swap(text, line(text, rng), line(text, rng)),
        3 | 4 => put(text, line(text, rng), &other[line(other, rng)]),
        5 => {
            let at = line(text, rng).start;
            put(text, at..at, &other[line(other, rng)]);
        }
        6..=8 => put(text, word(text, rng), words.any(rng)),
        9 => {
            let own = text[word(text, rng)].to_vec();
            put(text, word(text, rng), &own);
        }
        10 => swap(text, word(text, rng), word(text, rng)),
        11..=13 => {
            if let Some(number) = number(text, rng) {
                put(text, number, one(&NUMBERS, rng).as_bytes());
            }
        }
        14 => {
            if let Some(number) = number(text, rng) {
                let digits = std::str::from_utf8(&text[number.clone()]);
                let value: i64 = digits
                    .ok()
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(0);
                let near = value.saturating_add(i64::from(below(rng, 5)) - 2);
                put(text, number, near.to_string().as_bytes());
            }
        }
        15 => {
            if !text.is_empty() {
                let at = below(rng, text.len() as u32) as usize;
                text[at] ^= 1 << below(rng, 8);
            }
        }
        16 => {
            let at = gap(text, rng);
            text.insert(at, below(rng, 256) as u8);
        }
        17 => {
            let (start, most) = (gap(text, rng), 1 + below(rng, 8) as usize);
            let end = text.len().min(start + most);
            text.drain(start..end);
        }
        18 => {
            let at = gap(text, rng);
            put(text, at..at, one(&SIGNS, rng).as_bytes());
        }
        19 => {
            let is_sign = |&at: &usize| text[at].is_ascii_punctuation();
            let signs: Vec<usize> = (0..text.len()).filter(is_sign).collect();
            if !signs.is_empty() {
                text.remove(one(&signs, rng));
            }
        }
        20 => {
            let at = gap(text, rng);
            put(text, at..at, one(&BYTES, rng));
        }
        21 => {
            let part = one(&["a", "9", "[", "{", "a.", "-", "é", " ", "a,"], rng);
            let times = one(&[100, 1000, 10_000, 60_000], rng);
            put(text, word(text, rng), part.repeat(times).as_bytes());
        }
        22 => {
            let (head, tail) = (gap(text, rng), gap(other, rng));
            text.truncate(head);
            text.extend_from_slice(&other[tail..]);
        }
        _ => text.truncate(gap(text, rng)),
    }
}

/// Swaps two parts if the first one ends before the second one begins.
fn swap(text: &mut Vec<u8>, one: Range<usize>, other: Range<usize>) {
    if one.end <= other.start {
        let (first, second) = (text[one.clone()].to_vec(), text[other.clone()].to_vec());
        put(text, other, &first);
        put(text, one, &second);
    }
}

/// Replaces a part.
fn put(text: &mut Vec<u8>, part: Range<usize>, new: &[u8]) {
    text.splice(part, new.iter().copied());
}

/// Returns a random position between two bytes or at an end.
fn gap(text: &[u8], rng: &mut Rng) -> usize {
    below(rng, text.len() as u32 + 1) as usize
}

/// Returns a random line with its end.
fn line(text: &[u8], rng: &mut Rng) -> Range<usize> {
    let at = gap(text, rng);
    let start = text[..at]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let end = text[at..].iter().position(|&byte| byte == b'\n');
    start..end.map_or(text.len(), |end| at + end + 1)
}

/// Returns the first word or number after a random position, or an empty range if there is none.
fn word(text: &[u8], rng: &mut Rng) -> Range<usize> {
    part(text, rng, in_word)
}

fn part(text: &[u8], rng: &mut Rng, inside: impl Fn(u8) -> bool) -> Range<usize> {
    let at = gap(text, rng);
    let at = text[at..]
        .iter()
        .position(|&byte| inside(byte))
        .map_or(text.len(), |far| at + far);
    let start = text[..at]
        .iter()
        .rposition(|&byte| !inside(byte))
        .map_or(0, |end| end + 1);
    let end = text[at..].iter().position(|&byte| !inside(byte));
    start..end.map_or(text.len(), |end| at + end)
}

/// Returns the first digits after a random position, if any.
fn number(text: &[u8], rng: &mut Rng) -> Option<Range<usize>> {
    let digits = part(text, rng, |byte| byte.is_ascii_digit());
    (!digits.is_empty()).then_some(digits)
}

/// Every kind of change occurs with any text, and equal random numbers give equal results.
#[test]
fn mutations_are_varied_and_reproducible() {
    use portolan::random::stream;

    let seeds: [&[u8]; 5] = [
        b"",
        b"a",
        b"\n\n",
        b"kind = \"duel\"\nplayers = 3\n",
        b"\xff\xfe",
    ];
    let words = Words::of(seeds);
    assert_eq!(words.0.len(), 6, "{:?}", words.0);
    let mut different = BTreeSet::new();
    for number in 0..4000 {
        let draw = || {
            let mut rng = stream(number, &[]);
            let (text, other) = (one(&seeds, &mut rng), one(&seeds, &mut rng));
            mutated(text, other, &words, &mut rng)
        };
        let text = draw();
        assert_eq!(text, draw());
        different.insert(text);
    }
    let has = |part: &[u8]| {
        different
            .iter()
            .any(|text| text.windows(part.len()).any(|at| at == part))
    };
    assert!(different.len() > 900, "{}", different.len());
    assert!(has(b"players = 9223372036854775808") && has(b"duelduel") | has(b"players = players"));
    assert!(has(b"\xe2\x82") && has(&[b'a'; 5000]));
    let words = Words::of(seeds).without(&["due"]);
    assert!(!words.0.iter().any(|word| word == "duel"));
}
