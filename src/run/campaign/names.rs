//! Names of story cards and their choices.

use std::collections::BTreeMap;

use super::story::place_of;
use crate::dataset::DataSet;

/// Data file with the names.
const FILE: &str = "story_cards.csv";

/// Names of story cards and texts of their choices, by number of the card.
#[derive(Debug, Default, PartialEq)]
pub struct StoryNames {
    cards: BTreeMap<String, String>,
    choices: BTreeMap<String, Vec<String>>,
}

impl StoryNames {
    /// Reads the names from a data set. They are empty if it has no story cards.
    pub fn of(data: &DataSet) -> StoryNames {
        let mut names = StoryNames::default();
        for row in data.rows(FILE) {
            let cell = |name: &str| {
                let found = row.iter().find(|(column, _)| column == name);
                found.map_or("", |(_, cell)| cell.trim())
            };
            let card = cell("card").trim_start_matches('0').to_string();
            let words = |choice: &str| {
                let words = choice.split('=').next().unwrap_or_default();
                words.trim().to_string()
            };
            let choices = cell("choices").split('|').map(words);
            let choices: Vec<String> = choices.filter(|words| !words.is_empty()).collect();
            names.choices.insert(card.clone(), choices);
            names.cards.insert(card, cell("name").to_string());
        }
        names
    }

    /// Returns the name of a card, or an empty string if it is unknown.
    pub fn card(&self, card: &str) -> &str {
        self.cards.get(card).map_or("", String::as_str)
    }

    /// Returns the number of a card, followed by its name if known.
    pub fn with_name(&self, card: &str) -> String {
        match self.card(card) {
            "" => card.to_string(),
            name => format!("{card} {name}"),
        }
    }

    /// Returns the numbers of all cards in ascending order.
    pub fn numbers(&self) -> Vec<&str> {
        let mut numbers: Vec<&str> = self.cards.keys().map(String::as_str).collect();
        numbers.sort_by_key(|card| place_of(card));
        numbers
    }

    /// Returns the number of choices on the back of a card, or `None` if there is no such card.
    pub fn choices(&self, card: &str) -> Option<usize> {
        self.choices.get(card).map(Vec::len)
    }

    /// Returns the text of a choice, counted from 1, or an empty string if it is unknown.
    pub fn choice(&self, card: &str, choice: i32) -> &str {
        let words = self.choices.get(card);
        let index = usize::try_from(choice - 1).ok();
        let words = words.zip(index).and_then(|(words, index)| words.get(index));
        words.map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn story_names_are_read_from_the_data() {
        let text = "card,name,choices\n01,A letter,Carry it = Read 02 | Break the seal = Read 03\n2,An errand,\n";
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let names = StoryNames::of(&DataSet::read(folder.path(), &[(FILE, "")], &[], &[]).unwrap());
        assert_eq!(names.with_name("1"), "1 A letter");
        assert_eq!(names.choice("1", 2), "Break the seal");
        for (card, choice) in [("1", 0), ("1", 3), ("2", 1), ("9", 1)] {
            assert_eq!(names.choice(card, choice), "", "{card} {choice}");
        }
        assert_eq!(names.with_name("9"), "9");
        assert_eq!(names.numbers(), ["1", "2"]);
        let choices = ["1", "2", "9"].map(|card| names.choices(card));
        assert_eq!(choices, [Some(2), Some(0), None]);
    }
}
