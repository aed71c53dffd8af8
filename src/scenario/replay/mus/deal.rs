//! A deal of Mus: how it is opened, with what a session under way brings along; and how acts become its steps.

use crate::cards::{Card, PerSeat, Seat, Seats, Set};
use crate::engine::Refusal;
use crate::mus::{Act, Event, Fact, Hand, Stage, apply, choices, most, truth};
use crate::rules::mus::{Lance, Sides};
use crate::rules::{Finish, Topic, Verb};
use crate::scenario::replay::deal::{asserted, dealer, hand, once};
use crate::scenario::replay::mus::Bidding;
use crate::scenario::replay::session::{Session, nothing_of_the_kind};
use crate::scenario::replay::story::{Kind, Step};
use crate::scenario::replay::task;
use crate::scenario::text::{At, Choice, Choices, Code, DealText, Task, say};

/// Opens the deal; whether it could be done.
pub fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.story.diagnostics.len();
    if session.mus.table.is_over(&session.rules) {
        session.wrong(say!("match-over", &text.opening));
        return false;
    }
    strange(session, text);
    (if session.now.number == 1 { first } else { later })(session, text);
    session.mus = Bidding::new(&session.rules, session.mus.table);
    let cards = cards(session, text);
    if session.story.diagnostics[found..].iter().any(|wrong| wrong.code != Code::WrongState) {
        return false;
    }
    session.now.stock = text.stock.iter().map(|card| card.value).collect();
    let dealt = act(session, if text.misdeal.is_some() { Act::Misdeal } else { Act::Deal(cards) });
    if let Err(refusal) = dealt {
        session.wrong(say!("not-to-be-dealt", &text.opening, why = format!("{refusal:?}")));
    }
    dealt.is_ok()
}

fn strange(session: &mut Session, text: &DealText) {
    let both = |both: &Option<[At<i64>; 2]>| both.as_ref().map(|[one, other]| one.span.start..other.span.end);
    let lost = text.lost.first().map(|(seat, rounds)| seat.span.start..rounds.span.end);
    let of_sides = [both(&text.score), both(&text.games)];
    let of_the_other = if session.rules.sides.value == Sides::Single { of_sides } else { [lost, None] };
    for span in of_the_other.iter().flatten() {
        session.wrong(say!("of-the-other-mus", span, edition = session.edition));
    }
    let of_tricks = [
        text.turn.as_ref().map(|card| &card.span),
        text.fille.first().map(|card| &card.span),
        text.stake.as_ref().map(|chips| &chips.span),
        text.side_pot.as_ref().map(|chips| &chips.span),
        text.hand.as_ref().map(|number| &number.span),
        text.points.first().map(|(seat, _)| &seat.span),
        text.debts.first().map(|(seat, _)| &seat.span),
    ];
    for span in of_tricks.into_iter().flatten() {
        session.wrong(nothing_of_the_kind(session, span, Topic::Stake));
    }
}

/// What is told of the two sides, each named by its first seat.
fn sides(both: &Option<[At<i64>; 2]>) -> impl Iterator<Item = (Seat, &At<i64>)> {
    [Seat(0), Seat(1)].into_iter().zip(both.iter().flatten())
}

fn first(session: &mut Session, text: &DealText) {
    let mut table = session.mus.table;
    match &text.dealer {
        Some(dealer) => table.dealer = dealer.value,
        None => session.wrong(say!("no-dealer", &text.opening)),
    }
    let (most_score, most_games, most_lost) = match session.rules.end.value.finish {
        Finish::Games { target, games } => (target, games, 0),
        Finish::Losses(losses) => (0, 0, losses),
        _ => (0, 0, 0),
    };
    let mut begun = |told: &At<i64>, over: i64, what: &str| {
        if told.value >= over {
            session.wrong(say!("over-before-it-begins", &told.span, told = told.value, what, most = over - 1));
        }
        told.value
    };
    for (side, score) in sides(&text.score) {
        table.score[side] = begun(score, most_score, "stones the game");
    }
    for (side, games) in sides(&text.games) {
        table.games[side] = begun(games, most_games, "games won the match");
    }
    for (seat, rounds) in &text.lost {
        table.lost[seat.value] = begun(rounds, most_lost, "lost rounds the game of a player");
    }
    session.mus.table = table;
}

/// In later deals the dealer, the score, the games and the lost rounds are assertions.
fn later(session: &mut Session, text: &DealText) {
    let table = session.mus.table;
    dealer(session, text, table.dealer);
    for (side, score) in sides(&text.score) {
        asserted(session, Some(score), table.score[side], |now| format!("the score of this side is {now}"));
    }
    for (side, games) in sides(&text.games) {
        asserted(session, Some(games), table.games[side], |now| format!("this side has won {now} games"));
    }
    for (seat, rounds) in &text.lost {
        let name = session.name(seat.value).to_owned();
        asserted(session, Some(rounds), table.lost[seat.value], |now| format!("{name} has lost {now} rounds"));
    }
}

/// The hands, each card once and none foreign; of those who are safe none.
fn cards(session: &mut Session, text: &DealText) -> PerSeat<Set> {
    let mut hands = PerSeat::all(Set::EMPTY);
    let players = session.mus.table.players(&session.rules);
    if let Some(misdeal) = &text.misdeal {
        if let Some((seat, _)) = text.hands.first() {
            session.wrong(say!("cards-of-a-misdeal", &seat.span).related(misdeal.span.clone(), "the misdeal"));
        }
        return hands;
    }
    if players.len() < 2 {
        session.wrong(say!("nobody-to-play-with", &text.opening));
    }
    let mut seen: Vec<At<Card>> = Vec::new();
    for (seat, cards) in &text.hands {
        if players.has(seat.value) {
            hands[seat.value] = hand(session, &mut seen, seat, cards);
        } else {
            session.wrong(say!("hand-of-the-safe", &seat.span, name = session.name(seat.value)));
        }
    }
    let told: Seats = text.hands.iter().map(|(seat, _)| seat.value).collect();
    for seat in players.minus(told).each() {
        session.wrong(say!("no-cards", &text.opening, name = session.name(seat)));
    }
    for card in &text.stock {
        once(session, &mut seen, card);
    }
    hands
}

pub fn act(session: &mut Session, act: Act) -> Result<(), Refusal> {
    let (before, mut events) = (session.mus.hand, Vec::new());
    let (kind, mover, id) = match act {
        Act::Deal(_) | Act::Misdeal => (Kind::Deal, None, session.asked_at_mus().0),
        Act::Pay => {
            let lance = session.rules.phase_order.value.0.get(before.at).copied().unwrap_or(Lance::Point);
            let is_point = lance == Lance::Jeu && before.says[lance.place()].is_empty();
            (Kind::Payment, None, format!("pay-{}", if is_point { Lance::Point } else { lance }.word()))
        }
        Act::Does(..) | Act::Serve(_) => (Kind::Declaration, Some(before.mover), session.asked_at_mus().0),
        Act::Seen => (Kind::Declaration, None, format!("seen{}", session.mus.rounds.max(1))),
    };
    let mus = &mut session.mus;
    apply(&session.rules, &mut mus.hand, act, &mut events)?;
    if !matches!(act, Act::Pay) {
        let closed = events.iter().filter_map(|event| match event.fact {
            Fact::Closed(lance, _) => Some((lance, mus.hand.outcomes[lance.place()].winner)),
            _ => None,
        });
        // Where nobody has Jeu, that phase ends with what was said.
        let no_jeu = before.lance == Lance::Jeu && mus.hand.lance == Lance::Point;
        mus.closed = no_jeu.then_some((Lance::Jeu, None)).into_iter().chain(closed).collect();
    }
    let stage = mus.hand.stage;
    let goes_on = (stage, mus.hand.lance) == (before.stage, before.lance) && before.stage != Stage::Open;
    mus.said = if goes_on { mus.said + 1 } else { 0 };
    mus.is_declared &= stage == Stage::Declaring && goes_on;
    mus.rounds += usize::from(stage == Stage::Asked && before.stage != Stage::Asked);
    session.now.tries = 0;
    step(session, kind, id, before, events, mover);
    Ok(())
}

fn step(session: &mut Session, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
    session.story.shown.extend(events.iter().map(|event| event.clause));
    let is_answer = kind == Kind::Declaration && mover.is_some();
    let fits = |task: &Task| task::fits_bidding(task, before.stage, is_answer);
    let is_refused = matches!(kind, Kind::Refused { .. });
    let frame = session.frame(kind, id, mover, if is_refused { None } else { Some(&fits) });
    session.story.mus.push(Step::new(frame, before, session.mus.hand, events));
}

pub fn allowed(session: &Session) -> (Choices, Topic) {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let (all, clause) = choices(rules, hand);
    let choice = |verb: &Verb| Choice { verb: *verb, most: most(rules, hand, *verb) };
    (Choices::Declarations(all.iter().map(choice).collect()), clause)
}

pub fn refused(session: &mut Session, seat: Seat, verb: Verb, attempt: String, clause: Topic) {
    session.now.tries += 1;
    session.story.proved.refusals += 1;
    let (hand, id) = (session.mus.hand, format!("{}-try{}", session.asked_at_mus().0, session.now.tries));
    let kind = Kind::Refused { seat, verb, card: None, attempt, clause };
    step(session, kind, id, hand, Vec::new(), Some(hand.mover));
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn declare(session: &mut Session, is_wanted: impl Fn(&Session) -> bool) {
    while session.mus.hand.stage == Stage::Declaring && !session.mus.is_declared && is_wanted(session) {
        let lance = session.mus.hand.lance;
        while session.mus.hand.stage == Stage::Declaring && session.mus.hand.lance == lance {
            let says = truth(&session.rules, &session.mus.hand);
            if act(session, Act::Does(session.mus.hand.mover, says)).is_err() {
                return;
            }
        }
    }
}

pub fn pay(session: &mut Session) {
    if session.mus.hand.stage == Stage::Paying {
        step(session, Kind::Payment, "show".into(), session.mus.hand, Vec::new(), None);
    }
    while session.mus.hand.stage == Stage::Paying && act(session, Act::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table; who is asked for what if it is not over.
pub fn finish(session: &mut Session) -> Result<(), String> {
    declare(session, |_| true);
    pay(session);
    if session.mus.hand.stage != Stage::Over {
        return Err(session.whom());
    }
    session.mus.table = session.mus.hand.close(&session.rules);
    Ok(())
}
