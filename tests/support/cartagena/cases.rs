//! The words of cases for Cartagena. Places are `start`, a number, `sloop` and `home`; cards are `2 rum hook hook-black`.

use portolan_core::game::prelude::*;
use portolan_core::random::stream;
use portolan_games::cartagena::Cartagena;
use portolan_games::cartagena::cards::Cards;
use portolan_games::cartagena::path::{HOME, Place, SLOOP, START, Walk, bit};
use portolan_games::cartagena::state::State;

use super::support::{Table, card, check, refused, symbol};
use crate::cases::{count, small};
use crate::words::Words;

impl Words for Cartagena {
    fn begin(players: usize, options: &[&str], stage: &str) -> Option<Table> {
        match stage {
            "dealt" => Some(Table::dealt(players, options, 1)),
            "" => Some(Table::bare(players, options)),
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
        let state = &mut table.state;
        match *words {
            // From the start.
            ["pirates", ref places @ ..] => {
                for place in places {
                    state.shift(seat, START, self::place(place)?);
                }
            }
            ["pirate", "from", from, "to", to] => state.shift(seat, place(from)?, place(to)?),
            ["hand", "discarded"] => {
                state.discards = state.discards.plus(&state.hands[seat]);
                state.hands[seat] = Cards::NONE;
            }
            // From the pile, or else from the discards.
            ["hand", ref names @ ..] => {
                let cards = cards(names)?;
                take(state, &cards)?;
                state.hands[seat] = state.hands[seat].plus(&cards);
            }
            ["pile", "in", "hand", ref except @ ..] => {
                let cards = cards(except.get(1..).unwrap_or_default())?;
                state.hands[seat] = state.hands[seat].plus(&state.pile.minus(&cards));
                state.pile = cards;
            }
            // The rest of the pile is discarded.
            ["pile", ref names @ ..] => {
                let cards = cards(names)?;
                take(state, &cards)?;
                state.discards = state.discards.plus(&state.pile);
                state.pile = cards;
            }
            ["sloop", "at", port] => state.at_tortuga = port == "tortuga",
            ["no", "tile", "on", space] => state.chests &= !bit(place(space)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn holds(table: &Table, words: &[&str], seat: usize) -> Result<Option<bool>, String> {
        let state = &table.state;
        let is = |found: &Cards, names: &[&str]| match cards(names)? {
            wanted if *found == wanted => Ok(true),
            _ => Err(format!(
                "found {}",
                serde_json::to_string(found).expect("cards")
            )),
        };
        Ok(Some(match *words {
            // All pirates that have left the start, in order.
            ["pirates", ref places @ ..] => {
                let all =
                    (1..=HOME).flat_map(|place| vec![place; state.pirates[seat].at(place).into()]);
                let all: Vec<Place> = all.collect();
                let wanted = places.iter().filter(|&&place| place != "none");
                let wanted: Vec<Place> =
                    wanted.map(|name| place(name)).collect::<Result<_, _>>()?;
                match all == wanted {
                    true => true,
                    false => return Err(format!("found {all:?}")),
                }
            }
            ["hand", ref names @ ..] => is(&state.hands[seat], names)?,
            ["discards", ref names @ ..] => is(&state.discards, names)?,
            ["spaces", "with", name, ref spaces @ ..] => {
                let found = Walk(state.symbols[usize::from(symbol(name))]);
                let spaces: Result<Vec<Place>, String> =
                    spaces.iter().map(|space| small(space)).collect();
                found.eq(spaces?)
            }
            ["tiles", "on", "all", "chest", "spaces"] => {
                state.chests == state.symbols[usize::from(symbol("chest"))]
            }
            ["tile", "on", space] => state.chests & bit(place(space)?) != 0,
            ["sloop", "at", port] => state.at_tortuga == (port == "tortuga"),
            // In every determinization for the observer, the hand has these cards and no others.
            ["seat", observer, "knows", "hand", ref names @ ..] => {
                let cards = cards(names)?;
                worlds(table, count(observer)?).all(|world| world.hands[seat] == cards)
            }
            ["seat", observer, "knows", "in", "hand", ref names @ ..] => {
                let cards = cards(names)?;
                worlds(table, count(observer)?)
                    .all(|world| cards.minus(&world.hands[seat]).is_empty())
            }
            ["seat", observer, "knows", "the", "hand"] => {
                worlds(table, count(observer)?).all(|world| world.hands[seat] == state.hands[seat])
            }
            ["seat", observer, "knows", "together", ref names @ ..] => {
                let (observer, cards) = (count(observer)?, cards(names)?);
                let others = |seat: &usize| seat + 1 != observer;
                worlds(table, observer).all(|world| {
                    let hands = (0..table.game.seats())
                        .filter(others)
                        .map(|seat| &world.hands[seat]);
                    hands.fold(Cards::NONE, |all, hand| all.plus(hand)) == cards
                })
            }
            ["hidden", "first"] => {
                let action = table.game.parse_action(state, &table.legal()[0]);
                let action = action.map_err(|error| error.to_string())?;
                table.game.hidden_from(state, action, seat)
            }
            ["seat", observer, "knows", "the", "top"] => {
                worlds(table, count(observer)?).all(|world| world.top == state.top)
            }
            ["seat", observer, "has", "seen", ref names @ ..] => {
                is(&state.knowledge[count(observer)? - 1].hands[seat], names)?
            }
            _ => return Ok(None),
        }))
    }

    fn value(table: &Table, words: &[&str], seat: usize) -> Option<Vec<i64>> {
        let state = &table.state;
        Some(vec![match *words {
            ["cards"] => state.hands[seat].len().into(),
            ["pile"] => state.pile.len().into(),
            ["discards"] => state.discards.len().into(),
            ["all", "in", "jail"] => state.pirates[seat].start.into(),
            ["all", "pirates", "on", space] => state.crowd.on(place(space).ok()?).into(),
            ["whose", "turn"] => i64::from(state.active) + 1,
            ["path"] => table.game.path().length.into(),
            ["tunnel"] => table.game.path().first_length.into(),
            ["chest", "spaces"] => state.chests.count_ones().into(),
            ["face-down", "tiles"] => state.closed_tiles.iter().sum::<u8>().into(),
            ["cards", "drawn"] => state.drawn.len().into(),
            ["deck"] => table.game.deck().len().into(),
            ["deck", name] => table.game.deck().of(card(&name.replace('-', " "))).into(),
            _ => return None,
        }])
    }
}

/// Returns determinizations for a seat (from 1).
fn worlds(table: &Table, observer: usize) -> impl Iterator<Item = State> {
    (0..40).map(move |number| {
        let mut world = table.state.clone();
        table
            .game
            .determinize(&mut world, observer - 1, &mut stream(number, &[]));
        world
    })
}

fn place(name: &str) -> Result<Place, String> {
    match name {
        "start" => Ok(START),
        "sloop" => Ok(SLOOP),
        "home" => Ok(HOME),
        space => small(space),
    }
}

/// Parses cards, with a number before a kind for several cards; `none` for no cards.
fn cards(names: &[&str]) -> Result<Cards, String> {
    let (mut cards, mut number) = (Cards::NONE, 1);
    for name in names.iter().filter(|&&name| name != "none") {
        match small(name) {
            Ok(many) => number = many,
            Err(_) => {
                cards.add_many(card(&name.replace('-', " ")), number);
                number = 1;
            }
        }
    }
    Ok(cards)
}

/// Takes cards from the pile, or else from the discards.
fn take(state: &mut State, cards: &Cards) -> Result<(), String> {
    for kind in cards.kinds() {
        for _ in 0..cards.of(kind) {
            let piles = [&mut state.pile, &mut state.discards];
            let pile = piles.into_iter().find(|pile| pile.of(kind) > 0);
            pile.ok_or("there are too few cards")?.remove(kind);
        }
    }
    Ok(())
}
