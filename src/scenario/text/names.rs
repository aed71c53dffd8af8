//! The players' names: what a name may be, so that a line can be read in one way, and names found in a line by longest
//! match.

use super::diagnostic::{Code, Diagnostic};
use super::keyword::{Keyword, Place};
use super::lex::{Kind, Token, composed, is_hidden, is_mark, nearest, quoted, visible};
use super::syntax::{At, Header, Span};
use crate::cards::{CardError, Letters, Seat, read_card, read_suit};
use crate::editions;
use crate::rules::{Ruleset, Topic, Verb};

/// The longest name, in characters.
pub const LONGEST: usize = 40;

/// The names of a file, in playing order; and the editions that it is read by, whose words it may have.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    words: Vec<Vec<String>>,
    editions: Vec<&'static Ruleset>,
}

impl Names {
    /// The names as the header gives them, NFC.
    pub fn new(players: &[At<String>]) -> Names {
        let names: Vec<String> = players.iter().map(|player| player.value.clone()).collect();
        let words = names.iter().map(|name| name.split_whitespace().map(str::to_owned).collect()).collect();
        Names { names, words, editions: Vec::new() }
    }

    /// The names that a header gives, and the editions that it names.
    pub fn of(header: &Header) -> Names {
        let editions = header.editions.iter().filter_map(|edition| editions::by_id(&edition.value)).collect();
        Names { editions, ..Names::new(&header.players) }
    }

    /// No names, and every edition.
    pub fn of_all() -> Names {
        Names { editions: editions::ALL.to_vec(), ..Names::default() }
    }

    /// Whether an edition of the file speaks of something. Where none is known, any may be meant.
    pub fn tell(&self, topic: Topic) -> bool {
        self.editions.is_empty() || self.editions.iter().any(|edition| edition.tells(topic))
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
        let wrong = Code::UnknownName.at(&span, format!("{} is not a player in this file", quoted(name)));
        let wrong = wrong.label("no player has this name");
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
    if let Some(strange) = name.chars().find(|c| !may_have(*c)) {
        return Some(format!("it has {}", described(strange)));
    }
    if !name.starts_with(char::is_alphabetic) {
        return Some("it does not begin with a letter".to_owned());
    }
    if name.ends_with(' ') || name.contains("  ") {
        return Some("it has a space too many".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!("it has {} characters, and at most {LONGEST} are allowed", name.chars().count()));
    }
    is_taken(name, letters).map(str::to_owned)
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
    if Keyword::of(name, letters).is_some() {
        return Some("it is a word of the grammar");
    }
    if read_suit(name).is_some() {
        return Some("it is a suit");
    }
    match read_card(name, letters) {
        Ok(_) | Err(CardError::Ambiguous { .. }) => Some("it is a card"),
        Err(CardError::NotACard) => None,
    }
}

impl Keyword {
    /// Whether it may stand at a place in a file of these editions: they speak of what it says.
    pub fn is_told(self, place: Place, names: &Names) -> bool {
        match (self, place) {
            (Keyword::Hand, Place::Deal) | (Keyword::Points | Keyword::Point, _) => names.tell(Topic::Score),
            (Keyword::Side | Keyword::Pot, _) => names.tell(Topic::PoolCap),
            (Keyword::Bare(Verb::Name), Place::Choice) => names.tell(Topic::PamCalls),
            (Keyword::Does(_) | Keyword::Bare(_), _) => self.verbs().any(|verb| names.tell_of(verb)),
            (word, Place::Inside) => {
                let has = |verb: &&Verb| {
                    let said = [verb.object(), verb.tail()].into_iter().flat_map(|words| words.split([' ', '[', ']']));
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
