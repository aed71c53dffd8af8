//! Cards and moves by chance, the same for the same seed.

use super::act::{Act, apply, choices, most};
use super::bet::raised;
use super::hand::{Event, Hand, Stage};
use super::lance::{may_draw, truth};
use crate::cards::{Card, PerSeat, Seat, Set};
use crate::rules::{Move, Ruleset, Verb};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Deals cards and chooses moves.
pub struct Chance {
    random: ChaCha8Rng,
    /// The pack that is dealt from.
    pack: Vec<Card>,
    /// Cards that are served before any that come by chance, in their order.
    told: Vec<Card>,
}

impl Chance {
    /// One that draws from this seed.
    pub fn new(seed: u64) -> Chance {
        Chance { random: ChaCha8Rng::seed_from_u64(seed), pack: Vec::new(), told: Vec::new() }
    }

    /// Lets these cards be served first, in this order, as long as they lie in the stock; until cards are dealt again.
    pub fn take_over(&mut self, told: Vec<Card>) {
        self.told = told;
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1) as u32) as usize
    }

    /// So many cards of these.
    pub fn some(&mut self, from: Set, number: usize) -> Set {
        let mut drawn = Set::EMPTY;
        for _ in 0..number.min(from.len()) {
            let left = from - drawn;
            drawn = drawn | left.nth(self.below(left.len())).map_or(Set::EMPTY, Set::from);
        }
        drawn
    }

    /// Cards for all who play.
    pub fn deal(&mut self, rules: &Ruleset, hand: &Hand) -> PerSeat<Set> {
        self.told.clear();
        self.pack.clear();
        self.pack.extend(rules.pack.value.pack(hand.table.seats));
        let mut cards = PerSeat::all(Set::EMPTY);
        for seat in hand.table.players(rules).each() {
            for _ in 0..rules.deal_packets.value.hand {
                let at = self.below(self.pack.len());
                cards[seat] = cards[seat].with(self.pack.swap_remove(at));
            }
        }
        cards
    }

    /// Something that may be done now.
    pub fn act(&mut self, rules: &Ruleset, hand: &Hand) -> Act {
        let mover = hand.mover;
        match hand.stage {
            Stage::Open => return Act::Deal(self.deal(rules, hand)),
            Stage::Paying | Stage::Over => return Act::Pay,
            Stage::Declaring => return Act::Does(mover, truth(rules, hand)),
            Stage::Serving => {
                let (mut cards, from) = may_draw(rules, hand);
                let number = hand.lays[mover].len();
                while cards.len() < number
                    && let Some(at) = self.told.iter().position(|card| from.has(*card))
                {
                    cards = cards.with(self.told.remove(at));
                }
                return Act::Serve(cards | self.some(from - cards, number - cards.len()));
            }
            _ => {}
        }
        let (choices, _) = choices(rules, hand);
        let verb = choices[self.below(choices.len())];
        Act::Does(mover, self.of(rules, hand, verb))
    }

    fn of(&mut self, rules: &Ruleset, hand: &Hand, verb: Verb) -> Move {
        let means = hand.means(rules, hand.mover);
        match verb {
            Verb::Discard => {
                let most = usize::from(most(rules, hand, verb));
                let least = usize::from(rules.mus_discard.value.from).min(most);
                let number = least + self.below(most - least + 1);
                Move::Discard(self.some(hand.held[hand.mover], number))
            }
            Verb::Envido => {
                let least = rules.bet_open.value.least.min(means);
                Move::Envido(least + self.below((means - least).clamp(0, 5) as usize + 1) as i64)
            }
            Verb::Raise => {
                let by = 1 + self.below((means - hand.bet.standing).clamp(1, 5) as usize) as i64;
                let sum = hand.bet.standing + by;
                Move::Raise(if raised(rules, hand.bet.standing, by) == sum { by } else { sum })
            }
            verb => verb.with(Default::default()).unwrap_or(Move::BetPass),
        }
    }

    /// Plays a deal to its end.
    pub fn play(&mut self, rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
        while hand.stage != Stage::Over {
            let act = self.act(rules, hand);
            apply(rules, hand, act, events).expect("what may be done");
        }
    }

    /// A seat that deals first.
    pub fn dealer(&mut self, seats: u8) -> Seat {
        Seat(self.below(seats.into()) as u8)
    }
}
