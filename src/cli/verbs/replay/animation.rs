//! Records a replayed game, step by step, for an animated page.

use std::collections::HashMap;

use crate::verbs::play::glossary::Glossary;
use portolan_core::picture::Panel;
use portolan_core::registry::entry;
use portolan_players::bots::{BotSpec, find};
use portolan_report::replay::{Hand, HeldCard, Replay, Step};
use portolan_run::play::ongoing::OngoingGame;

/// Bot whose network estimates the expected leads.
const ADVISER: &str = "net";

/// Recorder of a game, starting with its deal.
pub struct Film {
    replay: Replay,
    adviser: Option<BotSpec>,
    /// Index in the list of panels, by drawing.
    panels: HashMap<String, usize>,
    hands: HashMap<Hand, usize>,
}

impl Film {
    /// Starts a recording. `whence` identifies the game and `names` are the names by seat.
    pub fn new(
        ongoing: &mut dyn OngoingGame,
        whence: String,
        names: &[String],
        glossary: &Glossary,
    ) -> Film {
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
            hands: HashMap::new(),
        };
        film.take(ongoing, glossary);
        film
    }

    /// Records the current position and the last move, if any.
    pub fn take(&mut self, ongoing: &mut dyn OngoingGame, glossary: &Glossary) {
        let leads = self.adviser.as_ref();
        let leads = leads.and_then(|bot| ongoing.expected_leads(bot).ok());
        let panels = ongoing.picture(None).panels;
        let hands = hands(&ongoing.position(None));
        let made = ongoing.moves().last();
        let mut step = Step {
            round: ongoing.round(),
            panels: panels.into_iter().map(|panel| self.panel(panel)).collect(),
            hands: hands.into_iter().map(|hand| self.hand(hand)).collect(),
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
            step.title = glossary.full_title(&made.phrase);
            step.words = made.phrase.effect_words().to_string();
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

    fn hand(&mut self, hand: Hand) -> usize {
        let hands = &mut self.replay.hands;
        *self.hands.entry(hand.clone()).or_insert_with(|| {
            hands.push(hand);
            hands.len() - 1
        })
    }

    /// Returns the recorded game.
    pub fn finish(mut self) -> Replay {
        self.replay.adviser = self.adviser.map(|bot| bot.name);
        self.replay.mark_swings();
        self.replay
    }
}

/// Returns the cards of the display and of each seat's hand, from the keys `display` and `hand` of a position.
pub fn hands(position: &serde_json::Value) -> Vec<Hand> {
    let mut found = Vec::new();
    if let Some(cards) = cards(&position["board"]["display"]) {
        found.push(Hand {
            title: "Display".to_string(),
            owner: None,
            cards,
        });
    }
    let players = position["players"].as_array();
    for (seat, player) in players.into_iter().flatten().enumerate() {
        found.extend(cards(&player["hand"]).map(|cards| Hand {
            title: format!("Hand of seat {}", seat + 1),
            owner: Some(seat),
            cards,
        }));
    }
    found
}

/// Returns the cards in a list of a position, which contains cards with id and name or counts by kind. Returns `None`
/// for other values.
fn cards(listed: &serde_json::Value) -> Option<Vec<HeldCard>> {
    let text = |card: &serde_json::Value, key: &str| card[key].as_str().unwrap_or("").to_string();
    if let Some(by_kind) = listed.as_object() {
        let kinds = by_kind.iter().filter_map(|(name, count)| {
            Some(HeldCard {
                name: name.clone(),
                count: count.as_u64().filter(|&count| count > 0)?,
                ..HeldCard::default()
            })
        });
        return Some(kinds.collect());
    }
    let one = |card: &serde_json::Value| HeldCard {
        name: text(card, "name"),
        id: text(card, "id"),
        text: text(card, "text"),
        count: 1,
    };
    let listed = listed.as_array()?.iter().filter(|card| card.is_object());
    Some(listed.map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hands_and_display_are_extracted_from_a_position() {
        let position = json!({
            "board": {"display": [{"id": "A1", "name": "Sailor", "text": "Sails."}, null]},
            "players": [{"hand": []}, {"hand": {"key": 2, "hat": 0}}, {"hand": null}, {}],
        });
        let found = hands(&position);
        let titles: Vec<&str> = found.iter().map(|hand| hand.title.as_str()).collect();
        assert_eq!(titles, ["Display", "Hand of seat 1", "Hand of seat 2"]);
        assert_eq!((found[0].owner, found[2].owner), (None, Some(1)));
        assert_eq!(
            (found[0].cards.len(), found[0].cards[0].name.as_str()),
            (1, "Sailor")
        );
        assert!(found[1].cards.is_empty());
        assert_eq!(
            (found[2].cards[0].name.as_str(), found[2].cards[0].count),
            ("key", 2)
        );
        assert!(hands(&json!({"heaps": [1, 2]})).is_empty());
    }
}
