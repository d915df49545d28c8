//! The picture of the table: cells do not overlap, each piece is in its place, and no secret is
//! shown.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::state::State;
use portolan::picture::{MOST_COLUMNS, Panel, Picture, Shape};
use portolan::random::stream;

use crate::describing::{TABLES, play};
use crate::support::Table;

/// Asserts that the cells of a panel do not overlap and are connected by its paths.
fn check_panel(panel: &Panel) {
    let mut taken = Vec::new();
    for cell in &panel.cells {
        assert!(
            cell.width > 0 && cell.column + cell.width <= MOST_COLUMNS,
            "{cell:?}"
        );
        for column in cell.column..cell.column + cell.width {
            let place = (cell.row, column);
            assert!(!taken.contains(&place), "{} lies on another", cell.name);
            taken.push(place);
        }
        assert!(cell.pieces.iter().all(|piece| piece.count > 0), "{cell:?}");
    }
    for &(from, to) in &panel.ways {
        assert!(from != to && from.max(to) < panel.cells.len());
    }
}

/// Returns the number of pieces with a shape and seat on a panel.
fn pieces(panel: &Panel, shape: Shape, owner: Option<Seat>) -> usize {
    let pieces = panel.cells.iter().flat_map(|cell| &cell.pieces);
    let these = pieces.filter(|piece| piece.shape == shape && piece.owner == owner);
    these.map(|piece| usize::from(piece.count)).sum()
}

/// Asserts that each piece is drawn once.
fn check_pieces(picture: &Picture, state: &State) {
    let [way, track, nations, ..] = &picture.panels[..] else {
        panic!("{} panels", picture.panels.len());
    };
    for (seat, player) in state.seated().iter().enumerate() {
        let owner = Some(seat);
        assert_eq!(pieces(way, Shape::Ship, owner), 1);
        assert_eq!(pieces(way, Shape::Figure, owner), player.assistants().len());
        assert_eq!(pieces(track, Shape::Figure, owner), 1);
        let steps: u8 = player.influence.iter().sum();
        assert_eq!(pieces(nations, Shape::Disc, owner), usize::from(steps));
    }
    let markers = state.markers.iter().flatten().count();
    let quests = usize::from(state.map_quests_len);
    assert_eq!(pieces(way, Shape::Token, None), markers + quests);
    let on_track = state.track_quests.iter().flatten().count();
    assert_eq!(pieces(track, Shape::Token, None), on_track);
    let on_markets: u32 = state.market.iter().map(|full| full.count_ones()).sum();
    let discs = on_markets as u8 + state.tile_discs.iter().sum::<u8>();
    assert_eq!(pieces(way, Shape::Disc, None), usize::from(discs));
}

#[test]
fn picture_shows_every_piece_once_and_no_secrets() {
    for (players, options) in TABLES {
        play(players, options, 3, |game: &Maracaibo, state, _| {
            let picture = game.picture(state, None);
            picture.panels.iter().for_each(check_panel);
            check_pieces(&picture, state);
            let people = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
            let people: Vec<Seat> = people.collect();
            let mats: Vec<Option<Seat>> = picture.panels[3..].iter().map(|mat| mat.owner).collect();
            assert_eq!(mats, people.iter().copied().map(Some).collect::<Vec<_>>());
            for observer in people {
                let mut world = *state;
                game.determinize(&mut world, observer, &mut stream(3, &[observer as u64]));
                let seen = game.picture(state, Some(observer));
                assert_eq!(seen.panels[..3], picture.panels[..3]);
                assert_eq!(seen.panels[3 + observer], picture.panels[3 + observer]);
                assert_eq!(game.picture(&world, Some(observer)), seen);
            }
        });
    }
}

/// Consecutive locations of the round trip are adjacent, except for the shortcut from 13 to 18.
#[test]
fn consecutive_locations_are_adjacent_in_the_picture() {
    let table = Table::new(3);
    let picture = table.game.picture(&table.state, None);
    let way = &picture.panels[0];
    let mut long = Vec::new();
    for &(from, to) in &way.ways {
        let (one, other) = (&way.cells[from], &way.cells[to]);
        if one
            .column
            .abs_diff(other.column)
            .max(one.row.abs_diff(other.row))
            > 1
        {
            long.push((one.name.as_str(), other.name.as_str()));
        }
    }
    assert_eq!(long, [("13 Port Royal", "18 Roatan")]);
}
