//! Mean points by category of winners and of other players, from the games of a results folder.
//!
//!     cargo run --release --example read_results results/first

use std::error::Error;
use std::path::Path;

use portolan::results::manifest::Manifest;
use portolan::results::reader::Reader;
use portolan::stats::Moments;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    print!(
        "{}",
        answer(Path::new(folder.as_deref().unwrap_or("results/first")))?
    );
    Ok(())
}

/// For each category, formats the mean points of winners and of all other seats.
fn answer(folder: &Path) -> Result<String, Box<dyn Error>> {
    let manifest = Manifest::read(folder)?.ok_or("there is no manifest.toml")?;
    let games = Reader::open([(folder, &manifest)])?;
    let categories = games.categories().to_vec();
    let mut points = vec![(Moments::default(), Moments::default()); categories.len()];
    let read = games.each_game(|seats| {
        for seat in seats {
            for ((winners, others), &had) in points.iter_mut().zip(seat.categories.iter()) {
                let whose = if seat.rank == 1 { winners } else { others };
                whose.push(f64::from(had));
            }
        }
    })?;
    let mut text = format!("{} games\n", read.games);
    for (category, (winners, others)) in categories.iter().zip(&points) {
        let mean = |points: &Moments| points.mean().unwrap_or(f64::NAN);
        text.push_str(&format!(
            "{category}: {:.1} of a winner, {:.1} of the others\n",
            mean(winners),
            mean(others)
        ));
    }
    Ok(text)
}
