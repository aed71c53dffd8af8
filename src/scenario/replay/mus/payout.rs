//! The payout: what each side took, or each player shed, for each phase; the score, the games, and who has what left.

use super::game::Game;
use super::words as said;
use crate::cards::{Seat, Seats};
use crate::mus::{Ended, Fact, Hand};
use crate::rules::mus::{Lance, Sides};
use crate::rules::{Finish, Topic};
use crate::scenario::replay::wrong::Made;
use crate::scenario::text::diagnostic::Code;
use crate::scenario::text::keyword::Keyword;
use crate::scenario::text::syntax::{About, Asks, At, Entry, Hole, Side, Span};

/// Checks a payout fence and ends the deal, if it can be ended.
pub fn payout(game: &mut Game, entries: &[At<Entry>], span: &Span) -> Made {
    game.session.part_span = span.clone();
    if game.session.paid {
        let wrong = Code::MisplacedFence.at(span, "this deal has a payout already");
        return Err(wrong.label("a second payout").into());
    }
    if let Some(whom) = game.finish() {
        let place = entries.first().map_or(span, |entry| &entry.span);
        let wrong = Code::Unfinished.at(place, "the deal is not over").label(whom);
        return Err(wrong.help("a payout comes at the end of a deal").into());
    }
    game.session.paid = true;
    // What is asked about the reckoning is asked where the cards are shown.
    let (number, last) = (game.session.number, game.steps.len() - 1);
    let shown = game.steps.iter().rposition(|step| step.hand == number && step.id.ends_with("-show")).unwrap_or(last);
    let asked = game.session.tasks.extract_if(.., |task| matches!(task.asks, Asks::Takes(_)));
    game.session.asked.extend(asked.map(|task| (shown, task)));
    let mut told: Vec<(About, Span)> = Vec::new();
    for entry in entries {
        let Some(about) = known(game, entry) else { continue };
        if let Some((_, first)) = told.iter().find(|(other, _)| *other == about) {
            let wrong = Code::WrongPayout.at(&entry.span, "this appears twice").label("again here");
            game.session.wrong(wrong.related(first.clone(), "first here"));
        }
        told.push((about, entry.span.clone()));
        check(game, about, entry);
    }
    let unsaid: Vec<About> =
        whole(game).into_iter().filter(|about| told.iter().all(|(other, _)| other != about)).collect();
    let words = |about: &About| words(game, *about);
    if let Some((_, all)) = told.iter().find(|(about, _)| *about == About::All) {
        let text: Vec<String> = unsaid.iter().map(words).collect();
        let wrong = Code::Unfilled.at(all, "the payout is to be filled").label("all of it");
        game.session.expect(Some(wrong.fix(text.join("\n"))));
        return Ok(());
    }
    let place = entries.last().map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    for about in unsaid.into_iter().filter(|about| matches!(about, About::Lance(..) | About::Ordago(_))) {
        let line = self::words(game, about);
        let wrong = Code::WrongPayout.at(&place, format!("{line}, and the payout does not say so"));
        let wrong = wrong.label("missing here");
        game.session.wrong(if entries.is_empty() {
            wrong.help(format!("write `{line}` on a line of its own"))
        } else {
            wrong.fix(format!("\n{line}"))
        });
    }
    Ok(())
}

/// What an entry is about, a side named by its first seat; none where the edition has nothing of the kind, or no such side.
fn known(game: &mut Game, entry: &At<Entry>) -> Option<About> {
    let single = game.session.rules.sides.value == Sides::Single;
    let is_strange = match entry.value.about {
        About::Score(_) | About::Games(_) => single,
        About::Has(_) | About::Lost(_) => !single,
        _ => false,
    };
    if is_strange {
        let wrong = Code::NotInEdition.at(&entry.span, format!("{} has nothing of the kind", game.session.edition));
        let wrong = wrong.label("told of the other game").clause(game.session.clause(Topic::Sides));
        game.session.wrong(wrong);
        return None;
    }
    let side = |(one, other): Side| {
        let rules = &game.session.rules;
        match other {
            None => single.then_some(one),
            Some(other) => (!single && one != other && Hand::side(rules, one) == Hand::side(rules, other))
                .then(|| Hand::side(rules, one)),
        }
    };
    let about = match entry.value.about {
        About::Lance(lance, of) => side(of).map(|side| About::Lance(lance, (side, None))),
        About::Ordago(of) => side(of).map(|side| About::Ordago((side, None))),
        about => Some(about),
    };
    if about.is_none() {
        let wrong = Code::UnknownName.at(&entry.span, "this is no side of the game").label("not a side");
        let help = if single { "each plays alone: write one name" } else { "write both names of a pair: `Ana+Carlos`" };
        game.session.wrong(wrong.help(help));
    }
    about
}

/// What an entry should say, in stones, games or rounds.
fn amount(game: &Game, about: About) -> i64 {
    let (hand, table) = (&game.hand, &game.hand.table);
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

fn check(game: &mut Game, about: About, entry: &At<Entry>) {
    let right = amount(game, about);
    let is_paid = matches!(about, About::Lance(..) | About::Ordago(_));
    let Some(written) = &entry.value.amount else {
        let wrong = Code::WrongPayout.at(&entry.span, "nothing was won by an ordago").label("not so");
        let is_wrong = matches!(about, About::Ordago(_)) && right == 0;
        if about != About::All {
            game.session.expect(is_wrong.then_some(wrong));
        }
        return;
    };
    let code = match written.value {
        Hole::Known(known) => (known != right || (is_paid && right == 0)).then_some(Code::WrongPayout),
        Hole::Open => Some(Code::Unfilled),
    };
    let wrong = code.map(|code| {
        let not = written.value.not(|known| *known);
        let wrong =
            code.at(&written.span, format!("{} {right}{not}", told_of(game, about))).label(reasons(game, about));
        let wrong = wrong.clause(game.session.clause(Topic::PayOrder));
        match is_paid && right == 0 {
            true => wrong.fix_at(entry.span.clone(), ""),
            false => wrong.fix(right.to_string()),
        }
    });
    game.session.expect(wrong);
}

/// What an amount is said of: `Couples bring Ana and Carlos`.
fn told_of(game: &Game, about: About) -> String {
    let (rules, hand) = (&game.session.rules, &game.hand);
    let name = |seat: Seat| game.session.name(seat).to_owned();
    let sheds = rules.sides.value == Sides::Single;
    match about {
        About::Lance(lance, (side, _)) if sheds => format!("at {} {} sheds", lance.words(), name(side)),
        About::Lance(lance, (side, _)) => {
            format!("{} brings {}", lance.words(), said::side(rules, hand, side, &name))
        }
        About::Ordago((side, _)) if sheds => format!("{} picks up", name(side)),
        About::Ordago(_) => "by the ordago it lacked".into(),
        About::Score(side) => format!("the score of {} is", said::side(rules, hand, side, &name)),
        About::Games(side) => format!("{} have won", said::side(rules, hand, side, &name)),
        About::Has(seat) => format!("{} has", name(seat)),
        About::Lost(seat) => format!("{} has lost", name(seat)),
        _ => "it is".into(),
    }
}

/// What an amount is made of: each payment with its clause.
fn reasons(game: &Game, about: About) -> String {
    let (rules, of_deal) = (&game.session.rules, game.steps.iter().filter(|step| step.hand == game.session.number));
    let About::Lance(lance, (side, _)) = about else { return "another number".into() };
    let paid = of_deal.flat_map(|step| &step.events).filter_map(|event| match event.fact {
        Fact::Paid(of, seat, chips) if of == lance && Hand::side(rules, seat) == side => {
            Some(format!("{chips} ({})", event.clause))
        }
        _ => None,
    });
    let paid: Vec<String> = paid.collect();
    if paid.is_empty() { "nothing was paid".into() } else { paid.join(" + ") }
}

/// The whole payout, in the order in which an author would write it.
fn whole(game: &Game) -> Vec<About> {
    let rules = &game.session.rules;
    let sides: Seats = game.hand.players.each().map(|seat| Hand::side(rules, seat)).collect();
    let any = |about: &About| amount(game, *about) > 0;
    let single = rules.sides.value == Sides::Single;
    let each = |about: fn(Lance, Side) -> About| {
        Lance::ALL.iter().flat_map(move |lance| sides.each().map(move |side| about(*lance, (side, None))))
    };
    let mut all: Vec<About> = each(About::Lance).filter(any).collect();
    all.extend(sides.each().map(|side| About::Ordago((side, None))).filter(any));
    if single {
        all.extend(Seats::all(game.hand.table.seats).each().map(About::Has));
        if let (Some(Ended::Round(seat)), Finish::Losses(_)) = (game.hand.ended, rules.end.value.finish) {
            all.push(About::Lost(seat));
        }
        return all;
    }
    all.extend([0, 1].map(|side| About::Score(Seat(side))));
    if matches!(game.hand.ended, Some(Ended::Game(_))) {
        all.extend([0, 1].map(|side| About::Games(Seat(side))));
    }
    all
}

/// A line of the payout as the file's language has it; what both sides have stands on one.
fn words(game: &Game, about: About) -> String {
    let session = &game.session;
    let number = amount(game, about);
    let side = |seat: Seat| {
        let of_side = Seats::all(game.hand.table.seats).each();
        let of_side = of_side.filter(|other| Hand::side(&session.rules, *other) == Hand::side(&session.rules, seat));
        of_side.map(|seat| session.name(seat)).collect::<Vec<_>>().join("+")
    };
    let both = |word: Keyword, about: fn(Seat) -> About, of: Seat| {
        let other = amount(game, about(Seat(1)));
        if of == Seat(0) { format!("{} {number} {other}", session.word(word)) } else { String::new() }
    };
    match about {
        About::Lance(lance, (seat, _)) => format!("{} {} {number}", lance.word(), side(seat)),
        About::Ordago((seat, _)) if session.rules.sides.value == Sides::Pairs => format!("ordago {}", side(seat)),
        About::Ordago((seat, _)) => format!("ordago {} {number}", side(seat)),
        About::Score(of) => both(Keyword::Score, About::Score, of),
        About::Games(of) => both(Keyword::Games, About::Games, of),
        About::Has(seat) => format!("{} {} {number}", session.name(seat), session.word(Keyword::Has)),
        About::Lost(seat) => format!("{} {} {number}", session.name(seat), session.word(Keyword::Lost)),
        _ => "?".into(),
    }
}
