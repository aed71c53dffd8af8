//! A deal of Mus in play.

use super::{BettingEnd, MusTableBetweenDeals};
use crate::cards::{CardSet, PerSeat, Seat, SeatSet};
use crate::rules::MusRules;
use crate::rules::mus_values::{BettingPhase, Sides};

/// A stage of a deal of Mus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MusStage {
    /// No card is dealt.
    #[default]
    Open,
    /// The mover says mus or no mus.
    AskingMus,
    /// The mover discards.
    Discarding,
    /// A card was seen: the mover discards or says that they are served.
    AfterCardSeen,
    /// The mover is served cards of the stock.
    Serving,
    /// The mover declares whether they have what the phase is about.
    Declaring,
    /// The mover bets, or answers a bet.
    Betting,
    /// The phases are paid, one after another.
    Paying,
    /// The deal is over.
    Over,
}

/// The outcome of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseOutcome {
    /// The end of the betting.
    pub result: BettingEnd,
    /// The player who won the phase.
    pub winner: Option<Seat>,
    /// The stones of the bet that was accepted.
    pub stake: i64,
    /// The players whose cards count.
    pub contenders: SeatSet,
}

/// The betting of the current phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseBetting {
    /// The stones that are offered.
    pub standing: i64,
    /// The stones that were agreed before this offer; 0 for a first bet.
    pub agreed: i64,
    /// The player who made the offer.
    pub bettor: Option<Seat>,
    /// The player who made the first bet.
    pub opener: Option<Seat>,
    /// True if the offer is an órdago.
    pub is_ordago: bool,
    /// The players who had a part in the phase and stones to bet when it was opened.
    pub speakers: SeatSet,
    /// The players who have refused.
    pub dropped: SeatSet,
    /// The players who have staked all their stones.
    pub all_in: SeatSet,
    /// The players who are still to be asked: to open the phase, about the bet, or in this round.
    pub unasked: SeatSet,
    /// The number of the round of bets, where players bet in rounds.
    pub round: u8,
    /// The players who must answer an órdago in the next round.
    pub unasked_next_round: SeatSet,
}

/// The end of a deal whose phases were not all paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusEarlyDealEnd {
    /// A side won the game.
    Game(Seat),
    /// A player lost the round.
    Round(Seat),
}

/// A deal of Mus in play. A side is named by its first seat; arrays have a place for each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MusState {
    /// The seat that deals.
    pub dealer: Seat,
    /// The players who are dealt cards.
    pub players: SeatSet,
    /// The cards that each player holds.
    pub hands: PerSeat<CardSet>,
    /// The cards that nobody holds and nobody has discarded.
    pub stock: CardSet,
    /// The cards that were discarded.
    pub discards: CardSet,
    /// The cards that each player discarded and for which they are not served yet.
    pub unserved_discards: PerSeat<CardSet>,
    /// The stage of the deal.
    pub stage: MusStage,
    /// The seat whose turn it is.
    pub mover: Seat,
    /// The players who have not answered what all are asked in turn.
    pub unasked: SeatSet,
    /// The players who discarded and are not served yet.
    pub unserved: SeatSet,
    /// True if a player said in this deal that they are served, so that cards are exchanged no more.
    pub is_exchange_final: bool,
    /// The place of the current phase in the order of the edition.
    pub phase_index: usize,
    /// The current phase.
    pub phase: BettingPhase,
    /// The players who declared that they have what the phase is about.
    pub claims: [SeatSet; 5],
    /// Those of them who declared falsely.
    pub liars: [SeatSet; 5],
    /// The players who have no part in later phases.
    pub excluded: SeatSet,
    /// The betting of the current phase.
    pub bet: PhaseBetting,
    /// The outcomes of the phases so far.
    pub outcomes: [PhaseOutcome; 5],
    /// The stones that each player has staked, where players shed stones.
    pub stakes: [PerSeat<i64>; 5],
    /// The accounts of the table.
    pub table: MusTableBetweenDeals,
    /// The stones that each side took, or each player shed.
    pub stones_taken: [PerSeat<i64>; 5],
    /// The stones that a side won by an órdago took for the game, or that a player picked up in one.
    pub ordago_stones: PerSeat<i64>,
    /// The end of the deal, if it ended early.
    pub end: Option<MusEarlyDealEnd>,
}

impl MusState {
    /// Returns whether the mover has to choose a move.
    pub fn awaits_move(&self) -> bool {
        matches!(
            self.stage,
            MusStage::AskingMus
                | MusStage::Discarding
                | MusStage::AfterCardSeen
                | MusStage::Betting
        )
    }

    /// Returns the side of a seat, by its first seat.
    pub fn first_seat_of_side(rules: &MusRules, seat: Seat) -> Seat {
        if rules.sides.value == Sides::Pairs {
            Seat(seat.0 % 2)
        } else {
            seat
        }
    }

    /// Returns the players of a seat's side.
    pub fn side_players(&self, rules: &MusRules, seat: Seat) -> SeatSet {
        let side = MusState::first_seat_of_side(rules, seat);
        self.players
            .iter()
            .filter(|player| MusState::first_seat_of_side(rules, *player) == side)
            .collect()
    }

    /// Returns the player who speaks first (*mano*).
    pub fn first_speaker(&self) -> Seat {
        self.players
            .in_turn(self.dealer)
            .next()
            .unwrap_or(self.dealer)
    }

    /// Makes the first of some players after a seat the mover. Returns whether there is one.
    pub(super) fn ask_next_of(&mut self, players: SeatSet, after: Seat) -> bool {
        let next = players.in_turn(after).next();
        if let Some(next) = next {
            self.mover = next;
        }
        next.is_some()
    }

    /// Asks the next player after the mover has answered. Returns whether there is one.
    pub(super) fn ask_next_after_answer(&mut self) -> bool {
        self.unasked = self.unasked.without(self.mover);
        self.ask_next_of(self.unasked, self.dealer)
    }

    /// Returns the players who have a part in the current phase.
    pub fn phase_players(&self) -> SeatSet {
        let players = match self.phase {
            BettingPhase::Couples | BettingPhase::Jeu => self.claims[self.phase.place()],
            BettingPhase::Grande | BettingPhase::Petite | BettingPhase::Point => self.players,
        };
        players.minus(self.excluded)
    }

    /// Returns the players who bet in the current phase and have not refused.
    pub(super) fn players_still_betting(&self) -> SeatSet {
        self.bet.speakers.minus(self.bet.dropped)
    }

    /// Returns the stones of a player, in the purse and staked.
    pub fn stones_in_purse_and_stake(&self, seat: Seat) -> i64 {
        self.table.purses[seat] + self.stakes.iter().map(|stake| stake[seat]).sum::<i64>()
    }

    /// Returns the most stones that a player can bet in the current phase. Without purses there is no limit.
    pub(super) fn betting_limit(&self, rules: &MusRules, seat: Seat) -> i64 {
        if MusTableBetweenDeals::sheds_stones(rules) {
            self.table.purses[seat] + self.stakes[self.phase.place()][seat]
        } else {
            i64::MAX
        }
    }

    /// Returns the stones that the two sides have taken in this game.
    pub fn scores(&self) -> [i64; 2] {
        [self.table.score[Seat(0)], self.table.score[Seat(1)]]
    }
}
