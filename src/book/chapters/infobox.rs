//! An edition in short: the box on top of its chapter.

use crate::book::sign;
use crate::editions;
use crate::page::Place;
use crate::rules::{Game, Kin, Ruleset, Source, Term, Terms, Topic, Work};
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

#[derive(Template)]
#[template(path = "infobox.html")]
struct Infobox {
    edition: &'static Ruleset,
    place: Place,
    game: Option<&'static Game>,
    /// The other editions of the same game.
    others: Vec<&'static Ruleset>,
    rows: Vec<Row>,
    /// Each with its entry, and as HTML with its signs.
    words: Vec<(&'static str, &'static Term, String)>,
    works: Vec<&'static Work>,
    relatives: Vec<Relative>,
}

struct Row {
    topic: Topic,
    title: String,
    /// As HTML, with its signs.
    value: String,
}

/// What another game is to this one.
struct Relative {
    /// How it stands to it: `descends from`; none if as the one before.
    words: Option<&'static str>,
    game: &'static Game,
    /// What speaks against it, if anything.
    doubt: Option<&'static str>,
}

/// The box, as HTML.
pub(super) fn infobox(edition: &'static Ruleset, place: Place) -> Result<String> {
    let game = editions::GAMES.iter().find(|game| game.editions.contains(&edition.id));
    let of_the_game = game.map_or(&[][..], |game| game.editions);
    let others = editions::ALL.iter().filter(|other| other.id != edition.id && of_the_game.contains(&other.id));
    let infobox = Infobox {
        edition,
        place,
        game,
        others: others.copied().collect(),
        rows: GLANCE.iter().filter_map(|topic| row(edition, *topic)).collect(),
        words: words(edition),
        works: works(edition),
        relatives: game.map(relatives).unwrap_or_default(),
    };
    Ok(infobox.render()?)
}

fn row(edition: &'static Ruleset, topic: Topic) -> Option<Row> {
    let clause = edition.clause(topic);
    let value = clause.value().map(|value| match clause.source {
        _ if clause.is_unknown() => format!("not known; as {}: {value}", editions::origin(edition, topic).short),
        Source::Silent => format!("silent; we read: {value}"),
        _ => value.into(),
    });
    (!clause.is_absent()).then(|| Row { topic, value: sign::words(&value), title: clause.title })
}

/// What its sources call things, each word with its entry. A word that comes with the clause of another edition is as sure
/// as that one is of this.
fn words(edition: &'static Ruleset) -> Vec<(&'static str, &'static Term, String)> {
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
    let entry = |(topic, word)| Some((word, editions::term_of(word)?, signs(topic, word)));
    words(edition.terms).into_iter().filter(has).filter_map(entry).collect()
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

/// What a game comes from, is a variant of, or is related to, then what came of it.
fn relatives(game: &Game) -> Vec<Relative> {
    let above = editions::KINSHIP.iter().filter(|kin| kin.of == game.id).map(|kin| (kin, kin.relation.says(), kin.to));
    let below = editions::KINSHIP.iter().filter(|kin| kin.to == game.id);
    let below = below.map(|kin| (kin, kin.relation.turned(), kin.of));
    let mut last = None;
    let relative = |(kin, words, other): (&Kin, &'static str, &str)| {
        let game = editions::game_by_id(other)?;
        let words = (last.replace(words) != Some(words)).then_some(words);
        Some(Relative { words, game, doubt: kin.certainty.doubt() })
    };
    above.chain(below).filter_map(relative).collect()
}
