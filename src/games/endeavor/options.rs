//! Rule options: side of the board, the variant for two with its options, the readings of rules that
//! no text settles, and two devices for studies.

use std::collections::BTreeMap;

use super::components::{
    CardSet, Components, DECKS, Kinds, START_SIDES, deck_name, deck_size, deck_start,
};
use crate::game::{MAX_SEATS, Seat};
use crate::setup::{OptionSpec, SetupError};
use crate::suggestion::did_you_mean;

/// The options as the command line lists them.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "side",
        accepts: "auto, A or B",
        default: "auto",
        meaning: "side of the board; auto is A for two to four players and B for five (EN-2.1)",
    },
    OptionSpec {
        name: "silent_fleets",
        accepts: "off or on",
        default: "off",
        meaning: "two players: neutral discs react to every turn (EN-11.2)",
    },
    OptionSpec {
        name: "restricted_occupation",
        accepts: "off or on",
        default: "off",
        meaning: "silent fleets occupy only in the area that was just occupied (EN-11.7)",
    },
    OptionSpec {
        name: "react_to_tokens",
        accepts: "on or off",
        default: "on",
        meaning: "silent fleets react to action tokens, too (EN-11.7)",
    },
    OptionSpec {
        name: "scarce_buildings",
        accepts: "off or on",
        default: "off",
        meaning: "silent fleets: before each Build phase a tile leaves the supply (EN-11.7)",
    },
    OptionSpec {
        name: "reaction_choice",
        accepts: "free or effective",
        default: "free",
        meaning: "after a turn of several actions any of them may be picked for the reaction, or only one whose reaction is possible (EN-A25)",
    },
    OptionSpec {
        name: "build_fallback",
        accepts: "on or off",
        default: "on",
        meaning: "without a tile of the own build level, one that is a level higher may be built (EN-A3)",
    },
    OptionSpec {
        name: "limit_read",
        accepts: "again or once",
        default: "again",
        meaning: "the card limit is read again after every discarded card, or once in each Discard phase (EN-A15)",
    },
    OptionSpec {
        name: "abolition",
        accepts: "on or off",
        default: "on",
        meaning: "Europe 5 abolishes slavery (EN-6.19); off is a device for studies, not a rule",
    },
    OptionSpec {
        name: "barred",
        accepts: "buildings and decks by name, separated by commas; or none",
        default: "none",
        meaning: "buildings that may not be built and decks that may not be drawn from; a device for studies, not a rule",
    },
    OptionSpec {
        name: "barred_for",
        accepts: "all, or a seat from 1 on",
        default: "all",
        meaning: "whom barred concerns: everybody, or one seat; for studies",
    },
];

/// The options of one game, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Side of the board: 0 is A, 1 is B.
    pub side: usize,
    /// EN-11.2.
    pub silent_fleets: bool,
    /// EN-11.7, 1.
    pub restricted_occupation: bool,
    /// EN-11.7, 2.
    pub react_to_tokens: bool,
    /// EN-11.7, 3.
    pub scarce_buildings: bool,
    /// EN-A25: only a reaction that is possible may be picked, if one is.
    pub effective_reactions: bool,
    /// EN-A3.
    pub build_fallback: bool,
    /// EN-A15: the card limit is read once.
    pub limit_once: bool,
    /// EN-6.19.
    pub abolition: bool,
    /// By seat: kinds of building that it may build.
    pub may_build: [Kinds; MAX_SEATS],
    /// By seat: cards that it may draw.
    pub may_draw: [CardSet; MAX_SEATS],
}

impl Options {
    /// Reads options by name; missing ones have their default.
    ///
    /// # Errors
    /// [`SetupError::OptionValue`] for the first value, or combination of values, that is not
    /// accepted.
    pub fn read(
        given: &BTreeMap<String, String>,
        players: usize,
        components: &Components,
    ) -> Result<Options, SetupError> {
        let value = |name: &str| -> &str {
            let spec = OPTIONS
                .iter()
                .find(|option| option.name == name)
                .expect("every option is in the table");
            given.get(name).map_or(spec.default, String::as_str).trim()
        };
        let flag = |name: &str, yes: &str, no: &str| match value(name) {
            found if found == yes => Ok(true),
            found if found == no => Ok(false),
            found => Err(refused(name, found, &format!("{yes} or {no}"))),
        };
        let side = match value("side") {
            "auto" => usize::from(players > 4),
            side if side.eq_ignore_ascii_case("a") => 0,
            side if side.eq_ignore_ascii_case("b") => 1,
            side => return Err(refused("side", side, "auto, A or B")),
        };
        let (kinds, cards) = barred(value("barred"), components)?;
        let barred_for = match value("barred_for") {
            "all" => None,
            seat => match seat.parse::<usize>() {
                Ok(number) if (1..=players).contains(&number) => Some(number - 1),
                _ => {
                    let expected = format!("all, or a seat from 1 to {players}");
                    return Err(refused("barred_for", seat, &expected));
                }
            },
        };
        let concerned = |seat: Seat| barred_for.is_none_or(|only| only == seat);
        let options = Options {
            side,
            silent_fleets: flag("silent_fleets", "on", "off")?,
            restricted_occupation: flag("restricted_occupation", "on", "off")?,
            react_to_tokens: flag("react_to_tokens", "on", "off")?,
            scarce_buildings: flag("scarce_buildings", "on", "off")?,
            effective_reactions: flag("reaction_choice", "effective", "free")?,
            build_fallback: flag("build_fallback", "on", "off")?,
            limit_once: flag("limit_read", "once", "again")?,
            abolition: flag("abolition", "on", "off")?,
            may_build: std::array::from_fn(|seat| if concerned(seat) { !kinds } else { !0 }),
            may_draw: std::array::from_fn(|seat| if concerned(seat) { !cards } else { !0 }),
        };
        if options.silent_fleets && players != 2 {
            let expected = "off: the variant is for two players (EN-11.2)";
            return Err(refused("silent_fleets", "on", expected));
        }
        let of_the_variant = [
            "restricted_occupation",
            "react_to_tokens",
            "scarce_buildings",
            "reaction_choice",
        ];
        for name in of_the_variant
            .into_iter()
            .filter(|_| !options.silent_fleets)
        {
            let default = OPTIONS.iter().find(|option| option.name == name);
            if default.is_some_and(|option| value(name) != option.default) {
                let expected = "together with silent_fleets=on: it is an option of that variant \
                                (EN-11.7)";
                return Err(refused(name, value(name), expected));
            }
        }
        Ok(options)
    }
}

fn refused(name: &str, value: &str, expected: &str) -> SetupError {
    SetupError::OptionValue {
        name: name.to_string(),
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

/// Kinds of building and cards that are barred.
fn barred(text: &str, components: &Components) -> Result<(Kinds, CardSet), SetupError> {
    let (mut kinds, mut cards): (Kinds, CardSet) = (0, 0);
    let names = text.split([',', ';', ' ']);
    for name in names.filter(|name| !name.is_empty() && *name != "none") {
        let supply = components.buildings[START_SIDES..].iter();
        if let Some(kind) = supply.clone().position(|building| building.id == name) {
            kinds |= 1 << (START_SIDES + kind);
        } else if let Some(deck) = (0..DECKS).find(|&deck| deck_name(deck) == name) {
            cards |= ((1 << deck_size(deck)) - 1) << deck_start(deck);
        } else {
            let ids = supply.map(|building| building.id.clone());
            let decks = (0..DECKS).map(|deck| deck_name(deck).to_string());
            let known: Vec<String> = ids.chain(decks).collect();
            let hint = did_you_mean(name, known.iter().map(String::as_str));
            let expected = format!(
                "some of {} separated by commas, or none; \"{name}\" is none of them{hint}",
                known.join(", ")
            );
            return Err(refused("barred", text, &expected));
        }
    }
    Ok((kinds, cards))
}
