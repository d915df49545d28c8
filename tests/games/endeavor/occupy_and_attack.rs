//! Occupy, presence, attack, pay (EN-6.7, EN-6.8, EN-6.12 to EN-6.14).

use super::support::Table;

/// EN-6.7, EN-6.8, EN-A20: A player may occupy empty cities in Europe, and in open regions where
/// the player is present.
#[test]
fn occupying_requires_an_empty_city_and_presence() {
    let mut table = Table::acting(2, &[]);
    table
        .open("africa", 2)
        .track("india", &[1])
        .token(1, "occupy")
        .disc(2, "london");
    table.act("token occupy");
    let targets = table.targets("occupy");
    assert_eq!(targets.len(), 7, "Europe without London: {targets:?}");
    assert!(!table.can("occupy goree"), "not present in Africa");
    assert!(!table.can("occupy bombay"), "present, but India is closed");
    assert!(!table.can("occupy atlantic_fleet"), "a fleet is no city");
    let mut table = Table::acting(2, &[]);
    table
        .open("africa", 1)
        .token(1, "occupy")
        .lay("goree", "industry");
    table.act("token occupy").act("occupy goree");
    assert!(table.at(1, "goree"));
    assert_eq!((table.has(1, "industry"), table.player(1).harbor), (1, 4));
}

/// EN-6.8, EN-A22: Discs on tracks, high seas, fleets and cities establish presence.
#[test]
fn discs_of_every_kind_establish_presence() {
    for place in ["track", "seas", "fleet", "city"] {
        let mut table = Table::acting(2, &[]);
        match place {
            "track" => {
                table.track("caribbean", &[1]).open("caribbean", 2);
            }
            "seas" => {
                table.open("caribbean", 2).token(1, "ship");
                table
                    .act("token ship")
                    .act("ship caribbean seas")
                    .act("pass");
            }
            "fleet" => {
                table.open("caribbean", 2).disc(1, "antilles_fleet");
            }
            _ => {
                table.open("caribbean", 2).disc(1, "havana");
            }
        }
        table.token(1, "occupy").act("token occupy");
        assert!(table.can("occupy santo_domingo"), "{place}");
        assert_eq!(table.player(1).discs[3], 1);
    }
}

/// EN-6.12, EN-A10, EN-A29: A player may attack cities and fleets of opponents in Europe and where
/// the attacker is present, but not own or empty sites, tracks or high seas.
#[test]
fn attack_targets_are_opposing_sites_with_presence() {
    let mut table = Table::acting(2, &[]);
    table
        .disc(2, "london")
        .disc(2, "atlantic_fleet")
        .disc(1, "lisbon");
    table
        .open("africa", 2)
        .disc(2, "goree")
        .open("india", 1)
        .disc(2, "goa");
    table
        .track("caribbean", &[2, 1])
        .token(1, "attack")
        .act("token attack");
    let mut targets = table.targets("attack");
    targets.sort();
    assert_eq!(targets, ["atlantic_fleet", "goa", "london"]);
    assert_eq!(table.legal().len(), 3);
}

/// EN-6.13, EN-A10, EN-E11: Both players lose a disc to their supply and the attacker takes the
/// site. The victim loses the link, and the attacker gets a link token if it is still there. The
/// site gives no token.
#[test]
fn attacker_takes_the_site_and_its_links() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "barracks").open("africa", 1);
    table
        .disc(2, "luanda")
        .disc(2, "cape_town")
        .disc(1, "goree");
    let near = table.link("luanda", "cape_town");
    table.state.link_tokens &= !(1 << near);
    table.state.tokens_gone += 1;
    table.lay_link("goree", "luanda", "influence");
    assert_eq!(table.glory(2, "links"), 1);
    let (own, other) = (table.player(1).supply, table.player(2).supply);
    table.act("use barracks").act("attack luanda");
    assert_eq!(table.player(1).supply, own + 1);
    assert_eq!(table.player(2).supply, other + 1);
    assert_eq!(table.player(1).harbor, 5 - 1 - 2);
    assert!(table.at(1, "luanda") && !table.at(2, "luanda"));
    assert_eq!((table.glory(2, "links"), table.glory(1, "links")), (0, 1));
    assert_eq!(table.has(1, "influence"), 1);
    assert_eq!(table.player(1).tokens, [0, 0, 0, 1]);
}

/// EN-6.8, EN-6.13: A player who loses the last disc in a region is no longer present there.
#[test]
fn presence_ends_with_the_last_disc_in_a_region() {
    let mut table = Table::acting(2, &[]);
    table.open("africa", 1).disc(2, "goree").token(1, "attack");
    table.token(2, "occupy");
    table
        .act("token attack")
        .act("attack goree")
        .act("token occupy");
    assert!(!table.can("occupy luanda"));
    assert_eq!(table.player(2).discs[1], 0);
}

/// EN-6.14, EN-8.4, EN-A11: A player removes any disc from an own building without the no-pay mark,
/// which makes the building available. The disc that activated a paying building stays there.
#[test]
fn paying_frees_any_unmarked_building() {
    let mut table = Table::acting(2, &[]);
    table
        .house(1, "market")
        .busy(1, "market")
        .house(1, "guild_hall")
        .house(1, "trading_house");
    table.busy(1, "trading_house").act("use guild_hall");
    assert_eq!(table.targets("pay"), ["colonial_house", "market"]);
    let harbor = table.player(1).harbor;
    table.act("pay market");
    assert_eq!(table.player(1).harbor, harbor + 1);
    table.act("pass");
    assert!(table.can("use market") && !table.can("use guild_hall"));
}

/// EN-8.4: A token cannot pay the disc of a marked building either.
#[test]
fn marked_buildings_cannot_be_paid_by_tokens() {
    let mut table = Table::acting(2, &[]);
    table
        .rested(1)
        .house(1, "guild_hall")
        .busy(1, "guild_hall")
        .token(1, "pay_or_draw");
    table.act("token pay_or_draw");
    assert!(table.targets("pay").is_empty());
    assert!(table.can("draw europe_0"));
}
