//! The deal of a game with tricks, and what a session under way brings along.

use super::super::deal_lines::{asserted, dealer, hand, off_by, once};
use super::super::errors::{known_to, list, nothing_of_the_kind};
use super::super::session::Session;
use crate::cards::{Card, CardSet, PerSeat, Seat};
use crate::engine::{
    Act, DealState, DealtCards, PendingDebt, Refusal, check_session_end, open_deal,
};
use crate::rules::{self, ClauseId, Finish, SpareHand};
use crate::scenario::text::{Code, DealText, Diagnostic, MisdealText, Spanned, diagnose};

/// A deal, where nothing wrong has been found since; and how the engine takes it.
pub fn of_tricks(
    session: &mut Session,
    text: &DealText,
    found: usize,
) -> Option<Result<(), Refusal>> {
    (if session.now.number == 1 {
        first
    } else {
        later
    })(session, text);
    let act = match &text.misdeal {
        Some(misdeal) => misdealt(session, text, misdeal),
        None => cards(session, text).map(Act::Deal),
    };
    // What lay in the pool or was owed is known, whatever is told of it.
    let is_known = |wrong: &Diagnostic| {
        wrong.code == Code::WrongState && wrong.fix.is_some() && wrong.clause.is_none()
    };
    let act = act.filter(|_| session.story.diagnostics[found..].iter().all(is_known))?;
    let mut opening = Vec::new();
    let Ok(hand) = open_deal(&session.rules, &mut session.table, &mut opening) else {
        session.wrong(diagnose!("too-many-chips", &text.opening));
        return None;
    };
    session.story.tables.push(session.table.clone());
    session.now.tells_stock = !text.stock.is_empty();
    session.hand = hand;
    let at = session.story.steps.len();
    let dealt = session.act(act);
    if dealt.is_ok() {
        session.now.pool = session.hand.pool;
        session
            .story
            .shown
            .extend(opening.iter().map(|event| event.clause));
        session.story.steps[at].events.splice(0..0, opening);
    }
    Some(dealt)
}

/// A deal that failed: it has a price in this edition, and gives no cards.
fn misdealt(session: &mut Session, text: &DealText, misdeal: &Spanned<MisdealText>) -> Option<Act> {
    let rules::Misdeal::DealOr(price) = session.rules.fault_misdeal.value else {
        let known =
            known_to(|rules| matches!(rules.fault_misdeal.value, rules::Misdeal::DealOr(_)));
        session.wrong(diagnose!(
            "misdeal-elsewhere",
            &misdeal.span,
            edition = session.edition,
            known
        ));
        return None;
    };
    if let Some((seat, _)) = text.hands.first() {
        session.wrong(diagnose!("hands-of-a-misdeal", &seat.span));
    }
    match misdeal.value {
        MisdealText::LosesTheDeal | MisdealText::Again => Some(Act::Misdeal { keeps_deal: false }),
        MisdealText::Pays(chips) => {
            session.expect(
                (chips != price).then(|| diagnose!("price-of-a-misdeal", &misdeal.span, price)),
            );
            Some(Act::Misdeal { keeps_deal: true })
        }
    }
}

fn first(session: &mut Session, text: &DealText) {
    match &text.dealer {
        Some(dealer) => session.table.dealer = dealer.value,
        None => session.wrong(diagnose!("no-dealer", &text.opening)),
    }
    let told = |chips: &Option<Spanned<i64>>| chips.as_ref().map_or(0, |chips| chips.value);
    let promise = |(debtor, chips): &(Spanned<Seat>, Spanned<i64>)| PendingDebt {
        debtor: debtor.value,
        chips: chips.value,
        deal: 0,
    };
    session.table.debts = text.debts.iter().map(promise).collect();
    (session.table.pool, session.table.side_pot) = (told(&text.stake), told(&text.side_pot));
    session.table.completed_deals = (told(&text.hand_number) - 1).clamp(0, 1 << 30) as u32;
    strange(session, text);
    for (seat, points) in &text.points {
        if let Some(off) = off(session, points) {
            session.table.points_down[seat.value] = off;
        }
    }
    let counts_hands = matches!(
        session.rules.end.value.finish,
        Finish::Tours(_) | Finish::Hands(_)
    );
    if let Some(number) = text.hand_number.as_ref().filter(|_| counts_hands)
        && check_session_end(&session.rules, &mut session.table)
    {
        session.wrong(diagnose!("session-over", &number.span));
    }
    session.hand = DealState::at_table(&session.table);
}

/// Lines of what the edition does not have, and a hand before the first.
fn strange(session: &mut Session, text: &DealText) {
    let counted = text
        .points
        .first()
        .map(|(seat, points)| seat.span.start..points.span.end);
    let span = |number: &Option<Spanned<i64>>| number.as_ref().map(|number| number.span.clone());
    let told = [
        (counted, ClauseId::Score),
        (span(&text.side_pot), ClauseId::PoolCap),
    ];
    for (span, topic) in told {
        if let Some(span) = span.filter(|_| !session.rules.has(topic)) {
            session.wrong(nothing_of_the_kind(session, &span, topic));
        }
    }
    if let Some(first) = text.hand_number.as_ref().filter(|hand| hand.value < 1) {
        session.wrong(diagnose!("no-such-hand", &first.span));
    }
    for (at, (seat, points)) in text.points.iter().enumerate() {
        if let Some((first, _)) = text.points[..at]
            .iter()
            .find(|(other, _)| other.value == seat.value)
        {
            session.wrong(
                diagnose!("points-twice", &seat.span, name = session.name(seat.value))
                    .with_first_place(first),
            );
        }
        if let Some(score) = session
            .rules
            .score
            .value
            .0
            .filter(|_| off(session, points).is_none())
        {
            session.wrong(diagnose!(
                "no-such-points",
                &points.span,
                points = points.value,
                start = score.start
            ));
        }
    }
}

/// How many points fewer than at the start that is, where somebody can have so many.
fn off(session: &Session, points: &Spanned<i64>) -> Option<u8> {
    let start = session.rules.score.value.0?.start;
    u8::try_from(points.value)
        .ok()
        .and_then(|points| start.checked_sub(points))
}

/// In later deals the dealer, the debts, the stake and what else is told of the table are assertions.
fn later(session: &mut Session, text: &DealText) {
    if check_session_end(&session.rules, &mut session.table) {
        session.wrong(diagnose!("session-over", &text.opening));
    }
    session.hand = DealState::at_table(&session.table);
    dealer(session, text, session.table.dealer);
    strange(session, text);
    let (left, beside, number) = (
        session.table.pool,
        session.table.side_pot,
        i64::from(session.table.completed_deals) + 1,
    );
    let says = |left| format!("`stake` tells what nobody won in the hand before, {left}");
    asserted(session, text.stake.as_ref(), left, says);
    asserted(session, text.side_pot.as_ref(), beside, |beside| {
        format!("{beside} chips wait beside the pool")
    });
    asserted(session, text.hand_number.as_ref(), number, |number| {
        format!("this is deal {number} of the session")
    });
    for (seat, points) in &text.points {
        let start = session.rules.score.value.0.map_or(0, |score| score.start);
        let now = i64::from(start - session.table.points_down[seat.value]);
        let name = session.name(seat.value).to_owned();
        asserted(session, Some(points), now, |now| {
            format!("{name} has {now} points")
        });
    }
    debts(session, text);
}

/// Where one debt is listed all are, in the order made. The first that is not as it should be is told, and no other.
fn debts(session: &mut Session, text: &DealText) {
    let left = session.table.debts.clone();
    let each = left
        .iter()
        .map(|debt| format!("debt {} {}", session.name(debt.debtor), debt.chips));
    let owed = if left.is_empty() {
        "no debt is left".to_owned()
    } else {
        format!("they are: {}", list(each))
    };
    for (index, (debtor, chips)) in text.debts.iter().enumerate() {
        let span = debtor.span.start..chips.span.end;
        let wrong = match left.get(index) {
            Some(made) if (made.debtor, made.chips) == (debtor.value, chips.value) => None,
            Some(PendingDebt { debtor, chips, .. }) => {
                let (number, name) = (index + 1, session.name(*debtor));
                Some(diagnose!("other-debt", &span, number, name, chips, owed))
            }
            None => Some(diagnose!("no-such-debt", &span, owed)),
        };
        let is_wrong = wrong.is_some();
        session.expect(wrong);
        if is_wrong {
            return;
        }
    }
    if let Some((last, _)) = text.debts.last().filter(|_| text.debts.len() < left.len()) {
        session.wrong(diagnose!("more-debts", &last.span, owed));
    }
}

/// The hands and the turn-up, each card once and none foreign.
pub fn cards(session: &mut Session, text: &DealText) -> Option<DealtCards> {
    let mut seen: Vec<Spanned<Card>> = Vec::new();
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let mut told = PerSeat::all(false);
    for (seat, cards) in &text.hands {
        if std::mem::replace(&mut told[seat.value], true) {
            session.wrong(diagnose!(
                "two-hands",
                &seat.span,
                name = session.name(seat.value)
            ));
            continue;
        }
        hands[seat.value] = hand(session, &mut seen, seat, cards);
    }
    for seat in (0..session.hand.seats)
        .map(Seat)
        .filter(|seat| !told[*seat])
    {
        session.wrong(diagnose!(
            "no-hand",
            &text.opening,
            name = session.name(seat)
        ));
    }
    if text.turn_up.is_none() {
        session.wrong(diagnose!("no-turn-up", &text.opening));
    }
    for card in text.turn_up.iter().chain(&text.stock).chain(&text.fille) {
        once(session, &mut seen, card);
    }
    // The spare hand, where the edition deals one; elsewhere its cards lie undealt.
    let deals_a_fille = session.rules.fille_deal.value != SpareHand::None;
    let (size, dealt) = (
        usize::from(session.rules.deal_packets.value.hand),
        text.fille.len(),
    );
    if deals_a_fille && dealt != size {
        let span = text.fille.last().map_or(&text.opening, |card| &card.span);
        session.wrong(diagnose!(
            "size-of-the-fille",
            span,
            dealt,
            size,
            off = off_by(dealt, size)
        ));
    }
    let fille = text
        .fille
        .iter()
        .filter(|_| deals_a_fille)
        .map(|card| card.value)
        .collect();
    text.turn_up.as_ref().map(|turn| DealtCards {
        hands,
        spare_hand: fille,
        turned_card: turn.value,
    })
}
