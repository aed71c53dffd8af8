//! A ruleset as a file tells it: TOML, with a table for each clause under the id of its topic.

use super::from_toml::{FromToml, Toml, expected, records};
use super::options::WHEN_TRUMPS_ARE_NAMED;
use super::{Clause, Reading, Ruleset, Source, TakenOver, Terms, Topic, Value};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file, and what of it was read so far.
pub(super) struct Told<'a> {
    pub(super) head: Head,
    clauses: BTreeMap<Topic, DeTable<'static>>,
    readings: Vec<Reading>,
    /// The rulesets from which it takes clauses over, by their ids.
    others: &'a dyn Fn(&str) -> Option<&'static Ruleset>,
}

/// What stands above the clauses.
pub(super) struct Head {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) short: &'static str,
    pub(super) year: Option<u16>,
    pub(super) about: &'static str,
    pub(super) terms: Terms,
    same: &'static [Same],
}

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

/// A clause without its value and its questions.
struct Entry {
    text: Option<&'static str>,
    source: Option<Source>,
    /// The edition that has the same words and value, as far as they are not told, beside a source of its own.
    like: Option<&'static str>,
}

/// An answer that was given before: in this edition, `A1718-17`, or another, `mouche-1718/A1718-17`; perhaps with an option.
struct Again {
    same: &'static str,
    option: Option<&'static str>,
}

records! {
    Head { id, name, short, year, about, terms, same }
    Same { edition, topics, taken, why, source }
    Entry { text, source, like }
    Again { same, option }
}

impl<'a> Told<'a> {
    /// The head of a file, and its clauses yet to be read.
    pub(super) fn of(
        text: &'static str,
        others: &'a dyn Fn(&str) -> Option<&'static Ruleset>,
    ) -> Result<Told<'a>, String> {
        let mut told = DeTable::parse(text).map_err(|wrong| wrong.to_string())?.into_inner();
        let keys = ["id", "name", "short", "year", "about", "terms", "same"];
        let head = keys.iter().filter_map(|key| told.remove_entry(*key)).collect();
        let mut clauses = BTreeMap::new();
        let absent = told.remove("not_there");
        for (id, value) in absent.iter().filter_map(|absent| absent.get_ref().as_table()).flatten() {
            let topic = Topic::from_toml(&DeValue::String(id.get_ref().clone()))?;
            let word = |word: &'static str| spanned(DeValue::String(word.into()));
            let told = [("value", value.clone()), ("text", word("")), ("source", word("without"))];
            clauses.insert(topic, told.into_iter().map(|(key, told)| (spanned(key.into()), told)).collect());
        }
        gather("", told, &mut clauses)?;
        Ok(Told { head: Head::from_toml(&DeValue::Table(head))?, clauses, readings: Vec::new(), others })
    }

    /// A clause of it; `there` finds the one that another edition has, where it is taken over.
    pub(super) fn clause<T: Value + Copy>(
        &mut self,
        topic: Topic,
        there: fn(&Ruleset) -> Clause<T>,
    ) -> Result<Clause<T>, String> {
        let (value, base, Clause { text, source, readings, .. }) =
            self.rest(topic).map_err(|wrong| format!("{topic}: {wrong}"))?;
        let value = match (value, base) {
            (Some(value), _) => T::from_toml(value.get_ref()).map_err(|wrong| format!("{topic}: value: {wrong}"))?,
            (None, Some(base)) => there(base).value,
            (None, None) => T::unsaid().ok_or_else(|| format!("{topic}: `value` is missing"))?,
        };
        Ok(Clause { text, value, source, readings })
    }

    /// All of it but the value, which may stand in another edition.
    fn rest(&mut self, topic: Topic) -> Result<Rest, String> {
        let mut told = self.clauses.remove(&topic).unwrap_or_default();
        let (value, readings) = (told.remove("value"), told.remove("reading"));
        let Entry { text, source, like } = Entry::from_toml(&DeValue::Table(told))?;
        let same = self.head.same.iter().find(|same| same.topics.is_empty() || same.topics.contains(&topic));
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
        let readings = match readings.as_ref().map(|told| (told.get_ref(), told.get_ref().as_array())) {
            None => inherited,
            Some((_, Some(told))) => {
                let each = told.iter().map(|told| self.reading(told.get_ref())).collect::<Result<Vec<_>, String>>();
                &*each?.leak()
            }
            Some((told, None)) => return expected("a list of readings", told),
        };
        self.readings.extend(readings);
        Ok((value, base, Clause { text, value: (), source, readings }))
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

type Rest = (Option<Spanned<Toml>>, Option<&'static Ruleset>, Clause<()>);

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

/// Finds the tables of clauses: `[rank]`, and `[rank.promoted]`, which stands in it.
fn gather(id: &str, table: DeTable<'static>, clauses: &mut BTreeMap<Topic, DeTable<'static>>) -> Result<(), String> {
    let is_own = |key: &str| ["value", "text", "source", "like", "reading"].contains(&key);
    let (own, further): (DeTable, DeTable) = table.into_iter().partition(|(key, _)| is_own(key.get_ref()));
    for (key, told) in further {
        let id = if id.is_empty() { key.get_ref().to_string() } else { format!("{id}.{}", key.get_ref()) };
        let DeValue::Table(table) = told.into_inner() else { return Err(format!("nothing is called `{id}`")) };
        gather(&id, table, clauses)?;
    }
    if !own.is_empty() {
        clauses.insert(Topic::from_toml(&DeValue::String(id.to_owned().into()))?, own);
    }
    Ok(())
}

fn spanned<T>(told: T) -> Spanned<T> {
    Spanned::new(0..0, told)
}
