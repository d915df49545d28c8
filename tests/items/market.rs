//! A game for studies of items: two players buy from a market whose prices promise what goods are
//! worth, and some goods are worth more or less than that.

use portolan::game::{Chance, Event, EventLog, Game, Purpose, Rng, Seat};
use portolan::item::{Exposure, Item, ItemAction, ItemKind, Selection, Terms};

/// Goods in the market.
pub const GOODS: usize = 40;
/// Goods that a seat buys.
const PURCHASES: usize = 8;
/// Goods to choose from.
const OFFER: usize = 3;
/// What luck adds to a purchase at most.
const LUCK: u32 = 9;

const BOUGHT: u8 = 1;

const KINDS: &[ItemKind] = &[ItemKind {
    name: "goods",
    exposures: &[
        Exposure {
            event: "offered",
            by: Selection::Chance,
        },
        Exposure {
            event: "bought",
            by: Selection::Choice,
        },
    ],
}];

/// Eight rounds; in each, both seats take one of three goods that are turned up for them.
#[derive(Clone, Debug)]
pub struct Market {
    /// What each good says it is worth.
    pub price: [i32; GOODS],
    /// What it is worth beyond that.
    pub surplus: [i32; GOODS],
    terms: Terms,
}

impl Market {
    /// Prices from 3 to 5, and these surpluses.
    pub fn new(surplus: &[(usize, i32)]) -> Market {
        let mut market = Market {
            price: std::array::from_fn(|good| 3 + (good % 3) as i32),
            surplus: [0; GOODS],
            terms: Terms::FREE,
        };
        for &(good, more) in surplus {
            market.surplus[good] = more;
        }
        market
    }

    /// All goods promise the same and keep it.
    pub fn plain() -> Market {
        Market {
            price: [4; GOODS],
            ..Market::new(&[])
        }
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

#[derive(Clone, Debug)]
pub struct Position {
    offer: [u8; OFFER],
    gone: u64,
    made: usize,
    score: [i32; 2],
    promised: [i32; 2],
    starts: usize,
}

impl Game for Market {
    type State = Position;
    type Action = u8;

    fn name(&self) -> &'static str {
        "market"
    }

    fn seats(&self) -> usize {
        2
    }

    fn score_categories(&self) -> &'static [&'static str] {
        &["goods"]
    }

    fn event_kinds(&self) -> &'static [&'static str] {
        &["offered", "bought"]
    }

    fn event_item(&self, event: &Event) -> String {
        format!("G{}", event.item)
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Position {
        let mut state = Position {
            offer: [0; OFFER],
            gone: 0,
            made: 0,
            score: [0; 2],
            promised: [0; 2],
            starts: 0,
        };
        if let Some((seat, good)) = self.terms.granted() {
            state.score[seat] += self.price[good] + self.surplus[good];
            state.promised[seat] += self.price[good];
            state.gone |= 1 << good;
        }
        self.offer(&mut state, chance);
        state
    }

    fn to_move(&self, state: &Position) -> Option<Seat> {
        (state.made < 2 * PURCHASES).then_some((state.made + state.starts) % 2)
    }

    fn legal_actions(&self, state: &Position, actions: &mut Vec<u8>) {
        actions.clear();
        let Some(seat) = self.to_move(state) else {
            return;
        };
        actions.extend(state.offer);
        if self.terms.is_active() {
            self.terms
                .restrict(seat, actions, |good| self.item_action(state, good));
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Position,
        action: u8,
        chance: &mut C,
        log: &mut L,
    ) {
        let seat = (state.made + state.starts) % 2;
        let good = usize::from(action);
        log.push(Event {
            seat: seat as u8,
            round: 1,
            turn: 1,
            kind: BOUGHT,
            item: u16::from(action),
            value: self.price[good],
        });
        let luck = chance.below(Purpose(1), LUCK + 1) as i32;
        state.score[seat] += self.price[good] + self.surplus[good] + luck;
        state.promised[seat] += self.price[good];
        state.gone |= 1 << action;
        state.made += 1;
        if state.made < 2 * PURCHASES {
            self.offer(state, chance);
        }
    }

    fn determinize(&self, _state: &mut Position, _observer: Seat, _rng: &mut Rng) {}

    fn score_breakdown(&self, state: &Position, seat: Seat, categories: &mut [i32]) {
        categories[0] = state.score[seat];
    }

    fn score(&self, state: &Position, seat: Seat) -> i32 {
        state.score[seat]
    }

    fn turns(&self, state: &Position, seat: Seat) -> u32 {
        (state.made + 1 - seat) as u32 / 2
    }

    fn item_kinds(&self) -> &'static [ItemKind] {
        KINDS
    }

    fn items(&self) -> Vec<Item> {
        (0..GOODS)
            .map(|good| Item {
                kind: 0,
                label: format!("G{good}"),
                price: Some(self.price[good]),
            })
            .collect()
    }

    fn item_action(&self, _state: &Position, action: u8) -> Option<ItemAction> {
        Some(ItemAction {
            item: usize::from(action),
            takes: true,
        })
    }

    fn set_terms(&mut self, terms: Terms) {
        self.terms = terms;
    }

    fn reprice(&mut self, item: usize, by: i32) -> Result<(), String> {
        // What is promised stays; what it costs beyond that is lost.
        self.surplus[item] -= by;
        Ok(())
    }

    fn can_grant(&self, _item: usize) -> Result<(), String> {
        Ok(())
    }

    fn write_action(&self, _state: &Position, action: u8, text: &mut String) {
        text.push_str(&format!("G{action}"));
    }

    fn describe(&self, state: &Position, _observer: Option<Seat>) -> String {
        format!("{} goods bought", state.made)
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["promised"]
    }

    fn features(&self, state: &Position, seat: Seat, values: &mut [f32]) {
        values[0] = state.promised[seat] as f32;
    }
}
