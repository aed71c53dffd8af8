//! The scenarios behind the pages of hands.

use super::Library;
use super::markdown;

/// The scenario that a page was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The page, from the root of the site.
    pub(super) page: String,
    /// The file, as it stands from the root of the book.
    pub(super) path: String,
    /// All that its author tells, in words.
    pub(super) narration: String,
}

/// The scenarios of a library, a page each.
pub(super) fn origins(library: &Library) -> Vec<Origin> {
    let told = library.told().into_iter().filter(|told| told.is_first());
    let origins = told.map(|told| {
        let steps = &told.story.steps;
        let prose = steps.iter().flat_map(|step| [step.narration.as_str(), step.closing.as_str()]);
        let words: Vec<String> = prose.filter(|prose| !prose.is_empty()).map(markdown::plain).collect();
        Origin { page: told.page("html"), path: told.file.path.clone(), narration: words.join(" ") }
    });
    origins.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_knows_its_file_and_its_story() {
        let text = include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md");
        let files = vec![crate::scenario::check("scenarios/mouche-1718/denise-must-trump.md", text)];
        let origins = origins(&Library::of(files));
        assert_eq!(origins[0].page, "hands/mouche-1718/denise-must-trump.html");
        assert_eq!(origins[0].path, "scenarios/mouche-1718/denise-must-trump.md");
        assert!(origins[0].narration.contains("Denise"), "{}", origins[0].narration);
    }
}
