//! The rules of an edition, of whichever game: how clauses are looked up, described and varied.

use super::*;
use crate::cards::{Card, CardSet, Rank, Suit};
use std::ops::{Deref, DerefMut};

data! {
    /// The two families of games, each with its own engine.
    #[derive(Default)]
    pub enum EngineKind {
        /// La Mouche and its relatives, which are played in tricks.
        #[default]
        Tricks,
        /// Mus, in which players bid on the cards they hold.
        Mus,
    }

    /// The suits of a pack. They decide how a file in the language of the game calls its cards.
    #[derive(Default)]
    pub enum SuitSystem {
        /// Spades, hearts, diamonds, clubs.
        #[default]
        French,
        /// Leaves, hearts, bells, acorns; Ober and Unter.
        German,
        /// Swords, cups, coins, clubs; knight and page.
        Spanish,
    }

    /// The words of an edition's sources for what every edition has.
    pub struct EditionTerms {
        /// `mouche`; empty where there is none.
        pub flush: &'static str,
        /// The phrase for winning no trick: `makes the mouche`.
        pub no_trick: &'static str,
        /// The top card in a sentence: `the Pamphile`, `Pam`; empty where there is none.
        pub top_card: &'static str,
        /// The suits of the pack in which the game is played at home.
        pub pack: SuitSystem = SuitSystem::French,
    }
}

impl EditionTerms {
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
pub struct RulesetMutant {
    /// The clause whose value was changed.
    pub topic: ClauseId,
    /// The rules with the new value.
    pub rules: Ruleset,
}

impl RulesetMutant {
    /// Returns the new value in words.
    pub fn value(&self) -> String {
        match self.rules.any_clause(self.topic) {
            Some(clause) => clause.value().describe(),
            None => String::new(),
        }
    }
}

/// The rules of an edition: those of a game with tricks, or those of Mus.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "rules are read once for each edition, and used by reference"
)]
pub enum Ruleset {
    /// The rules of a game with tricks.
    Tricks(TrickRules),
    /// The rules of Mus.
    Mus(MusRules),
}

impl Deref for Ruleset {
    type Target = CommonRules;

    fn deref(&self) -> &CommonRules {
        match self {
            Ruleset::Tricks(rules) => rules,
            Ruleset::Mus(rules) => rules,
        }
    }
}

impl DerefMut for Ruleset {
    fn deref_mut(&mut self) -> &mut CommonRules {
        match self {
            Ruleset::Tricks(rules) => rules,
            Ruleset::Mus(rules) => rules,
        }
    }
}

impl From<TrickRules> for Ruleset {
    fn from(rules: TrickRules) -> Ruleset {
        Ruleset::Tricks(rules)
    }
}

impl From<MusRules> for Ruleset {
    fn from(rules: MusRules) -> Ruleset {
        Ruleset::Mus(rules)
    }
}

/// Rules in which a clause can be looked up by its id: those of one game, or a [`Ruleset`].
pub trait ClauseLookup: Deref<Target = CommonRules> {
    /// Returns a clause whose value can be of any type; none if the game has no such clause.
    fn any_clause(&self, topic: ClauseId) -> Option<&dyn AnyClause>;

    /// Returns whether the edition has a clause on a topic, even one that says that it lacks the
    /// thing. If its game has nothing of the kind, no page speaks of it.
    fn has_clause_on(&self, topic: ClauseId) -> bool {
        self.any_clause(topic)
            .is_some_and(|clause| !clause.without_value().text.is_empty())
    }

    /// Returns whether the thing that a clause is about exists in the edition.
    fn has_subject_of(&self, topic: ClauseId) -> bool {
        self.is_applicable(topic)
            && self
                .any_clause(topic)
                .is_some_and(|clause| !clause.value().is_absent())
    }

    /// Returns what a clause of the edition rests on; none if the game has no such clause.
    fn source(&self, topic: ClauseId) -> Option<ClauseSource> {
        Some(self.any_clause(topic)?.without_value().source)
    }

    /// Returns the questions that the sources leave open about a clause, with our answers; none if the edition has no such clause.
    fn questions_with_answers(&self, topic: ClauseId) -> &'static [SourceReading] {
        match self.any_clause(topic) {
            Some(clause) if self.has_clause_on(topic) => clause.without_value().readings,
            _ => &[],
        }
    }

    /// Returns the marks of a clause; none of them if the game has no such clause.
    fn marks(&self, topic: ClauseId) -> CertaintyMarkSet {
        match self.any_clause(topic) {
            Some(clause) => clause.without_value().marks(),
            None => CertaintyMarkSet::NONE,
        }
    }

    /// Returns whether the edition has the clause, and a top card or a flush if the clause is about that.
    fn is_applicable(&self, topic: ClauseId) -> bool {
        self.has_clause_on(topic)
            && (topic == ClauseId::PamCard || !self.lacks_top_card(topic))
            && !self.lacks_flush_needed_by(topic)
    }

    /// Returns whether another clause is about the thing that the clause on the flush or the top card decides on, and the edition
    /// has no such thing.
    fn lacks_thing_decided_by(&self, decisive: ClauseId, topic: ClauseId) -> bool {
        match decisive {
            ClauseId::FlushWhat => self.lacks_flush_needed_by(topic),
            ClauseId::PamCard => topic != ClauseId::PamCard && self.lacks_top_card(topic),
            _ => false,
        }
    }

    /// Returns whether a clause is about what a flush brings and the edition has none.
    fn lacks_flush_needed_by(&self, topic: ClauseId) -> bool {
        use ClauseId::{
            FlushClaim, FlushOwe, FlushPat, FlushPoints, FlushTake, FlushTie, FlushWhat, FlushWild,
        };
        [
            FlushClaim,
            FlushOwe,
            FlushPat,
            FlushPoints,
            FlushTake,
            FlushTie,
            FlushWild,
        ]
        .contains(&topic)
            && self
                .any_clause(FlushWhat)
                .is_none_or(|clause| clause.value().is_absent())
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
            && self
                .any_clause(PamCard)
                .is_none_or(|clause| clause.value().is_absent())
    }
}

impl ClauseLookup for Ruleset {
    fn any_clause(&self, topic: ClauseId) -> Option<&dyn AnyClause> {
        match self {
            Ruleset::Tricks(rules) => rules.any_clause(topic),
            Ruleset::Mus(rules) => rules.any_clause(topic),
        }
    }
}

/// A part of a ruleset: what every edition has, or the rules of one game.
pub(super) trait CommonOrGameRules: Sized {
    /// Returns the part of a ruleset; none if that is of another game.
    fn of(rules: &Ruleset) -> Option<&Self>;
    /// Returns the part of a ruleset, to be changed; none if that is of another game.
    fn of_mut(rules: &mut Ruleset) -> Option<&mut Self>;
}

impl CommonOrGameRules for CommonRules {
    fn of(rules: &Ruleset) -> Option<&CommonRules> {
        Some(rules)
    }

    fn of_mut(rules: &mut Ruleset) -> Option<&mut CommonRules> {
        Some(rules)
    }
}

impl CommonOrGameRules for TrickRules {
    fn of(rules: &Ruleset) -> Option<&TrickRules> {
        rules.tricks()
    }

    fn of_mut(rules: &mut Ruleset) -> Option<&mut TrickRules> {
        match rules {
            Ruleset::Tricks(rules) => Some(rules),
            Ruleset::Mus(_) => None,
        }
    }
}

impl CommonOrGameRules for MusRules {
    fn of(rules: &Ruleset) -> Option<&MusRules> {
        rules.mus()
    }

    fn of_mut(rules: &mut Ruleset) -> Option<&mut MusRules> {
        match rules {
            Ruleset::Tricks(_) => None,
            Ruleset::Mus(rules) => Some(rules),
        }
    }
}

impl Ruleset {
    /// Returns the rules if a game with tricks is played.
    pub fn tricks(&self) -> Option<&TrickRules> {
        match self {
            Ruleset::Tricks(rules) => Some(rules),
            Ruleset::Mus(_) => None,
        }
    }

    /// Returns the rules if Mus is played.
    pub fn mus(&self) -> Option<&MusRules> {
        match self {
            Ruleset::Tricks(_) => None,
            Ruleset::Mus(rules) => Some(rules),
        }
    }

    /// Returns the family of games that the edition belongs to.
    pub fn family(&self) -> EngineKind {
        match self {
            Ruleset::Tricks(_) => EngineKind::Tricks,
            Ruleset::Mus(_) => EngineKind::Mus,
        }
    }

    /// Returns a clause whose value can be of any type, to be changed; none if the game has no such clause.
    pub(crate) fn any_clause_mut(&mut self, topic: ClauseId) -> Option<&mut dyn AnyClause> {
        match self {
            Ruleset::Tricks(rules) => rules.any_clause_mut(topic),
            Ruleset::Mus(rules) => rules.any_clause_mut(topic),
        }
    }

    /// Takes a clause from other rules of the same game.
    pub(super) fn copy_clause(&mut self, topic: ClauseId, other: &Ruleset) {
        match (self, other) {
            (Ruleset::Tricks(rules), Ruleset::Tricks(other)) => rules.copy_clause(topic, other),
            (Ruleset::Mus(rules), Ruleset::Mus(other)) => rules.copy_clause(topic, other),
            _ => {}
        }
    }

    /// Returns all clauses of the edition, in the order of [`ClauseId::ALL`].
    pub fn clauses(&self) -> Vec<EditionClauseInWords> {
        ClauseId::ALL
            .iter()
            .filter(|topic| self.has_clause_on(**topic))
            .filter_map(|topic| self.clause(*topic))
            .collect()
    }

    /// Returns a clause of the edition with its value in words; none if the game has no such clause. Ranks and points are those of
    /// the largest pack.
    pub fn clause(&self, topic: ClauseId) -> Option<EditionClauseInWords> {
        let found = self.any_clause(topic)?;
        let Clause {
            text,
            source,
            readings,
            practice,
            quotation,
            ..
        } = found.without_value();
        let key = self.describe_value_alone(topic, found);
        let value = self
            .describe_right_or_duty(topic)
            .unwrap_or_else(|| key.clone());
        let presence = self.presence(topic, found);
        let is_custom = value == UnenforcedCustom.describe();
        Some(EditionClauseInWords {
            topic,
            title: self.title(topic),
            text,
            value,
            key,
            presence,
            unseen: why_no_hand_must_show(topic, presence, is_custom),
            source,
            readings,
            practice,
            quotation,
        })
    }

    /// Returns the value of a clause in words; none if the game has no such clause.
    pub fn describe_value(&self, topic: ClauseId) -> Option<String> {
        Some(self.describe_clause_value(topic, self.any_clause(topic)?))
    }

    fn describe_clause_value(&self, topic: ClauseId, clause: &dyn AnyClause) -> String {
        self.describe_right_or_duty(topic)
            .unwrap_or_else(|| self.describe_value_alone(topic, clause))
    }

    /// Returns the value of a clause in words that do not depend on other clauses, except on the pack and the direction of play.
    #[inline(never)]
    fn describe_value_alone(&self, topic: ClauseId, clause: &dyn AnyClause) -> String {
        let pack = self.pack.value.pack(self.players.value.to);
        match (self, topic) {
            (_, ClauseId::Rank) => return self.rank.value.describe_for_pack(pack),
            (Ruleset::Mus(rules), ClauseId::Value) => return rules.describe_card_points(pack),
            (Ruleset::Tricks(rules), ClauseId::FlushPoints) => {
                return rules.flush_points.value.describe_for_pack(pack);
            }
            // The keys of kept figures have these words.
            (Ruleset::Tricks(rules), ClauseId::DeclFold)
                if rules.forced.value == MustPlayConditions::SIMPLE_POOL =>
            {
                return "open to every player when a debt lies in the pool".into();
            }
            _ => {}
        }
        let words = clause.value().describe();
        if self.direction.value == Direction::Left {
            words.replace("'s right", "'s left")
        } else {
            words
        }
    }

    /// Returns whether the edition has the thing that a clause is about, and else where it is to be had.
    pub fn presence_of(&self, topic: ClauseId) -> ClausePresence {
        match self.any_clause(topic) {
            Some(clause) => self.presence(topic, clause),
            None => ClausePresence::Lacking,
        }
    }

    fn presence(&self, topic: ClauseId, any_clause: &dyn AnyClause) -> ClausePresence {
        let clause = any_clause.without_value();
        if clause.text.is_empty() {
            return ClausePresence::Lacking;
        }
        if self.lacks_top_card(topic) {
            return match self.first_open_option(self.questions_with_answers(ClauseId::PamCard)) {
                Some(option) => ClausePresence::OtherGame(option),
                None => ClausePresence::Lacking,
            };
        }
        if self.lacks_flush_needed_by(topic) {
            return ClausePresence::Lacking;
        }
        if !any_clause.value().is_absent() {
            return if clause.source == ClauseSource::Silent && clause.readings.is_empty() {
                ClausePresence::Untold
            } else {
                ClausePresence::Present
            };
        }
        if let Some(option) = self.first_open_option(clause.readings) {
            return ClausePresence::Agreed(option);
        }
        // The source says that the game has no such thing, or tells the game without it.
        let is_told = match clause.source {
            ClauseSource::Says { .. } => true,
            ClauseSource::Same { theirs, .. } => {
                !theirs.has(Mark::Silent) && !theirs.has(Mark::Ours)
            }
            _ => clause.source.is_stated_absence(),
        };
        if is_told || clause.source.is_stated_absence() {
            ClausePresence::Lacking
        } else {
            ClausePresence::Untold
        }
    }

    /// Returns the first option that these readings name and that leaves players a choice.
    fn first_open_option(&self, readings: &[SourceReading]) -> Option<&'static str> {
        readings
            .iter()
            .filter_map(|reading| reading.option)
            .find(|name| {
                OptionDef::known_by_name(self, name).is_some_and(|option| option.is_open_in(self))
            })
    }

    /// Returns the rulesets that differ from this one by the value of one clause, for each value that its type allows.
    ///
    /// ```
    /// use mouche::rules::ClauseId;
    ///
    /// // A hand shows a clause if it ends otherwise under a mutant of the clause.
    /// let mut mutants = mouche::editions::ALL[0].mutants();
    /// let stake = mutants.find(|mutant| mutant.topic == ClauseId::Stake).expect("a mutant");
    /// assert_eq!(stake.value(), "10 chips from the dealer only");
    /// ```
    pub fn mutants(&self) -> impl Iterator<Item = RulesetMutant> {
        ClauseId::ALL
            .iter()
            .flat_map(|topic| self.mutants_of(*topic))
    }

    /// Returns the mutants of one clause.
    pub fn mutants_of(&self, topic: ClauseId) -> impl Iterator<Item = RulesetMutant> {
        (0..)
            .take_while(move |_| self.is_applicable(topic))
            .map_while(move |nth| self.mutant(topic, nth))
    }

    /// Returns the ruleset in which a clause has its alternative value number `nth`, if there is one.
    fn mutant(&self, topic: ClauseId, nth: usize) -> Option<RulesetMutant> {
        let mut rules = *self;
        let is_replaced = rules
            .any_clause_mut(topic)?
            .replace_value_by_alternative(nth);
        is_replaced.then_some(RulesetMutant { topic, rules })
    }

    /// Returns whether another edition decides a clause in the same way. A value that is only cut to a smaller pack is the
    /// same; rights to declare differ if other clauses limit them differently.
    pub fn decides_as(&self, other: &Ruleset, topic: ClauseId) -> bool {
        // The engine for pages has no words for rights. It compares what most limits folding.
        if topic == ClauseId::DeclFold && !self.has_same_value(other, ClauseId::Forced) {
            return false;
        }
        self.describe_right_or_duty(topic) == other.describe_right_or_duty(topic)
            && self.has_same_value(other, topic)
    }

    /// Returns whether another ruleset has the same value of a clause, or neither has the clause.
    pub(super) fn has_same_value(&self, other: &Ruleset, topic: ClauseId) -> bool {
        match (self.any_clause(topic), other.any_clause(topic)) {
            (Some(own), Some(theirs)) => own.has_same_value(theirs),
            (None, None) => true,
            _ => false,
        }
    }
}

impl CommonRules {
    /// Returns the title of a clause, with the edition's name for the top card.
    pub fn title(&self, topic: ClauseId) -> String {
        self.insert_top_card_name(topic.title())
    }

    /// Replaces "The Pamphile" in a heading by the edition's name for the top card.
    pub fn insert_top_card_name(&self, heading: &str) -> String {
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
    pub fn full_clause_id(&self, topic: ClauseId) -> String {
        format!("{}/{topic}", self.id)
    }
}

impl TrickRules {
    /// Returns whether the turn-up is a card of the stock, and not one of the dealer's hand.
    pub fn turns_up_stock_card(&self) -> bool {
        self.turn_card.value == TurnCard::TopOfStock
    }
}

impl MusRules {
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
fn why_no_hand_must_show(
    topic: ClauseId,
    presence: ClausePresence,
    is_custom: bool,
) -> Option<&'static str> {
    if let Some(unused) = topic.unused_part()
        && unused.keys.is_empty()
    {
        return Some(unused.why);
    }
    // The engine refuses a second declaration, so hands can show it.
    if topic == ClauseId::DeclFinal && presence == ClausePresence::Present {
        return None;
    }
    if is_custom {
        return Some("it is kept at the table, where the engine does not look");
    }
    match presence {
        ClausePresence::Present => None,
        ClausePresence::Untold => Some("its source does not cover this"),
        ClausePresence::Agreed(_) => Some("this edition has it only if the players agree on it"),
        ClausePresence::OtherGame(_) => Some("this edition has it only in its author's other game"),
        ClausePresence::Lacking => Some("this edition has no such thing"),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules_ruleset.rs"]
mod tests;
