//! What was looked for and not found.

/// A text that would settle something, and was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sought {
    /// What was looked for.
    pub what: &'static str,
    /// What stands in for it, or what stays open without it.
    pub instead: &'static str,
}
