//! Figures as drawings: shares as bars, and values as lines with their intervals. What is alike has one colour in all of them.

use super::{Picture, Shape};
use crate::narrate::grouped;
use crate::rules::Marks;

pub(in crate::book) struct Bar {
    pub(in crate::book) name: String,
    /// What it is about, as its colour says.
    pub(in crate::book) tone: &'static str,
    /// How long it is, from 0 up.
    pub(in crate::book) share: f64,
    pub(in crate::book) figure: String,
    /// From where to where the true share may lie, if it was played out.
    pub(in crate::book) interval: Option<(f64, f64)>,
}

const BAR: i32 = 44;
const LONGEST: f64 = 200.0;
/// The room for the figures at the ends.
const FIGURES: i32 = 120;

/// Bars, the longest across the drawing.
pub(in crate::book) fn bars(title: &str, bars: &[Bar]) -> Picture {
    let end = |bar: &Bar| bar.interval.map_or(bar.share, |(_, high)| high);
    let most = bars.iter().map(end).fold(f64::MIN_POSITIVE, f64::max);
    let said = bars.iter().map(|bar| format!("{}: {}.", bar.name, bar.figure)).collect::<Vec<_>>();
    let width = LONGEST as i32 + FIGURES;
    let height = bars.len() as i32 * BAR;
    let shapes = bars.iter().zip(0..).flat_map(|(bar, at)| bar_drawn(bar, at * BAR, most)).collect();
    let marks = Marks::default();
    Picture { kind: "bars", title: title.into(), description: said.join(" "), width, height, shapes, marks }
}

fn bar_drawn(bar: &Bar, y: i32, most: f64) -> Vec<Shape> {
    let long = |share: f64| (share / most * LONGEST).round() as i32;
    let mut shapes = vec![
        Shape::words("label", (0, y + 14), &*bar.name),
        Shape::rect(format!("share {}", bar.tone), (1, y + 21), (long(bar.share).max(1), 14)),
    ];
    if let Some((low, high)) = bar.interval {
        shapes.push(Shape::way("whisker", format!("M{} {}h{}m0 -4v8", long(low), y + 28, long(high) - long(low))));
    }
    let end = long(bar.interval.map_or(bar.share, |(_, high)| high)) + 8;
    shapes.push(Shape::words("figure", (end, y + 33), &*bar.figure));
    shapes
}

pub(in crate::book) struct Line {
    pub(in crate::book) name: String,
    /// What it is about, as its colour says.
    pub(in crate::book) tone: &'static str,
    /// Its points, from the first place on: the value, and how far it may lie to either side.
    pub(in crate::book) points: Vec<(f64, f64)>,
}

pub(in crate::book) const BY_PLAYERS: [&str; 4] = ["tone-few", "tone-some", "tone-more", "tone-most"];

pub(in crate::book) struct Axes {
    pub(in crate::book) places: Vec<String>,
    pub(in crate::book) across: &'static str,
    pub(in crate::book) up: &'static str,
    pub(in crate::book) written: fn(f64) -> String,
    pub(in crate::book) is_tenfold: bool,
}

impl Axes {
    pub(in crate::book) fn of_pools(hands: usize, up: &'static str) -> Axes {
        let written = |chips: f64| grouped(chips.round() as i64);
        let places = (1..=hands).map(|hand| hand.to_string()).collect();
        Axes { places, across: "hand", up, written, is_tenfold: true }
    }
}

/// A drawing no wider than a phone: there its words are as large as those around it.
const WIDTH: i32 = 332;
const LEFT: i32 = 48;
const TOP: i32 = 28;
const ACROSS: i32 = 172;
const HIGH: i32 = 200;
/// How many letters of a name fit beside the end of its line, and how high they stand.
const LETTERS: usize = 15;
const ROW: i32 = 13;

/// Lines with their whiskers, and their names at their ends.
pub(in crate::book) fn lines(title: &str, axes: &Axes, lines: &[Line]) -> Picture {
    let scale = Scale::of(axes, lines);
    let mut shapes = scale.grid();
    let mut names = Vec::new();
    for (line, (stroke, mark)) in lines.iter().zip(LOOKS) {
        let values = line.points.iter().enumerate();
        let points: Vec<(i32, i32)> = values.map(|(at, (value, _))| (scale.x(at), scale.y(*value))).collect();
        for ((x, _), (value, within)) in points.iter().zip(&line.points).filter(|(_, (_, within))| *within > 0.0) {
            let (low, high) = (scale.y(value - within), scale.y(value + within));
            shapes.push(Shape::way(format!("whisker {}", line.tone), format!("M{x} {high}V{low}")));
        }
        let way: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        shapes.push(Shape::way(format!("line {stroke} {}", line.tone), format!("M{}", way.join("L"))));
        shapes.extend(points.iter().map(|(x, y)| Shape::way(format!("mark {}", line.tone), mark(*x, *y))));
        names.extend(points.last().map(|end| (*end, line)));
    }
    shapes.extend(at_ends(names));
    let description = lines.iter().map(|line| told(line, axes)).collect::<Vec<_>>().join(" ");
    let marks = Marks::default();
    Picture { kind: "lines", title: title.into(), description, width: WIDTH, height: TOP + HIGH + 40, shapes, marks }
}

/// The names of lines beside their ends, each above that of the line below it.
fn at_ends(mut ends: Vec<((i32, i32), &Line)>) -> Vec<Shape> {
    ends.sort_by_key(|((_, y), _)| *y);
    let (mut below, mut shapes) = (TOP + HIGH + ROW, Vec::new());
    for ((x, y), line) in ends.into_iter().rev() {
        let rows = textwrap::wrap(&line.name, LETTERS);
        let tall = rows.len() as i32 * ROW;
        below = (y - tall / 2).min(below - tall - 3);
        let row = |(row, words): (i32, std::borrow::Cow<str>)| {
            Shape::words(format!("name {}", line.tone), (x + 9, below + row * ROW - 3), words)
        };
        shapes.extend((1..).zip(rows).map(row));
    }
    shapes
}

fn told(line: &Line, axes: &Axes) -> String {
    let point = |(place, (value, _)): (&String, &(f64, f64))| format!("{place}, {}", (axes.written)(*value));
    format!("{}: {}.", line.name, axes.places.iter().zip(&line.points).map(point).collect::<Vec<_>>().join("; "))
}

struct Scale<'a> {
    low: f64,
    high: f64,
    step: f64,
    axes: &'a Axes,
}

impl Scale<'_> {
    /// Room for every point with its interval and for nought, in steps of one, two or five; or of ten times as much.
    fn of<'a>(axes: &'a Axes, lines: &[Line]) -> Scale<'a> {
        let is_tenfold = axes.is_tenfold;
        let ends =
            lines.iter().flat_map(|line| &line.points).flat_map(|(value, within)| [value - within, value + within]);
        let ends = ends.map(|end| risen(end, is_tenfold));
        let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
        let rough = (high - low).max(f64::MIN_POSITIVE) / 5.0;
        let power = 10.0f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = if is_tenfold { 1.0 } else { step.unwrap_or(rough) };
        let high = if is_tenfold { high } else { (high / step).ceil() * step };
        Scale { low: (low / step).floor() * step, high, step, axes }
    }

    fn x(&self, at: usize) -> i32 {
        let apart = f64::from(ACROSS) / (self.axes.places.len().max(2) - 1) as f64;
        LEFT + (at as f64 * apart).round() as i32
    }

    fn y(&self, value: f64) -> i32 {
        self.height(risen(value, self.axes.is_tenfold))
    }

    fn height(&self, risen: f64) -> i32 {
        TOP + ((self.high - risen) / (self.high - self.low) * f64::from(HIGH)).round() as i32
    }

    fn grid(&self) -> Vec<Shape> {
        let axes = self.axes;
        let mut shapes = vec![Shape::words("axis", (0, 14), axes.up)];
        if self.low < 0.0 {
            let nought = self.height(0.0);
            for (what, from, to, y) in [("gain", TOP, nought, TOP + 15), ("loss", nought, TOP + HIGH, TOP + HIGH - 7)] {
                shapes.push(Shape::rect(format!("band {what}"), (LEFT, from), (ACROSS, to - from)));
                shapes.push(Shape::words(format!("side {what}"), (LEFT + 6, y), what));
            }
        }
        let steps = ((self.high - self.low) / self.step).floor() as i32;
        for value in (0..=steps).map(|step| self.low + f64::from(step) * self.step) {
            let y = self.height(value);
            // A sum of steps does not quite come back to nought.
            let is_nought = value.abs() < self.step / 2.0;
            let value = if is_nought { 0.0 } else { value };
            let written = (axes.written)(if axes.is_tenfold { 10f64.powf(value) } else { value });
            shapes.push(Shape::way(if is_nought { "nought" } else { "grid" }, format!("M{LEFT} {y}h{ACROSS}")));
            shapes.push(Shape::words("tick", (LEFT - 7, y + 4), written));
        }
        let every = axes.places.len().div_ceil(8);
        for (at, place) in axes.places.iter().enumerate().step_by(every) {
            shapes.push(Shape::words("hand-number", (self.x(at), TOP + HIGH + 16), &**place));
        }
        shapes.push(Shape::words("axis", (LEFT, TOP + HIGH + 34), axes.across));
        shapes
    }
}

/// How high a value stands: where each step up is ten times as much, one chip stands at the bottom.
fn risen(value: f64, is_tenfold: bool) -> f64 {
    if is_tenfold { value.max(1.0).log10() } else { value }
}

type Mark = fn(i32, i32) -> String;

/// Strokes and marks by which lines are told apart, whatever their colour.
const LOOKS: [(&str, Mark); 4] = [
    ("solid", |x, y| format!("M{} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4)),
    ("dashed", |x, y| format!("M{} {}h7v7h-7z", x - 3, y - 3)),
    ("dotted", |x, y| format!("M{x} {}l5 5l-5 5l-5 -5z", y - 5)),
    ("broken", |x, y| format!("M{x} {}l5 8h-10z", y - 5)),
];
