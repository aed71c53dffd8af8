//! The words for sums: how a number of chips came about. Pages and diagnostics say it alike.

use crate::engine::Arithmetic;

/// A number with a true minus.
pub fn number(count: i64) -> String {
    if count < 0 { format!("−{}", count.unsigned_abs()) } else { count.to_string() }
}

/// How a number of chips came about: `3 tricks × 15 ÷ 5 = 9`. `waiting` are the debts that were swept, one a number.
pub fn sum(sum: Arithmetic, chips: i64, waiting: &[i64]) -> String {
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
        Arithmetic::Penalty => format!("the penalty: {total}"),
        Arithmetic::Limit(limit) => format!("the pool may hold {limit}: {total}"),
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

fn of(hand: u32) -> String {
    if hand == 0 { "from before".into() } else { format!("of hand {hand}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_show_their_numbers() {
        let share = |tricks, pool| Arithmetic::Share { tricks, pool, parts: 5 };
        assert_eq!(sum(share(3, 15), 9, &[]), "3 tricks × 15 ÷ 5 = 9");
        assert_eq!(sum(share(1, 5), 1, &[]), "1 trick × 5 ÷ 5 = 1");
        assert_eq!(sum(Arithmetic::Debt(2), 10, &[]), "the debt of hand 2: 10");
        assert_eq!(sum(Arithmetic::Capped { pool: 85, cap: 20 }, 20, &[]), "the pool held 85, the ceiling is 20: 20");
        assert_eq!(sum(Arithmetic::Waiting, 15, &[5, 10]), "the debts that waited: 5 + 10 = 15");
        assert_eq!(sum(Arithmetic::Lack { due: 12, purse: -3 }, 15, &[]), "12 due − −3 in the purse = 15");
        assert_eq!(sum(Arithmetic::Equally { debts: 16, players: 3 }, 6, &[]), "16 ÷ 3 players = 5, + 1 left over = 6");
    }
}
