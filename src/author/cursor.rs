//! What stands at a place of a fence: its line, cut as the parser cuts it; and the table before it, for which the text up
//! to it is played, and nothing after it is read.

use super::{Document, check_text_with_omitted_length, span_touches};
use crate::cards::{CardSet, PerSeat, Seat};
use crate::engine::{DealStage, DealState, TrickAct, TrickGame};
use crate::mus::{self, MusAct, MusGame, MusStage, MusState};
use crate::narrate::{ChoiceWithLegality, move_choices};
use crate::rules::{ClauseId, DealPhase, MusRules, TrickRules};
use crate::scenario::story::{AnyStep, GameWithStepParts, MusStep, Step, StepKind, Story};
use crate::scenario::{
    FenceKind, Keyword, ScenarioFence, Span, Token, TokenKind, fit_lines_at, tokenize_line,
};

/// The place of the editor's cursor in a fence, with the tokens of its line.
pub(super) struct EditorCursor<'a> {
    pub(super) block: &'a ScenarioFence,
    /// The tokens of its line, without what stands in a comment.
    pub(super) tokens: Vec<Token<'a>>,
    /// The byte at which its line begins.
    pub(super) line: usize,
    pub(super) byte: usize,
}

impl<'a> EditorCursor<'a> {
    /// Returns the place, if it lies in the text of a fence and in no comment.
    pub(super) fn in_fence(document: &'a Document, byte: usize) -> Option<EditorCursor<'a>> {
        let block = document.structure().fence_at(byte)?;
        let (line_start, line) = line_at(block, byte)?;
        let content = &block.content;
        let start = if line.is_empty() {
            byte
        } else {
            content.span_of(line_start..line_start).start
        };
        if document.text.get(start..byte)?.contains('#') {
            return None;
        }
        let letters = document.structure().names.letters;
        let mut tokens = tokenize_line(content, line_start, line, letters);
        tokens.pop();
        Some(EditorCursor {
            block,
            tokens,
            line: start,
            byte,
        })
    }

    /// Returns the token that the place is at: of two, the one that begins here.
    pub(super) fn token(&self) -> Option<&Token<'a>> {
        self.tokens
            .iter()
            .rev()
            .find(|token| span_touches(&token.span, self.byte))
    }

    /// Returns the tokens before the word that is being written, and where that word begins.
    pub(super) fn tokens_and_word_start(&self) -> (&[Token<'a>], usize) {
        for (at, token) in self.tokens.iter().enumerate() {
            let is_before = token.span.end <= self.byte;
            let is_being_written = token.kind == TokenKind::Word
                && token.span.start < self.byte
                && self.byte <= token.span.end;
            if is_being_written {
                return (&self.tokens[..at], token.span.start);
            }
            if !is_before {
                return (&self.tokens[..at], self.byte);
            }
        }
        (&self.tokens, self.byte)
    }

    /// Returns where the statement of a token begins, by its number: after the comma or the arrow before it, or with the line.
    pub(super) fn statement_start_byte(&self, token_index: usize) -> usize {
        for before in self.tokens[..token_index].iter().rev() {
            if matches!(before.kind, TokenKind::Comma | TokenKind::Arrow) {
                return before.span.start;
            }
        }
        self.line
    }

    /// Returns the tokens of the statement that holds a token, up to that one, without the trick's number or the phase's word.
    pub(super) fn statement_tokens_before(&self, token_index: usize) -> &[Token<'a>] {
        let mut first = token_index;
        while first > 0 && !is_statement_boundary(&self.tokens[first - 1]) {
            first -= 1;
        }
        &self.tokens[first..token_index]
    }

    /// Returns the player whose name the place is at, and the place of the name.
    pub(super) fn player_name(&self, document: &Document) -> Option<(Seat, Span)> {
        let names = &document.structure().names;
        let mut at = 0;
        while at < self.tokens.len() {
            let Some((seat, words)) = names.longest_name_at(&self.tokens[at..]) else {
                at += 1;
                continue;
            };
            let span = self.tokens[at].span.start..self.tokens[at + words - 1].span.end;
            if span_touches(&span, self.byte) {
                return Some((seat, span));
            }
            at += words;
        }
        None
    }
}

/// Returns the line of a fence that holds a byte, and where it begins in the fence's text.
fn line_at(block: &ScenarioFence, byte: usize) -> Option<(usize, &str)> {
    let content = &block.content;
    for (start, line) in content.lines() {
        let length = line.trim_end_matches(['\r', '\n']).len();
        if span_touches(&content.span_of(start..start + length), byte) {
            return Some((start, line));
        }
    }
    // The line after the last is one too, as long as nothing closes the fence.
    if !block.closed && byte >= content.file_span().end {
        Some((content.text().len(), ""))
    } else {
        None
    }
}

/// Returns whether a statement begins after a token: a sign between statements, a trick's number, or the colon of a phase.
fn is_statement_boundary(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Comma | TokenKind::Arrow | TokenKind::Number | TokenKind::Colon
    )
}

/// A table before a statement.
pub(super) struct TableBeforeStatement {
    pub(super) story: Story,
    /// The step that would be made next, with nothing done yet.
    next: AnyPendingStep,
}

/// The step that comes next in a file, by its game.
enum AnyPendingStep {
    Tricks(Box<Step>),
    Mus(Box<MusStep>),
}

/// Returns the table before a place of a fence, under each edition under which the text before it can be played.
pub(super) fn table_before_by_edition(
    document: &Document,
    block: &ScenarioFence,
    byte: usize,
) -> Vec<TableBeforeStatement> {
    let text = file_cut_at_place(document, block, byte);
    let (checked, _) = check_text_with_omitted_length(document, &text, block.opening.start);
    let number = document.structure().hand_number(block.opening.start);
    tables_after_last_steps(checked.stories, number)
}

/// Returns the text of a file up to a place of a fence, as a file in which nothing follows.
pub(super) fn file_cut_at_place(document: &Document, block: &ScenarioFence, byte: usize) -> String {
    let text = document.text.as_str();
    let mut before = text[..byte].trim_end().to_owned();
    if block.word == FenceKind::Script {
        // Without `stop`, the checker would take moves that are not written for passes.
        let stop = format!(
            "\n{}",
            Keyword::Stop.spelling_in(document.structure().names.letters)
        );
        before += &fit_lines_at(text, byte, &stop);
    }
    close_cut_fence(text, block, &before)
}

/// Returns the table after the last step of a deal, in each story that has the deal.
pub(super) fn tables_after_last_steps(
    stories: Vec<Story>,
    deal_number: usize,
) -> Vec<TableBeforeStatement> {
    let mut tables = Vec::new();
    for story in stories {
        let next = match story.all_steps().rfind(|step| step.hand == deal_number) {
            Some(AnyStep::Tricks(step)) => {
                AnyPendingStep::Tricks(Box::new(next_step(step, step.after)))
            }
            Some(AnyStep::Mus(step)) => AnyPendingStep::Mus(Box::new(next_step(step, step.after))),
            None => continue,
        };
        tables.push(TableBeforeStatement { story, next });
    }
    tables
}

/// Returns a text that breaks off within a fence of a file, the fence closed and nothing after it.
pub(super) fn close_cut_fence(text: &str, block: &ScenarioFence, cut_text: &str) -> String {
    let cut_text = cut_text.trim_end();
    if block.closed {
        return format!(
            "{cut_text}\n{}\n",
            &text[block.content.file_span().end..block.span.end]
        );
    }
    let signs: String = text[block.opening.start..]
        .chars()
        .take_while(|c| matches!(c, '`' | '~'))
        .collect();
    format!(
        "{cut_text}{}\n",
        fit_lines_at(text, block.opening.start, &format!("\n{signs}"))
    )
}

/// A game of which an author writes a hand.
trait GameForAuthors: GameWithStepParts {
    /// Returns the kind of the step that comes next in a deal, and the player who is asked in it.
    fn next_step_kind_and_mover(state: &Self::State) -> (StepKind, Option<Seat>);

    /// Returns the act that comes next, if a file need not write it.
    fn next_implied_act(rules: &Self::Rules, state: &Self::State) -> Option<Self::Act>;
}

impl GameForAuthors for TrickGame {
    fn next_step_kind_and_mover(state: &DealState) -> (StepKind, Option<Seat>) {
        let kind = if state.stage == DealStage::In(DealPhase::Tricks) {
            StepKind::Play
        } else {
            StepKind::Declaration
        };
        (kind, state.awaits_move().then_some(state.mover))
    }

    fn next_implied_act(_rules: &TrickRules, state: &DealState) -> Option<TrickAct> {
        let pass = state.move_by_silence()?;
        Some(TrickAct::Move(state.mover, pass))
    }
}

impl GameForAuthors for MusGame {
    fn next_step_kind_and_mover(state: &MusState) -> (StepKind, Option<Seat>) {
        let mover = match state.stage {
            MusStage::Open | MusStage::Paying | MusStage::Over => None,
            _ => Some(state.mover),
        };
        (StepKind::Declaration, mover)
    }

    fn next_implied_act(rules: &MusRules, state: &MusState) -> Option<MusAct> {
        if state.stage != MusStage::Declaring {
            return None;
        }
        let declaration = mus::true_declaration(rules, state);
        Some(MusAct::Move(state.mover, declaration))
    }
}

/// Returns the step that would be made next in this state, by the rules of a step before it.
fn next_step<G: GameForAuthors>(before: &Step<G>, state: G::State) -> Step<G> {
    let (kind, mover) = G::next_step_kind_and_mover(&state);
    Step::decision_without_file(&before.rules, kind, mover, state)
}

/// Returns the step that would be made next once all acts are made that a file need not write.
fn step_after_implied_acts<G: GameForAuthors>(next: &Step<G>) -> Step<G> {
    let mut state = next.after;
    while let Some(act) = G::next_implied_act(&next.rules, &state) {
        if G::apply(&next.rules, &mut state, &act, &mut Vec::new()).is_err() {
            break;
        }
    }
    next_step(next, state)
}

impl TableBeforeStatement {
    /// Returns the table once all have said what need not be written: that they claim nothing, or what is true of their cards.
    pub(super) fn after_implied_moves(&self) -> TableBeforeStatement {
        let next = match &self.next {
            AnyPendingStep::Tricks(step) => {
                AnyPendingStep::Tricks(Box::new(step_after_implied_acts(step)))
            }
            AnyPendingStep::Mus(step) => {
                AnyPendingStep::Mus(Box::new(step_after_implied_acts(step)))
            }
        };
        TableBeforeStatement {
            story: self.story.clone(),
            next,
        }
    }

    /// Returns the step that would be made next, with nothing done yet.
    pub(super) fn next_step(&self) -> AnyStep<'_> {
        match &self.next {
            AnyPendingStep::Tricks(step) => AnyStep::Tricks(step),
            AnyPendingStep::Mus(step) => AnyStep::Mus(step),
        }
    }

    /// Returns the state of the deal, in a game with tricks.
    pub(super) fn trick_deal(&self) -> Option<&DealState> {
        if let AnyPendingStep::Tricks(step) = &self.next {
            Some(&step.after)
        } else {
            None
        }
    }

    /// Returns what each seat holds, and what may be drawn.
    pub(super) fn hands_and_stock(&self) -> (PerSeat<CardSet>, CardSet) {
        match &self.next {
            AnyPendingStep::Tricks(step) => (step.after.hands, step.after.stock),
            AnyPendingStep::Mus(step) => (step.after.hands, step.after.stock),
        }
    }

    /// Returns whether the mover is to play a card.
    pub(super) fn awaits_card(&self) -> bool {
        self.next_step().kind == StepKind::Play
    }

    /// Returns what the mover may do, each thing with its verdict; before a bet also what is true of their cards.
    pub(super) fn mover_choices(&self) -> Vec<ChoiceWithLegality> {
        match &self.next {
            AnyPendingStep::Mus(step) if step.after.stage == MusStage::Declaring => {
                let rules = &step.rules;
                let mut choices = self.after_implied_moves().mover_choices();
                choices.push(ChoiceWithLegality {
                    face: None,
                    verb: mus::true_declaration(rules, &step.after).verb(),
                    verdict: "the true declaration".to_owned(),
                    clause: ClauseId::Declare,
                    also: None,
                    is_allowed: true,
                    is_taken: false,
                    language: None,
                });
                choices
            }
            _ => move_choices(None, &self.story, self.next_step()),
        }
    }
}
