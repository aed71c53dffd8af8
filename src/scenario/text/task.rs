//! A `task` fence: its kind, its question, and what its author says of answers.

use super::diagnostic::{Code, Diagnostic};
use super::keyword::{Keyword, Place};
use super::lex::{Kind, Token};
use super::markdown::Fence;
use super::names::Names;
use super::pieces::line_tokens;
use super::reader::{Read, Reader, Want};
use super::script::object;
use super::syntax::{Answer, Asks, At, Task};
use crate::cards::Letters;

/// Reads a task; none if it does not say what it asks. Each line that cannot be read is told and left out.
pub fn read(fence: &Fence, names: &Names, letters: Letters) -> (Option<Task>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let mut note = |found: Box<Diagnostic>| wrong.push(*found);
    let (mut question, mut reasons) = (String::new(), Vec::new());
    for (at, line) in fence.content.lines().filter(|(_, line)| !line.trim().is_empty()) {
        let halves = line.split_once(':');
        let begins = halves.map_or(line, |(answer, _)| answer);
        let tokens = |text| line_tokens(&fence.content, at, text, letters);
        let mut reader = Reader::new(tokens(begins), names, letters);
        let read = answers(&mut reader).and_then(|answers| reader.end("`:` and a reason").map(|()| answers));
        let is_first = question.is_empty() && reasons.is_empty();
        match (read, halves) {
            (Ok(answers), Some((_, reason))) if !reason.trim().is_empty() => {
                reasons.extend(answers.into_iter().map(|answer| (answer, reason.trim().to_owned())));
            }
            (Err(_), _) | (Ok(_), None) if is_first => question = line.trim().to_owned(),
            (Ok(_), _) | (Err(_), None) => {
                note(reader.unexpected("`:` and a reason").help("the question is one line, and comes first").into());
            }
            (Err(found), _) => note(found),
        }
    }
    let asks = asks(fence, names, letters).map_err(&mut note).ok();
    (asks.map(|asks| Task { asks, question, reasons, opening: fence.opening.clone() }), wrong)
}

/// What a task asks, by the words behind that of its fence.
fn asks(fence: &Fence, names: &Names, letters: Letters) -> Read<Asks> {
    let token = |word: &At<&'_ str>| (word.span.clone(), word.value.to_owned());
    let words: Vec<_> = fence.words.iter().skip(1).map(token).collect();
    let mut tokens: Vec<Token> =
        words.iter().map(|(span, text)| Token { kind: Kind::Word, text, span: span.clone() }).collect();
    tokens.push(Token { kind: Kind::End, text: "", span: fence.opening.end..fence.opening.end });
    let mut reader = Reader::new(tokens, names, letters);
    if reader.kind() == Kind::End {
        let wrong = Code::Syntax.at(&fence.opening, "this task does not say what it asks").label("what follows it?");
        return Err(wrong.help(format!("write one of {} after it", reader.listed(Place::Task))).into());
    }
    let asks = match reader.keyword_at(Place::Task, "what is asked")? {
        Keyword::Wins => Asks::Wins,
        Keyword::May => Asks::May,
        Keyword::Owes => Asks::Owes,
        Keyword::Takes => Asks::Takes(reader.name()?.value),
        _ => Asks::Plays,
    };
    reader.end("nothing more")?;
    Ok(asks)
}

/// Reads what a reason is given for: `good`, cards, players, what is done, or a number of chips.
pub fn answers(reader: &mut Reader) -> Read<Vec<At<Answer>>> {
    let start = reader.start();
    reader.want(Want::Words(Place::Deed));
    if reader.take_word(Keyword::Good) {
        return Ok(vec![At { value: Answer::Good, span: reader.since(start) }]);
    }
    if reader.is_name() {
        let mut seats = Vec::new();
        loop {
            let seat = reader.name()?;
            seats.push(At { value: Answer::Seat(seat.value), span: seat.span });
            if !reader.take(Kind::Comma) {
                return Ok(seats);
            }
        }
    }
    if let Some(verb @ Keyword::Does(_)) = reader.keyword_of(Place::Deed) {
        reader.skip();
        let value = Answer::Does(object(verb, reader)?);
        return Ok(vec![At { value, span: reader.since(start) }]);
    }
    if reader.peek().text.bytes().all(|byte| byte.is_ascii_digit()) && reader.kind() == Kind::Word {
        let chips = reader.amount()?;
        return Ok(vec![At { value: Answer::Chips(chips.value), span: chips.span }]);
    }
    let cards = reader.cards()?.into_iter();
    Ok(cards.map(|card| At { value: Answer::Card(card.value), span: card.span }).collect())
}
