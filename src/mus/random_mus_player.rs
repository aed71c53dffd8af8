//! A player of Mus who chooses at random.

use super::{
    MusAct, MusEvent, MusStage, MusState, apply, betting, legal_verbs, max_cards, mus_exchange,
    true_declaration,
};
use crate::cards::{Card, CardSet, PerSeat, Seat};
use crate::engine::expect_accepted;
use crate::rules::{Move, MusRules, Verb};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Deals cards and chooses moves at random, the same for the same seed.
pub struct RandomMusPlayer {
    random: ChaCha8Rng,
    pack: Vec<Card>,
    /// Cards that are served before any at random, in their order.
    preset: Vec<Card>,
}

impl RandomMusPlayer {
    /// Returns a player for a seed.
    pub fn new(seed: u64) -> RandomMusPlayer {
        RandomMusPlayer {
            random: ChaCha8Rng::seed_from_u64(seed),
            pack: Vec::new(),
            preset: Vec::new(),
        }
    }

    /// Serves these cards first, in this order, as long as the stock has them. The next deal forgets them.
    pub fn preset_draws(&mut self, cards: Vec<Card>) {
        self.preset = cards;
    }

    fn random_below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1) as u32) as usize
    }

    /// Returns a number of random cards of a set.
    pub fn random_subset(&mut self, cards: CardSet, count: usize) -> CardSet {
        let mut subset = CardSet::EMPTY;
        for _ in 0..count.min(cards.len()) {
            let left = cards - subset;
            if let Some(card) = left.nth(self.random_below(left.len())) {
                subset = subset.with(card);
            }
        }
        subset
    }

    /// Returns random cards for each player of a deal.
    pub fn deal_cards(&mut self, rules: &MusRules, state: &MusState) -> PerSeat<CardSet> {
        self.preset.clear();
        self.pack.clear();
        self.pack.extend(rules.pack.value.pack(state.table.seats));
        let mut hands = PerSeat::all(CardSet::EMPTY);
        for seat in state.table.players_dealt_in(rules).iter() {
            for _ in 0..rules.deal_packets.value.hand {
                let place = self.random_below(self.pack.len());
                hands[seat] = hands[seat].with(self.pack.swap_remove(place));
            }
        }
        hands
    }

    /// Returns the next act of a deal: a random move, or the act that the stage asks for.
    pub fn choose_act(&mut self, rules: &MusRules, state: &MusState) -> MusAct {
        match state.stage {
            MusStage::Open => MusAct::Deal(self.deal_cards(rules, state)),
            MusStage::Serving => MusAct::Serve(self.choose_served_cards(rules, state)),
            MusStage::Declaring => MusAct::Move(state.mover, true_declaration(rules, state)),
            MusStage::Paying | MusStage::Over => MusAct::Pay,
            MusStage::AskingMus
            | MusStage::Discarding
            | MusStage::AfterCardSeen
            | MusStage::Betting => {
                let (verbs, _) = legal_verbs(rules, state);
                let verb = verbs[self.random_below(verbs.len())];
                MusAct::Move(state.mover, self.choose_move(rules, state, verb))
            }
        }
    }

    fn choose_served_cards(&mut self, rules: &MusRules, state: &MusState) -> CardSet {
        let servable = mus_exchange::servable_cards(rules, state);
        let count = state.unserved_discards[state.mover].len();
        let mut drawn = servable.certain;
        while drawn.len() < count {
            let is_servable = |card: &Card| servable.others.has(*card);
            let Some(place) = self.preset.iter().position(is_servable) else {
                break;
            };
            drawn = drawn.with(self.preset.remove(place));
        }
        drawn | self.random_subset(servable.others - drawn, count - drawn.len())
    }

    fn choose_move(&mut self, rules: &MusRules, state: &MusState, verb: Verb) -> Move {
        let limit = state.betting_limit(rules, state.mover);
        match verb {
            Verb::Discard => {
                let most = usize::from(max_cards(rules, state, verb));
                let least = usize::from(rules.mus_discard.value.from).min(most);
                let count = least + self.random_below(most - least + 1);
                Move::Discard(self.random_subset(state.hands[state.mover], count))
            }
            Verb::Envido => {
                let least = rules.bet_open.value.least.min(limit);
                let range = (limit - least).clamp(0, 5) as usize + 1;
                Move::Envido(least + self.random_below(range) as i64)
            }
            Verb::Raise => {
                let standing = state.bet.standing;
                let range = (limit - standing).clamp(1, 5) as usize;
                let added = 1 + self.random_below(range) as i64;
                let total = standing + added;
                let adds_number = betting::raised_bet(rules, standing, added) == total;
                Move::Raise(if adds_number { added } else { total })
            }
            _ => verb.with_args(Default::default()).unwrap_or(Move::BetPass),
        }
    }

    /// Plays a deal to its end.
    pub fn play_deal(
        &mut self,
        rules: &MusRules,
        state: &mut MusState,
        events: &mut Vec<MusEvent>,
    ) {
        while state.stage != MusStage::Over {
            let act = self.choose_act(rules, state);
            expect_accepted(apply(rules, state, act, events), "what may be done");
        }
    }

    /// Returns a random dealer.
    pub fn random_dealer(&mut self, seats: u8) -> Seat {
        Seat(self.random_below(seats.into()) as u8)
    }
}
