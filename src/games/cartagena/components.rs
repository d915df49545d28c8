//! What is in the box: symbols, cards, strips and chest tiles (CA-1).

/// Number of symbols (CA-1.1).
pub const SYMBOLS: usize = 6;
/// Names of the symbols (CA-1.2), in the order of their numbers.
pub const SYMBOL_NAMES: [&str; SYMBOLS] = ["pistol", "rum", "lantern", "parrot", "hook", "chest"];

/// Number of a symbol.
pub type Symbol = u8;
/// See [`SYMBOL_NAMES`].
pub const PISTOL: Symbol = 0;
/// See [`SYMBOL_NAMES`].
pub const RUM: Symbol = 1;
/// See [`SYMBOL_NAMES`].
pub const LANTERN: Symbol = 2;
/// See [`SYMBOL_NAMES`].
pub const PARROT: Symbol = 3;
/// See [`SYMBOL_NAMES`].
pub const HOOK: Symbol = 4;
/// See [`SYMBOL_NAMES`].
pub const CHEST: Symbol = 5;

/// Kinds of chest tile: 1, 2 or 3 cards, empty, snake (CA-8.4).
pub const TILE_KINDS: usize = 5;
/// Names of the kinds of chest tile.
pub const TILE_NAMES: [&str; TILE_KINDS] = ["1 card", "2 cards", "3 cards", "empty", "snake"];
/// The empty tile.
pub const EMPTY: usize = 3;
/// The snake.
pub const SNAKE: usize = 4;

/// The six symbols of one side of a strip, walking away from the start.
pub type Side = [Symbol; 6];

/// The components of a data set.
#[derive(Clone, Debug)]
pub struct Components {
    /// Tunnel and island side of every strip, by its id less 1.
    pub strips: [[Side; 2]; 8],
    /// Strips by id less 1 in the order of the fixed layout: a single path, tunnel, island.
    pub fixed: [Vec<u8>; 3],
    /// Cards of each symbol, those with a black background included.
    pub cards_per_symbol: u8,
    /// Cards of each symbol with a black background.
    pub black_per_symbol: u8,
    /// Cards dealt to each player.
    pub starting_hand: u8,
    /// Cards that hindrance leaves in a hand.
    pub hand_limit: u8,
    /// Number of chest tiles by kind.
    pub tiles: [u8; TILE_KINDS],
}
