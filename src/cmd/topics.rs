//! What `mouche explain` says of all that is no clause: a group of topics, a kind of message, a word, the grammar, and the list of
//! what there is.

use crate::cards::Letters;
use crate::editions::{self, TERMS};
use crate::page::markdown::plain;
use crate::rules::{Term, Topic};
use crate::scenario::diagnostic::{Code, Severity};
use crate::scenario::reference::{FORMS, Form, KEYS, Word};
use crate::terminal::Paper;

/// Something that is no clause.
pub(super) enum Other {
    /// All there is.
    List,
    /// What a scenario may say.
    Grammar,
    /// The topics whose ids begin alike: `play`.
    Group(Vec<Topic>),
    /// A kind of message.
    Message(Code),
    /// A word of the game, and lines of a scenario that have it.
    Word(Option<&'static Term>, Vec<&'static Form>),
}

/// What has this name.
pub(super) fn named(name: &str) -> Option<Other> {
    let is = |word: &str| word.eq_ignore_ascii_case(name) || word.strip_suffix('s') == Some(name);
    if name == "grammar" {
        return Some(Other::Grammar);
    }
    if let Some(code) = Code::ALL.iter().find(|code| is(code.id())) {
        return Some(Other::Message(*code));
    }
    let group: Vec<Topic> = editions::topics().filter(|topic| group(topic).is_some_and(is)).copied().collect();
    if !group.is_empty() {
        return Some(Other::Group(group));
    }
    let term = TERMS.iter().find(|term| is(term.name) || term.forms.iter().any(|form| is(form)));
    let forms: Vec<&Form> = FORMS.iter().filter(|form| form.english.split(' ').any(is)).collect();
    (term.is_some() || !forms.is_empty()).then_some(Other::Word(term, forms))
}

fn group(topic: &Topic) -> Option<&'static str> {
    Some(topic.id().split_once('.')?.0)
}

/// All that may be asked for, but for topics: each kind in a list.
fn kinds() -> [(&'static str, Vec<&'static str>); 3] {
    let editions = editions::ALL.iter().map(|edition| edition.id).collect();
    let messages = Code::ALL.iter().map(|code| code.id()).chain(["grammar"]).collect();
    [("editions", editions), ("messages", messages), ("words", TERMS.iter().map(|term| term.name).collect())]
}

/// What else may be asked for, for whoever has misspelt it.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    kinds().into_iter().flat_map(|(_, names)| names).chain(editions::topics().filter_map(group))
}

/// Prints it.
pub(super) fn tell(paper: &mut Paper, other: &Other) {
    let topics = |paper: &mut Paper, topics: &mut dyn Iterator<Item = &Topic>| {
        topics.for_each(|topic| paper.fact(topic.id(), topic.title()));
    };
    match other {
        Other::List => {
            paper.heading("Topics, each decided by a clause of every edition");
            topics(paper, &mut editions::topics());
            for (kind, names) in kinds() {
                paper.gap();
                paper.fact(kind, &names.join(", "));
            }
        }
        Other::Grammar => {
            for fence in Word::ALL {
                paper.heading(&format!("```{}", fence.spelling(Letters::English)));
                paper.paragraph(&format!("{}.", fence.says()));
                let keys = KEYS.iter().filter(|_| fence == Word::Header);
                keys.for_each(|key| told(paper, key.example, key.says));
                let forms = FORMS.iter().filter(|form| form.fence == fence);
                forms.for_each(|form| told(paper, &in_both(form), form.says));
                paper.gap();
            }
        }
        Other::Group(group) => topics(paper, &mut group.iter()),
        Other::Message(code) => {
            let is_error = code.severity() == Severity::Error;
            paper.heading(&format!("{}[{}]", code.severity().word(), code.id()));
            paper.paragraph(code.says());
            paper.paragraph(if is_error { "The file does not hold." } else { "The file holds all the same." });
        }
        Other::Word(term, forms) => {
            if let Some(term) = term {
                paper.heading(term.name);
                paper.paragraph(&plain(term.brief));
                paper.paragraph(&plain(term.more));
            }
            forms.iter().for_each(|form| told(paper, &in_both(form), form.says));
        }
    }
}

/// A line of a scenario, and behind it the same in a French file.
fn in_both(form: &Form) -> String {
    if form.french == form.english { form.english.clone() } else { format!("{}   ({})", form.english, form.french) }
}

fn told(paper: &mut Paper, line: &str, says: &str) {
    paper.row(line, "");
    paper.fact("", says);
}
