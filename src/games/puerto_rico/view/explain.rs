//! Explains actions and events in words.

use super::texts::{role_gist, role_words, tile_words};
use crate::game::Event;
use crate::prose::{count, listed};
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CITY, CORN, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, GOODS, HOUSE,
    ISLAND, LARGE, QUARRY, TILE_NAMES, WHARF_CAPACITY, good_of, only, role,
};
use crate::puerto_rico::rules::action::{Action, ActionKind, waived};
use crate::puerto_rico::rules::classes::FIRST_VIOLET_CLASS;
use crate::puerto_rico::rules::events::EVENT_NAMES;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Phase, State, ending};

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

impl Ruleset {
    /// Explains the effect of an action.
    pub(crate) fn explain_action(&self, state: &State, action: Action) -> String {
        let a = usize::from(action.a);
        let player = state.player();
        let held = |good: usize| player.goods[good];
        match action.kind {
            ActionKind::Role => self.explain_role(state, a),
            ActionKind::Yes => yes(state),
            ActionKind::No => no(state),
            ActionKind::Plant => self.explain_tile(state, a),
            ActionKind::Staff => self.explain_staff(state, action),
            ActionKind::Build => self.explain_building(state, a),
            ActionKind::Take => format!("{} {} in all", held(a) + 1, GOOD_NAMES[a]),
            ActionKind::Sell => {
                let doubloons = self.proceeds(player, a, state.is_owner());
                let full = match state.house.iter().sum::<u8>() + 1 {
                    HOUSE => " · the trading house is then full",
                    _ => "",
                };
                format!("+{}{full}", count(doubloons.into(), "doubloon"))
            }
            ActionKind::Load | ActionKind::Wharf => self.explain_load(state, action),
            ActionKind::Store => match held(a) {
                1 => "the barrel is kept".to_string(),
                barrels => format!("all {barrels} barrels are kept"),
            },
            ActionKind::Keep => {
                let mut lost = player.goods;
                for (good, barrels) in lost.iter_mut().enumerate() {
                    if state.scratch >> good & 1 == 1 {
                        *barrels = 0;
                    }
                }
                lost[a] -= 1;
                match goods(&lost) {
                    Some(lost) => format!("1 barrel is kept · lost: {lost}"),
                    None => "1 barrel is kept".to_string(),
                }
            }
            ActionKind::Pass => pass(state.phase).to_string(),
        }
    }

    /// Explains a role card: the doubloons on it (PR-3.2) and the effect of its phase.
    fn explain_role(&self, state: &State, card: usize) -> String {
        let gold = state.role_doubloons[card];
        let mut parts = Vec::new();
        if gold > 0 {
            parts.push(format!("+{}", count(gold.into(), "doubloon")));
        }
        match card as u8 {
            role::MAYOR => {
                parts.push(role_words(card));
                parts.push(format!("{} on the ship", state.colonist_ship));
            }
            role::CRAFTSMAN => {
                parts.push(role_gist(card).to_string());
                parts.push(match goods(&self.production(state)) {
                    Some(own) => format!("own: {own}, and one more of these"),
                    None => "own: nothing".to_string(),
                });
            }
            _ => parts.push(role_words(card)),
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

    fn explain_tile(&self, state: &State, tile: usize) -> String {
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

    /// Explains how many colonists a class of circles gets (PR-5.3).
    fn explain_staff(&self, state: &State, action: Action) -> String {
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

    /// Explains a building: price, victory points and effect (PR-6.1).
    fn explain_building(&self, state: &State, building: Building) -> String {
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

    /// Explains a load: barrels and victory points (PR-9.3, PR-9.6 to PR-9.9).
    fn explain_load(&self, state: &State, action: Action) -> String {
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
        for (vp, words) in [
            (waived::HARBOR, " · without the VP of the harbor"),
            (waived::PRIVILEGE, " · without the VP of the privilege"),
        ] {
            if action.waived() & vp != 0 {
                text.push_str(words);
            }
        }
        if player.goods[good] > barrels {
            text.push_str(&format!(" · {} left", player.goods[good] - barrels));
        }
        if action.kind == ActionKind::Load && barrels == room {
            text.push_str(" · the ship is then full");
        }
        text
    }

    /// Describes an event that does not follow from the notation of an action. Returns `None` for
    /// other events.
    pub(crate) fn words_of_event(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        Some(match EVENT_NAMES[usize::from(event.kind)] {
            "drawn" => format!("seat {seat} draws {}", TILE_NAMES[item]),
            "produced" => format!("seat {seat} gets {} {}", event.value, GOOD_NAMES[item]),
            "factory" => {
                let doubloons = count(event.value as u64, "doubloon");
                format!("the factory of seat {seat} pays {doubloons}")
            }
            "shortage" => {
                let missing = count(event.value as u64, "colonist");
                format!("the colonist ship lacks {missing}")
            }
            "lost" => format!("seat {seat} loses {} {}", event.value, GOOD_NAMES[item]),
            "end" => {
                let why = end_words(event.item as u8);
                format!("the game ends after this round: {why}")
            }
            _ => return None,
        })
    }
}

/// Returns the reason why the game ends (PR-12.1).
pub(crate) fn end_words(ending: u8) -> &'static str {
    match ending {
        ending::COLONISTS => "too few colonists for the ship",
        ending::CITY => "a city is full",
        _ => "the VP are used up",
    }
}

/// Returns the place that a colonist of the hospice or university comes from (PR-4.8, PR-6.6).
fn source(state: &State) -> &'static str {
    match state.colonists {
        0 => "from the ship",
        _ => "from the supply",
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

fn yes(state: &State) -> String {
    match state.phase {
        Phase::Hacienda => {
            "plant the tile drawn from the stack in addition to the chosen tile".to_string()
        }
        Phase::Privilege => "one from the supply in addition to those from the ship".to_string(),
        Phase::Produce => goods(&state.coming()).unwrap_or_default(),
        _ => format!("a colonist {} on the new {}", source(state), placed(state)),
    }
}

fn no(state: &State) -> String {
    match state.phase {
        Phase::Hacienda => "no tile from the stack".to_string(),
        Phase::Privilege => "only those from the ship".to_string(),
        Phase::Produce => match state.is_owner() {
            true => "no goods, not even that of the privilege".to_string(),
            false => "no goods".to_string(),
        },
        _ => format!("the new {} stays without a colonist", placed(state)),
    }
}

/// Explains the effect of passing.
fn pass(phase: Phase) -> &'static str {
    match phase {
        Phase::Plantation => "no tile",
        Phase::Build => "no building",
        Phase::Bonus => "no additional good",
        Phase::Sell => "no sale",
        Phase::Store => "no further kind in a warehouse",
        _ => "nothing with the wharf",
    }
}
