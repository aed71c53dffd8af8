//! The text of a `task` fence: what it asks, and the reasons for each answer.

use super::script_verbs::{next_mus_verb, read_verb};
use super::slip_mending::tokenize_line;
use super::{
    Diagnostic, Fence, FileVocabulary, Keyword, KeywordPlace, LinePieceResult, LineTokenReader,
    PossibleToken, Spanned, Task, TaskAnswer, TaskQuestion, Token, TokenKind, diagnose, ensure,
};

/// Reads a task; none if it does not say what it asks. Each line that cannot be read is reported and left out.
pub fn read_task(fence: &Fence, names: &FileVocabulary) -> (Option<Task>, Vec<Diagnostic>) {
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
        let tokens = tokenize_line(&fence.content, at, answer_text, names.letters);
        let mut reader = LineTokenReader::new(tokens, names);
        let read = read_answers_to_end(&mut reader);
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
                    .unexpected_token_error("`:` and a reason")
                    .with_help("the question is a single line, before all answers");
                wrong.push(found);
            }
        }
    }
    let task = match read_task_question(fence, names) {
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
fn read_task_question(fence: &Fence, names: &FileVocabulary) -> LinePieceResult<TaskQuestion> {
    let mut tokens = Vec::new();
    for word in fence.words.iter().skip(1) {
        tokens.push(Token {
            kind: TokenKind::Word,
            text: word.value,
            span: word.span.clone(),
        });
    }
    tokens.push(Token {
        kind: TokenKind::End,
        text: "",
        span: fence.opening.end..fence.opening.end,
    });
    let mut reader = LineTokenReader::new(tokens, names);
    let all = reader.list_keywords(KeywordPlace::Task);
    ensure(reader.next_kind() != TokenKind::End, || {
        diagnose!("task-that-asks-nothing", &fence.opening, all)
    })?;
    let asks = match reader.expect_keyword_at(KeywordPlace::Task, "the question of the task")? {
        Keyword::Wins => TaskQuestion::Wins,
        Keyword::May => TaskQuestion::May,
        Keyword::Owes => TaskQuestion::Owes,
        Keyword::Takes => TaskQuestion::Takes(reader.expect_name()?.value),
        _ => TaskQuestion::Plays,
    };
    reader.expect_end("nothing more")?;
    Ok(asks)
}

/// Reads answers to the end of what a reader has.
fn read_answers_to_end(reader: &mut LineTokenReader) -> LinePieceResult<Vec<Spanned<TaskAnswer>>> {
    let answers = read_answers_before_reason(reader)?;
    reader.expect_end("`:` and a reason")?;
    Ok(answers)
}

/// Reads the answers to which a reason belongs: `good`, cards, players, moves, or a number of
/// chips.
pub fn read_answers_before_reason(
    reader: &mut LineTokenReader,
) -> LinePieceResult<Vec<Spanned<TaskAnswer>>> {
    let start = reader.next_start();
    reader.note_continuation_if_at_end(PossibleToken::Words(KeywordPlace::Move));
    if reader.take_keyword(Keyword::Good) {
        return Ok(vec![reader.spanned_since(start, TaskAnswer::Good)]);
    }
    let mut seats = Vec::new();
    while !seats.is_empty() || reader.is_at_name() {
        seats.push(reader.expect_name()?.map(TaskAnswer::Seat));
        if !reader.take_if(TokenKind::Comma) {
            return Ok(seats);
        }
    }
    let is_mus_move = reader.is_mus() && next_mus_verb(reader, KeywordPlace::Move).is_some();
    if is_mus_move
        || matches!(
            reader.next_keyword_at(KeywordPlace::Move),
            Some(Keyword::Does(_))
        )
    {
        let verb = read_verb(reader, KeywordPlace::Move, "a move")?;
        return Ok(vec![reader.spanned_since(start, TaskAnswer::Move(verb))]);
    }
    if reader
        .next_token()
        .text
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        && reader.next_kind() == TokenKind::Word
    {
        return Ok(vec![reader.expect_chip_amount()?.map(TaskAnswer::Chips)]);
    }
    let move_words = inflected_moves_of_next_word(reader);
    let cards = reader
        .expect_cards()
        .map_err(|wrong| wrong.with_suggestions(&move_words, str::to_owned))?;
    let mut answers = Vec::new();
    for card in cards {
        answers.push(card.map(TaskAnswer::Card));
    }
    Ok(answers)
}

/// Returns the words for moves that begin with the next word and have an ending more: of `fold` it is `folds`.
fn inflected_moves_of_next_word(reader: &LineTokenReader) -> Vec<String> {
    let word = reader.next_token().text.to_lowercase();
    let mut moves = Vec::new();
    for keyword in reader.available_keywords(KeywordPlace::Move) {
        let spelled = reader.spell_keyword(keyword);
        let ending = spelled.strip_prefix(&word);
        if matches!(keyword, Keyword::Does(_)) && matches!(ending, Some("s" | "es")) {
            moves.push(spelled.to_owned());
        }
    }
    moves
}
