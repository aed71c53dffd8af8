//! The worked hands of the seven cousins, told as scenarios tell them (here or in `tests/machine/`) and replayed without the reader of
//! scenarios: on the edition where there is one, else on rules that live here alone.

use mouche::cards::Rank::{self, Ace, Seven, Six, Two};
use mouche::cards::{Card, Letters, PerSeat, Ranks, Seat, Set, Suit, read_card};
use mouche::editions;
use mouche::engine::{
    Account, Act, Deal, Event, Fact, Hand, Move, Refusal, Table, Transfer, advance, apply, close, is_over, legal,
    moves, offer, open, settle_last_debts,
};
use mouche::explore::RandomPlayer;
use mouche::rules::{
    AllFold, Alone, Amount, Apart, Asks, Blind, Calls, Chips, Civil, Civility, Countdown, DECLARATIONS, Defence,
    Direction, Duty, Earner, Exchange, Finish, FlushDebt, Forced, Lead, LeadDuties, Limit, MustLead, NextDealer,
    Obtained, PackTable, Packets, Payee, Penalties, Penalty, Phase, Phases, PlayerCount, Points, Premiums, Promoted,
    Promotion, RankOrder, Redeal, Rest, Role, RoleOf, Round, Ruleset, Score, Setting, Shares, ShortStock, Sort, Stake,
    StakeBy, Supply, TopCard, TurnOwner, Undertaking, Verb, What, When, WhenTrumped, WildCard,
};
use std::collections::BTreeSet;

/// What all seven have: the ace on top, a stake of five, shares of a fifth, a debt as large as the stake.
fn cousin(id: &'static str) -> Ruleset {
    let mut rules = *editions::by_id("mouche-1718").expect("an edition");
    rules.id = id;
    rules.players.value = PlayerCount { from: 3, to: 6 };
    rules.rank.value = RankOrder::ACE_HIGH;
    rules.direction.value = Direction::Left;
    rules.play_free.value = WhenTrumped::Undertrump;
    rules.chips_start.value = Chips(100);
    rules.debt_make.value = Penalties::STAKE;
    rules
}

/// The rules of an edition.
fn edition(id: &str) -> Ruleset {
    *editions::by_id(id).expect("an edition")
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
    let seven = Promotion { card: card("7♦").expect("a card"), under: Ace };
    for (line, name) in [("clubs_forces_play = true", "clubs_forces_play"), ("seven = true", "seven")] {
        if told.contains(line) {
            rules = rules.with(&[(name.to_owned(), Setting::Flag(true))].into()).expect("an option");
        }
    }
    if told.contains("belli = true") {
        rules.rank_promoted.value = Promoted(Some(seven));
    }
    if told.contains("belli = true") {
        rules.pay_premium.value = Premiums(Some((seven.card, 4)));
    }
    rules
}

fn holds(rules: Ruleset, file: &'static str, hands: usize) {
    assert_eq!(titled(file).count(), hands);
    for (title, told) in titled(file) {
        println!("{title}");
        replay(&agreed(rules, told), told);
    }
}

#[test]
fn loo_as_it_is_told() {
    let told = concat!(
        include_str!("../../scenarios/loo-2008/pam-is-civil.md"),
        include_str!("../../scenarios/loo-2008/pam-has-no-company.md"),
        include_str!("../../scenarios/loo-2008/two-flushes-and-one-payer.md"),
        include_str!("../../scenarios/loo-2008/the-third-card-decides.md"),
        include_str!("../../scenarios/loo-2008/under-club-law.md"),
    );
    holds(edition("loo-2008"), told, 5);
}

#[test]
fn rams_as_it_is_told() {
    let told = concat!(
        include_str!("../../scenarios/rams-2008/five-in-the-pool.md"),
        include_str!("../../scenarios/rams-2008/rams-and-made.md"),
        include_str!("../../scenarios/rams-2008/rams-and-lost-at-the-third-trick.md"),
        include_str!("../../scenarios/rams-2008/the-dealer-is-not-let-off-and-is-paid.md"),
        include_str!("../../scenarios/rams-2008/the-seven-in-the-beer.md"),
    );
    holds(edition("rams-2008"), told, 5);
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
    laws(edition("loo-2008"), &["pam.civil", "flush.owe", "lead.duty"]);
}

#[test]
fn laws_of_rams() {
    laws(edition("rams-2008"), &["decl.all", "pay.all", "allfold", "turn.owner", "decl.fille"]);
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
    agreed.rank_promoted.value = Promoted(Some(Promotion { card: card("7♦").expect("a card"), under: Ace }));
    agreed.pay_premium.value = Premiums(Some((card("7♦").expect("a card"), 4)));
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
    let divide = [("flush_tie_final".to_owned(), Setting::Word("divide".into()))].into();
    let rules = edition("loo-2008").with(&divide).expect("an option of loo");
    replay(&rules, include_str!("../../scenarios/loo-2008/they-divide.md"));
}

/// A file's hands, each with its title.
pub fn titled(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.split("\n# ").map(|told| told.trim_start_matches("# ").split_once('\n').expect("a title"))
}

fn card(word: &str) -> Option<Card> {
    read_card(word, Letters::English).ok()
}

fn cards(words: &str) -> Set {
    words.split_whitespace().map(|word| card(word).unwrap_or_else(|| panic!("{word} in {words}"))).collect()
}

/// A hand in the telling.
struct Told<'a> {
    rules: &'a Ruleset,
    players: Vec<&'a str>,
    table: Table,
    hand: Hand,
    pool: i64,
    events: Vec<Event>,
}

/// Replays the hands of one file under its rules; panics where one does not come out as told.
pub fn replay(rules: &Ruleset, told: &str) {
    let players: Vec<&str> = told
        .split_once("players = [")
        .expect("players")
        .1
        .split(']')
        .next()
        .expect("a list")
        .split(',')
        .map(|name| name.trim().trim_matches('"'))
        .collect();
    let table = Table::new(players.len() as u8, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let hand = Hand::at(&table);
    let mut it = Told { rules, players, table, hand, pool: 0, events: Vec::new() };
    let mut fences = told.split("```");
    while let Some((_, fence)) = fences.next().zip(fences.next()) {
        let (word, lines) = fence.split_once('\n').expect("a fence");
        let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
        match word {
            "deal" => it.deal(&lines.collect::<Vec<_>>()),
            "script" => lines.for_each(|line| it.line(line)),
            "payout" => it.payout(&lines.collect::<Vec<_>>()),
            _ => {}
        }
    }
}

impl Told<'_> {
    fn seat(&self, name: &str) -> Option<Seat> {
        self.players.iter().position(|player| *player == name).map(|at| Seat(at as u8))
    }

    fn named<'t>(&self, line: &'t str) -> (Seat, &'t str) {
        let (name, rest) = line.split_once(' ').expect("more than a name");
        (self.seat(name).unwrap_or_else(|| panic!("{name} in {line}")), rest.trim())
    }

    fn deal(&mut self, lines: &[&str]) {
        let (mut hands, mut fille, mut turned, first) = (PerSeat::default(), Set::EMPTY, None, self.table.deals == 0);
        for line in lines {
            let (word, rest) = line.split_once(' ').expect("two words");
            let number = || rest.split_whitespace().last().and_then(|word| word.parse::<i64>().ok()).expect("a number");
            match word {
                "dealer" if first => self.table.dealer = self.seat(rest.trim()).expect("a player"),
                "dealer" => assert_eq!(self.seat(rest.trim()), Some(self.table.dealer), "{line}"),
                "debt" => self.table.debts.push(mouche::engine::Promise {
                    debtor: self.named(rest.trim()).0,
                    chips: number(),
                    hand: 0,
                }),
                "stake" => self.table.pool = number(),
                "hand" => self.table.hands = number() as u32 - 1,
                "points" => self.points(rest, number()),
                "fille" => fille = cards(rest),
                "turn" => turned = card(rest.trim()),
                _ => hands[self.named(line).0] = cards(rest),
            }
        }
        self.events.clear();
        self.hand = open(self.rules, &mut self.table, &mut Vec::new()).expect("few chips");
        self.pool = self.hand.pool;
        let deal = Deal { hands, fille, turned: turned.expect("a turn-up") };
        advance(self.rules, &mut self.hand, &Act::Deal(deal), &mut self.events).expect("a deal");
    }

    fn points(&mut self, told: &str, points: i64) {
        let start = self.rules.score.value.0.expect("points").start;
        let (seat, _) = self.named(told.trim());
        self.table.off[seat] = start - points as u8;
    }

    fn line(&mut self, line: &str) {
        let (line, winner) = line.split_once(" -> ").map_or((line, None), |(line, winner)| (line, Some(winner)));
        let line = line.split_once(". ").filter(|(trick, _)| trick.len() == 1).map_or(line, |(trick, rest)| {
            let trick: u8 = trick.parse().expect("a trick");
            self.silence(|hand| hand.silent().is_some());
            assert_eq!(trick, self.hand.finished + 1, "{line}");
            rest
        });
        line.split(", ").for_each(|said| self.statement(said.trim()));
        if let Some(winner) = winner {
            self.silence(|hand| hand.trick.is_some() && hand.silent().is_some());
            let won = self.events.iter().rev().find_map(|event| event.fact.won());
            assert_eq!(won, self.seat(winner), "{line}");
        }
    }

    /// Makes what silence says, as long as this is so.
    fn silence(&mut self, more: impl Fn(&Hand) -> bool) {
        while more(&self.hand) {
            let does = self.hand.silent().expect("silence that says something");
            self.make(self.hand.mover, does).unwrap_or_else(|why| panic!("{does:?}: {why:?}"));
        }
    }

    fn make(&mut self, seat: Seat, does: Move) -> Result<(), Refusal> {
        self.hand = apply(self.rules, &self.hand, Act::Does(seat, does), &mut self.events)?;
        Ok(())
    }

    fn statement(&mut self, said: &str) {
        let (seat, what) = self.named(said);
        let (what, clauses) =
            what.split_once(" (").map_or((what, None), |(what, rest)| (what, Some(rest.trim_end_matches(')'))));
        if let Some(choices) = what.strip_prefix("may ") {
            self.silence(|hand| hand.mover != seat && hand.silent().is_some() || hand.silent() == Some(Move::LetPass));
            let legal = legal(self.rules, &self.hand);
            assert_eq!((self.hand.mover, legal.cards), (seat, cards(choices)), "{said}");
            assert_eq!(Some(legal.clause.id()), clauses, "{said}");
            return;
        }
        let tried = what.strip_prefix("tries to ").or(what.strip_prefix("tries "));
        let does = read(tried.unwrap_or(what)).unwrap_or_else(|| panic!("{said}"));
        let open =
            |hand: &Hand| hand.mover == seat && offer(self.rules, hand, does.verb()).is_some_and(|offer| offer.is_open);
        let silent = |hand: &Hand| !open(hand) && hand.silent().is_some();
        let mut ahead = self.hand;
        while silent(&ahead) {
            let does = Act::Does(ahead.mover, ahead.silent().expect("a move"));
            advance(self.rules, &mut ahead, &does, &mut self.events).expect("what silence says");
        }
        self.hand = ahead;
        let made = self.make(seat, does);
        let Some(expected) = clauses else { return made.unwrap_or_else(|why| panic!("{said}: {why:?}")) };
        let why = made.expect_err(said);
        let mut expected = expected.trim_start_matches("refused: ").split("; legal: ");
        assert_eq!(why.clause().map(|clause| clause.id()), expected.next(), "{said}: {why:?}");
        if let (Some(told), Refusal::Card(_, legal)) = (expected.next(), why) {
            assert_eq!(legal.cards, cards(told), "{said}");
        }
    }

    fn payout(&mut self, lines: &[&str]) {
        self.silence(|hand| hand.silent().is_some());
        assert!(!self.hand.asks(), "the hand is not over: {:?} asked", self.hand.mover);
        close(self.rules, &self.hand, &mut self.table);
        let mut said: Vec<String> = lines.iter().flat_map(|line| line.split(", ")).map(str::to_owned).collect();
        let mut found = vec![format!("pool {}", self.pool)];
        let names = &self.players;
        let name = |seat: Seat| names[usize::from(seat.0)];
        let moved = |from: Account, to: Account| -> i64 {
            let of = |event: &Event| match event.fact {
                Fact::Moved(Transfer { from: a, to: b, chips, .. }) if (a, b) == (from, to) => chips,
                _ => 0,
            };
            self.events.iter().map(of).sum()
        };
        let seats: Vec<Seat> = (0..self.hand.seats).map(Seat).collect();
        let mut add = |chips: i64, words: String| found.extend((chips != 0).then_some(words));
        for seat in seats.iter().copied() {
            let takes = moved(Account::Pool, Account::Seat(seat));
            add(takes, format!("{} takes {takes}", name(seat)));
            let owes = self.hand.owes[seat];
            add(owes, format!("{} owes {owes}", name(seat)));
            let pays = moved(Account::Seat(seat), Account::Pool);
            add(pays, format!("{} pays {pays} to the pool", name(seat)));
            for to in seats.iter().copied() {
                let pays = moved(Account::Seat(seat), Account::Seat(to));
                add(pays, format!("{} pays {pays} to {}", name(seat), name(to)));
            }
        }
        let next = mouche::engine::ahead(self.rules, &self.table);
        said.retain(|line| match line.strip_prefix("next pool ").map(|chips| chips.parse::<i64>()) {
            None => true,
            Some(chips) => {
                assert_eq!(chips, Ok(next.next_pool(self.rules)), "{line}");
                false
            }
        });
        said.retain(|line| !self.counted(line));
        said.sort();
        found.sort();
        assert_eq!(said, found);
    }

    /// Whether a line is of points or of the side pot, and true.
    fn counted(&self, line: &str) -> bool {
        if let Some(chips) = line.strip_prefix("side pot ") {
            let mut next = self.table.clone();
            let opened = open(self.rules, &mut next, &mut Vec::new()).expect("few chips");
            assert_eq!(chips.parse(), Ok(opened.side_pot), "{line}");
            return true;
        }
        if let Some(told) = line.strip_suffix(" points") {
            let (seat, has) = self.named(told);
            let start = self.rules.score.value.0.expect("points").start;
            assert_eq!(has, format!("has {}", start - self.table.off[seat]), "{line}");
            return true;
        }
        false
    }
}

/// A move as a script has it, told or tried.
fn read(said: &str) -> Option<Move> {
    if let Some(played) = card(said) {
        return Some(Move::Play(played));
    }
    let verbs = Verb::ALL.iter().filter(|verb| verb.sort() != Sort::Card);
    verbs
        .filter_map(|verb| {
            let words = verb.words(Letters::English)?;
            let (first, rest) = said.split_once(' ').unwrap_or((said, ""));
            let rest = (first == words.does || first == words.bare).then_some(rest)?;
            let object = verb.object().replace("FLUSH", "flush");
            let rest = rest.strip_prefix(object.as_str())?.trim();
            let suit = Suit::ALL.into_iter().find(|suit| rest == suit.sign().to_string());
            let pile = |word: &str| Some(rest.split_once(word).map_or(Set::EMPTY, |(_, cards_)| cards(cards_)));
            let what = match verb.tail() {
                "" if rest.is_empty() => What::default(),
                "SUIT" => What { suit, ..What::default() },
                "for CARD" => What { card: card(rest.strip_prefix("for ")?), ..What::default() },
                "for CARDS" => What { drawn: Some(cards(rest.strip_prefix("for ")?)), ..What::default() },
                "CARDS [for CARDS]" => {
                    let laid = rest.split(" for ").next()?;
                    let laid = laid.split_whitespace().map(card).collect::<Option<Set>>()?;
                    What { laid: Some(laid), drawn: pile(" for "), ..What::default() }
                }
                "with CARDS laying CARD" => {
                    let (drawn, laid) = rest.strip_prefix("with ")?.split_once(" laying ")?;
                    What { drawn: Some(cards(drawn)), card: card(laid), ..What::default() }
                }
                _ => return None,
            };
            verb.with(what)
        })
        .next()
}
