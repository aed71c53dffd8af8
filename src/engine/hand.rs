//! One deal, from the opening to the reckoning: how it stands, what is trump and what beats it, and a trick in the making.

use super::{Account, AmountReason, Event, EventKind, Transfer};
use crate::cards::{Card, PerSeat, Seat, Seats, Set, Suit};
use crate::rules::{
    BidAll, ClauseId, Credit, DealCondition, DeclarationRound, Payers, Phase, Promoted, Promotion,
    RankOrder, Ruleset,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The pool is made; no card is dealt.
    #[default]
    Open,
    In(Phase),
    /// The pool is paid out.
    Over,
}

/// One deal. It is `Copy`: an act gives a new one and leaves the old as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealState {
    pub stage: Stage,
    pub phases: u8,
    /// Whether the one it stands in is over, so that the next begins.
    pub is_phase_over: bool,
    pub is_first: bool,
    pub seats: u8,
    pub dealer: Seat,
    pub mover: Seat,
    pub trump: Suit,
    pub trumps: Trumps,
    pub turned: Card,
    pub turn_taken: bool,
    pub held: PerSeat<Set>,
    /// The spare hand, while nobody has taken it.
    pub fille: Set,
    pub stock: Set,
    /// How many of them an offender held beyond their own: those lie with the offender's hand, and nobody knows which they are.
    pub astray: u8,
    pub discards: Set,
    pub laid: PerSeat<u8>,
    pub active: Seats,
    /// Who has changed cards: from the stock, for the spare hand, or for the card turned up.
    pub exchanged: Seats,
    pub took_fille: Seats,
    /// The cards that are of all suits in a flush, where the edition allows it.
    pub wild: Set,
    /// Who may claim a flush, once the declarations are over.
    pub flushes: Seats,
    pub unasked: Seats,
    pub claimed: Seats,
    pub undertakes: PerSeat<u8>,
    pub bidder: Option<Seat>,
    /// Whether they had not seen their cards.
    pub is_blind: bool,
    /// What they have drawn then: who has drawn a whole hand is not given the turn-up as well.
    pub drawn_blind: Set,
    pub defender: Option<Seat>,
    /// Who has played to this trick a card for which a premium may be due.
    pub risks: Option<Seat>,
    /// The points that each has fewer than at the start of the game.
    pub off: PerSeat<u8>,
    pub is_void: bool,
    /// Whether the leader of the ace of trumps has asked that the top card keep still.
    pub is_civil: bool,
    pub trick: Option<Trick>,
    pub tricks: PerSeat<u8>,
    pub finished: u8,
    /// The highest trump that has won a trick, and the seat that won with it.
    pub best_trump: Option<(Card, Seat)>,
    pub pool: i64,
    pub side_pot: i64,
    /// Whether no debt lies in the pool.
    pub simple: bool,
    pub fee_paid: bool,
    pub deal_kept: bool,
    pub purses: PerSeat<i64>,
    /// Chips in the cash account: below nothing by what was bought from it.
    pub cash: i64,
    /// Chips that each owes for earlier hands and that did not enter this pool.
    pub waiting: PerSeat<i64>,
    pub owes: PerSeat<i64>,
    pub swept: bool,
}

impl DealState {
    pub fn in_turn(&self) -> impl Iterator<Item = Seat> + use<> {
        self.dealer.in_turn_after(self.seats)
    }

    pub(super) fn among(&self, seats: Seats) -> impl Iterator<Item = Seat> + use<> {
        seats.in_turn(self.dealer)
    }

    /// How many cards the stock can still give.
    pub fn left_in_stock(&self) -> usize {
        self.stock.len().saturating_sub(usize::from(self.astray))
    }

    /// The most cards that a seat can turn out to hold: its own, those of the stock, and those it should have laid down.
    pub fn most_held(&self, seat: Seat) -> usize {
        self.held[seat].len() + self.left_in_stock() + usize::from(self.laid[seat])
    }

    pub(super) fn lay_down(&mut self, seat: Seat, cards: Set) {
        self.discards = self.discards | cards;
        self.laid[seat] += cards.len() as u8;
    }

    pub(super) fn next_active(&self, seat: Seat) -> Seat {
        self.active.in_turn(seat).next().unwrap_or(seat)
    }

    /// Returns the suit that must be followed in the trick, if one is begun. A top card that is led asks for trumps.
    pub fn suit_led(&self) -> Option<Suit> {
        let led = self.trick?.led;
        Some(if self.trumps.all.has(led) {
            self.trump
        } else {
            led.suit()
        })
    }

    /// Whether the trump suit is known: the cards are dealt, and the dealer is not to name it.
    pub fn has_trump(&self) -> bool {
        !self.trumps.all.is_empty()
            && (self.stage != Stage::In(Phase::Naming) || !self.is_top_turned())
    }

    pub(super) fn is_top_turned(&self) -> bool {
        self.trumps.top.has(self.turned)
    }

    pub(super) fn holds_top(&self, seat: Seat) -> bool {
        !(self.held[seat] & self.trumps.top).is_empty()
    }

    /// Whether a seat plays and has won fewer tricks than it undertook.
    pub(super) fn is_short(&self, seat: Seat) -> bool {
        self.active.has(seat) && self.tricks[seat] < self.undertakes[seat]
    }

    pub(super) fn folded(&self) -> Seats {
        Seats::all(self.seats).minus(self.active)
    }

    pub(super) fn paying(&self, payers: Payers) -> Seats {
        if payers == Payers::All {
            Seats::all(self.seats)
        } else {
            self.active
        }
    }

    pub(super) fn bids_all(&self, rules: &Ruleset) -> Option<Seat> {
        self.bidder.filter(|_| rules.decl_all.value != BidAll::None)
    }

    /// The card turned up, while it lies there: once the cards are dealt, until the dealer takes it.
    pub fn turn_up(&self) -> Option<Card> {
        (!self.trumps.all.is_empty() && !self.turn_taken).then_some(self.turned)
    }

    /// The cards that the mover may give for it: not those that came in an exchange of which it is a card itself.
    pub fn given_for_turn_up(&self) -> Set {
        self.held[self.mover] - self.drawn_blind
    }

    pub fn is_when(&self, rules: &Ruleset, when: DealCondition) -> bool {
        match when {
            DealCondition::SimplePool => self.simple,
            DealCondition::Trump(suit) => self.trump == suit,
            DealCondition::BareStake => {
                self.pool == rules.stake.value.chips_for_deal(self.seats, self.is_first)
            }
            DealCondition::FirstHand => self.is_first,
        }
    }

    pub fn current_round(&self) -> Option<&'static DeclarationRound> {
        if let Stage::In(Phase::Round(round)) = self.stage {
            Some(round)
        } else {
            None
        }
    }

    pub(super) fn is_in_play(&self) -> bool {
        self.trick.is_some() || self.finished > 0
    }

    pub fn asks(&self) -> bool {
        matches!(self.stage, Stage::In(_))
    }

    /// Moves chips to or from the pool, until it holds as much as its limit allows.
    pub(super) fn level(&mut self, rules: &Ruleset, events: &mut Vec<Event>) {
        let Some(limit) = rules.pool_cap.value.0 else {
            return;
        };
        let over = self.pool - (self.pool + self.side_pot).min(limit);
        let (from, to) = if over > 0 {
            (Account::Pool, Account::SidePot)
        } else {
            (Account::SidePot, Account::Pool)
        };
        if over != 0 {
            self.shift(
                ClauseId::PoolCap,
                Transfer {
                    from,
                    to,
                    chips: over.abs(),
                    sum: AmountReason::Limit(limit),
                },
                events,
            );
        }
    }

    /// Moves chips, buying first what a purse lacks where there is no credit.
    pub(super) fn pay(
        &mut self,
        rules: &Ruleset,
        clause: ClauseId,
        transfer: Transfer,
        events: &mut Vec<Event>,
    ) {
        if let (Account::Seat(seat), Credit::Cash) = (transfer.from, rules.credit.value) {
            let purse = self.purses[seat];
            if purse < transfer.chips {
                let sum = AmountReason::Lack {
                    due: transfer.chips,
                    purse,
                };
                let bought = Transfer {
                    from: Account::Cash,
                    to: transfer.from,
                    chips: transfer.chips - purse,
                    sum,
                };
                self.shift(ClauseId::Credit, bought, events);
            }
        }
        self.shift(clause, transfer, events);
    }

    fn shift(&mut self, clause: ClauseId, transfer: Transfer, events: &mut Vec<Event>) {
        *self.account(transfer.from) -= transfer.chips;
        *self.account(transfer.to) += transfer.chips;
        events.push(Event {
            clause,
            fact: EventKind::Moved(transfer),
        });
    }

    fn account(&mut self, account: Account) -> &mut i64 {
        match account {
            Account::Seat(seat) => &mut self.purses[seat],
            Account::Pool => &mut self.pool,
            Account::SidePot => &mut self.side_pot,
            Account::Cash => &mut self.cash,
        }
    }
}

/// The ladder of a hand: which cards are trumps, and which card beats which. Before a card is turned there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trumps {
    suit: Suit,
    pub all: Set,
    pub top: Set,
    promoted: Promoted,
}

impl Trumps {
    pub fn of(rules: &Ruleset, suit: Suit) -> Trumps {
        let (top, promoted) = (rules.pam_card.value.set(), rules.rank_promoted.value);
        let promotion = promoted
            .0
            .map_or(Set::EMPTY, |promotion| promotion.card.into());
        Trumps {
            suit,
            all: Set::of_suit(suit) | top | promotion,
            top,
            promoted,
        }
    }

    /// The cards that count as of one suit with this one.
    pub fn suit_of(&self, card: Card) -> Set {
        if self.all.has(card) {
            self.all
        } else {
            Set::suit_of(card) - self.all
        }
    }

    /// The cards that beat this one, where it is of the suit led or a trump.
    #[inline]
    pub fn above(&self, order: &RankOrder, card: Card) -> Set {
        if self.top.has(card) {
            Set::EMPTY
        } else if !self.all.has(card) {
            order.cards_above(card) | self.all
        } else if let Some(promotion) = self.promoted.0 {
            self.top | self.above_with(order, card, promotion)
        } else {
            order.cards_above(card) | self.top
        }
    }

    /// The trumps that beat a trump where a card is promoted: that one stands just below its rung.
    fn above_with(
        &self,
        order: &RankOrder,
        card: Card,
        Promotion {
            card: promoted,
            under,
        }: Promotion,
    ) -> Set {
        let rung = Card::new(under, self.suit);
        match order.cards_above(card) {
            _ if card == promoted => order.cards_above(rung).with(rung),
            above if above.has(rung) => above.with(promoted),
            above => above.without(promoted),
        }
    }
}

/// The cards of a trick that matter, the one led and the best, and what follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick {
    pub led: Card,
    pub best: Card,
    pub winner: Seat,
    pub played: Seats,
    /// All cards that follow its lead.
    pub suit: Set,
    /// All cards that would win it as it lies.
    pub heading: Set,
}

impl Trick {
    pub fn led_by(order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) -> Trick {
        let (suit, heading) = (trumps.suit_of(card), trumps.above(order, card));
        Trick {
            led: card,
            best: card,
            winner: seat,
            played: Seats::NONE.with(seat),
            suit,
            heading,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) {
        self.played = self.played.with(seat);
        if self.heading.has(card) {
            (self.best, self.winner, self.heading) = (card, seat, trumps.above(order, card));
        }
    }
}
