//! What a player says at a table, read and written as scripts do; and all that a file may say, as data tell it: the lines of its
//! fences, a form a row, and its header, which is a JSON Schema as well, for editors and programs that write scenarios.

use super::file_vocabulary::MAX_NAME_LENGTH;
use super::keyword::{definite_article, with_infinitive_mark};
use super::{
    Diagnostic, FenceKind, FileVocabulary, Keyword, LineTokenReader, ParsedMove,
    script_line_parser, tokenize,
};
use crate::cards::{CardLanguage, CardSet, deduplicated, read_card, spell_card};
use crate::editions::{self, editions_and_house_tables, house_table};
use crate::engine::edition_has_move;
use crate::rules::from_toml::{parse_file, text};
use crate::rules::mus_values::Sides;
use crate::rules::{
    ClauseId, ClauseLookup, CommonRules, EngineKind, MOST_CHIPS, Move, MoveArgKind, MoveOccasion,
    OptionDef, OptionValue, Ruleset, Verb, data, value_pattern_in_words,
};
use schemars::Schema;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The grammatical form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbInflection {
    /// The form of a script: `folds`, `9♥`.
    ThirdPerson,
    /// The form of a refused attempt: `to fold`, `9♥`.
    Infinitive,
    /// The form in which a player says it at the table: `fold`, `9♥`.
    Imperative,
}

/// Reads one move without the name of its player, in small letters or large. The place of an error is in these words.
///
/// ```
/// use mouche::rules::{EngineKind, Verb};
/// use mouche::scenario::parse_move;
///
/// let exchange = parse_move("Exchange 8d 7d", EngineKind::Tricks).map(|deed| (deed.verb, deed.cards.len()));
/// assert_eq!(exchange, Ok((Verb::Exchange, 2)));
/// assert!(parse_move("dance", EngineKind::Tricks).is_err());
/// assert_eq!(parse_move("no mus", EngineKind::Mus).map(|deed| deed.verb), Ok(Verb::NoMus));
/// ```
pub fn parse_move(words: &str, engine: EngineKind) -> Result<ParsedMove, Box<Diagnostic>> {
    let words: Vec<String> = words
        .split_whitespace()
        .map(uppercase_card_else_lowercase)
        .collect();
    let line = words.join(" ");
    let editions = editions::printed_editions().filter(|edition| edition.family() == engine);
    let names = FileVocabulary::without_players(editions.collect());
    let mut reader = LineTokenReader::new(tokenize(&line, &|range| range), &names);
    let deed = script_line_parser::read_typed_move(&mut reader, engine == EngineKind::Mus)?;
    reader.expect_end("nothing more")?;
    Ok(deed)
}

/// Returns a card in capitals, any other word in small letters.
fn uppercase_card_else_lowercase(word: &str) -> String {
    let capitals = word.to_uppercase();
    if read_card(&capitals, CardLanguage::English).is_ok() {
        capitals
    } else {
        word.to_lowercase()
    }
}

/// Returns how a move is written in English; none for a move that scripts leave out, because it
/// is implied.
pub fn write_move(
    rules: &CommonRules,
    player_move: Move,
    inflection: VerbInflection,
) -> Option<String> {
    write_move_in(CardLanguage::English, rules, player_move, inflection)
}

/// Returns how a move is written in a file of these letters, as [`write_move`] does in English.
pub fn write_move_in(
    letters: CardLanguage,
    rules: &CommonRules,
    player_move: Move,
    inflection: VerbInflection,
) -> Option<String> {
    write_verb_phrase(
        player_move.verb(),
        inflection,
        letters,
        rules.terms.flush,
        &|piece| write_move_argument(letters, rules, &player_move, piece).unwrap_or_default(),
    )
}

/// Returns what a move has for a piece of its verb; none where that is left out.
fn write_move_argument(
    letters: CardLanguage,
    rules: &CommonRules,
    player_move: &Move,
    piece: MoveArgKind,
) -> Option<String> {
    let what = player_move.args();
    match piece {
        MoveArgKind::Laid => Some(spell_cards_in(letters, rules, what.laid?)),
        MoveArgKind::Drawn => Some(spell_cards_in(letters, rules, what.drawn?)),
        MoveArgKind::Card => Some(spell_card(what.card?, letters)),
        MoveArgKind::Suit => Some(letters.suit_name(what.suit?).to_owned()),
        MoveArgKind::Number => match what.number? {
            ..=0 => None,
            number => Some(number.to_string()),
        },
        MoveArgKind::Word(_) => None,
    }
}

/// Returns a verb with what follows it, in a file of these letters. `slot` is what stands for a piece: nothing where that
/// is left out.
pub fn write_verb_phrase(
    verb: Verb,
    inflection: VerbInflection,
    letters: CardLanguage,
    flush: &str,
    slot: &dyn Fn(MoveArgKind) -> String,
) -> Option<String> {
    if verb.kind() == MoveOccasion::Card {
        return Some(slot(MoveArgKind::Card));
    }
    let number = slot(MoveArgKind::Number);
    let is_short = slot(MoveArgKind::Drawn).is_empty() && number.is_empty();
    let mut words = vec![write_verb_with_object(verb, inflection, letters, flush)?];
    for (at, piece) in verb.pieces().enumerate() {
        if is_short && at == verb.required_piece_count() {
            break;
        }
        words.push(match piece {
            MoveArgKind::Word(word) => Keyword::from_english_inside_statement(word)
                .spelling_inside_statement(letters)
                .to_owned(),
            MoveArgKind::Number => match verb.words(letters).and_then(|forms| forms.by) {
                Some(by) if !number.is_empty() => format!("{by} {number}"),
                _ => number.clone(),
            },
            piece => slot(piece),
        });
    }
    Some(words.join(" "))
}

/// Returns a verb with what it is said of: `to take the turn-up`.
pub fn write_verb_with_object(
    verb: Verb,
    inflection: VerbInflection,
    letters: CardLanguage,
    flush: &str,
) -> Option<String> {
    let forms = verb.words(letters)?;
    let verbal = match inflection {
        VerbInflection::ThirdPerson => forms.third_person().to_owned(),
        VerbInflection::Infinitive => {
            with_infinitive_mark(letters, forms.tried.unwrap_or(forms.bare()))
        }
        VerbInflection::Imperative => forms.bare().to_owned(),
    };
    let object = write_object_of_verb(verb, letters, flush);
    if object.is_empty() {
        Some(verbal)
    } else {
        Some(format!("{verbal} {object}"))
    }
}

/// Returns what a verb is said of: `the turn-up`; empty if it is said of nothing.
pub fn write_object_of_verb(verb: Verb, letters: CardLanguage, flush: &str) -> String {
    let mut words = Vec::new();
    let object: Vec<&str> = verb.info().object.split_whitespace().collect();
    for (at, word) in object.iter().enumerate() {
        words.push(if *word == Keyword::The.spelling() {
            let next = object.get(at + 1);
            let noun = next.map(|next| spell_object_word(next, letters, flush));
            definite_article(letters, noun.unwrap_or_default())
        } else {
            spell_object_word(word, letters, flush)
        });
    }
    words.join(" ")
}

/// Returns a word of what a verb is said of, in a file of these letters.
fn spell_object_word<'a>(word: &str, letters: CardLanguage, flush: &'a str) -> &'a str {
    if word == "FLUSH" {
        flush
    } else {
        Keyword::from_english_inside_statement(word).spelling_inside_statement(letters)
    }
}

/// Returns the cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub fn spell_cards(rules: &CommonRules, set: CardSet) -> String {
    spell_cards_in(CardLanguage::English, rules, set)
}

/// Returns the cards of a set as this edition ranks them, in a file of these letters: `R♠ 10♠ 9♥`.
pub fn spell_cards_in(letters: CardLanguage, rules: &CommonRules, set: CardSet) -> String {
    rules
        .rank
        .value
        .sort_cards_by_suit(set)
        .iter()
        .map(|card| spell_card(*card, letters))
        .collect::<Vec<_>>()
        .join(" ")
}

pub const FORMAT: i64 = 1;

data! {
    /// The lines of a header, and those of each fence that are no moves; `end` follows the faults of a script.
    struct Grammar {
        header: &'static [GrammarRow],
        table: &'static [GrammarRow],
        deal: &'static [GrammarRow],
        script: &'static [GrammarRow],
        end: &'static [GrammarRow],
        payout: &'static [GrammarRow],
        task: &'static [GrammarRow],
    }

    /// A line, what it says, and what it is about, where not every game has that.
    pub struct GrammarRow {
        pub line: &'static str,
        pub says: &'static str,
        about: Option<ClauseId>,
        /// In which games of Mus it may stand, where it may not stand in all.
        sides: Option<Sides>,
    }
}

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| parse_file("grammar.toml", text!("scenario/text/grammar")));

/// The keys of a header, in the order of the documentation.
pub static HEADER_KEYS: LazyLock<&[GrammarRow]> = LazyLock::new(|| GRAMMAR.header);

/// The keys of a `mouche.toml`, in the order of the documentation.
pub static TABLE_KEYS: LazyLock<&[GrammarRow]> = LazyLock::new(|| GRAMMAR.table);

impl GrammarRow {
    /// Returns the TOML key to which the line gives a value.
    pub fn toml_key(&self) -> &'static str {
        self.line.split(' ').next().unwrap_or_default()
    }
}

/// Returns the schema of a `toml scenario` fence read as JSON. What hangs on the game itself only `check` can tell.
pub fn header_schema() -> Schema {
    let editions: Vec<&str> = editions_and_house_tables()
        .map(|edition| edition.id)
        .collect();
    let clauses: Vec<&str> = editions::clause_ids_in_use()
        .map(|topic| topic.id())
        .collect();
    let mut options = BTreeMap::new();
    for option in editions_and_house_tables().flat_map(OptionDef::open_in) {
        options.insert(option.name, option_schema(option));
    }
    let each_edition: Vec<Value> = editions_and_house_tables()
        .map(edition_options_condition)
        .collect();
    let places = [
        ("EDITIONS", json!(editions)),
        ("CLAUSES", json!(clauses)),
        ("OPTIONS", json!(options)),
        ("EACH EDITION", json!(each_edition)),
        (
            "LANGUAGES",
            json!(CardLanguage::LANGUAGES.map(CardLanguage::language)),
        ),
        ("FORMAT", FORMAT.into()),
        ("LONGEST", MAX_NAME_LENGTH.into()),
        ("PLAYERS", editions::most_players_at_tricks().into()),
        ("LEAST", (-MOST_CHIPS).into()),
        ("MOST", MOST_CHIPS.into()),
    ];
    let mut text = include_str!("header.schema.json").to_owned();
    for (place, value) in places {
        text = text.replace(&format!("\"{place}\""), &value.to_string());
    }
    let mut schema: Value = serde_json::from_str(&text).expect("JSON");
    for key in HEADER_KEYS.iter() {
        let mut examples = Vec::new();
        if let Ok(table) = key.line.parse::<toml::Table>() {
            examples.extend(table.get(key.toml_key()).cloned());
        }
        schema["properties"][key.toml_key()]["description"] = key.says.into();
        schema["properties"][key.toml_key()]["examples"] = json!(examples);
    }
    if !house_table::registered_tables().is_empty()
        && let Some(ways) = schema["oneOf"].as_array_mut()
    {
        ways.push(json!({ "not": { "anyOf": ways } }));
    }
    schema.try_into().expect("an object")
}

/// Returns the part of the JSON schema that allows a header with this edition only the options
/// of the edition.
fn edition_options_condition(edition: &Ruleset) -> Value {
    let names: Vec<&str> = OptionDef::known_to(edition)
        .map(|option| option.name)
        .collect();
    let is_it =
        json!({ "properties": { "edition": { "const": edition.id } }, "required": ["edition"] });
    json!({ "if": is_it, "then": { "properties": { "options": { "propertyNames": { "enum": names } } } } })
}

/// Returns the schema of an option in a header: its question, and each value with what it means.
fn option_schema(option: &OptionDef) -> Value {
    json!({ "description": option.question(), "anyOf": value_schemas(option) })
}

/// Returns a schema for each value that an option may have, with what the value means.
pub(super) fn value_schemas(option: &OptionDef) -> Vec<Value> {
    let mut schemas = Vec::new();
    for value in option.fixed_values() {
        let meaning = option.value_in_words(&value);
        let mut schema = match value {
            OptionValue::Table(name, number) => json!({ "const": { name: number } }),
            OptionValue::Word(word) => json!({ "const": word }),
            OptionValue::Flag(flag) => json!({ "const": flag }),
            OptionValue::Number(number) => json!({ "const": number }),
        };
        schema["description"] = meaning.into();
        schemas.push(schema);
    }
    let editions = editions_and_house_tables().filter(|edition| option.is_known_to(edition));
    for also in deduplicated(editions.flat_map(|edition| option.number_forms(edition))) {
        let mut schema = match also
            .strip_prefix("{ ")
            .and_then(|also| also.split_once(' '))
        {
            Some((name, _)) => json!({
                "type": "object",
                "properties": { name: { "type": "integer" } },
                "required": [name],
                "additionalProperties": false,
            }),
            None => json!({ "type": "integer" }),
        };
        schema["description"] = value_pattern_in_words(also).into();
        schemas.push(schema);
    }
    schemas
}

/// A form of words, as an English file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineForm {
    /// The fence in which the line may stand.
    pub fence: FenceKind,
    /// The line in an English file.
    pub english: String,
    /// The meaning of the line.
    pub says: &'static str,
    /// The clause that it is about, where not every game has one.
    pub about: Option<ClauseId>,
    /// The move that it tells, if it tells one.
    verb: Option<Verb>,
    /// In which games of Mus it may stand, where it may not stand in all.
    sides: Option<Sides>,
}

/// Returns whether an edition knows the thing that a kind of move is about, whatever is played.
pub fn has_subject_of_move(rules: &Ruleset, verb: Verb) -> bool {
    match rules {
        Ruleset::Tricks(rules) => edition_has_move(rules, verb),
        Ruleset::Mus(rules) => rules.has_subject_of(verb.topic()),
    }
}

impl LineForm {
    /// Returns the move that it tells, if it tells one.
    pub fn verb(&self) -> Option<Verb> {
        self.verb
    }

    /// Returns whether a file of this edition may have it: the edition has what it is about, and knows the move.
    pub fn is_allowed_in(&self, edition: &Ruleset) -> bool {
        let Some(topic) = self.about else { return true };
        if let Some(sides) = self.sides
            && edition.mus().is_none_or(|rules| rules.sides.value != sides)
        {
            return false;
        }
        match self.verb {
            // Of these `check` takes the words in every game with tricks, and the engine refuses what there is not.
            Some(Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass)
            | None => edition.has_subject_of(topic),
            Some(verb) => has_subject_of_move(edition, verb),
        }
    }

    /// Returns the option with which an edition has what it is about, where it has it with an option only.
    pub fn enabling_option(
        &self,
        edition: &EditionWithOptionVariants,
    ) -> Option<&'static OptionDef> {
        if self.is_allowed_in(edition.rules) {
            return None;
        }
        for (option, changed_rules) in &edition.changed_rules {
            if self.is_allowed_in(changed_rules) {
                return Some(option);
            }
        }
        None
    }

    fn from_row(fence: FenceKind, row: &GrammarRow) -> LineForm {
        LineForm {
            fence,
            english: row.line.to_owned(),
            says: row.says,
            about: row.about,
            verb: None,
            sides: row.sides,
        }
    }
}

/// The forms of all lines that an edition has, in the order of a file: moves before other statements, and faults after them.
pub static LINE_FORMS: LazyLock<Vec<LineForm>> = LazyLock::new(|| {
    let mut forms = row_forms(FenceKind::Deal, GRAMMAR.deal);
    forms.extend(move_forms(false));
    forms.extend(row_forms(FenceKind::Script, GRAMMAR.script));
    forms.extend(move_forms(true));
    forms.extend(row_forms(FenceKind::Script, GRAMMAR.end));
    forms.extend(row_forms(FenceKind::Payout, GRAMMAR.payout));
    forms.extend(row_forms(FenceKind::Task, GRAMMAR.task));
    // What an option enables is worked out once for all lines: it takes a while.
    let editions: Vec<_> = editions::printed_editions()
        .map(EditionWithOptionVariants::new)
        .collect();
    forms.retain(|form| {
        editions.iter().any(|edition| {
            form.is_allowed_in(edition.rules) || form.enabling_option(edition).is_some()
        })
    });
    forms
});

/// A printed edition, with the rules that another value of each of its options makes.
pub struct EditionWithOptionVariants {
    /// The edition as it is printed.
    pub rules: &'static Ruleset,
    changed_rules: Vec<(&'static OptionDef, Ruleset)>,
}

impl EditionWithOptionVariants {
    /// Returns an edition with the rules that its options make: for each option those of the first value that differs.
    pub fn new(rules: &'static Ruleset) -> EditionWithOptionVariants {
        let mut changed_rules = Vec::new();
        for option in OptionDef::open_in(rules) {
            if let Some(changed) = option.with_other_value(rules) {
                changed_rules.push((option, changed));
            }
        }
        EditionWithOptionVariants {
            rules,
            changed_rules,
        }
    }
}

/// Returns the forms of a fence that rows of the grammar tell.
fn row_forms(fence: FenceKind, rows: &[GrammarRow]) -> Vec<LineForm> {
    rows.iter()
        .map(|row| LineForm::from_row(fence, row))
        .collect()
}

/// Returns an example of each move that is a fault, or that is none.
fn move_forms(are_faults: bool) -> Vec<LineForm> {
    let mut forms = Vec::new();
    for verb in Verb::ALL.iter().copied() {
        if verb.kind() == MoveOccasion::Card || (verb.kind() == MoveOccasion::Fault) != are_faults {
            continue;
        }
        if let Some(english) = example_of_move(verb) {
            forms.push(LineForm {
                fence: FenceKind::Script,
                english,
                says: verb.info().says,
                about: Some(verb.topic()),
                verb: Some(verb),
                sides: None,
            });
        }
    }
    forms
}

/// Returns a statement that tells a move, with some cards.
fn example_of_move(verb: Verb) -> Option<String> {
    let laid = match verb {
        Verb::Exchange => "8♦ 7♦",
        Verb::Defend => "5♦",
        _ => "7♥",
    };
    let drawn = match verb {
        Verb::Exchange => "A♠ J♠",
        Verb::Defend => "3♥ 7♥ A♠ K♦ 4♠ 5♦",
        _ => "A♠ K♠ 9♦ 8♣",
    };
    let words = write_verb_phrase(
        verb,
        VerbInflection::ThirdPerson,
        CardLanguage::English,
        "mouche",
        &|piece| match piece {
            MoveArgKind::Laid | MoveArgKind::Card => laid.to_owned(),
            MoveArgKind::Drawn => drawn.to_owned(),
            MoveArgKind::Suit => "♦".to_owned(),
            MoveArgKind::Number => "6".to_owned(),
            MoveArgKind::Word(_) => String::new(),
        },
    )?;
    Some(format!("Anne {words}"))
}
