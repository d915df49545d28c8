//! `portolan tune`: results do not depend on the number of threads, the output is a bot
//! file, and errors are reported before the first game.

use super::folder::{Folder, Workdir, assert_same};
use super::named::shipped;
use super::text::{TextAssert, parse_table};

/// Creates a folder with `mine.toml`.
fn study(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("mine.toml", text);
    folder
}

fn tune(more: &str) -> String {
    format!("tune mine.toml --quiet {more}")
}

/// Bot with a weight that makes it lose, so that any larger weight wins.
const POOR: &str = "kind = 'greedy'\ngame = 'cartagena'\n[weights]\nprogress = -0.1\n";

const WEIGHTS: &str = "game = 'cartagena'\nbase = 'poor.toml'\n\
                       evaluations = 12\nblocks = 4\nconfirm = 20\nseed = 3\n[space.weights]\n\
                       progress = [-0.1, 0.5, 1]\nhand = { from = 0, to = 1, steps = 3 }\n";

#[test]
fn tuning_does_not_depend_on_threads_and_writes_a_bot() {
    let folder = &study(WEIGHTS);
    folder.write("poor.toml", POOR);
    let told = folder.succeeds(tune("--out 1 --threads 1"));
    folder.succeeds(tune("--out 3 --threads 3"));
    assert_same(folder, "1", "3");
    told.assert_contains("Better than poor by win on 20 fresh deal groups");
    let read = |name: &str| folder.join("1").read(name);
    let evaluations = read("evaluations.csv");
    let mut lines = evaluations.lines();
    assert_eq!(
        lines.next(),
        Some(
            "evaluation,first_block,blocks,mean,standard_error,incumbent,incumbent_estimate,\
             weights.hand,weights.progress"
        )
    );
    // The first evaluation compares the original bot with itself.
    assert!(
        lines.next().unwrap().starts_with("1,0,4,0,"),
        "{evaluations}"
    );
    assert_eq!(lines.count(), 11);
    // Deal groups 0 to 47 were used for tuning.
    let confirmation = read("confirmation.csv");
    let blocks: Vec<&str> = confirmation
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    let fresh: Vec<String> = (48..68).map(|block| block.to_string()).collect();
    assert_eq!(blocks, fresh);
    folder.prints("bots 1/best.toml --game cartagena => progress =");
    let line_up = "1/best.toml,poor.toml";
    let simulate = "simulate --game cartagena --games 20 --quiet";
    folder.succeeds(format!("{simulate} --bots {line_up} --out play"));
    // A complete tuning prints its result again.
    let again = folder.succeeds(tune("--out 1 --resume"));
    assert_eq!(again, told);
}

/// A network search with a single iteration tries one move, so more iterations are certainly better.
#[test]
fn best_bot_refers_to_its_network_by_relative_path() {
    let base = "kind = 'mcts'\nnetwork = '../nets/net.safetensors'\niterations = 1\n\
                rollout = 'decisions'\nevaluation = 'net'\nexploration = 0.1\n";
    let text = "game = 'cartagena'\nbase = 'bots/poor.toml'\nopponents = ['random']\n\
                objective = 'lead'\nevaluations = 4\nblocks = 2\nconfirm = 8\n\
                [space.parameters]\niterations = [1, 30]\n";
    let folder = &study(text);
    for name in ["nets", "bots", "elsewhere"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    folder.write("bots/poor.toml", base);
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/bots/cartagena/net.safetensors"
    );
    std::fs::copy(shipped, folder.join("nets/net.safetensors")).unwrap();
    folder.succeeds(tune("--out found/1"));
    let best = folder.join("found/1/best.toml");
    let written = std::fs::read_to_string(&best).unwrap();
    written.assert_contains("network = \"../../nets/net.safetensors\"\n");
    let line_up = format!("{},random", best.display());
    let simulate = "simulate --game cartagena --games 2 --quiet";
    folder
        .join("elsewhere")
        .succeeds(format!("{simulate} --bots {line_up} --out play"));
}

#[test]
fn search_parameters_are_tuned_by_value_range_and_word() {
    let base = "kind = 'mcts'\ninherits = 'mcts-rollouts'\niterations = 4\n";
    let text = "game = 'cartagena'\nbase = 'few.toml'\nobjective = 'lead'\n\
                opponents = ['racer']\nevaluations = 3\nblocks = 1\nconfirm = 2\n[ntbea]\n\
                neighbours = 5\n[space.parameters]\n\
                iterations = { from = 2, to = 8, steps = 2, scale = 'log' }\n\
                exploration = [0.3, 1]\npolicy = {}\n";
    let study = study(text);
    study.write("few.toml", base);
    let told = study.succeeds(tune("--out out"));
    told.assert_contains("policy");
    let manifest = study.read("out/manifest.toml");
    manifest.assert_contains(["status = \"complete\"", "values = [2, 8]"]);
    manifest.assert_contains("values = [\"random\", \"epsilon\", \"boltzmann\", \"mast\"]");
    let header = study.read("out/evaluations.csv");
    header.assert_contains(",exploration,iterations,policy\n");
}

#[track_caller]
fn refused(text: &str, wanted: &str) {
    study(text).rejects(&format!(
        "tune mine.toml --quiet --out out => error: mine.toml => {wanted}"
    ));
}

#[test]
fn errors_name_the_line_before_any_game() {
    let start = "game = 'maracaibo'\n\n";
    let greedy = "base = 'greedy'\n[space.weights]\n";
    let mcts = "base = 'mcts-rollouts'\n[space.parameters]\n";
    for [rest, wanted] in &parse_table(
        r#"
        base = "greedy"\n => no parameter varies
        bass = "greedy"\n => line 3: unknown field `bass`
        bass = "greedy"\n => did you mean "base"?
        base = "gredy"\n => line 3: unknown bot "gredy" (did you mean "greedy"?)
        base = "racer"\n => line 3: bot "racer" plays cartagena, not maracaibo
        base = "greedy"\nplayers = 5\n => line 4: maracaibo is for 1 to 4 players, not 5
        base = "greedy"\nopponents = ["engine", "random"]\n => line 4: 2 opponents: expected 1
        base = "greedy"\nplayers = 3\nopponents = [\n  "engine",\n  "engin",\n]\n
            => line 7: unknown bot "engin" (did you mean "engine"?)
        base = "greedy"\nopponents = ["mine.toml"]\n
            => line 4: mine.toml, line 3: unknown field `base`
        base = "greedy"\nevaluations = 0\n => line 4: evaluations = 0: expected 1 to
        base = "greedy"\nobjective = "wins"\n => did you mean "win"?
        base = "greedy"\n[set]\nlegaci = 1\n => line 5: maracaibo has no option "legaci"
        base = "greedy"\n[spsa]\ntrials = 3\n => line 4: unknown key "spsa"; `portolan tune` always uses NTBEA
        base = "greedy"\nmethod = "spsa"\n => line 4: unknown key "method"; `portolan tune` always uses NTBEA
        base = "greedy"\n[ntbea]\nneighbours = 0\n => neighbours = 0: expected 1 to 10000
        base = "greedy"\n[space.parameters]\niterations = [1, 2]\n
            => line 5: bot "greedy" is of kind "greedy"
        {greedy}doubloon = [1, 2]\n
            => line 5: maracaibo has no feature "doubloon" (did you mean "doubloons"?)
        {greedy}doubloons = [1]\n => line 5: weights.doubloons has only one value
        {greedy}doubloons = 2\n => line 5: space.weights.doubloons: expected a list of values
        {greedy}doubloons = { form = 1, to = 2 }\n => did you mean "from"?
        {greedy}doubloons = { from = 1 }\n => key "to" is missing
        {greedy}doubloons = { from = 2, to = 1 }\n => from = 2 is not less than to = 1
        {greedy}doubloons = { from = -1, to = 1, scale = "log" }\n
            => logarithmic scale from -1 to 1 is impossible
        {greedy}doubloons = { factor = 0.5 }\n => factor = 0.5: expected a number above 1
        {greedy}"*" = { from = 0, to = 1 }\n => line 5: "*" stands for all weights, whatever their size
        {mcts}exploratoin = [1, 2]\n => did you mean "exploration"?
        {mcts}policy = ["random", "epsilom"]\n => did you mean "epsilon"?
        {mcts}epsilon = { to = 2 }\n => line 5: epsilon: 2 is out of range: expected 0 to 1
        {mcts}policy = { from = 0, to = 1 }\n => policy has no range: expected one of
    "#,
    ) {
        let rest = rest.replace("{greedy}", greedy).replace("{mcts}", mcts);
        refused(&format!("{start}{rest}"), wanted);
    }
    refused("game = 'chess'\n", "line 1: unknown game \"chess\"");
}

#[test]
fn every_shipped_tuning_file_is_accepted() {
    for path in shipped("tune-") {
        let file = portolan_train::tune::resolve::read_file(&path).unwrap();
        let resolved = portolan_train::tune::resolve::resolve(&file).unwrap();
        assert!(!resolved.tuning.dimension.is_empty());
    }
}
