//! Pick rates of the items of a factorial experiment: an item that is rarely taken has not been tested.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use portolan_run::results::error::RunError;
use portolan_run::results::events::Events;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Reader;
use portolan_run::results::record::games;
use portolan_run::settings::seating::orders;
use portolan_run::settings::{EventLevel, ItemStudy, StudiedItem};

/// Pick rate below which an item counts as not tested: even if taking it were worth ten points, access to it would be
/// worth only a tenth of a point.
pub const LEAST_TAKEN: f64 = 0.01;

/// For each bot, with the original data set: pick rate of each item among the seats with access, and the share of wins
/// of the seats that took it. `None` for items that no event records, such as city tiles, which are available to all
/// seats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Takings {
    by_bot: BTreeMap<String, Shares>,
}

/// Shares by item.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shares {
    taken: Vec<Option<f64>>,
    won: Vec<Option<f64>>,
}

/// Number of seats with access to an item, number of seats that took it, and their wins; a shared win counts as a
/// fraction.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    may: u64,
    does: u64,
    wins: f64,
}

impl Takings {
    /// Reads the pick rates of a run from its folders and manifests; empty if the run recorded no events or is not a
    /// factorial experiment.
    ///
    /// # Errors
    /// [`RunError`] if its files are missing or invalid.
    pub fn read<'run>(
        parts: impl Iterator<Item = (&'run Path, &'run Manifest)> + Clone,
        manifest: &'run Manifest,
    ) -> Result<Takings, RunError> {
        let experiment = &manifest.experiment;
        let study = experiment.items.as_ref();
        let Some(study) = study.filter(|study| study.factorial().is_some()) else {
            return Ok(Takings::default());
        };
        if experiment.events == EventLevel::None {
            return Ok(Takings::default());
        }
        let cells = &experiment.cells;
        let by_event = by_event(study);
        let orders = orders(experiment.players);
        let size = manifest.block_size.max(1);
        // Counts by bot and item.
        let mut taken: BTreeMap<&str, Vec<Count>> = BTreeMap::new();
        let mut events = Events::open(parts.clone())?;
        Reader::open(parts)?.each_block(|block| {
            for game in games(block) {
                let first_set = cells
                    .get(game[0].cell)
                    .is_some_and(|cell| cell.perturbation == 0);
                let mut once = HashSet::new();
                let whole = events.game(game[0].game_id, |row| {
                    let labels = by_event.get(row.event);
                    if let Some(&item) = labels.and_then(|labels| labels.get(row.item)) {
                        once.insert((row.seat, item));
                    }
                })?;
                if !whole {
                    return Ok(false);
                }
                if !first_set {
                    continue;
                }
                let within = (game[0].game_id.saturating_sub(1) % size) as usize;
                let order = &orders[within % orders.len()];
                for ((seat, record), &place) in game.iter().enumerate().zip(order) {
                    let none = || vec![Count::default(); study.item.len()];
                    let items = taken.entry(record.bot).or_insert_with(none);
                    let withheld = study.withheld(record.seed, place);
                    // A withheld item is taken only if no other action is legal, which carries no information.
                    for (item, _) in withheld
                        .iter()
                        .enumerate()
                        .filter(|(_, withheld)| !**withheld)
                    {
                        items[item].may += 1;
                        if once.contains(&(seat, item)) {
                            items[item].does += 1;
                            items[item].wins += record.win;
                        }
                    }
                }
            }
            Ok(true)
        })?;
        let shares = |items: Vec<Count>| {
            let of = |share: fn(Count) -> Option<f64>| {
                let share = |(item, count): (&StudiedItem, &Count)| {
                    item.taken_by.as_ref()?;
                    share(*count)
                };
                study.item.iter().zip(&items).map(share).collect()
            };
            Shares {
                taken: of(|count| (count.may > 0).then(|| count.does as f64 / count.may as f64)),
                won: of(|count| (count.does > 0).then(|| count.wins / count.does as f64)),
            }
        };
        let by_bot = taken.into_iter();
        Ok(Takings {
            by_bot: by_bot
                .map(|(bot, counts)| (bot.to_string(), shares(counts)))
                .collect(),
        })
    }

    /// Returns the pick rate of each item for this bot; `None` if the run did not record it.
    pub fn of(&self, bot: &str) -> Option<&[Option<f64>]> {
        self.by_bot.get(bot).map(|shares| shares.taken.as_slice())
    }

    /// Returns the share of wins of the seats that took each item, for this bot; `None` if the run did not record it.
    pub fn won(&self, bot: &str) -> Option<&[Option<f64>]> {
        self.by_bot.get(bot).map(|shares| shares.won.as_slice())
    }
}

/// Returns the index of the item in the study, by event and label.
fn by_event(study: &ItemStudy) -> HashMap<&[u8], HashMap<&[u8], usize>> {
    let mut by_event: HashMap<&[u8], HashMap<&[u8], usize>> = HashMap::new();
    for (index, item) in study.item.iter().enumerate() {
        if let Some(event) = &item.taken_by {
            let labels = by_event.entry(event.as_bytes()).or_default();
            labels.insert(item.label.as_bytes(), index);
        }
    }
    by_event
}
