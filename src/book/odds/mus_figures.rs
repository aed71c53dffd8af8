//! The chances of Mus: what is dealt, and what some cards are worth in each phase.

use super::precomputed_figures::{MusHoldingWorth, PrecomputedFigures, first_mus_edition};
use crate::book::picture::{figures_table, one_in_text};
use crate::explore::odds::{AllMusHands, PHASES, to_decimal};
use crate::narrate::format_percent;
use crate::narrate::step_sentences::capitalize;
use crate::rules::mus_values::BettingPhase;
use crate::rules::{CertaintyMarkSet, ClauseId, ClauseLookup, MusRules};
use askama::{Error, Result};

/// The two tables of Mus, as HTML.
pub(super) struct MusOddsTables {
    /// The chances of what one player is dealt.
    pub(super) dealt: String,
    /// The worth of some cards in each phase, before and after an exchange.
    pub(super) worth: String,
}

/// Returns the tables of Mus.
pub(super) fn mus_tables(figures: &PrecomputedFigures) -> Result<MusOddsTables> {
    let rules = first_mus_edition().map_err(Error::custom)?;
    Ok(MusOddsTables {
        dealt: table_of_hand_chances(rules)?,
        worth: best_hand_chance_table(rules, figures)?,
    })
}

/// Returns the table of the chances of what one player is dealt.
fn table_of_hand_chances(rules: &MusRules) -> Result<String> {
    let mut rows = Vec::new();
    for (what, chance) in AllMusHands::new(rules).hand_chances() {
        let share = to_decimal(chance);
        rows.push((
            capitalize(&what),
            vec![format_percent(share), one_in_text(share)],
        ));
    }
    let counted_by = [ClauseId::Rank, ClauseId::Value];
    let heads = [
        append_certainty_signs("one player", rules, &counted_by),
        String::new(),
    ];
    figures_table("Hands dealt at Mus", heads, rows)
}

/// Returns the table of the chances of some Mus hands to be the best in each phase.
fn best_hand_chance_table(rules: &MusRules, figures: &PrecomputedFigures) -> Result<String> {
    let heads = PHASES.map(|phase| {
        append_certainty_signs(
            &capitalize(phase.word()),
            rules,
            clauses_behind_phase_chances(phase),
        )
    });
    let mut rows = Vec::new();
    for holding in &figures.mus {
        let cells = holding.phases.iter().map(percent_range).collect();
        rows.push((name_of_cards_or_discards(holding), cells));
    }
    figures_table("Chance that no opponent has a better hand", heads, rows)
}

/// Returns the name of the cards; of cards after an exchange only what was laid down, since they
/// follow the same cards as they were dealt.
fn name_of_cards_or_discards(holding: &MusHoldingWorth) -> String {
    if holding.laid.is_empty() {
        capitalize(&holding.cards)
    } else {
        format!("… {} discarded", holding.laid)
    }
}

/// Returns the chances of the last and the first to speak: `35–41 %`, or one number if both are the
/// same.
fn percent_range(last_and_first_speaker: &[f64; 2]) -> String {
    let [last, first] = last_and_first_speaker.map(|share| format!("{:.0}", 100.0 * share));
    if last == first {
        format!("{last} %")
    } else {
        format!("{last}–{first} %")
    }
}

/// Returns the clauses by which the chances of a phase are counted.
fn clauses_behind_phase_chances(phase: BettingPhase) -> &'static [ClauseId] {
    match phase {
        BettingPhase::Grande => &[ClauseId::Rank, ClauseId::GrandeCompare],
        BettingPhase::Petite => &[ClauseId::Rank, ClauseId::PetiteCompare],
        BettingPhase::Couples => &[ClauseId::Rank, ClauseId::CouplesCompare],
        BettingPhase::Jeu | BettingPhase::Point => &[
            ClauseId::Value,
            ClauseId::JeuCompare,
            ClauseId::PointCompare,
        ],
    }
}

/// Returns words followed by the signs that say how sure these clauses are: `∼`, `∗`, `°` and `†`.
fn append_certainty_signs(words: &str, rules: &MusRules, topics: &[ClauseId]) -> String {
    let mut marks = CertaintyMarkSet::default();
    for topic in topics {
        marks = marks.union(rules.marks(*topic));
    }
    format!("{words}{}", marks.signs())
}
