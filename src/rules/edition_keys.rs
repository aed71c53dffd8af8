//! The keys of an edition file: those about the edition, and those of a clause.

use super::clause_sources::ParsedClauseSource;
use super::data_error::DataProblem;
#[cfg(feature = "cli")]
use super::from_toml::read_field_or_default;
use super::from_toml::{DataError, FromToml, TomlValue, expected, read_spanned};
use super::value_form::{AllowedValueWord, IdKind, TableKeyForm, ValueForm};
use super::{
    ClauseId, ClauseSource, EngineKind, InheritedClauseCertainty, OptionDef, OptionValue,
    Quotation, SourceReading, SuitSystem, Work, data,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

data! {
    /// Clauses that are taken over from another edition: a table `[[same]]`.
    pub(super) struct InheritedClausesTable {
        pub(super) edition: &'static str,
        /// The clauses; where none is named, all that the file does not have.
        pub(super) topics: &'static [ClauseId],
        /// The certainty that they hold here too. Where nothing is written, they are clauses of this edition.
        pub(super) taken: Option<InheritedClauseCertainty>,
        /// The reason why they may be taken over.
        pub(super) why: Option<&'static str>,
        /// The source on which they rest here, where they rest on a source there.
        pub(super) source: Option<ParsedClauseSource>,
    }

    /// A reading that was given before: in this edition, `A1718-17`, or another, `mouche-1718/A1718-17`.
    pub(super) struct EarlierReadingReference {
        /// The reading.
        pub(super) same: &'static str,
        /// The option that answers otherwise here.
        pub(super) option: Option<&'static str>,
    }

    /// A practice, with the id of the work that prescribes it.
    pub(super) struct TablePracticeFromWork {
        /// What we suggest.
        pub(super) text: &'static str,
        /// The work.
        pub(super) witness: &'static str,
    }
}

/// The keys about the whole edition, which stand beside its clauses.
pub(super) const HEAD_KEYS: [&str; 14] = [
    "machine",
    "game",
    "based_on",
    "id",
    "name",
    "short",
    "year",
    "about",
    "terms",
    "work",
    "same",
    "option",
    "not_there",
    TEXTS_READ,
];

/// Returns the tables `[[same]]` of a file, each of which takes clauses over from another edition.
pub(crate) fn inherited_clauses_tables<'a>(
    file: &'a DeTable<'a>,
) -> impl Iterator<Item = &'a Spanned<DeValue<'a>>> {
    let tables = file.get("same").and_then(|same| same.get_ref().as_array());
    tables.into_iter().flat_map(|tables| tables.iter())
}

/// The key that lists the clauses whose texts the author has read again.
pub(super) const TEXTS_READ: &str = "texts_read";

/// The keys of an option: a table `[[option]]`.
pub(super) const OPTION_KEYS: [&str; 4] = ["name", "clause", "question", "choice"];

/// The keys of a choice of an option.
pub(super) const CHOICE_KEYS: [&str; 4] = ["word", "answer", "value", "text"];

/// The keys of a clause. `like` names an edition with the same words and value, as far as none are written.
pub(super) const CLAUSE_KEYS: [&str; 7] = [
    "value",
    "text",
    "source",
    "like",
    "reading",
    "practice",
    "quotation",
];

/// The keys of the table `terms`, each of which may be taken over from the base.
pub(super) const TERMS_KEYS: [&str; 4] = ["flush", "no_trick", "top_card", "pack"];

/// Returns the clause id that a file of a game writes as `id`.
pub(super) fn read_clause_id(id: &str, family: EngineKind) -> Result<ClauseId, DataError> {
    let topic = ClauseId::by_id(id).ok_or_else(|| DataError::unknown_name("clause", id))?;
    ensure_arises(topic, family)?;
    Ok(topic)
}

/// Returns an error for a clause that does not arise in a game.
pub(super) fn ensure_arises(topic: ClauseId, family: EngineKind) -> Result<(), DataError> {
    if topic.arises_in(family) {
        Ok(())
    } else {
        Err(DataProblem::ClauseOfOtherGame(topic.id()).into())
    }
}

/// Returns whether these are the first words of the id of a clause, or all of them: `play` and `play.trump`.
pub(super) fn begins_clause_id(words: &str) -> bool {
    ClauseId::ALL.iter().any(|topic| {
        let rest = topic.id().strip_prefix(words);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Reads a quotation of the source of a clause.
pub(super) fn read_quotation(
    written: &Spanned<TomlValue>,
    source: ClauseSource,
) -> Result<&'static Quotation, DataError> {
    if written.get_ref().as_table().is_none() {
        let form = "`{ words = \"…\", lang = \"fr\" }`";
        let error = expected(form, written.get_ref());
        return Err(error
            .under("quotation")
            .with_span_if_missing(written.span()));
    }
    let mut quotation =
        read_spanned::<Quotation>(written).map_err(|error| error.under("quotation"))?;
    let place = match written.get_ref().get("words") {
        Some(words) => words,
        None => written,
    };
    let lines = place.get_ref().as_str().unwrap_or_default().trim().lines();
    let is_too_long = lines.count() > Quotation::MOST_LINES
        || quotation.words.chars().count() > Quotation::MOST_CHARACTERS;
    if is_too_long {
        let limits = DataError::unexpected("at most two lines and 200 characters", "more");
        return Err(limits
            .under("words")
            .under("quotation")
            .with_span_if_missing(place.span()));
    }
    if source.work().is_none() {
        let what = "a `source` that names a work, because its words are quoted";
        let error = expected(what, written.get_ref());
        return Err(error
            .under("quotation")
            .with_span_if_missing(written.span()));
    }
    if quotation.lang.is_empty() {
        let language = source.work().and_then(Work::language);
        let missing = DataError::from(DataProblem::Missing).under("lang");
        quotation.lang = language.ok_or_else(|| {
            missing
                .under("quotation")
                .with_span_if_missing(written.span())
        })?;
    }
    // Leaked because rules are used until the program ends.
    Ok(Box::leak(Box::new(quotation)))
}

/// Returns the clauses whose inherited texts the author of an edition file says to have reviewed.
/// What else the file says is not read.
#[cfg(feature = "cli")]
pub(crate) fn clauses_reviewed_by_author(text: &str) -> &'static [ClauseId] {
    let Ok(file) = DeTable::parse(text) else {
        return &[];
    };
    read_field_or_default(file.get_ref(), TEXTS_READ).unwrap_or_default()
}

/// Returns the form of the keys about the whole edition, but for `not_there`.
pub(super) fn head_fields() -> Vec<TableKeyForm> {
    let words = ValueForm::Words("");
    let terms = TERMS_KEYS.map(|key| {
        let form = if key == "pack" {
            SuitSystem::form()
        } else {
            words.clone()
        };
        TableKeyForm::optional(key, form)
    });
    vec![
        TableKeyForm::required("id", ValueForm::Words("small letters, digits and hyphens"))
            .saying("the id of the edition, which is the name of the file"),
        TableKeyForm::required("name", words.clone()).saying("the name: `La Mouche, 1827`"),
        TableKeyForm::optional("short", words.clone())
            .saying("the name among the editions of the same game: `1827`"),
        TableKeyForm::optional("based_on", ValueForm::Name(IdKind::Edition))
            .saying("the edition from which everything is taken over that the file does not give"),
        TableKeyForm::optional("year", u16::form()).saying("the year of the source"),
        TableKeyForm::optional("about", words.clone())
            .saying("what is special about the edition, as Markdown"),
        TableKeyForm::optional("machine", EngineKind::form())
            .saying("the kind of game, if it is not that of the base: played in tricks, or Mus"),
        TableKeyForm::optional("game", words).saying("the name of a game of its own"),
        TableKeyForm::optional("terms", ValueForm::Table(terms.into()))
            .saying("the words of the source for what every edition has"),
        TableKeyForm::optional("work", ValueForm::List(Box::new(work_form())))
            .saying("a work on which clauses rest: a table `[[work]]` for each"),
        TableKeyForm::optional("same", <&[InheritedClausesTable]>::form())
            .saying("clauses that are taken over from another edition"),
        TableKeyForm::optional("option", ValueForm::List(Box::new(option_form()))).saying(
            "a choice that the edition leaves to its players: a table `[[option]]` for each",
        ),
        TableKeyForm::optional(TEXTS_READ, <&[ClauseId]>::form()).saying(
            "clauses whose texts you take over and have read again: `check` no longer names them",
        ),
    ]
}

/// What each key of a work says.
const ABOUT_WORK_KEYS: [(&str, &str); 10] = [
    ("id", "the id by which clauses cite the work"),
    ("short", "the name in a line: `Lebrun’s manual`"),
    ("full", "the whole reference: author, title, place and year"),
    ("lang", "the language of the work: `fr`"),
    ("seen", "how much of the work you saw"),
    ("good_for", "what you take from the work"),
    ("called", "the names by which readings speak of the work"),
    (
        "addresses",
        "where you saw the work, the most important address first",
    ),
    ("original", "the address of the original, if you saw a copy"),
    ("how", "how you read the work, in sentences"),
];

/// Returns the form of a work that an edition file describes.
fn work_form() -> ValueForm {
    let mut form = Work::form();
    if let ValueForm::Table(fields) = &mut form {
        for field in fields {
            let mut known = ABOUT_WORK_KEYS.iter();
            if let Some((_, about)) = known.find(|(key, _)| *key == field.key) {
                field.about = about;
            }
        }
    }
    form
}

/// Returns the form of an option that an edition offers.
fn option_form() -> ValueForm {
    let words = ValueForm::Words("");
    let choice = ValueForm::Table(vec![
        TableKeyForm::required("word", ValueForm::Words("small letters, digits and _"))
            .saying("the word for the choice, in the header of a hand"),
        TableKeyForm::required("answer", words.clone()).saying("the choice in words"),
        TableKeyForm::optional("value", ValueForm::Anything).saying(
            "the value of the clause; the first choice has none, because it is the edition’s own",
        ),
        TableKeyForm::optional("text", words.clone()).saying("the rule with this choice"),
    ]);
    ValueForm::Table(vec![
        TableKeyForm::required("name", ValueForm::Words("small letters, digits and _"))
            .saying("the name of the option, in the header of a hand"),
        TableKeyForm::required("clause", ValueForm::Name(IdKind::Clause))
            .saying("the clause that it changes"),
        TableKeyForm::required("question", words).saying("the question that the players answer"),
        TableKeyForm::required("choice", ValueForm::List(Box::new(choice)))
            .saying("the choices; the first is what the edition decides"),
    ])
}

/// Returns the form of the keys of a clause.
pub(super) fn clause_fields(topic: ClauseId) -> Vec<TableKeyForm> {
    let mut readings = vec![SourceReading::form(), EarlierReadingReference::form()];
    for reading in &mut readings {
        add_options_to_reading_form(reading, topic);
    }
    let readings = ValueForm::Either(readings);
    vec![
        TableKeyForm::optional("value", topic.value_form()).saying("what the engine does"),
        TableKeyForm::optional("text", ValueForm::Words("")).saying("the rule in your own words"),
        TableKeyForm::optional("source", ParsedClauseSource::form())
            .saying("the work that says so and the place in it, or `silent` with a reading"),
        TableKeyForm::optional("like", ValueForm::Name(IdKind::Edition))
            .saying("an edition with the same text and value, as far as they are not given here"),
        TableKeyForm::optional("reading", ValueForm::List(Box::new(readings)))
            .saying("what you decided where the source leaves a choice, and why"),
        TableKeyForm::optional("practice", TablePracticeFromWork::form())
            .saying("what you suggest where the source does not cover something"),
        TableKeyForm::optional("quotation", Quotation::form())
            .saying("at most two lines of the source, with their language"),
    ]
}

/// Gives the form of a reading the options of the program that change a clause, and the words that they take.
fn add_options_to_reading_form(reading: &mut ValueForm, topic: ClauseId) {
    let ValueForm::Table(fields) = reading else {
        return;
    };
    let mut names = Vec::new();
    let mut words = Vec::new();
    for option in OptionDef::all_of_program().filter(|option| option.topic == topic) {
        names.push(AllowedValueWord::alone(option.name, option.question()));
        for value in option.fixed_values() {
            if let OptionValue::Word(word) = value {
                let meaning = option.meaning_of_word(&word).unwrap_or_default();
                words.push(AllowedValueWord::alone(&word, meaning));
            }
        }
    }
    for field in fields {
        match field.key {
            "option" if !names.is_empty() => field.form = ValueForm::Choice(names.clone()),
            "among" if !words.is_empty() => {
                field.form = ValueForm::List(Box::new(ValueForm::Choice(words.clone())));
            }
            _ => {}
        }
    }
}

/// Returns the form of a whole edition file: the keys about the edition, and a table for each clause, under its id.
pub fn edition_form() -> ValueForm {
    let mut fields = head_fields();
    let mut absent = Vec::new();
    for topic in ClauseId::ALL.iter().copied() {
        absent.push(TableKeyForm::optional(topic.id(), topic.value_form()).saying(topic.title()));
    }
    fields.push(
        TableKeyForm::optional("not_there", ValueForm::Table(absent))
            .saying("the values of clauses on what the game does not have at all"),
    );
    for topic in ClauseId::ALL.iter().copied() {
        add_clause(&mut fields, topic.id(), topic);
    }
    ValueForm::Table(fields)
}

/// Adds the table of a clause to the fields of the table that holds it: `play.trump` is `trump` in `play`.
fn add_clause(fields: &mut Vec<TableKeyForm>, id: &'static str, topic: ClauseId) {
    let (key, rest) = match id.split_once('.') {
        Some((key, rest)) => (key, Some(rest)),
        None => (id, None),
    };
    if !fields.iter().any(|field| field.key == key) {
        fields.push(TableKeyForm::optional(key, ValueForm::Table(Vec::new())));
    }
    let found = fields.iter_mut().find(|field| field.key == key);
    let Some(field) = found else { return };
    let ValueForm::Table(inner) = &mut field.form else {
        return;
    };
    match rest {
        Some(rest) => add_clause(inner, rest, topic),
        None => {
            field.about = topic.title();
            inner.splice(0..0, clause_fields(topic));
        }
    }
}
