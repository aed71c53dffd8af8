//! What a script of Mus expects: the phase, its winner, the score, refusals.

use super::super::expected_choices_and_refusals::{
    AllowedChoices, ExpectedChoices, ExpectedClauseId, check_refusal_clause, describe_attempt,
    list_statements, mismatch_or_gap_code,
};
use super::super::named_and_drawn_cards::check_cards_held;
use super::super::replay_state::StatementReplayResult;
use super::MusReplay;
use super::mus_payout::hint_to_name_sides;
use super::mus_step_recording::{add_refusal, make_true_declarations_while, show_and_pay_phases};
use super::scripted_mus_moves::{
    clause_excluding_move, declares_holding, move_of_text, not_of_edition_error, out_of_turn_error,
};
use super::{allowed_choices, describe_hand_worth};
use crate::cards::Seat;
use crate::mus::{
    BettingEnd, MusStage, MusState, comparison_clause, hand_strength, refusing_clause,
};
use crate::rules::mus_values::{BettingPhase, Sides, TieWinner};
use crate::rules::{ClauseId, Verb};
use crate::scenario::text::{
    Code, Diagnostic, ExpectedValueOrGap, Keyword, MoveChoices, ParsedMove, ParsedScriptLine,
    Spanned, Statement, diagnose,
};

/// Makes the declarations that the file leaves out before a statement, and checks the word of the phase.
pub fn make_omitted_moves_before_statement(
    replay: &mut MusReplay,
    statement: &Statement,
    marker: Option<&Spanned<BettingPhase>>,
) -> StatementReplayResult {
    if needs_declarations_done(replay, statement) {
        // The phase that the statement before closed ended first.
        let closed_before = std::mem::take(&mut replay.own.closed);
        make_true_declarations_while(replay, |_| true);
        replay.own.closed.splice(0..0, closed_before);
    }
    let Some(marker) = marker else { return Ok(()) };
    let hand = &replay.deal;
    let is_in_phase = matches!(hand.stage, MusStage::Declaring | MusStage::Betting);
    if is_in_phase && hand.phase == marker.value {
        replay.count_expectation_and_report(None);
        return Ok(());
    }
    let told = marker.value.words();
    let whom = replay.describe_pending_move();
    if !is_in_phase {
        let wrong = diagnose!("phase-not-begun", &marker.span, told, whom);
        return Err(match due_statements(replay) {
            Some(statements) => wrong.with_help(format!("before this line, write {statements}")),
            None if hand.stage == MusStage::Over => {
                wrong.with_help("the statement before ends the deal: the payout comes next")
            }
            None => wrong,
        }
        .into());
    }
    let now = hand.phase.words();
    let word = hand.phase.word_in(replay.letters);
    // Punto is played in the place of Juego, not after it.
    let is_punto_at_juego = (hand.phase, marker.value) == (BettingPhase::Jeu, BettingPhase::Point);
    if hand.phase.place() < marker.value.place() && !is_punto_at_juego {
        return Err(diagnose!("missing-phase", &marker.span, now, told, whom, word).into());
    }
    let fix = format!("{word}:");
    let wrong = diagnose!("other-phase", &marker.span, now, told, whom);
    Err(wrong.with_fix(fix).into())
}

/// Returns the statements that the player who is asked can make, in words; nothing if nobody is asked.
fn due_statements(replay: &MusReplay) -> Option<String> {
    let (MoveChoices::Declarations(choices), _) = allowed_choices(&replay.rules, &replay.deal)
    else {
        return None;
    };
    let verbs = choices.iter().map(|choice| (choice.verb, ""));
    list_statements(replay, verbs)
}

/// Returns whether a statement can only be made once all players have declared what they have. A `may ?` of the player who is
/// asked to declare is about the declaration.
fn needs_declarations_done(replay: &MusReplay, statement: &Statement) -> bool {
    match statement {
        Statement::Move { move_text, .. } | Statement::MoveOfAll(move_text) => {
            !declares_holding(move_text.verb)
        }
        Statement::Choices { seat, choices, .. } => match &choices.value {
            ExpectedValueOrGap::Known(MoveChoices::Declarations(choices)) => {
                !choices.iter().any(|choice| declares_holding(choice.verb))
            }
            ExpectedValueOrGap::Known(MoveChoices::Cards(_)) => true,
            ExpectedValueOrGap::Open => replay.player_asked_now_or_last() != seat.value,
        },
        _ => false,
    }
}

/// Checks the phase of a line without statements, and the winner that the line names.
pub fn check_phase_winner(
    replay: &mut MusReplay,
    line: &ParsedScriptLine,
) -> StatementReplayResult {
    let mut closed = std::mem::take(&mut replay.own.closed).first().copied();
    if let Some(marker) = &line.phase
        && line.statements.is_empty()
    {
        closed = declare_to_end_of_phase(replay, marker);
        replay.own.closed.clear();
    }
    let Some(winner) = &line.winner else {
        return Ok(());
    };
    let Some((lance, won)) = closed else {
        // What follows belongs to the phase that goes on, so it would be wrong as well.
        let whom = replay.describe_pending_move();
        let wrong = diagnose!("no-phase-ends", &winner.span, whom);
        return Err(match due_statements(replay) {
            Some(statements) => wrong.with_help(format!("before the arrow, write {statements}")),
            None => wrong,
        }
        .into());
    };
    check_winner_of_phase(replay, line, winner, lance, won);
    Ok(())
}

/// Checks the winner that a line names against the one that a phase has.
fn check_winner_of_phase(
    replay: &mut MusReplay,
    line: &ParsedScriptLine,
    winner: &Spanned<ExpectedValueOrGap<Option<Seat>>>,
    lance: BettingPhase,
    won: Option<Seat>,
) {
    if let Some(partner) = &line.partner {
        let is_pair = matches!(
            &winner.value,
            ExpectedValueOrGap::Known(Some(first))
                if *first != partner.value
                    && MusState::first_seat_of_side(&replay.rules, *first)
                        == MusState::first_seat_of_side(&replay.rules, partner.value)
        );
        if !is_pair {
            let help = hint_to_name_sides(replay);
            return replay.count_expectation_and_report(Some(diagnose!(
                "no-side",
                &partner.span,
                help
            )));
        }
        if won == Some(partner.value) {
            return replay.count_expectation_and_report(None);
        }
    }
    let wrong = mismatch_or_gap_code(winner, &won, Code::WrongWinner)
        .map(|code| phase_winner_error(replay, winner, code, lance, won));
    replay.count_expectation_and_report(wrong);
}

/// Makes the declarations that end a phase, which stands alone in its line, and returns who won it, if it is over.
fn declare_to_end_of_phase(
    replay: &mut MusReplay,
    marker: &Spanned<BettingPhase>,
) -> Option<(BettingPhase, Option<Seat>)> {
    let lance = marker.value;
    replay.now.part_span = marker.span.clone();
    replay.own.closed.clear();
    make_true_declarations_while(replay, |replay| {
        let outcome = &replay.deal.outcomes[lance.place()];
        outcome.result == BettingEnd::default() && !is_phase_over(replay, lance)
    });
    show_and_pay_phases(replay);
    let winner = replay.deal.outcomes[lance.place()].winner;
    is_phase_over(replay, lance).then_some((lance, winner))
}

fn phase_winner_error(
    replay: &MusReplay,
    expected: &Spanned<ExpectedValueOrGap<Option<Seat>>>,
    code: Code,
    lance: BettingPhase,
    won: Option<Seat>,
) -> Diagnostic {
    let mismatch = expected
        .value
        .not_written_value_ending(|other| name_or_nobody(replay, *other));
    let fix = match won {
        Some(won) => replay.name(won),
        None => Keyword::None.spelling_in(replay.letters),
    };
    let other = match expected.value {
        ExpectedValueOrGap::Known(other) => other,
        ExpectedValueOrGap::Open => None,
    };
    let (reason, clause) = explain_phase_result(replay, lance, won, other);
    let name = name_or_nobody(replay, won);
    let message = format!("{name} wins {}{mismatch}", lance.words());
    code.diagnostic_at(&expected.span, message)
        .with_fix(fix)
        .with_label(reason)
        .with_clause(clause.id())
}

fn name_or_nobody<'a>(replay: &'a MusReplay, seat: Option<Seat>) -> &'a str {
    match seat {
        Some(seat) => replay.name(seat),
        None => "nobody",
    }
}

/// Returns whether a phase is over: that of the deal is behind it.
fn is_phase_over(replay: &MusReplay, lance: BettingPhase) -> bool {
    let hand = &replay.deal;
    if matches!(hand.stage, MusStage::Paying | MusStage::Over) {
        return true;
    }
    if lance == BettingPhase::Jeu && hand.phase == BettingPhase::Point {
        return true;
    }
    let order = replay.rules.phase_order.value.0;
    let place = order.iter().position(|other| *other == lance);
    hand.phase_index > place.unwrap_or(order.len() - 1)
}

/// Says what decided a phase, against one who did not win it, and names the clause.
fn explain_phase_result(
    replay: &MusReplay,
    lance: BettingPhase,
    winner: Option<Seat>,
    other: Option<Seat>,
) -> (String, ClauseId) {
    let Some(winner) = winner else {
        let reason = format!("nobody wins {}", lance.words());
        return (reason, ClauseId::PhaseOrder);
    };
    let hand = &replay.deal;
    let outcome = hand.outcomes[lance.place()];
    if outcome.result == BettingEnd::Refused {
        let reason = format!("the bet of {} was refused", replay.name(winner));
        return (reason, ClauseId::BetRefuse);
    }
    let winner_has = describe_worth(replay, lance, winner);
    let Some(other) = other else {
        return (winner_has, comparison_clause(lance));
    };
    if !outcome.contenders.has(other) {
        let name = replay.name(other);
        let reason = format!("{name} is out of {}", lance.words());
        return (reason, ClauseId::Declare);
    }
    let other_has = describe_worth(replay, lance, other);
    let own_strength = hand_strength(&replay.rules, lance, hand.hands[winner]);
    let other_strength = hand_strength(&replay.rules, lance, hand.hands[other]);
    if own_strength == other_strength {
        let place = match replay.rules.tie.value {
            TieWinner::NearestTheHand => "nearer to",
            TieWinner::FarthestFromTheHand => "farther from",
        };
        let reason = format!("{other_has}, {winner_has} and is {place} the first speaker");
        return (reason, ClauseId::Tie);
    }
    (
        format!("{other_has}, {winner_has}"),
        comparison_clause(lance),
    )
}

/// Says what a player has in a phase: `Ana has 31`.
fn describe_worth(replay: &MusReplay, lance: BettingPhase, seat: Seat) -> String {
    let cards = replay.deal.hands[seat];
    let worth = describe_hand_worth(&replay.rules, lance, cards);
    format!("{} has {worth}", replay.name(seat))
}

/// Checks the score of the two sides so far.
pub fn check_score(replay: &mut MusReplay, expected: &[Spanned<ExpectedValueOrGap<i64>>; 2]) {
    if replay.rules.sides.value == Sides::Single {
        let span = expected[0].span.start..expected[1].span.end;
        return replay.report(not_of_edition_error(replay, &span, ClauseId::Sides));
    }
    for (score, now) in expected.iter().zip(replay.deal.scores()) {
        let wrong = mismatch_or_gap_code(score, &now, Code::WrongPayout).map(|code| {
            let mismatch = score.value.not_written_value_ending(|known| *known);
            let message = format!("the score of this side is {now}{mismatch}");
            code.diagnostic_at(&score.span, message)
                .with_label("so far")
                .with_fix(now.to_string())
        });
        replay.count_expectation_and_report(wrong);
    }
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
pub fn check_refusal(
    replay: &mut MusReplay,
    seat: &Spanned<Seat>,
    tried: &Spanned<ParsedMove>,
    clause: &ExpectedClauseId,
    legal: Option<&ExpectedChoices>,
) {
    // An edition without mus says so in a clause: a player may try to ask for it, and is refused by that clause.
    let verb = tried.value.verb;
    let asks_for_mus = matches!(verb, Verb::Mus | Verb::NoMus);
    if !asks_for_mus && let Some(absent) = clause_excluding_move(replay, &tried.value) {
        return replay.report(not_of_edition_error(replay, &tried.span, absent));
    }
    if !replay.deal.players.has(seat.value) {
        let wrong = out_of_turn_error(replay, seat, verb, &tried.span);
        return replay.count_expectation_and_report(Some(wrong));
    }
    if let Err(wrong) = check_cards_held(replay, seat.value, &tried.value.cards) {
        return replay.count_expectation_and_report(Some(*wrong));
    }
    let hand = &replay.deal;
    let topic = refusing_clause(&replay.rules, hand, seat.value, move_of_text(&tried.value));
    let Some(topic) = topic else {
        let wrong = diagnose!("not-refused", &tried.span, name = replay.name(seat.value))
            .with_help("write this as a move, or write an attempt that is refused");
        return replay.count_expectation_and_report(Some(wrong));
    };
    let legal = legal.map(|told| {
        let (choices, binding) = allowed_choices(&replay.rules, hand);
        (
            told,
            AllowedChoices {
                choices,
                clause: binding,
                reason: None,
            },
        )
    });
    check_refusal_clause(replay, topic, clause, legal);
    let attempt = describe_attempt(replay, &tried.value);
    add_refusal(replay, seat.value, verb, attempt, topic);
}
