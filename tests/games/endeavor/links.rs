//! Links (EN-6.9 to EN-6.11).

use super::support::Table;

/// EN-6.9, EN-6.10, EN-E10: A player controls a link with discs at both ends, which may be fleets.
#[test]
fn link_is_controlled_by_discs_at_both_ends() {
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "london")
        .disc(1, "amsterdam")
        .disc(1, "north_sea_fleet");
    assert_eq!(table.glory(1, "links"), 3);
    assert_eq!(table.glory(1, "cities"), 2);
    table.disc(2, "venice").disc(2, "constantinople");
    assert_eq!(table.glory(2, "links"), 1);
    table
        .token(2, "attack")
        .act("pass")
        .act("token attack")
        .act("attack amsterdam");
    assert_eq!((table.glory(1, "links"), table.glory(2, "links")), (1, 2));
}

/// EN-6.11, EN-E9, EN-A30: The first player to control a round link gets its token, in addition to
/// the token of the site.
#[test]
fn first_control_of_a_link_gives_its_token() {
    let mut table = Table::acting(2, &[]);
    table
        .open("india", 2)
        .track("caribbean", &[2])
        .disc(1, "goa")
        .disc(1, "calcutta");
    table
        .lay("bombay", "ship")
        .lay_link("bombay", "goa", "culture");
    table
        .token(1, "occupy")
        .act("token occupy")
        .act("occupy bombay");
    assert_eq!(table.player(1).actions, [1, 0, 0, 0]);
    assert_eq!(table.player(1).tokens, [0, 1, 0, 0]);
    assert_eq!(table.has(1, "culture"), 1);
    assert_eq!(table.happened("links"), 1);
}

/// EN-6.11: A disc can complete several links at once, and shipping can also complete links.
#[test]
fn one_disc_can_complete_several_links() {
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "london")
        .disc(1, "amsterdam")
        .lay("north_sea_fleet", "attack");
    table.lay_link("london", "north_sea_fleet", "industry");
    table.lay_link("amsterdam", "north_sea_fleet", "wealth");
    table
        .token(1, "ship")
        .act("token ship")
        .act("ship north_sea_fleet");
    assert_eq!(table.player(1).tokens, [1, 0, 1, 0]);
    assert_eq!(table.events.last().unwrap().value, 2);
}

/// EN-6.11: Later changes of control and square links give no tokens.
#[test]
fn later_control_of_a_link_gives_no_token() {
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "london")
        .token(1, "occupy")
        .act("token occupy")
        .act("occupy amsterdam");
    let link = table.link("london", "amsterdam");
    assert_eq!(table.state.link_tokens >> link & 1, 0);
    table.token(2, "attack").token(2, "attack").harbor(2, 8);
    let tokens = table.player(2).tokens;
    table.act("token attack").act("attack london").act("pass");
    table.act("token attack").act("attack amsterdam");
    assert_eq!(
        (table.player(2).tokens, table.glory(2, "links")),
        (tokens, 1)
    );
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "genoa")
        .lay("venice", "industry")
        .token(1, "occupy");
    table.act("token occupy").act("occupy venice");
    assert_eq!(table.player(1).tokens, [1, 0, 0, 0]);
    assert_eq!(table.glory(1, "links"), 1, "square links score as well");
}
