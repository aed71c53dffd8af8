//! A deal in play: how far it is, its cards, what the players have done, and the chips.

use super::{Account, AmountCalculation, Event, EventDetails, Transfer, TrickInProgress, Trumps};
use crate::cards::{Card, CardSet, PerSeat, Seat, SeatSet, Suit};
use crate::rules::{
    BidAll, ClauseId, Credit, DealCondition, DealPhase, DeclarationRound, Move, Payers, TrickRules,
};
use std::cmp::Ordering;

/// A stage of a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DealStage {
    /// The pool is made; no card is dealt.
    #[default]
    Open,
    /// The cards are dealt, and this phase of the edition's order is under way.
    In(DealPhase),
    /// The pool is paid out, or stays for the next deal.
    Over,
}

/// A deal in play. It is `Copy`, so that a caller can keep the state before an act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DealState {
    /// The stage of the deal.
    pub stage: DealStage,
    /// The number of phases of the edition's order that have begun.
    pub phases_begun: u8,
    /// True if the current phase is over, so that the next one begins.
    pub is_phase_over: bool,
    /// True if no deal was completed before this one.
    pub is_first_deal: bool,
    /// The number of players.
    pub seats: u8,
    /// The seat that deals.
    pub dealer: Seat,
    /// The seat whose turn it is.
    pub mover: Seat,
    /// The trump suit.
    pub trump: Suit,
    /// The cards that are trumps.
    pub trumps: Trumps,
    /// The card that was turned up for trump.
    pub turned_card: Card,
    /// True if the dealer has taken the turn-up.
    pub is_turn_up_taken: bool,
    /// True if the turn-up was dealt to the dealer, to whose hand it belongs.
    pub is_turn_up_dealers: bool,
    /// The cards that each player holds.
    pub hands: PerSeat<CardSet>,
    /// The spare hand, until somebody takes it.
    pub spare_hand: CardSet,
    /// The cards of the pack that nobody was dealt, drew or took.
    pub stock: CardSet,
    /// The number of cards of `stock` that are really in the hand of a player who held too many. Nobody knows which cards.
    pub missing_from_stock: u8,
    /// The cards that were discarded.
    pub discards: CardSet,
    /// The number of cards that each player has discarded.
    pub discard_counts: PerSeat<u8>,
    /// The players who are still in the deal.
    pub active: SeatSet,
    /// The players who changed cards: from the stock, for the spare hand, or for the turn-up.
    pub exchanged: SeatSet,
    /// The players who took the spare hand.
    pub took_spare: SeatSet,
    /// The cards that count as any suit in a flush.
    pub wild_cards: CardSet,
    /// The players who may claim a flush, once the declarations are over.
    pub flush_holders: SeatSet,
    /// The players who are still to be asked in this phase.
    pub unasked: SeatSet,
    /// The players who have claimed a flush.
    pub claimants: SeatSet,
    /// The number of tricks that each player must win to owe nothing.
    pub tricks_undertaken: PerSeat<u8>,
    /// The player who has bid.
    pub bidder: Option<Seat>,
    /// True if the bidder bid before seeing their cards.
    pub is_bid_blind: bool,
    /// The cards that a blind bidder drew. A bidder who drew a whole hand does not take the turn-up as well.
    pub drawn_blind: CardSet,
    /// The player who defends the pack against a lone player.
    pub defender: Option<Seat>,
    /// The player who played to this trick a card for which a premium may be due.
    pub premium_payer: Option<Seat>,
    /// The number of points that each player has lost since the start of the game.
    pub points_down: PerSeat<u8>,
    /// True if the deal is void, so that the pool stays.
    pub is_void: bool,
    /// True if the leader of the ace of trumps has demanded that the top card keep still.
    pub is_civility_demanded: bool,
    /// The trick in progress.
    pub trick: Option<TrickInProgress>,
    /// The number of tricks that each player has won.
    pub tricks_won: PerSeat<u8>,
    /// The number of finished tricks.
    pub tricks_finished: u8,
    /// The highest trump that has won a trick, and the seat that won with it.
    pub best_trump: Option<(Card, Seat)>,
    /// The chips in the pool.
    pub pool: i64,
    /// The chips that wait beside the pool because it is full.
    pub side_pot: i64,
    /// True if no debt was paid into the pool.
    pub pool_has_no_debt: bool,
    /// True if the fee for the top card is paid.
    pub is_fee_paid: bool,
    /// True if the dealer misdealt and paid to deal again.
    pub dealer_keeps_deal: bool,
    /// The chips of each player; below 0 if the player is in debt.
    pub purses: PerSeat<i64>,
    /// The chips of the cash account; below 0 by the chips that players bought from it.
    pub cash: i64,
    /// The chips that each player owes from earlier deals and that did not enter this pool.
    pub waiting_debts: PerSeat<i64>,
    /// The chips that each player owes because of this deal.
    pub debts_made: PerSeat<i64>,
    /// True if the debts that waited were paid to a winner.
    pub waiting_debts_paid: bool,
}

/// Seats and cards.
impl DealState {
    /// Returns all seats in turn, the dealer last.
    pub fn seats_in_turn(&self) -> impl Iterator<Item = Seat> + use<> {
        self.dealer.others_then_self(self.seats)
    }

    pub(super) fn in_turn_among(&self, seats: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        seats.in_turn(self.dealer)
    }

    pub(super) fn next_active_seat(&self, seat: Seat) -> Seat {
        self.active.in_turn(seat).next().unwrap_or(seat)
    }

    pub(super) fn seats_out_of_deal(&self) -> SeatSet {
        SeatSet::all(self.seats).minus(self.active)
    }

    pub(super) fn paying_seats(&self, payers: Payers) -> SeatSet {
        if payers == Payers::All {
            SeatSet::all(self.seats)
        } else {
            self.active
        }
    }

    /// Returns how many cards the stock can still give.
    pub fn available_stock(&self) -> usize {
        self.stock
            .len()
            .saturating_sub(usize::from(self.missing_from_stock))
    }

    /// Returns the most cards that a seat can turn out to hold: its own cards, those of the stock, and those that it
    /// should have discarded.
    pub fn max_possible_cards_held(&self, seat: Seat) -> usize {
        self.hands[seat].len() + self.available_stock() + usize::from(self.discard_counts[seat])
    }

    pub(super) fn record_discard(&mut self, seat: Seat, cards: CardSet) {
        self.discards = self.discards | cards;
        self.discard_counts[seat] += cards.len() as u8;
    }

    /// Returns the suit that must be followed in the trick in progress. A top card that is led asks for trumps.
    pub fn suit_to_follow(&self) -> Option<Suit> {
        let led = self.trick?.led;
        if self.trumps.cards.has(led) {
            Some(self.trump)
        } else {
            Some(led.suit())
        }
    }

    /// Returns whether the trump suit is known: the cards are dealt, and the dealer need not name it.
    pub fn is_trump_known(&self) -> bool {
        let is_dealt = !self.trumps.cards.is_empty();
        is_dealt && (self.stage != DealStage::In(DealPhase::Naming) || !self.is_top_card_turned())
    }

    /// Returns whether the turn-up is the top card.
    pub(super) fn is_top_card_turned(&self) -> bool {
        self.trumps.top.has(self.turned_card)
    }

    pub(super) fn holds_top_card(&self, seat: Seat) -> bool {
        !(self.hands[seat] & self.trumps.top).is_empty()
    }

    /// Returns whether the mover knows that no other player holds the top card: it is the turn-up, or the mover holds it.
    pub fn mover_sees_top_card(&self) -> bool {
        self.is_top_card_turned() || self.holds_top_card(self.mover)
    }

    /// Returns the turn-up while it is on the table: from the deal until the dealer takes it; never if it is of the dealer's hand.
    pub fn turn_up_on_table(&self) -> Option<Card> {
        if self.trumps.cards.is_empty() || self.is_turn_up_taken || self.is_turn_up_dealers {
            None
        } else {
            Some(self.turned_card)
        }
    }

    /// Returns the cards that the mover may give for the turn-up: not the cards drawn by a blind bidder.
    pub fn cards_to_give_for_turn_up(&self) -> CardSet {
        self.hands[self.mover] - self.drawn_blind
    }
}

/// Phases and bids.
impl DealState {
    /// Returns whether the cards are dealt and somebody has to move.
    pub fn awaits_move(&self) -> bool {
        matches!(self.stage, DealStage::In(_))
    }

    /// Returns the round of declarations that is under way.
    pub fn current_round(&self) -> Option<&'static DeclarationRound> {
        if let DealStage::In(DealPhase::Round(round)) = self.stage {
            Some(round)
        } else {
            None
        }
    }

    pub(super) fn has_play_begun(&self) -> bool {
        self.trick.is_some() || self.tricks_finished > 0
    }

    /// Returns whether a seat is still in the deal and has won fewer tricks than it undertook.
    pub(crate) fn is_short_of_tricks(&self, seat: Seat) -> bool {
        self.active.has(seat) && self.tricks_won[seat] < self.tricks_undertaken[seat]
    }

    /// Returns the player who has bid to win all the tricks.
    pub(super) fn all_tricks_bidder(&self, rules: &TrickRules) -> Option<Seat> {
        if rules.decl_all.value == BidAll::None {
            None
        } else {
            self.bidder
        }
    }

    /// Returns whether the deal meets a condition of a rule.
    pub fn meets_condition(&self, rules: &TrickRules, condition: DealCondition) -> bool {
        match condition {
            DealCondition::SimplePool => self.pool_has_no_debt,
            DealCondition::Trump(suit) => self.trump == suit,
            DealCondition::BareStake => {
                self.pool
                    == rules
                        .stake
                        .value
                        .chips_for_deal(self.seats, self.is_first_deal)
            }
            DealCondition::FirstHand => self.is_first_deal,
        }
    }

    /// Returns the move that the mover makes by saying nothing, if silence counts as a move.
    pub fn move_by_silence(&self) -> Option<Move> {
        let DealStage::In(phase) = self.stage else {
            return None;
        };
        match phase {
            DealPhase::Defence => Some(Move::LeavePack),
            // A dealer who had to take the turn-up need not change more cards.
            DealPhase::Round(_) if self.is_turn_up_taken && self.mover == self.dealer => {
                Some(Move::Stand)
            }
            DealPhase::Naming if !self.is_top_card_turned() => Some(Move::KeepTrump),
            DealPhase::TurnUp => Some(Move::LeaveTurnUp),
            DealPhase::Claims => Some(Move::LetPass),
            DealPhase::Round(_) | DealPhase::Naming | DealPhase::ThrowIn | DealPhase::Tricks => {
                None
            }
        }
    }
}

/// Chips.
impl DealState {
    /// Moves chips between the pool and the side pot, until the pool holds as much as its limit allows.
    pub(super) fn adjust_pool_to_cap(&mut self, rules: &TrickRules, events: &mut Vec<Event>) {
        let Some(cap) = rules.pool_cap.value.0 else {
            return;
        };
        let excess = self.pool - (self.pool + self.side_pot).min(cap);
        let (from, to) = match excess.cmp(&0) {
            Ordering::Equal => return,
            Ordering::Greater => (Account::Pool, Account::SidePot),
            Ordering::Less => (Account::SidePot, Account::Pool),
        };
        let transfer = Transfer {
            from,
            to,
            chips: excess.abs(),
            reason: AmountCalculation::PoolLimit(cap),
        };
        self.transfer(ClauseId::PoolCap, transfer, events);
    }

    /// Moves chips. Where there is no credit, a player first buys the chips that their purse lacks.
    pub(super) fn transfer_buying_missing_chips(
        &mut self,
        rules: &TrickRules,
        clause: ClauseId,
        transfer: Transfer,
        events: &mut Vec<Event>,
    ) {
        if rules.credit.value == Credit::Cash
            && let Account::Seat(seat) = transfer.from
        {
            self.buy_missing_chips(seat, transfer.chips, events);
        }
        self.transfer(clause, transfer, events);
    }

    fn buy_missing_chips(&mut self, seat: Seat, due: i64, events: &mut Vec<Event>) {
        let purse = self.purses[seat];
        if purse < due {
            let bought = Transfer {
                from: Account::Cash,
                to: Account::Seat(seat),
                chips: due - purse,
                reason: AmountCalculation::Shortfall { due, purse },
            };
            self.transfer(ClauseId::Credit, bought, events);
        }
    }

    fn transfer(&mut self, clause: ClauseId, transfer: Transfer, events: &mut Vec<Event>) {
        *self.balance_mut(transfer.from) -= transfer.chips;
        *self.balance_mut(transfer.to) += transfer.chips;
        events.push(Event::new(clause, EventDetails::Transferred(transfer)));
    }

    fn balance_mut(&mut self, account: Account) -> &mut i64 {
        match account {
            Account::Seat(seat) => &mut self.purses[seat],
            Account::Pool => &mut self.pool,
            Account::SidePot => &mut self.side_pot,
            Account::Cash => &mut self.cash,
        }
    }
}
