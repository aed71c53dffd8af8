//! A diagnostic with its source, as a person reads it in a terminal.

use super::lines::Lines;
use super::{Report, under};
use crate::scenario::diagnostic::{Diagnostic, Severity};
use crate::scenario::syntax::Span;
use crate::scenario::words::{is_hidden, visible};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};

/// How many lines away another place may be to be shown in the same stretch of source.
const NEAR: usize = 100;

/// Each diagnostic with its source, its help and what to write instead; a blank line after each.
/// Long lines are cut to `width` characters or so.
pub fn full(report: &Report, color: bool, width: usize) -> String {
    full_as(report, &Look { color, width, ..Look::default() })
}

/// Words alone, without signs drawn under the source: for a screen reader, and for logs.
pub fn plain(report: &Report) -> String {
    full_as(report, &Look { graphics: false, ..Look::default() })
}

/// How a diagnostic is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// In colour, with the code as a link where the book's address is known.
    pub color: bool,
    /// Whether the source is shown with marks under it.
    pub graphics: bool,
    /// How wide a line may be, in characters.
    pub width: usize,
    /// The address of the published book; none where pages are named as they lie in it.
    pub book: &'a str,
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look { color: false, graphics: true, width: 120, book: "" }
    }
}

/// Each diagnostic as [`full`] shows it, but as asked.
pub fn full_as(report: &Report, look: &Look) -> String {
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(look.width).no_graphics(!look.graphics);
    let page = Page { lines: Lines::new(report.text), path: visible(report.path), book: look.book };
    let one = |diagnostic| renderer.render(&page.groups(diagnostic)) + "\n\n";
    report.diagnostics.iter().map(one).collect()
}

struct Page<'a> {
    lines: Lines<'a>,
    path: String,
    book: &'a str,
}

impl Page<'_> {
    fn groups(&self, diagnostic: &Diagnostic) -> Vec<Group<'static>> {
        let level = match diagnostic.code.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.id());
        let mut group = self.snippets(diagnostic).into_iter().fold(Group::with_title(title), Group::element);
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(visible(help)));
        }
        if let Some(clause) = &diagnostic.clause {
            group = group.element(Level::NOTE.message(format!("the clause is {}", visible(clause))));
        }
        if let Some(page) = diagnostic.page(self.book) {
            group = group.element(Level::NOTE.message(format!("book: {page}")));
        }
        if let Some(editions) = under(diagnostic) {
            group = group.element(Level::NOTE.message(format!("it is found under {editions}")));
        }
        std::iter::once(group).chain(self.fix(diagnostic)).collect()
    }

    /// The source with the token marked, and beside it the other places: near ones in one piece, others each alone.
    fn snippets(&self, diagnostic: &Diagnostic) -> Vec<Snippet<'static, Annotation<'static>>> {
        let span = self.lines.clamp(&diagnostic.span);
        let line = self.lines.line(span.start);
        let is_near = |(other, _): &&(Span, String)| self.lines.line(other.start).abs_diff(line) <= NEAR;
        let (near, far): (Vec<_>, Vec<_>) = diagnostic.related.iter().partition(is_near);
        let mut marks = vec![(span, visible(&diagnostic.label), AnnotationKind::Primary)];
        marks.extend(near.into_iter().map(|other| self.mark(other)));
        let alone = far.into_iter().map(|other| self.snippet(vec![self.mark(other)]));
        std::iter::once(self.snippet(marks)).chain(alone).collect()
    }

    fn mark(&self, (span, label): &(Span, String)) -> Mark {
        (self.lines.clamp(span), visible(label), AnnotationKind::Context)
    }

    fn snippet(&self, marks: Vec<Mark>) -> Snippet<'static, Annotation<'static>> {
        let first = marks.iter().map(|(span, ..)| self.lines.line(span.start)).min().unwrap_or(0);
        let last = marks.iter().map(|(span, ..)| self.lines.line(span.end)).max().unwrap_or(first);
        let (start, source) = self.lines.window(first, last);
        let snippet = Snippet::source(shown(source)).path(self.path.clone()).line_start(first + 1);
        marks.into_iter().fold(snippet, |snippet, (span, label, kind)| {
            let annotation = kind.span(span.start - start..span.end - start);
            snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label) })
        })
    }

    fn fix(&self, diagnostic: &Diagnostic) -> Option<Group<'static>> {
        let text = diagnostic.fix.as_ref()?;
        let span = self.lines.clamp(&diagnostic.span);
        let (first, last) = (self.lines.line(span.start), self.lines.line(span.end));
        let (start, source) = self.lines.window(first, last);
        let patch = Patch::new(span.start - start..span.end - start, visible_lines(text));
        let snippet = Snippet::source(shown(source)).path(self.path.clone()).line_start(first + 1).patch(patch);
        Some(Level::HELP.secondary_title("write").element(snippet))
    }
}

type Mark = (Span, String, AnnotationKind);

/// The source with hidden characters as signs of the same length, so that spans stay where they are.
/// The renderer replaces only some of them.
fn shown(source: &str) -> String {
    let sign = |c: char| match c.len_utf8() {
        2 if is_hidden(c) => '·',
        3 if is_hidden(c) => '\u{FFFD}',
        4 if is_hidden(c) => '🛇',
        _ => c,
    };
    source.chars().map(sign).collect()
}

fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::diagnostic::Code;

    fn render(text: &str, diagnostic: Diagnostic) -> String {
        full(&Report { path: "a.md", text, diagnostics: &[diagnostic] }, false, 100)
    }

    #[test]
    fn a_diagnostic_is_shown_whole() {
        let text = "```script\nDenise tries A♣\nDense 7♥\n```\n";
        let diagnostic = Diagnostic::new(Code::UnknownName, 28..33, "`Dense` is no player")
            .label("no player has this name")
            .related(10..16, "named here")
            .help("did you mean `Denise`?")
            .fix("Denise")
            .clause("mouche-1718/play.trump");
        let expected = "\
error[unknown-name]: `Dense` is no player
 --> a.md:3:1
  |
2 | Denise tries A♣
  | ------ named here
3 | Dense 7♥
  | ^^^^^ no player has this name
  |
  = help: did you mean `Denise`?
  = note: the clause is mouche-1718/play.trump
  = note: book: rules/mouche-1718.html#play.trump
help: write
  |
3 | Denise 7♥
  |    +

";
        assert_eq!(render(text, diagnostic), expected);
    }

    #[test]
    fn nothing_reaches_the_terminal_raw() {
        let text = "\u{FEFF}a \u{1b}[31m\u{202e} b\n\u{7}";
        for span in [0..0, 3..99, 5..6, 99..99] {
            let diagnostic =
                Diagnostic::new(Code::Syntax, span.clone(), "\u{1b}x\u{9b}").label("\u{1b}\n").fix("\u{7}\nx");
            let shown = render(text, diagnostic.related(span, "\u{202e}"));
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']), "{shown:?}");
        }
    }

    #[test]
    fn a_far_place_stands_alone() {
        let text = "a\n".repeat(5_000);
        let shown = render(&text, Diagnostic::new(Code::Syntax, 9_998..9_999, "x").related(0..1, "first"));
        assert!(shown.lines().count() < 15, "{shown}");
        assert!(shown.contains("a.md:1:1") && shown.contains("a.md:5000:1"), "{shown}");
    }
}
