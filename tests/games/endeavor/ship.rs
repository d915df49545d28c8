//! Ship (EN-6.1 to EN-6.6).

use super::support::Table;

/// EN-6.1, EN-6.2, EN-E5: In a closed region, a disc goes to the next free space of the track,
/// starting with the one farthest from the deck. Its token takes effect immediately.
#[test]
fn tracks_fill_in_order() {
    let mut table = Table::acting(3, &[]);
    table.track("far_east", &[2, 3]).token(1, "ship");
    table.lay_track("far_east", 3, "wealth");
    table.act("token ship");
    let closed = [
        "africa",
        "south_america",
        "caribbean",
        "north_america",
        "india",
        "far_east",
    ];
    let fleets = ["north_sea_fleet", "atlantic_fleet", "mediterranean_fleet"];
    let mut all: Vec<&str> = fleets.into_iter().chain(closed).collect();
    let mut found = table.targets("ship");
    all.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, all);
    table.act("ship far_east");
    assert_eq!(table.has(1, "wealth"), 1);
    assert_eq!(table.player(1).harbor, 4);
    assert_eq!(table.state.track[6][..4], [1, 2, 0, u8::MAX]);
}

/// EN-6.3, EN-E7: A fleet in Europe gives its token and requires no presence.
#[test]
fn fleets_in_europe_give_their_token() {
    let mut table = Table::acting(2, &[]);
    table.token(1, "ship").lay("atlantic_fleet", "industry");
    table.act("token ship").act("ship atlantic_fleet");
    assert!(table.at(1, "atlantic_fleet"));
    assert_eq!(table.has(1, "industry"), 1);
    table.token(2, "ship").act("token ship");
    assert!(!table.can("ship atlantic_fleet"), "one disc on a fleet");
    assert!(!table.can("ship guinea_fleet"), "Africa is closed");
}

/// EN-6.1, EN-6.3, EN-6.8, EN-E8, EN-A29: In an open region, the high seas establish presence
/// without a token, and hold any number of discs.
#[test]
fn high_seas_establish_presence_without_a_token() {
    let mut table = Table::acting(2, &[]);
    table
        .open("far_east", 2)
        .token(1, "ship")
        .token(1, "ship")
        .token(1, "occupy");
    table.act("token ship");
    assert!(table.can("ship far_east seas") && !table.can("ship far_east"));
    assert!(table.can("ship spice_islands_fleet"));
    assert!(!table.can("ship india seas"), "India is closed");
    let held = table.player(1).tokens;
    table.act("ship far_east seas").act("pass");
    assert_eq!(
        (table.player(1).tokens, table.player(1).discs[6]),
        (held, 1)
    );
    table.act("token ship").act("ship far_east seas");
    assert_eq!(table.player(1).high_seas[6], 2);
    table.act("token occupy");
    assert!(table.can("occupy canton"));
}

/// EN-6.4, EN-6.5, EN-6.6, EN-E6, EN-A8: The last space of the track opens the region. In a tie,
/// the governor goes to the player nearest to the deck, and its icons count immediately.
#[test]
fn tied_governor_goes_to_the_nearest_player() {
    let mut table = Table::acting(3, &[]);
    table.track("far_east", &[2, 3, 1, 2, 3]).token(1, "ship");
    table.lay_track("far_east", 6, "industry");
    assert!(!table.is_open("far_east"));
    table.act("token ship").act("ship far_east");
    assert!(table.is_open("far_east"));
    assert!(table.held(1, "governor_far_east"));
    // Token and governor: I1 + I2, F1.
    assert_eq!(table.player(1).attributes, [3, 0, 0, 1]);
    let governors: Vec<usize> = (1..=3)
        .map(|seat| (table.player(seat).cards >> 42).count_ones() as usize)
        .collect();
    assert_eq!(governors, [1, 0, 0]);
}

/// EN-6.5: The player with the most discs on the track wins, regardless of their order; other discs
/// do not count.
#[test]
fn governor_goes_to_the_player_with_most_discs() {
    let mut table = Table::acting(2, &[]);
    table.track("caribbean", &[2, 2, 1]).token(1, "ship");
    table.act("token ship").act("ship caribbean");
    // Both have two discs, and seat 1 is nearest to the deck.
    assert!(table.held(1, "governor_caribbean"));
    let mut table = Table::acting(2, &[]);
    table.track("africa", &[2, 2, 2, 1]).token(1, "ship");
    table.act("token ship").act("ship africa");
    assert!(table.held(2, "governor_africa"), "three against two");
    assert_eq!(table.has(2, "wealth"), 2);
}

/// EN-6.6, EN-A9: The space of the governor is not chosen before the Discard phase.
#[test]
fn governor_space_stays_empty_before_the_discard_phase() {
    let mut table = Table::acting(2, &[]);
    table.track("caribbean", &[1, 1, 1]).token(1, "ship");
    table.act("token ship").act("ship caribbean");
    assert_eq!(table.to_move(), 2);
    assert_eq!(table.glory(1, "governor_space"), 3, "still empty");
}
