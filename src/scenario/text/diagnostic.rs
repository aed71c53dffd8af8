//! What is wrong with a file: facts first, words late.

use super::name_hidden_characters;
use super::parsed_scenario::{Span, Spanned};
use crate::cards::{CardLanguage, Rank, Suit, read_card, spell_card};
use crate::editions;
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{choices, data};
use std::error::Error;
use std::fmt::{self, Display};
use std::sync::LazyLock;

choices! {
    /// The kind of an error or a warning, named in brackets after that word. Each has a file in `tests/refused/`.
    #[derive(PartialOrd, Ord, Hash)]
    Code {
        NotUtf8 "not-utf8", UnclosedFence "unclosed-fence", UnknownFence "unknown-fence",
        MisplacedFence "misplaced-fence", ChapterHand "chapter-hand", Lesson "lesson", Header "header", UnknownKey "unknown-key", MissingKey "missing-key",
        MissingTitle "missing-title", UnknownEdition "unknown-edition", UnknownOption "unknown-option",
        UnknownClause "unknown-clause", PlayerCount "player-count", BadName "bad-name", UnknownName "unknown-name",
        Syntax "syntax", BadCard "bad-card", AmbiguousCard "ambiguous-card", BadAmount "bad-amount",
        ForeignCard "foreign-card", CardTwice "card-twice", HandSize "hand-size", DealLine "deal-line",
        WrongState "wrong-state", NotHeld "not-held", OutOfTurn "out-of-turn", NotInEdition "not-in-edition",
        BadDraw "bad-draw", Illegal "illegal", WrongMay "wrong-may", WrongRefusal "wrong-refusal",
        WrongWinner "wrong-winner", WrongTrick "wrong-trick", WrongPayout "wrong-payout", NotReached "not-reached",
        Unfinished "unfinished", NotShown "not-shown", Task "task", Unfilled "unfilled", WrongPhase "wrong-phase",
        UntrueDeclaration "untrue-declaration", ProvesNothing "proves-nothing", Prose "prose", Untold "untold", Unpaid "unpaid",
        CommentedStatement "commented-statement", IdleOption "idle-option", Unsourced "no-source",
    }
}

data! {
    struct MessageTable { message: &'static [MessageRow], }

    /// The words for a mistake; `{name}` in them is filled in where it is found.
    struct MessageRow {
        id: &'static str,
        code: Code,
        clause: Option<&'static str>,
        says: &'static str,
        label: &'static str = "",
        help: Option<&'static str>,
        fix: Option<&'static str>,
    }
}

static MESSAGES: LazyLock<MessageTable> =
    LazyLock::new(|| parse_file("messages.toml", text!("scenario/text/messages")));

/// Messages about what a page never reads: other files, and lessons.
#[cfg(feature = "cli")]
static OTHER_MESSAGES: [LazyLock<MessageTable>; 2] = [
    LazyLock::new(|| parse_file("file_messages.toml", text!("scenario/text/file_messages"))),
    LazyLock::new(|| {
        parse_file(
            "messages.toml of lessons",
            text!("scenario/lesson/messages"),
        )
    }),
];

/// A mistake at a place, in the words that `messages.toml` has under this id; behind them what is filled in, by its name:
/// `diagnose!("not-held", &card.span, name, card = card.value)`.
macro_rules! diagnose {
    ($id:literal, $span:expr $(, $name:ident $(= $what:expr)?)*) => {
        $crate::scenario::text::diagnostic::build_diagnostic($id, $span, &[$((stringify!($name), diagnose!(@ $name $($what)?))),*])
    };
    (@ $name:ident) => { &$name };
    (@ $name:ident $what:expr) => { &$what };
}
pub(crate) use diagnose;

/// Returns the diagnostic that `diagnose!` names. A test reads every place that names a message.
pub fn build_diagnostic(id: &str, span: &Span, values: &[(&str, &dyn Display)]) -> Diagnostic {
    let row = find_message(id).unwrap_or_else(|| panic!("no message is called {id}"));
    let mut wrong = row
        .code
        .diagnostic_at(span, fill_placeholders(row.says, values));
    wrong.label = fill_placeholders(row.label, values);
    if let Some(help) = row.help {
        wrong.help.push(fill_placeholders(help, values));
    }
    wrong.fix = row.fix.map(|fix| fill_placeholders(fix, values));
    wrong.clause = row.clause.map(str::to_owned);
    wrong
}

/// Returns the words of a message. The engine in a page has no words about other files and lessons.
fn find_message(id: &str) -> Option<&'static MessageRow> {
    let row = MESSAGES.message.iter().find(|row| row.id == id);
    #[cfg(feature = "cli")]
    let row = row.or_else(|| {
        let mut others = OTHER_MESSAGES.iter().flat_map(|table| table.message);
        others.find(|other| other.id == id)
    });
    row
}

/// Returns a text with what stands for each name in braces; other braces are left.
fn fill_placeholders(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or_default();
        filled += &match values.iter().find(|(other, _)| *other == name) {
            Some((_, value)) => format!("{value}{rest}"),
            None => format!("{{{piece}"),
        };
    }
    filled
}

impl Code {
    /// Returns the name of the code: `wrong-payout`.
    pub fn id(self) -> &'static str {
        Code::NAMES[self as usize].0
    }

    /// Returns a diagnostic of this code at a place, with a message.
    pub fn diagnostic_at(self, span: &Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: self,
            message: message.into(),
            span: span.clone(),
            label: String::new(),
            related: Vec::new(),
            help: Vec::new(),
            fix: None,
            other_fixes: Vec::new(),
            repeated_at: Vec::new(),
            replaced_span: None,
            is_guess: false,
            clause: None,
            editions: Vec::new(),
        }
    }

    /// Returns whether files that hold may have it.
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            Code::Untold
                | Code::Unpaid
                | Code::CommentedStatement
                | Code::IdleOption
                | Code::Unsourced
        )
    }

    /// Returns `error` or `warning`.
    pub fn severity(self) -> &'static str {
        if self.is_warning() {
            "warning"
        } else {
            "error"
        }
    }

    /// Returns whether an expectation failed, which changes nothing of what is played.
    pub fn is_failed_expectation(self) -> bool {
        matches!(
            self,
            Code::WrongMay | Code::WrongRefusal | Code::WrongWinner | Code::WrongPayout
        )
    }
}

/// The certainty of a fix, in the words of rustc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixCertainty {
    /// The file holds with it at that place, and nothing else can be meant.
    MachineApplicable,
    /// The fix may be wrong: an author decides.
    MaybeIncorrect,
}

impl FixCertainty {
    /// Returns the word of rustc for it.
    pub const fn id(self) -> &'static str {
        match self {
            FixCertainty::MachineApplicable => "machine-applicable",
            FixCertainty::MaybeIncorrect => "maybe-incorrect",
        }
    }
}

/// The beginning of the help that belongs to a guess.
pub const DID_YOU_MEAN: &str = "did you mean `";

/// A mistake, with its place and the text to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: Code,
    /// The mistake, in a sentence without a full stop.
    pub message: String,
    /// The token to which it points.
    pub span: Span,
    /// The words under the token; may be empty.
    pub label: String,
    /// Other places that explain it, each with its label.
    pub related: Vec<(Span, String)>,
    /// The expected text, and other help, a line each.
    pub help: Vec<String>,
    /// Text to write instead of the token, where it is known.
    pub fix: Option<String>,
    /// Other texts that may be meant: only the whole file can say which.
    pub other_fixes: Vec<String>,
    /// Other places where the same fix is to be written, because a repeated mistake is reported once.
    pub repeated_at: Vec<Span>,
    /// The stretch that the fix replaces, where that is not the token.
    pub replaced_span: Option<Span>,
    /// True if something else may be meant.
    pub is_guess: bool,
    /// The clause it rests on: `mouche-1718/play.trump`.
    pub clause: Option<String>,
    /// The editions it was found under, of a file that names several.
    pub editions: Vec<String>,
}

impl fmt::Display for Diagnostic {
    /// Writes the message and what helps, on one line without signs that steer a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name_hidden_characters(&self.message))?;
        for help in &self.help {
            write!(f, "; {}", name_hidden_characters(help))?;
        }
        Ok(())
    }
}

impl Error for Diagnostic {}

/// Everything that is wrong with a text, in the order of its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    /// Writes a line for each of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, wrong) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            wrong.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for Diagnostics {}

impl Diagnostic {
    /// Sets the words under the token.
    pub fn with_label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            label: label.into(),
            ..self
        }
    }

    /// Adds another place that explains the mistake.
    pub fn with_related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    /// Adds the place where the same was said first.
    pub fn with_first_place<T>(self, first: &Spanned<T>) -> Diagnostic {
        self.with_related(first.span.clone(), "first here")
    }

    /// Adds a line of help.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// Sets the text to write instead of the token.
    pub fn with_fix(self, text: impl Into<String>) -> Diagnostic {
        Diagnostic {
            fix: Some(text.into()),
            ..self
        }
    }

    /// Sets the text to write instead of another stretch than the token.
    pub fn with_fix_at(self, span: Span, text: impl Into<String>) -> Diagnostic {
        Diagnostic {
            replaced_span: Some(span),
            ..self.with_fix(text)
        }
    }

    /// Marks the fix as a guess: something else may be meant.
    pub fn as_guess(self) -> Diagnostic {
        Diagnostic {
            is_guess: true,
            ..self
        }
    }

    /// Adds what else may be meant in place of the fix.
    pub fn with_other_fixes(self, others: impl IntoIterator<Item = String>) -> Diagnostic {
        Diagnostic {
            other_fixes: others.into_iter().collect(),
            ..self
        }
    }

    /// Sets the clause on which the mistake rests.
    pub fn with_clause(self, id: impl Into<String>) -> Diagnostic {
        Diagnostic {
            clause: Some(id.into()),
            ..self
        }
    }

    /// Returns the stretch that the fix replaces.
    pub fn span_to_replace(&self) -> &Span {
        self.replaced_span.as_ref().unwrap_or(&self.span)
    }

    /// Returns what is wrong, and why, in one line: what stands under the token belongs to it unless it says the same again.
    pub fn message_and_label(&self) -> String {
        let is_said = self.label.is_empty() || self.message.contains(&self.label);
        if is_said {
            self.message.clone()
        } else {
            format!("{}: {}", self.message, self.label)
        }
    }

    /// Returns whether the fix removes a statement, and is no spelling.
    pub fn deletes_statement(&self) -> bool {
        self.fix.as_ref().is_some_and(String::is_empty) && self.code >= Code::ForeignCard
    }

    /// Returns whether its fix can be applied without asking: it only respells what is written, and
    /// nothing else can be meant. Where a play and what is expected of it do not agree, either may
    /// be wrong.
    pub fn has_certain_fix(&self) -> bool {
        self.fix.is_some() && !self.is_guess && self.code < Code::ForeignCard
    }

    /// Returns how sure its fix is: `check --fix` writes only what is machine-applicable.
    pub fn applicability(&self) -> FixCertainty {
        if self.has_certain_fix() {
            FixCertainty::MachineApplicable
        } else {
            FixCertainty::MaybeIncorrect
        }
    }

    /// Adds what was probably meant, if anything is near it; `fix` is how that is written.
    pub fn with_suggestion(
        self,
        candidate: Option<&str>,
        fix: impl FnOnce(&str) -> String,
    ) -> Diagnostic {
        if let Some(near) = candidate {
            self.with_help(format!("{DID_YOU_MEAN}{near}`?"))
                .with_fix(fix(near))
        } else {
            self
        }
    }

    /// Adds what was probably meant, as [`Diagnostic::with_suggestion`] does, of several candidates, the likeliest first.
    pub fn with_suggestions(
        self,
        candidates: &[String],
        fix: impl Fn(&str) -> String,
    ) -> Diagnostic {
        let Some((first, others)) = candidates.split_first() else {
            return self;
        };
        let others: Vec<String> = others.iter().map(|other| fix(other)).collect();
        self.with_suggestion(Some(first), fix)
            .with_other_fixes(others)
    }

    /// Names cards as they are written where these letters are used.
    pub(crate) fn respell_cards(&mut self, letters: CardLanguage) {
        if letters == CardLanguage::English {
            return;
        }
        let mut texts = vec![&mut self.message, &mut self.label];
        texts.extend(self.related.iter_mut().map(|(_, label)| label));
        texts.extend(&mut self.help);
        texts.extend(&mut self.fix);
        texts.extend(&mut self.other_fixes);
        for text in texts {
            *text = respell_cards(text, letters);
        }
    }

    /// Returns the page that prints its clause, from the book's folder or address; at an address, else the one that
    /// explains it.
    pub fn clause_or_message_page(&self, book: &str) -> Option<String> {
        let page = self.clause_page();
        let book = book.trim_end_matches('/');
        if book.is_empty() {
            return page;
        }
        Some(match page {
            Some(page) => format!("{book}/{page}"),
            None => format!("{book}/writing/messages.html#{}", self.code.id()),
        })
    }

    /// Returns the page that prints its clause, from the book's folder.
    fn clause_page(&self) -> Option<String> {
        let (edition, topic) = self.clause.as_ref()?.split_once('/')?;
        Some(crate::rules::clause_address_in_book(
            edition,
            editions::clause_id_in_use(topic)?,
        ))
    }
}

/// Returns a text in which each card that is written with its sign has these letters.
pub fn respell_cards(text: &str, letters: CardLanguage) -> String {
    let mut respelled = String::with_capacity(text.len());
    let has_names = letters == CardLanguage::EnglishSpanishPack;
    let mut is_after_card = false;
    for piece in text.split_inclusive(ends_card) {
        let word = piece.trim_end_matches(ends_card);
        let was_after_card = std::mem::take(&mut is_after_card);
        match read_card(word, CardLanguage::English) {
            Ok(card) if word.ends_with(card.suit().sign()) => {
                // `5♠ 6♠` are two cards; their names need a comma.
                if was_after_card && has_names {
                    respelled.truncate(respelled.trim_end().len());
                    respelled += ", ";
                }
                is_after_card = piece[word.len()..] == *" ";
                respelled += &spell_card(card, letters);
                respelled += &piece[word.len()..];
            }
            _ if has_names && matches!(word, "queen" | "queens") => {
                respelled += &piece.replace("queen", letters.rank_name(Rank::Queen));
            }
            _ => respelled += piece,
        }
    }
    respelled
}

/// Returns whether a character is no part of a card.
fn ends_card(c: char) -> bool {
    !c.is_alphanumeric() && !Suit::ALL.iter().any(|suit| suit.sign() == c)
}

/// Sorts by a place in the file; what has the same keeps its order. One function for all who ask: they may be many.
pub(crate) fn sort_by_place(
    diagnostics: &mut [Diagnostic],
    place: fn(&Diagnostic) -> (usize, usize),
) {
    diagnostics.sort_by_key(place);
}
