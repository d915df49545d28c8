//! Network files: reading, writing, and weights in the layout of one game.

use std::collections::BTreeMap;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use portolan::bots::find;
use portolan::bots::networks::{NetworkFile, learnt_composition};
use portolan_players::net::expansion::Expansion;
use portolan_players::net::file::write;
use portolan_players::net::weights::{
    COMPOSITION, HEADS, POLICY, POLICY_EDITION, PolicyWeights, SECOND, Weights,
};

use crate::arguments::wrong;
use crate::game::Game;

fn array<'py>(py: Python<'py>, numbers: &[f32], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_slice(py, numbers);
    Ok(array.reshape(shape.to_vec())?.into_any())
}

/// Converts weights to a dictionary of arrays and descriptions.
fn dictionary<'py>(py: Python<'py>, weights: &Weights) -> PyResult<Bound<'py, PyDict>> {
    let (inputs, units) = (weights.inputs.len(), weights.first_units);
    let arrays = PyDict::new(py);
    let [lead, win] = &weights.heads;
    let [lead_bias, win_bias] = &weights.head_bias;
    for (name, numbers, shape) in [
        ("first", &weights.first[..], &[inputs, units][..]),
        ("first_bias", &weights.first_bias, &[units]),
        ("second", &weights.second, &[units, SECOND]),
        ("second_bias", &weights.second_bias, &[SECOND]),
        ("lead", lead, &[SECOND]),
        ("lead_bias", &[*lead_bias], &[1]),
        ("win", win, &[SECOND]),
        ("win_bias", &[*win_bias], &[1]),
    ] {
        arrays.set_item(name, array(py, numbers, shape)?)?;
    }
    let mut traits = &Vec::new();
    if let Some(policy) = &weights.policy {
        let rows = policy.logit_bias.len();
        traits = &policy.traits;
        for (name, numbers, shape) in [
            ("policy", &policy.layer, &[units, POLICY][..]),
            ("policy_bias", &policy.layer_bias, &[POLICY]),
            ("logits", &policy.logits, &[rows, POLICY]),
            ("logit_bias", &policy.logit_bias, &[rows]),
        ] {
            arrays.set_item(name, array(py, numbers, shape)?)?;
        }
    }
    let found = PyDict::new(py);
    found.set_item("arrays", arrays)?;
    found.set_item("game", &weights.game)?;
    found.set_item("data", &weights.data)?;
    found.set_item("inputs", &weights.inputs)?;
    found.set_item("traits", traits)?;
    found.set_item("scale", weights.scale)?;
    found.set_item("record", &weights.record)?;
    Ok(found)
}

/// Returns the network of a bot of this game. With `plain`, its weights have the layout of the game: a column for each input and a
/// row for each policy index.
#[pyfunction]
pub fn _network_of_bot<'py>(
    py: Python<'py>,
    game: PyRef<'_, Game>,
    bot: &str,
    plain: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let about = game.setting.about();
    let spec = find(bot, about.name()).map_err(wrong)?;
    let file = spec.network_file(about);
    let file = file.ok_or_else(|| wrong(format!("the bot {bot} has no network")))?;
    network(py, &game, file, plain)
}

/// Returns the network in a file, as [`_network_of_bot`] does.
#[pyfunction]
pub fn _network_of_file<'py>(
    py: Python<'py>,
    game: PyRef<'_, Game>,
    path: std::path::PathBuf,
    plain: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let file = NetworkFile::read(path).map_err(wrong)?;
    network(py, &game, &file, plain)
}

fn network<'py>(
    py: Python<'py>,
    game: &Game,
    file: &NetworkFile,
    plain: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let about = game.setting.about();
    let weights = file.weights().map_err(wrong)?;
    if weights.game != about.name() {
        return Err(wrong(format!(
            "the network was trained for {}, but the game is {}",
            weights.game,
            about.name()
        )));
    }
    if !plain {
        return dictionary(py, &weights);
    }
    let learnt = learnt_composition(&weights, about);
    let layout = (about.input_names(), about.policy_slots());
    let expansion = Expansion::new(&weights.parameters(), layout, &learnt, &about.composition());
    let mut plain = weights.plain(&expansion, about.input_names());
    if weights.policy_layout_version() != about.policy_layout_version() {
        // The rows of the policy belong to other actions.
        plain.policy = None;
    }
    dictionary(py, &plain)
}

fn numbers(arrays: &Bound<'_, PyDict>, name: &str, shape: &[usize]) -> PyResult<Vec<f32>> {
    let given = arrays.get_item(name)?;
    let given = given.ok_or_else(|| wrong(format!("the array {name} is missing")))?;
    let array: PyReadonlyArrayDyn<'_, f32> = given.extract()?;
    if array.shape() != shape {
        return Err(wrong(format!(
            "{name}: expected an array of shape {shape:?}, not {:?}",
            array.shape()
        )));
    }
    Ok(array.as_array().iter().copied().collect())
}

/// Returns the bytes of a network file. `arrays` contains float32 arrays, and `names` the inputs of the columns and the
/// traits of the last policy rows; by default, the columns and rows are those of the game.
#[pyfunction]
pub fn _network_bytes<'py>(
    py: Python<'py>,
    game: PyRef<'_, Game>,
    arrays: &Bound<'_, PyDict>,
    names: Option<(Vec<String>, Vec<String>)>,
    scale: f32,
    mut record: BTreeMap<String, String>,
    data: Option<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let about = game.setting.about();
    let is_plain = names.is_none();
    let (inputs, traits) = match names {
        Some(names) => names,
        None => {
            let edition = about.policy_layout_version();
            record.insert(POLICY_EDITION.to_string(), edition.to_string());
            if about.has_other_components() {
                let composition = serde_json::to_string(&about.composition());
                record.insert(COMPOSITION.to_string(), composition.map_err(wrong)?);
            }
            (about.input_names().to_vec(), Vec::new())
        }
    };
    let units = arrays.get_item("first_bias")?;
    let units = units.ok_or_else(|| wrong("the array first_bias is missing"))?;
    let units = units.len()?;
    let one = |name: &str| -> PyResult<f32> { Ok(numbers(arrays, name, &[1])?[0]) };
    let policy = match arrays.contains("logits")? {
        false => None,
        true => {
            let rows = match is_plain {
                true => about.policy_slots() as usize,
                false => arrays
                    .get_item("logit_bias")?
                    .map_or(Ok(0), |bias| bias.len())?,
            };
            Some(PolicyWeights {
                layer: numbers(arrays, "policy", &[units, POLICY])?,
                layer_bias: numbers(arrays, "policy_bias", &[POLICY])?,
                logits: numbers(arrays, "logits", &[rows, POLICY])?,
                logit_bias: numbers(arrays, "logit_bias", &[rows])?,
                traits,
            })
        }
    };
    let heads: [Vec<f32>; HEADS] = [
        numbers(arrays, "lead", &[SECOND])?,
        numbers(arrays, "win", &[SECOND])?,
    ];
    let weights = Weights {
        game: about.name().to_string(),
        data: data.unwrap_or_else(|| game.setting.opening.setup().data.hash()),
        first: numbers(arrays, "first", &[inputs.len(), units])?,
        inputs,
        first_units: units,
        scale,
        first_bias: numbers(arrays, "first_bias", &[units])?,
        second: numbers(arrays, "second", &[units, SECOND])?,
        second_bias: numbers(arrays, "second_bias", &[SECOND])?,
        heads,
        head_bias: [one("lead_bias")?, one("win_bias")?],
        policy,
        record,
    };
    weights.check().map_err(wrong)?;
    Ok(PyBytes::new(py, &write(&weights).map_err(wrong)?))
}
