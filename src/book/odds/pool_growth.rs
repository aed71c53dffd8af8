//! How pools grow from deal to deal, and what holds them: folding, a ceiling on debts, or debts
//! that are put in one by one.

use super::plot::PlotWithTable;
use super::precomputed_figures::{
    ComparedDebtEditions, DebtShareCutByCeiling, EVENING_PLAYERS, PrecomputedFigures,
    editions_for_debt_comparison, player_counts,
};
use crate::book::picture::bar_chart::{Bar, draw_bars};
use crate::book::picture::line_plot::{Axes, PlotLine, TONES_BY_PLAYERS, draw_lines};
use crate::book::picture::{figures_table, player_count_word};
use crate::book::{chapter_signs, markdown_link};
use crate::explore::odds::SessionFigures;
use crate::explore::pool_growth_with_sole_winner;
use crate::narrate::{format_percent, format_share_with_interval, group_thousands};
use crate::page::HomeOrGuestPage;
use crate::rules::{ClauseId, MarkedWithCertainty, TrickRules};
use askama::{Error, Result, Template};

/// The number of hands for which a growing pool is shown. After six the largest is far beyond a
/// purse of a thousand chips.
const GROWING_HANDS: usize = 6;

/// Returns the last of some pools, in chips.
pub(super) fn last_pool(pools: &[i64]) -> String {
    group_thousands(pools.last().copied().unwrap_or_default())
}

/// Plots how the pool grows in an evening: four lines, one of players who fold in time, then one of
/// players who never fold for each way to put debts in.
pub(super) fn pool_growth_plot(
    careful: &SessionFigures,
    bold: &[&SessionFigures; 3],
) -> Result<PlotWithTable> {
    let evenings = [careful, bold[0], bold[1], bold[2]];
    let names = evening_line_names();
    let tones = ["tone-careful", "tone-at-once", "tone-capped", "tone-staged"];
    let lengths = evenings.iter().map(|evening| evening.pools.len());
    let hands = lengths.min().unwrap_or_default();
    let plotted = [0, 1, 2, 3]
        .map(|at| PlotLine::from_pools(names[at].clone(), tones[at], &evenings[at].half[..hands]));
    let mut rows = Vec::new();
    for hand in 0..hands {
        let cells = evenings.map(|evening| {
            let half = group_thousands(evening.half[hand]);
            format!("{half} – {}", group_thousands(evening.nine_in_ten[hand]))
        });
        rows.push(((hand + 1).to_string(), cells.into()));
    }
    let axes = Axes::for_pools(hands, "chips, in half of the evenings");
    let who = player_count_word(EVENING_PLAYERS);
    let title = format!(
        "The pool from deal to deal, {who} players; each horizontal line is ten times the one below"
    );
    Ok(PlotWithTable {
        drawing: draw_lines("odds-pools", &title, &axes, &plotted)?,
        table: figures_table("The pool", names, rows)?,
    })
}

/// Returns the names of the four lines of an evening, with the signs of the clauses on debts.
fn evening_line_names() -> [String; 4] {
    let ComparedDebtEditions {
        at_once,
        capped,
        staged,
    } = editions_for_debt_comparison();
    let ceiling = debt_ceiling_in_words(capped).map(|words| format!("{words} ({})", capped.short));
    [
        format!(
            "fold in time, {}",
            debt_entry_with_edition(at_once, "at once")
        ),
        format!(
            "never fold, {}",
            debt_entry_with_edition(at_once, "at once")
        ),
        format!("never fold, {ceiling}"),
        format!(
            "never fold, {}",
            debt_entry_with_edition(staged, "one by one")
        ),
    ]
}

/// Returns the words for a way to put debts in and its edition, with the signs of the clause:
/// `at once (1718)`.
fn debt_entry_with_edition(rules: &TrickRules, words: &str) -> MarkedWithCertainty<String> {
    let entry = rules.debt_enter.read();
    entry.map(|_| format!("{words} ({})", rules.short))
}

/// Returns how much of a debt enters at most, in words.
fn debt_ceiling_in_words(rules: &TrickRules) -> MarkedWithCertainty<String> {
    rules.debt_cap.read().map(|cap| match cap.0 {
        Some(chips) => format!("limit {chips}"),
        None => "no limit".into(),
    })
}

/// The ceiling of an edition, and how many of the debts it cuts.
pub(super) struct DebtCeilingEffect {
    /// The ceiling in chips, as HTML with its signs.
    pub(super) ceiling: String,
    /// The percentage of debts that it cuts where players fold in time.
    pub(super) careful: String,
    /// The percentage of debts that it cuts where nobody ever folds.
    pub(super) bold: String,
}

/// Returns the effect of the ceiling that an edition has.
///
/// # Errors
/// Fails if that ceiling is not among those compared.
pub(super) fn ceiling_effect(
    rules: &TrickRules,
    figures: &PrecomputedFigures,
) -> Result<DebtCeilingEffect> {
    let ceiling = rules.debt_cap.read().map(|cap| cap.0.unwrap_or_default());
    let is_own =
        |compared: &&DebtShareCutByCeiling| ceiling.render(|chips, _| compared.ceiling == *chips);
    let Some(cut) = figures.ceilings.iter().find(is_own) else {
        let message = "the ceiling of the edition is not among those compared";
        return Err(Error::custom(message));
    };
    Ok(DebtCeilingEffect {
        ceiling: chapter_signs::words_html_with_signs(&ceiling),
        careful: format_percent(cut.careful.estimate()),
        bold: format_percent(cut.bold.estimate()),
    })
}

/// Plots how many debts each ceiling cuts.
pub(super) fn debts_cut_by_ceiling_plot(
    rules: &TrickRules,
    ceilings: &[DebtShareCutByCeiling],
) -> Result<PlotWithTable> {
    let mut plotted = Vec::new();
    let mut rows = Vec::new();
    for cut in ceilings {
        let name = format!("a limit of {} chips", cut.ceiling);
        plotted.push(Bar {
            name: format!("{name}, players fold in time"),
            interval: Some(cut.careful.interval()),
            ..Bar::from_share("tone-careful", cut.careful.estimate())
        });
        plotted.push(Bar {
            name: format!("{name}, players never fold"),
            interval: Some(cut.bold.interval()),
            ..Bar::from_share("tone-capped", cut.bold.estimate())
        });
        let cells = vec![
            group_thousands(cut.careful.of),
            format_share_with_interval(cut.careful),
            group_thousands(cut.bold.of),
            format_share_with_interval(cut.bold),
        ];
        rows.push((format!("a limit of {}", cut.ceiling), cells));
    }
    let who = player_count_word(EVENING_PLAYERS);
    let title = format!("How many debts a limit reduces, {} with {who}", rules.name);
    let heads = [
        "fold in time: debts",
        "reduced",
        "never fold: debts",
        "reduced",
    ];
    Ok(PlotWithTable {
        drawing: draw_bars("odds-ceiling", &title, plotted)?,
        table: figures_table("Debts reduced by a limit", heads, rows)?,
    })
}

/// The section on how a pool grows.
#[derive(Template)]
#[template(path = "growth.md")]
struct PoolGrowthSection {
    by_players: String,
    by_entry: String,
    pools: String,
    place: HomeOrGuestPage,
}

/// Returns the section, as Markdown, on how a pool grows where nothing holds it, and with each of
/// the rules that may hold it.
pub(in crate::book) fn pool_growth_section(place: HomeOrGuestPage) -> Result<String> {
    let by_players = growth_with_debts_at_once()?;
    let by_entry = growth_lines_by_debt_entry()?;
    let axes = Axes::for_pools(GROWING_HANDS, "chips in the pool");
    let players_title = "All debts at once, no limit: the pool from deal to deal";
    let entry_title = format!("{EVENING_PLAYERS} players: three rules for debts");
    PoolGrowthSection {
        by_players: draw_lines("growth-players", players_title, &axes, &by_players)?,
        by_entry: draw_lines("growth-entry", &entry_title, &axes, &by_entry)?,
        pools: growth_table(&by_players, &by_entry)?,
        place,
    }
    .render()
}

/// Returns the growth where all debts go in at once, a line for each number of players.
fn growth_with_debts_at_once() -> Result<Vec<PlotLine>> {
    let rules = editions_for_debt_comparison().at_once;
    let signs = rules.players.read().marks().signs();
    let mut grown = Vec::new();
    for (count, tone) in player_counts(rules).zip(TONES_BY_PLAYERS) {
        let name = format!("{count} players{signs}");
        grown.push(sole_winner_growth_line(rules, count, tone, name)?);
    }
    Ok(grown)
}

/// Returns the growth of the pool, a line for each way to put debts in, with the players of the
/// source's own example of a ceiling.
fn growth_lines_by_debt_entry() -> Result<[PlotLine; 3]> {
    let ComparedDebtEditions {
        at_once,
        capped,
        staged,
    } = editions_for_debt_comparison();
    let unlimited_name = debt_ceiling_in_words(at_once).to_string();
    let capped_name = debt_ceiling_in_words(capped).to_string();
    let staged_name = staged.debt_enter.read().map(|_| "one by one").to_string();
    Ok([
        sole_winner_growth_line(at_once, EVENING_PLAYERS, "tone-at-once", unlimited_name)?,
        sole_winner_growth_line(capped, EVENING_PLAYERS, "tone-capped", capped_name)?,
        sole_winner_growth_line(staged, EVENING_PLAYERS, "tone-staged", staged_name)?,
    ])
}

/// Plays some hands in which one player wins every trick, and returns the line of the pools.
fn sole_winner_growth_line(
    rules: &TrickRules,
    players: u8,
    tone: &'static str,
    name: String,
) -> Result<PlotLine> {
    match pool_growth_with_sole_winner(rules, players, GROWING_HANDS) {
        Ok(pools) => Ok(PlotLine::from_pools(name, tone, &pools)),
        Err(refusal) => Err(Error::custom(format!("{}: {refusal:?}", rules.id))),
    }
}

/// Returns the table of the pools. Debts at once without a ceiling stand there only once, among the
/// numbers of players.
fn growth_table(by_players: &[PlotLine], by_entry: &[PlotLine; 3]) -> Result<String> {
    let held = &by_entry[1..];
    let mut heads: Vec<String> = by_players.iter().map(|line| line.name.clone()).collect();
    for line in held {
        heads.push(format!("{EVENING_PLAYERS}, {}", line.name));
    }
    let mut rows = Vec::new();
    for hand in 0..GROWING_HANDS {
        let mut cells = Vec::new();
        for line in by_players.iter().chain(held) {
            cells.push(group_thousands(line.points[hand].value as i64));
        }
        rows.push(((hand + 1).to_string(), cells));
    }
    figures_table("The pools", heads, rows)
}
