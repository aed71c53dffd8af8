//! Chips: what moves and what is owed, a line each with its sum; what the table held before, and what it holds after.

use super::player_naming::player_name;
use super::step_sentences::{capitalize, chips_in_words, format_with_true_minus, signed_chips};
use super::{CardFace, SeatView, TableView, faces};
use crate::cards::{Seat, count_of_or_no};
use crate::engine::{
    Account, AmountCalculation, DealState, Event, EventDetails, PendingDebt, Transfer,
};
use crate::rules::{CertaintyMarkSet, ClauseId};
use crate::scenario::story::{Step, StepKind, Story, describe_sum};
use askama::Template;
use std::mem::discriminant;

/// The chips of one step under several editions: what is the same in all, and what is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepChipsByEdition {
    pub(crate) pool: Option<String>,
    /// The side pot, if it is the same in all; empty where nothing lies in it.
    pub(crate) side_pot: Option<String>,
    /// The parts of the pool, if they are the same in all: `5 stake + 10 debt of Babet`.
    pub(crate) pool_breakdown: Option<String>,
    /// Each purse, in playing order, if it is the same in all; its kinds of chips with their signs.
    pub(crate) purses: Vec<Option<String>>,
    pub(crate) debts_on_paper: Option<String>,
    pub(crate) stock: Option<String>,
    pub(crate) fille: Option<Vec<CardFace>>,
    /// The signs that say how certain it is that the game is played with these kinds of chips, where a purse is counted in them.
    pub(crate) marks: CertaintyMarkSet,
    /// The amounts that differ: a label, and the amount in each edition.
    pub(crate) rows: AmountsDifferingByEdition,
}

type AmountsDifferingByEdition = Vec<(String, Vec<String>)>;

#[derive(Template)]
#[template(path = "middle.txt")]
struct TableMiddleTemplate<'a> {
    chips: &'a StepChipsByEdition,
    table: &'a TableView,
}

/// A player's chips in words, and the kinds of chips that they are counted in.
struct PurseText {
    /// `1003`, or with the points of a game that counts some.
    sum: String,
    /// `10 contrats, 3 jetons`; empty but at a payout.
    kinds: String,
    /// The signs that say how certain it is that the game is played with these kinds.
    marks: CertaintyMarkSet,
}

impl PurseText {
    fn new(step: &Step, seat: Seat) -> PurseText {
        let rules = &step.rules;
        let hand = state_showing_chips(step);
        let held = hand.purses[seat];
        let mut sum = chips_in_words(held);
        if let Some(score) = rules.score.value.0 {
            let points = count_of_or_no((score.start - hand.points_down[seat]).into(), "point");
            sum += &format!(" ({points})");
        }
        let kinds = rules.chips_kinds.read().map(|kinds| kinds.count(held));
        kinds.render(|words, marks| {
            if step.kind.is_settlement() && !words.is_empty() {
                PurseText {
                    sum,
                    kinds: words.clone(),
                    marks,
                }
            } else {
                PurseText {
                    sum,
                    kinds: String::new(),
                    marks: CertaintyMarkSet::default(),
                }
            }
        })
    }

    /// Returns the chips of the purse in words. The signs of these marks stand after the kinds of
    /// chips; they say how sure the clause on kinds of chips is.
    fn text_with_marks(&self, marks: CertaintyMarkSet) -> String {
        if self.kinds.is_empty() {
            self.sum.clone()
        } else {
            format!("{} ({}{})", self.sum, self.kinds, marks.signs())
        }
    }
}

impl StepChipsByEdition {
    /// Returns the chips after a step under these editions. What the last act settles is left to the step of the payout.
    pub(crate) fn new(steps_by_edition: &[(&Story, &Step)]) -> StepChipsByEdition {
        let mut rows = Vec::new();
        let mut marks = CertaintyMarkSet::default();
        let pools = steps_by_edition
            .iter()
            .map(|(_, step)| state_showing_chips(step).pool);
        let pool = common_value_or_rows(
            "The pool",
            pools.map(format_with_true_minus).collect(),
            &mut rows,
        );
        let side_pots = steps_by_edition
            .iter()
            .map(|(_, step)| side_pot_in_words(step));
        let side_pot = common_value_or_rows("The side pot", side_pots.collect(), &mut rows);
        let purses = purses_by_player(steps_by_edition, &mut rows, &mut marks);
        let debts = steps_by_edition
            .iter()
            .map(|(story, step)| debts_in_words(story, debts_after(step)).join(", "));
        let debts_on_paper = common_value_or_rows("Debts that wait", debts.collect(), &mut rows);
        let stocks = steps_by_edition
            .iter()
            .map(|(_, step)| step.after.available_stock());
        let stocks = stocks
            .map(|cards| format_with_true_minus(cards as i64))
            .collect();
        let stock = common_value_or_rows("The stock", stocks, &mut rows);
        let spares = steps_by_edition
            .iter()
            .map(|(story, step)| spare_hand_cards(story, step));
        let fille = match common_value_or_rows("The spare hand", spares.collect(), &mut rows) {
            Some(_) => steps_by_edition
                .first()
                .map(|(story, step)| spare_hand(story, step)),
            None => None,
        };
        let breakdowns = steps_by_edition
            .iter()
            .map(|(story, step)| pool_breakdown(story, step));
        StepChipsByEdition {
            pool,
            side_pot,
            pool_breakdown: common_value(&breakdowns.collect::<Vec<_>>()),
            purses,
            debts_on_paper,
            stock,
            fille,
            marks,
            rows,
        }
    }

    /// Returns the chips in the middle of a table, on a line.
    pub(crate) fn middle_text(&self, table: &TableView) -> String {
        TableMiddleTemplate { chips: self, table }
            .render()
            .unwrap_or_default()
    }

    /// Returns every seat of a table with its purse in words. The words are empty where the purse is
    /// not the same in all editions.
    pub(crate) fn purses_by_seat<'t>(
        &'t self,
        table: &'t TableView,
    ) -> impl Iterator<Item = (&'t SeatView, &'t str)> {
        table.seats.iter().zip(
            self.purses
                .iter()
                .map(|purse| purse.as_deref().unwrap_or("")),
        )
    }
}

/// Returns what each player has after a step: the common text, or none if the editions differ. Then
/// `rows` gets a row for the player. The marks of all purses are added to `marks`.
fn purses_by_player(
    steps_by_edition: &[(&Story, &Step)],
    rows: &mut Vec<(String, Vec<String>)>,
    marks: &mut CertaintyMarkSet,
) -> Vec<Option<String>> {
    let players = match steps_by_edition.first() {
        Some((story, _)) => &story.players[..],
        None => &[],
    };
    let mut purses = Vec::new();
    for (player, at) in players.iter().zip(0..) {
        let mut held = Vec::new();
        let mut known = CertaintyMarkSet::default();
        for (_, step) in steps_by_edition {
            if at < state_showing_chips(step).seats {
                let purse = PurseText::new(step, Seat(at));
                known = known.union(purse.marks);
                held.push(purse);
            }
        }
        *marks = marks.union(known);
        // Purses that hold the same are the same, whatever mark the kinds have in each edition.
        let amounts: Vec<String> = held
            .iter()
            .map(|purse| purse.text_with_marks(known))
            .collect();
        let common = common_value(&amounts);
        if common.is_none() {
            let with_own_marks = held.iter().map(|purse| purse.text_with_marks(purse.marks));
            rows.push((player.clone(), with_own_marks.collect()));
        }
        purses.push(common);
    }
    purses
}

/// Returns the chips in the side pot after a step; empty where nothing lies in it.
fn side_pot_in_words(step: &Step) -> String {
    match state_showing_chips(step).side_pot {
        0 => String::new(),
        chips => format_with_true_minus(chips),
    }
}

fn spare_hand(story: &Story, step: &Step) -> Vec<CardFace> {
    faces(story, step.after.spare_hand)
}

fn spare_hand_cards(story: &Story, step: &Step) -> String {
    let cards: Vec<String> = spare_hand(story, step).iter().map(CardFace::text).collect();
    cards.join(" ")
}

/// Returns the debts that have not entered a pool after a step, in the order in which they were made.
pub(crate) fn debts_after(step: &Step) -> &[PendingDebt] {
    match &step.own.next {
        Some(next) => &next.debts,
        None => &step.own.waiting,
    }
}

/// Returns the value that all editions have, if it is the same in all.
fn common_value(values: &[String]) -> Option<String> {
    let first = values.first()?;
    if values.iter().all(|other| other == first) {
        Some(first.clone())
    } else {
        None
    }
}

/// Returns the value that all editions have, if it is the same in all; else adds a row with the value of each.
fn common_value_or_rows(
    label: &str,
    values: Vec<String>,
    rows: &mut AmountsDifferingByEdition,
) -> Option<String> {
    let common = common_value(&values);
    if common.is_none() {
        let mut amounts = values;
        for amount in &mut amounts {
            if amount.is_empty() {
                amount.push_str("none");
            }
        }
        rows.push((label.into(), amounts));
    }
    common
}

/// Returns what the pool is made of: `5 stake + 10 debt of Babet`; empty after the payout.
fn pool_breakdown(story: &Story, step: &Step) -> String {
    let held = state_showing_chips(step).pool;
    if step.kind == StepKind::Payment || held == 0 {
        return String::new();
    }
    let mut paid_in = Vec::new();
    let mut set_aside = Vec::new();
    for transfer in transfers_before_payout(story, step) {
        match transfer.to {
            Account::Pool => paid_in.push(transfer),
            Account::SidePot => set_aside.push(transfer),
            _ => {}
        }
    }
    let before = held - sum_of_transfers(&paid_in) + sum_of_transfers(&set_aside);
    let mut parts = Vec::new();
    if before != 0 {
        parts.push(format!(
            "{} left from before",
            format_with_true_minus(before)
        ));
    }
    // Equal stakes are one part, and so are more debts than a table of many has room for.
    for same in
        paid_in.chunk_by(|one, next| discriminant(&one.reason) == discriminant(&next.reason))
    {
        match (same[0].reason, same.len()) {
            (AmountCalculation::Stake, 2..) => parts.push(format!(
                "{} stakes",
                format_with_true_minus(sum_of_transfers(same))
            )),
            (AmountCalculation::Debt(_), 4..) => parts.push(format!(
                "{} debts",
                format_with_true_minus(sum_of_transfers(same))
            )),
            _ => parts.extend(same.iter().map(|transfer| pool_part(story, transfer))),
        }
    }
    let breakdown = parts.join(" + ");
    if set_aside.is_empty() {
        breakdown
    } else {
        format!(
            "{breakdown} − {} in the side pot",
            format_with_true_minus(sum_of_transfers(&set_aside))
        )
    }
}

/// Returns the transfers of a deal up to a step that were made while its pool was made, or while moves were asked for.
fn transfers_before_payout(story: &Story, step: &Step) -> Vec<Transfer> {
    let mut steps = story.trick_steps().iter();
    let Some(at) = steps.position(|other| std::ptr::eq(other, step)) else {
        return Vec::new();
    };
    let mut transfers = Vec::new();
    for other in &story.trick_steps()[..=at] {
        if other.hand == step.hand && (other.kind == StepKind::Deal || other.after.awaits_move()) {
            let events = other.events.iter();
            transfers.extend(events.filter_map(|event| event.details.as_transfer()));
        }
    }
    transfers
}

fn sum_of_transfers(transfers: &[Transfer]) -> i64 {
    transfers.iter().map(|transfer| transfer.chips).sum()
}

fn pool_part(story: &Story, transfer: &Transfer) -> String {
    let count = format_with_true_minus(transfer.chips);
    let who = account_name(story, transfer.from);
    match transfer.reason {
        AmountCalculation::Stake => format!("{count} stake"),
        AmountCalculation::Debt(_) => format!("{count} debt of {who}"),
        AmountCalculation::Fee => format!("{count} fee of {who}"),
        AmountCalculation::Misdeal => format!("{count} for the misdeal"),
        _ => format!("{count} from {who}"),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LedgerEntry {
    pub(crate) payer: String,
    pub(crate) payee: String,
    pub(crate) amount: String,
    /// The sum by which the amount came about: `3 tricks × 15 ÷ 5 = 9`.
    pub(crate) sum: String,
    pub(crate) clauses: Vec<ClauseId>,
    pub(crate) is_debt: bool,
}

/// Returns the debts that wait, in the order in which they were made: `Babet 5 (deal 1)`.
pub(crate) fn debts_in_words(story: &Story, debts: &[PendingDebt]) -> Vec<String> {
    let mut words = Vec::new();
    for debt in debts {
        let made = match debt.deal {
            0 => "from before".into(),
            deal => format!("deal {deal}"),
        };
        let debtor = player_name(story, debt.debtor);
        words.push(format!(
            "{debtor} {} ({made})",
            format_with_true_minus(debt.chips)
        ));
    }
    words
}

/// Returns the state of a deal whose chips a step shows: as they lie before the payout, as long as that is to come.
pub(crate) fn state_showing_chips(step: &Step) -> &DealState {
    if step.is_last_act_of_deal() {
        &step.before
    } else {
        &step.after
    }
}

/// Returns the line of an event. What a hand's last act settles is left to the step of the payout.
pub(super) fn ledger_entry(story: &Story, step: &Step, event: &Event) -> Option<LedgerEntry> {
    if step.is_last_act_of_deal() {
        return None;
    }
    match event.details {
        EventDetails::Transferred(transfer) => {
            // The debts that the payer had when this hand was dealt: one payment may settle several.
            let mut debts = Vec::new();
            for debt in &deal_step(story, step).unwrap_or(step).own.waiting {
                if Account::Seat(debt.debtor) == transfer.from {
                    debts.push(debt.chips);
                }
            }
            let mut sum = describe_sum(transfer.reason, transfer.chips, &debts);
            if transfers_shown_before_payout(story, step).contains(&transfer) {
                sum += ", already paid";
            }
            Some(LedgerEntry {
                payer: capitalize(&account_name(story, transfer.from)),
                payee: account_name(story, transfer.to),
                amount: format_with_true_minus(transfer.chips),
                sum,
                clauses: vec![event.clause],
                is_debt: false,
            })
        }
        EventDetails::DebtMade(seat, chips, reason) => {
            let mut clauses = vec![event.clause];
            if matches!(reason, AmountCalculation::Capped { .. }) {
                clauses.push(ClauseId::DebtCap);
            }
            Some(LedgerEntry {
                payer: player_name(story, seat).into(),
                payee: "a later pool".into(),
                amount: format_with_true_minus(chips),
                sum: describe_sum(reason, chips, &[]),
                clauses,
                is_debt: true,
            })
        }
        _ => None,
    }
}

fn account_name(story: &Story, account: Account) -> String {
    match account {
        Account::Seat(seat) => player_name(story, seat).into(),
        Account::Pool => "the pool".into(),
        Account::SidePot => "the side pot".into(),
        Account::Cash => "the cash box".into(),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BalanceRow {
    pub(crate) owner: String,
    pub(crate) before: String,
    /// The chips that came in, with a sign; empty where none moved.
    pub(crate) moved: String,
    pub(crate) after: String,
}

impl BalanceRow {
    pub(super) fn new(owner: String, before: i64, after: i64) -> BalanceRow {
        let moved = if before == after {
            String::new()
        } else {
            signed_chips(after - before)
        };
        BalanceRow {
            owner,
            before: format_with_true_minus(before),
            moved,
            after: format_with_true_minus(after),
        }
    }
}

/// Returns what each account has before and after a step, the sum last; no rows where no chip moves.
pub(super) fn balance_rows(story: &Story, step: &Step) -> Vec<BalanceRow> {
    let mut events = step.events.iter();
    if !events.any(|event| {
        matches!(
            event.details,
            EventDetails::Transferred(_) | EventDetails::Scored(..)
        )
    }) {
        return Vec::new();
    }
    let hand = state_showing_chips(step);
    let transfers = transfers_not_shown_before(story, step);
    let mut accounts = Vec::new();
    for seat in (0..hand.seats).map(Seat) {
        accounts.push((Account::Seat(seat), hand.purses[seat]));
    }
    accounts.push((Account::Pool, hand.pool));
    accounts.push((Account::SidePot, hand.side_pot));
    accounts.push((Account::Cash, hand.cash));
    let mut rows = Vec::new();
    let mut sum_before = 0;
    let mut sum_after = 0;
    for (account, after) in accounts {
        let before = after - net_chips(&transfers, account);
        let is_shown = match account {
            Account::Seat(_) | Account::Pool => true,
            Account::SidePot => after != 0 || before != 0,
            Account::Cash => after != 0,
        };
        if is_shown {
            sum_before += before;
            sum_after += after;
            let name = account_name(story, account);
            let owner = match account {
                Account::Seat(_) => name,
                _ => capitalize(&name),
            };
            rows.push(BalanceRow::new(owner, before, after));
        }
    }
    rows.push(BalanceRow::new("All".into(), sum_before, sum_after));
    if let (Some(score), Some(deal)) = (step.rules.score.value.0, deal_step(story, step)) {
        for seat in (0..hand.seats).map(Seat) {
            let owner = format!("Points of {}", player_name(story, seat));
            let before = i64::from(score.start - deal.before.points_down[seat]);
            let after = i64::from(score.start - hand.points_down[seat]);
            rows.push(BalanceRow::new(owner, before, after));
        }
    }
    rows
}

/// Returns the transfers of a step that no earlier step has shown: a payout lists fees that were paid during the deal again.
fn transfers_not_shown_before(story: &Story, step: &Step) -> Vec<Transfer> {
    let mut paid_before = transfers_shown_before_payout(story, step);
    let mut transfers = Vec::new();
    for transfer in step
        .events
        .iter()
        .filter_map(|event| event.details.as_transfer())
    {
        match paid_before.iter().position(|paid| *paid == transfer) {
            Some(at) => {
                paid_before.swap_remove(at);
            }
            None => transfers.push(transfer),
        }
    }
    transfers
}

/// Returns the transfers that earlier steps of the deal have shown, if a step is the payout; else none.
fn transfers_shown_before_payout(story: &Story, step: &Step) -> Vec<Transfer> {
    if step.kind != StepKind::Payment {
        return Vec::new();
    }
    let mut transfers = Vec::new();
    for other in story.trick_steps() {
        if std::ptr::eq(other, step) {
            break;
        }
        if other.hand == step.hand && !other.is_last_act_of_deal() {
            let events = other.events.iter();
            transfers.extend(events.filter_map(|event| event.details.as_transfer()));
        }
    }
    transfers
}

/// Returns the chips that come into an account by some transfers, less those that leave it.
fn net_chips(transfers: &[Transfer], account: Account) -> i64 {
    let mut net = 0;
    for transfer in transfers {
        if transfer.to == account {
            net += transfer.chips;
        }
        if transfer.from == account {
            net -= transfer.chips;
        }
    }
    net
}

/// Returns the step that dealt the hand to which a step belongs.
pub(crate) fn deal_step<'a>(story: &'a Story, step: &Step) -> Option<&'a Step> {
    let mut steps = story.trick_steps().iter();
    steps.find(|other| other.hand == step.hand && other.kind == StepKind::Deal)
}
