//! Why a trick goes to a player, why it is a player's turn, and what players must still declare, in words.

use super::super::expected_choices_and_refusals::list_statements;
use super::TrickReplay;
use super::allowed_trick_choices::{allowed_choices, finished_trick};
use crate::cards::{Card, Seat};
use crate::engine::{DealStage, DealState, Move};
use crate::rules::{ClauseId, DealPhase, MoveOccasion, Verb};
use crate::scenario::text::MoveChoices;

/// Says why a card wins a trick, and not the card of the player whom the file names; and which clause decides it.
pub fn explain_trick_winner(
    replay: &TrickReplay,
    deal: &DealState,
    trick: &[(Seat, Card)],
    winner: Seat,
    named_winner: Option<Seat>,
) -> (String, ClauseId) {
    let Some(best) = last_card_of_seat(trick, winner) else {
        return (String::new(), ClauseId::TrickWin);
    };
    let trumps = &deal.trumps;
    let name = replay.name(winner);
    let Some(other) = named_winner.and_then(|seat| last_card_of_seat(trick, seat)) else {
        let text = format!("{best}, played by {name}, is the best card of the trick");
        return (text, ClauseId::TrickWin);
    };
    if trumps.top.has(best) {
        let text = format!("{best} is the highest card of this game");
        return (text, ClauseId::TrickWin);
    }
    if trumps.cards.has(best) && !trumps.cards.has(other) {
        let text = format!("{best} is a trump, and a trump beats every card of another suit");
        return (text, ClauseId::TrickWin);
    }
    let led = trick.first().map_or(best, |(_, card)| *card);
    if !trumps.cards.has(other) && other.suit() != led.suit() {
        let suit = led.suit().name();
        let text = format!("{suit} were led, and {other} is neither of that suit nor a trump");
        return (text, ClauseId::TrickWin);
    }
    if other.rank() > best.rank() {
        let low = other.rank().name();
        let high = best.rank().name();
        let text = format!("{best} beats {other}: the {low} ranks below the {high} in this game");
        return (text, ClauseId::Rank);
    }
    let text = format!("{best}, played by {name}, beats {other}");
    (text, ClauseId::TrickWin)
}

/// Returns the last card that a player has in a trick.
fn last_card_of_seat(trick: &[(Seat, Card)], seat: Seat) -> Option<Card> {
    let (_, card) = trick.iter().rfind(|(player, _)| *player == seat)?;
    Some(*card)
}

/// Says why it is the turn of the player who is asked, or nothing where the reason is not plain.
pub fn explain_turn(replay: &TrickReplay) -> Option<String> {
    let deal = &replay.deal;
    let mover = replay.name(deal.mover);
    if deal.stage != DealStage::In(DealPhase::Tricks) {
        let moves = replay.own.events.iter().rev();
        let mut moves = moves.filter_map(|event| event.details.as_move());
        // A flush may be announced between two declarations.
        let (last, _) = moves.find(|(_, made)| *made != Move::Claim)?;
        if replay.own.declarations == 0 || last == deal.mover {
            return None;
        }
        let last = replay.name(last);
        return Some(format!(
            "{last} declared last, and {mover} comes next in `players`"
        ));
    }
    if let Some((last, card)) = replay.own.trick.last() {
        let last = replay.name(*last);
        return Some(format!("{last} has played {card}, and {mover} comes next"));
    }
    let Some((step, won)) = finished_trick(replay) else {
        return explain_end_of_declarations(replay);
    };
    if won != deal.mover {
        return None;
    }
    let (_, card) = step.own.trick.iter().rfind(|(seat, _)| *seat == won)?;
    let number = deal.tricks_finished;
    Some(format!(
        "{mover} won trick {number} with {card}, so {mover} leads"
    ))
}

/// Says why nobody declares any more, before the first card is played.
fn explain_end_of_declarations(replay: &TrickReplay) -> Option<String> {
    for event in &replay.own.events {
        if let Some((seat, made)) = event.details.as_move()
            && made.verb() == Verb::BidAll
        {
            let name = replay.name(seat);
            let clause = ClauseId::DeclAll;
            return Some(format!(
                "{name} bids to win all tricks, and nobody declares after that ({clause})"
            ));
        }
    }
    if replay.own.declarations == 0 {
        return None;
    }
    Some("every player has declared".to_owned())
}

/// Returns the statements by which the player who is asked can declare, in words; nothing if no declaration is due.
pub fn declarations_of_asked_player(replay: &TrickReplay) -> Option<String> {
    let deal = &replay.deal;
    if !matches!(deal.stage, DealStage::In(DealPhase::Round(_))) {
        return None;
    }
    let MoveChoices::Declarations(choices) = allowed_choices(replay, false)?.choices else {
        return None;
    };
    let verbs = choices
        .iter()
        .filter(|choice| choice.verb.kind() != MoveOccasion::Fault)
        .map(|choice| {
            (
                choice.verb,
                if choice.max_cards > 0 { " CARDS" } else { "" },
            )
        });
    list_statements(replay, verbs)
}
