//! How far the work is: a bar on a terminal, otherwise a line every few seconds.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::table::thousands;
use super::tell;
use crate::experiment::run::Progress;

const LINE_EVERY: Duration = Duration::from_secs(5);

/// Shows the progress of a run on stderr.
pub struct Display {
    face: Face,
    began: Instant,
    /// What was there before this session; known once it has begun.
    before: Option<u64>,
    /// What is counted.
    unit: &'static str,
}

enum Face {
    Bar(ProgressBar),
    Lines { told: Instant },
    Quiet,
}

impl Display {
    /// A display for so many games, shards or whatever the unit is.
    pub fn new(planned: u64, unit: &'static str, quiet: bool) -> Display {
        let began = Instant::now();
        let face = if quiet {
            Face::Quiet
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(planned), ProgressDrawTarget::stderr());
            let style =
                format!("{{bar:32}} {{human_pos}}/{{human_len}} {unit}  {{rate}}  {{eta}} left");
            if let Ok(style) = ProgressStyle::with_template(&style) {
                bar.set_style(style.with_key(
                    "rate",
                    |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                        // A bar that cannot be written is no reason to stop.
                        let _ = write!(text, "{:.0}/s", state.per_sec());
                    },
                ));
            }
            Face::Bar(bar)
        } else {
            Face::Lines { told: began }
        };
        Display {
            face,
            began,
            before: None,
            unit,
        }
    }

    /// Hears how far the run is.
    pub fn show(&mut self, progress: Progress) {
        match &mut self.face {
            Face::Bar(bar) => {
                if self.before.is_none() {
                    // What an earlier session played must not count for the rate.
                    bar.set_position(progress.done);
                    bar.reset_eta();
                }
                bar.set_position(progress.done);
            }
            Face::Lines { told }
                if told.elapsed() >= LINE_EVERY && progress.done < progress.planned =>
            {
                *told = Instant::now();
                // Several threads may tell of their work in another order than they did it.
                let before = self.before.unwrap_or(progress.done);
                let played = progress.done.saturating_sub(before);
                let rate = played as f64 / self.began.elapsed().as_secs_f64();
                let left = (progress.planned - progress.done) as f64 / rate;
                // Work of less than one a second would be said to stand still.
                let digits = if rate < 10.0 { 2 } else { 0 };
                tell(&format!(
                    "{} of {} {}, {rate:.digits$} a second, about {left:.0} s left",
                    thousands(progress.done),
                    thousands(progress.planned),
                    self.unit
                ));
            }
            _ => {}
        }
        self.before.get_or_insert(progress.done);
    }

    /// Ends the display.
    pub fn finish(self) {
        if let Face::Bar(bar) = self.face {
            bar.finish_and_clear();
        }
    }
}
