//! What a page is about, as search engines read it: JSON-LD in the words of schema.org.

use serde_json::{Value, json};

/// The facts about a page that its structured data names.
pub(super) struct PageFacts<'a> {
    /// The page, from the root of the site.
    pub(super) page: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) address: &'a str,
    pub(super) book: &'a str,
    pub(super) book_address: &'a str,
    pub(super) authors: &'a str,
    pub(super) version: &'a str,
    /// The day of the version, as `2026-11-24`.
    pub(super) day: Option<&'a str>,
}

/// Returns the structured data of a page as JSON for a `script` element, which cannot end inside it.
pub(super) fn structured_data(facts: &PageFacts) -> String {
    let mut about_page = json!({
        "@type": page_type(facts.page),
        "name": facts.title,
        "description": facts.description,
        "url": facts.address,
        "isPartOf": {
            "@type": "Book",
            "name": facts.book,
            "url": facts.book_address,
            "version": facts.version,
        },
    });
    if !facts.authors.is_empty() {
        about_page["author"] = json!({ "@type": "Organization", "name": facts.authors });
    }
    if let Some(day) = facts.day {
        about_page["dateModified"] = day.into();
    }
    let trail = json!({
        "@type": "BreadcrumbList",
        "itemListElement": [
            breadcrumb_item(1, facts.book, facts.book_address),
            breadcrumb_item(2, facts.title, facts.address),
        ],
    });
    let data = json!({ "@context": "https://schema.org", "@graph": [about_page, trail] });
    data.to_string().replace('<', "\\u003c")
}

/// Returns the type of a page in the words of schema.org.
fn page_type(page: &str) -> &'static str {
    match page.split('/').next().unwrap_or_default() {
        "games" => "Game",
        "learn" | "practice" => "LearningResource",
        "glossary.html" => "DefinedTermSet",
        _ => "Article",
    }
}

/// Returns an entry of the list of pages that lead to a page.
fn breadcrumb_item(position: u32, name: &str, address: &str) -> Value {
    json!({ "@type": "ListItem", "position": position, "name": name, "item": address })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_names_the_page_and_cannot_end_its_element() {
        let data = structured_data(&PageFacts {
            page: "games/mouche.html",
            title: "La Mouche </script>",
            description: "A game.",
            address: "https://example.org/games/mouche.html",
            book: "The book",
            book_address: "https://example.org/",
            authors: "Somebody",
            version: "version 1",
            day: Some("2026-11-24"),
        });
        assert!(!data.contains('<'), "{data}");
        let data: Value = serde_json::from_str(&data).expect("JSON");
        let page = &data["@graph"][0];
        assert_eq!(page["@type"], "Game");
        assert_eq!(page["name"], "La Mouche </script>");
        assert_eq!(page["dateModified"], "2026-11-24");
        assert_eq!(data["@graph"][1]["itemListElement"][1]["item"], page["url"]);
    }
}
