//! Options of a header that change nothing in the file.

use crate::rules::{ClauseId, OptionDef, OptionValue};
use crate::scenario::text::{Header, Spanned};
use std::collections::BTreeMap;

/// Plays a file with other rules than its header agrees, to find out what an option of it changes.
pub trait IdleOptionTrials {
    /// Returns whether the file holds with these options alone, and ends as it does with all of its own.
    fn holds_and_ends_alike_with(
        &mut self,
        options: &BTreeMap<String, Spanned<OptionValue>>,
    ) -> bool;

    /// Returns whether something in the file comes out otherwise when the clause on a topic has another value.
    fn depends_on_clause(&mut self, topic: ClauseId) -> bool;
}

/// Returns the names of the options that can be left out, all of them together: without them the file holds as well and ends
/// as it does, and no other value of their clauses would change that.
pub fn find_idle_options(header: &Header, trials: &mut dyn IdleOptionTrials) -> Vec<String> {
    let mut options = header.options.clone();
    let mut idle = Vec::new();
    // One option may need another: once the first is left out, the other may be idle as well.
    loop {
        let found_before = idle.len();
        for name in header.options.keys() {
            let Some((name, value)) = options.remove_entry(name) else {
                continue;
            };
            if let Some(option) = OptionDef::by_name(&name)
                && trials.holds_and_ends_alike_with(&options)
                && !trials.depends_on_clause(option.topic)
            {
                idle.push(name);
            } else {
                options.insert(name, value);
            }
        }
        if idle.len() == found_before {
            return idle;
        }
    }
}
