//! The chapter of a game's drills, and the deals and hands in lessons that a reader plays.

use crate::book::{ProseChapters, chapter_signs, game_page_path};
use crate::cards::Seat;
use crate::editions;
use crate::narrate::step_sentences::signed_chips;
use crate::narrate::{CardFace, EditionStepText, describe_deal_result};
use crate::page::safe_markdown::{join_lines, verbatim_to_html};
use crate::page::{
    HandUnderEdition, HomeOrGuestPage, escape_html, render_hand_parts, step_kind_name,
};
use crate::rules::{ClauseId, ClauseLookup, EngineKind, FamilyGame, Ruleset};
use crate::scenario::move_button_name;
use crate::scenario::parsed_scenario::TaskQuestion;
use crate::scenario::story::{AnyStep, Step, StepKind, Story};
use crate::session::{CARD_PUZZLE, DRILLS, Drill, NAMES, PUZZLE, Session, SessionSetup};
use anyhow::{Context, Result, ensure};
use askama::Template;
use std::collections::BTreeMap;
use std::path::Path;

/// The buttons that a reader needs, each with the first step at which it appears; empty if there is none.
pub(in crate::book) type FirstStepByControl = BTreeMap<String, String>;

/// The number of players at the table to which a link leads.
pub(super) const PLAYERS: u8 = 4;

/// The page on which a reader plays, and its chapter.
pub(super) const PLAY_PAGE: &str = "play.html";
pub(super) const PLAY_CHAPTER: &str = "play.md";

/// The chapter of a game's drills.
#[derive(Template)]
#[template(path = "practice.md")]
struct DrillsChapter<'a> {
    game: &'a FamilyGame,
    first: &'static Ruleset,
    prose: &'a ProseChapters,
    place: HomeOrGuestPage,
    drills: Vec<DrillWithExampleDeal>,
    /// The puzzles as HTML on one line; none at Mus, where nobody judges a decision by samples.
    puzzles: Option<String>,
}

/// The puzzles of a game, by the rules of an edition.
#[derive(Template)]
#[template(path = "puzzles.html")]
struct PuzzlesSection<'a> {
    game: &'a FamilyGame,
    first: &'static Ruleset,
    /// The name of the puzzles in the question of the page.
    drill: &'static str,
}

/// A drill by an edition, with a deal in which the strategy plays for the learner.
struct DrillWithExampleDeal {
    drill: &'static Drill,
    rules: &'static Ruleset,
    learner: String,
    /// The learner's cards at their first decision.
    held: String,
    steps: Vec<String>,
    result: String,
}

impl DrillsChapter<'_> {
    /// Returns the address of the lesson of a drill, if the book has it.
    fn lesson_address(&self, drill: &Drill) -> Option<String> {
        let page = format!("learn/{}", drill.lesson);
        if self.prose.contains_key(Path::new(&format!("{page}.md"))) {
            Some(self.place.link_to(&format!("{page}.html")))
        } else {
            None
        }
    }
}

/// Returns the page of a game's drills, from the root of the book, with this ending.
pub(super) fn drills_page_path(game: &FamilyGame, extension: &str) -> String {
    format!("practice/{}.{extension}", game.id)
}

/// Returns whether a book with this prose has a page on which a reader plays.
pub(super) fn has_play_page(prose: &ProseChapters) -> bool {
    prose.contains_key(Path::new(PLAY_CHAPTER))
}

/// Returns the table of a drill as the fragment of an address.
fn table_address_fragment(rules: &Ruleset, drill: &Drill) -> String {
    format!(
        "edition={}&players={PLAYERS}&drill={}&seed=1",
        rules.id, drill.id
    )
}

/// Returns the chapter of a game's drills as Markdown. Each drill uses the first of the editions
/// that has it. A drill is left out if no deal comes to its situation.
pub(super) fn practice_chapter(
    game: &FamilyGame,
    editions: &[&'static Ruleset],
    prose: &ProseChapters,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut drills = Vec::new();
    for drill in DRILLS.iter() {
        if let Some((rules, mut session)) = play_example(drill, editions) {
            drills.push(describe_played_drill(drill, rules, &mut session)?);
        }
    }
    let first = editions[0];
    let has_puzzles = has_play_page(prose) && first.family() == EngineKind::Tricks;
    let puzzles = if has_puzzles {
        // Folding is the question only where the strategy of the book folds.
        let folds = drills
            .iter()
            .any(|worked| worked.drill.topic == ClauseId::DeclFold);
        let drill = if folds { PUZZLE } else { CARD_PUZZLE };
        let section = PuzzlesSection { game, first, drill };
        Some(join_lines(&section.render()?))
    } else {
        None
    };
    let chapter = DrillsChapter {
        game,
        first,
        prose,
        place,
        drills,
        puzzles,
    };
    Ok(chapter.render()?)
}

/// Plays the example deal of a drill by the first of a game's editions that has the drill. None if no edition has it, or if no
/// deal comes to its situation: then the page of the game leaves it out.
pub(super) fn play_example(
    drill: &'static Drill,
    editions: &[&'static Ruleset],
) -> Option<(&'static Ruleset, Session)> {
    let rules = editions.iter().find(|rules| drill.fits_rules(rules))?;
    let setup = SessionSetup::new(**rules, Default::default(), usual_players(), Seat(0), 1);
    Some((rules, drill.play_example_to_end(&setup, 1)?))
}

/// Describes a drill from a session in which the strategy has already played it.
fn describe_played_drill(
    drill: &'static Drill,
    rules: &'static Ruleset,
    session: &mut Session,
) -> Result<DrillWithExampleDeal> {
    let story = session.story()?;
    let learner = session.setup.learner;
    let decision = story
        .all_steps()
        .find(|step| step.mover == Some(learner))
        .context("the learner is not asked")?;
    let scene = EditionStepText::new(&story, decision);
    let held: Vec<String> = scene.held.iter().map(CardFace::text).collect();
    let mut steps = Vec::new();
    for step in story.all_steps().filter(|step| step.kind != StepKind::Deal) {
        let sentences = EditionStepText::new(&story, step).sentences;
        let texts: Vec<String> = sentences
            .into_iter()
            .map(|sentence| sentence.text)
            .collect();
        let text = texts.join(" ");
        if !text.is_empty() {
            steps.push(text);
        }
    }
    let result = session.last_deal_gain().unwrap_or_default();
    let result = match &story.rules {
        Ruleset::Tricks(_) => signed_chips(result),
        Ruleset::Mus(mus_rules) => describe_deal_result(mus_rules, result),
    };
    Ok(DrillWithExampleDeal {
        drill,
        rules,
        learner: session.learner().into(),
        held: held.join(" "),
        steps,
        result,
    })
}

/// A deal or a hand in a lesson that a reader plays.
#[derive(Template)]
#[template(path = "lesson_play.html")]
struct PlayableLessonDeal<'a> {
    id: &'a str,
    title: String,
    /// The table as the fragment of an address.
    table: String,
    /// The file of the hand that is begun, as an attribute; empty for a drill, whose deal is looked
    /// for.
    text: String,
    /// The address at which a reader without scripts plays or reads it.
    play: String,
    /// The address at which it is shown as it was played.
    worked: String,
}

/// Returns a drill to play in a lesson, under the edition of a year, as HTML on one line.
///
/// # Errors
/// Fails if no edition has this short name, or if the edition does not have the drill.
pub(in crate::book) fn render_drill(
    edition_name: &str,
    id: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let rules = edition_by_short_name(edition_name)?;
    let fitting = DRILLS.iter().filter(|drill| drill.fits_rules(rules));
    let drill = Drill::by_id(id)
        .filter(|drill| drill.fits_rules(rules))
        .with_context(|| {
            let known: Vec<&str> = fitting.map(|drill| drill.id).collect();
            let known = known.join(", ");
            if id.is_empty() {
                format!("this fence names no drill after `{edition_name}`; write one of {known}")
            } else {
                format!("nothing in {edition_name} drills `{id}`; write one of {known}")
            }
        })?;
    let worked = match editions::game_of(rules) {
        Some(game) => format!("{}#{id}", place.link_to(&drills_page_path(game, "html"))),
        None => String::new(),
    };
    let table = table_address_fragment(rules, drill);
    let lesson = PlayableLessonDeal {
        id,
        title: format!("{}, by the rules of {edition_name}", drill.title),
        play: format!("{}#{table}", place.link_to(PLAY_PAGE)),
        table,
        text: String::new(),
        worked,
    };
    Ok(join_lines(&lesson.render()?) + "\n")
}

/// Returns the edition of this short name, such as `1718`.
fn edition_by_short_name(short_name: &str) -> Result<&'static Ruleset> {
    let found = editions::printed_editions().find(|rules| rules.short == short_name);
    found.with_context(|| {
        let years: Vec<&str> = editions::printed_editions()
            .map(|rules| rules.short)
            .collect();
        let years = years.join(", ");
        format!("no edition is called `{short_name}`; write one of {years}, and a drill")
    })
}

/// Returns a hand to play in a lesson, as HTML on one line. `seat_and_step` names the reader's seat and,
/// after a space, the step at which the reader begins, if that is not the first decision.
///
/// # Errors
/// Fails if the player or the step does not exist, if the player is asked nothing from there on, or
/// if the hand does not say what it shows.
pub(in crate::book) fn render_playable_hand(
    view: &HandUnderEdition,
    seat_and_step: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let story = view.story;
    let slug = view.slug();
    let (seat, first) = find_start_of_part(view, seat_and_step)?;
    let name = &story.players[usize::from(seat.0)];
    // The check of the file sees to it that each task has a good answer and a bad one.
    let asked = story
        .trick_steps()
        .iter()
        .rposition(|step| is_decision(step, seat) && asks_for_move(step))
        .with_context(|| {
            format!("{slug} asks {name} nothing: write a `task plays` before a choice of theirs")
        })?;
    ensure!(
        first <= asked,
        "{slug} asks {name} nothing from there on; begin at `{}` or before",
        story.trick_steps()[asked].id
    );
    ensure!(
        view.file.promised_clauses().next().is_some(),
        "{slug} does not say which clause it `shows`"
    );
    let step_id = &story.trick_steps()[first].id;
    let page = place.link_to(&view.page_path("html"));
    let lesson = PlayableLessonDeal {
        id: &format!("{slug}-{step_id}"),
        // The title of the hand may give the answer.
        title: format!("A deal to play as {name}"),
        table: format!("step={step_id}&seat={}&seed=1", seat.0),
        text: verbatim_to_html(&view.file.text),
        play: page.clone(),
        worked: page,
    };
    Ok(join_lines(&lesson.render()?) + "\n")
}

/// Returns the seat of a reader who plays a hand, and the index of the step at which they begin.
///
/// # Errors
/// Fails if the player or the step does not exist.
pub(super) fn find_start_of_part(
    view: &HandUnderEdition,
    seat_and_step: &str,
) -> Result<(Seat, usize)> {
    let story = view.story;
    let slug = view.slug();
    let (name, named_step) = seat_and_step.split_once(' ').unwrap_or((seat_and_step, ""));
    let name = name.replace('_', " ");
    let seat = story.players.iter().position(|player| *player == name);
    let seat = seat.with_context(|| {
        let players = story.players.join(", ");
        format!("`{name}` does not play in {slug}; write one of {players}")
    })?;
    let seat = Seat(seat as u8);
    let first = if named_step.is_empty() {
        story
            .trick_steps()
            .iter()
            .position(|step| is_decision(step, seat))
    } else {
        story
            .trick_steps()
            .iter()
            .position(|step| step.id == named_step)
    };
    let first = first.with_context(|| {
        let decisions = story.trick_steps().iter();
        let decisions = decisions.filter(|step| is_decision(step, seat));
        let known: Vec<String> = decisions.map(|step| format!("`{}`", step.id)).collect();
        let known = known.join(", ");
        format!("{slug} has no step `{named_step}` at which {name} could begin; {name} chooses at {known}")
    })?;
    Ok((seat, first))
}

/// Returns whether a task asks for the move at a step.
fn asks_for_move(step: &Step) -> bool {
    let mut tasks = step.tasks.iter();
    tasks.any(|posed| posed.task.asks == TaskQuestion::Plays)
}

/// Returns whether a step is a decision of a player.
fn is_decision(step: &Step, seat: Seat) -> bool {
    step.mover == Some(seat) && !matches!(step.kind, StepKind::Refused { .. })
}

/// Returns the buttons that a reader gets who plays a hand from a step on, without those of every deal.
///
/// # Errors
/// Fails if the player or the step does not exist.
pub(in crate::book) fn extra_controls_of_hand_part(
    view: &HandUnderEdition,
    seat_and_step: &str,
) -> Result<FirstStepByControl> {
    let (seat, first) = find_start_of_part(view, seat_and_step)?;
    let deal = view.story.step(first).hand;
    let steps = view.story.all_steps().skip(first);
    let steps = steps.filter(|step| step.hand == deal);
    Ok(decision_controls(view.story, steps, seat))
}

/// Returns the buttons that a learner gets in an example deal of a drill, without those of every deal.
///
/// # Errors
/// Fails if no edition has this short name.
pub(in crate::book) fn extra_controls_of_drill(
    edition_name: &str,
    id: &str,
) -> Result<FirstStepByControl> {
    let Some(mut session) = play_drill_example(edition_name, id)? else {
        return Ok(FirstStepByControl::new());
    };
    let learner = session.setup.learner;
    let story = session.story()?;
    let mut controls = decision_controls(&story, story.all_steps(), learner);
    // Its deals are drawn anew, so no step of the example is theirs.
    controls.values_mut().for_each(String::clear);
    Ok(controls)
}

/// Returns the sentences of an example deal of a drill as HTML, each step with the classes that it has on a page.
///
/// # Errors
/// Fails if no edition has this short name.
pub(in crate::book) fn render_drill_example_sentences(
    edition_name: &str,
    id: &str,
) -> Result<String> {
    let Some(mut session) = play_drill_example(edition_name, id)? else {
        return Ok(String::new());
    };
    let story = session.story()?;
    let mut html = String::new();
    for step in story.all_steps() {
        let kind = step_kind_name(&step.kind);
        html += &format!("<li class=\"hand-step hand-step-{kind}\"><p class=\"hand-say\">");
        for sentence in EditionStepText::new(&story, step).sentences {
            html += &escape_html(&sentence.text);
            html += " ";
        }
        html += "</p></li>";
    }
    Ok(html)
}

/// Plays an example deal of a drill; none if there is no such drill, or no deal comes to its situation.
///
/// # Errors
/// Fails if no edition has this short name.
fn play_drill_example(edition_name: &str, id: &str) -> Result<Option<Session>> {
    let setup = drill_table(edition_name)?;
    let drill = Drill::by_id(id);
    Ok(drill.and_then(|drill| drill.play_example_to_end(&setup, 1)))
}

/// Returns the players and the table of the drills of an edition.
///
/// # Errors
/// Fails if no edition has this short name.
pub(super) fn drill_table(edition_name: &str) -> Result<SessionSetup> {
    let rules = edition_by_short_name(edition_name)?;
    let players = usual_players();
    Ok(SessionSetup::new(
        *rules,
        Default::default(),
        players,
        Seat(0),
        1,
    ))
}

/// Returns the names of the players at the table of a drill.
fn usual_players() -> Vec<String> {
    let names = NAMES[..usize::from(PLAYERS)].iter();
    names.map(|name| (*name).to_owned()).collect()
}

/// Returns the buttons for the moves of a player at some steps.
fn decision_controls<'a>(
    story: &Story,
    steps: impl Iterator<Item = AnyStep<'a>>,
    seat: Seat,
) -> FirstStepByControl {
    let mut controls = FirstStepByControl::new();
    for step in steps.filter(|step| step.mover == Some(seat)) {
        for choice in EditionStepText::new(story, step).choices {
            if choice.face.is_none() {
                let id = &step.frame().id;
                let first = controls.entry(move_button_name(choice.verb));
                first.or_insert_with(|| id.clone());
            }
        }
    }
    controls
}

/// Returns all steps of the deal that a table continues from a seat and a step, as HTML on one
/// line. The reader can go back to its first steps.
///
/// # Errors
/// Fails if the player or the step does not exist.
pub(in crate::book) fn render_whole_deal(
    view: &HandUnderEdition,
    seat_and_step: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let (_, first) = find_start_of_part(view, seat_and_step)?;
    let steps = view.story.trick_steps();
    let deal = steps[first].hand;
    let of_deal: Vec<&Step> = steps.iter().filter(|step| step.hand == deal).collect();
    let part = match &of_deal[..] {
        [begin, .., end] => format!("{}..{}", begin.id, end.id),
        _ => steps[first].id.clone(),
    };
    render_hand_parts(view, &[&part], place)
}
