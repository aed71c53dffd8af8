//! The one list of moves: what each is called in every language, what follows it, and the topic it rests on.
//!
//! A row of the list is a variant of [`Verb`] and one of [`Move`]. What reads a script, writes one, completes it, holds what
//! may be done against what is expected, labels a button or tells a sentence asks here; no words of a move stand elsewhere.

use super::from_toml::{parse_file, text};
use super::{ClauseId, data};
use crate::cards::{Card, Letters, Set, Suit};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

macro_rules! verbs {
    ($($verb:ident $(($($with:ident: $type:ty),+))? $sort:ident $topic:ident $label:literal;)*) => {
        data! {
            /// A kind of move.
            #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
            pub enum Verb { $(#[doc = concat!("To ", $label, ".")] $verb,)* }

            #[expect(non_snake_case, reason = "its fields are verbs")]
            struct Rows { $($verb: VerbInfo,)* }
        }

        /// What a seat does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Move { $(#[doc = concat!("To ", $label, ".")] $verb $(($($type),+))?,)* }

        impl Verb {
            /// In the order of a hand.
            pub const ALL: &'static [Verb] = &[$(Verb::$verb,)*];

            /// When it is made, and whether a script can expect it.
            pub const fn sort(self) -> MoveKind {
                match self { $(Verb::$verb => MoveKind::$sort,)* }
            }

            /// The clause that offers it, or has its price.
            pub const fn topic(self) -> ClauseId {
                match self { $(Verb::$verb => ClauseId::$topic,)* }
            }

            /// What a button says, in small letters: `let it pass`.
            pub const fn label(self) -> &'static str {
                match self { $(Verb::$verb => $label,)* }
            }

            #[inline]
            pub fn row(self) -> &'static VerbInfo {
                match self { $(Verb::$verb => &ROWS.$verb,)* }
            }

            /// The move with what follows it; none where not all of that is there.
            pub fn with(self, what: MoveArgs) -> Option<Move> {
                Some(match self { $(Verb::$verb => Move::$verb $(($(what.$with?),+))?,)* })
            }
        }

        impl Move {
            pub const fn verb(self) -> Verb {
                match self { $(Move::$verb { .. } => Verb::$verb,)* }
            }

            /// What follows its verb.
            pub fn what(self) -> MoveArgs {
                let none = MoveArgs::default();
                match self { $(Move::$verb $(($($with),+))? => MoveArgs { $($($with: Some($with),)+)? ..none },)* }
            }
        }
    };
}

/// What may follow a verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveArgs {
    pub laid: Option<Set>,
    /// Cards that come in their place: none as long as they are not drawn.
    pub drawn: Option<Set>,
    pub card: Option<Card>,
    pub suit: Option<Suit>,
    pub number: Option<i64>,
}

/// When a move is made, and whether a script can expect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveKind {
    /// In a round, of what is offered there: `may` lists it.
    Declaration,
    /// Only one player may make it: `may` lists it as well.
    Right,
    /// Only one player is asked, and for one thing.
    Answer,
    Card,
    /// At any time, and it has a price.
    Fault,
}

/// A piece of what follows a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A word between what differs from time to time.
    Word(&'static str),
    Laid,
    Drawn,
    Card,
    Suit,
    Number,
}

data! {
    /// A verb in a language.
    pub struct VerbWords {
        /// As it is told: `folds`.
        pub does: &'static str,
        /// As it is tried, expected, or said at the table: `fold`.
        pub bare: &'static str,
        /// As it is tried, where that is said otherwise: `say mus`.
        pub tried: Option<&'static str>,
        /// As one says it oneself at the table, where that is said otherwise: `paso`.
        pub says: Option<&'static str>,
        /// As it is told as well, where it agrees with who does it: `est servie`.
        pub also: Option<&'static str>,
        /// What stands before a number after it: `de`.
        pub by: Option<&'static str>,
    }

    /// What is said of a verb.
    pub struct VerbInfo {
        words: &'static [VerbWords],
        /// What its words are said of, in English: `the turn-up`.
        pub object: &'static str = "",
        /// What follows, with capitals for what differs, and brackets about what may be left out: `for CARD`.
        pub tail: &'static str = "",
        /// What one may do, after `may` or `may not`.
        pub may: &'static str,
        /// What a script means by it, to one who learns to write them.
        pub says: &'static str = "",
    }
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| parse_file("verbs.toml", text!("rules/verbs")));

// A row: the move and what it needs; when it is made; the clause that offers it; a label. What else is said of it, and its
// words in every language, data tell (`verbs.toml`).
verbs! {
    Name(suit: Suit) Right PamNames "name trumps";
    Pass Declaration DeclBid "pass";
    Lurk Declaration DeclBid "lurk";
    Knock Declaration DeclBid "knock";
    Diddle Declaration DeclBid "diddle";
    DiddleBlind Declaration DeclBlind "diddle blind";
    Join Declaration DeclJoin "join";
    Fold Declaration DeclFold "fold";
    Stand Declaration DeclStand "stand";
    Exchange(laid: Set, drawn: Set) Declaration DeclExchange "exchange";
    ThrowIn(drawn: Set) Answer FlushRedeal "throw the flush in";
    TakeSpare Declaration DeclFille "take the fille";
    BidAll Declaration DeclAll "bid rams";
    TakeTurnUp(card: Card) Declaration TurnOwner "take the turn-up";
    LeaveTurnUp Declaration TurnOwner "leave the turn-up";
    Defend(drawn: Set, card: Card) Right DeclDefend "defend the pack";
    LeavePack Answer DeclDefend "leave the pack";
    Claim Right FlushClaim "claim";
    LetPass Answer FlushClaim "let it pass";
    KeepTrump Answer PamCalls "leave trumps as they are";
    DemandCivility Right PamCivil "demand civility";
    Play(card: Card) Card PlayLead "play";
    Mus Declaration MusAsk "say mus";
    NoMus Declaration MusAsk "say no mus";
    Discard(laid: Set) Declaration MusDiscard "lay cards down";
    BeServed Declaration MusSeen "be served";
    HasCouples Answer Declare "say that one has couples";
    HasJeu Answer Declare "say that one has Jeu";
    HasNone Answer Declare "say that one has none";
    FalseCouples Answer FaultLie "say falsely that one has couples";
    FalseJeu Answer FaultLie "say falsely that one has Jeu";
    FalseNone Answer FaultLie "say falsely that one has none";
    BetPass Declaration BetPass "pass";
    Envido(number: i64) Declaration BetOpen "bet";
    Raise(number: i64) Declaration BetRaise "raise";
    Ordago Declaration BetOrdago "bet everything";
    Accept Declaration BetTurn "accept";
    Refuse Declaration BetRefuse "refuse";
    PassBoth Answer BetPass "pass for both";
    RefuseBoth Answer BetRefuse "refuse for both";
    ShowHand Fault FaultShow "show the hand";
    SpeakOutOfTurn Fault FaultTurn "speak out of turn";
    HoldCards(number: i64) Fault FaultCards "hold a wrong number of cards";
}

impl Verb {
    /// Its words in a file of these letters; none where no script writes it.
    ///
    /// ```
    /// use mouche::cards::Letters;
    /// use mouche::rules::Verb;
    ///
    /// let fold = Verb::Fold.words(Letters::English).expect("words");
    /// assert_eq!((fold.does, fold.bare), ("folds", "fold"));
    /// assert_eq!(Verb::Fold.words(Letters::French).map(|words| words.does), Some("passe"));
    /// // No script says that somebody lets a flush pass: whoever does not claim it does.
    /// assert_eq!(Verb::LetPass.words(Letters::English), None);
    /// ```
    #[inline]
    pub fn words(self, letters: Letters) -> Option<&'static VerbWords> {
        self.row()
            .words
            .get(usize::from(letters == Letters::French))
    }

    /// Its words in every language: at a table one may say any of them.
    pub fn in_all(self) -> impl Iterator<Item = &'static str> {
        let each = |words: &'static VerbWords| {
            [Some(words.bare), Some(words.does), words.tried, words.says]
        };
        self.row().words.iter().flat_map(each).flatten()
    }

    /// What one says at a Spanish table; none where nobody says it there.
    pub fn in_spanish(self) -> Option<&'static str> {
        self.row()
            .words
            .get(2)
            .map(|words| words.says.unwrap_or(words.bare))
    }

    /// All its words that a file of these letters may have: its own, and the English ones.
    pub fn spellings(self, letters: Letters) -> impl Iterator<Item = &'static VerbWords> {
        self.words(letters)
            .into_iter()
            .chain(self.words(Letters::English))
    }

    /// What follows it, piece by piece. Cards behind a word are drawn, others laid down.
    ///
    /// ```
    /// use mouche::rules::{ArgKind, Verb};
    ///
    /// let pieces: Vec<ArgKind> = Verb::Exchange.pieces().collect();
    /// assert_eq!(pieces, [ArgKind::Laid, ArgKind::Word("for"), ArgKind::Drawn]);
    /// assert_eq!((Verb::Exchange.needed(), Verb::Defend.needed()), (1, 0));
    /// ```
    pub fn pieces(self) -> impl Iterator<Item = ArgKind> {
        let mut is_behind = false;
        self.row()
            .tail
            .split_whitespace()
            .map(move |word| match word.trim_matches(['[', ']']) {
                "CARDS" if is_behind => ArgKind::Drawn,
                "CARDS" => ArgKind::Laid,
                "CARD" => ArgKind::Card,
                "SUIT" => ArgKind::Suit,
                "NUMBER" => ArgKind::Number,
                word => {
                    is_behind = true;
                    ArgKind::Word(word)
                }
            })
    }

    /// How many of its pieces must be there: the others may go together.
    pub fn needed(self) -> usize {
        self.row()
            .tail
            .split_whitespace()
            .take_while(|word| !word.starts_with('['))
            .count()
    }
}

impl Move {
    /// An exchange of these cards, for which nothing is drawn yet.
    pub fn exchange_of(cards: Set) -> Move {
        Move::Exchange(cards, Set::EMPTY)
    }

    /// Whether it is one choice with another: the same, whatever is drawn.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Set, Suit};
    /// use mouche::rules::Move;
    ///
    /// let [laid, drawn] = [Rank::Seven, Rank::King].map(|rank| Set::from(Card::new(rank, Suit::Clubs)));
    /// assert!(Move::Exchange(laid, drawn).is_choice(Move::exchange_of(laid)));
    /// assert!(!Move::Stand.is_choice(Move::Fold));
    /// ```
    pub fn is_choice(self, other: Move) -> bool {
        let choice = |does: Move| {
            (
                does.verb(),
                MoveArgs {
                    drawn: None,
                    ..does.what()
                },
            )
        };
        choice(self) == choice(other)
    }
}
