//! The table, with its accounts in stones; a deal of it under way; and what happens in it, with the clause it rests on.

use crate::cards::{PerSeat, Seat, Seats, Set};
use crate::rules::mus::{BettingPhase, PayOrder, Sides};
use crate::rules::{ClauseId, Finish, Move, Ruleset};

pub type MusEvent = crate::engine::Event<MusEventKind>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhaseResult {
    /// It was not, or nobody had a part in it.
    #[default]
    Void,
    Passed,
    /// One side alone was in it, or nobody else had stones: nobody was asked.
    Unbet,
    Accepted,
    Refused,
    Ordago,
}

/// What happened. A side is named by its first seat; amounts are in stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusEventKind {
    Dealt(Seat, Set),
    /// The dealer dealt wrongly, and deals again.
    Misdealt(Seat),
    Did(Seat, Move),
    Served(Seat, Set),
    /// So many cards that were laid down are shuffled and are the stock.
    Shuffled(u8),
    Seen,
    Out(Seat),
    AllIn(Seat),
    Closed(BettingPhase, PhaseResult),
    /// The best of a phase, by the cards.
    Won(BettingPhase, Seat),
    /// A tie was parted by who sits nearer to the hand.
    Tied(BettingPhase, Seat),
    /// An untrue word of a seat cost its side a phase.
    Lied(BettingPhase, Seat),
    /// So many stones were taken for a phase, or shed: by the side of a seat, or by that alone, for its bet or its cards.
    Paid(BettingPhase, Seat, i64),
    /// So many stones were due to it, and it took or shed fewer.
    Cut(BettingPhase, Seat, i64),
    /// A player took back what was staked on a phase.
    Home(BettingPhase, Seat, i64),
    /// A player picked up the stones of the others in an ordago.
    PickedUp(Seat, i64),
    Game(Seat),
    /// A side won the match, or a player is the last who is left.
    Match(Seat),
    Lost(Seat),
    /// A player has lost so many rounds that they leave.
    Left(Seat),
}

pub(super) fn push(events: &mut Vec<MusEvent>, clause: ClauseId, fact: MusEventKind) {
    events.push(MusEvent { clause, fact });
}

/// What lasts from deal to deal. A side is named by its first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MusTable {
    pub seats: u8,
    pub dealer: Seat,
    /// Stones that each side has taken in this game.
    pub score: PerSeat<i64>,
    pub games: PerSeat<i64>,
    pub purses: PerSeat<i64>,
    pub lost: PerSeat<i64>,
    /// Stones shed in this round.
    pub basket: i64,
}

impl MusTable {
    pub fn new(rules: &Ruleset, seats: u8, dealer: Seat) -> MusTable {
        MusTable {
            seats,
            dealer,
            purses: PerSeat::all(rules.chips_start.value.0),
            ..MusTable::default()
        }
    }

    pub(super) fn sheds(rules: &Ruleset) -> bool {
        rules.pay_order.value == PayOrder::ShedFromPurse
    }

    /// Who is dealt cards: where stones are shed, all who have any.
    pub fn players(&self, rules: &Ruleset) -> Seats {
        Seats::all(self.seats)
            .iter()
            .filter(|seat| !MusTable::sheds(rules) || self.purses[*seat] > 0)
            .collect()
    }

    pub fn is_over(&self, rules: &Ruleset) -> bool {
        let lost = self.lost.iter().take(self.seats.into());
        match rules.end.value.finish {
            Finish::Games { games, .. } => self.games.iter().any(|won| *won >= games),
            Finish::Losses(losses) => lost.filter(|lost| **lost < losses).count() < 2,
            _ => false,
        }
    }

    pub fn stones(&self) -> i64 {
        self.purses.iter().take(self.seats.into()).sum::<i64>() + self.basket
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MusStage {
    #[default]
    Open,
    /// Mus, or no mus.
    Asked,
    Laying,
    /// Cards laid down, or none: one was seen.
    Seen,
    /// Cards of the stock for the mover.
    Serving,
    /// Whether the mover has what is bid on.
    Declaring,
    Betting,
    Paying,
    Over,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseOutcome {
    pub way: PhaseResult,
    pub winner: Option<Seat>,
    /// What was accepted, in stones.
    pub stake: i64,
    /// Whose cards count in it.
    pub counted: Seats,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bet {
    /// What is offered, in stones.
    pub standing: i64,
    /// What was agreed before it; nothing of a first bet.
    pub agreed: i64,
    pub bettor: Option<Seat>,
    pub opener: Option<Seat>,
    /// Whether everything is offered.
    pub ordago: bool,
    /// Who had something to bet and a part in the phase when it was opened.
    pub speakers: Seats,
    pub out: Seats,
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
pub enum DealEnd {
    Game(Seat),
    Round(Seat),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MusState {
    pub dealer: Seat,
    pub players: Seats,
    pub held: PerSeat<Set>,
    /// Cards that nobody holds and nobody has laid down.
    pub stock: Set,
    pub laid: Set,
    /// Those of this round, by player, as far as they are not served yet.
    pub lays: PerSeat<Set>,
    pub stage: MusStage,
    pub mover: Seat,
    /// Who has not answered what is asked of all in turn.
    pub due: Seats,
    /// Who laid cards down in this round and is not served.
    pub short: Seats,
    /// Whether someone said in this deal that they are served.
    pub is_served: bool,
    /// The place of the phase in the order of the edition.
    pub at: usize,
    pub lance: BettingPhase,
    /// Who said that they have it, by phase.
    pub says: [Seats; 5],
    /// Who of them has not.
    pub liars: [Seats; 5],
    /// Who has no part in later phases.
    pub through: Seats,
    pub bet: Bet,
    pub outcomes: [PhaseOutcome; 5],
    /// Stones staked on each phase and not moved yet, where they are shed.
    pub heaps: [PerSeat<i64>; 5],
    pub table: MusTable,
    /// What each side took, or each player shed, for each phase.
    pub taken: [PerSeat<i64>; 5],
    /// What each side lacked that won by an ordago; what each player picked up in one.
    pub ordago: PerSeat<i64>,
    pub ended: Option<DealEnd>,
}

impl MusState {
    /// A deal before its cards. A table whose game was won begins the next, one whose round was lost the next round.
    pub fn at_table(rules: &Ruleset, table: &MusTable) -> MusState {
        let (dealer, lance) = (
            table.dealer,
            rules
                .phase_order
                .value
                .0
                .first()
                .copied()
                .unwrap_or_default(),
        );
        MusState {
            dealer,
            mover: dealer,
            lance,
            table: *table,
            ..MusState::default()
        }
    }

    /// Whether its mover has something to choose.
    pub fn asks(&self) -> bool {
        matches!(
            self.stage,
            MusStage::Asked | MusStage::Laying | MusStage::Seen | MusStage::Betting
        )
    }

    /// The side of a seat, by its first seat.
    pub fn side(rules: &Ruleset, seat: Seat) -> Seat {
        if rules.sides.value == Sides::Pairs {
            Seat(seat.0 % 2)
        } else {
            seat
        }
    }

    pub fn of_side(&self, rules: &Ruleset, side: Seat) -> Seats {
        self.players
            .iter()
            .filter(|seat| MusState::side(rules, *seat) == MusState::side(rules, side))
            .collect()
    }

    pub fn eldest(&self) -> Seat {
        self.players
            .in_turn(self.dealer)
            .next()
            .unwrap_or(self.dealer)
    }

    /// Makes the next of some players after a seat the mover, if there is one.
    pub(super) fn ask_next(&mut self, of: Seats, after: Seat) -> bool {
        let next = of.in_turn(after).next();
        self.mover = next.unwrap_or(self.mover);
        next.is_some()
    }

    pub fn in_lance(&self) -> Seats {
        let is_said = matches!(self.lance, BettingPhase::Couples | BettingPhase::Jeu);
        if is_said {
            self.says[self.lance.place()]
        } else {
            self.players
        }
        .minus(self.through)
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
        let stones = self.table.purses[seat] + self.heaps[self.lance.place()][seat];
        if MusTable::sheds(rules) {
            stones
        } else {
            i64::MAX
        }
    }

    pub fn score(&self) -> [i64; 2] {
        [0, 1].map(|side| self.table.score[Seat(side)])
    }

    /// The table for the next deal: who deals, and what is begun anew.
    pub fn close(&self, rules: &Ruleset) -> MusTable {
        let mut table = self.table;
        match (self.ended, rules.end.value.finish) {
            (Some(DealEnd::Game(_)), _) => table.score = PerSeat::all(0),
            (Some(DealEnd::Round(_)), Finish::Losses(losses)) => {
                for seat in Seats::all(table.seats).iter() {
                    table.purses[seat] = if table.lost[seat] < losses {
                        rules.chips_start.value.0
                    } else {
                        0
                    };
                }
                table.basket = 0;
            }
            _ => {}
        }
        let (eldest, players) = (self.eldest(), table.players(rules));
        let stays = self.players.is_empty() || players.has(eldest);
        table.dealer = if stays {
            eldest
        } else {
            players.in_turn(eldest).next().unwrap_or(eldest)
        };
        table
    }
}
