//! What it brings to go in with some trumps, and how often it ends in a debt. The figures were
//! played out beforehand.

use super::dealt_figures::DealtChancesAtTable;
use super::plot::PlotWithTable;
use super::precomputed_figures::{
    EXAMPLE_PLAYERS, PrecomputedFigures, player_counts, result_at_table,
};
use crate::book::chapter_signs;
use crate::book::picture::line_plot::{
    Axes, PlotLine, TONES_BY_PLAYERS, ValueWithMargin, draw_lines,
};
use crate::book::picture::{figures_table, player_count_word};
use crate::cards::count_of_or_no;
use crate::explore::DeclarationPlan;
use crate::explore::odds::{PlanResultByTrumps, PlanTrialsInSessions, Proportion};
use crate::narrate::{
    format_mean_with_margin, format_percent, format_share_with_interval, format_signed,
};
use crate::rules::TrickRules;
use askama::Result;

/// The fewest hands from which the chapter states a figure.
const FEWEST_HANDS: u64 = 20;

/// Returns the trials of an edition, each with its number of players.
pub(super) fn trials_by_players<'a>(
    played: &'a PrecomputedFigures,
    rules: &TrickRules,
) -> Result<Vec<(u8, &'a PlanTrialsInSessions)>> {
    let mut trials = Vec::new();
    for players in player_counts(rules) {
        trials.push((players, result_at_table(&played.trials, rules, players)?));
    }
    Ok(trials)
}

/// Returns the part of a pool that one trick is paid: `0.20`.
pub(super) fn share_for_one_trick(rules: &TrickRules) -> String {
    let paid = rules.pay_share.read();
    chapter_signs::words_html_with_signs(
        &paid.map(|shares| format!("{:.2}", 1.0 / shares.parts as f64)),
    )
}

/// Returns the results of players who were dealt this number of trumps and exchanged their plain
/// losing cards.
pub(super) fn losing_cards_exchange_results(
    trial: &PlanTrialsInSessions,
    trumps: usize,
) -> Option<&PlanResultByTrumps> {
    trial.plan_result(trumps, DeclarationPlan::Losers)
}

/// Returns the share of the players who changed their plain losers and made no debt.
fn debtless_share_changing_losers(trial: &PlanTrialsInSessions, trumps: usize) -> Proportion {
    match losing_cards_exchange_results(trial, trumps) {
        Some(row) => row.spared,
        None => Proportion::default(),
    }
}

/// Returns the percentage of the players who changed their plain losers with one trump and made a
/// debt.
pub(super) fn one_trump_debt_percentage(trial: &PlanTrialsInSessions) -> String {
    format_percent(1.0 - debtless_share_changing_losers(trial, 1).estimate())
}

/// Returns the numbers of trumps of which every trial has enough hands.
fn well_sampled_trump_counts<'a>(
    trials: impl Iterator<Item = &'a PlanTrialsInSessions> + Clone,
) -> Vec<usize> {
    let mut counts = Vec::new();
    for trumps in 0..=5 {
        if trials.clone().all(|trial| is_well_sampled(trial, trumps)) {
            counts.push(trumps);
        }
    }
    counts
}

/// Returns whether enough deals were played out for a number of trumps.
fn is_well_sampled(trial: &PlanTrialsInSessions, trumps: usize) -> bool {
    losing_cards_exchange_results(trial, trumps).is_some_and(|row| row.gained.of >= FEWEST_HANDS)
}

/// Returns the axes of a plot over the number of trumps dealt.
fn trump_axes(
    counts: &[usize],
    vertical_label: &'static str,
    format_value: fn(f64) -> String,
) -> Axes {
    Axes {
        places: counts.iter().map(usize::to_string).collect(),
        across: "trumps dealt",
        up: vertical_label,
        format_value,
        is_logarithmic: false,
    }
}

/// Plots what a player gains who goes in, by the number of trumps.
pub(super) fn gain_by_trumps_plot(
    rules: &TrickRules,
    example: &PlanTrialsInSessions,
) -> Result<PlotWithTable> {
    let counts = well_sampled_trump_counts([example].into_iter());
    let plotted = [
        gain_line(
            "change losers",
            "tone-second",
            example,
            DeclarationPlan::Losers,
            &counts,
        ),
        gain_line(
            "stand",
            "tone-first",
            example,
            DeclarationPlan::Stand,
            &counts,
        ),
    ];
    let mut rows = Vec::new();
    for trumps in &counts {
        let stood = example.plan_result(*trumps, DeclarationPlan::Stand);
        let mut cells = vec![stood.map_or(0, |row| row.gained.of).to_string()];
        for plan in [
            DeclarationPlan::Stand,
            DeclarationPlan::Losers,
            DeclarationPlan::All,
        ] {
            cells.push(mean_gain_in_pools(example, *trumps, plan));
        }
        rows.push((count_of_or_no(*trumps, "trump"), cells));
    }
    let axes = trump_axes(&counts, "gained, in pools", |value| format_signed(value, 1));
    let who = format!("{} with {}", rules.name, player_count_word(EXAMPLE_PLAYERS));
    let title = format!("What staying in brings, {who}; folding counts 0");
    let heads = ["hands", "stand", "change losers", "change all"];
    Ok(PlotWithTable {
        drawing: draw_lines("odds-gained", &title, &axes, &plotted)?,
        table: figures_table("What staying in brings", heads, rows)?,
    })
}

/// Returns the line of one plan: what it gains with each number of trumps.
fn gain_line(
    name: &str,
    tone: &'static str,
    trial: &PlanTrialsInSessions,
    plan: DeclarationPlan,
    counts: &[usize],
) -> PlotLine {
    let mut points = Vec::new();
    for trumps in counts {
        let mut point = ValueWithMargin {
            value: 0.0,
            margin: 0.0,
        };
        if let Some(row) = trial.plan_result(*trumps, plan) {
            point.value = row.gained.estimate();
            point.margin = row.gained.margin();
        }
        points.push(point);
    }
    PlotLine {
        name: name.into(),
        tone,
        points,
    }
}

/// Returns what a player gains on average by a plan, in pools.
pub(super) fn mean_gain_in_pools(
    trial: &PlanTrialsInSessions,
    trumps: usize,
    plan: DeclarationPlan,
) -> String {
    match trial.plan_result(trumps, plan) {
        Some(row) => format_mean_with_margin(row.gained, 2),
        None => "–".into(),
    }
}

/// Returns a table of what one trump brings at each table.
pub(super) fn one_trump_gain_table(
    tables: &[DealtChancesAtTable],
    figures: &PrecomputedFigures,
) -> Result<String> {
    let plans = [
        DeclarationPlan::Stand,
        DeclarationPlan::Losers,
        DeclarationPlan::All,
        DeclarationPlan::Fille,
    ];
    let mut rows = Vec::new();
    for at in tables {
        let trial = result_at_table(&figures.trials, at.rules, at.dealing.seats)?;
        let gains = plans.map(|plan| mean_gain_in_pools(trial, 1, plan));
        rows.push((at.name(), gains.into()));
    }
    let heads = ["stand", "change losers", "change all", "take spare hand"];
    figures_table("With one trump", heads, rows)
}

/// Plots how many of the players who go in make a debt, a line for each number of players.
pub(super) fn debtor_share_plot(
    rules: &TrickRules,
    trials: &[(u8, &PlanTrialsInSessions)],
) -> Result<PlotWithTable> {
    let counts = well_sampled_trump_counts(trials.iter().map(|(_, trial)| *trial));
    let mut plotted = Vec::new();
    let mut heads = Vec::new();
    for ((players, trial), tone) in trials.iter().zip(TONES_BY_PLAYERS) {
        let mut points = Vec::new();
        for trumps in &counts {
            let spared = debtless_share_changing_losers(trial, *trumps);
            let (low, high) = spared.interval();
            points.push(ValueWithMargin {
                value: 1.0 - spared.estimate(),
                margin: (high - low) / 2.0,
            });
        }
        let name = format!("{players} players");
        heads.push(name.clone());
        plotted.push(PlotLine { name, tone, points });
    }
    let mut rows = Vec::new();
    for trumps in &counts {
        let mut cells = Vec::new();
        for (_, trial) in trials {
            let Proportion { hits, of } = debtless_share_changing_losers(trial, *trumps);
            cells.push(format_share_with_interval(Proportion {
                hits: of - hits,
                of,
            }));
        }
        rows.push((count_of_or_no(*trumps, "trump"), cells));
    }
    let axes = trump_axes(&counts, "share that owes", whole_percent);
    let title = format!(
        "How many players owe who stay in and exchange their plain losers, {}",
        rules.name
    );
    Ok(PlotWithTable {
        drawing: draw_lines("odds-owing", &title, &axes, &plotted)?,
        table: figures_table("Players who owe", heads, rows)?,
    })
}

/// Returns a share as a whole number of percent.
fn whole_percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
