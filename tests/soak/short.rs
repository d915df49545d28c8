//! Short runs of the soak test, to check the test itself.

use std::collections::{BTreeMap, BTreeSet};

use portolan::games::{GAMES, Visitor, open};

use crate::games::maracaibo::OF_CAMPAIGNS;
use crate::games::{Games, Plan};
use crate::parsers::Parsers;
use crate::settings::SEED;
use crate::units::{Counts, Session, Soak};

/// Runs a soak test to its end and returns its counts.
fn sound(soak: &impl Soak) -> Counts {
    portolan::register();
    let folder = portolan_testing::folder::temporary();
    let session = Session {
        folder: folder.path(),
        threads: 1,
        time: None,
        again: false,
        tell: false,
    };
    let progress = session.go_on(soak);
    assert!(progress.finished && progress.failures.is_empty());
    progress.counts
}

/// Takes about a second.
#[test]
fn random_games_with_random_rules_have_no_failures() {
    let counts = sound(&Games {
        seed: SEED,
        actions: 5000,
    });
    assert!(counts["actions"] >= 5000);
}

/// Takes about a second. For each parser, some inputs are accepted and some are not.
#[test]
fn parsers_handle_mutated_inputs() {
    let counts = sound(&Parsers {
        seed: SEED,
        inputs: 100,
        only: None,
    });
    for (name, inputs) in counts
        .iter()
        .filter(|(name, _)| name.starts_with("inputs of "))
    {
        let accepted = counts[&name.replace("inputs", "accepted")];
        assert!(
            *inputs >= 100 && accepted > 0,
            "{name}: {accepted} of {inputs}"
        );
        assert!(
            accepted < *inputs || name.ends_with("play"),
            "{name}: all accepted"
        );
    }
}

struct Accepted;

impl Visitor for Accepted {
    type Out = ();

    fn visit<G: portolan::game::Game>(self, _: G) {}
}

/// The games accept all drawn rules, and every option of every game is drawn with several values.
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
        let drawn = (entry.options.iter()).filter(|option| !OF_CAMPAIGNS.contains(&option.name));
        for option in drawn {
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
