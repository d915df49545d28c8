//! Contract of inputs and action indices: inputs contain exactly what a seat knows, and indices match
//! actions.

use std::collections::BTreeMap;

use portolan_core::encoding::Inputs;
use portolan_core::game::{Game, Seat};

/// Inputs and action indices observed in the games of one set-up.
pub struct Observed {
    /// Description shown to the seat, by observer and inputs.
    positions: BTreeMap<(Seat, Vec<(u16, u32)>), String>,
    notations: BTreeMap<u32, String>,
    numbers: BTreeMap<String, u32>,
}

impl Observed {
    /// Creates an empty record, and checks that input names are short and unique.
    pub fn new<G: Game>(game: &G) -> Observed {
        let names: std::collections::BTreeSet<&String> = game.input_names().iter().collect();
        assert_eq!(
            names.len(),
            game.input_names().len(),
            "an input comes twice"
        );
        assert!(!names.is_empty());
        for name in names {
            let fine = !name.is_empty() && name.len() <= 48 && name.trim() == name;
            assert!(fine && !name.contains(['\n', ',', '"']), "\"{name}\"");
        }
        Observed {
            positions: BTreeMap::new(),
            notations: BTreeMap::new(),
            numbers: BTreeMap::new(),
        }
    }

    /// Positions with different descriptions must have different inputs.
    pub fn position<G: Game>(&mut self, game: &G, state: &G::State, observer: Seat) {
        let shown = game.describe(state, Some(observer));
        let known = self
            .positions
            .entry((observer, inputs_of(game, state, observer)));
        let before = known.or_insert_with(|| shown.clone());
        assert_eq!(*before, shown, "seat {observer}: the inputs are the same");
    }

    /// Action indices must be below the bound, and correspond one-to-one to notation.
    pub fn actions<G: Game>(&mut self, game: &G, state: &G::State, actions: &[G::Action]) {
        for &action in actions {
            let (number, text) = (
                game.action_index(state, action),
                game.action_text(state, action),
            );
            assert!(number < game.action_bound(), "{text}: {number}");
            let to_policy = game.policy_slot(state, action);
            assert!(to_policy < game.policy_slots(), "{text}: {to_policy}");
            let before = self.notations.entry(number).or_insert_with(|| text.clone());
            assert_eq!(*before, text, "number {number}");
            assert_eq!(
                *self.numbers.entry(text.clone()).or_insert(number),
                number,
                "{text}"
            );
        }
    }
}

/// Returns the sorted inputs of a position, and checks that every index is unique and below the bound,
/// and every value finite and nonzero.
pub fn inputs_of<G: Game>(game: &G, state: &G::State, observer: Seat) -> Vec<(u16, u32)> {
    let mut inputs = Inputs::default();
    game.observe(state, observer, &mut inputs);
    let mut list: Vec<(u16, u32)> = (inputs.list().iter())
        .map(|input| {
            assert!(input.value.is_finite() && input.value != 0.0, "{input:?}");
            assert!(
                usize::from(input.number) < game.input_names().len(),
                "{input:?}"
            );
            (input.number, input.value.to_bits())
        })
        .collect();
    check_row(game, state, observer, &inputs);
    list.sort_unstable();
    for pair in list.windows(2) {
        let name = &game.input_names()[usize::from(pair[0].0)];
        assert_ne!(pair[0].0, pair[1].0, "{name} is filled twice");
    }
    list
}

/// A dense row must contain the same inputs bit for bit, and 0 everywhere else, regardless of its
/// previous content.
fn check_row<G: Game>(game: &G, state: &G::State, observer: Seat, inputs: &Inputs) {
    let mut row = vec![7.0; game.input_names().len()];
    game.observe_row(state, observer, &mut Inputs::default(), &mut row, None);
    let mut wanted = vec![0; row.len()];
    for input in inputs.list() {
        wanted[usize::from(input.number)] = input.value.to_bits();
    }
    let found: Vec<u32> = row.into_iter().map(f32::to_bits).collect();
    assert_eq!(found, wanted);
    // A row of every other input.
    let columns: Vec<u16> = (0..found.len() as u16)
        .map(|input| match input % 2 {
            0 => input / 2,
            _ => u16::MAX,
        })
        .collect();
    let mut row = vec![7.0; found.len().div_ceil(2)];
    let inputs = &mut Inputs::default();
    game.observe_row(state, observer, inputs, &mut row, Some(&columns));
    let found = row.into_iter().map(f32::to_bits);
    assert!(found.eq(wanted.into_iter().step_by(2)));
}

/// A part that is omitted as unchanged must be unchanged.
pub fn check_changes<G: Game>(game: &G, before: &G::State, state: &G::State, observer: Seat) {
    let (mut known, mut whole, mut changed) = Default::default();
    game.observe(before, observer, &mut known);
    game.observe(state, observer, &mut whole);
    game.observe_after(before, state, observer, &mut changed);
    let (known, whole, changed): (Inputs, Inputs, Inputs) = (known, whole, changed);
    if changed.parts().is_empty() {
        assert_eq!(changed, whole);
        return;
    }
    assert!(known.parts().iter().all(|part| !part.same));
    assert_eq!(known.parts().len(), changed.parts().len());
    let mut list = Vec::new();
    for (before, part) in known.parts().iter().zip(changed.parts()) {
        list.extend_from_slice(match part.same {
            true => &known.list()[before.range()],
            false => &changed.list()[part.range()],
        });
    }
    assert_eq!(list, whole.list());
}

/// Returns the names of the inputs that differ between two positions, for this observer.
pub fn differences<G: Game>(
    game: &G,
    one: &G::State,
    other: &G::State,
    observer: Seat,
) -> Vec<String> {
    let (one, other) = (
        inputs_of(game, one, observer),
        inputs_of(game, other, observer),
    );
    let only = |in_one: &[(u16, u32)], in_other: &[(u16, u32)]| -> Vec<u16> {
        let only = in_one.iter().filter(|input| !in_other.contains(input));
        only.map(|input| input.0).collect()
    };
    let mut numbers = only(&one, &other);
    numbers.extend(only(&other, &one));
    numbers.sort_unstable();
    numbers.dedup();
    let name = |number: u16| game.input_names()[usize::from(number)].clone();
    numbers.into_iter().map(name).collect()
}
