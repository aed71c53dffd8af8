//! Laws of every edition, over random sessions under random options.

use crate::cousins;
use crate::library::LIBRARY;
use crate::printed_sums::check_sums;
use crate::test_extent;
use mouche::cards::{CardSet, PerSeat, Seat};
use mouche::editions::{ALL, built_in_trick_editions};
use mouche::engine::{
    Account, AmountCalculation, DealStage, DealState, Event, EventDetails, Move, PendingDebt,
    Refusal, TableBetweenDeals, Transfer, TrickAct, apply, apply_to_copy,
    check_end_or_mark_last_deal, close_deal, legal_moves, open_deal, playable_cards,
    share_out_remaining_debts,
};
use mouche::explore::{RandomPlayer, fill_random_draws, play_example};
use mouche::rules::{
    ChipRemainder, ClauseId, ClauseLookup, Credit, DealPhase, DoubleShare, MisdealPrice, OptionDef,
    OptionValue, PoolSharing, Ruleset, TrickRules,
};
use mouche::scenario::{check, find_markdown_files};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Values to try for each option; those that an edition does not know or that conflict are dropped.
fn option_values() -> impl Strategy<Value = BTreeMap<String, OptionValue>> {
    let one = |option: &'static OptionDef| {
        let knows = ALL.iter().find(|edition| option.is_known_to(edition))?;
        let mut values = option.fixed_values();
        match option.name {
            "end" => values.push(OptionValue::Table("hands".into(), 7)),
            _ => values.extend(option.agreeable_usual_numbers(knows)),
        }
        let value = prop::option::weighted(0.3, prop::sample::select(values));
        Some(
            value
                .prop_map(move |value| value.map(|value| (option.name.to_string(), value)))
                .boxed(),
        )
    };
    let all: Vec<_> = OptionDef::all_of_program().filter_map(one).collect();
    all.prop_map(|all| all.into_iter().flatten().collect())
}

fn agree_where_possible(rules: &TrickRules, options: BTreeMap<String, OptionValue>) -> TrickRules {
    let edition = &Ruleset::from(*rules);
    let fits = |(name, to): &(String, OptionValue)| {
        let is_one = |option: &OptionDef| {
            option.agreeable_fixed_values(edition).contains(to)
                || !option.fixed_values().contains(to)
        };
        OptionDef::by_name(name).is_some_and(|option| option.is_known_to(edition) && is_one(option))
    };
    let known = options.into_iter().filter(fits).collect();
    let agreed = edition.with_options(&known).unwrap_or(*edition);
    *agreed.tricks().expect("a game with tricks")
}

fn total_chips(hand: &DealState) -> i64 {
    hand.purses.iter().sum::<i64>() + hand.pool + hand.side_pot + hand.cash
}

/// `legal` gives the mover a card, and `apply` refuses exactly the cards outside it.
fn check_duties(rules: &TrickRules, hand: &DealState) {
    if hand.stage != DealStage::In(DealPhase::Tricks) {
        return;
    }
    let legal = playable_cards(rules, hand);
    assert!(!legal.cards.is_empty(), "nothing to play: {hand:?}");
    for card in hand.hands[hand.mover] {
        let played = apply_to_copy(
            rules,
            hand,
            TrickAct::Move(hand.mover, Move::Play(card)),
            &mut Vec::new(),
        );
        match played {
            Ok(_) => assert!(legal.cards.has(card), "{card} was played but is not legal"),
            Err(Refusal::ForbiddenCard(_, told)) => {
                assert!(
                    !legal.cards.has(card) && told == legal,
                    "{card} was refused but is legal"
                )
            }
            Err(other) => panic!("{card}: {other:?}"),
        }
    }
    for other in (0..hand.seats).map(Seat).filter(|seat| *seat != hand.mover) {
        if let Some(card) = hand.hands[other].nth(0) {
            assert!(
                apply_to_copy(
                    rules,
                    hand,
                    TrickAct::Move(other, Move::Play(card)),
                    &mut Vec::new()
                )
                .is_err(),
                "played out of turn"
            );
        }
    }
}

/// Every card of the pack is in one place, and none is lost; what an offender held beyond his own came out of the stock.
fn check_cards(rules: &TrickRules, hand: &DealState, played: CardSet) {
    let turn_up = hand
        .turn_up_on_table()
        .map_or(CardSet::EMPTY, CardSet::from);
    let places: Vec<CardSet> = hand
        .hands
        .iter()
        .copied()
        .chain([hand.stock, hand.spare_hand, hand.discards, turn_up, played])
        .collect();
    let cards = places
        .iter()
        .fold(CardSet::EMPTY, |all, cards| all | *cards);
    assert_eq!(
        cards,
        rules.pack.value.pack(hand.seats),
        "a card was made or lost"
    );
    assert_eq!(
        places.iter().map(|cards| cards.len()).sum::<usize>(),
        cards.len(),
        "a card is in two places"
    );
    assert!(
        usize::from(hand.missing_from_stock) <= hand.stock.len(),
        "an offender holds a card that the pack does not have"
    );
}

/// No purse is below nothing where there is no credit: not at the end alone, since the next payment would make it good.
fn check_purses(rules: &TrickRules, purses: &PerSeat<i64>) {
    let below = purses.iter().any(|purse| *purse < 0);
    assert!(
        !below || rules.credit.value == Credit::Open,
        "a purse is below nothing where there is no credit"
    );
}

/// The cards that were played in these events.
fn cards_played(events: &[Event]) -> CardSet {
    let card = |event: &Event| match event.details {
        EventDetails::MadeMove(_, Move::Play(card), _) => CardSet::from(card),
        _ => CardSet::EMPTY,
    };
    events
        .iter()
        .map(card)
        .fold(CardSet::EMPTY, |all, card| all | card)
}

/// No hand that is told, refused or not, deals a card that its pack does not have.
#[test]
fn no_scenario_deals_more_cards_than_its_pack_has() {
    let refused = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let refused = find_markdown_files(&refused)
        .expect("the files")
        .files
        .into_iter()
        .step_by(test_extent::sample_step(3));
    let refused = refused.map(|path| {
        check(
            &path.display().to_string(),
            &std::fs::read(&path).expect("a file"),
        )
    });
    let refused: Vec<_> = refused.collect();
    let mut dealt = 0;
    for story in LIBRARY
        .iter()
        .chain(&refused)
        .flat_map(|file| &file.stories)
    {
        let mut events: Vec<Event> = Vec::new();
        for (at, step) in story.trick_steps().iter().enumerate() {
            if at > 0 && story.trick_steps()[at - 1].hand != step.hand {
                events.clear();
            }
            events.extend(&step.events);
            if step.after.turn_up_on_table().is_some() || step.after.is_turn_up_taken {
                check_cards(&step.rules, &step.after, cards_played(&events));
                dealt += 1;
            }
        }
    }
    assert!(dealt > 3000, "only {dealt} steps had cards");
}

fn play_deal(
    rules: &TrickRules,
    table: &mut TableBetweenDeals,
    player: &mut RandomPlayer,
) -> Vec<Event> {
    let before = table.total_chips();
    let mut events = Vec::new();
    let mut hand = open_deal(rules, table, &mut events).expect("a small pool");
    let mut acts = vec![player.deal(rules, &hand)];
    let opened = hand;
    hand = apply_to_copy(rules, &hand, acts[0], &mut events).expect("a deal");
    while hand.awaits_move() {
        check_duties(rules, &hand);
        check_cards(rules, &hand, cards_played(&events));
        let act = player.choose_move_act(rules, &hand);
        acts.push(act);
        hand = apply_to_copy(rules, &hand, act, &mut events).expect("an offered act");
        assert_eq!(
            total_chips(&hand),
            before,
            "chips were made or lost by {act:?}"
        );
        check_purses(rules, &hand.purses);
    }
    let mut again = Vec::new();
    let replayed = acts.iter().fold(opened, |hand, act| {
        apply_to_copy(rules, &hand, *act, &mut again).expect("the same act")
    });
    assert_eq!(replayed, hand, "a replay ended elsewhere");
    assert!(events.ends_with(&again), "a replay told other events");
    close_deal(rules, &hand, table);
    assert_eq!(table.total_chips(), before);
    check_purses(rules, &table.purses);
    check_sums(&Ruleset::from(*rules), &events, &[]);
    events
}

/// Plays a session by random moves and checks the laws. Returns the number of its deals.
pub fn play_session(rules: &TrickRules, seats: u8, seed: u64) -> u64 {
    let mut table = TableBetweenDeals::new(
        seats,
        Seat((seed % u64::from(seats)) as u8),
        PerSeat::all(rules.chips_start.value.0),
    );
    let chips = table.total_chips();
    let mut player = RandomPlayer::new(seed);
    let (mut made, mut settled) = (0, 0);
    while !check_end_or_mark_last_deal(rules, &mut table)
        && table.completed_deals < 12
        && table.next_pool(rules) < 1_000_000_000
    {
        for event in play_deal(rules, &mut table, &mut player) {
            match event.details {
                EventDetails::DebtMade(_, chips, _) => made += chips,
                EventDetails::Transferred(transfer)
                    if ["debt.enter", "debt.sweep"].contains(&event.clause.id()) =>
                {
                    settled += transfer.chips
                }
                _ => {}
            }
        }
        let waiting: i64 = table.debts.iter().map(|debt| debt.chips).sum();
        assert_eq!(
            made,
            settled + waiting,
            "debts made = entered + swept + waiting"
        );
        let carried = rules.pay_double.value == DoubleShare::Carried
            || rules.pay_share.value.earner != PoolSharing::Trick
            || rules.pay_rest.value != ChipRemainder::CannotArise;
        let whole = table.next_pool(rules) % rules.pay_share.value.parts == 0;
        assert!(whole || carried, "a pool that cannot be shared");
    }
    let mut last = Vec::new();
    share_out_remaining_debts(rules, &mut table, &mut last);
    check_sums(&Ruleset::from(*rules), &last, &[]);
    assert!(
        table.debts.is_empty() && table.pool == 0,
        "something was left"
    );
    assert_eq!(
        table.total_chips(),
        chips,
        "chips were made or lost in the session"
    );
    check_purses(rules, &table.purses);
    u64::from(table.completed_deals)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if test_extent::are_all_wanted() { 300 } else { 40 }, ..ProptestConfig::default() })]

    #[test]
    fn sessions_keep_the_laws(seed in any::<u64>(), players in 0u8..8, options in option_values()) {
        for edition in built_in_trick_editions() {
            let rules = agree_where_possible(edition, options.clone());
            let count = rules.players.value;
            play_session(&rules, count.from + players % (count.to - count.from + 1), seed);
        }
    }
}

/// A session in which, now and then, someone offends or misdeals: chips stay, and every hand comes to its end.
fn play_faulty_session(rules: &TrickRules, seats: u8, seed: u64) {
    let mut table = TableBetweenDeals::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let chips = table.total_chips();
    let mut player = RandomPlayer::new(seed);
    let mut luck = seed;
    let mut dice = |sides: u64| {
        luck = luck
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (luck >> 33) % sides
    };
    while table.deals < 12 && table.next_pool(rules) < 1_000_000_000 {
        let mut events = Vec::new();
        let mut hand = open_deal(rules, &mut table, &mut events).expect("a small pool");
        let first = if dice(4) == 0 {
            TrickAct::Misdeal {
                keeps_deal: dice(2) == 0,
            }
        } else {
            player.deal(rules, &hand)
        };
        hand = apply_to_copy(rules, &hand, first, &mut events).expect("a deal");
        while hand.awaits_move() {
            check_cards(rules, &hand, cards_played(&events));
            let holds = Move::HoldCards([4, 6, 7, 9][dice(4) as usize]);
            let offence = [Move::ShowHand, Move::SpeakOutOfTurn, holds][dice(3) as usize];
            let fault = TrickAct::Move(Seat(dice(u64::from(seats)) as u8), offence);
            let faulty = if dice(9) == 0 {
                apply_to_copy(rules, &hand, fault, &mut events).ok()
            } else {
                None
            };
            // Chosen only now: what the player draws for an exchange must be drawn.
            hand = faulty.unwrap_or_else(|| {
                apply_to_copy(
                    rules,
                    &hand,
                    player.choose_move_act(rules, &hand),
                    &mut events,
                )
                .expect("an offered act")
            });
            assert!(
                !hand.awaits_move() || hand.active.has(hand.mover),
                "one who is out is asked"
            );
        }
        close_deal(rules, &hand, &mut table);
        assert_eq!(table.total_chips(), chips, "chips were made or lost");
        check_sums(&Ruleset::from(*rules), &events, &[]);
        // A dealer who has paid to keep the deal still has to deal.
        assert!(
            !hand.dealer_keeps_deal || !check_end_or_mark_last_deal(rules, &mut table.clone()),
            "a kept deal ended the session"
        );
    }
}

#[test]
fn faults_lose_no_chip_and_no_card_and_stop_no_hand() {
    let priced = |edition: &&TrickRules| edition.fault_misdeal.value != MisdealPrice::Untold;
    for edition in built_in_trick_editions().filter(priced) {
        let shuffled = BTreeMap::from([(
            "stock_short".into(),
            OptionValue::Word("reshuffle_discards".into()),
        )]);
        for (seed, rules) in (0..2000).zip(
            [*edition, agree_where_possible(edition, shuffled)]
                .into_iter()
                .cycle(),
        ) {
            play_faulty_session(&rules, rules.players.value.from + (seed % 3) as u8, seed);
        }
    }
}

/// Hands played for [`pools_divide_through_long_evenings`]; a million where everything is asked for.
fn hands_to_play() -> u64 {
    if test_extent::are_all_wanted() {
        1_000_000
    } else {
        2_000
    }
}

/// Sessions of three tours under each edition of la Mouche as it stands: every pool divides into its shares. Of its cousins
/// their own laws say so.
#[test]
fn pools_divide_through_long_evenings() {
    for edition in built_in_trick_editions().filter(|edition| !cousins::is_cousin(edition)) {
        let (parts, players) = (edition.pay_share.value.parts, edition.players.value);
        let mut player = RandomPlayer::new(1896);
        let (mut hands, mut evening) = (0, 0);
        while hands < hands_to_play() {
            let seats = players.from + (evening % u64::from(players.to - players.from + 1)) as u8;
            let mut table =
                TableBetweenDeals::new(seats, Seat(0), PerSeat::all(edition.chips_start.value.0));
            let chips = table.total_chips();
            while !check_end_or_mark_last_deal(edition, &mut table) {
                let mut hand = open_deal(edition, &mut table, &mut Vec::new())
                    .expect("three tours keep below the limit");
                assert_eq!(
                    hand.pool % parts,
                    0,
                    "{}: a pool of {} among {parts}",
                    edition.id,
                    hand.pool
                );
                let opened = hand;
                apply(
                    edition,
                    &mut hand,
                    player.deal(edition, &opened),
                    &mut Vec::new(),
                )
                .expect("a deal");
                while hand.awaits_move() {
                    let act = player.choose_move_act(edition, &hand);
                    apply(edition, &mut hand, act, &mut Vec::new()).expect("an offered act");
                }
                close_deal(edition, &hand, &mut table);
                hands += 1;
            }
            assert_eq!(
                table.total_chips(),
                chips,
                "{}: chips were made or lost",
                edition.id
            );
            evening += 1;
        }
    }
}

#[test]
fn a_pool_that_is_too_large_ends_a_session_and_changes_nothing() {
    let rules = built_in_trick_editions().next().expect("an edition");
    let mut table = TableBetweenDeals::new(3, Seat(0), PerSeat::all(0));
    table.pool = mouche::rules::MOST_CHIPS;
    let before = table.clone();
    assert!(open_deal(rules, &mut table, &mut Vec::new()).is_err());
    assert_eq!(table, before);
}

/// A table of four, the first of whom dealt last, with purses of ten chips.
fn table_of_four(debts: &[(u8, i64)]) -> TableBetweenDeals {
    let debt = |(debtor, chips): &(u8, i64)| PendingDebt {
        debtor: Seat(*debtor),
        chips: *chips,
        deal: 1,
    };
    let purses = PerSeat::all(10);
    TableBetweenDeals {
        debts: debts.iter().map(debt).collect(),
        completed_deals: 1,
        ..TableBetweenDeals::new(4, Seat(1), purses)
    }
}

#[test]
fn what_cannot_be_shared_goes_to_the_first_from_the_last_dealers_right() {
    let mut table = table_of_four(&[(0, 5), (2, 5)]);
    share_out_remaining_debts(
        built_in_trick_editions().next().expect("an edition"),
        &mut table,
        &mut Vec::new(),
    );
    // Ten among four: two each, and both that are over to the second seat.
    assert_eq!(
        table.purses.iter().take(4).collect::<Vec<_>>(),
        [&7, &14, &7, &12]
    );
    assert_eq!((table.pool, table.debts.len()), (0, 0));
}

#[test]
fn without_credit_the_last_debts_are_bought() {
    let (mut table, mut events) = (table_of_four(&[(0, 18)]), Vec::new());
    share_out_remaining_debts(
        built_in_trick_editions().nth(4).expect("an edition"),
        &mut table,
        &mut events,
    );
    let bought = Transfer {
        from: Account::Cash,
        to: Account::Seat(Seat(0)),
        chips: 8,
        reason: AmountCalculation::Shortfall { due: 18, purse: 10 },
    };
    assert_eq!(
        events.first(),
        Some(&Event {
            clause: ClauseId::Credit,
            details: EventDetails::Transferred(bought)
        })
    );
    assert_eq!((table.cash, table.purses[Seat(0)]), (-8, 4));
}

#[test]
fn a_debt_made_in_the_last_hand_of_all_is_shared_like_the_others() {
    let rules = agree_where_possible(
        built_in_trick_editions().next().expect("an edition"),
        [("final_debts".into(), OptionValue::Word("last_hand".into()))].into(),
    );
    let mut table = TableBetweenDeals {
        is_last_deal: true,
        ..table_of_four(&[(3, 4)])
    };
    assert!(
        check_end_or_mark_last_deal(&rules, &mut table),
        "no second last hand is played for it"
    );
    share_out_remaining_debts(&rules, &mut table, &mut Vec::new());
    assert_eq!(
        table.purses.iter().take(4).collect::<Vec<_>>(),
        [&11, &11, &11, &7]
    );
}

#[test]
fn a_dealer_who_has_paid_to_keep_the_deal_still_deals() {
    let bankrupt = BTreeMap::from([("end".into(), OptionValue::Word("bankrupt".into()))]);
    let rules = agree_where_possible(
        mouche::editions::trick_edition("boussac-1896").expect("Boussac's"),
        bankrupt,
    );
    let mut table = TableBetweenDeals {
        is_stake_paid: true,
        ..TableBetweenDeals::new(3, Seat(0), PerSeat::all(0))
    };
    assert!(
        !check_end_or_mark_last_deal(&rules, &mut table),
        "the kept deal is still to be dealt"
    );
    table.is_stake_paid = false;
    assert!(check_end_or_mark_last_deal(&rules, &mut table));
}

#[test]
fn bankrupt_is_who_has_nothing_in_hand() {
    let rules = agree_where_possible(
        built_in_trick_editions().next().expect("an edition"),
        [("end".into(), OptionValue::Word("bankrupt".into()))].into(),
    );
    for (chips, is_bankrupt) in [(1, false), (0, true), (-1, true)] {
        let mut table = table_of_four(&[(2, 500)]);
        table.purses[Seat(2)] = chips;
        assert_eq!(
            check_end_or_mark_last_deal(&rules, &mut table),
            is_bankrupt,
            "with {chips} in hand and 500 on paper"
        );
    }
}

#[test]
fn a_sensible_table_plays_most_of_its_hands() {
    for rules in built_in_trick_editions() {
        let seats = (2..=6).filter(|seats| rules.players.value.allows(usize::from(*seats)));
        for seats in seats {
            let examples = (0..60).filter_map(|seed| {
                play_example(rules, seats, RandomPlayer::with_sensible_declarations(seed))
            });
            let (played, all) = examples.fold((0, 0), |(played, all), example| {
                (
                    played + usize::from(example.end.tricks_finished > 0),
                    all + 1,
                )
            });
            assert_eq!(all, 60, "{}", rules.id);
            // Where one must bid two tricks first, more hands come to nothing.
            assert!(
                played
                    >= if rules.has_subject_of(ClauseId::DeclBid) {
                        50
                    } else {
                        55
                    },
                "{}, {seats} players: {played}",
                rules.id
            );
        }
    }
}

#[test]
fn each_move_on_offer_is_taken_and_what_was_done_was_on_offer() {
    for rules in built_in_trick_editions() {
        for seed in 0..40 {
            let one = play_example(rules, 4, RandomPlayer::new(seed)).expect("a hand");
            for (hand, done) in &one.moves {
                let all = legal_moves(rules, hand);
                let take = |to: &Move| {
                    apply_to_copy(
                        rules,
                        hand,
                        fill_random_draws(rules, hand, *to, &mut RandomPlayer::new(0)),
                        &mut Vec::new(),
                    )
                };
                assert!(
                    all.iter().all(|to| take(to).is_ok()),
                    "{}: {all:?} in {hand:?}",
                    rules.id
                );
                assert!(
                    all.iter().any(|to| to.is_same_before_draw(*done)),
                    "{}: {done:?} not in {all:?}",
                    rules.id
                );
            }
        }
    }
}
