//! Inputs of the rewards ahead of an explorer, by number of steps.

use super::view::View;
use crate::encoding::{Layout, Numbers, from_one};
use crate::maracaibo::components::{
    Components, EffectKind, Effects, RED_BORDER, SpaceId, SpaceKind,
};
use crate::maracaibo::rules::explorer::{ARRIVALS, FIRST_ACROSS, LATER_ACROSS, RED_INFLUENCE};
use crate::maracaibo::rules::state::Player;
use crate::maracaibo::rules::valuation::{
    DOUBLOON, INFLUENCE, VILLAGE_ACTION, effects_worth, quest_worth,
};
use portolan_core::inputs;

/// Largest number of steps that has separate inputs.
const STEPS: usize = 8;
/// Divisor of the rewards of one space.
const REWARD: f32 = 5.0;
/// Divisor of the rewards of all spaces ahead.
const REWARDS: f32 = 50.0;

/// Parts of a reward: VP, doubloons, and the estimated value of all other effects in VP.
type Reward = [f32; 3];
const PARTS: [&str; 3] = ["vp", "doubloons", "other"];

/// For each space, the sum of the rewards of all spaces ahead.
#[derive(Clone, Debug)]
pub struct RewardsAhead(Vec<Reward>);

impl RewardsAhead {
    /// Computes the sums, without effects that depend on the player.
    pub fn new(components: &Components) -> RewardsAhead {
        let track = components.explorer.iter().enumerate();
        let ahead = track.map(|(here, space)| {
            let others = components.explorer.iter().enumerate();
            let others =
                others.filter(|&(index, _)| index != here && space.reaches >> index & 1 == 1);
            others.fold(Reward::default(), |sum, (_, other)| {
                plus(sum, reward(&Player::EMPTY, &other.reward))
            })
        });
        RewardsAhead(ahead.collect())
    }

    /// Returns the sum for an explorer on a space.
    #[inline]
    pub fn of(&self, space: SpaceId) -> Reward {
        self.0[usize::from(space)]
    }
}

inputs! {
    /// Inputs of the best rewards at each distance from the observer's explorer.
    pub struct TrackAheadInputs {
        new(layout)
        fill(inputs, view: View<'_>) { let ahead = Ahead::new(view); }
        vp: Numbers = layout.numbers("vp after steps", from_one(STEPS), REWARD)
            => fill(ahead.part(0));
        doubloons: Numbers = layout.numbers("doubloons after steps", from_one(STEPS), REWARD)
            => fill(ahead.part(1));
        other: Numbers = layout.numbers("other reward after steps", from_one(STEPS), REWARD)
            => fill(ahead.part(2));
        quests: Numbers = layout.numbers("quest reward after steps", from_one(STEPS), REWARD)
            => fill(ahead.quests);
    }
}

/// Adds the inputs for the sum of the rewards ahead of a seat's explorer.
pub fn sums_ahead(layout: &mut Layout) -> Numbers {
    layout.numbers("rewards ahead", PARTS, REWARDS)
}

/// Best reward of each kind at each number of steps from the observer's explorer.
struct Ahead<'a> {
    view: View<'a>,
    jumped: u64,
    rewards: [Reward; STEPS],
    quests: [f32; STEPS],
}

impl<'a> Ahead<'a> {
    fn new(view: View<'a>) -> Ahead<'a> {
        let mut ahead = Ahead {
            view,
            jumped: view.game.jumped_spaces(view.state, view.observer as u8),
            rewards: Default::default(),
            quests: [0.0; STEPS],
        };
        ahead.onward(view.me().explorer, 0);
        ahead
    }

    fn part(&self, part: usize) -> [f32; STEPS] {
        self.rewards.map(|reward| reward[part])
    }

    /// Visits the spaces after `from`, which is `steps` steps away (M-9.2).
    fn onward(&mut self, from: SpaceId, steps: usize) {
        for next in self
            .view
            .game
            .components
            .space(from)
            .next
            .into_iter()
            .flatten()
        {
            if self.jumped & next.bit() != 0 {
                self.onward(next, steps);
                continue;
            }
            self.offer(next, steps);
            if steps + 1 < STEPS {
                self.onward(next, steps + 1);
            }
        }
    }

    fn offer(&mut self, id: SpaceId, steps: usize) {
        let (game, state, me) = (self.view.game, self.view.state, self.view.me());
        let space = game.components.space(id);
        let mut found = reward(me, &space.reward);
        let crossed = space.borders_crossed & !game.components.space(me.explorer).borders_crossed;
        for border in (0..3).filter(|border| crossed >> border & 1 == 1) {
            if border == RED_BORDER {
                found[2] += INFLUENCE * f32::from(RED_INFLUENCE);
            } else if state.borders_crossed >> border & 1 == 0 {
                found[0] += FIRST_ACROSS as f32;
            } else {
                found[0] += LATER_ACROSS as f32;
            }
        }
        if space.kind == SpaceKind::End {
            let place = usize::from(state.explorers_at_end);
            found[0] += ARRIVALS.get(place).map_or(0.0, |&points| points as f32);
            found[2] += VILLAGE_ACTION;
        }
        if space.kind == SpaceKind::Quest
            && let Some(quest) = game.track_quest_at(state, id)
        {
            let tile = game.quest(state, quest);
            if game.can_pay(state, me, tile.cost) {
                self.quests[steps] = self.quests[steps].max(quest_worth(me, tile));
            }
        }
        for (best, part) in self.rewards[steps].iter_mut().zip(found) {
            *best = best.max(part);
        }
    }
}

/// Splits effects into VP, doubloons, and the estimated value of all other effects in VP.
fn reward(player: &Player, effects: &Effects) -> Reward {
    let amount = |kind| {
        let effects = effects.iter().filter(|effect| effect.kind == kind);
        effects.map(|effect| f32::from(effect.amount)).sum::<f32>()
    };
    let (vp, doubloons) = (amount(EffectKind::Vp), amount(EffectKind::Doubloons));
    let other = effects_worth(player, effects) - vp - DOUBLOON * doubloons;
    [vp, doubloons, other]
}

fn plus(one: Reward, other: Reward) -> Reward {
    std::array::from_fn(|part| one[part] + other[part])
}
