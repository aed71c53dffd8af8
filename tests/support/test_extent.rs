//! How long the tests may take: a sample of everything, or with `ALL=1` the whole, as `tests/run --all` asks for it.

/// One of so many is taken as a sample; where everything is asked for, each.
pub fn sample_step(of: usize) -> usize {
    if are_all_wanted() { 1 } else { of }
}

/// Whether everything is asked for.
pub fn are_all_wanted() -> bool {
    std::env::var_os("ALL").is_some_and(|set| set == "1")
}
