//! Test table for Maracaibo: sets up positions and plays actions in notation.

use std::collections::BTreeMap;

use crate::table;
use portolan_core::dataset::DataSet;
use portolan_core::game::prelude::*;
use portolan_games::GameSetup;
use portolan_games::maracaibo::components::{
    CardId, CardLetter, CardSet, CareerId, CityTileId, Components, LocationId, MAX_LOCATIONS,
    Nation, QuestId, SpaceId, TokenEffect, TokenId,
};
use portolan_games::maracaibo::pending::{Pending, PendingKind, PendingStep};
use portolan_games::maracaibo::state::{Phase, Player};
use portolan_games::maracaibo::{ENTRY, Maracaibo};

pub type Table = table::Table<Maracaibo>;

/// Files with the prices and rewards on which tests of single rules depend.
const FIXED: [(&str, &str); 3] = [
    ("project_cards.csv", include_str!("data/project_cards.csv")),
    (
        "explorer_track.csv",
        include_str!("data/explorer_track.csv"),
    ),
    ("quest_tiles.csv", include_str!("data/quest_tiles.csv")),
];

/// Returns component data whose placeholder rows do not change when the shipped rows are calibrated.
pub fn data() -> DataSet {
    let mut data = DataSet::embedded(ENTRY.files);
    let fixed = FIXED.map(|(file, text)| (file.to_string(), text.to_string()));
    data.files.extend(fixed);
    data
}

/// Returns the set-up with the options `name=value` and the data of [`data`].
pub fn setup(players: usize, options: &[&str]) -> GameSetup {
    GameSetup {
        data: data(),
        ..table::setup(&ENTRY, players, options)
    }
}

/// Returns the rules for this number of players with the options `name=value`.
pub fn rules(players: usize, options: &[&str]) -> Maracaibo {
    Maracaibo::new(&setup(players, options)).expect("the options are accepted")
}

/// Returns the cards that are dealt at set-up.
pub fn a_cards(components: &Components) -> CardSet {
    let cards = components.card_ids();
    cards.filter(|&card| is_a(components, card)).collect()
}

/// Returns true if a card is an A card.
pub fn is_a(components: &Components, card: CardId) -> bool {
    components[card].set == CardLetter::A
}

impl Table {
    /// Returns the descriptions of all events so far.
    pub fn told(&self) -> Vec<String> {
        let events = self.events.iter();
        events
            .filter_map(|event| self.game.event_words(event))
            .collect()
    }

    /// Deals a new game; set-up choices have not been made yet.
    pub fn dealt(players: usize, options: &[&str], seed: u64) -> Table {
        Table::begin(rules(players, options), seed)
    }

    /// Starts a game at the first turn of seat 0, before sailing; the first legal action is taken
    /// for each set-up choice.
    pub fn new(players: usize) -> Table {
        Table::with(players, &[])
    }

    /// Like [`Table::new`], with options.
    pub fn with(players: usize, options: &[&str]) -> Table {
        let mut table = Table::dealt(players, options, 1);
        while table.state.phase == Phase::Setup {
            table.act_first();
        }
        table
    }

    /// Starts a game in which every hand, planning area and display is empty, and all seats have
    /// only their starting components; seat 0 is about to sail. Add cards with [`Table::hand`].
    pub fn bare(players: usize, options: &[&str]) -> Table {
        let mut table = Table::with(players, options);
        for seat in 0..players {
            let hand: Vec<CardId> = table.state.players[seat].hand.iter().collect();
            for card in hand {
                let components = table.game.components().clone();
                table.state.players[seat].lose(card, &components, a_cards(&components));
                table.state.discards.insert(card);
            }
            let planned = std::mem::take(&mut table.state.players[seat].planned);
            for card in planned.into_iter().flatten() {
                table.state.discards.insert(card);
            }
            table.state.players[seat].doubloons = 0;
            table.state.players[seat].points = [0; 15];
        }
        table
    }

    /// Continues with changed project cards: in the row of a card, `from` becomes `to`. The card
    /// must not be in any hand.
    pub fn change_card(&mut self, id: &str, from: &str, to: &str) -> &mut Table {
        self.change("project_cards.csv", id, from, to)
    }

    /// Continues with a changed quest tile: in its row, `from` becomes `to`.
    pub fn change_quest(&mut self, id: &str, from: &str, to: &str) -> &mut Table {
        self.change("quest_tiles.csv", id, from, to)
    }

    fn change(&mut self, file: &str, id: &str, from: &str, to: &str) -> &mut Table {
        let mut data = data();
        let changed: Vec<String> = data
            .text(file)
            .lines()
            .map(|row| {
                if row.starts_with(&format!("{id},")) {
                    assert!(row.contains(from), "{row}");
                    row.replacen(from, to, 1)
                } else {
                    row.to_string()
                }
            })
            .collect();
        data.files.insert(file.to_string(), changed.join("\n"));
        self.game = Maracaibo::new(&GameSetup {
            game: ENTRY.name.to_string(),
            players: usize::from(self.state.seats),
            options: BTreeMap::new(),
            data,
        })
        .expect("the changed row is accepted");
        self
    }

    pub fn components(&self) -> &Components {
        self.game.components()
    }

    pub fn player(&mut self, seat: usize) -> &mut Player {
        &mut self.state.players[seat]
    }

    /// Returns the index of a card by id.
    pub fn card(&self, id: &str) -> CardId {
        CardId::new(index_of(&self.components().labels.cards, id))
    }

    /// Returns the printed price of a card in doubloons.
    pub fn price(&self, id: &str) -> u16 {
        self.components()[self.card(id)].cost.into()
    }

    /// Returns the index of a location by number.
    pub fn place(&self, number: &str) -> LocationId {
        LocationId::new(index_of(&self.components().labels.locations, number))
    }

    /// Returns the index of a quest by id.
    pub fn quest(&self, id: &str) -> QuestId {
        QuestId::new(index_of(&self.components().labels.quests, id))
    }

    /// Returns the index of an explorer space by id.
    pub fn space(&self, id: &str) -> SpaceId {
        SpaceId::new(index_of(&self.components().labels.spaces, id))
    }

    /// Returns the index of a combat token by id.
    pub fn token(&self, id: &str) -> TokenId {
        TokenId::new(index_of(&self.components().labels.tokens, id))
    }

    /// Removes a card from its current place.
    fn take_away(&mut self, card: CardId) {
        let components = self.game.components().clone();
        let state = &mut self.state;
        for player in &mut state.players {
            if player.hand.contains(card) {
                player.lose(card, &components, a_cards(&components));
            }
            for place in &mut player.planned {
                if *place == Some(card) {
                    *place = None;
                }
            }
        }
        state.discards.remove(card);
        for place in &mut state.display {
            if *place == Some(card) {
                *place = None;
            }
        }
        let len = usize::from(state.pile_len);
        if let Some(index) = state.pile[..len].iter().position(|&other| other == card) {
            state.pile[index] = state.pile[len - 1];
            state.pile_len -= 1;
        }
    }

    /// Adds cards to a hand.
    pub fn hand(&mut self, seat: usize, ids: &[&str]) -> &mut Table {
        for id in ids {
            let card = self.card(id);
            self.take_away(card);
            let components = self.game.components().clone();
            self.state.players[seat].take(card, &components);
        }
        self
    }

    /// Adds a card to a planning area.
    pub fn planned(&mut self, seat: usize, id: &str) -> &mut Table {
        let card = self.card(id);
        self.take_away(card);
        let free = self.state.players[seat].planned_count();
        self.state.players[seat].planned[free] = Some(card);
        self
    }

    /// Replaces the display by these cards; the previous cards are discarded.
    pub fn display(&mut self, ids: &[&str]) -> &mut Table {
        for space in 0..4 {
            if let Some(old) = self.state.display[space].take() {
                self.state.discards.insert(old);
            }
        }
        for (space, id) in ids.iter().enumerate() {
            let card = self.card(id);
            self.take_away(card);
            self.state.display[space] = Some(card);
        }
        self
    }

    /// Gives a seat a card as if bought for free, with every effect of the purchase that needs no
    /// choice; its figure does not come from the supply.
    pub fn own(&mut self, seat: usize, id: &str) -> &mut Table {
        let card = self.card(id);
        let (doubloons, figures, cp) = {
            let player = &self.state.players[seat];
            (player.doubloons, player.figures, player.cp)
        };
        self.hand(seat, &[id]);
        self.state.players[seat].doubloons = 200;
        self.state.players[seat].figures = figures + 2;
        let stack = (self.state.stack, self.state.stack_len);
        self.state.stack_len = 0;
        self.open(Pending::new(0, PendingStep::Free));
        self.open(Pending::new(seat as u8, PendingStep::Village { left: 1 }));
        self.act(&format!("buy {id}"));
        assert!(self.state.players[seat].bought.contains(card));
        (self.state.stack, self.state.stack_len) = stack;
        let player = &mut self.state.players[seat];
        (player.doubloons, player.figures, player.cp) = (doubloons, figures, cp);
        player.assistants_new = 0;
        self
    }

    /// Pushes a task onto the stack.
    pub fn open(&mut self, task: Pending) -> &mut Table {
        self.state.stack[usize::from(self.state.stack_len)] = task;
        self.state.stack_len += 1;
        self
    }

    /// Moves the ship of the active seat 0 to a location with its main action open, after spending
    /// `points`, as if it had just sailed there.
    pub fn at(&mut self, number: &str, points: u8) -> &mut Table {
        let top = *self.state.top().expect("a game in progress");
        assert_eq!(
            top.kind(),
            PendingKind::Sail,
            "the turn has to be at its start"
        );
        self.state.stack_len -= 1;
        self.state.stack_len -= 1;
        let extra = false;
        self.open(Pending::new(top.seat, PendingStep::Main { points, extra }));
        self.state.points_spent = points;
        let place = self.place(number);
        let seat = usize::from(top.seat);
        self.state.players[seat].ship = place;
        let components = self.game.components().clone();
        let player = &self.state.players[seat];
        self.state.assistants_here = 0;
        for (index, &card) in player.assistants().iter().enumerate() {
            if components[card].assistant_location == Some(place) {
                self.state.assistants_here |= 1 << index;
            }
        }
        self
    }

    /// Moves the ship of the active seat 0 to a location, with the main action done and an extra
    /// sail of `points` open (M-A55).
    pub fn open_sail(&mut self, number: &str, points: u8) -> &mut Table {
        self.at(number, 1);
        self.state.stack_len -= 1;
        self.open(Pending::new(
            0,
            PendingStep::Sail {
                points,
                extra: true,
            },
        ))
    }

    /// Opens `count` village actions for seat 0 on top of the stack.
    pub fn village(&mut self, count: u8) -> &mut Table {
        self.open(Pending::new(0, PendingStep::Village { left: count }))
    }

    /// Opens `count` village actions for another seat on top of the stack.
    pub fn village_of(&mut self, seat: u8, count: u8) -> &mut Table {
        self.open(Pending::new(seat, PendingStep::Village { left: count }))
    }

    /// Rebuilds the open tasks of a turn of seat 0, starting with sailing.
    pub fn open_turn(&mut self) -> &mut Table {
        self.state.stack_len = 0;
        let extra = false;
        for work in [
            PendingStep::EndTurn,
            PendingStep::DrawCards,
            PendingStep::EndPhaseB,
            PendingStep::Free,
            PendingStep::Main { points: 0, extra },
            PendingStep::Sail { points: 7, extra },
        ] {
            self.open(Pending::new(0, work));
        }
        self
    }

    /// Opens an exploration of `steps` steps for seat 0.
    pub fn open_exploration(&mut self, steps: u8) -> &mut Table {
        self.open(Pending::new(0, PendingStep::Explore { steps }))
    }

    /// Ends the open combat and starts another one in the same turn, through the reward of a quest.
    pub fn open_combat_effect(&mut self) -> &mut Table {
        self.state.stack_len -= 1;
        self.player(0).doubloons += 10;
        let quest = self.quest("24");
        self.player(0).card_quests = [Some(quest), None];
        self.state.points_spent = 7;
        self.village(1).act("quest 24")
    }

    /// Opens a combat of seat 0 with this token revealed, at the choice of the nation.
    pub fn combat(&mut self, token: &str) -> &mut Table {
        let token = self.token(token);
        let len = usize::from(self.state.tokens_len);
        if let Some(index) = self.state.tokens[..len].iter().position(|&t| t == token) {
            self.state.tokens[index] = self.state.tokens[len - 1];
            self.state.tokens_len -= 1;
        }
        let token = Some(token);
        self.open(Pending::new(0, PendingStep::Nation { token }))
    }

    /// Moves a marker of a nation from its supply to a location.
    pub fn marker(&mut self, nation: Nation, number: &str) -> &mut Table {
        let place = usize::from(self.place(number));
        assert!(place < MAX_LOCATIONS);
        if let Some(old) = self.state.markers[place].replace(nation) {
            self.state.marker_count[usize::from(old)] -= 1;
        }
        self.state.marker_count[usize::from(nation)] += 1;
        self.state.supply[usize::from(nation)] -= 1;
        self
    }

    /// Places a quest on a location.
    pub fn lay_quest(&mut self, number: &str, id: &str) -> &mut Table {
        let quest = self.quest(id);
        let place = self.place(number);
        let state = &mut self.state;
        if state.quest_top == Some(quest) {
            state.quest_pile_len -= 1;
            state.quest_top = Some(state.quest_pile[usize::from(state.quest_pile_len)]);
        }
        let len = usize::from(state.quest_pile_len);
        if let Some(index) = state.quest_pile[..len].iter().position(|&q| q == quest) {
            state.quest_pile[index] = state.quest_pile[len - 1];
            state.quest_pile_len -= 1;
        }
        let used = usize::from(state.map_quests_len);
        if let Some(index) = state.map_quests[..used]
            .iter()
            .position(|&(_, q)| q == quest)
        {
            state.map_quests.copy_within(index + 1..used, index);
            state.map_quests_len -= 1;
        }
        for track_quest in &mut state.track_quests {
            if *track_quest == Some(quest) {
                state.quest_pile_len -= 1;
                *track_quest = Some(state.quest_pile[usize::from(state.quest_pile_len)]);
            }
        }
        state.map_quests[usize::from(state.map_quests_len)] = (place, quest);
        state.map_quests_len += 1;
        state.quest_locations = state.map_quests[..usize::from(state.map_quests_len)]
            .iter()
            .fold(0, |bits, &(place, _)| bits | place.bit());
        self
    }

    /// Removes all quests from the map.
    pub fn no_quests(&mut self) -> &mut Table {
        self.state.map_quests_len = 0;
        self.state.quest_locations = 0;
        self
    }

    /// Places a city tile on a city.
    pub fn tile(&mut self, number: &str, id: &str) -> &mut Table {
        let place = usize::from(self.place(number));
        let tile = CityTileId::new(index_of(&self.components().labels.city_tiles, id));
        self.state.tiles[place] = Some(tile);
        self
    }

    /// Plays an action given in notation.
    #[track_caller]
    pub fn act(&mut self, notation: &str) -> &mut Table {
        self.carry_out(notation);
        self
    }

    /// Plays the first legal action.
    #[track_caller]
    pub fn act_first(&mut self) -> &mut Table {
        let first = self.legal()[0].clone();
        self.act(&first)
    }

    /// Plays several actions given in notation.
    #[track_caller]
    pub fn play(&mut self, notations: &[&str]) -> &mut Table {
        for notation in notations {
            self.act(notation);
        }
        self
    }

    /// Repeatedly plays the first of these actions that is legal, until all are illegal. Use it for
    /// choices that do not matter to a test.
    #[track_caller]
    pub fn while_legal(&mut self, notations: &[&str]) -> &mut Table {
        while let Some(&notation) = notations.iter().find(|notation| self.can(notation)) {
            self.act(notation);
        }
        self
    }

    /// Returns the score of a seat.
    pub fn score(&self, seat: usize) -> i32 {
        self.game.score(&self.state, seat)
    }

    /// Returns the kind of the open decision.
    pub fn decision(&self) -> PendingKind {
        self.state.top().expect("a game in progress").kind()
    }

    /// Returns the number of open village actions.
    pub fn village_actions(&self) -> u8 {
        match self.state.top().expect("a game in progress").work {
            PendingStep::Village { left } => left,
            work => panic!("{work:?} where village actions should be open"),
        }
    }

    /// Returns the remaining combat value of the current combat.
    pub fn combat_value(&self) -> u8 {
        match self.state.top().expect("a game in progress").work {
            PendingStep::Combat(combat) => combat.value,
            work => panic!("{work:?} where a combat should be open"),
        }
    }

    /// Returns the effect of a token for a nation.
    pub fn token_effect(&self, id: &str, nation: usize) -> TokenEffect {
        self.components().tokens[usize::from(self.token(id))].effect[nation]
    }

    /// Moves a ship to a location without any effect.
    pub fn ship(&mut self, seat: usize, number: &str) -> &mut Table {
        self.state.players[seat].ship = self.place(number);
        self
    }

    /// Moves an explorer to a space without any reward.
    pub fn explorer(&mut self, seat: usize, space: &str) -> &mut Table {
        self.state.players[seat].explorer = self.space(space);
        self
    }

    /// Opens an exploration of `steps` steps for seat 0 on top of the stack.
    pub fn explore(&mut self, steps: u8) -> &mut Table {
        self.open(Pending::new(0, PendingStep::Explore { steps }))
    }

    /// Gives a seat a complete upgrade without its bonus.
    pub fn upgrade(&mut self, seat: usize, number: usize) -> &mut Table {
        let player = &mut self.state.players[seat];
        player.discs[number - 1] = 0;
        player.upgrades |= 1 << (number - 1);
        self
    }

    /// Gives a seat a career without completed tasks.
    pub fn career(&mut self, seat: usize, id: &str) -> &mut Table {
        let career = CareerId::new(index_of(&self.components().labels.careers, id));
        self.state.players[seat].career = Some(career);
        self
    }

    /// Places a quest on the first, second or third quest space of the explorer track (0 to 2), in
    /// exchange for the quest there.
    pub fn track_quest(&mut self, index: usize, id: &str) -> &mut Table {
        let quest = self.quest(id);
        let state = &mut self.state;
        let old = state.track_quests[index].replace(quest).expect("a quest");
        let pile = state.quest_pile[..usize::from(state.quest_pile_len)].iter_mut();
        let map = state.map_quests[..usize::from(state.map_quests_len)].iter_mut();
        let others = state.track_quests.iter_mut().enumerate();
        let others = others.filter(|&(other, _)| other != index);
        pile.chain(map.map(|(_, quest)| quest))
            .chain(&mut state.quest_top)
            .chain(others.filter_map(|(_, quest)| quest.as_mut()))
            .filter(|place| **place == quest)
            .for_each(|place| *place = old);
        self
    }

    /// Lets seat 0 end a round other than the last by stopping on 21a without a main action, up to
    /// its choice in step 1 of interim scoring.
    pub fn end_round(&mut self) -> &mut Table {
        assert_eq!((self.decision(), self.state.active), (PendingKind::Sail, 0));
        self.state.players[0].ship = self.place("20");
        self.play(&["sail 21a", "pass"]);
        self.while_legal(&["end", "draw"]);
        assert_eq!(self.decision(), PendingKind::Interim);
        self
    }

    /// Lets seat 0 end the game by stopping on 22 without a main action, up to its choice in step 1
    /// of final scoring.
    pub fn end_game(&mut self) -> &mut Table {
        assert_eq!((self.decision(), self.state.active), (PendingKind::Sail, 0));
        self.state.round = 4;
        self.state.players[0].ship = self.place("21b");
        self.play(&["sail 22", "pass"]);
        self.while_legal(&["end", "draw"]);
        assert_eq!(self.decision(), PendingKind::Final);
        self
    }

    /// Takes 2 VP in step 1 of a scoring for every seat that has not chosen yet.
    pub fn nobody_buys(&mut self) -> &mut Table {
        while self.state.phase == Phase::Scoring {
            self.while_legal(&["take vp", "end"]);
        }
        self
    }
}

#[track_caller]
fn index_of(labels: &[String], id: &str) -> u8 {
    match labels.iter().position(|label| label == id) {
        Some(index) => index as u8,
        None => panic!("no component is called {id}"),
    }
}
