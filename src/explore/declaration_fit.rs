//! How well a deal of the unseen cards fits what the other players have declared, if they declare by the strategy.

use super::RandomPlayer;
use super::odds::binomial;
use super::redeal::{KnownCards, PublicDeclaration};
use super::strategy::{STRATEGY, cards_of_others};
use crate::cards::{CardSet, PerSeat, Seat};
use crate::engine::{DealState, Move};
use crate::rules::{TrickRules, Verb};

/// The number of deals of which one is chosen.
const DEAL_TRIES: usize = 6;
/// The weight of a hand with which the strategy would have declared otherwise. A hand that fits has weight 1. The weight is not
/// zero because people do not play by the strategy.
const UNLIKELY: f64 = 0.15;

/// Weighs how well hands that the mover cannot see fit what the other players have declared.
pub(super) struct DeclarationFit<'a> {
    rules: &'a TrickRules,
    declarations: Vec<LastDeclarationOfSeat<'a>>,
    /// The cards that each seat has played.
    played: PerSeat<CardSet>,
}

/// The last declaration of a seat that says something about its cards.
struct LastDeclarationOfSeat<'a> {
    seat: Seat,
    before: &'a DealState,
    heard: PublicDeclaration,
}

impl<'a> DeclarationFit<'a> {
    /// Returns what the mover has heard. `past` has the moves made in the deal, each with the state before it.
    pub(super) fn new(
        rules: &'a TrickRules,
        past: &'a [(DealState, Move)],
        state: &DealState,
    ) -> DeclarationFit<'a> {
        let mut played = PerSeat::all(CardSet::EMPTY);
        let mut declarations: Vec<LastDeclarationOfSeat> = Vec::new();
        // While players declare, the redeal replays the declarations itself.
        let is_replayed = state.current_round().is_some();
        for (before, player_move) in past {
            let seat = before.mover;
            if let Move::Play(card) = player_move {
                played[seat] = played[seat].with(*card);
            }
            let is_known = seat == state.mover || !state.active.has(seat);
            if is_replayed || is_known || before.current_round().is_none() {
                continue;
            }
            // What was said before an exchange is about other cards.
            declarations.retain(|earlier| earlier.seat != seat);
            declarations.push(LastDeclarationOfSeat {
                seat,
                before,
                heard: PublicDeclaration::from_move(*player_move),
            });
        }
        DeclarationFit {
            rules,
            declarations,
            played,
        }
    }

    /// Deals the unseen cards some times, and chooses one of the deals, a more likely deal more often.
    pub(super) fn choose_deal(&self, known: &KnownCards, cards: &mut RandomPlayer) -> DealState {
        let mut chosen = known.deal_unseen(self.rules, cards);
        if self.declarations.is_empty() {
            return chosen;
        }
        let mut total = self.weight_of_deal(&chosen);
        for _ in 1..DEAL_TRIES {
            let dealt = known.deal_unseen(self.rules, cards);
            let weight = self.weight_of_deal(&dealt);
            total += weight;
            if cards.random_fraction() * total < weight {
                chosen = dealt;
            }
        }
        chosen
    }

    fn weight_of_deal(&self, dealt: &DealState) -> f64 {
        let mut weight = 1.0;
        for declaration in &self.declarations {
            weight *= self.weight_of_hand(declaration, dealt);
        }
        weight
    }

    fn weight_of_hand(&self, declaration: &LastDeclarationOfSeat, dealt: &DealState) -> f64 {
        let seat = declaration.seat;
        let held = dealt.hands[seat] | self.played[seat];
        let heard = declaration.heard;
        match heard.verb {
            Verb::TakeSpare => 1.0,
            Verb::Exchange => self.weight_of_kept_cards(dealt, held, heard.cards),
            _ => {
                let before = with_hidden_cards(declaration.before, held);
                let chosen = STRATEGY.choose_move(self.rules, &before);
                match chosen {
                    Some(chosen) if PublicDeclaration::from_move(chosen) == heard => 1.0,
                    _ => UNLIKELY,
                }
            }
        }
    }

    /// Returns the weight of a hand into which a number of cards were drawn. The strategy keeps trumps and the highest cards of
    /// their suits: the more of them are held, the more often the kept cards are among them.
    fn weight_of_kept_cards(&self, dealt: &DealState, held: CardSet, drawn: usize) -> f64 {
        let trumps = held & dealt.trumps.cards;
        let order = &self.rules.rank.value;
        let highest = (held - trumps)
            .into_iter()
            .filter(|card| order.index_from_top(card.rank()) == 0)
            .count();
        let kept = held.len().saturating_sub(drawn);
        let ways = binomial(trumps.len() + highest, kept) as f64;
        let most_ways = binomial(held.len(), kept) as f64;
        (ways / most_ways).max(UNLIKELY / most_ways)
    }
}

/// Returns the state with this hand of the mover. All other cards are moved, so that nothing of the deal is given away.
fn with_hidden_cards(before: &DealState, held: CardSet) -> DealState {
    let mut state = *before;
    let mover = state.mover;
    let mut others = cards_not_face_up(before) - held;
    let stock: CardSet = others.into_iter().take(before.stock.len()).collect();
    others = others - stock;
    for seat in before.seats_in_turn() {
        state.hands[seat] = CardSet::EMPTY;
    }
    state.hands[mover.next(state.seats)] = others;
    state.hands[mover] = held;
    state.stock = stock;
    state.spare_hand = CardSet::EMPTY;
    state.discards = CardSet::EMPTY;
    state
}

fn cards_not_face_up(state: &DealState) -> CardSet {
    let hands = cards_of_others(state, state.mover) | state.hands[state.mover];
    hands | state.stock | state.spare_hand | state.discards
}
