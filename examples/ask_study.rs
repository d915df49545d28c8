//! Head-to-head results of the bots in a results folder, with confidence intervals.
//!
//!     cargo run --release --example ask_study results/first

use std::error::Error;
use std::path::Path;

use portolan::study::source::Source;
use portolan::study::tally::Tally;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    print!(
        "{}",
        answer(Path::new(folder.as_deref().unwrap_or("results/first")))?
    );
    Ok(())
}

/// For each pair of bots, formats the difference of their shares of wins on the same deals, with
/// its interval.
fn answer(folder: &Path) -> Result<String, Box<dyn Error>> {
    let tally = Tally::read(&Source::open(folder)?)?;
    let mut text = format!("{} games in {} deals\n", tally.games, tally.blocks);
    for (one, bot) in tally.entrants.iter().enumerate() {
        for (other, rival) in tally.entrants.iter().enumerate().skip(one + 1) {
            if let Some(ahead) = tally.ahead(one, other) {
                text.push_str(&format!(
                    "{} less {}: {} percentage points of the wins ({})\n",
                    bot.name,
                    rival.name,
                    ahead.value_words(1),
                    ahead.range_words(1)
                ));
            }
        }
    }
    Ok(text)
}
