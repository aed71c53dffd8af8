//! The one list of moves: what each is called in every language, what follows it, and the topic it rests on.
//!
//! A row of the list is a variant of [`Verb`] and one of [`Move`]. What reads a script, writes one, completes it, holds what
//! may be done against what is expected, labels a button or tells a sentence asks here; no words of a move stand elsewhere.

use super::Topic;
use super::from_toml::variants;
use crate::cards::{Card, Letters, Set, Suit};
use serde::{Deserialize, Serialize};

macro_rules! verbs {
    ($($verb:ident $(($($with:ident: $type:ty),+))? $sort:ident $topic:ident
        [$($does:literal $bare:literal, $french_does:literal $french_bare:literal)?] $object:literal $tail:literal
        $label:literal $may:literal $says:literal;)*) => {
        /// A kind of move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Verb { $(#[doc = concat!("To ", $label, ".")] $verb,)* }

        /// What a seat does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Move { $(#[doc = concat!("To ", $label, ".")] $verb $(($($type),+))?,)* }

        variants! { Verb { $($verb),* } }

        impl Verb {
            /// All of them, in the order of a hand.
            pub const ALL: &'static [Verb] = &[$(Verb::$verb,)*];

            const fn row(self) -> &'static Row {
                match self { $(Verb::$verb => &Row {
                    sort: Sort::$sort,
                    topic: Topic::$topic,
                    words: &[$(Words { does: $does, bare: $bare }, Words { does: $french_does, bare: $french_bare })?]
                        ,
                    object: $object,
                    tail: $tail,
                    label: $label,
                    may: $may,
                    says: $says,
                },)* }
            }

            /// The move with what follows it; none where not all of that is there.
            pub fn with(self, what: What) -> Option<Move> {
                Some(match self { $(Verb::$verb => Move::$verb $(($(what.$with?),+))?,)* })
            }
        }

        impl Move {
            /// Its kind.
            pub const fn verb(self) -> Verb {
                match self { $(Move::$verb { .. } => Verb::$verb,)* }
            }

            /// What follows its verb.
            pub fn what(self) -> What {
                let none = What::default();
                match self { $(Move::$verb $(($($with),+))? => What { $($($with: Some($with),)+)? ..none },)* }
            }
        }
    };
}

/// What may follow a verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct What {
    /// Cards laid down.
    pub laid: Option<Set>,
    /// Cards that come in their place: none as long as they are not drawn.
    pub drawn: Option<Set>,
    /// A single card.
    pub card: Option<Card>,
    /// A suit.
    pub suit: Option<Suit>,
    /// A number.
    pub number: Option<u32>,
}

/// When a move is made, and whether a script can expect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// In a round, of what is offered there: `may` lists it.
    Declaration,
    /// Where one alone may do it: `may` lists it as well.
    Right,
    /// Where one alone is asked for one thing.
    Answer,
    /// A card played.
    Card,
    /// At any time, and it has a price.
    Fault,
}

/// A piece of what follows a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A word between what differs from time to time.
    Word(&'static str),
    /// The cards laid down.
    Laid,
    /// The cards drawn.
    Drawn,
    /// A single card.
    Card,
    /// A suit.
    Suit,
    /// A number.
    Number,
}

/// A verb in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// As it is told: `folds`.
    pub does: &'static str,
    /// As it is tried, expected, or said at the table: `fold`.
    pub bare: &'static str,
}

macro_rules! columns {
    ($($(#[$doc:meta])+ $name:ident: $type:ty;)+) => {
        struct Row {
            words: &'static [Words],
            $($name: $type,)+
        }

        impl Verb {
            $($(#[$doc])+
            pub const fn $name(self) -> $type {
                self.row().$name
            })+
        }
    };
}

columns! {
    /// When it is made, and whether a script can expect it.
    sort: Sort;
    /// The clause that offers it, or has its price.
    topic: Topic;
    /// What its words are said of, in English: `the turn-up`.
    object: &'static str;
    /// What follows, with capitals for what differs, and brackets about what may be left out: `for CARD`.
    tail: &'static str;
    /// What a button says, in small letters: `let it pass`.
    label: &'static str;
    /// What one may do, after `may` or `may not`.
    may: &'static str;
    /// What a script means by it, to one who learns to write them.
    says: &'static str;
}

// A row: the move and what it needs; when it is made; the clause that offers it; its words in English and in French, none
// where no script writes it; what they are said of, and what differs from time to time, in English; a label; what one may do;
// what it means.
verbs! {
    Name(suit: Suit) Right PamNames ["names" "name", "nomme" "nommer"] "" "SUIT"
        "name trumps" "name any suit trumps" "a suit named for trump; its word will do";
    Pass Declaration DeclBid ["passes" "pass", "s'abstient" "s'abstenir"] "" ""
        "pass" "pass" "she does not bid, and may still go in";
    Lurk Declaration DeclBid ["lurks" "lurk", "guette" "guetter"] "" ""
        "lurk" "lurk" "she plays, and promises nothing";
    Knock Declaration DeclBid ["knocks" "knock", "frappe" "frapper"] "" ""
        "knock" "knock" "she bids, and the bidding is over";
    Diddle Declaration DeclBid ["diddles" "diddle", "mauschele" "mauscheler"] "" ""
        "diddle" "diddle" "the same, elsewhere";
    DiddleBlind Declaration DeclBlind ["diddles" "diddle", "mauschele" "mauscheler"] "blind" ""
        "diddle blind" "diddle blind" "the dealer bids and has not seen their cards";
    Join Declaration DeclJoin ["joins" "join", "entre" "entrer"] "" ""
        "join" "join" "she goes in";
    Fold Declaration DeclFold ["folds" "fold", "passe" "passer"] "" ""
        "fold" "fold" "she does not play";
    Stand Declaration DeclStand ["stands" "stand", "s'y tient" "s'y tenir"] "" ""
        "stand" "stand" "she plays the cards she has";
    Exchange(laid: Set, drawn: Set) Declaration DeclExchange ["exchanges" "exchange", "change" "changer"] "" "CARDS [for CARDS]"
        "exchange" "exchange" "what she lays down, and what she is given; where the deal has a `stock`, the second half may go";
    ThrowIn(drawn: Set) Answer FlushRedeal ["exchanges" "exchange", "change" "changer"] "the FLUSH" "[for CARDS]"
        "throw the flush in" "throw the flush in" "she pays for it, and is given a new hand";
    TakeSpare Declaration DeclFille ["takes" "take", "prend" "prendre"] "the fille" ""
        "take the fille" "take the fille" "she changes all her cards for the spare hand";
    BidAll Declaration DeclAll ["bids" "bid", "annonce" "annoncer"] "rams" ""
        "bid rams" "bid rams" "she undertakes all the tricks; all who folded play again, and nobody declares any more";
    TakeTurnUp(card: Card) Declaration TurnOwner ["takes" "take", "prend" "prendre"] "the turn-up" "for CARD"
        "take the turn-up" "take the turn-up" "the dealer takes the turned card, and lays down another";
    LeaveTurnUp Declaration TurnOwner [] "" ""
        "leave the turn-up" "leave it" "";
    Defend(drawn: Set, card: Card) Right DeclDefend ["defends" "defend", "défend" "défendre"] "" "[with CARDS laying CARD]"
        "defend the pack" "defend the pack" "she draws all these, lays down the last, and plays against a lone player";
    LeavePack Answer DeclDefend [] "" ""
        "leave the pack" "leave it" "";
    Claim Answer FlushClaim ["claims" "claim", "réclame" "réclamer"] "the FLUSH" ""
        "claim" "claim it" "five of a suit; `lenturlu` and `lanturlu` mean the same in every edition";
    LetPass Answer FlushClaim [] "" ""
        "let it pass" "let it pass" "";
    KeepTrump Answer PamCalls [] "" ""
        "leave trumps as they are" "leave trumps as they are" "";
    DemandCivility Right PamCivil ["demands" "demand", "demande" "demander"] "civility" ""
        "demand civility" "demand civility" "she leads the ace of trumps next, and the top card keeps still";
    Play(card: Card) Card PlayLead [] "" "CARD"
        "play" "play" "";
    ShowHand Fault FaultShow ["shows" "show", "montre" "montrer"] "the hand" ""
        "show the hand" "show the hand" "a fault that has its price";
    SpeakOutOfTurn Fault FaultTurn ["speaks" "speak", "parle" "parler"] "out of turn" ""
        "speak out of turn" "speak out of turn" "another";
    HoldCards(number: u32) Fault FaultCards ["holds" "hold", "tient" "tenir"] "" "NUMBER cards"
        "hold a wrong number of cards" "hold a wrong number of cards" "another";
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
    pub fn words(self, letters: Letters) -> Option<&'static Words> {
        self.row().words.get(usize::from(letters == Letters::French))
    }

    /// What follows it, piece by piece. Cards behind a word are drawn, others laid down.
    ///
    /// ```
    /// use mouche::rules::{Piece, Verb};
    ///
    /// let pieces: Vec<Piece> = Verb::Exchange.pieces().collect();
    /// assert_eq!(pieces, [Piece::Laid, Piece::Word("for"), Piece::Drawn]);
    /// assert_eq!((Verb::Exchange.needed(), Verb::Defend.needed()), (1, 0));
    /// ```
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let mut is_behind = false;
        self.tail().split_whitespace().map(move |word| match word.trim_matches(['[', ']']) {
            "CARDS" if is_behind => Piece::Drawn,
            "CARDS" => Piece::Laid,
            "CARD" => Piece::Card,
            "SUIT" => Piece::Suit,
            "NUMBER" => Piece::Number,
            word => {
                is_behind = true;
                Piece::Word(word)
            }
        })
    }

    /// How many of its pieces must be there: the others may go together.
    pub fn needed(self) -> usize {
        self.tail().split_whitespace().take_while(|word| !word.starts_with('[')).count()
    }
}

impl Move {
    /// An exchange of these cards, for which nothing is drawn yet.
    pub fn lay(cards: Set) -> Move {
        Move::Exchange(cards, Set::EMPTY)
    }

    /// Whether it is one choice with another: the same, whatever is drawn.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Set, Suit};
    /// use mouche::rules::Move;
    ///
    /// let [laid, drawn] = [Rank::Seven, Rank::King].map(|rank| Set::from(Card::new(rank, Suit::Clubs)));
    /// assert!(Move::Exchange(laid, drawn).is_choice(Move::lay(laid)));
    /// assert!(!Move::Stand.is_choice(Move::Fold));
    /// ```
    pub fn is_choice(self, other: Move) -> bool {
        let choice = |does: Move| (does.verb(), What { drawn: None, ..does.what() });
        choice(self) == choice(other)
    }
}
