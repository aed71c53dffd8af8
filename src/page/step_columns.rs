//! The columns of a step: each holds the editions that tell the step alike, or the reason why they
//! lack it. And the table after a step, which columns share if the same cards lie on it.

use super::align_editions::first_story_with_step;
use super::move_alternatives::{SharedMoveAlternatives, alternatives_by_edition};
use super::{
    AlignedStep, HandUnderEdition, HomeOrGuestPage, certainty_signs, edition_names, group_by_key,
};
use crate::cards::{InsertionSort, Seat};
use crate::narrate::{
    self, BalanceRow, CardFace, ChoiceWithLegality, EditionStepText, StepChipsByEdition, TableView,
    balances_after_payout, capitalize, chips_after, move_choices, seats_with_open_cards,
    step_title, table_after,
};
use crate::rules::{CertaintyMarkSet, ClauseId, ClauseLookup, Ruleset};
use crate::scenario::story::{AnyStep, Step, StepKind, Story};
use askama::Template;

/// A step as some editions tell it.
pub(super) struct StepColumnOfEditions<'a> {
    /// The indices of the stories of these editions.
    pub(super) members: Vec<usize>,
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) body: ColumnSceneOrReason,
    /// The table after it, if it is not the same in all columns.
    pub(super) board: Option<Board<'a>>,
    /// The other moves that could have been made, as far as that was worked out.
    pub(super) alternatives: Vec<SharedMoveAlternatives>,
    place: HomeOrGuestPage,
}

/// The contents of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ColumnSceneOrReason {
    /// The scene of the step.
    Scene(Box<EditionStepText>),
    /// The reason why there is no step; and the title and the id of the step after which nothing
    /// more comes, if that is the reason.
    Lacks(&'static str, Option<(String, String)>),
}

/// A clause under the editions of a column.
#[derive(Template)]
#[template(path = "topic.html")]
struct ColumnClauseTemplate<'a> {
    column: &'a StepColumnOfEditions<'a>,
    topic: ClauseId,
}

impl ColumnClauseTemplate<'_> {
    /// Returns what is read aloud of one edition, where the title stands before several.
    fn spoken_label(&self, edition: &Ruleset) -> String {
        let says = edition.marks(self.topic).explanations();
        let comma = if says.is_empty() { "" } else { ", " };
        format!(
            "{}, {}{comma}{says}",
            edition.title(self.topic),
            edition.name
        )
    }
}

/// Returns the columns of one row, as many as there are ways to tell it. The table after it is in
/// none if all share it.
pub(super) fn merged_step_columns<'a>(
    view: &HandUnderEdition<'a>,
    rows: &[AlignedStep],
    at: usize,
    shares_board: bool,
    place: HomeOrGuestPage,
) -> Vec<StepColumnOfEditions<'a>> {
    let stories = &view.file.stories[..];
    let row = &rows[at];
    let seat = view.seat;
    // Editions share a column if they tell the step alike, and leave the same table where tables
    // differ.
    let mut keyed = Vec::new();
    for (index, story) in stories.iter().enumerate() {
        let Some(step) = row[index].map(|here| story.step(here)) else {
            keyed.push((
                (describe_missing_step(stories, rows, at, index), None),
                index,
            ));
            continue;
        };
        let scene = EditionStepText::with_reader_as_you(seat, story, step).seen_by(seat, &step);
        let table = if shares_board {
            None
        } else {
            Some(table_after(story, step).seen_by(seat, seats_with_open_cards(step)))
        };
        keyed.push(((ColumnSceneOrReason::Scene(Box::new(scene)), table), index));
    }
    let mut columns = Vec::new();
    for ((body, _), members) in group_by_key(keyed) {
        columns.push(StepColumnOfEditions {
            editions: members.iter().map(|index| &stories[*index].rules).collect(),
            body,
            board: if shares_board {
                None
            } else {
                shared_board(stories, row, &members, seat)
            },
            alternatives: alternatives_by_edition(view, row, &members, place),
            members,
            place,
        });
    }
    columns
}

/// Says why a story has no step in a row.
fn describe_missing_step(
    stories: &[Story],
    rows: &[AlignedStep],
    row_at: usize,
    story_index: usize,
) -> ColumnSceneOrReason {
    let story = &stories[story_index];
    let (_, asked) = first_story_with_step(stories, &rows[row_at]);
    let is_act = |step: &AnyStep| step.hand == asked.hand && step.kind != StepKind::Payment;
    let mut earlier = rows[..row_at]
        .iter()
        .rev()
        .filter_map(|row| row[story_index]);
    let mut later = Vec::new();
    for row in &rows[row_at..] {
        if let Some(place) = row[story_index] {
            later.push(story.step(place));
        }
    }
    if let Some(last) = earlier.next() {
        let last = story.step(last);
        let since = Some((step_title(story, last), last.id.clone()));
        if later.is_empty() && last.kind != StepKind::Payment {
            return ColumnSceneOrReason::Lacks("Ends in this edition after", since);
        }
        if is_act(&last) && !later.iter().any(is_act) {
            return ColumnSceneOrReason::Lacks("Over in this edition since", since);
        }
    }
    match &asked.kind {
        StepKind::Refused { .. } => ColumnSceneOrReason::Lacks("Not tried", None),
        _ => ColumnSceneOrReason::Lacks("Not asked", None),
    }
}

impl StepColumnOfEditions<'_> {
    /// Returns the names of the editions of the column.
    pub(crate) fn edition_names(&self) -> String {
        edition_names(&self.editions)
    }

    /// Returns the title of a clause as HTML, with a link to it under each edition.
    pub(super) fn clause_title_links_html(&self, topic: &ClauseId) -> askama::Result<String> {
        ColumnClauseTemplate {
            column: self,
            topic: *topic,
        }
        .render()
    }

    /// Returns the title of a clause as HTML: in the edition's words, if it is one alone. Its signs
    /// are those of all.
    pub(super) fn signed_clause_title_html(&self, topic: ClauseId) -> String {
        let title = if let [edition] = self.editions[..] {
            edition.title(topic)
        } else {
            topic.title().to_string()
        };
        let mut marks = CertaintyMarkSet::default();
        for edition in &self.editions {
            marks = marks.union(edition.marks(topic));
        }
        certainty_signs::escape_html(&title) + &certainty_signs::signs_html(marks)
    }

    /// Returns the moves that are allowed and then those that are not, a line for all that one
    /// clause decides for one reason.
    pub(super) fn verdict_lines<'c>(
        &self,
        choices: &'c [ChoiceWithLegality],
    ) -> Vec<MovesWithSameLegality<'c>> {
        let grounds = choices
            .iter()
            .map(|choice| (LegalityReason::new(choice), choice));
        let mut groups = group_by_key(grounds);
        groups.insertion_sort_by_key(|(ground, _)| !ground.is_allowed);
        let mut lines = Vec::new();
        for (ground, alike) in groups {
            lines.push(MovesWithSameLegality {
                is_allowed: ground.is_allowed,
                head: capitalize(ground.head),
                language: ground.language,
                choices: alike,
                reason: match ground.reason {
                    "" => String::new(),
                    reason => capitalize(reason) + ".",
                },
                clauses: ground.clauses,
            });
        }
        lines
    }

    /// Returns what a choice brings in chips: one number, or where editions differ one for each, a
    /// dash for those without.
    pub(super) fn best_chips_by_edition(&self, choice: &ChoiceWithLegality) -> Option<String> {
        let mut bests = Vec::new();
        for group in &self.alternatives {
            bests.push(group.view.best_chips(choice));
        }
        let first = (*bests.first()?)?;
        if bests.iter().all(|best| *best == Some(first)) {
            return Some(first.to_string());
        }
        let members = self.alternatives.iter().flat_map(|group| &group.members);
        let mut each = vec!["-".to_owned(); members.max()? + 1];
        for (group, best) in self.alternatives.iter().zip(bests) {
            if let Some(best) = best {
                for index in &group.members {
                    each[*index] = best.to_string();
                }
            }
        }
        Some(each.join(" "))
    }

    /// Returns the column as it is read aloud to a reader who sees all cards, or does not.
    pub(super) fn spoken_text(&self, sees_all_cards: bool) -> String {
        match &self.body {
            ColumnSceneOrReason::Scene(scene) => scene.spoken_text(sees_all_cards),
            ColumnSceneOrReason::Lacks(words, Some((title, _))) => format!("{words} {title}."),
            ColumnSceneOrReason::Lacks(words, None) => format!("{words}."),
        }
    }
}

/// The reason why a move is allowed or not. Cards share a head, `may be played`, and a reason,
/// `it beats 7♠`; a word has a head of its own.
#[derive(PartialEq)]
struct LegalityReason<'a> {
    is_allowed: bool,
    head: &'a str,
    reason: &'a str,
    language: Option<&'static str>,
    clauses: Vec<ClauseId>,
}

impl<'a> LegalityReason<'a> {
    fn new(choice: &'a ChoiceWithLegality) -> LegalityReason<'a> {
        LegalityReason {
            is_allowed: choice.is_allowed,
            head: match choice.face {
                Some(_) => choice.verdict_head(),
                None => "",
            },
            reason: choice.reason(),
            language: choice.language,
            clauses: choice.clauses(),
        }
    }
}

/// Moves that one clause allows or forbids for one reason.
pub(super) struct MovesWithSameLegality<'a> {
    pub(super) is_allowed: bool,
    /// The words before its cards: `May be played`. Declarations need none, because they say it
    /// themselves.
    pub(super) head: String,
    pub(super) choices: Vec<&'a ChoiceWithLegality>,
    /// The reason as a sentence; empty where the head says all.
    pub(super) reason: String,
    /// The language of head and reason, if it is not English.
    pub(super) language: Option<&'static str>,
    pub(super) clauses: Vec<ClauseId>,
}

/// A table with its cards and chips, as a page shows it.
#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Board<'a> {
    pub(super) table: TableView,
    pub(super) chips: StepChipsByEdition,
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) label: String,
    /// All chips before and after a payment, if it is the same in all these editions.
    pub(super) balances: Vec<BalanceRow>,
    /// The choices of the mover, if they are the same in all these editions.
    choices: Vec<ChoiceWithLegality>,
    /// True if the step moves chips. Then no cards are shown.
    is_paid: bool,
    /// The seat whose cards can be pressed: each card has a name of its own, and those of others
    /// are named together.
    pressable_seat: Option<Seat>,
}

/// A card in a hand, or the room of one; and after a space whether it may be played, has been, or
/// lies face down.
type FaceWithClass<'a> = (Option<&'a CardFace>, &'static str);

const BACK: &str = " back";

impl<'a> Board<'a> {
    /// Returns a board with a table and chips, and with no label, balances or choices.
    fn without_choices(
        story: &'a Story,
        table: TableView,
        chips: StepChipsByEdition,
        pressable_seat: Option<Seat>,
    ) -> Board<'a> {
        Board {
            table,
            chips,
            editions: vec![&story.rules],
            label: String::new(),
            balances: Vec::new(),
            choices: Vec::new(),
            is_paid: false,
            pressable_seat,
        }
    }

    /// Returns every seat in playing order with its purse: its chips, and in what kinds they are
    /// counted.
    pub(super) fn purses_and_chip_kinds(
        &self,
    ) -> impl Iterator<Item = (&narrate::SeatView, [&str; 2])> {
        let seats = self.chips.purses_by_seat(&self.table);
        seats.map(|(place, purse)| (place, split_chips_and_kinds(purse)))
    }

    /// Returns the kinds of chips in which the purse of a seat is counted, if it is counted in any. Points are left out: they have
    /// rows of their own.
    pub(super) fn chip_kinds(&self, seat: usize) -> Option<&str> {
        let [_, kinds] = split_chips_and_kinds(self.chips.purses.get(seat)?.as_deref()?);
        let is_points = kinds.ends_with("point") || kinds.ends_with("points");
        Some(kinds).filter(|kinds| !kinds.is_empty() && !is_points)
    }

    /// Returns the slots of cards that lie face up.
    fn face_up_slots<'s>(&self, faces: &'s [CardFace]) -> Vec<FaceWithClass<'s>> {
        faces.iter().map(|face| (Some(face), "")).collect()
    }

    /// Returns the language in which the names of cards are read aloud, if it is not English. Cards that lie face down are named in
    /// English.
    fn foreign_language_of_cards(&self, cards: &[FaceWithClass]) -> Option<&'static str> {
        if cards.iter().any(|(_, class)| *class == BACK) {
            return None;
        }
        let (face, _) = cards.first()?;
        (*face)?.language()
    }

    /// Returns the names of the cards in slots, as they are read aloud.
    fn spoken_cards(&self, cards: &[FaceWithClass]) -> String {
        let mut heard: Vec<String> = cards
            .iter()
            .filter_map(|(face, _)| Some((*face)?.name()))
            .collect();
        match cards.iter().filter(|(_, class)| *class == BACK).count() {
            0 => {}
            1 => heard.push("a card, face down".to_owned()),
            count => heard.push(format!("{count} cards, face down")),
        }
        heard.join("; ")
    }

    /// Returns the cards of a seat. Those of the mover say what may be played, and a card leaves
    /// room where it was.
    pub(super) fn slots_of_hand<'s>(
        &'s self,
        place: &'s narrate::SeatView,
    ) -> Vec<FaceWithClass<'s>> {
        let mut slots = Vec::new();
        if place.is_mover {
            for choice in &self.choices {
                slots.extend(slot_of_choice(place, choice));
            }
        }
        if slots.is_empty() {
            slots = self.face_up_slots(&place.cards);
            slots.extend(std::iter::repeat_n((None, BACK), place.unseen));
        }
        slots
    }
}

/// Returns the slot of a card that the mover of a seat might play; none for a choice that is no
/// card.
fn slot_of_choice<'a>(
    place: &narrate::SeatView,
    choice: &'a ChoiceWithLegality,
) -> Option<FaceWithClass<'a>> {
    let face = choice.face.as_ref()?;
    if !place.cards.contains(face) {
        return Some((None, " gone"));
    }
    let class = if choice.is_allowed {
        " may"
    } else if choice.is_taken {
        " may-not tried"
    } else {
        " may-not"
    };
    Some((Some(face), class))
}

/// Returns the table of a row under those of these stories that have its step, if the same cards
/// lie in all.
pub(super) fn shared_board<'a>(
    stories: &'a [Story],
    row: &AlignedStep,
    members: &[usize],
    seat: Option<Seat>,
) -> Option<Board<'a>> {
    let mut steps = Vec::new();
    for index in members {
        if let Some(at) = row[*index] {
            steps.push((&stories[*index], stories[*index].step(at)));
        }
    }
    let mut tables = steps
        .iter()
        .map(|(story, step)| table_after(story, *step).seen_by(seat, seats_with_open_cards(*step)));
    let table = tables.next()?;
    if tables.any(|other| other != table) {
        return None;
    }
    let mut editions = Vec::new();
    let mut balances = Vec::new();
    let mut choices = Vec::new();
    let mut is_paid = false;
    for (story, step) in &steps {
        editions.push(&story.rules);
        let rows = balances_after_payout(story, *step);
        is_paid |= !rows.is_empty();
        balances.push(rows);
        choices.push(if seat.is_none() || step.mover == seat {
            move_choices(seat, story, *step)
        } else {
            Vec::new()
        });
    }
    let mut chips = chips_after(&steps);
    if seat.is_some() {
        chips.fille = None;
    }
    let label = if editions.len() < members.len() {
        edition_names(&editions)
    } else {
        String::new()
    };
    Some(Board {
        table,
        chips,
        editions,
        label,
        balances: list_if_shared_by_all(balances),
        choices: list_if_shared_by_all(choices),
        is_paid,
        pressable_seat: seat,
    })
}

/// Splits a purse in words into its chips and their kinds: `1003`, `10 contrats, 3 jetons`.
fn split_chips_and_kinds(purse: &str) -> [&str; 2] {
    let (sum, kinds) = purse.split_once(" (").unwrap_or((purse, ""));
    let chips = sum.split(' ').next().unwrap_or_default();
    [chips, kinds.trim_end_matches(')')]
}

/// Returns the list that all editions have, if it is the same in all; else an empty one.
fn list_if_shared_by_all<T: PartialEq>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists = lists.into_iter();
    let first = lists.next().unwrap_or_default();
    if lists.all(|other| other == first) {
        first
    } else {
        Vec::new()
    }
}

/// Returns the table before a step is made, as its mover sees it: the chips lie as `before`, the
/// step before it, has left them. Where a trick is shown that the step leaves, nobody's cards are
/// seen and nothing says which card is the best.
pub(super) fn board_before_move<'a>(
    story: &'a Story,
    step: &Step,
    previous_step: &Step,
    shows_trick: bool,
) -> Board<'a> {
    let mut asked = Step {
        after: step.before,
        events: Vec::new(),
        ..step.clone()
    };
    if step.kind == StepKind::Play && !shows_trick {
        asked.own.trick.pop();
    }
    asked.kind = StepKind::Declaration;
    asked.mover = if shows_trick { None } else { step.mover };
    let mut table = table_after(story, &asked);
    for place in &mut table.seats {
        if !place.is_mover {
            place.cards.clear();
        }
        if shows_trick && let Some(laid) = &mut place.last_act {
            let led = step.own.trick[0].1;
            let is_led = laid.face.as_ref().is_some_and(|face| face.card == led);
            laid.mark = if is_led { "led" } else { "" };
        }
    }
    let mut chips = chips_after(&[(story, previous_step.into())]);
    chips.fille = None;
    Board::without_choices(story, table, chips, asked.mover)
}

/// Returns the table as a step leaves it, with the cards of one seat, or of all.
pub(super) fn board_after_step<'a>(
    story: &'a Story,
    step: AnyStep,
    seat: Option<Seat>,
) -> Board<'a> {
    let mut table = table_after(story, step);
    for place in &mut table.seats {
        place.is_mover = seat == Some(Seat(place.seat));
        if seat.is_some() && !place.is_mover {
            place.cards.clear();
        }
    }
    Board::without_choices(story, table, chips_after(&[(story, step)]), seat)
}
