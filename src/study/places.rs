//! Results of the places of a line-up, block by block: means over all seatings of a deal.
//!
//! A treatment belongs to a place, and in a block every place plays every seat on the same deal, so means over the seatings are
//! not affected by the luck of seat and deal.

use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_run::settings::seating::orders;
use portolan_stats::margin;

/// Means of a place, or of a seat, over the games of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Means {
    /// Own score minus the mean score of all others ([`portolan_stats::margin`]).
    pub margin: f64,
    pub win: f64,
    pub score: f64,
}

impl Means {
    fn add(&mut self, margin: f64, win: f64, score: f64) {
        self.margin += margin;
        self.win += win;
        self.score += score;
    }

    fn over(&self, games: f64) -> Means {
        Means {
            margin: self.margin / games,
            win: self.win / games,
            score: self.score / games,
        }
    }
}

/// Results of one condition in one block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellBlock {
    /// Means by place of the line-up.
    pub places: Vec<Means>,
    /// Means by seat, for seats played by bots.
    pub seats: Vec<Means>,
    /// Mean length of a game, in turns of the seat with the most turns.
    pub length: f64,
    /// Share of games with a shared first place.
    pub ties: f64,
}

/// Groups the games of a run, which arrive in order, into blocks.
pub struct Places<'run> {
    manifest: &'run Manifest,
    orders: Vec<Vec<usize>>,
    block: u64,
    sums: Vec<CellBlock>,
    games: Vec<usize>,
}

impl<'run> Places<'run> {
    /// Creates an empty accumulator. All conditions must have the same number of players.
    pub fn new(manifest: &'run Manifest) -> Places<'run> {
        let players = manifest.experiment.players;
        let cells = manifest.experiment.cells.len();
        Places {
            manifest,
            orders: orders(players),
            block: 0,
            sums: vec![empty(players); cells],
            games: vec![0; cells],
        }
    }

    /// Returns the number of games of one condition in a block.
    pub fn games_a_block(&self) -> u64 {
        self.orders.len() as u64
    }

    /// Adds a game, given by the records of all its seats. When it begins a new block, `take` receives the number of the previous
    /// block and its results by condition, with `None` for conditions with missing games.
    pub fn add_game(&mut self, game: &[Record], take: &mut impl FnMut(u64, &[Option<CellBlock>])) {
        let size = self.manifest.block_size.max(1);
        let (game_id, cell, block) = (game[0].game_id, game[0].cell, game[0].block(size));
        if block != self.block {
            self.flush(take);
            self.block = block;
        }
        let within = (game_id.saturating_sub(1) % size) as usize;
        let Some(order) = self.orders.get(within % self.orders.len()) else {
            return;
        };
        let Some(spec) = self.manifest.experiment.cells.get(cell) else {
            return;
        };
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        let all = game.iter().zip(&scores).enumerate();
        let of_bots = all.filter(|(_, (seat, _))| spec.bots.iter().any(|bot| bot == seat.bot));
        for ((index, (at, (seat, &score))), &place) in of_bots.enumerate().zip(order) {
            // For a single seat, the margin is the score.
            let margin = margin(&scores, at).unwrap_or(score);
            self.sums[cell].places[place].add(margin, seat.win, score);
            self.sums[cell].seats[index].add(margin, seat.win, score);
        }
        let longest = game.iter().map(|seat| seat.turns).max().unwrap_or(0);
        self.sums[cell].length += f64::from(longest);
        let tied = game.iter().filter(|seat| seat.rank == 1).count() > 1;
        self.sums[cell].ties += f64::from(u8::from(tied));
        self.games[cell] += 1;
    }

    /// Passes the last block to `take`.
    pub fn finish(mut self, take: &mut impl FnMut(u64, &[Option<CellBlock>])) {
        self.flush(take);
    }

    fn flush(&mut self, take: &mut impl FnMut(u64, &[Option<CellBlock>])) {
        if self.games.iter().all(|&games| games == 0) {
            return;
        }
        let whole = self.orders.len();
        let cells: Vec<Option<CellBlock>> = self
            .sums
            .iter()
            .zip(&self.games)
            .map(|(sums, &games)| {
                let mean =
                    |means: &Vec<Means>| means.iter().map(|sum| sum.over(whole as f64)).collect();
                (games == whole).then(|| CellBlock {
                    places: mean(&sums.places),
                    seats: mean(&sums.seats),
                    length: sums.length / whole as f64,
                    ties: sums.ties / whole as f64,
                })
            })
            .collect();
        take(self.block, &cells);
        let players = self.manifest.experiment.players;
        self.sums.fill(empty(players));
        self.games.fill(0);
    }
}

fn empty(players: usize) -> CellBlock {
    CellBlock {
        places: vec![Means::default(); players],
        seats: vec![Means::default(); players],
        ..CellBlock::default()
    }
}
