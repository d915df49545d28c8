//! Setup (M-1), differences by number of players (M-23), and the open variant (M-25.1).

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::games::maracaibo::ENTRY;
use portolan::games::maracaibo::components::{CardId, CityTileId, DISPLAY, Nation, QuestId};
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::Phase;

use crate::support::{Table, is_a, rules};

/// Returns the tiles on Puerto Plata, Santo Domingo, Port Royal and Cartagena.
fn tiles_on_cities(table: &Table) -> Vec<CityTileId> {
    ["4", "5", "13", "14"]
        .map(|city| table.state.tiles[usize::from(table.place(city))].expect("a tile"))
        .to_vec()
}

fn locations_with_quests(table: &Table) -> Vec<String> {
    let labels = &table.components().labels.locations;
    table.state.map_quests[..usize::from(table.state.map_quests_len)]
        .iter()
        .map(|&(place, _)| labels[usize::from(place)].clone())
        .collect()
}

/// M-1.1: A game has one player with Jean in the second seat, or two to four players. It has four rounds.
#[test]
fn game_has_two_to_four_seats_and_starts_in_round_1() {
    assert_eq!(ENTRY.players, 1..=4);
    for players in 1..=4_usize {
        let table = Table::dealt(players, &[], 1);
        assert_eq!(table.game.seats(), players.max(2));
        assert_eq!(table.state.seated().len(), players.max(2));
        assert_eq!(table.state.round, 1);
    }
}

/// M-1.2: All 25 combat tokens are face down in the piles, each once.
#[test]
fn all_combat_tokens_are_in_the_piles() {
    let table = Table::dealt(3, &[], 7);
    assert_eq!(table.state.tokens_len, 25);
    let tokens: BTreeSet<_> = table.state.tokens[..25].iter().copied().collect();
    assert_eq!(tokens.len(), 25);
    assert!(table.state.players.iter().all(|p| p.token_count == 0));
}

/// M-1.3: There are 24 quest tiles, 3 of them on the explorer track, and the top of the pile is
/// face up.
#[test]
fn three_quests_start_on_the_explorer_track() {
    let table = Table::dealt(2, &[], 3);
    let state = &table.state;
    let mut seen: BTreeSet<_> = state.track_quests.into_iter().flatten().collect();
    assert_eq!(seen.len(), 3);
    seen.insert(state.quest_top.expect("a quest"));
    seen.extend(&state.quest_pile[..usize::from(state.quest_pile_len)]);
    seen.extend(
        state.map_quests[..usize::from(state.map_quests_len)]
            .iter()
            .map(|&(_, quest)| quest),
    );
    // Each tile is in exactly one place.
    assert_eq!(seen, (0..24).map(QuestId::new).collect());
    assert_eq!(3 + 1 + state.quest_pile_len + state.map_quests_len, 24);
}

/// M-1.4, M-23: The cover on Maracaibo is used only with two players.
#[test]
fn maracaibo_is_covered_only_with_two_players() {
    for (players, covered) in [(2, true), (3, false), (4, false)] {
        let table = Table::dealt(players, &[], 5);
        let tile = table.state.tiles[usize::from(table.place("11"))];
        assert_eq!(tile.is_some(), covered, "{players} players");
        if let Some(tile) = tile {
            assert!(table.components().city_tiles[usize::from(tile)].cover);
        }
    }
}

/// M-1.4, M-23: The four cities have both wheel tiles for the number of players and two others.
#[test]
fn city_tiles_match_the_player_count() {
    for players in 2..=4 {
        let mut others = BTreeSet::new();
        for seed in 0..40 {
            let table = Table::dealt(players, &[], seed);
            let tiles = tiles_on_cities(&table);
            assert_eq!(tiles.iter().collect::<BTreeSet<_>>().len(), 4);
            let kinds = tiles
                .iter()
                .map(|&tile| &table.components().city_tiles[usize::from(tile)]);
            assert_eq!(kinds.clone().filter(|tile| tile.wheel).count(), 2);
            for tile in kinds {
                assert_eq!(tile.two_players, players == 2);
                assert!(!tile.cover);
            }
            others.extend(tiles);
        }
        // In many games, every tile for the number of players occurs.
        assert_eq!(others.len(), 6, "{players} players");
    }
}

/// M-1.4: A wheel tile can be on each of the four cities.
#[test]
fn city_tiles_are_shuffled() {
    let mut places_of_camp = BTreeSet::new();
    for seed in 0..60 {
        let table = Table::dealt(2, &[], seed);
        let camp = tiles_on_cities(&table)
            .iter()
            .position(|&tile| table.components().labels.city_tiles[usize::from(tile)] == "C02");
        places_of_camp.insert(camp);
    }
    assert_eq!(places_of_camp, (0..4).map(Some).collect());
}

/// M-1.5: Each player is dealt 8 A cards. The pile consists of the other A cards and 40 B cards,
/// without the 4 in the display.
#[test]
fn deal_gives_8_a_cards_and_leaves_the_rest_in_the_pile() {
    for (players, pile) in [(2, 40 + 40), (3, 32 + 40), (4, 24 + 40)] {
        let table = Table::dealt(players, &[], 11);
        let state = &table.state;
        let components = table.components();
        let is_a = |card: CardId| is_a(components, card);
        let mut seen = BTreeSet::new();
        for player in state.seated() {
            assert_eq!(player.hand_len, 8);
            assert!(player.hand.iter().all(is_a));
            seen.extend(player.hand.iter());
        }
        assert!(state.display.iter().all(Option::is_some));
        seen.extend(state.display.into_iter().flatten());
        seen.extend(&state.pile[..usize::from(state.pile_len)]);
        assert_eq!(usize::from(state.pile_len) + DISPLAY, pile);
        assert_eq!(seen.len(), 56 + 40, "no card is in two places");
        let b_cards = seen.iter().filter(|&&card| !is_a(card)).count();
        assert_eq!(b_cards, 40);
        assert!(state.discards.is_empty());
    }
}

/// M-1.6: Players start without synergy tokens, VP and cards, and doubloons are unlimited.
#[test]
fn players_start_without_tokens_vp_and_cards() {
    let table = Table::new(4);
    for player in table.state.seated() {
        assert_eq!(player.synergy_count(), 0);
        assert_eq!(player.score(), 0);
        assert!(player.bought.is_empty());
    }
    let mut table = Table::bare(2, &[]);
    table.player(0).doubloons = 500;
    table.village(1).act("doubloon");
    assert_eq!(table.player(0).doubloons, 501);
}

/// M-1.7: There are four of the eight buildings. The first one is face up and the only one open to
/// investments.
#[test]
fn first_of_four_prestige_buildings_is_open() {
    let mut table = Table::bare(2, &[]);
    let buildings: BTreeSet<u8> = table.state.prestige.iter().copied().collect();
    assert_eq!(buildings.len(), 4);
    assert!(buildings.iter().all(|&building| building < 8));
    assert_eq!(table.state.prestige_shown, 1);
    table.player(0).doubloons = 50;
    table.village(1);
    let names = table.components().labels.prestige.clone();
    for (space, &building) in table.state.prestige.iter().enumerate() {
        let notation = format!("invest {}", names[usize::from(building)]);
        assert_eq!(table.can(&notation), space == 0, "{notation}");
    }
}

/// M-25.1: In the variant, all four buildings are face up from the start.
#[test]
fn all_prestige_buildings_are_open_in_the_variant() {
    let mut table = Table::bare(2, &["prestige=open"]);
    assert_eq!(table.state.prestige_shown, 4);
    table.player(0).doubloons = 50;
    table.village(1);
    let names = table.components().labels.prestige.clone();
    let shown = table.state.prestige;
    for building in 0..8 {
        let notation = format!("invest {}", names[usize::from(building)]);
        assert_eq!(table.can(&notation), shown.contains(&building));
    }
}

/// M-1.8: Each nation has 13 markers; one supply space has 1 marker, and six spaces have 2.
#[test]
fn each_nation_starts_with_13_markers() {
    let table = Table::dealt(3, &[], 1);
    assert_eq!(table.state.supply, [13; 3]);
    assert_eq!(table.state.marker_count, [0; 3]);
    assert_eq!(table.components().tracks.supply, [1, 2, 2, 2, 2, 2, 2]);
}

/// M-1.9, M-23: With two players, there are markers of Spain on 6, England on 7 and France on 8,
/// from the supply.
#[test]
fn two_player_games_have_starting_markers() {
    let table = Table::dealt(2, &[], 1);
    let marker = |place: &str| table.state.markers[usize::from(table.place(place))];
    let nations = [Nation::Spain, Nation::England, Nation::France];
    assert_eq!(["6", "7", "8"].map(marker), nations.map(Some));
    assert_eq!(table.state.supply, [12; 3]);
    assert_eq!(table.state.marker_count, [1; 3]);
    let elsewhere = table.state.markers.iter().filter(|m| m.is_some()).count();
    assert_eq!(elsewhere, 3);
    for players in [3, 4] {
        let table = Table::dealt(players, &[], 1);
        assert!(table.state.markers.iter().all(|marker| marker.is_none()));
    }
}

/// M-1.10: Every player has a full ship board and puts markers, ship and explorer at their starts.
#[test]
fn every_ship_board_starts_full() {
    let table = Table::new(4);
    for player in table.state.seated() {
        assert_eq!(player.discs, [2; 12]);
        assert_eq!(player.upgrades, 0);
        assert_eq!(player.score(), 0);
        assert_eq!(player.ship, table.place("0"));
        assert_eq!(player.explorer, table.space("0"));
        assert_eq!(player.influence, [0; 3]);
        assert_eq!(player.cp, 1);
        assert_eq!((player.income_doubloons, player.income_vp), (8, 0));
        assert_eq!(player.compasses, 1);
    }
}

/// M-1.11: Each player has 2 figures in the own supply, 6 in the general supply, and two careers to
/// choose from.
#[test]
fn players_start_with_2_figures_and_two_careers() {
    let table = Table::dealt(4, &[], 9);
    let mut careers = BTreeSet::new();
    for player in table.state.seated() {
        assert_eq!((player.figures, player.general), (2, 6));
        assert_eq!(player.career, None);
        careers.extend(player.careers_dealt);
    }
    assert_eq!(careers.len(), 8, "every career is dealt once");
}

/// M-1.12, M-A39, M-23: The players start with 8, 9, 10 and 11 doubloons in seat order, and the
/// first seat begins.
#[test]
fn starting_money_increases_by_seat() {
    for players in 2..=4 {
        let table = Table::new(players);
        let money: Vec<u16> = table.state.seated().iter().map(|p| p.doubloons).collect();
        assert_eq!(money, [8, 9, 10, 11][..players]);
        assert_eq!(table.game.to_move(&table.state), Some(0));
        assert_eq!(table.state.active, 0);
    }
}

/// M-1.12: Options set the amount of the first seat, the difference between seats, and changes of single seats.
#[test]
fn options_change_the_starting_money() {
    for (options, expected) in [
        (&["start_doubloons=20"][..], [20, 21, 22, 23]),
        (&["seat_doubloons=0"], [8, 8, 8, 8]),
        (&["start_doubloons=0", "seat_doubloons=5"], [0, 5, 10, 15]),
        (
            &["seat_1_doubloons=-8", "seat_3_doubloons=20"],
            [0, 9, 30, 11],
        ),
        (&["seat_doubloons=0", "seat_4_doubloons=1"], [8, 8, 8, 9]),
    ] {
        let table = Table::with(4, options);
        let money: Vec<u16> = table.state.seated().iter().map(|p| p.doubloons).collect();
        assert_eq!(money, expected, "{options:?}");
    }
}

/// M-1.13, M-23: Scenario 75 places quests on 15, with three players also on 18, and with four also
/// on 19.
#[test]
fn scenario_75_places_quests_by_player_count() {
    for (players, places) in [
        (2, &["15"][..]),
        (3, &["15", "18"]),
        (4, &["15", "18", "19"]),
    ] {
        let table = Table::dealt(players, &[], 1);
        assert_eq!(locations_with_quests(&table), places, "{players} players");
    }
}

/// M-1.14: Each player plans one card and discards three, which leaves a hand of four.
#[test]
fn player_plans_one_card_and_discards_three() {
    let mut table = Table::dealt(2, &[], 1);
    assert_eq!(table.decision(), PendingKind::SetupPlan);
    assert_eq!(table.legal().len(), 8);
    let dealt: Vec<CardId> = table.state.players[0].hand.iter().collect();
    let names: Vec<String> = dealt
        .iter()
        .map(|&card| table.components().labels.cards[usize::from(card)].clone())
        .collect();
    table.act(&format!("plan {}", names[5]));
    assert!(
        !table.can(&format!("discard {}", names[5])),
        "it is planned"
    );
    for index in [0, 2, 7] {
        assert_eq!(table.decision(), PendingKind::SetupDiscard);
        table.act(&format!("discard {}", names[index]));
    }
    let player = &table.state.players[0];
    assert_eq!(
        player.hand.iter().collect::<Vec<_>>(),
        [1, 3, 4, 6].map(|i| dealt[i])
    );
    assert_eq!(player.planned, [Some(dealt[5]), None, None]);
    assert_eq!(table.decision(), PendingKind::SetupCareer, "it comes last");
    table.act_first();
    assert_eq!(table.game.to_move(&table.state), Some(1));
    assert_eq!(table.state.phase, Phase::Setup);
    while table.state.phase == Phase::Setup {
        table.act_first();
    }
    for index in [0, 2, 7] {
        assert!(table.state.discards.contains(dealt[index]));
    }
    assert_eq!(table.state.discards.len(), 6);
}

/// M-1.15: Each player chooses one career, whose three figures come from the general supply.
#[test]
fn player_chooses_one_of_two_careers() {
    let mut table = Table::dealt(2, &[], 4);
    while table.decision() != PendingKind::SetupCareer {
        table.act_first();
    }
    let careers =
        (table.state.players[0].careers_dealt).map(|career| career.expect("two are dealt"));
    let names: Vec<String> = careers
        .iter()
        .map(|&career| table.components().labels.careers[usize::from(career)].clone())
        .collect();
    let both: Vec<String> = names.iter().map(|name| format!("career {name}")).collect();
    assert_eq!(table.legal(), both);
    table.act(&both[1]);
    while table.state.phase == Phase::Setup {
        table.act_first();
    }
    assert_eq!(table.state.players[0].career, Some(careers[1]));
    for player in table.state.seated() {
        // 2 in the own supply, 3 on the career, and 3 in the general supply.
        assert_eq!((player.figures, player.general), (2, 3));
        assert_eq!(player.tasks_done, 0);
    }
}

/// M-1.15, M-A71: Setup choices are simultaneous, so they are hidden from other players.
#[test]
fn setup_choices_are_hidden_from_other_players() {
    let mut table = Table::dealt(2, &[], 4);
    for _ in 0..5 {
        table.act_first();
    }
    assert_eq!(table.game.to_move(&table.state), Some(1));
    let own = table.game.describe(&table.state, Some(0));
    let others = table.game.describe(&table.state, Some(1));
    let labels = &table.components().labels;
    let planned = table.state.players[0].planned[0].expect("it has planned");
    let planned = &labels.cards[usize::from(planned)];
    assert!(own.contains(planned.as_str()));
    assert!(!others.contains(planned.as_str()));
    let career = table.state.players[0].career.expect("it has chosen");
    let career = &labels.career_names[usize::from(career)];
    assert!(own.contains(career.as_str()));
    assert!(!others.contains(career.as_str()));
    assert!(
        table.state.discards.is_empty(),
        "discards are not shown yet"
    );
}

/// M-23: The number of players affects the quests, the markers and the cover on Maracaibo.
#[test]
fn quests_and_markers_depend_on_the_player_count() {
    let two = Table::dealt(2, &[], 2);
    let three = Table::dealt(3, &[], 2);
    let four = Table::dealt(4, &[], 2);
    assert_eq!(locations_with_quests(&two).len(), 1);
    assert_eq!(locations_with_quests(&three).len(), 2);
    assert_eq!(locations_with_quests(&four).len(), 3);
    assert_eq!(two.state.supply, [12; 3]);
    assert_eq!(three.state.supply, [13; 3]);
    assert_eq!(four.state.supply, [13; 3]);
}

/// M-23: With two players, each of L11 to L17 has one disc, but L10 has none.
#[test]
fn disc_tiles_start_with_discs_only_with_two_players() {
    let tiles = "legacy=L10,L11,L12,L17";
    let two = Table::dealt(2, &[tiles], 2);
    assert_eq!(two.state.tile_discs, [0, 1, 1, 0, 0, 0, 0, 1]);
    let three = Table::dealt(3, &[tiles], 2);
    assert_eq!(three.state.tile_discs, [0; 8]);
}

/// M-1.13: The scenario is an option, which does not include the campaign.
#[test]
fn scenario_option_sets_the_scenario() {
    assert_eq!(rules(2, &["scenario=75"]).options().scenario, "75");
    assert_eq!(rules(2, &["scenario=77"]).options().scenario, "77");
    let campaign = rules(2, &["scenario=campaign"]);
    assert_eq!(campaign.options().scenario, "campaign");
}

/// M-E17, M-1.13, M-23: Card 75 adds quests on 6 and 12 after round 1, with three or four players
/// also on 16.
#[test]
fn quests_are_added_after_round_1() {
    for (players, added) in [
        (2, &["6", "12"][..]),
        (3, &["6", "12", "16"]),
        (4, &["6", "12", "16"]),
    ] {
        let mut table = Table::bare(players, &[]);
        let before = locations_with_quests(&table).len();
        table.ship(0, "20");
        table.act("sail 21a");
        table.while_legal(&["pass", "end", "draw"]);
        for _ in 0..players {
            assert_eq!(locations_with_quests(&table).len(), before);
            table.act("take vp");
        }
        assert_eq!(locations_with_quests(&table)[before..], *added);
    }
}
