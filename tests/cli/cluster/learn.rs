//! Distributed learning.

use std::path::Path;

use super::{PORTOLAN, ends, program, script};
use crate::folder::{Folder, Workdir};
use crate::text::TextAssert;

const FILE: &str = "game = 'cartagena'\nplayers = 2\nrounds = 3\ngames = 9\nmatch_every = 2\n\
                    match_games = 4\nopponents = ['racer']\n";

fn network(folder: &Path, out: &str) -> Vec<u8> {
    folder.join(out).bytes("net.safetensors")
}

#[test]
fn parallel_parts_learn_the_same_network_as_one_process() {
    let folder = &Folder::new();
    folder.write("mine.toml", FILE);
    folder.all_output("learn mine.toml --out one --quiet");
    let asked = "mine.toml --parts 2 --out parts";
    let two = format!("{asked} --rounds 2");
    ends(0, program(folder, script("learn.sh"), &two));
    // Continue with a wrapper command that makes one of the parts fail.
    let loses = folder.join("loses.sh");
    std::fs::write(
        &loses,
        "case \"$*\" in *1/2*) exit 1 ;; *) exec \"$@\" ;; esac\n",
    )
    .unwrap();
    let rest = format!("{asked} --with 'sh {}'", loses.display());
    let told = ends(0, program(folder, script("learn.sh"), &rest));
    told.assert_contains("warning: a part ended with 1");
    assert!(network(folder, "one") == network(folder, "parts"));
    // A complete training is not changed.
    let told = ends(0, program(folder, script("learn.sh"), &rest));
    assert_eq!(told, "learnt: parts\n");
}

#[test]
fn dry_run_prints_commands_and_errors_name_the_option() {
    let folder = &Folder::new();
    folder.write("mine.toml", FILE);
    let shown = "mine.toml --parts 2 --out parts --with 'srun -n 1' --dry-run";
    let told = ends(0, program(folder, script("learn.sh"), shown));
    let part = format!(
        "srun -n 1 {PORTOLAN} learn mine.toml --out parts --quiet --threads 1 --part 2/2\n"
    );
    told.assert_contains(&part);
    assert!(!folder.join("parts").exists());
    for (asked, wanted) in [
        ("mine.toml --out parts", "--parts: expected a number from 1"),
        (
            "yours.toml --parts 2 --out parts",
            "yours.toml: no such file",
        ),
        ("mine.toml --parts 2", "--out DIR is missing"),
        ("mine.toml --shards 2", "unknown option --shards"),
    ] {
        let told = ends(2, program(folder, script("learn.sh"), asked));
        told.assert_contains(wanted);
    }
}
