//! Words as Markdown and as HTML: plain words out of both, and the author's prose as HTML that
//! cannot do anything.

use super::certainty_signs::{self, signs_after_link};
use crate::scenario::{PROSE_OPTIONS, is_unsafe_in_prose};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// Returns the words of a piece of Markdown, without markup and on one line.
///
/// ```
/// assert_eq!(mouche::page::safe_markdown::plain_text("*Denise* must\n`trump` <b>now</b>"), "Denise must trump <b>now</b>");
/// ```
pub fn plain_text(markdown: &str) -> String {
    let mut words = String::new();
    for event in Parser::new_ext(markdown, PROSE_OPTIONS) {
        match event {
            Event::End(TagEnd::TableCell) => words.push(' '),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                words += &text
            }
            Event::SoftBreak
            | Event::HardBreak
            | Event::Start(Tag::Paragraph)
            | Event::End(TagEnd::Paragraph) => words.push(' '),
            _ => {}
        }
    }
    let one_line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line
        .chars()
        .filter(|c| !is_unsafe_in_prose(*c))
        .collect()
}

/// Returns Markdown that shows exactly these words.
///
/// ```
/// assert_eq!(mouche::page::safe_markdown::escape_markdown("<b> [x](y) {#z}"), r"\<b\> \[x\]\(y\) \{\#z\}");
/// ```
pub fn escape_markdown(words: &str) -> String {
    let mut escaped = String::new();
    for c in words.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns our own prose of one paragraph, as HTML without the paragraph around it.
///
/// ```
/// assert_eq!(mouche::page::safe_markdown::trusted_prose_to_inline_html("*La Mouche*, \"the fly\""), "<em>La Mouche</em>, “the fly”");
/// ```
pub fn trusted_prose_to_inline_html(markdown: &str) -> String {
    let mut inside = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            event => inside.push(event),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, inside.into_iter());
    out
}

/// Returns HTML on one line, so that Markdown takes it for one block.
///
/// ```
/// assert_eq!(mouche::page::safe_markdown::join_lines("<a>\n\n  <b>\n</b></a>\n"), "<a> <b> </b></a>");
/// ```
pub fn join_lines(html: &str) -> String {
    html.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns words as they are printed in a language: in French no line ends before `?`, `!`, `:`,
/// `;` or `»`, nor after `«`.
///
/// ```
/// use mouche::page::safe_markdown::add_language_spaces;
///
/// assert_eq!(add_language_spaces("Plus ? « Non »", Some("fr")), "Plus\u{a0}? «\u{a0}Non\u{a0}»");
/// assert_eq!(add_language_spaces("More ?", None), "More ?");
/// ```
pub fn add_language_spaces(words: &str, language: Option<&str>) -> String {
    if language != Some("fr") {
        return words.to_owned();
    }
    let mut spaced = words.replace("« ", "«\u{a0}");
    for sign in ["?", "!", ":", ";", "»"] {
        spaced = spaced.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    spaced
}

/// Returns prose as HTML on one line.
pub fn prose_to_html(markdown: &str) -> String {
    prose_to_html_in(markdown, None)
}

/// Returns prose in a language, as HTML on one line.
pub fn prose_to_html_in(markdown: &str, language: Option<&str>) -> String {
    let visible: String = markdown
        .chars()
        .filter(|c| !is_unsafe_in_prose(*c))
        .collect();
    let events = Parser::new_ext(&visible, PROSE_OPTIONS | Options::ENABLE_SMART_PUNCTUATION);
    let mut notes = Footnotes::default();
    // For each open link, the sign of the clause that it leads to; none for a link that is not let
    // through.
    let mut signs = Vec::new();
    let mut pictures = Vec::new();
    let mut shown = Vec::new();
    for event in events {
        let event = make_harmless(notes.write_footnote_signs(event));
        match &event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                if *link_type != LinkType::Email && is_safe_address(dest_url) {
                    signs.push(Some(signs_after_link(dest_url)));
                    shown.push(event);
                } else {
                    signs.push(None);
                }
            }
            Event::End(TagEnd::Link) => {
                if let Some(sign) = signs.pop().flatten() {
                    shown.push(event);
                    shown.push(Event::InlineHtml(sign.into()));
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let is_ours = is_site_picture(dest_url);
                pictures.push(is_ours);
                if is_ours {
                    shown.push(event);
                }
            }
            Event::End(TagEnd::Image) => {
                if pictures.pop().unwrap_or(false) {
                    shown.push(event);
                }
            }
            Event::Text(text) => {
                shown.push(Event::Text(add_language_spaces(text, language).into()))
            }
            _ => shown.push(event),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, shown.into_iter());
    // A newline as a reference: an empty line in a block of code would end the block of HTML around
    // it.
    out.trim_end().replace('\n', "&#10;")
}

/// The folder of the pictures of hands in a site, from the page of a hand.
pub(crate) const PICTURES: &str = "../../hands/pictures/";

/// Returns whether an address is that of a picture which the builder has put into the site. Of
/// other pictures only the words are shown.
fn is_site_picture(address: &str) -> bool {
    address
        .strip_prefix(PICTURES)
        .is_some_and(|path| path.split('/').all(|part| !part.is_empty() && part != ".."))
}

/// The footnotes of a piece of prose, numbered in the order of the first references to them. They
/// have no ids, because a page has many pieces of prose.
#[derive(Default)]
struct Footnotes(Vec<String>);

impl Footnotes {
    /// Returns the number of a footnote, which gets the next one if it has none.
    fn number_of(&mut self, name: &str) -> usize {
        if let Some(at) = self.0.iter().position(|known| known == name) {
            return at + 1;
        }
        self.0.push(name.to_owned());
        self.0.len()
    }

    /// Returns an event with the signs of footnotes written out, as HTML of ours.
    fn write_footnote_signs<'a>(&mut self, event: Event<'a>) -> OwnOrAuthorMarkdown<'a> {
        match event {
            Event::FootnoteReference(name) => OwnOrAuthorMarkdown::Ours(Event::InlineHtml(
                format!("<sup>{}</sup>", self.number_of(&name)).into(),
            )),
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let number = self.number_of(&name);
                OwnOrAuthorMarkdown::Ours(Event::Html(
                    format!("<div class=\"footnote\"><sup>{number}</sup> ").into(),
                ))
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                OwnOrAuthorMarkdown::Ours(Event::Html("</div>".into()))
            }
            other => OwnOrAuthorMarkdown::Theirs(other),
        }
    }
}

/// A Markdown event of prose: ours, which may be HTML, or an author's. One that we made may be
/// HTML.
enum OwnOrAuthorMarkdown<'a> {
    Ours(Event<'a>),
    Theirs(Event<'a>),
}

/// Returns an event in which nothing of the author's acts as HTML.
fn make_harmless(event: OwnOrAuthorMarkdown) -> Event {
    let event = match event {
        OwnOrAuthorMarkdown::Ours(event) => return event,
        OwnOrAuthorMarkdown::Theirs(event) => event,
    };
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock | Tag::Heading { .. }) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock | TagEnd::Heading(_)) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::CodeBlock(_)) => Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)),
        Event::SoftBreak => Event::Text(CowStr::Borrowed(" ")),
        other => other,
    }
}

/// Returns whether an address is relative, or of the web. All before a `:` is a scheme, if no `/`,
/// `?` or `#` comes first.
fn is_safe_address(address: &str) -> bool {
    if let Some(end) = address.find([':', '/', '?', '#'])
        && address.as_bytes()[end] == b':'
    {
        let scheme = address[..end].to_ascii_lowercase();
        return matches!(scheme.as_str(), "http" | "https");
    }
    !address.starts_with("//") && !address.contains('\\')
}

/// Returns HTML on one line that shows exactly this text, but for characters that work without
/// being seen.
pub fn verbatim_to_html(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let visible: String = text
        .trim_end()
        .chars()
        .filter(|c| !is_unsafe_in_prose(*c))
        .collect();
    // The page is one line, and a template of mdBook's must not find its braces in it.
    certainty_signs::escape_html(&visible)
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
        .replace('{', "&#123;")
}
