//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

pub(super) mod describe;
pub(super) mod enter;
mod notation;
mod picture;
pub(crate) mod position;
mod story;
pub(super) mod texts;
mod words;

use super::Maracaibo;
use super::rules::action::Action;
use super::rules::state::State;
use crate::game::{Chance, Seat, View};
use crate::picture::{Picture, Spot};
use position::Position;

impl View for Maracaibo {
    fn describe(&self, state: &State, observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state, observer)
    }

    fn picture(&self, state: &State, observer: Option<Seat>) -> Picture {
        let game = &self.ruleset;
        let view = game.view(state, observer);
        let mut panels = vec![
            game.round_way(state),
            game.explorer_track(state),
            game.nation_tracks(&view),
        ];
        panels.extend(view.players.iter().filter_map(|player| game.mat(player)));
        Picture { panels }
    }

    fn spot(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(state, action, picture)
    }

    fn position(&self, state: &State, observer: Option<Seat>) -> serde_json::Value {
        crate::view::data(&self.ruleset.view(state, observer))
    }

    fn completed<C: Chance>(
        &self,
        dealt: State,
        position: &serde_json::Value,
        chance: &mut C,
    ) -> Result<State, String> {
        self.ruleset
            .enter(&Position::read(position)?, dealt, chance)
    }

    fn stored(&self, state: &State) -> Option<String> {
        serde_json::to_string(state).ok()
    }

    fn restored(&self, text: &str) -> Result<State, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn exchange(&self, state: &mut State, observer: Seat, one: &str, other: &str) -> bool {
        self.ruleset.exchange_hidden(state, observer, [one, other])
    }

    fn viewer(&self, position: &serde_json::Value) -> Option<Seat> {
        Position::read(position).ok()?.viewer().ok()?
    }
}
