//! Ship, occupy, links, attack (EN-6.1 to EN-6.13), and the Monument (EN-8.1).

use super::events::{EventKind, FLEETS};
use super::play::Play;
use super::state::{NEUTRAL, State};
use crate::endeavor::components::{ATTRIBUTE_TOKENS, Bits, MAX_TRACK, governor_of};
use crate::game::{EventLog, MAX_SEATS, Seat};

/// Bit of the attacker's casualty.
pub const ATTACKER: u8 = 1;
/// Bit of the victim's casualty.
pub const VICTIM: u8 = 2;

impl<L: EventLog> Play<'_, L> {
    /// Places a disc on the next free space of a track, which may open the region (EN-6.2, EN-6.4).
    #[inline]
    pub fn ship_track(&mut self, owner: usize, area: usize) {
        let state = &mut *self.state;
        let space = usize::from(state.shipped[area]);
        state.track[area][space] = owner as u8;
        state.shipped[area] += 1;
        let player = &mut state.players[owner];
        player.arrive(area);
        if owner == NEUTRAL {
            player.supply -= 1;
        } else {
            player.harbor -= 1;
            self.event(EventKind::Shipped, area as u16, 1);
        }
        self.take_token(
            owner,
            usize::from(self.game.board.track_token[area]) + space,
        );
        if self.state.shipped[area] == self.game.board.track[area] {
            self.open(area);
        }
    }

    /// Opens a region (EN-6.4, EN-6.5). The governor goes to the owner of the most discs on the
    /// track; among tied owners, to the owner of the disc nearest to the deck.
    #[cold]
    fn open(&mut self, area: usize) {
        let state = &mut *self.state;
        state.open |= 1 << area;
        let owner = governor_winner(state, area);
        let card = governor_of(area);
        if owner == NEUTRAL {
            state.removed |= 1 << card;
        } else {
            let player = &mut state.players[owner];
            player.cards |= 1 << card;
            player.gain(&self.game.components.cards[card].icons);
        }
        let seat = self.seat();
        let winner = if owner == NEUTRAL { 0 } else { owner + 1 };
        self.event_of(seat, EventKind::Opened, area as u16, winner as i32);
        if owner != NEUTRAL {
            self.event_of(owner, EventKind::Governor, card as u16, 0);
        }
    }

    /// Places a disc on an empty fleet (EN-6.3).
    #[inline]
    pub fn ship_fleet(&mut self, site: usize) {
        let seat = self.seat();
        self.event(EventKind::Shipped, FLEETS + site as u16, 2);
        self.state.players[seat].harbor -= 1;
        self.settle(seat, site);
    }

    /// Places a disc on the high seas, without taking a token (EN-6.3).
    #[inline]
    pub fn ship_seas(&mut self, area: usize) {
        let player = self.state.player_mut();
        player.harbor -= 1;
        player.high_seas[area] += 1;
        player.arrive(area);
        self.event(EventKind::Shipped, area as u16, 3);
    }

    /// Places a disc in an empty city (EN-6.7).
    #[inline]
    pub fn occupy(&mut self, site: usize) {
        let seat = self.seat();
        self.event(EventKind::Occupied, site as u16, 0);
        self.state.occupied = self.game.board.sites[site].area;
        self.state.players[seat].harbor -= 1;
        self.settle(seat, site);
    }

    /// Places a disc on an empty site and takes first its token, then the links (EN-A30).
    #[inline]
    pub fn settle(&mut self, owner: usize, site: usize) {
        self.hold(owner, site);
        self.state.taken |= 1 << site;
        self.take_token(owner, usize::from(self.game.board.site_token) + site);
        if owner != NEUTRAL {
            self.take_links(owner, site);
        }
    }

    #[inline]
    fn hold(&mut self, owner: usize, site: usize) {
        let area = usize::from(self.game.board.sites[site].area);
        let player = &mut self.state.players[owner];
        player.sites |= 1 << site;
        player.arrive(area);
    }

    /// Takes the token of a round space (EN-5.8, EN-5.9). The silent fleets remove it from the
    /// game.
    #[inline]
    fn take_token(&mut self, owner: usize, space: usize) {
        let kind = usize::from(self.state.tokens[space]);
        if owner == NEUTRAL {
            self.state.tokens_gone += 1;
            return;
        }
        let player = &mut self.state.players[owner];
        if kind < ATTRIBUTE_TOKENS {
            player.tokens[kind] += 1;
            player.attributes[kind] += 1;
        } else {
            player.actions[kind - ATTRIBUTE_TOKENS] += 1;
        }
    }

    /// Takes the tokens of the links that the owner of a site is the first to control (EN-6.11).
    #[inline]
    fn take_links(&mut self, owner: Seat, site: usize) {
        let with_token = self.game.board.links_at[site] & self.state.link_tokens;
        let own = self.state.players[owner].sites;
        let mut taken = 0;
        for link in Bits(with_token) {
            let ends = self.game.board.links[link];
            if own >> ends.a & own >> ends.b & 1 == 1 {
                self.state.link_tokens &= !(1 << link);
                self.take_token(owner, usize::from(self.game.board.link_token[link]));
                taken += 1;
            }
        }
        if taken > 0 {
            self.event_of(owner, EventKind::Links, 0, taken);
        }
    }

    /// Attacks a site: two discs become casualties, and the attacker takes the site (EN-6.13).
    #[inline]
    pub fn attack(&mut self, site: usize) {
        let attacker = self.seat();
        let state = &mut *self.state;
        let victim = state.holder(site).expect("somebody holds the site");
        let area = usize::from(self.game.board.sites[site].area);
        state.players[victim].sites &= !(1 << site);
        state.players[victim].leave(area);
        state.players[attacker].harbor -= 2;
        for (owner, part) in [(attacker, ATTACKER), (victim, VICTIM)] {
            let player = &mut state.players[owner];
            if player.kinds & self.game.lookups.monument != 0 {
                state.casualties |= part;
                state.victim = victim as u8;
            } else {
                player.supply += 1;
            }
        }
        let shown = if victim == NEUTRAL { 0 } else { victim + 1 };
        self.event(EventKind::Attacked, site as u16, shown as i32);
        self.hold(attacker, site);
        self.take_links(attacker, site);
    }

    /// Turns a casualty into an attribute with the Monument, the attacker's casualty first (EN-8.1,
    /// EN-A24).
    pub fn place_casualty(&mut self, attribute: usize) {
        let state = &mut *self.state;
        let part = state.casualties & state.casualties.wrapping_neg();
        let seat = match part {
            ATTACKER => Seat::from(state.active),
            _ => Seat::from(state.victim),
        };
        state.casualties &= !part;
        let player = &mut state.players[seat];
        player.monument[attribute] += 1;
        player.attributes[attribute] += 1;
        self.event_of(seat, EventKind::Casualty, attribute as u16, 0);
        if self.state.casualties == 0 {
            self.go_on();
        }
    }
}

/// Returns the owner who gets the governor of a region with a full track (EN-6.5, EN-A8).
pub(crate) fn governor_winner(state: &State, area: usize) -> usize {
    let spaces = usize::from(state.shipped[area]).min(MAX_TRACK);
    // The number of discs counts first, then the position of the last disc. Later spaces are nearer
    // to the deck.
    const DISC: u16 = 1 << 8;
    let mut standing = [0u16; MAX_SEATS + 1];
    for (space, &owner) in (0..).zip(&state.track[area][..spaces]) {
        let owner = &mut standing[usize::from(owner)];
        *owner = (*owner / DISC + 1) * DISC + space;
    }
    (0..=NEUTRAL)
        .max_by_key(|&owner| standing[owner])
        .unwrap_or(NEUTRAL)
}
