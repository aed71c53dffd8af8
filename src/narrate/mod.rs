//! What a step of a hand says, in words, for whoever shows it: a page, a terminal or an editor.
//! Its smallest words stand here: the face of a card, and figures as they are printed.

mod changed_clause_behind_duty;
pub(crate) mod chip_lines;
pub(crate) mod mover_choices;
mod mus_payout;
mod mus_step_words;
mod mus_task_words;
mod player_naming;
pub(crate) mod step_sentences;
pub(crate) mod step_text;
pub(crate) mod table_after_step;
mod task_answer_explanation;
pub(crate) mod task_words;
#[cfg_attr(not(feature = "cli"), path = "translation_disabled.rs")]
mod translation;
mod trick_task_words;

use crate::cards::{Card, CardLanguage, CardSet, Rank, spell_card};
use crate::explore::odds::{Mean, Proportion};
use crate::rules::{CommonRules, Ruleset};
use crate::scenario::story::Story;
pub(crate) use chip_lines::{
    BalanceRow, StepChipsByEdition, deal_step, debts_after, debts_in_words,
};
pub(crate) use mover_choices::{
    ChoiceWithLegality, MoveWithOutcomes, button_label, outcomes_by_step,
};
pub(crate) use mus_payout::MusPayoutTable;
pub(crate) use mus_step_words::describe_deal_result;
pub(crate) use player_naming::player_name;
#[cfg(feature = "cli")]
pub(crate) use step_sentences::{StepSentence, duty_of_play};
pub(crate) use step_sentences::{
    capitalize, chips_in_words, format_with_true_minus, mover_name, tricks_in_words,
};
pub(crate) use step_text::{
    EditionStepText, balances_after_payout, chips_after, has_deal_part_heading, move_choices,
    part_name, refused_move_sentence, seats_with_open_cards, standalone_step_title, step_title,
    stone_payout, table_after,
};
pub(crate) use table_after_step::{SeatView, TableView};

/// The face of a card. Two faces are equal if they are of one card: editions may call it differently.
#[derive(Clone, Debug)]
pub(crate) struct CardFace {
    pub(crate) card: Card,
    letters: CardLanguage,
    top: Option<&'static str>,
}

impl PartialEq for CardFace {
    fn eq(&self, other: &CardFace) -> bool {
        self.card == other.card
    }
}

impl Eq for CardFace {}

impl CardFace {
    /// Returns the face of a card in a story. Its edition may have a name of its own for the highest card.
    pub(crate) fn new(story: &Story, card: Card) -> CardFace {
        CardFace::in_letters(&story.rules, story.letters, card)
    }

    /// Returns the face of a card in an edition and a language.
    pub(crate) fn in_letters(rules: &Ruleset, letters: CardLanguage, card: Card) -> CardFace {
        let is_top = rules
            .tricks()
            .is_some_and(|rules| rules.pam_card.value.set().has(card));
        CardFace {
            card,
            letters,
            top: is_top.then_some(rules.terms.top_card),
        }
    }

    /// Returns it as it is written in the language of the hand: `D♥`. A card of Mus has its code below its picture, by which a
    /// page names it; what is seen and heard of it is its name.
    pub(crate) fn text(&self) -> String {
        if self.is_written_by_name() {
            self.code()
        } else {
            spell_card(self.card, self.letters)
        }
    }

    /// Returns it as it is written where no picture shows it: `D♥`, `king of cups`.
    pub(crate) fn text_without_picture(&self) -> String {
        spell_card(self.card, self.letters)
    }

    /// Returns whether it is written with its name, because its suit has no sign.
    pub(crate) fn is_written_by_name(&self) -> bool {
        self.letters == CardLanguage::EnglishSpanishPack
    }

    /// Returns the sign of its rank in the language of the hand: `D`.
    pub(crate) fn rank_sign(&self) -> String {
        let mut written = self.text();
        written.pop();
        written
    }

    /// Returns it as English files write it, for programs.
    pub(crate) fn code(&self) -> String {
        self.card.to_string()
    }

    /// Returns its name, to be read aloud: `jack of clubs, the Pamphile`.
    pub(crate) fn name(&self) -> String {
        let own = self.top.map(|top| format!(", {top}")).unwrap_or_default();
        self.card.name_in(self.letters) + &own
    }

    /// Returns the language of its name, if it is not English.
    pub(crate) fn language(&self) -> Option<&'static str> {
        foreign_language(self.letters)
    }

    /// Returns its classes, by which the stylesheet finds its picture: the suit, the rank, and one for the highest card.
    pub(crate) fn css_classes(&self) -> String {
        let suit = &self.card.suit().name()[..1];
        let rank = Rank::ALL.len() - self.card.rank() as usize;
        format!(
            "{suit} r{rank}{}",
            if self.top.is_some() { " top" } else { "" }
        )
    }
}

/// Returns the language of these letters as HTML names it; none for English, which is the language of our pages.
pub(crate) fn foreign_language(letters: CardLanguage) -> Option<&'static str> {
    if letters.language() == "en" {
        None
    } else {
        Some(letters.language())
    }
}

pub(crate) fn faces(story: &Story, cards: CardSet) -> Vec<CardFace> {
    story
        .rules
        .rank
        .value
        .sort_cards_by_suit(cards)
        .into_iter()
        .map(|card| CardFace::new(story, card))
        .collect()
}

/// Returns the cards of a set for a sentence, as this edition ranks them: `K♠, 10♠ and 9♥`.
pub(crate) fn card_list(rules: &CommonRules, cards: CardSet) -> String {
    let words: Vec<String> = rules
        .rank
        .value
        .sort_cards_by_suit(cards)
        .iter()
        .map(Card::to_string)
        .collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

const SPACE: char = '\u{a0}';

/// Returns a share in per cent with three digits: `0.133 %`, `1.18 %`, `25.0 %`.
pub(crate) fn format_percent(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = match percent {
        0.0 => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    format!("{}{SPACE}%", format_decimal(percent, digits))
}

/// Returns a number with so many digits after its point, rounded to the nearest, and of two that are as near to the even one.
/// The formatting of floating-point numbers in `core` gives the same and would be a hundredth of the engine for pages.
pub(crate) fn format_decimal(value: f64, digits: usize) -> String {
    const FRACTION_BITS: u32 = 52;
    let bits = value.abs().to_bits();
    let exponent = (bits >> FRACTION_BITS) as i32;
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let mantissa = if exponent == 0 {
        fraction
    } else {
        fraction | 1 << FRACTION_BITS
    };
    // The value is the mantissa divided by two to this power.
    let power = 1075 - exponent.max(1);
    let scale = 10_u64.pow(digits as u32);
    let scaled = mantissa * scale;
    let rounded = match power {
        64.. => 0,
        1.. => {
            let whole = scaled >> power;
            let rest = scaled & ((1 << power) - 1);
            let half = 1_u64 << (power - 1);
            whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
        }
        _ => scaled << -power,
    };
    let sign = if value < 0.0 { "-" } else { "" };
    match digits {
        0 => format!("{sign}{rounded}"),
        _ => format!("{sign}{}.{:0digits$}", rounded / scale, rounded % scale),
    }
}

/// Returns a number with its sign, a minus as in print: `+0.12`, `−0.30`, `0.00`.
pub(crate) fn format_signed(value: f64, digits: usize) -> String {
    let text = format_decimal(value.abs(), digits);
    let is_nought = text.chars().all(|c| matches!(c, '0' | '.'));
    if is_nought {
        text
    } else if value < 0.0 {
        format!("−{text}")
    } else {
        format!("+{text}")
    }
}

/// Returns a mean with its margin: `+0.12 ± 0.03`.
pub(crate) fn format_mean_with_margin(mean: Mean, digits: usize) -> String {
    let within = mean.margin();
    if within == 0.0 {
        return format_signed(mean.estimate(), digits);
    }
    let within = if within.is_finite() {
        format_decimal(within, digits)
    } else {
        "?".into()
    };
    format!(
        "{}{SPACE}±{SPACE}{within}",
        format_signed(mean.estimate(), digits)
    )
}

/// Returns a share with its interval: `61.2 % (58.0 to 64.3)`.
pub(crate) fn format_share_with_interval(share: Proportion) -> String {
    if share.hits == share.of {
        return format_percent(1.0);
    }
    let (low, high) = share.interval();
    let [found, low, high] =
        [share.estimate(), low, high].map(|share| format_decimal(100.0 * share, 1));
    format!("{found}{SPACE}% ({low} to {high})")
}

/// Returns a number with commas between its thousands: `19,530`.
pub(crate) fn group_thousands(count: impl ToString) -> String {
    let digits = count.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|part| std::str::from_utf8(part).ok())
        .collect();
    parts.join(",")
}

#[cfg(test)]
#[path = "../../tests/unit/narrate.rs"]
mod tests;
