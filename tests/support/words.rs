//! The words of cases that the small games share.
//!
//! A name such as `actions left` is the number, list or switch `actions_left` of the seat or of the state, as
//! serialized. The shared statements are `phase`, `event` with kind, item and value (or only the first words), `events`
//! with the number of events of a kind, `capped`, and `rejects` with options and a part of the error; for texts
//! `reads`, `explains`, `narrates`, `component` and `sees`; and for features `input` and `inputs with`. Shared values
//! are `score`, `vp` with a category, `ranks`, `turns begun`, and `choices` with the first words of actions.

use portolan_core::game::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cases::{Position, count, small, with};
use crate::contract::observation::inputs_of;
use crate::table::Table;

/// The words of a game.
pub trait Words: Game<State: Serialize + DeserializeOwned> {
    /// Returns a position with these options: a prepared one, or a newly dealt game for the stage `dealt`. Returns `None` if
    /// there is no such stage.
    fn begin(players: usize, options: &[&str], stage: &str) -> Option<Table<Self>>;

    /// Returns the error with which options are rejected.
    fn rejection(players: usize, options: &[&str]) -> String;

    /// Returns the fields of a state.
    fn fields(state: &Self::State) -> Value {
        serde_json::to_value(state).expect("a state")
    }

    /// Returns the state with these fields.
    fn from_fields(fields: Value) -> Self::State {
        serde_json::from_value(fields).expect("fields of a state")
    }

    /// Number of owners of components.
    fn owners(game: &Self) -> usize {
        game.seats()
    }

    /// Checks the invariants after an action.
    fn check(table: &Table<Self>);

    /// See [`Position::given`].
    ///
    /// # Errors
    /// A message if the words are wrong.
    fn given(table: &mut Table<Self>, words: &[&str], seat: usize) -> Result<bool, String>;

    /// Plays a series of actions that has a name. Returns false if there is no such name.
    fn when(_table: &mut Table<Self>, _item: &str) -> bool {
        false
    }

    /// See [`Position::holds`].
    ///
    /// # Errors
    /// A message if the words are wrong.
    fn holds(table: &Table<Self>, words: &[&str], seat: usize) -> Result<Option<bool>, String>;

    fn value(table: &Table<Self>, words: &[&str], seat: usize) -> Option<Vec<i64>>;
}

impl<G: Words> Position for Table<G> {
    type State = G::State;

    fn start(item: &str) -> Option<Self> {
        let (what, options) = item.split_once(" with ").unwrap_or((item, ""));
        let options: Vec<&str> = options.split_whitespace().collect();
        match what.split(' ').collect::<Vec<_>>()[..] {
            [players, "players", ref stage @ ..] => {
                G::begin(players.parse().ok()?, &options, &stage.join(" "))
            }
            ["a", "dealt", "game", "for", players] => {
                G::begin(players.parse().ok()?, &options, "dealt")
            }
            _ => None,
        }
    }

    fn given(&mut self, item: &str, seat: usize) -> Result<bool, String> {
        if let Some(phase) = item.strip_prefix("phase ") {
            let mut fields = G::fields(&self.state);
            fields["phase"] = phase.replace(' ', "_").into();
            self.state = G::from_fields(fields);
            return Ok(true);
        }
        G::given(self, &item.split_whitespace().collect::<Vec<_>>(), seat)
    }

    fn when(&mut self, item: &str) -> Result<(), String> {
        let words: Vec<&str> = item.split_whitespace().collect();
        match words[..] {
            ["first"] => self.carry_out(&self.legal()[0].clone()),
            // Plays the first or last legal action as long as the game is in this phase.
            ["first", "in", "phase", phase] | ["last", "in", "phase", phase] => {
                while G::fields(&self.state)["phase"] == phase {
                    let mut legal = self.legal();
                    let place = if words[0] == "first" {
                        0
                    } else {
                        legal.len() - 1
                    };
                    self.carry_out(&legal.swap_remove(place));
                    G::check(self);
                }
            }
            ["last"] => self.carry_out(&self.legal().pop().ok_or("no action")?),
            // Plays actions that start with one of these words as long as there are any and the seat is to move.
            ["repeat", ..] => {
                let (seat, starts) = (self.to_move(), &item["repeat ".len()..]);
                let fits =
                    |legal: &String| starts.split(" | ").any(|start| legal.starts_with(start));
                while self.to_move() == seat
                    && let Some(next) = self.legal().into_iter().find(fits)
                {
                    self.carry_out(&next);
                    G::check(self);
                }
            }
            _ if G::when(self, item) => {}
            _ => self.carry_out(item),
        }
        G::check(self);
        Ok(())
    }

    fn holds(&mut self, item: &str, seat: usize) -> Result<Option<bool>, String> {
        let quoted: Vec<&str> = item.split('"').collect();
        let words: Vec<&str> = item.split_whitespace().collect();
        Ok(Some(match words[..] {
            ["phase", ref phase @ ..] => G::fields(&self.state)["phase"] == phase.join("_"),
            ["events", kind, number] => self.events_of(kind) == count(number)?,
            ["event", ref event @ ..] => self.events_of(&event.join(" ")) > 0,
            ["capped"] => self.game.capped(&self.state),
            ["rejects", ref rest @ ..] => {
                let rest = rest.join(" ");
                let (options, hint) = rest.split_once(": ").ok_or("options: hint")?;
                let options: Vec<&str> = options.split(' ').collect();
                let error = G::rejection(self.game.seats(), &options);
                match error.contains(hint) {
                    true => true,
                    false => return Err(error),
                }
            }
            ["reads", "everything"] => {
                self.game.describe(&self.state, Some(seat)) == self.game.describe(&self.state, None)
            }
            ["sees", "everything"] => {
                self.game.position(&self.state, Some(seat)) == self.game.position(&self.state, None)
            }
            // A part of the description that the seat, or a spectator who sees everything, reads.
            ["reads", ..] | ["all", "is", "described", "as", ..] => {
                let observer = (words[0] == "reads").then_some(seat);
                let text = self.game.describe(&self.state, observer);
                text.split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
                    .contains(quoted[1])
            }
            ["explains", ..] => match self.explained(quoted[1]) {
                text if text == quoted[3] => true,
                text => return Err(text),
            },
            // A feature of the seat with this value, such as `2/5`, or with any value except 0.
            ["input", ..] => {
                let mut names = self.game.input_names().iter();
                let number = names
                    .position(|name| name == quoted[1])
                    .ok_or("no such input")?;
                let mut inputs = inputs_of(&self.game, &self.state, seat).into_iter();
                let input = inputs.find(|input| usize::from(input.0) == number);
                let found = input.map_or(0.0, |(_, value)| f32::from_bits(value));
                let value = quoted[2].trim();
                let (part, of) = value.split_once('/').unwrap_or((value, "1"));
                match value.is_empty() {
                    true => found != 0.0,
                    false if found == f32::from(small(part)?) / f32::from(small(of)?) => true,
                    false => return Err(format!("found {found}")),
                }
            }
            // Newly dealt games with these options have different features.
            ["inputs", "with", ref options @ ..] => {
                let inputs = |options: &[&str]| {
                    let dealt = G::begin(self.game.seats(), options, "dealt").expect("a stage");
                    inputs_of(&dealt.game, &dealt.state, 0)
                };
                let mut lists = options.split(|word| *word == "unlike").map(inputs);
                lists.next() != lists.next()
            }
            // An entry of the catalog, with a part of its kind, name and text.
            ["component", ..] => {
                let catalog = self.game.catalog();
                let component = catalog.iter().find(|component| component.id == quoted[1]);
                let text = component
                    .map(|found| format!("{}, {}: {}", found.kind, found.name, found.text));
                text.is_some_and(|text| text.contains(quoted.get(3).unwrap_or(&"")))
            }
            // The last event that no move describes.
            ["narrates", ..] => match narration(self).pop() {
                Some(text) if text == quoted[1] => true,
                text => return Err(format!("found {text:?}")),
            },
            // A part of the view of the seat, or of all information.
            ["sees", path, ..] | ["all", "information", path, ..] => {
                let observer = (words[0] == "sees").then_some(seat);
                let view = self.game.position(&self.state, observer);
                let found = path.split('.').fold(&view, member);
                let json = item
                    .split_once(&format!("{path} "))
                    .ok_or("a path and a value")?
                    .1;
                let wanted: Value =
                    serde_json::from_str(json).map_err(|error| error.to_string())?;
                match *found == wanted {
                    true => true,
                    false => return Err(found.to_string()),
                }
            }
            _ => return G::holds(self, &words, seat),
        }))
    }

    fn value(&self, name: &str, seat: usize) -> Option<Vec<i64>> {
        let words: Vec<&str> = name.split(' ').collect();
        if let Some(values) = G::value(self, &words, seat) {
            return Some(values);
        }
        Some(match words[..] {
            ["score"] => vec![self.game.score(&self.state, seat).into()],
            ["vp", category] => vec![self.points(seat, category).into()],
            ["narrated", "events"] => vec![narration(self).len() as i64],
            ["choices", ref start @ ..] => vec![with(&self.legal(), &start.join(" ")).len() as i64],
            ["ranks"] => self
                .game
                .ranks(&self.state)
                .into_iter()
                .map(i64::from)
                .collect(),
            ["turns", "begun"] => vec![self.game.turns(&self.state, seat).into()],
            _ => {
                let mut fields = G::fields(&self.state);
                match field(&mut fields, seat, name)? {
                    Value::Array(list) => list.iter().map(number).collect::<Option<_>>()?,
                    value => vec![number(value)?],
                }
            }
        })
    }

    fn set(&mut self, name: &str, seat: usize, values: &[i64]) -> bool {
        let mut fields = G::fields(&self.state);
        let Some(found) = field(&mut fields, seat, name) else {
            return false;
        };
        *found = match found {
            Value::Array(_) => values.into(),
            Value::Bool(_) => (values[0] != 0).into(),
            _ => values[0].into(),
        };
        self.state = G::from_fields(fields);
        true
    }

    fn state(&mut self) -> &mut G::State {
        &mut self.state
    }

    fn seats(&self) -> usize {
        G::owners(&self.game)
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn to_move(&self) -> usize {
        self.to_move()
    }
}

/// Returns the texts of the events that no move describes.
fn narration<G: Game>(table: &Table<G>) -> Vec<String> {
    let events = table.events.iter();
    events
        .filter_map(|event| table.game.event_words(event))
        .collect()
}

/// Returns the field of the seat, or of the state, with this name.
fn field<'a>(fields: &'a mut Value, seat: usize, name: &str) -> Option<&'a mut Value> {
    let key = name.replace(' ', "_");
    let of_seat = fields["players"][seat].get(&key).is_some();
    match of_seat {
        true => fields["players"][seat].get_mut(&key),
        false => fields.get_mut(&key),
    }
}

/// Returns the value of a key of an object, or the element of a list with this number, id or pair of sites.
fn member<'a>(value: &'a Value, key: &str) -> &'a Value {
    let Some(list) = value.as_array() else {
        return &value[key];
    };
    let sites = Value::from(key.split('-').collect::<Vec<_>>());
    let is = |element: &&Value| element["id"] == key || element["sites"] == sites;
    match key.parse::<usize>() {
        Ok(index) => &value[index - 1],
        Err(_) => list.iter().find(is).unwrap_or(&Value::Null),
    }
}

fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_bool().map(i64::from))
}
