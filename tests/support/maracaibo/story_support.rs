//! Test table for campaigns, with a story deck defined by the test.

use portolan_core::game::prelude::*;
use portolan_games::SetupError;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::pending::PendingKind;

use super::support::{Table, setup};

const HEADER: &str = "card,chapter,name,front,quest_cost,quest_per_compass,quest_flat,requirement,back,choices,front_text,back_text,provenance";

/// A row: number, front, quest (cost, per compass, flat), requirement, back, choices.
pub type Card<'a> = (u8, &'a str, [&'a str; 3], &'a str, &'a str, &'a str);

/// Returns the data file with these cards.
pub fn deck(cards: &[Card]) -> String {
    let mut text = HEADER.to_string();
    for (number, front, [cost, compass, flat], requirement, back, choices) in cards {
        text += &format!(
            "\n{number},1,Card {number},\"{front}\",{cost},{compass},{flat},{requirement},\"{back}\",\"{choices}\",,,reconstructed"
        );
    }
    text
}

/// Creates the rules of a campaign game with these cards.
///
/// # Errors
/// [`SetupError`] if the cards or options are rejected.
pub fn try_campaign(
    players: usize,
    cards: &str,
    options: &[&str],
) -> Result<Maracaibo, SetupError> {
    let mut all = vec!["scenario=campaign"];
    all.extend(options);
    let mut setup = setup(players, &all);
    (setup.data.files).insert("story_cards.csv".to_string(), cards.to_string());
    Maracaibo::new(&setup)
}

/// Deals a campaign game; set-up choices have not been made yet.
pub fn campaign(players: usize, cards: &[Card], options: &[&str]) -> Table {
    let game = try_campaign(players, &deck(cards), options).expect("the campaign is accepted");
    Table::begin(game, 1)
}

impl Table {
    /// Makes the set-up choices. Seat 0 is then about to sail, without careers, so that only draws
    /// remain at the end of turns.
    pub fn past_setup(&mut self) -> &mut Table {
        while self.decision() as u8 <= PendingKind::SetupDiscard as u8 {
            self.act_first();
        }
        for player in &mut self.state.players {
            player.career = None;
        }
        self
    }

    /// Gives a seat a story tile, as if it had fulfilled the quest.
    pub fn give_story_tile(&mut self, seat: usize, tile: u8) -> &mut Table {
        let quest = self.quest(&format!("story{tile}"));
        let len = usize::from(self.state.map_quests_len);
        let place = self.state.map_quests[..len]
            .iter()
            .position(|&(_, other)| other == quest);
        let place = place.expect("the story tile lies on the map");
        self.state.map_quests.copy_within(place + 1..len, place);
        self.state.map_quests_len -= 1;
        self.state.quest_locations = self.state.map_quests[..len - 1]
            .iter()
            .fold(0, |bits, (location, _)| bits | location.bit());
        self.state.players[seat].quests |= quest.bit();
        self.state.players[seat].quest_count += 1;
        self
    }

    /// Makes all choices that end turns and scorings, until a different choice is open.
    pub fn pass_on(&mut self) -> &mut Table {
        self.while_legal(&["take vp", "end", "draw"])
    }

    /// Plays the rest of the round: seat 0 returns home.
    pub fn score_round(&mut self) -> &mut Table {
        self.end_round().pass_on()
    }

    /// Plays the rest of the last round: seat 0 returns home.
    pub fn score_game(&mut self) -> &mut Table {
        self.state.round = 4;
        let active = usize::from(self.state.active);
        self.state.players[active].ship = self.place("21b");
        self.play(&["sail 22", "pass"]).pass_on()
    }

    /// Returns the numbers of the active story cards.
    pub fn active_cards(&self) -> Vec<u8> {
        let cards = self.state.story.active();
        let number = |card| self.components().story[usize::from(card)].number;
        cards.map(number).collect()
    }

    /// Returns the locations of all quests as text, one entry per quest.
    pub fn quest_places(&self) -> Vec<String> {
        let quests = &self.state.map_quests[..usize::from(self.state.map_quests_len)];
        let labels = &self.components().labels;
        let mut places: Vec<String> = quests
            .iter()
            .map(|(location, quest)| {
                let quest = &labels.quests[usize::from(*quest)];
                let tile = if quest.starts_with("story") {
                    quest
                } else {
                    "quest"
                };
                format!("{tile}@{}", labels.locations[usize::from(*location)])
            })
            .collect();
        places.sort();
        places
    }

    /// Returns the legacy tiles in play.
    pub fn tiles(&self) -> Vec<u32> {
        (1..=25)
            .filter(|tile| self.state.legacy >> tile & 1 == 1)
            .collect()
    }

    /// Returns the events of a kind as seat, item and value.
    pub fn happened(&self, kind: &str) -> Vec<(u8, String, i32)> {
        let kinds = Maracaibo::EVENT_KINDS;
        let of_kind = self
            .events
            .iter()
            .filter(|event| kinds[usize::from(event.kind)] == kind);
        of_kind
            .map(|event| (event.seat, self.game.event_item(event), event.value))
            .collect()
    }
}

impl Table {
    /// Moves the ship of the active seat to a location, with the main action open.
    pub fn at_main(&mut self, number: &str) -> &mut Table {
        use portolan_games::maracaibo::pending::{Pending, PendingStep};
        let seat = self.state.active;
        self.state.players[usize::from(seat)].ship = self.place(number);
        self.state.points_spent = 1;
        self.state.assistants_here = 0;
        self.open(Pending::new(
            seat,
            PendingStep::Main {
                points: 1,
                extra: false,
            },
        ))
    }

    /// Opens a combat for France for the active seat, with this token and plenty of CP.
    pub fn open_combat_for(&mut self, token: &str) -> &mut Table {
        use portolan_games::maracaibo::pending::{Pending, PendingStep};
        let seat = self.state.active;
        self.state.players[usize::from(seat)].doubloons = 20;
        self.state.players[usize::from(seat)].cp = 8;
        let token = Some(self.token(token));
        self.open(Pending::new(seat, PendingStep::Nation { token }))
            .act("fight france")
    }

    /// Removes all quest tiles except story tiles from the map.
    pub fn no_quests_but_story(&mut self) -> &mut Table {
        let first = self.components().quests.len() - 4;
        let len = usize::from(self.state.map_quests_len);
        let kept: Vec<_> = self.state.map_quests[..len]
            .iter()
            .copied()
            .filter(|(_, quest)| usize::from(*quest) >= first)
            .collect();
        self.no_quests();
        for (index, quest) in kept.iter().enumerate() {
            self.state.map_quests[index] = *quest;
            self.state.quest_locations |= quest.0.bit();
        }
        self.state.map_quests_len = kept.len() as u8;
        self
    }
}
