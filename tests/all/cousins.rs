//! The worked hands of the seven cousins, told as scenarios tell them (`tests/machine/`); laws of their play by chance; and what
//! is said where a hand of theirs is told wrongly.

use crate::test_extent;
use mouche::cards::{PerSeat, Seat};
use mouche::editions;
use mouche::engine::{
    Account, DealStage, DealState, Event, EventDetails, Move, TableBetweenDeals, Transfer,
    TrickAct, apply_to_copy, check_end_or_mark_last_deal, close_deal, legal_moves, open_deal,
    playable_cards, share_out_remaining_debts,
};
use mouche::explore::RandomPlayer;
use mouche::rules::{DealPhase, OptionValue, TrickRules};
use mouche::scenario::check;
use std::collections::BTreeSet;

/// An edition with these options agreed upon.
fn agree_on_options(id: &str, options: &[(&str, OptionValue)]) -> TrickRules {
    let options = options
        .iter()
        .map(|(name, to)| ((*name).to_owned(), to.clone()))
        .collect();
    let agreed = editions::by_id(id)
        .expect("an edition")
        .with_options(&options)
        .expect("options of its");
    *agreed.tricks().expect("a game with tricks")
}

/// All seven.
pub fn all_cousins() -> [TrickRules; 7] {
    let ids = [
        "loo",
        "rams",
        "mistigri",
        "moench",
        "mauscheln",
        "norrlandsknack",
        "julep",
    ];
    let rules = |id: &str| {
        editions::built_in_trick_editions()
            .find(|rules| rules.id.starts_with(&format!("{id}-")))
            .expect("an edition")
    };
    ids.map(|id| *rules(id))
}

/// Whether an edition is one of them.
pub fn is_cousin(rules: &TrickRules) -> bool {
    all_cousins().iter().any(|cousin| cousin.id == rules.id)
}

/// Two of them with what may be agreed on in them, and nowhere else.
pub fn cousins_with_options() -> [TrickRules; 2] {
    let yes = || OptionValue::Flag(true);
    let word = |word: &str| OptionValue::Word(word.into());
    [
        agree_on_options(
            "mistigri-1975",
            &[("mistigri_call", word("before_exchange"))],
        ),
        agree_on_options(
            "mauscheln-2008",
            &[
                ("dealer_blind", word("ace_or_king")),
                ("flush_redeal", yes()),
                ("belli", yes()),
            ],
        ),
    ]
}

/// Each hand of a file holds, and shows what it promises.
fn assert_file_holds(file: &'static str, hands: usize) {
    assert_eq!(hands_with_titles(file).count(), hands);
    for told in hands_with_titles(file) {
        assert_eq!(check("a hand", told.as_bytes()).diagnostics, [], "{told}");
    }
}

#[test]
fn loo_as_it_is_told() {
    assert_file_holds(include_str!("../machine/loo-2008.md"), 5);
}

#[test]
fn rams_as_it_is_told() {
    assert_file_holds(include_str!("../machine/rams-2008.md"), 5);
}

#[test]
fn mistigri_as_it_is_told() {
    assert_file_holds(include_str!("../machine/mistigri-1975.md"), 4);
}

#[test]
fn moench_as_it_is_told() {
    assert_file_holds(include_str!("../machine/moench-2005.md"), 4);
}

#[test]
fn mauscheln_as_it_is_told() {
    assert_file_holds(include_str!("../machine/mauscheln-2008.md"), 5);
}

#[test]
fn norrlandsknack_as_it_is_told() {
    assert_file_holds(include_str!("../machine/norrlandsknack-2008.md"), 5);
}

#[test]
fn julep_as_it_is_told() {
    assert_file_holds(include_str!("../machine/julep-2008.md"), 6);
}

/// Hands played for [`laws`]; a million where everything is asked for.
fn hands_to_play() -> u32 {
    if test_extent::are_all_wanted() {
        1_000_000
    } else {
        1_000
    }
}

/// The laws that hold whatever is played, by chance and in every company; and that all which a game has happens.
fn check_laws(rules: TrickRules, happens: &[&str]) {
    let mut player = RandomPlayer::new(1979);
    let mut seen = BTreeSet::new();
    let (mut hands, mut evening) = (0, 0);
    while hands < hands_to_play() {
        let players = rules.players.value;
        let seats = players.from + (evening % u32::from(players.to - players.from + 1)) as u8;
        let mut table = TableBetweenDeals::new(
            seats,
            Seat((evening % u32::from(seats)) as u8),
            PerSeat::all(rules.chips_start.value.0),
        );
        let chips = table.total_chips();
        while table.deals < 12 && !check_end_or_mark_last_deal(&rules, &mut table) {
            let mut events = Vec::new();
            let mut hand = open_deal(&rules, &mut table, &mut events).expect("few chips");
            assert_eq!(
                hand.pool % rules.pay_share.value.parts,
                0,
                "a pool of {}",
                hand.pool
            );
            seen.extend(events.drain(..).map(|event| event.clause.id()));
            let opened = hand.pool;
            let mut act = player.deal(&rules, &hand);
            while let Ok(next) = apply_to_copy(&rules, &hand, act, &mut events) {
                check_laws_of_act(&rules, &hand, act, &next, chips);
                hand = next;
                if !hand.awaits_move() {
                    break;
                }
                assert!(
                    !legal_moves(&rules, &hand).is_empty(),
                    "nothing to do: {hand:?}"
                );
                act = player.choose_move_act(&rules, &hand);
            }
            assert!(!hand.awaits_move(), "refused: {act:?} at {:?}", hand.stage);
            assert_eq!(
                paid_in(&events) + opened,
                hand.pool,
                "what was taken and what stays is what lay there"
            );
            seen.extend(events.iter().map(|event| event.clause.id()));
            close_deal(&rules, &hand, &mut table);
            assert_eq!(table.total_chips(), chips);
        }
        (hands, evening) = (hands + table.deals, evening + 1);
        let most = rules.score.value.0.map_or(0, |score| score.start);
        assert!(
            table.points_down.iter().all(|off| *off <= most),
            "points that nobody can have"
        );
        share_out_remaining_debts(&rules, &mut table, &mut Vec::new());
        assert_eq!(table.total_chips(), chips);
    }
    for clause in happens {
        assert!(seen.contains(clause), "{clause} never happens: {seen:?}");
    }
}

/// What holds from one moment of a hand to the next.
fn check_laws_of_act(
    rules: &TrickRules,
    hand: &DealState,
    act: TrickAct,
    next: &DealState,
    chips: i64,
) {
    assert!(chips == next.purses.iter().sum::<i64>() + next.pool + next.side_pot + next.cash);
    if hand.move_by_silence() == Some(Move::KeepTrump) && hand.trick.is_some() {
        let won = |hand: &DealState| hand.trick.map(|trick| (trick.best, trick.winner));
        assert!(
            next.trick.is_none() || won(next) == won(hand),
            "a naming changed a trick"
        );
    }
    let held: usize = next.hands.iter().map(|held| held.len()).sum();
    let all = next
        .hands
        .iter()
        .fold(next.stock | next.discards | next.spare_hand, |all, held| {
            all | *held
        });
    assert_eq!(
        all.len(),
        held + next.stock.len() + next.discards.len() + next.spare_hand.len()
    );
    let comes_in = matches!(act.as_move(), Some(Move::BidAll | Move::Defend(..)));
    assert!(
        comes_in || next.active.minus(hand.active).is_empty(),
        "{act:?} moves one who has folded"
    );
    if next.awaits_move() && next.stage == DealStage::In(DealPhase::Tricks) {
        assert!(
            !playable_cards(rules, next).cards.is_empty() && next.active.has(next.mover),
            "nothing to play: {next:?}"
        );
    }
}

/// What came into the pool, less what was taken out.
fn paid_in(events: &[Event]) -> i64 {
    let of = |event: &Event| match event.details {
        EventDetails::Transferred(Transfer {
            from: Account::Pool,
            chips,
            ..
        }) => -chips,
        EventDetails::Transferred(Transfer {
            to: Account::Pool,
            chips,
            ..
        }) => chips,
        _ => 0,
    };
    events.iter().map(of).sum()
}

#[test]
fn laws_of_loo() {
    check_laws(
        agree_on_options("loo-2008", &[]),
        &["pam.civil", "flush.owe", "lead.duty"],
    );
}

#[test]
fn laws_of_rams() {
    check_laws(
        agree_on_options("rams-2008", &[]),
        &["decl.all", "pay.all", "allfold", "turn.owner", "decl.fille"],
    );
}

#[test]
fn laws_of_mistigri() {
    check_laws(
        agree_on_options("mistigri-1975", &[]),
        &["pam.calls", "flush.owe", "alone"],
    );
    check_laws(cousins_with_options()[0], &["pam.calls"]);
}

#[test]
fn laws_of_moench() {
    check_laws(
        agree_on_options("moench-2005", &[]),
        &[
            "pam.calls",
            "pam.civil",
            "pool.cap",
            "allfold",
            "decl.exchange",
        ],
    );
}

#[test]
fn laws_of_mauscheln() {
    check_laws(
        agree_on_options("mauscheln-2008", &[]),
        &["decl.bid", "decl.join", "alone", "allfold", "debt.make"],
    );
    check_laws(
        cousins_with_options()[1],
        &["decl.blind", "flush.redeal", "pay.premium", "turn.owner"],
    );
}

#[test]
fn laws_of_norrlandsknack() {
    check_laws(
        agree_on_options("norrlandsknack-2008", &[]),
        &[
            "decl.bid",
            "decl.join",
            "alone",
            "allfold",
            "score",
            "end",
            "lead.duty",
            "turn.owner",
        ],
    );
}

#[test]
fn laws_of_julep() {
    check_laws(
        agree_on_options("julep-2008", &[]),
        &[
            "decl.defend",
            "pay.share",
            "debt.make",
            "allfold",
            "turn.owner",
            "alone",
        ],
    );
}

#[test]
fn equal_flushes_divide_where_that_is_agreed() {
    let told = r#"# Equal flushes

```toml scenario
edition = "loo-2008"
players = ["Amy", "Ben", "Cora", "Dan"]
options = { flush_tie_final = "divide" }
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
    assert_eq!(check("equal flushes", told.as_bytes()).diagnostics, []);
}

/// A file's hands, each with its title.
fn hands_with_titles(file: &'static str) -> impl Iterator<Item = String> {
    file.split("\n# ")
        .map(|told| format!("# {}", told.trim_start_matches("# ")))
}

/// All worked hands.
pub fn worked_hands() -> impl Iterator<Item = String> {
    let files = [
        include_str!("../machine/loo-2008.md"),
        include_str!("../machine/rams-2008.md"),
        include_str!("../machine/mistigri-1975.md"),
        include_str!("../machine/moench-2005.md"),
        include_str!("../machine/mauscheln-2008.md"),
        include_str!("../machine/norrlandsknack-2008.md"),
        include_str!("../machine/julep-2008.md"),
    ];
    files.into_iter().flat_map(hands_with_titles)
}

/// What is wrong with the hand of this title once a piece of it is another: its kind, what is said, and what helps.
fn mistake_after_slip(title: &str, from: &str, to: &str) -> String {
    let told = worked_hands()
        .find(|told| told.starts_with(&format!("# {title}\n")))
        .expect("a hand");
    assert!(told.contains(from), "{title}: {from}");
    let found = check(title, told.replacen(from, to, 1).as_bytes()).diagnostics;
    let wrong = found
        .first()
        .unwrap_or_else(|| panic!("{title}: {to} is as good as {from}"));
    let help = wrong
        .help
        .iter()
        .find(|help| help.contains("in this edition, write"))
        .map(|help| format!("; {help}"));
    format!(
        "{} {}; {}{}",
        wrong.code.id(),
        wrong.message,
        wrong.label,
        help.unwrap_or_default()
    )
}

#[test]
fn what_a_game_does_not_have_or_a_round_does_not_ask_is_told_with_what_it_has() {
    let first = "The first deal is for nothing";
    let mut wrong = Vec::new();
    for (title, from, to, said) in [
        (
            "Passed, and in again",
            "Ida   passes",
            "Ida   folds",
            "illegal Ida cannot fold: this cannot be declared now; the clause decl.fold forbids it; in this edition, write `passes`",
        ),
        (
            first,
            "\nBritta lurks",
            "\nBritta passes",
            "illegal Britta cannot pass: this cannot be declared now; the clause decl.bid forbids it; in this edition, write `lurks`",
        ),
        (
            first,
            "Carin  knocks",
            "Carin  diddles",
            "illegal Carin cannot diddle: this cannot be declared now; the clause decl.bid forbids it; in this edition, write `knocks`",
        ),
        (
            "Diamonds from now on",
            "Emil  joins",
            "Emil  stands",
            "illegal Emil cannot stand: this cannot be declared now; the clause decl.stand forbids it; in this edition, write `joins`",
        ),
        (
            first,
            "Arvid  takes the turn-up for 5♦",
            "",
            "illegal Arvid cannot exchange 2 cards: the turn-up must be taken first; the clause turn.owner forbids it",
        ),
        (
            "Pam is civil",
            "1. Ben A♥",
            "1. Ben Q♥",
            "illegal Q♥ cannot be played: a player who demands civility must lead the ace of trumps; the clause pam.civil forbids it",
        ),
        (
            "Pam is civil",
            "Ben demands",
            "Cora demands",
            "out-of-turn it is not Cora's turn; Ben must play to trick 1",
        ),
        (
            "Led, it asks for hearts",
            "Emil J♣, Emil names ♥",
            "Emil A♥, Emil names ♥",
            "out-of-turn it is not Emil's turn; Fritz must play to trick 1",
        ),
        (
            "The pack is defended, and lost",
            "laying 5♦",
            "laying 6♣",
            "not-held 6♣ is not among the cards drawn; the cards drawn are A♠ 4♠ 3♥ 7♥ K♦ 5♦",
        ),
        (
            "The pack is defended, and lost",
            "defends with 3♥ 7♥ A♠ K♦ 4♠ 5♦ laying 5♦",
            "defends",
            "bad-draw the drawn cards and the discard are missing; the file does not say which cards these are",
        ),
        (
            "The pack is defended, and lost",
            "with 3♥ 7♥",
            "with 7♥",
            "bad-draw 5 cards are drawn, but the pack gives 6; the defender draws 6 and discards one of them",
        ),
        (
            "The pack is defended, and lost",
            "Inés  defends",
            "Luz   defends",
            "out-of-turn Luz has nothing more to do: the deal is over; the deal is over",
        ),
        (
            "Rams, and made",
            "Karl  bids rams",
            "Dora  bids rams",
            "out-of-turn it is not Dora's turn; Karl must declare",
        ),
        (
            "Nobody knocks",
            "hand   4",
            "hand   0",
            "deal-line deals are numbered from 1; no deal has this number",
        ),
        (
            "Nobody knocks",
            "points Arvid 6",
            "points Arvid 11",
            "bad-amount a player cannot have 11 points; write a number from 0 to 10",
        ),
        (
            "Nobody knocks",
            "points Arvid 6",
            "points Britta 6",
            "deal-line the points of Britta are given twice; again here",
        ),
        (
            "Nobody knocks",
            "stake  6",
            "stake  6\nside pot 3",
            "not-in-edition this is not part of norrlandsknack-2008; only in other editions",
        ),
        (
            "Down to one",
            "8 points\n```",
            "8 points\nnext pool 4\n```",
            "wrong-payout the session is over, so there is no next pool; remove this entry",
        ),
        (
            "Down to one",
            ", Britta has 8 points",
            "",
            "wrong-payout the payout lacks the entry `Britta has 8 points`; missing here",
        ),
        (
            "Down to one",
            "Britta has 8 points",
            "Britta has 7 points",
            "wrong-payout Britta has 8 points, not 7; after the deal",
        ),
        (
            "Down to one",
            "Britta pays 1 to the pool",
            "Britta pays 2 to the pool",
            "wrong-payout Britta pays the pool 1, not 2; the penalty: 1 (debt.make)",
        ),
        (
            "Down to one",
            "Britta pays 1 to the pool\n",
            "",
            "wrong-payout the payout lacks the entry `Britta pays 1 to the pool`; missing here",
        ),
        (
            "Forty and no more",
            "side pot 30",
            "side pot 10",
            "wrong-payout the side pot is 30, not 10; the wrong amount",
        ),
        (
            "Forty and no more",
            "dealer Emil",
            "dealer Emil\nstake 30",
            "wrong-state the deal before left 40 in the pool, not 30; the wrong number",
        ),
        (
            "Forty and no more",
            "dealer Emil",
            "dealer Emil\nside pot 30",
            "wrong-state the side pot holds 10, not 30; the wrong number",
        ),
        (
            "Two flushes and one payer",
            "next pool 5",
            "next pool 5\nside pot 0",
            "not-in-edition this is not part of loo-2008; only in other editions",
        ),
        (
            "Two flushes and one payer",
            "next pool 5",
            "next pool 5\nAmy has 3 points",
            "not-in-edition this is not part of loo-2008; only in other editions",
        ),
    ] {
        let told = mistake_after_slip(title, from, to);
        if told != said {
            wrong.push(format!("{title}, {to}:\n  {told}\nnot\n  {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
