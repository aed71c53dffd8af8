//! The booklet of a game, to be printed: its rules, its payments, and three hands.

use super::edition_rules_sheet::{
    PaymentsFromPool, hand_size, is_present_and_stated, note_on_clause_origins,
    payments_of_edition, pays_top_card, text_without_signs,
};
use super::hand_lists::group_in_learning_order;
use super::shared_topic_groups::group_runs_by_subject;
use crate::book::{ScenarioLibrary, game_page_path};
use crate::page::{
    HandUnderEdition, HomeOrGuestPage, join_lines, render_printed_hand,
    trusted_prose_to_inline_html,
};
use crate::rules::{EditionClauseInWords, FamilyGame, Ruleset};
use anyhow::Result;
use askama::Template;

/// The subject of the clauses that stand under the heading *Payments*.
const PAYMENTS: &str = "Paying and owing";

/// The number of hands in a booklet.
const HANDS: usize = 3;

/// The most steps of a hand in a booklet.
const MOST_STEPS: usize = 34;

/// Clauses under the title of their subject.
type ClausesOfSubject = (&'static str, Vec<EditionClauseInWords>);

/// The booklet of a game.
#[derive(Template)]
#[template(path = "booklet.html")]
struct Booklet {
    game: &'static FamilyGame,
    /// The edition whose rules it prints: the first of the game.
    edition: &'static Ruleset,
    place: HomeOrGuestPage,
    subjects: Vec<ClausesOfSubject>,
    payments: Vec<EditionClauseInWords>,
    payments_from_pool: Vec<PaymentsFromPool>,
    /// The other editions of the game, each with the clauses that it decides in another way.
    differences: Vec<(&'static Ruleset, Vec<EditionClauseInWords>)>,
    /// The hands as HTML.
    hands: Vec<String>,
}

/// Returns the booklet of a game as Markdown.
pub(super) fn booklet_chapter(
    game: &'static FamilyGame,
    editions: &[&'static Ruleset],
    library: &ScenarioLibrary,
    hands: &[HandUnderEdition],
    place: HomeOrGuestPage,
) -> Result<String> {
    let edition = editions[0];
    let mut subjects = group_runs_by_subject(stated_clauses(edition), |clause| clause.topic);
    let mut payments = Vec::new();
    for (title, clauses) in &mut subjects {
        if *title == PAYMENTS {
            payments.append(clauses);
        }
    }
    subjects.retain(|(_, clauses)| !clauses.is_empty());
    let mut printed_hands = Vec::new();
    for view in choose_three_short_hands(edition, hands) {
        printed_hands.push(library.with_steps(view, |view| render_printed_hand(view, place))?);
    }
    let booklet = Booklet {
        game,
        edition,
        place,
        subjects,
        payments,
        payments_from_pool: payments_of_edition(edition),
        differences: differences_from(edition, &editions[1..]),
        hands: printed_hands,
    };
    Ok(format!(
        "# Booklet: {}\n\n<div class=\"booklet\">{}</div>\n",
        game.name,
        join_lines(&booklet.render()?)
    ))
}

/// Returns the clauses of an edition that a table needs.
fn stated_clauses(edition: &'static Ruleset) -> Vec<EditionClauseInWords> {
    let mut clauses = edition.clauses();
    clauses.retain(is_present_and_stated);
    clauses
}

/// Returns the clauses of other editions of a game that decide in another way than its first.
fn differences_from(
    first: &'static Ruleset,
    others: &[&'static Ruleset],
) -> Vec<(&'static Ruleset, Vec<EditionClauseInWords>)> {
    let mut differences = Vec::new();
    for other in others {
        let mut clauses = stated_clauses(other);
        clauses.retain(|clause| !other.decides_as(first, clause.topic));
        if !clauses.is_empty() {
            differences.push((*other, clauses));
        }
    }
    differences
}

/// Returns three hands of an edition that each have one deal, a payout and few steps. They are from
/// different groups of its list where it has them.
pub(in crate::book) fn choose_three_short_hands<'a>(
    edition: &Ruleset,
    hands: &'a [HandUnderEdition<'a>],
) -> Vec<&'a HandUnderEdition<'a>> {
    let mut fitting: Vec<&HandUnderEdition> = hands.iter().collect();
    fitting.retain(|view| view.story.rules.id == edition.id && fits_booklet(view));
    let groups = group_in_learning_order(fitting, |view| view);
    let longest = groups.iter().map(|(_, members)| members.len()).max();
    let mut chosen = Vec::new();
    for at in 0..longest.unwrap_or(0) {
        chosen.extend(groups.iter().filter_map(|(_, members)| members.get(at)));
    }
    chosen.truncate(HANDS);
    chosen
}

/// Returns whether a hand is short enough for a booklet.
fn fits_booklet(view: &HandUnderEdition) -> bool {
    let outline = view.story.outline();
    outline.ends_with_payout
        && outline.deal_count == 1
        && outline.step_count <= MOST_STEPS
        && !view.has_several_editions()
}
