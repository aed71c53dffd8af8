//! The chapter of an edition's rules: its clauses, what its sources leave open, and what a table
//! may agree on.

use super::comparison::COMPARISON_TITLE;
use super::edition_infobox::{infobox, works_of_edition};
use super::printed_clause::{PrintedClause, RulesChapterContext, own_readings};
use super::shared_topic_groups::{LISTS, group_runs_by_subject};
use super::sources_chapter::reference_of_work;
use crate::book::book_contents::BookGamesAndPages;
use crate::book::{ProseChapters, game_page_path, markdown_link};
use crate::editions;
use crate::editions::author_editions::options_closed_since_base;
use crate::editions::inherited_texts_to_review::is_reworded;
use crate::page::{
    COMPARISON, HandUnderEdition, HomeOrGuestPage, escape_html, join_lines, new_table_query,
};
use crate::rules::{
    ClauseLookup, ClauseSource, EditionClauseInWords, OptionDef, ReadingAnswerOrigin, Ruleset,
    SourceReading,
};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;

/// The chapter of an edition's rules.
#[derive(Template)]
#[template(path = "rules.md")]
struct RulesPage<'a> {
    chapter: RulesChapterContext<'a>,
    clauses: &'a [EditionClauseInWords],
    /// The clauses that the edition decides itself, if it takes others over.
    own: Vec<&'a EditionClauseInWords>,
    /// The clauses by subject. Those on things that the game does not have share one line at the
    /// end of their subject.
    groups: Vec<(&'static str, Vec<PrintedClause<'a>>)>,
    /// The clauses of one line each: those that an edition takes over that takes over nearly all.
    rest: Vec<PrintedClause<'a>>,
}

/// Returns the title of the chapter. It does not claim that rules are the edition's own if most of
/// them are not known to be. Browsers and lists use the same title.
pub(super) fn rules_title(edition: &'static Ruleset) -> String {
    let clauses = edition.clauses();
    let unknown = clauses
        .iter()
        .filter(|clause| clause.is_unseen_rule_substitute())
        .count();
    if 2 * unknown > clauses.len() {
        format!("{}: what the sources say", edition.name)
    } else if is_mostly_taken_over(edition) {
        format!("{}: what changes", edition.name)
    } else {
        format!("{}: rules", edition.name)
    }
}

/// Returns whether an edition takes over nearly all of its clauses. Then its chapter tells what it
/// changes.
fn is_mostly_taken_over(edition: &'static Ruleset) -> bool {
    if edition.base.is_some() {
        return true;
    }
    let clauses = edition.clauses();
    let is_own = |clause: &&EditionClauseInWords| !is_taken_over(edition, clause);
    8 * clauses.iter().filter(is_own).count() < clauses.len()
}

/// Returns whether another edition stated a clause first.
pub(super) fn is_taken_over(edition: &'static Ruleset, clause: &EditionClauseInWords) -> bool {
    editions::origin(edition, clause.topic).id != edition.id
}

/// Returns the clauses of a subject in the list of clauses; nothing if the game has none of them.
fn rail_group(title: &str, clauses: &[PrintedClause]) -> String {
    let mut items = String::new();
    for printed in clauses {
        if !printed.is_not_in_game() {
            let clause_title = escape_html(&printed.clause.title);
            items += &format!(
                "<li><a href=\"#{}\">{clause_title}</a></li>",
                printed.clause.topic
            );
        }
    }
    if items.is_empty() {
        return items;
    }
    format!("<p>{title}</p><ul>{items}</ul>")
}

/// Returns the line that names the things among some clauses that the game does not have, as HTML
/// with the ids of these clauses; empty if there are none.
fn line_of_absent_things(clauses: &[PrintedClause]) -> String {
    let mut names = Vec::new();
    for printed in clauses {
        if printed.is_not_in_game() {
            names.push(printed.title_with_anchors());
        }
    }
    if names.is_empty() {
        return String::new();
    }
    format!(
        "<p class=\"not-in-game\">Not in this game: {}.</p>",
        names.join(", ")
    )
}

/// Returns the chapter of an edition's rules as Markdown.
pub(super) fn rules_chapter(
    edition: &'static Ruleset,
    hands: &[HandUnderEdition],
    prose: &ProseChapters,
    content: &BookGamesAndPages,
    place: HomeOrGuestPage,
) -> Result<String> {
    let title = rules_title(edition);
    let chapter = RulesChapterContext {
        edition,
        title: &title,
        content,
        hands,
        prose,
        place,
    };
    let clauses = edition.clauses();
    let is_short = is_mostly_taken_over(edition);
    let takes_over = clauses.iter().any(|clause| is_taken_over(edition, clause));
    let is_of_author = editions::built_in_by_id(edition.id).is_none();
    let mut own = Vec::new();
    let mut printed_here = Vec::new();
    let mut rest = Vec::new();
    for clause in &clauses {
        let is_own = match clause.source {
            ClauseSource::Says { .. } | ClauseSource::Agreed { .. } => true,
            // An author decides a question that the source leaves open by a clause of their own.
            _ => is_of_author && !is_taken_over(edition, clause),
        };
        if takes_over && is_own {
            own.push(clause);
        }
        let printed = PrintedClause::new(chapter, clause)?;
        let is_as_in_base = is_taken_over(edition, clause) && !is_reworded(edition, clause.topic);
        if is_short && is_as_in_base {
            rest.push(printed);
        } else {
            printed_here.push(printed);
        }
    }
    let page = RulesPage {
        chapter,
        clauses: &clauses,
        own,
        groups: group_runs_by_subject(printed_here, |printed| printed.clause.topic),
        rest,
    };
    Ok(page.render()?)
}

impl RulesPage<'_> {
    /// Returns the list of the clauses on the page, by subject, as HTML: a column beside the text on wide windows, and a list that opens
    /// on narrow ones.
    fn clause_rail(&self) -> String {
        let mut rail = String::from(
            "<nav class=\"clause-rail\" data-words=\"\" aria-label=\"Clauses\"><details><summary>Clauses</summary><div class=\"rail-list\">",
        );
        for (title, clauses) in &self.groups {
            rail += &rail_group(title, clauses);
        }
        rail += &rail_group("The other clauses", &self.rest);
        rail += "<p><a href=\"#silences\">Open questions</a></p>";
        if self.chapter.edition.base.is_none() {
            rail += "<p><a href=\"#agreed\">Options</a></p>";
        }
        rail += "</div></details></nav>";
        rail
    }

    /// Returns links to the other pages of the edition that the book has.
    fn links_to_pages(&self) -> String {
        let RulesChapterContext {
            edition,
            content,
            place,
            ..
        } = self.chapter;
        let mut pages: Vec<(String, String)> = Vec::new();
        let is_of_author = editions::built_in_by_id(edition.id).is_none();
        if is_of_author && content.has_page("play.html") {
            pages.push((
                format!("play.html#{}", new_table_query(edition)),
                "Play".into(),
            ));
        }
        pages.push((format!("tonight/{}.html", edition.id), "Sheet".into()));
        pages.push((format!("hands/{}.html", edition.id), "Example hands".into()));
        pages.push((format!("{COMPARISON}.html"), COMPARISON_TITLE.into()));
        if let Some(game) = editions::game_of(edition) {
            let words = format!("{} in a minute", game.name);
            pages.push((game_page_path(game, "html"), words));
        }
        pages.retain(|(page, _)| content.has_page(page));
        let links: Vec<String> = pages
            .into_iter()
            .map(|(page, words)| markdown_link(place.link_to(&page), words))
            .collect();
        links.join(" · ")
    }

    /// Returns the reasons for which clauses are taken over, each once.
    fn reasons_for_taking_over(&self) -> BTreeSet<&'static str> {
        let mut reasons = BTreeSet::new();
        for clause in self.clauses {
            if let ClauseSource::Same { why, .. } = clause.source {
                reasons.insert(why);
            }
        }
        reasons
    }

    /// Returns the edition's own answers of a kind, each with its clause.
    fn answers_of_kind(
        &self,
        kind: &ReadingAnswerOrigin,
    ) -> Vec<(&EditionClauseInWords, SourceReading)> {
        let mut answers = Vec::new();
        for clause in self.clauses {
            for reading in own_readings(self.chapter.edition, clause.topic) {
                if reading.kind == *kind {
                    answers.push((clause, reading));
                }
            }
        }
        answers
    }

    /// Returns the editions whose readings hold here too, because their clauses are taken over.
    fn origins_of_readings(&self) -> Vec<&'static Ruleset> {
        let own = self.chapter.edition;
        let mut origins: BTreeSet<&str> = BTreeSet::new();
        for clause in self.clauses {
            if !clause.readings.is_empty() {
                origins.insert(editions::origin(own, clause.topic).id);
            }
        }
        editions::printed_editions()
            .filter(|origin| origin.id != own.id && origins.contains(origin.id))
            .collect()
    }

    /// Returns the clauses on which the source is silent and no question arises.
    fn silent_unquestioned_clauses(&self) -> Vec<&EditionClauseInWords> {
        let is_bare = |clause: &&EditionClauseInWords| {
            clause.source == ClauseSource::Silent && clause.readings.is_empty()
        };
        self.clauses.iter().filter(is_bare).collect()
    }

    /// Returns the options that only the base of the edition has.
    fn options_only_in_base(&self) -> Vec<&'static OptionDef> {
        options_closed_since_base(self.chapter.edition)
    }

    /// Returns the name of the edition on which this one is based; empty if there is none.
    fn base_name(&self) -> &'static str {
        let base = self.chapter.edition.parent;
        base.map(|base| base.name).unwrap_or_default()
    }

    /// Returns whether an option is known from another time or author.
    fn is_known_from_elsewhere(&self, option: &OptionDef) -> bool {
        let mut readings = self
            .chapter
            .edition
            .questions_with_answers(option.topic)
            .iter();
        readings.any(|reading| {
            reading.option == Some(option.name) && reading.kind == ReadingAnswerOrigin::Practice
        })
    }
}
