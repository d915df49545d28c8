//! Items of a study, and the conditions of the kinds of experiment that treat items.

use std::collections::{BTreeMap, HashMap};

use super::parts::label;
use crate::game::GameInfo;
use crate::item::Item;
use crate::setting_tree::SettingError;
use crate::settings::cells::{Cell, MOST_CELLS};
use crate::settings::{
    Access, Arm, Constraint, Factorial, ItemDesign, ItemStudy, Kind, PriceFactorial, Settings,
    StudiedItem,
};
use crate::suggestion::did_you_mean;

/// Maximum number of data sets with perturbed placeholder rows.
const MOST_PERTURBED: u32 = 100;

/// Items of a game, with the events that a study needs.
pub struct Catalogue {
    kinds: Vec<&'static str>,
    /// By kind: the event that occurs when a seat takes such an item.
    taken_by: Vec<Option<&'static str>>,
    /// By kind: the events in which such an item becomes available to a seat before the seat takes it.
    met_by: Vec<Vec<String>>,
    items: Vec<Item>,
    in_play: Vec<bool>,
    grantable: Vec<Result<(), String>>,
}

/// Returns the items that an experiment names, with their treatment.
///
/// # Errors
/// [`SettingError`] if the game has no items or not the named ones, or a number is out of range.
pub fn item_study(spec: &Settings, catalogue: &Catalogue) -> Result<ItemStudy, SettingError> {
    if catalogue.kinds.is_empty() {
        return Err(spec.at("game")(format!(
            "{} has no items that could be withheld or granted",
            spec.game
        )));
    }
    let kinds = catalogue.kinds.join(", ");
    if spec.items.is_empty() {
        return Err(spec.at("kind")(format!(
            "key \"items\" is missing: a kind of item or a list of items; kinds: {kinds}"
        )));
    }
    let mut numbers: Vec<usize> = Vec::new();
    for word in &spec.items {
        let named = catalogue.named(word).map_err(spec.at("items"))?;
        for number in named {
            if numbers.contains(&number) {
                let label = &catalogue.items[number].label;
                return Err(spec.at("items")(format!("\"{label}\" is named twice")));
            }
            numbers.push(number);
        }
    }
    let granted = spec.kind == Kind::Grant;
    let priced = spec.kind == Kind::PriceFactorial;
    if let Some(problem) = numbers
        .iter()
        .filter(|_| granted)
        .find_map(|&number| catalogue.grantable[number].as_ref().err())
    {
        return Err(spec.at("items")(problem));
    }
    if let Some(&free) = numbers
        .iter()
        .find(|&&number| priced && catalogue.items[number].price.is_none())
    {
        let item = &catalogue.items[free];
        let priced = match catalogue.priced_kinds().as_slice() {
            [] => format!("no item of {} has a price", spec.game),
            kinds => format!("expected {}", kinds.join(" or ")),
        };
        return Err(spec.at("items")(format!(
            "{} have no price, so a price study cannot include \"{}\"; {priced}",
            catalogue.kinds[item.kind], item.label
        )));
    }
    if spec.by_strength && spec.bots.len() < 2 {
        return Err(spec.at("by_strength")(
            "players are compared from the weakest to the strongest: expected two bots or more",
        ));
    }
    let design_of = |number: usize| {
        let item = &catalogue.items[number];
        (item.kind, item.design.as_str())
    };
    let mut designs: HashMap<(usize, &str), usize> = HashMap::new();
    for &number in &numbers {
        *designs.entry(design_of(number)).or_default() += 1;
    }
    let copies = |number: usize| designs[&design_of(number)];
    Ok(ItemStudy {
        by_strength: spec.by_strength,
        design: match spec.kind {
            Kind::Factorial => ItemDesign::Factorial(factorial(spec, numbers.len())?),
            Kind::PriceFactorial => {
                ItemDesign::PriceFactorial(price_factorial(spec, numbers.len())?)
            }
            Kind::Grant => ItemDesign::Grant,
            Kind::Change => ItemDesign::Change,
            _ => ItemDesign::Constraint(spec.constraint.unwrap_or_default()),
        },
        item: numbers
            .iter()
            .copied()
            .map(|number| {
                let item = &catalogue.items[number];
                let copied = copies(number) > 1;
                StudiedItem {
                    design: copied.then(|| item.design.clone()),
                    label: item.label.clone(),
                    kind: catalogue.kinds[item.kind].to_string(),
                    number,
                    price: item.price,
                    grantable: match spec.kind {
                        // A granted item must still be bought, or its price has no effect: cards in the hand
                        // qualify, buildings in the city do not.
                        Kind::Change => catalogue.is_dealt(number),
                        _ => catalogue.grantable[number].is_ok(),
                    },
                    taken_by: catalogue.taken_by[item.kind].map(str::to_string),
                    met_by: match spec.kind {
                        Kind::Change => catalogue.met_by[item.kind].clone(),
                        _ => Vec::new(),
                    },
                    added: false,
                }
            })
            .collect(),
    })
}

impl Catalogue {
    /// Creates the catalogue of a game.
    pub fn of(game: &dyn GameInfo) -> Catalogue {
        let items = game.items();
        Catalogue {
            kinds: game.item_kinds().iter().map(|kind| kind.name).collect(),
            taken_by: (game.item_kinds().iter())
                .map(|kind| Some(kind.taken_by()).filter(|event| !event.is_empty()))
                .collect(),
            met_by: (game.item_kinds().iter())
                .map(|kind| {
                    let before = kind
                        .events
                        .split_last()
                        .map_or(&[][..], |(_, before)| before);
                    before.iter().map(ToString::to_string).collect()
                })
                .collect(),
            in_play: (0..items.len())
                .map(|item| game.item_in_play(item))
                .collect(),
            grantable: (0..items.len()).map(|item| game.can_grant(item)).collect(),
            items,
        }
    }

    /// Returns true if a seat that is granted this item has it available, but still has to take it.
    fn is_dealt(&self, number: usize) -> bool {
        self.grantable[number].is_ok() && !self.met_by[self.items[number].kind].is_empty()
    }

    /// Returns the kinds that contain items with a price.
    fn priced_kinds(&self) -> Vec<&'static str> {
        let kinds = self.kinds.iter().enumerate();
        let priced = kinds.filter(|&(kind, _)| {
            let mut items = self.items.iter();
            items.any(|item| item.kind == kind && item.price.is_some())
        });
        priced.map(|(_, &name)| name).collect()
    }

    /// Returns the numbers of the items that match a kind, a label, or `KIND:LABEL`.
    fn named(&self, word: &str) -> Result<Vec<usize>, String> {
        let all = || (0..self.items.len()).filter(|&number| self.in_play[number]);
        if let Some(kind) = self.kinds.iter().position(|&kind| kind == word) {
            return Ok(all()
                .filter(|&number| self.items[number].kind == kind)
                .collect());
        }
        let (kind, label) = match word.split_once(':') {
            Some((kind, label)) => (Some(kind), label),
            None => (None, word),
        };
        let fits = |number: &usize| {
            let item = &self.items[*number];
            item.label.eq_ignore_ascii_case(label)
                && kind.is_none_or(|kind| self.kinds[item.kind] == kind)
        };
        let found: Vec<usize> = (0..self.items.len()).filter(fits).collect();
        match found.as_slice() {
            [one] if self.in_play[*one] => Ok(found),
            [_] => Err(format!(
                "\"{word}\" cannot appear with these players and options"
            )),
            [] => {
                let known = self.items.iter().map(|item| item.label.as_str());
                Err(format!(
                    "no item \"{word}\"{}; kinds of items: {}",
                    did_you_mean(word, known.chain(self.kinds.iter().copied())),
                    self.kinds.join(", ")
                ))
            }
            _ => Err(format!(
                "several items are called \"{word}\"; expected KIND:LABEL with one of {}",
                self.kinds.join(", ")
            )),
        }
    }
}

fn factorial(spec: &Settings, items: usize) -> Result<Factorial, SettingError> {
    let factorial = spec.factorial.unwrap_or_default();
    match factorial.problem(items) {
        None => Ok(factorial),
        Some(problem) => Err(spec.at("factorial")(format!("[factorial]: {problem}"))),
    }
}

fn price_factorial(spec: &Settings, items: usize) -> Result<PriceFactorial, SettingError> {
    let design = spec.price_factorial.unwrap_or_default();
    match design.problem(items) {
        None => Ok(design),
        Some(problem) => Err(spec.at("price_factorial")(format!(
            "[price_factorial]: {problem}"
        ))),
    }
}

/// Returns the number of data sets with perturbed placeholder rows, in addition to the first data set.
///
/// # Errors
/// [`SettingError`] if the kind does not allow them, the game has no values to perturb, or the number is too high.
pub fn perturbed(spec: &Settings, anything_varies: bool) -> Result<u32, SettingError> {
    let sets = spec.perturbed;
    let at = spec.at("perturbed");
    if sets > 0 && (!spec.kind.traits().is_self_play || spec.kind == Kind::Change) {
        return Err(at(format!(
            "perturbed data sets are for studies of items and settings, not for kind = {:?}",
            spec.kind.name()
        )));
    }
    if sets > 0 && !anything_varies {
        return Err(at(format!(
            "no row of {} is a placeholder, so there is nothing to vary",
            spec.game
        )));
    }
    if sets > MOST_PERTURBED {
        return Err(at(format!(
            "{sets} data sets; expected 0 to {MOST_PERTURBED}"
        )));
    }
    Ok(sets)
}

/// Returns the conditions in which every bot plays against copies of itself, ordered by bot, data set and arm,
/// with the control first. Stops once there are more than [`MOST_CELLS`].
pub fn self_play(spec: &Settings, arms: &[Cell], perturbed: u32, players: usize) -> Vec<Cell> {
    let cell = |bot: &String, perturbation: u32, arm: &Cell| {
        let data = match perturbation {
            0 => String::new(),
            number => format!(", data {number}"),
        };
        Cell {
            name: format!("{}{data}{}", label(bot), arm.name),
            bots: Some(vec![bot.clone(); players]),
            perturbation,
            ..arm.clone()
        }
    };
    let sets = spec
        .bots
        .iter()
        .flat_map(|bot| (0..=perturbed).map(move |number| (bot, number)));
    let cells = sets.flat_map(|(bot, number)| arms.iter().map(move |arm| cell(bot, number, arm)));
    cells.take(MOST_CELLS + 1).collect()
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
        let twice = (1..values.len()).any(|index| values[..index].contains(&values[index]));
        if values.len() < 2 || twice {
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
