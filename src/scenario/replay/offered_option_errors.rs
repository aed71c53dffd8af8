//! The options that edition files of authors offer: what is wrong with one.

use crate::rules::{AuthorOptionWords, OptionDef, Ruleset, options_by_name};
use crate::scenario::text::{Diagnostic, Span, diagnose, quote};
use toml::de::DeTable;

/// Returns the first mistake in the options of an edition file: a name that cannot be used, or a choice that changes nothing or
/// cannot be played.
pub(super) fn find_author_option_error(rules: &Ruleset, text: &str) -> Option<Diagnostic> {
    for (number, option) in rules.options.iter().enumerate() {
        let author = option.author?;
        let earlier: Vec<&str> = rules.options[..number].iter().map(|it| it.name).collect();
        let is_ours = OptionDef::all_of_program().any(|own| own.name == option.name);
        if let Some(why) = option_name_fault(option.name, is_ours, &earlier) {
            let span = span_in_option(text, number, None, "name");
            return Some(diagnose!(
                "option-name",
                &span,
                name = quote(option.name),
                why
            ));
        }
        let mut words = Vec::new();
        for (place, choice) in author.choices.iter().enumerate() {
            if let Some(why) = option_name_fault(choice.word, false, &words) {
                let span = span_in_option(text, number, Some(place), "word");
                return Some(diagnose!(
                    "option-name",
                    &span,
                    name = quote(choice.word),
                    why
                ));
            }
            words.push(choice.word);
            if let Some(why) = why_choice_refused(rules, option, author, place) {
                let span = span_in_option(text, number, Some(place), "value");
                let word = choice.word;
                return Some(diagnose!(
                    "option-choice",
                    &span,
                    word,
                    name = option.name,
                    why
                ));
            }
        }
    }
    None
}

/// Returns why an option or a choice cannot have a name.
fn option_name_fault(name: &str, is_ours: bool, earlier: &[&str]) -> Option<&'static str> {
    let begins_with_letter = name.starts_with(|c: char| c.is_ascii_lowercase());
    let can_stand = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !begins_with_letter || !name.chars().all(can_stand) {
        Some("a name begins with a small letter and has only small letters, digits and `_`")
    } else if ["true", "false"].contains(&name) {
        Some("a header reads this word as yes or no")
    } else if is_ours {
        Some("an option of the program has this name")
    } else if earlier.contains(&name) {
        Some("it stands twice in this file")
    } else {
        None
    }
}

/// Returns why an option cannot offer a choice: it changes nothing, or it excludes a rule of the edition or another choice.
fn why_choice_refused(
    rules: &Ruleset,
    option: &'static OptionDef,
    author: AuthorOptionWords,
    place: usize,
) -> Option<String> {
    let choice = author.choices[place];
    let topic = option.topic;
    for other in &author.choices[..place] {
        if other.rules.decides_as(choice.rules, topic) {
            return Some(format!("its value is that of `{}`", other.word));
        }
    }
    if let Some(unused) = topic.unused_part().filter(|part| part.keys.is_empty()) {
        return Some(format!("it changes nothing: {}", unused.why));
    }
    if place > 0
        && let Some(idle) = choice.rules.find_idle_value(topic)
    {
        return Some(format!("it changes nothing: {}", idle.why));
    }
    if let Some(exclusion) = choice.rules.find_exclusion() {
        return Some(exclusion.why.to_owned());
    }
    why_combination_refused(rules, option, place)
}

/// Returns why a choice cannot be played together with a value of an earlier option of the file, or of the program.
fn why_combination_refused(
    rules: &Ruleset,
    option: &'static OptionDef,
    place: usize,
) -> Option<String> {
    let value = option.fixed_values().into_iter().nth(place)?;
    for other in OptionDef::open_in(rules) {
        if other.name == option.name {
            continue;
        }
        if other.topic == option.topic {
            return Some(format!("the option {} changes the same clause", other.name));
        }
        for with in other.agreeable_fixed_values(rules) {
            let both = [
                (option.name.to_owned(), value.clone()),
                (other.name.to_owned(), with.clone()),
            ];
            let alone = options_by_name([both[1].clone()]);
            if rules.with_options(&alone).is_ok()
                && let Err(error) = rules.with_options(&options_by_name(both))
            {
                return Some(format!("with `{} = {with}`, {error}", other.name));
            }
        }
    }
    None
}

/// Returns the place of a key of an option, or of one of its choices.
fn span_in_option(text: &str, number: usize, choice: Option<usize>, key: &str) -> Span {
    option_key_span(text, number, choice, key).unwrap_or_default()
}

/// Returns where a key of an author's option, or of one of its choices, stands in an edition file.
fn option_key_span(text: &str, number: usize, choice: Option<usize>, key: &str) -> Option<Span> {
    let file = DeTable::parse(text).ok()?;
    let options = file.get_ref().get("option")?.get_ref().as_array()?;
    let mut item = options.get(number)?;
    if let Some(choice) = choice {
        let choices = item.get_ref().get("choice")?.get_ref().as_array()?;
        item = choices.get(choice)?;
    }
    let place = match item.get_ref().get(key) {
        Some(value) => value.span(),
        None => item.span(),
    };
    Some(cut_to_first_line(text, place))
}

/// Returns a place cut off at the end of its first line.
pub(super) fn cut_to_first_line(text: &str, span: Span) -> Span {
    let Some(marked) = text.get(span.clone()) else {
        return 0..0;
    };
    let length = marked.find(['\n', '\r']).unwrap_or(marked.len());
    span.start..span.start + length
}
