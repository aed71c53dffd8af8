//! Edits of one page that mdBook wrote: marked places are filled, styles become classes, addresses
//! are written out.

use super::site_address::{decode_address, is_external_link, resolve_path};
use crate::book::html_tokenizer::HtmlTag;
use crate::book::lesson_chapters::{LAST_LESSON_MARK, LESSON_MARK};
use crate::book::prose_file_links::with_slashes;
use crate::book::{HtmlPiece, html_pieces};
use crate::page::escape_html;
use crate::scenario::{TextReplacement, apply_replacements};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A marked place: the text between the marks `<!--[name]-->` and `<!--[/name]-->`, and the span of
/// both with their marks.
struct PlaceBetweenHtmlComments<'a> {
    span: Range<usize>,
    inside: &'a str,
}

/// Finds a marked place. A theme need not have it.
fn find_marked_place<'a>(html: &'a str, mark: &str) -> Option<PlaceBetweenHtmlComments<'a>> {
    let begin = format!("<!--[{mark}]-->");
    let end = format!("<!--[/{mark}]-->");
    let at = html.find(&begin)?;
    let rest = &html[at + begin.len()..];
    let inside = &rest[..rest.find(&end)?];
    let span = at..at + begin.len() + inside.len() + end.len();
    Some(PlaceBetweenHtmlComments { span, inside })
}

/// Returns what stands in a marked place of a page, if the page has it.
pub(super) fn text_at_mark<'a>(html: &'a str, mark: &str) -> Option<&'a str> {
    Some(find_marked_place(html, mark)?.inside)
}

/// The words for marked places of a page, each with the name of its place.
pub(super) type PageFills = Vec<(&'static str, String)>;

/// The beginning of every mark.
const MARK_START: &str = "<!--[";

/// Returns the page with these words instead of the marked places and their marks. A page is long and has many marks, so it
/// is read and copied only once. Words with marks of their own are filled one after another.
pub(super) fn fill_marks(html: String, fills: PageFills) -> String {
    if fills.iter().any(|(_, words)| words.contains(MARK_START)) {
        return fill_marks_in_turn(html, fills);
    }
    let starts = html.match_indices(MARK_START).map(|(at, _)| at);
    let starts: Vec<usize> = starts.collect();
    let mut places = Vec::new();
    for (mark, _) in &fills {
        places.push(find_place_among(&html, &starts, mark));
    }
    let mut found: Vec<&Range<usize>> = places.iter().flatten().collect();
    found.sort_by_key(|place| place.start);
    let is_nested = found.windows(2).any(|two| two[1].start < two[0].end);
    if is_nested {
        return fill_marks_in_turn(html, fills);
    }
    let mut changes = Vec::new();
    for ((_, words), place) in fills.into_iter().zip(places) {
        changes.extend(place.map(|place| (place, words)));
    }
    changes.sort_by_key(|(place, _)| place.start);
    replace_spans(&html, changes)
}

/// Returns the page with marked places filled one after another.
fn fill_marks_in_turn(mut html: String, fills: PageFills) -> String {
    for (mark, words) in fills {
        if let Some(place) = find_marked_place(&html, mark) {
            html = replace_spans(&html, vec![(place.span, words)]);
        }
    }
    html
}

/// Returns the span of a marked place, with its marks, among those that begin at some positions.
fn find_place_among(html: &str, starts: &[usize], mark: &str) -> Option<Range<usize>> {
    let begin = format!("<!--[{mark}]-->");
    let end = format!("<!--[/{mark}]-->");
    let mut starts = starts.iter();
    let from = *starts.find(|at| html[**at..].starts_with(&begin))?;
    let to = *starts.find(|at| html[**at..].starts_with(&end))?;
    Some(from..to + end.len())
}

/// Returns the page with another text for each of these texts. A page that has none of them is not copied.
pub(super) fn replace_all(html: String, text: &str, replacement: &str) -> String {
    if html.contains(text) {
        html.replace(text, replacement)
    } else {
        html
    }
}

/// Returns the page with other text in some places, which are in their order.
fn replace_spans(html: &str, changes: Vec<(Range<usize>, String)>) -> String {
    let mut edits = Vec::new();
    for (span, text) in changes {
        edits.push(TextReplacement { span, text });
    }
    apply_replacements(html, &edits)
}

/// The beginning of the main element of every page.
const MAIN: &str = "<main id=\"book-text\" class=\"content";

/// Returns a page with a class at its main element that names its kind, for the style sheets. A page that is no chapter holds
/// the whole book, so it is no lesson.
pub(super) fn with_page_class(html: String) -> String {
    let is_lesson = html.contains(LESSON_MARK);
    let mut class = page_class(&html, is_lesson).unwrap_or_default().to_owned();
    if is_lesson && html.contains(LAST_LESSON_MARK) {
        class += " last-lesson";
    }
    let mut html = html;
    for mark in [LESSON_MARK, LAST_LESSON_MARK] {
        html = replace_all(html, &format!("{mark}\n"), "");
    }
    if class.is_empty() {
        return html;
    }
    html.replacen(MAIN, &format!("{MAIN} {}", class.trim_start()), 1)
}

/// The elements of a lesson that are shown on a stage.
const STAGED: [&str; 3] = ["class=\"asked\"", "class=\"hand\"", " data-table=\""];

/// Returns the class of a lesson, or of a page that has deals to play, a Playground, or a hand that is not part of anything
/// else. A lesson is shown on a stage, one part after another.
fn page_class(html: &str, is_lesson: bool) -> Option<&'static str> {
    let (_, content) = html.split_once(MAIN)?;
    if is_lesson && STAGED.iter().any(|element| content.contains(element)) {
        Some("lesson-page stage")
    } else if content.contains(" data-table=\"") {
        Some("lesson-page")
    } else if content.contains("class=\"playground\"") {
        Some("playground-page")
    } else if content.contains("class=\"hand\"") && has_top_level_hand(content) {
        Some("hand-page")
    } else {
        None
    }
}

/// Returns whether a hand stands directly in the main element, with whose content `content` begins.
fn has_top_level_hand(content: &str) -> bool {
    let mut depth = 0;
    for piece in html_pieces(content) {
        match piece {
            HtmlPiece::Open(tag) if depth == 0 && tag.has_any_class("hand") => return true,
            HtmlPiece::Open(tag) if !tag.is_void() => depth += 1,
            HtmlPiece::Close(_) if depth == 0 => return false,
            HtmlPiece::Close(_) => depth -= 1,
            _ => {}
        }
    }
    false
}

/// The beginning of the list of lessons of a course.
const COURSE: &str = "<div class=\"course\">";

/// Returns a page with the ids of lessons, by which their progress is kept: its own, and that of
/// each lesson in a list of lessons. An address is no id, because some hosts take `.html` off it.
pub(super) fn add_lesson_ids(page: &str, mut html: String) -> String {
    let is_lesson = html.contains(LESSON_MARK);
    if is_lesson || html.contains("class=\"asked\"") || html.contains("class=\"play\"") {
        let body = format!("<body{} ", lesson_id_attribute(page));
        html = html.replacen("<body ", &body, 1);
    }
    let Some((before, rest)) = html.split_once(COURSE) else {
        return html;
    };
    let Some((list, after)) = rest.split_once("</div>") else {
        return html;
    };
    let list = add_lesson_ids_to_list(page, list);
    format!("{before}{COURSE}{list}</div>{after}")
}

/// Returns a list of lessons with the id of each lesson at the link that leads to it.
fn add_lesson_ids_to_list(page: &str, list: &str) -> String {
    let mut changes = Vec::new();
    for piece in html_pieces(list) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if !tag.is_named("a") {
            continue;
        }
        let Some(link) = tag.decoded_attribute("href") else {
            continue;
        };
        let Some(target) = resolve_path(Path::new(page), &decode_address(&link)) else {
            continue;
        };
        let end = tag.at + 1 + tag.text.len();
        let id = lesson_id_attribute(&with_slashes(&target));
        changes.push((end..end, id));
    }
    replace_spans(list, changes)
}

/// Returns the attribute with the id of a lesson, with a space before it. The id is the address of
/// the lesson's page without `.html`.
fn lesson_id_attribute(address: &str) -> String {
    let id = address.trim_end_matches(".html");
    format!(" data-lesson-id=\"{}\"", escape_html(id))
}

/// The attribute of an element that needs the engine.
const NEEDS_ENGINE: (&str, &str) = ("data-needs", "engine");

/// Returns whether an element needs the engine.
fn needs_engine(tag: &HtmlTag) -> bool {
    tag.attributes()
        .any(|attribute| (attribute.name, attribute.value) == NEEDS_ENGINE)
}

/// An element that is taken out of a page, while its end is looked for.
struct RemovedElement<'a> {
    name: &'a str,
    start: usize,
    /// The number of open elements of this name, this one included.
    depth: usize,
}

/// Returns the page without the elements that need the engine.
pub(super) fn without_engine_parts(html: &str) -> String {
    let mut changes = Vec::new();
    let mut open: Option<RemovedElement> = None;
    for piece in html_pieces(html) {
        match (piece, &mut open) {
            (HtmlPiece::Open(tag), None) if needs_engine(&tag) => {
                open = Some(RemovedElement {
                    name: tag.name,
                    start: tag.at,
                    depth: 1,
                });
            }
            (HtmlPiece::Open(tag), Some(element)) if tag.name == element.name => element.depth += 1,
            (HtmlPiece::Close(tag), Some(element)) if tag.name == element.name => {
                element.depth -= 1;
                if element.depth == 0 {
                    changes.push((element.start..tag.end, String::new()));
                    open = None;
                }
            }
            _ => {}
        }
    }
    replace_spans(html, changes)
}

/// Returns the page with the words alone of links that lead to what the book leaves out.
pub(super) fn without_links_to_left_out(
    page: &str,
    html: String,
    left_out: &BTreeSet<PathBuf>,
) -> String {
    if left_out.is_empty() {
        return html;
    }
    let mut changes = Vec::new();
    let mut is_out = false;
    for piece in html_pieces(&html) {
        let span = match piece {
            HtmlPiece::Open(tag) if tag.is_named("a") => {
                is_out = match tag.decoded_attribute("href") {
                    Some(link) => leads_to_any(page, &link, left_out),
                    None => false,
                };
                tag.span()
            }
            HtmlPiece::Close(tag) if tag.is_named("a") => tag.span(),
            _ => continue,
        };
        if is_out {
            changes.push((span, String::new()));
        }
    }
    replace_spans(&html, changes)
}

/// Returns whether a link of a page leads to one of some files.
fn leads_to_any(page: &str, link: &str, files: &BTreeSet<PathBuf>) -> bool {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    resolve_path(Path::new(page), path).is_some_and(|target| files.contains(&target))
}

/// Returns the page with its addresses written out from the root of the host instead of a `<base>`.
///
/// A page that a server shows at any address (404) needs such addresses. With a `<base>` a link to
/// a place of the page itself, `#book-text`, would lead to the first page of the book.
pub(super) fn apply_base_element(html: String) -> String {
    if !html.contains("<base ") {
        return html;
    }
    let mut base = "";
    let mut changes = Vec::new();
    for piece in html_pieces(&html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.is_named("base") {
            base = tag.raw_attribute_values(["href"])[0];
            changes.push((tag.span(), String::new()));
            continue;
        }
        for attribute in tag.attributes() {
            if let Some(start) = attribute.value_at
                && is_relative_address(attribute.name, attribute.value)
            {
                changes.push((start..start, base.to_owned()));
            }
        }
    }
    replace_spans(&html, changes)
}

/// Returns a page of a hand with shorter links to the pages beside it: from `hands/mus/a.html`, `../../hands/b.html` becomes
/// `../b.html`. Each such page has twenty of them.
pub(super) fn shorten_addresses(page: &str, html: &str) -> String {
    let [parent, folder, _] = page.split('/').collect::<Vec<_>>()[..] else {
        return html.to_owned();
    };
    let beside = format!("../../{parent}/{folder}/");
    let above = format!("../../{parent}/");
    let mut changes = Vec::new();
    for piece in html_pieces(html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if !tag.is_named("a") {
            continue;
        }
        for attribute in tag.attributes() {
            let Some(start) = attribute.value_at else {
                continue;
            };
            if attribute.name != "href" {
                continue;
            }
            if attribute.value.starts_with(&beside) {
                changes.push((start..start + beside.len(), String::new()));
            } else if attribute.value.starts_with(&above) {
                changes.push((start..start + above.len(), "../".to_owned()));
            }
        }
    }
    replace_spans(html, changes)
}

/// Returns whether an attribute holds an address that is read from the folder of the page: not one
/// of the page itself, of the host or of another host.
fn is_relative_address(name: &str, value: &str) -> bool {
    if name == "data-root" {
        return true;
    }
    let is_file = [".js", ".css", ".html"]
        .iter()
        .any(|ending| value.ends_with(ending));
    let is_address = matches!(name, "href" | "src") || name.starts_with("data-") && is_file;
    is_address && !value.is_empty() && !value.starts_with(['#', '/']) && !is_external_link(value)
}

/// A style that mdBook writes into tags, and the class of the theme that stands for it.
const CLASSES: &[(&str, &str)] = &[
    ("text-align: left", "align-left"),
    ("text-align: center", "align-center"),
    ("text-align: right", "align-right"),
    ("clear: both", "clear"),
    ("break-before: page; page-break-before: always;", "new-page"),
];

/// Returns a page with classes instead of the styles that mdBook writes. Any other is left, and
/// found by the checks.
pub(super) fn with_styles_as_classes(html: &str) -> String {
    if !html.contains("style=") {
        return html.to_owned();
    }
    let mut changes = Vec::new();
    for piece in html_pieces(html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.decoded_attribute("class").is_some() {
            continue;
        }
        let Some(written) = tag.decoded_attribute("style") else {
            continue;
        };
        if let Some((style, class)) = CLASSES.iter().find(|(style, _)| *style == written) {
            let style = format!("style=\"{style}\"");
            let class = format!("class=\"{class}\"");
            let start = tag.at + 1;
            let text = tag.text.replacen(&style, &class, 1);
            changes.push((start..start + tag.text.len(), text));
        }
    }
    replace_spans(html, changes)
}
