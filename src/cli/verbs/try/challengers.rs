//! Challengers of the player after the change: copies that lean toward the changed components or away from them, and the
//! heuristics of the game. A challenger that scores more than the player shows that the player does not use the change well.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use portolan_core::files;
use portolan_core::game::GameInfo;
use portolan_core::picture::Component;
use portolan_core::setup::GameEntry;
use portolan_players::bots::catalog;
use portolan_players::bots::file::text_of;
use portolan_players::bots::{BotKind, BotSpec, UnknownInputs};
use portolan_run::experiment::spec::{Length, Spec, SpecCell};
use portolan_run::results::trial::CHALLENGERS;
use portolan_run::settings::kind::Kind;
use portolan_study::challengers::PLAIN;

/// Bonus of a leaning copy, in points.
const BONUS: f64 = 10.0;
/// Maximum number of copies.
const MOST_COPIES: usize = 6;
/// Maximum number of components that a copy prefers or avoids by name. For more components, the bonus applies to the event alone.
const MOST_NAMED: usize = 12;

/// Returns the challengers of a bot with a policy: copies of the bot with a bonus or penalty for the events of the changed
/// components, and the heuristics of the game. If the changed components have no events, the copies have a bonus or penalty
/// for taking the items of the game. Bots without a policy have no challengers.
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
            name: format!("{event}-{word}"),
            about: format!("{} with a {term} for {}", bot.name, keys.join(", ")),
            lean: keys.into_iter().map(|key| (key, bonus)).collect(),
            // In training, the copy also plays drawn games with components that are new to it.
            unknown_inputs: UnknownInputs::Nothing,
            ..bot.clone()
        }
    });
    let mut challengers: Vec<BotSpec> = copies.filter(|copy| copy.fits(after).is_ok()).collect();
    if !challengers.is_empty() {
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
    let mut kinds = entry.event_components.iter();
    let of_kind = kinds.find(|(_, kind)| *kind == component.kind);
    let events = of_items.map(|(_, kind)| kind.taken_by());
    events.chain(of_kind.map(|(event, _)| *event)).collect()
}

/// Writes the files of the copies to a subfolder of the trial, and returns the name or relative path of every challenger.
pub fn save(challengers: &[BotSpec], folder: &Path) -> std::io::Result<Vec<String>> {
    let save = |bot: &BotSpec| {
        if bot.lean.is_empty() {
            return Ok(bot.name.clone());
        }
        let beside = folder.join(CHALLENGERS);
        std::fs::create_dir_all(&beside)?;
        let name = format!("{}.toml", bot.name);
        let text = text_of(bot, &beside, "Leaning copy of the player.");
        files::save(&beside.join(&name), text)?;
        Ok(format!("{CHALLENGERS}/{name}"))
    };
    challengers.iter().map(save).collect()
}

/// Writes the files of the copies to the folder of the trial, and returns the experiment in which each challenger plays in one
/// seat against the player, after the change. In solo games, the player itself plays one more condition for comparison.
pub fn experiment(spec: Spec, challengers: &[BotSpec], folder: &Path) -> std::io::Result<Spec> {
    let after = spec.change.clone().unwrap_or_default().after();
    let bot = spec.bots[0].clone();
    let others = vec![bot.clone(); spec.players.unwrap_or(1) - 1];
    let line_up = |name: &str, first: String| SpecCell {
        name: name.to_string(),
        bots: Some([vec![first], others.clone()].concat()),
        ..after.clone()
    };
    let plain = others.is_empty().then(|| line_up(PLAIN, bot.clone()));
    let played = challengers.iter().zip(save(challengers, folder)?);
    let cells = played.map(|(challenger, name)| {
        let path = folder.join(&name).display().to_string();
        line_up(
            &challenger.name,
            if challenger.lean.is_empty() {
                name
            } else {
                path
            },
        )
    });
    let cells: Vec<SpecCell> = plain.into_iter().chain(cells).collect();
    let (Length::Games(games) | Length::Blocks(games)) = spec.length;
    let length = Length::Games(games.div_ceil(4 * cells.len() as u64));
    Ok(Spec {
        data: spec.data,
        set: spec.set,
        cells,
        ..Spec::new(Kind::Sweep, spec.game, Vec::new(), length, spec.seed)
    })
}
