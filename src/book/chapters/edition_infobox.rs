//! The box beside a chapter that shows an edition at a glance.

use super::shared_topic_groups::LISTS;
use crate::book::chapter_signs;
use crate::cards::deduplicated;
use crate::editions;
use crate::page::{HomeOrGuestPage, join_lines};
use crate::rules::ClauseId::{DealPackets, PamCard};
use crate::rules::{
    ClauseId, ClauseLookup, ClausePresence, ClauseSource, EditionClauseInWords, EngineKind,
    FamilyGame, GlossaryTerm, MarkedWithCertainty, Ruleset, Work,
};
use askama::Template;

/// The box with the main facts of an edition.
#[derive(Template)]
#[template(path = "infobox.html")]
struct EditionInfobox {
    edition: &'static Ruleset,
    place: HomeOrGuestPage,
}

/// A decision of the edition.
struct InfoboxRow {
    topic: ClauseId,
    title: String,
    /// The decision as HTML with its signs.
    value: String,
}

/// A game from which a game comes, or which comes from it.
struct RelatedGame {
    /// The relation of the game to this one, such as `descends from`, if the game before has
    /// another relation.
    relation: Option<&'static str>,
    game: &'static FamilyGame,
    /// The words for a doubt about the kinship.
    doubt: Option<&'static str>,
}

/// A word of the edition, with the signs of the clause that it comes with as HTML.
struct SourceWordInGlossary {
    word: &'static str,
    term: &'static GlossaryTerm,
    signs: String,
}

/// Returns the infobox of an edition, as HTML on one line.
pub(super) fn infobox(edition: &'static Ruleset, place: HomeOrGuestPage) -> askama::Result<String> {
    Ok(join_lines(&EditionInfobox { edition, place }.render()?))
}

/// Returns whether an edition is of the family of the oldest edition, la Mouche.
pub(super) fn is_kin_of_mouche(edition: &Ruleset) -> bool {
    edition.family() == editions::ALL[0].family()
}

/// Returns the works on which the clauses of an edition rest, those taken over included, each once.
pub(super) fn works_of_edition(edition: &'static Ruleset) -> Vec<&'static Work> {
    let work_of = |topic| editions::origin(edition, topic).source(topic)?.work();
    deduplicated(editions::clause_ids_in_use().filter_map(|topic| work_of(*topic)))
}

/// Returns whether an edition belongs to a game.
fn is_of_game(edition: &Ruleset, game: &FamilyGame) -> bool {
    editions::game_of(edition).is_some_and(|own| own.id == game.id)
}

impl EditionInfobox {
    /// Returns the game of the edition, if the chapter of the family names it.
    fn game_in_family_chapter(&self) -> Option<&'static FamilyGame> {
        editions::game_of(self.edition).filter(|game| editions::is_in_family_chapter(game))
    }

    /// Returns the other editions of the same game.
    fn other_editions(&self) -> Vec<&'static Ruleset> {
        let Some(game) = editions::game_of(self.edition) else {
            return Vec::new();
        };
        let authors = editions::author_editions::registered_editions().into_iter();
        editions::built_in_editions()
            .filter(|other| game.editions.contains(&other.id))
            .chain(authors.filter(|other| is_of_game(other, game)))
            .filter(|other| other.id != self.edition.id)
            .collect()
    }

    /// Returns the decisions that tell one edition from another, except on things that this edition
    /// does not have.
    fn decisions_at_a_glance(&self) -> Vec<InfoboxRow> {
        let edition = self.edition;
        let mut rows = Vec::new();
        for topic in LISTS.at_a_glance.iter().copied() {
            let Some(clause) = edition.clause(topic).filter(|clause| !clause.is_absent()) else {
                continue;
            };
            let (title, value) = if topic == DealPackets {
                titled_hand_size(edition)
            } else {
                let value = clause.value().map(|value| value.to_owned());
                (clause.title.clone(), value)
            };
            let value = value.map(|value| with_note_if_unsourced(edition, &clause, value));
            rows.push(InfoboxRow {
                topic,
                title,
                value: chapter_signs::words_html_with_signs(&value),
            });
        }
        rows
    }

    /// Returns the words that the sources of the edition use and the glossary explains.
    fn source_words(&self) -> Vec<SourceWordInGlossary> {
        let edition = self.edition;
        let mut words = Vec::new();
        for (topic, word) in edition.terms.words() {
            if topic == PamCard && edition.presence_of(topic) != ClausePresence::Present {
                continue;
            }
            if let Some(term) = editions::term_by_form(word) {
                words.push(SourceWordInGlossary {
                    word,
                    term,
                    signs: signs_of_borrowed_word(edition, topic, word),
                });
            }
        }
        words
    }

    /// Returns the games from which a game comes, then those that come from it.
    fn relatives(&self, game: &FamilyGame) -> Vec<RelatedGame> {
        let mut relations = Vec::new();
        for link in editions::KINSHIP.iter().filter(|link| link.of == game.id) {
            relations.push((link, link.relation.words(), link.to));
        }
        for link in editions::KINSHIP.iter().filter(|link| link.to == game.id) {
            relations.push((link, link.relation.reversed_words(), link.of));
        }
        let mut relatives = Vec::new();
        let mut last = None;
        for (link, words, id) in relations {
            let Some(relative) = editions::game_by_id(id) else {
                continue;
            };
            let relation = if last == Some(words) {
                None
            } else {
                Some(words)
            };
            last = Some(words);
            relatives.push(RelatedGame {
                relation,
                game: relative,
                doubt: link.certainty.doubt(),
            });
        }
        relatives
    }
}

/// Returns the title under which the infobox gives the hand size, and the hand size.
fn titled_hand_size(edition: &Ruleset) -> (String, MarkedWithCertainty<String>) {
    let title = if edition.family() == EngineKind::Tricks {
        "Tricks"
    } else {
        "Cards"
    };
    let packets = edition.deal_packets.read();
    (
        title.into(),
        packets.map(|packets| packets.hand.to_string()),
    )
}

/// Returns a value with words that say so if it does not come from a source of the edition.
fn with_note_if_unsourced(
    edition: &'static Ruleset,
    clause: &EditionClauseInWords,
    value: String,
) -> String {
    if clause.is_unseen_rule_substitute() {
        let origin = editions::origin(edition, clause.topic);
        format!("not known; as {}: {value}", origin.short)
    } else if clause.source == ClauseSource::Silent {
        format!("not covered; our interpretation: {value}")
    } else {
        value
    }
}

/// Returns the signs, as HTML, that a word of a clause has because it is taken over from another
/// edition; empty if it is not. If the clause is taken over with the word, the word is from
/// elsewhere too.
fn signs_of_borrowed_word(
    edition: &'static Ruleset,
    topic: ClauseId,
    word: &'static str,
) -> String {
    let origin = editions::origin(edition, topic);
    if origin.terms.words().contains(&(topic, word)) {
        chapter_signs::signs_html(edition.marks(topic).only_from_elsewhere())
    } else {
        String::new()
    }
}
