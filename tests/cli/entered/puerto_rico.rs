//! Entered positions of Puerto Rico, and games that start from them.

use super::super::follow::{command, follow};
use super::Folder;
use crate::text::{TextAssert, parse_table};

#[test]
fn form_can_be_edited_and_followed() {
    let folder = Folder::new();
    let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
    let (code, out) = follow(folder.path(), "puerto_rico --players 3 --form now.json", "");
    assert_eq!(code, 0, "{out}");
    out.assert_contains("--players 3 --position now.json");
    let rules = "cartagena --players 2 --seat 2 --set turn_cap=20";
    let (_, out) = follow(folder.path(), &format!("{rules} --form c.json"), "");
    out.assert_contains(&format!("{rules} --position c.json"));
    let form = folder.text("now.json");
    let money = "\"doubloons\": 2,";
    form.assert_contains(money);
    form.assert_lacks("\"text\"");
    write("rich.json", &form.replacen(money, "\"doubloons\": 12,", 1));
    let arguments = "puerto_rico --players 3 --position rich.json --no-hints --log rich.log";
    let (code, out) = follow(folder.path(), arguments, "builder\nbuild factory\nshow\n");
    assert_eq!(code, 0, "{out}");
    out.assert_contains("build factory");
    folder.is_replayed("rich.log", "build factory");
    let before = folder.text("rich.log");
    let (code, _) = follow(
        folder.path(),
        "--load rich.log --no-hints",
        "pass\nundo\nundo\nbuild factory\n",
    );
    assert_eq!(code, 0);
    assert_eq!(folder.text("rich.log"), before);
    for [from, to, wanted] in &parse_table(
        r#"
        {money} => "doubloons": -2, => players, 1, doubloons: invalid value: integer `-2`
        "active": 1 => "active": 4 => active: 4: expected 1
        "quarries": 8 => "quarries": 9 => board, quarries: 9: expected 8
        "score": 0 => "score": 3 => players, 1, score: 3: expected 0
        "board" => "boards" => missing field `board`
        "role", => "load", => inside the phase of a role or after the end of the game; expected the start of a turn
        { => [ => expected a position as JSON
    "#,
    ) {
        let from = from.replace("{money}", money);
        form.assert_contains(&from);
        write("wrong.json", &form.replacen(&from, to, 1));
        let arguments = "follow puerto_rico --players 3 --position wrong.json";
        let output = command(folder.path(), arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{to}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains("wrong.json: ") && told.contains(wanted),
            "{to}: {told}"
        );
    }
}
