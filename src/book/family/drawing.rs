//! The family as a drawing: rows of games from the oldest down, and the lines between them.

use crate::book::picture::arrowhead;
use crate::editions::{self, GAMES, KINSHIP};
use crate::rules::{Certainty, Game, Kin, Relation};
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
    let kind = match relation {
        Relation::Descends => ["descends", "descends suggested", "descends disputed"],
        Relation::Variant => ["variant", "variant suggested", "variant disputed"],
        Relation::Related => ["related", "related suggested", "related disputed"],
    };
    kind[certainty as usize]
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

/// A game's box.
const WIDTH: i32 = 144;
/// The room a line takes that passes through a row.
const BEND: i32 = 18;
const GAP: i32 = 24;
/// What stays free on each side.
const EDGE: i32 = 2;

/// Something in a row, with its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    what: What,
    x: i32,
}

/// What stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A game, by its place in the list.
    Game(usize),
    /// A line that passes, by its place in the list.
    Bend(usize),
}

/// The rows, from the top.
struct Layout<'a> {
    games: &'a [Game],
    kinship: &'a [Kin],
    rows: Vec<Vec<Spot>>,
}

impl<'a> Layout<'a> {
    /// Sets games into rows, each under what it hangs on as nearly as its neighbours allow.
    fn of(games: &'a [Game], kinship: &'a [Kin]) -> Layout<'a> {
        let mut layout = Layout { games, kinship, rows: Vec::new() };
        let last = games.iter().map(|game| game.generation).max().unwrap_or(0);
        (0..=last).for_each(|row| layout.add(row));
        layout.draw_in();
        layout.turn();
        layout
    }

    /// Drawn in to the breadth of the fullest row, about the middle of all: no row hangs out where it need not.
    fn draw_in(&mut self) {
        let breadth = self.rows.iter().map(|row| breadth(row)).max().unwrap_or(0);
        let count = self.rows.iter().flatten().count().max(1) as i32;
        let middle = self.rows.iter().flatten().map(|spot| spot.x).sum::<i32>() / count;
        let left = middle - breadth / 2;
        self.rows.iter_mut().for_each(|row| confine(row, left, left + breadth));
    }

    /// Turned from right to left, and moved to the edge: the oldest games then stand where a narrow window begins.
    fn turn(&mut self) {
        let right = self.width();
        self.rows.iter_mut().flatten().for_each(|spot| spot.x = right - spot.x);
        self.rows.iter_mut().for_each(|row| row.reverse());
    }

    /// How wide it is.
    fn width(&self) -> i32 {
        self.rows.iter().flatten().map(|spot| spot.x + width(spot.what) / 2).max().unwrap_or(0) + EDGE
    }

    /// The rows between which a line runs, the upper first, with the games at its ends.
    fn ends(&self, kin: usize) -> Option<[(usize, usize); 2]> {
        let end = |id| Some((self.games.iter().position(|game| game.id == id)?, self.generation(id)?));
        let [of, to] = [end(self.kinship[kin].of)?, end(self.kinship[kin].to)?].map(|(game, row)| (row, game));
        Some([of.min(to), of.max(to)])
    }

    /// Where a line is in a row: at a game or at a bend.
    fn at(&self, kin: usize, row: usize) -> Option<Spot> {
        let here = |spot: &&Spot| match spot.what {
            What::Bend(line) => line == kin,
            What::Game(game) => self.ends(kin).is_some_and(|ends| ends.contains(&(row, game))),
        };
        self.rows.get(row)?.iter().find(here).copied()
    }

    fn generation(&self, id: &str) -> Option<usize> {
        self.games.iter().find(|game| game.id == id).map(|game| game.generation)
    }

    fn add(&mut self, row: usize) {
        let games = self.games.iter().enumerate().filter(|(_, game)| game.generation == row);
        let passing = |kin: &usize| self.ends(*kin).is_some_and(|[up, down]| up.0 < row && row < down.0);
        let bends = (0..self.kinship.len()).filter(passing).map(What::Bend);
        let all: Vec<What> = games.map(|(at, _)| What::Game(at)).chain(bends).collect();
        let wishes: Vec<Option<i32>> = all.iter().map(|what| self.wish(*what, row)).collect();
        let mut last = wishes.iter().flatten().next().unwrap_or(&0) - WIDTH - GAP;
        let mut wished: Vec<Spot> = Vec::new();
        for (what, wish) in all.into_iter().zip(wishes) {
            last = wish.unwrap_or(last);
            wished.push(Spot { what, x: last });
        }
        wished.sort_by_key(|spot| spot.x);
        self.rows.push(spread(&wished));
    }

    /// The middle of what it hangs on in the row above.
    fn wish(&self, what: What, row: usize) -> Option<i32> {
        let above = row.checked_sub(1)?;
        let arrives = |kin: &usize| match what {
            What::Bend(line) => line == *kin,
            What::Game(game) => self.ends(*kin).is_some_and(|[up, down]| down == (row, game) && up.0 < row),
        };
        let from: Vec<i32> =
            (0..self.kinship.len()).filter(arrives).filter_map(|kin| Some(self.at(kin, above)?.x)).collect();
        (!from.is_empty()).then(|| from.iter().sum::<i32>() / from.len() as i32)
    }
}

/// Each as near to its wish as the one before it allows, and the whole row shifted to where it fits best.
fn spread(wished: &[Spot]) -> Vec<Spot> {
    let mut set: Vec<Spot> = Vec::new();
    for spot in wished {
        let least = set.last().map_or(i32::MIN, |before| before.x + (width(before.what) + width(spot.what)) / 2 + GAP);
        set.push(Spot { x: spot.x.max(least), ..*spot });
    }
    let off: i32 = wished.iter().zip(&set).map(|(wish, set)| wish.x - set.x).sum();
    let shift = off / (wished.len().max(1) as i32);
    set.iter_mut().for_each(|spot| spot.x += shift);
    set
}

/// The least room that a row takes.
fn breadth(row: &[Spot]) -> i32 {
    row.iter().map(|spot| width(spot.what) + GAP).sum::<i32>() - GAP
}

/// Moves what hangs out of these bounds, and what then is in its way. The row must find room between them.
fn confine(row: &mut [Spot], left: i32, right: i32) {
    let mut least = left;
    for spot in row.iter_mut() {
        let half = width(spot.what) / 2;
        spot.x = spot.x.max(least + half);
        least = spot.x + half + GAP;
    }
    let mut most = right;
    for spot in row.iter_mut().rev() {
        let half = width(spot.what) / 2;
        spot.x = spot.x.min(most - half);
        most = spot.x - half - GAP;
    }
}

fn width(what: What) -> i32 {
    match what {
        What::Game(_) => WIDTH,
        What::Bend(_) => BEND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_hangs_out_beyond_the_fullest() {
        let layout = Layout::of(&GAMES, &KINSHIP);
        let fullest = layout.rows.iter().map(|row| breadth(row)).max().expect("a row");
        let left = layout.rows.iter().flatten().map(|spot| spot.x - width(spot.what) / 2).min().expect("a spot");
        assert!(layout.width() - EDGE - left <= fullest, "{} from {left}, the fullest {fullest}", layout.width());
    }

    #[test]
    fn no_two_boxes_touch_and_every_line_has_its_way() {
        let layout = Layout::of(&GAMES, &KINSHIP);
        for row in &layout.rows {
            for pair in row.windows(2) {
                assert!(pair[1].x - pair[0].x >= (width(pair[0].what) + width(pair[1].what)) / 2 + GAP);
            }
        }
        for (at, kin) in KINSHIP.iter().enumerate() {
            let [up, down] = layout.ends(at).expect("two games");
            assert!((up.0..=down.0).all(|row| layout.at(at, row).is_some()), "{kin:?}");
        }
    }
}
