//! Columns of observations: all inputs of a game, or a selection of them.

use portolan::bots::Bot;
use portolan::encoding::Inputs;
use portolan::game::{Game, Rules, Seat};
use portolan::random::{Streams, below, deal_seed, stream};

/// A selection of the inputs of a game.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Input of each column.
    pub inputs: Vec<usize>,
    /// Column of each input.
    of_input: Vec<Option<usize>>,
}

impl Columns {
    /// Creates a selection from the inputs 0 to `all` - 1, in ascending order.
    ///
    /// # Errors
    /// A message if an input does not exist or if the order is another.
    pub fn new(inputs: Vec<i64>, all: usize) -> Result<Columns, String> {
        let in_order = inputs.windows(2).all(|pair| pair[0] < pair[1]);
        let exist = inputs.iter().all(|&input| (0..all as i64).contains(&input));
        if !in_order || !exist || inputs.is_empty() {
            return Err(format!(
                "inputs: expected \"used\" or indices from 0 to {} in ascending order",
                all - 1
            ));
        }
        let inputs: Vec<usize> = inputs.into_iter().map(|input| input as usize).collect();
        let mut of_input = vec![None; all];
        for (column, &input) in inputs.iter().enumerate() {
            of_input[input] = Some(column);
        }
        Ok(Columns { inputs, of_input })
    }

    /// Returns the column of an input, or `None` if it is not selected. `columns` is `None` if all inputs are selected.
    pub fn of(columns: Option<&Columns>, input: u16) -> Option<usize> {
        match columns {
            None => Some(input.into()),
            Some(columns) => columns.of_input[usize::from(input)],
        }
    }
}

/// Writes the observation of a seat to a row.
pub fn write_row<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    columns: Option<&Columns>,
    inputs: &mut Inputs,
    values: &mut [f32],
) {
    let Some(columns) = columns else {
        return game.observe_row(state, seat, inputs, values);
    };
    game.observe(state, seat, inputs);
    values.fill(0.0);
    for input in inputs.list() {
        if let Some(column) = columns.of_input[usize::from(input.number)] {
            values[column] = input.value;
        }
    }
}

/// Returns the inputs that do not have the same value in all observations of some games. Random players and a bot play
/// the games in turn.
pub fn used<G: Game>(game: &G, bot: &mut dyn Bot<G>, games: usize, seed: u64) -> Vec<usize> {
    let all = game.input_names().len();
    let (mut first, mut counts, mut varies) = (vec![0.0; all], vec![0_u64; all], vec![false; all]);
    let (mut rows, mut inputs, mut legal) = (0, Inputs::default(), Vec::new());
    for number in 0..games as u64 {
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
    (0..all).filter(changes).collect()
}
