//! Training of the networks on the changes of the first round of `portolan balance`.

use super::items::{ItemWork, Moves, bot_name};
use super::steps::Steps;
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::ui::table::thousands;
use crate::verbs::r#try::adapt::{ADAPTED_BOT, Adaptation, bot_text};
use crate::verbs::r#try::words::{bot_in, options_of};
use portolan_core::files;
use portolan_core::random::step_seed;
use portolan_core::setup::GameEntry;
use portolan_run::experiment::resolve::parts::bot;
use portolan_run::settings::balance::BalanceFile;

/// Games of a training round.
pub const TRAINING_ROUND: u64 = 300;

/// Folder of the training.
pub const ADAPT: &str = "adapt";

/// Training of the networks on the changes of the first round.
pub struct Adapting<'run> {
    pub steps: &'run Steps<'run>,
    pub file: &'run BalanceFile,
    pub entry: &'static GameEntry,
    pub players: usize,
    pub rounds: u64,
}

impl Adapting<'_> {
    /// Trains the network of `measure`. Returns the first bot of the confirmation with the trained network, or `None` if
    /// this bot has no network, and the bot for the next rounds.
    pub fn run(
        &self,
        items: &ItemWork,
        moves: &Moves,
        measure: &str,
        confirm: &[String],
    ) -> Result<(Option<String>, String), Failure> {
        let folder = self.steps.folder.join(ADAPT);
        let learner = bot(self.entry, measure)?;
        if self.rounds == 0 || learner.network.is_none() {
            return Ok((None, measure.to_string()));
        }
        let data = items.write_changes(ADAPT, moves)?;
        let name = bot_in(self.steps.folder, &folder, measure);
        if !self.steps.launch.is_quiet() {
            tell(&format!(
                "adapt: {} trains on the changes, {} games",
                learner.name,
                thousands(TRAINING_ROUND * self.rounds)
            ));
        }
        let adaptation = Adaptation {
            partners: Vec::new(),
            entry: self.entry,
            bot: (&name, &learner),
            players: self.players,
            rounds: self.rounds,
            seed: step_seed(self.file.seed, 200),
            data: data.map(|data| {
                files::lasting(self.steps.folder, &folder, &data)
                    .display()
                    .to_string()
            }),
            set: options_of(&self.file.options().map_err(Failure::usage)?),
        };
        adaptation.run(&folder, self.steps.launch)?;
        let file_of = |bot: &str| format!("adapted-{}.toml", bot_name(bot));
        let mut written = Vec::new();
        for name in [measure]
            .into_iter()
            .chain(confirm.first().map(String::as_str))
        {
            let spec = bot(self.entry, name)?;
            if spec.network.is_some() {
                self.steps.save(
                    ADAPT,
                    &file_of(name),
                    &bot_text(self.entry, &bot_in(self.steps.folder, &folder, name), &spec),
                )?;
                written.push(folder.join(file_of(name)).display().to_string());
            }
        }
        let _ = std::fs::remove_file(folder.join(ADAPTED_BOT));
        let adapted = confirm
            .first()
            .map(|name| folder.join(file_of(name)).display().to_string());
        Ok((
            adapted.filter(|path| written.contains(path)),
            written[0].clone(),
        ))
    }
}
