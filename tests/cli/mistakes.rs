//! Errors on the command line: one clear message with a suggestion, exit code 2, and no files.

use super::folder::{Folder, Workdir, names};
use super::text::{TextAssert, parse_table};

#[test]
fn unknown_names_get_a_suggestion() {
    Folder::new().rejects(
        r#"
        simulate --games 6 --game cartagenna --bots random,random
            => error: unknown game "cartagenna" => did you mean "cartagena"?
        simulate --games 6 --game cartagena --bots random,gredy
            => error: unknown bot "gredy" => did you mean "greedy"?
        simulate --games 6 --game cartagena --bots random,random --set nonsense=1
            => no option "nonsense" => options:
        simulat => 'simulate'
        simulate --gmae cartagena => '--game'
        games maracaib => did you mean "maracaibo"?
        perf maracaib => did you mean "maracaibo"?
        bots gredy => did you mean "greedy"?
        try maracaibo --card A999 cost=1 => such as A001, A002
    "#,
    );
}

#[test]
fn retired_words_get_advice() {
    Folder::new().rejects(
        "
        simulate --game cartagena --bots random,random --parquet
            => unexpected argument '--parquet' => tip: pandas, polars and DuckDB read games.csv
        report one two --compare
            => unexpected argument '--compare' => tip: `portolan try` compares a game before and after a change
        export one --format parquet
            => invalid value 'parquet' => csv, json, markdown => tip: use `--format csv`
    ",
    );
}

#[test]
fn wrong_player_count_is_rejected() {
    Folder::new().rejects(
        "
        simulate --games 6 --game maracaibo --bots random,random,random,random,random
            => 1 to 4 players, not 5
        simulate --games 6 --game maracaibo --players 3 --bots random,greedy
            => 3 players need 3 bots => names 2: random,greedy
        simulate --games 6 --game maracaibo --players 1 --bots random,greedy
            => 1 player needs 1 bot => names 2: random,greedy
        perf maracaibo --players 9 => not 9
        simulate --game puerto_rico --bots random,random,random,random,random,random
            => puerto_rico is for 2 to 5 players, not 6
        perf puerto_rico --players 6 => puerto_rico is for 2 to 5 players, not 6
        play --game puerto_rico --players 6 => puerto_rico is for 2 to 5 players, not 6
    ",
    );
}

#[test]
fn invalid_numbers_are_rejected() {
    Folder::new().rejects(
        "
        simulate --game cartagena --bots random,random --games 0 => --games => 0
        simulate --game cartagena --bots random,random --games many => --games => many
        simulate --game cartagena --bots random,random --games -5
            => invalid value '-5' for '--games <GAMES>': expected a whole number without a sign
        simulate --game maracaibo --bots greedy,random --games 99999999999999999999
            => '--games <GAMES>': the number is too large
        simulate --game cartagena --bots random,random --seed 18446744073709551615
            => --seed => 18446744073709551615
        simulate --game cartagena --bots random,random --threads 0 => --threads => 0
        simulate --game maracaibo --bots greedy,random --set level=hard
            => level=hard is not accepted: expected a game of one player instead of 2
        simulate --game cartagena --bots random,random --set loose => --set => loose
        perf cartagena --seconds -1 => --seconds
    ",
    );
}

#[test]
fn missing_files_are_named_without_the_system_error_number() {
    let folder = Folder::new();
    for [line, wanted] in &parse_table(
        "
        simulate --game cartagena --bots random,random --data nowhere --games 6
            => portolan data export cartagena
        simulate --game cartagena --bots random,nowhere.toml --games 6 => bot file nowhere.toml
        data check maracaibo nowhere => nowhere
        data show maracaibo nowhere.csv => files:
        run nowhere.toml => nowhere.
        learn nowhere.toml => nowhere.
        tune nowhere.toml => nowhere.
        play --load nowhere.log => nowhere.
    ",
    ) {
        folder.rejects(&format!("{line} => {wanted} => nowhere"));
        folder
            .refuses(line)
            .assert_lacks(["os error", "No such file"]);
    }
}

#[test]
fn invalid_data_is_reported_with_file_and_line() {
    let folder = Folder::new();
    folder.succeeds("data export maracaibo set");
    folder.succeeds("data check maracaibo set");
    let text = folder.read("set/project_cards.csv");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let cut = lines[4].rfind(',').unwrap();
    lines[4].replace_range(cut.., ",hearsay");
    folder.write("set/project_cards.csv", lines.join("\n"));
    folder.rejects(
        "
        data export maracaibo set => --force
        data check maracaibo set => project_cards.csv, line 5 => hearsay
        simulate --game maracaibo --bots random,random --games 6 --data set
            => project_cards.csv, line 5 => hearsay
    ",
    );
}

#[test]
fn error_in_bot_file_names_the_line() {
    let folder = Folder::new();
    for [text, wanted] in &parse_table(
        r#"
        kind = "greedy"\nweihgts = 1\n => line 2
        kind = "greedy"\n[weights]\nno_such_feature = 1\n => no_such_feature
        kind = "greedy"\n => no weights
        kind = "mcts"\niteratoins = 5\n => mine.toml, line 2: unknown field `iteratoins`
        kind = "mcts"\niteratoins = 5\n => (did you mean "iterations"?)
        kind = "mcts"\nformula = "ucb2"\n
            => line 2: formula = "ucb2" is not accepted (did you mean "ucb1"?): expected one of "ucb1", "ucb1_tuned"
        kind = "mcts"\nabout = "x"\niterations = 0\n
            => line 3: iterations = 0 is not accepted: expected a whole number from 1
        kind = "mcts"\niterations = [5]\n => line 2: iterations: expected a number or a string
        kind = "flat"\nexploration = 5\n
            => mine.toml, line 2: kind "flat" has no parameter "exploration"
        kind = "greedy"\niterations = 5\n
            => mine.toml, line 2: kind "greedy" has no parameter "iterations"
        kind = "mcts"\ninherits = "gredy"\n
            => mine.toml, line 2: key "inherits": unknown bot "gredy" (did you mean "greedy"?)
        inherits = "nowhere.toml"\n => mine.toml, line 1: key "inherits": bot file nowhere.toml:
        inherits = "mine.toml"\n => mine.toml, line 1: key "inherits" forms a cycle
        kind = "mcts"\nbias = 1\n => no weights
        kind = "random"\ngame = "chess"\n
            => error: mine.toml, line 2: bot "mine" plays chess, not maracaibo
        inherits = "racer"\n => error: mine.toml: bot "mine" plays cartagena, not maracaibo
        kind = "greedy"\n[weights]\n\nno_such_feature = 1\n
            => error: mine.toml, line 4: bot "mine" has a weight for "no_such_feature"
        kind = "greedy"\n[weights]\nscore = 1\ncp = nan\n
            => error: mine.toml, line 4: weight cp = NaN is not a finite number
        kind = "greedy"\n => error: mine.toml: bot "mine" has no weights
    "#,
    ) {
        folder.write("mine.toml", text);
        let told = folder.refuses("simulate --game maracaibo --bots random,mine.toml --games 6");
        told.assert_contains(wanted);
        assert_eq!(names(&folder), ["mine.toml"]);
    }
}

#[test]
fn error_in_log_header_names_the_line() {
    let folder = Folder::new();
    let head = "format = 2\nversion = 0.1.0\n";
    let game = "game = maracaibo\nplayers = 2\nseed = 7\nbots = human, greedy\n";
    let all = [
        "play --load my.log",
        "replay --log my.log",
        "analyze --log my.log",
    ];
    for ([from, to, wanted], readers) in parse_table(
        r#"
        maracaibo => maracaibbo => 3: unknown game "maracaibbo" (did you mean "maracaibo"?)
        players = 2 => players = 7 => 4: maracaibo is for 1 to 4 players, not 7
        bots => set.legaci = L1\nbots
            => 6: maracaibo has no option "legaci" (did you mean "legacy"?)
        bots => set.scenario = 99\nbots => 6: option scenario=99 is not accepted
        bots => data = 0123456789abcdef\nbots
            => 6: the game was made with component data 0123456789abcdef
        greedy => gredy => 6: unknown bot "gredy" (did you mean "greedy"?)
        , greedy => => 6: the line-up human is for 1 player
        human => random => 6: no human among the bots (random, greedy)
    "#,
    )
    .iter()
    .zip([3, 3, 3, 3, 3, 1, 1, 1])
    {
        folder.write(
            "my.log",
            format!("{head}{}\n", game.replace(from.as_str(), to)),
        );
        for line in &all[..readers] {
            folder
                .refuses(line)
                .assert_starts_with(&format!("error: my.log, line {wanted}"));
        }
    }
}

#[test]
fn existing_folder_is_not_overwritten() {
    let folder = Folder::new();
    let simulate = "simulate --game cartagena --bots random,random --games 6 --out out";
    folder.succeeds(simulate);
    let before = folder.bytes("out/games.csv");
    folder.rejects(&format!(
        "
        {simulate} --seed 2 => --force => --resume
        {simulate} --seed 2 --resume => seed is 1 instead of 2
    "
    ));
    let other = simulate.replace("random,random", "greedy,racer,random");
    let message = folder.refuses(format!("{other} --players 3 --resume"));
    message.assert_contains("bots is [\"random\", \"random\"] instead of [\"greedy\", \"racer\"");
    assert!(message.len() < 1000, "{message}");
    assert_eq!(before, folder.bytes("out/games.csv"));
    folder.succeeds(format!("{simulate} --seed 2 --force"));
    assert_ne!(before, folder.bytes("out/games.csv"));
}

#[test]
fn unusable_output_folder_is_rejected() {
    let folder = Folder::new();
    folder.write("file", "");
    folder.rejects(
        "
        simulate --game cartagena --bots random,random --games 6 --out file => error: file
        simulate --game cartagena --bots random,random --games 6 --out file/below => error: file
    ",
    );
}

/// A building that costs -1, and a log with an unknown role.
#[test]
fn invalid_puerto_rico_files_are_rejected() {
    let folder = Folder::new();
    folder.succeeds("data export puerto_rico set");
    let text = folder.read("set/buildings.csv");
    let cheap = "hacienda,Hacienda,violet_small,,";
    let edited = text.replacen(&format!("{cheap}2,"), &format!("{cheap}-1,"), 1);
    assert_ne!(edited, text);
    folder.write("set/buildings.csv", edited);
    let log = "format = 2\nversion = 0.1.0\ngame = puerto_rico\nplayers = 3\nseed = 7\n\
               bots = human, greedy, greedy\n\n1 setler\n";
    folder.write("bad.log", log);
    let cost = "line 9, cost: \"-1\" found, expected a whole number from 0 to 20";
    let role = "line 8: \"setler\" is not a legal action here; legal: settler, mayor, builder";
    folder.rejects(&format!(
        "
        data check puerto_rico set => buildings.csv, {cost}
        simulate --game puerto_rico --bots random,random,random --games 6 --data set
            => buildings.csv, {cost}
        replay --log bad.log => bad.log, {role}
        play --load bad.log => bad.log, {role}
        analyze --log bad.log => bad.log, {role}
    "
    ));
}

#[test]
fn file_of_another_command_or_type_is_rejected() {
    let folder = Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = 'greedy'\n";
    folder.write("one.toml", text);
    folder.rejects(
        r#"
        learn cards-quick
            => cards-quick.toml, line 4: this is an experiment file; `portolan run` plays it
        run tune-greedy
            => tune-greedy.toml, line 5: this is a tuning file; `portolan tune` runs it
        run learn-cartagena => this is a learning file; `portolan learn` trains with it
        run one.toml => one.toml, line 3: found the text "greedy"
            => expected a list, such as ["greedy", "random"]
    "#,
    );
}

#[test]
fn help_shows_quotes_without_backslashes() {
    portolan::register();
    let mut commands = vec![portolan_cli::command()];
    while let Some(mut command) = commands.pop() {
        let help = command.render_long_help().to_string();
        help.assert_lacks("\\\"");
        commands.extend(command.get_subcommands().cloned());
    }
}

#[test]
fn summary_uses_one_notation_for_intervals() {
    let folder = Folder::new();
    let shown = folder.succeeds("simulate --game cartagena --bots random,greedy --games 60");
    shown.assert_contains("0.0 % (0.0–11.6)");
    shown.assert_contains("± and the ranges in brackets are 95 % intervals");
    shown.assert_contains(" % of 21 rows are placeholders");
    shown.assert_lacks(["0%", "% –"]);
    let published = folder.succeeds("simulate --game puerto_rico --bots random,greedy --games 2");
    published.assert_contains("Components: all 35 rows come from published sources");
}
