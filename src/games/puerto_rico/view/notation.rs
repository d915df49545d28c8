//! Text of moves: notation, title and effect.

use super::texts::tile_words;
use crate::game::{Notation, Phrase, Purpose};
use crate::prose::{count, listed};
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CITY, CORN, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, GOODS, HOUSE,
    ISLAND, LARGE, QUARRY, ROLE_NAMES, TILE_NAMES, WHARF_CAPACITY, good_of, only, role,
};
use crate::puerto_rico::rules::action::{Action, ActionKind, waived};
use crate::puerto_rico::rules::classes::{FIRST_PRODUCTION, FIRST_VIOLET_CLASS, class_name};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Phase, State};
use crate::puerto_rico::{ENTRY, PuertoRico};

impl Notation for PuertoRico {
    const NAME: &'static str = ENTRY.name;

    #[rustfmt::skip]
    fn phrase(&self, state: &State, action: Action, phrase: &mut Phrase) {
        let game = &*self.ruleset;
        let a = usize::from(action.a);
        let good = GOOD_NAMES.get(a).copied().unwrap_or_default();
        let player = state.player();
        match action.kind {
            ActionKind::Role => phrase.word(ROLE_NAMES[a]).effect(|| game.role_effect(state, a)),
            ActionKind::Yes => yes(state, phrase),
            ActionKind::No => no(state, phrase),
            ActionKind::Plant => match a {
                QUARRY => phrase.words("plant", "take a"),
                _ => phrase.word("plant"),
            }
            .word(TILE_NAMES[a])
            .effect(|| game.tile_effect(state, a)),
            ActionKind::Staff => {
                let colonists = match action.b {
                    0 => "no colonist".to_string(),
                    several => count(several.into(), "colonist"),
                };
                phrase.words("staff", format!("place {colonists} on"));
                match a.checked_sub(FIRST_PRODUCTION) {
                    None => phrase.word(class_name(action.a)),
                    Some(0 | 1) => phrase.component("circles", class_name(action.a)),
                    Some(_) => phrase.component("building", class_name(action.a)),
                };
                phrase.code(action.b.to_string()).effect(|| game.staff_effect(state, action))
            }
            ActionKind::Build => phrase.word("build").component("building", BUILDING_IDS[a])
                .effect(|| game.building_offer(state, a)),
            ActionKind::Take => phrase.word("take").prose("1 more").word(good)
                .effect(|| format!("{} {good} in all", player.goods[a] + 1)),
            ActionKind::Sell => phrase.word("sell").word(good)
                .effect(|| format!("+{}", count(game.proceeds(player, a, state.is_owner()).into(), "doubloon")))
                .effect(|| match state.house.iter().sum::<u8>() + 1 {
                    HOUSE => "the trading house is then full",
                    _ => "",
                }),
            ActionKind::Load => {
                let capacity = game.components.setup.ships[action.ship()];
                phrase.word("load").word(good).prose("onto the ship with").number(capacity).prose("spaces");
                game.add_load(state, action, phrase)
            }
            ActionKind::Wharf => {
                phrase.words("wharf", "ship").word(good).prose("with the Wharf");
                game.add_load(state, action, phrase)
            }
            ActionKind::Store => phrase.word("store").prose("all").word(good).effect(|| match player.goods[a] {
                1 => "the barrel is kept".to_string(),
                barrels => format!("all {barrels} barrels are kept"),
            }),
            ActionKind::Keep => phrase.word("keep").word(good).effect(|| "1 barrel is kept").effect(|| {
                let is_stored = |good: usize| state.scratch >> good & 1 == 1;
                let mut lost = std::array::from_fn(|good| if is_stored(good) { 0 } else { player.goods[good] });
                lost[a] -= 1;
                goods(&lost).map_or(String::new(), |lost| format!("lost: {lost}"))
            }),
            ActionKind::Pass => phrase.word("pass").effect(|| match state.phase {
                Phase::Plantation => "no tile",
                Phase::Build => "no building",
                Phase::Bonus => "no additional good",
                Phase::Sell => "no sale",
                Phase::Store => "no further kind in a warehouse",
                _ => "no shipment with the wharf",
            }),
        };
    }

    /// Only plantations are drawn in this game.
    fn drawn(&self, _purpose: Purpose, good: u16) -> (&'static str, String) {
        ("plantation", GOOD_NAMES[usize::from(good)].to_string())
    }
}

/// Lists the goods with a count above zero. Returns `None` if all counts are zero.
fn goods(counts: &[u8; GOODS]) -> Option<String> {
    let some = counts
        .iter()
        .zip(GOOD_NAMES)
        .filter(|(count, _)| **count > 0);
    let some: Vec<String> = some
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    (!some.is_empty()).then(|| listed(&some))
}

/// Returns the id of the building that a yes-or-no decision is about.
fn optional(phase: Phase) -> &'static str {
    match phase {
        Phase::Hacienda => "hacienda",
        Phase::Hospice => "hospice",
        _ => "university",
    }
}

/// Returns the name of the tile or building placed last.
fn placed(state: &State) -> String {
    let placed = usize::from(state.scratch);
    match state.phase {
        Phase::Hospice => TILE_NAMES[placed].to_string(),
        _ => BUILDING_IDS[placed].replace('_', " "),
    }
}

/// Adds the text for using an option.
fn yes<'a>(state: &State, phrase: &'a mut Phrase) -> &'a mut Phrase {
    match state.phase {
        Phase::Privilege => phrase
            .prose("take an additional")
            .word("colonist")
            .effect(|| "from the supply, in addition to those from the ship"),
        Phase::Produce => phrase
            .words("production", "produce goods")
            .effect(|| goods(&state.coming()).unwrap_or_default()),
        phase => {
            phrase
                .prose("use the")
                .component("building", optional(phase))
                .effect(|| {
                    // PR-4.8, PR-6.6.
                    let source = if state.colonists == 0 {
                        "ship"
                    } else {
                        "supply"
                    };
                    match phase {
                        Phase::Hacienda => {
                            "plant the tile drawn from the stack in addition to the chosen tile"
                                .to_string()
                        }
                        _ => format!("a colonist from the {source} on the new {}", placed(state)),
                    }
                })
        }
    }
}

/// Adds the text for declining an option.
fn no<'a>(state: &State, phrase: &'a mut Phrase) -> &'a mut Phrase {
    match state.phase {
        Phase::Privilege => {
            phrase
                .prose("take")
                .word("no")
                .prose("additional")
                .word("colonist");
            phrase.effect(|| "only those from the ship")
        }
        Phase::Produce => {
            phrase
                .words("no production", "produce nothing")
                .effect(|| match state.is_owner() {
                    true => "no goods, not even the additional good",
                    false => "no goods",
                })
        }
        phase => {
            phrase
                .words("no", "leave the")
                .component("building", optional(phase));
            phrase.prose("unused").effect(|| match phase {
                Phase::Hacienda => "no tile from the stack".to_string(),
                _ => format!("the new {} stays without a colonist", placed(state)),
            })
        }
    }
}

impl Ruleset {
    /// Describes a role card: the doubloons on it (PR-3.2) and the effect of its phase.
    fn role_effect(&self, state: &State, card: usize) -> String {
        let gold = state.role_doubloons[card];
        let mut parts = Vec::new();
        if gold > 0 {
            parts.push(format!("+{}", count(gold.into(), "doubloon")));
        }
        match card as u8 {
            role::MAYOR => {
                parts.push(self.role_words(card));
                parts.push(format!("{} on the ship", state.colonist_ship));
            }
            role::CRAFTSMAN => {
                parts.push(self.role_gist(card));
                parts.push(match goods(&self.production(state)) {
                    Some(own) => format!("own: {own}, and one more of these"),
                    None => "own: nothing".to_string(),
                });
            }
            _ => parts.push(self.role_words(card)),
        }
        parts.join(" · ")
    }

    /// Returns the number of barrels of each good that the active player would produce as owner of
    /// the craftsman (PR-7.1).
    fn production(&self, state: &State) -> [u8; GOODS] {
        // With `craftsman_by_seat`, earlier seats produce first.
        let before = match self.options.craftsman_by_seat {
            true => usize::from(state.active),
            false => 0,
        };
        std::array::from_fn(|good| {
            let earlier = state.players[..before].iter();
            let earlier: u8 = earlier.map(|player| player.output(good)).sum();
            let left = state.supply[good].saturating_sub(earlier);
            state.player().output(good).min(left)
        })
    }

    fn tile_effect(&self, state: &State, tile: usize) -> String {
        let player = state.player();
        let use_of = match tile {
            CORN | QUARRY => tile_words(tile).to_string(),
            good => match self.production_circles(player, good) {
                0 => "no building for it yet".to_string(),
                circles => format!("{} for it", count(circles.into(), "circle")),
            },
        };
        match player.island() + 1 {
            ISLAND => format!("{use_of} · the island is then full"),
            _ => use_of,
        }
    }

    /// Describes the colonists of a class of circles (PR-5.3).
    fn staff_effect(&self, state: &State, action: Action) -> String {
        let (player, class) = (state.player(), usize::from(action.a));
        let left = count((player.san_juan - action.b).into(), "colonist");
        let later = count(state.later.into(), "circle");
        let what = match (class.checked_sub(FIRST_VIOLET_CLASS), action.b) {
            (Some(violet), 1) => return self.building_gist(violet + FIRST_VIOLET),
            (Some(_), _) => "does not work".to_string(),
            _ => format!("of {}", count(self.circles(player, class).into(), "circle")),
        };
        format!("{what} · {left} left for {later}")
    }

    /// Describes a building: price, victory points and effect (PR-6.1).
    fn building_offer(&self, state: &State, building: Building) -> String {
        let player = state.player();
        let quarries = player.workers[QUARRY];
        let price = self.prices.of(building, quarries, state.is_owner());
        let card = &self.components.buildings[building];
        let mut parts = vec![
            format!("for {}", count(price.into(), "doubloon")),
            format!("{} VP", card.vp),
        ];
        if only(building) & LARGE != 0 {
            let mut builder = *player;
            builder.owned |= only(building);
            let bonus = builder.large_bonuses()[building - FIRST_LARGE];
            parts.push(format!("currently {bonus} more VP, with a colonist"));
        } else if let Some(good) = good_of(building) {
            let circles = count(card.slots.into(), "circle");
            parts.push(format!("{circles} for {}", GOOD_NAMES[good]));
        } else {
            parts.push(self.building_gist(building));
        }
        let spaces = if only(building) & LARGE == 0 { 1 } else { 2 };
        if player.city() + spaces >= CITY {
            parts.push("the city is then full".to_string());
        }
        parts.join(" · ")
    }

    /// Adds the waived VP of a load, its barrels and its victory points (PR-9.3, PR-9.6 to PR-9.9).
    fn add_load<'a>(
        &self,
        state: &State,
        action: Action,
        phrase: &'a mut Phrase,
    ) -> &'a mut Phrase {
        for (vp, code, words) in [
            (
                waived::HARBOR,
                "no harbor",
                ", without the VP of the harbor",
            ),
            (
                waived::PRIVILEGE,
                "no privilege",
                ", without the VP of the privilege",
            ),
        ] {
            if action.waived() & vp != 0 {
                phrase.words(code, words);
            }
        }
        phrase.effect(|| self.load_effect(state, action))
    }

    fn load_effect(&self, state: &State, action: Action) -> String {
        let player = state.player();
        let good = usize::from(action.a);
        let ship = action.ship();
        let room = match action.kind {
            ActionKind::Wharf => WHARF_CAPACITY,
            _ => self.components.setup.ships[ship] - state.ships[ship].barrels,
        };
        let barrels = player.goods[good].min(room);
        let paid = self.bonuses(state) & !action.waived();
        let harbor = match paid & waived::HARBOR {
            0 => 0,
            _ => self.functions.load.of(player.staffed),
        };
        let more = harbor + u8::from(paid & waived::PRIVILEGE != 0);
        let mut text = format!(
            "{} → {} VP",
            count(barrels.into(), "barrel"),
            barrels + more
        );
        if player.goods[good] > barrels {
            text.push_str(&format!(" · {} left", player.goods[good] - barrels));
        }
        if action.kind == ActionKind::Load && barrels == room {
            text.push_str(" · the ship is then full");
        }
        text
    }
}
