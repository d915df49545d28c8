//! Monument and Town Hall (EN-8.1, EN-8.2).

use portolan::games::endeavor::state::Phase;

use super::support::Table;

/// EN-8.1, EN-A17: The attacker's lost disc becomes an attribute; the victim's does not.
#[test]
fn monument_turns_a_disc_lost_by_attacking_into_an_attribute() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "monument").disc(2, "london");
    let (own, other) = (table.player(1).supply, table.player(2).supply);
    table.act("use monument").act("attack london");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Casualty, 1));
    let choices = ["industry", "culture", "wealth", "influence"];
    assert_eq!(table.targets("casualty"), choices);
    table.act("casualty wealth");
    assert_eq!(
        (table.has(1, "wealth"), table.player(1).monument),
        (1, [0, 0, 1, 0])
    );
    assert_eq!(
        (table.player(1).supply, table.player(2).supply),
        (own, other + 1)
    );
    assert_eq!(table.to_move(), 2);
}

/// EN-8.1: The same applies if the owner is attacked; then the turn continues.
#[test]
fn monument_turns_a_disc_lost_to_an_attack_into_an_attribute() {
    let mut table = Table::acting(2, &[]);
    table
        .house(2, "monument")
        .disc(2, "london")
        .house(1, "admiralty");
    let supply = table.player(2).supply;
    table.act("use admiralty").act("attack london");
    assert_eq!(table.to_move(), 2);
    table.act("casualty culture");
    assert_eq!(
        (table.has(2, "culture"), table.player(2).supply),
        (1, supply)
    );
    assert_eq!((table.state.phase, table.to_move()), (Phase::Act, 1));
    assert!(table.can("ship africa"));
}

/// EN-A24: Both players have a Monument only with modified data; the attacker chooses first.
#[test]
fn attacker_chooses_first_with_two_monuments() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "monument").disc(2, "london");
    // A second Monument, which the original game does not have.
    let kind = table.kind("monument");
    let mut state = table.state.clone();
    state.players[1].kinds |= 1 << kind;
    table.state = state;
    table.play("use monument").play("attack london");
    assert_eq!((table.to_move(), table.state.casualties), (1, 3));
    table.play("casualty industry");
    assert_eq!((table.to_move(), table.state.casualties), (2, 2));
    table.play("casualty influence");
    assert_eq!(
        (table.has(1, "industry"), table.has(2, "influence")),
        (1, 1)
    );
    assert_eq!((table.state.phase, table.to_move()), (Phase::Turn, 2));
}

/// EN-8.2, EN-A18: Each draw icon on own tiles scores one glory, including icons with / or + and
/// those on the Town Hall.
#[test]
fn town_hall_scores_each_draw_icon() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "town_hall");
    assert_eq!(table.glory(1, "buildings"), 1);
    table
        .house(1, "market")
        .house(1, "market")
        .house(1, "guild_hall")
        .house(1, "dock");
    assert_eq!(table.glory(1, "buildings"), 4);
    table.house(2, "market").house(2, "museum");
    assert_eq!(table.glory(2, "buildings"), 3, "only the Museum's icons");
}
