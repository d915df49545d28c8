//! `careers.csv`, `prestige_buildings.csv` and `tracks.csv`.

use super::track::Track;
use crate::dataset::DataSet;
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    AUTOMA_SPACES, AutomaTrack, BORDER_NAMES, Career, CareerTask, Counted, DOUBLOON_INCOME_END,
    Labels, MAX_INFLUENCE, Prestige, PrestigeKind, SUPPLY_SPACES, Tracks,
};
use crate::sheet::{Problems, Row, Sheet, SheetCell, name, number, plain};

const CAREER_FILE: &str = "careers.csv";
const PRESTIGE_FILE: &str = "prestige_buildings.csv";
pub(super) const TRACK_FILE: &str = "tracks.csv";

const CAREERS: usize = 8;
/// Number of markers of each nation.
const MARKERS: u8 = 13;
/// Maximum requirement of a task.
const MOST_ASKED: u8 = 31;

const BUILDINGS: [(&str, PrestigeKind); 8] = [
    ("P1", PrestigeKind::Monastery),
    ("P2", PrestigeKind::Palace),
    ("P3", PrestigeKind::Basilica),
    ("P4", PrestigeKind::Fortress),
    ("P5", PrestigeKind::Minster),
    ("P6", PrestigeKind::MilitaryBase),
    ("P7", PrestigeKind::Academy),
    ("P8", PrestigeKind::Cathedral),
];

/// Reads the career cards. The explorer track determines the order of the borders.
pub(super) fn careers(
    data: &DataSet,
    track: Option<&Track>,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<Career> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, CAREER_FILE, problems);
    let careers = sheet
        .rows()
        .map(|row| Career {
            tasks: [1, 2, 3].map(|number| {
                let [asked, reward] =
                    ["task", "reward"].map(|name| row.cell(&format!("{name}{number}")));
                task(asked, reward, track, problems)
            }),
        })
        .collect();
    if problems.len() == before {
        sheet.exactly(CAREERS, "career cards (M-1.11)", problems);
    }
    labels.careers = sheet.texts("id");
    labels.career_names = sheet.texts("name");
    careers
}

fn task(
    asked: SheetCell<'_>,
    reward: SheetCell<'_>,
    track: Option<&Track>,
    problems: &mut Problems,
) -> CareerTask {
    let nothing = (Counted::Quests, 0, 0);
    let (kind, lower, upper) = asked.read(problems, nothing, |text| requirement(text, track));
    let (doubloons, vp) = reward.read(problems, (0, 0), |text| {
        text.split_once("d+")
            .and_then(|(doubloons, rest)| {
                let vp = plain(rest.strip_suffix("vp")?)?;
                Some((plain(doubloons)?, vp)).filter(|reward| reward.0 <= 30 && reward.1 <= 30)
            })
            .ok_or_else(|| "<a>d+<b>vp with numbers up to 30".to_string())
    });
    CareerTask {
        kind,
        lower,
        upper,
        doubloons,
        vp,
    }
}

fn requirement(text: &str, track: Option<&Track>) -> Result<(Counted, u8, u8), String> {
    let expected = || {
        let kinds = Counted::ALL.map(|(_, word, ..)| word);
        format!("<kind> <lower>/<upper> with a kind of {}", kinds.join(", "))
    };
    let (word, levels) = text.split_once(' ').ok_or_else(expected)?;
    let mut kinds = Counted::ALL.iter();
    let (kind, ..) = (kinds.find(|(_, known, ..)| *known == word)).ok_or_else(expected)?;
    let (lower, upper) = levels.split_once('/').ok_or_else(expected)?;
    if *kind == Counted::Explorer {
        let colours = || {
            format!(
                "explorer <border>/<border>, the first one to be crossed before the second, of {}",
                BORDER_NAMES.join(", ")
            )
        };
        let lower = name(lower, &BORDER_NAMES).map_err(|_| colours())?;
        let upper = name(upper, &BORDER_NAMES).map_err(|_| colours())?;
        if lower == upper || track.is_some_and(|track| !track.before(lower, upper)) {
            return Err(colours());
        }
        // A task that names a border requires crossing this number of borders.
        let crossed = |border: u8| {
            let earlier = (0..BORDER_NAMES.len() as u8).filter(|&other| {
                other != border && track.is_some_and(|track| track.before(other, border))
            });
            1 + earlier.count() as u8
        };
        return Ok((*kind, crossed(lower), crossed(upper)));
    }
    let level = |text| number(text, 1..=MOST_ASKED).ok();
    level(lower)
        .zip(level(upper))
        .filter(|(lower, upper)| lower < upper)
        .map(|(lower, upper)| (*kind, lower, upper))
        .ok_or_else(|| {
            format!(
                "{word} <lower>/<upper>, with whole numbers up to {MOST_ASKED}, the first less \
                     than the second"
            )
        })
}

/// Reads the prestige buildings, in the order of their kinds.
pub(super) fn prestige(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<Prestige> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, PRESTIGE_FILE, problems);
    let ids = BUILDINGS.map(|building| building.0);
    let mut rows: Vec<(u8, Row<'_>, Prestige)> = sheet
        .rows()
        .map(|row| {
            let place = row.cell("id").name(problems, &ids);
            let building = Prestige {
                kind: BUILDINGS[usize::from(place)].1,
                cost: row.cell("cost").ranged(problems),
                synergy: row.cell("synergy").choice(problems),
            };
            (place, row, building)
        })
        .collect();
    if problems.len() == before {
        sheet.exactly(
            BUILDINGS.len(),
            "prestige buildings, P1 to P8 (M-1.7)",
            problems,
        );
    }
    rows.sort_by_key(|row| row.0);
    for (_, row, _) in &rows {
        labels.prestige.push(row.cell("id").text.to_string());
        labels
            .prestige_names
            .push(row.cell("name").text.to_string());
    }
    rows.into_iter().map(|row| row.2).collect()
}

/// Contents of `tracks.csv` by kind of row.
#[derive(Default)]
struct TrackRows {
    ends: Vec<u8>,
    /// Step and rank.
    ranks: Vec<(u8, u8)>,
    /// Space, number of markers and value.
    supply: Vec<(u8, u8, u8)>,
    /// Position and the VP from this position on.
    doubloon_vp: Vec<(u8, u8)>,
    /// Space of the automa board, its VP, and true for an upgrade space.
    automa: Vec<(u8, u8, bool)>,
}

/// Reads the influence, supply and income tracks, and the disc track of the automa.
pub(super) fn tracks(data: &DataSet, problems: &mut Problems) -> (Tracks, AutomaTrack) {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, TRACK_FILE, problems);
    let mut found = TrackRows::default();
    for row in sheet.rows() {
        track_row(row, &mut found, problems);
    }
    let mut tracks = Tracks {
        influence_end: 0,
        rank: [0; MAX_INFLUENCE + 1],
        next_rank: [0; MAX_INFLUENCE + 1],
        supply: [0; SUPPLY_SPACES],
        supply_value: [0; SUPPLY_SPACES],
        doubloon_vp: [0; DOUBLOON_INCOME_END as usize + 1],
    };
    let mut automa = AutomaTrack {
        income: [0; AUTOMA_SPACES + 1],
        upgrades: [0; AUTOMA_SPACES + 1],
    };
    if problems.len() == before {
        influence(&sheet, &found, &mut tracks, problems);
        supply(&sheet, &found, &mut tracks, problems);
        income(&sheet, &found, &mut tracks, problems);
        automa_spaces(&sheet, &found, &mut automa, problems);
    }
    (tracks, automa)
}

fn track_row(row: Row<'_>, found: &mut TrackRows, problems: &mut Problems) {
    let track = row.cell("track");
    let (position, markers, value) = (row.cell("position"), row.cell("markers"), row.cell("value"));
    let no_markers = "only the supply has markers";
    let steps = 1..=MAX_INFLUENCE as u8;
    match track.text {
        "influence_end" => {
            found.ends.push(position.number(problems, steps));
            markers.nothing(problems, no_markers);
            value.nothing(problems, "the position determines the effect");
        }
        "noble_rank" => {
            let step = position.number(problems, steps);
            markers.nothing(problems, no_markers);
            found.ranks.push((step, value.number(problems, 1..=10)));
        }
        "supply" => found.supply.push((
            position.number(problems, 1..=SUPPLY_SPACES as u8),
            markers.number(problems, 1..=MARKERS),
            value.number(problems, 0..=10),
        )),
        "doubloon_vp" => {
            let position = position.number(problems, 0..=DOUBLOON_INCOME_END);
            markers.nothing(problems, no_markers);
            found
                .doubloon_vp
                .push((position, value.number(problems, 0..=60)));
        }
        "jean_gap" | "jean_upgrade" => {
            let space = position.number(problems, 1..=AUTOMA_SPACES as u8);
            markers.nothing(problems, no_markers);
            let vp = value.number(problems, 0..=60);
            let upgrade = track.text == "jean_upgrade";
            found.automa.push((space, vp, upgrade));
        }
        _ => {
            track.choice(problems);
        }
    }
}

fn influence(sheet: &Sheet, found: &TrackRows, tracks: &mut Tracks, problems: &mut Problems) {
    let &[end] = found.ends.as_slice() else {
        let value = format!("{} rows of influence_end", found.ends.len());
        problems.push(sheet.problem(value, "1 row"));
        return;
    };
    let counted = (found.ranks.iter().zip(1_u8..)).all(|(rank, wanted)| rank.1 == wanted);
    let rising = found.ranks.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let inside = found.ranks.iter().all(|rank| rank.0 <= end);
    if found.ranks.is_empty() || !counted || !rising || !inside {
        let steps: Vec<String> = (found.ranks.iter())
            .map(|(step, rank)| format!("{rank} at {step}"))
            .collect();
        problems.push(sheet.problem(
            format!("noble_rank {}", steps.join(", ")),
            format!("values 1, 2, 3 … at rising positions up to {end}, in this order (M-8.1)"),
        ));
        return;
    }
    tracks.influence_end = end;
    for step in 0..=MAX_INFLUENCE as u8 {
        let reached = found.ranks.iter().rfind(|rank| rank.0 <= step);
        let next = found.ranks.iter().find(|rank| rank.0 > step);
        tracks.rank[usize::from(step)] = reached.map_or(0, |rank| rank.1);
        tracks.next_rank[usize::from(step)] = next.map_or(end, |rank| rank.0);
    }
}

fn supply(sheet: &Sheet, found: &TrackRows, tracks: &mut Tracks, problems: &mut Problems) {
    let all = found.supply.len() == SUPPLY_SPACES
        && found
            .supply
            .iter()
            .zip(1_u8..)
            .all(|(row, space)| row.0 == space);
    let markers: u16 = found.supply.iter().map(|row| u16::from(row.1)).sum();
    if !all || markers != u16::from(MARKERS) {
        problems.push(sheet.problem(
            format!(
                "{markers} markers on {} spaces of supply",
                found.supply.len()
            ),
            format!("{MARKERS} markers on the spaces 1 to {SUPPLY_SPACES}, in this order (M-1.8)"),
        ));
        return;
    }
    for (space, &(_, markers, value)) in found.supply.iter().enumerate() {
        tracks.supply[space] = markers;
        tracks.supply_value[space] = value;
    }
}

fn income(sheet: &Sheet, found: &TrackRows, tracks: &mut Tracks, problems: &mut Problems) {
    let rows = &found.doubloon_vp;
    let from_zero = rows.first().is_some_and(|row| row.0 == 0);
    let rising = rows.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if !from_zero || !rising {
        let found: Vec<String> = rows
            .iter()
            .map(|(at, vp)| format!("{vp} from {at}"))
            .collect();
        problems.push(sheet.problem(
            format!("doubloon_vp {}", found.join(", ")),
            "rising positions from 0 on (M-15.2)",
        ));
        return;
    }
    for (position, vp) in tracks.doubloon_vp.iter_mut().enumerate() {
        let row = rows.iter().rfind(|row| usize::from(row.0) <= position);
        *vp = row.map_or(0, |row| row.1);
    }
}

fn automa_spaces(
    sheet: &Sheet,
    found: &TrackRows,
    track: &mut AutomaTrack,
    problems: &mut Problems,
) {
    let rows = &found.automa;
    let misplaced = rows.iter().zip(1_u8..).find(|(row, space)| row.0 != *space);
    let wrong = if rows.len() != AUTOMA_SPACES {
        Some(format!("{} rows of jean_gap and jean_upgrade", rows.len()))
    } else {
        misplaced.map(|((space, ..), wanted)| format!("space {space} of Jean instead of {wanted}"))
    };
    if let Some(wrong) = wrong {
        problems.push(sheet.problem(
            wrong,
            format!("the spaces 1 to {AUTOMA_SPACES}, in this order (M-24.1)"),
        ));
        return;
    }
    for (gone, &(_, vp, upgrade)) in (1..).zip(rows) {
        track.income[gone] = vp;
        track.upgrades[gone] = track.upgrades[gone - 1] + u8::from(upgrade);
    }
}
