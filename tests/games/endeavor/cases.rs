//! The rules of Endeavor as text cases.

use portolan::games::endeavor::Endeavor;

use crate::{cases, table::Table};

#[test]
fn cases_of_the_rules() {
    cases::check_folder::<Table<Endeavor>>("tests/games/endeavor/cases");
}
