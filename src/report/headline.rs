//! Headline of a study that withholds, grants or forces items: the item that stands out most, and the number and
//! names of all items that stand out.
//!
//! The item is selected as the largest of many, so the headline quotes its shrunk effect. If a confirmation
//! on fresh deals exists, its result comes first.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::names::Names;
use super::page::Sure;
use super::verdicts::{designs_of, stronger_than, told_designs};
use super::whole_game::lead;
use super::words::{capital, count, listed, noun, thousands, verb};
use portolan_run::settings::ItemDesign;
use portolan_study::factorial::FEWEST_BLOCKS;
use portolan_study::items::{BotItems, ItemFindings};

/// Returns the result of the confirmation, if there is one, followed by the answer of the study.
pub fn answer(found: &ItemFindings, names: &Names) -> String {
    let study = of_study(found, names);
    let [stronger, weaker] = [1, -1].map(|direction| shared(found, direction));
    let named = stronger.first().or(weaker.first()).copied();
    let confirmed = named.and_then(|item| confirmed(found, names, item));
    match confirmed.or_else(|| lead(found)) {
        Some(whole) => format!("{whole} {study}"),
        None => study,
    }
}

/// Describes the cost of never having an item, measured in the confirmation games. Returns `None` if the
/// confirmation does not include the item.
fn confirmed(found: &ItemFindings, names: &Names, item: usize) -> Option<String> {
    let whole = found.whole_game.as_ref()?;
    let bot = foremost_bot(found)?;
    let lost = whole.of(&bot.bot, item)?;
    let cost = lost.effect.margin_estimate();
    Some(format!(
        "On fresh deals, never having {} costs {} {} points{}.",
        names.full(&found.study.item[item].label),
        bot.bot,
        cost.words(1).trim_start_matches('+'),
        match lost.direction() {
            0 => ", not significantly",
            _ => "",
        }
    ))
}

/// Describes the strongest item (or the weakest, if no item is too strong), as far as the ranks are known,
/// and the number of items that are too strong or too weak for all bots.
fn of_study(found: &ItemFindings, names: &Names) -> String {
    let study = found.study;
    let noun = noun(study).replace('_', " ");
    if found.first_set().any(|bot| bot.items.is_empty()) {
        return format!(
            "The {noun} are not distinguishable: a fit of {} needs at least {FEWEST_BLOCKS} deal groups per \
             effect, but only {} were played.",
            count(study.item.len() as u64, "effect"),
            thousands(found.blocks)
        );
    }
    let [stronger, weaker] = [1, -1].map(|direction| shared(found, direction));
    let bots = found.first_set().count();
    let who = match bots {
        1 => String::new(),
        2 => " for both bots".to_string(),
        bots => format!(" for all {bots} bots"),
    };
    let all = format!("{} {noun}", thousands(study.item.len() as u64));
    let (strong, weak) = sides(study.design);
    let Some(first) = stronger.first().or(weaker.first()) else {
        return match told_designs(found) {
            [more, less] if more.len() + less.len() > 0 => format!(
                "None of {all} is by itself significantly {strong} or {weak}{who}, but pooled \
                 copies are."
            ),
            _ => format!("None of {all} is significantly {strong} or {weak}{who}."),
        };
    };
    let (most, rank) = match stronger.is_empty() {
        false => ("strongest", 1),
        true => ("weakest", study.item.len()),
    };
    let stands = match found
        .first_set()
        .all(|bot| bot.items[*first].ranks == (rank, rank))
    {
        true => format!("is the {most} of {all}"),
        false => format!("stands out among {all}"),
    };
    format!(
        "{} {stands}: {}; {} {} {strong} and {} {weak}{who}.",
        capital(&names.full(&study.item[*first].label)),
        distance(found, *first),
        stronger.len(),
        verb(stronger.len() as u64, "is", "are"),
        weaker.len(),
    )
}

/// Returns the words for items that differ significantly from their expected value: above it, below it.
fn sides(design: ItemDesign) -> (&'static str, &'static str) {
    match design {
        ItemDesign::Constraint(_) => ("worth taking by choice", "better left alone"),
        ItemDesign::Grant => (
            "better than what they replace",
            "worse than what they replace",
        ),
        _ => ("too strong", "too weak"),
    }
}

/// Returns `Certain` if the named item stands out on all data sets and, in a factorial experiment, in the whole game
/// on the fresh deals of a confirmation; `Likely` if it stands out only on some of them or without a confirmation.
pub fn sure(found: &ItemFindings) -> Sure {
    let named = [1, -1].map(|direction| shared(found, direction));
    let Some(&first) = named.iter().flatten().next() else {
        let copies = told_designs(found)
            .iter()
            .any(|designs| !designs.is_empty());
        return if copies { Sure::Likely } else { Sure::Open };
    };
    let confirmed = foremost_bot(found).and_then(|bot| {
        let whole = found.whole_game.as_ref()?;
        whole.confirms(&bot.bot, first, &bot.items[first])
    });
    let is_confirmed = match found.study.design {
        ItemDesign::Factorial(_) | ItemDesign::PriceFactorial(_) => confirmed == Some(true),
        _ => true,
    };
    match !is_confirmed || found.conclusions[first].survives.contains(&Some(false)) {
        true => Sure::Likely,
        false => Sure::Certain,
    }
}

/// Returns the items that all bots find stronger (1) or weaker (−1), ordered by their distance from the
/// expected value, largest first.
pub fn shared(found: &ItemFindings, direction: i8) -> Vec<usize> {
    let mut items: Vec<usize> = (0..found.study.item.len())
        .filter(|&item| found.conclusions[item].shared() == direction)
        .collect();
    let total = |item: usize| -> f64 {
        let excess = found.first_set().map(|bot| bot.items[item].excess());
        excess.sum::<f64>() * f64::from(direction)
    };
    items.sort_by_key(|&item| Reverse(OrderedFloat(total(item))));
    items
}

/// Returns the bot whose results appear at the top: the strongest bot if the study orders bots by strength,
/// otherwise the first.
pub fn foremost_bot<'found>(found: &'found ItemFindings) -> Option<&'found BotItems> {
    match found.study.by_strength {
        true => found.first_set().last(),
        false => found.first_set().next(),
    }
}

/// Describes the distance of an item from its expected value, corrected for selection from many items.
fn distance(found: &ItemFindings, item: usize) -> String {
    let Some(bot) = foremost_bot(found) else {
        return String::new();
    };
    let judged = &bot.items[item];
    let beside = match (found.study.design, stronger_than(found)) {
        (ItemDesign::Constraint(_), _) => "never taking it",
        (_, "others at their price") => "others at its price",
        (_, "the others of their kind") => "the others of its kind",
        (_, "what they replace") => "what it replaces",
        (_, reference) => reference,
    };
    let of = match found.first_set().count() {
        1 => String::new(),
        _ => format!(" for {}", bot.bot),
    };
    let rank = match judged.ranks {
        (first, last) if first == last => String::new(),
        (first, last) => format!(", rank {first}–{last} of {}", bot.items.len()),
    };
    format!(
        "{} points compared with {beside}{of} (shrunk estimate {}{rank})",
        judged.excess_estimate().words(1),
        judged.shrunk_estimate().value_words(1),
    )
}

/// Lists a few names and the number of further names, followed by "is" or "are".
fn few(names: &[String]) -> String {
    const MOST: usize = 8;
    let mut shown = names.to_vec();
    if names.len() > MOST + 1 {
        shown.truncate(MOST);
        shown.push(format!("{} more", names.len() - MOST));
    }
    let verb = verb(names.len() as u64, "is", "are");
    format!("{} {verb}", capital(&listed(&shown)))
}

/// Describes items and pooled designs that are significant for this bot but not for all bots.
fn of_one_bot(found: &ItemFindings, names: &Names, bot: &BotItems) -> Option<String> {
    let items = found.study.item.iter().zip(&bot.items).enumerate();
    let own = items.filter(|(item, (_, judged))| {
        judged.direction() != 0 && found.conclusions[*item].shared() == 0
    });
    let own: Vec<String> = own.map(|(_, (item, _))| names.short(&item.label)).collect();
    let shared = told_designs(found).concat();
    let designs = designs_of(found, bot).concat();
    let designs: Vec<String> = designs
        .into_iter()
        .filter(|design| !shared.contains(design))
        .map(|design| format!("{design} (all copies)"))
        .collect();
    let all = [own, designs].concat();
    (!all.is_empty()).then(|| format!("{} significant for {}.", few(&all), bot.bot))
}

/// Describes the item furthest from its expected value, if no item is significant.
fn nearest(found: &ItemFindings, names: &Names) -> Option<String> {
    let bot = foremost_bot(found)?;
    let tested = found.study.item.iter().zip(&bot.items);
    let tested = tested.filter(|(_, judged)| judged.tested);
    let (item, judged) = tested.max_by_key(|(_, judged)| OrderedFloat(judged.excess().abs()))?;
    let excess = judged.excess_estimate();
    Some(format!(
        "The item furthest from its expected value is {}, by {} points for {}, which is not significant.",
        names.full(&item.label),
        excess.words(1),
        bot.bot
    ))
}

/// Returns further findings: the items that stand out, results in the whole game and on other data, and
/// results for copies.
pub fn more(found: &ItemFindings, names: &Names) -> Vec<String> {
    let study = found.study;
    let mut said = Vec::new();
    if found.first_set().any(|bot| bot.items.is_empty()) {
        return said;
    }
    let (strong, weak) = sides(study.design);
    for (direction, word) in [(1, strong), (-1, weak)] {
        let items = shared(found, direction);
        let items = items
            .iter()
            .map(|&item| names.short(&study.item[item].label));
        let items: Vec<String> = items.collect();
        if !items.is_empty() {
            said.push(format!("{} {word}.", few(&items)));
        }
    }
    said.extend(lead(found));
    if found.first_set().count() > 1 {
        said.extend(
            found
                .first_set()
                .filter_map(|bot| of_one_bot(found, names, bot)),
        );
    }
    if said.is_empty() {
        said.extend(nearest(found, names));
    }
    for (designs, word) in told_designs(found).iter().zip(["stronger", "weaker"]) {
        if !designs.is_empty() {
            said.push(format!("{} {word} with all copies pooled.", few(designs)));
        }
    }
    let bots = found.first_set().count();
    let sets = found.bots.iter().filter(|bot| bot.perturbation > 0).count() / bots.max(1);
    if sets >= 2 {
        let all = [1, -1].map(|direction| shared(found, direction)).concat();
        let holding = all.iter().filter(|&&item| found.conclusions[item].holds());
        let holding = holding.count();
        if !all.is_empty() {
            said.push(format!(
                "{holding} of the {} that stand out {} in {sets} data sets with varied placeholder rows.",
                all.len(),
                verb(holding as u64, "also does so", "also do so")
            ));
        }
    }
    let flips: Vec<String> = (0..study.item.len())
        .filter(|&item| found.conclusions[item].flips())
        .map(|item| names.short(&study.item[item].label))
        .collect();
    if !flips.is_empty() {
        said.push(format!(
            "{} stronger for one bot and weaker for another.",
            few(&flips)
        ));
    }
    said
}

#[cfg(test)]
/// Sample findings for tests in several modules.
pub mod tests {
    use super::*;
    use crate::whole_game;
    use portolan_run::settings::{Factorial, ItemStudy, StudiedItem};
    use portolan_study::items::Conclusion;
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
        }
    }

    /// Returns a study of four single items and three copies of one design.
    pub fn study() -> ItemStudy {
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

    /// Returns findings in which the first item is strong and the copies are weak only when pooled.
    pub fn findings(study: &ItemStudy) -> ItemFindings<'_> {
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
                pairs: Vec::new(),
                taken: None,
                won: None,
            }],
            blocks: 5000,
            whole_game: None,
        }
    }

    #[test]
    fn headline_names_the_strongest_item_and_findings_name_copies() {
        let study = study();
        let found = findings(&study);
        let names = Names::default();
        assert_eq!(
            answer(&found, &names),
            "I0 stands out among 7 things: +6.9 (6.3–7.5) points compared with the others of its kind (shrunk estimate +6.9, rank 1–5 of 7); 1 is too strong and 0 too weak."
        );
        // A confirmation in the whole game is missing.
        assert_eq!(sure(&found), Sure::Likely);
        assert_eq!(
            more(&found, &names),
            [
                "I0 is too strong.",
                "Merchant House is weaker with all copies pooled."
            ]
        );
    }

    /// The largest of many estimates is biased by selection, so the shrunk estimate is quoted beside it.
    #[test]
    fn strongest_item_ranks_first_and_its_effect_is_shrunk() {
        let study = study();
        let mut found = findings(&study);
        found.bots[0].items[0].shrunk = 2.6;
        let names = Names::default();
        let told = answer(&found, &names);
        assert!(
            told.contains("(shrunk estimate +2.6, rank 1–5 of 7)"),
            "{told}"
        );
        found.bots[0].items[0].ranks = (1, 1);
        let told = answer(&found, &names);
        assert!(
            told.starts_with("I0 is the strongest of 7 things: +6.9 (6.3–7.5) points compared with the others of its kind (shrunk estimate +2.6);"),
            "{told}"
        );
    }

    #[test]
    fn confirmation_leads_and_may_refute_the_headline() {
        let study = study();
        let mut found = findings(&study);
        let mut confirm = |judged: Judgement| {
            found.whole_game = Some(WholeGame {
                lost: vec![Lost {
                    bot: "net".to_string(),
                    item: 0,
                    judged,
                }],
                blocks: 1000,
            });
            (
                answer(&found, &Names::default()).replace('\u{a0}', " "),
                sure(&found),
            )
        };
        let (told, badge) = confirm(judged(4.0, 0.5, 0.001));
        assert!(
            told.starts_with(
                "On fresh deals, never having I0 costs net 4.0 (3.0–5.0) points. I0 stands"
            ),
            "{told}"
        );
        assert_eq!(badge, Sure::Certain);
        // A loss that is smaller than expected for a card at this price does not confirm that the card is too strong.
        let (_, badge) = confirm(judged(0.9, 0.5, 0.001));
        assert_eq!(badge, Sure::Likely);
        let (told, badge) = confirm(judged(0.2, 0.5, 0.7));
        assert!(
            told.contains("costs net 0.2 (−0.8 to 1.2) points, not significantly. I0"),
            "{told}"
        );
        assert_eq!(badge, Sure::Likely);
    }

    #[test]
    fn insignificant_items_are_not_named() {
        let study = study();
        let mut found = findings(&study);
        found.bots[0].items[0] = judged(0.1, 0.3, 0.9);
        found.conclusions[0].directions = vec![0];
        let names = Names::default();
        assert_eq!(
            answer(&found, &names),
            "None of 7 things is by itself significantly too strong or too weak, but pooled copies are."
        );
        assert_eq!(sure(&found), Sure::Likely);
        for copy in &mut found.bots[0].items[4..] {
            *copy = judged(0.1, 0.3, 0.9);
        }
        assert_eq!(
            answer(&found, &names),
            "None of 7 things is significantly too strong or too weak."
        );
        assert_eq!(sure(&found), Sure::Open);
        assert_eq!(
            more(&found, &names)[0].replace('\u{a0}', " "),
            "The item furthest from its expected value is I2, by +0.2 (−0.4 to 0.8) points for net, which is \
             not significant."
        );
    }

    #[test]
    fn finding_that_fails_on_other_data_is_at_most_likely() {
        let study = study();
        let mut found = findings(&study);
        found.conclusions[0].survives = vec![Some(false)];
        assert_eq!(sure(&found), Sure::Likely);
    }

    #[test]
    fn whole_game_effects_are_listed_as_a_finding() {
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
        assert_eq!(
            more(&found, &names)[1],
            "In the whole game, net plays significantly worse without 1 of the 2 clearest items."
        );
        let section = whole_game::section(&found, &names, found.whole_game.as_ref().unwrap());
        let lines: Vec<&str> = section.tables[0].item_cells().collect();
        assert_eq!(lines, ["I0", "I1"]);
    }
}
