//! The signs of marks in finished chapters and pages: put behind links of prose, explained, and looked for.
//!
//! What prints a clause puts its id into `data-clause` of the element that holds what it says; [`find_sign_faults`] looks whether the
//! signs are there. Links of prose to a clause get theirs from [`add_signs`], so that no author can forget one.

use super::html::{HtmlPiece, HtmlTag, has_class, html_pieces, unescape_html};
use crate::editions;
use crate::page::inline_html;
use crate::page::sign::{LEGEND, linked_clause};
pub(super) use crate::page::sign::{SIGN, html, legend_html, sign, words};
use crate::rules::{ClauseInfo, SIGNS};
use crate::scenario::{Replacement, apply_replacements};
use pulldown_cmark::{Event, Options, Parser, Tag as MarkdownTag};
use std::path::Path;

/// Classes of what has signs: a sign, and what has bare ones behind a clause by its name or its edition, and a purse.
const SIGNED: &str = "sign clause year has";
/// Elements whose links to clauses say what a thing rests on, on whatever page they stand.
const REFERRING: &str = "asked glossary hand practice-clause";

/// The rule of a clause, as HTML with its signs.
pub(super) fn clause_html(clause: &ClauseInfo) -> String {
    html(&clause.text().map(inline_html))
}

/// A chapter with a sign behind each link of its prose to a clause that has one, and what they mean at its end.
pub(super) fn add_signs(chapter: &str, page: &Path) -> String {
    let signs = Parser::new_ext(chapter, Options::ENABLE_TABLES)
        .into_offset_iter()
        .filter_map(|(event, range)| {
            let Event::Start(MarkdownTag::Link { dest_url, .. }) = event else {
                return None;
            };
            let (rules, topic) = linked_clause(&dest_url, page)?;
            Some(Replacement {
                span: range.end..range.end,
                text: sign(rules.clause(topic).marks()),
            })
        });
    let chapter = apply_replacements(chapter, &signs.collect::<Vec<_>>());
    let legend = if chapter.contains(LEGEND) {
        String::new()
    } else {
        page_legend(&chapter)
    };
    if legend.is_empty() {
        chapter
    } else {
        format!("{}\n\n{legend}\n", chapter.trim_end())
    }
}

/// What the signs mean that stand in a page, as HTML; nothing where none stands.
pub(super) fn page_legend(page: &str) -> String {
    let mut signs = Signs::default();
    html_pieces(page).for_each(|piece| {
        signs.take(
            piece,
            matches!(piece, HtmlPiece::Open(tag) if tag.has_class(SIGNED)),
        )
    });
    legend_html(&signs.found)
}

/// The signs that stand in a page: in elements of their own, in links that end with them, and in the words of pictures.
#[derive(Default)]
struct Signs {
    found: String,
    is_sign: bool,
    /// How many pictures are open.
    drawings: usize,
}

impl Signs {
    fn take(&mut self, piece: HtmlPiece, is_signed: bool) {
        match piece {
            HtmlPiece::Open(tag) => self.drawings += usize::from(tag.is("svg")),
            HtmlPiece::Close(tag) => {
                self.drawings = self.drawings.saturating_sub(usize::from(tag.is("svg")))
            }
            HtmlPiece::Text { text, .. } if self.is_sign || self.drawings > 0 => {
                return self.found.push_str(text);
            }
            HtmlPiece::Text { .. } => return,
        }
        self.is_sign = is_signed;
    }
}

/// What is wrong with the signs of a finished page, a line each. `page` is its path in the site.
pub(super) fn find_sign_faults(html: &str, page: &Path) -> Vec<String> {
    let main = html.split_once("<main").map_or(html, |(_, rest)| {
        rest.split_once("</main>").map_or(rest, |it| it.0)
    });
    let mut walk = SignChecker {
        page,
        open: Vec::new(),
        link: None,
        signs: Signs::default(),
        wrong: Vec::new(),
    };
    html_pieces(main).for_each(|piece| walk.take(piece));
    // The page that holds all chapters has the legend of each.
    let told: String = main
        .split(LEGEND)
        .skip(1)
        .filter_map(|legend| legend.split("</p>").next())
        .collect();
    let untold = SIGNS
        .iter()
        .filter(|(sign, says)| walk.signs.found.contains(sign) && !told.contains(says));
    walk.wrong.extend(
        untold.map(|(sign, _)| format!("the sign {sign} stands here and is not explained")),
    );
    walk.wrong
}

/// The id of a clause, or an address that leads to one, and its signs.
type Owed = (String, String);

struct SignChecker<'a> {
    page: &'a Path,
    open: Vec<Element>,
    /// A link to a clause that has just ended without its signs, which have to follow.
    link: Option<Owed>,
    signs: Signs,
    wrong: Vec<String>,
}

struct Element {
    name: String,
    /// The clause that it tells, or, as a link of prose, leads to, with the signs that it has to hold.
    owes: Option<Owed>,
    is_link: bool,
    /// Those that it holds.
    signs: String,
    /// Whether it stands in words whose links have to have their signs.
    refers: bool,
    is_sign: bool,
}

impl SignChecker<'_> {
    fn take(&mut self, piece: HtmlPiece) {
        // What a tag says is read once: there are millions.
        let says = match piece {
            HtmlPiece::Open(tag) => tag.attribute_values(["class", "data-clause", "href"]),
            _ => Default::default(),
        };
        let is_signed = has_class(says[0], SIGNED);
        self.signs.take(piece, is_signed);
        let is_space = matches!(piece, HtmlPiece::Text { text, .. } if text.trim().is_empty());
        if !is_space
            && let Some((address, signs)) = self.link.take()
            && !has_class(says[0], SIGN)
        {
            self.wrong
                .push(format!("the link to {address} lacks its sign {signs}"));
        }
        match piece {
            HtmlPiece::Open(tag) if tag.is_void() => {}
            HtmlPiece::Open(tag) => self.open(tag, says, is_signed),
            HtmlPiece::Close(tag) => self.close(tag.name),
            HtmlPiece::Text { text, .. }
                if self.open.last().is_some_and(|element| element.is_sign) =>
            {
                self.open
                    .iter_mut()
                    .for_each(|element| element.signs.push_str(text));
            }
            HtmlPiece::Text { .. } => {}
        }
    }

    fn open(&mut self, tag: HtmlTag, [class, told, href]: [&str; 3], is_sign: bool) {
        // A link to a clause is prose on pages that are written by hand.
        let by_hand = [
            "learn",
            "index.html",
            "introduction.html",
            "reading-a-hand.html",
        ];
        let is_prose = || by_hand.iter().any(|own| self.page.starts_with(own));
        let around = self
            .open
            .last()
            .map_or_else(is_prose, |element| element.refers);
        // What tells a clause holds its sign somewhere: the links in it need none of their own.
        let refers = told.is_empty() && (around || has_class(class, REFERRING));
        let is_link = refers && tag.is("a");
        let owes = if is_link {
            let address = unescape_html(href);
            let signs = linked_clause(&address, self.page)
                .map(|(rules, topic)| rules.clause(topic).marks().signs());
            signs
                .filter(|signs| !signs.is_empty())
                .map(|signs| (address, signs))
        } else {
            (!told.is_empty()).then(|| unescape_html(told)).map(|id| {
                let signs = editions::clause(&id).map(|(_, clause)| clause.marks().signs());
                let signs = signs.unwrap_or_else(|| format!("(no clause is called {id})"));
                (id, signs)
            })
        };
        self.open.push(Element {
            name: tag.name.into(),
            owes,
            is_link,
            signs: String::new(),
            refers,
            is_sign,
        });
    }

    fn close(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|element| element.name == name) else {
            return;
        };
        for Element {
            owes,
            is_link,
            signs: held,
            ..
        } in self.open.drain(at..)
        {
            let owed = owes.filter(|(_, signs)| !signs.chars().all(|sign| held.contains(sign)));
            let untold = owed.iter().filter(|_| !is_link);
            self.wrong.extend(
                untold.map(|(id, signs)| format!("{id} is printed without its sign {signs}")),
            );
            self.link = owed.filter(|_| is_link);
        }
    }
}
