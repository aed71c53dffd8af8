//! The deal: who deals, what each is dealt, and what a session under way brings along.

use super::session::{Session, list};
use super::wrong::{known_to, nothing_of_the_kind, stands_before};
use crate::cards::{Card, PerSeat, Rank, Ranks, Seat, Set, many};
use crate::engine::{Act, Deal, Event, Hand, Promise, is_over, open};
use crate::rules::{Misdeal as Price, SpareHand, Topic};
use crate::scenario::text::{At, Code, DealText, Diagnostic, Misdeal};

/// Opens the hand and deals; whether it could be done.
pub fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.diagnostics.len();
    if session.number == 1 {
        first(session, text)
    } else {
        later(session, text)
    }
    let act = match &text.misdeal {
        Some(misdeal) => misdealt(session, text, misdeal),
        None => cards(session, text).map(Act::Deal),
    };
    // What lay in the pool or was owed is known, whatever is told of it.
    let is_known = |wrong: &Diagnostic| wrong.code == Code::WrongState && wrong.fix.is_some() && wrong.clause.is_none();
    let Some(act) = act.filter(|_| session.diagnostics[found..].iter().all(is_known)) else { return false };
    let mut opening = Vec::new();
    let Ok(hand) = open(&session.rules, &mut session.table, &mut opening) else {
        let wrong = Code::BadAmount.at(&text.opening, "there are more chips here than a file may hold");
        let wrong = wrong.label("with what this deal brings into the pool");
        session.wrong(wrong.help("no amount may exceed 10¹² chips"));
        return false;
    };
    session.hand = hand;
    session.tables.push(session.table.clone());
    session.stock = text.stock.iter().map(|card| card.value).collect();
    dealt(session, text, act, opening)
}

fn dealt(session: &mut Session, text: &DealText, act: Act, opening: Vec<Event>) -> bool {
    let before = session.hand;
    let at = session.steps.len();
    if let Err(refusal) = session.act(act) {
        let wrong = Code::DealLine.at(&text.opening, format!("these cards cannot be dealt: {refusal:?}"));
        session.wrong(wrong.label("in this deal"));
        return false;
    }
    session.pool = session.hand.pool;
    session.shown.extend(opening.iter().map(|event| event.clause));
    let step = &mut session.steps[at];
    (step.before, step.events) = (before, [opening, std::mem::take(&mut step.events)].concat());
    true
}

/// A deal that failed: it has a price in this edition, and gives no cards.
fn misdealt(session: &mut Session, text: &DealText, misdeal: &At<Misdeal>) -> Option<Act> {
    let clause = session.clause(Topic::FaultMisdeal);
    let Price::DealOr(price) = session.rules.fault_misdeal.value else {
        let message = format!("{} has no price for a misdeal", session.edition);
        let wrong = Code::NotInEdition.at(&misdeal.span, message).clause(clause).label("a fault of other editions");
        session.wrong(wrong.help(known_to(|rules| matches!(rules.fault_misdeal.value, Price::DealOr(_)))));
        return None;
    };
    if let Some((seat, _)) = text.hands.first() {
        let wrong =
            Code::DealLine.at(&seat.span, "a misdeal gives no hands").clause(clause.clone()).label("dealt here");
        session.wrong(wrong.help("the next deal gives them: write a `deal` fence of its own for it"));
    }
    match misdeal.value {
        Misdeal::LosesTheDeal | Misdeal::Again => Some(Act::Misdeal(false)),
        Misdeal::Pays(chips) => {
            let wrong = Code::WrongState.at(&misdeal.span, format!("to keep the deal costs {price} chips"));
            let wrong = wrong.clause(clause).label("another price").fix(format!("pays {price}"));
            session.expect((chips != price).then_some(wrong));
            Some(Act::Misdeal(true))
        }
    }
}

fn first(session: &mut Session, text: &DealText) {
    if let Some(dealer) = &text.dealer {
        session.table.dealer = dealer.value;
    } else {
        let wrong = Code::DealLine.at(&text.opening, "nobody deals").label("this deal has no dealer");
        session.wrong(wrong.help("write `dealer NAME` as a line of the first deal"));
    }
    let promise = |(debtor, chips): &(At<Seat>, At<i64>)| Promise { debtor: debtor.value, chips: chips.value, hand: 0 };
    session.table.debts = text.debts.iter().map(promise).collect();
    session.table.pool = text.stake.as_ref().map_or(0, |stake| stake.value);
    session.table.side_pot = text.side_pot.as_ref().map_or(0, |pot| pot.value);
    session.table.hands = text.hand.as_ref().map_or(0, |hand| (hand.value - 1).clamp(0, 1 << 30) as u32);
    strange(session, text);
    for (seat, points) in &text.points {
        if let Some(off) = off(session, points) {
            session.table.off[seat.value] = off;
        }
    }
    session.hand = Hand::at(&session.table);
}

/// Lines of what the edition does not have, and a hand before the first.
fn strange(session: &mut Session, text: &DealText) {
    let counted = text.points.first().map(|(seat, points)| seat.span.start..points.span.end);
    let number = |number: &Option<At<i64>>| number.as_ref().map(|number| number.span.clone());
    let lines = [(number(&text.hand), Topic::Score), (counted, Topic::Score), (number(&text.side_pot), Topic::PoolCap)];
    for (span, topic) in lines.into_iter().filter(|(_, topic)| !session.rules.has(*topic)).collect::<Vec<_>>() {
        let Some(span) = span else { continue };
        session.wrong(nothing_of_the_kind(session, &span, topic));
    }
    if let Some(first) = text.hand.as_ref().filter(|hand| hand.value < 1) {
        session.wrong(Code::DealLine.at(&first.span, "hands are counted from 1").label("no such hand"));
    }
    for (at, (seat, points)) in text.points.iter().enumerate() {
        if let Some((first, _)) = text.points[..at].iter().find(|(other, _)| other.value == seat.value) {
            let wrong = Code::DealLine.at(&seat.span, format!("{}'s points appear twice", session.name(seat.value)));
            session.wrong(wrong.label("again here").related(first.span.clone(), "first here"));
        }
        if session.rules.score.value.0.is_some() && off(session, points).is_none() {
            let start = session.rules.score.value.0.map_or(0, |score| score.start);
            let wrong = Code::BadAmount.at(&points.span, format!("nobody can have {} points", points.value));
            session.wrong(wrong.label(format!("from 0 to {start}")).clause(session.clause(Topic::Score)));
        }
    }
}

/// How many points fewer than at the start that is, where somebody can have so many.
fn off(session: &Session, points: &At<i64>) -> Option<u8> {
    let start = session.rules.score.value.0?.start;
    u8::try_from(points.value).ok().and_then(|points| start.checked_sub(points))
}

/// In later deals the dealer, the debts, the stake and what else is told of the table are assertions.
fn later(session: &mut Session, text: &DealText) {
    if is_over(&session.rules, &mut session.table) {
        let wrong = Code::WrongState.at(&text.opening, "the session was over before this deal");
        let wrong = wrong.label("one deal too many").clause(session.clause(Topic::End));
        session.wrong(wrong.help("write the option `end` in the header if the company plays on"));
    }
    session.hand = Hand::at(&session.table);
    if let Some(dealer) = &text.dealer {
        let now = session.table.dealer;
        let wrong = Code::WrongState
            .at(&dealer.span, format!("{} deals this hand, not {}", session.name(now), session.name(dealer.value)));
        let wrong = wrong.label("another player").fix(session.name(now));
        let wrong = wrong.clause(session.clause(Topic::DealNext));
        session.shown.insert(Topic::DealNext);
        session.expect((dealer.value != now).then_some(wrong));
    }
    strange(session, text);
    let (left, beside, number) = (session.table.pool, session.table.side_pot, i64::from(session.table.hands) + 1);
    let says = |left| format!("`stake` tells what nobody won in the hand before, {left}");
    asserted(session, text.stake.as_ref(), left, says);
    asserted(session, text.side_pot.as_ref(), beside, |beside| format!("{beside} chips wait beside the pool"));
    asserted(session, text.hand.as_ref(), number, |number| format!("this is hand {number} of the game"));
    for (seat, points) in &text.points {
        let start = session.rules.score.value.0.map_or(0, |score| score.start);
        let now = i64::from(start - session.table.off[seat.value]);
        let name = session.name(seat.value).to_owned();
        asserted(session, Some(points), now, |now| format!("{name} has {now} points"));
    }
    debts(session, text);
}

/// Holds a number that is told against what it is.
pub fn asserted(session: &mut Session, told: Option<&At<i64>>, now: i64, says: impl Fn(i64) -> String) {
    let Some(told) = told else { return };
    let wrong = Code::WrongState.at(&told.span, format!("{}, not {}", says(now), told.value)).label("another number");
    let wrong = wrong.fix(now.to_string());
    session.expect((told.value != now).then_some(wrong));
}

/// Where one debt is listed all are, in the order made. The first that is not as it should be is told, and no other.
fn debts(session: &mut Session, text: &DealText) {
    let left = session.table.debts.clone();
    for (index, (debtor, chips)) in text.debts.iter().enumerate() {
        let found = match left.get(index) {
            Some(made) if made.debtor == debtor.value && made.chips == chips.value => {
                session.expect(None);
                continue;
            }
            Some(made) => {
                let debt = format!("debt {} is {}'s, of {} chips", index + 1, session.name(made.debtor), made.chips);
                (debt, "not this one")
            }
            None => ("no such debt is left".to_string(), "not among the debts that are left"),
        };
        let wrong = Code::WrongState.at(&(debtor.span.start..chips.span.end), found.0).label(found.1);
        return session.expect(Some(wrong.help(still_owed(session))));
    }
    if let Some((last, _)) = text.debts.last().filter(|_| text.debts.len() < left.len()) {
        let wrong = Code::WrongState.at(&last.span, "more debts are left than these").label("the last one listed");
        session.wrong(wrong.help(still_owed(session)));
    }
}

/// The debts that are left, as they would be asserted.
fn still_owed(session: &Session) -> String {
    let owed = session.table.debts.iter().map(|debt| format!("debt {} {}", session.name(debt.debtor), debt.chips));
    if session.table.debts.is_empty() { "no debt is left".into() } else { format!("they are: {}", list(owed)) }
}

/// The hands and the turn-up, each card once and none foreign.
fn cards(session: &mut Session, text: &DealText) -> Option<Deal> {
    let mut seen: Vec<At<Card>> = Vec::new();
    let mut hands = PerSeat::all(Set::EMPTY);
    let mut told = PerSeat::all(false);
    for (seat, cards) in &text.hands {
        if std::mem::replace(&mut told[seat.value], true) {
            let wrong = Code::DealLine.at(&seat.span, format!("{} is dealt two hands", session.name(seat.value)));
            session.wrong(wrong.label("the second"));
            continue;
        }
        hands[seat.value] = hand(session, &mut seen, seat, cards);
    }
    for seat in (0..session.hand.seats).map(Seat).filter(|seat| !told[*seat]) {
        let name = session.name(seat);
        let wrong = Code::DealLine.at(&text.opening, format!("{name} is dealt no hand"));
        let wrong = wrong.label(format!("a line for {name} is missing"));
        session.wrong(wrong.help(format!("write a line of {name}'s name and cards")));
    }
    if let Some(turn) = &text.turn {
        once(session, &mut seen, turn);
    } else {
        let wrong = Code::DealLine.at(&text.opening, "no card is turned up").label("a line for the turn-up is missing");
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
        let span = text.fille.last().map_or(&text.opening, |card| &card.span);
        let wrong = Code::HandSize.at(span, format!("the fille is dealt {} cards, not {size}", text.fille.len()));
        let wrong = wrong.label(off_by(text.fille.len(), size)).clause(session.clause(Topic::FilleDeal));
        session.wrong(wrong.help(format!("write `fille` and {size} cards as a line of the deal")));
    }
    text.fille.iter().map(|card| card.value).collect()
}

pub fn hand(session: &mut Session, seen: &mut Vec<At<Card>>, seat: &At<Seat>, cards: &[At<Card>]) -> Set {
    let size = usize::from(session.rules.deal_packets.value.hand);
    if cards.len() != size {
        let message = format!("{} is dealt {} cards, not {size}", session.name(seat.value), cards.len());
        let span = cards.get(size).or(cards.last()).map_or(&seat.span, |card| &card.span);
        let wrong = Code::HandSize.at(span, message).label(off_by(cards.len(), size));
        session.wrong(wrong.clause(session.clause(Topic::DealPackets)).help(format!("each is dealt {size} cards")));
    }
    cards.iter().filter(|card| once(session, seen, card)).map(|card| card.value).collect()
}

/// How far a hand is from its size: `1 card is missing after this`.
fn off_by(dealt: usize, size: usize) -> String {
    match dealt.checked_sub(size) {
        Some(0) | None if dealt == 0 => format!("expected {}", many(size, "card")),
        Some(more) => format!("{} too many, from here", many(more, "card")),
        None => format!("the last; {} should follow", many(size - dealt, "card")),
    }
}

/// Notes a card that is foreign or was seen before; whether it is neither.
pub fn once(session: &mut Session, seen: &mut Vec<At<Card>>, card: &At<Card>) -> bool {
    let pack = session.rules.pack.value.pack(session.hand.seats);
    if !pack.has(card.value) {
        let (order, seats) = (&session.rules.rank.value, session.hand.seats);
        let lowest = order.sorted(pack).last().map_or(Rank::Two, |card| card.rank());
        let uses = match pack == Set::pack(Ranks::from(lowest)) {
            true => format!("the cards down to the {}", lowest.sign()),
            false => order.within(pack),
        };
        let wrong =
            Code::ForeignCard.at(&card.span, format!("{} is not in the pack of {} cards", card.value, pack.len()));
        let wrong = wrong.label("no such card is in play").clause(session.clause(Topic::Pack));
        session.wrong(wrong.help(format!("{seats} players use {uses}")));
        return false;
    }
    if let Some(wrong) = stands_before(seen, card) {
        session.wrong(wrong);
        return false;
    }
    seen.push(card.clone());
    true
}
