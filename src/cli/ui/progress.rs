//! Shows progress: a bar on a terminal, otherwise a line every few seconds, or JSON lines for another program. Unfinished
//! games count in part, so that there is progress to show during the first games.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::print::tell;
use super::table::thousands;
use portolan_run::experiment::session::Progress;
use portolan_run::play::live::Live;

const FIRST_LINE_AFTER: Duration = Duration::from_secs(2);
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Environment variable that selects JSON lines if its value is `json`.
const FORM: &str = "PORTOLAN_PROGRESS";
const JSON_EVERY: Duration = Duration::from_millis(500);
const DRAW_EVERY: Duration = Duration::from_millis(200);

/// Shows the progress of games, or of other units of work, on stderr, from [`Display::begin`] on.
pub struct Display {
    /// Name of the unit, in the singular.
    unit: &'static str,
    quiet: bool,
    live: Arc<Live>,
    watch: Option<Watch>,
}

/// Thread that updates the display.
struct Watch {
    /// Dropped to stop the thread.
    goes_on: Sender<()>,
    thread: JoinHandle<()>,
}

impl Display {
    /// Creates a display of the units that workers count in `live`.
    pub fn new(unit: &'static str, quiet: bool, live: Arc<Live>) -> Display {
        Display {
            unit,
            quiet,
            live,
            watch: None,
        }
    }

    /// Starts the display at this progress; later calls have no effect.
    pub fn begin(&mut self, at: Progress) {
        if self.quiet || self.watch.is_some() {
            return;
        }
        let (goes_on, ended) = channel::<()>();
        let live = Arc::clone(&self.live);
        let began = Instant::now();
        let unit = self.unit;
        let wait = move |time: Duration| {
            matches!(ended.recv_timeout(time), Err(RecvTimeoutError::Timeout))
        };
        let thread = std::thread::spawn(move || {
            if std::env::var_os(FORM).is_some_and(|form| form == "json") {
                while wait(JSON_EVERY) {
                    let (done, text) = standing(&live, at, began.elapsed(), unit);
                    let line = json!({
                        "done": done, "planned": at.planned, "unit": unit, "text": text, "interim": live.interim(),
                    });
                    let written = writeln!(std::io::stderr(), "{line}");
                    if written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
                        // The program that started this one has ended. `--resume` continues from the last checkpoint.
                        std::process::exit(1);
                    }
                }
            } else if std::io::stderr().is_terminal() {
                let bar = bar(at.planned, unit);
                while wait(DRAW_EVERY) {
                    let (done, text) = standing(&live, at, began.elapsed(), unit);
                    bar.set_position(done);
                    bar.set_message(text + &interim(&live, "\n"));
                }
                bar.finish_and_clear();
            } else {
                let mut pause = FIRST_LINE_AFTER;
                while wait(pause) {
                    let (done, text) = standing(&live, at, began.elapsed(), unit);
                    let (done, planned) = (thousands(done), thousands(at.planned));
                    let interim = interim(&live, "; ");
                    tell(&format!("{done} of {planned} {unit}s, {text}{interim}"));
                    pause = LINE_EVERY;
                }
            }
        });
        self.watch = Some(Watch { goes_on, thread });
    }

    /// Ends the display.
    pub fn finish(self) {
        if let Some(Watch { goes_on, thread }) = self.watch {
            drop(goes_on);
            // A panic of the thread affects only the display.
            let _ = thread.join();
        }
    }
}

fn bar(planned: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(planned), ProgressDrawTarget::stderr());
    let style = format!("{{bar:32}} {{human_pos}}/{{human_len}} {unit}s, {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
    bar
}

/// Returns the interim results after a separator; empty if there are none.
fn interim(live: &Live, separator: &str) -> String {
    match live.interim() {
        words if words.is_empty() => words,
        words => format!("{separator}{words}"),
    }
}

/// Returns the number of finished units and a text with the speed.
fn standing(live: &Live, at: Progress, elapsed: Duration, unit: &str) -> (u64, String) {
    let played = live.played();
    let ahead = at.planned.saturating_sub(at.done) as f64;
    // A sequential test usually needs fewer games.
    let about = if live.is_sequential() {
        "at most"
    } else {
        "about"
    };
    let text = pace(played.games, ahead, elapsed, unit, about);
    ((at.done + played.ended).min(at.planned), text)
}

/// Formats the speed and the remaining time. Of the units `ahead`, `games` are done, counting unfinished units in part.
/// `about` says how accurate the remaining time is.
fn pace(games: f64, ahead: f64, elapsed: Duration, unit: &str, about: &str) -> String {
    let gone = match elapsed.as_secs() {
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => HumanDuration(elapsed).to_string(),
    };
    let rate = games / elapsed.as_secs_f64();
    if rate <= 0.0 {
        return format!("{gone} so far");
    }
    let left = Duration::try_from_secs_f64(((ahead - games) / rate).max(0.0));
    let left = HumanDuration(left.unwrap_or(Duration::MAX));
    let speed = match rate {
        10.0.. => format!("{} a second", thousands(rate.round() as u64)),
        1.0..10.0 => format!("{rate:.1} a second"),
        _ => format!(
            "{} a {unit}",
            HumanDuration(Duration::from_secs_f64(1.0 / rate))
        ),
    };
    format!("{speed}, {gone} so far, {about} {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_printed_in_suitable_units() {
        let seconds = Duration::from_secs;
        for (games, ahead, elapsed, wanted) in [
            (0.0, 96.0, 12, "12 seconds so far"),
            (0.0, 96.0, 59, "59 seconds so far"),
            (0.0, 96.0, 91, "1 min 31 s so far"),
            (
                0.5,
                96.0,
                10,
                "20 seconds a game, 10 seconds so far, about 32 minutes left",
            ),
            (
                20.0,
                50.0,
                10,
                "2.0 a second, 10 seconds so far, about 15 seconds left",
            ),
            (
                12_345.0,
                24_690.0,
                10,
                "1,235 a second, 10 seconds so far, about 10 seconds left",
            ),
        ] {
            let text = pace(games, ahead, seconds(elapsed), "game", "about");
            assert_eq!(text, wanted);
        }
    }

    #[test]
    fn games_of_earlier_sessions_do_not_affect_the_pace() {
        let live = Live::default();
        let counter = live.counter();
        for _ in 0..10 {
            counter.decided(5);
            counter.ended();
        }
        let at = Progress {
            done: 60,
            planned: 100,
        };
        let (done, text) = standing(&live, at, Duration::from_secs(1), "game");
        assert_eq!(done, 70);
        assert_eq!(text, "10 a second, 1 second so far, about 3 seconds left");
        live.set_sequential();
        let (_, text) = standing(&live, at, Duration::from_secs(1), "game");
        assert_eq!(text, "10 a second, 1 second so far, at most 3 seconds left");
    }
}
