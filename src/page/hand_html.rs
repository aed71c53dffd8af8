//! A hand as HTML: all its steps, or the new steps of a hand that is being played.

use super::deal_tricks_table::{DealTricksTable, deal_tricks_tables};
use super::safe_markdown::{join_lines, verbatim_to_html};
use super::step_html::{StepView, questions_and_answers, step_views};
use super::table_address::table_query;
#[cfg(feature = "cli")]
use super::table_address::with_usual_level;
use super::task_html::{PageClauseLink, clause_link};
use super::{ColumnSceneOrReason, HandUnderEdition, HomeOrGuestPage};
use crate::cards::count_of;
use crate::editions;
use crate::narrate::foreign_language;
use crate::rules::ClauseLookup;
use crate::scenario::story::Story;
use anyhow::Result;
#[cfg(feature = "cli")]
use anyhow::{bail, ensure};
use askama::Template;

/// A hand with its steps and its controls.
#[derive(Template)]
#[template(path = "hand.html")]
struct HandTemplate<'a> {
    view: &'a HandUnderEdition<'a>,
    slug: String,
    /// The beginning of the addresses of its steps in the page.
    step_address: String,
    editions: Vec<EditionWithChanges<'a>>,
    /// The clauses that its file says it shows.
    shown: Vec<PageClauseLink>,
    /// The steps at which the editions go different ways.
    divergences: Vec<&'a StepView<'a>>,
    track: Vec<HandPart<'a>>,
    hands: usize,
    /// The number of its first step, and the steps of each deal.
    deals: Vec<(usize, &'a [StepView<'a>])>,
    count: usize,
    questions: Vec<(String, String)>,
    /// What the address of a table says at which a reader plays on from the hand; empty if the hand says all.
    table_to_play_on: String,
    /// True if these are only some steps of the hand, in a lesson. Then a click on a card plays it
    /// at a table.
    is_part: bool,
    is_guest: bool,
}

impl HandTemplate<'_> {
    /// Returns the language in which steps are read aloud, if their sentences and the prose are in one that is not English.
    /// The engine in a page has the sentences in English.
    fn language_read_aloud(&self) -> Option<&'static str> {
        if !cfg!(feature = "cli") || self.editions.len() > 1 {
            return None;
        }
        foreign_language(self.view.story.letters)
            .filter(|language| self.view.language() == Some(*language))
    }

    /// Returns the tables of the tricks of a deal; none where only some of its steps are shown. The
    /// engine in a page leaves them to the book.
    fn deal_tricks_tables(&self, deal: &usize) -> Vec<DealTricksTable<'_>> {
        if self.is_part || !cfg!(feature = "cli") {
            return Vec::new();
        }
        deal_tricks_tables(&self.view.file.stories, &self.step_address, *deal)
    }

    /// Returns some steps as HTML.
    fn render_steps(&self, steps: &[StepView]) -> askama::Result<String> {
        let id = &format!("{}-hand", self.slug);
        StepsTemplate {
            id,
            editions: &self.editions,
            steps,
            is_guest: self.is_guest,
        }
        .render()
    }
}

/// Returns a hand under all editions of its file as HTML on one line, for a page at this place.
///
/// ```
/// use mouche::page::{MoveProspectsByStory, HomeOrGuestPage, hand_views_by_edition, render_hand};
///
/// let text = std::fs::read("scenarios/mouche-1718/denise-must-trump.md")?;
/// let files = [mouche::scenario::check("denise-must-trump.md", &text)];
/// let alternatives = MoveProspectsByStory::compute(&files);
/// let html = render_hand(&hand_views_by_edition(&files, &alternatives)[0], HomeOrGuestPage::Home(0))?;
/// assert!(html.starts_with("<section class=\"hand\"") && html.contains("rules/mouche-1718.html#play.trump"));
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn render_hand(view: &HandUnderEdition, place: HomeOrGuestPage) -> Result<String> {
    render_hand_parts(view, &[], place)
}

/// Returns parts of a hand as [`render_hand`] shows it: steps by their ids (`h1-pay`), all
/// steps of a trick by what their ids begin with (`h1-t3`), or all steps from one to another (`h1-t3-1..h1-t4-3`). Without `h1-`,
/// a part is of the first deal. Without any parts it is the whole.
///
/// # Errors
/// A part that the hand does not have, or a template that cannot be filled.
pub fn render_hand_parts(
    view: &HandUnderEdition,
    parts: &[&str],
    place: HomeOrGuestPage,
) -> Result<String> {
    let slug = slug_of_parts(view, parts, place);
    let steps = step_views(view, &slug, place);
    // The engine in a page shows whole hands alone.
    #[cfg(feature = "cli")]
    let steps = keep_and_link_parts(steps, parts, view, &slug)?;
    let stories = &view.file.stories;
    let mut printed = stories
        .iter()
        .filter_map(|story| editions::by_id(story.rules.id));
    let house = printed.find(|edition| edition.base.is_some());
    let table_to_play_on = house.map(table_query).unwrap_or_default();
    #[cfg(feature = "cli")]
    let table_to_play_on = with_usual_level(table_to_play_on, &view.story.rules);
    let hands = match steps.last() {
        Some(step) => step.hand,
        None => 0,
    };
    let mut deals = Vec::new();
    let mut first = 1;
    for deal in steps.chunk_by(|step, next| step.hand == next.hand) {
        deals.push((first, deal));
        first += deal.len();
    }
    let template = HandTemplate {
        view,
        step_address: format!("#{slug}"),
        slug,
        editions: stories
            .iter()
            .map(|story| edition_view(story, place))
            .collect(),
        shown: links_to_shown_clauses(view, place),
        divergences: steps
            .iter()
            .filter(|step| step.divergence.is_some())
            .collect(),
        track: hand_parts_in_order(&steps, hands),
        hands,
        deals,
        count: steps.len(),
        questions: if parts.is_empty() {
            questions_and_answers(&steps)
        } else {
            Vec::new()
        },
        table_to_play_on,
        is_part: !parts.is_empty(),
        is_guest: place == HomeOrGuestPage::Guest,
    };
    Ok(join_lines(&template.render()?))
}

/// Returns links to the clauses that a file says it shows, each in the first of its editions that
/// has the clause.
fn links_to_shown_clauses(view: &HandUnderEdition, place: HomeOrGuestPage) -> Vec<PageClauseLink> {
    let mut links = Vec::new();
    for topic in view.file.promised_clauses() {
        let mut stories = view.file.stories.iter();
        if let Some(story) = stories.find(|story| story.rules.has_clause_on(topic)) {
            links.push(clause_link(&story.rules, topic, place));
        }
    }
    links
}

/// Returns the beginning of the ids of some parts of a hand. A page of ours may show several parts of a hand; in another book, each
/// fence has a name of its own.
fn slug_of_parts(view: &HandUnderEdition, parts: &[&str], place: HomeOrGuestPage) -> String {
    if parts.is_empty() || place == HomeOrGuestPage::Guest {
        return view.slug();
    }
    let parts = parts.join("-").replace("..", "-to-");
    format!("{}-{parts}", view.slug())
}

/// Returns the steps of these parts of a hand, each linked to the next that is kept; all steps if no part is named.
///
/// # Errors
/// A part that the hand does not have, or a range that ends before it begins.
#[cfg(feature = "cli")]
fn keep_and_link_parts<'a>(
    mut steps: Vec<StepView<'a>>,
    parts: &[&str],
    view: &HandUnderEdition,
    slug: &str,
) -> Result<Vec<StepView<'a>>> {
    if parts.is_empty() {
        return Ok(steps);
    }
    let mut kept = vec![false; steps.len()];
    for part in parts {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let first_at = steps.iter().position(|step| is_in_part(step, slug, first));
        let last_at = steps.iter().rposition(|step| is_in_part(step, slug, last));
        let (Some(first_at), Some(last_at)) = (first_at, last_at) else {
            let missing = if first_at.is_none() { first } else { last };
            let known = existing_part_ids_in_words(&steps, slug);
            bail!(
                "{} has no step or trick `{missing}`; it has {known}",
                view.slug()
            );
        };
        ensure!(first_at <= last_at, "`{part}` ends before it begins");
        // Between the cards of a trick, a step may be no part of it.
        let is_range = first != last;
        for at in first_at..=last_at {
            kept[at] |= is_range || is_in_part(&steps[at], slug, first);
        }
    }
    let mut flags = kept.into_iter();
    steps.retain(|_| flags.next() == Some(true));
    let ids: Vec<String> = steps.iter().map(|step| step.id.clone()).collect();
    for (at, step) in steps.iter_mut().enumerate() {
        step.back = at.checked_sub(1).map(|at| ids[at].clone());
        step.next = ids.get(at + 1).cloned();
    }
    Ok(steps)
}

/// Returns the parts of a hand for an error message: each trick, and each other step.
#[cfg(feature = "cli")]
fn existing_part_ids_in_words(steps: &[StepView], slug: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for step in steps {
        let id = &step.id[slug.len() + 1..];
        let trick = match id.rsplit_once('-') {
            Some((before, card)) if before.contains("-t") && card.parse::<u8>().is_ok() => before,
            _ => id,
        };
        let part = format!("`{trick}`");
        if parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    parts.join(", ")
}

/// Returns whether a step has the id of a part, or one that begins with it. The part may leave out that it is of the first deal.
#[cfg(feature = "cli")]
fn is_in_part(step: &StepView, slug: &str, part: &str) -> bool {
    let whole = &step.id[slug.len() + 1..];
    let mut ids = [Some(whole), whole.strip_prefix("h1-")]
        .into_iter()
        .flatten();
    ids.any(|id| {
        let rest = id.strip_prefix(part);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

/// A part of a file in the list of its parts: a deal, its declarations, a trick, its payout.
struct HandPart<'a> {
    first: &'a StepView<'a>,
    name: String,
    /// True if a move is refused in it, or the editions go different ways.
    is_marked: bool,
}

/// Returns the parts of a file in their order. Each begins where the deal or the name of the part
/// changes.
fn hand_parts_in_order<'a>(steps: &'a [StepView], hands: usize) -> Vec<HandPart<'a>> {
    let mut track = Vec::new();
    for part in steps.chunk_by(|step, next| step.hand == next.hand && step.part == next.part) {
        let first = &part[0];
        track.push(HandPart {
            first,
            name: if first.kind == "deal" && hands > 1 {
                format!("Deal {}", first.hand)
            } else {
                first.part.clone()
            },
            is_marked: part
                .iter()
                .any(|step| step.kind == "refused" || step.divergence.is_some()),
        });
    }
    track
}

/// Returns a short name for a part of a hand: `3` for `Trick 3`.
fn short_hand_part_name(name: &str) -> String {
    if name == "Declarations" {
        return "?".into();
    }
    if name == "Payout" {
        return "=".into();
    }
    let name = name.trim_start_matches("The ");
    match name.split_once(' ') {
        Some(("Trick", number)) => number.into(),
        Some(("Deal", number)) => format!("D{number}"),
        _ => {
            let initial = name.chars().take(1);
            initial.flat_map(char::to_uppercase).collect()
        }
    }
}

/// Some steps of a hand.
#[derive(Template)]
#[template(path = "live.html")]
struct StepsTemplate<'a> {
    id: &'a str,
    editions: &'a [EditionWithChanges<'a>],
    steps: &'a [StepView<'a>],
    is_guest: bool,
}

/// Returns the steps of a hand from one on, as HTML on one line, as they stand in [`render_hand`].
pub fn render_steps_from(
    view: &HandUnderEdition,
    from: usize,
    place: HomeOrGuestPage,
) -> Result<String> {
    let slug = view.slug();
    let editions = [edition_view(view.story, place)];
    let all = step_views(view, &slug, place);
    let steps = all.get(from..).unwrap_or_default();
    let live = StepsTemplate {
        id: &format!("{slug}-hand"),
        editions: &editions,
        steps,
        is_guest: place == HomeOrGuestPage::Guest,
    };
    Ok(join_lines(&live.render()?))
}

/// An edition in the head of a hand, with the clauses that the house table changes, each with its
/// value.
struct EditionWithChanges<'a> {
    name: &'a str,
    href: String,
    agreed: Vec<(PageClauseLink, String)>,
}

/// Returns the edition of a story, with the clauses that its house table changes.
fn edition_view(story: &Story, place: HomeOrGuestPage) -> EditionWithChanges<'_> {
    let rules = &story.rules;
    let mut agreed = Vec::new();
    if let Some(printed) = editions::by_id(rules.id) {
        for (now, before) in rules.clauses().iter().zip(&printed.clauses()) {
            if let Some(value) = now.agreed_value_if_changed(before) {
                agreed.push((clause_link(rules, now.topic, place), value.to_owned()));
            }
        }
    }
    EditionWithChanges {
        name: rules.name,
        href: place.link_to_rules(rules),
        agreed,
    }
}
