//! Figures as the chapter writes them.

use crate::explore::odds::Chance;

/// A chance as a number from 0 to 1.
pub(super) fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_written_as_in_print() {
        assert_eq!([one_in(1.0 / 748.0), one_in(0.25), one_in(0.0)], ["1 in 748", "1 in 4.0", "never"]);
    }
}
