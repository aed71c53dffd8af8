//! The payout: who takes, owes and pays, what the next hand finds, and why each amount is what it is.

use super::mus::{says::finish, side};
use super::session::{CheckResult, Session, list, nothing_of_the_kind, without_trick};
use super::statements::unlike;
use super::story::{Kind, MusStep, number, payment, sum};
use crate::cards::{Letters, Seat, Seats};
use crate::engine::{Account, AmountReason, Event, EventKind, table_for_next_deal};
use crate::mus::{self, DealEnd, MusState};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Finish};
use crate::scenario::text::syntax::Side;
use crate::scenario::text::{
    Code, Diagnostic, Expected, Keyword, PayoutEntry, PayoutSubject, Span, Spanned, TaskQuestion,
    diagnose,
};

/// Checks a payout fence and ends the hand, if it can be ended.
pub fn payout(session: &mut Session, entries: &[Spanned<PayoutEntry>], span: &Span) -> CheckResult {
    let is_mus = session.is_mus();
    session.pass_while(|_| true);
    session.now.part_span = span.clone();
    let hand = session.what_is_dealt();
    if session.now.paid {
        return Err(diagnose!("second-payout", span, hand).into());
    }
    let closed = if is_mus {
        finish(session)
    } else {
        session.close_hand()
    };
    if closed.is_err() {
        let whom = session.whom();
        let place = entries.first().map_or(span, |entry| &entry.span);
        return Err(diagnose!("not-over", place, hand, whom).into());
    }
    session.now.paid = true;
    // What is asked about the reckoning of Mus is asked where the cards are shown.
    let is_shown = |step: &MusStep| step.hand == session.now.number && step.id.ends_with("-show");
    if let Some(last) = session.story.mus.len().checked_sub(1) {
        let shown = session.story.mus.iter().rposition(is_shown).unwrap_or(last);
        let asked = session
            .tasks
            .extract_if(.., |task| matches!(task.asks, TaskQuestion::Takes(_)));
        session.asked.extend(asked.map(|task| (shown, task)));
    }
    let mut told: Vec<(PayoutSubject, &Spanned<PayoutEntry>)> = Vec::new();
    for entry in entries {
        let about = if is_mus {
            known(session, entry)
        } else {
            Some(entry.value.subject)
        };
        let Some(about) = about else { continue };
        if let Some((_, first)) = told.iter().find(|(other, _)| *other == about) {
            session.wrong(diagnose!("entry-twice", &entry.span).with_first_place(first));
        }
        told.push((about, entry));
        check(session, about, entry);
    }
    let mut unsaid = whole(session);
    unsaid.retain(|about| told.iter().all(|(other, _)| other != about));
    match told.iter().find(|(about, _)| *about == PayoutSubject::All) {
        Some((_, all)) if unsaid.is_empty() && !is_mus => {
            session.wrong(diagnose!("nothing-is-left", &all.span))
        }
        // A `?` stands for every line that is not written beside it.
        Some((_, all)) => {
            let lines = unsaid
                .iter()
                .map(|about| words(session, *about))
                .map(|[line, _]| line);
            // What both sides have is one line, and the second has none.
            let lines = lines.filter(|line| !line.is_empty());
            let wrong =
                diagnose!("open-payout", &all.span).with_fix(lines.collect::<Vec<_>>().join("\n"));
            session.expect(Some(wrong));
        }
        None => complete(session, unsaid, entries, span),
    }
    Ok(())
}

fn is_single(session: &Session) -> bool {
    session.rules.sides.value == Sides::Single
}

/// What an entry is about, a side named by its first seat; none where the edition has nothing of the kind, or no such side.
fn known(session: &mut Session, entry: &Spanned<PayoutEntry>) -> Option<PayoutSubject> {
    let single = is_single(session);
    let is_strange = match entry.value.subject {
        PayoutSubject::Score(_) | PayoutSubject::Games(_) => single,
        PayoutSubject::Has(_) | PayoutSubject::Lost(_) => !single,
        _ => false,
    };
    if is_strange {
        session.wrong(diagnose!(
            "of-the-other-mus",
            &entry.span,
            edition = session.edition
        ));
        return None;
    }
    let side = |of: Side| {
        let side = |seat| MusState::side_of(&session.rules, seat);
        match of {
            (one, None) => single.then_some((one, None)),
            (one, Some(other)) => {
                (!single && one != other && side(one) == side(other)).then(|| (side(one), None))
            }
        }
    };
    let about = match entry.value.subject {
        PayoutSubject::BettingPhase(lance, of) => {
            side(of).map(|side| PayoutSubject::BettingPhase(lance, side))
        }
        PayoutSubject::Ordago(of) => side(of).map(PayoutSubject::Ordago),
        about => Some(about),
    };
    if about.is_none() {
        let help = if single {
            "each plays alone: write one name"
        } else {
            "write both names of a pair: `Ana+Carlos`"
        };
        session.wrong(diagnose!("no-side", &entry.span, help));
    }
    about
}

/// What an entry should say, in chips; at Mus in stones, games or rounds.
fn amount(session: &Session, about: PayoutSubject) -> i64 {
    let (rules, table, deal) = (&session.rules, &session.table, &session.mus.hand);
    match about {
        PayoutSubject::Pool => session.now.pool,
        PayoutSubject::NextPool => table_for_next_deal(rules, table).next_pool(rules),
        PayoutSubject::Waiting => table_for_next_deal(rules, table).waiting_chips(rules),
        PayoutSubject::SidePot => table_for_next_deal(rules, table).next_side_pot(rules),
        PayoutSubject::Points(seat) => points(session, seat).unwrap_or_default(),
        PayoutSubject::Takes(_) | PayoutSubject::Pays(..) | PayoutSubject::PaysIn(_) => {
            called(session, about).map(|(.., chips)| chips).sum()
        }
        PayoutSubject::Owes(seat) => session.hand.debts_made[seat],
        PayoutSubject::Has(seat) if session.is_mus() => deal.table.purses[seat],
        PayoutSubject::Has(seat) => table.purses[seat],
        PayoutSubject::BettingPhase(lance, (side, _)) => deal.stones_taken[lance.place()][side],
        PayoutSubject::Ordago((side, _)) => deal.ordago_stones[side],
        PayoutSubject::Score(side) => deal.table.score[side],
        PayoutSubject::Games(side) => deal.table.games_won[side],
        PayoutSubject::Lost(seat) => deal.table.rounds_lost[seat],
        PayoutSubject::All => 0,
    }
}

fn points(session: &Session, seat: Seat) -> Option<i64> {
    session
        .rules
        .score
        .value
        .0
        .map(|score| i64::from(score.start - session.table.points_down[seat]))
}

/// An entry of what there is not: the game has nothing of the kind, or is over.
fn nothing_such(
    session: &Session,
    about: PayoutSubject,
    entry: &Span,
    span: &Span,
) -> Option<Diagnostic> {
    let topic = match about {
        PayoutSubject::NextPool | PayoutSubject::Waiting | PayoutSubject::SidePot
            if session.is_session_over() =>
        {
            return Some(diagnose!("no-next-pool", span).with_fix_at(entry.clone(), ""));
        }
        PayoutSubject::SidePot => ClauseId::PoolCap,
        PayoutSubject::Points(_) => ClauseId::Score,
        _ => return None,
    };
    (!session.rules.has(topic)).then(|| nothing_of_the_kind(session, span, topic))
}

/// The chips that move or come to be owed and that a payout calls so, each with its clause.
fn called<'a>(
    session: &'a Session,
    about: PayoutSubject,
) -> impl Iterator<Item = (ClauseId, AmountReason, i64)> + 'a {
    session
        .now
        .events
        .iter()
        .filter_map(move |event| match (event.kind, payment(event)) {
            (EventKind::DebtMade(who, chips, came), _) if about == PayoutSubject::Owes(who) => {
                Some((event.clause, came, chips))
            }
            (_, Some((called, moved))) if about == called => {
                Some((event.clause, moved.reason, moved.chips))
            }
            _ => None,
        })
}

fn check(session: &mut Session, about: PayoutSubject, entry: &Spanned<PayoutEntry>) {
    let right = amount(session, about);
    let Some(written) = &entry.value.amount else {
        if matches!(about, PayoutSubject::Ordago(_)) {
            session.expect((right == 0).then(|| diagnose!("no-ordago-won", &entry.span)));
        }
        return;
    };
    if let Some(wrong) = nothing_such(session, about, &entry.span, &written.span) {
        return session.expect(Some(wrong));
    }
    let is_left_out = right == 0 && about.is_paid();
    let code = match written.value {
        // What brings nothing at Mus has no line; elsewhere its line may stand.
        Expected::Known(0) if is_left_out && session.is_mus() => Some(Code::WrongPayout),
        _ => unlike(written, &right, Code::WrongPayout),
    };
    session.expect(code.map(|code| {
        let not = written.value.describe_mismatch(|known| *known);
        let [_, says] = words(session, about);
        let wrong = code.diagnostic_at(&written.span, format!("{says}{not}"));
        // Of what is nothing a payout says nothing.
        let fixed = if is_left_out {
            wrong.with_fix_at(entry.span.clone(), "")
        } else {
            wrong.with_fix(right.to_string())
        };
        explained(session, about, fixed)
    }));
}

/// What happens and is not listed, where a payout stands.
fn complete(
    session: &mut Session,
    unsaid: Vec<PayoutSubject>,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) {
    let (order, is_mus) = (whole(session), session.is_mus());
    let place = entries
        .last()
        .map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    // Of points all are told, or none.
    let points = entries
        .iter()
        .any(|entry| matches!(entry.value.subject, PayoutSubject::Points(_)));
    let needed = |about: &PayoutSubject| {
        about.is_paid() || (points && matches!(about, PayoutSubject::Points(_)))
    };
    for about in unsaid.into_iter().filter(needed) {
        let [words, _] = words(session, about);
        let wrong = diagnose!("unsaid", &place, words);
        let wrong = if is_mus {
            wrong
        } else {
            explained(session, about, wrong)
        }
        .with_label("missing here");
        // The entry that comes next, in the order in which a payout is written.
        let later = order
            .iter()
            .skip_while(|other| **other != about)
            .filter(|_| !is_mus);
        let next = entries
            .iter()
            .find(|entry| later.clone().any(|about| *about == entry.value.subject));
        session.wrong(match next.map(|next| next.span.start) {
            _ if entries.is_empty() => {
                wrong.with_help(format!("write `{words}` on a line of its own"))
            }
            Some(next) => wrong.with_fix_at(next..next, format!("{words}\n")),
            None => wrong.with_fix(format!("\n{words}")),
        });
    }
}

/// The whole payout, in the order in which an author would write it.
fn whole(session: &Session) -> Vec<PayoutSubject> {
    if session.is_mus() {
        return whole_at_mus(session);
    }
    let any = |about: &PayoutSubject| amount(session, *about) > 0;
    let seats = || (0..session.hand.seats).map(Seat);
    let pays = seats().flat_map(|from| seats().map(move |to| (from, to)));
    let pays = pays.filter(|(from, to)| {
        called(session, PayoutSubject::Pays(*from, *to))
            .next()
            .is_some()
    });
    std::iter::once(PayoutSubject::Pool)
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::Takes)
                .filter(any),
        )
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::Owes)
                .filter(any),
        )
        .chain(pays.map(|(from, to)| PayoutSubject::Pays(from, to)))
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::PaysIn)
                .filter(any),
        )
        .chain(
            seats()
                .filter(|seat| points(session, *seat).is_some())
                .map(PayoutSubject::Points),
        )
        .chain(whole_of_next_pool(session))
        .collect()
}

/// What a payout says of the next pool; nothing where the session is over.
fn whole_of_next_pool(session: &Session) -> Vec<PayoutSubject> {
    if session.is_session_over() {
        return Vec::new();
    }
    let mut lines = vec![PayoutSubject::NextPool];
    if amount(session, PayoutSubject::Waiting) > 0 {
        lines.push(PayoutSubject::Waiting);
    }
    if session.rules.pool_cap.value.0.is_some() {
        lines.push(PayoutSubject::SidePot);
    }
    lines
}

fn whole_at_mus(session: &Session) -> Vec<PayoutSubject> {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let sides: Seats = hand
        .players
        .iter()
        .map(|seat| MusState::side_of(rules, seat))
        .collect();
    let each = |about: &dyn Fn(Side) -> PayoutSubject| {
        sides
            .iter()
            .map(|side| about((side, None)))
            .collect::<Vec<_>>()
    };
    let mut all: Vec<PayoutSubject> = BettingPhase::ALL
        .iter()
        .flat_map(|lance| each(&|side| PayoutSubject::BettingPhase(*lance, side)))
        .collect();
    all.extend(each(&PayoutSubject::Ordago));
    all.retain(|about| amount(session, *about) > 0);
    if is_single(session) {
        all.extend(Seats::all(hand.table.seats).iter().map(PayoutSubject::Has));
        if let (Some(DealEnd::Round(seat)), Finish::Losses(_)) = (hand.end, rules.end.value.finish)
        {
            all.push(PayoutSubject::Lost(seat));
        }
        return all;
    }
    all.extend([0, 1].map(|side| PayoutSubject::Score(Seat(side))));
    if matches!(hand.end, Some(DealEnd::Game(_))) {
        all.extend([0, 1].map(|side| PayoutSubject::Games(Seat(side))));
    }
    all
}

/// A line of the payout, and what is said of an amount; and whom they name. Gaps stand in capitals: WHO takes or gives and to
/// WHOM, a SIDE (`Ana+Carlos`) or its NAMES, a LANCE or its PHASE; N is the amount, ANY the same or `nothing`, OTHER the other side's.
fn form(session: &Session, about: PayoutSubject) -> ([&'static str; 2], Seat) {
    let (is_mus, is_single) = (session.is_mus(), is_single(session));
    match about {
        PayoutSubject::Pool => (["pool N", "the pool is N"], Seat(0)),
        PayoutSubject::NextPool => (["next pool N", "the next pool is N"], Seat(0)),
        PayoutSubject::Waiting => (["waiting N", "what waits is N"], Seat(0)),
        PayoutSubject::SidePot => (["side pot N", "the side pot is N"], Seat(0)),
        PayoutSubject::Takes(seat) => (["WHO takes N", "WHO takes ANY"], seat),
        PayoutSubject::Owes(seat) => (["WHO owes N", "WHO owes ANY"], seat),
        PayoutSubject::Has(seat) => (
            [
                "WHO has N",
                if is_mus { "WHO has N" } else { "WHO has ANY" },
            ],
            seat,
        ),
        PayoutSubject::Points(seat) => (["WHO has N points"; 2], seat),
        PayoutSubject::PaysIn(seat) => (["WHO pays N to the pool", "WHO pays the pool ANY"], seat),
        PayoutSubject::Pays(seat, _) => (["WHO pays N to WHOM", "WHO pays WHOM ANY"], seat),
        PayoutSubject::BettingPhase(_, (seat, _)) if is_single => {
            (["LANCE SIDE N", "at PHASE WHO sheds N"], seat)
        }
        PayoutSubject::BettingPhase(_, (side, _)) => {
            (["LANCE SIDE N", "PHASE brings NAMES N"], side)
        }
        PayoutSubject::Ordago((seat, _)) if is_single => {
            (["ordago SIDE N", "WHO picks up N"], seat)
        }
        PayoutSubject::Ordago((side, _)) => (["ordago SIDE", "by the ordago it lacked N"], side),
        // What both sides have is one line, that of the first.
        PayoutSubject::Score(side) => (
            [
                if side.0 == 0 { "score N OTHER" } else { "" },
                "the score of NAMES is N",
            ],
            side,
        ),
        PayoutSubject::Games(side) => (
            [
                if side.0 == 0 { "games N OTHER" } else { "" },
                "NAMES have won N",
            ],
            side,
        ),
        PayoutSubject::Lost(seat) => (["WHO lost N", "WHO has lost N"], seat),
        PayoutSubject::All => (["?"; 2], Seat(0)),
    }
}

/// A line of the payout as the file's language has it, and an amount as it is told: `Claude takes nothing`.
fn words(session: &Session, about: PayoutSubject) -> [String; 2] {
    let (rules, hand, chips) = (&session.rules, &session.mus.hand, amount(session, about));
    let ([line, says], who) = form(session, about);
    let name = |seat| session.name(seat).to_owned();
    let is_beside = |seat: &Seat| MusState::side_of(rules, *seat) == MusState::side_of(rules, who);
    let word = |word: &str, letters: Letters| match (word, about) {
        ("ANY", _) if chips == 0 => "nothing".to_owned(),
        ("N" | "ANY", _) => chips.to_string(),
        ("OTHER", PayoutSubject::Score(_)) => {
            amount(session, PayoutSubject::Score(Seat(1))).to_string()
        }
        ("OTHER", _) => amount(session, PayoutSubject::Games(Seat(1))).to_string(),
        ("WHO", _) => name(who),
        ("WHOM", PayoutSubject::Pays(_, whom)) => name(whom),
        ("SIDE", _) => {
            let all = Seats::all(hand.table.seats);
            all.iter()
                .filter(is_beside)
                .map(name)
                .collect::<Vec<_>>()
                .join("+")
        }
        ("NAMES", _) => side(rules, hand, who, &name),
        ("LANCE", PayoutSubject::BettingPhase(lance, _)) => lance.word().to_owned(),
        ("PHASE", PayoutSubject::BettingPhase(lance, _)) => lance.words().to_owned(),
        // It is `de` before a verb in French.
        ("to", _) if letters == Letters::French => "à".to_owned(),
        ("points", _) if chips == 1 => "point".to_owned(),
        _ => Keyword::from_word(word, Letters::English)
            .map_or(word, |keyword| keyword.spelling_inside(letters))
            .to_owned(),
    };
    let filled = |(form, letters): (&str, _)| {
        form.split(' ')
            .map(|one| word(one, letters))
            .collect::<Vec<_>>()
            .join(" ")
    };
    [(line, session.letters), (says, Letters::English)].map(filled)
}

/// What an amount is made of: each payment with its clause.
fn payments(session: &Session, about: PayoutSubject) -> String {
    let PayoutSubject::BettingPhase(lance, (side, _)) = about else {
        return "another number".into();
    };
    let of_deal = session
        .story
        .mus
        .iter()
        .filter(|step| step.hand == session.now.number);
    let paid = of_deal
        .flat_map(|step| &step.events)
        .filter_map(|event| match event.kind {
            mus::MusEventKind::StonesPaid(of, seat, chips)
                if of == lance && MusState::side_of(&session.rules, seat) == side =>
            {
                Some(format!("{chips} ({})", event.clause))
            }
            _ => None,
        });
    let paid: Vec<String> = paid.collect();
    if paid.is_empty() {
        "nothing was paid".into()
    } else {
        paid.join(" + ")
    }
}

/// Why an amount is what it is, and the clause it rests on.
type Reason = (String, Option<ClauseId>);

fn explained(session: &Session, about: PayoutSubject, mut wrong: Diagnostic) -> Diagnostic {
    let other = || "another amount".to_owned();
    let (why, clause) = summed(&mut called(session, about)).unwrap_or_else(|| match about {
        _ if session.is_mus() => (payments(session, about), Some(ClauseId::PayOrder)),
        PayoutSubject::Pool => {
            let entered = |event: &Event| {
                event
                    .kind
                    .as_transfer()
                    .filter(|moved| moved.to == Account::Pool)
            };
            let entered = |event: &Event| {
                entered(event).map(|moved| (event.clause, moved.reason, moved.chips))
            };
            let sums = summed(&mut opening(session).iter().filter_map(entered));
            (
                sums.map_or_else(other, |(sums, _)| sums),
                Some(ClauseId::Stake),
            )
        }
        PayoutSubject::NextPool => (next_pool(session), Some(ClauseId::DebtEnter)),
        PayoutSubject::Waiting => {
            let entering = session.table.entering_debts(&session.rules);
            let waits = session
                .table
                .debts
                .iter()
                .enumerate()
                .filter(|(at, _)| !entering.contains(at));
            let debts = list(waits.map(|(_, debt)| {
                format!("{} of {}'s", number(debt.chips), session.name(debt.debtor))
            }));
            let why = if debts.is_empty() {
                "no debt waits beside the pool"
            } else {
                "the debts that wait"
            };
            wrong.help.extend((!debts.is_empty()).then_some(debts));
            (why.to_owned(), Some(ClauseId::DebtEnter))
        }
        PayoutSubject::Takes(seat) => takes_nothing(session, seat),
        PayoutSubject::Owes(seat) => (owes_nothing(session, seat), Some(ClauseId::DebtMake)),
        PayoutSubject::Has(seat) => {
            wrong.help.push(purse(session, seat));
            ("after the hand".to_owned(), None)
        }
        PayoutSubject::Points(_) => ("after the hand".to_owned(), Some(ClauseId::Score)),
        PayoutSubject::Pays(..) => ("nothing is due between them".to_owned(), None),
        PayoutSubject::PaysIn(_) => (
            "nothing is due to this pool".to_owned(),
            Some(ClauseId::DebtMake),
        ),
        PayoutSubject::SidePot => (other(), Some(ClauseId::PoolCap)),
        _ => Reason::default(),
    });
    clause
        .into_iter()
        .fold(wrong.with_label(why), |wrong, topic| {
            wrong.with_clause(topic.id())
        })
}

/// How chips came about that events tell of, each with its clause; none if there are none.
fn summed(events: &mut dyn Iterator<Item = (ClauseId, AmountReason, i64)>) -> Option<Reason> {
    let (clauses, sums): (Vec<ClauseId>, Vec<String>) = events
        .map(|(clause, came, chips)| (clause, format!("{} ({clause})", sum(came, chips, &[]))))
        .unzip();
    clauses
        .first()
        .map(|clause| (sums.join(" and "), Some(*clause)))
}

fn takes_nothing(session: &Session, seat: Seat) -> Reason {
    let name = |seat| session.name(seat);
    let (short, clause) = match outcome(session).map(|Event { kind: fact, clause }| (fact, clause))
    {
        Some((EventKind::Void, clause)) => ("the pool stays for the next hand".to_string(), clause),
        Some((EventKind::BestFlush(winner), _)) => (
            format!("{}'s flush takes the pool", name(winner)),
            ClauseId::FlushTake,
        ),
        Some((EventKind::LeftAlone(winner), clause)) => (
            format!("{} is left alone and takes the pool", name(winner)),
            clause,
        ),
        _ => (
            format!("{} {}", name(seat), without_trick(session, seat)),
            ClauseId::PayShare,
        ),
    };
    (short, Some(clause))
}

/// What ended the hand, if not its tricks.
fn outcome(session: &Session) -> Option<Event> {
    let ends = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Void | EventKind::BestFlush(_) | EventKind::LeftAlone(_)
        )
    };
    session.now.events.iter().find(ends).copied()
}

fn owes_nothing(session: &Session, seat: Seat) -> String {
    let name = session.name(seat);
    match session.hand.tricks_won[seat] {
        _ if outcome(session).is_some() => format!("no debt falls on {name}"),
        0 => format!("{name} {}", without_trick(session, seat)),
        1 => format!("{name} won a trick"),
        tricks => format!("{name} won {tricks} tricks"),
    }
}

fn opening<'a>(session: &'a Session) -> &'a [Event] {
    let deal = session
        .story
        .steps
        .iter()
        .find(|step| step.hand == session.now.number && step.kind == Kind::Deal);
    deal.map_or(&[], |step| &step.events)
}

fn next_pool(session: &Session) -> String {
    let (rules, table) = (&session.rules, &session.table);
    let of =
        |chips: i64, of_what: String| (chips > 0).then(|| format!("{} {of_what}", number(chips)));
    let mut parts = vec![
        of(table.pool, "left in it".into()),
        of(table.side_pot, "that waited beside it".into()),
    ];
    for debt in &table.debts[table.entering_debts(rules)] {
        let (chips, name) = (number(debt.chips), session.name(debt.debtor));
        parts.push(Some(format!(
            "{chips} of {name}'s debt ({})",
            ClauseId::DebtEnter
        )));
    }
    parts.push(of(
        table.stake_chips(rules),
        format!("of the stake ({})", ClauseId::Stake),
    ));
    let sum = parts.into_iter().flatten().collect::<Vec<_>>().join(" + ");
    match rules
        .pool_cap
        .value
        .0
        .filter(|_| table_for_next_deal(rules, table).next_side_pot(rules) > 0)
    {
        Some(limit) => format!(
            "{sum}, of which it may hold {limit} ({})",
            ClauseId::PoolCap
        ),
        None => sum,
    }
}

/// A purse before the hand, and what went through it.
fn purse(session: &Session, seat: Seat) -> String {
    let opened = opening(session)
        .iter()
        .filter(|event| matches!(event.clause, ClauseId::Stake | ClauseId::DebtEnter));
    let (mut paid, mut taken) = (0, 0);
    for event in opened.chain(&session.now.events) {
        let EventKind::Transferred(moved) = event.kind else {
            continue;
        };
        paid += if moved.from == Account::Seat(seat) {
            moved.chips
        } else {
            0
        };
        taken += if moved.to == Account::Seat(seat) {
            moved.chips
        } else {
            0
        };
    }
    let now = session.table.purses[seat];
    let [before, paid, taken, now] = [now - taken + paid, paid, taken, now].map(number);
    format!("{before} before the hand − {paid} paid + {taken} taken = {now}")
}
