//! The table on paper: who sits there, with which cards and chips.

use super::Paper;
use super::paper::Sight;
use crate::narrate::face::Face;
use crate::narrate::money::{Chips, money};
use crate::narrate::table::{Laid, Place, Table, table};
use crate::scenario::story::{Step, Story};

/// The table after a step, as one sees it who sees so much: a line for what lies in the middle, a line a seat.
pub(crate) fn lay(paper: &mut Paper, story: &Story, step: &Step, sight: Sight) {
    let (table, chips) = (table(story, step), Chips::new(story, &[money(story, step)]));
    paper.bear(chips.marks);
    paper.cards(&middle(&table, &chips));
    for (place, purse) in chips.places(&table) {
        let mark = if place.is_mover { ">" } else { " " };
        paper.row(&format!("{mark} {}", place.name), &seat(place, purse, sight));
    }
}

/// Debts on paper, if there are any.
pub(crate) fn debts(paper: &mut Paper, story: &Story, step: &Step) {
    let chips = Chips::new(story, &[money(story, step)]);
    if let Some(debts) = chips.promises.filter(|debts| !debts.is_empty()) {
        paper.fact("Debts on paper", &debts);
    }
}

fn middle(table: &Table, chips: &Chips) -> String {
    let pool = chips.pool.iter().map(|pool| match chips.made_of.as_deref() {
        Some(made_of) if !made_of.is_empty() => format!("Pool {pool} ({made_of})"),
        _ => format!("Pool {pool}"),
    });
    let turned = table.turned.iter().map(|face| format!("turn-up {}", face.text()));
    let trump = std::iter::once(format!("trumps {}", table.trump));
    let fille = chips.fille.iter().filter(|cards| !cards.is_empty()).map(|_| "the fille lies there".to_owned());
    let stock = chips.stock.iter().map(|stock| format!("stock {stock}"));
    pool.chain(turned).chain(trump).chain(fille).chain(stock).collect::<Vec<_>>().join(" · ")
}

fn seat(place: &Place, purse: &str, sight: Sight) -> String {
    let laid = place.laid.iter().map(laid);
    let cards = (!place.cards.is_empty()).then(|| cards(&place.cards, sight.sees(crate::cards::Seat(place.seat))));
    let won = Some(place.won()).filter(|won| !won.is_empty());
    let marks = place.marks.iter().map(|mark| (*mark).to_owned());
    laid.chain(cards).chain(won).chain(marks).chain([purse.to_owned()]).collect::<Vec<_>>().join(" · ")
}

fn laid(laid: &Laid) -> String {
    let mark = if laid.mark.is_empty() { String::new() } else { format!(" {}", laid.mark) };
    format!("[{}{mark}]", laid.face.text())
}

fn cards(faces: &[Face], sees: bool) -> String {
    if sees {
        return faces.iter().map(Face::text).collect::<Vec<_>>().join(" ");
    }
    if faces.len() == 1 { "1 card".to_owned() } else { format!("{} cards", faces.len()) }
}
