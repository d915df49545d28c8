//! Verdict about the order of the levels of a ladder: the trend over all levels and the steps between
//! neighbours, tested as one family.

use portolan_stats::{Differences, Estimate, PageTest, Trend, Unit, holm, weighted_holm};

/// Probability of a wrong verdict about a ladder whose levels are equally hard: two-sided, for trend and
/// steps together.
const LEVEL: f64 = 0.05;

/// A bot's loss from one level to the next.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Share of wins (or score in solo games) on a level minus the value on the next level.
    pub main: Differences,
    /// Lead on a level minus the lead on the next.
    pub lead: Differences,
    /// p-value of `main`, adjusted for all tests of the family.
    pub main_p: f64,
    /// p-value of `lead`, adjusted for all tests of the family.
    pub lead_p: f64,
}

impl Step {
    /// Returns true if the difference between the two levels is significant.
    pub fn clear(&self) -> bool {
        self.main_p < LEVEL
    }

    /// Returns true if the observed loss is positive, that is, if the next level is harder.
    pub fn harder(&self) -> bool {
        self.main.moments.mean() > Some(0.0)
    }
}

/// Verdict about the order of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The main measure is the same on every level of every block.
    Level,
    /// Neither the trend nor a step is significant.
    CannotTell,
    /// The ladder gets harder overall, and every step is significant.
    Right,
    /// The ladder gets harder overall, but some steps are not significant.
    OnTheWhole,
    /// Some steps are harder, but there is no significant trend.
    InPart,
    /// This step is significantly easier.
    Wrong(usize),
    /// The ladder gets easier overall, although no step is significant.
    Reversed,
}

/// Results of one bot, or the mean of several bots, over the levels, updated block by block.
#[derive(Clone, Debug)]
pub struct Climb {
    /// Steps between neighbouring levels.
    pub steps: Vec<Step>,
    /// Trend test of a decrease of the main measure.
    pub main: PageTest,
    /// Trend test of a decrease of the lead.
    pub lead: PageTest,
    /// Two-sided p-value of a trend of the main measure, adjusted for the steps; NaN without a trend
    /// test.
    pub trend_p: f64,
    /// Number of games per block and level, if the main measure is a share of wins.
    games: Option<u64>,
}

impl Climb {
    /// Creates an accumulator for this number of levels.
    pub fn new(rungs: usize) -> Climb {
        Climb {
            steps: vec![Step::default(); rungs.saturating_sub(1)],
            main: PageTest::default(),
            lead: PageTest::default(),
            trend_p: f64::NAN,
            games: None,
        }
    }

    /// Adds the main measure and the lead on all levels in one block, NaN for missing values. `games` is
    /// the number of games behind each value if the measure is a share of wins.
    pub fn push(&mut self, main: &[f64], lead: &[f64], games: Option<u64>) {
        for (rung, step) in self.steps.iter_mut().enumerate() {
            step.main.push(main[rung] - main[rung + 1]);
            step.lead.push(lead[rung] - lead[rung + 1]);
        }
        let falling = |values: &[f64]| -> Vec<f64> { values.iter().map(|value| -value).collect() };
        self.main.push(&falling(main));
        self.lead.push(&falling(lead));
        self.games = self.games.max(games);
    }

    /// Returns the loss of the main measure at a step.
    pub fn lost(&self, step: usize) -> Option<Estimate> {
        let main = &self.steps.get(step)?.main;
        match self.games {
            Some(games) => Estimate::of_share_differences(main, games as f64),
            None => Estimate::of_mean(&main.moments, Unit::PointsDifference),
        }
    }

    /// Returns the loss of the lead at a step.
    pub fn lead_lost(&self, step: usize) -> Option<Estimate> {
        let lead = &self.steps.get(step)?.lead.moments;
        Estimate::of_mean(lead, Unit::PointsDifference)
    }

    /// Adjusts the p-values for all tests that [`Climb::order`] uses: trend and steps form one family, in
    /// which the trend has half of the weight and the steps share the other half (Holm). The leads form a
    /// separate family.
    pub fn judge(&mut self) {
        let steps = self.steps.len();
        let trend = self
            .main
            .trend()
            .map_or(f64::NAN, |trend| trend.two_sided());
        let p_values: Vec<f64> = std::iter::once(trend)
            .chain(self.steps.iter().map(|step| step.main.p_value()))
            .collect();
        let mut weights = vec![1.0; steps + 1];
        weights[0] = steps as f64;
        let adjusted = weighted_holm(&p_values, &weights);
        self.trend_p = adjusted[0];
        let leads: Vec<f64> = self.steps.iter().map(|step| step.lead.p_value()).collect();
        let leads = holm(&leads);
        for ((step, main), lead) in self.steps.iter_mut().zip(&adjusted[1..]).zip(leads) {
            (step.main_p, step.lead_p) = (*main, lead);
        }
    }

    /// Returns the verdict; call [`Climb::judge`] first.
    pub fn order(&self) -> Order {
        let Some(trend) = self.main.trend() else {
            return Order::Level;
        };
        let mut steps = self.steps.iter();
        if let Some(step) = steps.position(|step| step.clear() && !step.harder()) {
            return Order::Wrong(step);
        }
        let right = self.steps.iter().filter(|step| step.clear()).count();
        match (self.trend_p < LEVEL, trend.z > 0.0) {
            (true, true) if right == self.steps.len() => Order::Right,
            (true, true) => Order::OnTheWhole,
            (true, false) => Order::Reversed,
            (false, _) if right > 0 => Order::InPart,
            (false, _) => Order::CannotTell,
        }
    }

    /// Returns true if the ladder gets significantly harder overall; call [`Climb::judge`] first.
    pub fn gets_harder(&self) -> bool {
        self.trend_p < LEVEL && self.main.trend().is_some_and(|trend| trend.z > 0.0)
    }
}

/// Returns the significant direction of a single trend, two-sided: 1 if the ladder gets harder, −1 if it
/// gets easier, 0 if neither is significant.
pub fn direction(trend: Trend) -> i8 {
    match trend.two_sided() < LEVEL {
        true if trend.z > 0.0 => 1,
        true => -1,
        false => 0,
    }
}

/// Applies Holm's correction to the trends and to all steps of several bots, separately for wins and leads, for
/// statements about individual bots.
pub fn judge_steps(climbs: &mut [Climb]) {
    let all = |of: fn(&Step) -> &Differences| -> Vec<f64> {
        let steps = climbs.iter().flat_map(|climb| &climb.steps);
        holm(&steps.map(|step| of(step).p_value()).collect::<Vec<f64>>())
    };
    let (main, lead) = (all(|step| &step.main), all(|step| &step.lead));
    let trend = |climb: &Climb| {
        climb
            .main
            .trend()
            .map_or(f64::NAN, |trend| trend.two_sided())
    };
    let trends = holm(&climbs.iter().map(trend).collect::<Vec<f64>>());
    for (climb, p) in climbs.iter_mut().zip(trends) {
        climb.trend_p = p;
    }
    let steps = climbs.iter_mut().flat_map(|climb| &mut climb.steps);
    for (step, (main, lead)) in steps.zip(main.into_iter().zip(lead)) {
        (step.main_p, step.lead_p) = (main, lead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::{stream, unit};

    /// Simulated shares of wins by block, for two games on every level with these win probabilities.
    fn climb(seed: u64, blocks: u64, chances: &[f64]) -> Climb {
        let mut rng = stream(seed, &[]);
        let mut climb = Climb::new(chances.len());
        for _ in 0..blocks {
            let main: Vec<f64> = chances
                .iter()
                .map(|&chance| (0..2).filter(|_| unit(&mut rng) < chance).count() as f64 / 2.0)
                .collect();
            climb.push(&main, &vec![f64::NAN; chances.len()], Some(2));
        }
        climb.judge();
        climb
    }

    #[test]
    fn every_order_verdict_is_reachable() {
        let order = |blocks, chances: &[f64]| climb(1, blocks, chances).order();
        assert_eq!(order(600, &[0.6, 0.4, 0.25, 0.1]), Order::Right);
        assert_eq!(order(300, &[0.6, 0.34, 0.38, 0.1]), Order::OnTheWhole);
        assert_eq!(order(600, &[0.6, 0.4, 0.6, 0.1]), Order::Wrong(1));
        assert_eq!(order(120, &[0.45, 0.51, 0.57, 0.63]), Order::Reversed);
        assert_eq!(order(300, &[0.64, 0.5, 0.54, 0.585, 0.585]), Order::InPart);
        assert_eq!(order(40, &[0.5; 4]), Order::CannotTell);
        assert_eq!(order(40, &[0.0; 4]), Order::Level);
    }

    /// The steps of a bot that never won also have intervals.
    #[test]
    fn steps_without_wins_have_intervals() {
        let level = climb(1, 100, &[0.0; 4]);
        let interval = level.lost(0).unwrap().interval().unwrap();
        assert!(interval.low < -0.02 && interval.high > 0.02, "{interval:?}");
        assert_eq!(level.lost(9), None);
    }

    #[test]
    fn lead_lost_is_computed_per_step() {
        let mut climb = Climb::new(3);
        for lead in [[9.0, 6.0, -1.0], [7.0, 6.0, 2.0], [8.0, 6.0, f64::NAN]] {
            climb.push(&[0.5; 3], &lead, None);
        }
        // Losses 3, 1 and 2: mean 2, standard error 1/√3, t = 4.3027.
        let first = climb.lead_lost(0).unwrap();
        assert_eq!(first.value, 2.0);
        assert!((first.interval().unwrap().high - 4.484).abs() < 1e-3);
        assert_eq!(climb.lead_lost(1).unwrap().value, 5.5);
        assert_eq!(climb.lead_lost(2), None);
    }

    /// Trend and steps share an error probability of 5 %: the trend has half of it, and each of three
    /// steps has a sixth.
    #[test]
    fn trend_and_steps_share_the_error_probability() {
        let climb = climb(1, 200, &[0.5, 0.45, 0.4, 0.35]);
        let trend = climb.main.trend().unwrap().two_sided();
        let alone: Vec<f64> = climb.steps.iter().map(|step| step.main.p_value()).collect();
        let least = alone.iter().copied().fold(1.0, f64::min);
        assert!(trend / 3.0 < least, "{trend} {least}");
        assert!((climb.trend_p - 2.0 * trend).abs() < 1e-12);
        // A significant trend passes its share on to the steps.
        let found = |climbs: &[Climb]| {
            let steps = climbs.iter().flat_map(|climb| &climb.steps);
            steps.map(|step| step.main_p).fold(1.0, f64::min)
        };
        assert!(
            (found(std::slice::from_ref(&climb)) - (3.0 * least).max(2.0 * trend)).abs() < 1e-12
        );
        let mut apart = [climb.clone(), climb];
        judge_steps(&mut apart);
        assert!((found(&apart) - (6.0 * least).min(1.0)).abs() < 1e-12);
    }
}
