//! The rules of Puerto Rico as text cases.

use portolan::games::puerto_rico::PuertoRico;

use crate::{cases, table::Table};

#[test]
fn rules_pass_all_text_cases() {
    cases::check_folder::<Table<PuertoRico>>("tests/games/puerto_rico/cases");
}
