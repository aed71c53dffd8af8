//! The table of all options: what each changes, which values it takes, and how a ruleset has it.

use crate::cards::{Card, Rank, RankSet, Suit};
use crate::rules::mus_values::{
    BareRaise, JeuOrder, RaiseNumber, RefuserStatus, RoyalAndThirtyThreePrizes, RoyalThirtyOne,
};
use crate::rules::*;

/// A value given to an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// `"staged"`.
    Word(String),
    /// `true`.
    Flag(bool),
    /// `20`.
    Number(i64),
    /// `{ tours = 3 }`.
    Table(String, i64),
}

impl OptionValue {
    /// Returns the value as an address has it: `at_once`.
    pub fn in_address(&self) -> String {
        match self {
            OptionValue::Word(word) => word.clone(),
            other => other.to_string(),
        }
    }
}

impl std::fmt::Display for OptionValue {
    /// Writes the value as a header has it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Word(word) => write!(f, "{word:?}"),
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Table(name, number) => write!(f, "{{ {name} = {number} }}"),
        }
    }
}

/// The most other options that players may have to agree on as well, so that a value fits.
const OTHERS: usize = 2;

/// A form of values with a number that players choose: the form in words, and values with the usual numbers.
pub(super) type NumericOptionForm = (&'static str, fn(&Ruleset) -> Vec<OptionValue>);

/// An option that players may agree on.
pub struct OptionDef {
    /// The name, as a header has it.
    pub name: &'static str,
    /// The clause that it changes.
    pub topic: ClauseId,
    /// Returns the values without a number that players choose.
    pub(super) values: fn() -> Vec<OptionValue>,
    /// The values with a number that players choose.
    pub(super) also: &'static [NumericOptionForm],
    /// Sets a value in a ruleset; none if the option does not take the value.
    pub(super) set: fn(&mut Ruleset, &OptionValue) -> Option<()>,
    /// Returns the value that a ruleset has; none if the option does not apply to it.
    pub(super) get: fn(&Ruleset) -> Option<OptionValue>,
    /// What an edition file says about the option; none for an option of the program.
    pub author: Option<AuthorOptionWords>,
}

impl OptionDef {
    /// Returns whether an edition offers the option, or a reading of it names the option. A file may then set it, though no
    /// other value may fit.
    pub fn is_known_to(&self, edition: &Ruleset) -> bool {
        if self.author.is_some() {
            return edition.options.iter().any(|own| std::ptr::eq(own, self));
        }
        edition
            .questions_with_answers(self.topic)
            .iter()
            .any(|reading| reading.option == Some(self.name))
    }

    /// Returns whether a reading of an edition names the option and players can choose among at least two values.
    pub fn is_open_in(&self, edition: &Ruleset) -> bool {
        self.is_known_to(edition) && self.has_choice(edition)
    }

    /// Returns whether players can choose among at least two values.
    fn has_choice(&self, edition: &Ruleset) -> bool {
        self.fixed_and_usual_values(edition)
            .filter(|value| self.can_be_agreed(edition, value))
            .nth(1)
            .is_some()
    }

    /// Returns the values that the option takes in some edition, without those that have a number of the players' choice.
    pub fn fixed_values(&self) -> Vec<OptionValue> {
        let Some(author) = self.author else {
            return (self.values)();
        };
        let words = author.choices.iter().map(|choice| choice.word.to_owned());
        words.map(OptionValue::Word).collect()
    }

    /// Returns those of [`OptionDef::fixed_values`] that players can agree on in an edition.
    pub fn agreeable_fixed_values(&self, edition: &Ruleset) -> Vec<OptionValue> {
        self.fixed_values()
            .into_iter()
            .filter(|value| self.can_be_agreed(edition, value))
            .collect()
    }

    /// Returns whether players can agree on a value in an edition: by itself, or together with values of other options.
    fn can_be_agreed(&self, edition: &Ruleset, value: &OptionValue) -> bool {
        self.is_value_offered(edition, value)
            && self.is_value_applicable(edition, value)
            && edition.can_agree(&[(self, value.clone())], OTHERS)
    }

    /// Returns all values that the option takes in an edition, with the usual ones where players choose a number.
    pub(super) fn fixed_and_usual_values(
        &self,
        edition: &Ruleset,
    ) -> impl Iterator<Item = OptionValue> {
        self.fixed_values()
            .into_iter()
            .chain(self.usual_numbers(edition))
    }

    /// Returns values with the usual numbers, where players choose a number.
    fn usual_numbers(&self, edition: &Ruleset) -> impl Iterator<Item = OptionValue> {
        self.also.iter().flat_map(|(_, usual)| usual(edition))
    }

    /// Returns whether a ruleset has the thing that a value changes.
    fn is_value_applicable(&self, edition: &Ruleset, value: &OptionValue) -> bool {
        self.set_value(&mut edition.clone(), value).is_some()
    }

    /// Returns whether the edition's reading offers a value of this option; true for an option that
    /// no reading names.
    pub(super) fn is_value_offered(&self, edition: &Ruleset, value: &OptionValue) -> bool {
        let reading = edition
            .questions_with_answers(self.topic)
            .iter()
            .find(|reading| reading.option == Some(self.name));
        let Some(reading) = reading else {
            return true;
        };
        match value {
            OptionValue::Word(word) => {
                reading.among.is_empty() || reading.among.contains(&word.as_str())
            }
            _ => reading.among.is_empty(),
        }
    }

    /// Returns values with the usual numbers that players can agree on: `{ tours = 3 }`.
    pub fn agreeable_usual_numbers(&self, rules: &Ruleset) -> Vec<OptionValue> {
        self.usual_numbers(rules)
            .filter(|value| self.can_be_agreed(rules, value))
            .collect()
    }

    /// Returns the forms of values with a number that players choose, in words: `{ tours = N }`.
    pub fn number_forms(&self, rules: &Ruleset) -> impl Iterator<Item = &'static str> {
        let mut forms = Vec::new();
        for (words, usual) in self.also {
            let mut values = usual(rules).into_iter();
            if values.any(|value| self.can_be_agreed(rules, &value)) {
                forms.push(*words);
            }
        }
        forms.into_iter()
    }

    /// Returns all values that the option takes in an edition, in words: `"none" or a multiple of the stake`.
    ///
    /// ```
    /// use mouche::{editions, rules::OptionDef};
    ///
    /// let takes = |name| OptionDef::by_name(name).map(|option| option.describe_values(editions::ALL[0]));
    /// assert_eq!(takes("debt_cap").as_deref(), Some("\"none\" or a multiple of the stake"));
    /// assert_eq!(takes("all_pass").as_deref(), Some("\"dealer_takes\" or \"void\""));
    /// ```
    pub fn describe_values(&self, edition: &Ruleset) -> String {
        OptionDef::describe_choices(
            self.agreeable_fixed_values(edition),
            self.number_forms(edition),
        )
    }

    /// Returns values and forms of values in words.
    fn describe_choices(
        values: Vec<OptionValue>,
        number_forms: impl Iterator<Item = &'static str>,
    ) -> String {
        let values = values.into_iter().map(|value| value.to_string());
        let mut words: Vec<String> = values.chain(number_forms.map(str::to_owned)).collect();
        let last = words.pop().unwrap_or_default();
        if words.is_empty() {
            last
        } else {
            format!("{} or {last}", words.join(", "))
        }
    }

    /// Returns the option's value in a ruleset, if the option applies to it.
    pub fn value_if_applicable(&self, rules: &Ruleset) -> Option<OptionValue> {
        if self.needs_missing_top_card(rules) {
            None
        } else {
            self.value_in(rules)
        }
    }

    /// Returns an edition with the value of this option that another one has, as far as the other has one.
    pub fn edition_with_value_from(&self, other: &Ruleset, edition: &Ruleset) -> Ruleset {
        let mut rules = *edition;
        let Some(value) = self.value_if_applicable(other) else {
            return *edition;
        };
        match self.set_value(&mut rules, &value) {
            Some(()) => rules,
            None => *edition,
        }
    }

    /// Returns whether the option is about the top card and the ruleset has none.
    pub(super) fn needs_missing_top_card(&self, rules: &Ruleset) -> bool {
        self.name.starts_with("pam_")
            && rules
                .tricks()
                .is_none_or(|rules| rules.pam_card.value.0.is_none())
    }
}

/// The words, numbers or flags that an option takes, each with the value it stands for.
type NamedValues<T> = &'static [(&'static str, T)];

const FLAGS: NamedValues<bool> = &[("false", false), ("true", true)];
/// The card that Bierspiel and Mauscheln make a trump whatever is turned.
const SEVEN: CardPromotedToTrump = CardPromotedToTrump {
    card: Card::new(Rank::Seven, Suit::Diamonds),
    under: Rank::Ace,
};
const DEBTS: NamedValues<DebtEntry> = &[
    ("at_once", DebtEntry::AtOnce),
    ("staged", DebtEntry::Largest),
];
const LATER_PACK: PackRanksByPlayers = PackRanksByPlayers::same_for_all(RankSet::from(Rank::Eight))
    .with_pack_for_at_least(4, RankSet::from(Rank::Six))
    .with_pack_for_at_least(5, RankSet::from(Rank::Four))
    .with_pack_for_at_least(6, RankSet::from(Rank::Two));
/// The reading that a game has as soon as it has a top card: the edition of 1758, and a house table that adds the card.
pub const WHEN_TRUMPS_ARE_NAMED: &[SourceReading] = &[SourceReading {
    id: "A1758-16",
    question: "When are trumps named?",
    ruling: "Before the eldest speaks.",
    why: "The source does not say. Nobody could tell what to change before the trump is known.",
    option: None,
    among: &[],
    kind: ReadingAnswerOrigin::Silence,
    turns_on: None,
}];
const WHOLE_PACK: PackRanksByPlayers = PackRanksByPlayers::same_for_all(RankSet::from(Rank::Two));
const PACKS: NamedValues<Option<PackRanksByPlayers>> = &[
    ("source", None),
    ("nineteenth_century", Some(LATER_PACK)),
    ("rounce", Some(WHOLE_PACK)),
    ("always_52", Some(WHOLE_PACK)),
    ("full", Some(WHOLE_PACK)),
];

/// Makes an option of its parts; after `also` stand the values with a number that players choose. Its first word is the part of a
/// ruleset that it reads and changes.
macro_rules! own {
    ($part:ident $name:literal $topic:ident $values:expr, $(also $(($form:literal, $also:expr)),+;)? set $set:expr, get $get:expr) => {
        OptionDef {
            name: $name,
            topic: ClauseId::$topic,
            values: || $values,
            author: None,
            also: &[$($(($form, |rules| {
                let usual: fn(&$part) -> Vec<OptionValue> = $also;
                $part::of(rules).map(usual).unwrap_or_default()
            })),+)?],
            set: |rules, value| {
                let set: fn(&mut $part, &OptionValue) -> Option<()> = $set;
                set($part::of_mut(rules)?, value)
            },
            get: |rules| {
                let get: fn(&$part) -> Option<OptionValue> = $get;
                get($part::of(rules)?)
            },
        }
    };
}

/// Makes an option that puts the value of a word into one or more fields of a ruleset.
macro_rules! words {
    ($part:ident $name:literal $topic:ident ($($($place:tt).+),+) $words:expr) => {
        own!($part $name $topic values_of_words($words),
            set |rules, to| value_of_word(to, $words).map(|value| ($(rules.$($place).+),+) = value),
            get |rules| word_of_value(($(rules.$($place).+),+), $words))
    };
}

/// Makes an option that puts one value into a field if the option is true, and another if it is false.
macro_rules! flag {
    ($part:ident $name:literal $topic:ident ($($place:ident).+) $yes:expr, $no:expr) => {
        own!($part $name $topic values_of_words(FLAGS),
            set |rules, to| value_of_word(to, FLAGS).map(|yes| rules.$($place).+ = if yes { $yes } else { $no }),
            get |rules| Some(OptionValue::Flag(rules.$($place).+ == $yes)))
    };
}

/// Makes an option that puts the value of a word into a field that only some rulesets have.
macro_rules! within {
    ($part:ident $name:literal $topic:ident $words:expr, |$rules:ident| $place:expr) => {
        own!($part $name $topic values_of_words($words),
            set |$rules, to| value_of_word(to, $words).and_then(|value| $place.map(|place| *place = value)),
            get |rules| {
                let $rules = &mut rules.clone();
                word_of_value(*$place?, $words)
            })
    };
}

/// The options, in the order of their names.
pub(super) static ALL: &[OptionDef] = &[
    within!(TrickRules "absent" PamAbsent TopCardAbsence::NAMES, |rules| match &mut rules.pam_absent.value {
        TopCardSubstitute::HighestTrump { missing, .. } => Some(missing),
        TopCardSubstitute::None => None,
    }),
    words!(TrickRules "all_pass" Allfold (allfold.value) AllFold::NAMES),
    own!(CommonRules "allow_two" Players values_of_words(FLAGS),
        set |rules, to| {
            let fewest = if value_of_word(to, FLAGS)? { 2 } else { 3 };
            if fewest < rules.players.value.from {
                rules.pack.value.extend_to_fewer();
            }
            rules.players.value.from = fewest;
            Some(())
        },
        get |rules| Some(OptionValue::Flag(rules.players.value.from == 2))),
    own!(TrickRules "belli" RankPromoted values_of_words(FLAGS),
        set |rules, to| {
            let belli = value_of_word(to, FLAGS)?.then_some(SEVEN);
            rules.rank_promoted.value = Promoted(belli);
            rules.pay_premium.value =
                Premiums(belli.map(|belli| CardLostToAcePremium { card: belli.card, amount: Amount::Stake(1) }));
            Some(())
        },
        get |rules| Some(OptionValue::Flag(rules.rank_promoted.value.0.is_some()))),
    words!(MusRules "bare_raise" BetRaise (bet_raise.value.bare) BareRaise::NAMES),
    flag!(CommonRules "bid_on_three" DealPackets (deal_packets.value.turn_after) Some(EarlyTurnUp { cards: 3, bids: true }), Some(EarlyTurnUp { cards: 3, bids: false })),
    flag!(TrickRules "clubs_forces_play" Forced (forced.value) MustPlayConditions::CLUBS, MustPlayConditions::NEVER),
    words!(TrickRules "credit" Credit (credit.value) Credit::NAMES),
    words!(TrickRules "dealer_blind" DeclBlind (decl_blind.value)
        &[("false", TurnUpsAllowingBlindBid(&[])), ("ace", TurnUpsAllowingBlindBid(&[Rank::Ace])), ("ace_or_king", TurnUpsAllowingBlindBid(&[Rank::Ace, Rank::King]))]),
    flag!(TrickRules "dealer_draw_and_turn" TurnOwner (turn_owner.value) TurnOwner::Dealer, TurnOwner::DealerUnlessExchanged),
    // Whether the dealer may take the turn-up, and what it costs who falls short with it.
    words!(TrickRules "dealer_turn_up" TurnOwner (turn_owner.value, debt_make.value) &[
        ("free", (TurnOwner::Dealer, ShortfallPenalties::JULEP)),
        ("double", (TurnOwner::Dealer, ShortfallPenalties::JULEP_TWICE_FOR_THE_TURN_UP)),
        ("dead", (TurnOwner::Nobody, ShortfallPenalties::JULEP)),
    ]),
    own!(TrickRules "debt_cap" DebtCap vec![parse_value("none")],
        also ("a multiple of the stake", |rules| multiples(rules.stake.value.chips, &[5, 10, 20, 50]));
        set |rules, to| read_limit(to, rules.stake.value.chips).map(|cap| rules.debt_cap.value.0 = cap),
        get |rules| Some(rules.debt_cap.value.0.map_or_else(|| parse_value("none"), OptionValue::Number))),
    own!(TrickRules "debts" DebtEnter values_of_words(DEBTS),
    set |rules, to| value_of_word(to, DEBTS).map(|value| rules.debt_enter.value = value),
    // In whatever order: that is an option of its own.
    get |rules| Some(parse_value(if rules.debt_enter.value.is_one_debt_per_deal() { "staged" } else { "at_once" }))),
    words!(MusRules "dropped_cards" BetPass (bet_pass.value.dropped) RefuserStatus::NAMES),
    own!(CommonRules "end" End vec![parse_value("bankrupt")],
    also ("{ tours = N }", |_| toml_table_values("tours", &[1, 2, 3, 5])),
        ("{ hands = N }", |_| toml_table_values("hands", &[1, 5, 10, 20])),
        ("{ target = N }", |rules| toml_table_values("target", &[2, 5].map(|times| times * rules.chips_start.value.0))),
        ("{ games = N }", |_| toml_table_values("games", &[1, 5])),
        ("{ losses = N }", |_| toml_table_values("losses", &[1, 5]));
    set |rules, to| {
        rules.end.value.finish = match (rules.end.value.finish, to) {
            (SessionEndEvent::Games { target, .. }, OptionValue::Table(of, n @ 1..=9)) if of == "games" => SessionEndEvent::Games { target, games: *n },
            (SessionEndEvent::Losses(_), OptionValue::Table(of, n @ 1..=9)) if of == "losses" => SessionEndEvent::Losses(*n),
            (SessionEndEvent::Games { .. } | SessionEndEvent::Losses(_), _) => return None,
            (_, OptionValue::Word(bankrupt)) if bankrupt == "bankrupt" => SessionEndEvent::Bankrupt,
            (_, OptionValue::Table(of, n @ 1..)) if of == "tours" => SessionEndEvent::Tours(*n),
            (_, OptionValue::Table(of, n @ 1..)) if of == "hands" => SessionEndEvent::Hands(*n),
            (_, OptionValue::Table(of, n @ 1..)) if of == "target" => SessionEndEvent::Target(*n),
            _ => return None,
        };
        Some(())
    },
    get |rules| {
        let (of, count) = match rules.end.value.finish {
            SessionEndEvent::Tours(count) => ("tours", count),
            SessionEndEvent::Hands(count) => ("hands", count),
            SessionEndEvent::Target(count) => ("target", count),
            SessionEndEvent::Games { games, .. } => ("games", games),
            SessionEndEvent::Losses(count) => ("losses", count),
            SessionEndEvent::Points => return None,
            SessionEndEvent::Bankrupt => return Some(parse_value("bankrupt")),
        };
        Some(OptionValue::Table(of.into(), count))
    }),
    words!(CommonRules "final_debts" End (end.value.debts) FinalDebts::NAMES),
    words!(TrickRules "flush_claim" FlushClaim (flush_claim.value) FlushClaiming::NAMES),
    flag!(TrickRules "flush_must_be_dealt" FlushPat (flush_pat.value) FlushCards::Dealt, FlushCards::Anyhow),
    words!(TrickRules "flush_paid" FlushOwe (flush_owe.value.to) &[("holder", Payee::Winner), ("next_pool", Payee::NextPool)]),
    words!(TrickRules "flush_payers" FlushOwe (flush_owe.value.payers) Payers::NAMES),
    flag!(TrickRules "flush_redeal" FlushRedeal (flush_redeal.value) FlushRedeal(Some(Amount::Stake(1))), FlushRedeal(None)),
    words!(TrickRules "flush_tie" FlushTie (flush_tie.value.then) &[
        ("points", FlushTieBreaks::BY_POINTS),
        ("high_card", FlushTieBreaks::BY_HIGH_CARD),
        ("cards_down", FlushTieBreaks::BY_CARDS_DOWN),
    ]),
    words!(TrickRules "flush_tie_final" FlushTie (flush_tie.value.then)
        &[("elder", FlushTieBreaks::BY_CARDS_DOWN), ("divide", FlushTieBreaks::DIVIDED)]),
    words!(MusRules "jeu_order" JeuCompare (jeu_compare.value.order) JeuOrder::NAMES),
    words!(CommonRules "kings" Rank (rank.value) &[("eight", RankOrder::EIGHT_KINGS), ("four", RankOrder::FOUR_KINGS)]),
    flag!(TrickRules "last_but_one_must_play" ForcedLast (forced_last.value) LastButOneDuty::MustPlay, LastButOneDuty::Free),
    words!(MusRules "least_bet" BetOpen (bet_open.value.least) &[("1", 1), ("2", 2)]),
    words!(TrickRules "lone_knock" Alone (alone.value) &[("5", LonePlayerShare::WinsTricks(5)), ("1", LonePlayerShare::WinsTricks(1)), ("0", LonePlayerShare::WinsTricks(0))]),
    // What a player pays who wins no trick; and what each pays for another's flush.
    words!(TrickRules "loo" DebtMake (debt_make.value, flush_owe.value.amount)
        &[("limited", (ShortfallPenalties::STAKE, Amount::Stake(1))), ("unlimited", (ShortfallPenalties::POOL, Amount::Pool(1)))]),
    own!(TrickRules "losing_flush_exempt" FlushOwe values_of_words(FLAGS),
        set |rules, to| {
            let exempt = value_of_word(to, FLAGS)?;
            let owe = &mut rules.flush_owe.value;
            owe.losing_flush_exempt = exempt;
            // Where no flush spares its holder, one that was let pass does not either.
            owe.quiet_flush_exempt &= exempt;
            Some(())
        },
        get |rules| Some(OptionValue::Flag(rules.flush_owe.value.losing_flush_exempt))),
    words!(TrickRules "mistigri_call" PamCalls (pam_calls.value) TrumpNaming::NAMES),
    flag!(TrickRules "only_best_claims" FlushTie (flush_tie.value.best_alone) true, false),
    words!(TrickRules "orphan_share" PayDouble (pay_double.value) DoubleShare::NAMES),
    own!(CommonRules "pack_table" Pack values_of_words(PACKS),
    set |rules, to| {
        rules.pack.value = value_of_word(to, PACKS)?.unwrap_or(rules.pack.value);
        Some(())
    },
    // What is no other pack of the list is that of the source, whichever it is.
    get |rules| {
        let fits = |word: &str| rules.pack.readings.iter().any(|reading| reading.among.contains(&word));
        let other = PACKS.iter().find(|(word, pack)| *pack == Some(rules.pack.value) && fits(word));
        other.map_or(word_of_value(None, PACKS), |(word, _)| Some(parse_value(word)))
    }),
    flag!(TrickRules "pam_any_suit" FlushWild (flush_wild.value) WildCard::TopCard, WildCard::None),
    words!(TrickRules "pam_fee_payers" PamFee (pam_fee.value.payers) Payers::NAMES),
    words!(TrickRules "pam_fee_when" PamFee (pam_fee.value.when) FeeWhen::NAMES),
    flag!(TrickRules "pam_flush_best" FlushTie (flush_tie.value.top_card_first) true, false),
    flag!(TrickRules "pam_holder_exempt" FlushOwe (flush_owe.value.top_card_exempt) true, false),
    // The engine has no use for this one.
    own!(TrickRules "pam_never_looed" DebtMake values_of_words(FLAGS), set |_, to| value_of_word(to, FLAGS).map(|_| ()), get |_| Some(OptionValue::Flag(false))),
    flag!(TrickRules "pam_subject_to_obligations" PamTrump (pam_trump.value) TopCardPlay::Bound, TopCardPlay::AtWill),
    words!(TrickRules "pam_turned_fee" PamTurned (pam_turned.value) TurnedFee::NAMES),
    own!(TrickRules "pamphile" PamCard values_of_words(FLAGS),
        set |rules, to| {
            let is_on = value_of_word(to, FLAGS)?;
            rules.pam_card.value = TopCard(None);
            rules.decl_order.value = Phases::PLAIN;
            if is_on {
                rules.pam_card.value = TopCard(Some(Card::new(Rank::Jack, Suit::Clubs)));
                rules.decl_order = Clause { value: Phases::NAMING, readings: WHEN_TRUMPS_ARE_NAMED, ..rules.decl_order };
            }
            Some(())
        },
        get |rules| Some(OptionValue::Flag(rules.pam_card.value != TopCard(None)))),
    words!(TrickRules "play_obligation" PlayFree (play_free.value) WhenTrumped::NAMES),
    own!(TrickRules "points" Score Vec::new(),
        also ("a number of points", |_| multiples(5, &[1, 2, 3]));
        set |rules, to| {
            let points = chips_if_multiple(to, 1).and_then(|points| u8::try_from(points).ok())?;
            rules.score.value.0.as_mut().map(|score| score.start = points)
        },
        get |rules| rules.score.value.0.map(|score| OptionValue::Number(score.start.into()))),
    own!(TrickRules "pot_limit" PoolCap vec![parse_value("none")],
        also ("a multiple of the number of shares of the pool", |rules| multiples(pool_divisor(rules), &[4, 8, 20]));
        set |rules, to| read_limit(to, pool_divisor(rules)).map(|most| rules.pool_cap.value = PoolLimit(most)),
        get |rules| Some(rules.pool_cap.value.0.map_or_else(|| parse_value("none"), OptionValue::Number))),
    words!(MusRules "raise_number" BetRaise (bet_raise.value.number) RaiseNumber::NAMES),
    words!(TrickRules "rams_bid" DeclAll (decl_all.value) BidAll::NAMES),
    words!(CommonRules "rank_order" Rank (rank.value) &[("spanish", RankOrder::SPANISH), ("natural", RankOrder::ACE_HIGH)]),
    flag!(MusRules "rich_prizes" PrizeJeu (prize_jeu.value.rich) Some(RoyalAndThirtyThreePrizes { royal: 5, thirty_three: 4 }), None),
    words!(MusRules "royal" JeuCompare (jeu_compare.value.royal) RoyalThirtyOne::NAMES),
    flag!(TrickRules "seven" RankPromoted (rank_promoted.value) Promoted(Some(SEVEN)), Promoted(None)),
    // Nor for this one.
    own!(CommonRules "silence_means_yes" TableTalk values_of_words(FLAGS), set |_, to| value_of_word(to, FLAGS).map(|_| ()), get |_| Some(OptionValue::Flag(false))),
    own!(TrickRules "staged_order" DebtEnter values_of_words(DebtEntry::NAMES),
    set |rules, to| value_of_word(to, DebtEntry::NAMES).map(|staged| {
        if rules.debt_enter.value.is_one_debt_per_deal() {
            rules.debt_enter.value = staged;
        }
    }),
    get |rules| word_of_value(rules.debt_enter.value, DebtEntry::NAMES)),
    own!(TrickRules "stake" Stake Vec::new(),
        also ("a multiple of the number of shares of the pool", |rules| multiples(pool_divisor(rules), &[1, 2, 4]));
        set |rules, to| chips_if_multiple(to, pool_divisor(rules)).map(|chips| rules.stake.value.chips = chips),
        get |rules| Some(OptionValue::Number(rules.stake.value.chips))),
    within!(TrickRules "still" PamCivil &[("absolute", true), ("if_other_trump", false)],
        |rules| rules.pam_civil.value.0.as_mut().map(|civil| &mut civil.even_alone)),
    words!(CommonRules "stock_short" ExchangeShort (exchange_short.value) &[
        ("first_come", ShortStock::FirstCome),
        ("reshuffle_discards", ShortStock::Then(&[ReserveSupply::Discards])),
        ("cap_3", ShortStock::CapPerPlayer(3)),
    ]),
    words!(CommonRules "stones" ChipsStart (chips_start.value.0) &[("8", 8), ("5", 5), ("10", 10)]),
    within!(TrickRules "substitute_wild" PamAbsent FLAGS, |rules| match &mut rules.pam_absent.value {
        TopCardSubstitute::HighestTrump { wild, .. } => Some(wild),
        TopCardSubstitute::None => None,
    }),
    within!(CommonRules "target" End &[("40", 40), ("30", 30)], |rules| match &mut rules.end.value.finish {
        SessionEndEvent::Games { target, .. } => Some(target),
        _ => None,
    }),
    words!(TrickRules "turn_up_later" TurnOwner (turn_owner.value)
        &[("dead", TurnOwner::DealerAtFirst), ("dealer", TurnOwner::DealerAtFirstAndLater)]),
    flag!(TrickRules "vole_takes_pending" DebtSweep (debt_sweep.value.by_vole) true, false),
];

/// Reads a value as a header has it.
fn parse_value(word: &str) -> OptionValue {
    match word {
        "false" => OptionValue::Flag(false),
        "true" => OptionValue::Flag(true),
        _ => word
            .parse()
            .map_or_else(|_| OptionValue::Word(word.to_owned()), OptionValue::Number),
    }
}

/// Returns the values that a list of words makes.
fn values_of_words<T>(words: &[(&str, T)]) -> Vec<OptionValue> {
    words.iter().map(|(word, _)| parse_value(word)).collect()
}

/// Returns the value that a word stands for; none if the word is not on the list.
fn value_of_word<T: Copy>(to: &OptionValue, values: &[(&str, T)]) -> Option<T> {
    values
        .iter()
        .find(|(name, _)| parse_value(name) == *to)
        .map(|(_, value)| *value)
}

/// Returns the word for a value; none if no word stands for it.
fn word_of_value<T: PartialEq>(value: T, values: &[(&str, T)]) -> Option<OptionValue> {
    values
        .iter()
        .find(|(_, known)| *known == value)
        .map(|(name, _)| parse_value(name))
}

/// Returns values such as `{ tours = 3 }`, one for each number.
fn toml_table_values(key: &str, numbers: &[i64]) -> Vec<OptionValue> {
    numbers
        .iter()
        .map(|number| OptionValue::Table(key.to_owned(), *number))
        .collect()
}

/// Returns multiples of a number.
fn multiples(unit: i64, times: &[i64]) -> Vec<OptionValue> {
    times
        .iter()
        .map(|times| OptionValue::Number(times * unit))
        .collect()
}

/// Returns the number of chips in a value; none unless it is a multiple of `divisor` and at most [`MOST_CHIPS`].
fn chips_if_multiple(value: &OptionValue, divisor: i64) -> Option<i64> {
    match value {
        OptionValue::Number(chips) if (1..=MOST_CHIPS).contains(chips) && chips % divisor == 0 => {
            Some(*chips)
        }
        _ => None,
    }
}

/// Returns the number by which the pool must be divisible.
fn pool_divisor(rules: &TrickRules) -> i64 {
    let shares = rules.pay_share.value;
    if shares.earner == PoolSharing::Good {
        2
    } else {
        shares.parts
    }
}

/// Reads `"none"` or a multiple of a number of chips.
fn read_limit(value: &OptionValue, divisor: i64) -> Option<Option<i64>> {
    if *value == parse_value("none") {
        Some(None)
    } else {
        chips_if_multiple(value, divisor).map(Some)
    }
}
