//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

mod describe;
mod enter;
mod notation;
mod picture;
pub(crate) mod position;
mod texts;
mod words;

use crate::entering::typed;
use crate::game::{Chance, Seat, View};
use crate::picture::{Picture, Spot};
use crate::puerto_rico::PuertoRico;
use crate::puerto_rico::rules::action::Action;
use crate::puerto_rico::rules::state::State;

impl View for PuertoRico {
    fn picture(&self, state: &State, observer: Option<Seat>) -> Picture {
        self.ruleset.picture_of(state, observer)
    }

    fn spot(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(state, action, picture)
    }

    fn describe(&self, state: &State, observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state, observer)
    }

    fn position(&self, state: &State, observer: Option<Seat>) -> serde_json::Value {
        crate::view::data(&self.ruleset.view(state, observer))
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
