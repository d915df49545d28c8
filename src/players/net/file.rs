//! Weights as a safetensors file, with the game, inputs, data set, scale and training record in its header. The writer
//! uses 32-bit numbers; the reader also accepts 16-bit ones, which `scripts/halve_network.py` produces to halve the
//! file size.

use std::collections::{BTreeMap, HashMap};

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::weights::{HEADS, POLICY, PolicyWeights, SECOND, Weights};

/// Header key of the metadata. There is only one key, so that equal weights give equal bytes.
const KEY: &str = "portolan";
/// Format number of a network without a policy.
const FORMAT: u32 = 1;
/// Format number of a network with a policy.
const FORMAT_WITH_POLICY: u32 = 2;
/// Format number of a network with a policy that has rows of traits. Other formats are rejected.
const FORMAT_WITH_TRAITS: u32 = 3;

/// Metadata in the header.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    game: String,
    data: String,
    scale: f32,
    head_bias: [f32; HEADS],
    inputs: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    traits: Vec<String>,
    record: BTreeMap<String, String>,
}

/// Returns the bytes of a weights file. Equal weights give equal bytes.
///
/// # Errors
/// The message of the safetensors library if serialization fails.
pub fn write(weights: &Weights) -> Result<Vec<u8>, String> {
    let traits = weights.policy.as_ref().map(|policy| policy.traits.clone());
    let header = Header {
        format: match &traits {
            None => FORMAT,
            Some(traits) if traits.is_empty() => FORMAT_WITH_POLICY,
            Some(_) => FORMAT_WITH_TRAITS,
        },
        game: weights.game.clone(),
        data: weights.data.clone(),
        scale: weights.scale,
        head_bias: weights.head_bias,
        inputs: weights.inputs.clone(),
        traits: traits.unwrap_or_default(),
        record: weights.record.clone(),
    };
    let header = toml::to_string(&header).map_err(|error| error.to_string())?;
    let [lead, win] = &weights.heads;
    let (inputs, units) = (weights.inputs.len(), weights.first_units);
    let mut tensors = vec![
        ("first", &weights.first, vec![inputs, units]),
        ("first_bias", &weights.first_bias, vec![units]),
        ("second", &weights.second, vec![units, SECOND]),
        ("second_bias", &weights.second_bias, vec![SECOND]),
        ("lead", lead, vec![SECOND]),
        ("win", win, vec![SECOND]),
    ];
    if let Some(policy) = &weights.policy {
        let actions = policy.logit_bias.len();
        tensors.extend([
            ("policy", &policy.layer, vec![units, POLICY]),
            ("policy_bias", &policy.layer_bias, vec![POLICY]),
            ("logits", &policy.logits, vec![actions, POLICY]),
            ("logit_bias", &policy.logit_bias, vec![actions]),
        ]);
    }
    let bytes = tensors.iter().map(|(_, numbers, _)| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    });
    let bytes: Vec<Vec<u8>> = bytes.collect();
    let views: Result<Vec<(&str, TensorView)>, _> = tensors
        .into_iter()
        .zip(&bytes)
        .map(|((name, _, shape), bytes)| Ok((name, TensorView::new(Dtype::F32, shape, bytes)?)))
        .collect();
    let views = views.map_err(|error: safetensors::SafeTensorError| error.to_string())?;
    let header = HashMap::from([(KEY.to_string(), header)]);
    serialize(views, Some(header)).map_err(|error| error.to_string())
}

/// Returns the SHA-256 of a file in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses a weights file.
///
/// # Errors
/// A message if the file is damaged or has another format.
pub fn read(bytes: &[u8]) -> Result<Weights, String> {
    let damaged = |problem: String| format!("not a network of this program: {problem}");
    let (_, head) =
        SafeTensors::read_metadata(bytes).map_err(|error| damaged(error.to_string()))?;
    let text = head.metadata().as_ref().and_then(|head| head.get(KEY));
    let text = text.ok_or_else(|| damaged(format!("its header has no \"{KEY}\"")))?;
    let header: Header =
        toml::from_str(text).map_err(|error| damaged(error.message().to_string()))?;
    let has_policy = match header.format {
        FORMAT => false,
        FORMAT_WITH_POLICY | FORMAT_WITH_TRAITS => true,
        other => {
            return Err(damaged(format!(
                "format {other}, and this program reads formats {FORMAT} to {FORMAT_WITH_TRAITS}"
            )));
        }
    };
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(error.to_string()))?;
    let numbers = |name: &str| -> Result<Vec<f32>, String> {
        let tensor = tensors
            .tensor(name)
            .map_err(|error| damaged(error.to_string()))?;
        match tensor.dtype() {
            Dtype::F32 => {
                let (numbers, _) = tensor.data().as_chunks::<4>();
                let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
                Ok(numbers.collect())
            }
            Dtype::F16 => {
                let (numbers, _) = tensor.data().as_chunks::<2>();
                let numbers = numbers.iter().map(|bytes| f16::from_le_bytes(*bytes));
                Ok(numbers.map(f16::to_f32).collect())
            }
            other => Err(damaged(format!(
                "{name} has numbers of type {other:?}; expected F32 or F16"
            ))),
        }
    };
    let first_bias = numbers("first_bias")?;
    let weights = Weights {
        game: header.game,
        data: header.data,
        inputs: header.inputs,
        first_units: first_bias.len(),
        scale: header.scale,
        first: numbers("first")?,
        first_bias,
        second: numbers("second")?,
        second_bias: numbers("second_bias")?,
        heads: [numbers("lead")?, numbers("win")?],
        head_bias: header.head_bias,
        policy: match has_policy {
            false => None,
            true => Some(PolicyWeights {
                layer: numbers("policy")?,
                layer_bias: numbers("policy_bias")?,
                logits: numbers("logits")?,
                logit_bias: numbers("logit_bias")?,
                traits: header.traits,
            }),
        },
        record: header.record,
    };
    weights.check().map_err(damaged)?;
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::sample::weights;

    #[test]
    fn weights_are_read_back_and_written_deterministically() {
        let bytes = write(&weights(2, 64)).unwrap();
        assert_eq!(read(&bytes), Ok(weights(2, 64)));
        assert!((0..20).all(|_| write(&weights(2, 64)).unwrap() == bytes));
    }

    #[test]
    fn policy_weights_are_read_back() {
        let numbers = |count: usize| (0..count).map(|index| index as f32 / 9.0).collect();
        let with_policy = Weights {
            policy: Some(PolicyWeights {
                layer: numbers(64 * POLICY),
                layer_bias: numbers(POLICY),
                logits: numbers(5 * POLICY),
                logit_bias: numbers(5),
                traits: vec!["buy/cost".to_string(), "buy/vp".to_string()],
            }),
            ..weights(2, 64)
        };
        assert_eq!(read(&write(&with_policy).unwrap()), Ok(with_policy.clone()));
        let mut short = with_policy;
        if let Some(policy) = &mut short.policy {
            policy.logits.pop();
        }
        assert_eq!(
            short.check().unwrap_err(),
            format!(
                "logits has {} numbers, expected {}",
                5 * POLICY - 1,
                5 * POLICY
            )
        );
    }

    /// 16-bit numbers are read as the nearest 16-bit value.
    #[test]
    fn half_precision_numbers_are_read_back_rounded() {
        let exact = weights(2, 64);
        let bytes = write(&exact).unwrap();
        let (_, head) = SafeTensors::read_metadata(&bytes).unwrap();
        let whole = SafeTensors::deserialize(&bytes).unwrap();
        let halved: Vec<(String, Vec<usize>, Vec<u8>)> = (whole.tensors().into_iter())
            .map(|(name, tensor)| {
                let numbers = tensor.data().as_chunks::<4>().0.iter();
                let halves = numbers.map(|bytes| f16::from_f32(f32::from_le_bytes(*bytes)));
                let bytes = halves.flat_map(f16::to_le_bytes).collect();
                (name, tensor.shape().to_vec(), bytes)
            })
            .collect();
        let views = halved.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F16, shape.clone(), bytes).unwrap();
            (name.as_str(), view)
        });
        let small = serialize(views, head.metadata().clone()).unwrap();
        assert!(small.len() < bytes.len());
        let read = read(&small).unwrap();
        assert_ne!(read, exact);
        for (read, exact) in read.first.iter().zip(&exact.first) {
            assert_eq!(*read, f16::from_f32(*exact).to_f32());
        }
        let foreign = TensorView::new(Dtype::F64, vec![1], &[0; 8]).unwrap();
        let foreign = serialize([("first_bias", foreign)], head.metadata().clone()).unwrap();
        let problem = super::read(&foreign).unwrap_err();
        assert!(problem.contains("expected F32 or F16"), "{problem}");
    }

    #[test]
    fn damaged_and_foreign_network_files_are_rejected() {
        let bytes = write(&weights(2, 64)).unwrap();
        let refused = |bytes: &[u8], wanted: &str| {
            let problem = read(bytes).unwrap_err();
            assert!(
                problem.starts_with("not a network of this program: "),
                "{problem}"
            );
            assert!(problem.contains(wanted), "no \"{wanted}\" in {problem}");
        };
        refused(b"", "");
        refused(b"kind = \"greedy\"\n", "");
        for length in [8, 100, bytes.len() - 1] {
            refused(&bytes[..length], "");
        }
        let mut other = weights(2, 64);
        other.first[5] = f32::NAN;
        refused(&write(&other).unwrap(), "number 5 of first is not finite");
        let mut other = weights(2, 64);
        other.inputs.push("more".to_string());
        refused(&write(&other).unwrap_or_default(), "");
        let numbers = 1f32.to_le_bytes();
        let foreign = TensorView::new(Dtype::F32, vec![1], &numbers).unwrap();
        let foreign = serialize([("first", foreign)], None).unwrap();
        refused(&foreign, "its header has no \"portolan\"");
    }
}
