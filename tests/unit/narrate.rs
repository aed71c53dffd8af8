//! What only the file itself can see: a number is written as the formatting of the standard library has it.

use super::format_decimal;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_number_is_rounded_as_the_standard_library_rounds_it(value in -100_000.0..100_000.0_f64, digits in 0..4_usize) {
        prop_assert_eq!(format_decimal(value, digits), format!("{value:.digits$}"));
    }

    #[test]
    fn a_fraction_with_a_tie_is_rounded_as_the_standard_library_rounds_it(numerator in 0..200_000_u32, digits in 0..4_usize) {
        let value = f64::from(numerator) / 2_000.0 * 0.5;
        prop_assert_eq!(format_decimal(value, digits), format!("{value:.digits$}"));
    }
}

#[test]
fn ends_of_the_range_are_written_as_well() {
    for value in [
        0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        0.125,
        0.0625,
        1e-300,
        9_007_199_254_740_992.0,
        99.95,
        9.995,
    ] {
        for digits in 0..4 {
            if value < 1e12 {
                assert_eq!(
                    format_decimal(value, digits),
                    format!("{value:.digits$}"),
                    "{value}"
                );
            }
        }
    }
    assert_eq!(
        format_decimal(9_007_199_254_740_991.0, 0),
        "9007199254740991"
    );
}
