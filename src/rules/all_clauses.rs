//! The list of all clauses, and the rules of each game, which have a value for each of its clauses.
//!
//! A row of the list makes a variant of [`ClauseId`], a field of the rules of its game, and a line of every chapter of rules.

use super::from_toml::{DataError, FromToml, TomlValue, expected};
use super::*;
use std::ops::{Deref, DerefMut};

/// Makes the clauses of blocks of rows. A block is of the clauses of `Tricks`, of `Mus` or of `Both`; the blocks stand in the order of the
/// book.
macro_rules! topics {
    ($($game:ident { $($field:ident $topic:ident $id:literal $title:literal $value:ty;)* })*) => {
        /// A thing that every edition decides in a clause. Its id is the second half of the clause's id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ClauseId { $($(#[doc = concat!("`", $id, "`: ", $title, ".")] $topic,)*)* }

        impl ClauseId {
            /// All ids, in the order of the book.
            pub const ALL: &'static [ClauseId] = &[$($(ClauseId::$topic,)*)*];

            /// Returns the id as files and addresses have it: `play.trump`.
            pub fn id(self) -> &'static str {
                match self { $($(ClauseId::$topic => $id,)*)* }
            }

            /// Returns the title of the clause: `Trumping`.
            pub fn title(self) -> &'static str {
                match self { $($(ClauseId::$topic => $title,)*)* }
            }

            /// Returns the form in which files write the value of the clause.
            pub fn value_form(self) -> ValueForm {
                match self { $($(ClauseId::$topic => <$value as FromToml>::form(),)*)* }
            }

            /// Returns whether an edition file must write the value of this clause because it has
            /// no default.
            #[cfg(feature = "cli")]
            pub fn has_no_default_value(self) -> bool {
                match self { $($(ClauseId::$topic => <$value as FromToml>::default_value().is_none(),)*)* }
            }

            /// Returns whether a game of this family can have such a clause.
            pub fn arises_in(self, family: EngineKind) -> bool {
                match self { $($(ClauseId::$topic => topics!(@is $game family),)*)* }
            }
        }

        topics! { @sort [] [] [] $($game { $($field $topic $id $value;)* })* }
    };
    (@is Both $family:ident) => { true };
    (@is $game:ident $family:ident) => { $family == EngineKind::$game };
    // Sorts the rows into those of both games, of the games with tricks, and of Mus.
    (@sort [$($both:tt)*] [$($tricks:tt)*] [$($mus:tt)*] Both { $($rows:tt)* } $($rest:tt)*) => {
        topics! { @sort [$($both)* $($rows)*] [$($tricks)*] [$($mus)*] $($rest)* }
    };
    (@sort [$($both:tt)*] [$($tricks:tt)*] [$($mus:tt)*] Tricks { $($rows:tt)* } $($rest:tt)*) => {
        topics! { @sort [$($both)*] [$($tricks)* $($rows)*] [$($mus)*] $($rest)* }
    };
    (@sort [$($both:tt)*] [$($tricks:tt)*] [$($mus:tt)*] Mus { $($rows:tt)* } $($rest:tt)*) => {
        topics! { @sort [$($both)*] [$($tricks)*] [$($mus)* $($rows)*] $($rest)* }
    };
    (@sort [$($field:ident $topic:ident $id:literal $value:ty;)*] [$($tricks:tt)*] [$($mus:tt)*]) => {
        /// What the rules of every edition have, whatever is played.
        #[derive(Clone, Copy, Debug)]
        pub struct CommonRules {
            /// The printed edition from which a house table starts; none where the edition itself is printed.
            pub base: Option<&'static Ruleset>,
            /// The edition from which an edition file takes over what it does not give; none where it gives everything.
            pub parent: Option<&'static Ruleset>,
            /// The id, which is the first half of the ids of its clauses: `mouche-1718`.
            pub id: &'static str,
            /// The name: `La Mouche, 1718`.
            pub name: &'static str,
            /// The name of a game of its own; empty where it belongs to a game of the program, or to that of its parent.
            pub game: &'static str,
            /// The name among the editions of the same game: `1718`.
            pub short: &'static str,
            /// The year of its source, where that is known.
            pub year: Option<u16>,
            /// A few sentences on the edition, as Markdown.
            pub about: &'static str,
            /// The words of its sources for what every edition has.
            pub terms: EditionTerms,
            /// The works that the file of the edition describes, besides those of the book.
            pub works: &'static [Work],
            /// The options that the file of the edition offers, besides those of the program.
            pub options: &'static [OptionDef],
            $(#[doc = concat!("The clause `", $id, "`.")] pub $field: Clause<$value>,)*
        }

        impl CommonRules {
            /// Reads the facts about the edition and then the clauses of both games.
            pub(super) fn read_from(reader: &mut impl HeadAndClauseReader) -> Result<CommonRules, DataError> {
                let name = reader.read_head_key("name")?;
                Ok(CommonRules {
                    base: None,
                    parent: reader.parent(),
                    id: reader.read_head_key("id")?,
                    name,
                    game: reader.read_own_game_name(name)?,
                    short: reader.read_head_key::<Option<_>>("short")?.unwrap_or(name),
                    year: reader.read_head_key("year")?,
                    about: reader.read_head_key::<Option<_>>("about")?.unwrap_or_default(),
                    terms: reader.read_source_words()?,
                    works: reader.works(),
                    options: &[],
                    $($field: reader.read_clause(ClauseId::$topic)?,)*
                })
            }

            /// Returns a clause that both games have, if it is one.
            fn any_clause(&self, topic: ClauseId) -> Option<&dyn AnyClause> {
                match topic {
                    $(ClauseId::$topic => Some(&self.$field),)*
                    _ => None,
                }
            }

            /// Takes a clause that both games have from other rules, if it is one.
            fn copy_clause(&mut self, topic: ClauseId, other: &CommonRules) {
                match topic {
                    $(ClauseId::$topic => self.$field = other.$field,)*
                    _ => {}
                }
            }

            /// Returns a clause that both games have, to be changed, if it is one.
            fn any_clause_mut(&mut self, topic: ClauseId) -> Option<&mut dyn AnyClause> {
                match topic {
                    $(ClauseId::$topic => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }

        topics! {
            @rules "The rules of a game with tricks: a clause for each [`ClauseId`] that arises in it."
            TrickRules $($tricks)*
        }
        topics! {
            @rules "The rules of Mus: a clause for each [`ClauseId`] that arises in it."
            MusRules $($mus)*
        }
    };
    (@rules $doc:literal $Rules:ident $($field:ident $topic:ident $id:literal $value:ty;)*) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub struct $Rules {
            /// What the rules of every edition have. It is reached without its name: `rules.players`.
            pub common: CommonRules,
            $(#[doc = concat!("The clause `", $id, "`.")] pub $field: Clause<$value>,)*
        }

        impl $Rules {
            /// Reads the facts about the edition and then all clauses.
            pub(super) fn read_from(reader: &mut impl HeadAndClauseReader) -> Result<$Rules, DataError> {
                Ok($Rules {
                    common: CommonRules::read_from(reader)?,
                    $($field: reader.read_clause(ClauseId::$topic)?,)*
                })
            }

            /// Takes a clause from other rules of the game.
            pub(super) fn copy_clause(&mut self, topic: ClauseId, other: &$Rules) {
                match topic {
                    $(ClauseId::$topic => self.$field = other.$field,)*
                    _ => self.common.copy_clause(topic, &other.common),
                }
            }

            /// Returns a clause whose value can be of any type, to be changed; none if the game has no such clause.
            pub(super) fn any_clause_mut(&mut self, topic: ClauseId) -> Option<&mut dyn AnyClause> {
                match topic {
                    $(ClauseId::$topic => Some(&mut self.$field),)*
                    _ => self.common.any_clause_mut(topic),
                }
            }
        }

        impl ClauseLookup for $Rules {
            fn any_clause(&self, topic: ClauseId) -> Option<&dyn AnyClause> {
                match topic {
                    $(ClauseId::$topic => Some(&self.$field),)*
                    _ => self.common.any_clause(topic),
                }
            }
        }

        impl Deref for $Rules {
            type Target = CommonRules;

            fn deref(&self) -> &CommonRules {
                &self.common
            }
        }

        impl DerefMut for $Rules {
            fn deref_mut(&mut self) -> &mut CommonRules {
                &mut self.common
            }
        }
    };
}

/// Reads the parts of the rules of an edition.
pub(super) trait HeadAndClauseReader {
    /// Reads a fact about the whole edition, such as its name, by its key.
    fn read_head_key<T: FromToml>(&self, key: &str) -> Result<T, DataError>;
    /// Reads the name of the edition's own game; the edition has this name.
    fn read_own_game_name(&self, edition_name: &'static str) -> Result<&'static str, DataError>;
    /// Reads the words of the edition's sources for what every edition has.
    fn read_source_words(&self) -> Result<EditionTerms, DataError>;
    /// Returns the works that the file describes.
    fn works(&self) -> &'static [Work];
    /// Returns the edition from which the file takes over what it does not give.
    fn parent(&self) -> Option<&'static Ruleset>;
    /// Reads a clause.
    fn read_clause<T: ClauseValue + FromToml + Copy>(
        &mut self,
        topic: ClauseId,
    ) -> Result<Clause<T>, DataError>;
}

topics! {
    Both {
        players Players "players" "Players" PlayerCount;
    }
    Mus {
        sides Sides "sides" "Sides" mus_values::Sides;
    }
    Both {
        pack Pack "pack" "The pack" PackRanksByPlayers;
        rank Rank "rank" "Order of the cards" RankOrder;
    }
    Tricks {
        rank_promoted RankPromoted "rank.promoted" "Promoted cards" Promoted;
    }
    Mus {
        value Value "value" "Values of the cards" mus_values::MusCardPoints;
    }
    Both {
        chips_kinds ChipsKinds "chips.kinds" "Kinds of chips" ChipDenominations;
        chips_start ChipsStart "chips.start" "Chips at the start" StartingChips;
    }
    Tricks {
        score Score "score" "Points of the players" Score;
    }
    Both {
        seat_draw SeatDraw "seat.draw" "Drawing for seats" UnenforcedCustom;
        deal_first DealFirst "deal.first" "The first dealer" UnenforcedCustom;
        deal_next DealNext "deal.next" "The next dealer" NextDealer;
        direction Direction "direction" "Direction of play" Direction;
        deal_cut DealCut "deal.cut" "Cutting the pack" UnenforcedCustom;
        deal_packets DealPackets "deal.packets" "Dealing the cards" DealPackets;
    }
    Tricks {
        stake Stake "stake" "The stake" Stake;
        pool_cap PoolCap "pool.cap" "Limit of the pool" PoolLimit;
        fille_deal FilleDeal "fille.deal" "The spare hand" SpareHand;
        turn_card TurnCard "turn.card" "The turn-up" TurnCard;
        turn_owner TurnOwner "turn.owner" "Owner of the turn-up" TurnOwner;
        forced Forced "forced" "When everybody must play" MustPlayConditions;
        forced_last ForcedLast "forced.last" "Duty to play when others fold" LastButOneDuty;
        decl_order DeclOrder "decl.order" "Order of declarations" Phases;
        decl_bid DeclBid "decl.bid" "Bidding" SeparateRound;
        decl_join DeclJoin "decl.join" "Joining or folding" SeparateRound;
        decl_final DeclFinal "decl.final" "Declarations are final" UnenforcedCustom;
        decl_fold DeclFold "decl.fold" "Folding" DeclarationRight;
        decl_stand DeclStand "decl.stand" "Standing" DeclarationRight;
        decl_exchange DeclExchange "decl.exchange" "Exchanging" DeclarationRight;
        decl_fille DeclFille "decl.fille" "Taking the spare hand" DeclarationRight;
        decl_blind DeclBlind "decl.blind" "Bidding without seeing the cards" TurnUpsAllowingBlindBid;
        decl_defend DeclDefend "decl.defend" "Defending the pack" PackDefence;
        undertake Undertake "undertake" "Tricks that a player must win" Undertaking;
        decl_all DeclAll "decl.all" "A bid of all the tricks" BidAll;
        exchange_once ExchangeOnce "exchange.once" "Limits on exchanges" ExchangeLimit;
    }
    Both {
        exchange_short ExchangeShort "exchange.short" "When the stock runs short" ShortStock;
    }
    Mus {
        mus_ask MusAsk "mus.ask" "Mus or no mus" mus_values::MusAgreement;
        mus_discard MusDiscard "mus.discard" "Discarding" mus_values::DiscardLimits;
        mus_seen MusSeen "mus.seen" "An exposed card" mus_values::FacedCardRule;
        phase_order PhaseOrder "phase.order" "The phases" mus_values::PhaseOrder;
        declare Declare "declare" "Declaring Pares and Juego" mus_values::PhaseDeclarations;
        bet_turn BetTurn "bet.turn" "Answering a bet" mus_values::BetAnswerOrder;
        bet_open BetOpen "bet.open" "The first bet" mus_values::MusOpeningBet;
        bet_pass BetPass "bet.pass" "Passing and refusing" mus_values::PassOrRefusalEffect;
        bet_raise BetRaise "bet.raise" "Raising" mus_values::MusRaiseRule;
        bet_refuse BetRefuse "bet.refuse" "The price of a refusal" mus_values::RefusedBetPrice;
        bet_ordago BetOrdago "bet.ordago" "Órdago" mus_values::OrdagoPrize;
        grande_compare GrandeCompare "grande.compare" "The winner of Grande" mus_values::PhaseHandOrder;
        petite_compare PetiteCompare "petite.compare" "The winner of Chica" mus_values::PhaseHandOrder;
        couples_compare CouplesCompare "couples.compare" "The winner of Pares" mus_values::CoupleOrder;
        jeu_compare JeuCompare "jeu.compare" "The winner of Juego" mus_values::JeuRanking;
        point_compare PointCompare "point.compare" "The winner of Punto" mus_values::PhaseHandOrder;
        tie Tie "tie" "Equal hands" mus_values::TieWinner;
        prize_passed PrizePassed "prize.passed" "Grande and Chica without a bet" mus_values::UnbetPhasePrize;
        prize_couples PrizeCouples "prize.couples" "Payment for Pares" mus_values::ParesPrize;
        prize_jeu PrizeJeu "prize.jeu" "Payment for Juego and Punto" mus_values::JeuPrize;
        pay_order PayOrder "pay.order" "The order of payment" mus_values::PayOrder;
    }
    Tricks {
        flush_what FlushWhat "flush.what" "The flush" FlushKind;
        flush_redeal FlushRedeal "flush.redeal" "Throwing in a flush" FlushRedeal;
        flush_wild FlushWild "flush.wild" "Wild card in a flush" WildCard;
        flush_pat FlushPat "flush.pat" "Dealt and drawn flushes" FlushCards;
        flush_claim FlushClaim "flush.claim" "Claiming the flush" FlushClaiming;
        flush_take FlushTake "flush.take" "Winnings of the flush" FlushPrize;
        flush_owe FlushOwe "flush.owe" "Payments for a flush" FlushLoserDebt;
        flush_tie FlushTie "flush.tie" "Comparing flushes" FlushTieBreaks;
        flush_points FlushPoints "flush.points" "Points of a flush" PointsByRank;
    }
    Both {
        table_talk TableTalk "table.talk" "Talk at the table" UnenforcedCustom;
    }
    Tricks {
        play_lead PlayLead "play.lead" "The lead" FirstLeader;
        lead_duty LeadDuty "lead.duty" "Cards that must be led" LeadDuties;
        play_follow PlayFollow "play.follow" "Following suit" Duty;
        play_head PlayHead "play.head" "Heading the trick" Duty;
        play_trump PlayTrump "play.trump" "Trumping" Duty;
        play_overtrump PlayOvertrump "play.overtrump" "Overtrumping" Duty;
        play_free PlayFree "play.free" "When a player cannot overtrump" WhenTrumped;
        play_discard PlayDiscard "play.discard" "When a player can neither follow nor trump" VoidDiscard;
        trick_win TrickWin "trick.win" "The winner of the trick" TrickWinner;
        pam_card PamCard "pam.card" "The Pamphile" TopCard;
        pam_trump PamTrump "pam.trump" "The Pamphile in play" TopCardPlay;
        pam_fee PamFee "pam.fee" "The Pamphile's fee" FeeToTopCardHolder;
        pam_turned PamTurned "pam.turned" "The Pamphile turned up" TurnedFee;
        pam_names PamNames "pam.names" "Naming trumps after the turn-up" TurnedTrump;
        pam_absent PamAbsent "pam.absent" "When the Pamphile is absent" TopCardSubstitute;
        pam_civil PamCivil "pam.civil" "Holding back the Pamphile" Civility;
        pam_calls PamCalls "pam.calls" "Naming trumps with the Pamphile" TrumpNaming;
        pay_share PayShare "pay.share" "Pay for tricks" TrickShares;
        pay_double PayDouble "pay.double" "A trick that counts twice" DoubleShare;
        pay_all PayAll "pay.all" "Winning or losing a bid of all the tricks" AllTricksPay;
        pay_premium PayPremium "pay.premium" "Premiums" Premiums;
        pay_rest PayRest "pay.rest" "Remainder of the pool" ChipRemainder;
        debt_make DebtMake "debt.make" "A player without a trick" ShortfallPenalties;
        debt_enter DebtEnter "debt.enter" "When debts enter the pool" DebtEntry;
        debt_cap DebtCap "debt.cap" "Limit on debts" DebtCeiling;
        debt_sweep DebtSweep "debt.sweep" "Winning the waiting debts" DebtWinningEvents;
        alone Alone "alone" "A player left alone" LonePlayerShare;
        allfold Allfold "allfold" "When everybody folds" AllFold;
        credit Credit "credit" "Credit" Credit;
    }
    Both {
        end End "end" "End of the session" SessionEndRule;
        fault_misdeal FaultMisdeal "fault.misdeal" "Misdeals" MisdealPrice;
    }
    Mus {
        fault_lie FaultLie "fault.lie" "False declarations" mus_values::LiePrice;
    }
    Tricks {
        fault_cards FaultCards "fault.cards" "Too many or too few cards" FaultPrice;
        fault_show FaultShow "fault.show" "Showing a hand" FaultPrice;
        fault_turn FaultTurn "fault.turn" "Speaking out of turn" FaultPrice;
    }
}

impl ClauseId {
    /// Returns the clause id that files write as `id`.
    ///
    /// ```
    /// use mouche::rules::ClauseId;
    ///
    /// assert_eq!(ClauseId::by_id("play.trump"), Some(ClauseId::PlayTrump));
    /// assert_eq!(ClauseId::PlayTrump.title(), "Trumping");
    /// assert_eq!(ClauseId::by_id("play.thump"), None);
    /// ```
    pub fn by_id(id: &str) -> Option<ClauseId> {
        ClauseId::ALL.iter().copied().find(|topic| topic.id() == id)
    }

    /// Returns the clause id that files wrote as `id` in an earlier version.
    pub fn by_former_id(id: &str) -> Option<ClauseId> {
        RENAMED
            .iter()
            .find(|(old, _)| *old == id)
            .map(|(_, topic)| *topic)
    }

    /// Returns how files wrote the id in earlier versions.
    pub fn former_ids(self) -> impl Iterator<Item = &'static str> {
        RENAMED
            .iter()
            .filter(move |(_, topic)| *topic == self)
            .map(|(old, _)| *old)
    }
}

/// The part of a clause's value that changes nothing in the engine: pages and sheets print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartUnusedByEngine {
    /// The keys of the part; none if it is the whole value.
    pub keys: &'static [&'static str],
    /// The reason.
    pub why: &'static str,
}

impl ClauseId {
    /// Returns the part of the clause's value that the engine does not use; none if the engine uses all.
    pub fn unused_part(self) -> Option<PartUnusedByEngine> {
        let (keys, why): (&[&str], &str) = match self {
            ClauseId::ChipsKinds => (
                &[],
                "the engine counts in the smallest chip, and a page names the others beside it",
            ),
            ClauseId::Direction => (
                &[],
                "a file names its players in playing order, whichever way that goes",
            ),
            ClauseId::DealPackets => (
                &["ways", "turn_after"],
                "a file gives whole hands, and only pages say in which packets they are dealt",
            ),
            _ => return None,
        };
        Some(PartUnusedByEngine { keys, why })
    }
}

impl FromToml for ClauseId {
    fn from_toml(told: &TomlValue) -> Result<ClauseId, DataError> {
        told.as_str()
            .and_then(ClauseId::by_id)
            .ok_or_else(|| expected("the id of a clause", told))
    }

    fn form() -> ValueForm {
        ValueForm::Name(IdKind::Clause)
    }
}

/// The ids of earlier versions with the clauses that had them. There is none yet but one for the tests.
const RENAMED: &[(&str, ClauseId)] = if cfg!(test) {
    &[("play.ruff", ClauseId::PlayTrump)]
} else {
    &[]
};

/// Returns the address at which the book prints a clause, from the book's folder.
///
/// ```
/// use mouche::rules::{ClauseId, clause_address_in_book};
///
/// assert_eq!(clause_address_in_book("mouche-1718", ClauseId::PlayTrump), "rules/mouche-1718.html#play.trump");
/// ```
pub fn clause_address_in_book(edition: &str, topic: ClauseId) -> String {
    format!("rules/{edition}.html#{topic}")
}

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}
