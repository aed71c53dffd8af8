//! A scenario that does not hold, as a page: what its author wrote, with what is wrong at its place.

use crate::page::escape_html;
use crate::page::markdown::{prose_to_html, source_to_html};
use crate::scenario::{Checked, HouseRules, scenario_fences};

/// Returns a file as HTML: its title, its prose and its fences, and behind the first mistake what is wrong.
pub fn render_failing_page(file: &Checked, report: &str) -> String {
    let text = &file.text;
    let message = format!(
        "<pre class=\"not-shown\">{}</pre>\n",
        escape_html(report.trim_end())
    );
    let mistake = file.diagnostics.first().map_or(0, |wrong| wrong.span.start);
    let (mut html, mut read, mut is_told) = (String::new(), 0, false);
    for block in scenario_fences(HouseRules::None, text).1 {
        html += &prose(text.get(read..block.span.start).unwrap_or(""));
        if !is_told && mistake < block.span.start {
            html += &message;
            is_told = true;
        }
        let fence = text.get(block.span.clone()).unwrap_or("");
        html += &format!("<pre><code>{}</code></pre>\n", source_to_html(fence));
        if !is_told && mistake < block.span.end {
            html += &message;
            is_told = true;
        }
        read = read.max(block.span.end);
    }
    html += &prose(text.get(read..).unwrap_or(""));
    if is_told { html } else { html + &message }
}

/// Prose as HTML; a line that begins with `# ` is a title.
fn prose(text: &str) -> String {
    let Some(start) = text.find("# ").filter(|at| {
        text[..*at]
            .trim_matches(['\u{FEFF}', '\n', '\r', ' '])
            .is_empty()
    }) else {
        return prose_to_html(text);
    };
    let (title, rest) = text[start + 2..]
        .split_once('\n')
        .unwrap_or((&text[start + 2..], ""));
    format!(
        "<h1>{}</h1>\n{}\n",
        source_to_html(title.trim()),
        prose_to_html(rest)
    )
}
