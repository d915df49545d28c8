//! Set-ups in which the games of a training round are played: the given set-ups and, with `[draw]`, also set-ups with
//! drawn data sets and rule options.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::LearnError;
use super::file::Resolved;
use crate::bots::networks::learnt_composition;
use crate::component_encoding::ComponentEncoding;
use crate::drawn_data::{draw, scale};
use crate::net::expansion::Expansion;
use crate::net::parameters::Parameters;
use crate::net::{Network, Weights};
use crate::play::dyn_game::{DynGame, set_up};
use crate::play::selfplay::Round;
use crate::random::{Rng, below, derive_seed, stream, unit};
use crate::registry::entry;
use crate::settings::learning::DrawnGames;
use crate::setup::GameSetup;

/// Shares of the cells that change in a drawn data set; each set draws one of them.
const STRENGTHS: [f64; 5] = [0.03, 0.1, 0.3, 0.6, 1.0];
/// Share of the drawn data sets in which whole columns are also scaled.
const WIDE: f64 = 0.5;
/// Number of data sets that are drawn to find the traits that components can have.
const TRAIT_SETS: u64 = 60;

/// A set-up of a round, with the networks that play it.
pub struct World<'run> {
    pub game: Box<dyn DynGame>,
    pub round: Round<'run>,
}

/// A set-up of a round before its game is built.
struct Drawn {
    setup: GameSetup,
    /// The set-up with the data of the training, if the data of `setup` are drawn.
    given: Option<GameSetup>,
    /// True if components are evaluated by their traits alone.
    by_traits: bool,
}

/// Returns the index of the set-up for a game of a round. Games with the same set-up have consecutive numbers.
pub fn world_of(number: u64, games: u64, worlds: usize) -> usize {
    (number * worlds as u64 / games.max(1)) as usize
}

/// Returns the parameters of the network of a training, including the parameters of the network to start from.
///
/// # Errors
/// [`LearnError`] if a set-up is invalid.
pub fn parameters(resolved: &Resolved, start: Option<&Weights>) -> Result<Parameters, LearnError> {
    let learning = &resolved.learning;
    let mut parameters = start.map(Weights::parameters).unwrap_or_default();
    let mut add = |setup: &GameSetup| -> Result<Box<dyn DynGame>, LearnError> {
        let game = set_up(setup)?;
        parameters.add_game(&*game);
        Ok(game)
    };
    let mut compositions = Vec::new();
    for setup in &resolved.setups {
        compositions.push(add(setup)?.composition());
    }
    if let Some(drawn) = &learning.draw {
        for (option, values) in &drawn.set {
            for value in values {
                let mut setup = resolved.setups[0].clone();
                setup.options.insert(option.clone(), value.clone());
                compositions.push(add(&setup)?.composition());
            }
        }
        let entry = entry(&learning.game)?;
        let found: Vec<ComponentEncoding> = (0..TRAIT_SETS)
            .into_par_iter()
            .map(|number| {
                let mut setup = resolved.setups[0].clone();
                let seed = derive_seed(learning.deals(), &[4, number]);
                setup.data = draw(entry, &setup.data, seed, 1.0);
                Ok(set_up(&setup)?.composition())
            })
            .collect::<Result<_, LearnError>>()?;
        compositions.extend(found);
        compositions
            .iter()
            .for_each(|composition| parameters.add_traits(composition));
    }
    Ok(parameters)
}

/// Returns the set-ups of a round with their networks.
///
/// # Errors
/// [`LearnError`] if a set-up is invalid or a network does not fit its game.
pub fn worlds<'run>(
    resolved: &'run Resolved,
    parameters: &Parameters,
    number: u64,
    network: Option<&Weights>,
    earlier: &[Weights],
) -> Result<Vec<World<'run>>, LearnError> {
    let learning = &resolved.learning;
    let setups = learning
        .draw
        .as_ref()
        .map_or(resolved.setups.len(), |drawn| drawn.setups as usize);
    let build = |world: usize| -> Result<World<'run>, LearnError> {
        let drawn = drawn(resolved, number, world)?;
        let game = set_up(&drawn.setup)?;
        let now = game.composition();
        let layout = (game.input_names(), game.policy_slots());
        let learnt = match (&drawn.given, drawn.by_traits) {
            (_, true) => ComponentEncoding::default(),
            (Some(given), false) => set_up(given)?.composition(),
            (None, false) => now.clone(),
        };
        let built = |weights: &Weights, learnt: &ComponentEncoding| {
            let expansion = Expansion::new(&weights.parameters(), layout, learnt, &now);
            Network::expanded(weights, &expansion)
                .map(Arc::new)
                .map_err(LearnError::Network)
        };
        // The network to start from may have been trained with other components.
        let of_network = |weights: &Weights| match number == 1 && !drawn.by_traits {
            true => learnt_composition(weights, &*game),
            false => learnt.clone(),
        };
        let expansion = Expansion::new(parameters, layout, &learnt, &now);
        let round = Round {
            learning,
            number,
            network: network
                .map(|weights| built(weights, &of_network(weights)))
                .transpose()?,
            earlier: earlier
                .iter()
                .map(|weights| built(weights, &learnt))
                .collect::<Result<_, LearnError>>()?,
            expansion: Arc::new(expansion),
        };
        Ok(World { game, round })
    };
    (0..setups).into_par_iter().map(build).collect()
}

/// Draws a set-up of a round.
fn drawn(resolved: &Resolved, round: u64, world: usize) -> Result<Drawn, LearnError> {
    let learning = &resolved.learning;
    let setup = resolved.setups[world % resolved.setups.len()].clone();
    let given = |by_traits: bool| Drawn {
        setup: setup.clone(),
        given: None,
        by_traits,
    };
    let Some(drawn) = &learning.draw else {
        return Ok(given(false));
    };
    let seed = derive_seed(learning.deals(), &[3, round, world as u64]);
    let mut rng = stream(seed, &[0]);
    if unit(&mut rng) >= drawn.share {
        return Ok(given(unit(&mut rng) < drawn.by_traits));
    }
    let with_options = GameSetup {
        options: options(drawn, &setup, &mut rng),
        ..setup.clone()
    };
    // If the drawn options are incompatible, use the given options.
    let of_options = match set_up(&with_options) {
        Ok(_) => with_options,
        Err(_) => setup.clone(),
    };
    let strength = STRENGTHS[below(&mut rng, STRENGTHS.len() as u32) as usize];
    let entry = entry(&learning.game)?;
    let mut data = draw(entry, &of_options.data, seed, strength);
    if unit(&mut rng) < WIDE {
        // `draw` uses the streams of `seed`.
        data = scale(entry, &data, derive_seed(seed, &[1]));
    }
    Ok(Drawn {
        setup: GameSetup {
            data,
            ..of_options.clone()
        },
        given: Some(of_options),
        by_traits: false,
    })
}

/// Returns the options of a set-up with drawn values.
fn options(drawn: &DrawnGames, setup: &GameSetup, rng: &mut Rng) -> BTreeMap<String, String> {
    let mut options = setup.options.clone();
    for (option, values) in &drawn.set {
        let value = &values[below(rng, values.len() as u32) as usize];
        options.insert(option.clone(), value.clone());
    }
    options
}
