//! What players see of random sessions, step by step, so that two rulesets can be compared.

use crate::random_editions::Dice;
use mouche::cards::{Card, CardSet, PerSeat, Rank, Seat, Suit};
use mouche::engine::{
    DealStage, DealState, Event, Move, MoveAvailability, PlayableCards, Refusal, TableBetweenDeals,
    TrickAct, apply_to_copy, check_end_or_mark_last_deal, close_deal, move_offers, open_deal,
    playable_cards, share_out_remaining_debts,
};
use mouche::explore::{RandomPlayer, fill_random_draws};
use mouche::mus::{
    self, MusAct, MusEvent, MusStage, MusState, MusTableBetweenDeals, PhaseBetting, RandomMusPlayer,
};
use mouche::rules::{DealPhase, MusRules, Ruleset, TrickRules, TurnCard, Verb};

/// What a player and the table see of one step of a game with tricks.
#[derive(Debug, PartialEq)]
pub enum Observation {
    Events(Vec<Event>),
    Offers(Vec<MoveAvailability>),
    Playable(PlayableCards),
    Fault(Result<Vec<Event>, Refusal>),
    Table(TableBetweenDeals),
    MusEvents(Vec<MusEvent>),
    MusVerbs(&'static [Verb], u8),
    MusFault(Result<(Vec<MusEvent>, PhaseBetting), Refusal>),
    MusTableBetweenDeals(MusTableBetweenDeals),
    SessionOver,
}

/// Returns what is seen of a session of random players, the same for the same seed.
pub fn observe_session(rules: &Ruleset, seats: u8, seed: u64) -> Vec<Observation> {
    match rules {
        Ruleset::Tricks(rules) => observe_tricks(rules, seats, seed),
        Ruleset::Mus(rules) => observe_mus(rules, seats, seed),
    }
}

/// How the cards of a session are dealt, and how its players choose.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// All at random.
    Random,
    /// Players look at their hands before they declare.
    Sensible,
    /// Many players have a flush, and keep it.
    Flushes,
    /// Players are poor, and exchange as many cards as they may.
    Greedy,
}

/// The remainders by 4 of the seeds of sessions in which many players have a flush, or exchange many cards.
pub const SESSIONS_WITH_FLUSHES: u64 = 2;
pub const SESSIONS_WITH_EXCHANGES: u64 = 3;

impl Style {
    fn of_session(seed: u64) -> Style {
        [
            Style::Random,
            Style::Sensible,
            Style::Flushes,
            Style::Greedy,
        ][seed as usize % 4]
    }
}

/// Returns the most deals of a session that are observed. Now and then a session is long.
fn most_deals(seed: u64) -> i64 {
    if seed % 10 == 9 { 100 } else { 8 }
}

fn observe_tricks(rules: &TrickRules, seats: u8, seed: u64) -> Vec<Observation> {
    let style = Style::of_session(seed);
    let chips = match style {
        Style::Greedy => rules.chips_start.value.0.min(4),
        _ => rules.chips_start.value.0,
    };
    let mut table = TableBetweenDeals::new(seats, Seat(0), PerSeat::all(chips));
    let mut player = match style {
        Style::Sensible => RandomPlayer::with_sensible_declarations(seed),
        _ => RandomPlayer::new(seed),
    };
    let mut dice = Dice::new(seed);
    let mut seen = Vec::new();
    while !check_end_or_mark_last_deal(rules, &mut table)
        && i64::from(table.deals) < most_deals(seed)
        && table.next_pool(rules) < 1_000_000
    {
        let mut events = Vec::new();
        let mut deal = open_deal(rules, &mut table, &mut events).expect("a small pool");
        let misdeal = TrickAct::Misdeal {
            keeps_deal: dice.roll(2) == 0,
        };
        let misdealt = observe_act(rules, &deal, misdeal, &mut seen);
        let is_misdealt = dice.roll(12) == 0;
        deal = match misdealt.filter(|_| is_misdealt) {
            Some(misdealt) => misdealt,
            None => {
                let mut dealt = player.deal(rules, &deal);
                if style == Style::Flushes {
                    dealt = deal_flushes(rules, &deal, dealt, &mut player, &mut dice);
                }
                apply_to_copy(rules, &deal, dealt, &mut events).expect("a deal")
            }
        };
        while deal.awaits_move() {
            observe_choices(rules, &deal, &mut seen);
            let fault = observe_faults(rules, &deal, &mut dice, &mut seen);
            let preferred = preferred_move(rules, &deal, style, &mut dice);
            deal =
                fault.unwrap_or_else(|| make_move(rules, &deal, preferred, &mut player, &mut seen));
        }
        seen.push(Observation::Events(events));
        close_deal(rules, &deal, &mut table);
        seen.push(Observation::Table(table.clone()));
    }
    let mut last = Vec::new();
    share_out_remaining_debts(rules, &mut table, &mut last);
    seen.extend([
        Observation::SessionOver,
        Observation::Events(last),
        Observation::Table(table),
    ]);
    seen
}

/// Deals flushes of nearly the same ranks to most players. The turn-up stays.
fn deal_flushes(
    rules: &TrickRules,
    opened: &DealState,
    dealt: TrickAct,
    player: &mut RandomPlayer,
    dice: &mut Dice,
) -> TrickAct {
    let TrickAct::Deal(mut cards) = dealt else {
        return dealt;
    };
    let pack = rules.pack.value.pack(opened.seats);
    let mut left = pack.without(cards.turned_card);
    let is_dealers = rules.turn_card.value == TurnCard::DealersLast;
    let size = cards.hands[Seat(0)].len();
    let ranks = player.random_subset(left, size + 2);
    let first_suit = dice.roll(4);
    for seat in (0..opened.seats).map(Seat) {
        let suit = Suit::ALL[(first_suit + usize::from(seat.0)) % 4];
        let of_suit: CardSet = left
            .into_iter()
            .filter(|card| card.suit() == suit)
            .collect();
        let has_rank = |card: &Card| ranks.into_iter().any(|other| other.rank() == card.rank());
        let alike: CardSet = of_suit.into_iter().filter(has_rank).collect();
        let held = if is_dealers && seat == opened.dealer {
            CardSet::from(cards.turned_card)
        } else {
            CardSet::EMPTY
        };
        let missing = size - held.len();
        let mut hand = held | player.random_subset(alike, missing.min(alike.len()));
        for more in [of_suit, left] {
            let missing = size - hand.len();
            let choice = more - hand;
            hand = hand | player.random_subset(choice, missing.min(choice.len()));
        }
        left = left - hand;
        cards.hands[seat] = hand;
    }
    cards.spare_hand = player.random_subset(left, cards.spare_hand.len());
    left = left - cards.spare_hand;
    player.preset_draws(&[], left);
    TrickAct::Deal(cards)
}

/// Observes what an act would bring, and returns the state after it; none if it is refused.
fn observe_act(
    rules: &TrickRules,
    deal: &DealState,
    act: TrickAct,
    seen: &mut Vec<Observation>,
) -> Option<DealState> {
    let mut events = Vec::new();
    match apply_to_copy(rules, deal, act, &mut events) {
        Ok(next) => {
            seen.push(Observation::Fault(Ok(events)));
            Some(next)
        }
        Err(refusal) => {
            seen.push(Observation::Fault(Err(refusal)));
            None
        }
    }
}

/// Observes what the mover may do, and whether another player may bid early.
fn observe_choices(rules: &TrickRules, deal: &DealState, seen: &mut Vec<Observation>) {
    seen.push(Observation::Offers(move_offers(rules, deal).collect()));
    if deal.stage == DealStage::In(DealPhase::Tricks) {
        seen.push(Observation::Playable(playable_cards(rules, deal)));
    }
    if let Some(early) = deal.active.iter().find(|seat| *seat != deal.mover) {
        observe_act(rules, deal, TrickAct::Move(early, Move::BidAll), seen);
    }
}

/// Observes what each fault of a random player would bring. Now and then it returns the deal after one.
fn observe_faults(
    rules: &TrickRules,
    deal: &DealState,
    dice: &mut Dice,
    seen: &mut Vec<Observation>,
) -> Option<DealState> {
    let offender = Seat(dice.roll(usize::from(deal.seats)) as u8);
    let cards = [4, 6, 7, 9][dice.roll(4)];
    let faults = [Move::ShowHand, Move::SpeakOutOfTurn, Move::HoldCards(cards)];
    let chosen = dice.roll(100);
    let mut faulty = None;
    for (number, fault) in faults.into_iter().enumerate() {
        let after = observe_act(rules, deal, TrickAct::Move(offender, fault), seen);
        if number == chosen {
            faulty = after;
        }
    }
    faulty
}

/// Makes the move that the mover prefers, or else a random one.
fn make_move(
    rules: &TrickRules,
    deal: &DealState,
    preferred: Option<Move>,
    player: &mut RandomPlayer,
    seen: &mut Vec<Observation>,
) -> DealState {
    let act = match preferred {
        Some(preferred) => fill_random_draws(rules, deal, preferred, player),
        None => player.choose_move_act(rules, deal),
    };
    let mut events = Vec::new();
    let next = apply_to_copy(rules, deal, act, &mut events).expect("an offered act");
    seen.push(Observation::Events(events));
    next
}

/// Returns the move that a player mostly prefers who keeps a flush, or who exchanges as many cards as they may.
fn preferred_move(
    rules: &TrickRules,
    deal: &DealState,
    style: Style,
    dice: &mut Dice,
) -> Option<Move> {
    if dice.roll(5) == 0 {
        return None;
    }
    for offer in move_offers(rules, deal).filter(|offer| offer.is_open) {
        match (style, offer.verb) {
            (Style::Flushes, Verb::Stand) => return Some(Move::Stand),
            (Style::Flushes | Style::Greedy, Verb::Join) => return Some(Move::Join),
            (Style::Greedy, Verb::Exchange) => {
                let most = usize::from(offer.max_cards);
                let laid: CardSet = offer.cards.into_iter().take(most).collect();
                return Some(Move::Exchange(laid, CardSet::EMPTY));
            }
            _ => {}
        }
    }
    None
}

fn observe_mus(rules: &MusRules, seats: u8, seed: u64) -> Vec<Observation> {
    let mut chance = RandomMusPlayer::new(seed);
    let mut dice = Dice::new(seed);
    let mut table = MusTableBetweenDeals::new(rules, seats, Seat(0));
    let mut seen = Vec::new();
    let mut deals = 0;
    while !table.is_session_over(rules) && deals < most_deals(seed) * 2 {
        deals += 1;
        let mut deal = mus::open_deal(rules, &table);
        observe_mus_act(rules, &deal, MusAct::Misdeal, &mut seen);
        while deal.stage != MusStage::Over {
            let (verbs, _) = mus::legal_verbs(rules, &deal);
            for verb in verbs {
                let most = mus::max_cards(rules, &deal, *verb);
                seen.push(Observation::MusVerbs(verbs, most));
            }
            let after = observe_mus_act(rules, &deal, MusAct::CardSeen, &mut seen);
            deal = match after.filter(|_| dice.roll(20) == 0) {
                Some(after) => after,
                None => {
                    observe_bare_bets(rules, &deal, &mut seen);
                    let act = choose_mus_act(rules, &deal, seed, &mut chance, &mut dice);
                    let mut events = Vec::new();
                    let made = mus::apply(rules, &mut deal, act, &mut events);
                    assert_eq!(made, Ok(()), "{act:?} of {deal:?}");
                    seen.push(Observation::MusEvents(events));
                    deal
                }
            };
        }
        mus::close_deal(rules, &deal, &mut table);
        seen.push(Observation::MusTableBetweenDeals(table));
    }
    seen.push(Observation::SessionOver);
    seen
}

/// Returns a random act. In some sessions special hands are frequent, and nobody bets everything.
fn choose_mus_act(
    rules: &MusRules,
    deal: &MusState,
    seed: u64,
    chance: &mut RandomMusPlayer,
    dice: &mut Dice,
) -> MusAct {
    let act = chance.choose_act(rules, deal);
    match act {
        MusAct::Deal(_) if seed % 2 == 1 => deal_ranks(rules, deal, dice),
        MusAct::Move(seat, Move::Ordago) if !seed.is_multiple_of(3) => {
            let (verbs, _) = mus::legal_verbs(rules, deal);
            let can_pass = verbs.contains(&Verb::BetPass);
            MusAct::Move(
                seat,
                if can_pass {
                    Move::BetPass
                } else {
                    Move::Refuse
                },
            )
        }
        _ => act,
    }
}

/// Observes what a bet and a raise without a number would bring.
fn observe_bare_bets(rules: &MusRules, deal: &MusState, seen: &mut Vec<Observation>) {
    for bet in [Move::Envido(0), Move::Raise(0)] {
        observe_mus_act(rules, deal, MusAct::Move(deal.mover, bet), seen);
    }
}

/// Ranks of which hands of 31, pairs and royal hands consist.
const RANKS_OF_SPECIAL_HANDS: [[Rank; 3]; 4] = [
    [Rank::Seven, Rank::King, Rank::Six],
    [Rank::Seven, Rank::Queen, Rank::King],
    [Rank::King, Rank::Ace, Rank::Five],
    [Rank::Queen, Rank::Ace, Rank::Four],
];

/// Deals each player cards of few ranks, so that special hands are frequent.
fn deal_ranks(rules: &MusRules, deal: &MusState, dice: &mut Dice) -> MusAct {
    let mut hands = PerSeat::all(CardSet::EMPTY);
    let mut left = rules.pack.value.pack(deal.table.seats);
    for seat in deal.table.players_dealt_in(rules).iter() {
        let ranks = RANKS_OF_SPECIAL_HANDS[dice.roll(RANKS_OF_SPECIAL_HANDS.len())];
        while hands[seat].len() < usize::from(rules.deal_packets.value.hand) {
            let few: Vec<Card> = left
                .into_iter()
                .filter(|card| ranks.contains(&card.rank()))
                .collect();
            let choice: Vec<Card> = if few.is_empty() {
                left.into_iter().collect()
            } else {
                few
            };
            let card = choice[dice.roll(choice.len())];
            hands[seat] = hands[seat].with(card);
            left = left.without(card);
        }
    }
    MusAct::Deal(hands)
}

/// Observes what an act of Mus would bring, and returns the state after it; none if it is refused.
fn observe_mus_act(
    rules: &MusRules,
    deal: &MusState,
    act: MusAct,
    seen: &mut Vec<Observation>,
) -> Option<MusState> {
    let (mut next, mut events) = (*deal, Vec::new());
    match mus::apply(rules, &mut next, act, &mut events) {
        Ok(()) => {
            seen.push(Observation::MusFault(Ok((events, next.bet))));
            Some(next)
        }
        Err(refusal) => {
            seen.push(Observation::MusFault(Err(refusal)));
            None
        }
    }
}
