//! Where the games of the family stand: rows from the oldest down, and the ways of lines that pass through rows.

use crate::rules::{Game, Kin};

/// A game's box.
pub(super) const WIDTH: i32 = 144;
/// The room a line takes that passes through a row.
const BEND: i32 = 18;
const GAP: i32 = 24;
/// What stays free on each side.
const EDGE: i32 = 2;

/// Something in a row, with its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) what: What,
    pub(super) x: i32,
}

/// What stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A game, by its place in the list.
    Game(usize),
    /// A line that passes, by its place in the list.
    Bend(usize),
}

/// The rows, from the top.
pub(super) struct Layout<'a> {
    games: &'a [Game],
    kinship: &'a [Kin],
    pub(super) rows: Vec<Vec<Spot>>,
}

impl<'a> Layout<'a> {
    /// Sets games into rows, each under what it hangs on as nearly as its neighbours allow.
    pub(super) fn of(games: &'a [Game], kinship: &'a [Kin]) -> Layout<'a> {
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
    pub(super) fn width(&self) -> i32 {
        self.rows.iter().flatten().map(|spot| spot.x + width(spot.what) / 2).max().unwrap_or(0) + EDGE
    }

    /// The rows between which a line runs, the upper first, with the games at its ends.
    pub(super) fn ends(&self, kin: usize) -> Option<[(usize, usize); 2]> {
        let end = |id| Some((self.games.iter().position(|game| game.id == id)?, self.generation(id)?));
        let [of, to] = [end(self.kinship[kin].of)?, end(self.kinship[kin].to)?].map(|(game, row)| (row, game));
        Some([of.min(to), of.max(to)])
    }

    /// Where a line is in a row: at a game or at a bend.
    pub(super) fn at(&self, kin: usize, row: usize) -> Option<Spot> {
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
    use crate::editions::{GAMES, KINSHIP};

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
