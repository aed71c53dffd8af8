//! Comparisons of two named cards in the reasons of a task, such as `the queen of spades beats the ten of spades`. They are
//! compared with what the engine says at the step.

use super::story::{AnyStep, Step, Story};
use crate::cards::{Card, CardLanguage, Rank, Suit, read_card};
use crate::engine::TrickGame;
use crate::scenario::Span;
use crate::scenario::text::{Diagnostic, diagnose};

/// What a reason says of one card and another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatedCardRelation {
    Beats,
    DoesNotBeat,
    LosesTo,
    Higher,
    Lower,
}

/// The words between two cards, in small letters and without articles and adverbs, and what they say. Negations are only read in
/// English.
const RELATIONS: [(&str, StatedCardRelation); 44] = [
    ("beats", StatedCardRelation::Beats),
    ("beat", StatedCardRelation::Beats),
    ("can beat", StatedCardRelation::Beats),
    ("would beat", StatedCardRelation::Beats),
    ("will beat", StatedCardRelation::Beats),
    ("wins against", StatedCardRelation::Beats),
    ("win against", StatedCardRelation::Beats),
    ("wins over", StatedCardRelation::Beats),
    ("outranks", StatedCardRelation::Higher),
    ("outrank", StatedCardRelation::Higher),
    ("is above", StatedCardRelation::Higher),
    ("are above", StatedCardRelation::Higher),
    ("above", StatedCardRelation::Higher),
    ("ranks above", StatedCardRelation::Higher),
    ("ranks higher than", StatedCardRelation::Higher),
    ("is higher than", StatedCardRelation::Higher),
    ("are higher than", StatedCardRelation::Higher),
    ("higher than", StatedCardRelation::Higher),
    ("is better than", StatedCardRelation::Higher),
    ("loses to", StatedCardRelation::LosesTo),
    ("lose to", StatedCardRelation::LosesTo),
    ("would lose to", StatedCardRelation::LosesTo),
    ("will lose to", StatedCardRelation::LosesTo),
    ("loses against", StatedCardRelation::LosesTo),
    ("is beaten by", StatedCardRelation::LosesTo),
    ("are beaten by", StatedCardRelation::LosesTo),
    ("is below", StatedCardRelation::Lower),
    ("are below", StatedCardRelation::Lower),
    ("below", StatedCardRelation::Lower),
    ("ranks below", StatedCardRelation::Lower),
    ("ranks lower than", StatedCardRelation::Lower),
    ("is lower than", StatedCardRelation::Lower),
    ("are lower than", StatedCardRelation::Lower),
    ("lower than", StatedCardRelation::Lower),
    ("is worse than", StatedCardRelation::Lower),
    ("cannot beat", StatedCardRelation::DoesNotBeat),
    ("can't beat", StatedCardRelation::DoesNotBeat),
    ("does not beat", StatedCardRelation::DoesNotBeat),
    ("doesn't beat", StatedCardRelation::DoesNotBeat),
    ("do not beat", StatedCardRelation::DoesNotBeat),
    ("bat", StatedCardRelation::Beats),
    ("schlägt", StatedCardRelation::Beats),
    ("sticht", StatedCardRelation::Beats),
    ("gana", StatedCardRelation::Beats),
];

/// The words between two cards that do not change what is said of them.
const FILLERS: [&str; 28] = [
    "the", "a", "an", "la", "le", "les", "l", "der", "die", "den", "das", "el", "los", "las", "al",
    "also", "always", "still", "now", "only", "even", "here", "then", "easily", "he", "she", "it",
    "which",
];

/// The words of a sentence that says more than what is so at the table: a condition, another game, or a negation.
const UNSURE_WORDS: [&str; 16] = [
    "if", "unless", "neither", "nor", "games", "si", "ni", "ne", "no", "wenn", "falls", "nicht",
    "nie", "kein", "keine", "weder",
];

/// A card that a sentence names, and its place in the sentence.
struct CardNamedInSentence {
    card: Card,
    span: Span,
}

/// Returns the diagnostic for a reason at a step that compares two cards as they are not.
pub(super) fn false_comparison_error(
    story: &Story,
    step_index: usize,
    place: &Span,
    reason: &str,
) -> Option<Diagnostic> {
    let step = story.step(step_index);
    for sentence in reason.split_inclusive(['.', ';', '!', '?']) {
        let sentence = sentence.to_lowercase();
        if sentence.contains('?') || words_of(&sentence).any(|word| UNSURE_WORDS.contains(&word)) {
            continue;
        }
        let named = find_named_cards(story, &step, &sentence);
        for (first, relation, second) in compared_cards(&sentence, &named) {
            if first != second && is_false(&step, first, relation, second) {
                let truth = describe_order(&step, first, second);
                return Some(diagnose!(
                    "reason-with-false-comparison",
                    place,
                    first,
                    second,
                    truth
                ));
            }
        }
    }
    None
}

/// Returns the words of a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
}

/// Returns the cards that a sentence in small letters names, in their order.
fn find_named_cards(story: &Story, step: &AnyStep, sentence: &str) -> Vec<CardNamedInSentence> {
    let mut named = Vec::new();
    for (at, sign) in sentence.match_indices(Suit::ALL.map(Suit::sign)) {
        let before = &sentence[..at];
        let rank = before.trim_end_matches(char::is_alphanumeric);
        let span = rank.len()..at + sign.len();
        let written = sentence[span.clone()].to_uppercase();
        if let Ok(card) = read_card(&written, story.letters) {
            named.push(CardNamedInSentence { card, span });
        }
    }
    for suit in Suit::ALL {
        for rank in Rank::ALL {
            let card = Card::new(rank, suit);
            let mut names = vec![card.name()];
            for letters in [CardLanguage::EnglishSpanishPack, story.letters] {
                names.push(card.name_in(letters).to_lowercase());
            }
            names.dedup();
            if let AnyStep::Tricks(step) = step
                && step.before.trump == suit
            {
                names.push(format!("{} of trumps", rank.name()));
            }
            for name in names {
                let places = sentence.match_indices(&name);
                named.extend(places.map(|(at, _)| CardNamedInSentence {
                    card,
                    span: at..at + name.len(),
                }));
            }
        }
    }
    named.sort_by_key(|named| named.span.start);
    named.dedup_by_key(|named| named.span.start);
    named
}

/// Returns the pairs of cards that a sentence compares: each with the words between them, and with further cards in a list.
fn compared_cards(
    sentence: &str,
    named: &[CardNamedInSentence],
) -> Vec<(Card, StatedCardRelation, Card)> {
    let gaps: Vec<String> = named
        .windows(2)
        .map(|pair| words_between(&sentence[pair[0].span.end..pair[1].span.start]))
        .collect();
    let relations: Vec<Option<StatedCardRelation>> =
        gaps.iter().map(|gap| read_relation(gap)).collect();
    let mut compared = Vec::new();
    for (at, relation) in relations.iter().enumerate() {
        let Some(relation) = relation else {
            continue;
        };
        compared.push((named[at].card, *relation, named[at + 1].card));
        // In `K♠ beats Q♠, J♠ and A♠` the king is compared with each of the others.
        for next in at + 2..named.len() {
            let is_listed = ["and", "or", ""].contains(&gaps[next - 1].as_str());
            let is_next_subject = relations.get(next).is_some_and(Option::is_some);
            if !is_listed || is_next_subject {
                break;
            }
            compared.push((named[at].card, *relation, named[next].card));
        }
    }
    compared
}

/// Returns the words between two cards that may change what is said of them.
fn words_between(gap: &str) -> String {
    let words: Vec<&str> = words_of(gap)
        .filter(|word| !FILLERS.contains(word))
        .collect();
    words.join(" ")
}

fn read_relation(words: &str) -> Option<StatedCardRelation> {
    let found = RELATIONS.iter().find(|(written, _)| *written == words);
    found.map(|(_, relation)| *relation)
}

/// Returns whether it is false what a reason says of two cards at a step. Where the step does not decide it, it is not.
fn is_false(step: &AnyStep, first: Card, relation: StatedCardRelation, second: Card) -> bool {
    let order = [
        is_better(step, first, second),
        is_better(step, second, first),
    ];
    let [Some(beats), Some(loses)] = order else {
        return false;
    };
    let is_mus = matches!(step, AnyStep::Mus(_));
    match relation {
        // In Mus the phase decides which card wins.
        StatedCardRelation::Beats
        | StatedCardRelation::DoesNotBeat
        | StatedCardRelation::LosesTo
            if is_mus =>
        {
            false
        }
        StatedCardRelation::Beats | StatedCardRelation::Higher => !beats,
        StatedCardRelation::DoesNotBeat => beats,
        StatedCardRelation::LosesTo | StatedCardRelation::Lower => !loses,
    }
}

/// Returns whether a card beats another at a step; nothing for two cards of suits between which only a lead decides.
fn is_better(step: &AnyStep, card: Card, other: Card) -> Option<bool> {
    match step {
        AnyStep::Tricks(step) => is_better_in_trick(step, card, other),
        AnyStep::Mus(step) => {
            let order = &step.rules.rank.value;
            let [place, other_place] = [card, other].map(|card| order.index_from_top(card.rank()));
            Some(place < other_place)
        }
    }
}

fn is_better_in_trick(step: &Step<TrickGame>, card: Card, other: Card) -> Option<bool> {
    let trumps = &step.before.trumps;
    let is_comparable = trumps.same_suit_cards(card).has(other)
        || [card, other].iter().any(|card| trumps.cards.has(*card));
    is_comparable.then(|| {
        trumps
            .cards_beating(&step.rules.rank.value, other)
            .has(card)
    })
}

/// Says which of two cards is better at a step.
fn describe_order(step: &AnyStep, first: Card, second: Card) -> String {
    let is_mus = matches!(step, AnyStep::Mus(_));
    let relation = if is_mus { "is higher than" } else { "beats" };
    if is_better(step, first, second) == Some(true) {
        format!("{first} {relation} {second}")
    } else if is_better(step, second, first) == Some(true) {
        format!("{second} {relation} {first}")
    } else {
        format!("{first} and {second} have the same rank")
    }
}
