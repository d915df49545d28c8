//! Value targets by TD(λ), computed backwards from the end of the game (Sutton, *Learning to predict by the methods of
//! temporal differences*, 1988).

use super::positions::Target;

/// Returns the targets for the positions of one seat in a game, from the network outputs `said` and the result `end`.
/// Each target is (1 − λ) times the next output plus λ times the next target.
pub fn td_targets(said: &[Target], end: Target, lambda: f32) -> Vec<Target> {
    let mut targets = vec![end; said.len()];
    for at in (1..said.len()).rev() {
        let (next, after) = (said[at], targets[at]);
        let mix = |said: f32, target: f32| (1.0 - lambda) * said + lambda * target;
        targets[at - 1] = Target {
            lead: mix(next.lead, after.lead),
            win: mix(next.win, after.win),
        };
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(lead: f32) -> Target {
        Target {
            lead,
            win: lead / 10.0,
        }
    }

    #[test]
    fn td_targets_match_hand_computation() {
        let said = [1.0, 2.0, 4.0].map(target);
        // With λ = 1/2, the targets from the end are 8, (4 + 8) / 2 = 6 and (2 + 6) / 2 = 4.
        let targets = td_targets(&said, target(8.0), 0.5);
        assert_eq!(targets, [4.0, 6.0, 8.0].map(target));
        // λ = 1 gives the final result; λ = 0 gives the next output.
        assert_eq!(td_targets(&said, target(8.0), 1.0), [8.0; 3].map(target));
        assert_eq!(
            td_targets(&said, target(8.0), 0.0),
            [2.0, 4.0, 8.0].map(target)
        );
        assert!(td_targets(&[], target(1.0), 0.5).is_empty());
    }
}
