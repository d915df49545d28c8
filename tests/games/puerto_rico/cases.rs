//! The rules of Puerto Rico as text cases.

use portolan::games::puerto_rico::PuertoRico;

use crate::{cases, table::Table};

#[test]
fn cases_of_the_rules() {
    cases::check_folder::<Table<PuertoRico>>("tests/games/puerto_rico/cases");
}
