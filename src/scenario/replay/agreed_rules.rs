//! What a header agrees: the edition with its options, and whether a scenario can be played by these rules.

use super::shared_diagnostics::{describe_editions_that_know, join_with_commas};
use crate::cards::count_of;
use crate::editions::{self, house_table};
use crate::rules::{
    ClauseId, ClauseLookup, ClauseValue, Credit, OptionDef, OptionError, OptionValue, Ruleset,
    options_by_name,
};
use crate::scenario::text::{
    Diagnostic, FolderEditions, FolderHouseTable, FolderRules, Header, Scenario, Span, Spanned,
    diagnose, header, quote, three_nearest,
};
use std::collections::BTreeMap;

/// Returns the edition with the options agreed, or why they cannot be.
pub fn agreed_rules(
    header: &Header,
    edition: &Spanned<String>,
) -> Result<Ruleset, Box<Diagnostic>> {
    let Some(base) = header.house.edition_by_id(&edition.value) else {
        return Err(unknown_edition_error(edition, header.house).into());
    };
    base.with_options(&option_values(header))
        .map_err(|error| option_error(header, error).into())
}

/// Returns the error for an option that cannot be agreed.
fn option_error(header: &Header, error: OptionError) -> Diagnostic {
    match error {
        OptionError::Unknown {
            edition,
            name,
            known,
        } => {
            let key = header.option_names.get(&name).unwrap_or(&header.opening);
            let written = quote(&name);
            let all = join_with_commas(known.iter());
            if let Some(option) = OptionDef::by_name(&name) {
                let elsewhere = editions::printed_editions()
                    .filter(|rules| option.is_known_to(rules))
                    .map(|rules| rules.id);
                let editions = join_with_commas(elsewhere);
                return diagnose!("option-of-other-editions", key, edition, written, editions)
                    .with_help(format!("the options of {edition} are {all}"));
            }
            diagnose!("unknown-option", key, edition, written, all)
                .with_suggestions(&near_words(&name, known.iter().copied()), str::to_owned)
        }
        OptionError::Value { name, takes } => {
            if let Some(wrong) = quoted_switch_error(header, &name, &takes) {
                return wrong;
            }
            let words = takes.split('"').skip(1).step_by(2);
            let near = match header.options.get(&name).map(|option| &option.value) {
                Some(OptionValue::Word(written)) => near_words(written, words),
                _ => Vec::new(),
            };
            diagnose!(
                "value-of-an-option",
                option_span(header, &name),
                name,
                takes
            )
            .with_suggestions(&near, quote_word)
        }
        OptionError::Conflict { name, why } => {
            diagnose!("option-excluded", option_span(header, &name), name, why)
        }
    }
}

/// Returns the error for `"true"` or `"false"` as the value of an option that is a switch.
fn quoted_switch_error(header: &Header, name: &str, takes: &str) -> Option<Diagnostic> {
    let option = header.options.get(name)?;
    let OptionValue::Word(word) = &option.value else {
        return None;
    };
    let is_switch =
        matches!(word.as_str(), "true" | "false") && takes.split(" or ").any(|value| value == word);
    is_switch.then(|| diagnose!("switch-in-quotes", &option.span, word, name))
}

/// Returns where the value of an option stands, or else the header.
fn option_span<'a>(header: &'a Header, name: &str) -> &'a Span {
    match header.options.get(name) {
        Some(option) => &option.span,
        None => &header.opening,
    }
}

fn option_values(header: &Header) -> BTreeMap<String, OptionValue> {
    let values = header.options.iter();
    options_by_name(values.map(|(name, option)| (name.clone(), option.value.clone())))
}

/// Reads a `mouche.toml`: returns where its table has its name, if it has one, its rules, if they can be agreed, and what is
/// wrong with it.
pub fn read_house_rules(
    editions: Option<&'static FolderEditions>,
    text: &str,
) -> (Option<Span>, Option<&'static Ruleset>, Vec<Diagnostic>) {
    let (table, mut wrong) = header::read_table_file(text);
    let Some((name, mut header)) = table else {
        return (None, None, wrong);
    };
    header.house.editions = editions;
    let rules = settle_table_rules(&name.value, &header, &mut wrong);
    let rules = if wrong.is_empty() { rules } else { None };
    (Some(name.span), rules, wrong)
}

fn settle_table_rules(
    name: &str,
    header: &Header,
    wrong: &mut Vec<Diagnostic>,
) -> Option<&'static Ruleset> {
    let edition = header.editions.first()?;
    if let Err(found) = agreed_rules(header, edition) {
        wrong.push(*found);
        return None;
    }
    let base = header.house.edition_by_id(&edition.value)?;
    let id = header::table_edition_id(name);
    let options = option_values(header);
    house_table::house_table_rules_with_words(&id, name, base, &options, &header.house_rules).ok()
}

/// Finds why a scenario cannot be played by these rules.
pub fn find_conflicts_with_rules(scenario: &Scenario, rules: &Ruleset) -> Vec<Diagnostic> {
    let header = &scenario.header;
    let mut wrong: Vec<Diagnostic> = header
        .shows
        .iter()
        .filter_map(|clause| unknown_clause_error(clause, rules))
        .collect();
    wrong.extend(player_count_error(header, rules));
    report_undeclared_editions(scenario, &mut wrong);
    wrong.extend(idle_spare_hand_error(scenario));
    // There is no credit where one pays in cash.
    let mut debts = header.chips.iter().filter(|chips| chips.value < 0);
    let is_cash_game = rules
        .tricks()
        .is_some_and(|rules| rules.credit.value == Credit::Cash);
    if is_cash_game && let Some(below) = debts.next() {
        let clause = rules.full_clause_id(ClauseId::Credit);
        wrong.push(diagnose!("below-nothing", &below.span).with_clause(clause));
    }
    for edition in &header.editions {
        // One machine plays all editions of a file.
        let named = header.house.edition_by_id(&edition.value);
        if named.is_some_and(|named| named.family() != rules.family()) {
            let one = rules.id;
            let other = &edition.value;
            wrong.push(diagnose!("games-of-two-kinds", &edition.span, one, other));
        }
    }
    wrong
}

fn player_count_error(header: &Header, rules: &Ruleset) -> Option<Diagnostic> {
    let number = header.players.len();
    if rules.players.value.allows(number) {
        return None;
    }
    let span = match header.players.last() {
        Some(last) => &last.span,
        None => &header.opening,
    };
    let by = rules.players.value.describe();
    let wrong = diagnose!("player-count", span, edition = rules.id, by, number);
    let wrong = wrong.with_clause(rules.full_clause_id(ClauseId::Players));
    Some(match option_allowing_players(rules, number) {
        Some(option) => wrong.with_help(format!(
            "add `options = {{ {option} }}` to the header: then {} can play",
            count_of(number, "player")
        )),
        None => wrong,
    })
}

/// Returns the option with its value, `name = value`, with which this number of players can play;
/// none if there is none. The engine for pages does without this: a page offers only numbers of
/// players that are allowed.
fn option_allowing_players(rules: &Ruleset, number: usize) -> Option<String> {
    if !cfg!(feature = "cli") {
        return None;
    }
    for option in OptionDef::open_in(rules) {
        for value in option.agreeable_fixed_values(rules) {
            let words = format!("{} = {value}", option.name);
            let agreed = rules.with_options(&options_by_name([(option.name.to_owned(), value)]));
            if agreed.is_ok_and(|agreed| agreed.players.value.allows(number)) {
                return Some(words);
            }
        }
    }
    None
}

/// Returns the error for the cards of a spare hand, if no edition of the file deals one. Where one does, the others leave these
/// cards undealt.
fn idle_spare_hand_error(scenario: &Scenario) -> Option<Diagnostic> {
    let header = &scenario.header;
    let mut deals = scenario.hands.iter();
    let first = deals.find_map(|hand| hand.deal.fille.first())?;
    let mut editions = header.editions.iter();
    let is_dealt = editions.any(|edition| {
        agreed_rules(header, edition).is_ok_and(|rules| rules.has_subject_of(ClauseId::FilleDeal))
    });
    if is_dealt {
        return None;
    }
    let known = describe_editions_that_know(|rules| rules.has_subject_of(ClauseId::FilleDeal));
    let edition = &header.editions.first()?.value;
    Some(diagnose!(
        "nothing-of-the-kind",
        &first.span,
        edition,
        known
    ))
}

/// Finds the editions for which a fence stands and that the header does not name.
fn report_undeclared_editions(scenario: &Scenario, wrong: &mut Vec<Diagnostic>) {
    let mut named = Vec::new();
    for edition in &scenario.header.editions {
        named.push(&edition.value);
    }
    let parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
    for name in parts.flat_map(|part| &part.editions) {
        if !named.contains(&&name.value) {
            let written = quote(&name.value);
            let all = join_with_commas(named.iter());
            wrong.push(diagnose!("edition-of-no-header", &name.span, written, all));
        }
    }
}

/// Returns the error for an edition that is unknown here.
fn unknown_edition_error(edition: &Spanned<String>, house: FolderRules) -> Diagnostic {
    let written = quote(&edition.value);
    if let FolderHouseTable::Broken(file) = house.table {
        return diagnose!("broken-table", &edition.span, file);
    }
    if house.is_broken_edition(&edition.value) {
        return diagnose!("broken-edition", &edition.span, written);
    }
    if editions::built_in_or_author_edition(&edition.value).is_some() {
        return diagnose!("edition-of-another-folder", &edition.span, written);
    }
    if editions::by_id(&edition.value).is_some() {
        return diagnose!("table-of-another-folder", &edition.span, written);
    }
    let mut known = Vec::new();
    for rules in house
        .printed_editions()
        .into_iter()
        .chain(house.house_table_rules())
    {
        known.push(rules.id);
    }
    let titled = edition_ids_by_title(&edition.value, house);
    if !titled.is_empty() {
        let ids = join_with_commas(titled.iter());
        return diagnose!("edition-by-title", &edition.span, written, ids)
            .with_suggestions(&titled, quote_word);
    }
    let all = join_with_commas(known.iter());
    let wrong = diagnose!("unknown-edition", &edition.span, written, all);
    let mut containing = known.clone();
    containing.retain(|id| !edition.value.is_empty() && id.contains(&edition.value));
    match containing[..] {
        [only] => wrong.with_suggestion(Some(only), quote_word),
        _ => wrong.with_suggestions(&near_words(&edition.value, known), quote_word),
    }
}

/// Returns the ids of the editions that have this title, or whose game has it.
fn edition_ids_by_title(written: &str, house: FolderRules) -> Vec<String> {
    let written = written.trim().to_lowercase();
    let mut ids = Vec::new();
    for rules in house.printed_editions() {
        let is_title = rules.name.to_lowercase() == written;
        let is_game =
            editions::game_of(rules).is_some_and(|game| game.name.to_lowercase() == written);
        if is_title || is_game {
            ids.push(rules.id.to_owned());
        }
    }
    ids
}

/// Returns the known words that a misspelt word may stand for.
fn near_words<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    header::near_keys(word, &Vec::from_iter(known))
}

fn quote_word(word: &str) -> String {
    format!("\"{word}\"")
}

/// Returns the clauses that a name may be meant as: those that it is the end of, or those that are spelled nearly so.
fn near_clauses(name: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut with_this_end = Vec::new();
    for topic in ClauseId::ALL.iter() {
        let id = topic.id();
        ids.push(id);
        if let Some((_, end)) = id.rsplit_once('.')
            && end.eq_ignore_ascii_case(name)
        {
            with_this_end.push(id.to_owned());
        }
    }
    if with_this_end.is_empty() {
        near_words(name, ids)
    } else {
        with_this_end
    }
}

/// Returns the error for a promised clause that does not exist.
fn unknown_clause_error(name: &Spanned<String>, rules: &Ruleset) -> Option<Diagnostic> {
    let written = quote(&name.value);
    if ClauseId::by_id(&name.value).is_some() {
        return None;
    }
    if let Some(now) = ClauseId::by_former_id(&name.value) {
        return Some(diagnose!("renamed-clause", &name.span, written, now));
    }
    let (_, topic) = name.value.rsplit_once('/').unwrap_or(("", &name.value));
    let group = format!("{topic}.");
    let members = ClauseId::ALL
        .iter()
        .filter(|clause| rules.has_subject_of(**clause) && clause.id().starts_with(&group))
        .map(|clause| clause.id());
    let clauses = join_with_commas(members);
    if !clauses.is_empty() {
        return Some(diagnose!("group-of-clauses", &name.span, written, clauses));
    }
    let nearest = three_nearest(topic, ClauseId::ALL.iter().map(|known| known.id()));
    let near = join_with_commas(nearest.iter());
    let wrong = diagnose!("unknown-clause", &name.span, written, near);
    Some(wrong.with_suggestions(&near_clauses(topic), quote_word))
}
