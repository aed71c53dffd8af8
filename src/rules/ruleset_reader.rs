//! Reads a ruleset from a file of data: TOML, with a table for each clause under its id.

use super::clause_list::ClauseReader;
use super::data_error::DataProblem;
use super::from_toml::{
    DataError, FromToml, Toml, expect_valid, expected, parse_table, read_field,
};
use super::{
    Clause, ClauseId, GameFamily, GameRules, MusRules, Reading, Ruleset, Source, TakenOver,
    TrickRules, Value, WHEN_TRUMPS_ARE_NAMED, data,
};
use std::any::Any;
use toml::Spanned;
use toml::de::DeTable;

/// A file of data under reading, with the clauses and readings that were found in it so far.
struct RulesetReader<'a> {
    name: &'a str,
    file: &'a DeTable<'static>,
    family: GameFamily,
    inherited: &'static [InheritedClauses],
    /// The tables of clauses.
    tables: Vec<(ClauseId, &'a DeTable<'static>)>,
    /// The parts of all clauses that arise in the game, in the order of the book.
    clauses: Vec<(ClauseId, ClauseParts<'a>)>,
    readings: Vec<Reading>,
    /// Finds another ruleset by its id.
    find_ruleset: &'a dyn Fn(&str) -> Option<&'static Ruleset>,
}

data! {
    /// Clauses that are taken over from another edition: a table `[[same]]`.
    struct InheritedClauses {
        edition: &'static str,
        /// The clauses; where none is named, all that the file does not have.
        topics: &'static [ClauseId],
        /// The certainty that they hold here too. Where nothing is written, they are clauses of this edition.
        taken: Option<TakenOver>,
        /// The reason why they may be taken over.
        why: Option<&'static str>,
        /// The source on which they rest here, where they rest on a source there.
        source: Option<Source>,
    }

    /// A reading that was given before: in this edition, `A1718-17`, or another, `mouche-1718/A1718-17`.
    struct RepeatedReading { same: &'static str, option: Option<&'static str> }
}

/// The keys about the whole edition, which stand beside its clauses.
const HEAD_KEYS: [&str; 9] = [
    "machine",
    "id",
    "name",
    "short",
    "year",
    "about",
    "terms",
    "same",
    "not_there",
];

/// The keys of a clause. `like` names an edition with the same words and value, as far as none are written.
const CLAUSE_KEYS: [&str; 6] = ["value", "text", "source", "like", "reading", "practice"];

/// The parts of a clause that a file has.
struct ClauseParts<'a> {
    /// The value, where the file has one.
    value: Option<&'a Toml>,
    /// The edition that has the value otherwise.
    base: Option<&'static Ruleset>,
    /// The clause but for its value.
    clause: Clause<()>,
}

impl<'a> RulesetReader<'a> {
    /// Collects the tables of clauses: `[rank]`, and `[rank.promoted]`, which stands in it.
    fn collect_clause_tables(
        &mut self,
        id: &str,
        table: &'a DeTable<'static>,
    ) -> Result<(), DataError> {
        let is_top = id.is_empty();
        let is_clause = table
            .keys()
            .any(|key| CLAUSE_KEYS.contains(&&**key.get_ref()));
        if !is_top && is_clause {
            self.tables.push((read_clause_id(id, self.family)?, table));
        }
        let own_keys = if is_top { &HEAD_KEYS[..] } else { &CLAUSE_KEYS };
        for (key, value) in table {
            let key = &**key.get_ref();
            if own_keys.contains(&key) {
                continue;
            }
            let id = if is_top {
                key.to_owned()
            } else {
                format!("{id}.{key}")
            };
            let Some(inner) = value.get_ref().as_table() else {
                return Err(DataProblem::UnknownKey(id).into());
            };
            self.collect_clause_tables(&id, inner)?;
        }
        Ok(())
    }

    /// Returns the table `[not_there]`: the values of clauses on what does not arise in the whole game.
    fn absent_clauses(&self) -> Option<&'a DeTable<'static>> {
        self.file.get("not_there")?.get_ref().as_table()
    }

    /// Returns the parts of a clause on what does not arise in the whole game; none if it does.
    fn absent_clause_parts(&self, topic: ClauseId) -> Option<ClauseParts<'a>> {
        let value = self.absent_clauses()?.get(topic.id())?;
        Some(ClauseParts {
            value: Some(value.get_ref()),
            base: None,
            clause: Clause {
                text: "",
                value: (),
                source: Source::Without,
                readings: &[],
                practice: None,
            },
        })
    }

    /// Collects the parts of all clauses that arise in the game. A clause may repeat a reading of an earlier one.
    fn collect_clause_parts(&mut self) {
        for topic in ClauseId::ALL.iter().copied() {
            if topic.arises_in(self.family) {
                let parts = self.clause_parts(topic);
                let parts = parts.unwrap_or_else(|error| self.panic_at_clause(topic, &error));
                self.clauses.push((topic, parts));
            }
        }
    }

    /// Returns the parts of a clause.
    fn clause_parts(&mut self, topic: ClauseId) -> Result<ClauseParts<'a>, DataError> {
        if let Some(parts) = self.absent_clause_parts(topic) {
            return Ok(parts);
        }
        let empty = DeTable::new();
        let found = self.tables.iter().find(|(of, _)| *of == topic);
        let found = found.map(|(_, table)| *table);
        let table = found.unwrap_or(&empty);
        let like = match read_field::<Option<&str>>(table, "like")? {
            Some(id) => Some(self.other_edition(id)?),
            None => None,
        };
        let inherited = self
            .inherited
            .iter()
            .find(|inherited| inherited.topics.is_empty() || inherited.topics.contains(&topic));
        let base;
        let source;
        let mut readings: &[Reading] = &[];
        match (read_field(table, "source")?, inherited) {
            (Some(own_source), _) => {
                base = like;
                source = own_source;
            }
            (None, Some(inherited)) if like.is_none() => {
                let other = self.other_edition(inherited.edition)?;
                let clause = inherited_clause(other, topic)?;
                base = Some(other);
                source = inherited.source_of(clause);
                readings = clause.readings;
            }
            (None, _) => return Err(DataProblem::MissingPart("source").into()),
        }
        let own_text = read_field::<Option<&str>>(table, "text")?;
        let text = match (own_text, base) {
            (None, Some(base)) => Some(inherited_clause(base, topic)?.text),
            _ => own_text,
        };
        if let Some(list) = table.get("reading") {
            readings = self.read_readings(list.get_ref())?;
        }
        self.readings.extend(readings);
        // A text of its own needs a practice of its own.
        let inherited_practice = match (own_text, base) {
            (None, Some(base)) => inherited_clause(base, topic)?.practice,
            _ => None,
        };
        let clause = Clause {
            text: text.ok_or(DataProblem::MissingPart("text"))?,
            value: (),
            source,
            readings,
            practice: read_field::<Option<_>>(table, "practice")?.or(inherited_practice),
        };
        let value = found.and_then(|clause_table| clause_table.get("value"));
        Ok(ClauseParts {
            value: value.map(Spanned::get_ref),
            base,
            clause,
        })
    }

    /// Reads the readings of a clause.
    fn read_readings(&self, list: &Toml) -> Result<&'static [Reading], DataError> {
        let items = list
            .as_array()
            .ok_or_else(|| expected("a list of readings", list))?;
        let mut readings = Vec::new();
        for item in items {
            readings.push(self.read_reading(item.get_ref())?);
        }
        // Leaked because each edition is read once, and its readings are used until the program ends.
        Ok(readings.leak())
    }

    /// Reads one reading, which may repeat one that was given before.
    fn read_reading(&self, value: &Toml) -> Result<Reading, DataError> {
        if value.get("same").is_none() {
            return Reading::from_toml(value);
        }
        let RepeatedReading { same, option } = RepeatedReading::from_toml(value)?;
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
                    .flat_map(|topic| other.readings(*topic))
                    .find(|reading| reading.id == id)
            }
        };
        let found = found.ok_or_else(|| DataError::unknown("reading", same))?;
        Ok(Reading {
            option: option.or(found.option),
            ..*found
        })
    }

    /// Panics with a mistake in a clause, because the file is a part of the program.
    #[cold]
    fn panic_at_clause(&self, topic: ClauseId, error: &DataError) -> ! {
        panic!("{}: {topic}: {error}", self.name)
    }

    /// Returns another edition.
    fn other_edition(&self, id: &str) -> Result<&'static Ruleset, DataError> {
        (self.find_ruleset)(id).ok_or_else(|| DataError::unknown("edition", id))
    }
}

impl ClauseReader for RulesetReader<'_> {
    fn read_head<T: FromToml>(&self, key: &str) -> T {
        expect_valid(self.name, read_field(self.file, key))
    }

    fn read_clause<T: Value + FromToml + Copy>(&mut self, topic: ClauseId) -> Clause<T> {
        let found = self.clauses.iter().find(|(of, _)| *of == topic);
        let Some((_, parts)) = found else {
            self.panic_at_clause(topic, &DataProblem::Missing.into())
        };
        let value = match parts.value {
            Some(value) => T::from_toml(value),
            None => inherited_value(parts.base, topic)
                .or_else(T::default_value)
                .ok_or_else(|| DataProblem::MissingPart("value").into()),
        };
        Clause {
            text: parts.clause.text,
            value: value.unwrap_or_else(|error| self.panic_at_clause(topic, &error)),
            source: parts.clause.source,
            readings: parts.clause.readings,
            practice: parts.clause.practice,
        }
    }
}

/// Returns the value of a clause in the edition that it is taken from.
fn inherited_value<T: Value + Copy>(base: Option<&Ruleset>, topic: ClauseId) -> Option<T> {
    let value: &dyn Any = base?.any_clause(topic)?.value();
    value.downcast_ref().copied()
}

/// Returns a clause, without its value, of the edition that it is taken from.
fn inherited_clause(base: &Ruleset, topic: ClauseId) -> Result<Clause<()>, DataError> {
    match base.any_clause(topic) {
        Some(clause) => Ok(clause.without_value()),
        None => Err(DataError::unknown("clause", format!("{}/{topic}", base.id))),
    }
}

impl Ruleset {
    /// Reads the ruleset of a data file of the program, with the clauses that it takes over from others.
    ///
    /// # Panics
    /// If the file has a mistake. Every test that uses the edition finds it.
    pub fn read(
        name: &str,
        file: &'static str,
        find_ruleset: &dyn Fn(&str) -> Option<&'static Ruleset>,
    ) -> Ruleset {
        let file = &parse_table(name, file);
        let family = expect_valid(name, read_field::<Option<_>>(file, "machine"));
        let family = family.unwrap_or_default();
        let mut reader = RulesetReader {
            name,
            file,
            family,
            inherited: expect_valid(name, read_field(file, "same")),
            tables: Vec::new(),
            clauses: Vec::new(),
            readings: Vec::new(),
            find_ruleset,
        };
        expect_valid(name, reader.collect_clause_tables("", file));
        for id in reader.absent_clauses().into_iter().flat_map(DeTable::keys) {
            expect_valid(name, read_clause_id(id.get_ref(), family));
        }
        for inherited in reader.inherited {
            for topic in inherited.topics {
                expect_valid(name, ensure_arises(*topic, family));
            }
        }
        reader.collect_clause_parts();
        match family {
            GameFamily::Tricks => Ruleset::Tricks(TrickRules::read_from(&mut reader)),
            GameFamily::Mus => Ruleset::Mus(MusRules::read_from(&mut reader)),
        }
    }
}

impl InheritedClauses {
    /// Returns what a clause of the other edition rests on here.
    fn source_of(&self, clause: Clause<()>) -> Source {
        if let Some(taken) = self.taken {
            return Source::Same {
                edition: self.edition,
                why: self.why.unwrap_or_default(),
                taken,
                without: clause.source.is_without(),
                theirs: clause.marks(),
            };
        }
        match self.source {
            Some(source) if matches!(clause.source, Source::Says { .. }) => source,
            _ => clause.source,
        }
    }
}

/// Returns the clause id that a file of a game writes as `id`.
fn read_clause_id(id: &str, family: GameFamily) -> Result<ClauseId, DataError> {
    let topic = ClauseId::by_id(id).ok_or_else(|| DataError::unknown("clause", id))?;
    ensure_arises(topic, family)?;
    Ok(topic)
}

/// Returns an error for a clause that does not arise in a game.
fn ensure_arises(topic: ClauseId, family: GameFamily) -> Result<(), DataError> {
    if topic.arises_in(family) {
        Ok(())
    } else {
        Err(DataProblem::ClauseOfOtherGame(topic.id()).into())
    }
}
