//! The deal: who deals, what each is dealt, and what a session under way brings along.

use super::game::Game;
use crate::cards::{Card, PerSeat, Seat, Set};
use crate::mus::Act;
use crate::rules::mus::Sides;
use crate::rules::{Finish, Topic};
use crate::scenario::replay::deal::{asserted, hand, once};
use crate::scenario::replay::wrong::nothing_of_the_kind;
use crate::scenario::text::diagnostic::Code;
use crate::scenario::text::syntax::{At, DealText, Span};

/// Opens the deal; whether it could be done.
pub fn deal(game: &mut Game, text: &DealText) -> bool {
    let found = game.session.diagnostics.len();
    if game.table.is_over(&game.session.rules) {
        let wrong = Code::MisplacedFence.at(&text.opening, "the match was over before this deal");
        let wrong = wrong.label("one deal too many").clause(game.session.clause(Topic::End));
        game.session.wrong(wrong);
        return false;
    }
    strange(game, text);
    if game.session.number == 1 {
        first(game, text);
    } else {
        later(game, text);
    }
    game.begin();
    let cards = cards(game, text);
    if game.session.diagnostics[found..].iter().any(|wrong| wrong.code != Code::WrongState) {
        return false;
    }
    game.session.stock = text.stock.iter().map(|card| card.value).collect();
    let act = if text.misdeal.is_some() { Act::Misdeal } else { Act::Deal(cards) };
    if let Err(refusal) = game.act(act) {
        let wrong = Code::DealLine.at(&text.opening, format!("these cards cannot be dealt: {refusal:?}"));
        game.session.wrong(wrong.label("in this deal"));
        return false;
    }
    true
}

/// Lines of what the edition does not have.
fn strange(game: &mut Game, text: &DealText) {
    let single = game.session.rules.sides.value == Sides::Single;
    let both = |both: &Option<[At<i64>; 2]>| both.as_ref().map(|[one, other]| one.span.start..other.span.end);
    let lost = text.lost.first().map(|(seat, rounds)| seat.span.start..rounds.span.end);
    let no = |span: Option<Span>, is_strange: bool| span.filter(|_| is_strange);
    let of_tricks = [
        text.turn.as_ref().map(|card| card.span.clone()),
        text.fille.first().map(|card| card.span.clone()),
        text.stake.as_ref().map(|chips| chips.span.clone()),
        text.side_pot.as_ref().map(|chips| chips.span.clone()),
        text.hand.as_ref().map(|number| number.span.clone()),
        text.points.first().map(|(seat, _)| seat.span.clone()),
        text.debts.first().map(|(seat, _)| seat.span.clone()),
    ];
    let found = [(no(both(&text.score), single), Topic::Sides), (no(both(&text.games), single), Topic::Sides)];
    let found = found.into_iter().chain([(no(lost, !single), Topic::Sides)]);
    let found: Vec<_> = found.chain(of_tricks.into_iter().map(|span| (span, Topic::Stake))).collect();
    for (span, topic) in found {
        let Some(span) = span else { continue };
        let wrong = if topic == Topic::Sides {
            let message = format!("{} has nothing of the kind", game.session.edition);
            Code::NotInEdition.at(&span, message).label("told of the other game").clause(game.session.clause(topic))
        } else {
            nothing_of_the_kind(&game.session, &span, topic)
        };
        game.session.wrong(wrong);
    }
}

fn first(game: &mut Game, text: &DealText) {
    match &text.dealer {
        Some(dealer) => game.table.dealer = dealer.value,
        None => {
            let wrong = Code::DealLine.at(&text.opening, "nobody deals").label("this deal has no dealer");
            game.session.wrong(wrong.help("write `dealer NAME` as a line of the first deal"));
        }
    }
    let (most_score, most_games, most_lost) = match game.session.rules.end.value.finish {
        Finish::Games { target, games } => (target, games, 0),
        Finish::Losses(losses) => (0, 0, losses),
        _ => (0, 0, 0),
    };
    let mut set = |told: &At<i64>, most: i64, what: &str| {
        if told.value >= most {
            let message = format!("with {} {what} is over", told.value);
            let wrong = Code::BadAmount.at(&told.span, message).label(format!("at most {}", most - 1));
            game.session.wrong(wrong.clause(game.session.clause(Topic::End)));
        }
        told.value
    };
    for side in 0..2 {
        let seat = Seat(side as u8);
        if let Some(score) = &text.score {
            game.table.score[seat] = set(&score[side], most_score, "stones the game");
        }
        if let Some(games) = &text.games {
            game.table.games[seat] = set(&games[side], most_games, "games won the match");
        }
    }
    for (seat, rounds) in &text.lost {
        game.table.lost[seat.value] = set(rounds, most_lost, "lost rounds the game of a player");
    }
}

/// In later deals the dealer, the score, the games and the lost rounds are assertions.
fn later(game: &mut Game, text: &DealText) {
    let table = game.table;
    let session = &mut game.session;
    if let Some(dealer) = &text.dealer {
        let (now, told) = (session.name(table.dealer).to_owned(), session.name(dealer.value));
        let wrong = Code::WrongState.at(&dealer.span, format!("{now} deals this time, not {told}"));
        let wrong = wrong.label("another player").fix(now).clause(session.clause(Topic::DealNext));
        session.shown.insert(Topic::DealNext);
        session.expect((dealer.value != table.dealer).then_some(wrong));
    }
    for side in [0, 1] {
        let seat = Seat(side as u8);
        let score = text.score.as_ref().map(|both| &both[side]);
        asserted(session, score, table.score[seat], |now| format!("the score of this side is {now}"));
        let games = text.games.as_ref().map(|both| &both[side]);
        asserted(session, games, table.games[seat], |now| format!("this side has won {now} games"));
    }
    for (seat, rounds) in &text.lost {
        let name = session.name(seat.value).to_owned();
        asserted(session, Some(rounds), table.lost[seat.value], |now| format!("{name} has lost {now} rounds"));
    }
}

/// The hands, each card once and none foreign; of those who are safe none.
fn cards(game: &mut Game, text: &DealText) -> PerSeat<Set> {
    let mut hands = PerSeat::all(Set::EMPTY);
    let players = game.table.players(&game.session.rules);
    let session = &mut game.session;
    if let Some(misdeal) = &text.misdeal {
        if let Some((seat, _)) = text.hands.first() {
            let wrong = Code::DealLine.at(&seat.span, "a misdeal gives no hands").label("dealt here");
            session.wrong(wrong.related(misdeal.span.clone(), "the misdeal"));
        }
        return hands;
    }
    if players.len() < 2 {
        let wrong =
            Code::BadAmount.at(&text.opening, "fewer than two players have stones").label("nobody to play with");
        session.wrong(wrong.clause(session.clause(Topic::ChipsStart)));
    }
    let mut seen: Vec<At<Card>> = Vec::new();
    let mut told = crate::cards::Seats::NONE;
    for (seat, cards) in &text.hands {
        if !players.has(seat.value) {
            let message = format!("{} has no stones, and is dealt no cards", session.name(seat.value));
            let wrong = Code::HandSize.at(&seat.span, message).label("safe");
            session.wrong(wrong.clause(session.clause(Topic::DealNext)));
        } else {
            hands[seat.value] = hand(session, &mut seen, seat, cards);
        }
        told = told.with(seat.value);
    }
    for seat in players.minus(told).each() {
        let name = session.name(seat).to_owned();
        let wrong = Code::DealLine.at(&text.opening, format!("{name} is dealt no hand"));
        session.wrong(wrong.label(format!("a line for {name} is missing")));
    }
    for card in &text.stock {
        once(session, &mut seen, card);
    }
    hands
}
