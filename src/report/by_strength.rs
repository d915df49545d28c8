//! Item values for players of different strength, in studies that measure several levels of play.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::page::{Line, Section, Table};
use super::words::{p_value, thousands};
use portolan_study::by_strength::{ByStrength, StrengthVerdict};
use portolan_study::items::ItemFindings;

/// Builds the section that lists the item effects that depend on playing strength and the effects that do not.
pub fn strength(found: &ItemFindings, items: &[ByStrength]) -> Section {
    let bots: Vec<String> = found.first_set().map(|bot| bot.bot.clone()).collect();
    let mut section = Section::new(
        "strength",
        "What changes with strength",
        "For each player, from the weakest to the strongest, the table shows by how much an item differs from \
         its expected value. \u{201c}Change\u{201d} is this difference for the strongest player minus that for \
         the weakest. Each 95 % interval is for one item; q is corrected for the number of items.",
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
            "Where the players differ, rely on {strongest}: the strongest player gives the best estimate of the value \
             of an item. If this player does not take an item, the results of the other players describe only their \
             own play."
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
