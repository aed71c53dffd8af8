//! What a page says of itself to those who do not see it: a description, its one address, a card to show elsewhere.

use super::Address;
use anyhow::Result;
use askama::Template;

/// The picture for a site's cards, 1200 by 630 pixels.
pub(super) const CARD: &str = "social-card.png";

/// Words that describe a page.
#[derive(Template)]
#[template(path = "head.html", whitespace = "suppress")]
pub(super) struct Head<'a> {
    /// The book's title.
    pub(super) book: &'a str,
    /// The page's title.
    pub(super) title: &'a str,
    /// What it is about, in a sentence or two.
    pub(super) description: &'a str,
    /// Its address, if the site has one.
    pub(super) address: Option<String>,
    /// The address of the picture.
    pub(super) card: Option<String>,
}

impl<'a> Head<'a> {
    /// For a page of a site that stands at an address, or nowhere yet.
    pub(super) fn new(book: &'a str, title: &'a str, description: &'a str, at: Option<(&Address, &str)>) -> Head<'a> {
        let address = at.map(|(address, page)| address.page(page));
        Head { book, title, description, address, card: at.map(|(address, _)| address.page(CARD)) }
    }

    /// As HTML.
    ///
    /// # Errors
    /// A template that cannot be filled.
    pub(super) fn html(&self) -> Result<String> {
        Ok(self.render()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_an_address_has_no_card() {
        let html = Head::new("B", "T", "\"><b>", None).html().expect("a head");
        assert!(html.starts_with(r#"<meta name="description" content="&#34;&#62;&#60;b&#62;">"#), "{html}");
        assert!(!html.contains("og:"));
        let address: Address = "https://x.org/b".parse().expect("an address");
        let html = Head::new("B", "T", "D", Some((&address, "a/b.html"))).html().expect("a head");
        assert!(html.contains(r#"<link rel="canonical" href="https://x.org/b/a/b.html">"#), "{html}");
        assert!(html.contains(r#"content="https://x.org/b/social-card.png""#), "{html}");
    }
}
