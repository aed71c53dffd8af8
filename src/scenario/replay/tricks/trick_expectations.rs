//! What a script of a game with tricks expects: the number and the winner of a trick, the choices of the mover, refusals.

use super::super::expected_choices_and_refusals::{
    AllowedChoices, ExpectedChoices, ExpectedClauseId, check_refusal_clause, describe_attempt,
    describe_choices, mismatch_or_gap_code,
};
use super::super::named_and_drawn_cards::{check_cards_held, check_no_card_twice};
use super::super::replay_state::StatementReplayResult;
use super::super::story::{Step, StepKind};
use super::TrickReplay;
use super::allowed_trick_choices::{allowed_choices, finished_trick};
use super::trick_explanations::{declarations_of_asked_player, explain_trick_winner};
use crate::cards::{CardSet, Seat};
use crate::engine::{
    DealStage, DealState, Move, TrickAct, apply_to_copy, move_offer, refusing_clause,
};
use crate::rules::{DealPhase, MoveOccasion, PlayerMoveDetails, Verb};
use crate::scenario::text::{
    Code, DeclarationChoice, Diagnostic, ExpectedValueOrGap, MoveChoices, ParsedMove,
    ParsedScriptLine, Span, Spanned, Statement, diagnose,
};

/// Makes the moves that the file leaves out before a trick, and checks the number of the trick.
pub fn advance_to_numbered_trick(
    replay: &mut TrickReplay,
    line: &ParsedScriptLine,
) -> StatementReplayResult {
    let Some(Spanned { value: told, span }) = &line.trick else {
        return Ok(());
    };
    let first = line.statements.first().map(|first| &first.value);
    let is_claim =
        matches!(first, Some(Statement::Move { move_text, .. }) if move_text.verb == Verb::Claim);
    if !is_claim {
        replay.make_silent_moves(|_| true);
    }
    // Where nobody can play, or another trick should be, what follows would be wrong as well.
    if replay.deal.stage != DealStage::In(DealPhase::Tricks) {
        let wrong = diagnose!("no-trick", span, whom = replay.describe_pending_move());
        return Err(match declarations_of_asked_player(replay) {
            Some(statements) => wrong.with_help(format!("before this line, write {statements}")),
            None => wrong,
        }
        .into());
    }
    let now = u32::from(replay.deal.tricks_finished) + 1;
    if !replay.own.trick.is_empty() {
        let whom = replay.describe_pending_move();
        replay.count_expectation_and_report(Some(diagnose!("unfinished-trick", span, now, whom)));
        return Ok(());
    }
    let last = told.saturating_sub(1);
    let is_about_mover = first.is_some_and(|first| is_about(first, replay.deal.mover));
    if last < now || (is_about_mover && !is_trick_left_out(replay, *told, now)) {
        let is_other = *told != now;
        replay.count_expectation_and_report(
            is_other.then(|| diagnose!("other-trick", span, now, told)),
        );
        return Ok(());
    }
    let whom = replay.describe_pending_move();
    Err(if last == now {
        diagnose!("missing-trick", span, now, whom).into()
    } else {
        diagnose!("missing-tricks", span, now, last, whom).into()
    })
}

/// Returns whether a trick with this number shows that an earlier one is missing, and is not only numbered wrongly: the
/// tricks after it are numbered on from it, and the last number is not above that of the last trick.
fn is_trick_left_out(replay: &TrickReplay, told: u32, now: u32) -> bool {
    let numbers = &replay.now.trick_numbers;
    let Some(at) = numbers.iter().position(|number| *number == told) else {
        return false;
    };
    let rest = &numbers[at..];
    let is_in_order = rest.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let tricks_left = replay.deal.hands[replay.deal.mover].len() as u32;
    let last_trick = now + tricks_left - 1;
    is_in_order && rest.last().is_some_and(|last| *last <= last_trick)
}

/// Returns whether a statement is about what a seat does or may do.
fn is_about(statement: &Statement, player: Seat) -> bool {
    match statement {
        Statement::Move { seat, .. }
        | Statement::Choices { seat, .. }
        | Statement::Attempt { seat, .. } => seat.value == player,
        _ => false,
    }
}

/// Checks the winner of the trick that the line names.
pub fn check_trick_winner(
    replay: &mut TrickReplay,
    line: &ParsedScriptLine,
) -> StatementReplayResult {
    let Some(winner) = &line.winner else {
        return Ok(());
    };
    replay.make_silent_moves(|replay| replay.deal.trick.is_some());
    let finished = if replay.own.trick.is_empty() && can_line_end_trick(line) {
        finished_trick(replay)
    } else {
        None
    };
    let Some((step, won)) = finished else {
        let whom = replay.describe_pending_move();
        // A trick without names stands on one line: nothing of it can follow.
        let last = line.statements.last().map(|last| &last.value);
        let is_last_of_trick =
            matches!(last, Some(Statement::NextCard(_))) || replay.now.is_before_next_trick;
        if is_last_of_trick && can_line_end_trick(line) && !replay.own.trick.is_empty() {
            return Err(diagnose!("card-missing", &winner.span, whom).into());
        }
        replay.count_expectation_and_report(Some(diagnose!("no-trick-ends", &winner.span, whom)));
        return Ok(());
    };
    let wrong = mismatch_or_gap_code(winner, &Some(won), Code::WrongWinner)
        .map(|code| trick_winner_error(replay, winner, code, step, won));
    replay.count_expectation_and_report(wrong);
    Ok(())
}

/// Returns whether the last thing that is done in a line is a move by which a trick can end. What may be done after the
/// last card is said before the arrow.
fn can_line_end_trick(line: &ParsedScriptLine) -> bool {
    for statement in line.statements.iter().rev() {
        match &statement.value {
            Statement::Choices { .. } => {}
            Statement::NextCard(_) => return true,
            Statement::Move { move_text, .. } => {
                let is_card = matches!(
                    move_text.verb.kind(),
                    MoveOccasion::Card | MoveOccasion::Fault
                );
                return is_card || move_text.verb == Verb::Name;
            }
            _ => return false,
        }
    }
    false
}

fn trick_winner_error(
    replay: &TrickReplay,
    expected: &Spanned<ExpectedValueOrGap<Option<Seat>>>,
    code: Code,
    step: &Step,
    won: Seat,
) -> Diagnostic {
    let name = replay.name(won);
    let mismatch = expected
        .value
        .not_written_value_ending(|other| match other {
            Some(other) => replay.name(*other),
            None => "nobody",
        });
    let named = match &expected.value {
        ExpectedValueOrGap::Known(named) => *named,
        ExpectedValueOrGap::Open => None,
    };
    let (reason, clause) = explain_trick_winner(replay, &step.before, &step.own.trick, won, named);
    code.diagnostic_at(&expected.span, format!("{name} wins this trick{mismatch}"))
        .with_label(reason)
        .with_fix(name)
        .with_clause(clause.id())
}

/// Returns what the mover may do where a file tells the choices of a seat, and makes the moves before it that the file leaves
/// out. Returns nothing if nobody is asked for anything.
pub fn advance_to_allowed_choices(
    replay: &mut TrickReplay,
    seat: Seat,
    expected: &ExpectedValueOrGap<MoveChoices>,
) -> Option<AllowedChoices> {
    make_moves_before_choices(replay, seat, expected);
    let asks_for_card = !matches!(
        expected,
        ExpectedValueOrGap::Known(MoveChoices::Declarations(_))
    );
    allowed_choices(replay, asks_for_card)
}

/// Makes the moves that are left out before a `may`: up to the moment at which its player is asked for what it lists, and no
/// further. An open one is about the first thing for which its player is asked; cards are played when all that may be
/// declared is past.
fn make_moves_before_choices(
    replay: &mut TrickReplay,
    seat: Seat,
    expected: &ExpectedValueOrGap<MoveChoices>,
) {
    match expected {
        ExpectedValueOrGap::Known(MoveChoices::Cards(_)) => replay.make_silent_moves(|_| true),
        ExpectedValueOrGap::Known(MoveChoices::Declarations(choices)) => {
            if is_asked_if_others_pass(replay, seat, choices) {
                replay
                    .make_silent_moves(|replay| !asks_for_any(replay, &replay.deal, seat, choices));
            } else {
                replay.make_silent_moves(|replay| replay.deal.mover != seat);
            }
        }
        ExpectedValueOrGap::Open => replay.make_silent_moves(|replay| {
            replay.deal.mover != seat || allowed_choices(replay, false).is_none()
        }),
    }
}

fn asks_for_any(
    replay: &TrickReplay,
    hand: &DealState,
    seat: Seat,
    choices: &[DeclarationChoice],
) -> bool {
    let mut verbs = choices.iter().map(|choice| choice.verb);
    hand.mover == seat && verbs.any(|verb| move_offer(&replay.rules, hand, verb).is_some())
}

/// Returns whether a seat is asked for one of these choices, now or once those before have said nothing.
fn is_asked_if_others_pass(
    replay: &TrickReplay,
    seat: Seat,
    choices: &[DeclarationChoice],
) -> bool {
    let mut hand = replay.deal;
    while !asks_for_any(replay, &hand, seat, choices) {
        let Some(silence) = hand.move_by_silence() else {
            return false;
        };
        let act = TrickAct::Move(hand.mover, silence);
        let Ok(next) = apply_to_copy(&replay.rules, &hand, act, &mut Vec::new()) else {
            return false;
        };
        hand = next;
    }
    true
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
pub fn check_refusal(
    replay: &mut TrickReplay,
    seat: &Spanned<Seat>,
    tried: &Spanned<ParsedMove>,
    clause: &ExpectedClauseId,
    legal: Option<&ExpectedChoices>,
) {
    make_moves_before_attempt(replay, seat.value, tried.value.verb);
    if let Err(wrong) = check_can_try(replay, seat, tried) {
        return replay.count_expectation_and_report(Some(*wrong));
    }
    let Some(tried_move) = move_tried(replay, &tried.value) else {
        return replay.count_expectation_and_report(None);
    };
    let topic = refusing_clause(&replay.rules, &replay.deal, seat.value, tried_move);
    let Some(topic) = topic else {
        let wrong = not_refused_error(replay, seat.value, &tried.span);
        return replay.count_expectation_and_report(Some(wrong));
    };
    let legal = legal.zip(allowed_choices(replay, true));
    check_refusal_clause(replay, topic, clause, legal);
    let card = match tried.value.cards.first() {
        Some(card) if tried.value.verb == Verb::Play => Some(card.value),
        _ => None,
    };
    let attempt = describe_attempt(replay, &tried.value);
    replay.add_refusal(StepKind::Refused {
        seat: seat.value,
        verb: tried.value.verb,
        card,
        attempt,
        clause: topic,
    });
}

/// Makes the moves that are left out before an attempt. A player who tries more than silence says is still declaring.
fn make_moves_before_attempt(replay: &mut TrickReplay, seat: Seat, verb: Verb) {
    match verb {
        Verb::Claim => {
            replay
                .make_silent_moves(|replay| replay.deal.stage == DealStage::In(DealPhase::TurnUp));
        }
        Verb::TakeTurnUp => {}
        _ => replay.make_silent_moves(|replay| {
            let is_in_round = matches!(replay.deal.stage, DealStage::In(DealPhase::Round(_)));
            let declares = is_in_round && verb != Verb::Play && replay.deal.mover == seat;
            !replay.is_seat_asked_for(seat, verb) && !declares
        }),
    }
}

/// Checks that a player can try a move: it is their turn, and they hold the cards that they name.
fn check_can_try(
    replay: &TrickReplay,
    seat: &Spanned<Seat>,
    tried: &Spanned<ParsedMove>,
) -> StatementReplayResult {
    let verb = tried.value.verb;
    // Anyone may claim, name a suit, or reach for the turn-up at any time, and be refused.
    let is_open_to_all = matches!(verb.kind(), MoveOccasion::Right | MoveOccasion::Answer)
        || verb == Verb::TakeTurnUp;
    let is_mover = replay.deal.mover == seat.value && replay.deal.awaits_move();
    if !is_open_to_all && !is_mover {
        return Err(replay.out_of_turn_error(seat, &tried.span).into());
    }
    check_no_card_twice(&tried.value.cards)?;
    if verb == Verb::Defend {
        return Ok(());
    }
    check_cards_held(replay, seat.value, &tried.value.cards)
}

/// Returns the move that is tried. What would be drawn makes no difference.
fn move_tried(replay: &TrickReplay, tried: &ParsedMove) -> Option<Move> {
    let args = PlayerMoveDetails {
        drawn: Some(CardSet::EMPTY),
        card: Some(replay.deal.turned_card),
        ..PlayerMoveDetails::default()
    };
    tried
        .to_move_without_drawn()
        .or_else(|| tried.verb.with_args(args))
}

fn not_refused_error(replay: &TrickReplay, seat: Seat, span: &Span) -> Diagnostic {
    let mut wrong = diagnose!("not-refused", span, name = replay.name(seat));
    if let Some(allowed) = allowed_choices(replay, true) {
        let words = describe_choices(replay, &allowed.choices);
        wrong = wrong
            .with_help(format!("legal here: {words} ({})", allowed.clause))
            .with_clause(allowed.clause.id());
    }
    wrong.with_help(
        "write this as a move, without `tries` and the brackets, or write an attempt that is refused",
    )
}
