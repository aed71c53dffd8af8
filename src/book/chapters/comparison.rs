//! The editions side by side: a row for each topic, a column for each edition, and in a few words what they decide; what
//! differs first. Then the games, by groups of topics.

use super::clause::{BINDING, Group, by_subject};
use super::rules::GLANCE;
use crate::book::sign;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::one_line;
use crate::rules::{Agreed, Answer, ClauseView, Game, Mark, Presence, Ruleset, Source, Topic};
use anyhow::Result;
use askama::Template;
use std::cmp::Reverse;
use std::path::Path;

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison {
    place: Place,
    editions: Vec<&'static Ruleset>,
    rows: Vec<Row>,
}

struct Row {
    topic: Topic,
    title: String,
    section: usize,
    cells: Vec<Cell>,
}

/// What editions that stand beside each other decide alike.
struct Cell {
    editions: Vec<&'static Ruleset>,
    says: String,
    /// The short names of the earlier editions whose sources decide otherwise.
    differs: Vec<&'static str>,
}

/// How rows are sorted: what the sources decide otherwise, what is otherwise for another reason, and what is alike.
const SECTIONS: [&str; 3] = ["Where they differ", "Where one is silent, or only offers it", "Where they agree"];

/// The chapter, as Markdown, for a page at this path.
pub(super) fn comparison(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let editions = columns();
    let mut chapter = ABOUT.to_owned();
    for (at, title) in SECTIONS.iter().enumerate() {
        let rows = editions::topics().map(|topic| row(*topic, &editions));
        let rows: Vec<Row> = rows.filter(|row| row.section == at).collect();
        let count = rows.len();
        let table = Comparison { place, editions: editions.clone(), rows };
        chapter +=
            &format!("\n\n## {title}: {count} of {}\n\n{}", editions::topics().count(), one_line(&table.render()?));
    }
    Ok(format!("{chapter}\n\n## From game to game\n\n{}\n", one_line(&Games { place, groups: games() }.render()?)))
}

const ABOUT: &str = "# The editions compared\n\nEditions that decide a thing alike share a cell; a sign beside an edition says how sure that is of it. ≠ stands where both sources tell of the thing and decide it otherwise. What one of them leaves out, or only offers to the company, is no difference; nor is what we chose where a source is silent or its words fit more than one answer.";

/// The editions, each behind the one that most of its clauses come from; the more, the nearer.
fn columns() -> Vec<&'static Ruleset> {
    let mut columns = editions::ALL.to_vec();
    columns.sort_by_cached_key(|edition| {
        let from = |at: &usize| {
            editions::topics().filter(|topic| editions::origin(edition, **topic).id == editions::ALL[*at].id).count()
        };
        let most = (0..editions::ALL.len()).max_by_key(from).unwrap_or_default();
        (most, Reverse(from(&most)))
    });
    columns
}

fn row(topic: Topic, editions: &[&'static Ruleset]) -> Row {
    let mut cells: Vec<Cell> = Vec::new();
    for edition in editions {
        let mut says = decides(edition, topic);
        if let Some(at) = cells.iter().position(|cell| cell.says == says).filter(|at| at + 1 < cells.len()) {
            says = format!("as {}", cells[at].editions[0].short);
        }
        match cells.last_mut().filter(|cell| cell.says == says) {
            Some(cell) => cell.editions.push(edition),
            None => cells.push(Cell { editions: vec![edition], says, differs: Vec::new() }),
        }
    }
    for at in 1..cells.len() {
        let (earlier, own) = (&cells[..at], &cells[at].editions);
        let others = earlier.iter().flat_map(|cell| &cell.editions);
        let otherwise = others.filter(|other| own.iter().any(|edition| differs(edition, other, topic)));
        cells[at].differs = otherwise.map(|other| other.short).collect();
    }
    let section = match cells.len() {
        1 => 2,
        _ => usize::from(cells.iter().all(|cell| cell.differs.is_empty())),
    };
    Row { topic, title: title(topic), section, cells }
}

/// An edition's name as HTML, with the signs of what it decides on a topic.
fn signed(edition: &'static Ruleset, topic: Topic) -> String {
    edition.short.to_owned() + &sign::sign(edition.clause(topic).marks())
}

/// A topic's title, in the words of each edition that has others.
fn title(topic: Topic) -> String {
    let mut titles: Vec<String> = editions::ALL.iter().map(|edition| edition.title(topic)).collect();
    titles.sort_by_key(|title| *title != topic.title());
    titles.dedup();
    titles.join(" / ")
}

/// What an edition decides on a topic, in words, whoever decided it first.
fn decides(edition: &'static Ruleset, topic: Topic) -> String {
    let (clause, origin) = (edition.clause(topic), editions::origin(edition, topic));
    let first = origin.clause(topic);
    if origin.id != edition.id && clause.presence == first.presence {
        return decides(origin, topic);
    }
    let words = match clause.presence {
        Presence::OtherGame(_) => return "only in his other game, where a company agrees to play it".into(),
        // What is told beside the clause that another text tells.
        Presence::Untold if matches!(clause.source, Source::Period { .. }) => {
            return "practice that looks like the time’s, not his".into();
        }
        Presence::Untold => return "silent".into(),
        Presence::Lacking => "none".into(),
        Presence::Agreed(_) | Presence::Present => clause.gist().set(|gist, _| decision(edition, &clause, gist)),
    };
    if first.source == Source::Silent { format!("silent; we read: {words}") } else { words }
}

/// What is decided, and what else its edition offers. Of a ceiling no edition names the figure: it is for the company, and
/// the one at hand is that of the example.
fn decision(edition: &Ruleset, clause: &ClauseView, gist: &str) -> String {
    match (clause.presence, edition.debt_cap.read().map(|cap| cap.zip(clause.source.work())).set(|cap, _| *cap)) {
        (Presence::Agreed(option), _) => format!("{gist}; {}", agreed(edition, clause.topic, option)),
        (_, Some((chips, work))) if clause.topic == Topic::DebtCap => {
            format!("agreed; here {chips} chips ({}’s example)", work.short.split(',').next().unwrap_or_default())
        }
        _ => gist.into(),
    }
}

fn agreed(edition: &Ruleset, topic: Topic, option: &str) -> String {
    let other = Agreed::by_name(option).and_then(|option| option.otherwise(edition));
    match other {
        Some(other) => format!("where agreed: {}", other.clause(topic).key()),
        None => "where agreed: as the company sets it".into(),
    }
}

/// Whether an edition decides otherwise than another: both sources speak of the thing, and no choice of ours between the
/// readings of their words makes the two agree. What a source only offers decides nothing.
fn differs(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    speaks(edition, topic)
        && speaks(other, topic)
        && are_apart(edition, other, topic)
        && are_apart(&read_as(other, edition, topic), other, topic)
        && are_apart(edition, &read_as(edition, other, topic), topic)
}

/// Whether the source of an edition speaks on a topic, and of this game. What we play in the stead of a silent source, or
/// take from another, is not told of it; nor does a source that tells the game without a thing say anything of it.
fn speaks(edition: &'static Ruleset, topic: Topic) -> bool {
    let (clause, origin) = (edition.clause(topic), editions::origin(edition, topic).clause(topic));
    let is_silent = matches!(origin.source, Source::Silent | Source::Period { .. } | Source::Without);
    let is_not_told = clause.is_unknown() || clause.marks().has(Mark::NotToldAgain);
    !(is_silent || is_not_told || matches!(clause.presence, Presence::Untold | Presence::OtherGame(_)))
}

/// Whether two editions as they stand are not the same on a topic, whoever decided it.
fn are_apart(edition: &Ruleset, other: &Ruleset, topic: Topic) -> bool {
    let (this, that) = (edition.clause(topic), other.clause(topic));
    // Where a rule for people is in part our reading, its words are no witness.
    let has_words = |clause: &ClauseView| clause.is_custom() && !clause.is_absent() && !clause.marks().is_ours();
    let is_rephrased = has_words(&this) && has_words(&that) && !this.is_worded_like(&that);
    !edition.decides_as(other, topic) || this.is_absent() != that.is_absent() || is_rephrased
}

/// An edition with its source's words read as another has it, wherever they fit more than one answer and an option goes
/// with the question.
fn read_as(other: &Ruleset, edition: &Ruleset, topic: Topic) -> Ruleset {
    let open = edition.readings(topic).iter().filter(|reading| reading.kind == Answer::Open);
    let options = open.filter_map(|reading| Agreed::by_name(reading.option?));
    options.fold(*edition, |edition, option| option.as_in(other, &edition))
}

#[derive(Template)]
#[template(path = "games.html")]
struct Games {
    place: Place,
    groups: Vec<Group<Topic>>,
}

/// What tells one game from another at a glance, beside what the box of an edition has.
const MORE: [Topic; 9] = [
    Topic::TurnCard,
    Topic::Forced,
    Topic::ExchangeOnce,
    Topic::FlushTake,
    Topic::PlayFollow,
    Topic::PlayHead,
    Topic::PlayTrump,
    Topic::DebtMake,
    Topic::End,
];

fn games() -> Vec<Group<Topic>> {
    let told = editions::topics().filter(|topic| GLANCE.contains(topic) || MORE.contains(topic));
    by_subject(told.copied().collect(), |topic| *topic)
}

impl Games {
    /// The games that have an edition, each with its oldest.
    fn games(&self) -> impl Iterator<Item = (&'static Game, &'static Ruleset)> {
        let oldest = |game: &'static Game| Some((game, game.editions.first().and_then(|id| editions::by_id(id))?));
        editions::GAMES.iter().filter_map(oldest)
    }
}

/// What an edition decides, as HTML with its signs.
fn said(edition: &'static Ruleset, topic: Topic) -> String {
    let clause = edition.clause(topic);
    let says = |text: &str| if clause.key() == BINDING { text.into() } else { decides(edition, topic) };
    sign::words(&clause.text().map(says))
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_comparison.rs"]
mod tests;
