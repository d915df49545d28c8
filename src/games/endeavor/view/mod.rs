//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

mod describe;
mod enter;
mod notation;
mod picture;
pub(crate) mod position;
mod texts;
mod words;

use super::Endeavor;
use super::rules::action::Action;
use super::rules::state::State;
use crate::entering::typed;
use crate::game::{Chance, Seat, View};
use crate::picture::{Picture, Spot};

impl View for Endeavor {
    fn describe(&self, state: &State, _observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state)
    }

    fn picture(&self, state: &State, _observer: Option<Seat>) -> Picture {
        let game = &self.ruleset;
        let mut panels = vec![game.sites_panel(state), game.tracks_panel(state)];
        if state.link_tokens != 0 {
            panels.push(game.links_panel(state));
        }
        panels.push(game.supply_panel(state));
        panels.extend((0..game.players).map(|seat| game.mat_panel(state, seat)));
        Picture { panels }
    }

    fn spot(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(state, action, picture)
    }

    fn position(&self, state: &State, _observer: Option<Seat>) -> serde_json::Value {
        crate::view::data(&self.ruleset.view(state))
    }

    fn completed<C: Chance>(
        &self,
        dealt: State,
        position: &serde_json::Value,
        _chance: &mut C,
    ) -> Result<State, String> {
        self.ruleset.enter(&typed(position)?, dealt)
    }

    fn stored(&self, state: &State) -> Option<String> {
        serde_json::to_string(state).ok()
    }

    fn restored(&self, text: &str) -> Result<State, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}
