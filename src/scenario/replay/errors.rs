//! Diagnostics that several statements share, and their words.

use super::session::Session;
use super::tricks::without_trick;
use crate::cards::{Card, Seat};
use crate::editions;
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::text::{Code, Diagnostic, Keyword, Span, Spanned, diagnose};

/// How a help begins that has a statement by which a refusal is shown.
pub const TO_SHOW: &str = "to show the refusal itself, write `";

impl Session<'_> {
    pub fn not_held(&self, seat: Seat, card: &Spanned<Card>) -> Diagnostic {
        let (name, held) = (self.name(seat), self.cards(self.held(seat)));
        diagnose!(
            "not-held",
            &card.span,
            name,
            card = card.value,
            place = self.where_is(card.value),
            held
        )
    }

    pub fn not_asked(
        &self,
        seat: &Spanned<Seat>,
        span: &Span,
        is_over: bool,
        is_out: bool,
    ) -> Diagnostic {
        let (name, is_mover) = (self.name(seat.value), self.mover() == seat.value);
        let message = match (is_over, is_mover, is_out) {
            (true, ..) => format!(
                "{name} has nothing more to do: the {} is over",
                self.what_is_dealt()
            ),
            (_, true, _) => format!("{name} is asked for something else"),
            (.., true) => format!("{name} {}", without_trick(self, seat.value)),
            _ => format!("it is not {name}'s turn"),
        };
        Code::OutOfTurn
            .diagnostic_at(if is_mover { span } else { &seat.span }, message)
            .with_label(self.whom())
    }

    pub fn illegal(&self, span: &Span, message: String, topic: ClauseId) -> Diagnostic {
        diagnose!("illegal", span, message, topic).with_clause(topic.id())
    }

    /// How what is forbidden may be told all the same.
    pub fn as_refused(&self, seat: Seat, what: &str, topic: ClauseId) -> String {
        let (name, tries, refused) = (
            self.name(seat),
            self.word(Keyword::Tries),
            self.word(Keyword::Refused),
        );
        format!("{TO_SHOW}{name} {tries} {what} ({refused}: {topic})`")
    }
}

pub fn list<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    words
        .map(|word| word.as_ref().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn stands_before(before: &[Spanned<Card>], card: &Spanned<Card>) -> Option<Diagnostic> {
    let first = before.iter().find(|first| first.value == card.value)?;
    Some(diagnose!("card-twice", &card.span, card = card.value).with_first_place(first))
}

/// What is told of a thing that this edition does not have.
pub fn nothing_of_the_kind(session: &Session, span: &Span, topic: ClauseId) -> Diagnostic {
    let known = known_to(|rules| rules.has(topic));
    diagnose!(
        "nothing-of-the-kind",
        span,
        edition = session.edition,
        known
    )
    .with_clause(topic.id())
}

pub fn known_to(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::playable_editions()
        .filter(|rules| knows(rules))
        .map(|rules| rules.id)
        .collect();
    match editions[..] {
        [] => "no edition knows it unless an option says so".into(),
        [one] => format!("{one} knows it"),
        _ => format!("these know it: {}", editions.join(", ")),
    }
}
