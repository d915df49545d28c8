//! What the rules are played with: components, options and what follows from them.

use super::components::{Buildings, CORN, Components, GOODS, good_of};
use super::functions::Functions;
use super::load;
use super::options::Options;
use super::prices::Prices;
use super::state::Members;
use crate::game::MAX_SEATS;
use crate::item::Terms;
use crate::setup::{GameSetup, SetupError};

/// The rules with components and options chosen. Every chapter adds its part to it.
#[derive(Clone, Debug)]
pub(super) struct Ruleset {
    pub components: Components,
    pub options: Options,
    pub players: usize,
    /// Role cards in play, as a set.
    pub roles: u8,
    /// Doubloons that each seat starts with.
    pub start_money: [u8; MAX_SEATS],
    /// What buildings cost, house rules included.
    pub prices: Prices,
    /// What small violet buildings do.
    pub functions: Functions,
    /// Circles of the production buildings for a good, by the set of those buildings in a city; for
    /// good 0, of all of them.
    pub circles_for: [[u8; 64]; GOODS],
    /// On what terms seats have access to buildings.
    pub terms: Terms,
    /// By seat: buildings that it may not build.
    pub forbidden: [Buildings; MAX_SEATS],
}

impl Ruleset {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let options = Options::read(&setup.options, setup.players)?;
        let components =
            load::load(&setup.data, options.profile, setup.players).map_err(SetupError::Data)?;
        let costs = std::array::from_fn(|building| {
            options.costs[building].unwrap_or(components.buildings[building].cost)
        });
        Ok(Ruleset {
            players: setup.players,
            roles: load::roles(&components.setup),
            start_money: start_money(&components, &options, setup.players)?,
            prices: Prices::new(&components.buildings, costs),
            functions: load::functions_of(&setup.data),
            circles_for: circles_for(&components),
            terms: Terms::FREE,
            forbidden: [0; MAX_SEATS],
            components,
            options,
        })
    }
}

/// PR-2.1, with the house rule for corn seats.
fn start_money(
    components: &Components,
    options: &Options,
    players: usize,
) -> Result<[u8; MAX_SEATS], SetupError> {
    let row = &components.setup;
    let mut money = [0; MAX_SEATS];
    for (seat, money) in money[..players].iter_mut().enumerate() {
        let more = match usize::from(row.plantations[seat]) {
            CORN => options.corn_doubloons,
            _ => 0,
        };
        *money = row
            .doubloons
            .checked_add_signed(more)
            .ok_or_else(|| SetupError::OptionValue {
                name: "corn_doubloons".to_string(),
                value: more.to_string(),
                expected: format!("at least -{}, which everybody has", row.doubloons),
            })?;
    }
    Ok(money)
}

/// The table [`Ruleset::circles_for`].
fn circles_for(components: &Components) -> [[u8; 64]; GOODS] {
    std::array::from_fn(|good| {
        std::array::from_fn(|set| {
            Members(set as u32)
                .filter(|&building| good == 0 || good_of(building) == Some(good))
                .map(|building| components.buildings[building].slots)
                .sum()
        })
    })
}
