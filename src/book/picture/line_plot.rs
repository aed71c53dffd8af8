//! Values drawn as lines, with the intervals of those that were estimated.

use super::Picture;
use crate::narrate::group_thousands;
use crate::rules::CertaintyMarkSet;
use askama::{Result, Template};

/// A named line of a plot, with its points from left to right.
pub(in crate::book) struct PlotLine {
    pub(in crate::book) name: String,
    /// The class of its colour. The same subject has the same colour in all drawings.
    pub(in crate::book) tone: &'static str,
    /// The points of the line at the places of the horizontal axis, from the first on.
    pub(in crate::book) points: Vec<ValueWithMargin>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
pub(in crate::book) struct ValueWithMargin {
    pub(in crate::book) value: f64,
    /// The greatest distance of the true value from this one; 0 for an exact value.
    pub(in crate::book) margin: f64,
}

impl PlotLine {
    /// Returns the line of exact numbers of chips.
    pub(in crate::book) fn from_pools(name: String, tone: &'static str, pools: &[i64]) -> PlotLine {
        let mut points = Vec::new();
        for pool in pools {
            points.push(ValueWithMargin {
                value: *pool as f64,
                margin: 0.0,
            });
        }
        PlotLine { name, tone, points }
    }
}

/// The colours of lines that stand for numbers of players.
pub(in crate::book) const TONES_BY_PLAYERS: [&str; 4] =
    ["tone-few", "tone-some", "tone-more", "tone-most"];

/// The axes of a plot.
pub(in crate::book) struct Axes {
    /// The names of the places on the horizontal axis.
    pub(in crate::book) places: Vec<String>,
    /// The title of the horizontal axis.
    pub(in crate::book) across: &'static str,
    /// The title of the vertical axis.
    pub(in crate::book) up: &'static str,
    pub(in crate::book) format_value: fn(f64) -> String,
    /// True if each step of the vertical axis is ten times the one below, from 1 on.
    pub(in crate::book) is_logarithmic: bool,
}

impl Axes {
    /// Returns the axes for chips in the pool, over a number of deals.
    pub(in crate::book) fn for_pools(deals: usize, vertical_label: &'static str) -> Axes {
        Axes {
            places: (1..=deals).map(|deal| deal.to_string()).collect(),
            across: "hand",
            up: vertical_label,
            format_value: |chips| group_thousands(chips.round() as i64),
            is_logarithmic: true,
        }
    }

    /// Returns the value itself, or its logarithm if the axis is logarithmic.
    fn value_on_scale(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            value.max(1.0).log10()
        } else {
            value
        }
    }

    /// Returns the value at a height on the vertical axis.
    fn value_at_height(&self, height: f64) -> f64 {
        if self.is_logarithmic {
            10f64.powf(height)
        } else {
            height
        }
    }
}

// With its words, the drawing is no wider than a phone, so that its words are as large as others
// there.
const LEFT: i32 = 48;
const TOP: i32 = 28;
const WIDTH: i32 = 172;
const HEIGHT: i32 = 200;
/// The number of characters of a name that fit after the end of its line.
const NAME_LENGTH: usize = 15;
/// The height of a row of a name.
const NAME_ROW: i32 = 13;
/// The most places of the horizontal axis that have names.
const MOST_PLACE_NAMES: usize = 8;

/// The strokes and marks in `lines.svg`, so that lines differ not only by colour.
const STROKES: [&str; 4] = ["solid", "dashed", "dotted", "broken"];

/// The drawing of some lines between axes.
#[derive(Template)]
#[template(path = "lines.svg")]
struct LinePlot<'a> {
    axes: &'a Axes,
    lines: &'a [PlotLine],
    /// The lowest height of the vertical axis.
    low: f64,
    /// The highest height of the vertical axis.
    high: f64,
    /// The height of a step of the vertical axis.
    step: f64,
}

/// Draws lines, with their names at their ends, as HTML on one line.
pub(in crate::book) fn draw_lines(
    id_prefix: &str,
    title: &str,
    axes: &Axes,
    lines: &[PlotLine],
) -> Result<String> {
    let sentences: Vec<String> = lines.iter().map(|line| describe_line(axes, line)).collect();
    Picture {
        id_prefix,
        kind: "lines",
        title,
        description: sentences.join(" "),
        width: 332,
        height: TOP + HEIGHT + 40,
        drawn: LinePlot::new(axes, lines).render()?,
        marks: CertaintyMarkSet::default(),
    }
    .render_figure()
}

/// Returns the values of a line in words: `4 players: 1, 20; 2, 35.`
fn describe_line(axes: &Axes, line: &PlotLine) -> String {
    let mut points = Vec::new();
    for (place, point) in axes.places.iter().zip(&line.points) {
        points.push(format!("{place}, {}", (axes.format_value)(point.value)));
    }
    format!("{}: {}.", line.name, points.join("; "))
}

/// A point of a line in the drawing.
struct DrawnPoint {
    x: i32,
    y: i32,
    interval: Option<DrawnInterval>,
}

/// The interval around a point in the drawing.
struct DrawnInterval {
    low_y: i32,
    high_y: i32,
}

/// A horizontal line of the grid, with the value at its left.
struct PlotGridLine {
    class: &'static str,
    y: i32,
    value: String,
}

/// A place on the horizontal axis, with its name below.
struct AxisLabel<'a> {
    x: i32,
    name: &'a str,
}

/// One row of the label of a line; a long label has several.
struct LineLabelRow {
    tone: &'static str,
    x: i32,
    y: i32,
    words: String,
}

impl<'a> LinePlot<'a> {
    /// Returns a plot with room for zero and for all points with their intervals.
    fn new(axes: &'a Axes, lines: &'a [PlotLine]) -> LinePlot<'a> {
        let mut low: f64 = 0.0;
        let mut high: f64 = 0.0;
        for point in lines.iter().flat_map(|line| &line.points) {
            for end in [point.value - point.margin, point.value + point.margin] {
                low = low.min(axes.value_on_scale(end));
                high = high.max(axes.value_on_scale(end));
            }
        }
        let mut step = 1.0;
        if !axes.is_logarithmic {
            step = round_step(high - low);
            high = (high / step).ceil() * step;
        }
        LinePlot {
            axes,
            lines,
            low: (low / step).floor() * step,
            high,
            step,
        }
    }

    /// Returns the horizontal position of a place.
    fn x_of_place(&self, place: usize) -> i32 {
        let distance = f64::from(WIDTH) / (self.axes.places.len().max(2) - 1) as f64;
        LEFT + (place as f64 * distance).round() as i32
    }

    /// Returns the vertical position of a height on the axis.
    fn y_of_height(&self, height: f64) -> i32 {
        TOP + ((self.high - height) / (self.high - self.low) * f64::from(HEIGHT)).round() as i32
    }

    /// Returns the vertical position of a value.
    fn y_of_value(&self, value: f64) -> i32 {
        self.y_of_height(self.axes.value_on_scale(value))
    }

    /// Returns the points of a line in the drawing.
    fn drawn_points(&self, line: &PlotLine) -> Vec<DrawnPoint> {
        let mut drawn = Vec::new();
        for (place, ValueWithMargin { value, margin }) in line.points.iter().copied().enumerate() {
            let mut interval = None;
            if margin > 0.0 {
                interval = Some(DrawnInterval {
                    low_y: self.y_of_value(value - margin),
                    high_y: self.y_of_value(value + margin),
                });
            }
            drawn.push(DrawnPoint {
                x: self.x_of_place(place),
                y: self.y_of_value(value),
                interval,
            });
        }
        drawn
    }

    /// Returns the horizontal lines, one at each step of the vertical axis.
    fn grid_lines(&self) -> Vec<PlotGridLine> {
        let steps = ((self.high - self.low) / self.step).floor() as i32;
        let mut lines = Vec::new();
        for step in 0..=steps {
            let height = self.low + f64::from(step) * self.step;
            // The sum of several steps is not exactly zero.
            let is_zero = height.abs() < self.step / 2.0;
            let exact_height = if is_zero { 0.0 } else { height };
            lines.push(PlotGridLine {
                class: if is_zero { "nought" } else { "grid" },
                y: self.y_of_height(height),
                value: (self.axes.format_value)(self.axes.value_at_height(exact_height)),
            });
        }
        lines
    }

    /// Returns the names of places on the horizontal axis, as many as there is room for.
    fn horizontal_place_names(&self) -> Vec<AxisLabel<'_>> {
        let places = &self.axes.places;
        let mut names = Vec::new();
        for at in (0..places.len()).step_by(places.len().div_ceil(MOST_PLACE_NAMES)) {
            names.push(AxisLabel {
                x: self.x_of_place(at),
                name: &places[at],
            });
        }
        names
    }

    /// Returns the rows of the names of lines, which stand beside the ends of their lines as far as
    /// there is room.
    fn name_rows(&self) -> Vec<LineLabelRow> {
        let mut ends = Vec::new();
        for line in self.lines {
            if let Some(end) = self.drawn_points(line).pop() {
                ends.push((end, line));
            }
        }
        ends.sort_by_key(|(end, _)| end.y);
        let mut names = Vec::new();
        // The names are placed from the lowest line up, so that each is above the one before.
        let mut top_of_last = TOP + HEIGHT + NAME_ROW;
        for (end, line) in ends.into_iter().rev() {
            let rows = textwrap::wrap(&line.name, NAME_LENGTH);
            let height = rows.len() as i32 * NAME_ROW;
            let top = (end.y - height / 2).min(top_of_last - height - 3);
            top_of_last = top;
            let mut y = top + NAME_ROW - 3;
            for words in rows {
                names.push(LineLabelRow {
                    tone: line.tone,
                    x: end.x + 9,
                    y,
                    words: words.into_owned(),
                });
                y += NAME_ROW;
            }
        }
        names
    }
}

/// Returns the smallest of the numbers 1, 2, 5, 10, 20, 50, … and 0.1, 0.2, … that divides a range
/// into at most five steps.
fn round_step(range: f64) -> f64 {
    let smallest = range.max(f64::MIN_POSITIVE) / 5.0;
    let power = 10.0f64.powf(smallest.log10().floor());
    for factor in [1.0, 2.0, 5.0, 10.0] {
        if factor * power >= smallest {
            return factor * power;
        }
    }
    smallest
}
