//! Rules of one game: components, options and values derived from them.

use super::options::Options;
use super::prices::Prices;
use super::state::Members;
use crate::game::MAX_SEATS;
use crate::item::Terms;
use crate::options::add_by_seat;
use crate::puerto_rico::components::functions::Functions;
use crate::puerto_rico::components::{
    BUILDINGS, Buildings, CORN, Components, GOODS, good_of, load,
};
use crate::setup::{GameSetup, SetupError};

/// Rules with the chosen components and options. Each module implements its part of the rules on
/// this type.
#[derive(Clone, Debug)]
pub(crate) struct Ruleset {
    pub components: Components,
    pub options: Options,
    pub players: usize,
    /// Set of role cards in play.
    pub roles: u8,
    /// Doubloons at the start, by seat.
    pub start_money: [u8; MAX_SEATS],
    /// Costs of buildings by the data and the options.
    pub costs: [u8; BUILDINGS],
    /// Prices of buildings, including house rules and repriced items.
    pub prices: Prices,
    /// Functions of the small violet buildings.
    pub functions: Functions,
    /// Number of circles on production buildings, indexed by good and by the set of production
    /// buildings in a city. Good 0 gives the number for all goods together.
    pub circles_for: [[u8; 64]; GOODS],
    /// Terms of access to buildings, by seat.
    pub terms: Terms,
    /// Sets of buildings that a seat may not build, by seat.
    pub forbidden: [Buildings; MAX_SEATS],
}

impl Ruleset {
    /// Creates the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
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
            start_money: start_money(&components, &options, setup)?,
            costs,
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

/// Returns the doubloons at the start by seat (PR-2.1), including the house rules for seats that
/// start with corn and for single seats.
fn start_money(
    components: &Components,
    options: &Options,
    setup: &GameSetup,
) -> Result<[u8; MAX_SEATS], SetupError> {
    let row = &components.setup;
    let mut money = [0; MAX_SEATS];
    for (seat, money) in money[..setup.players].iter_mut().enumerate() {
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
                expected: format!(
                    "at least -{}, because every seat has at least this money",
                    row.doubloons
                ),
            })?;
    }
    add_by_seat(
        &setup.options,
        "doubloons",
        -4..=10,
        &mut money[..setup.players],
    )?;
    Ok(money)
}

/// Computes the table [`Ruleset::circles_for`].
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
