//! Verdicts of a price study: one sentence for each item that is significantly too strong or too weak. Also
//! lists designs whose copies are significant when pooled.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::names::Names;
use super::words::{capital, fixed, range, signed};
use portolan_run::settings::ItemDesign;
use portolan_stats::{Estimate, Interval, Unit};
use portolan_study::crossing::Crossing;
use portolan_study::items::{BotItems, ItemFindings, PriceCurve, PricePoint};
use portolan_study::judgement::{FALSE_DISCOVERIES, FEWEST_FOR_A_LINE, FEWEST_PEERS};
use portolan_study::pooled::{PooledDesign, pooled};

/// Number of sentences for each direction at the top of a page.
const FOREMOST: usize = 1;

/// Verdict on an item for one bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Distance from the expected value, in points.
    excess: f64,
    sentence: String,
}

/// Describes the baseline of an effect.
pub fn stronger_than(found: &ItemFindings) -> &'static str {
    let items = &found.study.item;
    let priced = items.iter().all(|item| item.price.is_some());
    let same = |kind: &str| items.iter().filter(|item| item.kind == kind).count();
    let most = items.iter().map(|item| same(&item.kind)).max().unwrap_or(0);
    match found.study.design {
        ItemDesign::Factorial(_) if most < FEWEST_PEERS && found.is_relative() => {
            "the mean of the items"
        }
        ItemDesign::Factorial(_) if most < FEWEST_PEERS => "no access",
        ItemDesign::Factorial(_) if priced && most >= FEWEST_FOR_A_LINE => "others at their price",
        ItemDesign::Factorial(_) => "the others of their kind",
        ItemDesign::Grant => "what they replace",
        _ => "nothing",
    }
}

/// Returns all verdicts of a price study, by bot, strongest item first. Returns an empty list for other
/// studies.
pub fn verdicts(found: &ItemFindings, names: &Names) -> Vec<Verdict> {
    let of_bot = |bot: &BotItems| {
        let mut said = of_prices(found, names, bot);
        said.sort_by_key(|verdict| Reverse(OrderedFloat(verdict.excess)));
        said
    };
    found.first_set().flat_map(of_bot).collect()
}

/// Returns the sentences furthest from the expected value: one for the strong items and one for the weak
/// items.
pub fn foremost(verdicts: &[Verdict]) -> Vec<String> {
    let mut order: Vec<&Verdict> = verdicts.iter().collect();
    order.sort_by_key(|verdict| Reverse(OrderedFloat(verdict.excess.abs())));
    let of = |strong: bool| {
        let side = order
            .iter()
            .filter(move |verdict| (verdict.excess > 0.0) == strong);
        side.take(FOREMOST).map(|verdict| verdict.sentence.clone())
    };
    of(true).chain(of(false)).collect()
}

/// Returns the designs whose pooled copies are significant for every bot, as two lists: stronger and weaker.
/// Both lists are empty for studies that do not pool copies.
pub fn told_designs(found: &ItemFindings) -> [Vec<String>; 2] {
    let mut bots = found.first_set().map(|bot| designs_of(found, bot));
    let Some(mut shared) = bots.next() else {
        return [Vec::new(), Vec::new()];
    };
    for of_bot in bots {
        for (shared, own) in shared.iter_mut().zip(of_bot) {
            shared.retain(|design| own.contains(design));
        }
    }
    shared
}

/// Returns the designs whose pooled copies are significant for one bot, as two lists: stronger and weaker.
pub fn designs_of(found: &ItemFindings, bot: &BotItems) -> [Vec<String>; 2] {
    let is_looked_at = matches!(
        found.study.design,
        ItemDesign::Factorial(_) | ItemDesign::Grant
    );
    let designs = match is_looked_at {
        true => pooled(found.study, &bot.items),
        false => Vec::new(),
    };
    [1.0, -1.0].map(|sign| {
        let told = |design: &&PooledDesign| is_told(design) && design.excess.value * sign > 0.0;
        let told = designs.iter().filter(told);
        told.map(|design| design.design.clone()).collect()
    })
}

fn clears(interval: Interval) -> bool {
    interval.low > 0.0 || interval.high < 0.0
}

fn is_told(design: &PooledDesign) -> bool {
    let told = design.excess.q.is_some_and(|q| q < FALSE_DISCOVERIES);
    told && design.excess.interval().is_some_and(clears)
}

fn strong(excess: f64) -> &'static str {
    if excess > 0.0 { "strong" } else { "weak" }
}

/// Formats the size of an effect in points, without its sign.
fn points(value: f64, interval: Interval) -> String {
    let sign = value.signum();
    format!(
        "{} points ({})",
        fixed(value * sign, 1),
        range(Some(interval.times(sign)), 1)
    )
}

/// Describes an effect in wins per hundred games. The first text joins the effect to the points if it is
/// significant in the same direction; otherwise the second text reports it separately. The other text is
/// empty.
fn wins(points: f64, wins: Estimate) -> (String, String) {
    let (value, interval) = wins.drawn();
    let Some(interval) = interval else {
        return (String::new(), String::new());
    };
    if clears(interval) && value * points > 0.0 {
        let sign = points.signum();
        let said = format!(
            " and {} wins in 100 ({})",
            fixed(value * sign, 1),
            range(Some(interval.times(sign)), 1)
        );
        return (said, String::new());
    }
    let said = format!(
        "; wins do not differ significantly ({} in 100, {})",
        signed(value, 1),
        range(Some(interval), 1)
    );
    (String::new(), said)
}

/// Fair price of an item, formatted for display.
pub struct FairPrice {
    /// Fair price, if it is determined. Its interval includes only the ends that lie within the tested
    /// prices.
    pub estimate: Option<Estimate>,
    /// Fair price in words, or a description of its bounds.
    pub words: String,
    /// Interval in words, open beyond the tested prices. Empty if there is no interval.
    pub range: String,
    /// Position of the fair price relative to the current price.
    crossing: Crossing,
    own: i32,
    /// Lowest and highest tested price.
    tried: [f64; 2],
}

impl FairPrice {
    /// Creates the fair price of an item with price `own`. `crossing` is the price change at which the value
    /// of the item equals its price.
    pub fn new(own: i32, crossing: Crossing, points: &[PricePoint]) -> FairPrice {
        let end = |point: Option<&PricePoint>| f64::from(point.map_or(own, |point| own + point.by));
        let tried = [end(points.first()), end(points.last())];
        let range = crossing.range().map(|range| range.shifted(f64::from(own)));
        let estimate = crossing.value().zip(range).map(|(by, range)| Estimate {
            low: range.low,
            high: range.high,
            ..Estimate::new(f64::from(own) + by, None, Unit::Price)
        });
        let words = match (crossing, estimate) {
            (_, Some(estimate)) => estimate.value_words(1),
            (Crossing::Above, _) => format!("more than {}", tried[1]),
            (Crossing::Below, _) => format!("less than {}", tried[0]),
            _ => match range.map_or((None, None), |range| (range.low, range.high)) {
                (Some(low), None) => format!("{} or more", fixed(low, 1)),
                (None, Some(high)) => format!("{} or less", fixed(high, 1)),
                _ => "an unclear price".to_string(),
            },
        };
        FairPrice {
            estimate,
            words,
            range: range.map_or_else(String::new, |range| range.words(tried, 1)),
            crossing,
            own,
            tried,
        }
    }

    /// Returns the fair price with its interval in brackets, or a description of its bounds.
    pub fn whole(&self) -> String {
        match self.estimate {
            Some(_) => format!("{} ({})", self.words, self.range),
            None => self.words.clone(),
        }
    }

    /// Returns true if the fair price is significantly above the current price, false if it is significantly
    /// below, and `None` if undecided.
    fn dearer(&self) -> Option<bool> {
        match self.crossing {
            Crossing::Above => (f64::from(self.own) <= self.tried[1]).then_some(true),
            Crossing::Below => (self.tried[0] <= f64::from(self.own)).then_some(false),
            Crossing::At(..) | Crossing::Open(_) => {
                let range = self.crossing.range().filter(|range| !range.holds(0.0))?;
                Some(range.low.is_some_and(|low| low > 0.0))
            }
            Crossing::Unclear => None,
        }
    }

    /// Suggests further prices to test if the tested prices do not cover the interval of the fair price.
    pub fn advice(&self, item: &str, bot: &str) -> Option<String> {
        let [first, last] = self.tried;
        let (tried, next) = match self.crossing.goes_on() {
            [false, false] => return None,
            [true, false] => (format!("from {first} on"), "lower prices"),
            [false, true] => (format!("up to {last}"), "higher prices"),
            [true, true] => (
                format!("from {first} to {last}"),
                "more prices, or more games",
            ),
        };
        Some(format!(
            "The tested prices {tried} do not include the fair price of {item} for {bot}: try {next}."
        ))
    }
}

/// Returns the verdicts on items whose fair price differs significantly from their price.
fn of_prices(found: &ItemFindings, names: &Names, bot: &BotItems) -> Vec<Verdict> {
    let items = found.study.item.iter().zip(&bot.prices);
    let said = items.filter_map(|(item, curve)| {
        of_price(&names.full(&item.label), item.price?, curve, &bot.bot)
    });
    said.collect()
}

fn of_price(name: &str, price: i32, curve: &PriceCurve, bot: &str) -> Option<Verdict> {
    let mut deciding = curve.deciding().iter();
    let at_price = deciding.find(|point| point.by == 0)?;
    let fair = FairPrice::new(price, curve.fair, curve.deciding());
    let dearer = fair.dearer()?;
    let fair_price = match fair.estimate {
        Some(_) => format!("about {}", fair.whole()),
        None => fair.words,
    };
    let compared = match curve.begins.is_empty() {
        true => "if it is always taken",
        false => "compared with another card",
    };
    let margin = at_price.effect.margin;
    if (margin > 0.0) != dearer {
        return None;
    }
    let (and_wins, no_wins) = wins(margin, at_price.effect.win_estimate());
    Some(Verdict {
        excess: margin,
        sentence: format!(
            "{} is too {} for {bot}: {} of about {}{and_wins} {compared}{no_wins}; its fair price is {fair_price}, it \
             costs {price}.",
            capital(name),
            strong(margin),
            if margin > 0.0 { "a gain" } else { "a loss" },
            points(margin, at_price.effect.margin_interval()?),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_study::crossing::Range;
    use portolan_study::judgement::ItemEffect;

    fn curve(margin: f64, fair: Crossing) -> PriceCurve {
        let effect = ItemEffect::new((margin, 0.2), (margin / 40.0, 0.01), 1e4);
        PriceCurve {
            free: Vec::new(),
            must: vec![PricePoint {
                by: 0,
                effect,
                share: 0.5,
            }],
            begins: Vec::new(),
            ends: None,
            fair,
        }
    }

    fn at(by: f64) -> Crossing {
        let range = Range {
            low: Some(by - 1.0),
            high: Some(by + 1.0),
        };
        Crossing::At(by, range)
    }

    #[test]
    fn price_verdict_requires_margin_and_fair_price_to_agree() {
        let told = |margin, fair| {
            of_price("Pathfinder (A014)", 6, &curve(margin, fair), "net").map(|said| said.sentence)
        };
        assert_eq!(
            told(1.6, at(3.0)).unwrap(),
            "Pathfinder (A014) is too strong for net: a gain of about 1.6 points (1.2–2.0) and 4.0 wins in 100 (2.0–6.0) \
             if it is always taken; its fair price is about 9.0 (8.0–10.0), it costs 6."
        );
        assert_eq!(
            told(-0.4, Crossing::Below).unwrap(),
            "Pathfinder (A014) is too weak for net: a loss of about 0.4 points (0.0–0.8) if it is always taken; wins do \
             not differ significantly (−1.0 in 100, −3.0 to 1.0); its fair price is less than 6, it costs 6."
        );
        for (margin, fair) in [
            (1.6, at(0.5)),
            (1.6, Crossing::Unclear),
            (-1.6, Crossing::Above),
        ] {
            assert_eq!(told(margin, fair), None);
        }
    }

    /// The item costs 6 and is tested at prices from 4 to 9.
    #[test]
    fn unbracketed_fair_price_suggests_prices_to_test() {
        let mut points = curve(0.0, Crossing::Unclear).must;
        points.insert(
            0,
            PricePoint {
                by: -2,
                ..points[0]
            },
        );
        points.push(PricePoint { by: 3, ..points[0] });
        let fair = |crossing| FairPrice::new(6, crossing, &points);
        let range = |low, high| Range { low, high };
        let told = |crossing| {
            let fair = fair(crossing);
            (
                fair.whole(),
                fair.dearer(),
                fair.advice("P7", "net").unwrap_or_default(),
            )
        };
        let tried = |places: &str, next: &str| {
            format!(
                "The tested prices {places} do not include the fair price of P7 for net: try {next}."
            )
        };
        for (crossing, words, dearer, advice) in [
            (
                Crossing::At(1.0, range(Some(0.5), Some(2.0))),
                "7.0 (6.5–8.0)",
                Some(true),
                String::new(),
            ),
            (
                Crossing::At(-1.0, range(None, Some(-0.5))),
                "5.0 (below 4 to 5.5)",
                Some(false),
                tried("from 4 on", "lower prices"),
            ),
            (
                Crossing::At(1.0, range(Some(-0.5), None)),
                "7.0 (5.5 to above 9)",
                None,
                tried("up to 9", "higher prices"),
            ),
            (
                Crossing::Open(range(Some(1.5), None)),
                "7.5 or more",
                Some(true),
                tried("up to 9", "higher prices"),
            ),
            (
                Crossing::Above,
                "more than 9",
                Some(true),
                tried("up to 9", "higher prices"),
            ),
            (
                Crossing::Below,
                "less than 4",
                Some(false),
                tried("from 4 on", "lower prices"),
            ),
            (
                Crossing::Unclear,
                "an unclear price",
                None,
                tried("from 4 to 9", "more prices, or more games"),
            ),
        ] {
            assert_eq!(told(crossing), (words.to_string(), dearer, advice));
        }
        // Machine-readable output contains only the ends within the tested prices.
        let estimate = fair(Crossing::At(1.0, range(Some(-0.5), None)))
            .estimate
            .unwrap();
        assert_eq!(
            (estimate.value, estimate.low, estimate.high),
            (7.0, Some(5.5), None)
        );
    }

    #[test]
    fn foremost_verdicts_are_the_strongest_and_the_weakest() {
        let verdict = |excess| Verdict {
            excess,
            sentence: format!("{excess}"),
        };
        let all = [3.0, 1.0, -2.0, -5.0].map(verdict);
        assert_eq!(foremost(&all), ["3", "-5"]);
        assert_eq!(foremost(&all[..2]), ["3"]);
        assert!(foremost(&[]).is_empty());
    }
}
