//! Cases of the rules, written as text in `tests/maracaibo/cases/`.
//!
//! A case is a paragraph. It starts with the rules that it checks and their meaning; lines without indentation continue the heading.
//! The indented lines set up a position (`given`), play actions in notation (`when`) and check the result (`then`), in any order.
//! Items are separated by commas, and a remark may follow in parentheses. Items without `of seat 2` refer to seat 1. Slashes
//! separate the values of a list, such as the influence with France, Spain and England.
//!
//! - `each a, b = 1, 2 | 3, 4` plays the following lines once for each row, with `{a}` and `{b}` replaced by the values of the row.
//! - `once` ends the lines of `each`.
//! - `#` starts a comment.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::from_mut;

use portolan_games::maracaibo::components::{CardSet, Nation};
use portolan_games::maracaibo::state::{Phase, State};
use portolan_games::maracaibo::task::{DiscTarget, Task, TaskKind, Work};

use super::jean_support::{JEAN, solo};
use super::support::Table;

/// Plays all cases of a file, and panics with the list of those that fail. `source` is the test that plays them; the
/// comment above it cites exactly the rules in the headings, because `tests/docs/rule_ids.rs` reads only Rust files.
pub fn check(source: &str, text: &str) {
    assert_eq!(cited_by_test(source), cited_by_cases(text));
    let mut failures = Vec::new();
    let mut number = 0;
    for case in text.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let heading: Vec<&str> = case
            .lines()
            .take_while(|line| !line.starts_with(' '))
            .collect();
        if let Err(problem) = play_case(case) {
            failures.push(format!("{}\n    {problem}", heading.join("\n")));
        }
        number += 1;
    }
    assert!(number > 0, "the file has no cases");
    assert!(
        failures.is_empty(),
        "{} of {number} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Returns the rules cited in the comment above the test that plays the cases.
fn cited_by_test(source: &str) -> BTreeSet<&str> {
    let above = source.split("#[test]\nfn cases_of_").next();
    let comment = above.and_then(|above| above.rsplit("\n\n").next());
    rules_in(comment.unwrap_or_default()).collect()
}

/// Returns the rules cited in the headings of cases.
fn cited_by_cases(text: &str) -> BTreeSet<&str> {
    let headings = text.lines().filter(|line| !line.starts_with(' '));
    headings.flat_map(rules_in).collect()
}

/// Returns the numbers of rules in a text.
fn rules_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
    let words = words.map(|word| word.trim_matches('.'));
    words.filter(|word| word.starts_with("M-"))
}

/// Lines that are played once for each row of values.
#[derive(Default)]
struct Part<'a> {
    names: Vec<&'a str>,
    rows: Vec<Vec<&'a str>>,
    lines: Vec<&'a str>,
}

fn play_case(case: &str) -> Result<(), String> {
    let mut parts = vec![Part::default()];
    for line in case.lines().filter(|line| line.starts_with(' ')) {
        let line = line.trim();
        if let Some(values) = line.strip_prefix("each ") {
            let (names, rows) = values.trim().split_once(" = ").ok_or(line)?;
            parts.push(Part {
                names: names.split(", ").collect(),
                rows: rows_of(rows),
                lines: Vec::new(),
            });
        } else if let Some(rows) = line.strip_prefix("| ") {
            parts
                .last_mut()
                .ok_or(line)?
                .rows
                .append(&mut rows_of(rows));
        } else if line == "once" {
            parts.push(Part::default());
        } else if !line.starts_with('#') {
            parts.last_mut().ok_or(line)?.lines.push(line);
        }
    }
    for part in parts {
        if part.rows.is_empty() {
            play_lines(&part.lines, |line| line.to_string())?;
        }
        for row in &part.rows {
            if row.len() != part.names.len() {
                return Err(format!("{row:?} has no value for each of {:?}", part.names));
            }
            let fill = |line: &str| {
                let values = part.names.iter().zip(row);
                values.fold(line.to_string(), |line, (name, value)| {
                    line.replace(&format!("{{{name}}}"), value)
                })
            };
            play_lines(&part.lines, fill).map_err(|problem| format!("{problem}, with {row:?}"))?;
        }
    }
    Ok(())
}

/// Splits the rows of a table into values.
fn rows_of(rows: &str) -> Vec<Vec<&str>> {
    let rows = rows.split(" | ");
    rows.map(|row| row.split(", ").collect()).collect()
}

fn play_lines(lines: &[&str], fill: impl Fn(&str) -> String) -> Result<(), String> {
    let mut case = None;
    for line in lines {
        let line = fill(line);
        let (kind, list) = line.split_once(' ').ok_or_else(|| line.clone())?;
        for item in items(list.trim()) {
            let step = AssertUnwindSafe(|| play_item(&mut case, kind, item));
            let outcome = catch_unwind(step).unwrap_or_else(|panic| Err(message(&*panic)));
            outcome.map_err(|problem| format!("{kind} {item}: {problem}"))?;
        }
    }
    Ok(())
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panic").to_string()
}

/// Splits a list at the commas outside of remarks.
fn items(list: &str) -> Vec<&str> {
    let (mut items, mut start) = (Vec::new(), 0);
    for (place, comma) in list.match_indices(", ") {
        let item = &list[start..place];
        if item.matches('(').count() == item.matches(')').count() {
            items.push(item);
            start = place + comma.len();
        }
    }
    items.push(&list[start..]);
    items
}

fn play_item(case: &mut Option<Case>, kind: &str, item: &str) -> Result<(), String> {
    let item = item.split(" (").next().unwrap_or(item);
    if kind == "given"
        && let Some(table) = new_table(item)
    {
        match case {
            Some(case) => case.table = table,
            None => *case = Some(Case::new(table)),
        }
        return Ok(());
    }
    let case = case.as_mut().ok_or("a case starts with its table")?;
    let (item, seat) = match item.rsplit_once(" of seat ") {
        Some((item, seat)) => (item, seat.parse::<usize>().map_err(|_| seat)? - 1),
        None => (item, 0),
    };
    match kind {
        "given" => case.given(item, seat),
        "when" => case.when(item),
        "then" => case.then(item, seat),
        _ => Err("a line starts with given, when, then, each, once or #".to_string()),
    }
}

/// Returns a new table for a phrase such as `3 players with legacy=L6`.
fn new_table(item: &str) -> Option<Table> {
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

/// A value that is set or checked.
enum Value {
    Exactly(Vec<i64>),
    /// Difference from the value when it was last watched.
    Changed(i64),
}

/// A case being played.
struct Case {
    table: Table,
    remembered: BTreeMap<String, State>,
    watched: BTreeMap<String, Vec<i64>>,
}

impl Case {
    fn new(table: Table) -> Case {
        Case {
            table,
            remembered: BTreeMap::new(),
            watched: BTreeMap::new(),
        }
    }

    /// Changes the position.
    fn given(&mut self, item: &str, seat: usize) -> Result<(), String> {
        let table = &mut self.table;
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
            ["ship", "at", place] => {
                let place = table.place(place);
                table.player(seat).ship = place;
            }
            ["explorer", "on", space] => drop(table.explorer(seat, space)),
            ["marker", nation, "on", place] => drop(table.marker(self::nation(nation)?, place)),
            ["quest", quest, "on", place] => drop(table.lay_quest(place, quest)),
            ["track", "quest", space, "is", quest] => {
                table.track_quest(count(space)? - 1, quest);
            }
            ["no", "quests"] => drop(table.no_quests()),
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
                self.open(seat, Work::Sail { points, extra });
            }
            ["combat", "with", "token", token] => drop(table.combat(token)),
            ["another", "combat"] => drop(table.open_combat_effect()),
            ["a", "new", "turn"] => drop(table.open_turn()),
            ["village", "actions", left] => self.open(seat, Work::Village { left: small(left)? }),
            ["exploration", steps] => self.open(
                seat,
                Work::Explore {
                    steps: small(steps)?,
                },
            ),
            ["influence", "steps", steps] => self.open(
                seat,
                Work::Influence {
                    steps: small(steps)?,
                },
            ),
            ["discs", "to", "remove", discs] => {
                let (count, target) = (small(discs)?, DiscTarget::Box);
                self.open(seat, Work::Disc { count, target });
            }
            ["task", "upgrade", "11"] => self.open(seat, Work::Upgrade11),
            ["active", "seat", seat] => table.state.active = small(seat)? - 1,
            ["remember", "as", name] => {
                self.remembered.insert(name.to_string(), table.state);
            }
            ["back", "to", name] => {
                table.state = *self.remembered.get(name).ok_or("remember it first")?
            }
            ["watch", ..] => {
                let name = item.trim_start_matches("watch ");
                let value = self.value(name, seat).ok_or("no such value")?;
                self.watched.insert(format!("{name} {seat}"), value);
            }
            _ => return self.set(item, seat),
        }
        Ok(())
    }

    /// Opens a task of a seat.
    fn open(&mut self, seat: usize, work: Work) {
        self.table.open(Task::new(seat as u8, work));
    }

    /// Plays an action, or several of them.
    fn when(&mut self, item: &str) -> Result<(), String> {
        let table = &mut self.table;
        match item.split(' ').collect::<Vec<_>>()[..] {
            ["repeat", ..] => {
                let actions: Vec<&str> = item.trim_start_matches("repeat ").split(" | ").collect();
                table.while_legal(&actions);
            }
            ["first"] => first_choice(table),
            ["first", "choices", "until", "seat", seat, "is", "active"] => {
                while table.state.active + 1 != small(seat)? {
                    first_choice(table);
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

    /// Checks the position.
    fn then(&mut self, item: &str, seat: usize) -> Result<(), String> {
        let (expected, item) = match item.strip_prefix("no ") {
            Some(rest) => (false, rest),
            None => (true, item),
        };
        if let Some(found) = self.holds(item, seat)? {
            return match found == expected {
                true => Ok(()),
                false => Err(format!("it is {found}; legal: {:?}", self.table.legal())),
            };
        }
        if !expected {
            return Err("only statements can be negated".to_string());
        }
        let (name, value) = self.parsed(item)?;
        let found = self.value(name, seat).ok_or("no such value")?;
        let expected = match value {
            Value::Exactly(values) => values,
            Value::Changed(change) => {
                let watched = self.watched.get(&format!("{name} {seat}"));
                let before = watched.ok_or("watch the value first")?;
                before.iter().map(|before| before + change).collect()
            }
        };
        match found == expected {
            true => Ok(()),
            false => Err(format!("found {found:?}")),
        }
    }

    /// Returns true if a statement about the position holds, or `None` if the item is a value.
    fn holds(&mut self, item: &str, seat: usize) -> Result<Option<bool>, String> {
        let table = &mut self.table;
        let player = &table.state.players[seat];
        Ok(Some(match item.split(' ').collect::<Vec<_>>()[..] {
            ["can", ..] => table.can(item.trim_start_matches("can ")),
            ["cannot", ..] => !table.can(item.trim_start_matches("cannot ")),
            ["actions", "with", verb] => !legal_with(table, verb).is_empty(),
            ["legal", ..] => is_legal_list(table, item.trim_start_matches("legal ")),
            ["advances", "to", ref spaces @ ..] => {
                let spaces = spaces.iter().filter(|&&space| space != "|");
                let advances: Vec<String> =
                    spaces.map(|space| format!("advance {space}")).collect();
                table.decision() == TaskKind::Explore && legal_with(table, "advance ") == advances
            }
            ["decision", ref words @ ..] => {
                format!("{:?}", table.decision()).to_lowercase() == words.concat()
            }
            ["seat", seat, "to", "move"] => table.to_move() == count(seat)?,
            ["seat", seat, "decides"] => (table.state.top())
                .is_some_and(|task| usize::from(task.seat) + 1 == count(seat).unwrap_or(0)),
            ["active", "seat", seat] => table.state.active + 1 == small(seat)?,
            ["phase", phase] => format!("{:?}", table.state.phase).to_lowercase() == phase,
            ["game", "over"] => table.to_move() == 0 && table.state.phase == Phase::Over,
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
                table.open(Task::new(seat as u8, Work::Disc { count, target }));
                let can = table.can(&format!("disc {area}"));
                table.state.stack_len -= 1;
                can
            }
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

    /// Splits an item into the name of a value and the value.
    fn parsed<'a>(&self, item: &'a str) -> Result<(&'a str, Value), String> {
        if let Some(name) = item.strip_suffix(" unchanged") {
            return Ok((name, Value::Changed(0)));
        }
        if let Some((name, price)) = item.split_once(" price of ") {
            let price = match price.split(' ').collect::<Vec<_>>()[..] {
                [card] => i64::from(self.table.price(card)),
                [card, "plus", more] => i64::from(self.table.price(card)) + number(more)?,
                [card, "minus", less] => i64::from(self.table.price(card)) - number(less)?,
                _ => return Err("price of a card, plus or minus a number".to_string()),
            };
            return Ok((name, Value::Exactly(vec![price])));
        }
        let (name, value) = item.rsplit_once(' ').ok_or("a name and a value")?;
        if let Some(name) = name.strip_suffix(" up by") {
            return Ok((name, Value::Changed(number(value)?)));
        }
        if let Some(name) = name.strip_suffix(" down by") {
            return Ok((name, Value::Changed(-number(value)?)));
        }
        let values: Result<Vec<i64>, String> = value.split('/').map(number).collect();
        Ok((name, Value::Exactly(values?)))
    }

    /// Sets a value.
    fn set(&mut self, item: &str, seat: usize) -> Result<(), String> {
        let (name, Value::Exactly(values)) = self.parsed(item)? else {
            return Err("only checks compare with a watched value".to_string());
        };
        if name == "doubloons" {
            self.table.player(seat).doubloons = values[0] as u16;
            return Ok(());
        }
        if let Some(category) = name.strip_prefix("vp ") {
            let names = portolan_games::maracaibo::categories::CATEGORY_NAMES;
            let index = names
                .iter()
                .position(|name| name.replace('_', " ") == category);
            self.table.player(seat).points[index.ok_or("no such category")?] = values[0] as i16;
            return Ok(());
        }
        let field = field(&mut self.table.state, seat, name).ok_or("no such value")?;
        assert_eq!(field.len(), values.len(), "{item}");
        for (place, value) in field.iter_mut().zip(values) {
            *place = u8::try_from(value).expect("a value from 0 to 255");
        }
        Ok(())
    }

    /// Returns a value with this name.
    fn value(&self, name: &str, seat: usize) -> Option<Vec<i64>> {
        let table = &self.table;
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
        "tasks done" => from_mut(&mut player.tasks_done),
        "synergy bits" => from_mut(&mut player.synergies),
        "influence" => &mut player.influence,
        "discs" => &mut player.discs,
        "round" => from_mut(&mut state.round),
        "points spent" => from_mut(&mut state.points_spent),
        "discs gone" => from_mut(&mut state.discs_gone),
        "tokens left" => from_mut(&mut state.tokens_len),
        "pile" => from_mut(&mut state.pile_len),
        "buildings shown" => from_mut(&mut state.prestige_shown),
        "quests on the map" => from_mut(&mut state.map_quests_len),
        "explorers at the end" => from_mut(&mut state.explorers_at_end),
        "marker supply" => &mut state.supply,
        "markers on the map" => &mut state.marker_count,
        "tile discs" => &mut state.tile_discs,
        _ => return None,
    })
}

/// Returns true if exactly these actions are legal, or exactly these targets of a verb: `annex: 1 | 4`.
fn is_legal_list(table: &Table, list: &str) -> bool {
    let (verb, list) = list.split_once(": ").unwrap_or(("", list));
    legal_with(table, verb) == list.split(" | ").collect::<Vec<_>>()
}

/// Returns the legal actions that start with these words.
fn legal_with(table: &Table, start: &str) -> Vec<String> {
    let legal = table.legal().into_iter();
    legal.filter(|action| action.starts_with(start)).collect()
}

fn first_choice(table: &mut Table) {
    let first = table.legal()[0].clone();
    table.act(&first);
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

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn small(text: &str) -> Result<u8, String> {
    text.parse()
        .map_err(|_| format!("{text} is not a number up to 255"))
}
