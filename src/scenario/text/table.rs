//! What stands on the table before a hand and after it: the lines of `deal` and `payout` fences.

use super::script::{next_lance, said};
use super::syntax::Side;
use super::{
    About, At, DealText, Entry, Hole, Keyword, Kind, Misdeal, Place, Read, Reader, Span, Want,
    ensure, say,
};
use crate::cards::Seat;
use crate::rules::Verb;

/// A deal as far as it is read, and where each line that may stand once stands.
#[derive(Clone, Default)]
pub struct DealReader {
    pub text: DealText,
    openings: Vec<At<(Option<Keyword>, Option<Seat>)>>,
}

/// No number of a line is larger.
const MOST: i64 = 1_000_000;

impl DealReader {
    /// Reads a line into the deal. A line with a mistake changes nothing.
    pub fn read_line(&mut self, reader: &mut Reader) -> Read<()> {
        let start = reader.start();
        let hand = if reader.is_name() {
            Some(reader.name()?)
        } else {
            None
        };
        let keyword = if hand.is_none() {
            reader.keyword_of(Place::Deal)
        } else {
            None
        };
        if hand.is_none() && keyword.is_none() {
            let help = format!(
                "a line of a deal begins with a player or with {}",
                reader.listed(Place::Deal)
            );
            return Err(reader
                .no_opening("a line of a deal", Place::Deal, &help)
                .into());
        }
        reader.pass(keyword.is_some().into());
        let opening = reader.at(start, (keyword, hand.as_ref().map(|seat| seat.value)));
        let earlier = self
            .openings
            .iter()
            .find(|other| other.value == opening.value);
        if let Some(earlier) = earlier {
            let what = match keyword {
                Some(keyword) => format!("`{}`", reader.word(keyword)),
                None => "this player's hand".to_owned(),
            };
            let wrong = say!("line-twice", &opening.span, what);
            return Err(wrong.again(earlier).into());
        }
        let has_cards = matches!(keyword, None | Some(Keyword::Stock | Keyword::Fille));
        let mut line = DealText::default();
        if let Some(seat) = hand {
            line.hands.push((seat, reader.cards()?));
        } else if let Some(keyword) = keyword {
            read_of_the_table(&mut line, keyword, &opening.span, reader)?;
        }
        reader.end(if has_cards {
            "a card or the end of the line"
        } else {
            "the end of the line"
        })?;
        add_line(&mut self.text, line);
        if !matches!(
            keyword,
            Some(Keyword::PendingDebt | Keyword::Points | Keyword::Lost)
        ) {
            self.openings.push(opening);
        }
        Ok(())
    }
}

/// Adds what one line says to what the lines before it say.
fn add_line(text: &mut DealText, line: DealText) {
    text.hands.extend(line.hands);
    text.stock.extend(line.stock);
    text.fille.extend(line.fille);
    text.debts.extend(line.debts);
    text.points.extend(line.points);
    text.lost.extend(line.lost);
    text.dealer = line.dealer.or(text.dealer.take());
    text.turn = line.turn.or(text.turn.take());
    text.stake = line.stake.or(text.stake.take());
    text.side_pot = line.side_pot.or(text.side_pot.take());
    text.hand = line.hand.or(text.hand.take());
    text.score = line.score.or(text.score.take());
    text.games = line.games.or(text.games.take());
    text.misdeal = line.misdeal.or(text.misdeal.take());
}

/// Reads what follows the keyword of a line of a deal.
fn read_of_the_table(
    text: &mut DealText,
    keyword: Keyword,
    span: &Span,
    reader: &mut Reader,
) -> Read<()> {
    match keyword {
        Keyword::Dealer => text.dealer = Some(reader.name()?),
        Keyword::Turn => text.turn = Some(reader.card()?),
        Keyword::Stock => text.stock = reader.cards()?,
        Keyword::Fille => text.fille = reader.cards()?,
        Keyword::Stake => text.stake = Some(reader.amount()?),
        Keyword::Side => {
            reader.words(&[Keyword::Pot])?;
            text.side_pot = Some(reader.amount()?);
        }
        Keyword::Hand => text.hand = Some(reader.number("which hand of the game it is", MOST)?),
        Keyword::Points => text
            .points
            .push((reader.name()?, reader.number("a number of points", MOST)?)),
        Keyword::Score => text.score = Some([reader.amount()?, reader.amount()?]),
        Keyword::Games => text.games = Some([reader.amount()?, reader.amount()?]),
        Keyword::Lost => text
            .lost
            .push((reader.name()?, reader.number("a number of rounds", MOST)?)),
        Keyword::Misdeal if reader.is_mus() => {
            text.misdeal = Some(At {
                value: Misdeal::Again,
                span: span.clone(),
            });
        }
        Keyword::Misdeal => text.misdeal = Some(reader.placed(misdeal)?),
        _ => text.debts.push((reader.name()?, reader.amount()?)),
    }
    Ok(())
}

fn misdeal(reader: &mut Reader) -> Read<Misdeal> {
    let loses = [Keyword::Loses, Keyword::The, Keyword::Deal];
    if reader.take_word(Keyword::Pays) {
        return reader.amount().map(|chips| Misdeal::Pays(chips.value));
    }
    if reader.is(Keyword::Loses) {
        return reader.words(&loses).map(|()| Misdeal::LosesTheDeal);
    }
    let loses = loses.map(|word| reader.word(word)).join(" ");
    Err(reader
        .unexpected(&format!("`{loses}` or `{} N`", reader.word(Keyword::Pays)))
        .into())
}

pub fn read_payout_line(reader: &mut Reader) -> Read<Vec<At<Entry>>> {
    let mut entries = entry(reader)?;
    while reader.sees(Kind::Comma) {
        let comma = reader.skip().span;
        // Where a comma is the last of a line, as it is while more is written.
        reader.want(Want::Name);
        reader.want(Want::Words(Place::Payout));
        reader.want(Want::Sign(Kind::Hole));
        ensure(reader.kind() != Kind::End, || {
            say!("trailing-comma", &comma)
        })?;
        entries.extend(entry(reader)?);
    }
    reader.end("`,` or the end of the line")?;
    Ok(entries)
}

/// Reads an entry; of what both sides have, two.
fn entry(reader: &mut Reader) -> Read<Vec<At<Entry>>> {
    let both = [
        (Keyword::Score, About::Score as fn(Seat) -> About),
        (Keyword::Games, About::Games),
    ];
    let start = reader.start();
    let entry = if reader.take(Kind::Hole) {
        Entry {
            about: About::All,
            amount: None,
        }
    } else if reader.is_name() {
        payment(reader)?
    } else if !reader.is_mus() {
        of_the_table(reader)?
    } else if let Some((_, about)) = both.into_iter().find(|(word, _)| reader.take_word(*word)) {
        let first = reader.placed(|reader| amount(about(Seat(0)), reader))?;
        let second = reader.placed(|reader| amount(about(Seat(1)), reader))?;
        return Ok(vec![first, second]);
    } else {
        of_a_side(reader)?
    };
    Ok(vec![reader.at(start, entry)])
}

/// `NAME takes 3` and its like.
fn payment(reader: &mut Reader) -> Read<Entry> {
    let seat = reader.name()?.value;
    let at_mus = reader.is_mus();
    let expected = if at_mus {
        "what this player has or has lost"
    } else {
        "what this player gets or gives"
    };
    let verb = reader.keyword_at(Place::Payment, expected)?;
    if verb == Keyword::Has && !at_mus {
        let has = reader.hole(|reader| reader.chips(true).map(|purse| purse.value))?;
        let one =
            matches!(has.value, Hole::Known(1) | Hole::Open) && reader.take_word(Keyword::Point);
        let is_points = one || reader.take_word(Keyword::Points);
        let about = if is_points {
            About::Points(seat)
        } else {
            About::Has(seat)
        };
        return Ok(Entry {
            about,
            amount: Some(has),
        });
    }
    ensure(
        !at_mus || matches!(verb, Keyword::Has | Keyword::Lost),
        || reader.unexpected("`has` or `lost`"),
    )?;
    let about = match verb {
        Keyword::Has => About::Has(seat),
        Keyword::Lost => About::Lost(seat),
        Keyword::Takes => About::Takes(seat),
        Keyword::Owes => About::Owes(seat),
        // Into the pool, until it is read that somebody else is paid.
        _ => About::PaysIn(seat),
    };
    let paid = amount(about, reader)?;
    if verb != Keyword::Pays {
        return Ok(paid);
    }
    reader.words(&[Keyword::To])?;
    if reader.take_word(Keyword::The) {
        return reader.words(&[Keyword::Pool]).map(|()| paid);
    }
    Ok(Entry {
        about: About::Pays(seat, reader.name()?.value),
        ..paid
    })
}

/// `pool 5` and its like.
fn of_the_table(reader: &mut Reader) -> Read<Entry> {
    let Some(keyword) = reader.keyword_of(Place::Payout) else {
        let [pool, next, waiting] =
            [Keyword::Pool, Keyword::Next, Keyword::Waiting].map(|word| reader.word(word));
        let help =
            format!("an entry begins with a player, `{pool}`, `{next} {pool}` or `{waiting}`");
        return Err(reader
            .no_opening("an entry of a payout", Place::Payout, &help)
            .into());
    };
    reader.skip();
    let (about, words): (About, &[Keyword]) = match keyword {
        Keyword::Pool => (About::Pool, &[]),
        Keyword::Next => (About::NextPool, &[Keyword::Pool]),
        Keyword::Side => (About::SidePot, &[Keyword::Pot]),
        _ => (About::Waiting, &[]),
    };
    reader.words(words)?;
    amount(about, reader)
}

/// `grande NAME+NAME 3`, `ordago NAME+NAME`.
fn of_a_side(reader: &mut Reader) -> Read<Entry> {
    if let Some(lance) = next_lance(reader) {
        reader.skip();
        let about = About::BettingPhase(lance, side(reader)?);
        return amount(about, reader);
    }
    if said(reader, Place::Deed) == Some((Verb::Ordago, 1)) {
        reader.skip();
        let about = About::Ordago(side(reader)?);
        let ends = matches!(reader.kind(), Kind::Comma | Kind::End);
        return if ends {
            Ok(Entry {
                about,
                amount: None,
            })
        } else {
            amount(about, reader)
        };
    }
    let help = "an entry begins with a phase, `ordago`, `score`, `games` or a player";
    Err(reader
        .no_opening("an entry of a payout", Place::Payout, help)
        .into())
}

fn side(reader: &mut Reader) -> Read<Side> {
    reader.part_at_plus();
    let first = reader.name()?.value;
    let second = if reader.take(Kind::Plus) {
        Some(reader.name()?.value)
    } else {
        None
    };
    Ok((first, second))
}

fn amount(about: About, reader: &mut Reader) -> Read<Entry> {
    let amount = reader.hole(|reader| reader.amount().map(|amount| amount.value))?;
    Ok(Entry {
        about,
        amount: Some(amount),
    })
}
