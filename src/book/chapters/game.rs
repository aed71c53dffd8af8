//! The chapter of a game, and those of its editions' rules: each in short, its clauses, and what sources leave open.

use super::clause::{Chapter, LISTS, Printed, by_subject, in_words, named, own_readings, takes};
use super::comparison::against;
use super::practice;
use crate::book::book_config::{BookConfig, has_drills};
use crate::book::{WrittenChapters, game_page, link_terms, markdown_link, sign};
use crate::cards::deduplicated;
use crate::editions;
use crate::page::{Place, Told, one_line, seated};
use crate::rules::ClauseId::{DealPackets, PamCard};
use crate::rules::{
    Answer, ClauseId, ClauseInfo, FamilyLink, Game, GameFamily, OptionDef, Presence, Reading,
    Ruleset, Source, Term, Work,
};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;
use std::path::PathBuf;

#[derive(Template)]
#[template(path = "game.md")]
struct OfGame<'a> {
    game: &'static Game,
    editions: &'a [&'static Ruleset],
    place: Place,
    against: String,
    /// What is written of it to learn it by: the pages that lead to it, each with its address and its words.
    lessons: Vec<(String, String)>,
    has_table: bool,
}

pub(super) fn game(
    game: &'static Game,
    editions: &[&'static Ruleset],
    prose: &WrittenChapters,
    place: Place,
) -> Result<String> {
    let beside = [editions::ALL[0], editions[0]];
    let is_beside = is_kin(beside[1]) && beside[0].id != beside[1].id;
    let others = if is_beside { &beside[..] } else { editions };
    let leads_here = format!("](../{})", game_page(game, "html"));
    let lesson = |(page, lesson): (&PathBuf, &mdbook_preprocessor::book::Chapter)| {
        let is_course = lesson.parent_names.is_empty();
        let words = if is_course {
            lesson.name.clone()
        } else {
            format!("Lesson: {}", lesson.name)
        };
        let href = place.to(&page.with_extension("html").to_string_lossy());
        lesson
            .content
            .contains(&leads_here)
            .then_some((href, words))
    };
    let against = if others.len() > 1 {
        against(others, place, "###")?
    } else {
        String::new()
    };
    let lessons = prose.iter().filter_map(lesson).collect();
    let has_table = has_drills(editions) && practice::has_table(prose);
    Ok(OfGame {
        game,
        editions,
        place,
        against,
        lessons,
        has_table,
    }
    .render()?)
}

impl OfGame<'_> {
    fn is_first(&self) -> bool {
        self.editions[0].id == editions::ALL[0].id || !is_kin(self.editions[0])
    }

    /// The first edition in a minute: of each thing what it is, its first clause, and as HTML what its clauses say.
    fn minute(&self) -> impl Iterator<Item = (String, String, String)> {
        let edition = self.editions[0];
        LISTS.minute.iter().filter_map(move |(what, topics)| {
            let clauses = topics.iter().map(|topic| edition.clause(*topic));
            let clauses = clauses.filter(|clause| {
                edition.has_clause_on(clause.topic) && clause.presence == Presence::Present
            });
            let clauses: Vec<ClauseInfo> = clauses.collect();
            let said = clauses.iter().map(|clause| {
                format!(
                    r#"<span data-clause="{}">{}</span>"#,
                    edition.clause_id(clause.topic),
                    sign::clause_html(clause)
                )
            });
            let link = self.place.clause(edition.id, clauses.first()?.topic);
            Some((
                edition.name_top_card(what),
                link,
                said.collect::<Vec<_>>().join(" "),
            ))
        })
    }

    fn words(&self) -> impl Iterator<Item = (String, &'static str)> {
        let own = editions::TERMS
            .iter()
            .filter(|term| term.of.contains(&self.editions[0].id));
        own.map(|term| (markdown_link(self.place.term(term), term.name), term.brief))
    }

    /// What is asked of the first edition that others answer otherwise, and a company may; each with its clause.
    fn otherwise(&self) -> impl Iterator<Item = (String, &'static Reading)> {
        let edition = self.editions[0];
        OptionDef::open_in(edition).filter_map(move |option| {
            let mut readings = edition.readings(option.topic).iter();
            let is_open = |reading: &&Reading| {
                reading.option == Some(option.name) && reading.kind != Answer::Silence
            };
            let link = markdown_link(
                self.place.clause(edition.id, option.topic),
                edition.title(option.topic),
            );
            Some((link, readings.find(is_open)?))
        })
    }

    fn rests_on(&self, edition: &'static Ruleset) -> String {
        let own = edition
            .clauses()
            .into_iter()
            .filter(|clause| !is_taken_over(edition, clause));
        let own: Vec<Source> = own.map(|clause| clause.source).collect();
        let count =
            |is_so: &dyn Fn(&Source) -> bool| own.iter().filter(|source| is_so(source)).count();
        let told = works(edition).into_iter().map(|work| {
            let told = count(&|source| {
                matches!(source, Source::Says { .. }) && source.work() == Some(work)
            });
            (
                told,
                format!("told by [{}]({})", work.short, self.place.work(work)),
            )
        });
        let others = [
            (
                count(&|source| matches!(source, Source::Period { .. })),
                "practice that others tell",
            ),
            (
                count(&|source| *source == Source::Without),
                "told by leaving the thing out",
            ),
            (
                count(&|source| *source == Source::Silent),
                "silence, read by us",
            ),
            (
                edition.clauses().len() - own.len(),
                "taken from another edition",
            ),
        ];
        let all = told.chain(others.map(|(count, what)| (count, what.to_owned())));
        let parts = all
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"));
        parts.collect::<Vec<_>>().join(", ")
    }
}

#[derive(Template)]
#[template(path = "infobox.html")]
struct Infobox {
    edition: &'static Ruleset,
    place: Place,
}

fn infobox(edition: &'static Ruleset, place: Place) -> askama::Result<String> {
    Ok(one_line(&Infobox { edition, place }.render()?))
}

impl Infobox {
    fn others(&self) -> Vec<&'static Ruleset> {
        let all = editions::game_of(self.edition).map_or(&[][..], |game| game.editions);
        editions::playable_editions()
            .filter(|other| other.id != self.edition.id && all.contains(&other.id))
            .collect()
    }

    /// Topic, title, and as HTML with its signs what it decides.
    fn rows(&self) -> impl Iterator<Item = (ClauseId, String, String)> {
        let edition = self.edition;
        let row = move |topic: &ClauseId| {
            let clause = edition.clause(*topic);
            let (title, value) = match topic {
                DealPackets => {
                    let title = if edition.machine == GameFamily::Tricks {
                        "Tricks"
                    } else {
                        "Cards"
                    };
                    (
                        title.into(),
                        edition
                            .deal_packets
                            .read()
                            .map(|packets| packets.hand.to_string()),
                    )
                }
                _ => (
                    clause.title.clone(),
                    clause.value().map(|value| value.to_owned()),
                ),
            };
            let value = value.map(|value| match clause.source {
                _ if clause.is_unknown() => {
                    format!(
                        "not known; as {}: {value}",
                        editions::origin(edition, *topic).short
                    )
                }
                Source::Silent => format!("silent; we read: {value}"),
                _ => value,
            });
            (!clause.is_absent()).then(|| (*topic, title, sign::words(&value)))
        };
        LISTS.glance.iter().filter_map(row)
    }
}

/// Whether an edition is of the family of the oldest.
fn is_kin(edition: &Ruleset) -> bool {
    edition.machine == editions::ALL[0].machine
}

/// What its sources call things, each word with its entry, and as HTML the signs of the clause that it comes with.
fn words(edition: &'static Ruleset) -> Vec<(&'static str, &'static Term, String)> {
    let signs = |topic: ClauseId, word: &str| {
        let came_with = editions::origin(edition, topic)
            .terms
            .words()
            .contains(&(topic, word));
        let marks = edition.clause(topic).marks().from_elsewhere();
        if came_with {
            sign::sign(marks)
        } else {
            String::new()
        }
    };
    let has =
        |(topic, _): &(ClauseId, &str)| *topic != PamCard || !edition.clause(*topic).is_absent();
    let entry = |(topic, word)| Some((word, editions::term_by_form(word)?, signs(topic, word)));
    edition
        .terms
        .words()
        .into_iter()
        .filter(has)
        .filter_map(entry)
        .collect()
}

/// The works that its clauses rest on, those taken over included, each once.
fn works(edition: &'static Ruleset) -> Vec<&'static Work> {
    let source = |topic: &ClauseId| editions::origin(edition, *topic).source(*topic);
    deduplicated(editions::clause_ids().filter_map(|topic| source(topic).work()))
}

/// What a game comes from, then what came of it: how it stands to each, unless as to the one before, and any doubt.
fn relatives(game: &Game) -> Vec<(Option<&'static str>, &'static Game, Option<&'static str>)> {
    let above = editions::KINSHIP
        .iter()
        .filter(|kin| kin.of == game.id)
        .map(|kin| (kin, kin.relation.words(), kin.to));
    let below = editions::KINSHIP.iter().filter(|kin| kin.to == game.id);
    let below = below.map(|kin| (kin, kin.relation.reversed_words(), kin.of));
    let mut last = None;
    let relative = |(kin, words, other): (&FamilyLink, &'static str, &str)| {
        let game = editions::game_by_id(other)?;
        let is_other = last.replace(words) != Some(words);
        Some((is_other.then_some(words), game, kin.certainty.doubt()))
    };
    above.chain(below).filter_map(relative).collect()
}

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules<'a> {
    chapter: Chapter<'a>,
    clauses: &'a [ClauseInfo],
    /// What it decides itself, where it takes over other clauses.
    own: Vec<&'a ClauseInfo>,
    groups: Vec<(&'static str, Vec<Printed<'a>>)>,
    absent: Vec<Printed<'a>>,
    /// What is told in one line each, of an edition nearly all of whose clauses are another's.
    rest: Vec<Printed<'a>>,
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
    edition.base.is_some()
        || 8 * clauses
            .iter()
            .filter(|clause| !is_taken_over(edition, clause))
            .count()
            < clauses.len()
}

fn is_taken_over(edition: &'static Ruleset, clause: &ClauseInfo) -> bool {
    editions::origin(edition, clause.topic).id != edition.id
}

pub(super) fn rules(
    edition: &'static Ruleset,
    told: &[Told],
    scope: &BookConfig,
    place: Place,
) -> Result<String> {
    let title = title(edition);
    let chapter = Chapter {
        edition,
        title: &title,
        scope,
        told,
        place,
    };
    let clauses = edition.clauses();
    let is_heir = is_heir(edition);
    let is_rest = |clause: &ClauseInfo| is_heir && is_taken_over(edition, clause);
    let print = |is_meant: &dyn Fn(&ClauseInfo) -> bool| {
        let meant = clauses.iter().filter(|clause| is_meant(clause));
        meant
            .map(|clause| Printed::new(chapter, clause))
            .collect::<Result<_>>()
    };
    let is_lacking = |clause: &ClauseInfo| clause.presence == Presence::Lacking;
    let takes_over = clauses.iter().any(|clause| is_taken_over(edition, clause));
    let is_own = |clause: &&ClauseInfo| {
        takes_over && matches!(clause.source, Source::Says { .. } | Source::Agreed)
    };
    let rules = Rules {
        chapter,
        clauses: &clauses,
        own: clauses.iter().filter(is_own).collect(),
        groups: by_subject(
            print(&|one| !is_rest(one) && !is_lacking(one))?,
            |printed| printed.clause.topic,
        ),
        absent: print(&|one| !is_rest(one) && is_lacking(one))?,
        rest: print(&is_rest)?,
    };
    Ok(rules.render()?)
}

impl Rules<'_> {
    /// Where more of the edition stands, in a book that has it.
    fn ways(&self) -> String {
        let Chapter {
            edition,
            scope,
            place,
            ..
        } = self.chapter;
        let page = |folder: &str, words: &str| {
            Some((format!("{folder}/{}.html", edition.id), words.to_owned()))
        };
        let kin = edition.base.unwrap_or(edition);
        let is_kin = editions::ALL.iter().any(|edition| edition.id == kin.id);
        let in_a_minute = |game: &Game| {
            (
                game_page(game, "html"),
                format!("{} in a minute", game.name),
            )
        };
        let ways = [
            edition
                .base
                .filter(|_| scope.has("play.html"))
                .map(|_| (format!("play.html#{}", seated(edition)), "Play".into())),
            page("tonight", "On one page, for tonight"),
            page("hands", "Its hands"),
            is_kin.then(|| ("comparison.html".into(), "The games compared".into())),
            editions::game_of(edition).map(in_a_minute),
        ];
        let ways = ways
            .into_iter()
            .flatten()
            .filter(|(page, _)| scope.has(page));
        ways.map(|(page, words)| markdown_link(place.to(&page), words))
            .collect::<Vec<_>>()
            .join(" · ")
    }

    fn reasons(&self) -> BTreeSet<&'static str> {
        let why = |clause: &ClauseInfo| {
            if let Source::Same { why, .. } = clause.source {
                Some(why)
            } else {
                None
            }
        };
        self.clauses.iter().filter_map(why).collect()
    }

    /// The edition's own answers of a kind, each with its clause.
    fn answers(&self, kind: &Answer) -> Vec<(&ClauseInfo, Reading)> {
        let readings =
            |clause: &ClauseInfo| own_readings(self.chapter.edition, clause.topic).into_iter();
        let own = |clause| readings(clause).map(move |reading| (clause, reading));
        self.clauses
            .iter()
            .flat_map(own)
            .filter(|(_, reading)| reading.kind == *kind)
            .collect()
    }

    /// The editions whose readings hold here too, since their clauses are taken over.
    fn inherited(&self) -> impl Iterator<Item = &'static Ruleset> {
        let own = self.chapter.edition;
        let read = self
            .clauses
            .iter()
            .filter(|clause| !clause.readings.is_empty());
        let read: BTreeSet<&str> = read
            .map(|clause| editions::origin(own, clause.topic).id)
            .collect();
        editions::playable_editions()
            .filter(move |origin| origin.id != own.id && read.contains(origin.id))
    }

    /// Clauses that rest on nothing and ask nothing.
    fn silent(&self) -> Vec<&ClauseInfo> {
        let is_bare =
            |clause: &&ClauseInfo| clause.source == Source::Silent && clause.readings.is_empty();
        self.clauses.iter().filter(is_bare).collect()
    }

    /// Whether an option is known from another time or author.
    fn is_practice(&self, option: &OptionDef) -> bool {
        let mut readings = self.chapter.edition.readings(option.topic).iter();
        readings
            .any(|reading| reading.option == Some(option.name) && reading.kind == Answer::Practice)
    }
}
