//! A finished page as a reader reads it: its sections, in words.

use crate::book::html::{Piece, Tag, pieces, unescaped};
use crate::book::sign::SIGN;

/// A piece of a page that an address names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// Its anchor; none for the page itself.
    pub(super) anchor: String,
    /// The element of its title: `h2`, `dt`.
    pub(super) element: String,
    /// Its title.
    pub(super) title: String,
    /// Its words.
    pub(super) prose: String,
    /// The signs of the marks of the clause that it tells.
    pub(super) signs: String,
}

/// A page in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// Its sections. The first is the page itself, under its title.
    pub(super) sections: Vec<Section>,
    /// Its first paragraph.
    pub(super) opening: String,
}

impl Reading {
    /// Its title.
    pub(super) fn title(&self) -> &str {
        self.sections.first().map_or("", |section| section.title.trim())
    }

    /// The anchors and titles of the parts of the page.
    pub(super) fn headings(&self) -> Vec<(String, String)> {
        let parts = self.sections.iter().filter(|section| section.element == "h2" && !section.anchor.is_empty());
        parts.map(|section| (section.anchor.clone(), section.title.clone())).collect()
    }
}

/// What is not read: hands, which have words of their own, and what only shows what stands elsewhere.
const PASSED_OVER: &[&str] = &["hand", "infobox", "comparison", "visually-hidden", "page-nav", "legend"];

/// Reads the text of a page.
pub(super) fn read(html: &str) -> Reading {
    let main =
        html.split_once("<main").map_or(html, |(_, rest)| rest.rsplit_once("</main>").map_or(rest, |(main, _)| main));
    let mut reader = Reader::default();
    pieces(main).for_each(|piece| reader.take(piece));
    reader.reading.sections.iter_mut().for_each(|section| section.prose = one_line(&section.prose));
    reader.reading
}

#[derive(Default)]
struct Reader {
    reading: Reading,
    /// How deep in something passed over.
    hidden: usize,
    /// The element of a title that is open.
    title: Option<String>,
    /// Whether the first paragraph is open.
    opens: bool,
    /// Whether a sign is.
    is_sign: bool,
}

impl Reader {
    fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Open(tag) if self.hidden > 0 => self.hidden += usize::from(!tag.is_void()),
            Piece::Close(_) if self.hidden > 0 => self.hidden -= 1,
            Piece::Text(_) if self.hidden > 0 => {}
            Piece::Open(tag) => self.open(tag),
            Piece::Close(name) => self.close(name),
            Piece::Text(text) => self.text(&unescaped(text)),
        }
    }

    fn open(&mut self, tag: Tag) {
        let name = tag.name().to_ascii_lowercase();
        if is_passed_over(&name, tag) {
            self.hidden = usize::from(!tag.is_void());
            return;
        }
        self.is_sign = tag.attribute("class").is_some_and(|class| class == SIGN);
        let titles = matches!(name.as_str(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt");
        let anchor = tag.attribute("id").filter(|_| titles);
        if name == "h1" || anchor.is_some() {
            let anchor = anchor.filter(|_| name != "h1").unwrap_or_default();
            self.title = Some(name.clone());
            self.reading.sections.push(Section { anchor, element: name, ..Section::default() });
        } else if name == "p" {
            self.opens = self.reading.opening.is_empty();
        }
        self.space();
    }

    fn close(&mut self, name: &str) {
        self.is_sign = false;
        if self.title.as_deref() == Some(name) {
            self.title = None;
        }
        if name == "p" && self.opens {
            self.reading.opening = one_line(&self.reading.opening);
            self.opens = false;
        }
        self.space();
    }

    /// Blocks stand apart. Inside a word no element begins but a sign, which stands close to it.
    fn space(&mut self) {
        if self.is_sign {
            return;
        }
        if let Some(section) = self.reading.sections.last_mut().filter(|_| self.title.is_none()) {
            section.prose.push(' ');
        }
    }

    fn text(&mut self, text: &str) {
        if self.opens {
            self.reading.opening.push_str(text);
        }
        if let Some(section) = self.reading.sections.last_mut() {
            if self.is_sign && !section.signs.contains(text) {
                section.signs.push_str(text);
            }
            let words = if self.title.is_some() { &mut section.title } else { &mut section.prose };
            words.push_str(text);
        }
    }
}

fn is_passed_over(name: &str, tag: Tag) -> bool {
    let class = tag.attribute("class").unwrap_or_default();
    matches!(name, "svg" | "script" | "nav" | "template")
        || class.split_whitespace().any(|class| PASSED_OVER.contains(&class))
}

/// Words on one line. A space that an element left before a sign goes.
fn one_line(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in [".", ",", ";", ":", ")", "?", "!", "’"] {
        line = line.replace(&format!(" {sign}"), sign);
    }
    line
}

/// The beginning of a text, of at most `most` characters, cut between words.
pub(super) fn beginning(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let cut: String = text.chars().take(most).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_by_its_titles() {
        let html = r#"<nav>no</nav><main id="x"><h1 id="t">Title</h1><aside class="infobox"><p>no<br>no</p></aside>
            <p>First <a href="x">words</a>.</p><h2 id="a&amp;b"><a href="x">Of l’atout</a></h2><p>More &amp; more</p>
            <section class="hand"><p>no</p></section><dl><dt id="w"><dfn>mot</dfn></dt><dd>A word</dd></dl></main>no"#;
        let reading = read(html);
        let said: Vec<_> = reading.sections.iter().map(|one| [&*one.anchor, &*one.title, &*one.prose]).collect();
        let expected = [["", "Title", "First words."], ["a&b", "Of l’atout", "More & more"], ["w", "mot", "A word"]];
        assert_eq!(said, expected);
        assert_eq!(reading.opening, "First words.");
        assert_eq!(reading.headings(), [("a&b".to_string(), "Of l’atout".to_string())]);
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        assert_eq!(beginning("one two, three", 9), "one two…");
        assert_eq!(beginning("one", 3), "one");
    }
}
