//! `portolan report` for every kind of experiment: each report answers its question with the planted values, also for
//! merged shards and unfinished runs.

use std::path::{Path, PathBuf};

use portolan::results::file::FileRecord;
use portolan::results::manifest::Manifest;

use super::folder::{Folder, Workdir};
use super::report::{asks_for_nothing, browse, has_browser, report_at};
use super::text::TextAssert;

/// Plays an experiment file and returns its folder.
fn play(folder: &Folder, name: &str, spec: &str, more: &str) -> PathBuf {
    folder.write(format!("{name}.toml"), spec);
    folder.succeeds(format!("run {name}.toml --out {name} --quiet {more}"));
    folder.join(name)
}

fn unescaped((printed, markdown, html): (String, String, String)) -> (String, String, String) {
    (printed, markdown.replace('\\', ""), html.replace('\\', ""))
}

/// Writes the report of a run. Returns the output, the Markdown page and the HTML page, without backslashes.
fn report(out: &Path) -> (String, String, String) {
    unescaped(super::report::report(out))
}

/// Writes a comparison. Returns the output and the pages like [`report`].
fn compare(folder: &Folder, before: &str, after: &str) -> (String, String, String) {
    let arguments = format!("{before} {after} --compare");
    unescaped(report_at(folder, &arguments, &format!("{before}/compare")))
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

/// Returns the ends of an interval, or the number of a text without one.
fn ends(text: &str) -> Vec<f64> {
    text.replace(" to ", "–").split('–').map(number).collect()
}

const TOURNAMENT: &str = "kind = 'tournament'\ngame = 'maracaibo'\nplayers = 2\n\
                          bots = ['greedy', 'random', 'engine']\nblocks = 12\nevents = 'none'\n";

#[test]
fn tournament_report_names_the_strongest_and_rates_all() {
    let folder = Folder::new();
    let out = play(&folder, "run", TOURNAMENT, "");
    let (printed, markdown, html) = report(&out);
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
        "Random always finished ahead of all others or always behind them",
        "Fewer than 30 deal groups (12)",
    ]);
    html.assert_contains(["plot-ratings-title", "plot-wins-title", "plot-seats-title"]);
    // The page and summary.csv contain the same ratings and win rates.
    let mut summary = csv::Reader::from_path(out.join("summary.csv")).unwrap();
    let header = summary.headers().unwrap().clone();
    assert_eq!(
        header.iter().skip(12).collect::<Vec<_>>(),
        ["cell", "rating", "rating_low", "rating_high"]
    );
    let mut rated = 0;
    for row in summary.records().map(Result::unwrap) {
        if row[1].is_empty() && row[12].is_empty() {
            let told = line(&markdown, &[&row[0]]);
            let rating: f64 = row[13].parse().unwrap();
            assert!((number(told[1]) - rating).abs() <= 0.5, "{told:?} {row:?}");
            let wins: f64 = row[8].parse().unwrap();
            assert!(
                (number(told[4]) - 100.0 * wins).abs() < 0.06,
                "{told:?} {row:?}"
            );
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
    let out = play(&folder, "run", TOURNAMENT, "");
    let games = out.join("games.csv");
    let content = std::fs::read(&games).unwrap();
    // The table has 144 rows and is truncated within a deal group.
    out.write("games.csv.partial", &content[..content.len() * 6 / 10]);
    std::fs::remove_file(&games).unwrap();
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    manifest.status = portolan::results::manifest::Status::Running;
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
    let out = play(&folder, "run", spec, "");
    let (printed, markdown, html) = report(&out);
    printed.assert_contains("Greedy wins more than its fair share against random");
    markdown.assert_contains([
        "## Against each opponent",
        "Holm-adjusted for 2 opponents",
        "The opponents did not play each other",
    ]);
    let random = line(&markdown, &["random", "20"]);
    // Ten deal groups, all won: exact sign test 2 · 2⁻¹⁰, times two opponents.
    assert_eq!((random[2], random[6]), ("100.0 %", "0.004"));
    html.assert_contains("plot-bouts-title");
}

/// The headline and the table show the same difference from the fair share.
#[test]
fn gauntlet_headline_agrees_with_the_table() {
    let folder = Folder::new();
    let spec = "kind = 'gauntlet'\ngame = 'cartagena'\nchallenger = 'greedy'\nplayers = 2\n\
                bots = ['racer']\nblocks = 4\nevents = 'none'\n";
    let out = play(&folder, "run", spec, "");
    let (_, markdown, _) = report(&out);
    let (_, told) = markdown
        .split_once("furthest from its fair share against racer, by ")
        .unwrap();
    let (gain, told) = told
        .split_once(" percentage points (95 % interval ")
        .unwrap();
    let (interval, _) = told.split_once(", p ").unwrap();
    let bout = line(&markdown, &["racer", "8"]);
    let shifted =
        |text: &str, by: f64| -> Vec<f64> { ends(text).into_iter().map(|end| end - by).collect() };
    let (sentence, table) = (
        [vec![number(gain)], shifted(interval, 0.0)].concat(),
        [shifted(bout[2], 50.0), shifted(bout[3], 50.0)].concat(),
    );
    for (sentence, table) in sentence.iter().zip(&table) {
        assert!(
            (sentence - table).abs() < 0.11,
            "{sentence} {table} {bout:?}"
        );
    }
}

#[test]
fn sweep_report_compares_places_despite_different_names() {
    let folder = Folder::new();
    let weights = "[sweep.parameters.greedy]\n";
    let spec = format!(
        "kind = 'sweep'\ngame = 'maracaibo'\nbots = ['greedy', 'random']\nblocks = 8\n\
         events = 'none'\n{weights}weights.doubloons = [1, 2, 5]\n"
    );
    let out = play(&folder, "run", &spec, "");
    let (printed, markdown, html) = report(&out);
    markdown.assert_contains([
        "## Conditions",
        "## Effects",
        "Holm-adjusted for 4 comparisons",
        "Plots along",
    ]);
    html.assert_contains(["plot-effects-title", "plot-score-effects-title"]);
    // The difference of mean scores equals that in the summary, in which the bots have separate names.
    let mut summary = csv::Reader::from_path(out.join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = summary.records().map(Result::unwrap).collect();
    let score = |cell: &str| -> f64 {
        let of_cell = |row: &&csv::StringRecord| {
            &row[12] == cell && row[1].is_empty() && row[0].starts_with("greedy")
        };
        rows.iter().find(of_cell).unwrap()[4].parse().unwrap()
    };
    let manifest = Manifest::read(&out).unwrap().unwrap();
    let (first, last) = (
        &manifest.roster[0].entrants[0],
        &manifest.experiment.design.cells[2].name,
    );
    assert_ne!(first, &manifest.roster[2].entrants[0]);
    let told = line(&markdown, &[first, last]);
    assert!(
        (number(told[6]) - (score("3") - score("1"))).abs() < 0.06,
        "{told:?}"
    );
    printed.assert_lacks("NaN");
    markdown.assert_lacks("NaN");
}

#[test]
fn duel_report_shows_the_verdict_and_the_test() {
    let folder = Folder::new();
    let spec = "kind = 'duel'\ngame = 'maracaibo'\nbots = ['greedy', 'random']\ngames = 2000\n\
                events = 'none'\n";
    let out = play(&folder, "run", spec, "");
    let (printed, markdown, html) = report(&out);
    printed.assert_contains("Greedy is stronger than random");
    let test = Manifest::read(&out).unwrap().unwrap().test.unwrap();
    let ratio = number(line(&markdown, &["log-likelihood ratio"])[1]);
    assert!(
        (ratio - test.log_likelihood_ratio.unwrap()).abs() < 6e-4,
        "{ratio} {test:?}"
    );
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

/// Replaces the games of a ladder with planted ones. The bots win with their expected probabilities at levels of these
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
    let games = manifest
        .file
        .iter_mut()
        .find(|file| file.name == "games.csv");
    *games.unwrap() = FileRecord::of("games.csv", &rows);
    manifest.experiment.games = blocks;
    (manifest.blocks_planned, manifest.blocks_done) = (blocks, blocks);
    (manifest.games_planned, manifest.games_done) = (12 * blocks, 12 * blocks);
    manifest.write(out).unwrap();
}

#[test]
fn ladder_report_recovers_planted_difficulties() {
    let folder = Folder::new();
    let out = play(&folder, "run", LADDER, "");
    let difficulties = [-1.0, 0.0, 1.0];
    plant(&out, difficulties, 1500);
    let (printed, markdown, html) = report(&out);
    printed.assert_starts_with("greedy wins 8");
    printed.assert_contains(["% on 75 and 4", "% on 77, engine "]);
    markdown.assert_contains([
        "- Every level is significantly harder than the one before.",
        "*Certain.",
    ]);
    for (bot, ability) in ["greedy", "engine"].into_iter().zip(ABILITIES) {
        for (rung, difficulty) in ["75", "76", "77"].into_iter().zip(difficulties) {
            let wanted = 100.0 / (1.0 + (difficulty - ability).exp());
            let wins = line(&markdown, &[bot, rung, "3,000"]);
            assert!((number(wins[3]) - wanted).abs() < 3.5, "{wins:?} {wanted}");
            // Each game is won or lost by 10 points; the best opponent has 110 points minus the own score.
            let margins = markdown.split("## Leads").nth(1).unwrap();
            let margin = line(margins, &[bot, rung]);
            assert!(
                (number(margin[2]) - (wanted / 5.0 - 10.0)).abs() < 0.7,
                "{margin:?}"
            );
            assert!((number(margin[7]) + number(margin[9]) - 110.0).abs() < 0.11);
        }
        let place = line(&markdown, &["bot", bot]);
        assert!((number(place[2]) - ability).abs() < 0.15, "{place:?}");
    }
    for (rung, difficulty) in ["75", "76", "77"].into_iter().zip(difficulties) {
        let place = line(&markdown, &["rung", rung]);
        assert!((number(place[2]) - difficulty).abs() < 0.12, "{place:?}");
        let ends: Vec<f64> = ends(place[3]);
        assert!(ends[0] < difficulty && difficulty < ends[1], "{place:?}");
        assert!(ends[1] - ends[0] < 0.3, "{place:?}");
    }
    for part in ["wins", "leads", "scale", "categories-1", "categories-2"] {
        assert!(html.contains(&format!("plot-{part}-title")), "{part}");
    }
    let all = line(&markdown, &["all together", "wins", "1,500"]);
    assert_eq!(&all[4..], ["< 0.001", "harder"]);
}

#[test]
fn ladder_report_detects_levels_in_the_wrong_order() {
    let folder = Folder::new();
    let out = play(&folder, "run", LADDER, "");
    plant(&out, [-1.0, 1.0, 0.0], 400);
    let (printed, markdown, _) = report(&out);
    assert!(
        printed.starts_with("greedy wins ") && printed.contains("% on 77"),
        "{printed}"
    );
    markdown.assert_contains([
        "The order is wrong, although the levels get harder overall: 77 is easier than 76",
    ]);
    markdown.assert_contains("For greedy, 77 is easier than 76 before it");
    plant(&out, [0.0, 0.0, 0.0], 60);
    let (_, markdown, _) = unescaped(report_at(&folder, "run --force", "run/report"));
    markdown.assert_contains([
        "No step is significant, and there is no significant trend.",
        "*Open.",
    ]);
}

#[test]
fn runs_are_compared_in_conditions_with_equal_names() {
    let folder = Folder::new();
    play(&folder, "before", TOURNAMENT, "");
    let other = TOURNAMENT.replace("engine", "explorer");
    play(&folder, "after", &other, "--games 16");
    let (_, markdown, _) = compare(&folder, "before", "after");
    // Both runs have this condition with the same deals and bots, so there is no difference.
    let greedy = line(&markdown, &["greedy in greedy+random", "after", "0.0"]);
    // Ten deals are a sample, so the interval is not empty.
    assert_eq!((greedy[3], greedy[7]), ("−44.7 to 44.7", "the same"));
    markdown.assert_contains([
        "2 conditions of before cannot be compared, because after has no condition with this name",
    ]);
    play(&folder, "ladder", LADDER, "");
    let (printed, _, _) = compare(&folder, "ladder", "before");
    printed.assert_contains(["no condition of the same name (ladder is a ladder"]);
}

/// The name of an automa contains its level, but its points have a single name.
#[test]
fn automa_is_one_opponent_at_all_levels() {
    let folder = Folder::new();
    let out = play(&folder, "run", LADDER, "");
    plant(&out, [-1.0, 0.0, 1.0], 300);
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    let levels = ["easy", "normal", "hard"];
    for (cell, roster) in manifest.roster.iter_mut().enumerate() {
        roster.entrants[1] = format!("jean:{}", levels[cell % 3]);
    }
    let games = out.read("games.csv");
    let renamed: Vec<String> = games
        .lines()
        .map(|row| {
            let cell = row
                .rsplit(',')
                .next()
                .and_then(|cell| cell.parse::<usize>().ok());
            cell.map_or(row.to_string(), |cell| {
                row.replace("random", &format!("jean:{}", levels[(cell - 1) % 3]))
            })
        })
        .collect();
    let renamed = format!("{}\n", renamed.join("\n"));
    out.write("games.csv", &renamed);
    let record = manifest
        .file
        .iter_mut()
        .find(|file| file.name == "games.csv");
    *record.unwrap() = FileRecord::of("games.csv", &renamed);
    manifest.write(&out).unwrap();
    let (printed, markdown, html) = report(&out);
    printed.assert_starts_with("greedy wins ");
    markdown.assert_contains(["| greedy, 75 | jean, 75 | greedy, 76 | jean, 76 |"]);
    html.assert_contains("jean, 77 · 5");
    markdown.assert_lacks("jean:easy, 75");
}

/// The last column `cell` is not a score category, even if the manifest does not name the categories.
#[test]
fn condition_column_is_not_a_score_category() {
    let folder = Folder::new();
    let out = play(&folder, "run", LADDER, "");
    let mut manifest = Manifest::read(&out).unwrap().unwrap();
    assert!(manifest.score_categories.len() > 3);
    let (_, told, _) = report(&out);
    told.assert_lacks("| cell | 1");
    manifest.score_categories.clear();
    manifest.write(&out).unwrap();
    let (_, guessed, _) = unescaped(report_at(&folder, "run --force", "run/report"));
    assert_eq!(told, guessed);
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
    let out = play(&folder, "run", LADDER, "");
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

/// M-24.2: the levels of the solo opponent in real games instead of planted ones.
#[test]
fn solo_ladder_rates_bots_and_levels_on_one_scale() {
    let folder = Folder::new();
    let spec = "kind = 'ladder'\ngame = 'maracaibo'\nplayers = 1\nblocks = 60\nevents = 'none'\n\
                bots = ['greedy', 'random']\n[ladder]\noption = 'level'\n\
                values = ['very-easy', 'easy', 'very-hard']\n";
    let out = play(&folder, "run", spec, "");
    let (_, markdown, _) = report(&out);
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
    let out = play(&folder, "run", spec, "");
    let (printed, markdown, html) = report(&out);
    printed.assert_contains("is the hardest");
    for bot in ["greedy", "engine"] {
        let section = format!("## Effect of each item against {bot}");
        let items: Vec<char> = markdown
            .split(&section)
            .nth(1)
            .unwrap()
            .lines()
            .filter_map(|line| line.strip_prefix("| "))
            .skip(2)
            .take(6)
            .filter_map(|line| line.chars().next())
            .collect();
        assert_eq!(items, ['C', 'C', 'C', 'A', 'A', 'A'], "{markdown}");
        html.assert_contains([&format!("plot-items-{bot}-title")]);
    }
    // A shard is reported as an incomplete run.
    let part = play(&folder, "part", spec, "--shard 1/2");
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
    let random = spec("puerto_rico", "random", "[500, 250, 0]");
    folder.write("even.toml", random);
    folder.succeeds("run even.toml --quiet");
    folder.succeeds("report results/even");
    let page = folder.read("results/even/report.md");
    page.assert_contains("## The handicap that makes the game even");
    page.assert_contains("| random | – | 0.0 to above 500 |");
    page.assert_contains(
        "The tested handicaps up to 500 do not include an even game for random: try larger ones.",
    );
    // The first place starts with more money, in any seat.
    for (game, money) in [("1", "503"), ("2", "503"), ("5", "2")] {
        let shown = folder.succeeds(format!("replay --run results/even --game-id {game}"));
        // The text before the first move.
        let before = shown.lines().take_while(|line| !line.contains("), turn "));
        let start = before.collect::<Vec<_>>().join("\n");
        assert_eq!(start.contains("503"), money == "503", "{start}");
    }
    // A slightly weaker bot needs an amount between the tested ones, reported with an interval.
    let builder = spec("puerto_rico", "builder", "[20, 0, 10]");
    let builder = builder.replace("blocks = 12", "blocks = 80");
    folder.write("named.toml", builder);
    folder.succeeds("run named.toml --quiet");
    folder.succeeds("report results/named");
    let page = folder.read("results/named/report.md");
    let (_, section) = page
        .split_once("## The handicap that makes the game even")
        .unwrap();
    let row = section.lines().find(|line| line.starts_with("| builder |"));
    let numbers: Vec<f64> = (row.unwrap())
        .split(['|', ' ', '–'])
        .filter_map(|word| word.parse().ok())
        .collect();
    let [even, low, high] = numbers[..] else {
        panic!("{page}");
    };
    assert!(
        0.0 <= low && low < even && even < high && high <= 20.0,
        "{numbers:?}"
    );
    let cartagena = spec("cartagena", "random", "[500, 250, 0]");
    folder.write("even.toml", cartagena);
    let told = folder.refuses("run even.toml --quiet --force");
    told.assert_contains("a handicap in cartagena: no seat begins with money");
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
        let out = play(&folder, name, &spec, "");
        let (_, markdown, _) = report(&out);
        let (_, section) = markdown.split_once("Game length and ties").unwrap();
        let found = line(section, other);
        let [first, second] = ["1", "2"].map(|cell| length_and_ties(&out, cell));
        let near = |cell: &str, wanted: f64| {
            assert!(
                (number(cell) - wanted).abs() < 0.051,
                "{name}: {cell}, {wanted}"
            );
        };
        near(found[turns], second[0]);
        near(found[turns + 2], second[0] - first[0]);
        near(found[turns + 4], second[1]);
    }
}

/// The reported change is the largest of many differences and therefore biased upwards, so it is shrunk.
#[test]
fn sweep_report_shows_shrunk_and_measured_change() {
    let folder = Folder::new();
    let spec = "kind = 'sweep'\ngame = 'cartagena'\nplayers = 2\nblocks = 40\nevents = 'none'\n\
                [sweep]\nbots = [['random', 'racer'], ['greedy', 'racer'], ['tuned', 'racer']]\n";
    let out = play(&folder, "run", spec, "");
    let (printed, markdown, _) = report(&out);
    let printed = printed.replace('\u{a0}', " ");
    let (told, rest) = printed
        .split_once(" (shrunk estimate; measured ")
        .unwrap_or_else(|| panic!("{printed}"));
    let (measured, _) = rest.split_once(',').unwrap();
    let verb = if told.contains(" gains ") {
        " gains "
    } else {
        " loses "
    };
    let (_, amount) = told.split_once(verb).unwrap();
    let shrunk = number(amount.split_once(' ').unwrap().0);
    assert!(0.0 < shrunk && shrunk <= number(measured), "{printed}");
    // The measured number is in the table.
    let cells = ["+", "−"].map(|sign| format!("| {sign}{measured} |"));
    assert!(
        cells.iter().any(|cell| markdown.contains(cell)),
        "{printed}"
    );
}

/// An even game against an automa is a win rate of 50 %, since an automa is not an equal player.
#[test]
fn solo_reports_do_not_mention_a_fair_share() {
    let folder = Folder::new();
    let head = "game = 'maracaibo'\nplayers = 1\nblocks = 4\nevents = 'none'\n";
    let simulate = format!("kind = 'simulate'\n{head}bots = ['random']\n");
    let levels = "[\"very-easy\", \"easy\"]";
    let kinds = [
        ("one", simulate.clone()),
        ("two", format!("{simulate}seed = 2\n")),
        (
            "sweep",
            format!("kind = 'sweep'\n{head}bots = ['random']\n[sweep.set]\nlevel = {levels}\n"),
        ),
        (
            "ladder",
            format!(
                "kind = 'ladder'\n{head}bots = ['random']\n[ladder]\noption = 'level'\n\
                 values = {levels}\n"
            ),
        ),
        (
            "settings",
            format!("kind = 'settings'\n{head}bots = ['random']\n[settings]\nlevel = {levels}\n"),
        ),
    ];
    let check = |texts: &[&str]| {
        for text in texts {
            text.assert_lacks(["fair share", "from fair"]);
        }
    };
    for (name, spec) in &kinds {
        folder.write(format!("{name}.toml"), spec);
        let table = folder.succeeds(format!("run {name}.toml --out {name} --quiet"));
        let (printed, markdown, html) = report(&folder.join(name));
        check(&[&table, &printed, &markdown, &html]);
    }
    let (printed, markdown, html) = compare(&folder, "one", "two");
    check(&[&printed, &markdown, &html]);
    html.assert_contains("even game");
}
