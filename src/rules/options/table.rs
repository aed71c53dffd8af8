//! The table of all options.

use super::agreed::{Agreed, Setting};
use crate::cards::{Card, Rank, Ranks, Suit};
use crate::rules::mus::{Bare, Dropped, JeuOrder, JeuPrize, Number, Royal};
use crate::rules::*;

type Words<T> = &'static [(&'static str, T)];

/// The card that Bierspiel and Mauscheln make a trump whatever is turned.
const SEVEN: Promotion = Promotion { card: Card::new(Rank::Seven, Suit::Diamonds), under: Rank::Ace };
const DEBTS: Words<Entry> = &[("at_once", Entry::AtOnce), ("staged", Entry::OneByOne(StagedOrder::Largest))];
const BLIND: Words<Blind> = &[("ace", Blind(&[Rank::Ace])), ("ace_or_king", Blind(&[Rank::Ace, Rank::King]))];
/// Whether the dealer may take the turn-up, and what it costs who falls short with it.
const DEALER_TURN_UP: Words<(TurnOwner, Penalties)> = &[
    ("free", (TurnOwner::Dealer { after_exchange: true }, Penalties::JULEP)),
    ("double", (TurnOwner::Dealer { after_exchange: true }, Penalties::JULEP_TWICE_FOR_THE_TURN_UP)),
    ("dead", (TurnOwner::Nobody, Penalties::JULEP)),
];
const FLUSH_PAID: Words<Payee> = &[("holder", Payee::Winner), ("next_pool", Payee::NextPool)];
const FLUSH_TIE_FINAL: Words<&[TieBreak]> =
    &[("elder", TieBreaks::BY_CARDS_DOWN), ("divide", &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Divide])];
const FLUSH_TIE: Words<&[TieBreak]> = &[
    ("points", TieBreaks::BY_POINTS),
    ("high_card", TieBreaks::BY_HIGH_CARD),
    ("cards_down", TieBreaks::BY_CARDS_DOWN),
];
const KINGS: Words<RankOrder> = &[("eight", RankOrder::EIGHT_KINGS), ("four", RankOrder::FOUR_KINGS)];
const LATER_PACK: PackTable = PackTable::of(Ranks::from(Rank::Eight))
    .and_for(4, Ranks::from(Rank::Six))
    .and_for(5, Ranks::from(Rank::Four))
    .and_for(6, Ranks::from(Rank::Two));
/// What no source says of a game with a top card: 1758 has it so, and whoever agrees upon the card.
pub const WHEN_TRUMPS_ARE_NAMED: &[Reading] = &[Reading {
    id: "A1758-16",
    question: "When are trumps named?",
    ruling: "Before the eldest speaks.",
    why: "The source does not say. Nobody could tell what to change before the trump is known.",
    option: None,
    among: &[],
    kind: Answer::Silence,
    turns_on: None,
}];
const ORPHAN: Words<Double> = &[
    ("dealer", Double::TopCard { orphan: Orphan::Dealer }),
    ("carry", Double::TopCard { orphan: Orphan::Carried }),
    ("last_trick", Double::TopCard { orphan: Orphan::LastTrick }),
];
/// What a player pays who wins no trick; and what each pays for another's flush.
const LOO: Words<(Penalties, Amount)> =
    &[("limited", (Penalties::STAKE, Amount::Stake(1))), ("unlimited", (Penalties::POOL, Amount::Pool(1)))];
const RANK_ORDER: Words<RankOrder> = &[("spanish", RankOrder::SPANISH), ("natural", RankOrder::ACE_HIGH)];
const WHOLE_PACK: PackTable = PackTable::of(Ranks::from(Rank::Two));
const PACKS: Words<Option<PackTable>> = &[
    ("source", None),
    ("nineteenth_century", Some(LATER_PACK)),
    ("rounce", Some(WHOLE_PACK)),
    ("always_52", Some(WHOLE_PACK)),
    ("full", Some(WHOLE_PACK)),
];
const STILL: Words<bool> = &[("absolute", true), ("if_other_trump", false)];
const LEAST_BET: &[i64] = &[1, 2];
const LONE_KNOCK: &[i64] = &[5, 1, 0];
const STONES: &[i64] = &[8, 5, 10];
const TARGET: &[i64] = &[40, 30];
const STOCK_SHORT: Words<ShortStock> = &[
    ("first_come", ShortStock::FirstCome),
    ("reshuffle_discards", ShortStock::Then(&[Supply::Discards])),
    ("cap_3", ShortStock::CapPerPlayer(3)),
];

const TURN_UP_LATER: Words<TurnOwner> =
    &[("dead", TurnOwner::DealerAtFirst { later: false }), ("dealer", TurnOwner::DealerAtFirst { later: true })];

/// An option: its name, the clause it changes, the values that it takes, with `also` what it takes besides, the change, and how a
/// ruleset has it now.
macro_rules! own {
    ($name:literal $topic:ident $values:expr, $(also $($also:expr),+;)? set $set:expr, get $get:expr) => {
        Agreed { name: $name, topic: Topic::$topic, values: || $values, also: &[$($($also),+)?], set: $set, get: $get }
    };
}

/// An option that puts what one of a list of words stands for into its place in a ruleset, or its places.
macro_rules! words {
    ($name:literal $topic:ident ($($($place:ident).+),+) $words:expr) => {
        own!($name $topic named($words),
            set |rules, to| word(to, $words).map(|value| ($(rules.$($place).+),+) = value),
            get |rules| spelling(($(rules.$($place).+),+), $words))
    };
}

/// An option that puts one value into its place where it is agreed, and another where not.
macro_rules! flag {
    ($name:literal $topic:ident ($($place:ident).+) $yes:expr, $no:expr) => {
        own!($name $topic flags(),
            set |rules, to| flag(to).map(|yes| rules.$($place).+ = if yes { $yes } else { $no }),
            get |rules| Some(Setting::Flag(rules.$($place).+ == $yes)))
    };
}

/// An option that is agreed upon, and that the engine has no use for.
macro_rules! printed {
    ($name:literal $topic:ident) => {
        own!($name $topic flags(), set |_, to| flag(to).map(|_| ()), get |_| Some(Setting::Flag(false)))
    };
}

macro_rules! all {
    ($($option:expr,)+) => {
        /// All options, by name.
        pub(super) static ALL: &[Agreed] = &[$($option),+];
    };
}

all! {
    own!("absent" PamAbsent named(Missing::NAMES),
        set |rules, to| match &mut rules.pam_absent.value {
            Substitute::HighestTrump { missing, .. } => word(to, Missing::NAMES).map(|to| *missing = to),
            Substitute::None => None,
        },
        get |rules| match rules.pam_absent.value {
            Substitute::HighestTrump { missing, .. } => spelling(missing, Missing::NAMES),
            Substitute::None => None,
        }),
    words!("all_pass" Allfold (allfold.value) AllFold::NAMES),
    flag!("allow_two" Players (players.value.from) 2, 3),
    own!("belli" RankPromoted flags(),
        set |rules, to| {
            let belli = flag(to)?.then_some(SEVEN);
            rules.rank_promoted.value = Promoted(belli);
            rules.pay_premium.value =
                Premiums(belli.map(|belli| Premium { card: belli.card, amount: Amount::Stake(1) }));
            Some(())
        },
        get |rules| Some(Setting::Flag(rules.rank_promoted.value.0.is_some()))),
    words!("bare_raise" BetRaise (bet_raise.value.bare) Bare::NAMES),
    flag!("bid_on_three" DealPackets (deal_packets.value.turn_after) Some(Turned { cards: 3, bids: true }), Some(Turned { cards: 3, bids: false })),
    flag!("clubs_forces_play" Forced (forced.value) Forced::CLUBS, Forced::NEVER),
    words!("credit" Credit (credit.value) Credit::NAMES),
    own!("dealer_blind" DeclBlind [vec![Setting::Flag(false)], named(BLIND)].concat(),
        set |rules, to| {
            rules.decl_blind.value = if flag(to) == Some(false) { Blind(&[]) } else { word(to, BLIND)? };
            Some(())
        },
        get |rules| spelling(rules.decl_blind.value, BLIND).or(Some(Setting::Flag(false)))),
    flag!("dealer_draw_and_turn" TurnOwner (turn_owner.value) TurnOwner::Dealer { after_exchange: true }, TurnOwner::Dealer { after_exchange: false }),
    words!("dealer_turn_up" TurnOwner (turn_owner.value, debt_make.value) DEALER_TURN_UP),
    own!("debt_cap" DebtCap vec![none()],
        also ("a multiple of the stake", |rules| multiples(rules.stake.value.chips, &[5, 10, 20, 50]));
        set |rules, to| limit(to, rules.stake.value.chips).map(|cap| rules.debt_cap.value.0 = cap),
        get |rules| Some(rules.debt_cap.value.0.map_or_else(none, Setting::Number))),
    own!("debts" DebtEnter named(DEBTS),
        set |rules, to| word(to, DEBTS).map(|value| rules.debt_enter.value = value),
        get |rules| match rules.debt_enter.value {
            // In whatever order: that is an option of its own.
            Entry::OneByOne(_) => spelling(Entry::OneByOne(StagedOrder::Largest), DEBTS),
            at_once => spelling(at_once, DEBTS),
        }),
    words!("dropped_cards" BetPass (bet_pass.value.dropped) Dropped::NAMES),
    own!("end" End vec![Setting::Word("bankrupt".into())],
        also ("{ tours = N }", |_| counts("tours", &[1, 2, 3, 5])),
            ("{ hands = N }", |_| counts("hands", &[1, 5, 10, 20])),
            ("{ target = N }", |rules| counts("target", &[2, 5].map(|times| times * rules.chips_start.value.0))),
            ("{ games = N }", |_| counts("games", &[1, 5])),
            ("{ losses = N }", |_| counts("losses", &[1, 5]));
        set |rules, to| {
            rules.end.value.finish = match (rules.end.value.finish, to) {
                (Finish::Games { target, .. }, Setting::Table(of, n @ 1..=9)) if of == "games" => Finish::Games { target, games: *n },
                (Finish::Losses(_), Setting::Table(of, n @ 1..=9)) if of == "losses" => Finish::Losses(*n),
                (Finish::Games { .. } | Finish::Losses(_), _) => return None,
                (_, Setting::Word(bankrupt)) if bankrupt == "bankrupt" => Finish::Bankrupt,
                (_, Setting::Table(kind, count)) if *count > 0 => match kind.as_str() {
                    "tours" => Finish::Tours(*count),
                    "hands" => Finish::Hands(*count),
                    "target" => Finish::Target(*count),
                    _ => return None,
                },
                _ => return None,
            };
            Some(())
        },
        get |rules| {
            Some(match rules.end.value.finish {
                Finish::Tours(count) => Setting::Table("tours".into(), count),
                Finish::Hands(count) => Setting::Table("hands".into(), count),
                Finish::Target(count) => Setting::Table("target".into(), count),
                Finish::Points => return None,
                Finish::Games { games, .. } => Setting::Table("games".into(), games),
                Finish::Losses(count) => Setting::Table("losses".into(), count),
                Finish::Bankrupt => Setting::Word("bankrupt".into()),
            })
        }),
    words!("final_debts" End (end.value.debts) FinalDebts::NAMES),
    words!("flush_claim" FlushClaim (flush_claim.value) Claiming::NAMES),
    flag!("flush_must_be_dealt" FlushPat (flush_pat.value) Obtained::Dealt, Obtained::Anyhow),
    words!("flush_paid" FlushOwe (flush_owe.value.to) FLUSH_PAID),
    words!("flush_payers" FlushOwe (flush_owe.value.payers) Payers::NAMES),
    flag!("flush_redeal" FlushRedeal (flush_redeal.value) Redeal(Some(Amount::Stake(1))), Redeal(None)),
    words!("flush_tie" FlushTie (flush_tie.value.then) FLUSH_TIE),
    words!("flush_tie_final" FlushTie (flush_tie.value.then) FLUSH_TIE_FINAL),
    words!("jeu_order" JeuCompare (jeu_compare.value.order) JeuOrder::NAMES),
    words!("kings" Rank (rank.value) KINGS),
    flag!("last_but_one_must_play" ForcedLast (forced_last.value) LastButOne::MustPlay, LastButOne::Free),
    own!("least_bet" BetOpen multiples(1, LEAST_BET),
        set |rules, to| number(to, LEAST_BET).map(|least| rules.bet_open.value.least = least),
        get |rules| Some(Setting::Number(rules.bet_open.value.least))),
    own!("lone_knock" Alone multiples(1, LONE_KNOCK),
        set |rules, to| number(to, LONE_KNOCK).map(|tricks| rules.alone.value = Alone::WinsTricks(tricks as u8)),
        get |rules| match rules.alone.value {
            Alone::WinsTricks(tricks) => Some(Setting::Number(tricks.into())),
            Alone::TakesPool => None,
        }),
    words!("loo" DebtMake (debt_make.value, flush_owe.value.amount) LOO),
    own!("losing_flush_exempt" FlushOwe flags(),
        set |rules, to| {
            let (exempt, owe) = (flag(to)?, &mut rules.flush_owe.value);
            // Where no flush spares its holder, one that was let pass does not either.
            (owe.losing_flush_exempt, owe.quiet_flush_exempt) = (exempt, owe.quiet_flush_exempt && exempt);
            Some(())
        },
        get |rules| Some(Setting::Flag(rules.flush_owe.value.losing_flush_exempt))),
    words!("mistigri_call" PamCalls (pam_calls.value) Calls::NAMES),
    flag!("only_best_claims" FlushTie (flush_tie.value.best_alone) true, false),
    words!("orphan_share" PayDouble (pay_double.value) ORPHAN),
    own!("pack_table" Pack named(PACKS),
        set |rules, to| {
            rules.pack.value = word(to, PACKS)?.unwrap_or(rules.pack.value);
            Some(())
        },
        // What is no other pack of the list is that of the source, whichever it is.
        get |rules| {
            let fits = |word: &str| rules.pack.readings.iter().any(|reading| reading.among.contains(&word));
            let other = PACKS.iter().find(|(word, pack)| *pack == Some(rules.pack.value) && fits(word));
            other.map_or(spelling(None, PACKS), |(word, _)| Some(Setting::Word((*word).into())))
        }),
    flag!("pam_any_suit" FlushWild (flush_wild.value) WildCard::TopCard, WildCard::None),
    words!("pam_fee_payers" PamFee (pam_fee.value.payers) Payers::NAMES),
    words!("pam_fee_when" PamFee (pam_fee.value.when) FeeWhen::NAMES),
    flag!("pam_flush_best" FlushTie (flush_tie.value.top_card_first) true, false),
    flag!("pam_holder_exempt" FlushOwe (flush_owe.value.top_card_exempt) true, false),
    printed!("pam_never_looed" DebtMake),
    flag!("pam_subject_to_obligations" PamTrump (pam_trump.value) TopCardPlay::Bound, TopCardPlay::AtWill),
    words!("pam_turned_fee" PamTurned (pam_turned.value) TurnedFee::NAMES),
    own!("pamphile" PamCard flags(),
        set |rules, to| {
            let (card, phases) =
                if flag(to)? { (TopCard::JACK_OF_CLUBS, Phases::NAMING) } else { (TopCard(None), Phases::PLAIN) };
            (rules.pam_card.value, rules.decl_order.value) = (card, phases);
            if card != TopCard(None) {
                rules.decl_order.readings = WHEN_TRUMPS_ARE_NAMED;
            }
            Some(())
        },
        get |rules| Some(Setting::Flag(rules.pam_card.value != TopCard(None)))),
    words!("play_obligation" PlayFree (play_free.value) WhenTrumped::NAMES),
    own!("points" Score Vec::new(),
        also ("a number of points", |_| multiples(5, &[1, 2, 3]));
        set |rules, to| {
            let points = multiple(to, 1).and_then(|points| u8::try_from(points).ok())?;
            rules.score.value.0.as_mut().map(|score| score.start = points)
        },
        get |rules| rules.score.value.0.map(|score| Setting::Number(score.start.into()))),
    own!("pot_limit" PoolCap vec![none()],
        also ("a multiple of the number of shares", |rules| multiples(shares(rules), &[4, 8, 20]));
        set |rules, to| limit(to, shares(rules)).map(|most| rules.pool_cap.value = Limit(most)),
        get |rules| Some(rules.pool_cap.value.0.map_or_else(none, Setting::Number))),
    words!("raise_number" BetRaise (bet_raise.value.number) Number::NAMES),
    words!("rams_bid" DeclAll (decl_all.value) BidAll::NAMES),
    words!("rank_order" Rank (rank.value) RANK_ORDER),
    flag!("rich_prizes" PrizeJeu (prize_jeu.value.rich) Some(JeuPrize::RICH), None),
    words!("royal" JeuCompare (jeu_compare.value.royal) Royal::NAMES),
    flag!("seven" RankPromoted (rank_promoted.value) Promoted(Some(SEVEN)), Promoted(None)),
    printed!("silence_means_yes" TableTalk),
    own!("staged_order" DebtEnter named(StagedOrder::NAMES),
        set |rules, to| {
            let order = word(to, StagedOrder::NAMES)?;
            if let Entry::OneByOne(now) = &mut rules.debt_enter.value {
                *now = order;
            }
            Some(())
        },
        get |rules| match rules.debt_enter.value {
            Entry::OneByOne(order) => spelling(order, StagedOrder::NAMES),
            Entry::AtOnce => None,
        }),
    own!("stake" Stake Vec::new(),
        also ("a multiple of the shares of the pool", |rules| multiples(shares(rules), &[1, 2, 4]));
        set |rules, to| multiple(to, shares(rules)).map(|chips| rules.stake.value.chips = chips),
        get |rules| Some(Setting::Number(rules.stake.value.chips))),
    own!("still" PamCivil named(STILL),
        set |rules, to| {
            let even_alone = word(to, STILL)?;
            rules.pam_civil.value.0.as_mut().map(|civil| civil.even_alone = even_alone)
        },
        get |rules| rules.pam_civil.value.0.and_then(|civil| spelling(civil.even_alone, STILL))),
    words!("stock_short" ExchangeShort (exchange_short.value) STOCK_SHORT),
    own!("stones" ChipsStart multiples(1, STONES),
        set |rules, to| number(to, STONES).map(|stones| rules.chips_start.value.0 = stones),
        get |rules| Some(Setting::Number(rules.chips_start.value.0))),
    own!("substitute_wild" PamAbsent flags(),
        set |rules, to| match &mut rules.pam_absent.value {
            Substitute::HighestTrump { wild, .. } => flag(to).map(|to| *wild = to),
            Substitute::None => None,
        },
        get |rules| match rules.pam_absent.value {
            Substitute::HighestTrump { wild, .. } => Some(Setting::Flag(wild)),
            Substitute::None => None,
        }),
    own!("target" End multiples(1, TARGET),
        set |rules, to| match &mut rules.end.value.finish {
            Finish::Games { target, .. } => number(to, TARGET).map(|to| *target = to),
            _ => None,
        },
        get |rules| match rules.end.value.finish {
            Finish::Games { target, .. } => Some(Setting::Number(target)),
            _ => None,
        }),
    words!("turn_up_later" TurnOwner (turn_owner.value) TURN_UP_LATER),
    flag!("vole_takes_pending" DebtSweep (debt_sweep.value.by_vole) true, false),
}

fn named<T>(words: &[(&str, T)]) -> Vec<Setting> {
    words.iter().map(|(word, _)| Setting::Word((*word).into())).collect()
}

fn counts(of: &str, numbers: &[i64]) -> Vec<Setting> {
    numbers.iter().map(|number| Setting::Table(of.to_owned(), *number)).collect()
}

fn multiples(of: i64, times: &[i64]) -> Vec<Setting> {
    times.iter().map(|times| Setting::Number(times * of)).collect()
}

fn multiple(setting: &Setting, of: i64) -> Option<i64> {
    let Setting::Number(number) = setting else { return None };
    (1..=MOST_CHIPS).contains(number).then_some(*number).filter(|number| number % of == 0)
}

fn number(setting: &Setting, among: &[i64]) -> Option<i64> {
    among.iter().copied().find(|number| *setting == Setting::Number(*number))
}

/// Into how many shares the pool must go without a rest.
fn shares(rules: &Ruleset) -> i64 {
    let shares = rules.pay_share.value;
    if shares.earner == Earner::Good { 2 } else { shares.parts }
}

fn none() -> Setting {
    Setting::Word("none".into())
}

fn limit(setting: &Setting, of: i64) -> Option<Option<i64>> {
    if *setting == none() { Some(None) } else { multiple(setting, of).map(Some) }
}

fn flags() -> Vec<Setting> {
    vec![Setting::Flag(false), Setting::Flag(true)]
}

fn word<T: Copy>(setting: &Setting, values: &[(&str, T)]) -> Option<T> {
    let Setting::Word(word) = setting else { return None };
    values.iter().find(|(name, _)| name == word).map(|(_, value)| *value)
}

fn spelling<T: PartialEq>(value: T, values: &[(&str, T)]) -> Option<Setting> {
    values.iter().find(|(_, known)| *known == value).map(|(name, _)| Setting::Word((*name).into()))
}

fn flag(setting: &Setting) -> Option<bool> {
    let Setting::Flag(flag) = setting else { return None };
    Some(*flag)
}
