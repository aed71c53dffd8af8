//! Records as Markdown: the summary of a job, as GitHub and others show it.

use super::diagnostic_record::{Record, UnreadableFile};
use askama::Template;

/// The first line of each summary.
pub const MARKDOWN_TITLE: &str = "### mouche check";

/// The most mistakes that a summary lists; GitHub shows a summary of up to a megabyte.
const MOST_ROWS: usize = 100;

#[derive(Template)]
#[template(path = "job-summary.md", escape = "none")]
struct GithubJobSummary<'a> {
    verdict: &'a str,
    records: &'a [Record],
    unreadable: &'a [UnreadableFile],
    /// The number of records that are not listed.
    omitted: usize,
}

/// Returns the summary of a run: its verdict in words, and a table of what is wrong.
pub fn render_markdown(verdict: &str, records: &[Record], unreadable: &[UnreadableFile]) -> String {
    let listed = &records[..records.len().min(MOST_ROWS)];
    GithubJobSummary {
        verdict,
        records: listed,
        unreadable,
        omitted: records.len() - listed.len(),
    }
    .render()
    .expect("text has room")
}

/// Returns a text as it can stand in a cell of a table.
fn cell_text(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('|', "\\|").replace('\n', " ")
}
