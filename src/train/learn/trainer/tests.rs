#[path = "../../../players/net/sample.rs"]
mod sample;

use sample::weights;

use super::*;
use crate::net::{Network, weights::MOST_FIRST};
use crate::play::positions::Target;
use crate::random::{Rng, unit};
use crate::results::pool::pool;
use portolan_core::encoding::{Inputs, Layout};

/// Returns positions with twelve flags, a few of which are set. A formula determines lead and win.
fn positions(count: usize, rng: &mut Rng) -> Positions {
    let mut layout = Layout::default();
    let flags = layout.flags("flag", (0..12).map(|flag| flag.to_string()));
    let number = layout.number("number", 1.0);
    let mut positions = Positions::default();
    for _ in 0..count {
        let mut inputs = Inputs::default();
        let bits = (0..12)
            .filter(|_| unit(rng) < 0.4)
            .fold(0u64, |bits, bit| bits | 1 << bit);
        let drawn = unit(rng) as f32;
        flags.fill_bits(&mut inputs, bits);
        number.fill(&mut inputs, drawn);
        // Some flags have an effect only in pairs.
        let on = |bit: u64| (bits >> bit & 1) as f32;
        let lead = on(0) - on(1) + on(2) * on(3) - on(4) * on(5) + drawn * on(6);
        let win = if on(7) * on(8) > 0.0 { 0.9 } else { 0.2 };
        positions.push(inputs.list().iter().copied(), Target { lead, win });
    }
    positions
}

#[test]
fn values_of_a_formula_are_learnt() {
    let mut rng = stream(1, &[]);
    let (learn, test) = (positions(20_000, &mut rng), positions(2_000, &mut rng));
    let mut trainer = Trainer::new(13, 64, 5.0, 1);
    let mut losses = Vec::new();
    for pass in 0..6 {
        losses.push(trainer.pass(&learn, 2e-3, pass));
    }
    let before = losses[0];
    let after = trainer.clone().pass(&test, 0.0, 9);
    // The entropy of the win is 0.47.
    assert!(
        before.lead > 0.05 && after.lead < 0.01,
        "{losses:?}, {after:?}"
    );
    assert!(after.win < 0.48, "{losses:?}, {after:?}");
    // The inference code gives the same outputs as the trainer.
    let weights = trainer.weights(weights(13, 64));
    let (network, unknown) = Network::new(&weights, &weights.inputs).unwrap();
    assert!(unknown.is_empty());
    let mut sums = [0.0; MOST_FIRST];
    let mut off = 0.0f32;
    for position in 0..test.len() {
        network.sum_part(true, test.inputs(position), &mut sums[..network.units()]);
        let said = network.value(&sums, &[]);
        off += (said.lead / network.scale() - test.target(position).lead).powi(2);
    }
    let mean = f64::from(off) / test.len() as f64;
    assert!(
        (mean - after.lead).abs() < 1e-4,
        "{mean} for {}",
        after.lead
    );
}

#[test]
fn trainer_started_from_weights_reproduces_them() {
    let learn = positions(2_000, &mut stream(3, &[]));
    let about = weights(13, 64);
    let names = about.inputs.clone();
    let mut one = Trainer::new(13, 64, 5.0, 1);
    one.scale_inputs(&learn);
    one.pass(&learn, 1e-3, 0);
    let weights = one.weights(about);
    // An input with another name loses its weights.
    let mut renamed = names.clone();
    renamed[3] = "new".to_string();
    for (inputs, forgotten) in [(&names, None), (&renamed, Some(3))] {
        let mut other = Trainer::new(13, 64, 5.0, 2);
        other.scale_inputs(&learn);
        let parameters = Parameters {
            inputs: inputs.clone(),
            ..Parameters::default()
        };
        other.start(&weights, &parameters);
        let started = other.weights(weights.clone());
        for (at, (was, is)) in weights.first.iter().zip(&started.first).enumerate() {
            let wanted = if Some(at / 64) == forgotten {
                0.0
            } else {
                *was
            };
            assert!((wanted - is).abs() < 1e-6, "{at}: {is} for {wanted}");
        }
        assert_eq!(started.first_bias, weights.first_bias);
        assert_eq!(
            (&started.second, &started.second_bias),
            (&weights.second, &weights.second_bias)
        );
        assert_eq!(
            (&started.heads, started.head_bias),
            (&weights.heads, weights.head_bias)
        );
    }
}

#[test]
fn training_is_identical_for_any_number_of_threads() {
    let learn = positions(3_000, &mut stream(2, &[]));
    let trained = [1, 2, 5].map(|threads| {
        let pool = pool(threads).unwrap();
        let mut trainer = Trainer::new(13, 128, 5.0, 1);
        pool.install(|| trainer.pass(&learn, 1e-3, 0));
        trainer.save().unwrap()
    });
    assert!(trained[0] == trained[1] && trained[0] == trained[2]);
}

#[test]
fn resumed_training_matches_uninterrupted_training() {
    let learn = positions(2_000, &mut stream(2, &[]));
    let mut straight = Trainer::new(13, 64, 5.0, 1);
    straight.scale_inputs(&learn);
    straight.pass(&learn, 1e-3, 0);
    let mut stopped = Trainer::new(13, 64, 5.0, 2);
    stopped.load(&straight.save().unwrap()).unwrap();
    for trainer in [&mut straight, &mut stopped] {
        trainer.pass(&learn, 1e-3, 1);
    }
    assert!(straight.save() == stopped.save());
    let mut other = Trainer::new(13, 128, 5.0, 1);
    assert!(other.load(&straight.save().unwrap()).is_err());
    assert!(other.load(b"nothing").is_err());
}

/// Returns the positions with five actions and policy targets. Only even actions are legal if the first flag is set.
/// The targets depend on flags and on pairs of flags.
fn searched(count: usize, rng: &mut Rng) -> Positions {
    let plain = positions(count, rng);
    let mut searched = Positions::default();
    for position in 0..plain.len() {
        let is_on = |flag: u16| {
            let mut inputs = plain.inputs(position).iter();
            inputs.any(|input| input.number == flag)
        };
        let weigh = |action: u16| match action {
            0 => 1.0,
            1 => 4.0 * f32::from(u8::from(is_on(3))),
            2 => 6.0 * f32::from(u8::from(is_on(4) && is_on(5))),
            3 => 2.0,
            _ => 3.0 * f32::from(u8::from(is_on(9))),
        };
        let legal: Vec<u16> = (0..5)
            .filter(|action| !is_on(0) || action % 2 == 0)
            .collect();
        let sum: f32 = legal.iter().map(|&action| weigh(action)).sum();
        searched.append(&alone(&plain, position));
        if position % 3 > 0 {
            for action in legal {
                searched.push_share([(action, 1.0)], weigh(action) / sum);
            }
        }
    }
    searched
}

/// Returns a list that contains only this position.
fn alone(positions: &Positions, position: usize) -> Positions {
    let mut layout = Layout::default();
    let flags = layout.flags("flag", (0..12).map(|flag| flag.to_string()));
    let number = layout.number("number", 1.0);
    let mut inputs = Inputs::default();
    let (bits, drawn) =
        (positions.inputs(position).iter()).fold((0, 0.0), |(bits, drawn), input| {
            match input.number {
                12 => (bits, input.value),
                flag => (bits | 1u64 << flag, drawn),
            }
        });
    flags.fill_bits(&mut inputs, bits);
    number.fill(&mut inputs, drawn);
    let mut one = Positions::default();
    one.push(inputs.list().iter().copied(), positions.target(position));
    one
}

fn with_policy(units: usize, seed: u64) -> Trainer {
    let mut trainer = Trainer::new(13, units, 5.0, seed);
    trainer.add_policy(5, seed);
    trainer
}

#[test]
fn policy_is_learnt_together_with_values() {
    let mut rng = stream(4, &[]);
    let (learn, test) = (searched(20_000, &mut rng), searched(2_000, &mut rng));
    let mut trainer = with_policy(64, 1);
    let before = trainer.losses(&test);
    for pass in 0..6 {
        trainer.pass(&learn, 2e-3, pass);
    }
    let after = trainer.losses(&test);
    let (before, divergence) = (before.policy.unwrap(), after.policy.unwrap());
    assert!(
        before > 0.3 && divergence < 0.02,
        "{before} to {divergence}"
    );
    assert!(after.lead < 0.01, "{after:?}");
    // The inference code gives the same outputs as the trainer, and 0 for other actions.
    let weights = trainer.weights(weights(13, 64));
    let (network, _) = Network::new(&weights, &weights.inputs).unwrap();
    let (mut sums, mut logits) = ([0.0; MOST_FIRST], Vec::new());
    let (mut sum, mut count) = (0.0, 0);
    for position in (0..test.len()).filter(|&position| !test.shares(position).is_empty()) {
        network.sum_part(true, test.inputs(position), &mut sums[..network.units()]);
        let shares = test.shares(position);
        let actions = shares.iter().flat_map(|share| test.terms(share));
        let mut actions: Vec<u32> = actions.map(|&(row, _)| row.into()).collect();
        actions.push(77);
        network.logits(&sums, &actions, &mut logits);
        assert_eq!(logits.pop(), Some(0.0));
        let all: f64 = logits.iter().map(|&logit| f64::from(logit).exp()).sum();
        for (share, &logit) in shares
            .iter()
            .zip(&logits)
            .filter(|(share, _)| share.share > 0.0)
        {
            let (share, said) = (f64::from(share.share), f64::from(logit).exp() / all);
            sum += share * (share / said).ln();
        }
        count += 1;
    }
    let mean = sum / f64::from(count);
    assert!((mean - divergence).abs() < 1e-4, "{mean} for {divergence}");
}

#[test]
fn computing_losses_does_not_change_the_trainer() {
    let (mut one, test) = (with_policy(64, 1), searched(700, &mut stream(5, &[])));
    let before = one.save().unwrap();
    let told = one.losses(&test);
    assert_eq!(one.losses(&test), told);
    assert!(one.save().unwrap() == before);
    assert!(told.policy.is_some());
    // Without policy targets there is no policy loss.
    assert_eq!(
        one.losses(&positions(300, &mut stream(6, &[]))).policy,
        None
    );
}

#[test]
fn policy_training_does_not_depend_on_threads_or_stops() {
    let learn = searched(2_000, &mut stream(2, &[]));
    let trained = [1, 3].map(|threads| {
        let pool = pool(threads).unwrap();
        let mut trainer = with_policy(128, 1);
        pool.install(|| trainer.pass(&learn, 1e-3, 0));
        trainer
    });
    let [mut straight, other] = trained;
    assert!(straight.save() == other.save());
    let mut stopped = with_policy(128, 2);
    stopped.load(&straight.save().unwrap()).unwrap();
    for trainer in [&mut straight, &mut stopped] {
        trainer.pass(&learn, 1e-3, 1);
    }
    assert!(straight.save() == stopped.save());
    // A trainer without a policy has another shape.
    assert!(
        with_policy(128, 1)
            .load(&Trainer::new(13, 128, 5.0, 1).save().unwrap())
            .is_err()
    );
}

/// Additional units do not change the outputs.
#[test]
fn wider_trainer_reproduces_narrower_weights() {
    let learn = searched(2_000, &mut stream(3, &[]));
    let mut narrow = with_policy(64, 1);
    narrow.scale_inputs(&learn);
    narrow.pass(&learn, 1e-3, 0);
    let weights = narrow.weights(weights(13, 64));
    let mut wide = with_policy(192, 9);
    wide.scale_inputs(&learn);
    wide.start(&weights, &weights.parameters());
    let (one, other) = (narrow.losses(&learn), wide.losses(&learn));
    for (one, other) in [
        (one.lead, other.lead),
        (one.win, other.win),
        (one.policy.unwrap(), other.policy.unwrap()),
    ] {
        assert!((one - other).abs() < 1e-5, "{other} for {one}");
    }
}

#[test]
fn frozen_values_do_not_change_during_policy_training() {
    let learn = searched(4_000, &mut stream(7, &[]));
    let mut valued = Trainer::new(13, 64, 5.0, 1);
    valued.scale_inputs(&learn);
    valued.pass(&learn, 2e-3, 0);
    let weights = valued.weights(weights(13, 64));
    let mut trainer = with_policy(128, 3);
    trainer.scale_inputs(&learn);
    trainer.start(&weights, &weights.parameters());
    trainer.keep_values(64);
    let before = trainer.losses(&learn);
    for pass in 0..4 {
        trainer.pass(&learn, 2e-3, pass);
    }
    let after = trainer.losses(&learn);
    assert_eq!((before.lead, before.win), (after.lead, after.win));
    assert!(
        after.policy.unwrap() < 0.2 * before.policy.unwrap(),
        "{before:?} to {after:?}"
    );
    let kept = trainer.weights(weights.clone());
    for (was, is) in weights.first.chunks(64).zip(kept.first.chunks(128)) {
        let close = |(was, is): (&f32, &f32)| (was - is).abs() < 1e-6;
        assert!(was.iter().zip(is).all(close));
    }
}
