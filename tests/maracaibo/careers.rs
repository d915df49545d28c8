//! Careers (M-16).

use crate::cases;

/// M-4.2, M-16.1, M-16.2, M-16.3, M-A38, M-A61, M-A62: The cases in `cases/careers.txt`.
#[test]
fn cases_of_careers() {
    cases::check(
        include_str!("careers.rs"),
        include_str!("cases/careers.txt"),
    );
}
