//! Positions as data: they contain exactly the information known to the observer, their keys agree with the schema,
//! and `docs/reference/positions.md` contains the descriptions of the schema.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::contract::any;
use crate::contract::observation::inputs_of;
use crate::keys::tables;
use crate::schema::Schema;
use crate::table::setup;
use portolan::game::{Game, Seat};
use portolan::games::{GAMES, GameEntry, GameSetup, Visitor, open};
use portolan::random::{Streams, stream};
use serde_json::Value;

/// Game with positions as data, and the setups in which it is tested.
struct Telling {
    game: &'static str,
    /// True if there is hidden information.
    hides: bool,
    /// True if players have cards in hand.
    cards: bool,
    /// Options for every number of players.
    options: &'static [&'static str],
    /// Further numbers of players and options.
    more: &'static [(usize, &'static [&'static str])],
}

const TELLING: &[Telling] = &[
    Telling {
        game: "maracaibo",
        hides: true,
        cards: true,
        options: &[],
        more: &[
            (1, &["jean_deck=3A3B1C", "legacy=L1,L4,L7,L10,L11,L13"]),
            (1, &["jean_cards=A1+B2+C4", "scenario=77"]),
            (2, &["scenario=76", "hand_limit=8"]),
            (2, &["legacy=L2,L3,L5,L6,L9,L16,L20,L25", "prestige=open"]),
            (
                3,
                &[
                    "scenario=77",
                    "cp_before_combat=combat",
                    "combat_actions=turn",
                ],
            ),
            (
                3,
                &[
                    "scenario=campaign",
                    "story=9+12",
                    "c_cards=90+91",
                    "legacy=L6,L21",
                ],
            ),
            (4, &["legacy=L1,L8,L12,L14,L15,L17,L18", "hand_limit=1"]),
            // Rich seats can buy the most expensive cards.
            (4, &["start_doubloons=30"]),
            (2, &["start_doubloons=30"]),
        ],
    },
    Telling {
        game: "puerto_rico",
        hides: false,
        cards: false,
        options: &[],
        more: &[(3, &["profile=tag"]), (4, &["optional_bonuses=all"])],
    },
    Telling {
        game: "endeavor",
        hides: false,
        cards: true,
        options: &[],
        more: &[
            (2, &["silent_fleets=on", "restricted_occupation=on"]),
            (2, &["silent_fleets=on", "scarce_buildings=on", "side=B"]),
            (4, &["limit_read=once"]),
        ],
    },
    Telling {
        game: "cartagena",
        hides: true,
        cards: true,
        options: &["turn_cap=25"],
        more: &[
            (
                3,
                &["turn_cap=25", "story=tortuga", "modules=black-magician"],
            ),
            (
                3,
                &[
                    "turn_cap=40",
                    "story=full-escape",
                    "modules=morgan,hindrance,black-magician",
                    "pirates=4",
                ],
            ),
            (
                4,
                &[
                    "turn_cap=40",
                    "modules=hindrance,black-magician",
                    "parrot_power=on",
                ],
            ),
            // A game that has a winner.
            (2, &["strips=4", "pirates=4", "turn_cap=1000"]),
        ],
    },
];

impl Telling {
    fn entry(&self) -> &'static GameEntry {
        let entry = GAMES.iter().find(|entry| entry.name == self.game);
        entry.expect("the game is in the registry")
    }

    /// Returns all tested setups.
    fn setups(&self) -> Vec<GameSetup> {
        let entry = self.entry();
        let each = entry.players.clone();
        let each = each.map(|players| setup(entry, players, self.options));
        let more = self.more.iter();
        let more = more.map(|(players, options)| setup(entry, *players, options));
        each.chain(more).collect()
    }
}

/// Plays a random game and calls `show` for every `step`-th position and for the last one.
fn play<G: Game>(game: &G, seed: u64, step: u64, mut show: impl FnMut(&G::State, u64)) {
    let (mut chance, mut moves) = (Streams::new(seed), stream(seed, &[1]));
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    for ply in 0.. {
        game.legal_actions(&state, &mut actions);
        if actions.is_empty() || ply % step == 0 {
            show(&state, ply);
        }
        if actions.is_empty() {
            return;
        }
        let action = any(&actions, &mut moves);
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Numbers of comparisons.
#[derive(Default)]
struct Compared {
    worlds: usize,
    /// Determinizations that differ from the current state.
    other_worlds: usize,
    /// Positions followed by one with other features for the same seat.
    changes: usize,
    cards: usize,
}

/// Checks that the positions of a game contain the information known to the seats.
struct Knowing<'a> {
    seed: u64,
    step: u64,
    compared: &'a mut Compared,
}

impl Visitor for Knowing<'_> {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let Knowing {
            seed,
            step,
            compared,
        } = self;
        let mut told: Vec<Told> = vec![Told::default(); game.seats()];
        play(&game, seed, step, |state, ply| {
            check_shape(&game, state, &game.position(state, None));
            // The seats take turns as observers of the whole game.
            let seat = (ply / step) as usize % game.seats();
            let position = game.position(state, Some(seat));
            check_shape(&game, state, &position);
            let mut world = state.clone();
            let mut rng = stream(seed, &[2, ply, seat as u64]);
            game.determinize(&mut world, seat, &mut rng);
            compared.worlds += 1;
            compared.other_worlds += usize::from(world != *state);
            let imagined = game.position(&world, Some(seat));
            assert_eq!(
                imagined, position,
                "seat {seat} is told what it cannot know"
            );
            compared.cards += check_cards(&game.describe(state, Some(seat)), &position);
            let inputs = inputs_of(&game, state, seat);
            compared.changes += usize::from(told[seat].take(inputs, position.to_string()));
        });
    }
}

/// Views of one seat in a game.
#[derive(Clone, Default)]
struct Told {
    inputs: BTreeMap<String, Vec<(u16, u32)>>,
    last: Vec<(u16, u32)>,
}

impl Told {
    /// Asserts that two positions with different features have different data. Returns true if the features have
    /// changed.
    fn take(&mut self, inputs: Vec<(u16, u32)>, position: String) -> bool {
        let before = self.inputs.get(&position).unwrap_or(&inputs);
        assert_eq!(*before, inputs, "inputs differ, but not {position}");
        let changed = inputs != self.last;
        self.last.clone_from(&inputs);
        self.inputs.insert(position, inputs);
        changed
    }
}

/// Checks the common structure of all games.
fn check_shape<G: Game>(game: &G, state: &G::State, position: &Value) {
    assert!(position["phase"].is_string(), "{position}");
    assert_eq!(position["round"], game.round(state));
    assert!(position["turn"].is_u64(), "{position}");
    let active = game.to_move(state).map(|seat| seat + 1);
    assert_eq!(position["active"], serde_json::json!(active));
    assert!(position["board"].is_object() && position["supplies"].is_object());
    let players = position["players"].as_array().expect("a list");
    assert_eq!(players.len(), game.seats());
    for (seat, player) in players.iter().enumerate() {
        assert_eq!(player["seat"], seat + 1);
        assert_eq!(player["score"], game.score(state, seat));
    }
}

/// Asserts that the known cards of each seat are listed below that seat in the description, by id or name. Returns the
/// number of cards.
fn check_cards(prose: &str, position: &Value) -> usize {
    let mut found = 0;
    for player in position["players"].as_array().expect("a list") {
        let heading = format!("  seat {}:", player["seat"]);
        let lines = prose.lines().skip_while(|line| !line.starts_with(&heading));
        let lines: Vec<&str> = lines
            .skip(1)
            .take_while(|line| line.starts_with("    "))
            .collect();
        let below = lines.join("\n");
        for names in cards_of(player) {
            let stands = names.iter().any(|name| has_word(&below, name));
            assert!(stands, "{names:?} is not below {heading} in\n{prose}");
            found += 1;
        }
    }
    found
}

/// Returns the possible names of each known card of a player: its kind, or its id and name.
fn cards_of(player: &Value) -> Vec<Vec<String>> {
    let mut cards = Vec::new();
    for key in ["hand", "cards", "known_cards"] {
        match &player[key] {
            Value::Object(kinds) => cards.extend(kinds.keys().map(|kind| vec![kind.clone()])),
            Value::Array(list) => cards.extend(list.iter().map(|card| {
                let names = [&card["id"], &card["name"]].into_iter();
                names
                    .map(|name| name.as_str().expect("a text").to_string())
                    .collect()
            })),
            Value::Null => {}
            other => panic!("{key}: {other}"),
        }
    }
    cards
}

/// Returns true if a text contains these words as whole words.
fn has_word(text: &str, words: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(words).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn a_seat_knows(step: u64) {
    for telling in TELLING {
        let mut compared = Compared::default();
        let setups = telling.setups();
        for (index, setup) in setups.iter().enumerate() {
            let knowing = Knowing {
                seed: index as u64,
                step,
                compared: &mut compared,
            };
            open(setup, knowing).unwrap();
        }
        let game = telling.game;
        assert_eq!(compared.other_worlds > 0, telling.hides, "{game}");
        // Almost every move changes the information of every seat.
        let (changes, worlds) = (compared.changes, compared.worlds);
        assert!(2 * changes > worlds, "{game}: {changes} of {worlds}");
        assert!(
            compared.changes * step as usize > 100 * setups.len(),
            "{game}: {}",
            compared.changes
        );
        let cards = compared.cards;
        assert_eq!(
            cards * step as usize > 500,
            telling.cards,
            "{game}: {cards}"
        );
    }
}

#[test]
fn views_contain_exactly_the_knowledge_of_the_seat() {
    a_seat_knows(5);
}

/// Returns the first position of a game.
struct FirstPosition;

impl Visitor for FirstPosition {
    type Out = Value;

    fn visit<G: Game>(self, game: G) -> Value {
        game.position(&game.new_state(&mut Streams::new(1), &mut ()), None)
    }
}

/// A game that adds positions as data must be added to the tests.
#[test]
fn every_game_with_positions_as_data_is_tested() {
    for entry in GAMES {
        let listed = TELLING.iter().any(|telling| telling.game == entry.name);
        let position = open(&setup(entry, 2, &[]), FirstPosition).unwrap();
        let keys = position.as_object().expect("an object").len();
        assert_eq!(keys > 0, listed, "{}", entry.name);
    }
}

/// Asserts that a fully informed observer can distinguish all positions that some seat can distinguish.
struct Everything {
    seed: u64,
    step: u64,
}

impl Visitor for Everything {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut told = Told::default();
        let mut changes = 0;
        play(&game, self.seed, self.step, |state, _| {
            let inputs = (0..game.seats()).flat_map(|seat| inputs_of(&game, state, seat));
            let position = game.position(state, None).to_string();
            changes += usize::from(told.take(inputs.collect(), position));
        });
        changes
    }
}

fn everything_is_told(step: u64) {
    for telling in TELLING {
        for (index, setup) in telling.setups().iter().enumerate() {
            let seed = 100 + index as u64;
            let changes = open(setup, Everything { seed, step }).unwrap();
            assert!(changes * step as usize > 40, "{}: {changes}", telling.game);
        }
    }
}

/// Collects all keys of the positions of a random game, for alternating seats and for a fully informed observer. Some
/// positions are checked against the schema.
struct Keys<'a> {
    seed: u64,
    step: u64,
    schema: &'a mut Schema,
}

/// Number of moves between two positions that are checked against the schema.
const PLIES_APART: u64 = 11;

impl Visitor for Keys<'_> {
    type Out = BTreeSet<String>;

    fn visit<G: Game>(self, game: G) -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        play(&game, self.seed, self.step, |state, ply| {
            for observer in [Some(ply as Seat % game.seats()), None] {
                let position = game.position(state, observer);
                collect_keys(&position, &mut keys);
                if (ply / self.step).is_multiple_of(PLIES_APART) {
                    self.schema.holds("", &position);
                }
            }
        });
        keys
    }
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                keys.insert(key.clone());
                collect_keys(value, keys);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect_keys(value, keys)),
        _ => {}
    }
}

/// Keys that random games rarely reach. Separate tests of the games have positions with these keys.
const RARE: &[&str] = &[
    "casualties_of",
    "full",
    "income_for_each",
    "shows",
    "goods",
    "effect",
    "category",
    "choices",
    "votes",
    "story_card",
];

/// `PORTOLAN_BLESS=1` updates the files.
#[test]
fn schema_files_agree_with_the_types_of_positions() {
    for (game, schema) in portolan::games::position_schemas() {
        let path = format!(
            "{}/src/games/{game}/view/schema.json",
            env!("CARGO_MANIFEST_DIR")
        );
        if std::env::var_os("PORTOLAN_BLESS").is_some() {
            std::fs::write(&path, format!("{schema}\n")).unwrap();
        }
        let written: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert!(
            written == schema,
            "PORTOLAN_BLESS=1 writes {path}; then build again"
        );
    }
}

/// Asserts that all positions agree with the schema, and that every key of the schema occurs.
fn keys_are_those_of_the_schema(games: u64, step: u64) {
    for telling in TELLING {
        let game = telling.game;
        let position = (telling.entry().position)();
        let mut schema = Schema::of(&position);
        let mut keys = BTreeSet::new();
        for (index, setup) in telling.setups().iter().enumerate() {
            for game in 0..games {
                let seed = 200 + 100 * index as u64 + game;
                let schema = &mut schema;
                keys.append(&mut open(setup, Keys { seed, step, schema }).unwrap());
            }
        }
        let mut named = BTreeSet::new();
        collect_named(&position, &mut named);
        assert!(named.len() > 20, "{game}: {named:?}");
        named.retain(|key| !RARE.contains(key) && !keys.contains(*key));
        assert!(named.is_empty(), "{game}: no position has {named:?}");
    }
}

#[test]
fn positions_match_their_schema() {
    keys_are_those_of_the_schema(1, 2);
}

#[test]
fn full_view_contains_the_knowledge_of_every_seat() {
    everything_is_told(5);
}

#[test]
#[ignore = "nightly: every position of two games at every table"]
fn every_position_matches_its_schema_and_knowledge() {
    a_seat_knows(1);
    everything_is_told(1);
    keys_are_those_of_the_schema(2, 1);
}

/// Collects the keys of a schema.
fn collect_named<'a>(schema: &'a Value, named: &mut BTreeSet<&'a str>) {
    if let Some(properties) = schema["properties"].as_object() {
        named.extend(properties.keys().map(String::as_str));
    }
    match schema {
        Value::Object(keys) => keys.values().for_each(|part| collect_named(part, named)),
        Value::Array(parts) => parts.iter().for_each(|part| collect_named(part, named)),
        _ => {}
    }
}

/// The tables of the page equal the tables generated from the schemas. `PORTOLAN_BLESS=1` updates them.
#[test]
fn docs_describe_every_key() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/positions.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut sections = page.split("\n## ");
    let mut wanted = sections.next().unwrap().to_string();
    for section in sections {
        let heading = section.lines().next().unwrap();
        let of_heading = |entry: &&&GameEntry| {
            entry.title == heading || entry.title.starts_with(&format!("{heading}:"))
        };
        let entry = GAMES.iter().find(of_heading);
        let entry = entry.unwrap_or_else(|| panic!("{heading} is no game"));
        // The text before the tables is written by hand.
        let by_hand = section.split("\n| in |").next().unwrap().trim_end();
        wanted += &format!("\n## {by_hand}\n\n{}", tables(&(entry.position)()));
    }
    assert_eq!(page.matches("\n## ").count(), TELLING.len());
    if std::env::var_os("PORTOLAN_BLESS").is_some() {
        std::fs::write(&path, wanted).unwrap();
    } else {
        assert!(page == wanted, "PORTOLAN_BLESS=1 writes {}", path.display());
    }
}
