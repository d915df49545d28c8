//! Rounds, Build, Growth, Salary (EN-3, EN-4).

use portolan::games::endeavor::state::Phase;

use super::support::Table;

/// EN-3.1, EN-3.2, EN-3.3, EN-A2: Each phase proceeds clockwise from the crown.
#[test]
fn each_phase_proceeds_clockwise_from_the_crown() {
    let mut table = Table::building(3, &[]);
    for seat in 1..=3 {
        assert_eq!((table.state.phase, table.to_move()), (Phase::Build, seat));
        assert_eq!(table.player(seat).harbor, 0, "nobody has grown yet");
        table.act("build market");
    }
    // Every player grew by two and was paid one.
    assert_eq!((table.state.phase, table.to_move()), (Phase::Turn, 1));
    for seat in 1..=3 {
        assert_eq!(table.player(seat).harbor, 3);
    }
    table.all_pass();
    assert_eq!((table.state.round, table.state.crown), (2, 1));
    assert_eq!((table.state.phase, table.to_move()), (Phase::Build, 2));
}

/// EN-3.4, EN-9.5: The crown moves to the left after every round. After the seventh round the game
/// ends, and all players have eight buildings.
#[test]
fn game_ends_after_seven_rounds() {
    let mut table = Table::building(2, &[]);
    for round in 1..=7 {
        assert_eq!(table.state.round, round);
        assert_eq!(table.state.crown, (round + 1) % 2);
        while table.state.phase == Phase::Build {
            let first = table.legal()[0].clone();
            table.act(&first);
        }
        for seat in 1..=2 {
            assert_eq!(table.player(seat).coast().len(), usize::from(round) + 1);
        }
        table.all_pass();
    }
    assert_eq!((table.state.phase, table.to_move()), (Phase::Over, 0));
    assert!(table.legal().is_empty());
}

/// EN-4.1, EN-4.2, EN-E1: Industry 5 is build level 3. The Theater gives two culture immediately,
/// which count in the Growth phase of the same round.
#[test]
fn level_3_theater_counts_in_the_same_growth_phase() {
    let mut table = Table::building(2, &[]);
    table.raise(1, "industry", 5);
    let choices = table.targets("build");
    for (id, level) in [("market", 1), ("bank", 2), ("dock", 3), ("theater", 3)] {
        assert!(choices.iter().any(|choice| choice == id), "level {level}");
    }
    assert!(!choices.iter().any(|choice| choice == "university"));
    assert_eq!(choices.len(), 9);
    table.act("build theater");
    assert_eq!(table.has(1, "culture"), 2);
    assert_eq!(table.player(1).coast()[1], table.kind("theater") as u8);
    table.act("build market");
    assert_eq!((table.player(1).harbor, table.player(2).harbor), (4, 3));
}

/// EN-4.1: Build level for each industry step.
#[test]
fn industry_sets_the_build_level() {
    for (industry, level) in [
        (0, 1),
        (1, 1),
        (2, 2),
        (3, 2),
        (4, 3),
        (6, 3),
        (7, 4),
        (9, 4),
        (10, 5),
    ] {
        let mut table = Table::building(2, &[]);
        table.raise(1, "industry", industry);
        let kinds = if level == 5 { 12 + 3 } else { 3 * level };
        assert_eq!(table.targets("build").len(), kinds, "industry {industry}");
    }
}

/// EN-4.3, EN-A4: A player may have several tiles of one kind, and several of level 5.
#[test]
fn player_may_own_several_tiles_of_one_kind() {
    let mut table = Table::building(2, &[]);
    table.house(1, "market").act("build market");
    let market = table.kind("market");
    assert_eq!(table.state.supply[market], 3);
    let mut table = Table::building(2, &[]);
    table.raise(1, "industry", 10).house(1, "museum");
    let monument = table.kind("monument");
    table.state.supply[monument] = 0;
    let five = table.targets("build");
    let levels = five
        .iter()
        .map(|id| table.game.components().buildings[table.kind(id)].level);
    assert_eq!(levels.filter(|&level| level == 5).count(), 2);
}

/// EN-A3: If no tile of the own level is left, the player takes one of the next level or none.
#[test]
fn sold_out_level_allows_the_next_level_or_none() {
    const FIRST: [&str; 3] = ["market", "shipyard", "workshop"];
    let mut table = Table::building(2, &[]);
    table.sold_out(&FIRST);
    assert_eq!(table.targets("build"), ["bank", "barracks", "guild_hall"]);
    table.play("build bank");
    assert_eq!(
        (table.happened("fallback"), table.happened("built")),
        (1, 1)
    );
    let mut table = Table::building(2, &[]);
    table.raise(1, "industry", 2).sold_out(&FIRST);
    table.play("build bank");
    assert_eq!(
        table.happened("fallback"),
        0,
        "bank is within the own level"
    );
    // Tiles two levels higher are not available: seat 1 builds nothing.
    for (option, second) in [("build_fallback=on", true), ("build_fallback=off", false)] {
        let mut table = Table::dealt(2, &[option], 1);
        table.sold_out(&FIRST);
        if second {
            table.sold_out(&["bank", "barracks", "guild_hall"]);
        }
        table
            .play("start colonial_house")
            .play("start colonial_house");
        assert_eq!(table.state.phase, Phase::Turn, "{option}");
        assert_eq!(table.happened("built_nothing"), 2);
        assert_eq!((table.player(1).built, table.player(1).harbor), (1, 3));
    }
}

/// EN-4.4, EN-E2: Culture 3 brings three discs, or fewer if the supply is too small.
#[test]
fn growth_follows_culture_and_the_supply() {
    let grown = |culture: u8, supply: Option<u8>| {
        let mut table = Table::building(2, &[]);
        table.raise(2, "culture", culture);
        if let Some(supply) = supply {
            let harbor = table.player(2).supply - supply;
            table.harbor(2, harbor);
        }
        let before = table.player(2).harbor;
        // The disc on the start tile is paid as well.
        table.act("build market").act("build market");
        table.player(2).harbor - before - 1
    };
    assert_eq!(grown(0, None), 2);
    assert_eq!(grown(3, None), 3);
    assert_eq!(grown(10, None), 6);
    assert_eq!(grown(3, Some(1)), 1);
    assert_eq!(grown(3, Some(0)), 0);
}

/// EN-4.5, EN-E3, EN-A5: Wealth 2 pays two of three discs. The player chooses them, and each choice
/// is possible in only one order.
#[test]
fn player_chooses_the_discs_to_pay() {
    let mut table = Table::building(2, &[]);
    table
        .raise(1, "wealth", 2)
        .house(1, "shipyard")
        .house(1, "market");
    table.busy(1, "shipyard").busy(1, "market");
    table.act("build workshop").act("build market");
    assert_eq!((table.state.phase, table.to_move()), (Phase::Salary, 1));
    assert_eq!(table.legal(), ["salary colonial_house", "salary market"]);
    let harbor = table.player(1).harbor;
    table.act("salary colonial_house");
    assert_eq!(table.legal(), ["salary market", "salary shipyard"]);
    table.act("salary shipyard");
    assert_eq!(table.player(1).harbor, harbor + 2);
    assert_eq!(table.player(1).busy, 0b100, "the market's disc stays");
    assert_eq!(table.state.phase, Phase::Turn);
    assert!(table.can("use shipyard") && !table.can("use market"));
}

/// EN-4.5: A choice without alternatives is completed automatically; equal discs are not
/// alternatives.
#[test]
fn salary_is_automatic_without_alternatives() {
    let mut table = Table::building(2, &[]);
    table
        .raise(1, "wealth", 2)
        .house(1, "market")
        .house(1, "market");
    table.busy(1, "market").busy(1, "market");
    table.act("build workshop").act("build market");
    assert_eq!(table.legal(), ["salary colonial_house", "salary market"]);
    table.act("salary market");
    assert_eq!(table.player(1).busy, 0b001);
    let mut table = Table::building(2, &[]);
    table.rested(1).house(1, "market").house(1, "market");
    table.busy(1, "market").busy(1, "market");
    table.act("build workshop").act("build market");
    assert_eq!(table.state.phase, Phase::Turn, "one of two markets is paid");
    assert_eq!(table.player(1).busy.count_ones(), 1);
}

/// EN-4.5, EN-8.4: The Salary phase pays discs of buildings with the no-pay mark.
#[test]
fn salary_pays_marked_buildings() {
    let mut table = Table::building(2, &[]);
    table.rested(1).house(1, "guild_hall").busy(1, "guild_hall");
    table.act("build workshop").act("build market");
    assert_eq!(table.player(1).busy, 0);
}
