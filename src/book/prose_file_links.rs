//! Links and pictures in the prose of hands: a link to a file becomes a link to the page of that
//! file.

use super::site::encode_address;
use crate::page::{PICTURES, page_path_of};
use crate::scenario::{
    CheckedFile, LinkOrPictureAddress, ProseLinkTarget, check_in, house_rules_of, link_definitions,
    read_scenario_bytes, replace_addresses, resolve_reference,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The path from the page of a hand to the root of the site.
const TO_ROOT: &str = "../../";

/// Changes the addresses in the prose of each hand to addresses of the site. Returns the pictures
/// in the prose, by their paths in the site. The paths of the files are relative to `root`.
pub(super) fn rewrite_addresses_and_list_pictures(
    files: &mut [CheckedFile],
    root: &Path,
) -> BTreeMap<String, PathBuf> {
    let mut pictures = BTreeMap::new();
    for file in files {
        let path = std::path::absolute(root.join(&file.path)).unwrap_or_default();
        rewrite_addresses(file, &mut |reference| {
            address_in_site(&path, reference, &mut pictures)
        });
    }
    pictures
}

/// Changes the addresses in the prose of a hand. `new_address` returns the address that replaces
/// one, or none to keep it.
pub(super) fn rewrite_addresses(
    file: &mut CheckedFile,
    new_address: &mut dyn FnMut(&LinkOrPictureAddress) -> Option<String>,
) {
    // A piece of prose may use a link definition that another piece has.
    let definitions = link_definitions(&file.text);
    for story in &mut file.stories {
        for at in 0..story.step_count() {
            let frame = story.frame_mut(at);
            for prose in [&mut frame.narration, &mut frame.closing] {
                if prose.contains(']') && !definitions.is_empty() {
                    *prose += &format!("\n\n{definitions}");
                }
                *prose = replace_addresses(prose, &mut *new_address);
            }
        }
    }
}

/// Returns the address that replaces one in the prose of a file; none if the address stays. Adds a
/// picture to `pictures`.
fn address_in_site(
    file: &Path,
    reference: &LinkOrPictureAddress,
    pictures: &mut BTreeMap<String, PathBuf>,
) -> Option<String> {
    match resolve_reference(file, reference).ok()? {
        ProseLinkTarget::Elsewhere => None,
        ProseLinkTarget::Scenario(scenario, step) => {
            Some(TO_ROOT.to_owned() + &step_or_page_address(&scenario, &step)?)
        }
        ProseLinkTarget::Chapter(chapter, heading) => {
            let page = page_address(&chapter);
            Some(format!("{TO_ROOT}{page}{}", heading_fragment(&heading)))
        }
        ProseLinkTarget::Picture(target, inside) => {
            let inside = with_slashes(&inside);
            let address = format!("{PICTURES}{}", encode_address(&inside));
            pictures.insert(format!("hands/pictures/{inside}"), target);
            Some(address)
        }
    }
}

/// Returns the address of a step of a scenario, or of its page if `step` is empty, from the root of
/// the site.
fn step_or_page_address(scenario: &Path, step: &str) -> Option<String> {
    let bytes = File::open(scenario).and_then(read_scenario_bytes).ok()?;
    let shown_path = scenario.display().to_string();
    let checked = check_in(house_rules_of(scenario), &shown_path, &bytes);
    let page = page_path_of(&checked);
    let address = encode_address(&page);
    if step.is_empty() {
        return Some(address);
    }
    let slug = Path::new(&page).file_stem()?.to_string_lossy();
    Some(format!("{address}#{}-{step}", encode_address(&slug)))
}

/// Returns the end of an address that leads to a heading: `#heading`, or nothing if no heading is
/// named.
pub(super) fn heading_fragment(heading: &str) -> String {
    if heading.is_empty() {
        String::new()
    } else {
        format!("#{heading}")
    }
}

/// Returns the path from a page to the root of its book: `../` for each folder that the page is in.
pub(super) fn path_to_root(page: &Path) -> String {
    "../".repeat(page.components().count().saturating_sub(1))
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
