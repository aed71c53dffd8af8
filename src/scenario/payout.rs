//! The lines of a `payout` fence.

use super::diagnostic::Diagnostic;
use super::load::Content;
use super::syntax::{At, Entry, Hole};
use super::words::{Keyword, Kind, Names, Place, Read, Reader, Want, each_line};
use crate::cards::Letters;

/// Reads a payout; each line that cannot be read is told and left out.
pub fn read(content: &Content, names: &Names, letters: Letters) -> (Vec<At<Entry>>, Vec<Diagnostic>) {
    let mut entries = Vec::new();
    let diagnostics = each_line(content, names, letters, |reader| {
        entries.extend(read_line(reader)?);
        Ok(())
    });
    (entries, diagnostics)
}

/// Reads one line.
pub fn read_line(reader: &mut Reader) -> Read<Vec<At<Entry>>> {
    let mut entries = vec![entry(reader)?];
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        wants_an_entry(reader);
        if reader.kind() == Kind::End {
            return Err(reader.trailing_comma(comma));
        }
        entries.push(entry(reader)?);
    }
    reader.end("`,` or the end of the line")?;
    Ok(entries)
}

/// Where a comma is the last of a line, as it is while more is written.
fn wants_an_entry(reader: &Reader) {
    for want in [Want::Name, Want::Words(Place::Payout), Want::Sign(Kind::Hole)] {
        reader.want(want);
    }
}

fn entry(reader: &mut Reader) -> Read<At<Entry>> {
    let start = reader.start();
    let value = match reader.take(Kind::Hole) {
        true => Entry::All,
        _ if reader.is_name() => payment(reader)?,
        _ => of_the_table(reader)?,
    };
    Ok(At { value, span: reader.since(start) })
}

/// `NAME takes 3` and its like.
fn payment(reader: &mut Reader) -> Read<Entry> {
    let seat = reader.name()?;
    let verb = reader.keyword_at(Place::Payment, "what this player gets or gives")?;
    if verb == Keyword::Has {
        return Ok(Entry::Has(seat, reader.hole(|reader| reader.purse().map(|purse| purse.value))?));
    }
    let chips = chips(reader)?;
    Ok(match verb {
        Keyword::Takes => Entry::Takes(seat, chips),
        Keyword::Owes => Entry::Owes(seat, chips),
        _ => {
            reader.words(&[Keyword::To])?;
            Entry::Pays(seat, chips, reader.name()?)
        }
    })
}

/// `pool 5` and its like.
fn of_the_table(reader: &mut Reader) -> Read<Entry> {
    match reader.keyword_of(Place::Payout) {
        Some(Keyword::Pool) => {
            reader.skip();
            Ok(Entry::Pool(chips(reader)?))
        }
        Some(Keyword::Next) => {
            reader.words(&[Keyword::Next, Keyword::Pool])?;
            Ok(Entry::NextPool(chips(reader)?))
        }
        Some(_) => {
            reader.skip();
            Ok(Entry::Waiting(chips(reader)?))
        }
        None => Err(neither(reader)),
    }
}

/// An entry that begins with neither a name nor a keyword.
fn neither(reader: &Reader) -> Box<Diagnostic> {
    let [pool, next, waiting] = [Keyword::Pool, Keyword::Next, Keyword::Waiting].map(|word| reader.word(word));
    let help = format!("an entry begins with a player, `{pool}`, `{next} {pool}` or `{waiting}`");
    reader.no_opening("an entry of a payout", Place::Payout, &help)
}

fn chips(reader: &mut Reader) -> Read<At<Hole<i64>>> {
    reader.hole(|reader| reader.amount().map(|amount| amount.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Seat;
    use crate::scenario::diagnostic::Code;

    fn payout(text: &str) -> (Vec<At<Entry>>, Vec<(Code, String)>) {
        let names = Names::new(&["Anne", "Bo"].map(|name| At { value: name.to_owned(), span: 0..0 }));
        let mut content = Content::new(0);
        content.push(text, text, 0..text.len());
        let (entries, found) = read(&content, &names, Letters::English);
        (entries, found.into_iter().map(|found| (found.code, text[found.span].to_owned())).collect())
    }

    #[test]
    fn each_entry_is_read() {
        let text = "pool 5\nAnne takes 3, Bo takes ? # x\nBo owes 5\nAnne pays 1 to Bo, waiting 0\nnext pool 10\nBo has 995, ?, Anne has -3";
        let (entries, found) = payout(text);
        assert_eq!(found, []);
        let texts: Vec<&str> = entries.iter().map(|entry| &text[entry.span.clone()]).collect();
        assert_eq!(texts[..3], ["pool 5", "Anne takes 3", "Bo takes ?"]);
        let rest = ["Bo owes 5", "Anne pays 1 to Bo", "waiting 0", "next pool 10", "Bo has 995", "?", "Anne has -3"];
        assert_eq!(texts[3..], rest);
        let hole = At { value: Hole::Open, span: 30..31 };
        assert_eq!(entries[2].value, Entry::Takes(At { value: Seat(1), span: 21..23 }, hole));
    }

    #[test]
    fn each_bad_line_spends_itself() {
        let text = "pool 5,\npol 5\nAnn takes 3\nAnne tekes 3\nBo owes -5\nBo pays 5 Anne\nnext 5\nBo owes 5 Anne owes 5\nfolds 3\nBo takes 1,000";
        let expected = [
            (Code::Syntax, ","),
            (Code::Syntax, "pol"),
            (Code::UnknownName, "Ann"),
            (Code::Syntax, "tekes"),
            (Code::BadAmount, "-5"),
            (Code::Syntax, "Anne"),
            (Code::Syntax, "5"),
            (Code::Syntax, "Anne"),
            (Code::Syntax, "folds"),
            (Code::UnknownName, "000"),
        ];
        assert_eq!(payout(text).1, expected.map(|(code, text)| (code, text.to_owned())));
    }
}
