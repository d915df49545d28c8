//! Random data sets, from which networks learn the effects of components.

use std::collections::BTreeSet;

use portolan_core::component_encoding::ID;
use portolan_core::dataset::DataSet;
use portolan_core::drawn_data::{draw, scale};
use portolan_core::perturbation::numbers;
use portolan_core::setup::GameEntry;
use portolan_games::GAMES;
use portolan_run::play::dyn_game::{DynGame, set_up};

fn game(entry: &'static GameEntry, data: &DataSet) -> Box<dyn DynGame> {
    portolan::register();
    let mut setup = entry.setup(entry.default_players());
    setup.data = data.clone();
    set_up(&setup).unwrap()
}

/// Returns the names of the inputs that name no component.
fn names(game: &dyn DynGame) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = game.input_names().iter().cloned().collect();
    for kind in game.composition().kinds {
        for id in kind.components.keys() {
            for place in &kind.inputs {
                names.remove(&place.replace(ID, id));
            }
        }
    }
    names
}

#[test]
fn every_kind_of_event_has_words() {
    for entry in GAMES {
        let game = game(entry, &DataSet::embedded(entry.files));
        let named: Vec<&str> = entry.events.iter().map(|event| event.name).collect();
        assert_eq!(named, game.event_kinds(), "{}", entry.name);
    }
}

/// Every drawn set can be played, and inputs and action indices keep their meaning.
#[test]
fn random_data_sets_are_playable_and_leave_the_encoding_unchanged() {
    for entry in GAMES {
        let shipped = DataSet::embedded(entry.files);
        let before = game(entry, &shipped);
        for seed in 0..6 {
            let drawn = draw(entry, &shipped, seed, 1.0);
            let problems = (entry.check)(&drawn);
            assert!(
                problems.iter().all(|problem| problem.is_warning()),
                "{problems:?}"
            );
            let after = game(entry, &drawn);
            assert_eq!(
                after.policy_slots(),
                before.policy_slots(),
                "{}",
                entry.name
            );
            let (before, after) = (names(&*before), names(&*after));
            let differ: Vec<_> = before.symmetric_difference(&after).collect();
            assert!(differ.is_empty(), "{}: {differ:?}", entry.name);
        }
    }
}

/// Returns the sum of all numbers in a column.
fn sum(data: &DataSet, file: &str, column: &str) -> u32 {
    let rows = data.rows(file).into_iter().flatten();
    let cells = rows.filter(|(name, _)| name == column);
    let all = cells.flat_map(|(_, cell)| numbers(&cell));
    all.map(|(_, number)| number).sum()
}

/// Games accept scaled data sets. The sum of a column more than doubles in some sets and decreases in other sets, but
/// most sets do not change it.
#[test]
fn scaled_data_sets_are_playable_and_change_whole_columns() {
    // Costs of buildings have an upper limit.
    for (name, file, column, rich) in [
        ("maracaibo", "explorer_track.csv", "reward", 2.5),
        ("puerto_rico", "buildings.csv", "cost", 1.5),
    ] {
        let entry = GAMES.iter().find(|entry| entry.name == name).unwrap();
        let shipped = DataSet::embedded(entry.files);
        let before = f64::from(sum(&shipped, file, column));
        let ratios: Vec<f64> = (0..120)
            .map(|seed| {
                let scaled = scale(entry, &shipped, seed);
                game(entry, &scaled);
                f64::from(sum(&scaled, file, column)) / before
            })
            .collect();
        assert!(ratios.iter().any(|&ratio| ratio > rich), "{ratios:?}");
        assert!(ratios.iter().any(|&ratio| ratio < 0.7), "{ratios:?}");
        let unchanged = ratios.iter().filter(|&&ratio| ratio == 1.0).count();
        assert!((60..108).contains(&unchanged), "{ratios:?}");
    }
}

/// Nearly all cards of a fully drawn set are new, few cards of a slightly drawn set, and no cards at strength 0.
#[test]
fn strength_sets_the_share_of_changed_cells() {
    let entry = GAMES
        .iter()
        .find(|entry| entry.name == "maracaibo")
        .unwrap();
    let shipped = DataSet::embedded(entry.files);
    let changed = |strength: f64| {
        let drawn = draw(entry, &shipped, 5, strength);
        assert_eq!(
            drawn,
            draw(entry, &shipped, 5, strength),
            "the same seed gives the same set"
        );
        let (before, after) = (game(entry, &shipped), game(entry, &drawn));
        let (before, after) = (before.composition(), after.composition());
        let (before, after) = (before.kind("card").unwrap(), after.kind("card").unwrap());
        let cards = before.components.iter();
        cards
            .filter(|(id, traits)| after.components[*id] != **traits)
            .count()
    };
    assert_eq!(changed(0.0), 0);
    let (few, all) = (changed(0.03), changed(1.0));
    assert!((10..80).contains(&few), "{few} cards");
    assert!(all > 150, "{all} cards");
}
