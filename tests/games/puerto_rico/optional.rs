//! Action indices and features with `optional_bonuses=all` (PR-A31).

use std::collections::BTreeMap;

use portolan::game::prelude::*;
use portolan::games::puerto_rico::state::Phase;
use portolan::random::{Streams, below, stream};

use super::observation_support::inputs_of;
use super::support::{Table, rules};

const ALL: &str = "optional_bonuses=all";

/// New actions have indices after all others, so that existing indices do not change.
#[test]
fn option_does_not_change_existing_action_indices() {
    let numbers = |options: &[&str]| {
        let game = rules(4, options);
        let mut numbers = BTreeMap::new();
        for seed in 0..40 {
            let (mut chance, mut dice) = (Streams::new(seed), stream(seed, &[9]));
            let mut state = game.new_state(&mut chance, &mut ());
            let mut actions = Vec::new();
            loop {
                game.legal_actions(&state, &mut actions);
                if actions.is_empty() {
                    break;
                }
                for &action in &actions {
                    let number = game.action_index(&state, action);
                    assert!(number < game.action_bound());
                    let known = numbers.insert(game.action_text(&state, action), number);
                    assert!(known.is_none_or(|known| known == number));
                }
                let action = actions[below(&mut dice, actions.len() as u32) as usize];
                game.apply(&mut state, action, &mut chance, &mut ());
            }
        }
        numbers
    };
    let (plain, all) = (numbers(&[]), numbers(&[ALL]));
    // Passing is the last action.
    let bound = plain["pass"] + 1;
    assert_eq!(rules(4, &[]).action_bound(), bound);
    assert!(plain.values().all(|&number| number < bound));
    for (notation, number) in &plain {
        assert!(
            all.get(notation).is_none_or(|other| other == number),
            "{notation}"
        );
    }
    let new = all
        .iter()
        .filter(|(notation, _)| !plain.contains_key(*notation));
    let waives =
        |notation: &str| notation.contains("no harbor") || notation.contains("no privilege");
    let mut waived = 0;
    for (notation, &number) in new {
        let is_new = waives(notation) || notation.ends_with("production");
        assert_eq!(is_new, number >= bound, "{notation}");
        waived += u32::from(waives(notation));
    }
    assert!(waived > 20, "{waived}");
    assert_eq!(
        (all["production"], all["no production"]),
        (bound, bound + 1)
    );
}

/// A network trained without the option can play with it. Its only unknown features are the features for games with the
/// option, which describe the option and the question.
#[test]
fn networks_can_play_with_the_unknown_option() {
    let (plain, all) = (rules(3, &[]), rules(3, &[ALL]));
    let known = plain.input_names();
    let kept = all.input_names().iter();
    let (of_some_games, kept): (Vec<_>, Vec<_>) = kept.partition(|name| all.is_of_some_games(name));
    assert!(kept.into_iter().eq(known));
    assert_eq!(of_some_games.len(), 2, "{of_some_games:?}");
    assert!(!known.iter().any(|name| plain.is_of_some_games(name)));

    let mut table = Table::dealt(3, &[ALL], 7);
    table.staffed_tiles(1, "1 corn").staffed_tiles(2, "1 corn");
    table.acts(&["craftsman", "production"]);
    assert_eq!(table.state.phase, Phase::Produce);
    let told = inputs_of(&table.game, &table.state, 1);
    let name = |name: &str| all.input_names().iter().position(|known| known == name);
    let on = |wanted: &str| {
        let number = name(wanted).unwrap_or_else(|| panic!("no input {wanted}"));
        told.iter().any(|&(input, _)| usize::from(input) == number)
    };
    assert!(on("phase:produce") && on("bonus:corn"));
    assert!(of_some_games.iter().all(|name| on(name)));
    // The goods produced by the craftsman are still relevant.
    let mut changed = table.state.clone();
    changed.scratch = 0;
    assert_ne!(inputs_of(&table.game, &changed, 1), told);
}
