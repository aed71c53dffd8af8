//! Completion in a deal, a script or a payout: the values that would hold, then the names, cards, words, clauses and signs that
//! the grammar would take, those first that the table would take.

use super::completion_item::{Completion, CompletionKind};
use crate::author::cursor::{
    EditorCursor, TableBeforeStatement, close_cut_fence, table_before_by_edition,
};
use crate::author::{Document, HeaderAndFences, gap_fill_diagnostics, hover};
use crate::cards::{Card, CardLanguage, CardSet, InsertionSort, Seat, Suit, read_card, spell_card};
use crate::editions;
use crate::narrate::table_after;
use crate::rules::{ClausePresence, MoveArgKind, MoveOccasion, Ruleset, Verb};
use crate::scenario::{
    self, FenceKind, Keyword, KeywordPlace, LINE_FORMS, PossibleToken, Token, TokenKind,
};

/// A cursor in a file, with what the grammar and the table would take there.
pub(super) struct CompletionContext<'a> {
    document: &'a Document,
    structure: &'a HeaderAndFences,
    letters: CardLanguage,
    cursor: &'a EditorCursor<'a>,
    /// The byte at which the word that is being written begins.
    pub(super) start: usize,
    /// The kinds of tokens that the grammar would take.
    wants: Vec<PossibleToken>,
    /// The tokens of the statement before the cursor.
    statement: &'a [Token<'a>],
    /// The table before the statement, under each edition; none in a deal.
    tables: Vec<TableBeforeStatement>,
}

impl<'a> CompletionContext<'a> {
    pub(super) fn new(
        document: &'a Document,
        cursor: &'a EditorCursor<'a>,
    ) -> CompletionContext<'a> {
        let structure = document.structure();
        let fence = cursor.block.word;
        let names = &structure.names;
        let (before, mut start) = cursor.tokens_and_word_start();
        let mut count = before.len();
        let mut wants = scenario::possible_continuations(fence, before, names);
        // A name of several words is completed as a whole.
        while wants.is_empty()
            && count > 0
            && is_start_of_name(document, cursor.tokens[count - 1].span.start, cursor.byte)
        {
            count -= 1;
            start = cursor.tokens[count].span.start;
            wants = scenario::possible_continuations(fence, &cursor.tokens[..count], names);
        }
        let tables = if fence == FenceKind::Script {
            table_before_by_edition(document, cursor.block, cursor.statement_start_byte(count))
        } else {
            Vec::new()
        };
        CompletionContext {
            document,
            structure,
            letters: names.letters,
            cursor,
            start,
            wants,
            statement: cursor.statement_tokens_before(count),
            tables,
        }
    }

    /// Returns the player with whose name the statement begins.
    fn statement_seat(&self) -> Option<Seat> {
        let (seat, _) = self.structure.names.longest_name_at(self.statement)?;
        Some(seat)
    }

    /// Returns the keywords of the statement, after the name of the player.
    fn written_keywords(&self) -> impl DoubleEndedIterator<Item = Keyword> {
        let name_length = match self.structure.names.longest_name_at(self.statement) {
            Some((_, tokens)) => tokens,
            None => 0,
        };
        self.statement[name_length..]
            .iter()
            .filter_map(|token| Keyword::from_word(token.text, self.letters))
    }

    /// Returns whether the statement is about the player who is to move at a table.
    fn is_about_mover(&self, table: &TableBeforeStatement) -> bool {
        self.statement_seat().is_some() && table.next_step().mover == self.statement_seat()
    }

    /// Returns the players of the file with their seats.
    fn players(&self) -> Vec<(usize, &str)> {
        let Some(header) = &self.structure.header else {
            return Vec::new();
        };
        let names = header.players.iter().map(|player| player.value.as_str());
        names.enumerate().collect()
    }
}

/// Returns whether a stretch of the text is the beginning of a player's name.
fn is_start_of_name(document: &Document, start: usize, end: usize) -> bool {
    let typed = document
        .text
        .get(start..end)
        .unwrap_or_default()
        .to_lowercase();
    let mut players = document
        .structure()
        .header
        .iter()
        .flat_map(|header| &header.players);
    !typed.is_empty() && players.any(|player| player.value.to_lowercase().starts_with(&typed))
}

/// Returns all that may be written at the cursor, the likeliest first. Texts may occur twice.
pub(super) fn completion_items(context: &CompletionContext) -> Vec<Completion> {
    let asks_for_card = context.tables.iter().any(|table| {
        let now = table.after_implied_moves();
        now.awaits_card() && context.is_about_mover(&now)
    });
    let mut wants = context.wants.clone();
    // Names and, where a card is to be played, cards come before all else.
    wants.insertion_sort_by_key(|want| match want {
        PossibleToken::Name => 0,
        PossibleToken::Card if asks_for_card => 1,
        PossibleToken::Sign(_) => 4,
        PossibleToken::Card => 3,
        _ => 2,
    });
    let mut items = signs_with_computed_values(context);
    for want in wants {
        items.extend(continuation_items(context, want));
    }
    items
}

/// Returns the items for a kind of token that the grammar would take.
fn continuation_items(context: &CompletionContext, want: PossibleToken) -> Vec<Completion> {
    match want {
        PossibleToken::Name => name_items(context),
        PossibleToken::Card => card_items(context),
        PossibleToken::Word(keyword) => vec![keyword_item_with_verdict(context, keyword)],
        PossibleToken::Words(place) => keyword_items(context, place),
        PossibleToken::ClauseId => clause_items(context),
        PossibleToken::Suit => Suit::ALL
            .map(|suit| Completion::new(CompletionKind::Value, suit.sign(), suit.name()))
            .into(),
        PossibleToken::Sign(TokenKind::Hole) => vec![Completion::new(
            CompletionKind::Value,
            "?",
            "open: `mouche bless` fills it in",
        )],
        PossibleToken::Sign(kind @ (TokenKind::Arrow | TokenKind::Open)) => match kind.sign() {
            Some(sign) => vec![Completion::new(CompletionKind::Sign, sign, "")],
            None => Vec::new(),
        },
        PossibleToken::Sign(_) | PossibleToken::Number => Vec::new(),
    }
}

/// Returns the players, the one first whom the table asks.
fn name_items(context: &CompletionContext) -> Vec<Completion> {
    let movers = possible_movers(context);
    let mut players = context.players();
    players.insertion_sort_by_key(|(seat, _)| {
        movers
            .iter()
            .position(|mover| mover == seat)
            .unwrap_or(usize::MAX)
    });
    let table = context.tables.first().map(|before| {
        let now = before.after_implied_moves();
        table_after(&now.story, now.next_step())
    });
    let mut items = Vec::new();
    for (seat, name) in &players {
        let mut facts = Vec::new();
        if movers.contains(seat) {
            facts.push("next");
        }
        if let Some(table) = &table
            && let Some(place) = table.seats.get(*seat)
        {
            facts.extend(place.marks.iter().map(String::as_str));
        }
        items.push(Completion::new(
            CompletionKind::Name,
            *name,
            facts.join(", "),
        ));
    }
    if let Some(leader) = movers.last()
        && let Some((_, name)) = players.iter().find(|(seat, _)| seat == leader)
        && let Some(trick) = trick_opening_item(context, name)
    {
        // A player who may claim something may do so before the first card.
        let may_claim = context.tables.iter().any(|before| !before.awaits_card());
        items.insert(usize::from(may_claim).min(items.len()), trick);
    }
    items
}

/// Returns the seats that are to move next: for each edition as the file stands, and after moves that need not be written.
fn possible_movers(context: &CompletionContext) -> Vec<usize> {
    let mut movers = Vec::new();
    for table in &context.tables {
        let now = table.after_implied_moves();
        for mover in [table.next_step().mover, now.next_step().mover] {
            movers.extend(mover.map(|seat| usize::from(seat.0)));
        }
    }
    movers
}

/// Returns the number and the leader of a trick that begins with this line.
fn trick_opening_item(context: &CompletionContext, leader: &str) -> Option<Completion> {
    let opens_line = context
        .cursor
        .tokens
        .first()
        .is_none_or(|first| first.span.start == context.start);
    let table = context.tables.first()?.after_implied_moves();
    let hand = table.trick_deal()?;
    if !opens_line || !table.awaits_card() || hand.trick.is_some() {
        return None;
    }
    let text = format!("{}. {leader}", hand.tricks_finished + 1);
    Some(Completion::new(CompletionKind::Name, text, "leads"))
}

/// Returns the keywords of a place, those first that say what the mover may do.
fn keyword_items(context: &CompletionContext, place: KeywordPlace) -> Vec<Completion> {
    let mut items = Vec::new();
    for keyword in Keyword::all_at(place) {
        if keyword.is_available_at(place, &context.structure.names) {
            items.push(keyword_item_with_verdict(context, keyword));
        }
    }
    // Every edition reads every word for a flush; its own comes first.
    let own = hover::rules_of_file(context.document)
        .first()
        .map(|rules| rules.terms.flush);
    items.insertion_sort_by_key(|item| (item.is_refused, own != Some(item.text.as_str())));
    items
}

/// Returns a keyword with its verdict, if it names a move of the mover's; else with the first line of the grammar that has it.
fn keyword_item_with_verdict(context: &CompletionContext, keyword: Keyword) -> Completion {
    let form = LINE_FORMS.iter().find(|form| {
        let mut words = form.english.split(' ');
        form.fence == context.cursor.block.word && words.any(|word| word == keyword.spelling())
    });
    let detail = match form {
        Some(form) => form.says,
        None => "",
    };
    let mut item = Completion::new(
        CompletionKind::Word,
        keyword.spelling_in(context.letters),
        detail,
    );
    if let Some(verdict) = keyword_verdict(context, keyword) {
        item.detail = verdict.text;
        item.is_refused = !verdict.is_allowed;
    }
    item
}

/// What is said of the move that a keyword names.
struct VerdictOnKeywordMove {
    text: String,
    is_allowed: bool,
}

/// Returns the verdict on the move that a keyword names; none where the keyword names no move, or
/// the statement is not about the mover.
fn keyword_verdict(context: &CompletionContext, keyword: Keyword) -> Option<VerdictOnKeywordMove> {
    let table = context
        .tables
        .iter()
        .find(|table| context.is_about_mover(table))?;
    let verbs = keyword_verbs(context, keyword);
    if verbs.is_empty() {
        return None;
    }
    let mut choices = table.mover_choices().into_iter();
    let Some(choice) = choices.find(|choice| verbs.contains(&choice.verb)) else {
        return Some(VerdictOnKeywordMove {
            text: "not possible now".to_owned(),
            is_allowed: false,
        });
    };
    Some(VerdictOnKeywordMove {
        text: format!("{} ({})", choice.verdict, choice.clause),
        is_allowed: choice.is_allowed,
    })
}

/// Returns the verbs that a keyword may stand for: those that begin with it, or those whose object it ends.
fn keyword_verbs(context: &CompletionContext, keyword: Keyword) -> Vec<Verb> {
    let begins_verb = keyword.verbs().next().is_some();
    let mut verbs: Vec<Verb> = if begins_verb {
        keyword
            .verbs()
            .filter(|verb| verb.kind() != MoveOccasion::Fault)
            .collect()
    } else {
        let objects = Verb::ALL.iter().copied().filter(|verb| {
            verb.info().object.ends_with(keyword.spelling()) && verb.kind() <= MoveOccasion::Right
        });
        objects.collect()
    };
    verbs.retain(|verb| context.structure.names.may_have_clause_about(verb.topic()));
    verbs
}

/// Returns the clauses that an edition of the file has, each with its text.
fn clause_items(context: &CompletionContext) -> Vec<Completion> {
    let editions = hover::rules_of_file(context.document);
    let Some(first) = editions.first() else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for topic in editions::clause_ids_in_use() {
        if editions
            .iter()
            .any(|rules| rules.presence_of(*topic) == ClausePresence::Present)
        {
            items.push(Completion {
                more: hover::clause_as_markdown(first, *topic, "").unwrap_or_default(),
                ..Completion::new(CompletionKind::Clause, topic.id(), first.title(*topic))
            });
        }
    }
    items
}

/// Returns signs that may follow, completed with the values that the engine finds behind them.
fn signs_with_computed_values(context: &CompletionContext) -> Vec<Completion> {
    let mut items = Vec::new();
    for want in &context.wants {
        match want {
            PossibleToken::Sign(TokenKind::Hole) => items.extend(computed_value_items(context, "")),
            PossibleToken::Sign(TokenKind::Arrow) => {
                items.extend(computed_value_items(context, "-> "))
            }
            PossibleToken::Sign(TokenKind::Open) => items.extend(attempt_end_item(context)),
            _ => {}
        }
    }
    items
}

/// Returns the values that the engine finds for a `?` at the cursor, behind some signs.
fn computed_value_items(context: &CompletionContext, signs: &str) -> Vec<Completion> {
    let file = file_closed_after_insertion(context, &format!("{signs}?"));
    let mut items = Vec::new();
    for found in gap_fill_diagnostics(context.document, &file, context.start + signs.len()) {
        let mut detail = found.message;
        if let Some(edition) = found.editions.first() {
            detail += &format!(" under {edition}");
        }
        let label_has_sum = found.label.contains(" = ") || found.label.contains('(');
        if label_has_sum {
            detail += &format!(": {}", found.label);
        } else if let Some(help) = found.help.first() {
            detail += &format!(": {help}");
        }
        let value = found.fix.unwrap_or_default();
        items.push(Completion::new(
            CompletionKind::Value,
            format!("{signs}{value}"),
            detail,
        ));
    }
    items
}

/// Returns the end of an attempt: the clause that refuses it, and what is legal instead where that can be said.
fn attempt_end_item(context: &CompletionContext) -> Option<Completion> {
    if !context
        .written_keywords()
        .any(|keyword| keyword == Keyword::Tries)
    {
        return None;
    }
    let refused = format!("({}: ", Keyword::Refused.spelling_in(context.letters));
    let legal = format!("; {}: ", Keyword::Legal.spelling_in(context.letters));
    let file = file_closed_after_insertion(context, &format!("{refused}?{legal}?)"));
    let clause_start = context.start + refused.len();
    let legal_start = clause_start + 1 + legal.len();
    let clause = gap_fill_diagnostics(context.document, &file, clause_start).next()?;
    let mut text = refused + clause.fix.as_deref()?;
    let moves = gap_fill_diagnostics(context.document, &file, legal_start).next();
    if let Some(moves) = moves.and_then(|found| found.fix) {
        text += &legal;
        text += &moves;
    }
    text.push(')');
    Some(Completion::new(CompletionKind::Value, text, clause.label))
}

/// Returns the file with a text at the cursor, the statement and the fence ended after it.
fn file_closed_after_insertion(context: &CompletionContext, inserted_text: &str) -> String {
    let opened = count_tokens(context.statement, TokenKind::Open);
    let closed = count_tokens(context.statement, TokenKind::Close);
    let end = ")".repeat(opened.saturating_sub(closed));
    let file = &context.document.text;
    close_cut_fence(
        file,
        context.cursor.block,
        &format!("{}{inserted_text}{end}", &file[..context.start]),
    )
}

fn count_tokens(tokens: &[Token], kind: TokenKind) -> usize {
    tokens.iter().filter(|token| token.kind == kind).count()
}

/// Returns the completion that writes a card, such as `7♥`. A typed letter for the suit (`7H`)
/// finds it too.
fn card_item(
    context: &CompletionContext,
    card: Card,
    detail: String,
    is_refused: bool,
) -> Completion {
    let text = spell_card(card, context.letters);
    // A keyboard has letters for suits, and not their signs.
    let rank = text.trim_end_matches(card.suit().sign());
    let mut words = ('A'..='Z').map(|letter| format!("{rank}{letter}"));
    let also = words
        .find(|word| read_card(word, context.letters) == Ok(card))
        .unwrap_or_default();
    Completion {
        also,
        is_refused,
        ..Completion::new(CompletionKind::Member, text, detail)
    }
}

/// Returns the cards that may stand at the cursor.
fn card_items(context: &CompletionContext) -> Vec<Completion> {
    if context.cursor.block.word == FenceKind::Deal {
        return undealt_card_items(context);
    }
    let Some(table) = context.tables.first() else {
        return Vec::new();
    };
    let rules = &table.story.rules;
    let (hands, stock) = table.hands_and_stock();
    let named = cards_among(
        context.statement.iter().map(|token| token.text),
        context.letters,
    );
    match context.written_keywords().next_back() {
        None => card_verdict_items(context, false),
        Some(Keyword::Tries) => card_verdict_items(context, true),
        // Cards are drawn from the stock.
        Some(Keyword::For | Keyword::With)
            if context.written_keywords().any(begins_drawing_verb) =>
        {
            plain_card_items(context, rules, stock - named)
        }
        // One of the cards that were drawn is laid down.
        Some(Keyword::Laying) => plain_card_items(context, rules, named),
        Some(Keyword::May | Keyword::Legal) => {
            let mut items = card_verdict_items(context, false);
            items.retain(|item| {
                let card = read_card(&item.text, context.letters).ok();
                !item.is_refused && card.is_none_or(|card| !named.has(card))
            });
            items
        }
        _ => match context.statement_seat() {
            Some(seat) => plain_card_items(context, rules, hands[seat] - named),
            None => Vec::new(),
        },
    }
}

/// Returns the cards of the pack that are not named in the deal.
fn undealt_card_items(context: &CompletionContext) -> Vec<Completion> {
    let editions = hover::rules_of_file(context.document);
    let Some(rules) = editions.first() else {
        return Vec::new();
    };
    let Some(header) = &context.structure.header else {
        return Vec::new();
    };
    let pack = rules.pack.value.pack(header.players.len() as u8);
    let words = context.cursor.block.content.text().split_whitespace();
    plain_card_items(context, rules, pack - cards_among(words, context.letters))
}

/// Returns the cards among some words.
fn cards_among<'a>(words: impl Iterator<Item = &'a str>, letters: CardLanguage) -> CardSet {
    words
        .filter_map(|word| read_card(word, letters).ok())
        .collect()
}

/// Returns cards without a verdict, the highest first.
fn plain_card_items(
    context: &CompletionContext,
    rules: &Ruleset,
    cards: CardSet,
) -> Vec<Completion> {
    let cards = rules.rank.value.sort_cards_by_suit(cards).into_iter();
    cards
        .map(|card| card_item(context, card, String::new(), false))
        .collect()
}

/// Returns whether a verb that begins with a keyword says which cards are drawn.
fn begins_drawing_verb(word: Keyword) -> bool {
    word.verbs()
        .any(|verb| verb.pieces().any(|piece| piece == MoveArgKind::Drawn))
}

/// Returns the mover's cards with their verdicts: those that may be played first, or, where something is tried, those that
/// may not.
fn card_verdict_items(context: &CompletionContext, is_attempt: bool) -> Vec<Completion> {
    let mut tables = Vec::new();
    for table in &context.tables {
        tables.push(table.after_implied_moves());
    }
    let Some(first) = tables.first() else {
        return Vec::new();
    };
    if !context.is_about_mover(first) {
        return Vec::new();
    }
    let mut items = Vec::new();
    for choice in first.mover_choices() {
        if let Some(face) = choice.face {
            let (verdict, is_allowed) = verdict_on_playing(&tables, face.card);
            items.push(card_item(context, face.card, verdict, !is_allowed));
        }
    }
    items.insertion_sort_by_key(|item| item.is_refused != is_attempt);
    items
}

/// Returns the verdict on a card under each edition, once where the editions agree; and whether all allow the card.
fn verdict_on_playing(tables: &[TableBeforeStatement], card: Card) -> (String, bool) {
    let mut verdicts: Vec<(String, &str)> = Vec::new();
    let mut is_allowed = true;
    for table in tables {
        let mut choices = table.mover_choices().into_iter();
        let choice =
            choices.find(|choice| choice.face.as_ref().is_some_and(|face| face.card == card));
        let Some(choice) = choice else {
            continue;
        };
        is_allowed &= choice.is_allowed;
        let verdict = format!("{} ({})", choice.verdict, choice.clause);
        if !verdicts.iter().any(|(other, _)| *other == verdict) {
            verdicts.push((verdict, table.story.rules.id));
        }
    }
    if let [(verdict, _)] = &verdicts[..] {
        return (verdict.clone(), is_allowed);
    }
    let by_edition: Vec<String> = verdicts
        .iter()
        .map(|(verdict, edition)| format!("{verdict} under {edition}"))
        .collect();
    (by_edition.join("; "), is_allowed)
}
