//! The rule options by which a campaign is told, and those with which it begins.

use std::collections::BTreeMap;

use crate::registry::games;
use crate::setup::GameEntry;

/// Rule options by name, as `--set` takes them.
pub type RuleOptions = BTreeMap<String, String>;

/// The option that says whether a game is one of a campaign.
pub const SCENARIO: &str = "scenario";
/// Its value if so.
pub const CAMPAIGN: &str = "campaign";
/// The story cards that are in play at the start, like `5+12`.
pub const STORY: &str = "story";
/// What is left in the story deck.
pub const STORY_DECK: &str = "story_deck";
/// The C cards in the project deck, like `90+91`.
pub const C_CARDS: &str = "c_cards";
/// The legacy tiles, like `L1,L12`.
pub const LEGACY: &str = "legacy";
/// How hard the automa plays.
pub const LEVEL: &str = "level";

/// The story card that a campaign begins with.
const FIRST_CARD: u32 = 1;
/// The story card that begins chapter 2; every further chapter has the next one.
const SECOND_CHAPTER: u32 = 80;
/// The last chapter.
pub const LAST_CHAPTER: u32 = 11;

/// Whether a game has a campaign.
pub fn has_campaign(entry: &GameEntry) -> bool {
    let has = |name: &str| entry.options.iter().any(|option| option.name == name);
    has(SCENARIO) && has(STORY)
}

/// The names of the games that have one, separated by commas.
pub fn games_with_a_campaign() -> String {
    let with_one = games().iter().filter(|entry| has_campaign(entry));
    let names: Vec<&str> = with_one.map(|entry| entry.name).collect();
    names.join(", ")
}

/// The rule options of the first game of a campaign that begins with a chapter, beside those that were set.
///
/// # Errors
/// What is wrong and what would be accepted.
pub fn first_game(
    entry: &GameEntry,
    chapter: Option<u32>,
    set: RuleOptions,
) -> Result<RuleOptions, String> {
    if !has_campaign(entry) {
        return Err(format!(
            "{} has no campaign; games with one: {}",
            entry.name,
            games_with_a_campaign()
        ));
    }
    let mut rules = set;
    if let Some(other) = rules.insert(SCENARIO.to_string(), CAMPAIGN.to_string())
        && other != CAMPAIGN
    {
        return Err(format!(
            "{SCENARIO}={other}: a campaign is played with {SCENARIO}={CAMPAIGN}, which need not be set"
        ));
    }
    let card = match chapter {
        None if rules.contains_key(STORY) => return Ok(rules),
        None | Some(1) => FIRST_CARD,
        Some(chapter) => SECOND_CHAPTER + chapter - 2,
    };
    match rules.insert(STORY.to_string(), card.to_string()) {
        Some(story) if story != card.to_string() => Err(format!(
            "--chapter {} begins with story card {card}, but {STORY}={story} names others; leave one of them out",
            chapter.unwrap_or(1)
        )),
        _ => Ok(rules),
    }
}

/// What an option lists: `5+12` or `L1,L12`, thing by thing; nothing of `none`.
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
    fn what_is_listed_is_told_thing_by_thing() {
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
    fn games_without_a_campaign_are_named() {
        crate::registered::register();
        let told = first_game(entry("cartagena").unwrap(), None, RuleOptions::new()).unwrap_err();
        assert!(
            told.starts_with("cartagena has no campaign; games with one: "),
            "{told}"
        );
    }
}
