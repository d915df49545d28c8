//! Tests of `portolan balance`: confirmed changes, resumed balances, and targets that a game does not support.

use std::fs;

use super::folder::{Folder, Workdir, assert_same, names};
use super::named::shipped;
use super::text::TextAssert;

const BUILDINGS: &str = "balance puerto_rico --players 4 --items within=0.8 --knob cost=-2..3 --measure greedy \
                         --confirm greedy --games 100 --quiet --out b";

#[test]
fn balance_writes_changes_report_and_repeatable_steps() {
    let path = &Folder::new();
    let printed = path.succeeds(format!("{BUILDINGS} --keep mine"));
    printed.assert_contains([
        "Harbor (harbor) cost 8",
        "buildings within ±0.8 points",
        "Files: b",
    ]);
    let changes = path.read("b/changes.toml");
    changes.assert_contains([
        "[buildings.harbor]\ncost = ",
        "# Harbor (harbor): cost 8 -> ",
    ]);
    assert_eq!(path.read("mine/changes.toml"), changes);
    path.succeeds("data check puerto_rico b/changes.toml");
    let elsewhere = BUILDINGS.replace("--out b", "--out c");
    path.write("other/changes.toml", "");
    path.refuses(format!("{elsewhere} --keep other"))
        .assert_contains("other/changes.toml: exists");
    assert!(!path.join("c").exists());
    path.succeeds("balance --quiet --out b --resume --keep mine");
    path.rejects(
        "
        balance puerto_rico --players 3 --quiet --out b --resume => settings.players is 4 instead of 3
        balance endeavor --quiet --out b --resume => game is puerto_rico instead of endeavor
        balance puerto_rico --players 4 --max-changes 3 --quiet --out b --resume => settings.limits.changes is
    ",
    );
    let unknown = BUILDINGS.replace("--measure greedy", "--measure nosuch");
    path.refuses(format!("{unknown} --force"))
        .assert_contains("nosuch");
    assert_eq!(path.read("b/changes.toml"), changes);
    // A balance can continue from changes that are given by a relative path.
    path.succeeds(
        BUILDINGS
            .replace("--out b", "--out again --data b/changes.toml")
            .replace("within=0.8", "within=0.3"),
    );
    path.read("again/changes.toml")
        .assert_contains("/b/changes.toml\"");
    path.read("b/report.md").replace('\\', "").assert_contains([
        "### The changes",
        "### The targets",
        "### The rounds",
        "| wins of seat 1 |",
    ]);
    path.read("b/confirm-game/experiment.toml")
        .assert_contains("fixed = true");
    path.read("b/report.md").assert_lacks("interim");
    path.read("b/round-1/experiment.toml")
        .assert_contains("kind = \"price_factorial\"");
    let answer = printed.lines().next().unwrap();
    let reported = path.succeeds("report b");
    reported.assert_starts_with(answer);
    reported.assert_contains("Files: b/report.md, b/report.html");
    path.read("b/report.md").assert_contains([
        "\n`beyond` is the value of an item",
        "### All items",
        "if the number rises by 1: `per unit of cost`.",
    ]);
    path.read("b/effects.csv")
        .assert_contains(",items,hacienda,,per unit of cost,points_difference,");

    path.refuses("report b --ask wins")
        .assert_contains("b: `portolan balance` writes the report");
    path.succeeds("report b/round-1/games");
    path.read("b/round-1/report.md")
        .assert_contains("What is each item worth at its price");
    // Restores the state after an interruption and compares the resumed balance with an uninterrupted one.
    path.succeeds(BUILDINGS.replace("--out b", "--out whole"));
    for lost in ["b/report.html", "b/changes.toml"] {
        fs::remove_file(path.join(lost)).unwrap();
    }
    fs::remove_dir_all(path.join("b/confirm-greedy-after/games")).unwrap();
    fs::remove_dir_all(path.join("b/confirm-game")).unwrap();
    path.refuses(BUILDINGS)
        .assert_contains("use --resume to continue it");
    fs::rename(path.join("b"), path.join("moved")).unwrap();
    path.succeeds("balance --quiet --out moved --resume");
    fs::rename(path.join("moved"), path.join("b")).unwrap();
    for step in ["confirm-greedy-after/games", "confirm-game/games"] {
        assert_same(path, &format!("b/{step}"), &format!("whole/{step}"));
    }
    for file in ["report.md", "changes.toml"] {
        let whole = path.read(format!("whole/{file}"));
        let resumed = path.read(format!("b/{file}"));
        assert_eq!(resumed.replace("moved/", "whole/"), whole);
    }
}

#[test]
fn challengers_of_the_player_play_after_the_changes() {
    let path = &Folder::new();
    path.succeeds(
        "balance puerto_rico --players 2 --items within=0.1 --knob cost=-3..3 --measure greedy --confirm net --games 100 \
         --quiet --out b",
    );
    let page = path.read("b/report.md");
    page.assert_contains(["### Does the player use the change?", "| shipper |"]);
    path.read("b/confirm-challengers/experiment.toml")
        .assert_contains(["kind = \"audit\"", "data = \"../changes.toml\""]);
    let found = path.read("b/confirm-challengers/games/games.csv");
    path.succeeds("balance --quiet --out b --resume");
    assert_eq!(path.read("b/confirm-challengers/games/games.csv"), found);
}

/// The number of rounds depends on the speed of the machine, but the resumed balance does not use its new time for another
/// round.
#[test]
fn resumed_balance_with_time_limit_has_the_same_rounds() {
    let path = &Folder::new();
    let timed = BUILDINGS.replace("--games 100", "--time 1s");
    path.succeeds(timed);
    let steps = names(&path.join("b"));
    let changes = path.read("b/changes.toml");
    path.succeeds("balance puerto_rico --quiet --out b --resume --keep kept");
    assert_eq!(names(&path.join("b")), steps);
    assert_eq!(path.read("kept/changes.toml"), changes);
}

#[test]
fn options_bring_seats_within_the_target() {
    let path = &Folder::new();
    path.write(
        "seats.toml",
        "game = 'puerto_rico'\nplayers = 3\nmeasure = 'greedy'\nconfirm = ['greedy']\ngames = 100\n\
         [targets]\nseats = { within = 0.4 }\nturns = { from = 5, to = 40 }\nstrategies = { most = 0.99 }\n[knobs]\noption.corn_doubloons = [-1, 0, 1]\n",
    );
    let printed = path.succeeds("balance seats.toml --quiet");
    printed.assert_contains([
        "wins of every seat within ±40.0 percentage points of the fair share",
        "5 to 40 turns",
        "No rule option needs to change.",
        "wins of every strategy against others at most 99.0 %",
        "measured",
        "met",
    ]);
    assert!(!printed.contains("after"), "{printed}");
    path.read("results/balance-seats/effects.csv")
        .assert_contains([
            ",option-values,present values,,wins of seat 1,",
            ",option-values,corn_doubloons=1,,turns,",
        ]);

    path.read("results/balance-seats/report.md")
        .assert_contains(["| wins of seat 3 | greedy |", "| turns | greedy |"]);
    assert!(!path.join("results/balance-seats/changes.toml").exists());
    path.succeeds(
        "balance puerto_rico --players 3 --seats 0.4 --option corn_doubloons=-1..1 --measure greedy --confirm greedy \
         --games 100 --quiet --out range --format csv",
    )
    .assert_contains(["section,of,", "wins of seat 1"]);
    path.refuses("balance balance-seatz")
        .assert_contains("did you mean \"balance-seats\"?");
    path.read("range/study.toml")
        .assert_contains("corn_doubloons = [-1, 0, 1]");
}

/// Options by seat change the start money, also in a study of settings and as knobs of a balance.
#[test]
fn start_money_by_seat_is_set_measured_and_balanced() {
    let path = &Folder::new();
    for (game, option) in [
        ("puerto_rico", "seat_3_doubloons=-1"),
        ("endeavor", "seat_3_discs=1"),
        ("cartagena", "seat_3_cards=1"),
        ("maracaibo", "seat_3_doubloons=1"),
    ] {
        path.succeeds(format!(
            "simulate --game {game} --bots random,random,random --games 6 --quiet --set {option} --out {game}"
        ));
        let (name, value) = option.split_once('=').unwrap();
        path.read(format!("{game}/manifest.toml"))
            .assert_contains(&format!("{name} = \"{value}\""));
        path.refuses(format!(
            "simulate --game {game} --bots random,random --games 6 --quiet --set {option}"
        ))
        .assert_contains(&format!(
            "option {option} is not accepted: expected 0, because the game has 2 players"
        ));
    }
    // With ten more doubloons, seat 1 wins most games of equal bots.
    path.write(
        "money.toml",
        "kind = 'settings'\ngame = 'puerto_rico'\nplayers = 3\nblocks = 40\nbots = ['greedy']\nseed = 1\n\
         [settings]\nseat_1_doubloons = [0, 10]\nseat_3_doubloons = [0, -2]\n",
    );
    path.succeeds("run money.toml --quiet");
    path.succeeds("report results/money");
    let effects = path.read("results/money/effects.csv");
    let wins = "seat_1_doubloons=10, wins of seat 1, %";
    let of = |line: &&str| line.contains(wins) && line.contains("share_difference");
    let row = effects.lines().find(of).unwrap();
    // The row ends with the bounds, p and q.
    let low: f64 = row.rsplit(',').nth(3).unwrap().parse().unwrap();
    assert!(low > 0.1, "{row}");
    effects.assert_contains("seat_3_doubloons=-2");
    path.succeeds(
        "balance puerto_rico --players 3 --seats 0.2 --option seat_3_doubloons=-1..1 --option seat_1_doubloons=0..1 \
         --measure greedy --confirm greedy --games 100 --quiet --out b",
    )
    .assert_contains("wins of every seat within ±20.0 percentage points of the fair share");
    path.read("b/effects.csv").assert_contains([
        ",option-values,seat_3_doubloons=-1,,wins of seat 3,",
        ",option-values,seat_1_doubloons=1,,wins of seat 1,",
    ]);
}

#[test]
fn balance_without_changes_reports_every_item() {
    let path = &Folder::new();
    let printed = path.succeeds(
        "balance endeavor --players 2 --items within=50 --knob vp --measure greedy --confirm greedy --games 100 --quiet \
         --out e",
    );
    printed.assert_contains(["No change is proposed", "measured"]);
    assert!(!printed.contains("after"), "{printed}");
    let report = path.read("e/report.md");
    report.assert_contains("No change is needed: in the first round, no item misses the target");
    assert!(
        !report.contains("`predicted` is the estimate of the plan"),
        "{report}"
    );
    report.assert_contains("The effects of changed numbers on single items are not measured.");
    let effects = path.read("e/effects.csv");
    let rows = |measure: &str| effects.matches(&format!(",,{measure},points")).count();
    assert_eq!((rows("measured"), rows("greedy")), (19, 19), "{effects}");
}

/// A confirmation that settles nothing is followed by a second stage on other deals, with all items.
#[test]
fn second_stage_follows_an_open_confirmation_and_resumes() {
    let path = &Folder::new();
    let balance = "balance endeavor --players 2 --items within=0.4 --knob vp --measure greedy --confirm greedy --games 100 \
                   --quiet --out";
    path.succeeds(format!("{balance} e"))
        .assert_contains("in doubt");
    let second = path.read("e/confirm-greedy-second/experiment.toml");
    second.assert_contains("items = [\"buildings\"]");
    let first = path.read("e/confirm-greedy-before/experiment.toml");
    let seed = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("seed"))
            .map(str::to_string)
    };
    assert_ne!(seed(&first), seed(&second));
    path.read("e/report.md")
        .assert_contains(["a second stage plays further deals", "| not settled |"]);
    path.succeeds(format!("{balance} whole"));
    for lost in ["e/report.html", "e/report.json"] {
        fs::remove_file(path.join(lost)).unwrap();
    }
    fs::remove_dir_all(path.join("e/confirm-greedy-second/games")).unwrap();
    path.succeeds("balance --quiet --out e --resume");
    let games = "confirm-greedy-second/games";
    assert_same(path, &format!("e/{games}"), &format!("whole/{games}"));
    for file in ["report.md", "report.json"] {
        let resumed = path.read(format!("e/{file}"));
        assert_eq!(resumed, path.read(format!("whole/{file}")));
    }
}

/// The confirmation also plays data sets in which the placeholder rows vary.
#[test]
fn changes_are_confirmed_on_varied_placeholder_rows() {
    let path = &Folder::new();
    path.succeeds(
        "balance endeavor --players 2 --items within=0.2 --knob vp=-2..2 --measure greedy --confirm greedy --games 1000 \
         --quiet --out e",
    );
    let sets = [0, 1, 2, 3, 4].map(|set| format!("e/confirm-varied-{set}"));
    for set in &sets {
        path.succeeds(format!("data check endeavor {set}-after/data"));
    }
    let first = path.read(format!("{}-after/data/buildings.csv", sets[0]));
    assert_ne!(
        first,
        path.read(format!("{}-after/data/buildings.csv", sets[1]))
    );
    assert_ne!(
        first,
        path.read(format!("{}-before/data/buildings.csv", sets[0]))
    );
    path.read("e/report.md").assert_contains([
        "Varied placeholder rows",
        "On 4 data sets with varied placeholder rows,",
    ]);
}

/// The Workshop of Endeavor is much better than other buildings; one industry less changes this.
#[test]
fn numbers_of_a_column_are_measured_and_changed() {
    let path = &Folder::new();
    path.succeeds(
        "balance endeavor --players 2 --items within=0.2 --knob industry=-1..1 --measure greedy --confirm greedy \
         --games 6000 --quiet --out i",
    );
    path.read("i/round-1-industry/changes.toml")
        .assert_contains("[buildings.workshop]\nindustry = 0");
    path.read("i/round-1-industry/experiment.toml")
        .assert_contains(["kind = \"factorial\"", "data = \"changes.toml\""]);
    path.read("i/report.md")
        .replace('\\', "")
        .assert_contains("| Workshop (workshop) | industry | 1 → 0 |");
    path.read("i/effects.csv")
        .assert_contains(",items,workshop,,per unit of industry,");
}

#[test]
fn impossible_targets_are_rejected_with_alternatives() {
    Folder::new().rejects(
        r#"
        balance cartagena --items within=1 --knob cost => targets.items: cartagena has no items
        balance endeavor --items within=1 --knob cost --measure greedy --confirm greedy
            => no item of endeavor has a price; expected the knob vp
        balance maracaibo --items within=1,kind=ships --knob cost => no kind of items "ships" => kinds: cards
        balance maracaibo --items within=1,kind=careers --knob cost => careers have no price => cards, prestige
        balance maracaibo --items within=1 => needs a knob: cost, vp or column
        balance maracaibo --seats 0.02 => needs rule options that may change
        balance maracaibo --seats 0.02 --option hand_limits=1,2 => no option "hand_limits" => did you mean "hand_limit"?
        balance maracaibo --seats 0.02 --option hand_limit=-9223372036854775808..9223372036854775807
            => --option hand_limit=-9223372036854775808..9223372036854775807: expected FROM..TO => a difference of at most 100
        balance maracaibo --seats 0.02 --option hand_limit=5..3 => expected FROM..TO with FROM at most TO
        balance maracaibo --items close --knob cost => expected within=POINTS
        balance maracaibo --items within=1 --knob cost=3 => expected cost, vp or a column
        balance maracaibo --items within=1 --knob price => knobs.column.price: => no such number => cost, figure_cost
        balance maracaibo --items within=1 --knob cots => knobs.column.cots: => did you mean "cost"?
        balance maracaibo --players 1 --strategies 0.5 --option hand_limit=4,5 => targets.strategies: there is only one seat
        balance maracaibo --strategies 50 --option hand_limit=4,5 => targets.strategies.most: most = 50
        balance maracaibo => no target given
        balance marcaibo => neither a game nor a balance file => did you mean "maracaibo"?
    "#,
    );
}

#[test]
fn errors_in_a_balance_file_name_its_line_and_key() {
    let folder = &Folder::new();
    let fine = "game = 'endeavor'\nmeasure = 'greedy'\nconfirm = ['greedy']\n[targets]\nitems = { within = 1 }\n[knobs]\n\
                vp = { by = [-1, 1] }\n[limits]\nkeep = []\n";
    #[rustfmt::skip]
    let cases = [
        ("'endeavor'", "'endeavour'", "line 1: game: => did you mean \"endeavor\"?"),
        ("= 'greedy'", "= 'greed'", "line 2: measure: => did you mean \"greedy\"?"),
        ("['greedy']", "['gredy']", "line 3: confirm: => did you mean \"greedy\"?"),
        ("['greedy']", "[]", "line 3: confirm = []; expected at least one bot"),
        ("confirm = ['greedy']", "games = 0", "line 3: games = 0; expected 1 to"),
        ("[-1, 1]", "[-2, 3, 4]", "line 7: by: expected two numbers, [LEAST, MOST]; found a list of length 3"),
        ("within = 1", "kind = 'bildings', within = 1", "line 5: targets.items.kind: => did you mean \"buildings\"?"),
        ("within = 1", "within = 0", "line 5: targets.items.within: => expected above 0"),
        ("vp", "column.industri", "line 7: knobs.column.industri: => did you mean \"industry\"?"),
        ("vp", "vpp", "line 7: => did you mean \"vp\"?"),
        ("vp", "cost", "line 7: knobs.cost: no item of endeavor has a price"),
        ("[]", "['workshp']", "line 9: limits.keep: no item \"workshp\" => did you mean \"workshop\"?"),
        ("[targets]", "players = 9\n[targets]", "line 4: players: "),
        ("[targets]", "[set]\nsidee = 'x'\n[targets]", "line 5: set.sidee: "),
        ("[limits]", "option.sidee = [1, 2]\n[limits]", "line 8: knobs.option needs the target `seats`"),
    ];
    for (from, to, wanted) in cases {
        folder.write("mine.toml", fine.replacen(from, to, 1));
        folder.rejects(&format!("balance mine.toml => mine.toml, {wanted}"));
    }
}

#[test]
fn every_shipped_balance_file_is_accepted() {
    let folder = Folder::new();
    for path in shipped("balance-") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        folder
            .succeeds(format!("balance {name} --plan"))
            .assert_contains("confirm");
    }
}

#[test]
fn plan_lists_the_steps_without_playing() {
    let path = &Folder::new();
    path.succeeds("new balance mine --game puerto_rico");
    let printed = path.succeeds("balance mine.toml --plan --time 30m");
    printed.assert_contains([
        "round 1",
        "adapt",
        "3,600",
        "confirm",
        "confirm-challengers",
        "fresh deals",
        "time at most",
    ]);
    path.succeeds("balance mine.toml --plan --games 1000")
        .assert_contains(["300", "s\n"]);
    assert!(!path.join("results").exists());
}
