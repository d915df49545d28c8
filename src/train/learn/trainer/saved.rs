//! File with the state of a trainer, from which training is continued exactly.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use super::Trainer;
use super::fitted::Fitted;

/// Header key for the number of steps in a saved trainer.
const STEPS: &str = "steps";

impl Trainer {
    /// Serializes the trainer so that training can be continued exactly.
    ///
    /// # Errors
    /// The message of the safetensors library if serialization fails.
    pub fn save(&self) -> Result<Vec<u8>, String> {
        let bytes = |numbers: &[f32]| -> Vec<u8> {
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
            bytes.collect()
        };
        let mut tensors: Vec<(String, Vec<u8>)> = Vec::new();
        let slices = self.slices.iter().map(|slice| &slice.fitted);
        let upper = &self.upper;
        let policy = upper.policy.as_ref();
        let policy = policy.map(|policy| [&policy.layer, &policy.logits, &policy.biases]);
        for (name, fitted) in named(slices, [&upper.second, &upper.heads], policy) {
            let Fitted {
                numbers,
                mean,
                square,
            } = fitted;
            for (part, numbers) in [("numbers", numbers), ("mean", mean), ("square", square)] {
                tensors.push((format!("{name}.{part}"), bytes(numbers)));
            }
        }
        tensors.push(("input_scale".to_string(), bytes(&self.scales.inputs)));
        tensors.push(("row_scale".to_string(), bytes(&self.scales.rows)));
        let views: Result<Vec<(&str, TensorView)>, _> = tensors
            .iter()
            .map(|(name, bytes)| {
                let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes)?;
                Ok((name.as_str(), view))
            })
            .collect();
        let views = views.map_err(|error: safetensors::SafeTensorError| error.to_string())?;
        let head = HashMap::from([(STEPS.to_string(), self.steps.to_string())]);
        serialize(views, Some(head)).map_err(|error| error.to_string())
    }

    /// Restores the state saved by a trainer of the same shape.
    ///
    /// # Errors
    /// A message if the file is invalid or has another shape.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let text = |error: safetensors::SafeTensorError| error.to_string();
        let (_, head) = SafeTensors::read_metadata(bytes).map_err(text)?;
        let steps = head.metadata().as_ref().and_then(|head| head.get(STEPS));
        let steps = steps.and_then(|steps| steps.parse().ok());
        self.steps = steps.ok_or("its header has no steps")?;
        let tensors = SafeTensors::deserialize(bytes).map_err(text)?;
        let fill = |name: &str, numbers: &mut [f32]| -> Result<(), String> {
            let tensor = tensors.tensor(name).map_err(text)?;
            let (found, _) = tensor.data().as_chunks::<4>();
            if tensor.dtype() != Dtype::F32 || found.len() != numbers.len() {
                return Err(format!("the shape of {name} does not match this training"));
            }
            for (number, bytes) in numbers.iter_mut().zip(found) {
                *number = f32::from_le_bytes(*bytes);
            }
            Ok(())
        };
        let slices = self.slices.iter_mut().map(|slice| &mut slice.fitted);
        let upper = &mut self.upper;
        let policy = upper.policy.as_mut();
        let policy =
            policy.map(|policy| [&mut policy.layer, &mut policy.logits, &mut policy.biases]);
        for (name, fitted) in named(slices, [&mut upper.second, &mut upper.heads], policy) {
            fill(&format!("{name}.numbers"), &mut fitted.numbers)?;
            fill(&format!("{name}.mean"), &mut fitted.mean)?;
            fill(&format!("{name}.square"), &mut fitted.square)?;
        }
        fill("input_scale", &mut self.scales.inputs)?;
        fill("row_scale", &mut self.scales.rows)
    }
}

/// Returns all trained parameters, shared or mutable, with their names.
fn named<F>(
    slices: impl Iterator<Item = F>,
    [second, heads]: [F; 2],
    policy: Option<[F; 3]>,
) -> Vec<(String, F)> {
    let slices = slices.zip(0..);
    let mut all: Vec<(String, F)> = slices
        .map(|(slice, index)| (format!("first{index}"), slice))
        .collect();
    all.extend([("second".to_string(), second), ("heads".to_string(), heads)]);
    if let Some(parts) = policy {
        let names = ["policy", "logits", "logit_bias"].map(String::from);
        all.extend(names.into_iter().zip(parts));
    }
    all
}
