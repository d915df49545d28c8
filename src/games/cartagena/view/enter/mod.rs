//! Parses the pirates, the board and the pending choice of an entered position in the format that [`super::position`]
//! writes. [`self::cards`] parses its cards.
//!
//! The data contains either all information or the information of one seat. In the second case, the cards of the
//! opponents are drawn at random, consistent with the information of this seat. The data may omit scores, progress,
//! rounds and all other derived values.

mod cards;

use serde_json::Value;

use crate::cartagena::components::{CHEST, SNAKE, SYMBOL_NAMES, SYMBOLS, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, Kind, all_kinds, kind_name};
use crate::cartagena::rules::options::Story;
use crate::cartagena::rules::path::{Path, Place};
use crate::cartagena::rules::play::ACTIONS;
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::sloop::BERTHS;
use crate::cartagena::rules::state::{Crowd, Phase, Pirates, State};
use crate::entering::Part;
use crate::game::{Chance, Seat};
use crate::view::data;
use cards::Cardless;

/// Phases in which a seat decides.
const PHASES: [Phase; 7] = [
    Phase::Turn,
    Phase::Pistol,
    Phase::RumKeep,
    Phase::RumGive,
    Phase::LanternKeep,
    Phase::LanternPut,
    Phase::Hindrance,
];
/// Maximum number of pirates on a space (CA-2.12).
const ROOM: u8 = 3;
/// Names of the harbors in the data.
const HARBORS: [&str; 2] = ["cartagena", "tortuga"];

/// Returns the seat whose view the data contains: the only seat with a visible hand, if the data contains known cards of
/// other seats.
pub(crate) fn viewer(position: &Value) -> Option<Seat> {
    let players = position.get("players")?.as_array()?;
    let knows = |player: &Value| !player["known_cards"].is_null();
    if !players.iter().any(knows) {
        return None;
    }
    let own = players.iter().enumerate();
    let mut own = own.filter(|(_, player)| !player["hand"].is_null());
    let (seat, _) = own.next()?;
    own.next().is_none().then_some(seat)
}

impl Ruleset {
    /// Parses a position and draws the missing cards. `state` is a new game, which supplies values that the data does
    /// not contain.
    ///
    /// # Errors
    /// A description of the first problem in the data.
    pub(crate) fn completed<C: Chance>(
        &self,
        mut state: State,
        position: &Value,
        chance: &mut C,
    ) -> Result<State, String> {
        let whole = Part::whole(position);
        let seats = self.players;
        state.phase = self.placed_phase(&whole.key("phase")?)?;
        state.active = whole.key("turn_of")?.seat(seats)?;
        state.other = 0;
        state.crowd = Crowd::default();
        let views = whole.key("players")?.list_of(seats, "players")?;
        for (seat, view) in views.iter().enumerate() {
            let fewest = u16::from(seat == Seat::from(state.active));
            let cap = self.options.turn_cap;
            state.turns[seat] = view.key("turns")?.within(fewest..=cap)?;
            self.place_pirates(&mut state, seat, &view.key("pirates")?)?;
        }
        self.place_board(&mut state, &whole.key("board")?)?;
        self.place_tiles(&mut state, &whole.key("supplies")?)?;
        self.place_choice(&mut state, &whole)?;
        state.knowledge = Default::default();
        let cards = Cardless {
            game: self,
            whole: &whole,
            views: &views,
            viewer: viewer(position),
        };
        cards.place(&mut state, chance)?;
        Ok(state)
    }

    /// Parses a phase that exists under these rules.
    fn placed_phase(&self, part: &Part) -> Result<Phase, String> {
        let there = |phase: &&Phase| match phase {
            Phase::Turn => true,
            Phase::Hindrance => self.options.hindrance,
            _ => self.options.magician,
        };
        let phases: Vec<Phase> = PHASES.iter().filter(there).copied().collect();
        let names: Vec<Value> = phases.iter().map(data).collect();
        let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
        Ok(phases[part.place_in(&names)?])
    }

    /// Parses the pirates of a seat. Checks their number and the room on their places (CA-1.5, CA-2.12, CA-5.6).
    fn place_pirates(&self, state: &mut State, seat: Seat, view: &Part) -> Result<(), String> {
        let all = self.options.pirates;
        state.pirates[seat] = Pirates {
            start: view.key("start")?.within(0..=all)?,
            aboard: match self.path.full_escape {
                true => view.key("aboard")?.within(0..=BERTHS)?,
                false => 0,
            },
            // A seat with all pirates at the goal has already won.
            home: view.key("home")?.within(0..=all - 1)?,
            ..Pirates::default()
        };
        let spaces = view.key("spaces")?.list()?;
        let pirates = &state.pirates[seat];
        let beside = usize::from(pirates.start + pirates.aboard + pirates.home);
        let here = beside + spaces.len();
        if here != usize::from(all) {
            let seat = seat + 1;
            return Err(format!(
                "pirates of seat {seat}: {here} in the position; expected {all} with these rules"
            ));
        }
        for part in spaces {
            let space: Place = part.within(1..=self.path.length)?;
            if state.crowd.on(space) == ROOM {
                return Err(part.wrong(&format!("another space: it already has {ROOM} pirates")));
            }
            state.set_down(seat, space);
        }
        Ok(())
    }

    /// Parses the symbols. Each symbol must occur once on the six spaces of a strip (CA-1.1, CA-1.2).
    fn place_board(&self, state: &mut State, board: &Part) -> Result<(), String> {
        let Path { length, .. } = self.path;
        let spaces = board.key("spaces")?.list_of(length.into(), "spaces")?;
        (state.symbols, state.chests) = ([0; SYMBOLS], 0);
        for (index, view) in spaces.iter().enumerate() {
            let space = index as Place + 1;
            view.key("space")?.within(space..=space)?;
            let part = view.key("symbol")?;
            let symbol = part.place_in(&SYMBOL_NAMES)?;
            let first = index / SYMBOLS * SYMBOLS + 1;
            let strip = (1 << (first + SYMBOLS)) - (1 << first);
            if state.symbols[symbol] & strip != 0 {
                let last = first + SYMBOLS - 1;
                return Err(part.wrong(&format!(
                    "another symbol: the strip of spaces {first} to {last} already has this symbol, which occurs once"
                )));
            }
            state.symbols[symbol] |= 1 << space;
            let tile = view.key("chest_tile")?;
            if tile.flag()? {
                if !self.options.magician || symbol != usize::from(CHEST) {
                    return Err(tile.wrong(match self.options.magician {
                        true => "false: the space shows no chest",
                        false => "false: only the Black Magician has chest tiles",
                    }));
                }
                state.chests |= 1 << space;
            }
        }
        state.at_tortuga = match self.options.story {
            Story::FullEscape => board.key("sloop")?.place_in(&HARBORS)? == 1,
            _ => false,
        };
        Ok(())
    }

    /// Parses the closed chest tiles, both on spaces and set aside (CA-8.2, CA-8.5, CA-A31).
    fn place_tiles(&self, state: &mut State, supplies: &Part) -> Result<(), String> {
        let tiles = &self.components.tiles;
        state.closed_tiles = *tiles;
        if !self.options.magician {
            return Ok(());
        }
        let closed = supplies.key("closed_chest_tiles")?;
        state.closed_tiles = [0; TILE_NAMES.len()];
        for (kind, part) in closed.by_name(&TILE_NAMES)? {
            // Turning up a snake replaces all tiles.
            let fewest = if kind == SNAKE { tiles[kind] } else { 0 };
            state.closed_tiles[kind] = part.within(fewest..=tiles[kind])?;
        }
        let turned = state.symbols[usize::from(CHEST)] & !state.chests;
        let all = tiles.iter().sum::<u8>();
        let here = state.closed_tiles.iter().sum::<u8>() + turned.count_ones() as u8;
        match here == all {
            true => Ok(()),
            false => Err(closed.wrong(&format!(
                "{all} tiles minus {} for the chest spaces without a tile",
                turned.count_ones()
            ))),
        }
    }

    /// Parses the pending choice, except for its cards.
    fn place_choice(&self, state: &mut State, whole: &Part) -> Result<(), String> {
        let choice = whole.key("choice")?;
        let turn = state.phase == Phase::Turn;
        let actions = choice.key("actions_left")?;
        state.actions_left = match state.phase {
            Phase::Turn => actions.within(1..=ACTIONS)?,
            _ => actions.within(0..=ACTIONS - 1)?,
        };
        state.acted = state.actions_left < ACTIONS;
        let fresh = choice.key("turn_begins")?;
        state.fresh = fresh.flag()?;
        if state.fresh && state.acted {
            return Err(fresh.wrong("false: the seat has already taken an action"));
        }
        let due = choice.key("hindrance_due")?;
        state.black_played = due.flag()?;
        let may_be_due = self.options.hindrance && !turn && state.phase != Phase::Hindrance;
        if state.black_played && !may_be_due {
            return Err(due.wrong("false: the hindrance cannot be due in this phase"));
        }
        let another = |part: Part| -> Result<u8, String> {
            let seat = part.seat(self.players)?;
            match seat == state.active {
                true => Err(part.wrong("a seat other than the active seat")),
                false => Ok(seat),
            }
        };
        match state.phase {
            Phase::Pistol => state.other = another(choice.key("hand_of")?)?,
            Phase::RumGive => state.other = another(choice.key("gives_to")?)?,
            Phase::Hindrance => state.other = another(whole.key("active")?)?,
            _ => {}
        }
        state.discarded = 0;
        if state.phase == Phase::Hindrance {
            let kinds = self.kinds();
            let from = choice.key("discards_from")?;
            state.discarded = kinds[from.place_in(&names(&kinds))?].0;
        }
        Ok(())
    }

    /// Returns the kinds of cards in this game, with their names.
    pub(crate) fn kinds(&self) -> Vec<(Kind, String)> {
        let kinds = all_kinds().filter(|&kind| self.deck.of(kind) > 0);
        kinds.map(|kind| (kind, kind_name(kind))).collect()
    }

    /// Parses the number of cards of each kind, which must not exceed `most`.
    pub(crate) fn placed_cards(&self, part: &Part, most: &Cards) -> Result<Cards, String> {
        let kinds = self.kinds();
        let mut cards = Cards::NONE;
        for (place, number) in part.by_name(&names(&kinds))? {
            let (kind, _) = kinds[place];
            let here = number.within(0..=self.deck.of(kind))?;
            if here > most.of(kind) {
                let most = most.of(kind);
                return Err(number.wrong(&format!(
                    "at most {most}: all other cards of this kind are elsewhere in the position"
                )));
            }
            cards.add_many(kind, here);
        }
        Ok(cards)
    }
}

fn names(kinds: &[(Kind, String)]) -> Vec<&str> {
    kinds.iter().map(|(_, name)| name.as_str()).collect()
}
