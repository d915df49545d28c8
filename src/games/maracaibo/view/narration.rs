//! Text for events that do not follow from a player's move: Jean's turn and the end of a round.

use super::describe::{doubloons, seat_name};
use super::texts::automa::automa_action_words;
use super::texts::terms::title;
use crate::game::Event;
use crate::maracaibo::components::{
    AutomaAction, AutomaId, CardId, LATER_ROUNDS, LocationId, NATION_NAMES, QuestId,
};
use crate::maracaibo::rules::categories::SOLO_CATEGORY_NAMES;
use crate::maracaibo::rules::events::{EventKind, Money, NO_ITEM};
use crate::maracaibo::rules::ruleset::Ruleset;

impl Ruleset {
    /// Describes an event that the moves do not show. Returns `None` for other events and for
    /// secret ones.
    pub(crate) fn happening(&self, event: &Event) -> Option<String> {
        let is = |kind: EventKind| event.kind == kind as u8;
        let item = event.item as u8;
        let who = seat_name(event.seat);
        if is(EventKind::Earned) && event.item == u16::from(Money::Income) {
            return Some(format!(
                "{who} has an income of {}",
                doubloons(event.value as u16)
            ));
        }
        if is(EventKind::Scored) {
            let category = SOLO_CATEGORY_NAMES[usize::from(event.item)].replace('_', " ");
            return Some(format!("{who} scores {} VP for {category}", event.value));
        }
        if is(EventKind::Revealed) {
            let name = &self.components.labels.prestige_names[usize::from(event.item)];
            return Some(format!(
                "{name} is turned up: {}",
                self.prestige_words(item)
            ));
        }
        if is(EventKind::RoundEnd) {
            return Some(format!("{who} comes home, round {} ends", event.item));
        }
        if is(EventKind::Combat) && !self.is_jean(event.seat) {
            let token = self.components.labels.tokens.get(usize::from(event.item))?;
            return Some(format!("{who} takes combat token {token}"));
        }
        self.story_happening(event)
            .or_else(|| self.jean_happening(event))
    }

    /// Describes an event of Jean's turn.
    fn jean_happening(&self, event: &Event) -> Option<String> {
        let is = |kind: EventKind| event.kind == kind as u8;
        let item = event.item as u8;
        let place = || self.location_name(LocationId::new(item));
        let nation = || {
            let index = usize::try_from(event.value - 1).ok()?;
            NATION_NAMES.get(index).map(|name| title(name))
        };
        let labels = &self.components.labels;
        Some(if is(EventKind::JeanSailed) {
            format!("Jean sails to {}", place())
        } else if is(EventKind::JeanCard) {
            self.jean_card_words(AutomaId::new(item), event)
        } else if is(EventKind::JeanDelivered) {
            format!("Jean puts a disc on the market of {}", place())
        } else if is(EventKind::JeanTook) {
            format!(
                "Jean takes {} from the display",
                labels.card_names[usize::from(CardId::new(item))]
            )
        } else if is(EventKind::JeanQuest) {
            format!("Jean takes {}", self.quest_label(QuestId::new(item)))
        } else if is(EventKind::JeanExplored) {
            format!(
                "Jean's explorer goes to {}",
                labels.spaces[usize::from(item)]
            )
        } else if is(EventKind::JeanMarked) {
            format!("Jean puts a marker of {} on {}", nation()?, place())
        } else if is(EventKind::Combat) {
            let token = match event.item {
                NO_ITEM => "without a token".to_string(),
                token => format!("with combat token {}", labels.tokens[usize::from(token)]),
            };
            format!("Jean fights for {} {token}", nation()?)
        } else {
            return None;
        })
    }

    /// Describes the automa card that Jean turned up, with its actions in this round.
    fn jean_card_words(&self, card: AutomaId, event: &Event) -> String {
        let id = &self.components.labels.automa[usize::from(card)];
        if event.value == 0 {
            return format!("Jean's card was {id}: the quest there ends her turn");
        }
        let card = &self.components.automa[usize::from(card)];
        let actions = card.actions().iter().filter_map(|action| {
            let amount = match event.round >= LATER_ROUNDS {
                true => action.later,
                false => action.early,
            };
            let now = AutomaAction {
                early: amount,
                later: amount,
                ..*action
            };
            (amount > 0).then(|| automa_action_words(&now))
        });
        let actions: Vec<String> = actions.collect();
        let actions = match actions.is_empty() {
            true => "no action".to_string(),
            false => actions.join("; "),
        };
        format!("Jean's card is {id}: {actions}")
    }
}
