//! Rule options: the profile, house rules, and the readings of rules that the profiles differ in.

use std::collections::BTreeMap;

use super::components::{BUILDING_IDS, BUILDINGS};
use crate::setup::{OptionSpec, SetupError};
use crate::suggestion::did_you_mean;

/// Highest cost of a building.
pub const HIGHEST_COST: u8 = 20;
/// Most rounds that `round_cap` takes.
const MOST_ROUNDS: u16 = 200;
/// Large buildings that fit into a city (PR-A18), and in the other profile.
const MOST_LARGE: [u32; 2] = [5, 4];

const BY_PROFILE_ON: &str = "on; off with profile=tag";
const BY_PROFILE_OFF: &str = "off; on with profile=tag";

/// An option that is on or off, and the other way round in the profile `tag`.
const fn reading(name: &'static str, on: bool, meaning: &'static str) -> OptionSpec {
    OptionSpec {
        name,
        accepts: "on or off",
        default: if on { BY_PROFILE_ON } else { BY_PROFILE_OFF },
        meaning,
    }
}

/// The options as the command line lists them.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "profile",
        accepts: "rulebook or tag",
        default: "rulebook",
        meaning: "the rulebook, or set-up and rules as in the framework TAG, for comparison with it; not for 2 players",
    },
    OptionSpec {
        name: "vp_visibility",
        accepts: "tracked or hidden",
        default: "tracked",
        meaning: "everybody keeps count of all VP chips, or sees only the own ones and the pool (PR-A19)",
    },
    OptionSpec {
        name: "corn_doubloons",
        accepts: "-4 to 4",
        default: "0",
        meaning: "added to the start money of seats that start with corn; -1 is a house rule of WBC 2023",
    },
    OptionSpec {
        name: "costs",
        accepts: "BUILDING:COST separated by commas or +, such as university:7+factory:8; or printed",
        default: "printed; small_market:2+small_warehouse:2 with profile=tag",
        meaning: "costs of buildings instead of those of the data",
    },
    OptionSpec {
        name: "round_cap",
        accepts: "1 to 200",
        default: "100",
        meaning: "rounds after which a game that nobody ends is stopped and reported as capped",
    },
    reading(
        "hospice_on_quarry",
        true,
        "the hospice works for quarries, too (PR-4.8)",
    ),
    reading(
        "colonists_from_ship",
        true,
        "hospice and university draw from the ship if the supply is empty (PR-4.8, PR-6.6)",
    ),
    OptionSpec {
        name: "optional_bonuses",
        accepts: "on, off or all",
        default: BY_PROFILE_ON,
        meaning: "hospice, university, the mayor's colonist and the craftsman's good may be declined (PR-A16, PR-A25); with all, production, warehouses and the VP of harbor and captain, too (PR-A31)",
    },
    reading(
        "hacienda_reshuffle",
        true,
        "the hacienda draws from the reshuffled discards if the stack is empty (PR-A4)",
    ),
    reading(
        "full_owner_blocks",
        false,
        "nobody takes a tile if the settler's own island is full",
    ),
    reading(
        "fifth_large_building",
        true,
        "a city may have five large buildings (PR-A18)",
    ),
    reading(
        "craftsman_by_seat",
        false,
        "goods are handed out from seat 1 on instead of from the craftsman on",
    ),
    reading(
        "any_empty_ship",
        false,
        "an empty ship may be chosen even if it takes fewer barrels than another one (PR-9.4)",
    ),
    reading(
        "wharf_pass",
        true,
        "who can load with a wharf only may decline (PR-A11)",
    ),
    reading(
        "tie_break",
        true,
        "doubloons and goods decide between equal scores (PR-13.4)",
    ),
];

/// Which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The rulebook.
    Rulebook,
    /// As the framework TAG plays.
    Tag,
}

impl Profile {
    /// Name in options and data.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Rulebook => "rulebook",
            Profile::Tag => "tag",
        }
    }
}

/// The options of one game, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which line of the set-up table.
    pub profile: Profile,
    /// PR-A19: whether VP chips of others are secret.
    pub vp_hidden: bool,
    /// Added to the money of corn seats.
    pub corn_doubloons: i8,
    /// Costs instead of the data's.
    pub costs: [Option<u8>; BUILDINGS],
    /// Most rounds.
    pub round_cap: u8,
    /// PR-4.8.
    pub hospice_on_quarry: bool,
    /// PR-4.8, PR-6.6.
    pub colonists_from_ship: bool,
    /// PR-A16, PR-A25.
    pub optional_bonuses: bool,
    /// PR-A31: whether everything that the rulebook leaves open and that can matter is asked.
    pub everything_optional: bool,
    /// PR-A4.
    pub hacienda_reshuffle: bool,
    /// Of the other profile: a settler without room ends the phase for all.
    pub full_owner_blocks: bool,
    /// PR-A18: large buildings that a city may have.
    pub most_large: u32,
    /// Of the other profile: goods are handed out from seat 1 on.
    pub craftsman_by_seat: bool,
    /// Of the other profile: any of several empty ships will do.
    pub any_empty_ship: bool,
    /// PR-A11.
    pub wharf_pass: bool,
    /// PR-13.4.
    pub tie_break: bool,
}

impl Options {
    /// Reads options by name; missing ones have their default.
    ///
    /// # Errors
    /// [`SetupError::OptionValue`] for the first value, or combination of values, that is not
    /// accepted.
    pub fn read(given: &BTreeMap<String, String>, players: usize) -> Result<Options, SetupError> {
        let value = |name: &str| given.get(name).map(|text| text.trim());
        let profile = match value("profile") {
            None | Some("rulebook") => Profile::Rulebook,
            Some("tag") if players > 2 => Profile::Tag,
            Some("tag") => {
                let expected = "rulebook: that framework has no game for two";
                return Err(refused("profile", "tag", expected));
            }
            Some(other) => {
                let hint = did_you_mean(other, ["rulebook", "tag"].into_iter());
                return Err(refused("profile", other, &format!("rulebook or tag{hint}")));
            }
        };
        let vp_hidden = match value("vp_visibility") {
            None | Some("tracked") => false,
            Some("hidden") => true,
            Some(other) => {
                let hint = did_you_mean(other, ["tracked", "hidden"].into_iter());
                let expected = format!("tracked or hidden{hint}");
                return Err(refused("vp_visibility", other, &expected));
            }
        };
        let reading = |name: &str| {
            let spec = OPTIONS.iter().find(|option| option.name == name);
            let on = spec.is_some_and(|option| option.default == BY_PROFILE_ON);
            match value(name) {
                Some("on") => Ok(true),
                Some("off") => Ok(false),
                Some(found) => Err(refused(
                    name,
                    found,
                    spec.map_or("on or off", |spec| spec.accepts),
                )),
                None => Ok(on == (profile == Profile::Rulebook)),
            }
        };
        let everything_optional = value("optional_bonuses") == Some("all");
        Ok(Options {
            profile,
            vp_hidden,
            corn_doubloons: match value("corn_doubloons") {
                None => 0,
                Some(text) => number("corn_doubloons", text, -4, 4)? as i8,
            },
            costs: costs(value("costs"), profile)?,
            round_cap: match value("round_cap") {
                None => 100,
                Some(text) => number("round_cap", text, 1, MOST_ROUNDS.into())? as u8,
            },
            hospice_on_quarry: reading("hospice_on_quarry")?,
            colonists_from_ship: reading("colonists_from_ship")?,
            optional_bonuses: everything_optional || reading("optional_bonuses")?,
            everything_optional,
            hacienda_reshuffle: reading("hacienda_reshuffle")?,
            full_owner_blocks: reading("full_owner_blocks")?,
            most_large: MOST_LARGE[usize::from(!reading("fifth_large_building")?)],
            craftsman_by_seat: reading("craftsman_by_seat")?,
            any_empty_ship: reading("any_empty_ship")?,
            wharf_pass: reading("wharf_pass")?,
            tie_break: reading("tie_break")?,
        })
    }
}

fn refused(name: &str, value: &str, expected: &str) -> SetupError {
    SetupError::OptionValue {
        name: name.to_string(),
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

fn number(name: &str, text: &str, least: i32, most: i32) -> Result<i32, SetupError> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| refused(name, text, &format!("a number from {least} to {most}")))
}

/// Costs by building; `None` where the data decides.
fn costs(given: Option<&str>, profile: Profile) -> Result<[Option<u8>; BUILDINGS], SetupError> {
    let text = given.unwrap_or(match profile {
        Profile::Rulebook => "printed",
        Profile::Tag => "small_market:2+small_warehouse:2",
    });
    let mut costs = [None; BUILDINGS];
    if text == "printed" {
        return Ok(costs);
    }
    for part in text.split([',', '+', ' ']).filter(|part| !part.is_empty()) {
        let wrong = |expected: String| Err(refused("costs", text, &expected));
        let Some((id, cost)) = part.split_once(':') else {
            return wrong(format!("printed, or BUILDING:COST instead of \"{part}\""));
        };
        let Some(building) = BUILDING_IDS.iter().position(|known| *known == id) else {
            let hint = did_you_mean(id, BUILDING_IDS.into_iter());
            return wrong(format!("ids of buildings; \"{id}\" is none{hint}"));
        };
        if costs[building].is_some() {
            return wrong(format!("every building once; {id} comes twice"));
        }
        match cost.parse() {
            Ok(cost) if cost <= HIGHEST_COST => costs[building] = Some(cost),
            _ => {
                return wrong(format!(
                    "a cost from 0 to {HIGHEST_COST} for {id}, not \"{cost}\""
                ));
            }
        }
    }
    Ok(costs)
}
