//! Columns of observations: all inputs of a game, or a selection of them.

use portolan::bots::Bot;
use portolan::encoding::Inputs;
use portolan::game::{Game, Rules};
use portolan::random::{Streams, below, deal_seed, stream};
use pyo3::prelude::*;

use crate::arguments::wrong;
use crate::threads::check_interrupt;

/// A selection of the inputs of a game.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Input of each column.
    pub inputs: Vec<usize>,
    /// Column of each input, or [`u16::MAX`].
    of_input: Vec<u16>,
}

impl Columns {
    /// Creates a selection from the inputs 0 to `all` - 1, in ascending order.
    ///
    /// # Errors
    /// `ValueError` if an input does not exist or if the inputs are not in ascending order.
    pub fn new(inputs: Vec<i64>, all: usize) -> PyResult<Columns> {
        let in_order = inputs.windows(2).all(|pair| pair[0] < pair[1]);
        let exist = inputs.iter().all(|&input| (0..all as i64).contains(&input));
        if !in_order || !exist || inputs.is_empty() {
            return Err(wrong(format!(
                "inputs: expected \"used\" or indices from 0 to {} in ascending order",
                all - 1
            )));
        }
        let inputs: Vec<usize> = inputs.into_iter().map(|input| input as usize).collect();
        let mut of_input = vec![u16::MAX; all];
        for (column, &input) in (0..).zip(&inputs) {
            of_input[input] = column;
        }
        Ok(Columns { inputs, of_input })
    }

    /// Returns the column of each input, as [`Encoding::observe_row`](portolan::game::Encoding::observe_row) expects it.
    pub fn of_input(columns: Option<&Columns>) -> Option<&[u16]> {
        columns.map(|columns| &columns.of_input[..])
    }

    /// Returns the column of an input, or `None` if it is not selected. `columns` is `None` if all inputs are selected.
    pub fn of(columns: Option<&Columns>, input: u16) -> Option<usize> {
        let column =
            Columns::of_input(columns).map_or(input, |columns| columns[usize::from(input)]);
        (column < u16::MAX).then_some(column.into())
    }
}

/// Returns the inputs that do not have the same value in all observations of some games. Random players and a bot play
/// the games in turn.
pub fn used<G: Game>(
    game: &G,
    bot: &mut dyn Bot<G>,
    games: usize,
    seed: u64,
) -> PyResult<Vec<i64>> {
    let all = game.input_names().len();
    let (mut first, mut counts, mut varies) = (vec![0.0; all], vec![0_u64; all], vec![false; all]);
    let (mut rows, mut inputs, mut legal) = (0, Inputs::default(), Vec::new());
    for number in 0..games as u64 {
        check_interrupt()?;
        let deal = deal_seed(seed, number);
        let (mut chance, rng) = (Streams::new(deal), &mut stream(deal, &[]));
        let mut state = game.new_state(&mut chance, &mut ());
        loop {
            for seat in (0..Rules::seats(game)).filter(|&seat| game.automa(seat).is_none()) {
                game.observe(&state, seat, &mut inputs);
                rows += 1;
                for input in inputs.list() {
                    let index = usize::from(input.number);
                    if counts[index] == 0 {
                        first[index] = input.value;
                    }
                    counts[index] += 1;
                    varies[index] |= first[index] != input.value;
                }
            }
            if game.to_move(&state).is_none() {
                break;
            }
            game.legal_actions(&state, &mut legal);
            let choice = match number % 2 {
                0 => below(rng, legal.len() as u32) as usize,
                _ => bot.choose(game, &state, &legal, rng),
            };
            game.apply(&mut state, legal[choice], &mut chance, &mut ());
        }
    }
    let changes = |&input: &usize| varies[input] || (counts[input] > 0 && counts[input] < rows);
    Ok((0..all).filter(changes).map(|input| input as i64).collect())
}
