//! The games that ship, and the one that was asked for, set up.

use crate::game::Game;
use crate::registry::find;
use crate::setup::{GameEntry, GameSetup, SetUp, SetupError, check};

use super::{cartagena, endeavor, maracaibo, puerto_rico};

/// Code that works with any game: [`open`] calls it with the one that was asked for, so that it
/// is compiled for each game and pays for no indirection.
pub trait Visitor {
    /// What comes out.
    type Out;
    /// Works with the game.
    fn visit<G: Game>(self, game: G) -> Self::Out;
}

/// As [`Visitor`], for several set-ups of one game at once.
pub trait SetUpsVisitor {
    /// What comes out.
    type Out;
    /// Works with the game in all its set-ups.
    fn visit<G: Game>(self, games: Vec<G>) -> Self::Out;
}

/// Hands the only one of several set-ups on.
struct Only<V>(V);

impl<V: Visitor> SetUpsVisitor for Only<V> {
    type Out = V::Out;

    fn visit<G: Game>(self, mut games: Vec<G>) -> Self::Out {
        self.0.visit(games.swap_remove(0))
    }
}

/// Writes the list of all games, and the match that sets up the one that was asked for.
macro_rules! games {
    ($($room:ident::$game:ident),+ $(,)?) => {
        /// All games, in the order in which they are listed.
        pub static GAMES: &[&GameEntry] = &[$(&$room::ENTRY),+];

        $(impl SetUp for $room::$game {
            const ENTRY: &'static GameEntry = &$room::ENTRY;

            fn set_up(setup: &GameSetup) -> Result<Self, SetupError> {
                $room::$game::new(setup)
            }
        })+

        /// Sets up one game in several ways at once and hands them all to the visitor.
        ///
        /// # Errors
        /// [`SetupError`] for the first set-up that is not accepted.
        ///
        /// # Panics
        /// If there is no set-up, or they are not all of one game.
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

/// The entry of a game that ships.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn entry(name: &str) -> Result<&'static GameEntry, SetupError> {
    find(GAMES, name)
}

/// Sets up the game that was asked for and hands it to the visitor.
///
/// # Errors
/// [`SetupError`] if game, player count, options or data are not accepted.
pub fn open<V: Visitor>(setup: &GameSetup, visitor: V) -> Result<V::Out, SetupError> {
    open_all(std::slice::from_ref(setup), Only(visitor))
}

/// The entry of the one game that these set-ups are of, and fit.
fn check_setups(setups: &[GameSetup]) -> Result<&'static GameEntry, SetupError> {
    assert!(!setups.is_empty(), "there is nothing to set up");
    let entry = entry(&setups[0].game)?;
    for setup in setups {
        assert_eq!(setup.game, entry.name, "one game at a time");
        check(entry, setup)?;
    }
    Ok(entry)
}

/// The game in all its set-ups. Equal ones share what does not change in play.
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
