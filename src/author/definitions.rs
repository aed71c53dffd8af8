//! Where a word of a file is defined, and where the links of a file lead.

use super::file_words::{WordMeaning, find_word_at, list_file_words};
use super::hover::{clause_as_markdown, rules_of_file};
use super::word_uses::player_definition;
use super::{Document, span_touches};
use crate::rules::{ClauseId, ClauseLookup, OptionDef, Ruleset, clause_address_in_book};
use crate::scenario::{
    EDITIONS_FOLDER, Span, find_named_hand, named_hand_span, read_scenario_bytes,
};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The place that defines a word.
pub(crate) enum Definition {
    /// A stretch of the same file.
    SameFile(Span),
    /// A stretch of another file.
    OtherFile {
        path: PathBuf,
        text: String,
        span: Span,
    },
    /// A clause of an edition, whose text the program has.
    Rules(ClauseOrEditionPlace),
}

/// A clause of an edition; or the edition, if no clause is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClauseOrEditionPlace {
    pub(crate) edition: String,
    pub(crate) clause: Option<String>,
}

/// A stretch of a file that leads somewhere.
pub(crate) struct LinkInFile {
    pub(crate) span: Span,
    pub(crate) target: LinkTarget,
}

/// Where a link of a file leads.
pub(crate) enum LinkTarget {
    File(PathBuf),
    /// A page of the published book, by its address.
    Page(String),
    Rules(ClauseOrEditionPlace),
}

/// Returns the place that defines the word at a byte: the name in `players`, the file of a hand, the file of an author's edition
/// or a clause in it, or else the text of a clause or an edition of ours.
pub(crate) fn find_definition(document: &Document, byte: usize) -> Option<Definition> {
    if let Some(path) = named_hand_at(document, byte) {
        return Some(Definition::OtherFile {
            path,
            text: String::new(),
            span: 0..0,
        });
    }
    match find_word_at(document, byte)?.meaning {
        WordMeaning::Player(seat) => player_definition(document, seat).map(Definition::SameFile),
        WordMeaning::Edition(id) => {
            let Some((path, text)) = edition_file_near(Path::new(&document.path), &id) else {
                return Some(Definition::Rules(ClauseOrEditionPlace {
                    edition: id,
                    clause: None,
                }));
            };
            let span = span_of_words_or_start(&text, &format!("id = \"{id}\""));
            Some(Definition::OtherFile { path, text, span })
        }
        WordMeaning::Clause(topic) => clause_definition(document, topic),
        WordMeaning::Option(name) => clause_definition(document, OptionDef::by_name(name)?.topic),
        _ => None,
    }
}

/// Returns the file that a fence of a chapter names at a byte.
fn named_hand_at(document: &Document, byte: usize) -> Option<PathBuf> {
    let chapter = document.checked().chapter.as_ref()?;
    let mut links = chapter.links.iter();
    let link = links.find(|link| span_touches(&named_hand_span(link), byte))?;
    find_named_hand(Path::new(&document.path), &link.value)
}

/// Returns the place of a clause: in the file of an author's edition, or in the text of the first edition that has it.
fn clause_definition(document: &Document, topic: ClauseId) -> Option<Definition> {
    let rules = rules_of_file(document);
    for edition in &rules {
        let found = edition_file_near(Path::new(&document.path), edition.id);
        let heading = format!("[{topic}]");
        if let Some((path, text)) = found
            && text.contains(&heading)
        {
            let span = span_of_words_or_start(&text, &heading);
            return Some(Definition::OtherFile { path, text, span });
        }
    }
    let place = place_in_first_edition(&rules, topic)?;
    Some(Definition::Rules(place))
}

/// Returns the place of a clause in the first of these rules that has it.
fn place_in_first_edition(rules: &[Ruleset], topic: ClauseId) -> Option<ClauseOrEditionPlace> {
    let edition = rules.iter().find(|rules| rules.has_clause_on(topic))?;
    Some(ClauseOrEditionPlace {
        edition: edition.id.to_owned(),
        clause: Some(topic.id().to_owned()),
    })
}

/// Returns the links of a file: its clauses lead to the rules, and the hands that it names to their files. `book_address` is the address
/// of the published book, or empty.
pub(crate) fn list_links(document: &Document, book_address: &str) -> Vec<LinkInFile> {
    let mut links = Vec::new();
    if let Some(chapter) = &document.checked().chapter {
        for link in &chapter.links {
            if let Some(path) = find_named_hand(Path::new(&document.path), &link.value) {
                links.push(LinkInFile {
                    span: named_hand_span(link),
                    target: LinkTarget::File(path),
                });
            }
        }
    }
    let rules = rules_of_file(document);
    for word in list_file_words(document) {
        let WordMeaning::Clause(topic) = word.meaning else {
            continue;
        };
        let Some(place) = place_in_first_edition(&rules, topic) else {
            continue;
        };
        let target = if book_address.is_empty() {
            LinkTarget::Rules(place)
        } else {
            let root = book_address.trim_end_matches('/');
            LinkTarget::Page(format!(
                "{root}/{}",
                clause_address_in_book(&place.edition, topic)
            ))
        };
        links.push(LinkInFile {
            span: word.span.clone(),
            target,
        });
    }
    links
}

/// Returns the rules of an edition as Markdown, and the place of a clause in it.
pub(crate) fn rules_as_markdown(
    document: &Document,
    place: &ClauseOrEditionPlace,
) -> Option<(String, Span)> {
    let of_file = rules_of_file(document);
    let rules = match of_file.iter().find(|rules| rules.id == place.edition) {
        Some(rules) => rules,
        None => document.house.edition_by_id(&place.edition)?,
    };
    let mut text = format!("# {}\n\n{}\n", rules.name, rules.about);
    let mut span = 0..0;
    for topic in ClauseId::ALL.iter().copied() {
        let Some(clause) = clause_as_markdown(rules, topic, "") else {
            continue;
        };
        let heading = format!("\n## {topic}\n\n");
        if place.clause.as_deref() == Some(topic.id()) {
            span = text.len() + 1..text.len() + heading.trim_end().len();
        }
        text += &heading;
        text += &clause;
        text.push('\n');
    }
    Some((text, span))
}

/// Returns the place of some words in a text, or its beginning.
fn span_of_words_or_start(text: &str, words: &str) -> Span {
    match text.find(words) {
        Some(start) => start..start + words.len(),
        None => 0..0,
    }
}

/// Returns the edition file of an id that a file can name, and its text: it lies in the nearest folder that has one.
fn edition_file_near(path: &Path, id: &str) -> Option<(PathBuf, String)> {
    for folder in path.ancestors().skip(1) {
        let file = folder.join(EDITIONS_FOLDER).join(format!("{id}.toml"));
        if file.is_file() {
            let bytes = File::open(&file).and_then(read_scenario_bytes).ok()?;
            return Some((file, String::from_utf8(bytes).ok()?));
        }
    }
    None
}
