//! Seating of the bots in the games of a block, and the orthogonal decomposition of a block's
//! results.

/// Number of orthogonal parts of a block.
pub(super) const STRATA: usize = 5;
/// Stratum of the block mean.
pub(super) const DEAL: usize = 0;
/// Stratum of differences between seats.
pub(super) const SEAT: usize = 1;
/// Stratum of differences between bots.
pub(super) const BOT: usize = 2;
/// Stratum of differences between games.
pub(super) const GAME: usize = 3;
/// Stratum of the residuals.
pub(super) const WITHIN: usize = 4;

/// Seating of the bots in the games of a block, in which every bot plays every seat equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) games: usize,
    pub(super) seats: usize,
    /// Bot by game and seat.
    bot_of: Vec<usize>,
    /// Number of appearances of each bot.
    times: Vec<usize>,
}

impl Layout {
    /// Creates the layout of these games, each given as bot numbers (from 0, without gaps) by seat.
    /// Returns `None` unless there are at least two games and two seats, every game has the same
    /// bots, and every bot plays every seat equally often: other layouts have no orthogonal
    /// decomposition.
    ///
    /// ```
    /// use portolan_stats::Layout;
    /// assert!(Layout::new(&[vec![0, 1], vec![1, 0]]).is_some());
    /// assert!(Layout::new(&[vec![0, 1], vec![0, 1]]).is_none());
    /// ```
    pub fn new(seatings: &[Vec<usize>]) -> Option<Layout> {
        let (games, seats) = (seatings.len(), seatings.first()?.len());
        if games < 2 || seats < 2 || seatings.iter().any(|game| game.len() != seats) {
            return None;
        }
        let bot_of = seatings.concat();
        // A balanced layout cannot have more bots than seats. Checking this first also prevents a
        // stray number from reserving too much memory.
        let most = *bot_of.iter().max()?;
        if most >= seats {
            return None;
        }
        let bots = most + 1;
        let count = |of: &mut dyn Iterator<Item = &usize>| {
            let mut times = vec![0; bots];
            of.for_each(|&bot| times[bot] += 1);
            times
        };
        let of_game = |game: &Vec<usize>| count(&mut game.iter());
        let of_seat = |seat: usize| count(&mut bot_of.iter().skip(seat).step_by(seats));
        let balanced = seatings
            .iter()
            .all(|game| of_game(game) == of_game(&seatings[0]))
            && (0..seats).all(|seat| of_seat(seat) == of_seat(0));
        let times = count(&mut bot_of.iter());
        (balanced && !times.contains(&0)).then_some(Layout {
            games,
            seats,
            bot_of,
            times,
        })
    }

    /// Returns the number of results of a block: games times seats.
    pub fn size(&self) -> usize {
        self.bot_of.len()
    }

    /// Returns the number of different bots.
    pub fn bots(&self) -> usize {
        self.times.len()
    }

    /// Returns true if the interaction of deal and bot can be separated from the residual. This is not possible with
    /// two bots in two seats, because each game has a single degree of freedom, which leaves none to estimate chance.
    pub fn separates_deal_and_bot(&self) -> bool {
        self.bots() > 1 && self.degrees()[WITHIN] > 0.0
    }

    /// Returns the dimensions of the strata.
    pub(super) fn degrees(&self) -> [f64; STRATA] {
        let known = [1, self.seats - 1, self.bots() - 1, self.games - 1];
        let within = self.size() - known.iter().sum::<usize>();
        [known[0], known[1], known[2], known[3], within].map(|degrees| degrees as f64)
    }

    /// Returns the squared length of a block's projection onto each stratum. The strata are
    /// orthogonal, because every game contains every seat and bot, and every seat every bot, equally
    /// often.
    pub(super) fn squares(&self, block: &[f64]) -> [f64; STRATA] {
        let size = self.size() as f64;
        let mean = block.iter().sum::<f64>() / size;
        let (mut seats, mut bots) = (vec![0.0; self.seats], vec![0.0; self.bots()]);
        let (mut games, mut total) = (vec![0.0; self.games], 0.0);
        for (index, (value, &bot)) in block.iter().zip(&self.bot_of).enumerate() {
            let apart = value - mean;
            seats[index % self.seats] += apart;
            games[index / self.seats] += apart;
            bots[bot] += apart;
            total += apart * apart;
        }
        let squares = |sums: &[f64]| sums.iter().map(|sum| sum * sum).sum::<f64>();
        let seat = squares(&seats) / self.games as f64;
        let game = squares(&games) / self.seats as f64;
        let bots = bots.iter().zip(&self.times);
        let bot: f64 = bots.map(|(sum, &times)| sum * sum / times as f64).sum();
        let within = (total - seat - bot - game).max(0.0);
        [size * mean * mean, seat, bot, game, within]
    }

    /// Returns the sum of squares and the mean of the per-game differences between one bot's mean
    /// result and another's.
    pub(super) fn difference(&self, block: &[f64], one: usize, other: usize) -> (f64, f64) {
        let per_game = |bot: usize| (self.times[bot] / self.games) as f64;
        let (mine, theirs) = (per_game(one), per_game(other));
        let (mut squares, mut sum) = (0.0, 0.0);
        let bots = self.bot_of.chunks(self.seats);
        for (values, bots) in block.chunks(self.seats).zip(bots) {
            let of = |who: usize| -> f64 {
                let seats = values.iter().zip(bots);
                seats.filter(|seat| *seat.1 == who).map(|seat| seat.0).sum()
            };
            let difference = of(one) / mine - of(other) / theirs;
            squares += difference * difference;
            sum += difference;
        }
        (squares, sum / self.games as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unbalanced_layouts_are_rejected() {
        assert!(Layout::new(&[]).is_none());
        assert!(Layout::new(&[vec![0, 1]]).is_none());
        assert!(Layout::new(&[vec![0], vec![0]]).is_none());
        assert!(Layout::new(&[vec![0, 1], vec![1]]).is_none());
        assert!(Layout::new(&[vec![0, 2], vec![2, 0]]).is_none());
        assert!(Layout::new(&[vec![0, 1], vec![1, 0], vec![0, 1]]).is_none());
        // Balanced by seat, but not by game.
        assert!(Layout::new(&[vec![0, 0], vec![1, 1]]).is_none());
        assert!(Layout::new(&[vec![0, usize::MAX - 1], vec![0, 1]]).is_none());
    }
}
