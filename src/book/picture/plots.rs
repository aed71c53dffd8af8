//! Figures as drawings: shares as bars, and values as lines with their intervals. What is alike has one colour in all of them.

use super::Picture;
use crate::narrate::{format_percent, group_thousands};
use crate::rules::Marks;
use askama::{Result, Template};

#[derive(Default)]
pub(in crate::book) struct Bar {
    pub(in crate::book) name: String,
    /// What it is about, as its colour says.
    pub(in crate::book) tone: &'static str,
    /// From 0 up.
    pub(in crate::book) share: f64,
    pub(in crate::book) figure: String,
    /// From where to where the true share may lie, if it was played out.
    pub(in crate::book) interval: Option<(f64, f64)>,
}

impl Bar {
    /// That of a share, which has no name yet.
    pub(in crate::book) fn from_share(tone: &'static str, share: f64) -> Bar {
        Bar {
            tone,
            share,
            figure: format_percent(share),
            ..Bar::default()
        }
    }

    fn end(&self) -> f64 {
        self.interval.map_or(self.share, |(_, high)| high)
    }
}

#[derive(Template)]
#[template(path = "bars.svg")]
struct BarChart {
    bars: Vec<Bar>,
    /// What is as long as the longest may be.
    most: f64,
}

const LONGEST: f64 = 200.0;

impl BarChart {
    fn long(&self, share: f64) -> i32 {
        (share / self.most * LONGEST).round() as i32
    }
}

/// Bars, the longest across the drawing but for the room of the figures at the ends, as HTML on one line.
pub(in crate::book) fn draw_bars(
    of: &str,
    title: &str,
    bars: impl IntoIterator<Item = Bar>,
) -> Result<String> {
    let bars: Vec<Bar> = bars.into_iter().collect();
    let most = bars.iter().map(Bar::end).fold(f64::MIN_POSITIVE, f64::max);
    let said = bars
        .iter()
        .map(|bar| format!("{}: {}.", bar.name, bar.figure))
        .collect::<Vec<_>>();
    let (width, height, marks) = (
        LONGEST as i32 + 120,
        bars.len() as i32 * 44,
        Marks::default(),
    );
    let drawn = BarChart { bars, most }.render()?;
    Picture {
        of,
        kind: "bars",
        title,
        description: said.join(" "),
        width,
        height,
        drawn,
        marks,
    }
    .figure()
}

pub(in crate::book) struct PlotLine {
    pub(in crate::book) name: String,
    pub(in crate::book) tone: &'static str,
    /// Its points, from the first place on: the value, and how far it may lie to either side.
    pub(in crate::book) points: Vec<(f64, f64)>,
}

impl PlotLine {
    pub(in crate::book) fn from_pools(name: String, tone: &'static str, pools: &[i64]) -> PlotLine {
        PlotLine {
            name,
            tone,
            points: pools.iter().map(|pool| (*pool as f64, 0.0)).collect(),
        }
    }
}

pub(in crate::book) const BY_PLAYERS: [&str; 4] =
    ["tone-few", "tone-some", "tone-more", "tone-most"];

pub(in crate::book) struct Axes {
    pub(in crate::book) places: Vec<String>,
    pub(in crate::book) across: &'static str,
    pub(in crate::book) up: &'static str,
    pub(in crate::book) written: fn(f64) -> String,
    pub(in crate::book) is_tenfold: bool,
}

impl Axes {
    pub(in crate::book) fn for_pools(hands: usize, up: &'static str) -> Axes {
        let written = |chips: f64| group_thousands(chips.round() as i64);
        let places = (1..=hands).map(|hand| hand.to_string()).collect();
        Axes {
            places,
            across: "hand",
            up,
            written,
            is_tenfold: true,
        }
    }

    /// How high a value stands: where each step up is ten times as much, one chip stands at the bottom.
    fn risen(&self, value: f64) -> f64 {
        if self.is_tenfold {
            value.max(1.0).log10()
        } else {
            value
        }
    }
}

/// Where the drawing begins, and its size: with its words no wider than a phone, where they are as large as others.
const LEFT: i32 = 48;
const TOP: i32 = 28;
const ACROSS: i32 = 172;
const HIGH: i32 = 200;
/// How many letters of a name fit beside the end of its line, and how high they stand.
const LETTERS: usize = 15;
const ROW: i32 = 13;

/// Strokes, and marks in `lines.svg`, by which lines are told apart, whatever their colour.
const STROKES: [&str; 4] = ["solid", "dashed", "dotted", "broken"];

#[derive(Template)]
#[template(path = "lines.svg")]
struct LinePlot<'a> {
    axes: &'a Axes,
    lines: &'a [PlotLine],
    low: f64,
    high: f64,
    step: f64,
}

/// Lines with their whiskers, and their names at their ends, as HTML on one line.
pub(in crate::book) fn draw_lines(
    of: &str,
    title: &str,
    axes: &Axes,
    lines: &[PlotLine],
) -> Result<String> {
    let told = |line: &PlotLine| {
        let point = |(place, (value, _)): (&String, &(f64, f64))| {
            format!("{place}, {}", (axes.written)(*value))
        };
        let points = axes
            .places
            .iter()
            .zip(&line.points)
            .map(point)
            .collect::<Vec<_>>();
        format!("{}: {}.", line.name, points.join("; "))
    };
    let description = lines.iter().map(told).collect::<Vec<_>>().join(" ");
    let (height, marks, drawn) = (
        TOP + HIGH + 40,
        Marks::default(),
        LinePlot::new(axes, lines).render()?,
    );
    Picture {
        of,
        kind: "lines",
        title,
        description,
        width: 332,
        height,
        drawn,
        marks,
    }
    .figure()
}

/// How high the ends of an interval lie.
type Ends = (i32, i32);

impl<'a> LinePlot<'a> {
    /// Room for every point with its interval and for nought, in steps of one, two or five; or of ten times as much.
    fn new(axes: &'a Axes, lines: &'a [PlotLine]) -> LinePlot<'a> {
        let points = lines.iter().flat_map(|line| &line.points);
        let ends = points.flat_map(|(value, within)| {
            [value - within, value + within].map(|end| axes.risen(end))
        });
        let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        let rough = (high - low).max(f64::MIN_POSITIVE) / 5.0;
        let power = 10.0f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|times| times * power)
            .into_iter()
            .find(|step| *step >= rough);
        let step = if axes.is_tenfold {
            1.0
        } else {
            step.unwrap_or(rough)
        };
        let high = if axes.is_tenfold {
            high
        } else {
            (high / step).ceil() * step
        };
        LinePlot {
            axes,
            lines,
            low: (low / step).floor() * step,
            high,
            step,
        }
    }

    fn x(&self, at: usize) -> i32 {
        let apart = f64::from(ACROSS) / (self.axes.places.len().max(2) - 1) as f64;
        LEFT + (at as f64 * apart).round() as i32
    }

    fn y(&self, risen: f64) -> i32 {
        TOP + ((self.high - risen) / (self.high - self.low) * f64::from(HIGH)).round() as i32
    }

    /// The points of a line, each with how high the ends of its interval lie, if it has one.
    fn points(&self, line: &PlotLine) -> Vec<(i32, i32, Option<Ends>)> {
        let y = |value| self.y(self.axes.risen(value));
        let point = |(at, (value, within)): (usize, &(f64, f64))| {
            let ends = (*within > 0.0).then(|| (y(value - within), y(value + within)));
            (self.x(at), y(*value), ends)
        };
        line.points.iter().enumerate().map(point).collect()
    }

    /// The lines across: kind, height, and what is written there.
    fn steps(&self) -> impl Iterator<Item = (&'static str, i32, String)> {
        let steps = ((self.high - self.low) / self.step).floor() as i32;
        (0..=steps).map(|step| {
            let value = self.low + f64::from(step) * self.step;
            let y = self.y(value);
            // A sum of steps does not quite come back to nought.
            let is_nought = value.abs() < self.step / 2.0;
            let value = if is_nought { 0.0 } else { value };
            let written = (self.axes.written)(if self.axes.is_tenfold {
                10f64.powf(value)
            } else {
                value
            });
            (if is_nought { "nought" } else { "grid" }, y, written)
        })
    }

    fn places(&self) -> impl Iterator<Item = (i32, &String)> {
        let places = self.axes.places.iter().enumerate();
        places
            .step_by(self.axes.places.len().div_ceil(8))
            .map(|(at, place)| (self.x(at), place))
    }

    /// The names of lines beside their ends, each above that of the line below it, in rows: tone, place and words of each.
    fn names(&self) -> Vec<(&'static str, i32, i32, String)> {
        let end = |line: &PlotLine| self.points(line).last().map(|(x, y, _)| (*x, *y));
        let mut ends: Vec<_> = self
            .lines
            .iter()
            .filter_map(|line| Some((end(line)?, line)))
            .collect();
        ends.sort_by_key(|((_, y), _)| *y);
        let (mut below, mut names) = (TOP + HIGH + ROW, Vec::new());
        for ((x, y), line) in ends.into_iter().rev() {
            let rows = textwrap::wrap(&line.name, LETTERS);
            let tall = rows.len() as i32 * ROW;
            below = (y - tall / 2).min(below - tall - 3);
            let places = (below + ROW - 3..).step_by(ROW as usize);
            names.extend(
                rows.into_iter()
                    .zip(places)
                    .map(|(words, y)| (line.tone, x + 9, y, words.into_owned())),
            );
        }
        names
    }
}
