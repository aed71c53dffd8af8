//! The words of a file, each with its place and what it means. References, highlights, renaming, definitions, links and the
//! colours of an editor all look here for what stands at a place.

mod toml_pieces;

use super::{Document, HeaderAndFences, fence_holds_byte, is_rules_file_path, span_touches};
use crate::cards::{Card, Seat, read_card};
use crate::editions;
use crate::rules::mus_values::BettingPhase;
use crate::rules::{ClauseId, OptionDef};
use crate::scenario::{
    FenceContent, FenceKind, HEADER_KEYS, Keyword, ScenarioFence, Span, Token, TokenKind,
    find_references, to_nfc, tokenize_line,
};
use std::collections::HashMap;
use toml_pieces::{TomlPiece, TomlPieceKind, toml_pieces};

/// A word of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileWord {
    pub(crate) span: Span,
    pub(crate) meaning: WordMeaning,
}

/// What a word of a file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WordMeaning {
    /// The words that open a fence: `deal`.
    FenceName,
    /// A key of a header.
    HeaderKey,
    /// The name of a player.
    Player(Seat),
    /// An edition, by its id.
    Edition(String),
    Clause(ClauseId),
    /// An option, by its name.
    Option(&'static str),
    Card(Card),
    /// The number of a trick.
    TrickNumber,
    /// An amount.
    Amount,
    /// A word of the grammar.
    Keyword,
    /// A `?`.
    Gap,
    Comment,
}

/// Returns the words of all fences of a file, in their order; of a file that describes rules, its words. They are read once.
pub(crate) fn list_file_words(document: &Document) -> &[FileWord] {
    document.words.get_or_init(|| {
        let whole_file = 0..document.text.len();
        words_of_fences_touching(document, &whole_file)
    })
}

/// Returns the places where the prose of a file names a player. They are found once.
pub(super) fn list_players_in_prose(document: &Document) -> &[FileWord] {
    document.prose_names.get_or_init(|| {
        let mut reader = FileWordReader::new(document);
        reader.add_prose_names();
        reader.words
    })
}

/// Returns the words of the fences that touch a stretch of a file.
pub(crate) fn words_of_fences_touching(document: &Document, stretch: &Span) -> Vec<FileWord> {
    let mut reader = FileWordReader::new(document);
    if is_rules_file_path(&document.path) {
        reader.add_rules_file_words();
        return reader.words;
    }
    for block in &document.structure().blocks {
        if block.opening.start <= stretch.end && stretch.start <= block.span.end {
            reader.add_fence(block);
        }
    }
    reader.words
}

/// Returns the word that a byte touches: of two, the one that begins there.
pub(crate) fn find_word_at(document: &Document, byte: usize) -> Option<FileWord> {
    let mut reader = FileWordReader::new(document);
    if is_rules_file_path(&document.path) {
        reader.add_rules_file_words();
    } else if let Some(block) = document.structure().fence_at(byte) {
        reader.add_fence(block);
    } else {
        reader
            .words
            .extend_from_slice(list_players_in_prose(document));
    }
    if is_in_task(document, byte) {
        reader
            .words
            .extend_from_slice(list_players_in_prose(document));
    }
    let words = reader.words.into_iter();
    words
        .rev()
        .find(|word| word.meaning != WordMeaning::Comment && span_touches(&word.span, byte))
}

/// Returns whether a byte lies in a task, which has prose too.
fn is_in_task(document: &Document, byte: usize) -> bool {
    let mut blocks = document.structure().blocks.iter();
    blocks.any(|block| block.word == FenceKind::Task && fence_holds_byte(block, byte))
}

/// Finds the words of a file, each with its meaning.
struct FileWordReader<'a> {
    document: &'a Document,
    structure: &'a HeaderAndFences,
    /// What a word means that is no name, if it was looked up before.
    meanings: HashMap<String, Option<WordMeaning>>,
    words: Vec<FileWord>,
}

impl<'a> FileWordReader<'a> {
    fn new(document: &'a Document) -> FileWordReader<'a> {
        FileWordReader {
            document,
            structure: document.structure(),
            meanings: HashMap::new(),
            words: Vec::new(),
        }
    }

    fn add(&mut self, span: Span, meaning: WordMeaning) {
        self.words.push(FileWord { span, meaning });
    }

    fn add_fence(&mut self, block: &ScenarioFence) {
        self.add_opening(block);
        if block.word == FenceKind::Header {
            self.add_header_word_meanings(&block.content);
            return;
        }
        for (start, line) in block.content.lines() {
            // In a task, a reason in prose follows the colon.
            let statement = match line.split_once(':') {
                Some((answer, _)) if block.word == FenceKind::Task => answer,
                _ => line.trim_end_matches(['\r', '\n']),
            };
            self.add_line(&block.content, start, statement, block.word);
        }
    }

    /// Adds the words of the line that opens a fence.
    fn add_opening(&mut self, block: &ScenarioFence) {
        let text = &self.document.text[block.opening.clone()];
        let words = text.trim_start_matches(['`', '~']).trim_start();
        let start = block.opening.end - words.len();
        if block.word == FenceKind::Header {
            self.add(start..block.opening.end, WordMeaning::FenceName);
            return;
        }
        let end = words.find([' ', ',', '\t']).unwrap_or(words.len());
        self.add(start..start + end, WordMeaning::FenceName);
        let rest = &words[end..];
        let mut content = FenceContent::new(start + end);
        content.push_piece(rest, rest, start + end..block.opening.end);
        self.add_line(&content, 0, rest, block.word);
    }

    /// Adds the words of a line of a deal, a script, a payout or a task.
    fn add_line(&mut self, content: &FenceContent, start: usize, line: &str, kind: FenceKind) {
        let letters = self.structure.names.letters;
        let mut tokens = tokenize_line(content, start, line, letters);
        tokens.pop();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some((seat, length)) = self.structure.names.longest_name_at(&tokens[at..]) {
                let span = token.span.start..tokens[at + length - 1].span.end;
                self.add(span, WordMeaning::Player(seat));
                at += length;
                continue;
            }
            if let Some(meaning) = self.meaning_of_token(token) {
                self.add(token.span.clone(), meaning);
            }
            at += 1;
        }
        if kind != FenceKind::Task
            && let Some(comment) = line.find('#')
        {
            let span = content.span_of(start + comment..start + line.len());
            self.add(span, WordMeaning::Comment);
        }
    }

    fn meaning_of_token(&mut self, token: &Token) -> Option<WordMeaning> {
        match token.kind {
            TokenKind::Number => Some(WordMeaning::TrickNumber),
            TokenKind::Hole => Some(WordMeaning::Gap),
            TokenKind::Word => {
                if let Some(meaning) = self.meanings.get(token.text) {
                    return meaning.clone();
                }
                let meaning = self.meaning_of_word(token.text);
                self.meanings.insert(token.text.to_owned(), meaning.clone());
                meaning
            }
            _ => None,
        }
    }

    fn meaning_of_word(&self, word: &str) -> Option<WordMeaning> {
        let letters = self.structure.names.letters;
        if let Ok(card) = read_card(word, letters) {
            return Some(WordMeaning::Card(card));
        }
        if word.parse::<i64>().is_ok() {
            return Some(WordMeaning::Amount);
        }
        if Keyword::from_word(word, letters).is_some() || is_betting_phase(word, self.structure) {
            return Some(WordMeaning::Keyword);
        }
        if let Some(topic) = editions::clause_id_in_use(word) {
            return Some(WordMeaning::Clause(topic));
        }
        let house = self.document.house;
        let edition = house.edition_by_id(word)?;
        Some(WordMeaning::Edition(edition.id.to_owned()))
    }

    /// Adds the words of a header that have a meaning, each with its place.
    fn add_header_word_meanings(&mut self, content: &FenceContent) {
        let text = content.text();
        for mut piece in toml_pieces(text) {
            // A short name in brackets may follow the name of a player.
            if piece.top_key == "players"
                && let Some((name, _)) = text[piece.range.clone()].split_once(" [")
            {
                piece.range.end = piece.range.start + name.trim_end().len();
            }
            let word = &text[piece.range.clone()];
            if let Some(meaning) = self.meaning_in_header(&piece, word) {
                self.add(content.span_of(piece.range), meaning);
            }
        }
    }

    fn meaning_in_header(&self, piece: &TomlPiece, word: &str) -> Option<WordMeaning> {
        if piece.kind == TomlPieceKind::Comment {
            return Some(WordMeaning::Comment);
        }
        if piece.is_top_key {
            let is_known = HEADER_KEYS.iter().any(|row| row.toml_key() == word);
            return is_known.then_some(WordMeaning::HeaderKey);
        }
        let is_text = piece.kind == TomlPieceKind::Text;
        match piece.top_key.as_str() {
            "players" if is_text => self.seat_of_name(word).map(WordMeaning::Player),
            "chips" if piece.is_key => self.seat_of_name(word).map(WordMeaning::Player),
            "options" if piece.is_key => option_meaning(word),
            "edition" | "editions" if is_text => {
                let edition = self.document.house.edition_by_id(word)?;
                Some(WordMeaning::Edition(edition.id.to_owned()))
            }
            "shows" if is_text => editions::clause_id_in_use(word).map(WordMeaning::Clause),
            _ => plain_value_meaning(piece, word),
        }
    }

    fn seat_of_name(&self, word: &str) -> Option<Seat> {
        let header = self.structure.header.as_ref()?;
        let name = to_nfc(word);
        let seat = header
            .players
            .iter()
            .position(|player| player.value == name)?;
        Some(Seat(seat as u8))
    }

    /// Adds the words of a file that describes rules.
    fn add_rules_file_words(&mut self) {
        let text = &self.document.text;
        for piece in toml_pieces(text) {
            let word = &text[piece.range.clone()];
            if let Some(meaning) = self.meaning_in_rules(&piece, word) {
                self.add(piece.range, meaning);
            }
        }
    }

    fn meaning_in_rules(&self, piece: &TomlPiece, word: &str) -> Option<WordMeaning> {
        if piece.kind == TomlPieceKind::Comment {
            return Some(WordMeaning::Comment);
        }
        if let Some(topic) = editions::clause_id_in_use(word) {
            return Some(WordMeaning::Clause(topic));
        }
        if piece.is_key {
            return option_meaning(word).or(Some(WordMeaning::HeaderKey));
        }
        if piece.kind == TomlPieceKind::Text {
            let edition = self.document.house.edition_by_id(word)?;
            return Some(WordMeaning::Edition(edition.id.to_owned()));
        }
        plain_value_meaning(piece, word)
    }

    /// Adds the names of players in the prose.
    fn add_prose_names(&mut self) {
        let Some(header) = &self.structure.header else {
            return;
        };
        let mut names = Vec::new();
        for (seat, player) in header.players.iter().enumerate() {
            names.push((player.value.as_str(), Seat(seat as u8)));
        }
        let addresses = find_references(&self.document.text);
        for stretch in prose_stretches(self.document, self.structure) {
            for (name, seat) in &names {
                for span in find_whole_words(&self.document.text, &stretch, name) {
                    let is_address = addresses.iter().any(|reference| {
                        reference.span.start <= span.start && span.end <= reference.span.end
                    });
                    if !is_address {
                        self.add(span, WordMeaning::Player(*seat));
                    }
                }
            }
        }
    }
}

fn is_betting_phase(word: &str, structure: &HeaderAndFences) -> bool {
    let letters = structure.names.letters;
    structure.names.is_mus()
        && BettingPhase::ALL
            .iter()
            .any(|phase| phase.word_in(letters) == word)
}

fn option_meaning(word: &str) -> Option<WordMeaning> {
    OptionDef::by_name(word).map(|option| WordMeaning::Option(option.name))
}

/// Returns what a value without quotation marks means.
fn plain_value_meaning(piece: &TomlPiece, word: &str) -> Option<WordMeaning> {
    if piece.kind != TomlPieceKind::Bare || piece.is_key {
        None
    } else if word.parse::<i64>().is_ok() {
        Some(WordMeaning::Amount)
    } else if matches!(word, "true" | "false") {
        Some(WordMeaning::Keyword)
    } else {
        None
    }
}

/// Returns the stretches of a file that hold prose: what is outside its fences, and in a task the question and the reasons.
fn prose_stretches(document: &Document, structure: &HeaderAndFences) -> Vec<Span> {
    let mut stretches = Vec::new();
    let mut start = 0;
    for block in &structure.blocks {
        stretches.push(start..block.opening.start.max(start));
        if block.word == FenceKind::Task {
            stretches.extend(task_reasons(block));
        }
        start = block.span.end;
    }
    stretches.push(start.min(document.text.len())..document.text.len());
    stretches
}

/// Returns the stretches of a task that are prose: the reasons. Names in the question and the answers are words of the fence.
fn task_reasons(block: &ScenarioFence) -> Vec<Span> {
    let mut stretches = Vec::new();
    for (start, line) in block.content.lines() {
        if let Some(colon) = line.find(':') {
            stretches.push(block.content.span_of(start + colon..start + line.len()));
        }
    }
    stretches
}

/// Returns the places in a stretch of a text where a name stands that is no part of a longer word.
fn find_whole_words(text: &str, stretch: &Span, name: &str) -> Vec<Span> {
    let mut places = Vec::new();
    if name.is_empty() {
        return places;
    }
    for (at, _) in text[stretch.clone()].match_indices(name) {
        let span = stretch.start + at..stretch.start + at + name.len();
        let continues_before = text[..span.start].ends_with(char::is_alphanumeric);
        let continues_after = text[span.end..].starts_with(char::is_alphanumeric);
        if !continues_before && !continues_after {
            places.push(span);
        }
    }
    places
}
