//! The deal: who deals, what each is dealt, and what a session under way brings along.

use super::session::{Session, list};
use crate::cards::{Card, PerSeat, Seat, Set};
use crate::engine::{Act, Deal, Hand, Misuse, Promise, Refusal, is_over, open};
use crate::rules::{Misdeal as Price, SpareHand, Topic};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, DealText, Misdeal, Span};

/// Opens the hand and deals; whether it could be done.
pub(super) fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.diagnostics.len();
    set_up(session, text);
    let act = match &text.misdeal {
        Some(misdeal) => misdealt(session, text, misdeal),
        None => cards(session, text).map(Act::Deal),
    };
    if session.diagnostics.len() > found {
        return false;
    }
    let Some(act) = act else { return false };
    let mut events = Vec::new();
    match open(&session.rules, &mut session.table, &mut events) {
        Ok(hand) => session.hand = hand,
        Err(_) => {
            let wrong = Diagnostic::new(Code::BadAmount, text.span.clone(), "more chips lie here than a file may hold");
            session.wrong(wrong.help("a pool and a purse hold at most 1 000 000 000 000 chips"));
            return false;
        }
    }
    session.pool = session.hand.pool;
    session.stock = text.stock.iter().map(|card| card.value).collect();
    dealt(session, text, act, events)
}

fn dealt(session: &mut Session, text: &DealText, act: Act, opening: Vec<crate::engine::Event>) -> bool {
    let before = session.hand;
    let at = session.steps.len();
    match session.act(act) {
        Ok(()) => {
            session.pool = session.hand.pool;
            session.shown.extend(opening.iter().map(|event| event.clause));
            let step = &mut session.steps[at];
            (step.before, step.events) = (before, [opening, std::mem::take(&mut step.events)].concat());
            true
        }
        Err(refusal) => {
            let wrong =
                Diagnostic::new(Code::DealLine, text.span.clone(), format!("these cards cannot be dealt: {refusal:?}"));
            session.wrong(wrong);
            false
        }
    }
}

fn set_up(session: &mut Session, text: &DealText) {
    if session.number == 1 { first(session, text) } else { later(session, text) }
}

/// A deal that failed: it has a price in this edition, and gives no cards.
fn misdealt(session: &mut Session, text: &DealText, misdeal: &At<Misdeal>) -> Option<Act> {
    let clause = session.clause(Topic::FaultMisdeal);
    let say = |code, span: &Span, message: String| Diagnostic::new(code, span.clone(), message).clause(clause.clone());
    let Price::DealOr(price) = session.rules.fault_misdeal.value else {
        let message = format!("{} has no price for a misdeal", session.edition);
        session.wrong(say(Code::NotInEdition, &misdeal.span, message));
        return None;
    };
    if let Some((seat, _)) = text.hands.first() {
        let wrong = say(Code::DealLine, &seat.span, "a misdeal gives no hands".into());
        session.wrong(wrong.help("the next deal gives them: write a `deal` fence of its own for it"));
    }
    match misdeal.value {
        Misdeal::LosesTheDeal => Some(Act::Misdeal(false)),
        Misdeal::Pays(chips) => {
            let wrong = say(Code::WrongState, &misdeal.span, format!("to keep the deal costs {price} chips"));
            session.expect((chips != price).then(|| wrong.fix(format!("pays {price}"))));
            Some(Act::Misdeal(true))
        }
    }
}

fn first(session: &mut Session, text: &DealText) {
    match &text.dealer {
        Some(dealer) => session.table.dealer = dealer.value,
        None => {
            let wrong = Diagnostic::new(Code::DealLine, text.span.clone(), "nobody deals");
            session.wrong(wrong.help("write `dealer NAME` as a line of the first deal"));
        }
    }
    let promise = |(debtor, chips): &(At<Seat>, At<i64>)| Promise { debtor: debtor.value, chips: chips.value, hand: 0 };
    session.table.debts = text.debts.iter().map(promise).collect();
    session.table.pool = text.stake.as_ref().map_or(0, |stake| stake.value);
    session.hand = Hand::at(&session.table);
}

/// In later deals the dealer, the debts and the stake are assertions.
fn later(session: &mut Session, text: &DealText) {
    if is_over(&session.rules, &mut session.table) {
        let clause = session.clause(Topic::End);
        let wrong = Diagnostic::new(Code::WrongState, text.span.clone(), "the session was over before this deal")
            .clause(clause);
        session.wrong(wrong.help("write the option `end` in the header if the company plays on"));
    }
    session.hand = Hand::at(&session.table);
    if let Some(dealer) = &text.dealer {
        let (now, name) = (session.table.dealer, session.name(session.table.dealer).to_string());
        let clause = session.clause(Topic::DealNext);
        let wrong = Diagnostic::new(Code::WrongState, dealer.span.clone(), format!("{name} deals this hand"))
            .fix(name)
            .clause(clause);
        session.shown.insert(Topic::DealNext);
        session.expect((dealer.value != now).then_some(wrong));
    }
    if let Some(stake) = &text.stake {
        let left = session.table.pool;
        let wrong =
            Diagnostic::new(Code::WrongState, stake.span.clone(), format!("{left} chips were left in the pool"))
                .fix(left.to_string());
        session.expect((stake.value != left).then_some(wrong));
    }
    debts(session, text);
}

fn debts(session: &mut Session, text: &DealText) {
    for (index, (debtor, chips)) in text.debts.iter().enumerate() {
        let made = session.table.debts.get(index).copied();
        let wrong = match made {
            Some(made) if made.debtor == debtor.value && made.chips == chips.value => None,
            Some(made) => {
                Some(format!("debt {} is {}'s, of {} chips", index + 1, session.name(made.debtor), made.chips))
            }
            None => Some("no such debt is left".to_string()),
        };
        let span = debtor.span.start..chips.span.end;
        session.expect(wrong.map(|message| Diagnostic::new(Code::WrongState, span, message)));
    }
    if let (Some((last, _)), true) = (text.debts.last(), text.debts.len() < session.table.debts.len()) {
        let owed = session.table.debts.iter().map(|debt| format!("debt {} {}", session.name(debt.debtor), debt.chips));
        let wrong = Diagnostic::new(Code::WrongState, last.span.clone(), "more debts are left than these")
            .help(format!("they are: {}", list(owed)));
        session.wrong(wrong);
    }
}

/// The hands and the turn-up, each card once and none foreign.
fn cards(session: &mut Session, text: &DealText) -> Option<Deal> {
    let mut seen: Vec<At<Card>> = Vec::new();
    let mut hands = PerSeat::all(Set::EMPTY);
    let mut told = PerSeat::all(false);
    for (seat, cards) in &text.hands {
        if std::mem::replace(&mut told[seat.value], true) {
            let message = format!("{} is dealt two hands", session.name(seat.value));
            session.wrong(Diagnostic::new(Code::DealLine, seat.span.clone(), message));
            continue;
        }
        hands[seat.value] = hand(session, &mut seen, seat, cards);
    }
    for seat in (0..session.hand.seats).map(Seat).filter(|seat| !told[*seat]) {
        let name = session.name(seat).to_string();
        let wrong = Diagnostic::new(Code::DealLine, text.span.clone(), format!("{name} is dealt no hand"));
        session.wrong(wrong.help(format!("write a line of {name}'s name and cards")));
    }
    if let Some(turn) = &text.turn {
        once(session, &mut seen, turn);
    } else {
        let wrong = Diagnostic::new(Code::DealLine, text.span.clone(), "no card is turned up");
        session.wrong(wrong.help("write `turn CARD` as a line of the deal"));
    }
    for card in text.stock.iter().chain(&text.fille) {
        once(session, &mut seen, card);
    }
    let fille = fille(session, text);
    text.turn.as_ref().map(|turn| Deal { hands, fille, turned: turn.value })
}

/// The spare hand, where the edition deals one; elsewhere its cards lie undealt.
fn fille(session: &mut Session, text: &DealText) -> Set {
    if session.rules.fille_deal.value == SpareHand::None {
        return Set::EMPTY;
    }
    let size = usize::from(session.rules.deal_packets.value.hand);
    if text.fille.len() != size {
        let span = text.fille.last().map_or(text.span.clone(), |card| card.span.clone());
        let message = format!("the fille is dealt {} cards, not {size}", text.fille.len());
        let clause = session.clause(Topic::FilleDeal);
        let wrong = Diagnostic::new(Code::HandSize, span, message).clause(clause);
        session.wrong(wrong.help(format!("write `fille` and {size} cards as a line of the deal")));
    }
    text.fille.iter().map(|card| card.value).collect()
}

fn hand(session: &mut Session, seen: &mut Vec<At<Card>>, seat: &At<Seat>, cards: &[At<Card>]) -> Set {
    let size = usize::from(session.rules.deal_packets.value.hand);
    if cards.len() != size {
        let message = format!("{} is dealt {} cards, not {size}", session.name(seat.value), cards.len());
        let span = cards.get(size).or(cards.last()).map_or(seat.span.clone(), |card| card.span.clone());
        let clause = session.clause(Topic::DealPackets);
        session.wrong(Diagnostic::new(Code::HandSize, span, message).clause(clause));
    }
    cards.iter().filter(|card| once(session, seen, card)).map(|card| card.value).collect()
}

/// Notes a card that is foreign or was seen before; whether it is neither.
fn once(session: &mut Session, seen: &mut Vec<At<Card>>, card: &At<Card>) -> bool {
    let pack = session.rules.pack.value.pack(session.hand.seats);
    if !pack.has(card.value) {
        let message = format!("{} is not in the pack of {} cards", card.value, pack.len());
        let clause = session.clause(Topic::Pack);
        session.wrong(Diagnostic::new(Code::ForeignCard, card.span.clone(), message).clause(clause));
        return false;
    }
    if let Some(first) = seen.iter().find(|other| other.value == card.value) {
        let wrong = twice(card.value, card.span.clone(), first.span.clone());
        session.wrong(wrong);
        return false;
    }
    seen.push(card.clone());
    true
}

/// A card that stands in two places.
pub(super) fn twice(card: Card, here: Span, there: Span) -> Diagnostic {
    Diagnostic::new(Code::CardTwice, here, format!("{card} stands twice")).label("again").related(there, "first here")
}

/// A misuse that names a card, in words.
pub(super) fn misused(session: &Session, refusal: Refusal, span: Span) -> Diagnostic {
    match refusal {
        Refusal::Misuse(Misuse::NotInStock(card)) => Diagnostic::new(
            Code::BadDraw,
            span,
            format!("{card} cannot come from the stock: {}", session.where_is(card)),
        ),
        _ => Diagnostic::new(Code::OutOfTurn, span, "this cannot be done now").label(session.whom()),
    }
}
