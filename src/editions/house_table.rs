//! House tables: printed editions with the options that players agreed on, under a name of their own.

use crate::rules::{
    ClauseId, ClauseSource, EditionClauseInWords, InheritedClauseCertainty, OptionDef, OptionError,
    OptionValue, Ruleset, options_by_name, without_option,
};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, RwLock};

/// The house tables that were registered, each with the folder whose files may name it.
static REGISTERED: RwLock<Vec<(String, &'static Ruleset)>> = RwLock::new(Vec::new());

/// The page of the hands that several editions tell, among the pages of the editions.
pub const COMPARED: &str = "compared";
/// The page of the index of hands, in the same place.
pub const INDEX: &str = "index-of-hands";
/// The page of the list of all hands, in the same place.
pub const ALL_HANDS: &str = "all-hands";

/// Returns why a table cannot have this id, if pages named by it would take the place of others, or are no files on Windows.
pub fn why_page_name_refused(id: &str) -> Option<&'static str> {
    if [COMPARED, INDEX, ALL_HANDS].contains(&id) {
        Some("a page of the book has this name")
    } else if ["con", "prn", "aux", "nul"].contains(&id)
        || is_numbered_windows_device(id, "com")
        || is_numbered_windows_device(id, "lpt")
    {
        Some("Windows does not allow files with this name")
    } else {
        None
    }
}

/// Returns whether an id is the name of a device of Windows and a digit from 1: `com1`.
fn is_numbered_windows_device(id: &str, device: &str) -> bool {
    id.strip_prefix(device)
        .is_some_and(|number| number.len() == 1 && number != "0")
}

/// The reason why a clause is as in the printed edition.
const WHY: &str = "Nothing else was agreed at this table.";

/// Returns the rules of a house table: an edition with these options. Clauses that they change describe the new rule; all
/// others are as in the edition.
///
/// ```
/// use mouche::editions::{self, house_table};
/// use mouche::rules::{OptionValue, ClauseId, ClauseLookup};
///
/// let base = editions::by_id("mouche-1718").expect("an edition");
/// let agreed = [("debts".to_owned(), OptionValue::Word("staged".to_owned()))].into();
/// let marie = house_table::house_table_rules("chez-marie", "Chez Marie", base, &agreed).expect("an option");
/// assert_eq!(marie.source(ClauseId::DebtEnter).expect("a clause").to_string(), "agreed at this table");
/// assert_eq!(marie.source(ClauseId::PlayTrump).expect("a clause").to_string(), "as in mouche-1718");
/// ```
///
/// Rules are used by reference until the program ends, so this function keeps them, once for each table: a caller that asks
/// for the same table again gets the same rules. The memory grows with the number of different tables only.
///
/// # Errors
/// If an option cannot be agreed. Then nothing is kept.
pub fn house_table_rules(
    id: &str,
    name: &str,
    base: &'static Ruleset,
    options: &BTreeMap<String, OptionValue>,
) -> Result<&'static Ruleset, OptionError> {
    house_table_rules_with_words(id, name, base, options, &HouseTableOptionWords::new())
}

/// The words of a house table for one of its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRuleWords {
    /// The rule, in place of the words that follow from the value.
    pub text: Option<String>,
    /// The reason why the players agreed on it.
    pub reason: Option<String>,
}

/// The words of a house table for its options, each with the name of the option.
pub type HouseTableOptionWords = Vec<(String, HouseRuleWords)>;

/// Returns the rules of a house table, as [`house_table_rules`] does, with words of its own for some options.
///
/// # Errors
/// If an option cannot be agreed. Then nothing is kept.
pub fn house_table_rules_with_words(
    id: &str,
    name: &str,
    base: &'static Ruleset,
    options: &BTreeMap<String, OptionValue>,
    words: &HouseTableOptionWords,
) -> Result<&'static Ruleset, OptionError> {
    let mut settled = SETTLED.lock().unwrap_or_else(PoisonError::into_inner);
    for table in settled.iter() {
        if table.is_same(id, name, base, options) && table.words == *words {
            return Ok(table.rules);
        }
    }
    let agreed = base.with_options(options)?;
    // Pages have the words already, so the engine that runs there does without them.
    let agreed = if cfg!(feature = "cli") {
        describe_changed_clauses(base, agreed, options, words)
    } else {
        agreed
    };
    let about = format!("{}, as it is played at this table.", base.name);
    // Leaked because rules are used until the program ends; once for each different table.
    let id: &'static str = id.to_owned().leak();
    // Leaked for the same reason.
    let name: &'static str = name.to_owned().leak();
    let mut rules = agreed;
    rules.base = Some(base);
    rules.id = id;
    rules.name = name;
    rules.short = name;
    rules.year = None;
    // Leaked for the same reason.
    rules.about = about.leak();
    // Leaked for the same reason.
    let rules = &*Box::leak(Box::new(rules));
    settled.push(HouseTableWithOptions {
        rules,
        options: options.clone(),
        words: words.clone(),
    });
    Ok(rules)
}

/// The rules of a table, and the options from which they were made.
struct HouseTableWithOptions {
    rules: &'static Ruleset,
    options: BTreeMap<String, OptionValue>,
    words: HouseTableOptionWords,
}

impl HouseTableWithOptions {
    /// Returns whether the table has this id and name, and the same options of the same edition.
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
static SETTLED: Mutex<Vec<HouseTableWithOptions>> = Mutex::new(Vec::new());

/// Returns the rules of a table with a text and a source for each clause that the options change.
fn describe_changed_clauses(
    base: &'static Ruleset,
    agreed: Ruleset,
    options: &BTreeMap<String, OptionValue>,
    words: &HouseTableOptionWords,
) -> Ruleset {
    let mut rules = agreed;
    for topic in ClauseId::ALL.iter().copied() {
        let Some(before) = base.clause(topic) else {
            continue;
        };
        let own = words_about_clause(topic, &agreed, words);
        let own_text = own.and_then(|own| own.text.clone());
        let new_text = own_text.or_else(|| clause_text_if_changed(&before, &agreed, options));
        let source = if own.is_some() || new_text.is_some() {
            let why = own.and_then(|own| own.reason.clone());
            // Leaked because rules are used until the program ends; once for each different table.
            let why = why.unwrap_or_default().leak();
            ClauseSource::Agreed { why }
        } else {
            ClauseSource::Same {
                edition: base.id,
                why: WHY,
                taken: InheritedClauseCertainty::Told,
                without: before.source.is_stated_absence(),
                theirs: before.marks(),
            }
        };
        // Leaked because rules are used until the program ends; once for each different table.
        let new_text = new_text.map(|text| &*text.leak());
        if let Some(clause) = rules.any_clause_mut(topic) {
            clause.replace_source_and_text(new_text, source);
        }
    }
    rules
}

/// Returns the words of a table for the option that changes a clause.
fn words_about_clause<'a>(
    topic: ClauseId,
    agreed: &Ruleset,
    words: &'a HouseTableOptionWords,
) -> Option<&'a HouseRuleWords> {
    for (name, own) in words {
        if OptionDef::known_by_name(agreed, name).is_some_and(|option| option.topic == topic) {
            return Some(own);
        }
    }
    None
}

/// Returns the text of a clause that the options of a table change; none if they leave it as it was.
fn clause_text_if_changed(
    before: &EditionClauseInWords,
    agreed: &Ruleset,
    options: &BTreeMap<String, OptionValue>,
) -> Option<String> {
    let after = agreed.clause(before.topic)?;
    let is_by_author = options.keys().any(|name| {
        let option = OptionDef::known_by_name(agreed, name);
        option.is_some_and(|option| option.author.is_some() && option.topic == before.topic)
    });
    // The author has said the rule with this choice.
    if is_by_author {
        return Some(after.text().render(|text, _| (*text).to_owned()));
    }
    if let Some(value) = after.agreed_value_if_changed(before) {
        return Some(to_sentence(value));
    }
    let name = option_unread_by_engine(agreed, before.topic, options)?;
    let words = to_sentence(&name.replace('_', " "));
    Some(format!("{} {words}", before.text().map(str::trim)))
}

/// Returns the option on this clause that is true and changes only what people do, so that the engine does not read it.
fn option_unread_by_engine<'a>(
    agreed: &Ruleset,
    topic: ClauseId,
    options: &'a BTreeMap<String, OptionValue>,
) -> Option<&'a str> {
    for (name, value) in options {
        let known = OptionDef::known_by_name(agreed, name);
        let Some(option) = known.filter(|option| option.topic == topic) else {
            continue;
        };
        let is_unread = option.value_if_applicable(agreed) == Some(OptionValue::Flag(false));
        if is_unread && *value == OptionValue::Flag(true) {
            return Some(name);
        }
    }
    None
}

/// Returns some words as a sentence: with a capital and a full stop.
fn to_sentence(words: &str) -> String {
    let mut letters = words.chars();
    let mut sentence = String::new();
    if let Some(first) = letters.next() {
        sentence.extend(first.to_uppercase());
    }
    sentence + letters.as_str() + "."
}

/// Returns the rules of a house table without its name, and the options that make them of the printed edition. Files in
/// every folder can name these.
pub fn nameless_rules_and_options(
    rules: &Ruleset,
) -> Option<(Ruleset, BTreeMap<String, OptionValue>)> {
    let base = rules.base?;
    let mut options = options_by_name(
        OptionDef::changed_options(rules, base).map(|(option, now)| (option.name.to_owned(), now)),
    );
    // An option that follows from the others is left out.
    for name in options.keys().cloned().collect::<Vec<_>>() {
        let fewer = without_option(&options, &name);
        if makes_same_rules(base, &fewer, rules) {
            options = fewer;
        }
    }
    Some((base.with_options(&options).ok()?, options))
}

/// Returns whether an edition with these options has the same rules as a table.
fn makes_same_rules(
    base: &Ruleset,
    options: &BTreeMap<String, OptionValue>,
    rules: &Ruleset,
) -> bool {
    let Ok(other) = base.with_options(options) else {
        return false;
    };
    ClauseId::ALL
        .iter()
        .all(|topic| other.decides_as(rules, *topic))
}

/// Returns the folder whose files may name a house table.
pub fn folder_of_table(id: &str) -> Option<String> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered
        .iter()
        .rev()
        .find(|(_, rules)| rules.id == id)
        .map(|(folder, _)| folder.clone())
}

/// Registers the house table of a folder in place of the one before. None removes that.
pub fn register_house_rules(folder: &str, rules: Option<&'static Ruleset>) {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    registered.retain(|(other, _)| other != folder);
    registered.extend(rules.map(|rules| (folder.to_owned(), rules)));
}

/// Returns the registered house tables, the oldest first.
pub fn registered_tables() -> Vec<&'static Ruleset> {
    REGISTERED
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .map(|(_, rules)| *rules)
        .collect()
}
