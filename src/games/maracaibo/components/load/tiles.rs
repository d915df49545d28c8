//! `city_tiles.csv`, `combat_tokens.csv` and `quest_tiles.csv`.

use super::effects::{amount, city_action, cost, market, plain_effects};
use super::limits::COMBAT_VALUE;
use super::words::WORDS;
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::{
    CityAction, CityTile, CombatToken, Cost, EffectKind, Effects, FIGURES, Labels, Market,
    QuestTile, TokenEffect,
};
use crate::sheet::{Problems, Row, Sheet};

pub(super) const CITY_FILE: &str = "city_tiles.csv";
pub(super) const CITY_COLUMNS: &[&str] = &[
    "id",
    "players",
    "name",
    "symbol",
    "action",
    "market",
    "provenance",
];
pub(super) const TOKEN_FILE: &str = "combat_tokens.csv";
pub(super) const TOKEN_COLUMNS: &[&str] = &[
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
pub(super) const TOKEN_CELLS: [(&str, &str); 3] = [
    ("france_cv", "france_effect"),
    ("spain_cv", "spain_effect"),
    ("england_cv", "england_effect"),
];
pub(super) const QUEST_FILE: &str = "quest_tiles.csv";
pub(super) const QUEST_COLUMNS: &[&str] = &[
    "id",
    "cost",
    "reward_per_compass",
    "reward_flat",
    "provenance",
];

const CITY_TILES: usize = 13;
const TOKENS: usize = 25;
const QUESTS: usize = 24;
/// Id of the tile that covers Maracaibo with 2 players.
pub(super) const COVER: &str = "C01";

pub(super) fn cities(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<CityTile> {
    let before = problems.len();
    let sheet = Sheet::open(data, CITY_FILE, CITY_COLUMNS, problems);
    sheet.ids("id", WORDS, problems);
    let tiles: Vec<CityTile> = sheet.rows().map(|row| city(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(CITY_TILES, "city tiles (M-1.4)", problems);
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
            Err(format!(
                "wheel or an empty cell, and an empty cell for {COVER} (M-1.4)"
            ))
        }
    });
    let action = row.cell("action").read(problems, CityAction::None, |text| {
        let code = text.split_whitespace().next().unwrap_or("");
        city_action(code).map_err(|expected| format!("{expected}, as the first word"))
    });
    CityTile {
        two_players,
        wheel,
        cover,
        action,
        market: row.cell("market").read(problems, Market::NOTHING, market),
    }
}

fn city_counts(sheet: &Sheet, tiles: &[CityTile], problems: &mut Problems) {
    if !tiles.iter().any(|tile| tile.cover) {
        problems.push(sheet.problem(
            "",
            format!("the tile {COVER}, which covers Maracaibo (M-1.4)"),
        ));
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
                    "2 with a wheel and at least 2 without (M-1.4)",
                )
            });
        }
    }
}

pub(super) fn tokens(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<CombatToken> {
    let before = problems.len();
    let sheet = Sheet::open(data, TOKEN_FILE, TOKEN_COLUMNS, problems);
    sheet.ids("id", WORDS, problems);
    let tokens: Vec<CombatToken> = sheet.rows().map(|row| token(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(TOKENS, "combat tokens (M-1.2)", problems);
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
        combat_value: TOKEN_CELLS.map(|(value, _)| row.cell(value).number(problems, COMBAT_VALUE)),
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
            ("+", "fig") if usize::from(n) <= FIGURES => TokenEffect::Figures(n),
            ("+", "inf") => TokenEffect::Influence(n),
            _ => return None,
        })
    };
    effect().ok_or_else(|| {
        "-<n>d, +<n>d, +<n>vp, +<n>fig (at most 8), +<n>inf or an empty cell".to_string()
    })
}

pub(super) fn quests(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<QuestTile> {
    let before = problems.len();
    let sheet = Sheet::open(data, QUEST_FILE, QUEST_COLUMNS, problems);
    sheet.ids("id", WORDS, problems);
    let quests: Vec<QuestTile> = sheet.rows().map(|row| quest(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(QUESTS, "quest tiles (M-1.3)", problems);
    }
    labels.quests = sheet
        .rows()
        .map(|row| row.cell("id").text.to_string())
        .collect();
    quests
}

/// Parses the reward of a quest per compass and returns VP and doubloons.
pub(super) fn per_compass(text: &str) -> Result<(u8, u8), String> {
    let effects = plain_effects(text).ok().filter(|effects| effects.len == 1);
    match effects.and_then(|effects| effects.iter().next().copied()) {
        Some(effect) if effect.kind == EffectKind::Vp => Ok((effect.amount, 0)),
        Some(effect) if effect.kind == EffectKind::Doubloons => Ok((0, effect.amount)),
        _ => Err("vp<n>, d<n> or an empty cell".to_string()),
    }
}

fn quest(row: Row<'_>, problems: &mut Problems) -> QuestTile {
    let [compass, flat] = ["reward_per_compass", "reward_flat"].map(|column| row.cell(column));
    if compass.is_empty() && flat.is_empty() {
        problems.push(flat.problem("a reward, per compass or flat (M-11.3)"));
    }
    let per_compass = compass.optional(problems, (0, 0), per_compass);
    QuestTile {
        cost: row.cell("cost").read(problems, Cost::Free, cost),
        vp_per_compass: per_compass.0,
        doubloons_per_compass: per_compass.1,
        effects: flat.optional(problems, Effects::NOTHING, plain_effects),
    }
}
