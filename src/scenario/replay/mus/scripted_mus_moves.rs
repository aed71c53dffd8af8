//! The moves of Mus, as a script tells them.

use super::super::expected_choices_and_refusals::{describe_attempt, describe_choices};
use super::super::named_and_drawn_cards::{
    check_cards_held, check_no_card_twice, span_of_refused_card, take_written_or_stock,
};
use super::super::refusal_in_words::{RefusalSentenceSubject, refusal_sentence};
use super::super::replay_state::StatementReplayResult;
use super::MusReplay;
use super::allowed_choices;
use super::mus_step_recording::{apply_act, show_and_pay_phases};
use crate::cards::{CardLanguage, Seat};
use crate::engine::{InvalidActReason, Refusal};
use crate::mus::{MusAct, MusStage, MusState, refusing_clause};
use crate::rules::mus_values::Sides;
use crate::rules::{ClauseId, ClauseLookup, Move, Verb};
use crate::scenario::text::{Diagnostic, ParsedMove, Span, Spanned, diagnose};

/// Makes a move of a player.
pub fn make_move(
    replay: &mut MusReplay,
    seat: &Spanned<Seat>,
    move_text: &ParsedMove,
    span: &Span,
) -> StatementReplayResult {
    if let Some(clause) = clause_excluding_move(replay, move_text) {
        return Err(not_of_edition_error(replay, span, clause).into());
    }
    let stage = replay.deal.stage;
    let is_nobody_asked = matches!(stage, MusStage::Open | MusStage::Paying | MusStage::Over);
    if is_nobody_asked || replay.player_asked_now_or_last() != seat.value {
        return Err(out_of_turn_error(replay, seat, move_text.verb, span).into());
    }
    if move_text.verb == Verb::Discard {
        check_no_card_twice(&move_text.cards)?;
        check_cards_held(replay, seat.value, &move_text.cards)?;
    }
    let act = MusAct::Move(seat.value, move_of_text(move_text));
    if let Err(refusal) = apply_act(replay, act) {
        return Err(refused_move_error(replay, seat.value, move_text, refusal, span).into());
    }
    if declares_holding(move_text.verb) {
        let hand = &replay.deal;
        replay.own.is_declared = hand.stage == MusStage::Declaring && !hand.unasked.has(seat.value);
    }
    let is_discarding = matches!(stage, MusStage::Discarding | MusStage::AfterCardSeen);
    if is_discarding && move_text.verb == Verb::Discard {
        let served = (seat.value, move_text.drawn.clone(), span.clone());
        replay.own.served.push(served);
    }
    serve_once_all_discarded(replay)?;
    show_and_pay_phases(replay);
    Ok(())
}

/// Notes that a card of another player was seen.
pub fn note_seen_card(replay: &mut MusReplay, span: &Span) -> StatementReplayResult {
    match apply_act(replay, MusAct::CardSeen) {
        Ok(()) => Ok(()),
        Err(Refusal::Forbidden(clause)) => Err(not_of_edition_error(replay, span, clause).into()),
        Err(_) => Err(diagnose!(
            "cannot-be-seen",
            span,
            whom = replay.describe_pending_move()
        )
        .into()),
    }
}

/// Returns whether a verb declares what cards a player has.
pub fn declares_holding(verb: Verb) -> bool {
    matches!(verb.topic(), ClauseId::Declare | ClauseId::FaultLie)
}

/// Returns the move that is written; with no number where none is told.
pub fn move_of_text(move_text: &ParsedMove) -> Move {
    move_text.to_move_without_drawn().unwrap_or(Move::BetPass)
}

/// Returns the clause by which the edition has no use for a move, if it has none.
pub fn clause_excluding_move(replay: &MusReplay, move_text: &ParsedMove) -> Option<ClauseId> {
    let rules = &replay.rules;
    let is_single = rules.sides.value == Sides::Single;
    match move_text.verb {
        Verb::Mus | Verb::NoMus if !rules.has_subject_of(ClauseId::MusAsk) => {
            Some(ClauseId::MusAsk)
        }
        Verb::PassBoth | Verb::RefuseBoth if is_single => Some(ClauseId::Sides),
        Verb::Discard if move_text.drawn.is_some() && rules.mus_discard.value.once => {
            Some(ClauseId::MusDiscard)
        }
        _ => None,
    }
}

/// Returns the error for what the edition has no use for.
pub fn not_of_edition_error(replay: &MusReplay, span: &Span, clause: ClauseId) -> Diagnostic {
    diagnose!("not-of-this-mus", span, edition = replay.edition).with_clause(clause.id())
}

/// Returns the error for a move of a player who is not asked for it.
pub fn out_of_turn_error(
    replay: &MusReplay,
    seat: &Spanned<Seat>,
    verb: Verb,
    span: &Span,
) -> Diagnostic {
    let hand = &replay.deal;
    let is_over = hand.stage == MusStage::Over;
    let wrong = replay.not_asked_error(seat, span, is_over, None);
    if is_over || replay.player_asked_now_or_last() == seat.value {
        return wrong;
    }
    let is_in_phase = matches!(hand.stage, MusStage::Declaring | MusStage::Betting);
    if is_in_phase && matches!(verb, Verb::Mus | Verb::NoMus) {
        return wrong
            .with_help("a player has said no mus, so nobody answers after that")
            .with_clause(ClauseId::MusAsk.id());
    }
    if let Some((lance, _)) = replay.own.closed.first() {
        return wrong.with_help(format!(
            "{} is over with the statement before: the next phase begins a line of its own",
            lance.words()
        ));
    }
    if hand.unasked == hand.players && !is_in_phase {
        let dealer = replay.name(hand.dealer);
        let first = replay.name(hand.mover);
        return wrong.with_help(format!(
            "{dealer} deals, so {first} is the first speaker (mano)"
        ));
    }
    let tried = move_of_text(&ParsedMove::without_arguments(verb));
    let clause = refusing_clause(&replay.rules, hand, seat.value, tried);
    if clause == Some(ClauseId::BetTurn)
        && let Some(bettor) = hand.bet.bettor
        && MusState::first_seat_of_side(&replay.rules, bettor)
            != MusState::first_seat_of_side(&replay.rules, seat.value)
    {
        let bettor = replay.name(bettor);
        let first = replay.name(hand.mover);
        return wrong
            .with_help(format!(
                "{bettor} has bet, and {first} is the next to answer"
            ))
            .with_clause(ClauseId::BetTurn.id());
    }
    match clause {
        Some(ClauseId::BetTurn)
            if hand.bet.bettor.is_none() && hand.mover == hand.first_speaker() =>
        {
            let dealer = replay.name(hand.dealer);
            let first = replay.name(hand.mover);
            wrong.with_help(format!(
                "{dealer} deals, so {first} (mano) speaks first in every phase"
            ))
        }
        Some(clause) if clause != ClauseId::BetTurn || hand.bet.bettor.is_some() => wrong
            .with_help(describe_refusal_reason(replay, seat.value, verb, clause))
            .with_clause(clause.id()),
        _ => wrong,
    }
}

/// Says why a clause refuses a move.
fn describe_refusal_reason(replay: &MusReplay, seat: Seat, verb: Verb, clause: ClauseId) -> String {
    let name = |player| replay.name(player).to_owned();
    super::explain_mus_refusal(&replay.rules, &replay.deal, seat, verb, clause, &name)
}

/// Returns the word that marks a false declaration: `falsely`.
fn word_for_falsely(letters: CardLanguage) -> &'static str {
    let true_words = written_words(Verb::HasNone, letters);
    for word in written_words(Verb::FalseNone, letters).split(' ') {
        if !true_words.split(' ').any(|other| other == word) {
            return word;
        }
    }
    ""
}

/// Returns the words of a verb as a script in this language writes them.
fn written_words(verb: Verb, letters: CardLanguage) -> &'static str {
    match verb.words(letters) {
        Some(words) => words.third_person(),
        None => "",
    }
}

/// Returns the error for a move that is refused.
fn refused_move_error(
    replay: &MusReplay,
    seat: Seat,
    move_text: &ParsedMove,
    refusal: Refusal,
    span: &Span,
) -> Diagnostic {
    let name = replay.name(seat);
    let clause = match refusal {
        Refusal::Forbidden(clause) => clause,
        Refusal::Invalid(InvalidActReason::UntrueDeclaration) => {
            let held = replay.sort_and_spell_cards(replay.deal.hands[seat]);
            let falsely = word_for_falsely(replay.letters);
            return diagnose!("untrue", span, name, held, falsely);
        }
        _ => return diagnose!("not-now", span, whom = replay.describe_pending_move()),
    };
    let reason = describe_refusal_reason(replay, seat, move_text.verb, clause);
    let refused = RefusalSentenceSubject::Move {
        name,
        does: move_text.verb.info().may,
    };
    let (choices, _) = allowed_choices(&replay.rules, &replay.deal);
    let legal = describe_choices(replay, &choices);
    let tried = describe_attempt(replay, move_text);
    replay
        .illegal_error(span, refusal_sentence(&refused, &reason), clause)
        .with_help(format!("legal here: {legal}"))
        .with_help(replay.help_to_tell_attempt(seat, &tried, clause))
}

/// Serves those who laid cards down, once all have.
fn serve_once_all_discarded(replay: &mut MusReplay) -> StatementReplayResult {
    match replay.deal.stage {
        MusStage::Serving => {}
        MusStage::Discarding | MusStage::AfterCardSeen => return Ok(()),
        _ => {
            replay.own.served.clear();
            return Ok(());
        }
    }
    for (seat, drawn, span) in std::mem::take(&mut replay.own.served) {
        let number = replay.deal.unserved_discards[seat].len();
        let cards = take_written_or_stock(replay, Verb::Exchange, number, drawn.as_ref(), &span)?;
        if let Err(refusal) = apply_act(replay, MusAct::Serve(cards)) {
            let span = match &drawn {
                Some(drawn) => span_of_refused_card(drawn, refusal),
                None => span,
            };
            let wrong = match refusal {
                Refusal::Invalid(InvalidActReason::NotInStock(card)) => {
                    diagnose!("not-in-stock", &span, card, why = "it is not in the stock")
                }
                _ => diagnose!("not-to-be-served", &span),
            };
            return Err(wrong.with_clause(ClauseId::ExchangeShort.id()).into());
        }
    }
    Ok(())
}
