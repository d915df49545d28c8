//! Village actions (M-10).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// M-A26: If a nation has no markers left, a card places one of another nation, or none if all are
/// used up.
#[test]
fn card_places_only_markers_that_are_in_the_supply() {
    let mut table = Table::bare(2, &[]);
    table.player(0).doubloons = 20;
    table.state.supply = [0, 3, 0];
    table.hand(0, &["B063", "B064"]).village(2);
    table.play(&["buy B063", "marker 9"]);
    assert_eq!(table.legal(), ["nation spain"]);
    table.act("nation spain");
    table.state.supply = [0; 3];
    table.act("buy B064");
    assert_ne!(table.decision(), PendingKind::MarkerVillage);
    let place = usize::from(table.place("9"));
    assert_eq!(table.state.markers[place], Some(Nation::Spain));
    let placed = table.state.markers.iter().filter(|marker| marker.is_some());
    assert_eq!(placed.count(), 4, "three from the start and one");
}

/// M-A53: A last village action also forfeits village actions of an enclosing sequence or, with the
/// other interpretation, only the remaining village actions of its own sequence.
#[test]
fn option_decides_if_last_village_action_ends_enclosing_sequences() {
    for (option, left) in [
        ("last_village_action=all", 0),
        ("last_village_action=own", 2),
    ] {
        let mut table = Table::bare(2, &[option]);
        table.no_quests().own(0, "A042").own(0, "A043");
        // Books and maps for both cards.
        table.hand(0, &["A011", "B003", "A010", "B019"]);
        table.explorer(0, "23");
        // Three village actions: the first one moves the explorer to the end of the track, which
        // gives an inner village action.
        table.at("8", 7).act("village");
        table.open_exploration(2).act("advance 25");
        assert_eq!(table.village_actions(), 1);
        table.act("use A043");
        assert_eq!(table.player(0).doubloons, 3);
        if left == 0 {
            assert_ne!(table.decision(), PendingKind::Village, "{option}");
        } else {
            assert_eq!(
                table.village_actions(),
                3,
                "{option}: the outer sequence goes on"
            );
        }
    }
}
