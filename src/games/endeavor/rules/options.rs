//! Rule options: side of the board, the two-player variant with its options, interpretations of
//! ambiguous rules, and two options for studies.

use crate::endeavor::components::{
    CardSet, Components, DECKS, Kinds, START_SIDES, deck_name, deck_size, deck_start,
};
use crate::game::MAX_SEATS;
use crate::options::seat_or_all;
use crate::suggestion::did_you_mean;

portolan_core::options! {
    /// Parsed options of one game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options(given, players: usize, components: &Components);

    side: usize = "auto", ("auto, A or B", |text| read_side(text, players)),
        "side of the board; auto selects side A for two to four players and side B for five players (EN-2.1)";
    silent_fleets: bool = "off", switch, "two players: neutral discs react to every turn (EN-11.2)",
        needs players == 2, or "off: the variant is for two players (EN-11.2)";
    restricted_occupation: bool = "off", switch,
        "silent fleets occupy only in the area that was just occupied (EN-11.7)",
        needs silent_fleets, or "silent_fleets=on, because this option belongs to that variant (EN-11.7)";
    react_to_tokens: bool = "on", switch, "silent fleets also react to action tokens (EN-11.7)",
        needs silent_fleets, or "silent_fleets=on, because this option belongs to that variant (EN-11.7)";
    scarce_buildings: bool = "off", switch,
        "silent fleets: before each Build phase a tile leaves the supply (EN-11.7)",
        needs silent_fleets, or "silent_fleets=on, because this option belongs to that variant (EN-11.7)";
    reaction_choice(effective_reactions: bool) = "free", {"free" = false, "effective" = true},
        "after a turn of several actions, the reaction may follow any of them, or only one to which a reaction \
         is possible (EN-A25)",
        needs silent_fleets, or "silent_fleets=on, because this option belongs to that variant (EN-11.7)";
    build_fallback: bool = "on", switch,
        "if no tile of the player's build level is left, the player may build a tile one level \
         higher (EN-A3)";
    limit_read(limit_once: bool) = "again", {"again" = false, "once" = true},
        "the card limit is determined again after every discarded card, or once in each Discard phase (EN-A15)";
    seat_1_discs() = 0, "0 to 10", "discs that seat 1 has in its harbor at the start (EN-2.7)";
    seat_2_discs() = 0, "0 to 10", "discs that seat 2 has in its harbor at the start (EN-2.7)";
    seat_3_discs() = 0, "0 to 10", "discs that seat 3 has in its harbor at the start (EN-2.7)";
    seat_4_discs() = 0, "0 to 10", "discs that seat 4 has in its harbor at the start (EN-2.7)";
    seat_5_discs() = 0, "0 to 10", "discs that seat 5 has in its harbor at the start (EN-2.7)";
    abolition: bool = "on", switch,
        "Europe 5 abolishes slavery (EN-6.19); off is for studies and not part of the rules";
    barred: Barred = "none",
        (
            "buildings and decks by name, separated by commas; or none",
            |text| read_barred(text, components)
        ),
        "buildings that may not be built and decks that may not be drawn from; for studies and not part of the rules";
    barred_for(may_build: [Kinds; MAX_SEATS], may_draw: [CardSet; MAX_SEATS]) = "all",
        ("all, or a seat from 1 on", |text| left_to_seats(barred, text, players)),
        "seats to which barred applies: all, or one seat; for studies";
}

/// Kinds of building and cards that are excluded.
pub type Barred = (Kinds, CardSet);

/// Parses the side of the board: 0 is A, 1 is B.
fn read_side(text: &str, players: usize) -> Result<usize, String> {
    match text {
        "auto" => Ok(usize::from(players > 4)),
        side if side.eq_ignore_ascii_case("a") => Ok(0),
        side if side.eq_ignore_ascii_case("b") => Ok(1),
        _ => Err("auto, A or B".to_string()),
    }
}

/// Parses the kinds of building and cards that are excluded.
fn read_barred(text: &str, components: &Components) -> Result<Barred, String> {
    let (mut kinds, mut cards): Barred = (0, 0);
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
            return Err(format!(
                "some of {} separated by commas, or none; \"{name}\" is not one of them{hint}",
                known.join(", ")
            ));
        }
    }
    Ok((kinds, cards))
}

/// Returns the kinds of building that each seat may build and the cards that each seat may draw.
fn left_to_seats(
    (kinds, cards): Barred,
    text: &str,
    players: usize,
) -> Result<([Kinds; MAX_SEATS], [CardSet; MAX_SEATS]), String> {
    let barred_for = seat_or_all(text, players)?;
    let concerned = |seat| barred_for.is_none_or(|only| only == seat);
    Ok((
        std::array::from_fn(|seat| if concerned(seat) { !kinds } else { !0 }),
        std::array::from_fn(|seat| if concerned(seat) { !cards } else { !0 }),
    ))
}
