//! The payout: who takes, owes and pays, what the next hand finds, and why each amount is what it is.

use super::session::{Session, list};
use super::story::{Kind, Payment, number, sum};
use super::wrong::{Made, nothing_of_the_kind, without_trick};
use crate::cards::{Letters, Seat};
use crate::engine::{Account, Event, Fact, Stage, Transfer, ahead};
use crate::rules::Topic;
use crate::scenario::text::{About, At, Code, Diagnostic, Entry, Hole, Keyword, Span, say};

/// Checks a payout fence and ends the hand, if it can be ended.
pub fn payout(session: &mut Session, entries: &[At<Entry>], span: &Span) -> Made {
    session.pass_while(|_| true);
    session.part_span = span.clone();
    if session.paid {
        return Err(say!("second-payout", span).into());
    }
    if session.hand.stage != Stage::Over {
        let place = entries.first().map_or(span, |entry| &entry.span);
        return Err(say!("not-over", place, whom = session.whom()).into());
    }
    session.close_hand();
    for entry in entries {
        if let Some(amount) = &entry.value.amount {
            check(session, entry, amount);
        }
    }
    let mut unsaid = whole(session);
    unsaid.retain(|about| entries.iter().all(|entry| entry.value.about != *about));
    match entries.iter().find(|entry| entry.value.about == About::All) {
        Some(all) => fill(session, &unsaid, &all.span),
        None => complete(session, unsaid, entries, span),
    }
    repeated(session, entries);
    Ok(())
}

/// What an entry should say, in chips.
fn amount(session: &Session, about: About) -> i64 {
    let (rules, table) = (&session.rules, &session.table);
    let moved = |payment| called(session, payment).map(|(_, transfer)| transfer.chips).sum();
    match about {
        About::Pool => session.pool,
        About::NextPool => ahead(rules, table).next_pool(rules),
        About::Waiting => ahead(rules, table).waiting(rules),
        About::SidePot => ahead(rules, table).next_side_pot(rules),
        About::Points(seat) => points(session, seat).unwrap_or_default(),
        About::Takes(seat) => moved(Payment::Takes(seat)),
        About::Owes(seat) => session.hand.owes[seat],
        About::Has(seat) => table.purses[seat],
        About::Pays(from, to) => moved(Payment::Pays(from, to)),
        About::PaysIn(seat) => moved(Payment::PaysIn(seat)),
        _ => 0,
    }
}

/// The points that a seat has after the hand, where points are counted.
fn points(session: &Session, seat: Seat) -> Option<i64> {
    session.rules.score.value.0.map(|score| i64::from(score.start - session.table.off[seat]))
}

/// An entry of what there is not: the game has nothing of the kind, or is over.
fn nothing_such(session: &Session, about: About, span: &Span) -> Option<Diagnostic> {
    let topic = match about {
        About::NextPool if session.is_done() => {
            return Some(say!("no-next-pool", span).clause(session.clause(Topic::End)));
        }
        About::SidePot => Topic::PoolCap,
        About::Points(_) => Topic::Score,
        _ => return None,
    };
    (!session.rules.has(topic)).then(|| nothing_of_the_kind(session, span, topic))
}

/// The moves that a payout calls so, each with its clause.
fn called<'a>(session: &'a Session, payment: Payment) -> impl Iterator<Item = (Topic, Transfer)> + 'a {
    let moves = session.events.iter().filter_map(|event| Some((event.clause, Payment::of(event)?)));
    moves.filter(move |(_, (called, _))| *called == payment).map(|(clause, (_, transfer))| (clause, transfer))
}

fn check(session: &mut Session, entry: &At<Entry>, written: &At<Hole<i64>>) {
    let about = entry.value.about;
    if let Some(wrong) = nothing_such(session, about, &written.span) {
        return session.expect(Some(wrong));
    }
    let right = amount(session, about);
    let name = |seat| session.name(seat);
    let what = match about {
        About::Pool => "the pool is".to_owned(),
        About::NextPool => "the next pool is".to_owned(),
        About::Waiting => "what waits is".to_owned(),
        About::SidePot => "the side pot is".to_owned(),
        About::Takes(seat) => format!("{} takes", name(seat)),
        About::Owes(seat) => format!("{} owes", name(seat)),
        About::Has(seat) | About::Points(seat) => format!("{} has", name(seat)),
        About::Pays(from, to) => format!("{} pays {}", name(from), name(to)),
        About::PaysIn(seat) => format!("{} pays the pool", name(seat)),
        _ => return,
    };
    let code = match written.value {
        Hole::Known(known) => (known != right).then_some(Code::WrongPayout),
        Hole::Open => Some(Code::Unfilled),
    };
    let wrong = code.map(|code| {
        let shown = match about {
            About::Points(_) if right == 1 => "1 point".into(),
            About::Points(_) => format!("{right} points"),
            _ if right == 0 && !what.ends_with("is") => "nothing".into(),
            _ => right.to_string(),
        };
        let wrong = code.at(&written.span, format!("{what} {shown}{}", written.value.not(|known| *known)));
        // Of what is nothing a payout says nothing.
        let wrong = match right == 0 && about.is_paid() {
            true => wrong.fix_at(entry.span.clone(), ""),
            false => wrong.fix(right.to_string()),
        };
        explained(session, about, wrong)
    });
    session.expect(wrong);
}

/// A `?` stands for every line that is not written beside it.
fn fill(session: &mut Session, unsaid: &[About], span: &Span) {
    if unsaid.is_empty() {
        return session.wrong(say!("nothing-is-left", span));
    }
    let text = unsaid.iter().map(|about| words(session, *about)).collect::<Vec<_>>().join("\n");
    session.expect(Some(say!("open-payout", span).fix(text)));
}

/// What happens and is not listed, where a payout stands.
fn complete(session: &mut Session, unsaid: Vec<About>, entries: &[At<Entry>], span: &Span) {
    let order = whole(session);
    // Where the entry begins that comes next, in the order in which a payout is written.
    let after =
        |rest: &[About]| entries.iter().find(|entry| rest.contains(&entry.value.about)).map(|next| next.span.start);
    let place = entries.last().map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    // Of points all are told, or none.
    let points = entries.iter().any(|entry| matches!(entry.value.about, About::Points(_)));
    let needed = |about: &About| about.is_paid() || (points && matches!(about, About::Points(_)));
    for about in unsaid.into_iter().filter(needed) {
        let words = words(session, about);
        let wrong = explained(session, about, say!("unsaid", &place, words)).label("missing here");
        session.wrong(match entries.is_empty() {
            true => wrong.help(format!("write `{words}` on a line of its own")),
            false => match order.iter().position(|other| *other == about).and_then(|at| after(&order[at..])) {
                Some(next) => wrong.fix_at(next..next, format!("{words}\n")),
                None => wrong.fix(format!("\n{words}")),
            },
        });
    }
}

fn repeated(session: &mut Session, entries: &[At<Entry>]) {
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = entries[..index].iter().find(|other| other.value.about == entry.value.about) {
            session.wrong(say!("entry-twice", &entry.span).again(first));
        }
    }
}

/// The whole payout, in the order in which an author would write it.
fn whole(session: &Session) -> Vec<About> {
    let any = |about: &About| amount(session, *about) > 0;
    let seats = || (0..session.hand.seats).map(Seat);
    let pays = seats().flat_map(|from| seats().map(move |to| (from, to)));
    let pays = pays.filter(|(from, to)| called(session, Payment::Pays(*from, *to)).next().is_some());
    std::iter::once(About::Pool)
        .chain(session.hand.in_turn().map(About::Takes).filter(any))
        .chain(session.hand.in_turn().map(About::Owes).filter(any))
        .chain(pays.map(|(from, to)| About::Pays(from, to)))
        .chain(session.hand.in_turn().map(About::PaysIn).filter(any))
        .chain(seats().filter(|seat| points(session, *seat).is_some()).map(About::Points))
        .chain([About::NextPool].into_iter().filter(|_| !session.is_done()))
        .chain([About::Waiting].into_iter().filter(any))
        .chain([About::SidePot].into_iter().filter(|_| session.rules.pool_cap.value.0.is_some()))
        .collect()
}

/// A line of the payout as the file's language has it.
fn words(session: &Session, about: About) -> String {
    let (chips, nobody) = (amount(session, about), Seat(0));
    let (form, who, whom) = match about {
        About::Pool => ("pool N", nobody, nobody),
        About::NextPool => ("next pool N", nobody, nobody),
        About::Waiting => ("waiting N", nobody, nobody),
        About::SidePot => ("side pot N", nobody, nobody),
        About::Takes(seat) => ("WHO takes N", seat, nobody),
        About::Owes(seat) => ("WHO owes N", seat, nobody),
        About::Has(seat) => ("WHO has N", seat, nobody),
        About::Points(seat) if chips == 1 => ("WHO has N point", seat, nobody),
        About::Points(seat) => ("WHO has N points", seat, nobody),
        About::PaysIn(seat) => ("WHO pays N to the pool", seat, nobody),
        About::Pays(from, to) => ("WHO pays N to WHOM", from, to),
        _ => ("?", nobody, nobody),
    };
    let word = |word: &str| match word {
        "N" => chips.to_string(),
        "WHO" => session.name(who).to_owned(),
        "WHOM" => session.name(whom).to_owned(),
        // It is `de` before a verb in French.
        "to" if session.letters == Letters::French => "à".to_owned(),
        _ => Keyword::of(word, Letters::English).map_or(word, |keyword| session.word(keyword)).to_owned(),
    };
    form.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Why an amount is what it is: in short, its sums with their clauses, and the clause it rests on.
type Reason = (String, Vec<String>, Option<Topic>);

/// Adds why an entry's amount is what it is.
fn explained(session: &Session, about: About, wrong: Diagnostic) -> Diagnostic {
    let (short, sums, clause) = match about {
        About::Pool => ("another amount".into(), entered(session), Some(Topic::Stake)),
        About::NextPool => ("another amount".into(), vec![next_pool(session)], Some(Topic::DebtEnter)),
        About::Waiting => waiting(session),
        About::Takes(seat) => summed(session, Payment::Takes(seat)).unwrap_or_else(|| takes_nothing(session, seat)),
        About::Owes(seat) => owes(session, seat),
        About::Has(seat) => ("after the hand".into(), vec![purse(session, seat)], None),
        About::Pays(from, to) => summed(session, Payment::Pays(from, to))
            .unwrap_or_else(|| ("nothing is due between them".into(), Vec::new(), None)),
        About::PaysIn(seat) => summed(session, Payment::PaysIn(seat))
            .unwrap_or_else(|| ("nothing is due to this pool".into(), Vec::new(), Some(Topic::DebtMake))),
        About::Points(_) => ("after the hand".into(), Vec::new(), Some(Topic::Score)),
        About::SidePot => ("another amount".into(), Vec::new(), Some(Topic::PoolCap)),
        _ => Reason::default(),
    };
    let (short, sums) =
        if short == "another amount" && !sums.is_empty() { (sums.join(" and "), Vec::new()) } else { (short, sums) };
    let wrong = sums.into_iter().fold(wrong.label(short), Diagnostic::help);
    clause.into_iter().fold(wrong, |wrong, topic| wrong.clause(session.clause(topic)))
}

/// Sums and their clauses; none if nothing moved.
fn summed(session: &Session, payment: Payment) -> Option<Reason> {
    let moves: Vec<(Topic, Transfer)> = called(session, payment).collect();
    let (clause, _) = moves.first()?;
    let say = |(clause, moved): &(Topic, Transfer)| format!("{} ({clause})", sum(moved.sum, moved.chips, &[]));
    Some(("another amount".into(), moves.iter().map(say).collect(), Some(*clause)))
}

fn takes_nothing(session: &Session, seat: Seat) -> Reason {
    let name = |seat| session.name(seat);
    let (short, clause) = match outcome(session).map(|Event { fact, clause }| (fact, clause)) {
        Some((Fact::Void, clause)) => ("the pool stays for the next hand".to_string(), clause),
        Some((Fact::BestFlush(winner), _)) => (format!("{}'s flush takes the pool", name(winner)), Topic::FlushTake),
        Some((Fact::Alone(winner), clause)) => (format!("{} is left alone and takes the pool", name(winner)), clause),
        _ => (format!("{} {}", name(seat), without_trick(session, seat)), Topic::PayShare),
    };
    (short, Vec::new(), Some(clause))
}

/// What ended the hand, if not its tricks.
fn outcome(session: &Session) -> Option<Event> {
    let ends = |event: &&Event| matches!(event.fact, Fact::Void | Fact::BestFlush(_) | Fact::Alone(_));
    session.events.iter().find(ends).copied()
}

fn owes(session: &Session, seat: Seat) -> Reason {
    let made = session.events.iter().filter_map(|event| match event.fact {
        Fact::Owes(who, chips, came) if who == seat => {
            Some((event.clause, format!("{} ({})", sum(came, chips, &[]), event.clause)))
        }
        _ => None,
    });
    let (clauses, sums): (Vec<Topic>, Vec<String>) = made.unzip();
    if let Some(clause) = clauses.first() {
        return ("another amount".into(), sums, Some(*clause));
    }
    let name = session.name(seat);
    let short = match session.hand.tricks[seat] {
        _ if outcome(session).is_some() => format!("no debt falls on {name}"),
        0 => format!("{name} {}", without_trick(session, seat)),
        1 => format!("{name} won a trick"),
        tricks => format!("{name} won {tricks} tricks"),
    };
    (short, Vec::new(), Some(Topic::DebtMake))
}

/// What came into the pool when the hand opened.
fn entered(session: &Session) -> Vec<String> {
    let entered = |event: &Event| match event.fact {
        Fact::Moved(moved) if moved.to == Account::Pool => {
            Some(format!("{} ({})", sum(moved.sum, moved.chips, &[]), event.clause))
        }
        _ => None,
    };
    opening(session).iter().filter_map(entered).collect()
}

fn opening<'a>(session: &'a Session) -> &'a [Event] {
    let deal = session.steps.iter().find(|step| step.hand == session.number && step.kind == Kind::Deal);
    deal.map_or(&[], |step| &step.events)
}

fn next_pool(session: &Session) -> String {
    let (rules, table) = (&session.rules, &session.table);
    let left = (table.pool > 0).then(|| format!("{} left in it", number(table.pool)));
    let debts = table.debts[table.entering(rules)].iter();
    let debts = debts
        .map(|debt| format!("{} of {}'s debt ({})", number(debt.chips), session.name(debt.debtor), Topic::DebtEnter));
    let stakes = table.stakes(rules);
    let stake = (stakes > 0).then(|| format!("{} of the stake ({})", number(stakes), Topic::Stake));
    let beside = (table.side_pot > 0).then(|| format!("{} that waited beside it", number(table.side_pot)));
    let sum = left.into_iter().chain(beside).chain(debts).chain(stake).collect::<Vec<_>>().join(" + ");
    match rules.pool_cap.value.0.filter(|_| ahead(rules, table).next_side_pot(rules) > 0) {
        Some(limit) => format!("{sum}, of which it may hold {limit} ({})", Topic::PoolCap),
        None => sum,
    }
}

fn waiting(session: &Session) -> Reason {
    let table = &session.table;
    let entering = table.entering(&session.rules);
    let waits = table.debts.iter().enumerate().filter(|(at, _)| !entering.contains(at));
    let debts = list(waits.map(|(_, debt)| format!("{} of {}'s", number(debt.chips), session.name(debt.debtor))));
    match debts.is_empty() {
        true => ("no debt waits beside the pool".into(), Vec::new(), Some(Topic::DebtEnter)),
        false => ("the debts that wait".into(), vec![debts], Some(Topic::DebtEnter)),
    }
}

/// A purse before the hand, and what went through it.
fn purse(session: &Session, seat: Seat) -> String {
    let opened = opening(session).iter().filter(|event| matches!(event.clause, Topic::Stake | Topic::DebtEnter));
    let (mut paid, mut taken) = (0, 0);
    for event in opened.chain(&session.events) {
        let Fact::Moved(moved) = event.fact else { continue };
        paid += if moved.from == Account::Seat(seat) { moved.chips } else { 0 };
        taken += if moved.to == Account::Seat(seat) { moved.chips } else { 0 };
    }
    let now = session.table.purses[seat];
    let [before, paid, taken, now] = [now - taken + paid, paid, taken, now].map(number);
    format!("{before} before the hand − {paid} paid + {taken} taken = {now}")
}
