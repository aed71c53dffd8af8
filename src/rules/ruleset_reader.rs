//! Reads a ruleset from a file of data: TOML, with a table for each clause under its id.

mod inherited_clause_parts;
mod missing_subjects;
mod new_game_reader;
mod option_reader;

use self::inherited_clause_parts::{ClauseParts, inherited_clause, inherited_value};
use super::all_clauses::HeadAndClauseReader;
use super::clause_sources::ParsedClauseSource;
use super::data_error::DataProblem;
use super::edition_keys::{
    CLAUSE_KEYS, EarlierReadingReference, HEAD_KEYS, InheritedClausesTable, TERMS_KEYS, TEXTS_READ,
    TablePracticeFromWork, begins_clause_id, ensure_arises, read_clause_id, read_quotation,
};
use super::from_toml::{
    DataError, FromToml, TomlValue, expected, read_field_or, read_field_or_default, read_spanned,
    read_table,
};
use super::{
    Clause, ClauseId, ClauseLookup, ClauseSource, ClauseValue, EditionTerms, EngineKind,
    InheritedClauseCertainty, MusRules, Ruleset, SourceReading, SuggestedTableCustom, TrickRules,
    WHEN_TRUMPS_ARE_NAMED, Work,
};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeTable;

/// Finds another ruleset by its id.
pub type FindRuleset<'a> = &'a dyn Fn(&str) -> Option<&'static Ruleset>;

/// A file of data under reading, with the clauses and readings that were found in it so far.
struct RulesetReader<'a> {
    file: &'a DeTable<'a>,
    family: EngineKind,
    /// The edition from which everything is taken over that the file does not give.
    base: Option<&'static Ruleset>,
    inherited: Vec<InheritedClauses>,
    /// The works that the file describes.
    works: &'static [Work],
    tables: Vec<ClauseTomlTable<'a>>,
    /// The parts of all clauses that arise in the game, in the order of the book.
    clauses: Vec<(ClauseId, ClauseParts<'a>)>,
    readings: Vec<SourceReading>,
    find_ruleset: FindRuleset<'a>,
}

/// The table of a clause, and the place of its name in the file.
#[derive(Clone)]
struct ClauseTomlTable<'a> {
    topic: ClauseId,
    place: Range<usize>,
    table: &'a DeTable<'a>,
}

/// Clauses that are taken over from another edition.
struct InheritedClauses {
    written: InheritedClausesTable,
    /// Whether they are what the file does not give of the edition that it is based on.
    is_base: bool,
}

/// The reason why a clause that the file does not give is as in the base.
const NOT_GIVEN: &str = "This edition does not say otherwise.";

impl<'a> RulesetReader<'a> {
    /// Reads what a file says about the whole edition, and finds the tables of its clauses.
    fn open(
        file: &'a DeTable<'a>,
        find_ruleset: FindRuleset<'a>,
    ) -> Result<RulesetReader<'a>, DataError> {
        let mut reader = RulesetReader {
            file,
            family: EngineKind::default(),
            base: None,
            inherited: Vec::new(),
            works: read_field_or_default(file, "work")?,
            tables: Vec::new(),
            clauses: Vec::new(),
            readings: Vec::new(),
            find_ruleset,
        };
        if let Some(id) = file.get("based_on") {
            let base = read_spanned(id).and_then(|id| reader.other_edition(id));
            reader.base = Some(
                base.map_err(|error| error.under("based_on").with_span_if_missing(id.span()))?,
            );
        }
        let base_family = reader.base.map(Ruleset::family).unwrap_or_default();
        let family = read_field_or_default::<Option<EngineKind>>(file, "machine")?;
        reader.family = family.unwrap_or(base_family);
        for written in read_field_or_default::<&[InheritedClausesTable]>(file, "same")? {
            reader.inherited.push(InheritedClauses {
                written: *written,
                is_base: false,
            });
        }
        if let Some(base) = reader.base {
            reader.inherited.push(InheritedClauses::all_of(base));
        }
        reader.collect_clause_tables("", file, &(0..0))?;
        for id in reader.not_there_table().into_iter().flat_map(DeTable::keys) {
            read_clause_id(id.get_ref(), reader.family)
                .map_err(|error| error.with_span_if_missing(id.span()))?;
        }
        reader.check_family_of_inherited()?;
        for inherited in &reader.inherited {
            for topic in inherited.written.topics {
                ensure_arises(*topic, reader.family)?;
            }
        }
        if let Some(list) = file.get(TEXTS_READ) {
            reader
                .check_reread_clauses(list)
                .map_err(|error| error.under(TEXTS_READ).with_span_if_missing(list.span()))?;
        }
        Ok(reader)
    }

    /// Checks that the game has all clauses whose texts the author has read again.
    fn check_reread_clauses(&self, list: &Spanned<TomlValue>) -> Result<(), DataError> {
        for topic in read_spanned::<&[ClauseId]>(list)? {
            ensure_arises(*topic, self.family)?;
        }
        Ok(())
    }

    /// Collects the tables of clauses: `[rank]`, and `[rank.promoted]`, which stands in it.
    fn collect_clause_tables(
        &mut self,
        id: &str,
        table: &'a DeTable<'a>,
        place: &Range<usize>,
    ) -> Result<(), DataError> {
        let is_top = id.is_empty();
        let is_clause = table
            .keys()
            .any(|key| CLAUSE_KEYS.contains(&&**key.get_ref()));
        if !is_top && is_clause {
            let topic = read_clause_id(id, self.family)
                .map_err(|error| error.with_span_if_missing(place.clone()))?;
            self.tables.push(ClauseTomlTable {
                topic,
                place: place.clone(),
                table,
            });
        }
        let own_keys = if is_top { &HEAD_KEYS[..] } else { &CLAUSE_KEYS };
        for (key, value) in table {
            let key_place = key.span();
            let key = &**key.get_ref();
            if own_keys.contains(&key) {
                continue;
            }
            let id = if is_top {
                key.to_owned()
            } else {
                format!("{id}.{key}")
            };
            let inner = value.get_ref().as_table();
            let Some(inner) = inner.filter(|_| begins_clause_id(&id)) else {
                return Err(
                    DataError::from(DataProblem::UnknownKey(id)).with_span_if_missing(key_place)
                );
            };
            self.collect_clause_tables(&id, inner, &key_place)?;
        }
        Ok(())
    }

    /// Returns the table `[not_there]`: the values of clauses on what does not arise in the whole game.
    fn not_there_table(&self) -> Option<&'a DeTable<'a>> {
        self.file.get("not_there")?.get_ref().as_table()
    }

    /// Returns the parts of a clause on what does not arise in the whole game; none if it does.
    fn parts_of_inapplicable_clause(&self, topic: ClauseId) -> Option<ClauseParts<'a>> {
        Some(ClauseParts {
            value: Some(self.not_there_table()?.get(topic.id())?),
            base: None,
            clause: Clause {
                text: "",
                value: (),
                source: ClauseSource::Without,
                readings: &[],
                practice: None,
                quotation: None,
            },
            place: None,
        })
    }

    /// Collects the parts of all clauses that arise in the game. A clause may repeat a reading of an earlier one.
    fn collect_clause_parts(&mut self) -> Result<(), DataError> {
        for topic in ClauseId::ALL.iter().copied() {
            if !topic.arises_in(self.family) {
                continue;
            }
            if let Some(parts) = self.parts_of_inapplicable_clause(topic) {
                self.clauses.push((topic, parts));
                continue;
            }
            let found = self.tables.iter().find(|table| table.topic == topic);
            let found = found.cloned();
            let parts = self.clause_parts(topic, found.as_ref());
            let parts = parts.map_err(|error| error_in_clause(error, topic, found.as_ref()))?;
            self.readings.extend(parts.clause.readings);
            self.clauses.push((topic, parts));
        }
        Ok(())
    }

    /// Returns the parts of a clause that arises; the file has this table of it, or none.
    fn clause_parts(
        &self,
        topic: ClauseId,
        own_table: Option<&ClauseTomlTable<'a>>,
    ) -> Result<ClauseParts<'a>, DataError> {
        let inherited = self.inherited.iter().find(|inherited| inherited.has(topic));
        let Some(own_table) = own_table else {
            let inherited = inherited.ok_or(DataProblem::MissingPart("source"))?;
            return self.inherited_parts(topic, inherited);
        };
        let table = own_table.table;
        let own_text = read_field_or_default::<Option<&str>>(table, "text")?;
        let own_source = match table.get("source") {
            Some(source) => Some(self.read_source(source)?),
            None => None,
        };
        let mut is_reworded = false;
        let mut parts = match (self.read_edition_named_by_like(table)?, own_source) {
            (Some(like), Some(source)) => parts_like(topic, like, source)?,
            (None, Some(source)) => {
                // A source alone says that the rule is as in the base.
                let is_source_alone = own_text.is_none() && table.get("value").is_none();
                match self.base.filter(|_| is_source_alone) {
                    Some(base) => parts_like(topic, base, source)?,
                    None => independent_parts(source),
                }
            }
            (None, None) => {
                let inherited = inherited.ok_or(DataProblem::MissingPart("source"))?;
                // What differs from the base needs a source or a mark of its own. A text alone says its rule in other words.
                if inherited.is_base && table.get("value").is_some() {
                    return Err(DataProblem::MissingPart("source").into());
                }
                is_reworded = own_text.is_some();
                self.inherited_parts(topic, inherited)?
            }
            (Some(_), None) => return Err(DataProblem::MissingPart("source").into()),
        };
        parts.place = Some(own_table.place.clone());
        parts.value = table.get("value");
        if let Some(text) = own_text {
            parts.clause.text = text;
            // The text of another rule needs a practice of its own.
            if !is_reworded {
                parts.clause.practice = None;
            }
        } else if parts.base.is_none() {
            return Err(DataProblem::MissingPart("text").into());
        }
        if let Some(list) = table.get("reading") {
            parts.clause.readings = self
                .read_readings(list.get_ref())
                .map_err(|error| error.under("reading").with_span_if_missing(list.span()))?;
        }
        if let Some(practice) = table.get("practice") {
            parts.clause.practice = Some(self.read_suggested_practice(practice)?);
        }
        if let Some(quotation) = table.get("quotation") {
            parts.clause.quotation = Some(read_quotation(quotation, parts.clause.source)?);
        }
        Ok(parts)
    }

    /// Returns the parts of a clause that is taken over.
    fn inherited_parts(
        &self,
        topic: ClauseId,
        inherited: &InheritedClauses,
    ) -> Result<ClauseParts<'a>, DataError> {
        let inherited = &inherited.written;
        let other = self.other_edition(inherited.edition)?;
        let clause = inherited_clause(other, topic)?;
        let mut parts = parts_like(topic, other, self.inherited_source(inherited, clause)?)?;
        parts.clause.readings = clause.readings;
        Ok(parts)
    }

    /// Returns what a clause that is taken over rests on here.
    fn inherited_source(
        &self,
        inherited: &InheritedClausesTable,
        clause: Clause<()>,
    ) -> Result<ClauseSource, DataError> {
        if let Some(taken) = inherited.taken {
            return Ok(ClauseSource::Same {
                edition: inherited.edition,
                why: inherited.why.unwrap_or_default(),
                taken,
                without: clause.source.is_stated_absence(),
                theirs: clause.marks(),
            });
        }
        match inherited.source {
            Some(source) if matches!(clause.source, ClauseSource::Says { .. }) => {
                source.find_work(self.works)
            }
            _ => Ok(clause.source),
        }
    }

    /// Reads the edition that a clause is like, if it names one.
    fn read_edition_named_by_like(
        &self,
        table: &DeTable<'a>,
    ) -> Result<Option<&'static Ruleset>, DataError> {
        let Some(like) = table.get("like") else {
            return Ok(None);
        };
        let found = read_spanned(like).and_then(|id| self.other_edition(id));
        found
            .map(Some)
            .map_err(|error| error.under("like").with_span_if_missing(like.span()))
    }

    /// Reads the source of a clause.
    fn read_source(&self, source: &Spanned<TomlValue>) -> Result<ClauseSource, DataError> {
        let found = read_spanned::<ParsedClauseSource>(source)
            .and_then(|written| written.find_work(self.works));
        found.map_err(|error| error.under("source").with_span_if_missing(source.span()))
    }

    /// Reads what we suggest where the source does not cover a clause.
    fn read_suggested_practice(
        &self,
        practice: &Spanned<TomlValue>,
    ) -> Result<SuggestedTableCustom, DataError> {
        let written = read_spanned::<TablePracticeFromWork>(practice);
        let TablePracticeFromWork { text, witness } =
            written.map_err(|error| error.under("practice"))?;
        match Work::find_own_or_known(self.works, witness) {
            Ok(witness) => Ok(SuggestedTableCustom { text, witness }),
            Err(error) => Err(error
                .under("practice")
                .with_span_if_missing(practice.span())),
        }
    }

    /// Reads the readings of a clause.
    fn read_readings(&self, list: &TomlValue) -> Result<&'static [SourceReading], DataError> {
        let items = list
            .as_array()
            .ok_or_else(|| expected("a list of readings", list))?;
        let mut readings = Vec::new();
        for item in items {
            let reading = self.read_reading(item.get_ref());
            readings.push(reading.map_err(|error| error.with_span_if_missing(item.span()))?);
        }
        // Leaked because rules are used until the program ends.
        Ok(readings.leak())
    }

    /// Reads one reading, which may repeat one that was given before.
    fn read_reading(&self, value: &TomlValue) -> Result<SourceReading, DataError> {
        if value.get("same").is_none() {
            return SourceReading::from_toml(value);
        }
        let EarlierReadingReference { same, option } = EarlierReadingReference::from_toml(value)?;
        let found = match same.split_once('/') {
            None => self
                .readings
                .iter()
                .chain(WHEN_TRUMPS_ARE_NAMED)
                .find(|reading| reading.id == same),
            Some((edition, id)) => {
                let other = self.other_edition(edition)?;
                ClauseId::ALL
                    .iter()
                    .flat_map(|topic| other.questions_with_answers(*topic))
                    .find(|reading| reading.id == id)
            }
        };
        let found = found.ok_or_else(|| DataError::unknown_name("reading", same))?;
        Ok(SourceReading {
            option: option.or(found.option),
            ..*found
        })
    }

    /// Reads the rules from the parts of all clauses.
    fn read_rules(&mut self) -> Result<Ruleset, DataError> {
        Ok(match self.family {
            EngineKind::Tricks => Ruleset::Tricks(TrickRules::read_from(self)?),
            EngineKind::Mus => Ruleset::Mus(MusRules::read_from(self)?),
        })
    }

    /// Returns another edition.
    fn other_edition(&self, id: &str) -> Result<&'static Ruleset, DataError> {
        (self.find_ruleset)(id).ok_or_else(|| DataError::unknown_name("edition", id))
    }
}

/// Returns a mistake in a clause, with the id of the clause, and the place of its table if it has no other.
#[cold]
fn error_in_clause(
    error: DataError,
    topic: ClauseId,
    own_table: Option<&ClauseTomlTable>,
) -> DataError {
    let error = error.under(topic.id());
    match own_table {
        Some(table) => error.with_span_if_missing(table.place.clone()),
        None => error,
    }
}

/// Returns the parts of a clause that has the words and the value of another edition, but not its readings.
fn parts_like<'a>(
    topic: ClauseId,
    other: &'static Ruleset,
    source: ClauseSource,
) -> Result<ClauseParts<'a>, DataError> {
    let clause = inherited_clause(other, topic)?;
    Ok(ClauseParts {
        base: Some(other),
        clause: Clause {
            source,
            readings: &[],
            quotation: None,
            ..clause
        },
        ..independent_parts(source)
    })
}

/// Returns the parts of a clause that shares nothing with another edition.
fn independent_parts<'a>(source: ClauseSource) -> ClauseParts<'a> {
    ClauseParts {
        value: None,
        base: None,
        clause: Clause {
            text: "",
            value: (),
            source,
            readings: &[],
            practice: None,
            quotation: None,
        },
        place: None,
    }
}

impl HeadAndClauseReader for RulesetReader<'_> {
    fn read_head_key<T: FromToml>(&self, key: &str) -> Result<T, DataError> {
        read_field_or_default(self.file, key)
    }

    fn read_source_words(&self) -> Result<EditionTerms, DataError> {
        let Some(base) = self.base else {
            return self.read_terms_of_new_game();
        };
        let mut terms = base.terms;
        let Some(written) = self.file.get("terms") else {
            return Ok(terms);
        };
        let table = read_table(written.get_ref(), &TERMS_KEYS)
            .map_err(|error| error.under("terms").with_span_if_missing(written.span()))?;
        terms.flush = read_field_or(table, "flush", Some(terms.flush))?;
        terms.no_trick = read_field_or(table, "no_trick", Some(terms.no_trick))?;
        terms.top_card = read_field_or(table, "top_card", Some(terms.top_card))?;
        terms.pack = read_field_or(table, "pack", Some(terms.pack))?;
        Ok(terms)
    }

    fn read_own_game_name(&self, name: &'static str) -> Result<&'static str, DataError> {
        // An edition without a base is a game, which our list of games names if it is ours.
        let written = read_field_or_default::<Option<&str>>(self.file, "game")?;
        Ok(match (written, self.base) {
            (Some(game), _) => game,
            (None, None) => name,
            (None, Some(_)) => "",
        })
    }

    fn works(&self) -> &'static [Work] {
        self.works
    }

    fn parent(&self) -> Option<&'static Ruleset> {
        self.base
    }

    fn read_clause<T: ClauseValue + FromToml + Copy>(
        &mut self,
        topic: ClauseId,
    ) -> Result<Clause<T>, DataError> {
        let parts = self.parts_of(topic)?;
        let value = match parts.value {
            Some(value) => read_spanned(value),
            None => inherited_value(parts.base, topic)
                .or_else(T::default_value)
                .ok_or_else(|| DataProblem::MissingPart("value").into()),
        };
        match value {
            Ok(value) => Ok(parts.clause.with_value(value)),
            Err(error) => Err(parts.error_in_value(error, topic)),
        }
    }
}

impl RulesetReader<'_> {
    /// Returns the parts of a clause. A function of its own, because `read_clause` is compiled once for each type of values.
    #[inline(never)]
    fn parts_of(&self, topic: ClauseId) -> Result<&ClauseParts<'_>, DataError> {
        let found = self.clauses.iter().find(|(of, _)| *of == topic);
        match found {
            Some((_, parts)) => Ok(parts),
            None => Err(DataError::from(DataProblem::Missing).under(topic.id())),
        }
    }
}

impl Ruleset {
    /// The keys of a data file about the whole edition.
    pub const HEAD_KEYS: &'static [&'static str] = &HEAD_KEYS;
    /// The keys of a clause in a data file.
    pub const CLAUSE_KEYS: &'static [&'static str] = &CLAUSE_KEYS;

    /// Reads the ruleset of a data file, of the program or of an author, with the clauses that it takes over from others.
    ///
    /// # Errors
    /// If the file is no TOML, or has a mistake. The error has the place of the first.
    pub fn read(text: &str, find_ruleset: FindRuleset<'_>) -> Result<Ruleset, DataError> {
        let file = DeTable::parse(text).map_err(|error| DataError::no_toml(&error))?;
        let mut reader = RulesetReader::open(file.get_ref(), find_ruleset)?;
        reader.collect_clause_parts()?;
        loop {
            let mut rules = reader.read_rules()?;
            rules.options = reader.read_options(&rules)?;
            if !reader.mark_missing_subjects_absent(&rules) {
                return Ok(rules);
            }
        }
    }
}

impl InheritedClauses {
    /// Returns the clauses that a file takes over from its base: all that it does not give.
    fn all_of(base: &'static Ruleset) -> InheritedClauses {
        InheritedClauses {
            written: InheritedClausesTable {
                edition: base.id,
                topics: &[],
                taken: Some(InheritedClauseCertainty::NotToldAgain),
                why: Some(NOT_GIVEN),
                source: None,
            },
            is_base: true,
        }
    }

    /// Returns whether a clause is among these.
    fn has(&self, topic: ClauseId) -> bool {
        let topics = self.written.topics;
        topics.is_empty() || topics.contains(&topic)
    }
}
