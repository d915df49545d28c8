//! Item values for players of different strength, in studies that measure several levels of play.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::page::{Line, Section, Table};
use super::words::{p_value, thousands};
use portolan_study::by_strength::{ByStrength, StrengthVerdict};
use portolan_study::items::ItemFindings;

/// Builds the section on which item effects depend on playing strength and which do not.
pub fn strength(found: &ItemFindings, items: &[ByStrength]) -> Section {
    let bots: Vec<String> = found.first_set().map(|bot| bot.bot.clone()).collect();
    let mut section = Section::new(
        "strength",
        "What changes with strength",
        "The same items by players from the weakest to the strongest: by how much each differs from what was to \
         be expected, and by how much more for the strongest than for the weakest. Intervals 95 %, each for \
         itself; q allows for the number of items.",
    );
    let count_of = |verdict: StrengthVerdict| {
        let of_verdict = items.iter().filter(|item| item.verdict == verdict);
        of_verdict.count()
    };
    let told: Vec<String> = STRENGTH_VERDICTS
        .iter()
        .filter(|&&verdict| count_of(verdict) > 0)
        .map(|&verdict| format!("{}: {}", verdict.words(), count_of(verdict)))
        .collect();
    section.text.push(format!(
        "Of {} items, {}.",
        thousands(items.len() as u64),
        told.join("; ")
    ));
    if let Some(strongest) = bots.last() {
        section.text.push(format!(
            "Where they differ, believe {strongest}: an item is worth what the strongest player makes of it. What \
             the strongest does not take, the others tell of their own play only."
        ));
    }
    let mut header = vec!["item".to_string()];
    header.extend(bots.iter().cloned());
    header.extend(["change", "95 % interval", "q", "conclusion"].map(String::from));
    let mut table = Table::new(&format!("i{}l", "r".repeat(bots.len() + 3)), &header);
    let mut order: Vec<usize> = (0..items.len()).collect();
    let strongest = found.first_set().last();
    order.sort_by_key(|&item| {
        let excess = strongest.map_or(0.0, |bot| bot.items[item].excess());
        Reverse(OrderedFloat(excess))
    });
    for item in order {
        let ByStrength { change, verdict } = items[item];
        if verdict == StrengthVerdict::Nothing {
            continue;
        }
        let line = Line::of([found.study.item[item].label.as_str()]);
        let line = found.first_set().fold(line, |line, bot| {
            line.value(Some(bot.items[item].excess_estimate()), 2)
        });
        let line = line.estimate(Some(change), 2);
        table.push(
            line.cell(change.q.map_or("–".to_string(), p_value))
                .cell(verdict.words()),
        );
    }
    section.tables.push(table);
    section
}

/// All verdicts, in display order.
const STRENGTH_VERDICTS: [StrengthVerdict; 7] = [
    StrengthVerdict::Holds,
    StrengthVerdict::HoldsAndChanges,
    StrengthVerdict::Changes,
    StrengthVerdict::StrongestOnly,
    StrengthVerdict::WeakerOnly,
    StrengthVerdict::NotTested,
    StrengthVerdict::Nothing,
];
