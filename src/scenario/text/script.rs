//! The lines of a `script` fence.

use super::pieces::{Wrong, each_line, trailing_comma};
use super::{
    At, Choice, Choices, Content, Deed, Diagnostic, Hole, Keyword, Kind, Line, Names, Place, Read, Reader, Statement,
    Want, Word, say, slips,
};
use crate::cards::{Letters, Seat, Set, Suit, read_suit};
use crate::rules::{Piece, Topic, Verb};

/// Reads a script; each line that cannot be read is told and left out.
pub fn read(content: &Content, names: &Names, line: fn(&mut Reader) -> Read<Line>) -> (Vec<Line>, Wrong) {
    let mut lines = Vec::new();
    let wrong = each_line((Word::Script, content), names, |reader| {
        lines.push(line(reader)?);
        Ok(())
    });
    (lines, wrong)
}

pub fn read_line(reader: &mut Reader) -> Read<Line> {
    if reader.is(Keyword::Stop) && !reader.is_name() {
        return stop(reader);
    }
    let trick = trick(reader)?;
    let statements = listed(reader, statement)?;
    let winner = winner(reader)?;
    reader.end(if winner.is_some() { "the end of the line" } else { "`,`, `->` or the end of the line" })?;
    Ok(Line { trick, lance: None, statements, winner })
}

pub fn stop(reader: &mut Reader) -> Read<Line> {
    let statement = At { value: Statement::Stop, span: reader.skip().span };
    reader.end("the end of the line")?;
    Ok(Line { trick: None, lance: None, statements: vec![statement], winner: None })
}

fn trick(reader: &mut Reader) -> Read<Option<At<u32>>> {
    if reader.kind() != Kind::Number {
        return Ok(None);
    }
    let token = reader.skip();
    let value = token.text.parse().map_err(|_| say!("too-many-tricks", &token.span))?;
    Ok(Some(At { value, span: token.span }))
}

/// Statements, parted by commas.
pub fn listed(reader: &mut Reader, statement: fn(&mut Reader) -> Read<At<Statement>>) -> Read<Vec<At<Statement>>> {
    let mut statements = vec![statement(reader)?];
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        reader.want(Want::Name);
        if matches!(reader.kind(), Kind::End | Kind::Arrow) {
            return Err(trailing_comma(&comma).into());
        }
        statements.push(statement(reader)?);
    }
    if !reader.is_name() {
        return Ok(statements);
    }
    let end = reader.since(0).end;
    Err(say!("missing-comma", &reader.peek().span).fix_at(end..end, ",").into())
}

fn statement(reader: &mut Reader) -> Read<At<Statement>> {
    let start = reader.start();
    let seat = reader.name()?;
    let value = said(seat, reader)?;
    Ok(At { value, span: reader.since(start) })
}

pub fn winner(reader: &mut Reader) -> Read<Option<At<Hole<Option<Seat>>>>> {
    if !reader.take(Kind::Arrow) {
        return Ok(None);
    }
    let nobody = reader.names().tell(Topic::PhaseOrder) && !reader.is_name();
    reader
        .hole(|reader| match nobody && reader.take_word(Keyword::None) {
            true => Ok(None),
            false => reader.name().map(|name| Some(name.value)),
        })
        .map(Some)
}

/// The word that is written here for a move of other games, where these moves are known.
pub fn meant(theirs: Verb, known: impl Fn(Verb) -> bool) -> Option<&'static str> {
    ours(theirs.words(Letters::English)?.does, known)
}

/// The word here for one that other games and older drafts use: the first that is known.
fn ours(theirs: &str, known: impl Fn(Verb) -> bool) -> Option<&'static str> {
    let mut ours = slips::elsewhere(theirs)?.split('|').filter_map(|word| Keyword::of(word, Letters::English));
    ours.find(|word| word.verbs().any(&known)).map(Keyword::spelling)
}

fn said(seat: At<Seat>, reader: &mut Reader) -> Read<Statement> {
    match reader.keyword_of(Place::Deed) {
        Some(Keyword::May) => may(seat, reader, choices),
        Some(Keyword::Tries) => tries(seat, reader),
        _ => Ok(Statement::Does { seat, deed: deed(reader)? }),
    }
}

/// Reads a move, as it is told or as it is tried: `folds` and `fold`.
pub fn spoken(reader: &mut Reader) -> Read<Deed> {
    if let Some(verb) = reader.keyword_of(Place::Try) { verbal(verb, reader) } else { deed(reader) }
}

fn deed(reader: &mut Reader) -> Read<Deed> {
    match reader.keyword_of(Place::Deed) {
        Some(verb @ Keyword::Does(_)) => verbal(verb, reader),
        None if reader.keyword().is_none() && reader.is_card_like() => card(reader),
        _ => Err(no_deed(reader).into()),
    }
}

fn card(reader: &mut Reader) -> Read<Deed> {
    Ok(Deed { cards: vec![reader.card()?], ..Deed::of(Verb::Play) })
}

/// Reads a verb and what follows it, told or tried.
fn verbal(keyword: Keyword, reader: &mut Reader) -> Read<Deed> {
    reader.skip();
    let mut deed = Deed::of(object(keyword, reader)?);
    let needed = deed.verb.needed();
    for (at, piece) in deed.verb.pieces().enumerate() {
        match piece {
            Piece::Word(word) if at == needed => {
                if !reader.take_word(Keyword::inside(word)) {
                    break;
                }
            }
            Piece::Word(word) => reader.words(&[Keyword::inside(word)])?,
            Piece::Laid => deed.cards = reader.cards()?,
            Piece::Drawn => deed.drawn = Some(reader.hole(Reader::cards)?),
            Piece::Card => deed.cards = vec![reader.card()?],
            Piece::Suit => deed.suit = Some(suit(reader)?),
            Piece::Number => {
                let number = reader.number("a number of cards", 52)?;
                deed.number = Some(At { value: number.value.into(), span: number.span });
            }
        }
    }
    Ok(deed)
}

/// Takes what a verb is said of; which verb it is may hang on that: `takes the fille`, `takes the turn-up`.
pub fn object(keyword: Keyword, reader: &mut Reader) -> Read<Verb> {
    let known = keyword.verbs().filter(|verb| reader.names().tell_of(*verb));
    let mut left: Vec<(Verb, Vec<&str>)> =
        known.map(|verb| (verb, verb.row().object.split_whitespace().collect())).collect();
    let mut at = 0;
    loop {
        let mut next: Vec<&str> = left.iter().filter_map(|(_, words)| words.get(at).copied()).collect();
        next.dedup();
        let whole = left.iter().find(|(_, words)| words.len() == at).map(|(verb, _)| *verb);
        let taken = |reader: &mut Reader| next.iter().copied().find(|word| reader.take_word(Keyword::inside(word)));
        let word = match (&next[..], whole) {
            ([], _) => return whole.ok_or_else(|| no_deed(reader).into()),
            (["FLUSH"], _) => {
                reader.keyword_at(Place::Flush, "the word for the flush")?;
                "FLUSH"
            }
            // What else it may be said of need not follow.
            (_, Some(verb)) => match taken(reader) {
                Some(word) => word,
                None => return Ok(verb),
            },
            ([word], _) => {
                reader.words(&[Keyword::inside(word)])?;
                word
            }
            _ => taken(reader).ok_or_else(|| none_of(&next, reader))?,
        };
        left.retain(|(_, words)| words.get(at) == Some(&word));
        at += 1;
    }
}

fn none_of(words: &[&str], reader: &Reader) -> Diagnostic {
    let words: Vec<String> = words.iter().map(|word| format!("`{}`", reader.word(Keyword::inside(word)))).collect();
    reader.unexpected(&words.join(" or "))
}

fn suit(reader: &mut Reader) -> Read<At<Suit>> {
    reader.want(Want::Suit);
    let suit = read_suit(reader.peek().text).filter(|_| reader.kind() == Kind::Word);
    let value = suit.ok_or_else(|| reader.unexpected("a suit: ♠, ♥, ♦, ♣ or its word"))?;
    Ok(At { value, span: reader.skip().span })
}

pub fn may(
    seat: At<Seat>,
    reader: &mut Reader,
    choices: fn(&mut Reader) -> Read<At<Hole<Choices>>>,
) -> Read<Statement> {
    reader.skip();
    let choices = choices(reader)?;
    let mut clause = None;
    if reader.take(Kind::Open) {
        clause = Some(reader.topic()?);
        reader.sign(Kind::Close)?;
    }
    Ok(Statement::May { seat, choices, clause })
}

fn tries(seat: At<Seat>, reader: &mut Reader) -> Read<Statement> {
    reader.skip();
    let start = reader.start();
    let value = attempt(reader)?;
    let deed = At { value, span: reader.since(start) };
    let (clause, legal) = refused(reader, choices)?;
    Ok(Statement::Tries { seat, deed, clause, legal })
}

fn attempt(reader: &mut Reader) -> Read<Deed> {
    if !reader.take_word(Keyword::To) {
        if reader.is_card_like() {
            return card(reader);
        }
        let to = reader.word(Keyword::To);
        return Err(reader.unexpected(&format!("a card, or `{to}` and what is tried")).into());
    }
    let keyword = reader.keyword_of(Place::Try).ok_or_else(|| reader.unexpected_at("what is tried", Place::Try))?;
    verbal(keyword, reader)
}

pub type Refused = (At<Hole<String>>, Option<At<Hole<Choices>>>);

pub fn refused(reader: &mut Reader, legal: fn(&mut Reader) -> Read<At<Hole<Choices>>>) -> Read<Refused> {
    if !reader.sees(Kind::Open) {
        let word = reader.word(Keyword::Refused);
        let help = format!(
            "an attempt names the clause that refuses it, `({word}: play.trump)`, or leaves it open, `({word}: ?)`"
        );
        return Err(reader.unexpected(&format!("`({word}: …)`")).help(help).into());
    }
    reader.skip();
    reader.words(&[Keyword::Refused])?;
    reader.sign(Kind::Colon)?;
    let topic = reader.topic()?;
    let legal = self::legal(reader, legal)?;
    reader.sign(Kind::Close)?;
    Ok((topic, legal))
}

fn legal(reader: &mut Reader, choices: fn(&mut Reader) -> Read<At<Hole<Choices>>>) -> Read<Option<At<Hole<Choices>>>> {
    if !reader.take(Kind::Semicolon) {
        return Ok(None);
    }
    reader.words(&[Keyword::Legal])?;
    reader.sign(Kind::Colon)?;
    choices(reader).map(Some)
}

fn no_deed(reader: &Reader) -> Diagnostic {
    let word = reader.peek().text;
    let wrong = || reader.unexpected("what the player does");
    if word == "plays" {
        return wrong().help("a card is played by naming it: `Anne 9♥`");
    }
    let english = reader.letters() != Letters::French;
    let ours = if english { ours(word, |verb| reader.names().tell_of(verb)) } else { None };
    match ours {
        Some(ours) => wrong().help(format!("here it is called `{ours}`")).fix(ours),
        None => reader.unexpected_at("a card or what the player does", Place::Deed),
    }
}

fn choices(reader: &mut Reader) -> Read<At<Hole<Choices>>> {
    reader.hole(|reader| match reader.keyword_of(Place::Choice) {
        Some(_) => declarations(reader).map(Choices::Declarations),
        None if reader.keyword().is_none() && reader.is_card_like() => cards(reader).map(Choices::Cards),
        None => Err(reader.unexpected_at("cards, `?`, or what may be declared", Place::Choice).into()),
    })
}

fn cards(reader: &mut Reader) -> Read<Set> {
    let cards = reader.cards()?;
    let first = |at: usize| cards[..at].iter().find(|before| before.value == cards[at].value);
    let twice = (1..cards.len().min(53)).find_map(|at| Some((&cards[at], first(at)?)));
    let Some((again, first)) = twice else { return Ok(cards.into_iter().map(|card| card.value).collect()) };
    Err(say!("card-twice-of-these", &again.span, card = again.value).again(first).into())
}

fn declarations(reader: &mut Reader) -> Read<Vec<Choice>> {
    let mut choices = vec![choice(reader)?];
    while reader.take_word(Keyword::Or) {
        choices.push(choice(reader)?);
    }
    Ok(choices)
}

fn choice(reader: &mut Reader) -> Read<Choice> {
    let keyword = reader.keyword_at(Place::Choice, "what may be declared")?;
    let verb = object(keyword, reader)?;
    let most = match verb.pieces().next() == Some(Piece::Laid) {
        true => reader.number("how many cards may be exchanged", 52)?.value as u8,
        false => 0,
    };
    Ok(Choice { verb, most })
}
