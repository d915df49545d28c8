//! `story_cards.csv`: the story cards of a campaign and the grammar of their instructions.

use std::ops::RangeInclusive;

use super::effects::{cost, story_effects};
use super::legacy::tile_number;
use super::map::{Map, stop};
use super::tiles::per_compass;
use crate::dataset::DataSet;
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    Choice, Cost, Effects, FIRST_C_CARD, Instruction, Labels, LocationId, MAX_CHOICES, QuestPlace,
    QuestTile, StoryCard, StoryId, StoryRequirement, c_bit,
};
use crate::sheet::{Problems, Row, number};

pub(super) const FILE: &str = "story_cards.csv";

/// Maximum number of story cards: 77 cards without the eight C cards and the scenarios 75 to 77
/// (M-1.5, M-1.13).
const MOST_CARDS: usize = 66;
/// Numbers of the scenarios, which are not story cards.
const SCENARIOS: RangeInclusive<u8> = 75..=77;

/// Accepted instructions, for messages.
const KNOWN: &str = "instructions joined by ; of: Story: <location>; Quests: <location> (<players>), …; \
    Add cards <90>, <91> to the discard pile; Cards: <90>-<92>; Read <card>; Add tile L<n>; \
    Tiles: L<n>, L<n>; Remove tile L<n>";

/// Cards of the data set that instructions may refer to.
struct Known<'a> {
    /// Numbers of the story cards, in ascending order.
    numbers: &'a [u8],
    /// C cards, as bits: card 90 is bit 0.
    c_cards: u16,
}

/// Reads the story cards in ascending order of their numbers. Locations are still location numbers.
/// A data set without the file has no story.
pub(super) fn read(data: &DataSet, labels: &Labels, problems: &mut Problems) -> Vec<StoryCard> {
    // The file refers to other files, so it is read only if they have no problems.
    if !problems.is_empty() || !data.files.contains_key(FILE) {
        return Vec::new();
    }
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    if sheet.len() > MOST_CARDS {
        problems.push(sheet.problem(
            format!("{} rows", sheet.len()),
            format!(
                "at most {MOST_CARDS} story cards in addition to C cards and scenarios (M-1.5, \
                 M-1.13)"
            ),
        ));
    }
    let mut numbers: Vec<u8> = sheet.rows().map(|row| card_number(row, problems)).collect();
    if problems.len() > before {
        return Vec::new();
    }
    numbers.sort_unstable();
    let known = Known {
        numbers: &numbers,
        c_cards: labels.cards.iter().fold(0, |bits, id| {
            let number = id.strip_prefix('C').and_then(|digits| digits.parse().ok());
            bits | number.and_then(c_bit).unwrap_or(0)
        }),
    };
    let mut cards: Vec<StoryCard> = sheet
        .rows()
        .map(|row| card(row, &known, problems))
        .collect();
    cards.sort_by_key(|card| card.number);
    cards
}

fn card_number(row: Row<'_>, problems: &mut Problems) -> u8 {
    row.cell("card").read(problems, 0, |text| {
        let expected = "the number of a story card, 1 to 89 without 75 to 77, which are scenarios";
        number(text.trim_start_matches('0'), 1..=FIRST_C_CARD - 1)
            .ok()
            .filter(|number| !SCENARIOS.contains(number))
            .ok_or_else(|| expected.to_string())
    })
}

fn card(row: Row<'_>, known: &Known<'_>, problems: &mut Problems) -> StoryCard {
    let list = |column, problems: &mut Problems| {
        row.cell(column)
            .optional(problems, Vec::new(), |text| instructions(text, known))
    };
    let front = list("front", problems);
    let quest = quest(row, problems);
    let requirement = row.cell("requirement");
    let is_tile = |one: &&Instruction| matches!(one, Instruction::StoryTile(_));
    let tiles = front.iter().filter(is_tile).count();
    let read = requirement.optional(problems, StoryRequirement::Never, |text| {
        if text == "quest" {
            return match quest {
                Some(_) => Ok(StoryRequirement::Quest),
                None => {
                    Err("a quest on the card (quest_cost or a reward); the card has none".into())
                }
            };
        }
        (text.strip_suffix(" full"))
            .and_then(|tile| tile_number(tile).ok())
            .filter(|tile| (10..=17).contains(tile))
            .map(StoryRequirement::FullTile)
            .ok_or_else(|| "quest, L10 full to L17 full, or an empty cell".to_string())
    });
    if tiles != usize::from(quest.is_some()) {
        problems.push(row.cell("front").problem(match quest {
            None => "no Story: without a quest on the card (M-C2)",
            Some(_) => "Story: <location> once, where the quest of the card is fulfilled (M-C2)",
        }));
    }
    let back = list("back", problems);
    let choices = (row.cell("choices")).optional(problems, Vec::new(), |text| choices(text, known));
    let of_choices = choices.iter().flat_map(|choice| &choice.follow);
    for (column, lays_tile) in [
        ("back", back.iter().any(|one| is_tile(&one))),
        ("choices", of_choices.into_iter().any(|one| is_tile(&one))),
    ] {
        if lays_tile {
            let cell = row.cell(column);
            problems.push(cell.problem("Story: on the front of the card whose quest it is (M-C2)"));
        }
    }
    StoryCard {
        number: card_number(row, problems),
        chapter: row.cell("chapter").ranged(problems),
        name: row.cell("name").text.to_string(),
        front,
        quest,
        requirement: read,
        back,
        choices,
        front_text: row.cell("front_text").text.to_string(),
        back_text: row.cell("back_text").text.to_string(),
    }
}

fn quest(row: Row<'_>, problems: &mut Problems) -> Option<QuestTile> {
    let [price, compass, flat] =
        ["quest_cost", "quest_per_compass", "quest_flat"].map(|column| row.cell(column));
    if price.is_empty() && compass.is_empty() && flat.is_empty() {
        return None;
    }
    let (vp_per_compass, doubloons_per_compass) = compass.optional(problems, (0, 0), per_compass);
    Some(QuestTile {
        cost: price.optional(problems, Cost::Free, cost),
        vp_per_compass,
        doubloons_per_compass,
        effects: flat.optional(problems, Effects::NOTHING, story_effects),
    })
}

fn choices(text: &str, known: &Known<'_>) -> Result<Vec<Choice>, String> {
    let expected =
        || format!("2 to {MAX_CHOICES} of <words> = <instructions>, separated by |; {KNOWN}");
    let choices = text.split('|').map(|choice| {
        let (words, follow) = choice.split_once('=').ok_or_else(expected)?;
        let (words, follow) = (words.trim(), follow.trim());
        if words.is_empty() {
            return Err(expected());
        }
        let follow = match follow {
            "" => Vec::new(),
            follow => instructions(follow, known)?,
        };
        Ok(Choice {
            words: words.to_string(),
            follow,
        })
    });
    let choices: Vec<Choice> = choices.collect::<Result<_, String>>()?;
    match (2..=MAX_CHOICES).contains(&choices.len()) {
        true => Ok(choices),
        false => Err(expected()),
    }
}

fn instructions(text: &str, known: &Known<'_>) -> Result<Vec<Instruction>, String> {
    let mut read = Vec::new();
    for part in text.split(';') {
        read.extend(instruction(part.trim().trim_end_matches('.'), known)?);
    }
    Ok(read)
}

/// Parses one instruction in the notation of the rulebook (M-C7).
fn instruction(text: &str, known: &Known<'_>) -> Result<Vec<Instruction>, String> {
    let unknown = || format!("{KNOWN}; \"{text}\" is not one of them");
    let lower = text.to_lowercase();
    // The rulebook prints some instructions with the heading of their group in front.
    let lower = lower
        .strip_prefix("cards: add")
        .map_or(lower.clone(), |rest| format!("add{rest}"));
    if let Some(place) = lower.strip_prefix("story:") {
        let place = stop(place.trim()).map_err(|expected| format!("behind Story: {expected}"))?;
        return Ok(vec![Instruction::StoryTile(LocationId::new(place))]);
    }
    if let Some(places) = lower.strip_prefix("quests:") {
        let places = quest_places(places)?;
        return Ok(vec![Instruction::Quests(places)]);
    }
    if let Some(rest) = lower
        .strip_prefix("add cards")
        .or(lower.strip_prefix("add card"))
    {
        let cards = rest
            .strip_suffix("to the discard pile")
            .or(rest.strip_suffix("to the discards"))
            .ok_or_else(unknown)?;
        return Ok(vec![Instruction::Discards(c_cards(cards, known)?)]);
    }
    if let Some(cards) = lower.strip_prefix("cards:").or(lower.strip_prefix("card:")) {
        return Ok(vec![Instruction::Shuffle(c_cards(cards, known)?)]);
    }
    if let Some(card) = lower.strip_prefix("read ") {
        let number = card.trim().trim_start_matches('0').parse::<u8>().ok();
        let index = number.and_then(|number| known.numbers.binary_search(&number).ok());
        let index = index.ok_or_else(|| {
            let numbers: Vec<String> = known.numbers.iter().map(u8::to_string).collect();
            format!(
                "after Read, a story card of this file: {}",
                numbers.join(", ")
            )
        })?;
        return Ok(vec![Instruction::Read(StoryId::new(index as u8))]);
    }
    let list = (lower.strip_prefix("tiles:"))
        .or(lower.strip_prefix("tile:"))
        .or(lower.strip_prefix("add tiles"))
        .or(lower.strip_prefix("add tile"));
    if let Some(list) = list {
        let list = list.strip_suffix("to the game").unwrap_or(list);
        return tiles(list, Instruction::AddTile);
    }
    let list = lower
        .strip_prefix("remove tiles")
        .or(lower.strip_prefix("remove tile"));
    match list {
        Some(list) => tiles(list, Instruction::RemoveTile),
        None => Err(unknown()),
    }
}

fn tiles(list: &str, what: fn(u8) -> Instruction) -> Result<Vec<Instruction>, String> {
    let tile = |text: &str| {
        tile_number(&text.trim().to_uppercase())
            .map(what)
            .map_err(|expected| format!("legacy tiles separated by commas: {expected}"))
    };
    list.split(',').map(tile).collect()
}

/// Parses quest locations such as `16 (1-4), 19 (4)`.
fn quest_places(text: &str) -> Result<Vec<QuestPlace>, String> {
    let expected = || {
        "after Quests:, <location> (<players>), … with players such as (1-4) or (4), as in 16 \
         (1-4), 19 (4)"
            .to_string()
    };
    let place = |part: &str| {
        let (location, players) = part.trim().split_once('(').ok_or_else(expected)?;
        let players = players.trim().strip_suffix(')').ok_or_else(expected)?;
        let (first, last) = range(players).ok_or_else(expected)?;
        if !(1..=4).contains(&first) || !(first..=4).contains(&last) {
            return Err(expected());
        }
        Ok(QuestPlace {
            location: LocationId::new(stop(location.trim()).map_err(|_| expected())?),
            players: first..=last,
        })
    };
    text.split(',').map(place).collect()
}

/// Parses C card numbers such as `90, 91` or `90-92` and returns them as bits.
fn c_cards(text: &str, known: &Known<'_>) -> Result<u16, String> {
    let expected = || {
        let there = (FIRST_C_CARD..=99)
            .filter(|number| c_bit(*number).is_some_and(|bit| known.c_cards & bit != 0));
        let there: Vec<String> = there.map(|number| number.to_string()).collect();
        format!(
            "C cards of project_cards.csv, such as 90, 91 or 90-92; there are {}",
            match there.is_empty() {
                true => "none".to_string(),
                false => there.join(", "),
            }
        )
    };
    let mut bits = 0;
    for part in text.split(',') {
        let (first, last) = range(part).ok_or_else(expected)?;
        for number in first..=last {
            let bit = c_bit(number).filter(|bit| known.c_cards & bit != 0);
            bits |= bit.ok_or_else(expected)?;
        }
    }
    Ok(bits)
}

/// Parses a range such as `4` or `1-4`; also accepts the dash printed in the rulebook.
fn range(text: &str) -> Option<(u8, u8)> {
    let text = text.trim().replace('–', "-");
    let (first, last) = text.split_once('-').unwrap_or((&text, &text));
    let number = |text: &str| text.trim().trim_start_matches('c').parse::<u8>().ok();
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some((first, last))
}

/// Replaces location numbers with indices.
pub(super) fn resolve(cards: &mut [StoryCard], map: &Map) {
    let place = |location: &mut LocationId| *location = map.id(&location.index().to_string());
    let follow = |list: &mut Vec<Instruction>| {
        for one in list {
            match one {
                Instruction::StoryTile(location) => place(location),
                Instruction::Quests(places) => {
                    places
                        .iter_mut()
                        .for_each(|quest| place(&mut quest.location));
                }
                _ => {}
            }
        }
    };
    for card in cards {
        follow(&mut card.front);
        follow(&mut card.back);
        card.choices
            .iter_mut()
            .for_each(|choice| follow(&mut choice.follow));
    }
}
