//! Components and open information (CA-1).

use portolan::game::prelude::*;
use portolan::games::cartagena::cards::kind;
use portolan::games::cartagena::components::{SYMBOL_NAMES, SYMBOLS};
use portolan::games::cartagena::path::Walk;

use super::support::{Table, rules};

/// CA-1.1, CA-1.2: In every layout, each strip of six spaces shows each symbol once.
#[test]
fn every_strip_shows_each_symbol_once() {
    assert_eq!(
        SYMBOL_NAMES,
        ["pistol", "rum", "lantern", "parrot", "hook", "chest"]
    );
    for layout in ["fixed", "shuffled-strips", "random-symbols"] {
        for (story, strips) in [("escape", "8"), ("tortuga", "5"), ("full-escape", "5+3")] {
            let options = [
                format!("layout={layout}"),
                format!("story={story}"),
                format!("strips={strips}"),
            ];
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            for seed in 0..20 {
                let table = Table::dealt(2, &options, seed);
                let path = table.game.path();
                for spaces in table.state.symbols {
                    let strips: Vec<u8> = Walk(spaces).map(|space| (space - 1) / 6).collect();
                    let each: Vec<u8> = (0..path.length / 6).collect();
                    assert_eq!(strips, each);
                }
                let all = table
                    .state
                    .symbols
                    .iter()
                    .fold(0, |all, spaces| all | spaces);
                assert_eq!(Walk(all).count(), usize::from(path.length));
            }
        }
    }
}

/// CA-1.3: There are 17 cards per symbol, two of which are black; black cards are distinguished
/// only with hindrance.
#[test]
fn deck_has_17_cards_per_symbol() {
    for (options, black) in [(&[][..], 0), (&["modules=hindrance"][..], 2)] {
        let game = rules(2, options);
        assert_eq!(game.deck().len(), 102);
        for symbol in 0..SYMBOLS as u8 {
            assert_eq!(game.deck().of_symbol(symbol), 17);
            assert_eq!(game.deck().of(kind(symbol, true)), black);
        }
    }
}

/// CA-1.4: There are six pirates of every colour and eight chest tiles.
#[test]
fn box_has_six_pirates_per_player_and_eight_tiles() {
    let table = Table::dealt(5, &["modules=black-magician"], 1);
    assert!(
        table
            .state
            .seated()
            .iter()
            .all(|pirates| pirates.start == 6)
    );
    assert_eq!(table.state.closed_tiles.iter().sum::<u8>(), 8);
}

/// CA-1.5, CA-1.6, CA-A17: A player sees the own hand and the sizes of the other hands, but not
/// their cards.
#[test]
fn description_shows_only_the_own_hand() {
    let mut table = Table::bare(2, &[]);
    table.hand(1, "rum, rum, hook").hand(2, "parrot, chest");
    let seen = table.game.describe(&table.state, Some(0));
    assert!(seen.contains("hand 3: 2 rum, hook"), "{seen}");
    assert!(seen.contains("hand 2, all unknown"), "{seen}");
    let all = table.game.describe(&table.state, None);
    assert!(all.contains("hand 2: parrot, chest"), "{all}");
}
