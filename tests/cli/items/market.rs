//! Game for studies of items: two players buy goods from a market at equal prices. Some goods are worth
//! more or less than others, and some are sold only to the player who is ahead.

use portolan::game::{
    Chance, Encoding, Event, EventLog, Items, Notation, Phrase, Purpose, Rng, Rules, Seat, View,
    Words,
};
use portolan::item::{Item, ItemAction, ItemKind, Terms};

/// Number of goods in the market.
pub const GOODS: usize = 40;
/// Number of goods that a seat buys.
const PURCHASES: usize = 8;
/// Number of goods to choose from.
const OFFER: usize = 3;
/// Maximum random bonus of a purchase.
const LUCK: u32 = 9;
/// First of the goods that are sold only to a seat that is not behind. They correlate with winning
/// without contributing to it.
pub const FIRST_LUXURY: u8 = 34;
/// Base value of a good.
const WORTH: i32 = 4;

const BOUGHT: u8 = 1;

const KINDS: &[ItemKind] = &[ItemKind {
    name: "goods",
    events: &["offered", "bought"],
}];

/// The game has eight rounds, in each of which both seats take one of three revealed goods.
#[derive(Clone, Debug)]
pub struct Market {
    /// Extra value of each good.
    pub surplus: [i32; GOODS],
    terms: Terms,
}

impl Market {
    /// Creates a market with these extra values.
    pub fn new(surplus: &[(usize, i32)]) -> Market {
        let mut market = Market {
            surplus: [0; GOODS],
            terms: Terms::FREE,
        };
        for &(good, more) in surplus {
            market.surplus[good] = more;
        }
        market
    }

    fn offer(&self, state: &mut Position, chance: &mut impl Chance) {
        let mut left: Vec<u8> = (0..GOODS as u8)
            .filter(|&good| state.gone >> good & 1 == 0)
            .collect();
        for place in &mut state.offer {
            let index = chance.below(Purpose(0), left.len() as u32) as usize;
            *place = left.swap_remove(index);
        }
    }
}

/// Goods come in pairs of equal design.
fn design_of(good: usize) -> String {
    format!("D{}", good / 2)
}

/// Apparent quality of a good, which is independent of its value.
fn looks(good: usize) -> i32 {
    (7 * good % 5) as i32
}

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    offer: [u8; OFFER],
    gone: u64,
    made: usize,
    score: [i32; 2],
    /// Total apparent quality of the goods of each seat.
    looks: [i32; 2],
}

impl Rules for Market {
    type State = Position;
    type Action = u8;

    fn seats(&self) -> usize {
        2
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Position {
        let mut state = Position {
            offer: [0; OFFER],
            gone: 0,
            made: 0,
            score: [0; 2],
            looks: [0; 2],
        };
        if let Some((seat, good)) = self.terms.granted() {
            state.score[seat] += WORTH + self.surplus[good];
            state.looks[seat] += looks(good);
            state.gone |= 1 << good;
        }
        self.offer(&mut state, chance);
        state
    }

    fn to_move(&self, state: &Position) -> Option<Seat> {
        (state.made < 2 * PURCHASES).then_some(state.made % 2)
    }

    fn legal_actions(&self, state: &Position, actions: &mut Vec<u8>) {
        actions.clear();
        let Some(seat) = self.to_move(state) else {
            return;
        };
        let behind = state.score[seat] < state.score[1 - seat];
        let sold = |good: &u8| !(behind && *good >= FIRST_LUXURY);
        actions.extend(state.offer.iter().copied().filter(sold));
        if actions.is_empty() {
            actions.extend(state.offer);
        }
        self.keep_to_terms(state, actions);
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Position,
        action: u8,
        chance: &mut C,
        log: &mut L,
    ) {
        let seat = state.made % 2;
        let good = usize::from(action);
        log.push(Event {
            seat: seat as u8,
            round: 1,
            turn: 1,
            kind: BOUGHT,
            item: u16::from(action),
            value: WORTH,
        });
        let luck = chance.below(Purpose(1), LUCK + 1) as i32;
        state.score[seat] += WORTH + self.surplus[good] + luck;
        state.looks[seat] += looks(good);
        state.gone |= 1 << action;
        state.made += 1;
        if state.made < 2 * PURCHASES {
            self.offer(state, chance);
        }
    }

    fn determinize(&self, _state: &mut Position, _observer: Seat, _rng: &mut Rng) {}

    fn score(&self, state: &Position, seat: Seat) -> i32 {
        state.score[seat]
    }

    fn turns(&self, state: &Position, seat: Seat) -> u32 {
        (state.made + 1 - seat) as u32 / 2
    }
}

impl Notation for Market {
    const NAME: &'static str = "market";

    fn phrase(&self, _state: &Position, action: u8, phrase: &mut Phrase) {
        phrase.word(format!("G{action}"));
    }
}

impl Words for Market {
    fn score_categories(&self) -> &'static [&'static str] {
        &["goods"]
    }

    const EVENT_KINDS: &'static [&'static str] = &["offered", "bought"];

    fn event_item(&self, event: &Event) -> String {
        format!("G{}", event.item)
    }
}

impl View for Market {
    fn describe(&self, state: &Position, _observer: Option<Seat>) -> String {
        format!("{} goods bought", state.made)
    }
}

impl Encoding for Market {
    const FEATURE_NAMES: &'static [&'static str] = &["looks"];

    fn features(&self, state: &Position, seat: Seat, values: &mut [f32]) {
        values[0] = state.looks[seat] as f32;
    }
}

impl Items for Market {
    const ITEM_KINDS: &'static [ItemKind] = KINDS;

    fn items(&self) -> Vec<Item> {
        (0..GOODS)
            .map(|good| Item {
                kind: 0,
                design: design_of(good),
                label: format!("G{good}"),
                price: Some(WORTH),
            })
            .collect()
    }

    fn item_action(&self, _state: &Position, action: u8) -> Option<ItemAction> {
        Some(ItemAction {
            item: usize::from(action),
            takes: true,
        })
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn set_terms(&mut self, terms: Terms) {
        self.terms = terms;
    }

    fn reprice(&mut self, item: usize, by: i32) -> Result<(), String> {
        self.surplus[item] -= by;
        Ok(())
    }

    fn can_grant(&self, _item: usize) -> Result<(), String> {
        Ok(())
    }
}
