//! Who wins a phase, and what is paid: refusals and órdagos at once, the rest phase by phase when the cards are shown. How a
//! game, a round and a match end.

use super::{
    BettingEnd, MusEarlyDealEnd, MusEvent, MusEventDetails, MusStage, MusState,
    MusTableBetweenDeals, PairKind, phase_strength,
};
use super::{card_total, couple_in, hand_strength};
use crate::cards::{CardSet, PerSeat, Seat, SeatSet};
use crate::rules::mus_values::{BettingPhase, PrizeEarners, TieWinner};
use crate::rules::{ClauseId, MusRules, SessionEndEvent};

/// A player as they are compared: by their cards, then by their seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlayerWithStrength {
    strength: u64,
    seat_rank: i8,
    seat: Seat,
}

fn players_with_rank(
    rules: &MusRules,
    state: &MusState,
    phase: BettingPhase,
    players: SeatSet,
) -> impl Iterator<Item = PlayerWithStrength> {
    let is_nearest_best = rules.tie.value == TieWinner::NearestTheHand;
    let in_turn = players.in_turn(state.dealer);
    in_turn
        .zip(0_i8..)
        .map(move |(seat, place)| PlayerWithStrength {
            strength: hand_strength(rules, phase, state.hands[seat]),
            seat_rank: if is_nearest_best { -place } else { place },
            seat,
        })
}

/// Returns the player of some with the best cards in a phase. Between equal cards the seat decides.
pub fn best_player(
    rules: &MusRules,
    state: &MusState,
    phase: BettingPhase,
    players: SeatSet,
) -> Option<Seat> {
    let ranked = players_with_rank(rules, state, phase, players);
    ranked.max().map(|player| player.seat)
}

pub(super) fn worst_player(
    rules: &MusRules,
    state: &MusState,
    phase: BettingPhase,
    players: SeatSet,
) -> Option<Seat> {
    let ranked = players_with_rank(rules, state, phase, players);
    ranked.min().map(|player| player.seat)
}

/// Returns the clause by which cards are compared in a phase.
pub fn comparison_clause(phase: BettingPhase) -> ClauseId {
    match phase {
        BettingPhase::Grande => ClauseId::GrandeCompare,
        BettingPhase::Petite => ClauseId::PetiteCompare,
        BettingPhase::Couples => ClauseId::CouplesCompare,
        BettingPhase::Jeu => ClauseId::JeuCompare,
        BettingPhase::Point => ClauseId::PointCompare,
    }
}

/// Returns those players of whose side nobody declared falsely in a phase.
pub(super) fn players_of_honest_sides(
    rules: &MusRules,
    state: &MusState,
    phase: BettingPhase,
    players: SeatSet,
) -> SeatSet {
    let mut honest = players;
    for liar in state.liars[phase.place()].iter() {
        honest = honest.minus(state.side_players(rules, liar));
    }
    honest
}

/// Announces who wins a phase by the cards, whether the seat decided it, and who declared falsely.
pub(super) fn announce_phase_outcome(
    rules: &MusRules,
    state: &MusState,
    phase: BettingPhase,
    events: &mut Vec<MusEvent>,
) {
    let outcome = state.outcomes[phase.place()];
    for liar in state.liars[phase.place()].iter() {
        events.push(MusEvent::new(
            ClauseId::FaultLie,
            MusEventDetails::LieFound(phase, liar),
        ));
    }
    let Some(winner) = outcome.winner else {
        return;
    };
    if outcome.result == BettingEnd::Refused {
        return;
    }
    events.push(MusEvent::new(
        comparison_clause(phase),
        MusEventDetails::PhaseWon(phase, winner),
    ));
    let strength = hand_strength(rules, phase, state.hands[winner]);
    let opponents = players_of_honest_sides(rules, state, phase, outcome.contenders)
        .minus(state.side_players(rules, winner));
    for opponent in opponents.iter() {
        if hand_strength(rules, phase, state.hands[opponent]) == strength {
            let kind = MusEventDetails::TieBroken(phase, winner);
            events.push(MusEvent::new(ClauseId::Tie, kind));
            return;
        }
    }
}

/// Lets a side take stones for a phase, or a player shed them: no more than the game or the purse has room for.
fn take_or_shed_stones(
    rules: &MusRules,
    state: &mut MusState,
    phase: BettingPhase,
    clause: ClauseId,
    seat: Seat,
    due: i64,
    events: &mut Vec<MusEvent>,
) {
    if state.stage == MusStage::Over {
        return;
    }
    let side = MusState::first_seat_of_side(rules, seat);
    let paid = due.min(room_for_stones(rules, state, seat));
    if paid > 0 {
        events.push(MusEvent::new(
            clause,
            MusEventDetails::StonesPaid(phase, seat, paid),
        ));
        state.stones_taken[phase.place()][side] += paid;
    }
    if paid < due {
        events.push(MusEvent::new(
            ClauseId::PayOrder,
            MusEventDetails::PaymentCut(phase, side, due),
        ));
    }
    if MusTableBetweenDeals::sheds_stones(rules) {
        state.table.purses[seat] -= paid;
        state.table.basket += paid;
        exclude_players_without_stones(rules, state, events);
        return;
    }
    state.table.score[side] += paid;
    if let SessionEndEvent::Games { target, .. } = rules.end.value.finish
        && state.table.score[side] >= target
    {
        end_game(rules, state, side, events);
    }
}

/// Returns how many stones a seat can still shed, or its side can take in this game.
fn room_for_stones(rules: &MusRules, state: &MusState, seat: Seat) -> i64 {
    if MusTableBetweenDeals::sheds_stones(rules) {
        return state.table.purses[seat];
    }
    match rules.end.value.finish {
        SessionEndEvent::Games { target, .. } => {
            target - state.table.score[MusState::first_seat_of_side(rules, seat)]
        }
        _ => i64::MAX,
    }
}

/// Pays a bet that was refused, and returns the bettor's stake. A bettor who declared falsely is paid nothing.
pub(super) fn settle_refusal(
    rules: &MusRules,
    state: &mut MusState,
    bettor: Seat,
    is_honest: bool,
    events: &mut Vec<MusEvent>,
) {
    let phase = state.phase;
    if MusTableBetweenDeals::sheds_stones(rules) {
        let clause = if is_honest {
            ClauseId::PayOrder
        } else {
            ClauseId::FaultLie
        };
        return_stake(state, phase, bettor, clause, events);
    }
    if is_honest {
        let price = if state.bet.agreed == 0 {
            rules.bet_refuse.value.first
        } else {
            state.bet.agreed
        };
        let clause = ClauseId::BetRefuse;
        take_or_shed_stones(rules, state, phase, clause, bettor, price, events);
    }
}

/// Returns the stones that a player has staked on a phase to their purse.
pub(super) fn return_stake(
    state: &mut MusState,
    phase: BettingPhase,
    seat: Seat,
    clause: ClauseId,
    events: &mut Vec<MusEvent>,
) {
    let stake = std::mem::take(&mut state.stakes[phase.place()][seat]);
    if stake > 0 {
        state.table.purses[seat] += stake;
        events.push(MusEvent::new(
            clause,
            MusEventDetails::StakeReturned(phase, seat, stake),
        ));
    }
}

/// Returns the stones that all players have staked on a phase.
pub(super) fn return_stakes(
    state: &mut MusState,
    phase: BettingPhase,
    clause: ClauseId,
    events: &mut Vec<MusEvent>,
) {
    for seat in state.players.iter() {
        return_stake(state, phase, seat, clause, events);
    }
}

/// Gives the game to the side of the player who won an órdago.
pub(super) fn win_game_by_ordago(
    rules: &MusRules,
    state: &mut MusState,
    winner: Seat,
    events: &mut Vec<MusEvent>,
) {
    let side = MusState::first_seat_of_side(rules, winner);
    if let SessionEndEvent::Games { target, .. } = rules.end.value.finish {
        state.ordago_stones[side] = target - state.table.score[side];
        state.table.score[side] = target;
    }
    end_game(rules, state, side, events);
}

fn end_game(rules: &MusRules, state: &mut MusState, side: Seat, events: &mut Vec<MusEvent>) {
    state.table.games_won[side] += 1;
    state.stage = MusStage::Over;
    state.end = Some(MusEarlyDealEnd::Game(side));
    events.push(MusEvent::new(ClauseId::End, MusEventDetails::GameWon(side)));
    if state.table.is_session_over(rules) {
        events.push(MusEvent::new(
            ClauseId::End,
            MusEventDetails::MatchWon(side),
        ));
    }
}

/// Gives the stones that all players have staked to the player who lost the órdago.
pub(super) fn give_stakes_to_loser(
    rules: &MusRules,
    state: &mut MusState,
    loser: Seat,
    events: &mut Vec<MusEvent>,
) {
    let stakes = std::mem::replace(&mut state.stakes[state.phase.place()], PerSeat::all(0));
    let total: i64 = stakes.iter().sum();
    let of_others = total - stakes[loser];
    state.table.purses[loser] += total;
    state.ordago_stones[loser] += of_others;
    events.push(MusEvent::new(
        ClauseId::BetOrdago,
        MusEventDetails::StakesPickedUp(loser, of_others),
    ));
    exclude_players_without_stones(rules, state, events);
}

/// Excludes the players who have no stones left from later phases. If one player alone has stones, they lose the round.
fn exclude_players_without_stones(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) {
    let with_stones: SeatSet = SeatSet::all(state.table.seats)
        .iter()
        .filter(|seat| state.stones_in_purse_and_stake(*seat) > 0)
        .collect();
    state.excluded = state.excluded.union(state.players.minus(with_stones));
    if with_stones.len() == 1
        && let Some(loser) = with_stones.iter().next()
    {
        end_lost_round(rules, state, loser, events);
    }
}

/// Ends the deal because a player has lost the round; the player leaves after too many.
fn end_lost_round(rules: &MusRules, state: &mut MusState, loser: Seat, events: &mut Vec<MusEvent>) {
    for phase in BettingPhase::ALL {
        return_stake(state, *phase, loser, ClauseId::PayOrder, events);
    }
    state.table.rounds_lost[loser] += 1;
    state.stage = MusStage::Over;
    state.end = Some(MusEarlyDealEnd::Round(loser));
    events.push(MusEvent::new(
        ClauseId::End,
        MusEventDetails::RoundLost(loser),
    ));
    let SessionEndEvent::Losses(max_losses) = rules.end.value.finish else {
        return;
    };
    if state.table.rounds_lost[loser] >= max_losses {
        let kind = MusEventDetails::PlayerLeft(loser);
        events.push(MusEvent::new(ClauseId::End, kind));
    }
    if state.table.is_session_over(rules) {
        let last_player = SeatSet::all(state.table.seats)
            .iter()
            .find(|seat| state.table.rounds_lost[*seat] < max_losses);
        if let Some(winner) = last_player {
            let kind = MusEventDetails::MatchWon(winner);
            events.push(MusEvent::new(ClauseId::End, kind));
        }
    }
}

/// Returns the phase that is paid next: Point in place of a Jeu that nobody has.
pub fn next_phase_to_pay(rules: &MusRules, state: &MusState) -> Option<BettingPhase> {
    let phase = *rules.phase_order.value.0.get(state.phase_index)?;
    let has_nobody_jeu = state.claims[BettingPhase::Jeu.place()].is_empty();
    if phase == BettingPhase::Jeu && has_nobody_jeu {
        Some(BettingPhase::Point)
    } else {
        Some(phase)
    }
}

/// Pays the next phase. After the last, the deal is over.
pub(super) fn pay_next_phase(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    if let Some(phase) = next_phase_to_pay(rules, state) {
        pay_phase(rules, state, phase, events);
        state.phase_index += 1;
    }
    if next_phase_to_pay(rules, state).is_none() {
        state.stage = MusStage::Over;
    }
}

fn pay_phase(
    rules: &MusRules,
    state: &mut MusState,
    phase: BettingPhase,
    events: &mut Vec<MusEvent>,
) {
    let outcome = state.outcomes[phase.place()];
    if outcome.result != BettingEnd::Ordago {
        announce_phase_outcome(rules, state, phase, events);
    }
    if outcome.result == BettingEnd::Accepted
        && let Some(winner) = outcome.winner
    {
        let mut stones = outcome.stake;
        if MusTableBetweenDeals::sheds_stones(rules) {
            // The winner sheds the stones that they have staked.
            stones = std::mem::take(&mut state.stakes[phase.place()][winner]);
            state.table.purses[winner] += stones;
        }
        let clause = ClauseId::PayOrder;
        take_or_shed_stones(rules, state, phase, clause, winner, stones, events);
    }
    if state.stage != MusStage::Over {
        return_stakes(state, phase, ClauseId::PayOrder, events);
    }
    for seat in prize_winners(rules, state, phase).iter() {
        let (stones, clause) = phase_prize(rules, phase, state.hands[seat]);
        take_or_shed_stones(rules, state, phase, clause, seat, stones, events);
    }
}

/// Returns the players who are paid a prize for their cards in a phase.
fn prize_winners(rules: &MusRules, state: &MusState, phase: BettingPhase) -> SeatSet {
    let outcome = state.outcomes[phase.place()];
    let Some(winner) = outcome.winner else {
        return SeatSet::NONE;
    };
    let was_bet = matches!(outcome.result, BettingEnd::Accepted | BettingEnd::Refused);
    let earners = match phase {
        BettingPhase::Grande | BettingPhase::Petite if was_bet => return SeatSet::NONE,
        BettingPhase::Grande | BettingPhase::Petite | BettingPhase::Point => PrizeEarners::Winner,
        BettingPhase::Couples => rules.prize_couples.value.to,
        BettingPhase::Jeu => rules.prize_jeu.value.to,
    };
    if outcome.result == BettingEnd::Ordago {
        SeatSet::NONE
    } else if earners == PrizeEarners::Winner {
        SeatSet::NONE.with(winner)
    } else {
        let side = state.side_players(rules, winner);
        side.iter()
            .filter(|seat| outcome.contenders.has(*seat))
            .collect()
    }
}

/// Returns the stones that cards earn in a phase, and the clause that says so.
fn phase_prize(rules: &MusRules, phase: BettingPhase, cards: CardSet) -> (i64, ClauseId) {
    match phase {
        BettingPhase::Grande | BettingPhase::Petite => {
            (rules.prize_passed.value.0, ClauseId::PrizePassed)
        }
        BettingPhase::Point => (rules.prize_jeu.value.point, ClauseId::PrizeJeu),
        BettingPhase::Couples => (couple_prize(rules, cards), ClauseId::PrizeCouples),
        BettingPhase::Jeu => (jeu_prize(rules, cards), ClauseId::PrizeJeu),
    }
}

fn couple_prize(rules: &MusRules, cards: CardSet) -> i64 {
    let prize = rules.prize_couples.value;
    match couple_in(rules, cards) {
        Some(PairKind::Pair) => prize.pair,
        Some(PairKind::Moyenne) => prize.moyenne,
        Some(PairKind::Double) => prize.double,
        None => 0,
    }
}

fn jeu_prize(rules: &MusRules, cards: CardSet) -> i64 {
    let prize = rules.prize_jeu.value;
    let total = card_total(rules, cards);
    if let Some(rich) = prize.rich {
        if total == 31 && phase_strength::is_royal(rules, cards) {
            return rich.royal;
        }
        let tens = count_cards_worth(rules, cards, 10);
        if total == 33 && tens == 2 && count_cards_worth(rules, cards, 7) > 0 {
            return rich.thirty_three;
        }
    }
    if total == 31 {
        prize.thirty_one
    } else {
        prize.other
    }
}

/// Returns how many of some cards have this worth.
fn count_cards_worth(rules: &MusRules, cards: CardSet, worth: u32) -> usize {
    cards
        .into_iter()
        .filter(|card| card_total(rules, (*card).into()) == worth)
        .count()
}
