//! The words of cases for Maracaibo.

use std::slice::from_mut;

use portolan_core::game::prelude::*;
use portolan_games::maracaibo::categories::CATEGORY_NAMES;
use portolan_games::maracaibo::components::{CardSet, Nation};
use portolan_games::maracaibo::pending::{DiscTarget, Pending, PendingKind, PendingStep};
use portolan_games::maracaibo::state::{Phase, State};

use super::jean_support::{JEAN, solo};
use super::support::Table;
use crate::cases::{self, Position, count, number, small};

impl Position for Table {
    type State = State;

    fn start(item: &str) -> Option<Table> {
        let (what, options) = item.split_once(" with ").unwrap_or((item, ""));
        let options: Vec<&str> = options.split_whitespace().collect();
        match what.split(' ').collect::<Vec<_>>()[..] {
            [players, "players"] => Some(Table::bare(players.parse().ok()?, &options)),
            ["a", "dealt", "game", "for", players] => {
                Some(Table::with(players.parse().ok()?, &options))
            }
            ["a", "solo", "game"] => Some(solo(&options)),
            _ => None,
        }
    }

    fn given(&mut self, item: &str, seat: usize) -> Result<bool, String> {
        let table = &mut *self;
        match item.split(' ').collect::<Vec<_>>()[..] {
            ["hand", ref cards @ ..] => drop(table.hand(seat, cards)),
            ["planned", card] => drop(table.planned(seat, card)),
            ["owns", card] => drop(table.own(seat, card)),
            ["display", ref cards @ ..] => drop(table.display(cards)),
            ["no", "discards"] => table.state.discards = CardSet::EMPTY,
            ["no", "vp"] => table.player(seat).points = [0; 15],
            ["no", "vp", "for", "any", "seat"] => {
                for player in &mut table.state.players {
                    player.points = [0; 15];
                }
            }
            ["card", "quest", quest] => {
                let quest = table.quest(quest);
                table.player(seat).card_quests = [Some(quest), None];
            }
            [more, "more", "doubloons"] => table.player(seat).doubloons += count(more)? as u16,
            ["no", "career"] => table.player(seat).career = None,
            ["no", "careers"] => {
                for player in &mut table.state.players {
                    player.career = None;
                }
            }
            ["career", career] => drop(table.career(seat, career)),
            ["upgrade", upgrade] => drop(table.upgrade(seat, count(upgrade)?)),
            ["completed", ref upgrades @ ..] => {
                table.player(seat).upgrades = 0;
                for upgrade in upgrades {
                    let number = count(upgrade.trim_start_matches('U'))?;
                    table.player(seat).upgrades |= 1 << (number - 1);
                }
            }
            ["synergies", ref synergies @ ..] => {
                table.player(seat).synergies = 0;
                for synergy in synergies {
                    table.player(seat).synergies |= 1 << synergy_kind(synergy)?;
                }
            }
            ["ship", "at", place] => drop(table.ship(seat, place)),
            ["explorer", "on", space] => drop(table.explorer(seat, space)),
            ["marker", nation, "on", place] => drop(table.marker(self::nation(nation)?, place)),
            ["quest", quest, "on", place] => drop(table.lay_quest(place, quest)),
            ["track", "quest", space, "is", quest] => {
                table.track_quest(count(space)? - 1, quest);
            }
            ["no", "quests"] => drop(table.no_quests()),
            ["card", card, "with", new, "instead", "of", old] => {
                table.change_card(card, old, new);
            }
            [
                "tile",
                "of",
                "quest",
                quest,
                "with",
                new,
                "instead",
                "of",
                old,
            ] => {
                table.change_quest(quest, old, new);
            }
            ["tile", tile, "on", place] => drop(table.tile(place, tile)),
            ["open", "building", building] => show_building(table, building)?,
            ["last", "token", token] => drop(table.last_token(token)),
            ["full", "market", "at", place] => drop(table.market_full(place)),
            ["Jean", "without", discs, "discs"] => drop(table.discs_gone(count(discs)?)),
            ["main", "action", "at", place, "after", points, "points"] => {
                table.at(place, count(points)? as u8);
            }
            ["extra", "sail", "from", place, "with", points, "points"] => {
                table.open_sail(place, count(points)? as u8);
            }
            ["extra", "sail", "with", points, "points"] => {
                let (points, extra) = (small(points)?, true);
                self.open_for(seat, PendingStep::Sail { points, extra });
            }
            ["combat", "with", "token", token] => drop(table.combat(token)),
            ["another", "combat"] => drop(table.open_combat_effect()),
            ["a", "new", "turn"] => drop(table.open_turn()),
            ["village", "actions", left] => {
                self.open_for(seat, PendingStep::Village { left: small(left)? })
            }
            ["exploration", steps] => self.open_for(
                seat,
                PendingStep::Explore {
                    steps: small(steps)?,
                },
            ),
            ["influence", "steps", steps] => self.open_for(
                seat,
                PendingStep::Influence {
                    steps: small(steps)?,
                },
            ),
            ["discs", "to", "remove", discs] => {
                let (count, target) = (small(discs)?, DiscTarget::Box);
                self.open_for(seat, PendingStep::Disc { count, target });
            }
            ["task", "upgrade", "11"] => self.open_for(seat, PendingStep::Upgrade11),
            ["active", "seat", seat] => table.state.active = small(seat)? - 1,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn when(&mut self, item: &str) -> Result<(), String> {
        let table = self;
        match item.split(' ').collect::<Vec<_>>()[..] {
            ["repeat", ..] => {
                let actions: Vec<&str> = item.trim_start_matches("repeat ").split(" | ").collect();
                table.while_legal(&actions);
            }
            ["first"] => drop(table.act_first()),
            ["first", "choices", "until", "seat", seat, "is", "active"] => {
                while table.state.active + 1 != small(seat)? {
                    table.act_first();
                }
            }
            ["finish", "the", "turn"] => {
                let seat = table.state.active;
                while table.state.active == seat
                    && table.state.phase == Phase::Turn
                    && table.decision() != PendingKind::Sail
                {
                    table.while_legal(&["pass", "end", "skip", "draw"]);
                }
            }
            ["end", "the", "round"] => drop(table.end_round()),
            ["end", "the", "game"] => drop(table.end_game()),
            ["buy", "nothing"] => drop(table.nobody_buys()),
            ["Jean", "turns", card] => drop(table.jean_turn(card)),
            ["Jean", "plays"] => drop(table.jean_plays()),
            _ => drop(table.act(item)),
        }
        Ok(())
    }

    fn holds(&mut self, item: &str, seat: usize) -> Result<Option<bool>, String> {
        let table = self;
        let player = &table.state.players[seat];
        Ok(Some(match item.split(' ').collect::<Vec<_>>()[..] {
            ["advances", "to", ref spaces @ ..] => {
                let spaces = spaces.iter().filter(|&&space| space != "|");
                let advances: Vec<String> =
                    spaces.map(|space| format!("advance {space}")).collect();
                table.decision() == PendingKind::Explore
                    && cases::with(&table.legal(), "advance ") == advances
            }
            ["decision", ref words @ ..] => {
                format!("{:?}", table.decision()).to_lowercase() == words.concat()
            }
            ["seat", seat, "decides"] => (table.state.top())
                .is_some_and(|task| usize::from(task.seat) + 1 == count(seat).unwrap_or(0)),
            ["active", "seat", seat] => table.state.active + 1 == small(seat)?,
            ["phase", phase] => format!("{:?}", table.state.phase).to_lowercase() == phase,
            ["hand", card] => player.hand.contains(table.card(card)),
            ["owns", card] => player.bought.contains(table.card(card)),
            ["discarded", card] => table.state.discards.contains(table.card(card)),
            ["assistant", "cards", ref cards @ ..] => {
                let cards: Vec<_> = cards.iter().map(|card| table.card(card)).collect();
                player.assistants() == cards
            }
            ["upgrade", upgrade] => player.has_upgrade(small(upgrade)?),
            ["synergy", synergy] => player.has_synergy(synergy_kind(synergy)?),
            ["removable", "disc", area] => {
                let (count, target) = (1, DiscTarget::Box);
                table.open(Pending::new(
                    seat as u8,
                    PendingStep::Disc { count, target },
                ));
                let can = table.can(&format!("disc {area}"));
                table.state.stack_len -= 1;
                can
            }
            ["only", "token", token] => player.tokens == table.token(token).bit(),
            ["only", "quest", quest] => player.quests == table.quest(quest).bit(),
            ["display", "card", space] => table.state.display[count(space)? - 1].is_some(),
            ["card", "quest"] => player.card_quests != [None; 2],
            ["marker", "on", place] => table.nation_at(place).is_some(),
            ["marker", nation, "on", place] => {
                table.nation_at(place) == Some(self::nation(nation)?)
            }
            ["ship", "at", place] => player.ship == table.place(place),
            ["explorer", "on", space] => player.explorer == table.space(space),
            ["Jean", "fights", "for", nation] => {
                let before = table.state.players[JEAN].influence;
                table.jean_turn("A3");
                let after = table.state.players[JEAN].influence;
                let wins = |nation: &Nation| {
                    let nation = usize::from(*nation);
                    after[nation] == before[nation] + 2
                };
                let winners: Vec<Nation> = Nation::ALL.into_iter().filter(wins).collect();
                winners == [self::nation(nation)?]
            }
            _ => return Ok(None),
        }))
    }

    fn computed<'a>(&self, item: &'a str) -> Option<(&'a str, i64)> {
        let (name, price) = item.split_once(" price of ")?;
        let price = match price.split(' ').collect::<Vec<_>>()[..] {
            [card] => i64::from(self.price(card)),
            [card, "plus", more] => i64::from(self.price(card)) + number(more).ok()?,
            [card, "minus", less] => i64::from(self.price(card)) - number(less).ok()?,
            _ => return None,
        };
        Some((name, price))
    }

    fn set(&mut self, name: &str, seat: usize, values: &[i64]) -> bool {
        if name == "doubloons" {
            self.player(seat).doubloons = values[0] as u16;
            return true;
        }
        if let Some(category) = name.strip_prefix("vp ") {
            let mut names = CATEGORY_NAMES.iter();
            let index = names.position(|name| name.replace('_', " ") == category);
            self.player(seat).points[index.expect("a category")] = values[0] as i16;
            return true;
        }
        let Some(field) = field(&mut self.state, seat, name) else {
            return false;
        };
        assert_eq!(field.len(), values.len(), "{name}");
        for (place, &value) in field.iter_mut().zip(values) {
            *place = u8::try_from(value).expect("a value from 0 to 255");
        }
        true
    }

    fn value(&self, name: &str, seat: usize) -> Option<Vec<i64>> {
        let table = self;
        let player = &table.state.players[seat];
        let one = match name.split(' ').collect::<Vec<_>>()[..] {
            ["score"] => i64::from(table.score(seat)),
            ["vp", ref category @ ..] => i64::from(table.points(seat, &category.join("_"))),
            ["doubloons"] => i64::from(player.doubloons),
            ["turns"] => i64::from(player.turns),
            ["synergy", "count"] => i64::from(player.synergy_count()),
            ["upgrade", "count"] => i64::from(player.upgrade_count()),
            ["planned", "count"] => player.planned_count() as i64,
            ["village", "actions"] => i64::from(table.village_actions()),
            ["combat", "value"] => i64::from(table.combat_value()),
            ["market", "bits", place] => {
                i64::from(table.state.market[usize::from(table.place(place))])
            }
            ["market", place] => i64::from(table.market(place)),
            ["Jean", "discs"] => i64::from(table.state.jean.discs),
            ["Jean", "discs", "gone"] => table.state.jean.discs_gone() as i64,
            ["Jean", "cards"] => table.state.jean.cards.iter().count() as i64,
            _ => {
                let mut state = table.state;
                let field = field(&mut state, seat, name)?;
                return Some(field.iter().map(|&value| i64::from(value)).collect());
            }
        };
        Some(vec![one])
    }

    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn to_move(&self) -> usize {
        self.to_move()
    }
}

impl Table {
    /// Opens a task of a seat.
    fn open_for(&mut self, seat: usize, work: PendingStep) {
        self.open(Pending::new(seat as u8, work));
    }
}

/// Returns the field of a state, or of its seat, with this name.
fn field<'a>(state: &'a mut State, seat: usize, name: &str) -> Option<&'a mut [u8]> {
    let player = &mut state.players[seat];
    if let Some(area) = name.strip_prefix("discs on U") {
        return Some(from_mut(&mut player.discs[area.parse::<usize>().ok()? - 1]));
    }
    if let Some(nation) = name.strip_prefix("influence with ") {
        return Some(from_mut(
            &mut player.influence[usize::from(self::nation(nation).ok()?)],
        ));
    }
    if let Some(nation) = name.strip_prefix("marker supply of ") {
        return Some(from_mut(
            &mut state.supply[usize::from(self::nation(nation).ok()?)],
        ));
    }
    if let Some(nation) = name.strip_prefix("markers of ") {
        return Some(from_mut(
            &mut state.marker_count[usize::from(self::nation(nation).ok()?)],
        ));
    }
    if let Some(object) = name.strip_prefix("permanent ") {
        let objects = ["maps", "books", "herbs", "sextants"];
        return match objects.iter().position(|name| *name == object) {
            Some(object) => Some(from_mut(&mut player.permanent_objects[object])),
            None => Some(&mut player.permanent_objects),
        };
    }
    Some(match name {
        "cp" => from_mut(&mut player.cp),
        "figures" => from_mut(&mut player.figures),
        "general supply" => from_mut(&mut player.general),
        "figures on cards" => from_mut(&mut player.figures_on_cards),
        "figure to cp" => from_mut(&mut player.figure_to_cp),
        "cards in hand" => from_mut(&mut player.hand_len),
        "combat tokens" => from_mut(&mut player.token_count),
        "quest tiles" => from_mut(&mut player.quest_count),
        "number of assistants" => from_mut(&mut player.assistant_count),
        "income doubloons" => from_mut(&mut player.income_doubloons),
        "income vp" => from_mut(&mut player.income_vp),
        "compasses" => from_mut(&mut player.compasses),
        "discount" => from_mut(&mut player.discount),
        "influence" => &mut player.influence,
        "discs" => &mut player.discs,
        "round" => from_mut(&mut state.round),
        "points spent" => from_mut(&mut state.points_spent),
        "discs gone" => from_mut(&mut state.discs_gone),
        "tokens left" => from_mut(&mut state.tokens_len),
        "pile" => from_mut(&mut state.pile_len),
        "quests on the map" => from_mut(&mut state.map_quests_len),
        "explorers at the end" => from_mut(&mut state.explorers_at_end),
        "marker supply" => &mut state.supply,
        "markers on the map" => &mut state.marker_count,
        "tile discs" => &mut state.tile_discs,
        _ => return None,
    })
}

/// Moves a prestige building to space I, which is face up.
fn show_building(table: &mut Table, id: &str) -> Result<(), String> {
    let labels = &table.components().labels.prestige;
    let building = labels.iter().position(|label| label == id).ok_or(id)? as u8;
    let prestige = &mut table.state.prestige;
    match prestige.iter().position(|&other| other == building) {
        Some(space) => prestige.swap(0, space),
        None => prestige[0] = building,
    }
    Ok(())
}

fn nation(name: &str) -> Result<Nation, String> {
    match name {
        "france" => Ok(Nation::France),
        "spain" => Ok(Nation::Spain),
        "england" => Ok(Nation::England),
        _ => Err(format!("{name} is not a nation")),
    }
}

fn synergy_kind(name: &str) -> Result<u8, String> {
    let kinds = ["anchor", "tools", "medal", "house", "crown"];
    let kind = kinds.iter().position(|kind| *kind == name);
    Ok(kind.ok_or("not a synergy token")? as u8)
}
