//! Rule options: profile, house rules, and rule interpretations that differ between the profiles.

use crate::puerto_rico::components::{BUILDING_IDS, BUILDINGS, HIGHEST_COST, Profile};
use crate::suggestion::did_you_mean;

portolan_core::options! {
    /// Parsed options of one game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options(given, players: usize);

    profile: Profile = "rulebook", {"rulebook" = Profile::Rulebook, "tag" = Profile::Tag},
        "rules of the rulebook, or set-up and rules of the TAG framework, for comparison; TAG does not support 2 \
         players",
        needs players > 2, or "rulebook: TAG does not support 2 players";
    vp_visibility(vp_hidden: bool) = "tracked", {"tracked" = false, "hidden" = true},
        "players know all VP chips, or only their own chips and the pool (PR-A19)";
    corn_doubloons: i8 = 0, [-4 to 4],
        "additional start money of seats that start with corn; -1 is a house rule of WBC 2023";
    seat_1_doubloons() = 0, "-4 to 10", "additional start money of seat 1 (PR-2.1)";
    seat_2_doubloons() = 0, "-4 to 10", "additional start money of seat 2 (PR-2.1)";
    seat_3_doubloons() = 0, "-4 to 10", "additional start money of seat 3 (PR-2.1)";
    seat_4_doubloons() = 0, "-4 to 10", "additional start money of seat 4 (PR-2.1)";
    seat_5_doubloons() = 0, "-4 to 10", "additional start money of seat 5 (PR-2.1)";
    costs: [Option<u8>; BUILDINGS]
        = "printed" ("small_market:2+small_warehouse:2" with profile = "tag"),
        ("BUILDING:COST separated by commas or +, such as university:7+factory:8; or printed", read_costs),
        "costs of buildings instead of those of the data";
    round_cap: u8 = 100, [1 to 200],
        "rounds after which an unfinished game is stopped and reported as capped";
    hospice_on_quarry: bool = "on" ("off" with profile = "tag"), switch,
        "the hospice also works for quarries (PR-4.8)";
    colonists_from_ship: bool = "on" ("off" with profile = "tag"), switch,
        "hospice and university draw from the ship if the supply is empty (PR-4.8, PR-6.6)";
    optional_bonuses(optional_bonuses: bool, everything_optional: bool)
        = "on" ("off" with profile = "tag"),
        {"on" = (true, false), "off" = (false, false), "all" = (true, true)},
        "hospice, university, the mayor's colonist and the craftsman's good may be declined (PR-A16, PR-A25); \
         with all, also production, warehouses and the VP of harbor and captain (PR-A31)";
    hacienda_reshuffle: bool = "on" ("off" with profile = "tag"), switch,
        "the hacienda draws from the reshuffled discards if the stack is empty (PR-A4)";
    full_owner_blocks: bool = "off" ("on" with profile = "tag"), switch,
        "no player takes a tile if the island of the settler's owner is full";
    fifth_large_building(most_large: u32) = "on" ("off" with profile = "tag"), {"on" = 5, "off" = 4},
        "a city may have five large buildings (PR-A18)";
    craftsman_by_seat: bool = "off" ("on" with profile = "tag"), switch,
        "goods are handed out starting with seat 1 instead of the craftsman's owner";
    any_empty_ship: bool = "off" ("on" with profile = "tag"), switch,
        "an empty ship may be chosen even if it takes fewer barrels than another one (PR-9.4)";
    wharf_pass: bool = "on" ("off" with profile = "tag"), switch,
        "a player who can load only with a wharf may decline (PR-A11)";
    tie_break: bool = "on" ("off" with profile = "tag"), switch,
        "doubloons and goods decide between equal scores (PR-13.4)";
}

/// Parses costs by building. A building without an entry has `None` and uses the cost in the data
/// set.
fn read_costs(text: &str) -> Result<[Option<u8>; BUILDINGS], String> {
    let mut costs = [None; BUILDINGS];
    if text == "printed" {
        return Ok(costs);
    }
    for part in text.split([',', '+', ' ']).filter(|part| !part.is_empty()) {
        let Some((id, cost)) = part.split_once(':') else {
            return Err(format!("printed, or BUILDING:COST instead of \"{part}\""));
        };
        let Some(building) = BUILDING_IDS.iter().position(|known| *known == id) else {
            let hint = did_you_mean(id, BUILDING_IDS.into_iter());
            return Err(format!(
                "ids of buildings; \"{id}\" is not one of them{hint}"
            ));
        };
        if costs[building].is_some() {
            return Err(format!("every building at most once; {id} occurs twice"));
        }
        match cost.parse() {
            Ok(cost) if cost <= HIGHEST_COST => costs[building] = Some(cost),
            _ => {
                return Err(format!(
                    "a cost from 0 to {HIGHEST_COST} for {id}, not \"{cost}\""
                ));
            }
        }
    }
    Ok(costs)
}
