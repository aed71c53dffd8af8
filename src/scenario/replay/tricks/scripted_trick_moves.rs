//! The moves of a game with tricks, as a script tells them.

use super::super::named_and_drawn_cards::{
    check_cards_held, check_no_card_twice, span_of_refused_card, take_written_or_stock,
};
use super::super::refusal_in_words::{RefusalReason, RefusalSentenceSubject, refusal_sentence};
use super::super::replay_state::StatementReplayResult;
use super::super::shared_diagnostics::describe_editions_that_know;
use super::TrickReplay;
use super::trick_explanations::declarations_of_asked_player;
use crate::cards::{Card, CardSet, Seat, count_of_or_no};
use crate::engine::{
    DealStage, Move, Refusal, TrickAct, apply_to_copy, edition_has_move, is_turn_to_declare,
    move_offer, refusing_clause,
};
use crate::rules::{ClauseId, DealPhase, MoveOccasion, PlayerMoveDetails, Verb};
use crate::scenario::text::moves_and_line_forms::{
    VerbInflection, has_subject_of_move, write_verb_with_object,
};
use crate::scenario::text::{
    Diagnostic, ExpectedValueOrGap, Keyword, ParsedMove, Span, Spanned, diagnose,
    script_line_parser,
};

/// Makes a move of a player, and before it the moves that the file leaves out.
pub fn make_move_after_silent_moves(
    replay: &mut TrickReplay,
    seat: &Spanned<Seat>,
    move_text: &ParsedMove,
    span: &Span,
) -> StatementReplayResult {
    if move_text.verb == Verb::Claim {
        return make_flush_claim(replay, seat, span);
    }
    let is_fault = move_text.verb.kind() == MoveOccasion::Fault;
    if move_text.verb != Verb::TakeTurnUp && !is_fault {
        replay.make_silent_moves(|replay| !replay.is_seat_asked_for(seat.value, move_text.verb));
    }
    if !edition_has_move(&replay.rules, move_text.verb) {
        return Err(unknown_move_error(replay, move_text.verb, span).into());
    }
    if is_fault && let Some(fault) = move_text.to_move_without_drawn() {
        return make_fault(replay, seat, fault, span);
    }
    if !may_speak_now(replay, seat.value, move_text.verb) {
        return Err(replay.out_of_turn_error(seat, span).into());
    }
    match move_text.to_move_without_drawn() {
        Some(Move::Exchange(..) | Move::ThrowIn(_) | Move::Defend(..)) => {
            exchange_or_redraw(replay, seat.value, move_text, span)
        }
        Some(Move::Play(_)) => play_card(replay, seat.value, &move_text.cards[0]),
        Some(made) => {
            check_cards_held(replay, seat.value, &move_text.cards)?;
            apply_move(replay, seat.value, made, span)
        }
        // What follows these may be left out where they are only tried.
        None => Err(diagnose!("unknown-defence", span).into()),
    }
}

/// Returns whether a player is asked for such a move, or is the one who declares, or may bid before all others.
///
/// A move that is asked for and may not be made is refused later, by the clause that refuses it.
fn may_speak_now(replay: &TrickReplay, seat: Seat, verb: Verb) -> bool {
    if replay.is_seat_asked_for(seat, verb) {
        return true;
    }
    let is_in_round = matches!(replay.deal.stage, DealStage::In(DealPhase::Round(_)));
    if is_in_round && verb.kind() == MoveOccasion::Declaration && replay.deal.mover == seat {
        return true;
    }
    let bid = TrickAct::Move(seat, Move::BidAll);
    verb == Verb::BidAll && apply_to_copy(&replay.rules, &replay.deal, bid, &mut Vec::new()).is_ok()
}

/// Returns the error for a move that the edition does not know.
fn unknown_move_error(replay: &TrickReplay, verb: Verb, span: &Span) -> Diagnostic {
    let known = describe_editions_that_know(|rules| has_subject_of_move(rules, verb));
    let wrong = diagnose!("move-elsewhere", span, edition = replay.edition, known);
    let own_word = script_line_parser::known_synonym_word(verb, replay.letters, |verb| {
        edition_has_move(&replay.rules, verb)
    });
    let has_own_word = own_word.is_some();
    let wrong = with_word_of_edition(wrong, own_word).with_clause(verb.topic().id());
    match declarations_of_asked_player(replay) {
        Some(statements) if !has_own_word => {
            wrong.with_help(format!("in this edition, write {statements}"))
        }
        _ => wrong,
    }
}

/// Adds the word by which the edition calls the move that was meant, if it has one.
fn with_word_of_edition(wrong: Diagnostic, own_word: Option<&str>) -> Diagnostic {
    match own_word {
        Some(word) => wrong.with_help(format!("in this edition, write `{word}`")),
        None => wrong,
    }
}

/// Makes a fault of a player, if it is one.
fn make_fault(
    replay: &mut TrickReplay,
    seat: &Spanned<Seat>,
    fault: Move,
    span: &Span,
) -> StatementReplayResult {
    let name = replay.name(seat.value);
    let right_count = replay.deal.hands[seat.value].len() as i64;
    let most = replay.deal.max_possible_cards_held(seat.value);
    if !replay.deal.active.has(seat.value) {
        return Err(no_fault_error(replay, span, format!("{name} is out of this deal")).into());
    }
    match fault {
        Move::HoldCards(cards) if cards as usize > most => {
            return Err(diagnose!("holds-too-many", span, name, cards, most).into());
        }
        Move::HoldCards(cards) if cards == right_count => {
            let reason =
                format!("{right_count} is the right number of cards, so this is not a fault");
            return Err(no_fault_error(replay, span, reason).into());
        }
        Move::SpeakOutOfTurn if is_turn_to_declare(&replay.deal, seat.value) => {
            let reason = format!("it is {name}'s turn to speak, so this is not a fault");
            return Err(no_fault_error(replay, span, reason).into());
        }
        _ => {}
    }
    let missing_before = replay.deal.missing_from_stock;
    apply_move(replay, seat.value, fault, span)?;
    // The cards that an offender held beyond their own were the next that the stock had to give.
    let missing = usize::from(replay.deal.missing_from_stock - missing_before);
    let gone = missing.min(replay.now.stock.len());
    for card in replay.now.stock.drain(..gone) {
        replay.now.astray = replay.now.astray.with(card);
    }
    Ok(())
}

fn no_fault_error(replay: &TrickReplay, span: &Span, reason: String) -> Diagnostic {
    diagnose!(
        "no-fault",
        span,
        wrong = reason,
        whom = replay.describe_pending_move()
    )
}

/// Applies a move that the engine cannot refuse but by misuse.
fn apply_move(
    replay: &mut TrickReplay,
    seat: Seat,
    made: Move,
    span: &Span,
) -> StatementReplayResult {
    let Err(refusal) = replay.apply_act(TrickAct::Move(seat, made)) else {
        return Ok(());
    };
    let Refusal::Forbidden(topic) = refusal else {
        return Err(replay.misuse_error(refusal, span).into());
    };
    let refused = RefusalSentenceSubject::Move {
        name: replay.name(seat),
        does: made.verb().info().may,
    };
    let wrong = refused_act_error(replay, span, seat, &refused, topic);
    let own_word = word_of_offered_synonym(replay, made.verb());
    let flush = replay.rules.terms.flush;
    let infinitive = VerbInflection::Infinitive;
    let tried =
        write_verb_with_object(made.verb(), infinitive, replay.letters, flush).unwrap_or_default();
    Err(with_word_of_edition(wrong, own_word)
        .with_help(replay.help_to_tell_attempt(seat, &tried, topic))
        .into())
}

/// Returns the word of a verb that is offered and is probably meant by a verb that is not
/// offered.
fn word_of_offered_synonym(replay: &TrickReplay, verb: Verb) -> Option<&'static str> {
    if is_offered(replay, verb) {
        return None;
    }
    script_line_parser::known_synonym_word(verb, replay.letters, |verb| is_offered(replay, verb))
}

fn is_offered(replay: &TrickReplay, verb: Verb) -> bool {
    move_offer(&replay.rules, &replay.deal, verb).is_some()
}

/// Returns the error for an act that a clause refuses to a seat.
fn refused_act_error(
    replay: &TrickReplay,
    span: &Span,
    seat: Seat,
    act: &RefusalSentenceSubject,
    clause: ClauseId,
) -> Diagnostic {
    let reason = RefusalReason {
        rules: &replay.rules,
        hand: &replay.deal,
        seat,
        holder: &format!("{} holds", replay.name(seat)),
        clause,
        shows_hand: true,
    };
    replay.illegal_error(span, refusal_sentence(act, &reason.in_words()), clause)
}

/// Lets a player claim a flush, once those before have let it pass.
fn make_flush_claim(
    replay: &mut TrickReplay,
    seat: &Spanned<Seat>,
    span: &Span,
) -> StatementReplayResult {
    replay.make_silent_moves(|replay| match replay.deal.stage {
        DealStage::In(DealPhase::TurnUp) => true,
        DealStage::In(DealPhase::Claims) => {
            replay.deal.mover != seat.value && replay.deal.unasked.has(seat.value)
        }
        _ => false,
    });
    let topic = refusing_clause(&replay.rules, &replay.deal, seat.value, Move::Claim);
    let Some(topic) = topic else {
        return apply_move(replay, seat.value, Move::Claim, span);
    };
    let flush = replay.rules.terms.flush;
    if topic == ClauseId::FlushClaim && replay.deal.claimants.has(seat.value) {
        let name = replay.name(seat.value);
        return Err(diagnose!("second-claim", span, name, flush).into());
    }
    if topic == ClauseId::FlushClaim
        && matches!(replay.deal.stage, DealStage::In(DealPhase::Round(_)))
    {
        return Err(early_claim_error(replay, seat, span).into());
    }
    let tried = write_verb_with_object(
        Verb::Claim,
        VerbInflection::Infinitive,
        replay.letters,
        flush,
    )
    .unwrap_or_default();
    let refused = RefusalSentenceSubject::Move {
        name: replay.name(seat.value),
        does: &format!("claim a {flush}"),
    };
    Err(refused_act_error(replay, span, seat.value, &refused, topic)
        .with_help(replay.help_to_tell_attempt(seat.value, &tried, topic))
        .into())
}

/// Returns the error for a claim while players have still to declare.
fn early_claim_error(replay: &TrickReplay, seat: &Spanned<Seat>, span: &Span) -> Diagnostic {
    let mut waiting = replay.deal.active;
    for event in &replay.own.events {
        if let Some((other, _)) = event.details.as_move() {
            waiting = waiting.without(other);
        }
    }
    let waiting = waiting.with(replay.deal.mover);
    let waiting = waiting.in_turn(replay.deal.dealer);
    let names: Vec<&str> = waiting.map(|other| replay.name(other)).collect();
    let names = join_names(&names);
    let flush = replay.rules.terms.flush;
    diagnose!(
        "early-claim",
        span,
        name = replay.name(seat.value),
        flush,
        names
    )
}

/// Returns names as a list in words: `Anne, Claude and Denise`.
fn join_names(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

fn play_card(replay: &mut TrickReplay, seat: Seat, card: &Spanned<Card>) -> StatementReplayResult {
    check_cards_held(replay, seat, std::slice::from_ref(card))?;
    let Err(refusal) = replay.apply_act(TrickAct::Move(seat, Move::Play(card.value))) else {
        return Ok(());
    };
    let Refusal::ForbiddenCard(topic, legal) = refusal else {
        return Err(replay.misuse_error(refusal, &card.span).into());
    };
    let refused = RefusalSentenceSubject::Card(card.value);
    let legal_cards = replay.sort_and_spell_cards(legal.cards);
    Err(refused_act_error(replay, &card.span, seat, &refused, topic)
        .with_help(format!("legal here: {legal_cards} ({})", legal.clause))
        .with_help(replay.help_to_tell_attempt(seat, &card.value.to_string(), topic))
        .into())
}

/// Checks that an exchange does not name the cards that it draws before those that it discards.
fn check_discards_before_draws(
    replay: &TrickReplay,
    seat: Seat,
    move_text: &ParsedMove,
) -> StatementReplayResult {
    let Some(Spanned {
        value: ExpectedValueOrGap::Known(drawn),
        ..
    }) = &move_text.drawn
    else {
        return Ok(());
    };
    let held = replay.cards_held(seat);
    let Some(first) = move_text.cards.first() else {
        return Ok(());
    };
    let holds_drawn = !drawn.is_empty() && drawn.iter().all(|card| held.has(card.value));
    if !holds_drawn || move_text.cards.iter().any(|card| held.has(card.value)) {
        return Ok(());
    }
    let name = replay.name(seat);
    let between = Keyword::For.spelling_in(replay.letters);
    let cards = replay.sort_and_spell_cards(drawn.iter().map(|card| card.value).collect());
    Err(diagnose!("cards-reversed", &first.span, name, between, cards).into())
}

/// Makes an exchange, or draws another hand for a flush or for the pack.
fn exchange_or_redraw(
    replay: &mut TrickReplay,
    seat: Seat,
    move_text: &ParsedMove,
    span: &Span,
) -> StatementReplayResult {
    let number = match move_text.verb {
        Verb::Exchange => move_text.cards.len(),
        Verb::ThrowIn => replay.deal.hands[seat].len(),
        _ => usize::from(replay.rules.decl_defend.value.0.unwrap_or_default()),
    };
    if move_text.verb == Verb::Exchange {
        check_discards_before_draws(replay, seat, move_text)?;
        for (index, card) in move_text.cards.iter().enumerate() {
            if !replay.cards_held(seat).has(card.value) {
                check_cards_held(replay, seat, &move_text.cards)?;
            }
            check_no_card_twice(&move_text.cards[..=index])?;
        }
    }
    if let Some(tried) = move_text.to_move_without_drawn()
        && let Some(topic) = refusing_clause(&replay.rules, &replay.deal, seat, tried)
    {
        return Err(refused_draw_error(replay, seat, move_text.verb, number, topic, span).into());
    }
    let drawn = take_written_or_stock(
        replay,
        move_text.verb,
        number,
        move_text.drawn.as_ref(),
        span,
    )?;
    if move_text.verb == Verb::Defend
        && let Some(laid) = move_text.cards.iter().find(|card| !drawn.has(card.value))
    {
        let drawn = replay.sort_and_spell_cards(drawn);
        return Err(diagnose!("not-drawn", &laid.span, card = laid.value, drawn).into());
    }
    let laid: CardSet = move_text.cards.iter().map(|card| card.value).collect();
    let args = PlayerMoveDetails {
        laid: Some(laid),
        drawn: Some(drawn),
        card: laid.nth(0),
        ..PlayerMoveDetails::default()
    };
    let Some(made) = move_text.verb.with_args(args) else {
        return Ok(());
    };
    let Err(refusal) = replay.apply_act(TrickAct::Move(seat, made)) else {
        return Ok(());
    };
    let span = match &move_text.drawn {
        Some(written) => span_of_refused_card(written, refusal),
        None => span.clone(),
    };
    Err(replay.misuse_error(refusal, &span).into())
}

/// Returns the error for a draw that a clause refuses.
fn refused_draw_error(
    replay: &TrickReplay,
    seat: Seat,
    verb: Verb,
    number: usize,
    topic: ClauseId,
    span: &Span,
) -> Diagnostic {
    let name = replay.name(seat);
    if verb != Verb::Exchange {
        let does = verb.info().may;
        return refused_act_error(
            replay,
            span,
            seat,
            &RefusalSentenceSubject::Move { name, does },
            topic,
        );
    }
    let does = format!("exchange {}", count_of_or_no(number, "card"));
    let refused = RefusalSentenceSubject::Move { name, does: &does };
    let most = match move_offer(&replay.rules, &replay.deal, verb) {
        Some(offer) => offer.max_cards,
        None => 0,
    };
    refused_act_error(replay, span, seat, &refused, topic)
        .with_help(format!("{name} may exchange at most {most}"))
}
