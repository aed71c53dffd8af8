//! The list of all moves: the words of each in every language, its arguments, and the clause it rests on.
//!
//! A row of the list makes a variant of [`Verb`] and one of [`Move`]. Code that reads or writes a script, completes it,
//! labels a button or makes a sentence takes the words of a move from here.

use super::from_toml::{parse_file, text};
use super::{ClauseId, Spellings, data};
use crate::cards::{Card, CardSet, Suit};
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

        /// A move of a player, with its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Move { $(#[doc = concat!("To ", $label, ".")] $verb $(($($type),+))?,)* }

        impl Verb {
            /// All verbs, in the order of a deal.
            pub const ALL: &'static [Verb] = &[$(Verb::$verb,)*];

            /// Returns when the move is made, and whether a script can expect it.
            pub const fn kind(self) -> MoveOccasion {
                match self { $(Verb::$verb => MoveOccasion::$sort,)* }
            }

            /// Returns the clause that offers the move, or that has its price.
            pub const fn topic(self) -> ClauseId {
                match self { $(Verb::$verb => ClauseId::$topic,)* }
            }

            /// Returns the label of a button, in small letters: `let it pass`.
            pub const fn button_label(self) -> &'static str {
                match self { $(Verb::$verb => $label,)* }
            }

            /// Returns the words and arguments of the move.
            #[inline]
            pub fn info(self) -> &'static VerbInfo {
                match self { $(Verb::$verb => &ROWS.$verb,)* }
            }

            /// Returns the move with its arguments; none if one is missing.
            pub fn with_args(self, args: PlayerMoveDetails) -> Option<Move> {
                Some(match self { $(Verb::$verb => Move::$verb $(($(args.$with?),+))?,)* })
            }
        }

        impl Move {
            /// Returns the kind of the move.
            pub const fn verb(self) -> Verb {
                match self { $(Move::$verb { .. } => Verb::$verb,)* }
            }

            /// Returns the arguments of the move.
            pub fn args(self) -> PlayerMoveDetails {
                let none = PlayerMoveDetails::default();
                match self { $(Move::$verb $(($($with),+))? => PlayerMoveDetails { $($($with: Some($with),)+)? ..none },)* }
            }
        }
    };
}

/// The cards, the suit and the number that a player's move names, as far as it names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerMoveDetails {
    /// The cards that are discarded.
    pub laid: Option<CardSet>,
    /// The cards that are drawn; empty as long as they are not drawn.
    pub drawn: Option<CardSet>,
    /// The card that is played, discarded or given.
    pub card: Option<Card>,
    /// The suit that is named.
    pub suit: Option<Suit>,
    /// The number that is said.
    pub number: Option<i64>,
}

/// Says when a move is made: in a round, by one player's right, as an answer, as a card, or as a
/// fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveOccasion {
    /// A declaration in a round. `may` lists it.
    Declaration,
    /// A move that only one player may make. `may` lists it as well.
    Right,
    /// An answer of the one player who is asked.
    Answer,
    /// A card that is played.
    Card,
    /// A fault, which can happen at any time and has a price.
    Fault,
}

/// A part of the text after a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveArgKind {
    /// A fixed word.
    Word(&'static str),
    /// The cards that are discarded.
    Laid,
    /// The cards that are drawn.
    Drawn,
    /// A card.
    Card,
    /// A suit.
    Suit,
    /// A number.
    Number,
}

data! {
    /// The words of a move in one language.
    pub struct VerbWords {
        /// The words in a script: `folds`.
        pub does: Spellings,
        /// The words after `tries` and `may`, and at the table: `fold`.
        pub bare: Spellings,
        /// The word after `tries`, if it is another: `say mus`.
        pub tried: Option<&'static str>,
        /// The word after `may` in a verdict for readers, if it is another: `setzen` for `envido`.
        pub choice: Option<&'static str>,
        /// The word that a player says at the table, if it is another: `paso`.
        pub says: Option<&'static str>,
        /// The word before a number: `de`.
        pub by: Option<&'static str>,
    }

    /// The words and arguments of a move.
    pub struct VerbInfo {
        /// The English words; none for a move that no script writes.
        pub(super) words: Option<VerbWords>,
        /// The object of the verb in English: `the turn-up`.
        pub object: &'static str = "",
        /// The arguments: capitals for values, brackets for what may be left out: `for CARD`.
        pub tail: &'static str = "",
        /// The phrase after `may` or `may not` in a message.
        pub may: &'static str,
        /// The meaning in a script, for the chapter for authors.
        pub says: &'static str = "",
    }
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| parse_file("verbs.toml", text!("rules/verbs")));

// A row: the move with its arguments, its kind, the clause that offers it, and a label. Its English words are in `verbs.toml`, those
// of other languages in `src/cards/languages`.
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
    Exchange(laid: CardSet, drawn: CardSet) Declaration DeclExchange "exchange";
    ThrowIn(drawn: CardSet) Answer FlushRedeal "throw the flush in";
    TakeSpare Declaration DeclFille "take the spare hand";
    BidAll Declaration DeclAll "bid rams";
    TakeTurnUp(card: Card) Declaration TurnOwner "take the turn-up";
    LeaveTurnUp Declaration TurnOwner "leave the turn-up";
    Defend(drawn: CardSet, card: Card) Right DeclDefend "defend the pack";
    LeavePack Answer DeclDefend "leave the pack";
    Claim Right FlushClaim "claim";
    LetPass Answer FlushClaim "make no claim";
    KeepTrump Answer PamCalls "leave trumps as they are";
    DemandCivility Right PamCivil "demand civility";
    Play(card: Card) Card PlayLead "play";
    Mus Declaration MusAsk "say mus";
    NoMus Declaration MusAsk "say no mus";
    Discard(laid: CardSet) Declaration MusDiscard "discard";
    BeServed Declaration MusSeen "keep the dealt cards";
    HasCouples Answer Declare "declare Pares";
    HasJeu Answer Declare "declare Juego";
    HasNone Answer Declare "declare none";
    FalseCouples Answer FaultLie "declare Pares falsely";
    FalseJeu Answer FaultLie "declare Juego falsely";
    FalseNone Answer FaultLie "declare none falsely";
    BetPass Declaration BetPass "pass";
    Envido(number: i64) Declaration BetOpen "bet";
    Raise(number: i64) Declaration BetRaise "raise";
    Ordago Declaration BetOrdago "bet everything (órdago)";
    Accept Declaration BetTurn "accept";
    Refuse Declaration BetRefuse "refuse";
    PassBoth Answer BetPass "pass for both";
    RefuseBoth Answer BetRefuse "refuse for both";
    ShowHand Fault FaultShow "show the hand";
    SpeakOutOfTurn Fault FaultTurn "speak out of turn";
    HoldCards(number: i64) Fault FaultCards "hold a wrong number of cards";
}

impl Verb {
    /// Returns the parts of the text after the verb. Cards after a word are drawn, others are discarded.
    ///
    /// ```
    /// use mouche::rules::{MoveArgKind, Verb};
    ///
    /// let pieces: Vec<MoveArgKind> = Verb::Exchange.pieces().collect();
    /// assert_eq!(pieces, [MoveArgKind::Laid, MoveArgKind::Word("for"), MoveArgKind::Drawn]);
    /// assert_eq!((Verb::Exchange.required_piece_count(), Verb::Defend.required_piece_count()), (1, 0));
    /// ```
    pub fn pieces(self) -> impl Iterator<Item = MoveArgKind> {
        let mut is_behind = false;
        self.info()
            .tail
            .split_whitespace()
            .map(move |word| match word.trim_matches(['[', ']']) {
                "CARDS" if is_behind => MoveArgKind::Drawn,
                "CARDS" => MoveArgKind::Laid,
                "CARD" => MoveArgKind::Card,
                "SUIT" => MoveArgKind::Suit,
                "NUMBER" => MoveArgKind::Number,
                word => {
                    is_behind = true;
                    MoveArgKind::Word(word)
                }
            })
    }

    /// Returns how many of [`Verb::pieces`] must be there. The others may be left out together.
    pub fn required_piece_count(self) -> usize {
        self.info()
            .tail
            .split_whitespace()
            .take_while(|word| !word.starts_with('['))
            .count()
    }
}

impl VerbWords {
    /// Returns the word that a script writes: `folds`.
    pub fn third_person(&self) -> &'static str {
        self.does.first()
    }

    /// Returns the word that is written after `tries` and `may`: `fold`.
    pub fn bare(&self) -> &'static str {
        self.bare.first()
    }

    /// Returns all words, those after `tries` and `may` first.
    pub fn all(&'static self) -> impl Iterator<Item = &'static str> {
        let lists = [self.bare.0, self.does.0];
        lists
            .into_iter()
            .flatten()
            .copied()
            .chain(self.tried)
            .chain(self.says)
    }
}

impl Move {
    /// Returns an exchange of these cards, for which nothing is drawn yet.
    pub fn exchange_of(cards: CardSet) -> Move {
        Move::Exchange(cards, CardSet::EMPTY)
    }

    /// Returns whether two moves are the same choice, whatever cards are drawn.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, CardSet, Suit};
    /// use mouche::rules::Move;
    ///
    /// let [laid, drawn] = [Rank::Seven, Rank::King].map(|rank| CardSet::from(Card::new(rank, Suit::Clubs)));
    /// assert!(Move::Exchange(laid, drawn).is_same_before_draw(Move::exchange_of(laid)));
    /// assert!(!Move::Stand.is_same_before_draw(Move::Fold));
    /// ```
    pub fn is_same_before_draw(self, other: Move) -> bool {
        let own_choice = PlayerMoveDetails {
            drawn: None,
            ..self.args()
        };
        let other_choice = PlayerMoveDetails {
            drawn: None,
            ..other.args()
        };
        self.verb() == other.verb() && own_choice == other_choice
    }
}
