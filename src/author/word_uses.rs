//! The uses of a word in a file, and the edits that give a player another name.

use super::file_words::{
    FileWord, WordMeaning, find_word_at, list_file_words, list_players_in_prose,
};
use super::{Document, diagnostics_of, is_header_word_character};
use crate::cards::Seat;
use crate::scenario::{
    FenceKind, Span, TextReplacement, apply_replacements, name_hidden_characters,
};
use std::error::Error;
use std::fmt;

/// A place where a file uses a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordUse {
    pub(crate) span: Span,
    /// True if it introduces the word: the name in `players`.
    pub(crate) is_definition: bool,
    /// True if it stands in prose, where the same word may mean something else.
    pub(crate) is_in_prose: bool,
}

/// Returns the places where a file uses the word at a byte: a player, a clause, an edition, an option, or within a deal a card.
pub(crate) fn find_uses(document: &Document, byte: usize) -> Vec<WordUse> {
    let Some(word) = find_word_at(document, byte) else {
        return Vec::new();
    };
    if let WordMeaning::Player(seat) = word.meaning {
        return uses_of_player(document, seat);
    }
    let is_comparable = matches!(
        word.meaning,
        WordMeaning::Clause(_)
            | WordMeaning::Edition(_)
            | WordMeaning::Option(_)
            | WordMeaning::Card(_)
    );
    if !is_comparable {
        return Vec::new();
    }
    // Each deal has all the cards again.
    let stretch = if matches!(word.meaning, WordMeaning::Card(_)) {
        span_of_deal(document, byte)
    } else {
        0..document.text.len()
    };
    let mut uses = Vec::new();
    for other in list_file_words(document) {
        if other.meaning == word.meaning && stretch.contains(&other.span.start) {
            uses.push(WordUse {
                span: other.span.clone(),
                is_definition: false,
                is_in_prose: false,
            });
        }
    }
    uses
}

/// Returns the stretch of the deal that holds a byte: from its fence to the next.
fn span_of_deal(document: &Document, byte: usize) -> Span {
    let mut stretch = 0..document.text.len();
    for block in &document.structure().blocks {
        if block.word == FenceKind::Deal && block.opening.start <= byte {
            stretch.start = block.opening.start;
        } else if block.word == FenceKind::Deal {
            stretch.end = block.opening.start;
            break;
        }
    }
    stretch
}

/// Returns the places where a file names a player, in their order.
fn uses_of_player(document: &Document, seat: Seat) -> Vec<WordUse> {
    let definition = player_definition(document, seat);
    let mut uses = Vec::new();
    for FileWord { span, meaning } in list_file_words(document) {
        if *meaning == WordMeaning::Player(seat) {
            let is_definition = definition
                .as_ref()
                .is_some_and(|place| place.start <= span.start && span.end <= place.end);
            uses.push(WordUse {
                span: span.clone(),
                is_definition,
                is_in_prose: false,
            });
        }
    }
    for FileWord { span, meaning } in list_players_in_prose(document) {
        if *meaning == WordMeaning::Player(seat) {
            uses.push(WordUse {
                span: span.clone(),
                is_definition: false,
                is_in_prose: true,
            });
        }
    }
    uses.sort_by_key(|place| place.span.start);
    uses
}

/// Returns the place of a player's name in the header.
pub(super) fn player_definition(document: &Document, seat: Seat) -> Option<Span> {
    let header = document.structure().header.as_ref()?;
    let player = header.players.get(usize::from(seat.0))?;
    Some(player.span.clone())
}

/// Returns the place of a name that can be changed, and the name.
pub(crate) fn find_renamable_player(document: &Document, byte: usize) -> Option<(Span, String)> {
    let word = find_word_at(document, byte)?;
    let WordMeaning::Player(seat) = word.meaning else {
        return None;
    };
    let header = document.structure().header.as_ref()?;
    let player = header.players.get(usize::from(seat.0))?;
    Some((word.span, player.value.clone()))
}

/// A use of a player's name, and what is written in its place.
pub(crate) struct NameEdit {
    pub(crate) place: WordUse,
    pub(crate) text: String,
}

/// The reason why a player is not renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RenameError {
    /// No player is named at the place.
    NoPlayer,
    /// The file would have a mistake that it has not now, which the words describe.
    BreaksFile {
        old_name: String,
        new_name: String,
        mistake: String,
    },
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameError::NoPlayer => {
                f.write_str("only players can be renamed; put the cursor on a player's name")
            }
            RenameError::BreaksFile {
                old_name,
                new_name,
                mistake,
            } => {
                let new_name = name_hidden_characters(new_name);
                let mistake = name_hidden_characters(mistake);
                write!(f, "{old_name} cannot be renamed to {new_name}: {mistake}")
            }
        }
    }
}

impl Error for RenameError {}

/// Returns the edits that give the player at a byte a new name.
///
/// # Errors
/// No player is named there, or the file would have a mistake that it has not now.
pub(crate) fn rename_player(
    document: &Document,
    byte: usize,
    new_name: &str,
) -> Result<Vec<NameEdit>, RenameError> {
    let Some((_, old_name)) = find_renamable_player(document, byte) else {
        return Err(RenameError::NoPlayer);
    };
    let mut edits = Vec::new();
    let mut replacements = Vec::new();
    for place in find_uses(document, byte) {
        // A short name that the header gives stays as it is. An initial may belong to the old name alone.
        if is_given_short_name(document, &place.span) {
            continue;
        }
        let text = if needs_quotation_marks(document, &place.span, new_name) {
            format!("\"{new_name}\"")
        } else {
            new_name.to_owned()
        };
        replacements.push(TextReplacement {
            span: place.span.clone(),
            text: text.clone(),
        });
        edits.push(NameEdit { place, text });
    }
    let renamed = Document::new(
        document.path.clone(),
        apply_replacements(&document.text, &replacements),
        document.house,
    );
    if diagnostics_of(&renamed).count() > diagnostics_of(document).count() {
        let mistake = match diagnostics_of(&renamed).next() {
            Some(wrong) => wrong.message.clone(),
            None => String::new(),
        };
        return Err(RenameError::BreaksFile {
            old_name,
            new_name: new_name.to_owned(),
            mistake,
        });
    }
    Ok(edits)
}

/// Returns whether a short name of the header stands at a place.
fn is_given_short_name(document: &Document, span: &Span) -> bool {
    let Some(header) = &document.structure().header else {
        return false;
    };
    let word = document.text[span.clone()].trim_end_matches('.');
    header.short_names.iter().any(|(short, _)| short == word)
}

/// Returns whether a name is written as a key without quotation marks in the header, and a new name cannot be.
fn needs_quotation_marks(document: &Document, span: &Span, new_name: &str) -> bool {
    let mut blocks = document.structure().blocks.iter();
    let is_in_header = blocks.any(|block| {
        block.word == FenceKind::Header
            && block.span.start <= span.start
            && span.end <= block.span.end
    });
    let is_quoted = document.text[..span.start].ends_with(['"', '\'']);
    is_in_header && !is_quoted && !new_name.chars().all(is_header_word_character)
}
