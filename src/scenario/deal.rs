//! The lines of a `deal` fence.

use super::diagnostic::{Code, Diagnostic};
use super::load::Content;
use super::syntax::{At, DealText, Misdeal, Span};
use super::words::{Keyword, Names, Place, Read, Reader, each_line};
use crate::cards::{Card, Letters, Seat};
use std::collections::HashMap;

/// Reads a deal; each line that cannot be read is told and left out.
pub fn read(content: &Content, names: &Names, letters: Letters) -> (DealText, Vec<Diagnostic>) {
    let mut deal = Deal::new(content.whole());
    let diagnostics = each_line(content, names, letters, |reader| deal.line(reader));
    (deal.text, diagnostics)
}

/// Reads one line of a deal for what it would take at its end.
pub fn read_one(reader: &mut Reader) -> Read<()> {
    Deal::new(0..0).line(reader)
}

/// A deal as far as it is read, and where each line that may stand once stands.
struct Deal {
    text: DealText,
    told: HashMap<String, Span>,
}

impl Deal {
    fn new(span: Span) -> Deal {
        let text = DealText {
            dealer: None,
            turn: None,
            stock: Vec::new(),
            fille: Vec::new(),
            debts: Vec::new(),
            stake: None,
            misdeal: None,
            hands: Vec::new(),
            opening: span.start..span.start,
            span,
        };
        Deal { text, told: HashMap::new() }
    }

    fn line(&mut self, reader: &mut Reader) -> Read<()> {
        if reader.is_name() {
            return self.hand(reader);
        }
        let start = reader.start();
        let keyword = opening(reader)?;
        let span = reader.since(start);
        let key = keyword.word(reader.letters());
        self.once(key, &span)?;
        self.keyword_line(keyword, reader)?;
        if keyword != Keyword::Debt {
            self.told.insert(key.to_owned(), span);
        }
        Ok(())
    }

    fn keyword_line(&mut self, keyword: Keyword, reader: &mut Reader) -> Read<()> {
        match keyword {
            Keyword::Dealer => self.text.dealer = Some(last(reader.name()?, reader)?),
            Keyword::Turn => self.text.turn = Some(last(reader.card()?, reader)?),
            Keyword::Stock => self.text.stock = cards(reader)?,
            Keyword::Fille => self.text.fille = cards(reader)?,
            Keyword::Stake => self.text.stake = Some(last(reader.amount()?, reader)?),
            Keyword::Misdeal => self.text.misdeal = Some(misdeal(reader)?),
            _ => self.text.debts.push((reader.name()?, last(reader.amount()?, reader)?)),
        }
        Ok(())
    }

    fn hand(&mut self, reader: &mut Reader) -> Read<()> {
        let name: At<Seat> = reader.name()?;
        let key = format!("hand {}", name.value.0);
        self.once(&key, &name.span)?;
        let cards = cards(reader)?;
        self.told.insert(key, name.span.clone());
        self.text.hands.push((name, cards));
        Ok(())
    }

    /// A line of this key may not have been read before.
    fn once(&self, key: &str, span: &Span) -> Read<()> {
        let Some(before) = self.told.get(key) else {
            return Ok(());
        };
        let what = key.split(' ').next().unwrap_or(key);
        let message = match what {
            "hand" => "this player's hand stands twice".to_owned(),
            what => format!("`{what}` stands twice"),
        };
        let diagnostic = Diagnostic::new(Code::DealLine, span.clone(), message).label("again here");
        Err(Box::new(
            diagnostic.related(before.clone(), "first here").help("a deal has one line of each kind, but for `debt`"),
        ))
    }
}

/// The keyword that opens a line which no name opens.
fn opening(reader: &mut Reader) -> Read<Keyword> {
    if let Some(keyword) = reader.keyword().filter(|keyword| keyword.is_at(Place::Deal)) {
        reader.skip();
        return Ok(keyword);
    }
    let help = format!("a line of a deal begins with a player or with {}", Place::Deal.listed(reader.letters()));
    Err(reader.no_opening("a line of a deal", Place::Deal, &help))
}

/// The cards up to the end of the line.
fn cards(reader: &mut Reader) -> Read<Vec<At<Card>>> {
    let cards = reader.cards()?;
    reader.end("a card or the end of the line")?;
    Ok(cards)
}

/// The value, if the line ends after it.
fn last<T>(value: T, reader: &Reader) -> Read<T> {
    reader.end("the end of the line").map(|()| value)
}

fn misdeal(reader: &mut Reader) -> Read<At<Misdeal>> {
    let start = reader.start();
    let value = if reader.take_word(Keyword::Pays) {
        Misdeal::Pays(reader.amount()?.value)
    } else if reader.is(Keyword::Loses) {
        reader.words(&[Keyword::Loses, Keyword::The, Keyword::Deal])?;
        Misdeal::LosesTheDeal
    } else {
        let [loses, the, deal, pays] =
            [Keyword::Loses, Keyword::The, Keyword::Deal, Keyword::Pays].map(|word| reader.word(word));
        return Err(reader.unexpected(&format!("`{loses} {the} {deal}` or `{pays} N`")));
    };
    last(At { value, span: reader.since(start) }, reader)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(text: &str) -> (DealText, Vec<(Code, String)>) {
        let names = Names::new(&["Anne", "Bo", "Mme de Z"].map(|name| At { value: name.to_owned(), span: 0..0 }));
        let mut content = Content::new(0);
        content.push(text, text, 0..text.len());
        let (deal, found) = read(&content, &names, Letters::English);
        (deal, found.into_iter().map(|found| (found.code, text[found.span].to_owned())).collect())
    }

    #[test]
    fn each_line_is_read() {
        let (deal, found) = deal(
            "dealer Anne # x\n\nBo K♦ 10D\r\nMme  de Z  A♥\nturn 9♥\nstock 8♣ 7♣\nfille 2♣\ndebt Bo 5\ndebt Bo 10\nstake 5\n",
        );
        assert_eq!(found, []);
        assert_eq!(deal.dealer, Some(At { value: Seat(0), span: 7..11 }));
        assert_eq!(
            deal.hands.iter().map(|(name, cards)| (name.value.0, cards.len())).collect::<Vec<_>>(),
            [(1, 2), (2, 1)]
        );
        assert_eq!((deal.stock.len(), deal.fille.len(), deal.debts.len()), (2, 1, 2));
        assert_eq!(deal.stake.map(|stake| stake.value), Some(5));
    }

    #[test]
    fn misdeals_are_read() {
        assert_eq!(deal("misdeal loses the deal").0.misdeal.map(|at| at.value), Some(Misdeal::LosesTheDeal));
        assert_eq!(deal("misdeal pays 6").0.misdeal.map(|at| at.value), Some(Misdeal::Pays(6)));
        assert_eq!(deal("misdeal loses").1, [(Code::Syntax, String::new())]);
    }

    #[test]
    fn each_bad_line_spends_itself() {
        let (deal, found) =
            deal("dealr Anne\nturn 1♥\nBoo K♦\nBo K♦, 9♦\nstake x\nturn 9♥\nturn 8♥\n, Bo\nBo 2♥\nturn 7♥ 8♥");
        let expected = [
            (Code::Syntax, "dealr"),
            (Code::BadCard, "1♥"),
            (Code::UnknownName, "Boo"),
            (Code::Syntax, ","),
            (Code::BadAmount, "x"),
            (Code::DealLine, "turn"),
            (Code::Syntax, ","),
            (Code::DealLine, "turn"),
        ];
        assert_eq!(found, expected.map(|(code, text)| (code, text.to_owned())));
        assert_eq!(deal.hands.len(), 1);
    }
}
