//! What stands on the table before a hand and after it: the lines of `deal` and `payout` fences.

use super::pieces::{Wrong, each_line, trailing_comma};
use super::{
    About, At, Content, DealText, Entry, Hole, Keyword, Kind, Misdeal, Names, Place, Read, Reader, Span, Want, Word,
    say,
};
use crate::cards::{Card, Seat};
use crate::rules::Machine;

/// Reads a deal; each line that cannot be read is told and left out.
pub fn read_deal(content: &Content, names: &Names) -> (DealText, Wrong) {
    let span = content.whole();
    let text = DealText { opening: span.start..span.start, span, ..DealText::default() };
    let mut deal = Deal { text, told: Vec::new() };
    let wrong = each_line((Word::Deal, content), names, |reader| deal.line(reader));
    (deal.text, wrong)
}

/// Reads one line of a deal for what it would take at its end.
pub fn read_deal_line(reader: &mut Reader) -> Read<()> {
    Deal::default().line(reader)
}

/// A deal as far as it is read, and where each line that may stand once stands.
#[derive(Default)]
struct Deal {
    text: DealText,
    told: Vec<(Opening, Span)>,
}

type Opening = (Option<Keyword>, Option<Seat>);

impl Deal {
    fn line(&mut self, reader: &mut Reader) -> Read<()> {
        let start = reader.start();
        let hand = reader.is_name().then(|| reader.name()).transpose()?;
        let keyword = if hand.is_some() { None } else { Some(opening(reader)?) };
        let (opening, span) = ((keyword, hand.as_ref().map(|seat| seat.value)), reader.since(start));
        self.once(opening, &span, reader)?;
        match (keyword, hand) {
            (_, Some(seat)) => self.text.hands.push((seat, cards(reader)?)),
            (Some(Keyword::Dealer), _) => self.text.dealer = Some(last(reader.name()?, reader)?),
            (Some(Keyword::Turn), _) => self.text.turn = Some(last(reader.card()?, reader)?),
            (Some(Keyword::Stock), _) => self.text.stock = cards(reader)?,
            (Some(Keyword::Fille), _) => self.text.fille = cards(reader)?,
            (Some(Keyword::Stake), _) => self.text.stake = Some(last(reader.amount()?, reader)?),
            (Some(Keyword::Side), _) => {
                reader.words(&[Keyword::Pot])?;
                self.text.side_pot = Some(last(reader.amount()?, reader)?);
            }
            (Some(Keyword::Hand), _) => {
                self.text.hand = Some(last(count(reader, "which hand of the game it is")?, reader)?)
            }
            (Some(Keyword::Points), _) => {
                let seat = reader.name()?;
                self.text.points.push((seat, last(count(reader, "a number of points")?, reader)?));
            }
            (Some(Keyword::Score), _) => self.text.score = Some(both(reader)?),
            (Some(Keyword::Games), _) => self.text.games = Some(both(reader)?),
            (Some(Keyword::Lost), _) => {
                let seat = reader.name()?;
                self.text.lost.push((seat, last(count(reader, "a number of rounds")?, reader)?));
            }
            (Some(Keyword::Misdeal), _) if reader.names().machine() == Machine::Mus => {
                self.text.misdeal = Some(last(At { value: Misdeal::Again, span: span.clone() }, reader)?);
            }
            (Some(Keyword::Misdeal), _) => self.text.misdeal = Some(misdeal(reader)?),
            _ => self.text.debts.push((reader.name()?, last(reader.amount()?, reader)?)),
        }
        if !matches!(keyword, Some(Keyword::Debt | Keyword::Points | Keyword::Lost)) {
            self.told.push((opening, span));
        }
        Ok(())
    }

    /// A line with this opening may not have been read before.
    fn once(&self, opening: Opening, span: &Span, reader: &Reader) -> Read<()> {
        let Some((_, before)) = self.told.iter().find(|(other, _)| *other == opening) else { return Ok(()) };
        let opening = opening.0.map(|keyword| format!("`{}`", reader.word(keyword)));
        let what = opening.unwrap_or_else(|| "this player's hand".into());
        Err(say!("line-twice", span, what).related(before.clone(), "first here").into())
    }
}

fn opening(reader: &mut Reader) -> Read<Keyword> {
    if let Some(keyword) = reader.keyword_of(Place::Deal) {
        reader.skip();
        return Ok(keyword);
    }
    let help = format!("a line of a deal begins with a player or with {}", reader.listed(Place::Deal));
    Err(reader.no_opening("a line of a deal", Place::Deal, &help).into())
}

fn cards(reader: &mut Reader) -> Read<Vec<At<Card>>> {
    let cards = reader.cards()?;
    reader.end("a card or the end of the line")?;
    Ok(cards)
}

/// The value, if the line ends after it.
fn last<T>(value: T, reader: &Reader) -> Read<T> {
    reader.end("the end of the line").map(|()| value)
}

/// A number for each side.
fn both(reader: &mut Reader) -> Read<[At<i64>; 2]> {
    let both = [reader.amount()?, reader.amount()?];
    last(both, reader)
}

fn count(reader: &mut Reader, expected: &str) -> Read<At<i64>> {
    reader.number(expected, 1_000_000).map(|number| At { value: number.value.into(), span: number.span })
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
        return Err(reader.unexpected(&format!("`{loses} {the} {deal}` or `{pays} N`")).into());
    };
    last(At { value, span: reader.since(start) }, reader)
}

/// Reads a payout; each line that cannot be read is told and left out.
pub fn read_payout(content: &Content, names: &Names, entry: fn(&mut Reader) -> Entries) -> (Vec<At<Entry>>, Wrong) {
    let mut entries = Vec::new();
    let wrong = each_line((Word::Payout, content), names, |reader| {
        entries.extend(read_payout_line(reader, entry)?);
        Ok(())
    });
    (entries, wrong)
}

/// Entries that stand together.
pub type Entries = Read<Vec<At<Entry>>>;

pub fn read_payout_line(reader: &mut Reader, entry: fn(&mut Reader) -> Entries) -> Entries {
    let mut entries = entry(reader)?;
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        // Where a comma is the last of a line, as it is while more is written.
        for want in [Want::Name, Want::Words(Place::Payout), Want::Sign(Kind::Hole)] {
            reader.want(want);
        }
        if reader.kind() == Kind::End {
            return Err(trailing_comma(&comma).into());
        }
        entries.extend(entry(reader)?);
    }
    reader.end("`,` or the end of the line")?;
    Ok(entries)
}

pub fn entry(reader: &mut Reader) -> Entries {
    let start = reader.start();
    let (about, amount) = match reader.take(Kind::Hole) {
        true => (About::All, None),
        _ if reader.is_name() => payment(reader)?,
        _ => of_the_table(reader)?,
    };
    Ok(vec![At { value: Entry { about, amount }, span: reader.since(start) }])
}

pub type Amount = Option<At<Hole<i64>>>;

/// `NAME takes 3` and its like.
fn payment(reader: &mut Reader) -> Read<(About, Amount)> {
    let seat = reader.name()?.value;
    let verb = reader.keyword_at(Place::Payment, "what this player gets or gives")?;
    if verb == Keyword::Has {
        let has = reader.hole(|reader| reader.purse().map(|purse| purse.value))?;
        let one = matches!(has.value, Hole::Known(1) | Hole::Open) && reader.take_word(Keyword::Point);
        let is_points = one || reader.take_word(Keyword::Points);
        return Ok((if is_points { About::Points(seat) } else { About::Has(seat) }, Some(has)));
    }
    let chips = chips(reader)?;
    let about = match verb {
        Keyword::Takes => About::Takes(seat),
        Keyword::Owes => About::Owes(seat),
        _ => {
            reader.words(&[Keyword::To])?;
            if reader.take_word(Keyword::The) {
                reader.words(&[Keyword::Pool])?;
                About::PaysIn(seat)
            } else {
                About::Pays(seat, reader.name()?.value)
            }
        }
    };
    Ok((about, chips))
}

/// `pool 5` and its like.
fn of_the_table(reader: &mut Reader) -> Read<(About, Amount)> {
    let about = match reader.keyword_of(Place::Payout) {
        Some(Keyword::Pool) => About::Pool,
        Some(Keyword::Next) => About::NextPool,
        Some(Keyword::Side) => About::SidePot,
        Some(_) => About::Waiting,
        None => {
            let [pool, next, waiting] = [Keyword::Pool, Keyword::Next, Keyword::Waiting].map(|word| reader.word(word));
            let help = format!("an entry begins with a player, `{pool}`, `{next} {pool}` or `{waiting}`");
            return Err(reader.no_opening("an entry of a payout", Place::Payout, &help).into());
        }
    };
    reader.skip();
    match about {
        About::NextPool => reader.words(&[Keyword::Pool])?,
        About::SidePot => reader.words(&[Keyword::Pot])?,
        _ => {}
    }
    Ok((about, chips(reader)?))
}

pub fn chips(reader: &mut Reader) -> Read<Amount> {
    reader.hole(|reader| reader.amount().map(|amount| amount.value)).map(Some)
}
