//! What may stand where a line breaks off, as the parser itself finds it.

use super::load::Word;
use super::words::{Names, Reader, Token, Want};
use super::{deal, payout, script};
use crate::cards::Letters;

/// What the grammar would take after these tokens of a line of such a fence; nothing where it cannot read as far.
pub fn wanted(word: Word, tokens: &[Token], names: &Names, letters: Letters) -> Vec<Want> {
    let mut reader = Reader::new(tokens.to_vec(), names, letters);
    // Whether the line is whole is not asked: it is being written.
    let _unfinished = match word {
        Word::Header => return Vec::new(),
        Word::Deal => deal::read_one(&mut reader).err(),
        Word::Script => script::read_line(&mut reader).err(),
        Word::Payout => payout::read_line(&mut reader).err(),
    };
    reader.wants()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::syntax::At;
    use crate::scenario::words::{Keyword, Kind, Place, tokens};

    fn after(word: Word, line: &str) -> Vec<Want> {
        let names = Names::new(&["Anne", "Mme de Z"].map(|name| At { value: name.to_owned(), span: 0..0 }));
        let mut tokens = tokens(line, |range| range);
        tokens.pop();
        wanted(word, &tokens, &names, Letters::English)
    }

    #[test]
    fn the_parser_says_what_it_would_take() {
        use Want::{Card, Name, Number, Sign, Suit, Topic, Words};
        let word = Want::Word;
        let cases = [
            ("", vec![word(Keyword::Stop), Name]),
            ("3.", vec![Name]),
            ("Anne", vec![Card, Words(Place::Deed)]),
            ("Anne 9♥", vec![Sign(Kind::Comma), Sign(Kind::Arrow)]),
            ("Anne 9♥,", vec![Name]),
            ("Anne 9♥ ->", vec![Sign(Kind::Hole), Name]),
            ("Anne exchanges", vec![Card]),
            ("Anne exchanges 9♥", vec![Card, word(Keyword::For), Sign(Kind::Comma), Sign(Kind::Arrow)]),
            ("Anne takes the", vec![word(Keyword::Fille), word(Keyword::TurnUp)]),
            ("Anne names", vec![Suit]),
            ("Anne may", vec![Sign(Kind::Hole), Card, Words(Place::Choice)]),
            ("Anne may 9♥ (", vec![Topic, Sign(Kind::Hole)]),
            ("Anne tries", vec![word(Keyword::To), Card]),
            ("Anne tries 9♥", vec![Sign(Kind::Open)]),
            ("Anne tries 9♥ (refused: play.trump;", vec![word(Keyword::Legal)]),
            ("Anne zzz", vec![]),
        ];
        for (line, wants) in cases {
            assert_eq!(after(Word::Script, line), wants, "{line}");
        }
        assert_eq!(after(Word::Payout, "pool"), [Sign(Kind::Hole), Number]);
        assert_eq!(after(Word::Payout, ""), [Sign(Kind::Hole), Name, Words(Place::Payout)]);
        assert_eq!(after(Word::Deal, "misdeal"), [word(Keyword::Pays), word(Keyword::Loses)]);
        assert_eq!(after(Word::Deal, "Mme de Z 9♥"), [Card]);
    }
}
