//! The lines of a `script` fence, where tricks are played and at Mus.

use super::synonyms::{synonym, word_here};
use super::{
    At, Choice, Choices, Deed, Diagnostic, Hole, Keyword, Kind, Line, Place, Read, Reader,
    Statement, Want, composed, ensure, quoted, say,
};
use crate::cards::{Letters, Seat, Set, read_card, read_suit};
use crate::rules::{Piece, Sort, Topic, Verb, Words, mus::Lance};
use std::cmp::Reverse;

pub fn read_line(reader: &mut Reader) -> Read<Line> {
    let start = reader.start();
    if let Some(value) = alone(reader)? {
        let statements = vec![reader.at(start, value)];
        return reader.end("the end of the line").map(|()| Line {
            statements,
            ..Line::default()
        });
    }
    let (mut trick, mut lance) = (None, None);
    if let Some(phase) = self::lance(reader).filter(|_| reader.is_mus() && !reader.is_name()) {
        reader.skip();
        reader.sign(Kind::Colon)?;
        lance = Some(reader.at(start, phase));
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
        let nobody = reader.names.tell(Topic::PhaseOrder) && !reader.is_name();
        winner = Some(
            reader.hole(|reader| match nobody && reader.take_word(Keyword::None) {
                true => Ok(None),
                false => reader.name().map(|name| Some(name.value)),
            })?,
        );
    }
    reader.end(if winner.is_some() {
        "the end of the line"
    } else {
        "`,`, `->` or the end of the line"
    })?;
    Ok(Line {
        trick,
        lance,
        statements,
        winner,
    })
}

/// What has a line for itself: `stop`, `mus seen`, `score 2 9`.
fn alone(reader: &mut Reader) -> Read<Option<Statement>> {
    if reader.is(Keyword::Stop) && !reader.is_name() {
        reader.skip();
        return Ok(Some(Statement::Stop));
    }
    if !reader.is_mus() || reader.is_name() {
        return Ok(None);
    }
    if reader.take_word(Keyword::Score) {
        let mut score = || reader.hole(|reader| reader.amount().map(|amount| amount.value));
        return Ok(Some(Statement::Score([score()?, score()?])));
    }
    if said(reader, Place::Deed) != Some((Verb::Mus, 1)) {
        return Ok(None);
    }
    reader.skip();
    reader.words(&[Keyword::Seen])?;
    Ok(Some(Statement::Seen))
}

/// The phase whose word comes next; its word is the same in every language.
pub fn lance(reader: &Reader) -> Option<Lance> {
    Lance::ALL
        .iter()
        .copied()
        .find(|lance| reader.kind() == Kind::Word && lance.word() == reader.peek().text)
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
            let (choices, mut clause) = (choices(reader)?, None);
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
    let (clause, mut legal) = (reader.topic()?, None);
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
            Piece::Word(_) if verb == Verb::Discard && place == Place::Try => break,
            Piece::Word(word) if at == verb.needed() => {
                if !reader.take_word(Keyword::inside(word)) {
                    break;
                }
            }
            Piece::Word(word) => reader.words(&[Keyword::inside(word)])?,
            Piece::Laid => deed.cards = reader.cards()?,
            Piece::Drawn => deed.drawn = Some(reader.hole(Reader::cards)?),
            Piece::Card => deed.cards = vec![reader.card()?],
            Piece::Suit => {
                reader.want(Want::Suit);
                let suit = read_suit(reader.peek().text).filter(|_| reader.kind() == Kind::Word);
                let value =
                    suit.ok_or_else(|| reader.unexpected("a suit: ♠, ♥, ♦, ♣ or its word"))?;
                deed.suit = Some(At {
                    value,
                    span: reader.skip().span,
                });
            }
            Piece::Number if verb.sort() == Sort::Fault => {
                deed.number = Some(reader.number("a number of cards", 52)?)
            }
            Piece::Number => deed.number = bet(verb, reader)?,
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
    let form = |words: &'static Words| match place {
        Place::Deed => words.does,
        Place::Try => words.tried.unwrap_or(words.bare),
        _ => words.bare,
    };
    let forms = |words: &'static Words| {
        let also = words.also.filter(|_| place == Place::Deed);
        std::iter::once(form(words)).chain(also)
    };
    longest(reader, &|verb| {
        verb.spellings(reader.names.letters)
            .flat_map(forms)
            .collect()
    })
}

/// The verb whose words come next, and how many tokens they take: the longest of those that fit. A token may be two words.
fn longest(reader: &Reader, spelled: &dyn Fn(Verb) -> Vec<&'static str>) -> Option<(Verb, usize)> {
    let mut begun: Vec<String> = Vec::new();
    // No verb has more words.
    for token in reader
        .rest()
        .iter()
        .take_while(|token| token.kind == Kind::Word)
        .take(8)
    {
        let before = begun
            .last()
            .map_or(String::new(), |before| format!("{before} "));
        begun.push(before + &composed(token.text).replace('\u{2019}', "'"));
    }
    let told = Verb::ALL
        .iter()
        .copied()
        .filter(|verb| reader.names.tell(verb.topic()));
    let all = told.flat_map(|verb| spelled(verb).into_iter().map(move |words| (verb, words)));
    let fits = all
        .filter_map(|(verb, words)| Some((verb, begun.iter().position(|said| said == words)? + 1)));
    fits.min_by_key(|(_, tokens)| Reverse(*tokens))
}

fn taken(found: Option<(Verb, usize)>, reader: &mut Reader, place: Place) -> Read<Verb> {
    if let Some((verb, tokens)) = found {
        reader.pass(tokens);
        return Ok(verb);
    }
    if place == Place::Deed && synonym(reader.rest(), reader.names, place).is_some() {
        return Err(reader.unexpected_at("what the player does", place).into());
    }
    let is_move = |word: Keyword| {
        matches!(word, Keyword::Takes | Keyword::Owes | Keyword::Pays)
            || word.verbs().next().is_some()
    };
    let is_known = reader.keyword().is_some_and(is_move) || reader.is_card_like();
    ensure(is_known, || {
        reader.unexpected_at("what the player does", place)
    })?;
    let (token, all) = (reader.peek(), reader.listed(Place::Deed));
    Err(say!(
        "of-games-with-tricks",
        &token.span,
        written = quoted(token.text),
        all
    )
    .into())
}

/// Takes what a verb is said of; which verb it is may hang on that: `takes the fille`, `takes the turn-up`.
fn object(keyword: Keyword, reader: &mut Reader) -> Read<Verb> {
    let known = keyword
        .verbs()
        .filter(|verb| reader.names.tell(verb.topic()));
    let mut left: Vec<(Verb, Vec<&str>)> = known
        .map(|verb| (verb, verb.row().object.split_whitespace().collect()))
        .collect();
    let mut at = 0;
    loop {
        let mut next: Vec<&str> = left
            .iter()
            .filter_map(|(_, words)| words.get(at).copied())
            .collect();
        next.dedup();
        let whole = left
            .iter()
            .find(|(_, words)| words.len() == at)
            .map(|(verb, _)| *verb);
        let word = match (&next[..], whole) {
            ([], _) => return whole.ok_or_else(|| no_deed(reader).into()),
            (["FLUSH"], _) => {
                reader.keyword_at(Place::Flush, "the word for the flush")?;
                "FLUSH"
            }
            ([word], None) => {
                reader.words(&[Keyword::inside(word)])?;
                word
            }
            _ => match (
                next.iter()
                    .find(|word| reader.take_word(Keyword::inside(word))),
                whole,
            ) {
                (Some(word), _) => word,
                // What else it may be said of need not follow.
                (None, Some(verb)) => return Ok(verb),
                (None, None) => {
                    let words = next
                        .iter()
                        .map(|word| format!("`{}`", reader.word(Keyword::inside(word))));
                    return Err(reader
                        .unexpected(&words.collect::<Vec<_>>().join(" or "))
                        .into());
                }
            },
        };
        left.retain(|(_, words)| words.get(at) == Some(&word));
        at += 1;
    }
}

fn no_deed(reader: &Reader) -> Diagnostic {
    let word = reader.peek().text;
    let wrong = || reader.unexpected("what the player does");
    if word == "plays" {
        return wrong().help("a card is played by naming it: `Anne 9♥`");
    }
    if let Some((text, others, end)) = synonym(reader.rest(), reader.names, Place::Deed) {
        let wrong = Diagnostic {
            span: reader.start()..end,
            ..wrong()
        };
        return wrong.written_here_as(&text, &others);
    }
    let is_half_a_card = read_card(&format!("{word}♠"), reader.names.letters).is_ok();
    if is_half_a_card {
        let suits = reader.names.letters.suits().map(String::from).join(" ");
        return wrong().help(format!(
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
    let first = |at: usize| {
        cards[..at]
            .iter()
            .find(|before| before.value == cards[at].value)
    };
    let twice = (1..cards.len().min(53)).find_map(|at| Some((&cards[at], first(at)?)));
    let Some((again, first)) = twice else {
        return Ok(cards.into_iter().map(|card| card.value).collect());
    };
    Err(say!("card-twice-of-these", &again.span, card = again.value)
        .again(first)
        .into())
}

fn choice(reader: &mut Reader) -> Read<Choice> {
    let verb = verb(reader, Place::Choice, "what may be declared")?;
    let done = if reader.is_mus() {
        "laid down"
    } else {
        "exchanged"
    };
    let has_cards = verb.pieces().next() == Some(Piece::Laid);
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
