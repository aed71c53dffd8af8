//! A ruleset as a file tells it: TOML, with a table for each clause under the id of its topic.

use super::data_error::DataProblem;
use super::from_toml::{
    DataError, FromToml, Toml, expect_valid, expected, parse_table, read_field, text,
};
use super::ruleset::ClauseReader;
use super::{
    Clause, ClauseId, GameFamily, Reading, Ruleset, Source, TakenOver, Value,
    WHEN_TRUMPS_ARE_NAMED, data,
};
use std::any::Any;
use std::sync::LazyLock;
use toml::Spanned;
use toml::de::DeTable;

/// A file, and the readings that were found in it so far.
struct RulesetReader<'a> {
    name: &'a str,
    file: &'a DeTable<'static>,
    machine: GameFamily,
    same: &'static [InheritedClauses],
    clauses: Vec<(ClauseId, &'a DeTable<'static>)>,
    readings: Vec<Reading>,
    /// Finds another ruleset by its id.
    others: &'a dyn Fn(&str) -> Option<&'static Ruleset>,
}

data! {
    /// Clauses that are those of another edition.
    struct InheritedClauses {
        edition: &'static str,
        /// Which; where none is named, all that are told nowhere else.
        topics: &'static [ClauseId],
        /// How sure it is that they hold here too, and why. Where nothing is said of it they are a part of this one.
        taken: Option<TakenOver>,
        why: Option<&'static str>,
        /// What they rest on here, where they rest on a source there.
        source: Option<Source>,
    }

    /// A reading that was given before: in this edition, `A1718-17`, or another, `mouche-1718/A1718-17`.
    struct RepeatedReading { same: &'static str, option: Option<&'static str> }
}

/// The values on what an edition's machine has no use for.
static NOTHING: LazyLock<DeTable<'static>> =
    LazyLock::new(|| parse_table("nothing.toml", text!("editions/nothing")));

/// What is told of the whole edition, beside its clauses.
const HEAD: [&str; 9] = [
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

/// What is told of a clause. `like` names an edition with the same words and value, as far as they are not told here.
const CLAUSE: [&str; 5] = ["value", "text", "source", "like", "reading"];

impl<'a> RulesetReader<'a> {
    /// Finds the tables of clauses: `[rank]`, and `[rank.promoted]`, which stands in it.
    fn collect_clause_tables(
        &mut self,
        id: &str,
        table: &'a DeTable<'static>,
    ) -> Result<(), DataError> {
        let is_top = id.is_empty();
        if !is_top && table.keys().any(|key| CLAUSE.contains(&&**key.get_ref())) {
            self.clauses.push((read_clause_id(id)?, table));
        }
        let known = if is_top { &HEAD[..] } else { &CLAUSE };
        for (key, told) in table
            .iter()
            .filter(|(key, _)| !known.contains(&&**key.get_ref()))
        {
            let id = if is_top {
                key.get_ref().to_string()
            } else {
                format!("{id}.{}", key.get_ref())
            };
            let table = told
                .get_ref()
                .as_table()
                .ok_or_else(|| DataProblem::UnknownKey(id.clone()))?;
            self.collect_clause_tables(&id, table)?;
        }
        Ok(())
    }

    fn absent_clauses(&self) -> Option<&'a DeTable<'static>> {
        self.file.get("not_there")?.get_ref().as_table()
    }

    /// Its value where it is told; the edition that has it otherwise; and all else.
    fn clause_parts(&mut self, topic: ClauseId) -> Result<Parts<'a>, DataError> {
        let arises = topic.is_of(self.machine);
        let nothing = if arises {
            self.absent_clauses()
        } else {
            Some(&*NOTHING)
        };
        let nothing = nothing.and_then(|values| values.get(topic.id()));
        if nothing.is_some() || !arises {
            let clause = Clause {
                text: "",
                value: (),
                source: Source::Without,
                readings: &[],
            };
            return Ok((nothing.map(Spanned::get_ref), None, clause));
        }
        let empty = DeTable::new();
        let found = self
            .clauses
            .iter()
            .find(|(of, _)| *of == topic)
            .map(|(_, told)| *told);
        let told = found.unwrap_or(&empty);
        let like = read_field::<Option<&str>>(told, "like")?
            .map(|like| self.other_edition(like))
            .transpose()?;
        let same = self
            .same
            .iter()
            .find(|same| same.topics.is_empty() || same.topics.contains(&topic));
        let (base, source, mut readings) = match (read_field(told, "source")?, same) {
            (Some(source), _) => (like, source, &[][..]),
            (None, Some(same)) if like.is_none() => {
                let there = self.other_edition(same.edition)?;
                let clause = there.any(topic).without_value();
                (Some(there), same.source(clause), clause.readings)
            }
            (None, _) => return Err(DataProblem::MissingPart("source").into()),
        };
        let text = read_field::<Option<&str>>(told, "text")?
            .or(base.map(|base| base.any(topic).without_value().text));
        if let Some(told) = told.get("reading").map(Spanned::get_ref) {
            let list = told
                .as_array()
                .ok_or_else(|| expected("a list of readings", told))?;
            let list = list
                .iter()
                .map(|told| self.read_reading(told.get_ref()))
                .collect::<Result<Vec<_>, _>>()?;
            // Leaked because each edition is read once, and its readings are used until the program ends.
            readings = list.leak();
        }
        self.readings.extend(readings);
        let clause = Clause {
            text: text.ok_or(DataProblem::MissingPart("text"))?,
            value: (),
            source,
            readings,
        };
        Ok((
            found.and_then(|told| Some(told.get("value")?.get_ref())),
            base,
            clause,
        ))
    }

    fn read_reading(&self, told: &Toml) -> Result<Reading, DataError> {
        if told.get("same").is_none() {
            return Reading::from_toml(told);
        }
        let RepeatedReading { same, option } = RepeatedReading::from_toml(told)?;
        let found = match same.split_once('/') {
            None => self
                .readings
                .iter()
                .chain(WHEN_TRUMPS_ARE_NAMED)
                .find(|reading| reading.id == same),
            Some((edition, id)) => {
                let there = self.other_edition(edition)?;
                ClauseId::ALL
                    .iter()
                    .flat_map(|topic| there.readings(*topic))
                    .find(|reading| reading.id == id)
            }
        };
        let found = found.ok_or_else(|| DataError::unknown("reading", same))?;
        Ok(Reading {
            option: option.or(found.option),
            ..*found
        })
    }

    /// What is wrong with a clause is wrong with the program that brings it.
    #[cold]
    fn panic_at_clause(&self, topic: ClauseId, wrong: &DataError) -> ! {
        panic!("{}: {topic}: {wrong}", self.name)
    }

    fn other_edition(&self, id: &str) -> Result<&'static Ruleset, DataError> {
        (self.others)(id).ok_or_else(|| DataError::unknown("edition", id))
    }
}

type Parts<'a> = (Option<&'a Toml>, Option<&'static Ruleset>, Clause<()>);

impl ClauseReader for RulesetReader<'_> {
    fn head<T: FromToml>(&self, key: &str) -> T {
        expect_valid(self.name, read_field(self.file, key))
    }

    fn clause<T: Value + FromToml + Copy>(&mut self, topic: ClauseId) -> Clause<T> {
        let parts = self.clause_parts(topic);
        let (
            value,
            base,
            Clause {
                text,
                source,
                readings,
                ..
            },
        ) = parts.unwrap_or_else(|wrong| self.panic_at_clause(topic, &wrong));
        let there = || {
            (base?.any(topic).value() as &dyn Any)
                .downcast_ref()
                .copied()
        };
        let value = match value {
            Some(told) => {
                T::from_toml(told).unwrap_or_else(|wrong| self.panic_at_clause(topic, &wrong))
            }
            None => there().or_else(T::default_value).unwrap_or_else(|| {
                self.panic_at_clause(topic, &DataProblem::MissingPart("value").into())
            }),
        };
        Clause {
            text,
            value,
            source,
            readings,
        }
    }
}

impl Ruleset {
    /// The ruleset that a file of this name tells, with what it takes over from others. A mistake in it panics.
    pub fn read(
        name: &str,
        file: &'static str,
        others: &dyn Fn(&str) -> Option<&'static Ruleset>,
    ) -> Ruleset {
        let file = &parse_table(name, file);
        let machine =
            expect_valid(name, read_field::<Option<_>>(file, "machine")).unwrap_or_default();
        let same = expect_valid(name, read_field(file, "same"));
        let mut told = RulesetReader {
            name,
            file,
            machine,
            same,
            clauses: Vec::new(),
            readings: Vec::new(),
            others,
        };
        expect_valid(name, told.collect_clause_tables("", file));
        let not_there = told.absent_clauses().into_iter().flat_map(DeTable::keys);
        not_there.for_each(|id| _ = expect_valid(name, read_clause_id(id.get_ref())));
        Ruleset::of(&mut told)
    }
}

impl InheritedClauses {
    fn source(&self, clause: Clause<()>) -> Source {
        let (edition, without, theirs) = (self.edition, clause.source.is_without(), clause.marks());
        match (self.taken, self.source) {
            (Some(taken), _) => Source::Same {
                edition,
                why: self.why.unwrap_or_default(),
                taken,
                without,
                theirs,
            },
            (None, Some(source)) if matches!(clause.source, Source::Says { .. }) => source,
            (None, _) => clause.source,
        }
    }
}

fn read_clause_id(id: &str) -> Result<ClauseId, DataError> {
    ClauseId::by_id(id).ok_or_else(|| DataError::unknown("clause", id))
}
