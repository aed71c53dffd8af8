//! A ruleset as a file tells it: TOML, with a table for each clause under the id of its topic.

use super::from_toml::{FromToml, Toml, expected, field, field_or};
use super::ruleset::Find;
use super::{Clause, Machine, Reading, Ruleset, Source, TakenOver, Topic, Value, WHEN_TRUMPS_ARE_NAMED, data};
use std::sync::LazyLock;
use toml::Spanned;
use toml::de::DeTable;

/// Finds another ruleset by its id.
type Others<'a> = &'a dyn Fn(&str) -> Option<&'static Ruleset>;

/// A file, and the readings that were found in it so far.
struct Told<'a> {
    file: &'a DeTable<'static>,
    machine: Machine,
    same: &'static [Same],
    clauses: Vec<(Topic, &'a DeTable<'static>)>,
    readings: Vec<Reading>,
    others: Others<'a>,
    /// The clause that is being read.
    topic: Option<Topic>,
    /// What is wrong, once something is.
    wrong: String,
}

data! {
    /// Clauses that are those of another edition.
    struct Same {
        edition: &'static str,
        /// Which; where none is named, all that are told nowhere else.
        topics: &'static [Topic],
        /// How sure it is that they hold here too, and why. Where nothing is said of it they are a part of this edition.
        taken: Option<TakenOver>,
        why: Option<&'static str>,
        /// What they rest on here, where they rest on a source there.
        source: Option<Source>,
    }

    /// A reading that was given before: in this edition, `A1718-17`, or another, `mouche-1718/A1718-17`; perhaps with an option.
    struct Again {
        same: &'static str,
        option: Option<&'static str>,
    }
}

/// The values on what an edition's machine has no use for.
static NOTHING: LazyLock<Spanned<DeTable<'static>>> =
    LazyLock::new(|| DeTable::parse(include_str!("../editions/nothing.toml")).expect("values"));

/// What is told of the whole edition, beside its clauses.
const HEAD: [&str; 9] = ["machine", "id", "name", "short", "year", "about", "terms", "same", "not_there"];

/// What is told of a clause. `like` names an edition with the same words and value, as far as they are not told, and
/// another source.
const CLAUSE: [&str; 5] = ["value", "text", "source", "like", "reading"];

impl<'a> Told<'a> {
    fn of(file: &'a DeTable<'static>, others: Others<'a>) -> Result<Told<'a>, String> {
        let machine = field_or(file, "machine", Some(Machine::default()))?;
        let (same, clauses, readings, topic, wrong) =
            (field(file, "same")?, Vec::new(), Vec::new(), None, String::new());
        let mut told = Told { file, machine, same, clauses, readings, others, topic, wrong };
        told.gather("", file)?;
        for id in told.not_there().into_iter().flat_map(DeTable::keys) {
            self::topic(id.get_ref())?;
        }
        Ok(told)
    }

    /// Finds the tables of clauses: `[rank]`, and `[rank.promoted]`, which stands in it.
    fn gather(&mut self, id: &str, table: &'a DeTable<'static>) -> Result<(), String> {
        let is_top = id.is_empty();
        if !is_top && table.keys().any(|key| CLAUSE.contains(&&**key.get_ref())) {
            self.clauses.push((topic(id)?, table));
        }
        let known = if is_top { &HEAD[..] } else { &CLAUSE };
        for (key, told) in table.iter().filter(|(key, _)| !known.contains(&&**key.get_ref())) {
            let id = if is_top { key.get_ref().to_string() } else { format!("{id}.{}", key.get_ref()) };
            let Some(table) = told.get_ref().as_table() else { return Err(format!("nothing is called `{id}`")) };
            self.gather(&id, table)?;
        }
        Ok(())
    }

    fn not_there(&self) -> Option<&'a DeTable<'static>> {
        self.file.get("not_there")?.get_ref().as_table()
    }

    /// What is wrong, with the clause in which it is.
    fn wrong(&self) -> String {
        self.topic.map_or(self.wrong.clone(), |topic| format!("{topic}: {}", self.wrong))
    }

    /// All of it but the value, which may stand in another edition.
    fn rest(&mut self, topic: Topic) -> Result<Rest<'a>, String> {
        self.topic = Some(topic);
        let of_none = if topic.is_of(self.machine) { self.not_there() } else { Some(NOTHING.get_ref()) };
        if let Some(absent) = of_none.filter(|absent| absent.contains_key(topic.id()) || !topic.is_of(self.machine)) {
            let clause = Clause { text: "", value: (), source: Source::Without, readings: &[] };
            return Ok((absent.get(topic.id()).map(Spanned::get_ref), None, clause));
        }
        let empty = DeTable::new();
        let found = self.clauses.iter().find(|(of, _)| *of == topic).map(|(_, told)| *told);
        let told = found.unwrap_or(&empty);
        let (text, source, like): (Option<&str>, Option<Source>, Option<&str>) =
            (field(told, "text")?, field(told, "source")?, field(told, "like")?);
        let same = self.same.iter().find(|same| same.topics.is_empty() || same.topics.contains(&topic));
        let (base, source, inherited) = match (source, like, same) {
            (Some(source), Some(like), _) => (Some(self.other(like)?), source, &[][..]),
            (Some(source), None, _) => (None, source, &[][..]),
            (None, None, Some(same)) => {
                let there = self.other(same.edition)?;
                (Some(there), same.source(there, topic), there.readings(topic))
            }
            (None, ..) => return Err("`source` is missing".into()),
        };
        let text = text.or(base.map(|base| base.text(topic))).ok_or("`text` is missing")?;
        let mut readings = inherited;
        if let Some(told) = told.get("reading") {
            let Some(list) = told.get_ref().as_array() else { return expected("a list of readings", told.get_ref()) };
            readings = list.iter().map(|told| self.reading(told.get_ref())).collect::<Result<Vec<_>, _>>()?.leak();
        }
        self.readings.extend(readings);
        Ok((
            found.and_then(|told| Some(told.get("value")?.get_ref())),
            base,
            Clause { text, value: (), source, readings },
        ))
    }

    fn reading(&self, told: &Toml) -> Result<Reading, String> {
        if told.get("same").is_none() {
            return Reading::from_toml(told);
        }
        let Again { same, option } = Again::from_toml(told)?;
        let found = match same.split_once('/') {
            None => self.readings.iter().chain(WHEN_TRUMPS_ARE_NAMED).find(|reading| reading.id == same),
            Some((edition, id)) => {
                let there = self.other(edition)?;
                Topic::ALL.iter().flat_map(|topic| there.readings(*topic)).find(|reading| reading.id == id)
            }
        };
        let found = found.ok_or_else(|| format!("no reading is called `{same}`"))?;
        Ok(Reading { option: option.or(found.option), ..*found })
    }

    fn other(&self, id: &str) -> Result<&'static Ruleset, String> {
        (self.others)(id).ok_or_else(|| format!("no edition is called `{id}`"))
    }
}

impl Find for Told<'_> {
    fn machine(&self) -> Machine {
        self.machine
    }

    fn head<T: FromToml>(&mut self, key: &str) -> Option<T> {
        field(self.file, key).map_err(|wrong| self.wrong = wrong).ok()
    }

    fn clause<T: Value>(&mut self, topic: Topic, there: fn(&Ruleset) -> T) -> Option<Clause<T>> {
        let (value, base, clause) = self.rest(topic).map_err(|wrong| self.wrong = wrong).ok()?;
        let value = match (value, base) {
            (Some(value), _) => T::from_toml(value),
            (None, Some(base)) => Ok(there(base)),
            (None, None) => T::unsaid().ok_or_else(|| "`value` is missing".to_owned()),
        };
        let Clause { text, source, readings, .. } = clause;
        value.map(|value| Clause { text, value, source, readings }).map_err(|wrong| self.wrong = wrong).ok()
    }
}

impl Ruleset {
    /// The ruleset that a file tells, with what it takes over from others.
    ///
    /// # Errors
    /// What is wrong with it, and in which clause.
    pub fn read(file: &'static str, others: &dyn Fn(&str) -> Option<&'static Ruleset>) -> Result<Ruleset, String> {
        let parsed = DeTable::parse(file).map_err(|wrong| wrong.to_string())?;
        let mut told = Told::of(parsed.get_ref(), others)?;
        Ruleset::of(&mut told).ok_or_else(|| told.wrong())
    }
}

type Rest<'a> = (Option<&'a Toml>, Option<&'static Ruleset>, Clause<()>);

impl Same {
    /// What a clause rests on here.
    fn source(&self, there: &Ruleset, topic: Topic) -> Source {
        let clause = there.clause(topic);
        let (edition, without, theirs) = (self.edition, clause.source.is_without(), clause.marks());
        match (self.taken, self.source) {
            (Some(taken), _) => Source::Same { edition, why: self.why.unwrap_or_default(), taken, without, theirs },
            (None, Some(source)) if matches!(clause.source, Source::Says { .. }) => source,
            (None, _) => clause.source,
        }
    }
}

fn topic(id: &str) -> Result<Topic, String> {
    Topic::by_id(id).ok_or_else(|| format!("no clause is called `{id}`"))
}
