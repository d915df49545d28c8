//! The position as text for a person.

use std::fmt::Write;

use super::components::{
    AUTOMA_LETTERS, CardId, GOOD_NAMES, LocationId, NATION_NAMES, OBJECT_NAMES, SYNERGY_NAMES,
    automa_cards_of,
};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use crate::game::Seat;

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        text
    }

    fn write_position(
        &self,
        state: &State,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        let labels = &self.components.labels;
        let phase = match state.phase {
            Phase::Setup => "set-up".to_string(),
            Phase::Turn => format!("turn of seat {}", state.active + 1),
            Phase::Scoring => "scoring".to_string(),
            Phase::Over => "game over".to_string(),
        };
        writeln!(text, "Round {}, {phase}", state.round)?;
        let display: Vec<String> = (state.display.iter())
            .map(|card| card.map_or_else(|| "-".to_string(), |card| self.card(card)))
            .collect();
        writeln!(
            text,
            "  display  {}   pile {}   discards {}   combat tokens {}",
            display.join(" "),
            state.pile_len,
            state.discards.len(),
            state.tokens_len,
        )?;
        let quests: Vec<String> = state.map_quests[..usize::from(state.map_quests_len)]
            .iter()
            .map(|&(place, quest)| {
                let quest = &labels.quests[usize::from(quest)];
                format!("{quest} at {}", self.place(place))
            })
            .collect();
        let top = match state.quest_top {
            None => "none",
            Some(quest) => labels.quests[usize::from(quest)].as_str(),
        };
        writeln!(text, "  quests   {}   next {top}", list(&quests))?;
        let markers: Vec<String> = (state.markers.iter().zip(&labels.locations))
            .filter_map(|(nation, place)| {
                let nation = NATION_NAMES[usize::from((*nation)?)];
                Some(format!("{nation} {place}"))
            })
            .collect();
        writeln!(text, "  markers  {}", list(&markers))?;
        let shown = &state.prestige[..usize::from(state.prestige_shown)];
        let buildings: Vec<&str> = shown
            .iter()
            .map(|&building| labels.prestige_names[usize::from(building)].as_str())
            .collect();
        writeln!(text, "  prestige {}", buildings.join(", "))?;
        for (seat, player) in state.seated().iter().enumerate() {
            let own = observer.is_none_or(|observer| observer == seat);
            if self.is_jean(seat as u8) {
                self.write_jean(state, player, observer.is_none(), text)?;
            } else {
                self.write_player(state, seat, player, own, text)?;
            }
        }
        match observer {
            Some(seat) => self.write_cards(state, &state.players[seat], text),
            None => Ok(()),
        }
    }

    /// What the cards within a player's reach cost and show, one to a line.
    fn write_cards(&self, state: &State, own: &Player, text: &mut String) -> std::fmt::Result {
        let groups: [(&str, Vec<CardId>); 3] = [
            ("display", state.display.into_iter().flatten().collect()),
            ("planned", own.planned.into_iter().flatten().collect()),
            ("hand", own.hand.iter().collect()),
        ];
        for (group, cards) in groups {
            for card in cards {
                let shown = &self.components[card];
                writeln!(
                    text,
                    "  {group:<8} {} {:<22} {:>2} doubloons, {}+{}, {} VP",
                    self.card(card),
                    self.components.labels.card_names[usize::from(card)],
                    shown.cost,
                    GOOD_NAMES[usize::from(shown.good)],
                    OBJECT_NAMES[usize::from(shown.object)],
                    shown.vp,
                )?;
            }
        }
        Ok(())
    }

    fn write_player(
        &self,
        state: &State,
        seat: Seat,
        player: &Player,
        own: bool,
        text: &mut String,
    ) -> std::fmt::Result {
        let labels = &self.components.labels;
        writeln!(
            text,
            "  seat {}: {:>3} VP, {} doubloons, {} CP, {} figures; income {}/{}; ship at {}; explorer at {}",
            seat + 1,
            player.score(),
            player.doubloons,
            player.cp,
            player.figures,
            player.income_doubloons,
            player.income_vp,
            self.place(player.ship),
            labels.spaces[usize::from(player.explorer)],
        )?;
        writeln!(
            text,
            "    influence {}; compasses {}; quests {}; tokens {}",
            influence(player),
            player.compasses,
            player.quest_count,
            player.token_count,
        )?;
        let secret_choices = state.phase == Phase::Setup && !own;
        let hidden = player.hand.minus(player.hand_public).len();
        let hand: Vec<String> = if own {
            player.hand.iter().map(|card| self.card(card)).collect()
        } else {
            let known = player.hand_public.iter().map(|card| self.card(card));
            known.chain((0..hidden).map(|_| "?".to_string())).collect()
        };
        let planned: Vec<String> = player
            .planned
            .into_iter()
            .flatten()
            .map(|card| {
                if secret_choices {
                    "?".to_string()
                } else {
                    self.card(card)
                }
            })
            .collect();
        writeln!(text, "    hand {}; planned {}", list(&hand), list(&planned))?;
        let upgrades: Vec<String> = (0..player.discs.len())
            .filter(|&area| player.discs[area] < 2)
            .map(|area| {
                let half = if player.discs[area] == 1 {
                    " (half)"
                } else {
                    ""
                };
                format!("U{}{half}", area + 1)
            })
            .collect();
        let synergies: Vec<&str> = (0..SYNERGY_NAMES.len() as u8)
            .filter(|&kind| player.has_synergy(kind))
            .map(|kind| SYNERGY_NAMES[usize::from(kind)])
            .collect();
        writeln!(
            text,
            "    upgrades {}; synergies {}",
            list(&upgrades),
            list(&synergies)
        )?;
        let bought: Vec<String> = player
            .bought
            .iter()
            .map(|card| self.bought_card(card))
            .collect();
        let career = match player.career {
            None => "not chosen".to_string(),
            _ if secret_choices => "?".to_string(),
            Some(career) => {
                let name = &labels.career_names[usize::from(career)];
                format!("{name}, {} of 3 tasks", player.tasks_done.count_ones())
            }
        };
        writeln!(text, "    career {career}; bought {}", list(&bought))
    }

    /// Jean's seat: everything she has lies open but the order of her deck, and which cards of
    /// each letter it holds until they were turned once; these are shown only if `open`.
    fn write_jean(
        &self,
        state: &State,
        player: &Player,
        open: bool,
        text: &mut String,
    ) -> std::fmt::Result {
        let labels = &self.components.labels;
        let jean = &state.jean;
        writeln!(
            text,
            "  seat {}: {:>3} VP, {}; ship at {}; explorer at {}",
            usize::from(super::jean::pieces::SEAT) + 1,
            self.score_of(state, super::jean::pieces::SEAT),
            self.opponent.as_ref().map_or("", |opponent| &opponent.name),
            self.place(player.ship),
            labels.spaces[usize::from(player.explorer)],
        )?;
        writeln!(
            text,
            "    influence {}; quests {}; tokens {}",
            influence(player),
            player.quest_count,
            player.token_count,
        )?;
        let track = &self.components.automa_track;
        let gone = jean.discs_gone();
        writeln!(
            text,
            "    discs {}; upgrade spaces {}; income {} and {} for cards",
            jean.discs,
            track.upgrades[gone],
            track.income[gone],
            jean.cards.len(),
        )?;
        let automa = |cards: u16| -> Vec<String> {
            (0..labels.automa.len())
                .filter(|&card| cards >> card & 1 == 1)
                .map(|card| labels.automa[card].clone())
                .collect()
        };
        let mut deck = automa(jean.deck & jean.known);
        for (index, letter) in AUTOMA_LETTERS.into_iter().enumerate() {
            let never_turned = automa_cards_of(&self.components.automa, index) & !jean.known;
            let hidden = never_turned & jean.deck;
            // All that there are of a letter cannot be others.
            if open || hidden == never_turned {
                deck.extend(automa(hidden));
            } else {
                let unknown =
                    std::iter::repeat_n(format!("{letter}?"), hidden.count_ones() as usize);
                deck.extend(unknown);
            }
        }
        writeln!(
            text,
            "    deck {}; turned {}",
            list(&deck),
            list(&automa(jean.discards))
        )
    }

    fn card(&self, card: CardId) -> String {
        self.components.labels.cards[usize::from(card)].clone()
    }

    /// A bought card with its name, and its assistant's place.
    fn bought_card(&self, card: CardId) -> String {
        let name = &self.components.labels.card_names[usize::from(card)];
        match self.components[card].assistant_location {
            None => name.clone(),
            Some(place) => format!(
                "{name} @{}",
                self.components.labels.locations[usize::from(place)]
            ),
        }
    }

    fn place(&self, location: LocationId) -> String {
        let labels = &self.components.labels;
        let number = &labels.locations[usize::from(location)];
        format!("{number} {}", labels.location_names[usize::from(location)])
    }
}

/// The steps on the influence tracks.
fn influence(player: &Player) -> String {
    let steps: Vec<String> = NATION_NAMES
        .iter()
        .zip(player.influence)
        .map(|(nation, step)| format!("{nation} {step}"))
        .collect();
    steps.join(", ")
}

fn list<T: AsRef<str>>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".to_string();
    }
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    items.join(", ")
}
