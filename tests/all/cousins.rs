//! The worked hands of the seven games whose editions are still to come, told as scenarios tell them (`tests/machine/`)
//! and held on rules that live here alone: what they need of the machine it has.

use mouche::cards::Rank::{self, Ace, Seven, Six, Two};
use mouche::cards::{Card, Letters, PerSeat, Ranks, Seat, Suit, read_card};
use mouche::editions;
use mouche::engine::{Hand, Move, Table, apply, close, is_over, moves, open, settle_last_debts};
use mouche::explore::RandomPlayer;
use mouche::rules::{
    AllFold, AllPay, Alone, Amount, Apart, Asks, BidAll, Blind, Calls, Chips, Civil, Civility, Countdown, DECLARATIONS,
    Defence, Direction, Duty, Earner, Exchange, Finish, FlushDebt, Forced, LastButOne, Lead, LeadDuties, Limit,
    MustLead, NextDealer, Obtained, Offer, PackTable, Packets, Payee, Payers, Penalties, Penalty, Phase, Phases,
    PlayerCount, Points, Premiums, Promoted, Promotion, RankOrder, Redeal, Rest, Role, RoleOf, Round, Ruleset, Score,
    Shares, ShortStock, SpareHand, Stake, StakeBy, Supply, TieBreak, TieBreaks, TopCard, TurnOwner, Undertaking, Verb,
    When, WhenTrumped, WildCard,
};
use mouche::scenario::{check, under};
use std::collections::BTreeSet;

/// What all seven have: the ace on top, a stake of five, shares of a fifth, a debt as large as the stake.
fn cousin(id: &'static str) -> Ruleset {
    let mut rules = *editions::by_id("mouche-1718").expect("an edition");
    rules.id = id;
    rules.players.value = PlayerCount { from: 3, to: 6 };
    let mut ace_high = Rank::ALL;
    ace_high.reverse();
    rules.rank.value = RankOrder::new(ace_high);
    rules.direction.value = Direction::Left;
    rules.play_free.value = WhenTrumped::Undertrump;
    rules.chips_start.value = Chips(100);
    rules.debt_make.value = Penalties::STAKE;
    rules
}

fn loo() -> Ruleset {
    let mut rules = cousin("loo-2008");
    rules.players.value = PlayerCount { from: 3, to: 10 };
    rules.pack.value = PackTable::of(Ranks::from(Two));
    rules.pam_card.value = TopCard::JACK_OF_CLUBS;
    rules.flush_wild.value = WildCard::TopCard;
    rules.flush_pat.value = Obtained::Anyhow;
    rules.flush_tie.value = TieBreaks { top_card_first: true, best_alone: false, then: TieBreaks::BY_CARDS_DOWN };
    rules.flush_owe.value = FlushDebt {
        payers: Payers::Active,
        amount: Amount::Stake(1),
        to: Payee::Winner,
        losing_flush_exempt: true,
        quiet_flush_exempt: true,
        top_card_exempt: true,
    };
    rules.lead_duty.value = LeadDuties(&[MustLead::TrumpLater]);
    let civil = Civil { by_forehand: false, in_first_trick: false, even_alone: false };
    rules.pam_civil.value = Civility(Some(civil));
    rules
}

fn rams() -> Ruleset {
    let mut rules = cousin("rams-2008");
    rules.players.value = PlayerCount { from: 3, to: 5 };
    rules.pack.value = PackTable::of(Ranks::from(Seven));
    rules.chips_start.value = Chips(50);
    rules.fille_deal.value = SpareHand::BeforeDealer;
    rules.decl_fille.value = Offer::Open;
    rules.decl_exchange.value = Offer::Closed;
    rules.turn_owner.value = TurnOwner::Dealer { after_exchange: false };
    rules.forced.value = Forced(&[When::BareStake]);
    rules.forced_last.value = LastButOne::Dealer;
    rules.decl_order.value = Phases::always(&[Phase::Round(DECLARATIONS), Phase::TurnUp, Phase::Tricks]);
    rules.decl_all.value = BidAll::InTurn;
    rules.pay_all.value = AllPay(Some(5));
    rules.allfold.value = AllFold::LastPays;
    rules
}

/// A round in which everyone is asked.
const fn of_everyone(is: &'static str, offers: &'static [RoleOf]) -> Round {
    Round { is, asks: Asks::Everyone, offers }
}

const FOLDS: RoleOf = RoleOf(Verb::Fold, None);
const JOINS: RoleOf = RoleOf(Verb::Join, Some(Role::Playing));
const ENTRY: &Round = &of_everyone("going in", &[FOLDS, JOINS]);
const EXCHANGE: &Round = &of_everyone("the exchange", &[RoleOf(Verb::Stand, None), RoleOf(Verb::Exchange, None)]);
const JOINING: &Round = &Round { is: "joining", asks: Asks::AfterTheBidder, offers: &[FOLDS, JOINS] };

fn mistigri() -> Ruleset {
    let mut rules = cousin("mistigri-1975");
    rules.pack.value = PackTable::of(Ranks::from(Seven)).and_for(5, Ranks::from(Two));
    rules.stake.value = Stake { by: StakeBy::Each, chips: 5, once: false };
    rules.pam_card.value = TopCard::JACK_OF_CLUBS;
    rules.flush_wild.value = WildCard::TopCard;
    rules.flush_pat.value = Obtained::Anyhow;
    let mut points = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11];
    points[Ace as usize] = 11;
    rules.flush_points.value = Points(points);
    rules.flush_owe.value = FlushDebt { amount: Amount::Stake(1), ..FlushDebt::POOL };
    rules.pam_calls.value = Calls::OnPlay;
    rules.decl_join.value = Apart::Asked;
    rules.decl_order.value =
        Phases::always(&[Phase::Round(ENTRY), Phase::Naming, Phase::Round(EXCHANGE), Phase::Claims, Phase::Tricks]);
    rules
}

fn moench() -> Ruleset {
    let mut rules = mistigri();
    rules.id = "moench-2005";
    rules.pack.value = PackTable::of(Ranks::from(Six)).and_for(5, Ranks::from(Two));
    rules.chips_start.value = Chips(25);
    rules.exchange_once.value = Exchange { most: 4 };
    rules.exchange_short.value = ShortStock::Then(&[Supply::Discards]);
    rules.forced.value = Forced(&[When::Trump(Suit::Clubs)]);
    rules.pool_cap.value = Limit(Some(40));
    rules.allfold.value = AllFold::LastPays;
    rules.flush_owe.value = FlushDebt { losing_flush_exempt: true, top_card_exempt: true, ..rules.flush_owe.value };
    rules.pam_civil.value = Civility(Some(Civil { by_forehand: true, in_first_trick: true, even_alone: true }));
    rules.end.value.finish = Finish::Target(50);
    rules
}

fn mauscheln() -> Ruleset {
    let mut rules = cousin("mauscheln-2008");
    rules.players.value = PlayerCount { from: 3, to: 5 };
    rules.pack.value = PackTable::of(Ranks::from(Seven));
    rules.chips_start.value = Chips(40);
    rules.stake.value = Stake { by: StakeBy::Dealer, chips: 4, once: false };
    rules.deal_packets.value = Packets { hand: 4, ways: &[&[2, 2]], turn_after: Some(2) };
    rules.pay_share.value = Shares::a_trick(4);
    rules.exchange_once.value = Exchange { most: 4 };
    rules.exchange_short.value = ShortStock::Then(&[Supply::Folded, Supply::Discards]);
    const BID: &Round = &Round {
        is: "the bid",
        asks: Asks::UntilOneBids,
        offers: &[
            RoleOf(Verb::Pass, None),
            RoleOf(Verb::Diddle, Some(Role::Bidding)),
            RoleOf(Verb::DiddleBlind, Some(Role::Bidding)),
        ],
    };
    rules.decl_order.value = Phases::always(&[
        Phase::ThrowIn,
        Phase::Round(BID),
        Phase::Round(JOINING),
        Phase::Round(EXCHANGE),
        Phase::TurnUp,
        Phase::Tricks,
    ]);
    (rules.decl_bid.value, rules.decl_join.value) = (Apart::Asked, Apart::Asked);
    rules.undertake.value = Undertaking { waiting: 0, playing: 1, bidding: 2 };
    rules.play_lead.value = Lead::Bidder;
    const TWICE: Penalty = Penalty { undertook: Some(2), won: Some(0), amount: Amount::Pool(2), to: Payee::NextPool };
    const ONCE: Penalty = Penalty { undertook: None, won: None, amount: Amount::Pool(1), to: Payee::NextPool };
    rules.debt_make.value = Penalties(&[TWICE, ONCE]);
    rules.allfold.value = AllFold::Void;
    rules
}

fn norrlandsknack() -> Ruleset {
    let mut rules = cousin("norrlandsknack-2008");
    rules.players.value = PlayerCount { from: 3, to: 5 };
    rules.pack.value = PackTable::of(Ranks::from(Two));
    rules.chips_start.value = Chips(10);
    rules.stake.value = Stake { by: StakeBy::Each, chips: 1, once: true };
    rules.deal_packets.value = Packets { hand: 5, ways: &[&[3, 2]], turn_after: Some(3) };
    rules.deal_next.value = NextDealer::SameIfVoid;
    rules.turn_owner.value = TurnOwner::DealerAtFirst;
    const KNOCKS: RoleOf = RoleOf(Verb::Knock, Some(Role::Bidding));
    const FIRST: &Round =
        &Round { is: "the bid", asks: Asks::UntilOneBids, offers: &[RoleOf(Verb::Lurk, None), KNOCKS] };
    const LATER: &Round =
        &Round { is: "the bid", asks: Asks::UntilOneBids, offers: &[RoleOf(Verb::Pass, None), KNOCKS] };
    const DRAW: &Round = &of_everyone(
        "the exchange",
        &[RoleOf(Verb::Stand, None), RoleOf(Verb::Exchange, None), RoleOf(Verb::TakeTurnUp, None)],
    );
    rules.decl_order.value = Phases {
        first: &[Phase::Round(FIRST), Phase::Round(DRAW), Phase::Tricks],
        later: &[Phase::Round(LATER), Phase::Round(JOINING), Phase::Tricks],
    };
    (rules.decl_bid.value, rules.decl_join.value) = (Apart::Asked, Apart::Asked);
    rules.undertake.value = Undertaking { waiting: 0, playing: 1, bidding: 1 };
    rules.score.value = Score(Some(Countdown { start: 10, a_trick: 1, loaf: 5 }));
    rules.lead_duty.value = LeadDuties(&[MustLead::AceFirst, MustLead::TrumpAtOne]);
    (rules.play_head.value, rules.play_trump.value, rules.play_overtrump.value) =
        (Duty::Waived, Duty::Waived, Duty::Waived);
    rules.play_free.value = WhenTrumped::Free;
    rules.pay_share.value = Shares { parts: 1, earner: Earner::Nobody };
    const LOAF: Penalty = Penalty { undertook: None, won: None, amount: Amount::Chips(1), to: Payee::ThisPool };
    rules.debt_make.value = Penalties(&[LOAF]);
    rules.pay_rest.value = Rest::First;
    rules.alone.value = Alone::WinsTricks(5);
    rules.allfold.value = AllFold::Void;
    rules.end.value.finish = Finish::Points;
    rules
}

fn julep() -> Ruleset {
    use Rank::{Ace, Five, Four, Jack, King, Queen, Seven, Six, Three, Two};
    let mut rules = cousin("julep-2008");
    let ranks = [Ace, Three, King, Queen, Jack, Seven, Six, Five, Four, Two];
    rules.pack.value = PackTable::of(ranks.into_iter().fold(Ranks::NONE, Ranks::with));
    rules.rank.value = RankOrder::new([
        Ace,
        Three,
        King,
        Queen,
        Jack,
        Seven,
        Six,
        Five,
        Four,
        Two,
        Rank::Ten,
        Rank::Nine,
        Rank::Eight,
    ]);
    rules.chips_start.value = Chips(40);
    rules.direction.value = Direction::Right;
    rules.stake.value = Stake { by: StakeBy::Dealer, chips: 4, once: false };
    rules.turn_owner.value = TurnOwner::Dealer { after_exchange: true };
    rules.exchange_short.value = ShortStock::Then(&[Supply::Folded]);
    rules.decl_order.value =
        Phases::always(&[Phase::Round(DECLARATIONS), Phase::TurnUp, Phase::Defence, Phase::Tricks]);
    rules.decl_defend.value = Defence(Some(6));
    rules.undertake.value = Undertaking { waiting: 0, playing: 2, bidding: 2 };
    rules.pay_share.value = Shares { parts: 1, earner: Earner::Good };
    rules.pay_rest.value = Rest::Stays;
    const JULEP: Penalty = Penalty { undertook: None, won: None, amount: Amount::Stake(1), to: Payee::ThisPool };
    rules.debt_make.value = Penalties(&[JULEP]);
    rules.allfold.value = AllFold::DealerAsked;
    rules
}

/// The rules of a file's hand, with the options that it agrees on.
fn agreed(mut rules: Ruleset, told: &str) -> Ruleset {
    let seven = Promotion { card: card("7♦"), under: Ace };
    if told.contains("clubs_forces_play = true") {
        rules.forced.value = Forced(&[When::Trump(Suit::Clubs)]);
    }
    if told.contains("seven = true") || told.contains("belli = true") {
        rules.rank_promoted.value = Promoted(Some(seven));
    }
    if told.contains("belli = true") {
        rules.pay_premium.value = Premiums(Some((seven.card, 4)));
    }
    rules
}

/// Each hand of a file holds under these rules, and shows what it promises; under its edition as well, once there is one.
fn holds(rules: Ruleset, file: &'static str, hands: usize) {
    assert_eq!(titled(file).count(), hands);
    for told in titled(file) {
        assert_eq!(under(&told, agreed(rules, &told)), [], "{told}");
        if editions::by_id(rules.id).is_some() {
            assert_eq!(check(rules.id, told.as_bytes()).diagnostics, [], "{told}");
        }
    }
}

#[test]
fn loo_as_it_is_told() {
    holds(loo(), include_str!("../machine/loo-2008.md"), 5);
}

#[test]
fn rams_as_it_is_told() {
    holds(rams(), include_str!("../machine/rams-2008.md"), 5);
}

#[test]
fn mistigri_as_it_is_told() {
    holds(mistigri(), include_str!("../machine/mistigri-1975.md"), 4);
}

#[test]
fn moench_as_it_is_told() {
    holds(moench(), include_str!("../machine/moench-2005.md"), 4);
}

#[test]
fn mauscheln_as_it_is_told() {
    holds(mauscheln(), include_str!("../machine/mauscheln-2008.md"), 5);
}

#[test]
fn norrlandsknack_as_it_is_told() {
    holds(norrlandsknack(), include_str!("../machine/norrlandsknack-2008.md"), 5);
}

#[test]
fn julep_as_it_is_told() {
    holds(julep(), include_str!("../machine/julep-2008.md"), 6);
}

/// The laws that hold whatever is played, by chance and in every company; and that all which a game has happens.
fn laws(rules: Ruleset, happens: &[&str]) {
    let mut player = RandomPlayer::new(1979);
    let mut seen = BTreeSet::new();
    for evening in 0..400_u32 {
        let players = rules.players.value;
        let seats = players.from + (evening % u32::from(players.to - players.from + 1)) as u8;
        let mut table =
            Table::new(seats, Seat((evening % u32::from(seats)) as u8), PerSeat::all(rules.chips_start.value.0));
        let chips = table.chips();
        while table.deals < 12 && !is_over(&rules, &mut table) {
            let mut events = Vec::new();
            let mut hand = open(&rules, &mut table, &mut events).expect("few chips");
            assert_eq!(hand.pool % rules.pay_share.value.parts, 0, "a pool of {}", hand.pool);
            let mut act = player.deal(&rules, seats);
            while let Ok(next) = apply(&rules, &hand, act, &mut events) {
                assert!(chips == next.purses.iter().sum::<i64>() + next.pool + next.side_pot + next.cash);
                if hand.silent() == Some(Move::KeepTrump) && hand.trick.is_some() {
                    let won = |hand: &Hand| hand.trick.map(|trick| (trick.best, trick.winner));
                    assert!(next.trick.is_none() || won(&next) == won(&hand), "a naming changed a trick");
                }
                let held: usize = next.held.iter().map(|held| held.len()).sum();
                let all = next.held.iter().fold(next.stock | next.discards | next.fille, |all, held| all | *held);
                assert_eq!(all.len(), held + next.stock.len() + next.discards.len() + next.fille.len());
                hand = next;
                if !hand.asks() {
                    break;
                }
                let offers = moves(&rules, &hand);
                assert!(!offers.is_empty(), "nothing to do: {hand:?}");
                act = player.choose(&rules, &hand);
            }
            assert!(!hand.asks(), "refused: {act:?} at {:?}", hand.stage);
            seen.extend(events.iter().map(|event| event.clause.id()));
            close(&rules, &hand, &mut table);
            assert_eq!(table.chips(), chips);
        }
        settle_last_debts(&rules, &mut table, &mut Vec::new());
        assert_eq!(table.chips(), chips);
    }
    for clause in happens {
        assert!(seen.contains(clause), "{clause} never happens: {seen:?}");
    }
}

#[test]
fn laws_of_loo() {
    laws(loo(), &["pam.civil", "flush.owe", "lead.duty"]);
}

#[test]
fn laws_of_rams() {
    laws(rams(), &["decl.all", "pay.all", "allfold", "turn.owner", "decl.fille"]);
}

#[test]
fn laws_of_mistigri() {
    laws(mistigri(), &["pam.calls", "flush.owe", "alone"]);
    let mut before = mistigri();
    before.pam_calls.value = Calls::BeforeExchange;
    laws(before, &["pam.calls"]);
}

#[test]
fn laws_of_moench() {
    laws(moench(), &["pam.calls", "pam.civil", "pool.cap", "allfold", "decl.exchange"]);
}

#[test]
fn laws_of_mauscheln() {
    laws(mauscheln(), &["decl.bid", "decl.join", "alone", "allfold", "debt.make"]);
    let mut agreed = mauscheln();
    agreed.decl_blind.value = Blind(&[Ace, Rank::King]);
    agreed.flush_redeal.value = Redeal(Some(4));
    agreed.rank_promoted.value = Promoted(Some(Promotion { card: card("7♦"), under: Ace }));
    agreed.pay_premium.value = Premiums(Some((card("7♦"), 4)));
    laws(agreed, &["decl.blind", "flush.redeal", "pay.premium", "turn.owner"]);
}

#[test]
fn laws_of_norrlandsknack() {
    laws(norrlandsknack(), &["decl.bid", "decl.join", "alone", "allfold", "score", "end", "lead.duty", "turn.owner"]);
}

#[test]
fn laws_of_julep() {
    laws(julep(), &["decl.defend", "pay.share", "debt.make", "allfold", "turn.owner", "alone"]);
}

#[test]
fn equal_flushes_divide_where_that_is_agreed() {
    let mut rules = loo();
    rules.flush_tie.value.then = &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Divide];
    let told = r#"# Equal flushes

```toml scenario
edition = "loo-2008"
players = ["Amy", "Ben", "Cora", "Dan"]
```

```deal
dealer Amy
debt Dan 5
Ben  A♠ K♠ 9♠ 7♠ 3♠
Cora A♦ K♦ 9♦ 7♦ 3♦
Dan  Q♥ Q♠ 4♦ 3♥ 2♦
Amy  K♥ A♣ J♦ K♣ 6♣
turn 6♥
```

```script
Ben  stands
Cora stands
Dan  stands
Amy  folds
Ben  claims the flush
Cora claims the flush
```

```payout
pool 10
Ben takes 5, Cora takes 5
Dan pays 3 to Ben
Dan pays 2 to Cora
next pool 5
```"#;
    assert_eq!(under(told, rules), []);
}

/// A file's hands, each with its title.
fn titled(file: &'static str) -> impl Iterator<Item = String> {
    file.split("\n# ").map(|told| format!("# {}", told.trim_start_matches("# ")))
}

/// All worked hands, each with its rules.
pub fn hands() -> Vec<(String, Ruleset)> {
    let files: [(Ruleset, &str); 7] = [
        (loo(), include_str!("../machine/loo-2008.md")),
        (rams(), include_str!("../machine/rams-2008.md")),
        (mistigri(), include_str!("../machine/mistigri-1975.md")),
        (moench(), include_str!("../machine/moench-2005.md")),
        (mauscheln(), include_str!("../machine/mauscheln-2008.md")),
        (norrlandsknack(), include_str!("../machine/norrlandsknack-2008.md")),
        (julep(), include_str!("../machine/julep-2008.md")),
    ];
    let told = |(rules, file)| titled(file).map(move |told| (told.clone(), agreed(rules, &told)));
    files.into_iter().flat_map(told).collect()
}

fn card(word: &str) -> Card {
    read_card(word, Letters::English).expect("a card")
}

/// What is wrong with the hand of this title once a piece of it is another: its kind, what is said, and what helps.
fn slipped(title: &str, from: &str, to: &str) -> String {
    let hands = hands();
    let (told, rules) = hands.iter().find(|(told, _)| told.starts_with(&format!("# {title}\n"))).expect("a hand");
    assert!(told.contains(from), "{title}: {from}");
    let found = under(&told.replacen(from, to, 1), *rules);
    let wrong = found.first().unwrap_or_else(|| panic!("{title}: {to} is as good as {from}"));
    let help = wrong.help.iter().find(|help| help.contains("called")).map(|help| format!("; {help}"));
    format!("{} {}; {}{}", wrong.code.id(), wrong.message, wrong.label, help.unwrap_or_default())
}

#[test]
fn what_a_game_does_not_have_or_a_round_does_not_ask_is_told_with_what_it_has() {
    let first = "The first deal is for nothing";
    for (title, from, to, said) in [
        (
            "Passed, and in again",
            "Ida   passes",
            "Ida   folds",
            "illegal Ida may not do this; refused: decl.fold; here it is called `passes`",
        ),
        (
            first,
            "Britta lurks",
            "Britta passes",
            "illegal Britta may not do this; refused: decl.bid; here it is called `lurks`",
        ),
        (
            first,
            "Carin  knocks",
            "Carin  diddles",
            "not-in-edition norrlandsknack-2008 does not know this; a rule of other editions",
        ),
        (
            "Diamonds from now on",
            "Emil  joins",
            "Emil  stands",
            "illegal Emil may not do this; refused: decl.stand; here it is called `joins`",
        ),
        (first, "Arvid  takes the turn-up for 5♦", "", "illegal Arvid may not exchange 2 cards; refused: turn.owner"),
        ("Pam is civil", "1. Ben A♥", "1. Ben Q♥", "illegal Ben may not play Q♥; refused: pam.civil"),
        ("Pam is civil", "Ben demands", "Cora demands", "out-of-turn it is not Cora's turn; Ben is to play to trick 1"),
        (
            "Led, it asks for hearts",
            "Emil J♣, Emil names ♥",
            "Emil A♥, Emil names ♥",
            "out-of-turn it is not Emil's turn; Fritz is to play to trick 1",
        ),
        (
            "The pack is defended, and lost",
            "laying 5♦",
            "laying 6♣",
            "not-held 6♣ is not among the cards drawn; drawn are 3♥ A♠ K♦ 7♥ 4♠ 5♦",
        ),
        (
            "The pack is defended, and lost",
            "defends with 3♥ 7♥ A♠ K♦ 4♠ 5♦ laying 5♦",
            "defends",
            "bad-draw nothing says which cards are drawn, and which of them is laid down; draws unknown cards",
        ),
        (
            "The pack is defended, and lost",
            "with 3♥ 7♥",
            "with 7♥",
            "bad-draw 5 cards are drawn for 6; as many are drawn as are laid down",
        ),
        (
            "The pack is defended, and lost",
            "Inés  defends",
            "Luz   defends",
            "out-of-turn it is not Luz's turn; Inés may defend the pack",
        ),
        (
            "Rams, and made",
            "Karl  bids rams",
            "Dora  bids rams",
            "out-of-turn it is not Dora's turn; Karl is to declare",
        ),
        ("Nobody knocks", "hand   4", "hand   0", "deal-line hands are counted from 1; no such hand"),
        ("Nobody knocks", "points Arvid 6", "points Arvid 11", "bad-amount nobody can have 11 points; from 0 to 10"),
        ("Nobody knocks", "points Arvid 6", "points Britta 6", "deal-line Britta's points appear twice; again here"),
        (
            "Nobody knocks",
            "stake  6",
            "stake  6\nside pot 3",
            "not-in-edition norrlandsknack-2008 has nothing of the kind; a line of other editions",
        ),
        (
            "Down to one",
            "8 points\n```",
            "8 points\nnext pool 4\n```",
            "wrong-payout the game is over: there is no next pool; remove this entry",
        ),
        (
            "Down to one",
            ", Britta has 8 points",
            "",
            "wrong-payout Britta has 8 points, and the payout does not say so; missing here",
        ),
        (
            "Down to one",
            "Britta has 8 points",
            "Britta has 7 points",
            "wrong-payout Britta has 8 points; after the hand",
        ),
        (
            "Down to one",
            "Britta pays 1 to the pool",
            "Britta pays 2 to the pool",
            "wrong-payout Britta pays the pool 1; another amount",
        ),
        (
            "Down to one",
            "Britta pays 1 to the pool\n",
            "",
            "wrong-payout Britta pays 1 to the pool, and the payout does not say so; missing here",
        ),
        ("Forty and no more", "side pot 30", "side pot 10", "wrong-payout the side pot is 30; another amount"),
        (
            "Forty and no more",
            "dealer Emil",
            "dealer Emil\nstake 30",
            "wrong-state 40 chips were left in the pool; not 30",
        ),
        (
            "Forty and no more",
            "dealer Emil",
            "dealer Emil\nside pot 30",
            "wrong-state 10 chips wait beside the pool; not 30",
        ),
        (
            "Two flushes and one payer",
            "next pool 5",
            "next pool 5\nside pot 0",
            "wrong-payout no side pot is made here; remove this entry",
        ),
        (
            "Two flushes and one payer",
            "next pool 5",
            "next pool 5\nAmy has 3 points",
            "wrong-payout no points are counted here; remove this entry",
        ),
    ] {
        assert_eq!(slipped(title, from, to), said, "{title}: {to}");
    }
}
