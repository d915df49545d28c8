//! Input and output of the dialogue: rejected input, usage, hints and full disks.

use portolan_core::files::saved_as;

use super::super::faults::shim;
use super::follow;
use crate::folder::{Folder, Workdir};
use crate::program;
use crate::text::{TextAssert, flat, parse_table};

#[test]
fn components_are_described_during_the_deal() {
    let folder = &Folder::new();
    let input = "look A054\nlook foreman of the yard\nlook nonsense\nquit\n";
    let (code, out) = follow(folder, "maracaibo --players 2", input);
    assert_eq!(code, 0);
    assert_eq!(out.matches("A054 Foreman of the Yard").count(), 2, "{out}");
    out.assert_contains("nonsense");
}

#[test]
fn impossible_input_is_rejected_with_alternatives() {
    let folder = &Folder::new();
    let input = "corn, cron\nsettler\nco\nindigo, indigo, coffee, sugar\nsetler\nplant corn\n\
                 1 settler\nundo\nundo\ncoffee\nsettler, plant corn, plant indigo, plant indigo\n\
                 undo\n";
    let (code, out) = follow(folder, "puerto_rico --players 3 --no-hints", input);
    let out = flat(&out);
    assert_eq!(code, 0, "{out}");
    out.assert_contains([
        "The deal draws. Enter each plantation that your seat sees, in the order drawn.",
        "\"cron\" is not possible here (did you mean \"corn\"?); expected coffee (8), corn (8), indigo (10)",
        "plantation: \"settler\" cannot be drawn",
        "\"co\" fits 2 components: coffee, corn; enter an id",
        "\"sugar\" is neither a move of seat 1 here",
        "\"setler\" is neither a move of seat 1 here nor a command (did you mean \"settler\"?)",
        "\"plant corn\" is neither a move of seat 1 here",
        "taken back: settler",
        "taken back: the deal's coffee",
        "plantation 4> coffee",
        "\"plant indigo\" draws. Enter each plantation that your seat sees, in the order drawn.",
        "taken back: plant indigo",
        "portolan follow --load followed-puerto_rico.log",
    ]);
    let log = folder.read("followed-puerto_rico.log");
    let body = log.split_once("\n\n").unwrap().1;
    let wanted = "drawn corn, indigo, indigo, coffee\n1 settler\n1 plant corn\n2 plant indigo\n";
    assert_eq!(body, wanted);
    // A second game does not overwrite the file.
    let (_, out) = follow(folder, "puerto_rico --players 3 --no-hints", "corn\n");
    flat(&out).assert_contains("saved in followed-puerto_rico-2.log");
}

#[test]
fn earlier_move_is_corrected_in_place() {
    let folder = &Folder::new();
    let input = "corn, indigo, indigo, coffee\nsettler, plant corn, plant indigo, plant indigo\n\
                 corn, corn, corn, corn\ncorrect 9 pass\ncorrect 2 plant tobacco\ncorrect 2 plant coffee\n\
                 correct 2 plant indigo\nundo\ncorrect 2 plant indigo\nplant corn\nsugar, sugar, sugar, sugar\n";
    let (code, out) = follow(folder, "puerto_rico --players 3 --no-hints", input);
    let out = flat(&out);
    assert_eq!(code, 0, "{out}");
    out.assert_contains([
        "no move 9: expected 1 to 4; `log` lists them",
        "\"plant tobacco\" is neither a move of seat 1 here",
        "corrected; all later moves fit.",
        "move 4, \"plant indigo\" of seat 3, no longer fits",
        "Enter what happened instead",
        "taken back: the correction",
    ]);
    let log = folder.read("followed-puerto_rico.log");
    let body = log.split_once("\n\n").unwrap().1;
    let wanted = "drawn corn, indigo, indigo, coffee\n1 settler\n1 plant indigo\n2 plant indigo\n\
                  3 plant corn\ndrawn sugar, sugar, sugar, sugar\n";
    assert_eq!(body, wanted);
}

#[test]
fn draw_of_the_deal_is_corrected_in_place() {
    let folder = &Folder::new();
    let input = "correct deal 1 corn\ncorn, indigo, indigo, coffee\nsettler, plant coffee, plant indigo, plant indigo\n\
                 correct 1 mayor\ncorn, corn, corn, corn\nlog\ncorrect\ncorrect deal 5 corn\ncorrect deal 4 nonsense\n\
                 correct deal 4 sugar\nundo\ncorrect deal 1 Tobacco\ncorrect deal 4 sugar\nplant sugar\n";
    let (code, out) = follow(folder, "puerto_rico --players 3 --no-hints", input);
    let out = flat(&out);
    assert_eq!(code, 0, "{out}");
    out.assert_contains([
        "the deal is not complete yet; `undo` takes back the last draw",
        "the last move still waits for entries",
        "`correct` needs the number of a move",
        "deal 1 corn, 2 indigo, 3 indigo, 4 coffee 1",
        "no draw 5 of the deal: expected 1 to 4; `log` lists them",
        "draw 4, plantation: \"nonsense\" cannot be drawn",
        "move 2, \"plant coffee\" of seat 1, no longer fits",
        "taken back: the correction",
        "corrected; all later moves fit.",
    ]);
    let log = folder.read("followed-puerto_rico.log");
    let body = log.split_once("\n\n").unwrap().1;
    let wanted = "drawn tobacco, indigo, indigo, sugar\n1 settler\n1 plant sugar\n2 plant indigo\n\
                  3 plant indigo\ndrawn corn, corn, corn, corn\n";
    assert_eq!(body, wanted);
}

/// Moves and corrections are accepted with names of components; the log contains their ids.
#[test]
fn moves_are_reported_by_name() {
    let folder = &Folder::new();
    let input = "corn, indigo, indigo, coffee\nbuilder\nbuild small market\nbuild smal mar\n2 pass\n3 pass\n\
                 build small market\ncorrect 2 build hacienda\n";
    let (code, out) = follow(folder, "puerto_rico --players 3 --no-hints", input);
    assert_eq!(code, 0, "{out}");
    flat(&out).assert_contains([
        "build Small market · for 0 doubloons",
        "corrected; all later moves fit.",
    ]);
    let log = folder.read("followed-puerto_rico.log");
    let body = log.split_once("\n\n").unwrap().1;
    body.assert_contains("1 builder\n1 build hacienda\n2 build small_market\n");
}

#[test]
fn deal_is_entered_by_name_for_the_visible_places() {
    let folder = &Folder::new();
    let input = "moves\nspy den\n-\nDen\nchapter house (C06)\nspy den\nexpedition camp, dry\nmonastery\n\
                 1, 2, 3, 4, 5\nmaster builder\nmaster builder (A003)\nA01\n";
    let (code, out) = follow(folder, "maracaibo --players 2 --log a.log", input);
    assert_eq!(code, 0, "{out}");
    flat(&out).assert_contains([
        "Expedition Camp (C02), Dry Dock (C03), Governor (C04), Spy Den (C05), Chapter House (C06), Privateer Office (C07), or \
         others city tile 1 (locations, Puerto Plata)",
        "city tile 1 (locations, Puerto Plata)> moves the deal is not complete yet: `?`, `look`",
        "city tile 2 (locations, Santo Domingo)> Den \"Den\" is not possible here; expected Expedition Camp (C02)",
        "`-` is only for hidden components, and your seat sees this one (locations, Santo Domingo, city tile)",
        // Hidden tiles were drawn before, so the list may lack some.
        "Spy Den (C05) was already entered; expected Expedition Camp (C02), Dry Dock (C03), or others",
        "86 % of the component rows are placeholders",
        "10 pay 2 cards with a sextant: 1 VP for each compass, 2 discs off the ship",
        "card 11 (seat 1, hand)> master builder (A003)",
        "\"master builder\" fits 4 components: Master Builder (A001), Master Builder (A002)",
        "\"A01\" fits 10 components: ",
    ]);
    let log = folder.read("a.log");
    log.assert_contains("drawn -, -, C05, C06, C02, C03, P1, -, -, -, 1, 2, 3, 4, 5, A003\n");
}

/// Follows a game of Maracaibo for two from a complete deal. Returns the output.
fn dealt(folder: &Folder, seat: usize, input: &str) -> String {
    let deal = "spy den, chapter house, expedition camp, dry, monastery\n1, 2, 3, 4, 5\n\
                A001, A005, A009, A012, A016, A020, A023, A027, K1, K2\nA029, A031, A034, A038\n";
    let arguments = format!("maracaibo --players 2 --seat {seat} --no-hints --log a.log");
    let (code, out) = follow(folder, &arguments, &format!("{deal}{input}"));
    assert_eq!(code, 0, "{out}");
    out
}

#[test]
fn set_up_needs_no_entry_of_secret_choices() {
    let folder = &Folder::new();
    let input = "1 buy A041\n\
                 plan master, discard A005, discard A009, discard A012, career K1\nA020\nK3\nhand\n\
                 A003\nA008\nA014\nA033\n\ncorrect 1 plan A008\n";
    let out = dealt(folder, 2, input);
    flat(&out).assert_contains([
        "seat 1 (player 1): decides 5 times in secret",
        "seat 2 decides here, not seat 1",
        "\"career Glory\" shows hidden components (seat 1, career). Enter each one, and `-` if the program prompts for another. Wealth (K3), ",
        "seat 1, career> A020 \"A020\" is not possible here: its kind is \"card\"; expected \"career\", such as K3, K4, K5, K6, K7, K8",
        "seat 1, planned> hand seat 2: 0 VP, 9 doubloons",
        "seat 1 (player 1) decides in secret, so only `-` is possible here",
    ]);
    let log = folder.read("a.log");
    log.assert_contains("\n1 -\n1 -\n1 -\n1 -\n1 -\n2 plan A001\n2 discard A005\n");
}

/// The program makes the secret choices of the last seat, so `undo` takes back the own choice before them.
#[test]
fn undo_takes_back_the_own_choice_before_secret_choices() {
    let folder = &Folder::new();
    let input =
        "plan A001, discard A005, discard A009, discard A012, career K1\nundo\ncareer K2\nundo\n";
    let out = dealt(folder, 1, input);
    let taken: Vec<&str> = out.lines().filter(|line| line.contains("taken")).collect();
    assert_eq!(
        taken,
        ["taken back: career Glory", "taken back: career Power"]
    );
}

#[test]
fn undo_takes_back_each_entered_draw() {
    let folder = &Folder::new();
    let input = "corn\n-\nsugar\nundo\nindigo\nundo\nundo\nundo\n";
    let (code, out) = follow(folder, "puerto_rico --players 4 --log a.log", input);
    assert_eq!(code, 0, "{out}");
    let taken: Vec<&str> = out.lines().filter(|line| line.contains("take")).collect();
    let wanted = [
        "taken back: plantation sugar",
        "taken back: plantation indigo",
        "taken back: plantation corn",
        "there is nothing to take back",
    ];
    assert_eq!(taken, wanted);
    out.assert_contains(
        "`-` is only for hidden components, and your seat sees this one (plantations)",
    );
    let log = folder.read("a.log");
    assert!(!log.contains("corn"), "{log}");
}

#[test]
fn usage_error_lists_accepted_values() {
    let folder = Folder::new();
    folder.write("there.log", "x");
    let own = "game = puerto_rico\nformat = 2\nplayers = 3\nseed = 1\n\n";
    folder.write("own.log", own);
    let far = own.replace("seed = 1\n", "seed = 1\nchance = reported\nseat = 4\n");
    folder.write("far.log", far);
    let other = own.replace("seed = 1\n", "seed = 1\nchance = reported\n");
    let moves = format!("{other}drawn corn, corn, indigo, coffee\n1 settler\n2 plant corn\n");
    folder.write("moves.log", moves);
    for [arguments, wanted] in &parse_table(
        r#"
        puerto_rico --players 3 --seat 4 => --seat 4: expected 1 to 3
        puerto_rico --players 3 --names A,B => --names A,B: expected 3 names
        cartagena --players 3 --set modules=black-magician
            => use --all-seen, or --set powers=pistol,chest
        puerto_rica => did you mean "puerto_rico"?
        puerto_rico --log there.log => --log there.log exists; `portolan follow --load there.log`
        --load own.log => `portolan play --load own.log` resumes it
        --load far.log => far.log, line 6: seat = 4: expected 1 to 3
        --load moves.log => moves.log, line 9: seat 1 is to move, not seat 2
    "#,
    ) {
        folder.rejects(&format!("follow {arguments} => {wanted}"));
    }
}

#[test]
fn full_disk_loses_no_moves() {
    let folder = &Folder::new();
    let met = Folder::new();
    let input = "corn\nindigo\nindigo\ncoffee\nsettler\n";
    // Standard output must not fail.
    let folder_path = folder.canonicalize().unwrap();
    let under = folder_path.join(saved_as("full.log"));
    let follow = |at: &str| {
        let mut command =
            folder.command("follow puerto_rico --players 3 --no-hints --log full.log");
        command.env("LD_PRELOAD", shim()).env("FAULT_UNDER", &under);
        command
            .env("FAULT_CALLS", "write")
            .env("FAULT_ERROR", "28")
            .env("FAULT_AT", at);
        command.env("FAULT_MET", met.join("met"));
        program::fed(&mut command, input)
    };
    let output = follow("3");
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    let flat = flat(&out);
    assert!(
        flat.contains("not saved: full.log: No space left on device"),
        "{out}"
    );
    assert!(flat.contains("saved again in full.log"), "{out}");
    let log = folder.read("full.log");
    log.assert_ends_with("\n\ndrawn corn, indigo, indigo, coffee\n1 settler\n");
}

#[test]
fn unsaved_log_is_printed_at_the_end() {
    let folder = &Folder::new();
    let arguments = "puerto_rico --players 3 --no-hints --log missing/game.log";
    let (code, out) = follow(folder, arguments, "corn, indigo, indigo, coffee\nsettler\n");
    assert_eq!(code, 1);
    out.assert_contains("not saved: missing/game.log");
    let log = out.split_once("# a portolan game log").unwrap().1;
    log.assert_contains("\ndrawn corn, indigo, indigo, coffee\n1 settler\n");
    let saved = "corn, indigo, indigo, coffee\nsave kept.log\nsave kept.log\nsave! kept.log\n";
    let (_, out) = follow(folder, arguments, saved);
    out.assert_contains("`portolan follow --load kept.log` resumes here");
    out.assert_contains("kept.log exists; `save! kept.log` overwrites it");
    let (code, _) = follow(folder, "--load kept.log --no-hints", "settler\n");
    assert_eq!(code, 0);
}

/// At own decisions, three moves are shown with their leads and reasons; at decisions of others, no
/// moves are shown.
#[test]
fn hints_are_shown_only_at_own_decisions() {
    let folder = &Folder::new();
    let input = "corn, indigo, indigo, coffee, sugar\nprospector\n";
    let (code, out) = follow(
        folder,
        "puerto_rico --players 4 --seat 2 --names Ann,me,Bob,Eve",
        input,
    );
    assert_eq!(code, 0, "{out}");
    let own = out.split_once("== seat 2 (me), turn ").unwrap().1;
    for wanted in [
        "expected lead",
        "1 and 2: lead",
        "1 and 3: lead",
        "games played to the end",
    ] {
        own.assert_contains(wanted);
        assert_eq!(out.matches(wanted).count(), own.matches(wanted).count());
    }
}
