//! The rules of Maracaibo as text cases.

use portolan_testing::cases;

use crate::support::Table;

#[test]
fn cases_of_the_rules() {
    cases::check_folder::<Table>("tests/maracaibo/cases");
}
