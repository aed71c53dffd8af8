//! The words of a line: those of the grammar, in one table for names, messages and suggestions; and the players' names.

use super::{At, Diagnostic, Header, House, Span, say};
use super::{Kind, Token, composed, is_hidden, is_mark, plain_letters, quoted, visible};
use crate::cards::Letters::{self, English, French};
use crate::cards::{CardError, InsertionSort, Seat, read_card, read_suit};
use crate::editions;
use crate::rules::{ClauseId, GameFamily, MoveKind, Ruleset, Verb};
use std::sync::LazyLock;

/// Where a keyword may stand: first in a line of a deal or a script, or in an entry of a payout; behind a name, `tries to`,
/// `may` or `legal:` in a script; behind a name in a payout; behind `task`, or `claims the`; or inside a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Deal,
    Script,
    Payout,
    Deed,
    Try,
    Choice,
    Payment,
    Task,
    Flush,
    Inside,
}

macro_rules! keywords {
    ($($places:expr => $($name:ident $spelling:literal [$($french:literal)+]),+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $($(#[doc = concat!("`", $spelling, "`")] $name,)+)*
            /// A verb as it is told: `folds`. Of verbs with the same word the first.
            Does(Verb),
            /// A verb as it is tried or expected: `fold`.
            Bare(Verb),
            /// What an edition calls its flush: `mouche`.
            Flush(&'static str),
        }

        /// Those that are neither verbs nor words of an edition.
        const GRAMMAR: &[Keyword] = &[$($(Keyword::$name,)+)*];

        impl Keyword {
            /// Its spelling, how it may be written in a French file, and its places; none of verbs and words of an edition.
            fn row(self) -> Option<(&'static str, &'static [&'static str], &'static [Place])> {
                use Place::{Deal, Deed, Inside, Payment, Payout, Script, Task};
                Some(match self {
                    $($(Keyword::$name => ($spelling, &[$($french),+], &$places),)+)*
                    _ => return None,
                })
            }
        }
    };
}

// A row: where they may stand, and the words that may stand there, each with its French.
keywords! {
    [Deal] => Dealer "dealer" ["donneur"];
    [Deal, Inside] => Turn "turn" ["retourne" "tour"];
    [Deal] => Stock "stock" ["talon"];
    [Deal, Inside] => Fille "fille" ["fille"];
    [Deal] => PendingDebt "debt" ["dette"], Stake "stake" ["enjeu"], Misdeal "misdeal" ["maldonne"];
    [Deal, Inside] => Points "points" ["points"];
    [Inside] => Point "point" ["point"];
    [Deal, Payout] => Side "side" ["second"];
    [Inside] => Pot "pot" ["pot"];
    [Deal, Script, Payout] => Score "score" ["score"];
    [Deal, Payout] => Games "games" ["manches"];
    [Deal, Payment] => Lost "lost" ["perdues" "a perdu"];
    [Inside] => Seen "seen" ["vu"], None "none" ["personne"], Loses "loses" ["perd"];
    [Script] => Stop "stop" ["arrêt"];
    [Deed, Task] => May "may" ["peut"];
    [Deed] => Tries "tries" ["tente"];
    [Payout, Inside] => Pool "pool" ["poule"];
    [Payout] => Next "next" ["prochaine"], Waiting "waiting" ["attend"];
    [Payment, Task] => Takes "takes" ["prend"], Owes "owes" ["doit"];
    [Payment] => Has "has" ["a"];
    [Payment, Inside] => Pays "pays" ["paie" "paye"];
    [Inside] => For "for" ["contre" "pour"], To "to" ["de" "à" "d'"], Or "or" ["ou"], The "the" ["la" "le" "son"],
        TurnUp "turn-up" ["retourne"], Refused "refused" ["refusé"], Legal "legal" ["permis"];
    [Deal, Inside] => Hand "hand" ["main" "jeu"];
    [Inside] => Out "out" ["hors"], Of "of" ["de"], Cards "cards" ["cartes"], Deal "deal" ["donne"];
    [Task] => Wins "wins" ["gagne"], Plays "plays" ["joue"];
    [Inside] => Good "good" ["bon"], Rams "rams" ["rams"], Civility "civility" ["grâce"], Blind "blind" ["aveugle"],
        With "with" ["avec"], Laying "laying" ["laissant"];
}

/// All of them: verbs where `may` stands, by when they are made.
static ALL: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut verbs: Vec<Verb> = Vec::new();
    for verb in Verb::ALL.iter().copied() {
        // Of verbs with the same words the first.
        if Keyword::Does(verb).verbs().next() == Some(verb) {
            verbs.push(verb);
        }
    }
    verbs.insertion_sort_by_key(|verb| verb.sort());
    let (moves, faults) =
        verbs.split_at(verbs.partition_point(|verb| verb.sort() != MoveKind::Fault));
    let may = GRAMMAR.iter().position(|word| *word == Keyword::May);
    let (before, rest) = GRAMMAR.split_at(may.unwrap_or_default());
    let (expected, after) = rest.split_at(2);
    let mut keywords = before.to_vec();
    keywords.extend(moves.iter().copied().map(Keyword::Does));
    keywords.extend(expected);
    keywords.extend(faults.iter().copied().map(Keyword::Does));
    keywords.extend(moves.iter().copied().map(Keyword::Bare));
    keywords.extend(editions::flush_words().iter().copied().map(Keyword::Flush));
    keywords.extend(after);
    keywords
});

/// For each verb, those that have the same words.
static SAME_WORDS: LazyLock<Vec<Vec<Verb>>> = LazyLock::new(|| {
    let mut same = Vec::new();
    for verb in Verb::ALL {
        same.push(verbs_with_words_of(*verb));
    }
    same
});

fn verbs_with_words_of(verb: Verb) -> Vec<Verb> {
    let Some(words) = verb.words(English) else {
        return Vec::new();
    };
    let mut verbs = Verb::ALL.to_vec();
    verbs.retain(|other| other.words(English) == Some(words));
    verbs
}

/// The French spellings of two words.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut phrases: Vec<&str> = ALL.iter().flat_map(|word| word.french()).copied().collect();
    phrases.retain(|spelling| spelling.contains(' '));
    phrases
});

impl Keyword {
    pub fn all() -> &'static [Keyword] {
        &ALL
    }

    pub fn spelling(self) -> &'static str {
        match self.row() {
            Some((spelling, ..)) => spelling,
            None => self.forms(English)[0],
        }
    }

    /// How it may be written in a French file, what messages call it first.
    pub fn french(self) -> &'static [&'static str] {
        match self.row() {
            Some((_, french, _)) => french,
            None => self.forms(French),
        }
    }

    pub fn places(self) -> &'static [Place] {
        match self {
            Keyword::Flush(_) => &[Place::Flush],
            Keyword::Does(_) => &[Place::Deed],
            Keyword::Bare(verb) if verb.sort() <= MoveKind::Right => &[Place::Try, Place::Choice],
            Keyword::Bare(_) => &[Place::Try],
            _ => match self.row() {
                Some((.., places)) => places,
                None => &[],
            },
        }
    }

    /// Returns the spelling of a verb or of a flush.
    fn forms(self, letters: Letters) -> &'static [&'static str] {
        let words = self.verbs().next().and_then(|verb| verb.words(letters));
        let word: Option<&'static &'static str> = match self {
            Keyword::Flush(word) => editions::flush_words().iter().find(|flush| **flush == word),
            Keyword::Does(_) => words.map(|words| &words.does),
            Keyword::Bare(_) => words.map(|words| &words.bare),
            _ => None,
        };
        match word {
            Some(word) => std::slice::from_ref(word),
            None => &[],
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
    pub fn inside(word: &str) -> Keyword {
        for keyword in GRAMMAR.iter().copied() {
            if keyword.is_at(Place::Inside) && keyword.spelling() == word {
                return keyword;
            }
        }
        Keyword::The
    }

    /// Returns the keyword of this spelling: in a French file of either language, and of two meanings the first of the table.
    pub fn of(word: &str, letters: Letters) -> Option<Keyword> {
        if word.is_empty() {
            return None;
        }
        if let Some(keyword) = Keyword::english(word) {
            return Some(keyword);
        }
        if letters != French {
            return None;
        }
        let french = composed(word);
        let mut keywords = ALL.iter().copied();
        keywords.find(|keyword| keyword.french().contains(&french.as_ref()))
    }

    /// Returns the keyword of this English spelling.
    fn english(word: &str) -> Option<Keyword> {
        for verb in Verb::ALL.iter().copied() {
            let Some(words) = verb.words(English) else {
                continue;
            };
            if words.does == word {
                return Some(Keyword::Does(verb));
            }
            if verb.sort() != MoveKind::Fault && words.bare == word {
                return Some(Keyword::Bare(verb));
            }
        }
        for keyword in GRAMMAR.iter().copied() {
            if keyword.spelling() == word {
                return Some(keyword);
            }
        }
        let flush = editions::flush_words()
            .iter()
            .find(|flush| flush.eq_ignore_ascii_case(word))?;
        Some(Keyword::Flush(flush))
    }

    /// Returns the French spelling of two words, if these two are one.
    pub fn phrase(first: &str, second: &str) -> Option<&'static str> {
        PHRASES
            .iter()
            .copied()
            .find(|phrase| phrase.split_once(' ') == Some((first, second)))
    }

    pub fn is(self, word: &str, letters: Letters) -> bool {
        match self {
            Keyword::Flush(flush) => flush.eq_ignore_ascii_case(word),
            _ => {
                word == self.spelling()
                    || (letters == French && self.french().contains(&composed(word).as_ref()))
            }
        }
    }

    pub fn word(self, letters: Letters) -> &'static str {
        if letters == French
            && let Some(french) = self.french().first()
        {
            french
        } else {
            self.spelling()
        }
    }

    /// Returns its word inside a statement: where it opens a line of a deal as well, the French of that comes first.
    pub fn word_inside(self, letters: Letters) -> &'static str {
        if letters == French
            && self.is_at(Place::Deal)
            && let Some(french) = self.french().last()
        {
            french
        } else {
            self.word(letters)
        }
    }

    /// Those that may stand at a place, in the order of the table.
    pub fn at(place: Place) -> impl Iterator<Item = Keyword> {
        ALL.iter()
            .copied()
            .filter(move |keyword| keyword.is_at(place))
    }

    pub fn is_at(self, place: Place) -> bool {
        self.places().contains(&place)
    }

    /// Whether it may stand at a place in a file of these editions: they speak of what it says.
    pub fn is_told(self, place: Place, names: &Names) -> bool {
        match (self, place) {
            (Keyword::Hand, Place::Deal) => names.tell(ClauseId::Stake),
            (Keyword::Points | Keyword::Point, _) => names.tell(ClauseId::Score),
            (
                Keyword::Score | Keyword::Games | Keyword::Lost | Keyword::Seen | Keyword::None,
                _,
            ) => names.tell(ClauseId::PhaseOrder),
            (Keyword::Side | Keyword::Pot, _) => names.tell(ClauseId::PoolCap),
            (Keyword::Bare(Verb::Name), Place::Choice) => names.tell(ClauseId::PamCalls),
            (Keyword::Does(_) | Keyword::Bare(_), _) => {
                self.verbs().any(|verb| names.tell(verb.topic()))
            }
            (word, Place::Inside) => word.is_told_inside(names),
            _ => true,
        }
    }

    /// Whether a verb that has it inside is told by these editions, or no verb has it.
    fn is_told_inside(self, names: &Names) -> bool {
        let mut is_in_no_verb = true;
        for verb in Verb::ALL {
            if has_word(verb.row().object, self.spelling())
                || has_word(verb.row().tail, self.spelling())
            {
                if names.tell(verb.topic()) {
                    return true;
                }
                is_in_no_verb = false;
            }
        }
        is_in_no_verb
    }

    /// Returns those of which an edition speaks.
    pub fn told() -> impl Iterator<Item = Keyword> {
        let names = Names::of_nobody(editions::playable_editions().collect());
        let keywords = ALL.iter().copied();
        keywords.filter(move |word| word.is_told_anywhere(&names))
    }

    /// Whether it may stand anywhere in a file of these editions.
    fn is_told_anywhere(self, names: &Names) -> bool {
        if let Keyword::Flush(flush) = self {
            return editions::ALL
                .iter()
                .any(|edition| edition.terms.flush == flush);
        }
        self.places()
            .iter()
            .any(|place| self.is_told(*place, names))
    }
}

/// Whether a word stands among what follows a verb; brackets are around what may be left out.
fn has_word(following: &str, word: &str) -> bool {
    following.split([' ', '[', ']']).any(|other| other == word)
}

/// French nouns of the grammar that have the article `le`; others have `la`.
const MASCULINE: [&str; 4] = ["jeu", "lenturlu", "lanturlu", "flush"];

/// Returns the article before a noun in a file of these letters: `the`, `la` or `le`.
pub fn article(letters: Letters, noun: &str) -> &'static str {
    if letters == French && MASCULINE.contains(&noun) {
        "le"
    } else {
        Keyword::The.word(letters)
    }
}

/// Returns `to` with the verb after it, in a file of these letters: `to join`, `de passer`, `d'entrer`.
pub fn with_to(letters: Letters, verb: &str) -> String {
    let is_elided = letters == French && verb.starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'ê']);
    if is_elided {
        format!("d'{verb}")
    } else {
        format!("{} {verb}", Keyword::To.word(letters))
    }
}

/// Returns the tokens of a French line as the reader takes them: two words that are one keyword as one token, `s'y tient`, and
/// `d'entrer` after `tente` as two, `d'` and `entrer`. The apostrophe may be straight or bent.
pub fn french_tokens(tokens: Vec<Token>) -> Vec<Token> {
    let mut split = Vec::with_capacity(tokens.len());
    for token in tokens {
        push_with_elision(&mut split, token);
    }
    split.dedup_by(|second, first| join_phrase(first, second));
    split
}

/// Adds a token; `d'` before a verb that is tried is a token of its own.
fn push_with_elision<'a>(tokens: &mut Vec<Token<'a>>, token: Token<'a>) {
    let is_tried = tokens
        .last()
        .is_some_and(|last| Keyword::Tries.is(last.text, French));
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
fn join_phrase(first: &mut Token, second: &Token) -> bool {
    match Keyword::phrase(&first.text.replace('\u{2019}', "'"), second.text) {
        Some(phrase) => {
            first.text = phrase;
            first.span.end = second.span.end;
            true
        }
        None => false,
    }
}

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 40;

/// The names of a file, in playing order; and the editions and the letters that it is read by, whose words it may have.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub letters: Letters,
    names: Vec<String>,
    editions: Vec<&'static Ruleset>,
    pub machine: GameFamily,
    pub house: House,
}

impl Names {
    pub fn new(players: &[At<String>]) -> Names {
        Names {
            names: players.iter().map(|player| player.value.clone()).collect(),
            ..Names::default()
        }
    }

    /// The names that a header gives, with its letters and the editions that it names.
    pub fn of(header: &Header) -> Names {
        let mut editions = Vec::new();
        for edition in &header.editions {
            editions.extend(header.house.edition(&edition.value));
        }
        Names {
            editions,
            machine: header.machine,
            letters: header.letters,
            house: header.house,
            ..Names::new(&header.players)
        }
    }

    pub fn of_nobody(editions: Vec<&'static Ruleset>) -> Names {
        Names {
            editions,
            ..Names::default()
        }
    }

    pub fn is_mus(&self) -> bool {
        self.machine == GameFamily::Mus
    }

    /// Whether an edition of the file speaks of something. Where none is known, any may be meant.
    pub fn tell(&self, topic: ClauseId) -> bool {
        self.editions.is_empty()
            || self
                .editions
                .iter()
                .any(|edition| edition.has_clause_on(topic))
    }

    /// Returns the longest name that begins these tokens, and how many of them it takes.
    pub fn at(&self, tokens: &[Token]) -> Option<(Seat, usize)> {
        let first = tokens.first()?;
        if first.kind != Kind::Word {
            return None;
        }
        let first = composed(first.text);
        let mut longest: Option<(Seat, usize)> = None;
        for (seat, name) in self.names.iter().enumerate() {
            if !name.starts_with(&*first) {
                continue;
            }
            if let Some(words) = name_length(name, tokens)
                && longest.is_none_or(|(_, length)| words > length)
            {
                longest = Some((Seat(seat as u8), words));
            }
        }
        longest
    }

    /// Returns the names that a word may be a slip of: the nearest, and all that are as near. Those that differ in case or accents
    /// alone are nearest; others differ by two letters at most, short names by one.
    pub fn near(&self, word: &str) -> Vec<String> {
        let plain = plain_letters(word);
        if plain.is_empty() || plain.len() > 2 * LONGEST_NAME {
            return Vec::new();
        }
        let mut near: Vec<(usize, &String)> = Vec::new();
        for name in &self.names {
            let plain_name = plain_letters(name);
            let shorter = plain.chars().count().min(plain_name.chars().count());
            let allowed = if shorter < 5 { 1 } else { 2.max(shorter / 3) };
            let distance = strsim::damerau_levenshtein(&plain, &plain_name);
            if distance <= allowed && distance < shorter {
                near.push((distance, name));
            }
        }
        near.insertion_sort_by_key(|(distance, _)| *distance);
        let least = near.first().map(|(distance, _)| *distance);
        near.into_iter()
            .filter(|(distance, _)| Some(*distance) == least)
            .map(|(_, name)| name.clone())
            .collect()
    }

    /// A name that is none of these. `fix` is how one of them is written in its place.
    pub fn unknown(&self, name: &str, span: Span, fix: impl Fn(&str) -> String) -> Diagnostic {
        let wrong = say!("unknown-name", &span, written = quoted(name));
        let near = self.near(name);
        if near.is_empty() {
            return wrong.help(format!("the players are {}", self.names.join(", ")));
        }
        wrong.meant_among(&near, fix)
    }
}

/// Returns how many tokens a name takes, if these tokens begin with it.
fn name_length(name: &str, tokens: &[Token]) -> Option<usize> {
    let mut length = 0;
    for word in name.split_whitespace() {
        let token = tokens.get(length)?;
        if token.kind != Kind::Word || composed(token.text) != word {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// Returns why a player cannot have a name: it is odd, or means something else.
pub fn why_no_name(name: &str, letters: Letters) -> Option<String> {
    if let Some(why) = odd(name) {
        return Some(why);
    }
    let why = if Keyword::of(name, letters).is_some() {
        "it is a word of the grammar"
    } else if read_suit(name).is_some() {
        "it is a suit"
    } else if read_card(name, letters) != Err(CardError::NotACard) {
        "it is a card"
    } else {
        return None;
    };
    Some(why.to_owned())
}

/// Returns what is odd about how the name of a player or of a table is written.
pub fn odd(name: &str) -> Option<String> {
    if let Some(strange) = name.chars().find(|c| !fits_name(*c)) {
        let shown = visible(&strange.to_string());
        return Some(if strange == '\u{2019}' {
            "it has `’`: write `'`".to_owned()
        } else if is_hidden(strange) {
            format!("it has {shown}")
        } else {
            format!("it has `{shown}`")
        });
    }
    if !name.starts_with(char::is_alphabetic) {
        return Some("it does not begin with a letter".to_owned());
    }
    if name.ends_with(' ') || name.contains("  ") {
        return Some("it has a space too many".to_owned());
    }
    let characters = name.chars().count();
    if characters > LONGEST_NAME {
        return Some(format!(
            "it has {characters} characters, and at most {LONGEST_NAME} are allowed"
        ));
    }
    None
}

fn fits_name(c: char) -> bool {
    (c.is_alphanumeric() || is_mark(c) || matches!(c, ' ' | '\'' | '.' | '-')) && !is_hidden(c)
}
