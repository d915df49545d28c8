//! The bot files that ship with the program.
//!
//! To ship one more, put it into `bots/` and add its line here. A file named `<game>-<name>.toml`
//! is what `<name>` means in that game, so every game has its own `greedy`
//! (`maracaibo-greedy.toml`); other names are the file's own.

/// Name and text of every shipped file, in the order in which they are listed.
///
/// A line reads `("explorer", include_str!("../../bots/explorer.toml"))`.
pub const SHIPPED: &[(&str, &str)] = &[
    (
        "maracaibo-greedy",
        include_str!("../../bots/maracaibo-greedy.toml"),
    ),
    (
        "maracaibo-tuned",
        include_str!("../../bots/maracaibo-tuned.toml"),
    ),
    (
        "maracaibo-net",
        include_str!("../../bots/maracaibo-net.toml"),
    ),
    ("mcts", include_str!("../../bots/mcts.toml")),
    (
        "mcts-rollouts",
        include_str!("../../bots/mcts-rollouts.toml"),
    ),
    (
        "maracaibo-mcts-rollouts",
        include_str!("../../bots/maracaibo-mcts-rollouts.toml"),
    ),
    ("flat", include_str!("../../bots/flat.toml")),
    ("explorer", include_str!("../../bots/explorer.toml")),
    ("admiral", include_str!("../../bots/admiral.toml")),
    ("shipwright", include_str!("../../bots/shipwright.toml")),
    ("engine", include_str!("../../bots/engine.toml")),
    ("villager", include_str!("../../bots/villager.toml")),
    (
        "cartagena-greedy",
        include_str!("../../bots/cartagena-greedy.toml"),
    ),
    (
        "cartagena-tuned",
        include_str!("../../bots/cartagena-tuned.toml"),
    ),
    (
        "cartagena-net",
        include_str!("../../bots/cartagena-net.toml"),
    ),
    ("racer", include_str!("../../bots/racer.toml")),
    (
        "puerto_rico-greedy",
        include_str!("../../bots/puerto_rico-greedy.toml"),
    ),
    (
        "puerto_rico-net",
        include_str!("../../bots/puerto_rico-net.toml"),
    ),
    (
        "puerto_rico-mcts-rollouts",
        include_str!("../../bots/puerto_rico-mcts-rollouts.toml"),
    ),
    ("shipper", include_str!("../../bots/shipper.toml")),
    ("merchant", include_str!("../../bots/merchant.toml")),
    ("manufacturer", include_str!("../../bots/manufacturer.toml")),
    ("builder", include_str!("../../bots/builder.toml")),
    (
        "endeavor-greedy",
        include_str!("../../bots/endeavor-greedy.toml"),
    ),
    ("endeavor-net", include_str!("../../bots/endeavor-net.toml")),
    ("settler", include_str!("../../bots/settler.toml")),
    ("statesman", include_str!("../../bots/statesman.toml")),
    ("abolitionist", include_str!("../../bots/abolitionist.toml")),
];

/// Name and bytes of the networks that shipped bots name.
pub const NETWORKS: &[(&str, &[u8])] = &[
    (
        "networks/maracaibo.safetensors",
        include_bytes!("../../bots/networks/maracaibo.safetensors"),
    ),
    (
        "networks/maracaibo-solo.safetensors",
        include_bytes!("../../bots/networks/maracaibo-solo.safetensors"),
    ),
    (
        "networks/puerto_rico.safetensors",
        include_bytes!("../../bots/networks/puerto_rico.safetensors"),
    ),
    (
        "networks/endeavor.safetensors",
        include_bytes!("../../bots/networks/endeavor.safetensors"),
    ),
    (
        "networks/cartagena.safetensors",
        include_bytes!("../../bots/networks/cartagena.safetensors"),
    ),
];
