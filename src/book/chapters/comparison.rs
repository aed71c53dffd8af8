//! The editions side by side: a row for each topic, a column for each edition; and in it, in a few words, what the edition
//! decides, with what it stands on: told, silent, not known, or only by agreement.

use super::clause::{Group, by_subject};
use crate::book::sign::words;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::one_line;
use crate::rules::{Agreed, Answer, ClauseView, Mark, Marked, Presence, Ruleset, Source, TakenOver, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison {
    place: Place,
    editions: &'static [&'static Ruleset],
    groups: Vec<Group<Row>>,
    news: Vec<News>,
}

/// What the editions say on a topic.
struct Row {
    topic: Topic,
    title: String,
    cells: Vec<Cell>,
}

/// What one edition says.
struct Cell {
    edition: &'static Ruleset,
    /// As HTML with its signs.
    says: String,
    is_absent: bool,
    is_taken_over: bool,
    /// Whether no source of its own decides it.
    is_silent: bool,
    /// The short names of the earlier editions that decide otherwise.
    differs: Vec<&'static str>,
}

/// What is new in an edition, against the first.
struct News {
    edition: &'static Ruleset,
    first: &'static Ruleset,
    topics: Vec<Topic>,
    /// What it tells or offers, and the first does not.
    adds: Vec<Topic>,
    /// Whether its own rules are not at hand, so that more may differ.
    is_unknown: bool,
}

/// The chapter, as Markdown, for a page at this path.
pub(super) fn comparison(page: &Path) -> Result<String> {
    let rows = editions::topics().map(|topic| row(*topic)).collect();
    let table = Comparison {
        place: Place::of(page),
        editions: editions::ALL,
        groups: by_subject(rows, |row: &Row| row.topic),
        news: news(),
    };
    Ok(format!("# The editions compared\n\n{}\n", one_line(&table.render()?)))
}

fn news() -> Vec<News> {
    let Some((first, others)) = editions::ALL.split_first() else { return Vec::new() };
    let news = |edition: &&'static Ruleset| {
        let topics = |is: fn(&'static Ruleset, &'static Ruleset, Topic) -> bool| {
            editions::topics().copied().filter(|topic| is(edition, first, *topic)).collect()
        };
        let is_unknown = edition.clauses().iter().any(|clause| clause.marks().has(Mark::NotKnown));
        News { edition, first, topics: topics(differs), adds: topics(adds), is_unknown }
    };
    others.iter().map(news).collect()
}

fn row(topic: Topic) -> Row {
    Row { topic, title: title(topic), cells: (0..editions::ALL.len()).map(|at| cell(at, topic)).collect() }
}

fn cell(at: usize, topic: Topic) -> Cell {
    let (earlier, edition) = (&editions::ALL[..at], editions::ALL[at]);
    let origin = editions::origin(edition, topic);
    let clause = edition.clause(topic);
    let otherwise = earlier.iter().filter(|other| differs(edition, other, topic));
    Cell {
        edition,
        says: words(&provenance(edition, topic)),
        is_absent: clause.is_absent(),
        is_taken_over: origin.id != edition.id,
        is_silent: clause.is_unknown() || origin.clause(topic).source == Source::Silent,
        differs: otherwise.map(|other| other.short).collect(),
    }
}

/// A topic's title, in the words of each edition that has others.
fn title(topic: Topic) -> String {
    let mut titles: Vec<String> = editions::ALL.iter().map(|edition| edition.title(topic)).collect();
    titles.sort_by_key(|title| *title != topic.title());
    titles.dedup();
    titles.join(" / ")
}

/// The decision of an edition on a topic, with its marks; what they say that has no sign is said in words.
fn provenance(edition: &'static Ruleset, topic: Topic) -> Marked<String> {
    let clause = edition.clause(topic);
    clause.gist().map(|gist| told(edition, &clause, gist))
}

fn told(edition: &'static Ruleset, clause: &ClauseView, gist: &str) -> String {
    let topic = clause.topic;
    let origin = editions::origin(edition, topic);
    let words = match clause.presence {
        Presence::OtherGame(option) => format!("only in his other game (by the option {option})"),
        // What is told beside the clause that another text tells.
        Presence::Untold if matches!(clause.source, Source::Period { .. }) => {
            "practice that looks like the time's, not his".into()
        }
        Presence::Untold => return silence(clause, origin),
        Presence::Lacking => "none".into(),
        Presence::Agreed(_) | Presence::Present if origin.id == edition.id => decision(edition, clause, gist),
        Presence::Agreed(_) | Presence::Present => String::new(),
    };
    let source = origin.clause(topic).source;
    let taken_over = origin.id != edition.id && (words.is_empty() || clause.presence != Presence::Lacking);
    let words = if taken_over { joined(&words, &from(clause, origin)) } else { words };
    match (clause.is_unknown(), source) {
        (true, _) if clause.presence == Presence::Lacking => format!("not known; {words}, as {}", origin.short),
        (true, _) => format!("not known; {words}"),
        (false, Source::Silent) => format!("silent; we read: {words}"),
        (false, _) => words,
    }
}

/// From where it is taken over, and how sure that is.
fn from(clause: &ClauseView, origin: &Ruleset) -> String {
    match clause.source {
        Source::Same { taken: TakenOver::NotToldAgain, .. } if origin.clause(clause.topic).source != Source::Silent => {
            format!("taken from {}", origin.short)
        }
        _ => format!("as {}", origin.short),
    }
}

fn joined(words: &str, more: &str) -> String {
    if words.is_empty() { more.into() } else { format!("{words}, {more}") }
}

fn silence(clause: &ClauseView, origin: &Ruleset) -> String {
    if clause.is_unknown() { format!("not known; silent, as {}", origin.short) } else { "silent".into() }
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

/// Whether an edition tells what the source of another passes over, or offers a company what the other does not offer.
fn adds(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    let tells = matches!(editions::origin(edition, topic).clause(topic).source, Source::Says { .. });
    let is_news = !speaks(other, topic) && tells || offers(edition, topic) && !offers(other, topic);
    speaks(edition, topic) && is_news && !differs(edition, other, topic)
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

/// Whether the source of an edition offers what the edition does not have of itself.
fn offers(edition: &'static Ruleset, topic: Topic) -> bool {
    speaks(edition, topic) && matches!(edition.clause(topic).presence, Presence::Agreed(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever editions come to be; what they say now is kept with the comparison.
    #[test]
    fn no_silence_is_a_difference_and_what_is_taken_over_keeps_its_marks() {
        for (edition, topic) in
            editions::ALL.iter().flat_map(|edition| Topic::ALL.iter().map(move |topic| (edition, *topic)))
        {
            let origin = editions::origin(edition, topic).clause(topic);
            let marks = edition.clause(topic).marks();
            let is_silent = matches!(origin.source, Source::Silent | Source::Period { .. })
                || marks.has(Mark::NotKnown)
                || marks.has(Mark::NotToldAgain);
            for other in editions::ALL {
                let [differs, turned] = [differs(edition, other, topic), differs(other, edition, topic)];
                assert!(differs == turned && !(differs && is_silent), "{}/{topic} against {}", edition.id, other.id);
                assert!(!(differs && adds(edition, other, topic)), "{}/{topic} against {}", edition.id, other.id);
            }
            let own = provenance(edition, topic).marks();
            let lost = origin.marks().iter().filter(|mark| !mark.sign().is_empty() && !own.has(*mark));
            let lost: Vec<Mark> = lost.filter(|mark| *mark != Mark::PartlyOurs || !own.has(Mark::Ours)).collect();
            assert_eq!(lost, [], "{}/{topic}", edition.id);
        }
    }
}
