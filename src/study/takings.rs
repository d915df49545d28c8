//! How many seats take each item of a factorial experiment: what hardly anybody takes has not been tested.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use portolan_engine::results::error::RunError;
use portolan_engine::results::events::Events;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::reader::Reader;
use portolan_engine::results::record::games;
use portolan_engine::settings::seating::orders;
use portolan_engine::settings::{EventLevel, ItemStudy, StudiedItem};

/// The share of the seats that may take an item below which it counts as not tested: even if taking it
/// brought ten points, access to it would bring a tenth of one.
pub const LEAST_TAKEN: f64 = 0.01;

/// Of every bot, with the first data set, the share of the seats with access to an item that take it, item
/// by item; `None` of items that no event tells of, such as city tiles, which lie there for all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Takings {
    by_bot: BTreeMap<String, Vec<Option<f64>>>,
}

impl Takings {
    /// Reads a run by its folders and what each says of itself; nothing if it wrote no events or is no
    /// factorial experiment.
    ///
    /// # Errors
    /// [`RunError`] if its files are not as they should be.
    pub fn read<'run>(
        parts: impl Iterator<Item = (&'run Path, &'run Manifest)> + Clone,
        manifest: &'run Manifest,
    ) -> Result<Takings, RunError> {
        let experiment = &manifest.experiment;
        let study = experiment.design.items();
        let Some(study) = study.filter(|study| study.factorial().is_some()) else {
            return Ok(Takings::default());
        };
        if experiment.plain.events == EventLevel::None {
            return Ok(Takings::default());
        }
        let cells = experiment.design.cells();
        let by_event = by_event(study);
        let orders = orders(experiment.players);
        let size = manifest.block_size.max(1);
        // By bot and item: seats that may take it, and seats that do.
        let mut taken: BTreeMap<&str, Vec<[u64; 2]>> = BTreeMap::new();
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
                    let none = || vec![[0; 2]; study.item.len()];
                    let items = taken.entry(record.bot).or_insert_with(none);
                    let withheld = study.withheld(record.seed, place);
                    // What is withheld is taken where nothing else is legal, which tells nothing.
                    for (item, _) in withheld
                        .iter()
                        .enumerate()
                        .filter(|(_, withheld)| !**withheld)
                    {
                        items[item][0] += 1;
                        items[item][1] += u64::from(once.contains(&(seat, item)));
                    }
                }
            }
            Ok(true)
        })?;
        let shares = |items: Vec<[u64; 2]>| {
            let share = |(item, [may, does]): (&StudiedItem, [u64; 2])| {
                item.taken_by.as_ref()?;
                (may > 0).then(|| does as f64 / may as f64)
            };
            study.item.iter().zip(items).map(share).collect()
        };
        let by_bot = taken.into_iter();
        Ok(Takings {
            by_bot: by_bot
                .map(|(bot, counts)| (bot.to_string(), shares(counts)))
                .collect(),
        })
    }

    /// The share of the seats with access that take each item, when this bot plays; `None` if the run does
    /// not tell.
    pub fn of(&self, bot: &str) -> Option<&[Option<f64>]> {
        self.by_bot.get(bot).map(Vec::as_slice)
    }
}

/// By event and label: the index of the item in the study.
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
