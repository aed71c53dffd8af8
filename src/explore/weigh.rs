//! What moves come to, in the mean over all the cards that the mover cannot see: what is known of them is kept to, and from
//! the move on all follow the strategy.

use super::advice::{Heard, retold};
use super::view::others;
use super::{RandomPlayer, play_on, result};
use crate::cards::{Card, InOrder, PerSeat, Seat, Set};
use crate::engine::{Hand, Move, Stage, legal};
use crate::rules::{Phase, Ruleset};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// So often cards are dealt anew.
const TIMES: u64 = 2_000;
/// Where their random numbers begin.
const SEED: u64 = 1;
/// So often others' cards are looked for that fit what they have shown.
const TRIES: usize = 1_000;
/// So often all is told again with other cards, in search of some with which the strategy would have said all that was said.
const RETOLD: usize = 8;
/// Moves are as good as the best that come to so few chips less.
const NEAR: f64 = 1.0;

/// What was weighed already, by its key: chips in all, for each move.
pub type Known = BTreeMap<String, Vec<i64>>;

/// What was weighed when the program was made, and since.
static KNOWN: LazyLock<Mutex<Known>> =
    LazyLock::new(|| Mutex::new(serde_json::from_str(include_str!("known.json")).unwrap_or_default()));

/// For each of these moves the chips that it brings the mover of a hand, in the mean. `past` is what was done in the hand
/// before, each move with the hand as it stood. The same cards are dealt for each of them, and each time.
pub fn weigh(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, moves: &[Move]) -> Vec<f64> {
    // The engine in a page weighs all: there what is known would weigh more than the wait.
    let chips = if cfg!(target_arch = "wasm32") {
        weighed(rules, past, hand, moves)
    } else {
        let of = key_of(rules, past, hand, moves);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&of).cloned();
        found.unwrap_or_else(|| {
            let chips = weighed(rules, past, hand, moves);
            known().insert(of, chips.clone());
            chips
        })
    };
    chips.into_iter().map(|chips| chips as f64 / TIMES as f64).collect()
}

/// What the weighing rests on: the rules, and the hand with all that was done in it.
pub fn key_of(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, moves: &[Move]) -> String {
    let clauses = rules.clauses();
    let values: Vec<&str> = clauses.iter().map(|clause| clause.key()).collect();
    let past: Vec<(Seat, Move)> = past.iter().map(|(before, does)| (before.mover, *does)).collect();
    key(&format!("{values:?} {past:?} {hand:?} {moves:?} {TIMES} {SEED}"))
}

/// Sixteen letters that stand for a text.
pub fn key(text: &str) -> String {
    format!("{:016x}", fingerprint(text))
}

/// FNV-1a, 64 bits: the same on every machine and in every version, as the standard library's hashes are not.
pub fn fingerprint(text: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, hash)
}

/// The chips that each of these moves brings in all.
pub fn weighed(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, moves: &[Move]) -> Vec<i64> {
    let mut cards = RandomPlayer::new(SEED);
    let mut chips = vec![0; moves.len()];
    let seen = Seen::of(rules, past, hand);
    let mut events = Vec::new();
    for time in 0..TIMES {
        let dealt = seen.dealt(rules, &mut cards);
        for (does, chips) in moves.iter().zip(&mut chips) {
            events.clear();
            let mut stock = RandomPlayer::new(SEED ^ ((time + 1) << 8));
            let end = play_on(rules, &dealt, *does, &mut stock, &mut events);
            *chips += end.map_or(0, |end| result(&dealt, &end, dealt.mover));
        }
    }
    chips
}

/// A hand with all that its mover does not see dealt anew, as everybody could have played so far.
pub fn dealt_anew(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, cards: &mut RandomPlayer) -> Hand {
    Seen::of(rules, past, hand).dealt(rules, cards)
}

/// Which of the moves that come to this are as good as the best.
pub fn best(means: &[f64]) -> impl Iterator<Item = bool> {
    let most = means.iter().copied().fold(f64::MIN, f64::max);
    means.iter().map(move |mean| *mean >= most - NEAR)
}

/// Who said something, what others heard of it, and what it was.
type Word = (Seat, Heard, Move);

/// What the mover of a hand has seen of the cards of others.
struct Seen<'a> {
    hand: &'a Hand,
    /// Where they declare: the hand before anybody had spoken, and what was heard of whom.
    heard: Option<(&'a Hand, Vec<Word>)>,
    /// The cards that they have held.
    own: Set,
    /// The cards that nobody has shown them.
    unseen: Set,
    /// The cards that a seat may hold by what it has played.
    may: PerSeat<Set>,
    /// The card turned up, if the dealer has taken it and holds it still.
    taken: Set,
}

impl<'a> Seen<'a> {
    fn of(rules: &Ruleset, past: &'a [(Hand, Move)], hand: &'a Hand) -> Seen<'a> {
        let mover = hand.mover;
        let own = past.iter().filter(|(before, _)| before.mover == mover).map(|(before, _)| before.held[mover]);
        let own = own.fold(hand.held[mover], |own, held| own | held);
        let unseen = others(hand, mover) | hand.fille | hand.stock | (hand.discards - own);
        let taken = if hand.turn_taken { Set::from(hand.turned) & hand.held[hand.dealer] } else { Set::EMPTY };
        let mut seen = Seen { hand, own, heard: heard(past, hand), unseen, may: PerSeat::all(Set::EMPTY), taken };
        for seat in hand.in_turn().filter(|seat| *seat != mover) {
            let plays = || past.iter().filter(|(before, _)| before.mover == seat);
            let fits = |card: &Card| plays().all(|(before, does)| could(rules, before, *does, *card));
            seen.may[seat] = seen.unseen.into_iter().filter(fits).collect();
        }
        seen
    }

    /// The hand with all that is not seen dealt anew.
    fn dealt(&self, rules: &Ruleset, cards: &mut RandomPlayer) -> Hand {
        if let Some((first, said)) = &self.heard {
            let (seat, stage) = (self.hand.mover, self.hand.stage);
            let one = |_| retold(rules, first, said, seat, self.own, cards).ok();
            let mut told = (0..RETOLD).map_while(one).filter(|(hand, _)| (hand.mover, hand.stage) == (seat, stage));
            let first = told.next();
            let fits = first.filter(|(_, fits)| *fits).or_else(|| told.find(|(_, fits)| *fits)).or(first);
            if let Some((hand, _)) = fits {
                return hand;
            }
        }
        let fitting = (0..TRIES).find_map(|_| self.fitting(&self.may, cards));
        fitting.or_else(|| self.fitting(&PerSeat::all(self.unseen), cards)).unwrap_or(*self.hand)
    }

    /// A deal in which no seat has cards but those it may have, if one comes about: each is as likely as any other.
    /// Who is bound most is dealt to first. What that leaves to those who follow may be less than they could have had: so
    /// much rarer, then, such a deal is kept.
    fn fitting(&self, may: &PerSeat<Set>, cards: &mut RandomPlayer) -> Option<Hand> {
        let (mut hand, all) = (*self.hand, self.unseen - self.taken);
        let mut left = all;
        let mut seats: Vec<Seat> = hand.in_turn().filter(|seat| *seat != hand.mover).collect();
        seats.in_order_of(|seat| may[*seat].len());
        for seat in seats {
            let known = if seat == hand.dealer { self.taken } else { Set::EMPTY };
            let number = hand.held[seat].len() - known.len();
            let (choice, most) = ((left & may[seat]).len(), (all & may[seat]).len().min(left.len()));
            if choice < number || choice < most && (0..number).any(|one| cards.below(most - one) >= choice - one) {
                return None;
            }
            hand.held[seat] = known | cards.some_of(left & may[seat], number);
            left = left - hand.held[seat];
            // Nobody knows of a flush of theirs; but who may still defend the pack, all do.
            hand.flushes = hand.flushes.without(seat);
            if hand.stage != Stage::In(Phase::Defence) {
                hand.unasked = hand.unasked.without(seat);
            }
        }
        hand.fille = cards.some_of(left, hand.fille.len());
        left = left - hand.fille;
        hand.stock = cards.some_of(left, hand.stock.len());
        hand.discards = (hand.discards - self.unseen) | (left - hand.stock);
        Some(hand)
    }
}

/// Whether one who played so could have held this card, too.
fn could(rules: &Ruleset, before: &Hand, does: Move, card: Card) -> bool {
    let Move::Play(played) = does else { return true };
    let mut held = *before;
    held.held[before.mover] = Set::from(played).with(card);
    legal(rules, &held).cards.has(played)
}

/// The hand before the first round of declarations, and what was said since; none where they are asked for something else.
fn heard<'a>(past: &'a [(Hand, Move)], hand: &'a Hand) -> Option<(&'a Hand, Vec<Word>)> {
    let is_round = |hand: &Hand| matches!(hand.stage, Stage::In(Phase::Round(_)));
    let round = past.iter().position(|(before, _)| is_round(before)).unwrap_or(past.len());
    let first = past.get(round).map_or(hand, |(before, _)| before);
    let said = past[round..].iter().map(|(before, does)| (before.mover, Heard::of(*does), *does));
    is_round(hand).then(|| (first, said.collect()))
}
