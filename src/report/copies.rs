//! Pooled results for copies of one design in a study of items.

use super::page::{Line, Section, Table};
use super::words::{CONFIDENCE, p_value};
use portolan_run::settings::ItemStudy;
use portolan_study::items::BotItems;
use portolan_study::pooled::pooled;

/// Builds the section on designs with several copies. Returns `None` if there are none.
pub fn copies(study: &ItemStudy, bot: &BotItems) -> Option<Section> {
    let designs = pooled(study, &bot.items);
    if designs.is_empty() {
        return None;
    }
    let mut section = Section::new(
        &format!("copies-{}", bot.bot),
        &format!("Pooled copies, for {}", bot.bot),
        "Copies have the same effect for the seat that takes them and differ at most in their value \
         when discarded, so the mean over the copies is more precise than the estimate for one \
         copy. If the copies differ by more than chance explains, either something other than the \
         design matters, or the intervals are too narrow.",
    );
    let names = [
        "design",
        "copies",
        "difference",
        "95 % interval",
        "q",
        "copies agree",
    ];
    let mut table = Table::new("llrrrr", &names);
    for design in &designs {
        let labels = design
            .copies
            .iter()
            .map(|&copy| study.item[copy].label.as_str());
        let agree = match design.agreement {
            p if p < 1.0 - CONFIDENCE => format!("no, p = {}", p_value(p)),
            _ => "yes".to_string(),
        };
        table.push(
            Line::of([design.design.as_str()])
                .cell(labels.collect::<Vec<_>>().join(", "))
                .estimate(Some(design.excess), 2)
                .cell(design.excess.q.map_or("–".to_string(), p_value))
                .cell(agree),
        );
    }
    section.tables.push(table);
    Some(section)
}
