//! What a run came to.

use crate::scenario::passed_over;
use crate::scenario::story::Proved;
use schemars::JsonSchema;
use serde::Serialize;

/// Counts of a run.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Summary {
    /// Files with a header.
    pub(super) scenarios: usize,
    /// Those that do not hold.
    pub(super) failed: usize,
    /// What is wrong, over all files.
    pub(super) errors: usize,
    /// Of those errors, what is left open.
    #[serde(skip)]
    pub(super) open: usize,
    /// What authors may want to know of those that hold.
    pub(super) warnings: usize,
    /// Of both, what is not among the diagnostics: of each file a hundred are.
    pub(super) not_told: usize,
    /// Files without a header.
    pub(super) skipped: usize,
    /// Files that a `.gitignore` or `.scenarioignore` names.
    pub(super) passed_over: usize,
    /// What was proved.
    #[serde(flatten)]
    pub(super) proved: Proved,
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let Proved { hands, plays, refusals, expectations } = self.proved;
        let counted =
            [many(self.scenarios, "scenario"), many(hands, "hand"), many(plays, "play"), many(refusals, "refusal")]
                .join(", ");
        let hold = if expectations == 1 { "holds" } else { "hold" };
        write!(f, "{counted}, {} {hold}", many(expectations, "expectation"))?;
        if self.failed > 0 {
            let does = if self.failed == 1 { "does" } else { "do" };
            write!(f, "; {} {does} not hold, with {}", many(self.failed, "scenario"), many(self.errors, "error"))?;
        }
        if self.open > 0 {
            write!(f, "; `mouche bless` fills what is left open")?;
        }
        if self.warnings > 0 {
            write!(f, "; {}", many(self.warnings, "warning"))?;
        }
        if self.skipped > 0 {
            write!(f, "; {} skipped", many(self.skipped, "file"))?;
        }
        write!(f, "{}", passed_over(self.passed_over))
    }
}
