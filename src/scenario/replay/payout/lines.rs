//! The lines of a payout, as an author writes them and as a diagnostic says them.

use super::super::mus::side;
use super::super::session::Session;
use super::amounts::amount;
use super::amounts::is_single;
use crate::cards::{Letters, Seat, Seats};
use crate::mus::MusState;
use crate::scenario::text::{Keyword, PayoutSubject};

/// A line of the payout, and what is said of an amount; and whom they name. Gaps stand in capitals: WHO takes or gives and to
/// WHOM, a SIDE (`Ana+Carlos`) or its NAMES, a LANCE or its PHASE; N is the amount, ANY the same or `nothing`, OTHER the other side's.
fn form(session: &Session, about: PayoutSubject) -> ([&'static str; 2], Seat) {
    let (is_mus, is_single) = (session.is_mus(), is_single(session));
    match about {
        PayoutSubject::Pool => (["pool N", "the pool is N"], Seat(0)),
        PayoutSubject::NextPool => (["next pool N", "the next pool is N"], Seat(0)),
        PayoutSubject::Waiting => (["waiting N", "what waits is N"], Seat(0)),
        PayoutSubject::SidePot => (["side pot N", "the side pot is N"], Seat(0)),
        PayoutSubject::Takes(seat) => (["WHO takes N", "WHO takes ANY"], seat),
        PayoutSubject::Owes(seat) => (["WHO owes N", "WHO owes ANY"], seat),
        PayoutSubject::Has(seat) => (
            [
                "WHO has N",
                if is_mus { "WHO has N" } else { "WHO has ANY" },
            ],
            seat,
        ),
        PayoutSubject::Points(seat) => (["WHO has N points"; 2], seat),
        PayoutSubject::PaysIn(seat) => (["WHO pays N to the pool", "WHO pays the pool ANY"], seat),
        PayoutSubject::Pays(seat, _) => (["WHO pays N to WHOM", "WHO pays WHOM ANY"], seat),
        PayoutSubject::BettingPhase(_, (seat, _)) if is_single => {
            (["LANCE SIDE N", "at PHASE WHO sheds N"], seat)
        }
        PayoutSubject::BettingPhase(_, (side, _)) => {
            (["LANCE SIDE N", "PHASE brings NAMES N"], side)
        }
        PayoutSubject::Ordago((seat, _)) if is_single => {
            (["ordago SIDE N", "WHO picks up N"], seat)
        }
        PayoutSubject::Ordago((side, _)) => (["ordago SIDE", "by the ordago it lacked N"], side),
        // What both sides have is one line, that of the first.
        PayoutSubject::Score(side) => (
            [
                if side.0 == 0 { "score N OTHER" } else { "" },
                "the score of NAMES is N",
            ],
            side,
        ),
        PayoutSubject::Games(side) => (
            [
                if side.0 == 0 { "games N OTHER" } else { "" },
                "NAMES have won N",
            ],
            side,
        ),
        PayoutSubject::Lost(seat) => (["WHO lost N", "WHO has lost N"], seat),
        PayoutSubject::All => (["?"; 2], Seat(0)),
    }
}

/// A line of the payout as the file's language has it, and an amount as it is told: `Claude takes nothing`.
pub fn words(session: &Session, about: PayoutSubject) -> [String; 2] {
    let (rules, hand, chips) = (&session.rules, &session.mus.hand, amount(session, about));
    let ([line, says], who) = form(session, about);
    let name = |seat| session.name(seat).to_owned();
    let is_beside = |seat: &Seat| MusState::side_of(rules, *seat) == MusState::side_of(rules, who);
    let word = |word: &str, letters: Letters| match (word, about) {
        ("ANY", _) if chips == 0 => "nothing".to_owned(),
        ("N" | "ANY", _) => chips.to_string(),
        ("OTHER", PayoutSubject::Score(_)) => {
            amount(session, PayoutSubject::Score(Seat(1))).to_string()
        }
        ("OTHER", _) => amount(session, PayoutSubject::Games(Seat(1))).to_string(),
        ("WHO", _) => name(who),
        ("WHOM", PayoutSubject::Pays(_, whom)) => name(whom),
        ("SIDE", _) => {
            let all = Seats::all(hand.table.seats);
            all.iter()
                .filter(is_beside)
                .map(name)
                .collect::<Vec<_>>()
                .join("+")
        }
        ("NAMES", _) => side(rules, hand, who, &name),
        ("LANCE", PayoutSubject::BettingPhase(lance, _)) => lance.word().to_owned(),
        ("PHASE", PayoutSubject::BettingPhase(lance, _)) => lance.words().to_owned(),
        // It is `de` before a verb in French.
        ("to", _) if letters == Letters::French => "à".to_owned(),
        ("points", _) if chips == 1 => "point".to_owned(),
        _ => Keyword::from_word(word, Letters::English)
            .map_or(word, |keyword| keyword.spelling_inside(letters))
            .to_owned(),
    };
    let filled = |(form, letters): (&str, _)| {
        form.split(' ')
            .map(|one| word(one, letters))
            .collect::<Vec<_>>()
            .join(" ")
    };
    [(line, session.letters), (says, Letters::English)].map(filled)
}
