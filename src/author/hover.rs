//! What is said of the thing under the pointer, and of a clause in a few lines.

use super::cursor::{Cursor, TableBefore, tables_before};
use super::{Document, found_values, touches};
use crate::cards::{Card, Seat, Seats, read_card};
use crate::editions;
use crate::narrate::{Face, MoveChoice, chips_after, chips_in_words, player_name, table_after};
use crate::page::markdown::plain_text;
use crate::rules::{ClauseId, OptionDef, Ruleset, Source, Verb, clause_page};
use crate::scenario::{
    Diagnostic, FenceKind, GrammarRow, HEADER_KEYS, Keyword, LINE_FORMS, PartBody, Span, Token,
    TokenKind,
};

/// The texts of a hover, as Markdown, and the stretch of the file that they explain.
type HoverText = (Vec<String>, Span);

/// Returns what is said at a place of a file. `book` is the address of the published book, or empty.
pub(crate) fn hover(document: &Document, byte: usize, book: &str) -> Option<HoverText> {
    if let Some(block) = document
        .structure()
        .blocks
        .iter()
        .find(|block| touches(&block.opening, byte))
    {
        return Some((vec![block.word.words().to_owned()], block.opening.clone()));
    }
    let cursor = Cursor::in_fence(document, byte)?;
    if let FenceKind::Header = cursor.block.word {
        explain_header(document, byte, book)
    } else {
        explain_line(document, &cursor, book)
    }
}

fn explain_line(document: &Document, cursor: &Cursor, book: &str) -> Option<HoverText> {
    let token = cursor
        .token()
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Hole))?;
    let span = token.span.clone();
    if let Some(said) = explain_amount(document, cursor, book) {
        return Some(said);
    }
    if let Some((seat, span)) = cursor.player_name(document) {
        return Some((explain_player(document, cursor, seat)?, span));
    }
    if let Some(topic) = editions::clause_id(token.text) {
        return Some((clause_texts(document, topic, book), span));
    }
    explain_card(document, cursor, token, book)
        .or_else(|| explain_keyword(document, cursor, token).map(|said| (said, span)))
}

fn explain_keyword(document: &Document, cursor: &Cursor, token: &Token) -> Option<Vec<String>> {
    let letters = document.structure().names.letters;
    // The words of phases are read as they are written.
    let keyword = Keyword::from_word(token.text, letters);
    let spelling = keyword.map_or(token.text, |keyword| keyword.spelling());
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

/// Returns what an amount of a payout, or the winner of a trick, comes to, and how.
fn explain_amount(document: &Document, cursor: &Cursor, book: &str) -> Option<HoverText> {
    let mut parts = document
        .checked()
        .scenario
        .as_ref()?
        .hands
        .iter()
        .flat_map(|hand| &hand.parts);
    let holds = |span: &&Span| touches(span, cursor.byte);
    let span = parts.find_map(|part| match &part.body {
        PartBody::Script(lines) => lines
            .iter()
            .filter_map(|line| Some(&line.winner.as_ref()?.span))
            .find(holds),
        PartBody::Payout(entries) => entries
            .iter()
            .filter_map(|one| Some(&one.value.amount.as_ref()?.span))
            .find(holds),
        PartBody::Unread => None,
    })?;
    let mut open = document.text.clone();
    open.replace_range(span.clone(), "?");
    let found = found_values(document, &open, span.start);
    let said: Vec<String> = found
        .map(|wrong| explain_sums(document, &wrong, book))
        .collect();
    (!said.is_empty()).then(|| (said, span.clone()))
}

fn explain_sums(document: &Document, wrong: &Diagnostic, book: &str) -> String {
    let editions = wrong
        .editions
        .iter()
        .map(|edition| format!("`{edition}`: "))
        .next()
        .unwrap_or_default();
    let why = if wrong.help.is_empty() {
        wrong.label.clone()
    } else {
        wrong.help.join("  \n")
    };
    let head = format!("{editions}**{}**\n\n{why}", wrong.message);
    let clause = wrong.clause.as_ref().and_then(|id| id.split_once('/'));
    let clause = clause.and_then(|(edition, topic)| {
        let rules = rules_of_file(document)
            .into_iter()
            .find(|rules| rules.id == edition)?;
        Some(format!(
            "\n\n{}",
            clause_text(&rules, editions::clause_id(topic)?, book)
        ))
    });
    head + &clause.unwrap_or_default()
}

/// Returns what a card is called, and in a script whether it may be played now, and by which clause.
fn explain_card(
    document: &Document,
    cursor: &Cursor,
    token: &Token,
    book: &str,
) -> Option<HoverText> {
    let card = read_card(token.text, document.structure().names.letters).ok()?;
    let rules = rules_of_file(document);
    let named = rules
        .first()
        .map_or_else(|| card.name(), |rules| Face::new(rules, card).name());
    let mut said = vec![format!("**{card}**, {named}")];
    if cursor.block.word == FenceKind::Script {
        let at = cursor.tokens.iter().position(|other| other == token)?;
        let found = tables_before(document, cursor.block, cursor.statement_start(at));
        let many = found.len() > 1;
        said.extend(
            found
                .iter()
                .filter_map(|moment| card_verdict(moment, card, many, book)),
        );
    }
    Some((said, token.span.clone()))
}

fn card_verdict(moment: &TableBefore, card: Card, many: bool, book: &str) -> Option<String> {
    let moment = &moment.after_implied_moves();
    let edition = if many {
        format!("`{}`: ", moment.story.rules.id)
    } else {
        String::new()
    };
    let seats = Seats::all(moment.story.players.len() as u8);
    let holder = seats
        .iter()
        .find(|seat| moment.hands_and_stock().0[*seat].has(card))?;
    let who = player_name(&moment.story, holder);
    let is_it = |choice: &MoveChoice| match &choice.face {
        Some(face) => face.card == card,
        None => choice.verb == Verb::Exchange,
    };
    let choice = moment.mover_choices().into_iter().find(is_it);
    match choice.filter(|_| moment.next_step().mover == Some(holder)) {
        Some(choice) => {
            let clause = clause_text(&moment.story.rules, choice.clause, book);
            Some(format!(
                "{edition}**{}** ({who}'s turn)\n\n{clause}",
                choice.verdict
            ))
        }
        None => Some(format!("{edition}{who} holds it")),
    }
}

/// Returns what is said of a player, under each edition; one of several that say the same is enough.
fn explain_player(document: &Document, cursor: &Cursor, seat: Seat) -> Option<Vec<String>> {
    let at = cursor
        .tokens
        .iter()
        .position(|token| token.span.end >= cursor.byte)?;
    let place = match cursor.block.word {
        FenceKind::Script => cursor.statement_start(at),
        // The deal as a whole, or what the hand has come to before it is paid.
        _ => cursor.block.content.file_span().end,
    };
    let one = |moment: TableBefore| {
        let table = table_after(&moment.story, moment.next_step());
        let Some(place) = table.seats.iter().find(|place| place.seat == seat.0) else {
            return String::new();
        };
        let cards: Vec<String> = place.cards.iter().map(|face| face.text()).collect();
        let holds = if cards.is_empty() {
            "no cards".to_owned()
        } else {
            cards.join(" ")
        };
        let purse = match moment.trick_deal() {
            Some(hand) => Some(chips_in_words(hand.purses[seat])),
            None => chips_after(&[(&moment.story, moment.next_step())])
                .purses
                .swap_remove(usize::from(seat.0)),
        };
        let has = purse
            .filter(|purse| !purse.is_empty())
            .map(|purse| format!("has {purse}"));
        let facts = [place.marks.join(", "), place.tricks_won()]
            .into_iter()
            .filter(|fact| !fact.is_empty());
        let facts: Vec<String> = facts.chain([format!("holds {holds}")]).chain(has).collect();
        format!("**{}**: {}", place.name, facts.join("; "))
    };
    let mut said: Vec<String> = tables_before(document, cursor.block, place)
        .into_iter()
        .map(one)
        .collect();
    said.dedup();
    (!said.is_empty()).then_some(said)
}

fn explain_header(document: &Document, byte: usize, book: &str) -> Option<HoverText> {
    let parts = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let (before, after) = document.text.split_at(byte);
    let start = before.trim_end_matches(|c| !parts(c)).len();
    let span = start
        ..after
            .find(parts)
            .map_or(document.text.len(), |at| byte + at);
    let text = &document.text[span.clone()];
    let key = |row: &GrammarRow| format!("`{}`\n\n{}", row.line, row.says);
    let keys: Vec<String> = HEADER_KEYS
        .iter()
        .filter(|row| row.key() == text)
        .map(key)
        .collect();
    let said = if !keys.is_empty() {
        keys
    } else if let Some(edition) = document.house.edition_by_id(text) {
        vec![format!(
            "**{}** (`{}`)\n\n{}",
            edition.name, edition.id, edition.about
        )]
    } else if let Some(option) = OptionDef::by_name(text) {
        // As each edition of the file has it, and the clause it changes.
        let changed = |rules: &Ruleset| {
            let now = option
                .current_value(rules)
                .map_or(String::new(), |now| format!(" = {now}"));
            let clause = clause_text(rules, option.topic, book);
            format!(
                "`{}{now}`: takes {}\n\n{clause}",
                option.name,
                option.describe_values(rules)
            )
        };
        rules_of_file(document)
            .iter()
            .filter(|rules| option.is_known_to(rules))
            .map(changed)
            .collect()
    } else {
        editions::clause_id(text).map_or_else(Vec::new, |topic| clause_texts(document, topic, book))
    };
    (!said.is_empty()).then_some((said, span))
}

/// Returns the rules that a file is played by: with the options it agrees, where they can be.
pub(super) fn rules_of_file(document: &Document) -> Vec<Ruleset> {
    let checked = document.checked();
    if !checked.stories.is_empty() {
        return checked.stories.iter().map(|story| story.rules).collect();
    }
    let named = document
        .structure()
        .header
        .iter()
        .flat_map(|header| &header.editions);
    named
        .filter_map(|named| document.house.edition_by_id(&named.value))
        .copied()
        .collect()
}

/// Returns the clause, as Markdown: title, text, value, source, and its page where the book is published.
pub(super) fn clause_text(rules: &Ruleset, topic: ClauseId, book: &str) -> String {
    let clause = rules.clause(topic);
    let id = rules.clause_id(topic);
    let page = (!book.is_empty()).then(|| {
        format!(
            "{}/{}",
            book.trim_end_matches('/'),
            clause_page(rules.id, topic)
        )
    });
    let id = page.map_or_else(|| format!("`{id}`"), |page| format!("[`{id}`]({page})"));
    let text = clause.text().map(plain_text);
    // What a clause rests on; of one that is taken over, what the first rests on too.
    let first =
        editions::by_id(rules.id).map(|edition| editions::origin(edition, topic).source(topic));
    let source = match (clause.source, first) {
        (source @ Source::Same { why, .. }, Some(first)) => format!("{source} ({why}): {first}"),
        (source, _) => source.to_string(),
    };
    let (signs, turns_on) = (
        clause.marks().legend(),
        clause
            .readings
            .iter()
            .filter_map(|reading| reading.turns_on),
    );
    let signs = signs.map_or(String::new(), |signs| format!("\n- {signs}"));
    let turns_on: String = turns_on
        .map(|phrase| format!("\n- turns on: {phrase}"))
        .collect();
    let title = &clause.title;
    let value = clause.value();
    format!("{id} **{title}**\n\n{text}\n\n- engine: {value}\n- source: {source}{signs}{turns_on}")
}

pub(super) fn clause_texts(document: &Document, topic: ClauseId, book: &str) -> Vec<String> {
    let mut all: Vec<String> = rules_of_file(document)
        .iter()
        .map(|rules| clause_text(rules, topic, book))
        .collect();
    all.dedup();
    all
}
