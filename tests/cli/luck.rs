//! Control variates: the games do not change, the results do not depend on the execution, and unsupported options are
//! rejected.

use std::path::Path;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Creates a folder with an experiment in Cartagena, with and without control variates.
fn study(kind: &str, bots: &str) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = '{kind}'\ngame = 'cartagena'\nbots = [{bots}]\nplayers = 2\nblocks = 30\n\
         seed = 5\n"
    );
    let valued = format!("{text}variance = \"net\"\n");
    folder.write("plain.toml", text);
    folder.write("study.toml", valued);
    folder
}

fn run(folder: &Path, more: &str) -> String {
    folder.succeeds(format!("run study.toml --quiet {more}"))
}

/// Returns the header and the rows of a table.
fn rows(path: &Path) -> (Vec<String>, Vec<csv::StringRecord>) {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().iter().map(str::to_string);
    let header = header.collect();
    (header, reader.records().map(Result::unwrap).collect())
}

#[test]
fn luck_table_contains_both_means_and_the_gain() {
    let folder = &study("simulate", "\"greedy\", \"racer\"");
    let output = run(folder, "--out out");
    output.assert_contains([
        "luck subtracted",
        "times the games",
        "Control variate: the network of net estimates the luck in each game",
    ]);
    let (header, lines) = rows(&folder.join("out/luck.csv"));
    assert_eq!(
        header.join(","),
        "bot,seat,of,plain,plain_low,plain_high,value,low,high,weight,times"
    );
    // Two bots, with lead and wins, over all seats and in each of two seats.
    assert_eq!(lines.len(), 2 * 2 * 3);
    for line in &lines {
        let number = |column: usize| -> f64 { line[column].parse().unwrap() };
        let half = (number(5) - number(4)) / 2.0;
        assert!((number(3) - number(6)).abs() < 2.0 * half, "{line:?}");
        assert!(number(7) < number(6) && number(6) < number(8), "{line:?}");
        let ratio = (half / ((number(8) - number(7)) / 2.0)).powi(2);
        // The intervals of win rates are limited to 0..=1, and with few deal groups their width depends on more than the
        // variance.
        let exact = if &line[2] == "lead" { 1e-6 } else { 0.5 };
        assert!((ratio / number(10) - 1.0).abs() < exact, "{line:?}");
    }
    // The leads of the two bots add up to zero.
    let all: Vec<f64> = lines
        .iter()
        .filter(|line| line[1].is_empty() && &line[2] == "lead")
        .map(|line| line[6].parse().unwrap())
        .collect();
    assert!((all[0] + all[1]).abs() < 1e-4, "{all:?}");
}

/// Returns the rows of a section of `effects.csv`: label, reference, measure, value, lower and upper end.
fn estimates(folder: &Path, section: &str) -> Vec<[String; 6]> {
    let (header, lines) = rows(&folder.join("effects.csv"));
    let column = |name: &str| header.iter().position(|known| known == name).unwrap();
    let wanted = ["of", "against", "measure", "value", "low", "high"].map(column);
    let named = column("section");
    let lines = lines.iter().filter(|line| &line[named] == section);
    lines
        .map(|line| wanted.map(|at| line[at].to_string()))
        .collect()
}

#[test]
fn report_shows_estimates_with_the_control_variate() {
    let folder = &Folder::new();
    let head = "game = 'cartagena'\nseed = 5\nblocks = 40\nplayers = 2\nvariance = 'net'\n";
    let sweep = format!(
        "kind = 'sweep'\n{head}bots = ['greedy', 'racer']\n[sweep.set]\n\
         modules = ['none', 'morgan']\n"
    );
    let ladder = format!(
        "kind = 'ladder'\n{head}bots = ['greedy']\nopponent = 'racer'\n[ladder]\n\
         option = 'modules'\nvalues = ['none', 'morgan']\n"
    );
    for (kind, text) in [("sweep", sweep), ("ladder", ladder)] {
        let out = folder.plays(kind, &text, "");
        folder.succeeds(format!("report {kind}"));
        let (_, lines) = rows(&out.join("luck.csv"));
        // The means in `effects.csv` agree with luck.csv.
        let shown = estimates(&out, "luck-subtracted");
        let mut differences = Vec::new();
        for [of, _, measure, value, low, high] in &shown {
            let number = |text: &str| -> f64 { text.parse().unwrap() };
            assert!(number(low) < number(value) && number(value) < number(high));
            let known = lines.iter().any(|line| {
                ((measure.starts_with("lead") && &line[2] == "lead")
                    || (measure.starts_with("wins") && &line[2] == "win"))
                    && (number(&line[6]) - number(value)).abs() < 1e-5
            });
            if !known {
                differences.push((of, number(value)));
            }
        }
        let page = out.read("report.md");
        page.assert_contains(["Control variate for luck", "Differences between conditions"]);
        // Lead and wins of both bots, from the first condition to the second; a ladder has only one bot that is rated.
        let wanted = if kind == "sweep" { 4 } else { 2 };
        assert_eq!(differences.len(), wanted, "{kind}: {shown:?}");
        // The difference of the means is close to the mean of the differences.
        for (of, difference) in differences {
            assert!(difference.abs() < 20.0, "{of}: {difference}");
        }
        let table = folder.succeeds(format!("export {kind} --table luck --format json"));
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        assert_eq!(table.as_array().unwrap().len(), lines.len());
        assert_eq!(table[0]["of"], "lead");
    }
}
