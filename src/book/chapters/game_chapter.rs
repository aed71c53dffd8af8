//! The chapter of a game: the game in a minute, its words, its open questions, and what its
//! editions rest on.

use super::booklet::choose_three_short_hands;
use super::comparison::compare_editions;
use super::edition_infobox::{infobox, is_kin_of_mouche, works_of_edition};
use super::practice_chapter;
use super::rules_page::is_taken_over;
use super::shared_topic_groups::LISTS;
use crate::book::book_contents::{booklet_page, has_drills};
use crate::book::site::lang_attribute;
use crate::book::{
    ProseChapters, ScenarioLibrary, chapter_signs, game_page_path, link_first_term_uses,
    markdown_link,
};
use crate::editions;
use crate::page::{HandUnderEdition, HomeOrGuestPage, new_table_query, render_middle_board};
use crate::rules::{
    ClauseLookup, ClausePresence, ClauseSource, EditionClauseInWords, FamilyGame, OptionDef,
    ReadingAnswerOrigin, Ruleset, SourceReading,
};
use anyhow::Result;
use askama::Template;

/// The chapter of a game.
#[derive(Template)]
#[template(path = "game.md")]
struct GameChapter<'a> {
    game: &'static FamilyGame,
    editions: &'a [&'static Ruleset],
    place: HomeOrGuestPage,
    /// The comparison of its editions, or of the game with the oldest; empty if there is nothing to
    /// compare.
    comparison: String,
    lessons: Vec<LearningPageLink>,
    has_play_page: bool,
    picture: Option<MidDealPicture>,
}

/// The table in the middle of a deal, as a picture of the game.
struct MidDealPicture {
    step: String,
    board: String,
    hand: String,
    /// The language of the title of the hand, if its file says one.
    language: Option<&'static str>,
    href: String,
}

/// A link to a page by which the game can be learnt.
struct LearningPageLink {
    href: String,
    words: String,
}

/// An entry of the one-minute summary of a game's rules: a subject and the texts of its clauses.
struct RulesSummaryEntry {
    title: String,
    /// The address of its first clause.
    href: String,
    /// The texts of its clauses, as HTML.
    text: String,
}

/// Returns the chapter of a game as Markdown.
pub(super) fn game_chapter(
    game: &'static FamilyGame,
    editions: &[&'static Ruleset],
    library: &ScenarioLibrary,
    hands: &[HandUnderEdition],
    prose: &ProseChapters,
    place: HomeOrGuestPage,
) -> Result<String> {
    let oldest = editions::ALL[0];
    let first = editions[0];
    let comparison = if is_kin_of_mouche(first) && first.id != oldest.id {
        compare_editions(&[oldest, first], place, "###")?
    } else if editions.len() > 1 {
        compare_editions(editions, place, "###")?
    } else {
        String::new()
    };
    let chapter = GameChapter {
        game,
        editions,
        place,
        comparison,
        lessons: lessons_linking_to_game(game, prose, place),
        has_play_page: has_drills(editions) && practice_chapter::has_play_page(prose),
        picture: middle_of_deal(first, library, hands, place)?,
    };
    Ok(chapter.render()?)
}

/// Returns the table in the middle of the first short hand of an edition; none if it has no such hand.
fn middle_of_deal(
    edition: &Ruleset,
    library: &ScenarioLibrary,
    hands: &[HandUnderEdition],
    place: HomeOrGuestPage,
) -> Result<Option<MidDealPicture>> {
    let Some(view) = choose_three_short_hands(edition, hands).first().copied() else {
        return Ok(None);
    };
    let Some((step, board)) = library.with_steps(view, render_middle_board)? else {
        return Ok(None);
    };
    Ok(Some(MidDealPicture {
        step,
        board,
        hand: view.title(),
        language: view.language(),
        href: place.link_to(&view.page_path("html")),
    }))
}

/// Returns links to the pages of prose that link to the page of a game.
fn lessons_linking_to_game(
    game: &FamilyGame,
    prose: &ProseChapters,
    place: HomeOrGuestPage,
) -> Vec<LearningPageLink> {
    let link_to_game = format!("](../{})", game_page_path(game, "html"));
    let mut links = Vec::new();
    for (page, chapter) in prose {
        if !chapter.content.contains(&link_to_game) {
            continue;
        }
        let is_course = chapter.parent_names.is_empty();
        links.push(LearningPageLink {
            href: place.link_to(&page.with_extension("html").to_string_lossy()),
            words: if is_course {
                chapter.name.clone()
            } else {
                format!("Lesson: {}", chapter.name)
            },
        });
    }
    links
}

impl GameChapter<'_> {
    /// Returns the address at which a deal of an edition is played, as HTML.
    fn play_address(&self, edition: &Ruleset) -> String {
        let page = self.place.link_to("play.html");
        let table = new_table_query(edition).replace('&', "&amp;");
        format!("{page}#{table}&amp;players={}", practice_chapter::PLAYERS)
    }

    /// Returns whether the comparison is of the game's own editions, not with the oldest edition.
    fn compares_own_editions(&self) -> bool {
        let first = self.editions[0];
        first.id == editions::ALL[0].id || !is_kin_of_mouche(first)
    }

    /// Returns the first edition in a minute, a thing after another.
    fn in_a_minute(&self) -> Vec<RulesSummaryEntry> {
        let edition = self.editions[0];
        let mut entries = Vec::new();
        for (title, topics) in LISTS.in_a_minute {
            let mut clauses: Vec<EditionClauseInWords> = Vec::new();
            for topic in *topics {
                let clause = edition.clause(*topic);
                clauses.extend(clause.filter(|clause| clause.presence == ClausePresence::Present));
            }
            let Some(first) = clauses.first() else {
                continue;
            };
            let texts: Vec<String> = clauses
                .iter()
                .map(|clause| clause_html_with_id(edition, clause))
                .collect();
            entries.push(RulesSummaryEntry {
                title: edition.insert_top_card_name(title),
                href: self.place.link_to_clause(edition.id, first.topic),
                text: texts.join(" "),
            });
        }
        entries
    }

    /// Returns the words that belong to the first edition, each with its link to the glossary and a
    /// short explanation.
    fn words(&self) -> Vec<(String, &'static str)> {
        let mut words = Vec::new();
        for term in editions::TERMS.iter() {
            if term.of.contains(&self.editions[0].id) {
                words.push((
                    markdown_link(self.place.link_to_term(term), term.name),
                    term.brief,
                ));
            }
        }
        words
    }

    /// Returns the questions on the first edition that an option answers differently, each with a
    /// link to its clause.
    fn questions_with_option(&self) -> Vec<(String, &'static SourceReading)> {
        let edition = self.editions[0];
        let mut questions = Vec::new();
        for option in OptionDef::open_in(edition) {
            let mut readings = edition.questions_with_answers(option.topic).iter();
            let asked = readings.find(|reading| {
                reading.option == Some(option.name) && reading.kind != ReadingAnswerOrigin::Silence
            });
            if let Some(reading) = asked {
                let href = self.place.link_to_clause(edition.id, option.topic);
                let title = edition.title(option.topic);
                questions.push((markdown_link(href, title), reading));
            }
        }
        questions
    }

    /// Returns how many clauses of an edition rest on each source:
    /// `80 told by [Lalanne](…), 3 silence, read by us`.
    fn clause_counts_by_source(&self, edition: &'static Ruleset) -> String {
        let clauses = edition.clauses();
        let mut own: Vec<ClauseSource> = Vec::new();
        for clause in &clauses {
            if !is_taken_over(edition, clause) {
                own.push(clause.source);
            }
        }
        let mut counts: Vec<(usize, String)> = Vec::new();
        for work in works_of_edition(edition) {
            let by_work = |source: &&ClauseSource| {
                matches!(source, ClauseSource::Says { .. }) && source.work() == Some(work)
            };
            let words = format!("from [{}]({})", work.short, self.place.link_to_work(work));
            counts.push((own.iter().filter(by_work).count(), words));
        }
        let practice = own
            .iter()
            .filter(|source| matches!(source, ClauseSource::Period { .. }));
        let left_out = own
            .iter()
            .filter(|source| **source == ClauseSource::Without);
        let silent = own.iter().filter(|source| **source == ClauseSource::Silent);
        let taken_over = clauses.len() - own.len();
        counts.push((
            practice.count(),
            "from the practice of other authors".into(),
        ));
        counts.push((
            left_out.count(),
            "on things that this game does not have".into(),
        ));
        counts.push((silent.count(), "not covered by the source".into()));
        counts.push((taken_over, "taken from another edition".into()));
        counts.retain(|(count, _)| *count > 0);
        let parts: Vec<String> = counts
            .iter()
            .map(|(count, words)| format!("{count} {words}"))
            .collect();
        parts.join(", ")
    }
}

/// Returns the text of a clause as HTML, in a span whose `data-clause` is the clause's full id.
fn clause_html_with_id(edition: &Ruleset, clause: &EditionClauseInWords) -> String {
    let id = edition.full_clause_id(clause.topic);
    format!(
        r#"<span data-clause="{id}">{}</span>"#,
        chapter_signs::clause_text_with_signs(clause)
    )
}
