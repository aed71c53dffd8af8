//! The deal of a game with tricks, and what a session under way brings along.

use super::super::deal_lines::{
    check_dealer_of_later_deal, check_written_table_number, describe_hand_size_difference,
    note_dealt_card, read_valid_hand_cards,
};
use super::super::shared_diagnostics::{describe_editions_that_know, join_with_commas};
use super::TrickReplay;
use crate::cards::{Card, CardSet, PerSeat, Seat};
use crate::engine::{
    DealState, DealtCards, PendingDebt, Refusal, TrickAct, check_end_or_mark_last_deal, open_deal,
};
use crate::rules::{ClauseId, ClauseLookup, MisdealPrice, SessionEndEvent, SpareHand, TurnCard};
use crate::scenario::text::{
    Code, Diagnostic, MisdealConsequence, ParsedDeal, Span, Spanned, diagnose, near_candidates,
};

/// Opens a deal and deals the cards, if nothing wrong is found; and returns how the engine takes it.
pub fn deal_trick_cards(
    replay: &mut TrickReplay,
    text: &ParsedDeal,
) -> Option<Result<(), Refusal>> {
    let found_before = replay.story.diagnostics.len();
    if replay.now.number == 1 {
        set_starting_table(replay, text);
    } else {
        check_table_of_later_deal(replay, text);
    }
    let act = match &text.misdeal {
        Some(misdeal) => misdeal_act(replay, text, misdeal),
        None => read_hands_and_turn_up(replay, text).map(TrickAct::Deal),
    };
    let found = &replay.story.diagnostics[found_before..];
    if !found.iter().all(leaves_table_known) {
        return None;
    }
    let act = act?;
    let mut opening = Vec::new();
    let Ok(opened) = open_deal(&replay.rules, &mut replay.table, &mut opening) else {
        replay.report(diagnose!("too-many-chips", &text.opening));
        return None;
    };
    replay.story.tables.push(replay.table.clone());
    replay.now.tells_stock = !text.stock.is_empty();
    replay.deal = opened;
    if let Err(refusal) = replay.apply_act(act) {
        return Some(Err(refusal));
    }
    replay.own.pool = replay.deal.pool;
    if replay.is_brief {
        return Some(Ok(()));
    }
    for event in &opening {
        replay.story.shown.insert(event.clause);
    }
    if let Some(step) = replay.steps.last_mut() {
        step.events.splice(0..0, opening);
    }
    Some(Ok(()))
}

/// Returns whether the table is known although the statement about it is wrong: the amounts in
/// the pool and owed follow from the earlier deals.
fn leaves_table_known(wrong: &Diagnostic) -> bool {
    wrong.code == Code::WrongState && wrong.fix.is_some() && wrong.clause.is_none()
}

/// Returns the act of a deal that failed: it has a price in this edition, and gives no cards.
fn misdeal_act(
    replay: &mut TrickReplay,
    text: &ParsedDeal,
    misdeal: &Spanned<MisdealConsequence>,
) -> Option<TrickAct> {
    let MisdealPrice::DealOr(price) = replay.rules.fault_misdeal.value else {
        let known = describe_editions_that_know(|rules| {
            matches!(rules.fault_misdeal.value, MisdealPrice::DealOr(_))
        });
        let edition = replay.edition;
        replay.report(diagnose!(
            "misdeal-elsewhere",
            &misdeal.span,
            edition,
            known
        ));
        return None;
    };
    if let Some((seat, _)) = text.hands.first() {
        replay.report(diagnose!("hands-of-a-misdeal", &seat.span));
    }
    let MisdealConsequence::Pays(chips) = misdeal.value else {
        return Some(TrickAct::Misdeal { keeps_deal: false });
    };
    let is_wrong = chips != price;
    replay.count_expectation_and_report(
        is_wrong.then(|| diagnose!("price-of-a-misdeal", &misdeal.span, price)),
    );
    Some(TrickAct::Misdeal { keeps_deal: true })
}

/// Sets dealer, debts, pool and points before the first deal of a file, and reports what is wrong in them.
fn set_starting_table(replay: &mut TrickReplay, text: &ParsedDeal) {
    match &text.dealer {
        Some(dealer) => replay.table.dealer = dealer.value,
        None => replay.report(diagnose!("no-dealer", &text.opening)),
    }
    replay.table.debts.clear();
    for (debtor, chips) in &text.debts {
        // A hand does not show the limit because its first debt is above another limit.
        if let Some(limit) = replay.rules.debt_cap.value.0
            && chips.value > limit
            && !replay.is_brief
        {
            let name = replay.name(debtor.value).to_owned();
            let chips_owed = chips.value;
            let wrong = diagnose!(
                "debt-above-limit",
                &chips.span,
                name,
                chips = chips_owed,
                limit
            );
            replay.report(wrong);
        }
        replay.table.debts.push(PendingDebt {
            debtor: debtor.value,
            chips: chips.value,
            deal: 0,
        });
    }
    replay.table.pool = value_or_zero(&text.stake);
    replay.table.side_pot = value_or_zero(&text.side_pot);
    let completed = value_or_zero(&text.hand_number) - 1;
    replay.table.completed_deals = completed.clamp(0, 1 << 30) as u32;
    report_lines_edition_lacks(replay, text);
    for (seat, points) in &text.points {
        if let Some(down) = points_lost_since_start(replay, points) {
            replay.table.points_down[seat.value] = down;
        }
    }
    let counts_deals = matches!(
        replay.rules.end.value.finish,
        SessionEndEvent::Tours(_) | SessionEndEvent::Hands(_)
    );
    if counts_deals
        && let Some(number) = &text.hand_number
        && check_end_or_mark_last_deal(&replay.rules, &mut replay.table)
    {
        replay.report(diagnose!("session-over", &number.span));
    }
    replay.deal = DealState::at_table(&replay.table);
}

fn value_or_zero(written: &Option<Spanned<i64>>) -> i64 {
    match written {
        Some(told) => told.value,
        None => 0,
    }
}

/// Reports lines of what the edition does not have, and a number of a deal before the first.
fn report_lines_edition_lacks(replay: &mut TrickReplay, text: &ParsedDeal) {
    let points_span = text
        .points
        .first()
        .map(|(seat, points)| seat.span.start..points.span.end);
    report_unless_in_edition(replay, points_span, ClauseId::Score);
    let side_pot_span = text.side_pot.as_ref().map(|chips| chips.span.clone());
    report_unless_in_edition(replay, side_pot_span, ClauseId::PoolCap);
    report_lines_of_mus(replay, text);
    if let Some(number) = &text.hand_number
        && number.value < 1
    {
        replay.report(diagnose!("no-such-hand", &number.span));
    }
    for at in 0..text.points.len() {
        check_player_points_line(replay, text, at);
    }
}

/// Reports scores, games and lost rounds, which only Mus has.
fn report_lines_of_mus(replay: &mut TrickReplay, text: &ParsedDeal) {
    let mut spans = Vec::new();
    for [first, second] in [&text.score, &text.games].into_iter().flatten() {
        spans.push(first.span.start..second.span.end);
    }
    if let Some((seat, rounds)) = text.lost.first() {
        spans.push(seat.span.start..rounds.span.end);
    }
    for span in spans {
        replay.report(diagnose!("line-of-mus", &span, edition = replay.edition));
    }
}

fn report_unless_in_edition(replay: &mut TrickReplay, span: Option<Span>, topic: ClauseId) {
    if let Some(span) = span
        && !replay.rules.has_subject_of(topic)
    {
        replay.report(replay.not_in_edition_error(&span, topic));
    }
}

/// Reports points of a player that are written twice, or that are more than a player can have.
fn check_player_points_line(replay: &mut TrickReplay, text: &ParsedDeal, index: usize) {
    let (seat, points) = &text.points[index];
    let mut before = text.points[..index].iter();
    if let Some((first, _)) = before.find(|(other, _)| other.value == seat.value) {
        let name = replay.name(seat.value);
        replay.report(diagnose!("points-twice", &seat.span, name).with_first_place(first));
    }
    if let Some(score) = replay.rules.score.value.0
        && points_lost_since_start(replay, points).is_none()
    {
        replay.report(diagnose!(
            "no-such-points",
            &points.span,
            points = points.value,
            start = score.start
        ));
    }
}

/// Returns how many points a player has lost since the start; none if they cannot have so many.
fn points_lost_since_start(replay: &TrickReplay, points: &Spanned<i64>) -> Option<u8> {
    let start = replay.rules.score.value.0?.start;
    let points = u8::try_from(points.value).ok()?;
    start.checked_sub(points)
}

/// Checks what a later deal tells of the table: the dealer, the debts, the stake and all else are assertions.
fn check_table_of_later_deal(replay: &mut TrickReplay, text: &ParsedDeal) {
    if check_end_or_mark_last_deal(&replay.rules, &mut replay.table) {
        replay.report(diagnose!("session-over", &text.opening));
    }
    replay.deal = DealState::at_table(&replay.table);
    check_dealer_of_later_deal(replay, text, replay.table.dealer);
    report_lines_edition_lacks(replay, text);
    let number = i64::from(replay.table.completed_deals) + 1;
    check_written_table_number(replay, text.stake.as_ref(), replay.table.pool, |left| {
        format!("the deal before left {left} in the pool")
    });
    check_written_table_number(
        replay,
        text.side_pot.as_ref(),
        replay.table.side_pot,
        |chips| format!("the side pot holds {chips}"),
    );
    check_written_table_number(replay, text.hand_number.as_ref(), number, |number| {
        format!("this is deal {number} of the session")
    });
    for (seat, points) in &text.points {
        let start = match replay.rules.score.value.0 {
            Some(score) => score.start,
            None => 0,
        };
        let now = i64::from(start - replay.table.points_down[seat.value]);
        let name = replay.name(seat.value).to_owned();
        check_written_table_number(replay, Some(points), now, |now| {
            format!("the points of {name} are {now}")
        });
    }
    check_debts(replay, text);
}

/// Checks the debts that a file lists. Where one is listed all are, in the order made. The first that is not as it should be is
/// reported, and no other.
fn check_debts(replay: &mut TrickReplay, text: &ParsedDeal) {
    let pending = replay.table.debts.clone();
    let owed = debts_as_written(replay, &pending);
    for (index, (debtor, chips)) in text.debts.iter().enumerate() {
        let span = debtor.span.start..chips.span.end;
        let wrong = match pending.get(index) {
            Some(made) if made.debtor == debtor.value && made.chips == chips.value => None,
            Some(due) => {
                let number = index + 1;
                let name = replay.name(due.debtor);
                Some(diagnose!(
                    "other-debt",
                    &span,
                    number,
                    name,
                    chips = due.chips,
                    owed
                ))
            }
            None => Some(diagnose!("no-such-debt", &span, owed)),
        };
        let is_wrong = wrong.is_some();
        replay.count_expectation_and_report(wrong);
        if is_wrong {
            return;
        }
    }
    if text.debts.len() < pending.len()
        && let Some((last, _)) = text.debts.last()
    {
        replay.report(diagnose!("more-debts", &last.span, owed));
    }
}

/// Lists debts as a file writes them.
fn debts_as_written(replay: &TrickReplay, pending: &[PendingDebt]) -> String {
    if pending.is_empty() {
        return "no debt is left".to_owned();
    }
    let lines = pending
        .iter()
        .map(|debt| format!("debt {} {}", replay.name(debt.debtor), debt.chips));
    format!("the debts that are left: {}", join_with_commas(lines))
}

/// Reads the hands and the turn-up, and reports each card that is foreign or stands twice.
fn read_hands_and_turn_up(replay: &mut TrickReplay, text: &ParsedDeal) -> Option<DealtCards> {
    let mut seen: Vec<Spanned<Card>> = Vec::new();
    let hands = read_hands(replay, text, &mut seen);
    if text.turn_up.is_none() {
        replay.report(diagnose!("no-turn-up", &text.opening));
    }
    let is_dealers = replay.rules.turn_card.value == TurnCard::DealersLast;
    let turned_apart = text.turn_up.iter().filter(|_| !is_dealers);
    for card in turned_apart.chain(&text.stock).chain(&text.fille) {
        note_dealt_card(replay, &mut seen, card);
    }
    let spare_hand = read_spare_hand(replay, text);
    let turned = text.turn_up.as_ref()?;
    let dealer = replay.deal.dealer;
    if is_dealers && !hands[dealer].has(turned.value) {
        let name = replay.name(dealer).to_owned();
        replay.report(diagnose!(
            "turn-up-not-dealers",
            &turned.span,
            card = turned.value,
            name
        ));
    }
    Some(DealtCards {
        hands,
        spare_hand,
        turned_card: turned.value,
    })
}

/// Reads the hands of the players, each of whom has one.
fn read_hands(
    replay: &mut TrickReplay,
    text: &ParsedDeal,
    seen: &mut Vec<Spanned<Card>>,
) -> PerSeat<CardSet> {
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let mut has_hand = PerSeat::all(false);
    for (seat, cards) in &text.hands {
        if std::mem::replace(&mut has_hand[seat.value], true) {
            let name = replay.name(seat.value);
            replay.report(diagnose!("two-hands", &seat.span, name));
            continue;
        }
        hands[seat.value] = read_valid_hand_cards(replay, seen, seat, cards);
    }
    for seat in (0..replay.deal.seats).map(Seat) {
        if !has_hand[seat] {
            let name = replay.name(seat);
            let mut wrong = diagnose!("no-hand", &text.opening, name);
            let others = (0..replay.deal.seats)
                .map(Seat)
                .filter(|other| *other != seat);
            let others = others.map(|other| replay.name(other));
            if let Some(near) = near_candidates(name, others).first() {
                wrong = wrong.with_help(format!("`players` names both {near} and {name}"));
            }
            replay.report(wrong);
        }
    }
    hands
}

/// Reads the spare hand, if the edition deals one; elsewhere its cards lie undealt.
fn read_spare_hand(replay: &mut TrickReplay, text: &ParsedDeal) -> CardSet {
    if replay.rules.fille_deal.value == SpareHand::None {
        return CardSet::EMPTY;
    }
    let size = usize::from(replay.rules.deal_packets.value.hand);
    let dealt = text.fille.len();
    if dealt != size {
        let span = match text.fille.last() {
            Some(card) => &card.span,
            None => &text.opening,
        };
        let off = describe_hand_size_difference(dealt, size);
        replay.report(diagnose!("size-of-the-fille", span, dealt, size, off));
    }
    text.fille.iter().map(|card| card.value).collect()
}
