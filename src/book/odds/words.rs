//! Figures as the chapter writes them.

use crate::explore::odds::{Chance, Mean, Share};

/// A space at which no line breaks.
const SPACE: char = '\u{a0}';

/// A chance as a number from 0 to 1.
pub(super) fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// `0.133 %`, `1.18 %`, `25.0 %`: three digits.
pub(in crate::book) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = match percent {
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    let digits = if percent == 0.0 { 0 } else { digits };
    format!("{percent:.digits$}{SPACE}%")
}

/// `1 in 748`.
pub(super) fn one_in(share: f64) -> String {
    if share <= 0.0 {
        return "never".into();
    }
    let times = 1.0 / share;
    if times < 20.0 { format!("1 in {times:.1}") } else { format!("1 in {times:.0}") }
}

/// `four`: a number of players.
pub(super) fn players(count: u8) -> &'static str {
    ["none", "one", "two", "three", "four", "five", "six"].get(usize::from(count)).copied().unwrap_or("many")
}

/// `+0.12`, `−0.30`, `0.00`: with the sign that print uses.
pub(in crate::book) fn signed(value: f64, digits: usize) -> String {
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
pub(in crate::book) fn mean(mean: Mean, digits: usize) -> String {
    let within = mean.within();
    if within == 0.0 {
        return signed(mean.found(), digits);
    }
    let within = if within.is_finite() { format!("{within:.digits$}") } else { "?".into() };
    format!("{}{SPACE}±{SPACE}{within}", signed(mean.found(), digits))
}

/// `61.2 % (58.0 to 64.3)`.
pub(in crate::book) fn share(share: Share) -> String {
    if share.hits == share.of {
        return percent(1.0);
    }
    let (low, high) = share.interval();
    format!("{:.1}{SPACE}% ({:.1} to {:.1})", 100.0 * share.found(), 100.0 * low, 100.0 * high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_in_print() {
        let plain = |share| percent(share).replace(SPACE, " ");
        assert_eq!([0.001337, 0.25015, 0.0118, 0.0].map(plain), ["0.134 %", "25.0 %", "1.18 %", "0 %"]);
        assert_eq!([one_in(1.0 / 748.0), one_in(0.25), one_in(0.0)], ["1 in 748", "1 in 4.0", "never"]);
        assert_eq!([signed(-0.3, 2), signed(0.001, 2), signed(1.25, 1)], ["−0.30", "0.00", "+1.2"]);
    }
}
