//! What the small violet buildings do: functions, each of which any of these buildings may have (PR-11).

use std::ops::RangeInclusive;

use super::components::{BUILDINGS, Building, Buildings, FIRST_LARGE, FIRST_VIOLET, only};
use super::violet;
use crate::sheet::plain;

/// Doubloons more for a sale.
const SALE: RangeInclusive<u8> = 1..=20;
/// Kinds of goods kept.
const KEEP: RangeInclusive<u8> = 1..=5;
/// VP for a load.
const LOAD: RangeInclusive<u8> = 1..=9;

/// By function: the buildings that have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// PR-4.6: a tile from the stack.
    pub hacienda: Buildings,
    /// PR-4.7: a quarry instead of a plantation.
    pub quarry: Buildings,
    /// PR-4.8: a colonist for a tile.
    pub hospice: Buildings,
    /// PR-8.2: may sell what the trading house has.
    pub office: Buildings,
    /// PR-7.4: doubloons for kinds of goods produced.
    pub factory: Buildings,
    /// PR-6.6: a colonist for a building.
    pub university: Buildings,
    /// PR-9.9: an imaginary ship.
    pub wharf: Buildings,
    /// PR-8.3: doubloons more for a sale.
    pub sale: Amounts,
    /// PR-9.12: kinds of goods kept.
    pub keep: Amounts,
    /// PR-9.8: VP for every load.
    pub load: Amounts,
}

/// How much of something which buildings give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts(Vec<(Buildings, u8)>);

impl Amounts {
    /// The sum over these buildings.
    #[inline]
    pub fn of(&self, staffed: Buildings) -> u8 {
        let given = self.0.iter();
        let given = given.map(|&(building, n)| n * u8::from(staffed & building != 0));
        given.sum()
    }

    /// The buildings that give some.
    #[inline]
    pub fn buildings(&self) -> Buildings {
        self.0.iter().fold(0, |set, (building, _)| set | building)
    }
}

/// What the buildings of the game do, by number, as [`Functions::add`] reads it; the others have no such function.
const OWN: [(Buildings, &str); 12] = [
    (violet::SMALL_MARKET, "sale1"),
    (violet::HACIENDA, "hacienda"),
    (violet::CONSTRUCTION_HUT, "quarry"),
    (violet::SMALL_WAREHOUSE, "keep1"),
    (violet::HOSPICE, "hospice"),
    (violet::OFFICE, "office"),
    (violet::LARGE_MARKET, "sale2"),
    (violet::LARGE_WAREHOUSE, "keep2"),
    (violet::FACTORY, "factory"),
    (violet::UNIVERSITY, "university"),
    (violet::HARBOR, "load1"),
    (violet::WHARF, "wharf"),
];

impl Functions {
    /// Reads what a building does: functions joined by `+`, or what it does in the game if the text is empty.
    ///
    /// # Errors
    /// What would be accepted.
    pub fn add(&mut self, building: Building, text: &str) -> Result<(), String> {
        let small_violet = (FIRST_VIOLET..FIRST_LARGE).contains(&building);
        if text.is_empty() {
            let own = OWN.iter().find(|(of, _)| *of == only(building));
            return own.map_or(Ok(()), |(_, function)| self.add(building, function));
        }
        if !small_violet {
            return Err(
                "an empty cell: only small violet buildings have other functions than \
                        their own (PR-11)"
                    .to_string(),
            );
        }
        let mut seen: Vec<&str> = Vec::new();
        for function in text.split('+') {
            let word = function.trim_end_matches(|letter: char| letter.is_ascii_digit());
            if seen.contains(&word) {
                return Err(format!("every function once, and {word} stands twice"));
            }
            seen.push(word);
            let number = &function[word.len()..];
            let amount = |range: RangeInclusive<u8>| plain(number).filter(|n| range.contains(n));
            let (set, amounts) = match (word, number) {
                ("hacienda", "") => (&mut self.hacienda, None),
                ("quarry", "") => (&mut self.quarry, None),
                ("hospice", "") => (&mut self.hospice, None),
                ("office", "") => (&mut self.office, None),
                ("factory", "") => (&mut self.factory, None),
                ("university", "") => (&mut self.university, None),
                ("wharf", "") => (&mut self.wharf, None),
                ("sale", _) => (&mut 0, amount(SALE).map(|n| (&mut self.sale, n))),
                ("keep", _) => (&mut 0, amount(KEEP).map(|n| (&mut self.keep, n))),
                ("load", _) => (&mut 0, amount(LOAD).map(|n| (&mut self.load, n))),
                _ => return Err(expected()),
            };
            *set |= only(building);
            match amounts {
                Some((amounts, n)) => amounts.0.push((only(building), n)),
                None if ["sale", "keep", "load"].contains(&word) => return Err(expected()),
                None => {}
            }
        }
        Ok(())
    }

    /// What a building does: its functions with their numbers, 1 for those without.
    pub fn of(&self, building: Building) -> Vec<(&'static str, u8)> {
        debug_assert!(building < BUILDINGS);
        let building = only(building);
        let plain = [
            ("hacienda", self.hacienda),
            ("quarry", self.quarry),
            ("hospice", self.hospice),
            ("office", self.office),
            ("factory", self.factory),
            ("university", self.university),
            ("wharf", self.wharf),
        ];
        let plain = plain.map(|(word, set)| (word, u8::from(set & building != 0)));
        let amounts = [
            ("sale", &self.sale),
            ("keep", &self.keep),
            ("load", &self.load),
        ];
        let amounts = amounts.map(|(word, amounts)| (word, amounts.of(building)));
        let all = plain.into_iter().chain(amounts);
        all.filter(|(_, number)| *number > 0).collect()
    }
}

fn expected() -> String {
    format!(
        "functions joined by +: hacienda, quarry, hospice, office, factory, university, wharf, \
         sale<n> with n from {} to {}, keep<n> from {} to {}, load<n> from {} to {}; or an empty cell for \
         what the building does in the game",
        SALE.start(),
        SALE.end(),
        KEEP.start(),
        KEEP.end(),
        LOAD.start(),
        LOAD.end()
    )
}
