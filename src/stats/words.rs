//! Numbers as people read them.

use super::interval::Interval;

/// A share: `38.1 %`, with a space that does not break; with more decimals where it would seem to be
/// nothing or all and is not.
pub fn percent(share: f64) -> String {
    let off = share.abs().min((1.0 - share).abs());
    format!("{}\u{a0}%", fixed(100.0 * share, decimals(off)))
}

/// Decimals of a percentage with which a share of this size is not written as nothing.
pub fn decimals(share: f64) -> usize {
    match share {
        nothing if nothing <= 1e-12 => 1,
        small if small < 5e-6 => 4,
        small if small < 5e-5 => 3,
        small if small < 5e-4 => 2,
        _ => 1,
    }
}

/// A number with so many decimals, without the sign of a negative nothing.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if text.chars().all(|letter| "-0.".contains(letter)) {
        return text.trim_start_matches('-').to_string();
    }
    text.replace('-', "−")
}

/// `37.0–39.2 %`, or a dash if there is none; with more decimals where the ends would seem to be the
/// same.
pub fn percent_range(interval: Option<Interval>) -> String {
    interval.map_or("–".to_string(), |interval| {
        let decimals = decimals(interval.high - interval.low);
        format!(
            "{}–{}\u{a0}%",
            fixed(100.0 * interval.low, decimals),
            fixed(100.0 * interval.high, decimals)
        )
    })
}

/// `1.5 to 3.2`, or a dash if there is none.
pub fn range(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or("–".to_string(), |interval| {
        format!(
            "{} to {}",
            fixed(interval.low, decimals),
            fixed(interval.high, decimals)
        )
    })
}

/// A number with a sign: `+3.1`, `−0.4`.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if text.starts_with('−') || text.chars().all(|letter| "0.".contains(letter)) {
        text
    } else {
        format!("+{text}")
    }
}

/// A p-value: `0.034`, `< 0.001`.
pub fn p_value(p: f64) -> String {
    match p {
        p if p.is_nan() => "–".to_string(),
        p if p < 0.001 => "<\u{a0}0.001".to_string(),
        p => fixed(p, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is hardly ever seen is not nothing.
    #[test]
    fn small_shares_are_not_called_nothing() {
        assert_eq!(percent(0.0), "0.0\u{a0}%");
        assert_eq!(percent(0.0002), "0.02\u{a0}%");
        assert_eq!(percent(0.99997), "99.997\u{a0}%");
        let rare = Interval {
            low: 0.0,
            high: 0.000_037,
        };
        assert_eq!(percent_range(Some(rare)), "0.000–0.004\u{a0}%");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(percent(0.381), "38.1\u{a0}%");
        assert_eq!(
            (fixed(-0.04, 1), fixed(-2.0, 0)),
            ("0.0".into(), "−2".into())
        );
        assert_eq!(
            (signed(3.12, 1), signed(0.0, 1)),
            ("+3.1".into(), "0.0".into())
        );
        let interval = Interval {
            low: 0.37,
            high: 0.392,
        };
        assert_eq!(percent_range(Some(interval)), "37.0–39.2\u{a0}%");
        assert_eq!(percent_range(None), "–");
        assert_eq!(range(Some(interval), 2), "0.37 to 0.39");
    }

    #[test]
    fn small_chances_are_not_called_nothing() {
        assert_eq!(
            (p_value(0.034), p_value(1e-9)),
            ("0.034".into(), "<\u{a0}0.001".into())
        );
        assert_eq!(p_value(f64::NAN), "–");
    }
}
