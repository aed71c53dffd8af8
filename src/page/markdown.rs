//! Words as Markdown and as HTML: plain words out of both, and the author's prose as HTML that cannot do anything.

use super::sign::{self, behind};
use crate::scenario::{PROSE, is_unseen};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// The words of a piece of Markdown, without markup and on one line.
///
/// ```
/// assert_eq!(mouche::page::markdown::plain("*Denise* must\n`trump` <b>now</b>"), "Denise must trump <b>now</b>");
/// ```
pub fn plain(markdown: &str) -> String {
    let mut words = String::new();
    for event in Parser::new_ext(markdown, PROSE) {
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
    one_line.chars().filter(|c| !is_unseen(*c)).collect()
}

/// Plain words as Markdown that shows exactly them.
///
/// ```
/// assert_eq!(mouche::page::markdown::escaped("<b> [x](y) {#z}"), r"\<b\> \[x\]\(y\) \{\#z\}");
/// ```
pub fn escaped(words: &str) -> String {
    let escape = |c: char| {
        if c.is_ascii_punctuation() {
            vec!['\\', c]
        } else {
            vec![c]
        }
    };
    words.chars().flat_map(escape).collect()
}

/// Our own prose of one paragraph, as HTML without the paragraph around it.
///
/// ```
/// assert_eq!(mouche::page::markdown::inline("*La Mouche*, \"the fly\""), "<em>La Mouche</em>, “the fly”");
/// ```
pub fn inline(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_SMART_PUNCTUATION);
    let inside = |event: &Event| {
        !matches!(
            event,
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph)
        )
    };
    let mut out = String::new();
    html::push_html(&mut out, events.filter(inside));
    out
}

/// HTML on one line, so that Markdown takes it for one block.
///
/// ```
/// assert_eq!(mouche::page::markdown::one_line("<a>\n\n  <b>\n</b></a>\n"), "<a> <b> </b></a>");
/// ```
pub fn one_line(html: &str) -> String {
    html.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Words as they are printed in a language: in French no line ends before `?`, `!`, `:`, `;` or `»`, nor after `«`.
///
/// ```
/// use mouche::page::markdown::with_spaces_of;
///
/// assert_eq!(with_spaces_of("Plus ? « Non »", Some("fr")), "Plus\u{a0}? «\u{a0}Non\u{a0}»");
/// assert_eq!(with_spaces_of("More ?", None), "More ?");
/// ```
pub fn with_spaces_of(words: &str, language: Option<&str>) -> String {
    if language != Some("fr") {
        return words.to_owned();
    }
    let mut spaced = words.replace("« ", "«\u{a0}");
    for sign in ["?", "!", ":", ";", "»"] {
        spaced = spaced.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    spaced
}

/// Prose as HTML on one line.
pub fn narration(markdown: &str) -> String {
    narration_in(markdown, None)
}

/// Prose in a language, as HTML on one line.
pub fn narration_in(markdown: &str, language: Option<&str>) -> String {
    let visible: String = markdown.chars().filter(|c| !is_unseen(*c)).collect();
    let events = Parser::new_ext(&visible, PROSE | Options::ENABLE_SMART_PUNCTUATION);
    let mut notes = Footnotes::default();
    // Behind the end of a link to a clause stands its sign. Links that are not safe are not let through.
    let mut open = Vec::new();
    let mut pictures = Vec::new();
    let mut shown = Vec::new();
    for event in events.map(|event| notes.written(event)).map(tame) {
        match &event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                let is_let_through = *link_type != LinkType::Email && is_safe(dest_url);
                open.push(is_let_through.then(|| behind(dest_url)));
                shown.extend(is_let_through.then_some(event));
            }
            Event::End(TagEnd::Link) => {
                if let Some(sign) = open.pop().flatten() {
                    shown.extend([event, Event::InlineHtml(sign.into())]);
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let is_ours = is_picture(dest_url);
                pictures.push(is_ours);
                shown.extend(is_ours.then_some(event));
            }
            Event::End(TagEnd::Image) => {
                let is_ours = pictures.pop().unwrap_or(false);
                shown.extend(is_ours.then_some(event));
            }
            Event::Text(text) => shown.push(Event::Text(with_spaces_of(text, language).into())),
            _ => shown.push(event),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, shown.into_iter());
    // A newline as a reference: an empty line in a block of code would end the block of HTML around it.
    out.trim_end().replace('\n', "&#10;")
}

/// Where the pictures of hands lie in a site, from the page of a hand.
pub(crate) const PICTURES: &str = "../../hands/pictures/";

/// Whether an address is that of a picture which the builder has put into the site. Others are left out but for their words.
fn is_picture(address: &str) -> bool {
    address
        .strip_prefix(PICTURES)
        .is_some_and(|path| path.split('/').all(|part| !part.is_empty() && part != ".."))
}

/// The footnotes of a piece of prose, numbered as they are first referred to. They have no ids: a page has many pieces.
#[derive(Default)]
struct Footnotes(Vec<String>);

impl Footnotes {
    fn number(&mut self, name: &str) -> usize {
        if let Some(at) = self.0.iter().position(|known| known == name) {
            return at + 1;
        }
        self.0.push(name.to_owned());
        self.0.len()
    }

    /// An event with the signs of footnotes written out. Raw HTML is made harmless first.
    fn written<'a>(&mut self, event: Event<'a>) -> Written<'a> {
        match event {
            Event::FootnoteReference(name) => Written::Ours(Event::InlineHtml(
                format!("<sup>{}</sup>", self.number(&name)).into(),
            )),
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let number = self.number(&name);
                Written::Ours(Event::Html(
                    format!("<div class=\"footnote\"><sup>{number}</sup> ").into(),
                ))
            }
            Event::End(TagEnd::FootnoteDefinition) => Written::Ours(Event::Html("</div>".into())),
            other => Written::Theirs(other),
        }
    }
}

/// Whose an event is: ours may be HTML.
enum Written<'a> {
    Ours(Event<'a>),
    Theirs(Event<'a>),
}

/// An event without what it could do.
fn tame(event: Written) -> Event {
    let event = match event {
        Written::Ours(event) => return event,
        Written::Theirs(event) => event,
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

/// Whether an address is relative, or of the web. All before a `:` is a scheme, if no `/`, `?` or `#` comes first.
fn is_safe(address: &str) -> bool {
    let scheme = address
        .find([':', '/', '?', '#'])
        .filter(|at| address.as_bytes()[*at] == b':');
    match scheme
        .map(|at| address[..at].to_ascii_lowercase())
        .as_deref()
    {
        None => !address.starts_with("//") && !address.contains('\\'),
        Some(scheme) => matches!(scheme, "http" | "https"),
    }
}

/// A text as HTML on one line that shows exactly it, but for characters that work without being seen.
pub fn source(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let visible: String = text.trim_end().chars().filter(|c| !is_unseen(*c)).collect();
    // The page is one line, and a template of mdBook's must not find its braces in it.
    sign::escaped(&visible)
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
        .replace('{', "&#123;")
}
