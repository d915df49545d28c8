//! The words of cases for Endeavor. Seat 6 is the silent fleets. A new position is `2 players` at the first turn of an Action
//! phase with five discs in each harbor, `2 players in the Build phase`, or a dealt game before the choice of the start tiles.

use portolan_games::endeavor::Endeavor;
use portolan_games::endeavor::components::{ATTRIBUTE_NAMES, CARDS, DECKS, GOVERNORS, deck_size};
use portolan_games::endeavor::state::{NEUTRAL, NONE, ROUNDS};

use super::support::{Table, area, attribute, refused};
use crate::cases::{count, small};
use crate::words::Words;

impl Words for Endeavor {
    fn begin(players: usize, options: &[&str], stage: &str) -> Option<Table> {
        Some(match stage {
            "dealt" => Table::dealt(players, options, 1),
            "in the Build phase" => Table::building(players, options),
            "" => Table::acting(players, options),
            _ => return None,
        })
    }

    fn rejection(players: usize, options: &[&str]) -> String {
        refused(players, options)
    }

    fn owners(_game: &Endeavor) -> usize {
        NEUTRAL + 1
    }

    fn check(table: &Table) {
        table.check();
    }

    fn given(table: &mut Table, words: &[&str], seat: usize) -> Result<bool, String> {
        let owner = seat + 1;
        match *words {
            ["harbor", discs] => drop(table.harbor(owner, small(discs)?)),
            ["house", ref ids @ ..] => ids.iter().for_each(|id| {
                table.house(owner, id);
            }),
            ["disc", "on", ref ids @ ..] => ids.iter().for_each(|id| {
                match table
                    .game
                    .components()
                    .buildings
                    .iter()
                    .any(|building| building.id == *id)
                {
                    true => table.busy(owner, id),
                    false => table.disc(owner, id),
                };
            }),
            ["no", "disc", "on", "the", "start", "tile"] => drop(table.rested(owner)),
            ["track", area, ref seats @ ..] => {
                let seats: Result<Vec<usize>, String> =
                    seats.iter().map(|seat| count(seat)).collect();
                table.track(area, &seats?);
            }
            // The track is full of discs of the seat, and the governor leaves the game.
            ["open", area] => drop(table.open(area, owner)),
            ["cards", ref ids @ ..] => ids.iter().for_each(|id| {
                table.holds(owner, id);
            }),
            ["top", id] => drop(table.top(id)),
            // A card of the seat, or one that has left the game, goes to the discard pile.
            ["discarded", id] => {
                let card = table.card(id);
                let icons = table.game.components().cards[card].icons;
                let player = &mut table.state.players[seat];
                if player.cards >> card & 1 == 1 {
                    player.lose(&icons);
                }
                player.cards &= !(1 << card);
                table.state.removed &= !(1 << card);
                table.state.pile |= 1 << card;
            }
            ["set", "aside", id] => {
                table.state.removed &= !(1 << table.card(id));
                table.state.players[seat].set_aside |= 1 << table.card(id);
            }
            ["tokens", ref ids @ ..] => ids.iter().for_each(|id| {
                table.token(owner, id);
            }),
            ["lay", token, "on", a, "to", b] => drop(table.lay_link(a, b, token)),
            ["lay", token, "on", "space", space, "of", area] => {
                table.lay_track(area, small(space)?, token);
            }
            ["lay", token, "on", site] => drop(table.lay(site, token)),
            ["no", "token", "on", a, "to", b] => {
                table.state.link_tokens &= !(1 << table.link(a, b));
                table.state.tokens_gone += 1;
            }
            // Afterwards, the numbers of components are not checked.
            ["sold", "out", ref ids @ ..] => drop(table.sold_out(ids)),
            ["a", "second", id] => {
                table.state.players[seat].kinds |= 1 << table.kind(id);
                table.extra = None;
            }
            ["crown", "with", "seat", seat] => {
                table.state.crown = small(seat)? - 1;
                table.state.active = small(seat)? - 1;
            }
            ["paid", "by", id] => table.state.paid = table.kind(id) as u8,
            [name, "at", "least", steps] => {
                let steps = small(steps)?.max(table.has(owner, name));
                table.raise(owner, name, steps);
            }
            [name, steps] if ATTRIBUTE_NAMES.contains(&name) => {
                table.raise(owner, name, small(steps)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn when(table: &mut Table, item: &str) -> bool {
        match item {
            "all pass" => drop(table.all_pass()),
            _ => return false,
        }
        true
    }

    fn holds(table: &Table, words: &[&str], seat: usize) -> Result<Option<bool>, String> {
        let (state, player) = (&table.state, &table.state.players[seat]);
        Ok(Some(match *words {
            // The targets of a verb, in any order.
            ["targets", verb, ref wanted @ ..] => {
                let mut found = table.targets(&verb.replace('-', " "));
                let mut wanted = if wanted == ["none"] {
                    vec![]
                } else {
                    wanted.to_vec()
                };
                found.sort_unstable();
                wanted.sort_unstable();
                match found == wanted {
                    true => true,
                    false => return Err(format!("found {found:?}")),
                }
            }
            ["disc", "on", id] => table.at(seat + 1, id),
            ["card", id] => table.held(seat + 1, id),
            ["open", area] => table.is_open(area),
            ["track", area, ref seats @ ..] => {
                let there = self::area(area);
                let track = &state.track[there][..usize::from(state.shipped[there])];
                let seats: Result<Vec<u8>, String> = seats.iter().map(|seat| small(seat)).collect();
                track.iter().map(|seat| seat + 1).eq(seats?)
            }
            ["token", "on", a, "to", b] => state.link_tokens >> table.link(a, b) & 1 == 1,
            ["removed", id] => state.removed >> table.card(id) & 1 == 1,
            ["discarded", id] => state.pile >> table.card(id) & 1 == 1,
            ["aside", id] => player.set_aside >> table.card(id) & 1 == 1,
            ["conserved"] => {
                table.check();
                true
            }
            ["governor", "none"] => player.governor == NONE,
            ["governor", id] => usize::from(player.governor) == table.card(id),
            ["coast", ref ids @ ..] => {
                let buildings = &table.game.components().buildings;
                let coast = player.coast().iter();
                coast
                    .map(|&kind| buildings[usize::from(kind)].id.as_str())
                    .eq(ids.iter().copied())
            }
            _ => return Ok(None),
        }))
    }

    fn value(table: &Table, words: &[&str], seat: usize) -> Option<Vec<i64>> {
        let (state, player) = (&table.state, &table.state.players[seat]);
        Some(vec![match *words {
            [name] if ATTRIBUTE_NAMES.contains(&name) => player.attributes[attribute(name)].into(),
            ["glory", category] => table.points(seat, category).into(),
            ["glory", "of", ref categories @ ..] => {
                let categories = categories.iter().filter(|&&word| word != "and");
                categories
                    .map(|category| i64::from(table.points(seat, category)))
                    .sum()
            }
            ["cards"] => player.cards.count_ones().into(),
            ["governors"] => (player.cards & GOVERNORS).count_ones().into(),
            ["cards", "aside"] => player.set_aside.count_ones().into(),
            ["discard", "pile"] => state.pile.count_ones().into(),
            ["cards", "removed"] => state.removed.count_ones().into(),
            ["discs", "in", area] => player.discs[self::area(area)].into(),
            ["high", "seas", "of", area] => player.high_seas[self::area(area)].into(),
            ["discs", "on", "buildings"] => player.busy.count_ones().into(),
            ["tiles", "left", id] => state.supply[table.kind(id)].into(),
            ["crown"] => i64::from(state.crown) + 1,
            ["sites"] => table.game.board().sites.len() as i64,
            ["rounds"] => ROUNDS.into(),
            ["cards", "in", "decks"] => (0..DECKS).map(deck_size).sum::<usize>() as i64,
            ["cards", "in", "all"] => CARDS as i64,
            ["number", "of", id] => table.game.components().cards[table.card(id)].number.into(),
            _ => return None,
        }])
    }
}
