//! Tests of the referees in `scripts/referees/`, independent implementations of the rules that check random games. The
//! referees need only the standard library of Python.

use std::path::Path;
use std::process::{Command, Output};

use super::folder::{Folder, Workdir};
use super::text::{TextAssert, parse_table};

/// File of a script, a text in it, and the replacement of this text.
type Change = [String; 3];

/// Referee of a game: its script, and the name of the game.
struct Referee {
    script: &'static str,
    title: &'static str,
}

const CARTAGENA: Referee = Referee {
    script: "cartagena.py",
    title: "Cartagena",
};
const ENDEAVOR: Referee = Referee {
    script: "endeavor.py",
    title: "Endeavor",
};
const PUERTO_RICO: Referee = Referee {
    script: "puerto_rico.py",
    title: "Puerto Rico",
};
const MARACAIBO: Referee = Referee {
    script: "maracaibo.py",
    title: "Maracaibo",
};

impl Referee {
    /// Runs the referee on this number of games, optionally after a change of its script.
    fn watch(&self, games: usize, changed: Option<&Change>) -> Output {
        let folder = Folder::new();
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/referees");
        let mut found = changed.is_none();
        for entry in std::fs::read_dir(scripts).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "py") {
                continue;
            }
            let name = path.file_name().unwrap();
            let mut text = std::fs::read_to_string(&path).unwrap();
            if let Some([script, from, to]) = changed.filter(|[script, ..]| *name == **script) {
                assert_eq!(text.matches(from).count(), 1, "{script}: {from:?}");
                text = text.replacen(from.as_str(), to, 1);
                found = true;
            }
            folder.write(name, text);
        }
        assert!(found, "{changed:?}");
        Command::new("python3")
            .arg(folder.join(self.script))
            .args(["--games", &games.to_string()])
            .args(["--portolan", env!("CARGO_BIN_EXE_portolan")])
            .output()
            .unwrap()
    }

    /// Asserts that all games follow the rules.
    fn agrees(&self, games: usize) {
        let output = self.watch(games, None);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        let told = String::from_utf8(output.stdout).unwrap();
        let title = self.title;
        told.assert_starts_with(&format!("{title}: {games} games, "));
        told.assert_ends_with(" portolan and the rules agree\n");
    }

    /// Asserts that the referee detects every `every`-th of these changes of its rules.
    fn notices(&self, changes: &str, every: usize) {
        for change in parse_table(changes).iter().step_by(every) {
            let output = self.watch(16, Some(change));
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{change:?}: {told}");
            assert!(told.contains("the rules say"), "{change:?}: {told}");
        }
    }
}

#[test]
fn cartagena_agrees_with_the_referee() {
    CARTAGENA.agrees(2);
}

#[test]
fn endeavor_agrees_with_the_referee() {
    ENDEAVOR.agrees(2);
}

#[test]
fn puerto_rico_agrees_with_the_referee() {
    PUERTO_RICO.agrees(2);
}

#[test]
fn maracaibo_scores_agree_with_the_referee() {
    MARACAIBO.agrees(2);
}

/// Includes Jean at every level in Maracaibo.
#[test]
#[ignore = "nightly: 300 games of each game"]
fn all_games_agree_with_the_referees_in_300_games() {
    for referee in [CARTAGENA, ENDEAVOR, PUERTO_RICO, MARACAIBO] {
        referee.agrees(300);
    }
}

/// Changes from every chapter of the rules.
const CARTAGENA_CHANGES: &str = "
    cartagena_board.py => MOST_ON_A_SPACE = 3 => MOST_ON_A_SPACE = 4
    cartagena_rules.py => ACTIONS = 3 => ACTIONS = 2
    cartagena_board.py => self.symbols[space] == symbol and self.on(space) == 0
        => self.symbols[space] == symbol and self.on(space) <= 1
    cartagena_rules.py => cards = self.board.on(target)  # CA-2.11 => cards = 1
    cartagena_rules.py => self.draw_to_hand(self.turn_of, 1) => self.draw_to_hand(self.turn_of, 2)
    cartagena_rules.py => if complete: => if False:
    cartagena_board.py => MOST_ABOARD = 3 => MOST_ABOARD = 2
    cartagena_board.py => (self.end(start, [owner]), 2) => (self.end(start, [owner]), 1)
    cartagena_rules.py => MOST_CARDS_UNDER_HINDRANCE = 7 => MOST_CARDS_UNDER_HINDRANCE = 8
    cartagena_magician.py => self.draw_to_hand(victim, 1) => self.draw_to_hand(self.turn_of, 1)
    cartagena_magician.py => HOOK_ACTIONS = 2 => HOOK_ACTIONS = 1
    cartagena_cards.py => self.top.insert(0, kind) => self.top.append(kind)
    cartagena_rules.py => other > merit for => other >= merit for
";

#[test]
fn referee_detects_some_changed_cartagena_rules() {
    CARTAGENA.notices(CARTAGENA_CHANGES, 3);
}

/// Changes from every chapter of the rules.
const ENDEAVOR_CHANGES: &str = r#"
    endeavor.py => "attack": 2, "pay" => "attack": 1, "pay"
    endeavor.py => (track.count(owner), nearest[owner]) => (track.count(owner), -nearest[owner])
    endeavor.py => self.link_tokens[number] = None => pass
    endeavor.py => and not self.box.buildings[kind]["no_pay"]] => ]
    endeavor.py => self.players[seat].grow(1)  # EN-6.18 => pass
    endeavor.py => self.removed += self.decks["slavery"] => self.pile += self.decks["slavery"]
    endeavor.py => if card != player.governor_space] => if True]
    endeavor.py => if [] in answers and self.options["reaction_choice"] == "free": => if True:
    endeavor.py => self.possible(seat, self.box.actions(kind), 1)
        => self.possible(seat, self.box.actions(kind), 0)
"#;

#[test]
fn referee_detects_some_changed_endeavor_rules() {
    ENDEAVOR.notices(ENDEAVOR_CHANGES, 3);
}

/// Changes from every role phase.
const PUERTO_RICO_CHANGES: &str = r#"
    puerto_rico.py => min(self.players[seat].on("quarry"), BUILDINGS[building].column)
        => self.players[seat].on("quarry")
    puerto_rico.py => if self.colonists < due: => if self.colonists <= due:
    puerto_rico.py => (seat == owner or player.works("construction_hut")) => True
    puerto_rico.py => min(player.capacity(good), self.goods[good]) => player.capacity(good)
    puerto_rico.py => FACTORY = [0, 0, 1, 2, 3, 5] => FACTORY = [0, 1, 2, 3, 4, 5]
    puerto_rico.py => player.works("office") or good not in self.house => good not in self.house
    puerto_rico.py => if min(number, ship["capacity"]) == most] => ]
    puerto_rico.py => if seat == owner and self.privilege: => if seat == owner:
    puerto_rico.py => sum(self.chips.values()) // 4 => sum(self.chips.values()) // 5
"#;

#[test]
fn referee_detects_some_changed_puerto_rico_rules() {
    PUERTO_RICO.notices(PUERTO_RICO_CHANGES, 3);
}

/// Changes from every part of the scoring.
const MARACAIBO_CHANGES: &str = r#"
    maracaibo.py => NO_PURCHASE = 2 => NO_PURCHASE = 3
    maracaibo.py => NOT_USED = 2 => NOT_USED = 1
    maracaibo.py => start < place(one["location"]) < stop => start < place(one["location"]) <= stop
    maracaibo.py => MOST_INFLUENCE = 3 => MOST_INFLUENCE = 2
    maracaibo.py => own == max(steps) > 0 => own == max(steps) > 1
    maracaibo.py => "21a": 3 => "21a": 5
    maracaibo.py => "U3": 3, "U5": 3 => "U3": 3, "U5": 4
    maracaibo.py => * player["compasses"] => * 2
    maracaibo.py => FIRST_INVESTOR = 2 => FIRST_INVESTOR = 3
    maracaibo.py => borders_crossed"] else 4 => borders_crossed"] else 3
    maracaibo.py => "jean_quests", 5 => "jean_quests", 4
"#;

#[test]
fn referee_detects_some_changed_maracaibo_rules() {
    MARACAIBO.notices(MARACAIBO_CHANGES, 3);
}

#[test]
#[ignore = "nightly: every change"]
fn referees_detect_all_changed_rules() {
    CARTAGENA.notices(CARTAGENA_CHANGES, 1);
    ENDEAVOR.notices(ENDEAVOR_CHANGES, 1);
    PUERTO_RICO.notices(PUERTO_RICO_CHANGES, 1);
    MARACAIBO.notices(MARACAIBO_CHANGES, 1);
}
