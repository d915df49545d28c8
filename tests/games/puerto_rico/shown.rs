//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::picture::{Picture, Shape};

use super::shown_support::texts_are_short;
use super::support::{Table, rules};
use crate::table::walk;

#[test]
fn descriptions_and_explanations_are_short() {
    for players in 2..=5 {
        texts_are_short(&rules(players, &[]), 110);
    }
}

#[test]
fn moves_explain_their_effects() {
    let mut table = Table::of(3);
    table.state.role_doubloons[2] = 2;
    table.money(1, 9).staffed_tiles(1, "1 quarry");
    assert_eq!(
        table.explained("builder"),
        "+2 doubloons · everybody may build; its owner pays 1 doubloon less"
    );
    table.act("builder");
    assert_eq!(
        table.explained("build office"),
        "for 3 doubloons · 2 VP · you may sell a kind of good already in the trading house"
    );
    assert_eq!(
        table.explained("build sugar_mill"),
        "for 2 doubloons · 2 VP · 3 circles for sugar"
    );
    assert_eq!(
        table.explained("build residence"),
        "for 8 doubloons · 4 VP · currently 4 more VP, with a colonist"
    );
    assert_eq!(table.explained("pass"), "no building");

    let mut table = Table::of(3);
    table.goods(1, "5 corn, 2 sugar").buildings(1, &["harbor"]);
    table.ship(1, "1 corn").act("captain");
    assert_eq!(
        table.explained("load corn 4"),
        "3 barrels → 5 VP · 2 left · the ship is then full"
    );
    assert_eq!(table.explained("load sugar 6"), "2 barrels → 4 VP");

    let mut table = Table::of(3);
    table
        .goods(1, "1 coffee")
        .house("1 corn, 1 indigo, 1 sugar");
    table.buildings(1, &["small_market"]).act("trader");
    assert_eq!(
        table.explained("sell coffee"),
        "+6 doubloons · the trading house is then full"
    );

    let mut table = Table::of(3);
    table.row("1 corn, 2 sugar, 1 coffee").act("settler");
    assert_eq!(table.explained("plant sugar"), "no building for it yet");
    assert_eq!(table.explained("plant corn"), "corn needs no building");
}

/// Events that no move describes are shown when they occur; others are not repeated.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::of(3);
    table.staffed_tiles(2, "2 corn").act("craftsman");
    let words = |table: &Table| -> Vec<String> {
        let events = table.events.iter();
        events
            .filter_map(|event| table.game.event_words(event))
            .collect()
    };
    assert_eq!(words(&table), ["seat 2 gets 2 corn"]);
    let colonists = std::mem::take(&mut table.state.colonists);
    table.player(1).san_juan += colonists;
    table.act("mayor").finish();
    let told = words(&table);
    assert_eq!(
        told.last().map(String::as_str),
        Some("the game ends after this round: too few colonists for the ship")
    );
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = rules(5, &[]);
    let catalog = game.catalog();
    let has = |id: &str| catalog.iter().any(|component| component.id == id);
    assert!(
        ["settler", "prospector 2", "corn", "quarry", "sugar_mills"]
            .into_iter()
            .all(has)
    );
    let office = catalog
        .iter()
        .find(|component| component.id == "office")
        .unwrap();
    assert_eq!(office.name, "Office");
    assert!(
        office
            .text
            .starts_with("costs 5 doubloons, at most 2 less with quarries; 2 VP. You may")
    );
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let known = notation.split(' ').any(has);
            let plain = ["pass", "colonist", "no colonist"].contains(&notation.as_str());
            assert!(known || plain, "{notation}");
        }
    });
}

/// Returns the number of pieces with a shape in panels whose titles have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, label: Option<&str>) -> u16 {
    let panels = picture
        .panels
        .iter()
        .filter(|panel| panel.title.starts_with(title));
    let cells = panels.flat_map(|panel| &panel.cells);
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape);
    let counted = counted.filter(|piece| label.is_none_or(|label| piece.label == label));
    counted.map(|piece| piece.count).sum()
}

/// Returns the number of buildings that are left, from the notes on them.
fn for_sale(picture: &Picture) -> u16 {
    let mut panels = picture.panels.iter();
    let sale = panels.find(|panel| panel.title == "buildings for sale");
    let notes = sale.unwrap().cells.iter().map(|cell| &cell.note);
    let left = notes.map(|note| note.strip_suffix(" left")?.rsplit(' ').next()?.parse().ok());
    left.map(|left: Option<u16>| left.unwrap()).sum()
}

/// Returns the total over all kinds.
fn sum(counts: &[u8]) -> u16 {
    counts.iter().map(|&count| u16::from(count)).sum()
}

#[test]
fn every_piece_appears_in_one_cell() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                let main = |shape, label| pieces(&picture, "main", shape, label);
                for (seat, player) in state.seated().iter().enumerate() {
                    let title = format!("seat {}:", seat + 1);
                    let on_board = pieces(&picture, &title, Shape::Figure, None);
                    assert_eq!(on_board, sum(&[player.colonists()]), "{title}");
                    let goods = pieces(&picture, &title, Shape::Token, None);
                    assert_eq!(goods, sum(&player.goods), "{title}");
                }
                let waiting = sum(&[state.colonists, state.colonist_ship]);
                assert_eq!(main(Shape::Figure, None), waiting);
                assert_eq!(for_sale(&picture), sum(&state.stock));
                let doubloons = main(Shape::Token, Some("doubloon"));
                assert_eq!(doubloons, sum(&state.role_doubloons));
            });
        }
    }
}
