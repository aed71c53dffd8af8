//! A ruleset as a file tells it: TOML, with a table for each clause under the id of its topic.

use super::options::WHEN_TRUMPS_ARE_NAMED;
use super::value::{list, words};
use super::{Clause, Heritage, Reading, Ruleset, Source, TakenOver, Terms, Topic, Value};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

/// A ruleset by its id, from which another takes clauses over.
pub(super) type Others<'a> = &'a dyn Fn(&str) -> Option<&'static Ruleset>;

/// What a file tells, as far as it has not been taken out yet.
pub(super) struct Told<'a> {
    pub(super) head: Head,
    clauses: BTreeMap<Topic, DeTable<'static>>,
    /// The answers that it has given so far.
    readings: Vec<Reading>,
    others: Others<'a>,
    file: &'static str,
}

/// What stands above the clauses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) short: &'static str,
    pub(super) year: Option<u16>,
    #[serde(deserialize_with = "words")]
    pub(super) about: &'static str,
    pub(super) terms: Terms,
    #[serde(default, deserialize_with = "list")]
    same: &'static [Same],
}

/// Clauses that are those of another edition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Same {
    edition: &'static str,
    /// Which; where none is named, all that are told nowhere else.
    #[serde(default, deserialize_with = "list")]
    topics: &'static [Topic],
    /// How sure it is that they hold here too, and why. Where nothing is said of it, they are a part of this edition.
    taken: Option<TakenOver>,
    #[serde(default, deserialize_with = "words")]
    why: &'static str,
    /// What they rest on here, where they rest on a source there.
    source: Option<Source>,
}

/// What is told of a clause beside its value and the questions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default, deserialize_with = "some_words")]
    text: Option<&'static str>,
    source: Option<Source>,
    /// The edition whose words and value it has, where it gives none, beside a source of its own.
    like: Option<&'static str>,
}

fn some_words<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<&'static str>, D::Error> {
    words(from).map(Some)
}

/// What a clause may have; whatever else stands in its table belongs to a topic further down.
const OWN: [&str; 5] = ["value", "text", "source", "like", "reading"];

impl<'a> Told<'a> {
    /// Reads a file, and no clause of it yet.
    pub(super) fn of(text: &'static str, others: Others<'a>) -> Result<Told<'a>, String> {
        let mut told = DeTable::parse(text).map_err(|error| at(text, "", &error))?.into_inner();
        let mut head = DeTable::new();
        for key in ["id", "name", "short", "year", "about", "terms", "same"] {
            head.extend(told.remove_entry(key));
        }
        let mut clauses = BTreeMap::new();
        if let Some(DeValue::Table(values)) = told.remove("not_there").map(Spanned::into_inner) {
            for (id, value) in values {
                let word =
                    |key: &'static str, word: &'static str| (plain(key.into()), plain(DeValue::String(word.into())));
                let mut table = DeTable::from_iter([word("text", ""), word("source", "without")]);
                table.insert(plain("value".into()), value);
                clauses.insert(topic(id.get_ref())?, table);
            }
        }
        gather("", told, &mut clauses)?;
        let head = read(DeValue::Table(head)).map_err(|error| at(text, "", &error))?;
        Ok(Told { head, clauses, readings: Vec::new(), others, file: text })
    }

    /// The clause on a topic, which another edition has there where this one takes it over.
    pub(super) fn clause<T: Value + Copy + Deserialize<'static>>(
        &mut self,
        topic: Topic,
        there: fn(&Ruleset) -> Clause<T>,
    ) -> Result<Clause<T>, String> {
        let (value, base, clause) = self.rest(topic)?;
        let value = match (value, base) {
            (Some(value), _) => {
                T::deserialize(ValueDeserializer::from(value)).map_err(|error| self.at(topic, &error))?
            }
            (None, Some(base)) => there(base).value,
            (None, None) => T::unsaid().ok_or_else(|| format!("{topic}: no value"))?,
        };
        Ok(Clause { text: clause.text, value, source: clause.source, readings: clause.readings })
    }

    /// All of it but its value, that as it is told, and the edition that has it where it is not told.
    fn rest(&mut self, topic: Topic) -> Result<Rest, String> {
        let mut table = self.clauses.remove(&topic).unwrap_or_default();
        let (value, readings) = (table.remove("value"), table.remove("reading"));
        let Entry { text, source, like } = read(DeValue::Table(table)).map_err(|error| self.at(topic, &error))?;
        let same = self.head.same.iter().find(|same| same.topics.is_empty() || same.topics.contains(&topic));
        let (base, source, inherited) = match (source, like, same) {
            (Some(source), None, _) => (None, source, &[][..]),
            (Some(source), Some(like), _) => (Some(self.other(like)?), source, &[][..]),
            (None, None, Some(same)) => {
                let there = self.other(same.edition)?;
                (Some(there), same.source(there, topic), there.readings(topic))
            }
            (None, ..) => return Err(format!("{topic}: no source")),
        };
        let text = text.or(base.map(|base| base.text(topic))).ok_or_else(|| format!("{topic}: no text"))?;
        let readings = match readings.map(Spanned::into_inner) {
            None => inherited,
            Some(DeValue::Array(told)) => {
                let read = told.into_iter().map(|reading| self.reading(topic, reading));
                &*read.collect::<Result<Vec<Reading>, String>>()?.leak()
            }
            Some(_) => return Err(format!("{topic}: its questions are a list, `[[{topic}.reading]]`")),
        };
        self.readings.extend(readings);
        Ok((value, base, Clause { text, value: (), source, readings }))
    }

    /// An answer; or one that was given before, here (`same = "ABOU-01"`) or in another edition (`same = "mouche-1718/A1718-17"`),
    /// perhaps with another option.
    fn reading(&self, topic: Topic, told: Spanned<DeValue<'static>>) -> Result<Reading, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Again {
            same: &'static str,
            option: Option<&'static str>,
        }
        if told.get_ref().get("same").is_none() {
            return read(told.into_inner()).map_err(|error| self.at(topic, &error));
        }
        let Again { same, option } = read(told.into_inner()).map_err(|error| self.at(topic, &error))?;
        let found = match same.split_once('/') {
            None => self.readings.iter().chain(WHEN_TRUMPS_ARE_NAMED).find(|reading| reading.id == same),
            Some((edition, id)) => {
                let there = self.other(edition)?;
                let all = Topic::ALL.iter().flat_map(|topic| there.readings(*topic));
                all.into_iter().find(|reading| reading.id == id)
            }
        };
        let found = found.ok_or_else(|| format!("{topic}: no answer is called `{same}`"))?;
        Ok(Reading { option: option.or(found.option), ..*found })
    }

    fn other(&self, id: &str) -> Result<&'static Ruleset, String> {
        (self.others)(id).ok_or_else(|| format!("no edition is called `{id}`"))
    }

    fn at(&self, topic: Topic, error: &Error) -> String {
        at(self.file, &format!("{topic}: "), error)
    }
}

type Rest = (Option<Spanned<DeValue<'static>>>, Option<&'static Ruleset>, Clause<()>);

impl Same {
    /// What a clause rests on that is taken over so.
    fn source(&self, there: &Ruleset, topic: Topic) -> Source {
        let clause = there.clause(topic);
        match (self.taken, self.source) {
            (Some(taken), _) => {
                Heritage { edition: self.edition, why: self.why, taken }.of(clause.source, clause.marks())
            }
            (None, Some(source)) if matches!(clause.source, Source::Says { .. }) => source,
            (None, _) => clause.source,
        }
    }
}

/// The tables of clauses, each under its topic: those of `[rank]` and of `[rank.promoted]`, which stands in it.
fn gather(id: &str, table: DeTable<'static>, clauses: &mut BTreeMap<Topic, DeTable<'static>>) -> Result<(), String> {
    let (own, further): (DeTable, DeTable) = table.into_iter().partition(|(key, _)| OWN.contains(&&**key.get_ref()));
    for (key, value) in further {
        let id = if id.is_empty() { key.get_ref().to_string() } else { format!("{id}.{}", key.get_ref()) };
        let DeValue::Table(table) = value.into_inner() else { return Err(format!("nothing is called `{id}`")) };
        gather(&id, table, clauses)?;
    }
    if !own.is_empty() {
        clauses.insert(topic(id)?, own);
    }
    Ok(())
}

fn topic(id: &str) -> Result<Topic, String> {
    Topic::by_id(id).ok_or_else(|| format!("no clause is called `{id}`"))
}

fn plain<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn read<T: Deserialize<'static>>(value: DeValue<'static>) -> Result<T, Error> {
    T::deserialize(ValueDeserializer::from(plain(value)))
}

/// An error with the line that it is in.
fn at(file: &str, what: &str, error: &Error) -> String {
    let line = error.span().map_or(0, |span| file[..span.start].lines().count());
    format!("line {line}: {what}{}", error.message())
}
