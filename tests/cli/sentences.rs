//! Every sentence of a report follows from its tables. [`check`] reads only the JSON and the Markdown page; it runs on the
//! pages of all kinds of experiments that other tests write.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use super::text::parse_table;

macro_rules! patterns {
    ($($name:ident = $pattern:expr;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).unwrap());)*
    };
}

patterns! {
    // Words may contain digits; a number directly before a letter is part of a name.
    TOKEN = r"[A-Za-z_][\w.]*|[-+]?\d[\d,]*(?:\.\d+)?(?:[A-Za-z_]\w*)?";
    ESTIMATE = r"[-+]?[\d.,]+( %)? \((\d[\d.,]*–|-[\d.,]+ to )(-?[\d.,]+)\)";
    RANGE = r"-?\d[\d.,]*(?: %)?–-?\d|\(-?[\d.]+ to |% interval|±";
    MIXED = r"[A-Za-z].*\d|\d.*[A-Za-z]";
    RANK = r"rank \d+–\d+";
    REFERENCE = r"(?:fair share of|the) ([\d.]+) %(?: of an even game)?";
    DIRECTION = r"\b(more|less|fewer|rises|falls|gains|loses|ahead|beats|stronger|weaker|harder|easier|better|worse|strongest|weakest|wins most|most often)\b";
    NEGATION = r"(?i)\b(not|no|none|may|undecided|without|only)\b";
    VERB = r"\b(is|are|was|has|have|wins?|won|gains?|loses?|scores?|comes?|plays?|played|costs?|changes?|changed|explains?|lasts|gets?|rises|falls|differs?|beats|takes?|uses?|chooses?|stands|finds?|makes?)\b";
    POINTS = r"\b(?:plays|scores|where|wins) points\b";
}

/// Returns the text with plain spaces and minus signs, without the escapes of Markdown and HTML.
fn plain(text: &str) -> String {
    let text = text.replace('\u{a0}', " ").replace('−', "-");
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    text.replace('\\', "")
}

fn strings(value: &Value) -> Vec<String> {
    let texts = value.as_array().into_iter().flatten();
    texts.filter_map(Value::as_str).map(plain).collect()
}

/// Returns the numbers of a text with their numbers of decimals. Digits in names do not count.
fn numbers(text: &str) -> Vec<(f64, usize)> {
    let parsed = TOKEN.find_iter(text).filter_map(|token| {
        let token = token.as_str().trim_end_matches(',').replace(',', "");
        let value: f64 = token.parse().ok()?;
        let decimals = token.split_once('.').map_or(0, |(_, places)| places.len());
        value.is_finite().then_some((value.abs(), decimals))
    });
    parsed.collect()
}

/// Returns a p-value as printed.
fn p_value(cell: &str) -> Option<f64> {
    cell.trim_start_matches("< ").parse().ok()
}

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(table: &Value) -> Table {
        let [header, rows] = ["header", "rows"].map(|name| table[name].as_array().unwrap().iter());
        let name = |column: &Value| plain(column["name"].as_str().unwrap());
        Table {
            header: header.map(name).collect(),
            rows: rows.map(strings).collect(),
        }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|header| header == name)
    }

    fn is_test(&self, column: usize) -> bool {
        ["p", "q"].contains(&self.header[column].as_str())
    }

    /// Returns the number of significant tests in a column of p-values.
    fn significant(&self, column: usize) -> usize {
        let tests = self.rows.iter().filter_map(|row| p_value(&row[column]));
        tests.filter(|p| self.is_test(column) && *p < 0.05).count()
    }

    /// Returns the verdicts that differ from the last p-value before them.
    fn false_verdicts(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for verdict in (1..self.header.len()).filter(|&column| self.header[column] == "verdict") {
            let test = (0..verdict).rev().find(|&column| self.is_test(column));
            wrong.extend(self.rows.iter().filter(|row| {
                let claims = ["more", "less", "harder", "easier"].contains(&row[verdict].as_str());
                let p = test.and_then(|test| p_value(&row[test]));
                p.is_some_and(|p| claims != (p < 0.05))
            }));
        }
        let words = |row: &Vec<String>| format!("verdict differs from p: {row:?}");
        wrong.into_iter().map(words).collect()
    }
}

struct Page {
    tables: Vec<Table>,
    sentences: Vec<String>,
    sure: String,
    /// Title, question, notices, texts of sections, and commands.
    stated: String,
}

impl Page {
    fn read(page: &Value) -> Page {
        let sections = page["sections"].as_array().unwrap();
        let text = |name: &str| plain(page[name].as_str().unwrap_or(""));
        let of_sections =
            |name: &'static str| sections.iter().flat_map(move |one| strings(&one[name]));
        let settings = of_sections("text").chain(of_sections("command"));
        let settings = settings.chain(strings(&page["notices"]));
        let settings = settings.chain([text("title"), text("question")]);
        let tables = sections
            .iter()
            .flat_map(|section| section["tables"].as_array().unwrap());
        Page {
            tables: tables.map(Table::read).collect(),
            sentences: [vec![text("answer")], strings(&page["more"])].concat(),
            sure: text("sure"),
            stated: settings.collect::<Vec<_>>().join("\n"),
        }
    }

    fn rows(&self) -> impl Iterator<Item = (&Table, &Vec<String>)> {
        let tables = self.tables.iter();
        tables.flat_map(|table| table.rows.iter().map(move |row| (table, row)))
    }

    /// Returns a sentence without names that contain digits.
    fn without_names(&self, sentence: &str) -> String {
        let cells = self.rows().flat_map(|(_, row)| row);
        let mut names: Vec<&String> = cells.filter(|cell| MIXED.is_match(cell)).collect();
        names.sort_by_key(|name| Reverse(name.len()));
        let replaced = |text: String, name: &&String| text.replace(name.as_str(), "_");
        names.iter().fold(sentence.to_string(), replaced)
    }

    /// Returns the numbers of rows that a sentence may count: all rows of a table, rows with equal cells in a column,
    /// and rows with a significant p-value.
    fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0];
        for table in &self.tables {
            counts.push(table.rows.len());
            for column in 0..table.header.len() {
                let mut equal: BTreeMap<&str, usize> = BTreeMap::new();
                for row in &table.rows {
                    *equal.entry(&row[column]).or_default() += 1;
                }
                counts.extend(equal.values());
                counts.extend([equal.len(), table.significant(column)]);
            }
        }
        counts
    }

    /// Returns the numbers that occur neither in a table nor among the settings, and that do not count rows.
    fn unknown_numbers(&self, sentence: &str) -> Vec<String> {
        let cells = self.rows().flat_map(|(_, row)| row);
        let mut known: Vec<(f64, usize)> = cells.flat_map(|cell| numbers(cell)).collect();
        known.extend(numbers(&self.stated));
        let counts = self.counts();
        let is_known = |&(value, decimals): &(f64, usize)| {
            let half = 0.5 * 0.1f64.powi(decimals as i32);
            let equals = |&(other, places): &(f64, usize)| {
                (value - other).abs() < if places > decimals { half } else { 0.0 } + 1e-9
            };
            known.iter().any(equals) || decimals == 0 && counts.contains(&(value as usize))
        };
        let found = numbers(&RANK.replace_all(&self.without_names(sentence), ""));
        let unknown = found.iter().filter(|number| !is_known(number));
        let words = |(value, _): &(f64, usize)| format!("{value} is in no table");
        unknown.map(words).collect()
    }

    /// Returns the claims of a direction whose interval includes equality, or whose p-value in the table is ≥ 5 %.
    fn false_directions(&self, sentence: &str) -> Vec<String> {
        let clauses = sentence.split([';', ':']).flat_map(|part| part.split(". "));
        let claims = clauses.filter(|part| DIRECTION.is_match(part) && !NEGATION.is_match(part));
        let mut found = Vec::new();
        for (clause, estimate) in claims.flat_map(|part| {
            let estimates = ESTIMATE.captures_iter(part);
            estimates.map(move |estimate| (part, estimate))
        }) {
            let [low, high] = [2, 3].map(|end| {
                let end = estimate[end].trim_end_matches([' ', 't', 'o', '–']);
                end.replace(',', "").parse::<f64>().unwrap()
            });
            let share = REFERENCE.captures(clause);
            let reference = match estimate.get(1) {
                None => Some(0.0),
                Some(_) => share.map(|share| share[1].parse().unwrap()),
            };
            if reference.is_some_and(|reference| low <= reference && reference <= high) {
                found.push(format!("{} includes equality", &estimate[0]));
            }
            let range = format!("{}{}", &estimate[2], &estimate[3]);
            let tests = self.rows().filter_map(|(table, row)| {
                let mut cells = row.iter();
                let column = cells.position(|cell| cell.trim_end_matches(" %") == range)?;
                let test = (column..row.len()).find(|&column| table.is_test(column))?;
                p_value(&row[test])
            });
            let tests: Vec<f64> = tests.collect();
            if !tests.is_empty() && tests.iter().all(|p| *p >= 0.05) {
                found.push(format!("{} has p {tests:?}", &estimate[0]));
            }
        }
        found
    }

    /// Returns true if a sentence compares conditions with different numbers of seats, or seats of different bots.
    fn is_unlike(&self, sentence: &str) -> bool {
        let Some((first, second)) = sentence.split_once(" compared with ") else {
            return false;
        };
        let conditions = self.rows().filter_map(|(table, row)| {
            let columns = ["name", "seats", "line-up"];
            let [name, seats, bots] = columns.map(|name| Some(&row[table.column(name)?]));
            Some((name?, seats?, bots?))
        });
        let mut conditions: Vec<_> = conditions.collect();
        conditions.sort_by_key(|(name, ..)| Reverse(name.len()));
        let (mut all, mut again) = (conditions.iter(), conditions.iter());
        let one = all.find(|(name, ..)| first.contains(&format!(" in {name}")));
        let other = again.find(|(name, ..)| second.starts_with(name.as_str()));
        let both = one.zip(other);
        both.is_some_and(|((_, seats, bots), (_, others, with))| {
            seats != others || sentence.starts_with("Seat ") && bots != with
        })
    }

    /// Returns true if a test is significant, or if the page has a sequential test or verdicts that are valid at every look.
    fn has_test(&self) -> bool {
        self.rows().any(|(table, row)| {
            let shown = table.column("shown").map(|column| row[column].as_str());
            shown.is_some_and(|shown| shown != "open")
                || row[0] == "log-likelihood ratio"
                || (0..row.len()).any(|column| table.significant(column) > 0)
        })
    }

    fn problems(&self, markdown: &str) -> Vec<String> {
        let mut found: Vec<String> = self.tables.iter().flat_map(Table::false_verdicts).collect();
        if self.sure == "certain" && !self.has_test() {
            found.push(format!("certain without a test: {}", self.sentences[0]));
        }
        for sentence in &self.sentences {
            let mut bad = self.unknown_numbers(sentence);
            bad.extend(self.false_directions(sentence));
            let rest = ESTIMATE.replace_all(sentence, "");
            let rest = RANK.replace_all(&rest, "");
            let claims = sentence.contains("significant") && !NEGATION.is_match(sentence);
            let is_ended = sentence.ends_with('.') && !sentence.starts_with(char::is_lowercase);
            let is_sentence = is_ended && VERB.is_match(sentence) && !POINTS.is_match(sentence);
            let is_shown = plain(markdown).contains(sentence.as_str());
            for (is_bad, problem) in [
                (self.is_unlike(sentence), "compares unlike conditions"),
                (RANGE.is_match(&rest), "interval in another format"),
                (!is_sentence, "not a sentence"),
                (claims && !self.has_test(), "not tested"),
                (!is_shown, "not on the page"),
            ] {
                bad.extend(is_bad.then(|| problem.to_string()));
            }
            let words = |problem| format!("{problem}: {sentence}");
            found.extend(bad.into_iter().map(words));
        }
        found
    }
}

/// Checks all sentences of a report, given as JSON and Markdown.
///
/// # Panics
/// If a sentence does not follow from the tables, or is not a sentence.
pub fn check(text: &str, markdown: &str) {
    let problems = Page::read(&serde_json::from_str(text).unwrap()).problems(markdown);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns the problems of a page with this answer, one table of differences and one of conditions.
fn problems_of(answer: &str) -> String {
    let table = |names: &str, rows: &[&str]| {
        let header: Vec<Value> = names
            .split('|')
            .map(|name| json!({ "name": name }))
            .collect();
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split('|').collect()).collect();
        json!({ "header": header, "rows": rows })
    };
    let differences = table(
        "bot|difference|95 % interval|p|verdict",
        &[
            "A1|+4.25|1.5–7.0|0.012|more",
            "b|+2.0|−1.0 to 5.0|0.400|not significant",
            "c|+3.0|0.5–5.5|0.108|less",
        ],
    );
    let conditions = table(
        "name|line-up|seats",
        &["two|net + net|2", "three|net + net + net|3"],
    );
    let page = json!({
        "title": "T", "question": "Q?", "answer": answer, "sure": "certain", "more": [],
        "sections": [{ "text": ["The seed is 7."], "tables": [differences, conditions] }],
    });
    Page::read(&page).problems(answer).join("\n")
}

#[test]
fn false_sentences_and_verdicts_are_found() {
    let verdict = r#"verdict differs from p: ["c", "+3.0", "0.5–5.5", "0.108", "less"]"#;
    for [answer, problem] in &parse_table(
        r#"
        A1 gains 4.3 (1.5–7.0) points with seed 7; 1 of 3 differences is significant. =>
        The difference of b is +2.0 (−1.0 to 5.0) points, which is not significant. =>
        A1 gains 4.4 points. => 4.4 is in no table
        B gains 2.0 (−1.0 to 5.0) points. => includes equality
        C gains 3.0 (0.5–5.5) points. => has p [0.108]
        A1 gains 4.3 points (95 % interval 1.5–7.0). => another format
        A1 gains 4.3 ± 2.7 points. => another format
        b is 3.0 points better. => not a sentence
        A1: 4.3 points. => not a sentence
        Winners score 3.0 where net plays points on average. => not a sentence
        Seat 1 loses 3.0 points in three compared with two. => compares
    "#,
    ) {
        let found = problems_of(answer);
        assert!(found.contains(problem.as_str()), "{answer}: {found}");
        assert!(!problem.is_empty() || found == verdict, "{answer}: {found}");
    }
}
