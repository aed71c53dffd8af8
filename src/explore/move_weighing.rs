//! Weighing moves: the chips that each brings on average, over all cards that the mover cannot see.

use super::redeal::KnownCards;
use super::{RandomPlayer, chips_gained, play_out_by_strategy};
use crate::cards::Seat;
use crate::engine::{DealState, Move};
use crate::rules::{Ruleset, TrickRules};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The number of times that the unseen cards are dealt anew.
pub const WEIGHED_DEALS: u64 = 2_000;
/// The seed of the random numbers.
const SEED: u64 = 1;
/// A move that brings at most this many chips less than the best counts as equally good.
const NEAR_BEST: f64 = 1.0;

/// The chips that each move brought in all sampled deals together, by the key of the position and its moves.
pub type ChipSumsByGamePosition = BTreeMap<String, Vec<i64>>;

/// The weighings that were made when the program was built, and since.
static KNOWN: LazyLock<Mutex<ChipSumsByGamePosition>> = LazyLock::new(|| {
    Mutex::new(serde_json::from_str(include_str!("known.json")).unwrap_or_default())
});

/// Returns the chips that each move brings the mover on average. `past` has the moves made in the deal, each with the state
/// before it. The same cards are dealt for every move, and each time.
pub fn mean_chips_of_moves(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    state: &DealState,
    moves: &[Move],
) -> Vec<f64> {
    // The engine for pages knows nothing: to load it would take longer than to weigh.
    let totals = if cfg!(target_arch = "wasm32") {
        sum_chips_of_moves(rules, past, state, moves)
    } else {
        let key = weighing_key(rules, past, state, moves);
        let known = lock_known_weighings().get(&key).cloned();
        let totals = known.unwrap_or_else(|| sum_chips_of_moves(rules, past, state, moves));
        lock_known_weighings().insert(key, totals.clone());
        totals
    };
    totals
        .into_iter()
        .map(|chips| chips as f64 / WEIGHED_DEALS as f64)
        .collect()
}

fn lock_known_weighings() -> MutexGuard<'static, ChipSumsByGamePosition> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the key of a weighing: it depends on the rules, the deal with all that was done in it, and the moves.
pub fn weighing_key(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    state: &DealState,
    moves: &[Move],
) -> String {
    let clauses = Ruleset::from(*rules).clauses();
    let values: Vec<&str> = clauses
        .iter()
        .map(|clause| clause.comparison_key())
        .collect();
    let past: Vec<(Seat, Move)> = past
        .iter()
        .map(|(before, player_move)| (before.mover, *player_move))
        .collect();
    hash_in_hex((values, past, state, moves, WEIGHED_DEALS, SEED))
}

/// Returns the hash of a value as 16 hexadecimal digits. It follows from the order of fields and variants, not from the names of
/// types, fields or variants.
///
/// ```
/// #[derive(Hash)]
/// struct Deal { cards: u8 }
/// #[derive(Hash)]
/// struct DealState { cards_dealt: u8 }
///
/// use mouche::explore::hash_in_hex;
/// assert_eq!(hash_in_hex(Deal { cards: 20 }), hash_in_hex(DealState { cards_dealt: 20 }));
/// assert_ne!(hash_in_hex(Deal { cards: 20 }), hash_in_hex(Deal { cards: 21 }));
/// ```
pub fn hash_in_hex(value: impl Hash) -> String {
    format!("{:016x}", hash_of(value))
}

/// Returns the hash of a value.
fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FnvHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the fingerprint of a text as 16 hexadecimal digits.
pub fn fingerprint_in_hex(text: &str) -> String {
    format!("{:016x}", fingerprint(text))
}

/// Returns the FNV-1a hash in 64 bits.
pub fn fingerprint(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes.as_ref());
    hasher.finish()
}

/// Computes the FNV-1a hash in 64 bits. Unlike the standard library's hashes it is the same in every version of Rust.
struct FnvHasher(u64);

impl Default for FnvHasher {
    fn default() -> FnvHasher {
        FnvHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for FnvHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns the chips that each move brings in all deals together, without looking up what is known.
pub fn sum_chips_of_moves(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    state: &DealState,
    moves: &[Move],
) -> Vec<i64> {
    let mut cards = RandomPlayer::new(SEED);
    let mut totals = vec![0; moves.len()];
    let mut events = Vec::new();
    let known_cards = KnownCards::new(rules, past, state);
    for time in 0..WEIGHED_DEALS {
        let dealt = known_cards.deal_unseen(rules, &mut cards);
        for (player_move, total) in moves.iter().zip(&mut totals) {
            let mut stock = RandomPlayer::new(SEED ^ ((time + 1) << 8));
            if let Ok(end) =
                play_out_by_strategy(rules, &dealt, *player_move, &mut stock, &mut events)
            {
                *total += chips_gained(&dealt, &end, dealt.mover);
            }
        }
    }
    totals
}

/// Returns for each average result whether it is nearly as good as the best.
pub fn mark_near_best(means: &[f64]) -> impl Iterator<Item = bool> {
    let best = means.iter().copied().fold(f64::MIN, f64::max);
    means.iter().map(move |mean| *mean >= best - NEAR_BEST)
}
