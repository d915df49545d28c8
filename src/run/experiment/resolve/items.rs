//! Items of a study, and the conditions of the kinds of experiment that treat items.

use std::collections::BTreeMap;

use super::parts::twice;
use crate::game::GameInfo;
use crate::item::Item;
use crate::setting_tree::SettingError;
use crate::settings::cells::Cell;
use crate::settings::{
    Access, Arm, Constraint, ItemDesign, ItemStudy, Kind, Settings, StudiedItem,
};
use crate::suggestion::did_you_mean;

/// Returns the items that an experiment names, with their treatment.
///
/// # Errors
/// [`SettingError`] if the game has no items or not the named ones, or a number is out of range.
pub fn item_study(spec: &Settings, game: &dyn GameInfo) -> Result<ItemStudy, SettingError> {
    let (items, kinds) = (game.items(), game.item_kinds());
    if kinds.is_empty() {
        return Err(spec.at("game")(format!(
            "{} has no items that could be withheld or granted",
            spec.game
        )));
    }
    let at = spec.at("items");
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    if spec.items.is_empty() {
        return Err(spec.at("kind")(format!(
            "key \"items\" is missing: a kind of item or a list of items; kinds: {}",
            names.join(", ")
        )));
    }
    let mut numbers: Vec<usize> = Vec::new();
    for word in &spec.items {
        numbers.extend(named(word, game, &items, &names).map_err(&at)?);
    }
    if let Some(&number) = twice(&numbers) {
        let label = &items[number].label;
        return Err(at(format!("\"{label}\" is named twice")));
    }
    if spec.kind == Kind::Grant {
        let granted = numbers
            .iter()
            .try_for_each(|&number| game.can_grant(number));
        granted.map_err(&at)?;
    }
    let is_free = |number: &&usize| items[**number].price.is_none();
    if let Some(&free) = numbers
        .iter()
        .find(is_free)
        .filter(|_| spec.kind == Kind::PriceFactorial)
    {
        let item = &items[free];
        let has_price = |&kind: &usize| {
            let mut items = items.iter();
            items.any(|item| item.kind == kind && item.price.is_some())
        };
        let priced: Vec<&str> = (0..names.len())
            .filter(has_price)
            .map(|kind| names[kind])
            .collect();
        let priced = match priced.as_slice() {
            [] => format!("no item of {} has a price", spec.game),
            kinds => format!("expected {}", kinds.join(" or ")),
        };
        return Err(at(format!(
            "{} have no price, so a price study cannot include \"{}\"; {priced}",
            names[item.kind], item.label
        )));
    }
    if spec.by_strength && spec.bots.len() < 2 {
        return Err(spec.at("by_strength")(
            "players are compared from the weakest to the strongest: expected two bots or more",
        ));
    }
    let is_change = spec.kind == Kind::Change;
    let studied = numbers.iter().map(|&number| {
        let item = &items[number];
        let kind = &kinds[item.kind];
        let is_copy = |&other: &usize| {
            let other = &items[other];
            (other.kind, &other.design) == (item.kind, &item.design)
        };
        let is_copied = numbers.iter().filter(|other| is_copy(other)).count() > 1;
        // The events in which an item becomes available to a seat before the seat takes it.
        let met_by = kind
            .events
            .split_last()
            .map_or(&[][..], |(_, before)| before);
        StudiedItem {
            design: is_copied.then(|| item.design.clone()),
            label: item.label.clone(),
            kind: kind.name.to_string(),
            number,
            price: item.price,
            // In a study of a change, the price has an effect only if the granted item must still be bought: cards in
            // the hand qualify, buildings in the city do not.
            grantable: game.can_grant(number).is_ok() && !(is_change && met_by.is_empty()),
            taken_by: Some(kind.taken_by().to_string()).filter(|event| !event.is_empty()),
            met_by: match is_change {
                true => met_by.iter().map(ToString::to_string).collect(),
                false => Vec::new(),
            },
            added: false,
        }
    });
    let checked = |key: &str, problem: Option<String>| match problem {
        None => Ok(()),
        Some(problem) => Err(spec.at(key)(format!("[{key}]: {problem}"))),
    };
    Ok(ItemStudy {
        by_strength: spec.by_strength,
        item: studied.collect(),
        design: match spec.kind {
            Kind::Factorial => {
                let factorial = spec.factorial.unwrap_or_default();
                checked("factorial", factorial.problem(numbers.len()))?;
                ItemDesign::Factorial(factorial)
            }
            Kind::PriceFactorial => {
                let design = spec.price_factorial.unwrap_or_default();
                checked("price_factorial", design.problem(numbers.len()))?;
                ItemDesign::PriceFactorial(design)
            }
            Kind::Grant => ItemDesign::Grant,
            Kind::Change => ItemDesign::Change,
            _ => ItemDesign::Constraint(spec.constraint.unwrap_or_default()),
        },
    })
}

/// Returns the numbers of the items that match a kind, a label, or `KIND:LABEL`. `kinds` contains the names of the kinds.
fn named(
    word: &str,
    game: &dyn GameInfo,
    items: &[Item],
    kinds: &[&str],
) -> Result<Vec<usize>, String> {
    let all = 0..items.len();
    if let Some(kind) = kinds.iter().position(|&kind| kind == word) {
        return Ok(all
            .filter(|&number| game.item_in_play(number) && items[number].kind == kind)
            .collect());
    }
    let (kind, label) = match word.split_once(':') {
        Some((kind, label)) => (Some(kind), label),
        None => (None, word),
    };
    let fits = |number: &usize| {
        let item = &items[*number];
        item.label.eq_ignore_ascii_case(label) && kind.is_none_or(|kind| kinds[item.kind] == kind)
    };
    let found: Vec<usize> = all.filter(fits).collect();
    match found.as_slice() {
        [one] if game.item_in_play(*one) => Ok(found),
        [_] => Err(format!(
            "\"{word}\" cannot appear with these players and options"
        )),
        [] => {
            let known = items.iter().map(|item| item.label.as_str());
            Err(format!(
                "no item \"{word}\"{}; kinds of items: {}",
                did_you_mean(word, known.chain(kinds.iter().copied())),
                kinds.join(", ")
            ))
        }
        _ => Err(format!(
            "several items are called \"{word}\"; expected KIND:LABEL with one of {}",
            kinds.join(", ")
        )),
    }
}

/// Returns the arms of a study of items, with the control first.
pub fn arms(study: &ItemStudy, master_seed: u64) -> Vec<Cell> {
    let cell = |arm: Arm| {
        let item = &study.item[arm.item].label;
        let granted = if arm.granted { " granted" } else { "" };
        Cell {
            name: format!(", {item}{granted} {}", arm.access.name()),
            arm: Some(arm),
            ..Cell::default()
        }
    };
    let arm = |item: usize, granted: bool, access: Access| {
        cell(Arm {
            item,
            granted,
            access,
        })
    };
    let items = 0..study.item.len();
    let mut arms = vec![Cell::default()];
    match study.design {
        // `change_cells` creates the conditions of a change.
        ItemDesign::Factorial(_) | ItemDesign::Change => {}
        ItemDesign::PriceFactorial(_) => {
            let sets = study.price_moves(master_seed).into_iter().enumerate();
            arms = sets
                .map(|(number, prices)| Cell {
                    name: format!(", prices {}", number + 1),
                    prices,
                    ..Cell::default()
                })
                .collect();
        }
        ItemDesign::Grant => {
            arms.extend(items.map(|item| arm(item, true, Access::Free)));
        }
        ItemDesign::Constraint(Constraint { always }) => {
            for item in items {
                arms.push(arm(item, false, Access::Never));
                if always {
                    arms.push(arm(item, false, Access::Must));
                }
            }
        }
    }
    arms
}

/// Returns the reference condition, then one condition for every other value of each option, with all other
/// options as in the reference.
///
/// # Errors
/// [`SettingError`] if an option is also set elsewhere, or has fewer than two values.
pub fn settings(
    spec: &Settings,
    settings: &BTreeMap<String, Vec<String>>,
) -> Result<Vec<Cell>, SettingError> {
    let mut reference = BTreeMap::new();
    for (option, values) in settings {
        let key = format!("settings.{option}");
        if spec.set.contains_key(option) {
            return Err(spec.at(&format!("set.{option}"))(format!(
                "option \"{option}\" is also in [settings]; expected it in one place only"
            )));
        }
        if values.len() < 2 || twice(values).is_some() {
            return Err(spec.at(&key)(format!(
                "{option}: expected at least two different values, the reference first"
            )));
        }
        reference.insert(option.clone(), values[0].clone());
    }
    let mut cells = vec![Cell {
        set: reference.clone(),
        ..Cell::default()
    }];
    for (option, values) in settings {
        for value in &values[1..] {
            let mut set = reference.clone();
            set.insert(option.clone(), value.clone());
            cells.push(Cell {
                name: format!(", {option}={value}"),
                set,
                ..Cell::default()
            });
        }
    }
    Ok(cells)
}
