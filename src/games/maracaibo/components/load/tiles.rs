//! `city_tiles.csv`, `combat_tokens.csv` and `quest_tiles.csv`.

use super::effects::{city_action, cost, market, plain_effects, token_effect};
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    CityAction, CityTile, CombatToken, Cost, EffectKind, Effects, Labels, Market, NATION_NAMES,
    QuestTile, TokenEffect,
};
use crate::sheet::{Problems, Row, Sheet};

pub(super) const CITY_FILE: &str = "city_tiles.csv";
const TOKEN_FILE: &str = "combat_tokens.csv";
pub(super) const QUEST_FILE: &str = "quest_tiles.csv";

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
    let sheet = DATA_FILES.open(data, CITY_FILE, problems);
    let tiles: Vec<CityTile> = sheet.rows().map(|row| city(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(CITY_TILES, "city tiles (M-1.4)", problems);
    }
    if problems.len() == before {
        city_counts(&sheet, &tiles, problems);
    }
    labels.city_tiles = sheet.texts("id");
    labels.city_tile_names = sheet.texts("name");
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
    let sheet = DATA_FILES.open(data, TOKEN_FILE, problems);
    let tokens: Vec<CombatToken> = sheet.rows().map(|row| token(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(TOKENS, "combat tokens (M-1.2)", problems);
    }
    labels.tokens = sheet.texts("id");
    tokens
}

fn token(row: Row<'_>, problems: &mut Problems) -> CombatToken {
    let modifier = row.cell("modifier");
    modifier.choice_or_none(problems);
    CombatToken {
        combat_value: NATION_NAMES.map(|nation| row.cell(&format!("{nation}_cv")).ranged(problems)),
        effect: NATION_NAMES.map(|nation| {
            let cell = row.cell(&format!("{nation}_effect"));
            cell.described(problems, TokenEffect::None, token_effect)
        }),
        most: modifier.text.contains("most"),
        fewest: modifier.text.contains("fewest"),
    }
}

pub(super) fn quests(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<QuestTile> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, QUEST_FILE, problems);
    let quests: Vec<QuestTile> = sheet.rows().map(|row| quest(row, problems)).collect();
    if problems.len() == before {
        sheet.exactly(QUESTS, "quest tiles (M-1.3)", problems);
    }
    labels.quests = sheet.texts("id");
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
