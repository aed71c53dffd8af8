//! The deal of Mus, and what a match under way brings along.

use super::super::deal_lines::{asserted, dealer, hand, once};
use super::super::errors::nothing_of_the_kind;
use super::super::session::Session;
use super::Bidding;
use super::steps::act;
use crate::cards::{Card, CardSet, PerSeat, Seat, Seats};
use crate::engine::Refusal;
use crate::mus;
use crate::rules::mus::Sides;
use crate::rules::{ClauseId, Finish};
use crate::scenario::text::{Code, DealText, Spanned, diagnose};

pub fn of_mus(session: &mut Session, text: &DealText, found: usize) -> Option<Result<(), Refusal>> {
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
    Some(act(
        session,
        if text.misdeal.is_some() {
            mus::MusAct::Misdeal
        } else {
            mus::MusAct::Deal(cards)
        },
    ))
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
