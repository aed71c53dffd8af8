//! The payout: who takes, owes and pays, what the next hand finds, and why each amount is what it is.

use super::mus::{says::finish, side};
use super::session::{Made, Session, list, nothing_of_the_kind, without_trick};
use super::statements::unlike;
use super::story::{Kind, MusStep, number, payment, sum};
use crate::cards::{Letters, Seat, Seats};
use crate::engine::{Account, AmountReason, Event, EventKind, table_for_next_deal};
use crate::mus::{self, DealEnd, MusState};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Finish};
use crate::scenario::text::syntax::Side;
use crate::scenario::text::{About, Asks, At, Code, Diagnostic, Entry, Hole, Keyword, Span, say};

/// Checks a payout fence and ends the hand, if it can be ended.
pub fn payout(session: &mut Session, entries: &[At<Entry>], span: &Span) -> Made {
    let is_mus = session.is_mus();
    session.pass_while(|_| true);
    session.now.part_span = span.clone();
    let hand = session.what_is_dealt();
    if session.now.paid {
        return Err(say!("second-payout", span, hand).into());
    }
    let closed = if is_mus {
        finish(session)
    } else {
        session.close_hand()
    };
    if closed.is_err() {
        let whom = session.whom();
        let place = entries.first().map_or(span, |entry| &entry.span);
        return Err(say!("not-over", place, hand, whom).into());
    }
    session.now.paid = true;
    // What is asked about the reckoning of Mus is asked where the cards are shown.
    let is_shown = |step: &MusStep| step.hand == session.now.number && step.id.ends_with("-show");
    if let Some(last) = session.story.mus.len().checked_sub(1) {
        let shown = session.story.mus.iter().rposition(is_shown).unwrap_or(last);
        let asked = session
            .tasks
            .extract_if(.., |task| matches!(task.asks, Asks::Takes(_)));
        session.asked.extend(asked.map(|task| (shown, task)));
    }
    let mut told: Vec<(About, &At<Entry>)> = Vec::new();
    for entry in entries {
        let about = if is_mus {
            known(session, entry)
        } else {
            Some(entry.value.about)
        };
        let Some(about) = about else { continue };
        if let Some((_, first)) = told.iter().find(|(other, _)| *other == about) {
            session.wrong(say!("entry-twice", &entry.span).again(first));
        }
        told.push((about, entry));
        check(session, about, entry);
    }
    let mut unsaid = whole(session);
    unsaid.retain(|about| told.iter().all(|(other, _)| other != about));
    match told.iter().find(|(about, _)| *about == About::All) {
        Some((_, all)) if unsaid.is_empty() && !is_mus => {
            session.wrong(say!("nothing-is-left", &all.span))
        }
        // A `?` stands for every line that is not written beside it.
        Some((_, all)) => {
            let lines = unsaid
                .iter()
                .map(|about| words(session, *about))
                .map(|[line, _]| line);
            // What both sides have is one line, and the second has none.
            let lines = lines.filter(|line| !line.is_empty());
            let wrong = say!("open-payout", &all.span).fix(lines.collect::<Vec<_>>().join("\n"));
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
fn known(session: &mut Session, entry: &At<Entry>) -> Option<About> {
    let single = is_single(session);
    let is_strange = match entry.value.about {
        About::Score(_) | About::Games(_) => single,
        About::Has(_) | About::Lost(_) => !single,
        _ => false,
    };
    if is_strange {
        session.wrong(say!(
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
    let about = match entry.value.about {
        About::BettingPhase(lance, of) => side(of).map(|side| About::BettingPhase(lance, side)),
        About::Ordago(of) => side(of).map(About::Ordago),
        about => Some(about),
    };
    if about.is_none() {
        let help = if single {
            "each plays alone: write one name"
        } else {
            "write both names of a pair: `Ana+Carlos`"
        };
        session.wrong(say!("no-side", &entry.span, help));
    }
    about
}

/// What an entry should say, in chips; at Mus in stones, games or rounds.
fn amount(session: &Session, about: About) -> i64 {
    let (rules, table, deal) = (&session.rules, &session.table, &session.mus.hand);
    match about {
        About::Pool => session.now.pool,
        About::NextPool => table_for_next_deal(rules, table).next_pool(rules),
        About::Waiting => table_for_next_deal(rules, table).waiting_chips(rules),
        About::SidePot => table_for_next_deal(rules, table).next_side_pot(rules),
        About::Points(seat) => points(session, seat).unwrap_or_default(),
        About::Takes(_) | About::Pays(..) | About::PaysIn(_) => {
            called(session, about).map(|(.., chips)| chips).sum()
        }
        About::Owes(seat) => session.hand.debts_made[seat],
        About::Has(seat) if session.is_mus() => deal.table.purses[seat],
        About::Has(seat) => table.purses[seat],
        About::BettingPhase(lance, (side, _)) => deal.stones_taken[lance.place()][side],
        About::Ordago((side, _)) => deal.ordago_stones[side],
        About::Score(side) => deal.table.score[side],
        About::Games(side) => deal.table.games_won[side],
        About::Lost(seat) => deal.table.rounds_lost[seat],
        About::All => 0,
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
fn nothing_such(session: &Session, about: About, entry: &Span, span: &Span) -> Option<Diagnostic> {
    let topic = match about {
        About::NextPool | About::Waiting | About::SidePot if session.is_session_over() => {
            return Some(say!("no-next-pool", span).fix_at(entry.clone(), ""));
        }
        About::SidePot => ClauseId::PoolCap,
        About::Points(_) => ClauseId::Score,
        _ => return None,
    };
    (!session.rules.has(topic)).then(|| nothing_of_the_kind(session, span, topic))
}

/// The chips that move or come to be owed and that a payout calls so, each with its clause.
fn called<'a>(
    session: &'a Session,
    about: About,
) -> impl Iterator<Item = (ClauseId, AmountReason, i64)> + 'a {
    session
        .now
        .events
        .iter()
        .filter_map(move |event| match (event.kind, payment(event)) {
            (EventKind::DebtMade(who, chips, came), _) if about == About::Owes(who) => {
                Some((event.clause, came, chips))
            }
            (_, Some((called, moved))) if about == called => {
                Some((event.clause, moved.reason, moved.chips))
            }
            _ => None,
        })
}

fn check(session: &mut Session, about: About, entry: &At<Entry>) {
    let right = amount(session, about);
    let Some(written) = &entry.value.amount else {
        if matches!(about, About::Ordago(_)) {
            session.expect((right == 0).then(|| say!("no-ordago-won", &entry.span)));
        }
        return;
    };
    if let Some(wrong) = nothing_such(session, about, &entry.span, &written.span) {
        return session.expect(Some(wrong));
    }
    let is_left_out = right == 0 && about.is_paid();
    let code = match written.value {
        // What brings nothing at Mus has no line; elsewhere its line may stand.
        Hole::Known(0) if is_left_out && session.is_mus() => Some(Code::WrongPayout),
        _ => unlike(written, &right, Code::WrongPayout),
    };
    session.expect(code.map(|code| {
        let not = written.value.not(|known| *known);
        let [_, says] = words(session, about);
        let wrong = code.at(&written.span, format!("{says}{not}"));
        // Of what is nothing a payout says nothing.
        let fixed = if is_left_out {
            wrong.fix_at(entry.span.clone(), "")
        } else {
            wrong.fix(right.to_string())
        };
        explained(session, about, fixed)
    }));
}

/// What happens and is not listed, where a payout stands.
fn complete(session: &mut Session, unsaid: Vec<About>, entries: &[At<Entry>], span: &Span) {
    let (order, is_mus) = (whole(session), session.is_mus());
    let place = entries
        .last()
        .map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    // Of points all are told, or none.
    let points = entries
        .iter()
        .any(|entry| matches!(entry.value.about, About::Points(_)));
    let needed = |about: &About| about.is_paid() || (points && matches!(about, About::Points(_)));
    for about in unsaid.into_iter().filter(needed) {
        let [words, _] = words(session, about);
        let wrong = say!("unsaid", &place, words);
        let wrong = if is_mus {
            wrong
        } else {
            explained(session, about, wrong)
        }
        .label("missing here");
        // The entry that comes next, in the order in which a payout is written.
        let later = order
            .iter()
            .skip_while(|other| **other != about)
            .filter(|_| !is_mus);
        let next = entries
            .iter()
            .find(|entry| later.clone().any(|about| *about == entry.value.about));
        session.wrong(match next.map(|next| next.span.start) {
            _ if entries.is_empty() => wrong.help(format!("write `{words}` on a line of its own")),
            Some(next) => wrong.fix_at(next..next, format!("{words}\n")),
            None => wrong.fix(format!("\n{words}")),
        });
    }
}

/// The whole payout, in the order in which an author would write it.
fn whole(session: &Session) -> Vec<About> {
    if session.is_mus() {
        return whole_at_mus(session);
    }
    let any = |about: &About| amount(session, *about) > 0;
    let seats = || (0..session.hand.seats).map(Seat);
    let pays = seats().flat_map(|from| seats().map(move |to| (from, to)));
    let pays = pays.filter(|(from, to)| called(session, About::Pays(*from, *to)).next().is_some());
    std::iter::once(About::Pool)
        .chain(session.hand.seats_in_turn().map(About::Takes).filter(any))
        .chain(session.hand.seats_in_turn().map(About::Owes).filter(any))
        .chain(pays.map(|(from, to)| About::Pays(from, to)))
        .chain(session.hand.seats_in_turn().map(About::PaysIn).filter(any))
        .chain(
            seats()
                .filter(|seat| points(session, *seat).is_some())
                .map(About::Points),
        )
        .chain(whole_of_next_pool(session))
        .collect()
}

/// What a payout says of the next pool; nothing where the session is over.
fn whole_of_next_pool(session: &Session) -> Vec<About> {
    if session.is_session_over() {
        return Vec::new();
    }
    let mut lines = vec![About::NextPool];
    if amount(session, About::Waiting) > 0 {
        lines.push(About::Waiting);
    }
    if session.rules.pool_cap.value.0.is_some() {
        lines.push(About::SidePot);
    }
    lines
}

fn whole_at_mus(session: &Session) -> Vec<About> {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let sides: Seats = hand
        .players
        .iter()
        .map(|seat| MusState::side_of(rules, seat))
        .collect();
    let each = |about: &dyn Fn(Side) -> About| {
        sides
            .iter()
            .map(|side| about((side, None)))
            .collect::<Vec<_>>()
    };
    let mut all: Vec<About> = BettingPhase::ALL
        .iter()
        .flat_map(|lance| each(&|side| About::BettingPhase(*lance, side)))
        .collect();
    all.extend(each(&About::Ordago));
    all.retain(|about| amount(session, *about) > 0);
    if is_single(session) {
        all.extend(Seats::all(hand.table.seats).iter().map(About::Has));
        if let (Some(DealEnd::Round(seat)), Finish::Losses(_)) = (hand.end, rules.end.value.finish)
        {
            all.push(About::Lost(seat));
        }
        return all;
    }
    all.extend([0, 1].map(|side| About::Score(Seat(side))));
    if matches!(hand.end, Some(DealEnd::Game(_))) {
        all.extend([0, 1].map(|side| About::Games(Seat(side))));
    }
    all
}

/// A line of the payout, and what is said of an amount; and whom they name. Gaps stand in capitals: WHO takes or gives and to
/// WHOM, a SIDE (`Ana+Carlos`) or its NAMES, a LANCE or its PHASE; N is the amount, ANY the same or `nothing`, OTHER the other side's.
fn form(session: &Session, about: About) -> ([&'static str; 2], Seat) {
    let (is_mus, is_single) = (session.is_mus(), is_single(session));
    match about {
        About::Pool => (["pool N", "the pool is N"], Seat(0)),
        About::NextPool => (["next pool N", "the next pool is N"], Seat(0)),
        About::Waiting => (["waiting N", "what waits is N"], Seat(0)),
        About::SidePot => (["side pot N", "the side pot is N"], Seat(0)),
        About::Takes(seat) => (["WHO takes N", "WHO takes ANY"], seat),
        About::Owes(seat) => (["WHO owes N", "WHO owes ANY"], seat),
        About::Has(seat) => (
            [
                "WHO has N",
                if is_mus { "WHO has N" } else { "WHO has ANY" },
            ],
            seat,
        ),
        About::Points(seat) => (["WHO has N points"; 2], seat),
        About::PaysIn(seat) => (["WHO pays N to the pool", "WHO pays the pool ANY"], seat),
        About::Pays(seat, _) => (["WHO pays N to WHOM", "WHO pays WHOM ANY"], seat),
        About::BettingPhase(_, (seat, _)) if is_single => {
            (["LANCE SIDE N", "at PHASE WHO sheds N"], seat)
        }
        About::BettingPhase(_, (side, _)) => (["LANCE SIDE N", "PHASE brings NAMES N"], side),
        About::Ordago((seat, _)) if is_single => (["ordago SIDE N", "WHO picks up N"], seat),
        About::Ordago((side, _)) => (["ordago SIDE", "by the ordago it lacked N"], side),
        // What both sides have is one line, that of the first.
        About::Score(side) => (
            [
                if side.0 == 0 { "score N OTHER" } else { "" },
                "the score of NAMES is N",
            ],
            side,
        ),
        About::Games(side) => (
            [
                if side.0 == 0 { "games N OTHER" } else { "" },
                "NAMES have won N",
            ],
            side,
        ),
        About::Lost(seat) => (["WHO lost N", "WHO has lost N"], seat),
        About::All => (["?"; 2], Seat(0)),
    }
}

/// A line of the payout as the file's language has it, and an amount as it is told: `Claude takes nothing`.
fn words(session: &Session, about: About) -> [String; 2] {
    let (rules, hand, chips) = (&session.rules, &session.mus.hand, amount(session, about));
    let ([line, says], who) = form(session, about);
    let name = |seat| session.name(seat).to_owned();
    let is_beside = |seat: &Seat| MusState::side_of(rules, *seat) == MusState::side_of(rules, who);
    let word = |word: &str, letters: Letters| match (word, about) {
        ("ANY", _) if chips == 0 => "nothing".to_owned(),
        ("N" | "ANY", _) => chips.to_string(),
        ("OTHER", About::Score(_)) => amount(session, About::Score(Seat(1))).to_string(),
        ("OTHER", _) => amount(session, About::Games(Seat(1))).to_string(),
        ("WHO", _) => name(who),
        ("WHOM", About::Pays(_, whom)) => name(whom),
        ("SIDE", _) => {
            let all = Seats::all(hand.table.seats);
            all.iter()
                .filter(is_beside)
                .map(name)
                .collect::<Vec<_>>()
                .join("+")
        }
        ("NAMES", _) => side(rules, hand, who, &name),
        ("LANCE", About::BettingPhase(lance, _)) => lance.word().to_owned(),
        ("PHASE", About::BettingPhase(lance, _)) => lance.words().to_owned(),
        // It is `de` before a verb in French.
        ("to", _) if letters == Letters::French => "à".to_owned(),
        ("points", _) if chips == 1 => "point".to_owned(),
        _ => Keyword::of(word, Letters::English)
            .map_or(word, |keyword| keyword.word_inside(letters))
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
fn payments(session: &Session, about: About) -> String {
    let About::BettingPhase(lance, (side, _)) = about else {
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

fn explained(session: &Session, about: About, mut wrong: Diagnostic) -> Diagnostic {
    let other = || "another amount".to_owned();
    let (why, clause) = summed(&mut called(session, about)).unwrap_or_else(|| match about {
        _ if session.is_mus() => (payments(session, about), Some(ClauseId::PayOrder)),
        About::Pool => {
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
        About::NextPool => (next_pool(session), Some(ClauseId::DebtEnter)),
        About::Waiting => {
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
        About::Takes(seat) => takes_nothing(session, seat),
        About::Owes(seat) => (owes_nothing(session, seat), Some(ClauseId::DebtMake)),
        About::Has(seat) => {
            wrong.help.push(purse(session, seat));
            ("after the hand".to_owned(), None)
        }
        About::Points(_) => ("after the hand".to_owned(), Some(ClauseId::Score)),
        About::Pays(..) => ("nothing is due between them".to_owned(), None),
        About::PaysIn(_) => (
            "nothing is due to this pool".to_owned(),
            Some(ClauseId::DebtMake),
        ),
        About::SidePot => (other(), Some(ClauseId::PoolCap)),
        _ => Reason::default(),
    });
    clause
        .into_iter()
        .fold(wrong.label(why), |wrong, topic| wrong.clause(topic.id()))
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
