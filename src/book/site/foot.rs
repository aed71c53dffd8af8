//! The foot of a page: how to cite it, what it was made of, where to say that it is wrong.

use super::dress::Imprint;
use anyhow::Result;
use askama::Template;

/// What the foot of a page says.
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
    /// As HTML.
    ///
    /// # Errors
    /// A template that cannot be filled.
    pub(super) fn html(&self) -> Result<String> {
        Ok(self.render()?)
    }

    /// Where the page's scenario can be read.
    fn scenario_address(&self) -> Option<String> {
        let repository = self.imprint.repository.as_deref()?;
        Some(format!("{}/blob/HEAD/{}", repository.trim_end_matches('/'), encoded(self.scenario?)))
    }

    /// Where an error on the page is reported.
    fn report_address(&self) -> Option<String> {
        let repository = self.imprint.repository.as_deref()?;
        let title = encoded(&format!("An error in “{}”", self.title));
        Some(format!("{}/issues/new?title={title}&body={}", repository.trim_end_matches('/'), encoded(&self.page)))
    }
}

/// Text as a piece of an address.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foot(repository: Option<&str>) -> String {
        let imprint = Imprint {
            title: "B".into(),
            authors: "A".into(),
            repository: repository.map(str::to_string),
            description: String::new(),
        };
        let page = "a.html".to_string();
        Foot { imprint: &imprint, version: "1", title: "A & b", page, scenario: Some("s/é.md") }.html().expect("a foot")
    }

    #[test]
    fn a_page_is_cited_and_errors_are_reported_where_there_is_a_place() {
        let html = foot(Some("https://x.org/r/"));
        assert!(html.contains("A, “A &#38; b”, in <cite>B</cite>, mouche 1, a.html"), "{html}");
        assert!(html.contains(r#"href="https://x.org/r/blob/HEAD/s/%C3%A9.md""#), "{html}");
        assert!(html.contains("https://x.org/r/issues/new?title=An%20error"), "{html}");
        assert!(!foot(None).contains("href"), "{}", foot(None));
    }
}
