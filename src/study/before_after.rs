//! Effects of a change of the game: before and after on the same deals.

use std::collections::{BTreeSet, HashMap};

use super::error::ReadError;
use super::source::Source;
use super::whole_game::folder_beside;
use portolan_run::experiment::change::{ChangeEffect, ChangeGames, Measure};
use portolan_run::results::events::Events;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::{Extent, Reader};
use portolan_run::results::record::games;
use portolan_run::results::trial::SECOND;
use portolan_run::settings::{ConditionSpec, EventLevel, ItemStudy};
use portolan_stats::Estimate;

/// Findings of a study of a change.
pub struct ChangeFindings {
    /// Number of deals and games played.
    pub extent: Extent,
    /// Effects of the change on all measures, starting with the measures of items.
    pub effects: Vec<ChangeEffect>,
    /// Take counts by item; `None` for items without an event that records the taking. Empty if no
    /// events were written.
    pub takings: Vec<Option<ItemTakings>>,
    /// Number of deals after which all questions were decided for the first time; `None` if some questions are open.
    pub settled_after: Option<u64>,
    /// True if the study measures the fairness of the seats.
    pub asks_about_seats: bool,
}

/// Findings on the same change with another bot in every seat.
pub struct SecondPlayer {
    /// Name of the bot.
    pub bot: String,
    /// Number of deals played.
    pub deals: u64,
    /// Effects of the change on the measures, in the same order as for the first player.
    pub effects: Vec<ChangeEffect>,
}

impl SecondPlayer {
    /// Returns the effect that the second player finds for a measure.
    pub fn of(&self, measure: Measure) -> Option<&ChangeEffect> {
        self.effects.iter().find(|effect| effect.measure == measure)
    }

    /// Returns true if the effect of the change on a measure differs significantly between both players, or if one of
    /// them does not react to the change in any deal and the other finds a significant effect.
    pub fn differs(&self, first: &ChangeEffect) -> bool {
        let second = self.of(first.measure).and_then(ChangeEffect::deciding);
        let Some((first, second)) = first.deciding().zip(second) else {
            return false;
        };
        let is_constant = |one: &Estimate| one.value == 0.0 && one.interval().is_none();
        let difference = match (is_constant(&first), is_constant(&second)) {
            (true, _) => Some(second),
            (_, true) => Some(first),
            _ => first.minus(&second),
        };
        let interval = difference.and_then(|difference| difference.interval());
        interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    }
}

/// Reads the games of the second player of a trial; `None` if there are none for this change.
///
/// # Errors
/// [`ReadError`] if their files are invalid.
pub fn second_player(source: &Source) -> Result<Option<SecondPlayer>, ReadError> {
    let mut parts = source.parts();
    let (Some((folder, manifest)), None) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    let folder = folder_beside(folder, SECOND);
    if !folder.is_dir() {
        return Ok(None);
    }
    let Some(played) = Manifest::read(&folder)? else {
        return Ok(None);
    };
    let (one, other) = (&manifest.experiment, &played.experiment);
    let labels = |manifest: &Manifest| {
        let study = manifest.experiment.items.as_ref();
        study.map(|study| study.item.clone())
    };
    let hashes = |manifest: &Manifest| -> Vec<String> {
        let data = manifest.data_sets();
        data.map(|record| record.hash.clone()).collect()
    };
    let is_same = one.game == other.game
        && one.players == other.players
        && one.set == other.set
        && hashes(manifest) == hashes(&played)
        && labels(manifest) == labels(&played);
    if !is_same {
        return Ok(None);
    }
    let found = read(&Source::open(&folder)?)?;
    Ok(Some(SecondPlayer {
        bot: other.bots.first().cloned().unwrap_or_default(),
        deals: found.extent.blocks,
        effects: found.effects,
    }))
}

/// Number of seats that take an item in untreated games, before and after the change.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ItemTakings {
    pub before: SeatCounts,
    pub after: SeatCounts,
}

/// Counts of seats over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCounts {
    /// Number of seats played by bots.
    pub seats: u64,
    /// Number of these seats that had the opportunity to take the item; all seats if no event
    /// records the opportunity.
    pub could: u64,
    /// Number of these seats that took the item.
    pub took: u64,
}

impl SeatCounts {
    /// Returns the pick rate: the share of the seats with the opportunity that took the item.
    /// `None` if no seat had the opportunity.
    pub fn share(self) -> Option<f64> {
        (self.could > 0).then(|| self.took as f64 / self.could as f64)
    }
}

/// Reads the results of a study of a change.
///
/// # Errors
/// [`ReadError`] if its files are missing or invalid.
pub fn read(source: &Source) -> Result<ChangeFindings, ReadError> {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let mut blocks = source.blocks()?;
    let categories = blocks.categories().len();
    let interest = experiment.change.clone().unwrap_or_default();
    let played = manifest.roster.first().and_then(|roster| {
        ChangeGames::new(
            interest,
            experiment.items.as_ref(),
            &experiment.cells,
            roster,
            categories,
        )
    });
    let Some(mut played) = played else {
        return Ok(ChangeFindings {
            extent: Extent::default(),
            effects: Vec::new(),
            takings: Vec::new(),
            settled_after: None,
            asks_about_seats: false,
        });
    };
    let width = experiment.cells.len() as u64;
    let mut extent = Extent::default();
    while let Some(block) = blocks.next_block()? {
        let mut rest = block;
        for cell in 0..experiment.cells.len() {
            let of_cell = rest.iter().take_while(|row| row.cell == cell).count();
            let (mine, others) = rest.split_at(of_cell);
            played.add_step(extent.blocks * width + cell as u64, mine);
            extent.games += games(mine).count() as u64;
            rest = others;
        }
        extent.blocks += 1;
    }
    Ok(ChangeFindings {
        extent,
        effects: played.effects(),
        takings: takings(source)?,
        settled_after: played.settled_after().filter(|_| played.is_settled()),
        asks_about_seats: played.asks_about_seats(),
    })
}

/// Item index by event and label, with true for events that record the taking of the item.
type ByEvent<'run> = HashMap<&'run [u8], HashMap<&'run [u8], (usize, bool)>>;

fn by_event(study: &ItemStudy) -> ByEvent<'_> {
    let mut by_event = ByEvent::new();
    for (index, item) in study.item.iter().enumerate() {
        let taken = item.taken_by.iter().map(|event| (event, true));
        let met = item.met_by.iter().map(|event| (event, false));
        for (event, takes) in taken.chain(met) {
            let labels = by_event.entry(event.as_bytes()).or_default();
            labels.insert(item.label.as_bytes(), (index, takes));
        }
    }
    by_event
}

fn takings(source: &Source) -> Result<Vec<Option<ItemTakings>>, ReadError> {
    let manifest: &Manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let Some(study) = experiment.items.as_ref() else {
        return Ok(Vec::new());
    };
    let untold = || vec![None; study.item.len()];
    if experiment.events == EventLevel::None {
        return Ok(untold());
    }
    let plain = |cell: Option<&ConditionSpec>| cell.is_some_and(|cell| cell.arm.is_none());
    let by_event = by_event(study);
    let mut counts = vec![ItemTakings::default(); study.item.len()];
    let mut events = Events::open(source.parts())?;
    Reader::open(source.parts())?.each_block(|block| {
        for game in games(block) {
            let cell = game[0].cell;
            let (mut met, mut took) = (BTreeSet::new(), BTreeSet::new());
            let whole = events.game(game[0].game_id, |row| {
                let labels = by_event.get(row.event);
                if let Some(&(item, takes)) = labels.and_then(|labels| labels.get(row.item)) {
                    met.insert((item, row.seat));
                    if takes {
                        took.insert((item, row.seat));
                    }
                }
            })?;
            if !whole {
                return Ok(false);
            }
            if !plain(experiment.cells.get(cell)) {
                continue;
            }
            let bot = |seat: usize| experiment.bots.iter().any(|bot| bot == game[seat].bot);
            for (item, studied) in study.item.iter().enumerate() {
                let found = match cell {
                    0 => &mut counts[item].before,
                    _ => &mut counts[item].after,
                };
                for seat in (0..game.len()).filter(|&seat| bot(seat)) {
                    found.seats += 1;
                    let could = studied.met_by.is_empty() || met.contains(&(item, seat));
                    found.could += u64::from(could);
                    found.took += u64::from(took.contains(&(item, seat)));
                }
            }
        }
        Ok(true)
    })?;
    let told = study.item.iter().zip(counts);
    Ok(told
        .map(|(item, counts)| item.taken_by.as_ref().map(|_| counts))
        .collect())
}
