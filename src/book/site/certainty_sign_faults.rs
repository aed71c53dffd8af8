//! Checks that the clauses in a finished page have the signs that say how sure they are.
//!
//! An element that holds the text of a clause names the clause in `data-clause`, so the check finds
//! the element and looks for the signs in it. A link with an empty `data-clause` holds the clause
//! that it leads to. In prose, the signs stand after each link to a
//! clause.

use crate::book::chapter_signs::{
    CertaintySignCollector, LEGEND_ATTRIBUTE, SIGN_CLASS, SIGNED_CLASSES, linked_clause,
};
use crate::book::html_tokenizer::{
    HtmlPiece, HtmlTag, has_common_class, html_pieces, unescape_html,
};
use crate::editions;
use crate::rules::{ClauseLookup, SIGNS};
use std::path::Path;

/// The classes of elements in which every link to a clause needs signs, whatever the page.
const PROSE_CLASSES: &str = "asked glossary hand practice-clause";

/// The pages and folders that are prose as a whole, because authors wrote them.
const PROSE_PAGES: [&str; 4] = [
    "learn",
    "index.html",
    "introduction.html",
    "reading-a-hand.html",
];

/// Returns a message for each fault in the signs of a finished page. `page` is its path in the
/// site.
pub(super) fn find_certainty_sign_faults(html: &str, page: &Path) -> Vec<String> {
    let main = match html.split_once("<main") {
        Some((_, rest)) => rest.split_once("</main>").map_or(rest, |(main, _)| main),
        None => html,
    };
    let mut checker = CertaintySignChecker {
        page,
        open_elements: Vec::new(),
        unsigned_link: None,
        signs: CertaintySignCollector::default(),
        faults: Vec::new(),
    };
    for piece in html_pieces(main) {
        checker.read_piece(piece);
    }
    let mut faults = checker.faults;
    let explanations = text_of_sign_legends(main);
    for (sign, meaning) in SIGNS {
        if checker.signs.found.contains(sign) && !explanations.contains(meaning) {
            faults.push(format!("the sign {sign} stands here and is not explained"));
        }
    }
    faults
}

/// Returns the texts of all legends of a page. The page that holds all chapters has the legend of
/// each chapter.
fn text_of_sign_legends(main: &str) -> String {
    let legends = main.split(LEGEND_ATTRIBUTE).skip(1);
    legends
        .filter_map(|legend| legend.split("</p>").next())
        .collect()
}

/// The signs of certainty that an element must contain, or that must follow it.
struct RequiredCertaintySigns {
    /// The id of the clause, or the address of a link to it.
    target: String,
    signs: String,
}

/// The attributes of a tag that the check needs, as they are written.
struct TagAttributesToCheck<'a> {
    class: &'a str,
    clause: &'a str,
    href: &'a str,
}

/// An element that is open while a page is read.
struct OpenElement {
    name: String,
    /// The signs of the clause that the element prints, or leads to as a link of prose.
    required: Option<RequiredCertaintySigns>,
    is_link: bool,
    /// The signs that the element contains.
    signs: String,
    /// True if links to clauses in the element need signs.
    is_prose: bool,
    is_signed: bool,
}

/// Reads the pieces of a page, and collects the faults in its signs.
struct CertaintySignChecker<'a> {
    page: &'a Path,
    open_elements: Vec<OpenElement>,
    /// A link that has just ended without its signs, which then must follow.
    unsigned_link: Option<RequiredCertaintySigns>,
    signs: CertaintySignCollector,
    faults: Vec<String>,
}

impl CertaintySignChecker<'_> {
    /// Reads the next piece of a page, and notes a clause whose sign is missing.
    fn read_piece(&mut self, piece: HtmlPiece) {
        match piece {
            HtmlPiece::Open(tag) => {
                // A site has millions of tags, so each is read only once.
                let [class, clause, href] =
                    tag.raw_attribute_values(["class", "data-clause", "href"]);
                self.check_unsigned_link(has_common_class(class, SIGN_CLASS));
                let is_signed = has_common_class(class, SIGNED_CLASSES);
                self.signs.open_tag(&tag, is_signed);
                if !tag.is_void() {
                    let attributes = TagAttributesToCheck {
                        class,
                        clause,
                        href,
                    };
                    self.open_element(&tag, &attributes, is_signed);
                }
            }
            HtmlPiece::Close(tag) => {
                self.check_unsigned_link(false);
                self.signs.close_tag(&tag);
                self.close_and_check_element(tag.name);
            }
            HtmlPiece::Text { text, .. } => self.read_text(text),
        }
    }

    fn read_text(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.check_unsigned_link(false);
        }
        self.signs.read_text(text);
        if self
            .open_elements
            .last()
            .is_some_and(|element| element.is_signed)
        {
            for element in &mut self.open_elements {
                element.signs.push_str(text);
            }
        }
    }

    /// Adds a fault if a link has ended without its signs, and no sign follows it.
    fn check_unsigned_link(&mut self, is_sign_next: bool) {
        if let Some(RequiredCertaintySigns { target, signs }) = self.unsigned_link.take()
            && !is_sign_next
        {
            let fault = format!("the link to {target} lacks its sign {signs}");
            self.faults.push(fault);
        }
    }

    fn open_element(&mut self, tag: &HtmlTag, attributes: &TagAttributesToCheck, is_signed: bool) {
        let TagAttributesToCheck {
            class,
            clause,
            href,
        } = *attributes;
        let is_in_prose = match self.open_elements.last() {
            Some(element) => element.is_prose,
            None => PROSE_PAGES.iter().any(|prose| self.page.starts_with(prose)),
        };
        // An element that prints a clause contains the signs of the clause, so the links in it need
        // none.
        let holds_linked_clause = clause.is_empty()
            && tag.is_named("a")
            && tag.decoded_attribute("data-clause").is_some();
        let is_prose = clause.is_empty()
            && !holds_linked_clause
            && (is_in_prose || has_common_class(class, PROSE_CLASSES));
        let is_link = is_prose && tag.is_named("a");
        self.open_elements.push(OpenElement {
            name: tag.name.into(),
            required: if is_link || holds_linked_clause {
                self.signs_of_link(href)
            } else {
                signs_of_clause(clause)
            },
            is_link,
            signs: String::new(),
            is_prose,
            is_signed,
        });
    }

    /// Returns the signs of the clause that a link leads to, if it leads to one with marks.
    fn signs_of_link(&self, href: &str) -> Option<RequiredCertaintySigns> {
        let target = unescape_html(href);
        let (rules, topic) = linked_clause(&target, self.page)?;
        let signs = rules.marks(topic).signs();
        (!signs.is_empty()).then_some(RequiredCertaintySigns { target, signs })
    }

    /// Closes the innermost open element of this name, and all elements in it.
    fn close_and_check_element(&mut self, name: &str) {
        let mut elements = self.open_elements.iter();
        let Some(at) = elements.rposition(|element| element.name == name) else {
            return;
        };
        for element in self.open_elements.drain(at..) {
            let missing = element.required.filter(|required| {
                !required
                    .signs
                    .chars()
                    .all(|sign| element.signs.contains(sign))
            });
            if element.is_link {
                self.unsigned_link = missing;
                continue;
            }
            self.unsigned_link = None;
            if let Some(RequiredCertaintySigns { target, signs }) = missing {
                let fault = format!("{target} is printed without its sign {signs}");
                self.faults.push(fault);
            }
        }
    }
}

/// Returns the signs that an element must contain because it prints a clause; none if `data-clause`
/// is empty.
fn signs_of_clause(data_clause: &str) -> Option<RequiredCertaintySigns> {
    if data_clause.is_empty() {
        return None;
    }
    let target = unescape_html(data_clause);
    let signs = match editions::clause(&target) {
        Some((_, clause)) => clause.marks().signs(),
        None => format!("(no clause is called {target})"),
    };
    Some(RequiredCertaintySigns { target, signs })
}
