//! The text of a `task` fence: what it asks, and the reasons for each answer.

use super::script::{said, verb};
use super::slips::line_tokens;
use super::{
    Answer, Asks, At, Diagnostic, Fence, Keyword, Kind, Names, Place, Read, Reader, Task, Token,
    Want, ensure, say,
};

/// Reads a task; none if it does not say what it asks. Each line that cannot be read is reported and left out.
pub fn read_task(fence: &Fence, names: &Names) -> (Option<Task>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let mut question = String::new();
    let mut reasons = Vec::new();
    for (at, line) in fence.content.lines() {
        if line.trim().is_empty() {
            continue;
        }
        let halves = line.split_once(':');
        let answer_text = match halves {
            Some((before, _)) => before,
            None => line,
        };
        let tokens = line_tokens(&fence.content, at, answer_text, names.letters);
        let mut reader = Reader::new(tokens, names);
        let read = read_whole_answers(&mut reader);
        let is_first = question.is_empty() && reasons.is_empty();
        match (read, halves) {
            (Ok(answers), Some((_, reason))) if !reason.trim().is_empty() => {
                for answer in answers {
                    reasons.push((answer, reason.trim().to_owned()));
                }
            }
            (Err(_), _) | (Ok(_), None) if is_first => question = line.trim().to_owned(),
            (Err(found), Some(_)) => wrong.push(*found),
            (Ok(_), _) | (Err(_), None) => {
                let found = reader
                    .unexpected("`:` and a reason")
                    .help("the question is one line, and comes first");
                wrong.push(found);
            }
        }
    }
    let task = match read_asks(fence, names) {
        Ok(asks) => Some(Task {
            asks,
            question,
            reasons,
            opening: fence.opening.clone(),
        }),
        Err(found) => {
            wrong.push(*found);
            None
        }
    };
    (task, wrong)
}

/// Reads what a task asks from the words behind that of its fence.
fn read_asks(fence: &Fence, names: &Names) -> Read<Asks> {
    let mut tokens = Vec::new();
    for word in fence.words.iter().skip(1) {
        tokens.push(Token {
            kind: Kind::Word,
            text: word.value,
            span: word.span.clone(),
        });
    }
    tokens.push(Token {
        kind: Kind::End,
        text: "",
        span: fence.opening.end..fence.opening.end,
    });
    let mut reader = Reader::new(tokens, names);
    let all = reader.listed(Place::Task);
    ensure(reader.kind() != Kind::End, || {
        say!("task-that-asks-nothing", &fence.opening, all)
    })?;
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

/// Reads answers to the end of what a reader has.
fn read_whole_answers(reader: &mut Reader) -> Read<Vec<At<Answer>>> {
    let answers = read_answers(reader)?;
    reader.end("`:` and a reason")?;
    Ok(answers)
}

/// Reads what a reason is given for: `good`, cards, players, what is done, or a number of chips.
pub fn read_answers(reader: &mut Reader) -> Read<Vec<At<Answer>>> {
    let start = reader.start();
    reader.want(Want::Words(Place::Deed));
    if reader.take_word(Keyword::Good) {
        return Ok(vec![reader.at(start, Answer::Good)]);
    }
    let mut seats = Vec::new();
    while !seats.is_empty() || reader.is_name() {
        seats.push(reader.name()?.map(Answer::Seat));
        if !reader.take(Kind::Comma) {
            return Ok(seats);
        }
    }
    let is_mus_move = reader.is_mus() && said(reader, Place::Deed).is_some();
    if is_mus_move || matches!(reader.keyword_of(Place::Deed), Some(Keyword::Does(_))) {
        let verb = verb(reader, Place::Deed, "what the player does")?;
        return Ok(vec![reader.at(start, Answer::Does(verb))]);
    }
    if reader.peek().text.bytes().all(|byte| byte.is_ascii_digit()) && reader.kind() == Kind::Word {
        return Ok(vec![reader.amount()?.map(Answer::Chips)]);
    }
    let mut answers = Vec::new();
    for card in reader.cards()? {
        answers.push(card.map(Answer::Card));
    }
    Ok(answers)
}
