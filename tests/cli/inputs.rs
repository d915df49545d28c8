//! Invalid or endless inputs are rejected within limits on time and memory.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::folder::{Folder, Workdir};
use super::text::{TextAssert, parse_table};

const MIB: usize = 1 << 20;

/// Runs the program with this input and with limits on time and memory.
fn portolan(folder: &Path, arguments: &str, stdin: Stdio, input: &[u8]) -> Output {
    let mut child = Command::new("sh")
        // Limits of 1 GiB of address space and one minute of CPU time stop a process that reads its whole
        // input.
        .args(["-c", "ulimit -v 1048576; ulimit -t 60; exec \"$@\"", "sh"])
        .arg(super::program::path())
        .current_dir(folder)
        .args(super::program::words(arguments))
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        // The program may exit before it has read everything.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output().unwrap()
}

/// Runs the program with this input, which must succeed. Returns standard output.
#[track_caller]
fn fed(folder: &Path, arguments: &str, input: &str) -> String {
    let output = portolan(folder, arguments, Stdio::piped(), input.as_bytes());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

fn zeros() -> Stdio {
    std::fs::File::open("/dev/zero").unwrap().into()
}

fn refused(folder: &Path, arguments: &str, wanted: &str) {
    let output = portolan(folder, arguments, Stdio::null(), b"");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.contains(wanted), "{arguments:?}: {message}");
}

/// Reading a pipe or a device could block forever.
#[cfg(target_os = "linux")]
#[test]
fn only_regular_files_are_read() {
    let folder = &Folder::new();
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.toml")).unwrap();
    let pipe = |path: &str| {
        let made = Command::new("mkfifo").arg(folder.join(path)).status();
        assert!(made.unwrap().success());
    };
    pipe("pipe");
    pipe("pipe.toml");
    folder.write("heir.toml", "inherits = 'pipe.toml'\n");
    let study =
        "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'greedy']\ndata = 'pipe'\n";
    folder.write("study.toml", study);
    let balance = "game = 'endeavor'\ndata = 'pipe'\n[targets]\nitems = { within = 1 }\n[knobs]\n\
                   vp = { by = [-1, 1] }\n";
    folder.write("balance.toml", balance);
    let wanted = "is not a regular file; expected a file, not a folder, pipe or device";
    for arguments in [
        "run /dev/zero",
        "run zero.toml",
        "run pipe.toml",
        "run heir.toml",
        "run study.toml",
        "plan pipe",
        "tune pipe.toml",
        "learn pipe.toml",
        "balance pipe.toml",
        "balance balance.toml",
        "balance cartagena --seats 0.1 --option morgan_jail=on,off --data pipe",
        "balance cartagena --seats 0.1 --option morgan_jail=on,off --measure pipe.toml",
        "replay --log pipe",
        "analyze --log pipe",
        "play --load pipe",
        "play --game cartagena --data pipe",
        "follow cartagena --position pipe",
        "follow --load pipe",
        "data check cartagena pipe",
        "campaign show pipe",
        "perf cartagena --bot pipe.toml",
        "bots pipe.toml --game cartagena",
        "bots heir.toml --game cartagena",
    ] {
        refused(folder, arguments, wanted);
    }
    let game = "play --game cartagena --bots human,random --seed 7";
    fed(folder, game, "save! pipe\n").assert_contains("not saved: pipe: is not a regular file");
    let data = folder.join("set");
    let shipped = portolan::games::entry("cartagena").unwrap().files;
    std::fs::create_dir(&data).unwrap();
    for (name, text) in shipped {
        data.write(name, text);
    }
    std::fs::remove_file(data.join(shipped[0].0)).unwrap();
    pipe(&format!("set/{}", shipped[0].0));
    refused(folder, "data check cartagena set", wanted);
    for place in ["results", "bots"] {
        std::fs::create_dir(folder.join(place)).unwrap();
    }
    pipe("results/manifest.toml");
    refused(folder, "report results", wanted);
    pipe("bots/mine.toml");
    fed(folder, "bots --game cartagena", "");
}

#[cfg(unix)]
#[test]
fn standard_input_can_be_read_as_a_file() {
    let folder = &Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'greedy']\ngames = 2\n";
    let run = "run /dev/stdin --quiet --out out";
    fed(folder, run, text);
    let wrong = text.replace("greedy", "gredy");
    let output = portolan(folder, run, Stdio::piped(), wrong.as_bytes());
    let message = String::from_utf8(output.stderr).unwrap();
    message.assert_starts_with("error: /dev/stdin, line 3: unknown bot");
    let endless = portolan(folder, run, zeros(), b"");
    let message = String::from_utf8(endless.stderr).unwrap();
    message.assert_contains("has more than 64 MiB");
}

#[test]
fn serve_answers_long_line_with_an_error_and_continues() {
    let folder = &Folder::new();
    let serve = "serve --game cartagena --bot random";
    let long = "x".repeat(3 * MIB);
    let fits = format!("{{\"request\": \"legal\"{}}}", " ".repeat(MIB - 20));
    assert_eq!(fits.len(), MIB);
    let input = format!("{long}\n{fits}\n{{\"request\": \"quit\"}}\n");
    let text = fed(folder, serve, &input);
    let answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let answers: Vec<serde_json::Value> = answers.collect();
    assert_eq!(answers.len(), 3, "{text}");
    let message = answers[0]["error"].as_str().unwrap();
    message.assert_contains("more than 1048576 bytes");
    assert_eq!(answers[1]["ok"], serde_json::json!(true));
    assert!(!answers[1]["legal"].as_array().unwrap().is_empty());
}

#[test]
fn play_reports_long_line_and_continues() {
    let folder = &Folder::new();
    let play = "play --game cartagena --seed 1";
    let input = format!("{}\nscore\nquit\n", "x".repeat(3 * MIB));
    let text = fed(folder, play, &input);
    assert!(text.len() < MIB, "the line is not repeated");
    let (_, after) = text.split_once("more than 1048576 bytes").unwrap();
    after.assert_contains(["> score\n", "> quit\n"]);
}

#[cfg(target_os = "linux")]
#[test]
fn endless_line_ends_the_program() {
    let folder = &Folder::new();
    for arguments in [
        "serve --game cartagena --bot random",
        "play --game cartagena --seed 1",
    ] {
        let output = portolan(folder, arguments, zeros(), b"");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        let wanted = "error: stdin: a line of more than 65 MiB; expected text\n";
        assert_eq!(message, wanted);
        assert!(output.stdout.len() < MIB);
    }
}

/// Numbers are checked before memory is allocated for them.
#[cfg(unix)]
#[test]
fn huge_numbers_are_rejected_before_memory_is_allocated() {
    let folder = &Folder::new();
    let words = |start: &str| -> String {
        let words = (0..9000).map(|at| format!("\"{start}{at}\", "));
        words.collect()
    };
    let (bots, values) = (words("b"), words("v"));
    for [text, wanted] in &parse_table(
        r#"
        kind = "duel"\ngame = "cartagena"\nplayers = 100000000\nbots = ["random", "greedy"]\n
            => mine.toml, line 3: cartagena is for 2 to 5 players, not 100000000
        kind = "tournament"\ngame = "cartagena"\nplayers = 100000000\nbots = ["random", "greedy"]\n
            => mine.toml, line 3: cartagena is for 2 to 5 players
        kind = "mixture"\ngame = "maracaibo"\nplayers = 1\nbots = ["random"]\n[mixture]\noption = "jean_cards"\nitems = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15", "A16", "A17", "A18", "A19", "A20", "A21", "A22", "A23", "A24", "A25", "A26", "A27", "A28", "A29", "A30", "A31", "A32"]\nsmallest = 1\nlargest = 32\ndraws = 1000000000\n
            => mine.toml, line 5: [mixture]: draws = 1000000000; expected at most 10000
        kind = "ladder"\ngame = "maracaibo"\nplayers = 1\nbots = [{bots}]\n[ladder]\noption = "level"\nvalues = [{values}]\n
            => mine.toml, line 1: 10,001 conditions; expected 1 to 10000
    "#,
    ) {
        let text = text.replace("{bots}", &bots).replace("{values}", &values);
        folder.write("mine.toml", text);
        refused(folder, "run mine.toml", wanted);
    }
    let play = "play --game cartagena --players 100000000";
    let wanted = "cartagena is for 2 to 5 players, not 100000000";
    refused(folder, play, wanted);
}

/// Shards played with the same components can be merged even if an editor saved the files in another format.
#[test]
fn shards_merge_despite_reformatted_component_files() {
    let folder = &Folder::new();
    for game in ["maracaibo", "cartagena"] {
        let study = format!(
            "kind = 'simulate'\ngame = '{game}'\nplayers = 2\nbots = ['random', 'random']\n\
             blocks = 2\n"
        );
        folder.write("study.toml", study);
        let message = |arguments: &str| fed(folder, arguments, "");
        let set = format!("{game}-set");
        message(&format!("data export {game} {set}"));
        let printed = message(&format!("games {game}"));
        let (_, shipped) = printed.split_once("Components (data ").unwrap();
        let edit = |name: &str, edit: &dyn Fn(&str) -> String| {
            let set = folder.join(&set);
            let text = set.read(name);
            let edited = edit(&text);
            assert_ne!(edited, text);
            set.write(name, edited);
        };
        if game == "maracaibo" {
            edit("careers.csv", &|text| format!("\u{feff}{text}"));
            edit("quest_tiles.csv", &|text| format!("{text}\n"));
            edit("project_cards.csv", &|text| {
                text.replacen("A001,", "\"A001\",", 1)
            });
            edit("scenarios.csv", &|text| text.replace('\n', "\r\n"));
        } else {
            edit("boards.toml", &|text| {
                format!("\u{feff}# mine\r\n{}\r\n", text.replace('\n', "\r\n"))
            });
        }
        let (one, two) = (format!("{game}-1"), format!("{game}-2"));
        let part = "run study.toml --quiet --shard";
        message(&format!("{part} 1/2 --out {one}"));
        message(&format!("{part} 2/2 --out {two} --data {set}"));
        message(&format!("merge {one} {two} --out {game}-all --quiet"));
        let manifest = folder.read(format!("{game}-all/manifest.toml"));
        manifest.assert_contains(&format!("hash = \"{}", &shipped[..16]));
    }
}

#[cfg(unix)]
#[test]
fn network_must_be_a_regular_file_of_limited_size() {
    let folder = &Folder::new();
    let play = "simulate --game cartagena --bots mine.toml,random --games 2 --out out";
    let large = std::fs::File::create(folder.join("large.safetensors")).unwrap();
    large.set_len(1 << 40).unwrap();
    for [network, wanted] in &parse_table(
        "
        /dev/zero => mine.toml, line 3: network /dev/zero: is not a regular file
        large.safetensors => large.safetensors: has more than 64 MiB
    ",
    ) {
        let bot = format!("kind = 'net'\ngame = 'cartagena'\nnetwork = '{network}'\n");
        folder.write("mine.toml", bot);
        refused(folder, play, wanted);
    }
}

/// Encodes a text as UTF-16 with a byte order mark.
fn wide(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// Bot and experiment files may begin with a byte order mark.
#[test]
fn byte_order_mark_is_accepted() {
    let folder = &Folder::new();
    let bot = "\u{feff}kind = 'random'\r\ngame = 'cartagena'\r\n";
    folder.write("mine.toml", bot);
    let study = "kind = 'simulate'\r\ngame = 'cartagena'\r\n\
                 bots = ['mine.toml', 'random']\r\ngames = 2\r\n";
    folder.write("study.toml", format!("\u{feff}{study}"));
    fed(folder, "run study.toml --quiet --out out", "");
    folder.write("wide.toml", wide(study));
    fed(folder, "run wide.toml --quiet --out wide", "");
}

#[test]
fn byte_order_mark_of_standard_input_is_skipped() {
    let folder = &Folder::new();
    let commands = [
        (
            "follow puerto_rico",
            "corn\nindigo\nsugar\ncoffee\ntobacco\ncorn\nsettler\nquit\n",
        ),
        ("play --game cartagena --seed 1", "score\nquit\n"),
        ("serve --game cartagena", "{\"request\": \"legal\"}\n"),
        ("data new maracaibo set --file quest_tiles", "map3\nquit\n"),
    ];
    for (arguments, input) in commands {
        let plain = fed(&Folder::new(), arguments, input);
        let marked = fed(&Folder::new(), arguments, &format!("\u{feff}{input}"));
        assert_eq!(plain, marked, "{arguments}");
        let output = portolan(folder, arguments, Stdio::piped(), &wide(input));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        let wanted = "error: stdin: the input is encoded as UTF-16; convert it to UTF-8\n";
        message.assert_ends_with(wanted);
    }
}

#[test]
fn errors_in_text_files_name_cause_and_remedy() {
    let folder = &Folder::new();
    let start = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'greedy']\n";
    let latin = [start.as_bytes(), b"data = 'M\xfcnchen'\n"].concat();
    folder.write("latin.toml", latin);
    let unmarked: Vec<u8> = start.encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("unmarked.toml", unmarked);
    folder.write("path.toml", format!("{start}data = \"C:\\data\"\n"));
    folder.write("changes.toml", "inherits = \"C:\\data\"\n");
    folder.write("kind.toml", "game = 'cartagena'\nkind = 'simulat'\n");
    folder.write("bot.toml", "kind = 'greddy'\n");
    folder.write("cards.csv", "id,name\n");
    for [arguments, wanted] in &parse_table(
        r#"
        run latin.toml => latin.toml: is not valid UTF-8 (line 4); save it as UTF-8
        run unmarked.toml => unmarked.toml: has a null byte (line 1), so it is not text; if it is UTF-16, save it as UTF-8
        run path.toml => path.toml, line 4: missing escaped value
        run path.toml => a path with backslashes needs single quotes, such as 'C:\data'
        data check maracaibo changes.toml => a path with backslashes needs single quotes, such as 'C:\data'
        run kind.toml => line 2: unknown value `simulat`, expected one of `simulate`
        run kind.toml => did you mean "simulate"?
        bots bot.toml --game cartagena => line 1: unknown value `greddy`, expected one of `random`, `greedy`
        bots bot.toml --game cartagena => did you mean "greedy"?
        data check maracaibo cards.csv => cards.csv: is a single component file; expected a folder of component files, such as ., or a changes file (TOML)
    "#,
    ) {
        refused(folder, arguments, wanted);
    }
}

/// Files beyond the limits are rejected without reading them in quadratic time.
#[test]
fn numbers_of_rows_columns_and_conditions_are_limited() {
    let folder = &Folder::new();
    fed(folder, "data export maracaibo set", "");
    let rows = |rows: usize, like: &str| {
        let row = |row| format!("[project_cards.N{row}]\nlike = '{like}'\n");
        (0..rows).map(row).collect::<String>()
    };
    folder.write("many.toml", rows(10_001, "A001"));
    folder.write("unknown.toml", rows(9_000, "none"));
    let cards = folder.read("set/project_cards.csv");
    let header = cards.lines().next().unwrap().to_string();
    let cells = ",".repeat(header.matches(',').count());
    let copies = |rows: usize| {
        let copies = (0..rows).map(|row| format!("N{row}{cells},A001\n"));
        format!(
            "{header},like\n{}{}",
            &cards[header.len() + 1..].replace('\n', ",\n"),
            copies.collect::<String>()
        )
    };
    let wide: String = (0..9_000).map(|column| format!(",c{column}")).collect();
    let conditions: String = (0..10_001)
        .map(|cell| format!("[[cell]]\nname = 'c{cell}'\nset = {{ morgan_jail = false }}\n"))
        .collect();
    folder.write(
        "cells.toml",
        format!("kind = 'sweep'\ngame = 'cartagena'\nbots = ['random', 'greedy']\n{conditions}"),
    );
    let weights: String = (0..20_000)
        .map(|weight| format!("w{weight} = 1\n"))
        .collect();
    folder.write(
        "weights.toml",
        format!("kind = 'greedy'\ngame = 'cartagena'\n[weights]\n{weights}"),
    );
    for (arguments, wanted) in [
        (
            "data check maracaibo many.toml",
            "many.toml: \"10001 rows\" found, expected at most 10000 rows",
        ),
        (
            "data check maracaibo unknown.toml",
            "unknown.toml: \"at least 100 problems\" found, expected fewer; the rest of the file was not checked",
        ),
        ("run cells.toml", "10,001 conditions; expected 1 to 10000"),
        ("perf cartagena --bot weights.toml", "w0"),
    ] {
        refused(folder, arguments, wanted);
    }
    folder.write("set/project_cards.csv", copies(10_000));
    let wanted = "project_cards.csv: \"10165 data rows\" found, expected at most 10000 data rows";
    refused(folder, "data check maracaibo set", wanted);
    folder.write("set/project_cards.csv", format!("{header}{wide}\n"));
    let wanted = "expected at most 250 columns";
    refused(folder, "data check maracaibo set", wanted);
}
