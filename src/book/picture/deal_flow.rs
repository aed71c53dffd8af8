//! The course of a deal, drawn as boxes from the stake to the next deal, and the same in words.

use super::Picture;
use crate::book::chapter_signs;
use crate::page::{HomeOrGuestPage, join_lines};
use crate::rules::{
    CertaintyMarkSet, ClauseId, ClausePresence, DealPhase, EditionClauseInWords,
    MarkedWithCertainty, Ruleset,
};
use askama::{Result, Template};

/// A step on the way through a deal.
struct FlowStep {
    topic: ClauseId,
    /// The clauses that say what is done at this step.
    clauses: Vec<ClauseId>,
    /// The clause on what may end the deal here, or follow it.
    aside: Option<ClauseId>,
}

impl FlowStep {
    /// Makes a stop without those clauses that the edition does not have.
    fn with_present_clauses(rules: &Ruleset, topic: ClauseId, clauses: &[ClauseId]) -> FlowStep {
        let mut present = clauses.to_vec();
        present.retain(|clause| rules.presence_of(*clause) == ClausePresence::Present);
        FlowStep {
            topic,
            clauses: present,
            aside: None,
        }
    }

    /// Returns the stop with a clause on what may end the deal there, or follow it.
    fn with_aside(self, topic: ClauseId) -> FlowStep {
        FlowStep {
            aside: Some(topic),
            ..self
        }
    }
}

/// Returns the steps of a deal for its flow chart, in their order.
fn flow_steps(rules: &Ruleset) -> Vec<FlowStep> {
    use ClauseId::{
        DealNext, DealPackets, DebtEnter, DebtMake, FilleDeal, PayDouble, PayShare, Stake, TurnCard,
    };
    let mut stops = vec![
        FlowStep::with_present_clauses(rules, Stake, &[Stake, DebtEnter]),
        FlowStep::with_present_clauses(rules, DealPackets, &[DealPackets, FilleDeal, TurnCard]),
    ];
    if let Ruleset::Tricks(trick_rules) = rules {
        trick_rules.decl_order.read().render(|phases, _| {
            for phase in phases.later.iter() {
                stops.push(phase_stop(rules, phase));
            }
        });
    }
    stops.push(
        FlowStep::with_present_clauses(rules, PayShare, &[PayShare, PayDouble])
            .with_aside(DebtMake),
    );
    stops.push(FlowStep::with_present_clauses(rules, DealNext, &[DealNext]));
    stops
}

/// Returns the stop of a phase of a deal.
fn phase_stop(rules: &Ruleset, phase: &DealPhase) -> FlowStep {
    use ClauseId::{
        Allfold, Alone, DeclDefend, DeclExchange, DeclFille, DeclFold, DeclOrder, DeclStand,
        FlushClaim, FlushRedeal, FlushTake, PamNames, PlayLead, TrickWin, TurnOwner,
    };
    match phase {
        DealPhase::Naming => FlowStep::with_present_clauses(rules, PamNames, &[PamNames]),
        DealPhase::Round(_) => {
            let declarations = [DeclFold, DeclStand, DeclExchange, DeclFille];
            FlowStep::with_present_clauses(rules, DeclOrder, &declarations).with_aside(Allfold)
        }
        DealPhase::TurnUp => FlowStep::with_present_clauses(rules, TurnOwner, &[TurnOwner]),
        DealPhase::ThrowIn => FlowStep::with_present_clauses(rules, FlushRedeal, &[FlushRedeal]),
        DealPhase::Defence => {
            FlowStep::with_present_clauses(rules, DeclDefend, &[DeclDefend]).with_aside(Alone)
        }
        DealPhase::Claims => {
            FlowStep::with_present_clauses(rules, FlushClaim, &[FlushClaim]).with_aside(FlushTake)
        }
        DealPhase::Tricks => FlowStep::with_present_clauses(rules, PlayLead, &[PlayLead, TrickWin]),
    }
}

const MAIN_WIDTH: i32 = 190;
const ASIDE_X: i32 = 214;
const ASIDE_WIDTH: i32 = 128;
/// The space between one box and the next below it.
const GAP: i32 = 24;
/// The number of letters on a line of a box of the main column.
const MAIN_LETTERS: usize = 28;
const ASIDE_LETTERS: usize = 18;

/// A line of words in a box.
struct BoxTextLine {
    class: &'static str,
    words: String,
}

/// A stop as it is drawn.
struct FlowBox {
    lines: Vec<BoxTextLine>,
    /// The lines of the box at its right, if it has one.
    aside: Option<Vec<BoxTextLine>>,
    top: i32,
    height: i32,
}

impl FlowBox {
    fn new(rules: &Ruleset, stop: &FlowStep, top: i32) -> FlowBox {
        let lines = wrap_box(
            &rules.title(stop.topic),
            &plain_words(&stop_texts(rules, stop)),
            MAIN_LETTERS,
        );
        let mut most_lines = lines.len();
        let mut aside = None;
        if let Some(topic) = stop.aside {
            let words = plain_words(&aside_texts(rules, topic));
            let beside = wrap_box(&rules.title(topic), &words, ASIDE_LETTERS);
            most_lines = most_lines.max(beside.len());
            aside = Some(beside);
        }
        FlowBox {
            lines,
            aside,
            top,
            height: most_lines as i32 * 15 + 12,
        }
    }

    /// Returns the height at which lines meet the box.
    fn connection_y(&self) -> i32 {
        self.top + self.height / 2
    }
}

/// Wraps a title and the words below it into lines of so many letters.
fn wrap_box(title: &str, words: &str, letters: usize) -> Vec<BoxTextLine> {
    let mut lines = Vec::new();
    // The title is bold.
    for (class, text, width) in [("title", title, letters - 1), ("told", words, letters)] {
        for line in textwrap::wrap(text, width) {
            lines.push(BoxTextLine {
                class,
                words: line.into_owned(),
            });
        }
    }
    lines
}

/// The drawing of the course of a deal.
#[derive(Template)]
#[template(path = "flow.svg")]
struct FlowDrawing {
    boxes: Vec<FlowBox>,
}

impl FlowDrawing {
    /// Returns the boxes from which a way leads to the next deal.
    fn boxes_leading_to_next_deal(&self) -> impl Iterator<Item = &FlowBox> {
        self.boxes.iter().filter(|stop| stop.aside.is_some())
    }
}

/// The course of a deal as a list.
#[derive(Template)]
#[template(path = "flow.html")]
struct FlowInWords<'a> {
    rules: &'a Ruleset,
    place: HomeOrGuestPage,
}

/// Draws the course of a deal, with the same in words, as HTML on one line.
pub(in crate::book) fn draw_flow(rules: &Ruleset, place: HomeOrGuestPage) -> Result<String> {
    let mut boxes = Vec::new();
    let mut bottom = 1 - GAP;
    for stop in flow_steps(rules) {
        let drawn = FlowBox::new(rules, &stop, bottom + GAP);
        bottom = drawn.top + drawn.height;
        boxes.push(drawn);
    }
    let picture = Picture {
        id_prefix: rules.id,
        kind: "flow",
        title: "A deal, from the stake to the next deal",
        description: "Boxes from top to bottom show the steps of a deal in order. A box at the right shows what may end the deal or follow it. From there, too, an arrow leads to the next deal. The list below says the same.".into(),
        width: 352,
        height: bottom + 1,
        drawn: FlowDrawing { boxes }.render()?,
        // The words in the boxes have the marks of their clauses.
        marks: CertaintyMarkSet::default(),
    };
    Ok(picture.render_figure()? + &join_lines(&FlowInWords { rules, place }.render()?))
}

/// The text of a clause at a stop.
struct ClauseText {
    topic: ClauseId,
    text: MarkedWithCertainty<String>,
}

impl ClauseText {
    fn new(
        rules: &Ruleset,
        topic: ClauseId,
        text_of: impl FnOnce(&EditionClauseInWords, &str) -> String,
    ) -> Option<ClauseText> {
        let clause = rules.clause(topic)?;
        let text = clause.value().map(|value| text_of(&clause, value));
        Some(ClauseText { topic, text })
    }
}

/// Returns what the clauses of a stop say.
fn stop_texts(rules: &Ruleset, stop: &FlowStep) -> Vec<ClauseText> {
    let mut texts = Vec::new();
    for topic in &stop.clauses {
        texts.extend(ClauseText::new(rules, *topic, |clause, value| {
            flow_step_text(stop, clause, value)
        }));
    }
    texts
}

/// Returns the text of a clause in a step's box: its value, after its title if the step has
/// another. Of declarations the names are enough.
fn flow_step_text(stop: &FlowStep, clause: &EditionClauseInWords, value: &str) -> String {
    if stop.topic == ClauseId::DeclOrder {
        return clause.title.clone();
    }
    match clause.topic {
        ClauseId::PamNames => format!("if a card calls for it: {value}"),
        topic if topic == stop.topic => value.to_owned(),
        _ => format!("{}: {value}", clause.title),
    }
}

/// Returns what the clauses beside a stop say: what ends the deal, and who owes.
fn aside_texts(rules: &Ruleset, topic: ClauseId) -> Vec<ClauseText> {
    let text = ClauseText::new(rules, topic, |_, value| match topic {
        ClauseId::DebtMake => format!("owes {value}"),
        _ => value.to_owned(),
    });
    let mut texts = Vec::from_iter(text);
    if topic == ClauseId::FlushTake {
        texts.extend(ClauseText::new(rules, ClauseId::FlushOwe, |_, value| {
            value.to_owned()
        }));
    }
    texts
}

/// Returns what clauses say as plain words with their signs.
fn plain_words(texts: &[ClauseText]) -> String {
    let words: Vec<String> = texts.iter().map(|clause| clause.text.to_string()).collect();
    words.join("; ")
}

/// Returns what clauses say as HTML, each with the id of its clause.
fn html_words(rules: &Ruleset, texts: Vec<ClauseText>) -> String {
    let mut spans = Vec::new();
    for clause in texts {
        let id = rules.full_clause_id(clause.topic);
        let words = chapter_signs::words_html_with_signs(&clause.text);
        spans.push(format!(r#"<span data-clause="{id}">{words}</span>"#));
    }
    spans.join("; ")
}
