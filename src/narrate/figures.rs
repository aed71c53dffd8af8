//! Figures as pages write them.

use crate::explore::odds::{Mean, Share};

/// A space at which no line breaks.
const SPACE: char = '\u{a0}';

/// `0.133 %`, `1.18 %`, `25.0 %`: three digits.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = match percent {
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    let digits = if percent == 0.0 { 0 } else { digits };
    format!("{percent:.digits$}{SPACE}%")
}

/// `+0.12`, `−0.30`, `0.00`: with the sign that print uses.
pub(crate) fn signed(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let is_nought = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = match value {
        _ if is_nought => "",
        value if value < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{text}")
}

/// `+0.12 ± 0.03`.
pub(crate) fn mean(mean: Mean, digits: usize) -> String {
    let within = mean.within();
    if within == 0.0 {
        return signed(mean.found(), digits);
    }
    let within = if within.is_finite() { format!("{within:.digits$}") } else { "?".into() };
    format!("{}{SPACE}±{SPACE}{within}", signed(mean.found(), digits))
}

/// `61.2 % (58.0 to 64.3)`.
pub(crate) fn share(share: Share) -> String {
    if share.hits == share.of {
        return percent(1.0);
    }
    let (low, high) = share.interval();
    format!("{:.1}{SPACE}% ({:.1} to {:.1})", 100.0 * share.found(), 100.0 * low, 100.0 * high)
}

/// A number with its thousands apart: `19,530`.
pub(crate) fn grouped(chips: i64) -> String {
    let digits = chips.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_in_print() {
        let plain = |share| percent(share).replace(SPACE, " ");
        assert_eq!([0.001337, 0.25015, 0.0118, 0.0].map(plain), ["0.134 %", "25.0 %", "1.18 %", "0 %"]);
        assert_eq!([signed(-0.3, 2), signed(0.001, 2), signed(1.25, 1)], ["−0.30", "0.00", "+1.2"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([5, 315, 1820, 19530].map(grouped), ["5", "315", "1,820", "19,530"]);
    }
}
