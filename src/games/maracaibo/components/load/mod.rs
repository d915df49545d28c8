//! Reads the component files of Maracaibo into the tables that the rules use, and reports every
//! problem of a data set with its position.
//!
//! `docs/reference/data.md` describes the files and their notations.

mod automa;
mod boards;
pub mod card_words;
mod cards;
pub mod effects;
mod graph;
mod legacy;
mod likely;
mod map;
mod plot;
mod scenario;
mod story;
mod tiles;
mod track;
pub(super) mod words;

use super::column_schema::DATA_FILES;
pub use super::column_schema::FILES;
use super::{Components, Labels, Places};
use crate::dataset::{DataProblem, DataSet, ProvenanceCounts};

/// Files that a data set may omit. Without a story, a data set has no campaign.
pub static OPTIONAL_FILES: &[&str] = &[story::FILE];

/// Reads a data set.
///
/// # Errors
///
/// Returns all problems of the data set.
pub fn load(data: &DataSet) -> Result<Components, Vec<DataProblem>> {
    let mut problems = Vec::new();
    let mut labels = Labels::default();
    let automa = automa::read(data, &mut labels, &mut problems);
    let track = track::read(data, &mut problems);
    let careers = boards::careers(data, track.as_ref(), &mut labels, &mut problems);
    let city_tiles = tiles::cities(data, &mut labels, &mut problems);
    let tokens = tiles::tokens(data, &mut labels, &mut problems);
    let printed = map::read(data, &mut problems);
    let legacy = legacy::read(data, printed.as_deref(), &mut problems);
    let prestige = boards::prestige(data, &mut labels, &mut problems);
    let mut cards = cards::read(data, &mut labels, &mut problems);
    let quests = tiles::quests(data, &mut labels, &mut problems);
    let mut scenarios = scenario::read(data, &cards.cards, &labels.cards, &mut problems);
    let (tracks, automa_track) = boards::tracks(data, &mut problems);
    let mut story = story::read(data, &labels, &mut problems);
    let (Some(track), Some(mut printed), true) = (track, printed, problems.is_empty()) else {
        return Err(problems);
    };

    printed.extend(legacy.cities.iter().cloned());
    let map = map::Map::new(printed);
    for card in &mut cards.cards {
        if let Some(location) = &mut card.assistant_location {
            *location = map.id(&location.index().to_string());
        }
    }
    scenario::resolve(&mut scenarios, &map);
    story::resolve(&mut story, &map);
    let mut places = Places::default();
    map.places(&mut places);
    map.label(&mut labels);
    track.places(&mut places);
    track.label(&mut labels);
    Ok(Components {
        cards: cards.cards,
        assistant_actions: cards.assistant_actions,
        village_actions: cards.village_actions,
        combat_actions: cards.combat_actions,
        legacy: legacy.resolve(&map),
        locations: map.locations,
        city_tiles,
        tokens,
        quests,
        explorer: track.spaces,
        careers,
        prestige,
        tracks,
        scenarios,
        story,
        automa,
        automa_track,
        places,
        labels,
    })
}

/// Returns all problems of a data set. If there are none, returns warnings about implausible
/// components and about stories that cannot be played or continued.
pub fn check(data: &DataSet) -> Vec<DataProblem> {
    match load(data) {
        Err(problems) => problems,
        Ok(components) => {
            let mut warnings = plot::warnings(data, &components);
            warnings.extend(likely::warnings(data));
            warnings
        }
    }
}

/// Counts the rows by class of provenance for every file.
pub fn provenance(data: &DataSet) -> Vec<(&'static str, ProvenanceCounts)> {
    DATA_FILES.provenance(data)
}
