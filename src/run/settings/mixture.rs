//! Settings of a mixture experiment.

use serde::Serialize;

use crate::file_keys;
use crate::prose::count;

file_keys! {
    /// Items and sizes of a mixture experiment. The mixtures are values of a rule option that takes a set of items,
    /// such as the cards of a deck.
    #[derive(Eq, Serialize)]
    pub struct Mixture {
        option: String, "required", "rule option that takes items joined with `+`";
        items: Vec<String>, "required",
            "list of items; those whose names begin with the same letters form a group";
        smallest: usize, "required", "smallest number of items in a set";
        largest: usize, "required", "largest number of items in a set";
        draws: usize, "required", "number of random sets, all different";
        #[serde(default, skip_serializing_if = "Option::is_none")]
        composition: Option<String>, "none",
            "rule option that takes the number of random items of each group, such as `4A2B1C`; `--target` needs it";
    }
}

/// Maximum number of items that can be mixed.
const MOST_MIXED: usize = 64;

/// Maximum number of compositions by group, over all sizes.
const MOST_COMPOSITIONS: f64 = 10_000.0;

impl Mixture {
    /// Returns the problem with the settings, regardless of the number of draws, or `None` if they are valid.
    pub fn problem(&self) -> Option<String> {
        let items = &self.items;
        if !(2..=MOST_MIXED).contains(&items.len()) {
            let found = count(items.len() as u64, "item");
            return Some(format!("{found}; expected 2 to {MOST_MIXED}"));
        }
        if let Some(twice) = (1..items.len()).find(|&index| items[..index].contains(&items[index]))
        {
            return Some(format!("item \"{}\" is named twice", items[twice]));
        }
        let (smallest, largest) = (self.smallest, self.largest);
        if smallest < 1 || smallest > largest || largest > items.len() {
            return Some(format!(
                "smallest = {smallest} and largest = {largest}; expected numbers from 1 to {}, in \
                 ascending order",
                items.len()
            ));
        }
        let (groups, group_of) = self.groups();
        let of_group = |group| group_of.iter().filter(|&&of| of == group).count();
        let ways: f64 = (0..groups.len())
            .map(|group| of_group(group) as f64 + 1.0)
            .product();
        (ways > MOST_COMPOSITIONS).then(|| {
            format!(
                "the items form {} groups (by the first letters of their names) with more than \
                 {MOST_COMPOSITIONS} compositions; expected fewer groups",
                groups.len()
            )
        })
    }

    /// Returns the groups in order of first appearance, and the group index of every item.
    pub fn groups(&self) -> (Vec<String>, Vec<usize>) {
        let mut groups: Vec<String> = Vec::new();
        let of_item = self
            .items
            .iter()
            .map(|item| {
                let letters: String = item.chars().take_while(|c| c.is_alphabetic()).collect();
                groups
                    .iter()
                    .position(|group| *group == letters)
                    .unwrap_or_else(|| {
                        groups.push(letters);
                        groups.len() - 1
                    })
            })
            .collect();
        (groups, of_item)
    }

    /// Returns every possible composition of an accepted size, as numbers of items per group.
    pub fn compositions(&self) -> Vec<Vec<usize>> {
        let (groups, group_of) = self.groups();
        let mut found = vec![Vec::new()];
        for group in 0..groups.len() {
            let most = group_of.iter().filter(|&&of| of == group).count();
            found = found
                .into_iter()
                .flat_map(|counts: Vec<usize>| {
                    (0..=most).map(move |count| [counts.as_slice(), &[count]].concat())
                })
                .collect();
        }
        let sizes = self.smallest..=self.largest;
        found.retain(|counts| sizes.contains(&counts.iter().sum()));
        found
    }
}
