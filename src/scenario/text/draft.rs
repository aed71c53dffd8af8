//! Hands as a file tells them: those that were played, as a scenario with holes for someone to tell; and a file up to one of
//! its statements, for someone to play on from there.

mod mus;

use super::format::{Rewritten, format_in};
use super::notation::{Mood, spelled, written};
use super::{Body, House, LANGUAGES, Scenario, Span, Word};
use crate::cards::{Card, Letters, Seat, Set};
use crate::engine::{Deal, Hand, Move, Stage, binding, breach};
use crate::rules::{Phase, Ruleset, Setting, Topic};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use toml_writer::ToTomlValue;

pub use mus::DealOfMus;

/// How far a draft plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The cards alone, and what the first to speak may do.
    Deal,
    /// To the first card, and what may be led.
    Declarations,
    /// To the reckoning.
    End,
}

#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    pub title: &'a str,
    pub rules: &'a Ruleset,
    pub players: &'a [String],
    /// Clauses that its header promises. Where one binds or refuses, the script asks for it.
    pub shows: &'a [Topic],
    /// Options agreed before play, which the rules have already.
    pub options: &'a BTreeMap<String, Setting>,
    /// What each starts with, in chips, by seat; empty when the edition says.
    pub chips: &'a [i64],
    /// The letters of its cards, and the language of its words.
    pub letters: Letters,
    pub until: Until,
}

/// A hand that was played.
#[derive(Clone, Debug)]
pub struct Played<H = Hand, D = Deal> {
    /// What is told before its cards, as Markdown; may be nothing.
    pub words: String,
    /// The cards; none if those words tell them, and what was done before the moves.
    pub deal: Option<D>,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(H, Move)>,
    /// Moves that the mover tried in vain, each with the number of moves before it.
    pub tries: Vec<(usize, Move)>,
    /// The hand as it stands after the last act. One that is not over is told so far, and the file ends with it.
    pub end: H,
}

impl<H, D> Played<H, D> {
    /// One in which nothing is done yet after its deal, or after what its words tell.
    pub fn new(words: String, deal: Option<D>, end: H) -> Played<H, D> {
        Played { words, deal, moves: Vec::new(), tries: Vec::new(), end }
    }
}

/// What a draft is made of.
pub trait Told: Sized {
    /// The fences of it, with what is told before them.
    fn told(&self, draft: &Draft) -> String;
}

impl Draft<'_> {
    /// The file with these hands, the first of a session first, canonically spelled.
    ///
    /// # Errors
    /// What is wrong with it: a name that is none.
    pub fn write(&self, hands: &[impl Told]) -> Result<String, String> {
        let hands = hands.iter().map(|played| played.told(self)).collect();
        let file = [format!("# {}\n", self.title), self.header(), hands].concat();
        format_in(House::at(self.rules), file.as_bytes()).map_or(Ok(file), Rewritten::sound)
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    fn header(&self) -> String {
        let list = |words: Vec<&str>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("edition = {}", quoted(self.rules.id)),
            format!("players = [{}]", list(self.players.iter().map(String::as_str).collect())),
        ];
        if !self.shows.is_empty() {
            lines.push(format!("shows   = [{}]", list(self.shows.iter().map(|topic| topic.id()).collect())));
        }
        if !self.chips.is_empty() {
            let each = self.players.iter().zip(self.chips).map(|(name, chips)| format!("{} = {chips}", quoted(name)));
            lines.push(format!("chips = {{ {} }}", each.collect::<Vec<_>>().join(", ")));
        }
        if !self.options.is_empty() {
            let option = |(name, value): (&String, &Setting)| format!("{name} = {value}");
            lines.push(format!("options = {{ {} }}", self.options.iter().map(option).collect::<Vec<_>>().join(", ")));
        }
        let lang = LANGUAGES.iter().find(|(_, letters)| *letters == self.letters && *letters != Letters::default());
        lines.extend(lang.map(|(lang, _)| format!("lang = {}", quoted(lang))));
        fence("toml scenario", &lines)
    }
}

impl Told for Played {
    fn told(&self, draft: &Draft) -> String {
        draft.hand(self)
    }
}

impl Draft<'_> {
    fn hand(&self, played: &Played) -> String {
        let (stop, tricks) = (self.stop(played), played.place(|stage| stage == Stage::In(Phase::Tricks)));
        let told = stop.unwrap_or(played.moves.len());
        let mut script = Script { draft: self, asked: BTreeSet::new(), lines: Vec::new(), line: String::new() };
        for at in 0..told {
            if Some(at) == tricks {
                script.lines.push(String::new());
            }
            script.tell(played, at);
        }
        if stop.is_some() {
            script.stop(played, told);
        }
        let lines: String = script.lines.split(String::is_empty).map(|lines| fence("script", lines)).collect();
        let payout = if stop.is_some() { String::new() } else { fence("payout", &["?".to_owned()]) };
        let words = played.before_it();
        let dealt = played.deal.as_ref().map_or_else(String::new, |deal| self.dealt(deal, &played.end));
        [words, dealt, lines, payout].concat()
    }

    /// The first act that is not told, if the hand is not told to its end.
    fn stop(&self, played: &Played) -> Option<usize> {
        match self.until {
            Until::Deal => played.place(|stage| matches!(stage, Stage::In(Phase::Round(_) | Phase::Tricks))),
            Until::Declarations => played.place(|stage| stage == Stage::In(Phase::Tricks)),
            Until::End => played.end.asks().then_some(played.moves.len()),
        }
    }

    fn dealt(&self, deal: &Deal, hand: &Hand) -> String {
        let mut lines = vec![format!("dealer {}", self.name(hand.dealer))];
        lines.extend(
            hand.in_turn().map(|seat| format!("{} {}", self.name(seat), spelled(self.rules, deal.hands[seat]))),
        );
        if !deal.fille.is_empty() {
            lines.push(format!("fille {}", spelled(self.rules, deal.fille)));
        }
        lines.push(format!("turn {}", deal.turned));
        fence("deal", &lines)
    }
}

impl<H, D> Played<H, D> {
    /// What is told before its cards, as a paragraph.
    fn before_it(&self) -> String {
        if self.words.is_empty() { String::new() } else { format!("\n{}\n", self.words) }
    }

    /// The hand before an act; past the last, as it stands.
    fn before(&self, at: usize) -> &H {
        self.moves.get(at).map_or(&self.end, |(hand, _)| hand)
    }

    /// What was tried in vain before an act.
    fn tried(&self, at: usize) -> impl Iterator<Item = Move> {
        self.tries.iter().filter(move |(before, _)| *before == at).map(|(_, act)| *act)
    }
}

impl Played {
    /// The first act at such a stage, by its place.
    fn place(&self, is_there: impl Fn(Stage) -> bool) -> Option<usize> {
        self.moves.iter().position(|(hand, _)| is_there(hand.stage))
    }
}

fn quoted(word: &str) -> String {
    word.to_toml_value()
}

/// A fence after a blank line, or nothing if it would be empty.
pub(super) fn fence(word: &str, lines: &[impl Borrow<str>]) -> String {
    if lines.is_empty() { String::new() } else { format!("\n```{word}\n{}\n```\n", lines.join("\n")) }
}

/// The lines of a script in the making; an empty one parts two fences.
struct Script<'a> {
    draft: &'a Draft<'a>,
    /// Promised clauses that have been asked for.
    asked: BTreeSet<Topic>,
    lines: Vec<String>,
    /// The cards of a trick so far.
    line: String,
}

impl Script<'_> {
    /// Tells an act, and before it what was tried in vain.
    fn tell(&mut self, played: &Played, at: usize) {
        let (hand, act) = played.moves[at];
        let asides = [self.asides(&hand), self.tries(&hand, played, at)].concat();
        let said = written(self.draft.rules, act, Mood::Does);
        let is_in_play = matches!(act, Move::Play(_)) || hand.trick.is_some();
        if !is_in_play {
            self.lines.extend(asides);
            return self.lines.extend(said.map(|said| format!("{} {said}", self.draft.name(hand.mover))));
        }
        let mut number = if hand.trick.is_none() { format!("{}. ", hand.finished + 1) } else { String::new() };
        for aside in asides {
            self.break_line();
            self.put(std::mem::take(&mut number), &aside);
            self.break_line();
        }
        // Who leaves trumps as they are says nothing.
        if let Some(said) = said {
            self.put(number, &format!("{} {said}", self.draft.name(hand.mover)));
        }
        if played.before(at + 1).finished > hand.finished {
            self.line.push_str(" -> ?");
            self.break_line();
        }
    }

    /// Ends the file where the mover is asked; what they may do is left to be filled in, if it can be.
    fn stop(&mut self, played: &Played, at: usize) {
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

    /// What the mover may do, and may not, the first time that a promised clause says so.
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

/// A card of the mover's that this clause forbids them to play.
fn refused(rules: &Ruleset, hand: &Hand, topic: Topic) -> Option<Card> {
    let plays = hand.stage == Stage::In(Phase::Tricks);
    let held = rules.rank.value.sorted(if plays { hand.held[hand.mover] } else { Set::EMPTY });
    held.into_iter().find(|card| breach(rules, hand, *card) == Some(topic))
}

/// What a file tells up to the statement that begins at this place of its hand of this number: the hands before it whole.
pub fn up_to(text: &str, scenario: &Scenario, edition: &str, hand: usize, place: usize) -> String {
    let letters = scenario.header.letters;
    let told = |word: Word, span: &Span, end: usize| {
        let lines = text.get(span.start..span.end.min(end)).unwrap_or_default();
        // A line that breaks off before its first statement has the number of a trick, or the word of a phase, that has not
        // begun.
        let (before, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
        let is_begun = end > span.end || (last.contains(char::is_alphabetic) && !last.trim_end().ends_with(':'));
        let lines = if is_begun { lines } else { before }.trim_end_matches([' ', ',', '\r', '\n']);
        fence(word.spelling(letters), &Vec::from_iter(Some(lines).filter(|lines| !lines.is_empty())))
    };
    let mut all = String::new();
    for (at, one) in scenario.hands.iter().take(hand).enumerate() {
        let is_last = at + 1 == hand;
        let end = if is_last { place } else { usize::MAX };
        all += &told(Word::Deal, &one.deal.span, usize::MAX);
        for part in one.read_by(edition).into_iter().filter(|part| part.span.start < end) {
            match part.body {
                Body::Script(_) => all += &told(Word::Script, &part.span, end),
                Body::Payout(_) | Body::Unread if !is_last => all += &told(Word::Payout, &part.span, end),
                Body::Payout(_) | Body::Unread => {}
            }
        }
    }
    all
}
