//! The table, with its accounts in stones; and a deal of it under way.

use super::event::Way;
use crate::cards::{PerSeat, Seat, Seats, Set};
use crate::rules::mus::{Lance, PayOrder, Sides};
use crate::rules::{Finish, Ruleset};

/// What lasts from deal to deal. A side is named by its first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many sit at it.
    pub seats: u8,
    /// Who deals.
    pub dealer: Seat,
    /// Stones that each side has taken in this game.
    pub score: PerSeat<i64>,
    /// Games that each side has won.
    pub games: PerSeat<i64>,
    /// Stones that each player still has.
    pub purses: PerSeat<i64>,
    /// Rounds that each player has lost.
    pub lost: PerSeat<i64>,
    /// Stones shed in this round.
    pub basket: i64,
}

impl Table {
    /// A table at the opening of a session.
    pub fn new(rules: &Ruleset, seats: u8, dealer: Seat) -> Table {
        let none = PerSeat::all(0);
        let purses = PerSeat::all(rules.chips_start.value.0);
        Table { seats, dealer, score: none, games: none, purses, lost: none, basket: 0 }
    }

    /// Whether stones are shed, rather than taken.
    pub(super) fn sheds(rules: &Ruleset) -> bool {
        rules.pay_order.value == PayOrder::ShedFromPurse
    }

    /// Who is dealt cards: where stones are shed, all who have any.
    pub fn players(&self, rules: &Ruleset) -> Seats {
        let plays = |seat: &Seat| !Table::sheds(rules) || self.purses[*seat] > 0;
        Seats::all(self.seats).each().filter(plays).collect()
    }

    /// Whether the session is over: a match won, or one player left.
    pub fn is_over(&self, rules: &Ruleset) -> bool {
        match rules.end.value.finish {
            Finish::Games { games, .. } => self.games.iter().any(|won| *won >= games),
            Finish::Losses(losses) => {
                Seats::all(self.seats).each().filter(|seat| self.lost[*seat] < losses).count() < 2
            }
            _ => false,
        }
    }

    /// The stones that are on it, where they are shed.
    pub fn stones(&self) -> i64 {
        Seats::all(self.seats).each().map(|seat| self.purses[seat]).sum::<i64>() + self.basket
    }
}

/// What a deal asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Cards.
    #[default]
    Open,
    /// Mus, or no mus.
    Asked,
    /// Cards laid down.
    Laying,
    /// Cards laid down, or none: one was seen.
    Seen,
    /// Cards of the stock for the mover.
    Serving,
    /// Whether the mover has what is bid on.
    Declaring,
    /// A bet, or an answer.
    Betting,
    /// The payment of a phase.
    Paying,
    /// Nothing.
    Over,
}

/// What a phase came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How it was closed.
    pub way: Way,
    /// Who wins it, if anybody does.
    pub winner: Option<Seat>,
    /// What was accepted, in stones.
    pub stake: i64,
    /// Whose cards count in it.
    pub counted: Seats,
}

/// The bets of a phase so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bet {
    /// What is offered, in stones.
    pub standing: i64,
    /// What was agreed before it; nothing of a first bet.
    pub agreed: i64,
    /// Whose offer it is.
    pub bettor: Option<Seat>,
    /// Who bet first.
    pub opener: Option<Seat>,
    /// Whether everything is offered.
    pub ordago: bool,
    /// Who had something to bet and a part in the phase when it was opened.
    pub speakers: Seats,
    /// Who refused.
    pub out: Seats,
    /// Who has staked all they had.
    pub all_in: Seats,
    /// Who is still to be asked: in the open phase, for the bet, or in this round.
    pub due: Seats,
    /// The round of bets, where they go by turns.
    pub round: u8,
    /// Who has still to answer an ordago in the next round.
    pub later: Seats,
}

/// How a deal ended before all was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A side has won the game.
    Game(Seat),
    /// A player has lost the round.
    Round(Seat),
}

/// A deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Who deals.
    pub dealer: Seat,
    /// Who was dealt cards.
    pub players: Seats,
    /// What each holds.
    pub held: PerSeat<Set>,
    /// Cards that nobody holds and nobody has laid down.
    pub stock: Set,
    /// Cards that were laid down.
    pub laid: Set,
    /// Those of this round, by player, as far as they are not served yet.
    pub lays: PerSeat<Set>,
    /// What is asked.
    pub stage: Stage,
    /// Of whom.
    pub mover: Seat,
    /// Who has not answered what is asked of all in turn.
    pub due: Seats,
    /// Who laid cards down in this round and is not served.
    pub short: Seats,
    /// Whether someone said in this deal that they are served.
    pub is_served: bool,
    /// The place of the phase in the order of the edition.
    pub at: usize,
    /// The phase.
    pub lance: Lance,
    /// Who said that they have it, by phase.
    pub says: [Seats; 5],
    /// Who of them has not.
    pub liars: [Seats; 5],
    /// Who has no part in later phases.
    pub through: Seats,
    /// The bets of the phase.
    pub bet: Bet,
    /// What each phase came to.
    pub outcomes: [Outcome; 5],
    /// Stones staked on each phase and not moved yet, where they are shed.
    pub heaps: [PerSeat<i64>; 5],
    /// The accounts as they are now.
    pub table: Table,
    /// What each side took, or each player shed, for each phase.
    pub taken: [PerSeat<i64>; 5],
    /// What each side lacked that won by an ordago; what each player picked up in one.
    pub ordago: PerSeat<i64>,
    /// What ended the deal before all was paid.
    pub ended: Option<Ended>,
}

impl Hand {
    /// A deal before its cards. A table whose game was won begins the next, one whose round was lost the next round.
    pub fn at(rules: &Ruleset, table: &Table) -> Hand {
        let none = PerSeat::all(Set::EMPTY);
        Hand {
            dealer: table.dealer,
            players: Seats::NONE,
            held: none,
            stock: Set::EMPTY,
            laid: Set::EMPTY,
            lays: none,
            stage: Stage::Open,
            mover: table.dealer,
            due: Seats::NONE,
            short: Seats::NONE,
            is_served: false,
            at: 0,
            lance: rules.phase_order.value.0.first().copied().unwrap_or(Lance::Grande),
            says: [Seats::NONE; 5],
            liars: [Seats::NONE; 5],
            through: Seats::NONE,
            bet: Bet::default(),
            outcomes: [Outcome::default(); 5],
            heaps: [PerSeat::all(0); 5],
            table: *table,
            taken: [PerSeat::all(0); 5],
            ordago: PerSeat::all(0),
            ended: None,
        }
    }

    /// Whether its mover has something to choose.
    pub fn asks(&self) -> bool {
        matches!(self.stage, Stage::Asked | Stage::Laying | Stage::Seen | Stage::Betting)
    }

    /// The side of a seat, by its first seat.
    pub fn side(rules: &Ruleset, seat: Seat) -> Seat {
        match rules.sides.value {
            Sides::Pairs => Seat(seat.0 % 2),
            Sides::Single => seat,
        }
    }

    /// The seats of a side.
    pub fn of_side(&self, rules: &Ruleset, side: Seat) -> Seats {
        self.players.each().filter(|seat| Hand::side(rules, *seat) == Hand::side(rules, side)).collect()
    }

    /// Who speaks first.
    pub fn eldest(&self) -> Seat {
        self.players.in_turn(self.dealer).next().unwrap_or(self.dealer)
    }

    /// Who has a part in a phase.
    pub fn in_lance(&self) -> Seats {
        let all = match self.lance {
            Lance::Couples | Lance::Jeu => self.says[self.lance.place()],
            _ => self.players,
        };
        all.minus(self.through)
    }

    /// Who is in its betting: who has a part in it, has something to bet, and has not refused.
    pub(super) fn speakers(&self) -> Seats {
        self.bet.speakers.minus(self.bet.out)
    }

    /// The stones of a player: in the purse, and staked.
    pub fn stones(&self, seat: Seat) -> i64 {
        self.table.purses[seat] + self.heaps.iter().map(|heap| heap[seat]).sum::<i64>()
    }

    /// What a player has to bet with in this phase; nothing binds where stones are not shed.
    pub(super) fn means(&self, rules: &Ruleset, seat: Seat) -> i64 {
        if !Table::sheds(rules) {
            return i64::MAX;
        }
        self.table.purses[seat] + self.heaps[self.lance.place()][seat]
    }

    /// The score of both sides.
    pub fn score(&self) -> [i64; 2] {
        [self.table.score[Seat(0)], self.table.score[Seat(1)]]
    }

    /// The table for the next deal: who deals, and what is begun anew.
    pub fn close(&self, rules: &Ruleset) -> Table {
        let mut table = self.table;
        match (self.ended, rules.end.value.finish) {
            (Some(Ended::Game(_)), _) => table.score = PerSeat::all(0),
            (Some(Ended::Round(_)), Finish::Losses(losses)) => {
                let stays = |seat| table.lost[seat] < losses;
                let stones = rules.chips_start.value.0;
                for seat in Seats::all(table.seats).each() {
                    table.purses[seat] = if stays(seat) { stones } else { 0 };
                }
                table.basket = 0;
            }
            _ => {}
        }
        let (eldest, players) = (self.eldest(), table.players(rules));
        table.dealer = if self.players.is_empty() {
            self.dealer
        } else if players.has(eldest) {
            eldest
        } else {
            players.in_turn(eldest).next().unwrap_or(eldest)
        };
        table
    }
}
