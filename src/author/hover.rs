//! What is said of the thing under the pointer, and of a clause in a few lines.

use super::cursor::{EditorCursor, TableBeforeStatement, table_before_by_edition};
use super::{Document, gap_fill_diagnostics, span_touches, word_span_at};
use crate::cards::{Card, CardLanguage, Seat, SeatSet, read_card, spell_card};
use crate::editions;
use crate::narrate::{CardFace, chips_after, chips_in_words, player_name, table_after};
use crate::page::safe_markdown::plain_text;
use crate::rules::mus_values::BettingPhase;
use crate::rules::{
    ClauseId, ClauseLookup, ClauseSource, OptionDef, Ruleset, Verb, clause_address_in_book,
};
use crate::scenario::{
    Diagnostic, FenceKind, HEADER_KEYS, Keyword, LINE_FORMS, ScriptOrPayoutContent, Span, Token,
    TokenKind,
};

/// The texts of a hover, as Markdown, and the stretch of the file that they explain.
type HoverText = (Vec<String>, Span);

/// Returns the explanation of a place in a file. `book_address` is the address of the published book, or empty.
pub(crate) fn explain_at(
    document: &Document,
    byte: usize,
    book_address: &str,
) -> Option<HoverText> {
    if let Some(block) = document
        .structure()
        .blocks
        .iter()
        .find(|block| span_touches(&block.opening, byte))
    {
        return Some((vec![block.word.words().to_owned()], block.opening.clone()));
    }
    let cursor = EditorCursor::in_fence(document, byte)?;
    if let FenceKind::Header = cursor.block.word {
        explain_header(document, byte, book_address)
    } else {
        explain_word(document, &cursor, book_address)
    }
}

/// Explains the word at a place of a deal, a script or a payout.
fn explain_word(document: &Document, cursor: &EditorCursor, book: &str) -> Option<HoverText> {
    let token = cursor
        .token()
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Hole))?;
    if let Some(amount) = explain_computed_value(document, cursor, book) {
        return Some(amount);
    }
    if let Some((seat, name_span)) = cursor.player_name(document) {
        return Some((explain_player(document, cursor, seat)?, name_span));
    }
    if let Some(topic) = editions::clause_id_in_use(token.text) {
        return Some((
            distinct_clauses_as_markdown(document, topic, book),
            token.span.clone(),
        ));
    }
    if let Some(card) = explain_card(document, cursor, token, book) {
        return Some(card);
    }
    let keyword = explain_keyword(document, cursor, token)?;
    Some((keyword, token.span.clone()))
}

/// Explains a keyword by the lines of this fence that may have it.
fn explain_keyword(
    document: &Document,
    cursor: &EditorCursor,
    token: &Token,
) -> Option<Vec<String>> {
    let letters = document.structure().names.letters;
    let spelling = match Keyword::from_word(token.text, letters) {
        Some(keyword) => keyword.spelling(),
        None => english_phase_word(token.text, letters),
    };
    let mut lines = Vec::new();
    for form in LINE_FORMS.iter() {
        let mut words = form
            .english
            .split(|c: char| !c.is_alphanumeric() && c != '-');
        if form.fence == cursor.block.word && words.any(|word| word == spelling) {
            lines.push(format!("- `{}`: {}", form.text_in(letters), form.says));
        }
    }
    if lines.is_empty() {
        return None;
    }
    Some(vec![lines.join("\n")])
}

/// Returns the English word for a phase; any other word as it is.
fn english_phase_word(word: &str, letters: CardLanguage) -> &str {
    let mut phases = BettingPhase::ALL.iter();
    match phases.find(|phase| phase.word_in(letters) == word) {
        Some(phase) => phase.word(),
        None => word,
    }
}

/// Explains an amount of a payout, or the winner of a trick: the value that the engine finds, and how.
fn explain_computed_value(
    document: &Document,
    cursor: &EditorCursor,
    book: &str,
) -> Option<HoverText> {
    let scenario = document.checked().scenario.as_ref()?;
    let parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
    let span = parts
        .flat_map(|part| computed_spans(&part.body))
        .find(|span| span_touches(span, cursor.byte))?;
    let mut with_placeholder = document.text.clone();
    with_placeholder.replace_range(span.clone(), "?");
    let mut texts = Vec::new();
    for found in gap_fill_diagnostics(document, &with_placeholder, span.start) {
        texts.push(computed_value_text(document, &found, book));
    }
    if texts.is_empty() {
        return None;
    }
    Some((texts, span.clone()))
}

/// Returns the places of the values that the engine computes: winners in a script, amounts in a payout.
fn computed_spans(body: &ScriptOrPayoutContent) -> Vec<&Span> {
    match body {
        ScriptOrPayoutContent::Script(lines) => lines
            .iter()
            .filter_map(|line| Some(&line.winner.as_ref()?.span))
            .collect(),
        ScriptOrPayoutContent::Payout(entries) => entries
            .iter()
            .filter_map(|entry| Some(&entry.value.amount.as_ref()?.span))
            .collect(),
        ScriptOrPayoutContent::Unread => Vec::new(),
    }
}

/// Explains the value that the engine finds for a `?`, with the sums that lead to it and the clause.
fn computed_value_text(document: &Document, found: &Diagnostic, book: &str) -> String {
    let mut text = String::new();
    if let Some(edition) = found.editions.first() {
        text += &format!("`{edition}`: ");
    }
    let reason = if found.help.is_empty() {
        found.label.clone()
    } else {
        found.help.join("  \n")
    };
    text += &format!("**{}**\n\n{reason}", found.message);
    if let Some(clause) = clause_text_of_diagnostic(document, found, book) {
        text += "\n\n";
        text += &clause;
    }
    text
}

/// Returns the text of the clause that a diagnostic rests on, as Markdown.
fn clause_text_of_diagnostic(
    document: &Document,
    diagnostic: &Diagnostic,
    book: &str,
) -> Option<String> {
    let (edition, topic) = diagnostic.clause.as_ref()?.split_once('/')?;
    let mut rules = rules_of_file(document).into_iter();
    let rules = rules.find(|rules| rules.id == edition)?;
    clause_as_markdown(&rules, editions::clause_id_in_use(topic)?, book)
}

/// Explains a card: its name, and in a script whether it may be played now, and by which clause.
fn explain_card(
    document: &Document,
    cursor: &EditorCursor,
    token: &Token,
    book: &str,
) -> Option<HoverText> {
    let letters = document.structure().names.letters;
    let card = read_card(token.text, letters).ok()?;
    let name = match rules_of_file(document).first() {
        Some(rules) => CardFace::in_letters(rules, letters, card).name(),
        None => card.name_in(letters),
    };
    let mut texts = vec![format!("**{}**, {name}", spell_card(card, letters))];
    if cursor.block.word == FenceKind::Script {
        let at = cursor.tokens.iter().position(|other| other == token)?;
        let tables =
            table_before_by_edition(document, cursor.block, cursor.statement_start_byte(at));
        for table in &tables {
            let Some(verdict) = card_verdict_or_holder(&table.after_implied_moves(), card, book)
            else {
                continue;
            };
            texts.push(if tables.len() > 1 {
                format!("`{}`: {verdict}", table.story.rules.id)
            } else {
                verdict
            });
        }
    }
    Some((texts, token.span.clone()))
}

/// Returns the verdict on a card at a table, with the clause, where its holder is to move; else who holds it.
fn card_verdict_or_holder(table: &TableBeforeStatement, card: Card, book: &str) -> Option<String> {
    let (hands, _) = table.hands_and_stock();
    let seats = SeatSet::all(table.story.players.len() as u8);
    let holder = seats.iter().find(|seat| hands[*seat].has(card))?;
    let name = player_name(&table.story, holder);
    let mut choices = table.mover_choices().into_iter();
    let choice = choices.find(|choice| match &choice.face {
        Some(face) => face.card == card,
        None => choice.verb == Verb::Exchange,
    });
    if let Some(choice) = choice
        && table.next_step().mover == Some(holder)
    {
        let clause =
            clause_as_markdown(&table.story.rules, choice.clause, book).unwrap_or_default();
        Some(format!(
            "**{}** ({name}'s turn)\n\n{clause}",
            choice.verdict
        ))
    } else {
        Some(format!("{name} holds it"))
    }
}

/// Explains a player at each table; texts that are equal for several editions are given once.
fn explain_player(document: &Document, cursor: &EditorCursor, seat: Seat) -> Option<Vec<String>> {
    let at = cursor
        .tokens
        .iter()
        .position(|token| token.span.end >= cursor.byte)?;
    let place = match cursor.block.word {
        FenceKind::Script => cursor.statement_start_byte(at),
        // The deal as a whole, or what the hand has come to before it is paid.
        _ => cursor.block.content.file_span().end,
    };
    let mut texts = Vec::new();
    for table in table_before_by_edition(document, cursor.block, place) {
        texts.push(describe_player(&table, seat));
    }
    texts.dedup();
    if texts.is_empty() {
        return None;
    }
    Some(texts)
}

/// Returns the marks, the tricks, the cards and the purse of a player at a table; empty where nobody sits on the seat.
fn describe_player(before: &TableBeforeStatement, seat: Seat) -> String {
    let table = table_after(&before.story, before.next_step());
    let Some(place) = table.seats.iter().find(|place| place.seat == seat.0) else {
        return String::new();
    };
    let cards: Vec<String> = place.cards.iter().map(|face| face.text()).collect();
    let held = if cards.is_empty() {
        "no cards".to_owned()
    } else {
        cards.join(" ")
    };
    let purse = match before.trick_deal() {
        Some(hand) => Some(chips_in_words(hand.purses[seat])),
        None => chips_after(&[(&before.story, before.next_step())])
            .purses
            .swap_remove(usize::from(seat.0)),
    };
    let mut facts = vec![place.marks.join(", "), place.tricks_won_in_words()];
    facts.retain(|fact| !fact.is_empty());
    facts.push(format!("holds {held}"));
    if let Some(purse) = purse
        && !purse.is_empty()
    {
        facts.push(format!("has {purse}"));
    }
    format!("**{}**: {}", place.name, facts.join("; "))
}

/// Explains the word of a header at a byte: a key, an edition, an option or a clause.
fn explain_header(document: &Document, byte: usize, book: &str) -> Option<HoverText> {
    let span = word_span_at(&document.text, byte);
    let word = &document.text[span.clone()];
    let mut texts: Vec<String> = HEADER_KEYS
        .iter()
        .filter(|row| row.toml_key() == word)
        .map(|row| format!("`{}`\n\n{}", row.line, row.says))
        .collect();
    if !texts.is_empty() {
        return Some((texts, span));
    }
    if let Some(edition) = document.house.edition_by_id(word) {
        texts.push(format!(
            "**{}** (`{}`)\n\n{}",
            edition.name, edition.id, edition.about
        ));
    } else if OptionDef::by_name(word).is_some() {
        for rules in rules_of_file(document) {
            if let Some(option) = OptionDef::known_by_name(&rules, word) {
                texts.push(describe_option(option, &rules, book));
            }
        }
    } else if let Some(topic) = editions::clause_id_in_use(word) {
        texts = distinct_clauses_as_markdown(document, topic, book);
    } else if let Some(name) = key_before_value(&document.text[..span.start]) {
        for rules in rules_of_file(document) {
            let option = OptionDef::known_by_name(&rules, name);
            texts.extend(option.and_then(|option| describe_option_value(option, word)));
        }
        texts.dedup();
    }
    if texts.is_empty() {
        return None;
    }
    Some((texts, span))
}

/// Returns the key to which a text gives a value at its end: `debts` of `debts = "`.
fn key_before_value(text: &str) -> Option<&str> {
    let before = text.trim_end_matches(['"', '\'', ' ']).strip_suffix('=')?;
    before.trim_end().rsplit([' ', '{', ',', '\n']).next()
}

/// Returns an option with its value, its question and the values that it takes, and the clause that it changes.
pub(super) fn describe_option(option: &OptionDef, rules: &Ruleset, book: &str) -> String {
    let value = match option.value_if_applicable(rules) {
        Some(value) => format!(" = {value}"),
        None => String::new(),
    };
    let question = option.question();
    let values = option_values_as_markdown(option, rules);
    let clause = clause_as_markdown(rules, option.topic, book).unwrap_or_default();
    let name = option.name;
    format!("`{name}{value}`: {question}\n\n{values}\n\n{clause}")
}

/// Returns a word that an option takes, with its meaning; none if the option takes no such word.
pub(super) fn describe_option_value(option: &OptionDef, word: &str) -> Option<String> {
    let meaning = option.meaning_of_word(word)?;
    Some(format!("`{} = {word}`: {meaning}", option.name))
}

/// Returns the rules by which a file is played, with its options if they can be agreed.
pub(super) fn rules_of_file(document: &Document) -> Vec<Ruleset> {
    let checked = document.checked();
    if !checked.stories.is_empty() {
        return checked.stories.iter().map(|story| story.rules).collect();
    }
    let Some(header) = &document.structure().header else {
        return Vec::new();
    };
    header
        .editions
        .iter()
        .filter_map(|edition| document.house.edition_by_id(&edition.value))
        .copied()
        .collect()
}

/// Returns the clause, if the game has it, as Markdown: title, text, value, source, and its page where the book is published.
pub(super) fn clause_as_markdown(rules: &Ruleset, topic: ClauseId, book: &str) -> Option<String> {
    let clause = rules.clause(topic)?;
    let mut id = format!("`{}`", rules.full_clause_id(topic));
    if !book.is_empty() {
        let root = book.trim_end_matches('/');
        id = format!("[{id}]({root}/{})", clause_address_in_book(rules.id, topic));
    }
    let text = clause.text().map(plain_text);
    let mut source = clause.source.to_string();
    // A clause that is taken over rests on the source of the first edition too.
    if let ClauseSource::Same { why, .. } = clause.source
        && let Some(edition) = editions::by_id(rules.id)
    {
        let original = editions::origin(edition, topic).source(topic)?;
        source += &format!(" ({why}): {original}");
    }
    let title = &clause.title;
    let value = clause.value();
    let mut lines = format!("{id} **{title}**\n\n{text}\n\n- engine: {value}\n- source: {source}");
    if let Some(legend) = clause.marks().legend() {
        lines += &format!("\n- {legend}");
    }
    for reading in clause.readings {
        if let Some(phrase) = reading.turns_on {
            lines += &format!("\n- depends on the words: {phrase}");
        }
    }
    Some(lines)
}

/// Returns a clause under each edition of a file; texts that are equal are given once.
pub(super) fn distinct_clauses_as_markdown(
    document: &Document,
    topic: ClauseId,
    book: &str,
) -> Vec<String> {
    let mut all: Vec<String> = rules_of_file(document)
        .iter()
        .filter_map(|rules| clause_as_markdown(rules, topic, book))
        .collect();
    all.dedup();
    all
}

/// Returns the values that an option takes in an edition, a line each with its meaning.
pub(super) fn option_values_as_markdown(option: &OptionDef, edition: &Ruleset) -> String {
    let mut lines = Vec::new();
    for (written, meaning) in option.values_with_meanings(edition) {
        if written == meaning {
            lines.push(format!("- {meaning}"));
        } else if written.trim_matches('"') == meaning {
            lines.push(format!("- `{written}`"));
        } else {
            lines.push(format!("- `{written}`: {meaning}"));
        }
    }
    lines.join("\n")
}
