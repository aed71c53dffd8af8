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
#[derive(Clone)]
pub(super) enum Other {
    /// All there is.
    List,
    /// What a scenario may say.
    Grammar,
    /// The topics whose ids begin alike: `play`.
    Group(String),
    /// A kind of message.
    Message(Code),
    /// A word of the game, and lines of a scenario that have it.
    Word(Option<&'static Term>, Vec<&'static Form>),
}

/// What has this name.
pub(super) fn named(name: &str) -> Option<Other> {
    let lower = name.to_lowercase();
    let term = TERMS
        .iter()
        .find(|term| [&[term.id, term.name], term.forms].concat().iter().any(|form| form.to_lowercase() == lower));
    let says = |form: &&Form| {
        let is = |word: &str| word == lower || word.strip_suffix('s') == Some(&lower);
        !lower.is_empty() && form.english.split(' ').chain(form.french.split(' ')).any(is)
    };
    let forms: Vec<&Form> = FORMS.iter().filter(says).collect();
    match Code::ALL.iter().find(|code| code.id() == lower) {
        _ if lower == "grammar" => Some(Other::Grammar),
        _ if topics_of(&lower).next().is_some() => Some(Other::Group(lower)),
        Some(code) => Some(Other::Message(*code)),
        None => (term.is_some() || !forms.is_empty()).then_some(Other::Word(term, forms)),
    }
}

/// What else may be asked for, for whoever has misspelt it.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let groups = editions::topics().filter_map(|topic| Some(topic.id().split_once('.')?.0));
    let terms = TERMS.iter().map(|term| term.name);
    groups.chain(Code::ALL.iter().map(|code| code.id())).chain(terms).chain(["grammar"])
}

/// The topics of a group.
pub(super) fn topics_of(group: &str) -> impl Iterator<Item = Topic> {
    let is_of = move |topic: &&Topic| topic.id().split_once('.').is_some_and(|(first, _)| first == group);
    editions::topics().filter(is_of).copied()
}

/// Prints it.
pub(super) fn tell(paper: &mut Paper, other: &Other) {
    match other {
        Other::List => list(paper),
        Other::Grammar => grammar(paper),
        Other::Group(group) => {
            paper.heading(&format!("The topics of `{group}`"));
            topics_of(group).for_each(|topic| paper.fact(topic.id(), topic.title()));
        }
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
            if !forms.is_empty() {
                paper.gap();
                paper.heading("In a scenario");
                forms.iter().for_each(|form| line(paper, form));
            }
        }
    }
}

fn list(paper: &mut Paper) {
    paper.heading("Topics, each decided by a clause of every edition");
    editions::topics().for_each(|topic| paper.fact(topic.id(), topic.title()));
    let words = |words: &mut dyn Iterator<Item = &'static str>| words.collect::<Vec<_>>().join(", ");
    paper.gap();
    paper.fact("editions", &words(&mut editions::ALL.iter().map(|edition| edition.id)));
    paper.fact("messages", &words(&mut Code::ALL.iter().map(|code| code.id())));
    paper.fact("words", &words(&mut TERMS.iter().map(|term| term.name)));
    paper.fact("grammar", "what a scenario may say");
}

fn grammar(paper: &mut Paper) {
    for fence in Word::ALL {
        paper.heading(&format!("```{}", fence.spelling(Letters::English)));
        paper.paragraph(&format!("{}.", fence.says()));
        if fence == Word::Header {
            KEYS.iter().for_each(|key| told(paper, key.example, key.says));
        }
        FORMS.iter().filter(|form| form.fence == fence).for_each(|form| line(paper, form));
        paper.gap();
    }
}

fn line(paper: &mut Paper, form: &Form) {
    told(paper, &form.english, form.says);
    if form.french != form.english {
        paper.fact("in French", &form.french);
    }
}

fn told(paper: &mut Paper, line: &str, says: &str) {
    paper.row(line, "");
    paper.fact("", says);
}
