//! A diagnostic as an annotation that GitHub's runner reads off the log of a workflow.

use super::lines::Lines;
use super::{Report, under};
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::words::visible;

/// A workflow command a diagnostic: `::error file=…,line=…::…`.
pub fn github(report: &Report) -> String {
    let lines = Lines::new(report.text);
    let told = report.told().iter().map(|diagnostic| annotation(report.path, diagnostic, &lines));
    let more = report.more().map(|words| format!("::notice file={}::{}\n", property(report.path), data(&words)));
    told.chain(more).collect()
}

fn annotation(path: &str, diagnostic: &Diagnostic, lines: &Lines) -> String {
    let span = lines.clamp(&diagnostic.span);
    let (start, end) = (lines.place(span.start), lines.place(span.end));
    // Columns are read only where a span keeps to one line.
    let columns = match start.line == end.line {
        true => format!(",col={},endColumn={}", start.column, end.column.max(start.column + 1)),
        false => String::new(),
    };
    let id = diagnostic.code.id();
    format!(
        "::{} title={},file={},line={},endLine={}{columns}::{}\n",
        diagnostic.code.severity().word(),
        property(id),
        property(path),
        start.line,
        end.line,
        data(&message(path, diagnostic, start.line, start.column))
    )
}

/// The runner hides the properties in its log, so the place stands in the message too.
fn message(path: &str, diagnostic: &Diagnostic, line: usize, column: usize) -> String {
    let under = under(diagnostic).map_or(String::new(), |editions| format!(" (under {editions})"));
    let head = format!("{}:{line}:{column}: {}{under}", visible(path), visible(&diagnostic.message));
    let page = diagnostic.clause.iter().map(|clause| format!("clause: {}", visible(clause)));
    let help = diagnostic.help.iter().map(|help| format!("help: {}", visible(help)));
    std::iter::once(head).chain(help).chain(page).collect::<Vec<_>>().join("\n")
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::diagnostic::Code;

    #[test]
    fn what_the_runner_would_read_is_escaped() {
        let diagnostics = [
            Diagnostic::new(Code::Syntax, 2..3, "100 %: a, b\n::error::x").help("y\rz"),
            Diagnostic::new(Code::Syntax, 0..6, "two lines"),
        ];
        let found = github(&Report { path: "a,b:c%.md", text: "éb\nx♥", diagnostics: &diagnostics });
        let expected = "\
::error title=syntax,file=a%2Cb%3Ac%25.md,line=1,endLine=1,col=2,endColumn=3::a,b:c%25.md:1:2: 100 %25: a, bU+000A::error::x%0Ahelp: yU+000Dz
::error title=syntax,file=a%2Cb%3Ac%25.md,line=1,endLine=2::a,b:c%25.md:1:1: two lines
";
        assert_eq!(found, expected);
    }
}
