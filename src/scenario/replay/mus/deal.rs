//! The deal: who deals, what each is dealt, and what a session under way brings along.

use super::game::act;
use crate::cards::{Card, PerSeat, Seat, Seats, Set};
use crate::mus::Act;
use crate::rules::mus::Sides;
use crate::rules::{Finish, Topic};
use crate::scenario::replay::deal::{asserted, dealer, hand, once};
use crate::scenario::replay::session::{Bidding, Session};
use crate::scenario::replay::wrong::nothing_of_the_kind;
use crate::scenario::text::{At, Code, DealText, say};

/// Opens the deal; whether it could be done.
pub fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.diagnostics.len();
    if session.mus.table.is_over(&session.rules) {
        session.wrong(say!("match-over", &text.opening).clause(session.clause(Topic::End)));
        return false;
    }
    strange(session, text);
    if session.number == 1 {
        first(session, text);
    } else {
        later(session, text);
    }
    session.mus = Bidding::new(&session.rules, session.mus.table);
    let cards = cards(session, text);
    if session.diagnostics[found..].iter().any(|wrong| wrong.code != Code::WrongState) {
        return false;
    }
    session.now.stock = text.stock.iter().map(|card| card.value).collect();
    let dealt = act(session, if text.misdeal.is_some() { Act::Misdeal } else { Act::Deal(cards) });
    if let Err(refusal) = dealt {
        session.wrong(say!("not-to-be-dealt", &text.opening, why = format!("{refusal:?}")));
    }
    dealt.is_ok()
}

/// Lines of what the edition does not have.
fn strange(session: &mut Session, text: &DealText) {
    let both = |both: &Option<[At<i64>; 2]>| both.as_ref().map(|[one, other]| one.span.start..other.span.end);
    let lost = text.lost.first().map(|(seat, rounds)| seat.span.start..rounds.span.end);
    let of_sides = [both(&text.score), both(&text.games)];
    let of_the_other = if session.rules.sides.value == Sides::Single { of_sides } else { [lost, None] };
    for span in of_the_other.iter().flatten() {
        session.wrong(say!("of-the-other-mus", span, edition = session.edition).clause(session.clause(Topic::Sides)));
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
            let wrong = say!("over-before-it-begins", &told.span, told = told.value, what, most = over - 1);
            session.wrong(wrong.clause(session.clause(Topic::End)));
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
        session.wrong(say!("nobody-to-play-with", &text.opening).clause(session.clause(Topic::ChipsStart)));
    }
    let mut seen: Vec<At<Card>> = Vec::new();
    for (seat, cards) in &text.hands {
        if players.has(seat.value) {
            hands[seat.value] = hand(session, &mut seen, seat, cards);
        } else {
            let wrong = say!("hand-of-the-safe", &seat.span, name = session.name(seat.value));
            session.wrong(wrong.clause(session.clause(Topic::DealNext)));
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
