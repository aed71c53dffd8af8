//! The lines of a `script` fence, where tricks are played and at Mus.

use super::synonyms::{synonym, word_here};
use super::{
    At, Choice, Choices, Deed, Diagnostic, Hole, Keyword, Kind, Line, Place, Read, Reader,
    Statement, Want, composed, ensure, quoted, say,
};
use crate::cards::{Letters, Seat, Set, read_card, read_suit};
use crate::rules::{ArgKind, ClauseId, MoveKind, Verb, VerbWords, mus::BettingPhase};

pub fn read_line(reader: &mut Reader) -> Read<Line> {
    let start = reader.start();
    if let Some(value) = alone(reader)? {
        let statements = vec![reader.at(start, value)];
        return reader.end("the end of the line").map(|()| Line {
            statements,
            ..Line::default()
        });
    }
    let mut trick = None;
    let mut lance = None;
    if reader.is_mus() && !reader.is_name() {
        if let Some(phase) = next_lance(reader) {
            reader.skip();
            reader.sign(Kind::Colon)?;
            lance = Some(reader.at(start, phase));
        }
    } else if reader.kind() == Kind::Number && !reader.is_mus() {
        let token = reader.skip();
        let number = token
            .text
            .parse()
            .map_err(|_| say!("too-many-tricks", &token.span))?;
        trick = Some(At {
            value: number,
            span: token.span,
        });
    }
    let statements = if lance.is_some() && reader.sees(Kind::Arrow) {
        Vec::new()
    } else {
        listed(reader)?
    };
    let mut winner = None;
    if reader.take(Kind::Arrow) {
        winner = Some(reader.hole(read_winner)?);
    }
    let expected = if winner.is_some() {
        "the end of the line"
    } else {
        "`,`, `->` or the end of the line"
    };
    reader.end(expected)?;
    Ok(Line {
        trick,
        lance,
        statements,
        winner,
    })
}

/// Reads who wins a trick or a phase: a player, or nobody.
fn read_winner(reader: &mut Reader) -> Read<Option<Seat>> {
    let may_be_nobody = reader.names.tell(ClauseId::PhaseOrder) && !reader.is_name();
    if may_be_nobody && reader.take_word(Keyword::None) {
        return Ok(None);
    }
    Ok(Some(reader.name()?.value))
}

/// Reads what has a line for itself: `stop`, `mus seen`, `score 2 9`.
fn alone(reader: &mut Reader) -> Read<Option<Statement>> {
    if reader.is(Keyword::Stop) && !reader.is_name() {
        reader.skip();
        return Ok(Some(Statement::Stop));
    }
    if !reader.is_mus() || reader.is_name() {
        return Ok(None);
    }
    if reader.take_word(Keyword::Score) {
        let first = reader.hole(read_score)?;
        let second = reader.hole(read_score)?;
        return Ok(Some(Statement::Score([first, second])));
    }
    if said(reader, Place::Deed) != Some((Verb::Mus, 1)) {
        return Ok(None);
    }
    reader.skip();
    reader.words(&[Keyword::Seen])?;
    Ok(Some(Statement::Seen))
}

fn read_score(reader: &mut Reader) -> Read<i64> {
    Ok(reader.amount()?.value)
}

/// Returns the phase whose word comes next; its word is the same in every language.
pub fn next_lance(reader: &Reader) -> Option<BettingPhase> {
    if reader.kind() != Kind::Word {
        return None;
    }
    let word = reader.peek().text;
    BettingPhase::ALL
        .iter()
        .copied()
        .find(|lance| lance.word() == word)
}

fn listed(reader: &mut Reader) -> Read<Vec<At<Statement>>> {
    let mut statements = vec![reader.placed(statement)?];
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        reader.want(Want::Name);
        ensure(!matches!(reader.kind(), Kind::End | Kind::Arrow), || {
            say!("trailing-comma", &comma)
        })?;
        statements.push(reader.placed(statement)?);
    }
    let end = reader.since(0).end;
    ensure(!reader.is_name(), || {
        say!("missing-comma", &reader.peek().span).fix_at(end..end, ",")
    })?;
    Ok(statements)
}

fn statement(reader: &mut Reader) -> Read<Statement> {
    let seat = reader.name()?;
    match reader.keyword_of(Place::Deed) {
        Some(Keyword::May) => {
            reader.skip();
            let choices = choices(reader)?;
            let mut clause = None;
            if reader.take(Kind::Open) {
                clause = Some(reader.topic()?);
                reader.sign(Kind::Close)?;
            }
            Ok(Statement::May {
                seat,
                choices,
                clause,
            })
        }
        Some(Keyword::Tries) => tries(seat, reader),
        _ => Ok(Statement::Does {
            seat,
            deed: deed(reader)?,
        }),
    }
}

fn tries(seat: At<Seat>, reader: &mut Reader) -> Read<Statement> {
    reader.skip();
    let deed = reader.placed(attempt)?;
    if !reader.take(Kind::Open) {
        let word = reader.word(Keyword::Refused);
        let [named, open] = ["play.trump", "?"].map(|clause| format!("`({word}: {clause})`"));
        let help = format!(
            "an attempt names the clause that refuses it, {named}, or leaves it open, {open}"
        );
        return Err(reader
            .unexpected(&format!("`({word}: …)`"))
            .help(help)
            .into());
    }
    reader.words(&[Keyword::Refused])?;
    reader.sign(Kind::Colon)?;
    let clause = reader.topic()?;
    let mut legal = None;
    if reader.take(Kind::Semicolon) {
        reader.words(&[Keyword::Legal])?;
        reader.sign(Kind::Colon)?;
        legal = Some(choices(reader)?);
    }
    reader.sign(Kind::Close)?;
    Ok(Statement::Tries {
        seat,
        deed,
        clause,
        legal,
    })
}

fn attempt(reader: &mut Reader) -> Read<Deed> {
    if reader.is_mus() {
        reader.words(&[Keyword::To])?;
    } else if !reader.take_word(Keyword::To) {
        let expected = format!(
            "a card, or `{}` and what is tried",
            reader.word(Keyword::To)
        );
        return if reader.is_card_like() {
            card(reader)
        } else {
            Err(reader.unexpected(&expected).into())
        };
    }
    verbal(reader, Place::Try, "what is tried")
}

/// The word that is written here for a move of other games, where these moves are known.
pub fn meant(theirs: Verb, known: impl Fn(Verb) -> bool) -> Option<&'static str> {
    word_here(theirs.words(Letters::English)?.does, known)
}

/// Reads a move as one says it at the table, as it is told, or as it is tried; at Mus in every language.
pub fn spoken(reader: &mut Reader, at_mus: bool) -> Read<Deed> {
    if at_mus {
        let verb = taken(
            longest(reader, &|verb| verb.in_all().collect()),
            reader,
            Place::Deed,
        )?;
        return with_pieces(verb, reader, Place::Deed);
    }
    if reader.keyword_of(Place::Try).is_some() {
        verbal(reader, Place::Try, "what is tried")
    } else {
        deed(reader)
    }
}

fn deed(reader: &mut Reader) -> Read<Deed> {
    let keyword = reader.keyword_of(Place::Deed);
    if reader.is_mus() || matches!(keyword, Some(Keyword::Does(_))) {
        verbal(reader, Place::Deed, "what the player does")
    } else if keyword.or(reader.keyword()).is_none() && reader.is_card_like() {
        card(reader)
    } else {
        Err(no_deed(reader).into())
    }
}

fn card(reader: &mut Reader) -> Read<Deed> {
    Ok(Deed {
        cards: vec![reader.card()?],
        ..Deed::of(Verb::Play)
    })
}

fn verbal(reader: &mut Reader, place: Place, expected: &str) -> Read<Deed> {
    let verb = verb(reader, place, expected)?;
    with_pieces(verb, reader, place)
}

pub fn verb(reader: &mut Reader, place: Place, expected: &str) -> Read<Verb> {
    if reader.is_mus() {
        return taken(said(reader, place), reader, place);
    }
    let keyword = reader.keyword_at(place, expected)?;
    object(keyword, reader)
}

fn with_pieces(verb: Verb, reader: &mut Reader, place: Place) -> Read<Deed> {
    let mut deed = Deed::of(verb);
    for (at, piece) in verb.pieces().enumerate() {
        match piece {
            // Who tries in vain to lay cards down is served none.
            ArgKind::Word(_) if verb == Verb::Discard && place == Place::Try => break,
            ArgKind::Word(word) if at == verb.needed() => {
                if !reader.take_word(Keyword::inside(word)) {
                    break;
                }
            }
            ArgKind::Word(word) => reader.words(&[Keyword::inside(word)])?,
            ArgKind::Laid => deed.cards = reader.cards()?,
            ArgKind::Drawn => deed.drawn = Some(reader.hole(Reader::cards)?),
            ArgKind::Card => deed.cards = vec![reader.card()?],
            ArgKind::Suit => {
                reader.want(Want::Suit);
                let suit = read_suit(reader.peek().text).filter(|_| reader.kind() == Kind::Word);
                let value =
                    suit.ok_or_else(|| reader.unexpected("a suit: ♠, ♥, ♦, ♣ or its word"))?;
                deed.suit = Some(At {
                    value,
                    span: reader.skip().span,
                });
            }
            ArgKind::Number if verb.sort() == MoveKind::Fault => {
                deed.number = Some(reader.number("a number of cards", 52)?)
            }
            ArgKind::Number => deed.number = bet(verb, reader)?,
        }
    }
    Ok(deed)
}

fn bet(verb: Verb, reader: &mut Reader) -> Read<Option<At<i64>>> {
    reader.want(Want::Number);
    let by = verb.words(reader.names.letters).and_then(|words| words.by);
    reader.pass((by == Some(reader.peek().text)).into());
    if !reader
        .peek()
        .text
        .starts_with(|first: char| first.is_ascii_digit())
    {
        return Ok(None);
    }
    let number = reader.amount()?;
    ensure(number.value != 0, || say!("bet-of-nothing", &number.span))?;
    Ok(Some(number))
}

/// The move of Mus whose words come next as a place has them, and how many tokens they take.
pub fn said(reader: &Reader, place: Place) -> Option<(Verb, usize)> {
    longest(reader, &|verb| {
        let mut forms = Vec::new();
        for words in verb.spellings(reader.names.letters) {
            push_forms(&mut forms, words, place);
        }
        forms
    })
}

/// Adds how a verb is written at a place.
fn push_forms(forms: &mut Vec<&'static str>, words: &'static VerbWords, place: Place) {
    match place {
        Place::Deed => {
            forms.push(words.does);
            forms.extend(words.also);
        }
        Place::Try => forms.push(words.tried.unwrap_or(words.bare)),
        _ => forms.push(words.bare),
    }
}

/// The verb whose words come next, and how many tokens they take: the longest of those that fit. A token may be two words.
fn longest(reader: &Reader, spelled: &dyn Fn(Verb) -> Vec<&'static str>) -> Option<(Verb, usize)> {
    let beginnings = beginnings(reader);
    let mut longest: Option<(Verb, usize)> = None;
    for verb in Verb::ALL.iter().copied() {
        if !reader.names.tell(verb.topic()) {
            continue;
        }
        for words in spelled(verb) {
            if let Some(at) = beginnings.iter().position(|beginning| beginning == words)
                && longest.is_none_or(|(_, tokens)| at + 1 > tokens)
            {
                longest = Some((verb, at + 1));
            }
        }
    }
    longest
}

/// Returns the next word, the next two, and so on: no verb has more than eight.
fn beginnings(reader: &Reader) -> Vec<String> {
    let mut beginnings = Vec::new();
    let mut beginning = String::new();
    for token in reader.rest().iter().take(8) {
        if token.kind != Kind::Word {
            break;
        }
        if !beginning.is_empty() {
            beginning.push(' ');
        }
        beginning += &composed(token.text).replace('\u{2019}', "'");
        beginnings.push(beginning.clone());
    }
    beginnings
}

fn taken(found: Option<(Verb, usize)>, reader: &mut Reader, place: Place) -> Read<Verb> {
    if let Some((verb, tokens)) = found {
        reader.pass(tokens);
        return Ok(verb);
    }
    if place == Place::Deed && synonym(reader.rest(), reader.names, place).is_some() {
        return Err(reader.unexpected_at("what the player does", place).into());
    }
    if !reader.keyword().is_some_and(is_of_tricks) && !reader.is_card_like() {
        return Err(reader.unexpected_at("what the player does", place).into());
    }
    let token = reader.peek();
    let written = quoted(token.text);
    let all = reader.listed(Place::Deed);
    Err(say!("of-games-with-tricks", &token.span, written, all).into())
}

/// Whether a keyword tells what a player does in games with tricks.
fn is_of_tricks(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Takes | Keyword::Owes | Keyword::Pays)
        || keyword.verbs().next().is_some()
}

/// Takes what a verb is said of; which verb it is may hang on that: `takes the fille`, `takes the turn-up`.
fn object(keyword: Keyword, reader: &mut Reader) -> Read<Verb> {
    let mut candidates: Vec<(Verb, Vec<&str>)> = Vec::new();
    for verb in keyword.verbs() {
        if reader.names.tell(verb.topic()) {
            candidates.push((verb, verb.row().object.split_whitespace().collect()));
        }
    }
    let mut at = 0;
    loop {
        let mut next: Vec<&str> = Vec::new();
        let mut whole = None;
        for (verb, words) in &candidates {
            if words.len() == at && whole.is_none() {
                whole = Some(*verb);
            }
            next.extend(words.get(at));
        }
        next.dedup();
        if next.is_empty() {
            return whole.ok_or_else(|| no_deed(reader).into());
        }
        let Some(word) = object_word(&next, whole.is_some(), reader)? else {
            // What else it may be said of need not follow.
            return whole.ok_or_else(|| no_deed(reader).into());
        };
        candidates.retain(|(_, words)| words.get(at) == Some(&word));
        at += 1;
    }
}

/// Takes one of the words that may come next in what a verb is said of; none if none follows and none need follow.
fn object_word<'a>(next: &[&'a str], may_end: bool, reader: &mut Reader) -> Read<Option<&'a str>> {
    if next == ["FLUSH"] {
        reader.keyword_at(Place::Flush, "the word for the flush")?;
        return Ok(Some("FLUSH"));
    }
    if let [word] = next
        && !may_end
    {
        reader.words(&[Keyword::inside(word)])?;
        return Ok(Some(word));
    }
    for word in next {
        if reader.take_word(Keyword::inside(word)) {
            return Ok(Some(word));
        }
    }
    if may_end {
        return Ok(None);
    }
    let mut words = Vec::new();
    for word in next {
        words.push(format!("`{}`", reader.word(Keyword::inside(word))));
    }
    Err(reader.unexpected(&words.join(" or ")).into())
}

/// Says that the next word tells nothing that a player does.
fn no_deed(reader: &Reader) -> Diagnostic {
    let word = reader.peek().text;
    let wrong = reader.unexpected("what the player does");
    if word == "plays" {
        return wrong.help("a card is played by naming it: `Anne 9♥`");
    }
    if let Some((text, others, end)) = synonym(reader.rest(), reader.names, Place::Deed) {
        let span = reader.start()..end;
        return Diagnostic { span, ..wrong }.written_here_as(&text, &others);
    }
    if read_card(&format!("{word}♠"), reader.names.letters).is_ok() {
        let suits = reader.names.letters.suits().map(String::from).join(" ");
        return wrong.help(format!(
            "the suit of this card is missing: ♠ ♥ ♦ ♣, or {suits}"
        ));
    }
    reader.unexpected_at("a card or what the player does", Place::Deed)
}

fn choices(reader: &mut Reader) -> Read<At<Hole<Choices>>> {
    reader.hole(|reader| {
        if reader.is_mus() || reader.keyword_of(Place::Choice).is_some() {
            let mut choices = vec![choice(reader)?];
            while reader.take_word(Keyword::Or) {
                choices.push(choice(reader)?);
            }
            return Ok(Choices::Declarations(choices));
        }
        if reader.keyword().is_none() && reader.is_card_like() {
            return cards(reader).map(Choices::Cards);
        }
        Err(reader
            .unexpected_at("cards, `?`, or what may be declared", Place::Choice)
            .into())
    })
}

fn cards(reader: &mut Reader) -> Read<Set> {
    let cards = reader.cards()?;
    let mut set = Set::EMPTY;
    for (at, card) in cards.iter().enumerate() {
        if set.has(card.value)
            && let Some(first) = cards[..at].iter().find(|first| first.value == card.value)
        {
            let wrong = say!("card-twice-of-these", &card.span, card = card.value);
            return Err(wrong.again(first).into());
        }
        set = set.with(card.value);
    }
    Ok(set)
}

fn choice(reader: &mut Reader) -> Read<Choice> {
    let verb = verb(reader, Place::Choice, "what may be declared")?;
    let done = if reader.is_mus() {
        "laid down"
    } else {
        "exchanged"
    };
    let has_cards = verb.pieces().next() == Some(ArgKind::Laid);
    let most = if has_cards {
        reader
            .number(&format!("how many cards may be {done}"), 52)?
            .value
    } else {
        0
    };
    Ok(Choice {
        verb,
        most: most as u8,
    })
}
