//! The lines of a payout: how an author writes them, how a diagnostic says them, and why an amount is what it is.

use super::replay_state::{Replay, ReplayableGame};
use crate::cards::{CardLanguage, Seat};
use crate::rules::{ClauseId, LanguageWords};
use crate::scenario::text::{Diagnostic, Keyword};

/// The forms in which a payout tells an amount. Gaps stand in capitals: WHO takes or gives; N is the amount, ANY the same or
/// `nothing`. What stands in other gaps is listed.
pub struct PayoutForm {
    /// The line as an author writes it. It is empty where another line tells the amount as well.
    pub line: &'static str,
    /// The line as a diagnostic says it.
    pub message: &'static str,
    pub who: Seat,
    pub other_gaps: Vec<(&'static str, String)>,
}

impl PayoutForm {
    /// Returns forms without other gaps.
    pub fn new(line: &'static str, message: &'static str, who: Seat) -> PayoutForm {
        PayoutForm {
            line,
            message,
            who,
            other_gaps: Vec::new(),
        }
    }

    /// Adds what stands in another gap.
    pub fn with_gap(mut self, gap: &'static str, words: String) -> PayoutForm {
        self.other_gaps.push((gap, words));
        self
    }

    /// Returns the line for an amount in the language of the file.
    pub fn write_line<G: ReplayableGame>(&self, replay: &Replay<G>, amount: i64) -> String {
        self.fill_gaps(replay, self.line, replay.letters, amount)
    }

    /// Returns the sentence for an amount: `Claude takes nothing`.
    pub fn write_amount_sentence<G: ReplayableGame>(
        &self,
        replay: &Replay<G>,
        amount: i64,
    ) -> String {
        self.fill_gaps(replay, self.message, CardLanguage::English, amount)
    }

    fn fill_gaps<G: ReplayableGame>(
        &self,
        replay: &Replay<G>,
        form: &str,
        letters: CardLanguage,
        amount: i64,
    ) -> String {
        let mut words = Vec::new();
        for word in form.split(' ') {
            words.push(self.fill_word(replay, word, letters, amount));
        }
        words.join(" ")
    }

    /// Returns what is written for a gap of a payout line.
    fn fill_word<G: ReplayableGame>(
        &self,
        replay: &Replay<G>,
        word: &str,
        letters: CardLanguage,
        amount: i64,
    ) -> String {
        if let Some((_, words)) = self.other_gaps.iter().find(|(gap, _)| *gap == word) {
            return words.clone();
        }
        match word {
            "ANY" if amount == 0 => "nothing".to_owned(),
            "N" | "ANY" => amount.to_string(),
            "WHO" => replay.name(self.who).to_owned(),
            // Before a verb it is another word in French.
            "to" if let Some(language) = LanguageWords::for_letters(letters) => {
                language.to_player.to_owned()
            }
            "points" if amount == 1 => spell_keyword("point", letters),
            _ => spell_keyword(word, letters),
        }
    }
}

/// Returns an English keyword in the language of a file, and any other word as it is.
fn spell_keyword(word: &str, letters: CardLanguage) -> String {
    match Keyword::from_word(word, CardLanguage::English) {
        Some(keyword) => keyword.spelling_inside_statement(letters).to_owned(),
        None => word.to_owned(),
    }
}

/// An explanation of an amount.
pub struct AmountExplanation {
    pub reason: String,
    /// The clause that it rests on.
    pub clause: Option<ClauseId>,
    pub help: Option<String>,
}

impl AmountExplanation {
    /// Returns an explanation that rests on a clause.
    pub fn by_clause(clause: ClauseId, reason: impl Into<String>) -> AmountExplanation {
        AmountExplanation {
            reason: reason.into(),
            clause: Some(clause),
            help: None,
        }
    }

    /// Returns an explanation that rests on no clause.
    pub fn without_clause(reason: impl Into<String>) -> AmountExplanation {
        AmountExplanation {
            reason: reason.into(),
            clause: None,
            help: None,
        }
    }

    /// Adds a help.
    pub fn with_help(mut self, help: String) -> AmountExplanation {
        self.help = Some(help);
        self
    }

    /// Adds the explanation to a diagnostic.
    pub fn add_to(self, wrong: Diagnostic) -> Diagnostic {
        let mut wrong = wrong.with_label(self.reason);
        wrong.help.extend(self.help);
        match self.clause {
            Some(clause) => wrong.with_clause(clause.id()),
            None => wrong,
        }
    }
}
