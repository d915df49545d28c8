//! Writes the workbook.

use std::collections::BTreeMap;
use std::path::Path;

use rust_xlsxwriter::{
    Color, DataValidation, DocProperties, ExcelDateTime, Format, Formula, Workbook, Worksheet,
    XlsxError,
};

use super::super::rows::{PROVENANCE, asked, is_known, is_open};
use super::super::working::WorkingSet;
use super::shape::{
    ABOUT, FACT, LISTS, MARK, NUMBER, OWNER, PARTLY, REMOVE, STATE, UNKNOWN, WAS, worksheet,
};
use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::verbs::data::facts;
use portolan_core::column_schema::Form;
use portolan_core::csv_text::CsvText;
use portolan_core::files;
use portolan_core::provenance::{DESIGNED, entered};

/// Number of empty rows for additions below the rows of the file.
const SPARE: usize = 20;
/// Maximum length of the text shown next to a cell, in characters.
const MOST_SHOWN: usize = 250;

/// Fill colours of placeholder rows, partly entered rows and protected cells.
const ORANGE: Color = Color::RGB(0xFC_E4D6);
const YELLOW: Color = Color::RGB(0xFF_F2CC);
const GREY: Color = Color::RGB(0xED_EDED);

/// Writes a set as a workbook.
pub fn write(work: &WorkingSet, path: &Path, force: bool) -> Result<(), Failure> {
    let shown = path.display();
    if path.extension().is_none_or(|extension| extension != "xlsx") {
        return Err(Failure::usage(format!(
            "{shown}: expected a name that ends in .xlsx"
        )));
    }
    if path.exists() && !force {
        return Err(Failure::usage(format!(
            "{shown} exists; --force overwrites it"
        )));
    }
    let forms = work.forms();
    let bytes = workbook(work, &forms)
        .and_then(|mut workbook| workbook.save_to_buffer())
        .map_err(|error| Failure::work(format!("{shown}: {error}")))?;
    files::save(path, &bytes).map_err(|error| Failure::work(format!("{shown}: {error}")))?;
    print(&format!(
        "{shown} written. Fill it in, then: portolan data new {} {} --from {shown}\n{}\n",
        work.entry.name,
        work.folder().display(),
        facts::sentence(work.entry, &work.set)
    ))
}

fn workbook(work: &WorkingSet, forms: &[Form]) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    // A fixed date, so that equal sets produce identical bytes.
    let properties =
        DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?);
    workbook.set_properties(&properties);
    about(workbook.add_worksheet(), work.entry.name)?;
    let mut lists = Lists::default();
    for form in forms {
        let sheet = workbook.add_worksheet();
        sheet.set_name(worksheet(form.file))?;
        fill(sheet, form, &work.table(form.file), &mut lists)?;
    }
    lists.write(workbook.add_worksheet())?;
    Ok(workbook)
}

fn about(sheet: &mut Worksheet, game: &str) -> Result<(), XlsxError> {
    sheet.set_name(ABOUT)?;
    sheet.set_column_width(0, 100)?;
    sheet.write_string(0, 0, MARK)?;
    sheet.write_string(0, 1, game)?;
    for (row, line) in (2..).zip([
        "Each worksheet contains one file of the set. Compare its rows with the printed components \
         and correct the cells.",
        "Orange rows are placeholders: the printed values are unknown. Yellow rows are partly \
                 entered by an owner.",
        "A cell that you change counts as entered by an owner.",
        "If a whole row matches the printed component, choose \"owner\" in the column state: then \
         the row counts as fact.",
        "If you invented a row or changed it on purpose, choose \"designed\": then it does not count as fact.",
        "In some worksheets, you can add rows at the end, and remove rows by entering \"remove\" in \
         the column state.",
        "Do not change the header or the hidden last column. Columns that you add are ignored.",
        "Do not rename worksheets or add others.",
    ]) {
        sheet.write_string(row, 0, line)?;
    }
    Ok(())
}

fn fill(
    sheet: &mut Worksheet,
    form: &Form,
    table: &CsvText,
    lists: &mut Lists,
) -> Result<(), XlsxError> {
    let text = || Format::new().set_num_format("@");
    let header = text().set_bold().set_background_color(GREY);
    let fixed = text().set_background_color(GREY);
    let names: Vec<&str> = std::iter::once(STATE)
        .chain(table.columns.iter().map(String::as_str))
        .chain([WAS])
        .collect();
    for (column, name) in (0..).zip(&names) {
        sheet.write_string_with_format(0, column, *name, &header)?;
        sheet.set_column_width(column, width(table, name))?;
        sheet.set_column_format(column, &text())?;
    }
    let asked = asked(form, table);
    for row in 0..table.rows.len() {
        let provenance = table.cell(row, PROVENANCE);
        let (state, format) = match (is_known(table, row), entered(provenance).is_empty()) {
            (true, _) => (FACT, text()),
            (false, true) => (UNKNOWN, text().set_background_color(ORANGE)),
            (false, false) => (PARTLY, text().set_background_color(YELLOW)),
        };
        let line = row as u32 + 1;
        sheet.write_string_with_format(line, 0, state, &format)?;
        for (column, name) in (1..).zip(&table.columns) {
            let format = if asked.contains(&name.as_str()) {
                &format
            } else {
                &fixed
            };
            sheet.write_string_with_format(line, column, table.cell(row, name), format)?;
        }
        sheet.write_string(line, names.len() as u16 - 1, was(table, row))?;
    }
    sheet.set_freeze_panes(1, 2)?;
    sheet.set_column_hidden(names.len() as u16 - 1)?;
    choices(sheet, form, table, lists)
}

/// Returns the original values of a row, as JSON in the hidden column.
fn was(table: &CsvText, row: usize) -> String {
    let cells = table
        .columns
        .iter()
        .map(|name| (name.as_str(), table.cell(row, name).to_string()));
    let cells: BTreeMap<&str, String> = cells.chain([(NUMBER, (row + 1).to_string())]).collect();
    serde_json::to_string(&cells).unwrap_or_default()
}

/// Returns the width of a column, based on its longest value within limits.
fn width(table: &CsvText, name: &str) -> f64 {
    let cells = (0..table.rows.len()).map(|row| table.cell(row, name).chars().count());
    let longest = cells.chain([name.chars().count()]).max().unwrap_or(0);
    longest.clamp(8, 40) as f64 + 2.0
}

/// Adds drop-down lists and descriptions to the cells of a column.
fn choices(
    sheet: &mut Worksheet,
    form: &Form,
    table: &CsvText,
    lists: &mut Lists,
) -> Result<(), XlsxError> {
    let spare = if is_open(form) { SPARE } else { 0 };
    let last = (table.rows.len() + spare) as u32;
    let mut states = vec![UNKNOWN, PARTLY, FACT, OWNER, DESIGNED];
    states.extend(is_open(form).then_some(REMOVE));
    let states = states.into_iter().map(str::to_string).collect();
    let state = DataValidation::new()
        .allow_list_formula(Formula::new(lists.place(states)))
        .set_input_title(STATE)?
        .set_input_message(
            "owner: the whole row matches the printed component; designed: your own invention",
        )?;
    sheet.add_data_validation(1, 0, last, 0, &state)?;
    for (column, name) in (1..).zip(&table.columns) {
        let Some(known) = form.column(name) else {
            continue;
        };
        let validation = DataValidation::new();
        let validation = match known.values() {
            Some(values) => validation.allow_list_formula(Formula::new(lists.place(values))),
            None => validation.allow_any_value(),
        };
        let help = format!("{}. Accepted: {}", known.help, known.accepted());
        let validation = validation
            .set_input_title(name.as_str())?
            .set_input_message(help.chars().take(MOST_SHOWN).collect::<String>())?;
        sheet.add_data_validation(1, column, last, column, &validation)?;
    }
    Ok(())
}

/// Lists of choices without duplicates. They are in a worksheet because the length of lists within a cell is
/// limited.
#[derive(Default)]
struct Lists {
    lists: Vec<Vec<String>>,
}

impl Lists {
    /// Returns the cell range with these values.
    fn place(&mut self, values: Vec<String>) -> String {
        let known = self.lists.iter().position(|list| *list == values);
        let rows = values.len();
        let column = known.unwrap_or_else(|| {
            self.lists.push(values);
            self.lists.len() - 1
        });
        let letters = rust_xlsxwriter::utility::column_number_to_name(column as u16);
        format!("={LISTS}!${letters}$1:${letters}${rows}")
    }

    fn write(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name(LISTS)?.set_hidden(true);
        for (column, list) in (0..).zip(&self.lists) {
            for (row, value) in (0..).zip(list) {
                sheet.write_string(row, column, value)?;
            }
        }
        Ok(())
    }
}
