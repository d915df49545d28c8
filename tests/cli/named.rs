//! Players by their names: which file a name means, in any folder.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

fn portolan(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("portolan")
        .unwrap()
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs the program, which must succeed; what it printed on stdout.
fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let output = portolan(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must find something wrong; what it told.
fn refuses(folder: &Path, arguments: &[&str]) -> String {
    let output = portolan(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn every_game_has_the_players_of_its_folder_and_those_of_every_game() {
    let folder = TempDir::new().unwrap();
    let names = |game: &str| -> Vec<String> {
        let listed = succeeds(folder.path(), &["bots", "--game", game]);
        let rows = listed.lines().skip(1);
        rows.map(|row| row.split(' ').next().unwrap().to_string())
            .collect()
    };
    let everywhere = ["flat", "mcts", "mcts-rollouts", "net"];
    for entry in portolan::games::GAMES {
        let mut expected: Vec<String> = everywhere.map(str::to_string).to_vec();
        let own = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("bots")
            .join(entry.name);
        for file in std::fs::read_dir(own).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|end| end == "toml") && name != "greedy" {
                let text = std::fs::read_to_string(&path).unwrap();
                let game = format!("game = \"{}\"\n", entry.name);
                assert!(text.contains(&game), "{}", path.display());
                expected.push(name);
            }
        }
        expected.sort();
        expected.dedup();
        expected.splice(0..0, ["random", "greedy"].map(str::to_string));
        assert_eq!(names(entry.name), expected);
    }
}

#[test]
fn a_name_means_the_nearest_file() {
    let folder = TempDir::new().unwrap();
    let about = |name: &str| {
        let shown = succeeds(folder.path(), &["bots", name, "--game", "cartagena"]);
        let line = shown.lines().find(|line| line.starts_with("  about: "));
        line.unwrap()["  about: ".len()..].to_string()
    };
    let shipped = about("racer");
    assert_eq!(about("cartagena-racer"), shipped);
    // From what matters least to what matters most.
    for (number, place) in ["racer", "cartagena-racer", "cartagena/racer"]
        .iter()
        .enumerate()
    {
        let text = format!("kind = \"random\"\nabout = \"{number}\"\n");
        write(folder.path(), &format!("bots/{place}.toml"), &text);
        assert_eq!(about("racer"), number.to_string());
    }
    let listed = succeeds(folder.path(), &["bots", "--game", "cartagena"]);
    assert_eq!(listed.matches("\nracer ").count(), 1, "{listed}");
    // What ships starts from players of the working folder, too.
    let mine = "kind = \"greedy\"\n[weights]\nhand = 77\n";
    write(folder.path(), "bots/cartagena/greedy.toml", mine);
    write(folder.path(), "heir.toml", "inherits = \"flat\"\n");
    let shown = succeeds(folder.path(), &["bots", "heir.toml", "--game", "cartagena"]);
    assert!(shown.contains("hand = 77"), "{shown}");
}

#[test]
fn a_player_of_another_game_is_known_for_what_it_is() {
    let folder = TempDir::new().unwrap();
    let told = |name: &str| refuses(folder.path(), &["bots", name, "--game", "endeavor"]);
    for name in ["explorer", "maracaibo-explorer", "maracaibo-greedy"] {
        let told = told(name);
        assert!(
            told.contains(&format!("\"{name}\" plays maracaibo, not endeavor")),
            "{told}"
        );
    }
    // Two other games have one of that name.
    assert!(
        told("tuned").contains("unknown bot \"tuned\""),
        "{}",
        told("tuned")
    );
}

#[test]
fn a_network_is_found_wherever_the_program_is() {
    let folder = TempDir::new().unwrap();
    let play = [
        "simulate",
        "--game",
        "cartagena",
        "--bots",
        "net,random",
        "--games",
        "2",
    ];
    succeeds(
        folder.path(),
        &[&play[..], &["--out", "out", "--quiet"]].concat(),
    );
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(
        manifest.contains("path = \"shipped:/bots/cartagena/net.safetensors\""),
        "{manifest}"
    );
    // A game is played again by the network that the manifest names.
    let again = ["replay", "--run", "out", "--game-id", "1"];
    assert!(succeeds(folder.path(), &again).contains("net"));
}
