//! Components of the game: symbols, cards, strips and chest tiles (CA-1).

pub mod load;

/// Maximum total number of cards in a set of cards.
pub const MOST_CARDS: u8 = 127;
/// Number of strips in the box (CA-1.1). Each strip shows only one side, so no game has more strips
/// (CA-3.3).
pub const STRIPS: usize = 8;

/// Number of symbols (CA-1.1).
pub const SYMBOLS: usize = 6;
/// Names of the symbols (CA-1.2), in index order.
pub const SYMBOL_NAMES: [&str; SYMBOLS] = ["pistol", "rum", "lantern", "parrot", "hook", "chest"];

/// Index of a symbol in [`SYMBOL_NAMES`].
pub type Symbol = u8;
pub const PISTOL: Symbol = 0;
pub const RUM: Symbol = 1;
pub const LANTERN: Symbol = 2;
pub const PARROT: Symbol = 3;
pub const HOOK: Symbol = 4;
pub const CHEST: Symbol = 5;

/// Number of kinds of chest tile: 1, 2 or 3 cards, empty, snake (CA-8.4).
pub const TILE_KINDS: usize = 5;
/// Names of the kinds of chest tile.
pub const TILE_NAMES: [&str; TILE_KINDS] = ["1 card", "2 cards", "3 cards", "empty", "snake"];
/// Index of the empty chest tile.
pub const EMPTY: usize = 3;
/// Index of the chest tile with a snake.
pub const SNAKE: usize = 4;

/// The six symbols on one side of a strip, in order from the start to the goal.
pub type Side = [Symbol; 6];

/// Components of a data set.
#[derive(Clone, Debug)]
pub struct Components {
    /// Tunnel side and island side of each strip, indexed by id minus 1.
    pub strips: [[Side; 2]; 8],
    /// Strips of the fixed layout, as ids minus 1: for a single path, for the tunnel and for the
    /// island.
    pub fixed: [Vec<u8>; 3],
    /// Number of cards with each symbol, including cards with a black background.
    pub cards_per_symbol: u8,
    /// Number of cards with each symbol and a black background.
    pub black_per_symbol: u8,
    /// Number of cards dealt to each player.
    pub starting_hand: u8,
    /// Maximum hand size after hindrance.
    pub hand_limit: u8,
    /// Number of chest tiles of each kind.
    pub tiles: [u8; TILE_KINDS],
}
