//! The words of a line: those of the grammar, in one table for names, messages and suggestions.

use super::file_vocabulary::odd_name_reason;
use super::{FileVocabulary, Token, to_nfc};
use crate::cards::CardLanguage::{self, English, French};
use crate::cards::{CardError, InsertionSort, read_card, read_suit};
use crate::editions;
use crate::rules::{ClauseId, LanguageWords, MoveOccasion, Spellings, Verb};
use std::sync::LazyLock;

/// A place where a keyword may stand: first in a line of a deal or a script, or in an entry of a payout; behind a name, `tries to`,
/// `may` or `legal:` in a script; behind a name in a payout; behind `task`, or `claims the`; or inside a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordPlace {
    /// First in a line of a deal.
    Deal,
    /// First in a line of a script.
    Script,
    /// First in an entry of a payout.
    Payout,
    /// Behind the name of a player, in a script.
    Move,
    /// Behind `tries to`.
    Try,
    /// Behind `may`.
    Choice,
    /// Behind the name of a player, in a payout.
    Payment,
    /// Behind the word of a task.
    Task,
    /// In the place of the word for a flush.
    Flush,
    /// Inside a statement.
    Inside,
}

macro_rules! keywords {
    ($($places:expr => $($name:ident $spelling:literal),+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $($(#[doc = concat!("`", $spelling, "`")] $name,)+)*
            /// A verb as it is told: `folds`. Of verbs with the same word the first.
            Does(Verb),
            /// A verb as it is tried or expected: `fold`.
            Bare(Verb),
            /// An edition's word for its flush: `mouche`.
            Flush(&'static str),
        }

        /// The keywords that are neither verbs nor words of an edition.
        const GRAMMAR: &[Keyword] = &[$($(Keyword::$name,)+)*];

        impl Keyword {
            /// Returns its English spelling and its places; none of verbs and words of an edition.
            fn english_spelling_and_places(self) -> Option<(&'static str, &'static [KeywordPlace])> {
                use KeywordPlace::{Deal, Move, Inside, Payment, Payout, Script, Task};
                Some(match self {
                    $($(Keyword::$name => ($spelling, &$places),)+)*
                    _ => return None,
                })
            }
        }
    };
}

// A row: where they may stand, and the English words that may stand there. Those of other languages are in `cards/languages`.
keywords! {
    [Deal] => Dealer "dealer";
    [Deal, Inside] => Turn "turn";
    [Deal] => Stock "stock";
    [Deal, Inside] => Fille "fille";
    [Deal] => PendingDebt "debt", Stake "stake", Misdeal "misdeal";
    [Deal, Inside] => Points "points";
    [Inside] => Point "point";
    [Deal, Payout] => Side "side";
    [Inside] => Pot "pot";
    [Deal, Script, Payout] => Score "score";
    [Deal, Payout] => Games "games";
    [Deal, Payment] => Lost "lost";
    [Inside] => Seen "seen", None "none", Loses "loses";
    [Script] => Stop "stop", All "all";
    [Move, Task] => May "may";
    [Move] => Tries "tries";
    [Payout, Inside] => Pool "pool";
    [Payout] => Next "next", Waiting "waiting";
    [Payment, Task] => Takes "takes", Owes "owes";
    [Payment] => Has "has";
    [Payment, Inside] => Pays "pays";
    [Inside] => For "for", To "to", Or "or", The "the",
        TurnUp "turn-up", Refused "refused", Legal "legal";
    [Deal, Inside] => Hand "hand";
    [Inside] => Out "out", Of "of", Cards "cards", Deal "deal";
    [Task] => Wins "wins", Plays "plays";
    [Inside] => Good "good", Rams "rams", Civility "civility", Blind "blind",
        With "with", Laying "laying";
}

/// All keywords; verbs stand in the place of `may`, in the order of play.
static ALL: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut verbs: Vec<Verb> = Vec::new();
    for verb in Verb::ALL.iter().copied() {
        // Of verbs with the same words the first.
        if Keyword::Does(verb).verbs().next() == Some(verb) {
            verbs.push(verb);
        }
    }
    verbs.insertion_sort_by_key(|verb| verb.kind());
    let (moves, faults) =
        verbs.split_at(verbs.partition_point(|verb| verb.kind() != MoveOccasion::Fault));
    let may = GRAMMAR.iter().position(|word| *word == Keyword::May);
    let (before, rest) = GRAMMAR.split_at(may.unwrap_or_default());
    let (expected, after) = rest.split_at(2);
    let mut keywords = before.to_vec();
    keywords.extend(moves.iter().copied().map(Keyword::Does));
    keywords.extend(expected);
    keywords.extend(faults.iter().copied().map(Keyword::Does));
    keywords.extend(moves.iter().copied().map(Keyword::Bare));
    keywords.extend(
        editions::built_in_flush_words()
            .iter()
            .copied()
            .map(Keyword::Flush),
    );
    keywords.extend(after);
    keywords
});

/// For each verb, those that have the same words.
static SAME_WORDS: LazyLock<Vec<Vec<Verb>>> = LazyLock::new(|| {
    let mut same = Vec::new();
    for verb in Verb::ALL {
        same.push(verbs_worded_like(*verb));
    }
    same
});

fn verbs_worded_like(verb: Verb) -> Vec<Verb> {
    if verb.words(English).is_none() {
        return Vec::new();
    }
    let mut verbs = Verb::ALL.to_vec();
    verbs.retain(|other| {
        CardLanguage::LANGUAGES
            .iter()
            .all(|letters| other.words(*letters) == verb.words(*letters))
    });
    verbs
}

/// For each language, its spellings of two words.
static PHRASES: LazyLock<[Vec<&str>; 4]> =
    LazyLock::new(|| CardLanguage::LANGUAGES.map(two_word_spellings));

fn two_word_spellings(letters: CardLanguage) -> Vec<&'static str> {
    if letters == English {
        return Vec::new();
    }
    let mut phrases: Vec<&str> = ALL
        .iter()
        .flat_map(|word| word.spellings_in(letters))
        .copied()
        .collect();
    phrases.retain(|spelling| spelling.split(' ').count() == 2);
    phrases
}

impl Keyword {
    /// Returns all keywords.
    pub fn all() -> &'static [Keyword] {
        &ALL
    }

    /// Returns its English spelling.
    pub fn spelling(self) -> &'static str {
        match self.english_spelling_and_places() {
            Some((spelling, _)) => spelling,
            None => self.spellings_in(English)[0],
        }
    }

    /// Returns how it may be written in a file of these letters, what messages call it first.
    pub fn spellings_in(self, letters: CardLanguage) -> &'static [&'static str] {
        let words = self.verbs().next().and_then(|verb| verb.words(letters));
        let spellings: Option<&'static Spellings> =
            match (self, self.english_spelling_and_places()) {
                (Keyword::Flush(word), _) => return spelling_in_every_language(word),
                (Keyword::Does(_), _) => words.map(|words| &words.does),
                (Keyword::Bare(_), _) => words.map(|words| &words.bare),
                (_, Some((word, _))) => LanguageWords::for_letters(letters)
                    .and_then(|language| language.words.get(word)),
                _ => None,
            };
        match spellings {
            Some(spellings) => spellings.0,
            None => &[],
        }
    }

    /// Returns the places where it may stand.
    pub fn places(self) -> &'static [KeywordPlace] {
        match self {
            Keyword::Flush(_) => &[KeywordPlace::Flush],
            Keyword::Does(_) => &[KeywordPlace::Move],
            Keyword::Bare(verb) if verb.kind() <= MoveOccasion::Right => {
                &[KeywordPlace::Try, KeywordPlace::Choice]
            }
            Keyword::Bare(_) => &[KeywordPlace::Try],
            _ => match self.english_spelling_and_places() {
                Some((_, places)) => places,
                None => &[],
            },
        }
    }

    /// Returns the verbs that it may begin; none if it is no verb.
    pub fn verbs(self) -> impl Iterator<Item = Verb> {
        let verbs = match self {
            Keyword::Does(verb) | Keyword::Bare(verb) => &*SAME_WORDS[verb as usize],
            _ => &[],
        };
        verbs.iter().copied()
    }

    /// Returns the word of this English spelling that stands inside a statement.
    pub fn from_english_inside_statement(word: &str) -> Keyword {
        for keyword in GRAMMAR.iter().copied() {
            if keyword.may_stand_at(KeywordPlace::Inside) && keyword.spelling() == word {
                return keyword;
            }
        }
        Keyword::The
    }

    /// Returns the keyword of this spelling: in its language or in English, and of two meanings the first of the table.
    pub fn from_word(word: &str, letters: CardLanguage) -> Option<Keyword> {
        if word.is_empty() {
            return None;
        }
        if let Some(keyword) = Keyword::from_english(word) {
            return Some(keyword);
        }
        if letters == English {
            return None;
        }
        let word = to_nfc(word);
        let mut keywords = ALL.iter().copied();
        keywords.find(|keyword| keyword.spellings_in(letters).contains(&word.as_ref()))
    }

    /// Returns the keyword of this English spelling.
    fn from_english(word: &str) -> Option<Keyword> {
        for verb in Verb::ALL.iter().copied() {
            let Some(words) = verb.words(English) else {
                continue;
            };
            if words.does.contains(word) {
                return Some(Keyword::Does(verb));
            }
            if verb.kind() != MoveOccasion::Fault && words.bare.contains(word) {
                return Some(Keyword::Bare(verb));
            }
        }
        for keyword in GRAMMAR.iter().copied() {
            if keyword.spelling() == word {
                return Some(keyword);
            }
        }
        editions::flush_word(word).map(|flush| Keyword::Flush(flush))
    }

    /// Returns the spelling of two words in a language, if these two are one.
    pub fn two_word_spelling(
        letters: CardLanguage,
        first: &str,
        second: &str,
    ) -> Option<&'static str> {
        PHRASES[letters.language_index()]
            .iter()
            .copied()
            .find(|phrase| phrase.split_once(' ') == Some((first, second)))
    }

    /// Returns whether a word is a spelling of it in a file of these letters.
    pub fn is_spelled(self, word: &str, letters: CardLanguage) -> bool {
        match self {
            Keyword::Flush(flush) => flush.eq_ignore_ascii_case(word),
            _ => {
                word == self.spelling()
                    || (letters != English
                        && self.spellings_in(letters).contains(&to_nfc(word).as_ref()))
            }
        }
    }

    /// Returns its spelling in a file of these letters.
    pub fn spelling_in(self, letters: CardLanguage) -> &'static str {
        match self.spellings_in(letters).first() {
            Some(first) if letters != English => first,
            _ => self.spelling(),
        }
    }

    /// Returns its word inside a statement: where it opens a line of a deal as well, the spelling of that comes first.
    pub fn spelling_inside_statement(self, letters: CardLanguage) -> &'static str {
        let has_two_meanings = matches!(self, Keyword::Turn | Keyword::Hand | Keyword::Lost);
        if has_two_meanings && let Some(last) = self.spellings_in(letters).last() {
            last
        } else {
            self.spelling_in(letters)
        }
    }

    /// Returns the keywords that may stand at a place, in the order of the table.
    pub fn all_at(place: KeywordPlace) -> impl Iterator<Item = Keyword> {
        ALL.iter()
            .copied()
            .filter(move |keyword| keyword.may_stand_at(place))
    }

    /// Returns whether it may stand at a place.
    pub fn may_stand_at(self, place: KeywordPlace) -> bool {
        self.places().contains(&place)
    }

    /// Returns whether it may stand at a place in a file of these editions: they speak of what it says.
    pub fn is_available_at(self, place: KeywordPlace, names: &FileVocabulary) -> bool {
        match (self, place) {
            (Keyword::Hand, KeywordPlace::Deal) => names.may_have_clause_about(ClauseId::Stake),
            (Keyword::Points | Keyword::Point, _) => names.may_have_clause_about(ClauseId::Score),
            (
                Keyword::Score | Keyword::Games | Keyword::Lost | Keyword::Seen | Keyword::None,
                _,
            ) => names.may_have_clause_about(ClauseId::PhaseOrder),
            (Keyword::Side | Keyword::Pot, _) => names.may_have_clause_about(ClauseId::PoolCap),
            (Keyword::Bare(Verb::Name), KeywordPlace::Choice) => {
                names.may_have_clause_about(ClauseId::PamCalls)
            }
            (Keyword::Does(_) | Keyword::Bare(_), _) => self
                .verbs()
                .any(|verb| names.may_have_clause_about(verb.topic())),
            (word, KeywordPlace::Inside) => word.is_available_inside_statement(names),
            _ => true,
        }
    }

    /// Returns whether a list of what may be written names it: faults, and moves that these editions do not have, are left out.
    pub fn is_listed_as_writable(self, vocabulary: &FileVocabulary) -> bool {
        match self {
            Keyword::Does(_) | Keyword::Bare(_) => self.verbs().any(|verb| {
                verb.kind() != MoveOccasion::Fault
                    && vocabulary.may_have_clause_in_force(verb.topic())
            }),
            _ => true,
        }
    }

    /// Returns whether these editions have a verb whose later words include this keyword. A
    /// keyword that belongs to no verb is always available.
    fn is_available_inside_statement(self, names: &FileVocabulary) -> bool {
        let mut is_in_no_verb = true;
        for verb in Verb::ALL {
            if has_word(verb.info().object, self.spelling())
                || has_word(verb.info().tail, self.spelling())
            {
                if names.may_have_clause_about(verb.topic()) {
                    return true;
                }
                is_in_no_verb = false;
            }
        }
        is_in_no_verb
    }

    /// Returns those of which an edition speaks.
    pub fn in_playable_editions() -> impl Iterator<Item = Keyword> {
        let names = FileVocabulary::without_players(editions::printed_editions().collect());
        let keywords = ALL.iter().copied();
        keywords.filter(move |word| word.is_available(&names))
    }

    /// Returns whether it may stand anywhere in a file of these editions.
    fn is_available(self, names: &FileVocabulary) -> bool {
        if let Keyword::Flush(flush) = self {
            return editions::printed_trick_editions().any(|edition| edition.terms.flush == flush);
        }
        self.places()
            .iter()
            .any(|place| self.is_available_at(*place, names))
    }
}

/// Returns the spelling of a word for the flush: it is the same in every language.
fn spelling_in_every_language(word: &str) -> &'static [&'static str] {
    match editions::flush_word(word) {
        Some(word) => std::slice::from_ref(word),
        None => &[],
    }
}

/// Returns whether a word stands among what follows a verb; brackets are around what may be left out.
fn has_word(phrase: &str, word: &str) -> bool {
    phrase.split([' ', '[', ']']).any(|other| other == word)
}

/// Returns the article before a noun in a file of these letters: `the`, `la` or `le`.
pub fn definite_article(letters: CardLanguage, noun: &str) -> &'static str {
    let article =
        LanguageWords::for_letters(letters).and_then(|language| language.unusual_article_of(noun));
    article.unwrap_or_else(|| Keyword::The.spelling_in(letters))
}

/// Returns whether a word stands before a verb that is tried, in a file of these letters: `to join`.
pub fn marks_infinitive(letters: CardLanguage) -> bool {
    LanguageWords::for_letters(letters).is_none_or(|language| language.marks_infinitive)
}

/// Returns `to` with the verb after it, in a file of these letters: `to join`, `de passer`, `d'entrer`, `mitgehen`.
pub fn with_infinitive_mark(letters: CardLanguage, verb: &str) -> String {
    let is_elided = letters == French && verb.starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'ê']);
    if is_elided {
        format!("d'{verb}")
    } else if marks_infinitive(letters) {
        format!("{} {verb}", Keyword::To.spelling_in(letters))
    } else {
        verb.to_owned()
    }
}

/// Returns the tokens of a line as the reader takes them. Two words that are one keyword (`s'y tient`, `geht mit`) become one
/// token; in French an elided word (`d'entrer`) becomes two. The apostrophe may be straight or curly.
pub fn regroup_keyword_tokens(tokens: Vec<Token>, letters: CardLanguage) -> Vec<Token> {
    if letters == English {
        return tokens;
    }
    let mut split = tokens;
    if letters == French {
        let mut elided = Vec::with_capacity(split.len());
        for token in split {
            push_splitting_elision(&mut elided, token);
        }
        split = elided;
    }
    split.dedup_by(|second, first| join_phrase(first, second, letters));
    split
}

/// Adds a token; `d'` before a verb that is tried is a token of its own.
fn push_splitting_elision<'a>(tokens: &mut Vec<Token<'a>>, token: Token<'a>) {
    let is_tried = tokens
        .last()
        .is_some_and(|last| Keyword::Tries.is_spelled(last.text, French));
    let verb = token
        .text
        .strip_prefix("d'")
        .or(token.text.strip_prefix("d\u{2019}"))
        .unwrap_or_default();
    if !is_tried || verb.is_empty() {
        tokens.push(token);
        return;
    }
    let middle = token.span.end - verb.len();
    tokens.push(Token {
        text: "d'",
        span: token.span.start..middle,
        ..token.clone()
    });
    tokens.push(Token {
        text: verb,
        span: middle..token.span.end,
        ..token
    });
}

/// Makes two tokens one, if they are one keyword; whether they are.
fn join_phrase(first: &mut Token, second: &Token, letters: CardLanguage) -> bool {
    let word = first.text.replace('\u{2019}', "'");
    match Keyword::two_word_spelling(letters, &word, second.text) {
        Some(phrase) => {
            first.text = phrase;
            first.span.end = second.span.end;
            true
        }
        None => false,
    }
}

/// Returns why a player cannot have a name: it is odd, or means something else.
pub fn forbidden_name_reason(name: &str, letters: CardLanguage) -> Option<String> {
    if name.trim().is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(why) = odd_name_reason(name) {
        return Some(why);
    }
    let why = if Keyword::from_word(name, letters).is_some() {
        "it is a keyword of scenarios"
    } else if read_suit(name).is_some() {
        "it is a suit"
    } else if read_card(name, letters) != Err(CardError::NotACard) {
        "it is a card"
    } else {
        return None;
    };
    Some(why.to_owned())
}
