//! Parsing of `provenance` cells: the class of the weakest part of a row, followed by notes on parts with
//! better sources.

/// Name of the column with the provenance of a row.
pub const PROVENANCE: &str = "provenance";

/// Keyword for data entered by an owner of the game: a class, and a suffix of a part of a note.
const OWNER: &str = "owner";

/// Class of rows that a designer invented or changed.
pub const DESIGNED: &str = "designed";

/// Returns the class at the start of the cell.
pub fn class(provenance: &str) -> &str {
    provenance.split([';', ':']).next().unwrap_or("").trim()
}

/// Returns the parts of the note after the class, without the parts that list columns entered by an owner.
pub fn notes(provenance: &str) -> impl Iterator<Item = &str> {
    let parts = provenance.split(';').skip(1).map(str::trim);
    parts.filter(|part| !part.is_empty() && owned(part).is_none())
}

/// Returns the columns that an owner has entered in a row of another class: for
/// `reconstructed; cost, vp owner`, these are `cost` and `vp`.
pub fn entered(provenance: &str) -> Vec<&str> {
    let parts = provenance.split(';').skip(1);
    let parts = parts.filter_map(|part| owned(part.trim()));
    parts
        .flat_map(|part| part.split(',').map(str::trim))
        .collect()
}

fn owned(part: &str) -> Option<&str> {
    part.strip_suffix(OWNER)?.strip_suffix(' ')
}

/// Returns the cell after an owner has entered `columns`. The row gets the class `owner` if the owner has now entered
/// all columns in `asked`; otherwise it retains the class of its weakest part.
pub fn with_entered(provenance: &str, columns: &[&str], asked: &[&str]) -> String {
    if columns.is_empty() || class(provenance) == OWNER {
        return provenance.to_string();
    }
    let before = entered(provenance);
    let known = |column: &&&str| before.contains(*column) || columns.contains(*column);
    let entered: Vec<&str> = asked.iter().filter(known).copied().collect();
    if entered.len() == asked.len() {
        return OWNER.to_string();
    }
    let class = provenance.split(';').next().unwrap_or("").trim();
    let mine = format!("{} {OWNER}", entered.join(", "));
    let parts = std::iter::once(class).chain(notes(provenance));
    let parts: Vec<&str> = parts.chain([mine.as_str()]).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partly_entered_row_retains_its_weakest_class() {
        let asked = ["cost", "vp", "name"];
        let half = with_entered("reconstructed; name public", &["vp"], &asked);
        assert_eq!(half, "reconstructed; name public; vp owner");
        let more = with_entered(&half, &["cost"], &asked);
        assert_eq!(more, "reconstructed; name public; cost, vp owner");
        assert_eq!(entered(&more), ["cost", "vp"]);
        assert_eq!(notes(&more).collect::<Vec<_>>(), ["name public"]);
        assert_eq!(with_entered(&more, &["name"], &asked), "owner");
    }

    #[test]
    fn provenance_is_unchanged_without_entered_columns() {
        let text = "reconstructed;  name public";
        assert_eq!(with_entered(text, &[], &["cost"]), text);
        assert_eq!(
            with_entered("owner; checked", &["cost"], &["cost"]),
            "owner; checked"
        );
        assert_eq!(class("public:APP; x"), "public");
        assert!(entered("reconstructed; name of its owner; owner").contains(&"name of its"));
        assert!(entered("owner; seen").is_empty());
    }
}
