//! Explains actions and events in words.

use super::texts::{area_name, deed_words, icon_words};
use crate::endeavor::components::{ASSETS, Bits, Links, SLAVERY, governor_of};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::events::EVENT_NAMES;
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::{ATTACKER, governor_winner};
use crate::endeavor::rules::state::{NEUTRAL, NONE, State};
use crate::game::{Event, Seat};
use crate::prose::count;

/// Phrase for a token that the silent fleets take (EN-5.9), and for components removed from the
/// game.
const OUT_OF_THE_GAME: &str = "leaves the game";

impl Ruleset {
    /// Explains the effect of an action.
    pub(crate) fn explain_action(&self, state: &State, action: Action) -> String {
        let target = usize::from(action.target);
        let seat = Seat::from(state.active);
        match action.kind {
            ActionKind::Start => self.building_gist(target),
            ActionKind::Scrap => format!("{} left", state.supply[target] - 1),
            ActionKind::Build => {
                let building = &self.components.buildings[target];
                let left = state.supply[target] - 1;
                let gist = self.building_gist(target);
                format!("level {} · {gist} · {left} left", building.level)
            }
            ActionKind::Salary => match state.left - 1 {
                0 => "its disc goes to the harbor".to_string(),
                left => format!("its disc goes to the harbor · {left} more to pay"),
            },
            ActionKind::Use => {
                let building = &self.components.buildings[target];
                let deeds = deed_words(building.deeds, building.either);
                let discs = count((state.player().harbor - 1).into(), "disc");
                format!("{deeds} · {discs} left in the harbor")
            }
            ActionKind::Token => {
                let deeds = self.components.action_tokens[target].deeds;
                format!("{} without a disc on a building", deed_words(deeds, true))
            }
            ActionKind::Pass => "no further turn in this round".to_string(),
            ActionKind::ShipTrack => self.explain_track(state, seat, target),
            ActionKind::ShipSeas => "1 more disc there, no token".to_string(),
            ActionKind::ShipFleet | ActionKind::Occupy => self.explain_site(state, seat, target),
            ActionKind::Attack => {
                let of = match state.holder(target) {
                    Some(NEUTRAL) => "the silent fleets".to_string(),
                    Some(seat) => format!("seat {}", seat + 1),
                    None => String::new(),
                };
                let mut parts = vec![format!("from {of} for 2 discs")];
                parts.extend(self.site_glory(target));
                parts.extend(self.link_words(state, seat, target));
                parts.join(" · ")
            }
            ActionKind::Pay => "its disc goes to the harbor".to_string(),
            ActionKind::Draw => {
                let pile = match state.pile >> target & 1 {
                    1 => " · from the discard pile",
                    _ => "",
                };
                format!("{}{pile}", self.card_gist(target))
            }
            ActionKind::Stop => "the turn is over".to_string(),
            ActionKind::Casualty => {
                let owner = match state.casualties & ATTACKER {
                    0 => state.victim,
                    _ => state.active,
                };
                let value = state.players[usize::from(owner)].attributes[target];
                format!("{value} → {}", value + 1)
            }
            ActionKind::FleetsTrack => self.explain_track(state, NEUTRAL, target),
            ActionKind::FleetsFleet | ActionKind::FleetsOccupy => {
                self.explain_site(state, NEUTRAL, target)
            }
            ActionKind::FleetsRemove => {
                format!("{OUT_OF_THE_GAME}: {}", self.card_gist(target))
            }
            ActionKind::FleetsRest => "nothing happens".to_string(),
            ActionKind::Governor if action.target == NONE => {
                "the empty space scores 3 glory at the end".to_string()
            }
            ActionKind::Governor => {
                format!("kept beside the card limit: {}", self.card_gist(target))
            }
            ActionKind::Discard => self.explain_discard(target),
        }
    }

    /// Describes the token on a space and its effect for the owner who takes it.
    fn token_for(&self, state: &State, owner: usize, space: usize) -> String {
        match owner {
            NEUTRAL => format!(
                "token {} {OUT_OF_THE_GAME}",
                self.token_label(state.tokens[space])
            ),
            _ => self.token_words(state.tokens[space]),
        }
    }

    /// Explains shipping to a track: the token and, if the track becomes full, the opening of the
    /// region (EN-6.2, EN-6.4, EN-6.5).
    fn explain_track(&self, state: &State, owner: usize, area: usize) -> String {
        let (space, spaces) = (state.shipped[area], self.board.track[area]);
        let place = usize::from(self.board.track_token[area] + space);
        let token = self.token_for(state, owner, place);
        if space + 1 < spaces {
            return format!("space {} of {spaces} → {token}", space + 1);
        }
        let mut after = state.clone();
        after.track[area][usize::from(space)] = owner as u8;
        after.shipped[area] += 1;
        let governor = match governor_winner(&after, area) {
            NEUTRAL => format!("its governor {OUT_OF_THE_GAME}"),
            winner => format!("governor to seat {}", winner + 1),
        };
        format!("opens the region · {token} · {governor}")
    }

    /// Explains the gains from placing a disc on an empty site.
    fn explain_site(&self, state: &State, owner: usize, site: usize) -> String {
        let token = usize::from(self.board.site_token) + site;
        let mut parts = vec![self.token_for(state, owner, token)];
        if owner != NEUTRAL {
            parts.extend(self.site_glory(site));
            parts.extend(self.link_words(state, owner, site));
        }
        parts.join(" · ")
    }

    /// Returns the glory of a city in words, or `None` for a fleet.
    fn site_glory(&self, site: usize) -> Option<String> {
        let glory = self.board.sites[site].glory;
        (glory > 0).then(|| format!("{glory} glory"))
    }

    /// Returns the links that an owner would control with one more site.
    fn new_links(&self, state: &State, owner: Seat, site: usize) -> Links {
        let own = state.players[owner].sites | 1 << site;
        let controlled = |link: &usize| {
            let ends = self.board.links[*link];
            own >> ends.a & own >> ends.b & 1 == 1
        };
        let links = Bits(self.board.links_at[site]).filter(controlled);
        links.fold(0, |links, link| links | 1 << link)
    }

    /// Describes the links that an owner would control with one more site, and their tokens
    /// (EN-6.9, EN-6.11).
    fn link_words(&self, state: &State, owner: Seat, site: usize) -> Option<String> {
        let links = self.new_links(state, owner, site);
        let tokens = Bits(links & state.link_tokens).map(|link| {
            let space = usize::from(self.board.link_token[link]);
            self.token_words(state.tokens[space])
        });
        let tokens: Vec<String> = tokens.collect();
        let number = count(links.count_ones().into(), "link");
        match (links, tokens.is_empty()) {
            (0, _) => None,
            (_, true) => Some(number),
            (_, false) => Some(format!("{number}: {}", tokens.join(", "))),
        }
    }

    /// Explains the consequences of discarding a card (EN-7.3, EN-7.4, EN-A16).
    fn explain_discard(&self, card: usize) -> String {
        let loses = icon_words(&self.components.cards[card].icons);
        let to = if SLAVERY >> card & 1 == 1 {
            "set aside for −1 glory"
        } else if card < ASSETS {
            "to the discard pile"
        } else {
            OUT_OF_THE_GAME
        };
        format!("{to} · loses {loses}")
    }

    /// Describes an event that does not follow from the notation of an action. Returns `None` for
    /// other events.
    pub(crate) fn words_of_event(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        Some(match EVENT_NAMES[usize::from(event.kind)] {
            "built_nothing" => format!("seat {seat} cannot build anything"),
            "opened" => {
                let area = area_name(item);
                let governor = self.card_name(governor_of(item));
                match event.value {
                    0 => format!("{area} opens; {governor} {OUT_OF_THE_GAME}"),
                    winner => format!("{area} opens; {governor} goes to seat {winner}"),
                }
            }
            "abolished" => {
                let cards = count(event.value as u64, "card");
                format!("slavery is abolished: seat {seat} sets aside {cards}")
            }
            _ => return None,
        })
    }
}
