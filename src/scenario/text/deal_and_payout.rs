//! What stands on the table before a hand and after it: the lines of `deal` and `payout` fences.

use super::parsed_scenario::SideSeats;
use super::script_verbs::next_mus_verb;
use super::{
    ExpectedValueOrGap, Keyword, KeywordPlace, LinePieceResult, LineTokenReader,
    MisdealConsequence, ParsedDeal, PayoutEntry, PayoutSubject, PossibleToken, Span, Spanned,
    TokenKind, diagnose, ensure,
};
use crate::cards::Seat;
use crate::rules::Verb;

/// A deal as far as it is read, and where each line that may stand once stands.
#[derive(Clone, Default)]
pub struct DealFenceReader {
    pub text: ParsedDeal,
    openings: Vec<Spanned<(Option<Keyword>, Option<Seat>)>>,
}

/// No number of a line is larger.
const MOST: i64 = 1_000_000;

impl DealFenceReader {
    /// Reads a line into the deal. A line with a mistake changes nothing.
    pub fn read_line(&mut self, reader: &mut LineTokenReader) -> LinePieceResult<()> {
        let start = reader.next_start();
        let hand = if reader.is_at_name() {
            Some(reader.expect_name()?)
        } else {
            None
        };
        let keyword = if hand.is_none() {
            reader.next_keyword_at(KeywordPlace::Deal)
        } else {
            None
        };
        if hand.is_none() && keyword.is_none() {
            let help = format!(
                "a line of a deal begins with a player or with {}",
                reader.list_keywords(KeywordPlace::Deal)
            );
            return Err(reader
                .unknown_opening_error("a line of a deal", KeywordPlace::Deal, &help)
                .into());
        }
        reader.skip_tokens(keyword.is_some().into());
        let opening = reader.spanned_since(start, (keyword, hand.as_ref().map(|seat| seat.value)));
        let earlier = self
            .openings
            .iter()
            .find(|other| other.value == opening.value);
        if let Some(earlier) = earlier {
            let what = match keyword {
                Some(keyword) => format!("`{}`", reader.spell_keyword(keyword)),
                None => "the hand of this player".to_owned(),
            };
            let wrong = diagnose!("line-twice", &opening.span, what);
            return Err(wrong.with_first_place(earlier).into());
        }
        let has_cards = matches!(keyword, None | Some(Keyword::Stock | Keyword::Fille));
        let mut line = ParsedDeal::default();
        if let Some(seat) = hand {
            line.hands.push((seat, reader.expect_cards()?));
        } else if let Some(keyword) = keyword {
            read_deal_setting(&mut line, keyword, &opening.span, reader)?;
        }
        reader.expect_end(if has_cards {
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
fn add_line(text: &mut ParsedDeal, line: ParsedDeal) {
    text.hands.extend(line.hands);
    text.stock.extend(line.stock);
    text.fille.extend(line.fille);
    text.debts.extend(line.debts);
    text.points.extend(line.points);
    text.lost.extend(line.lost);
    text.dealer = line.dealer.or(text.dealer.take());
    text.turn_up = line.turn_up.or(text.turn_up.take());
    text.stake = line.stake.or(text.stake.take());
    text.side_pot = line.side_pot.or(text.side_pot.take());
    text.hand_number = line.hand_number.or(text.hand_number.take());
    text.score = line.score.or(text.score.take());
    text.games = line.games.or(text.games.take());
    text.misdeal = line.misdeal.or(text.misdeal.take());
}

/// Reads what follows the keyword of a line of a deal.
fn read_deal_setting(
    text: &mut ParsedDeal,
    keyword: Keyword,
    span: &Span,
    reader: &mut LineTokenReader,
) -> LinePieceResult<()> {
    match keyword {
        Keyword::Dealer => text.dealer = Some(reader.expect_name()?),
        Keyword::Turn => text.turn_up = Some(reader.expect_card()?),
        Keyword::Stock => text.stock = reader.expect_cards()?,
        Keyword::Fille => text.fille = reader.expect_cards()?,
        Keyword::Stake => text.stake = Some(reader.expect_chip_amount()?),
        Keyword::Side => {
            reader.expect_keywords(&[Keyword::Pot])?;
            text.side_pot = Some(reader.expect_chip_amount()?);
        }
        Keyword::Hand => {
            text.hand_number = Some(reader.expect_number("the number of the deal", MOST)?)
        }
        Keyword::Points => text.points.push((
            reader.expect_name()?,
            reader.expect_number("a number of points", MOST)?,
        )),
        Keyword::Score => {
            text.score = Some([reader.expect_chip_amount()?, reader.expect_chip_amount()?])
        }
        Keyword::Games => {
            text.games = Some([reader.expect_chip_amount()?, reader.expect_chip_amount()?])
        }
        Keyword::Lost => text.lost.push((
            reader.expect_name()?,
            reader.expect_number("a number of rounds", MOST)?,
        )),
        Keyword::Misdeal if reader.is_mus() => {
            text.misdeal = Some(Spanned {
                value: MisdealConsequence::Again,
                span: span.clone(),
            });
        }
        Keyword::Misdeal => text.misdeal = Some(reader.read_spanned(read_misdeal)?),
        _ => text
            .debts
            .push((reader.expect_name()?, reader.expect_chip_amount()?)),
    }
    Ok(())
}

/// Reads the consequence of a misdeal.
fn read_misdeal(reader: &mut LineTokenReader) -> LinePieceResult<MisdealConsequence> {
    let loses = [Keyword::Loses, Keyword::The, Keyword::Deal];
    if reader.take_keyword(Keyword::Pays) {
        return reader
            .expect_chip_amount()
            .map(|chips| MisdealConsequence::Pays(chips.value));
    }
    if reader.is_next_keyword(Keyword::Loses) {
        return reader
            .expect_keywords(&loses)
            .map(|()| MisdealConsequence::LosesTheDeal);
    }
    let loses = loses.map(|word| reader.spell_keyword(word)).join(" ");
    Err(reader
        .unexpected_token_error(&format!(
            "`{loses}` or `{} N`",
            reader.spell_keyword(Keyword::Pays)
        ))
        .into())
}

/// Reads a line of a payout: entries with commas between them.
pub fn read_payout_line(
    reader: &mut LineTokenReader,
) -> LinePieceResult<Vec<Spanned<PayoutEntry>>> {
    let mut entries = read_entry_or_pair(reader)?;
    while reader.is_next(TokenKind::Comma) {
        let comma = reader.take_token().span;
        // Where a comma is the last of a line, as it is while more is written.
        reader.note_continuation_if_at_end(PossibleToken::Name);
        reader.note_continuation_if_at_end(PossibleToken::Words(KeywordPlace::Payout));
        reader.note_continuation_if_at_end(PossibleToken::Sign(TokenKind::Hole));
        ensure(reader.next_kind() != TokenKind::End, || {
            diagnose!("trailing-comma", &comma)
        })?;
        entries.extend(read_entry_or_pair(reader)?);
    }
    reader.expect_end("`,` or the end of the line")?;
    Ok(entries)
}

/// Reads an entry; of what both sides have, two.
fn read_entry_or_pair(reader: &mut LineTokenReader) -> LinePieceResult<Vec<Spanned<PayoutEntry>>> {
    let both = [
        (
            Keyword::Score,
            PayoutSubject::Score as fn(Seat) -> PayoutSubject,
        ),
        (Keyword::Games, PayoutSubject::Games),
    ];
    let start = reader.next_start();
    let entry = if reader.take_if(TokenKind::Hole) {
        PayoutEntry {
            subject: PayoutSubject::All,
            amount: None,
        }
    } else if reader.is_at_name() {
        read_player_entry(reader)?
    } else if !reader.is_mus() {
        read_table_entry(reader)?
    } else if let Some((_, about)) = both
        .into_iter()
        .find(|(word, _)| reader.take_keyword(*word))
    {
        let first = reader.read_spanned(|reader| read_subject_amount(about(Seat(0)), reader))?;
        let second = reader.read_spanned(|reader| read_subject_amount(about(Seat(1)), reader))?;
        return Ok(vec![first, second]);
    } else {
        read_side_entry(reader)?
    };
    Ok(vec![reader.spanned_since(start, entry)])
}

/// Reads an entry about a player: `NAME takes 3`.
fn read_player_entry(reader: &mut LineTokenReader) -> LinePieceResult<PayoutEntry> {
    let seat = reader.expect_name()?.value;
    let at_mus = reader.is_mus();
    let expected = if at_mus {
        "`has` or `lost`"
    } else {
        "a verb for this player"
    };
    let verb = reader.expect_keyword_at(KeywordPlace::Payment, expected)?;
    if verb == Keyword::Has && !at_mus {
        let has = reader
            .read_value_or_gap(|reader| reader.expect_chips(true).map(|purse| purse.value))?;
        let one = matches!(
            has.value,
            ExpectedValueOrGap::Known(1) | ExpectedValueOrGap::Open
        ) && reader.take_keyword(Keyword::Point);
        let is_points = one || reader.take_keyword(Keyword::Points);
        let about = if is_points {
            PayoutSubject::Points(seat)
        } else {
            PayoutSubject::Has(seat)
        };
        return Ok(PayoutEntry {
            subject: about,
            amount: Some(has),
        });
    }
    ensure(
        !at_mus || matches!(verb, Keyword::Has | Keyword::Lost),
        || reader.unexpected_token_error("`has` or `lost`"),
    )?;
    let about = match verb {
        Keyword::Has => PayoutSubject::Has(seat),
        Keyword::Lost => PayoutSubject::Lost(seat),
        Keyword::Takes => PayoutSubject::Takes(seat),
        Keyword::Owes => PayoutSubject::Owes(seat),
        // Into the pool, until it is read that somebody else is paid.
        _ => PayoutSubject::PaysIn(seat),
    };
    let paid = read_subject_amount(about, reader)?;
    if verb != Keyword::Pays {
        return Ok(paid);
    }
    reader.expect_keywords(&[Keyword::To])?;
    if reader.take_keyword(Keyword::The) {
        return reader.expect_keywords(&[Keyword::Pool]).map(|()| paid);
    }
    Ok(PayoutEntry {
        subject: PayoutSubject::Pays(seat, reader.expect_name()?.value),
        ..paid
    })
}

/// Reads an entry about the table: `pool 5`.
fn read_table_entry(reader: &mut LineTokenReader) -> LinePieceResult<PayoutEntry> {
    let Some(keyword) = reader.next_keyword_at(KeywordPlace::Payout) else {
        let [pool, next, waiting] =
            [Keyword::Pool, Keyword::Next, Keyword::Waiting].map(|word| reader.spell_keyword(word));
        let help =
            format!("an entry begins with a player, `{pool}`, `{next} {pool}` or `{waiting}`");
        return Err(reader
            .unknown_opening_error("an entry of a payout", KeywordPlace::Payout, &help)
            .into());
    };
    reader.take_token();
    let (about, words): (PayoutSubject, &[Keyword]) = match keyword {
        Keyword::Pool => (PayoutSubject::Pool, &[]),
        Keyword::Next => (PayoutSubject::NextPool, &[Keyword::Pool]),
        Keyword::Side => (PayoutSubject::SidePot, &[Keyword::Pot]),
        _ => (PayoutSubject::Waiting, &[]),
    };
    reader.expect_keywords(words)?;
    read_subject_amount(about, reader)
}

/// Reads an entry about a side: `grande NAME+NAME 3`, `ordago NAME+NAME`.
fn read_side_entry(reader: &mut LineTokenReader) -> LinePieceResult<PayoutEntry> {
    if let Some(lance) = reader.next_mus_phase_word() {
        reader.take_token();
        let about = PayoutSubject::BettingPhase(lance, read_side(reader)?);
        return read_subject_amount(about, reader);
    }
    if next_mus_verb(reader, KeywordPlace::Move) == Some((Verb::Ordago, 1)) {
        reader.take_token();
        let about = PayoutSubject::Ordago(read_side(reader)?);
        let ends = matches!(reader.next_kind(), TokenKind::Comma | TokenKind::End);
        return if ends {
            Ok(PayoutEntry {
                subject: about,
                amount: None,
            })
        } else {
            read_subject_amount(about, reader)
        };
    }
    let help = "an entry begins with a phase, `ordago`, `score`, `games` or a player";
    Err(reader
        .unknown_opening_error("an entry of a payout", KeywordPlace::Payout, help)
        .into())
}

/// Reads the names of a side: a player, and a partner if there is one.
fn read_side(reader: &mut LineTokenReader) -> LinePieceResult<SideSeats> {
    reader.split_words_at_plus();
    let first = reader.expect_name()?.value;
    let second = if reader.take_if(TokenKind::Plus) {
        Some(reader.expect_name()?.value)
    } else {
        None
    };
    Ok((first, second))
}

/// Reads the amount of an entry about a subject.
fn read_subject_amount(
    subject: PayoutSubject,
    reader: &mut LineTokenReader,
) -> LinePieceResult<PayoutEntry> {
    let amount = reader
        .read_value_or_gap(|reader| reader.expect_chip_amount().map(|amount| amount.value))?;
    Ok(PayoutEntry {
        subject,
        amount: Some(amount),
    })
}
