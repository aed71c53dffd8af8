//! A statement of a script: the move that it makes, or what it expects.

use super::checkable_game::CheckableGame;
use super::replay_state::{Replay, StatementReplayResult};
use super::scripted_choice_check::check_choices_of_mover;
use crate::cards::{Seat, count_of_or_no};
use crate::rules::Verb;
use crate::scenario::text::{Code, ParsedMove, Span, Spanned, Statement, diagnose};

/// Makes what a statement says, or checks what it expects.
pub fn play_statement<G: CheckableGame>(
    replay: &mut Replay<G>,
    statement: &Statement,
    span: &Span,
) -> StatementReplayResult {
    match statement {
        Statement::Stop => replay.stopped = true,
        Statement::CardSeen => return G::note_seen_card(replay, span),
        Statement::Score(both) => G::check_score(replay, both),
        Statement::Choices {
            seat,
            choices,
            clause,
        } => return check_choices_of_mover(replay, seat, choices, clause.as_ref()),
        Statement::Attempt {
            seat,
            deed,
            clause,
            legal,
        } => G::check_refusal(replay, seat, deed, clause, legal.as_ref()),
        Statement::Move { seat, move_text } => return make_move(replay, seat, move_text, span),
        Statement::NextCard(card) => {
            let seat = Spanned {
                value: replay.player_asked_now_or_last(),
                span: card.span.clone(),
            };
            let play = ParsedMove {
                cards: vec![card.clone()],
                ..ParsedMove::without_arguments(Verb::Play)
            };
            return make_move(replay, &seat, &play, span);
        }
        Statement::MoveOfAll(move_text) => {
            return make_move_of_remaining_speakers(replay, move_text, span);
        }
    }
    Ok(())
}

/// Makes a move of a player.
fn make_move<G: CheckableGame>(
    replay: &mut Replay<G>,
    seat: &Spanned<Seat>,
    move_text: &ParsedMove,
    span: &Span,
) -> StatementReplayResult {
    let result = G::make_move(replay, seat, move_text, span);
    if result.is_err() {
        drop_choice_and_refusal_errors(replay);
    }
    replay.now.diagnostics_at_move = replay.story.diagnostics.len();
    result
}

/// Makes the same move for each player who is still to speak in the round under way.
fn make_move_of_remaining_speakers<G: CheckableGame>(
    replay: &mut Replay<G>,
    move_text: &ParsedMove,
    span: &Span,
) -> StatementReplayResult {
    let round = replay.deal;
    let mut spoken: Vec<Seat> = Vec::new();
    while let Some(speaker) = G::player_to_speak(replay, move_text.verb)
        && G::is_same_round(&round, &replay.deal)
        && !spoken.contains(&speaker)
    {
        let seat = Spanned {
            value: speaker,
            span: span.clone(),
        };
        make_move(replay, &seat, move_text, span)?;
        spoken.push(speaker);
    }
    if spoken.is_empty() {
        let whom = replay.describe_pending_move();
        return Err(diagnose!("nobody-to-speak", span, whom).into());
    }
    Ok(())
}

/// Checks that a trick is under way, because a card without a name belongs to the trick of its
/// line.
pub fn check_trick_underway<G: CheckableGame>(
    replay: &Replay<G>,
    span: &Span,
    statements_before: usize,
) -> StatementReplayResult {
    if G::is_trick_begun(replay) {
        return Ok(());
    }
    let cards = count_of_or_no(statements_before, "card");
    Err(diagnose!("card-after-trick", span, cards).into())
}

/// Forgets what was wrong with the choices and the refusals before a move that cannot be made: an author who expects the move
/// expects them too, so all of that is one mistake.
fn drop_choice_and_refusal_errors<G: CheckableGame>(replay: &mut Replay<G>) {
    let since = replay.now.diagnostics_at_move;
    let mut at = 0;
    replay.story.diagnostics.retain(|wrong| {
        at += 1;
        at <= since || !matches!(wrong.code, Code::WrongMay | Code::WrongRefusal)
    });
}
