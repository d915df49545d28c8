//! What the positions of a game should have been told (Sutton, *Learning to predict by the methods of
//! temporal differences*, 1988): TD(λ), from the end backwards.

use super::positions::Target;

/// Targets of the positions of one seat in a game, in order, from what the network said of them and how the
/// game ended: of each, (1 − λ) of what was said of the next one, and λ of its target.
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
    fn td_by_hand() {
        let said = [1.0, 2.0, 4.0].map(target);
        // At λ = 1/2: 8 at the end; before that (4 + 8) / 2 = 6; before that (2 + 6) / 2 = 4.
        let targets = td_targets(&said, target(8.0), 0.5);
        assert_eq!(targets, [4.0, 6.0, 8.0].map(target));
        // λ = 1 is how it ended, λ = 0 what was said next.
        assert_eq!(td_targets(&said, target(8.0), 1.0), [8.0; 3].map(target));
        assert_eq!(
            td_targets(&said, target(8.0), 0.0),
            [2.0, 4.0, 8.0].map(target)
        );
        assert!(td_targets(&[], target(1.0), 0.5).is_empty());
    }
}
