//! What a script of a game with tricks expects: numbers and winners of tricks, choices of the mover, refusals.

use super::super::draws::{check_cards_held, stands_once};
use super::super::expectations::{
    ExpectedChoices, ExpectedName, expect_refusal, tried, unlike, words_of,
};
use super::super::session::{CheckResult, Session};
use super::super::story::Kind;
use crate::cards::{CardSet, InsertionSort, Letters, Seat};
use crate::engine::{
    Act, DealState, MoveOffer, Stage, apply_to_copy, binding_clause, move_offer, move_offers,
    refusing_clause,
};
use crate::rules::{ArgKind, ClauseId, MoveArgs, MoveKind, Phase, Verb};
use crate::scenario::text::{
    Choices, Code, DeclarationChoice, Expected, MoveText, ScriptLine, Spanned, Statement, diagnose,
};

/// Makes the moves that the file leaves out before a trick, and checks the number of the trick.
pub fn check_trick_number(session: &mut Session, line: &ScriptLine) -> CheckResult {
    use Statement::{Attempt, Choices, Move};
    let Some(Spanned { value: told, span }) = &line.trick else {
        return Ok(());
    };
    let first = line.statements.first().map(|first| &first.value);
    if !matches!(first, Some(Move { move_text, .. }) if move_text.verb == Verb::Claim) {
        session.pass_while(|_| true);
    }
    let (now, mover) = (
        u32::from(session.hand.tricks_finished) + 1,
        session.hand.mover,
    );
    // Where nobody can play, or another trick should be, what follows would be wrong as well.
    if session.hand.stage != Stage::In(Phase::Tricks) {
        return Err(diagnose!("no-trick", span, whom = session.whom()).into());
    }
    let is_begun = !session.now.trick.is_empty();
    let leads = matches!(first, Some(Move { seat, .. } | Choices { seat, .. } | Attempt { seat, .. }) if seat.value == mover);
    let wrong = match told.saturating_sub(1) {
        _ if is_begun => Some(diagnose!(
            "unfinished-trick",
            span,
            now,
            whom = session.whom()
        )),
        last if last < now || leads => {
            (*told != now).then(|| diagnose!("other-trick", span, now, told))
        }
        last if last == now => {
            return Err(diagnose!("missing-trick", span, now, whom = session.whom()).into());
        }
        last => {
            return Err(diagnose!("missing-tricks", span, now, last, whom = session.whom()).into());
        }
    };
    session.expect(wrong);
    Ok(())
}

/// Checks the winner of the trick that the line names.
pub fn check_trick_winner(session: &mut Session, line: &ScriptLine) {
    let Some(winner) = &line.winner else { return };
    session.pass_while(|session| session.hand.trick.is_some());
    let ends_one =
        |verb: Verb| matches!(verb.kind(), MoveKind::Card | MoveKind::Fault) || verb == Verb::Name;
    // What may be done after the last card is said before the arrow.
    let is_said =
        |statement: &&Spanned<Statement>| !matches!(statement.value, Statement::Choices { .. });
    let last = line
        .statements
        .iter()
        .rev()
        .find(is_said)
        .map(|last| &last.value);
    let is_played =
        matches!(last, Some(Statement::Move { move_text: deed, .. }) if ends_one(deed.verb));
    let finished = session
        .story
        .steps
        .iter()
        .rfind(|step| step.hand == session.now.number && !step.trick.is_empty());
    let won = finished.and_then(|step| {
        step.events
            .iter()
            .find_map(|event| event.kind.as_trick_winner())
    });
    let Some(won) = won.filter(|_| is_played && session.now.trick.is_empty()) else {
        return session.expect(Some(diagnose!(
            "no-trick-ends",
            &winner.span,
            whom = session.whom()
        )));
    };
    let best = finished.and_then(|step| step.trick.iter().find(|(seat, _)| *seat == won));
    let wrong = unlike(winner, &Some(won), Code::WrongWinner).map(|code| {
        let name = session.name(won);
        let not = winner
            .value
            .describe_mismatch(|other| other.map_or("nobody", |other| session.name(other)));
        let best = best.map(|(_, card)| format!("{card}, by {name}, is the best of the trick"));
        let wrong = code
            .diagnostic_at(&winner.span, format!("{name} wins this trick{not}"))
            .with_label(best.unwrap_or_default());
        wrong.with_fix(name).with_clause(ClauseId::TrickWin.id())
    });
    session.expect(wrong);
}

/// Makes what silence says before a `may`: up to the moment at which its player is asked for what it lists, and no further. An
/// open one is about the first thing for which its player is asked; cards are played when all that may be declared is past.
pub fn pass_before_may(session: &mut Session, seat: Seat, choices: &Expected<Choices>) {
    match choices {
        Expected::Known(Choices::Cards(_)) => session.pass_while(|_| true),
        Expected::Known(Choices::Declarations(choices))
            if is_asked_in_silence(session, seat, choices) =>
        {
            session.pass_while(|session| !asks_for_any(session, &session.hand, seat, choices));
        }
        Expected::Known(Choices::Declarations(_)) => {
            session.pass_while(|session| session.hand.mover != seat)
        }
        Expected::Open => session
            .pass_while(|session| session.hand.mover != seat || allowed(session, false).is_none()),
    }
}

fn asks_for_any(
    session: &Session,
    hand: &DealState,
    seat: Seat,
    choices: &[DeclarationChoice],
) -> bool {
    let is_asked =
        |choice: &DeclarationChoice| move_offer(&session.rules, hand, choice.verb).is_some();
    hand.mover == seat && choices.iter().any(is_asked)
}

/// Returns whether a seat is asked for one of these choices, now or once those before have said nothing.
fn is_asked_in_silence(session: &Session, seat: Seat, choices: &[DeclarationChoice]) -> bool {
    let mut hand = session.hand;
    while !asks_for_any(session, &hand, seat, choices) {
        let Some(silence) = hand.default_move() else {
            return false;
        };
        let Ok(next) = apply_to_copy(
            &session.rules,
            &hand,
            Act::Move(hand.mover, silence),
            &mut Vec::new(),
        ) else {
            return false;
        };
        hand = next;
    }
    true
}

/// What the mover may do, and the clause that binds them. A leader may have something to say beside the cards.
pub fn allowed(session: &Session, asks_for_a_card: bool) -> Option<(Choices, ClauseId)> {
    let (rules, hand) = (&session.rules, &session.hand);
    let open = || move_offers(rules, hand).filter(|offer| offer.is_open);
    let clause = binding_clause(rules, hand)?;
    // A player who turned the top card up must name a suit: that is no choice.
    let declared = || {
        open().filter(|offer| {
            offer.verb.kind() <= MoveKind::Right && offer.clause != ClauseId::PamNames
        })
    };
    let card = open().find(|offer| offer.verb.kind() == MoveKind::Card);
    if let Some(cards) = card.filter(|_| asks_for_a_card || declared().next().is_none()) {
        return Some((Choices::Cards(cards.cards), cards.clause));
    }
    let clause = declared()
        .next()
        .filter(|_| card.is_some())
        .map_or(clause, |offer| offer.clause);
    let choice = |offer: MoveOffer| {
        // The turn-up is left without a word: who stands does not take it.
        let is_written = offer.verb.words(Letters::English).is_some();
        let verb = if is_written { offer.verb } else { Verb::Stand };
        DeclarationChoice {
            verb,
            max_cards: if verb.pieces().next() == Some(ArgKind::Laid) {
                offer.max_cards
            } else {
                0
            },
        }
    };
    let mut choices: Vec<DeclarationChoice> = declared().map(choice).collect();
    choices.insertion_sort_by_key(|choice| *choice);
    (!choices.is_empty()).then_some((Choices::Declarations(choices), clause))
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the hand.
pub fn tries(
    session: &mut Session,
    seat: &Spanned<Seat>,
    what: &Spanned<MoveText>,
    clause: &ExpectedName,
    legal: Option<&ExpectedChoices>,
) {
    match what.value.verb {
        Verb::Claim => session.pass_while(|session| session.hand.stage == Stage::In(Phase::TurnUp)),
        Verb::TakeTurnUp => {}
        // Who tries more than silence says is still declaring.
        verb => session.pass_while(|session| {
            let declares =
                matches!(session.hand.stage, Stage::In(Phase::Round(_))) && verb != Verb::Play;
            !(session.asks(seat.value, verb) || declares && session.hand.mover == seat.value)
        }),
    }
    let (verb, cards) = (what.value.verb, &what.value.cards);
    // Anyone may claim, name a suit, or reach for the turn-up at any time, and be refused.
    let anyone =
        matches!(verb.kind(), MoveKind::Right | MoveKind::Answer) || verb == Verb::TakeTurnUp;
    let wrong = if !anyone && (session.hand.mover != seat.value || !session.hand.awaits_move()) {
        Some(session.out_of_turn(seat, &what.span))
    } else {
        let held = if verb == Verb::Defend {
            Ok(())
        } else {
            check_cards_held(session, seat.value, cards)
        };
        stands_once(cards).and(held).err().map(|wrong| *wrong)
    };
    // What would be drawn makes no difference.
    let drawn = MoveArgs {
        drawn: Some(CardSet::EMPTY),
        card: Some(session.hand.turned_card),
        ..MoveArgs::default()
    };
    let tried_move = what
        .value
        .to_move()
        .or_else(|| verb.with_args(drawn))
        .filter(|_| wrong.is_none());
    let Some(does) = tried_move else {
        return session.expect(wrong);
    };
    let Some(topic) = refusing_clause(&session.rules, &session.hand, seat.value, does) else {
        let mut wrong = diagnose!("not-refused", &what.span, name = session.name(seat.value));
        if let Some((choices, binding)) = allowed(session, true) {
            let all = format!("legal here: {} ({binding})", words_of(session, &choices));
            wrong = wrong.with_help(all).with_clause(binding.id());
        }
        let plainly =
            "tell it as done, without `tries` and the bracket, or try something that is refused";
        return session.expect(Some(wrong.with_help(plainly)));
    };
    expect_refusal(session, topic, clause, legal.zip(allowed(session, true)));
    let card = cards
        .first()
        .map(|card| card.value)
        .filter(|_| verb == Verb::Play);
    let attempt = tried(session, &what.value);
    session.refused(Kind::Refused {
        seat: seat.value,
        verb,
        card,
        attempt,
        clause: topic,
    });
}
