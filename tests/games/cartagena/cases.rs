//! The rules of Cartagena as text cases.

use portolan::games::cartagena::Cartagena;

use crate::{cases, table::Table};

#[test]
fn cases_of_the_rules() {
    cases::check_folder::<Table<Cartagena>>("tests/games/cartagena/cases");
}
