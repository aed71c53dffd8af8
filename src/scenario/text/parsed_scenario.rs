//! What a scenario file says, each piece with its place. Nothing here knows whether it is true.

use crate::cards::{Card, CardLanguage, CardSet, Seat, Suit};
use crate::editions::{self, house_table::HouseTableOptionWords};
use crate::rules::{
    EngineKind, Move, OptionValue, PlayerMoveDetails, Ruleset, Verb, mus_values::BettingPhase,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

/// A stretch of the file, in bytes, on character boundaries.
pub type Span = Range<usize>;

/// A value and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place in the file.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns another value at the same place.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            value: convert(self.value),
            span: self.span,
        }
    }
}

/// A value that an author expects, or `?` for one that the program fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedValueOrGap<T> {
    /// A value that the author has written.
    Known(T),
    /// `?`, which the program fills in.
    Open,
}

impl<T> ExpectedValueOrGap<T> {
    /// Returns the end of a message that names the written value, ", not Marc"; nothing where it is left open.
    pub fn not_written_value_ending<D: Display>(
        &self,
        write_value: impl FnOnce(&T) -> D,
    ) -> String {
        if let ExpectedValueOrGap::Known(known) = self {
            format!(", not {}", write_value(known))
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
    /// Its header.
    pub header: Header,
    /// Its hands, in the order of the file.
    pub hands: Vec<ParsedHand>,
}

/// What the folder of a file decides for it: its house table, and the editions of authors that it can name.
#[derive(Clone, Copy, Debug, Default)]
pub struct FolderRules {
    /// The house table of the folder.
    pub table: FolderHouseTable,
    /// The editions of authors that the file can name; none where it can name each that is registered.
    pub editions: Option<&'static FolderEditions>,
    /// The language of the book of the folder, in which files are written that do not say one.
    pub language: CardLanguage,
}

/// The house table of a file's folder, if the folder has a `mouche.toml`.
#[derive(Clone, Copy, Debug, Default)]
pub enum FolderHouseTable {
    /// The folder has no `mouche.toml`.
    #[default]
    None,
    /// The rules that the `mouche.toml` of the folder describes.
    Rules(&'static Ruleset),
    /// The folder has this `mouche.toml`, which has an error.
    Broken(&'static str),
}

/// The editions of authors that the files of a folder can name.
#[derive(Debug, Default)]
pub struct FolderEditions {
    /// The rules of the edition files, those of outer folders first.
    pub rules: Vec<&'static Ruleset>,
    /// The ids of the edition files that have a mistake.
    pub broken: Vec<String>,
}

impl FolderEditions {
    /// Returns the edition with this id.
    pub fn by_id(&self, id: &str) -> Option<&'static Ruleset> {
        self.rules.iter().copied().find(|rules| rules.id == id)
    }
}

impl FolderRules {
    /// A folder without a table. Its files can name each registered edition.
    pub const NONE: FolderRules = FolderRules {
        table: FolderHouseTable::None,
        editions: None,
        language: CardLanguage::English,
    };

    /// Returns what a folder with this table decides.
    pub const fn of_table(rules: &'static Ruleset) -> FolderRules {
        FolderRules {
            table: FolderHouseTable::Rules(rules),
            ..FolderRules::NONE
        }
    }

    /// Returns the edition that a file of the folder means by an id.
    pub fn edition_by_id(self, id: &str) -> Option<&'static Ruleset> {
        let printed = match self.editions {
            Some(editions) => editions::built_in_by_id(id).or_else(|| editions.by_id(id)),
            None => editions::built_in_or_author_edition(id),
        };
        printed.or(self.house_table_rules().filter(|rules| rules.id == id))
    }

    /// Returns the printed editions that a file of the folder can name: ours, and those of authors.
    pub fn printed_editions(self) -> Vec<&'static Ruleset> {
        let mut printed: Vec<&Ruleset> = editions::built_in_editions().collect();
        match self.editions {
            Some(editions) => printed.extend(&editions.rules),
            None => printed.extend(editions::author_editions::registered_editions()),
        }
        printed
    }

    /// Returns whether the file of the edition with this id has a mistake.
    pub fn is_broken_edition(self, id: &str) -> bool {
        self.editions
            .is_some_and(|editions| editions.broken.iter().any(|broken| broken == id))
    }

    /// Returns the house table that plays by these rules, with any options.
    pub fn house_table_of_rules(rules: &Ruleset) -> FolderRules {
        match editions::by_id(rules.id) {
            Some(rules) if rules.base.is_some() => FolderRules::of_table(rules),
            _ => FolderRules::NONE,
        }
    }

    /// Returns whether two folders have the same table, the same editions and the same language.
    pub fn is_same_as(self, other: FolderRules) -> bool {
        let has_same_editions = match (self.editions, other.editions) {
            (Some(editions), Some(other_editions)) => std::ptr::eq(editions, other_editions),
            (None, None) => true,
            _ => false,
        };
        let has_same_table = match (self.table, other.table) {
            (FolderHouseTable::Rules(rules), FolderHouseTable::Rules(other_rules)) => {
                std::ptr::eq(rules, other_rules)
            }
            (FolderHouseTable::None, FolderHouseTable::None) => true,
            (FolderHouseTable::Broken(file), FolderHouseTable::Broken(other_file)) => {
                file == other_file
            }
            _ => false,
        };
        has_same_editions && has_same_table && self.language == other.language
    }

    /// Returns the rules of the house table, if they can be agreed.
    pub fn house_table_rules(self) -> Option<&'static Ruleset> {
        if let FolderHouseTable::Rules(rules) = self.table {
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
    /// The short names that stand in brackets behind the names: `Madame Roux [R]`.
    pub short_names: Vec<(String, Seat)>,
    /// The clauses that the file promises to show.
    pub shows: Vec<Spanned<String>>,
    /// The options by their names.
    pub options: BTreeMap<String, Spanned<OptionValue>>,
    /// The places of the names of options.
    pub option_names: BTreeMap<String, Span>,
    /// The words that the file of a house table has for its options.
    pub house_rules: HouseTableOptionWords,
    /// The chips with which each player starts, by seat; empty where the edition says it.
    pub chips: Vec<Spanned<i64>>,
    /// True if the page shows at each declaration what it can bring.
    pub advice: bool,
    /// The letters of cards.
    pub letters: CardLanguage,
    /// The language of the title and the prose, as HTML names it; none where the header could not be read.
    pub prose: Option<&'static str>,
    /// The family of games to which the editions belong.
    pub machine: EngineKind,
    /// The house table of the file's folder.
    pub house: FolderRules,
    /// Its place in the file.
    pub span: Span,
    /// The opening line of its fence.
    pub opening: Span,
}

/// A hand: a deal fence and the fences up to the next one.
#[derive(Clone, Debug)]
pub struct ParsedHand {
    /// Prose before the deal fence (Markdown; of the first hand without the title).
    pub narration: String,
    /// Its deal fence.
    pub deal: ParsedDeal,
    /// Its script and payout fences, in the order of the file.
    pub parts: Vec<ScriptOrPayoutFence>,
    /// Prose after the last fence of the file, if this is the last hand.
    pub closing: String,
    /// Something of it could not be read: it cannot be replayed, nor can the hands after it.
    pub is_broken: bool,
}

impl ParsedHand {
    /// Returns whether all of it could be read.
    pub fn is_fully_read(&self) -> bool {
        !self.is_broken
            && self
                .parts
                .iter()
                .all(|part| !matches!(part.body, ScriptOrPayoutContent::Unread))
    }

    /// Returns the fences that an edition reads: those for all editions up to the first of its own, and then its own.
    pub fn parts_for_edition(&self, edition: &str) -> Vec<&ScriptOrPayoutFence> {
        let mut parts: Vec<&ScriptOrPayoutFence> = Vec::new();
        let mut has_own = false;
        for part in &self.parts {
            let is_own = part.names_edition(edition);
            has_own |= is_own;
            if is_own || (part.editions.is_empty() && !has_own) {
                parts.push(part);
            }
        }
        parts
    }
}

impl ScriptOrPayoutFence {
    /// Returns whether its fence names an edition for which it stands.
    fn names_edition(&self, edition: &str) -> bool {
        self.editions.iter().any(|name| name.value == edition)
    }
}

/// A script or a payout fence of a hand, with the prose and the tasks before it.
#[derive(Clone, Debug)]
pub struct ScriptOrPayoutFence {
    /// The prose before the fence, as Markdown.
    pub narration: String,
    /// The tasks before the fence.
    pub tasks: Vec<Task>,
    /// Editions named after the fence's word; none means all.
    pub editions: Vec<Spanned<String>>,
    /// The content of the fence.
    pub body: ScriptOrPayoutContent,
    /// Its place in the file.
    pub span: Span,
    /// The opening line of its fence.
    pub opening: Span,
}

/// The content of a script or a payout fence.
#[derive(Clone, Debug)]
pub enum ScriptOrPayoutContent {
    /// The lines of a script.
    Script(Vec<ParsedScriptLine>),
    /// The entries of a payout.
    Payout(Vec<Spanned<PayoutEntry>>),
    /// A `payout` fence that cannot be read: what the hand comes to is held against nothing.
    Unread,
}

/// A task of a learner, as a file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The question.
    pub asks: TaskQuestion,
    /// The question in the author's words, if they have any.
    pub question: String,
    /// Answers with the author's reasons why they are right or wrong.
    pub reasons: Vec<(Spanned<TaskAnswer>, String)>,
    /// The opening line of its fence.
    pub opening: Span,
}

/// The question that a task asks about the step that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskQuestion {
    /// The task asks who wins the trick or the phase.
    Wins,
    /// The task asks what the mover may do.
    May,
    /// The task asks for the mover's best move.
    Plays,
    /// The task asks who owes chips to the next pool.
    Owes,
    /// The task asks how many chips a player takes.
    Takes(Seat),
}

/// An answer that a task gives a reason for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAnswer {
    /// Whatever is right.
    Good,
    /// A card.
    Card(Card),
    /// A declaration by its verb.
    Move(Verb),
    /// A player.
    Seat(Seat),
    /// A number of chips.
    Chips(i64),
}

/// The deal fence of a hand as it was parsed, each value with its place.
#[derive(Clone, Debug, Default)]
pub struct ParsedDeal {
    /// The dealer.
    pub dealer: Option<Spanned<Seat>>,
    /// The card turned after the deal.
    pub turn_up: Option<Spanned<Card>>,
    /// The stock from its top, as far as it is told.
    pub stock: Vec<Spanned<Card>>,
    /// The cards of the spare hand.
    pub fille: Vec<Spanned<Card>>,
    /// Debts under way (first deal), or asserted (later ones), in the order made.
    pub debts: Vec<(Spanned<Seat>, Spanned<i64>)>,
    /// The stake of the pool, in chips.
    pub stake: Option<Spanned<i64>>,
    /// The chips in the side pot.
    pub side_pot: Option<Spanned<i64>>,
    /// The number of the hand in its game, from 1.
    pub hand_number: Option<Spanned<i64>>,
    /// The points of players before the deal.
    pub points: Vec<(Spanned<Seat>, Spanned<i64>)>,
    /// The stones of the first and of the second side.
    pub score: Option<[Spanned<i64>; 2]>,
    /// The games that the first and the second side have won.
    pub games: Option<[Spanned<i64>; 2]>,
    /// The games that players have lost.
    pub lost: Vec<(Spanned<Seat>, Spanned<i64>)>,
    /// A fault instead of hands: `misdeal loses the deal`, `misdeal pays 6`, `misdeal`.
    pub misdeal: Option<Spanned<MisdealConsequence>>,
    /// The cards of the players.
    pub hands: Vec<(Spanned<Seat>, Vec<Spanned<Card>>)>,
    /// Its place in the file.
    pub span: Span,
    /// The opening line of its fence.
    pub opening: Span,
}

/// The consequence of a misdeal, as a deal fence writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisdealConsequence {
    /// The deal passes to the next player.
    LosesTheDeal,
    /// They pay these chips and keep it.
    Pays(i64),
    /// The same dealer deals again.
    Again,
}

/// A line of a script.
#[derive(Clone, Debug, Default)]
pub struct ParsedScriptLine {
    /// `3.` before the first play of a trick.
    pub trick: Option<Spanned<u32>>,
    /// `grande:` before the first statement of a phase.
    pub phase: Option<Spanned<BettingPhase>>,
    /// Its statements, in their order.
    pub statements: Vec<Spanned<Statement>>,
    /// `-> NAME` after the last; nobody where that is said.
    pub winner: Option<Spanned<ExpectedValueOrGap<Option<Seat>>>>,
    /// The second name in `-> NAME+NAME`, where partners win a phase.
    pub partner: Option<Spanned<Seat>>,
}

/// A statement of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `stop`: the file ends before the hand does.
    Stop,
    /// `mus seen`: a card was seen.
    CardSeen,
    /// `score 2 9`: what both sides have taken so far.
    Score([Spanned<ExpectedValueOrGap<i64>>; 2]),
    /// `10♠` in `2. J♠ 10♠ 8♠`: the card of the player whose turn it is.
    NextCard(Spanned<Card>),
    /// `all stand`: the same move of each player who is still to speak in this round.
    MoveOfAll(ParsedMove),
    /// `NAME …`: a move.
    Move {
        /// The player.
        seat: Spanned<Seat>,
        /// The move.
        move_text: ParsedMove,
    },
    /// `NAME may SET (TOPIC)`.
    Choices {
        /// The player.
        seat: Spanned<Seat>,
        /// The choices that are expected.
        choices: Spanned<ExpectedValueOrGap<MoveChoices>>,
        /// The clause that limits the choices, if it is named.
        clause: Option<Spanned<ExpectedValueOrGap<String>>>,
    },
    /// `NAME tries …  (refused: TOPIC; legal: SET)`.
    Attempt {
        /// The player.
        seat: Spanned<Seat>,
        /// The move that is tried.
        deed: Spanned<ParsedMove>,
        /// The clause that refuses the move.
        clause: Spanned<ExpectedValueOrGap<String>>,
        /// The choices that are legal instead, if they are named.
        legal: Option<Spanned<ExpectedValueOrGap<MoveChoices>>>,
    },
}

/// A move as it was parsed from a file, each piece with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMove {
    /// Its verb.
    pub verb: Verb,
    /// The cards named first: those laid down, or the one played.
    pub cards: Vec<Spanned<Card>>,
    /// The cards after `for`, where they are told.
    pub drawn: Option<Spanned<ExpectedValueOrGap<Vec<Spanned<Card>>>>>,
    /// The suit that is named.
    pub suit: Option<Spanned<Suit>>,
    /// The number of a bet, or of the cards of a fault.
    pub number: Option<Spanned<i64>>,
}

impl ParsedMove {
    /// Returns a move that is its verb alone.
    pub fn without_arguments(verb: Verb) -> ParsedMove {
        ParsedMove {
            verb,
            cards: Vec::new(),
            drawn: None,
            suit: None,
            number: None,
        }
    }

    /// Returns the move without the cards that are drawn; none if a piece of it is missing.
    pub fn to_move_without_drawn(&self) -> Option<Move> {
        // A bet without a number has the number 0.
        let number = match &self.number {
            Some(number) => number.value,
            None => 0,
        };
        self.verb.with_args(PlayerMoveDetails {
            laid: Some(self.cards.iter().map(|card| card.value).collect()),
            drawn: Some(CardSet::EMPTY),
            card: self.cards.first().map(|card| card.value),
            suit: self.suit.as_ref().map(|suit| suit.value),
            number: Some(number),
        })
    }
}

/// The moves that a player may make: play one of these cards, or declare one of these things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveChoices {
    /// Play one of these cards.
    Cards(CardSet),
    /// Make one of these declarations.
    Declarations(Vec<DeclarationChoice>),
}

/// A declaration that a player may make, such as fold, stand or exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeclarationChoice {
    /// Its verb.
    pub verb: Verb,
    /// With how many cards at most; 0 if with none.
    pub max_cards: u8,
}

/// An entry of a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutEntry {
    /// Its subject.
    pub subject: PayoutSubject,
    /// The number of chips; none where the entry stands for all.
    pub amount: Option<Spanned<ExpectedValueOrGap<i64>>>,
}

/// The subject of an entry of a payout. Each subject may have one entry only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutSubject {
    /// `pool N`: the chips that are left in the pool.
    Pool,
    /// `next pool N`: the chips of the next pool.
    NextPool,
    /// `waiting N`: the debts that wait for a later pool.
    Waiting,
    /// `NAME takes N`.
    Takes(Seat),
    /// `NAME owes N`: the debt of a player to a later pool.
    Owes(Seat),
    /// `NAME has N`: the chips in a player's purse.
    Has(Seat),
    /// `NAME pays NAME N`.
    Pays(Seat, Seat),
    /// `NAME pays N to the pool`.
    PaysIn(Seat),
    /// `NAME N points`: the points of a player.
    Points(Seat),
    /// The chips in the side pot.
    SidePot,
    /// `grande NAME+NAME N`: what a side took, or a player shed, for a phase.
    BettingPhase(BettingPhase, SideSeats),
    /// `ordago NAME+NAME`: who won by it, or picked up.
    Ordago(SideSeats),
    /// The stones of the side of a player.
    Score(Seat),
    /// The games that the side of a player has won.
    Games(Seat),
    /// The games that a player has lost.
    Lost(Seat),
    /// `?`: all of it.
    All,
}

/// A player, and the partner who is named with them.
pub type SideSeats = (Seat, Option<Seat>);

impl PayoutSubject {
    /// Returns whether a payout has no entry for this subject when its amount is 0.
    pub fn is_omitted_when_zero(self) -> bool {
        use PayoutSubject::{BettingPhase, Ordago, Owes, Pays, PaysIn, Takes};
        matches!(
            self,
            Takes(_) | Owes(_) | Pays(..) | PaysIn(_) | BettingPhase(..) | Ordago(_)
        )
    }
}
