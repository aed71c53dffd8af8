//! The lines of a `script` fence, where tricks are played and at Mus.

use super::keyword::marks_infinitive;
use super::script_verbs::{
    longest_verb, next_mus_verb, read_verb, take_mus_verb, unknown_move_error,
};
use super::slip_table::suit_sign_of_word;
use super::synonyms::word_for_synonym;
use super::{
    DeclarationChoice, Diagnostic, ExpectedValueOrGap, Keyword, KeywordPlace, LinePieceResult,
    LineTokenReader, MoveChoices, ParsedMove, ParsedScriptLine, PossibleToken, Spanned, Statement,
    TokenKind, diagnose, ensure,
};
use crate::cards::{CardLanguage, CardSet, Seat, read_suit};
use crate::rules::{ClauseId, MoveArgKind, MoveOccasion, Verb};

/// Reads a line of a script.
pub fn read_script_line(reader: &mut LineTokenReader) -> LinePieceResult<ParsedScriptLine> {
    let start = reader.next_start();
    if let Some(value) = read_lone_statement(reader)? {
        let statements = vec![reader.spanned_since(start, value)];
        return reader
            .expect_end("the end of the line")
            .map(|()| ParsedScriptLine {
                statements,
                ..ParsedScriptLine::default()
            });
    }
    let mut trick = None;
    let mut lance = None;
    if reader.is_mus() && !reader.is_at_name() {
        if let Some(phase) = reader.next_mus_phase_word() {
            reader.take_token();
            reader.expect_colon_after_phase()?;
            lance = Some(reader.spanned_since(start, phase));
        } else if let Some(wrong) = reader.unknown_phase_before_colon_error() {
            return Err(wrong.into());
        }
    } else if reader.next_kind() == TokenKind::Number && !reader.is_mus() {
        let token = reader.take_token();
        let number = token
            .text
            .parse()
            .map_err(|_| diagnose!("too-many-tricks", &token.span))?;
        trick = Some(Spanned {
            value: number,
            span: token.span,
        });
    }
    let statements = if lance.is_some() && reader.is_next(TokenKind::Arrow) {
        Vec::new()
    } else {
        read_statements(reader, trick.is_some())?
    };
    let mut winner = None;
    let mut partner = None;
    if reader.take_if(TokenKind::Arrow) {
        if reader.is_mus() {
            reader.split_words_at_plus();
        }
        winner = Some(reader.read_value_or_gap(read_winner)?);
        if reader.is_mus() && reader.next_kind() == TokenKind::Plus {
            reader.take_token();
            partner = Some(reader.expect_name()?);
        }
    }
    reader.expect_end(match winner {
        Some(_) => "the end of the line",
        None => "`,`, `->` or the end of the line",
    })?;
    Ok(ParsedScriptLine {
        trick,
        phase: lance,
        statements,
        winner,
        partner,
    })
}

/// Reads who wins a trick or a phase: a player, or nobody.
fn read_winner(reader: &mut LineTokenReader) -> LinePieceResult<Option<Seat>> {
    let may_be_nobody = reader
        .vocabulary
        .may_have_clause_about(ClauseId::PhaseOrder)
        && !reader.is_at_name();
    if may_be_nobody && reader.take_keyword(Keyword::None) {
        return Ok(None);
    }
    Ok(Some(reader.expect_name()?.value))
}

/// Reads a statement that has a line for itself: `stop`, `mus seen`, `score 2 9`; none if the line has another.
fn read_lone_statement(reader: &mut LineTokenReader) -> LinePieceResult<Option<Statement>> {
    if reader.is_next_keyword(Keyword::Stop) && !reader.is_at_name() {
        reader.take_token();
        return Ok(Some(Statement::Stop));
    }
    if !reader.is_mus() || reader.is_at_name() {
        return Ok(None);
    }
    if reader.take_keyword(Keyword::Score) {
        let first = reader.read_value_or_gap(read_score)?;
        let second = reader.read_value_or_gap(read_score)?;
        return Ok(Some(Statement::Score([first, second])));
    }
    if next_mus_verb(reader, KeywordPlace::Move) != Some((Verb::Mus, 1)) {
        return Ok(None);
    }
    reader.take_token();
    reader.expect_keywords(&[Keyword::Seen])?;
    Ok(Some(Statement::CardSeen))
}

fn read_score(reader: &mut LineTokenReader) -> LinePieceResult<i64> {
    Ok(reader.expect_chip_amount()?.value)
}

/// Reads statements with commas between them. A trick may be cards without names: all of them, or those behind the lead.
fn read_statements(
    reader: &mut LineTokenReader,
    is_trick: bool,
) -> LinePieceResult<Vec<Spanned<Statement>>> {
    let mut statements = Vec::new();
    if !is_trick {
        reader.note_continuation_if_at_end(PossibleToken::Word(Keyword::All));
    }
    if !is_trick || !reader.is_at_exact_card() {
        statements.push(reader.read_spanned(read_statement)?);
    }
    if is_trick && reader.is_at_exact_card() {
        while reader.is_at_exact_card() {
            let card = reader.expect_card()?;
            let span = card.span.clone();
            let value = Statement::NextCard(card);
            statements.push(Spanned { value, span });
        }
        return Ok(statements);
    }
    while reader.is_next(TokenKind::Comma) {
        let comma = reader.take_token().span;
        reader.note_continuation_if_at_end(PossibleToken::Name);
        ensure(
            !matches!(reader.next_kind(), TokenKind::End | TokenKind::Arrow),
            || diagnose!("trailing-comma", &comma),
        )?;
        statements.push(reader.read_spanned(read_statement)?);
    }
    let end = reader.span_since(0).end;
    ensure(!reader.is_at_name(), || {
        diagnose!("missing-comma", &reader.next_token().span).with_fix_at(end..end, ",")
    })?;
    Ok(statements)
}

/// Reads a statement that begins with the name of a player, or with `all`.
fn read_statement(reader: &mut LineTokenReader) -> LinePieceResult<Statement> {
    let letters = reader.vocabulary.letters;
    if !reader.is_at_name() && Keyword::All.is_spelled(reader.next_token().text, letters) {
        reader.skip_tokens(1);
        return read_move_of_all(reader).map(Statement::MoveOfAll);
    }
    let seat = reader.expect_name()?;
    match reader.next_keyword_at(KeywordPlace::Move) {
        Some(Keyword::May) => {
            reader.take_token();
            let choices = read_choices(reader)?;
            let mut clause = None;
            if reader.take_if(TokenKind::Open) {
                clause = Some(reader.expect_clause_or_gap()?);
                reader.expect_sign(TokenKind::Close)?;
            }
            Ok(Statement::Choices {
                seat,
                choices,
                clause,
            })
        }
        Some(Keyword::Tries) => read_attempt(seat, reader),
        _ => Ok(Statement::Move {
            seat,
            move_text: read_move(reader)?,
        }),
    }
}

/// Reads the move of all, which names no cards: in English as in `may fold`, in other languages mostly as behind a name.
fn read_move_of_all(reader: &mut LineTokenReader) -> LinePieceResult<ParsedMove> {
    let has_singular = if reader.is_mus() {
        next_mus_verb(reader, KeywordPlace::Move).is_some()
    } else {
        reader.next_keyword_at(KeywordPlace::Move).is_some()
    };
    let place = if has_singular && reader.vocabulary.letters != CardLanguage::English {
        KeywordPlace::Move
    } else {
        KeywordPlace::Choice
    };
    let start = reader.next_start();
    let verb = read_verb(reader, place, "a move without cards")?;
    let span = reader.span_since(start);
    ensure(verb.required_piece_count() == 0, || {
        diagnose!("all-with-cards", &span)
    })?;
    Ok(ParsedMove::without_arguments(verb))
}

/// Reads an attempt with the clause that refuses it: `NAME tries … (refused: TOPIC; legal: SET)`.
fn read_attempt(seat: Spanned<Seat>, reader: &mut LineTokenReader) -> LinePieceResult<Statement> {
    reader.take_token();
    let deed = reader.read_spanned(read_attempted_move)?;
    if !reader.take_if(TokenKind::Open) {
        let word = reader.spell_keyword(Keyword::Refused);
        let [named, open] = ["play.trump", "?"].map(|clause| format!("`({word}: {clause})`"));
        let help = format!(
            "after an attempt, write the clause that refuses it, {named}, or leave it open, {open}"
        );
        return Err(reader
            .unexpected_token_error(&format!("`({word}: …)`"))
            .with_help(help)
            .into());
    }
    reader.expect_keywords(&[Keyword::Refused])?;
    reader.expect_sign(TokenKind::Colon)?;
    let clause = reader.expect_clause_or_gap()?;
    let mut legal = None;
    if reader.take_if(TokenKind::Semicolon) {
        reader.expect_keywords(&[Keyword::Legal])?;
        reader.expect_sign(TokenKind::Colon)?;
        legal = Some(read_choices(reader)?);
    }
    reader.expect_sign(TokenKind::Close)?;
    Ok(Statement::Attempt {
        seat,
        deed,
        clause,
        legal,
    })
}

/// Reads the move of an attempt.
fn read_attempted_move(reader: &mut LineTokenReader) -> LinePieceResult<ParsedMove> {
    let has_mark = marks_infinitive(reader.vocabulary.letters);
    if reader.is_mus() && has_mark {
        reader.expect_keywords(&[Keyword::To])?;
    } else if !reader.take_keyword(Keyword::To)
        && (has_mark || reader.next_keyword_at(KeywordPlace::Try).is_none())
        && !reader.is_mus()
    {
        let expected = format!(
            "a card, or `{}` and a move",
            reader.spell_keyword(Keyword::To)
        );
        return if reader.is_at_possible_card() {
            read_card_move(reader)
        } else {
            Err(reader.unexpected_token_error(&expected).into())
        };
    }
    read_verb_move(reader, KeywordPlace::Try, "a move")
}

/// Returns the word of a known verb for which a verb of another game stands.
pub fn known_synonym_word(
    foreign_verb: Verb,
    letters: CardLanguage,
    is_known: impl Fn(Verb) -> bool,
) -> Option<&'static str> {
    word_for_synonym(
        foreign_verb.words(CardLanguage::English)?.third_person(),
        letters,
        is_known,
    )
}

/// Reads a move that a player types: as at the table, as in a script, or as in an attempt; at Mus in every language.
pub fn read_typed_move(reader: &mut LineTokenReader, is_mus: bool) -> LinePieceResult<ParsedMove> {
    if is_mus {
        let verb = take_mus_verb(
            longest_verb(reader, &|verb| verb.words_in_every_language().collect()),
            reader,
            KeywordPlace::Move,
        )?;
        return read_move_arguments(verb, reader, KeywordPlace::Move);
    }
    if reader.next_keyword_at(KeywordPlace::Try).is_some() {
        read_verb_move(reader, KeywordPlace::Try, "a move")
    } else {
        read_move(reader)
    }
}

/// Reads a move as a script has it, behind the name of the player.
fn read_move(reader: &mut LineTokenReader) -> LinePieceResult<ParsedMove> {
    let keyword = reader.next_keyword_at(KeywordPlace::Move);
    if reader.is_mus() || matches!(keyword, Some(Keyword::Does(_))) {
        read_verb_move(reader, KeywordPlace::Move, "a move")
    } else if keyword.or(reader.next_keyword()).is_none() && reader.is_at_possible_card() {
        read_card_move(reader)
    } else {
        Err(unknown_move_error(reader).into())
    }
}

/// Reads a card that is played.
fn read_card_move(reader: &mut LineTokenReader) -> LinePieceResult<ParsedMove> {
    Ok(ParsedMove {
        cards: vec![reader.expect_card()?],
        ..ParsedMove::without_arguments(Verb::Play)
    })
}

/// Reads a verb of a place and what follows it.
fn read_verb_move(
    reader: &mut LineTokenReader,
    place: KeywordPlace,
    expected: &str,
) -> LinePieceResult<ParsedMove> {
    let verb = read_verb(reader, place, expected)?;
    read_move_arguments(verb, reader, place)
}

/// Reads the cards, the suit or the number that follow a verb.
fn read_move_arguments(
    verb: Verb,
    reader: &mut LineTokenReader,
    place: KeywordPlace,
) -> LinePieceResult<ParsedMove> {
    let mut deed = ParsedMove::without_arguments(verb);
    for (at, piece) in verb.pieces().enumerate() {
        match piece {
            // A player whose discard is refused is served no cards.
            MoveArgKind::Word(_) if verb == Verb::Discard && place == KeywordPlace::Try => break,
            MoveArgKind::Word(word) if at == verb.required_piece_count() => {
                if !reader.take_keyword(Keyword::from_english_inside_statement(word)) {
                    break;
                }
            }
            MoveArgKind::Word(word) => {
                reader.expect_keywords(&[Keyword::from_english_inside_statement(word)])?
            }
            MoveArgKind::Laid => deed.cards = reader.expect_cards()?,
            MoveArgKind::Drawn => {
                deed.drawn = Some(reader.read_value_or_gap(LineTokenReader::expect_cards)?)
            }
            MoveArgKind::Card => deed.cards = vec![reader.expect_card()?],
            MoveArgKind::Suit => {
                reader.note_continuation_if_at_end(PossibleToken::Suit);
                let suit = read_suit(reader.next_token().text)
                    .filter(|_| reader.next_kind() == TokenKind::Word);
                let value = suit.ok_or_else(|| {
                    let text = reader.next_token().text;
                    let meant = suit_sign_of_word(text, reader.vocabulary.letters);
                    reader
                        .unexpected_token_error("a suit: ♠, ♥, ♦, ♣ or its name")
                        .with_suggestion(meant, str::to_owned)
                })?;
                deed.suit = Some(Spanned {
                    value,
                    span: reader.take_token().span,
                });
            }
            MoveArgKind::Number if verb.kind() == MoveOccasion::Fault => {
                let number = reader.expect_number("a number of cards", 52);
                deed.number =
                    Some(number.map_err(|wrong| with_help_if_stands_meant(reader, *wrong))?);
            }
            MoveArgKind::Number => deed.number = read_bet(verb, reader)?,
        }
    }
    Ok(deed)
}

/// Adds what to write where a player is said to hold something that is no number of cards: the word may be meant as *stands*.
fn with_help_if_stands_meant(reader: &LineTokenReader, wrong: Diagnostic) -> Box<Diagnostic> {
    let [holds, stands] =
        [Verb::HoldCards, Verb::Stand].map(|verb| reader.spell_keyword(Keyword::Does(verb)));
    let cards = reader.spell_keyword(Keyword::Cards);
    Box::new(wrong.with_help(format!(
        "write `{holds} 6 {cards}` for the fault of holding 6 cards, or `{stands}` to keep all cards"
    )))
}

/// Reads the number of stones of a bet, if it has one.
fn read_bet(verb: Verb, reader: &mut LineTokenReader) -> LinePieceResult<Option<Spanned<i64>>> {
    reader.note_continuation_if_at_end(PossibleToken::Number);
    let by = verb
        .words(reader.vocabulary.letters)
        .and_then(|words| words.by);
    reader.skip_tokens((by == Some(reader.next_token().text)).into());
    if !reader
        .next_token()
        .text
        .starts_with(|first: char| first.is_ascii_digit())
    {
        return Ok(None);
    }
    let number = reader.expect_chip_amount()?;
    ensure(number.value != 0, || {
        diagnose!("bet-of-nothing", &number.span)
    })?;
    Ok(Some(number))
}

/// Reads the choices of a player: cards, declarations, or `?`.
fn read_choices(
    reader: &mut LineTokenReader,
) -> LinePieceResult<Spanned<ExpectedValueOrGap<MoveChoices>>> {
    reader.read_value_or_gap(|reader| {
        if reader.is_mus() || reader.next_keyword_at(KeywordPlace::Choice).is_some() {
            let mut choices = vec![read_declaration_choice(reader)?];
            while reader.take_keyword(Keyword::Or) {
                choices.push(read_declaration_choice(reader)?);
            }
            return Ok(MoveChoices::Declarations(choices));
        }
        if reader.next_keyword().is_none() && reader.is_at_possible_card() {
            return read_card_set(reader).map(MoveChoices::Cards);
        }
        Err(reader
            .unexpected_at_place_error("cards, `?` or a declaration", KeywordPlace::Choice)
            .into())
    })
}

/// Reads cards, each of which stands once. The word `or` may stand between them.
fn read_card_set(reader: &mut LineTokenReader) -> LinePieceResult<CardSet> {
    let mut cards = reader.expect_cards()?;
    while reader.is_next_keyword(Keyword::Or) && reader.is_card_after_next() {
        reader.take_token();
        cards.extend(reader.expect_cards()?);
    }
    let mut set = CardSet::EMPTY;
    for (at, card) in cards.iter().enumerate() {
        if set.has(card.value)
            && let Some(first) = cards[..at].iter().find(|first| first.value == card.value)
        {
            let wrong = diagnose!("card-twice-of-these", &card.span, card = card.value);
            return Err(wrong.with_first_place(first).into());
        }
        set = set.with(card.value);
    }
    Ok(set)
}

/// Reads a declaration that may be made, with the number of cards that may be changed.
fn read_declaration_choice(reader: &mut LineTokenReader) -> LinePieceResult<DeclarationChoice> {
    let verb = read_verb(reader, KeywordPlace::Choice, "a declaration")?;
    let done = if reader.is_mus() {
        "discarded"
    } else {
        "exchanged"
    };
    let has_cards = verb.pieces().next() == Some(MoveArgKind::Laid);
    let most = if has_cards {
        reader
            .expect_number(&format!("the number of cards that may be {done}"), 52)?
            .value
    } else {
        0
    };
    Ok(DeclarationChoice {
        verb,
        max_cards: most as u8,
    })
}
