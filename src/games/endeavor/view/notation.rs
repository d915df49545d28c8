//! Text of moves: notation, title and effect.

use super::texts::{building_kind, card_kind, deed_words, icon_words, site_kind};
use crate::endeavor::components::{AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, Bits, INFLUENCE, SLAVERY};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::scoring::EMPTY_GOVERNOR_SPACE;
use crate::endeavor::rules::setup::TRADE_TOKENS;
use crate::endeavor::rules::sites::{ATTACKER, governor_winner};
use crate::endeavor::rules::state::{NEUTRAL, NONE, State};
use crate::endeavor::{ENTRY, Endeavor};
use crate::game::{Notation, Phrase, Purpose, Seat};
use crate::prose::count;

/// Phrase for a token that the silent fleets take (EN-5.9), and for components that are removed
/// from the game.
pub(super) const OUT_OF_THE_GAME: &str = "leaves the game";

/// End of the titles of moves of the silent fleets.
const FLEETS: &str = "(silent fleets)";

impl Notation for Endeavor {
    const NAME: &'static str = ENTRY.name;

    #[rustfmt::skip]
    fn phrase(&self, state: &State, action: Action, phrase: &mut Phrase) {
        let game = &self.ruleset;
        let it = usize::from(action.target);
        let seat = Seat::from(state.active);
        let building = || (building_kind(it), &*game.components.buildings[it].id);
        let site = || (site_kind(&game.board.sites[it]), &*game.board.sites[it].id);
        let card = || (card_kind(it), &*game.components.cards[it].id);
        let area = || ("area", AREA_NAMES[it]);
        let token = |owner| game.token_for(state, owner, usize::from(game.board.site_token) + it);
        match action.kind {
            ActionKind::Start => phrase.named("start", "choose the start tile", building()).effect(|| game.building_gist(it)),
            ActionKind::Scrap => phrase.named("scrap", "remove one", building()).prose("from the supply")
                .effect(|| format!("{} left", state.supply[it] - 1)),
            ActionKind::Build => phrase.named("build", "build", building()).effect(|| {
                let (level, left) = (game.components.buildings[it].level, state.supply[it] - 1);
                format!("level {level} · {} · {left} left", game.building_gist(it))
            }),
            ActionKind::Salary => phrase.named("salary", "pay the disc on", building()).effect(|| match state.left - 1 {
                0 => "to the harbor".to_string(),
                left => format!("to the harbor · {left} more to pay"),
            }),
            ActionKind::Use => phrase.named("use", "use", building()).effect(|| {
                let building = &game.components.buildings[it];
                let discs = count((state.player().harbor - 1).into(), "disc");
                format!("{} · {discs} left in the harbor", deed_words(building.deeds, building.either))
            }),
            ActionKind::Token => {
                let token = &game.components.action_tokens[it];
                phrase.words(format!("token {}", token.id), format!("use the {} token", token.id.replace('_', " ")))
                    .effect(|| format!("{} without a disc on a building", deed_words(token.deeds, true)))
            }
            ActionKind::Pass => phrase.word("pass").effect(|| "no further turn in this round"),
            ActionKind::ShipTrack => phrase.named("ship", "ship to", area()).effect(|| game.track_words(state, seat, it)),
            ActionKind::ShipSeas => phrase.named("ship", "ship to the high seas of", area()).code("seas")
                .effect(|| "1 more disc there, no token"),
            ActionKind::ShipFleet => game.add_gains(state, it, phrase.named("ship", "ship to", site()).effect(|| token(seat))),
            ActionKind::Occupy => game.add_gains(state, it, phrase.named("occupy", "occupy", site()).effect(|| token(seat))),
            ActionKind::Attack => {
                phrase.named("attack", "attack", site()).effect(|| match state.holder(it) {
                    Some(NEUTRAL) => "from the silent fleets for 2 discs".to_string(),
                    holder => format!("from seat {} for 2 discs", holder.map_or(0, |seat| seat + 1)),
                });
                game.add_gains(state, it, phrase)
            }
            ActionKind::Pay => phrase.named("pay", "pay the disc on", building()).effect(|| "to the harbor"),
            ActionKind::Draw => phrase.named("draw", "draw", card()).effect(|| {
                let is_discarded = state.pile >> it & 1 == 1;
                game.card_gist(it) + if is_discarded { " · from the discard pile" } else { "" }
            }),
            ActionKind::Stop => phrase.word("stop").effect(|| "the turn is over"),
            ActionKind::Casualty => phrase.words("casualty", "add the casualty to").word(ATTRIBUTE_NAMES[it]).effect(|| {
                let owner = if state.casualties & ATTACKER == 0 { state.victim } else { state.active };
                let value = state.players[usize::from(owner)].attributes[it];
                format!("{value} → {}", value + 1)
            }),
            ActionKind::FleetsTrack => phrase.named("fleets ship", "ship to", area()).prose(FLEETS)
                .effect(|| game.track_words(state, NEUTRAL, it)),
            ActionKind::FleetsFleet => phrase.named("fleets ship", "ship to", site()).prose(FLEETS)
                .effect(|| token(NEUTRAL)),
            ActionKind::FleetsOccupy => phrase.named("fleets occupy", "occupy", site()).prose(FLEETS)
                .effect(|| token(NEUTRAL)),
            ActionKind::FleetsRemove => phrase.named("fleets remove", "remove", card()).prose(FLEETS)
                .effect(|| format!("{OUT_OF_THE_GAME}: {}", game.card_gist(it))),
            ActionKind::FleetsRest => phrase.words("fleets rest", "no action").prose(FLEETS).effect(|| "no effect"),
            ActionKind::Governor if action.target == NONE => phrase.words("governor none", "keep the governor space empty")
                .effect(|| format!("the empty space scores {EMPTY_GOVERNOR_SPACE} glory at the end")),
            ActionKind::Governor => phrase.named("governor", "put", card()).prose("in the governor space")
                .effect(|| format!("exempt from the card limit: {}", game.card_gist(it))),
            ActionKind::Discard => phrase.named("discard", "discard", card()).effect(|| game.discard_words(it)),
        };
    }

    fn drawn(&self, purpose: Purpose, thing: u16) -> (&'static str, String) {
        match purpose {
            TRADE_TOKENS => {
                let token = self.ruleset.token_name(thing as u8);
                ("trade token", token.to_string())
            }
            _ => {
                let building = &self.ruleset.components.buildings[usize::from(thing)];
                ("building of level 5", building.id.clone())
            }
        }
    }
}

impl Ruleset {
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

    /// Describes shipping to a track: the token and, if the track becomes full, the opening of the
    /// region (EN-6.2, EN-6.4, EN-6.5).
    fn track_words(&self, state: &State, owner: usize, area: usize) -> String {
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

    /// Adds the glory of a site that the active player takes, and the links that it completes.
    fn add_gains<'a>(&self, state: &State, site: usize, phrase: &'a mut Phrase) -> &'a mut Phrase {
        let glory = self.board.sites[site].glory;
        if glory > 0 {
            phrase.effect(|| format!("{glory} glory"));
        }
        phrase.effect(|| self.link_words(state, site))
    }

    /// Describes the links that the active player would control with one more site, and their tokens
    /// (EN-6.9, EN-6.11).
    fn link_words(&self, state: &State, site: usize) -> String {
        let own = state.player().sites | 1 << site;
        let controlled = Bits(self.board.links_at[site]).filter(|&link| {
            let ends = self.board.links[link];
            own >> ends.a & own >> ends.b & 1 == 1
        });
        let links: Vec<usize> = controlled.collect();
        let with_token = links
            .iter()
            .filter(|&link| state.link_tokens >> link & 1 == 1);
        let tokens = with_token.map(|&link| state.tokens[usize::from(self.board.link_token[link])]);
        let tokens: Vec<String> = tokens.map(|token| self.token_words(token)).collect();
        let number = count(links.len() as u64, "link");
        match (links.is_empty(), tokens.is_empty()) {
            (true, _) => String::new(),
            (false, true) => number,
            (false, false) => format!("{number}: {}", tokens.join(", ")),
        }
    }

    /// Describes the consequences of discarding a card (EN-7.3, EN-7.4, EN-A16).
    fn discard_words(&self, card: usize) -> String {
        let icons = &self.components.cards[card].icons;
        let loses = icon_words(icons);
        let limit = match self.options.limit_once && icons[INFLUENCE] > 0 {
            true => " · the card limit stays",
            false => "",
        };
        let to = if SLAVERY >> card & 1 == 1 {
            "set aside for −1 glory"
        } else if card < ASSETS {
            "to the discard pile"
        } else {
            OUT_OF_THE_GAME
        };
        format!("{to} · loses {loses}{limit}")
    }
}
