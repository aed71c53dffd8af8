//! Markdown written by programs: plain words in it and out of it.

use crate::scenario::is_unseen;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The words of a piece of Markdown, without markup and on one line.
pub fn plain(markdown: &str) -> String {
    let mut words = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                words.push_str(&text)
            }
            Event::SoftBreak | Event::HardBreak | Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {
                words.push(' ')
            }
            _ => {}
        }
    }
    let one_line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line.chars().filter(|c| !is_unseen(*c)).collect()
}

/// Plain words as Markdown that shows exactly them.
pub fn escaped(words: &str) -> String {
    let escape = |c: char| if c.is_ascii_punctuation() { vec!['\\', c] } else { vec![c] };
    words.chars().flat_map(escape).collect()
}

/// Our own prose of one paragraph, as HTML without the paragraph around it.
pub fn inline(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_SMART_PUNCTUATION);
    let inside = |event: &Event| !matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph));
    let mut out = String::new();
    html::push_html(&mut out, events.filter(inside));
    out
}

/// HTML on one line, so that Markdown takes it for one block.
pub fn one_line(html: &str) -> String {
    html.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_lose_their_markup_and_are_safe_again() {
        assert_eq!(plain("*Denise* `must` <b>trump</b>"), "Denise must <b>trump</b>");
        assert_eq!(escaped("<b> [x](y) {#z}"), r"\<b\> \[x\]\(y\) \{\#z\}");
    }

    #[test]
    fn html_comes_on_one_line() {
        assert_eq!(one_line("<a>\n\n  <b>\n</b></a>\n"), "<a> <b> </b></a>");
    }
}
