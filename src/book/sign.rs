//! The signs of marks in type: behind what a clause says, behind a link to it, and explained once a page.
//!
//! What prints a clause puts its id into `data-clause` of the element that holds what it says; [`faults`] looks whether the
//! signs are there. Links of prose to a clause get theirs from [`signed`], so that no author can forget one.

use super::site::html::{Piece, Tag, pieces};
use crate::editions;
use crate::rules::{Marked, Marks, Ruleset, SIGNS, Topic};
use pulldown_cmark::{Event, Options, Parser, Tag as Markup};
use std::fmt::Display;
use std::path::Path;

/// The class of a sign.
pub(super) const SIGN: &str = "sign";
/// Elements in which links to clauses are references beside a title, and no prose.
const REFERENCES: &[&str] = &["asked", "hand"];

/// The signs of marks, as HTML; nothing where nothing has to be said.
pub(super) fn sign(marks: Marks) -> String {
    let signs = marks.signs();
    if signs.is_empty() {
        return String::new();
    }
    format!(r#"<span class="{SIGN}" role="img" aria-label="{}">{signs}</span>"#, marks.words())
}

/// Words of a clause as HTML, with their signs.
pub(super) fn words<T: Display>(said: &Marked<T>) -> String {
    said.set(|said, marks| escaped(&said.to_string()) + &sign(marks))
}

/// HTML that a clause says, with its signs.
pub(super) fn html(said: &Marked<String>) -> String {
    said.set(|said, marks| format!("{said}{}", sign(marks)))
}

pub(super) fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A chapter with a sign behind each link of its prose to a clause that has one, and with the meaning of its signs at its
/// end. `page` is its path in the book.
pub(super) fn signed(chapter: &str, page: &Path) -> String {
    let chapter = with_signs(chapter, page);
    let legend = legend(&chapter);
    if legend.is_empty() { chapter } else { format!("{}\n\n{legend}\n", chapter.trim_end()) }
}

/// Markdown with a sign behind each of its links to a clause that has one.
pub(super) fn with_signs(markdown: &str, page: &Path) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut taken = 0;
    for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
        let Event::Start(Markup::Link { dest_url, .. }) = event else { continue };
        let sign = clause_of(&dest_url, page).map_or(String::new(), |(rules, topic)| sign(rules.clause(topic).marks()));
        out.push_str(&markdown[taken..range.end]);
        out.push_str(&sign);
        taken = range.end;
    }
    out + &markdown[taken..]
}

/// The sign behind a link of a hand's prose, wherever the page stands.
pub(super) fn behind(address: &str) -> String {
    clause_of(address, Path::new("")).map_or(String::new(), |(rules, topic)| sign(rules.clause(topic).marks()))
}

/// The clause that an address leads to from a page.
fn clause_of(address: &str, page: &Path) -> Option<(&'static Ruleset, Topic)> {
    let (path, topic) = address.split_once('#')?;
    let here = page.parent().filter(|folder| folder.ends_with("rules")).and_then(|_| page.file_stem()?.to_str());
    let edition = match path.trim_start_matches("../") {
        "" => here?,
        path => path.strip_prefix("rules/")?.split('.').next()?,
    };
    Some((editions::by_id(edition)?, editions::topic(topic)?))
}

/// What the signs mean that stand in a page, as HTML; nothing where none stands.
pub(super) fn legend(page: &str) -> String {
    let stand = signs_in(page);
    let entry = |(sign, says): &(&str, &str)| format!("<span><b>{sign}</b> {says}.</span>");
    let entries: Vec<String> = SIGNS.iter().filter(|(sign, _)| stand.contains(sign)).map(entry).collect();
    match entries.is_empty() {
        true => String::new(),
        false => format!(r#"<p class="legend">{}</p>"#, entries.join(" ")),
    }
}

/// The signs that stand in a page: in elements of their own, and at the end of the words of pictures.
fn signs_in(page: &str) -> String {
    let (mut found, mut is_sign, mut drawings) = (String::new(), false, 0_usize);
    for piece in pieces(page) {
        match piece {
            Piece::Open(tag) => {
                is_sign = has_class(tag, SIGN);
                drawings += usize::from(tag.is("svg"));
            }
            Piece::Close(name) => {
                is_sign = false;
                drawings = drawings.saturating_sub(usize::from(name == "svg"));
            }
            Piece::Text(text) if is_sign || drawings > 0 => found.push_str(text),
            Piece::Text(_) => {}
        }
    }
    found
}

fn has_class(tag: Tag, class: &str) -> bool {
    tag.attribute("class").unwrap_or_default().split_whitespace().any(|one| one == class)
}

/// What is wrong with the signs of a finished page, a line each. `page` is its path in the site.
pub(super) fn faults(html: &str, page: &Path) -> Vec<String> {
    let main = html.split_once("<main").map_or(html, |(_, rest)| rest.split_once("</main>").map_or(rest, |it| it.0));
    let mut walk = Walk { page, open: Vec::new(), link: None, wrong: Vec::new() };
    pieces(main).for_each(|piece| walk.take(piece));
    let (body, told) = main.split_once(r#"class="legend""#).unwrap_or((main, ""));
    let stand = signs_in(body);
    let untold = SIGNS.iter().filter(|(sign, says)| stand.contains(sign) && !told.contains(says));
    walk.wrong.extend(untold.map(|(sign, _)| format!("the sign {sign} stands here and is not explained")));
    walk.wrong
}

/// A walk over a page, with the elements that are open.
struct Walk<'a> {
    page: &'a Path,
    open: Vec<Element>,
    /// A link to a clause that has just ended, the signs that have to follow, and its address.
    link: Option<(String, String)>,
    wrong: Vec<String>,
}

#[derive(Default)]
struct Element {
    name: String,
    /// The clause that it tells, the signs it has to hold, and those that it holds.
    clause: Option<(String, String)>,
    signs: String,
    /// The clause that it leads to, as a link of prose.
    leads: Option<(String, String)>,
    is_reference: bool,
    is_sign: bool,
}

impl Walk<'_> {
    fn take(&mut self, piece: Piece) {
        let is_space = matches!(piece, Piece::Text(text) if text.trim().is_empty());
        if !is_space && let Some((address, signs)) = self.link.take() {
            let follows = matches!(piece, Piece::Open(tag) if has_class(tag, SIGN));
            if !follows {
                self.wrong.push(format!("the link to {address} lacks its sign {signs}"));
            }
        }
        match piece {
            Piece::Open(tag) if tag.is_void() => {}
            Piece::Open(tag) => self.open(tag),
            Piece::Close(name) => self.close(name),
            Piece::Text(text) => {
                if self.open.last().is_some_and(|element| element.is_sign) {
                    self.open.iter_mut().for_each(|element| element.signs.push_str(text));
                }
            }
        }
    }

    fn open(&mut self, tag: Tag) {
        let is_reference = REFERENCES.iter().any(|class| has_class(tag, class))
            || self.open.last().is_some_and(|element| element.is_reference || element.clause.is_some());
        let told = tag.attribute("data-clause");
        let leads = tag.attribute("href").filter(|_| tag.is("a") && is_prose(self.page) && !is_reference);
        self.open.push(Element {
            name: tag.name().into(),
            clause: told.map(|id| {
                let signs = editions::clause(&id).map(|(_, clause)| clause.marks().signs());
                (id.clone(), signs.unwrap_or_else(|| format!("(no clause is called {id})")))
            }),
            leads: leads.and_then(|address| {
                let (rules, topic) = clause_of(&address, self.page)?;
                let signs = rules.clause(topic).marks().signs();
                (!signs.is_empty()).then_some((address, signs))
            }),
            is_reference,
            is_sign: has_class(tag, SIGN),
            signs: String::new(),
        });
    }

    fn close(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|element| element.name == name) else { return };
        for element in self.open.drain(at..) {
            if let Some((id, signs)) = element.clause
                && !signs.chars().all(|sign| element.signs.contains(sign))
            {
                self.wrong.push(format!("{id} is told without its sign {signs}"));
            }
            self.link = element.leads;
        }
    }
}

/// Whether a page is written by hand, so that a link to a clause is prose.
fn is_prose(page: &Path) -> bool {
    page.starts_with("learn")
        || ["index.html", "introduction.html", "reading-a-hand.html"].iter().any(|one| page == Path::new(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clause that is in part our reading, and one that is the source's alone.
    fn clauses() -> [(&'static Ruleset, Topic); 2] {
        let all = || editions::ALL.iter().flat_map(|rules| editions::topics().map(move |topic| (*rules, *topic)));
        let find = |wanted: &str| all().find(|(rules, topic)| rules.clause(*topic).marks().signs() == wanted);
        [find("°").expect("a reading of ours"), find("").expect("a rule of a source")]
    }

    fn link((rules, topic): (&Ruleset, Topic)) -> String {
        format!("../rules/{}.html#{topic}", rules.id)
    }

    #[test]
    fn a_link_of_prose_to_a_reading_of_ours_gets_its_sign() {
        let [ours, said] = clauses();
        let text = format!("See [this]({}), and [that]({}).", link(ours), link(said));
        let signed = signed(&text, Path::new("learn/x.md"));
        assert!(signed.contains(&format!("]({})<span class=\"sign\"", link(ours))), "{signed}");
        assert!(signed.contains(&format!("[that]({}).", link(said))), "{signed}");
        assert_eq!(signed.matches("class=\"legend\"").count(), 1);
        assert_eq!(super::signed("[a](b.md)", Path::new("learn/x.md")), "[a](b.md)", "nothing to be said");
    }

    #[test]
    fn a_page_that_tells_a_clause_without_its_sign_is_wrong() {
        let [(rules, topic), _] = clauses();
        let clause = rules.clause(topic);
        let page = |said: &str| format!(r#"<main><p data-clause="{}">{said}</p></main>"#, rules.clause_id(topic));
        let legend = |page: String| page.replace("</main>", &format!("{}</main>", super::legend(&page)));
        assert_eq!(faults(&legend(page(&words(&clause.value()))), Path::new("x.html")), Vec::<String>::new());
        assert_eq!(faults(&page(clause.key()), Path::new("x.html")).len(), 1);
        let bare = faults(&page(&words(&clause.value())), Path::new("x.html"));
        assert_eq!(bare, ["the sign ° stands here and is not explained"]);
    }

    #[test]
    fn a_link_of_prose_without_its_sign_is_wrong() {
        let [ours, said] = clauses();
        let page = |clause, more: &str| format!(r#"<main><p><a href="{}">x</a>{more}.</p></main>"#, link(clause));
        let wrong = |html: &str| faults(html, Path::new("learn/x.html")).len();
        assert_eq!(wrong(&page(ours, "")), 1);
        assert_eq!(wrong(&page(said, "")), 0);
        let sign = sign(ours.0.clause(ours.1).marks());
        assert_eq!(wrong(&page(ours, &sign)), 1, "explained nowhere");
    }
}
