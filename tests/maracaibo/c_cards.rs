//! C cards in scenarios 76 and 77 (M-1.13, M-25.2).

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::{CardId, CardLetter, CardSet, Components};
use portolan::games::maracaibo::state::{Phase, State};
use portolan::random::{Streams, stream};

use crate::support::{Table, is_a, rules};

fn c_cards(components: &Components, cards: impl IntoIterator<Item = CardId>) -> usize {
    let is_c = |card: &CardId| components[*card].set == CardLetter::C;
    cards.into_iter().filter(is_c).count()
}

fn pile(state: &State) -> impl Iterator<Item = CardId> + '_ {
    state.pile[..usize::from(state.pile_len)].iter().copied()
}

/// M-1.13, M-25.2: The C cards are shuffled into the pile after the deal and the display, so no
/// initial hand or display contains one, and the pile has eight more cards.
#[test]
fn c_cards_join_the_pile_after_the_deal() {
    for (scenario, expected) in [("75", 0), ("76", 8), ("77", 8)] {
        for (players, left) in [(1, 48 + 40 - 4), (2, 40 + 40 - 4), (4, 24 + 40 - 4)] {
            for seed in 0..20 {
                let option = format!("scenario={scenario}");
                let table = Table::dealt(players, &[&option], seed);
                let (state, components) = (&table.state, table.components());
                assert_eq!(c_cards(components, pile(state)), expected);
                assert_eq!(usize::from(state.pile_len), left + expected);
                let everywhere: CardSet = pile(state).collect();
                assert_eq!(everywhere.len(), left + expected, "no card is there twice");
                for player in &state.players[..players] {
                    assert!(player.hand.iter().all(|card| is_a(components, card)));
                }
                assert_eq!(c_cards(components, state.display.into_iter().flatten()), 0);
            }
        }
    }
}

/// M-25.2: Afterwards, C cards are drawn, displayed and bought like other cards.
#[test]
fn c_cards_can_be_bought() {
    let mut table = Table::bare(2, &["scenario=77"]);
    table.hand(0, &["C95"]);
    table.player(0).doubloons = 10;
    let figures = table.player(0).figures;
    table.village(1).act("buy C95");
    assert_eq!(table.player(0).doubloons, 3);
    assert_eq!(table.player(0).figures, figures + 2);
    assert_eq!(table.player(0).figure_to_cp, 2);
}

/// M-A71: Knowledge about cards dealt and kept applies only to A cards, so a C card that leaves a hand
/// does not change it.
#[test]
fn c_cards_do_not_count_as_remaining_a_cards() {
    let mut table = Table::with(2, &["scenario=76"]);
    assert_eq!(table.player(0).kept_a_cards, 4);
    table.hand(0, &["C90"]).village(1);
    table.player(0).doubloons = 20;
    table.act("buy C90");
    assert_eq!(table.player(0).kept_a_cards, 4);
}

/// M-A71: A determinization deals C cards to the pile and hands, but never among the cards kept at
/// setup, and loses none of them.
#[test]
fn determinizations_include_all_c_cards() {
    let mut in_hands = 0;
    for seed in 0..40 {
        let game = rules(3, &["scenario=77"]);
        let mut chance = Streams::new(seed);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut rng = stream(seed, &[9]);
        let mut actions = Vec::new();
        for step in 0..400 {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let mut world = state;
            game.determinize(&mut world, 0, &mut rng);
            let components = game.components();
            let setup = world.phase == Phase::Setup;
            let (mut held, mut all) = (0, c_cards(components, pile(&world)));
            for player in world.seated() {
                let hand = c_cards(components, player.hand.iter());
                held += hand;
                let bought = c_cards(components, player.bought.iter());
                all += hand + bought + c_cards(components, player.planned.into_iter().flatten());
                let hidden = player.hand.minus(player.hand_public);
                let a_cards = hidden.iter().filter(|&card| is_a(components, card));
                assert!(usize::from(player.kept_a_cards) <= a_cards.count());
            }
            all += c_cards(components, world.discards.iter());
            all += c_cards(components, world.display.into_iter().flatten());
            assert_eq!(all, 8, "seed {seed}, step {step}");
            assert!(!setup || held == 0);
            in_hands += held;
            let action = actions[(seed as usize + step * 7) % actions.len()];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
    assert!(in_hands > 0);
}
