//! The hands of a file: each deal fence opens one, scripts and payouts follow, and prose stands between.

use super::fence::{self, Word};
use super::markdown::{Fence, Markdown};
use super::prose::Prose;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Body, HandText, Header, Part};
use crate::scenario::words::Names;
use crate::scenario::{deal, payout, script};

/// Reads the hands of a file whose header is its fence number `header`.
pub(super) fn read(text: &str, markdown: &Markdown, place: usize, header: &Header) -> (Vec<HandText>, Vec<Diagnostic>) {
    let mut hands = Hands {
        header,
        first: &markdown.fences[place],
        names: Names::new(&header.players),
        prose: Prose::new(text, markdown.title.as_ref().map(|title| title.span.clone())),
        hands: Vec::new(),
        diagnostics: Vec::new(),
    };
    for (at, fence) in markdown.fences.iter().enumerate() {
        hands.fence(fence, at.cmp(&place));
    }
    hands.finish()
}

struct Hands<'a> {
    header: &'a Header,
    first: &'a Fence<'a>,
    names: Names,
    prose: Prose<'a>,
    hands: Vec<HandText>,
    diagnostics: Vec<Diagnostic>,
}

impl Hands<'_> {
    fn fence(&mut self, fence: &Fence, place: std::cmp::Ordering) {
        let unclosed = fence::unclosed(fence, self.header.letters);
        let mut whole = unclosed.is_none();
        self.diagnostics.extend(unclosed);
        let word = match (fence::word(fence, self.header.letters), fence::near(fence, self.header.letters)) {
            (Some(word), _) => word,
            (None, Some(near)) => {
                self.diagnostics.push(fence::unknown(fence, near, self.header.letters));
                whole = false;
                near
            }
            (None, None) => match fence::held(fence, &self.names, self.header.letters) {
                Some(held) => {
                    let wrong = fence::unknown(fence, held, self.header.letters);
                    self.diagnostics.push(wrong.help("a fence that is no part of the hand takes the word `text`"));
                    whole = false;
                    held
                }
                None => return,
            },
        };
        if place.is_lt() {
            self.misplaced(fence, "this fence stands before the header");
        }
        self.prose.up_to(fence);
        match word {
            Word::Header if place.is_gt() && whole => self.misplaced(fence, "a file has one header"),
            Word::Header => {}
            Word::Deal => self.deal(fence, whole),
            Word::Script | Word::Payout => self.part(word, fence, whole),
        }
    }

    fn misplaced(&mut self, fence: &Fence, message: &str) {
        let diagnostic = Diagnostic::new(Code::MisplacedFence, fence.opening.clone(), message).label("misplaced");
        let diagnostic = diagnostic.related(self.first.opening.clone(), "the header");
        self.diagnostics.push(diagnostic.help("the `toml scenario` fence comes first, and once"));
    }

    fn deal(&mut self, fence: &Fence, whole: bool) {
        let (mut deal, found) = deal::read(&fence.content, &self.names, self.header.letters);
        deal.opening = fence.opening.clone();
        if let Some(word) = fence.words.get(1).filter(|_| whole) {
            let diagnostic = Diagnostic::new(Code::Syntax, word.span.clone(), "a deal is for all editions");
            self.diagnostics.push(diagnostic.label("take this away"));
        }
        let broken = !whole || fence.words.len() > 1 || !found.is_empty();
        let narration = self.prose.take();
        self.hands.push(HandText { narration, deal, parts: Vec::new(), closing: String::new(), broken });
        self.tell(found, whole);
    }

    fn part(&mut self, word: Word, fence: &Fence, whole: bool) {
        let (body, found) = match word {
            Word::Payout => {
                let (entries, found) = payout::read(&fence.content, &self.names, self.header.letters);
                (Body::Payout(entries), found)
            }
            _ => {
                let (lines, found) = script::read(&fence.content, &self.names, self.header.letters);
                (Body::Script(lines), found)
            }
        };
        let broken = !whole || !found.is_empty();
        self.tell(found, whole);
        self.attach(fence, body, broken);
    }

    fn attach(&mut self, fence: &Fence, body: Body, broken: bool) {
        let Some(hand) = self.hands.last_mut() else {
            let diagnostic = Diagnostic::new(Code::MisplacedFence, fence.opening.clone(), "no hand has been dealt yet");
            return self
                .diagnostics
                .push(diagnostic.label("before any `deal`").help("a ```deal fence opens each hand"));
        };
        hand.broken |= broken;
        let editions =
            fence.words.iter().skip(1).map(|word| At { value: word.value.to_owned(), span: word.span.clone() });
        let narration = self.prose.take();
        let (span, opening) = (fence.content.whole(), fence.opening.clone());
        hand.parts.push(Part { narration, editions: editions.collect(), body, span, opening });
    }

    /// What is wrong within a fence is told only if the fence is whole and the names are known.
    fn tell(&mut self, found: Vec<Diagnostic>, whole: bool) {
        if whole && !self.header.players.is_empty() {
            self.diagnostics.extend(found);
        }
    }

    fn finish(mut self) -> (Vec<HandText>, Vec<Diagnostic>) {
        let closing = self.prose.rest();
        if let Some(hand) = self.hands.last_mut() {
            hand.closing = closing;
        }
        (self.hands, self.diagnostics)
    }
}
