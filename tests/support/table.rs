//! Test table for any game: deals a game and plays actions in notation.

use std::collections::BTreeMap;

use portolan_core::dataset::DataSet;
use portolan_core::game::{Event, Game, Rng};
use portolan_core::random::{Streams, below, stream};
use portolan_games::{GameEntry, GameSetup};

/// A game with a position, its chance, the events so far, and the components added by a test.
pub struct Table<G: Game> {
    pub game: G,
    pub state: G::State,
    pub rng: Rng,
    pub events: Vec<Event>,
    /// Number of components that a test added to the game; `None` if the number of components is not checked.
    pub extra: Option<usize>,
}

/// Returns the set-up with the options `name=value`.
pub fn setup(entry: &GameEntry, players: usize, options: &[&str]) -> GameSetup {
    let options: BTreeMap<String, String> = options
        .iter()
        .map(|option| {
            let (name, value) = option.split_once('=').expect("name=value");
            (name.to_string(), value.to_string())
        })
        .collect();
    GameSetup {
        game: entry.name.to_string(),
        players,
        options,
        data: DataSet::embedded(entry.files),
    }
}

/// Returns the shipped data of a game with the first occurrence of a text in a file replaced.
pub fn edited(entry: &GameEntry, file: &str, from: &str, to: &str) -> DataSet {
    edited_in(DataSet::embedded(entry.files), file, from, to)
}

/// Returns the data with the first occurrence of a text in a file replaced.
pub fn edited_in(mut data: DataSet, file: &str, from: &str, to: &str) -> DataSet {
    let text = data.files.get_mut(file).expect("a file of the set");
    assert!(text.contains(from), "{file} has no {from:?}");
    *text = text.replacen(from, to, 1);
    data
}

impl<G: Game> Table<G> {
    /// Deals a new game.
    pub fn begin(game: G, seed: u64) -> Table<G> {
        let mut rng = stream(seed, &[]);
        let mut events = Vec::new();
        let state = game.new_state(&mut rng, &mut events);
        Table {
            game,
            state,
            rng,
            events,
            extra: Some(0),
        }
    }

    /// Returns the notations of all legal actions.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, &mut actions);
        let text = |&action| self.game.action_text(&self.state, action);
        actions.iter().map(text).collect()
    }

    /// Returns true if an action is legal.
    pub fn can(&self, notation: &str) -> bool {
        self.legal().iter().any(|legal| legal == notation)
    }

    /// Returns the explanation of the action with this notation.
    #[track_caller]
    pub fn explained(&self, notation: &str) -> String {
        let action = self.game.parse_action(&self.state, notation);
        let phrase = self.game.phrase_of(&self.state, action.expect(notation));
        phrase.effect_words().to_string()
    }

    /// Applies the action with this notation.
    #[track_caller]
    pub fn carry_out(&mut self, notation: &str) {
        let action = match self.game.parse_action(&self.state, notation) {
            Ok(action) => action,
            Err(error) => panic!("{error}"),
        };
        self.apply(action);
    }

    /// Applies an action.
    pub fn apply(&mut self, action: G::Action) {
        self.game
            .apply(&mut self.state, action, &mut self.rng, &mut self.events);
    }

    /// Returns the seat to move, from 1; 0 when the game is over.
    pub fn to_move(&self) -> usize {
        self.game.to_move(&self.state).map_or(0, |seat| seat + 1)
    }

    /// Returns the number of events that start with these words: kind, item and value.
    pub fn events_of(&self, words: &str) -> usize {
        let is = |event: &&Event| {
            let (kind, item) = (
                G::EVENT_KINDS[usize::from(event.kind)],
                self.game.event_item(event),
            );
            format!("{kind} {item} {} ", event.value).starts_with(&format!("{words} "))
        };
        self.events.iter().filter(is).count()
    }

    /// Returns the points of a seat, from 0, in a category.
    pub fn points(&self, seat: usize, category: &str) -> i32 {
        let names = self.game.score_categories();
        let index = names.iter().position(|name| *name == category);
        let mut points = vec![0; names.len()];
        self.game.score_breakdown(&self.state, seat, &mut points);
        points[index.expect("a category")]
    }
}

/// Calls `each` for all positions of a random game, with the legal actions.
pub fn walk<G: Game>(game: &G, deal: u64, mut each: impl FnMut(&G::State, &[G::Action])) {
    let (mut chance, mut rng) = (Streams::new(deal), stream(deal, &[1]));
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    loop {
        game.legal_actions(&state, &mut actions);
        each(&state, &actions);
        if actions.is_empty() {
            return;
        }
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Returns a position of a random game that fulfils a condition.
pub fn random_position<G: Game>(game: &G, wished: impl Fn(&G::State) -> bool) -> G::State {
    let mut found = None;
    for deal in 0..2000 {
        walk(game, deal, |state, _| {
            if found.is_none() && wished(state) {
                found = Some(state.clone());
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("the position comes up in some deal")
}
