//! Reads `areas.csv`, `sites.csv` and `links.csv`: both sides of the board (EN-1.2 to EN-1.6,
//! EN-A1).

use super::words::WORDS;
use crate::dataset::DataSet;
use crate::endeavor::components::column_schema::DATA_FILES;
use crate::endeavor::components::{
    AREA_NAMES, AREAS, Bits, Board, EUROPE, FAR_EAST, INDIA, Link, MAX_LINKS, MAX_SITES, MAX_TRACK,
    NORTH_AMERICA, SIDE_NAMES, Site, TOKENS,
};
use crate::sheet::{Problems, Sheet};

/// Reads both sides. Returns `None` if a side cannot be read.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Option<[Board; 2]> {
    let before = problems.len();
    let areas = DATA_FILES.open(data, "areas.csv", problems);
    let sites = DATA_FILES.open(data, "sites.csv", problems);
    let links = DATA_FILES.open(data, "links.csv", problems);
    for sheet in [&areas, &sites, &links] {
        for row in sheet.rows() {
            row.cell("side").name(problems, &SIDE_NAMES);
        }
    }
    if problems.len() > before {
        return None;
    }
    let [a, b] = SIDE_NAMES.map(|side| {
        let before = problems.len();
        let track = tracks(&areas, side, problems);
        let sites = read_sites(&sites, side, problems);
        let joined = read_links(&links, side, &sites, problems);
        if problems.len() > before {
            return None;
        }
        let board = Board::new(track, sites, joined);
        examine(&board, side, [&areas, &links], problems);
        Some(board)
    });
    Some([a?, b?])
}

/// Reads the number of spaces on each shipping track.
fn tracks(sheet: &Sheet, side: &str, problems: &mut Problems) -> [u8; AREAS] {
    let mut track = [0; AREAS];
    let mut there = [false; AREAS];
    for row in sheet.rows().filter(|row| row.cell("side").text == side) {
        let before = problems.len();
        let area = usize::from(row.cell("area").name(problems, &AREA_NAMES));
        if problems.len() > before {
            continue;
        }
        if there[area] {
            let expected = "every area once on each side (EN-1.2)";
            problems.push(row.cell("area").problem(expected));
        }
        there[area] = true;
        // Minimum length that the rules or their examples require.
        let (least, example) = match area {
            EUROPE => (0, "EN-1.4"),
            NORTH_AMERICA => (4, "EN-E12"),
            FAR_EAST => (5, "EN-E5, EN-E6"),
            _ => (1, "EN-1.3"),
        };
        let most = if area == EUROPE { 0 } else { MAX_TRACK as u8 };
        let cell = row.cell("track");
        track[area] = cell.read(problems, least, |text| {
            crate::sheet::number(text, least..=most)
                .map_err(|expected| format!("{expected} ({example})"))
        });
    }
    for area in (0..AREAS).filter(|&area| !there[area]) {
        let expected = format!("a row for {} on side {side} (EN-1.2)", AREA_NAMES[area]);
        problems.push(sheet.problem("an area is missing", expected));
    }
    track
}

fn read_sites(sheet: &Sheet, side: &str, problems: &mut Problems) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::new();
    let rows = || sheet.rows().filter(|row| row.cell("side").text == side);
    Sheet::ids_of(rows(), "id", WORDS, problems);
    for row in rows() {
        let site = Site {
            id: row.cell("id").text.to_string(),
            name: row.cell("name").text.to_string(),
            area: row.cell("area").choice(problems),
            city: row.cell("kind").choice(problems) == 0,
            glory: 0,
        };
        let glory = if site.city {
            row.cell("glory").ranged(problems)
        } else {
            row.cell("glory")
                .nothing(problems, "fleets score nothing (EN-10.2)");
            0
        };
        if AREA_NAMES.contains(&&*site.id) {
            let expected = "a name that no area has";
            problems.push(row.cell("id").problem(expected));
        }
        sites.push(Site { glory, ..site });
    }
    let mut wrong = |found: String, expected: &str| problems.push(sheet.problem(found, expected));
    if sites.len() > MAX_SITES {
        let found = format!("{} sites on side {side}", sites.len());
        wrong(found, "at most 64");
    }
    for (area, name) in AREA_NAMES.iter().enumerate() {
        let here = |site: &&Site| usize::from(site.area) == area;
        if !sites.iter().filter(here).any(|site| site.city) {
            wrong(
                format!("no city in {name} on side {side}"),
                "cities (EN-1.3)",
            );
        }
        if area == EUROPE && sites.iter().filter(here).all(|site| site.city) {
            let found = format!("no fleet in europe on side {side}");
            wrong(found, "at least one (EN-E7)");
        }
    }
    sites
}

fn read_links(sheet: &Sheet, side: &str, sites: &[Site], problems: &mut Problems) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for row in sheet.rows().filter(|row| row.cell("side").text == side) {
        let mut end = |column| {
            let cell = row.cell(column);
            cell.read(problems, 0, |text| {
                let site = sites.iter().position(|site| site.id == text);
                site.map(|site| site as u8).ok_or_else(|| {
                    let names = sites.iter().map(|site| site.id.as_str());
                    let hint = crate::suggestion::did_you_mean(text, names);
                    format!("a site of side {side} in sites.csv{hint}")
                })
            })
        };
        let (a, b) = (end("a"), end("b"));
        let round = row.cell("shape").choice(problems) == 0;
        let same = |link: &Link| [(a, b), (b, a)].contains(&(link.a, link.b));
        if a == b || links.iter().any(same) {
            let expected = "two different sites that no other link joins (EN-1.6)";
            problems.push(row.cell("b").problem(expected));
        }
        links.push(Link { a, b, round });
    }
    if links.len() > MAX_LINKS {
        let found = format!("{} links on side {side}", links.len());
        problems.push(sheet.problem(found, "at most 64"));
    }
    links
}

/// Checks a side of the board as a whole.
fn examine(board: &Board, side: &str, [areas, links]: [&Sheet; 2], problems: &mut Problems) {
    let spaces = usize::from(board.track.iter().sum::<u8>())
        + board.sites.len()
        + board.round.count_ones() as usize;
    if spaces != TOKENS {
        let expected = "95 round spaces: tracks, cities, fleets and round links together (EN-A1)";
        problems.push(areas.problem(format!("{spaces} round spaces on side {side}"), expected));
    }
    let mut wrong = |found: String, expected: &str| problems.push(links.problem(found, expected));
    let all = board.cities | board.fleets;
    let mut joined = 1;
    loop {
        let more = Bits(joined).fold(joined, |more, site| more | board.neighbours[site]);
        if more == joined {
            break;
        }
        joined = more;
    }
    if let Some(site) = Bits(all & !joined).next() {
        let found = format!("{} on side {side}", board.sites[site].id);
        let expected = "links that join all sites of a side (EN-1.6)";
        wrong(found, expected);
    }
    let in_india = Bits(board.area(INDIA) & board.cities);
    if !in_india
        .into_iter()
        .any(|site| board.links_at[site] & board.round != 0)
    {
        let found = format!("no round link in india on side {side}");
        wrong(found, "a round link at a city of India (EN-E9)");
    }
}
