//! The rules of Maracaibo as text cases.

use portolan_testing::cases;

use crate::support::Table;

#[test]
fn rules_pass_all_text_cases() {
    cases::check_folder::<Table>("tests/maracaibo/cases");
}
