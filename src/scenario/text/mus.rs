//! The lines of Mus: phases with a marker, what is said in them, and who takes how much for which.

use super::diagnostic::{Code, Diagnostic};
use super::keyword::{Keyword, Place};
use super::lex::{Kind, composed, quoted};
use super::reader::{Read, Reader, Want};
use super::script::{listed, may, refused, stop, winner};
use super::syntax::{About, At, Choice, Choices, Deed, Entry, Hole, Line, Side, Statement};
use super::table::{Amount, chips};
use crate::cards::Seat;
use crate::rules::mus::Lance;
use crate::rules::{Piece, Verb, Words};

/// How a verb is said: as it is told, as it is expected, as it is tried.
pub type Form = fn(&Words) -> &'static str;

pub const TOLD: Form = |words| words.does;
pub const EXPECTED: Form = |words| words.bare;
pub const TRIED: Form = |words| words.tried.unwrap_or(words.bare);

pub fn read_line(reader: &mut Reader) -> Read<Line> {
    if reader.is(Keyword::Stop) && !reader.is_name() {
        return stop(reader);
    }
    let start = reader.start();
    let of_table = if reader.is_name() { None } else { of_the_table(reader)? };
    if let Some(value) = of_table {
        reader.end("the end of the line")?;
        let statements = vec![At { value, span: reader.since(start) }];
        return Ok(Line { trick: None, lance: None, statements, winner: None });
    }
    let lance = marker(reader)?;
    let statements = if lance.is_some() && reader.sees(Kind::Arrow) { Vec::new() } else { listed(reader, statement)? };
    let winner = winner(reader)?;
    reader.end(if winner.is_some() { "the end of the line" } else { "`,`, `->` or the end of the line" })?;
    Ok(Line { trick: None, lance, statements, winner })
}

/// `mus seen`, `score 2 9`.
fn of_the_table(reader: &mut Reader) -> Read<Option<Statement>> {
    if reader.take_word(Keyword::Score) {
        return Ok(Some(Statement::Score([hole(reader)?, hole(reader)?])));
    }
    if said(reader, TOLD) != Some((Verb::Mus, 1)) {
        return Ok(None);
    }
    reader.skip();
    reader.words(&[Keyword::Seen])?;
    Ok(Some(Statement::Seen))
}

fn hole(reader: &mut Reader) -> Read<At<Hole<i64>>> {
    reader.hole(|reader| reader.amount().map(|amount| amount.value))
}

/// The phase whose word comes next; its word is the same in every language.
fn lance(reader: &Reader) -> Option<Lance> {
    Lance::ALL.iter().copied().find(|lance| reader.kind() == Kind::Word && lance.word() == reader.peek().text)
}

fn marker(reader: &mut Reader) -> Read<Option<At<Lance>>> {
    let (start, found) = (reader.start(), lance(reader));
    let Some(value) = found.filter(|_| !reader.is_name()) else { return Ok(None) };
    reader.skip();
    reader.sign(Kind::Colon)?;
    Ok(Some(At { value, span: reader.since(start) }))
}

fn statement(reader: &mut Reader) -> Read<At<Statement>> {
    let start = reader.start();
    let seat = reader.name()?;
    let value = match reader.keyword_of(Place::Deed) {
        Some(Keyword::May) => may(seat, reader, choices)?,
        Some(Keyword::Tries) => {
            reader.skip();
            let start = reader.start();
            reader.words(&[Keyword::To])?;
            let deed = deed(reader, TRIED, Place::Try)?;
            let deed = At { value: deed, span: reader.since(start) };
            let (clause, legal) = refused(reader, choices)?;
            Statement::Tries { seat, deed, clause, legal }
        }
        _ => Statement::Does { seat, deed: deed(reader, TOLD, Place::Deed)? },
    };
    Ok(At { value, span: reader.since(start) })
}

fn said(reader: &Reader, form: Form) -> Option<(Verb, usize)> {
    longest(reader, |verb| verb.spellings(reader.letters()).map(form).collect())
}

/// The verb whose words come next, and how many tokens they take: the longest of those that fit. A token may be two words.
fn longest(reader: &Reader, spelled: impl Fn(Verb) -> Vec<&'static str>) -> Option<(Verb, usize)> {
    let mut best: Option<(Verb, usize, usize)> = None;
    for verb in Verb::ALL.iter().copied().filter(|verb| reader.names().tell_of(*verb)) {
        for words in spelled(verb) {
            let wanted: Vec<&str> = words.split(' ').collect();
            let (mut have, mut tokens) = (Vec::new(), 0);
            for token in reader.rest().iter().take_while(|token| token.kind == Kind::Word) {
                if have.len() >= wanted.len() {
                    break;
                }
                tokens += 1;
                have.extend(composed(token.text).replace('\u{2019}', "'").split(' ').map(str::to_owned));
            }
            if have == wanted && best.is_none_or(|(.., longest)| wanted.len() > longest) {
                best = Some((verb, tokens, wanted.len()));
            }
        }
    }
    best.map(|(verb, tokens, _)| (verb, tokens))
}

fn verb(reader: &mut Reader, form: Form, place: Place) -> Read<Verb> {
    let found = said(reader, form)
        .ok_or_else(|| of_tricks(reader).unwrap_or_else(|| reader.unexpected_at("what the player does", place)))?;
    for _ in 0..found.1 {
        reader.skip();
    }
    Ok(found.0)
}

/// Takes the words of a move, if they come next: what is answered to a task.
pub fn answer(reader: &mut Reader) -> Option<Verb> {
    let (verb, tokens) = said(reader, TOLD)?;
    for _ in 0..tokens {
        reader.skip();
    }
    Some(verb)
}

/// What is said of a card, or of a word, by which something is done where tricks are played.
fn of_tricks(reader: &Reader) -> Option<Diagnostic> {
    let is_move = reader.keyword().is_some_and(|word| {
        matches!(word, Keyword::Takes | Keyword::Owes | Keyword::Pays) || word.verbs().next().is_some()
    });
    let token = reader.peek();
    let wrong = Code::NotInEdition.at(&token.span, format!("{} is of games with tricks", quoted(token.text)));
    (is_move || reader.is_card_like()).then(|| {
        wrong
            .label("nothing of the kind is done here")
            .help(format!("what may be done: {}", reader.listed(Place::Deed)))
    })
}

fn deed(reader: &mut Reader, form: Form, place: Place) -> Read<Deed> {
    let verb = verb(reader, form, place)?;
    with_object(reader, verb, place)
}

fn with_object(reader: &mut Reader, verb: Verb, place: Place) -> Read<Deed> {
    let mut deed = Deed::of(verb);
    for piece in deed.verb.pieces() {
        match piece {
            Piece::Laid => deed.cards = reader.cards()?,
            Piece::Word(_) if place == Place::Try || !reader.take_word(Keyword::For) => break,
            Piece::Drawn => deed.drawn = Some(reader.hole(Reader::cards)?),
            Piece::Number => {
                reader.want(Want::Number);
                let by = deed.verb.words(reader.letters()).and_then(|words| words.by);
                let is_led_in = by.is_some_and(|by| reader.peek().text == by);
                if is_led_in {
                    reader.skip();
                }
                if reader.peek().text.starts_with(|first: char| first.is_ascii_digit()) {
                    let number = reader.amount()?;
                    if number.value == 0 {
                        let wrong = Code::BadAmount.at(&number.span, "a bet is of one stone at least");
                        return Err(wrong.label("nothing is bet").into());
                    }
                    deed.number = Some(number);
                }
            }
            _ => {}
        }
    }
    Ok(deed)
}

/// Reads a move, as one says it at the table, as it is told, or as it is tried; in every language.
pub fn spoken(reader: &mut Reader) -> Read<Deed> {
    let Some((verb, tokens)) = longest(reader, |verb| verb.in_all().collect()) else {
        return deed(reader, TRIED, Place::Deed);
    };
    for _ in 0..tokens {
        reader.skip();
    }
    with_object(reader, verb, Place::Deed)
}

fn choices(reader: &mut Reader) -> Read<At<Hole<Choices>>> {
    reader.hole(|reader| {
        let mut choices = vec![choice(reader)?];
        while reader.take_word(Keyword::Or) {
            choices.push(choice(reader)?);
        }
        Ok(Choices::Declarations(choices))
    })
}

fn choice(reader: &mut Reader) -> Read<Choice> {
    let verb = verb(reader, EXPECTED, Place::Choice)?;
    let most = match verb.pieces().next() == Some(Piece::Laid) {
        true => reader.number("how many cards may be laid down", 52)?.value as u8,
        false => 0,
    };
    Ok(Choice { verb, most })
}

/// An entry of a payout; of what both sides have, two.
pub fn entry(reader: &mut Reader) -> Read<Vec<At<Entry>>> {
    let start = reader.start();
    let one = |about, amount: Amount, reader: &Reader| {
        Ok(vec![At { value: Entry { about, amount }, span: reader.since(start) }])
    };
    if reader.take(Kind::Hole) {
        return one(About::All, None, reader);
    }
    if reader.is_name() {
        let seat = reader.name()?.value;
        let about = match reader.keyword_at(Place::Payment, "what this player has or has lost")? {
            Keyword::Lost => About::Lost(seat),
            Keyword::Has => About::Has(seat),
            _ => return Err(reader.unexpected("`has` or `lost`").into()),
        };
        let amount = chips(reader)?;
        return one(about, amount, reader);
    }
    for (word, about) in [(Keyword::Score, About::Score as fn(Seat) -> About), (Keyword::Games, About::Games)] {
        if reader.take_word(word) {
            let mut both = Vec::new();
            for side in [0, 1] {
                let start = reader.start();
                let amount = chips(reader)?;
                both.push(At { value: Entry { about: about(Seat(side)), amount }, span: reader.since(start) });
            }
            return Ok(both);
        }
    }
    if let Some(lance) = lance(reader) {
        reader.skip();
        let side = side(reader)?;
        let amount = chips(reader)?;
        return one(About::Lance(lance, side), amount, reader);
    }
    if said(reader, TOLD) == Some((Verb::Ordago, 1)) {
        reader.skip();
        let side = side(reader)?;
        let ends = matches!(reader.kind(), Kind::Comma | Kind::End);
        let amount = if ends { None } else { chips(reader)? };
        return one(About::Ordago(side), amount, reader);
    }
    let help = "an entry begins with a phase, `ordago`, `score`, `games` or a player";
    Err(reader.no_opening("an entry of a payout", Place::Payout, help).into())
}

fn side(reader: &mut Reader) -> Read<Side> {
    reader.part_at_plus();
    let first = reader.name()?.value;
    let second = if reader.take(Kind::Plus) { Some(reader.name()?.value) } else { None };
    Ok((first, second))
}
