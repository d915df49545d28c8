//! Estimates of `portolan plan` before shards are played.

use super::{PORTOLAN, RANDOM, program, study};
use crate::folder::Workdir;
use crate::text::TextAssert;

#[test]
fn plan_prints_cost_of_each_shard_and_writes_no_files() {
    let study = study(RANDOM, 10);
    let folder = study.path();
    // The pilot ends when it has played the whole experiment.
    let plan = "plan study.toml --shards 4 --seconds 3600";
    let with = |more: &str| folder.all_output(format!("{plan} {more}"));
    let table = with("--seed 9");
    table.assert_contains([
        "each of 2",
        "all 4",
        "CSV.gz",
        "Estimated from a pilot of ",
        "portolan run study.toml --seed 9 --shard 1/4 --out shards/study/shard=1\n",
        "parallel.sh study.toml --shards 4 --out shards/study -- --seed 9\n",
        "portolan merge shards/study --out results/study\n",
    ]);
    let csv = with("--format csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let header = "shard,blocks,games,cpu_seconds,bytes,bytes_compressed,seconds\n";
    csv.assert_starts_with(header);
    let blocks: Vec<&str> = rows.iter().map(|row| &row[1]).collect();
    assert_eq!(blocks, ["2", "3", "2", "3"]);
    let json: serde_json::Value = serde_json::from_str(&with("--format json")).unwrap();
    assert_eq!(json["all"]["games"], 20);
    assert_eq!(json["shard"].as_array().unwrap().len(), 4);
    assert_eq!(json["cells_played"], json["cells"]);
    // The pilot played the whole experiment, so its size is exact except for the headers.
    assert_eq!(json["pilot_games"], 20);
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    folder.all_output("run study.toml --quiet --out whole");
    let size: usize = ["games.csv", "events.csv"]
        .iter()
        .map(|name| {
            let bytes = folder.join("whole").bytes(name);
            bytes.len() - 1 - bytes.iter().position(|byte| *byte == b'\n').unwrap()
        })
        .sum();
    assert_eq!(json["all"]["bytes"].as_f64(), Some(size as f64));
    folder.rejects("plan study.toml --shards 0 => --shards");
}

#[test]
fn plan_for_several_threads_prints_wall_time() {
    let study = study(RANDOM, 10);
    let folder = study.path();
    let plan = "plan study.toml --shards 2 --seconds 3600";
    let with = |more: &str| folder.all_output(format!("{plan} {more}"));
    let table = with("--threads 2");
    table.assert_contains([
        "CPU time",
        "wall time",
        "on each of 2 threads",
        "portolan run study.toml --threads 2 --shard 1/2 --out shards/study/shard=1\n",
        "parallel.sh study.toml --shards 2 --out shards/study --threads 2\n",
    ]);
    let json = |threads: &str| -> serde_json::Value {
        serde_json::from_str(&with(&format!("--format json --threads {threads}"))).unwrap()
    };
    // Five deal groups keep five of eight threads busy, and a single thread all the time.
    for (threads, busy) in [("1", 1.0), ("2", 2.0), ("8", 5.0)] {
        let plan = json(threads);
        let shard = &plan["shard"][0];
        let ratio = shard["cpu_seconds"].as_f64().unwrap() / shard["seconds"].as_f64().unwrap();
        assert!((ratio - busy).abs() < 1e-9, "{threads}: {ratio}");
        // The games of the pilot do not depend on the number of threads.
        assert_eq!(plan["pilot_games"], 20);
    }
    folder.rejects("plan study.toml --threads 0 => expected a number from 1 to 1024");
}

/// The first pilot has time only for one game of each later condition; the second pilot plays everything.
#[test]
fn plan_plays_every_condition() {
    let study = study(RANDOM, 1);
    let folder = study.path();
    let text = "kind = 'sweep'\ngame = 'cartagena'\nblocks = 2\nevents = 'none'\n[[cell]]\n\
                bots = ['random', 'random']\n[[cell]]\nbots = ['racer', 'random']\n[[cell]]\n\
                bots = ['greedy', 'random']\n";
    folder.write("study.toml", text);
    let plan = |seconds: &str| -> serde_json::Value {
        let plan = format!("plan study.toml --seconds {seconds} --format json");
        let output = program(folder, PORTOLAN, &plan).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let short = plan("0");
    // One deal group of the first condition, and one game of each other condition.
    assert_eq!(
        (&short["pilot_games"], &short["cells_played"]),
        (&4.into(), &1.into())
    );
    let long = plan("3600");
    assert_eq!(
        (&long["pilot_games"], &long["cells_played"]),
        (&12.into(), &3.into())
    );
    let printed = folder.all_output("plan study.toml --seconds 0");
    printed.assert_contains("For 2 of the 3 conditions, the pilot played only one game");
}

#[test]
fn output_contains_the_largest_useful_number_of_shards() {
    let study = study(RANDOM, 3);
    let folder = study.path();
    let wanted = "5 of the 8 shards have no games: there are only 3 deal groups, so 3 is the \
                  largest useful number of shards";
    let printed = folder.all_output("plan study.toml --shards 8 --seconds 0.1");
    printed.assert_contains(wanted);
    let shard = "run study.toml --shard 1/8 --out shards/1";
    let printed = folder.all_output(shard);
    printed.assert_contains(wanted);
    let printed = folder.refuses("merge shards --check");
    printed.assert_contains(wanted);
    let printed = folder.all_output("plan study.toml --shards 3 --seconds 0.1");
    printed.assert_lacks("have no games");
}
