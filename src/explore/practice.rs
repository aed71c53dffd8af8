//! Deals to be played by a learner, the others by the documented strategy: every line worked out beforehand.

use super::RandomPlayer;
use super::strategy::{STRATEGY, result};
use crate::cards::{Card, MOST_SEATS, PerSeat, Seat, Set};
use crate::engine::{Act, Event, Hand, Move, Promise, Table, apply, moves, open};
use crate::rules::{Ruleset, Topic};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A deal from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticeDeal {
    /// The edition's id.
    pub edition: &'static str,
    /// How many sit at the table.
    pub players: u8,
    /// The seat of the learner, counted from the dealer's right, from 1; the last is the dealer's.
    pub place: u8,
    /// A debt of the dealer's from an earlier hand that enters the pool, in chips; 0 for none.
    pub debt: i64,
    /// The seed of the cards.
    pub seed: u64,
    /// What it drills.
    pub drill: Drill,
}

/// The dealer of every practice deal.
const DEALER: Seat = Seat(0);

impl PracticeDeal {
    /// The learner's seat.
    pub fn learner(&self) -> Seat {
        Seat(self.place % self.players)
    }

    /// The hand with its pool made, the deal as an act, and the stock from the top; none if the pool is past counting.
    pub fn dealt(&self, rules: &Ruleset) -> Option<(Hand, Act, Vec<Card>)> {
        let mut table = Table::new(self.players, DEALER, PerSeat::all(rules.chips_start.value.0));
        if self.debt > 0 {
            table.debts.push(Promise { debtor: DEALER, chips: self.debt, hand: 0 });
        }
        let hand = open(rules, &mut table, &mut Vec::new()).ok()?;
        let mut player = RandomPlayer::new(self.seed);
        let act = player.deal(rules, self.players);
        Some((hand, act, player.rest()))
    }
}

/// What is drilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Drill {
    /// To follow suit.
    Following,
    /// To head the trick.
    Heading,
    /// To trump when void.
    Trumping,
    /// To overtrump.
    Overtrumping,
    /// To fold.
    Folding,
    /// To choose what to lay down.
    Exchanging,
    /// To stand on a flush, and claim it.
    Flush,
    /// To take the spare hand.
    Fille,
    /// To take the turn-up.
    TurnUp,
    /// To see what a debt costs: the hand can be won, and lost.
    Bete,
}

impl Drill {
    /// All of them, from the plainest.
    pub const ALL: [Drill; 10] = [
        Drill::Following,
        Drill::Heading,
        Drill::Trumping,
        Drill::Overtrumping,
        Drill::Folding,
        Drill::Exchanging,
        Drill::Bete,
        Drill::Flush,
        Drill::Fille,
        Drill::TurnUp,
    ];

    /// Its id in a page.
    pub fn id(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        self.words().1
    }

    /// What the learner is to look out for.
    pub fn brief(self) -> &'static str {
        self.words().2
    }

    /// The clause it turns on.
    pub fn topic(self) -> Topic {
        self.words().3
    }

    fn words(self) -> (&'static str, &'static str, &'static str, Topic) {
        match self {
            Drill::Following => ("following", "Following suit", "A suit is led that you hold.", Topic::PlayFollow),
            Drill::Heading => {
                ("heading", "Heading the trick", "You can beat what lies there, and so you must.", Topic::PlayHead)
            }
            Drill::Trumping => {
                ("trumping", "Trumping", "A suit is led that you lack, and you hold a trump.", Topic::PlayTrump)
            }
            Drill::Overtrumping => {
                ("overtrumping", "Overtrumping", "Somebody has trumped before you.", Topic::PlayOvertrump)
            }
            Drill::Folding => ("folding", "When to fold", "A dear pool and poor cards.", Topic::DeclFold),
            Drill::Exchanging => (
                "exchanging",
                "What to lay down",
                "Some cards are worth more than what the stock may give.",
                Topic::DeclExchange,
            ),
            Drill::Bete => (
                "debt",
                "What a debt costs",
                "This hand can win chips, and it can cost the whole pool.",
                Topic::DebtMake,
            ),
            Drill::Flush => {
                ("flush", "Five of one suit", "Look at your cards before you change any.", Topic::FlushWhat)
            }
            Drill::Fille => ("fille", "The spare hand", "Five unseen cards lie beside yours.", Topic::DeclFille),
            Drill::TurnUp => {
                ("turn-up", "The dealer's turn-up", "You deal, and the card you turned may be yours.", Topic::TurnOwner)
            }
        }
    }
}

/// Something that was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Happening {
    /// The hand before it.
    pub before: Hand,
    /// What was done.
    pub act: Act,
    /// What came of it.
    pub events: Vec<Event>,
    /// The hand after it.
    pub after: Hand,
}

/// One move of the learner's.
#[derive(Clone, Debug)]
pub struct Line {
    /// What they do.
    pub does: Move,
    /// That, and what the others do until the learner is asked again.
    pub happened: Vec<Happening>,
    /// The point it leads to.
    pub to: usize,
}

/// A point at which the learner is asked, or at which the hand is over.
#[derive(Clone, Debug)]
pub struct Point {
    /// The hand.
    pub hand: Hand,
    /// The trick on the table, in the order played.
    pub trick: Vec<(Seat, Card)>,
    /// The learner's moves; none where the hand is over.
    pub lines: Vec<Line>,
    /// The most they can still come to, in chips won less chips owed over the whole hand.
    pub best: i64,
}

/// A deal with all its lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Who learns.
    pub learner: Seat,
    /// What happens before the learner is asked: the deal first.
    pub opening: Vec<Happening>,
    /// The points, each after those that lead to it; the first is where the learner is asked first.
    pub points: Vec<Point>,
}

/// All lines of a deal; none if it has more points than `most`.
pub fn lines(rules: &Ruleset, deal: &PracticeDeal, most: usize) -> Option<Lines> {
    let (hand, act, stock) = deal.dealt(rules)?;
    let mut maker = Maker { rules, learner: deal.learner(), stock, most, points: Vec::new(), known: HashMap::new() };
    let (opening, first) = maker.after(&hand, act, &[])?;
    maker.point(first);
    let mut at = 0;
    while at < maker.points.len() {
        maker.open(at)?;
        at += 1;
    }
    let mut lines = Lines { learner: deal.learner(), opening, points: maker.points };
    lines.weigh(0, &hand, &mut vec![None; lines.points.len()]);
    Some(lines)
}

impl Lines {
    /// Finds the best of a point from those after it. A move changes cards or turn, so that no line comes back.
    fn weigh(&mut self, at: usize, start: &Hand, known: &mut Vec<Option<i64>>) -> i64 {
        if let Some(best) = known[at] {
            return best;
        }
        let after: Vec<usize> = self.points[at].lines.iter().map(|line| line.to).collect();
        let best = after.into_iter().map(|to| self.weigh(to, start, known)).max();
        let best = best.unwrap_or_else(|| result(start, &self.points[at].hand, self.learner));
        known[at] = Some(best);
        self.points[at].best = best;
        best
    }

    /// The best move of a point, the first of equals.
    pub fn best<'a>(&self, point: &'a Point) -> Option<&'a Line> {
        point.lines.iter().find(|line| self.points[line.to].best == point.best)
    }

    /// The points of the line that is best for the learner.
    pub fn main(&self) -> Vec<&Point> {
        let next = |point: &&Point| self.best(point).map(|line| &self.points[line.to]);
        std::iter::successors(self.points.first(), next).collect()
    }
}

struct Maker<'a> {
    rules: &'a Ruleset,
    learner: Seat,
    /// The stock from the top, as it was dealt.
    stock: Vec<Card>,
    most: usize,
    points: Vec<Point>,
    known: HashMap<Cards, Vec<usize>>,
}

/// Where the cards lie: in the hands, and on the table.
type Cards = ([Set; MOST_SEATS], Vec<(Seat, Card)>);

type Reached = (Hand, Vec<(Seat, Card)>);

impl Maker<'_> {
    /// Works out the learner's moves at a point; none if there are too many.
    fn open(&mut self, at: usize) -> Option<()> {
        let (hand, trick) = (self.points[at].hand, self.points[at].trick.clone());
        for does in moves(self.rules, &hand) {
            let act = self.act(&hand, does);
            let (happened, reached) = self.after(&hand, act, &trick)?;
            let to = self.point(reached);
            self.points[at].lines.push(Line { does, happened, to });
        }
        (self.points.len() <= self.most).then_some(())
    }

    /// The place of a point, which may be known from another line.
    fn point(&mut self, (hand, trick): Reached) -> usize {
        let key = (std::array::from_fn(|seat| hand.held[Seat(seat as u8)]), trick.clone());
        let alike = self.known.entry(key).or_default();
        if let Some(known) = alike.iter().find(|at| self.points[**at].hand == hand) {
            return *known;
        }
        alike.push(self.points.len());
        self.points.push(Point { hand, trick, lines: Vec::new(), best: 0 });
        self.points.len() - 1
    }

    /// What an act leads to: what happens until the learner is asked or the hand is over, and where it then stands.
    fn after(&self, hand: &Hand, act: Act, trick: &[(Seat, Card)]) -> Option<(Vec<Happening>, Reached)> {
        let (mut happened, mut trick) = (vec![self.happening(hand, act)?], trick.to_vec());
        loop {
            let last = happened.last()?;
            lay(&mut trick, last);
            let hand = last.after;
            if !hand.asks() || hand.mover == self.learner {
                return Some((happened, (hand, trick)));
            }
            let does = STRATEGY.choose(self.rules, &hand)?;
            happened.push(self.happening(&hand, self.act(&hand, does))?);
        }
    }

    fn happening(&self, before: &Hand, act: Act) -> Option<Happening> {
        let mut events = Vec::new();
        let after = apply(self.rules, before, act, &mut events).ok()?;
        Some(Happening { before: *before, act, events, after })
    }

    fn act(&self, hand: &Hand, does: Move) -> Act {
        let drawn = |laid: Set| Move::Exchange(laid, self.drawn(hand, laid.len()));
        Act::Does(hand.mover, does.what().laid.map_or(does, drawn))
    }

    /// The next cards of the stock; when it has run out, the lowest of the discards.
    fn drawn(&self, hand: &Hand, cards: usize) -> Set {
        let next = self.stock.iter().copied().filter(|card| hand.stock.has(*card));
        next.chain(hand.discards).take(cards).collect()
    }
}

/// Keeps the trick on the table: what is played, until it is won.
fn lay(trick: &mut Vec<(Seat, Card)>, happening: &Happening) {
    trick.extend(happening.events.iter().filter_map(|event| event.fact.played()));
    if happening.events.iter().any(|event| event.fact.won().is_some()) {
        trick.clear();
    }
}
