//! The headline of a study that withholds, grants or obliges: how many items it tells, and which.

use super::names::Names;
use super::verdicts::{stronger_than, told_designs};
use super::whole_game::{lead, withheld};
use super::words::{capital, count, noun, thousands};
use portolan_engine::settings::{ItemDesign, ItemStudy};
use portolan_study::factorial::FEWEST_BLOCKS;
use portolan_study::items::ItemFindings;
use portolan_study::judgement::FALSE_DISCOVERIES;

/// How many items, and which, the bots agree on.
pub fn answer(found: &ItemFindings, names: &Names) -> String {
    let study = found.study;
    if found.first_set().any(|bot| bot.items.is_empty()) {
        return format!(
            "The games do not tell the {} apart: a fit of {} needs at least {FEWEST_BLOCKS} blocks for \
             each, and {} were played.",
            noun(study).replace('_', " "),
            count(study.item.len() as u64, "effect"),
            thousands(found.blocks)
        );
    }
    let named = |direction: i8| -> Vec<usize> {
        (0..study.item.len())
            .filter(|&item| found.conclusions[item].shared() == direction)
            .collect()
    };
    let (stronger, weaker) = (named(1), named(-1));
    let bots = found.first_set().count();
    let who = match bots {
        1 => String::new(),
        2 => " for both bots".to_string(),
        bots => format!(" for all {bots} bots"),
    };
    let more = match found.study.design {
        ItemDesign::Constraint(_) => "taking by choice".to_string(),
        _ => format!("more than {}", stronger_than(found)),
    };
    let less = match found.study.design {
        ItemDesign::Constraint(_) => "better left alone",
        _ => "less",
    };
    let mut text = lead(found, names).map_or(String::new(), |lead| format!("{lead} "));
    let amid = study.factorial().map_or(String::new(), |factorial| {
        format!(", with {} withheld", withheld(study, factorial))
    });
    text.push_str(&format!(
        "Of {} {}{amid}, {} worth {more} at q < {FALSE_DISCOVERIES}{who}{} and {} {less}{}",
        study.item.len(),
        noun(study).replace('_', " "),
        are(stronger.len()),
        labels(study, names, &stronger),
        weaker.len(),
        labels(study, names, &weaker)
    ));
    let sets = found.bots.iter().filter(|bot| bot.perturbation > 0).count() / bots.max(1);
    if sets >= 2 {
        let remain = |items: &[usize]| {
            items
                .iter()
                .filter(|&&item| found.conclusions[item].holds())
                .count()
        };
        text.push_str(&format!(
            "; after varying the stand-ins of the data in {sets} sets, {} and {} remain",
            remain(&stronger),
            remain(&weaker)
        ));
    }
    text.push('.');
    text.push_str(&of_designs(&told_designs(found), &who));
    text
}

/// How many designs, and which, are told by their copies taken together; nothing if there are none.
fn of_designs([more, less]: &[Vec<String>; 2], who: &str) -> String {
    if more.is_empty() && less.is_empty() {
        return String::new();
    }
    format!(
        " Of designs with several copies, taken together, {} worth more{who}{} and {} less{}.",
        are(more.len()),
        bracketed(more),
        less.len(),
        bracketed(less)
    )
}

fn are(number: usize) -> String {
    match number {
        1 => "1 is".to_string(),
        number => format!("{number} are"),
    }
}

/// A few items in brackets.
fn labels(study: &ItemStudy, names: &Names, items: &[usize]) -> String {
    let items = items
        .iter()
        .map(|&item| names.short(&study.item[item].label));
    bracketed(&items.collect::<Vec<_>>())
}

/// A few names in brackets; of many nothing.
fn bracketed(names: &[String]) -> String {
    const MOST: usize = 12;
    if names.is_empty() || names.len() > MOST {
        return String::new();
    }
    format!(" ({})", names.join(", "))
}

/// Items of which bots tell the opposite of each other.
pub fn more(found: &ItemFindings, names: &Names) -> Vec<String> {
    let flips: Vec<usize> = (0..found.study.item.len())
        .filter(|&item| found.conclusions[item].flips())
        .collect();
    if flips.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{} stronger for one bot and weaker for another{}: what is said of them is about bots.",
        capital(&are(flips.len())),
        labels(found.study, names, &flips)
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdicts::{foremost, verdicts};
    use crate::whole_game;
    use portolan_engine::settings::{Factorial, StudiedItem};
    use portolan_study::items::{BotItems, Conclusion};
    use portolan_study::judgement::{ItemEffect, Judgement};
    use portolan_study::whole_game::{Lost, WholeGame};

    fn judged(excess: f64, error: f64, q: f64) -> Judgement {
        Judgement {
            effect: ItemEffect::new((excess, error), (excess / 50.0, error / 50.0), 1e4),
            expected: 0.0,
            excess_error: error,
            p: q,
            q,
            shrunk: excess,
            ranks: (1, 5),
            tested: true,
            expected_win: 0.0,
            win_excess_error: error / 50.0,
        }
    }

    /// Four items that stand alone, and three copies of one design.
    fn study() -> ItemStudy {
        let item = |number: usize| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            design: (number > 3).then(|| "Merchant House".to_string()),
            ..StudiedItem::default()
        };
        ItemStudy {
            design: ItemDesign::Factorial(Factorial {
                withhold: 0.5,
                confirm: 2,
                ..Factorial::default()
            }),
            item: (0..7).map(item).collect(),
            by_strength: false,
        }
    }

    /// What a bot makes of them: the first is strong, and the copies are weak taken together only.
    fn findings(study: &ItemStudy) -> ItemFindings<'_> {
        let alone = [(6.9, 0.001), (0.1, 0.9), (0.2, 0.9), (-0.1, 0.9)];
        let alone = alone.map(|(excess, q)| judged(excess, 0.3, q));
        let items = [&alone[..], &[judged(-0.7, 0.3, 0.1); 3]].concat();
        let conclusion = |judged: &Judgement| Conclusion {
            directions: vec![judged.direction()],
            survives: vec![None],
        };
        ItemFindings {
            study,
            conclusions: items.iter().map(conclusion).collect(),
            bots: vec![BotItems {
                bot: "net".to_string(),
                perturbation: 0,
                items,
                must: Vec::new(),
                prices: Vec::new(),
                pairs: Vec::new(),
                taken: None,
            }],
            blocks: 5000,
            whole_game: None,
        }
    }

    /// What is named is counted: copies that are told together only, too.
    #[test]
    fn headline_and_sentences_come_from_one_list() {
        let study = study();
        let found = findings(&study);
        let names = Names::default();
        let told = answer(&found, &names);
        assert_eq!(
            told,
            "Of 7 things, with half of the others withheld, 1 is worth more than the others of their kind at \
             q < 0.05 (I0) and 0 less. Of designs with several copies, taken together, 0 are worth more and \
             1 less (Merchant House)."
        );
        let said = foremost(&verdicts(&found, &names));
        assert!(
            said.len() == 2
                && said[1].starts_with("Merchant House (3 copies: I4, I5, I6) is too weak")
        );
        // Nothing is said of copies where nothing is told of them.
        let [more, less] = told_designs(&found);
        assert!(more.is_empty() && less == ["Merchant House"]);
    }

    #[test]
    fn the_whole_game_leads() {
        let study = study();
        let mut found = findings(&study);
        let lost = |item: usize, judged: Judgement| Lost {
            bot: "net".to_string(),
            item,
            judged,
        };
        found.whole_game = Some(WholeGame {
            lost: vec![
                lost(1, judged(0.3, 0.3, 0.4)),
                lost(0, judged(15.8, 0.7, 0.001)),
            ],
            blocks: 1000,
        });
        let names = Names::default();
        let told = answer(&found, &names);
        assert!(
            told.starts_with(
                "In the whole game net loses 15.8 points (95\u{a0}% interval 14.4 to 17.2) by never having I0. \
                 Of 7 things, with half of the others withheld, 1 is worth more"
            ),
            "{told}"
        );
        assert_eq!(
            foremost(&verdicts(&found, &names))[0],
            "I0 is too strong for net: in the whole game never having it costs 15.8 points (14.4 to 17.2) and \
             31.6 wins in 100 (28.9 to 34.3); access to it, with half of the others withheld, is worth about \
             6.9 points (6.3 to 7.5) and 13.8 wins in 100 (12.6 to 15.0) above the others of its kind; \
             q = 0.001."
        );
        let section = whole_game::section(&found, &names, found.whole_game.as_ref().unwrap());
        let lines: Vec<&str> = section.tables[0].item_cells().collect();
        assert_eq!(lines, ["I0", "I1"]);
    }
}
