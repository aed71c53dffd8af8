//! Numbers of ways, and chances as exact fractions.

use num_rational::Ratio;

/// A chance, in its lowest terms. The largest here, of six hands out of 52 cards, needs 115 bits.
pub type Chance = Ratio<u128>;

/// How many sets of `k` there are among `n`.
pub fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |ways, i| ways * (n - i) as u128 / (i + 1) as u128)
}
