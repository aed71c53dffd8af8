//! A seat at Mus: what may be known there, and the strategy by which others play.

use super::strategy::{Occasion, StrategyRule, occasions};
use crate::cards::{Card, PerSeat, Rank, Seat, Set};
use crate::engine::expect_accepted;
use crate::mus::{
    Couple, MusAct, MusStage, MusState, MusTable, RandomMusPlayer, apply, card_total, couple_in,
    hand_strength, legal_verbs, open_deal, refusing_clause,
};
use crate::rules::mus::BettingPhase::{Couples, Grande, Jeu, Petite, Point};
use crate::rules::mus::{BettingPhase, JeuOrder};
use crate::rules::{ClauseId, Finish, Move, Ruleset, Verb};

/// A deal as its mover sees it: their own cards, what was said, and what is staked.
#[derive(Clone, Copy)]
pub struct MusView<'a> {
    rules: &'a Ruleset,
    /// Private, so that no rule of the strategy can look into other hands.
    hand: &'a MusState,
}

pub type ChooseMusMove = fn(&MusView) -> Option<Move>;

/// How good cards are in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Poor,
    Fair,
    Good,
    Strong,
}
use Grade::{Fair, Good, Poor, Strong};

impl<'a> MusView<'a> {
    pub fn new(rules: &'a Ruleset, hand: &'a MusState) -> MusView<'a> {
        MusView { rules, hand }
    }

    fn held(&self) -> Set {
        self.hand.hands[self.hand.mover]
    }

    fn may(&self, verb: Verb) -> bool {
        legal_verbs(self.rules, self.hand).0.contains(&verb)
    }

    fn as_good_as(&self, rank: Rank, cards: Set) -> Set {
        let order = &self.rules.rank.value;
        cards
            .into_iter()
            .filter(|card| order.counts_as(card.rank()) == order.counts_as(rank))
            .collect()
    }

    fn grade(&self, lance: BettingPhase, cards: Set) -> Grade {
        // One of four is worth as much as two of eight.
        let pack = self.rules.pack.value.pack(self.hand.table.seats);
        let sum = card_total(self.rules, cards);
        match lance {
            Grande => self.grade_of_rank(Rank::King, cards, pack),
            Petite => self.grade_of_rank(Rank::Ace, cards, pack),
            Couples => match couple_in(self.rules, cards) {
                None => Poor,
                Some(Couple::Pair) if self.grade_of_rank(Rank::King, cards, pack) < Good => Fair,
                Some(Couple::Pair | Couple::Moyenne) => Good,
                Some(Couple::Double) => Strong,
            },
            Jeu => match (sum, self.rules.jeu_compare.value.order) {
                (..31, _) => Poor,
                (31, _) => Strong,
                (32, JeuOrder::Standard) | (40, JeuOrder::Source) => Good,
                _ => Fair,
            },
            Point => match sum {
                30 => Strong,
                28.. => Good,
                25.. => Fair,
                _ => Poor,
            },
        }
    }

    /// Returns how good it is to hold so many cards as good as a rank.
    fn grade_of_rank(&self, rank: Rank, cards: Set, pack: Set) -> Grade {
        let held = self.as_good_as(rank, cards).len();
        match held * 8 / self.as_good_as(rank, pack).len().max(1) {
            0 => Poor,
            1 => Fair,
            2 => Good,
            _ => Strong,
        }
    }

    /// How good the mover's cards are in the phase that is bid on.
    fn now(&self) -> Grade {
        self.grade(self.hand.phase, self.held())
    }

    /// Whether they are as good as this in one of the phases at least.
    fn somewhere(&self, grade: Grade) -> bool {
        [Grande, Petite, Couples, Jeu]
            .into_iter()
            .any(|lance| self.grade(lance, self.held()) >= grade)
    }

    /// What each side lacks to the game, the mover's first.
    fn lacks(&self) -> [i64; 2] {
        let Finish::Games { target, .. } = self.rules.end.value.finish else {
            return [i64::MAX; 2];
        };
        let mut lacks = self.hand.scores().map(|score| target - score);
        if MusState::side_of(self.rules, self.hand.mover).0 == 1 {
            lacks.reverse();
        }
        lacks
    }

    /// Lays down all but the cards of a rank, if so many are there, and one at least goes.
    fn keep(&self, rank: Rank, number: usize) -> Option<Move> {
        let kept = self.as_good_as(rank, self.held());
        let laid = self.held() - kept;
        (kept.len() >= number && !laid.is_empty()).then_some(Move::Discard(laid))
    }
}

occasions! { MusView:
    "Mus or no mus" {
        "With three kings, three aces (two where there are only four), a double or 31, say no mus." needs MusAsk
            => |view| view.somewhere(Strong).then_some(Move::NoMus);
        "With less, say mus." needs MusAsk => |_| Some(Move::Mus);
    }

    "What to lay down" {
        "Of five cards keep the four that are worth most: 31 before all, then the better couples, then any Jeu, then the higher cards." needs ChipsStart
            => |view| {
                let worth = |card: &Card| {
                    let four = view.held().without(*card);
                    let value = |lance| hand_strength(view.rules, lance, four);
                    (card_total(view.rules, four) == 31, value(Couples), value(Jeu), value(Grande))
                };
                view.held().into_iter().max_by_key(worth).map(|card| Move::Discard(card.into()))
            };
        "Where one need not change any, and holds three kings, three aces (two where there are only four), a double or 31: be served." needs MusSeen
            => |view| (view.may(Verb::BeServed) && view.somewhere(Strong)).then_some(Move::BeServed);
        "With two kings or more, keep them alone." needs MusAsk => |view| view.keep(Rank::King, 2);
        "With two aces or more, keep them alone." needs MusAsk => |view| view.keep(Rank::Ace, 2);
        "With one king, keep it alone." needs MusAsk => |view| view.keep(Rank::King, 1);
        "With none, lay down all." needs MusAsk => |view| Some(Move::Discard(view.held()));
    }

    "Opening a phase" {
        "Where the other side lacks at most five stones and one’s own at least ten more than they do, bet everything with two kings or two aces (one where there are only four), a pair of kings or three alike, the next best Jeu, 28 at Point, or better." needs MusAsk
            => |view| {
                let [own, others] = view.lacks();
                (view.now() >= Good && others <= 5 && own >= others + 10).then_some(Move::Ordago)
            };
        "Where what is staked comes back to who loses: with two kings at Grande or two aces at Petite (one where there are only four), a pair of kings or better, 31 or the next best Jeu, or 28 at Point, bet all." needs ChipsStart
            => |view| (view.now() >= Good).then(|| Move::Envido(view.hand.table.purses[view.hand.mover]));
        "With three kings at Grande or three aces at Petite (two where there are only four), a double, 31, or 30 at Point, bet five."
            => |view| (view.now() == Strong).then_some(Move::Envido(5));
        "With two kings or two aces (one where there are only four), a pair of kings or three alike, the next best Jeu, or 28 at Point, bet two." needs MusAsk
            => |view| (view.now() == Good).then_some(Move::Envido(0));
        "With less, pass." => |_| Some(Move::BetPass);
    }

    "Answering a bet" {
        "With three kings at Grande or three aces at Petite (two where there are only four), a double, 31, or 30 at Point, raise by five, up to twenty."
            => |view| {
                let by = Move::Raise(5);
                let may = refusing_clause(view.rules, view.hand, view.hand.mover, by).is_none();
                (view.now() == Strong && may && view.hand.bet.standing < 20).then_some(by)
            };
        "Who is level passes." => |view| view.may(Verb::BetPass).then_some(Move::BetPass);
        "With two kings or two aces (one where there are only four), a pair of kings or three alike, the next best Jeu, or 28 at Point, accept."
            => |view| (view.now() >= Good).then_some(Move::Accept);
        "Where what is staked comes back to who loses, accept with one king, one ace, any pair, any Jeu, or 25 at Point, too." needs ChipsStart
            => |view| (view.now() == Fair).then_some(Move::Accept);
        "With less, refuse." => |_| Some(Move::Refuse);
    }

    "Answering an ordago" {
        "Where a refusal would win the other side the game, accept." needs MusAsk
            => |view| {
                let price = view.hand.bet.agreed.max(view.rules.bet_refuse.value.first);
                (price >= view.lacks()[1]).then_some(Move::Accept)
            };
        "With three kings at Grande or three aces at Petite (two where there are only four), a double, 31, or 30 at Point, accept."
            => |view| (view.now() == Strong).then_some(Move::Accept);
        "Where the worst alone loses, accept with two kings or two aces (one where there are only four), a pair of kings or three alike." needs ChipsStart
            => |view| (view.now() == Good).then_some(Move::Accept);
        "With less, refuse it." => |_| Some(Move::Refuse);
    }
}

/// What the mover of a deal does by the strategy, and the rule that decides it; none where nothing is to be chosen.
pub fn decide(
    rules: &Ruleset,
    hand: &MusState,
) -> Option<(&'static StrategyRule<ChooseMusMove>, Move)> {
    let asked = match hand.stage {
        MusStage::AskingMus => 0,
        MusStage::Discarding | MusStage::AfterCardSeen => 1,
        MusStage::Betting if hand.bet.bettor.is_none() => 2,
        MusStage::Betting if hand.bet.is_ordago => 4,
        MusStage::Betting => 3,
        _ => return None,
    };
    let view = MusView::new(rules, hand);
    for rule in OCCASIONS[asked].rules {
        if rule.concerns(rules)
            && let Some(does) = (rule.does)(&view)
        {
            return Some((rule, does));
        }
    }
    None
}

/// What comes next in a deal whose mover plays by the strategy; `chance` gives the cards.
pub fn act(rules: &Ruleset, hand: &MusState, chance: &mut RandomMusPlayer) -> MusAct {
    match decide(rules, hand) {
        Some((_, does)) => MusAct::Move(hand.mover, does),
        None => chance.choose_act(rules, hand),
    }
}

/// A deal from a seed, played by the strategy or by chance: its cards, each move with the deal before it, and its end.
pub fn example(
    rules: &Ruleset,
    seats: u8,
    seed: u64,
    by_chance: bool,
) -> (PerSeat<Set>, Vec<(MusState, Move)>, MusState) {
    let mut chance = RandomMusPlayer::new(seed);
    let mut moves = Vec::new();
    let mut hand = open_deal(rules, &MusTable::new(rules, seats, Seat(0)));
    let cards = chance.deal_cards(rules, &hand);
    let mut next = MusAct::Deal(cards);
    while hand.stage != MusStage::Over {
        if let MusAct::Move(_, does) = next
            && hand.awaits_move()
        {
            moves.push((hand, does));
        }
        expect_accepted(
            apply(rules, &mut hand, next, &mut Vec::new()),
            "what may be done",
        );
        next = if by_chance {
            chance.choose_act(rules, &hand)
        } else {
            act(rules, &hand, &mut chance)
        };
    }
    (cards, moves, hand)
}

/// What a move comes to for the mover, in stones, if all then play by the strategy; none where cards would still be drawn.
pub fn course(rules: &Ruleset, hand: &MusState, does: Move) -> Option<i64> {
    if hand.stage != MusStage::Betting {
        return None;
    }
    let mut after = *hand;
    let mut next = MusAct::Move(hand.mover, does);
    let mut chance = RandomMusPlayer::new(0);
    while after.stage != MusStage::Over {
        apply(rules, &mut after, next, &mut Vec::new()).ok()?;
        next = act(rules, &after, &mut chance);
    }
    Some(gained(rules, hand, &after, hand.mover))
}

/// What a seat has gained in stones since a moment of a deal: what its side has taken beyond the other, or what it has shed.
pub fn gained(rules: &Ruleset, from: &MusState, to: &MusState, seat: Seat) -> i64 {
    if rules.has(ClauseId::ChipsStart) {
        return from.player_stones(seat) - to.player_stones(seat);
    }
    let taken = |side: usize| to.scores()[side] - from.scores()[side];
    let own = usize::from(MusState::side_of(rules, seat).0);
    taken(own) - taken(1 - own)
}
