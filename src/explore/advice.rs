//! "Should I go in?": what each way to declare comes to, played out against the strategy with unseen cards dealt anew; and
//! what moves come to, in the mean over all the cards that the mover cannot see. What is known of them is kept to.

use super::odds::{Mean, Proportion};
use super::strategy::{PlayerView, STRATEGY, others};
use super::{RandomPlayer, act, play_on, result};
use crate::cards::{Card, InsertionSort, PerSeat, Seat, Seats, Set};
use crate::engine::{
    Act, DealState, InvalidAct, Move, Refusal, Stage, apply, ensure, playable_cards,
};
use crate::rules::{MoveArgs, Phase, Ruleset, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// How often a hand is dealt to one who has spoken, in search of one with which the strategy would have said the same.
const TRIES: usize = 24;

macro_rules! plans {
    ($($plan:ident $verb:ident $says:literal;)+) => {
        /// A way to declare.
        ///
        /// ```
        /// use mouche::explore::{Plan, RandomPlayer, example};
        ///
        /// let rules = mouche::editions::ALL[0];
        /// let hand = example(rules, 4, RandomPlayer::new(7)).expect("a hand").moves[0].0;
        /// assert!(Plan::Stand.of(rules, &hand).is_some());
        /// assert_eq!(Plan::Fille.of(rules, &hand), None, "this edition has no spare hand");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Plan { $(#[doc = $says] $plan,)+ }

        impl Plan {
            pub const ALL: &'static [Plan] = &[$(Plan::$plan),+];

            fn verb(self) -> Verb {
                match self { $(Plan::$plan => Verb::$verb,)+ }
            }
        }
    };
}

// A row: the plan, the move that it is, and what it says.
plans! {
    Pass Pass "Pass, and perhaps go in later.";
    Lurk Lurk "Play without a promise.";
    Knock Knock "Bid.";
    Diddle Diddle "Bid, elsewhere.";
    DiddleBlind DiddleBlind "Bid unseen.";
    Join Join "Go in.";
    Fold Fold "Fold.";
    Stand Stand "Keep the cards.";
    Losers Exchange "Change all plain losers.";
    All Exchange "Change the whole hand.";
    Fille TakeSpare "Take the spare hand.";
    BidAll BidAll "Bid all the tricks.";
}

impl Plan {
    pub fn name(self) -> &'static str {
        match self {
            Plan::Losers => "change the plain losers",
            Plan::All => "change the whole hand",
            plan => plan.verb().label(),
        }
    }

    /// What the mover of a hand then does, if that is offered. Who can change no plain losers stands instead.
    pub fn of(self, rules: &Ruleset, hand: &DealState) -> Option<Move> {
        hand.current_round()?;
        let view = PlayerView::new(rules, hand);
        let most = view.most();
        let verb = match self {
            Plan::Losers => {
                let losers = view.lowest_of(view.plain_losers(), most);
                if !losers.is_empty() {
                    return Some(Move::exchange_of(losers));
                }
                Verb::Stand
            }
            Plan::All => {
                let held = view.held();
                return if most >= held.len() {
                    Some(Move::exchange_of(held))
                } else {
                    None
                };
            }
            plan => plan.verb(),
        };
        if view.may(verb) {
            verb.with_args(MoveArgs::default())
        } else {
            None
        }
    }
}

/// What one plan is expected to come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    pub plan: Plan,
    pub laid: usize,
    /// Chips gained; debts made count as lost.
    pub gained: Mean,
    /// Play-outs after which they owed nothing.
    pub spared: Proportion,
}

/// Each plan of whoever declares after what was `said` since the `first` declaration, played out with the same cards.
pub fn advise(
    rules: &Ruleset,
    first: &DealState,
    said: &[PublicDeclaration],
    times: u64,
    seed: u64,
) -> Vec<Advice> {
    let mut cards = RandomPlayer::new(seed);
    let mut advice = Vec::new();
    let mut events = Vec::new();
    for time in 0..times {
        let Ok(hand) = redeal(rules, first, said, &mut cards) else {
            continue;
        };
        if advice.is_empty() {
            advice = offered_plans(rules, &hand);
        }
        for entry in &mut advice {
            let Some(first_move) = entry.plan.of(rules, &hand) else {
                continue;
            };
            let mut stock = RandomPlayer::new(seed ^ ((time + 1) << 8));
            let Ok(end) = play_on(rules, &hand, first_move, &mut stock, &mut events) else {
                continue;
            };
            entry.gained.count(result(&hand, &end, hand.mover) as f64);
            entry.spared.count(end.debts_made[hand.mover] == 0);
        }
    }
    advice
}

/// Returns the plans that the mover has, of two that come to the same the first: by their own cards, so the same in every deal.
fn offered_plans(rules: &Ruleset, hand: &DealState) -> Vec<Advice> {
    let mut moves: Vec<Move> = Vec::new();
    let mut advice = Vec::new();
    for plan in Plan::ALL {
        let Some(does) = plan.of(rules, hand) else {
            continue;
        };
        if !moves.contains(&does) {
            moves.push(does);
            advice.push(Advice {
                plan: *plan,
                laid: PublicDeclaration::of(does).cards,
                gained: Mean::default(),
                spared: Proportion::default(),
            });
        }
    }
    advice
}

/// A declaration as the other players hear it: what is done, and with how many cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicDeclaration {
    pub verb: Verb,
    pub cards: usize,
}

impl std::fmt::Debug for PublicDeclaration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let PublicDeclaration { verb, cards } = self;
        if *cards == 0 {
            write!(f, "{verb:?}")
        } else {
            write!(f, "{verb:?}({cards})")
        }
    }
}

impl PublicDeclaration {
    pub fn of(does: Move) -> PublicDeclaration {
        PublicDeclaration {
            verb: does.verb(),
            cards: does.args().laid.map_or(0, Set::len),
        }
    }

    /// The move of one who said so, though the strategy would not have.
    fn forced(self, view: &PlayerView) -> Option<Move> {
        let laid = view.lowest_of(view.held(), self.cards);
        self.verb.with_args(MoveArgs {
            laid: Some(laid),
            drawn: Some(Set::EMPTY),
            ..MoveArgs::default()
        })
    }
}

/// The hand at a seat's declaration, with all that the seat cannot see dealt anew; refused if it cannot be declared so. Who
/// has spoken since the `first` declaration gets a hand with which the strategy would have said so, where one is found.
pub fn redeal(
    rules: &Ruleset,
    first: &DealState,
    said: &[PublicDeclaration],
    cards: &mut RandomPlayer,
) -> Result<DealState, Refusal> {
    let seat = first
        .seats_in_turn()
        .nth(said.len())
        .unwrap_or(first.dealer);
    let said: Vec<Word> = first
        .seats_in_turn()
        .zip(said)
        .map(|(seat, word)| (seat, *word, Move::Fold))
        .collect();
    retold(rules, first, &said, seat, Set::EMPTY, cards).map(|(hand, _)| hand)
}

/// Who said something, what others heard of it, and what it was.
pub(super) type Word = (Seat, PublicDeclaration, Move);

/// The same after any rounds, for a seat that has held these cards; and whether the strategy would have said all of it.
pub(super) fn retold(
    rules: &Ruleset,
    first: &DealState,
    said: &[Word],
    seat: Seat,
    own: Set,
    cards: &mut RandomPlayer,
) -> Result<(DealState, bool), Refusal> {
    let mut hand = *first;
    let mut dealt = Seats::NONE.with(seat);
    let mut fits = true;
    let mut unseen = (others(first, seat) | first.spare_hand | first.stock) - own;
    let mut events = Vec::new();
    for (speaker, word, does) in said {
        ensure(hand.mover == *speaker, InvalidAct::NotYourTurn(hand.mover))?;
        let act = if *speaker == seat {
            // What they drew then, the stock gives them again.
            let drawn = does.args().drawn.unwrap_or_default();
            let rest = hand.stock - drawn - own;
            let number = hand.stock.len().saturating_sub(drawn.len());
            hand.stock = cards.some_of(rest, number.min(rest.len())) | drawn;
            Act::Move(seat, *does)
        } else {
            let reply = if !dealt.has(*speaker) {
                deal_to_speaker(rules, &mut hand, *word, unseen, cards)
            } else if let Some(same) = chosen_as_heard(rules, &hand, *word) {
                Some(same)
            } else {
                fits = false;
                word.forced(&PlayerView::new(rules, &hand))
            };
            act(rules, &hand, reply.ok_or(InvalidAct::NotNow)?, cards)
        };
        dealt = dealt.with(*speaker);
        let before = hand.hands[*speaker];
        apply(rules, &mut hand, act, &mut events)?;
        if *speaker != seat {
            unseen = unseen - (before | hand.hands[*speaker]);
        }
    }
    for other in first.seats_in_turn().filter(|other| !dealt.has(*other)) {
        hand.hands[other] = cards.some_of(unseen, first.hands[other].len());
        unseen = unseen - hand.hands[other];
    }
    hand.spare_hand = cards.some_of(unseen, hand.spare_hand.len());
    // What is left is the stock, but for discards that were shuffled and drawn from.
    hand.stock = (unseen - hand.spare_hand)
        | (hand.stock - others(&hand, seat) - hand.hands[seat] - hand.discards - unseen);
    Ok((hand, fits))
}

/// Returns the move that the strategy makes, if others would hear of it what they heard.
fn chosen_as_heard(rules: &Ruleset, hand: &DealState, heard: PublicDeclaration) -> Option<Move> {
    let does = STRATEGY.choose(rules, hand)?;
    if PublicDeclaration::of(does) == heard {
        Some(does)
    } else {
        None
    }
}

/// Deals to the mover until the strategy would say this, then spare hand and stock; the move they make. After the last try
/// they get a hand with which it would at least have gone in, or folded, as they did, if one was seen.
fn deal_to_speaker(
    rules: &Ruleset,
    hand: &mut DealState,
    said: PublicDeclaration,
    unseen: Set,
    cards: &mut RandomPlayer,
) -> Option<Move> {
    let seat = hand.mover;
    let size = hand.hands[seat].len();
    let mut near = None;
    let mut found = None;
    for _ in 0..TRIES {
        hand.hands[seat] = cards.some_of(unseen, size);
        let chosen = STRATEGY.choose(rules, hand);
        if (chosen == Some(Move::Fold)) == (said.verb == Verb::Fold) {
            near = Some(hand.hands[seat]);
        }
        if let Some(does) = chosen
            && PublicDeclaration::of(does) == said
        {
            found = chosen;
            break;
        }
    }
    if let Some(near) = near {
        hand.hands[seat] = near;
    }
    let left = unseen - hand.hands[seat];
    hand.spare_hand = cards.some_of(left, hand.spare_hand.len());
    let rest = left - hand.spare_hand;
    // Discards that were shuffled are in the stock too, and their players know them.
    hand.stock = cards.some_of(rest, hand.stock.len().min(rest.len()));
    found.or_else(|| said.forced(&PlayerView::new(rules, hand)))
}

/// So often cards are dealt anew.
const TIMES: u64 = 2_000;
/// Where their random numbers begin.
const SEED: u64 = 1;
/// So often others' cards are looked for that fit what they have shown.
const DEALS: usize = 1_000;
/// So often all is told again with other cards, in search of some with which the strategy would have said all that was said.
const RETOLD: usize = 8;
/// Moves are as good as the best that come to so few chips less.
const NEAR: f64 = 1.0;

/// What was weighed already, by its key: chips in all, for each move.
pub type WeighedMoves = BTreeMap<String, Vec<i64>>;

/// What was weighed when the program was made, and since.
static KNOWN: LazyLock<Mutex<WeighedMoves>> = LazyLock::new(|| {
    Mutex::new(serde_json::from_str(include_str!("known.json")).unwrap_or_default())
});

/// For each of these moves the chips that it brings the mover of a hand, in the mean. `past` is what was done in the hand
/// before, each move with the hand as it stood. The same cards are dealt for each of them, and each time.
pub fn weigh(
    rules: &Ruleset,
    past: &[(DealState, Move)],
    hand: &DealState,
    moves: &[Move],
) -> Vec<f64> {
    // The engine in a page weighs all: there what is known would weigh more than the wait.
    let chips = if cfg!(target_arch = "wasm32") {
        weighed(rules, past, hand, moves)
    } else {
        let key = key_of(rules, past, hand, moves);
        let known = lock_known().get(&key).cloned();
        let chips = known.unwrap_or_else(|| weighed(rules, past, hand, moves));
        lock_known().insert(key, chips.clone());
        chips
    };
    chips
        .into_iter()
        .map(|chips| chips as f64 / TIMES as f64)
        .collect()
}

fn lock_known() -> MutexGuard<'static, WeighedMoves> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what the weighing rests on: the rules, and the hand with all that was done in it.
pub fn key_of(
    rules: &Ruleset,
    past: &[(DealState, Move)],
    hand: &DealState,
    moves: &[Move],
) -> String {
    let clauses = rules.clauses();
    let values: Vec<&str> = clauses.iter().map(|clause| clause.value_key()).collect();
    let past: Vec<(Seat, Move)> = past
        .iter()
        .map(|(before, does)| (before.mover, *does))
        .collect();
    key(&format!(
        "{values:?} {past:?} {hand:?} {moves:?} {TIMES} {SEED}"
    ))
}

/// Sixteen letters that stand for a text.
pub fn key(text: &str) -> String {
    format!("{:016x}", fingerprint(text))
}

/// FNV-1a, 64 bits: the same on every machine and in every version, as the standard library's hashes are not.
pub fn fingerprint(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes.as_ref() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// The chips that each of these moves brings in all.
pub fn weighed(
    rules: &Ruleset,
    past: &[(DealState, Move)],
    hand: &DealState,
    moves: &[Move],
) -> Vec<i64> {
    let mut cards = RandomPlayer::new(SEED);
    let mut chips = vec![0; moves.len()];
    let mut events = Vec::new();
    let seen = Seen::of(rules, past, hand);
    for time in 0..TIMES {
        let dealt = seen.dealt(rules, &mut cards);
        for (does, sum) in moves.iter().zip(&mut chips) {
            let mut stock = RandomPlayer::new(SEED ^ ((time + 1) << 8));
            if let Ok(end) = play_on(rules, &dealt, *does, &mut stock, &mut events) {
                *sum += result(&dealt, &end, dealt.mover);
            }
        }
    }
    chips
}

/// A hand with all that its mover does not see dealt anew, as everybody could have played so far.
pub fn dealt_anew(
    rules: &Ruleset,
    past: &[(DealState, Move)],
    hand: &DealState,
    cards: &mut RandomPlayer,
) -> DealState {
    Seen::of(rules, past, hand).dealt(rules, cards)
}

/// Which of the moves that come to this are as good as the best.
pub fn best(means: &[f64]) -> impl Iterator<Item = bool> {
    let most = means.iter().copied().fold(f64::MIN, f64::max);
    means.iter().map(move |mean| *mean >= most - NEAR)
}

/// What the mover of a hand has seen of the cards of others.
struct Seen<'a> {
    hand: &'a DealState,
    /// Where they declare: the hand before anybody had spoken, and what was heard of whom.
    heard: Option<(&'a DealState, Vec<Word>)>,
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
    fn of(rules: &Ruleset, past: &'a [(DealState, Move)], hand: &'a DealState) -> Seen<'a> {
        let mover = hand.mover;
        let mut own = hand.hands[mover];
        for (before, _) in past {
            if before.mover == mover {
                own = own | before.hands[mover];
            }
        }
        let unseen = others(hand, mover) | hand.spare_hand | hand.stock | (hand.discards - own);
        let taken = if hand.is_turn_up_taken {
            Set::from(hand.turned_card) & hand.hands[hand.dealer]
        } else {
            Set::EMPTY
        };
        let mut may = PerSeat::all(Set::EMPTY);
        for seat in hand.seats_in_turn() {
            if seat != mover {
                may[seat] = possible_cards(rules, past, seat, unseen);
            }
        }
        let heard = if hand.current_round().is_some() {
            Some(heard_since_first_declaration(past, hand))
        } else {
            None
        };
        Seen {
            hand,
            heard,
            own,
            unseen,
            may,
            taken,
        }
    }

    /// The hand with all that is not seen dealt anew.
    fn dealt(&self, rules: &Ruleset, cards: &mut RandomPlayer) -> DealState {
        if let Some((first, said)) = &self.heard {
            let seat = self.hand.mover;
            let mut first_found = None;
            for _ in 0..RETOLD {
                let Ok((hand, fits)) = retold(rules, first, said, seat, self.own, cards) else {
                    break;
                };
                if hand.mover != seat || hand.stage != self.hand.stage {
                    continue;
                }
                if fits {
                    return hand;
                }
                first_found.get_or_insert(hand);
            }
            if let Some(hand) = first_found {
                return hand;
            }
        }
        for _ in 0..DEALS {
            if let Some(hand) = self.fitting(&self.may, cards) {
                return hand;
            }
        }
        self.fitting(&PerSeat::all(self.unseen), cards)
            .unwrap_or(*self.hand)
    }

    /// A deal in which no seat has cards but those it may have, if one comes about: each is as likely as any other.
    /// Who is bound most is dealt to first. What that leaves to those who follow may be less than they could have had: so
    /// much rarer, then, such a deal is kept.
    fn fitting(&self, may: &PerSeat<Set>, cards: &mut RandomPlayer) -> Option<DealState> {
        let mut hand = *self.hand;
        let all = self.unseen - self.taken;
        let mut left = all;
        let mut seats: Vec<Seat> = hand
            .seats_in_turn()
            .filter(|seat| *seat != hand.mover)
            .collect();
        seats.insertion_sort_by_key(|seat| may[*seat].len());
        for seat in seats {
            let known = if seat == hand.dealer {
                self.taken
            } else {
                Set::EMPTY
            };
            let number = hand.hands[seat].len() - known.len();
            let choice = (left & may[seat]).len();
            let most = (all & may[seat]).len().min(left.len());
            if choice < number {
                return None;
            }
            if choice < most {
                for drawn in 0..number {
                    if cards.below(most - drawn) >= choice - drawn {
                        return None;
                    }
                }
            }
            hand.hands[seat] = known | cards.some_of(left & may[seat], number);
            left = left - hand.hands[seat];
            // Nobody knows of a flush of theirs; but who may still defend the pack, all do.
            hand.flush_holders = hand.flush_holders.without(seat);
            if hand.stage != Stage::In(Phase::Defence) {
                hand.unasked = hand.unasked.without(seat);
            }
        }
        hand.spare_hand = cards.some_of(left, hand.spare_hand.len());
        left = left - hand.spare_hand;
        hand.stock = cards.some_of(left, hand.stock.len());
        hand.discards = (hand.discards - self.unseen) | (left - hand.stock);
        Some(hand)
    }
}

/// Returns the hand before anybody had declared, and what each then said.
fn heard_since_first_declaration<'a>(
    past: &'a [(DealState, Move)],
    hand: &'a DealState,
) -> (&'a DealState, Vec<Word>) {
    let first = past
        .iter()
        .position(|(before, _)| before.current_round().is_some())
        .unwrap_or(past.len());
    let mut words = Vec::new();
    for (before, does) in &past[first..] {
        words.push((before.mover, PublicDeclaration::of(*does), *does));
    }
    match past.get(first) {
        Some((before, _)) => (before, words),
        None => (hand, words),
    }
}

/// Returns which of the unseen cards a seat may hold by what it has played.
fn possible_cards(rules: &Ruleset, past: &[(DealState, Move)], seat: Seat, unseen: Set) -> Set {
    let mut possible = unseen;
    for (before, does) in past {
        if before.mover == seat {
            for card in possible {
                if !could(rules, before, *does, card) {
                    possible = possible.without(card);
                }
            }
        }
    }
    possible
}

/// Whether one who played so could have held this card, too.
fn could(rules: &Ruleset, before: &DealState, does: Move, card: Card) -> bool {
    let Move::Play(played) = does else {
        return true;
    };
    let mut held = *before;
    held.hands[before.mover] = Set::from(played).with(card);
    playable_cards(rules, &held).cards.has(played)
}
