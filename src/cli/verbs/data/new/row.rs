//! Entry of one row: asks for each column and saves the row once it passes the check of the game.

use super::rows::{self, may_change};
use super::talk::Talk;
use super::working::{Cell, WorkingSet};
use crate::ui::failure::Failure;
use portolan_core::column_schema::Form;
use portolan_core::csv_text::CsvText;
use portolan_core::dataset::DataProblem;
use portolan_core::provenance::{PROVENANCE, entered, with_entered};

/// Destination after a row.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// The next row.
    On,
    /// The previous row.
    Back,
    /// The row with this name.
    Row(String),
    /// A new row.
    Add,
    /// Remove the row.
    Remove,
    Quit,
}

/// Row to be entered.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// Existing row, with only the columns that the owner has not entered yet.
    Rest(usize),
    /// Existing row, with all columns.
    Whole(usize),
    /// Existing row; the program prompts only for these columns.
    Columns(usize, &'a [&'a str]),
    /// New row.
    New,
}

/// Row that is being entered, with the answers so far.
struct Draft {
    /// The file with the current state of the row.
    table: CsvText,
    row: usize,
    /// Columns to enter. The flag is true if the owner has already entered the column.
    columns: Vec<(String, bool)>,
    /// Provenance of the row before the entry; `None` for a new row.
    before: Option<String>,
}

/// Parsed answer to a question.
enum Answer {
    Keep,
    Confirm { rest: bool },
    Value(String),
    Explain,
    Back,
    Leave(Next),
}

fn understood(answer: Option<String>) -> Answer {
    let Some(answer) = answer else {
        return Answer::Leave(Next::Quit);
    };
    match answer.as_str() {
        "" => Answer::Keep,
        "=" => Answer::Confirm { rest: false },
        "==" => Answer::Confirm { rest: true },
        "-" => Answer::Value(String::new()),
        "?" => Answer::Explain,
        "back" => Answer::Back,
        "skip" => Answer::Leave(Next::On),
        "add" => Answer::Leave(Next::Add),
        "remove" => Answer::Leave(Next::Remove),
        "quit" => Answer::Leave(Next::Quit),
        text => match text.strip_prefix("row ") {
            Some(name) => Answer::Leave(Next::Row(name.trim().to_string())),
            None => Answer::Value(answer),
        },
    }
}

/// Asks for the values of a row and saves it.
pub fn ask(
    work: &mut WorkingSet,
    talk: &mut Talk,
    form: &Form,
    target: Target<'_>,
) -> Result<Next, Failure> {
    let mut draft = Draft::new(work, form, target);
    talk.show(&draft.introduction(form))?;
    let (label, name) = match target {
        Target::New => (String::new(), "the new row".to_string()),
        _ => (
            rows::label(form, &draft.table, draft.row),
            rows::named(form, &draft.table, draft.row),
        ),
    };
    if let Some(answers) = talk.drafts(work, form).remove(&label) {
        let question = format!("Continue {name} with your earlier answers?");
        match talk.agrees(&question, true)? {
            None => return Ok(Next::Quit),
            Some(true) => draft.restore(answers),
            Some(false) => work.set_draft(form.file, &label, Vec::new())?,
        }
    }
    let first = draft.columns.iter().position(|(_, entered)| !entered);
    let (mut at, mut refused) = (first.unwrap_or(draft.columns.len()), None);
    loop {
        let Some((column, _)) = draft.columns.get(at).cloned() else {
            match draft.finish(work, talk, form)? {
                Some(again) => at = again,
                None => {
                    work.set_draft(form.file, &label, Vec::new())?;
                    return Ok(Next::On);
                }
            }
            continue;
        };
        let shown = draft.table.cell(draft.row, &column).to_string();
        match understood(talk.ask(&question(form, &column, &shown))?) {
            Answer::Keep => at += 1,
            Answer::Confirm { rest } => {
                let until = if rest { draft.columns.len() } else { at + 1 };
                draft.columns[at..until]
                    .iter_mut()
                    .for_each(|column| column.1 = true);
                at = until;
            }
            Answer::Explain => talk.say(&explanation(form, &column))?,
            Answer::Back if at == 0 => return Ok(Next::Back),
            Answer::Back => at -= 1,
            Answer::Leave(next) => {
                if !draft.is_begun() {
                    return Ok(next);
                }
                if next == Next::Quit && talk.is_interactive() {
                    work.set_draft(form.file, &label, draft.answers())?;
                    talk.say(&format!(
                        "{name} is not complete; the next `portolan data new` for {} offers to continue with your answers",
                        form.file
                    ))?;
                } else {
                    let name = rows::named(form, &draft.table, draft.row);
                    talk.say(&match draft.before {
                        Some(_) => format!("the changes to {name} are not saved"),
                        None => format!("{name} is not saved"),
                    })?;
                }
                return Ok(next);
            }
            Answer::Value(value) => {
                draft.set(&column, &value);
                let problems = draft.problems_of(work, form, &column);
                let answer = (at, value);
                if problems.is_empty() || refused.as_ref() == Some(&answer) {
                    draft.columns[at].1 = true;
                    at += 1;
                } else {
                    say_all(talk, form, &problems)?;
                    talk.show("(repeat the answer to keep it until the row is complete)")?;
                    draft.set(&column, &shown);
                    refused = Some(answer);
                }
            }
        }
    }
}

/// Maximum number of bytes of the accepted values in a prompt.
const LONGEST_PROMPT: usize = 240;

fn question(form: &Form, column: &str, shown: &str) -> String {
    let accepted =
        rows::column(form, column).map_or("any text".to_string(), |known| known.accepted());
    let accepted = match accepted.len() > LONGEST_PROMPT {
        true => "? lists the accepted values".to_string(),
        false => accepted,
    };
    format!("{column} ({accepted}) [{shown}]:")
}

fn explanation(form: &Form, column: &str) -> String {
    match rows::column(form, column) {
        Some(known) => format!("{column}: {}. Accepted: {}", known.help, known.accepted()),
        None => format!("{column}: text; `portolan data check` lists the accepted values"),
    }
}

/// Prints problems of the row, without file and line, which the user knows.
fn say_all(talk: &Talk, form: &Form, problems: &[DataProblem]) -> Result<(), Failure> {
    for problem in problems {
        let place = match problem.column.as_str() {
            "" => form.file,
            column => column,
        };
        talk.say(&format!(
            "{place}: \"{}\" found, expected {}",
            problem.value, problem.expected
        ))?;
    }
    Ok(())
}

impl Draft {
    fn new(work: &WorkingSet, form: &Form, target: Target<'_>) -> Draft {
        let mut table = work.table(form.file);
        let row = match target {
            Target::Rest(row) | Target::Whole(row) | Target::Columns(row, _) => row,
            Target::New => {
                table.add(vec![String::new(); table.columns.len()]);
                let row = table.rows.len() - 1;
                if let Some(place) = table.place(PROVENANCE) {
                    table.set(row, std::iter::once((place, "owner")));
                }
                row
            }
        };
        let before = table.cell(row, PROVENANCE).to_string();
        let (asked, before) = match target {
            Target::New => {
                let mut asked = rows::columns(&table);
                asked.push(PROVENANCE);
                (asked, None)
            }
            Target::Whole(_) => (rows::asked(form, &table), Some(before)),
            Target::Columns(_, columns) => {
                let mut asked = columns.to_vec();
                asked.retain(|column| table.place(column).is_some());
                (asked, Some(before))
            }
            Target::Rest(_) => {
                let theirs = entered(&before);
                let mut asked = rows::asked(form, &table);
                asked.retain(|column| !theirs.contains(column));
                (asked, Some(before))
            }
        };
        let columns = asked
            .iter()
            .map(|column| (column.to_string(), false))
            .collect();
        Draft {
            table,
            row,
            columns,
            before,
        }
    }

    /// Returns a text with the known values of the row.
    fn introduction(&self, form: &Form) -> String {
        let Some(before) = &self.before else {
            return format!("\n{}: a new row, {}", form.file, form.holds);
        };
        let given = form.given.iter().map(|column| {
            let cell = self.table.cell(self.row, column);
            format!("{column} {}", if cell.is_empty() { "–" } else { cell })
        });
        let given: Vec<String> = given.collect();
        format!(
            "\n{}, {}: {}, row {} of {}; {}\nknown: {before}",
            form.file,
            rows::named(form, &self.table, self.row),
            if form.holds.is_empty() {
                "a row"
            } else {
                form.holds
            },
            self.row + 1,
            self.table.rows.len(),
            given.join(", "),
        )
    }

    fn answers(&self) -> Vec<Cell> {
        let entered = self.columns.iter().filter(|(_, entered)| *entered);
        let cell = |column: &str| self.table.cell(self.row, column).to_string();
        entered
            .map(|(column, _)| (column.clone(), cell(column)))
            .collect()
    }

    /// Adds the answers of an earlier entry.
    fn restore(&mut self, answers: Vec<Cell>) {
        for (column, value) in answers {
            self.set(&column, &value);
            match self.columns.iter_mut().find(|(known, _)| *known == column) {
                Some((_, entered)) => *entered = true,
                None => self.columns.insert(0, (column, true)),
            }
        }
    }

    fn is_begun(&self) -> bool {
        self.columns.iter().any(|(_, entered)| *entered)
    }

    fn set(&mut self, column: &str, value: &str) {
        if let Some(place) = self.table.place(column) {
            self.table.set(self.row, std::iter::once((place, value)));
        }
    }

    /// Returns problems in the value that was just entered, and ignores missing values elsewhere.
    fn problems_of(&self, work: &WorkingSet, form: &Form, column: &str) -> Vec<DataProblem> {
        let mut problems = work.judge(form.file, &self.table, Some(self.row)).of_row;
        problems.retain(|problem| problem.column == column);
        problems
    }

    /// Saves the row if it passes the check. Otherwise returns the column to ask for again.
    fn finish(
        &mut self,
        work: &mut WorkingSet,
        talk: &mut Talk,
        form: &Form,
    ) -> Result<Option<usize>, Failure> {
        if self.before.is_some() && !self.is_begun() {
            return Ok(None);
        }
        let provenance = self.provenance(form);
        self.set(PROVENANCE, &provenance);
        if self.before.is_none()
            && let Err(problem) = may_change(form, &self.table, self.row)
        {
            talk.say(&problem)?;
            return Ok(Some(0));
        }
        let judgement = work.judge(form.file, &self.table, Some(self.row));
        if !judgement.of_row.is_empty() {
            say_all(talk, form, &judgement.of_row)?;
            let is_wrong = |(column, _): &(String, bool)| {
                judgement
                    .of_row
                    .iter()
                    .any(|problem| problem.column == *column)
            };
            return Ok(Some(self.columns.iter().position(is_wrong).unwrap_or(0)));
        }
        if !accepts_elsewhere(talk, &judgement.elsewhere)? {
            return Ok(Some(0));
        }
        work.save(form.file, &self.table)?;
        let name = rows::named(form, &self.table, self.row);
        talk.say(&format!(
            "{name} saved: {provenance}; {}",
            progress(work, form)
        ))?;
        Ok(None)
    }

    fn provenance(&self, form: &Form) -> String {
        let Some(before) = &self.before else {
            return self.table.cell(self.row, PROVENANCE).to_string();
        };
        let entered = self.columns.iter().filter(|(_, entered)| *entered);
        let entered: Vec<&str> = entered.map(|(column, _)| column.as_str()).collect();
        with_entered(before, &entered, &rows::asked(form, &self.table))
    }
}

/// Removes a row, if this is allowed and the owner confirms.
pub fn remove(
    work: &mut WorkingSet,
    talk: &mut Talk,
    form: &Form,
    row: usize,
) -> Result<bool, Failure> {
    let mut table = work.table(form.file);
    if let Err(problem) = may_change(form, &table, row) {
        talk.say(&problem)?;
        return Ok(false);
    }
    let name = rows::named(form, &table, row);
    let provenance = table.cell(row, PROVENANCE);
    let question = format!("Remove {name} ({provenance})?");
    if talk.agrees(&question, false)? != Some(true) {
        talk.say(&format!("{name} stays"))?;
        return Ok(false);
    }
    table.remove(row);
    if !accepts_elsewhere(talk, &work.judge(form.file, &table, None).elsewhere)? {
        talk.say(&format!("{name} stays"))?;
        return Ok(false);
    }
    work.save(form.file, &table)?;
    talk.say(&format!("{name} removed; {}", progress(work, form)))?;
    Ok(true)
}

/// Asks for confirmation of a change that causes problems in other rows or in the set as a whole.
fn accepts_elsewhere(talk: &mut Talk, problems: &[DataProblem]) -> Result<bool, Failure> {
    if problems.is_empty() {
        return Ok(true);
    }
    for problem in problems {
        talk.say(&problem.to_string())?;
    }
    let question = "The set cannot be played until this problem is fixed. Save anyway?";
    Ok(talk.agrees(question, false)? == Some(true))
}

/// Returns a text with the share of facts in the file and in the set.
fn progress(work: &WorkingSet, form: &Form) -> String {
    let counts = work.counts(form.file);
    format!(
        "{}: {} of {} rows are facts; set: {}",
        form.file,
        counts.fact(),
        counts.total(),
        super::super::facts::sentence(work.entry, &work.set)
    )
}
