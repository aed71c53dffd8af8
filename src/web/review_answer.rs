//! The review of a deal that is over: what the learner's mistakes cost.

use super::page_answers::{DealReview, ReviewedMistake};
use crate::engine::DealStage;
use crate::narrate::step_sentences::{chips_in_words, signed_chips};
use crate::narrate::{describe_deal_result, step_title};
use crate::rules::{DealPhase, MusRules, Ruleset, TrickRules};
use crate::scenario::story::{Step, StepKind, Story};
use crate::session::{ChoiceAgainstHint, Session, move_words};
use anyhow::Result;
use askama::Template;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "account.html")]
struct ReviewTemplate {
    result: String,
    /// The mistakes in the order of the deal; none at Mus, where choices are not reviewed.
    mistakes: Option<Vec<ReviewedMistakeText>>,
    /// True if the computer would have chosen differently somewhere.
    has_differing_choices: bool,
}

/// A mistake in words.
struct ReviewedMistakeText {
    title: String,
    made: String,
    advised: String,
    result: String,
    replayed_result: String,
    /// The gain of the replayed deal over the real one: `3 chips`.
    difference: String,
    /// The number of words that the learner had said before the choice.
    back: Option<usize>,
}

/// Returns the review of the last deal, if it is over. `words_before_choices` has the number of words that the learner had
/// said before each choice.
pub(super) fn deal_review(
    session: &Session,
    story: &Story,
    words_before_choices: &[usize],
) -> Result<Option<DealReview>> {
    let Some(result) = session.last_deal_gain() else {
        return Ok(None);
    };
    let rules = match &session.setup.rules {
        Ruleset::Tricks(rules) => Arc::new(*rules),
        Ruleset::Mus(rules) => return Ok(Some(result_only_mus_review(rules, result)?)),
    };
    let mut reviewed = Vec::new();
    let mut views = Vec::new();
    let differing = session.differing_choices();
    let has_differing_choices = !differing.is_empty();
    for mistake in differing {
        if mistake.replayed_result <= result {
            continue;
        }
        reviewed.push(reviewed_mistake(session, &mistake));
        views.push(ReviewedMistakeText {
            back: words_before_choices.get(mistake.choice).copied(),
            ..ReviewedMistakeText::new(&rules, story, &mistake, result)
        });
    }
    let html = ReviewTemplate {
        result: signed_chips(result),
        mistakes: Some(views),
        has_differing_choices,
    }
    .render()?;
    Ok(Some(DealReview {
        html,
        is_best: Some(reviewed.is_empty()),
        result,
        mistakes: Some(reviewed),
    }))
}

fn result_only_mus_review(rules: &MusRules, result: i64) -> Result<DealReview> {
    let html = ReviewTemplate {
        result: describe_deal_result(rules, result),
        mistakes: None,
        has_differing_choices: false,
    }
    .render()?;
    Ok(DealReview {
        html,
        is_best: None,
        result,
        mistakes: None,
    })
}

fn reviewed_mistake(session: &Session, mistake: &ChoiceAgainstHint) -> ReviewedMistake {
    let rules = &session.setup.rules;
    ReviewedMistake {
        choice: mistake.choice,
        made: move_words(rules, mistake.made),
        advised: move_words(rules, mistake.advised),
        result: mistake.replayed_result,
    }
}

impl ReviewedMistakeText {
    fn new(
        rules: &Arc<TrickRules>,
        story: &Story,
        mistake: &ChoiceAgainstHint,
        result: i64,
    ) -> ReviewedMistakeText {
        let is_play = mistake.before.stage == DealStage::In(DealPhase::Tricks);
        let kind = if is_play {
            StepKind::Play
        } else {
            StepKind::Declaration
        };
        let step: Step =
            Step::decision_without_file(rules, kind, Some(mistake.before.mover), mistake.before);
        ReviewedMistakeText {
            title: step_title(story, &step),
            made: move_words(rules, mistake.made),
            advised: move_words(rules, mistake.advised),
            result: signed_chips(result),
            replayed_result: signed_chips(mistake.replayed_result),
            difference: chips_in_words(mistake.replayed_result - result),
            back: None,
        }
    }
}
