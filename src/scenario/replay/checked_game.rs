//! A game whose files are checked: what differs by game in the walk over a file.

use super::expectations::{AllowedChoices, ExpectedChoices, ExpectedName};
use super::payout_lines::{Explanation, PayoutForm};
use super::session::{CheckResult, NotOver, ReplayedGame, Session};
use super::{mus, tricks};
use crate::cards::Seat;
use crate::engine::{Refusal, Stage, TrickGame};
use crate::mus::MusGame;
use crate::rules::mus::BettingPhase;
use crate::scenario::text::{
    Choices, Code, DealText, Diagnostic, Expected, MoveText, PayoutEntry, PayoutSubject,
    ScriptLine, Span, Spanned, Statement,
};

/// A game whose files are checked.
pub trait CheckedGame: ReplayedGame {
    /// Whether a payout may have a line for an amount of nothing, and explains what it lacks at the line that comes next.
    const PAYS_IN_LINES: bool;

    /// Opens a deal and deals the cards, if nothing wrong is found; and returns how the machine takes it.
    fn deal_cards(session: &mut Session<Self>, text: &DealText) -> Option<Result<(), Refusal>>;

    /// Checks what a line says before its statements.
    fn check_line_header(session: &mut Session<Self>, line: &ScriptLine) -> CheckResult;

    /// Makes what a file leaves out before a statement, and checks the phase before it.
    fn check_before_statement(
        session: &mut Session<Self>,
        statement: &Statement,
        phase: Option<&Spanned<BettingPhase>>,
    ) -> CheckResult;

    /// Checks who an arrow at the end of a line says wins.
    fn check_line_winner(session: &mut Session<Self>, line: &ScriptLine);

    /// Makes a move of a player.
    fn make_move(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        told: &MoveText,
        span: &Span,
    ) -> CheckResult;

    /// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
    fn check_refusal(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<MoveText>,
        clause: &ExpectedName,
        legal: Option<&ExpectedChoices>,
    );

    /// Returns what the mover may do where a file tells the choices of a seat, if the mover is asked for anything.
    fn choices_told_of(
        session: &mut Session<Self>,
        seat: Seat,
        told: &Expected<Choices>,
    ) -> Option<AllowedChoices>;

    /// Returns the mistake that it is to tell choices of a player who is not asked.
    fn code_of_unasked(session: &Session<Self>) -> Code;

    /// Notes that a card of another player was seen.
    fn see_card(session: &mut Session<Self>, span: &Span) -> CheckResult;

    /// Checks the score of the two sides so far.
    fn check_score(session: &mut Session<Self>, told: &[Spanned<Expected<i64>>; 2]);

    /// Makes the moves that a file leaves out before a payout.
    fn make_moves_before_payout(session: &mut Session<Self>);

    /// Ends the deal, as far as silence does.
    ///
    /// # Errors
    /// If the deal is not over.
    fn finish_deal(session: &mut Session<Self>) -> Result<(), NotOver>;

    /// Adds the end as a step, if the session is over.
    fn end_session(session: &mut Session<Self>);

    /// Assigns tasks about the payout to a step before it, if they are asked there.
    fn assign_payout_tasks(session: &mut Session<Self>);

    /// Returns what an entry of a payout is about, and reports an entry of which the edition has nothing.
    fn subject_of_entry(
        session: &mut Session<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject>;

    /// Returns the error for an entry of what there is not.
    fn no_such_amount_error(
        session: &Session<Self>,
        subject: PayoutSubject,
        entry: &Span,
        span: &Span,
    ) -> Option<Diagnostic>;

    /// Returns what an entry should say.
    fn amount_of(session: &Session<Self>, subject: PayoutSubject) -> i64;

    /// Returns the whole payout, in the order in which an author would write it.
    fn payout_subjects(session: &Session<Self>) -> Vec<PayoutSubject>;

    /// Returns the forms in which a payout tells an amount.
    fn form_of(session: &Session<Self>, subject: PayoutSubject) -> PayoutForm;

    /// Explains why an amount is what it is.
    fn explain_amount(session: &Session<Self>, subject: PayoutSubject) -> Explanation;
}

impl CheckedGame for TrickGame {
    const PAYS_IN_LINES: bool = true;

    fn deal_cards(session: &mut Session<Self>, text: &DealText) -> Option<Result<(), Refusal>> {
        tricks::deal::deal_tricks(session, text)
    }

    fn check_line_header(session: &mut Session<Self>, line: &ScriptLine) -> CheckResult {
        tricks::expectations::check_trick_number(session, line)
    }

    fn check_before_statement(
        _session: &mut Session<Self>,
        _statement: &Statement,
        _phase: Option<&Spanned<BettingPhase>>,
    ) -> CheckResult {
        Ok(())
    }

    fn check_line_winner(session: &mut Session<Self>, line: &ScriptLine) {
        tricks::expectations::check_trick_winner(session, line);
    }

    fn make_move(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        told: &MoveText,
        span: &Span,
    ) -> CheckResult {
        tricks::moves::make_move(session, seat, told, span)
    }

    fn check_refusal(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<MoveText>,
        clause: &ExpectedName,
        legal: Option<&ExpectedChoices>,
    ) {
        tricks::expectations::check_refusal(session, seat, tried, clause, legal);
    }

    fn choices_told_of(
        session: &mut Session<Self>,
        seat: Seat,
        told: &Expected<Choices>,
    ) -> Option<AllowedChoices> {
        tricks::expectations::choices_told_of(session, seat, told)
    }

    fn code_of_unasked(session: &Session<Self>) -> Code {
        if session.deal.stage == Stage::Over {
            Code::NotReached
        } else {
            Code::OutOfTurn
        }
    }

    /// No file of a game with tricks can say so.
    fn see_card(_session: &mut Session<Self>, _span: &Span) -> CheckResult {
        Ok(())
    }

    /// No file of a game with tricks can tell a score of two sides.
    fn check_score(_session: &mut Session<Self>, _told: &[Spanned<Expected<i64>>; 2]) {}

    fn make_moves_before_payout(session: &mut Session<Self>) {
        session.make_silent_moves(|_| true);
    }

    fn finish_deal(session: &mut Session<Self>) -> Result<(), NotOver> {
        session.finish_trick_deal()
    }

    fn end_session(session: &mut Session<Self>) {
        session.end_session();
    }

    fn assign_payout_tasks(_session: &mut Session<Self>) {}

    fn subject_of_entry(
        _session: &mut Session<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject> {
        Some(entry.value.subject)
    }

    fn no_such_amount_error(
        session: &Session<Self>,
        subject: PayoutSubject,
        entry: &Span,
        span: &Span,
    ) -> Option<Diagnostic> {
        tricks::payout::no_such_amount_error(session, subject, entry, span)
    }

    fn amount_of(session: &Session<Self>, subject: PayoutSubject) -> i64 {
        tricks::payout::amount_of(session, subject)
    }

    fn payout_subjects(session: &Session<Self>) -> Vec<PayoutSubject> {
        tricks::payout::payout_subjects(session)
    }

    fn form_of(session: &Session<Self>, subject: PayoutSubject) -> PayoutForm {
        tricks::payout::form_of(session, subject)
    }

    fn explain_amount(session: &Session<Self>, subject: PayoutSubject) -> Explanation {
        tricks::payout_reasons::explain_amount(session, subject)
    }
}

impl CheckedGame for MusGame {
    const PAYS_IN_LINES: bool = false;

    fn deal_cards(session: &mut Session<Self>, text: &DealText) -> Option<Result<(), Refusal>> {
        mus::deal::deal_mus(session, text)
    }

    fn check_line_header(_session: &mut Session<Self>, _line: &ScriptLine) -> CheckResult {
        Ok(())
    }

    fn check_before_statement(
        session: &mut Session<Self>,
        statement: &Statement,
        phase: Option<&Spanned<BettingPhase>>,
    ) -> CheckResult {
        mus::expectations::check_before_statement(session, statement, phase)
    }

    fn check_line_winner(session: &mut Session<Self>, line: &ScriptLine) {
        mus::expectations::check_phase_winner(session, line);
    }

    fn make_move(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        told: &MoveText,
        span: &Span,
    ) -> CheckResult {
        mus::moves::make_move(session, seat, told, span)
    }

    fn check_refusal(
        session: &mut Session<Self>,
        seat: &Spanned<Seat>,
        tried: &Spanned<MoveText>,
        clause: &ExpectedName,
        legal: Option<&ExpectedChoices>,
    ) {
        mus::expectations::check_refusal(session, seat, tried, clause, legal);
    }

    fn choices_told_of(
        session: &mut Session<Self>,
        _seat: Seat,
        _told: &Expected<Choices>,
    ) -> Option<AllowedChoices> {
        let (choices, clause) = mus::allowed_choices(&session.rules, &session.deal);
        let is_asked = choices != Choices::Declarations(Vec::new());
        is_asked.then_some(AllowedChoices { choices, clause })
    }

    fn code_of_unasked(_session: &Session<Self>) -> Code {
        Code::OutOfTurn
    }

    fn see_card(session: &mut Session<Self>, span: &Span) -> CheckResult {
        mus::moves::see_card(session, span)
    }

    fn check_score(session: &mut Session<Self>, told: &[Spanned<Expected<i64>>; 2]) {
        mus::expectations::check_score(session, told);
    }

    fn make_moves_before_payout(_session: &mut Session<Self>) {}

    fn finish_deal(session: &mut Session<Self>) -> Result<(), NotOver> {
        mus::steps::finish_mus_deal(session)
    }

    fn end_session(_session: &mut Session<Self>) {}

    fn assign_payout_tasks(session: &mut Session<Self>) {
        mus::payout::assign_payout_tasks(session);
    }

    fn subject_of_entry(
        session: &mut Session<Self>,
        entry: &Spanned<PayoutEntry>,
    ) -> Option<PayoutSubject> {
        mus::payout::subject_of_entry(session, entry)
    }

    fn no_such_amount_error(
        _session: &Session<Self>,
        _subject: PayoutSubject,
        _entry: &Span,
        _span: &Span,
    ) -> Option<Diagnostic> {
        None
    }

    fn amount_of(session: &Session<Self>, subject: PayoutSubject) -> i64 {
        mus::payout::amount_of(session, subject)
    }

    fn payout_subjects(session: &Session<Self>) -> Vec<PayoutSubject> {
        mus::payout::payout_subjects(session)
    }

    fn form_of(session: &Session<Self>, subject: PayoutSubject) -> PayoutForm {
        mus::payout::form_of(session, subject)
    }

    fn explain_amount(session: &Session<Self>, subject: PayoutSubject) -> Explanation {
        mus::payout::explain_amount(session, subject)
    }
}
