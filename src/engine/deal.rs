//! The deal, the card turned for trump, and the dealer who may take it.

use super::{Event, Fact, Hand, Misuse, Offered, Refusal, Trumps, pam};
use crate::cards::{Card, PerSeat, Set};
use crate::rules::{Move, Ruleset, SpareHand, Topic, TurnOwner, Verb};

/// What a dealer gives and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands, by seat.
    pub hands: PerSeat<Set>,
    /// The spare hand; none where the edition has none.
    pub fille: Set,
    /// The card turned.
    pub turned: Card,
}

pub(super) fn deal(rules: &Ruleset, hand: &mut Hand, deal: &Deal, events: &mut Vec<Event>) -> Result<(), Misuse> {
    let pack = rules.pack.value.pack(hand.seats);
    let size = usize::from(rules.deal_packets.value.hand);
    if !pack.has(deal.turned) {
        return Err(Misuse::Foreign(deal.turned));
    }
    let mut seen = Set::from(deal.turned);
    for seat in hand.in_turn() {
        let cards = deal.hands[seat];
        if cards.len() != size {
            return Err(Misuse::HandSize(seat, cards.len()));
        }
        seen = seen | fresh(cards, pack, seen)?;
        events.push(Event { clause: Topic::DealPackets, fact: Fact::Dealt(seat, cards) });
    }
    if rules.fille_deal.value == SpareHand::BeforeDealer {
        if deal.fille.len() != size {
            return Err(Misuse::FilleSize(deal.fille.len()));
        }
        seen = seen | fresh(deal.fille, pack, seen)?;
        hand.fille = deal.fille;
        events.push(Event { clause: Topic::FilleDeal, fact: Fact::FilleDealt(deal.fille) });
    }
    events.push(Event { clause: Topic::TurnCard, fact: Fact::Turned(deal.turned) });
    (hand.held, hand.turned, hand.stock) = (deal.hands, deal.turned, pack - seen);
    (hand.trump, hand.trumps) = (deal.turned.suit(), Trumps::of(rules, deal.turned.suit()));
    hand.wild = hand.trumps.top();
    pam::turned(rules, hand, events);
    hand.is_phase_over = true;
    Ok(())
}

/// These cards, if they are of the pack and none was seen before.
fn fresh(cards: Set, pack: Set, seen: Set) -> Result<Set, Misuse> {
    if let Some(card) = (cards - pack).nth(0) {
        return Err(Misuse::Foreign(card));
    }
    (cards & seen).nth(0).map_or(Ok(cards), |card| Err(Misuse::Twice(card)))
}

/// Whether the dealer may take the turn-up once they have declared.
pub fn may_take_turn_up(rules: &Ruleset, hand: &Hand) -> bool {
    let dealer = hand.dealer;
    let after_exchange = match rules.turn_owner.value {
        TurnOwner::Dealer { after_exchange } => after_exchange,
        TurnOwner::DealerAtFirst { later } if !hand.is_first && later => true,
        _ => return hand.is_blind && hand.drawn_blind.len() < usize::from(rules.deal_packets.value.hand),
    };
    hand.bids_all(rules).is_none()
        && hand.active.has(dealer)
        && !hand.took_fille.has(dealer)
        && (after_exchange || !hand.exchanged.has(dealer))
}

/// Asks the dealer, if the turn-up is theirs.
pub(super) fn begin_turn_up(rules: &Ruleset, hand: &mut Hand) {
    hand.mover = hand.dealer;
    hand.is_phase_over = !may_take_turn_up(rules, hand);
}

/// What the dealer may do with it.
pub(super) fn offer(hand: &Hand, verb: Verb) -> Option<Offered> {
    match verb {
        Verb::TakeTurnUp => Some(Offered::with_one_of(verb, hand.given_for_turn_up())),
        Verb::LeaveTurnUp => Some(Offered::of(verb)),
        _ => None,
    }
}

impl Hand {
    /// The cards that the mover may give for the turn-up: not those that came in an exchange of which it is a card itself.
    pub fn given_for_turn_up(&self) -> Set {
        self.held[self.mover] - self.drawn_blind
    }
}

/// What the dealer does with it.
pub(super) fn make(hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match *does {
        Move::TakeTurnUp(laid) => take(hand, laid, events)?,
        Move::LeaveTurnUp => {}
        _ => return Err(Misuse::NotNow.into()),
    }
    hand.is_phase_over = true;
    Ok(())
}

pub(super) fn take(hand: &mut Hand, laid: Card, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let dealer = hand.dealer;
    if !hand.held[dealer].has(laid) {
        return Err(Misuse::NotHeld(laid).into());
    }
    if hand.drawn_blind.has(laid) {
        return Err(Refusal::Act(Topic::DeclBlind));
    }
    hand.held[dealer] = hand.held[dealer].without(laid).with(hand.turned);
    hand.lay_down(dealer, Set::from(laid));
    (hand.turn_taken, hand.exchanged) = (true, hand.exchanged.with(dealer));
    let took = Fact::Did(dealer, Move::TakeTurnUp(laid), hand.turned.into());
    events.push(Event { clause: Topic::TurnOwner, fact: took });
    Ok(())
}
