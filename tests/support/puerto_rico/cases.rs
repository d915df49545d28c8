//! The words of cases for Puerto Rico. Lists are `2 corn 1 sugar` or `none`.

use portolan_core::game::prelude::*;
use portolan_games::puerto_rico::PuertoRico;
use portolan_games::puerto_rico::components::{GOODS, TILE_NAMES, only};
use portolan_games::puerto_rico::state::ending;

use super::support::{Table, building, check, counted, refused};
use crate::cases::{count, number, small};
use crate::words::Words;

const ENDINGS: [(&str, u8); 3] = [
    ("colonists", ending::COLONISTS),
    ("city", ending::CITY),
    ("vp", ending::VP),
];

impl Words for PuertoRico {
    fn begin(players: usize, options: &[&str], stage: &str) -> Option<Table> {
        match stage {
            "dealt" => Some(Table::dealt(players, options, 1)),
            "" => Some(Table::dealt(players, options, 7)),
            _ => None,
        }
    }

    fn rejection(players: usize, options: &[&str]) -> String {
        refused(players, options)
    }

    fn check(table: &Table) {
        check(&table.game, &table.state);
    }

    fn given(table: &mut Table, words: &[&str], seat: usize) -> Result<bool, String> {
        let player = seat + 1;
        match *words {
            ["tiles", ref list @ ..] => drop(table.tiles(player, &self::list(list))),
            ["staffed", "tiles", ref list @ ..] => {
                table.staffed_tiles(player, &self::list(list));
            }
            ["buildings", ref ids @ ..] => drop(table.buildings(player, ids)),
            ["empty", "buildings", ref ids @ ..] => drop(table.empty_buildings(player, ids)),
            ["goods", ref list @ ..] => drop(table.goods(player, &self::list(list))),
            ["house", ref list @ ..] => drop(table.house(&self::list(list))),
            ["row", ref list @ ..] => drop(table.row(&self::list(list))),
            ["ship", ship, "with", ref list @ ..] => {
                table.ship(count(ship)?, &self::list(list));
            }
            ["chips", chips] => drop(table.chips(player, count(chips)? as u16)),
            // The seat gets the other chips.
            ["pool", left] => {
                let others = i64::from(table.state.pool) - number(left)?;
                table.chips(player, others as u16);
            }
            [more, "in", "San", "Juan"] => {
                table.player(player).san_juan += small(more)?;
                table.state.colonists -= small(more)?;
            }
            // The seat gets the other colonists of the supply.
            ["colonists", "left", left] => {
                let others = table.state.colonists - small(left)?;
                table.player(player).san_juan += others;
                table.state.colonists = small(left)?;
            }
            ["colonist", "ship", colonists] => {
                let all = table.state.colonists + table.state.colonist_ship;
                table.state.colonist_ship = small(colonists)?;
                table.state.colonists = all - small(colonists)?;
            }
            // The other tiles are discarded.
            ["stack", ref list @ ..] => {
                let left = counts(list);
                for (good, &left) in left[..GOODS].iter().enumerate() {
                    table.state.discards[good] += table.state.stack[good] - left;
                    table.state.stack[good] = left;
                }
            }
            ["whole", "stack", "in", "the", "row"] => {
                for good in 0..GOODS {
                    table.state.row[good] += std::mem::take(&mut table.state.stack[good]);
                }
            }
            ["ending", name] => table.state.endings = endings(&[name])?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn when(table: &mut Table, item: &str) -> bool {
        match item {
            "finish" => drop(table.finish()),
            "round" => {
                let round = table.state.round;
                while table.state.round == round {
                    let last = table.finish().legal().pop().expect("a role");
                    table.act(&last).finish();
                }
            }
            _ => return false,
        }
        true
    }

    fn holds(table: &Table, words: &[&str], seat: usize) -> Result<Option<bool>, String> {
        let (state, player) = (&table.state, &table.state.players[seat]);
        let is = |found: &[u8], list: &[&str]| match counts(list)[..found.len()] == *found {
            true => Ok(true),
            false => Err(format!("found {found:?}")),
        };
        Ok(Some(match *words {
            ["goods", ref list @ ..] => is(&player.goods, list)?,
            ["tiles", ref list @ ..] => is(&player.tiles, list)?,
            ["workers", ref list @ ..] => is(&player.workers, list)?,
            ["house", ref list @ ..] => is(&state.house, list)?,
            ["row", "has", kind] => state
                .row
                .iter()
                .zip(&counts(&["1", kind]))
                .any(|(row, kind)| row.min(kind) == &1),
            ["row", ref list @ ..] => is(&state.row, list)?,
            ["discards", ref list @ ..] => is(&state.discards, list)?,
            ["ship", ship, "empty"] => state.ships[count(ship)? - 1].barrels == 0,
            ["ship", ship, "with", barrels, good] => {
                let ship = state.ships[count(ship)? - 1];
                (
                    ship.barrels,
                    counts(&[barrels, good])[usize::from(ship.good)],
                ) == (small(barrels)?, small(barrels)?)
            }
            ["owns", id] => player.owned & only(building(id)) != 0,
            ["staffed", id] => player.has(only(building(id))),
            ["endings", ref names @ ..] => state.endings == endings(names)?,
            ["tie", "break"] => table.game.options().tie_break,
            _ => return Ok(None),
        }))
    }

    fn value(table: &Table, words: &[&str], seat: usize) -> Option<Vec<i64>> {
        let (state, player) = (&table.state, &table.state.players[seat]);
        let setup = &table.game.components().setup;
        let sum = |counts: &[u8]| i64::from(counts.iter().sum::<u8>());
        Some(vec![match *words {
            ["own", "colonists"] => player.colonists().into(),
            ["island"] => player.island().into(),
            ["city"] => player.city().into(),
            ["own", "buildings"] => player.owned.count_ones().into(),
            ["staffed", "buildings"] => player.staffed.count_ones().into(),
            ["own", "chips"] => player.chips().into(),
            ["all", "goods"] => sum(&player.goods),
            ["size", "of", "the", "row"] => sum(&state.row),
            ["size", "of", "the", "discards"] => sum(&state.discards),
            ["size", "of", "the", "stack"] => sum(&state.stack),
            ["gold", "on", "roles"] => sum(&state.role_doubloons),
            ["governor"] => i64::from(state.governor) + 1,
            ["buildings", "for", "sale"] => sum(&state.stock),
            ["role", "cards"] => 6 + i64::from(setup.prospectors),
            ["roles", "left"] => {
                6 + i64::from(setup.prospectors)
                    - i64::from(setup.roles_each) * table.game.seats() as i64
            }
            ["prospectors"] => setup.prospectors.into(),
            ["face-down", "and", "face-up"] => {
                return Some(
                    (0..GOODS)
                        .map(|good| (state.stack[good] + state.row[good]).into())
                        .collect(),
                );
            }
            ["ship", "spaces"] => {
                return Some(setup.ships.map(i64::from).to_vec());
            }
            [
                "price",
                "of",
                id,
                "with",
                quarries,
                "quarries",
                ref whose @ ..,
            ] => table
                .game
                .price(building(id), quarries.parse().ok()?, !whose.is_empty())
                .into(),
            _ => return None,
        }])
    }
}

/// Returns a list in the form `2 corn, 1 sugar`.
fn list(words: &[&str]) -> String {
    let parts = words.chunks(2).filter(|part| *part != ["none"]);
    parts
        .map(|part| part.join(" "))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Parses a list of goods or tiles to counts.
fn counts(words: &[&str]) -> [u8; TILE_NAMES.len()] {
    let mut counts = [0; TILE_NAMES.len()];
    for (number, kind) in counted(&list(words), &TILE_NAMES) {
        counts[kind] += number;
    }
    counts
}

fn endings(names: &[&str]) -> Result<u8, String> {
    let of = |name: &&str| {
        let ending = ENDINGS.iter().find(|ending| ending.0 == *name);
        ending
            .map(|ending| ending.1)
            .ok_or_else(|| format!("no ending {name}"))
    };
    names.iter().filter(|&&name| name != "none").map(of).sum()
}
