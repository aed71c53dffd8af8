//! The deal of Mus, and what a match under way brings along.

use super::super::deal_lines::{
    check_dealer_of_later_deal, check_written_table_number, note_dealt_card, read_valid_hand_cards,
};
use super::MusReplay;
use super::MusReplayNotes;
use super::mus_step_recording::apply_act;
use crate::cards::{Card, CardSet, PerSeat, Seat, SeatSet};
use crate::engine::Refusal;
use crate::mus::{MusAct, open_deal};
use crate::rules::SessionEndEvent;
use crate::rules::mus_values::Sides;
use crate::scenario::text::{Code, ParsedDeal, Span, Spanned, diagnose};

/// Opens a deal and deals the cards, and returns how the machine takes it; none if a mistake was
/// reported.
pub fn deal_mus_cards(replay: &mut MusReplay, text: &ParsedDeal) -> Option<Result<(), Refusal>> {
    let found_before = replay.story.diagnostics.len();
    if replay.table.is_session_over(&replay.rules) {
        replay.report(diagnose!("match-over", &text.opening));
        return None;
    }
    report_lines_edition_lacks(replay, text);
    if replay.now.number == 1 {
        set_starting_table(replay, text);
    } else {
        check_table_of_later_deal(replay, text);
    }
    replay.own = MusReplayNotes::default();
    replay.deal = open_deal(&replay.rules, &replay.table);
    let cards = read_cards(replay, text);
    for wrong in &replay.story.diagnostics[found_before..] {
        if wrong.code != Code::WrongState {
            return None;
        }
    }
    let act = if text.misdeal.is_some() {
        MusAct::Misdeal
    } else {
        MusAct::Deal(cards)
    };
    Some(apply_act(replay, act))
}

/// Reports lines that are of the other form of Mus, or of games with tricks.
fn report_lines_edition_lacks(replay: &mut MusReplay, text: &ParsedDeal) {
    if replay.rules.sides.value == Sides::Single {
        for both in [&text.score, &text.games].into_iter().flatten() {
            report_other_edition_line(replay, both[0].span.start..both[1].span.end);
        }
    } else if let Some((seat, rounds)) = text.lost.first() {
        report_other_edition_line(replay, seat.span.start..rounds.span.end);
    }
    let lines_of_tricks = [
        text.turn_up.as_ref().map(|card| &card.span),
        text.fille.first().map(|card| &card.span),
        text.stake.as_ref().map(|chips| &chips.span),
        text.side_pot.as_ref().map(|chips| &chips.span),
        text.hand_number.as_ref().map(|number| &number.span),
        text.points.first().map(|(seat, _)| &seat.span),
        text.debts.first().map(|(seat, _)| &seat.span),
    ];
    for span in lines_of_tricks.into_iter().flatten() {
        replay.report(diagnose!("line-of-tricks", span, edition = replay.edition));
    }
}

/// Reports a line of a deal that only other editions of Mus have.
fn report_other_edition_line(replay: &mut MusReplay, span: Span) {
    let edition = replay.edition;
    replay.report(diagnose!("of-the-other-mus", &span, edition));
}

/// Returns what is told of the two sides, each named by its first seat.
fn side_values_by_first_seat(
    side_values: &Option<[Spanned<i64>; 2]>,
) -> impl Iterator<Item = (Seat, &Spanned<i64>)> {
    [Seat(0), Seat(1)]
        .into_iter()
        .zip(side_values.iter().flatten())
}

/// Sets dealer, debts and points before the first deal of a file, and reports what is wrong in them.
fn set_starting_table(replay: &mut MusReplay, text: &ParsedDeal) {
    match &text.dealer {
        Some(dealer) => replay.table.dealer = dealer.value,
        None => replay.report(diagnose!("no-dealer", &text.opening)),
    }
    let mut score_end = 0;
    let mut games_end = 0;
    let mut lost_end = 0;
    match replay.rules.end.value.finish {
        SessionEndEvent::Games { target, games } => {
            score_end = target;
            games_end = games;
        }
        SessionEndEvent::Losses(losses) => lost_end = losses,
        _ => {}
    }
    for (side, score) in side_values_by_first_seat(&text.score) {
        replay.table.score[side] = score.value;
        check_below_end(replay, score, score_end, "stones, the game");
    }
    for (side, games) in side_values_by_first_seat(&text.games) {
        replay.table.games_won[side] = games.value;
        check_below_end(replay, games, games_end, "games won, the match");
    }
    for (seat, rounds) in &text.lost {
        replay.table.rounds_lost[seat.value] = rounds.value;
        check_below_end(
            replay,
            rounds,
            lost_end,
            "lost rounds, the game of a player",
        );
    }
}

/// Reports a number with which a game would be over before it begins.
fn check_below_end(replay: &mut MusReplay, written: &Spanned<i64>, end: i64, counted_words: &str) {
    if written.value >= end {
        replay.report(diagnose!(
            "over-before-it-begins",
            &written.span,
            told = written.value,
            what = counted_words,
            most = end - 1
        ));
    }
}

/// Checks what a later deal tells of the dealer, the score, the games and the lost rounds.
fn check_table_of_later_deal(replay: &mut MusReplay, text: &ParsedDeal) {
    let table = replay.table;
    check_dealer_of_later_deal(replay, text, table.dealer);
    for (side, score) in side_values_by_first_seat(&text.score) {
        check_written_table_number(replay, Some(score), table.score[side], |now| {
            format!("the score of this side is {now}")
        });
    }
    for (side, games) in side_values_by_first_seat(&text.games) {
        check_written_table_number(replay, Some(games), table.games_won[side], |now| {
            format!("the number of games that this side has won is {now}")
        });
    }
    for (seat, rounds) in &text.lost {
        let name = replay.name(seat.value).to_owned();
        let now = table.rounds_lost[seat.value];
        check_written_table_number(replay, Some(rounds), now, |now| {
            format!("the number of rounds that {name} has lost is {now}")
        });
    }
}

/// Reads the hands, and reports each card that is foreign or stands twice, and each hand of a player who is safe.
fn read_cards(replay: &mut MusReplay, text: &ParsedDeal) -> PerSeat<CardSet> {
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let players = replay.table.players_dealt_in(&replay.rules);
    if let Some(misdeal) = &text.misdeal {
        if let Some((seat, _)) = text.hands.first() {
            let wrong = diagnose!("cards-of-a-misdeal", &seat.span);
            replay.report(wrong.with_related(misdeal.span.clone(), "the misdeal"));
        }
        return hands;
    }
    if players.len() < 2 {
        replay.report(diagnose!("nobody-to-play-with", &text.opening));
    }
    let mut seen: Vec<Spanned<Card>> = Vec::new();
    for (seat, cards) in &text.hands {
        if players.has(seat.value) {
            hands[seat.value] = read_valid_hand_cards(replay, &mut seen, seat, cards);
        } else {
            let name = replay.name(seat.value);
            replay.report(diagnose!("hand-of-the-safe", &seat.span, name));
        }
    }
    let with_hand: SeatSet = text.hands.iter().map(|(seat, _)| seat.value).collect();
    for seat in players.minus(with_hand).iter() {
        let name = replay.name(seat);
        replay.report(diagnose!("no-cards", &text.opening, name));
    }
    for card in &text.stock {
        note_dealt_card(replay, &mut seen, card);
    }
    hands
}
