//! Features for the evaluation of a position. This game has no hidden information.

use crate::endeavor::components::{
    ATTACK, Bits, CULTURE, CardSet, DRAW, GOVERNORS, INFLUENCE, OCCUPY, PAY, REGIONS, SHIP,
    SLAVERY, Sites, WEALTH,
};
use crate::endeavor::rules::cards::SLOTS;
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::scoring::GOVERNOR_SPACE;
use crate::endeavor::rules::state::{NONE, Phase, ROUNDS, State};
use crate::game::Seat;
use portolan_core::features;

features! {
    /// Computes the features of a seat.
    pub(crate) fn Ruleset::fill_features(&self, state: &State, seat: Seat) {
        let player = &state.players[seat];
        let glory = self.glory(state, seat);
        let score: i32 = glory.iter().sum();
        // The round counts as over when the Discard phase starts, so that discarding late has no
        // advantage.
        let over = matches!(state.phase, Phase::Governor | Phase::Discard);
        let to_come = f32::from(ROUNDS.saturating_sub(state.round + u8::from(over)));
        let empty_space = match state.round < ROUNDS {
            true => glory[GOVERNOR_SPACE],
            false => 0,
        };
        let level =
            |attribute: usize| usize::from(self.components.level_of[state.step(seat, attribute)]);
        let steps = player.attributes.map(f32::from);

        let (mut rival, mut others) = (i32::MIN, 0);
        for other in (0..self.players).filter(|&other| other != seat) {
            let score = self.score_of(state, other);
            rival = rival.max(score);
            others += score;
        }
        let spaces = player.coast().iter().enumerate();
        let spaces = spaces.filter(|&(_, &kind)| self.lookups.deeds[usize::from(kind)] != 0);
        let (mut all_spaces, mut free_spaces) = (0u8, 0u8);
        for (slot, _) in spaces {
            all_spaces += 1;
            free_spaces += u8::from(player.busy >> slot & 1 == 0);
        }
        let limit = u32::from(self.components.card_limit[level(INFLUENCE)]);
        let slavery = u32::from(player.cards & SLAVERY != 0);
        // Players fill the governor space in seat order during the Discard phase.
        let discards = state.phase == Phase::Discard && seat == Seat::from(state.active);
        let may_be_filled = player.governor != NONE || !discards;
        let aside = u32::from(player.cards & GOVERNORS != 0 && may_be_filled);
        let kept = SLOTS.min(limit + slavery) + aside;
        let over_limit = player.cards.count_ones().saturating_sub(kept);
        let drawable = self.drawable(state, seat);
        let reach = self.board.union[state.reach(seat)];
        let cities = reach & self.board.cities & !state.taken;
        let best_city = self.best_site(state, seat, cities);
        let best_draw = self.best_card(drawable);

        // Remaining actions of the current turn.
        let deeds = match state.phase {
            Phase::Act if seat == Seat::from(state.active) => self.possible(state, state.menu),
            _ => 0,
        };
        let pending = |deed: u8, value: f32| if deeds & deed != 0 { value } else { 0.0 };
        let targets = match deeds & ATTACK {
            0 => 0,
            _ => reach & state.taken & !player.sites,
        };
    }
    // Glory if the game ended now; the penalty for an empty governor space (EN-7.5) counts only in
    // the last round.
    score: (score - empty_space) as f32;
    // Parts of the score.
    attributes: glory[..4].iter().sum::<i32>() as f32;
    cities: glory[4] as f32;
    links: glory[5] as f32;
    cards_glory: glory[7] as f32;
    slavery: glory[10] as f32;
    // Steps on the tracks.
    industry: steps[0];
    culture: steps[1];
    wealth: steps[2];
    influence: steps[3];
    // Build level, growth, payments and activation spaces on the seat's coast, times the remaining
    // rounds.
    industry_ahead: f32::from(self.components.build_level[level(0)]) * to_come;
    growth_ahead: f32::from(self.components.growth[level(CULTURE)]) * to_come;
    payments_ahead: f32::from(self.components.payments[level(WEALTH)]) * to_come;
    spaces_ahead: f32::from(all_spaces) * to_come;
    // Discs in the harbor; discs in the harbor in all rounds except the last.
    harbor: f32::from(player.harbor);
    harbor_ahead: if to_come > 0.0 { f32::from(player.harbor) } else { 0.0 };
    // Empty activation spaces for which a disc is available in the harbor.
    free_spaces: f32::from(free_spaces.min(player.harbor));
    // Tokens and slavery cards that the seat owns.
    action_tokens: f32::from(player.actions.iter().sum::<u8>());
    slavery_cards: (player.cards & SLAVERY).count_ones() as f32;
    // Cards above the limit, which includes a slavery card and a governor in the governor space
    // (EN-7.1, EN-7.2).
    over_limit: over_limit as f32;
    // 1 if the seat has passed in this phase.
    passed: f32::from(state.passed >> seat & 1);
    // Icons and glory of the best card that the seat may draw.
    best_draw: best_draw;
    // Glory, tokens and links of the best city that the seat may occupy.
    best_city: best_city;
    // Links with a token where the seat owns one end and the other end is empty.
    half_links: self.half_links(state, player.sites);
    // Closed regions whose governor the seat would get now.
    track_leads: self.track_leads(state, seat);
    // Areas where the seat is present.
    presence: player.present.count_ones() as f32;
    // Remaining actions of the current turn: 1, or the value of the best target.
    pending_ship: pending(SHIP, 1.0);
    pending_occupy: pending(OCCUPY, best_city);
    pending_attack: pending(ATTACK, self.best_site(state, seat, targets));
    pending_pay: pending(PAY, 1.0);
    pending_draw: pending(DRAW, best_draw);
    // Score of the best opponent, and mean score of the opponents.
    rival_score: rival as f32;
    others_score: others as f32 / (self.players - 1) as f32;
}

impl Ruleset {
    /// Returns the number of icons and glory on the best of the cards.
    fn best_card(&self, cards: CardSet) -> f32 {
        let worth = |card: usize| {
            let card = &self.components.cards[card];
            card.icons.iter().sum::<u8>() + card.glory + u8::from(card.plus)
        };
        f32::from(Bits(cards).map(worth).max().unwrap_or(0))
    }

    /// Returns the value of the best of the sites: its glory, its token, and the links with their
    /// tokens that it completes.
    fn best_site(&self, state: &State, seat: Seat, sites: Sites) -> f32 {
        let own = state.players[seat].sites;
        let worth = |site: usize| {
            let links = (self.board.neighbours[site] & own).count_ones();
            let with_token = self.board.links_at[site] & state.link_tokens;
            let tokens = Bits(with_token).filter(|&link| {
                let ends = self.board.links[link];
                (own | 1 << site) >> ends.a & (own | 1 << site) >> ends.b & 1 == 1
            });
            let token = u32::from(state.taken >> site & 1 == 0);
            u32::from(self.board.sites[site].glory) + token + links + tokens.count() as u32
        };
        Bits(sites).map(worth).max().unwrap_or(0) as f32
    }

    /// Returns the number of links with a token of which the seat owns one end and the other end is
    /// empty.
    fn half_links(&self, state: &State, own: Sites) -> f32 {
        let half = |link: &usize| {
            let ends = self.board.links[*link];
            let (a, b) = (1u64 << ends.a, 1u64 << ends.b);
            own & a != 0 && state.taken & b == 0 || own & b != 0 && state.taken & a == 0
        };
        Bits(state.link_tokens).filter(half).count() as f32
    }

    /// Returns the number of closed regions whose governor the seat would get if they opened now.
    fn track_leads(&self, state: &State, seat: Seat) -> f32 {
        let leads = |&area: &usize| {
            state.open >> area & 1 == 0
                && state.shipped[area] > 0
                && crate::endeavor::rules::sites::governor_winner(state, area) == seat
        };
        REGIONS.filter(leads).count() as f32
    }
}
