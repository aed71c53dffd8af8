//! What `mouche explain` says of names that are no clauses and no editions: codes of messages, options and their values, works,
//! and words.

use super::*;
use crate::book::{example_message, remedies_of};
use crate::editions::{self, TERMS, author_editions::registered_editions};
use crate::rules::{WORKS, Work};
use crate::scenario::{LINE_FORMS, LineForm};

/// Writes what a name means, and returns whether it means something: an option, a value of options, a work or a word.
pub(super) fn write_other_name(paper: &mut TerminalPage, name: &str) -> bool {
    let writers: [fn(&mut TerminalPage, &str) -> bool; 5] = [
        write_option,
        write_option_value,
        write_work,
        write_term,
        write_forms_with_word,
    ];
    let mut is_known = false;
    for write in writers {
        if write(paper, name) {
            is_known = true;
        }
    }
    is_known
}

/// Writes the page of a code: what it means, an example, and two ways to correct it.
pub(super) fn write_code_page(paper: &mut TerminalPage, code: Code) {
    paper.write_heading(&format!("{}[{}]", code.severity(), code.id()));
    paper.write_wrapped_text(code.words());
    paper.write_wrapped_text(if code.is_warning() {
        "The file still holds."
    } else {
        "The file does not hold."
    });
    if let Some(message) = example_message(code) {
        paper.write_blank_line();
        paper.write_heading("An example");
        paper.write_indented(message.trim_end());
    }
    for (remedy, way) in remedies_of(code).zip(["One way to correct it", "Another way"]) {
        paper.write_blank_unless_empty();
        paper.write_heading(way);
        paper.write_wrapped_text(remedy.instruction());
        let lines = remedy.changed_lines();
        if !lines.is_empty() {
            paper.write_indented(&lines.join("\n"));
        }
    }
}

/// Writes what an option decides, and its values in each edition that has it.
fn write_option(paper: &mut TerminalPage, name: &str) -> bool {
    let Some(option) = OptionDef::by_name(name) else {
        return false;
    };
    paper.write_blank_unless_empty();
    paper.write_heading(&format!("The option {}", option.name));
    paper.write_wrapped_text(option.question());
    paper.write_labelled(
        "clause",
        &format!("{}: {}", option.topic, option.topic.title()),
    );
    for rules in editions::printed_editions() {
        if !option.is_open_in(rules) {
            continue;
        }
        paper.write_labelled(rules.id, &option.describe_values(rules));
        let current = option.value_if_applicable(rules);
        for value in option.agreeable_fixed_values(rules) {
            let mut meaning = option.value_in_words(&value);
            if current.as_ref() == Some(&value) {
                meaning += " (without the option)";
            }
            paper.write_labelled("", &format!("{value}: {meaning}"));
        }
    }
    true
}

/// Writes the options that can have a value, and what the value means in each.
fn write_option_value(paper: &mut TerminalPage, name: &str) -> bool {
    let mut rows: Vec<(String, String)> = Vec::new();
    for option in OptionDef::all_of_program() {
        let mut ids = Vec::new();
        let mut meaning = String::new();
        for rules in editions::printed_editions().filter(|rules| option.is_open_in(rules)) {
            for value in option.agreeable_fixed_values(rules) {
                if matches!(&value, OptionValue::Word(word) if word == name) {
                    ids.push(rules.id);
                    meaning = option.value_in_words(&value);
                }
            }
        }
        if !ids.is_empty() {
            let question = option.question();
            let row = format!("{} = \"{name}\"", option.name);
            rows.push((row, format!("{question} {meaning} ({})", ids.join(", "))));
        }
    }
    if rows.is_empty() {
        return false;
    }
    paper.write_blank_unless_empty();
    paper.write_heading(&format!("The value {name} of an option"));
    for (row, meaning) in rows {
        paper.write_words_beside_card(&row, &meaning);
    }
    true
}

/// Writes a work and the editions whose clauses cite it.
pub(super) fn write_work(paper: &mut TerminalPage, name: &str) -> bool {
    let mut works = works_of_program_and_authors();
    let Some(work) = works.find(|work| is_name_of_work(work, name)) else {
        return false;
    };
    paper.write_blank_unless_empty();
    paper.write_heading(&format!("The work {}", work.id));
    paper.write_wrapped_text(&plain_text(work.full));
    paper.write_wrapped_text(&plain_text(&work.good_for.replace('\n', " ")));
    if !work.original.is_empty() {
        paper.write_labelled("original", work.original);
    }
    for address in work.addresses {
        paper.write_labelled("read at", address);
    }
    for rules in editions::printed_editions() {
        let clauses = rules.clauses();
        let cited = clauses.iter().filter(|clause| {
            let cited_work = clause.source.work();
            cited_work.is_some_and(|cited_work| cited_work.id == work.id)
        });
        let ids: Vec<&str> = cited.map(|clause| clause.topic.id()).collect();
        if !ids.is_empty() {
            paper.write_labelled(rules.id, &ids.join(", "));
        }
    }
    true
}

/// Returns the works of the program, and those that the edition files of authors describe.
pub(super) fn works_of_program_and_authors() -> impl Iterator<Item = &'static Work> {
    let authors = registered_editions().into_iter();
    WORKS.iter().chain(authors.flat_map(|rules| rules.works))
}

/// Returns whether a name is the id of a work, its short name, or a name by which readings speak of it.
fn is_name_of_work(work: &Work, name: &str) -> bool {
    let mut names = [work.id, work.short]
        .into_iter()
        .chain(work.called.iter().copied());
    names.any(|known| known.eq_ignore_ascii_case(name))
}

/// Writes a word of the glossary.
fn write_term(paper: &mut TerminalPage, name: &str) -> bool {
    let mut terms = TERMS.iter();
    let term = terms.find(|term| {
        is_same_but_case_or_plural(term.name, name)
            || term
                .forms
                .iter()
                .any(|form| is_same_but_case_or_plural(form, name))
    });
    let Some(term) = term else {
        return false;
    };
    paper.write_blank_unless_empty();
    paper.write_heading(term.name);
    paper.write_wrapped_text(&plain_text(term.brief));
    if !term.more.is_empty() {
        paper.write_wrapped_text(&plain_text(term.more));
    }
    true
}

/// Writes the lines of a file that have a word, in any language.
fn write_forms_with_word(paper: &mut TerminalPage, name: &str) -> bool {
    let mut is_known = false;
    for form in LINE_FORMS.iter() {
        let mut spellings = CardLanguage::LANGUAGES.iter();
        if spellings.any(|letters| has_word(&form.text_in(*letters), name)) {
            if !is_known {
                paper.write_blank_unless_empty();
            }
            is_known = true;
            write_form(paper, form);
        }
    }
    is_known
}

/// Returns whether a line has a word that a name spells.
fn has_word(line: &str, name: &str) -> bool {
    line.split([' ', ',', ':', ';', '(', ')'])
        .any(|word| !word.is_empty() && is_same_but_case_or_plural(word, name))
}

/// Writes a line of a scenario, the same in other languages, and what it says.
pub(super) fn write_form(paper: &mut TerminalPage, form: &LineForm) {
    paper.write_words_beside_card(&form.english, form.says);
    for letters in &CardLanguage::LANGUAGES[1..] {
        let text = form.text_in(*letters);
        if text != form.english {
            paper.write_labelled("", &format!("{}: {text}", letters.language()));
        }
    }
}

/// Returns whether a name is this word, in small letters or large, or without an `s` at its end.
pub(super) fn is_same_but_case_or_plural(word: &str, name: &str) -> bool {
    word.to_lowercase() == name.to_lowercase() || word.strip_suffix('s') == Some(name)
}
