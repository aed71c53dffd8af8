//! The statements of a script, one after another: what is done, what the mover may do, and what is tried and refused.

use super::mus::{self, Drawn};
use super::refusal::{RefusalReason, RefusedAct, refusal_sentence};
use super::session::{CheckResult, Session, known_to, stands_before};
use super::story::Kind;
use crate::cards::{Card, CardSet, InsertionSort, Letters, Seat, count_in_words};
use crate::engine::{
    Act, DealState, InvalidAct, Move, MoveOffer, Refusal, Stage, apply_to_copy, binding_clause,
    edition_has_move, is_to_declare, move_offer, move_offers, refusing_clause,
};
use crate::rules::{ArgKind, ClauseId, MoveArgs, MoveKind, Phase, Verb};
use crate::scenario::text::notation::{VerbForm, write_verb, write_verb_phrase};
use crate::scenario::text::{
    Choices, Code, DeclarationChoice, Diagnostic, Expected, Keyword, MoveText, ReadResult,
    ScriptLine, Span, Spanned, Statement,
};
use crate::scenario::text::{diagnose, near_candidates, quote, script};

/// The choices that a file expects, or `?`.
pub type ExpectedChoices = Spanned<Expected<Choices>>;
/// The name that a file expects, or `?`.
pub type ExpectedName = Spanned<Expected<String>>;

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

pub fn make_move(
    session: &mut Session,
    seat: &Spanned<Seat>,
    deed: &MoveText,
    span: &Span,
) -> CheckResult {
    match deed.verb {
        Verb::Claim => return claims(session, seat, span),
        Verb::TakeTurnUp => {}
        verb if verb.kind() == MoveKind::Fault => {}
        verb => session.pass_while(|session| !session.asks(seat.value, verb)),
    }
    if !edition_has_move(&session.rules, deed.verb) {
        let known = known_to(|rules| edition_has_move(rules, deed.verb));
        let wrong = diagnose!("move-elsewhere", span, edition = session.edition, known);
        let ours =
            script::known_verb_word(deed.verb, |verb| edition_has_move(&session.rules, verb));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| {
            wrong.with_help(format!("here it is called `{ours}`"))
        });
        return Err(wrong.with_clause(deed.verb.topic().id()).into());
    }
    if let (Some(fault), MoveKind::Fault) = (deed.to_move(), deed.verb.kind()) {
        return offends(session, seat, fault, span);
    }
    // What is asked for and may not be made is refused later, by the clause that refuses it.
    let is_declared = matches!(session.hand.stage, Stage::In(Phase::Round(_)))
        && deed.verb.kind() == MoveKind::Declaration;
    let is_theirs =
        session.asks(seat.value, deed.verb) || (session.hand.mover == seat.value && is_declared);
    let before_all = Act::Move(seat.value, Move::BidAll);
    let precedes = deed.verb == Verb::BidAll
        && apply_to_copy(&session.rules, &session.hand, before_all, &mut Vec::new()).is_ok();
    match deed.to_move() {
        _ if !is_theirs && !precedes => Err(session.out_of_turn(seat, span).into()),
        Some(Move::Exchange(..) | Move::ThrowIn(_) | Move::Defend(..)) => {
            draws(session, seat.value, deed, span)
        }
        Some(Move::Play(_)) => plays(session, seat.value, &deed.cards[0]),
        Some(does) => {
            check_cards_held(session, seat.value, &deed.cards)?;
            act(session, seat.value, does, span)
        }
        // What follows these may be left out where they are only tried.
        None => Err(diagnose!("unknown-defence", span).into()),
    }
}

/// Checks that a player holds these cards.
pub fn check_cards_held(session: &Session, seat: Seat, cards: &[Spanned<Card>]) -> CheckResult {
    let foreign = cards
        .iter()
        .find(|card| !session.held(seat).has(card.value));
    foreign.map_or(Ok(()), |card| Err(session.not_held(seat, card).into()))
}

fn offends(session: &mut Session, seat: &Spanned<Seat>, fault: Move, span: &Span) -> CheckResult {
    let name = session.name(seat.value);
    let right = session.hand.hands[seat.value].len() as i64;
    let most = session.hand.max_cards_held(seat.value);
    let wrong = match fault {
        _ if !session.hand.active.has(seat.value) => format!("{name} is out of this hand"),
        Move::HoldCards(cards) if cards as usize > most => {
            return Err(diagnose!("holds-too-many", span, name, cards, most).into());
        }
        Move::HoldCards(cards) if cards == right => format!("to hold {right} cards is no fault"),
        Move::SpeakOutOfTurn if is_to_declare(&session.hand, seat.value) => {
            format!("it is {name}'s turn to speak")
        }
        _ => {
            let before = session.hand.missing_from_stock;
            act(session, seat.value, fault, span)?;
            // What was held beyond its own was the next that the stock had to give.
            let gone =
                usize::from(session.hand.missing_from_stock - before).min(session.now.stock.len());
            session.now.astray = session
                .now
                .stock
                .drain(..gone)
                .fold(session.now.astray, CardSet::with);
            return Ok(());
        }
    };
    Err(diagnose!("no-fault", span, wrong, whom = session.whom()).into())
}

/// Makes a move that the engine cannot refuse but by misuse.
fn act(session: &mut Session, seat: Seat, does: Move, span: &Span) -> CheckResult {
    session.act(Act::Move(seat, does)).map_err(|refusal| {
        let Refusal::Forbidden(topic) = refusal else {
            return session.misused(refusal, span).into();
        };
        let refused = RefusedAct::Move {
            name: session.name(seat),
            does: does.verb().info().may,
        };
        let wrong = refused_act(session, span, seat, &refused, topic);
        let is_asked = |verb| move_offer(&session.rules, &session.hand, verb).is_some();
        let ours =
            script::known_verb_word(does.verb(), is_asked).filter(|_| !is_asked(does.verb()));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| {
            wrong.with_help(format!("here it is called `{ours}`"))
        });
        wrong
            .with_help(session.as_refused(seat, &format!("{} …", session.word(Keyword::To)), topic))
            .into()
    })
}

/// Returns the error for an act that a clause refuses to a seat.
fn refused_act(
    session: &Session,
    span: &Span,
    seat: Seat,
    act: &RefusedAct,
    clause: ClauseId,
) -> Diagnostic {
    let (rules, hand, name) = (&session.rules, &session.hand, session.name(seat));
    let reason = RefusalReason {
        rules,
        hand,
        seat,
        name,
        clause,
        shows_hand: true,
    }
    .in_words();
    session.illegal(span, refusal_sentence(act, &reason), clause)
}

fn claims(session: &mut Session, seat: &Spanned<Seat>, span: &Span) -> CheckResult {
    session.pass_while(|session| match session.hand.stage {
        Stage::In(Phase::TurnUp) => true,
        Stage::In(Phase::Claims) => {
            session.hand.mover != seat.value && session.hand.unasked.has(seat.value)
        }
        _ => false,
    });
    if let Some(topic) = refusing_clause(&session.rules, &session.hand, seat.value, Move::Claim) {
        let (name, flush) = (session.name(seat.value), session.rules.terms.flush);
        let tried = write_verb(Verb::Claim, VerbForm::Infinitive, session.letters, flush)
            .unwrap_or_default();
        let help = session.as_refused(seat.value, &tried, topic);
        let refused = RefusedAct::Move {
            name,
            does: &format!("claim a {flush}"),
        };
        return Err(refused_act(session, span, seat.value, &refused, topic)
            .with_help(help)
            .into());
    }
    act(session, seat.value, Move::Claim, span)
}

fn plays(session: &mut Session, seat: Seat, card: &Spanned<Card>) -> CheckResult {
    check_cards_held(session, seat, std::slice::from_ref(card))?;
    session
        .act(Act::Move(seat, Move::Play(card.value)))
        .map_err(|refusal| {
            let Refusal::ForbiddenCard(topic, legal) = refusal else {
                return session.misused(refusal, &card.span).into();
            };
            let wrong = refused_act(
                session,
                &card.span,
                seat,
                &RefusedAct::Card(card.value),
                topic,
            );
            let wrong = wrong.with_help(format!(
                "legal here: {} ({})",
                session.cards(legal.cards),
                legal.clause
            ));
            wrong
                .with_help(session.as_refused(seat, &card.value.to_string(), topic))
                .into()
        })
}

/// An exchange; or another hand for a flush, or for the pack.
fn draws(session: &mut Session, seat: Seat, deed: &MoveText, span: &Span) -> CheckResult {
    let (cards, drawn) = (&deed.cards, deed.drawn.as_ref());
    let number = match deed.verb {
        Verb::Exchange => cards.len(),
        Verb::ThrowIn => session.hand.hands[seat].len(),
        _ => usize::from(session.rules.decl_defend.value.0.unwrap_or_default()),
    };
    for (index, card) in cards
        .iter()
        .enumerate()
        .filter(|_| deed.verb == Verb::Exchange)
    {
        check_cards_held(session, seat, std::slice::from_ref(card))?;
        stands_once(&cards[..=index])?;
    }
    if let Some(topic) = deed
        .to_move()
        .and_then(|does| refusing_clause(&session.rules, &session.hand, seat, does))
    {
        let name = session.name(seat);
        if deed.verb != Verb::Exchange {
            let refused = RefusedAct::Move {
                name,
                does: deed.verb.info().may,
            };
            return Err(refused_act(session, span, seat, &refused, topic).into());
        }
        let most =
            move_offer(&session.rules, &session.hand, deed.verb).map_or(0, |offer| offer.max_cards);
        let refused = RefusedAct::Move {
            name,
            does: &format!("exchange {}", count_in_words(number, "card")),
        };
        let wrong = refused_act(session, span, seat, &refused, topic);
        return Err(wrong
            .with_help(format!("{name} may exchange at most {most}"))
            .into());
    }
    let gives = drawn_cards(session, deed.verb, number, drawn, span)?;
    if let Some(laid) = cards
        .iter()
        .find(|card| deed.verb == Verb::Defend && !gives.has(card.value))
    {
        return Err(diagnose!(
            "not-drawn",
            &laid.span,
            card = laid.value,
            drawn = session.cards(gives)
        )
        .into());
    }
    let laid: CardSet = cards.iter().map(|card| card.value).collect();
    let what = MoveArgs {
        laid: Some(laid),
        drawn: Some(gives),
        card: laid.nth(0),
        ..MoveArgs::default()
    };
    let Some(does) = deed.verb.with_args(what) else {
        return Ok(());
    };
    session.act(Act::Move(seat, does)).map_err(|refusal| {
        let span = drawn.map_or(span.clone(), |drawn| place(drawn, refusal));
        session.misused(refusal, &span).into()
    })
}

pub fn stands_once(cards: &[Spanned<Card>]) -> CheckResult {
    let twice = cards
        .iter()
        .enumerate()
        .find_map(|(index, card)| stands_before(&cards[..index], card));
    twice.map_or(Ok(()), |wrong| Err(wrong.into()))
}

/// The card a refusal is about, where it is one of those written.
pub fn place(drawn: &Drawn, refusal: Refusal) -> Span {
    let (Expected::Known(cards), Refusal::Invalid(InvalidAct::NotInStock(wrong))) =
        (&drawn.value, refusal)
    else {
        return drawn.span.clone();
    };
    cards
        .iter()
        .find(|card| card.value == wrong)
        .map_or(&drawn.span, |card| &card.span)
        .clone()
}

/// The cards drawn: as written, or as the stock was told.
pub fn drawn_cards(
    session: &mut Session,
    verb: Verb,
    number: usize,
    drawn: Option<&Drawn>,
    span: &Span,
) -> ReadResult<CardSet> {
    if let Some(Spanned {
        value: Expected::Known(cards),
        span,
    }) = drawn
    {
        return written(session, verb, number, cards, span);
    }
    let told: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    if told.len() < number {
        let span = drawn.map_or(span, |drawn| &drawn.span);
        return Err(match told.len() {
            0 if !session.now.tells_stock => diagnose!("unknown-draw", span).into(),
            left => diagnose!("stock-ends", span, number, left).into(),
        });
    }
    if let Some(hole) = drawn {
        let cards = told
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        session.expect(Some(diagnose!("open-draw", &hole.span, cards)));
    }
    session.now.stock.drain(..number);
    Ok(told.into_iter().collect())
}

fn written(
    session: &mut Session,
    verb: Verb,
    number: usize,
    cards: &[Spanned<Card>],
    span: &Span,
) -> ReadResult<CardSet> {
    if cards.len() != number {
        let drawn = if cards.len() == 1 {
            "1 card is".into()
        } else {
            format!("{} cards are", cards.len())
        };
        return Err(match verb {
            Verb::Defend => diagnose!("defence-of-another-size", span, drawn, number).into(),
            _ => diagnose!("draw-of-another-size", span, drawn, number).into(),
        });
    }
    // What comes next from the stock comes in any order.
    let due: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    let mut others = number - due.len();
    for (index, card) in cards.iter().enumerate() {
        stands_once(&cards[..=index])?;
        if session.now.astray.has(card.value) {
            let why = "it went with a hand that held too many cards";
            return Err(diagnose!("not-in-stock", &card.span, card = card.value, why).into());
        }
        if due.contains(&card.value) {
            session.expect(None);
            continue;
        }
        let next = due
            .iter()
            .copied()
            .find(|next| cards.iter().all(|card| card.value != *next));
        if let Some(next) = next.filter(|_| others == 0) {
            session.expected += 1;
            return Err(diagnose!("not-the-next", &card.span, next).into());
        }
        others = others.saturating_sub(1);
    }
    session
        .now
        .stock
        .drain(..number.min(session.now.stock.len()));
    Ok(cards.iter().map(|card| card.value).collect())
}

/// What kind of mistake it is where something else is told than what is right, or nothing.
pub fn unlike<T: PartialEq>(told: &Spanned<Expected<T>>, right: &T, code: Code) -> Option<Code> {
    match &told.value {
        Expected::Known(known) => (known != right).then_some(code),
        Expected::Open => Some(Code::Unfilled),
    }
}

/// Checks what a mover may do. A wrong expectation does not stop the hand.
pub fn may(
    session: &mut Session,
    seat: &Spanned<Seat>,
    choices: &ExpectedChoices,
    clause: Option<&ExpectedName>,
) {
    let found = if session.is_mus() {
        Some(mus::allowed(&session.rules, &session.mus.hand))
            .filter(|(all, _)| *all != Choices::Declarations(Vec::new()))
    } else {
        pass_before_may(session, seat.value, &choices.value);
        allowed(
            session,
            !matches!(choices.value, Expected::Known(Choices::Declarations(_))),
        )
    };
    let Some((allowed, binding)) = found.filter(|_| session.mover() == seat.value) else {
        let code = if session.hand.stage == Stage::Over {
            Code::NotReached
        } else {
            Code::OutOfTurn
        };
        let message = format!(
            "{} is not asked for anything here",
            session.name(seat.value)
        );
        return session.expect(Some(
            code.diagnostic_at(&seat.span, message)
                .with_label(session.whom()),
        ));
    };
    session.story.shown.insert(binding);
    let is_as_told = expect_choices(session, Code::WrongMay, choices, &allowed, binding);
    let Some(clause) = clause else { return };
    if is_as_told {
        return expect_clause(session, Code::WrongMay, clause, binding);
    }
    // Who expects other choices expects them by another clause: that is one mistake, and one fix.
    let both = format!("{} ({binding}", words_of(session, &allowed));
    let is_other = !matches!(&clause.value, Expected::Known(name) if name == binding.id());
    if let Some(wrong) = session.story.diagnostics.last_mut().filter(|_| is_other) {
        (wrong.replaced_span, wrong.fix) = (Some(choices.span.start..clause.span.end), Some(both));
    }
}

/// Makes what silence says before a `may`: up to the moment at which its player is asked for what it lists, and no further. An
/// open one is about the first thing for which its player is asked; cards are played when all that may be declared is past.
fn pass_before_may(session: &mut Session, seat: Seat, choices: &Expected<Choices>) {
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
fn allowed(session: &Session, asks_for_a_card: bool) -> Option<(Choices, ClauseId)> {
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

/// Holds a set of choices against the one expected; whether it is no other.
fn expect_choices(
    session: &mut Session,
    code: Code,
    choices: &ExpectedChoices,
    allowed: &Choices,
    binding: ClauseId,
) -> bool {
    let code = match (&choices.value, allowed) {
        // They may be written in any order.
        (Expected::Known(Choices::Declarations(told)), Choices::Declarations(all)) => {
            let is_same = told.len() == all.len() && all.iter().all(|choice| told.contains(choice));
            (!is_same).then_some(code)
        }
        _ => unlike(choices, allowed, code),
    };
    session.expect(code.map(|code| {
        let (name, words) = (session.name(session.mover()), words_of(session, allowed));
        let not = choices
            .value
            .describe_mismatch(|known| words_of(session, known));
        let wrong = code
            .diagnostic_at(&choices.span, format!("{name} may {words}{not}"))
            .with_fix(words);
        wrong
            .with_clause(binding.id())
            .with_label(format!("bound by {binding}"))
    }));
    matches!(code, None | Some(Code::Unfilled))
}

pub fn words_of(session: &Session, choices: &Choices) -> String {
    match choices {
        Choices::Cards(cards) => session.cards(*cards),
        Choices::Declarations(list) => {
            let or = format!(" {} ", Keyword::Or.spelling_in(session.letters));
            let flush = session.rules.terms.flush;
            let words = |choice: &DeclarationChoice| {
                let verb = write_verb(choice.verb, VerbForm::Imperative, session.letters, flush)
                    .unwrap_or_default();
                if choice.max_cards > 0 {
                    format!("{verb} {}", choice.max_cards)
                } else {
                    verb
                }
            };
            list.iter().map(words).collect::<Vec<_>>().join(&or)
        }
    }
}

fn expect_clause(session: &mut Session, code: Code, clause: &ExpectedName, binding: ClauseId) {
    let say = |code: Code, message: String| {
        let title = session.rules.title(binding);
        code.diagnostic_at(&clause.span, message)
            .with_fix(binding.id())
            .with_label(title)
            .with_clause(binding.id())
    };
    let wrong = match &clause.value {
        Expected::Open => Some(say(Code::Unfilled, format!("it is {binding}"))),
        Expected::Known(name)
            if ClauseId::by_id(name)
                .is_none_or(|topic| !topic.arises_in(session.rules.machine)) =>
        {
            let wrong = say(
                Code::UnknownClause,
                format!("no clause is called {}", quote(name)),
            );
            let (_, topic) = name.rsplit_once('/').unwrap_or(("", name));
            Some(match ClauseId::by_former_id(name) {
                Some(now) => wrong.with_help(format!("it is called `{now}` now")),
                None if !near_candidates(topic, [binding.id()]).is_empty() => wrong,
                None => wrong.as_guess(),
            })
        }
        Expected::Known(name) => {
            (name != binding.id()).then(|| say(code, format!("it is {binding}, not {name}")))
        }
    };
    session.expect(wrong);
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

pub fn expect_refusal(
    session: &mut Session,
    topic: ClauseId,
    clause: &ExpectedName,
    legal: Option<(&ExpectedChoices, (Choices, ClauseId))>,
) {
    session.story.shown.insert(topic);
    expect_clause(session, Code::WrongRefusal, clause, topic);
    if let Some((legal, (allowed, binding))) = legal {
        expect_choices(session, Code::WrongRefusal, legal, &allowed, binding);
    }
}

/// What is tried, in words, its cards in the order in which they are written.
pub fn tried(session: &Session, deed: &MoveText) -> String {
    let slot = |piece| match piece {
        ArgKind::Laid | ArgKind::Card => deed
            .cards
            .iter()
            .map(|card| card.value.to_string())
            .collect::<Vec<_>>()
            .join(" "),
        ArgKind::Suit => deed
            .suit
            .as_ref()
            .map_or("", |suit| suit.value.name())
            .to_owned(),
        ArgKind::Number => deed
            .number
            .as_ref()
            .map_or_else(String::new, |number| number.value.to_string()),
        ArgKind::Drawn | ArgKind::Word(_) => String::new(),
    };
    let flush = session.rules.terms.flush;
    let words = write_verb_phrase(
        deed.verb,
        VerbForm::Infinitive,
        Letters::English,
        flush,
        &slot,
    )
    .unwrap_or_default();
    if deed.verb == Verb::Play {
        format!("to {} {words}", deed.verb.label())
    } else {
        words
    }
}
