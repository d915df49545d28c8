//! Builds the state that an entered view describes, and draws the components that the viewing seat does not see.
//!
//! Fields that follow from others are not read: [`crate::game::View::entered`] compares the view of the state with the
//! entered view. A position is the start of a turn or of a scoring, so the rules create the pending tasks.
//!
//! | module | parses |
//! | --- | --- |
//! | `pieces` | ids, and that every component has only one place |
//! | `board` | locations, nations, explorer track, display, buildings, tiles |
//! | `seats` | players and Jean |
//! | `cards` | piles and hands, and the cards that are drawn for a seat that does not see them |

mod board;
mod cards;
mod pieces;
mod seats;

use serde_json::Value;

use super::position::{Own, PlayerView, Position, Seated};
use crate::entering::{Part, number_of, typed, within};
use crate::game::{Chance, Seat};
use crate::maracaibo::components::{
    AUTOMA_SPACES, LocationId, MAX_LOCATIONS, MAX_QUESTS, NATION_NAMES, NATIONS, QuestId, UPGRADES,
};
use crate::maracaibo::rules::play::Play;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::scoring::ROUNDS;
use crate::maracaibo::rules::state::{DISC_TILES, MAX_PLAYERS, Phase, Player, State, TRACK_QUESTS};
use pieces::Pieces;

/// Number of discs on each upgrade area at the start (M-1.10).
const DISCS: usize = 2;

impl Position {
    /// Parses a view.
    ///
    /// # Errors
    /// A message with the path of the first value that does not fit its type.
    pub(crate) fn read(position: &Value) -> Result<Position, String> {
        let mut view: Position = typed(position)?;
        // Serde does not report paths inside flattened types, so their keys are parsed separately.
        for part in Part::whole(position).key("players")?.list()? {
            let mut player: PlayerView = part.typed()?;
            player.seated = match part.optional("taken_cards") {
                Some(_) => Seated::Jean(part.typed()?),
                None => Seated::Player(Box::new(part.typed()?)),
            };
            view.players.push(player);
        }
        Ok(view)
    }

    /// Returns the seat whose view this is, or `None` for all information.
    ///
    /// # Errors
    /// If the view has neither one hand nor all hands and the pile.
    pub(crate) fn viewer(&self) -> Result<Option<Seat>, String> {
        let seats = self.players.iter().enumerate();
        let people: Vec<(Seat, &Own)> = seats
            .filter_map(|(seat, player)| match &player.seated {
                Seated::Player(own) => Some((seat, &**own)),
                Seated::Jean(_) => None,
            })
            .collect();
        let shown = people.iter().filter(|(_, own)| own.hand.is_some());
        let shown: Vec<Seat> = shown.map(|(seat, _)| *seat).collect();
        match (&self.supplies.pile_cards, &shown[..]) {
            (None, [seat]) => Ok(Some(*seat)),
            (Some(_), shown) if shown.len() == people.len() => Ok(None),
            _ => Err(format!(
                "players: {} players have the key `hand`; expected one player, whose view this is, or all players, \
                 and `pile_cards` in supplies",
                shown.len()
            )),
        }
    }

    /// Returns true if the view is at the start of a turn or of a scoring, before the ship has sailed.
    fn begins(&self) -> bool {
        let choice = self.choice.as_ref();
        let turn = choice.and_then(|choice| choice.turn.as_ref());
        let has_sailed = turn.is_some_and(|turn| turn.points_spent > 0);
        ["sail", "interim", "final"].contains(&self.phase.as_str()) && !has_sailed
    }
}

impl Ruleset {
    /// Returns the state at the start of a turn or of a scoring that a view describes. `dealt` is a
    /// newly dealt game. Components that the view does not show are drawn with `chance`.
    ///
    /// # Errors
    /// A message with the path of the first problem.
    pub(crate) fn enter<C: Chance>(
        &self,
        view: &Position,
        dealt: State,
        chance: &mut C,
    ) -> Result<State, String> {
        if self.story.is_some() {
            return Err(
                "scenario=campaign: positions of a campaign cannot be entered yet; expected scenario 75, 76 or 77"
                    .to_string(),
            );
        }
        number_of("players", view.players.len(), self.seats())?;
        let not_begun = format!(
            "phase: \"{}\": the position is in the set-up, inside a turn or scoring, or after the end of the game; \
             expected the start of a turn (phase \"sail\") or of a scoring (phase \"interim\" or \"final\"), from \
             which you can play the moves that follow",
            view.phase
        );
        if !view.begins() {
            return Err(not_begun);
        }
        let viewer = view.viewer()?;
        let mut state = emptied(&dealt);
        state.round = within("round", view.round, 1..=ROUNDS)?;
        // Jean can end a round, but she has no decisions in her turn.
        let seats = match view.phase.as_str() {
            "sail" => self.players,
            _ => self.seats(),
        };
        let turn_of = within("turn_of", view.turn_of, 1..=seats)? - 1;
        let mut pieces = Pieces::new(self);
        pieces.set_board(&mut state, &view.board)?;
        for (seat, player) in view.players.iter().enumerate() {
            pieces.set_seat(&mut state, seat, player)?;
        }
        pieces.set_tiles(&mut state, &view.supplies)?;
        pieces.set_cards(&mut state, view, viewer, chance)?;
        pieces.draw_careers(&mut state, chance);
        pieces.set_hidden_prestige(&mut state, &view.supplies, chance)?;
        pieces.set_deck(&mut state, &view.players, chance)?;
        self.count_board(&mut state);
        state.discs_gone = self.discs_gone(&state)?;
        self.begin(&mut state, &view.phase, turn_of, chance);
        let decides = state.top().map(|task| task.seat + 1);
        if view.active.is_some() && view.active != decides {
            return Err(not_begun);
        }
        self.check(&state)?;
        Ok(state)
    }

    /// Starts the turn or the scoring of the phase.
    fn begin<C: Chance>(&self, state: &mut State, phase: &str, seat: Seat, chance: &mut C) {
        let mut play = Play {
            game: self,
            state,
            chance,
            log: &mut (),
        };
        let seat = seat as u8;
        if phase == "sail" {
            // The number of turns in the position includes this turn.
            let player = play.player(seat);
            player.turns = player.turns.saturating_sub(1);
            play.begin_turn(seat);
        } else {
            play.begin_scoring(seat);
        }
    }

    /// Computes the values that follow from the board: markers by nation, borders crossed,
    /// explorers at the end, investors.
    fn count_board(&self, state: &mut State) {
        let on_tiles = state.silver_fleet.into_iter().chain([state.gold_mine]);
        state.marker_count = [0; NATIONS];
        for nation in state.markers.into_iter().chain(on_tiles).flatten() {
            state.marker_count[usize::from(nation)] += 1;
        }
        let end = self.components.places.explorer_end;
        (state.explorers_at_end, state.borders_crossed) = (0, 0);
        state.prestige_invested = 0;
        for seat in 0..usize::from(state.seats) {
            let Player {
                explorer, prestige, ..
            } = state.players[seat];
            state.explorers_at_end += u8::from(explorer == end);
            state.borders_crossed |= self.components.space(explorer).borders_crossed;
            state.prestige_invested |= prestige;
        }
    }

    /// M-17.2: returns the number of discs that have left the game, computed from all discs still
    /// in play.
    fn discs_gone(&self, state: &State) -> Result<u8, String> {
        let of_players = state.players[..self.players].iter();
        let of_players = of_players.flat_map(|player| player.discs);
        let on_ships: usize = of_players.map(usize::from).sum();
        let markets = state.market.iter();
        let in_markets: usize = markets.map(|full| full.count_ones() as usize).sum();
        let on_tiles: usize = state.tile_discs.iter().copied().map(usize::from).sum();
        let at_first: usize = (0..DISC_TILES as u8)
            .filter(|tile| state.has_legacy(10 + tile))
            .map(|tile| usize::from(self.first_discs_of(state, tile)))
            .sum();
        let (hers, her_all) = match self.opponent {
            None => (0, 0),
            Some(_) => (usize::from(state.jean.discs), AUTOMA_SPACES),
        };
        let all = self.players * UPGRADES * DISCS + her_all + at_first;
        let here = on_ships + in_markets + on_tiles + hers;
        let gone = all.checked_sub(here);
        let gone = gone.and_then(|gone| u8::try_from(gone).ok());
        gone.ok_or_else(|| {
            format!(
                "discs: {on_ships} on ships, {in_markets} in markets, {on_tiles} on legacy tiles and {hers} with Jean; \
                 expected at most {all} together"
            )
        })
    }

    /// Checks the markers of every nation, the ships, and that the seat has a legal action.
    fn check(&self, state: &State) -> Result<(), String> {
        let all = self.markers_of_each();
        for (nation, name) in NATION_NAMES.into_iter().enumerate() {
            let (left, placed) = (state.supply[nation], state.marker_count[nation]);
            // Expelled markers have left the game.
            if left.saturating_add(placed) > all {
                return Err(format!(
                    "board, nations, {name}: {left} markers in the supply and {placed} on the map; expected at most \
                     {all} together"
                ));
            }
        }
        for (seat, player) in state.seated().iter().enumerate() {
            let ship = player.ship;
            let is_open =
                self.is_on_the_map(state, ship) && self.city_is_open(ship, state, player.explorer);
            let sails_on = state.phase == Phase::Scoring || !self.journeys(state, ship).is_empty();
            if !is_open || !sails_on {
                return Err(format!(
                    "players, {}, ship: \"{}\": expected a location that is open to the player and from which the \
                     ship can sail on",
                    seat + 1,
                    self.components.labels.locations[usize::from(ship)]
                ));
            }
        }
        let mut actions = Vec::new();
        self.legal(state, &mut actions);
        match actions.is_empty() {
            true => Err("phase: expected a position with at least one legal action".to_string()),
            false => Ok(()),
        }
    }

    /// Returns the number of markers of each nation.
    fn markers_of_each(&self) -> u8 {
        self.components.tracks.supply.iter().sum()
    }
}

/// Returns a new game without the parts that are read from a position.
fn emptied(dealt: &State) -> State {
    State {
        players: [Player::EMPTY; MAX_PLAYERS],
        stack_len: 0,
        markers: [None; MAX_LOCATIONS],
        market: [0; MAX_LOCATIONS],
        tile_discs: [0; DISC_TILES],
        map_quests: [(LocationId::FIRST, QuestId::FIRST); MAX_QUESTS],
        map_quests_len: 0,
        quest_locations: 0,
        track_quests: [None; TRACK_QUESTS],
        emptied_spaces: 0,
        ..*dealt
    }
}
