//! Shipped files of `portolan tune`.

use super::named::shipped;

#[test]
fn every_shipped_tuning_file_is_accepted() {
    for path in shipped("tune-") {
        let file = portolan_train::tune::resolve::read_file(&path).unwrap();
        let resolved = portolan_train::tune::resolve::resolve(&file).unwrap();
        assert!(!resolved.tuning.dimension.is_empty());
    }
}
