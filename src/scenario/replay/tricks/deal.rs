//! The deal of a game with tricks, and what a session under way brings along.

use super::super::deal_lines::{
    check_dealer, check_number, describe_difference, note_card, read_hand,
};
use super::super::errors::{join_with_commas, known_to};
use super::TrickSession;
use crate::cards::{Card, CardSet, PerSeat, Seat};
use crate::engine::{
    Act, DealState, DealtCards, PendingDebt, Refusal, check_session_end, open_deal,
};
use crate::rules::{ClauseId, Finish, Misdeal, SpareHand};
use crate::scenario::text::{Code, DealText, Diagnostic, MisdealText, Span, Spanned, diagnose};

/// Opens a deal and deals the cards, if nothing wrong is found; and returns how the engine takes it.
pub fn deal_tricks(session: &mut TrickSession, text: &DealText) -> Option<Result<(), Refusal>> {
    let found_before = session.story.diagnostics.len();
    if session.now.number == 1 {
        set_first_table(session, text);
    } else {
        check_table_of_later_deal(session, text);
    }
    let act = match &text.misdeal {
        Some(misdeal) => misdeal_act(session, text, misdeal),
        None => read_cards(session, text).map(Act::Deal),
    };
    let found = &session.story.diagnostics[found_before..];
    if !found.iter().all(leaves_table_known) {
        return None;
    }
    let act = act?;
    let mut opening = Vec::new();
    let Ok(opened) = open_deal(&session.rules, &mut session.table, &mut opening) else {
        session.report(diagnose!("too-many-chips", &text.opening));
        return None;
    };
    session.story.tables.push(session.table.clone());
    session.now.tells_stock = !text.stock.is_empty();
    session.deal = opened;
    let at = session.steps.len();
    if let Err(refusal) = session.apply_act(act) {
        return Some(Err(refusal));
    }
    session.own.pool = session.deal.pool;
    for event in &opening {
        session.story.shown.insert(event.clause);
    }
    session.steps[at].events.splice(0..0, opening);
    Some(Ok(()))
}

/// Returns whether the table is known for all that is wrong: what lay in the pool or was owed is known, whatever is told of it.
fn leaves_table_known(wrong: &Diagnostic) -> bool {
    wrong.code == Code::WrongState && wrong.fix.is_some() && wrong.clause.is_none()
}

/// Returns the act of a deal that failed: it has a price in this edition, and gives no cards.
fn misdeal_act(
    session: &mut TrickSession,
    text: &DealText,
    misdeal: &Spanned<MisdealText>,
) -> Option<Act> {
    let Misdeal::DealOr(price) = session.rules.fault_misdeal.value else {
        let known = known_to(|rules| matches!(rules.fault_misdeal.value, Misdeal::DealOr(_)));
        let edition = session.edition;
        session.report(diagnose!(
            "misdeal-elsewhere",
            &misdeal.span,
            edition,
            known
        ));
        return None;
    };
    if let Some((seat, _)) = text.hands.first() {
        session.report(diagnose!("hands-of-a-misdeal", &seat.span));
    }
    let MisdealText::Pays(chips) = misdeal.value else {
        return Some(Act::Misdeal { keeps_deal: false });
    };
    let is_wrong = chips != price;
    session.record_expectation(
        is_wrong.then(|| diagnose!("price-of-a-misdeal", &misdeal.span, price)),
    );
    Some(Act::Misdeal { keeps_deal: true })
}

/// Sets the table as the first deal of a file finds it.
fn set_first_table(session: &mut TrickSession, text: &DealText) {
    match &text.dealer {
        Some(dealer) => session.table.dealer = dealer.value,
        None => session.report(diagnose!("no-dealer", &text.opening)),
    }
    session.table.debts.clear();
    for (debtor, chips) in &text.debts {
        session.table.debts.push(PendingDebt {
            debtor: debtor.value,
            chips: chips.value,
            deal: 0,
        });
    }
    session.table.pool = value_or_zero(&text.stake);
    session.table.side_pot = value_or_zero(&text.side_pot);
    let completed = value_or_zero(&text.hand_number) - 1;
    session.table.completed_deals = completed.clamp(0, 1 << 30) as u32;
    check_lines_of_edition(session, text);
    for (seat, points) in &text.points {
        if let Some(down) = points_down(session, points) {
            session.table.points_down[seat.value] = down;
        }
    }
    let counts_deals = matches!(
        session.rules.end.value.finish,
        Finish::Tours(_) | Finish::Hands(_)
    );
    if counts_deals
        && let Some(number) = &text.hand_number
        && check_session_end(&session.rules, &mut session.table)
    {
        session.report(diagnose!("session-over", &number.span));
    }
    session.deal = DealState::at_table(&session.table);
}

fn value_or_zero(told: &Option<Spanned<i64>>) -> i64 {
    match told {
        Some(told) => told.value,
        None => 0,
    }
}

/// Reports lines of what the edition does not have, and a number of a deal before the first.
fn check_lines_of_edition(session: &mut TrickSession, text: &DealText) {
    let points_span = text
        .points
        .first()
        .map(|(seat, points)| seat.span.start..points.span.end);
    report_unless_in_edition(session, points_span, ClauseId::Score);
    let side_pot_span = text.side_pot.as_ref().map(|chips| chips.span.clone());
    report_unless_in_edition(session, side_pot_span, ClauseId::PoolCap);
    if let Some(number) = &text.hand_number
        && number.value < 1
    {
        session.report(diagnose!("no-such-hand", &number.span));
    }
    for at in 0..text.points.len() {
        check_points_line(session, text, at);
    }
}

fn report_unless_in_edition(session: &mut TrickSession, span: Option<Span>, topic: ClauseId) {
    if let Some(span) = span
        && !session.rules.has(topic)
    {
        session.report(session.not_in_edition_error(&span, topic));
    }
}

/// Reports points that are told twice, or that nobody can have.
fn check_points_line(session: &mut TrickSession, text: &DealText, at: usize) {
    let (seat, points) = &text.points[at];
    let mut before = text.points[..at].iter();
    if let Some((first, _)) = before.find(|(other, _)| other.value == seat.value) {
        let name = session.name(seat.value);
        session.report(diagnose!("points-twice", &seat.span, name).with_first_place(first));
    }
    if let Some(score) = session.rules.score.value.0
        && points_down(session, points).is_none()
    {
        session.report(diagnose!(
            "no-such-points",
            &points.span,
            points = points.value,
            start = score.start
        ));
    }
}

/// Returns how many points fewer than at the start that is, if a player can have so many.
fn points_down(session: &TrickSession, points: &Spanned<i64>) -> Option<u8> {
    let start = session.rules.score.value.0?.start;
    let points = u8::try_from(points.value).ok()?;
    start.checked_sub(points)
}

/// Checks what a later deal tells of the table: the dealer, the debts, the stake and all else are assertions.
fn check_table_of_later_deal(session: &mut TrickSession, text: &DealText) {
    if check_session_end(&session.rules, &mut session.table) {
        session.report(diagnose!("session-over", &text.opening));
    }
    session.deal = DealState::at_table(&session.table);
    check_dealer(session, text, session.table.dealer);
    check_lines_of_edition(session, text);
    let number = i64::from(session.table.completed_deals) + 1;
    check_number(session, text.stake.as_ref(), session.table.pool, |left| {
        format!("`stake` tells what nobody won in the hand before, {left}")
    });
    check_number(
        session,
        text.side_pot.as_ref(),
        session.table.side_pot,
        |chips| format!("{chips} chips wait beside the pool"),
    );
    check_number(session, text.hand_number.as_ref(), number, |number| {
        format!("this is deal {number} of the session")
    });
    for (seat, points) in &text.points {
        let start = match session.rules.score.value.0 {
            Some(score) => score.start,
            None => 0,
        };
        let now = i64::from(start - session.table.points_down[seat.value]);
        let name = session.name(seat.value).to_owned();
        check_number(session, Some(points), now, |now| {
            format!("{name} has {now} points")
        });
    }
    check_debts(session, text);
}

/// Checks the debts that a file lists. Where one is listed all are, in the order made. The first that is not as it should be is
/// reported, and no other.
fn check_debts(session: &mut TrickSession, text: &DealText) {
    let pending = session.table.debts.clone();
    let owed = describe_debts(session, &pending);
    for (index, (debtor, chips)) in text.debts.iter().enumerate() {
        let span = debtor.span.start..chips.span.end;
        let wrong = match pending.get(index) {
            Some(made) if made.debtor == debtor.value && made.chips == chips.value => None,
            Some(PendingDebt { debtor, chips, .. }) => {
                let number = index + 1;
                let name = session.name(*debtor);
                Some(diagnose!("other-debt", &span, number, name, chips, owed))
            }
            None => Some(diagnose!("no-such-debt", &span, owed)),
        };
        let is_wrong = wrong.is_some();
        session.record_expectation(wrong);
        if is_wrong {
            return;
        }
    }
    if text.debts.len() < pending.len()
        && let Some((last, _)) = text.debts.last()
    {
        session.report(diagnose!("more-debts", &last.span, owed));
    }
}

/// Lists debts as a file writes them.
fn describe_debts(session: &TrickSession, pending: &[PendingDebt]) -> String {
    if pending.is_empty() {
        return "no debt is left".to_owned();
    }
    let lines = pending
        .iter()
        .map(|debt| format!("debt {} {}", session.name(debt.debtor), debt.chips));
    format!("they are: {}", join_with_commas(lines))
}

/// Reads the hands and the turn-up, and reports each card that is foreign or stands twice.
fn read_cards(session: &mut TrickSession, text: &DealText) -> Option<DealtCards> {
    let mut seen: Vec<Spanned<Card>> = Vec::new();
    let hands = read_hands(session, text, &mut seen);
    if text.turn_up.is_none() {
        session.report(diagnose!("no-turn-up", &text.opening));
    }
    for card in text.turn_up.iter().chain(&text.stock).chain(&text.fille) {
        note_card(session, &mut seen, card);
    }
    let spare_hand = read_spare_hand(session, text);
    let turned = text.turn_up.as_ref()?;
    Some(DealtCards {
        hands,
        spare_hand,
        turned_card: turned.value,
    })
}

/// Reads the hands of the players, each of whom has one.
fn read_hands(
    session: &mut TrickSession,
    text: &DealText,
    seen: &mut Vec<Spanned<Card>>,
) -> PerSeat<CardSet> {
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let mut has_hand = PerSeat::all(false);
    for (seat, cards) in &text.hands {
        if std::mem::replace(&mut has_hand[seat.value], true) {
            let name = session.name(seat.value);
            session.report(diagnose!("two-hands", &seat.span, name));
            continue;
        }
        hands[seat.value] = read_hand(session, seen, seat, cards);
    }
    for seat in (0..session.deal.seats).map(Seat) {
        if !has_hand[seat] {
            let name = session.name(seat);
            session.report(diagnose!("no-hand", &text.opening, name));
        }
    }
    hands
}

/// Reads the spare hand, if the edition deals one; elsewhere its cards lie undealt.
fn read_spare_hand(session: &mut TrickSession, text: &DealText) -> CardSet {
    if session.rules.fille_deal.value == SpareHand::None {
        return CardSet::EMPTY;
    }
    let size = usize::from(session.rules.deal_packets.value.hand);
    let dealt = text.fille.len();
    if dealt != size {
        let span = match text.fille.last() {
            Some(card) => &card.span,
            None => &text.opening,
        };
        let off = describe_difference(dealt, size);
        session.report(diagnose!("size-of-the-fille", span, dealt, size, off));
    }
    text.fille.iter().map(|card| card.value).collect()
}
