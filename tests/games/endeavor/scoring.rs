//! Final scoring (EN-10).

use portolan::game::prelude::*;

use super::support::Table;

/// EN-10.1: A cube moves down to the nearest step with a symbol.
#[test]
fn attribute_scores_the_nearest_lower_step() {
    for (steps, glory) in [
        (0, 0),
        (1, 0),
        (2, 2),
        (3, 2),
        (4, 4),
        (6, 4),
        (7, 7),
        (8, 7),
        (9, 7),
        (10, 10),
        (12, 12),
        (15, 15),
        (17, 17),
    ] {
        let mut table = Table::acting(2, &[]);
        table.raise(1, "wealth", steps);
        assert_eq!(table.glory(1, "wealth"), glory, "step {steps}");
    }
}

/// EN-10.2: Cities score 1 or 2 points and links 1; fleets, tracks and high seas score nothing.
#[test]
fn cities_score_1_or_2_and_links_1() {
    let mut table = Table::acting(2, &[]);
    table
        .open("africa", 1)
        .disc(1, "cape_town")
        .disc(1, "arabian_sea_fleet");
    table.disc(1, "london").disc(1, "constantinople");
    assert_eq!(table.glory(1, "cities"), 2 + 1 + 2);
    // A square and a round link: Cape Town and London with the fleet.
    assert_eq!(table.glory(1, "links"), 2);
}

/// EN-10.3, EN-7.5, EN-10.4, EN-10.5, EN-10.7, EN-A21: The other categories. Unused tokens and
/// discs on buildings score nothing.
#[test]
fn remaining_categories_score_as_printed() {
    let mut table = Table::acting(2, &[]);
    table
        .token(1, "ship")
        .house(1, "museum")
        .holds(1, "europe_4");
    let glory = |category: &str| table.glory(1, category);
    assert_eq!(
        (glory("buildings"), glory("cards"), glory("governor_space")),
        (3, 3, 3)
    );
    assert_eq!((glory("population"), glory("slavery")), (1, 0));
    for (harbor, population) in [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)] {
        table.harbor(1, harbor);
        assert_eq!(table.glory(1, "population"), population);
    }
    let names = [
        "industry",
        "culture",
        "wealth",
        "influence",
        "cities",
        "links",
        "buildings",
        "cards",
        "governor_space",
        "population",
        "slavery",
    ];
    assert_eq!(table.game.score_categories(), names);
    let sum: i32 = names.iter().map(|name| table.glory(1, name)).sum();
    assert_eq!(table.game.score(&table.state, 0), sum);
}

/// EN-E15: The scoring example in the rulebook, with 69 points in total.
#[test]
fn final_score_matches_the_printed_example() {
    let mut table = Table::acting(2, &[]);
    // Cities and links: 19.
    for site in [
        "london",
        "amsterdam",
        "north_sea_fleet",
        "atlantic_fleet",
        "lisbon",
        "seville",
        "genoa",
        "venice",
        "mediterranean_fleet",
        "constantinople",
    ] {
        table.disc(1, site);
    }
    let board = table.glory(1, "cities") + table.glory(1, "links");
    assert_eq!(board, 19);
    // Buildings, cards and the governor space: 3 + 3 + 1 + 4 + 3 = 14.
    table
        .house(1, "museum")
        .house(1, "parliament")
        .house(1, "exchange")
        .holds(1, "europe_5");
    let tiles = ["buildings", "cards", "governor_space"].map(|name| table.glory(1, name));
    assert_eq!(tiles.iter().sum::<i32>(), 14);
    table.raise(1, "industry", 10).raise(1, "culture", 8);
    table
        .raise(1, "wealth", 9)
        .raise(1, "influence", 12)
        .harbor(1, 3);
    // A discarded slavery card.
    table.top("slavery_1");
    table.state.removed &= !(1 << table.card("slavery_0"));
    table.state.players[0].set_aside |= 1 << table.card("slavery_0");
    table.check();
    assert_eq!(table.game.score(&table.state, 0), 36 + 19 + 14 + 1 - 1);
    assert_eq!(table.game.score(&table.state, 0), 69);
}

/// EN-10.6: The player with the most glory wins; ties share the rank.
#[test]
fn most_glory_wins_and_ties_share_the_rank() {
    let mut table = Table::acting(3, &[]);
    assert_eq!(table.game.ranks(&table.state), [1, 1, 1]);
    table.disc(2, "london");
    assert_eq!(table.game.ranks(&table.state), [2, 1, 2]);
    table.disc(3, "lisbon");
    assert_eq!(table.game.ranks(&table.state), [3, 1, 1]);
}
