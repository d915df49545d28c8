//! Layouts of the strips and the options that set them.

use std::collections::BTreeSet;

use portolan::games::cartagena::ENTRY;
use portolan::games::cartagena::components::SYMBOL_NAMES;
use portolan::games::cartagena::options::{Layout, OPTIONS};
use portolan::games::cartagena::path::Walk;

use super::support::{Table, rules};

/// Returns the symbols of each strip.
fn strips(table: &Table) -> Vec<[u8; 6]> {
    let symbol = |space: u8| {
        let of = |spaces: &u64| spaces >> space & 1 == 1;
        table.state.symbols.iter().position(of).unwrap() as u8
    };
    let strips = 0..table.game.path().length / 6;
    let strip = |strip| std::array::from_fn(|place| symbol(6 * strip + 1 + place as u8));
    strips.map(strip).collect()
}

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

/// CA-2.2, CA-A1: The order and orientation of the strips differ between deals.
#[test]
fn strips_are_shuffled_and_rotated() {
    let printed = rules(2, &[]).components().strips.map(|sides| sides[0]);
    let (mut as_printed, mut turned, mut first) = (0, 0, BTreeSet::new());
    for seed in 0..60 {
        let laid = strips(&Table::dealt(2, &[], seed));
        first.insert(laid[0]);
        for strip in laid {
            let mut back = strip;
            back.reverse();
            as_printed += usize::from(printed.contains(&strip));
            turned += usize::from(printed.contains(&back));
        }
    }
    assert_eq!(as_printed + turned, 360, "only strips of the box are laid");
    assert!(as_printed > 120 && turned > 120);
    assert!(first.len() > 12, "16 strips can lie first: {}", first.len());
}

/// CA-3.3: Only one side of a strip is visible, so tunnel and island have eight strips in total.
#[test]
fn tunnel_and_island_share_eight_strips() {
    for seed in 0..20 {
        let table = Table::dealt(2, &["story=full-escape", "strips=4+4"], seed);
        let sides = table.game.components().strips;
        let strip = |(laid, shown): (usize, [u8; 6])| {
            let mut back = shown;
            back.reverse();
            let face = usize::from(laid >= 4);
            let is = |strip: &[[u8; 6]; 2]| strip[face] == shown || strip[face] == back;
            sides.iter().position(is).expect("a side of a strip")
        };
        let mut used: Vec<usize> = strips(&table).into_iter().enumerate().map(strip).collect();
        used.sort_unstable();
        assert_eq!(used, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

/// CA-A1: The layouts differ in their random parts.
#[test]
fn only_the_fixed_layout_is_equal_in_every_deal() {
    let symbols = |layout: &str, seed| {
        Table::dealt(2, &[&format!("layout={layout}")], seed)
            .state
            .symbols
    };
    assert_eq!(symbols("fixed", 1), symbols("fixed", 2));
    assert_ne!(symbols("shuffled-strips", 1), symbols("shuffled-strips", 2));
    assert_ne!(symbols("random-symbols", 1), symbols("random-symbols", 2));
    let printed = ENTRY.files[0].1;
    assert!(printed.contains("[fixed_layout]"));
}

/// CA-3.2: All modules can be combined in all parts of the story.
#[test]
fn all_stories_and_modules_can_be_combined() {
    for story in ["escape", "tortuga", "full-escape"] {
        for modules in 0..8 {
            let names = ["morgan", "hindrance", "black-magician"];
            let chosen: Vec<&str> = (0..3)
                .filter(|module| modules >> module & 1 == 1)
                .map(|module| names[module])
                .collect();
            let game = rules(
                5,
                &[
                    &format!("story={story}"),
                    &format!("modules={}", chosen.join(",")),
                    "pirates=4",
                ],
            );
            let options = game.options();
            let found = [options.morgan, options.hindrance, options.magician];
            assert_eq!(found, [0, 1, 2].map(|module| modules >> module & 1 == 1));
        }
    }
}

#[test]
fn option_table_lists_the_actual_defaults() {
    for option in OPTIONS.iter().filter(|option| option.name != "strips") {
        let given = format!("{}={}", option.name, option.default);
        assert_eq!(rules(2, &[&given]).options(), rules(2, &[]).options());
    }
    assert_eq!(rules(2, &[]).options().layout, Layout::ShuffledStrips);
}
