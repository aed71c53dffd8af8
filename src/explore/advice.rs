//! "Should I go in?": what each way to declare comes to, played out against the strategy with unseen cards dealt anew; and
//! what moves come to, in the mean over all the cards that the mover cannot see. What is known of them is kept to.

use super::odds::{Mean, Share};
use super::strategy::{STRATEGY, View, others};
use super::{RandomPlayer, act, play_on, result};
use crate::cards::{Card, InOrder, PerSeat, Seat, Seats, Set};
use crate::engine::{Act, Hand, Misuse, Move, Refusal, Stage, advance, ensure, legal};
use crate::rules::{Phase, Ruleset, Verb, What};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

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
    pub fn of(self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        let view = View::new(rules, hand);
        let most = view.most();
        let (losers, held) = (view.lowest_of(view.plain_losers(), most), view.held());
        let may = |verb: Verb| verb.with(What::default()).filter(|_| view.may(verb));
        match self {
            _ if hand.round().is_none() => None,
            Plan::Losers if losers.is_empty() => may(Verb::Stand),
            Plan::Losers => Some(Move::lay(losers)),
            Plan::All => (most >= held.len()).then(|| Move::lay(held)),
            plan => may(plan.verb()),
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
    pub spared: Share,
}

/// Each plan of whoever declares after what was `said` since the `first` declaration, played out with the same cards.
pub fn advise(rules: &Ruleset, first: &Hand, said: &[Heard], times: u64, seed: u64) -> Vec<Advice> {
    let (mut cards, mut advice, mut events) = (RandomPlayer::new(seed), Vec::new(), Vec::new());
    for time in 0..times {
        let Ok(hand) = redeal(rules, first, said, &mut cards) else {
            continue;
        };
        if advice.is_empty() {
            advice = offered(rules, &hand);
        }
        for one in &mut advice {
            let Some(first) = one.plan.of(rules, &hand) else {
                continue;
            };
            let mut stock = RandomPlayer::new(seed ^ ((time + 1) << 8));
            let Ok(end) = play_on(rules, &hand, first, &mut stock, &mut events) else {
                continue;
            };
            one.gained.count(result(&hand, &end, hand.mover) as f64);
            one.spared.count(end.owes[hand.mover] == 0);
        }
    }
    advice
}

/// The plans that the mover has, of two that come to the same the first: by their own cards, so the same in every deal.
fn offered(rules: &Ruleset, hand: &Hand) -> Vec<Advice> {
    let moves: Vec<(Plan, Move)> = Plan::ALL
        .iter()
        .filter_map(|plan| Some((*plan, plan.of(rules, hand)?)))
        .collect();
    let is_new = |at: &usize| moves[..*at].iter().all(|(_, to)| *to != moves[*at].1);
    let one = |(plan, to)| Advice {
        plan,
        laid: Heard::of(to).cards,
        gained: Mean::default(),
        spared: Share::default(),
    };
    (0..moves.len())
        .filter(is_new)
        .map(|at| one(moves[at]))
        .collect()
}

/// A declaration as the other players hear it: what is done, and with how many cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    pub verb: Verb,
    pub cards: usize,
}

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Heard { verb, cards } = self;
        if *cards == 0 {
            write!(f, "{verb:?}")
        } else {
            write!(f, "{verb:?}({cards})")
        }
    }
}

impl Heard {
    pub fn of(does: Move) -> Heard {
        Heard {
            verb: does.verb(),
            cards: does.what().laid.map_or(0, Set::len),
        }
    }

    /// The move of one who said so, though the strategy would not have.
    fn forced(self, view: &View) -> Option<Move> {
        let laid = view.lowest_of(view.held(), self.cards);
        self.verb.with(What {
            laid: Some(laid),
            drawn: Some(Set::EMPTY),
            ..What::default()
        })
    }
}

/// The hand at a seat's declaration, with all that the seat cannot see dealt anew; refused if it cannot be declared so. Who
/// has spoken since the `first` declaration gets a hand with which the strategy would have said so, where one is found.
pub fn redeal(
    rules: &Ruleset,
    first: &Hand,
    said: &[Heard],
    cards: &mut RandomPlayer,
) -> Result<Hand, Refusal> {
    let seat = first.in_turn().nth(said.len()).unwrap_or(first.dealer);
    let said: Vec<Word> = first
        .in_turn()
        .zip(said)
        .map(|(seat, word)| (seat, *word, Move::Fold))
        .collect();
    retold(rules, first, &said, seat, Set::EMPTY, cards).map(|(hand, _)| hand)
}

/// Who said something, what others heard of it, and what it was.
pub(super) type Word = (Seat, Heard, Move);

/// The same after any rounds, for a seat that has held these cards; and whether the strategy would have said all of it.
pub(super) fn retold(
    rules: &Ruleset,
    first: &Hand,
    said: &[Word],
    seat: Seat,
    own: Set,
    cards: &mut RandomPlayer,
) -> Result<(Hand, bool), Refusal> {
    let mut hand = *first;
    let (mut dealt, mut fits) = (Seats::NONE.with(seat), true);
    let mut unseen = (others(first, seat) | first.fille | first.stock) - own;
    let mut events = Vec::new();
    for (speaker, word, does) in said {
        ensure(hand.mover == *speaker, Misuse::NotYourTurn(hand.mover))?;
        let act = if *speaker == seat {
            // What they drew then, the stock gives them again.
            let drawn = does.what().drawn.unwrap_or_default();
            let (rest, number) = (
                hand.stock - drawn - own,
                hand.stock.len().saturating_sub(drawn.len()),
            );
            hand.stock = cards.some_of(rest, number.min(rest.len())) | drawn;
            Act::Does(seat, *does)
        } else {
            let to = if dealt.has(*speaker) {
                let to = STRATEGY
                    .choose(rules, &hand)
                    .filter(|to| Heard::of(*to) == *word);
                fits &= to.is_some();
                to.or_else(|| word.forced(&View::new(rules, &hand)))
            } else {
                spoken(rules, &mut hand, *word, unseen, cards)
            };
            act(rules, &hand, to.ok_or(Misuse::NotNow)?, cards)
        };
        dealt = dealt.with(*speaker);
        let before = hand.held[*speaker];
        advance(rules, &mut hand, &act, &mut events)?;
        if *speaker != seat {
            unseen = unseen - (before | hand.held[*speaker]);
        }
    }
    for other in first.in_turn().filter(|other| !dealt.has(*other)) {
        hand.held[other] = cards.some_of(unseen, first.held[other].len());
        unseen = unseen - hand.held[other];
    }
    hand.fille = cards.some_of(unseen, hand.fille.len());
    // What is left is the stock, but for discards that were shuffled and drawn from.
    hand.stock = (unseen - hand.fille)
        | (hand.stock - others(&hand, seat) - hand.held[seat] - hand.discards - unseen);
    Ok((hand, fits))
}

/// Deals to the mover until the strategy would say this, then spare hand and stock; the move they make. After the last try
/// they get a hand with which it would at least have gone in, or folded, as they did, if one was seen.
fn spoken(
    rules: &Ruleset,
    hand: &mut Hand,
    said: Heard,
    unseen: Set,
    cards: &mut RandomPlayer,
) -> Option<Move> {
    let (seat, size) = (hand.mover, hand.held[hand.mover].len());
    let (mut near, mut found) = (None, None);
    for _ in 0..TRIES {
        hand.held[seat] = cards.some_of(unseen, size);
        let to = STRATEGY.choose(rules, hand);
        found = to.filter(|to| Heard::of(*to) == said);
        if (to == Some(Move::Fold)) == (said.verb == Verb::Fold) {
            near = Some(hand.held[seat]);
        }
        if found.is_some() {
            break;
        }
    }
    hand.held[seat] = near.unwrap_or(hand.held[seat]);
    let left = unseen - hand.held[seat];
    hand.fille = cards.some_of(left, hand.fille.len());
    let rest = left - hand.fille;
    // Discards that were shuffled are in the stock too, and their players know them.
    hand.stock = cards.some_of(rest, hand.stock.len().min(rest.len()));
    found.or_else(|| said.forced(&View::new(rules, hand)))
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
pub type Known = BTreeMap<String, Vec<i64>>;

/// What was weighed when the program was made, and since.
static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(|| {
    Mutex::new(serde_json::from_str(include_str!("known.json")).unwrap_or_default())
});

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
        let chips = found.unwrap_or_else(|| weighed(rules, past, hand, moves));
        known().insert(of, chips.clone());
        chips
    };
    chips
        .into_iter()
        .map(|chips| chips as f64 / TIMES as f64)
        .collect()
}

/// What the weighing rests on: the rules, and the hand with all that was done in it.
pub fn key_of(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, moves: &[Move]) -> String {
    let clauses = rules.clauses();
    let values: Vec<&str> = clauses.iter().map(|clause| clause.key()).collect();
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
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, hash)
}

/// The chips that each of these moves brings in all.
pub fn weighed(rules: &Ruleset, past: &[(Hand, Move)], hand: &Hand, moves: &[Move]) -> Vec<i64> {
    let (mut cards, mut chips, mut events) =
        (RandomPlayer::new(SEED), vec![0; moves.len()], Vec::new());
    let seen = Seen::of(rules, past, hand);
    for time in 0..TIMES {
        let dealt = seen.dealt(rules, &mut cards);
        for (does, chips) in moves.iter().zip(&mut chips) {
            let mut stock = RandomPlayer::new(SEED ^ ((time + 1) << 8));
            let end = play_on(rules, &dealt, *does, &mut stock, &mut events);
            *chips += end.map_or(0, |end| result(&dealt, &end, dealt.mover));
        }
    }
    chips
}

/// A hand with all that its mover does not see dealt anew, as everybody could have played so far.
pub fn dealt_anew(
    rules: &Ruleset,
    past: &[(Hand, Move)],
    hand: &Hand,
    cards: &mut RandomPlayer,
) -> Hand {
    Seen::of(rules, past, hand).dealt(rules, cards)
}

/// Which of the moves that come to this are as good as the best.
pub fn best(means: &[f64]) -> impl Iterator<Item = bool> {
    let most = means.iter().copied().fold(f64::MIN, f64::max);
    means.iter().map(move |mean| *mean >= most - NEAR)
}

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
        let own = past
            .iter()
            .filter(|(before, _)| before.mover == mover)
            .map(|(before, _)| before.held[mover]);
        let own = own.fold(hand.held[mover], |own, held| own | held);
        let unseen = others(hand, mover) | hand.fille | hand.stock | (hand.discards - own);
        let taken = if hand.turn_taken {
            Set::from(hand.turned) & hand.held[hand.dealer]
        } else {
            Set::EMPTY
        };
        let may = |seat: Seat| {
            let plays = || past.iter().filter(|(before, _)| before.mover == seat);
            let fits =
                |card: &Card| plays().all(|(before, does)| could(rules, before, *does, *card));
            unseen.into_iter().filter(fits).collect()
        };
        let word = |(before, does): &(Hand, Move)| (before.mover, Heard::of(*does), *does);
        let heard = hand.round().map(|_| {
            let round = past
                .iter()
                .position(|(before, _)| before.round().is_some())
                .unwrap_or(past.len());
            (
                past.get(round).map_or(hand, |(before, _)| before),
                past[round..].iter().map(word).collect(),
            )
        });
        let mut seen = Seen {
            hand,
            own,
            heard,
            unseen,
            may: PerSeat::all(Set::EMPTY),
            taken,
        };
        hand.in_turn()
            .filter(|seat| *seat != mover)
            .for_each(|seat| seen.may[seat] = may(seat));
        seen
    }

    /// The hand with all that is not seen dealt anew.
    fn dealt(&self, rules: &Ruleset, cards: &mut RandomPlayer) -> Hand {
        if let Some((first, said)) = &self.heard {
            let (seat, stage) = (self.hand.mover, self.hand.stage);
            let one = |_| retold(rules, first, said, seat, self.own, cards).ok();
            let mut told = (0..RETOLD)
                .map_while(one)
                .filter(|(hand, _)| (hand.mover, hand.stage) == (seat, stage));
            let first = told.next();
            let fits = first
                .filter(|(_, fits)| *fits)
                .or_else(|| told.find(|(_, fits)| *fits))
                .or(first);
            if let Some((hand, _)) = fits {
                return hand;
            }
        }
        let fitting = (0..DEALS).find_map(|_| self.fitting(&self.may, cards));
        fitting
            .or_else(|| self.fitting(&PerSeat::all(self.unseen), cards))
            .unwrap_or(*self.hand)
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
            let known = if seat == hand.dealer {
                self.taken
            } else {
                Set::EMPTY
            };
            let number = hand.held[seat].len() - known.len();
            let (choice, most) = (
                (left & may[seat]).len(),
                (all & may[seat]).len().min(left.len()),
            );
            if choice < number
                || choice < most && (0..number).any(|one| cards.below(most - one) >= choice - one)
            {
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
    let Move::Play(played) = does else {
        return true;
    };
    let mut held = *before;
    held.held[before.mover] = Set::from(played).with(card);
    legal(rules, &held).cards.has(played)
}
