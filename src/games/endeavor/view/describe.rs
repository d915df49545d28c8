//! Describes a position as text. This game has no hidden information.

use std::fmt::Write;

use super::texts::{area_name, deed_words, title};
use crate::endeavor::components::{
    AREAS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, Bits, CULTURE, CardSet, DECKS, EUROPE, INDUSTRY,
    INFLUENCE, Links, REGIONS, TOKEN_KINDS, WEALTH, deck_area, deck_name, deck_size, deck_start,
    governor_of,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::{ATTACKER, VICTIM};
use crate::endeavor::rules::state::{NEUTRAL, NONE, Phase, Player, ROUNDS, State};
use crate::game::Seat;
use crate::prose::{count, line, unbroken, wrapped};

/// Returns the symbol for a disc: the number of its seat, or `n` for the silent fleets.
fn disc(owner: usize) -> String {
    match owner {
        NEUTRAL => "[n]".to_string(),
        seat => format!("[{}]", seat + 1),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::StartTile => "start tiles",
        Phase::Scarce => "scarce buildings",
        Phase::Build => "build",
        Phase::Salary => "salary",
        Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction => "action",
        Phase::Governor => "governors",
        Phase::Discard => "discard",
        Phase::Over => "over",
    }
}

/// Joins phrases with a separator. Returns `none` for an empty list.
fn joined(words: impl Iterator<Item = String>, between: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => "none".to_string(),
        false => words.join(between),
    }
}

/// Lists the numbers above zero with their names.
fn counted(numbers: &[u8], names: &[impl AsRef<str>]) -> String {
    let some = numbers.iter().zip(names).filter(|(number, _)| **number > 0);
    let some = some.map(|(number, name)| unbroken(&format!("{number} {}", name.as_ref())));
    joined(some, ", ")
}

/// Returns the names of all areas.
fn areas() -> [String; AREAS] {
    std::array::from_fn(area_name)
}

/// Returns a name with a description in parentheses. Line breaks are possible only between the parts
/// of the description.
fn with_gist(name: &str, gist: &str) -> String {
    let parts: Vec<String> = gist.split(", ").map(unbroken).collect();
    match gist {
        "" => unbroken(name),
        _ => format!("{} ({})", unbroken(name), parts.join(", ")),
    }
}

impl Ruleset {
    /// Describes the whole position.
    pub(crate) fn describe_position(&self, state: &State) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_position(state, &mut text);
        wrapped(&text, line(), 4)
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
            let fleets = &state.players[NEUTRAL];
            writeln!(text, "  silent fleets (n): supply {}", fleets.supply)?;
            writeln!(text, "    discs: {}", counted(&fleets.discs, &areas()))?;
        }
        writeln!(
            text,
            "  on the board: [1] is a disc of seat 1, (2) a city of 2 glory"
        )?;
        for area in 0..AREAS {
            self.write_area(state, area, text)?;
        }
        self.write_links(state, text)?;
        self.write_supply(state, text)
    }

    /// Writes the performed and the remaining actions of the current turn.
    fn write_turn(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let done = match state.done {
            0 => "nothing".to_string(),
            deeds => deed_words(deeds, false).replace("/or", ""),
        };
        let done = match usize::from(state.occupied) {
            area if area < AREAS => format!("{done} in {}", area_name(area)),
            _ => done,
        };
        match state.phase {
            Phase::Act | Phase::Casualty => {
                let source = if state.by_token { "token" } else { "building" };
                let offers = match state.menu {
                    0 => "nothing more".to_string(),
                    menu => deed_words(menu, state.either),
                };
                writeln!(
                    text,
                    "  turn of seat {} by a {source}: done {done}; offers {offers}",
                    state.active + 1,
                )?;
            }
            Phase::Reaction => writeln!(text, "  the silent fleets react to: {done}")?,
            Phase::Salary => writeln!(
                text,
                "  discs still to pay: {}, from {} on",
                state.left,
                self.components.buildings[usize::from(state.paid)].name
            )?,
            Phase::Governor | Phase::Discard => {
                let limit = count(self.limit_read(state).into(), "card");
                writeln!(text, "  card limit of seat {}: {limit}", state.active + 1)?;
            }
            _ => {}
        }
        if state.phase == Phase::Casualty {
            let parts = [(ATTACKER, state.active), (VICTIM, state.victim)].into_iter();
            let open = parts.filter(|(part, _)| state.casualties & part != 0);
            let seats = joined(open.map(|(_, seat)| format!("seat {}", seat + 1)), ", ");
            writeln!(
                text,
                "  casualties that become attributes (Monument): {seats}"
            )?;
        }
        Ok(())
    }

    fn write_player(&self, state: &State, seat: Seat, text: &mut String) -> std::fmt::Result {
        let player = &state.players[seat];
        let values = ATTRIBUTE_NAMES.iter().zip(player.attributes);
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let passed = match state.passed >> seat & 1 {
            1 if state.in_action_phase() => "; passed",
            _ => "",
        };
        writeln!(
            text,
            "  seat {}: {}; harbor {}, supply {}{passed}",
            seat + 1,
            values.join(" "),
            player.harbor,
            player.supply
        )?;
        let level = |attribute: usize| self.components.level(player.attributes[attribute]);
        writeln!(
            text,
            "    glory {}; turn {}; builds up to level {}, grows by {}, pays {}, keeps {}",
            self.score_of(state, seat),
            player.turns,
            self.components.build_level[level(INDUSTRY)],
            self.components.growth[level(CULTURE)],
            self.components.payments[level(WEALTH)],
            count(self.components.card_limit[level(INFLUENCE)].into(), "card"),
        )?;
        let coast = player.coast().iter().enumerate();
        let coast = coast.map(|(slot, &kind)| {
            let busy = match player.busy >> slot & 1 {
                1 => "*",
                _ => "",
            };
            let kind = usize::from(kind);
            let name = format!("{}{busy}", self.components.buildings[kind].name);
            with_gist(&name, &self.building_gist(kind))
        });
        writeln!(text, "    coast (* disc): {}", joined(coast, ", "))?;
        writeln!(text, "    cards: {}", self.card_list(player.cards))?;
        self.write_extras(player, text)
    }

    /// Writes tokens and other possessions of a player that are neither buildings nor cards.
    fn write_extras(&self, player: &Player, text: &mut String) -> std::fmt::Result {
        let kinds = ATTRIBUTE_TOKENS as u8..TOKEN_KINDS as u8;
        let names: Vec<String> = kinds.map(|kind| self.token_label(kind)).collect();
        writeln!(
            text,
            "    tokens: {}; of attributes: {}",
            counted(&player.actions, &names),
            counted(&player.tokens, &ATTRIBUTE_NAMES)
        )?;
        writeln!(
            text,
            "    discs: {}; on the high seas: {}",
            counted(&player.discs, &areas()),
            counted(&player.high_seas, &areas())
        )?;
        if player.governor != NONE {
            let card = self.card_name(player.governor.into());
            writeln!(text, "    in the governor space: {card}")?;
        }
        if player.set_aside != 0 {
            let set_aside = self.card_list(player.set_aside);
            writeln!(text, "    set aside: {set_aside}")?;
        }
        if player.monument != [0; 4] {
            let discs = counted(&player.monument, &ATTRIBUTE_NAMES);
            writeln!(text, "    discs at the Monument: {discs}")?;
        }
        Ok(())
    }

    /// Lists cards with their icons and effects.
    fn card_list(&self, cards: CardSet) -> String {
        joined(Bits(cards).map(|card| self.card_text(card)), ", ")
    }

    fn card_text(&self, card: usize) -> String {
        with_gist(&self.card_name(card), &self.card_gist(card))
    }

    fn write_area(&self, state: &State, area: usize, text: &mut String) -> std::fmt::Result {
        let open = match state.open >> area & 1 {
            1 => "open",
            _ => "closed",
        };
        write!(text, "  {}, {open}", area_name(area))?;
        for deck in (0..DECKS).filter(|&deck| deck_area(deck) == area) {
            let (drawn, size) = (usize::from(state.drawn[deck]), deck_size(deck));
            let top = match drawn < size {
                true => {
                    let card = self.card_text(deck_start(deck) + drawn);
                    format!("{card}, {} left", size - drawn)
                }
                false => "empty".to_string(),
            };
            write!(text, "; deck {}: {top}", title(deck_name(deck)))?;
        }
        text.push('\n');
        if REGIONS.contains(&area) {
            let spaces = (0..self.board.track[area]).map(|space| {
                if space < state.shipped[area] {
                    return disc(state.track[area][usize::from(space)].into());
                }
                let token = usize::from(self.board.track_token[area] + space);
                unbroken(&self.token_label(state.tokens[token]))
            });
            write!(text, "    track: {}", joined(spaces, ", "))?;
            match open {
                "open" => text.push('\n'),
                _ => writeln!(text, "; governor: {}", self.card_text(governor_of(area)))?,
            }
        }
        let sites = Bits(self.board.area(area)).map(|number| {
            let site = &self.board.sites[number];
            let glory = if site.glory > 1 { " (2)" } else { "" };
            let on_it = match state.holder(number) {
                Some(owner) => disc(owner),
                None => {
                    let token = usize::from(self.board.site_token) + number;
                    format!("= {}", self.token_label(state.tokens[token]))
                }
            };
            unbroken(&format!("{}{glory} {on_it}", site.name))
        });
        writeln!(text, "    sites: {}", joined(sites, ", "))
    }

    /// Writes the round links with and without token, the square links, and the owners of
    /// controlled links.
    fn write_links(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let name = |link: usize| {
            let ends = self.board.links[link];
            let [a, b] =
                [ends.a, ends.b].map(|end| unbroken(&self.board.sites[usize::from(end)].name));
            format!("{a}–{b}")
        };
        let names = |links: Links| joined(Bits(links).map(name), ", ");
        let with_token = Bits(state.link_tokens).map(|link| {
            let token = usize::from(self.board.link_token[link]);
            let token = self.token_label(state.tokens[token]);
            unbroken(&format!("{} = {token}", name(link)))
        });
        writeln!(
            text,
            "  round links with a token: {}",
            joined(with_token, ", ")
        )?;
        let taken = self.board.round & !state.link_tokens;
        writeln!(text, "  round links, token taken: {}", names(taken))?;
        let all = (0..self.board.links.len()).fold(0, |links, link| links | 1 << link);
        let square = all & !self.board.round;
        writeln!(
            text,
            "  square links, never with a token: {}",
            names(square)
        )?;
        for seat in 0..self.players {
            let own = state.players[seat].sites;
            let controlled = Bits(all).filter(|&link| {
                let ends = self.board.links[link];
                own >> ends.a & own >> ends.b & 1 == 1
            });
            writeln!(
                text,
                "  links of seat {}: {}",
                seat + 1,
                joined(controlled.map(name), ", ")
            )?;
        }
        Ok(())
    }

    fn write_supply(&self, state: &State, text: &mut String) -> std::fmt::Result {
        writeln!(text, "  buildings in the supply:")?;
        for level in 1..=5 {
            let kinds = Bits(state.in_supply.into())
                .filter(|&kind| self.components.buildings[kind].level == level);
            let kinds = kinds.map(|kind| {
                let name = &self.components.buildings[kind].name;
                let name = format!("{}× {name}", state.supply[kind]);
                with_gist(&name, &self.building_gist(kind))
            });
            writeln!(text, "    level {level}: {}", joined(kinds, ", "))?;
        }
        let pile = self.card_list(state.pile);
        writeln!(text, "  discard pile beside {}: {pile}", area_name(EUROPE))?;
        let removed = Bits(state.removed).map(|card| self.card_name(card));
        let tokens = count(state.tokens_gone.into(), "token");
        writeln!(
            text,
            "  out of the game: {tokens}; cards: {}",
            joined(removed, ", ")
        )?;
        if state.abolished {
            writeln!(text, "  slavery is abolished")?;
        }
        Ok(())
    }
}
