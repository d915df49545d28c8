//! Checks that a story can begin and continue. Failed checks give warnings, because all other games
//! can still be played.

use super::story::FILE;
use super::tiles::QUEST_FILE;
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::story_cards::{SKULL_TILES, all_instructions, tiles_of};
use crate::maracaibo::components::{
    Card, Components, Cost, EffectKind, Instruction, Ongoing, QuestTile, Shown, StoryCard, StoryId,
    StoryRequirement,
};
use crate::sheet::{Problems, Row};

/// Numbers of the card that starts a campaign (M-C1) and of the cards that start later chapters
/// (M-C4).
const FIRST_CARD: u8 = 1;
const CHAPTER_STARTS: std::ops::RangeInclusive<u8> = 80..=89;

/// Size of a full hand with upgrade U2 (M-5.1).
const HAND: usize = 6;

/// Returns warnings about a story that cannot begin or continue, and about quests that cannot be
/// fulfilled.
pub(super) fn warnings(data: &DataSet, components: &Components) -> Vec<DataProblem> {
    let mut found = Problems::new();
    let sheet = DATA_FILES.open(data, QUEST_FILE, &mut found);
    for (row, quest) in sheet.rows().zip(&components.quests) {
        payable(row, "cost", quest, components, &mut found);
    }
    if !components.story.is_empty() {
        story(data, components, &mut found);
    }
    found.into_iter().map(DataProblem::into_warning).collect()
}

fn story(data: &DataSet, components: &Components, found: &mut Problems) {
    let sheet = DATA_FILES.open(data, FILE, found);
    let cards = &components.story;
    let of_row = |row: Row<'_>| {
        let number = row.cell("card").text.trim_start_matches('0').parse::<u8>();
        cards
            .iter()
            .position(|card| Ok(card.number) == number)
            .map(|index| (StoryId::new(index as u8), &cards[index]))
    };
    if !cards.iter().any(|card| card.number == FIRST_CARD) {
        found.push(sheet.problem(
            "",
            "card 1, with which a campaign begins (M-C1); without it, a campaign can begin only with a chapter \
             or --set story",
        ));
    }
    let tiles = cards
        .iter()
        .flat_map(all_instructions)
        .fold(0, |tiles, list| tiles | tiles_of(list));
    for row in sheet.rows() {
        let Some((id, card)) = of_row(row) else {
            continue;
        };
        let begins = card.number == FIRST_CARD || CHAPTER_STARTS.contains(&card.number);
        let elsewhere = cards.iter().filter(|other| other.number != card.number);
        let mut elsewhere = elsewhere.flat_map(all_instructions).flatten();
        if !begins && !elsewhere.any(|one| *one == Instruction::Read(id)) {
            let cell = row.cell("card");
            found.push(cell.problem(format!(
                "Read {} on another card; otherwise it never comes into play",
                card.number
            )));
        }
        if let StoryRequirement::FullTile(tile) = card.requirement
            && tiles >> tile & 1 == 0
        {
            let cell = row.cell("requirement");
            found.push(cell.problem(format!(
                "a tile that the story brings; no card has Add tile L{tile}, so the back is never read"
            )));
        }
        removed(row, card, tiles, found);
        let mut rewards = card.quest.iter().flat_map(|quest| quest.effects.iter());
        let takes_skulls = rewards.any(|effect| effect.kind == EffectKind::SkullTiles);
        if takes_skulls && tiles & SKULL_TILES == 0 {
            let cell = row.cell("quest_flat");
            found.push(cell.problem(
                "skull<n> only in a story that brings a skull tile: L3 or L20 to L23 (M-22.3)",
            ));
        }
        if let Some(quest) = &card.quest {
            payable(row, "quest_cost", quest, components, found);
        }
    }
}

/// Reports tiles that are removed but never added.
fn removed(row: Row<'_>, card: &StoryCard, tiles: u32, found: &mut Problems) {
    let follows = card.choices.iter().flat_map(|choice| &choice.follow);
    let follows: Vec<&Instruction> = follows.collect();
    let lists = [
        ("front", card.front.iter().collect()),
        ("back", card.back.iter().collect()),
        ("choices", follows),
    ];
    for (column, list) in lists {
        let missing = list.iter().find_map(|one| match one {
            Instruction::RemoveTile(tile) if tiles >> tile & 1 == 0 => Some(*tile),
            _ => None,
        });
        if let Some(tile) = missing {
            let cell = row.cell(column);
            found.push(cell.problem(format!(
                "Remove tile only for tiles that the story brings; no card has Add tile L{tile}"
            )));
        }
    }
}

/// Reports a quest that costs more cards than a hand and permanent objects can provide.
fn payable(
    row: Row<'_>,
    column: &'static str,
    quest: &QuestTile,
    components: &Components,
    found: &mut Problems,
) {
    let asked: Vec<(Shown, u8)> = match quest.cost {
        Cost::Goods(good, number) => vec![(Shown::Good(good), number)],
        Cost::Objects(object, number) => vec![(Shown::Object(object), number)],
        Cost::Two(both) => both.to_vec(),
        Cost::SameGoods(number) => vec![(Shown::Good(0), number)],
        _ => return,
    };
    let lasting = |shown: Shown| {
        let shows = |card: &&Card| match (shown, card.ongoing) {
            (Shown::Object(object), Ongoing::Object(other)) => object == other,
            _ => false,
        };
        components.cards.iter().filter(shows).count()
    };
    let wanted: usize = asked.iter().map(|(_, number)| usize::from(*number)).sum();
    let most = HAND
        + asked
            .iter()
            .map(|(shown, _)| lasting(*shown))
            .sum::<usize>();
    if wanted > most {
        let cell = row.cell(column);
        found.push(cell.problem(format!(
            "at most {most} goods and objects: a hand of {HAND} cards (M-5.1) and the objects that \
             cards show permanently"
        )));
    }
}
