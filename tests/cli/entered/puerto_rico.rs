//! Entered positions of Puerto Rico, and games that start from them.

use super::super::follow::follow;
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, parse_table};

#[test]
fn form_can_be_edited_and_followed() {
    let folder = &Folder::new();
    let (code, out) = follow(folder, "puerto_rico --players 3 --form now.json", "");
    assert_eq!(code, 0, "{out}");
    out.assert_contains("--players 3 --position now.json");
    let rules = "cartagena --players 2 --seat 2 --set turn_cap=20";
    let (_, out) = follow(folder, &format!("{rules} --form c.json"), "");
    out.assert_contains(&format!("{rules} --position c.json"));
    let form = folder.read("now.json");
    let money = "\"doubloons\": 2,";
    form.assert_contains(money);
    form.assert_lacks("\"text\"");
    folder.write("rich.json", form.replacen(money, "\"doubloons\": 12,", 1));
    let arguments = "puerto_rico --players 3 --position rich.json --no-hints --log rich.log";
    let (code, out) = follow(folder, arguments, "builder\nbuild factory\nshow\n");
    assert_eq!(code, 0, "{out}");
    out.assert_contains("build factory");
    folder.prints("replay --log rich.log => build Factory");
    let before = folder.read("rich.log");
    let undone = "pass\nundo\nundo\nbuild factory\n";
    let (code, _) = follow(folder, "--load rich.log --no-hints", undone);
    assert_eq!(code, 0);
    assert_eq!(folder.read("rich.log"), before);
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
        folder.write("wrong.json", form.replacen(&from, to, 1));
        folder.rejects(&format!(
            "follow puerto_rico --players 3 --position wrong.json => wrong.json: => {wanted}"
        ));
    }
}
