//! The machine with what no edition uses yet: two rounds, undertakings, eight seats, hands of four, a limit of the pool, a
//! promoted card, a duty in leading, and penalties of every kind. A test edition shows them; it lives here alone.

use mouche::cards::Rank::{Ace, Two};
use mouche::cards::{Card, CardLanguage, CardSet, PerSeat, Rank, RankSet, Seat, Suit, read_card};
use mouche::editions;
use mouche::engine::{
    Account, DealStage, DealState, DealtCards, Event, EventDetails, Refusal, TableBetweenDeals,
    Transfer, TrickAct, Trumps, apply, apply_to_copy, broken_duty, check_end_or_mark_last_deal,
    close_deal, legal_moves, open_deal, playable_cards, refusing_clause, share_out_remaining_debts,
};
use mouche::explore::RandomPlayer;
use mouche::rules::{
    Amount, CardPromotedToTrump, ClauseId, DealCondition, DealPackets, DealPhase, DeclarationRight,
    DeclarationRound, LeadDuties, LeadDuty, Move, MoveGivingRole, MustPlayConditions,
    PackRanksByPlayers, Payee, Phases, PlayerCount, PoolLimit, Promoted, RankOrder, RoundSpeakers,
    ShortfallPenalties, ShortfallPenalty, Stake, StakeBy, TrickRules, TrickShares, TurnOwner,
    Undertaking, UndertakingRole, Verb,
};

const IN_OR_OUT: &DeclarationRound = &DeclarationRound {
    is: "going in",
    asks: RoundSpeakers::Everyone,
    offers: &[
        MoveGivingRole(Verb::Fold, None),
        MoveGivingRole(Verb::Stand, Some(UndertakingRole::Playing)),
    ],
};
const CHANGE: &DeclarationRound = &DeclarationRound {
    is: "the exchange",
    asks: RoundSpeakers::Everyone,
    offers: &[
        MoveGivingRole(Verb::Stand, None),
        MoveGivingRole(Verb::Exchange, Some(UndertakingRole::Bidding)),
    ],
};
const EACH: ShortfallPenalty = ShortfallPenalty {
    undertook: Some(2),
    ..ShortfallPenalty::unconditional(Amount::Chips(2), Payee::Each)
};
const POOL: ShortfallPenalty = ShortfallPenalty::unconditional(Amount::Pool(1), Payee::NextPool);

/// The game of 1718, changed in all that the machine is to hold besides.
fn changed_edition() -> TrickRules {
    let mut rules = *editions::trick_edition("mouche-1718").expect("an edition");
    rules.players.value = PlayerCount { from: 2, to: 8 };
    rules.pack.value = PackRanksByPlayers::same_for_all(RankSet::from(Two));
    let mut ace_high = Rank::ALL;
    ace_high.reverse();
    rules.rank.value = RankOrder::new(ace_high);
    rules.rank_promoted.value = Promoted(Some(CardPromotedToTrump {
        card: card("7♦"),
        under: Ace,
    }));
    rules.deal_packets.value = DealPackets {
        hand: 4,
        ways: &[&[2, 2]],
        turn_after: None,
    };
    rules.pay_share.value = TrickShares::one_part_per_trick(4);
    rules.stake.value = Stake {
        by: StakeBy::Each,
        chips: 3,
        once: false,
    };
    rules.pool_cap.value = PoolLimit(Some(16));
    rules.turn_owner.value = TurnOwner::Dealer;
    rules.forced.value = MustPlayConditions(&[DealCondition::Trump(Suit::Clubs)]);
    rules.decl_order.value = Phases {
        first: &[
            DealPhase::Round(IN_OR_OUT),
            DealPhase::Round(CHANGE),
            DealPhase::TurnUp,
            DealPhase::Tricks,
        ],
        later: &[
            DealPhase::Round(IN_OR_OUT),
            DealPhase::Round(CHANGE),
            DealPhase::Tricks,
        ],
    };
    rules.lead_duty.value = LeadDuties(&[LeadDuty::TrumpLater]);
    rules.debt_make.value = ShortfallPenalties(&[EACH, POOL]);
    rules.undertake.value = Undertaking {
        waiting: 0,
        playing: 1,
        bidding: 2,
    };
    rules
}

fn card(word: &str) -> Card {
    read_card(word, CardLanguage::English).expect("a card")
}

fn cards(words: &str) -> CardSet {
    words.split_whitespace().map(card).collect()
}

/// A hand of two, dealt so; the dealer is the second.
fn deal_hands(
    rules: &TrickRules,
    table: &mut TableBetweenDeals,
    hands: [&str; 2],
    turned: &str,
) -> DealState {
    let mut hand = open_deal(rules, table, &mut Vec::new()).expect("chips enough");
    let mut held = PerSeat::default();
    hands
        .into_iter()
        .zip([Seat(0), Seat(1)])
        .for_each(|(words, seat)| held[seat] = cards(words));
    let deal = DealtCards {
        hands: held,
        spare_hand: CardSet::EMPTY,
        turned_card: card(turned),
    };
    apply(rules, &mut hand, TrickAct::Deal(deal), &mut Vec::new()).expect("a deal");
    hand
}

fn table_of_two() -> TableBetweenDeals {
    TableBetweenDeals::new(2, Seat(1), PerSeat::all(100))
}

/// Makes these moves, whoever's turn it is, and tells what happened.
fn make_moves(rules: &TrickRules, hand: &mut DealState, moves: &[Move]) -> Vec<Event> {
    let mut events = Vec::new();
    for does in moves {
        apply(rules, hand, TrickAct::Move(hand.mover, *does), &mut events)
            .unwrap_or_else(|why| panic!("{does:?}: {why:?}"));
    }
    events
}

fn moves_of_cards(words: &str) -> Vec<Move> {
    words
        .split_whitespace()
        .map(|word| Move::Play(card(word)))
        .collect()
}

fn offered_verbs(rules: &TrickRules, hand: &DealState) -> Vec<Verb> {
    let mut verbs: Vec<Verb> = legal_moves(rules, hand)
        .into_iter()
        .map(Move::verb)
        .collect();
    verbs.dedup();
    verbs
}

#[test]
fn two_rounds_follow_each_other_and_each_offers_its_own() {
    let rules = changed_edition();
    let mut hand = deal_hands(
        &rules,
        &mut table_of_two(),
        ["A♠ K♠ 2♥ 3♥", "Q♠ J♠ 4♥ 5♥"],
        "9♠",
    );
    assert_eq!(offered_verbs(&rules, &hand), [Verb::Fold, Verb::Stand]);
    make_moves(&rules, &mut hand, &[Move::Stand, Move::Stand]);
    assert_eq!(
        (hand.stage, hand.mover),
        (DealStage::In(DealPhase::Round(CHANGE)), Seat(0))
    );
    assert_eq!(offered_verbs(&rules, &hand), [Verb::Stand, Verb::Exchange]);
    let folds = apply_to_copy(
        &rules,
        &hand,
        TrickAct::Move(Seat(0), Move::Fold),
        &mut Vec::new(),
    );
    assert_eq!(folds, Err(Refusal::Forbidden(ClauseId::DeclFold)));
    assert_eq!(
        refusing_clause(&rules, &hand, Seat(0), Move::Fold),
        Some(ClauseId::DeclFold)
    );
    make_moves(
        &rules,
        &mut hand,
        &[Move::Exchange(cards("2♥"), cards("8♣")), Move::Stand],
    );
    assert_eq!(
        (
            hand.tricks_undertaken[Seat(0)],
            hand.tricks_undertaken[Seat(1)]
        ),
        (2, 1)
    );
}

#[test]
fn the_turn_up_is_offered_in_the_first_hand_alone() {
    let rules = changed_edition();
    let mut table = table_of_two();
    for is_first in [true, false] {
        let mut hand = deal_hands(&rules, &mut table, ["A♠ K♠ 2♥ 3♥", "Q♠ J♠ 4♥ 5♥"], "9♠");
        make_moves(
            &rules,
            &mut hand,
            &[Move::Stand, Move::Stand, Move::Stand, Move::Stand],
        );
        assert_eq!(hand.stage == DealStage::In(DealPhase::TurnUp), is_first);
        assert_eq!(hand.stage == DealStage::In(DealPhase::Tricks), !is_first);
        table.completed_deals += 1;
    }
}

#[test]
fn under_clubs_nobody_folds() {
    let rules = changed_edition();
    for (turned, is_forced) in [("9♣", true), ("9♠", false)] {
        let hand = deal_hands(
            &rules,
            &mut table_of_two(),
            ["A♠ K♠ 2♥ 3♥", "Q♠ J♠ 4♥ 5♥"],
            turned,
        );
        let folds = apply_to_copy(
            &rules,
            &hand,
            TrickAct::Move(Seat(0), Move::Fold),
            &mut Vec::new(),
        );
        assert_eq!(
            folds.err(),
            is_forced.then_some(Refusal::Forbidden(ClauseId::Forced))
        );
    }
}

#[test]
fn a_promoted_card_is_a_trump_just_below_its_rung() {
    let rules = changed_edition();
    let pack = CardSet::pack(RankSet::from(Two));
    for suit in Suit::ALL {
        let trumps = Trumps::for_suit(&rules, suit);
        let beaten_by = |word: Card| {
            trumps.cards_beating(&rules.rank.value, word) & trumps.same_suit_cards(word) & pack
        };
        let [ace, king, two] = [Ace, Rank::King, Two].map(|rank| Card::new(rank, suit));
        assert_eq!(beaten_by(card("7♦")), CardSet::from(ace), "{suit:?}");
        assert!(
            beaten_by(king).has(card("7♦")) && beaten_by(two).has(card("7♦")),
            "{suit:?}"
        );
        assert!(beaten_by(ace).is_empty(), "{suit:?}");
        assert_eq!(
            trumps.cards.len(),
            if suit == Suit::Diamonds { 13 } else { 14 }
        );
        let below = trumps
            .cards
            .into_iter()
            .filter(|one| {
                trumps
                    .cards_beating(&rules.rank.value, *one)
                    .has(card("7♦"))
            })
            .count();
        assert_eq!(below, trumps.cards.len() - 2, "all but the ace and itself");
    }
    let mut hand = deal_hands(
        &rules,
        &mut table_of_two(),
        ["K♠ 2♥ 3♥ 4♥", "7♦ A♦ 5♥ 6♥"],
        "9♠",
    );
    make_moves(
        &rules,
        &mut hand,
        &[
            Move::Stand,
            Move::Stand,
            Move::Stand,
            Move::Stand,
            Move::LeaveTurnUp,
        ],
    );
    make_moves(&rules, &mut hand, &moves_of_cards("K♠"));
    assert_eq!(
        playable_cards(&rules, &hand).cards,
        cards("7♦"),
        "it follows a spade, and heads the king"
    );
    assert_eq!(
        broken_duty(&rules, &hand, card("A♦")),
        Some(ClauseId::PlayFollow)
    );
}

#[test]
fn from_the_second_trick_a_trump_is_led() {
    let rules = changed_edition();
    let mut hand = deal_hands(
        &rules,
        &mut table_of_two(),
        ["A♠ K♠ 2♥ 3♥", "Q♠ J♠ 4♥ 5♥"],
        "9♠",
    );
    make_moves(
        &rules,
        &mut hand,
        &[
            Move::Stand,
            Move::Stand,
            Move::Stand,
            Move::Stand,
            Move::LeaveTurnUp,
        ],
    );
    assert_eq!(
        (
            playable_cards(&rules, &hand).clause,
            playable_cards(&rules, &hand).cards.len()
        ),
        (ClauseId::PlayLead, 4)
    );
    make_moves(&rules, &mut hand, &moves_of_cards("A♠ Q♠"));
    assert_eq!(
        (
            playable_cards(&rules, &hand).clause,
            playable_cards(&rules, &hand).cards
        ),
        (ClauseId::LeadDuty, cards("K♠"))
    );
    assert_eq!(
        broken_duty(&rules, &hand, card("2♥")),
        Some(ClauseId::LeadDuty)
    );
    make_moves(&rules, &mut hand, &moves_of_cards("K♠ J♠"));
    assert_eq!(
        playable_cards(&rules, &hand).clause,
        ClauseId::PlayLead,
        "without a trump"
    );
}

fn transfers_by_clause(events: &[Event], clause: ClauseId) -> Vec<Transfer> {
    let transfer = |event: &Event| match event.details {
        EventDetails::Transferred(transfer) if event.clause == clause => Some(transfer),
        _ => None,
    };
    events.iter().filter_map(transfer).collect()
}

/// The events of a hand that the first wins whole, after the second has changed a card or not.
fn play_lost_hand(rules: &TrickRules, last: Move) -> Vec<Event> {
    let mut hand = deal_hands(
        rules,
        &mut table_of_two(),
        ["A♠ K♠ A♥ K♥", "Q♠ J♠ 4♥ 5♥"],
        "9♠",
    );
    make_moves(
        rules,
        &mut hand,
        &[
            Move::Stand,
            Move::Stand,
            Move::Stand,
            last,
            Move::LeaveTurnUp,
        ],
    );
    make_moves(rules, &mut hand, &moves_of_cards("A♠ J♠ K♠ Q♠ A♥ 4♥ K♥"));
    let left = hand.hands[Seat(1)].nth(0).expect("a card");
    make_moves(rules, &mut hand, &[Move::Play(left)])
}

#[test]
fn who_falls_short_of_two_tricks_pays_each_and_who_wins_none_owes() {
    let rules = changed_edition();
    let paid = play_lost_hand(&rules, Move::Exchange(cards("5♥"), cards("8♣")));
    let [fine] = transfers_by_clause(&paid, ClauseId::DebtMake)[..] else {
        panic!("{paid:?}")
    };
    assert_eq!(
        (fine.from, fine.to, fine.chips),
        (Account::Seat(Seat(1)), Account::Seat(Seat(0)), 2)
    );
    assert!(
        !paid
            .iter()
            .any(|event| matches!(event.details, EventDetails::DebtMade(..)))
    );
    let owes = play_lost_hand(&rules, Move::Stand);
    assert!(transfers_by_clause(&owes, ClauseId::DebtMake).is_empty());
    assert!(
        owes.iter()
            .any(|event| matches!(event.details, EventDetails::DebtMade(Seat(1), 6, _))),
        "{owes:?}"
    );
}

#[test]
fn what_is_paid_into_this_pool_is_shared_with_it() {
    let mut rules = changed_edition();
    const TWO_STAKES: ShortfallPenalty =
        ShortfallPenalty::unconditional(Amount::Stake(2), Payee::ThisPool);
    rules.debt_make.value = ShortfallPenalties(&[TWO_STAKES]);
    let events = play_lost_hand(&rules, Move::Stand);
    let [fine] = transfers_by_clause(&events, ClauseId::DebtMake)[..] else {
        panic!("{events:?}")
    };
    assert_eq!((fine.to, fine.chips), (Account::Pool, 6));
    let shares: i64 = transfers_by_clause(&events, ClauseId::PayShare)
        .iter()
        .map(|share| share.chips)
        .sum();
    assert_eq!(shares, 12, "two stakes of three, and twice the stake");
}

#[test]
fn a_full_pool_leaves_the_rest_beside_it_and_takes_it_when_there_is_room() {
    let rules = changed_edition();
    let mut table = TableBetweenDeals::new(8, Seat(0), PerSeat::all(100));
    let mut events = Vec::new();
    let hand = open_deal(&rules, &mut table, &mut events).expect("chips enough");
    assert_eq!(
        (hand.pool, hand.side_pot, table.next_pool(&rules)),
        (16, 8, 16)
    );
    assert_eq!(transfers_by_clause(&events, ClauseId::PoolCap).len(), 1);
    let mut next = TableBetweenDeals {
        pool: 0,
        side_pot: 8,
        seats: 2,
        ..table_of_two()
    };
    let hand = open_deal(&rules, &mut next, &mut Vec::new()).expect("chips enough");
    assert_eq!((hand.pool, hand.side_pot), (14, 0));
    let mut last = TableBetweenDeals {
        side_pot: 9,
        ..table_of_two()
    };
    let before = last.total_chips();
    share_out_remaining_debts(&rules, &mut last, &mut Vec::new());
    assert_eq!(
        (last.side_pot, last.pool, last.total_chips()),
        (0, 0, before),
        "shared at the end"
    );
}

#[test]
fn eight_play_on_and_no_chip_or_card_is_lost() {
    let rules = changed_edition();
    let mut player = RandomPlayer::new(1757);
    let mut table = TableBetweenDeals::new(8, Seat(3), PerSeat::all(1000));
    let pack = CardSet::pack(RankSet::from(Two));
    let mut events = Vec::new();
    let (mut fined, mut full) = (0, 0);
    while table.completed_deals < 400 && !check_end_or_mark_last_deal(&rules, &mut table) {
        let chips = table.total_chips();
        let mut hand = open_deal(&rules, &mut table, &mut events).expect("chips enough");
        assert!(hand.pool <= 16);
        full += u32::from(hand.side_pot > 0);
        let deal = player.deal(&rules, &hand);
        apply(&rules, &mut hand, deal, &mut events).expect("a deal from the pack");
        while hand.awaits_move() {
            let held = (0..8).map(Seat).map(|seat| hand.hands[seat]);
            let all = held.clone().fold(hand.stock, |all, held| all | held);
            assert_eq!(
                all.len(),
                held.map(CardSet::len).sum::<usize>() + hand.stock.len(),
                "no card twice"
            );
            assert!(all.is_within(pack));
            let act = player.choose_move_act(&rules, &hand);
            events.clear();
            apply(&rules, &mut hand, act, &mut events).expect("an act that the engine offers");
            fined += transfers_by_clause(&events, ClauseId::DebtMake).len();
        }
        close_deal(&rules, &hand, &mut table);
        assert_eq!(table.total_chips(), chips);
    }
    assert!(
        table.completed_deals > 10 && fined > 10 && full > 10,
        "{} hands, {fined} fines, {full} full pools",
        table.completed_deals
    );
}

/// What is not offered is refused, too, if a player does it all the same.
#[test]
fn nobody_stands_in_a_game_without_standing() {
    let mut rules = changed_edition();
    rules.decl_stand.value = DeclarationRight::Closed;
    let hands = ["A♠ K♠ 2♥ 3♥", "Q♠ J♠ 4♥ 5♥"];
    let hand = deal_hands(&rules, &mut table_of_two(), hands, "9♠");
    let stands = TrickAct::Move(hand.mover, Move::Stand);
    assert_eq!(
        apply_to_copy(&rules, &hand, stands, &mut Vec::new()),
        Err(Refusal::Forbidden(ClauseId::DeclStand))
    );
}
