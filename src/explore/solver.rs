//! Every way a hand can still be played, with open cards.
//!
//! What may be played, who wins a trick and what the reckoning pays, the engine says: here positions are only visited, and
//! remembered, so that each is looked at once.
//!
//! *Best* means: whoever is to play takes the card after which they end with the most chips, given that all who play after
//! them choose likewise and everyone sees all cards. Chips are those of this hand: what comes into their purse less what
//! goes out of it, less what they come to owe. Of cards that bring as many chips they take the one that leaves them fewer
//! points, where points are counted down; then the one that brings more tricks; of those, a plain card before a trump, the
//! earlier of ♠ ♥ ♦ ♣, and the lowest. Where something may be said instead, it is said only if that brings more.

mod position;

use crate::cards::{Seat, Seats, Suit};
use crate::engine::{Act, DealState, Event, Move, Stage, apply, move_offer, playable_cards};
use crate::rules::{Phase, Ruleset, Verb};
use position::{Ends, MOST_CHOICES, Node, Places, Positions, chips_of};
use serde::{Deserialize, Serialize};

/// Chips in a purse out of which everything can be paid.
const AMPLE: i64 = i64::MAX / 4;

/// What can still come of a hand for one seat. Chips are counted from a moment that the asker names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeRange {
    /// The fewest and the most tricks of the whole hand that any way to play leads to.
    pub tricks: (u8, u8),
    /// The fewest and the most chips that any way to play leads to.
    pub chips: (i64, i64),
    /// Tricks of the whole hand if all play their best.
    pub best_tricks: u8,
    pub best_chips: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrickTakers {
    pub all: Seats,
    /// Who does if all play their best.
    pub best: Option<Seat>,
}

/// All positions that can be reached from one, each looked at once. It is asked about hands that follow from that one.
///
/// ```
/// use mouche::engine::Stage;
/// use mouche::explore::{RandomPlayer, Solver, example, on_credit};
/// use mouche::rules::Phase;
///
/// let rules = mouche::editions::ALL[0];
/// let one = example(rules, 3, RandomPlayer::sensible(3)).expect("a hand");
/// let (hand, _) = one.moves.iter().find(|(hand, _)| hand.stage == Stage::In(Phase::Tricks)).expect("a card to play");
/// let hand = on_credit(hand);
/// let mut solver = Solver::new(rules, &hand).expect("room for its cards");
/// let best = solver.best(&hand).expect("a card");
/// let prospect = solver.outcome_of(&hand, best).expect("it is legal");
/// assert!((prospect.chips.0..=prospect.chips.1).contains(&prospect.best_chips));
/// ```
pub struct Solver<'a> {
    rules: &'a Ruleset,
    places: Places,
    positions: Positions,
    ends: Ends,
    events: Vec<Event>,
}

/// The same hand with purses so full that nobody has to buy chips: what is bought would look like what is won.
pub fn on_credit(hand: &DealState) -> DealState {
    let mut rich = *hand;
    for seat in hand.seats_in_turn() {
        rich.purses[seat] = AMPLE;
    }
    rich
}

impl<'a> Solver<'a> {
    /// For what can be reached from this hand, [`on_credit`], if a position has room for its cards.
    pub fn new(rules: &'a Ruleset, hand: &DealState) -> Option<Solver<'a>> {
        Some(Solver {
            rules,
            places: Places::of(rules, hand)?,
            positions: Positions::default(),
            ends: Ends::default(),
            events: Vec::with_capacity(64),
        })
    }

    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// What can come of a hand for a seat, its chips counted from how the seat stood in `since`.
    pub fn prospect(&mut self, since: &DealState, hand: &DealState, seat: Seat) -> OutcomeRange {
        let node = self.visit(hand);
        let before = chips_of(since, seat);
        let (few, many) = node.tricks[seat];
        let (least, most) = node.chips[seat];
        let ends = &self.ends;
        OutcomeRange {
            tricks: (ends.tricks(few, seat), ends.tricks(many, seat)),
            chips: (
                ends.chips(least, seat) - before,
                ends.chips(most, seat) - before,
            ),
            best_tricks: ends.tricks(node.best, seat),
            best_chips: ends.chips(node.best, seat) - before,
        }
    }

    /// What would come of a move in play for the mover, chips counted from before it. None if it may not be made.
    pub fn outcome_of(&mut self, hand: &DealState, does: Move) -> Option<OutcomeRange> {
        let (next, _) = self.make(hand, does)?;
        Some(self.prospect(hand, &next, hand.mover))
    }

    /// The mover's best move; none if nobody is to play.
    pub fn best(&mut self, hand: &DealState) -> Option<Move> {
        let mut best: Option<(Move, u16)> = None;
        for does in self.choices(hand) {
            let end = self.after(hand, does).best;
            if best.is_none_or(|(_, other)| self.ends.prefers(hand.mover, end, other)) {
                best = Some((does, end));
            }
        }
        best.map(|(does, _)| does)
    }

    fn visit(&mut self, hand: &DealState) -> Node {
        if !hand.awaits_move() {
            return Node::end(self.ends.number(hand));
        }
        // In mid-trick hardly two ways lead to one position, and there are most of them: only whole tricks are remembered.
        let key = if hand.trick.is_none() {
            Some(self.places.key(hand))
        } else {
            None
        };
        if let Some(key) = &key
            && let Some(node) = self.positions.get(key)
        {
            return node;
        }
        let mut found: Option<Node> = None;
        for does in self.choices(hand) {
            let next = self.after(hand, does);
            found = Some(match found {
                Some(node) => node.or(next, hand, &self.ends),
                None => next,
            });
        }
        let node = match found {
            Some(node) => node,
            None => Node::end(self.ends.number(hand)),
        };
        if let Some(key) = key {
            self.positions.insert(key, node);
        }
        node
    }

    /// What the mover may do, of cards that nothing tells apart one; what is said comes after what is played, or not said.
    fn choices(&self, hand: &DealState) -> impl Iterator<Item = Move> + use<> {
        let mut choices = [None; MOST_CHOICES];
        match hand.stage {
            Stage::In(Phase::Tricks) => {
                let played =
                    self.places
                        .choices(hand, playable_cards(self.rules, hand).cards, &mut choices);
                if self.rules.pam_civil.value.0.is_some()
                    && move_offer(self.rules, hand, Verb::DemandCivility).is_some()
                {
                    choices[played] = Some(Move::DemandCivility);
                }
            }
            Stage::In(Phase::Naming) => {
                choices[0] = Some(Move::KeepTrump);
                let others = Suit::ALL.into_iter().filter(|suit| *suit != hand.trump);
                for (choice, suit) in choices[1..].iter_mut().zip(others) {
                    *choice = Some(Move::Name(suit));
                }
            }
            _ => {}
        }
        choices.into_iter().flatten()
    }

    fn after(&mut self, hand: &DealState, does: Move) -> Node {
        if let Some((next, _)) = self.make(hand, does) {
            self.visit(&next)
        } else {
            Node::end(self.ends.number(hand))
        }
    }

    /// The hand after a move, and who has won the trick if that ends it. None if it may not be made.
    fn make(&mut self, hand: &DealState, does: Move) -> Option<(DealState, Option<Seat>)> {
        let mut next = *hand;
        self.events.clear();
        apply(
            self.rules,
            &mut next,
            Act::Move(hand.mover, does),
            &mut self.events,
        )
        .ok()?;
        Some((
            next,
            self.events
                .iter()
                .find_map(|event| event.kind.as_trick_winner()),
        ))
    }

    /// Who can take the trick in which the mover does this.
    pub fn takers(&mut self, hand: &DealState, does: Move) -> TrickTakers {
        TrickTakers {
            all: self.all_takers(hand, does),
            best: self.best_taker(hand, does),
        }
    }

    fn all_takers(&mut self, hand: &DealState, does: Move) -> Seats {
        match self.make(hand, does) {
            Some((_, Some(winner))) => Seats::NONE.with(winner),
            Some((next, None)) => {
                let mut takers = Seats::NONE;
                for reply in self.choices(&next) {
                    takers = takers.and(self.all_takers(&next, reply));
                }
                takers
            }
            None => Seats::NONE,
        }
    }

    fn best_taker(&mut self, hand: &DealState, does: Move) -> Option<Seat> {
        match self.make(hand, does)? {
            (_, won @ Some(_)) => won,
            (next, None) => self
                .best(&next)
                .and_then(|does| self.best_taker(&next, does)),
        }
    }
}

/// What each did in a hand before the first card was played, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclarationLog(pub Vec<(Seat, Move)>);

/// What can come of a hand that was looked at last.
pub type SolverCache<'a> = Option<(Solver<'a>, DealState)>;

/// What one does who may not do what they did, or was not asked then: of these the first that may be done.
const ELSE: [Move; 9] = [
    Move::LeaveTurnUp,
    Move::Claim,
    Move::LeavePack,
    Move::KeepTrump,
    Move::Stand,
    Move::Join,
    Move::Pass,
    Move::Lurk,
    Move::Fold,
];

impl DeclarationLog {
    /// What would have come of a hand in which the mover had declared so: for them, and counted from that declaration.
    ///
    /// Those who speak after them do what they did, and draw the same cards. Who may not do what they did, or was not asked
    /// then, stands and goes in, and claims a flush. None if the mover may not declare so. What comes then is looked up in
    /// `known`, if that is of the same play, and stays there.
    pub fn had_they<'a>(
        &self,
        rules: &'a Ruleset,
        hand: &DealState,
        does: Move,
        known: &mut SolverCache<'a>,
    ) -> Option<OutcomeRange> {
        let since = on_credit(hand);
        let after = self.tell(rules, &since, does)?;
        if !known.as_ref().is_some_and(|(_, begins)| *begins == after) {
            *known = Some((Solver::new(rules, &after)?, after));
        }
        Some(known.as_mut()?.0.prospect(&since, &after, hand.mover))
    }

    /// The hand when its first card is to be played, or when it is over without one.
    fn tell(&self, rules: &Ruleset, hand: &DealState, declared: Move) -> Option<DealState> {
        let mut next = try_move(rules, hand, declared)?;
        while next.awaits_move() && next.stage != Stage::In(Phase::Tricks) {
            next = self.next_declaration(rules, &next)?;
        }
        Some(next)
    }

    /// Returns the hand after the first move of what the mover did, or else does, that may be made.
    fn next_declaration(&self, rules: &Ruleset, hand: &DealState) -> Option<DealState> {
        for (seat, does) in &self.0 {
            if *seat == hand.mover
                && let Some(next) = try_move(rules, hand, *does)
            {
                return Some(next);
            }
        }
        ELSE.into_iter()
            .find_map(|does| try_move(rules, hand, does))
    }
}

/// Returns the hand after a move of the mover; none if it may not be made.
fn try_move(rules: &Ruleset, hand: &DealState, does: Move) -> Option<DealState> {
    let mut next = *hand;
    let act = Act::Move(hand.mover, does);
    match apply(rules, &mut next, act, &mut Vec::new()) {
        Ok(()) => Some(next),
        Err(_) => None,
    }
}
