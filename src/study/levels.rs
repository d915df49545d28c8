//! Levels of a ladder: the conditions by bot and level, and their results.

use super::conditions::CellTallies;
use super::error::ReadError;
use super::ladder::{Climb, judge_steps};
use super::source::Source;
use super::tally::Entrant;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::HANDICAP;
use portolan_stats::{Batches, BlockMeans, isotonic};

/// Conditions of a ladder by bot and level.
pub struct Grid {
    /// Rule option that changes from level to level.
    pub option: String,
    /// Values of the option by level.
    pub values: Vec<String>,
    /// Bots that are measured on every level.
    pub bots: Vec<String>,
    /// For each bot and level, the condition and the index of the bot in it.
    pub cells: Vec<Vec<Option<(usize, usize)>>>,
    /// True if there are opponents; if not, the main measure is the score.
    pub opponents: bool,
}

impl Grid {
    /// Returns the grid of a run.
    pub fn new(manifest: &Manifest) -> Grid {
        let experiment = &manifest.experiment;
        let (option, values) = experiment.ladder.as_ref().map_or_else(
            || (String::new(), Vec::new()),
            |ladder| (ladder.option.clone(), ladder.values.clone()),
        );
        let mut grid = Grid {
            option,
            values,
            bots: Vec::new(),
            cells: Vec::new(),
            opponents: manifest.roster.iter().all(|roster| roster.seats > 1),
        };
        let cells = experiment.cells.iter().zip(&manifest.roster).enumerate();
        for (number, (cell, roster)) in cells {
            let Some(bot) = cell.bots.first() else {
                continue;
            };
            let value = cell.set.get(&grid.option);
            let rung = grid.values.iter().position(|known| match &*grid.option {
                HANDICAP => known.parse() == Ok(cell.handicap),
                _ => Some(known) == value,
            });
            let entrant = roster.entrants.iter().position(|name| name == bot);
            let (Some(rung), Some(entrant)) = (rung, entrant) else {
                continue;
            };
            let place = match grid.bots.iter().position(|known| known == bot) {
                Some(place) => place,
                None => {
                    grid.bots.push(bot.clone());
                    grid.cells.push(vec![None; grid.values.len()]);
                    grid.bots.len() - 1
                }
            };
            grid.cells[place][rung] = Some((number, entrant));
        }
        grid
    }

    /// Returns the name of a step between two levels, for display.
    pub fn step_name(&self, step: usize) -> String {
        format!("{} → {}", self.values[step], self.values[step + 1])
    }

    /// Returns the results of a bot on a level.
    pub fn climber<'cells>(
        &self,
        cells: &'cells CellTallies,
        bot: usize,
        rung: usize,
    ) -> Option<&'cells Entrant> {
        let (cell, entrant) = self.cells[bot][rung]?;
        cells.tallies[cell].entrants.get(entrant)
    }

    /// Returns the main measure, which is expected to fall from level to level: the share of wins, or the
    /// score in a solo game.
    fn main(&self, block: &BlockMeans) -> f64 {
        if self.opponents {
            block.wins
        } else {
            block.score
        }
    }
}

/// Results of a ladder.
pub struct Ladder {
    /// Conditions by bot and level.
    pub grid: Grid,
    /// Results by condition.
    pub cells: CellTallies,
    /// Results by bot.
    pub climbs: Vec<Climb>,
    /// Mean over all bots, block by block.
    pub together: Climb,
    /// For each batch of blocks and condition, the sum of the shares of wins and the number of blocks.
    pub batches: Batches,
}

impl Ladder {
    /// Summarizes a run.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source) -> Result<Ladder, ReadError> {
        let grid = Grid::new(&source.manifest);
        let rungs = grid.values.len();
        let mut climbs = vec![Climb::new(rungs); grid.bots.len()];
        let mut together = Climb::new(rungs);
        let mut batches = Batches::default();
        let cells = CellTallies::read(source, |cells| {
            let mut sums = (vec![0.0; rungs], vec![0.0; rungs]);
            let mut wins = Vec::new();
            let mut all_games: Option<u64> = None;
            for (climb, places) in climbs.iter_mut().zip(&grid.cells) {
                let (mut main, mut lead) = (vec![f64::NAN; rungs], vec![f64::NAN; rungs]);
                let mut games: Option<u64> = None;
                for (rung, place) in places.iter().enumerate() {
                    let block = place.and_then(|(cell, entrant)| {
                        let block = cells.block(cell, entrant)?;
                        wins.push((2 * cell, block.wins));
                        wins.push((2 * cell + 1, 1.0));
                        Some(block)
                    });
                    if let Some(block) = block {
                        main[rung] = grid.main(&block);
                        lead[rung] = block.lead.unwrap_or(f64::NAN);
                        games = games.max(grid.opponents.then_some(block.games));
                    }
                    sums.0[rung] += main[rung];
                    sums.1[rung] += lead[rung];
                }
                climb.push(&main, &lead, games);
                all_games = games.map(|games| games + all_games.unwrap_or(0));
            }
            let bots = grid.bots.len().max(1) as f64;
            let mean = |sums: &[f64]| -> Vec<f64> { sums.iter().map(|sum| sum / bots).collect() };
            together.push(&mean(&sums.0), &mean(&sums.1), all_games);
            batches.push(&wins);
        })?;
        judge_steps(&mut climbs);
        together.judge();
        Ok(Ladder {
            grid,
            cells,
            climbs,
            together,
            batches,
        })
    }

    /// Returns the nonincreasing curve closest to a bot's shares of wins by level (isotonic fit); `None` if
    /// the bot did not play on every level.
    pub fn never_rising(&self, bot: usize) -> Option<Vec<f64>> {
        let rungs = 0..self.grid.values.len();
        let shares: Option<Vec<(f64, f64)>> = rungs
            .map(|rung| {
                let wins = &self.grid.climber(&self.cells, bot, rung)?.all.wins;
                Some((-wins.mean()?, wins.count() as f64))
            })
            .collect();
        let fitted = isotonic(&shares?).fitted;
        Some(fitted.into_iter().map(|share| -share).collect())
    }
}
