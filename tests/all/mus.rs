//! Mus: what wins a phase, what bets come to, what is paid; and laws that any deal keeps.

use crate::test_extent;
use mouche::cards::{CardLanguage, CardSet, PerSeat, Seat, SeatSet, read_card};
use mouche::engine::Refusal;
use mouche::mus::{
    MusAct, MusStage, MusState, MusTableBetweenDeals, RandomMusPlayer, apply, best_player,
    card_total, close_deal, couple_in, hand_strength, legal_verbs, open_deal, qualifies_for,
    refusing_clause,
};
use mouche::page::{
    HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_hand as page_path_of,
};
use mouche::rules::mus_values::BettingPhase;
use mouche::rules::{ClauseId, Move, MusRules, OptionDef, OptionValue, Ruleset, SessionEndEvent};
use mouche::scenario::{CheckedFile, check, find_markdown_files};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of a folder, each with what it came to.
fn check_folder(folder: &str) -> Vec<CheckedFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let read = |path: &PathBuf| {
        check(
            &path.display().to_string(),
            &std::fs::read(path).expect("a file"),
        )
    };
    find_markdown_files(&folder)
        .expect("a folder")
        .files
        .iter()
        .map(read)
        .collect()
}

/// Our hands; and those of the rules that would warn in the book, where they stand with what makes the option tell.
#[test]
fn the_worked_hands_hold_as_they_stand() {
    let files: Vec<CheckedFile> = [
        "scenarios/mus-pairs",
        "scenarios/mus-individual",
        "tests/mus/worked",
    ]
    .into_iter()
    .flat_map(check_folder)
    .collect();
    assert!(files.len() >= 70);
    for file in &files {
        assert!(file.holds(), "{}: {:?}", file.path, file.diagnostics);
        assert!(
            file.total_counts().expectations > 5,
            "{} proves little",
            file.path
        );
    }
}

pub fn agree_on_options(id: &str, options: &[(&str, OptionValue)]) -> MusRules {
    *agreed_rules(id, options).mus().expect("an edition of Mus")
}

fn agreed_rules(id: &str, options: &[(&str, OptionValue)]) -> Ruleset {
    let edition = mouche::editions::by_id(id).expect("an edition");
    let options: BTreeMap<String, OptionValue> = options
        .iter()
        .map(|(name, to)| ((*name).into(), to.clone()))
        .collect();
    edition.with_options(&options).expect("options that fit")
}

fn option_word(word: &str) -> OptionValue {
    OptionValue::Word(word.into())
}

pub fn cards(words: &str) -> CardSet {
    words
        .split(' ')
        .map(|card| read_card(card, CardLanguage::English).expect("a card"))
        .collect()
}

/// Whether the first hand is better than the second in a phase.
fn beats_in_phase(rules: &MusRules, lance: BettingPhase, one: &str, other: &str) -> bool {
    hand_strength(rules, lance, cards(one)) > hand_strength(rules, lance, cards(other))
}

#[test]
fn cards_are_compared_as_each_phase_has_it() {
    let rules = agree_on_options("mus-pairs", &[]);
    let alike = |lance, one, other| {
        !beats_in_phase(&rules, lance, one, other) && !beats_in_phase(&rules, lance, other, one)
    };
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Grande,
        "K♠ 4♥ 5♦ A♣",
        "Q♠ Q♥ Q♦ Q♣"
    ));
    assert!(alike(BettingPhase::Grande, "K♠ 4♥ 5♦ A♣", "3♠ 4♦ 5♥ 2♣"));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Petite,
        "A♠ 4♠ K♠ K♥",
        "2♠ 5♠ 6♠ 7♠"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Couples,
        "4♠ 4♥ 5♠ 5♥",
        "K♠ K♥ K♦ Q♠"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Couples,
        "4♠ 4♥ 4♦ 5♥",
        "K♠ K♥ Q♦ J♠"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Couples,
        "K♠ K♥ K♦ 3♥",
        "K♣ 3♠ Q♦ Q♠"
    ));
    // A queen beside a pair of kings is no better than a four.
    assert!(alike(BettingPhase::Couples, "K♠ K♥ Q♦ J♠", "K♦ 3♥ 5♦ 4♠"));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Jeu,
        "K♠ Q♠ J♠ A♠",
        "K♥ Q♥ J♥ 3♥"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Jeu,
        "K♥ Q♥ J♥ 3♥",
        "K♦ Q♦ J♦ 7♦"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Jeu,
        "K♥ Q♥ 7♥ 6♥",
        "K♦ Q♦ 7♦ 5♦"
    ));
    assert!(beats_in_phase(
        &rules,
        BettingPhase::Point,
        "K♥ Q♥ 5♥ 5♦",
        "K♦ Q♦ 5♠ 4♦"
    ));
    assert_eq!(
        hand_strength(&rules, BettingPhase::Point, cards("K♥ Q♥ J♥ A♦")),
        0
    );
}

#[test]
fn options_change_what_is_compared() {
    let four = agree_on_options("mus-pairs", &[("kings", option_word("four"))]);
    assert!(beats_in_phase(
        &four,
        BettingPhase::Petite,
        "A♥ A♦ 5♥ K♠",
        "A♠ 2♠ 3♠ 4♠"
    ));
    assert_eq!(
        (
            card_total(&four, cards("3♠ 2♠ A♠ K♠")),
            couple_in(&four, cards("K♠ 3♠ A♥ 2♥"))
        ),
        (16, None)
    );
    let standard = agree_on_options("mus-pairs", &[("jeu_order", option_word("standard"))]);
    assert!(beats_in_phase(
        &standard,
        BettingPhase::Jeu,
        "K♠ Q♠ 7♠ 5♠",
        "K♥ Q♥ J♥ 3♥"
    ));
    for (royal, with_king, with_queen) in [
        ("none", false, false),
        ("king", true, false),
        ("figure", true, true),
    ] {
        let rules = agree_on_options("mus-pairs", &[("royal", option_word(royal))]);
        let plain = "K♠ Q♠ J♠ A♠";
        assert_eq!(
            beats_in_phase(&rules, BettingPhase::Jeu, "7♠ 7♥ 7♦ K♥", plain),
            with_king,
            "{royal}"
        );
        assert_eq!(
            beats_in_phase(&rules, BettingPhase::Jeu, "7♠ 7♥ 7♦ Q♥", plain),
            with_queen,
            "{royal}"
        );
        assert!(
            !beats_in_phase(&rules, BettingPhase::Jeu, "7♠ 7♥ 7♦ 3♥", plain),
            "a three is not royal"
        );
    }
}

/// A deal in which the first of four has the hand and wants no mus.
pub fn deal_hands(rules: &MusRules, hands: [&str; 4]) -> MusState {
    let mut hand = open_deal(rules, &MusTableBetweenDeals::new(rules, 4, Seat(3)));
    let mut held = PerSeat::all(CardSet::EMPTY);
    (0..4).for_each(|seat| held[Seat(seat)] = cards(hands[usize::from(seat)]));
    apply(rules, &mut hand, MusAct::Deal(held), &mut Vec::new()).expect("a deal");
    make_moves(rules, hand, &[(0, Move::NoMus)])
}

pub fn make_moves(rules: &MusRules, mut hand: MusState, moves: &[(u8, Move)]) -> MusState {
    for (seat, does) in moves {
        let made = apply(
            rules,
            &mut hand,
            MusAct::Move(Seat(*seat), *does),
            &mut Vec::new(),
        );
        assert_eq!(made, Ok(()), "{seat} {does:?}");
    }
    hand
}

const EVEN: [&str; 4] = ["K♠ 7♠ 5♠ 4♠", "K♥ 7♥ 5♥ 4♥", "Q♦ J♦ 6♦ A♦", "Q♣ 7♣ 6♣ 2♣"];

#[test]
fn a_refusal_brings_what_was_agreed_before_it() {
    use Move::{Envido, Ordago, Raise, RefuseBoth};
    let rules = agree_on_options("mus-pairs", &[]);
    let double = agree_on_options("mus-pairs", &[("bare_raise", option_word("double"))]);
    let to = agree_on_options("mus-pairs", &[("raise_number", option_word("to"))]);
    let brought = |rules: &MusRules, moves: &[(u8, Move)]| {
        let hand = make_moves(rules, deal_hands(rules, EVEN), moves);
        assert_eq!(hand.phase, BettingPhase::Petite);
        hand.scores()
    };
    assert_eq!(brought(&rules, &[(0, Envido(40)), (1, RefuseBoth)]), [1, 0]);
    assert_eq!(brought(&rules, &[(0, Ordago), (1, RefuseBoth)]), [1, 0]);
    assert_eq!(
        brought(&rules, &[(0, Envido(0)), (1, Raise(5)), (2, RefuseBoth)]),
        [0, 2]
    );
    assert_eq!(
        brought(
            &rules,
            &[
                (0, Envido(0)),
                (1, Raise(5)),
                (2, Raise(10)),
                (3, RefuseBoth)
            ]
        ),
        [7, 0]
    );
    let nine = [
        (0, Envido(0)),
        (1, Raise(0)),
        (2, Raise(5)),
        (3, Raise(10)),
        (0, RefuseBoth),
    ];
    assert_eq!(brought(&rules, &nine), [0, 9]);
    assert_eq!(
        brought(
            &double,
            &[
                (0, Envido(0)),
                (1, Raise(0)),
                (2, Raise(0)),
                (3, RefuseBoth)
            ]
        ),
        [4, 0]
    );
    assert_eq!(
        brought(
            &to,
            &[
                (0, Envido(0)),
                (1, Raise(8)),
                (2, Raise(9)),
                (3, RefuseBoth)
            ]
        ),
        [8, 0]
    );
    let hand = make_moves(&to, deal_hands(&to, EVEN), &[(0, Envido(8))]);
    assert_eq!(
        refusing_clause(&to, &hand, Seat(1), Raise(8)),
        Some(ClauseId::BetRaise)
    );
}

#[test]
fn who_refuses_is_out_and_whoever_passed_is_not() {
    let rules = agree_on_options("mus-pairs", &[]);
    let hand = make_moves(
        &rules,
        deal_hands(&rules, EVEN),
        &[(0, Move::BetPass), (1, Move::Envido(3)), (2, Move::Refuse)],
    );
    assert_eq!(
        refusing_clause(&rules, &hand, Seat(2), Move::Raise(0)),
        Some(ClauseId::BetPass)
    );
    assert_eq!(
        refusing_clause(&rules, &hand, Seat(3), Move::Accept),
        Some(ClauseId::BetTurn)
    );
    let before = hand;
    let mut after = hand;
    let refused = apply(
        &rules,
        &mut after,
        MusAct::Move(Seat(2), Move::Raise(0)),
        &mut Vec::new(),
    );
    assert_eq!(
        (refused, after),
        (Err(Refusal::Forbidden(ClauseId::BetPass)), before)
    );
    // Both have the same ranks, and the first has the hand.
    let hand = make_moves(&rules, hand, &[(0, Move::Accept)]);
    assert_eq!(hand.outcomes[0].winner, Some(Seat(0)));
}

/// Every edition with each of its options alone, and with all of them at their last value.
pub fn rulesets() -> Vec<MusRules> {
    let rules = |agreed: Ruleset| *agreed.mus().expect("an edition of Mus");
    let mut all = Vec::new();
    for id in ["mus-pairs", "mus-individual"] {
        let plain = agreed_rules(id, &[]);
        all.push(plain);
        let royal = ("royal".to_owned(), option_word("figure"));
        let mut last = BTreeMap::from([royal.clone()]);
        for option in OptionDef::open_in(&plain) {
            for to in option.agreeable_fixed_values(&plain) {
                let agreed = BTreeMap::from([(option.name.to_owned(), to.clone()), royal.clone()]);
                all.push(plain.with_options(&agreed).expect("an option"));
                last.insert(option.name.to_owned(), to);
            }
        }
        all.push(plain.with_options(&last).expect("options"));
    }
    all.into_iter().map(rules).collect()
}

/// How many deals of all companies are played: a million where everything is asked for.
fn deals_to_play() -> u64 {
    if test_extent::are_all_wanted() {
        1_000_000
    } else {
        2_000
    }
}

#[test]
fn laws_hold_in_any_deal() {
    let companies = rulesets();
    let each = deals_to_play().div_ceil(companies.len() as u64);
    let finished = companies
        .par_iter()
        .enumerate()
        .map(|(number, rules)| play_deals(rules, each, number as u64));
    assert!(
        finished.sum::<u32>() > 5,
        "hardly a session came to its end"
    );
}

/// Plays deals by chance, in all companies of these rules, and checks the laws. Returns how many sessions came to their end.
pub fn play_deals(rules: &MusRules, deals: u64, seed: u64) -> u32 {
    let players = rules.players.value;
    let mut chance = RandomMusPlayer::new(seed);
    let (mut table, mut finished) = (None, 0);
    for played in 0..deals {
        let seats = players.from + (played % u64::from(players.to - players.from + 1)) as u8;
        let mut now: MusTableBetweenDeals = table.take().unwrap_or_else(|| {
            MusTableBetweenDeals::new(rules, seats, chance.random_dealer(seats))
        });
        // By chance most games end with an ordago: where the score is near its target, others do too.
        if let (SessionEndEvent::Games { target, .. }, 0) = (rules.end.value.finish, played % 2) {
            for side in [0, 1] {
                let missing = 1 + i64::from(chance.random_dealer(6).0);
                now.score[Seat(side)] = (target - missing).max(0);
            }
        }
        let hand = play_out_by_chance(rules, &now, &mut chance);
        check_hand_order(rules, &hand);
        let mut next = hand.table;
        close_deal(rules, &hand, &mut next);
        assert!(next.is_session_over(rules) || next.players_dealt_in(rules).has(next.dealer));
        finished += u32::from(next.is_session_over(rules));
        table = Some(next).filter(|next| !next.is_session_over(rules));
    }
    finished
}

/// A deal played by chance to its end. Stones are accounted for at every step of it.
fn play_out_by_chance(
    rules: &MusRules,
    before: &MusTableBetweenDeals,
    chance: &mut RandomMusPlayer,
) -> MusState {
    let mut hand = open_deal(rules, before);
    let mut events = Vec::new();
    while hand.stage != MusStage::Over {
        let act = chance.choose_act(rules, &hand);
        if hand.stage == MusStage::Betting {
            check_offers(rules, &hand);
        }
        apply(rules, &mut hand, act, &mut events).expect("what may be done");
        let staked: i64 = hand.stakes.iter().flat_map(PerSeat::iter).sum();
        assert_eq!(
            hand.table.total_stones_with_basket() + staked,
            before.total_stones_with_basket(),
            "{rules:?}"
        );
        let SessionEndEvent::Games { target, .. } = rules.end.value.finish else {
            continue;
        };
        for side in [0, 1].map(Seat) {
            let taken: i64 = hand.stones_taken.iter().map(|of| of[side]).sum();
            assert_eq!(
                hand.table.score[side],
                before.score[side] + taken + hand.ordago_stones[side]
            );
            assert!(
                hand.table.score[side] <= target,
                "a score beyond its target"
            );
        }
    }
    hand
}

/// What is offered may be done, by the mover alone; and what is not may not.
fn check_offers(rules: &MusRules, hand: &MusState) {
    let (offered, _) = legal_verbs(rules, hand);
    let plain = |does: Move| refusing_clause(rules, hand, hand.mover, does).is_none();
    for does in [Move::BetPass, Move::Ordago, Move::Accept, Move::Refuse] {
        assert_eq!(offered.contains(&does.verb()), plain(does), "{does:?}");
    }
    for seat in hand.players.iter().filter(|seat| *seat != hand.mover) {
        for does in [
            Move::BetPass,
            Move::Envido(2),
            Move::Ordago,
            Move::Accept,
            Move::Refuse,
            Move::Raise(0),
        ] {
            assert!(refusing_clause(rules, hand, seat, does).is_some());
        }
    }
}

/// Of any two hands one is better in each phase, as it is worth there; of three that beat each other in turn the first beats
/// the last; and whoever has 31 or more has Jeu.
fn check_hand_order(rules: &MusRules, hand: &MusState) {
    let seats: Vec<Seat> = hand.players.iter().collect();
    for lance in BettingPhase::ALL {
        let worth = |seat: Seat| hand_strength(rules, *lance, hand.hands[seat]);
        let beats = |one: Seat, other: Seat| {
            let better = best_player(rules, hand, *lance, SeatSet::NONE.with(one).with(other))
                .expect("one of two");
            assert!(worth(one) == worth(other) || (better == one) == (worth(one) > worth(other)));
            better == one
        };
        let mut order = seats.clone();
        order.sort_by(|one, other| {
            if beats(*one, *other) {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        });
        for (at, one) in order.iter().enumerate() {
            assert!(
                order[at + 1..].iter().all(|later| beats(*one, *later)),
                "{one:?} in {order:?} at {lance:?}"
            );
        }
        assert_eq!(
            best_player(rules, hand, *lance, hand.players),
            order.first().copied()
        );
    }
    for seat in seats {
        assert_eq!(
            qualifies_for(rules, BettingPhase::Jeu, hand.hands[seat]),
            card_total(rules, hand.hands[seat]) > 30
        );
    }
}

/// What a page reckons up phase by phase is what the score has grown by, or what has gone into the basket.
#[test]
fn a_page_sums_up_what_is_paid() {
    let table = regex::Regex::new("<table class=\"hand-totals hand-reckoning\">.*?</table>")
        .expect("a pattern");
    let cell = regex::Regex::new("<td>([^<]*)</td>").expect("a pattern");
    let number = |text: &str| {
        text.rsplit(' ')
            .next()
            .and_then(|number| number.parse::<i64>().ok())
            .unwrap_or_default()
    };
    let mut summed = 0;
    for file in ["scenarios/mus-pairs", "scenarios/mus-individual"]
        .into_iter()
        .flat_map(check_folder)
    {
        let files = [file];
        let ahead = MoveProspectsByStory::compute(&files);
        let html = page_path_of(
            &hand_views_by_edition(&files, &ahead)[0],
            HomeOrGuestPage::Home(2),
        )
        .expect("a page");
        let story = &files[0].stories[0];
        for deal in 1..=story.frames().next_back().expect("a step").hand {
            let steps = || story.mus_steps().iter().filter(|step| step.hand == deal);
            let (first, last) = (
                steps().next().expect("a deal"),
                steps().next_back().expect("its end"),
            );
            let own = format!(
                " id=\"{}-{}\"",
                hand_views_by_edition(&files, &ahead)[0].slug(),
                last.id
            );
            let Some(shown) = html
                .split_once(&own)
                .and_then(|(_, after)| table.find(after.split("<li class=\"hand-step").next()?))
            else {
                continue;
            };
            let rows: Vec<Vec<i64>> = shown
                .as_str()
                .split("<tr")
                .skip(2)
                .map(|row| cell.captures_iter(row).map(|one| number(&one[1])).collect())
                .collect();
            let (end, phases) = rows.split_last().expect("rows");
            let each = (0..end.len()).map(|at| phases.iter().map(|row| row[at]).sum::<i64>());
            let won = last.after.ordago_stones.iter().sum::<i64>();
            if story.rules.id == "mus-pairs" {
                let before: i64 = first.before.scores().iter().sum();
                assert_eq!(
                    each.sum::<i64>() + won,
                    last.after.scores().iter().sum::<i64>() - before,
                    "{}",
                    files[0].path
                );
            } else {
                let basket = last.after.table.basket - first.before.table.basket;
                assert_eq!(each.sum::<i64>(), basket, "{}", files[0].path);
            }
            summed += 1;
        }
    }
    assert!(summed > 70, "{summed} deals");
}
