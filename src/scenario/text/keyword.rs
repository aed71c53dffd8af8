//! The words of a line: those that the grammar knows, in one table, so that what a name may not be and what a suggestion
//! offers agree; and the players' names.

use super::lex::{Kind, Token, composed, is_hidden, is_mark, nearest, quoted, visible};
use super::{At, Diagnostic, Header, House, Span, say};
use crate::cards::{CardError, InOrder, Letters, Seat, read_card, read_suit};
use crate::editions;
use crate::rules::{Machine, Ruleset, Sort, Topic, Verb, Words};
use std::sync::LazyLock;

/// Where a keyword may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// First in a line of a deal.
    Deal,
    /// First in a line of a script.
    Script,
    /// First in an entry of a payout.
    Payout,
    /// After a name in a script.
    Deed,
    /// After `tries to`.
    Try,
    /// After `may` or `legal:`.
    Choice,
    /// After a name in a payout.
    Payment,
    /// After `task`.
    Task,
    /// After `claims the`.
    Flush,
    /// Inside a statement.
    Inside,
}

macro_rules! keywords {
    ($($name:ident $spelling:literal [$($french:literal)+] $($place:ident)+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $(#[doc = concat!("`", $spelling, "`")] $name,)*
            /// A verb as it is told: `folds`. Of verbs with the same word the first.
            Does(Verb),
            /// A verb as it is tried or expected: `fold`.
            Bare(Verb),
            /// What an edition calls its flush: `mouche`.
            Flush(&'static str),
        }

        /// Those that are neither verbs nor words of an edition.
        const GRAMMAR: &[Keyword] = &[$(Keyword::$name,)*];

        impl Keyword {
            fn english(word: &str) -> Option<Keyword> {
                Keyword::verb(word).or(match word {
                    $($spelling => Some(Keyword::$name),)*
                    _ => editions::flushes().iter().map(|flush| Keyword::Flush(flush)).find(|flush| flush.is(word, Letters::English)),
                })
            }

            /// How it is written in English.
            pub fn spelling(self) -> &'static str {
                match self {
                    $(Keyword::$name => $spelling,)*
                    Keyword::Flush(word) => word,
                    _ => self.forms(Letters::English)[0],
                }
            }

            /// How it may be written in a French file, what messages call it first.
            pub fn french(self) -> &'static [&'static str] {
                match self {
                    $(Keyword::$name => &[$($french),+],)*
                    _ => self.forms(Letters::French),
                }
            }

            pub(super) fn places(self) -> &'static [Place] {
                match self {
                    $(Keyword::$name => &[$(Place::$place),+],)*
                    Keyword::Flush(_) => &[Place::Flush],
                    Keyword::Does(_) => &[Place::Deed],
                    Keyword::Bare(verb) if verb.sort() <= Sort::Right => &[Place::Try, Place::Choice],
                    Keyword::Bare(_) => &[Place::Try],
                }
            }
        }
    };
}

keywords! {
    Dealer "dealer" ["donneur"] Deal;
    Turn "turn" ["retourne" "tour"] Deal Inside;
    Stock "stock" ["talon"] Deal;
    Fille "fille" ["fille"] Deal Inside;
    Debt "debt" ["dette"] Deal;
    Stake "stake" ["enjeu"] Deal;
    Misdeal "misdeal" ["maldonne"] Deal;
    Points "points" ["points"] Deal Inside;
    Point "point" ["point"] Inside;
    Side "side" ["second"] Deal Payout;
    Pot "pot" ["pot"] Inside;
    Score "score" ["score"] Deal Script Payout;
    Games "games" ["manches"] Deal Payout;
    Lost "lost" ["perdues"] Deal Payment;
    Seen "seen" ["vu"] Inside;
    None "none" ["personne"] Inside;
    Loses "loses" ["perd"] Inside;
    Stop "stop" ["arrêt"] Script;
    May "may" ["peut"] Deed Task;
    Tries "tries" ["tente"] Deed;
    Pool "pool" ["poule"] Payout Inside;
    Next "next" ["prochaine"] Payout;
    Waiting "waiting" ["attend"] Payout;
    Takes "takes" ["prend"] Payment Task;
    Owes "owes" ["doit"] Payment Task;
    Has "has" ["a"] Payment;
    Pays "pays" ["paie" "paye"] Payment Inside;
    For "for" ["contre" "pour"] Inside;
    To "to" ["de" "à"] Inside;
    Or "or" ["ou"] Inside;
    The "the" ["la" "le" "son"] Inside;
    TurnUp "turn-up" ["retourne"] Inside;
    Refused "refused" ["refusé"] Inside;
    Legal "legal" ["permis"] Inside;
    Hand "hand" ["main" "jeu"] Deal Inside;
    Out "out" ["hors"] Inside;
    Of "of" ["de"] Inside;
    Cards "cards" ["cartes"] Inside;
    Deal "deal" ["donne"] Inside;
    Wins "wins" ["gagne"] Task;
    Plays "plays" ["joue"] Task;
    Good "good" ["bon"] Inside;
    Rams "rams" ["rams"] Inside;
    Civility "civility" ["grâce"] Inside;
    Blind "blind" ["aveugle"] Inside;
    With "with" ["avec"] Inside;
    Laying "laying" ["laissant"] Inside;
}

/// All of them: verbs where `may` stands, by when they are made.
static ALL: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut verbs: Vec<Verb> = Verb::ALL.iter().copied().filter(|verb| leads(*verb)).collect();
    verbs.in_order_of(|verb| verb.sort());
    let (faults, moves): (Vec<Verb>, Vec<Verb>) = verbs.into_iter().partition(|verb| verb.sort() == Sort::Fault);
    let bare = moves.iter().map(|verb| Keyword::Bare(*verb));
    let (before, rest) = GRAMMAR.split_at(GRAMMAR.iter().position(|word| *word == Keyword::May).unwrap_or_default());
    let (expected, after) = rest.split_at(2);
    let told = moves.iter().map(|verb| Keyword::Does(*verb)).chain(expected.iter().copied());
    let told = told.chain(faults.iter().map(|verb| Keyword::Does(*verb)));
    let flushes = editions::flushes().iter().map(|word| Keyword::Flush(word));
    before.iter().copied().chain(told).chain(bare).chain(flushes).chain(after.iter().copied()).collect()
});

/// Whether a verb has words, and is the first with them.
fn leads(verb: Verb) -> bool {
    let english = |verb: Verb| verb.words(Letters::English);
    english(verb).is_some() && Verb::ALL.iter().find(|other| english(**other) == english(verb)) == Some(&verb)
}

impl Keyword {
    /// All of them.
    pub fn all() -> &'static [Keyword] {
        &ALL
    }

    fn verb(word: &str) -> Option<Keyword> {
        let found = Verb::ALL.iter().find_map(|verb| {
            let words = verb.words(Letters::English)?;
            let bare = (verb.sort() != Sort::Fault && words.bare == word).then_some(Keyword::Bare(*verb));
            if words.does == word { Some(Keyword::Does(*verb)) } else { bare }
        });
        found.filter(|_| !word.is_empty())
    }

    /// How a verb is written in a file of these letters.
    fn forms(self, letters: Letters) -> &'static [&'static str] {
        let form: fn(&Words) -> &&'static str = match self {
            Keyword::Does(_) => |words| &words.does,
            _ => |words| &words.bare,
        };
        if let Keyword::Flush(word) = self {
            let is = |flush: &&&'static str| **flush == word;
            return editions::flushes().iter().find(is).map_or(&[], std::slice::from_ref);
        }
        let words = self.verbs().next().and_then(|verb| verb.words(letters));
        words.map_or(&[], |words| std::slice::from_ref(form(words)))
    }

    /// The verbs that it may begin; none if it is no verb.
    pub fn verbs(self) -> impl Iterator<Item = Verb> {
        let words = |verb: Verb| verb.words(Letters::English);
        let first = if let Keyword::Does(verb) | Keyword::Bare(verb) = self { words(verb) } else { None };
        Verb::ALL.iter().copied().filter(move |verb| first.is_some() && words(*verb) == first)
    }

    /// The word of this English spelling that stands inside a statement.
    pub fn inside(word: &str) -> Keyword {
        let is = |keyword: &&Keyword| keyword.is_at(Place::Inside) && keyword.spelling() == word;
        GRAMMAR.iter().find(is).copied().unwrap_or(Keyword::The)
    }

    /// The keyword of this spelling. A French file may have French words and English ones; where one French word has
    /// two meanings, the first of the table.
    pub fn of(word: &str, letters: Letters) -> Option<Keyword> {
        Keyword::english(word).or_else(|| (letters == Letters::French).then(|| Keyword::of_french(word)).flatten())
    }

    /// The keyword of this French spelling.
    pub fn of_french(word: &str) -> Option<Keyword> {
        let word = composed(word);
        Keyword::all().iter().copied().find(|keyword| keyword.french().contains(&word.as_ref()))
    }

    /// Whether it may follow a name, or stand where one may: others may be a piece of one, as `de` is in French.
    pub fn begins_something(self) -> bool {
        self.places() != [Place::Inside]
    }

    /// The French spelling of two words, if these two are one.
    pub fn phrase(first: &str, second: &str) -> Option<&'static str> {
        let spellings = Keyword::all().iter().flat_map(|keyword| keyword.french());
        spellings.copied().find(|phrase| phrase.split_once(' ') == Some((first, second)))
    }

    /// Whether a word spells it.
    pub fn is(self, word: &str, letters: Letters) -> bool {
        if let Keyword::Flush(flush) = self {
            return flush.eq_ignore_ascii_case(word);
        }
        word == self.spelling() || (letters == Letters::French && self.french().contains(&composed(word).as_ref()))
    }

    /// How it is written in a file of these letters.
    pub fn word(self, letters: Letters) -> &'static str {
        match letters {
            Letters::French => self.french().first().copied().unwrap_or(self.spelling()),
            _ => self.spelling(),
        }
    }

    /// The same inside a statement: where it opens a line of a deal as well, the French of that comes first.
    pub fn word_inside(self, letters: Letters) -> &'static str {
        match (letters, self.is_at(Place::Deal)) {
            (Letters::French, true) => self.french().last().copied().unwrap_or(self.spelling()),
            _ => self.word(letters),
        }
    }

    /// Those that may stand at a place, in the order of the table.
    pub fn at(place: Place) -> impl Iterator<Item = Keyword> {
        Keyword::all().iter().copied().filter(move |keyword| keyword.is_at(place))
    }

    /// Whether it may stand at a place.
    pub fn is_at(self, place: Place) -> bool {
        self.places().contains(&place)
    }
}

/// Two words that are one keyword in French, made one token: `s'y tient`, the apostrophe straight or bent.
pub fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let first = joined.last().map(|first| first.text.replace('\u{2019}', "'"));
        let phrase = first.and_then(|first| Keyword::phrase(&first, token.text));
        match (phrase, joined.last_mut()) {
            (Some(text), Some(last)) => {
                (last.text, last.span) = (text, last.span.start..token.span.end);
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// The longest name, in characters.
pub const LONGEST: usize = 40;

/// The names of a file, in playing order; and the editions and the letters that it is read by, whose words it may have.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Those of its cards, and so its language.
    pub letters: Letters,
    names: Vec<String>,
    words: Vec<Vec<String>>,
    editions: Vec<&'static Ruleset>,
    machine: Option<Machine>,
    /// The table of its folder.
    pub house: House,
}

impl Names {
    /// The names as the header gives them, NFC.
    pub fn new(players: &[At<String>]) -> Names {
        let names: Vec<String> = players.iter().map(|player| player.value.clone()).collect();
        let words = names.iter().map(|name| name.split_whitespace().map(str::to_owned).collect()).collect();
        Names { names, words, ..Names::default() }
    }

    /// The names that a header gives, with its letters and the editions that it names.
    pub fn of(header: &Header) -> Names {
        let editions = header.editions.iter().filter_map(|edition| header.house.edition(&edition.value)).collect();
        let (machine, letters, house) = (Some(header.machine), header.letters, header.house);
        Names { editions, machine, letters, house, ..Names::new(&header.players) }
    }

    /// No names, and every edition that a machine plays.
    pub fn of_machine(machine: Machine) -> Names {
        let editions = editions::every().filter(|edition| edition.machine == machine).collect();
        Names { editions, ..Names::default() }
    }

    /// No names, and every edition.
    pub fn of_all() -> Names {
        Names { editions: editions::every().collect(), ..Names::default() }
    }

    /// Whether an edition of the file speaks of something. Where none is known, any may be meant.
    pub fn tell(&self, topic: Topic) -> bool {
        self.editions.is_empty() || self.editions.iter().any(|edition| edition.tells(topic))
    }

    /// What plays them.
    pub fn machine(&self) -> Machine {
        self.machine.unwrap_or(Machine::Tricks)
    }

    /// What is counted.
    pub fn counts(&self) -> &'static str {
        if self.machine() == Machine::Mus { "stones" } else { "chips" }
    }

    /// Whether one speaks of such a move.
    pub fn tell_of(&self, verb: Verb) -> bool {
        self.tell(verb.topic())
    }

    /// The longest name that begins these tokens, and how many of them it takes.
    pub fn at(&self, tokens: &[Token]) -> Option<(Seat, usize)> {
        let first = tokens.first().filter(|token| token.kind == Kind::Word)?;
        let first = composed(first.text);
        let begins = |words: &Vec<String>| words.first().is_some_and(|word| *word == first) && follows(words, tokens);
        let seats = self.words.iter().enumerate().filter(|(_, words)| begins(words));
        let (seat, words) = seats.rev().max_by_key(|(_, words)| words.len())?;
        Some((Seat(seat as u8), words.len()))
    }

    /// The seat of a name written alone.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let name = composed(name);
        self.names.iter().position(|known| *known == name).map(|seat| Seat(seat as u8))
    }

    /// The name that is nearest to a word.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        nearest(&composed(word), self.names.iter().map(String::as_str))
    }

    /// A name that is none of these. `fix` is how the nearest is written in its place.
    pub fn unknown(&self, name: &str, span: Span, fix: impl Fn(&str) -> String) -> Diagnostic {
        let wrong = say!("unknown-name", &span, written = quoted(name));
        match self.nearest(name) {
            None => wrong.help(format!("the players are {}", self.names.join(", "))),
            near => wrong.meant(near, fix),
        }
    }
}

fn follows(words: &[String], tokens: &[Token]) -> bool {
    let same = |(word, token): (&String, &Token)| token.kind == Kind::Word && *word == composed(token.text);
    tokens.len() >= words.len() && words.iter().zip(tokens).all(same)
}

/// Why a text is no name.
pub fn why_no_name(name: &str, letters: Letters) -> Option<String> {
    odd(name).or_else(|| is_taken(name, letters).map(str::to_owned))
}

/// What is odd about how a text is written, for a name of whomever or whatever.
pub fn odd(name: &str) -> Option<String> {
    match (name.chars().find(|c| !may_have(*c)), name.chars().count()) {
        (Some(strange), _) => Some(format!("it has {}", described(strange))),
        _ if !name.starts_with(char::is_alphabetic) => Some("it does not begin with a letter".to_owned()),
        _ if name.ends_with(' ') || name.contains("  ") => Some("it has a space too many".to_owned()),
        (_, many) if many > LONGEST => Some(format!("it has {many} characters, and at most {LONGEST} are allowed")),
        _ => None,
    }
}

fn may_have(character: char) -> bool {
    let is_named = character.is_alphanumeric() || is_mark(character) || matches!(character, ' ' | '\'' | '.' | '-');
    is_named && !is_hidden(character)
}

fn described(strange: char) -> String {
    let shown = visible(&strange.to_string());
    match strange {
        '\u{2019}' => "`’`: write `'`".to_owned(),
        _ if is_hidden(strange) => shown,
        _ => format!("`{shown}`"),
    }
}

/// What a name already means elsewhere.
fn is_taken(name: &str, letters: Letters) -> Option<&'static str> {
    match read_card(name, letters) {
        _ if Keyword::of(name, letters).is_some() => Some("it is a word of the grammar"),
        _ if read_suit(name).is_some() => Some("it is a suit"),
        Ok(_) | Err(CardError::Ambiguous { .. }) => Some("it is a card"),
        Err(CardError::NotACard) => None,
    }
}

impl Keyword {
    /// Whether it may stand at a place in a file of these editions: they speak of what it says.
    pub fn is_told(self, place: Place, names: &Names) -> bool {
        match (self, place) {
            (Keyword::Hand, Place::Deal) | (Keyword::Points | Keyword::Point, _) => names.tell(Topic::Score),
            (Keyword::Score | Keyword::Games | Keyword::Lost | Keyword::Seen | Keyword::None, _) => {
                names.tell(Topic::PhaseOrder)
            }
            (Keyword::Side | Keyword::Pot, _) => names.tell(Topic::PoolCap),
            (Keyword::Bare(Verb::Name), Place::Choice) => names.tell(Topic::PamCalls),
            (Keyword::Does(_) | Keyword::Bare(_), _) => self.verbs().any(|verb| names.tell_of(verb)),
            (word, Place::Inside) => {
                let has = |verb: &&Verb| {
                    let said =
                        [verb.row().object, verb.row().tail].into_iter().flat_map(|words| words.split([' ', '[', ']']));
                    said.into_iter().any(|one| one == word.spelling())
                };
                let mut with_it = Verb::ALL.iter().filter(has).peekable();
                with_it.peek().is_none() || with_it.any(|verb| names.tell_of(*verb))
            }
            _ => true,
        }
    }

    /// Those of which an edition speaks.
    pub fn told() -> impl Iterator<Item = Keyword> {
        let names = Names::of_all();
        let is_told = move |word: &Keyword| match word {
            Keyword::Flush(flush) => editions::ALL.iter().any(|edition| edition.terms.flush == *flush),
            _ => word.places().iter().any(|place| word.is_told(*place, &names)),
        };
        Keyword::all().iter().copied().filter(is_told)
    }
}
