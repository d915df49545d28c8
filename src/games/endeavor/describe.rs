//! The position as text for a person; nothing is hidden.

use std::fmt::Write;

use super::components::{
    AREA_NAMES, AREAS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, Bits, DECKS, EUROPE, REGIONS, deck_area,
    deck_name, deck_size, deck_start, governor_of,
};
use super::ruleset::Ruleset;
use super::state::{NEUTRAL, Phase, ROUNDS, State};
use crate::game::Seat;

/// A disc's owner: the seat from 1, or `n` for the silent fleets.
fn owner_name(owner: usize) -> String {
    match owner {
        NEUTRAL => "n".to_string(),
        seat => (seat + 1).to_string(),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::StartTile => "start tiles",
        Phase::Scarce => "scarce buildings",
        Phase::Build => "build",
        Phase::Salary => "salary",
        Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction => "action",
        Phase::Governor | Phase::Discard => "discard",
        Phase::Over => "over",
    }
}

/// Words separated by spaces, or `none`.
fn list(words: &[String]) -> String {
    match words.is_empty() {
        true => "none".to_string(),
        false => words.join(" "),
    }
}

impl Ruleset {
    /// The position.
    pub(super) fn describe_position(&self, state: &State) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_position(state, &mut text);
        text
    }

    fn write_position(&self, state: &State, text: &mut String) -> std::fmt::Result {
        write!(
            text,
            "Round {} of {ROUNDS}, {}; crown: seat {}",
            state.round,
            phase_name(state.phase),
            state.crown + 1
        )?;
        if let Some(seat) = state.decides() {
            write!(text, "; seat {} decides", seat + 1)?;
        }
        text.push('\n');
        self.write_turn(state, text)?;
        for seat in 0..self.players {
            self.write_player(state, seat, text)?;
        }
        if self.options.silent_fleets {
            let supply = state.players[NEUTRAL].supply;
            writeln!(text, "  silent fleets (n): supply {supply}")?;
        }
        for area in 0..AREAS {
            self.write_area(state, area, text)?;
        }
        self.write_links(state, text)?;
        self.write_supply(state, text)
    }

    /// What the turn under way offers.
    fn write_turn(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let names = |deeds: u8| -> String {
            let deeds =
                Bits(deeds.into()).map(|deed| super::components::DEED_NAMES[deed].to_string());
            list(&deeds.collect::<Vec<_>>())
        };
        match state.phase {
            Phase::Act => writeln!(
                text,
                "  turn of seat {}: done {}, offers {}",
                state.active + 1,
                names(state.done),
                names(state.menu)
            ),
            Phase::Casualty => writeln!(text, "  a casualty becomes an attribute (Monument)"),
            Phase::Reaction => writeln!(text, "  the silent fleets react to {}", names(state.done)),
            Phase::Salary => writeln!(text, "  discs still to pay: {}", state.left),
            _ => Ok(()),
        }
    }

    fn write_player(&self, state: &State, seat: Seat, text: &mut String) -> std::fmt::Result {
        let player = &state.players[seat];
        let levels = ATTRIBUTE_NAMES.iter().zip(player.attributes);
        let levels: Vec<String> = levels
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let passed = match state.passed >> seat & 1 {
            1 if state.in_action_phase() => "; passed",
            _ => "",
        };
        writeln!(
            text,
            "  seat {}: {}; harbor {}, supply {}; glory {}{passed}",
            seat + 1,
            levels.join(" "),
            player.harbor,
            player.supply,
            self.score_of(state, seat)
        )?;
        let coast = player.coast().iter().enumerate();
        let coast: Vec<String> = coast
            .map(|(slot, &kind)| {
                let busy = if player.busy >> slot & 1 == 1 {
                    "*"
                } else {
                    ""
                };
                format!("{}{busy}", self.components.buildings[usize::from(kind)].id)
            })
            .collect();
        writeln!(text, "    coast (* disc): {}", list(&coast))?;
        let cards: Vec<String> = Bits(player.cards)
            .map(|card| {
                let space = if card == usize::from(player.governor) {
                    "^"
                } else {
                    ""
                };
                format!("{}{space}", self.components.cards[card].id)
            })
            .collect();
        let tokens = player.actions.iter().zip(&self.components.action_tokens);
        let tokens: Vec<String> = tokens
            .filter(|&(&held, _)| held > 0)
            .map(|(held, token)| format!("{held}x{}", token.id))
            .collect();
        write!(
            text,
            "    cards: {}; tokens: {}",
            list(&cards),
            list(&tokens)
        )?;
        if player.set_aside != 0 {
            write!(text, "; set aside: {}", player.set_aside.count_ones())?;
        }
        let casualties: u8 = player.monument.iter().sum();
        if casualties > 0 {
            write!(text, "; discs at the Monument: {casualties}")?;
        }
        text.push('\n');
        Ok(())
    }

    /// Short name of a kind of token.
    pub(super) fn token_name(&self, kind: u8) -> &str {
        let kind = usize::from(kind);
        match kind.checked_sub(ATTRIBUTE_TOKENS) {
            None => ATTRIBUTE_NAMES[kind],
            Some(action) => self.components.action_tokens[action].id.as_str(),
        }
    }

    fn write_area(&self, state: &State, area: usize, text: &mut String) -> std::fmt::Result {
        let open = state.open >> area & 1 == 1;
        write!(text, "  {}", AREA_NAMES[area])?;
        for deck in (0..DECKS).filter(|&deck| deck_area(deck) == area) {
            let drawn = usize::from(state.drawn[deck]);
            match drawn < deck_size(deck) {
                true => {
                    let card = &self.components.cards[deck_start(deck) + drawn];
                    let name = deck_name(deck);
                    write!(text, "; deck {name}: {}", self.card_text(card))?;
                }
                false => write!(text, "; deck {} empty", deck_name(deck))?,
            }
        }
        text.push('\n');
        if REGIONS.contains(&area) && !open {
            let spaces = 0..usize::from(self.board.track[area]);
            let spaces: Vec<String> = spaces
                .map(|space| match space < usize::from(state.shipped[area]) {
                    true => format!("[{}]", owner_name(state.track[area][space].into())),
                    false => {
                        let token = usize::from(self.board.track_token[area]) + space;
                        self.token_name(state.tokens[token]).to_string()
                    }
                })
                .collect();
            let governor = self.card_text(&self.components.cards[governor_of(area)]);
            writeln!(
                text,
                "    closed; track: {}; governor: {governor}",
                list(&spaces)
            )?;
            return Ok(());
        }
        if REGIONS.contains(&area) {
            let owners = (0..=NEUTRAL).map(|owner| (owner, &state.players[owner]));
            let discs = |owner: usize, number: usize| format!("{number}x[{}]", owner_name(owner));
            let track = &state.track[area][..usize::from(state.shipped[area])];
            let (mut on_track, mut at_sea) = (Vec::new(), Vec::new());
            for (owner, player) in owners {
                let shipped = track
                    .iter()
                    .filter(|&&disc| usize::from(disc) == owner)
                    .count();
                if shipped > 0 {
                    on_track.push(discs(owner, shipped));
                }
                if player.high_seas[area] > 0 {
                    at_sea.push(discs(owner, player.high_seas[area].into()));
                }
            }
            writeln!(
                text,
                "    open; track: {}; high seas: {}",
                list(&on_track),
                list(&at_sea)
            )?;
        }
        let sites: Vec<String> = Bits(self.board.area(area))
            .map(|number| {
                let site = &self.board.sites[number];
                let glory = if site.glory > 1 { "(2)" } else { "" };
                match state.holder(number) {
                    Some(owner) => format!("{}{glory}[{}]", site.id, owner_name(owner)),
                    None => {
                        let token = usize::from(self.board.site_token) + number;
                        let token = self.token_name(state.tokens[token]);
                        format!("{}{glory}={token}", site.id)
                    }
                }
            })
            .collect();
        writeln!(text, "    sites: {}", list(&sites))
    }

    /// A card and what it gives.
    fn card_text(&self, card: &super::components::Card) -> String {
        let letters = ["I", "C", "W", "F", "G", "+"];
        let glory = [card.glory, u8::from(card.plus)];
        let gives: String = letters
            .iter()
            .zip(card.icons.iter().chain(&glory))
            .filter(|&(_, &number)| number > 0)
            .map(|(letter, number)| match *letter {
                "+" => "+".to_string(),
                letter => format!("{letter}{number}"),
            })
            .collect();
        format!("{} {gives}", card.id)
    }

    /// Tokens on links, and who controls links.
    fn write_links(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let name = |link: usize| {
            let ends = self.board.links[link];
            let [a, b] = [ends.a, ends.b].map(|end| self.board.sites[usize::from(end)].id.as_str());
            format!("{a}-{b}")
        };
        let tokens: Vec<String> = Bits(state.link_tokens)
            .map(|link| {
                let token = usize::from(self.board.link_token[link]);
                format!("{}={}", name(link), self.token_name(state.tokens[token]))
            })
            .collect();
        writeln!(text, "  tokens on links: {}", list(&tokens))?;
        for seat in 0..self.players {
            let own = state.players[seat].sites;
            let controlled = |link: &usize| {
                let ends = self.board.links[*link];
                own >> ends.a & own >> ends.b & 1 == 1
            };
            let links = (0..self.board.links.len()).filter(controlled);
            let links: Vec<String> = links.map(name).collect();
            if !links.is_empty() {
                writeln!(text, "  links of seat {}: {}", seat + 1, links.join(" "))?;
            }
        }
        Ok(())
    }

    fn write_supply(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let mut level = 0;
        text.push_str("  buildings:");
        for kind in Bits(state.in_supply.into()) {
            let building = &self.components.buildings[kind];
            if building.level != level {
                level = building.level;
                write!(text, " [{level}]")?;
            }
            write!(text, " {}x{}", state.supply[kind], building.id)?;
        }
        if state.in_supply == 0 {
            text.push_str(" none");
        }
        let pile = Bits(state.pile).map(|card| self.card_text(&self.components.cards[card]));
        let pile: Vec<String> = pile.collect();
        let slavery = if state.abolished {
            "; slavery is abolished"
        } else {
            ""
        };
        writeln!(
            text,
            "\n  discard pile beside {}: {}{slavery}",
            AREA_NAMES[EUROPE],
            match pile.is_empty() {
                true => "none".to_string(),
                false => pile.join(", "),
            }
        )
    }
}
