//! List of the games that ship, and functions that set up a game by name.

use crate::game::Game;
use crate::registry::find;
use crate::setup::{GameEntry, GameSetup, SetUp, SetupError, check};

use super::{cartagena, endeavor, maracaibo, puerto_rico};

/// Code that works with any game. [`open`] sets up the requested game and passes it to the visitor.
/// The code is compiled separately for each game and needs no dynamic dispatch.
pub trait Visitor {
    /// Result of the visit.
    type Out;
    /// Runs the code with the game.
    fn visit<G: Game>(self, game: G) -> Self::Out;
}

/// Like [`Visitor`], for several set-ups of one game.
pub trait SetUpsVisitor {
    /// Result of the visit.
    type Out;
    /// Runs the code with one game per set-up, in the order of the set-ups.
    fn visit<G: Game>(self, games: Vec<G>) -> Self::Out;
}

/// Adapts a [`Visitor`] to a list that contains exactly one set-up.
struct Only<V>(V);

impl<V: Visitor> SetUpsVisitor for Only<V> {
    type Out = V::Out;

    fn visit<G: Game>(self, mut games: Vec<G>) -> Self::Out {
        self.0.visit(games.swap_remove(0))
    }
}

/// Defines `GAMES`, the [`SetUp`] implementations and `open_all` from a list of modules and game
/// types.
macro_rules! games {
    ($($room:ident::$game:ident),+ $(,)?) => {
        /// All games, in the order in which they are listed.
        pub static GAMES: &[&GameEntry] = &[$(&$room::ENTRY),+];

        /// Returns the name of every game with the schema of its positions, derived from the types. The file
        /// `view/schema.json` of a game contains its schema.
        #[cfg(feature = "schema")]
        pub fn position_schemas() -> Vec<(&'static str, serde_json::Value)> {
            vec![$(($room::ENTRY.name, crate::view::schema::<$room::view::position::Position>())),+]
        }

        $(impl SetUp for $room::$game {
            const ENTRY: &'static GameEntry = &$room::ENTRY;

            fn set_up(setup: &GameSetup) -> Result<Self, SetupError> {
                $room::$game::new(setup)
            }
        })+

        /// Creates a game for each set-up and passes all games to the visitor.
        ///
        /// # Errors
        /// [`SetupError`] for the first invalid set-up.
        ///
        /// # Panics
        /// If `setups` is empty or names more than one game.
        pub fn open_all<V: SetUpsVisitor>(
            setups: &[GameSetup],
            visitor: V,
        ) -> Result<V::Out, SetupError> {
            let entry = check_setups(setups)?;
            $(if entry.name == $room::ENTRY.name {
                return Ok(visitor.visit(all(setups, $room::$game::new)?));
            })+
            unreachable!("every game is in the list");
        }
    };
}

games! {
    maracaibo::Maracaibo,
    puerto_rico::PuertoRico,
    endeavor::Endeavor,
    cartagena::Cartagena,
}

/// Returns the entry of the game with this name.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn entry(name: &str) -> Result<&'static GameEntry, SetupError> {
    find(GAMES, name)
}

/// Sets up the requested game and passes it to the visitor.
///
/// # Errors
/// [`SetupError`] if the game, player count, options or data are invalid.
pub fn open<V: Visitor>(setup: &GameSetup, visitor: V) -> Result<V::Out, SetupError> {
    open_all(std::slice::from_ref(setup), Only(visitor))
}

/// Checks that all set-ups are valid and name a single game. Returns the entry of this game.
fn check_setups(setups: &[GameSetup]) -> Result<&'static GameEntry, SetupError> {
    assert!(!setups.is_empty(), "there is nothing to set up");
    let entry = entry(&setups[0].game)?;
    for setup in setups {
        assert_eq!(setup.game, entry.name, "one game at a time");
        check(entry, setup)?;
    }
    Ok(entry)
}

/// Returns one game per set-up. Games of equal set-ups are clones and share their immutable data.
fn all<G: Clone>(
    setups: &[GameSetup],
    new: impl Fn(&GameSetup) -> Result<G, SetupError>,
) -> Result<Vec<G>, SetupError> {
    let mut games: Vec<G> = Vec::with_capacity(setups.len());
    for (index, setup) in setups.iter().enumerate() {
        let earlier = setups[..index].iter().position(|other| other == setup);
        let game = match earlier {
            Some(earlier) => games[earlier].clone(),
            None => new(setup)?,
        };
        games.push(game);
    }
    Ok(games)
}
