//! Trains the player of a trial on the change before it plays.

use std::fmt::Write as _;
use std::path::Path;

use super::words::quoted;
use crate::ui::failure::Failure;
use crate::verbs::learn::train;
use crate::verbs::run::launch::Launch;
use portolan_core::files;
use portolan_core::setup::GameEntry;
use portolan_players::bots::BotSpec;
use portolan_players::bots::file::text_of;
use portolan_run::results::folder::Mode;
use portolan_run::results::trial::CHALLENGERS;
use portolan_train::learn::file::{read_file, resolve};

/// Name of the bot file that the training writes.
pub const ADAPTED_BOT: &str = "adapted.toml";
/// Name of the folder of the training.
const ADAPTED: &str = "adapted";
/// Name of the learning file.
pub const LEARNING: &str = "adapt.toml";

/// Share of the seats, apart from the learner's seat, that the partners play.
const PARTNERS_SHARE: f64 = 0.3;

/// Training of the player of a trial.
pub struct Adaptation<'trial> {
    pub entry: &'static GameEntry,
    /// The bot that learns, as named in a file of the folder, and its settings.
    pub bot: (&'trial str, &'trial BotSpec),
    pub players: usize,
    pub rounds: u64,
    pub seed: u64,
    /// Names of the bots that play some of the seats, or their paths relative to the folder.
    pub partners: Vec<String>,
    /// Component files with the change, as named in a file of the folder; `None` for the shipped set.
    pub data: Option<String>,
    /// Rule options with the change, as lines of a learning file.
    pub set: String,
}

impl Adaptation<'_> {
    /// Trains in a folder inside the folder of the trial. Writes the learning file and the bot that has learnt.
    ///
    /// # Errors
    /// [`Failure`] if the bot has no network, or if the training fails or is stopped.
    pub fn run(&self, folder: &Path, launch: &Launch) -> Result<(), Failure> {
        let save = |name: &str, text: String| {
            let path = folder.join(name);
            files::save(&path, text)
                .map_err(|error| Failure::work(format!("{}: {error}", path.display())))
        };
        save(LEARNING, self.learning_text())?;
        let resolved = resolve(&read_file(&folder.join(LEARNING))?)?;
        train(resolved, folder.join(ADAPTED), Mode::Resume, launch)?;
        save(ADAPTED_BOT, bot_text(self.entry, self.bot.0, self.bot.1))
    }

    /// Half of the set-ups play the change itself. The others play drawn data, so that the network does not forget the
    /// game before the change.
    fn learning_text(&self) -> String {
        let (name, _) = self.bot;
        let mut text = format!(
            "# Trains {name} on the change before the trial. `portolan learn` repeats it.\n\
             game = {}\nplayers = {}\nstart = {}\n",
            quoted(self.entry.name),
            self.players,
            quoted(name)
        );
        if let Some(data) = &self.data {
            let _ = writeln!(text, "data = {}", quoted(data));
        }
        if !self.partners.is_empty() {
            let partners: Vec<String> = self.partners.iter().map(|bot| quoted(bot)).collect();
            let _ = writeln!(
                text,
                "opponents = [{}]\nbots = {PARTNERS_SHARE}",
                partners.join(", ")
            );
        }
        let _ = write!(
            text,
            "rounds = {}\ngames = 300\nwindow = 3\nevery = 4\nlambda = 0.85\nwin_points = 5\n\
             steps = [0.0004, 0.00004]\nmatch_every = 100000\nseed = {}\n\n\
             [search]\nshare = 0.15\nsimulations = 64\n\n[draw]\nshare = 0.5\nsetups = 30\nkeep = 1\n",
            self.rounds, self.seed
        );
        if !self.set.is_empty() {
            let _ = write!(text, "\n[set]\n{}", self.set);
        }
        text
    }
}

/// Returns the file of a bot with the network of the training in the same folder.
pub fn bot_text(entry: &GameEntry, name: &str, bot: &BotSpec) -> String {
    let keys = match bot.network_solo {
        Some(_) => &["network", "network_solo"][..],
        None => &["network"],
    };
    let networks = keys
        .iter()
        .map(|key| format!("{key} = \"{ADAPTED}/net.safetensors\"\n"));
    format!(
        "game = {}\nabout = {}\ninherits = {}\n{}",
        quoted(entry.name),
        quoted(&format!("{name} after training on the change")),
        quoted(name),
        networks.collect::<String>()
    )
}

/// Writes the bot files of leaning copies to a subfolder of the trial, and returns the name or relative path of every partner.
pub fn save(partners: &[BotSpec], folder: &Path) -> std::io::Result<Vec<String>> {
    let save = |bot: &BotSpec| {
        if bot.lean.is_empty() {
            return Ok(bot.name.clone());
        }
        let beside = folder.join(CHALLENGERS);
        std::fs::create_dir_all(&beside)?;
        let name = format!("{}.toml", bot.name);
        let text = text_of(bot, &beside, "Leaning copy of the player.");
        files::save(&beside.join(&name), text)?;
        Ok(format!("{CHALLENGERS}/{name}"))
    };
    partners.iter().map(save).collect()
}
