//! The rules of Cartagena as text cases.

use portolan::games::cartagena::Cartagena;

use crate::{cases, table::Table};

#[test]
fn rules_pass_all_text_cases() {
    cases::check_folder::<Table<Cartagena>>("tests/games/cartagena/cases");
}
