//! The decision of an edition in a clause, in words, and whether two editions decide differently.

use crate::editions;
use crate::page::{escape_html, safe_markdown};
use crate::rules::{
    ClauseId, ClauseLookup, ClausePresence, ClauseSource, EditionClauseInWords, Mark, OptionDef,
    ReadingAnswerOrigin, Ruleset,
};

/// What stands for the decision of an edition whose game does not have the thing.
pub(super) const NOT_IN_GAME: &str = "–";

/// Returns a decision as HTML. The sign for a thing that a game does not have gets a name that is read aloud.
pub(super) fn decision_html(words: &str) -> String {
    if words == NOT_IN_GAME {
        return format!(
            r#"<span role="img" aria-label="does not arise in this game">{NOT_IN_GAME}</span>"#
        );
    }
    escape_html(words)
}

/// Returns the decision of an edition in a clause, in words. If the source does not cover it, the
/// words say that the answer is ours.
pub(super) fn decision_noting_silence(edition: &'static Ruleset, topic: ClauseId) -> String {
    let words = decision_in_words(edition, topic);
    let source = editions::origin(edition, topic).source(topic);
    let is_from_elsewhere = matches!(
        edition.presence_of(topic),
        ClausePresence::Untold | ClausePresence::OtherGame(_)
    );
    if source == Some(ClauseSource::Silent) && !is_from_elsewhere {
        format!("not covered; our interpretation: {words}")
    } else {
        words
    }
}

/// Returns the decision of an edition in a clause, in words. A clause that is taken over unchanged
/// has the words of the edition that first states it.
pub(in crate::book) fn decision_in_words(edition: &'static Ruleset, topic: ClauseId) -> String {
    // A game without the thing has no clause, and the engine's value for it is never printed.
    let Some(clause) = edition
        .clause(topic)
        .filter(|_| edition.has_clause_on(topic))
    else {
        return NOT_IN_GAME.into();
    };
    let origin = editions::origin(edition, topic);
    if origin.id != edition.id
        && clause.presence == origin.presence_of(topic)
        && edition.decides_as(origin, topic)
    {
        return decision_in_words(origin, topic);
    }
    match clause.presence {
        ClausePresence::OtherGame(_) => {
            "only in the author’s other game, if the players agree to play it".into()
        }
        // The clause is taken from another text of the time, not from this source.
        ClausePresence::Untold if matches!(clause.source, ClauseSource::Period { .. }) => {
            "probably the practice of the time, not from this source".into()
        }
        ClausePresence::Untold => "not covered by the source".into(),
        ClausePresence::Lacking => "none".into(),
        ClausePresence::Agreed(option) => {
            let rule = short_rule(&clause);
            format!(
                "{rule}; where agreed: {}",
                agreed_rule(edition, topic, option)
            )
        }
        ClausePresence::Present => match describe_debt_ceiling(edition, &clause) {
            Some(words) => words,
            None => short_rule(&clause),
        },
    }
}

/// Returns the rule of a clause in a few words, without markup.
fn short_rule(clause: &EditionClauseInWords) -> String {
    clause
        .value_or_text()
        .render(|rule, _| with_curly_apostrophes(&safe_markdown::plain_text(rule)))
}

/// Returns a text with the apostrophes that mdBook writes in prose. It leaves HTML as it is.
fn with_curly_apostrophes(text: &str) -> String {
    text.replace('\'', "’")
}

/// Returns the rule that holds where a table agrees on an option that the source only offers.
fn agreed_rule(edition: &Ruleset, topic: ClauseId, option: &str) -> String {
    let option = OptionDef::known_by_name(edition, option);
    let agreed = option.and_then(|option| option.with_other_value(edition));
    agreed
        .and_then(|agreed| agreed.describe_value(topic))
        .map(|words| with_curly_apostrophes(&words))
        .unwrap_or_else(|| "as the players agree".into())
}

/// Returns the words for a ceiling on debts. Its number is for the table to agree on: the edition
/// has that of the source's example.
fn describe_debt_ceiling(edition: &Ruleset, clause: &EditionClauseInWords) -> Option<String> {
    if clause.topic != ClauseId::DebtCap {
        return None;
    }
    let chips = edition.tricks()?.debt_cap.read().render(|cap, _| cap.0)?;
    let author = clause.source.work()?.short.split(',').next()?;
    Some(format!(
        "agreed; here at most {chips} chips ({author}’s example)"
    ))
}

/// Returns whether an edition decides differently from another: the sources of both speak of the
/// topic, and no other reading of their words makes the two agree. A rule that a source only offers
/// decides nothing.
pub(super) fn has_contrary_source(
    edition: &'static Ruleset,
    other: &'static Ruleset,
    topic: ClauseId,
) -> bool {
    has_own_source_on(edition, topic)
        && has_own_source_on(other, topic)
        && is_different(edition, other, topic)
        && is_different(&with_readings_of(other, edition, topic), other, topic)
        && is_different(edition, &with_readings_of(edition, other, topic), topic)
}

/// Returns whether the source of an edition speaks of a topic in this game. A rule that we supply
/// or take from another source does not count, nor does a source that describes the game without
/// the thing.
fn has_own_source_on(edition: &'static Ruleset, topic: ClauseId) -> bool {
    let Some(clause) = edition.clause(topic) else {
        return false;
    };
    let is_supplied = matches!(
        editions::origin(edition, topic).source(topic),
        Some(ClauseSource::Silent | ClauseSource::Period { .. } | ClauseSource::Without) | None
    );
    let is_from_elsewhere = matches!(
        clause.presence,
        ClausePresence::Untold | ClausePresence::OtherGame(_)
    );
    let is_not_told = clause.is_unseen_rule_substitute() || clause.marks().has(Mark::NotToldAgain);
    !is_supplied && !is_from_elsewhere && !is_not_told
}

/// Returns whether two editions as they stand differ on a topic, no matter who decided it first.
fn is_different(edition: &Ruleset, other: &Ruleset, topic: ClauseId) -> bool {
    let Some(clause) = edition.clause(topic) else {
        return false;
    };
    let Some(other_clause) = other.clause(topic) else {
        return false;
    };
    let is_rephrased = are_unenforced_words_comparable(&clause)
        && are_unenforced_words_comparable(&other_clause)
        && !clause.has_same_text(&other_clause);
    !edition.decides_as(other, topic)
        || clause.is_absent() != other_clause.is_absent()
        || is_rephrased
}

/// Returns whether the words of a clause can be compared. If a rule that only people keep is partly
/// our reading, its words prove nothing.
fn are_unenforced_words_comparable(clause: &EditionClauseInWords) -> bool {
    clause.is_kept_by_people() && !clause.is_absent() && !clause.marks().has_our_choice()
}

/// Returns an edition whose open questions on a topic have the answers of another edition, wherever
/// an option decides them.
fn with_readings_of(other: &Ruleset, edition: &Ruleset, topic: ClauseId) -> Ruleset {
    let mut changed = *edition;
    for reading in edition.questions_with_answers(topic) {
        if reading.kind == ReadingAnswerOrigin::Open
            && let Some(option) = reading.option.and_then(OptionDef::by_name)
        {
            changed = option.edition_with_value_from(other, &changed);
        }
    }
    changed
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_edition_decision_words.rs"]
mod tests;
