//! Size of the game (CA-3), and Tortuga (CA-4).

use portolan::games::cartagena::path::HOME;

use super::support::{Table, refused, rules};

/// CA-3.1: There are four to eight strips, with at least three each for tunnel and island in the
/// full escape.
#[test]
fn strips_option_sets_the_path_length() {
    for strips in 4..=8 {
        let option = format!("strips={strips}");
        assert_eq!(rules(2, &[&option]).path().length, 6 * strips);
        assert_eq!(
            rules(2, &["story=tortuga", &option]).path().length,
            6 * strips
        );
    }
    for (strips, tunnel, all) in [("3+3", 18, 36), ("3+5", 18, 48), ("4+3", 24, 42)] {
        let option = format!("strips={strips}");
        let game = rules(2, &["story=full-escape", &option]);
        assert_eq!(
            (game.path().first_length, game.path().length),
            (tunnel, all)
        );
    }
    for strips in ["3", "9", "0", "-1", "six", "3+3", ""] {
        let text = refused(&[&format!("strips={strips}")]);
        assert!(text.contains("4 to 8"), "{text}");
    }
    for strips in ["6", "2+4", "4+2"] {
        let text = refused(&["story=full-escape", &format!("strips={strips}")]);
        assert!(text.contains("CA-5.1"), "{text}");
    }
}

/// CA-3.2, CA-11.4: With four to six pirates, all of them have to reach the goal.
#[test]
fn pirates_option_sets_the_number_to_bring_home() {
    for pirates in [4, 5, 6] {
        let option = format!("pirates={pirates}");
        let mut table = Table::bare(2, &[&option]);
        let last = table.first("parrot", 30);
        table.pirates(1, &vec![HOME; pirates - 2]);
        table.pirates(1, &[last, last]).hand(1, "parrot, parrot");
        table.act(&format!("play parrot {last}"));
        assert_eq!(table.to_move(), 1);
        table.act(&format!("play parrot {last}"));
        assert_eq!((table.to_move(), table.at(1, HOME)), (0, pirates as u8));
    }
    for pirates in ["3", "7", "x"] {
        let text = refused(&[&format!("pirates={pirates}")]);
        assert!(text.contains("4 to 6"), "{text}");
    }
}

/// CA-3.3: Only one side of a strip is visible, so tunnel and island have eight strips in total.
#[test]
fn tunnel_and_island_share_eight_strips() {
    let text = refused(&["story=full-escape", "strips=5+4"]);
    assert!(text.contains("one side only"), "{text}");
    for seed in 0..20 {
        let table = Table::dealt(2, &["story=full-escape", "strips=4+4"], seed);
        let strips = table.game.components().strips;
        let side = |strip: usize| -> Vec<u8> {
            (1..=6)
                .map(|place| {
                    let space = 6 * strip + place;
                    let of = |spaces: &u64| spaces >> space & 1 == 1;
                    table.state.symbols.iter().position(of).unwrap() as u8
                })
                .collect()
        };
        let mut used: Vec<usize> = (0..8)
            .map(|laid| {
                let (face, shown) = (usize::from(laid >= 4), side(laid));
                let back: Vec<u8> = shown.iter().rev().copied().collect();
                let is = |strip: &[[u8; 6]; 2]| strip[face] == shown[..] || strip[face] == back[..];
                strips.iter().position(is).expect("a side of a strip")
            })
            .collect();
        used.sort_unstable();
        assert_eq!(used, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

/// CA-4.1: The island sides lead from the sunken sloop to the cove.
#[test]
fn tortuga_uses_the_island_sides() {
    let table = Table::bare(2, &["story=tortuga"]);
    let first = table.game.components().strips[0][1];
    for (space, symbol) in (1..).zip(first) {
        assert_eq!(table.state.symbols[usize::from(symbol)] >> space & 1, 1);
    }
}

/// CA-4.2, CA-A5: All other rules are those of the base game, including moves back from the cove.
#[test]
fn tortuga_follows_the_base_rules() {
    let mut table = Table::bare(2, &["story=tortuga"]);
    table
        .pirates(1, &[HOME, 3])
        .pirates(2, &[34])
        .hand(1, "rum");
    assert!(!table.can("sail"));
    assert!(!table.can("back 3"), "no way back onto the sunken sloop");
    table.act("back home");
    assert_eq!((table.at(1, 34), table.held(1)), (1, 2));
}
