//! The places of a page that mdBook makes of a chapter: the ids to which an address may lead.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

/// The extensions of Markdown that mdBook uses in a chapter, without smart punctuation, which a book may turn off.
const CHAPTER: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_GFM);

/// The ids of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageIds {
    /// The ids of its headings and of the terms that it defines, in their order.
    pub headings: Vec<String>,
    /// The ids that are made of words: no two are the same.
    made: BTreeSet<String>,
    /// The ids of its footnotes and of its HTML.
    pub others: BTreeSet<String>,
}

impl PageIds {
    /// Returns the ids of the page that mdBook makes of this Markdown. `has_smart_punctuation` is the setting of the book: two
    /// hyphens are then a dash, which an id leaves out.
    pub fn of_chapter(markdown: &str, has_smart_punctuation: bool) -> PageIds {
        let mut options = CHAPTER;
        options.set(Options::ENABLE_SMART_PUNCTUATION, has_smart_punctuation);
        let mut anchors = PageIds::default();
        // The heading that is open: the id that is written behind it, and its text so far.
        let mut heading: Option<(Option<CowStr>, String)> = None;
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Start(Tag::Heading { id, .. }) => heading = Some((id, String::new())),
                Event::Start(Tag::DefinitionListTitle) => heading = Some((None, String::new())),
                Event::End(TagEnd::Heading(_) | TagEnd::DefinitionListTitle) => {
                    anchors.add_heading(heading.take())
                }
                Event::Start(Tag::FootnoteDefinition(name)) => {
                    anchors.others.insert(format!("footnote-{name}"));
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    anchors.others.extend(ids_in_html(&html))
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some((_, words)) = &mut heading {
                        words.push_str(&text);
                    }
                }
                Event::SoftBreak => {
                    if let Some((_, words)) = &mut heading {
                        words.push('\n');
                    }
                }
                _ => {}
            }
        }
        anchors
    }

    pub fn has_id(&self, id: &str) -> bool {
        self.others.contains(id) || self.headings.iter().any(|heading| heading == id)
    }

    /// Adds a heading. One without an id of its own has that of its words, with a number if another has it already.
    fn add_heading(&mut self, heading: Option<(Option<CowStr>, String)>) {
        let Some((own_id, words)) = heading else {
            return;
        };
        if let Some(own_id) = own_id {
            self.headings.push(own_id.into_string());
            return;
        }
        let plain = id_of_words(&words);
        let mut id = plain.clone();
        let mut number = 0;
        while !self.made.insert(id.clone()) {
            number += 1;
            id = format!("{plain}-{number}");
        }
        self.headings.push(id);
    }
}

/// Returns the id that mdBook gives to a heading of these words.
fn id_of_words(words: &str) -> String {
    let mut id = String::new();
    for letter in words.trim().to_lowercase().chars() {
        if letter.is_alphanumeric() || letter == '_' || letter == '-' {
            id.push(letter);
        } else if letter.is_whitespace() {
            id.push('-');
        }
    }
    id
}

/// Returns the values of the attributes `id` and `name` in a piece of HTML.
fn ids_in_html(html: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for attribute in html.split([' ', '\n', '\t']) {
        let Some(value) = attribute
            .strip_prefix("id=")
            .or(attribute.strip_prefix("name="))
        else {
            continue;
        };
        let ends: &[char] = match value.chars().next() {
            Some('"') => &['"'],
            Some('\'') => &['\''],
            _ => &['>', '/'],
        };
        let value = value.trim_start_matches(['"', '\'']);
        ids.push(value.split(ends).next().unwrap_or_default().to_owned());
    }
    ids
}
