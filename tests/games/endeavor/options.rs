//! Rule options: rejected values, and options for studies.

use super::support::{Table, refused, rules};

#[test]
fn invalid_options_are_rejected() {
    for (players, options, told) in [
        (2, &["side=X"][..], "auto, A or B"),
        (2, &["silent_fleets=yes"], "on or off"),
        (4, &["silent_fleets=on"], "two players (EN-11.2)"),
        (
            2,
            &["scarce_buildings=on"],
            "together with silent_fleets=on",
        ),
        (
            2,
            &["reaction_choice=effective"],
            "together with silent_fleets=on",
        ),
        (2, &["limit_read=twice"], "again or once"),
        (2, &["barred=markt"], "did you mean \"market\"?"),
        (2, &["barred=colonial_house"], "is not one of them"),
        (3, &["barred_for=4"], "a seat from 1 to 3"),
    ] {
        let text = refused(players, options);
        assert!(text.contains(told), "{options:?}: {text}");
    }
    assert_eq!(rules(5, &["side=A"]).options().side, 0);
}

#[test]
fn barred_components_apply_to_all_or_one_seat() {
    let mut table = Table::building(2, &["barred=market,shipyard"]);
    assert_eq!(table.targets("build"), ["workshop"]);
    table.act("build workshop");
    assert_eq!(table.targets("build"), ["workshop"]);
    let mut table = Table::building(2, &["barred=market slavery", "barred_for=2"]);
    assert_eq!(table.targets("build").len(), 3);
    table.act("build market");
    assert_eq!(table.targets("build"), ["shipyard", "workshop"]);
    let mut table = Table::acting(2, &["barred=slavery", "barred_for=2"]);
    table
        .token(1, "pay_or_draw")
        .token(2, "pay_or_draw")
        .act("token pay_or_draw");
    assert!(table.can("draw slavery_0"));
    table.act("draw europe_0").act("token pay_or_draw");
    assert_eq!(table.targets("draw"), [""; 0]);
}

/// EN-6.19 disabled for studies.
#[test]
fn abolition_option_disables_it() {
    let mut table = Table::acting(2, &["abolition=off"]);
    for site in ["london", "amsterdam", "lisbon", "seville", "genoa"] {
        table.disc(1, site);
    }
    table
        .holds(2, "slavery_0")
        .top("europe_5")
        .house(1, "market");
    table.act("use market").act("draw europe_5");
    assert!(!table.state.abolished && table.held(2, "slavery_0"));
}
