//! The position as text for a person.

use std::fmt::Write;

use super::classes::class_name;
use super::components::{
    BUILDING_IDS, Building, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, ROLE_NAMES, TILE_NAMES,
    good_of, only,
};
use super::ruleset::Ruleset;
use super::state::{Members, NO_GOOD, Phase, Player, State, ending};
use crate::game::Seat;

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        text
    }

    fn write_position(
        &self,
        state: &State,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        write!(
            text,
            "Round {}, governor seat {}",
            state.round,
            state.governor + 1
        )?;
        match state.phase {
            Phase::Over => writeln!(text, ": game over")?,
            Phase::Capped => writeln!(text, ": stopped by the round cap")?,
            Phase::Role => writeln!(text, ": seat {} takes a role", state.active + 1)?,
            phase => {
                let role = ROLE_NAMES[usize::from(state.role)];
                let (owner, active) = (state.owner + 1, state.active + 1);
                writeln!(
                    text,
                    ": {role} of seat {owner}, seat {active} {}",
                    self.question(state, phase)
                )?;
            }
        }
        for (flag, why) in [
            (ending::COLONISTS, "too few colonists for the ship"),
            (ending::CITY, "a city is full"),
            (ending::VP, "the VP are used up"),
        ] {
            if state.endings & flag != 0 && state.phase != Phase::Over {
                writeln!(text, "  last round: {why}")?;
            }
        }
        self.write_table(state, text)?;
        for (seat, player) in state.seated().iter().enumerate() {
            let secret =
                self.options.vp_hidden && observer.is_some_and(|observer| observer != seat);
            self.write_player(seat, player, secret, text)?;
        }
        Ok(())
    }

    /// What the seat that decides is asked.
    fn question(&self, state: &State, phase: Phase) -> String {
        match phase {
            Phase::Hacienda => "may draw a plantation".to_string(),
            Phase::Plantation => "takes a tile".to_string(),
            Phase::Hospice => "may take a colonist for the new tile".to_string(),
            Phase::Privilege => "may take a colonist".to_string(),
            Phase::Staff => format!(
                "staffs {}, {} colonists left",
                class_name(state.class),
                state.player().san_juan
            ),
            Phase::Build => "builds".to_string(),
            Phase::University => "may take a colonist for the new building".to_string(),
            Phase::Bonus => "takes one good more".to_string(),
            Phase::Sell => "sells".to_string(),
            Phase::Load => "loads".to_string(),
            Phase::Store => "names goods for the warehouse".to_string(),
            _ => "keeps one barrel".to_string(),
        }
    }

    /// What lies on the table.
    fn write_table(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let roles = Members(u32::from(self.roles & !state.roles_taken));
        let roles: Vec<String> = roles
            .map(|card| match state.role_doubloons[card] {
                0 => ROLE_NAMES[card].to_string(),
                gold => format!("{} +{gold}", ROLE_NAMES[card]),
            })
            .collect();
        writeln!(text, "  roles: {}", roles.join(", "))?;
        writeln!(
            text,
            "  plantations: {}; quarries {}; face down {}; discarded: {}",
            list(&state.row, &TILE_NAMES),
            state.quarries,
            state.stack.iter().sum::<u8>(),
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
        let ships: Vec<String> = ships
            .filter(|&(_, &capacity)| capacity > 0)
            .map(|(ship, capacity)| match ship.good {
                NO_GOOD => format!("0/{capacity}"),
                good => format!(
                    "{}/{capacity} {}",
                    ship.barrels,
                    GOOD_NAMES[usize::from(good)]
                ),
            })
            .collect();
        writeln!(
            text,
            "  ships: {}; trading house {}/{HOUSE}: {}",
            ships.join(", "),
            state.house.iter().sum::<u8>(),
            list(&state.house, &GOOD_NAMES)
        )?;
        let stock = Members(state.in_stock).map(|building| {
            let number = match state.stock[building] {
                1 => String::new(),
                several => format!(" x{several}"),
            };
            format!(
                "{} {}{number}",
                BUILDING_IDS[building], self.prices.costs[building]
            )
        });
        writeln!(text, "  for sale: {}", stock.collect::<Vec<_>>().join(", "))
    }

    fn write_player(
        &self,
        seat: Seat,
        player: &Player,
        secret: bool,
        text: &mut String,
    ) -> std::fmt::Result {
        let chips = match secret {
            true => "? VP chips".to_string(),
            false => format!("{} VP chips, score {}", player.chips(), player.score()),
        };
        writeln!(
            text,
            "  seat {}: {} doubloons, {chips}; goods: {}",
            seat + 1,
            player.doubloons,
            list(&player.goods, &GOOD_NAMES)
        )?;
        let island: Vec<String> = TILE_NAMES
            .iter()
            .enumerate()
            .filter(|&(tile, _)| player.tiles[tile] > 0)
            .map(|(tile, name)| format!("{name} {}/{}", player.workers[tile], player.tiles[tile]))
            .collect();
        writeln!(
            text,
            "    island {}/{ISLAND} (staffed/all): {}; San Juan {}",
            player.island(),
            island.join(", "),
            player.san_juan
        )?;
        let buildings: Vec<String> = Members(player.owned)
            .map(|building| self.building_text(player, building))
            .collect();
        let buildings = match buildings.is_empty() {
            true => "none".to_string(),
            false => buildings.join(", "),
        };
        writeln!(text, "    city {}/{CITY}: {buildings}", player.city())
    }

    /// A building in a city. Colonists in small and large production buildings of a kind are shown
    /// together, at the first one.
    fn building_text(&self, player: &Player, building: Building) -> String {
        let id = BUILDING_IDS[building];
        let Some(good) = good_of(building) else {
            let staffed = match player.has(only(building)) {
                true => "",
                false => " (empty)",
            };
            return format!("{id}{staffed}");
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

/// Counts with their names.
fn list(counts: &[u8; GOODS], names: &[&str]) -> String {
    let some: Vec<String> = counts
        .iter()
        .zip(names)
        .filter(|&(&count, _)| count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if some.is_empty() {
        "none".to_string()
    } else {
        some.join(", ")
    }
}
