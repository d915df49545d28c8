//! The random mixtures of a mixture experiment.

use std::collections::BTreeSet;

use crate::random::{below, design_stream};
use crate::setting_tree::SettingError;
use crate::settings::cells::MOST_CELLS;
use crate::settings::{Mixture, Settings};

/// Draws different mixtures and returns them in the order of drawing, as values of the rule option. The size, the
/// number of items of each group and the items are drawn in turn, each uniformly among the possible values.
/// Mixtures from a single group are therefore frequent enough to be measured directly.
///
/// # Errors
/// [`SettingError`] if the settings are invalid, or if too few mixtures exist.
pub fn mixtures(spec: &Settings, mixture: &Mixture) -> Result<Vec<String>, SettingError> {
    let wrong = |problem: String| Err(spec.at("mixture")(format!("[mixture]: {problem}")));
    if let Some(problem) = mixture.problem() {
        return wrong(problem);
    }
    let Mixture {
        option,
        items,
        smallest,
        largest,
        draws,
        composition,
    } = mixture;
    if *draws > MOST_CELLS {
        return wrong(format!(
            "draws = {draws}; expected at most {MOST_CELLS}, the maximum number of conditions"
        ));
    }
    let fixed = [Some(option), composition.as_ref()];
    if let Some(set) = fixed
        .into_iter()
        .flatten()
        .find(|option| spec.set.contains_key(*option))
    {
        return Err(spec.at(&format!("set.{set}"))(format!(
            "option \"{set}\" is varied by the mixtures; expected it in one place only"
        )));
    }
    let (groups, group_of) = mixture.groups();
    let most: Vec<usize> = (0..groups.len())
        .map(|group| group_of.iter().filter(|&&of| of == group).count())
        .collect();
    let compositions = mixture.compositions();
    let possible: f64 = (*smallest..=*largest)
        .map(|size| subsets(items.len(), size))
        .sum();
    // At most half of all mixtures are drawn, so drawing until enough mixtures differ ends quickly.
    if *draws < 2 || *draws as f64 > possible / 2.0 {
        return wrong(format!(
            "draws = {draws}; expected 2 to {:.0}, half of all mixtures of these sizes",
            (possible / 2.0).floor()
        ));
    }
    let mut rng = design_stream(spec.seed);
    let mut drawn = BTreeSet::new();
    let mut texts = Vec::new();
    while texts.len() < *draws {
        let size = smallest + below(&mut rng, (largest - smallest + 1) as u32) as usize;
        let of_size: Vec<&Vec<usize>> = compositions
            .iter()
            .filter(|counts| counts.iter().sum::<usize>() == size)
            .collect();
        let counts = of_size[below(&mut rng, of_size.len() as u32) as usize];
        let mut chosen: Vec<usize> = (0..items.len()).collect();
        for (group, &count) in counts.iter().enumerate() {
            let mut left = most[group];
            while left > count {
                let members: Vec<usize> = (0..chosen.len())
                    .filter(|&place| group_of[chosen[place]] == group)
                    .collect();
                chosen.remove(members[below(&mut rng, members.len() as u32) as usize]);
                left -= 1;
            }
        }
        let names: Vec<&str> = chosen.iter().map(|&item| items[item].as_str()).collect();
        let text = names.join("+");
        if drawn.insert(text.clone()) {
            texts.push(text);
        }
    }
    Ok(texts)
}

/// Number of ways to choose `chosen` out of `all` items.
fn subsets(all: usize, chosen: usize) -> f64 {
    (0..chosen)
        .map(|index| (all - index) as f64 / (index + 1) as f64)
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_subsets_matches_the_binomial_coefficient() {
        assert_eq!(subsets(5, 0), 1.0);
        assert!((subsets(15, 5) - 3003.0).abs() < 1e-6);
    }
}
