//! An edition in short: the box on top of its chapter.

use super::link::Link;
use super::relatives::{Relative, game_of, relatives};
use super::sign;
use crate::editions;
use crate::page::Place;
use crate::rules::{Ruleset, Source, Terms, Topic, Work};
use anyhow::Result;
use askama::Template;

/// The decisions that tell one edition from another at a glance. One that an edition lacks is left out.
const GLANCE: &[Topic] = &[
    Topic::Players,
    Topic::Pack,
    Topic::Rank,
    Topic::PamCard,
    Topic::FilleDeal,
    Topic::Stake,
    Topic::ChipsStart,
    Topic::ChipsKinds,
    Topic::PayShare,
    Topic::FlushWhat,
];

struct Row {
    title: Link,
    id: String,
    /// As HTML, with its signs.
    value: String,
}

#[derive(Template)]
#[template(path = "infobox.html")]
struct Infobox {
    edition: &'static Ruleset,
    game: Option<Link>,
    others: Vec<Link>,
    rows: Vec<Row>,
    /// Each with its signs, as HTML.
    words: Vec<(Link, String)>,
    works: Vec<Link>,
    relatives: Vec<Relative>,
}

/// The box, as HTML.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn infobox(edition: &'static Ruleset, place: Place) -> Result<String> {
    let game = game_of(edition.id);
    let infobox = Infobox {
        edition,
        game: game.map(|game| Link::new(place.game(game), game.name)),
        others: game.map(|game| others(edition, game.editions, place)).unwrap_or_default(),
        rows: GLANCE.iter().filter_map(|topic| row(edition, *topic)).collect(),
        words: words(edition, place),
        works: works(edition).into_iter().map(|work| Link::new(place.work(work), work.short)).collect(),
        relatives: game.map(|game| relatives(game, place)).unwrap_or_default(),
    };
    Ok(infobox.render()?)
}

fn row(edition: &'static Ruleset, topic: Topic) -> Option<Row> {
    let clause = edition.clause(topic);
    let title = Link::new(format!("#{topic}"), clause.title.as_str());
    let value = clause.value().map(|value| match clause.source {
        _ if clause.is_unknown() => format!("not known; as {}: {value}", editions::origin(edition, topic).short),
        Source::Silent => format!("silent; we read: {value}"),
        _ => value.into(),
    });
    (!clause.is_absent()).then(|| Row { title, id: edition.clause_id(topic), value: sign::words(&value) })
}

/// What its sources call things, each word with its entry. A word that comes with the clause of another edition is as sure
/// as that one is of this.
fn words(edition: &'static Ruleset, place: Place) -> Vec<(Link, String)> {
    let words = |terms: Terms| {
        let Terms { flush, no_trick, top_card } = terms;
        [(Topic::FlushWhat, flush), (Topic::DebtMake, no_trick), (Topic::PamCard, top_card)]
    };
    let signs = |topic: Topic, word: &str| {
        let came_with = words(editions::origin(edition, topic).terms).contains(&(topic, word));
        let marks = edition.clause(topic).marks().from_elsewhere();
        if came_with { sign::sign(marks) } else { String::new() }
    };
    let has = |(topic, _): &(Topic, &str)| *topic != Topic::PamCard || !edition.clause(*topic).is_absent();
    let link = |(topic, word)| Some((Link::new(place.term(editions::term_of(word)?), word), signs(topic, word)));
    words(edition.terms).into_iter().filter(has).filter_map(link).collect()
}

/// The other editions of the same game.
fn others(edition: &Ruleset, of_the_game: &[&str], place: Place) -> Vec<Link> {
    let others = editions::ALL.iter().filter(|other| other.id != edition.id && of_the_game.contains(&other.id));
    others.map(|other| Link::new(place.to(&format!("rules/{}.html", other.id)), other.short.to_string())).collect()
}

/// The works that its clauses rest on, those taken over included, each once.
pub(super) fn works(edition: &'static Ruleset) -> Vec<&'static Work> {
    let source = |topic: &Topic| editions::origin(edition, *topic).clause(*topic).source;
    let mut works: Vec<&'static Work> = Vec::new();
    for work in editions::topics().filter_map(|topic| source(topic).work()) {
        if !works.contains(&work) {
            works.push(work);
        }
    }
    works
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_word_that_another_edition_lends_has_the_sign_of_that() {
        let said = |id: &str| {
            let edition = editions::by_id(id).expect("an edition");
            let words = words(edition, Place::of(Path::new("rules/x.md")));
            let one = |(link, sign): &(Link, String)| {
                let sign = sign.trim_end_matches("</span>").rsplit('>').next().unwrap_or_default();
                format!("{}{sign}", link.words)
            };
            words.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(said("mouche-1718"), "mouche, makes the mouche");
        assert_eq!(said("mery-1847"), "mouche∗, makes the mouche∗");
        assert_eq!(said("pamphile-1758"), "lenturlu, makes the mouche∼, Pamphile", "its own words and a borrowed one");
    }
}
