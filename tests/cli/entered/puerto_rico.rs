//! Entered positions of Puerto Rico, and games that start from them.

use portolan::random::{below, stream};
use portolan_run::play::given::Drawn;

use super::super::follow::{by_itself, command, follow, set_up};
use super::Folder;
use crate::text::{TextAssert, parse_table};

/// Each position of a random game is entered as data. It must have the same moves with the same
/// consequences.
#[test]
fn entered_puerto_rico_position_has_the_same_moves() {
    for (players, options) in [
        (2, &[][..]),
        (3, &[("optional_bonuses", "all")][..]),
        (5, &[][..]),
    ] {
        let (_, opened) = set_up("puerto_rico", players, options);
        let mut there = opened.deal_given(5, by_itself()).ok().unwrap();
        let mut rng = stream(4, &[players as u64]);
        let mut positions = 0;
        while there.to_move().is_some() {
            let position = there.position(None);
            let at = format!("{players} players, position {positions}: {position}");
            let entered = opened.place(7, &position);
            let mut entered = entered.unwrap_or_else(|problem| panic!("{at}: {problem}"));
            assert_eq!(entered.notations(), there.notations(), "{at}");
            assert_eq!(entered.describe(None), there.describe(None), "{at}");
            let choice = below(&mut rng, there.choices() as u32) as usize;
            there.make_given(choice, by_itself()).ok().unwrap();
            let things = there.moves().last().unwrap().fell.iter().cloned();
            let drawn = Drawn {
                things: things.map(Some).collect(),
                rest: false,
            };
            assert_eq!(entered.make_given(choice, drawn), Ok(()), "{at}");
            assert_eq!(entered.position(None), there.position(None), "{at}");
            entered.take_back(0);
            assert_eq!(entered.position(None), position, "{at}");
            positions += 1;
        }
        assert!(positions > 100, "{positions}");
    }
}

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
        {money} => "doubloons": -2, => doubloons: -2: expected a whole number in the accepted range
        "active": 1 => "active": 4 => active: 4: expected a seat from 1 to 3
        "quarries": 8 => "quarries": 9 => quarries: 9 in the position; expected 8 with these rules
        "score": 0 => "score": 3 => players, 1, score: 3: expected 0
        "board" => "boards" => the key "board" is missing
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
