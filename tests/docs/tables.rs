//! Tables for the test of the docs: sizes of commands, placeholders, required files, and excluded lines.

/// Condition for reducing the size of a command.
pub enum When {
    /// Always, even if the page does not use the option.
    Always,
    /// Only if the page uses the option.
    Given,
    /// If the page uses this other option.
    Beside(&'static str),
}

/// Smallest size of a command.
pub struct Size {
    pub verb: &'static str,
    pub option: &'static str,
    pub small: &'static str,
    pub when: When,
}

const fn size(verb: &'static str, option: &'static str, small: &'static str, when: When) -> Size {
    Size {
        verb,
        option,
        small,
        when,
    }
}

/// Options that determine the amount of work. Amounts given in files are reduced by `FILE_SIZES`.
pub const SIZES: &[Size] = &[
    size("simulate", "--games", "4", When::Always),
    size("campaign", "--campaigns", "2", When::Given),
    size("campaign", "--games", "2", When::Beside("--campaigns")),
    size("run", "--games", "2", When::Always),
    size("run", "--perturbed", "1", When::Given),
    size("run", "--target-games", "2", When::Beside("--target")),
    size("try", "--games", "4", When::Always),
    size("plan", "--games", "4", When::Given),
    size("plan", "--seconds", "0.01", When::Always),
    size("replay", "--game-id", "1", When::Beside("--run")),
    size("analyze", "--game-id", "1", When::Beside("--run")),
    size("analyze", "--iterations", "8", When::Always),
    size("analyze", "--playouts", "1", When::Always),
    size("learn", "--rounds", "1", When::Given),
    size("perf", "--seconds", "0.01", When::Always),
];

/// Keys that determine the amount of work, with their maximum values. Shipped experiments and bots are copied with these
/// sizes to a folder that takes precedence over the embedded files.
pub const FILE_SIZES: &[(&str, &str)] = &[
    ("games", "4"),
    ("blocks", "1"),
    ("draws", "2"),
    // Perturbed data sets take seconds per condition.
    ("perturbed", "0"),
    ("confirm", "2"),
    ("confirm_games", "2"),
    ("interactions", "1"),
    ("iterations", "8"),
    ("milliseconds", "1"),
    ("rounds", "1"),
    ("match_games", "2"),
    ("evaluations", "12"),
];

/// Values of placeholders on pages, and the paths of the built program.
pub const PLACEHOLDERS: &[(&str, &str)] = &[
    ("FILE", "learn-cartagena"),
    ("DIR", "results/parts"),
    ("GAME", "cartagena"),
    ("BOT", "greedy"),
    ("NAME", "best-plan"),
    ("target/release/portolan", "portolan"),
];

/// Files that pages require, with the commands that create them.
pub const MADE: &[(&str, &str)] = &[
    (
        "evening.log",
        r"printf 'save evening.log\nquit\n' | portolan play --seed 7",
    ),
    (
        "results/first",
        "portolan simulate --game maracaibo --bots explorer,admiral,engine --games 6 --seed 7 --out results/first",
    ),
    (
        "results/maracaibo-3p-seed7",
        "portolan simulate --game maracaibo --bots random,greedy,random --games 6 --seed 7",
    ),
    (
        "results/tournament",
        "portolan run best-plan --out results/tournament",
    ),
    (
        "shards/best-plan",
        "portolan run best-plan --shard 1/2 --out shards/best-plan/shard=1 && \
         portolan run best-plan --shard 2/2 --out shards/best-plan/shard=2",
    ),
    // A tuning writes a bot only if it is an improvement, which so few games rarely show.
    (
        "results/tune-greedy/best.toml",
        r#"mkdir -p results/tune-greedy && printf 'inherits = "greedy"\n' > results/tune-greedy/best.toml"#,
    ),
];

/// Scripts that need only Python; they run with version 3.11 or later.
pub const SCRIPTS: &[&str] = &[
    "scripts/compare_cells.py",
    "scripts/count_events.py",
    "scripts/halve_network.py",
    "scripts/points_by_category.py",
    "scripts/serve_session.py",
];

/// Commands of the shell.
pub const SHELL: &[&str] = &["printf", "wait"];

/// Lines that are not run, each with the reason.
pub const NOT_RUN: &[(&str, &str)] = &[
    ("cargo install --path . --locked", ".ci/run does it"),
    ("cargo test", "runs tests, among them this one"),
    (
        "portolan play cartagena --web --open",
        "waits for a browser; scripts/browser/games.py plays it",
    ),
    (
        "portolan play --web",
        "waits for a browser; scripts/browser/games.py plays it",
    ),
    (
        "portolan play puerto_rico --web --bots human,human,expert",
        "waits for a browser; tests/cli/web.rs plays such games",
    ),
    (
        "portolan play --web --load maracaibo-7.log",
        "waits for a browser; tests/cli/web.rs resumes a game",
    ),
    (
        "portolan new game NAME",
        "tests/cli/snapshots/own_games.md writes one",
    ),
    (
        "portolan balance maracaibo --players 3 --items within=1 --knob cost --max-changes 12 --time 30m",
        "takes half an hour; tests/cli/snapshots/balance.md plays a small balance",
    ),
    (
        "portolan balance puerto_rico --players 4 --seats 0.02 --option seat_3_doubloons=-1..1 --option seat_4_doubloons=-1..1",
        "takes minutes; tests/cli/snapshots/balance.md plays a small balance",
    ),
    (
        "portolan balance balance-cards",
        "takes minutes; tests/cli/snapshots/balance.md checks every shipped balance file",
    ),
    (
        "portolan balance balance-seats",
        "takes minutes; tests/cli/snapshots/balance.md checks every shipped balance file",
    ),
    (
        "portolan balance balance-buildings",
        "takes minutes; tests/cli/snapshots/balance.md checks every shipped balance file",
    ),
    (
        "portolan balance balance-jean",
        "takes minutes; tests/cli/snapshots/balance.md checks every shipped balance file",
    ),
    (
        "portolan balance maracaibo --resume --keep balanced",
        "needs the folder of a balance",
    ),
    (
        "portolan play maracaibo --data results/balance-maracaibo/changes.toml",
        "needs the folder of a balance",
    ),
    (
        "portolan run results/balance-maracaibo/confirm-net-after/experiment.toml --out results/again",
        "needs the folder of a balance",
    ),
    ("cd NAME", "the folder of the line before"),
    (
        "portolan run NAME-first",
        "of a program that is compiled first; tests/cli/snapshots/own_games.md plays it",
    ),
    (
        "portolan report results/NAME-first",
        "of a program that is compiled first; tests/cli/snapshots/own_games.md plays it",
    ),
    (
        "cargo test --test coverage -- --ignored --nocapture",
        "takes minutes; .ci/nightly does it",
    ),
    (
        "scripts/cluster/parallel.sh best-plan --shards 20 --out shards/best-plan",
        "tests/cli/cluster plays it with GNU parallel",
    ),
    (
        "scripts/cluster/parallel.sh best-plan --shards 20 --out shards/best-plan --hosts 8/one,16/two",
        "tests/cli/cluster plays it with GNU parallel",
    ),
    (
        "scripts/cluster/parallel.sh best-plan --shards 20 --out shards/best-plan --hosts 8/one,16/two --copy",
        "tests/cli/cluster plays it with GNU parallel",
    ),
    (
        "scripts/cluster/slurm.sh best-plan --shards 500 --out shards/best-plan --time 1:00:00 --at-once 100",
        "tests/cli/cluster plays it with Slurm",
    ),
    (
        "scripts/cluster/slurm.sh best-plan --shards 500 --out shards/best-plan --missing",
        "tests/cli/cluster plays it with Slurm",
    ),
    (
        "pip install -r scripts/cluster/requirements.txt",
        "installs packages",
    ),
    (
        "scripts/cluster/ray_run.py best-plan --shards 20 --out shards/best-plan --address HEAD:6379",
        "tests/cli/cluster plays it with Ray",
    ),
    (
        "export RAY_AUTH_MODE=token RAY_AUTH_TOKEN_PATH=$HOME/ray-token",
        "is for Ray, which has to be installed",
    ),
    (
        "ray start --head --port=6379",
        "is for Ray, which has to be installed",
    ),
    (
        "ray start --address=HEAD:6379",
        "is for Ray, which has to be installed",
    ),
    (
        "docker build -f scripts/cluster/Dockerfile -t REGISTRY/portolan .",
        "builds an image",
    ),
    ("docker push REGISTRY/portolan", "needs a registry"),
    (
        "scripts/cluster/kubernetes.sh best-plan --shards 200 --out shards --claim portolan --at-once 50 --dry-run",
        "tests/cli/cluster plays it with a stand-in for kubectl",
    ),
    (
        "scripts/cluster/kubernetes.sh best-plan --shards 200 --out shards --claim portolan --at-once 50 --fill",
        "tests/cli/cluster plays it with a stand-in for kubectl",
    ),
    (
        "sed 's/@NAME@/portolan-volume/; s/@CLAIM@/portolan/; s|@IMAGE@|REGISTRY/portolan|' scripts/cluster/kubernetes-volume.yaml | kubectl apply -f -",
        "needs a cluster",
    ),
    (
        "kubectl exec portolan-volume -- portolan merge shards --check",
        "needs a cluster",
    ),
    (
        "kubectl exec portolan-volume -- tar -cf - shards | tar -xf -",
        "needs a cluster",
    ),
    ("kubectl delete pod portolan-volume", "needs a cluster"),
    (
        r#"RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --target x86_64-unknown-linux-gnu"#,
        "builds the program once more",
    ),
    ("cargo build --release", "builds the program once more"),
    (
        "scripts/cluster/learn.sh learn-cartagena --parts 2 --out results/parts --portolan target/release/portolan",
        "takes the whole training; tests/cli/cluster plays it in small",
    ),
];
