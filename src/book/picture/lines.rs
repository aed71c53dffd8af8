//! Lines over a row of places, each point with the interval in which the true value lies; their names stand below.

use super::growth::LOOKS;
use super::{Picture, Shape};
use crate::rules::Marks;

/// A line of the drawing.
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
        let way: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        shapes.push(Shape::way(class, format!("M{}", way.join("L"))));
        shapes.extend(points.iter().map(|point| Shape::way("mark", mark.drawn(*point))));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_measure_and_nought_has_its_line() {
        let axes =
            Axes { places: vec!["a".into(), "b".into()], across: "x", up: "y", written: |value| format!("{value:.1}") };
        let line = Line { name: "n".into(), points: vec![(-1.0, 0.1), (1.0, 0.1)] };
        let drawn = lines("T", &axes, &[line]);
        assert_eq!(drawn.description, "n: a, -1.0; b, 1.0.");
        let nought = drawn.shapes.iter().filter(|shape| matches!(shape, Shape::Way { class: "nought", .. })).count();
        assert_eq!(nought, 1);
    }
}
