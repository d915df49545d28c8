//! Describes a position as text, with the template `templates/endeavor.txt`. This game has no hidden information.

use askama::Template;

use super::position::{Choice, Link, OwnBuilding, Owner, PlayerView, Position, Site, Space};
use super::texts::title;
use crate::endeavor::components::{AREA_NAMES, Bits, EUROPE, deck_area};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{NONE, Phase, ROUNDS, State};
use crate::game::Seat;
use crate::prose::{joined, line, phrases, unbroken, wrapped};
use crate::view::{ByName, Described};

#[derive(Template)]
#[template(path = "endeavor.txt")]
struct Text<'a> {
    game: &'a Ruleset,
    state: &'a State,
    view: &'a Position,
}

impl Ruleset {
    /// Describes the whole position.
    pub(crate) fn describe_position(&self, state: &State) -> String {
        let text = Text {
            game: self,
            state,
            view: &self.view(state),
        };
        // Writing to a `String` cannot fail.
        wrapped(&text.render().unwrap_or_default(), line(), 4)
    }
}

impl Text<'_> {
    /// Returns the name of the card in the governor space of a seat.
    fn governor(&self, seat: Seat) -> Option<String> {
        let card = self.state.players[seat].governor;
        (card != NONE).then(|| self.game.card_name(card.into()))
    }

    /// Describes the top cards of the decks in an area, each after a semicolon.
    fn decks(&self, area: &str) -> String {
        let decks = self.view.supplies.decks.iter().enumerate();
        let decks = decks.filter(|&(deck, _)| AREA_NAMES[deck_area(deck)] == area);
        let words = decks.map(|(_, deck)| {
            let cards = match deck.cards.first() {
                Some(top) => format!("{}, {} left", gist(top), deck.cards.len()),
                None => "empty".to_string(),
            };
            format!("; deck {}: {cards}", title(deck.id))
        });
        words.collect()
    }

    /// Lists round or square links with or without a token.
    fn links(&self, round: bool, with_token: bool) -> String {
        self.links_where(|number, link| {
            (self.game.board.round >> number & 1 == 1) == round
                && link.token.is_some() == with_token
        })
    }

    fn links_of(&self, player: &PlayerView) -> String {
        self.links_where(|_, link| link.controlled_by == Some(player.seat))
    }

    fn links_where(&self, is: impl Fn(usize, &Link) -> bool) -> String {
        let board = &self.game.board;
        let links = self.view.board.links.iter().enumerate();
        phrases(
            links
                .filter(|(number, link)| is(*number, link))
                .map(|(number, link)| {
                    let ends = board.links[number];
                    let [a, b] = [ends.a, ends.b].map(|end| &board.sites[usize::from(end)].name);
                    match &link.token {
                        Some(token) => format!("{a}–{b} = {}", label(token)),
                        None => format!("{a}–{b}"),
                    }
                }),
        )
    }

    /// Lists the buildings that can be built, by level.
    fn supply(&self) -> impl Iterator<Item = (u8, String)> {
        (1..=5).map(|level| {
            let kinds = Bits(self.state.in_supply.into()).zip(&self.view.supplies.buildings);
            let kinds =
                kinds.filter(|&(kind, _)| self.game.components.buildings[kind].level == level);
            let words = kinds.map(|(_, stock)| {
                let building = &stock.building;
                with_gist(&format!("{}× {}", stock.count, building.name), building)
            });
            (level, joined(words, ", "))
        })
    }
}

/// Returns the symbol for a disc: the number of its seat, or `n` for the silent fleets.
fn disc(owner: &Owner) -> String {
    match owner {
        Owner::SilentFleets(_) => "[n]".to_string(),
        Owner::Seat(seat) => format!("[{seat}]"),
    }
}

/// Returns the name of a kind of token.
fn label(token: &str) -> String {
    token.replace('_', " ")
}

/// Lists the numbers above zero, each with the name of its id.
fn named(numbers: &ByName<u8, String>, name: impl Fn(&str) -> String) -> String {
    let some = numbers.0.iter().filter(|(_, number)| *number > 0);
    phrases(some.map(|(id, number)| format!("{number} {}", name(id))))
}

/// Returns a name with the effects of a building or card in parentheses, without its level or number. Line breaks
/// are possible only between the effects.
fn with_gist(name: &str, component: &Described) -> String {
    let parts = component.text.split("; ").skip(1);
    let parts: Vec<String> = parts
        .flat_map(|part| part.split(", "))
        .map(unbroken)
        .collect();
    match parts.is_empty() {
        true => unbroken(name),
        false => format!("{} ({})", unbroken(name), parts.join(", ")),
    }
}

fn gist(component: &Described) -> String {
    with_gist(&component.name, component)
}

fn cards(cards: &[Described]) -> String {
    joined(cards.iter().map(gist), ", ")
}

fn names(cards: &[Described]) -> String {
    joined(cards.iter().map(|card| card.name.as_str()), ", ")
}

fn seats(seats: &[u8]) -> String {
    phrases(seats.iter().map(|seat| format!("seat {seat}")))
}

/// Lists the buildings on a coast, and marks the buildings with a disc with a star.
fn coast(buildings: &[OwnBuilding]) -> String {
    let words = buildings.iter().map(|own| {
        let star = if own.disc { "*" } else { "" };
        with_gist(&format!("{}{star}", own.building.name), &own.building)
    });
    joined(words, ", ")
}

/// Lists the spaces of a shipping track, each with its disc or token.
fn track(spaces: &[Space]) -> String {
    let words = spaces.iter().map(|space| match &space.disc_of {
        Some(owner) => disc(owner),
        None => label(space.token.as_deref().unwrap_or_default()),
    });
    phrases(words)
}

fn sites(sites: &[Site]) -> String {
    let words = sites.iter().map(|site| {
        let glory = if site.glory > 1 { " (2)" } else { "" };
        let on_it = match &site.disc_of {
            Some(owner) => disc(owner),
            None => format!("= {}", label(site.token.as_deref().unwrap_or_default())),
        };
        format!("{}{glory} {on_it}", site.name)
    });
    phrases(words)
}
