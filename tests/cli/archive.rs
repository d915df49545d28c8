//! Archives of campaigns after the end of the story.

use std::collections::BTreeSet;

use super::campaign::{FILE, archive, new};
use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// M-C11: the tiles and cards left by the last game can be used in another campaign.
#[test]
fn tiles_and_c_cards_remain_after_the_story_ends() {
    let folder = &Folder::new();
    let mut cards = BTreeSet::new();
    for seed in 1..=4 {
        let begin = "--bots explorer,explorer --set story=14 --set c_cards=90+91+92+93+94 --force";
        new(folder, &format!("{begin} --seed {seed}"));
        let mut games = 0;
        while archive(folder).contains("[next]") {
            folder.succeeds(format!("campaign play {FILE}"));
            games += 1;
            assert!(games < 30, "the story does not end");
        }
        let text: toml::Table = archive(folder).parse().unwrap();
        let last = text["played"].as_array().unwrap().last().unwrap().clone();
        let read = last["read"].as_array().unwrap();
        let told = read
            .iter()
            .find(|reading| reading["card"].as_str() == Some("14"));
        let added = match told.unwrap()["choice"].as_integer().unwrap() {
            1 => "96",
            _ => "97",
        };
        cards.insert(added);
        let listed: Vec<&str> = last["c_cards"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|card| card.as_str())
            .collect();
        assert_eq!(listed, ["90", "91", "92", "93", "94", added]);
        let left = &text["left"];
        assert_eq!(
            left["c_cards"].as_str(),
            Some(&*format!("90+91+92+93+94+{added}"))
        );
        let tiles: Vec<&str> = last["legacy"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|tile| tile.as_str())
            .collect();
        assert!(tiles.contains(&"L25"), "{tiles:?}");
        assert_eq!(left["legacy"].as_str(), Some(&*tiles.join(",")));
        let shown = folder.succeeds(format!("campaign show {FILE}"));
        shown.assert_contains(&format!("90, 91, 92, 93, 94 and {added}"));
        let again = format!(
            "--set legacy={} --set c_cards=90+91+92+93+94+{added}",
            tiles.join(",")
        );
        shown.assert_contains(&format!(
            "`portolan campaign new FILE {again}` begins another campaign"
        ));
        folder.succeeds(format!(
            "campaign new y.toml --bots greedy,greedy {again} --force"
        ));
    }
    assert!(!cards.is_empty());
}
