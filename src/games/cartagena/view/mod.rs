//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

mod describe;
mod enter;
mod notation;
mod picture;
pub(crate) mod position;
mod texts;
mod words;

use crate::cartagena::Cartagena;
use crate::cartagena::components::{CHEST, PISTOL, SYMBOLS};
use crate::cartagena::rules::action::{Action, ActionKind};
use crate::cartagena::rules::path::SLOOP;
use crate::cartagena::rules::state::State;
use crate::entering::typed;
use crate::game::{Chance, Seat, View};
use crate::picture::{Picture, Spot};
use position::Position;

impl View for Cartagena {
    fn picture(&self, state: &State, observer: Option<Seat>) -> Picture {
        let game = &self.ruleset;
        Picture {
            panels: vec![game.path_panel(state), game.cards_panel(state, observer)],
        }
    }

    /// Returns the place of the pirate that an action moves, the sloop that it sails, or the chest tile that it turns up.
    fn spot(&self, _state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        let place = match action.kind {
            ActionKind::Play
            | ActionKind::Back
            | ActionKind::Morgan
            | ActionKind::Parrots
            | ActionKind::Hook
            | ActionKind::Chest => action.b,
            ActionKind::Sail | ActionKind::Captain => SLOOP,
            _ => return None,
        };
        // The path is the first panel.
        let name = self.ruleset.place_words(place);
        picture.spot(0, |cell| cell.name == name)
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
        chance: &mut C,
    ) -> Result<State, String> {
        self.ruleset.enter(&typed(position)?, dealt, chance)
    }

    fn stored(&self, state: &State) -> Option<String> {
        serde_json::to_string(state).ok()
    }

    fn restored(&self, text: &str) -> Result<State, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn viewer(&self, position: &serde_json::Value) -> Option<Seat> {
        let view: Position = typed(position).ok()?;
        view.viewer().ok()?
    }

    fn follows_a_seat(&self) -> Result<(), String> {
        let options = &self.ruleset.options;
        let known = [PISTOL, CHEST].map(usize::from);
        let mut powers = (0..SYMBOLS).filter(|&symbol| options.powers[symbol]);
        if options.magician && powers.any(|symbol| !known.contains(&symbol)) {
            let problem = "modules = black-magician: the effects of rum, lantern, parrots and hook depend on \
                           cards that the seat does not see; use --all-seen, or --set powers=pistol,chest";
            return Err(problem.to_string());
        }
        Ok(())
    }
}
