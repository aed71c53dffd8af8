//! What a scenario file says, each piece with its place. Nothing here knows whether it is true.

use crate::cards::{Card, Letters, Seat, Set, Suit};
use crate::editions;
use crate::rules::mus::Lance;
use crate::rules::{Machine, Move, Ruleset, Setting, Verb, What};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

/// A stretch of the file, in bytes, on character boundaries.
pub type Span = Range<usize>;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

/// A value that may be left open as `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hole<T> {
    /// Written by the author.
    Known(T),
    /// `?`: to be filled by `bless`.
    Open,
}

impl<T> Hole<T> {
    /// What is written, behind what is right: ", not Marc". Nothing of what is open.
    pub fn not<D: Display>(&self, say: impl FnOnce(&T) -> D) -> String {
        if let Hole::Known(known) = self { format!(", not {}", say(known)) } else { String::new() }
    }
}

/// A whole scenario file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The text of the first `#` heading, as Markdown.
    pub title: String,
    /// The header.
    pub header: Header,
    /// Its hands, in order.
    pub hands: Vec<HandText>,
}

/// The table of a file's folder, whose company has made an edition its own.
#[derive(Clone, Copy, Debug, Default)]
pub enum House {
    /// There is none.
    #[default]
    None,
    /// These are its rules, wherever a header names no others.
    Of(&'static Ruleset),
    /// What its `mouche.toml` says cannot be agreed.
    Broken,
}

impl House {
    /// The edition that a file of the folder means by an id.
    pub fn edition(self, id: &str) -> Option<&'static Ruleset> {
        editions::printed(id).or(self.rules().filter(|rules| rules.id == id))
    }

    /// The table that plays by rules, whatever is agreed besides.
    pub fn at(rules: &Ruleset) -> House {
        editions::by_id(rules.id).filter(|rules| rules.base.is_some()).map_or(House::None, House::Of)
    }

    /// Whether it is as another was when a file was read.
    pub fn is(self, other: House) -> bool {
        match (self, other) {
            (House::Of(rules), House::Of(others)) => std::ptr::eq(rules, others),
            _ => std::mem::discriminant(&self) == std::mem::discriminant(&other),
        }
    }

    /// Its rules.
    pub fn rules(self) -> Option<&'static Ruleset> {
        if let House::Of(rules) = self { Some(rules) } else { None }
    }
}

/// The `toml scenario` fence.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The editions it is held under; at least one.
    pub editions: Vec<At<String>>,
    /// Names in playing order, NFC.
    pub players: Vec<At<String>>,
    pub shows: Vec<At<String>>,
    /// Options agreed before play, by name.
    pub options: BTreeMap<String, At<Setting>>,
    pub option_names: BTreeMap<String, Span>,
    /// What each starts with, in chips, by seat; empty when the edition says.
    pub chips: Vec<At<i64>>,
    /// Whether a page says at each declaration what it may come to.
    pub advice: bool,
    /// The letters its cards are written in.
    pub letters: Letters,
    /// What plays its editions.
    pub machine: Machine,
    /// The table of its folder.
    pub house: House,
    pub span: Span,
    pub opening: Span,
}

/// One hand: a deal fence and what follows it up to the next.
#[derive(Clone, Debug)]
pub struct HandText {
    /// Prose before the deal fence (Markdown; of the first hand without the title).
    pub narration: String,
    /// The cards and the state of the table.
    pub deal: DealText,
    /// Fences after the deal, in order.
    pub parts: Vec<Part>,
    /// Prose after the last fence of the file, if this is the last hand.
    pub closing: String,
    /// Something of it could not be read: it cannot be replayed, nor can the hands after it.
    pub broken: bool,
}

impl HandText {
    /// Whether all of it could be read.
    pub fn is_read(&self) -> bool {
        !self.broken && self.parts.iter().all(|part| !matches!(part.body, Body::Unread))
    }

    /// The fences that an edition reads: all those for everyone, until the first of its own; then its own.
    pub fn read_by(&self, edition: &str) -> Vec<&Part> {
        let names = |part: &Part| part.editions.iter().any(|name| name.value == edition);
        let own = self.parts.iter().position(names).unwrap_or(self.parts.len());
        let is_read = |(at, part): &(usize, &Part)| names(part) || (part.editions.is_empty() && *at < own);
        self.parts.iter().enumerate().filter(is_read).map(|(_, part)| part).collect()
    }
}

/// A script or payout fence.
#[derive(Clone, Debug)]
pub struct Part {
    /// Prose before the fence (Markdown).
    pub narration: String,
    /// What is asked about its first step.
    pub tasks: Vec<Task>,
    /// Editions named after the fence's word; none means all.
    pub editions: Vec<At<String>>,
    /// What it holds.
    pub body: Body,
    /// Where its content stands.
    pub span: Span,
    /// Its opening line.
    pub opening: Span,
}

/// What a fence after the deal holds.
#[derive(Clone, Debug)]
pub enum Body {
    /// A `script` fence.
    Script(Vec<Line>),
    /// A `payout` fence.
    Payout(Vec<At<Entry>>),
    /// A `payout` fence that cannot be read: what the hand comes to is held against nothing.
    Unread,
}

/// A `task` fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What kind of question it is.
    pub asks: Asks,
    /// The question in the author's words, if they have any.
    pub question: String,
    /// What is said of answers, in the author's words.
    pub reasons: Vec<(At<Answer>, String)>,
    /// Its opening line.
    pub opening: Span,
}

/// What a task asks of the step that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Which card of the trick wins.
    Wins,
    /// Which cards may be played.
    May,
    /// What the mover would best do.
    Plays,
    /// Who makes a debt.
    Owes,
    /// How many chips a seat takes.
    Takes(Seat),
}

/// Something that may be answered to a task.
#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Whatever is right.
    Good,
    Card(Card),
    Does(Verb),
    Seat(Seat),
    Chips(i64),
}

#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Debug, Default)]
pub struct DealText {
    pub dealer: Option<At<Seat>>,
    pub turn: Option<At<Card>>,
    /// The stock from its top, as far as it is told.
    pub stock: Vec<At<Card>>,
    pub fille: Vec<At<Card>>,
    /// Debts under way (first deal), or asserted (later ones), in the order made.
    pub debts: Vec<(At<Seat>, At<i64>)>,
    /// Chips left in the pool.
    pub stake: Option<At<i64>>,
    /// Chips that wait beside it.
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
    /// The hands, in the order written.
    pub hands: Vec<(At<Seat>, Vec<At<Card>>)>,
    pub span: Span,
    pub opening: Span,
}

/// What an offender at the deal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misdeal {
    /// They lose the deal.
    LosesTheDeal,
    /// They pay these chips and keep it.
    Pays(i64),
    /// They deal again.
    Again,
}

/// A line of a script that says anything.
#[derive(Clone, Debug)]
pub struct Line {
    /// `3.` before the first play of a trick.
    pub trick: Option<At<u32>>,
    /// `grande:` before the first statement of a phase.
    pub lance: Option<At<Lance>>,
    /// The statements.
    pub statements: Vec<At<Statement>>,
    /// `-> NAME` after the last; nobody where that is said.
    pub winner: Option<At<Hole<Option<Seat>>>>,
}

#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `stop`: the file ends before the hand does.
    Stop,
    /// `mus seen`: a card was seen.
    Seen,
    /// `score 2 9`: what both sides have taken so far.
    Score([At<Hole<i64>>; 2]),
    /// A name and what it does.
    Does { seat: At<Seat>, deed: Deed },
    /// `NAME may SET (TOPIC)`.
    May { seat: At<Seat>, choices: At<Hole<Choices>>, clause: Option<At<Hole<String>>> },
    /// `NAME tries …  (refused: TOPIC; legal: SET)`.
    Tries { seat: At<Seat>, deed: At<Deed>, clause: At<Hole<String>>, legal: Option<At<Hole<Choices>>> },
}

/// A move as it is written, each piece with its place.
#[expect(missing_docs, reason = "its fields are what they are called")]
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
    /// A move with nothing after its verb.
    pub fn of(verb: Verb) -> Deed {
        Deed { verb, cards: Vec::new(), drawn: None, suit: None, number: None }
    }

    /// The move that it tells, but for what is drawn; none if something lacks.
    pub fn told(&self) -> Option<Move> {
        let card = |card: &At<Card>| card.value;
        self.verb.with(What {
            laid: Some(self.cards.iter().map(card).collect()),
            drawn: Some(Set::EMPTY),
            card: self.cards.first().map(card),
            suit: self.suit.as_ref().map(|suit| suit.value),
            // A bet without a number is one of nought.
            number: Some(self.number.as_ref().map_or(0, |number| number.value)),
        })
    }
}

/// What a mover may do: cards, or declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Cards to play.
    Cards(Set),
    /// Declarations.
    Declarations(Vec<Choice>),
}

/// One declaration that a mover may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// Which.
    pub verb: Verb,
    /// With how many cards at most; 0 if with none.
    pub most: u8,
}

/// One entry of a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it says an amount of.
    pub about: About,
    /// How much, in chips; none where it stands for all.
    pub amount: Option<At<Hole<i64>>>,
}

/// What an entry of a payout is about: two of the same are one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// `pool N`.
    Pool,
    /// `next pool N`.
    NextPool,
    /// `waiting N`.
    Waiting,
    /// `NAME takes N`.
    Takes(Seat),
    /// `NAME owes N`.
    Owes(Seat),
    /// `NAME has N`.
    Has(Seat),
    /// `NAME pays N to NAME`.
    Pays(Seat, Seat),
    /// `NAME pays N to the pool`.
    PaysIn(Seat),
    /// `NAME has N points`.
    Points(Seat),
    /// `side pot N`.
    SidePot,
    /// `grande NAME+NAME N`: what a side took, or a player shed, for a phase.
    Lance(Lance, Side),
    /// `ordago NAME+NAME`: who won by it, or picked up.
    Ordago(Side),
    /// `score N N`, of the first side and of the second.
    Score(Seat),
    /// `games N N`.
    Games(Seat),
    /// `NAME lost N`.
    Lost(Seat),
    /// `?`: all of it.
    All,
}

/// A player, and the partner who is named with them.
pub type Side = (Seat, Option<Seat>);

impl About {
    /// Whether somebody gets or gives it: a payout says so of each that is more than nothing.
    pub fn is_paid(self) -> bool {
        use About::{Lance, Ordago, Owes, Pays, PaysIn, Takes};
        matches!(self, Takes(_) | Owes(_) | Pays(..) | PaysIn(_) | Lance(..) | Ordago(_))
    }
}
