//! Texts state the rules in play: every option changes the text of a component, position, move or event, or is listed with
//! the reason why no text depends on it.

use std::collections::BTreeMap;

use portolan::game::{Event, Game, Phrase};
use portolan::games::{GAMES, OptionSpec, SetUpsVisitor, open_all};
use portolan::random::{Streams, below, stream};

use crate::table::setup;

/// Names of options or their values.
type Names = &'static [&'static str];

/// Options on which no text depends, by game, with the reason.
#[rustfmt::skip]
const NOT_IN_TEXTS: &[(&str, Names, &str)] = &[
    ("maracaibo", &["story_deck"], "the cards of the story deck are hidden"),
    ("maracaibo", &["skipped_assistants", "assistant_vp_round4", "interim_assistants"], "no text states the VP of unused assistants"),
    ("puerto_rico", &["round_cap"], "the cap stops games in studies that would not end by the rules"),
    ("puerto_rico", &["tie_break"], "no text states how equal scores are ranked"),
    ("endeavor", &["restricted_occupation", "react_to_tokens", "reaction_choice"], "no text states which reactions the silent fleets may choose"),
    ("endeavor", &["scarce_buildings"], "the decision that it adds has its own text"),
    ("endeavor", &["build_fallback"], "no text states what a player may build without a tile of the level"),
    ("cartagena", &["turn_cap"], "the cap stops games in studies that would not end by the rules"),
];

/// Number of players, other options and tested values for options that need special settings, by game. The defaults are the
/// maximum number of players, no other options, and all words or both ends of the range that the option accepts.
#[rustfmt::skip]
const SETTINGS: &[(&str, Names, usize, Names, Names)] = &[
    ("maracaibo", &["legacy"], 4, &[], &["L1"]),
    ("maracaibo", &["story"], 4, &["scenario=campaign"], &["2"]),
    ("maracaibo", &["story_deck"], 4, &["scenario=campaign"], &["none"]),
    ("maracaibo", &["c_cards"], 4, &["scenario=campaign"], &["90"]),
    ("maracaibo", &["level"], 1, &[], &["very-hard"]),
    ("maracaibo", &["jean_deck"], 1, &[], &["1A"]),
    ("maracaibo", &["jean_cards"], 1, &[], &["A1"]),
    ("maracaibo", &["jean_explorer_quest"], 1, &[], &["end"]),
    ("puerto_rico", &["costs"], 5, &[], &["hacienda:9"]),
    ("endeavor", &["side"], 5, &[], &["A"]),
    ("endeavor", &["silent_fleets"], 2, &[], &["on"]),
    ("endeavor", &["restricted_occupation", "scarce_buildings"], 2, &["silent_fleets=on"], &["on"]),
    ("endeavor", &["react_to_tokens"], 2, &["silent_fleets=on"], &["off"]),
    ("endeavor", &["reaction_choice"], 2, &["silent_fleets=on"], &["effective"]),
    ("endeavor", &["barred"], 5, &[], &["shipyard", "slavery"]),
    ("endeavor", &["barred_for"], 5, &["barred=shipyard,slavery"], &["1"]),
    ("cartagena", &["strips"], 5, &[], &["5"]),
    ("cartagena", &["modules"], 5, &[], &["morgan", "hindrance", "black-magician"]),
    ("cartagena", &["sail_back_counts_jail"], 5, &["story=full-escape"], &["off"]),
    ("cartagena", &["sail_out_needs_own_aboard"], 5, &["story=full-escape"], &["on"]),
    ("cartagena", &["morgan_jail"], 5, &["modules=morgan"], &["off"]),
    ("cartagena", &["hook_pair"], 5, &["modules=black-magician"], &["mixed"]),
    ("cartagena", &["parrot_power"], 5, &["modules=black-magician"], &["on"]),
    ("cartagena", &["powers"], 5, &["modules=black-magician"], &["none", "rum"]),
    ("cartagena", &["powers_for"], 5, &["modules=black-magician", "powers=none"], &["1"]),
];

/// Number of random games in which texts are compared, and number of decisions between compared positions.
const SEEDS: u64 = 2;
const STEP: usize = 10;

/// Returns the words, or the ends of the range, that an option accepts, without the default.
fn values(option: &OptionSpec) -> Vec<String> {
    let accepts = option.accepts.replace(" or ", ", ").replace(" to ", ", ");
    let default = option.default.split(';').next();
    let values = accepts.split(", ").filter(|value| Some(*value) != default);
    values.map(str::to_string).collect()
}

/// Finds a text that differs between two games.
struct Difference;

impl SetUpsVisitor for Difference {
    type Out = Option<String>;

    fn visit<G: Game>(self, games: Vec<G>) -> Option<String> {
        of_components(&games)
            .or_else(|| at_the_start(&games))
            .or_else(|| (0..SEEDS).find_map(|seed| in_play(&games, &games[0], seed)))
            .or_else(|| (0..SEEDS).find_map(|seed| in_play(&games, &games[1], seed)))
    }
}

/// Returns the first line that only the changed text contains, or `None` if the texts are equal.
fn unequal(texts: [String; 2]) -> Option<String> {
    let [usual, changed] = &texts;
    let mut new = changed.lines().filter(|line| !usual.contains(line));
    (usual != changed).then(|| new.next().unwrap_or("a text is missing").to_string())
}

fn of_components<G: Game>(games: &[G]) -> Option<String> {
    let texts = [0, 1].map(|game| {
        let components = games[game].catalog().into_iter();
        let lines = components.map(|one| format!("{} {}: {}\n", one.kind, one.id, one.text));
        lines.collect::<String>()
    });
    unequal(texts)
}

/// Compares the starting positions of the same deal.
fn at_the_start<G: Game>(games: &[G]) -> Option<String> {
    unequal([0, 1].map(|game| {
        let state = games[game].new_state(&mut Streams::new(0), &mut ());
        games[game].describe(&state, None)
    }))
}

/// Compares the texts that both games write for the positions, moves and events of a random game.
fn in_play<G: Game>(games: &[G], played: &G, seed: u64) -> Option<String> {
    let (mut chance, mut moves) = (Streams::new(seed), stream(seed, &[1]));
    let mut events: Vec<Event> = Vec::new();
    let mut state = played.new_state(&mut chance, &mut events);
    let mut legal = Vec::new();
    for decision in 0.. {
        let observers: &[Option<usize>] = if decision % STEP == 0 {
            &[None, Some(0)]
        } else {
            &[]
        };
        let positions = observers.iter().find_map(|&observer| {
            unequal([0, 1].map(|game| {
                let picture = format!("{:#?}", games[game].picture(&state, observer));
                games[game].describe(&state, observer) + &picture
            }))
        });
        let words = std::mem::take(&mut events).into_iter().find_map(|event| {
            unequal([0, 1].map(|game| format!("{:?}", games[game].event_words(&event))))
        });
        if let Some(difference) = positions.or(words) {
            return Some(difference);
        }
        played.to_move(&state)?;
        let texts = [0, 1].map(|game| explanations(&games[game], &state));
        let mut both = texts[0]
            .iter()
            .filter_map(|(notation, usual)| Some((usual, texts[1].get(notation)?)));
        if let Some((_, changed)) = both.find(|(usual, changed)| usual != changed) {
            return Some(changed.clone());
        }
        played.legal_actions(&state, &mut legal);
        let action = legal[below(&mut moves, legal.len() as u32) as usize];
        played.apply(&mut state, action, &mut chance, &mut events);
    }
    None
}

/// Returns the effects of the legal moves, by notation.
fn explanations<G: Game>(game: &G, state: &G::State) -> BTreeMap<String, String> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let explained = legal.into_iter().map(|action| {
        let mut phrase = Phrase::default();
        game.phrase(state, action, &mut phrase);
        (phrase.notation(), phrase.effect_words().to_string())
    });
    explained.collect()
}

#[test]
fn every_option_changes_a_text_or_is_listed() {
    let mut problems = Vec::new();
    let mut unused: Vec<(&str, &str)> = Vec::new();
    for (game, names, _) in NOT_IN_TEXTS {
        unused.extend(names.iter().map(|name| (*game, *name)));
    }
    for entry in GAMES {
        for option in entry.options {
            let is_this =
                |game: &str, names: &[&str]| game == entry.name && names.contains(&option.name);
            let row = SETTINGS.iter().find(|row| is_this(row.0, row.1));
            let (players, others, values) = match row {
                Some(row) => (
                    row.2,
                    row.3,
                    row.4.iter().map(|value| value.to_string()).collect(),
                ),
                None => (*entry.players.end(), &[][..], values(option)),
            };
            let reason = NOT_IN_TEXTS.iter().find(|row| is_this(row.0, row.1));
            unused.retain(|(game, name)| !is_this(game, &[name]));
            assert!(!values.is_empty(), "{} has no other value", option.name);
            for value in values {
                let set = format!("{}={value}", option.name);
                let changed = [others, &[set.as_str()]].concat();
                let setups = [others, &changed].map(|options| setup(entry, players, options));
                let found = open_all(&setups, Difference);
                let found = found.unwrap_or_else(|error| panic!("{set}: {error}"));
                problems.extend(match (found, reason) {
                    (None, None) => Some(format!("{} {set} changes no text", entry.name)),
                    (Some(text), Some((.., reason))) => Some(format!(
                        "{} {set} ({reason}) changes a text: {text}",
                        entry.name
                    )),
                    _ => None,
                });
            }
        }
    }
    assert!(unused.is_empty(), "unknown options: {unused:?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
