//! Text for Jean's components. All of them are public, except for the automa cards in her deck that
//! were never revealed: only the number of these cards of each letter is known.

use super::super::position::PlayerView;
use super::page::Page;
use super::seats::{influence, points};
use super::{SEAT, TABLE, View, bits, joined, listed, seat_name};
use crate::maracaibo::components::{AUTOMA_LETTERS, AutomaId, automa_cards_of};
use crate::maracaibo::rules::jean::SEAT as JEAN;

impl View<'_> {
    /// Adds Jean's seat.
    pub(super) fn jean(&self, page: &mut Page, seat: &PlayerView) {
        let (game, jean) = (self.game, &self.state.jean);
        let heading = format!(
            "{}: {} VP, {}; ship at {}, explorer at {}",
            seat_name(JEAN),
            seat.score,
            (game.opponent.as_ref()).map_or("", |opponent| &opponent.name),
            game.location_name(self.player(seat).ship),
            seat.explorer,
        );
        page.line(TABLE, &heading);
        page.entry(SEAT, "influence", &influence(seat));
        let trophies = [self.tokens(seat), self.quest_tiles(seat)];
        page.entry(SEAT, "trophies", &joined(trophies, "; "));
        let track = &game.components.automa_track;
        let gone = jean.discs_gone();
        let cards = jean.cards.len();
        let discs = format!(
            "discs {}; upgrade spaces {}; income {} VP and {cards} VP for cards",
            jean.discs, track.upgrades[gone], track.income[gone],
        );
        page.entry(SEAT, "board", &discs);
        if cards > 0 {
            let names = jean.cards.iter().map(|card| game.card_name(card));
            page.entry(SEAT, "cards", &listed(names));
        }
        let names = [
            "quest tiles",
            "more quest tiles",
            "more upgrades",
            "explorer ahead",
        ];
        let bonuses = names.into_iter().zip(game.jean_bonuses(self.state));
        let bonuses = bonuses.filter(|&(_, points)| points != 0);
        let bonuses: Vec<String> = bonuses
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        if !bonuses.is_empty() {
            page.entry(
                SEAT,
                "at the end",
                &format!("at present {}", listed(bonuses)),
            );
        }
        self.deck(page);
        points(page, seat);
    }

    /// Adds the known part of Jean's deck and the actions of its cards.
    fn deck(&self, page: &mut Page) {
        let jean = &self.state.jean;
        let components = &self.game.components;
        let ids = |cards: u16| -> Vec<String> {
            let cards = bits(cards);
            cards
                .map(|card| components.labels.automa[card].clone())
                .collect()
        };
        let mut open = jean.deck & jean.known;
        let mut deck = ids(open);
        for (index, letter) in AUTOMA_LETTERS.into_iter().enumerate() {
            let never_turned = automa_cards_of(&components.automa, index) & !jean.known;
            let hidden = never_turned & jean.deck;
            // If the deck contains all unrevealed cards of a letter, the player can infer them.
            if self.observer.is_none() || hidden == never_turned {
                deck.extend(ids(hidden));
                open |= hidden;
            } else {
                let unknown = hidden.count_ones() as usize;
                deck.extend(std::iter::repeat_n(format!("{letter}?"), unknown));
            }
        }
        let turned = listed(ids(jean.discards));
        let deck = format!("deck {}; turned {turned}", listed(deck));
        page.entry(SEAT, "automa", &deck);
        for card in bits(open | jean.discards) {
            let id = &components.labels.automa[card];
            let words = self.game.automa_words(AutomaId::new(card as u8));
            page.line(SEAT + 2, &format!("{id}: {words}"));
        }
    }
}
