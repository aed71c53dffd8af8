//! Links and pictures in the prose of hands, as the pages of a book have them: a link to a file leads to its page.

use super::site::encode_address;
use crate::page::{PICTURES, page_path_of};
use crate::scenario::{
    Checked, Destination, Reference, check_in, house_rules_of, link_definitions,
    read_scenario_bytes, replace_addresses, resolve_reference,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

/// From the page of a hand to the root of the site.
const TO_ROOT: &str = "../../";

/// Writes into the prose of each hand where its links lead in the site. Returns the pictures that it shows, by their places
/// in the site. Paths of the files are as they stand from `root`.
pub(super) fn link_hands_to_pages(files: &mut [Checked], root: &Path) -> BTreeMap<String, PathBuf> {
    let mut pictures = BTreeMap::new();
    for file in files {
        let path = std::path::absolute(root.join(&file.path)).unwrap_or_default();
        rewrite_addresses(file, &mut |reference| {
            address_of(&path, reference, &mut pictures)
        });
    }
    pictures
}

/// Writes other addresses into the prose of a hand. `address` returns the new one, or none to keep an address.
pub(super) fn rewrite_addresses(
    file: &mut Checked,
    address: &mut dyn FnMut(&Reference) -> Option<String>,
) {
    // A definition stands in one piece of the prose, and may be used in another.
    let definitions = link_definitions(&file.text);
    for story in &mut file.stories {
        for at in 0..story.count() {
            let frame = story.frame_mut(at);
            for prose in [&mut frame.narration, &mut frame.closing] {
                if prose.contains(']') && !definitions.is_empty() {
                    *prose += &format!("\n\n{definitions}");
                }
                *prose = replace_addresses(prose, &mut *address);
            }
        }
    }
}

/// Where an address of a file leads in the site; none if it stays as it is.
fn address_of(
    path: &Path,
    reference: &Reference,
    pictures: &mut BTreeMap<String, PathBuf>,
) -> Option<String> {
    match resolve_reference(path, reference).ok()? {
        Destination::Elsewhere => None,
        Destination::Scenario(target, step) => {
            let bytes = File::open(&target).and_then(read_scenario_bytes).ok()?;
            let checked = check_in(
                house_rules_of(&target),
                &target.display().to_string(),
                &bytes,
            );
            let page = page_path_of(&checked);
            let slug = Path::new(&page).file_stem()?.to_string_lossy().into_owned();
            let step = if step.is_empty() {
                step
            } else {
                format!("#{}-{step}", encode_address(&slug))
            };
            Some(format!("{TO_ROOT}{}{step}", encode_address(&page)))
        }
        Destination::Chapter(chapter, heading) => {
            let heading = if heading.is_empty() {
                heading
            } else {
                format!("#{heading}")
            };
            Some(format!("{TO_ROOT}{}{heading}", page_address(&chapter)))
        }
        Destination::Picture(target, inside) => {
            let inside = with_slashes(&inside);
            let address = format!("{PICTURES}{}", encode_address(&inside));
            pictures.insert(format!("hands/pictures/{inside}"), target);
            Some(address)
        }
    }
}

/// Returns the address of the page of a chapter, from the root of the site.
pub(super) fn page_address(chapter: &Path) -> String {
    let is_index = chapter
        .file_stem()
        .is_some_and(|name| name.eq_ignore_ascii_case("readme"));
    let page = if is_index {
        chapter.with_file_name("index.html")
    } else {
        chapter.with_extension("html")
    };
    encode_address(&with_slashes(&page))
}

/// Returns a link in Markdown.
pub(crate) fn markdown_link(href: String, words: impl Display) -> String {
    format!("[{words}]({href})")
}

/// Returns a relative path with `/` between its parts, as addresses have it.
pub(super) fn with_slashes(path: &Path) -> String {
    path.iter()
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}
