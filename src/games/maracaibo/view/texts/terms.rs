//! Text for costs and effects.

pub use crate::maracaibo::components::load::effects::{OF_CHOICE, effect_text as effect};
pub use crate::maracaibo::components::wording::{count, fill, title};
use crate::maracaibo::components::{
    Cost, Effect, EffectKind, Effects, GOOD_NAMES, Market, OBJECT_NAMES, Shown,
};

/// Formats the terms of an effect; influence is with a nation of choice.
pub fn effects(effects: &Effects) -> String {
    listed(effects.iter().map(|term| effect(term, OF_CHOICE)))
}

/// Formats an exploration.
pub fn exploration(steps: u8) -> String {
    let exploration = Effect {
        kind: EffectKind::Explore,
        amount: steps,
    };
    effect(&exploration, "")
}

/// Formats a cost or condition as the beginning of a sentence; returns `None` if there is no cost.
pub fn cost(cost: Cost) -> Option<String> {
    let cards = |number: u8, shown: &str| format!("{} with {shown}", count(number, "card"));
    let paid = match cost {
        Cost::Free => return None,
        Cost::Moved(points) => return Some(format!("if {points} movement points were spent")),
        Cost::Doubloons(number) => count(number, "doubloon"),
        Cost::Cp(number) => format!("{number} CP"),
        Cost::Figures(number) => count(number, "figure"),
        Cost::Goods(good, number) => cards(number, &shown(Shown::Good(good))),
        Cost::Objects(object, number) => cards(number, &shown(Shown::Object(object))),
        Cost::Two(both) => {
            let [one, other] = both.map(|(what, number)| cards(number, &shown(what)));
            format!("{one} and {other}")
        }
        Cost::SameGoods(number) => cards(number, "the same good"),
    };
    Some(format!("pay {paid}"))
}

/// Formats a cost followed by the reward.
pub fn bargain(price: Cost, gains: &str) -> String {
    match cost(price) {
        None => gains.to_string(),
        Some(price) => format!("{price}: {gains}"),
    }
}

/// Formats the good or object that cards must show: `corn`, `a map`.
pub fn shown(what: Shown) -> String {
    match what {
        Shown::Good(good) => GOOD_NAMES[usize::from(good)].to_string(),
        Shown::Object(object) => format!("a {}", OBJECT_NAMES[usize::from(object)]),
    }
}

/// Formats a market: `market for corn, 2 spaces`, `market for corn, sugar, 1 space each`.
pub fn market(market: Market) -> String {
    let goods = market_goods(market);
    match market.only_good() {
        Some(_) => format!("market for {goods}, {}", count(market.spaces, "space")),
        None => format!("market for {goods}, 1 space each"),
    }
}

/// Formats the good of a market, or the goods of its spaces from the left if they differ.
pub fn market_goods(market: Market) -> String {
    let name = |good: u8| GOOD_NAMES[usize::from(good)].to_string();
    match market.only_good() {
        Some(good) => name(good),
        None => listed(market.goods().map(name)),
    }
}

/// Formats a market with its free spaces: `corn, 1 of 2 free`, `corn free, sugar full`.
pub fn market_state(market: Market, full: u8) -> String {
    if let Some(good) = market.only_good() {
        let good = GOOD_NAMES[usize::from(good)];
        return format!("{good}, {} of {} free", market.free(full), market.spaces);
    }
    let spaces = market.goods().enumerate().map(|(space, good)| {
        let full = full >> space & 1 == 1;
        let good = GOOD_NAMES[usize::from(good)];
        format!("{good} {}", if full { "full" } else { "free" })
    });
    listed(spaces)
}

/// Joins the parts with commas.
pub fn listed(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}
