//! What may be done now, by which clause, and by which not: the one answer for scripts, players, pages and editors.

use super::{Hand, Offered, Stage, breach, claim, deal, declare, draw, legal, pam, play};
use crate::cards::{InOrder, Seat};
use crate::rules::{Move, Phase, Ruleset, Sort, Topic, TurnOwner, Verb};

/// Whether the mover is asked for such a move, and may make it. None if it does not arise where the hand stands.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn offer(rules: &Ruleset, hand: &Hand, verb: Verb) -> Option<Offered> {
    let Stage::In(phase) = hand.stage else { return None };
    match phase {
        Phase::Naming => pam::offer(hand, verb),
        Phase::ThrowIn | Phase::Defence => draw::offer(rules, hand, phase, verb),
        Phase::Round(_) => declare::offer(rules, hand, verb),
        Phase::TurnUp => deal::offer(hand, verb),
        Phase::Claims => matches!(verb, Verb::Claim | Verb::LetPass).then(|| Offered::of(verb)),
        Phase::Tricks => play::offer(rules, hand, verb),
    }
}

/// All that the mover is asked for, in the order of [`Verb::ALL`].
pub fn offers(rules: &Ruleset, hand: &Hand) -> impl Iterator<Item = Offered> {
    Verb::ALL.iter().filter_map(|verb| offer(rules, hand, *verb))
}

/// Every move that is taken from the mover: those without a card first, those with several last; few cards before many.
pub fn moves(rules: &Ruleset, hand: &Hand) -> Vec<Move> {
    let mut open: Vec<Offered> = offers(rules, hand).collect();
    open.in_order_of(|offer| if offer.verb == Verb::Exchange { 2 } else { offer.most });
    open.into_iter().flat_map(Offered::moves).collect()
}

/// The clause that binds the mover; none if nobody is asked.
pub fn binding(rules: &Ruleset, hand: &Hand) -> Option<Topic> {
    match hand.stage {
        Stage::In(Phase::Round(_)) => Some(declare::bound_by(rules, hand)),
        Stage::In(Phase::Tricks) => Some(legal(rules, hand).clause),
        _ => offers(rules, hand).next().map(|offer| offer.clause),
    }
}

/// The clause under which a seat may not make a move now; none if it may. That it holds the cards is for the caller to know.
pub fn why_not(rules: &Ruleset, hand: &Hand, seat: Seat, does: Move) -> Option<Topic> {
    let verb = does.verb();
    match (does, offer(rules, hand, verb).filter(|_| hand.mover == seat)) {
        (Move::Claim, _) => claim::why_not(rules, hand, seat),
        (Move::Play(card), Some(_)) => breach(rules, hand, card),
        (Move::TakeTurnUp(card), Some(_)) if hand.drawn_blind.has(card) => Some(Topic::DeclBlind),
        (Move::Play(_), None) => Some(Topic::DeclOrder),
        (Move::Exchange(laid, _), Some(offer)) if offer.is_open || offer.clause != Topic::TurnOwner => {
            declare::why_no_exchange(rules, hand, laid.len())
        }
        (_, Some(offer)) => (!offer.is_open).then_some(offer.clause),
        (_, None) => declare::of_another_round(rules, hand, verb).or_else(|| Some(not_asked(rules, hand, seat, verb))),
    }
}

/// The clause under which a seat is refused what it is not asked for.
fn not_asked(rules: &Ruleset, hand: &Hand, seat: Seat, verb: Verb) -> Topic {
    let again = !matches!(hand.stage, Stage::In(Phase::Round(_))) && knows(rules, verb);
    match verb {
        _ if hand.stage == Stage::In(Phase::ThrowIn) && verb.sort() == Sort::Declaration => Topic::FlushRedeal,
        Verb::Exchange if again && hand.exchanged.has(seat) => Topic::ExchangeOnce,
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::TakeSpare if again => Topic::DeclFinal,
        Verb::Name if rules.tells(Topic::PamCalls) => Topic::PamCalls,
        _ => verb.topic(),
    }
}

/// Whether an edition knows what a move is about.
pub fn knows(rules: &Ruleset, verb: Verb) -> bool {
    match verb {
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass | Verb::Play => true,
        Verb::TakeTurnUp | Verb::LeaveTurnUp => {
            rules.turn_owner.value != TurnOwner::Nobody || rules.has(Topic::DeclBlind)
        }
        verb => rules.has(verb.topic()),
    }
}

impl Hand {
    /// What the mover does who says nothing, where silence says something.
    pub fn silent(&self) -> Option<Move> {
        match self.stage {
            Stage::In(Phase::Defence) => Some(Move::LeavePack),
            // Who had to take the turn-up need not change more.
            Stage::In(Phase::Round(_)) => (self.turn_taken && self.mover == self.dealer).then_some(Move::Stand),
            Stage::In(Phase::Naming) => (!self.is_top_turned()).then_some(Move::KeepTrump),
            Stage::In(Phase::TurnUp) => Some(Move::LeaveTurnUp),
            Stage::In(Phase::Claims) => Some(Move::LetPass),
            _ => None,
        }
    }
}
