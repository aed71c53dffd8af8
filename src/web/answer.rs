//! The answers to a page, field by field as they are written. The types of the scripts are made from them: `tests/scripts/engine.d.ts`.

use crate::author::{Fix, Item};
use schemars::JsonSchema;
use serde::Serialize;

/// An answer to any question.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum PageAnswer {
    Table(Box<TableAnswer>),
    Text(TextAnswer),
    Cursor(CursorAnswer),
    BegunText(BegunTextAnswer),
    Failed(FailedAnswer),
}

/// Why a question has no answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct FailedAnswer {
    pub(super) failed: String,
}

/// How the table stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct TableAnswer {
    /// The steps that the page does not have yet, as HTML: what the learner sees of them.
    pub(super) html: String,
    /// How many steps there are in all.
    pub(super) steps: usize,
    /// What the learner may do now, as HTML; null when the deal is over.
    pub(super) asks: Option<String>,
    /// Why the last words are no move. The page forgets those words.
    pub(super) unclear: Option<String>,
    /// How good the last choice was, as HTML, if verdicts were asked for.
    pub(super) verdict: Option<String>,
    /// What the strategy would do, if a hint was asked for.
    pub(super) hint: Option<String>,
    /// What there is to know about a house table or a hand that was begun. It comes with the first steps.
    pub(super) note: Option<String>,
    /// What each choice comes to, as HTML, or a sentence that says why nothing is known; if that was asked for.
    pub(super) what_if: Option<String>,
    /// Whether the deals so far can be saved as a scenario.
    pub(super) is_tellable: bool,
    /// The scenario, if it was asked for.
    pub(super) scenario: Option<String>,
    /// Whether the session is over by its rules.
    pub(super) is_over: bool,
    /// The learner's seat, which a drill may have chosen.
    pub(super) seat: u8,
    /// The seed of the deal, which a drill may have chosen.
    pub(super) seed: u64,
    /// What is practised, as HTML.
    pub(super) drill: Option<String>,
    /// The review of the deal, if it was asked for and the deal is over.
    pub(super) account: Option<DealReview>,
}

/// The review of a deal that is over.
#[derive(Serialize, JsonSchema)]
pub(super) struct DealReview {
    /// The review as HTML.
    pub(super) html: String,
    /// Whether no mistake is named; null at Mus, where choices are not reviewed.
    pub(super) is_best: Option<bool>,
    /// What the learner won or lost, in chips or stones.
    pub(super) result: i64,
    /// The mistakes in the order of the deal. It is left out at Mus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mistakes: Option<Vec<ReviewedMistake>>,
}

/// A choice that cost something.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReviewedMistake {
    /// Which of the learner's choices it was, from 0.
    pub(super) choice: usize,
    /// What the learner did.
    pub(super) made: String,
    /// What would have been better.
    pub(super) advised: String,
    /// What the learner would have won or lost with the better choice.
    pub(super) result: i64,
}

/// What there is to say about the text of a scenario.
#[derive(Serialize, JsonSchema)]
pub(super) struct TextAnswer {
    pub(super) messages: Vec<TextMessage>,
    /// Changes of the whole text that the page offers.
    pub(super) offers: Vec<Fix>,
    /// The hand as HTML, if anything of it can be told.
    pub(super) hand: Option<String>,
    /// The id of each step, and the place in the text where it begins.
    pub(super) steps: Vec<(String, usize)>,
    /// Whether all that the text says is true.
    pub(super) holds: bool,
}

/// A message about a place in the text.
#[derive(Serialize, JsonSchema)]
pub(super) struct TextMessage {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The line of `from`, counted from 1.
    pub(super) line: usize,
    /// `error` or `warning`.
    pub(super) severity: &'static str,
    /// Whether it marks a `?` that is still to be filled in, which is no mistake.
    pub(super) is_blank: bool,
    /// The message; its first line is the main one.
    pub(super) words: String,
    /// The page that explains the rule.
    pub(super) page: Option<String>,
    /// What may be written instead, at the places of `instead`.
    pub(super) fixes: Vec<Fix>,
    /// The two places between which a fix is written.
    pub(super) instead: [usize; 2],
}

/// What stands at the cursor, and what may be written there.
#[derive(Serialize, JsonSchema)]
pub(super) struct CursorAnswer {
    /// Where what is typed already begins.
    pub(super) from: usize,
    /// Where what is typed already ends.
    pub(super) to: usize,
    pub(super) items: Vec<Item>,
    /// What the word at the cursor means, as HTML.
    pub(super) says: Option<String>,
}

/// The beginning of a scenario.
#[derive(Serialize, JsonSchema)]
pub(super) struct BegunTextAnswer {
    pub(super) text: String,
}
