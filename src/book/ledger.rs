//! Chips that move and debts that are made: a line each, with its sum.

use super::sentence::{name, number};
use crate::engine::{Account, Arithmetic, Event, Fact, Promise};
use crate::rules::Topic;
use crate::scenario::story::{Kind, Step, Story};

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Who pays, or owes.
    pub(super) payer: String,
    /// Who gets it.
    pub(super) payee: String,
    /// The amount, in chips.
    pub(super) amount: String,
    /// How it came about: `3 tricks × 15 ÷ 5 = 9`.
    pub(super) sum: String,
    /// The clause.
    pub(super) clause: Topic,
    /// Whether it is a debt made, of which no chip moves yet.
    pub(super) is_debt: bool,
}

/// The lines of a step. What a hand's last act settles is left to the step of the reckoning.
pub(super) fn ledger(story: &Story, step: &Step) -> Vec<Entry> {
    let settled_later = step.kind != Kind::Deal && !step.kind.settles() && !step.after.asks();
    if settled_later {
        return Vec::new();
    }
    step.events.iter().filter_map(|event| entry(story, step, event)).collect()
}

/// Debts on paper, in the order made: `Babet 5 (hand 1)`.
pub(super) fn promises(story: &Story, debts: &[Promise]) -> Vec<String> {
    let one = |debt: &Promise| format!("{} {} ({})", name(story, debt.debtor), number(debt.chips), made(debt.hand));
    debts.iter().map(one).collect()
}

fn entry(story: &Story, step: &Step, event: &Event) -> Option<Entry> {
    match event.fact {
        Fact::Moved(transfer) => Some(Entry {
            payer: sentence_case(&account(story, transfer.from)),
            payee: account(story, transfer.to),
            amount: number(transfer.chips),
            sum: arithmetic(transfer.sum, transfer.chips, &waiting(story, step, transfer.from)),
            clause: event.clause,
            is_debt: false,
        }),
        Fact::Owes(seat, chips, sum) => Some(Entry {
            payer: name(story, seat).into(),
            payee: "a later pool".into(),
            amount: number(chips),
            sum: arithmetic(sum, chips, &[]),
            clause: event.clause,
            is_debt: true,
        }),
        _ => None,
    }
}

fn account(story: &Story, account: Account) -> String {
    match account {
        Account::Seat(seat) => name(story, seat).into(),
        Account::Pool => "the pool".into(),
        Account::SidePot => "the side pot".into(),
        Account::Cash => "the cash box".into(),
    }
}

fn sentence_case(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What a purse had promised when this hand was dealt, a number a debt.
fn waiting(story: &Story, step: &Step, from: Account) -> Vec<i64> {
    let deal = story.steps.iter().find(|other| other.hand == step.hand && other.kind == Kind::Deal).unwrap_or(step);
    deal.waiting.iter().filter(|debt| Account::Seat(debt.debtor) == from).map(|debt| debt.chips).collect()
}

fn arithmetic(sum: Arithmetic, chips: i64, waiting: &[i64]) -> String {
    let total = number(chips);
    match sum {
        Arithmetic::Stake => format!("the stake: {total}"),
        Arithmetic::Debt(hand) => format!("the debt {}: {total}", of(hand)),
        Arithmetic::Share { tricks: 1, pool, parts } => format!("1 trick × {pool} ÷ {parts} = {total}"),
        Arithmetic::Share { tricks, pool, parts } => format!("{tricks} tricks × {pool} ÷ {parts} = {total}"),
        Arithmetic::Extra { shares: 1, pool, parts } => format!("1 share × {pool} ÷ {parts} = {total}"),
        Arithmetic::Extra { shares, pool, parts } => format!("{shares} shares × {pool} ÷ {parts} = {total}"),
        Arithmetic::Fee => format!("the fee: {total}"),
        Arithmetic::Misdeal => format!("a new stake for the same deal: {total}"),
        Arithmetic::Pool(pool) => format!("as much as the pool held: {pool}"),
        Arithmetic::Capped { pool, cap } => format!("the pool held {pool}, the ceiling is {cap}: {total}"),
        Arithmetic::Waiting => format!("the debts that waited: {}", added(waiting, chips)),
        Arithmetic::Lack { due, purse } => format!("{due} due − {} in the purse = {total}", number(purse)),
        Arithmetic::Equally { debts, players } => equally(debts, i64::from(players), chips),
    }
}

fn added(parts: &[i64], chips: i64) -> String {
    let whole = parts.len() > 1 && parts.iter().sum::<i64>() == chips;
    let words = || parts.iter().map(i64::to_string).collect::<Vec<_>>().join(" + ");
    if whole { format!("{} = {chips}", words()) } else { chips.to_string() }
}

fn equally(debts: i64, players: i64, chips: i64) -> String {
    let (share, odd) = (debts / players, debts % players);
    match (odd, chips == share) {
        (0, _) => format!("{debts} ÷ {players} players = {chips}"),
        (_, true) => format!("{debts} ÷ {players} players = {share}, and {odd} left over"),
        _ => format!("{debts} ÷ {players} players = {share}, + {odd} left over = {chips}"),
    }
}

fn made(hand: u32) -> String {
    if hand == 0 { "from before".into() } else { format!("hand {hand}") }
}

fn of(hand: u32) -> String {
    if hand == 0 { "from before".into() } else { format!("of hand {hand}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_show_their_numbers() {
        let share = |tricks, pool| Arithmetic::Share { tricks, pool, parts: 5 };
        assert_eq!(arithmetic(share(3, 15), 9, &[]), "3 tricks × 15 ÷ 5 = 9");
        assert_eq!(arithmetic(share(1, 5), 1, &[]), "1 trick × 5 ÷ 5 = 1");
        assert_eq!(arithmetic(Arithmetic::Debt(2), 10, &[]), "the debt of hand 2: 10");
        assert_eq!(
            arithmetic(Arithmetic::Capped { pool: 85, cap: 20 }, 20, &[]),
            "the pool held 85, the ceiling is 20: 20"
        );
        assert_eq!(arithmetic(Arithmetic::Waiting, 15, &[5, 10]), "the debts that waited: 5 + 10 = 15");
        assert_eq!(arithmetic(Arithmetic::Lack { due: 12, purse: -3 }, 15, &[]), "12 due − −3 in the purse = 15");
        assert_eq!(
            arithmetic(Arithmetic::Equally { debts: 16, players: 3 }, 6, &[]),
            "16 ÷ 3 players = 5, + 1 left over = 6"
        );
    }

    #[test]
    fn what_moves_is_what_the_pool_held() {
        let file = crate::scenario::check("x.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"));
        let story = &file.stories[0];
        let lines: Vec<Entry> = story.steps.iter().flat_map(|step| ledger(story, step)).collect();
        let said: Vec<String> =
            lines.iter().map(|line| format!("{} {} {}: {}", line.payer, line.amount, line.payee, line.sum)).collect();
        let paid = ["The pool 3 Claude: 3 tricks × 5 ÷ 5 = 3", "The pool 2 Denise: 2 tricks × 5 ÷ 5 = 2"];
        let owed = "Anne 5 a later pool: as much as the pool held: 5";
        assert_eq!(said, ["Anne 5 the pool: the stake: 5", paid[0], paid[1], owed]);
    }
}
