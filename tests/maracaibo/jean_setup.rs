//! Setup of the solo game, Jean's deck and its options (M-24.1, M-24.2, M-25.4).

use std::collections::{BTreeMap, BTreeSet};

use portolan::dataset::DataSet;
use portolan::game::prelude::*;
use portolan::games::maracaibo::components::AUTOMA_LETTERS;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::games::{GameSetup, SetupError};
use portolan::random::{Streams, stream};

use crate::jean_support::{JEAN, solo};
use crate::support::{Table, is_a, rules};

const LEVELS: [(&str, [usize; 3]); 5] = [
    ("very-easy", [5, 0, 0]),
    ("easy", [5, 0, 1]),
    ("normal", [5, 1, 1]),
    ("hard", [4, 2, 1]),
    ("very-hard", [3, 3, 1]),
];

fn refusal(players: usize, options: &[(&str, &str)]) -> String {
    let options: BTreeMap<String, String> = options
        .iter()
        .map(|&(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let setup = GameSetup {
        game: ENTRY.name.to_string(),
        players,
        options,
        data: DataSet::embedded(ENTRY.files),
    };
    match Maracaibo::new(&setup) {
        Ok(_) => panic!("{:?} is accepted", setup.options),
        Err(error @ SetupError::OptionValue { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
    }
}

/// Returns the number of cards of each letter in a deck.
fn letters(table: &Table) -> [usize; 3] {
    let mut counts = [0; 3];
    for (index, card) in table.components().automa.iter().enumerate() {
        counts[usize::from(card.letter)] += usize::from(table.state.jean.deck >> index & 1);
    }
    counts
}

/// M-24.1: The setup is the same as with two players. Jean has a ship, an explorer and markers, but
/// no other components of a player.
#[test]
fn jean_starts_with_ship_explorer_and_markers_only() {
    let table = Table::dealt(1, &[], 1);
    let jean = &table.state.players[JEAN];
    assert_eq!((table.jean_at(), table.jean_explorer_at()), ("0", "0"));
    assert_eq!(jean.influence, [0; 3]);
    assert_eq!(table.score(JEAN), 0);
    assert_eq!(
        (jean.figures, jean.general, jean.assistant_count),
        (0, 0, 0)
    );
    assert_eq!((jean.doubloons, jean.cp, jean.hand_len), (0, 0, 0));
    assert_eq!(jean.discs, [0; 12]);
    assert_eq!(jean.careers_dealt, [None; 2]);
    assert_eq!(
        (table.state.jean.discs, table.state.jean.discs_gone()),
        (22, 0)
    );
    assert_eq!(table.state.players[0].doubloons, 8);
}

/// M-24.1: Only the player is dealt A cards, so the pile has 48 A and 40 B cards, of which 4 are in
/// the display.
#[test]
fn solo_pile_has_48_a_and_40_b_cards() {
    let table = Table::dealt(1, &[], 5);
    let state = &table.state;
    let pile = state.pile[..usize::from(state.pile_len)].iter();
    let cards: Vec<_> = pile.chain(state.display.iter().flatten()).collect();
    assert_eq!(cards.len(), 88);
    let components = table.components();
    let a_cards = cards.iter().filter(|&&&card| is_a(components, card));
    assert_eq!(a_cards.count(), 48);
    assert_eq!(state.players[0].hand_len, 8);
}

/// M-24.1, M-1.4, M-1.9, M-1.13: Markers, city tiles and quests are placed as with two players.
#[test]
fn solo_board_matches_the_two_player_setup() {
    let [solo, two] = [1, 2].map(|players| Table::dealt(players, &[], 3));
    assert_eq!(solo.state.markers, two.state.markers);
    assert_eq!(solo.state.supply, two.state.supply);
    let tiles = &solo.components().city_tiles;
    for tile in solo.state.tiles.into_iter().flatten() {
        assert!(tiles[usize::from(tile)].two_players);
    }
    let quests = |table: &Table| table.state.map_quests[..3].to_vec();
    let places = |table: &Table| {
        quests(table)
            .iter()
            .map(|quest| quest.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&solo), places(&two));
}

/// M-24.2: The player starts, and turns alternate; Jean's turn is complete before the player's next
/// decision.
#[test]
fn turns_of_player_and_jean_alternate() {
    let mut table = Table::with(1, &[]);
    for turn in 1..4 {
        let turns = [0, JEAN].map(|seat| table.state.players[seat].turns);
        assert_eq!(
            (table.decision(), turns),
            (PendingKind::Sail, [turn, turn - 1])
        );
        let nearest = table.legal()[0].clone();
        table.act(&nearest);
        table.while_legal(&["pass", "end", "draw", "take vp"]);
    }
}

/// M-24.2, M-25.4: Each of the five levels sets the size and letters of the deck. Jean is listed with her level.
#[test]
fn level_sets_the_letters_of_jeans_deck() {
    for (level, counts) in LEVELS {
        let option = format!("level={level}");
        for seed in 0..20 {
            let table = Table::dealt(1, &[&option], seed);
            assert_eq!(letters(&table), counts, "{level}");
        }
        let game = rules(1, &[&option]);
        let name = format!("jean:{level}");
        assert_eq!(
            (game.automa(0), game.automa(1)),
            (None, Some(name.as_str()))
        );
    }
    assert_eq!(rules(1, &[]).automa(1), Some("jean:normal"));
    assert!((2..=4).all(|players| (0..4).all(|seat| rules(players, &[]).automa(seat).is_none())));
}

/// M-24.2: The cards are chosen at random among those with the same letter.
#[test]
fn every_card_of_a_letter_can_be_dealt() {
    let mut seen = 0;
    for seed in 0..200 {
        seen |= Table::dealt(1, &["level=very-hard"], seed).state.jean.deck;
    }
    assert_eq!(seen, (1 << 15) - 1);
}

/// M-24.2: At another level, the deal has common cards of each letter and is otherwise equal.
#[test]
fn level_does_not_change_the_rest_of_the_deal() {
    for seed in 0..20 {
        let deal = |level: &str| {
            let game = rules(1, &[&format!("level={level}")]);
            game.new_state(&mut Streams::new(seed), &mut ())
        };
        let [normal, hard] = ["normal", "hard"].map(deal);
        let common = normal.jean.deck & hard.jean.deck;
        assert_eq!(common.count_ones(), 4 + 1 + 1);
        assert_eq!(normal.players, hard.players);
        assert_eq!(normal.display, hard.display);
    }
}

/// M-24.2: Every card of the deck is revealed once before the discards become the new deck.
#[test]
fn discards_form_a_new_deck_when_it_is_empty() {
    let mut table = Table::with(1, &["level=hard"]);
    let deck = table.state.jean.deck;
    let mut turned = Vec::new();
    for turn in 0..21 {
        table.jean_ship("0");
        let (left, discards) = (table.state.jean.deck, table.state.jean.discards);
        table.jean_plays();
        let jean = &table.state.jean;
        assert_eq!(jean.deck | jean.discards, deck);
        assert_eq!(jean.deck & jean.discards, 0);
        let drawn = if left == 0 {
            jean.discards
        } else {
            jean.discards & !discards
        };
        assert_eq!(drawn.count_ones(), 1, "turn {turn}");
        turned.push(drawn);
    }
    for lap in turned.chunks(7) {
        assert_eq!(lap.iter().fold(0, |all, card| all | card), deck);
    }
    assert_ne!(turned[..7], turned[7..14], "21 cards in three equal orders");
}

/// M-24.2: The option sets a deck with any composition and accepts letters in any order and case.
#[test]
fn deck_option_sets_the_number_of_each_letter() {
    for (text, counts, name) in [
        ("4A2B1C", [4, 2, 1], "jean:4A2B1C"),
        ("1c4a", [4, 0, 1], "jean:4A1C"),
        ("0A6B", [0, 6, 0], "jean:6B"),
        ("5A6B4C", [5, 6, 4], "jean:5A6B4C"),
    ] {
        let table = Table::dealt(1, &[&format!("jean_deck={text}")], 2);
        assert_eq!(letters(&table), counts);
        assert_eq!(table.game.automa(1), Some(name));
    }
    for text in [
        "6A",
        "",
        "A",
        "4",
        "4A4A",
        "0A0B0C",
        "3D",
        "4 A",
        "999A",
        "4294967297A",
    ] {
        let message = refusal(1, &[("jean_deck", text)]);
        assert!(message.contains("5A, 6B, 4C"), "{message}");
        assert!(message.contains(&format!("jean_deck={text}")), "{message}");
    }
}

/// M-24.2: The option sets a deck of named cards, which the player then knows.
#[test]
fn cards_option_sets_a_known_deck() {
    let table = Table::dealt(1, &["jean_cards=b3+A1+A2"], 2);
    let deck = ["A1", "A2", "B3"].map(|id| 1_u16 << table.automa(id));
    assert_eq!(table.state.jean.deck, deck.iter().sum::<u16>());
    assert_eq!(table.state.jean.known, table.state.jean.deck);
    assert_eq!(table.game.automa(1), Some("jean:custom"));
    for (text, part) in [
        ("A1+B7", "\"B7\" is not one of them"),
        ("A1+A1", "A1 occurs twice"),
        ("+", "at least one"),
    ] {
        let message = refusal(1, &[("jean_cards", text)]);
        assert!(message.contains(part), "{message}");
    }
}

/// M-24.2: Options that exclude each other, or that require a solo game, are rejected.
#[test]
fn conflicting_solo_options_are_rejected() {
    let message = refusal(1, &[("level", "medium")]);
    assert!(
        message.contains("very-easy, easy, normal, hard, very-hard"),
        "{message}"
    );
    let both = refusal(1, &[("level", "hard"), ("jean_deck", "5A")]);
    assert!(
        both.contains("only one of level, jean_deck and jean_cards"),
        "{both}"
    );
    assert!(both.contains("level=hard is also set"), "{both}");
    refusal(1, &[("jean_cards", "A1"), ("jean_deck", "5A")]);
    refusal(1, &[("jean_cards", "A1"), ("level", "normal")]);
    for option in [
        ("level", "normal"),
        ("jean_deck", "5A"),
        ("jean_cards", "A1"),
        ("jean_explorer_quest", "on"),
    ] {
        for players in 2..=4 {
            let message = refusal(players, &[option]);
            assert!(
                message.contains("Jean plays only in solo games"),
                "{message}"
            );
        }
    }
}

/// M-C13, M-24.1: A campaign against Jean starts as with two players, and her level is an ordinary
/// option.
#[test]
fn solo_campaign_starts_as_with_two_players() {
    let table = Table::dealt(1, &["scenario=campaign", "level=hard"], 1);
    assert_eq!(table.game.automa(1), Some("jean:hard"));
    assert_eq!(table.quest_places(), ["quest@16", "story1@15"]);
    assert_eq!(table.state.marker_count, [1, 1, 1]);
}

/// M-A71: The player knows the number of cards with each letter in the deck, and all revealed
/// cards.
#[test]
fn determinizations_resample_jeans_unknown_cards() {
    let mut table = solo(&["level=very-hard"]);
    let mut decks = BTreeSet::new();
    for seed in 0..200 {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        decks.insert(world.jean.deck);
    }
    // 10 choices of A cards, 20 of B cards and 4 of C cards.
    assert!(decks.len() > 150, "{} decks", decks.len());
    let letter_of =
        |card: usize| AUTOMA_LETTERS[usize::from(table.components().automa[card].letter)];
    for deck in &decks {
        let cards = (0..15).filter(|card| deck >> card & 1 == 1);
        assert_eq!(cards.map(letter_of).collect::<String>(), "AAABBBC");
    }
    // Two cards of the deck were revealed: they stay, and the others are unknown.
    let cards: Vec<usize> = (0..15)
        .filter(|card| table.state.jean.deck >> card & 1 == 1)
        .collect();
    let turned = 1 << cards[0] | 1 << cards[6];
    table.state.jean.discards = turned;
    table.state.jean.deck &= !turned;
    table.state.jean.known = turned;
    for seed in 0..50 {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        assert_eq!(world.jean.discards, turned);
        assert_eq!(world.jean.deck & turned, 0);
        assert_eq!(world.jean.deck.count_ones(), 5);
    }
    // After all cards were revealed, the whole deck is known.
    table.state.jean.known |= table.state.jean.deck;
    let mut world = table.state;
    table.game.determinize(&mut world, 0, &mut stream(7, &[]));
    assert_eq!(world.jean, table.state.jean);
}

/// Solo games have the score categories of every game and additional categories for Jean.
#[test]
fn solo_games_add_jeans_score_categories() {
    let several = rules(2, &[]).score_categories();
    let solo = rules(1, &[]).score_categories();
    assert_eq!(several.len(), 15);
    assert_eq!(solo[..15], *several);
    assert!(solo[15..].iter().all(|name| name.starts_with("jean_")));
}

/// The description contains Jean's components, but only known information about her deck.
#[test]
fn description_shows_jeans_components() {
    let mut table = solo(&["level=hard"]);
    table.jean_ship("0").jean_turn("A3");
    table.state.jean.deck = 1 << table.automa("A1") | 1 << table.automa("C4");
    table.state.jean.known |= 1 << table.automa("C4");
    let text = table.game.describe(&table.state, Some(0));
    for part in [
        "jean:hard",
        "ship at 1 Santiago",
        "discs 21",
        "deck C4, A?",
        "turned A3",
        "combat tokens 1",
        "upgrade spaces 0",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

/// If a player's turn ends immediately, Jean's turn is complete as well, and the next main action
/// is elsewhere. Passing must not count the prospect of a main action at the current location.
#[test]
fn ended_turn_has_no_prospect_features() {
    let mut table = solo(&[]);
    table.hand(0, &["A001", "A002", "A003", "A004"]);
    for card in ["A005", "A006", "A007"] {
        table.planned(0, card);
    }
    table.at("11", 1);
    let names = Maracaibo::FEATURE_NAMES;
    let prospects = |table: &Table| -> f32 {
        let mut values = vec![0.0; names.len()];
        table.game.features(&table.state, 0, &mut values);
        let named = names.iter().zip(values);
        named
            .filter(|(name, _)| name.starts_with("prospect_"))
            .map(|(_, value)| value)
            .sum()
    };
    assert!(prospects(&table) > 0.0, "a combat at Maracaibo");
    table.act("pass");
    assert_eq!(
        (table.decision(), table.state.active),
        (PendingKind::Sail, 0)
    );
    assert_eq!(prospects(&table), 0.0);
}

/// M-24.9: The features of both seats are finite and include Jean's components and her potential
/// bonuses.
#[test]
fn features_of_both_seats_include_jean() {
    let mut table = solo(&[]);
    table.discs_gone(5).explorer(JEAN, "4");
    table.player(JEAN).influence = [2, 0, 0];
    table.state.jean.points[0] = 9;
    let names = Maracaibo::FEATURE_NAMES;
    let mut values = vec![0.0; names.len()];
    let of = |values: &[f32], name: &str| {
        values[names
            .iter()
            .position(|known| *known == name)
            .expect("a feature")]
    };
    table.game.features(&table.state, JEAN, &mut values);
    assert!(values.iter().all(|value| value.is_finite()));
    let jean = [
        "score",
        "discs",
        "upgrades",
        "explorer",
        "influence",
        "most_influence",
        "income_vp",
        // Her bonuses for leads of two upgrades and four spaces.
        "prestige_vp",
    ];
    assert_eq!(
        jean.map(|name| of(&values, name)),
        [9.0, 5.0, 2.0, 4.0, 2.0, 1.0, 16.0, 20.0]
    );
    // Two quest tiles give 10 VP, and 10 more while Jean has the most.
    for (own, bonuses) in [(0, 40.0), (1, 40.0), (2, 30.0)] {
        table.player(JEAN).quest_count = 2;
        table.player(0).quest_count = own;
        table.game.features(&table.state, JEAN, &mut values);
        assert_eq!(of(&values, "prestige_vp"), bonuses, "{own}");
    }
    table.player(0).quest_count = 0;
    table.player(0).influence = [1, 0, 0];
    table.game.features(&table.state, 0, &mut values);
    assert!(values.iter().all(|value| value.is_finite()));
    assert_eq!(of(&values, "most_influence"), 0.0);
}
