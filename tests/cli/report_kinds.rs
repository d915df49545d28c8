//! `portolan report` for every kind of experiment: each report answers its question with the planted values, also for
//! merged shards and unfinished runs.

use std::path::{Path, PathBuf};

use portolan::results::file::FileRecord;
use portolan::results::manifest::{Manifest, Status};

use super::folder::{Folder, Workdir};
use super::report::{asks_for_nothing, browse, has_browser, has_plots, report_at};
use super::text::TextAssert;

fn unescaped((printed, markdown, html): (String, String, String)) -> (String, String, String) {
    (printed, markdown.replace('\\', ""), html.replace('\\', ""))
}

/// Writes the report of a run. Returns the output, the Markdown page and the HTML page, without backslashes.
fn report(out: &Path) -> (String, String, String) {
    unescaped(super::report::report(out))
}

/// Plays an experiment and writes its report. Returns the results folder in addition to the output and the pages.
fn reported(folder: &Folder, experiment: &str) -> (PathBuf, String, String, String) {
    let out = folder.plays("run", experiment, "");
    let (printed, markdown, html) = report(&out);
    (out, printed, markdown, html)
}

/// Returns the rows of a results table.
fn rows(out: &Path, table: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(out.join(table)).unwrap();
    reader.records().map(Result::unwrap).collect()
}

#[track_caller]
fn assert_near(found: f64, wanted: f64, most: f64) {
    assert!((found - wanted).abs() < most, "{found} instead of {wanted}");
}

/// Returns the cells of the first table row that begins with these cells.
fn line<'text>(markdown: &'text str, begins: &[&str]) -> Vec<&'text str> {
    let start = format!("| {} |", begins.join(" | "));
    let found = markdown.lines().find(|line| line.starts_with(&start));
    let found = found.unwrap_or_else(|| panic!("no line {start} in {markdown}"));
    found.trim_matches('|').split('|').map(str::trim).collect()
}

fn number(text: &str) -> f64 {
    let plain = text.replace('−', "-").replace(['+', '%', ' '], "");
    plain.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// Returns both ends of the interval in a text, or the number in a text without an interval.
fn ends(text: &str) -> Vec<f64> {
    text.replace(" to ", "–").split('–').map(number).collect()
}

const TOURNAMENT: &str = "kind = 'tournament'\ngame = 'maracaibo'\nplayers = 2\n\
                          bots = ['greedy', 'random', 'engine']\nblocks = 12\nevents = 'none'\n";

#[test]
fn tournament_report_names_the_strongest_bot_and_rates_all_bots() {
    let folder = Folder::new();
    let (out, printed, markdown, html) = reported(&folder, TOURNAMENT);
    assert!(
        printed.contains("strongest of three bots")
            || printed.contains("strongest bot is not certain"),
        "{printed}"
    );
    markdown.assert_contains([
        "## Ratings",
        "## Head to head",
        "## Line-ups covered",
        "3 line-ups of two bots",
        "## Seats",
        "Holm-adjusted for 3 pairs",
        "Random has no rating: one group of bots always finished ahead of the other",
        " points above random, which never finished ahead of it.",
        "Fewer than 30 deal groups (12)",
    ]);
    html.assert_contains(["plot-ratings-title", "plot-wins-title", "plot-seats-title"]);
    // The page and summary.csv contain the same ratings and win rates.
    let header = out.read("summary.csv");
    let (header, _) = header.split_once('\n').unwrap();
    header.assert_ends_with(",cell,rating,rating_low,rating_high");
    assert_eq!(header.split(',').count(), 16);
    let mut rated = 0;
    for row in rows(&out, "summary.csv") {
        if row[1].is_empty() && row[12].is_empty() {
            let output = line(&markdown, &[&row[0]]);
            match row[13].is_empty() {
                true => assert_eq!((&row[0], output[1]), ("random", "–")),
                false => assert_near(number(output[1]), number(&row[13]), 0.51),
            }
            assert_near(number(output[4]), 100.0 * number(&row[8]), 0.06);
            rated += 1;
        } else {
            assert!(row[13].is_empty(), "{row:?}");
        }
    }
    assert_eq!(rated, 3);
    // `greedy` always beats `random`, so the matrix contains 100 % and 0.
    let square = line(&markdown, &["random"]);
    assert!(square.len() > 1);
    markdown.assert_contains(["| greedy | random | 24 | 100.0 % |"]);
}

#[test]
fn report_of_unfinished_tournament_covers_its_played_games() {
    let folder = Folder::new();
    let out = folder.plays("run", TOURNAMENT, "");
    let games = out.join("games.csv");
    let content = std::fs::read(&games).unwrap();
    // The table has 144 rows and is truncated within a deal group.
    out.write("games.csv.partial", &content[..content.len() * 6 / 10]);
    std::fs::remove_file(&games).unwrap();
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    manifest.status = Status::Running;
    manifest.write(&out).unwrap();
    let (printed, markdown, _) = report(&out);
    printed.assert_contains("this report covers 42 of 72 games");
    markdown.assert_contains("| deal groups | 7 of 12 planned |");
}

#[test]
fn gauntlet_report_compares_the_challenger_with_each_opponent() {
    let folder = Folder::new();
    let spec = "kind = 'gauntlet'\ngame = 'maracaibo'\nchallenger = 'greedy'\nplayers = 2\n\
                bots = ['random', 'engine']\nblocks = 10\nevents = 'none'\n";
    let (_, printed, markdown, html) = reported(&folder, spec);
    printed.assert_contains("Greedy wins more than its fair share against random");
    markdown.assert_contains([
        "## Against each opponent",
        "Holm-adjusted for 2 opponents",
        "The opponents did not play each other",
    ]);
    let random = line(&markdown, &["random", "20"]);
    // Ten deal groups, all won: exact sign test 2 · 2⁻¹⁰, times two opponents.
    assert_eq!((random[2], random[5]), ("100.0 %", "0.004"));
    html.assert_contains("plot-bouts-title");
}

/// The headline and the table show the same difference from the fair share.
#[test]
fn gauntlet_headline_agrees_with_the_table() {
    let folder = Folder::new();
    let spec = "kind = 'gauntlet'\ngame = 'cartagena'\nchallenger = 'greedy'\nplayers = 2\n\
                bots = ['racer']\nblocks = 4\nevents = 'none'\n";
    let (_, _, markdown, _) = reported(&folder, spec);
    let cut = |text: &str, at: &str| -> [String; 2] {
        let (before, after) = text.split_once(at).unwrap();
        [before, after].map(str::to_string)
    };
    let [_, output] = cut(
        &markdown,
        "furthest from its fair share against racer, with ",
    );
    let [wins, output] = cut(&output, " % (");
    let [interval, _] = cut(&output, ") (p ");
    let bout = line(&markdown, &["racer", "8"]);
    let sentence = [ends(&wins), ends(&interval)].concat();
    let table = [ends(bout[2]), ends(bout[3])].concat();
    assert_eq!((sentence.len(), table.len()), (3, 3));
    for (sentence, table) in sentence.into_iter().zip(table) {
        assert_near(sentence, table, 0.06);
    }
}

#[test]
fn sweep_report_compares_variants_of_a_bot_with_different_names() {
    let folder = Folder::new();
    let spec = "kind = 'sweep'\ngame = 'maracaibo'\nbots = ['greedy', 'random']\nblocks = 8\n\
                events = 'none'\n[sweep.parameters.greedy]\nweights.doubloons = [1, 2, 5]\n";
    let (out, printed, markdown, html) = reported(&folder, spec);
    markdown.assert_contains([
        "## Conditions",
        "## Effects",
        "Holm-adjusted for 4 comparisons",
        "Plots along",
    ]);
    html.assert_contains(["plot-effects-title", "plot-score-effects-title"]);
    // The difference of mean scores equals that in the summary, in which the bots have separate names.
    let summary = rows(&out, "summary.csv");
    let score = |cell: &str| -> f64 {
        let of_cell = |row: &&csv::StringRecord| {
            &row[12] == cell && row[1].is_empty() && row[0].starts_with("greedy")
        };
        number(&summary.iter().find(of_cell).unwrap()[4])
    };
    let manifest = Manifest::read(&out).unwrap().unwrap();
    let first = &manifest.roster[0].entrants[0];
    assert_ne!(first, &manifest.roster[2].entrants[0]);
    let output = line(&markdown, &[first, &manifest.experiment.cells[2].name]);
    assert_near(number(output[7]), score("3") - score("1"), 0.06);
    (printed + &markdown).assert_lacks("NaN");
}

#[test]
fn duel_report_shows_the_verdict_and_the_test() {
    let folder = Folder::new();
    let spec = "kind = 'duel'\ngame = 'cartagena'\nbots = ['greedy', 'random']\ngames = 2000\n\
                events = 'none'\n";
    let (out, printed, markdown, html) = reported(&folder, spec);
    printed.assert_contains("Greedy is stronger than random");
    let test = Manifest::read(&out).unwrap().unwrap().test.unwrap();
    let ratio = number(line(&markdown, &["log-likelihood ratio"])[1]);
    assert_near(ratio, test.log_likelihood_ratio.unwrap(), 6e-4);
    assert_eq!(
        line(&markdown, &["deal groups"])[1],
        test.blocks.to_string()
    );
    markdown.assert_contains([
        "a sequential test biases the share away from the fair share",
        "## The test",
    ]);
    html.assert_contains("plot-test-title");
}

const LADDER: &str = "kind = 'ladder'\ngame = 'maracaibo'\nplayers = 2\n\
                      bots = ['greedy', 'engine']\nopponent = 'random'\nblocks = 1\n\
                      events = 'none'\n[ladder]\noption = 'scenario'\n\
                      values = ['75', '76', '77']\n";

/// Planted strengths of the bots, in logits.
const ABILITIES: [f64; 2] = [0.8, -0.4];

/// Records this table of games in a manifest.
fn record_games(manifest: &mut Manifest, games: &str) {
    let mut files = manifest.file.iter_mut();
    let record = files.find(|file| file.name == "games.csv");
    *record.unwrap() = FileRecord::of("games.csv", games);
}

/// Replaces the games of a ladder with planted games. The bots win with their expected probabilities at levels of these
/// difficulties, margins are 10 points, and the luck of a deal is shared by all conditions.
fn plant(out: &Path, difficulties: [f64; 3], blocks: u64) {
    let mut manifest = Manifest::read(out).unwrap().unwrap();
    let before = out.read("games.csv");
    let header = before.lines().next().unwrap();
    let categories = manifest.score_categories.len();
    let mut rows = format!("{header}\n");
    let mut state = 5u64;
    let mut chance = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for block in 0..blocks {
        let luck = chance();
        for cell in 0..6u64 {
            let (bot, rung) = (cell as usize / 3, cell as usize % 3);
            let logit: f64 = ABILITIES[bot] - difficulties[rung];
            let wanted = 1.0 / (1.0 + (-logit).exp());
            for seating in 0..2u64 {
                let id = 12 * block + 2 * cell + seating + 1;
                // In half of the games, the result depends on the luck of the deal; in the other half, on independent
                // luck.
                let draw = if seating == 0 { luck } else { chance() };
                let won = draw < wanted;
                for seat in 0..2u64 {
                    let climbs = seat == seating;
                    let name = if climbs {
                        ["greedy", "engine"][bot]
                    } else {
                        "random"
                    };
                    let first = climbs == won;
                    let score = if first { 60 } else { 50 };
                    rows.push_str(&format!(
                        "{id},{},maracaibo,2,{},{name},{score},{},{},9,30,{score}",
                        block + 7,
                        seat + 1,
                        if first { 1 } else { 2 },
                        u8::from(first)
                    ));
                    rows.push_str(&",0".repeat(categories - 1));
                    rows.push_str(&format!(",{}\n", cell + 1));
                }
            }
        }
    }
    out.write("games.csv", &rows);
    record_games(&mut manifest, &rows);
    manifest.experiment.games = blocks;
    (manifest.blocks_planned, manifest.blocks_done) = (blocks, blocks);
    (manifest.games_planned, manifest.games_done) = (12 * blocks, 12 * blocks);
    manifest.write(out).unwrap();
}

#[test]
fn ladder_report_recovers_planted_difficulties() {
    let folder = Folder::new();
    let out = folder.plays("run", LADDER, "");
    let difficulties = [-1.0, 0.0, 1.0];
    plant(&out, difficulties, 1500);
    let (printed, markdown, html) = report(&out);
    printed.assert_starts_with("Every level is significantly harder than the one before.");
    markdown.assert_contains([
        "- Greedy wins 8",
        " on 75 and 4",
        " on 77; engine wins ",
        "*Certain.",
    ]);
    for (bot, ability) in ["greedy", "engine"].into_iter().zip(ABILITIES) {
        for (rung, difficulty) in ["75", "76", "77"].into_iter().zip(difficulties) {
            let wanted = 100.0 / (1.0 + (difficulty - ability).exp());
            let wins = line(&markdown, &[bot, rung, "3,000"]);
            assert_near(number(wins[3]), wanted, 3.5);
            // Each game is won or lost by 10 points; the best opponent has 110 points minus the own score.
            let margins = markdown.split("## Leads").nth(1).unwrap();
            let margin = line(margins, &[bot, rung]);
            assert_near(number(margin[2]), wanted / 5.0 - 10.0, 0.7);
            assert_near(number(margin[7]) + number(margin[9]), 110.0, 0.11);
        }
        assert_near(number(line(&markdown, &["bot", bot])[2]), ability, 0.15);
    }
    for (rung, difficulty) in ["75", "76", "77"].into_iter().zip(difficulties) {
        let place = line(&markdown, &["rung", rung]);
        assert_near(number(place[2]), difficulty, 0.12);
        let ends: Vec<f64> = ends(place[3]);
        assert!(ends[0] < difficulty && difficulty < ends[1], "{place:?}");
        assert!(ends[1] - ends[0] < 0.3, "{place:?}");
    }
    has_plots(
        &html,
        &["wins", "leads", "scale", "categories-1", "categories-2"],
    );
    let all = line(&markdown, &["all together", "wins", "1,500"]);
    assert_eq!(&all[4..], ["< 0.001", "harder"]);
}

#[test]
fn ladder_report_detects_levels_in_the_wrong_order() {
    let folder = Folder::new();
    let out = folder.plays("run", LADDER, "");
    plant(&out, [-1.0, 1.0, 0.0], 400);
    let (printed, markdown, _) = report(&out);
    printed.assert_starts_with("The order is wrong, although the levels get harder overall: 77 is");
    markdown.assert_contains([
        "The order is wrong, although the levels get harder overall: 77 is easier than 76",
        "For greedy, 77 is easier than 76 before it",
    ]);
    plant(&out, [0.0, 0.0, 0.0], 60);
    let (_, markdown, _) = unescaped(report_at(&folder, "run --force", "run/report"));
    markdown.assert_contains([
        "No step is significant, and there is no significant trend.",
        "*Open.",
    ]);
}

/// The name of an automa contains its level, but its points at all levels are one column.
#[test]
fn automa_is_one_opponent_at_all_levels() {
    let folder = Folder::new();
    let out = folder.plays("run", LADDER, "");
    plant(&out, [-1.0, 0.0, 1.0], 300);
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    let levels = ["easy", "normal", "hard"];
    for (cell, roster) in manifest.roster.iter_mut().enumerate() {
        roster.entrants[1] = format!("jean:{}", levels[cell % 3]);
    }
    let games = out.read("games.csv");
    let renamed = games.lines().map(|row| {
        // The header has no number in this column.
        let cell = row.rsplit(',').next().unwrap().parse::<usize>();
        let level = cell.map_or("", |cell| levels[(cell - 1) % 3]);
        row.replace("random", &format!("jean:{level}")) + "\n"
    });
    let renamed: String = renamed.collect();
    out.write("games.csv", &renamed);
    record_games(&mut manifest, &renamed);
    manifest.write(&out).unwrap();
    let (printed, markdown, html) = report(&out);
    printed.assert_starts_with("Every level is significantly harder");
    markdown.assert_contains(["| greedy, 75 | jean, 75 | greedy, 76 | jean, 76 |"]);
    html.assert_contains("jean, 77 · 5");
    markdown.assert_lacks("jean:easy, 75");
}

/// The last column `cell` is not a score category, even if the manifest does not name the categories.
#[test]
fn condition_column_is_not_a_score_category() {
    let folder = Folder::new();
    let out = folder.plays("run", LADDER, "");
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    assert!(manifest.score_categories.len() > 3);
    let (_, output, _) = report(&out);
    output.assert_lacks("| cell | 1");
    manifest.score_categories.clear();
    manifest.write(&out).unwrap();
    let (_, guessed, _) = unescaped(report_at(&folder, "run --force", "run/report"));
    assert_eq!(output, guessed);
    manifest.score_categories = vec!["luck".to_string()];
    manifest.write(&out).unwrap();
    folder.rejects("report run --force => but the manifest lists luck");
}

/// A browser without network access shows all plots of a page with many conditions.
#[test]
fn page_with_many_conditions_opens_in_a_browser_offline() {
    if !has_browser() {
        return;
    }
    let folder = Folder::new();
    let out = folder.plays("run", LADDER, "");
    plant(&out, [-1.0, 0.0, 1.0], 40);
    let (_, _, html) = report(&out);
    asks_for_nothing(&html);
    let (shown, asked) = browse(&folder, &out.join("report.html"));
    assert!(!asked, "the page asked for something");
    for mark in ["<svg ", "<table>", "<rect ", "<circle ", "<section "] {
        let [shown, written] = [&shown, &html].map(|page| page.matches(mark).count());
        assert!(
            written > 0 && shown == written,
            "{mark}: {shown} of {written}"
        );
    }
}

/// M-24.2: rates the levels of the solo opponent in real games instead of planted results.
#[test]
fn solo_ladder_rates_bots_and_levels_on_one_scale() {
    let folder = Folder::new();
    let spec = "kind = 'ladder'\ngame = 'maracaibo'\nplayers = 1\nblocks = 60\nevents = 'none'\n\
                bots = ['greedy', 'random']\n[ladder]\noption = 'level'\n\
                values = ['very-easy', 'easy', 'very-hard']\n";
    let (_, _, markdown, _) = reported(&folder, spec);
    let greedy = line(&markdown, &["bot", "greedy"]);
    let random = line(&markdown, &["bot", "random"]);
    let levels = ["very-easy", "easy", "very-hard"];
    let places = levels.map(|level| number(line(&markdown, &["rung", level])[2]));
    assert!(places[0] < places[1] && places[1] < places[2], "{places:?}");
    assert!(number(greedy[2]) > number(random[2]));
    assert_eq!(ends(greedy[3]).len(), 2, "{greedy:?}");
    // The bot never won, so its rating depends only on the prior.
    assert_eq!(random[3], "–");
    markdown.assert_contains(["greedy, very-easy | jean, very-easy", "jean_income"]);
}

#[test]
fn mixture_report_ranks_items_by_difficulty() {
    let folder = Folder::new();
    let spec = "kind = 'mixture'\ngame = 'maracaibo'\nplayers = 1\nblocks = 8\nevents = 'none'\n\
                bots = ['greedy', 'engine']\n[mixture]\noption = 'jean_cards'\n\
                items = ['A1', 'A2', 'A4', 'C1', 'C2', 'C4']\nsmallest = 2\nlargest = 4\n\
                draws = 16\n";
    let (_, printed, markdown, html) = reported(&folder, spec);
    printed.assert_contains(["is significantly ", " than an average item"]);
    for bot in ["greedy", "engine"] {
        let section = format!("## Effect of each item against {bot}");
        let (_, table) = markdown.split_once(&section).unwrap();
        let rows = table.lines().filter_map(|line| line.strip_prefix("| "));
        let letters = rows.skip(2).take(6).filter_map(|row| row.chars().next());
        assert_eq!(letters.collect::<String>(), "CCCAAA", "{markdown}");
        has_plots(&html, &[&format!("items-{bot}")]);
    }
    // A shard is reported as an incomplete run.
    let part = folder.plays("part", spec, "--shard 1/2");
    let (_, markdown, _) = report(&part);
    markdown.assert_contains("## Effect of each item");
}

/// A weaker bot reaches its fair share with more money at the start. Games without a handicap do not mention extra
/// money.
#[test]
fn handicap_ladder_report_names_the_even_handicap() {
    let folder = Folder::new();
    let spec = |game: &str, bot: &str, values: &str| {
        format!(
            "kind = 'ladder'\ngame = '{game}'\nplayers = 2\nbots = ['{bot}']\n\
             opponent = 'greedy'\nblocks = 12\nevents = 'none'\n[ladder]\noption = 'handicap'\n\
             values = {values}\n"
        )
    };
    let (_, _, page, _) = reported(&folder, &spec("puerto_rico", "random", "[500, 250, 0]"));
    page.assert_contains([
        "## The handicap that makes the game even",
        "| random | – | 0.0 to above 500 |",
        "The tested handicaps up to 500 do not include an even game for random: try larger ones.",
    ]);
    // The first place starts with more money, in any seat.
    for (game, money) in [("1", "503"), ("2", "503"), ("5", "2")] {
        let shown = folder.succeeds(format!("replay --run run --game-id {game}"));
        // The text before the first move contains the initial money.
        let before = shown.lines().take_while(|line| !line.contains("), turn "));
        let start = before.collect::<Vec<_>>().join("\n");
        assert_eq!(start.contains("503"), money == "503", "{start}");
    }
    // A slightly weaker bot needs an amount between the tested amounts, reported with an interval.
    let builder = spec("puerto_rico", "builder", "[20, 0, 10]");
    let builder = builder.replace("blocks = 12", "blocks = 80");
    let (_, page, _) = report(&folder.plays("between", &builder, ""));
    let (_, section) = page
        .split_once("## The handicap that makes the game even")
        .unwrap();
    let row = line(section, &["builder"]);
    assert_eq!(row.len(), 3);
    let (even, range) = (number(row[1]), ends(row[2]));
    assert!(0.0 <= range[0] && range[0] < even, "{row:?}");
    assert!(even < range[1] && range[1] <= 20.0, "{row:?}");
    folder.write("even.toml", spec("cartagena", "random", "[500, 250, 0]"));
    folder.rejects("run even.toml --quiet => a handicap in cartagena: no seat begins with money");
}

/// Returns the mean number of turns of the seat with the most turns, and the percentage of games with a shared first
/// place, over the games of a condition (from 1).
fn length_and_ties(out: &Path, cell: &str) -> [f64; 2] {
    let mut reader = csv::Reader::from_path(out.join("games.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|known| known == name).unwrap();
    let [id, turns, rank, of] = ["game_id", "turns", "rank", "cell"].map(column);
    let mut games = std::collections::BTreeMap::<String, (u32, u32)>::new();
    for row in reader.records().map(Result::unwrap) {
        if &row[of] == cell {
            let (longest, first) = games.entry(row[id].to_string()).or_default();
            *longest = row[turns].parse::<u32>().unwrap().max(*longest);
            *first += u32::from(&row[rank] == "1");
        }
    }
    let mean = |value: &dyn Fn(&(u32, u32)) -> u32| {
        let sum: u32 = games.values().map(value).sum();
        f64::from(sum) / games.len() as f64
    };
    [
        mean(&|game| game.0),
        100.0 * mean(&|game| u32::from(game.1 > 1)),
    ]
}

#[test]
fn sweep_and_settings_reports_show_game_length_and_ties() {
    let folder = Folder::new();
    let head = "game = 'cartagena'\nplayers = 2\nblocks = 10\n";
    let sweep = format!(
        "kind = 'sweep'\n{head}bots = ['greedy', 'random']\n[sweep.set]\n\
         modules = ['none', 'morgan']\n"
    );
    let settings = format!(
        "kind = 'settings'\n{head}bots = ['random']\n[settings]\nmodules = ['none', 'morgan']\n"
    );
    for (name, spec, other, turns) in [
        ("sweep", sweep, &["modules=morgan"][..], 1),
        ("settings", settings, &["random", "modules=morgan"], 2),
    ] {
        let out = folder.plays(name, &spec, "");
        let (_, markdown, _) = report(&out);
        let (_, section) = markdown.split_once("Game length and ties").unwrap();
        let found = line(section, other);
        let [first, second] = ["1", "2"].map(|cell| length_and_ties(&out, cell));
        assert_near(number(found[turns]), second[0], 0.051);
        assert_near(number(found[turns + 2]), second[0] - first[0], 0.051);
        assert_near(number(found[turns + 4]), second[1], 0.051);
    }
}

/// The reported change is the largest of many differences and therefore biased upwards, so it is shrunk.
#[test]
fn sweep_report_shows_shrunk_and_measured_change() {
    let folder = Folder::new();
    let spec = "kind = 'sweep'\ngame = 'cartagena'\nplayers = 2\nblocks = 40\nevents = 'none'\n\
                [sweep]\nbots = [['random', 'racer'], ['greedy', 'racer'], ['tuned', 'racer']]\n";
    let (_, printed, markdown, _) = reported(&folder, spec);
    let [measured, shrunk] = [": ", "shrunk estimate "].map(|before| {
        let (_, rest) = printed.split_once(before).unwrap();
        rest.split([' ', '\n'])
            .next()
            .unwrap()
            .trim_end_matches('.')
    });
    let [one, other] = [measured, shrunk].map(|text| number(text).abs());
    assert!(0.0 < other && other <= one, "{printed}");
    for number in [measured, shrunk] {
        markdown.assert_contains(&format!("| {number} |"));
    }
}

/// A win rate of 50 % against an automa is even, but not a fair share, because an automa is not an equal player.
#[test]
fn solo_reports_do_not_mention_a_fair_share() {
    let folder = Folder::new();
    let levels = "['very-easy', 'easy']";
    let check = |(printed, markdown, html): &(String, String, String)| {
        for text in [printed, markdown, html] {
            text.assert_lacks(["fair share", "from fair"]);
        }
    };
    for (name, kind, more) in [
        ("one", "simulate", String::new()),
        ("sweep", "sweep", format!("[sweep.set]\nlevel = {levels}")),
        (
            "ladder",
            "ladder",
            format!("[ladder]\noption = 'level'\nvalues = {levels}"),
        ),
        (
            "settings",
            "settings",
            format!("[settings]\nlevel = {levels}"),
        ),
    ] {
        let experiment = format!(
            "kind = '{kind}'\ngame = 'maracaibo'\nplayers = 1\nblocks = 4\nevents = 'none'\n\
             bots = ['random']\n{more}\n"
        );
        folder.write(format!("{name}.toml"), experiment);
        let table = folder.succeeds(format!("run {name}.toml --out {name} --quiet"));
        table.assert_lacks(["fair share", "from fair"]);
        check(&report(&folder.join(name)));
    }
    folder
        .read("one/report.md")
        .assert_contains("Maracaibo, solo: how often does the player beat the automa");
}
