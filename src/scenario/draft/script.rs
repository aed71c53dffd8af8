//! The script of a played hand, line by line.

use super::{Draft, Played};
use crate::cards::{Card, Set};
use crate::engine::{Hand, Move, Stage, binding, breach};
use crate::rules::{Phase, Ruleset, Topic};
use crate::scenario::notation::{Mood, written};
use std::collections::BTreeSet;

/// The lines of a script in the making.
pub(super) struct Script<'a> {
    draft: &'a Draft<'a>,
    /// Promised clauses that have been asked for.
    asked: BTreeSet<Topic>,
    lines: Vec<String>,
    /// The cards of a trick so far.
    line: String,
}

impl<'a> Script<'a> {
    /// An empty script.
    pub(super) fn new(draft: &'a Draft<'a>) -> Script<'a> {
        Script { draft, asked: BTreeSet::new(), lines: Vec::new(), line: String::new() }
    }

    /// Begins a new fence.
    pub(super) fn part(&mut self) {
        self.lines.push(String::new());
    }

    /// The lines; an empty one parts two fences.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Tells an act, and before it what was tried in vain.
    pub(super) fn tell(&mut self, played: &Played, at: usize) {
        let (hand, act) = played.moves[at];
        let asides = [self.asides(&hand), self.tries(&hand, played, at)].concat();
        let said = written(self.draft.rules, act, Mood::Does);
        let Move::Play(_) = act else {
            self.lines.extend(asides);
            return self.lines.extend(said.map(|said| format!("{} {said}", self.draft.name(hand.mover))));
        };
        let mut number = if hand.trick.is_none() { format!("{}. ", hand.finished + 1) } else { String::new() };
        for aside in asides {
            self.break_line();
            self.put(std::mem::take(&mut number), &aside);
            self.break_line();
        }
        self.put(number, &format!("{} {}", self.draft.name(hand.mover), said.unwrap_or_default()));
        if played.before(at + 1).finished > hand.finished {
            self.line.push_str(" -> ?");
            self.break_line();
        }
    }

    /// Ends the file where the mover is asked; what he may do is left to be filled in, if it can be.
    pub(super) fn stop(&mut self, played: &Played, at: usize) {
        let hand = played.before(at);
        let asked = matches!(hand.stage, Stage::In(Phase::Round(_) | Phase::Tricks));
        let tries = self.tries(hand, played, at);
        self.break_line();
        self.lines.extend(tries);
        self.lines.extend(asked.then(|| format!("{} may ? (?)", self.draft.name(hand.mover))));
        self.lines.push("stop".to_owned());
    }

    fn tries(&self, hand: &Hand, played: &Played, at: usize) -> Vec<String> {
        let legal = if hand.stage == Stage::In(Phase::Tricks) { "; legal: ?" } else { "" };
        let tried = played.tried(at).filter_map(|act| written(self.draft.rules, act, Mood::Tries));
        tried.map(|what| format!("{} tries {what} (refused: ?{legal})", self.draft.name(hand.mover))).collect()
    }

    /// Adds a statement to the line of a trick; a number stands before its first.
    fn put(&mut self, number: String, said: &str) {
        let comma = if self.line.is_empty() { "" } else { ", " };
        self.line.push_str(&[comma, &number, said].concat());
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
    }

    /// What the mover may do, and what he may not, the first time that a promised clause says so.
    fn asides(&mut self, hand: &Hand) -> Vec<String> {
        let rules = self.draft.rules;
        let is_told = matches!(hand.stage, Stage::In(Phase::Round(_) | Phase::Tricks));
        let binding = binding(rules, hand).filter(|_| is_told);
        let name = self.draft.name(hand.mover);
        let mut asides = Vec::new();
        for topic in self.draft.shows.iter().filter(|topic| !self.asked.contains(topic)) {
            asides.extend((binding == Some(*topic)).then(|| (*topic, format!("{name} may ? (?)"))));
            let card = refused(rules, hand, *topic);
            asides.extend(card.map(|card| (*topic, format!("{name} tries {card} (refused: ?; legal: ?)"))));
        }
        self.asked.extend(asides.iter().map(|(topic, _)| *topic));
        asides.into_iter().map(|(_, aside)| aside).collect()
    }
}

/// A card of the mover's that this clause forbids him to play.
fn refused(rules: &Ruleset, hand: &Hand, topic: Topic) -> Option<Card> {
    let plays = hand.stage == Stage::In(Phase::Tricks);
    let held = rules.rank.value.sorted(if plays { hand.held[hand.mover] } else { Set::EMPTY });
    held.into_iter().find(|card| breach(rules, hand, *card) == Some(topic))
}
