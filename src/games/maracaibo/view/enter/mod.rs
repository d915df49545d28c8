//! Parsing of positions in the format written by [`super::position`], either complete or as one
//! seat knows them.
//!
//! Information hidden from the seat is drawn at random, consistent with the given data: other hands
//! and the pile, careers not chosen, face-down buildings, and cards of Jean's deck. No player knows
//! anything about components drawn in this way. Keys that follow from other keys may be omitted:
//! texts, effects of bought cards, quests and tokens that have no other place, and before the first
//! shuffle the unseen cards.
//!
//! | module | parses or checks |
//! | --- | --- |
//! | `pieces` | ids, and that every component has only one place |
//! | `players` | the components of every seat |
//! | `jean` | the components that only Jean has |
//! | `board` | locations, tracks, display, buildings, tiles |
//! | `supplies` | piles and discards, and the places of unseen cards |
//! | `guess` | random completion of hidden information |
//! | `choice` | the decision, and the tasks below it |
//! | `stack` | that these tasks can be open together |
//! | `totals` | total numbers of components |

mod board;
mod choice;
mod guess;
mod jean;
mod pieces;
mod players;
mod stack;
mod supplies;
mod totals;

use serde_json::Value;

use crate::entering::{Part, difference};
use crate::game::{Chance, Seat};
use crate::maracaibo::components::{
    CardSet, DISPLAY, LocationId, MAX_LOCATIONS, MAX_QUESTS, NATIONS, QuestId,
};
use crate::maracaibo::rules::pending::{PendingStep, UsedActions};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{DISC_TILES, MAX_PLAYERS, Player, State, TRACK_QUESTS};
use crate::view::data;
use choice::INSTEAD;
use pieces::Pieces;

/// Returns the seat whose view the data contain, or `None` for a complete position.
pub(crate) fn viewer(position: &Value) -> Option<Seat> {
    if !position["supplies"]["pile_cards"].is_null() {
        return None;
    }
    let players = position["players"].as_array()?;
    let hands = players.iter().map(|player| &player["hand"]);
    hands.into_iter().position(|hand| !hand.is_null())
}

impl Ruleset {
    /// Parses a position, based on a newly dealt game. Information hidden from the seat is drawn
    /// with `chance`.
    ///
    /// # Errors
    ///
    /// Returns the key and reason if the data do not describe a position.
    pub(crate) fn completed<C: Chance>(
        &self,
        dealt: State,
        position: &Value,
        chance: &mut C,
    ) -> Result<State, String> {
        if self.story.is_some() {
            return Err(
                "scenario=campaign: positions of a campaign cannot be entered yet; expected scenario 75, 76 or 77"
                    .to_string(),
            );
        }
        let whole = Part::whole(position);
        let supplies = whole.key("supplies")?;
        let players = whole.key("players")?;
        let views = players.list()?;
        if views.len() != self.seats() {
            return Err(format!(
                "players: {} seats; expected {}",
                views.len(),
                self.seats()
            ));
        }
        let observer = self.observer_of(&views, &supplies)?;
        let mut pieces = Pieces::new(self);
        let mut state = emptied(&dealt);
        state.round = whole.key("round")?.within(1..=4)?;
        state.active = whole.key("turn_of")?.seat(self.seats())?;
        state.shuffles = pieces.shuffles(&supplies)?;
        for (seat, view) in views.iter().enumerate() {
            state.players[seat] = match &self.opponent {
                Some(opponent) if self.is_jean(seat as u8) => {
                    let (player, jean) = pieces.jean(view, opponent)?;
                    state.jean = jean;
                    player
                }
                _ => pieces.player(view, seat, state.shuffles)?,
            };
        }
        pieces.board(&mut state, &whole.key("board")?)?;
        pieces.choice(&mut state, &whole)?;
        pieces.supplies(&mut state, &supplies)?;
        let begins = state.stack[0].work == PendingStep::EndSetup;
        if observer.is_some() && begins {
            return Err(format!(
                "{}; follow the game from its deal, or {INSTEAD}",
                whole
                    .key("phase")?
                    .wrong("a phase after set-up, in which choices are secret")
            ));
        }
        self.stack_is_right(&mut state)?;
        match (observer, supplies.optional("pile_cards")) {
            (None, Some(pile)) => pieces.pile(&mut state, &supplies, &pile)?,
            (Some(observer), _) => {
                pieces.unseen_cards(&mut state, &supplies, observer)?;
                // The careers that other players have not chosen are drawn below.
                for seat in (0..self.players).filter(|&seat| seat != observer) {
                    let player = &mut state.players[seat];
                    player.careers_dealt = [player.career, None];
                }
            }
            (None, None) => {}
        }
        let waiting: CardSet = self.cards_waiting(&state).into_iter().collect();
        for player in &mut state.players[..self.players] {
            self.recount_hand(player);
            self.count_bought(player, waiting);
        }
        self.count_board(&mut state);
        pieces.city_tiles_are_right(&state, &dealt)?;
        let gone = supplies.optional("discs_out_of_game");
        let gone = gone.map(|gone| gone.number()).transpose()?;
        self.totals_are_right(&state, gone)?;
        state.discs_gone = self.discs_gone(&state)?;
        self.top_is_open(&state)?;
        // Errors are reported before anything is drawn.
        if let Some(difference) = difference(position, &data(&self.view(&state, observer))) {
            return Err(difference);
        }
        if let Some(observer) = observer {
            pieces.guess(&mut state, observer, chance);
        }
        Ok(state)
    }

    /// Returns the seat whose view the data contain, or `None` for a complete position.
    fn observer_of(&self, views: &[Part], supplies: &Part) -> Result<Option<Seat>, String> {
        let seen: Vec<Seat> = (0..self.players)
            .filter(|&seat| views[seat].optional("hand").is_some())
            .collect();
        match (supplies.optional("pile_cards").is_some(), &seen[..]) {
            (true, seen) if seen.len() == self.players => Ok(None),
            (true, _) => Err(
                "players: expected \"hand\" at every seat, because all hands are given; or supplies \
                 without \"pile_cards\""
                    .to_string(),
            ),
            (false, [observer]) => Ok(Some(*observer)),
            (false, seen) => Err(format!(
                "players: \"hand\" at {} seats; expected it at the one whose view this is, or at every seat and \"pile_cards\" in supplies",
                seen.len()
            )),
        }
    }

    /// Computes the values that follow from the board: markers by nation, borders crossed,
    /// explorers at the end, investors.
    fn count_board(&self, state: &mut State) {
        state.marker_count = [0; NATIONS];
        let on_tiles = state.silver_fleet.into_iter().chain([state.gold_mine]);
        for nation in state.markers.into_iter().chain(on_tiles).flatten() {
            state.marker_count[usize::from(nation)] += 1;
        }
        let end = self.components.places.explorer_end;
        let tasks = &state.stack[..usize::from(state.stack_len)];
        let arriving = |seat: usize| {
            tasks.iter().any(|task| {
                usize::from(task.seat) == seat && task.work == PendingStep::ExplorerArrive
            })
        };
        let mut at_end = 0;
        for (seat, player) in state.seated().iter().enumerate() {
            at_end += u8::from(player.explorer == end && !arriving(seat));
        }
        state.explorers_at_end = at_end;
        state.borders_crossed = 0;
        state.prestige_invested = 0;
        for seat in 0..usize::from(state.seats) {
            let Player {
                explorer, prestige, ..
            } = state.players[seat];
            state.borders_crossed |= self.components.space(explorer).borders_crossed;
            state.prestige_invested |= prestige;
        }
    }
}

/// Returns a new game without the parts that are read from a position.
fn emptied(dealt: &State) -> State {
    let mut state = *dealt;
    state.players = [Player::EMPTY; MAX_PLAYERS];
    state.stack_len = 0;
    state.points_spent = 0;
    state.compasses_at_start = 1;
    state.cp_before_combat_paid = 0;
    state.combat_actions_used = UsedActions::default();
    state.assistants_here = 0;
    state.assistants_used = 0;
    state.discards = CardSet::EMPTY;
    state.display = [None; DISPLAY];
    state.markers = [None; MAX_LOCATIONS];
    state.market = [0; MAX_LOCATIONS];
    state.tile_discs = [0; DISC_TILES];
    state.silver_fleet = [None; 2];
    state.gold_mine = None;
    state.map_quests = [(LocationId::FIRST, QuestId::FIRST); MAX_QUESTS];
    state.map_quests_len = 0;
    state.quest_locations = 0;
    state.track_quests = [None; TRACK_QUESTS];
    state.emptied_spaces = 0;
    state
}
