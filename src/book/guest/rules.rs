//! Where the links of a hand lead in another's book: to a site that has our chapters, or to the rules that the hand names,
//! folded below it.

use crate::book::sign;
use crate::book::site::Address;
use crate::editions;
use crate::page::markdown::{inline, one_line};
use crate::page::{AWAY, Told};
use crate::rules::{Ruleset, Source, TakenOver, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;

/// Clauses by their edition; no topic is the edition as a whole.
pub(super) type Named = BTreeSet<(String, Option<Topic>)>;

/// The id of a clause, or of an edition, in the list of a hand's rules.
fn id(slug: &str, edition: &str, topic: Option<Topic>) -> String {
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
        match clause_of(address) {
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

/// The beginning of a link to a page of ours, up to its address.
fn href() -> String {
    format!("href=\"{AWAY}")
}

/// The edition, and the clause, that an address in our book is of.
fn clause_of(address: &str) -> Option<(&str, Option<Topic>)> {
    let (edition, rest) = address.strip_prefix("rules/")?.split_once(".html")?;
    let topic = rest.strip_prefix('#').map(editions::topic);
    topic.map_or(Some((edition, None)), |topic| Some((edition, Some(topic?))))
}

#[derive(Template)]
#[template(path = "guest_rules.html")]
struct Rules {
    editions: Vec<Edition>,
}

/// An edition with those of its clauses that the hand names.
struct Edition {
    id: String,
    name: &'static str,
    clauses: Vec<Clause>,
}

struct Clause {
    id: String,
    title: String,
    /// The rule, as HTML with its signs.
    text: String,
    agreed: Option<String>,
    /// The edition it is taken over from, as in `as in La Mouche, 1718: `.
    origin: String,
    source: String,
    work: Option<&'static Work>,
}

/// The clauses that a hand names, as HTML on one line: each with its title, the rule in words, and its source.
pub(super) fn rules(told: &Told, named: &Named) -> Result<String> {
    let slug = told.slug();
    let edition = |rules: &Ruleset| {
        let edition = editions::by_id(rules.id)?;
        let topics = editions::topics().filter(|topic| named.contains(&(rules.id.to_string(), Some(**topic))));
        let clauses = topics.map(|topic| clause(edition, rules, *topic, &slug)).collect();
        Some(Edition { id: id(&slug, rules.id, None), name: edition.name, clauses })
    };
    let editions = told.file.stories.iter().filter_map(|story| edition(&story.rules)).collect();
    let rules = one_line(&Rules { editions }.render()?);
    let legend = sign::legend(&rules);
    Ok(rules.replace("</details>", &format!("{legend}</details>")))
}

fn clause(edition: &'static Ruleset, rules: &Ruleset, topic: Topic, slug: &str) -> Clause {
    let (printed, now) = (edition.clause(topic), rules.clause(topic));
    let origin = editions::origin(edition, topic);
    let source = origin.clause(topic).source;
    Clause {
        id: id(slug, edition.id, Some(topic)),
        title: edition.title(topic),
        text: sign::html(&printed.text().map(inline)),
        agreed: now.agreed_instead_of(&printed).map(str::to_string),
        origin: taken_over(edition, origin, printed.source),
        source: source.to_string(),
        work: source.work().filter(|work| !work.addresses.is_empty()),
    }
}

fn taken_over(edition: &Ruleset, origin: &Ruleset, source: Source) -> String {
    let words = match source {
        Source::Same { taken: TakenOver::NotAtHand, .. } => "not known; played as in",
        Source::Same { taken: TakenOver::NotToldAgain, .. } => "not told again; taken from",
        _ => "as in",
    };
    if origin.id == edition.id { String::new() } else { format!("{words} {}: ", origin.name) }
}
