//! Editions that companies have made their own: a printed one with what was agreed, under a name of theirs.

use crate::rules::{
    ClauseId, OptionDef, OptionError, OptionValue, Ruleset, Source, TakenOver, by_name,
};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, RwLock};

/// Those that this program was told of, each with the folder whose files may name it.
static SEATED: RwLock<Vec<(String, &'static Ruleset)>> = RwLock::new(Vec::new());

/// The page of the hands that several editions tell, among the pages of the editions.
pub const COMPARED: &str = "compared";
/// The page of the index of hands, in the same place.
pub const INDEX: &str = "index-of-hands";

/// Returns why a table cannot have this id, if pages named by it would take the place of others, or are no files on Windows.
pub fn why_id_refused(id: &str) -> Option<&'static str> {
    let is_numbered = |name: &str| {
        id.strip_prefix(name)
            .is_some_and(|number| number.len() == 1 && number != "0")
    };
    if [COMPARED, INDEX].contains(&id) {
        Some("a page of the book is called so")
    } else if ["con", "prn", "aux", "nul"].contains(&id) || is_numbered("com") || is_numbered("lpt")
    {
        Some("Windows allows no file of this name")
    } else {
        None
    }
}

/// Why a clause is as it is in the printed edition.
const WHY: &str = "Nothing else was agreed at this table.";

/// The edition of a company: the base with these options. What they change says what it is now, and all else is as there.
///
/// ```
/// use mouche::editions::{self, house};
/// use mouche::rules::{OptionValue, ClauseId};
///
/// let base = editions::by_id("mouche-1718").expect("an edition");
/// let agreed = [("debts".to_owned(), OptionValue::Word("staged".to_owned()))].into();
/// let marie = house::settle_table("chez-marie", "Chez Marie", base, &agreed).expect("an option");
/// assert_eq!(marie.clause(ClauseId::DebtEnter).source.to_string(), "agreed at this table");
/// assert_eq!(marie.clause(ClauseId::PlayTrump).source.to_string(), "as in mouche-1718");
/// ```
///
/// Rules are used by reference until the program ends, so this function keeps them, once for each table: a caller that asks
/// for the same table again gets the same rules. The memory grows with the number of different tables only.
///
/// # Errors
/// If an option cannot be agreed. Then nothing is kept.
pub fn settle_table(
    id: &str,
    name: &str,
    base: &'static Ruleset,
    options: &BTreeMap<String, OptionValue>,
) -> Result<&'static Ruleset, OptionError> {
    let mut settled = SETTLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = settled
        .iter()
        .find(|table| table.is_same(id, name, base, options))
    {
        return Ok(table.rules);
    }
    let agreed = base.with_options(options)?;
    // Pages have their words already: the engine that runs there goes without.
    let agreed = if cfg!(feature = "cli") {
        build_table_rules(base, agreed, options)
    } else {
        agreed
    };
    let about = format!("{}, as it is played at this table.", base.name);
    // Leaked because rules are used until the program ends; once for each different table.
    let (id, name, about): (&str, &str, &str) =
        (id.to_owned().leak(), name.to_owned().leak(), about.leak());
    let rules = Ruleset {
        base: Some(base),
        id,
        name,
        short: name,
        year: None,
        about,
        ..agreed
    };
    // Leaked for the same reason.
    let rules = &*Box::leak(Box::new(rules));
    settled.push(SettledTable {
        rules,
        options: options.clone(),
    });
    Ok(rules)
}

/// The rules of a table, and the options from which they were made.
struct SettledTable {
    rules: &'static Ruleset,
    options: BTreeMap<String, OptionValue>,
}

impl SettledTable {
    /// Whether it has this id and name, and the same options agreed in the same edition.
    fn is_same(
        &self,
        id: &str,
        name: &str,
        base: &Ruleset,
        options: &BTreeMap<String, OptionValue>,
    ) -> bool {
        let has_base = self.rules.base.is_some_and(|own| own.id == base.id);
        self.rules.id == id && self.rules.name == name && has_base && self.options == *options
    }
}

/// The tables that were settled so far, each once.
static SETTLED: Mutex<Vec<SettledTable>> = Mutex::new(Vec::new());

/// What was agreed, with words that say so, and what it rests on.
fn build_table_rules(
    base: &'static Ruleset,
    agreed: Ruleset,
    options: &BTreeMap<String, OptionValue>,
) -> Ruleset {
    let mut rules = agreed;
    for topic in ClauseId::ALL.iter().copied() {
        // Some options change what people do, and nothing that an engine reads.
        let is_said = |(name, to): &(&String, &OptionValue)| {
            let option = OptionDef::by_name(name).filter(|option| option.topic == topic);
            let is_idle = option.is_some_and(|option| {
                option.current_value(&agreed) == Some(OptionValue::Flag(false))
            });
            is_idle && **to == OptionValue::Flag(true)
        };
        let said = options
            .iter()
            .find(is_said)
            .map(|(name, _)| name.replace('_', " "));
        let (now, before) = (agreed.clause(topic), base.clause(topic));
        let words = match now.changed_value(&before) {
            Some(value) => Some(capitalize(value)),
            None => {
                said.map(|said| format!("{} {}", before.text().map(str::trim), capitalize(&said)))
            }
        };
        let (edition, without, theirs) = (base.id, before.source.is_without(), before.marks());
        let as_there = Source::Same {
            edition,
            why: WHY,
            taken: TakenOver::Told,
            without,
            theirs,
        };
        let source = if words.is_some() {
            Source::Agreed
        } else {
            as_there
        };
        // Leaked because rules are used until the program ends; once for each different table.
        rules
            .any_clause_mut(topic)
            .replace_text(words.map(|words| &*words.leak()), source);
    }
    rules
}

fn capitalize(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).chain(['.']).collect()
}

/// What a company plays by, told in a way that holds in every folder: the printed edition, and all that is agreed.
pub fn portable_options(rules: &Ruleset) -> Option<(Ruleset, BTreeMap<String, OptionValue>)> {
    let base = rules.base?;
    let is_it = |options: &_| {
        base.with_options(options).is_ok_and(|other| {
            ClauseId::ALL
                .iter()
                .all(|topic| other.decides_as(rules, *topic))
        })
    };
    let mut options = by_name(
        OptionDef::changed_options(rules, base).map(|(option, now)| (option.name.to_owned(), now)),
    );
    // What follows from another is not said.
    for name in options.keys().cloned().collect::<Vec<_>>() {
        let mut fewer = options.clone();
        fewer.remove(&name);
        options = if is_it(&fewer) { fewer } else { options };
    }
    Some((base.with_options(&options).ok()?, options))
}

/// The folder whose files may name a table's edition.
pub fn folder_of_table(id: &str) -> Option<String> {
    let seated = SEATED.read().unwrap_or_else(PoisonError::into_inner);
    seated
        .iter()
        .rev()
        .find(|(_, rules)| rules.id == id)
        .map(|(folder, _)| folder.clone())
}

/// Seats a company in a folder, instead of whoever sat there; none leaves it empty.
pub fn register_house_rules(folder: &str, rules: Option<&'static Ruleset>) {
    let mut seated = SEATED.write().unwrap_or_else(PoisonError::into_inner);
    seated.retain(|(other, _)| other != folder);
    seated.extend(rules.map(|rules| (folder.to_owned(), rules)));
}

/// All that are seated, in the order in which they were.
pub fn registered_tables() -> Vec<&'static Ruleset> {
    SEATED
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .map(|(_, rules)| *rules)
        .collect()
}
