//! Where the links of a hand lead in another's book.

use crate::book::site::Address;
use crate::editions;
use crate::page::AWAY;
use crate::rules::Topic;
use std::collections::BTreeSet;

/// Clauses by their edition; no topic is the edition as a whole.
pub(super) type Named = BTreeSet<(String, Option<Topic>)>;

/// The id of a clause, or of an edition, in the list of a hand's rules.
pub(super) fn id(slug: &str, edition: &str, topic: Option<Topic>) -> String {
    let part = topic.map_or(String::new(), |topic| format!("-{topic}"));
    format!("{slug}-rules-{edition}{part}")
}

/// A hand whose links lead to the pages of a site.
pub(super) fn to_site(html: &str, site: &Address) -> String {
    html.replace(&href(), &format!("href=\"{site}"))
}

/// A hand whose links to clauses lead to the list of its rules, with the clauses they name. What else it would lead to is
/// not there: its words stand without a link.
pub(super) fn to_rules(html: &str, slug: &str) -> (String, Named) {
    let (mut out, mut named, mut rest) = (String::with_capacity(html.len()), Named::new(), html);
    while let Some((before, after)) = rest.split_once(&href()) {
        let (address, after) = after.split_once('"').unwrap_or((after, ""));
        match clause(address) {
            Some((edition, topic)) => {
                out += &format!("{before}href=\"#{}\"", id(slug, edition, topic));
                named.insert((edition.to_string(), topic));
                rest = after;
            }
            None => {
                let (_, words) = after.split_once('>').unwrap_or_default();
                let (words, after) = words.split_once("</a>").unwrap_or((words, ""));
                out += before.rsplit_once("<a").map_or(before, |(before, _)| before);
                out += words;
                rest = after;
            }
        }
    }
    (out + rest, named)
}

fn href() -> String {
    format!("href=\"{AWAY}")
}

/// The edition, and the clause, that an address in our book is of.
fn clause(address: &str) -> Option<(&str, Option<Topic>)> {
    let (edition, rest) = address.strip_prefix("rules/")?.split_once(".html")?;
    let topic = rest.strip_prefix('#').map(editions::topic);
    topic.map_or(Some((edition, None)), |topic| Some((edition, Some(topic?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_lead_below_and_other_pages_nowhere() {
        let html = r#"<p><a href="mouche:rules/mouche-1718.html">La Mouche</a> <a class="clause" href="mouche:rules/mouche-1718.html#play.trump">Trumping</a> <a href="mouche:odds.html">the odds</a>, <a href="x.html">x</a></p>"#;
        let (out, named) = to_rules(html, "denise");
        assert_eq!(
            out,
            r##"<p><a href="#denise-rules-mouche-1718">La Mouche</a> <a class="clause" href="#denise-rules-mouche-1718-play.trump">Trumping</a> the odds, <a href="x.html">x</a></p>"##
        );
        let edition = || "mouche-1718".to_string();
        assert_eq!(named, Named::from([(edition(), None), (edition(), Some(Topic::PlayTrump))]));
    }

    #[test]
    fn a_site_has_them_all() {
        let site: Address = "https://example.org/fly".parse().expect("an address");
        let html = to_site(r#"<a href="mouche:odds.html">the odds</a>"#, &site);
        assert_eq!(html, r#"<a href="https://example.org/fly/odds.html">the odds</a>"#);
    }
}
