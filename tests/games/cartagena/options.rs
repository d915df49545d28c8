//! Accepted and rejected options, with the reasons.

use portolan::games::cartagena::ENTRY;
use portolan::games::cartagena::options::{Layout, OPTIONS};

use super::support::{Table, refused, rules};

/// CA-3.2: All modules can be combined in all parts of the story.
#[test]
fn all_stories_and_modules_combine() {
    for story in ["escape", "tortuga", "full-escape"] {
        for modules in 0..8 {
            let names = ["morgan", "hindrance", "black-magician"];
            let chosen: Vec<&str> = (0..3)
                .filter(|module| modules >> module & 1 == 1)
                .map(|module| names[module])
                .collect();
            let game = rules(
                5,
                &[
                    &format!("story={story}"),
                    &format!("modules={}", chosen.join(",")),
                    "pirates=4",
                ],
            );
            let options = game.options();
            let found = [options.morgan, options.hindrance, options.magician];
            assert_eq!(found, [0, 1, 2].map(|module| modules >> module & 1 == 1));
        }
    }
}

#[test]
fn option_table_lists_the_actual_defaults() {
    for option in OPTIONS.iter().filter(|option| option.name != "strips") {
        let given = format!("{}={}", option.name, option.default);
        assert_eq!(rules(2, &[&given]).options(), rules(2, &[]).options());
    }
    assert_eq!(rules(2, &[]).options().layout, Layout::ShuffledStrips);
}

#[test]
fn rejected_values_are_reported_with_accepted_ones() {
    for (given, hint) in [
        ("modules=morgn", "did you mean \"morgan\""),
        ("modules=morgan,wizard", "\"wizard\" is not one of them"),
        ("modules=tortuga", "story=tortuga"),
        ("story=full", "escape, tortuga or full-escape"),
        ("layout=shufled-strips", "did you mean \"shuffled-strips\""),
        ("turn_cap=0", "a number from 1 to 1000"),
        ("turn_cap=ever", "a number from 1 to 1000"),
        ("morgan_jail=maybe", "on or off"),
        ("powers=sword", "\"sword\" is not one of them"),
    ] {
        let text = refused(&[given]);
        assert!(text.contains(hint), "{given}: {text}");
    }
}

/// CA-A6, CA-A7, CA-A11, CA-A15, CA-A18: An interpretation of a rule that is not in play is
/// rejected.
#[test]
fn interpretation_options_require_their_rules() {
    for (given, needed) in [
        ("sail_back_counts_jail=off", "story=full-escape"),
        ("sail_out_needs_own_aboard=on", "story=full-escape"),
        ("morgan_jail=off", "modules=morgan"),
        ("hook_pair=mixed", "modules=black-magician"),
        ("parrot_power=on", "modules=black-magician"),
    ] {
        let text = refused(&[given]);
        assert!(text.contains(&format!("together with {needed}")), "{text}");
    }
}

/// CA-A1: The layouts differ in their random parts.
#[test]
fn only_the_fixed_layout_is_equal_in_every_deal() {
    let symbols = |layout: &str, seed| {
        Table::dealt(2, &[&format!("layout={layout}")], seed)
            .state
            .symbols
    };
    assert_eq!(symbols("fixed", 1), symbols("fixed", 2));
    assert_ne!(symbols("shuffled-strips", 1), symbols("shuffled-strips", 2));
    assert_ne!(symbols("random-symbols", 1), symbols("random-symbols", 2));
    let printed = ENTRY.files[0].1;
    assert!(printed.contains("[fixed_layout]"));
}
