//! "Should I go in?": what each way to declare comes to, played out against the strategy with unseen cards dealt anew.

use super::odds::{Mean, Share};
use super::strategy::STRATEGY;
use super::view::others;
use super::{RandomPlayer, View, act, play_on, result};
use crate::cards::{Seat, Seats, Set};
use crate::engine::{Act, Hand, Misuse, Move, Refusal, Stage, advance};
use crate::rules::{Phase, Ruleset, Verb, What};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
            /// All of them.
            pub const ALL: &'static [Plan] = &[$(Plan::$plan),+];

            /// The kind of move it is.
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
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Plan::Losers => "change the plain losers",
            Plan::All => "change the whole hand",
            plan => plan.verb().label(),
        }
    }

    /// What the mover of a hand then does; none where that is not offered. Who has no plain losers, or may draw nothing,
    /// stands instead of changing them.
    pub fn of(self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        let view = View::new(rules, hand);
        let most = view.most();
        let (losers, held) = (view.lowest_of(view.plain_losers(), most), view.held());
        let may = |verb: Verb| verb.with(What::default()).filter(|_| view.may(verb));
        match self {
            _ if !matches!(hand.stage, Stage::In(Phase::Round(_))) => None,
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
    /// The plan.
    pub plan: Plan,
    /// Cards laid down by it.
    pub laid: usize,
    /// Chips gained; debts made count as lost.
    pub gained: Mean,
    /// Play-outs after which they owed nothing.
    pub spared: Share,
}

/// Each plan that is offered to whoever declares after what was `said` since the `first` declaration, played out so often.
/// The same seed gives the same figures; each plan meets the same cards.
pub fn advise(rules: &Ruleset, first: &Hand, said: &[Heard], times: u64, seed: u64) -> Vec<Advice> {
    let mut cards = RandomPlayer::new(seed);
    let mut advice: Vec<Advice> = Vec::new();
    let mut events = Vec::new();
    for time in 0..times {
        let Ok(hand) = redeal(rules, first, said, &mut cards) else { continue };
        if advice.is_empty() {
            advice = offered(rules, &hand);
        }
        for one in &mut advice {
            let Some(first) = one.plan.of(rules, &hand) else { continue };
            events.clear();
            let mut stock = RandomPlayer::new(seed ^ ((time + 1) << 8));
            let Ok(end) = play_on(rules, &hand, first, &mut stock, &mut events) else { continue };
            one.gained.count(result(&hand, &end, hand.mover) as f64);
            one.spared.count(end.owes[hand.mover] == 0);
        }
    }
    advice
}

/// The plans that the mover has, of two that come to the same the first. They rest on the mover's own cards and on what was
/// heard, and are the same in every deal.
fn offered(rules: &Ruleset, hand: &Hand) -> Vec<Advice> {
    let moves: Vec<(Plan, Move)> = Plan::ALL.iter().filter_map(|plan| Some((*plan, plan.of(rules, hand)?))).collect();
    let is_new = |at: &usize| moves[..*at].iter().all(|(_, to)| *to != moves[*at].1);
    let one = |at: usize| {
        let (plan, to) = moves[at];
        Advice { plan, laid: Heard::of(to).cards, gained: Mean::default(), spared: Share::default() }
    };
    (0..moves.len()).filter(is_new).map(one).collect()
}

/// A declaration as the other players hear it: what is done, and with how many cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// What is done.
    pub verb: Verb,
    /// How many cards are laid down.
    pub cards: usize,
}

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Heard { verb, cards } = self;
        if *cards == 0 { write!(f, "{verb:?}") } else { write!(f, "{verb:?}({cards})") }
    }
}

impl Heard {
    /// What is heard of a move.
    pub fn of(does: Move) -> Heard {
        Heard { verb: does.verb(), cards: does.what().laid.map_or(0, Set::len) }
    }

    /// The move of one who said so, though the strategy would not have.
    fn forced(self, view: &View) -> Option<Move> {
        let laid = view.lowest_of(view.held(), self.cards);
        self.verb.with(What { laid: Some(laid), drawn: Some(Set::EMPTY), ..What::default() })
    }
}

/// The hand at a seat's declaration, with all that the seat cannot see dealt anew. `first` is the hand before anyone has
/// declared, `said` what others declared since. Who has spoken gets a hand with which the strategy would have said the
/// same, where one is found.
///
/// # Errors
/// What the engine refuses: declarations that cannot be made with other cards.
pub fn redeal(rules: &Ruleset, first: &Hand, said: &[Heard], cards: &mut RandomPlayer) -> Result<Hand, Refusal> {
    let seat = first.in_turn().nth(said.len()).unwrap_or(first.dealer);
    let said: Vec<(Seat, Heard, Move)> =
        first.in_turn().zip(said).map(|(seat, word)| (seat, *word, Move::Fold)).collect();
    retold(rules, first, &said, seat, Set::EMPTY, cards).map(|(hand, _)| hand)
}

/// The same after any rounds: all words with who said them, and what the seat itself did, who has held these cards since.
/// Says, too, whether the strategy would have said all of it with these cards.
pub(super) fn retold(
    rules: &Ruleset,
    first: &Hand,
    said: &[(Seat, Heard, Move)],
    seat: Seat,
    own: Set,
    cards: &mut RandomPlayer,
) -> Result<(Hand, bool), Refusal> {
    let mut hand = *first;
    let (mut dealt, mut fits) = (Seats::NONE.with(seat), true);
    let mut unseen = (others(first, seat) | first.fille | first.stock) - own;
    let mut events = Vec::new();
    for (speaker, word, does) in said {
        if hand.mover != *speaker {
            return Err(Misuse::NotYourTurn(hand.mover).into());
        }
        let act = if *speaker == seat {
            // What they drew then, the stock gives them again.
            let drawn = does.what().drawn.unwrap_or_default();
            let (rest, number) = (hand.stock - drawn - own, hand.stock.len().saturating_sub(drawn.len()));
            hand.stock = cards.some_of(rest, number.min(rest.len())) | drawn;
            Act::Does(seat, *does)
        } else {
            let to = if dealt.has(*speaker) {
                let to = STRATEGY.choose(rules, &hand).filter(|to| Heard::of(*to) == *word);
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
    hand.stock = (unseen - hand.fille) | (hand.stock - others(&hand, seat) - hand.held[seat] - hand.discards - unseen);
    Ok((hand, fits))
}

/// Deals to the mover and the stock, until the strategy would say this or the tries are over; the move they make. After the
/// last try they get a hand with which it would at least have gone in, or folded, as they did, if one was seen.
fn spoken(rules: &Ruleset, hand: &mut Hand, said: Heard, unseen: Set, cards: &mut RandomPlayer) -> Option<Move> {
    let (seat, size) = (hand.mover, hand.held[hand.mover].len());
    let (spare, stock) = (hand.fille.len(), hand.stock.len());
    let mut near = None;
    for _ in 0..TRIES {
        hand.held[seat] = cards.some_of(unseen, size);
        let to = STRATEGY.choose(rules, hand);
        if let Some(to) = to.filter(|to| Heard::of(*to) == said) {
            lay_out(hand, unseen - hand.held[seat], spare, stock, cards);
            return Some(to);
        }
        if (to == Some(Move::Fold)) == (said.verb == Verb::Fold) {
            near = Some(hand.held[seat]);
        }
    }
    hand.held[seat] = near.unwrap_or(hand.held[seat]);
    lay_out(hand, unseen - hand.held[seat], spare, stock, cards);
    said.forced(&View::new(rules, hand))
}

/// Spare hand and stock out of what nobody has.
fn lay_out(hand: &mut Hand, unseen: Set, spare: usize, stock: usize, cards: &mut RandomPlayer) {
    hand.fille = cards.some_of(unseen, spare);
    let rest = unseen - hand.fille;
    // Discards that were shuffled are in the stock too, and their players know them.
    hand.stock = cards.some_of(rest, stock.min(rest.len()));
}
