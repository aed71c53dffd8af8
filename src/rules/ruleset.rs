//! The one list of topics, and a ruleset: a clause for each of them.
//!
//! A row of the list is a variant of [`ClauseId`], a field of [`Ruleset`] and a line of every chapter of rules.
//! So an edition that leaves a field out does not compile, and a field that no page shows cannot be written.

use super::from_toml::{DataError, FromToml, Toml, expected};
use super::*;
use crate::cards::{Card, Rank, Set, Suit};

macro_rules! topics {
    ($($field:ident $topic:ident $id:literal $title:literal $value:ty $(= $of:ident)?;)*) => {
        /// A thing that an edition decides. Its id is the second half of a clause's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ClauseId { $($topic,)* }

        impl ClauseId {
            /// All topics, in the order of the book.
            pub const ALL: &'static [ClauseId] = &[$(ClauseId::$topic,)*];

            /// Its id: `play.trump`.
            pub fn id(self) -> &'static str {
                match self { $(ClauseId::$topic => $id,)* }
            }

            pub fn title(self) -> &'static str {
                match self { $(ClauseId::$topic => $title,)* }
            }

            /// Whether it can arise in an edition of a machine.
            pub fn is_of(self, machine: GameFamily) -> bool {
                match self { $(ClauseId::$topic => topics!(@of machine $($of)?),)* }
            }
        }

        /// Everything an edition decides, a clause for each topic: it states it, or says from which other it takes it.
        #[derive(Clone, Copy, Debug)]
        pub struct Ruleset {
            pub machine: GameFamily,
            /// Whose rules a company has made its own by agreeing on some; none where it is printed.
            pub base: Option<&'static Ruleset>,
            /// Its id, the first half of its clauses' ids: `mouche-1718`.
            pub id: &'static str,
            /// Its name: `La Mouche, 1718`.
            pub name: &'static str,
            /// What it is called beside others of its game: `1718`.
            pub short: &'static str,
            /// The year of its witness, where that has one.
            pub year: Option<u16>,
            pub about: &'static str,
            /// What its sources call the things that every edition has.
            pub terms: Terms,
            $(pub $field: Clause<$value>,)*
        }

        impl Ruleset {
            /// That whose head and clauses are found so.
            pub(super) fn of(told: &mut impl ClauseReader) -> Ruleset {
                Ruleset {
                    machine: told.head::<Option<_>>("machine").unwrap_or_default(),
                    base: None,
                    id: told.head("id"),
                    name: told.head("name"),
                    short: told.head("short"),
                    year: told.head("year"),
                    about: told.head("about"),
                    terms: told.head("terms"),
                    $($field: told.clause(ClauseId::$topic),)*
                }
            }

            /// What it decides on a topic, whatever that is.
            pub(super) fn any(&self, topic: ClauseId) -> &dyn AnyClause {
                match topic { $(ClauseId::$topic => &self.$field,)* }
            }

            pub(crate) fn any_mut(&mut self, topic: ClauseId) -> &mut dyn AnyClause {
                match topic { $(ClauseId::$topic => &mut self.$field,)* }
            }
        }
    };
    (@of $machine:ident Both) => { true };
    (@of $machine:ident Mus) => { $machine == GameFamily::Mus };
    (@of $machine:ident) => { $machine == GameFamily::Tricks };
}

/// Finds what a ruleset is made of.
pub(super) trait ClauseReader {
    /// What is told of all of it under a key.
    fn head<T: FromToml>(&self, key: &str) -> T;
    fn clause<T: Value + FromToml + Copy>(&mut self, topic: ClauseId) -> Clause<T>;
}

data! {
    /// What plays an edition.
    #[derive(Default)]
    pub enum GameFamily { #[default] Tricks, Mus }

    /// What an edition's sources call the things that every edition has.
    pub struct Terms {
        /// `mouche`; empty where there is none.
        pub flush: &'static str,
        /// What becomes of a player without a trick: `makes the mouche`.
        pub no_trick: &'static str,
        /// The top card in a sentence: `the Pamphile`, `Pam`; empty where there is none, and nobody speaks of one.
        pub top_card: &'static str,
        /// Whether they name cards in German: Ober, Unter.
        pub german: bool,
    }
}

impl Terms {
    /// Each word with its topic, the top card without its article.
    pub fn words(&self) -> [(ClauseId, &'static str); 3] {
        let top_card = self.top_card.trim_start_matches("the ");
        [
            (ClauseId::FlushWhat, self.flush),
            (ClauseId::DebtMake, self.no_trick),
            (ClauseId::PamCard, top_card),
        ]
    }
}

/// A ruleset with one value changed, and the new value in words.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub topic: ClauseId,
    pub value: String,
    pub rules: Ruleset,
}

topics! {
    players Players "players" "Players" PlayerCount = Both;
    sides Sides "sides" "Sides" mus::Sides = Mus;
    pack Pack "pack" "The pack" PackTable = Both;
    rank Rank "rank" "Order of the cards" RankOrder = Both;
    rank_promoted RankPromoted "rank.promoted" "Promoted cards" Promoted;
    value Value "value" "What cards are worth" mus::CardPoints = Mus;
    chips_kinds ChipsKinds "chips.kinds" "Kinds of chips" ChipKinds = Both;
    chips_start ChipsStart "chips.start" "Chips at the start" Chips = Both;
    score Score "score" "Points" Score;
    seat_draw SeatDraw "seat.draw" "Drawing for seats" TableCustom = Both;
    deal_first DealFirst "deal.first" "The first dealer" TableCustom = Both;
    deal_next DealNext "deal.next" "The next dealer" NextDealer = Both;
    direction Direction "direction" "Direction" Direction = Both;
    deal_cut DealCut "deal.cut" "The cut" TableCustom = Both;
    deal_packets DealPackets "deal.packets" "The deal" Packets = Both;
    stake Stake "stake" "The stake" Stake;
    pool_cap PoolCap "pool.cap" "A limit of the pool" PoolLimit;
    fille_deal FilleDeal "fille.deal" "The spare hand" SpareHand;
    turn_card TurnCard "turn.card" "The turn-up" TurnCard;
    turn_owner TurnOwner "turn.owner" "Whose the turn-up is" TurnOwner;
    forced Forced "forced" "Forced play" ForcedPlay;
    forced_last ForcedLast "forced.last" "The last but one" LastButOne;
    decl_order DeclOrder "decl.order" "Order of declarations" Phases;
    decl_bid DeclBid "decl.bid" "The bid" Apart;
    decl_join DeclJoin "decl.join" "Going in" Apart;
    decl_final DeclFinal "decl.final" "No second thoughts" TableCustom;
    decl_fold DeclFold "decl.fold" "Folding" Offer;
    decl_stand DeclStand "decl.stand" "Standing" Offer;
    decl_exchange DeclExchange "decl.exchange" "Exchanging" Offer;
    decl_fille DeclFille "decl.fille" "Taking the spare hand" Offer;
    decl_blind DeclBlind "decl.blind" "Bidding unseen" Blind;
    decl_defend DeclDefend "decl.defend" "Defending the pack" Defence;
    undertake Undertake "undertake" "What one undertakes" Undertaking;
    decl_all DeclAll "decl.all" "A bid of all the tricks" BidAll;
    exchange_once ExchangeOnce "exchange.once" "One exchange" Exchange;
    exchange_short ExchangeShort "exchange.short" "When the stock runs short" ShortStock = Both;
    mus_ask MusAsk "mus.ask" "Mus or no mus" mus::MusAsk = Mus;
    mus_discard MusDiscard "mus.discard" "Laying cards down" mus::LayDown = Mus;
    mus_seen MusSeen "mus.seen" "A card is seen" mus::MusSeen = Mus;
    phase_order PhaseOrder "phase.order" "The phases" mus::PhaseOrder = Mus;
    declare Declare "declare" "Saying what one has" mus::Declare = Mus;
    bet_turn BetTurn "bet.turn" "Who answers a bet" mus::Speech = Mus;
    bet_open BetOpen "bet.open" "The first bet" mus::Opening = Mus;
    bet_pass BetPass "bet.pass" "Passing, and refusing" mus::PassOut = Mus;
    bet_raise BetRaise "bet.raise" "Raising" mus::Raising = Mus;
    bet_refuse BetRefuse "bet.refuse" "What a refusal costs" mus::RefusalPrice = Mus;
    bet_ordago BetOrdago "bet.ordago" "Ordago" mus::Ordago = Mus;
    grande_compare GrandeCompare "grande.compare" "Who wins Grande" mus::Compare = Mus;
    petite_compare PetiteCompare "petite.compare" "Who wins Petite" mus::Compare = Mus;
    couples_compare CouplesCompare "couples.compare" "Who wins Couples" mus::CoupleOrder = Mus;
    jeu_compare JeuCompare "jeu.compare" "Who wins Jeu" mus::JeuRank = Mus;
    point_compare PointCompare "point.compare" "Who wins Point" mus::Compare = Mus;
    tie Tie "tie" "Hands alike" mus::Tie = Mus;
    prize_passed PrizePassed "prize.passed" "Grande and Petite passed" mus::PassedPrize = Mus;
    prize_couples PrizeCouples "prize.couples" "What Couples bring" mus::CouplesPrize = Mus;
    prize_jeu PrizeJeu "prize.jeu" "What Jeu and Point bring" mus::JeuPrize = Mus;
    pay_order PayOrder "pay.order" "The order of payment" mus::PayOrder = Mus;
    flush_what FlushWhat "flush.what" "The flush" FlushKind;
    flush_redeal FlushRedeal "flush.redeal" "A flush thrown in" Redeal;
    flush_wild FlushWild "flush.wild" "A wild card in the flush" WildCard;
    flush_pat FlushPat "flush.pat" "As dealt, or by exchange" Obtained;
    flush_claim FlushClaim "flush.claim" "Claiming the flush" Claiming;
    flush_take FlushTake "flush.take" "What the flush takes" FlushPrize;
    flush_owe FlushOwe "flush.owe" "Who owes for a flush" FlushDebt;
    flush_tie FlushTie "flush.tie" "Several flushes" TieBreaks;
    flush_points FlushPoints "flush.points" "Points of the cards" Points;
    table_talk TableTalk "table.talk" "Talk at the table" TableCustom = Both;
    play_lead PlayLead "play.lead" "The lead" Lead;
    lead_duty LeadDuty "lead.duty" "What must be led" LeadDuties;
    play_follow PlayFollow "play.follow" "Following suit" Duty;
    play_head PlayHead "play.head" "Heading the trick" Duty;
    play_trump PlayTrump "play.trump" "Trumping" Duty;
    play_overtrump PlayOvertrump "play.overtrump" "Overtrumping" Duty;
    play_free PlayFree "play.free" "Under a higher trump" WhenTrumped;
    play_discard PlayDiscard "play.discard" "Neither suit nor trump" Discard;
    trick_win TrickWin "trick.win" "Who wins the trick" TrickWinner;
    pam_card PamCard "pam.card" "The Pamphile" TopCard;
    pam_trump PamTrump "pam.trump" "The Pamphile in play" TopCardPlay;
    pam_fee PamFee "pam.fee" "The Pamphile's fee" Fee;
    pam_turned PamTurned "pam.turned" "The Pamphile turned up" TurnedFee;
    pam_names PamNames "pam.names" "Naming trumps" TurnedTrump;
    pam_absent PamAbsent "pam.absent" "The Pamphile absent" Substitute;
    pam_civil PamCivil "pam.civil" "The Pamphile kept still" Civility;
    pam_calls PamCalls "pam.calls" "Naming trumps in play" Calls;
    pay_share PayShare "pay.share" "Pay for tricks" Shares;
    pay_double PayDouble "pay.double" "A trick paid twice" Double;
    pay_all PayAll "pay.all" "All the tricks, made or lost" AllPay;
    pay_premium PayPremium "pay.premium" "Premiums" Premiums;
    pay_rest PayRest "pay.rest" "What will not divide" Rest;
    debt_make DebtMake "debt.make" "Without a trick" Penalties;
    debt_enter DebtEnter "debt.enter" "When debts are put in" Entry;
    debt_cap DebtCap "debt.cap" "A ceiling on debts" Ceiling;
    debt_sweep DebtSweep "debt.sweep" "Taking what waits" Sweep;
    alone Alone "alone" "A lone player" LonePlayerShare;
    allfold Allfold "allfold" "When all fold" AllFold;
    credit Credit "credit" "Credit" Credit;
    end End "end" "The end" SessionEnd = Both;
    fault_misdeal FaultMisdeal "fault.misdeal" "Misdeals" Misdeal = Both;
    fault_lie FaultLie "fault.lie" "Untrue declarations" mus::Lie = Mus;
    fault_cards FaultCards "fault.cards" "Too many or too few cards" Fault;
    fault_show FaultShow "fault.show" "Showing one's hand" Fault;
    fault_turn FaultTurn "fault.turn" "Speaking out of turn" Fault;
}

impl ClauseId {
    /// The topic of this id.
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

    /// The clause that was called so, and is no longer.
    pub fn by_former_id(id: &str) -> Option<ClauseId> {
        RENAMED
            .iter()
            .find(|(old, _)| *old == id)
            .map(|(_, topic)| *topic)
    }

    /// What it was called before.
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

/// Old ids, and the clauses that had them: none is given to another clause. None is old yet; the tests have one.
const RENAMED: &[(&str, ClauseId)] = if cfg!(test) {
    &[("play.ruff", ClauseId::PlayTrump)]
} else {
    &[]
};

/// Where the book prints a clause, from the book's folder.
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
    /// Whether it has a clause on a topic. Where its game has nothing of the kind, no page speaks of it.
    pub fn has_clause_on(&self, topic: ClauseId) -> bool {
        !self.any(topic).without_value().text.is_empty()
    }

    /// Its clauses, in the order of [`ClauseId::ALL`]: all but those on what does not arise in its game.
    pub fn clauses(&self) -> Vec<ClauseInfo> {
        ClauseId::ALL
            .iter()
            .filter(|topic| self.has_clause_on(**topic))
            .map(|topic| self.clause(*topic))
            .collect()
    }

    /// Its clause on a topic, as it says it: ranks and points are those of its largest pack.
    pub fn clause(&self, topic: ClauseId) -> ClauseInfo {
        let clause = self.any(topic);
        let Clause {
            text,
            source,
            readings,
            ..
        } = clause.without_value();
        let (presence, title, pack) = (
            self.presence(topic),
            self.title(topic),
            self.pack.value.pack(self.players.value.to),
        );
        let value = match topic {
            ClauseId::Rank => self.rank.value.describe_for_pack(pack),
            ClauseId::Value => self.card_points_in_words(pack),
            ClauseId::FlushPoints => self.flush_points.value.within(pack),
            ClauseId::DeclFold if self.forced.value == ForcedPlay::SIMPLE_POOL => {
                "open to everyone when a debt lies in the pool".into()
            }
            _ if self.direction.value == Direction::Left => {
                clause.value().describe().replace("'s right", "'s left")
            }
            _ => clause.value().describe(),
        };
        let unseen = match (topic, presence) {
            (ClauseId::ChipsKinds, _) => Some(
                "the engine counts in the smallest chip, and a page names the others beside it",
            ),
            (ClauseId::Direction, _) => {
                Some("a file names its players in playing order, whichever way that goes")
            }
            // The engine refuses a second declaration, so hands can show it.
            (ClauseId::DeclFinal, Presence::Present) => None,
            _ if value == TableCustom.describe() => {
                Some("it is kept at the table, where the engine does not look")
            }
            (_, Presence::Present) => None,
            (_, Presence::Untold) => Some("its source is silent"),
            (_, Presence::Agreed(_)) => {
                Some("this edition has it only where a company agrees on it")
            }
            (_, Presence::OtherGame(_)) => {
                Some("this edition has it only in its author's other game")
            }
            (_, Presence::Lacking) => Some("this edition has no such thing"),
        };
        ClauseInfo {
            topic,
            title,
            text,
            value,
            presence,
            unseen,
            source,
            readings,
        }
    }

    fn presence(&self, topic: ClauseId) -> Presence {
        let option = |clause: Clause<()>| {
            let named = clause.readings.iter().filter_map(|reading| reading.option);
            { named }
                .find(|name| OptionDef::by_name(name).is_some_and(|option| option.is_open_in(self)))
        };
        let clause = self.any(topic).without_value();
        match (self.any(topic).value().is_absent(), option(clause)) {
            _ if clause.text.is_empty() => Presence::Lacking,
            _ if self.lacks_top_card(topic) => {
                option(self.pam_card.without_value()).map_or(Presence::Lacking, Presence::OtherGame)
            }
            (false, _) if clause.source == Source::Silent && clause.readings.is_empty() => {
                Presence::Untold
            }
            (false, _) => Presence::Present,
            (true, Some(option)) => Presence::Agreed(option),
            // The source says that the game has no such thing, or tells the game without it.
            (true, None)
                if clause.source.is_without() || matches!(clause.source, Source::Says { .. }) =>
            {
                Presence::Lacking
            }
            (true, None) => Presence::Untold,
        }
    }

    /// What its clause on a topic rests on.
    pub fn source(&self, topic: ClauseId) -> Source {
        self.any(topic).without_value().source
    }

    /// Its answers to what its sources leave open on a topic.
    pub fn readings(&self, topic: ClauseId) -> &'static [Reading] {
        self.any(topic).without_value().readings
    }

    /// Whether the thing that a topic is about arises in it, and its value does not say that there is none.
    pub fn has(&self, topic: ClauseId) -> bool {
        self.arises(topic) && !self.any(topic).value().is_absent()
    }

    /// It with one value changed into another that its type allows, for each that does.
    ///
    /// ```
    /// use mouche::rules::ClauseId;
    ///
    /// // A hand shows a clause if it comes to something else under a mutant of it.
    /// let mut mutants = mouche::editions::ALL[0].mutants();
    /// let stake = mutants.find(|mutant| mutant.topic == ClauseId::Stake).expect("a mutant");
    /// assert_eq!(stake.value, "10 chips from the dealer alone");
    /// ```
    pub fn mutants(&self) -> impl Iterator<Item = Mutant> {
        ClauseId::ALL
            .iter()
            .flat_map(|topic| self.mutants_of(*topic))
    }

    /// The same of one topic alone.
    pub fn mutants_of(&self, topic: ClauseId) -> impl Iterator<Item = Mutant> {
        (0..)
            .take_while(move |_| self.arises(topic))
            .map_while(move |nth| {
                let mut rules = *self;
                let is_other = rules.any_mut(topic).take_alternative(nth);
                is_other.then(|| Mutant {
                    topic,
                    value: rules.any(topic).value().describe(),
                    rules,
                })
            })
    }

    /// Whether it has a clause on a topic, and a top card, where it is about that.
    fn arises(&self, topic: ClauseId) -> bool {
        self.has_clause_on(topic) && (topic == ClauseId::PamCard || !self.lacks_top_card(topic))
    }

    /// Whether a topic is about the top card, and there is none.
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

    /// Whether it decides a topic as another does. What is only cut to a smaller pack is the same; a right to fold that
    /// waits for a debt is not the same as one that does not.
    pub fn decides_as(&self, other: &Ruleset, topic: ClauseId) -> bool {
        self.any(topic).decides_as(other.any(topic))
            && (topic != ClauseId::DeclFold || self.forced.value == other.forced.value)
    }

    pub fn title(&self, topic: ClauseId) -> String {
        self.name_top_card(topic.title())
    }

    /// A heading with the top card by the name that its sources give it.
    pub fn name_top_card(&self, words: &str) -> String {
        let own = self.terms.top_card;
        let mut words = words.replace(
            "The Pamphile",
            if own.is_empty() { "The Pamphile" } else { own },
        );
        words[..1].make_ascii_uppercase();
        words
    }

    /// The id of its clause on a topic: `mouche-1718/play.trump`.
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

    /// Says what the cards of a pack are worth: `10 for king, three, queen, jack; 1 for ace, two; any other its number`.
    fn card_points_in_words(&self, pack: Set) -> String {
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
        let said = groups
            .iter()
            .map(|(points, names)| format!("{points} for {}", names.join(", ")));
        said.chain(["any other its number".to_owned()])
            .collect::<Vec<_>>()
            .join("; ")
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules_ruleset.rs"]
mod tests;
