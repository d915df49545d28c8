//! Effects of Jean's cards (M-24.6, M-24.12) before round 3 and from round 3 on.

use portolan::games::maracaibo::state::State;

use crate::jean_support::{JEAN, solo};

/// Gains from a card, apart from the movement of the ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gain {
    influence: [u8; 3],
    vp: i32,
    discs: u8,
    explorer: u8,
    quests: u8,
    tokens: u8,
    markers: u8,
}

/// Returns the gains from a card in a round. The only token left makes Jean fight for France.
fn gain(card: &str, round: u8) -> Gain {
    let mut table = solo(&[]);
    table.state.round = round;
    table.last_token("25");
    let markers = |state: &State| state.marker_count.iter().sum::<u8>();
    let before = table.state;
    table.jean_turn(card);
    let jean = &table.state.players[JEAN];
    let explorer = table
        .jean_explorer_at()
        .parse()
        .expect("before the first fork");
    assert_eq!(table.score(JEAN), table.points(JEAN, "jean_actions"));
    Gain {
        influence: jean.influence,
        vp: table.score(JEAN),
        // One disc went to the market.
        discs: before.jean.discs - table.state.jean.discs - 1,
        explorer,
        quests: jean.quest_count,
        tokens: jean.token_count,
        markers: markers(&table.state) - markers(&before),
    }
}

/// M-24.12, M-24.6, M-A35: The 15 cards in rounds 1 and 2, and in rounds 3 and 4.
#[test]
fn every_card_has_its_effect_in_every_round() {
    let nothing = Gain::default();
    let nation = |nation: usize| {
        let mut influence = [0; 3];
        influence[nation] = 1;
        Gain {
            influence,
            ..nothing
        }
    };
    let fight = |influence: u8, vp: i32, markers: u8| Gain {
        influence: [influence, 0, 0],
        vp,
        tokens: 1,
        markers,
        ..nothing
    };
    let (disc, quest) = (
        Gain {
            discs: 1,
            ..nothing
        },
        Gain {
            quests: 1,
            ..nothing
        },
    );
    let explore = |explorer: u8, vp: i32| Gain {
        explorer,
        vp,
        ..nothing
    };
    for (card, early, later) in [
        ("A1", explore(2, 0), explore(2, 0)),
        ("A2", nation(0), nation(0)),
        ("A3", fight(2, 0, 1), fight(2, 0, 1)),
        ("A4", nation(1), nation(1)),
        ("A5", nation(2), nation(2)),
        ("B1", explore(2, 4), explore(4, 4)),
        ("B2", quest, Gain { vp: 4, ..quest }),
        ("B3", disc, Gain { vp: 4, ..disc }),
        ("B4", explore(2, 4), explore(4, 4)),
        ("B5", disc, Gain { vp: 4, ..disc }),
        ("B6", fight(3, 2, 1), fight(3, 2, 1)),
        ("C1", Gain { vp: 4, ..disc }, Gain { vp: 4, ..disc }),
        ("C2", Gain { vp: 3, ..quest }, Gain { vp: 3, ..quest }),
        ("C3", explore(3, 4), explore(4, 4)),
        ("C4", fight(3, 2, 2), fight(3, 2, 2)),
    ] {
        for round in 1..=4 {
            let expected = if round < 3 { early } else { later };
            assert_eq!(gain(card, round), expected, "{card} in round {round}");
        }
    }
}

/// M-24.6: The tile is the visible top of the pile, and the next one is revealed.
#[test]
fn quest_card_takes_the_top_of_the_pile() {
    let mut table = solo(&[]);
    let top = table.state.quest_top.expect("a quest");
    let left = table.state.quest_pile_len;
    table.jean_turn("C2");
    assert_eq!(table.state.players[JEAN].quests, top.bit());
    assert_eq!(table.state.quest_pile_len, left - 1);
    assert_ne!(table.state.quest_top, Some(top));
}

/// M-A37: Without a tile, the card gives only its VP.
#[test]
fn quest_card_gives_only_vp_without_a_tile() {
    let mut table = solo(&[]);
    table.state.quest_top = None;
    table.state.quest_pile_len = 0;
    table.jean_turn("C2");
    assert_eq!(table.state.players[JEAN].quest_count, 0);
    assert_eq!(table.points(JEAN, "jean_actions"), 3);
}
