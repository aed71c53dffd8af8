//! What stands around the words of a page: what it says of itself at its head, and its foot.

use super::Address;
use super::address::encoded;
use askama::Template;

/// The picture for a site's cards, 1200 by 630 pixels.
pub(super) const CARD: &str = "social-card.png";

/// What a page says of itself to those who do not see it: a description, its one address, a card to show elsewhere.
#[derive(Template)]
#[template(path = "head.html", whitespace = "suppress")]
pub(super) struct Head<'a> {
    /// The book's title.
    pub(super) book: &'a str,
    /// The page's title.
    pub(super) title: &'a str,
    /// What it is about, in a sentence or two.
    pub(super) description: &'a str,
    /// Where it is, in a site that stands at an address.
    pub(super) at: Option<(&'a Address, &'a str)>,
}

/// Who publishes the book, as its settings say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::book) struct Imprint {
    /// The book's title.
    pub(in crate::book) title: String,
    /// Its authors.
    pub(in crate::book) authors: String,
    /// What it is about.
    pub(in crate::book) description: String,
    /// Where its source lies.
    pub(in crate::book) repository: Option<String>,
}

/// The foot of a page: how to cite it, what it was made of, where to say that it is wrong.
#[derive(Template)]
#[template(path = "foot.html")]
pub(super) struct Foot<'a> {
    /// Who publishes the book.
    pub(super) imprint: &'a Imprint,
    /// The version of the program that made it.
    pub(super) version: &'static str,
    /// The page's title.
    pub(super) title: &'a str,
    /// Its address, or its path in the site.
    pub(super) page: String,
    /// The scenario it was made of.
    pub(super) scenario: Option<&'a str>,
}

impl Foot<'_> {
    fn repository(&self) -> Option<&str> {
        self.imprint.repository.as_deref().map(|address| address.trim_end_matches('/'))
    }

    /// Where the page's scenario can be read.
    fn scenario_address(&self) -> Option<String> {
        Some(format!("{}/blob/HEAD/{}", self.repository()?, encoded(self.scenario?)))
    }

    /// Where an error on the page is reported.
    fn report_address(&self) -> Option<String> {
        let title = encoded(&format!("An error in “{}”", self.title));
        Some(format!("{}/issues/new?title={title}&body={}", self.repository()?, encoded(&self.page)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_an_address_has_no_card() {
        let head = |at| Head { book: "B", title: "T", description: "\"><b>", at }.render().expect("a head");
        let html = head(None);
        assert!(html.starts_with(r#"<meta name="description" content="&#34;&#62;&#60;b&#62;">"#), "{html}");
        assert!(!html.contains("og:"));
        let html = head(Some((&"https://x.org/b".parse().expect("an address"), "a/b.html")));
        assert!(html.contains(r#"<link rel="canonical" href="https://x.org/b/a/b.html">"#), "{html}");
        assert!(html.contains(r#"content="https://x.org/b/social-card.png""#), "{html}");
    }

    #[test]
    fn a_page_is_cited_and_errors_are_reported_where_there_is_a_place() {
        let foot = |repository: Option<&str>| {
            let repository = repository.map(str::to_string);
            let imprint = Imprint { title: "B".into(), authors: "A".into(), repository, description: String::new() };
            let page = "a.html".to_string();
            let foot = Foot { imprint: &imprint, version: "1", title: "A & b", page, scenario: Some("s/é.md") };
            foot.render().expect("a foot")
        };
        let html = foot(Some("https://x.org/r/"));
        assert!(html.contains("A, “A &#38; b”, in <cite>B</cite>, mouche 1, a.html"), "{html}");
        assert!(html.contains(r#"href="https://x.org/r/blob/HEAD/s/%C3%A9.md""#), "{html}");
        assert!(html.contains("https://x.org/r/issues/new?title=An%20error"), "{html}");
        assert!(!foot(None).contains("href"), "{}", foot(None));
    }
}
