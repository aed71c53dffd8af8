//! The state of a replay: the table, the hand being played, and what has been found so far.

use crate::cards::{Card, Letters, PerSeat, Seat, Set};
use crate::editions;
use crate::engine::{Event, Hand, Stage, Table};
use crate::rules::{Phase, Ruleset, Topic};
use crate::scenario::change::is_felt;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::notation::spelled;
use crate::scenario::story::{Proved, Step, Story};
use crate::scenario::syntax::{At, HandText, Scenario, Span};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A replay under way.
pub(super) struct Session<'a> {
    /// The edition's id, as the header names it.
    pub(super) edition: &'a str,
    /// The edition with the options agreed.
    pub(super) rules: Ruleset,
    /// The letters that the file is written in, and so its words.
    pub(super) letters: Letters,
    /// Names by seat.
    pub(super) players: Vec<String>,
    /// What lasts from hand to hand.
    pub(super) table: Table,
    /// The hand being played.
    pub(super) hand: Hand,
    /// Its number, from 1.
    pub(super) number: usize,
    /// Cards of the stock that the deal tells and nobody has drawn.
    pub(super) stock: Vec<Card>,
    /// Of those, the ones that an offender was given beyond his own: nobody else can draw them.
    pub(super) astray: Set,
    /// Cards of the trick in the making.
    pub(super) trick: Vec<(Seat, Card)>,
    /// The pool that is played for, in chips.
    pub(super) pool: i64,
    /// Every event of the hand.
    pub(super) events: Vec<Event>,
    /// Steps so far.
    pub(super) steps: Vec<Step>,
    /// What is wrong so far.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What holds so far.
    pub(super) proved: Proved,
    /// Expectations met with, whether they hold or not.
    pub(super) expected: usize,
    /// Whether `stop` was read.
    pub(super) stopped: bool,
    /// Whether the hand's payout was read.
    pub(super) paid: bool,
    /// The place of the last statement read.
    pub(super) part_span: Span,
    pub(super) shown: BTreeSet<Topic>,
    /// Prose for the next step.
    pub(super) narration: String,
    /// What ids are made of: declarations, faults and attempts so far.
    pub(super) declarations: usize,
    pub(super) faults: usize,
    pub(super) tries: usize,
}

impl<'a> Session<'a> {
    pub(super) fn new(edition: &'a str, rules: Ruleset, players: Vec<String>, purses: PerSeat<i64>) -> Session<'a> {
        let table = Table::new(players.len() as u8, Seat(0), purses);
        let hand = Hand::at(&table);
        Session {
            edition,
            rules,
            letters: Letters::English,
            players,
            table,
            hand,
            number: 0,
            stock: Vec::new(),
            astray: Set::EMPTY,
            trick: Vec::new(),
            pool: 0,
            events: Vec::new(),
            steps: Vec::new(),
            diagnostics: Vec::new(),
            proved: Proved::default(),
            expected: 0,
            stopped: false,
            paid: false,
            part_span: 0..0,
            shown: BTreeSet::new(),
            narration: String::new(),
            declarations: 0,
            faults: 0,
            tries: 0,
        }
    }

    /// Makes ready for the next hand of the file.
    pub(super) fn begin_hand(&mut self, index: usize, text: &HandText) {
        self.number = index + 1;
        (self.declarations, self.faults, self.tries, self.paid) = (0, 0, 0, false);
        self.trick.clear();
        self.events.clear();
        self.stock.clear();
        self.astray = Set::EMPTY;
        self.part_span = text.deal.opening.clone();
        self.tell(&text.narration);
    }

    /// Keeps prose for the next step.
    pub(super) fn tell(&mut self, prose: &str) {
        if !self.narration.is_empty() && !prose.is_empty() {
            self.narration.push_str("\n\n");
        }
        self.narration.push_str(prose);
    }

    /// The name at a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.players.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    /// The id of a clause of this edition.
    pub(super) fn clause(&self, topic: Topic) -> String {
        self.rules.clause_id(topic)
    }

    /// Notes something wrong.
    pub(super) fn wrong(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Counts an expectation, and notes what is wrong with it.
    pub(super) fn expect(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        match wrong {
            None => self.proved.expectations += 1,
            Some(wrong) => self.wrong(wrong),
        }
    }

    /// Who is asked for what, in words.
    pub(super) fn whom(&self) -> String {
        let name = self.name(self.hand.mover);
        match self.hand.stage {
            Stage::Open => "the cards are not dealt".into(),
            Stage::In(Phase::Naming) => format!("{name} is to name trumps"),
            Stage::In(Phase::Round(_)) => format!("{name} is to declare"),
            Stage::In(Phase::TurnUp) => format!("{name} may take the turn-up"),
            Stage::In(Phase::Claims) => format!("{name} is asked for a flush"),
            Stage::In(Phase::Tricks) => format!("{name} is to play to trick {}", self.hand.finished + 1),
            Stage::Over => "the hand is over".into(),
        }
    }

    /// The story so far, with what its header still asks for.
    pub(super) fn finish(mut self, scenario: &Scenario) -> Story {
        let whole = self.diagnostics.is_empty() && scenario.hands.iter().all(|hand| !hand.broken);
        if whole {
            self.check_shows(scenario);
        }
        if whole && self.expected == 0 {
            self.wrong(proves_nothing(scenario));
        }
        let Session { rules, players, steps, shown, diagnostics, proved, .. } = self;
        Story {
            rules,
            players,
            steps,
            shown,
            diagnostics,
            proved,
            advice: scenario.header.advice,
            felt: OnceLock::new(),
        }
    }

    fn check_shows(&mut self, scenario: &Scenario) {
        for At { value, span } in &scenario.header.shows {
            let shown = editions::topic(value).is_some_and(|topic| {
                self.shown.contains(&topic) || is_felt(scenario, self.edition, &self.rules, topic)
            });
            if shown || editions::topic(value).is_none() {
                continue;
            }
            let wrong = Diagnostic::new(Code::NotShown, span.clone(), format!("no step of this file shows {value}"))
                .label("promised here")
                .clause(format!("{}/{value}", self.edition));
            self.wrong(match self.shown.is_empty() {
                true => wrong.help("it shows no clause: no card is dealt"),
                false => wrong.help(format!("it shows {}", list(self.shown.iter().map(|topic| topic.id())))),
            });
        }
    }

    /// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub(super) fn cards(&self, set: Set) -> String {
        spelled(&self.rules, set)
    }
}

/// Nothing in the file could be wrong, so nothing in it is held.
fn proves_nothing(scenario: &Scenario) -> Diagnostic {
    let wrong = Diagnostic::new(Code::ProvesNothing, scenario.header.opening.clone(), "this scenario proves nothing");
    match scenario.hands.is_empty() {
        true => wrong.label("no hand is dealt in this file").help("a ```deal fence opens a hand"),
        false => wrong
            .label("no winner, obligation, refusal or payout is expected anywhere in the file")
            .help("write a `payout` fence; `?` in it asks `bless` to fill it in"),
    }
}

/// Cards with a space between them.
pub(super) fn spell(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// Words with commas between them.
pub(super) fn list<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    words.map(|word| word.as_ref().to_string()).collect::<Vec<_>>().join(", ")
}

impl Session<'_> {
    /// Where a card is, in words.
    pub(super) fn where_is(&self, card: Card) -> String {
        let holder = self.hand.in_turn().find(|seat| self.hand.held[*seat].has(card));
        if let Some(seat) = holder {
            return format!("{} holds it", self.name(seat));
        }
        if self.hand.turn_up() == Some(card) {
            return "it is turned up".into();
        }
        if self.hand.fille.has(card) {
            return "it lies in the fille".into();
        }
        if self.hand.discards.has(card) {
            return "it was discarded".into();
        }
        let pack = self.rules.pack.value.pack(self.hand.seats);
        if !pack.has(card) {
            return format!("it is not in the pack of {} cards", pack.len());
        }
        if self.hand.stock.has(card) {
            return "it is in the stock".into();
        }
        let mut played = self.events.iter().filter_map(|event| event.fact.played());
        let played = played.find(|(_, other)| *other == card);
        played.map_or("it was folded".into(), |(seat, _)| format!("{} has played it", self.name(seat)))
    }
}
