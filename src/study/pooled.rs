//! Pooled results of copies of one design: the mean value of a copy, and a test of their agreement.

use super::judgement::Judgement;
use portolan_run::settings::ItemStudy;
use portolan_stats::{
    Estimate, Unit, agreement, benjamini_hochberg, interval::CONFIDENCE, t_interval, t_test,
};

/// A design with several copies in the study.
#[derive(Clone, Debug, PartialEq)]
pub struct PooledDesign {
    pub design: String,
    /// Indices of its copies in the study.
    pub copies: Vec<usize>,
    /// Mean excess of a copy over its expected value, with the q-value among the designs.
    pub excess: Estimate,
    /// p-value of the hypothesis that all copies have the same value.
    pub agreement: f64,
}

/// Returns the designs with several tested copies, in the order of the study. Copies are withheld independently
/// of each other, so their errors are independent.
pub fn pooled(study: &ItemStudy, judged: &[Judgement]) -> Vec<PooledDesign> {
    let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, item) in study.item.iter().enumerate() {
        let tested = judged.get(index).is_some_and(|judged| judged.tested);
        let Some(design) = item.design.as_deref().filter(|_| tested) else {
            continue;
        };
        match found.iter_mut().find(|(name, _)| *name == design) {
            Some((_, copies)) => copies.push(index),
            None => found.push((design, vec![index])),
        }
    }
    found.retain(|(_, copies)| copies.len() > 1);
    let mut designs: Vec<PooledDesign> = found
        .into_iter()
        .map(|(design, copies)| of_copies(design, copies, judged))
        .collect();
    let p_values: Vec<f64> = designs
        .iter()
        .map(|design| design.excess.p.unwrap_or(f64::NAN))
        .collect();
    for (design, q) in designs.iter_mut().zip(benjamini_hochberg(&p_values)) {
        design.excess = design.excess.corrected(q);
    }
    designs
}

fn of_copies(design: &str, copies: Vec<usize>, judged: &[Judgement]) -> PooledDesign {
    let measured: Vec<(f64, f64)> = copies
        .iter()
        .map(|&copy| (judged[copy].excess(), judged[copy].excess_error))
        .collect();
    let number = measured.len() as f64;
    let mean = measured.iter().map(|(value, _)| value).sum::<f64>() / number;
    let variance = measured.iter().map(|(_, error)| error * error).sum::<f64>();
    let error = variance.sqrt() / number;
    let degrees = copies
        .iter()
        .map(|&copy| judged[copy].effect.degrees)
        .fold(f64::INFINITY, f64::min);
    let interval = t_interval(mean, error, degrees, CONFIDENCE);
    let excess = Estimate::new(mean, interval, Unit::PointsDifference);
    PooledDesign {
        design: design.to_string(),
        excess: excess.tested(t_test(mean, error, degrees)),
        agreement: agreement(&measured),
        copies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::ItemEffect;
    use portolan_run::settings::{Constraint, ItemDesign, StudiedItem};

    fn judged(margin: f64, error: f64) -> Judgement {
        Judgement {
            effect: ItemEffect::new((margin, error), (0.0, 0.1), 1e4),
            expected: 0.5,
            excess_error: error,
            p: 1.0,
            q: 1.0,
            shrunk: 0.0,
            ranks: (1, 4),
            tested: true,
        }
    }

    fn study(designs: &[Option<&str>]) -> ItemStudy {
        let item = |(number, design): (usize, &Option<&str>)| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            design: design.map(str::to_string),
            ..StudiedItem::default()
        };
        ItemStudy {
            design: ItemDesign::Constraint(Constraint::default()),
            item: designs.iter().enumerate().map(item).collect(),
            by_strength: false,
        }
    }

    #[test]
    fn copies_are_averaged_and_checked_for_agreement() {
        let study = study(&[Some("D"), None, Some("D"), Some("E"), Some("E"), Some("F")]);
        let judged = [
            judged(1.5, 0.3),
            judged(9.0, 0.1),
            judged(2.5, 0.4),
            judged(0.5, 0.1),
            judged(4.5, 0.1),
            judged(7.0, 0.1),
        ];
        let found = pooled(&study, &judged);
        let [d, e] = found.as_slice() else {
            panic!("{found:?}");
        };
        // Excesses over 0.5 of 1 and 2, with errors of 0.3 and 0.4, give a mean of 1.5 with an error of 0.25.
        assert_eq!((d.design.as_str(), &d.copies[..]), ("D", &[0, 2][..]));
        assert!((d.excess.value - 1.5).abs() < 1e-12);
        let half_width = d.excess.interval().unwrap().half_width();
        assert!((half_width - 1.9602 * 0.25).abs() < 1e-4, "{half_width}");
        // The difference is 1 with an error of 0.5: two standard errors, p = 0.0455.
        assert!((d.agreement - 0.0455).abs() < 1e-4);
        assert_eq!(e.copies, [3, 4]);
        assert!((e.excess.value - 2.0).abs() < 1e-12 && e.agreement < 1e-6);
        assert!(e.excess.q.unwrap() <= d.excess.q.unwrap());
    }

    #[test]
    fn untested_copies_are_excluded_from_the_pool() {
        let study = study(&[Some("D"), Some("D"), Some("D")]);
        let mut judged = [judged(1.5, 0.3), judged(2.5, 0.3), judged(90.0, 0.3)];
        judged[2].tested = false;
        let found = pooled(&study, &judged);
        assert_eq!(found[0].copies, [0, 1]);
        assert!((found[0].excess.value - 1.5).abs() < 1e-12);
    }
}
