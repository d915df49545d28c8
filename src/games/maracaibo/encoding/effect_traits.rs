//! Traits of effects and costs.

use crate::component_encoding::{Traits, add};
use crate::maracaibo::components::load::effects::{cost_word, effect_word};
use crate::maracaibo::components::{Cost, Effects, GOOD_NAMES, OBJECT_NAMES, Shown};

/// Adds the traits of effects; their names start with `before`.
pub(super) fn effect_traits(traits: &mut Traits, before: &str, effects: &Effects) {
    for effect in effects.iter() {
        let word = effect_word(effect.kind);
        add(traits, format!("{before}{word}"), effect.amount);
    }
}

/// Adds the traits of a cost; their names start with `before`.
pub(super) fn cost_traits(traits: &mut Traits, before: &str, cost: Cost) {
    let mut shown = |shown: Shown, number: u8| {
        let word = match shown {
            Shown::Good(good) => GOOD_NAMES[usize::from(good)],
            Shown::Object(object) => OBJECT_NAMES[usize::from(object)],
        };
        add(traits, format!("{before}pays {word}"), number);
        add(traits, format!("{before}pays cards"), number);
    };
    match cost {
        Cost::Free => {}
        Cost::Goods(good, n) => shown(Shown::Good(good), n),
        Cost::Objects(object, n) => shown(Shown::Object(object), n),
        Cost::Two(both) => both.into_iter().for_each(|(thing, n)| shown(thing, n)),
        Cost::SameGoods(n) => {
            add(traits, format!("{before}pays same goods"), n);
            add(traits, format!("{before}pays cards"), n);
        }
        Cost::Doubloons(n) | Cost::Cp(n) | Cost::Figures(n) | Cost::Moved(n) => {
            add(traits, format!("{before}pays {}", cost_word(&cost)), n);
        }
    }
}
