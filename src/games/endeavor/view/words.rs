//! Names of events and components, and public events in words.

use super::notation::OUT_OF_THE_GAME;
use super::texts::{area_name, building_kind, card_kind, site_kind, title};
use crate::endeavor::Endeavor;
use crate::endeavor::components::{AREA_NAMES, ATTRIBUTE_NAMES, TOKEN_KINDS, governor_of};
use crate::endeavor::rules::events::{EVENT_NAMES, FLEETS};
use crate::endeavor::rules::scoring::CATEGORIES;
use crate::game::{Event, Words};
use crate::picture::Component;
use crate::prose::count;

impl Words for Endeavor {
    const EVENT_KINDS: &'static [&'static str] = &EVENT_NAMES;

    fn score_categories(&self) -> &'static [&'static str] {
        &CATEGORIES
    }

    fn event_item(&self, event: &Event) -> String {
        let (components, sites) = (&self.ruleset.components, &self.ruleset.board.sites);
        let item = usize::from(event.item);
        let label = match EVENT_NAMES[usize::from(event.kind)] {
            "start" | "built" | "fallback" | "scrapped" | "used" | "paid" => {
                &components.buildings[item].id
            }
            "token" => &components.action_tokens[item].id,
            "shipped" if event.item >= FLEETS => &sites[item - usize::from(FLEETS)].id,
            "shipped" | "opened" => AREA_NAMES[item],
            "occupied" | "attacked" => &sites[item].id,
            "drawn" | "discarded" | "governor" => &components.cards[item].id,
            "casualty" => ATTRIBUTE_NAMES[item],
            _ => "none",
        };
        label.to_string()
    }

    fn event_words(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        Some(match EVENT_NAMES[usize::from(event.kind)] {
            "built_nothing" => format!("seat {seat} cannot build anything"),
            "opened" => {
                let area = area_name(item);
                let governor = self.ruleset.card_name(governor_of(item));
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

    fn catalog(&self) -> Vec<Component> {
        let game = &self.ruleset;
        let component = |kind, id: &str, name: String, text: String| Component {
            kind,
            id: id.to_string(),
            name,
            text,
        };
        let buildings = game.components.buildings.iter().enumerate();
        let buildings = buildings.map(|(number, building)| {
            let (kind, name) = (building_kind(number), building.name.clone());
            let restriction =
                game.restriction_words(|seat| game.options.may_build[seat] >> number & 1 == 1);
            component(
                kind,
                &building.id,
                name,
                game.building_words(building) + &restriction,
            )
        });
        let cards = game.components.cards.iter().enumerate();
        let cards = cards.map(|(number, card)| {
            let (kind, name) = (card_kind(number), game.card_name(number));
            let restriction =
                game.restriction_words(|seat| game.options.may_draw[seat] >> number & 1 == 1);
            component(kind, &card.id, name, game.card_words(number) + &restriction)
        });
        let tokens = (0..TOKEN_KINDS as u8).map(|kind| {
            let id = game.token_name(kind);
            component("token", id, title(id), game.token_words(kind))
        });
        let areas = AREA_NAMES.iter().enumerate();
        let areas = areas.map(|(area, id)| component("area", id, title(id), game.area_words(area)));
        let sites = game.board.sites.iter().enumerate();
        let sites = sites.map(|(number, site)| {
            let (kind, name) = (site_kind(site), site.name.clone());
            component(kind, &site.id, name, game.site_words(number))
        });
        let all = buildings.chain(cards).chain(tokens);
        all.chain(areas).chain(sites).collect()
    }
}
