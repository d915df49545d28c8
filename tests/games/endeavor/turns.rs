//! The Action phase (EN-5).

use portolan::games::endeavor::state::Phase;

use super::support::Table;

/// EN-5.1, EN-5.2: Players take turns until all have passed; a player who has passed is skipped.
#[test]
fn passed_players_are_skipped_until_all_pass() {
    let mut table = Table::acting(3, &[]);
    for seat in 1..=3 {
        table.house(seat, "shipyard").house(seat, "market");
    }
    table.act("use shipyard").act("ship africa");
    assert_eq!(table.to_move(), 2);
    table.act("pass");
    assert_eq!(table.to_move(), 3);
    table
        .act("use shipyard")
        .act("ship africa")
        .act("use market");
    assert_eq!(table.to_move(), 1, "the market draws for seat 1");
    table.act("draw europe_0");
    assert_eq!(table.to_move(), 3, "seat 2 is skipped");
    table.act("pass").act("pass");
    assert_eq!((table.state.phase, table.state.round), (Phase::Build, 2));
    let turns: Vec<u16> = (1..=3).map(|seat| table.player(seat).turns).collect();
    // Seat 1 did not start its first turn in this test, because the position was set up.
    assert_eq!(turns, [2, 1, 2]);
}

/// EN-5.2: A player without a source of actions can only pass.
#[test]
fn player_without_a_source_can_only_pass() {
    let mut table = Table::acting(2, &[]);
    assert_eq!(table.legal(), ["pass"], "the start tile holds a disc");
    table.harbor(1, 0).rested(1);
    assert_eq!(table.legal(), ["pass"], "no disc to activate it");
}

/// EN-5.3, EN-5.7: The activating disc cannot be used for the action: ship and occupy from a
/// building require two discs, attack three and draw one.
#[test]
fn buildings_require_discs_beyond_the_activation() {
    let choices = |harbor: u8| {
        let mut table = Table::acting(2, &[]);
        table
            .rested(1)
            .house(1, "shipyard")
            .house(1, "barracks")
            .house(1, "market");
        table.disc(2, "london").harbor(1, harbor);
        table.targets("use")
    };
    assert_eq!(choices(0), [""; 0]);
    assert_eq!(choices(1), ["market"]);
    assert_eq!(choices(2), ["colonial_house", "market", "shipyard"]);
    assert_eq!(
        choices(3),
        ["colonial_house", "market", "shipyard", "barracks"]
    );
    let mut table = Table::acting(2, &[]);
    table.house(1, "shipyard").harbor(1, 2).act("use shipyard");
    assert_eq!(table.player(1).harbor, 1);
    assert!(!table.can("stop"), "an action has to be performed (EN-A6)");
    table.act("ship africa");
    assert_eq!((table.player(1).harbor, table.player(1).busy), (0, 0b11));
}

/// EN-5.4, EN-5.7: A used token leaves the game and requires no disc for activation.
#[test]
fn used_tokens_leave_the_game() {
    let mut table = Table::acting(2, &[]);
    table
        .token(1, "ship")
        .token(1, "ship")
        .token(1, "attack")
        .harbor(1, 1);
    table.disc(2, "london");
    assert_eq!(
        table.targets("token"),
        ["ship"],
        "an attack needs two discs"
    );
    let gone = table.state.tokens_gone;
    table.act("token ship").act("ship india");
    assert_eq!(table.state.tokens_gone, gone + 1);
    assert_eq!(table.player(1).actions, [1, 0, 1, 0]);
    assert_eq!(table.player(1).busy, 1);
}

/// EN-5.5, EN-8.3, EN-A6: A building with `+` gives its actions in any order, each at most once,
/// and one of them may be left out. The second action may use effects of the first.
#[test]
fn plus_building_gives_each_action_at_most_once() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "dock").open("africa", 2).act("use dock");
    assert!(!table.can("occupy goree"), "not present in Africa");
    table.act("ship africa seas");
    assert!(table.can("occupy goree") && table.can("stop"));
    assert!(table.targets("ship").is_empty(), "each at most once");
    table.act("occupy goree");
    assert_eq!(table.to_move(), 2, "nothing is left: the turn is over");
    let mut table = Table::acting(2, &[]);
    table.house(1, "dock").act("use dock").act("occupy london");
    assert!(table.targets("occupy").is_empty());
    table.act("stop");
    assert_eq!(table.to_move(), 2);
}

/// EN-5.6: A building or token with `/` gives exactly one of its actions.
#[test]
fn slash_gives_exactly_one_action() {
    let mut table = Table::acting(2, &[]);
    table
        .house(1, "guild_hall")
        .token(1, "pay_or_draw")
        .act("use guild_hall");
    let legal = table.legal();
    assert_eq!(
        legal,
        ["pay colonial_house", "draw europe_0", "draw slavery_0"]
    );
    table.act("draw europe_0");
    assert_eq!(table.to_move(), 2);
    table
        .act("pass")
        .act("token pay_or_draw")
        .act("pay colonial_house");
    assert!(table.held(1, "europe_0"));
    assert_eq!(table.player(1).busy, 0b10);
}

/// EN-5.7: A disc that an earlier action of the turn moved to the harbor may be used.
#[test]
fn discs_gained_in_the_turn_are_usable() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "trading_house").harbor(1, 1);
    assert_eq!(table.targets("use"), ["trading_house"]);
    table.act("use trading_house");
    assert_eq!(table.legal(), ["pay colonial_house"]);
    table.act("pay colonial_house").act("occupy london");
    assert_eq!(table.player(1).harbor, 0);
    // The `+` of a card with number 1.
    let mut table = Table::acting(2, &[]);
    table
        .house(1, "cathedral")
        .track("india", &[1])
        .harbor(1, 1);
    table
        .act("use cathedral")
        .act("draw india_1")
        .act("occupy london");
    assert_eq!(table.player(1).harbor, 0);
}

/// EN-5.8, EN-E4a: An attribute token counts immediately.
#[test]
fn attribute_token_counts_immediately() {
    let mut table = Table::acting(2, &[]);
    table.token(1, "occupy").lay("london", "wealth");
    table.act("token occupy").act("occupy london");
    assert_eq!(table.has(1, "wealth"), 1);
    assert_eq!(table.player(1).tokens, [0, 0, 1, 0]);
}

/// EN-5.9, EN-E4b, EN-A7: An action token goes to the harbor and may be used from the next turn on.
#[test]
fn action_token_is_usable_from_the_next_turn() {
    let mut table = Table::acting(2, &[]);
    table.house(1, "dock").lay("london", "ship");
    table.act("use dock").act("occupy london");
    assert_eq!(table.player(1).attributes, [0; 4]);
    assert_eq!(table.player(1).actions, [1, 0, 0, 0]);
    assert!(!table.can("token ship"));
    table.act("stop").act("pass");
    assert!(table.can("token ship"));
    table.act("pass");
    assert_eq!(
        table.player(1).actions,
        [1, 0, 0, 0],
        "kept for later rounds"
    );
}

/// EN-5.10: Attributes can exceed the printed steps, but there are no further levels.
#[test]
fn attributes_can_exceed_the_printed_steps() {
    let mut table = Table::acting(2, &[]);
    table
        .raise(1, "culture", 15)
        .token(1, "occupy")
        .lay("london", "culture");
    assert_eq!(table.glory(1, "culture"), 15);
    table.act("token occupy").act("occupy london");
    assert_eq!(
        (table.has(1, "culture"), table.glory(1, "culture")),
        (16, 16)
    );
    let harbor = table.player(1).harbor;
    table.all_pass();
    table.act("build market").act("build market");
    assert_eq!(table.player(1).harbor, harbor + 6 + 1);
}

/// EN-5.11: Tokens and cards cannot be traded.
#[test]
fn tokens_and_cards_cannot_be_traded() {
    let mut table = Table::acting(2, &[]);
    table.holds(1, "europe_0").token(1, "ship");
    for text in table.legal() {
        let verb = text.split(' ').next().unwrap();
        assert!(["use", "token", "pass"].contains(&verb), "{text}");
    }
}
