//! What a scenario file says, each piece with its place. Nothing here knows whether it is true.

use crate::cards::{Card, Letters, Seat, Set, Suit};
use crate::editions;
use crate::rules::{GameFamily, Move, MoveArgs, OptionValue, Ruleset, Verb, mus::BettingPhase};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

/// A stretch of the file, in bytes, on character boundaries.
pub type Span = Range<usize>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    pub value: T,
    pub span: Span,
}

impl<T> At<T> {
    pub fn map<U>(self, meaning: impl FnOnce(T) -> U) -> At<U> {
        At {
            value: meaning(self.value),
            span: self.span,
        }
    }
}

/// A value that may be left open as `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hole<T> {
    Known(T),
    Open,
}

impl<T> Hole<T> {
    /// What is written, behind what is right: ", not Marc". Nothing of what is open.
    pub fn not<D: Display>(&self, say: impl FnOnce(&T) -> D) -> String {
        if let Hole::Known(known) = self {
            format!(", not {}", say(known))
        } else {
            String::new()
        }
    }
}

#[derive(Clone, Debug)]
pub struct Scenario {
    /// The text of the first `#` heading, as Markdown.
    pub title: String,
    pub header: Header,
    pub hands: Vec<HandText>,
}

/// The table of a file's folder, whose company has made an edition its own.
#[derive(Clone, Copy, Debug, Default)]
pub enum House {
    #[default]
    None,
    Of(&'static Ruleset),
    /// What its `mouche.toml` says cannot be agreed.
    Broken,
}

impl House {
    /// The edition that a file of the folder means by an id.
    pub fn edition(self, id: &str) -> Option<&'static Ruleset> {
        editions::printed_by_id(id).or(self.rules().filter(|rules| rules.id == id))
    }

    /// The table that plays by rules, whatever is agreed besides.
    pub fn at(rules: &Ruleset) -> House {
        match editions::by_id(rules.id) {
            Some(rules) if rules.base.is_some() => House::Of(rules),
            _ => House::None,
        }
    }

    /// Whether two folders have the same table.
    pub fn is(self, other: House) -> bool {
        match (self, other) {
            (House::Of(rules), House::Of(other_rules)) => std::ptr::eq(rules, other_rules),
            (House::None, House::None) | (House::Broken, House::Broken) => true,
            _ => false,
        }
    }

    pub fn rules(self) -> Option<&'static Ruleset> {
        if let House::Of(rules) = self {
            Some(rules)
        } else {
            None
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The editions it is held under; at least one.
    pub editions: Vec<At<String>>,
    /// Names in playing order, NFC.
    pub players: Vec<At<String>>,
    pub shows: Vec<At<String>>,
    pub options: BTreeMap<String, At<OptionValue>>,
    pub option_names: BTreeMap<String, Span>,
    /// What each starts with, in chips, by seat; empty when the edition says.
    pub chips: Vec<At<i64>>,
    /// Whether a page says at each declaration what it may come to.
    pub advice: bool,
    pub letters: Letters,
    /// The language of the title and the prose, as HTML names it; none where the header could not be read.
    pub prose: Option<&'static str>,
    pub machine: GameFamily,
    pub house: House,
    pub span: Span,
    pub opening: Span,
}

/// One hand: a deal fence and what follows it up to the next.
#[derive(Clone, Debug)]
pub struct HandText {
    /// Prose before the deal fence (Markdown; of the first hand without the title).
    pub narration: String,
    pub deal: DealText,
    pub parts: Vec<Part>,
    /// Prose after the last fence of the file, if this is the last hand.
    pub closing: String,
    /// Something of it could not be read: it cannot be replayed, nor can the hands after it.
    pub broken: bool,
}

impl HandText {
    pub fn is_read(&self) -> bool {
        !self.broken
            && self
                .parts
                .iter()
                .all(|part| !matches!(part.body, Body::Unread))
    }

    /// The fences that an edition reads: all those for everyone, until the first of its own; then its own.
    pub fn read_by(&self, edition: &str) -> Vec<&Part> {
        let names = |part: &Part| part.editions.iter().any(|name| name.value == edition);
        let own = self
            .parts
            .iter()
            .position(names)
            .unwrap_or(self.parts.len());
        let (before, after) = self.parts.split_at(own);
        before
            .iter()
            .filter(|part| part.editions.is_empty())
            .chain(after.iter().filter(|part| names(part)))
            .collect()
    }
}

#[derive(Clone, Debug)]
pub struct Part {
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Editions named after the fence's word; none means all.
    pub editions: Vec<At<String>>,
    pub body: Body,
    pub span: Span,
    pub opening: Span,
}

#[derive(Clone, Debug)]
pub enum Body {
    Script(Vec<Line>),
    Payout(Vec<At<Entry>>),
    /// A `payout` fence that cannot be read: what the hand comes to is held against nothing.
    Unread,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub asks: Asks,
    /// The question in the author's words, if they have any.
    pub question: String,
    pub reasons: Vec<(At<Answer>, String)>,
    pub opening: Span,
}

/// What a task asks of the step that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Wins,
    May,
    /// What the mover would best do.
    Plays,
    Owes,
    Takes(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Whatever is right.
    Good,
    Card(Card),
    Does(Verb),
    Seat(Seat),
    Chips(i64),
}

#[derive(Clone, Debug, Default)]
pub struct DealText {
    pub dealer: Option<At<Seat>>,
    pub turn: Option<At<Card>>,
    /// The stock from its top, as far as it is told.
    pub stock: Vec<At<Card>>,
    pub fille: Vec<At<Card>>,
    /// Debts under way (first deal), or asserted (later ones), in the order made.
    pub debts: Vec<(At<Seat>, At<i64>)>,
    pub stake: Option<At<i64>>,
    pub side_pot: Option<At<i64>>,
    /// Which hand of its game this is, from 1.
    pub hand: Option<At<i64>>,
    pub points: Vec<(At<Seat>, At<i64>)>,
    /// What the first and the second side have taken, and the games that they have won.
    pub score: Option<[At<i64>; 2]>,
    pub games: Option<[At<i64>; 2]>,
    pub lost: Vec<(At<Seat>, At<i64>)>,
    /// A fault instead of hands: `misdeal loses the deal`, `misdeal pays 6`, `misdeal`.
    pub misdeal: Option<At<Misdeal>>,
    pub hands: Vec<(At<Seat>, Vec<At<Card>>)>,
    pub span: Span,
    pub opening: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misdeal {
    LosesTheDeal,
    /// They pay these chips and keep it.
    Pays(i64),
    Again,
}

#[derive(Clone, Debug, Default)]
pub struct Line {
    /// `3.` before the first play of a trick.
    pub trick: Option<At<u32>>,
    /// `grande:` before the first statement of a phase.
    pub lance: Option<At<BettingPhase>>,
    pub statements: Vec<At<Statement>>,
    /// `-> NAME` after the last; nobody where that is said.
    pub winner: Option<At<Hole<Option<Seat>>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `stop`: the file ends before the hand does.
    Stop,
    /// `mus seen`: a card was seen.
    Seen,
    /// `score 2 9`: what both sides have taken so far.
    Score([At<Hole<i64>>; 2]),
    Does {
        seat: At<Seat>,
        deed: Deed,
    },
    /// `NAME may SET (TOPIC)`.
    May {
        seat: At<Seat>,
        choices: At<Hole<Choices>>,
        clause: Option<At<Hole<String>>>,
    },
    /// `NAME tries …  (refused: TOPIC; legal: SET)`.
    Tries {
        seat: At<Seat>,
        deed: At<Deed>,
        clause: At<Hole<String>>,
        legal: Option<At<Hole<Choices>>>,
    },
}

/// A move as it is written, each piece with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    pub verb: Verb,
    /// The cards named first: those laid down, or the one played.
    pub cards: Vec<At<Card>>,
    /// The cards after `for`, where they are told.
    pub drawn: Option<At<Hole<Vec<At<Card>>>>>,
    pub suit: Option<At<Suit>>,
    pub number: Option<At<i64>>,
}

impl Deed {
    pub fn of(verb: Verb) -> Deed {
        Deed {
            verb,
            cards: Vec::new(),
            drawn: None,
            suit: None,
            number: None,
        }
    }

    /// The move that it tells, but for what is drawn; none if something lacks.
    pub fn told(&self) -> Option<Move> {
        let card = |card: &At<Card>| card.value;
        self.verb.with(MoveArgs {
            laid: Some(self.cards.iter().map(card).collect()),
            drawn: Some(Set::EMPTY),
            card: self.cards.first().map(card),
            suit: self.suit.as_ref().map(|suit| suit.value),
            // A bet without a number is one of nought.
            number: Some(self.number.as_ref().map_or(0, |number| number.value)),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    Cards(Set),
    Declarations(Vec<Choice>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    pub verb: Verb,
    /// With how many cards at most; 0 if with none.
    pub most: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub about: About,
    /// How much, in chips; none where it stands for all.
    pub amount: Option<At<Hole<i64>>>,
}

/// What an entry of a payout is about: two of the same are one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Pool,
    NextPool,
    Waiting,
    Takes(Seat),
    Owes(Seat),
    Has(Seat),
    Pays(Seat, Seat),
    /// `NAME pays N to the pool`.
    PaysIn(Seat),
    Points(Seat),
    SidePot,
    /// `grande NAME+NAME N`: what a side took, or a player shed, for a phase.
    BettingPhase(BettingPhase, Side),
    /// `ordago NAME+NAME`: who won by it, or picked up.
    Ordago(Side),
    Score(Seat),
    Games(Seat),
    Lost(Seat),
    /// `?`: all of it.
    All,
}

/// A player, and the partner who is named with them.
pub type Side = (Seat, Option<Seat>);

impl About {
    /// Whether somebody gets or gives it: a payout says so of each that is more than nothing.
    pub fn is_paid(self) -> bool {
        use About::{BettingPhase, Ordago, Owes, Pays, PaysIn, Takes};
        matches!(
            self,
            Takes(_) | Owes(_) | Pays(..) | PaysIn(_) | BettingPhase(..) | Ordago(_)
        )
    }
}
