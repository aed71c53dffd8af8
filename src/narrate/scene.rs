//! What a step tells under one edition, but for the table it leaves: its title, and its words as they are read aloud.

use super::money::{BalanceRow, ChipsView, LedgerEntry, balance_rows, ledger_entry};
use super::sentence::{Sentence, player_name, step_sentences};
use super::table::{TableView, trick_table};
use super::{Face, MoveChoice, choice, faces, mus};
use crate::cards::{Letters, Seat, Seats, read_card, read_suit};
use crate::engine::Stage;
use crate::mus::MusStage;
use crate::rules::{ClauseId, Phase};
use crate::scenario::story::{AnyStep, Frame, Kind, Step, Story};

/// A step under one edition. Two editions tell a step alike if their scenes are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) mover: String,
    /// The class of the seat that is asked: `m2`, or nothing.
    pub(crate) mover_class: String,
    /// The seat that does what the sentences say: the mover, or a player who tries something out of turn.
    pub(crate) actor: Option<Seat>,
    pub(crate) held: Vec<Face>,
    pub(crate) choices: Vec<MoveChoice>,
    pub(crate) ledger: Vec<LedgerEntry>,
    pub(crate) balances: Vec<BalanceRow>,
}

pub(crate) fn move_choices<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> Vec<MoveChoice> {
    match step.into() {
        AnyStep::Tricks(step) => choice::trick_choices(story, step),
        AnyStep::Mus(step) => mus::mus_choices(story, step),
    }
}

pub(crate) fn table_after<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> TableView {
    match step.into() {
        AnyStep::Tricks(step) => trick_table(story, step),
        AnyStep::Mus(step) => mus::mus_table(story, step),
    }
}

/// Returns what lies where after a step of a table, as each of its editions tells the step.
pub(crate) fn chips_after<'a>(each: &[(&'a Story, AnyStep<'a>)]) -> ChipsView {
    if let Some((story, AnyStep::Mus(step))) = each.first() {
        return mus::mus_chips(story, step);
    }
    let mut trick_steps = Vec::new();
    for (story, step) in each {
        if let AnyStep::Tricks(step) = step {
            trick_steps.push((*story, *step));
        }
    }
    ChipsView::new(&trick_steps)
}

pub(crate) fn open_seats(step: AnyStep) -> Seats {
    match step {
        AnyStep::Tricks(step) => step.after.claimants,
        AnyStep::Mus(step) if matches!(step.after.stage, MusStage::Paying | MusStage::Over) => {
            step.after.players
        }
        AnyStep::Mus(_) => Seats::NONE,
    }
}

impl Scene {
    /// Returns what a step tells to a reader who sees all cards.
    pub(crate) fn new<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> Scene {
        let step = step.into();
        let held;
        let sentences;
        let mut ledger = Vec::new();
        let mut balances = Vec::new();
        match step {
            AnyStep::Tricks(step) => {
                held = step.before.hands;
                sentences = step_sentences(story, step);
                let entries = step.events.iter();
                ledger = entries
                    .filter_map(|event| ledger_entry(story, step, event))
                    .collect();
                if !ledger.is_empty() {
                    balances = balance_rows(story, step);
                }
            }
            AnyStep::Mus(step) => {
                held = step.before.hands;
                sentences = mus::mus_sentences(story, step);
                balances = mus::mus_balance_rows(story, step);
            }
        }
        let mut scene = Scene {
            sentences,
            mover: String::new(),
            mover_class: String::new(),
            actor: step.mover,
            held: Vec::new(),
            choices: move_choices(story, step),
            ledger,
            balances,
        };
        if let Some(seat) = step.mover {
            scene.mover = player_name(story, seat).into();
            scene.mover_class = format!("m{}", seat.0);
            scene.held = faces(&story.rules, held[seat]);
        }
        if let Kind::Refused { seat, .. } = step.kind {
            scene.actor = Some(seat);
        }
        scene
    }

    /// Returns the scene for a reader who sees the cards of this seat alone, or all where there is none.
    pub(crate) fn seen_by(mut self, seat: Option<Seat>, step: &Frame) -> Scene {
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
    pub(crate) fn sentences_with_clauses(&self) -> Vec<(&Sentence, Vec<ClauseId>)> {
        let mut cited = Vec::new();
        for (at, sentence) in self.sentences.iter().enumerate() {
            let next = self.sentences.get(at + 1).and_then(|next| next.clause);
            let mut clauses = Vec::new();
            if let Some(clause) = sentence.clause
                && next != Some(clause)
            {
                clauses.push(clause);
                clauses.extend(self.second_clause(clause));
            }
            cited.push((sentence, clauses));
        }
        cited
    }

    /// Returns the clause that the choice which was taken under a clause rests on too, if there is one.
    fn second_clause(&self, clause: ClauseId) -> Option<ClauseId> {
        let mut choices = self.choices.iter();
        choices
            .find(|choice| choice.is_taken && choice.clause == clause)?
            .also
    }

    /// Returns the sentences as they are read aloud to a reader who sees the mover's cards, or does not.
    pub(crate) fn read_aloud(&self, sees: bool) -> String {
        let sentences = self.sentences.iter();
        let texts: Vec<&str> = sentences.map(|sentence| sentence.text_for(sees)).collect();
        spell_out_cards(&texts.join(" "))
    }
}

pub(crate) fn part_name<'a>(step: impl Into<AnyStep<'a>>) -> String {
    let step = match step.into() {
        AnyStep::Mus(step) => return mus::phase_name(step).into(),
        AnyStep::Tricks(step) => step,
    };
    match &step.kind {
        Kind::Deal | Kind::Claims | Kind::Payment | Kind::End => trick_step_title(step),
        _ if is_in_trick(step) => trick_name(step),
        _ => "Declarations".into(),
    }
}

fn is_in_trick(step: &Step) -> bool {
    step.before.trick.is_some() || step.before.stage == Stage::In(Phase::Tricks)
}

fn trick_name(step: &Step) -> String {
    format!("Trick {}", step.before.tricks_finished + 1)
}

pub(crate) fn step_title<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> String {
    match step.into() {
        AnyStep::Tricks(step) => trick_step_title(step),
        AnyStep::Mus(step) => mus::step_title(story, step),
    }
}

fn trick_step_title(step: &Step) -> String {
    match &step.kind {
        Kind::Deal => "The deal".into(),
        // A leader asks for something before the first card.
        Kind::Declaration if is_in_trick(step) => trick_name(step),
        Kind::Declaration => "Declaration".into(),
        Kind::Fault => "A fault".into(),
        Kind::Claims => "Claims".into(),
        Kind::Play => format!("{}, card {}", trick_name(step), step.trick.len()),
        Kind::Refused { card: Some(_), .. } => format!("{}: a card refused", trick_name(step)),
        Kind::Refused { .. } => "Refused".into(),
        Kind::Payment => "The reckoning".into(),
        Kind::End => "The end of the session".into(),
    }
}

/// Returns a sentence with the signs of cards and suits in words: `7♥` is "the seven of hearts".
pub(crate) fn spell_out_cards(sentence: &str) -> String {
    sentence
        .split(' ')
        .map(spell_out_card_symbol)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a word with the card or suit in it spelled out; any other word as it is.
fn spell_out_card_symbol(word: &str) -> String {
    let sign = word.char_indices().find(|(_, c)| "♠♥♦♣".contains(*c));
    let Some((at, sign)) = sign else {
        return word.into();
    };
    let (token, rest) = word.split_at(at + sign.len_utf8());
    if let Ok(card) = read_card(token, Letters::English) {
        return format!("the {}{rest}", card.name());
    }
    match read_suit(token) {
        Some(suit) => format!("{}{rest}", suit.name()),
        None => word.into(),
    }
}
