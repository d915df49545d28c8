//! `portolan learn`: interrupted and partial trainings give the same bytes, errors are clear, and the trained bot can
//! play.

use std::collections::HashMap;

use portolan_run::play::dyn_game::set_up_all;
use portolan_train::learn::file::{read_file, resolve};

use super::folder::{Folder, Workdir, files};
use super::named::shipped;
use super::text::{TextAssert, parse_table};

const FILE: &str = "game = 'cartagena'\nplayers = [2, 3]\nrounds = 4\ngames = 12\n\
                    opponents = ['racer']\nearlier = 0.3\nbots = 0.3\nmatch_every = 2\n\
                    match_games = 8\n";

fn begun() -> Folder {
    let folder = Folder::new();
    folder.write("mine.toml", FILE);
    folder
}

#[test]
fn training_does_not_depend_on_threads_stops_or_parts() {
    let folder = &begun();
    folder.succeeds("learn mine.toml --out one --threads 1 --quiet");
    let straight = files(&folder.join("one"));
    assert!(straight.contains_key("net.safetensors") && straight.contains_key("net.toml"));
    folder.succeeds("learn mine.toml --out two --threads 3 --quiet");
    assert!(files(&folder.join("two")) == straight);
    // Stop after every round, and play the games of two rounds in parts.
    folder.succeeds("learn mine.toml --out three --rounds 0 --quiet");
    for _ in 0..2 {
        for part in ["2/3", "1/3"] {
            let part = format!("--part {part} --threads 2");
            folder.succeeds(format!("learn mine.toml --out three {part}"));
        }
        folder.succeeds("learn mine.toml --out three --resume --rounds 1 --quiet");
    }
    folder.succeeds("learn mine.toml --out three --resume --quiet");
    assert!(files(&folder.join("three")) == straight);
    folder.prints("learn mine.toml --out three --resume --quiet => 4 rounds of 4 done");
    assert_eq!(folder.read("one/progress.csv").lines().count(), 5);
    let matches = folder.read("one/matches.csv");
    matches.assert_contains(["\n2,racer,2,", "\n4,racer,3,"]);
}

#[test]
fn trained_network_plays_and_is_identified_by_checksum() {
    let folder = &begun();
    folder.succeeds("learn mine.toml --out net --quiet --rounds 2");
    let play = "simulate --game cartagena --bots net/net.toml,racer --games 8 --quiet --out run";
    let table = folder.succeeds(play);
    table.assert_contains("net ");
    folder.succeeds("replay --run run --game-id 1");
    // A run records its network; another network is rejected.
    let bytes = folder.bytes("net/net.safetensors");
    folder.succeeds("learn mine.toml --out net --quiet --resume");
    folder.rejects("replay --run run --game-id 1 => its SHA-256 is");
    folder.write("net/net.safetensors", &bytes[..bytes.len() - 7]);
    let other = play.replace("--out run", "--out other");
    folder.rejects(&format!(
        "{other} => net/net.toml, line => not a network of this program"
    ));
    folder.write("net/net.safetensors", b"kind = 'greedy'\n");
    folder.rejects(&format!("{other} => not a network of this program"));
    folder.write("net/net.safetensors", &bytes);
    let text = folder.read("net/net.toml");
    folder.write("net/other.toml", text.replace("cartagena", "endeavor"));
    let foreign = "simulate --game endeavor --bots net/other.toml,greedy --games 4 --out other";
    folder.rejects(&format!(
        "{foreign} => trained for cartagena, but the game is endeavor"
    ));
}

#[test]
fn errors_in_learning_file_name_the_line() {
    let folder = &Folder::new();
    for [text, wanted] in &parse_table(
        r#"
        gmae = "cartagena"\n => line 1: unknown field `gmae`
        players = 2\n => key "game" is missing
        game = "cartagena"\nunits = 65\n => line 2: units = 65: expected a multiple of 64
        game = "cartagena"\nplayers = [2, 9]\n => line 2:
        game = "cartagena"\nlambda = 2.0\n => line 2: lambda = 2: expected 0 to 1
        game = "cartagena"\nopponents = ["rcer"]\n => did you mean "racer"?
        game = "cartagena"\nbots = 0.2\n => line 2: bots without opponents
        game = "cartagena"\nearlier = 0.9\nbots = 0.9\nopponents = ["racer"]\n => with a sum of at most 1
        game = "cartagena"\n[set]\nmorgn = "on"\n => line 3:
    "#,
    ) {
        folder.write("mine.toml", text);
        folder.rejects(&format!("learn mine.toml --out x => mine.toml => {wanted}"));
    }
    folder.write("mine.toml", FILE);
    folder.rejects(
        "learn mine.toml --out x --part 1/2 => contains no training; begin one with --rounds 0",
    );
}

#[test]
fn training_can_start_from_the_network_of_a_bot() {
    let folder = &begun();
    let file = |name: &str, more: &str| {
        let text = FILE.replace("rounds = 4", "rounds = 2");
        folder.write(name, format!("{more}{text}"));
    };
    file("mine.toml", "units = 128\n");
    folder.succeeds("learn mine.toml --out first --quiet");
    file("on.toml", "start = 'first/net.toml'\n");
    folder.succeeds("learn on.toml --out on --quiet");
    file("off.toml", "units = 128\n");
    folder.succeeds("learn off.toml --out off --quiet");
    // The new network has the same number of units. It plays the first round itself, without a teacher.
    let weights = |out: &str| folder.join(out).bytes("net.safetensors");
    let (first, on, off) = (weights("first"), weights("on"), weights("off"));
    assert!(off == first && on != first);
    assert!(on.len().abs_diff(first.len()) < 1_000);
    // Playing in parts and stopping do not change the result.
    folder.succeeds("learn on.toml --out parts --rounds 0 --quiet");
    for part in ["2/2", "1/2"] {
        folder.succeeds(format!("learn on.toml --out parts --part {part} --quiet"));
    }
    folder.succeeds("learn on.toml --out parts --resume --rounds 1 --quiet");
    folder.succeeds("learn on.toml --out parts --resume --quiet");
    assert!(files(&folder.join("parts")) == files(&folder.join("on")));
    // A training that starts from another network is another training.
    folder.write("first/net.safetensors", on);
    folder.rejects("learn on.toml --out parts --resume => start.sha256 is => instead of");
    file("bad.toml", "start = 'racer'\n");
    folder.rejects("learn bad.toml --out bad => bad.toml, line 1 => it has no network");
    file("bad.toml", "start = 'on/net.toml'\nunits = 64\n");
    folder.rejects("learn bad.toml --out bad => bad.toml, line 2: units = 64 => starts with 128");
    assert!(!folder.join("bad").exists());
}

#[test]
fn training_report_plots_learning_curves() {
    let folder = &begun();
    folder.succeeds("learn mine.toml --out net --quiet --rounds 3");
    folder.prints("report net => After 2 rounds the network wins => against racer, 2 players");
    let page = folder.read("net/report.html");
    for plot in ["plot-wins-0", "plot-wins-1", "plot-score", "plot-loss"] {
        assert!(page.contains(&format!("id=\"{plot}")), "no {plot}");
    }
    // A single line is labeled in the title of its plot.
    page.assert_contains([
        ">wins against racer, 2 players</text>",
        "3 of 4 rounds are complete",
    ]);
    // A modified table is rejected.
    let matches = folder.read("net/matches.csv");
    folder.write("net/matches.csv", matches.replace("racer", "pacer"));
    folder.rejects("report net --force => matches.csv");
}

#[test]
fn inputs_and_action_indices_are_listed() {
    let folder = Folder::new();
    for (game, input) in [
        ("cartagena", "hand"),
        ("maracaibo", "hand:A026"),
        ("puerto_rico", "phase"),
        ("endeavor", "feature"),
    ] {
        let output = folder.succeeds(format!("games {game} --inputs"));
        output.assert_contains([" inputs\n", "Action indices are below "]);
        output.to_lowercase().assert_contains(&input.to_lowercase());
    }
}

#[test]
fn every_shipped_learning_file_is_accepted() {
    portolan::register();
    for path in shipped("learn-") {
        let resolved = resolve(&read_file(&path).unwrap()).unwrap();
        assert!(set_up_all(&resolved.setups).is_ok(), "{}", path.display());
    }
}

/// Returns the number of positions of the first round, which a bot plays, with these keys.
fn positions(keys: &str) -> u64 {
    let folder = Folder::new();
    let text = format!(
        "game = 'cartagena'\nplayers = 2\nrounds = 1\ngames = 10\nfirst_random = 0\n{keys}"
    );
    folder.write("mine.toml", text);
    folder.succeeds("learn mine.toml --out mine --quiet");
    let progress = folder.read("mine/progress.csv");
    let mut rows = progress.lines().map(|row| row.split(','));
    let column = rows.next().unwrap().position(|name| name == "positions");
    rows.next()
        .unwrap()
        .nth(column.unwrap())
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn sampling_options_change_the_number_of_positions() {
    let all = positions("every = 1\nwaiting = 0\n");
    let third = positions("every = 3\nwaiting = 0\n");
    // Ten games with two seats; each seat contributes the positions after every third choice.
    assert!(
        3 * third <= all && all < 3 * third + 3 * 20,
        "{third} of {all}"
    );
    // If the waiting seat also learns, each position except the last of a game has exactly one waiting seat.
    assert_eq!(positions("every = 1\nwaiting = 1\n"), 2 * all);
    let seldom = positions("every = 1\nwaiting = 5\n");
    assert!(
        all + all / 6 < seldom && seldom <= all + all / 5 + 10,
        "{seldom} of {all}"
    );
}

/// Creates a training file with searched decisions: the teacher plays the first round, and searches follow from the
/// second round on.
fn searching() -> Folder {
    let folder = Folder::new();
    let file = FILE
        .replace("games = 12", "games = 6")
        .replace("match_games = 8", "match_games = 4");
    let text = format!(
        "held_out = 2\npasses = 2\nunits = 64\n{file}\n[search]\nshare = 0.3\nsimulations = 8\n"
    );
    folder.write("mine.toml", text);
    folder
}

#[test]
fn learned_policy_is_reproducible_and_plays() {
    let folder = &searching();
    folder.succeeds("learn mine.toml --out one --threads 1 --quiet");
    let straight = files(&folder.join("one"));
    folder.succeeds("learn mine.toml --out two --rounds 2 --threads 2 --quiet");
    folder.succeeds("learn mine.toml --out two --part 2/2 --quiet");
    folder.succeeds("learn mine.toml --out two --resume --rounds 1 --quiet");
    folder.succeeds("learn mine.toml --out two --resume --threads 3 --quiet");
    assert!(files(&folder.join("two")) == straight);
    // The policy loss is reported from the first searched round on.
    let rows = folder.read("one/progress.csv");
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let rows = reader.deserialize::<HashMap<String, String>>();
    let rows: Vec<_> = rows.map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    for (round, row) in rows.iter().enumerate() {
        assert!(row["held_out_lead_loss"].parse::<f64>().unwrap() > 0.0);
        for column in ["policy_loss", "held_out_policy_loss"] {
            assert_eq!(row[column].parse::<f64>().is_ok(), round > 0, "{row:?}");
        }
    }
    let matches = folder.read("one/matches.csv");
    let players = matches.lines().skip(1);
    let by_policy = players.filter(|row| row.ends_with(",policy")).count();
    assert_eq!(by_policy, 4, "{matches}");
    // Bots can play by the policy, by the best of its choices one step ahead, and by a search with the policy.
    let bot = |name: &str, keys: &str| {
        let text = format!("{keys}\ngame = 'cartagena'\nnetwork = 'one/net.safetensors'\n");
        folder.write(name, text);
    };
    bot("sure.toml", "kind = \"policy\"");
    bot("drawn.toml", "kind = 'policy'\nsampling = 1");
    bot(
        "best.toml",
        "kind = 'net'\ncandidates = 2\npolicy_points = 0.5",
    );
    bot(
        "search.toml",
        "kind = 'mcts'\niterations = 3\nobjective = 'lead'\nrollout = 'decisions'\n\
         rollout_length = 0\nevaluation = 'net'\npriors = 'policy'\nviews = 'mover'\n\
         formula = 'puct'\nfirst_play = 'parent'",
    );
    let all = "sure.toml,drawn.toml,best.toml,search.toml";
    // The training writes a bot of each kind.
    let left = "one/net.toml,one/policy.toml,one/fast.toml";
    folder.prints(&format!(
        "
        simulate --game cartagena --players 4 --bots {all} --games 24 --out played
            => sure => drawn => best => search
        report one => as policy
        simulate --game cartagena --players 3 --bots {left} --games 6 --out left
            => net => policy => fast
    "
    ));
    // A training without a policy writes no policy bot.
    let text = "kind = 'policy'\ngame = 'cartagena'\nnetwork = 'plain/net.safetensors'\n";
    folder.write("plain.toml", FILE);
    folder.succeeds("learn plain.toml --out plain --quiet --rounds 1");
    assert!(!folder.join("plain/policy.toml").exists());
    folder.write("none.toml", text);
    folder.rejects(
        "
        simulate --game cartagena --bots none.toml,random --games 2 --out none => none.toml, line 3
            => its network has no policy => [search]
    ",
    );
    // A policy with other action indices is not misinterpreted: its bot is rejected, and a training uses only its
    // value function.
    let network = folder.bytes("one/net.safetensors");
    let output = b"policy_edition";
    let at = network
        .windows(output.len())
        .position(|text| text == output);
    let mut earlier = network.clone();
    earlier[at.expect("a record of the edition")..][..output.len()]
        .copy_from_slice(b"policy_of_once");
    folder.write("earlier.safetensors", earlier);
    let text = "kind = 'policy'\ngame = 'cartagena'\nnetwork = 'earlier.safetensors'\n";
    folder.write("earlier.toml", text);
    folder.rejects(
        "
        simulate --game cartagena --bots earlier.toml,random --games 2 --out none
            => earlier.toml, line 3 => its policy is from an earlier version => [search]
    ",
    );
    // Two trainings start from the same weights. Only the metadata shows that one of the policies is unusable.
    for (name, start) in [("again", "earlier.toml"), ("kept", "one/policy.toml")] {
        let text = format!("start = '{start}'\n{FILE}[search]\n");
        folder.write(format!("{name}.toml"), text);
        folder.succeeds(format!("learn {name}.toml --out {name} --quiet --rounds 1"));
    }
    let numbers = |file: &str| {
        let bytes = folder.bytes(file);
        let header = u64::from_le_bytes(*bytes.first_chunk().unwrap());
        bytes[8 + header as usize..].to_vec()
    };
    assert!(numbers("earlier.safetensors") == numbers("one/net.safetensors"));
    assert!(numbers("again/net.safetensors") != numbers("kept/net.safetensors"));
}

/// If the option is set, values are learned from searches. The result does not depend on the number of threads, but
/// differs from the result without the option.
#[test]
fn values_can_be_learned_from_searches() {
    let folder = &searching();
    let plain = folder.read("mine.toml");
    folder.write("both.toml", plain + "value_share = 0.85\n");
    let learn = "--rounds 3 --quiet";
    folder.succeeds(format!("learn mine.toml --out plain {learn}"));
    folder.succeeds(format!("learn both.toml --out one --threads 1 {learn}"));
    folder.succeeds(format!("learn both.toml --out two --threads 2 {learn}"));
    assert!(files(&folder.join("one")) == files(&folder.join("two")));
    let network = |out: &str| folder.join(out).bytes("net.safetensors");
    assert!(network("one") != network("plain"));
    let kept =
        "start = 'net'\n".to_string() + FILE + "[search]\nkeep_values = true\nvalue_share = 0.5\n";
    folder.write("kept.toml", kept);
    folder.rejects("learn kept.toml --out kept => kept.toml, line 13 => no values are learnt");
}

#[test]
fn errors_in_search_section_name_the_line() {
    let folder = &begun();
    for (keys, wanted) in [
        ("share = 1.5", "share = 1.5: expected 0 to 1"),
        ("simulations = 1", "simulations = 1"),
        ("from = 1", "from = 1"),
        ("temperature = 0.0", "temperature = 0"),
        ("keep_values = true", "expected start"),
        ("value_share = -0.5", "value_share = -0.5: expected 0 to 1"),
        ("simulation = 9", "did you mean \"simulations\"?"),
    ] {
        folder.write("bad.toml", format!("{FILE}[search]\n{keys}\n"));
        folder.rejects(&format!(
            "learn bad.toml --out bad => bad.toml, line 11 => {wanted}"
        ));
    }
}

/// A network that is trained on drawn data sets evaluates changed components by their traits, and its training gives the same
/// bytes for any number of threads and after a stop.
#[test]
fn training_on_drawn_games_is_reproducible_and_covers_other_components() {
    let folder = &Folder::new();
    folder.write(
        "mine.toml",
        "game = 'puerto_rico'\nplayers = [2, 3]\nunits = 64\nrounds = 2\ngames = 8\nmatch_games = 2\n\
         [search]\nshare = 0.1\nsimulations = 4\n\
         [draw]\nshare = 0.7\nsetups = 4\nwithheld = 0.5\n[draw.set]\nround_cap = [60, 200]\n",
    );
    folder.succeeds("learn mine.toml --out one --threads 1 --quiet");
    folder.succeeds("learn mine.toml --out two --rounds 1 --threads 2 --quiet");
    folder.succeeds("learn mine.toml --out two --part 2/2 --quiet");
    folder.succeeds("learn mine.toml --out two --resume --quiet");
    assert!(files(&folder.join("two")) == files(&folder.join("one")));
    folder.succeeds("data perturb puerto_rico drawn --all --strength 1 --seed 3");
    folder.prints(
        "simulate --game puerto_rico --bots one/net.toml,one/policy.toml --data drawn --games 4 --out run => policy",
    );
    for (keys, wanted) in [
        ("share = 1.5", "share = 1.5: expected 0 to 1"),
        ("setups = 0", "setups = 0"),
        ("kept = 0.5", "did you mean \"keep\"?"),
        ("[draw.set]\nround_ca = 3", "did you mean \"round_cap\"?"),
    ] {
        folder.write(
            "bad.toml",
            format!("game = 'puerto_rico'\n[draw]\n{keys}\n"),
        );
        folder.rejects(&format!(
            "learn bad.toml --out bad => bad.toml, line => {wanted}"
        ));
    }
}
