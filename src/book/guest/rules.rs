//! The rules that a hand names, folded below it.

use super::link::{Named, id};
use crate::book::sign;
use crate::editions;
use crate::page::Told;
use crate::page::markdown::{inline, one_line};
use crate::rules::{Ruleset, Source, TakenOver, Topic, Work};
use crate::scenario::story::Story;
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "guest_rules.html")]
struct Rules<'a> {
    editions: Vec<Edition<'a>>,
}

/// An edition with those of its clauses that the hand names.
struct Edition<'a> {
    id: String,
    name: &'a str,
    clauses: Vec<Clause>,
}

struct Clause {
    id: String,
    title: String,
    /// The rule, as HTML with its signs.
    text: String,
    /// What the players agreed on instead.
    agreed: Option<String>,
    /// The edition it is taken over from, as in `as in La Mouche, 1718: `.
    origin: String,
    source: String,
    work: Option<&'static Work>,
}

/// The clauses that a hand names, as HTML on one line: each with its title, the rule in words, and its source.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn rules(told: &Told, named: &Named) -> Result<String> {
    let slug = told.slug();
    let edition = |story: &'_ Story| Edition {
        id: id(&slug, story.rules.id, None),
        name: editions::by_id(story.rules.id).map_or("", |edition| edition.name),
        clauses: clauses(&story.rules, named, &slug),
    };
    let rules = one_line(&Rules { editions: told.file.stories.iter().map(edition).collect() }.render()?);
    let legend = sign::legend(&rules);
    Ok(rules.replace("</details>", &format!("{legend}</details>")))
}

fn clauses(rules: &Ruleset, named: &Named, slug: &str) -> Vec<Clause> {
    let Some(edition) = editions::by_id(rules.id) else { return Vec::new() };
    let is_named = |topic: &Topic| named.contains(&(rules.id.to_string(), Some(*topic)));
    editions::topics().copied().filter(is_named).map(|topic| clause(edition, rules, topic, slug)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Library;
    use crate::scenario::check;

    #[test]
    fn what_a_guest_prints_of_a_clause_has_its_signs_and_what_they_mean() {
        let file = check("x.md", include_bytes!("../../../scenarios/mouche-1718/denise-must-trump.md"));
        let library = Library::of(vec![file]);
        let named = Named::from([("mouche-1718".to_string(), Some(Topic::End))]);
        let html = rules(&library.told()[0], &named).expect("the rules");
        assert!(
            html.contains(r#"<span class="sign" role="img" aria-label="our reading">°</span> <span class="hand-rules"#)
        );
        assert_eq!(html.matches("class=\"legend\"").count(), 1, "{html}");
    }
}
