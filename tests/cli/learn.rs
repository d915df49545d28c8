//! Trained policies of `portolan learn`, sampling of positions, and shipped files.

use std::collections::HashMap;

use portolan_run::play::dyn_game::set_up_all;
use portolan_train::learn::file::{read_file, resolve};

use super::folder::{Folder, Workdir, files};
use super::named::shipped;

const FILE: &str = "game = 'cartagena'\nplayers = [2, 3]\nrounds = 4\ngames = 12\n\
                    opponents = ['racer']\nearlier = 0.3\nbots = 0.3\nmatch_every = 2\n\
                    match_games = 8\n";

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
