//! Round spaces for trade tokens on both sides of the board.

use crate::endeavor::components::{
    AREA_NAMES, Bits, Board, Components, MAX_TRACK, REGIONS, TOKENS,
};

/// Round spaces on both sides of the board: spaces of the tracks, sites by id, and links by the ids
/// of their ends.
pub(super) struct Spaces {
    pub(super) names: Vec<String>,
    /// Index of the space of each token on the side in play.
    pub(super) of_token: [u16; TOKENS],
}

impl Spaces {
    pub(super) fn new(components: &Components, side: usize) -> Spaces {
        let mut names: Vec<String> = Vec::new();
        for area in REGIONS {
            let spaces = 1..=MAX_TRACK;
            names.extend(spaces.map(|space| format!("{} {space}", AREA_NAMES[area])));
        }
        let first_site = names.len();
        names.extend(components.site_ids().into_iter().map(str::to_string));
        for board in &components.boards {
            for link in 0..board.links.len() {
                let name = link_name(board, link);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let board = &components.boards[side];
        let numbers = components.site_numbers(side);
        let mut of_token = [0; TOKENS];
        for area in REGIONS {
            for space in 0..usize::from(board.track[area]) {
                let place = usize::from(board.track_token[area]) + space;
                of_token[place] = ((area - REGIONS.start) * MAX_TRACK + space) as u16;
            }
        }
        let first_token = usize::from(board.site_token);
        let of_sites = of_token[first_token..].iter_mut().zip(numbers);
        for (space, number) in of_sites.take(board.sites.len()) {
            *space = (first_site + usize::from(number)) as u16;
        }
        for link in Bits(board.round) {
            let name = link_name(board, link);
            let space = names.iter().position(|known| *known == name);
            let space = space.expect("the links of both sides are listed");
            of_token[usize::from(board.link_token[link])] = space as u16;
        }
        Spaces { names, of_token }
    }
}

/// Returns the name of a link: the ids of its ends in alphabetical order.
fn link_name(board: &Board, link: usize) -> String {
    let ends = board.links[link];
    let mut ends = [ends.a, ends.b].map(|end| board.sites[usize::from(end)].id.as_str());
    ends.sort_unstable();
    ends.join("-")
}
