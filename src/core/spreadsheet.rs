//! Converts CSV files in the forms that spreadsheets save to plain CSV, and fills in rows that copy another row.

use crate::column_schema::Form;
use crate::csv_text::{joined, records};
use crate::provenance::{DESIGNED, PROVENANCE, class};
use crate::suggestion::did_you_mean;

/// Column of a CSV file, and key of a changes file, that names the row from which a new row is copied.
pub(crate) const LIKE: &str = "like";

/// Cell that is left empty instead of copied.
const EMPTY: &str = "-";

/// Records with the numbers of their first lines.
type Lines = Vec<(usize, Vec<String>)>;

/// Converts a file with commas, semicolons or tabs to CSV with commas. Every row remains on its line. Empty rows and empty
/// columns at the right are removed, and listed words of the form are accepted in any case. Text that needs no conversion is
/// returned unchanged.
///
/// # Errors
/// The result of `problem`, called with line, column, value and accepted values, for the first row that cannot be filled in.
pub(crate) fn plain<E>(
    text: String,
    form: Option<&Form>,
    problem: impl Fn(usize, &str, &str, String) -> E,
) -> Result<String, E> {
    let text = match text.contains('\n') {
        true => text,
        false => text.replace('\r', "\n"),
    };
    let separator = separator(&text);
    let before = records(&text, separator);
    let mut rows = before.clone();
    let last = |cells: &[String]| cells.iter().rposition(|cell| !cell.is_empty());
    rows.retain(|(_, cells)| last(cells).is_some());
    let columns = rows.iter().filter_map(|(_, cells)| last(cells)).max();
    for (_, cells) in &mut rows {
        cells.truncate(columns.map_or(0, |last| last + 1));
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

/// Returns the separator that occurs most often in the header.
fn separator(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty());
    let header = header.unwrap_or_default().as_bytes();
    let count = |separator: &u8| header.iter().filter(|byte| *byte == separator).count();
    *b"\t;,"
        .iter()
        .max_by_key(|separator| count(separator))
        .unwrap_or(&b',')
}

/// Fills the empty cells of rows with `like` from the rows that they name, and removes the column.
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
    for (at, (line, cells)) in rows.iter_mut().enumerate().skip(1) {
        let like = &named[at];
        if like.is_empty() {
            continue;
        }
        let parts = 1 + like.matches(':').count();
        let others = originals.iter().enumerate().skip(1);
        let others = others.filter(|(other, _)| *other != at);
        let keys: Vec<(usize, String)> = others
            .map(|(other, (_, cells))| (other, key(cells, parts)))
            .collect();
        let found = keys
            .iter()
            .filter(|(_, key)| key.eq_ignore_ascii_case(like));
        let found: Vec<usize> = found.map(|(other, _)| *other).collect();
        let expected = match found[..] {
            _ if key(cells, parts).eq_ignore_ascii_case(like) => {
                "another row, because a row cannot copy itself".to_string()
            }
            [one] if named[one].is_empty() => {
                let original = header.iter().zip(&originals[one].1);
                for (cell, (column, value)) in cells.iter_mut().zip(original) {
                    match cell.as_str() {
                        "" if column == PROVENANCE => *cell = DESIGNED.to_string(),
                        // Every row needs an id of its own.
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
                let near = did_you_mean(like, keys.iter().map(|(_, key)| key.as_str()));
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
        plain(text.to_string(), Some(&FORM), problem)
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
