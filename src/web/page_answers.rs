//! The answers to a page, field by field as they are written. The types of the scripts are made from them: `tests/scripts/engine.d.ts`.

use crate::author::{Completion, ProposedFix};
use schemars::JsonSchema;
use serde::Serialize;

/// An answer to any question.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum PageAnswer {
    Table(Box<TableAnswer>),
    Text(ScenarioCheckForPage),
    Cursor(CursorAnswer),
    BegunText(ScenarioDraftAnswer),
    Editions(AuthorEditionsAnswer),
    Failed(PageRequestFailure),
}

/// The reason why a question has no answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct PageRequestFailure {
    pub(super) failed: String,
}

/// The state of a table.
#[derive(Serialize, JsonSchema)]
pub(super) struct TableAnswer {
    /// The steps that the page does not have yet, as HTML: what the learner sees of them.
    pub(super) html: String,
    /// The number of steps in all.
    pub(super) steps: usize,
    /// The question to the learner with its buttons, as HTML; null when the deal is over.
    pub(super) asks: Option<String>,
    /// Why the last words are no move. The page forgets those words.
    pub(super) unclear: Option<String>,
    /// The verdict on the last choice, as HTML, if verdicts were asked for.
    pub(super) verdict: Option<String>,
    /// The move of the strategy with its reason, if a hint was asked for.
    pub(super) hint: Option<String>,
    /// The words with which the learner would make the move of the hint.
    pub(super) hint_move: Option<String>,
    /// A note on a house table or a hand that was begun. It comes with the first steps.
    pub(super) note: Option<String>,
    /// The result of each choice, as HTML, or a sentence that says why nothing is known; if that was asked for.
    pub(super) what_if: Option<String>,
    /// True if the deals so far can be saved as a scenario.
    pub(super) is_tellable: bool,
    /// The scenario, if it was asked for.
    pub(super) scenario: Option<String>,
    /// True if no further deal follows.
    pub(super) is_over: bool,
    /// How the session stands.
    pub(super) standing: SessionStanding,
    /// The learner's seat, which a drill may have chosen.
    pub(super) seat: u8,
    /// The seat of the learner's partner.
    pub(super) partner: Option<u8>,
    /// The seed of the deal, which a drill may have chosen.
    pub(super) seed: u64,
    /// The subject of the drill, as HTML.
    pub(super) drill: Option<String>,
    /// The review of the deal, if it was asked for and the deal is over.
    pub(super) account: Option<DealReview>,
}

/// How a session stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct SessionStanding {
    /// The number of the current deal, from 1.
    pub(super) deal: usize,
    /// The chips or stones of the learner's side, in words.
    pub(super) score: Option<String>,
    /// What each finished deal brought the learner, with stakes and debts: in chips, or at Mus in stones.
    pub(super) results: Vec<i64>,
    /// The result of the current deal, if it is over.
    pub(super) outcome: Option<LearnerDealResult>,
    /// The winner and the ranking as HTML, if no further deal follows.
    pub(super) ending: Option<String>,
}

/// The result of a deal for the learner.
#[derive(Serialize, JsonSchema)]
pub(super) struct LearnerDealResult {
    /// A sentence: `You won 2 tricks: +6 chips.`
    pub(super) words: String,
    /// The number of chips or stones, as the review of the deal has it.
    pub(super) result: i64,
}

/// The review of a deal that is over.
#[derive(Serialize, JsonSchema)]
pub(super) struct DealReview {
    /// The review as HTML.
    pub(super) html: String,
    /// True if the review names no mistake; null at Mus, where choices are not reviewed.
    pub(super) is_best: Option<bool>,
    /// The learner's result, in chips or stones.
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
    /// The move that the learner made.
    pub(super) made: String,
    /// The better move.
    pub(super) advised: String,
    /// The learner's result with the better choice.
    pub(super) result: i64,
}

/// The text of a scenario, checked and shown.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScenarioCheckForPage {
    pub(super) messages: Vec<DiagnosticForPage>,
    /// Changes of the whole text that the page offers.
    pub(super) offers: Vec<ProposedFix>,
    /// The hand as HTML, if anything of it can be told.
    pub(super) hand: Option<String>,
    /// The id of each step, and the place in the text where it begins.
    pub(super) steps: Vec<(String, usize)>,
    /// True if the engine agrees with all of the text.
    pub(super) holds: bool,
}

/// A diagnostic about a place in the text, for a page.
#[derive(Serialize, JsonSchema)]
pub(super) struct DiagnosticForPage {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The line of `from`, counted from 1.
    pub(super) line: usize,
    /// `error` or `warning`.
    pub(super) severity: &'static str,
    /// True if it marks a `?` that is still to be filled in, which is no mistake.
    pub(super) is_blank: bool,
    /// The message; its first line is the main one.
    pub(super) words: String,
    /// The page that explains the rule.
    pub(super) page: Option<String>,
    /// The texts that may be written at the places of `instead`.
    pub(super) fixes: Vec<ProposedFix>,
    /// The two places between which a fix is written.
    pub(super) instead: [usize; 2],
}

/// The explanation of the word at the cursor, and the texts that may be written there.
#[derive(Serialize, JsonSchema)]
pub(super) struct CursorAnswer {
    /// The beginning of the word that is being typed.
    pub(super) from: usize,
    /// The end of the word that is being typed.
    pub(super) to: usize,
    pub(super) items: Vec<Completion>,
    /// The explanation of the word at the cursor, as HTML.
    pub(super) says: Option<String>,
}

/// The text of a new scenario, dealt from a seed.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScenarioDraftAnswer {
    pub(super) text: String,
}

/// The editions of authors that the engine has read.
#[derive(Serialize, JsonSchema)]
pub(super) struct AuthorEditionsAnswer {
    /// Their ids.
    pub(super) editions: Vec<&'static str>,
}
