//! The practice deals of the book: each drills what it says, and no line of it is lost. And where others are found.

use mouche::book::{MOST_POINTS, practice_deals};
use mouche::cards::{Card, Letters, PerSeat, Seat, Set, read_card};
use mouche::editions;
use mouche::engine::{
    Act, Deal, Hand, Move, Stage, Table, apply, breach, legal, may_claim, may_take_turn_up, moves, open,
};
use mouche::explore::practice::{Drill, Line, Lines, Point, PracticeDeal, lines};
use mouche::rules::{Phase, Ruleset, Topic};

/// Deals of an edition.
const EACH: usize = 20;

/// The first seed from this one whose cards drill this.
fn find(rules: &'static Ruleset, players: u8, drill: Drill, from: u64) -> Option<PracticeDeal> {
    let place = if drill == Drill::TurnUp { players } else { 1 + (from % u64::from(players)) as u8 };
    let debt = if matches!(drill, Drill::Folding | Drill::Bete) { rules.stake.value.chips * 3 } else { 0 };
    let deal = |seed| PracticeDeal { edition: rules.id, players, place, debt, seed, drill };
    let is_one = |deal: &PracticeDeal| {
        may_drill(drill, rules, deal)
            && lines(rules, deal, MOST_POINTS).is_some_and(|lines| drills(drill, rules, &lines))
    };
    let most = if drill == Drill::Flush { 20_000 } else { 400 };
    (from..from + most).map(deal).find(is_one)
}

#[test]
fn each_deal_drills_what_it_says_and_none_stands_twice() {
    for rules in editions::ALL {
        let own: Vec<&PracticeDeal> = practice_deals().iter().filter(|deal| deal.edition == rules.id).collect();
        assert!(own.len() >= EACH, "{}: {} deals", rules.id, own.len());
        for (at, deal) in own.iter().enumerate() {
            let lines = lines(rules, deal, MOST_POINTS).expect("lines");
            assert!(drills(deal.drill, rules, &lines), "{deal:?}");
            let same = |other: &&&PracticeDeal| (other.players, other.seed) == (deal.players, deal.seed);
            assert_eq!(own[..at].iter().find(same), None, "{deal:?}");
        }
    }
}

#[test]
fn no_line_ends_before_its_reckoning_and_no_chip_is_lost() {
    for rules in editions::ALL {
        for deal in practice_deals().iter().filter(|deal| deal.edition == rules.id) {
            let lines = lines(rules, deal, MOST_POINTS).expect("lines");
            let chips = |hand: &Hand| hand.purses.iter().sum::<i64>() + hand.pool + hand.cash;
            let all = chips(&lines.opening[0].before);
            for point in &lines.points {
                assert_eq!(point.hand.asks(), !point.lines.is_empty(), "{deal:?}");
                assert_eq!(chips(&point.hand), all, "{deal:?}");
                let asked = !point.hand.asks() || point.hand.mover == deal.learner();
                assert!(asked && point.lines.len() == moves(rules, &point.hand).len(), "{deal:?}");
            }
        }
    }
}

#[test]
#[ignore = "finds the deals anew, and prints them"]
fn find_them() {
    for (edition, rules) in editions::ALL.iter().enumerate() {
        let tables: Vec<u8> = (3..=6).filter(|players| rules.players.value.allows(usize::from(*players))).collect();
        // Editions that differ in debts alone shall not have the same deals.
        let (mut found, mut seed) = (0, 10_000 * edition as u64);
        for round in 0.. {
            for (at, drill) in Drill::ALL.into_iter().enumerate() {
                let players = tables[(at + round) % tables.len()];
                seed += 100;
                if found < EACH
                    && let Some(deal) = find(rules, players, drill, seed)
                {
                    let PracticeDeal { edition, place, debt, seed, .. } = deal;
                    let row = (edition, players, place, debt, seed, drill);
                    println!("{},", serde_json::to_string(&row).expect("a row"));
                    found += 1;
                }
            }
            if found >= EACH || round > 5 {
                break;
            }
        }
    }
}

/// Whether a deal can drill it at all, before any line is worked out.
fn may_drill(drill: Drill, rules: &Ruleset, deal: &PracticeDeal) -> bool {
    let Some((hand, act, _)) = deal.dealt(rules) else { return false };
    let Ok(hand) = apply(rules, &hand, act, &mut Vec::new()) else { return false };
    match drill {
        Drill::Flush => may_claim(rules, &hand, deal.learner()),
        Drill::Fille => !hand.fille.is_empty(),
        Drill::TurnUp => hand.dealer == deal.learner() && may_take_turn_up(rules, &hand),
        _ => true,
    }
}

/// Whether the lines of a deal drill it: the learner comes to it by playing their best, and it makes a difference.
fn drills(drill: Drill, rules: &Ruleset, lines: &Lines) -> bool {
    match drill {
        Drill::Following => duty(rules, lines, Topic::PlayFollow),
        Drill::Heading => duty(rules, lines, Topic::PlayHead),
        Drill::Trumping => duty(rules, lines, Topic::PlayTrump),
        Drill::Overtrumping => duty(rules, lines, Topic::PlayOvertrump),
        Drill::Folding => declares(lines, |does| does == Move::Fold),
        Drill::Exchanging => exchanges(lines),
        Drill::Bete => can_owe(lines),
        Drill::Flush => lines.main().iter().any(|point| point.hand.stage == Stage::In(Phase::Claims)),
        Drill::Fille => declares(lines, |does| does == Move::TakeSpare),
        Drill::TurnUp => takes_turn_up(lines),
    }
}

/// Whether the best line comes to a play that this duty binds, and to a card that it keeps back.
fn duty(rules: &Ruleset, lines: &Lines, topic: Topic) -> bool {
    let keeps_back =
        |hand: &Hand| hand.held[hand.mover].into_iter().any(|card| breach(rules, hand, card) == Some(topic));
    let is_play = |hand: &Hand| hand.stage == Stage::In(Phase::Tricks);
    let binds = |hand: &Hand| is_play(hand) && legal(rules, hand).clause == topic && keeps_back(hand);
    lines.main().iter().any(|point| binds(&point.hand))
}

/// Whether only declarations of a kind are best, all others costing at least a chip more.
fn declares(lines: &Lines, is_it: impl Fn(Move) -> bool) -> bool {
    let Some(point) = lines.main().into_iter().find(|point| matches!(point.hand.stage, Stage::In(Phase::Round(_))))
    else {
        return false;
    };
    is_better(lines, point, is_it)
}

/// Whether laying down some cards is best, and neither all that may be nor none.
fn exchanges(lines: &Lines) -> bool {
    declares(lines, |does| matches!(does, Move::Exchange(laid, _) if (2..=3).contains(&laid.len())))
}

/// Whether the learner, once he is in, may win chips or come to owe, by his cards alone.
fn can_owe(lines: &Lines) -> bool {
    let owes = |point: &Point| !point.hand.asks() && point.hand.owes[lines.learner] > 0;
    let first = lines.points.first();
    let enters = first.and_then(|point| lines.best(point)).is_some_and(|line| line.does != Move::Fold);
    enters && first.is_some_and(|point| point.best > 0) && lines.points.iter().filter(|point| owes(point)).count() > 1
}

/// Whether the learner, at some point of his best line, does better by taking the card turned up than without it.
fn takes_turn_up(lines: &Lines) -> bool {
    let takes = |does| matches!(does, Move::TakeTurnUp(_));
    lines.main().into_iter().any(|point| is_better(lines, point, takes))
}

/// Whether a point offers moves of this kind and others, and the best of the kind comes to at least a chip more.
fn is_better(lines: &Lines, point: &Point, is_it: impl Fn(Move) -> bool) -> bool {
    let best = |wanted: bool| {
        let of_kind = point.lines.iter().filter(|line| is_it(line.does) == wanted);
        of_kind.map(|line| lines.points[line.to].best).max()
    };
    best(false).is_some() && best(true) > best(false)
}

fn rules() -> &'static Ruleset {
    editions::by_id("mouche-1718").expect("an edition")
}

fn cards(words: &str) -> Vec<Card> {
    words.split(' ').map(|word| read_card(word, Letters::English).expect("a card")).collect()
}

/// Hearts are trumps; the first hand is the dealer's, the next leads. Where cards are played, all have stood.
fn hand(hands: [&str; 3], played: &str) -> Hand {
    let mut table = Table::new(3, Seat(0), PerSeat::all(1000));
    let mut hand = open(rules(), &mut table, &mut Vec::new()).expect("a pool");
    let mut held = PerSeat::all(Set::EMPTY);
    hands.iter().zip(0..).for_each(|(words, seat)| held[Seat(seat)] = cards(words).into_iter().collect());
    let mut act = |act| hand = apply(rules(), &hand, act, &mut Vec::new()).expect("an act");
    act(Act::Deal(Deal { hands: held, fille: Set::EMPTY, turned: cards("9♥")[0] }));
    let play = if played.is_empty() { Vec::new() } else { cards(played) };
    if !play.is_empty() {
        [1, 2, 0].into_iter().for_each(|seat| act(Act::Does(Seat(seat), Move::Stand)));
    }
    play.into_iter().zip([1, 2]).for_each(|(card, seat)| act(Act::Does(Seat(seat), Move::Play(card))));
    hand
}

const ANY: [&str; 3] = ["A♣ K♣ Q♣ J♣ 10♣", "A♠ K♠ Q♠ J♠ 10♠", "A♦ K♦ Q♦ J♦ 10♦"];

/// A point with moves, each with what it comes to and what is owed there.
fn point(hand: Hand, moves: &[(Move, i64, i64)]) -> Lines {
    let line = |(at, (does, ..)): (usize, &(Move, i64, i64))| Line { does: *does, happened: Vec::new(), to: at + 1 };
    let most = moves.iter().map(|(_, best, _)| *best).max().unwrap_or_default();
    let first = Point { hand, trick: Vec::new(), lines: moves.iter().enumerate().map(line).collect(), best: most };
    let end = |(_, best, owes): &(Move, i64, i64)| {
        let mut hand = Hand { stage: Stage::Over, ..hand };
        hand.owes[hand.mover] = *owes;
        Point { hand, trick: Vec::new(), lines: Vec::new(), best: *best }
    };
    let points = std::iter::once(first).chain(moves.iter().map(end)).collect();
    Lines { learner: hand.mover, opening: Vec::new(), points }
}

#[test]
fn each_duty_is_drilled_where_it_binds_and_keeps_a_card_back() {
    let follow = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "10♠ A♥ A♦ K♦ Q♦"], "K♠");
    let head = hand(["A♣ K♣ Q♣ J♣ 8♦", "10♠ Q♦ J♦ 9♠ 10♦", "K♠ 8♠ A♥ A♦ K♦"], "10♠");
    let trump = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "8♥ A♥ A♦ K♦ Q♦"], "K♠");
    let overtrump = hand(["K♥ 8♥ Q♣ J♣ 10♣", "K♠ Q♠ J♠ 10♠ 9♦", "10♥ A♦ K♦ Q♦ J♦"], "K♠ 10♥");
    // Here a duty binds, but all that is held may go.
    let mut free = follow;
    free.held[Seat(2)] = cards("10♠ 8♠").into_iter().collect();
    let duties = [Drill::Following, Drill::Heading, Drill::Trumping, Drill::Overtrumping];
    for (at, hand) in [follow, head, trump, overtrump, free].into_iter().enumerate() {
        let found = duties.map(|drill| drills(drill, rules(), &point(hand, &[])));
        assert_eq!(found, [0, 1, 2, 3].map(|drill| drill == at), "{at}");
    }
    let declares = point(hand(ANY, ""), &[]);
    assert!(duties.iter().all(|drill| !drills(*drill, rules(), &declares)), "no card is asked for");
}

fn drills_of(drill: Drill, moves: &[(Move, i64, i64)]) -> bool {
    drills(drill, rules(), &point(hand(ANY, ""), moves))
}

#[test]
fn to_fold_is_drilled_where_all_else_costs_more() {
    let of = |stands| drills_of(Drill::Folding, &[(Move::Fold, 0, 0), (Move::Stand, stands, 0)]);
    assert_eq!([of(-5), of(0), of(3)], [true, false, false]);
    assert!(!drills_of(Drill::Folding, &[(Move::Fold, 0, 0)]), "it is no choice");
    let played = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "10♠ A♥ A♦ K♦ Q♦"], "K♠");
    let late = point(played, &[(Move::Fold, 0, 0), (Move::Stand, -5, 0)]);
    assert!(!drills(Drill::Folding, rules(), &late), "nothing is declared there");
}

#[test]
fn to_exchange_is_drilled_where_two_or_three_cards_are_best() {
    let laid = |count| Move::lay(cards("A♠ K♠ Q♠ J♠ 10♠").into_iter().take(count).collect());
    let of = |best: Move, other| drills_of(Drill::Exchanging, &[(best, 4, 0), (other, 1, 0)]);
    assert_eq!([1, 2, 3, 4, 5].map(|count| of(laid(count), Move::Stand)), [false, true, true, false, false]);
    assert!(!of(Move::Stand, laid(2)) && !of(laid(2), laid(3)), "another is better, or none is worse");
}

#[test]
fn the_fille_is_drilled_where_it_is_best() {
    let of = |fille| drills_of(Drill::Fille, &[(Move::Stand, 1, 0), (Move::TakeSpare, fille, 0)]);
    assert_eq!([of(2), of(1), of(0)], [true, false, false]);
}

#[test]
fn what_a_debt_costs_is_drilled_where_a_hand_can_win_and_lose() {
    let of = |moves: &[(Move, i64, i64)]| drills_of(Drill::Bete, moves);
    let (fold, stand) = ((Move::Fold, 0, 0), |best, owes| (Move::Stand, best, owes));
    assert!(of(&[fold, stand(4, 0), stand(-5, 5), stand(-5, 5)]));
    assert!(!of(&[fold, stand(4, 0), stand(-5, 5)]), "too few ways to lose");
    assert!(!of(&[stand(0, 0), stand(-5, 5), stand(-5, 5)]), "nothing to win");
    assert!(!of(&[(Move::Fold, 9, 0), stand(4, 0), stand(-5, 5), stand(-5, 5)]), "he stays out");
}

#[test]
fn the_turn_up_is_drilled_where_it_is_better_taken() {
    let takes = |best| (Move::TakeTurnUp(cards("A♠")[0]), best, 0);
    let of = |best| drills_of(Drill::TurnUp, &[(Move::LeaveTurnUp, 1, 0), takes(best)]);
    assert_eq!([of(2), of(1), of(-5)], [true, false, false]);
    assert!(!drills_of(Drill::TurnUp, &[takes(2)]), "it is no choice");
}

#[test]
fn a_flush_is_drilled_where_it_may_be_claimed() {
    let hand = hand(ANY, "");
    let claims = Hand { stage: Stage::In(Phase::Claims), ..hand };
    let of = |hand| drills(Drill::Flush, rules(), &point(hand, &[]));
    assert_eq!([of(claims), of(hand)], [true, false]);
}

#[test]
fn a_deal_can_drill_only_what_its_cards_have() {
    let deal = |edition, place, seed| PracticeDeal { edition, players: 4, place, debt: 0, seed, drill: Drill::Fille };
    let boussac = editions::by_id("boussac-1896").expect("an edition");
    let may = |drill: Drill, place| may_drill(drill, boussac, &deal("boussac-1896", place, 1));
    assert!(may(Drill::Fille, 1) && !may_drill(Drill::Fille, rules(), &deal("mouche-1718", 1, 1)));
    assert!(may(Drill::TurnUp, 4) && !may(Drill::TurnUp, 1), "the dealer's alone");
    let flush = |seed| may_drill(Drill::Flush, rules(), &deal("mouche-1718", 1, seed));
    let found = (0..3_000).filter(|seed| flush(*seed)).count();
    assert!((1..300).contains(&found), "{found} of 3,000 deals have a flush");
}
