//! Lines of play of fixed deals, counted by the engine and by referees written apart: `tests/perft/referee.py` for 1718, and
//! `tests/referee/perft.py` for its cousins, which says what each kind of line counts.

use crate::test_extent;
use mouche::cards::{Card, CardLanguage, CardSet, PerSeat, Seat, read_card};
use mouche::editions::by_id;
use mouche::engine::{
    DealStage, DealState, DealtCards, Event, Move, TableBetweenDeals, TrickAct, apply_to_copy,
    legal_moves, move_offers, open_deal, playable_cards,
};
use mouche::rules::{DealPhase, OptionValue, TrickRules, Verb};
use std::collections::BTreeMap;

/// What a sample leaves out: larger counts.
const SOON: u64 = 20_000;

fn card(word: &str) -> Card {
    read_card(word, CardLanguage::English).unwrap_or_else(|_| panic!("{word} is not a card"))
}

fn cards(words: &str) -> Vec<Card> {
    words.split_whitespace().map(card).collect()
}

/// A deal as a line tells it, dealt: its rules, the hand, and its stock in order.
struct DealFromLine {
    rules: TrickRules,
    hand: DealState,
    stock: Vec<Card>,
}

impl DealFromLine {
    fn from_line(edition: &str, line: &str) -> DealFromLine {
        let mut parts = line.split('|').map(str::trim);
        let mut head = parts.next().expect("a head").split_whitespace().skip(1);
        let seats: u8 = head
            .next()
            .and_then(|seats| seats.parse().ok())
            .expect("a company");
        let (mut options, mut is_first) = (BTreeMap::new(), false);
        for word in head {
            match word.split_once('=') {
                Some((name, value)) => options.insert(name.to_owned(), option_value(value)),
                None if word == "first" => {
                    is_first = true;
                    continue;
                }
                None => options.insert("play_obligation".into(), OptionValue::Word(word.into())),
            };
        }
        let agreed = by_id(edition)
            .expect("an edition")
            .with_options(&options)
            .expect("options of its");
        let rules = *agreed.tricks().expect("a game with tricks");
        let (mut hands, mut fille, mut turned, mut stock) = (
            PerSeat::all(CardSet::EMPTY),
            CardSet::EMPTY,
            None,
            Vec::new(),
        );
        for (at, part) in parts.enumerate() {
            match part.split_once(' ') {
                Some(("fille", told)) => fille = cards(told).into_iter().collect(),
                Some(("turn", told)) => turned = Some(card(told)),
                Some(("stock", told)) => stock = cards(told),
                _ => hands[Seat(at as u8)] = cards(part).into_iter().collect(),
            }
        }
        // The eldest is seat 0, so the dealer is the last.
        let mut table = TableBetweenDeals::new(seats, Seat(seats - 1), PerSeat::all(1000));
        // What is told of no first hand is the second of its game, where that makes a difference.
        if rules.stake.value.once && !is_first {
            (table.completed_deals, table.deals, table.pool) =
                (1, 1, rules.stake.value.chips_for_deal(seats, true));
        }
        let mut events = Vec::new();
        let opened = open_deal(&rules, &mut table, &mut events).expect("a pool");
        let deal = DealtCards {
            hands,
            spare_hand: fille,
            turned_card: turned.expect("a card turned"),
        };
        let hand =
            apply_to_copy(&rules, &opened, TrickAct::Deal(deal), &mut events).expect("a deal");
        DealFromLine { rules, hand, stock }
    }

    /// The hand after a move.
    fn state_after(&self, hand: &DealState, seat: Seat, does: Move) -> DealState {
        apply_to_copy(
            &self.rules,
            hand,
            TrickAct::Move(seat, does),
            &mut Vec::new(),
        )
        .unwrap_or_else(|why| panic!("{does:?}: {why:?}"))
    }

    /// The hand at its first lead: everyone stays in and keeps their cards, the eldest bids, and the others join.
    fn state_at_first_lead(&self) -> DealState {
        let mut hand = self.hand;
        while hand.awaits_move() && hand.stage != DealStage::In(DealPhase::Tricks) {
            let all = legal_moves(&self.rules, &hand);
            let plain = [Move::Stand, Move::Diddle, Move::Knock, Move::Join];
            let stays = plain.into_iter().find(|does| all.contains(does));
            // A dealer who must take the turn-up gives the last of their cards, in the order of the suits.
            let taken = all
                .iter()
                .copied()
                .filter(|does| does.verb() == Verb::TakeTurnUp)
                .max_by_key(|does| match does {
                    Move::TakeTurnUp(card) => {
                        (card.suit() as u8, std::cmp::Reverse(card.rank() as u8))
                    }
                    _ => unreachable!(),
                });
            let does = hand
                .move_by_silence()
                .or(stays)
                .or(taken)
                .expect("something to say");
            hand = self.state_after(&hand, hand.mover, does);
        }
        hand
    }

    /// In how many ways so many cards can be played, with nothing said.
    fn count_plies(&self, hand: &DealState, plies: u64, events: &mut Vec<Event>) -> u64 {
        if plies == 0 || !hand.awaits_move() {
            return 1;
        }
        let mut count = 0;
        for card in playable_cards(&self.rules, hand).cards {
            events.clear();
            let play = |hand, does| {
                apply_to_copy(
                    &self.rules,
                    &hand,
                    TrickAct::Move(hand.mover, does),
                    &mut Vec::new(),
                )
            };
            let mut next = play(*hand, Move::Play(card)).expect("a legal card");
            if next.stage == DealStage::In(DealPhase::Naming) {
                next = play(next, Move::KeepTrump).expect("silence");
            }
            count += self.count_plies(&next, plies - 1, events);
        }
        count
    }

    /// In how many ways the hand can go: with exchanges to the first lead, or without to its end.
    fn count_lines(&self, hand: &DealState, exchanges: bool) -> u64 {
        if !hand.awaits_move() || (exchanges && hand.stage == DealStage::In(DealPhase::Tricks)) {
            return 1;
        }
        self.possible_moves(hand, exchanges)
            .into_iter()
            .map(|(seat, does)| self.count_lines(&self.state_after(hand, seat, does), exchanges))
            .sum()
    }

    fn possible_moves(&self, hand: &DealState, exchanges: bool) -> Vec<(Seat, Move)> {
        let (rules, mover) = (&self.rules, hand.mover);
        let next = |cards: usize| {
            self.stock
                .iter()
                .copied()
                .filter(|card| hand.stock.has(*card))
                .take(cards)
                .collect::<CardSet>()
        };
        let at_once = !rules.turn_owner.value.must_dealer_take_in_first_deal();
        let mut all: Vec<(Seat, Move)> = Vec::new();
        for does in legal_moves(rules, hand) {
            match does {
                Move::Exchange(laid, _) if exchanges => {
                    all.push((mover, Move::Exchange(laid, next(laid.len()))))
                }
                Move::Exchange(..) | Move::Defend(..) => {}
                // It was taken with the declaration, or not at all.
                Move::TakeTurnUp(_)
                    if at_once && hand.stage == DealStage::In(DealPhase::TurnUp) => {}
                does => all.push((mover, does)),
            }
        }
        if move_offers(rules, hand).any(|offer| offer.verb == Verb::Defend && offer.is_open) {
            let six = next(6);
            all.extend(six.into_iter().map(|laid| (mover, Move::Defend(six, laid))));
        }
        let others = hand.seats_in_turn().filter(|seat| *seat != mover);
        let precedes = |seat: &Seat| {
            apply_to_copy(
                rules,
                hand,
                TrickAct::Move(*seat, Move::BidAll),
                &mut Vec::new(),
            )
            .is_ok()
        };
        all.extend(others.filter(precedes).map(|seat| (seat, Move::BidAll)));
        all
    }
}

fn option_value(value: &str) -> OptionValue {
    match value.parse() {
        Ok(flag) => OptionValue::Flag(flag),
        Err(_) => value
            .parse()
            .map_or_else(|_| OptionValue::Word(value.into()), OptionValue::Number),
    }
}

/// Compares the counts of a file; how many.
fn check_counts(edition: &str, text: &str) -> usize {
    let (mut current, mut counted) = (None, 0);
    for line in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if line.starts_with("deal") {
            current = Some((line, DealFromLine::from_line(edition, line)));
            continue;
        }
        let mut words = line.split_whitespace();
        let what = words.next().expect("what is counted");
        let numbers: Vec<u64> = words
            .map(|number| number.parse().expect("a number"))
            .collect();
        let (deal, told) = current.as_ref().expect("a deal before its counts");
        let count = *numbers.last().expect("a count");
        if count > SOON && !test_extent::are_all_wanted() {
            continue;
        }
        let found = match what {
            "plies" => told.count_plies(&told.state_at_first_lead(), numbers[0], &mut Vec::new()),
            "lines" => told.count_lines(&told.hand, false),
            _ => told.count_lines(&told.hand, true),
        };
        assert_eq!(found, count, "{edition}\n{deal}\n{line}");
        counted += 1;
    }
    counted
}

macro_rules! held {
    ($($name:ident $edition:literal $least:literal;)*) => {$(
        #[test]
        fn $name() {
            let counted = check_counts($edition, include_str!(concat!("../perft/", $edition, ".perft")));
            assert!(counted >= $least, "only {counted} counts were compared");
        }
    )*};
}

held! {
    the_engine_counts_what_the_referee_counts "mouche-1718" 100;
    of_loo_it_counts_what_the_referee_counts "loo-2008" 40;
    of_rams_it_counts_what_the_referee_counts "rams-2008" 30;
    of_mistigri_it_counts_what_the_referee_counts "mistigri-1975" 30;
    of_moench_it_counts_what_the_referee_counts "moench-2005" 30;
    of_mauscheln_it_counts_what_the_referee_counts "mauscheln-2008" 30;
    of_norrlandsknack_it_counts_what_the_referee_counts "norrlandsknack-2008" 20;
    of_julep_it_counts_what_the_referee_counts "julep-2008" 20;
}
