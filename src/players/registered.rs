//! Registers the games and some shipped files for the tests of this crate.

use crate::registry::{self, Program};
use crate::shipped;

/// Registers the test program once, from whichever test runs first.
pub(crate) fn register() {
    registry::register(Program {
        games: portolan_games::GAMES.to_vec(),
        revision: None,
    });
    shipped::register(&[
        (
            "bots/cartagena/net.safetensors",
            include_bytes!("../../bots/cartagena/net.safetensors"),
        ),
        (
            "bots/cartagena/net.toml",
            include_bytes!("../../bots/cartagena/net.toml"),
        ),
        (
            "bots/cartagena/policy.toml",
            include_bytes!("../../bots/cartagena/policy.toml"),
        ),
        (
            "experiments/maracaibo/cards-quick.toml",
            include_bytes!("../../experiments/maracaibo/cards-quick.toml"),
        ),
        (
            "experiments/maracaibo/factorial-boards.toml",
            include_bytes!("../../experiments/maracaibo/factorial-boards.toml"),
        ),
        (
            "experiments/maracaibo/factorial-cards.toml",
            include_bytes!("../../experiments/maracaibo/factorial-cards.toml"),
        ),
    ]);
}
