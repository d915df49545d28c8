//! Shipped files of `portolan balance`.

use super::folder::{Folder, Workdir};
use super::named::shipped;
use super::text::TextAssert;

#[test]
fn every_shipped_balance_file_is_accepted() {
    let folder = Folder::new();
    for path in shipped("balance-") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        folder
            .succeeds(format!("balance {name} --plan"))
            .assert_contains("confirm");
    }
}
