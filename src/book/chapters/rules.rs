//! The chapter of an edition's rules: the edition in short, in a box on top; its clauses; and what its sources leave open.

use super::agreed::{in_words, named, takes};
use super::clause::{Chapter, Group, Printed, by_subject, own_readings, printed};
use crate::book::sign;
use crate::book::site::Imprint;
use crate::editions;
use crate::page::markdown::one_line;
use crate::page::{Place, Told};
use crate::rules::{
    Agreed, Answer, ClauseView, Game, Kin, Presence, Reading, Ruleset, Source, Term, Terms, Topic, Work,
};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules<'a> {
    chapter: Chapter<'a>,
    edition: &'static Ruleset,
    place: Place,
    clauses: &'a [ClauseView],
    infobox: String,
    /// What it decides itself, where it takes over other clauses.
    own: Vec<&'a ClauseView>,
    groups: Vec<Group<Printed>>,
    absent: Vec<Printed>,
    /// What is told in one line each, of an edition nearly all of whose clauses are another's.
    rest: Vec<Printed>,
    works: Vec<&'static Work>,
}

/// What the chapter is called. Most of what is printed under a name may not be known to be its own.
pub(super) fn title(edition: &'static Ruleset) -> String {
    let clauses = edition.clauses();
    let unknown = clauses.iter().filter(|clause| clause.is_unknown()).count();
    if 2 * unknown > clauses.len() {
        format!("What is known of {}", edition.name)
    } else if is_heir(edition) {
        format!("What {} changes", edition.short)
    } else {
        format!("The rules of {}", edition.short)
    }
}

/// Whether nearly all that an edition has is another's: then its page tells what it changes.
fn is_heir(edition: &'static Ruleset) -> bool {
    let clauses = edition.clauses();
    8 * clauses.iter().filter(|clause| !is_taken_over(edition, clause)).count() < clauses.len()
}

fn is_taken_over(edition: &'static Ruleset, clause: &ClauseView) -> bool {
    editions::origin(edition, clause.topic).id != edition.id
}

/// The chapter of an edition, as Markdown, for a page at this path.
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], imprint: &Imprint, page: &Path) -> Result<String> {
    let (title, place) = (title(edition), Place::of(page));
    let chapter = Chapter { edition, title: &title, imprint, told, place };
    let clauses = edition.clauses();
    let (rest, full): (Vec<&ClauseView>, Vec<_>) =
        clauses.iter().partition(|clause| is_heir(edition) && is_taken_over(edition, clause));
    let (absent, present): (Vec<&ClauseView>, _) = full.iter().partition(|clause| clause.presence == Presence::Lacking);
    let print = |clauses: Vec<&ClauseView>| -> Result<Vec<Printed>> {
        clauses.into_iter().map(|clause| printed(chapter, clause)).collect()
    };
    let takes_over = clauses.iter().any(|clause| is_taken_over(edition, clause));
    let is_own = |clause: &&ClauseView| takes_over && matches!(clause.source, Source::Says { .. });
    Ok(Rules {
        chapter,
        edition,
        place,
        clauses: &clauses,
        infobox: one_line(&infobox(edition, place)?),
        own: clauses.iter().filter(is_own).collect(),
        groups: by_subject(print(present)?, |clause| clause.topic),
        absent: print(absent)?,
        rest: print(rest)?,
        works: works(edition),
    }
    .render()?)
}

/// The kinds of answers to what is left open, with the titles over them and whose answers they are.
const ANSWERS: &[(Answer, &str, &str)] = &[
    (Answer::Silence, "Silences, and how we read them", "No source settles these. The answers are ours."),
    (
        Answer::Open,
        "Open questions, and how we play them",
        "The source speaks of these, and its words fit more than one answer. The choice is ours.",
    ),
    (
        Answer::Practice,
        "Practice of other times and authors",
        "Others tell these, and they are not this edition's rules. What we do is ours to answer for.",
    ),
    (
        Answer::Repair,
        "Slips and garbled words, mended",
        "The text at hand, or its translation, goes wrong here. The repair is ours.",
    ),
    (Answer::Settled, "What the source settles", "These are asked, and what the source says answers them."),
];

impl Rules<'_> {
    /// Why clauses are taken over, each reason once.
    fn reasons(&self) -> BTreeSet<&'static str> {
        let why = |clause: &ClauseView| match clause.source {
            Source::Same { why, .. } => Some(why),
            _ => None,
        };
        self.clauses.iter().filter_map(why).collect()
    }

    /// The edition's own answers of a kind, each with its clause.
    fn answers(&self, kind: &Answer) -> Vec<(&ClauseView, Reading)> {
        let own = |clause| own_readings(self.edition, clause).into_iter().map(move |reading| (clause, reading));
        self.clauses.iter().flat_map(own).filter(|(_, reading)| reading.kind == *kind).collect()
    }

    /// The editions whose readings hold here too, since their clauses are taken over.
    fn inherited(&self) -> impl Iterator<Item = &'static Ruleset> {
        let is_read = |origin: &&'static Ruleset| {
            let mut read = self.clauses.iter().filter(|clause| !clause.readings.is_empty());
            origin.id != self.edition.id
                && read.any(|clause| editions::origin(self.edition, clause.topic).id == origin.id)
        };
        editions::ALL.iter().copied().filter(is_read)
    }

    /// Clauses that rest on nothing and ask nothing.
    fn silent(&self) -> Vec<&ClauseView> {
        let is_bare = |clause: &&ClauseView| clause.source == Source::Silent && clause.readings.is_empty();
        self.clauses.iter().filter(is_bare).collect()
    }

    fn options(&self) -> impl Iterator<Item = &'static Agreed> {
        Agreed::known_to(self.edition)
    }

    /// Whether an option is known from another time or author.
    fn is_practice(&self, option: &Agreed) -> bool {
        let mut readings = self.edition.readings(option.topic).iter();
        readings.any(|reading| reading.option == Some(option.name) && reading.kind == Answer::Practice)
    }
}

/// The decisions that tell one edition from another at a glance. One that an edition lacks is left out.
pub(super) const GLANCE: &[Topic] = &[
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
    others: Vec<&'static Ruleset>,
    /// Topic, title, and as HTML with its signs what it decides.
    rows: Vec<(Topic, String, String)>,
    /// Each with its entry, and as HTML with its signs.
    words: Vec<(&'static str, &'static Term, String)>,
    works: Vec<&'static Work>,
    relatives: Vec<Relative>,
}

struct Relative {
    /// How it stands to it: `descends from`; none if as the one before.
    words: Option<&'static str>,
    game: &'static Game,
    doubt: Option<&'static str>,
}

fn infobox(edition: &'static Ruleset, place: Place) -> Result<String> {
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

fn row(edition: &'static Ruleset, topic: Topic) -> Option<(Topic, String, String)> {
    let clause = edition.clause(topic);
    let value = clause.value().map(|value| match clause.source {
        _ if clause.is_unknown() => format!("not known; as {}: {value}", editions::origin(edition, topic).short),
        Source::Silent => format!("silent; we read: {value}"),
        _ => value.into(),
    });
    (!clause.is_absent()).then(|| (topic, clause.title, sign::words(&value)))
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
fn works(edition: &'static Ruleset) -> Vec<&'static Work> {
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
    let above = editions::KINSHIP.iter().filter(|kin| kin.of == game.id).map(|kin| (kin, kin.relation.words(), kin.to));
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
