//! Leaning bots: a bot with a bonus for actions that cause certain events.
//!
//! A leaning copy of a bot shows which points the bot misses: if a copy that leans toward exploring beats the bot, the bot does
//! not explore enough.

use std::collections::BTreeMap;

use super::player::Bot;
use crate::game::{Event, Game, GameInfo, Rng, Seat};
use crate::net::lookahead::Lookahead;
use crate::random::fork;
use crate::search::effort::Effort;
use crate::suggestion::did_you_mean;

/// Maximum number of later decisions of the same turn through which an action may lead to an event.
const DEPTH: usize = 2;
/// Maximum number of actions that are tried in one decision to find events.
const MOST_TRIED: usize = 4000;
/// Maximum number of actions whose values are compared with the choice of the bot.
const MOST_COMPARED: usize = 12;

/// Bonus in points by event kind (`explored`), or by event kind and item (`built.wharf`).
pub type Lean = BTreeMap<String, f64>;

/// Checks that a game has the events and items of a lean.
///
/// # Errors
/// A message with the unknown event or item, and with the accepted events.
pub fn check(lean: &Lean, game: &dyn GameInfo) -> Result<(), String> {
    let kinds = game.event_kinds();
    for key in lean.keys() {
        let (event, item) = parts(key);
        if !kinds.contains(&event) {
            return Err(format!(
                "lean contains \"{event}\", which is not an event of {}{}; events: {}",
                game.name(),
                did_you_mean(event, kinds.iter().copied()),
                kinds.join(", ")
            ));
        }
        let Some(item) = item else { continue };
        let items = game.items();
        let catalog = game.catalog();
        let labels = || {
            let items = items.iter().map(|item| &*item.label);
            items.chain(catalog.iter().map(|component| &*component.id))
        };
        if !labels().any(|label| label == item) {
            return Err(format!(
                "lean contains \"{key}\", but {} has no component \"{item}\"{}",
                game.name(),
                did_you_mean(item, labels())
            ));
        }
    }
    Ok(())
}

/// Returns the event and the item of a key.
fn parts(key: &str) -> (&str, Option<&str>) {
    match key.split_once('.') {
        Some((event, item)) => (event, Some(item)),
        None => (key, None),
    }
}

/// A bot that leans toward actions with certain events.
///
/// The bot compares the choice of the original bot with the actions that have a greater bonus, by the network's value
/// of the next position plus the bonus. A positive bonus also counts if a later decision of the turn causes the event.
pub struct Leaning<G: Game> {
    bot: Box<dyn Bot<G>>,
    lookahead: Lookahead<G>,
    win_points: f32,
    lean: Lean,
    /// Bonuses of the events seen so far, by kind and item.
    known: BTreeMap<(u8, u16), f64>,
    /// Number of actions that may still be tried in this decision.
    left: usize,
    events: Vec<Event>,
}

impl<G: Game> Leaning<G> {
    /// Creates a leaning copy of a bot, with the network that evaluates the alternatives to its choices.
    pub fn new(
        bot: Box<dyn Bot<G>>,
        (lookahead, win_points): (Lookahead<G>, f32),
        lean: &Lean,
    ) -> Leaning<G> {
        Leaning {
            bot,
            lookahead,
            win_points,
            lean: lean.clone(),
            known: BTreeMap::new(),
            left: 0,
            events: Vec::new(),
        }
    }

    /// Returns the bonus of an event.
    fn bonus_of(&mut self, game: &G, event: &Event) -> f64 {
        let Leaning { known, lean, .. } = self;
        *known.entry((event.kind, event.item)).or_insert_with(|| {
            let kind = G::EVENT_KINDS[usize::from(event.kind)];
            let all = lean.get(kind).copied().unwrap_or_default();
            let own = lean.get(&format!("{kind}.{}", game.event_item(event)));
            all + own.copied().unwrap_or_default()
        })
    }

    /// Returns the bonus of an action in a sampled world: the bonus of its own events or, if this bonus is 0, the greatest
    /// bonus that the next decisions of the turn can reach.
    fn bonus(
        &mut self,
        game: &G,
        world: &G::State,
        action: G::Action,
        luck: &Rng,
        depth: usize,
    ) -> f64 {
        let Some(seat) = game.to_move(world).filter(|_| self.left > 0) else {
            return 0.0;
        };
        self.left -= 1;
        let mut after = world.clone();
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        game.apply(&mut after, action, &mut luck.clone(), &mut events);
        let own = events
            .iter()
            .filter(|event| usize::from(event.seat) == seat);
        let bonus = own.map(|event| self.bonus_of(game, event)).sum();
        self.events = events;
        let is_same_turn = game.to_move(&after) == Some(seat)
            && game.turns(&after, seat) == game.turns(world, seat);
        if bonus != 0.0 || depth == 0 || !is_same_turn {
            return bonus;
        }
        let mut legal = Vec::new();
        game.legal_actions(&after, &mut legal);
        let later = legal
            .into_iter()
            .map(|next| self.bonus(game, &after, next, luck, depth - 1));
        later.fold(0.0, f64::max)
    }
}

impl<G: Game> Bot<G> for Leaning<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let choice = self.bot.choose(game, state, legal, rng);
        let Some(seat) = game.to_move(state).filter(|_| legal.len() > 1) else {
            return choice;
        };
        // Use a copy of the generator, so that the lean does not change the random numbers of the bot.
        let rng = &mut rng.clone();
        let mut world = state.clone();
        game.determinize(&mut world, seat, rng);
        let luck = fork(rng);
        self.left = MOST_TRIED;
        let bonuses: Vec<f64> = (legal.iter())
            .map(|&action| self.bonus(game, &world, action, &luck, DEPTH))
            .collect();
        let mut better: Vec<usize> = (0..legal.len())
            .filter(|&index| bonuses[index] > bonuses[choice])
            .collect();
        if better.is_empty() {
            return choice;
        }
        let logits = self.lookahead.begin(game, state, seat, legal);
        better.sort_by(|&one, &other| {
            let rank = |index: usize| bonuses[index] + f64::from(logits[index]);
            rank(other).total_cmp(&rank(one))
        });
        better.truncate(MOST_COMPARED);
        better.insert(0, choice);
        let tried: Vec<G::Action> = better.iter().map(|&index| legal[index]).collect();
        let values = self.lookahead.values_of(game, state, seat, &tried, rng);
        let worths = values.iter().zip(&better).map(|(value, &index)| {
            let worth = f64::from(value.worth(self.win_points)) + bonuses[index];
            (worth, index)
        });
        // The choice of the original bot comes first, so it wins ties.
        let best = worths.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(choice, |(_, index)| index)
    }

    fn begin(&mut self, seat: Seat, rng: &mut Rng) {
        self.bot.begin(seat, rng);
    }

    fn forget(&mut self) {
        self.bot.forget();
    }

    fn effort(&self) -> Option<Effort> {
        self.bot.effort()
    }

    fn watch_leaves(&mut self) {
        self.bot.watch_leaves();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::find;
    use crate::game::Rules;
    use crate::random::{Streams, stream};
    use portolan_games::cartagena::{Cartagena, ENTRY};

    fn lean(key: &str, bonus: f64) -> Lean {
        Lean::from([(key.to_string(), bonus)])
    }

    /// Plays a game in which the first seat has a bonus for steps back and the second seat has a penalty of the same size, and
    /// returns the number of steps back of each seat.
    fn steps_back(bonus: f64) -> [usize; 2] {
        crate::registered::register();
        let game = Cartagena::new(&ENTRY.setup(2)).unwrap();
        let copy = |bonus| {
            let mut bot = find("net", "cartagena").unwrap();
            bot.lean = lean("back", bonus);
            bot.build(&game).unwrap()
        };
        let mut bots = [copy(bonus), copy(-bonus)];
        let (mut chance, mut rng) = (Streams::new(3), stream(4, &[]));
        let mut events: Vec<Event> = Vec::new();
        let mut state = game.new_state(&mut chance, &mut events);
        let mut legal = Vec::new();
        for _ in 0..120 {
            let Some(seat) = game.to_move(&state) else {
                break;
            };
            game.legal_actions(&state, &mut legal);
            let choice = bots[seat].choose(&game, &state, &legal, &mut rng);
            game.apply(&mut state, legal[choice], &mut chance, &mut events);
        }
        let back = |seat: u8| {
            events
                .iter()
                .filter(|event| event.seat == seat && event.kind == 1)
                .count()
        };
        [back(0), back(1)]
    }

    #[test]
    fn copies_lean_toward_or_away_from_events() {
        let [toward, away] = steps_back(1000.0);
        assert!(toward > 30 && away < 5, "{toward} {away}");
        let [one, other] = steps_back(0.0);
        assert!(one < 30 && other > 5, "{one} {other}");
    }

    #[test]
    fn unknown_events_and_items_of_a_lean_are_rejected() {
        let game = Cartagena::new(&ENTRY.setup(2)).unwrap();
        let problem = |key: &str| check(&lean(key, 1.0), &game).unwrap_err();
        assert!(problem("bakc").contains("(did you mean \"back\"?); events: played, back"));
        assert!(
            problem("played.lantren")
                .contains("no component \"lantren\" (did you mean \"lantern\"?)")
        );
        assert_eq!(check(&lean("played.lantern", 1.0), &game), Ok(()));
    }
}
