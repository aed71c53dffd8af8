//! Dealing the cards anew that a player cannot see, so that they fit what the player has seen and heard.

use super::strategy::{PlayerView, STRATEGY, cards_of_others};
use super::{RandomPlayer, fill_random_draws};
use crate::cards::{Card, CardSet, InsertionSort, PerSeat, Seat, SeatSet};
use crate::engine::{
    DealStage, DealState, InvalidActReason, Move, Refusal, TrickAct, apply, ensure, playable_cards,
};
use crate::rules::{DealPhase, PlayerMoveDetails, TrickRules, Verb};

/// The number of hands that a player who has spoken is dealt, in search of one with which the strategy would have said the same.
const HAND_TRIES: usize = 24;
/// The number of times that all declarations are replayed, in search of hands with which the strategy would have said all of them.
const REPLAY_TRIES: usize = 8;
/// The number of times that cards are dealt, in search of hands that fit the cards played.
const DEAL_TRIES: usize = 1_000;
/// The number of these times that no trump is put among the cards that others have discarded.
const PLAIN_DISCARD_TRIES: usize = 10;

/// A declaration as the other players hear it: the kind of move, and with how many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeclarationAsHeard {
    /// The kind of move.
    pub verb: Verb,
    /// The number of cards that the player discards.
    pub cards: usize,
}

impl DeclarationAsHeard {
    /// Returns what the other players hear of a move.
    pub fn from_move(player_move: Move) -> DeclarationAsHeard {
        let laid = player_move.args().laid.unwrap_or_default();
        DeclarationAsHeard {
            verb: player_move.verb(),
            cards: laid.len(),
        }
    }

    /// Returns the move of a player who declares so with their lowest cards.
    fn as_unchecked_lowest_move(self, view: &PlayerView) -> Option<Move> {
        let laid = view.lowest_cards(view.hand(), self.cards);
        self.verb.with_args(PlayerMoveDetails {
            laid: Some(laid),
            drawn: Some(CardSet::EMPTY),
            ..PlayerMoveDetails::default()
        })
    }
}

/// A declaration, who made it, and what the others heard of it.
struct DeclarationMadeAndHeard {
    seat: Seat,
    heard: DeclarationAsHeard,
    player_move: Move,
}

/// Returns the deal at the declaration that follows those `said` since `first`, with all that its player cannot see dealt
/// anew. A player who has spoken gets a hand with which the strategy would have said the same, if one is found.
///
/// # Errors
/// If a declaration is not possible there.
pub fn redeal_after_declarations(
    rules: &TrickRules,
    first: &DealState,
    said: &[DeclarationAsHeard],
    cards: &mut RandomPlayer,
) -> Result<DealState, Refusal> {
    let mut declarations = Vec::new();
    for (seat, heard) in first.seats_in_turn().zip(said) {
        declarations.push(DeclarationMadeAndHeard {
            seat,
            heard: *heard,
            // The player whose view counts has not spoken, so no move is looked at.
            player_move: Move::Fold,
        });
    }
    let seat = first
        .seats_in_turn()
        .nth(said.len())
        .unwrap_or(first.dealer);
    let replayed = replay_declarations(rules, first, &declarations, seat, CardSet::EMPTY, cards)?;
    Ok(replayed.state)
}

/// A deal after declarations that were replayed with other cards.
struct DealWithOtherCards {
    state: DealState,
    /// True if the strategy would have made all the declarations with these cards.
    fits_strategy: bool,
}

/// Replays declarations from `first` on with new cards for all but one seat, which has held the cards `own`.
fn replay_declarations(
    rules: &TrickRules,
    first: &DealState,
    declarations: &[DeclarationMadeAndHeard],
    seat: Seat,
    own: CardSet,
    cards: &mut RandomPlayer,
) -> Result<DealWithOtherCards, Refusal> {
    let mut state = *first;
    let mut dealt_seats = SeatSet::NONE.with(seat);
    let mut fits_strategy = true;
    let mut unseen = (cards_of_others(first, seat) | first.spare_hand | first.stock) - own;
    let mut events = Vec::new();
    for declaration in declarations {
        let speaker = declaration.seat;
        ensure(
            state.mover == speaker,
            InvalidActReason::NotYourTurn(state.mover),
        )?;
        let act = if speaker == seat {
            put_drawn_into_stock(&mut state, declaration.player_move, own, cards);
            TrickAct::Move(seat, declaration.player_move)
        } else {
            let heard = declaration.heard;
            let reply = if !dealt_seats.has(speaker) {
                deal_hand_fitting_declaration(rules, &mut state, heard, unseen, cards)
            } else if let Some(chosen) = strategy_move_as_heard(rules, &state, heard) {
                Some(chosen)
            } else {
                fits_strategy = false;
                heard.as_unchecked_lowest_move(&PlayerView::new(rules, &state))
            };
            let reply = reply.ok_or(InvalidActReason::NotNow)?;
            fill_random_draws(rules, &state, reply, cards)
        };
        dealt_seats = dealt_seats.with(speaker);
        let hand_before = state.hands[speaker];
        apply(rules, &mut state, act, &mut events)?;
        if speaker != seat {
            unseen = unseen - (hand_before | state.hands[speaker]);
        }
    }
    deal_rest_and_stock(first, &mut state, seat, dealt_seats, unseen, cards);
    Ok(DealWithOtherCards {
        state,
        fits_strategy,
    })
}

/// Makes the stock give a player the same cards that they drew before.
fn put_drawn_into_stock(
    state: &mut DealState,
    player_move: Move,
    own: CardSet,
    cards: &mut RandomPlayer,
) {
    let drawn = player_move.args().drawn.unwrap_or_default();
    let others = state.stock - drawn - own;
    let count = state.stock.len().saturating_sub(drawn.len());
    state.stock = cards.random_subset(others, count.min(others.len())) | drawn;
}

/// Deals the unseen cards to the players who have not spoken, the spare hand and the stock.
fn deal_rest_and_stock(
    first: &DealState,
    state: &mut DealState,
    seat: Seat,
    dealt_seats: SeatSet,
    unseen: CardSet,
    cards: &mut RandomPlayer,
) {
    let mut left = unseen;
    for other in first.seats_in_turn() {
        if !dealt_seats.has(other) {
            state.hands[other] = cards.random_subset(left, first.hands[other].len());
            left = left - state.hands[other];
        }
    }
    state.spare_hand = cards.random_subset(left, state.spare_hand.len());
    // Discards that were shuffled and drawn from are in the stock as well.
    let in_hands = cards_of_others(state, seat) | state.hands[seat];
    let shuffled = state.stock - in_hands - state.discards - left;
    state.stock = (left - state.spare_hand) | shuffled;
}

/// Returns the move of the strategy, if the others would hear of it what they heard.
fn strategy_move_as_heard(
    rules: &TrickRules,
    state: &DealState,
    heard: DeclarationAsHeard,
) -> Option<Move> {
    let chosen = STRATEGY.choose_move(rules, state)?;
    if DeclarationAsHeard::from_move(chosen) == heard {
        Some(chosen)
    } else {
        None
    }
}

/// Deals to the mover until the strategy would declare what was heard, then the spare hand and the stock. Returns the move.
///
/// After the last try the mover gets a hand, if one was dealt, with which the strategy would at least fold, or not fold, as
/// they did.
fn deal_hand_fitting_declaration(
    rules: &TrickRules,
    state: &mut DealState,
    heard: DeclarationAsHeard,
    unseen: CardSet,
    cards: &mut RandomPlayer,
) -> Option<Move> {
    let seat = state.mover;
    let hand_size = state.hands[seat].len();
    let mut similar_hand = None;
    let mut found = None;
    for _ in 0..HAND_TRIES {
        state.hands[seat] = cards.random_subset(unseen, hand_size);
        let chosen = STRATEGY.choose_move(rules, state);
        if (chosen == Some(Move::Fold)) == (heard.verb == Verb::Fold) {
            similar_hand = Some(state.hands[seat]);
        }
        if let Some(chosen) = chosen
            && DeclarationAsHeard::from_move(chosen) == heard
        {
            found = Some(chosen);
            break;
        }
    }
    if let Some(hand) = similar_hand {
        state.hands[seat] = hand;
    }
    let left = unseen - state.hands[seat];
    state.spare_hand = cards.random_subset(left, state.spare_hand.len());
    let rest = left - state.spare_hand;
    // The stock has discards that were shuffled as well, which are not unseen.
    state.stock = cards.random_subset(rest, state.stock.len().min(rest.len()));
    found.or_else(|| heard.as_unchecked_lowest_move(&PlayerView::new(rules, state)))
}

/// Returns a deal with all that its mover does not see dealt anew, as everybody could have played so far.
///
/// `past` has the moves made in the deal, each with the state before it.
pub fn redeal_unseen(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    state: &DealState,
    cards: &mut RandomPlayer,
) -> DealState {
    KnownCards::new(rules, past, state).deal_unseen(rules, cards)
}

/// The cards of a deal as far as the mover knows them.
pub(super) struct KnownCards<'a> {
    state: &'a DealState,
    /// The declarations so far, if the mover declares.
    declared: Option<PastDeclarations<'a>>,
    /// The cards that the mover has held.
    own: CardSet,
    /// The cards that nobody has shown the mover.
    unseen: CardSet,
    /// The cards that each seat may hold, considering the cards that it has played.
    possible: PerSeat<CardSet>,
    /// The turn-up, if the dealer has taken it and still holds it.
    taken_turn_up: CardSet,
    /// True if nobody is expected to discard a trump.
    expects_plain_discards: bool,
}

/// The declarations of a deal, and the state before the first.
struct PastDeclarations<'a> {
    first: &'a DealState,
    declarations: Vec<DeclarationMadeAndHeard>,
}

impl<'a> KnownCards<'a> {
    /// Returns what the mover knows. `past` has the moves made in the deal, each with the state before it.
    pub(super) fn new(
        rules: &TrickRules,
        past: &'a [(DealState, Move)],
        state: &'a DealState,
    ) -> KnownCards<'a> {
        let mover = state.mover;
        let mut own = state.hands[mover];
        for (before, _) in past {
            if before.mover == mover {
                own = own | before.hands[mover];
            }
        }
        let unseen =
            cards_of_others(state, mover) | state.spare_hand | state.stock | (state.discards - own);
        let taken_turn_up = if state.is_turn_up_taken || state.is_turn_up_dealers {
            CardSet::from(state.turned_card) & state.hands[state.dealer]
        } else {
            CardSet::EMPTY
        };
        let mut possible = PerSeat::all(CardSet::EMPTY);
        for seat in state.seats_in_turn() {
            if seat != mover {
                possible[seat] = possible_cards(rules, past, seat, unseen);
            }
        }
        let declared = if state.current_round().is_some() {
            Some(past_declarations(past, state))
        } else {
            None
        };
        KnownCards {
            state,
            declared,
            own,
            unseen,
            possible,
            taken_turn_up,
            expects_plain_discards: false,
        }
    }

    /// Expects that the other players have discarded no trumps, if the trumps were the same all the time.
    pub(super) fn expecting_no_discarded_trumps(
        mut self,
        past: &[(DealState, Move)],
    ) -> KnownCards<'a> {
        let trumps = self.state.trumps.cards;
        self.expects_plain_discards = past.iter().all(|(before, _)| before.trumps.cards == trumps);
        self
    }

    /// Returns the deal with all that the mover does not see dealt anew.
    pub(super) fn deal_unseen(&self, rules: &TrickRules, cards: &mut RandomPlayer) -> DealState {
        if let Some(declared) = &self.declared
            && let Some(state) = self.replay_with_new_cards(rules, declared, cards)
        {
            return state;
        }
        for time in 0..DEAL_TRIES {
            let is_plain = self.expects_plain_discards && time < PLAIN_DISCARD_TRIES;
            let discardable = if is_plain {
                self.unseen - self.state.trumps.cards
            } else {
                CardSet::EMPTY
            };
            if let Some(state) = self.try_deal_unseen(&self.possible, discardable, cards) {
                return state;
            }
        }
        self.try_deal_unseen(&PerSeat::all(self.unseen), CardSet::EMPTY, cards)
            .unwrap_or(*self.state)
    }

    /// Replays the declarations with new cards: with such as the strategy would have declared so, if any are found.
    fn replay_with_new_cards(
        &self,
        rules: &TrickRules,
        declared: &PastDeclarations,
        cards: &mut RandomPlayer,
    ) -> Option<DealState> {
        let seat = self.state.mover;
        let mut first_found = None;
        for _ in 0..REPLAY_TRIES {
            let replayed = replay_declarations(
                rules,
                declared.first,
                &declared.declarations,
                seat,
                self.own,
                cards,
            );
            let Ok(DealWithOtherCards {
                state,
                fits_strategy,
            }) = replayed
            else {
                break;
            };
            if state.mover != seat || state.stage != self.state.stage {
                continue;
            }
            if fits_strategy {
                return Some(state);
            }
            first_found.get_or_insert(state);
        }
        first_found
    }

    /// Deals the unseen cards so that each seat gets only cards that are possible for it. Every such deal is equally likely.
    ///
    /// The seat with the fewest possible cards is dealt to first. If this leaves a later seat fewer cards to choose from than
    /// it could have had, the deal is dropped so much more often. Returns `None` if it is dropped. The others have discarded cards
    /// of `discardable`, if there are enough of them.
    fn try_deal_unseen(
        &self,
        possible: &PerSeat<CardSet>,
        discardable: CardSet,
        cards: &mut RandomPlayer,
    ) -> Option<DealState> {
        let mut state = *self.state;
        let hidden_discards = (state.discards & self.unseen).len();
        let mut discarded = CardSet::EMPTY;
        if hidden_discards <= (discardable - self.taken_turn_up).len() {
            discarded = cards.random_subset(discardable - self.taken_turn_up, hidden_discards);
        }
        let dealable = self.unseen - self.taken_turn_up - discarded;
        let mut left = dealable;
        let mut seats: Vec<Seat> = state.seats_in_turn().collect();
        seats.retain(|seat| *seat != state.mover);
        seats.insertion_sort_by_key(|seat| possible[*seat].len());
        for seat in seats {
            let known = if seat == state.dealer {
                self.taken_turn_up
            } else {
                CardSet::EMPTY
            };
            let count = state.hands[seat].len() - known.len();
            let choice = (left & possible[seat]).len();
            let full_choice = (dealable & possible[seat]).len().min(left.len());
            if choice < count {
                return None;
            }
            if choice < full_choice {
                for drawn in 0..count {
                    if cards.random_below(full_choice - drawn) >= choice - drawn {
                        return None;
                    }
                }
            }
            state.hands[seat] = known | cards.random_subset(left & possible[seat], count);
            left = left - state.hands[seat];
            // Nobody knows of a flush of this seat. Everybody knows who may still defend the pack.
            state.flush_holders = state.flush_holders.without(seat);
            if state.stage != DealStage::In(DealPhase::Defence) {
                state.unasked = state.unasked.without(seat);
            }
        }
        state.spare_hand = cards.random_subset(left, state.spare_hand.len());
        left = left - state.spare_hand;
        state.stock = cards.random_subset(left, state.stock.len());
        state.discards = (state.discards - self.unseen) | discarded | (left - state.stock);
        Some(state)
    }
}

/// Returns the state before the first declaration, and all declarations since.
fn past_declarations<'a>(
    past: &'a [(DealState, Move)],
    state: &'a DealState,
) -> PastDeclarations<'a> {
    let mut first = state;
    let mut declarations = Vec::new();
    for (before, player_move) in past {
        if declarations.is_empty() {
            if before.current_round().is_none() {
                continue;
            }
            first = before;
        }
        declarations.push(DeclarationMadeAndHeard {
            seat: before.mover,
            heard: DeclarationAsHeard::from_move(*player_move),
            player_move: *player_move,
        });
    }
    PastDeclarations {
        first,
        declarations,
    }
}

/// Returns which of the unseen cards a seat may hold, considering the cards that it has played.
fn possible_cards(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    seat: Seat,
    unseen: CardSet,
) -> CardSet {
    let mut possible = unseen;
    for (before, player_move) in past {
        if before.mover == seat
            && let Move::Play(played) = player_move
        {
            for card in possible {
                if !could_have_held(rules, before, *played, card) {
                    possible = possible.without(card);
                }
            }
        }
    }
    possible
}

/// Returns whether a mover who played a card could have held this card too.
fn could_have_held(rules: &TrickRules, before: &DealState, played: Card, card: Card) -> bool {
    let mut with_both = *before;
    with_both.hands[before.mover] = CardSet::from(played).with(card);
    playable_cards(rules, &with_both).cards.has(played)
}
