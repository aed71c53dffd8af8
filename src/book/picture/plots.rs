//! Figures as drawings: shares as bars, values as lines with their intervals, and pools that grow on a scale where each step
//! up is ten times as much.

use super::{Picture, Shape};
use crate::narrate::face::grouped;
use crate::rules::Marks;

pub(in crate::book) struct Bar {
    /// What stands above it.
    pub(in crate::book) name: String,
    /// How long it is, from 0 up.
    pub(in crate::book) share: f64,
    /// What stands at its end.
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
    Picture {
        kind: "bars",
        title: title.into(),
        description: said.join(" "),
        width: LONGEST as i32 + FIGURES,
        height: bars.len() as i32 * BAR,
        shapes: bars.iter().zip(0..).flat_map(|(bar, at)| bar_drawn(bar, at * BAR, most)).collect(),
        marks: Marks::default(),
    }
}

fn bar_drawn(bar: &Bar, y: i32, most: f64) -> Vec<Shape> {
    let long = |share: f64| (share / most * LONGEST).round() as i32;
    let mut shapes = vec![
        Shape::words("label", (0, y + 14), &*bar.name),
        Shape::rect("share", (1, y + 21), (long(bar.share).max(1), 14)),
    ];
    if let Some((low, high)) = bar.interval {
        shapes.push(Shape::way("whisker", format!("M{} {}h{}m0 -4v8", long(low), y + 28, long(high) - long(low))));
    }
    shapes.push(Shape::words(
        "figure",
        (long(bar.interval.map_or(bar.share, |(_, high)| high)) + 8, y + 33),
        &*bar.figure,
    ));
    shapes
}

pub(in crate::book) struct Line {
    /// What it is called.
    pub(in crate::book) name: String,
    /// Its points, from the first place on: the value, and how far it may lie to either side.
    pub(in crate::book) points: Vec<(f64, f64)>,
}

/// What stands along the edges.
pub(in crate::book) struct Axes {
    /// The names of the places, from the left.
    pub(in crate::book) places: Vec<String>,
    /// What they are.
    pub(in crate::book) across: &'static str,
    /// What is measured upwards.
    pub(in crate::book) up: &'static str,
    /// How a value is written.
    pub(in crate::book) written: fn(f64) -> String,
}

const LEFT: i32 = 52;
const TOP: i32 = 24;
const ACROSS: i32 = 258;
const HIGH: i32 = 190;
const LEGEND: i32 = 20;

/// Lines with their whiskers.
pub(in crate::book) fn lines(title: &str, axes: &Axes, lines: &[Line]) -> Picture {
    let scale = Scale::of(axes, lines);
    let mut shapes = scale.grid(axes);
    for ((line, at), (class, mark)) in lines.iter().zip(0..).zip(LOOKS) {
        let points: Vec<(i32, i32)> =
            line.points.iter().enumerate().map(|(at, (value, _))| (scale.x(at), scale.y(*value))).collect();
        for ((x, _), (value, within)) in points.iter().zip(&line.points) {
            let (low, high) = (scale.y(value - within), scale.y(value + within));
            shapes.push(Shape::way("whisker", format!("M{x} {high}V{low}")));
        }
        shapes.extend(curve(&points, class, mark));
        let y = TOP + HIGH + 56 + at * LEGEND;
        shapes.push(Shape::way(class, format!("M{LEFT} {y}h36")));
        shapes.push(Shape::way("mark", mark.drawn((LEFT + 18, y))));
        shapes.push(Shape::words("name", (LEFT + 44, y + 4), &*line.name));
    }
    Picture {
        kind: "lines",
        title: title.into(),
        description: lines.iter().map(|line| told(line, axes)).collect::<Vec<_>>().join(" "),
        width: LEFT + ACROSS + 14,
        height: TOP + HIGH + 50 + lines.len() as i32 * LEGEND,
        shapes,
        marks: Marks::default(),
    }
}

fn told(line: &Line, axes: &Axes) -> String {
    let point = |(place, (value, _)): (&String, &(f64, f64))| format!("{place}, {}", (axes.written)(*value));
    format!("{}: {}.", line.name, axes.places.iter().zip(&line.points).map(point).collect::<Vec<_>>().join("; "))
}

struct Scale {
    low: f64,
    high: f64,
    step: f64,
    places: usize,
}

impl Scale {
    /// Room for every point with its interval and for nought, in steps of one, two or five.
    fn of(axes: &Axes, lines: &[Line]) -> Scale {
        let ends =
            lines.iter().flat_map(|line| &line.points).flat_map(|(value, within)| [value - within, value + within]);
        let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
        let rough = (high - low).max(f64::MIN_POSITIVE) / 5.0;
        let power = 10.0f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, places: axes.places.len() }
    }

    fn x(&self, at: usize) -> i32 {
        let apart = f64::from(ACROSS) / (self.places.max(2) - 1) as f64;
        LEFT + (at as f64 * apart).round() as i32
    }

    fn y(&self, value: f64) -> i32 {
        TOP + ((self.high - value) / (self.high - self.low) * f64::from(HIGH)).round() as i32
    }

    fn grid(&self, axes: &Axes) -> Vec<Shape> {
        let mut shapes = vec![Shape::words("axis", (0, 12), axes.up)];
        let steps = ((self.high - self.low) / self.step).round() as i32;
        for value in (0..=steps).map(|step| self.low + f64::from(step) * self.step) {
            let y = self.y(value);
            // A sum of steps does not quite come back to nought.
            let is_nought = value.abs() < self.step / 2.0;
            shapes.push(Shape::way(if is_nought { "nought" } else { "grid" }, format!("M{LEFT} {y}h{ACROSS}")));
            shapes.push(Shape::words("tick", (LEFT - 6, y + 4), (axes.written)(if is_nought { 0.0 } else { value })));
        }
        let every = axes.places.len().div_ceil(8);
        for (at, place) in axes.places.iter().enumerate().step_by(every) {
            shapes.push(Shape::words("hand-number", (self.x(at), TOP + HIGH + 16), &**place));
        }
        shapes.push(Shape::words("axis", (LEFT, TOP + HIGH + 34), axes.across));
        shapes
    }
}

pub(in crate::book) struct Pools {
    /// What stands at its end.
    pub(in crate::book) name: String,
    pub(in crate::book) pools: Vec<i64>,
}

const MARGIN: i32 = 44;
const ABOVE: i32 = 14;
const HAND: i32 = 40;
const DECADE: i32 = 62;
/// The room for the names at the ends.
const NAMES: i32 = 96;

/// Lines of pools, with their names at their ends.
pub(in crate::book) fn growth(title: &str, lines: &[Pools]) -> Picture {
    let hands = lines.iter().map(|line| line.pools.len()).max().unwrap_or(0) as i32;
    let most = lines.iter().flat_map(|line| &line.pools).copied().max().unwrap_or(1);
    let decades = most.max(1).ilog10();
    let scale = Decades { bottom: ABOVE + risen(most), right: MARGIN + (hands - 1) * HAND };
    let mut shapes = scale.grid(decades, hands);
    for (line, (class, mark)) in lines.iter().zip(LOOKS) {
        shapes.extend(scale.line(line, class, mark));
    }
    let ends = |line: &Pools| format!("{}: {}.", line.name, joined(&line.pools));
    Picture {
        kind: "growth",
        title: title.into(),
        description: format!(
            "Pools from hand to hand, in chips. {}",
            lines.iter().map(ends).collect::<Vec<_>>().join(" ")
        ),
        width: scale.right + NAMES,
        height: scale.bottom + 34,
        shapes,
        marks: Marks::default(),
    }
}

fn joined(pools: &[i64]) -> String {
    pools.iter().map(|pool| pool.to_string()).collect::<Vec<_>>().join(", ")
}

/// How high an amount stands above one chip.
fn risen(chips: i64) -> i32 {
    ((chips.max(1) as f64).log10() * f64::from(DECADE)).round() as i32
}

struct Decades {
    bottom: i32,
    right: i32,
}

impl Decades {
    fn x(&self, hand: usize) -> i32 {
        MARGIN + hand as i32 * HAND
    }

    fn y(&self, chips: i64) -> i32 {
        self.bottom - risen(chips)
    }

    fn grid(&self, decades: u32, hands: i32) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for power in 0..=decades {
            let (chips, y) = (10_i64.pow(power), self.y(10_i64.pow(power)));
            shapes.push(Shape::way("grid", format!("M{MARGIN} {y}H{}", self.right)));
            shapes.push(Shape::words("tick", (MARGIN - 6, y + 4), grouped(chips)));
        }
        for hand in 1..=hands {
            shapes.push(Shape::words("hand-number", (self.x(hand as usize - 1), self.bottom + 15), hand.to_string()));
        }
        shapes.push(Shape::words("axis", (MARGIN, self.bottom + 31), "hand"));
        shapes
    }

    fn line(&self, line: &Pools, class: &'static str, mark: Mark) -> Vec<Shape> {
        let points: Vec<(i32, i32)> =
            line.pools.iter().enumerate().map(|(at, pool)| (self.x(at), self.y(*pool))).collect();
        let mut shapes = curve(&points, class, mark);
        if let (Some((x, y)), Some(last)) = (points.last(), line.pools.last()) {
            shapes.push(Shape::words("name", (x + 9, y + 4), format!("{}: {}", line.name, grouped(*last))));
        }
        shapes
    }
}

/// Marks and strokes by which lines are told apart, whatever their colour.
const LOOKS: [(&str, Mark); 4] = [
    ("line solid", Mark::Disc),
    ("line dashed", Mark::Square),
    ("line dotted", Mark::Diamond),
    ("line broken", Mark::Up),
];

#[derive(Clone, Copy)]
enum Mark {
    Disc,
    Square,
    Diamond,
    Up,
}

impl Mark {
    fn drawn(self, (x, y): (i32, i32)) -> String {
        match self {
            Mark::Disc => format!("M{} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4),
            Mark::Square => format!("M{} {}h7v7h-7z", x - 3, y - 3),
            Mark::Diamond => format!("M{x} {}l5 5l-5 5l-5 -5z", y - 5),
            Mark::Up => format!("M{x} {}l5 8h-10z", y - 5),
        }
    }
}

/// A line through points, and the mark of each.
fn curve(points: &[(i32, i32)], class: &'static str, mark: Mark) -> Vec<Shape> {
    let way: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let line = Shape::way(class, format!("M{}", way.join("L")));
    std::iter::once(line).chain(points.iter().map(|at| Shape::way("mark", mark.drawn(*at)))).collect()
}
