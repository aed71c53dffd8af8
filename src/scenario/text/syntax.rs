//! What a scenario file says, each piece with its place. Nothing here knows whether it is true.

use crate::cards::{Card, CardSet, Letters, Seat, Suit};
use crate::editions;
use crate::rules::{GameFamily, Move, MoveArgs, OptionValue, Ruleset, Verb, mus::BettingPhase};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

/// A stretch of the file, in bytes, on character boundaries.
pub type Span = Range<usize>;

/// A value and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
    pub fn map<U>(self, meaning: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            value: meaning(self.value),
            span: self.span,
        }
    }
}

/// A value that an author expects, or `?` for one that the program fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected<T> {
    Known(T),
    Open,
}

impl<T> Expected<T> {
    /// Returns the end of a message that names the written value, ", not Marc"; nothing where it is left open.
    pub fn describe_mismatch<D: Display>(&self, say: impl FnOnce(&T) -> D) -> String {
        if let Expected::Known(known) = self {
            format!(", not {}", say(known))
        } else {
            String::new()
        }
    }
}

/// A scenario file as it is written.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The text of the first `#` heading, as Markdown.
    pub title: String,
    pub header: Header,
    pub hands: Vec<HandText>,
}

/// The rules of the house table of a file's folder, if the folder has a `mouche.toml`.
#[derive(Clone, Copy, Debug, Default)]
pub enum HouseRules {
    #[default]
    None,
    Table(&'static Ruleset),
    /// What its `mouche.toml` says cannot be agreed.
    Broken,
}

impl HouseRules {
    /// Returns the edition that a file of the folder means by an id.
    pub fn edition_by_id(self, id: &str) -> Option<&'static Ruleset> {
        editions::printed_by_id(id).or(self.ruleset().filter(|rules| rules.id == id))
    }

    /// Returns the house table that plays by these rules, with any options.
    pub fn for_rules(rules: &Ruleset) -> HouseRules {
        match editions::by_id(rules.id) {
            Some(rules) if rules.base.is_some() => HouseRules::Table(rules),
            _ => HouseRules::None,
        }
    }

    /// Returns whether two folders have the same table.
    pub fn is_same_as(self, other: HouseRules) -> bool {
        match (self, other) {
            (HouseRules::Table(rules), HouseRules::Table(other_rules)) => {
                std::ptr::eq(rules, other_rules)
            }
            (HouseRules::None, HouseRules::None) | (HouseRules::Broken, HouseRules::Broken) => true,
            _ => false,
        }
    }

    /// Returns the rules of the house table, if they can be agreed.
    pub fn ruleset(self) -> Option<&'static Ruleset> {
        if let HouseRules::Table(rules) = self {
            Some(rules)
        } else {
            None
        }
    }
}

/// The header of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The editions it is held under; at least one.
    pub editions: Vec<Spanned<String>>,
    /// Names in playing order, NFC.
    pub players: Vec<Spanned<String>>,
    pub shows: Vec<Spanned<String>>,
    pub options: BTreeMap<String, Spanned<OptionValue>>,
    pub option_names: BTreeMap<String, Span>,
    /// What each starts with, in chips, by seat; empty when the edition says.
    pub chips: Vec<Spanned<i64>>,
    /// Whether a page says at each declaration what it may come to.
    pub advice: bool,
    pub letters: Letters,
    /// The language of the title and the prose, as HTML names it; none where the header could not be read.
    pub prose: Option<&'static str>,
    pub machine: GameFamily,
    pub house: HouseRules,
    pub span: Span,
    pub opening: Span,
}

/// One hand: a deal fence and what follows it up to the next.
#[derive(Clone, Debug)]
pub struct HandText {
    /// Prose before the deal fence (Markdown; of the first hand without the title).
    pub narration: String,
    pub deal: DealText,
    pub parts: Vec<HandPart>,
    /// Prose after the last fence of the file, if this is the last hand.
    pub closing: String,
    /// Something of it could not be read: it cannot be replayed, nor can the hands after it.
    pub is_broken: bool,
}

impl HandText {
    /// Returns whether all of it could be read.
    pub fn can_be_replayed(&self) -> bool {
        !self.is_broken
            && self
                .parts
                .iter()
                .all(|part| !matches!(part.body, PartBody::Unread))
    }

    /// Returns the fences that an edition reads: all those for everyone, until the first of its own; then its own.
    pub fn parts_for_edition(&self, edition: &str) -> Vec<&HandPart> {
        let names = |part: &HandPart| part.editions.iter().any(|name| name.value == edition);
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

/// A script or a payout fence of a hand, with the prose and the tasks before it.
#[derive(Clone, Debug)]
pub struct HandPart {
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Editions named after the fence's word; none means all.
    pub editions: Vec<Spanned<String>>,
    pub body: PartBody,
    pub span: Span,
    pub opening: Span,
}

/// The content of a script or a payout fence.
#[derive(Clone, Debug)]
pub enum PartBody {
    Script(Vec<ScriptLine>),
    Payout(Vec<Spanned<PayoutEntry>>),
    /// A `payout` fence that cannot be read: what the hand comes to is held against nothing.
    Unread,
}

/// A task of a learner, as a file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub asks: TaskQuestion,
    /// The question in the author's words, if they have any.
    pub question: String,
    pub reasons: Vec<(Spanned<TaskAnswer>, String)>,
    pub opening: Span,
}

/// The question that a task asks about the step that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskQuestion {
    Wins,
    May,
    /// What the mover would best do.
    Plays,
    Owes,
    Takes(Seat),
}

/// An answer that a task gives a reason for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAnswer {
    /// Whatever is right.
    Good,
    Card(Card),
    Move(Verb),
    Seat(Seat),
    Chips(i64),
}

/// The lines of a deal fence.
#[derive(Clone, Debug, Default)]
pub struct DealText {
    pub dealer: Option<Spanned<Seat>>,
    pub turn_up: Option<Spanned<Card>>,
    /// The stock from its top, as far as it is told.
    pub stock: Vec<Spanned<Card>>,
    pub fille: Vec<Spanned<Card>>,
    /// Debts under way (first deal), or asserted (later ones), in the order made.
    pub debts: Vec<(Spanned<Seat>, Spanned<i64>)>,
    pub stake: Option<Spanned<i64>>,
    pub side_pot: Option<Spanned<i64>>,
    /// Which hand of its game this is, from 1.
    pub hand_number: Option<Spanned<i64>>,
    pub points: Vec<(Spanned<Seat>, Spanned<i64>)>,
    /// What the first and the second side have taken, and the games that they have won.
    pub score: Option<[Spanned<i64>; 2]>,
    pub games: Option<[Spanned<i64>; 2]>,
    pub lost: Vec<(Spanned<Seat>, Spanned<i64>)>,
    /// A fault instead of hands: `misdeal loses the deal`, `misdeal pays 6`, `misdeal`.
    pub misdeal: Option<Spanned<MisdealText>>,
    pub hands: Vec<(Spanned<Seat>, Vec<Spanned<Card>>)>,
    pub span: Span,
    pub opening: Span,
}

/// The consequence of a misdeal, as a deal fence writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisdealText {
    LosesTheDeal,
    /// They pay these chips and keep it.
    Pays(i64),
    Again,
}

/// A line of a script.
#[derive(Clone, Debug, Default)]
pub struct ScriptLine {
    /// `3.` before the first play of a trick.
    pub trick: Option<Spanned<u32>>,
    /// `grande:` before the first statement of a phase.
    pub phase: Option<Spanned<BettingPhase>>,
    pub statements: Vec<Spanned<Statement>>,
    /// `-> NAME` after the last; nobody where that is said.
    pub winner: Option<Spanned<Expected<Option<Seat>>>>,
}

/// A statement of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `stop`: the file ends before the hand does.
    Stop,
    /// `mus seen`: a card was seen.
    CardSeen,
    /// `score 2 9`: what both sides have taken so far.
    Score([Spanned<Expected<i64>>; 2]),
    Move {
        seat: Spanned<Seat>,
        move_text: MoveText,
    },
    /// `NAME may SET (TOPIC)`.
    Choices {
        seat: Spanned<Seat>,
        choices: Spanned<Expected<Choices>>,
        clause: Option<Spanned<Expected<String>>>,
    },
    /// `NAME tries …  (refused: TOPIC; legal: SET)`.
    Attempt {
        seat: Spanned<Seat>,
        deed: Spanned<MoveText>,
        clause: Spanned<Expected<String>>,
        legal: Option<Spanned<Expected<Choices>>>,
    },
}

/// A move as a file writes it, each piece with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    pub verb: Verb,
    /// The cards named first: those laid down, or the one played.
    pub cards: Vec<Spanned<Card>>,
    /// The cards after `for`, where they are told.
    pub drawn: Option<Spanned<Expected<Vec<Spanned<Card>>>>>,
    pub suit: Option<Spanned<Suit>>,
    pub number: Option<Spanned<i64>>,
}

impl MoveText {
    pub fn without_arguments(verb: Verb) -> MoveText {
        MoveText {
            verb,
            cards: Vec::new(),
            drawn: None,
            suit: None,
            number: None,
        }
    }

    /// Returns the move without the cards that are drawn; none if a piece of it is missing.
    pub fn to_move(&self) -> Option<Move> {
        let card = |card: &Spanned<Card>| card.value;
        self.verb.with_args(MoveArgs {
            laid: Some(self.cards.iter().map(card).collect()),
            drawn: Some(CardSet::EMPTY),
            card: self.cards.first().map(card),
            suit: self.suit.as_ref().map(|suit| suit.value),
            // A bet without a number is one of nought.
            number: Some(self.number.as_ref().map_or(0, |number| number.value)),
        })
    }
}

/// What a player may do: play one of these cards, or declare one of these things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    Cards(CardSet),
    Declarations(Vec<DeclarationChoice>),
}

/// A declaration that a player may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeclarationChoice {
    pub verb: Verb,
    /// With how many cards at most; 0 if with none.
    pub max_cards: u8,
}

/// An entry of a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutEntry {
    pub subject: PayoutSubject,
    /// How much, in chips; none where it stands for all.
    pub amount: Option<Spanned<Expected<i64>>>,
}

/// The subject of an entry of a payout. Each subject may have one entry only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutSubject {
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

impl PayoutSubject {
    /// Returns whether somebody gets or gives it: a payout says so of each that is more than nothing.
    pub fn is_paid(self) -> bool {
        use PayoutSubject::{BettingPhase, Ordago, Owes, Pays, PaysIn, Takes};
        matches!(
            self,
            Takes(_) | Owes(_) | Pays(..) | PaysIn(_) | BettingPhase(..) | Ordago(_)
        )
    }
}
