//! How a session stands between two deals: what the learner won, who leads, and whether the session is over.

use super::{GameDeals, Session};
use crate::cards::{InsertionSort, PerSeat, Seat};
use crate::engine::{Game, TableBetweenDeals, TrickGame};
use crate::mus::{MusGame, MusState, MusTableBetweenDeals};
use crate::rules::MusRules;

/// The result of the learner in a deal with tricks that is over.
pub(crate) struct LearnerTrickGameResult {
    /// True if the learner folded.
    pub(crate) has_folded: bool,
    /// True if the learner took the pool with a flush. No tricks were played then.
    pub(crate) took_pool_by_flush: bool,
    /// True if all others folded. No tricks were played then.
    pub(crate) was_left_alone: bool,
    /// The number of tricks that the learner won.
    pub(crate) tricks: u8,
}

/// A player, or a side at Mus, with what decides their place.
pub(crate) struct RankedPlayerOrSide {
    /// The players of the side, in the order of their seats.
    pub(crate) seats: Vec<Seat>,
    pub(crate) score: SessionScore,
}

/// What decides the place of a side; the greater score is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SessionScore {
    /// The chips of a player, less what the player owes.
    Chips(i64),
    /// The games that a side of Mus has won, and its stones in the current game.
    Games { games: i64, stones: i64 },
    /// The rounds that a player of Mus has lost and the stones that are left, both below 0 because fewer are better.
    Losses { rounds: i64, stones: i64 },
}

impl Session {
    /// Returns whether the current deal is over.
    pub(crate) fn is_deal_over(&self) -> bool {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deals.finished_deal().is_some(),
            GameDeals::Mus(mus) => mus.finished_deal().is_some(),
        }
    }

    /// Returns whether no further deal follows the current one by the rules.
    pub(crate) fn is_over_by_rules(&self) -> bool {
        // The end is looked for at a copy, because the table notes which deal is the last one.
        match &self.game {
            GameDeals::Tricks(tricks) => {
                let deals = &tricks.deals;
                TrickGame::is_session_over(&deals.rules, &mut deals.table.clone())
            }
            GameDeals::Mus(mus) => MusGame::is_session_over(&mus.rules, &mut mus.table.clone()),
        }
    }

    /// Returns what the learner did in the last deal with tricks, if it is over.
    pub(crate) fn last_trick_deal_result(&self) -> Option<LearnerTrickGameResult> {
        let GameDeals::Tricks(tricks) = &self.game else {
            return None;
        };
        let learner = self.setup.learner;
        let end = &tricks.deals.finished_deal()?.end;
        Some(LearnerTrickGameResult {
            has_folded: !end.active.has(learner),
            took_pool_by_flush: end.claimants.has(learner) && self.last_deal_gain()? > 0,
            was_left_alone: end.active.has(learner)
                && end.active.len() == 1
                && end.seats_in_turn().all(|seat| end.tricks_won[seat] == 0),
            tricks: end.tricks_won[learner],
        })
    }

    /// Returns the debt that the learner made in the last deal, in chips; 0 while it is under way, and at Mus.
    pub(crate) fn last_deal_debt(&self) -> i64 {
        let GameDeals::Tricks(tricks) = &self.game else {
            return 0;
        };
        match tricks.deals.finished_deal() {
            Some(played) => played.end.debts_made[self.setup.learner],
            None => 0,
        }
    }

    /// Returns the sides with the best first.
    pub(crate) fn ranking(&self) -> Vec<RankedPlayerOrSide> {
        let mut sides = match &self.game {
            GameDeals::Tricks(tricks) => player_scores_by_seat(&tricks.deals.table),
            GameDeals::Mus(mus) => side_scores_by_seat(&mus.rules, &mus.table),
        };
        sides.insertion_sort_by_key(|side| std::cmp::Reverse(side.score));
        sides
    }

    /// Returns what the learner's side has gained in each finished deal. With tricks it is in chips, stakes and debts
    /// included; at Mus it is in stones.
    pub(crate) fn learner_results(&self) -> Vec<i64> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.learner_net_results(&self.setup),
            GameDeals::Mus(mus) => mus.learner_results(&self.setup),
        }
    }
}

/// Returns each player with their chips less their debts, in the order of the seats.
fn player_scores_by_seat(table: &TableBetweenDeals) -> Vec<RankedPlayerOrSide> {
    let mut chips: PerSeat<i64> = table.purses;
    for debt in &table.debts {
        chips[debt.debtor] -= debt.chips;
    }
    let mut sides = Vec::new();
    for seat in (0..table.seats).map(Seat) {
        sides.push(RankedPlayerOrSide {
            seats: vec![seat],
            score: SessionScore::Chips(chips[seat]),
        });
    }
    sides
}

/// Returns each side with its score, in the order of the seats.
fn side_scores_by_seat(rules: &MusRules, table: &MusTableBetweenDeals) -> Vec<RankedPlayerOrSide> {
    let mut sides: Vec<RankedPlayerOrSide> = Vec::new();
    for seat in (0..table.seats).map(Seat) {
        let first = MusState::first_seat_of_side(rules, seat);
        if let Some(side) = sides.iter_mut().find(|side| side.seats.contains(&first)) {
            side.seats.push(seat);
            continue;
        }
        let score = if MusTableBetweenDeals::sheds_stones(rules) {
            SessionScore::Losses {
                rounds: -table.rounds_lost[first],
                stones: -table.purses[first],
            }
        } else {
            SessionScore::Games {
                games: table.games_won[first],
                stones: table.score[first],
            }
        };
        sides.push(RankedPlayerOrSide {
            seats: vec![seat],
            score,
        });
    }
    sides
}
