//! The chapter of odds: each plot with its table, and prose whose figures are filled in.

mod dealt_figures;
mod entering_figures;
mod mus_figures;
mod plot;
mod pool_growth;
mod precomputed_figures;

pub(super) use pool_growth::pool_growth_section;
pub use precomputed_figures::{
    ComparedDebtEditions, DebtShareCutByCeiling, EVENING_PLAYERS, EditionPlayersFigure,
    HANDS_PER_TRIAL, MusHoldingWorth, PrecomputedFigures, SEED, SESSIONS_PER_TABLE,
    compute_mus_holdings, editions_for_debt_comparison, trial_editions,
};

use super::picture::{one_in_text, player_count_word};
use super::{chapter_signs, markdown_link};
use crate::explore::DeclarationPlan;
use crate::explore::odds::{DealToCountChances, ExactChance, to_decimal};
use crate::narrate::{format_percent, format_share_with_interval, group_thousands};
use crate::page::HomeOrGuestPage;
use crate::rules::{ClauseId, MarkedWithCertainty, SessionEndEvent, TrickRules};
use askama::Template;
use dealt_figures::{compared_tables, flush_and_forced_play_table, flush_plot, trump_count_plot};
use entering_figures::{
    debtor_share_plot, gain_by_trumps_plot, mean_gain_in_pools, one_trump_debt_percentage,
    one_trump_gain_table, share_for_one_trick, trials_by_players,
};
use mus_figures::mus_tables;
use pool_growth::{ceiling_effect, debts_cut_by_ceiling_plot, last_pool, pool_growth_plot};
use precomputed_figures::{EXAMPLE_PLAYERS, result_at_table, stored_figures};

/// The chapter of odds, whose template asks for its figures.
#[derive(Template)]
#[template(path = "odds.md")]
struct OddsChapter {
    place: HomeOrGuestPage,
    played: &'static PrecomputedFigures,
}

/// Returns the chapter of odds as Markdown.
pub(super) fn odds_chapter(place: HomeOrGuestPage) -> anyhow::Result<String> {
    let played = stored_figures()?;
    Ok(OddsChapter { place, played }.render()?)
}

/// Returns the number of deals of a session, or 0 if something else ends the session.
fn deals_per_session_or_zero(rules: &TrickRules, players: u8) -> MarkedWithCertainty<i64> {
    rules.end.read().map(|end| match end.finish {
        SessionEndEvent::Tours(tours) => tours * i64::from(players),
        SessionEndEvent::Hands(hands) => hands,
        _ => 0,
    })
}

/// Returns the number of deals among which an event of this chance happens once on average: `748`.
fn deals_per_event(chance: ExactChance) -> String {
    one_in_text(to_decimal(chance)).replace("1 in ", "")
}

/// Returns the percentage of sessions of some deals in which an event of this chance happens.
fn percent_of_sessions(deals: &MarkedWithCertainty<i64>, chance: ExactChance) -> String {
    deals.render(|deals, _| format_percent(1.0 - (1.0 - to_decimal(chance)).powi(*deals as i32)))
}

#[cfg(test)]
#[path = "../../tests/unit/book_odds.rs"]
mod tests;
