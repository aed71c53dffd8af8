//! A scenario as it was played under one edition, with its names in the book.

use super::ahead::Ahead;
use super::markdown;
use crate::narrate::course::Course;
use crate::scenario::Checked;
use crate::scenario::coverage::Witness;
use crate::scenario::story::Story;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;

/// The shelf of the hands told under several editions, where those of one edition have its id.
pub(super) const COMPARED: &str = "compared";

/// A scenario under one edition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    /// Its file.
    pub(super) file: &'a Checked,
    /// What it came to.
    pub(super) story: &'a Story,
    /// What else could have been done, as far as that was worked out.
    pub(super) ahead: &'a Ahead,
}

impl<'a> Told<'a> {
    /// What else could have been done at a step of one of the stories of its file.
    pub(super) fn courses(&self, story: &Story, at: usize) -> &'a [Course] {
        self.ahead.story(self.file, story).get(at).map_or(&[], Vec::as_slice)
    }

    /// What it may bear witness to.
    pub(super) fn witness(&self) -> Witness<'_> {
        Witness { file: self.file, story: self.story }
    }

    /// Its title without markup.
    pub(super) fn title(&self) -> String {
        markdown::plain(&self.file.title)
    }

    /// The name its steps and its page begin with: that of its file, in letters that an address bears.
    pub(super) fn slug(&self) -> String {
        slug(&self.file.path)
    }

    /// Whether its file tells the same deal under several editions. They share a page.
    pub(super) fn is_compared(&self) -> bool {
        self.file.stories.len() > 1
    }

    /// Whether it is the first edition of its file.
    pub(super) fn is_first(&self) -> bool {
        self.file.stories.first().is_some_and(|first| std::ptr::eq(first, self.story))
    }

    /// Its page, from the root of the book, with this ending.
    pub(super) fn page(&self, ending: &str) -> String {
        let shelf = if self.is_compared() { COMPARED } else { self.story.rules.id };
        format!("hands/{shelf}/{}.{ending}", self.slug())
    }
}

/// Where the page of a file would be, from the root of the book, whether the file holds or not. One whose header names
/// no edition has its place by its folder.
pub fn page_of(file: &Checked) -> String {
    let folder = Path::new(&file.path).parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let shelf = match file.edition_names()[..] {
        [] => folder.as_deref().unwrap_or(COMPARED),
        [one] => one,
        _ => COMPARED,
    };
    format!("hands/{shelf}/{}.html", slug(&file.path))
}

fn slug(path: &str) -> String {
    as_address(&Path::new(path).file_stem().unwrap_or_default().to_string_lossy())
}

/// Words in letters that an address bears.
pub(super) fn as_address(words: &str) -> String {
    words.nfc().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_bears_nothing_that_an_address_does_not() {
        assert_eq!(slug("scenarios/mouche-1718/denise-must-trump.md"), "denise-must-trump");
        assert_eq!(slug("a/l'été <b> à.la.mer.md"), "l-été--b--à-la-mer");
    }
}
