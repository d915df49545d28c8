//! Describes a position as text.

use std::fmt::Write;

use super::position::PlayerView;
use super::words::end_words;
use crate::game::Seat;
use crate::prose::{count, line, unbroken, wrapped};
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, ROLE_NAMES, TILE_NAMES,
    good_of, only,
};
use crate::puerto_rico::rules::classes::class_name;
use crate::puerto_rico::rules::prices::MOST_DISCOUNT;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Phase, Player, State, ending};

impl Ruleset {
    /// Describes the position as `observer` sees it, or with all hidden information if `observer`
    /// is `None`.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        // Names are printed as words; moves accept them like the ids.
        wrapped(&text.replace('_', " "), line(), 4)
    }

    fn write_position(
        &self,
        state: &State,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        write!(text, "Round {}", state.round)?;
        if state.decides().is_some() {
            let (role, roles) = (state.picks + 1, self.picks_per_round());
            write!(text, ", role {role} of {roles}")?;
        }
        write!(text, ", governor seat {}", state.governor + 1)?;
        match state.phase {
            Phase::Over => writeln!(text, ": game over")?,
            Phase::Capped => writeln!(text, ": stopped by the round cap")?,
            Phase::Role => writeln!(text, ": seat {} takes a role", state.active + 1)?,
            phase => {
                let role = ROLE_NAMES[usize::from(state.role)];
                let (owner, active) = (state.owner + 1, state.active + 1);
                let question = question(state, phase);
                writeln!(text, ": {role} of seat {owner}, seat {active} {question}")?;
            }
        }
        for flag in [ending::COLONISTS, ending::CITY, ending::VP] {
            if state.endings & flag != 0 && state.phase != Phase::Over {
                writeln!(text, "  last round: {}", end_words(flag))?;
            }
        }
        if state.phase == Phase::Load {
            write_loading(state, text)?;
        }
        self.write_table(state, text)?;
        let view = self.view(state, observer);
        for (player, told) in state.seated().iter().zip(&view.players) {
            self.write_player(player, told, text)?;
        }
        Ok(())
    }

    /// Writes the shared components: roles, ships, trading house, plantations and supplies.
    fn write_table(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let roles = Members(u32::from(self.roles & !state.roles_taken));
        let roles = roles.map(|card| match state.role_doubloons[card] {
            0 => ROLE_NAMES[card].to_string(),
            gold => format!("{} +{gold}", ROLE_NAMES[card]),
        });
        let taken = Members(u32::from(self.roles & state.roles_taken));
        let taken = taken.map(|card| ROLE_NAMES[card].to_string());
        writeln!(text, "  roles: {}; taken: {}", joined(roles), joined(taken))?;
        writeln!(
            text,
            "  plantations: {}; quarries {}; face down {}: {}; discarded: {}",
            list(&state.row, &TILE_NAMES),
            state.quarries,
            state.stack.iter().sum::<u8>(),
            list(&state.stack, &TILE_NAMES),
            list(&state.discards, &TILE_NAMES)
        )?;
        writeln!(
            text,
            "  colonists: {} on the ship, {} in the supply; VP {}; goods: {}",
            state.colonist_ship,
            state.colonists,
            state.pool,
            list(&state.supply, &GOOD_NAMES)
        )?;
        let ships = state.ships.iter().zip(&self.components.setup.ships);
        let ships = ships
            .filter(|&(_, &capacity)| capacity > 0)
            .map(|(ship, capacity)| match ship.good {
                NO_GOOD => format!("0/{capacity}"),
                good => {
                    let good = GOOD_NAMES[usize::from(good)];
                    format!("{}/{capacity} {good}", ship.barrels)
                }
            });
        let prices = GOOD_NAMES.iter().zip(self.components.prices);
        writeln!(
            text,
            "  ships: {}; trading house {}/{HOUSE}: {}; prices: {}",
            joined(ships),
            state.house.iter().sum::<u8>(),
            list(&state.house, &GOOD_NAMES),
            joined(prices.map(|(good, price)| format!("{good} {price}"))),
        )?;
        writeln!(text, "  for sale, with price and number:")?;
        for quarries in 0..=MOST_DISCOUNT {
            self.write_buildings(state, quarries, text)?;
        }
        Ok(())
    }

    /// Writes the buildings in the stock for which at most this many quarries give a discount.
    fn write_buildings(&self, state: &State, quarries: u8, text: &mut String) -> std::fmt::Result {
        let mut buildings = Members(state.in_stock)
            .filter(|&building| self.components.buildings[building].discount == quarries)
            .map(|building| {
                let (id, cost) = (BUILDING_IDS[building], self.prices.costs[building]);
                format!("{id} {cost} x{}", state.stock[building])
            })
            .peekable();
        match buildings.peek() {
            Some(_) => {
                let quarries = count(quarries.into(), "quarry");
                writeln!(text, "    {quarries} at most: {}", joined(buildings))
            }
            None => Ok(()),
        }
    }

    fn write_player(
        &self,
        player: &Player,
        told: &PlayerView,
        text: &mut String,
    ) -> std::fmt::Result {
        let vp = match &told.vp_chips {
            None => "? VP chips".to_string(),
            Some(chips) => format!(
                "{} VP chips ({} goods, {} harbor, {} captain), score {}",
                player.chips(),
                chips.goods,
                chips.harbor,
                chips.captain,
                player.score(),
            ),
        };
        let money = count(told.doubloons.into(), "doubloon");
        writeln!(text, "  seat {}: {money}, {vp}", told.seat)?;
        let island = TILE_NAMES.iter().enumerate();
        let island = island
            .filter(|&(tile, _)| player.tiles[tile] > 0)
            .map(|(tile, name)| format!("{name} {}/{}", player.workers[tile], player.tiles[tile]));
        writeln!(
            text,
            "    goods: {}; San Juan {}",
            list(&player.goods, &GOOD_NAMES),
            told.san_juan
        )?;
        writeln!(
            text,
            "    island {}/{ISLAND} (colonists/tiles): {}",
            player.island(),
            joined(island),
        )?;
        let buildings = Members(player.owned).map(|building| self.building_text(player, building));
        writeln!(
            text,
            "    city {}/{CITY}, {} VP (colonists/circles): {}",
            player.city(),
            told.vp_buildings,
            joined(buildings)
        )
    }

    /// Describes a building in a city. Colonists in small and large production buildings for one
    /// good are shown as one sum, at the first of these buildings.
    fn building_text(&self, player: &Player, building: Building) -> String {
        let id = BUILDING_IDS[building];
        let Some(good) = good_of(building) else {
            let colonists = u8::from(player.has(only(building)));
            return format!("{id} {colonists}/1");
        };
        let earlier = (0..building)
            .any(|other| good_of(other) == Some(good) && player.owned & only(other) != 0);
        match earlier {
            true => id.to_string(),
            false => format!(
                "{id} {}/{}",
                player.artisans[good],
                self.production_circles(player, good)
            ),
        }
    }
}

/// Describes the decision of the active seat.
fn question(state: &State, phase: Phase) -> String {
    let placed = usize::from(state.scratch);
    let named = || joined(Members(state.scratch.into()).map(|good| GOOD_NAMES[good].to_string()));
    match phase {
        Phase::Hacienda => "may draw a plantation".to_string(),
        Phase::Plantation => "takes a tile".to_string(),
        Phase::Hospice => format!("may put a colonist on the new {}", TILE_NAMES[placed]),
        Phase::Privilege => "may take a colonist".to_string(),
        Phase::Staff => format!(
            "staffs {}, with {} and {} after these",
            class_name(state.class),
            count(state.player().san_juan.into(), "colonist"),
            count(state.later.into(), "circle"),
        ),
        Phase::Build => "builds".to_string(),
        Phase::University => format!("may put a colonist on the new {}", BUILDING_IDS[placed]),
        Phase::Bonus => format!("takes one more good of {}", named()),
        Phase::Sell => "sells".to_string(),
        Phase::Load => "loads".to_string(),
        Phase::Store => format!("chooses goods for warehouses, so far {}", named()),
        Phase::Produce => format!(
            "may produce {}; by the craftsman so far {}",
            list(&state.coming(), &GOOD_NAMES),
            named()
        ),
        _ => format!("keeps one barrel, and in warehouses {}", named()),
    }
}

/// Writes the state of the loading phase (PR-9.7, PR-9.9, PR-A11).
fn write_loading(state: &State, text: &mut String) -> std::fmt::Result {
    let privilege = match state.privilege {
        true => format!(
            "1 additional VP for the first load of seat {}",
            state.owner + 1
        ),
        false => format!(
            "seat {} has already received the VP for its first load",
            state.owner + 1
        ),
    };
    let wharves = Members(state.wharves_used.into()).map(|seat| format!("seat {}", seat + 1));
    let wharves = joined(wharves);
    let idle = count(state.idle.into(), "turn");
    writeln!(
        text,
        "  loading: {privilege}; wharf used by {wharves}; {idle} in a row without a load"
    )
}

/// Joins phrases with commas and non-breaking spaces inside each phrase. Returns `none` for an
/// empty list.
fn joined(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.map(|words| unbroken(&words)).collect();
    match words.is_empty() {
        true => "none".to_string(),
        false => words.join(", "),
    }
}

/// Lists the counts above zero with their names.
fn list(counts: &[u8; GOODS], names: &[&str]) -> String {
    let some = counts.iter().zip(names).filter(|(count, _)| **count > 0);
    joined(some.map(|(count, name)| format!("{count} {name}")))
}
