//! The lessons and the practice on a clause: lessons whose idea links to it, and drills about it.

use super::practice_chapter::{drills_page_path, play_example};
use crate::book::lesson_chapters::LESSON_MARK;
use crate::book::{BookGamesAndPages, ProseChapters};
use crate::editions;
use crate::page::{HomeOrGuestPage, escape_html};
use crate::rules::{ClauseId, Ruleset};
use crate::session::{DRILLS, Drill};
use mdbook_preprocessor::book::Chapter;
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// Returns links to the lessons and the practice on a clause of an edition, as HTML; empty if there are none.
pub(super) fn lesson_and_practice_links(
    edition: &Ruleset,
    topic: ClauseId,
    prose: &ProseChapters,
    content: &BookGamesAndPages,
    place: HomeOrGuestPage,
) -> String {
    let mut links = Vec::new();
    for (path, chapter) in prose {
        if is_lesson_on(chapter, edition, topic) {
            let address = place.link_to(&path.with_extension("html").to_string_lossy());
            links.push(format!(
                "<a href=\"{address}\">{}</a>",
                escape_html(&chapter.name)
            ));
        }
    }
    for drill in drills_on(edition, topic) {
        links.extend(practice_link(drill, edition, content, place));
    }
    links.join(" · ")
}

/// Returns the clauses that the lessons among some chapters teach: those to which their ideas link, in whatever edition, and
/// those of the drills that belong to them.
pub(super) fn clauses_taught_by_lessons(prose: &ProseChapters) -> BTreeSet<ClauseId> {
    let mut taught = BTreeSet::new();
    for chapter in prose.values() {
        if !chapter.content.contains(LESSON_MARK) {
            continue;
        }
        let idea = idea_of_lesson(chapter);
        for topic in ClauseId::ALL {
            if idea.contains(&format!(".html#{topic})")) {
                taught.insert(*topic);
            }
        }
        let drills = DRILLS
            .iter()
            .filter(|drill| drill.lesson == page_name(chapter));
        taught.extend(drills.map(|drill| drill.topic));
    }
    taught
}

/// Returns the text of a lesson before its first part.
fn idea_of_lesson(chapter: &Chapter) -> &str {
    chapter.content.split("\n## ").next().unwrap_or_default()
}

/// Returns the name of the page of a chapter, without its folder and its ending.
fn page_name(chapter: &Chapter) -> &OsStr {
    let path = chapter.path.as_deref();
    path.and_then(|path| path.file_stem()).unwrap_or_default()
}

/// Returns whether a chapter is a lesson that belongs to a clause of an edition: its idea links to the clause, or it is the
/// lesson of a drill about it.
fn is_lesson_on(chapter: &Chapter, edition: &Ruleset, topic: ClauseId) -> bool {
    if !chapter.content.contains(LESSON_MARK) {
        return false;
    }
    let address = format!("rules/{}.html#{topic})", edition.id);
    if idea_of_lesson(chapter).contains(&address) {
        return true;
    }
    drills_on(edition, topic).any(|drill| page_name(chapter) == drill.lesson)
}

/// Returns the drills about a clause of an edition.
fn drills_on(edition: &Ruleset, topic: ClauseId) -> impl Iterator<Item = &'static Drill> {
    DRILLS
        .iter()
        .filter(move |drill| drill.topic == topic && drill.fits_rules(edition))
}

/// Returns a link to a drill on the page of its game, as HTML; none if the book does not have this page, or the page leaves the
/// drill out.
fn practice_link(
    drill: &'static Drill,
    edition: &Ruleset,
    content: &BookGamesAndPages,
    place: HomeOrGuestPage,
) -> Option<String> {
    let game = editions::game_of(edition)?;
    let page = drills_page_path(game, "html");
    let mut games = content.games.iter();
    let (_, editions) = games.find(|(other, _)| other.id == game.id)?;
    if !content.has_page(&page) {
        return None;
    }
    play_example(drill, editions)?;
    let address = place.link_to(&page);
    Some(format!(
        "<a href=\"{address}#{}\">practise it</a>",
        drill.id
    ))
}
