//! Hands set aside while mdBook makes the pages around them: it would parse every one, and hold them all at once.

use std::sync::{Arc, Mutex, PoisonError};

/// How a hand begins that stands in a chapter as one line of HTML.
const BEGINS: &str = "<section class=\"hand\"";
/// How it ends.
const ENDS: &str = "</section>";
/// What stands in the place of a hand, around its number.
const MARK: (&str, &str) = ("<!--[hand ", "]-->");

/// The hands that were set aside, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside(Arc<Mutex<Vec<String>>>);

impl Aside {
    /// A chapter with a mark in the place of each hand.
    pub(super) fn take(&self, chapter: &str) -> String {
        let mut hands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut marked = |line: &str| {
            let hand = line.trim_end();
            if !(hand.starts_with(BEGINS) && hand.ends_with(ENDS)) {
                return line.to_string();
            }
            hands.push(hand.into());
            format!("{}{}{}\n", MARK.0, hands.len() - 1, MARK.1)
        };
        chapter.split_inclusive('\n').map(&mut marked).collect()
    }

    /// A page with its hands in the places of their marks. A mark of no hand stays: somebody wrote it.
    pub(super) fn put_back(&self, page: &str) -> String {
        let hands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pieces = page.split(MARK.0);
        let mut whole = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let hand =
                piece.split_once(MARK.1).and_then(|(at, rest)| Some((hands.get(at.parse::<usize>().ok()?)?, rest)));
            match hand {
                Some((hand, rest)) => whole.extend([hand, rest]),
                None => whole.extend([MARK.0, piece]),
            }
        }
        whole
    }
}

/// A page with this hand in place of the one that stands in it; none if none does.
pub(super) fn replaced(page: &str, hand: &str) -> Option<String> {
    let begins = page.find(BEGINS)?;
    let ends = begins + page[begins..].find(ENDS)? + ENDS.len();
    Some([&page[..begins], hand, &page[ends..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_comes_back_to_its_place_and_nothing_else_goes() {
        let aside = Aside::default();
        let chapter =
            "# A\n\n<section class=\"hand\" id=\"a\"> </section>\n\n> <section class=\"hand\">\n<!--[hand 7]-->\n";
        let marked = aside.take(chapter);
        assert_eq!(marked, "# A\n\n<!--[hand 0]-->\n\n> <section class=\"hand\">\n<!--[hand 7]-->\n");
        assert_eq!(aside.put_back(&marked), chapter);
        let hand = "<section class=\"hand\" id=\"b\"></section>";
        let replaced = replaced(&format!("a{}b", chapter.lines().nth(2).expect("a hand")), hand);
        assert_eq!(replaced, Some(format!("a{hand}b")));
    }
}
