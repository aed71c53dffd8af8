//! The page of a scenario that does not hold: the text of the author, with the report after the
//! first mistake.

use crate::page::escape_html;
use crate::page::safe_markdown::{prose_to_html, verbatim_to_html};
use crate::scenario::{CheckedFile, FolderRules, header_and_scenario_fences};

/// Returns a file as HTML: its title, its prose and its fences, with the report after the first
/// mistake.
pub fn render_failing_page(file: &CheckedFile, report: &str) -> String {
    let text = &file.text;
    let mistake = match file.diagnostics.first() {
        Some(diagnostic) => diagnostic.span.start,
        None => 0,
    };
    let mut page = BrokenScenarioPage {
        html: String::new(),
        mistake,
        report: Some(report),
    };
    let mut end_of_last = 0;
    for fence in header_and_scenario_fences(FolderRules::NONE, text).1 {
        page.html += &titled_prose_html(text.get(end_of_last..fence.span.start).unwrap_or(""));
        page.add_report_if_before(fence.span.start);
        let source = text.get(fence.span.clone()).unwrap_or("");
        page.html += &format!("<pre><code>{}</code></pre>\n", verbatim_to_html(source));
        page.add_report_if_before(fence.span.end);
        end_of_last = end_of_last.max(fence.span.end);
    }
    page.html += &titled_prose_html(text.get(end_of_last..).unwrap_or(""));
    page.add_report();
    page.html
}

/// The page that shows a broken scenario with its report, while it is written.
struct BrokenScenarioPage<'a> {
    html: String,
    /// The position of the first mistake in the file.
    mistake: usize,
    /// The report, as long as it is not on the page.
    report: Option<&'a str>,
}

impl BrokenScenarioPage<'_> {
    /// Adds the report, if the mistake is before this position in the file.
    fn add_report_if_before(&mut self, position: usize) {
        if self.mistake < position {
            self.add_report();
        }
    }

    /// Adds the report, unless it is on the page already.
    fn add_report(&mut self) {
        if let Some(report) = self.report.take() {
            let report = escape_html(report.trim_end());
            self.html += &format!("<pre class=\"not-shown\">{report}</pre>\n");
        }
    }
}

/// Returns prose as HTML. If it begins with a line `# …`, this line is the title of the page.
fn titled_prose_html(text: &str) -> String {
    let Some(start) = text.find("# ") else {
        return prose_to_html(text);
    };
    let before = &text[..start];
    if !before
        .trim_matches(['\u{FEFF}', '\n', '\r', ' '])
        .is_empty()
    {
        return prose_to_html(text);
    }
    let after_sign = &text[start + 2..];
    let (title, rest) = after_sign.split_once('\n').unwrap_or((after_sign, ""));
    let title = verbatim_to_html(title.trim());
    format!("<h1>{title}</h1>\n{}\n", prose_to_html(rest))
}
