//! Narration of events without a move of a player, without secrets.

use portolan::game::Event;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::random::{Streams, stream};

use crate::describing::TABLES;
use crate::eager::{Temper, choose};
use crate::jean_support::solo;
use crate::support::rules;

/// M-24.3 to M-24.7: Ship, card, disc or display card, explorer and combat.
#[test]
fn narration_lists_each_step_of_jeans_turn() {
    let mut table = solo(&[]);
    table.events.clear();
    table.jean_ship("0").last_token("7").jean_turn("B6");
    assert_eq!(
        table.told(),
        [
            "Jean sails to 5 Santo Domingo",
            "Jean's card is B6: combat for 3 influence; 2 VP",
            "Jean puts a disc on the market of 5 Santo Domingo",
            "Jean puts a marker of France on 1 Santiago",
            "Jean fights for France with combat token 7",
        ]
    );
    table.events.clear();
    table.market_full("11").jean_ship("5").jean_turn("A1");
    let told = table.told();
    assert_eq!(
        told[..2],
        [
            "Jean sails to 11 Maracaibo",
            "Jean's card is A1: explores 2"
        ]
    );
    let taken = told[2].strip_prefix("Jean takes ");
    let card = taken.and_then(|rest| rest.strip_suffix(" from the display"));
    let is_name = |card: &str| !card.contains(char::is_numeric);
    assert!(card.is_some_and(is_name), "{told:?}");
    assert_eq!(told[3], "Jean's explorer goes to 2");
}

/// M-24.4: A quest ends Jean's turn, and her card has no effect.
#[test]
fn narration_reports_a_quest_taken_by_jean() {
    let mut table = solo(&[]);
    table.events.clear();
    table.lay_quest("15", "1").jean_ship("11").jean_turn("A5");
    assert_eq!(
        table.told(),
        [
            "Jean sails to 15 Portobelo",
            "Jean's card was A5: the quest there ends her turn",
            "Jean takes quest 1",
        ]
    );
}

/// Events that a move describes, or that are secret, have no narration; all events of Jean have
/// one.
#[test]
fn narration_covers_only_public_events() {
    const SILENT: [&str; 8] = [
        "dealt",
        "kept",
        "planned",
        "drawn",
        "discarded",
        "used_good",
        "used_object",
        "career",
    ];
    let mut income = 0;
    for (players, options) in TABLES {
        let game = rules(players, options);
        let (mut chance, mut moves) = (Streams::new(2), stream(2, &[9]));
        let mut events: Vec<Event> = Vec::new();
        let mut state = game.new_state(&mut chance, &mut events);
        let mut actions = Vec::new();
        while game.to_move(&state).is_some() {
            game.legal_actions(&state, &mut actions);
            let action = choose(Temper::Eager, &actions, &mut moves);
            game.apply(&mut state, action, &mut chance, &mut events);
        }
        for event in &events {
            let kind = Maracaibo::EVENT_KINDS[usize::from(event.kind)];
            let words = game.event_words(event);
            assert!(
                !SILENT.contains(&kind) || words.is_none(),
                "{kind}: {words:?}"
            );
            assert!(!kind.starts_with("jean_") || words.is_some(), "{kind}");
            assert_eq!(
                words.is_some(),
                words.is_some_and(|words| !words.contains('\n'))
            );
            income += usize::from(kind == "scored");
        }
        assert!(
            events
                .iter()
                .any(|event| Maracaibo::EVENT_KINDS[usize::from(event.kind)] == "revealed")
        );
    }
    assert!(income > 50, "{income}");
}
