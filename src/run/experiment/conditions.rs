//! Writes `cells.csv`, which describes the conditions of an experiment.

use std::collections::BTreeSet;

use crate::results::fields::push_field;
use crate::settings::Experiment;

/// Returns the text of `cells.csv`: number, name, players, bots (joined with `+`) and data hash of every
/// condition, then a column `set.NAME` for every rule option that some condition sets.
pub fn cells_csv(experiment: &Experiment) -> String {
    let cells = experiment.cells();
    let options: BTreeSet<&String> = cells.iter().flat_map(|cell| cell.set.keys()).collect();
    let mut text = b"cell,name,players,bots,data".to_vec();
    for option in &options {
        text.push(b',');
        push_field(&mut text, &format!("set.{option}"));
    }
    text.push(b'\n');
    for (index, cell) in cells.iter().enumerate() {
        let fixed = [
            (index + 1).to_string(),
            cell.name.clone(),
            cell.players.to_string(),
            cell.bots.join("+"),
            cell.data.clone(),
        ];
        let set = options
            .iter()
            .map(|option| cell.set.get(*option).cloned().unwrap_or_default());
        for (column, field) in fixed.into_iter().chain(set).enumerate() {
            if column > 0 {
                text.push(b',');
            }
            push_field(&mut text, &field);
        }
        text.push(b'\n');
    }
    String::from_utf8_lossy(&text).into_owned()
}
