//! What a player says at a table, read and written as scripts do; and all that a file may say, as data tell it: the lines of its
//! fences, a form a row, and its header, which is a JSON Schema as well, for editors and programs that write scenarios.

use super::diagnostic::respell_cards;
use super::keyword::{LONGEST_NAME, article, with_to};
use super::{Deed, Diagnostic, Keyword, Names, Reader, Word, script, tokens};
use crate::cards::{Card, Letters, Set, Suit, once, read_card};
use crate::editions::{self, house, known};
use crate::engine::knows;
use crate::rules::from_toml::{text, told};
use crate::rules::mus::Sides;
use crate::rules::{
    Agreed, MOST_CHIPS, Machine, Move, Piece, Ruleset, Setting, Sort, Topic, Verb, data,
};
use schemars::Schema;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// As it is made: `folds`, `9♥`
    Does,
    /// As it is tried in vain: `to fold`, `9♥`
    Tries,
    /// As one says it at the table: `fold`, `9♥`
    Says,
}

/// Reads one deed without the name before it, in small letters or large; what is wrong has its place in these words.
///
/// ```
/// use mouche::rules::{Machine, Verb};
/// use mouche::scenario::said;
///
/// let exchange = said("Exchange 8d 7d", Machine::Tricks).map(|deed| (deed.verb, deed.cards.len()));
/// assert_eq!(exchange, Ok((Verb::Exchange, 2)));
/// assert!(said("dance", Machine::Tricks).is_err());
/// assert_eq!(said("no mus", Machine::Mus).map(|deed| deed.verb), Ok(Verb::NoMus));
/// ```
pub fn said(words: &str, machine: Machine) -> Result<Deed, Box<Diagnostic>> {
    // A card in capitals, any other word in small letters.
    let cased = |word: &str| {
        let capitals = word.to_uppercase();
        if read_card(&capitals, Letters::English).is_ok() {
            capitals
        } else {
            word.to_lowercase()
        }
    };
    let words = words
        .split_whitespace()
        .map(cased)
        .collect::<Vec<_>>()
        .join(" ");
    let names = Names::of_nobody(
        editions::every()
            .filter(|edition| edition.machine == machine)
            .collect(),
    );
    let mut reader = Reader::new(tokens(&words, &|range| range), &names);
    let deed = script::spoken(&mut reader, machine == Machine::Mus)?;
    reader.end("nothing more").map(|()| deed)
}

/// How a move is written in English: none if it is one that is not, because what is not written is left, or passes.
pub fn written(rules: &Ruleset, does: Move, mood: Mood) -> Option<String> {
    written_in(Letters::English, rules, does, mood)
}

/// The same in a file of these letters.
pub fn written_in(letters: Letters, rules: &Ruleset, does: Move, mood: Mood) -> Option<String> {
    let what = does.what();
    let cards = |set: Option<Set>| set.map_or_else(String::new, |set| spelled(rules, set));
    let slot = |piece| match piece {
        Piece::Laid => cards(what.laid),
        Piece::Drawn => cards(what.drawn),
        Piece::Card => what.card.map_or_else(String::new, |card| card.to_string()),
        Piece::Suit => what.suit.map_or("", Suit::name).to_owned(),
        Piece::Number => what
            .number
            .filter(|number| *number > 0)
            .map_or_else(String::new, |number| number.to_string()),
        Piece::Word(_) => String::new(),
    };
    phrase(does.verb(), mood, letters, rules.terms.flush, &slot)
}

/// A verb with what follows it, in a file of these letters. `slot` is what stands for a piece: nothing where that is left out.
pub fn phrase(
    verb: Verb,
    mood: Mood,
    letters: Letters,
    flush: &str,
    slot: &dyn Fn(Piece) -> String,
) -> Option<String> {
    if verb.sort() == Sort::Card {
        return Some(slot(Piece::Card));
    }
    let (drawn, number) = (slot(Piece::Drawn), slot(Piece::Number));
    let written = if drawn.is_empty() && number.is_empty() {
        verb.needed()
    } else {
        usize::MAX
    };
    let tail = verb.pieces().take(written).map(|piece| match piece {
        Piece::Word(word) => Keyword::inside(word).word_inside(letters).to_owned(),
        Piece::Number => {
            let by = verb
                .words(letters)
                .and_then(|words| words.by)
                .filter(|_| !number.is_empty());
            by.into_iter()
                .chain([number.as_str()])
                .collect::<Vec<_>>()
                .join(" ")
        }
        piece => slot(piece),
    });
    let words = std::iter::once(bare(verb, mood, letters, flush)?).chain(tail);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A verb with what it is said of: `to take the turn-up`.
pub fn bare(verb: Verb, mood: Mood, letters: Letters, flush: &str) -> Option<String> {
    let words = verb.words(letters)?;
    let verbal = match mood {
        Mood::Does => words.does.to_owned(),
        Mood::Tries => with_to(letters, words.tried.unwrap_or(words.bare)),
        Mood::Says => words.bare.to_owned(),
    };
    let mut said = vec![verbal.as_str()];
    let object: Vec<&str> = verb.row().object.split_whitespace().collect();
    let noun = |word: &&str| {
        if *word == "FLUSH" {
            flush
        } else {
            Keyword::inside(word).word_inside(letters)
        }
    };
    let nouns: Vec<&str> = object.iter().map(noun).collect();
    for (at, word) in object.iter().enumerate() {
        let is_article = *word == Keyword::The.spelling();
        let next = nouns.get(at + 1).copied().unwrap_or_default();
        said.push(if is_article {
            article(letters, next)
        } else {
            nouns[at]
        });
    }
    Some(said.join(" "))
}

/// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub fn spelled(rules: &Ruleset, set: Set) -> String {
    rules
        .rank
        .value
        .sorted(set)
        .iter()
        .map(Card::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

pub const FORMAT: i64 = 1;

pub const LANGUAGES: [(&str, Letters); 3] = [
    ("en", Letters::English),
    ("fr", Letters::French),
    ("de", Letters::German),
];

data! {
    /// The lines of a header, and those of each fence that are no moves; `end` follows the faults of a script.
    struct Grammar {
        header: &'static [Row],
        table: &'static [Row],
        deal: &'static [Row],
        script: &'static [Row],
        end: &'static [Row],
        payout: &'static [Row],
        task: &'static [Row],
    }

    /// A line, the same in a French file if it differs, what it says, and what it is about, where not every game has that.
    pub struct Row {
        pub line: &'static str,
        french: Option<&'static str>,
        pub says: &'static str,
        about: Option<Topic>,
        /// In which games of Mus it may stand, where it may not stand in all.
        sides: Option<Sides>,
    }
}

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| told("grammar.toml", text!("scenario/text/grammar")));

pub static KEYS: LazyLock<&[Row]> = LazyLock::new(|| GRAMMAR.header);

pub static TABLE_KEYS: LazyLock<&[Row]> = LazyLock::new(|| GRAMMAR.table);

impl Row {
    /// The key that it gives a value.
    pub fn key(&self) -> &'static str {
        self.line.split(' ').next().unwrap_or_default()
    }
}

/// The schema of a `toml scenario` fence read as JSON. What hangs on the game itself only `check` can tell.
pub fn header_schema() -> Schema {
    let option = |option: &Agreed| (option.name, json!({ "anyOf": values(option) }));
    let each = known().map(|edition| {
        let known = Agreed::all().filter(|option| option.is_known_to(edition));
        let names: Vec<&str> = known.map(|option| option.name).collect();
        let is_it = json!({ "properties": { "edition": { "const": edition.id } }, "required": ["edition"] });
        json!({ "if": is_it, "then": { "properties": { "options": { "propertyNames": { "enum": names } } } } })
    });
    let places = [
        (
            "EDITIONS",
            json!(known().map(|edition| edition.id).collect::<Vec<_>>()),
        ),
        (
            "CLAUSES",
            json!(
                editions::topics()
                    .map(|topic| topic.id())
                    .collect::<Vec<_>>()
            ),
        ),
        (
            "OPTIONS",
            json!(
                known()
                    .flat_map(Agreed::known_to)
                    .map(option)
                    .collect::<BTreeMap<_, _>>()
            ),
        ),
        ("EACH EDITION", each.collect()),
        ("LANGUAGES", json!(LANGUAGES.map(|(name, _)| name))),
        ("FORMAT", FORMAT.into()),
        ("LONGEST", LONGEST_NAME.into()),
        ("PLAYERS", editions::most_players().into()),
        ("LEAST", (-MOST_CHIPS).into()),
        ("MOST", MOST_CHIPS.into()),
    ];
    let fill = |text: String, (place, what): (&str, Value)| {
        text.replace(&format!("\"{place}\""), &what.to_string())
    };
    let text = places
        .into_iter()
        .fold(include_str!("header.schema.json").to_owned(), fill);
    let mut schema: Value = serde_json::from_str(&text).expect("JSON");
    for key in KEYS.iter() {
        let example = key
            .line
            .parse::<toml::Table>()
            .ok()
            .and_then(|table| table.get(key.key()).cloned());
        schema["properties"][key.key()]["description"] = key.says.into();
        schema["properties"][key.key()]["examples"] =
            json!(example.into_iter().collect::<Vec<_>>());
    }
    if let Some(ways) = schema["oneOf"]
        .as_array_mut()
        .filter(|_| !house::all().is_empty())
    {
        ways.push(json!({ "not": { "anyOf": ways } }));
    }
    schema.try_into().expect("an object")
}

fn values(option: &Agreed) -> Vec<Value> {
    let words = option.values().into_iter().map(|value| match value {
        Setting::Table(name, number) => json!({ "const": { name: number } }),
        Setting::Word(word) => json!({ "const": word }),
        Setting::Flag(flag) => json!({ "const": flag }),
        Setting::Number(number) => json!({ "const": number }),
    });
    let those = known().filter(|edition| option.is_known_to(edition));
    let also = once(those.flat_map(|edition| option.also(edition))).into_iter();
    let numbers = also.map(|also| match also.strip_prefix("{ ").and_then(|also| also.split_once(' ')) {
        Some((name, _)) => json!({
            "type": "object", "properties": { name: { "type": "integer" } }, "required": [name], "additionalProperties": false,
        }),
        None => json!({ "type": "integer" }),
    });
    words.chain(numbers).collect()
}

/// A form of words, in an English file and in a French one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub fence: Word,
    pub english: String,
    pub french: String,
    pub says: &'static str,
    /// What it is about, where not every game has that.
    pub about: Option<Topic>,
    /// The move that it tells, if it tells one.
    verb: Option<Verb>,
    /// In which games of Mus it may stand, where it may not stand in all.
    sides: Option<Sides>,
}

impl Form {
    /// Returns the move that it tells, if it tells one.
    pub fn verb(&self) -> Option<Verb> {
        self.verb
    }

    /// Whether a file of this edition may have it: the edition has what it is about, and knows the move.
    pub fn is_told_by(&self, edition: &Ruleset) -> bool {
        let Some(topic) = self.about else { return true };
        if self.sides.is_some_and(|sides| sides != edition.sides.value) {
            return false;
        }
        match self.verb {
            // Of these `check` takes the words in every game with tricks, and the engine refuses what there is not.
            Some(Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass)
            | None => edition.has(topic),
            Some(verb) => knows(edition, verb),
        }
    }

    /// Returns the option with which an edition has what it is about, where it has it with an option only.
    pub fn option_for(&self, edition: &Ruleset) -> Option<&'static Agreed> {
        if self.is_told_by(edition) {
            return None;
        }
        let is_enough = |option: &&Agreed| {
            option
                .otherwise(edition)
                .is_some_and(|agreed| self.is_told_by(&agreed))
        };
        Agreed::known_to(edition).find(is_enough)
    }

    pub fn written(&self, letters: Letters) -> &str {
        if letters == Letters::French {
            &self.french
        } else {
            &self.english
        }
    }
}

/// All that some edition has, in the order of a file: moves before what else a script says, and faults after it.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let form = |fence: Word, row: &Row| {
        let (english, french) = (
            row.line.to_owned(),
            row.french.unwrap_or(row.line).to_owned(),
        );
        Form {
            fence,
            english,
            french,
            says: row.says,
            about: row.about,
            verb: None,
            sides: row.sides,
        }
    };
    let rows = |fence, rows: &[Row]| rows.iter().map(|row| form(fence, row)).collect::<Vec<_>>();
    let script = [
        moves(false),
        rows(Word::Script, GRAMMAR.script),
        moves(true),
        rows(Word::Script, GRAMMAR.end),
    ];
    let after = [
        rows(Word::Payout, GRAMMAR.payout),
        rows(Word::Task, GRAMMAR.task),
    ];
    let all = rows(Word::Deal, GRAMMAR.deal)
        .into_iter()
        .chain(script.into_iter().chain(after).flatten());
    let is_told =
        |form: &Form, edition| form.is_told_by(edition) || form.option_for(edition).is_some();
    all.filter(|form| editions::every().any(|edition| is_told(form, edition)))
        .collect()
});

/// An example of each move that is a fault, or that is none.
fn moves(faults: bool) -> Vec<Form> {
    let verbs = Verb::ALL.iter();
    let verbs =
        verbs.filter(|verb| verb.sort() != Sort::Card && (verb.sort() == Sort::Fault) == faults);
    let forms = verbs.filter_map(|verb| {
        let (cards, drawn) = match verb {
            Verb::Exchange => ("8♦ 7♦", "A♠ J♠"),
            Verb::Defend => ("5♦", "3♥ 7♥ A♠ K♦ 4♠ 5♦"),
            _ => ("7♥", "A♠ K♠ 9♦ 8♣"),
        };
        let slot = |piece| match piece {
            Piece::Laid | Piece::Card => cards.to_owned(),
            Piece::Drawn => drawn.to_owned(),
            Piece::Suit => "♦".to_owned(),
            Piece::Number => "6".to_owned(),
            Piece::Word(_) => String::new(),
        };
        let written = |letters| {
            let words = phrase(*verb, Mood::Does, letters, "mouche", &slot)?;
            Some(respell_cards(&format!("Anne {words}"), letters))
        };
        let (english, french) = (written(Letters::English)?, written(Letters::French)?);
        let (says, about) = (verb.row().says, Some(verb.topic()));
        Some(Form {
            fence: Word::Script,
            english,
            french,
            says,
            about,
            verb: Some(*verb),
            sides: None,
        })
    });
    forms.collect()
}
