//! `may`: what the mover is allowed, and by which clause. `tries`: something that a clause refuses.

use super::mus;
use super::session::{Session, twice};
use super::story::Kind;
use crate::cards::{Card, InOrder, Letters, Seat, Set};
use crate::engine::{Offered, Stage, binding, offers, why_not};
use crate::rules::{Phase, Piece, Sort, Topic, Verb, What};
use crate::scenario::text::notation::{Mood, bare, phrase};
use crate::scenario::text::{At, Choice, Choices, Code, Deed, Hole, Keyword, nearest, quoted, say};

pub type Told = At<Hole<Choices>>;
pub type Named = At<Hole<String>>;

/// What kind of mistake it is where something else is told than what is right, or nothing.
pub fn unlike<T: PartialEq>(told: &At<Hole<T>>, right: &T, code: Code) -> Option<Code> {
    match &told.value {
        Hole::Known(known) => (known != right).then_some(code),
        Hole::Open => Some(Code::Unfilled),
    }
}

/// Checks what a mover may do. A wrong expectation does not stop the hand.
pub fn may(session: &mut Session, seat: &At<Seat>, choices: &Told, clause: Option<&Named>) {
    let found = if session.is_mus() {
        Some(mus::deal::allowed(session)).filter(|(all, _)| *all != Choices::Declarations(Vec::new()))
    } else {
        // What may be declared is asked before silence says anything; cards come after it.
        session.pass_while(|session| match &choices.value {
            Hole::Known(Choices::Cards(_)) => true,
            Hole::Known(Choices::Declarations(_)) => session.hand.mover != seat.value,
            Hole::Open => session.hand.mover != seat.value || allowed(session, false).is_none(),
        });
        allowed(session, !matches!(choices.value, Hole::Known(Choices::Declarations(_))))
    };
    let Some((allowed, binding)) = found.filter(|_| session.mover() == seat.value) else {
        let code = if session.hand.stage == Stage::Over { Code::NotReached } else { Code::OutOfTurn };
        let message = format!("{} is not asked for anything here", session.name(seat.value));
        return session.expect(Some(code.at(&seat.span, message).label(session.whom())));
    };
    session.story.shown.insert(binding);
    let is_as_told = expect_choices(session, Code::WrongMay, choices, &allowed, binding);
    let Some(clause) = clause else { return };
    if is_as_told {
        return expect_clause(session, Code::WrongMay, clause, binding);
    }
    // Who expects other choices expects them by another clause: that is one mistake, and one fix.
    let both = format!("{} ({binding}", words_of(session, &allowed));
    let is_other = !matches!(&clause.value, Hole::Known(name) if name == binding.id());
    if let Some(wrong) = session.story.diagnostics.last_mut().filter(|_| is_other) {
        (wrong.instead, wrong.fix) = (Some(choices.span.start..clause.span.end), Some(both));
    }
}

/// What the mover may do, and the clause that binds them. A leader may have something to say beside the cards.
fn allowed(session: &Session, asks_for_a_card: bool) -> Option<(Choices, Topic)> {
    let (rules, hand) = (&session.rules, &session.hand);
    let open = || offers(rules, hand).filter(|offer| offer.is_open);
    let clause = binding(rules, hand)?;
    // Who turned the top card up must name a suit: that is no choice.
    let declared = || open().filter(|offer| offer.verb.sort() <= Sort::Right && offer.clause != Topic::PamNames);
    let card = open().find(|offer| offer.verb.sort() == Sort::Card);
    if let Some(cards) = card.filter(|_| asks_for_a_card || declared().next().is_none()) {
        return Some((Choices::Cards(cards.cards), cards.clause));
    }
    let clause = declared().next().filter(|_| card.is_some()).map_or(clause, |offer| offer.clause);
    let choice = |offer: Offered| {
        // The turn-up is left without a word: who stands does not take it.
        let is_written = offer.verb.words(Letters::English).is_some();
        let verb = if is_written { offer.verb } else { Verb::Stand };
        Choice { verb, most: if verb.pieces().next() == Some(Piece::Laid) { offer.most } else { 0 } }
    };
    let mut choices: Vec<Choice> = declared().map(choice).collect();
    choices.in_order_of(|choice| *choice);
    (!choices.is_empty()).then_some((Choices::Declarations(choices), clause))
}

/// Holds a set of choices against the one expected; whether it is no other.
fn expect_choices(session: &mut Session, code: Code, choices: &Told, allowed: &Choices, binding: Topic) -> bool {
    let code = match (&choices.value, allowed) {
        // They may be written in any order.
        (Hole::Known(Choices::Declarations(told)), Choices::Declarations(all)) => {
            let is_same = told.len() == all.len() && all.iter().all(|choice| told.contains(choice));
            (!is_same).then_some(code)
        }
        _ => unlike(choices, allowed, code),
    };
    session.expect(code.map(|code| {
        let (name, words) = (session.name(session.mover()), words_of(session, allowed));
        let not = choices.value.not(|known| words_of(session, known));
        let wrong = code.at(&choices.span, format!("{name} may {words}{not}")).fix(words);
        wrong.clause(binding.id()).label(format!("bound by {binding}"))
    }));
    matches!(code, None | Some(Code::Unfilled))
}

pub fn words_of(session: &Session, choices: &Choices) -> String {
    match choices {
        Choices::Cards(cards) => session.cards(*cards),
        Choices::Declarations(list) => {
            let or = format!(" {} ", Keyword::Or.word(session.letters));
            let flush = session.rules.terms.flush;
            let words = |choice: &Choice| {
                let verb = bare(choice.verb, Mood::Says, session.letters, flush).unwrap_or_default();
                if choice.most > 0 { format!("{verb} {}", choice.most) } else { verb }
            };
            list.iter().map(words).collect::<Vec<_>>().join(&or)
        }
    }
}

fn expect_clause(session: &mut Session, code: Code, clause: &Named, binding: Topic) {
    let say = |code: Code, message: String| {
        let title = session.rules.title(binding);
        code.at(&clause.span, message).fix(binding.id()).label(title).clause(binding.id())
    };
    let wrong = match &clause.value {
        Hole::Open => Some(say(Code::Unfilled, format!("it is {binding}"))),
        Hole::Known(name) if Topic::by_id(name).is_none_or(|topic| !topic.is_of(session.rules.machine)) => {
            let wrong = say(Code::UnknownClause, format!("no clause is called {}", quoted(name)));
            let (_, topic) = name.rsplit_once('/').unwrap_or(("", name));
            Some(match Topic::formerly(name) {
                Some(now) => wrong.help(format!("it is called `{now}` now")),
                None if nearest(topic, [binding.id()]).is_some() => wrong,
                None => wrong.likely(),
            })
        }
        Hole::Known(name) => (name != binding.id()).then(|| say(code, format!("it is {binding}, not {name}"))),
    };
    session.expect(wrong);
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the hand.
pub fn tries(session: &mut Session, seat: &At<Seat>, what: &At<Deed>, clause: &Named, legal: Option<&Told>) {
    match what.value.verb {
        Verb::Claim => session.pass_while(|session| session.hand.stage == Stage::In(Phase::TurnUp)),
        Verb::TakeTurnUp => {}
        // Who tries more than silence says is still declaring.
        verb => session.pass_while(|session| {
            let declares = matches!(session.hand.stage, Stage::In(Phase::Round(_))) && verb != Verb::Play;
            !(session.asks(seat.value, verb) || declares && session.hand.mover == seat.value)
        }),
    }
    let (verb, cards) = (what.value.verb, &what.value.cards);
    // Anyone may claim, name a suit, or reach for the turn-up at any time, and be refused.
    let anyone = matches!(verb.sort(), Sort::Right | Sort::Answer) || verb == Verb::TakeTurnUp;
    let wrong = if !anyone && (session.hand.mover != seat.value || !session.hand.asks()) {
        Some(session.out_of_turn(seat, &what.span))
    } else {
        let is_held = |card: &At<Card>| verb == Verb::Defend || session.hand.held[seat.value].has(card.value);
        let foreign = || cards.iter().find(|card| !is_held(card));
        twice(cards).or_else(|| foreign().map(|card| session.not_held(seat.value, card)))
    };
    // What would be drawn makes no difference.
    let drawn = What { drawn: Some(Set::EMPTY), card: Some(session.hand.turned), ..What::default() };
    let tried_move = what.value.told().or_else(|| verb.with(drawn)).filter(|_| wrong.is_none());
    let Some(does) = tried_move else { return session.expect(wrong) };
    let Some(topic) = why_not(&session.rules, &session.hand, seat.value, does) else {
        let mut wrong = say!("not-refused", &what.span, name = session.name(seat.value));
        if let Some((choices, binding)) = allowed(session, true) {
            let all = format!("legal here: {} ({binding})", words_of(session, &choices));
            wrong = wrong.help(all).clause(binding.id());
        }
        let plainly = "tell it as done, without `tries` and the bracket, or try something that is refused";
        return session.expect(Some(wrong.help(plainly)));
    };
    expect_refusal(session, topic, clause, legal.zip(allowed(session, true)));
    let card = cards.first().map(|card| card.value).filter(|_| verb == Verb::Play);
    let attempt = tried(session, &what.value);
    session.refused(Kind::Refused { seat: seat.value, verb, card, attempt, clause: topic });
}

pub fn expect_refusal(session: &mut Session, topic: Topic, clause: &Named, legal: Option<(&Told, (Choices, Topic))>) {
    session.story.shown.insert(topic);
    expect_clause(session, Code::WrongRefusal, clause, topic);
    if let Some((legal, (allowed, binding))) = legal {
        expect_choices(session, Code::WrongRefusal, legal, &allowed, binding);
    }
}

/// What is tried, in words, its cards in the order in which they are written.
pub fn tried(session: &Session, deed: &Deed) -> String {
    let slot = |piece| match piece {
        Piece::Laid | Piece::Card => deed.cards.iter().map(|card| card.value.to_string()).collect::<Vec<_>>().join(" "),
        Piece::Suit => deed.suit.as_ref().map_or("", |suit| suit.value.name()).to_owned(),
        Piece::Number => deed.number.as_ref().map_or_else(String::new, |number| number.value.to_string()),
        Piece::Drawn | Piece::Word(_) => String::new(),
    };
    let flush = session.rules.terms.flush;
    let words = phrase(deed.verb, Mood::Tries, Letters::English, flush, &slot).unwrap_or_default();
    if deed.verb == Verb::Play { format!("to {} {words}", deed.verb.label()) } else { words }
}
