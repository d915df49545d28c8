//! Describes a position as text, with the template `templates/puerto_rico.txt`.

use std::mem::replace;

use askama::Template;

use super::position::{Choice, ENDINGS, PlayerView, Position};
use super::words::end_words;
use crate::game::Seat;
use crate::prose::{line, phrases, wrapped};
use crate::puerto_rico::components::{
    BUILDING_IDS, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, good_of, only,
};
use crate::puerto_rico::rules::prices::MOST_DISCOUNT;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, State};

#[derive(Template)]
#[template(path = "puerto_rico.txt")]
struct Text<'a> {
    game: &'a Ruleset,
    state: &'a State,
    view: &'a Position,
}

impl Ruleset {
    /// Describes the position as `observer` sees it, or with all hidden information if `observer`
    /// is `None`.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let text = Text {
            game: self,
            state,
            view: &self.view(state, observer),
        };
        // Writing to a `String` cannot fail.
        let text = text.render().unwrap_or_default();
        // Names are printed as words; moves accept them like the ids.
        wrapped(&text.replace('_', " "), line(), 4)
    }
}

impl Text<'_> {
    /// Lists the taken or the available role cards, with the doubloons on them.
    fn roles(&self, taken: bool) -> String {
        let roles = self.view.board.roles.iter();
        let roles = roles.filter(|role| role.taken == taken);
        phrases(roles.map(|role| match role.doubloons {
            0 => role.id.to_string(),
            gold => format!("{} +{gold}", role.id),
        }))
    }

    fn ships(&self) -> String {
        phrases(self.view.board.ships.iter().map(|ship| match &ship.good {
            None => format!("0/{}", ship.capacity),
            Some(good) => format!("{}/{} {good}", ship.barrels, ship.capacity),
        }))
    }

    fn prices(&self) -> String {
        let prices = GOOD_NAMES.iter().zip(self.game.components.prices);
        phrases(prices.map(|(good, price)| format!("{good} {price}")))
    }

    /// Lists the buildings in the stock by the maximum number of quarries that give a discount.
    fn for_sale(&self) -> impl Iterator<Item = (u8, String)> {
        let (components, prices) = (&self.game.components, &self.game.prices);
        (0..=MOST_DISCOUNT).filter_map(move |quarries| {
            let buildings = Members(self.state.in_stock)
                .filter(|&building| components.buildings[building].discount == quarries);
            let mut buildings = buildings.peekable();
            buildings.peek()?;
            let buildings = phrases(buildings.map(|building| {
                let (id, cost) = (BUILDING_IDS[building], prices.costs[building]);
                format!("{id} {cost} x{}", self.state.stock[building])
            }));
            Some((quarries, buildings))
        })
    }

    /// Lists the buildings of a seat. Colonists in small and large production buildings for one
    /// good are shown as one sum, at the first of these buildings.
    fn city(&self, seat: Seat) -> String {
        let player = &self.state.players[seat];
        let mut shown = [false; GOODS];
        phrases(Members(player.owned).map(|building| {
            let id = BUILDING_IDS[building];
            let Some(good) = good_of(building) else {
                return format!("{id} {}/1", u8::from(player.has(only(building))));
            };
            match replace(&mut shown[good], true) {
                true => id.to_string(),
                false => format!(
                    "{id} {}/{}",
                    player.artisans[good],
                    self.game.production_circles(player, good)
                ),
            }
        }))
    }
}

fn seats(seats: &[usize]) -> String {
    phrases(seats.iter().map(|seat| format!("seat {seat}")))
}

fn island(player: &PlayerView) -> String {
    phrases(player.island.0.iter().map(|(tile, tiles)| {
        let colonists = player.workers.get(tile).unwrap_or(&0);
        format!("{tile} {colonists}/{tiles}")
    }))
}
