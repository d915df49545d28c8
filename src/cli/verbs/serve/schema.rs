//! JSON Schema of all messages, generated from the types of the messages.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::answer::{
    Answered, Batch, Choice, Components, Games, Hello, Inputs, Legal, Mistake, Nothing,
    Observation, Scores, Standing, State, Status, WaitingDeal,
};
use super::request::Asked;
use portolan_core::setup::GameEntry;
use portolan_core::view::close;
use portolan_core::wire_protocol::{
    Numbered, PROTOCOL, ProgramChoice, ProgramGame, ProgramHello, ProgramOver, ProgramQuit,
};

/// Adds the definition of a message to the schema.
type Define = fn(&mut SchemaGenerator) -> Value;

fn message<M: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    M::json_schema(generator).into()
}

/// All messages by definition name: the answers of `portolan serve`, and the messages to a program that plays as a
/// bot.
const MESSAGES: &[(&str, Define)] = &[
    ("answer-to-apply", message::<Answered<Status>>),
    ("answer-to-batch", message::<Answered<Batch>>),
    ("answer-to-choose", message::<Answered<Choice>>),
    ("answer-to-clone", message::<Answered<Status>>),
    ("answer-to-close", message::<Answered<Nothing>>),
    ("answer-to-components", message::<Answered<Components>>),
    ("answer-to-determinize", message::<Answered<Status>>),
    ("answer-to-draw", message::<Answered<Standing>>),
    ("answer-to-games", message::<Answered<Games>>),
    ("answer-to-hello", message::<Answered<Hello>>),
    ("answer-to-inputs", message::<Answered<Inputs>>),
    ("answer-to-legal", message::<Answered<Legal>>),
    ("answer-to-new", message::<Answered<Standing>>),
    ("answer-to-observe", message::<Answered<Observation>>),
    ("answer-to-quit", message::<Answered<Nothing>>),
    ("answer-to-scores", message::<Answered<Scores>>),
    ("answer-to-state", message::<Answered<State>>),
    ("answer-to-undo", message::<Answered<Status>>),
    ("mistake", message::<Mistake>),
    ("program-hears-choose", message::<Numbered<ProgramChoice>>),
    ("program-hears-hello", message::<Numbered<ProgramHello>>),
    (
        "program-hears-new",
        message::<Numbered<ProgramGame<'static>>>,
    ),
    ("program-hears-over", message::<Numbered<ProgramOver>>),
    ("program-hears-quit", message::<ProgramQuit>),
    ("waiting-deal", message::<Answered<WaitingDeal>>),
];

/// Returns the schema of all messages as JSON, with the positions of these games.
pub fn text(games: &[&GameEntry]) -> String {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let mut definitions = Map::new();
    for (name, define) in MESSAGES {
        definitions.insert(name.to_string(), define(&mut generator));
    }
    definitions.extend(generator.take_definitions(true));
    let mut requests = SchemaSettings::draft2020_12().into_generator();
    definitions.insert("request".to_string(), message::<Asked>(&mut requests));
    definitions.extend(requests.take_definitions(true));
    for definition in definitions.values_mut() {
        close(definition, true);
    }
    let mut kinds = Vec::new();
    for game in games {
        // A separate schema resource, so that its references are local.
        let id = format!("position-of-{}", game.name);
        let mut position = (game.position)();
        position["$id"] = json!(id);
        kinds.push(json!({ "$ref": id }));
        definitions.insert(id, position);
    }
    definitions.insert("position".to_string(), json!({ "anyOf": kinds }));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Messages of portolan, protocol {PROTOCOL}"),
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}
