//! The deal: who deals, what each is dealt, and what a session under way brings along.

use super::mus::{Bidding, says};
use super::session::{Session, known_to, list, nothing_of_the_kind, stands_before};
use crate::cards::{Card, CardSet, PerSeat, Rank, Ranks, Seat, Seats, count_in_words, count_of};
use crate::engine::{
    Act, DealState, DealtCards, InvalidAct, PendingDebt, Refusal, check_session_end, open_deal,
};
use crate::mus;
use crate::rules::{self, ClauseId, Finish, SpareHand, mus::Sides};
use crate::scenario::text::{Code, DealText, Diagnostic, MisdealText, Spanned, diagnose};

/// Opens the hand and deals; whether it could be done.
pub fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.story.diagnostics.len();
    session.now.stock = text.stock.iter().map(|card| card.value).collect();
    let dealt = if session.is_mus() {
        of_mus(session, text, found)
    } else {
        of_tricks(session, text, found)
    };
    if let Some(Err(refusal)) = dealt {
        session.wrong(diagnose!(
            "not-to-be-dealt",
            &text.opening,
            why = explain_refused_deal(session, refusal)
        ));
    }
    matches!(dealt, Some(Ok(())))
}

/// Says in words why the engine does not take a deal.
fn explain_refused_deal(session: &Session, refusal: Refusal) -> String {
    match refusal {
        Refusal::ForbiddenCard(topic, _) | Refusal::Forbidden(topic) => {
            format!("{} forbids it", session.rules.title(topic))
        }
        Refusal::Invalid(InvalidAct::HandSize(seat, count)) => {
            format!(
                "{} is dealt {}",
                session.name(seat),
                count_of(count, "card")
            )
        }
        Refusal::Invalid(
            misuse @ (InvalidAct::NotInPack(_)
            | InvalidAct::DealtTwice(_)
            | InvalidAct::NotInStock(_)
            | InvalidAct::SpareSize(_)),
        ) => misuse.to_string(),
        Refusal::Invalid(_) => "no cards are dealt at this point".into(),
    }
}

/// A deal, where nothing wrong has been found since; and how the engine takes it.
fn of_tricks(session: &mut Session, text: &DealText, found: usize) -> Option<Result<(), Refusal>> {
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

fn of_mus(session: &mut Session, text: &DealText, found: usize) -> Option<Result<(), Refusal>> {
    if session.mus.table.is_session_over(&session.rules) {
        session.wrong(diagnose!("match-over", &text.opening));
        return None;
    }
    strange_at_mus(session, text);
    (if session.now.number == 1 {
        first_of_mus
    } else {
        later_of_mus
    })(session, text);
    session.mus = Bidding::new(&session.rules, session.mus.table);
    let cards = cards_of_mus(session, text);
    if session.story.diagnostics[found..]
        .iter()
        .any(|wrong| wrong.code != Code::WrongState)
    {
        return None;
    }
    Some(says::act(
        session,
        if text.misdeal.is_some() {
            mus::MusAct::Misdeal
        } else {
            mus::MusAct::Deal(cards)
        },
    ))
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

fn strange_at_mus(session: &mut Session, text: &DealText) {
    let both = |both: &Option<[Spanned<i64>; 2]>| {
        both.as_ref()
            .map(|[one, other]| one.span.start..other.span.end)
    };
    let lost = text
        .lost
        .first()
        .map(|(seat, rounds)| seat.span.start..rounds.span.end);
    let of_sides = [both(&text.score), both(&text.games)];
    let of_the_other = if session.rules.sides.value == Sides::Single {
        of_sides
    } else {
        [lost, None]
    };
    for span in of_the_other.iter().flatten() {
        session.wrong(diagnose!(
            "of-the-other-mus",
            span,
            edition = session.edition
        ));
    }
    let of_tricks = [
        text.turn_up.as_ref().map(|card| &card.span),
        text.fille.first().map(|card| &card.span),
        text.stake.as_ref().map(|chips| &chips.span),
        text.side_pot.as_ref().map(|chips| &chips.span),
        text.hand_number.as_ref().map(|number| &number.span),
        text.points.first().map(|(seat, _)| &seat.span),
        text.debts.first().map(|(seat, _)| &seat.span),
    ];
    for span in of_tricks.into_iter().flatten() {
        session.wrong(nothing_of_the_kind(session, span, ClauseId::Stake));
    }
}

/// How many points fewer than at the start that is, where somebody can have so many.
fn off(session: &Session, points: &Spanned<i64>) -> Option<u8> {
    let start = session.rules.score.value.0?.start;
    u8::try_from(points.value)
        .ok()
        .and_then(|points| start.checked_sub(points))
}

/// What is told of the two sides, each named by its first seat.
fn sides(both: &Option<[Spanned<i64>; 2]>) -> impl Iterator<Item = (Seat, &Spanned<i64>)> {
    [Seat(0), Seat(1)].into_iter().zip(both.iter().flatten())
}

fn first_of_mus(session: &mut Session, text: &DealText) {
    let mut table = session.mus.table;
    match &text.dealer {
        Some(dealer) => table.dealer = dealer.value,
        None => session.wrong(diagnose!("no-dealer", &text.opening)),
    }
    let (most_score, most_games, most_lost) = match session.rules.end.value.finish {
        Finish::Games { target, games } => (target, games, 0),
        Finish::Losses(losses) => (0, 0, losses),
        _ => (0, 0, 0),
    };
    let mut begun = |told: &Spanned<i64>, over: i64, what: &str| {
        if told.value >= over {
            session.wrong(diagnose!(
                "over-before-it-begins",
                &told.span,
                told = told.value,
                what,
                most = over - 1
            ));
        }
        told.value
    };
    for (side, score) in sides(&text.score) {
        table.score[side] = begun(score, most_score, "stones the game");
    }
    for (side, games) in sides(&text.games) {
        table.games_won[side] = begun(games, most_games, "games won the match");
    }
    for (seat, rounds) in &text.lost {
        table.rounds_lost[seat.value] =
            begun(rounds, most_lost, "lost rounds the game of a player");
    }
    session.mus.table = table;
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

/// The same of the score, the games and the lost rounds.
fn later_of_mus(session: &mut Session, text: &DealText) {
    let table = session.mus.table;
    dealer(session, text, table.dealer);
    for (side, score) in sides(&text.score) {
        asserted(session, Some(score), table.score[side], |now| {
            format!("the score of this side is {now}")
        });
    }
    for (side, games) in sides(&text.games) {
        asserted(session, Some(games), table.games_won[side], |now| {
            format!("this side has won {now} games")
        });
    }
    for (seat, rounds) in &text.lost {
        let name = session.name(seat.value).to_owned();
        asserted(
            session,
            Some(rounds),
            table.rounds_lost[seat.value],
            |now| format!("{name} has lost {now} rounds"),
        );
    }
}

fn dealer(session: &mut Session, text: &DealText, due: Seat) {
    let Some(dealer) = &text.dealer else { return };
    let [now, told] = [due, dealer.value].map(|seat| session.name(seat));
    let what = if session.is_mus() { "time" } else { "hand" };
    let wrong = diagnose!("other-dealer", &dealer.span, now, what, told);
    session.story.shown.insert(ClauseId::DealNext);
    session.expect((dealer.value != due).then_some(wrong));
}

fn asserted(
    session: &mut Session,
    told: Option<&Spanned<i64>>,
    now: i64,
    says: impl Fn(i64) -> String,
) {
    let Some(told) = told else { return };
    let wrong = || {
        diagnose!(
            "other-number",
            &told.span,
            says = says(now),
            told = told.value,
            now
        )
    };
    session.expect((told.value != now).then(wrong));
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
fn cards(session: &mut Session, text: &DealText) -> Option<DealtCards> {
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

/// The hands, each card once and none foreign; of those who are safe none.
fn cards_of_mus(session: &mut Session, text: &DealText) -> PerSeat<CardSet> {
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let players = session.mus.table.players(&session.rules);
    if let Some(misdeal) = &text.misdeal {
        if let Some((seat, _)) = text.hands.first() {
            session.wrong(
                diagnose!("cards-of-a-misdeal", &seat.span)
                    .with_related(misdeal.span.clone(), "the misdeal"),
            );
        }
        return hands;
    }
    if players.len() < 2 {
        session.wrong(diagnose!("nobody-to-play-with", &text.opening));
    }
    let mut seen: Vec<Spanned<Card>> = Vec::new();
    for (seat, cards) in &text.hands {
        if players.has(seat.value) {
            hands[seat.value] = hand(session, &mut seen, seat, cards);
        } else {
            session.wrong(diagnose!(
                "hand-of-the-safe",
                &seat.span,
                name = session.name(seat.value)
            ));
        }
    }
    let told: Seats = text.hands.iter().map(|(seat, _)| seat.value).collect();
    for seat in players.minus(told).iter() {
        session.wrong(diagnose!(
            "no-cards",
            &text.opening,
            name = session.name(seat)
        ));
    }
    for card in &text.stock {
        once(session, &mut seen, card);
    }
    hands
}

fn hand(
    session: &mut Session,
    seen: &mut Vec<Spanned<Card>>,
    seat: &Spanned<Seat>,
    cards: &[Spanned<Card>],
) -> CardSet {
    let size = usize::from(session.rules.deal_packets.value.hand);
    let (name, dealt) = (session.name(seat.value), cards.len());
    if dealt != size {
        let span = cards
            .get(size)
            .or(cards.last())
            .map_or(&seat.span, |card| &card.span);
        session.wrong(diagnose!(
            "size-of-a-hand",
            span,
            name,
            dealt,
            size,
            off = off_by(dealt, size)
        ));
    }
    cards
        .iter()
        .filter(|card| once(session, seen, card))
        .map(|card| card.value)
        .collect()
}

/// How far a hand is from its size: `1 card is missing after this`.
fn off_by(dealt: usize, size: usize) -> String {
    match dealt.checked_sub(size) {
        Some(0) | None if dealt == 0 => format!("expected {}", count_in_words(size, "card")),
        Some(more) => format!("{} too many, from here", count_in_words(more, "card")),
        None => format!(
            "the last; {} should follow",
            count_in_words(size - dealt, "card")
        ),
    }
}

/// Notes a card that is foreign or was seen before; whether it is neither.
fn once(session: &mut Session, seen: &mut Vec<Spanned<Card>>, card: &Spanned<Card>) -> bool {
    let pack = session.rules.pack.value.pack(session.hand.seats);
    if !pack.has(card.value) {
        let (order, seats) = (&session.rules.rank.value, session.hand.seats);
        let lowest = order
            .sort_cards(pack)
            .last()
            .map_or(Rank::Two, |card| card.rank());
        let uses = match pack == CardSet::pack(Ranks::from(lowest)) {
            true => format!("the cards down to the {}", lowest.sign()),
            false => order.describe_for_pack(pack),
        };
        session.wrong(diagnose!(
            "foreign-card",
            &card.span,
            card = card.value,
            pack = pack.len(),
            seats,
            uses
        ));
        return false;
    }
    if let Some(wrong) = stands_before(seen, card) {
        session.wrong(wrong);
        return false;
    }
    seen.push(card.clone());
    true
}
