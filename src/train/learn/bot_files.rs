//! Files of the trained bots.

use super::manifest::LearnManifest;
use super::store::{BOT, FAST_BOT, NETWORK, POLICY_BOT};
use crate::bots::spec::BotKind;
use crate::settings::learning::Learning;

/// Returns the trained bots as files next to the weights.
pub fn bot_files(
    learning: &Learning,
    manifest: &LearnManifest,
    has_policy: bool,
) -> Vec<(&'static str, String)> {
    let file = |kind: BotKind, about: &str, keys: &str| {
        format!(
            "# Trained on {} games of self-play.\nkind = \"{}\"\ngame = \"{}\"\n\
             about = \"{about}\"\nnetwork = \"{NETWORK}\"\n{keys}",
            manifest.rounds_done * learning.games,
            kind.name(),
            learning.game,
        )
    };
    let about = "one step ahead, with a network trained by self-play";
    let own = learning.start_parameters.iter().filter(|_| has_policy);
    let own: String = own
        .map(|(name, value)| format!("{name} = {value}\n"))
        .collect();
    let mut bots = vec![(BOT, file(BotKind::Net, about, &own))];
    if has_policy {
        let about = "the most probable action of a policy trained on searches";
        bots.push((POLICY_BOT, file(BotKind::Policy, about, "")));
        let about = "a search of 32 simulations with a policy trained on searches";
        bots.push((FAST_BOT, file(BotKind::Mcts, about, FAST_KEYS)));
    }
    bots
}

/// Settings of the search bot in its file.
const FAST_KEYS: &str = "\niterations = 32\nobjective = \"lead\"\nrollout = \"decisions\"\nrollout_length = 0\n\
    policy = \"net\"\nevaluation = \"net\"\npriors = \"policy\"\nviews = \"mover\"\nformula = \"puct\"\n\
    exploration = 1\nfirst_play = \"parent\"\nkeep_tree = \"turn\"\n";
