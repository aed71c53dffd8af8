//! What the player who is asked may do, and the last trick of a deal.

use super::super::expected_choices_and_refusals::AllowedChoices;
use super::super::refusal_in_words::RefusalReason;
use super::super::story::Step;
use super::TrickReplay;
use crate::cards::{CardLanguage, InsertionSort, Seat};
use crate::engine::{MoveAvailability, move_offers, mover_duty_clause};
use crate::rules::{ClauseId, MoveArgKind, MoveOccasion, Verb};
use crate::scenario::text::{DeclarationChoice, MoveChoices};

/// Returns the step that ended the last trick of this deal, and who won the trick, if the last cards ended one.
pub fn finished_trick<'a>(replay: &'a TrickReplay) -> Option<(&'a Step, Seat)> {
    let number = replay.now.number;
    let mut steps = replay.steps.iter();
    let last = steps.rfind(|step| step.hand == number && !step.own.trick.is_empty())?;
    let mut winners = last
        .events
        .iter()
        .filter_map(|event| event.details.as_trick_winner());
    Some((last, winners.next()?))
}

/// Returns what the mover may do, and the clause that binds them. A leader may have something to say beside the cards.
pub fn allowed_choices(replay: &TrickReplay, asks_for_card: bool) -> Option<AllowedChoices> {
    let mut clause = mover_duty_clause(&replay.rules, &replay.deal)?;
    let mut card = None;
    let mut declared = Vec::new();
    for offer in move_offers(&replay.rules, &replay.deal).filter(|offer| offer.is_open) {
        if offer.verb.kind() == MoveOccasion::Card {
            card = card.or(Some(offer));
        } else if is_declared_choice(&offer) {
            declared.push(offer);
        }
    }
    if let Some(card) = &card
        && (asks_for_card || declared.is_empty())
    {
        return Some(AllowedChoices {
            choices: MoveChoices::Cards(card.cards),
            clause: card.clause,
            reason: explain_play_limit(replay, card.clause),
        });
    }
    let first = declared.first()?;
    if card.is_some() {
        clause = first.clause;
    }
    let mut choices: Vec<DeclarationChoice> = declared.iter().map(choice_of_offer).collect();
    choices.insertion_sort_by_key(|choice| *choice);
    Some(AllowedChoices {
        choices: MoveChoices::Declarations(choices),
        clause,
        reason: None,
    })
}

/// Says why a clause limits the cards that can be played now: `A♥ must be beaten, and Denise holds Q♥`.
fn explain_play_limit(replay: &TrickReplay, clause: ClauseId) -> Option<String> {
    use ClauseId::{PlayFollow, PlayHead, PlayOvertrump, PlayTrump};
    let deal = &replay.deal;
    if deal.trick.is_none() || !matches!(clause, PlayFollow | PlayHead | PlayOvertrump | PlayTrump)
    {
        return None;
    }
    let reason = RefusalReason {
        rules: &replay.rules,
        hand: deal,
        seat: deal.mover,
        holder: &format!("{} holds", replay.name(deal.mover)),
        clause,
        shows_hand: true,
    };
    Some(reason.in_words())
}

/// Returns whether an offer is a choice that is declared. A player who turned the top card up must name a suit: that is none.
fn is_declared_choice(offer: &MoveAvailability) -> bool {
    offer.verb.kind() <= MoveOccasion::Right && offer.clause != ClauseId::PamNames
}

/// Returns a choice as a file writes it. The turn-up is left without a word: a player who stands does not take it.
fn choice_of_offer(offer: &MoveAvailability) -> DeclarationChoice {
    let is_written = offer.verb.words(CardLanguage::English).is_some();
    let verb = if is_written { offer.verb } else { Verb::Stand };
    let names_cards = verb.pieces().next() == Some(MoveArgKind::Laid);
    DeclarationChoice {
        verb,
        max_cards: if names_cards { offer.max_cards } else { 0 },
    }
}
