//! Functions of the small violet buildings (PR-11). The data set can assign any function to any of these
//! buildings.

use std::ops::RangeInclusive;

use super::violet;
use crate::puerto_rico::components::{
    BUILDINGS, Building, Buildings, FIRST_LARGE, FIRST_VIOLET, only,
};
use crate::sheet::plain;

/// Accepted number of extra doubloons for a sale.
const SALE: RangeInclusive<u8> = 1..=20;
/// Accepted number of kinds of goods that a warehouse stores.
const KEEP: RangeInclusive<u8> = 1..=5;
/// Accepted number of extra VP for a load.
const LOAD: RangeInclusive<u8> = 1..=9;

/// Set of buildings for each function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// Extra tile from the stack (PR-4.6).
    pub hacienda: Buildings,
    /// Quarry instead of a plantation (PR-4.7).
    pub quarry: Buildings,
    /// Colonist for a new tile (PR-4.8).
    pub hospice: Buildings,
    /// Sale of goods that are already in the trading house (PR-8.2).
    pub office: Buildings,
    /// Doubloons for the kinds of goods produced (PR-7.4).
    pub factory: Buildings,
    /// Colonist for a new building (PR-6.6).
    pub university: Buildings,
    /// Shipping without a cargo ship (PR-9.9).
    pub wharf: Buildings,
    /// Extra doubloons for a sale (PR-8.3).
    pub sale: Amounts,
    /// Number of kinds of goods stored (PR-9.12).
    pub keep: Amounts,
    /// Extra VP for each load (PR-9.8).
    pub load: Amounts,
}

/// Amounts that buildings add to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts(Vec<(Buildings, u8)>);

impl Amounts {
    /// Returns the sum of the amounts over the staffed buildings.
    #[inline]
    pub fn of(&self, staffed: Buildings) -> u8 {
        let given = self.0.iter();
        let given = given.map(|&(building, n)| n * u8::from(staffed & building != 0));
        given.sum()
    }

    /// Returns the buildings with an amount, as a set.
    #[inline]
    pub fn buildings(&self) -> Buildings {
        self.0.iter().fold(0, |set, (building, _)| set | building)
    }
}

/// Buildings that have one of these functions in the rulebook, with the function in the syntax of
/// [`Functions::add`].
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
    /// Adds the functions of a building: names joined by `+`, or its rulebook function if the text is empty.
    ///
    /// # Errors
    /// A description of the accepted text.
    pub fn add(&mut self, building: Building, text: &str) -> Result<(), String> {
        let small_violet = (FIRST_VIOLET..FIRST_LARGE).contains(&building);
        if text.is_empty() {
            let own = OWN.iter().find(|(of, _)| *of == only(building));
            return own.map_or(Ok(()), |(_, function)| self.add(building, function));
        }
        if !small_violet {
            return Err(
                "an empty cell: only small violet buildings can have functions that differ from the \
                 printed function (PR-11)"
                    .to_string(),
            );
        }
        let mut seen: Vec<&str> = Vec::new();
        for function in text.split('+') {
            let word = function.trim_end_matches(|letter: char| letter.is_ascii_digit());
            if seen.contains(&word) {
                return Err(format!("every function at most once; {word} occurs twice"));
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

    /// Returns the functions of a building with their amounts; the amount is 1 for functions without a number.
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
         sale<n> with n from {} to {}, keep<n> from {} to {}, load<n> from {} to {}; or an empty \
         cell for the printed function of the building",
        SALE.start(),
        SALE.end(),
        KEEP.start(),
        KEEP.end(),
        LOAD.start(),
        LOAD.end()
    )
}
