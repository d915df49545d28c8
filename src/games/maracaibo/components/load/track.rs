//! `explorer_track.csv`: the explorer track as a graph.

use super::effects::effects_without;
use super::graph;
use super::map::successors;
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    BORDER_NAMES, EffectKind, Effects, ExplorerSpace, Labels, MAX_SPACES, Places, SpaceId,
    SpaceKind,
};
use crate::sheet::{Problems, Row, Sheet};

const FILE: &str = "explorer_track.csv";

/// Number of quests on the track at set-up.
const QUESTS: usize = 3;
/// Ids of the spaces that legacy tiles refer to.
const NAMED: [&str; 3] = ["4", "5", "11"];
/// Effects that a space cannot give, because they would move the explorer or start another action.
const NOT_HERE: [EffectKind; 3] = [
    EffectKind::Explore,
    EffectKind::VillageActions,
    EffectKind::Combat,
];

/// The track, with every space after all spaces from which it can be reached.
pub(super) struct Track {
    pub(super) spaces: Vec<ExplorerSpace>,
    ids: Vec<String>,
}

/// Returns the id of a space, or of the first space if `index` is `None`, which the checks rule out.
fn space_at(index: Option<usize>) -> SpaceId {
    index.map_or(SpaceId::FIRST, |index| SpaceId::new(index as u8))
}

impl Track {
    /// Returns the index of the space with this id.
    fn id(&self, id: &str) -> SpaceId {
        space_at(self.ids.iter().position(|known| known == id))
    }

    /// Sets the spaces that the rules refer to.
    pub(super) fn places(&self, places: &mut Places) {
        places.explorer_4 = self.id(NAMED[0]);
        places.explorer_5 = self.id(NAMED[1]);
        places.explorer_11 = self.id(NAMED[2]);
        let end = self
            .spaces
            .iter()
            .position(|space| space.kind == SpaceKind::End);
        places.explorer_end = space_at(end);
    }

    /// Copies the ids to the labels.
    pub(super) fn label(&self, labels: &mut Labels) {
        labels.spaces.clone_from(&self.ids);
    }

    /// Returns true if an explorer must cross the border `first` before it can cross the border
    /// `second`.
    pub(super) fn before(&self, first: u8, second: u8) -> bool {
        first != second
            && self
                .spaces
                .iter()
                .filter(|space| space.borders_crossed & 1 << second != 0)
                .all(|space| space.borders_crossed & 1 << first != 0)
    }
}

/// Reads the track; returns `None` if the track has problems.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Option<Track> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let spaces: Vec<ExplorerSpace> = sheet.rows().map(|row| space(row, problems)).collect();
    if sheet.len() > MAX_SPACES {
        problems.push(sheet.problem(
            format!("{} rows", sheet.len()),
            format!("at most {MAX_SPACES} spaces, the maximum for a position"),
        ));
    }
    let next = arrows(&sheet, problems);
    if problems.len() > before {
        return None;
    }
    counts(&sheet, &spaces, problems);
    ends(&sheet, &spaces, &next, problems);
    if problems.len() > before {
        return None;
    }
    match compile(&sheet, &spaces, &next) {
        Ok(track) => Some(track),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

fn space(row: Row<'_>, problems: &mut Problems) -> ExplorerSpace {
    let (kind, reward) = row.cell("reward").read(
        problems,
        (SpaceKind::Reward, Effects::NOTHING),
        |text| match text {
            "start" => Ok((SpaceKind::Start, Effects::NOTHING)),
            "quest" => Ok((SpaceKind::Quest, Effects::NOTHING)),
            "end" => Ok((SpaceKind::End, Effects::NOTHING)),
            reward => effects_without(reward, &NOT_HERE)
                .map(|reward| (SpaceKind::Reward, reward))
                .map_err(|expected| format!("start, quest, end, or {expected}")),
        },
    );
    ExplorerSpace {
        kind,
        reward,
        border_before: row.cell("border_before").choice_or_none(problems),
        next: [None; 2],
        steps_to_end: 0,
        steps_to_border: 0,
        reaches: 0,
        borders_crossed: 0,
    }
}

/// Reads the arrows of every row.
fn arrows(sheet: &Sheet, problems: &mut Problems) -> Vec<Vec<usize>> {
    let ids: Vec<&str> = sheet.rows().map(|row| row.cell("space").text).collect();
    sheet
        .rows()
        .map(|row| {
            let cell = row.cell("next");
            let names = successors(cell);
            let next: Vec<usize> = names
                .iter()
                .filter_map(|name| ids.iter().position(|id| id == name))
                .collect();
            let twice = next.len() == 2 && next[0] == next[1];
            if next.len() < names.len() || next.len() > 2 || twice {
                problems.push(
                    cell.problem("at most 2 different spaces of this file, separated by ; (M-9.3)"),
                );
            }
            next
        })
        .collect()
}

fn counts(sheet: &Sheet, spaces: &[ExplorerSpace], problems: &mut Problems) {
    for (kind, what, wanted, rule) in [
        (SpaceKind::Start, "start", 1, "M-1.10"),
        (SpaceKind::Quest, "quest", QUESTS, "M-1.3"),
        (SpaceKind::End, "end", 1, "M-9.7"),
    ] {
        let found = spaces.iter().filter(|space| space.kind == kind).count();
        if found != wanted {
            problems.push(DataProblem {
                column: "reward".to_string(),
                ..sheet.problem(
                    format!("{found} of {what}"),
                    format!(
                        "{wanted} space{} with {what} ({rule})",
                        if wanted == 1 { "" } else { "s" }
                    ),
                )
            });
        }
    }
    let missing: Vec<&str> = NAMED
        .into_iter()
        .filter(|id| !sheet.rows().any(|row| row.cell("space").text == *id))
        .collect();
    if !missing.is_empty() {
        problems.push(sheet.problem(
            "",
            format!(
                "space {}, which legacy tiles name (M-22.8 to M-22.12)",
                missing.join(", ")
            ),
        ));
    }
}

/// Checks that only the last space has no successor and that every space can be reached.
fn ends(sheet: &Sheet, spaces: &[ExplorerSpace], next: &[Vec<usize>], problems: &mut Problems) {
    let before = problems.len();
    for (row, (space, next)) in sheet.rows().zip(spaces.iter().zip(next)) {
        let end = space.kind == SpaceKind::End;
        if end != next.is_empty() {
            problems.push(row.cell("next").problem(if end {
                "an empty cell: nothing follows the end (M-9.7)"
            } else {
                "a space that follows: only the end has none (M-9.7)"
            }));
        }
    }
    let start = (spaces.iter()).position(|space| space.kind == SpaceKind::Start);
    let Some(start) = start.filter(|_| problems.len() == before) else {
        return;
    };
    for space in graph::cut_off(next, start) {
        if let Some(row) = sheet.rows().nth(space) {
            let cell = row.cell("space");
            problems.push(cell.problem("a space that can be reached from the start (M-9.1)"));
        }
    }
}

/// Puts the spaces in order and computes the derived fields.
fn compile(
    sheet: &Sheet,
    rows: &[ExplorerSpace],
    next: &[Vec<usize>],
) -> Result<Track, DataProblem> {
    let ids: Vec<&str> = sheet.rows().map(|row| row.cell("space").text).collect();
    let order = graph::order(next).map_err(|cycle| {
        let names: Vec<&str> = cycle.iter().map(|&space| ids[space]).collect();
        DataProblem {
            column: "next".to_string(),
            ..sheet.problem(names.join(", "), "a track without a way back (M-9.1)")
        }
    })?;
    let mut place = vec![0; order.len()];
    for (index, &row) in order.iter().enumerate() {
        place[row] = index;
    }
    let mut spaces: Vec<ExplorerSpace> = order.iter().map(|&row| rows[row]).collect();
    for (space, &row) in spaces.iter_mut().zip(&order) {
        for (entry, &to) in space.next.iter_mut().zip(&next[row]) {
            *entry = Some(SpaceId::new(place[to] as u8));
        }
    }
    cross_borders(sheet, &ids, &order, &mut spaces)?;
    look_ahead(&mut spaces);
    Ok(Track {
        spaces,
        ids: order.iter().map(|&row| ids[row].to_string()).collect(),
    })
}

/// Sets the borders crossed by an explorer on each space, which must not depend on the route.
fn cross_borders(
    sheet: &Sheet,
    ids: &[&str],
    order: &[usize],
    spaces: &mut [ExplorerSpace],
) -> Result<(), DataProblem> {
    let problem = |space: usize, value: &str, expected: String| DataProblem {
        line: sheet.rows().nth(order[space]).map_or(0, |row| row.line),
        column: "border_before".to_string(),
        ..sheet.problem(value, expected)
    };
    let mut crossed: Vec<Option<u8>> = vec![None; spaces.len()];
    for space in 0..spaces.len() {
        let before = crossed[space].unwrap_or(0);
        let border = spaces[space].border_before;
        let mut here = before;
        if let Some(border) = border {
            if before & 1 << border != 0 {
                let colour = BORDER_NAMES[usize::from(border)];
                return Err(problem(
                    space,
                    colour,
                    "every border once on every way (M-9.6)".to_string(),
                ));
            }
            here |= 1 << border;
        }
        spaces[space].borders_crossed = here;
        for to in spaces[space].next.into_iter().flatten() {
            let to = usize::from(to);
            if crossed[to].is_some_and(|other| other != here) {
                return Err(problem(
                    to,
                    ids[order[to]],
                    "a space before which all ways have crossed the same borders (M-9.6)"
                        .to_string(),
                ));
            }
            crossed[to] = Some(here);
        }
    }
    let at_end = spaces.last().map_or(0, |end| end.borders_crossed);
    let missing: Vec<&str> = (0..BORDER_NAMES.len())
        .filter(|&border| at_end & 1 << border == 0)
        .map(|border| BORDER_NAMES[border])
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(DataProblem {
            column: "border_before".to_string(),
            ..sheet.problem(
                "",
                format!("the border {} on every way (M-9.6)", missing.join(" and ")),
            )
        })
    }
}

/// Computes the step counts and reachable spaces, from the end backwards.
fn look_ahead(spaces: &mut [ExplorerSpace]) {
    for space in (0..spaces.len()).rev() {
        let mut here = spaces[space];
        here.reaches = 1 << space;
        let (mut end, mut border) = (u8::MAX, u8::MAX);
        for to in here.next.into_iter().flatten() {
            let to = spaces[usize::from(to)];
            here.reaches |= to.reaches;
            end = end.min(1 + to.steps_to_end);
            let stop = to.border_before.is_some() || to.kind == SpaceKind::End;
            border = border.min(if stop { 1 } else { 1 + to.steps_to_border });
        }
        if here.kind != SpaceKind::End {
            here.steps_to_end = end;
            here.steps_to_border = border;
        }
        spaces[space] = here;
    }
}
