//! The odds of a holding that is named.

use crate::cards::{Card, Letters, PerSeat, Seat, Set, read_card};
use crate::engine::{Act, Deal, Hand, Stage, Table, Trumps, advance, open};
use crate::explore::odds::{Chance, Dealing};
use crate::explore::{Advice, RandomPlayer, Seen, advise};
use crate::rules::{Phase, Ruleset, SpareHand};
use anyhow::{Context, Result, anyhow, ensure};

/// What can be said of some cards.
pub(super) struct Holding {
    pub(super) cards: Set,
    /// That one is dealt them.
    pub(super) dealt: Chance,
    pub(super) turn: Option<Turn>,
}

/// What can be said once a card is turned up.
pub(super) struct Turn {
    pub(super) card: Card,
    /// Each card, whether it is a trump, and the chance that none of the others was dealt one that beats it by suit.
    pub(super) best: Vec<(Card, bool, Chance)>,
    /// What a whole hand comes to for the first to declare.
    pub(super) advice: Vec<Advice>,
}

impl Holding {
    pub(super) fn read(
        rules: &Ruleset,
        players: u8,
        cards: &str,
        turn: Option<&str>,
        hands: u64,
        seed: u64,
    ) -> Result<Holding> {
        let pack = rules.pack.value.pack(players);
        let read = |word: &str| {
            let card = read_card(word, Letters::English).map_err(|_| anyhow!("{word} is no card"))?;
            ensure!(pack.has(card), "{card} is not in the pack for {players} players");
            Ok(card)
        };
        let all = cards.split_whitespace().map(read).collect::<Result<Vec<Card>>>()?;
        let cards: Set = all.iter().copied().collect();
        let most = usize::from(rules.deal_packets.value.hand);
        ensure!(cards.len() == all.len(), "a card stands twice in the holding");
        ensure!((1..=most).contains(&cards.len()), "a holding is of 1 to {most} cards");
        let dealing = Dealing::new(rules, players);
        let turn = turn.map(read).transpose()?.map(|card| {
            ensure!(!cards.has(card), "{card} is held, and cannot be turned up");
            turned(rules, dealing, cards, card, hands, seed)
        });
        Ok(Holding { cards, dealt: dealing.holding(cards), turn: turn.transpose()? })
    }
}

fn turned(rules: &Ruleset, dealing: Dealing, cards: Set, card: Card, hands: u64, seed: u64) -> Result<Turn> {
    let trumps = Trumps::of(rules, card.suit()).all();
    let one = |held: Card| (held, trumps.has(held), dealing.is_best(held, cards, card));
    let best = rules.rank.value.sorted(cards).into_iter().map(one).collect();
    let whole = cards.len() == usize::from(rules.deal_packets.value.hand) && hands > 0;
    let advice = if whole { advice(rules, dealing.seats(), cards, card, hands, seed)? } else { Vec::new() };
    Ok(Turn { card, best, advice })
}

/// The eldest holds these cards, nobody owes anything, and he is to speak.
fn advice(rules: &Ruleset, seats: u8, cards: Set, turned: Card, hands: u64, seed: u64) -> Result<Vec<Advice>> {
    let first = first(rules, seats, cards, turned).context("no hand begins with these cards")?;
    if !matches!(first.stage, Stage::In(Phase::Round(_))) {
        return Ok(Vec::new());
    }
    Ok(advise(rules, Seen { first: &first, said: &[] }, hands, seed))
}

fn first(rules: &Ruleset, seats: u8, cards: Set, turned: Card) -> Option<Hand> {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut events = Vec::new();
    let mut hand = open(rules, &mut table, &mut events).ok()?;
    let mut player = RandomPlayer::new(0);
    let mut left = (rules.pack.value.pack(seats) - cards).without(turned);
    let mut hands = PerSeat::default();
    let mut draw = || {
        let some = player.some_of(left, cards.len());
        left = left - some;
        some
    };
    let eldest = hand.mover;
    for seat in hand.in_turn() {
        hands[seat] = if seat == eldest { cards } else { draw() };
    }
    let spare = rules.fille_deal.value == SpareHand::BeforeDealer;
    let fille = if spare { draw() } else { Set::EMPTY };
    advance(rules, &mut hand, Act::Deal(Deal { hands, fille, turned }), &mut events).ok()?;
    Some(hand)
}
