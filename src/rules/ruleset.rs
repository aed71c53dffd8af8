//! The list of all clauses, and a ruleset, which has a value for each of them.
//!
//! A row of the list makes a variant of [`ClauseId`], a field of [`Ruleset`] and a line of every chapter of rules. So a
//! ruleset has every field, and a page shows every field.

use super::from_toml::{DataError, FromToml, Toml, expected};
use super::*;
use crate::cards::{Card, CardSet, Rank, Suit};

macro_rules! topics {
    ($($field:ident $topic:ident $id:literal $title:literal $value:ty $(= $of:ident)?;)*) => {
        /// A thing that every edition decides in a clause. Its id is the second half of the clause's id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ClauseId { $(#[doc = concat!("`", $id, "`: ", $title, ".")] $topic,)* }

        impl ClauseId {
            /// All ids, in the order of the book.
            pub const ALL: &'static [ClauseId] = &[$(ClauseId::$topic,)*];

            /// Returns the id as files and addresses have it: `play.trump`.
            pub fn id(self) -> &'static str {
                match self { $(ClauseId::$topic => $id,)* }
            }

            /// Returns the title of the clause: `Trumping`.
            pub fn title(self) -> &'static str {
                match self { $(ClauseId::$topic => $title,)* }
            }

            /// Returns whether a game of this family can have such a clause.
            pub fn arises_in(self, family: GameFamily) -> bool {
                match self { $(ClauseId::$topic => topics!(@of family $($of)?),)* }
            }
        }

        /// The rules of an edition: a clause for each [`ClauseId`], stated there or taken over from another edition.
        #[derive(Clone, Copy, Debug)]
        pub struct Ruleset {
            /// The family of games that the edition belongs to.
            pub machine: GameFamily,
            /// The printed edition from which a house table starts; none where the edition itself is printed.
            pub base: Option<&'static Ruleset>,
            /// The id, which is the first half of the ids of its clauses: `mouche-1718`.
            pub id: &'static str,
            /// The name: `La Mouche, 1718`.
            pub name: &'static str,
            /// The name among the editions of the same game: `1718`.
            pub short: &'static str,
            /// The year of its source, where that is known.
            pub year: Option<u16>,
            /// A few sentences on the edition, as Markdown.
            pub about: &'static str,
            /// The words of its sources for what every edition has.
            pub terms: Terms,
            $(#[doc = concat!("The clause `", $id, "`.")] pub $field: Clause<$value>,)*
        }

        impl Ruleset {
            /// Reads the facts about the edition and then all clauses.
            pub(super) fn read_from(reader: &mut impl ClauseReader) -> Ruleset {
                Ruleset {
                    machine: reader.read_head::<Option<_>>("machine").unwrap_or_default(),
                    base: None,
                    id: reader.read_head("id"),
                    name: reader.read_head("name"),
                    short: reader.read_head("short"),
                    year: reader.read_head("year"),
                    about: reader.read_head("about"),
                    terms: reader.read_head("terms"),
                    $($field: reader.read_clause(ClauseId::$topic),)*
                }
            }

            /// Returns a clause whose value can be of any type.
            pub(super) fn any_clause(&self, topic: ClauseId) -> &dyn AnyClause {
                match topic { $(ClauseId::$topic => &self.$field,)* }
            }

            /// Returns a clause whose value can be of any type, to be changed.
            pub(crate) fn any_clause_mut(&mut self, topic: ClauseId) -> &mut dyn AnyClause {
                match topic { $(ClauseId::$topic => &mut self.$field,)* }
            }
        }
    };
    (@of $family:ident Both) => { true };
    (@of $family:ident Mus) => { $family == GameFamily::Mus };
    (@of $family:ident) => { $family == GameFamily::Tricks };
}

/// Reads the parts of a ruleset.
pub(super) trait ClauseReader {
    /// Reads a fact about the whole edition, such as its name, by its key.
    fn read_head<T: FromToml>(&self, key: &str) -> T;
    /// Reads a clause.
    fn read_clause<T: Value + FromToml + Copy>(&mut self, topic: ClauseId) -> Clause<T>;
}

data! {
    /// The two families of games, each with its own engine.
    #[derive(Default)]
    pub enum GameFamily {
        /// La Mouche and its relatives, which are played in tricks.
        #[default]
        Tricks,
        /// Mus, in which players bid on the cards they hold.
        Mus,
    }

    /// The words of an edition's sources for what every edition has.
    pub struct Terms {
        /// `mouche`; empty where there is none.
        pub flush: &'static str,
        /// The phrase for winning no trick: `makes the mouche`.
        pub no_trick: &'static str,
        /// The top card in a sentence: `the Pamphile`, `Pam`; empty where there is none.
        pub top_card: &'static str,
        /// True if cards have German names: Ober, Unter.
        pub german: bool,
    }
}

impl Terms {
    /// Returns each word with the clause that it belongs to, the top card without its article.
    pub fn words(&self) -> [(ClauseId, &'static str); 3] {
        let top_card = self.top_card.trim_start_matches("the ");
        [
            (ClauseId::FlushWhat, self.flush),
            (ClauseId::DebtMake, self.no_trick),
            (ClauseId::PamCard, top_card),
        ]
    }
}

/// A ruleset in which the value of one clause was changed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The clause whose value was changed.
    pub topic: ClauseId,
    /// The new value in words.
    pub value: String,
    /// The rules with the new value.
    pub rules: Ruleset,
}

topics! {
    players Players "players" "Players" PlayerCount = Both;
    sides Sides "sides" "Sides" mus::Sides = Mus;
    pack Pack "pack" "The pack" PackTable = Both;
    rank Rank "rank" "Order of the cards" RankOrder = Both;
    rank_promoted RankPromoted "rank.promoted" "Promoted cards" Promoted;
    value Value "value" "Values of the cards" mus::CardPoints = Mus;
    chips_kinds ChipsKinds "chips.kinds" "Kinds of chips" ChipKinds = Both;
    chips_start ChipsStart "chips.start" "Chips at the start" StartingChips = Both;
    score Score "score" "Points" Score;
    seat_draw SeatDraw "seat.draw" "Drawing for seats" TableCustom = Both;
    deal_first DealFirst "deal.first" "The first dealer" TableCustom = Both;
    deal_next DealNext "deal.next" "The next dealer" NextDealer = Both;
    direction Direction "direction" "Direction" Direction = Both;
    deal_cut DealCut "deal.cut" "The cut" TableCustom = Both;
    deal_packets DealPackets "deal.packets" "The deal" DealPackets = Both;
    stake Stake "stake" "The stake" Stake;
    pool_cap PoolCap "pool.cap" "Limit of the pool" PoolLimit;
    fille_deal FilleDeal "fille.deal" "The spare hand" SpareHand;
    turn_card TurnCard "turn.card" "The turn-up" TurnCard;
    turn_owner TurnOwner "turn.owner" "Owner of the turn-up" TurnOwner;
    forced Forced "forced" "Forced play" ForcedPlay;
    forced_last ForcedLast "forced.last" "The player before the dealer" LastButOneDuty;
    decl_order DeclOrder "decl.order" "Order of declarations" Phases;
    decl_bid DeclBid "decl.bid" "The bid" SeparateRound;
    decl_join DeclJoin "decl.join" "Joining the bidder" SeparateRound;
    decl_final DeclFinal "decl.final" "Declarations are final" TableCustom;
    decl_fold DeclFold "decl.fold" "Folding" DeclarationRight;
    decl_stand DeclStand "decl.stand" "Standing" DeclarationRight;
    decl_exchange DeclExchange "decl.exchange" "Exchanging" DeclarationRight;
    decl_fille DeclFille "decl.fille" "Taking the spare hand" DeclarationRight;
    decl_blind DeclBlind "decl.blind" "Bidding unseen" BlindBidRanks;
    decl_defend DeclDefend "decl.defend" "Defending the pack" PackDefence;
    undertake Undertake "undertake" "Tricks that a player must win" Undertaking;
    decl_all DeclAll "decl.all" "A bid of all the tricks" BidAll;
    exchange_once ExchangeOnce "exchange.once" "One exchange" ExchangeLimit;
    exchange_short ExchangeShort "exchange.short" "When the stock runs short" ShortStock = Both;
    mus_ask MusAsk "mus.ask" "Mus or no mus" mus::MusAgreement = Mus;
    mus_discard MusDiscard "mus.discard" "Discarding" mus::DiscardLimits = Mus;
    mus_seen MusSeen "mus.seen" "An exposed card" mus::FacedCardRule = Mus;
    phase_order PhaseOrder "phase.order" "The phases" mus::PhaseOrder = Mus;
    declare Declare "declare" "Declaring Pares and Juego" mus::PhaseDeclarations = Mus;
    bet_turn BetTurn "bet.turn" "Answering a bet" mus::BetAnswerOrder = Mus;
    bet_open BetOpen "bet.open" "The first bet" mus::OpeningBet = Mus;
    bet_pass BetPass "bet.pass" "Passing and refusing" mus::PassingRule = Mus;
    bet_raise BetRaise "bet.raise" "Raising" mus::RaiseRule = Mus;
    bet_refuse BetRefuse "bet.refuse" "The price of a refusal" mus::RefusalPrice = Mus;
    bet_ordago BetOrdago "bet.ordago" "Órdago" mus::OrdagoPrize = Mus;
    grande_compare GrandeCompare "grande.compare" "The winner of Grande" mus::PhaseHandOrder = Mus;
    petite_compare PetiteCompare "petite.compare" "The winner of Chica" mus::PhaseHandOrder = Mus;
    couples_compare CouplesCompare "couples.compare" "The winner of Pares" mus::CoupleOrder = Mus;
    jeu_compare JeuCompare "jeu.compare" "The winner of Juego" mus::JeuRanking = Mus;
    point_compare PointCompare "point.compare" "The winner of Punto" mus::PhaseHandOrder = Mus;
    tie Tie "tie" "Equal hands" mus::TieWinner = Mus;
    prize_passed PrizePassed "prize.passed" "Grande and Chica without a bet" mus::PassedPrize = Mus;
    prize_couples PrizeCouples "prize.couples" "Payment for Pares" mus::CouplesPrize = Mus;
    prize_jeu PrizeJeu "prize.jeu" "Payment for Juego and Punto" mus::JeuPrize = Mus;
    pay_order PayOrder "pay.order" "The order of payment" mus::PayOrder = Mus;
    flush_what FlushWhat "flush.what" "The flush" FlushKind;
    flush_redeal FlushRedeal "flush.redeal" "Throwing in a flush" FlushRedeal;
    flush_wild FlushWild "flush.wild" "Wild card in a flush" WildCard;
    flush_pat FlushPat "flush.pat" "A flush dealt or drawn" FlushCards;
    flush_claim FlushClaim "flush.claim" "Claiming the flush" FlushClaiming;
    flush_take FlushTake "flush.take" "Winnings of the flush" FlushPrize;
    flush_owe FlushOwe "flush.owe" "Payers of the flush" FlushDebt;
    flush_tie FlushTie "flush.tie" "Several flushes" TieBreaks;
    flush_points FlushPoints "flush.points" "Points of the cards" RankPoints;
    table_talk TableTalk "table.talk" "Talk at the table" TableCustom = Both;
    play_lead PlayLead "play.lead" "The lead" FirstLeader;
    lead_duty LeadDuty "lead.duty" "Cards that must be led" LeadDuties;
    play_follow PlayFollow "play.follow" "Following suit" Duty;
    play_head PlayHead "play.head" "Heading the trick" Duty;
    play_trump PlayTrump "play.trump" "Trumping" Duty;
    play_overtrump PlayOvertrump "play.overtrump" "Overtrumping" Duty;
    play_free PlayFree "play.free" "No trump that beats the best one" WhenTrumped;
    play_discard PlayDiscard "play.discard" "No card of the suit and no trump" VoidDiscard;
    trick_win TrickWin "trick.win" "The winner of the trick" TrickWinner;
    pam_card PamCard "pam.card" "The Pamphile" TopCard;
    pam_trump PamTrump "pam.trump" "The Pamphile in play" TopCardPlay;
    pam_fee PamFee "pam.fee" "The Pamphile's fee" TopCardFee;
    pam_turned PamTurned "pam.turned" "The Pamphile turned up" TurnedFee;
    pam_names PamNames "pam.names" "Naming trumps" TurnedTrump;
    pam_absent PamAbsent "pam.absent" "The Pamphile absent" TopCardSubstitute;
    pam_civil PamCivil "pam.civil" "Holding back the Pamphile" Civility;
    pam_calls PamCalls "pam.calls" "Naming trumps in play" TrumpNaming;
    pay_share PayShare "pay.share" "Pay for tricks" TrickShares;
    pay_double PayDouble "pay.double" "A trick that counts twice" DoubleShare;
    pay_all PayAll "pay.all" "Winning or losing a bid of all the tricks" AllTricksPay;
    pay_premium PayPremium "pay.premium" "Premiums" Premiums;
    pay_rest PayRest "pay.rest" "Remainder of the pool" ChipRemainder;
    debt_make DebtMake "debt.make" "A player without a trick" Penalties;
    debt_enter DebtEnter "debt.enter" "When debts enter the pool" DebtEntry;
    debt_cap DebtCap "debt.cap" "Limit on debts" DebtCeiling;
    debt_sweep DebtSweep "debt.sweep" "Winning the waiting debts" DebtSweep;
    alone Alone "alone" "A lone player" LonePlayerShare;
    allfold Allfold "allfold" "When everybody folds" AllFold;
    credit Credit "credit" "Credit" Credit;
    end End "end" "End of the session" SessionEnd = Both;
    fault_misdeal FaultMisdeal "fault.misdeal" "Misdeals" Misdeal = Both;
    fault_lie FaultLie "fault.lie" "Untrue declarations" mus::LiePrice = Mus;
    fault_cards FaultCards "fault.cards" "Too many or too few cards" FaultPrice;
    fault_show FaultShow "fault.show" "Showing a hand" FaultPrice;
    fault_turn FaultTurn "fault.turn" "Speaking out of turn" FaultPrice;
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

impl FromToml for ClauseId {
    fn from_toml(told: &Toml) -> Result<ClauseId, DataError> {
        told.as_str()
            .and_then(ClauseId::by_id)
            .ok_or_else(|| expected("the id of a clause", told))
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
/// use mouche::rules::{ClauseId, clause_page};
///
/// assert_eq!(clause_page("mouche-1718", ClauseId::PlayTrump), "rules/mouche-1718.html#play.trump");
/// ```
pub fn clause_page(edition: &str, topic: ClauseId) -> String {
    format!("rules/{edition}.html#{topic}")
}

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}

impl Ruleset {
    /// Returns whether the edition has such a clause. If its game has nothing of the kind, no page speaks of it.
    pub fn has_clause_on(&self, topic: ClauseId) -> bool {
        !self.any_clause(topic).without_value().text.is_empty()
    }

    /// Returns all clauses of the edition, in the order of [`ClauseId::ALL`].
    pub fn clauses(&self) -> Vec<ClauseInfo> {
        ClauseId::ALL
            .iter()
            .filter(|topic| self.has_clause_on(**topic))
            .map(|topic| self.clause(*topic))
            .collect()
    }

    /// Returns a clause of the edition with its value in words. Ranks and points are those of the largest pack.
    pub fn clause(&self, topic: ClauseId) -> ClauseInfo {
        let Clause {
            text,
            source,
            readings,
            ..
        } = self.any_clause(topic).without_value();
        let value = self.describe_value(topic);
        let presence = self.presence(topic);
        let is_custom = value == TableCustom.describe();
        ClauseInfo {
            topic,
            title: self.title(topic),
            text,
            value,
            presence,
            unseen: why_unseen(topic, presence, is_custom),
            source,
            readings,
        }
    }

    /// Returns the value of a clause in words.
    fn describe_value(&self, topic: ClauseId) -> String {
        let pack = self.pack.value.pack(self.players.value.to);
        match topic {
            ClauseId::Rank => return self.rank.value.describe_for_pack(pack),
            ClauseId::Value => return self.describe_card_points(pack),
            ClauseId::FlushPoints => return self.flush_points.value.describe_for_pack(pack),
            ClauseId::DeclFold if self.forced.value == ForcedPlay::SIMPLE_POOL => {
                return "open to every player when a debt lies in the pool".into();
            }
            _ => {}
        }
        let words = self.any_clause(topic).value().describe();
        if self.direction.value == Direction::Left {
            words.replace("'s right", "'s left")
        } else {
            words
        }
    }

    /// Returns whether the edition has the thing that a clause is about, and else where it is to be had.
    fn presence(&self, topic: ClauseId) -> Presence {
        let clause = self.any_clause(topic).without_value();
        if clause.text.is_empty() {
            return Presence::Lacking;
        }
        if self.lacks_top_card(topic) {
            return match self.open_option(self.pam_card.readings) {
                Some(option) => Presence::OtherGame(option),
                None => Presence::Lacking,
            };
        }
        if !self.any_clause(topic).value().is_absent() {
            return if clause.source == Source::Silent && clause.readings.is_empty() {
                Presence::Untold
            } else {
                Presence::Present
            };
        }
        if let Some(option) = self.open_option(clause.readings) {
            return Presence::Agreed(option);
        }
        // The source says that the game has no such thing, or tells the game without it.
        if clause.source.is_without() || matches!(clause.source, Source::Says { .. }) {
            Presence::Lacking
        } else {
            Presence::Untold
        }
    }

    /// Returns the first option that these readings name and that leaves players a choice.
    fn open_option(&self, readings: &[Reading]) -> Option<&'static str> {
        readings
            .iter()
            .filter_map(|reading| reading.option)
            .find(|name| OptionDef::by_name(name).is_some_and(|option| option.is_open_in(self)))
    }

    /// Returns what a clause of the edition rests on.
    pub fn source(&self, topic: ClauseId) -> Source {
        self.any_clause(topic).without_value().source
    }

    /// Returns the questions that the sources leave open about a clause, with our answers.
    pub fn readings(&self, topic: ClauseId) -> &'static [Reading] {
        self.any_clause(topic).without_value().readings
    }

    /// Returns whether the thing that a clause is about exists in the edition.
    pub fn has(&self, topic: ClauseId) -> bool {
        self.arises(topic) && !self.any_clause(topic).value().is_absent()
    }

    /// Returns the rulesets that differ from this one by the value of one clause, for each value that its type allows.
    ///
    /// ```
    /// use mouche::rules::ClauseId;
    ///
    /// // A hand shows a clause if it ends otherwise under a mutant of the clause.
    /// let mut mutants = mouche::editions::ALL[0].mutants();
    /// let stake = mutants.find(|mutant| mutant.topic == ClauseId::Stake).expect("a mutant");
    /// assert_eq!(stake.value, "10 chips from the dealer only");
    /// ```
    pub fn mutants(&self) -> impl Iterator<Item = Mutant> {
        ClauseId::ALL
            .iter()
            .flat_map(|topic| self.mutants_of(*topic))
    }

    /// Returns the mutants of one clause.
    pub fn mutants_of(&self, topic: ClauseId) -> impl Iterator<Item = Mutant> {
        (0..)
            .take_while(move |_| self.arises(topic))
            .map_while(move |nth| self.mutant(topic, nth))
    }

    /// Returns the ruleset in which a clause has its alternative value number `nth`, if there is one.
    fn mutant(&self, topic: ClauseId, nth: usize) -> Option<Mutant> {
        let mut rules = *self;
        if !rules.any_clause_mut(topic).take_alternative(nth) {
            return None;
        }
        let value = rules.any_clause(topic).value().describe();
        Some(Mutant {
            topic,
            value,
            rules,
        })
    }

    /// Returns whether the edition has the clause, and a top card if the clause is about that.
    fn arises(&self, topic: ClauseId) -> bool {
        self.has_clause_on(topic) && (topic == ClauseId::PamCard || !self.lacks_top_card(topic))
    }

    /// Returns whether a clause is about the top card and the edition has none.
    fn lacks_top_card(&self, topic: ClauseId) -> bool {
        use ClauseId::{
            FlushWild, PamAbsent, PamCalls, PamCard, PamCivil, PamFee, PamNames, PamTrump,
            PamTurned,
        };
        [
            FlushWild, PamAbsent, PamCalls, PamCard, PamCivil, PamFee, PamNames, PamTrump,
            PamTurned,
        ]
        .contains(&topic)
            && self.pam_card.value.is_absent()
    }

    /// Returns whether another edition decides a clause in the same way. A value that is only cut to a smaller pack is the
    /// same; a right to fold that depends on a debt differs from one that does not.
    pub fn decides_as(&self, other: &Ruleset, topic: ClauseId) -> bool {
        if topic == ClauseId::DeclFold && self.forced.value != other.forced.value {
            return false;
        }
        self.any_clause(topic)
            .has_same_value(other.any_clause(topic))
    }

    /// Returns the title of a clause, with the edition's name for the top card.
    pub fn title(&self, topic: ClauseId) -> String {
        self.name_top_card(topic.title())
    }

    /// Replaces "The Pamphile" in a heading by the edition's name for the top card.
    pub fn name_top_card(&self, heading: &str) -> String {
        let own_name = self.terms.top_card;
        if own_name.is_empty() {
            return heading.to_owned();
        }
        let heading = heading
            .replace("The Pamphile", own_name)
            .replace("the Pamphile", own_name);
        match heading.chars().next() {
            Some(first) if first.is_ascii() => {
                first.to_ascii_uppercase().to_string() + &heading[1..]
            }
            _ => heading,
        }
    }

    /// Returns the full id of a clause of the edition: `mouche-1718/play.trump`.
    pub fn clause_id(&self, topic: ClauseId) -> String {
        format!("{}/{topic}", self.id)
    }
}

impl Ruleset {
    /// Returns what a rank is worth towards Jeu and Point, by the rank that it counts as.
    pub fn card_points(&self, rank: Rank) -> u32 {
        match self.rank.value.counts_as(rank) {
            Rank::King | Rank::Queen | Rank::Jack => u32::from(self.value.value.court),
            Rank::Ace => 1,
            rank => rank as u32 + 2,
        }
    }

    /// Describes what the cards of a pack are worth: `10 for king, three, queen, jack; 1 for ace, two; any other its number`.
    fn describe_card_points(&self, pack: CardSet) -> String {
        let ranks = self
            .rank
            .value
            .ranks()
            .into_iter()
            .filter(|rank| pack.has(Card::new(*rank, Suit::Spades)));
        // From the most to the least, and all that are worth their number at the end.
        let mut groups: Vec<(u32, Vec<&str>)> = Vec::new();
        for rank in ranks {
            let points = self.card_points(rank);
            if points == rank as u32 + 2 {
                continue;
            }
            match groups.iter_mut().find(|(worth, _)| *worth == points) {
                Some((_, names)) => names.push(rank.name()),
                None => groups.push((points, vec![rank.name()])),
            }
        }
        let mut words = String::new();
        for (points, names) in groups {
            words += &format!("{points} for {}; ", names.join(", "));
        }
        words + "any other its number"
    }
}

/// Returns the reason why no hand has to show a clause, if there is one.
fn why_unseen(topic: ClauseId, presence: Presence, is_custom: bool) -> Option<&'static str> {
    match topic {
        ClauseId::ChipsKinds => {
            return Some(
                "the engine counts in the smallest chip, and a page names the others beside it",
            );
        }
        ClauseId::Direction => {
            return Some("a file names its players in playing order, whichever way that goes");
        }
        // The engine refuses a second declaration, so hands can show it.
        ClauseId::DeclFinal if presence == Presence::Present => return None,
        _ => {}
    }
    if is_custom {
        return Some("it is kept at the table, where the engine does not look");
    }
    match presence {
        Presence::Present => None,
        Presence::Untold => Some("its source does not cover this"),
        Presence::Agreed(_) => Some("this edition has it only if the players agree on it"),
        Presence::OtherGame(_) => Some("this edition has it only in its author's other game"),
        Presence::Lacking => Some("this edition has no such thing"),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules_ruleset.rs"]
mod tests;
