//! Study with players of increasing strength: effects that hold for all players, effects that change with strength, and effects
//! that only some players show.

use super::judgement::{FALSE_DISCOVERIES, Judgement};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Estimate, Unit, benjamini_hochberg, t_interval, t_test};

/// Effects of an item for players of increasing strength.
#[derive(Clone, Debug, PartialEq)]
pub struct ByStrength {
    /// Excess of the item over its expected value for the strongest player minus that for the weakest, with the q-value among all
    /// items. Both play the same deals; the resulting gain in precision is not used.
    pub change: Estimate,
    /// Conclusion from all players.
    pub verdict: StrengthVerdict,
}

/// Joint conclusion about an item from players of increasing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthVerdict {
    /// All players show the same direction, and no change is significant.
    Holds,
    /// All players show the same direction, and the size of the effect changes with strength.
    HoldsAndChanges,
    /// The strongest and the weakest player differ, or some players show opposite directions.
    Changes,
    /// The strongest player shows a direction, but at least one other player does not, and no change is significant.
    StrongestOnly,
    /// Some players show a direction, but the strongest does not, and no change is significant.
    WeakerOnly,
    /// No player shows a direction.
    Nothing,
    /// The strongest player rarely takes the item, so its value for good players was not tested.
    NotTested,
}

impl StrengthVerdict {
    /// Returns the verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            StrengthVerdict::Holds => "holds for all",
            StrengthVerdict::HoldsAndChanges => "holds for all, with different sizes",
            StrengthVerdict::Changes => "changes with strength",
            StrengthVerdict::StrongestOnly => "shown by the strongest",
            StrengthVerdict::WeakerOnly => "not shown by the strongest",
            StrengthVerdict::Nothing => "no effect shown",
            StrengthVerdict::NotTested => "not tested by the strongest",
        }
    }
}

/// Returns the conclusions item by item. `bots` contains the judgements of the players with one data set, starting with the
/// weakest player. `None` for fewer than two players, or if the games of one player do not identify the effects of the items.
pub fn by_strength(bots: &[&[Judgement]]) -> Option<Vec<ByStrength>> {
    let (weakest, strongest) = (bots.first()?, bots.last()?);
    let items = strongest.len();
    if bots.len() < 2 || items == 0 || bots.iter().any(|bot| bot.len() != items) {
        return None;
    }
    let mut changes: Vec<Estimate> = (weakest.iter().zip(*strongest))
        .map(|(weakest, strongest)| change(weakest, strongest))
        .collect();
    let p_values: Vec<f64> = changes
        .iter()
        .map(|change| change.p.unwrap_or(f64::NAN))
        .collect();
    for (change, q) in changes.iter_mut().zip(benjamini_hochberg(&p_values)) {
        *change = change.corrected(q);
    }
    let of_item = |(item, change): (usize, Estimate)| ByStrength {
        change,
        verdict: verdict(bots.iter().map(|bot| &bot[item]), change),
    };
    Some(changes.into_iter().enumerate().map(of_item).collect())
}

fn change(weakest: &Judgement, strongest: &Judgement) -> Estimate {
    let value = strongest.excess() - weakest.excess();
    let error = strongest.excess_error.hypot(weakest.excess_error);
    let degrees = strongest.effect.degrees.min(weakest.effect.degrees);
    let interval = t_interval(value, error, degrees, CONFIDENCE);
    let p = if weakest.tested && strongest.tested {
        t_test(value, error, degrees)
    } else {
        f64::NAN
    };
    Estimate::new(value, interval, Unit::PointsDifference).tested(p)
}

fn verdict<'found>(
    bots: impl Iterator<Item = &'found Judgement> + Clone,
    change: Estimate,
) -> StrengthVerdict {
    let Some(strongest) = bots.clone().last().filter(|judged| judged.tested) else {
        return StrengthVerdict::NotTested;
    };
    let mut directions = bots.map(Judgement::direction);
    let strong = strongest.direction();
    let changes = change.q.is_some_and(|q| q < FALSE_DISCOVERIES);
    let shared = strong != 0 && directions.clone().all(|direction| direction == strong);
    let opposed = directions.clone().any(|direction| direction == 1)
        && directions.clone().any(|direction| direction == -1);
    match (shared, changes) {
        (true, false) => StrengthVerdict::Holds,
        (true, true) => StrengthVerdict::HoldsAndChanges,
        (false, true) => StrengthVerdict::Changes,
        (false, false) if opposed => StrengthVerdict::Changes,
        (false, false) if strong != 0 => StrengthVerdict::StrongestOnly,
        (false, false) if directions.any(|direction| direction != 0) => StrengthVerdict::WeakerOnly,
        (false, false) => StrengthVerdict::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::ItemEffect;

    fn judged(excess: f64) -> Judgement {
        let effect = ItemEffect::new((excess, 0.1), (0.0, 0.1), 1e4);
        Judgement {
            effect,
            expected: 0.0,
            excess_error: 0.1,
            p: effect.p,
            q: effect.p,
            shrunk: excess,
            ranks: (1, 1),
            tested: true,
        }
    }

    fn bot(excesses: &[f64]) -> Vec<Judgement> {
        excesses.iter().map(|&excess| judged(excess)).collect()
    }

    #[test]
    fn each_effect_pattern_gets_the_expected_verdict() {
        use StrengthVerdict::*;
        let patterns = [
            ([1.0, 1.0, 1.1], Holds),
            ([1.0, 1.5, 3.0], HoldsAndChanges),
            ([1.0, 0.0, -1.0], Changes),
            ([0.0, 0.0, 1.0], Changes),
            ([1.0, -1.0, 1.0], Changes),
            ([0.1, 0.1, 0.3], StrongestOnly),
            ([0.3, 0.3, 0.1], WeakerOnly),
            ([0.0, 0.1, -0.1], Nothing),
        ];
        let bots: Vec<Vec<Judgement>> = (0..3)
            .map(|bot_index| {
                let of_bot: Vec<f64> = patterns
                    .iter()
                    .map(|(values, _)| values[bot_index])
                    .collect();
                bot(&of_bot)
            })
            .collect();
        let found = by_strength(&bots.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        for ((values, verdict), found) in patterns.iter().zip(&found) {
            assert_eq!(found.verdict, *verdict, "{values:?}: {:?}", found.change);
            assert!((found.change.value - (values[2] - values[0])).abs() < 1e-12);
        }
        // Two errors of 0.1 combine to an error of 0.141.
        let half_width = found[0].change.interval().unwrap().half_width();
        assert!((half_width - 1.9602 * 0.02f64.sqrt()).abs() < 1e-4);
    }

    #[test]
    fn item_never_taken_by_the_strongest_bot_is_not_tested() {
        let (weak, mut strong) = (bot(&[1.0, 1.0]), bot(&[0.0, 1.0]));
        strong[0].tested = false;
        let found = by_strength(&[&weak, &strong]).unwrap();
        assert_eq!(found[0].verdict, StrengthVerdict::NotTested);
        assert_eq!(found[0].change.p, None);
        assert_eq!(found[1].verdict, StrengthVerdict::Holds);
        assert!(by_strength(&[&weak]).is_none());
    }
}
