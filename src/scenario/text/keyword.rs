//! The words of a line: those of the grammar, in one table for names, messages and suggestions; and the players' names.

use super::{At, Diagnostic, Header, House, Span, say};
use super::{Kind, Token, composed, is_hidden, is_mark, plain_letters, quoted, visible};
use crate::cards::Letters::{self, English, French};
use crate::cards::{CardError, InOrder, Seat, read_card, read_suit};
use crate::editions;
use crate::rules::{Machine, Ruleset, Sort, Topic, Verb, Words};
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
    [Deal] => Debt "debt" ["dette"], Stake "stake" ["enjeu"], Misdeal "misdeal" ["maldonne"];
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
    // Of verbs with the same words the first.
    let leads = |verb: &Verb| Keyword::Does(*verb).verbs().next() == Some(*verb);
    let mut verbs: Vec<Verb> = Verb::ALL.iter().copied().filter(leads).collect();
    verbs.in_order_of(|verb| verb.sort());
    let (moves, faults) = verbs.split_at(verbs.partition_point(|verb| verb.sort() != Sort::Fault));
    let all = |verbs: &[Verb], form: fn(Verb) -> Keyword| {
        verbs.iter().map(|verb| form(*verb)).collect::<Vec<_>>()
    };
    let flushes: Vec<Keyword> = editions::flushes()
        .iter()
        .map(|word| Keyword::Flush(word))
        .collect();
    let (before, rest) = GRAMMAR.split_at(
        GRAMMAR
            .iter()
            .position(|word| *word == Keyword::May)
            .unwrap_or_default(),
    );
    let (expected, after) = rest.split_at(2);
    let told = [
        before,
        &all(moves, Keyword::Does),
        expected,
        &all(faults, Keyword::Does),
    ]
    .concat();
    [&told[..], &all(moves, Keyword::Bare), &flushes, after].concat()
});

impl Keyword {
    pub fn all() -> &'static [Keyword] {
        &ALL
    }

    pub fn spelling(self) -> &'static str {
        self.row()
            .map_or_else(|| self.forms(English)[0], |(spelling, ..)| spelling)
    }

    /// How it may be written in a French file, what messages call it first.
    pub fn french(self) -> &'static [&'static str] {
        self.row()
            .map_or_else(|| self.forms(French), |(_, french, _)| french)
    }

    pub fn places(self) -> &'static [Place] {
        match self {
            Keyword::Flush(_) => &[Place::Flush],
            Keyword::Does(_) => &[Place::Deed],
            Keyword::Bare(verb) if verb.sort() <= Sort::Right => &[Place::Try, Place::Choice],
            Keyword::Bare(_) => &[Place::Try],
            _ => self.row().map_or(&[], |(.., places)| places),
        }
    }

    fn forms(self, letters: Letters) -> &'static [&'static str] {
        let form = |words: &'static Words| {
            if let Keyword::Does(_) = self {
                &words.does
            } else {
                &words.bare
            }
        };
        let word = match self {
            Keyword::Flush(word) => editions::flushes().iter().find(|flush| **flush == word),
            _ => self
                .verbs()
                .next()
                .and_then(|verb| verb.words(letters))
                .map(form),
        };
        word.map_or(&[], std::slice::from_ref)
    }

    /// The verbs that it may begin; none if it is no verb.
    pub fn verbs(self) -> impl Iterator<Item = Verb> {
        static SAME: LazyLock<Vec<Vec<Verb>>> = LazyLock::new(|| {
            let called_as = |words: &'static Words| {
                Verb::ALL
                    .iter()
                    .filter(|verb| verb.words(English) == Some(words))
                    .copied()
            };
            Verb::ALL
                .iter()
                .map(|verb| {
                    verb.words(English)
                        .into_iter()
                        .flat_map(called_as)
                        .collect()
                })
                .collect()
        });
        let same = if let Keyword::Does(verb) | Keyword::Bare(verb) = self {
            &*SAME[verb as usize]
        } else {
            &[]
        };
        same.iter().copied()
    }

    /// The word of this English spelling that stands inside a statement.
    pub fn inside(word: &str) -> Keyword {
        let is = |keyword: &&Keyword| keyword.is_at(Place::Inside) && keyword.spelling() == word;
        GRAMMAR.iter().find(is).copied().unwrap_or(Keyword::The)
    }

    /// The keyword of this spelling: in a French file of either language, and of two meanings the first of the table.
    pub fn of(word: &str, letters: Letters) -> Option<Keyword> {
        let verb = Verb::ALL
            .iter()
            .filter(|_| !word.is_empty())
            .find_map(|verb| {
                let words = verb.words(English)?;
                let bare = (verb.sort() != Sort::Fault && words.bare == word)
                    .then_some(Keyword::Bare(*verb));
                if words.does == word {
                    Some(Keyword::Does(*verb))
                } else {
                    bare
                }
            });
        let of_grammar = || {
            GRAMMAR
                .iter()
                .copied()
                .find(|keyword| keyword.spelling() == word)
        };
        let flush = || {
            editions::flushes()
                .iter()
                .find(|flush| flush.eq_ignore_ascii_case(word))
        };
        let english = verb
            .or_else(of_grammar)
            .or_else(|| flush().map(|flush| Keyword::Flush(flush)));
        let french = |word: &str| {
            ALL.iter()
                .copied()
                .find(|keyword| keyword.french().contains(&word))
        };
        english.or_else(|| {
            if letters == French {
                french(&composed(word))
            } else {
                None
            }
        })
    }

    /// The French spelling of two words, if these two are one.
    pub fn phrase(first: &str, second: &str) -> Option<&'static str> {
        static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let spellings = ALL.iter().flat_map(|keyword| keyword.french()).copied();
            spellings
                .filter(|spelling| spelling.contains(' '))
                .collect()
        });
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
        let french = self.french().first().filter(|_| letters == French);
        french.copied().unwrap_or(self.spelling())
    }

    /// The same inside a statement: where it opens a line of a deal as well, the French of that comes first.
    pub fn word_inside(self, letters: Letters) -> &'static str {
        let last = self
            .french()
            .last()
            .filter(|_| letters == French && self.is_at(Place::Deal));
        last.copied().unwrap_or(self.word(letters))
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
            (Keyword::Hand, Place::Deal) => names.tell(Topic::Stake),
            (Keyword::Points | Keyword::Point, _) => names.tell(Topic::Score),
            (
                Keyword::Score | Keyword::Games | Keyword::Lost | Keyword::Seen | Keyword::None,
                _,
            ) => names.tell(Topic::PhaseOrder),
            (Keyword::Side | Keyword::Pot, _) => names.tell(Topic::PoolCap),
            (Keyword::Bare(Verb::Name), Place::Choice) => names.tell(Topic::PamCalls),
            (Keyword::Does(_) | Keyword::Bare(_), _) => {
                self.verbs().any(|verb| names.tell(verb.topic()))
            }
            (word, Place::Inside) => {
                let says = |words: &str| {
                    words
                        .split([' ', '[', ']'])
                        .any(|one| one == word.spelling())
                };
                let has = |verb: &&Verb| says(verb.row().object) || says(verb.row().tail);
                let mut with_it = Verb::ALL.iter().filter(has).peekable();
                with_it.peek().is_none() || with_it.any(|verb| names.tell(verb.topic()))
            }
            _ => true,
        }
    }

    /// Those of which an edition speaks.
    pub fn told() -> impl Iterator<Item = Keyword> {
        let names = Names::of_nobody(editions::every().collect());
        let is_told = move |word: &Keyword| match word {
            Keyword::Flush(flush) => editions::ALL
                .iter()
                .any(|edition| edition.terms.flush == *flush),
            _ => word
                .places()
                .iter()
                .any(|place| word.is_told(*place, &names)),
        };
        ALL.iter().copied().filter(is_told)
    }
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
    joined(tokens.into_iter().fold(Vec::new(), with_elision))
}

/// Adds a token; `d'` before a verb that is tried is a token of its own.
fn with_elision<'a>(mut tokens: Vec<Token<'a>>, token: Token<'a>) -> Vec<Token<'a>> {
    let is_tried = tokens
        .last()
        .is_some_and(|last| Keyword::Tries.is(last.text, French));
    let verb = token
        .text
        .strip_prefix("d'")
        .or(token.text.strip_prefix("d\u{2019}"));
    match verb.filter(|verb| is_tried && !verb.is_empty()) {
        Some(verb) => {
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
        None => tokens.push(token),
    }
    tokens
}

fn joined(mut tokens: Vec<Token>) -> Vec<Token> {
    tokens.dedup_by(|second, first| {
        let phrase = Keyword::phrase(&first.text.replace('\u{2019}', "'"), second.text);
        phrase
            .inspect(|phrase| (first.text, first.span.end) = (phrase, second.span.end))
            .is_some()
    });
    tokens
}

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 40;

/// The names of a file, in playing order; and the editions and the letters that it is read by, whose words it may have.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub letters: Letters,
    names: Vec<String>,
    editions: Vec<&'static Ruleset>,
    pub machine: Machine,
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
        let editions = header
            .editions
            .iter()
            .filter_map(|edition| header.house.edition(&edition.value))
            .collect();
        let (machine, letters, house) = (header.machine, header.letters, header.house);
        Names {
            editions,
            machine,
            letters,
            house,
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
        self.machine == Machine::Mus
    }

    /// Whether an edition of the file speaks of something. Where none is known, any may be meant.
    pub fn tell(&self, topic: Topic) -> bool {
        self.editions.is_empty() || self.editions.iter().any(|edition| edition.tells(topic))
    }

    /// The longest name that begins these tokens, and how many of them it takes.
    pub fn at(&self, tokens: &[Token]) -> Option<(Seat, usize)> {
        let first = composed(
            tokens
                .first()
                .filter(|token| token.kind == Kind::Word)?
                .text,
        );
        let is_word =
            |token: &Token, word: &str| token.kind == Kind::Word && composed(token.text) == word;
        let is_next =
            |(at, word): (usize, &str)| tokens.get(at).is_some_and(|token| is_word(token, word));
        let begins = |name: &String| {
            name.starts_with(&*first) && name.split_whitespace().enumerate().all(is_next)
        };
        let named = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, name)| begins(name));
        let named = named.map(|(seat, name)| (Seat(seat as u8), name.split_whitespace().count()));
        named.rev().max_by_key(|(_, words)| *words)
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
        near.in_order_of(|(distance, _)| *distance);
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

pub fn why_no_name(name: &str, letters: Letters) -> Option<String> {
    let taken = || match read_card(name, letters) {
        _ if Keyword::of(name, letters).is_some() => Some("it is a word of the grammar".to_owned()),
        _ if read_suit(name).is_some() => Some("it is a suit".to_owned()),
        Ok(_) | Err(CardError::Ambiguous { .. }) => Some("it is a card".to_owned()),
        Err(CardError::NotACard) => None,
    };
    odd(name).or_else(taken)
}

/// What is odd about how a text is written, for a name of whomever or whatever.
pub fn odd(name: &str) -> Option<String> {
    let is_fit = |c: char| {
        (c.is_alphanumeric() || is_mark(c) || matches!(c, ' ' | '\'' | '.' | '-')) && !is_hidden(c)
    };
    let has = |strange: char| match visible(&strange.to_string()) {
        _ if strange == '\u{2019}' => "`’`: write `'`".to_owned(),
        shown if is_hidden(strange) => shown,
        shown => format!("`{shown}`"),
    };
    match (name.chars().find(|c| !is_fit(*c)), name.chars().count()) {
        (Some(strange), _) => Some(format!("it has {}", has(strange))),
        _ if !name.starts_with(char::is_alphabetic) => {
            Some("it does not begin with a letter".to_owned())
        }
        _ if name.ends_with(' ') || name.contains("  ") => {
            Some("it has a space too many".to_owned())
        }
        (_, many) if many > LONGEST_NAME => Some(format!(
            "it has {many} characters, and at most {LONGEST_NAME} are allowed"
        )),
        _ => None,
    }
}
