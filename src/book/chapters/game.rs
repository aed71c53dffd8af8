//! The chapter of a game: what it is in a minute, made of its clauses; where it can be learnt and played; what it has in common
//! with the first game and what not; its witness, and what is lost of it. And the box in which an edition stands in short.

use super::clause::LISTS;
use super::comparison::against;
use super::practice;
use crate::book::{Link, Prose, game_page, glossed, sign};
use crate::cards::once;
use crate::editions;
use crate::page::{Place, inline, one_line};
use crate::rules::Topic::{DealPackets, PamCard};
use crate::rules::{Agreed, Answer, Game, Kin, Machine, Presence, Reading, Ruleset, Source, Term, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::path::{Path, PathBuf};

#[derive(Template)]
#[template(path = "game.md")]
struct Chapter<'a> {
    game: &'static Game,
    editions: &'a [&'static Ruleset],
    place: Place,
    infobox: String,
    about: String,
    told: String,
    against: String,
    /// What is written of it to learn it by: the pages that lead to it.
    lessons: Vec<Link>,
    /// Whether the book has a page on which one plays.
    has_table: bool,
}

/// The chapter of a game with these editions, as Markdown, for a book with these pages of prose.
pub(super) fn game(game: &'static Game, editions: &[&'static Ruleset], prose: &Prose, page: &Path) -> Result<String> {
    let place = Place::of(page);
    let oldest = editions::ALL[0];
    let beside = [oldest, editions[0]];
    let is_beside = editions[0].machine == oldest.machine && editions[0].id != oldest.id;
    let others = if is_beside { &beside[..] } else { editions };
    let leads_here = format!("](../{})", game_page(game, "html"));
    let lesson = |(page, lesson): (&PathBuf, &mdbook_preprocessor::book::Chapter)| {
        let is_course = lesson.parent_names.is_empty();
        let words = if is_course { lesson.name.clone() } else { format!("Lesson: {}", lesson.name) };
        let href = place.to(&page.with_extension("html").to_string_lossy());
        lesson.content.contains(&leads_here).then(|| Link::new(href, words))
    };
    let infobox = one_line(&infobox(editions[0], place)?);
    let about = glossed(game.about, place);
    let against = if others.len() > 1 { against(others, place, "###")? } else { String::new() };
    let lessons = prose.iter().filter_map(lesson).collect();
    let has_table =
        practice::is_drilled(editions) && prose.contains_key(Path::new(practice::PLAY).with_extension("md").as_path());
    let told = glossed(game.prose, place);
    let chapter = Chapter { game, editions, place, infobox, about, told, against, lessons, has_table };
    Ok(chapter.render()?)
}

impl Chapter<'_> {
    fn is_first(&self) -> bool {
        self.editions[0].id == editions::ALL[0].id || !self.is_kin()
    }

    fn is_kin(&self) -> bool {
        self.editions[0].machine == editions::ALL[0].machine
    }

    /// What is told of the first edition in a minute: of each thing what it is, the clause that says most of it, and as HTML
    /// what its clauses say.
    fn minute(&self) -> Vec<(String, String, String)> {
        let edition = self.editions[0];
        let told = |(what, topics): &(&str, &[Topic])| {
            let clauses = topics.iter().map(|topic| edition.clause(*topic));
            let clauses = clauses.filter(|clause| edition.tells(clause.topic) && clause.presence == Presence::Present);
            let said = clauses.map(|clause| {
                let (id, says) = (edition.clause_id(clause.topic), sign::html(&clause.text().map(inline)));
                (self.place.clause(edition.id, clause.topic), format!(r#"<span data-clause="{id}">{says}</span>"#))
            });
            let (links, said): (Vec<String>, Vec<String>) = said.unzip();
            Some((edition.heading(what), links.first()?.clone(), said.join(" ")))
        };
        LISTS.minute.iter().filter_map(told).collect()
    }

    /// The words of the first edition that are its own.
    fn words(&self) -> impl Iterator<Item = (Link, &'static str)> {
        let own = editions::TERMS.iter().filter(|term| term.of.contains(&self.editions[0].id));
        own.map(|term| (Link::new(self.place.term(term), term.name), term.brief))
    }

    /// What is asked of the first edition that others answer otherwise, and a company may; each with its clause.
    fn otherwise(&self) -> impl Iterator<Item = (Link, &'static Reading)> {
        let edition = self.editions[0];
        Agreed::known_to(edition).filter_map(move |option| {
            let mut readings = edition.readings(option.topic).iter();
            let asked =
                readings.find(|reading| reading.option == Some(option.name) && reading.kind != Answer::Silence)?;
            let link = Link::new(self.place.clause(edition.id, option.topic), edition.title(option.topic));
            Some((link, asked))
        })
    }

    fn rests_on(&self, edition: &'static Ruleset) -> String {
        let own =
            edition.clauses().into_iter().filter(|clause| editions::origin(edition, clause.topic).id == edition.id);
        let own: Vec<Source> = own.map(|clause| clause.source).collect();
        let count = |is_so: &dyn Fn(&Source) -> bool| own.iter().filter(|source| is_so(source)).count();
        let told = works(edition).into_iter().map(|work| {
            let told = count(&|source| matches!(source, Source::Says { .. }) && source.work() == Some(work));
            (told, format!("told by [{}]({})", work.short, self.place.work(work)))
        });
        let others = [
            (count(&|source| matches!(source, Source::Period { .. })), "practice that others tell"),
            (count(&|source| *source == Source::Without), "told by leaving the thing out"),
            (count(&|source| *source == Source::Silent), "silence, read by us"),
            (edition.clauses().len() - own.len(), "taken from another edition"),
        ];
        let all = told.chain(others.map(|(count, what)| (count, what.to_owned())));
        let parts: Vec<String> =
            all.filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        parts.join(", ")
    }
}

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
    is_kin: bool,
}

struct Relative {
    /// How it stands to it: `descends from`; none if as the one before.
    words: Option<&'static str>,
    game: &'static Game,
    /// What speaks against it, if anything.
    doubt: Option<&'static str>,
}

pub(super) fn infobox(edition: &'static Ruleset, place: Place) -> Result<String> {
    let game = editions::game_of(edition);
    let of_the_game = game.map_or(&[][..], |game| game.editions);
    let others = editions::every().filter(|other| other.id != edition.id && of_the_game.contains(&other.id));
    let others = others.collect();
    let rows = LISTS.glance.iter().filter_map(|topic| row(edition, *topic)).collect();
    let words = words(edition);
    let relatives = game.map(relatives).unwrap_or_default();
    let is_kin = edition.machine == editions::ALL[0].machine;
    let infobox = Infobox { edition, place, game, others, rows, words, works: works(edition), relatives, is_kin };
    Ok(infobox.render()?)
}

fn row(edition: &'static Ruleset, topic: Topic) -> Option<(Topic, String, String)> {
    let clause = edition.clause(topic);
    let (title, value) = match topic {
        DealPackets => {
            let title = if edition.machine == Machine::Tricks { "Tricks" } else { "Cards" };
            (title.into(), edition.deal_packets.read().map(|packets| packets.hand.to_string()))
        }
        _ => (clause.title.clone(), clause.value().map(|value| value.to_owned())),
    };
    let value = value.map(|value| match clause.source {
        _ if clause.is_unknown() => format!("not known; as {}: {value}", editions::origin(edition, topic).short),
        Source::Silent => format!("silent; we read: {value}"),
        _ => value,
    });
    (!clause.is_absent()).then(|| (topic, title, sign::words(&value)))
}

/// What its sources call things, each word with its entry. A word that comes with the clause of another edition is as sure
/// as that one is of this.
fn words(edition: &'static Ruleset) -> Vec<(&'static str, &'static Term, String)> {
    let signs = |topic: Topic, word: &str| {
        let came_with = editions::origin(edition, topic).terms.words().contains(&(topic, word));
        let marks = edition.clause(topic).marks().from_elsewhere();
        if came_with { sign::sign(marks) } else { String::new() }
    };
    let has = |(topic, _): &(Topic, &str)| *topic != PamCard || !edition.clause(*topic).is_absent();
    let entry = |(topic, word)| Some((word, editions::term_of(word)?, signs(topic, word)));
    edition.terms.words().into_iter().filter(has).filter_map(entry).collect()
}

/// The works that its clauses rest on, those taken over included, each once.
pub(super) fn works(edition: &'static Ruleset) -> Vec<&'static Work> {
    let source = |topic: &Topic| editions::origin(edition, *topic).clause(*topic).source;
    once(editions::topics().filter_map(|topic| source(topic).work()))
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
