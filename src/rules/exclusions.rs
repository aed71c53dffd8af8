//! Values of clauses that exclude each other, so that no game can be played by them.

use super::{ClauseId, MusRules, Ruleset, TrickRules};
use crate::cards::MOST_SEATS;

/// Two values that exclude each other, or one that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The clause whose value excludes the other.
    pub topic: ClauseId,
    /// The other clause; none if the value is impossible by itself.
    pub other: Option<ClauseId>,
    /// The reason, in a sentence without a full stop.
    pub why: &'static str,
}

impl Ruleset {
    /// Returns the first values of an edition that exclude each other; none if it can be played.
    pub fn find_exclusion(&self) -> Option<Exclusion> {
        let found = match self {
            Ruleset::Tricks(rules) => find_trick_exclusion(rules),
            Ruleset::Mus(rules) => find_mus_exclusion(rules),
        };
        find_impossible_players(self).or(found)
    }
}

/// Returns an exclusion of two clauses.
fn excluded(topic: ClauseId, other: ClauseId, why: &'static str) -> Option<Exclusion> {
    Some(Exclusion {
        topic,
        other: Some(other),
        why,
    })
}

/// Returns a value that is impossible by itself.
fn impossible(topic: ClauseId, why: &'static str) -> Option<Exclusion> {
    Some(Exclusion {
        topic,
        other: None,
        why,
    })
}

/// Returns why no table can have so many players, or why the pack has too few cards for them.
fn find_impossible_players(rules: &Ruleset) -> Option<Exclusion> {
    let players = rules.players.value;
    if players.from < 2 || players.from > players.to || usize::from(players.to) > MOST_SEATS {
        return impossible(
            ClauseId::Players,
            "the program plays with 2 to 10 players, the smaller number first",
        );
    }
    let hand = usize::from(rules.deal_packets.value.hand);
    for number in players.from..=players.to {
        // One card is turned up, or left for it.
        if usize::from(number) * hand >= rules.pack.value.pack(number).len() {
            return excluded(
                ClauseId::Pack,
                ClauseId::Players,
                "the pack does not have a hand for each player and one more card",
            );
        }
    }
    None
}

/// Returns values of a game with tricks that exclude each other.
fn find_trick_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    let is_staged = rules.debt_enter.value.is_staged();
    let sweep = rules.debt_sweep.value;
    if let Some(cap) = rules.debt_cap.value.0 {
        if is_staged {
            return excluded(
                ClauseId::DebtCap,
                ClauseId::DebtEnter,
                "debts that are staged have no limit",
            );
        }
        if rules.stake.value.chips == 0 || cap % rules.stake.value.chips != 0 {
            return excluded(
                ClauseId::DebtCap,
                ClauseId::Stake,
                "the limit on debts must be a multiple of the stake",
            );
        }
    }
    if !is_staged && (sweep.by_flush || sweep.by_vole) {
        return excluded(
            ClauseId::DebtSweep,
            ClauseId::DebtEnter,
            "only debts that are staged wait until a player wins them",
        );
    }
    None
}

/// Returns values of Mus that exclude each other.
fn find_mus_exclusion(rules: &MusRules) -> Option<Exclusion> {
    use super::mus::RoyalThirtyOne;
    let has_no_royal = rules.jeu_compare.value.royal == RoyalThirtyOne::None;
    if rules.prize_jeu.value.rich.is_some() && has_no_royal {
        return excluded(
            ClauseId::PrizeJeu,
            ClauseId::JeuCompare,
            "a prize for the royal 31 needs a royal 31",
        );
    }
    None
}
