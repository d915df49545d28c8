//! Compares multisets of cards with plain lists.

use portolan::games::cartagena::cards::{Cards, Kind, all_kinds, is_black, kind, symbol};
use portolan::games::cartagena::components::MOST_CARDS;
use portolan::random::{below, stream};

#[test]
fn multiset_agrees_with_a_list() {
    let mut rng = stream(8, &[]);
    for round in 0..300 {
        let mut list: Vec<Kind> = Vec::new();
        let mut cards = Cards::NONE;
        for _ in 0..round % usize::from(MOST_CARDS) {
            let all: Vec<Kind> = all_kinds().collect();
            let card = all[below(&mut rng, all.len() as u32) as usize];
            list.push(card);
            cards.add(card);
        }
        list.sort_unstable();
        assert_eq!(usize::from(cards.len()), list.len());
        for (index, &card) in list.iter().enumerate() {
            assert_eq!(cards.at(index as u32), card, "{list:?}");
        }
        for card in all_kinds() {
            let count = list.iter().filter(|&&other| other == card).count();
            assert_eq!(usize::from(cards.of(card)), count);
            let listed = cards.symbols(is_black(card)) >> symbol(card) & 1 == 1;
            assert_eq!(listed, count > 0);
        }
    }
}

#[test]
fn card_counts_are_never_negative() {
    let mut cards = Cards::NONE;
    cards.add_many(kind(1, true), 3);
    let mut more = cards;
    more.add(kind(2, false));
    assert_eq!(cards.minus(&more), Cards::NONE);
    assert_eq!(more.less_each(2).len(), 1);
    cards.forget(kind(2, false));
    assert_eq!(cards.at_least(&more), more);
    assert_eq!(cards.plus(&more).of_symbol(1), 6);
}
