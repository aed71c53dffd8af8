//! What a step tells under one edition, but for the table it leaves: its title, and its words as they are read aloud.

use super::chip_lines::{BalanceRow, LedgerEntry, StepChipsByEdition, balance_rows, ledger_entry};
use super::mus_payout::{MusPayoutTable, payout_table};
use super::mus_task_words::{mus_answer_clauses, mus_question_or_explanation, mus_refusal_reason};
use super::player_naming::{PlayerNamesForReader, player_name};
use super::step_sentences::{StepSentence, step_sentences};
use super::table_after_step::{TableView, trick_table_view};
use super::trick_task_words::{question_or_explanation, trick_answer_clauses};
use super::{CardFace, ChoiceWithLegality, faces, foreign_language, mover_choices, mus_step_words};
use crate::cards::{CardLanguage, CardSet, PerSeat, Seat, SeatSet, read_card, read_suit};
use crate::engine::DealStage;
use crate::mus::MusStage;
use crate::rules::{ClauseId, DealPhase, Move, Verb};
use crate::scenario::parsed_scenario::TaskQuestion;
use crate::scenario::refusal_in_words::{RefusalReason, RefusalSentenceSubject, refusal_sentence};
use crate::scenario::story::{
    AnyStep, CommonStepParts, MusStep, PossibleAnswer, Step, StepKind, Story,
};

/// A step under one edition. Two editions tell a step alike if their scenes are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditionStepText {
    pub(crate) sentences: Vec<StepSentence>,
    letters: CardLanguage,
    pub(crate) mover: String,
    /// The class of the seat that is asked: `m2`, or nothing.
    pub(crate) mover_class: String,
    /// The seat that does what the sentences say: the mover, or a player who tries something out of turn.
    pub(crate) actor: Option<Seat>,
    pub(crate) held: Vec<CardFace>,
    pub(crate) choices: Vec<ChoiceWithLegality>,
    pub(crate) ledger: Vec<LedgerEntry>,
    pub(crate) balances: Vec<BalanceRow>,
}

/// A step of one game, with the words that describe it.
pub(super) trait NarratedStep {
    /// Returns the title of the step: `Trick 2, card 3`.
    fn title(&self, story: &Story) -> String;

    /// Returns the title of the step where it stands alone: `Declaration of Denise`.
    fn standalone_title(&self, story: &Story) -> String;

    /// Returns the name of the part of a deal to which the step belongs: `Trick 2`.
    fn part_name(&self) -> String;

    /// Returns whether a reader is told where the part of a deal begins that the step belongs to.
    fn has_deal_part_heading(&self) -> bool;

    /// Returns the cards of the players before the step.
    fn hands_before(&self) -> &PerSeat<CardSet>;

    /// Returns what the mover could do.
    fn choices(&self, reader_story: PlayerNamesForReader) -> Vec<ChoiceWithLegality>;

    /// Returns the table after the step.
    fn table_after(&self, story: &Story) -> TableView;

    /// Returns the seats whose cards lie open after the step.
    fn seats_with_open_cards(&self) -> SeatSet;

    /// Returns what happens in the step, told to the player at a seat or to a reader who only watches.
    fn sentences(&self, reader_story: PlayerNamesForReader) -> Vec<StepSentence>;

    /// Returns the moves of chips.
    fn ledger(&self, story: &Story) -> Vec<LedgerEntry>;

    /// Returns what each player has after the step, if the ledger or the game asks for it.
    fn balances(&self, story: &Story, ledger: &[LedgerEntry]) -> Vec<BalanceRow>;

    /// Returns what each player has after the payout, if chips are paid in the step.
    fn balances_after_payout(&self, story: &Story) -> Vec<BalanceRow>;

    /// Returns the payout in stones, phase by phase, as far as the step has it; none where no payout is shown.
    fn payout(&self, story: &Story) -> Option<MusPayoutTable>;

    /// Returns why a clause refuses a move to a player at the step, in words.
    fn refusal_reason(
        &self,
        reader_story: PlayerNamesForReader,
        seat: Seat,
        verb: Verb,
        clause: ClauseId,
    ) -> String;

    /// Returns what a task asks before the step; or why an answer to it is right or not.
    fn task_question_or_explanation(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answered: Option<&PossibleAnswer>,
    ) -> String;

    /// Returns the clauses that decide whether an answer to a task is right.
    fn answer_clauses(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answer: &PossibleAnswer,
    ) -> Vec<ClauseId>;
}

impl NarratedStep for Step {
    fn title(&self, _story: &Story) -> String {
        trick_step_title(self)
    }

    fn standalone_title(&self, story: &Story) -> String {
        let title = trick_step_title(self);
        match self.mover {
            Some(seat) if self.kind == StepKind::Declaration => {
                format!("{title} of {}", player_name(story, seat))
            }
            _ => title,
        }
    }

    fn part_name(&self) -> String {
        match &self.kind {
            StepKind::Deal | StepKind::Claims | StepKind::Payment | StepKind::End => {
                trick_step_title(self)
            }
            _ if is_in_trick(self) => trick_name(self),
            _ => "Declarations".into(),
        }
    }

    fn has_deal_part_heading(&self) -> bool {
        false
    }

    fn hands_before(&self) -> &PerSeat<CardSet> {
        &self.before.hands
    }

    fn choices(&self, reader_story: PlayerNamesForReader) -> Vec<ChoiceWithLegality> {
        mover_choices::trick_choices(reader_story, self)
    }

    fn table_after(&self, story: &Story) -> TableView {
        trick_table_view(story, self)
    }

    fn seats_with_open_cards(&self) -> SeatSet {
        // A flush that is announced while players declare is not shown yet.
        if self.after.current_round().is_some() {
            return SeatSet::NONE;
        }
        self.after.claimants
    }

    fn sentences(&self, reader_story: PlayerNamesForReader) -> Vec<StepSentence> {
        step_sentences(reader_story, self)
    }

    fn ledger(&self, story: &Story) -> Vec<LedgerEntry> {
        let entries = self.events.iter();
        entries
            .filter_map(|event| ledger_entry(story, self, event))
            .collect()
    }

    fn balances(&self, story: &Story, ledger: &[LedgerEntry]) -> Vec<BalanceRow> {
        if ledger.is_empty() {
            Vec::new()
        } else {
            balance_rows(story, self)
        }
    }

    fn balances_after_payout(&self, story: &Story) -> Vec<BalanceRow> {
        if self.kind == StepKind::Payment {
            balance_rows(story, self)
        } else {
            Vec::new()
        }
    }

    fn payout(&self, _story: &Story) -> Option<MusPayoutTable> {
        None
    }

    fn refusal_reason(
        &self,
        reader_story: PlayerNamesForReader,
        seat: Seat,
        _verb: Verb,
        clause: ClauseId,
    ) -> String {
        let reason = RefusalReason {
            rules: &self.rules,
            hand: &self.before,
            seat,
            holder: &reader_story.player_holds_phrase(&seat),
            clause,
            shows_hand: true,
        };
        reason.in_words()
    }

    fn task_question_or_explanation(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answered: Option<&PossibleAnswer>,
    ) -> String {
        question_or_explanation(story, self, asks, answered)
    }

    fn answer_clauses(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answer: &PossibleAnswer,
    ) -> Vec<ClauseId> {
        trick_answer_clauses(story, self, asks, answer.answer)
    }
}

impl NarratedStep for MusStep {
    fn title(&self, story: &Story) -> String {
        mus_step_words::step_title(story, self)
    }

    fn standalone_title(&self, story: &Story) -> String {
        self.title(story)
    }

    fn part_name(&self) -> String {
        mus_step_words::deal_part_name(self).into()
    }

    fn has_deal_part_heading(&self) -> bool {
        true
    }

    fn hands_before(&self) -> &PerSeat<CardSet> {
        &self.before.hands
    }

    fn choices(&self, reader_story: PlayerNamesForReader) -> Vec<ChoiceWithLegality> {
        mus_step_words::mus_choices(reader_story.story, self)
    }

    fn table_after(&self, story: &Story) -> TableView {
        mus_step_words::mus_table_view(story, self)
    }

    fn seats_with_open_cards(&self) -> SeatSet {
        if matches!(self.after.stage, MusStage::Paying | MusStage::Over) {
            self.after.players
        } else {
            SeatSet::NONE
        }
    }

    fn sentences(&self, reader_story: PlayerNamesForReader) -> Vec<StepSentence> {
        mus_step_words::mus_sentences(reader_story, self)
    }

    fn ledger(&self, _story: &Story) -> Vec<LedgerEntry> {
        Vec::new()
    }

    fn balances(&self, story: &Story, _ledger: &[LedgerEntry]) -> Vec<BalanceRow> {
        mus_step_words::mus_balance_rows(story, self)
    }

    /// Nobody is paid chips.
    fn balances_after_payout(&self, _story: &Story) -> Vec<BalanceRow> {
        Vec::new()
    }

    fn payout(&self, story: &Story) -> Option<MusPayoutTable> {
        payout_table(story, self)
    }

    fn refusal_reason(
        &self,
        reader_story: PlayerNamesForReader,
        seat: Seat,
        verb: Verb,
        clause: ClauseId,
    ) -> String {
        mus_refusal_reason(reader_story, self, seat, verb, clause)
    }

    fn task_question_or_explanation(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answered: Option<&PossibleAnswer>,
    ) -> String {
        mus_question_or_explanation(story, self, asks, answered)
    }

    fn answer_clauses(
        &self,
        story: &Story,
        asks: TaskQuestion,
        answer: &PossibleAnswer,
    ) -> Vec<ClauseId> {
        mus_answer_clauses(story, self, asks, answer)
    }
}

/// Returns a step with the words of its game. Only this function and [`chips_after`], which takes several steps, decide which
/// game a step is of.
pub(super) fn as_narrated_step<'a>(step: impl Into<AnyStep<'a>>) -> &'a dyn NarratedStep {
    match step.into() {
        AnyStep::Tricks(step) => step,
        AnyStep::Mus(step) => step,
    }
}

/// Returns what the mover of a step could do, told to the reader who plays at a seat, or only watches.
pub(crate) fn move_choices<'a>(
    reader: Option<Seat>,
    story: &Story,
    step: impl Into<AnyStep<'a>>,
) -> Vec<ChoiceWithLegality> {
    as_narrated_step(step).choices(PlayerNamesForReader::new(story, reader))
}

/// Returns the table after a step.
pub(crate) fn table_after<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> TableView {
    as_narrated_step(step).table_after(story)
}

/// Returns what lies where after a step of a table, as each of its editions tells the step.
pub(crate) fn chips_after<'a>(steps_by_edition: &[(&'a Story, AnyStep<'a>)]) -> StepChipsByEdition {
    if let Some((_, AnyStep::Mus(step))) = steps_by_edition.first() {
        return mus_step_words::mus_purses_and_stock(step);
    }
    let mut trick_steps = Vec::new();
    for (story, step) in steps_by_edition {
        if let AnyStep::Tricks(step) = step {
            trick_steps.push((*story, *step));
        }
    }
    StepChipsByEdition::new(&trick_steps)
}

/// Returns the seats whose cards lie open after a step.
pub(crate) fn seats_with_open_cards(step: AnyStep) -> SeatSet {
    as_narrated_step(step).seats_with_open_cards()
}

impl EditionStepText {
    /// Returns what a step tells to a reader who sees all cards.
    pub(crate) fn new<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> EditionStepText {
        EditionStepText::with_reader_as_you(None, story, step)
    }

    /// Returns what a step tells to the reader who plays at this seat, and is "you"; or to a reader
    /// who only watches. All cards are named: see [`EditionStepText::seen_by`].
    pub(crate) fn with_reader_as_you<'a>(
        reader: Option<Seat>,
        story: &Story,
        step: impl Into<AnyStep<'a>>,
    ) -> EditionStepText {
        let step = step.into();
        let told = as_narrated_step(step);
        let reader_story = PlayerNamesForReader::new(story, reader);
        let ledger = told.ledger(story);
        let mut sentences = Vec::new();
        for sentence in told.sentences(reader_story) {
            let mut sentence = sentence.in_language_of_hand(reader_story);
            sentence.respell_cards(story.letters);
            sentences.push(sentence);
        }
        let mut choices = told.choices(reader_story);
        for choice in &mut choices {
            choice.put_in_language_of_hand(reader_story);
        }
        let mut scene = EditionStepText {
            sentences,
            letters: story.letters,
            mover: String::new(),
            mover_class: String::new(),
            actor: step.mover,
            held: Vec::new(),
            choices,
            balances: told.balances(story, &ledger),
            ledger,
        };
        if let Some(seat) = step.mover {
            scene.mover = player_name(story, seat).into();
            scene.mover_class = format!("m{}", seat.0);
            scene.held = faces(story, told.hands_before()[seat]);
        }
        if let StepKind::Refused { seat, .. } = step.kind {
            scene.actor = Some(seat);
        }
        scene
    }

    /// Returns the scene for a reader who sees the cards of this seat alone, or all where there is none.
    pub(crate) fn seen_by(mut self, seat: Option<Seat>, step: &CommonStepParts) -> EditionStepText {
        if seat.is_none() {
            return self;
        }
        if step.mover.is_some() && step.mover != seat {
            self.held = Vec::new();
            self.choices = Vec::new();
        }
        if self.actor != seat {
            for sentence in &mut self.sentences {
                if let Some(public_text) = sentence.public_text.take() {
                    sentence.text = public_text;
                }
            }
        }
        self
    }

    /// Returns each sentence with the clauses that are named after it: none where the next sentence rests on the same.
    pub(crate) fn sentences_with_clauses(&self) -> Vec<(&StepSentence, Vec<ClauseId>)> {
        let mut cited = Vec::new();
        for (at, sentence) in self.sentences.iter().enumerate() {
            let next = self.sentences.get(at + 1).and_then(|next| next.clause);
            let mut clauses = Vec::new();
            if let Some(clause) = sentence.clause
                && next != Some(clause)
            {
                clauses.push(clause);
                clauses.extend(self.second_clause_of_choice(clause));
            }
            cited.push((sentence, clauses));
        }
        cited
    }

    /// Returns the clause that the choice which was taken under a clause rests on too, if there is one.
    fn second_clause_of_choice(&self, clause: ClauseId) -> Option<ClauseId> {
        let mut choices = self.choices.iter();
        choices
            .find(|choice| choice.is_taken && choice.clause == clause)?
            .also
    }

    /// Returns the sentences as they are read aloud to a reader who sees the mover's cards, or does not.
    pub(crate) fn spoken_text(&self, sees_mover_cards: bool) -> String {
        let sentences = self.sentences.iter();
        let texts: Vec<&str> = sentences
            .map(|sentence| sentence.text_for(sees_mover_cards))
            .collect();
        spell_out_cards(&texts.join(" "), self.letters)
    }
}

/// Returns the name of the part of a deal to which a step belongs.
pub(crate) fn part_name<'a>(step: impl Into<AnyStep<'a>>) -> String {
    as_narrated_step(step).part_name()
}

/// Tells the mover of a step what they cannot do, and why: `You cannot fold: hearts are trumps, and everyone must play.`
pub(crate) fn refused_move_sentence(
    story: &Story,
    step: AnyStep,
    refused_move: Move,
    clause: ClauseId,
) -> String {
    let seat = step.mover.unwrap_or_default();
    let verb = refused_move.verb();
    let reader_story = PlayerNamesForReader::new(story, Some(seat));
    let reason = as_narrated_step(step).refusal_reason(reader_story, seat, verb, clause);
    let act = match refused_move {
        Move::Play(card) => RefusalSentenceSubject::Card(card),
        _ => RefusalSentenceSubject::Move {
            name: reader_story.name_at_sentence_start(&seat),
            does: verb.info().may,
        },
    };
    refusal_sentence(&act, &reason) + "."
}

/// Returns whether a reader is told where the part of a deal begins that a step belongs to.
pub(crate) fn has_deal_part_heading(step: AnyStep) -> bool {
    as_narrated_step(step).has_deal_part_heading()
}

fn is_in_trick(step: &Step) -> bool {
    step.before.trick.is_some() || step.before.stage == DealStage::In(DealPhase::Tricks)
}

fn trick_name(step: &Step) -> String {
    format!("Trick {}", step.before.tricks_finished + 1)
}

/// Returns what each player has after the payout, if chips are paid in a step.
pub(crate) fn balances_after_payout(story: &Story, step: AnyStep) -> Vec<BalanceRow> {
    as_narrated_step(step).balances_after_payout(story)
}

/// Returns the payout in stones as far as a step has it; none where no payout is shown.
pub(crate) fn stone_payout(story: &Story, step: AnyStep) -> Option<MusPayoutTable> {
    as_narrated_step(step).payout(story)
}

/// Returns the title of a step where it stands alone.
pub(crate) fn standalone_step_title(story: &Story, step: AnyStep) -> String {
    as_narrated_step(step).standalone_title(story)
}

/// Returns the title of a step.
pub(crate) fn step_title<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> String {
    as_narrated_step(step).title(story)
}

/// Returns the place of the card of a step in its trick, 1 for the lead. It counts the cards before the step, because nothing is
/// played yet in a step that only asks.
fn card_place_in_trick(step: &Step) -> usize {
    let trick = step.before.trick.as_ref();
    1 + trick.map_or(0, |trick| usize::from(trick.played.len()))
}

fn trick_step_title(step: &Step) -> String {
    match &step.kind {
        StepKind::Deal => "The deal".into(),
        // A leader asks for something before the first card.
        StepKind::Declaration if is_in_trick(step) => trick_name(step),
        StepKind::Declaration => "Declaration".into(),
        StepKind::Fault => "A fault".into(),
        StepKind::Claims => "Claims".into(),
        StepKind::Play => format!("{}, card {}", trick_name(step), card_place_in_trick(step)),
        StepKind::Refused { card: Some(_), .. } => format!("{}: a card refused", trick_name(step)),
        StepKind::Refused { .. } => "Refused".into(),
        StepKind::Payment => "Payout".into(),
        StepKind::End => "The end of the session".into(),
    }
}

/// Returns a sentence with the signs of cards and suits in words: `7♥` is "the seven of hearts".
/// In a hand of another language it has the name of that language.
fn spell_out_cards(sentence: &str, letters: CardLanguage) -> String {
    let mut words = Vec::new();
    for word in sentence.split(' ') {
        words.push(spell_out_card_symbol(word, letters));
    }
    words.join(" ")
}

/// Returns a word with the card or suit in it spelled out; any other word as it is.
fn spell_out_card_symbol(word: &str, letters: CardLanguage) -> String {
    let sign = word.char_indices().find(|(_, c)| "♠♥♦♣".contains(*c));
    let Some((at, sign)) = sign else {
        return word.into();
    };
    let (token, rest) = word.split_at(at + sign.len_utf8());
    if let Ok(card) = read_card(token, letters) {
        let article = if foreign_language(letters).is_none() {
            "the "
        } else {
            ""
        };
        return format!("{article}{}{rest}", card.name_in(letters));
    }
    match read_suit(token) {
        Some(suit) => format!("{}{rest}", letters.suit_name(suit)),
        None => word.into(),
    }
}
