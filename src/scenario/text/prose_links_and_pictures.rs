//! The prose between the fences: the links, pictures and footnotes in it, each with its place, and what no page can show.

use super::markdown_fences::Fence;
use super::{Diagnostic, Span, diagnose, quote, without_byte_order_mark};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// The extensions of Markdown that prose may use.
pub const PROSE_OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// Endings of pictures that a page shows.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// The address that a link or a picture in prose leads to, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkOrPictureAddress {
    pub address: String,
    pub span: Span,
    pub is_picture: bool,
}

/// Returns what is wrong with pictures and footnotes in prose, whatever files there are.
pub fn check_pictures_and_footnotes(text: &str, fences: &[Fence]) -> Vec<Diagnostic> {
    // The engine in a page has no files beside the text: there this would weigh more than it helps.
    if cfg!(target_arch = "wasm32") {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for reference in find_references(text) {
        if reference.is_picture {
            wrong.extend(check_picture_address(&reference));
        }
    }
    wrong.extend(footnotes_split_by_fences(text, fences));
    wrong
}

/// Returns why a picture cannot be shown: it lies on another site, does not exist in the book,
/// or is of an unknown kind.
fn check_picture_address(picture: &LinkOrPictureAddress) -> Option<Diagnostic> {
    let LinkOrPictureAddress { address, span, .. } = picture;
    if is_external(address) {
        return Some(diagnose!(
            "picture-of-another-site",
            span,
            address = quote(address)
        ));
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    if let Some(ending) = Path::new(path).extension() {
        let ending = ending.to_string_lossy().to_lowercase();
        if PICTURES.contains(&ending.as_str()) {
            return None;
        }
    }
    let written = quote(path);
    let endings = PICTURES.join(", ");
    Some(diagnose!("not-a-picture", span, written, endings))
}

/// Returns the addresses in a text of Markdown, each with its place.
pub fn find_references(text: &str) -> Vec<LinkOrPictureAddress> {
    let mark = text.len() - without_byte_order_mark(text).len();
    let body = &text[mark..];
    let mut found = Vec::new();
    if !body.contains("](") && !body.contains("]:") {
        return found;
    }
    let mut pictures = BTreeSet::new();
    let mut events = Parser::new_ext(body, PROSE_OPTIONS).into_offset_iter();
    for (event, range) in events.by_ref() {
        let (link_type, address, is_picture) = match event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => (link_type, dest_url, false),
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                ..
            }) => (link_type, dest_url, true),
            _ => continue,
        };
        if link_type == LinkType::Inline {
            let span = address_in_inline_link(body, range, &address);
            found.push(LinkOrPictureAddress {
                address: address.into_string(),
                span,
                is_picture,
            });
        } else if is_picture {
            pictures.insert(address.into_string());
        }
    }
    for (_, definition) in events.reference_definitions().iter() {
        let span = find_address_in_link(body, definition.span.clone(), "]:", &definition.dest);
        let address = definition.dest.to_string();
        found.push(LinkOrPictureAddress {
            is_picture: pictures.contains(&address),
            address,
            span,
        });
    }
    for reference in &mut found {
        reference.span = reference.span.start + mark..reference.span.end + mark;
    }
    found.sort_by_key(|reference| reference.span.start);
    found
}

/// Returns the place of an address within its link: `[words](address "title")`.
fn address_in_inline_link(text: &str, link: Range<usize>, address: &str) -> Span {
    find_address_in_link(text, link, "](", address)
}

fn find_address_in_link(
    text: &str,
    range: Range<usize>,
    opening_signs: &str,
    address: &str,
) -> Span {
    let raw = &text[range.clone()];
    let Some(at) = raw.rfind(opening_signs).map(|at| at + opening_signs.len()) else {
        return range;
    };
    let start = at + raw[at..].len() - raw[at..].trim_start_matches([' ', '\n', '\t', '<']).len();
    let written = &raw[start..];
    let length = if written.starts_with(address) {
        address.len()
    } else {
        written.find([' ', ')', '>', '\n']).unwrap_or(written.len())
    };
    range.start + start..range.start + start + length
}

/// Finds footnotes whose text stands in another piece of the prose than what refers to it: a piece is shown with one step.
fn footnotes_split_by_fences(text: &str, fences: &[Fence]) -> Vec<Diagnostic> {
    if !text.contains("[^") {
        return Vec::new();
    }
    let mark = text.len() - without_byte_order_mark(text).len();
    let mut references = Vec::new();
    let mut texts = Vec::new();
    for (event, range) in Parser::new_ext(&text[mark..], PROSE_OPTIONS).into_offset_iter() {
        let span = range.start + mark..range.end + mark;
        match event {
            Event::FootnoteReference(name) => references.push((name.into_string(), span)),
            Event::Start(Tag::FootnoteDefinition(name)) => {
                texts.push((name.into_string(), span.start))
            }
            _ => {}
        }
    }
    let mut wrong = Vec::new();
    for (name, span) in references {
        let Some((_, at)) = texts.iter().find(|(other, _)| *other == name) else {
            continue;
        };
        if fences_before(fences, *at) != fences_before(fences, span.start) {
            wrong.push(diagnose!("footnote-apart", &span, name = quote(&name)));
        }
    }
    wrong
}

/// Returns how many fences stand before a place of the text.
fn fences_before(fences: &[Fence], place: usize) -> usize {
    fences
        .iter()
        .filter(|fence| fence.opening.start < place)
        .count()
}

/// Returns whether an address leaves the site: it has a scheme, or begins with the name of a host.
pub fn is_external(address: &str) -> bool {
    let scheme = address
        .find([':', '/', '?', '#'])
        .is_some_and(|at| address.as_bytes()[at] == b':');
    scheme || address.starts_with("//")
}

/// Returns a text with other addresses at the places of its references; `None` leaves one as it is.
pub fn replace_addresses(
    text: &str,
    mut new_address: impl FnMut(&LinkOrPictureAddress) -> Option<String>,
) -> String {
    let mut out = text.to_owned();
    for reference in find_references(text).iter().rev() {
        if let Some(address) = new_address(reference) {
            out.replace_range(reference.span.clone(), &address);
        }
    }
    out
}

/// Returns the definitions of links in a text, `[words]: address`, a line each.
pub fn link_definitions(text: &str) -> String {
    let body = without_byte_order_mark(text);
    let events = Parser::new_ext(body, PROSE_OPTIONS).into_offset_iter();
    let mut lines = Vec::new();
    for (_, definition) in events.reference_definitions().iter() {
        lines.push(body[definition.span.clone()].trim());
    }
    lines.sort_unstable();
    lines.join("\n")
}
