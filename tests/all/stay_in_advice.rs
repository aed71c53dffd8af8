//! "Should I go in?": the same each time, honest with chips, and right where everyone can tell.

use crate::test_extent;
use mouche::cards::{Card, CardLanguage, CardSet, PerSeat, Rank, Seat, Suit, read_card};
use mouche::editions::{built_in_trick_editions, trick_edition};
use mouche::engine::{
    DealStage, DealState, DealtCards, Move, TableBetweenDeals, TrickAct, apply, open_deal,
    playable_cards,
};
use mouche::explore::{
    DeclarationAsHeard, DeclarationPlan, DeclarationPlanForecast, RandomPlayer, advise_declaration,
    play_example, play_out_by_strategy, redeal_after_declarations, redeal_unseen,
    sum_chips_of_moves,
};
use mouche::rules::{DealPhase, SpareHand, TrickRules, Verb};
use mouche::scenario::task_check;

fn cards(words: &str) -> CardSet {
    words
        .split(' ')
        .map(|word| read_card(word, CardLanguage::English).expect("a card"))
        .collect()
}

/// A card that every pack has, turned up.
const TURNED: &str = "J♥";

/// A first hand in which the eldest holds these, and a debt of one stake lies in the pool so that everyone may fold.
fn first_deal(rules: &TrickRules, seats: u8, held: CardSet, turned: &str) -> DealState {
    let mut table = TableBetweenDeals::new(seats, Seat(0), PerSeat::all(1000));
    table.debts.push(mouche::engine::PendingDebt {
        debtor: Seat(0),
        chips: rules.stake.value.chips,
        deal: 0,
    });
    let mut events = Vec::new();
    let mut hand = open_deal(rules, &mut table, &mut events).expect("a hand");
    let turned = cards(turned).nth(0).expect("a card");
    let mut left = (rules.pack.value.pack(seats) - held).without(turned);
    let mut player = RandomPlayer::new(5);
    let mut hands = PerSeat::default();
    let mut draw = || {
        let some = player.random_subset(left, held.len());
        left = left - some;
        some
    };
    for seat in (0..seats).map(Seat) {
        hands[seat] = if seat == hand.mover { held } else { draw() };
    }
    let fille = if rules.fille_deal.value == SpareHand::BeforeDealer {
        draw()
    } else {
        CardSet::EMPTY
    };
    apply(
        rules,
        &mut hand,
        TrickAct::Deal(DealtCards {
            hands,
            spare_hand: fille,
            turned_card: turned,
        }),
        &mut events,
    )
    .expect("a deal");
    assert!(matches!(hand.stage, DealStage::In(DealPhase::Round(_))));
    hand
}

fn heard_declaration(verb: Verb, cards: usize) -> DeclarationAsHeard {
    DeclarationAsHeard { verb, cards }
}

fn advise_first_speaker(
    rules: &TrickRules,
    seats: u8,
    held: &str,
    turned: &str,
) -> Vec<DeclarationPlanForecast> {
    let first = first_deal(rules, seats, cards(held), turned);
    advise_declaration(rules, &first, &[], 400, 1)
}

fn best_plan(advice: &[DeclarationPlanForecast]) -> DeclarationPlan {
    let best = advice
        .iter()
        .max_by(|a, b| a.gained.estimate().total_cmp(&b.gained.estimate()));
    best.expect("a plan").plan
}

/// As many as a hand has of these suits, the highest or the lowest in the order of the edition.
fn extreme_hand(rules: &TrickRules, seats: u8, suits: &[Suit], is_high: bool) -> CardSet {
    let pack = rules
        .pack
        .value
        .pack(seats)
        .without(cards(TURNED).nth(0).expect("a card"));
    let mut of: Vec<Card> = pack
        .into_iter()
        .filter(|card| suits.contains(&card.suit()))
        .collect();
    of.sort_by_key(|card| rules.rank.value.index_from_top(card.rank()));
    of.reverse();
    if is_high {
        of.reverse();
    }
    of.into_iter()
        .take(usize::from(rules.deal_packets.value.hand))
        .collect()
}

const PLAIN: [Suit; 3] = [Suit::Clubs, Suit::Diamonds, Suit::Spades];

#[test]
fn the_best_trumps_do_most_and_nothing_at_all_does_least() {
    for rules in built_in_trick_editions() {
        let of = |held: CardSet| {
            advise_declaration(rules, &first_deal(rules, 4, held, TURNED), &[], 400, 1)
        };
        let advice = of(extreme_hand(rules, 4, &[Suit::Hearts], true));
        let (most, least) = match rules.id {
            // Even nothing at all is changed for the spare hand; and, where one goes in for a fixed sum, for five others.
            "rams-2008" => (DeclarationPlan::BidAll, DeclarationPlan::Fille),
            "mistigri-1975" | "moench-2005" => (DeclarationPlan::Join, DeclarationPlan::Join),
            "mauscheln-2008" => (DeclarationPlan::Diddle, DeclarationPlan::Pass),
            "norrlandsknack-2008" => (DeclarationPlan::Knock, DeclarationPlan::Lurk),
            _ => (DeclarationPlan::Stand, DeclarationPlan::Fold),
        };
        assert_eq!(best_plan(&advice), most, "{}: {advice:?}", rules.id);
        let advice = of(extreme_hand(rules, 4, &PLAIN, false));
        assert_eq!(best_plan(&advice), least, "{}: {advice:?}", rules.id);
    }
}

/// What the first who speaks may do, in the order of the plans.
fn expected_plans(rules: &TrickRules) -> &'static [DeclarationPlan] {
    match rules.id {
        "boussac-1896" => &[
            DeclarationPlan::Fold,
            DeclarationPlan::Stand,
            DeclarationPlan::Losers,
            DeclarationPlan::All,
            DeclarationPlan::Fille,
        ],
        "rams-2008" => &[
            DeclarationPlan::Fold,
            DeclarationPlan::Stand,
            DeclarationPlan::Fille,
            DeclarationPlan::BidAll,
        ],
        "mistigri-1975" | "moench-2005" => &[DeclarationPlan::Join, DeclarationPlan::Fold],
        "mauscheln-2008" => &[DeclarationPlan::Pass, DeclarationPlan::Diddle],
        "norrlandsknack-2008" => &[DeclarationPlan::Lurk, DeclarationPlan::Knock],
        _ => &[
            DeclarationPlan::Fold,
            DeclarationPlan::Stand,
            DeclarationPlan::Losers,
            DeclarationPlan::All,
        ],
    }
}

#[test]
fn every_plan_is_told_once_and_tried_as_often() {
    for rules in built_in_trick_editions() {
        // One trump, so that the losers are not the whole hand.
        let held = extreme_hand(rules, 3, &PLAIN, false);
        let held = held.without(held.nth(0).expect("a card")) | cards("K♥");
        let advice = advise_declaration(rules, &first_deal(rules, 3, held, TURNED), &[], 400, 1);
        let told: Vec<DeclarationPlan> = advice.iter().map(|one| one.plan).collect();
        assert_eq!(told, expected_plans(rules), "{}", rules.id);
        assert!(
            advice
                .iter()
                .all(|one| one.gained.of == 400 && one.spared.of == 400)
        );
    }
    let rules = trick_edition("mouche-1718").expect("an edition");
    // Five plain losers: to change them is to change the whole hand, and is said once.
    let plans: Vec<(DeclarationPlan, usize)> =
        advise_first_speaker(rules, 4, "7♠ 8♠ 7♦ 8♦ 9♣", "9♥")
            .iter()
            .map(|one| (one.plan, one.laid))
            .collect();
    assert_eq!(
        plans,
        [
            (DeclarationPlan::Fold, 0),
            (DeclarationPlan::Stand, 0),
            (DeclarationPlan::Losers, 5)
        ]
    );
}

#[test]
fn the_same_seed_gives_the_same_figures_and_another_does_not() {
    let rules = trick_edition("boussac-1896").expect("an edition");
    let first = first_deal(rules, 4, cards("K♠ Q♥ 8♥ 9♦ 7♣"), "9♥");
    let figures = |seed| {
        serde_json::to_string(&advise_declaration(rules, &first, &[], 200, seed)).expect("figures")
    };
    assert_eq!(figures(1), figures(1));
    assert_ne!(figures(1), figures(2));
}

fn total_chips(hand: &DealState) -> i64 {
    hand.purses.iter().sum::<i64>() + hand.pool + hand.side_pot + hand.cash
}

/// Cards, every one once, wherever they lie.
fn all_cards(hand: &DealState) -> (CardSet, usize) {
    let seats = hand.seats_in_turn().map(|seat| hand.hands[seat]);
    let piles = seats.chain([
        hand.spare_hand,
        hand.stock,
        hand.discards,
        CardSet::from(hand.turned_card),
    ]);
    piles.fold((CardSet::EMPTY, 0), |(all, count), pile| {
        (all | pile, count + pile.len())
    })
}

/// What is said by chance in the round that a hand is in, as far as the next in turn is still asked.
fn declare_by_chance(rules: &TrickRules, first: &DealState) -> Vec<DeclarationAsHeard> {
    let (mut hand, mut said, mut player) = (*first, Vec::new(), RandomPlayer::new(4));
    for next in first.seats_in_turn().skip(1) {
        let act = player.choose_move_act(rules, &hand);
        apply(rules, &mut hand, act, &mut Vec::new()).expect("an offered act");
        if (hand.stage, hand.mover) != (first.stage, next) {
            break;
        }
        if let TrickAct::Move(_, does) = act {
            said.push(DeclarationAsHeard::from_move(does));
        }
    }
    said
}

#[test]
fn chips_and_cards_are_conserved_in_every_deal_and_play_out() {
    for rules in built_in_trick_editions() {
        for seats in rules.players.value.from..=rules.players.value.to {
            let pack = rules.pack.value.pack(seats);
            let turned = cards(TURNED);
            let held = RandomPlayer::new(11)
                .random_subset(pack - turned, usize::from(rules.deal_packets.value.hand));
            let first = first_deal(rules, seats, held, TURNED);
            let said = declare_by_chance(rules, &first);
            let mut player = RandomPlayer::new(2);
            for spoken in 0..=said.len() {
                for _ in 0..if test_extent::are_all_wanted() { 20 } else { 3 } {
                    let hand =
                        redeal_after_declarations(rules, &first, &said[..spoken], &mut player)
                            .expect("a deal");
                    assert_eq!(
                        all_cards(&hand),
                        (pack, pack.len()),
                        "{} with {seats}",
                        rules.id
                    );
                    let me = first.seats_in_turn().nth(spoken).expect("a seat");
                    assert_eq!((hand.mover, hand.hands[me]), (me, first.hands[me]));
                    for to in DeclarationPlan::ALL
                        .iter()
                        .filter_map(|plan| plan.move_for(rules, &hand))
                    {
                        let end =
                            play_out_by_strategy(rules, &hand, to, &mut player, &mut Vec::new())
                                .expect("a move on offer");
                        assert_eq!(
                            (end.stage, total_chips(&end)),
                            (DealStage::Over, total_chips(&first)),
                            "{}",
                            rules.id
                        );
                    }
                }
            }
        }
    }
}

/// One who has gone in by the strategy holds more trumps than a stranger would.
#[test]
fn what_was_said_is_heard() {
    let rules = trick_edition("mouche-1718").expect("an edition");
    let first = first_deal(rules, 4, cards("7♠ 8♠ 7♦ 8♦ 9♣"), "9♥");
    let trumps = |said: &[DeclarationAsHeard]| {
        let mut player = RandomPlayer::new(3);
        let eldest = first.seats_in_turn().next().expect("a seat");
        let one = |_| {
            redeal_after_declarations(rules, &first, said, &mut player)
                .expect("a deal")
                .hands[eldest]
                & first.trumps.cards
        };
        (0..400).map(one).map(CardSet::len).sum::<usize>()
    };
    // Two of three folded without any; nobody changes two who has none but in a pool that nobody may leave.
    assert!(
        trumps(&[heard_declaration(Verb::Exchange, 2)])
            > 3 * trumps(&[heard_declaration(Verb::Fold, 0)])
    );
    // The strategy hardly ever stands: who does is taken for one who goes in.
    assert!(
        trumps(&[heard_declaration(Verb::Stand, 0)])
            > 3 * trumps(&[heard_declaration(Verb::Fold, 0)])
    );
    let mut player = RandomPlayer::new(3);
    let stood = redeal_after_declarations(
        rules,
        &first,
        &[heard_declaration(Verb::Fold, 0)],
        &mut player,
    )
    .expect("a deal");
    let king = stood.hands[first.mover]
        .into_iter()
        .filter(|card| first.trumps.cards.has(*card));
    assert!(
        king.into_iter().all(|card| card.rank() != Rank::King),
        "nobody folds the king of trumps"
    );
}

/// The moves of a hand that is told, up to a step, and the hand before it.
fn moves_up_to_step(id: &str) -> (TrickRules, Vec<(DealState, Move)>, DealState) {
    let text = include_bytes!("../held/what-may-be-asked.md");
    let story = mouche::scenario::check("a.md", text).stories.remove(0);
    let at = story
        .trick_steps()
        .iter()
        .position(|step| step.id == id)
        .expect("a step");
    let step = &story.trick_steps()[at];
    (
        *step.rules,
        task_check::moves_before(&story, at),
        step.before,
    )
}

#[test]
fn what_a_move_comes_to_is_the_same_whatever_the_others_hold() {
    let (rules, past, hand) = moves_up_to_step("h1-t2-1");
    let cards = playable_cards(&rules, &hand)
        .cards
        .into_iter()
        .map(Move::Play)
        .collect::<Vec<_>>();
    let means = sum_chips_of_moves(&rules, &past, &hand, &cards);
    assert_eq!(
        sum_chips_of_moves(&rules, &past, &hand, &cards),
        means,
        "again"
    );
    let mut other = hand;
    let (claude, anne) = (hand.hands[Seat(2)], hand.hands[Seat(0)]);
    (other.hands[Seat(2)], other.hands[Seat(0)]) = (anne, claude);
    assert_ne!(other, hand);
    assert_eq!(
        sum_chips_of_moves(&rules, &past, &other, &cards),
        means,
        "with the cards of two others changed about"
    );
    assert!(means.iter().any(|chips| *chips != means[0]), "{means:?}");
}

/// Claude has trumped a club: he has none.
#[test]
fn what_the_others_have_shown_is_kept_to() {
    let (rules, past, hand) = moves_up_to_step("h1-t4-1");
    let cards: Vec<Move> = playable_cards(&rules, &hand)
        .cards
        .into_iter()
        .map(Move::Play)
        .collect();
    let [shown, not_shown] =
        [&past[..], &[]].map(|past| sum_chips_of_moves(&rules, past, &hand, &cards));
    assert_ne!(shown, not_shown);
}

/// Two others hold two cards each, and what they have shown binds them to different cards. All deals that fit are counted:
/// by chance each card comes to each of them as often as in those.
#[test]
fn cards_are_dealt_anew_as_evenly_as_what_was_shown_allows() {
    let rules = *trick_edition("mouche-1718").expect("an edition");
    let bound = |past: &[(DealState, Move)], hand: &DealState, seat: Seat| -> CardSet {
        let plays = past.iter().filter_map(|(before, does)| match does {
            Move::Play(card) if before.mover == seat => Some((*before, *card)),
            _ => None,
        });
        let could = |card: &_| {
            plays.clone().all(|(mut before, played)| {
                before.hands[seat] = CardSet::from(played).with(*card);
                playable_cards(&rules, &before).cards.has(played)
            })
        };
        (rules.pack.value.pack(hand.seats)
            - hand.hands[hand.mover]
            - past
                .iter()
                .fold(CardSet::EMPTY, |gone, (before, does)| match does {
                    Move::Play(card) => gone.with(*card),
                    Move::Exchange(laid, _) if before.mover == hand.mover => gone | *laid,
                    _ => gone,
                }))
        .without(hand.turned_card)
        .into_iter()
        .filter(could)
        .collect()
    };
    let others = |hand: &DealState| {
        hand.seats_in_turn()
            .filter(|seat| *seat != hand.mover)
            .collect::<Vec<_>>()
    };
    // What the one is dealt leaves more or less to the other, who has not much to choose from.
    let parted = |told: &(Vec<(DealState, Move)>, DealState)| {
        let [one, two] = [0, 1].map(|at| bound(&told.0, &told.1, others(&told.1)[at]));
        let both = (one & two).len();
        let is_crossed = both > 1 && both + 2 < one.len().min(two.len());
        (is_crossed, std::cmp::Reverse(one.len().max(two.len())))
    };
    let begun = (0..2_000).filter_map(|seed| {
        let told = play_example(&rules, 3, RandomPlayer::new(seed))?;
        let at = told.moves.iter().position(|(hand, _)| {
            hand.trick.is_none()
                && hand.seats_in_turn().count() == 3
                && hand.hands[hand.mover].len() == 2
        })?;
        Some((told.moves[..at].to_vec(), told.moves[at].0))
    });
    let (past, hand) = begun.max_by_key(parted).expect("a hand");
    let seats = others(&hand);
    let pairs = |of: CardSet| {
        of.into_iter().flat_map(move |one| {
            of.into_iter()
                .filter(move |two| *two > one)
                .map(move |two| CardSet::from(one).with(two))
        })
    };
    let [one, two] = [0, 1].map(|at| bound(&past, &hand, seats[at]));
    let deals: Vec<[CardSet; 2]> = pairs(one)
        .flat_map(|first| pairs(two - first).map(move |second| [first, second]))
        .collect();
    let mut player = RandomPlayer::new(1);
    let came: Vec<DealState> = (0..40_000)
        .map(|_| redeal_unseen(&rules, &past, &hand, &mut player))
        .collect();
    for (at, may) in [one, two].into_iter().enumerate() {
        for card in may {
            let due =
                deals.iter().filter(|deal| deal[at].has(card)).count() as f64 / deals.len() as f64;
            let dealt = came
                .iter()
                .filter(|hand| hand.hands[seats[at]].has(card))
                .count() as f64
                / came.len() as f64;
            // Five times the deviation of so many deals.
            let near = 5.0 * (due * (1.0 - due) / came.len() as f64).sqrt();
            assert!(
                (dealt - due).abs() <= near,
                "{card} to {at}: {dealt:.4}, {due:.4} are due of {} deals",
                deals.len()
            );
        }
    }
}
