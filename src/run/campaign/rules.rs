//! Rule options that describe the state of a campaign, and the options of its first game.

use std::collections::BTreeMap;

use crate::registry::games;
use crate::setup::GameEntry;

/// Rule options by name, as in `--set`.
pub type RuleOptions = BTreeMap<String, String>;

/// Option for the scenario.
pub const SCENARIO: &str = "scenario";
/// Value of [`SCENARIO`] for a game of a campaign.
pub const CAMPAIGN: &str = "campaign";
/// Option for the story cards in play at the start, like `5+12`.
pub const STORY: &str = "story";
/// Option for the remaining story deck.
pub const STORY_DECK: &str = "story_deck";
/// Option for the C cards in the project deck, like `90+91`.
pub const C_CARDS: &str = "c_cards";
/// Option for the legacy tiles, like `L1,L12`.
pub const LEGACY: &str = "legacy";
/// Option for the level of the automa.
pub const LEVEL: &str = "level";

/// First story card of a campaign.
const FIRST_CARD: u32 = 1;
/// First story card of chapter 2. Each later chapter starts with the next card.
const SECOND_CHAPTER: u32 = 80;
/// Number of the last chapter.
pub const LAST_CHAPTER: u32 = 11;

/// Returns true if the game has a campaign.
pub fn has_campaign(entry: &GameEntry) -> bool {
    let has = |name: &str| entry.options.iter().any(|option| option.name == name);
    has(SCENARIO) && has(STORY)
}

/// Returns the names of the games with a campaign, separated by commas.
pub fn games_with_a_campaign() -> String {
    let with_one = games().iter().filter(|entry| has_campaign(entry));
    let names: Vec<&str> = with_one.map(|entry| entry.name).collect();
    names.join(", ")
}

/// Returns the rule options of the first game of a campaign, optionally starting with a later chapter. `set` contains
/// the options given by the user.
///
/// # Errors
/// A message with the problem and the accepted values.
pub fn first_game(
    entry: &GameEntry,
    chapter: Option<u32>,
    set: RuleOptions,
) -> Result<RuleOptions, String> {
    if !has_campaign(entry) {
        return Err(format!(
            "{} has no campaign; games with a campaign: {}",
            entry.name,
            games_with_a_campaign()
        ));
    }
    let mut rules = set;
    if let Some(other) = rules.insert(SCENARIO.to_string(), CAMPAIGN.to_string())
        && other != CAMPAIGN
    {
        return Err(format!(
            "{SCENARIO}={other}: a campaign is played with {SCENARIO}={CAMPAIGN}, so do not set \
             {SCENARIO}"
        ));
    }
    let card = match chapter {
        None if rules.contains_key(STORY) => return Ok(rules),
        None | Some(1) => FIRST_CARD,
        Some(chapter) => SECOND_CHAPTER + chapter - 2,
    };
    match rules.insert(STORY.to_string(), card.to_string()) {
        Some(story) if story != card.to_string() => Err(format!(
            "--chapter {} begins with story card {card}, but {STORY}={story} names other cards; use \
             only one of these options",
            chapter.unwrap_or(1)
        )),
        _ => Ok(rules),
    }
}

/// Splits the value of a list option such as `5+12` or `L1,L12`. The value `none` gives an empty list.
pub fn listed<'rules>(rules: &'rules RuleOptions, option: &str) -> Vec<&'rules str> {
    let text = rules.get(option).map_or("", String::as_str);
    text.split(['+', ','])
        .map(str::trim)
        .filter(|thing| !thing.is_empty() && *thing != "none")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::entry;

    #[test]
    fn listed_rule_values_are_split_into_items() {
        let rules = RuleOptions::from([
            (STORY.to_string(), "5+12".to_string()),
            (LEGACY.to_string(), "L1, L12".to_string()),
            (C_CARDS.to_string(), "none".to_string()),
        ]);
        assert_eq!(listed(&rules, STORY), ["5", "12"]);
        assert_eq!(listed(&rules, LEGACY), ["L1", "L12"]);
        assert!(listed(&rules, C_CARDS).is_empty());
        assert!(listed(&rules, STORY_DECK).is_empty());
    }

    #[test]
    fn game_without_a_campaign_is_rejected() {
        crate::registered::register();
        let told = first_game(entry("cartagena").unwrap(), None, RuleOptions::new()).unwrap_err();
        assert!(
            told.starts_with("cartagena has no campaign; games with a campaign: "),
            "{told}"
        );
    }
}
