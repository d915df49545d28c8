//! Challengers of a bot after a change: copies that lean toward the changed components or away from them, and the heuristics
//! of the game. A challenger that scores more than the bot shows that the bot does not use the change well.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::label;
use crate::bots::{BotKind, BotSpec, UnknownInputs, catalog};
use crate::game::GameInfo;
use crate::picture::Component;
use crate::settings::Cell;
use crate::setup::GameEntry;

/// Bonus of a leaning copy, in points.
const BONUS: f64 = 10.0;
/// Maximum number of copies.
const MOST_COPIES: usize = 6;
/// Maximum number of components that a copy prefers or avoids by name. For more components, the bonus applies to the event alone.
const MOST_NAMED: usize = 12;

/// Returns the challengers of a bot with a network: copies of the bot with a bonus or penalty for the events of the changed
/// components, and the heuristics of the game. If the changed components have no events, the copies have a bonus or penalty
/// for taking the items of the game. A network without a policy has no copies, and bots without a network have no challengers.
pub fn of_change(
    entry: &GameEntry,
    bot: &BotSpec,
    before: &dyn GameInfo,
    after: &dyn GameInfo,
) -> Vec<BotSpec> {
    let texts: BTreeMap<(&str, String), String> = (before.catalog().into_iter())
        .map(|one| ((one.kind, one.id), one.text))
        .collect();
    let is_changed = |one: &Component| texts.get(&(one.kind, one.id.clone())) != Some(&one.text);
    let mut groups: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for component in after.catalog().into_iter().filter(is_changed) {
        for event in events_of(entry, after, &component) {
            groups
                .entry(event)
                .or_default()
                .insert(component.id.clone());
        }
    }
    if groups.is_empty() {
        let kinds = after.item_kinds().iter();
        groups = kinds
            .map(|kind| (kind.taken_by(), BTreeSet::new()))
            .collect();
    }
    let mut groups: Vec<(&str, BTreeSet<String>)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    groups.truncate(MOST_COPIES);
    let toward = groups.iter().map(|group| (group, BONUS, "more"));
    let away = groups.iter().map(|group| (group, -BONUS, "less"));
    let all = toward.chain(away).take(MOST_COPIES);
    let copies = all.map(|((event, ids), bonus, word)| {
        let named = (1..=MOST_NAMED).contains(&ids.len());
        let keys: Vec<String> = match named {
            true => ids.iter().map(|id| format!("{event}.{id}")).collect(),
            false => vec![event.to_string()],
        };
        let term = if bonus > 0.0 { "bonus" } else { "penalty" };
        BotSpec {
            name: format!("{}-{event}-{word}", bot.name),
            about: format!("{} with a {term} for {}", bot.name, keys.join(", ")),
            lean: keys.into_iter().map(|key| (key, bonus)).collect(),
            // In training, the copy also plays on drawn data sets, whose components may be unknown to its network.
            unknown_inputs: UnknownInputs::Nothing,
            ..bot.clone()
        }
    });
    let mut challengers: Vec<BotSpec> = copies.filter(|copy| copy.fits(after).is_ok()).collect();
    if bot.network.is_some() {
        let heuristics = catalog::all(Some(entry.name)).into_iter().flatten();
        challengers.extend(heuristics.filter(|heuristic| {
            let is_own = heuristic.game.as_deref() == Some(entry.name);
            is_own && heuristic.kind == BotKind::Greedy && heuristic.fits(after).is_ok()
        }));
    }
    challengers
}

/// Returns the events in which a seat takes or uses a component.
fn events_of<'game>(
    entry: &'game GameEntry,
    game: &'game dyn GameInfo,
    component: &Component,
) -> BTreeSet<&'game str> {
    let one = |name: &str| name.trim_end_matches('s').replace('_', " ");
    let items = game.items();
    let of_items = game
        .item_kinds()
        .iter()
        .enumerate()
        .filter(|(index, kind)| {
            let is_kind = component.kind.starts_with(&one(kind.name));
            is_kind
                && items
                    .iter()
                    .any(|item| item.kind == *index && item.label == component.id)
        });
    // The first event of a kind belongs to a player. Later events may belong to an automa.
    let of_kind = (entry.events.iter()).find(|event| event.component == component.kind);
    let events = of_items.map(|(_, kind)| kind.taken_by());
    events.chain(of_kind.map(|event| event.name)).collect()
}

/// Returns the conditions in which each challenger plays in the first place against a bot after a change. In solo games, the
/// bot itself plays in an additional first condition for comparison.
pub fn conditions(after: &Cell, bot: &str, players: usize, challengers: Vec<BotSpec>) -> Vec<Cell> {
    let condition = |first: Option<BotSpec>| Cell {
        name: match &first {
            Some(challenger) => {
                let word = if players == 1 {
                    "instead of"
                } else {
                    "against"
                };
                format!("{}, {} {word} {}", after.name, challenger.name, label(bot))
            }
            None => format!("{}, {}", after.name, label(bot)),
        },
        bots: Some(vec![bot.to_string(); players]),
        first,
        ..after.clone()
    };
    let plain = (players == 1).then_some(None);
    let all = plain.into_iter().chain(challengers.into_iter().map(Some));
    all.map(condition).collect()
}

/// Returns a challenger under a name that no other bot in `known` has, and adds it to `known`.
pub fn distinct(challenger: BotSpec, known: &mut Vec<BotSpec>) -> BotSpec {
    let mut named = challenger.clone();
    let mut number = 1;
    while known
        .iter()
        .any(|bot| bot.name == named.name && *bot != named)
    {
        number += 1;
        named.name = format!("{}-{number}", challenger.name);
    }
    known.push(named.clone());
    named
}
