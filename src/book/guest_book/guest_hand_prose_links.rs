//! Checks the links and pictures that authors wrote in the prose of hands, and rewrites their
//! addresses for the pages of a guest book.

use super::fence_scenario::{real_path, report_in_full};
use crate::book::prose_file_links::{
    heading_fragment, page_address, path_to_root, rewrite_addresses, with_slashes,
};
use crate::book::site::encode_address;
use crate::page::{PICTURES, page_path_of};
use crate::scenario::report::FileDiagnostics;
use crate::scenario::{
    CheckedFile, Diagnostic, LinkOrPictureAddress, LinkableBookFolders, ProseLinkTarget,
    check_link_fragment, find_references, missing_chapter_error, missing_hand_error,
    printable_path, resolve_reference_in,
};
use anyhow::{Error, anyhow};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file that a hand comes from, and the page and the line of its fence.
pub(super) struct HandFileAndPage {
    /// The file that its prose is written in: a scenario, or a chapter.
    pub(super) file: PathBuf,
    /// The name of the scenario in messages.
    pub(super) name_in_messages: String,
    /// True if the scenario is written inside the fence of a chapter.
    pub(super) is_inline: bool,
    /// True if the fence shows only some steps of it.
    pub(super) is_part: bool,
    /// The chapter that has the fence, and the line of the fence in the chapter.
    pub(super) page: PathBuf,
    pub(super) line: usize,
}

/// The parts of a guest book that the prose of its hands may link to.
pub(super) struct GuestBookLinkTargets<'a> {
    pub(super) folders: LinkableBookFolders,
    /// The chapters, by the real paths of their files.
    pub(super) chapters: BTreeMap<PathBuf, LinkableChapter<'a>>,
}

/// A chapter that a link may lead to.
pub(super) struct LinkableChapter<'a> {
    pub(super) page: PathBuf,
    /// The Markdown of the chapter.
    pub(super) text: &'a str,
}

/// A hand that a link may lead to.
struct LinkableHand {
    /// The page of the chapter that shows the hand.
    page: PathBuf,
    slug: String,
    first_step: String,
    /// True if only some steps of it are shown, so that a link leads to the hand and not to a step.
    is_part: bool,
}

/// Changes the addresses in the prose of each hand to addresses of pages of the guest book. The
/// hands with addresses that lead nowhere are left as they are. Returns a message for each of these
/// hands.
pub(super) fn link_prose_to_pages(
    files: &mut [CheckedFile],
    origins: &[HandFileAndPage],
    links: &GuestBookLinkTargets,
) -> Vec<String> {
    let hands = linkable_hands(files, origins);
    let mut messages = Vec::new();
    for (file, origin) in files.iter_mut().zip(origins) {
        let linker = ProseLinkResolver {
            origin,
            links,
            hands: &hands,
        };
        let faults = linker.find_faults(&file.text);
        if faults.is_empty() {
            rewrite_addresses(file, &mut |reference| {
                linker.address_in_book(reference).ok().flatten()
            });
        } else {
            let error = faults_in_prose(file, origin, faults);
            messages.push(fence_message(&origin.page, origin.line, &error));
        }
    }
    messages
}

/// Returns the hands that are files of their own, by the real paths of these files. If several
/// chapters show a hand, links lead to the first that shows all of it.
fn linkable_hands(
    files: &[CheckedFile],
    origins: &[HandFileAndPage],
) -> BTreeMap<PathBuf, LinkableHand> {
    let mut hands: BTreeMap<PathBuf, LinkableHand> = BTreeMap::new();
    for (file, origin) in files.iter().zip(origins) {
        if origin.is_inline {
            continue;
        }
        let path = page_path_of(file);
        let slug = Path::new(&path).file_stem().unwrap_or_default();
        let first_frame = file.stories.first().and_then(|story| story.frames().next());
        let hand = LinkableHand {
            page: origin.page.clone(),
            slug: slug.to_string_lossy().into_owned(),
            first_step: first_frame
                .map(|frame| frame.id.clone())
                .unwrap_or_default(),
            is_part: origin.is_part,
        };
        let place = real_path(&origin.file);
        let earlier = hands.get(&place);
        if earlier.is_none_or(|earlier| earlier.is_part && !origin.is_part) {
            hands.insert(place, hand);
        }
    }
    hands
}

/// Returns the error for a hand whose prose has these faults. If the hand is inside a chapter, the
/// lines are those of the chapter.
fn faults_in_prose(
    file: &CheckedFile,
    origin: &HandFileAndPage,
    mut faults: Vec<Diagnostic>,
) -> Error {
    let lines_before = if origin.is_inline { origin.line } else { 0 };
    for fault in &mut faults {
        fault.span = fault.span.start + lines_before..fault.span.end + lines_before;
    }
    let text = "\n".repeat(lines_before) + &file.text;
    let report = FileDiagnostics {
        path: &origin.name_in_messages,
        text: &text,
        diagnostics: &faults,
    };
    anyhow!(
        "this hand names what the book does not have\n{}",
        report_in_full(&report)
    )
}

/// Finds the addresses of the links in the prose of one hand.
struct ProseLinkResolver<'a> {
    origin: &'a HandFileAndPage,
    links: &'a GuestBookLinkTargets<'a>,
    /// The hands of the book, by the real paths of their files.
    hands: &'a BTreeMap<PathBuf, LinkableHand>,
}

#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
impl ProseLinkResolver<'_> {
    /// Returns an error for each address in the text of the hand that leads to no page of the book.
    fn find_faults(&self, text: &str) -> Vec<Diagnostic> {
        let references = find_references(text);
        let addresses = references
            .iter()
            .map(|reference| self.address_in_book(reference));
        addresses.filter_map(Result::err).collect()
    }

    /// Returns the address with which a page of the book replaces the one in the prose; none if the
    /// address stays.
    ///
    /// # Errors
    /// The address leads to no page of the book.
    fn address_in_book(
        &self,
        reference: &LinkOrPictureAddress,
    ) -> Result<Option<String>, Diagnostic> {
        match resolve_reference_in(&self.origin.file, reference, &self.links.folders)? {
            ProseLinkTarget::Elsewhere => Ok(None),
            ProseLinkTarget::Picture(_, path) => {
                let path = encode_address(&with_slashes(&path));
                Ok(Some(format!("{PICTURES}{path}")))
            }
            ProseLinkTarget::Chapter(chapter, heading) => {
                let address = self.heading_address(reference, &chapter, &heading)?;
                Ok(Some(self.path_from_page(&address)))
            }
            ProseLinkTarget::Scenario(scenario, step) => {
                let address = self.step_address(reference, &scenario, &step)?;
                Ok(Some(self.path_from_page(&address)))
            }
        }
    }

    /// Returns an address that is written from the root of the book as one that is read from the
    /// page of the hand.
    fn path_from_page(&self, address: &str) -> String {
        format!("{}{address}", path_to_root(&self.origin.page))
    }

    /// Returns the address of a heading of a chapter, from the root of the book.
    fn heading_address(
        &self,
        reference: &LinkOrPictureAddress,
        chapter: &Path,
        heading: &str,
    ) -> Result<String, Diagnostic> {
        let folders = &self.links.folders;
        let folder = folders.chapters.as_deref().unwrap_or(Path::new(""));
        let Some(target) = self.links.chapters.get(&real_path(&folder.join(chapter))) else {
            return Err(missing_chapter_error(reference));
        };
        let has_smart_punctuation = folders.has_smart_punctuation;
        check_link_fragment(reference, heading, target.text, has_smart_punctuation)?;
        Ok(page_address(&target.page) + &heading_fragment(heading))
    }

    /// Returns the address of a step of another hand, or of its first step, from the root of the
    /// book.
    fn step_address(
        &self,
        reference: &LinkOrPictureAddress,
        scenario: &Path,
        step: &str,
    ) -> Result<String, Diagnostic> {
        let Some(hand) = self.hands.get(&real_path(scenario)) else {
            return Err(missing_hand_error(reference));
        };
        let step = if hand.is_part {
            "hand"
        } else if step.is_empty() {
            &hand.first_step
        } else {
            step
        };
        let page = page_address(&hand.page);
        Ok(format!("{page}#{}-{step}", encode_address(&hand.slug)))
    }
}

/// Returns the message for an error in a fence. It begins with the chapter and the line of the
/// fence.
pub(super) fn fence_message(page: &Path, line: usize, error: &Error) -> String {
    format!("{}, line {line}: {error:#}", printable_path(page))
}
