//! What `mouche explain` says of all that is no clause: a group of topics, a kind of message, a word, the grammar, and the list of
//! what there is.

use crate::cards::Letters;
use crate::editions::{self, TERMS};
use crate::page::markdown::plain;
use crate::rules::Topic;
use crate::scenario::{Code, FORMS, Form, KEYS, Word};
use crate::terminal::Paper;

/// Prints something that is no clause.
pub(super) type Told = Box<dyn Fn(&mut Paper)>;

pub(super) fn named(name: &str) -> Option<Told> {
    let is = |word: &str| word.eq_ignore_ascii_case(name) || word.strip_suffix('s') == Some(name);
    if name == "grammar" {
        return Some(Box::new(grammar));
    }
    if let Some(code) = Code::ALL.iter().find(|code| is(code.id())) {
        let holds = if code.is_warning() { "The file holds all the same." } else { "The file does not hold." };
        return Some(Box::new(move |paper| {
            paper.heading(&format!("{}[{}]", code.severity(), code.id()));
            paper.paragraph(code.words());
            paper.paragraph(holds);
        }));
    }
    let group: Vec<&Topic> = editions::topics().filter(|topic| group(topic).is_some_and(is)).collect();
    if !group.is_empty() {
        return Some(Box::new(move |paper| topics(paper, &group)));
    }
    let term = TERMS.iter().find(|term| is(term.name) || term.forms.iter().any(|form| is(form)));
    let forms: Vec<&Form> = FORMS.iter().filter(|form| form.english.split(' ').any(is)).collect();
    let is_none = term.is_none() && forms.is_empty();
    let told = move |paper: &mut Paper| {
        if let Some(term) = term {
            paper.heading(term.name);
            paper.paragraph(&plain(term.brief));
            paper.paragraph(&plain(term.more));
        }
        forms.iter().for_each(|form| line(paper, form));
    };
    (!is_none).then(|| Box::new(told) as Told)
}

fn group(topic: &Topic) -> Option<&'static str> {
    Some(topic.id().split_once('.')?.0)
}

/// All that may be asked for, but for topics: each kind in a list.
fn kinds() -> [(&'static str, Vec<&'static str>); 3] {
    let editions = editions::every().map(|edition| edition.id).collect();
    let messages = Code::ALL.iter().map(|code| code.id()).chain(["grammar"]).collect();
    [("editions", editions), ("messages", messages), ("words", TERMS.iter().map(|term| term.name).collect())]
}

/// What else may be asked for, for whoever has misspelt it.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    kinds().into_iter().flat_map(|(_, names)| names).chain(editions::topics().filter_map(group))
}

pub(super) fn list(paper: &mut Paper) {
    paper.heading("Topics, each decided by a clause of every edition");
    topics(paper, &editions::topics().collect::<Vec<_>>());
    for (kind, names) in kinds() {
        paper.gap();
        paper.fact(kind, &names.join(", "));
    }
}

fn topics(paper: &mut Paper, topics: &[&Topic]) {
    topics.iter().for_each(|topic| paper.fact(topic.id(), topic.title()));
}

fn grammar(paper: &mut Paper) {
    for fence in Word::ALL.iter().copied() {
        paper.heading(&format!("```{}", fence.spelling(Letters::English)));
        paper.paragraph(&format!("{}.", fence.words()));
        for key in KEYS.iter().filter(|_| fence == Word::Header) {
            paper.row(key.example, key.says);
        }
        FORMS.iter().filter(|form| form.fence == fence).for_each(|form| line(paper, form));
        paper.gap();
    }
}

/// A line of a scenario, the same in a French file, and what it says.
fn line(paper: &mut Paper, form: &Form) {
    paper.row(&form.english, form.says);
    if form.french != form.english {
        paper.fact("", &format!("in French: {}", form.french));
    }
}
