//! The sentences of a step. One place writes it: for the page, the live region and paper alike.

use super::changed_clause_behind_duty::{need_not_overtrump, parent_ranks_if_different};
use super::player_naming::{PlayerNamesForReader, player_name};
use super::translation::translate_words;
use super::{card_list, foreign_language};
use crate::cards::{Card, CardLanguage, CardSet, Seat, count_of_or_no};
use crate::engine::{Account, DealState, Event, EventDetails, Move};
use crate::rules::{ClauseId, ClauseLookup, LonePlayerShare, MoveOccasion, TrickRules, Verb};
use crate::scenario::refusal_in_words::{RefusalReason, RefusalSentenceSubject, refusal_sentence};
pub(crate) use crate::scenario::story::format_with_true_minus;
use crate::scenario::story::{CommonStepParts, Step, StepKind, Story};
use crate::scenario::{
    Keyword, VerbInflection, respell_cards, write_move, write_move_in, write_verb_with_object,
};
use askama::Template;

/// A sentence about a step, and the clause that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepSentence {
    pub(crate) text: String,
    pub(crate) clause: Option<ClauseId>,
    /// The sentence for a reader who does not see the cards of others, if it says less.
    pub(crate) public_text: Option<String>,
    /// The language of the sentence, if it is not English.
    pub(crate) language: Option<&'static str>,
    /// The language of the sentence for a reader who does not see the cards of others, if it is not English.
    pub(crate) public_language: Option<&'static str>,
}

impl StepSentence {
    /// Returns the sentence for a reader who sees the mover's cards, or does not.
    pub(crate) fn text_for(&self, sees_mover_cards: bool) -> &str {
        match &self.public_text {
            Some(public_text) if !sees_mover_cards => public_text,
            _ => &self.text,
        }
    }

    /// Returns the sentence in the language of the hand, if the program has its words, and if nobody in it is "you".
    pub(super) fn in_language_of_hand(self, reader_story: PlayerNamesForReader) -> StepSentence {
        if self.language.is_some() {
            return self;
        }
        self.translated(reader_story).unwrap_or(self)
    }

    /// Returns the sentence in the language of the hand; none if it has no translation.
    fn translated(&self, reader_story: PlayerNamesForReader) -> Option<StepSentence> {
        let language = foreign_language(reader_story.story.letters);
        let mut translated = StepSentence {
            text: translate_words(reader_story, &self.text)?,
            language,
            public_text: None,
            public_language: None,
            clause: self.clause,
        };
        if let Some(public_text) = &self.public_text {
            translated.public_text = Some(translate_words(reader_story, public_text)?);
            translated.public_language = language;
        }
        Some(translated)
    }

    /// Writes the cards in it as a file of these letters does.
    pub(super) fn respell_cards(&mut self, letters: CardLanguage) {
        if letters == CardLanguage::English {
            return;
        }
        if self.language.is_none() {
            self.text = respell_cards(&self.text, letters);
        }
        if let Some(public_text) = &mut self.public_text
            && self.public_language.is_none()
        {
            *public_text = respell_cards(public_text, letters);
        }
    }

    /// Returns the sentence about a move in the words of a hand in another language: those of its file. A card that is played
    /// keeps its reason, and a spare hand its cards, which files do not tell.
    pub(super) fn in_words_of_file(
        self,
        story: &Story,
        seat: Seat,
        player_move: Move,
    ) -> StepSentence {
        let Some(language) = foreign_language(story.letters) else {
            return self;
        };
        if self.language.is_some() {
            return self;
        }
        if matches!(player_move, Move::Play(_) | Move::TakeSpare) {
            return self;
        }
        let words = write_move_in(
            story.letters,
            &story.rules,
            player_move,
            VerbInflection::ThirdPerson,
        );
        let Some(words) = words else {
            return self;
        };
        StepSentence {
            text: format!("{} {words}.", player_name(story, seat)),
            language: Some(language),
            ..self
        }
    }
}

/// Returns what happens in a step, in sentences.
pub(super) fn step_sentences(reader_story: PlayerNamesForReader, step: &Step) -> Vec<StepSentence> {
    let events = step.events.iter();
    let told = events.filter_map(|event| event_sentence(reader_story, step, event));
    match &step.kind {
        StepKind::Deal => std::iter::once(stakes_sentence(reader_story, step))
            .chain(told)
            .collect(),
        StepKind::Refused {
            seat,
            verb,
            attempt,
            clause,
            ..
        } => refused_step_sentences(reader_story, step, *seat, *verb, attempt, *clause),
        StepKind::Payment => told.chain(next_pool_sentence(&step.rules, step)).collect(),
        StepKind::End => session_end_sentences(reader_story, step),
        _ => told.chain(differing_rank_sentence(step)).collect(),
    }
}

fn event_sentence(
    reader_story: PlayerNamesForReader,
    step: &Step,
    event: &Event,
) -> Option<StepSentence> {
    let sentence =
        english_event_sentence(reader_story, step, event)?.in_language_of_hand(reader_story);
    Some(match event.details.as_move() {
        Some((seat, does)) => sentence.in_words_of_file(reader_story.story, seat, does),
        None => sentence,
    })
}

fn english_event_sentence(
    reader_story: PlayerNamesForReader,
    step: &Step,
    event: &Event,
) -> Option<StepSentence> {
    render_full_and_public(Some(event.clause), &|sees| {
        EventTemplate {
            reader_story,
            story: reader_story.story,
            step,
            event,
            sees,
        }
        .render()
    })
}

/// Returns the sentence that `render` gives for readers who see the cards of all and who do not; none where it is empty.
pub(super) fn render_full_and_public(
    clause: Option<ClauseId>,
    render: &dyn Fn(bool) -> askama::Result<String>,
) -> Option<StepSentence> {
    let text = render(true).expect("text has room");
    if text.is_empty() {
        return None;
    }
    let public_text = render(false).expect("text has room");
    Some(StepSentence {
        public_text: public_text_if_different(public_text, &text),
        text,
        clause,
        language: None,
        public_language: None,
    })
}

fn public_text_if_different(public_text: String, text: &str) -> Option<String> {
    if public_text == text {
        None
    } else {
        Some(public_text)
    }
}

pub(super) fn sentence_on_clause(text: String, clause: ClauseId) -> StepSentence {
    StepSentence {
        text,
        clause: Some(clause),
        public_text: None,
        language: None,
        public_language: None,
    }
}

/// Returns chips won or lost with their sign: `+6`, `−5`, `0`.
pub(crate) fn signed_chips(chips: i64) -> String {
    if chips > 0 {
        format!("+{}", format_with_true_minus(chips))
    } else {
        format_with_true_minus(chips)
    }
}

pub(crate) fn chips_in_words(count: i64) -> String {
    if count == 1 {
        "1 chip".into()
    } else {
        format!("{} chips", format_with_true_minus(count))
    }
}

pub(crate) fn tricks_in_words(number: u8) -> String {
    count_of_or_no(number.into(), "trick")
}

/// Returns words with a capital letter at their beginning.
pub(crate) fn capitalize(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Returns the name of the player who is asked at a step; empty where nobody is.
pub(crate) fn mover_name<'a>(story: &'a Story, step: &CommonStepParts) -> &'a str {
    match step.mover {
        Some(seat) => player_name(story, seat),
        None => "",
    }
}

/// Says that the winning card ranks higher in this edition than in its base, where that decides the
/// trick.
fn differing_rank_sentence(step: &Step) -> Option<StepSentence> {
    let (seat, best) = step.own.trick.iter().find(|(seat, _)| {
        step.events.iter().any(
            |event| matches!(event.details, EventDetails::TrickWon(winner, _) if winner == *seat),
        )
    })?;
    let base = parent_ranks_if_different(&step.rules)?;
    let above = step.before.trumps.cards_beating(base, *best);
    let mut others = step.own.trick.iter().filter(|(other, _)| other != seat);
    let (_, beaten) = others.find(|(_, card)| above.has(*card))?;
    let text = format!("In this edition, {best} is higher than {beaten}.");
    Some(sentence_on_clause(text, ClauseId::Rank))
}

/// Returns why a card is played under a clause, and why it may be played: the words before `and plays 9♥`, and those after
/// `may be played`. A card that is led has no reason.
pub(super) fn play_reasons(
    rules: &TrickRules,
    hand: &DealState,
    clause: ClauseId,
    card: Card,
) -> Option<[String; 2]> {
    if clause == ClauseId::PlayLead {
        return None;
    }
    let trick = hand.trick?;
    let suit = hand.suit_to_follow()?;
    let led = suit.name();
    let sign = suit.sign();
    let best = trick.best;
    let trumps = hand.trumps.cards;
    Some(match clause {
        ClauseId::PlayFollow => [format!("must follow {led}"), format!("it follows {sign}")],
        ClauseId::PlayHead => [format!("must beat {best}"), format!("it beats {best}")],
        ClauseId::PlayTrump if need_not_overtrump(rules, hand, card) => [
            format!("must trump but need not beat {best},"),
            format!("it is a trump, and {best} need not be beaten"),
        ],
        ClauseId::PlayTrump => ["must trump".into(), "it is a trump".into()],
        ClauseId::PlayOvertrump => [format!("must overtrump {best}"), format!("it beats {best}")],
        ClauseId::PlayFree => [
            format!("has no trump that beats {best}"),
            format!("no trump here beats {best}"),
        ],
        _ if trumps.has(trick.led) => ["has no trump".into(), "no trump here".into()],
        _ if (hand.hands[hand.mover] & trumps).is_empty() => [
            format!("has neither {led} nor a trump"),
            format!("no {sign} here, no trump"),
        ],
        _ => [format!("has no {led}"), format!("no {sign} here")],
    })
}

/// Returns what a rule made the mover of a step do with the card that was played: `must beat A♥`; none where the choice was free.
#[cfg(feature = "cli")]
pub(crate) fn duty_of_play(story: &Story, step: &Step) -> Option<String> {
    let mut events = step.events.iter();
    let (event, (_, card)) =
        events.find_map(|event| Some((event, event.details.as_card_played()?)))?;
    let is_duty = matches!(
        event.clause,
        ClauseId::PlayHead | ClauseId::PlayTrump | ClauseId::PlayOvertrump
    );
    if !is_duty {
        return None;
    }
    let [duty, _] = play_reasons(&step.rules, &step.before, event.clause, card)?;
    Some(respell_cards(duty.trim_end_matches(','), story.letters))
}

/// Writes an event in words, for a reader who sees the cards of all or does not; nothing where the event needs no words here.
#[derive(Template)]
#[template(path = "happened.txt")]
struct EventTemplate<'a> {
    reader_story: PlayerNamesForReader<'a>,
    story: &'a Story,
    step: &'a Step,
    event: &'a Event,
    sees: bool,
}

impl EventTemplate<'_> {
    fn cards(&self, set: &CardSet) -> String {
        card_list(&self.story.rules, *set)
    }

    /// Returns how many cards are dealt to each. The signs follow the sentence, after the name of the clause.
    fn cards_dealt_to_each(&self) -> u8 {
        self.story
            .rules
            .deal_packets
            .read()
            .render(|packets, _| packets.hand)
    }

    /// Returns the event's move as a file has it, after the name of the player who makes it.
    fn move_in_words(&self) -> String {
        let Some((_, does)) = self.event.details.as_move() else {
            return String::new();
        };
        write_move(&self.story.rules, does, VerbInflection::ThirdPerson).unwrap_or_default()
    }

    fn best_flush_holder_count(&self) -> usize {
        self.step
            .events
            .iter()
            .filter(|event| matches!(event.details, EventDetails::BestFlush(_)))
            .count()
    }

    /// Returns whether a sentence says that chips move: not of chips that make the pool, nor of those that are settled later.
    fn is_transfer_told(&self) -> bool {
        match (&self.step.kind, self.event.clause) {
            (StepKind::Payment | StepKind::End, _) | (_, ClauseId::PamTurned) => true,
            (StepKind::Deal, clause) => clause == ClauseId::PoolCap,
            (_, clause) => matches!(
                clause,
                ClauseId::PamFee | ClauseId::PayPremium | ClauseId::FlushRedeal
            ),
        }
    }
}

/// Says who stakes and what the pool holds.
fn stakes_sentence(reader_story: PlayerNamesForReader, step: &Step) -> StepSentence {
    let pool = chips_in_words(step.before.pool);
    let events = step.events.iter();
    let stakes = match events
        .filter(|event| event.clause == ClauseId::Stake)
        .count()
    {
        0 => format!("The pool holds {pool}."),
        1 => {
            let dealer = step.after.dealer;
            let name = reader_story.name_at_sentence_start(&dealer);
            let stakes = reader_story.verb(&dealer, "stakes");
            format!("{name} {stakes}. The pool holds {pool}.")
        }
        _ => format!("Each player stakes. The pool holds {pool}."),
    };
    sentence_on_clause(stakes, ClauseId::Stake)
}

/// Says what a seat tries and why it is refused.
fn refused_step_sentences(
    reader_story: PlayerNamesForReader,
    step: &Step,
    seat: Seat,
    verb: Verb,
    attempt: &str,
    clause: ClauseId,
) -> Vec<StepSentence> {
    let holder = reader_story.player_holds_phrase(&seat);
    let reason = RefusalReason {
        rules: &step.rules,
        hand: &step.before,
        seat,
        holder: &holder,
        clause,
        shows_hand: true,
    };
    let public_reason = RefusalReason {
        shows_hand: false,
        ..reason
    };
    // A card that is played is seen, even if it must be taken back.
    let is_hidden = matches!(verb, Verb::Exchange | Verb::TakeTurnUp);
    let refused = RefusedAttempt {
        seat,
        words: attempt,
        hidden_verb: is_hidden.then_some(verb),
        clause,
    };
    refused.sentences(reader_story, &reason.in_words(), &public_reason.in_words())
}

/// An attempt that a clause refuses.
pub(super) struct RefusedAttempt<'a> {
    pub(super) seat: Seat,
    /// The attempt in words: `to claim the mouche`.
    pub(super) words: &'a str,
    /// The kind of move, if a reader who does not see the cards of others reads it alone.
    pub(super) hidden_verb: Option<Verb>,
    pub(super) clause: ClauseId,
}

impl RefusedAttempt<'_> {
    /// Says what is tried and why it is refused, for a reader who sees the cards of all and for one who does not. In a hand of
    /// another language, the attempt is a sentence of that language.
    pub(super) fn sentences(
        &self,
        reader_story: PlayerNamesForReader,
        reason: &str,
        public_reason: &str,
    ) -> Vec<StepSentence> {
        let hidden = self
            .hidden_verb
            .map(|verb| format!("to {}", verb.button_label()));
        let mut sentences = Vec::new();
        let [text, public_text] = match self.attempt_in_file_words(reader_story) {
            Some(attempt) => {
                sentences.push(attempt);
                [reason, public_reason].map(|reason| format!("This is not allowed: {reason}."))
            }
            None => [
                self.english_sentence(reader_story, self.words, reason),
                self.english_sentence(
                    reader_story,
                    hidden.as_deref().unwrap_or(self.words),
                    public_reason,
                ),
            ],
        };
        sentences.push(StepSentence {
            public_text: public_text_if_different(public_text, &text),
            ..sentence_on_clause(text, self.clause)
        });
        sentences
    }

    fn english_sentence(
        &self,
        reader_story: PlayerNamesForReader,
        attempt: &str,
        reason: &str,
    ) -> String {
        let act = RefusalSentenceSubject::Attempt {
            name: reader_story.name_at_sentence_start(&self.seat),
            does: &reader_story.verb(&self.seat, "tries"),
            attempt,
        };
        refusal_sentence(&act, reason) + "."
    }

    /// Returns the sentence of the attempt in the language of the hand; none if that language has no words for it.
    fn translated_attempt(&self, reader_story: PlayerNamesForReader) -> Option<StepSentence> {
        let name = player_name(reader_story.story, self.seat);
        let mut english = sentence_on_clause(attempt_in_english(name, self.words), self.clause);
        if let Some(verb) = self.hidden_verb {
            let hidden = format!("to {}", verb.button_label());
            english.public_text = Some(attempt_in_english(name, &hidden));
        }
        let translated = english.in_language_of_hand(reader_story);
        translated.language.map(|_| translated)
    }

    /// Returns the attempt in the words of a hand in another language: those of its file. None in English.
    fn attempt_in_file_words(&self, reader_story: PlayerNamesForReader) -> Option<StepSentence> {
        let story = reader_story.story;
        let letters = story.letters;
        let language = foreign_language(letters)?;
        let name = player_name(story, self.seat);
        if let Some(translated) = self.translated_attempt(reader_story) {
            return Some(translated);
        }
        let subject = format!("{name} {}", Keyword::Tries.spelling_in(letters));
        let text = format!("{subject} {}.", respell_cards(self.words, letters));
        let hidden = self.hidden_verb.and_then(|verb| {
            let flush = story.rules.terms.flush;
            write_verb_with_object(verb, VerbInflection::Infinitive, letters, flush)
        });
        Some(StepSentence {
            public_language: hidden.as_ref().map(|_| language),
            public_text: hidden.map(|words| format!("{subject} {words}.")),
            language: Some(language),
            ..sentence_on_clause(text, self.clause)
        })
    }
}

/// Returns the sentence that a player tries something: a move, `to fold`, or a card.
fn attempt_in_english(name: &str, words: &str) -> String {
    let mark = if words.starts_with("to ") {
        ""
    } else {
        "to play "
    };
    format!("{name} tries {mark}{words}.")
}

/// Says what the next pool will hold; nothing after the last hand of a session.
fn next_pool_sentence(rules: &TrickRules, step: &Step) -> Option<StepSentence> {
    let next = step.own.next.as_ref()?;
    let mut text = format!(
        "The next pool will hold {}",
        chips_in_words(next.next_pool(rules))
    );
    let waiting = next.debts_after_next_pool(rules);
    if waiting > 0 {
        text += &format!(". Debts of {} wait", chips_in_words(waiting));
    }
    let beside = next.next_side_pot(rules);
    if beside > 0 {
        text += &format!(
            ". {} wait in the side pot",
            capitalize(&chips_in_words(beside))
        );
    }
    let clause = if rules.has_subject_of(ClauseId::DebtEnter) {
        ClauseId::DebtEnter
    } else {
        ClauseId::Stake
    };
    Some(sentence_on_clause(text + ".", clause))
}

/// Says that a session is over, and what becomes of the debts that are left.
fn session_end_sentences(reader_story: PlayerNamesForReader, step: &Step) -> Vec<StepSentence> {
    let mut sentences = vec![sentence_on_clause(
        "The session is over.".into(),
        ClauseId::End,
    )];
    let mut paid_in = 0;
    let mut is_beside = false;
    for transfer in step
        .events
        .iter()
        .filter_map(|event| event.details.as_transfer())
    {
        if transfer.to == Account::Pool {
            paid_in += transfer.chips;
        }
        is_beside |= transfer.from == Account::SidePot;
    }
    if paid_in <= 0 {
        return sentences;
    }
    for event in &step.events {
        if event.clause == ClauseId::Credit
            && let Some(purchase) = event_sentence(reader_story, step, event)
        {
            sentences.push(purchase);
        }
    }
    let what = if is_beside {
        "The chips in the side pot and the debts that are left"
    } else {
        "The debts that are left"
    };
    let shared = format!(
        "{what} ({} in all) are paid in and shared equally.",
        chips_in_words(paid_in)
    );
    sentences.push(sentence_on_clause(shared, ClauseId::End));
    sentences
}
