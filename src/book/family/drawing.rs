//! The family as a drawing.

use super::layout::{Layout, Spot, WIDTH, What};
use crate::book::picture::arrowhead;
use crate::editions::{self, GAMES, KINSHIP};
use crate::rules::{Certainty, Relation};
use anyhow::Result;
use askama::Template;

const HEIGHT: i32 = 44;
const BETWEEN: i32 = 62;
/// How far apart lines leave or reach one box.
const PORT: i32 = 16;

/// A game's box.
struct Box {
    x: i32,
    middle: i32,
    y: i32,
    name_y: i32,
    name: &'static str,
    when: &'static str,
    is_here: bool,
}

/// A line, its number, and its arrowhead if it has one.
struct Line {
    number: usize,
    way: String,
    kind: &'static str,
    head: Option<String>,
    label: Point,
}

type Point = (i32, i32);

#[derive(Template)]
#[template(path = "family.svg")]
struct Drawing {
    width: i32,
    height: i32,
    boxes: Vec<Box>,
    lines: Vec<Line>,
}

/// The drawing, as SVG.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn drawing() -> Result<String> {
    let layout = Layout::of(&GAMES, &KINSHIP);
    let drawing = Drawing {
        width: layout.width(),
        height: top(layout.rows.len()) - BETWEEN + 1,
        boxes: layout
            .rows
            .iter()
            .enumerate()
            .flat_map(|(row, spots)| spots.iter().filter_map(move |spot| boxed(row, spot)))
            .collect(),
        lines: lines(&layout),
    };
    Ok(drawing.render()?)
}

/// Where a row begins.
fn top(row: usize) -> i32 {
    1 + row as i32 * (HEIGHT + BETWEEN)
}

fn boxed(row: usize, spot: &Spot) -> Option<Box> {
    let What::Game(game) = spot.what else { return None };
    let game = &GAMES[game];
    let is_here = editions::ALL.iter().any(|edition| game.editions.contains(&edition.id));
    let name_y = top(row) + if game.when.is_empty() { 27 } else { 19 };
    Some(Box { name_y, x: spot.x - WIDTH / 2, middle: spot.x, y: top(row), name: game.name, when: game.when, is_here })
}

fn lines(layout: &Layout) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for kin in 0..KINSHIP.len() {
        let taken: Vec<Point> = lines.iter().map(|line| line.label).collect();
        lines.extend(line(layout, kin, &taken));
    }
    lines
}

/// A line, with its number where none stands yet.
fn line(layout: &Layout, kin: usize, taken: &[Point]) -> Option<Line> {
    let [up, down] = layout.ends(kin)?;
    let (way, end, label) =
        if up.0 == down.0 { sideways(layout, kin, up.0)? } else { downwards(layout, kin, up.0, down.0, taken)? };
    let of = &KINSHIP[kin];
    let head = (of.relation != Relation::Related).then(|| arrowhead(end));
    Some(Line { number: kin + 1, way, kind: kind(of.relation, of.certainty), head, label })
}

fn kind(relation: Relation, certainty: Certainty) -> &'static str {
    match (relation, certainty) {
        (Relation::Descends, Certainty::Said) => "descends",
        (Relation::Descends, Certainty::Suggested) => "descends suggested",
        (Relation::Descends, Certainty::AgainstDates) => "descends disputed",
        (Relation::Variant, Certainty::Said) => "variant",
        (Relation::Variant, Certainty::Suggested) => "variant suggested",
        (Relation::Variant, Certainty::AgainstDates) => "variant disputed",
        (Relation::Related, Certainty::Said) => "related",
        (Relation::Related, Certainty::Suggested) => "related suggested",
        (Relation::Related, Certainty::AgainstDates) => "related disputed",
    }
}

/// The path of a line, its end, and its label.
type Way = (String, Point, Point);

/// From a box down to another, through the bends between them.
fn downwards(layout: &Layout, kin: usize, from: usize, to: usize, taken: &[Point]) -> Option<Way> {
    let (start, end) = (port(layout, kin, from, from + 1)?, (port(layout, kin, to, to - 1)?, top(to)));
    let mut at = (start, top(from) + HEIGHT);
    let mut way = format!("M{} {}", at.0, at.1);
    let mut label = None;
    for row in from + 1..=to {
        let next = if row == to { end } else { (layout.at(kin, row)?.x, top(row)) };
        let half = (at.1 + next.1) / 2;
        label = label.or(Some(beside(at, next, taken)));
        way += &format!("C{} {half} {} {half} {} {}", at.0, next.0, next.0, next.1);
        at = if row == to { next } else { (next.0, next.1 + HEIGHT) };
        way += &if row == to { String::new() } else { format!("V{}", at.1) };
    }
    Some((way, end, label?))
}

/// A place for a number on the way between two points: the middle, or the first beside it where none stands.
fn beside(from: Point, to: Point, taken: &[Point]) -> Point {
    let near = |a: &Point, b: Point| (a.0 - b.0).abs() < 18 && (a.1 - b.1).abs() < 13;
    let free = |at: &Point| !taken.iter().any(|other| near(other, *at));
    let mut on_the_way = [50, 38, 62, 28, 72].map(|hundredths| between(from, to, hundredths)).into_iter();
    let (x, y) = on_the_way.find(free).unwrap_or(between(from, to, 50));
    // On an upright line a 1 would not be seen.
    if from.0 == to.0 { (x + 11, y) } else { (x, y) }
}

/// The point of the curve after so many hundredths of it.
fn between(from: Point, to: Point, hundredths: i32) -> Point {
    let t = f64::from(hundredths) / 100.0;
    let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let x = across * (3.0 * t * t - 2.0 * t * t * t);
    let y = down * (1.5 * t * (1.0 - t) + t * t * t);
    (from.0 + x.round() as i32, from.1 + y.round() as i32)
}

/// Between two boxes of one row: straight to a neighbour, else under those between.
fn sideways(layout: &Layout, kin: usize, row: usize) -> Option<Way> {
    let [(_, a), (_, b)] = layout.ends(kin)?;
    let place = |game| layout.rows[row].iter().position(|spot| spot.what == What::Game(game));
    let [left, right] = [place(a)?.min(place(b)?), place(a)?.max(place(b)?)];
    let (from, to, middle) = (layout.rows[row][left].x, layout.rows[row][right].x, top(row) + HEIGHT / 2);
    if right == left + 1 {
        let (from, to) = (from + WIDTH / 2, to - WIDTH / 2);
        return Some((format!("M{from} {middle}H{to}"), (to, middle), ((from + to) / 2, middle - 10)));
    }
    let (from, to, under) = (from + WIDTH / 3, to - WIDTH / 3, top(row) + HEIGHT);
    let deep = under + BETWEEN / 2;
    Some((format!("M{from} {under}C{from} {deep} {to} {deep} {to} {under}"), (to, under), ((from + to) / 2, deep - 8)))
}

/// Where a line leaves or reaches a box towards another row: side by side with the others that do.
fn port(layout: &Layout, kin: usize, row: usize, towards: usize) -> Option<i32> {
    let here = layout.at(kin, row)?;
    let mut with: Vec<(i32, usize)> = (0..KINSHIP.len())
        .filter(|other| layout.at(*other, row).is_some_and(|spot| spot.what == here.what))
        .filter_map(|other| Some((layout.at(other, towards)?.x, other)))
        .collect();
    with.sort_unstable();
    let at = with.iter().position(|(_, other)| *other == kin)? as i32;
    Some(here.x + at * PORT - (with.len() as i32 - 1) * PORT / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_every_line_is_drawn() {
        let drawing = drawing().expect("a drawing");
        for game in GAMES.iter() {
            assert!(drawing.contains(&format!(">{}</text>", game.name)), "{}", game.name);
        }
        for number in 1..=KINSHIP.len() {
            assert_eq!(drawing.matches(&format!(">{number}</text>")).count(), 1, "line {number}");
        }
        assert!(!drawing.contains("style="));
    }
}
