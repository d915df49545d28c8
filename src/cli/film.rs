//! A game as it is played again, picture by picture, for a page.

use std::collections::HashMap;

use portolan_core::picture::Panel;
use portolan_core::registry::entry;
use portolan_engine::bots::{BotSpec, find};
use portolan_engine::play::ongoing::OngoingGame;
use portolan_report::replay::{Replay, Step};

/// The bot whose network is asked what it expects.
const ADVISER: &str = "net";

/// Takes in a game, from its deal on.
pub struct Film {
    replay: Replay,
    adviser: Option<BotSpec>,
    /// By drawing, where it stands among the panels.
    panels: HashMap<String, usize>,
}

impl Film {
    /// The film of a game: which one it is, and who sits where.
    pub fn new(ongoing: &mut dyn OngoingGame, whence: String, names: &[String]) -> Film {
        let game = ongoing.game();
        let categories = game.score_categories().iter().map(ToString::to_string);
        let replay = Replay {
            game: entry(game.name())
                .map_or(game.name(), |entry| entry.title)
                .to_string(),
            whence,
            names: names.to_vec(),
            categories: categories.collect(),
            ..Replay::default()
        };
        let adviser = find(ADVISER, game.name()).ok();
        let adviser = adviser.filter(|bot| ongoing.expected_leads(bot).is_ok());
        let mut film = Film {
            replay,
            adviser,
            panels: HashMap::new(),
        };
        film.take(ongoing);
        film
    }

    /// Takes in the position after the last move, or the deal.
    pub fn take(&mut self, ongoing: &mut dyn OngoingGame) {
        let leads = self.adviser.as_ref();
        let leads = leads.and_then(|bot| ongoing.expected_leads(bot).ok());
        let panels = ongoing.picture(None).panels;
        let made = ongoing.moves().last();
        let mut step = Step {
            round: ongoing.round(),
            panels: panels.into_iter().map(|panel| self.panel(panel)).collect(),
            points: ongoing
                .records()
                .iter()
                .map(|record| record.categories.to_vec())
                .collect(),
            leads: leads.unwrap_or_default(),
            ..Step::default()
        };
        if let Some(made) = made {
            step.seat = Some(made.seat);
            step.turn = made.turn;
            step.notation.clone_from(&made.notation);
            step.words.clone_from(&made.explained);
            step.followed.clone_from(&made.followed);
        }
        self.replay.steps.push(step);
    }

    fn panel(&mut self, panel: Panel) -> usize {
        let panels = &mut self.replay.panels;
        let drawing = format!("{panel:?}");
        *self.panels.entry(drawing).or_insert_with(|| {
            panels.push(panel);
            panels.len() - 1
        })
    }

    /// The whole game.
    pub fn finish(mut self) -> Replay {
        self.replay.adviser = self.adviser.map(|bot| bot.name);
        self.replay.mark_swings();
        self.replay
    }
}
