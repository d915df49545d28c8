//! Number formatting for display.

use super::interval::Interval;

/// Formats a share as a percentage: `38.1 %`, with a no-break space, and with additional decimals if
/// it would otherwise be shown as 0 % or 100 %.
pub fn percent(share: f64) -> String {
    let off = share.abs().min((1.0 - share).abs());
    format!("{}\u{a0}%", fixed(100.0 * share, decimals(off)))
}

/// Returns the number of decimals with which a percentage of this size is not rounded to 0.
pub fn decimals(share: f64) -> usize {
    match share {
        nothing if nothing <= 1e-12 => 1,
        small if small < 5e-6 => 4,
        small if small < 5e-5 => 3,
        small if small < 5e-4 => 2,
        _ => 1,
    }
}

/// Formats a number with a fixed number of decimals, without the sign of a negative zero.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if text.chars().all(|letter| "-0.".contains(letter)) {
        return text.trim_start_matches('-').to_string();
    }
    text.replace('-', "−")
}

/// Formats an interval as percentages: `37.0–39.2 %`, with additional decimals if the ends would
/// otherwise look equal. A dash if there is no interval.
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

/// Formats an interval: `1.5 to 3.2`, or a dash if there is no interval.
pub fn range(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or("–".to_string(), |interval| {
        let (low, high) = (
            fixed(interval.low, decimals),
            fixed(interval.high, decimals),
        );
        match low.starts_with('−') {
            true => format!("{low} to {high}"),
            false => format!("{low}–{high}"),
        }
    })
}

/// Formats a number with its sign: `+3.1`, `−0.4`.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if text.starts_with('−') || text.chars().all(|letter| "0.".contains(letter)) {
        text
    } else {
        format!("+{text}")
    }
}

/// Formats a p-value: `0.034`, `< 0.001`.
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

    /// Rare outcomes are not displayed as 0 %.
    #[test]
    fn small_shares_are_not_shown_as_zero() {
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
    fn numbers_are_formatted_with_signs_and_units() {
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
        assert_eq!(range(Some(interval), 2), "0.37–0.39");
    }

    #[test]
    fn small_p_values_are_not_shown_as_zero() {
        assert_eq!(
            (p_value(0.034), p_value(1e-9)),
            ("0.034".into(), "<\u{a0}0.001".into())
        );
        assert_eq!(p_value(f64::NAN), "–");
    }
}
