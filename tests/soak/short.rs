//! The soak in short, so that it stays sound.

use std::collections::{BTreeMap, BTreeSet};

use portolan::games::{GAMES, Visitor, open};

use crate::games::{Games, Plan};
use crate::settings::SEED;
use crate::units::Session;

/// Somewhat more than a second of the soak of games.
#[test]
fn random_games_of_random_rules() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session {
        folder: folder.path(),
        threads: 1,
        time: None,
        again: false,
        tell: false,
    };
    let games = Games {
        seed: SEED,
        actions: 5000,
    };
    let progress = session.go_on(&games);
    assert!(progress.finished && progress.failures.is_empty());
    assert!(progress.counts["actions"] >= 5000);
}

struct Accepted;

impl Visitor for Accepted {
    type Out = ();

    fn visit<G: portolan::game::Game>(self, _: G) {}
}

/// Whatever rules are drawn, the game accepts them; and every option of every game is drawn with
/// several values.
#[test]
fn every_option_is_drawn_and_accepted() {
    let mut seen: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for unit in 0..1200 {
        let plan = Plan::draw(SEED, unit);
        let setup = plan.setup_as_shipped();
        if let Err(refused) = open(&setup, Accepted) {
            panic!("unit {unit}: {refused}");
        }
        for (option, value) in setup.options {
            seen.entry((setup.game.clone(), option))
                .or_default()
                .insert(value);
        }
    }
    for entry in GAMES {
        for option in entry.options {
            let values = seen.get(&(entry.name.to_string(), option.name.to_string()));
            let values = values.map_or(0, BTreeSet::len);
            assert!(
                values > 1,
                "{} of {}: {values} values",
                option.name,
                entry.name
            );
        }
    }
}
