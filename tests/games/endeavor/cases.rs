//! The rules of Endeavor as text cases.

use portolan::games::endeavor::Endeavor;

use crate::{cases, table::Table};

#[test]
fn rules_pass_all_text_cases() {
    cases::check_folder::<Table<Endeavor>>("tests/games/endeavor/cases");
}
