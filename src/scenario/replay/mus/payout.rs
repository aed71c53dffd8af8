//! What a payout says: what each side took, or each player shed, for each phase; the score, the games, and who has what left.

use crate::cards::{Seat, Seats};
use crate::mus::{Ended, Fact, Hand};
use crate::rules::Finish;
use crate::rules::mus::{Lance, Sides};
use crate::scenario::replay::session::Session;
use crate::scenario::text::syntax::Side;
use crate::scenario::text::{About, At, Entry, Keyword, say};

fn is_single(session: &Session) -> bool {
    session.rules.sides.value == Sides::Single
}

/// What an entry is about, a side named by its first seat; none where the edition has nothing of the kind, or no such side.
pub fn known(session: &mut Session, entry: &At<Entry>) -> Option<About> {
    let single = is_single(session);
    let is_strange = match entry.value.about {
        About::Score(_) | About::Games(_) => single,
        About::Has(_) | About::Lost(_) => !single,
        _ => false,
    };
    if is_strange {
        session.wrong(say!("of-the-other-mus", &entry.span, edition = session.edition));
        return None;
    }
    let side = |of: Side| {
        let side = |seat| Hand::side(&session.rules, seat);
        match of {
            (one, None) => single.then_some((one, None)),
            (one, Some(other)) => (!single && one != other && side(one) == side(other)).then(|| (side(one), None)),
        }
    };
    let about = match entry.value.about {
        About::Lance(lance, of) => side(of).map(|side| About::Lance(lance, side)),
        About::Ordago(of) => side(of).map(About::Ordago),
        about => Some(about),
    };
    if about.is_none() {
        let help = if single { "each plays alone: write one name" } else { "write both names of a pair: `Ana+Carlos`" };
        session.wrong(say!("no-side", &entry.span, help));
    }
    about
}

/// What an entry should say, in stones, games or rounds.
pub fn amount(session: &Session, about: About) -> i64 {
    let (hand, table) = (&session.mus.hand, &session.mus.hand.table);
    match about {
        About::Lance(lance, (side, _)) => hand.taken[lance.place()][side],
        About::Ordago((side, _)) => hand.ordago[side],
        About::Score(side) => table.score[side],
        About::Games(side) => table.games[side],
        About::Has(seat) => table.purses[seat],
        About::Lost(seat) => table.lost[seat],
        _ => 0,
    }
}

/// What an amount is made of: each payment with its clause.
pub fn reasons(session: &Session, about: About) -> String {
    let About::Lance(lance, (side, _)) = about else { return "another number".into() };
    let of_deal = session.story.mus.iter().filter(|step| step.hand == session.now.number);
    let paid = of_deal.flat_map(|step| &step.events).filter_map(|event| match event.fact {
        Fact::Paid(of, seat, chips) if of == lance && Hand::side(&session.rules, seat) == side => {
            Some(format!("{chips} ({})", event.clause))
        }
        _ => None,
    });
    let paid: Vec<String> = paid.collect();
    if paid.is_empty() { "nothing was paid".into() } else { paid.join(" + ") }
}

pub fn whole(session: &Session) -> Vec<About> {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let sides: Seats = hand.players.each().map(|seat| Hand::side(rules, seat)).collect();
    let each = |about: &dyn Fn(Side) -> About| sides.each().map(|side| about((side, None))).collect::<Vec<_>>();
    let mut all: Vec<About> = Lance::ALL.iter().flat_map(|lance| each(&|side| About::Lance(*lance, side))).collect();
    all.extend(each(&About::Ordago));
    all.retain(|about| amount(session, *about) > 0);
    if is_single(session) {
        all.extend(Seats::all(hand.table.seats).each().map(About::Has));
        if let (Some(Ended::Round(seat)), Finish::Losses(_)) = (hand.ended, rules.end.value.finish) {
            all.push(About::Lost(seat));
        }
        return all;
    }
    all.extend([0, 1].map(|side| About::Score(Seat(side))));
    if matches!(hand.ended, Some(Ended::Game(_))) {
        all.extend([0, 1].map(|side| About::Games(Seat(side))));
    }
    all
}

/// A line of the payout as the file's language has it, and what it says an amount of: `Couples bring Ana and Carlos`.
pub fn words(session: &Session, about: About) -> (String, String) {
    let (rules, hand, single, number) = (&session.rules, &session.mus.hand, is_single(session), amount(session, about));
    let name = |seat: Seat| session.name(seat).to_owned();
    let names = |side| super::side(rules, hand, side, &name);
    let side = |seat: Seat| {
        let of = |seat| Hand::side(rules, seat);
        let of_side = Seats::all(hand.table.seats).each().filter(|other| of(*other) == of(seat));
        of_side.map(name).collect::<Vec<_>>().join("+")
    };
    let both = |word: Keyword, other: About, of: Seat| {
        let other = amount(session, other);
        if of == Seat(0) { format!("{} {number} {other}", session.word(word)) } else { String::new() }
    };
    let of_one = |seat, word: Keyword| format!("{} {} {number}", name(seat), session.word(word));
    match about {
        About::Lance(lance, (seat, _)) => {
            let (line, phase) = (format!("{} {} {number}", lance.word(), side(seat)), lance.words());
            let sheds = || format!("at {phase} {} sheds", name(seat));
            (line, if single { sheds() } else { format!("{phase} brings {}", names(seat)) })
        }
        About::Ordago((seat, _)) if single => {
            (format!("ordago {} {number}", side(seat)), format!("{} picks up", name(seat)))
        }
        About::Ordago((seat, _)) => (format!("ordago {}", side(seat)), "by the ordago it lacked".into()),
        About::Score(of) => (both(Keyword::Score, About::Score(Seat(1)), of), format!("the score of {} is", names(of))),
        About::Games(of) => (both(Keyword::Games, About::Games(Seat(1)), of), format!("{} have won", names(of))),
        About::Has(seat) => (of_one(seat, Keyword::Has), format!("{} has", name(seat))),
        About::Lost(seat) => (of_one(seat, Keyword::Lost), format!("{} has lost", name(seat))),
        _ => ("?".into(), "it is".into()),
    }
}
