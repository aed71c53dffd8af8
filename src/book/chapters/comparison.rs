//! The games side by side, topic by topic; and what a game has in common with others, as far as their sources tell.

use super::clause::{LISTS, by_subject, title};
use crate::book::{game_page, sign};
use crate::editions;
use crate::page::{Place, markdown, one_line};
use crate::rules::{
    Answer, ClauseId, ClauseInfo, Duty, GameFamily, Mark, Marks, OptionDef, Presence, Ruleset,
    Source,
};
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "games.html")]
struct BookGames<'a> {
    title: &'a str,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison<'a> {
    place: Place,
    editions: &'a [&'static Ruleset],
    rows: Vec<Row>,
}

struct Row {
    /// The id of a row that tells of one topic.
    id: Option<ClauseId>,
    title: String,
    cells: Vec<Cell>,
}

struct Cell {
    /// Each as HTML: its name, with its signs, as a link to its clause if it has one.
    names: Vec<String>,
    /// What they decide, each with what it is about, if that is not the row's title.
    says: Vec<(String, String)>,
    /// The short names of the earlier editions whose sources decide otherwise.
    differs: Vec<&'static str>,
}

pub(super) fn comparison(place: Place) -> Result<String> {
    let mut played = editions::playable_games();
    played.retain(|(_, editions)| editions[0].machine == GameFamily::Tricks);
    let lost = played.iter().map(|(game, editions)| {
        let names = editions
            .iter()
            .map(|edition| format!("[{}]({})", edition.name, place.rules(edition)));
        let (page, names) = (
            place.to(&game_page(game, "html")),
            names.collect::<Vec<_>>().join(", "),
        );
        format!(
            "- **[{}]({page})**: {names}. What is lost: {}\n",
            game.name, game.lost
        )
    });
    let lost: String = lost.collect();
    let games: Vec<(&str, &Ruleset)> = played
        .iter()
        .map(|(game, editions)| (game.name, editions[0]))
        .collect();
    let is_told =
        |topic: &ClauseId| editions::clause_ids_of(GameFamily::Tricks).any(|told| told == topic);
    let told = LISTS
        .apart
        .iter()
        .filter(|(_, topics)| topics.iter().any(is_told));
    let first = told
        .map(|(title, topics)| row(title, topics, &games, place))
        .collect();
    let each: Vec<(&str, &Ruleset)> = editions::ALL
        .iter()
        .map(|edition| (edition.short, *edition))
        .collect();
    let topics = by_subject(
        editions::clause_ids_of(GameFamily::Tricks)
            .copied()
            .collect(),
        |topic| *topic,
    )
    .into_iter();
    let topics = topics.map(|(subject, topics)| {
        let told = |topic: &ClauseId| Row {
            id: Some(*topic),
            ..row(&title(*topic), &[*topic], &each, place)
        };
        let table = BookGames {
            title: subject,
            rows: topics.iter().map(told).collect(),
        };
        Ok(format!(
            "\n\n## {subject}\n\n{}",
            one_line(&table.render()?)
        ))
    });
    let topics = topics.collect::<Result<String>>()?;
    let first = one_line(
        &BookGames {
            title: "What tells them apart",
            rows: first,
        }
        .render()?,
    );
    Ok(format!(
        "{ABOUT}\n\n{first}\n\n## Their witnesses, and what is lost\n\n{lost}{topics}\n"
    ))
}

const ABOUT: &str = "# The games compared\n\n## What tells them apart\n\nEach game here speaks by its first edition. Those that decide a thing alike stand together; a sign beside a name says how sure that is of it. Below, topic by topic, every edition speaks.";

/// What each of these, under its name, decides on some topics: those that do so alike are together.
fn row(title: &str, topics: &[ClauseId], each: &[(&str, &'static Ruleset)], place: Place) -> Row {
    let mut cells: Vec<Cell> = Vec::new();
    for (name, edition) in each {
        let says = decisions(edition, topics);
        let name = named(name, edition, topics, place);
        match cells.iter_mut().find(|cell| cell.says == says) {
            Some(cell) => cell.names.push(name),
            None => cells.push(Cell {
                names: vec![name],
                says,
                differs: Vec::new(),
            }),
        }
    }
    Row {
        id: None,
        title: title.into(),
        cells,
    }
}

/// Returns the topics of a row that are printed for an edition: those that the edition has. If it has none of them, one stands
/// for all: the first that its source says something of, or else the first.
fn printed_topics(edition: &Ruleset, topics: &[ClauseId]) -> Vec<ClauseId> {
    let told: Vec<ClauseId> = topics
        .iter()
        .copied()
        .filter(|topic| edition.has_clause_on(*topic))
        .collect();
    let has = |topic: &ClauseId| edition.clause(*topic).presence != Presence::Lacking;
    let had: Vec<ClauseId> = told.iter().copied().filter(has).collect();
    if had.is_empty() {
        vec![*told.first().unwrap_or(&topics[0])]
    } else {
        had
    }
}

/// Returns what an edition decides on the topics of a row, each with the title that stands before it. What the edition lacks
/// is left out, unless it lacks them all.
fn decisions(edition: &'static Ruleset, topics: &[ClauseId]) -> Vec<(String, String)> {
    let printed = printed_topics(edition, topics);
    printed
        .into_iter()
        .map(|topic| decision_in_row(edition, topic, topics))
        .collect()
}

/// Returns what an edition decides on one topic of a row, and the title that stands before it.
fn decision_in_row(
    edition: &'static Ruleset,
    topic: ClauseId,
    topics: &[ClauseId],
) -> (String, String) {
    if topics.len() == 1 {
        return (String::new(), decides(edition, topic));
    }
    let says = in_words(edition, topic);
    if says == Duty::Binding.words() {
        // The name of a duty that binds says all.
        (title(topic), String::new())
    } else if topic == topics[0] {
        // The title of the row is that of its first topic.
        (String::new(), says)
    } else {
        (title(topic) + ": ", says)
    }
}

/// Returns the name of an edition as HTML, with the signs of what is printed of it in a row, as a link to the first clause that
/// is printed. Where its source says nothing of the row, the name is no link.
fn named(name: &str, edition: &'static Ruleset, topics: &[ClauseId], place: Place) -> String {
    let told: Vec<ClauseId> = printed_topics(edition, topics)
        .into_iter()
        .filter(|topic| edition.has_clause_on(*topic))
        .collect();
    let Some(first) = told.first() else {
        return name.into();
    };
    let marks = told.iter().fold(Marks::default(), |marks, topic| {
        marks.and(edition.clause(*topic).marks())
    });
    let (id, href, signs) = (
        edition.clause_id(*first),
        place.clause(edition.id, *first),
        sign::sign(marks),
    );
    format!(r#"<a data-clause="{id}" href="{href}">{name}{signs}</a>"#)
}

/// These editions held against each other, as Markdown with headings of this depth: what tells games apart comes first.
pub(super) fn against(
    editions: &[&'static Ruleset],
    place: Place,
    heading: &str,
) -> Result<String> {
    let known = LISTS.apart.iter().flat_map(|(_, topics)| topics.iter());
    let rest = editions::clause_ids_of(editions[0].machine)
        .filter(|topic| known.clone().all(|first| first != *topic));
    let topics = known
        .clone()
        .chain(rest)
        .filter(|topic| is_comparable(editions, **topic));
    let all: Vec<Row> = topics.map(|topic| held(*topic, editions, place)).collect();
    let count = all.len();
    let (alike, apart): (Vec<Row>, Vec<Row>) =
        all.into_iter().partition(|row| row.cells.len() == 1);
    let is_no_difference = |row: &Row| row.cells.iter().all(|cell| cell.differs.is_empty());
    let (silent, differ): (Vec<Row>, Vec<Row>) = apart.into_iter().partition(is_no_difference);
    let table = |rows: Vec<Row>| {
        (
            rows.len(),
            Comparison {
                place,
                editions,
                rows,
            }
            .render(),
        )
    };
    let link = |row: &Row| {
        let topic = row.id?;
        let edition = editions
            .iter()
            .find(|edition| edition.has_clause_on(topic))?;
        Some(format!(
            "[{}]({})",
            row.title,
            place.clause(edition.id, topic)
        ))
    };
    let links = alike.iter().filter_map(link).collect::<Vec<_>>().join(", ") + ".";
    // What the sources decide otherwise, what is otherwise for another reason, and what is alike.
    let titles = [
        "Where they differ",
        "Where one is silent, or only offers it",
        "Where they agree",
    ];
    let sections = titles
        .iter()
        .zip([table(differ), table(silent), (alike.len(), Ok(links))]);
    let sections = sections
        .filter(|(_, (rows, _))| *rows > 0)
        .map(|(title, (rows, told))| {
            Ok(format!(
                "\n\n{heading} {title}: {rows} of {count}\n\n{}",
                one_line(&told?)
            ))
        });
    Ok(format!("{HELD}{}\n", sections.collect::<Result<String>>()?))
}

/// Whether editions can be held against each other on a topic: two or more have a clause on it, and one has the thing.
fn is_comparable(editions: &[&'static Ruleset], topic: ClauseId) -> bool {
    let told: Vec<_> = editions
        .iter()
        .filter(|edition| edition.has_clause_on(topic))
        .collect();
    told.len() > 1
        && told
            .iter()
            .any(|edition| edition.clause(topic).presence != Presence::Lacking)
}

const HELD: &str = "≠ stands where both sources tell of a thing and decide it otherwise. What one of them leaves out, or only offers to the company, is no difference; nor is what we chose where a source is silent or its words fit more than one answer.";

/// What these editions decide on a topic: neighbours that decide alike share a cell.
fn held(topic: ClauseId, editions: &[&'static Ruleset], place: Place) -> Row {
    let each: Vec<(&'static Ruleset, String)> = editions
        .iter()
        .map(|one| (*one, decides(one, topic)))
        .collect();
    let groups: Vec<&[(&'static Ruleset, String)]> =
        each.chunk_by(|(_, says), (_, next)| says == next).collect();
    let cell = |at: usize| {
        let others = groups[..at].iter().copied().flatten();
        let otherwise = others
            .filter(|(other, _)| groups[at].iter().any(|(one, _)| differs(one, other, topic)));
        let names = groups[at]
            .iter()
            .map(|(edition, _)| named(edition.short, edition, &[topic], place))
            .collect();
        let says = vec![(String::new(), groups[at][0].1.clone())];
        Cell {
            names,
            says,
            differs: otherwise.map(|(other, _)| other.short).collect(),
        }
    };
    Row {
        id: Some(topic),
        title: title(topic),
        cells: (0..groups.len()).map(cell).collect(),
    }
}

/// What an edition decides on a topic, in words, and whether it is our reading.
fn decides(edition: &'static Ruleset, topic: ClauseId) -> String {
    let (words, first) = (
        in_words(edition, topic),
        editions::origin(edition, topic).clause(topic),
    );
    let is_told = matches!(
        edition.clause(topic).presence,
        Presence::Untold | Presence::OtherGame(_)
    );
    let is_read = first.source == Source::Silent && !is_told;
    if is_read {
        format!("silent; we read: {words}")
    } else {
        words
    }
}

/// What an edition decides on a topic, in words, whoever decided it first.
fn in_words(edition: &'static Ruleset, topic: ClauseId) -> String {
    // What is not in a game has no value: the engine's is never printed.
    if !edition.has_clause_on(topic) {
        return "–".into();
    }
    let (clause, origin) = (edition.clause(topic), editions::origin(edition, topic));
    match clause.presence {
        _ if origin.id != edition.id
            && clause.presence == origin.clause(topic).presence
            && edition.decides_as(origin, topic) =>
        {
            in_words(origin, topic)
        }
        Presence::OtherGame(_) => {
            "only in his other game, where a company agrees to play it".into()
        }
        // What is told beside the clause that another text tells.
        Presence::Untold if matches!(clause.source, Source::Period { .. }) => {
            "practice that looks like the time’s, not his".into()
        }
        Presence::Untold => "silent".into(),
        Presence::Lacking => "none".into(),
        Presence::Agreed(_) | Presence::Present => clause
            .short_rule()
            .render(|gist, _| decision(edition, &clause, &markdown::plain(gist))),
    }
}

/// What is decided, and what else is offered. The figure of a ceiling is for the company: here it is the example’s.
fn decision(edition: &Ruleset, clause: &ClauseInfo, gist: &str) -> String {
    match (
        clause.presence,
        edition
            .debt_cap
            .read()
            .map(|cap| cap.0.zip(clause.source.work()))
            .render(|cap, _| *cap),
    ) {
        (Presence::Agreed(option), _) => {
            let other =
                OptionDef::by_name(option).and_then(|option| option.with_other_value(edition));
            let says = other.map(|other| other.clause(clause.topic).value_key().to_owned());
            format!(
                "{gist}; where agreed: {}",
                says.unwrap_or_else(|| "as the company sets it".into())
            )
        }
        (_, Some((chips, work))) if clause.topic == ClauseId::DebtCap => {
            format!(
                "agreed; here {chips} chips ({}’s example)",
                work.short.split(',').next().unwrap_or_default()
            )
        }
        _ => gist.into(),
    }
}

/// Whether an edition decides otherwise than another: both sources speak of the thing, and no choice of ours between the
/// readings of their words makes the two agree. What a source only offers decides nothing.
fn differs(edition: &'static Ruleset, other: &'static Ruleset, topic: ClauseId) -> bool {
    speaks(edition, topic)
        && speaks(other, topic)
        && are_apart(edition, other, topic)
        && are_apart(&read_as(other, edition, topic), other, topic)
        && are_apart(edition, &read_as(edition, other, topic), topic)
}

/// Whether the source of an edition speaks on a topic, and of this game. What we play in the stead of a silent source, or
/// take from another, is not told of it; nor does a source that tells the game without a thing say anything of it.
fn speaks(edition: &'static Ruleset, topic: ClauseId) -> bool {
    let (clause, origin) = (
        edition.clause(topic),
        editions::origin(edition, topic).clause(topic),
    );
    let is_silent = matches!(
        origin.source,
        Source::Silent | Source::Period { .. } | Source::Without
    );
    let is_not_told = clause.is_unknown() || clause.marks().has(Mark::NotToldAgain);
    !(is_silent
        || is_not_told
        || matches!(clause.presence, Presence::Untold | Presence::OtherGame(_)))
}

/// Whether two editions as they stand are not the same on a topic, whoever decided it.
fn are_apart(edition: &Ruleset, other: &Ruleset, topic: ClauseId) -> bool {
    let (this, that) = (edition.clause(topic), other.clause(topic));
    // Where a rule for people is in part our reading, its words are no witness.
    let has_words = |clause: &ClauseInfo| {
        clause.is_custom() && !clause.is_absent() && !clause.marks().is_ours()
    };
    let is_rephrased = has_words(&this) && has_words(&that) && !this.has_same_text(&that);
    !edition.decides_as(other, topic) || this.is_absent() != that.is_absent() || is_rephrased
}

/// An edition with its source's words read as another has it, wherever an option goes with an open question.
fn read_as(other: &Ruleset, edition: &Ruleset, topic: ClauseId) -> Ruleset {
    let open = edition
        .readings(topic)
        .iter()
        .filter(|reading| reading.kind == Answer::Open);
    let options = open.filter_map(|reading| OptionDef::by_name(reading.option?));
    options.fold(*edition, |edition, option| {
        option.with_option_of(other, &edition)
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_comparison.rs"]
mod tests;
