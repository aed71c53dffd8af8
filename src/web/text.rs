//! A scenario that is being written: what is wrong with it, what may be written at the cursor, and its hand as far as it can
//! be played. Places are counted in units of UTF-16, as scripts count them.

use crate::author::{Document, Fix, Item, OFFERS, Offer, complete, fix, found, hover, words};
use crate::explore::{RandomPlayer, example};
use crate::page::{self, Ahead, Place, markdown};
use crate::scenario::{Diagnostic, Draft, House, Played, Span, Until};
use crate::session::{NAMES, of_tricks, rules};
use anyhow::{Context, Error, Result};
use serde::{Deserialize, Serialize};

/// Where the text would be a file. It lies where scenarios do, so that a text is told of whatever it lacks.
const PATH: &str = "scenarios/hand.md";

/// The book around the page: it stands at the root.
const BOOK: &str = ".";

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

#[derive(Deserialize)]
pub(super) struct At {
    text: String,
    at: usize,
}

/// A beginning that is asked for: an edition, and the seed of its cards.
#[derive(Deserialize)]
pub(super) struct Beginning {
    edition: String,
    seed: u64,
}

#[derive(Serialize)]
pub(super) struct Told {
    messages: Vec<Message>,
    /// What the whole may be rewritten as.
    offers: Vec<Fix>,
    hand: Option<String>,
    steps: Vec<(String, usize)>,
    holds: bool,
}

#[derive(Serialize)]
struct Message {
    from: usize,
    to: usize,
    line: usize,
    severity: &'static str,
    words: String,
    page: Option<String>,
    /// What may be written instead of what stands there, or of what stands between these places.
    fixes: Vec<Fix>,
    instead: (usize, usize),
}

#[derive(Serialize)]
pub(super) struct Here {
    /// What may be written instead of this stretch.
    from: usize,
    to: usize,
    items: Vec<Item>,
    says: Option<String>,
}

/// How many units of UTF-16 stand before a byte.
fn units(text: &str, byte: usize) -> usize {
    let before = (0..=byte.min(text.len())).rev().find_map(|end| text.get(..end));
    before.unwrap_or_default().encode_utf16().count()
}

/// The byte at which so many units end; that of the whole character, if one is cut.
fn byte(text: &str, units: usize) -> usize {
    let ends = text.char_indices().scan(0, |so_far, (at, sign)| {
        *so_far += sign.len_utf16();
        Some((at + sign.len_utf8(), *so_far))
    });
    ends.take_while(|(_, so_far)| *so_far <= units).last().map_or(0, |(end, _)| end)
}

impl Text {
    pub(super) fn told(self) -> Result<Told> {
        let document = Document::new(PATH.to_owned(), self.text, House::None);
        let checked = document.checked();
        let offer = |offer: &Offer| {
            let text = (offer.new)(&document)?;
            // It fills what was left open: that may be done without thinking twice, as what a message proposes.
            Some(Fix { title: offer.title.to_owned(), text, is_proposed: offer.is_asked_for })
        };
        let files = std::slice::from_ref(checked);
        let ahead = Ahead::default();
        let told = page::told(files, &ahead);
        let told = told.first().filter(|told| told.story.count() > 0);
        let slug = told.map(page::Told::slug).unwrap_or_default();
        let steps = told.iter().flat_map(|told| told.story.frames());
        Ok(Told {
            messages: found(&document).map(|wrong| message(&document, wrong)).collect(),
            offers: OFFERS.iter().filter_map(offer).collect(),
            hand: told.map(|told| page::hand(told, Place::Home(0))).transpose()?,
            steps: steps.map(|step| (format!("{slug}-{}", step.id), units(&document.text, step.place.start))).collect(),
            holds: checked.holds(),
        })
    }
}

fn message(document: &Document, wrong: &Diagnostic) -> Message {
    let text = &document.text;
    let Span { start, end } = wrong.span.clone();
    Message {
        from: units(text, start),
        to: units(text, end.max(start)),
        line: text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1,
        severity: wrong.code.severity().word(),
        words: words(wrong),
        page: wrong.page(BOOK),
        fixes: fix(document, wrong).into_iter().collect(),
        instead: (units(text, wrong.replaced().start), units(text, wrong.replaced().end)),
    }
}

impl At {
    pub(super) fn told(self) -> Here {
        let document = Document::new(PATH.to_owned(), self.text, House::None);
        let at = byte(&document.text, self.at);
        let (items, span) = complete(&document, at).unwrap_or((Vec::new(), at..at));
        let says = hover(&document, at, BOOK).map(|(said, _)| markdown::narration(&said.join("\n\n---\n\n")));
        Here { from: units(&document.text, span.start), to: units(&document.text, span.end), items, says }
    }
}

impl Beginning {
    /// A deal, and what the first to speak may do, left open.
    pub(super) fn text(self) -> Result<String> {
        let players = NAMES.map(str::to_owned);
        let players = players.get(..4).unwrap_or_default();
        let rules = &of_tricks(rules(&self.edition, players.len(), &[])?)?;
        let hand = example(rules, players.len() as u8, RandomPlayer::sensible(self.seed)).context("no such deal")?;
        let (words, tries) = Default::default();
        let hands = &[Played { words, deal: Some(hand.deal), moves: hand.moves, tries, end: hand.end }];
        let title = "A hand to be told";
        let options = &Default::default();
        let letters = Default::default();
        let until = Until::Deal;
        let draft = Draft { title, rules, players, shows: &[], chips: &[], options, letters, until };
        draft.write(hands).map_err(Error::msg)
    }
}
