//! A game whose files are checked: what differs by game in the walk over a file.

use super::expected_choices_and_refusals::{AllowedChoices, ExpectedChoices, ExpectedClauseId};
use super::payout_line_forms::{AmountExplanation, PayoutForm};
use super::replay_state::{DealNotOver, Replay, ReplayableGame, StatementReplayResult};
use super::{mus, tricks};
use crate::cards::Seat;
use crate::engine::{DealStage, DealState, Refusal, TrickGame};
use crate::mus::{MusGame, MusStage, MusState};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{DealPhase, MoveOccasion, Verb};
use crate::scenario::text::{
    Code, Diagnostic, ExpectedValueOrGap, MoveChoices, ParsedDeal, ParsedMove, ParsedScriptLine,
    PayoutEntry, PayoutSubject, Span, Spanned, Statement,
};

/// A game whose files are checked.
pub trait CheckableGame: ReplayableGame {
    /// True if a payout may have a line for an amount of nothing, and explains what it lacks at the line that comes next.
    const PAYS_IN_LINES: bool;

    /// Opens a deal and deals the cards, if nothing wrong is found; and returns how the machine takes it.
    fn deal_cards(replay: &mut Replay<Self>, text: &ParsedDeal) -> Option<Result<(), Refusal>>;

    /// Checks what a line says before its statements.
    fn check_line_header(
        replay: &mut Replay<Self>,
        line: &ParsedScriptLine,
    ) -> StatementReplayResult;

    /// Makes what a file leaves out before a statement, and checks the phase before it.
    fn make_omitted_moves_before_statement(
        replay: &mut Replay<Self>,
        statement: &Statement,
        phase: Option<&Spanned<BettingPhase>>,
    ) -> StatementReplayResult;

    /// Checks who an arrow at the end of a line says wins. A trick without names that lacks a card ends the deal.
    fn check_line_winner(
        replay: &mut Replay<Self>,
        line: &ParsedScriptLine,
    ) -> StatementReplayResult;

    /// Makes a move of a player.
    fn make_move(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        move_text: &ParsedMove,
        span: &Span,
    ) -> StatementReplayResult;

    /// Returns the player who must speak now, if such a move of all can be meant.
    fn player_to_speak(replay: &Replay<Self>, verb: Verb) -> Option<Seat>;

    /// Returns whether the round that was under way at the first state is still under way at the second.
    fn is_same_round(first: &Self::State, second: &Self::State) -> bool;

    /// Returns whether some card of the trick under way is played.
    fn is_trick_begun(replay: &Replay<Self>) -> bool;

    /// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
    fn check_refusal(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<ParsedMove>,
        clause: &ExpectedClauseId,
        legal: Option<&ExpectedChoices>,
    );

    /// Returns what the mover may do where a file tells the choices of a seat, if the mover is asked for anything.
    fn allowed_choices_of_mover(
        replay: &mut Replay<Self>,
        seat: Seat,
        expected: &ExpectedValueOrGap<MoveChoices>,
    ) -> Option<AllowedChoices>;

    /// Returns the mistake that it is to tell choices of a player who is not asked.
    fn code_of_unasked_choices(replay: &Replay<Self>) -> Code;

    /// Notes that a card of another player was seen.
    fn note_seen_card(replay: &mut Replay<Self>, span: &Span) -> StatementReplayResult;

    /// Checks the score of the two sides so far.
    fn check_score(replay: &mut Replay<Self>, expected: &[Spanned<ExpectedValueOrGap<i64>>; 2]);

    /// Makes the moves that a file leaves out before a payout.
    fn make_omitted_moves_before_payout(replay: &mut Replay<Self>);

    /// Ends the deal, as far as silence does.
    ///
    /// # Errors
    /// If the deal is not over.
    fn finish_deal(replay: &mut Replay<Self>) -> Result<(), DealNotOver>;

    /// Adds the end as a step, if the session is over.
    fn add_end_step_if_over(replay: &mut Replay<Self>);

    /// Assigns tasks about the payout to a step before it, if they are asked there.
    fn assign_tasks_before_payout(replay: &mut Replay<Self>);

    /// Returns what an entry of a payout is about, and reports an entry of which the edition has nothing.
    fn subject_of_entry(
        replay: &mut Replay<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject>;

    /// Returns the error for an entry of what there is not.
    fn no_such_amount_error(
        replay: &Replay<Self>,
        subject: PayoutSubject,
        entry: &Span,
        span: &Span,
    ) -> Option<Diagnostic>;

    /// Returns what an entry should say.
    fn due_amount(replay: &Replay<Self>, subject: PayoutSubject) -> i64;

    /// Returns the whole payout, in the order in which an author would write it.
    fn due_payout_subjects(replay: &Replay<Self>) -> Vec<PayoutSubject>;

    /// Returns how a payout writes an amount about this subject: in a file and in a message.
    fn payout_line_form(replay: &Replay<Self>, subject: PayoutSubject) -> PayoutForm;

    /// Explains why an amount is what it is.
    fn explain_amount(replay: &Replay<Self>, subject: PayoutSubject) -> AmountExplanation;
}

impl CheckableGame for TrickGame {
    const PAYS_IN_LINES: bool = true;

    fn deal_cards(replay: &mut Replay<Self>, text: &ParsedDeal) -> Option<Result<(), Refusal>> {
        tricks::scripted_trick_deal::deal_trick_cards(replay, text)
    }

    fn check_line_header(
        replay: &mut Replay<Self>,
        line: &ParsedScriptLine,
    ) -> StatementReplayResult {
        tricks::trick_expectations::advance_to_numbered_trick(replay, line)
    }

    fn make_omitted_moves_before_statement(
        _session: &mut Replay<Self>,
        _statement: &Statement,
        _phase: Option<&Spanned<BettingPhase>>,
    ) -> StatementReplayResult {
        Ok(())
    }

    fn check_line_winner(
        replay: &mut Replay<Self>,
        line: &ParsedScriptLine,
    ) -> StatementReplayResult {
        tricks::trick_expectations::check_trick_winner(replay, line)
    }

    fn make_move(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        told: &ParsedMove,
        span: &Span,
    ) -> StatementReplayResult {
        tricks::scripted_trick_moves::make_move_after_silent_moves(replay, seat, told, span)
    }

    fn player_to_speak(replay: &Replay<Self>, verb: Verb) -> Option<Seat> {
        let is_in_round = matches!(replay.deal.stage, DealStage::In(DealPhase::Round(_)));
        let is_declared = verb.kind() == MoveOccasion::Declaration;
        (is_in_round && is_declared).then_some(replay.deal.mover)
    }

    fn is_same_round(first: &DealState, second: &DealState) -> bool {
        first.stage == second.stage
    }

    fn is_trick_begun(replay: &Replay<Self>) -> bool {
        !replay.own.trick.is_empty()
    }

    fn check_refusal(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<ParsedMove>,
        clause: &ExpectedClauseId,
        legal: Option<&ExpectedChoices>,
    ) {
        tricks::trick_expectations::check_refusal(replay, seat, tried, clause, legal);
    }

    fn allowed_choices_of_mover(
        replay: &mut Replay<Self>,
        seat: Seat,
        told: &ExpectedValueOrGap<MoveChoices>,
    ) -> Option<AllowedChoices> {
        tricks::trick_expectations::advance_to_allowed_choices(replay, seat, told)
    }

    fn code_of_unasked_choices(replay: &Replay<Self>) -> Code {
        if replay.deal.stage == DealStage::Over {
            Code::NotReached
        } else {
            Code::OutOfTurn
        }
    }

    /// Does nothing, because no file of a game with tricks can say so.
    fn note_seen_card(_session: &mut Replay<Self>, _span: &Span) -> StatementReplayResult {
        Ok(())
    }

    /// Does nothing, because no file of a game with tricks can tell a score of two sides.
    fn check_score(_session: &mut Replay<Self>, _told: &[Spanned<ExpectedValueOrGap<i64>>; 2]) {}

    fn make_omitted_moves_before_payout(replay: &mut Replay<Self>) {
        replay.make_silent_moves(|_| true);
    }

    fn finish_deal(replay: &mut Replay<Self>) -> Result<(), DealNotOver> {
        replay.finish_trick_deal()
    }

    fn add_end_step_if_over(replay: &mut Replay<Self>) {
        replay.add_end_step_if_over();
    }

    fn assign_tasks_before_payout(_session: &mut Replay<Self>) {}

    fn subject_of_entry(
        _session: &mut Replay<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject> {
        Some(entry.value.subject)
    }

    fn no_such_amount_error(
        replay: &Replay<Self>,
        subject: PayoutSubject,
        entry: &Span,
        span: &Span,
    ) -> Option<Diagnostic> {
        tricks::trick_payout::no_such_amount_error(replay, subject, entry, span)
    }

    fn due_amount(replay: &Replay<Self>, subject: PayoutSubject) -> i64 {
        tricks::trick_payout::due_amount(replay, subject)
    }

    fn due_payout_subjects(replay: &Replay<Self>) -> Vec<PayoutSubject> {
        tricks::trick_payout::payout_subjects(replay)
    }

    fn payout_line_form(replay: &Replay<Self>, subject: PayoutSubject) -> PayoutForm {
        tricks::trick_payout::form_of(replay, subject)
    }

    fn explain_amount(replay: &Replay<Self>, subject: PayoutSubject) -> AmountExplanation {
        tricks::payout_explanations::explain_amount(replay, subject)
    }
}

impl CheckableGame for MusGame {
    const PAYS_IN_LINES: bool = false;

    fn deal_cards(replay: &mut Replay<Self>, text: &ParsedDeal) -> Option<Result<(), Refusal>> {
        mus::scripted_mus_deal::deal_mus_cards(replay, text)
    }

    fn check_line_header(
        _session: &mut Replay<Self>,
        _line: &ParsedScriptLine,
    ) -> StatementReplayResult {
        Ok(())
    }

    fn make_omitted_moves_before_statement(
        replay: &mut Replay<Self>,
        statement: &Statement,
        phase: Option<&Spanned<BettingPhase>>,
    ) -> StatementReplayResult {
        mus::mus_expectations::make_omitted_moves_before_statement(replay, statement, phase)
    }

    fn check_line_winner(
        replay: &mut Replay<Self>,
        line: &ParsedScriptLine,
    ) -> StatementReplayResult {
        mus::mus_expectations::check_phase_winner(replay, line)
    }

    fn make_move(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        told: &ParsedMove,
        span: &Span,
    ) -> StatementReplayResult {
        mus::scripted_mus_moves::make_move(replay, seat, told, span)
    }

    fn player_to_speak(replay: &Replay<Self>, _verb: Verb) -> Option<Seat> {
        use MusStage::{AfterCardSeen, AskingMus, Betting, Discarding};
        let is_asked = matches!(
            replay.deal.stage,
            AskingMus | AfterCardSeen | Betting | Discarding
        );
        is_asked.then_some(replay.deal.mover)
    }

    fn is_same_round(first: &MusState, second: &MusState) -> bool {
        first.stage == second.stage && first.phase == second.phase
    }

    /// Returns false, because Mus has no tricks.
    fn is_trick_begun(_session: &Replay<Self>) -> bool {
        false
    }

    fn check_refusal(
        replay: &mut Replay<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<ParsedMove>,
        clause: &ExpectedClauseId,
        legal: Option<&ExpectedChoices>,
    ) {
        mus::mus_expectations::check_refusal(replay, seat, tried, clause, legal);
    }

    fn allowed_choices_of_mover(
        replay: &mut Replay<Self>,
        _seat: Seat,
        _told: &ExpectedValueOrGap<MoveChoices>,
    ) -> Option<AllowedChoices> {
        let (choices, clause) = mus::allowed_choices(&replay.rules, &replay.deal);
        let is_asked = choices != MoveChoices::Declarations(Vec::new());
        is_asked.then_some(AllowedChoices {
            choices,
            clause,
            reason: None,
        })
    }

    fn code_of_unasked_choices(_session: &Replay<Self>) -> Code {
        Code::OutOfTurn
    }

    fn note_seen_card(replay: &mut Replay<Self>, span: &Span) -> StatementReplayResult {
        mus::scripted_mus_moves::note_seen_card(replay, span)
    }

    fn check_score(replay: &mut Replay<Self>, told: &[Spanned<ExpectedValueOrGap<i64>>; 2]) {
        mus::mus_expectations::check_score(replay, told);
    }

    fn make_omitted_moves_before_payout(_session: &mut Replay<Self>) {}

    fn finish_deal(replay: &mut Replay<Self>) -> Result<(), DealNotOver> {
        mus::mus_step_recording::finish_mus_deal(replay)
    }

    fn add_end_step_if_over(_session: &mut Replay<Self>) {}

    fn assign_tasks_before_payout(replay: &mut Replay<Self>) {
        mus::mus_payout::assign_takings_tasks_to_showdown(replay);
    }

    fn subject_of_entry(
        replay: &mut Replay<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject> {
        mus::mus_payout::subject_of_entry_or_report(replay, entry)
    }

    fn no_such_amount_error(
        _session: &Replay<Self>,
        _subject: PayoutSubject,
        _entry: &Span,
        _span: &Span,
    ) -> Option<Diagnostic> {
        None
    }

    fn due_amount(replay: &Replay<Self>, subject: PayoutSubject) -> i64 {
        mus::mus_payout::due_amount(replay, subject)
    }

    fn due_payout_subjects(replay: &Replay<Self>) -> Vec<PayoutSubject> {
        mus::mus_payout::payout_subjects(replay)
    }

    fn payout_line_form(replay: &Replay<Self>, subject: PayoutSubject) -> PayoutForm {
        mus::mus_payout::form_of(replay, subject)
    }

    fn explain_amount(replay: &Replay<Self>, subject: PayoutSubject) -> AmountExplanation {
        mus::mus_payout::explain_amount(replay, subject)
    }
}
