//! The state of a replay: the table, the hand being played, what has been found so far, and the steps that acts become.

use super::mus::Bidding;
use super::story::{Frame, Kind, Step, Story};
use super::task;
use crate::cards::{Card, CardSet, Letters, PerSeat, Seat};
use crate::engine::{
    Act, DealState, Event, InvalidAct, Move, Refusal, Stage, TableState, apply_to_copy,
    check_session_end, close_deal, move_offer, settle_last_debts, table_for_next_deal,
};
use crate::rules::{ClauseId, GameFamily, MoveKind, Phase, Ruleset, Verb};
use crate::scenario::text::notation::spell_cards;
use crate::scenario::text::{
    Code, Diagnostic, HandText, Keyword, Scenario, Span, Spanned, Task, diagnose,
};
use crate::{editions, mus};
use std::error::Error;
use std::fmt;

/// How a help begins that has a statement by which a refusal is shown.
pub const TO_SHOW: &str = "to show the refusal itself, write `";

type Fits<'a> = &'a dyn Fn(&Task) -> bool;

/// What a statement came to, or what is wrong with it and ends the hand.
pub type CheckResult = Result<(), Box<Diagnostic>>;

/// A deal that cannot be closed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOver;

impl fmt::Display for NotOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the deal is not over")
    }
}

impl Error for NotOver {}

#[derive(Clone)]
pub struct Session<'a> {
    /// The edition's id, as the header names it; and the edition with the options agreed.
    pub edition: &'a str,
    pub rules: Ruleset,
    pub letters: Letters,
    pub story: Story,
    pub table: TableState,
    pub hand: DealState,
    pub mus: Bidding,
    pub now: Progress,
    /// Expectations met with, whether they hold or not.
    pub expected: usize,
    pub stopped: bool,
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Those that were put, each with the place of its step.
    pub asked: Vec<(usize, Task)>,
}

#[derive(Clone, Default)]
pub struct Progress {
    /// The number of the hand, from 1.
    pub number: usize,
    /// The place of the last statement read.
    pub part_span: Span,
    /// Cards of the stock that the deal tells and nobody has drawn.
    pub stock: Vec<Card>,
    /// Whether the file tells of it at all.
    pub tells_stock: bool,
    /// Of those, the ones that an offender was given beyond their own: nobody else can draw them.
    pub astray: CardSet,
    pub trick: Vec<(Seat, Card)>,
    /// The pool that is played for, in chips.
    pub pool: i64,
    pub events: Vec<Event>,
    /// Whether the hand's payout was read.
    pub paid: bool,
    /// What ids are made of: declarations, faults and attempts so far.
    pub declarations: usize,
    pub faults: usize,
    pub tries: usize,
}

impl<'a> Session<'a> {
    pub fn new(edition: &'a str, rules: Ruleset, scenario: &Scenario) -> Session<'a> {
        let header = &scenario.header;
        let players: Vec<String> = header
            .players
            .iter()
            .map(|name| name.value.clone())
            .collect();
        let seats = players.len() as u8;
        let mut purses = PerSeat::all(0);
        let told = header
            .chips
            .iter()
            .map(|chips| chips.value)
            .chain(std::iter::repeat(rules.chips_start.value.0));
        (0..seats)
            .map(Seat)
            .zip(told)
            .for_each(|(seat, chips)| purses[seat] = chips);
        let table = TableState::new(seats, Seat(0), purses);
        let mus = Bidding::new(
            &rules,
            mus::MusTable {
                purses,
                ..mus::MusTable::new(&rules, seats, Seat(0))
            },
        );
        let story = Story {
            advice: header.advice,
            ..Story::of(rules, players)
        };
        let (letters, hand) = (header.letters, DealState::at_table(&table));
        let (now, expected, stopped, narration, tasks, asked) = Default::default();
        Session {
            edition,
            rules,
            letters,
            story,
            table,
            hand,
            mus,
            now,
            expected,
            stopped,
            narration,
            tasks,
            asked,
        }
    }

    pub fn is_mus(&self) -> bool {
        self.rules.machine == GameFamily::Mus
    }

    pub fn what_is_dealt(&self) -> &'static str {
        if self.is_mus() { "deal" } else { "hand" }
    }

    pub fn tell(&mut self, prose: &str) {
        if !self.narration.is_empty() && !prose.is_empty() {
            self.narration.push_str("\n\n");
        }
        self.narration.push_str(prose);
    }

    pub fn name(&self, seat: Seat) -> &str {
        self.story
            .players
            .get(usize::from(seat.0))
            .map_or("?", String::as_str)
    }

    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.spelling_in(self.letters)
    }

    /// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub fn cards(&self, set: CardSet) -> String {
        spell_cards(&self.rules, set)
    }

    pub fn held(&self, seat: Seat) -> CardSet {
        if self.is_mus() {
            self.mus.hand.hands[seat]
        } else {
            self.hand.hands[seat]
        }
    }

    pub fn mover(&self) -> Seat {
        if self.is_mus() {
            self.mus.hand.mover
        } else {
            self.hand.mover
        }
    }

    /// Who is asked for what, if anyone is.
    pub fn whom(&self) -> String {
        if self.is_mus() {
            self.asked_at_mus().1
        } else {
            self.question_asked(&self.hand, 0, 0).1
        }
    }

    pub fn asked_at_mus(&self) -> (String, String) {
        self.mus.question_asked(&|seat| self.name(seat).to_owned())
    }

    /// Returns the question that a deal asks: its id, by its number in its phase, and a phrase that names the player and
    /// the move.
    fn question_asked(
        &self,
        hand: &DealState,
        declaration: usize,
        card: usize,
    ) -> (String, String) {
        let (name, trick) = (self.name(hand.mover), hand.tricks_finished + 1);
        let may = if hand.default_move().is_some() {
            "may"
        } else {
            "is to"
        };
        let (id, whom): (&str, &str) = match hand.stage {
            Stage::Open => ("pay", "the cards are not dealt"),
            Stage::Over => ("pay", "the hand is over"),
            Stage::In(Phase::Naming) => ("names", &format!("{name} {may} name trumps")),
            Stage::In(Phase::ThrowIn) => (
                &format!("throws{}", hand.mover.0),
                &format!("{name} must throw in a flush"),
            ),
            Stage::In(Phase::Defence) => ("defence", &format!("{name} may defend the pack")),
            Stage::In(Phase::Round(_)) => {
                (&format!("d{declaration}"), &format!("{name} is to declare"))
            }
            Stage::In(Phase::TurnUp) => ("turn-up", &format!("{name} may take the turn-up")),
            Stage::In(Phase::Claims) => ("claims", &format!("{name} is asked for a flush")),
            Stage::In(Phase::Tricks) => (
                &format!("t{trick}-{card}"),
                &format!("{name} is to play to trick {trick}"),
            ),
        };
        (id.to_owned(), whom.to_owned())
    }

    /// How what is forbidden may be told all the same.
    pub fn as_refused(&self, seat: Seat, what: &str, topic: ClauseId) -> String {
        let (name, tries, refused) = (
            self.name(seat),
            self.word(Keyword::Tries),
            self.word(Keyword::Refused),
        );
        format!("{TO_SHOW}{name} {tries} {what} ({refused}: {topic})`")
    }

    /// Notes what is wrong. Who finds it names the topic of a clause; whose clause it is is known here.
    pub fn wrong(&mut self, wrong: Diagnostic) {
        let clause = wrong
            .clause
            .map(|topic| format!("{}/{topic}", self.rules.id));
        self.story.diagnostics.push(Diagnostic { clause, ..wrong });
    }

    pub fn expect(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        if let Some(wrong) = wrong {
            self.wrong(wrong)
        } else {
            self.story.proved.expectations += 1
        }
    }

    pub fn misplaced(&mut self, tasks: Vec<Task>) {
        let machine = self.rules.machine;
        self.story
            .diagnostics
            .extend(tasks.iter().map(|task| task::misplaced(task, machine)));
    }

    /// Forgets all steps but the last, with what belongs to them, and returns how many these were.
    pub fn forget_steps(&mut self) -> usize {
        let forgotten = self.story.count().saturating_sub(1);
        if self.is_mus() {
            self.story.mus.drain(..forgotten);
        } else {
            self.story.steps.drain(..forgotten);
        }
        self.story.tables.clear();
        self.asked.clear();
        forgotten
    }

    pub fn finish(mut self, scenario: &Scenario) -> Story {
        let whole = self.story.diagnostics.is_empty()
            && scenario.hands.iter().all(HandText::can_be_replayed);
        let opening = &scenario.header.opening;
        // Nothing in the file could be wrong, so nothing in it is held.
        match scenario.hands.is_empty() {
            _ if !whole || self.expected > 0 => {}
            true => self.wrong(diagnose!("no-hand-is-dealt", opening)),
            false => self.wrong(diagnose!("nothing-is-expected", opening)),
        }
        let Session {
            mut story, asked, ..
        } = self;
        if let (Some(last), Some(hand)) = (story.count().checked_sub(1), scenario.hands.last()) {
            story.frame_mut(last).closing.clone_from(&hand.closing);
        }
        if whole {
            task::pose(&mut story, asked);
        }
        story
    }

    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let before = self.hand;
        self.hand = apply_to_copy(&self.rules, &before, act, &mut events)?;
        let mover = match act {
            // Whoever bids before all others is not the one who is asked.
            Act::Move(seat, Move::BidAll) => Some(seat),
            _ => (before.stage != Stage::Open).then_some(before.mover),
        };
        let kind = match (act.as_move(), before.stage) {
            (None, _) => Kind::Deal,
            (Some(does), _) if does.verb().kind() == MoveKind::Fault => Kind::Fault,
            (_, Stage::In(Phase::Claims)) => Kind::Claims,
            (Some(Move::Play(_)), _) => Kind::Play,
            _ => Kind::Declaration,
        };
        if let Act::Move(seat, Move::Play(card)) = act {
            self.now.trick.push((seat, card));
            self.story.proved.plays += 1;
        } else if kind == Kind::Fault {
            self.now.faults += 1;
        } else if matches!(before.stage, Stage::In(Phase::Round(_))) {
            self.now.declarations += 1;
        }
        let id = match (&kind, act.as_move()) {
            (Kind::Deal, _) => "deal".into(),
            (Kind::Fault, _) => format!("fault{}", self.now.faults),
            (_, Some(Move::DemandCivility)) => format!("t{}-civil", before.tricks_finished + 1),
            _ => {
                self.question_asked(&before, self.now.declarations, self.now.trick.len())
                    .0
            }
        };
        let trick_ends = events
            .iter()
            .any(|event| event.kind.as_trick_winner().is_some());
        self.step(kind, id, before, events, mover);
        if trick_ends {
            self.now.trick.clear();
        }
        self.now.tries = 0;
        Ok(())
    }

    pub fn refused(&mut self, kind: Kind) {
        self.now.tries += 1;
        self.story.proved.refusals += 1;
        let (id, _) = self.question_asked(
            &self.hand,
            self.now.declarations + 1,
            self.now.trick.len() + 1,
        );
        let mover = self.hand.awaits_move().then_some(self.hand.mover);
        self.step(
            kind,
            format!("{id}-try{}", self.now.tries),
            self.hand,
            Vec::new(),
            mover,
        );
    }

    fn step(
        &mut self,
        kind: Kind,
        id: String,
        before: DealState,
        events: Vec<Event>,
        mover: Option<Seat>,
    ) {
        let is_last = |last: &Step| last.id == format!("h{}-{id}", self.now.number);
        if kind == Kind::Claims && self.story.steps.last().is_some_and(is_last) {
            // All claims of a hand are one step.
            return self.belongs_to_the_last(events);
        }
        self.note(&kind, &events);
        // No task asks about an attempt, or what is passed over in silence.
        let claims = || {
            events
                .iter()
                .any(|event| matches!(event.kind.as_move(), Some((_, Move::Claim))))
        };
        let passes = matches!(kind, Kind::Refused { .. }) || (kind == Kind::Claims && !claims());
        let cards = self.now.trick.len();
        let fits = |task: &Task| task::fits(task, &kind, mover, cards);
        let frame = self.frame(
            kind.clone(),
            id,
            mover,
            if passes { None } else { Some(&fits) },
        );
        let (waiting, trick) = (self.table.debts.clone(), self.now.trick.clone());
        self.story.steps.push(Step {
            waiting,
            trick,
            ..Step::new(frame, before, self.hand, events)
        });
    }

    /// What the next step has whatever is played. Of the tasks that waited for it those that fit are put, others told.
    pub fn frame(
        &mut self,
        kind: Kind,
        id: String,
        mover: Option<Seat>,
        fits: Option<Fits>,
    ) -> Frame {
        if let Some(fits) = fits {
            let at = self.story.steps.len() + self.story.mus.len();
            let (fit, stray): (Vec<_>, _) =
                std::mem::take(&mut self.tasks).into_iter().partition(fits);
            self.asked.extend(fit.into_iter().map(|task| (at, task)));
            self.misplaced(stray);
        }
        let (hand, place) = (self.now.number, self.now.part_span.clone());
        let narration = std::mem::take(&mut self.narration);
        Frame {
            hand,
            id: format!("h{hand}-{id}"),
            kind,
            narration,
            mover,
            place,
            ..Frame::default()
        }
    }

    /// Makes what silence says, as long as it is wanted. Letting a flush pass is a step; all else is of the last one.
    pub fn pass_while(&mut self, is_wanted: impl Fn(&Session) -> bool) {
        while let Some(does) = self.hand.default_move().filter(|_| is_wanted(self)) {
            let (act, mut events) = (Act::Move(self.hand.mover, does), Vec::new());
            let made = match does {
                Move::LetPass => self.act(act),
                _ => apply_to_copy(&self.rules, &self.hand, act, &mut events)
                    .map(|hand| self.hand = hand),
            };
            if made.is_err() {
                return;
            }
            if does != Move::LetPass {
                self.belongs_to_the_last(events);
            }
        }
    }

    /// Whether a seat is asked for such a move, though it may not be open to it.
    pub fn asks(&self, seat: Seat, verb: Verb) -> bool {
        self.hand.mover == seat && move_offer(&self.rules, &self.hand, verb).is_some()
    }

    fn belongs_to_the_last(&mut self, events: Vec<Event>) {
        if events
            .iter()
            .any(|event| event.kind.as_trick_winner().is_some())
        {
            self.now.trick.clear();
        }
        let Some(mut last) = self.story.steps.pop() else {
            return;
        };
        self.note(&last.kind, &events);
        last.events.extend(events);
        last.after = self.hand;
        self.story.steps.push(last);
    }

    /// Remembers what happened, and the clauses that made it happen.
    fn note(&mut self, kind: &Kind, events: &[Event]) {
        self.story
            .shown
            .extend(events.iter().map(|event| event.clause));
        // The reckoning shows again what has moved already.
        self.now
            .events
            .extend(events.iter().filter(|_| !kind.settles()));
    }

    /// Brings the finished hand back to the table, and adds the reckoning as a step.
    ///
    /// # Errors
    /// If the hand is not over: [`Session::whom`] says who is asked for what.
    pub fn close_hand(&mut self) -> Result<(), NotOver> {
        self.pass_while(|_| true);
        if self.hand.stage != Stage::Over {
            return Err(NotOver);
        }
        if std::mem::replace(&mut self.now.paid, true) {
            return Ok(());
        }
        close_deal(&self.rules, &self.hand, &mut self.table);
        let next = if self.is_session_over() {
            None
        } else {
            Some(table_for_next_deal(&self.rules, &self.table))
        };
        let payments: Vec<Event> = self
            .now
            .events
            .iter()
            .copied()
            .filter(Event::is_payment)
            .collect();
        self.step(Kind::Payment, "pay".into(), self.hand, payments, None);
        if let Some(step) = self.story.steps.last_mut() {
            step.next = next;
        }
        Ok(())
    }

    /// Whether the session is over after the hands closed so far: then there is no next pool.
    pub fn is_session_over(&self) -> bool {
        self.table.deals > 0 && check_session_end(&self.rules, &mut self.table.clone())
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub fn end(&mut self) {
        if !self.is_session_over() {
            return;
        }
        let (before, mut events) = (self.hand, Vec::new());
        settle_last_debts(&self.rules, &mut self.table, &mut events);
        (self.hand.purses, self.hand.pool, self.hand.cash) =
            (self.table.purses, self.table.pool, self.table.cash);
        self.story.shown.insert(ClauseId::End);
        self.step(Kind::End, "end".into(), before, events, None);
    }

    fn where_is(&self, card: Card) -> String {
        let hand = &self.hand;
        let pack = self.rules.pack.value.pack(hand.seats);
        let mut played = self
            .now
            .events
            .iter()
            .filter_map(|event| event.kind.as_card_played());
        let player = played.find(|(_, other)| *other == card);
        match (
            hand.seats_in_turn()
                .find(|seat| hand.hands[*seat].has(card)),
            player,
        ) {
            _ if self.is_mus() => "not held".into(),
            (Some(seat), _) => format!("{} holds it", self.name(seat)),
            _ if hand.turn_up() == Some(card) => "it is turned up".into(),
            _ if hand.spare_hand.has(card) => "it lies in the fille".into(),
            _ if hand.discards.has(card) => "it was discarded".into(),
            _ if !pack.has(card) => format!("it is not in the pack of {} cards", pack.len()),
            _ if hand.stock.has(card) => "it is in the stock".into(),
            (_, Some((seat, _))) => format!("{} has played it", self.name(seat)),
            _ => "it was folded".into(),
        }
    }

    pub fn not_held(&self, seat: Seat, card: &Spanned<Card>) -> Diagnostic {
        let (name, held) = (self.name(seat), self.cards(self.held(seat)));
        diagnose!(
            "not-held",
            &card.span,
            name,
            card = card.value,
            place = self.where_is(card.value),
            held
        )
    }

    pub fn not_asked(
        &self,
        seat: &Spanned<Seat>,
        span: &Span,
        is_over: bool,
        is_out: bool,
    ) -> Diagnostic {
        let (name, is_mover) = (self.name(seat.value), self.mover() == seat.value);
        let message = match (is_over, is_mover, is_out) {
            (true, ..) => format!(
                "{name} has nothing more to do: the {} is over",
                self.what_is_dealt()
            ),
            (_, true, _) => format!("{name} is asked for something else"),
            (.., true) => format!("{name} {}", without_trick(self, seat.value)),
            _ => format!("it is not {name}'s turn"),
        };
        Code::OutOfTurn
            .diagnostic_at(if is_mover { span } else { &seat.span }, message)
            .with_label(self.whom())
    }

    pub fn out_of_turn(&self, seat: &Spanned<Seat>, span: &Span) -> Diagnostic {
        let (hand, is_over) = (&self.hand, self.hand.stage == Stage::Over);
        let is_out = hand.stage != Stage::Open && !hand.active.has(seat.value);
        let wrong = self.not_asked(seat, span, is_over, is_out);
        let is_first =
            self.now.declarations == 0 && matches!(hand.stage, Stage::In(Phase::Round(_)));
        if !is_first || [seat.value, hand.dealer].contains(&hand.mover) {
            return wrong;
        }
        let [dealer, mover] = [hand.dealer, hand.mover].map(|seat| self.name(seat));
        wrong.with_help(format!(
            "{dealer} deals, and {mover} comes next in `players`"
        ))
    }

    pub fn illegal(&self, span: &Span, message: String, topic: ClauseId) -> Diagnostic {
        diagnose!("illegal", span, message, topic).with_clause(topic.id())
    }

    /// A misuse that names a card, in words.
    pub fn misused(&self, refusal: Refusal, span: &Span) -> Diagnostic {
        match refusal {
            Refusal::Invalid(InvalidAct::NotInStock(card)) => {
                diagnose!("not-in-stock", span, card, why = self.where_is(card))
            }
            _ => diagnose!("not-now", span, whom = self.whom()),
        }
    }
}

pub fn list<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    words
        .map(|word| word.as_ref().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn stands_before(before: &[Spanned<Card>], card: &Spanned<Card>) -> Option<Diagnostic> {
    let first = before.iter().find(|first| first.value == card.value)?;
    Some(diagnose!("card-twice", &card.span, card = card.value).with_first_place(first))
}

/// What is told of a thing that this edition does not have.
pub fn nothing_of_the_kind(session: &Session, span: &Span, topic: ClauseId) -> Diagnostic {
    let known = known_to(|rules| rules.has(topic));
    diagnose!(
        "nothing-of-the-kind",
        span,
        edition = session.edition,
        known
    )
    .with_clause(topic.id())
}

pub fn known_to(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::playable_editions()
        .filter(|rules| knows(rules))
        .map(|rules| rules.id)
        .collect();
    match editions[..] {
        [] => "no edition knows it unless an option says so".into(),
        [one] => format!("{one} knows it"),
        _ => format!("these know it: {}", editions.join(", ")),
    }
}

pub fn without_trick(session: &Session, seat: Seat) -> &'static str {
    let did = session
        .now
        .events
        .iter()
        .filter_map(|event| event.kind.as_move());
    let mut did = did.filter(|(who, _)| *who == seat).map(|(_, does)| does);
    if did.clone().any(|does| does == Move::Fold) {
        "folded"
    } else if did.any(|does| does.verb().kind() == MoveKind::Fault) {
        "is out of this hand"
    } else {
        "won no trick"
    }
}
