//! A clause as the chapter of its edition prints it.

use super::clause_lessons::lesson_and_practice_links;
use super::hand_lists::have_rule_on;
use crate::book::odds::{editions_for_debt_comparison, pool_growth_section};
use crate::book::picture::{draw_card_order, draw_flow, draw_packs};
use crate::book::{BookGamesAndPages, ProseChapters, chapter_signs, link_first_term_uses};
use crate::cards::count_of_or_no;
use crate::editions::{self, lineage};
use crate::narrate::step_sentences::capitalize;
use crate::page::{
    COMPARISON, HandUnderEdition, HomeOrGuestPage, escape_html, trusted_prose_to_inline_html,
};
use crate::rules::{
    ClauseId, ClauseLookup, ClausePresence, ClauseSource, Duty, EditionClauseInWords, Mark,
    OptionDef, ReadingAnswerOrigin, Ruleset, SourceReading, SuggestedTableCustom,
};
use crate::scenario::StoryWithFile;
use anyhow::Result;
use askama::Template;

/// A clause with everything that the chapter prints below it. The template is the part that opens:
/// source, value, readings and hands, as HTML.
#[derive(Template)]
#[template(path = "clause.html")]
pub(super) struct PrintedClause<'a> {
    chapter: RulesChapterContext<'a>,
    pub(super) clause: &'a EditionClauseInWords,
    pub(super) id: String,
    /// The edition that stated it first.
    pub(super) first: &'static Ruleset,
    pub(super) readings: Vec<SourceReading>,
    /// The hands that show it.
    hands: Vec<&'a HandUnderEdition<'a>>,
    /// A drawing as Markdown; empty for most clauses.
    pub(super) picture: String,
}

/// The chapter of an edition's rules in which a clause is printed.
#[derive(Clone, Copy)]
pub(super) struct RulesChapterContext<'a> {
    pub(super) edition: &'static Ruleset,
    pub(super) title: &'a str,
    pub(super) content: &'a BookGamesAndPages,
    /// All hands of the book.
    pub(super) hands: &'a [HandUnderEdition<'a>],
    pub(super) prose: &'a ProseChapters,
    pub(super) place: HomeOrGuestPage,
}

/// Returns the version of the program in which a clause last changed. Each line of the file begins
/// with an id and a version.
fn clause_last_changed_in(id: &str) -> Option<&'static str> {
    for line in include_str!("../../editions/changed.txt").lines() {
        let mut words = line.split(' ');
        if words.next() == Some(id) {
            return words.next();
        }
    }
    None
}

/// Returns the heading of an answer to a question that the source leaves.
fn answer_basis_label(answer: ReadingAnswerOrigin) -> &'static str {
    match answer {
        ReadingAnswerOrigin::Settled => "Settled",
        ReadingAnswerOrigin::Practice => "Practice",
        ReadingAnswerOrigin::Repair => "Our repair",
        ReadingAnswerOrigin::Open => "Our choice",
        ReadingAnswerOrigin::Silence => "Our interpretation",
    }
}

impl<'a> PrintedClause<'a> {
    pub(super) fn new(
        chapter: RulesChapterContext<'a>,
        clause: &'a EditionClauseInWords,
    ) -> Result<PrintedClause<'a>> {
        let edition = chapter.edition;
        let topic = clause.topic;
        Ok(PrintedClause {
            chapter,
            clause,
            id: edition.full_clause_id(topic),
            first: editions::origin(edition, topic),
            readings: own_readings(edition, topic),
            hands: nearest_hands_showing(edition, topic, chapter.hands),
            picture: picture_of_clause(edition, topic, chapter.place)?,
        })
    }

    /// Returns the rule as Markdown.
    pub(super) fn text(&self) -> String {
        let place = self.chapter.place;
        let text = self
            .clause
            .text()
            .map(|text| link_first_term_uses(text, place));
        chapter_signs::html_with_signs(&text)
            + &replaced_value(self.chapter.edition, self.clause, place)
    }

    /// Returns links to the lessons and the practice on the clause, as HTML; empty if there are none.
    fn lesson_and_practice_links(&self) -> String {
        let RulesChapterContext {
            edition,
            prose,
            content,
            place,
            ..
        } = self.chapter;
        lesson_and_practice_links(edition, self.clause.topic, prose, content, place)
    }

    /// Returns the custom that is suggested where the source does not cover something, as HTML with
    /// its sign and witness; empty for most clauses.
    pub(super) fn suggested_custom_html(&self) -> String {
        let Some(practice) = self.clause.practice else {
            return String::new();
        };
        let work = practice.witness;
        format!(
            "<p class=\"practice\"><span class=\"sign\" aria-hidden=\"true\">{}</span> Suggested practice: {} <a href=\"{}\">{}</a></p>",
            SuggestedTableCustom::SIGN,
            trusted_prose_to_inline_html(practice.text),
            self.chapter.place.link_to_work(work),
            work.short
        )
    }

    /// Returns the words of the source as HTML, marked with their language; empty if none are quoted.
    pub(super) fn quotation(&self) -> String {
        let Some(quotation) = self.clause.quotation else {
            return String::new();
        };
        format!(
            "<blockquote class=\"quotation\" lang=\"{}\"><p>{}</p></blockquote>",
            escape_html(quotation.lang),
            escape_html(quotation.words)
        )
    }

    /// Returns `as 1718` as HTML with the signs of the clause.
    pub(super) fn first_edition_reference(&self) -> String {
        let text = self.clause.text();
        chapter_signs::words_html_with_signs(&text.map(|_| format!("as {}", self.first.short)))
    }

    /// Returns empty elements, as HTML, for the ids that the clause had before, so that old
    /// addresses still lead to it.
    pub(super) fn former_anchors(&self) -> String {
        let mut anchors = String::new();
        for id in self.clause.topic.former_ids() {
            anchors += &format!("<div id=\"{id}\"></div>\n");
        }
        anchors
    }

    /// Returns whether the game does not have the thing that the clause is about, and nothing else
    /// has to be said of it.
    pub(super) fn is_not_in_game(&self) -> bool {
        self.clause.presence == ClausePresence::Lacking
            && self.clause.source.is_stated_absence()
            && self.clause.readings.is_empty()
    }

    /// Returns the title of the clause within a sentence, as HTML in an element with its id, after
    /// empty elements with the ids that it had before.
    pub(super) fn title_with_anchors(&self) -> String {
        let mut html = String::new();
        for id in self.clause.topic.former_ids() {
            html += &format!("<span id=\"{id}\"></span>");
        }
        html + &format!(
            "<span id=\"{}\">{}</span>",
            self.clause.topic,
            self.name_in_sentence()
        )
    }

    /// Returns the title of the clause as it stands within a sentence. A title that begins with the
    /// edition's name for the top card keeps its capital.
    fn name_in_sentence(&self) -> String {
        let title = &self.clause.title;
        if self.clause.topic == ClauseId::ForcedLast {
            return "a duty of the player before the dealer".into();
        }
        let is_own_name = *title != self.clause.topic.title() && !title.starts_with("The ");
        match title.chars().next() {
            Some(first) if first.is_ascii() && !is_own_name => {
                first.to_ascii_lowercase().to_string() + &title[1..]
            }
            _ => title.clone(),
        }
    }

    /// Returns the edition that stated the clause first, if this edition took it over.
    fn origin(&self) -> Option<&'static Ruleset> {
        if self.first.id == self.chapter.edition.id {
            None
        } else {
            Some(self.first)
        }
    }

    /// Returns the words before the edition that stated the clause first.
    fn words_before_origin(&self) -> &'static str {
        if self.clause.is_unseen_rule_substitute() {
            "not known. We play it as in"
        } else if self.clause.marks().has(Mark::TakenOver) {
            "as in"
        } else {
            "taken over from"
        }
    }

    /// Returns the line that opens the rest of the clause: `As in La Mouche, 1718 · 2 hands · cite`.
    fn source_and_counts_line(&self) -> String {
        let source = match self.origin() {
            Some(origin) => format!("{} {}", self.words_before_origin(), origin.name),
            None => self.clause.source.to_string(),
        };
        let mut summary = capitalize(&source);
        for (count, unit) in [
            (self.readings.len(), "question"),
            (self.hands.len(), "hand"),
        ] {
            if count > 0 {
                summary += &format!(" · {}", count_of_or_no(count, unit));
            }
        }
        summary + " · cite"
    }

    /// Returns what the clause rests on, as a citation has it: `after Lalanne, La Mouche, §4`.
    fn cited_source(&self) -> String {
        if let Some(origin) = self.origin() {
            return format!("as in {}", origin.name);
        }
        let source = self.clause.source;
        match source {
            ClauseSource::Silent => {
                "the editors’ interpretation, because the source does not cover it".to_owned()
            }
            ClauseSource::Without | ClauseSource::Agreed { .. } => source.to_string(),
            _ => format!("after {source}"),
        }
    }

    /// Returns the value by which the engine plays, as HTML with its signs. A clause that only
    /// people keep has none, nor has a duty that simply binds.
    fn engine_value_html(&self) -> Option<String> {
        if self.clause.is_kept_by_people() || self.clause.comparison_key() == Duty::Binding.words()
        {
            return None;
        }
        let value = self.clause.value();
        Some(if self.clause.presence == ClausePresence::Lacking {
            chapter_signs::words_html_with_signs(&value.map(|_| "none"))
        } else {
            chapter_signs::words_html_with_signs(&value)
        })
    }

    /// Returns the address of the row of the comparison on the topic of the clause; none if the book has no comparison.
    fn comparison_address(&self) -> Option<String> {
        let RulesChapterContext {
            edition,
            content,
            place,
            ..
        } = self.chapter;
        let address = place.link_to_comparison(self.clause.topic, Some(edition));
        content.has_page(COMPARISON).then_some(address)
    }

    /// Returns the address at which a reader reports that the clause is wrong, if the book has one.
    fn contest_address(&self) -> Option<String> {
        let imprint = &self.chapter.content.imprint;
        let edition = self.chapter.edition.name;
        let title = &self.clause.title;
        let text = self.clause.text();
        let version = imprint.version_with_day();
        let body = format!("> {text}\n\n{edition}, {title}, {version}\n\n");
        imprint.issue_address(&format!("{edition}: {title}"), &body)
    }
}

/// Returns the drawing that stands beside a clause, as Markdown; empty for most clauses.
fn picture_of_clause(
    edition: &'static Ruleset,
    topic: ClauseId,
    place: HomeOrGuestPage,
) -> Result<String> {
    let picture = match topic {
        ClauseId::Rank => draw_card_order(edition)?,
        ClauseId::Pack => draw_packs(edition)?,
        ClauseId::DeclOrder => draw_flow(edition, place)?,
        ClauseId::DebtEnter if edition.id == editions_for_debt_comparison().at_once.id => {
            pool_growth_section(place)?
        }
        _ => String::new(),
    };
    Ok(picture)
}

/// Returns the value of the base edition that a clause of a house table, or of an edition based on
/// another, replaces, as Markdown; empty for other clauses. The link to the clause gets its signs later.
fn replaced_value(
    edition: &Ruleset,
    clause: &EditionClauseInWords,
    place: HomeOrGuestPage,
) -> String {
    let Some(base) = edition.base.or(edition.parent) else {
        return String::new();
    };
    let Some(printed) = base.clause(clause.topic) else {
        return String::new();
    };
    let is_own = edition.parent.is_some() || clause.source.is_agreed();
    // Pages do not speak of what the base does not have at all.
    if !is_own
        || !base.has_clause_on(clause.topic)
        || clause.agreed_value_if_changed(&printed).is_none()
    {
        return String::new();
    }
    let value = printed.value().render(|value, _| (*value).to_owned());
    let address = place.link_to_clause(base.id, clause.topic);
    format!(" In {}: [{value}]({address}).", base.name)
}

/// From how many hands on a clause links to their filtered list instead of naming each of them.
const MANY_HANDS: usize = 4;

/// Returns the hands of an edition that show a clause. If there are none, those of the nearest
/// edition from which it is taken over.
fn nearest_hands_showing<'a>(
    edition: &'static Ruleset,
    topic: ClauseId,
    hands: &'a [HandUnderEdition<'a>],
) -> Vec<&'a HandUnderEdition<'a>> {
    for ancestor in lineage(edition, topic) {
        let mut showing = Vec::new();
        for view in hands {
            let run = StoryWithFile {
                file: view.file,
                story: view.story,
            };
            if view.story.rules.id == ancestor.id && run.shows_clause_of_lineage(edition, topic) {
                showing.push(view);
            }
        }
        // Many hands show that their edition lacks a thing. Their list leaves these out.
        if showing.len() >= MANY_HANDS {
            showing.retain(|view| have_rule_on(&view.story.rules, topic));
        }
        if !showing.is_empty() {
            return showing;
        }
    }
    Vec::new()
}

/// Returns the source of a clause as HTML, with its work as a link.
fn source_as_html(source: ClauseSource, place: HomeOrGuestPage) -> String {
    let words = source
        .to_string()
        .replace('&', "&amp;")
        .replace('<', "&lt;");
    let Some(work) = source.work() else {
        return words;
    };
    let link = format!(
        r#"<a href="{}">{}</a>"#,
        place.link_to_work(work),
        work.short
    );
    words.replacen(work.short, &link, 1)
}

/// Returns the readings of a clause that the edition does not share with the one from which it
/// takes the clause over.
pub(super) fn own_readings(edition: &'static Ruleset, topic: ClauseId) -> Vec<SourceReading> {
    let origin = match edition.base {
        Some(base) => base,
        None => editions::origin(edition, topic),
    };
    let shared: &[SourceReading] = if origin.id == edition.id {
        &[]
    } else {
        origin.questions_with_answers(topic)
    };
    let mut own = edition.questions_with_answers(topic).to_vec();
    own.retain(|reading| shared.iter().all(|other| other.id != reading.id));
    own
}
