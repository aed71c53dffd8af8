//! How well a deal of the unseen cards fits what the other players have declared and played, if they follow the strategy.

use super::RandomPlayer;
use super::odds::binomial;
use super::redeal::{DeclarationAsHeard, KnownCards};
use super::strategy::{STRATEGY, cards_of_others};
use crate::cards::{CardSet, PerSeat, SeatSet};
use crate::engine::{DealState, Move};
use crate::rules::{TrickRules, Verb};

/// The most deals of which one is chosen.
const DEAL_TRIES: usize = 10;
/// The weight of a hand with which the strategy would have made another move. A hand that fits has weight 1. The weight is not
/// zero because people do not play by the strategy.
const UNLIKELY: f64 = 0.05;

/// Weighs how well hands that the mover cannot see fit what the other players have declared and played.
pub(super) struct UnseenHandWeigher<'a> {
    rules: &'a TrickRules,
    moves: Vec<RevealingMove<'a>>,
}

/// A move of another player that says something about their cards.
struct RevealingMove<'a> {
    before: &'a DealState,
    player_move: Move,
    /// The cards that the player has played, from this move on.
    played_since: CardSet,
}

impl<'a> UnseenHandWeigher<'a> {
    /// Returns what the mover has heard. `past` has the moves made in the deal, each with the state before it.
    pub(super) fn new(
        rules: &'a TrickRules,
        past: &'a [(DealState, Move)],
        state: &DealState,
    ) -> UnseenHandWeigher<'a> {
        let mut played = PerSeat::all(CardSet::EMPTY);
        let mut declared = SeatSet::NONE;
        let mut moves = Vec::new();
        // While players declare, the redeal replays the declarations itself.
        let is_replayed = state.current_round().is_some();
        for (before, player_move) in past.iter().rev() {
            let seat = before.mover;
            if let Move::Play(card) = player_move {
                played[seat] = played[seat].with(*card);
            } else if is_replayed || declared.has(seat) || before.current_round().is_none() {
                // What was said before an exchange is about other cards.
                continue;
            } else {
                declared = declared.with(seat);
            }
            let has_hidden_cards = seat != state.mover && state.active.has(seat);
            if has_hidden_cards && !state.hands[seat].is_empty() {
                moves.push(RevealingMove {
                    before,
                    player_move: *player_move,
                    played_since: played[seat],
                });
            }
        }
        UnseenHandWeigher { rules, moves }
    }

    /// Deals the unseen cards several times, and draws one of the deals, a likelier one more often.
    pub(super) fn sample_fitting_deal(
        &self,
        known: &KnownCards,
        cards: &mut RandomPlayer,
    ) -> DealState {
        let mut chosen = known.deal_unseen(self.rules, cards);
        let mut dealt = chosen;
        let mut total = 0.0;
        for _ in 0..DEAL_TRIES {
            if self.moves.is_empty() {
                break;
            }
            let weight = self.weight_of_deal(&dealt, cards);
            total += weight;
            let threshold = cards.random_fraction();
            if threshold * total < weight {
                chosen = dealt;
            }
            if threshold < weight {
                break;
            }
            dealt = known.deal_unseen(self.rules, cards);
        }
        chosen
    }

    fn weight_of_deal(&self, dealt: &DealState, cards: &mut RandomPlayer) -> f64 {
        let mut weight = 1.0;
        for heard in &self.moves {
            let seat = heard.before.mover;
            let held = dealt.hands[seat] | heard.played_since;
            weight *= match DeclarationAsHeard::from_move(heard.player_move) {
                DeclarationAsHeard {
                    verb: Verb::TakeSpare,
                    ..
                } => 1.0,
                DeclarationAsHeard {
                    verb: Verb::Exchange,
                    cards: drawn,
                } => self.weight_of_exchange(heard, dealt, held, drawn, cards),
                _ => self.weight_of_move(heard, held),
            };
        }
        weight
    }

    /// Returns the weight of the hand with which a move was made.
    fn weight_of_move(&self, heard: &RevealingMove, held: CardSet) -> f64 {
        let before = with_only_mover_hand(heard.before, held);
        let chosen = STRATEGY.choose_move(self.rules, &before);
        // The others do not see which cards were discarded.
        let is_same = chosen.is_some_and(|chosen| match chosen {
            Move::Play(_) => chosen == heard.player_move,
            _ => {
                DeclarationAsHeard::from_move(chosen)
                    == DeclarationAsHeard::from_move(heard.player_move)
            }
        });
        if is_same { 1.0 } else { UNLIKELY }
    }

    /// Returns the weight of a hand into which a number of cards were drawn. The strategy keeps trumps and the highest cards of
    /// their suits: the more of them are held, the more often the kept cards are among them. Some of them are chosen as the kept
    /// cards, and are weighed with cards of the stock and the discards as those that were discarded.
    fn weight_of_exchange(
        &self,
        heard: &RevealingMove,
        dealt: &DealState,
        held: CardSet,
        drawn: usize,
        cards: &mut RandomPlayer,
    ) -> f64 {
        let keepers = held - self.plain_losers(dealt, held);
        let kept = held.len().saturating_sub(drawn);
        let most_ways = binomial(held.len(), kept) as f64;
        if keepers.len() < kept {
            return UNLIKELY / most_ways;
        }
        let ways = binomial(keepers.len(), kept) as f64;
        let others = self.plain_losers(dealt, dealt.discards | dealt.stock);
        let laid: CardSet = others.into_iter().take(drawn).collect();
        let before = cards.random_subset(keepers, kept) | laid;
        ways / most_ways * self.weight_of_move(heard, before)
    }

    /// Returns the cards that are neither trumps nor the highest of their suit.
    fn plain_losers(&self, dealt: &DealState, cards: CardSet) -> CardSet {
        let order = &self.rules.rank.value;
        let plain_cards = cards - dealt.trumps.cards;
        plain_cards
            .into_iter()
            .filter(|card| order.index_from_top(card.rank()) > 0)
            .collect()
    }
}

/// Returns the state with this hand of the mover. All other cards are moved, so that nothing of the deal is given away.
fn with_only_mover_hand(before: &DealState, held: CardSet) -> DealState {
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

#[cfg(test)]
#[path = "../../tests/unit/explore_unseen_hand_fit.rs"]
mod tests;
