//! Two players and the silent fleets (EN-11). Seat 6 represents the silent fleets.

use portolan::games::endeavor::state::Phase;

use super::support::{Table, refused};

const FLEETS: usize = 6;

fn fleets(options: &[&str]) -> Table {
    let mut all = vec!["silent_fleets=on"];
    all.extend(options);
    Table::acting(2, &all)
}

/// EN-11.1: Without the variant, only the two players move.
#[test]
fn silent_fleets_do_not_react_without_the_variant() {
    let mut table = Table::acting(2, &[]);
    table.token(1, "ship").act("token ship").act("ship africa");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Turn, 2));
    assert_eq!(table.player(FLEETS).supply, 35);
}

/// EN-11.2: The neutral supply has 35 discs; the variant is for two players only.
#[test]
fn variant_requires_two_players() {
    assert_eq!(fleets(&[]).player(FLEETS).supply, 35);
    assert!(refused(3, &["silent_fleets=on"]).contains("two players"));
}

/// EN-11.3, EN-A19, EN-A27: The fleets react to any shipment on the next space of a track or an
/// empty fleet. The token leaves the game.
#[test]
fn fleets_react_to_shipping() {
    let mut table = fleets(&[]);
    table
        .open("africa", 2)
        .token(1, "ship")
        .act("token ship")
        .act("ship africa seas");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Reaction, 1));
    let legal = table.legal();
    assert_eq!(legal.len(), 5 + 4, "five tracks, four fleets: {legal:?}");
    assert!(!table.can("fleets rest"), "it must be done");
    let gone = table.state.tokens_gone;
    table.act("fleets ship india");
    assert_eq!(table.state.tokens_gone, gone + 1);
    assert_eq!(
        (table.player(FLEETS).supply, table.player(FLEETS).discs[5]),
        (34, 1)
    );
    assert_eq!(table.to_move(), 2);
    table
        .act("pass")
        .token(1, "ship")
        .act("token ship")
        .act("ship india");
    table.act("fleets ship guinea_fleet");
    assert!(table.at(FLEETS, "guinea_fleet"));
}

/// EN-11.3: Passing and attacking cause no reaction.
#[test]
fn passing_and_attacking_cause_no_reaction() {
    let mut table = fleets(&[]);
    table.act("pass");
    assert_eq!(table.to_move(), 2);
    table
        .token(2, "attack")
        .disc(1, "london")
        .act("token attack")
        .act("attack london");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Turn, 2));
    table
        .token(2, "pay_or_draw")
        .act("token pay_or_draw")
        .act("pay colonial_house");
    assert_eq!(table.state.phase, Phase::Turn);
}

/// EN-11.3, EN-6.5: The silent fleets may open a region. If they win the governor, it leaves the
/// game.
#[test]
fn governor_won_by_the_fleets_leaves_the_game() {
    let mut table = fleets(&[]);
    table
        .track("caribbean", &[FLEETS, 1, FLEETS])
        .token(1, "ship")
        .act("token ship");
    table.act("ship india").act("fleets ship caribbean");
    assert!(table.is_open("caribbean"));
    assert_eq!(
        table.state.removed >> table.card("governor_caribbean") & 1,
        1
    );
    let mut table = fleets(&[]);
    table
        .track("caribbean", &[1, 1, FLEETS])
        .token(1, "ship")
        .act("token ship");
    table.act("ship india").act("fleets ship caribbean");
    // Both have two discs, and the neutral disc is nearer to the deck.
    assert!(!table.held(1, "governor_caribbean"));
}

/// EN-11.3, EN-11.4, EN-A19: The fleets react to an occupation in an empty city of Europe or of a
/// region where they are present. They control no links.
#[test]
fn fleets_react_to_an_occupation() {
    let mut table = fleets(&[]);
    table
        .open("africa", 1)
        .disc(FLEETS, "london")
        .token(1, "occupy");
    table.act("token occupy").act("occupy goree");
    assert_eq!(table.legal().len(), 7, "Europe without London");
    let link = table.link("london", "amsterdam");
    table.act("fleets occupy amsterdam");
    assert!(table.at(FLEETS, "amsterdam"));
    assert_eq!(table.state.link_tokens >> link & 1, 1, "the token stays");
    table
        .disc(FLEETS, "guinea_fleet")
        .token(2, "occupy")
        .act("token occupy")
        .act("occupy lisbon");
    assert!(table.can("fleets occupy luanda"), "present in Africa");
}

/// EN-11.3, EN-A19: The fleets react to a drawn card by removing the top card of a deck for which
/// the neutral discs suffice. Removing Europe 5 causes the abolition.
#[test]
fn fleets_react_to_a_drawn_card() {
    let mut table = fleets(&[]);
    table
        .track("india", &[FLEETS])
        .house(1, "market")
        .act("use market")
        .act("draw europe_0");
    // Europe 1 requires a disc; slavery 0 requires none.
    assert_eq!(table.targets("fleets remove"), ["slavery_0", "india_1"]);
    table.act("fleets remove india_1");
    assert_eq!(table.state.removed, 1 << table.card("india_1"));
    let mut table = fleets(&[]);
    for site in ["london", "amsterdam", "lisbon", "seville", "genoa"] {
        table.disc(FLEETS, site);
    }
    table
        .holds(2, "slavery_0")
        .disc(1, "venice")
        .top("europe_5")
        .house(1, "market");
    table
        .act("use market")
        .act("draw slavery_1")
        .act("fleets remove europe_5");
    assert!(table.state.abolished);
    assert_eq!(table.player(2).set_aside.count_ones(), 1);
    assert_eq!(table.player(1).set_aside.count_ones(), 1);
}

/// EN-A27: A card from the discard pile causes a reaction as well.
#[test]
fn fleets_react_to_a_card_from_the_discard_pile() {
    let mut table = fleets(&[]);
    table.top("europe_1").top("slavery_1");
    let card = table.card("europe_0");
    table.state.removed &= !(1 << card);
    table.state.pile |= 1 << card;
    table
        .track("india", &[FLEETS])
        .house(1, "market")
        .act("use market")
        .act("draw europe_0");
    assert_eq!(table.legal(), ["fleets remove india_1"]);
}

/// EN-11.3: Impossible reactions are skipped.
#[test]
fn impossible_reactions_are_skipped() {
    let mut table = fleets(&[]);
    table
        .top("europe_1")
        .top("slavery_1")
        .track("india", &[1])
        .house(1, "market");
    table.act("use market").act("draw india_1");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Turn, 2));
    // Without discs there is no placement (EN-A19).
    let mut table = fleets(&[]);
    let neutral = &mut table.state.players[FLEETS - 1];
    neutral.harbor = neutral.supply;
    neutral.supply = 0;
    table.token(1, "ship").act("token ship").act("ship africa");
    assert_eq!(table.state.phase, Phase::Turn);
}

/// EN-11.5, EN-A28: Neutral discs can be attacked; the lost disc returns to the neutral supply.
#[test]
fn neutral_discs_can_be_attacked() {
    let mut table = fleets(&[]);
    table
        .disc(FLEETS, "london")
        .house(1, "monument")
        .act("use monument");
    assert_eq!(table.targets("attack"), ["london"]);
    table.act("attack london");
    assert_eq!(table.player(FLEETS).supply, 35);
    assert_eq!((table.state.phase, table.to_move()), (Phase::Casualty, 1));
    table.act("casualty industry");
    assert_eq!(table.has(1, "industry"), 1);
}

/// EN-E16, EN-11.6: After shipping and occupying with a Dock, the player chooses one reaction.
#[test]
fn player_chooses_one_reaction_per_turn() {
    let mut table = fleets(&[]);
    table
        .house(1, "dock")
        .act("use dock")
        .act("ship africa")
        .act("occupy london");
    assert_eq!(table.targets("fleets ship").len(), 6 + 3);
    assert_eq!(table.targets("fleets occupy").len(), 7);
    assert!(!table.can("fleets rest"));
    table.act("fleets occupy lisbon");
    assert_eq!(table.to_move(), 2);
}

/// EN-A25: An action without a possible reaction may be chosen, unless the option forbids it.
#[test]
fn ineffective_reaction_is_allowed_by_option() {
    for (option, rest) in [
        ("reaction_choice=free", true),
        ("reaction_choice=effective", false),
    ] {
        let mut table = fleets(&[option]);
        table.house(1, "trading_house").act("use trading_house");
        table.act("pay colonial_house").act("occupy london");
        assert_eq!(table.can("fleets rest"), rest, "{option}");
        assert!(table.can("fleets occupy lisbon"));
        if rest {
            table.act("fleets rest");
            assert_eq!((table.to_move(), table.player(FLEETS).supply), (2, 35));
        }
    }
}

/// EN-11.7: The three options of the variant.
#[test]
fn variant_options_change_the_reactions() {
    let mut table = fleets(&["restricted_occupation=on"]);
    table
        .open("africa", 1)
        .token(1, "occupy")
        .token(1, "occupy");
    table.act("token occupy").act("occupy goree");
    assert_eq!(table.to_move(), 2, "the fleets are not present in Africa");
    table.act("pass").act("token occupy").act("occupy london");
    assert_eq!(table.legal().len(), 7);
    let mut table = fleets(&["react_to_tokens=off"]);
    table
        .token(1, "ship")
        .house(2, "shipyard")
        .act("token ship")
        .act("ship africa");
    assert_eq!(table.to_move(), 2);
    table.act("use shipyard").act("ship africa");
    assert_eq!(table.state.phase, Phase::Reaction);
}

/// EN-11.7, EN-A26: Before each Build phase, the player without the crown removes a tile of the own
/// build level from the game.
#[test]
fn scarce_buildings_removes_a_tile_each_round() {
    let options = ["silent_fleets=on", "scarce_buildings=on"];
    let mut table = Table::building(2, &options);
    assert_eq!((table.state.phase, table.to_move()), (Phase::Scarce, 2));
    assert_eq!(
        table.legal(),
        ["scrap market", "scrap shipyard", "scrap workshop"]
    );
    table.act("scrap market");
    assert_eq!(table.state.supply[table.kind("market")], 4);
    assert_eq!((table.state.phase, table.to_move()), (Phase::Build, 1));
    table.act("build market").act("build market").all_pass();
    assert_eq!((table.state.phase, table.to_move()), (Phase::Scarce, 1));
    // If there is no tile of the level, none is removed.
    let mut table = Table::dealt(2, &options, 1);
    table.sold_out(&["market", "shipyard", "workshop"]);
    table
        .play("start colonial_house")
        .play("start colonial_house");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Build, 1));
    assert_eq!(table.happened("scrapped"), 0);
}
