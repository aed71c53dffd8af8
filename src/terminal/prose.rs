//! The author's prose as paragraphs of plain words.

use crate::scenario::is_unseen;
use pulldown_cmark::{Event, Parser, TagEnd};

/// The paragraphs of a piece of Markdown without their markup. Nothing in them can steer a terminal.
pub(super) fn paragraphs(markdown: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for event in Parser::new(markdown) {
        let last = all.last_mut().expect("one at least");
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => last.push_str(&text),
            Event::SoftBreak | Event::HardBreak => last.push(' '),
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock | TagEnd::HtmlBlock,
            ) => all.push(String::new()),
            _ => {}
        }
    }
    let one = |words: String| words.split_whitespace().collect::<Vec<_>>().join(" ");
    let seen = |words: String| one(words).chars().filter(|c| !is_unseen(*c)).collect::<String>();
    all.into_iter().map(seen).filter(|words| !words.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_what_steers_a_terminal_are_gone() {
        let said = paragraphs("*Denise* must\ntrump.\n\n- one\n- two\u{1b}[31m\u{202e}\n\n<b>x</b>");
        assert_eq!(said, ["Denise must trump.", "one", "two[31m", "<b>x</b>"]);
    }
}
