//! Bots and settings are compared by content, not by their names or notations.

use std::path::Path;

use super::folder::{Folder, Workdir};

/// Creates a folder with a bot, a link to it, a copy of it, and a copy of a shipped bot.
fn folder() -> Folder {
    let folder = Folder::new();
    let at = folder.path();
    let mine = "kind = 'greedy'\ngame = 'cartagena'\n[weights]\nhome = 1\n";
    at.write("mine.toml", mine);
    at.write("copy.toml", mine);
    #[cfg(unix)]
    std::os::unix::fs::symlink("mine.toml", at.join("linked.toml")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/cartagena/greedy.toml");
    std::fs::create_dir(at.join("elsewhere")).unwrap();
    std::fs::copy(shipped, at.join("elsewhere/greedy.toml")).unwrap();
    folder
}

#[track_caller]
fn refused(at: &Path, experiment: &str, wanted: &str) {
    at.write("run.toml", experiment);
    at.rejects(&format!("run run.toml => {wanted}"));
}

#[cfg(unix)]
#[test]
fn same_bot_under_two_names_is_rejected() {
    let at = &folder();
    for (one, other) in [
        ("mine.toml", "./mine.toml"),
        ("mine.toml", "linked.toml"),
        ("greedy", "elsewhere/greedy.toml"),
        ("greedy", "cartagena-greedy"),
    ] {
        let both = format!("bots = [\"{one}\", \"{other}\"]");
        let head = "game = 'cartagena'\nplayers = 2\ngames = 2\n";
        let experiments = [
            format!("kind = 'tournament'\n{head}{both}\n"),
            format!("kind = 'duel'\n{head}{both}\n"),
            format!(
                "kind = 'gauntlet'\n{head}bots = ['{one}', 'random']\nchallenger = '{other}'\n"
            ),
            format!("kind = 'gauntlet'\n{head}{both}\nchallenger = 'random'\n"),
            format!(
                "kind = 'ladder'\n{head}bots = ['{one}']\nopponent = '{other}'\n[ladder]\n\
                 option = 'pirates'\nvalues = [4, 6]\n"
            ),
        ];
        for experiment in experiments {
            let wanted = format!("{one} => {other} => are the same player, => run.toml, line");
            refused(at, &experiment, &wanted);
        }
    }
    let same = "\"greedy\" and \"maracaibo-greedy\" are the same player";
    // A list of bots by strength may not contain the same player twice.
    let by_strength = "kind = 'factorial'\ngame = 'maracaibo'\nplayers = 2\ngames = 2\n\
                       by_strength = true\nbots = ['greedy', 'maracaibo-greedy']\n\
                       items = ['cards']\n";
    refused(at, by_strength, same);
}

/// A copy is a separate player that plays in the same way; a line-up may contain a player several
/// times.
#[test]
fn copied_bot_counts_as_a_separate_player() {
    let at = &folder();
    let tournament = "kind = 'tournament'\ngame = 'cartagena'\nplayers = 2\ngames = 2\n\
                      bots = ['mine.toml', 'copy.toml', 'random']\n";
    at.write("run.toml", tournament);
    at.succeeds("run run.toml --out run");
    at.succeeds("report run");
    let report = at.read("run/report.md");
    assert!(
        report.contains("due to chance: copy and mine")
            || report.contains("due to chance: mine and copy"),
        "{report}"
    );
    let bots = "mine.toml,./mine.toml";
    at.succeeds(format!(
        "simulate --game cartagena --bots {bots} --games 2 --out seats"
    ));
}

#[test]
fn values_that_set_up_the_same_game_are_rejected() {
    let at = &folder();
    let head = "game = 'maracaibo'\nplayers = 2\nbots = ['greedy', 'random']\ngames = 2\n";
    let values = "[\"L1,L4\", \"L4, L1\"]";
    let output = "option \"legacy\": \"L1,L4\" and \"L4, L1\" set up the same game";
    let ladder = format!(
        "kind = 'ladder'\ngame = 'maracaibo'\nplayers = 2\nbots = ['greedy']\n\
         opponent = 'random'\ngames = 2\n[ladder]\noption = 'legacy'\nvalues = {values}\n"
    );
    refused(at, &ladder, output);
    let settings = format!(
        "kind = 'settings'\ngame = 'maracaibo'\nplayers = 2\nbots = ['greedy']\ngames = 2\n\
         [settings]\nlegacy = {values}\n"
    );
    refused(at, &settings, output);
    let sweep = format!("kind = 'sweep'\n{head}[sweep.set]\nlegacy = {values}\n");
    let same = "play the same games";
    let wanted = format!("conditions \"legacy=L1,L4\" and \"legacy=L4, L1\" => {same}");
    refused(at, &sweep, &wanted);
    let weights =
        format!("kind = 'sweep'\n{head}[sweep.parameters.greedy.weights]\nscore = [1, 1.0]\n");
    let wanted = format!("weights.score=1\" => weights.score=1.0\" => {same}");
    refused(at, &weights, &wanted);
    let spelled =
        format!("kind = 'sweep'\n{head}[sweep]\nset = {{ legacy = ['none', ' none'] }}\n");
    refused(at, &spelled, same);
}
