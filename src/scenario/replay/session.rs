//! The state of a replay: the table, the hand being played, and what has been found so far.

use crate::cards::{Card, Letters, PerSeat, Seat, Set};
use crate::engine::{Act, Event, Fact, Hand, Refusal, Stage, Table, ahead, apply, close, is_over, settle_last_debts};
use crate::rules::{Phase, Ruleset, Topic};
use crate::scenario::change::is_felt;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::story::{Kind, Next, Proved, Step, Story};
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
    narration: String,
    declarations: usize,
    faults: usize,
    tries: usize,
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
            Stage::In(Phase::Declarations) => format!("{name} is to declare"),
            Stage::In(Phase::TurnUp) => format!("{name} may take the turn-up"),
            Stage::In(Phase::Claims) => format!("{name} is asked for a flush"),
            Stage::In(Phase::Tricks) => format!("{name} is to play to trick {}", self.hand.finished + 1),
            Stage::Over => "the hand is over".into(),
        }
    }

    /// Makes an act; the step it gives is added.
    pub(super) fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let before = self.hand;
        self.hand = apply(&self.rules, &before, act, &mut events)?;
        let mover = (before.stage != Stage::Open).then_some(before.mover);
        self.count(act, &before);
        let trick_ends = events.iter().any(|event| matches!(event.fact, Fact::Won(..)));
        self.step(kind(act), self.id(act, &before), before, events, mover);
        if trick_ends {
            self.trick.clear();
        }
        self.tries = 0;
        Ok(())
    }

    /// Counts what ids are made of.
    fn count(&mut self, act: Act, before: &Hand) {
        if let Act::Play(seat, card) = act {
            self.trick.push((seat, card));
            self.proved.plays += 1;
        } else if let Act::Offend(..) = act {
            self.faults += 1;
        } else if before.stage == Stage::In(Phase::Declarations) && kind(act) == Kind::Declaration {
            self.declarations += 1;
        }
    }

    fn id(&self, act: Act, before: &Hand) -> String {
        match act {
            Act::Deal(_) | Act::Misdeal(_) => "deal".into(),
            Act::Name(..) => "names".into(),
            Act::TakeTurnUp(..) | Act::LeaveTurnUp(_) if before.stage == Stage::In(Phase::TurnUp) => "turn-up".into(),
            Act::Fold(_) | Act::Stand(_) | Act::Exchange(..) | Act::TakeFille(_) => format!("d{}", self.declarations),
            Act::TakeTurnUp(..) | Act::LeaveTurnUp(_) => format!("d{}", self.declarations),
            Act::Offend(..) => format!("fault{}", self.faults),
            Act::Claim(_) | Act::LetPass(_) => "claims".into(),
            Act::Play(..) => format!("t{}-{}", before.finished + 1, self.trick.len()),
        }
    }

    /// The id of what the mover is asked for now: an attempt hangs on it.
    pub(super) fn id_of_what_is_asked(&self) -> String {
        match self.hand.stage {
            Stage::In(Phase::Naming) => "names".into(),
            Stage::In(Phase::Declarations) => format!("d{}", self.declarations + 1),
            Stage::In(Phase::TurnUp) => "turn-up".into(),
            Stage::In(Phase::Claims) => "claims".into(),
            Stage::In(Phase::Tricks) => format!("t{}-{}", self.hand.finished + 1, self.trick.len() + 1),
            Stage::Open | Stage::Over => "pay".into(),
        }
    }

    /// Adds a refusal as a step of its own.
    pub(super) fn refused(&mut self, kind: Kind) {
        self.tries += 1;
        let id = format!("{}-try{}", self.id_of_what_is_asked(), self.tries);
        let mover = self.hand.asks().then_some(self.hand.mover);
        self.proved.refusals += 1;
        self.step(kind, id, self.hand, Vec::new(), mover);
    }

    pub(super) fn step(&mut self, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
        self.shown.extend(events.iter().map(|event| event.clause));
        if !kind.settles() {
            // The reckoning shows again what has moved already.
            self.events.extend_from_slice(&events);
        }
        let id = format!("h{}-{id}", self.number);
        if let Some(last) = self.steps.last_mut().filter(|last| last.id == id && kind == Kind::Claims) {
            // All claims of a hand are one step.
            last.events.extend(events);
            last.after = self.hand;
            return;
        }
        self.steps.push(Step {
            hand: self.number,
            id,
            kind,
            narration: std::mem::take(&mut self.narration),
            closing: String::new(),
            before,
            after: self.hand,
            events,
            mover,
            waiting: self.table.debts.clone(),
            trick: self.trick.clone(),
            next: None,
        });
    }

    /// Leaves the turn-up where the dealer has not taken it. It is no step: what comes of it belongs to the last one.
    pub(super) fn leave_turn_up(&mut self) {
        if self.hand.stage != Stage::In(Phase::TurnUp) {
            return;
        }
        let mut events = Vec::new();
        let Ok(hand) = apply(&self.rules, &self.hand, Act::LeaveTurnUp(self.hand.mover), &mut events) else { return };
        self.hand = hand;
        self.shown.extend(events.iter().map(|event| event.clause));
        self.events.extend_from_slice(&events);
        if let Some(last) = self.steps.last_mut() {
            last.events.extend(events);
            last.after = self.hand;
        }
    }

    /// Leaves the turn-up, and lets every flush that is still to be asked for pass.
    pub(super) fn let_all_pass(&mut self) {
        self.leave_turn_up();
        while self.hand.stage == Stage::In(Phase::Claims) {
            if self.act(Act::LetPass(self.hand.mover)).is_err() {
                return;
            }
        }
    }

    /// Lets those pass who are asked before this seat.
    pub(super) fn let_pass_before(&mut self, seat: Seat) {
        self.leave_turn_up();
        while self.hand.stage == Stage::In(Phase::Claims) && self.hand.mover != seat && self.hand.unasked.has(seat) {
            if self.act(Act::LetPass(self.hand.mover)).is_err() {
                return;
            }
        }
    }

    /// Brings the finished hand back to the table, and adds the reckoning as a step.
    pub(super) fn close_hand(&mut self) {
        if std::mem::replace(&mut self.paid, true) {
            return;
        }
        close(&self.rules, &self.hand, &mut self.table);
        let (rules, table) = (&self.rules, &self.table);
        let next = ahead(rules, table);
        let next = Next { pool: next.next_pool(rules), waiting: next.waiting(rules), debts: next.debts };
        let payments: Vec<Event> = self.events.iter().copied().filter(is_reckoning).collect();
        let hand = self.hand;
        self.step(Kind::Payment, "pay".into(), hand, payments, None);
        if let Some(step) = self.steps.last_mut() {
            step.next = Some(next);
        }
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub(super) fn end(&mut self) {
        if self.table.hands == 0 || !is_over(&self.rules, &mut self.table) {
            return;
        }
        let (before, mut events) = (self.hand, Vec::new());
        settle_last_debts(&mut self.table, &mut events);
        (self.hand.purses, self.hand.pool) = (self.table.purses, self.table.pool);
        self.shown.insert(Topic::End);
        self.step(Kind::End, "end".into(), before, events, None);
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
        Story { rules, players, steps, shown, diagnostics, proved, felt: OnceLock::new() }
    }

    fn check_shows(&mut self, scenario: &Scenario) {
        for At { value, span } in &scenario.header.shows {
            let shown = Topic::by_id(value).is_some_and(|topic| {
                self.shown.contains(&topic) || is_felt(scenario, self.edition, &self.rules, topic)
            });
            if shown || Topic::by_id(value).is_none() {
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

    /// Where a card is, in words.
    pub(super) fn where_is(&self, card: Card) -> String {
        let holder = self.hand.in_turn().find(|seat| self.hand.held[*seat].has(card));
        if let Some(seat) = holder {
            return format!("{} holds it", self.name(seat));
        }
        if card == self.hand.turned {
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
        let played = self.events.iter().find_map(|event| match event.fact {
            Fact::Played(seat, other) if other == card => Some(seat),
            _ => None,
        });
        played.map_or("it was folded".into(), |seat| format!("{} has played it", self.name(seat)))
    }

    /// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub(super) fn cards(&self, set: Set) -> String {
        spell(&self.rules.rank.value.sorted(set))
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

fn kind(act: Act) -> Kind {
    match act {
        Act::Deal(_) | Act::Misdeal(_) => Kind::Deal,
        Act::Name(..) | Act::Fold(_) | Act::Stand(_) | Act::Exchange(..) => Kind::Declaration,
        Act::TakeFille(_) | Act::TakeTurnUp(..) | Act::LeaveTurnUp(_) => Kind::Declaration,
        Act::Offend(..) => Kind::Fault,
        Act::Claim(_) | Act::LetPass(_) => Kind::Claims,
        Act::Play(..) => Kind::Play,
    }
}

fn is_reckoning(event: &Event) -> bool {
    let opening = matches!(event.clause, Topic::Stake | Topic::DebtEnter);
    matches!(event.fact, Fact::Owes(..)) || (matches!(event.fact, Fact::Moved(_)) && !opening)
}

/// Cards with a space between them.
pub(super) fn spell(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// Words with commas between them.
pub(super) fn list<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    words.map(|word| word.as_ref().to_string()).collect::<Vec<_>>().join(", ")
}
