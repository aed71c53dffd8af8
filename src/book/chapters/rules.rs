//! The chapter of an edition's rules: the edition in short, in a box on top; its clauses; and what its sources leave open.

use super::clause::{Chapter, Group, LISTS, Printed, by_subject, in_words, named, own_readings, printed, takes};
use super::game::{infobox, works};
use crate::book::{Link, Scope, game_page};
use crate::editions;
use crate::page::{Place, Told, one_line, seated};
use crate::rules::{Agreed, Answer, ClauseView, Presence, Reading, Ruleset, Source, Work};
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
    edition.base.is_some()
        || 8 * clauses.iter().filter(|clause| !is_taken_over(edition, clause)).count() < clauses.len()
}

fn is_taken_over(edition: &'static Ruleset, clause: &ClauseView) -> bool {
    editions::origin(edition, clause.topic).id != edition.id
}

/// The chapter of an edition, as Markdown, for a page at this path.
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], scope: &Scope, page: &Path) -> Result<String> {
    let (title, place) = (title(edition), Place::of(page));
    let chapter = Chapter { edition, title: &title, scope, told, place };
    let clauses = edition.clauses();
    let (rest, full): (Vec<&ClauseView>, Vec<_>) =
        clauses.iter().partition(|clause| is_heir(edition) && is_taken_over(edition, clause));
    let (absent, present): (Vec<&ClauseView>, _) = full.iter().partition(|clause| clause.presence == Presence::Lacking);
    let print = |clauses: Vec<&ClauseView>| -> Result<Vec<Printed>> {
        clauses.into_iter().map(|clause| printed(chapter, clause)).collect()
    };
    let takes_over = clauses.iter().any(|clause| is_taken_over(edition, clause));
    let is_own = |clause: &&ClauseView| takes_over && matches!(clause.source, Source::Says { .. } | Source::Agreed);
    let infobox = one_line(&infobox(edition, place)?);
    let own = clauses.iter().filter(is_own).collect();
    let groups = by_subject(print(present)?, |clause| clause.topic);
    let absent = print(absent)?;
    let works = works(edition);
    Ok(Rules { chapter, edition, place, clauses: &clauses, infobox, own, groups, absent, rest: print(rest)?, works }
        .render()?)
}

impl Rules<'_> {
    /// Where more of the edition stands, in a book that has it.
    fn ways(&self) -> String {
        let page = |folder: &str| format!("{folder}/{}.html", self.edition.id);
        let game =
            editions::game_of(self.edition).map(|game| (game_page(game, "html"), format!("{} in a minute", game.name)));
        let ways = [
            (page("tonight"), "On one page, for tonight".into()),
            (page("hands"), "Its hands".into()),
            ("comparison.html".into(), "The games compared".into()),
        ];
        let play = self.edition.base.map(|_| (format!("play.html#{}", seated(self.edition)), "Play".into()));
        let kin = self.edition.base.unwrap_or(self.edition);
        let is_kin = editions::ALL.iter().any(|edition| edition.id == kin.id);
        let ways = ways.into_iter().take(if is_kin { 3 } else { 2 });
        let ways = play.into_iter().chain(ways).chain(game).filter(|(page, _)| self.chapter.scope.has(page));
        ways.map(|(page, words)| Link::new(self.place.to(&page), words).markdown()).collect::<Vec<_>>().join(" · ")
    }

    /// Why clauses are taken over, each reason once.
    fn reasons(&self) -> BTreeSet<&'static str> {
        let why = |clause: &ClauseView| if let Source::Same { why, .. } = clause.source { Some(why) } else { None };
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
        editions::every().filter(is_read)
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
