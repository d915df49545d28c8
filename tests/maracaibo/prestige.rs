//! Prestige buildings (M-20).

use portolan::games::maracaibo::state::Phase;

use crate::support::Table;

/// Puts a building on space I, which is face up.
fn show(table: &mut Table, name: &str) {
    let index = table
        .components()
        .labels
        .prestige
        .iter()
        .position(|label| label == name)
        .expect("a building");
    let index = index as u8;
    if let Some(space) = table
        .state
        .prestige
        .iter()
        .position(|&other| other == index)
    {
        table.state.prestige.swap(0, space);
    } else {
        table.state.prestige[0] = index;
    }
}

/// Returns a table with this face-up building, where seat 0 has 50 doubloons and `count` village
/// actions.
fn shop(name: &str, count: u8) -> Table {
    let mut table = Table::bare(3, &[]);
    show(&mut table, name);
    table.player(0).doubloons = 50;
    table.village(count);
    table
}

/// Invests in a building and ends the game. Returns the VP of the building, including 2 for the
/// first investor, after `change` has modified the position.
fn final_points(name: &str, change: impl Fn(&mut Table)) -> i32 {
    let mut table = shop(name, 1);
    table.act(&format!("invest {name}"));
    end_of_game(&mut table, change);
    table.points(0, "prestige")
}

/// Sails seat 0 to 22 and completes final scoring.
fn end_of_game(table: &mut Table, change: impl Fn(&mut Table)) {
    table.open_turn();
    table.state.round = 4;
    let place = table.place("21b");
    table.player(0).ship = place;
    table.act("sail 22");
    change(table);
    table.while_legal(&["pass", "end", "draw"]);
    assert_eq!(table.state.phase, Phase::Scoring);
    table.while_legal(&["take vp", "end"]);
    assert_eq!(table.state.phase, Phase::Over);
}

/// M-20.1, M-1.7: Players cannot invest in face-down buildings; one more building is revealed each
/// round.
#[test]
fn one_building_is_revealed_each_round() {
    let mut table = Table::bare(2, &[]);
    for round in 1..=4 {
        assert_eq!(table.state.prestige_shown, round);
        if round == 4 {
            break;
        }
        let place = table.place("20");
        let seat = usize::from(table.state.active);
        table.player(seat).ship = place;
        table.act("sail 21a");
        table.while_legal(&["pass", "end", "draw"]);
        table.play(&["take vp", "take vp"]);
    }
}

/// M-20.2: Monastery, 4 VP per border passed.
#[test]
fn monastery_scores_4_vp_per_border() {
    for (space, borders) in [("9", 0), ("10", 1), ("15", 1), ("16", 2), ("25", 3)] {
        let points = final_points("P1", |table| {
            let space = table.space(space);
            table.player(0).explorer = space;
        });
        assert_eq!(points, 2 + 4 * borders, "{space}");
    }
}

/// M-20.2: Palace, 2 VP per quest tile.
#[test]
fn palace_scores_2_vp_per_quest_tile() {
    assert_eq!(
        final_points("P2", |table| table.player(0).quest_count = 5),
        12
    );
    assert_eq!(final_points("P2", |_| {}), 2);
}

/// M-20.2: Church, 4 VP per own assistant on the map, at most 16.
#[test]
fn church_scores_4_vp_per_assistant_up_to_16() {
    for (assistants, points) in [(0, 0), (1, 4), (3, 12), (4, 16), (5, 16)] {
        let cards = ["A049", "A051", "A052", "A053", "A054"];
        let total = final_points("P3", |table| {
            for card in &cards[..assistants] {
                let card = table.card(card);
                let player = table.player(0);
                player.assistants[usize::from(player.assistant_count)] = card;
                player.assistant_count += 1;
            }
        });
        assert_eq!(total, 2 + points, "{assistants} assistants");
    }
}

/// M-20.2, M-E12, M-A62: Fortress, 2 VP per figure in the own supply and per CP.
#[test]
fn fortress_scores_2_vp_per_figure_and_cp() {
    let points = final_points("P4", |table| {
        table.player(0).figures = 2;
        table.player(0).cp = 3;
        // Figures on cards, on careers and in the general supply do not count.
        table.player(0).figures_on_cards = 1;
    });
    assert_eq!(points, 2 + 10);
}

/// M-20.2: Minster, 3 VP per synergy token, including its own.
#[test]
fn minster_scores_3_vp_per_synergy_token() {
    assert_eq!(final_points("P5", |_| {}), 2 + 3);
    assert_eq!(
        final_points("P5", |table| table.player(0).synergies = 0b11111),
        2 + 15
    );
}

/// M-20.2: Military base, 2 VP per combat token.
#[test]
fn military_base_scores_2_vp_per_combat_token() {
    assert_eq!(
        final_points("P6", |table| table.player(0).token_count = 4),
        2 + 8
    );
}

/// M-20.2: Academy, 2 VP per completed ship upgrade.
#[test]
fn academy_scores_2_vp_per_upgrade() {
    let points = final_points("P7", |table| {
        table.player(0).upgrades = 0b111;
        table.player(0).discs[..4].copy_from_slice(&[0, 0, 0, 1]);
    });
    assert_eq!(points, 2 + 6);
}

/// M-20.2, M-E11: Cathedral, twice the VP at the doubloon marker, in addition to those of the
/// marker.
#[test]
fn cathedral_scores_twice_the_doubloon_marker() {
    let mut table = shop("P8", 1);
    table.act("invest P8");
    end_of_game(&mut table, |table| {
        // The space with 5 VP.
        let worth = table.components().tracks.doubloon_vp;
        let space = worth.iter().position(|&vp| vp == 5).expect("a space");
        table.player(0).income_doubloons = space as u8;
    });
    assert_eq!(table.points(0, "prestige"), 2 + 10);
    assert_eq!(table.points(0, "doubloon_track"), 5);
}

/// M-20.2: Buildings score only for their investors.
#[test]
fn buildings_score_only_for_investors() {
    let mut table = Table::bare(3, &[]);
    show(&mut table, "P6");
    end_of_game(&mut table, |table| {
        for seat in 0..3 {
            table.player(seat).token_count = 4;
        }
        table.player(1).prestige = 1 << 5;
    });
    let points: Vec<i32> = (0..3).map(|seat| table.points(seat, "prestige")).collect();
    assert_eq!(points, [0, 8, 0]);
}
