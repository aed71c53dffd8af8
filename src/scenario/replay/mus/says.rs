//! The statements of a script, one after another: what is said and done, what is expected, and who wins a phase.

use super::game::Game;
use super::words;
use crate::cards::Seat;
use crate::engine::{Misuse, Refusal};
use crate::mus::{Act, Stage, Way, choices, compared_by, most, strength, why_not};
use crate::rules::mus::{Lance, Sides};
use crate::rules::{Move, Topic, Verb};
use crate::scenario::replay::expectations::{expect_choices, expect_clause, expect_may, tried, words_of};
use crate::scenario::replay::statements::{drawn_cards, place, stands_once};
use crate::scenario::replay::wrong::Made;
use crate::scenario::text::diagnostic::{Code, Diagnostic};
use crate::scenario::text::syntax::{At, Choice, Choices, Deed, Hole, Line, Span, Statement};

/// Replays a script, as far as the deal can go on.
pub fn script(game: &mut Game, lines: &[Line]) -> Made {
    for line in lines {
        if game.session.stopped {
            return crate::scenario::replay::statements::not_reached(&mut game.session, line);
        }
        one(game, line)?;
    }
    Ok(())
}

fn one(game: &mut Game, line: &Line) -> Made {
    for (index, statement) in line.statements.iter().enumerate() {
        let session = &mut game.session;
        session.part_span = statement.span.clone();
        if session.paid {
            let wrong = Code::MisplacedFence.at(&statement.span, "the payout ends a deal, and nothing follows it");
            return Err(wrong.label("after the payout").help("a new deal opens with a ```deal fence").into());
        }
        let speaks = match &statement.value {
            Statement::May { .. } => true,
            Statement::Does { deed, .. } => deed.verb.topic() != Topic::Declare && deed.verb.topic() != Topic::FaultLie,
            _ => false,
        };
        if speaks {
            game.declare(|_| true);
        }
        if let Some(marker) = line.lance.as_ref().filter(|_| index == 0) {
            marked(game, marker)?;
        }
        match &statement.value {
            Statement::Stop => game.session.stopped = true,
            Statement::Seen => seen(game, &statement.span)?,
            Statement::Score(both) => score(game, both),
            Statement::May { seat, choices, clause } => may(game, seat, choices, clause.as_ref()),
            Statement::Tries { seat, deed, clause, legal } => tries(game, seat, deed, clause, legal.as_ref()),
            Statement::Does { seat, deed } => does(game, seat, deed, &statement.span)?,
        }
    }
    if let Some(marker) = line.lance.as_ref().filter(|_| line.statements.is_empty()) {
        game.session.part_span = marker.span.clone();
        game.closed.clear();
        game.declare(|game| {
            game.hand.outcomes[marker.value.place()].way == Default::default() && !is_past(game, marker.value)
        });
        game.pay();
    }
    if let Some(winner) = &line.winner {
        wins(game, line.lance.as_ref().filter(|_| line.statements.is_empty()), winner);
    }
    Ok(())
}

/// Whether a phase is over: that of the deal is behind it.
fn is_past(game: &Game, lance: Lance) -> bool {
    let order = game.session.rules.phase_order.value.0;
    let at = order.iter().position(|other| *other == lance).unwrap_or(order.len() - 1);
    let point = lance == Lance::Jeu && game.hand.lance == Lance::Point;
    game.hand.at > at || point || matches!(game.hand.stage, Stage::Paying | Stage::Over)
}

/// Holds the word of a phase against the one that is being played.
fn marked(game: &mut Game, marker: &At<Lance>) -> Made {
    let is_on = matches!(game.hand.stage, Stage::Declaring | Stage::Betting);
    if is_on && game.hand.lance == marker.value {
        game.session.expect(None);
        return Ok(());
    }
    let message =
        if is_on { format!("this is {}", game.hand.lance.words()) } else { "no phase is being played".into() };
    let wrong =
        Code::WrongPhase.at(&marker.span, format!("{message}, not {}", marker.value.words())).label(game.whom());
    let wrong = wrong.clause(game.session.clause(Topic::PhaseOrder));
    Err(if is_on { wrong.fix(format!("{}:", game.hand.lance.word())) } else { wrong }.into())
}

/// Holds who wins a phase against what came of it.
fn wins(game: &mut Game, alone: Option<&At<Lance>>, told: &At<Hole<Option<Seat>>>) {
    let found = match alone {
        None => game.closed.first().copied(),
        Some(marker) if is_past(game, marker.value) => {
            Some((marker.value, game.hand.outcomes[marker.value.place()].winner))
        }
        Some(_) => None,
    };
    let Some((lance, winner)) = found else {
        let wrong = Code::WrongWinner.at(&told.span, "no phase ends here").label(game.whom());
        return game.session.expect(Some(wrong));
    };
    let name = |seat: Option<Seat>| seat.map_or("nobody".to_owned(), |seat| game.session.name(seat).to_owned());
    let code = match told.value {
        Hole::Known(seat) if seat == winner => None,
        Hole::Known(_) => Some(Code::WrongWinner),
        Hole::Open => Some(Code::Unfilled),
    };
    let wrong = code.map(|code| {
        let not = told.value.not(|other| name(*other));
        let word = winner.map_or("none".to_owned(), |seat| game.session.name(seat).to_owned());
        let wrong = code.at(&told.span, format!("{} wins {}{not}", name(winner), lance.words())).fix(word);
        let other = if let Hole::Known(other) = told.value { other } else { None };
        let (why, clause) = decided(game, lance, winner, other);
        wrong.label(why).clause(game.session.clause(clause))
    });
    game.session.expect(wrong);
}

/// What decided a phase, against one who did not win it, and the clause.
fn decided(game: &Game, lance: Lance, winner: Option<Seat>, other: Option<Seat>) -> (String, Topic) {
    let (rules, hand) = (&game.session.rules, &game.hand);
    let outcome = hand.outcomes[lance.place()];
    let has = |seat: Seat| format!("{} has {}", game.session.name(seat), words::worth(rules, lance, hand.held[seat]));
    match (winner, other) {
        (None, _) => (format!("{} is nobody's", lance.words()), Topic::PhaseOrder),
        (Some(winner), _) if outcome.way == Way::Refused => {
            (format!("the bet of {} was refused", game.session.name(winner)), Topic::BetRefuse)
        }
        (Some(_), Some(other)) if !outcome.counted.has(other) => {
            (format!("{} has no part in {}", game.session.name(other), lance.words()), Topic::Declare)
        }
        (Some(winner), Some(other)) => {
            let [own, theirs] = [winner, other].map(|seat| strength(rules, lance, hand.held[seat]));
            let (tie, clause) = match own == theirs {
                true => (", and sits nearer to the hand", Topic::Tie),
                false => ("", compared_by(lance)),
            };
            (format!("{}, {}{tie}", has(other), has(winner)), clause)
        }
        (Some(winner), None) => (has(winner), compared_by(lance)),
    }
}

fn seen(game: &mut Game, span: &Span) -> Made {
    let made = game.act(Act::Seen);
    match made {
        Ok(()) => Ok(()),
        Err(Refusal::Act(clause)) => Err(not_here(game, span, clause).into()),
        Err(_) => {
            let wrong = Code::OutOfTurn.at(span, "no card can be seen now").label(game.whom());
            Err(wrong.help("a card is seen while cards are dealt or served, before anyone answers").into())
        }
    }
}

/// What the edition does not have.
fn not_here(game: &Game, span: &Span, clause: Topic) -> Diagnostic {
    let wrong = Code::NotInEdition.at(span, format!("{} does not know this", game.session.edition));
    wrong.label("a rule of the other game").clause(game.session.clause(clause))
}

/// The clause by which the edition has no use for a move, if it has none.
fn foreign(game: &Game, deed: &Deed) -> Option<Topic> {
    let rules = &game.session.rules;
    let single = rules.sides.value == Sides::Single;
    match deed.verb {
        Verb::Mus | Verb::NoMus if !rules.has(Topic::MusAsk) => Some(Topic::MusAsk),
        Verb::PassBoth | Verb::RefuseBoth if single => Some(Topic::Sides),
        Verb::Discard if deed.drawn.is_some() && rules.mus_discard.value.once => Some(Topic::MusDiscard),
        _ => None,
    }
}

/// What both sides have taken so far.
fn score(game: &mut Game, told: &[At<Hole<i64>>; 2]) {
    if game.session.rules.sides.value == Sides::Single {
        let span = told[0].span.start..told[1].span.end;
        let wrong = not_here(game, &span, Topic::Sides);
        return game.session.wrong(wrong);
    }
    for (told, now) in told.iter().zip(game.hand.score()) {
        let code = match told.value {
            Hole::Known(known) => (known != now).then_some(Code::WrongPayout),
            Hole::Open => Some(Code::Unfilled),
        };
        let wrong = code.map(|code| {
            let not = told.value.not(|known| *known);
            code.at(&told.span, format!("the score of this side is {now}{not}")).label("so far").fix(now.to_string())
        });
        game.session.expect(wrong);
    }
}

fn out_of_turn(game: &Game, seat: &At<Seat>, verb: Verb, span: &Span) -> Diagnostic {
    let (name, is_mover) = (game.session.name(seat.value), game.hand.mover == seat.value);
    let message = match game.hand.stage {
        Stage::Over => format!("{name} has nothing more to do: the deal is over"),
        _ if is_mover => format!("{name} is asked for something else"),
        _ => format!("it is not {name}'s turn"),
    };
    let wrong = Code::OutOfTurn.at(if is_mover { span } else { &seat.span }, message).label(game.whom());
    let hand = &game.hand;
    let is_first = hand.due == hand.players && !matches!(hand.stage, Stage::Declaring | Stage::Betting);
    let does = moved(&Deed::of(verb));
    match why_not(&game.session.rules, hand, seat.value, does) {
        _ if hand.stage == Stage::Over || is_mover => wrong,
        _ if is_first => {
            let [dealer, first] = [hand.dealer, hand.mover].map(|seat| game.session.name(seat));
            wrong.help(format!("{dealer} deals, so {first} has the hand and speaks first"))
        }
        Some(clause) if clause != Topic::BetTurn || hand.bet.bettor.is_some() => {
            wrong.help(game.why(seat.value, verb, clause)).clause(game.session.clause(clause))
        }
        _ => wrong,
    }
}

fn does(game: &mut Game, seat: &At<Seat>, deed: &Deed, span: &Span) -> Made {
    if let Some(clause) = foreign(game, deed) {
        return Err(not_here(game, span, clause).into());
    }
    let asks = !matches!(game.hand.stage, Stage::Open | Stage::Paying | Stage::Over);
    if !asks || game.hand.mover != seat.value {
        return Err(out_of_turn(game, seat, deed.verb, span).into());
    }
    if deed.verb == Verb::Discard {
        stands_once(&deed.cards)?;
        if let Some(card) = deed.cards.iter().find(|card| !game.hand.held[seat.value].has(card.value)) {
            return Err(not_held(game, seat.value, card.value, &card.span).into());
        }
    }
    let does = moved(deed);
    let was_lying = matches!(game.hand.stage, Stage::Laying | Stage::Seen);
    if let Err(refusal) = game.act(Act::Does(seat.value, does)) {
        return Err(refused(game, seat.value, deed, refusal, span).into());
    }
    if Game::declares(does) {
        game.is_declared = game.hand.stage == Stage::Declaring && !game.hand.due.has(seat.value);
    }
    if was_lying && deed.verb == Verb::Discard {
        game.served.push((seat.value, (deed.drawn.clone(), span.clone())));
    }
    serve(game)?;
    game.pay();
    Ok(())
}

/// A move as it is written; with no number where none is told.
fn moved(deed: &Deed) -> Move {
    deed.told().unwrap_or(Move::BetPass)
}

fn not_held(game: &Game, seat: Seat, card: crate::cards::Card, span: &Span) -> Diagnostic {
    let (name, held) = (game.session.name(seat), game.cards(game.hand.held[seat]));
    let wrong = Code::NotHeld.at(span, format!("{name} does not hold {card}"));
    wrong.label("not held").help(format!("{name} holds {held}"))
}

/// What is said of a move that could not be made.
fn refused(game: &Game, seat: Seat, deed: &Deed, refusal: Refusal, span: &Span) -> Diagnostic {
    let name = game.session.name(seat);
    match refusal {
        Refusal::Act(clause) => {
            let (all, _) = allowed(game);
            let why = game.why(seat, deed.verb, clause);
            let wrong = game.session.illegal(span, format!("{name} may not {}: {why}", deed.verb.may()), clause);
            let wrong = wrong.help(format!("legal here: {}", words_of(&game.session, &all)));
            wrong.help(game.session.as_refused(seat, &tried(&game.session, deed), clause))
        }
        Refusal::Misuse(Misuse::Untrue) => {
            let held = game.cards(game.hand.held[seat]);
            let wrong = Code::UntrueDeclaration.at(span, format!("{name} holds {held}"));
            let wrong = wrong.label("not so").clause(game.session.clause(Topic::FaultLie));
            wrong.help("what is not so is told with `falsely`, and what is so without")
        }
        _ => Code::OutOfTurn.at(span, "this cannot be done now").label(game.whom()),
    }
}

/// Serves those who laid cards down, once all have.
fn serve(game: &mut Game) -> Made {
    if game.hand.stage != Stage::Serving {
        if !matches!(game.hand.stage, Stage::Laying | Stage::Seen) {
            game.served.clear();
        }
        return Ok(());
    }
    for (seat, (drawn, span)) in std::mem::take(&mut game.served) {
        let number = game.hand.lays[seat].len();
        let cards = drawn_cards(&mut game.session, Verb::Exchange, number, drawn.as_ref(), &span)?;
        if let Err(refusal) = game.act(Act::Serve(cards)) {
            let span = drawn.as_ref().map_or(span.clone(), |drawn| place(drawn, refusal));
            let wrong = match refusal {
                Refusal::Misuse(Misuse::NotInStock(card)) => {
                    Code::BadDraw.at(&span, format!("{card} cannot come from the stock")).label("not in it")
                }
                _ => Code::BadDraw.at(&span, "these cards cannot be served").label("not from the stock"),
            };
            return Err(wrong.clause(game.session.clause(Topic::ExchangeShort)).into());
        }
    }
    Ok(())
}

/// What the mover may do, and the clause that binds.
fn allowed(game: &Game) -> (Choices, Topic) {
    let (all, clause) = choices(&game.session.rules, &game.hand);
    let choice = |verb: &Verb| Choice { verb: *verb, most: most(&game.session.rules, &game.hand, *verb) };
    (Choices::Declarations(all.iter().map(choice).collect()), clause)
}

/// Checks what a mover may do. A wrong expectation does not stop the deal.
fn may(game: &mut Game, seat: &At<Seat>, told: &At<Hole<Choices>>, clause: Option<&At<Hole<String>>>) {
    let (all, binding) = allowed(game);
    let nothing = matches!(&all, Choices::Declarations(list) if list.is_empty());
    if game.hand.mover != seat.value || nothing {
        let message = format!("{} is not asked for anything here", game.session.name(seat.value));
        let wrong = Code::OutOfTurn.at(&seat.span, message).label(game.whom());
        return game.session.expect(Some(wrong));
    }
    game.session.hand.mover = game.hand.mover;
    expect_may(&mut game.session, told, clause, &all, binding);
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
fn tries(
    game: &mut Game,
    seat: &At<Seat>,
    what: &At<Deed>,
    clause: &At<Hole<String>>,
    legal: Option<&At<Hole<Choices>>>,
) {
    let deed = &what.value;
    if let Some(clause) = foreign(game, deed) {
        let wrong = not_here(game, &what.span, clause);
        return game.session.wrong(wrong);
    }
    if !game.hand.players.has(seat.value) {
        let wrong = out_of_turn(game, seat, deed.verb, &what.span);
        return game.session.expect(Some(wrong));
    }
    if let Some(card) = deed.cards.iter().find(|card| !game.hand.held[seat.value].has(card.value)) {
        let wrong = not_held(game, seat.value, card.value, &card.span);
        return game.session.expect(Some(wrong));
    }
    let Some(topic) = why_not(&game.session.rules, &game.hand, seat.value, moved(deed)) else {
        let message = format!("{} may do this: no clause refuses it", game.session.name(seat.value));
        let wrong = Code::WrongRefusal.at(&what.span, message).label("allowed");
        return game.session.expect(Some(wrong.help("tell it as done, or try something that is refused")));
    };
    game.session.hand.mover = game.hand.mover;
    game.session.shown.insert(topic);
    expect_clause(&mut game.session, Code::WrongRefusal, clause, topic);
    let (all, binding) = allowed(game);
    if let Some(legal) = legal.filter(|_| game.hand.stage != Stage::Declaring) {
        expect_choices(&mut game.session, Code::WrongRefusal, legal, &all, binding);
    }
    let attempt = tried(&game.session, deed);
    game.refused(seat.value, deed.verb, attempt, topic);
}
