//! Who plays a hand: one who deals from a seed and chooses at random what the engine allows; and the strategy.

use super::strategy::{PlayerView, STRATEGY};
use crate::cards::{Card, PerSeat, Rank, Seat, Set, Suit};
use crate::engine::{
    Act, DealState, DealtCards, Event, Move, MoveOffer, Refusal, Stage, apply, can_claim_flush,
    move_offer, playable_cards, reserve_piles,
};
use crate::rules::{
    Apart, BidAll, ClauseId, DeclarationRound, MoveArgs, Phase, PlayerRole, RoleOf, RoundSpeakers,
    Ruleset, SpareHand, Verb,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// Deals cards and chooses acts, the same for the same seed.
#[derive(Clone)]
pub struct RandomPlayer {
    random: ChaCha8Rng,
    /// The pack that was dealt last, and its cards in order.
    pack: Set,
    sorted: Vec<Card>,
    deck: Vec<Card>,
    top: usize,
    /// The stock from its top, where it is known.
    stock: VecDeque<Card>,
    sensible: bool,
}

impl RandomPlayer {
    /// A player who draws from this seed, and chooses uniformly.
    ///
    /// ```
    /// use mouche::{editions, explore::RandomPlayer};
    ///
    /// let deal = |seed| RandomPlayer::new(seed).deal(editions::ALL[0], 4);
    /// assert_eq!(deal(7), deal(7), "the same seed deals the same cards");
    /// assert_ne!(deal(7), deal(8));
    /// ```
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer {
            random: ChaCha8Rng::seed_from_u64(seed),
            pack: Set::EMPTY,
            sorted: Vec::new(),
            deck: Vec::new(),
            top: 0,
            stock: VecDeque::new(),
            sensible: false,
        }
    }

    /// A player who draws from this seed, and declares as one might who looks at the cards held. The same cards are dealt.
    pub fn sensible(seed: u64) -> RandomPlayer {
        RandomPlayer {
            sensible: true,
            ..RandomPlayer::new(seed)
        }
    }

    /// Comes to a hand that another has dealt: its stock gives these cards first, and then the rest by chance.
    pub fn take_over(&mut self, first: &[Card], rest: Set) {
        self.stock = first.iter().copied().collect();
        let mut rest = rest - first.iter().copied().collect();
        while !rest.is_empty() {
            let next = self.one_of(rest);
            self.stock.push_back(next);
            rest = rest.without(next);
        }
    }

    pub fn deal(&mut self, rules: &Ruleset, seats: u8) -> Act {
        self.stock.clear();
        let pack = rules.pack.value.pack(seats);
        if self.pack != pack {
            self.pack = pack;
            self.sorted = pack.into_iter().collect();
        }
        self.deck.clone_from(&self.sorted);
        self.top = 0;
        let size = usize::from(rules.deal_packets.value.hand);
        let mut hands = PerSeat::default();
        for seat in (0..seats).map(Seat) {
            hands[seat] = self.draw(size);
        }
        let spare = rules.fille_deal.value == SpareHand::BeforeDealer;
        let fille = if spare { self.draw(size) } else { Set::EMPTY };
        Act::Deal(DealtCards {
            hands,
            spare_hand: fille,
            turned_card: self.next_card(),
        })
    }

    #[inline]
    pub fn choose(&mut self, rules: &Ruleset, hand: &DealState) -> Act {
        // First, and by itself: most acts are cards, and there is nothing sensible about one.
        if let Stage::In(Phase::Tricks) = hand.stage {
            if rules.pam_civil.value.0.is_some()
                && self.rarely(rules, hand, Verb::DemandCivility, 2)
            {
                return Act::Move(hand.mover, Move::DemandCivility);
            }
            return Act::Move(
                hand.mover,
                Move::Play(self.one_of(playable_cards(rules, hand).cards)),
            );
        }
        let sensible = if self.sensible {
            sensible_move(self, rules, hand)
        } else {
            None
        };
        let does = match sensible {
            Some(does) => does,
            None => self.at_random(rules, hand),
        };
        Act::Move(hand.mover, does)
    }

    /// Whether they make a move now that few editions have: once in so many times that it is open to them.
    #[cold]
    fn rarely(&mut self, rules: &Ruleset, hand: &DealState, verb: Verb, times: usize) -> bool {
        move_offer(rules, hand, verb).is_some_and(|offer| offer.is_open) && self.below(times) == 0
    }

    fn at_random(&mut self, rules: &Ruleset, hand: &DealState) -> Move {
        match hand.stage {
            Stage::In(Phase::ThrowIn | Phase::Defence) => self.draw_or_not(rules, hand),
            Stage::In(Phase::Naming) if hand.default_move().is_some() && self.below(2) == 0 => {
                Move::KeepTrump
            }
            Stage::In(Phase::Naming) => Move::Name(Suit::ALL[self.below(Suit::ALL.len())]),
            Stage::In(Phase::TurnUp) if self.below(2) == 0 => Move::LeaveTurnUp,
            Stage::In(Phase::TurnUp) => Move::TakeTurnUp(self.one_of(hand.cards_for_turn_up())),
            Stage::In(Phase::Claims) if self.below(2) == 0 => Move::LetPass,
            Stage::In(Phase::Claims) => Move::Claim,
            Stage::In(Phase::Round(round))
                if [rules.decl_bid.value, rules.decl_join.value] != [Apart::None; 2] =>
            {
                self.any(rules, hand, round)
            }
            _ => self.declare(rules, hand),
        }
    }

    /// One of folding, standing, taking the spare hand, and each number of cards that may be exchanged.
    fn declare(&mut self, rules: &Ruleset, hand: &DealState) -> Move {
        if rules.decl_all.value != BidAll::None && self.rarely(rules, hand, Verb::BidAll, 8) {
            return Move::BidAll;
        }
        let most = match open_offer(rules, hand, Verb::Exchange) {
            Some(offer) => usize::from(offer.max_cards),
            None => 0,
        };
        let fold = usize::from(open_offer(rules, hand, Verb::Fold).is_some());
        let spare = usize::from(open_offer(rules, hand, Verb::TakeSpare).is_some());
        match self.below(1 + fold + spare + most) {
            0 if fold == 1 => Move::Fold,
            number if number == fold => Move::Stand,
            number if spare == 1 && number == 1 + fold => Move::TakeSpare,
            number => {
                let laid = self.some_of(hand.hands[hand.mover], number - fold - spare);
                self.exchange(rules, hand, laid)
            }
        }
    }

    /// One of the kinds of move that a round has open; each number of cards that may be exchanged is a kind.
    #[cold]
    fn any(&mut self, rules: &Ruleset, hand: &DealState, round: &DeclarationRound) -> Move {
        let offers = round.offers.iter();
        let offers = offers.filter_map(|RoleOf(verb, _)| open_offer(rules, hand, *verb));
        let count = offers.clone().map(count_of_ways).sum();
        let mut number = self.below(count);
        let mut chosen = None;
        for offer in offers {
            let ways = count_of_ways(offer);
            if number < ways {
                chosen = Some((offer, (number as u8 + 1).min(offer.max_cards)));
                break;
            }
            number -= ways;
        }
        let Some((offer, cards)) = chosen else {
            return Move::Stand;
        };
        let laid = self.some_of(offer.cards, cards.into());
        match offer.verb {
            Verb::Exchange => self.exchange(rules, hand, laid),
            verb => verb
                .with_args(MoveArgs {
                    card: laid.nth(0),
                    ..MoveArgs::default()
                })
                .unwrap_or(Move::Stand),
        }
    }

    /// These cards for as many that are drawn.
    fn exchange(&mut self, rules: &Ruleset, hand: &DealState, laid: Set) -> Move {
        Move::Exchange(laid, self.draws(rules, hand, laid.len()))
    }

    /// Draws another hand for a flush; or for the pack, and lays a card down, or leaves it.
    #[cold]
    fn draw_or_not(&mut self, rules: &Ruleset, hand: &DealState) -> Move {
        if let Stage::In(Phase::ThrowIn) = hand.stage {
            return Move::ThrowIn(self.draws(rules, hand, hand.hands[hand.mover].len()));
        }
        let may_defend = move_offer(rules, hand, Verb::Defend).is_some_and(|offer| offer.is_open);
        match rules.decl_defend.value.0.filter(|_| may_defend) {
            Some(cards) if self.below(2) == 0 => {
                let drawn = self.draws(rules, hand, cards.into());
                Move::Defend(drawn, self.one_of(drawn))
            }
            _ => Move::LeavePack,
        }
    }

    /// So many cards: from the stock, and then from what serves on.
    fn draws(&mut self, rules: &Ruleset, hand: &DealState, cards: usize) -> Set {
        let from_stock = cards.min(hand.available_stock());
        let mut drawn = if self.stock.len() >= from_stock.max(1) {
            self.stock.drain(..from_stock).collect()
        } else if self.deck.len() - self.top == hand.stock.len() {
            // No discards have been shuffled into the deck yet: it holds what the stock does.
            self.draw(from_stock)
        } else {
            self.some_of(hand.stock, from_stock)
        };
        if from_stock < cards {
            for pile in reserve_piles(rules, hand) {
                drawn = drawn | self.some_of(pile, (cards - drawn.len()).min(pile.len()));
            }
        }
        drawn
    }

    fn draw(&mut self, cards: usize) -> Set {
        (0..cards).map(|_| self.next_card()).collect()
    }

    /// The next card of a deck that is shuffled as it is drawn from.
    fn next_card(&mut self) -> Card {
        let chosen = self.top + self.below(self.deck.len() - self.top);
        self.deck.swap(self.top, chosen);
        self.top += 1;
        self.deck[self.top - 1]
    }

    pub fn some_of(&mut self, set: Set, cards: usize) -> Set {
        let all = set.len();
        let mut some = Set::EMPTY;
        for drawn in 0..cards {
            some = some.with(self.one_of_so_many(set - some, all - drawn));
        }
        some
    }

    #[inline]
    fn one_of(&mut self, set: Set) -> Card {
        self.one_of_so_many(set, set.len())
    }

    #[inline]
    fn one_of_so_many(&mut self, set: Set, cards: usize) -> Card {
        set.nth(self.below(cards))
            .expect("an index below the length of the set")
    }

    #[inline]
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound as u32) as usize
    }
}

/// Returns in how many ways an offer can be taken: each number of cards is one.
fn count_of_ways(offer: MoveOffer) -> usize {
    offer.max_cards.max(1).into()
}

/// Returns what is offered of a move, if it is open to the mover.
fn open_offer(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<MoveOffer> {
    move_offer(rules, hand, verb).filter(|offer| offer.is_open)
}

/// Returns what the mover does with some sense; none where any choice is as good.
fn sensible_move(player: &mut RandomPlayer, rules: &Ruleset, hand: &DealState) -> Option<Move> {
    match hand.stage {
        Stage::In(Phase::Round(round)) if round.asks == RoundSpeakers::UntilOneBids => {
            sensible_bid(player, rules, hand, round)
        }
        Stage::In(Phase::Round(_)) if must_take_turn_up(rules, hand) => {
            lowest_for_turn_up(rules, hand).map(Move::TakeTurnUp)
        }
        Stage::In(Phase::Round(_)) => Some(declare(player, rules, hand)),
        Stage::In(Phase::TurnUp) => match lowest_for_turn_up(rules, hand) {
            Some(card) => Some(Move::TakeTurnUp(card)),
            None => Some(Move::LeaveTurnUp),
        },
        Stage::In(Phase::Claims) => Some(Move::Claim),
        _ => None,
    }
}

fn must_take_turn_up(rules: &Ruleset, hand: &DealState) -> bool {
    move_offer(rules, hand, Verb::Stand).is_some_and(|offer| offer.clause == ClauseId::TurnOwner)
}

fn lowest_for_turn_up(rules: &Ruleset, hand: &DealState) -> Option<Card> {
    (PlayerView::new(rules, hand).plain() & hand.cards_for_turn_up()).nth(0)
}

/// Returns a bid, mostly, if the mover holds a trump, and else a word that is none.
fn sensible_bid(
    player: &mut RandomPlayer,
    rules: &Ruleset,
    hand: &DealState,
    round: &DeclarationRound,
) -> Option<Move> {
    let view = PlayerView::new(rules, hand);
    let wants_to_bid = view.plain() != view.held() && player.below(4) > 0;
    for RoleOf(verb, role) in round.offers {
        let is_bid = *role == Some(PlayerRole::Bidding);
        if is_bid == wants_to_bid && *verb != Verb::DiddleBlind && view.may(*verb) {
            return verb.with_args(MoveArgs::default());
        }
    }
    None
}

fn declare(player: &mut RandomPlayer, rules: &Ruleset, hand: &DealState) -> Move {
    let view = PlayerView::new(rules, hand);
    let trumpless = view.trumps().is_empty();
    let unwanted: Set = view
        .plain()
        .into_iter()
        .filter(|card| card.rank() != Rank::King)
        .collect();
    let most = if view.may(Verb::Exchange) {
        view.most().min(unwanted.len())
    } else {
        0
    };
    if can_claim_flush(rules, hand, hand.mover) && view.may(Verb::Stand) {
        Move::Stand
    } else if trumpless && view.may(Verb::TakeSpare) && player.below(2) == 0 {
        Move::TakeSpare
    } else if trumpless && view.may(Verb::Fold) && hand.active.len() > 2 && player.below(4) > 0 {
        Move::Fold
    } else if most > 0 && player.below(4) > 0 {
        let number = 1 + player.below(most);
        let laid = player.some_of(unwanted, number);
        player.exchange(rules, hand, laid)
    } else {
        view.goes_in()
    }
}

/// Makes the mover's move, and plays the hand to its end by the strategy: `cards` gives what is drawn, `events` is told anew.
///
/// ```
/// use mouche::engine::{Move, Stage};
/// use mouche::explore::{RandomPlayer, example, play_on, result};
///
/// let rules = mouche::editions::ALL[0];
/// let (hand, _) = example(rules, 4, RandomPlayer::sensible(7)).expect("a hand").moves[0];
/// let end = play_on(rules, &hand, Move::Fold, &mut RandomPlayer::new(1), &mut Vec::new()).expect("a legal move");
/// assert_eq!(end.stage, Stage::Over);
/// assert_eq!(result(&hand, &end, hand.mover), 0, "folding costs nothing");
/// ```
pub fn play_on(
    rules: &Ruleset,
    hand: &DealState,
    first: Move,
    cards: &mut RandomPlayer,
    events: &mut Vec<Event>,
) -> Result<DealState, Refusal> {
    let mut end = *hand;
    let mut next = Some(first);
    events.clear();
    while let Some(does) = next {
        let act = act(rules, &end, does, cards);
        apply(rules, &mut end, act, events)?;
        next = if end.awaits_move() {
            STRATEGY.choose(rules, &end)
        } else {
            None
        };
    }
    Ok(end)
}

/// A move of the mover's with the cards that are drawn for it: for those laid down; or for the pack, and the lowest laid down.
pub fn act(rules: &Ruleset, hand: &DealState, to: Move, cards: &mut RandomPlayer) -> Act {
    let does = match to {
        Move::Exchange(laid, _) => cards.exchange(rules, hand, laid),
        Move::ThrowIn(_) => cards.draw_or_not(rules, hand),
        Move::Defend(..) => {
            let drawn = cards.draws(
                rules,
                hand,
                rules.decl_defend.value.0.unwrap_or_default().into(),
            );
            PlayerView::new(rules, hand).defends(drawn).unwrap_or(to)
        }
        _ => to,
    };
    Act::Move(hand.mover, does)
}

/// What a seat has gained from one moment of a hand to its end, in chips; a debt made in it counts as lost.
pub fn result(from: &DealState, to: &DealState, seat: Seat) -> i64 {
    (to.purses[seat] - to.debts_made[seat]) - (from.purses[seat] - from.debts_made[seat])
}
