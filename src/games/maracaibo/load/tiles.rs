//! `city_tiles.csv`, `combat_tokens.csv` and `quest_tiles.csv`.

use super::super::components::{
    CityAction, CityTile, CombatToken, Cost, EffectKind, Effects, Labels, Market, QuestTile,
    TokenEffect,
};
use super::effects::{amount, city_action, cost, market, plain_effects};
use crate::dataset::{DataProblem, DataSet};
use crate::games::sheet::{Problems, Row, Sheet};

const CITY_FILE: &str = "city_tiles.csv";
const CITY_COLUMNS: &[&str] = &[
    "id",
    "players",
    "name",
    "symbol",
    "action",
    "market",
    "provenance",
];
const TOKEN_FILE: &str = "combat_tokens.csv";
const TOKEN_COLUMNS: &[&str] = &[
    "id",
    "france_cv",
    "france_effect",
    "spain_cv",
    "spain_effect",
    "england_cv",
    "england_effect",
    "modifier",
    "provenance",
];
const TOKEN_CELLS: [(&str, &str); 3] = [
    ("france_cv", "france_effect"),
    ("spain_cv", "spain_effect"),
    ("england_cv", "england_effect"),
];
const QUEST_FILE: &str = "quest_tiles.csv";
const QUEST_COLUMNS: &[&str] = &[
    "id",
    "cost",
    "reward_per_compass",
    "reward_flat",
    "provenance",
];

const CITY_TILES: usize = 13;
const TOKENS: usize = 25;
const QUESTS: usize = 24;
/// The tile that covers Maracaibo with 2 players.
const COVER: &str = "C01";
/// Codes of the actions that occur on city tiles.
const CITY_CODES: [&str; 10] = [
    "exploration",
    "CA1",
    "CA2",
    "CA3",
    "CA4",
    "CA5",
    "CA6",
    "CA7",
    "CA8",
    "CA9",
];
/// Most combat value that a token may show.
const MOST_COMBAT_VALUE: u8 = 20;

/// Reads the city tiles.
pub(super) fn cities(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<CityTile> {
    let before = problems.len();
    let sheet = Sheet::open(data, CITY_FILE, CITY_COLUMNS, problems);
    sheet.unique("id", problems);
    let tiles: Vec<CityTile> = sheet.rows().map(|row| city(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(CITY_TILES, "city tiles", problems);
    }
    if problems.len() == before {
        city_counts(&sheet, &tiles, problems);
    }
    for row in sheet.rows() {
        labels.city_tiles.push(row.cell("id").text.to_string());
        labels
            .city_tile_names
            .push(row.cell("name").text.to_string());
    }
    tiles
}

fn city(row: Row<'_>, problems: &mut Problems) -> CityTile {
    let cover = row.cell("id").text == COVER;
    let players = row.cell("players");
    let accepted: &[&str] = if cover { &["2"] } else { &["2", "3-4"] };
    let two_players = players.name(problems, accepted) == 0;
    let wheel = row.cell("symbol").optional(problems, false, |text| {
        if text == "wheel" && !cover {
            Ok(true)
        } else {
            Err(format!("wheel or an empty cell, which {COVER} has"))
        }
    });
    let action = row.cell("action").read(problems, CityAction::None, |text| {
        let code = text.split_whitespace().next().unwrap_or("");
        city_action(code)
            .filter(|action| *action != CityAction::FigureThenVillageAction)
            .filter(|action| cover == (*action == CityAction::Combat))
            .ok_or_else(|| {
                format!("as first word combat on {COVER}, otherwise exploration<n> or CA1 to CA9")
            })
    });
    let nothing = Market { good: 0, spaces: 0 };
    CityTile {
        two_players,
        wheel,
        cover,
        action,
        market: row.cell("market").read(problems, nothing, market),
    }
}

fn city_counts(sheet: &Sheet, tiles: &[CityTile], problems: &mut Problems) {
    if !tiles.iter().any(|tile| tile.cover) {
        problems.push(sheet.problem("", format!("the tile {COVER}, which covers Maracaibo")));
    }
    for two_players in [true, false] {
        let group = if two_players { "2" } else { "3-4" };
        let drawn = |wheel: bool| {
            tiles
                .iter()
                .filter(|tile| {
                    tile.two_players == two_players && !tile.cover && tile.wheel == wheel
                })
                .count()
        };
        let (wheels, others) = (drawn(true), drawn(false));
        if wheels != 2 || others < 2 {
            problems.push(DataProblem {
                column: "symbol".to_string(),
                ..sheet.problem(
                    format!("{wheels} with and {others} without a wheel for {group} players"),
                    "2 with and at least 2 without",
                )
            });
        }
    }
    let shown = |code: &str| {
        sheet.rows().any(|row| {
            let word = row
                .cell("action")
                .text
                .split_whitespace()
                .next()
                .unwrap_or("");
            word == code || (code == "exploration" && word.starts_with(code))
        })
    };
    let missing: Vec<&str> = CITY_CODES.into_iter().filter(|code| !shown(code)).collect();
    if !missing.is_empty() {
        problems.push(DataProblem {
            column: "action".to_string(),
            ..sheet.problem("", format!("at least one tile with {}", missing.join(", ")))
        });
    }
}

/// Reads the combat tokens.
pub(super) fn tokens(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<CombatToken> {
    let before = problems.len();
    let sheet = Sheet::open(data, TOKEN_FILE, TOKEN_COLUMNS, problems);
    sheet.unique("id", problems);
    let tokens: Vec<CombatToken> = sheet.rows().map(|row| token(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(TOKENS, "combat tokens", problems);
    }
    labels.tokens = sheet
        .rows()
        .map(|row| row.cell("id").text.to_string())
        .collect();
    tokens
}

fn token(row: Row<'_>, problems: &mut Problems) -> CombatToken {
    let modifier = row
        .cell("modifier")
        .optional(problems, (false, false), |text| match text {
            "most" => Ok((true, false)),
            "fewest" => Ok((false, true)),
            "most+fewest" => Ok((true, true)),
            _ => Err("most, fewest, most+fewest or an empty cell".to_string()),
        });
    CombatToken {
        combat_value: TOKEN_CELLS
            .map(|(value, _)| row.cell(value).number(problems, 0..=MOST_COMBAT_VALUE)),
        effect: TOKEN_CELLS.map(|(_, effect)| {
            row.cell(effect)
                .optional(problems, TokenEffect::None, token_effect)
        }),
        most: modifier.0,
        fewest: modifier.1,
    }
}

fn token_effect(text: &str) -> Result<TokenEffect, String> {
    let effect = || {
        let digits = text.get(1..)?.find(|c: char| !c.is_ascii_digit())? + 1;
        let n = amount(text.get(1..digits)?)?;
        Some(match (text.get(..1)?, text.get(digits..)?) {
            ("-", "d") => TokenEffect::Pay(n),
            ("+", "d") => TokenEffect::Doubloons(n),
            ("+", "vp") => TokenEffect::Vp(n),
            ("+", "fig") => TokenEffect::Figures(n),
            ("+", "inf") => TokenEffect::Influence(n),
            _ => return None,
        })
    };
    effect().ok_or_else(|| "-<n>d, +<n>d, +<n>vp, +<n>fig, +<n>inf or an empty cell".to_string())
}

/// Reads the quest tiles.
pub(super) fn quests(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<QuestTile> {
    let before = problems.len();
    let sheet = Sheet::open(data, QUEST_FILE, QUEST_COLUMNS, problems);
    sheet.unique("id", problems);
    let quests: Vec<QuestTile> = sheet.rows().map(|row| quest(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(QUESTS, "quest tiles", problems);
    }
    labels.quests = sheet
        .rows()
        .map(|row| row.cell("id").text.to_string())
        .collect();
    quests
}

fn quest(row: Row<'_>, problems: &mut Problems) -> QuestTile {
    let per_compass = row
        .cell("reward_per_compass")
        .read(problems, (0, 0), |text| {
            let effects = plain_effects(text).ok().filter(|effects| effects.len == 1);
            match effects.and_then(|effects| effects.iter().next().copied()) {
                Some(effect) if effect.kind == EffectKind::Vp => Ok((effect.amount, 0)),
                Some(effect) if effect.kind == EffectKind::Doubloons => Ok((0, effect.amount)),
                _ => Err("vp<n> or d<n>".to_string()),
            }
        });
    QuestTile {
        cost: row.cell("cost").read(problems, Cost::Free, cost),
        vp_per_compass: per_compass.0,
        doubloons_per_compass: per_compass.1,
        effects: row
            .cell("reward_flat")
            .read(problems, Effects::NOTHING, plain_effects),
    }
}
