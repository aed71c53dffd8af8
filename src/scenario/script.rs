//! The lines of a `script` fence.

mod choices;
mod deed;

use super::diagnostic::{Code, Diagnostic};
use super::load::Content;
use super::syntax::{At, Hole, Line, Statement};
use super::words::{Keyword, Kind, Names, Read, Reader, Want, each_line};
use crate::cards::{Letters, Seat};

/// Reads a script; each line that cannot be read is told and left out.
pub fn read(content: &Content, names: &Names, letters: Letters) -> (Vec<Line>, Vec<Diagnostic>) {
    let mut lines = Vec::new();
    let diagnostics = each_line(content, names, letters, |reader| {
        lines.push(read_line(reader)?);
        Ok(())
    });
    (lines, diagnostics)
}

pub(super) use deed::spoken as deed;

/// Reads one line.
pub fn read_line(reader: &mut Reader) -> Read<Line> {
    if reader.is(Keyword::Stop) && !reader.is_name() {
        return stop(reader);
    }
    let trick = trick(reader)?;
    let statements = statements(reader)?;
    let winner = winner(reader)?;
    reader.end(if winner.is_some() { "the end of the line" } else { "`,`, `->` or the end of the line" })?;
    Ok(Line { trick, statements, winner })
}

fn stop(reader: &mut Reader) -> Read<Line> {
    let statement = At { value: Statement::Stop, span: reader.skip().span };
    reader.end("the end of the line")?;
    Ok(Line { trick: None, statements: vec![statement], winner: None })
}

fn trick(reader: &mut Reader) -> Read<Option<At<u32>>> {
    if reader.kind() != Kind::Number {
        return Ok(None);
    }
    let token = reader.skip();
    let too_large = || Diagnostic::new(Code::Syntax, token.span.clone(), "no hand has so many tricks");
    let value = token.text.parse().map_err(|_| Box::new(too_large().label("too large a number")))?;
    Ok(Some(At { value, span: token.span }))
}

fn statements(reader: &mut Reader) -> Read<Vec<At<Statement>>> {
    let mut statements = vec![statement(reader)?];
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        reader.want(Want::Name);
        if matches!(reader.kind(), Kind::End | Kind::Arrow) {
            return Err(reader.trailing_comma(comma));
        }
        statements.push(statement(reader)?);
    }
    match reader.is_name() {
        true => Err(missing_comma(reader)),
        false => Ok(statements),
    }
}

fn missing_comma(reader: &Reader) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::new(Code::Syntax, reader.peek().span.clone(), "a comma is missing before this name");
    Box::new(diagnostic.label("a new statement begins here").help("statements of one line are parted by commas"))
}

fn statement(reader: &mut Reader) -> Read<At<Statement>> {
    let start = reader.start();
    let seat = reader.name()?;
    let deed = deed::read(reader)?;
    Ok(At { value: Statement::Does { seat, deed }, span: reader.since(start) })
}

fn winner(reader: &mut Reader) -> Read<Option<At<Hole<Seat>>>> {
    if !reader.take(Kind::Arrow) {
        return Ok(None);
    }
    reader.hole(|reader| reader.name().map(|name| name.value)).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::syntax::{Attempt, Choice, Choices, Deed};

    fn script(text: &str) -> (Vec<Line>, Vec<(Code, String)>) {
        let names = Names::new(&["Anne", "Bo"].map(|name| At { value: name.to_owned(), span: 0..0 }));
        let mut content = Content::new(0);
        content.push(text, text, 0..text.len());
        let (lines, found) = read(&content, &names, Letters::English);
        (lines, found.into_iter().map(|found| (found.code, text[found.span].to_owned())).collect())
    }

    fn deeds(text: &str) -> Vec<Deed> {
        let (lines, found) = script(text);
        assert_eq!(found, [], "{text}");
        let statements = lines.into_iter().flat_map(|line| line.statements);
        let deed = |statement: At<Statement>| match statement.value {
            Statement::Does { deed, .. } => Some(deed),
            Statement::Stop => None,
        };
        statements.filter_map(deed).collect()
    }

    #[test]
    fn a_trick_is_read_with_its_places() {
        let text = " 12. Anne 10♥, Bo Q♥ → Anne # x";
        let line = script(text).0.remove(0);
        assert_eq!(line.trick, Some(At { value: 12, span: 1..4 }));
        let texts: Vec<&str> = line.statements.iter().map(|statement| &text[statement.span.clone()]).collect();
        assert_eq!(texts, ["Anne 10♥", "Bo Q♥"]);
        let winner = line.winner.map(|winner| (winner.value, &text[winner.span]));
        assert_eq!(winner, Some((Hole::Known(Seat(0)), "Anne")));
    }

    #[test]
    fn each_deed_is_read() {
        let text = "Anne folds\nAnne stands\nAnne exchanges 8♦\nAnne exchanges 8♦ for ?\nAnne exchanges 8♦ 7♦ for 9♦ 10♦\n\
            Anne takes the fille, Bo takes the turn-up for 7♥\nAnne names hearts\nAnne claims the lanturlu\nAnne 9♣\n\
            Anne shows the hand\nAnne speaks out of turn\nAnne holds 6 cards\nstop\n";
        assert_eq!(deeds(text).len(), 13);
        assert_eq!(script(text).0.last().map(|line| line.statements[0].value.clone()), Some(Statement::Stop));
    }

    #[test]
    fn expectations_are_read() {
        let text = "Anne may fold or stand or exchange 5 or take the fille or take the turn-up (declare)\n\
            Anne may ?, Bo may 7♥ 8♥ (?)\nAnne tries A♣ (refused: play.trump; legal: 7♥)\n\
            Anne tries to exchange 8♦ for 9♦ (refused: ?; legal: ?)\nBo tries to claim the mouche (refused: flush)";
        let deeds = deeds(text);
        let Deed::May(choices, Some(topic)) = &deeds[0] else { panic!("{deeds:?}") };
        let Hole::Known(Choices::Declarations(choices)) = &choices.value else { panic!("{deeds:?}") };
        assert_eq!(choices[2..4], [Choice::Exchange(5), Choice::TakeFille]);
        assert_eq!(topic.value, Hole::Known("declare".to_owned()));
        let Deed::Tries(attempt, _, Some(legal)) = &deeds[3] else { panic!("{deeds:?}") };
        assert_eq!((&text[attempt.span.clone()], &legal.value), ("A♣", &deeds_legal()));
        let Deed::Tries(attempt, refused, _) = &deeds[4] else { panic!("{deeds:?}") };
        assert!(matches!(&attempt.value, Attempt::To(deed) if matches!(**deed, Deed::Exchanges(..))));
        assert_eq!((&text[attempt.span.clone()], &refused.value), ("to exchange 8♦ for 9♦", &Hole::Open));
    }

    fn deeds_legal() -> Hole<Choices> {
        Hole::Known(Choices::Cards(crate::cards::read_card("7♥", Letters::English).into_iter().collect()))
    }

    #[test]
    fn each_bad_line_spends_itself() {
        let cases = [
            ("Anne zzz", Code::Syntax, "zzz"),
            ("Anne", Code::Syntax, ""),
            ("Annx folds", Code::UnknownName, "Annx"),
            ("folds", Code::Syntax, "folds"),
            ("3.", Code::Syntax, ""),
            ("99999999999. Anne 9♥", Code::Syntax, "99999999999."),
            ("Anne 9♥, 2. Bo 8♥", Code::UnknownName, "2."),
            ("Anne 9♥,", Code::Syntax, ","),
            ("Anne 9♥, -> Bo", Code::Syntax, ","),
            ("Anne 9♥ Bo 8♥", Code::Syntax, "Bo"),
            ("Anne 9♥ 8♥", Code::Syntax, "8♥"),
            ("Anne 9♥ ->", Code::Syntax, ""),
            ("Anne 9♥ -> Bob", Code::UnknownName, "Bob"),
            ("Anne 9♥ -> Bo folds", Code::Syntax, "folds"),
            ("-> Bo", Code::Syntax, "->"),
            ("stop now", Code::Syntax, "now"),
            ("Anne 1♥", Code::BadCard, "1♥"),
            ("Anne RC", Code::AmbiguousCard, "RC"),
            ("Anne exchanges", Code::Syntax, ""),
            ("Anne exchanges 8♦ zz for 9♦", Code::BadCard, "zz"),
            ("Anne exchanges 8♦ for", Code::Syntax, ""),
            ("Anne takes the cake", Code::Syntax, "cake"),
            ("Anne takes fille", Code::Syntax, "fille"),
            ("Anne claims the lanturl", Code::Syntax, "lanturl"),
            ("Anne names herats", Code::Syntax, "herats"),
            ("Anne holds six cards", Code::Syntax, "six"),
            ("Anne may", Code::Syntax, ""),
            ("Anne may dance", Code::Syntax, "dance"),
            ("Anne may 7♥ 7♥", Code::CardTwice, "7♥"),
            ("Anne may 7♥ or fold", Code::Syntax, "or"),
            ("Anne may 7♥ (play.trump", Code::Syntax, ""),
            ("Anne may exchange 600", Code::Syntax, "600"),
            ("Anne tries 7♥", Code::Syntax, ""),
            ("Anne tries to dance (refused: ?)", Code::Syntax, "dance"),
            ("Anne tries to may 7♥ (refused: ?)", Code::Syntax, "may"),
            ("Anne tries 7♥ (refused)", Code::Syntax, ")"),
            ("Anne tries 7♥ (refused: )", Code::Syntax, ")"),
            ("Anne tries 7♥ (refused: a b)", Code::Syntax, "b"),
        ];
        for (text, code, token) in cases {
            assert_eq!(script(text).1, [(code, token.to_owned())], "{text}");
        }
        let text = cases.map(|case| case.0).join("\r\n") + "\nAnne folds";
        let (lines, found) = script(&text);
        assert_eq!(found, cases.map(|case| (case.1, case.2.to_owned())));
        assert_eq!(lines.len(), 1);
    }
}
