//! Whole campaigns played at random, from the first story card to the last, with invariants that hold in every
//! position.

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::{CardId, CardLetter, CardSet};
use portolan::games::maracaibo::state::{Phase, State};
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::{below, stream};

use crate::story_support::{Card, campaign};
use crate::support::Table;
use crate::table::setup;

/// Number of A and B cards in a game (M-1.5).
const CARDS: usize = 56 + 40;

/// Returns all cards in all places.
fn cards(state: &State) -> Vec<CardId> {
    let mut all: Vec<CardId> = state.pile[..usize::from(state.pile_len)].to_vec();
    all.extend(state.discards.iter());
    all.extend(state.display.into_iter().flatten());
    all.extend(state.jean.cards.iter());
    for player in state.seated() {
        all.extend(player.hand.iter());
        all.extend(player.bought.iter());
        all.extend(player.planned.into_iter().flatten());
        all.extend(player.set_aside.into_iter().flatten());
    }
    all
}

/// M-1.5, M-1.3, M-1.8, M-C2: Components are conserved, except for C cards that come into play and components
/// removed by L3.
fn check(game: &Maracaibo, state: &State) {
    let all = cards(state);
    let different: CardSet = all.iter().copied().collect();
    assert_eq!(different.len(), all.len(), "a card is in two places");
    let c_cards = state.story.c_cards.count_ones() as usize;
    assert_eq!(all.len(), CARDS + c_cards);
    let drawn_c = all
        .iter()
        .filter(|&&card| game.components()[card].set == CardLetter::C);
    assert_eq!(drawn_c.count(), c_cards);
    for nation in 0..3 {
        let on_legacy = state.silver_fleet.iter().chain([&state.gold_mine]);
        let markers = state.markers.iter().chain(on_legacy);
        let count = markers
            .filter(|marker| marker.map(usize::from) == Some(nation))
            .count();
        assert_eq!(usize::from(state.marker_count[nation]), count);
        assert!(state.marker_count[nation] + state.supply[nation] <= 13);
    }
    let taken = state.seated().iter().map(|player| player.quests);
    assert_eq!(
        state
            .seated()
            .iter()
            .map(|player| u32::from(player.quest_count))
            .sum::<u32>(),
        taken.clone().map(u32::count_ones).sum::<u32>()
    );
    let lying = state.map_quests[..usize::from(state.map_quests_len)].iter();
    let lying = lying.fold(0u32, |bits, (_, quest)| bits | quest.bit());
    let taken = taken.fold(0, |bits, quests| bits | quests);
    assert_eq!(lying & taken, 0, "a tile lies there and is taken");
    let story = (lying | taken) >> (game.components().quests.len() - 4);
    assert!(story.count_ones() <= u32::from(state.story.tiles_used));
    let legacy = |tile: u32| state.legacy >> tile & 1 == 1;
    for tile in 10..18u32 {
        let discs = state.tile_discs[tile as usize - 10];
        assert!(discs <= 3);
        assert!(
            legacy(tile) || discs == 0 || state.legacy == 0,
            "discs on L{tile}"
        );
    }
    let mut active: Vec<_> = state.story.active().collect();
    let number = active.len();
    active.dedup();
    assert_eq!(active.len(), number, "a card is active twice");
}

/// Asserts that the views and choices of each seat are the same in a determinization for this seat.
fn check_worlds(table: &Table) {
    let Some(seat) = table.game.to_move(&table.state) else {
        return;
    };
    let mut other = table.state;
    table
        .game
        .determinize(&mut other, seat, &mut stream(17, &[]));
    check(&table.game, &other);
    let mut actions = [Vec::new(), Vec::new()];
    table.game.legal_actions(&table.state, &mut actions[0]);
    table.game.legal_actions(&other, &mut actions[1]);
    assert_eq!(actions[0], actions[1]);
    let told = |state: &State| table.game.describe(state, Some(seat));
    assert_eq!(told(&table.state), told(&other));
    assert_eq!(
        table.game.position(&table.state, Some(seat)),
        table.game.position(&other, Some(seat))
    );
}

/// Plays a random game in which quests are fulfilled whenever possible, so that the story continues.
fn play(table: &mut Table, seed: u64) {
    let mut dice = stream(seed, &[1]);
    let mut actions = Vec::new();
    let mut decisions = 0u32;
    while table.game.to_move(&table.state).is_some() {
        table.game.legal_actions(&table.state, &mut actions);
        assert!(!actions.is_empty());
        let different: BTreeSet<u32> = actions
            .iter()
            .map(|&action| table.game.action_index(&table.state, action))
            .collect();
        assert_eq!(different.len(), actions.len(), "numbers of actions");
        assert!(
            different
                .iter()
                .all(|&number| number < table.game.action_bound())
        );
        let eager = actions.iter().position(|&action| {
            let text = table.game.action_text(&table.state, action);
            text.starts_with("quest") || text == "accept"
        });
        let choice = eager.unwrap_or_else(|| below(&mut dice, actions.len() as u32) as usize);
        let text = table.game.action_text(&table.state, actions[choice]);
        assert_eq!(
            table.game.parse_action(&table.state, &text).ok(),
            Some(actions[choice])
        );
        table.apply(actions[choice]);
        check(&table.game, &table.state);
        decisions += 1;
        let in_scoring = table.state.phase == Phase::Scoring && decisions.is_multiple_of(8);
        if in_scoring || decisions.is_multiple_of(64) {
            check_worlds(table);
        }
    }
    for seat in 0..table.game.seats() {
        let mut points = vec![0; table.game.score_categories().len()];
        table.game.score_breakdown(&table.state, seat, &mut points);
        assert_eq!(points.iter().sum::<i32>(), table.score(seat));
    }
}

/// M-C1 to M-C13, M-25.3: Campaigns continue from game to game until the story ends, and each story card is
/// reached in some of them.
fn play_campaigns(campaigns: u64) {
    let (mut read, mut ended, mut games) = (BTreeSet::new(), 0, 0);
    for seed in 0..campaigns {
        let players = 1 + seed as usize % 4;
        let mut options = setup(&ENTRY, players, &["scenario=campaign"]).options;
        if seed % 8 >= 6 {
            options.insert("story".to_string(), (80 + seed % 2).to_string());
        }
        for game in 0..12 {
            let mut wish = setup(&ENTRY, players, &[]);
            wish.options = options;
            let rules = Maracaibo::new(&wish).expect("the next game's options are accepted");
            let mut table = Table::begin(rules, seed * 100 + game);
            play(&mut table, seed * 100 + game);
            games += 1;
            read.extend(
                table
                    .happened("story_read")
                    .into_iter()
                    .map(|(_, card, _)| card),
            );
            match table.game.sequel(&table.state) {
                Some(next) if next.goes_on => options = next.options,
                _ => {
                    ended += 1;
                    break;
                }
            }
        }
    }
    assert!(
        3 * ended > campaigns,
        "{ended} of {campaigns} campaigns came to their end in {games} games"
    );
    assert!(read.len() >= 14, "{read:?}");
}

#[test]
fn random_campaigns_end() {
    play_campaigns(16);
}

#[test]
#[ignore = "nightly: 32 campaigns"]
fn many_random_campaigns_end() {
    play_campaigns(32);
}

/// M-A71, M-C7: A player who has held a card since before the C cards were shuffled into the pile does not hold
/// a C card there, and everyone knows this.
#[test]
fn cards_older_than_the_shuffle_are_not_c_cards() {
    let cards: [Card; 1] = [(2, "Story: 8", ["", "", "d1"], "quest", "Cards: 90-97", "")];
    let mut table = campaign(3, &cards, &["story=2"]);
    table.past_setup().give_story_tile(0, 1);
    for player in &mut table.state.players {
        // The number of A cards kept gives no further information here.
        player.kept_a_cards = 0;
    }
    table.score_round();
    assert_eq!(table.state.story.c_cards, 0xFF);
    assert_eq!(table.state.story.mixes, 1);
    let held = table.state.players[2].held_since_mix[0];
    assert_eq!(held, table.state.players[2].hand_len);
    let is_c = |table: &Table, card: CardId| table.game.components()[card].set == CardLetter::C;
    for seed in 0..200 {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        assert!(
            world.players[1..3]
                .iter()
                .all(|player| player.hand.iter().all(|card| !is_c(&table, card)))
        );
    }
    // Any card may leave the hand; a card that is drawn may be a C card.
    let card = table.state.players[2].hand.iter().next().expect("a hand");
    let components = table.components().clone();
    table.state.players[2].lose(card, &components, CardSet::EMPTY);
    table.state.discards.insert(card);
    table.state.pile_len -= 1;
    let drawn = table.state.pile[usize::from(table.state.pile_len)];
    table.state.players[2].take(drawn, &components);
    assert_eq!(table.state.players[2].held_since_mix[0], held - 1);
    let worlds = (0..300).filter(|&seed| {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        let c_cards = world.players[2]
            .hand
            .iter()
            .filter(|&card| is_c(&table, card))
            .count();
        assert!(c_cards <= 1);
        c_cards == 1
    });
    assert!(worlds.count() > 5);
}

/// M-A71: Cards that are certainly older than the shuffle do not use up the A cards that another player certainly has.
#[test]
fn determinizations_preserve_known_a_cards_of_other_hands() {
    let cards: [Card; 1] = [(2, "Story: 8", ["", "", "d1"], "quest", "Cards: 90-97", "")];
    let mut table = campaign(3, &cards, &["story=2"]);
    table.past_setup().give_story_tile(0, 1);
    table.score_round();
    let components = table.components().clone();
    let is_a = |card: CardId| components[card].set == CardLetter::A;
    // Only the hands of the observer and of the third player contain A cards that are not seen.
    let state = &mut table.state;
    let pile = state.pile[..usize::from(state.pile_len)].to_vec();
    let (a_cards, mut others): (Vec<CardId>, Vec<CardId>) =
        pile.into_iter().partition(|&card| is_a(card));
    for card in a_cards {
        state.discards.insert(card);
    }
    let hand: Vec<CardId> = state.players[1].hand.iter().collect();
    state.players[1].kept_a_cards = 0;
    for card in hand {
        state.players[1].lose(card, &components, CardSet::EMPTY);
        state.discards.insert(card);
        let b_card = others
            .iter()
            .position(|&other| components[other].set == CardLetter::B);
        state.players[1].take(others.remove(b_card.expect("a B card")), &components);
    }
    state.players[1].held_since_mix[0] = state.players[1].hand_len;
    state.pile_len = others.len() as u8;
    state.pile[..others.len()].copy_from_slice(&others);
    let kept = usize::from(state.players[2].kept_a_cards);
    assert!(kept > 0);
    for seed in 0..50 {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        let held = world.players[2].hand.iter().filter(|&card| is_a(card));
        assert_eq!(held.count(), kept);
    }
}
