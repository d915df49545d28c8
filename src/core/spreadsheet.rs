//! Converts CSV files in the forms that spreadsheets save to plain CSV, and fills in rows that copy another row.

use std::collections::{BTreeMap, HashMap};

use crate::column_schema::Form;
use crate::csv_text::{joined, records};
use crate::provenance::{DESIGNED, PROVENANCE, class};
use crate::suggestion::did_you_mean;

/// Column of a CSV file, and key of a changes file, that names the row from which a new row is copied.
pub(crate) const LIKE: &str = "like";

/// Maximum number of rows in a CSV file or a changes file.
pub(crate) const MOST_ROWS: usize = 10_000;
/// Maximum number of columns in a CSV file.
const MOST_COLUMNS: usize = 250;

/// Cell that is left empty instead of copied.
const EMPTY: &str = "-";

/// Records with the numbers of their first lines.
type Lines = Vec<(usize, Vec<String>)>;

/// Converts a file with commas, semicolons or tabs to CSV with commas. Every row remains on its line. Empty rows and
/// empty columns on the right are removed. Column names of the header `shipped` and words that the form lists are
/// accepted in any case. Text that needs no conversion is returned unchanged.
///
/// # Errors
/// The result of `problem`, called with line, column, value and accepted values, for a file with an unknown separator
/// or too many rows or columns, or for the first row that cannot be filled in.
pub(crate) fn plain<E>(
    text: String,
    form: Option<&Form>,
    shipped: &str,
    problem: impl Fn(usize, &str, &str, String) -> E,
) -> Result<String, E> {
    let text = match text.contains('\n') {
        true => text,
        false => text.replace('\r', "\n"),
    };
    let separator = separator(&text).map_err(|(line, header)| {
        let expected = "columns separated by commas, semicolons or tabs";
        problem(line, "header", header, expected.to_string())
    })?;
    let before = records(&text, separator);
    let mut rows = before.clone();
    let last = |cells: &[String]| cells.iter().rposition(|cell| !cell.is_empty());
    rows.retain(|(_, cells)| last(cells).is_some());
    let columns = rows.iter().filter_map(|(_, cells)| last(cells)).max();
    let columns = columns.map_or(0, |last| last + 1);
    for (found, most, unit) in [
        (rows.len().saturating_sub(1), MOST_ROWS, "data rows"),
        (columns, MOST_COLUMNS, "columns"),
    ] {
        if found > most {
            let found = format!("{found} {unit}");
            return Err(problem(0, "", &found, format!("at most {most} {unit}")));
        }
    }
    for (_, cells) in &mut rows {
        cells.truncate(columns);
    }
    if let Some((_, header)) = rows.first_mut() {
        let known = shipped.lines().next().unwrap_or_default();
        for name in header {
            let mut known = known.split(',');
            if let Some(known) = known.find(|known| known.eq_ignore_ascii_case(name)) {
                *name = known.to_string();
            }
        }
    }
    copy(&mut rows, problem)?;
    spell(&mut rows, form);
    if separator == b',' && rows == before {
        return Ok(text);
    }
    let mut plain = String::new();
    let mut line = 1;
    for (start, cells) in rows {
        let row = "\n".repeat(start.saturating_sub(line)) + &joined(&cells) + "\n";
        line += row.matches('\n').count();
        plain.push_str(&row);
    }
    Ok(plain)
}

/// Returns the separator (comma, semicolon or tab) that occurs most often in the header.
///
/// # Errors
/// Line number and text of a header that has several words but no accepted separator.
fn separator(text: &str) -> Result<u8, (usize, &str)> {
    let mut lines = (1..).zip(text.lines());
    let header = lines.find(|(_, line)| !line.trim().is_empty());
    let (line, header) = header.unwrap_or_default();
    let count = |separator: &u8| header.bytes().filter(|byte| byte == separator).count();
    match b"\t;,".iter().max_by_key(|separator| count(separator)) {
        Some(separator) if count(separator) > 0 => Ok(*separator),
        _ if header.trim().contains(['|', ':', ' ']) => Err((line, header)),
        _ => Ok(b','),
    }
}

/// Fills the empty cells of each row that has a key in `like` from the row with this key, and removes the column
/// `like`.
fn copy<E>(rows: &mut Lines, problem: impl Fn(usize, &str, &str, String) -> E) -> Result<(), E> {
    let Some((_, mut header)) = rows.first().cloned() else {
        return Ok(());
    };
    let is_like = |name: &String| name.eq_ignore_ascii_case(LIKE);
    let Some(place) = header.iter().position(is_like) else {
        return Ok(());
    };
    let mut named = Vec::new();
    for (line, cells) in rows.iter_mut() {
        if cells.len() != header.len() {
            let expected = format!("{} fields, like the header", header.len());
            let found = format!("{} fields", cells.len());
            return Err(problem(*line, "", &found, expected));
        }
        named.push(cells.remove(place));
    }
    header.remove(place);
    let originals = rows.clone();
    let mut indices = BTreeMap::new();
    for (at, (line, cells)) in rows.iter_mut().enumerate().skip(1) {
        let like = &named[at];
        if like.is_empty() {
            continue;
        }
        let parts = (1 + like.matches(':').count()).min(header.len());
        let others = || (1..originals.len()).filter(|other| *other != at);
        let index = indices
            .entry(parts)
            .or_insert_with(|| by_key(&originals, parts));
        let found = index.get(&like.to_ascii_lowercase()).into_iter().flatten();
        let found: Vec<usize> = found.copied().filter(|other| *other != at).collect();
        let expected = match found[..] {
            _ if key(cells, parts).eq_ignore_ascii_case(like) => {
                "another row, because a row cannot copy itself".to_string()
            }
            [one] if named[one].is_empty() => {
                let original = header.iter().zip(&originals[one].1);
                for (cell, (column, value)) in cells.iter_mut().zip(original) {
                    match cell.as_str() {
                        "" if column == PROVENANCE => *cell = DESIGNED.to_string(),
                        // Every row needs its own id.
                        "" if column == "id" => {}
                        "" => cell.clone_from(value),
                        EMPTY => cell.clear(),
                        _ => {}
                    }
                }
                continue;
            }
            [_] => "a row without `like`".to_string(),
            [] => {
                let keys: Vec<String> = others()
                    .map(|other| key(&originals[other].1, parts))
                    .collect();
                let near = did_you_mean(like, keys.iter().map(String::as_str));
                format!("the {} of another row{near}", key(&header, parts))
            }
            _ => format!(
                "the key of a single row, such as {}",
                key(&originals[found[0]].1, parts + 1)
            ),
        };
        return Err(problem(*line, LIKE, like, expected));
    }
    Ok(())
}

/// Returns the indices of all rows by their keys (the first `cells` cells, in lower case).
fn by_key(rows: &Lines, cells: usize) -> HashMap<String, Vec<usize>> {
    let mut found: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, (_, row)) in rows.iter().enumerate().skip(1) {
        let key = key(row, cells).to_ascii_lowercase();
        found.entry(key).or_default().push(at);
    }
    found
}

/// Removes zero decimals from whole numbers, and corrects the case of words that a form lists and of provenance classes.
fn spell(rows: &mut Lines, form: Option<&Form>) {
    let header = rows.first().map_or(&[][..], |(_, header)| header).to_vec();
    for (place, name) in header.iter().enumerate() {
        let column = form.and_then(|form| form.column(name));
        let words = column.map_or(Vec::new(), |column| column.listed());
        let cells = rows.iter_mut().skip(1);
        for cell in cells.filter_map(|(_, cells)| cells.get_mut(place)) {
            if let Some(word) = words.iter().find(|word| word.eq_ignore_ascii_case(cell)) {
                cell.clone_from(word);
            }
            if let Some((whole, "0" | "00")) = cell.split_once([',', '.'])
                && !whole.is_empty()
                && whole.bytes().all(|byte| byte.is_ascii_digit())
            {
                cell.truncate(whole.len());
            }
            if name == PROVENANCE {
                let class = class(cell).len();
                cell[..class].make_ascii_lowercase();
            }
        }
    }
}

/// Returns the first cells of a row, joined with `:`.
pub(crate) fn key(row: &[String], cells: usize) -> String {
    row[..cells.min(row.len())].join(":")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column_schema::Column;

    const FORM: Form = Form {
        columns: &[Column::one_of("kind", &["city", "fleet"], "")],
        ..Form::plain("sites.csv")
    };

    fn read(text: &str) -> Result<String, String> {
        let problem = |line, column: &str, value: &str, expected| {
            format!("{line}, {column}: {value}: {expected}")
        };
        plain(
            text.to_string(),
            Some(&FORM),
            "id,kind,name,provenance\n",
            problem,
        )
    }

    #[test]
    fn spreadsheet_forms_are_read_as_the_same_rows() {
        let rows =
            "id,kind,name,provenance\n1,city,\"a; \"\"b\"\", c\",owner; seen\n20,fleet,,public:X\n";
        let semicolons = "id;kind;name;provenance\r\n1;city;\"a; \"\"b\"\", c\";\"owner; seen\"\r\n20;fleet;;public:X\r\n";
        for saved in [
            rows.to_string(),
            rows.replace('\n', "\r"),
            rows.replace(",city,", ",CITY,"),
            rows.replace(",fleet,", ",Fleet,"),
            rows.replace("id,kind,name", "ID,Kind,NAME"),
            rows.replace("owner", "Owner").replace("public", "Public"),
            rows.replace(",provenance", ",provenance,,")
                .replace("seen", "seen,,")
                .replace("X", "X,,"),
            format!("{rows},,,\n\n,,,\n"),
            semicolons.to_string(),
            semicolons.replace("\r\n", "\r"),
            semicolons
                .replace("\n1;", "\n1,00;")
                .replace("\n20;", "\n20.0;"),
            semicolons.replace(";fleet;", " ; fleet ;"),
            semicolons
                .replace("\";\"", "\"\t\"")
                .replace(";kind;name;", "\tkind\tname\t")
                .replace("1;city;", "1\tcity\t")
                .replace("20;fleet;;", "20\tfleet\t\t"),
        ] {
            assert_eq!(read(&saved).as_deref(), Ok(rows), "{saved:?}");
        }
        for unchanged in [
            rows.replace('\n', "\r\n"),
            rows.replace("1,", "\n\"1\" , "),
            rows.replace("city", "town"),
            rows.replace("20,", "20"),
            rows.replace("20", "2.000"),
            "id\n1;2\n".to_string(),
            String::new(),
        ] {
            assert_eq!(read(&unchanged).as_ref(), Ok(&unchanged));
        }
    }

    #[test]
    fn unknown_separators_and_large_tables_are_rejected() {
        for separator in ["|", " ", " | ", ":"] {
            let saved = "\nid,kind\n1,city\n".replace(',', separator);
            let expected = format!(
                "2, header: id{separator}kind: columns separated by commas, semicolons or tabs"
            );
            assert_eq!(read(&saved), Err(expected));
        }
        let rows = |rows: usize| "id,kind\n".to_string() + &"1,city\n".repeat(rows);
        assert!(read(&rows(MOST_ROWS)).is_ok());
        let expected = "0, : 10001 data rows: at most 10000 data rows";
        assert_eq!(read(&rows(MOST_ROWS + 1)), Err(expected.to_string()));
        let expected = "0, : 251 columns: at most 250 columns";
        let wide = format!("{}\n", vec!["id"; 251].join(","));
        assert_eq!(read(&wide), Err(expected.to_string()));
    }

    #[test]
    fn rows_remain_on_their_lines() {
        let saved = "\nid;name\n;\n1;\"two\nlines\"\n\n2;x\n";
        assert_eq!(
            read(saved).as_deref(),
            Ok("\nid,name\n\n1,\"two\nlines\"\n\n2,x\n")
        );
    }

    #[test]
    fn empty_cells_are_copied_from_the_named_row() {
        let head =
            "side,id,kind,name,like,provenance\nA,rome,city,Rome,,public:X\nB,rome,fleet,,,owner\n";
        for (row, copied) in [
            ("A,oslo,,Oslo,A:rome,", "A,oslo,city,Oslo,designed"),
            ("A,oslo,,-,a:Rome,owner", "A,oslo,city,,owner"),
            (",oslo,City,,b:rome,", "B,oslo,city,,designed"),
            ("B,oslo,-,-,b:rome,", "B,oslo,,,designed"),
            ("B,,,Oslo,b:rome,", "B,,fleet,Oslo,designed"),
        ] {
            let plain = read(&format!("{head}{row}\n")).unwrap();
            let last = plain.lines().last().unwrap();
            assert_eq!(last, copied, "{row}");
            assert!(plain.starts_with("side,id,kind,name,provenance\nA,rome,city,Rome,public:X\n"));
        }
        let more = format!("{head}A,bonn,,,A:rome,\n");
        for (row, problem) in [
            (
                "A,oslo,,,A:rom,",
                "5, like: A:rom: the side:id of another row (did you mean \"A:rome\"?)",
            ),
            ("A,oslo,,,A:bonn,", "5, like: A:bonn: a row without `like`"),
            (
                "A,oslo,,,A:oslo,",
                "5, like: A:oslo: another row, because a row cannot copy itself",
            ),
            (
                "B,oslo,,,A,",
                "5, like: A: the key of a single row, such as A:rome",
            ),
            ("A,oslo,,A:rome", "5, : 4 fields: 6 fields, like the header"),
        ] {
            assert_eq!(read(&format!("{more}{row}\n")), Err(problem.to_string()));
        }
    }
}
