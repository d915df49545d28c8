//! The campaign: legacy tiles and C cards that enter or leave play, rewards of story quests, and Jean (M-C12, M-C13).

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::story_support::{Card, campaign, deck, try_campaign};
use crate::support::Table;

/// Returns a scored campaign where seat 0 has the tile of a card with this back.
fn after(players: usize, back: &str, before: impl Fn(&mut Table)) -> Table {
    let cards: [Card; 1] = [(2, "Story: 8", ["", "", "d1"], "quest", back, "")];
    let mut table = campaign(players, &cards, &["story=2"]);
    table.past_setup();
    before(&mut table);
    table.give_story_tile(0, 1).score_round();
    table
}

/// Returns a campaign with these tiles, in which a card has this reward on 7, where seat 0 is.
fn rewarded(reward: &str, legacy: &str) -> Table {
    let cards: [Card; 1] = [(2, "Story: 7", ["", "", reward], "quest", "", "")];
    let mut table = campaign(3, &cards, &["story=2", &format!("legacy={legacy}")]);
    table.past_setup();
    table.at("7", 1);
    table
}

/// M-C12, M-22.3: The rewards are 2 influence with Spain, VP, discs, a combat, and an exploration of up to 2.
#[test]
fn story_quests_give_their_rewards() {
    let mut table = rewarded("spain2+vp3", "none");
    table.act("quest story1");
    assert_eq!(table.player(0).influence, [0, 2, 0]);
    assert_eq!(table.points(0, "quests"), 3);
    let mut table = rewarded("disc2", "none");
    table.act("quest story1").act("disc U4").act("disc U4");
    assert!(table.player(0).has_upgrade(4));
    let mut table = rewarded("combat", "none");
    table.act("quest story1");
    assert_eq!(table.decision(), PendingKind::Nation);
    let mut table = rewarded("explore2", "none");
    table.act("quest story1");
    assert_eq!(table.decision(), PendingKind::Explore);
}

/// M-C12, M-22.3: The player chooses a skull tile; without one there is no effect.
#[test]
fn skull_reward_removes_a_chosen_tile() {
    let mut table = rewarded("skull1", "L5,L20,L21,L23");
    assert_eq!(table.state.skull_locations.count_ones(), 3);
    table.act("quest story1");
    assert_eq!(table.legal(), ["remove L20", "remove L21", "remove L23"]);
    table.act("remove L21");
    assert_eq!(table.tiles(), [5, 20, 23]);
    assert_eq!(table.state.skull_locations.count_ones(), 2);
    assert_eq!(table.happened("legacy_left"), [(0, "L21".to_string(), 0)]);
    let mut table = rewarded("skull2", "L5");
    table.act("quest story1");
    assert_ne!(table.decision(), PendingKind::SkullTile);
}

/// M-22.14, M-22.3: Village actions are possible again when a skull is removed.
#[test]
fn village_actions_return_without_the_skull() {
    let mut table = rewarded("skull1", "L21");
    let mut there = rewarded("skull1", "L21");
    there.at_main("15");
    assert!(!there.can("village"));
    table.act("quest story1").act("remove L21");
    table.at_main("15");
    assert!(table.can("village"));
}

/// M-C12, M-22.3, M-A83: Without L3, Cartagena is a city again, with a random city tile for the number of players.
#[test]
fn cartagena_is_a_city_again_without_l3() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let cards: [Card; 1] = [(2, "Story: 7", ["", "", "skull1"], "quest", "", "")];
        let game = try_campaign(3, &deck(&cards), &["story=2", "legacy=L3"]).expect("accepted");
        let mut table = Table::begin(game, seed);
        table.past_setup();
        table.at("7", 1);
        let place = table.place("14");
        assert_eq!(table.state.tiles[usize::from(place)], None);
        let lying: Vec<_> = table.state.tiles.iter().flatten().copied().collect();
        table.act("quest story1").act("remove L3");
        let tile = table.state.tiles[usize::from(place)].expect("a city tile came");
        assert!(!lying.contains(&tile), "it was in the box");
        let shown = table.components().city_tiles[usize::from(tile)];
        assert!(!shown.two_players && !shown.cover);
        seen.insert(tile.index());
        table.at_main("14");
        assert!(!table.can("village"));
        assert!(
            table
                .game
                .position(&table.state, None)
                .to_string()
                .contains("Cartagena")
        );
    }
    assert!(seen.len() > 2, "it is a random one: {seen:?}");
}

/// M-A83, M-22.7: Components at Cartagena leave the game when L3 comes into play, and markers can no longer be placed
/// there.
#[test]
fn l3_removes_components_at_cartagena() {
    let table = after(3, "Add tile L3", |table| {
        table.marker(Nation::Spain, "14");
        let place = usize::from(table.place("14"));
        assert!(table.state.tiles[place].is_some());
    });
    let place = usize::from(table.place("14"));
    assert_eq!(table.state.tiles[place], None);
    assert_eq!(table.state.markers[place], None);
    assert_eq!(table.state.marker_count, [0, 0, 0]);
    assert_eq!(table.state.supply[1], 12, "the marker does not come back");
    let mut table = table;
    table.state.active = 1;
    table.open_combat_for("1");
    let annexed: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|a| a.starts_with("annex"))
        .collect();
    assert!(!annexed.contains(&"annex 14".to_string()), "{annexed:?}");
}

/// M-22.5: L1 comes with a quest, and the marker moves to the flag of the city.
#[test]
fn l1_turns_puerto_cabezas_into_a_city() {
    let table = after(3, "Add tile L1", |table| {
        table.marker(Nation::France, "17");
        table.no_quests_but_story();
    });
    assert_eq!(table.quest_places(), ["quest@17"]);
    let place = table.place("17");
    assert_eq!(
        table.state.markers[usize::from(place)],
        Some(Nation::France)
    );
    assert_eq!(table.state.marker_count[0], 1);
}

/// M-22.6, M-22.8, M-22.11: Tiles that come into play during a game change roads and add cities.
#[test]
fn tiles_added_in_play_change_the_map() {
    let mut table = after(3, "Tiles: L2, L4", |_| {});
    let seat = usize::from(table.state.active);
    table.player(seat).ship = table.place("7");
    assert!(
        !table.can("sail 9a"),
        "the explorer has not reached space 4"
    );
    let explorer = table.space("4");
    table.player(seat).explorer = explorer;
    assert!(table.can("sail 8"));
    table.act("sail 8");
    assert_eq!(table.state.points_spent, 3, "L2 makes the road long");
    let mut table = after(3, "Tiles: L4", |_| {});
    let seat = usize::from(table.state.active);
    table.player(seat).ship = table.place("8");
    table.player(seat).explorer = table.space("4");
    table.act("sail 9a");
    assert_eq!(table.state.points_spent, 1 + 3);
}

/// M-22.10, M-22.12, M-A84: Markers on removed tiles leave the game, except for that on L1.
#[test]
fn markers_on_removed_tiles_leave_the_game() {
    let with = |legacy: &str, back: &str, before: &dyn Fn(&mut Table)| {
        let cards: [Card; 1] = [(2, "Story: 8", ["", "", "d1"], "quest", back, "")];
        let mut table = campaign(3, &cards, &["story=2", &format!("legacy={legacy}")]);
        table.past_setup();
        before(&mut table);
        table.give_story_tile(0, 1).score_round();
        table
    };
    let table = with("L6,L9", "Remove tile L6; Remove tile L9", &|table| {
        table.state.silver_fleet[1] = Some(Nation::France);
        table.state.gold_mine = Some(Nation::Spain);
        table.state.marker_count = [1, 1, 0];
        table.state.supply = [12, 12, 13];
    });
    assert_eq!(
        (table.state.silver_fleet, table.state.gold_mine),
        ([None; 2], None)
    );
    assert_eq!(table.state.marker_count, [0, 0, 0]);
    assert_eq!(table.state.supply, [12, 12, 13]);
    let table = with("L1,L4", "Remove tile L1; Remove tile L4", &|table| {
        table
            .marker(Nation::France, "17")
            .marker(Nation::Spain, "9a");
    });
    assert_eq!(table.state.marker_count, [1, 0, 0]);
    assert_eq!(table.tiles(), Vec::<u32>::new());
}

/// M-C13, M-24.10, M-22.13: L10 to L17 start with discs if they come into play during a game.
#[test]
fn disc_tiles_added_in_play_start_with_discs() {
    for (players, discs) in [(1, [1, 2]), (2, [0, 1]), (3, [0, 0]), (4, [0, 0])] {
        let mut table = Table::begin(
            try_campaign(
                players,
                &deck(&[(
                    2,
                    "Story: 8",
                    ["", "", "d1"],
                    "quest",
                    "Tiles: L10, L15",
                    "",
                )]),
                &["story=2"],
            )
            .expect("accepted"),
            1,
        );
        table.past_setup().give_story_tile(0, 1).score_round();
        let lying = [table.state.tile_discs[0], table.state.tile_discs[5]];
        assert_eq!(lying, discs, "{players} players");
    }
}

/// M-C13, M-24.11, M-24.4: Jean has taken the tile; the player reads the card and decides alone.
#[test]
fn player_reads_the_card_of_jeans_story_tile() {
    let cards: [Card; 1] = [(
        2,
        "Story: 8",
        ["cp2", "", "d1"],
        "quest",
        "",
        "One = Add tile L5 | Two = Add tile L9",
    )];
    let mut table = campaign(1, &cards, &["story=2"]);
    table.past_setup().give_story_tile(1, 1).score_round();
    assert_eq!(table.decision(), PendingKind::StoryVote);
    assert_eq!(table.to_move(), 1);
    table.act("vote 2");
    assert_eq!(table.tiles(), [9]);
    assert_eq!(table.happened("story_read"), [(0, "02".to_string(), 2)]);
}

/// M-24.4: When Jean's ship stops at a story tile, she takes it for free and her turn ends.
#[test]
fn jean_takes_a_story_tile_for_free() {
    let cards: [Card; 1] = [(2, "Story: 2", ["cp2", "", "d1"], "quest", "", "")];
    let taken = (0..20).any(|seed| {
        let game = try_campaign(1, &deck(&cards), &["story=2"]).expect("accepted");
        let mut table = Table::begin(game, seed);
        table.past_setup();
        table
            .play(&["sail 1", "pass"])
            .while_legal(&["end", "draw"]);
        table.happened("jean_quest") == [(1, "story1".to_string(), 0)]
            && table.state.players[1].quest_count == 1
    });
    assert!(taken);
}

/// M-C7: Errors for unknown instructions contain file, line, column and the accepted instructions.
#[test]
fn unknown_instructions_are_rejected() {
    for (front, part) in [
        (
            "Story: 15; Burn the ship",
            "\"Burn the ship\" is not one of them",
        ),
        ("Story: 25", "the number of a location from 1 to 19"),
        ("Story: 15; Read 77", "a story card of this file: 2"),
        ("Story: 15; Add tile L19", "L1 to L18, L20 to L23 or L25"),
        ("Story: 15; Cards: 99", "C cards of project_cards.csv"),
        ("Story: 15; Quests: 16 (1-9)", "(1-4)"),
        (
            "Story: 15; Add cards 90 to the fire",
            "Add cards <90>, <91> to the discard pile",
        ),
    ] {
        let cards: [Card; 1] = [(2, front, ["cp1", "", "d1"], "quest", "", "")];
        let error = try_campaign(2, &deck(&cards), &["story=2"])
            .expect_err(front)
            .to_string();
        assert!(error.contains("story_cards.csv"), "{error}");
        assert!(error.contains("line 2"), "{error}");
        assert!(error.contains("front"), "{error}");
        assert!(error.contains(part), "{front}: {error}");
    }
}

/// M-C2: A story tile belongs to the quest of the card on whose front it is named.
#[test]
fn story_tile_without_a_quest_is_rejected() {
    let quest = ["cp1", "", "d1"];
    let cards: [(Card, &str); 5] = [
        ((2, "Story: 7", ["", "", ""], "", "", ""), "front"),
        ((2, "Quests: 7 (1-4)", quest, "quest", "", ""), "front"),
        ((2, "Story: 7; Story: 8", quest, "quest", "", ""), "front"),
        ((2, "Story: 7", quest, "quest", "Story: 8", ""), "back"),
        (
            (2, "Story: 7", quest, "quest", "", "One = Story: 8 | Two ="),
            "choices",
        ),
    ];
    for (card, column) in cards {
        let refused = try_campaign(2, &deck(&[card]), &["story=2"]).expect_err(column);
        let told = refused.to_string();
        assert!(told.contains(column) && told.contains("(M-C2)"), "{told}");
    }
}

/// Fills a tile; seat 0 places the last disc. For L16, seat 0 has its cost.
fn fill(table: &mut Table, tile: usize) {
    table.state.tile_discs[tile - 10] = 3;
}

/// M-A86: A card that brings a tile which is already full finds it empty. A card that brings no tile finds it full,
/// and is read in the next scoring.
#[test]
fn full_tile_is_emptied_only_for_a_card_that_adds_it() {
    for (front, discs, read) in [("Add tile L16", 0, vec![]), ("Add tile L5", 3, vec!["03"])] {
        let cards: [Card; 2] = [
            (2, "Story: 8", ["", "", "d1"], "quest", "Read 03", ""),
            (3, front, ["", "", ""], "L16 full", "", ""),
        ];
        let mut table = campaign(3, &cards, &["story=2", "legacy=L16"]);
        table.past_setup().give_story_tile(0, 1);
        fill(&mut table, 16);
        table.score_round();
        assert_eq!(table.active_cards(), [3], "{front}");
        assert_eq!(table.state.tile_discs[6], discs, "{front}");
        let before = table.happened("story_read").len();
        assert_eq!(before, 1, "it is looked at in the next scoring");
        table.score_game();
        let later: Vec<String> = table.happened("story_read")[before..]
            .iter()
            .map(|(_, card, _)| card.clone())
            .collect();
        assert_eq!(later, read, "{front}");
    }
}

/// M-A87: A card stays when its tile is removed. The tile cannot be filled until the next game brings it again.
#[test]
fn card_stays_when_its_tile_is_removed() {
    let cards: [Card; 2] = [
        (
            2,
            "Story: 8",
            ["", "", "d1"],
            "quest",
            "Remove tile L16",
            "",
        ),
        (
            3,
            "Add tile L16",
            ["", "", ""],
            "L16 full",
            "Add tile L5",
            "",
        ),
    ];
    let mut table = campaign(3, &cards, &["story=2+3"]);
    table.past_setup().give_story_tile(0, 1).score_round();
    assert_eq!((table.active_cards(), table.tiles()), (vec![3], vec![]));
    fill(&mut table, 16);
    table.score_game();
    assert_eq!(
        table.active_cards(),
        [3],
        "what does not lie there is not full"
    );
    let next = table.game.sequel(&table.state).expect("it is over");
    assert!(next.goes_on);
    let options: Vec<String> = next
        .options
        .iter()
        .filter(|(name, _)| *name != "scenario")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let next = campaign(3, &cards, &options);
    assert_eq!(next.tiles(), [16]);
}

/// M-A88: A card that was fulfilled when the cards were examined is read, even if an earlier back removes its tile,
/// but not if an earlier back draws a higher card that requires the tile (M-C9).
#[test]
fn due_card_is_read_after_its_tile_is_removed() {
    for (back, read) in [
        ("Remove tile L16", vec!["02", "03"]),
        ("Read 04", vec!["02"]),
    ] {
        let cards: [Card; 3] = [
            (2, "Story: 8", ["", "", "d1"], "quest", back, ""),
            (
                3,
                "Add tile L16",
                ["", "", ""],
                "L16 full",
                "Add tile L5",
                "",
            ),
            (4, "Add tile L16", ["", "", ""], "L16 full", "", ""),
        ];
        let mut table = campaign(3, &cards, &["story=2+3"]);
        table.past_setup().give_story_tile(0, 1);
        fill(&mut table, 16);
        table.score_round();
        let found: Vec<String> = (table.happened("story_read").into_iter())
            .map(|(_, card, _)| card)
            .collect();
        assert_eq!(found, read, "{back}");
        assert_eq!(table.tiles().contains(&5), read.len() == 2, "{back}");
    }
}

/// M-A90: A card for which there is no room stays in the deck, and this is reported.
#[test]
fn card_without_room_stays_in_the_deck() {
    let mut cards: Vec<Card> = vec![(
        2,
        "Story: 8",
        ["", "", "d1"],
        "quest",
        "Read 20; Read 21",
        "",
    )];
    cards.extend((3..=13).map(|number| -> Card { (number, "", ["", "", ""], "", "", "") }));
    cards.push((20, "Add tile L5", ["", "", ""], "", "", ""));
    cards.push((21, "Add tile L9", ["", "", ""], "", "", ""));
    let mut table = campaign(3, &cards, &["story=2-13"]);
    table.past_setup().give_story_tile(0, 1).score_round();
    // The card that was read left one place.
    assert_eq!(table.happened("story_drawn").len(), 1);
    assert_eq!(table.happened("story_no_room"), [(0, "21".to_string(), 0)]);
    assert_eq!(table.tiles(), [5]);
    table.score_game();
    let next = table.game.sequel(&table.state).expect("it is over");
    assert!(!next.goes_on, "no card is left that could be read");
}

/// M-22.15: L25 gives its reward.
#[test]
fn l25_gives_its_reward() {
    for (reward, gains) in [("vp6", (6, 0)), ("d4+vp2", (2, 4)), ("d3", (0, 3))] {
        let mut setup = crate::table::setup(&portolan::games::maracaibo::ENTRY, 3, &["legacy=L25"]);
        let legacy = setup
            .data
            .files
            .get_mut("legacy_tiles.csv")
            .expect("it ships");
        *legacy = legacy.replace("L25,,19,,,,,,vp6,", &format!("L25,,19,,,,,,{reward},"));
        let game = portolan::games::maracaibo::Maracaibo::new(&setup).expect("it is accepted");
        let mut table = Table::begin(game, 1);
        table.past_setup();
        table.ship(0, "18");
        let before = (table.player(0).score(), table.player(0).doubloons);
        table.act("sail 19");
        let player = table.player(0);
        let gained = (player.score() - before.0, player.doubloons - before.1);
        assert_eq!((gained.0, gained.1), gains, "{reward}");
    }
}

/// M-C3: Invalid options are rejected with the accepted values.
#[test]
fn invalid_campaign_options_are_rejected() {
    let cards: [Card; 2] = [
        (2, "Story: 7", ["", "", "d1"], "quest", "", ""),
        (3, "Story: 9", ["", "", "d1"], "quest", "", ""),
    ];
    for (option, part) in [
        ("story=5", "2, 3; 5 is not one of them"),
        ("story=2+2", "numbers of story cards"),
        ("story=two", "numbers of story cards"),
        ("story_deck=2", "(story)"),
        ("c_cards=99", "C cards of the data"),
    ] {
        let options = ["story=2", option];
        let options = if option.starts_with("story=") {
            &options[1..]
        } else {
            &options[..]
        };
        let error = try_campaign(2, &deck(&cards), options)
            .expect_err(option)
            .to_string();
        assert!(error.contains(part), "{option}: {error}");
    }
    let setup = crate::table::setup(&portolan::games::maracaibo::ENTRY, 2, &["story=2"]);
    let error = portolan::games::maracaibo::Maracaibo::new(&setup).expect_err("no campaign");
    assert!(error.to_string().contains("scenario=campaign"), "{error}");
}
